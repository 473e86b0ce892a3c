"""What to look after in one scenario."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.model.files.nodes import behind, entries_of, list_of
from layerlaw.model.files.yaml_text import Node, Scalar
from layerlaw.model.places import shipped_folder
from layerlaw.model.scenarios.events import ExpectNow, Play, Together
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write_expectations import expectation_text
from layerlaw.model.shipped import SCENARIO_ENDING
from layerlaw.solver.shell.authoring.lint_rules import LintFinding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.expectations import Expected
    from layerlaw.solver.shell.authoring.lint_files import Looked

FEWEST_WORDS = 3
_UNFINISHED = re.compile(
    r"\b(test|tests|testing|todo|fixme|untitled|xxx|asdf|foo)\b", re.IGNORECASE
)


def scenario_findings(file: Looked) -> Iterator[LintFinding]:
    """Everything about one scenario by itself."""
    for look in _LOOKS:
        yield from look(file)


def at(file: Looked, node: Node, rule: str, message: str) -> LintFinding:
    """A finding at a node of the file."""
    return LintFinding(file.document.file, node.line, node.column, rule, message)


def title_findings(file: Looked, title: Scalar) -> Iterator[LintFinding]:
    """What is wrong with a title."""
    text = title.text.strip()
    words = re.findall(r"\w+", text.lower())
    stem = re.findall(r"\w+", file.path.name.partition(".")[0].lower().replace("_", " "))
    if text.endswith("?"):
        yield at(file, title, "title", "the title asks instead of stating")
    elif words == stem:
        yield at(file, title, "title", "the title only says the file's name again")
    elif found := _UNFINISHED.search(text):
        yield at(file, title, "title", f"the title says '{found[0]}', which is no fact")
    elif len(words) < FEWEST_WORDS:
        yield at(file, title, "title", "the title is too short to state a fact")


def _scenario(file: Looked) -> Scenario:
    assert file.scenario is not None
    return file.scenario


def _title(file: Looked) -> Iterator[LintFinding]:
    node = behind(file.document.root, "title")
    if isinstance(node, Scalar):
        yield from title_findings(file, node)


def _ending(file: Looked) -> Iterator[LintFinding]:
    if not file.path.name.endswith(SCENARIO_ENDING):
        message = f"a scenario in a file that does not end in {SCENARIO_ENDING}"
        yield at(file, file.document.root, "ending", message)


def _what_is_missing(file: Looked) -> Iterator[LintFinding]:
    scenario, root = _scenario(file), file.document.root
    if not _expects(scenario):
        yield at(file, root, "no-expectation", "nothing is expected")
    if not scenario.because:
        found = at(file, root, "no-because", "no clause is named that the answer rests on")
        # Whoever tries something out need not know the clauses; the shipped cases rest on them.
        shipped = file.path.resolve().is_relative_to(shipped_folder().resolve())
        yield replace(found, mild=not shipped)
    if not scenario.source:
        yield at(file, root, "no-source", "it is not said where this is from")


def _expects(scenario: Scenario) -> bool:
    now = any(isinstance(event, ExpectNow) for event in scenario.play)
    return now or bool(scenario.expect) or bool(scenario.variants)


def _unused_cards(file: Looked) -> Iterator[LintFinding]:
    own = behind(file.document.root, "cards")
    played = {card for event in _each(_scenario(file).play) for card in _strings(event, "card")}
    text = "\n".join(file.document.lines)
    for key, _ in entries_of(own) if own is not None else ():
        # A card may also be named by an ability or a choice.
        named = len(re.findall(rf"(?<!\w){re.escape(key.text)}(?!\w)", text))
        if key.text not in played and named < 2:
            yield at(file, key, "unused-card", f"the card '{key.text}' is never used")


def _unused_objects(file: Looked) -> Iterator[LintFinding]:
    scenario = _scenario(file)
    if not _expects(scenario):
        return
    words = re.findall(r"[\w'-]+", "\n".join(_without_comments(file.document.lines)))
    counts = Counter(words)
    for event in _each(scenario.play):
        if not isinstance(event, Play) or event.known or event.card.abilities:
            continue
        # Its own `as ID` is one; an id that was not given is none.
        if counts[event.id] == 1:
            message = f"nothing more is said of '{event.id}', which does nothing by itself"
            place = (event.where.line, event.where.column)
            yield LintFinding(file.document.file, *place, "unused-object", message)


def _default_readings(file: Looked) -> Iterator[LintFinding]:
    points = _scenario(file).rulebook.points
    also = behind(file.document.root, "also")
    own = {key.text for key, _ in _readings(file.document.root)}
    for holder in (file.document.root, *(list_of(also) if also is not None else ())):
        for key, value in _readings(holder):
            # Under `also` the default may be said against the scenario's own reading.
            if holder is not file.document.root and key.text in own:
                continue
            if isinstance(value, Scalar) and points[key.text].default == value.text:
                message = f"'{value.text}' is how {key.text} is read by default"
                yield at(file, key, "default-reading", message)


def _readings(holder: Node) -> Iterator[tuple[Scalar, Node]]:
    node = behind(holder, "readings")
    yield from entries_of(node) if node is not None else ()


def _stated_under_readings(file: Looked) -> Iterator[LintFinding]:
    """A document's statement is held against its readings, so it can't choose one."""
    scenario = _scenario(file)
    now = (e for event in scenario.play if isinstance(event, ExpectNow) for e in event.expect)
    chosen = [*scenario.expect, *now] if scenario.readings else []
    for variant in scenario.variants:
        chosen += variant.expect if variant.readings or scenario.readings else ()
    first = next((each for each in chosen if each.stated), None)
    if first is not None:
        place = (first.where.line, first.where.column)
        message = "what the document states of its example stands under a chosen reading"
        yield LintFinding(file.document.file, *place, "stated-reading", message)


def _same_expectations(file: Looked) -> Iterator[LintFinding]:
    scenario = _scenario(file)
    for expected in (scenario.expect, *(variant.expect for variant in scenario.variants)):
        yield from _doubled(file, expected)


def _doubled(file: Looked, expected: tuple[Expected, ...]) -> Iterator[LintFinding]:
    seen: set[str] = set()
    for each in expected:
        text = expectation_text(each.what)
        if text in seen:
            place = (each.where.line, each.where.column)
            message = f"'{each.text}' is expected twice"
            yield LintFinding(file.document.file, *place, "same-expectation", message)
        seen.add(text)


def _same_variants(file: Looked) -> Iterator[LintFinding]:
    seen: list[tuple[object, object]] = []
    for variant in _scenario(file).variants:
        what = (variant.order, dict(variant.readings))
        if what in seen:
            place = (variant.where.line, variant.where.column)
            message = "another variant has this order and these readings, too"
            yield LintFinding(file.document.file, *place, "same-variant", message)
        seen.append(what)


def _each(events: tuple[Event, ...]) -> Iterator[Event]:
    for event in events:
        yield event
        if isinstance(event, Together):
            yield from event.events


def _strings(event: object, name: str) -> Iterator[str]:
    """The names of the cards in an event, however deep."""
    if not is_dataclass(event):
        return
    for each in fields(event):
        value = getattr(event, each.name)
        if each.name == name:
            yield value.name
        elif is_dataclass(value):
            yield from _strings(value, name)


def _without_comments(lines: tuple[str, ...]) -> Iterator[str]:
    yield from (line for line in lines if not line.lstrip().startswith("#"))


_LOOKS: tuple[Callable[[Looked], Iterator[LintFinding]], ...] = (
    _title,
    _ending,
    _what_is_missing,
    _unused_cards,
    _unused_objects,
    _default_readings,
    _stated_under_readings,
    _same_expectations,
    _same_variants,
)
