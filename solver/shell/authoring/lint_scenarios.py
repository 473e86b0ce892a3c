"""What to look after in one scenario."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import cards_in
from layerlaw.model.files.nodes import behind, entries_of, list_of
from layerlaw.model.files.yaml_text import Node, Scalar
from layerlaw.model.places import shipped_folder
from layerlaw.model.scenarios.events import ExpectNow, Play, Together
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import SCENARIO_ENDING
from layerlaw.solver.shell.authoring.lint_rules import LintFinding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.shell.authoring.lint_files import Looked

FEWEST_WORDS = 3
_UNFINISHED = re.compile(
    r"\b(test|tests|testing|todo|fixme|untitled|xxx|asdf|foo)\b", re.IGNORECASE
)


def scenario_findings(file: Looked) -> Iterator[LintFinding]:
    """Everything about one scenario by itself."""
    for look in _LOOKS:
        yield from look(file)


def title_findings(file: Looked) -> Iterator[LintFinding]:
    """What is wrong with the title of a scenario or a rulebook."""
    title = behind(file.document.root, "title")
    if not isinstance(title, Scalar):
        return
    text = title.text.strip()
    words = re.findall(r"\w+", text.lower())
    stem = re.findall(r"\w+", file.path.name.partition(".")[0].lower().replace("_", " "))
    if text.endswith("?"):
        yield file.finding(title, "title", "the title asks instead of stating")
    elif words == stem:
        yield file.finding(title, "title", "the title only says the file's name again")
    elif found := _UNFINISHED.search(text):
        yield file.finding(title, "title", f"the title says '{found[0]}', which is no fact")
    elif file.kind == "scenario" and len(words) < FEWEST_WORDS:
        yield file.finding(title, "title", "the title is too short to state a fact")


def _scenario(file: Looked) -> Scenario:
    assert file.scenario is not None
    return file.scenario


def _ending(file: Looked) -> Iterator[LintFinding]:
    # What was typed has no name.
    if file.path.exists() and not file.path.name.endswith(SCENARIO_ENDING):
        message = f"a scenario in a file that does not end in {SCENARIO_ENDING}"
        yield file.finding(file.document.root, "ending", message)


def _what_is_missing(file: Looked) -> Iterator[LintFinding]:
    scenario, root = _scenario(file), file.document.root
    if not _expects(scenario):
        yield file.finding(root, "no-expectation", "nothing is expected")
    if not scenario.because:
        message = "no clause is named that the answer rests on"
        # Whoever tries something out need not know the clauses; the shipped cases rest on them.
        shipped = file.path.resolve().is_relative_to(shipped_folder().resolve())
        yield file.finding(root, "no-because", message, mild=not shipped)
    if not scenario.source:
        yield file.finding(root, "no-source", "it is not said where this is from")


def _expects(scenario: Scenario) -> bool:
    now = any(isinstance(event, ExpectNow) for event in scenario.play)
    return now or bool(scenario.expect) or bool(scenario.variants)


def _unused_cards(file: Looked) -> Iterator[LintFinding]:
    own = behind(file.document.root, "cards")
    played = {card.name for card in cards_in(_scenario(file).play)}
    text = "\n".join(file.document.lines)
    for key, _ in entries_of(own):
        # A card may also be named by an ability or a choice.
        named = len(re.findall(rf"(?<!\w){re.escape(key.text)}(?!\w)", text))
        if key.text not in played and named < 2:
            yield file.finding(key, "unused-card", f"the card '{key.text}' is never used")


def _unused_objects(file: Looked) -> Iterator[LintFinding]:
    scenario = _scenario(file)
    if not _expects(scenario):
        return
    said = (line for line in file.document.lines if not line.lstrip().startswith("#"))
    counts = Counter(re.findall(r"[\w'-]+", "\n".join(said)))
    for event in _each(scenario.play):
        if not isinstance(event, Play) or event.known or event.card.abilities:
            continue
        # Its own `as ID` is one; an id that was not given is none.
        if counts[event.id] == 1:
            message = f"nothing more is said of '{event.id}', which does nothing by itself"
            yield file.finding(event.where, "unused-object", message)


def _default_readings(file: Looked) -> Iterator[LintFinding]:
    points = _scenario(file).rulebook.points
    also = behind(file.document.root, "also")
    own = {key.text for key, _ in _readings(file.document.root)}
    for holder in (file.document.root, *list_of(also)):
        for key, value in _readings(holder):
            # Under `also` the default may be said against the scenario's own reading.
            if holder is not file.document.root and key.text in own:
                continue
            if isinstance(value, Scalar) and points[key.text].default == value.text:
                message = f"'{value.text}' is how {key.text} is read by default"
                yield file.finding(key, "default-reading", message)


def _readings(holder: Node) -> Iterator[tuple[Scalar, Node]]:
    yield from entries_of(behind(holder, "readings"))


def _stated_under_readings(file: Looked) -> Iterator[LintFinding]:
    """A document's statement is held against its readings, so it can't choose one."""
    scenario = _scenario(file)
    now = (e for event in scenario.play if isinstance(event, ExpectNow) for e in event.expect)
    chosen = [*scenario.expect, *now] if scenario.readings else []
    for variant in scenario.variants:
        chosen += variant.expect if variant.readings or scenario.readings else ()
    first = next((each for each in chosen if each.stated), None)
    if first is not None:
        message = "what the document states of its example stands under a chosen reading"
        yield file.finding(first.where, "stated-reading", message)


def _same_expectations(file: Looked) -> Iterator[LintFinding]:
    scenario = _scenario(file)
    for expectations in (scenario.expect, *(variant.expect for variant in scenario.variants)):
        seen: set[str] = set()
        for expected in expectations:
            text = expected.what.written()
            if text in seen:
                message = f"'{expected.text}' is expected twice"
                yield file.finding(expected.where, "same-expectation", message)
            seen.add(text)


def _same_variants(file: Looked) -> Iterator[LintFinding]:
    seen: list[tuple[object, object]] = []
    for variant in _scenario(file).variants:
        what = (variant.order, dict(variant.readings))
        if what in seen:
            message = "another variant has this order and these readings, too"
            yield file.finding(variant.where, "same-variant", message)
        seen.append(what)


def _each(events: tuple[Event, ...]) -> Iterator[Event]:
    for event in events:
        yield event
        if isinstance(event, Together):
            yield from event.events


_LOOKS: tuple[Callable[[Looked], Iterator[LintFinding]], ...] = (
    title_findings,
    _ending,
    _what_is_missing,
    _unused_cards,
    _unused_objects,
    _default_readings,
    _stated_under_readings,
    _same_expectations,
    _same_variants,
)
