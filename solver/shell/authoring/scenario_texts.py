"""The canonical text of every line of a scenario: events, expectations, and its own cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.card_format import CARD
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.nodes import behind, entries_of, list_of
from layerlaw.model.files.yaml_text import Node, Scalar
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.events import ExpectNow, Leave, Together, new_ids
from layerlaw.model.scenarios.expectations import ExpectZone, OfLayer
from layerlaw.model.scenarios.notation import ExpectationLine, parse_expectation, parse_facts
from layerlaw.model.scenarios.write import event_tree, name
from layerlaw.solver.shell.authoring.notation_texts import Texts, notation_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from layerlaw.model.rulebooks.space import Space
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.expectations import Expectation, Expected
    from layerlaw.model.scenarios.scenario import Scenario


def scenario_texts(root: Node, scenario: Scenario) -> Texts:
    """A text for each scalar of the scenario's tree that has a canonical one of another form."""
    ids = dict.fromkeys(id for event in scenario.play for id in new_ids(event))
    words = vocabulary(scenario.rulebook).with_names(scenario.players, tuple(ids))
    texts: Texts = {}
    for _, card in entries_of(behind(root, "cards")):
        texts |= notation_texts(card, CARD, words)
    events = {(event.where.line, event.where.column): event for event in _each(scenario.play)}
    for item in list_of(behind(root, "play")):
        _event(item, events, scenario, texts)
    expected = _by_place(scenario)
    for item in _expectations(root):
        _expectation(item, expected, scenario, texts)
    return texts


def _each(events: Iterable[Event]) -> Iterator[Event]:
    for event in events:
        yield event
        if isinstance(event, Together):
            yield from event.events


def _by_place(scenario: Scenario) -> dict[tuple[int, int], list[Expected]]:
    """All that is expected, by the place of the text that says so (several facts: the first)."""
    by_place: dict[tuple[int, int], list[Expected]] = {}
    now = (e for event in scenario.play if isinstance(event, ExpectNow) for e in event.expect)
    later = (e for variant in scenario.variants for e in variant.expect)
    for each in (*now, *scenario.expect, *later):
        by_place.setdefault((each.where.line, each.where.column), []).append(each)
    return by_place


def _expectations(root: Node) -> Iterator[Node]:
    """The items of every `stated` and `expect`."""
    for holder in (root, *list_of(behind(root, "also")), *list_of(behind(root, "play"))):
        for key in ("stated", "expect"):
            yield from list_of(behind(holder, key))


def _event(
    item: Node, events: dict[tuple[int, int], Event], scenario: Scenario, texts: Texts
) -> None:
    for key, value in entries_of(item):
        if key.text == "together":
            for inner in list_of(value):
                _event(inner, events, scenario, texts)
        event = events.get((key.line, key.column))
        if event is None or not isinstance(value, Scalar):
            continue
        try:
            tree = event_tree(event, scenario.rulebook)
        except LayerlawError:
            continue
        ((_, said),) = tree.items()
        if isinstance(event, Leave) and event.zone == scenario.rulebook.zones[1]:
            # Where what leaves play goes to anyway.
            said = name(event.object)
        if isinstance(said, str):
            said = _with_own_level(said, value.text, scenario.rulebook.space)
        # Where a card's name may stand without quotes is for its author to say.
        if isinstance(said, str) and said.replace('"', "") != value.text.replace('"', ""):
            texts[id(value)] = said


def _expectation(
    item: Node,
    expected: dict[tuple[int, int], list[Expected]],
    scenario: Scenario,
    texts: Texts,
) -> None:
    for key, value in entries_of(item):
        if key.text == "xfail":
            _expectation(value, expected, scenario, texts)
        elif isinstance(value, Scalar) and key.text.startswith("layer "):
            _note(key, " ".join(key.text.split()), texts)
            _facts(value, expected, texts)
    if isinstance(item, Scalar) and item.text.startswith("layer "):
        _note(item, " ".join(item.text.split()), texts)
    elif isinstance(item, Scalar):
        here = _at(item, expected)
        if len(here) == 1:
            _note(item, _with_few_quotes(_said(here[0].what, scenario), parse_expectation), texts)


def _facts(value: Scalar, expected: dict[tuple[int, int], list[Expected]], texts: Texts) -> None:
    """Several facts of one layer stand on one line."""
    start = (value.line, value.column)
    here = [
        each
        for (line, column), held in expected.items()
        if line == start[0] and start[1] <= column <= start[1] + len(value.text) + 1
        for each in held
    ]
    said = [each.text.partition(": ")[2] for each in here]
    # Only where every fact is found, in the order written.
    if ", ".join(said) == " ".join(value.text.split()):
        facts = [each.what.fact for each in here if isinstance(each.what, OfLayer)]
        _note(value, _with_few_quotes(", ".join(facts), parse_facts), texts)


def _with_own_level(said: str, written: str, space: Space | None) -> str:
    """Of the two words for below ground the one that was written."""
    if space is None or space.deep_yes in written.split():
        return said
    words = (space.deep_no if word == space.deep_yes else word for word in said.split(" "))
    return " ".join(words) if space.deep_no in written.split() else said


def _said(what: Expectation, scenario: Scenario) -> str:
    text = what.written()
    if isinstance(what, ExpectZone) and what.zone == scenario.rulebook.in_play:
        return f"{text.removesuffix(what.zone)}play"
    return text


def _with_few_quotes(text: str, read: Callable[[str], object]) -> str:
    """The text without its quotes, where they change nothing."""
    bare = text.replace('"', "")
    try:
        same = _names(read(bare)) == _names(read(text))
    except LayerlawError:
        return text
    return bare if same else text


def _names(lines: object) -> list[tuple[object, ...]]:
    """What was read, without the places of the words."""
    several = lines if isinstance(lines, tuple) else (lines,)
    return [
        (each.form, each.negated, each.comparator, each.passive, [w.text for w in each.words])
        for each in several
        if isinstance(each, ExpectationLine)
    ]


def _at(item: Scalar, expected: dict[tuple[int, int], list[Expected]]) -> list[Expected]:
    column = item.column + (1 if item.style in ("'", '"') else 0)
    return expected.get((item.line, column), [])


def _note(scalar: Scalar, text: str, texts: Texts) -> None:
    if text != scalar.text:
        texts[id(scalar)] = text
