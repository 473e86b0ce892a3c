"""Several outcomes of one scenario in plain words: what each has that the others have not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.scenario import ExpectNow
from layerlaw.solver.readings.wording import contrasts, labels_under, telling
from layerlaw.solver.report.permissions import CAN
from layerlaw.solver.report.words import value_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.rulebook import Rulebook
    from layerlaw.model.scenario import Scenario
    from layerlaw.solver.outcome import Outcome
    from layerlaw.solver.readings.wording import Contrast, Seen

ASKED = "can "
"""How the cell of a permission begins that was asked for: "can attack G"."""

_WIDEST = 60
_PLACE = re.compile(r"(?P<file>.*?):(?P<line>\d+):\d+: (?P<message>.*)")


def told_apart(outcomes: Sequence[Outcome], scenario: Scenario) -> tuple[tuple[str, ...], ...]:
    """For each outcome sentences that tell it from the others, the most telling first.

    An outcome without an answer is told by that alone. Empty where there is nothing to tell.
    """
    book = scenario.rulebook
    found = contrasts(outcomes, book)
    said = telling(found, book)
    counts = {len(one.answers) for one in outcomes if not one.refused}
    sentences: list[tuple[str, ...]] = []
    for number, one in enumerate(outcomes):
        if one.refused:
            sentences.append((refusal_text(one, scenario),))
            continue
        if not one.answers:
            sentences.append(("a paradox: no state agrees with all effects",))
            continue
        mine = [_sentence(each, number, found, book) for each in said]
        if len(counts) > 1 or not mine:
            mine.append(_answers(one, outcomes))
        sentences.append(tuple(text for text in mine if text) if len(outcomes) > 1 else ())
    return tuple(sentences)


def refusal_text(outcome: Outcome, scenario: Scenario) -> str:
    """Why there is no answer, in one line; an event that cannot happen by its number."""
    first = outcome.refused.splitlines()[0] if outcome.refused else ""
    place = _PLACE.fullmatch(first)
    if place is None:
        return f"no answer: {first}"
    events = [event for event in scenario.play if not isinstance(event, ExpectNow)]
    line = int(place["line"])
    before = [n for n, event in enumerate(events, 1) if event.where.line <= line]
    number = before[-1] if before and place["file"] == scenario.file else 0
    head = f"event {number} cannot happen" if number else f"line {line} cannot happen"
    return f"{head}: {place['message']}"


def _answers(outcome: Outcome, outcomes: Sequence[Outcome]) -> str:
    """How many answers there are; where nothing else sets it apart, that it has one."""
    count = len(outcome.answers)
    if count > 1:
        alike = [one for one in outcomes if len(one.answers) == count]
        return f"{count} answers" + ("" if len(alike) == 1 else ", combined in another way")
    if any(one.refused for one in outcomes):
        return "every event happens"
    return "one answer"


def _sentence(contrast: Contrast, number: int, found: Sequence[Contrast], book: Rulebook) -> str:
    seen = contrast.seen[number]
    objects = _listed(contrast.objects)
    several = len(contrast.objects) > 1
    name = contrast.characteristic
    if not seen:
        return f"{objects} {'are' if several else 'is'} not there" if name else ""
    # Where answers of one outcome differ, all that it can be.
    sure = len(seen) == 1
    match contrast.what:
        case "fate":
            verdict = str(seen[0])
            if several:
                verdict = _plural(verdict)
            return f"{objects} {verdict or ('survive' if several else 'survives')}"
        case "zone":
            zones = " or ".join(f"the {zone}" for zone in seen)
            return f"{objects} {'are' if several else 'is'} in {zones}"
        case "status":
            if sure and seen[0] is False and (kept := labels_under(contrast, found)):
                return f"{objects} {'keep' if several else 'keeps'} {_quoted(kept)}"
            be = "are" if several else "is"
            return f"{objects} {_truth(be, seen)} {name}"
        case "label":
            have = "have" if several else "has"
            return f"{objects} {_counted(have, seen)}{_quoted([contrast.label])}"
        case _:
            return _value(contrast, seen, objects, book)


def _value(contrast: Contrast, seen: Seen, objects: str, book: Rulebook) -> str:
    name = contrast.characteristic
    several = len(contrast.objects) > 1
    if name.startswith(ASKED):
        action = name.removeprefix(ASKED)
        if len(seen) > 1:
            return f"{objects} can {action} in some answers"
        return f"{objects} {CAN[bool(seen[0])]} {action}"
    known = book.characteristics.get(name)
    kind = known.kind if known else ""
    if seen == (None,) and kind == "number":
        return f"{objects} {'have' if several else 'has'} no {name}"
    values = " or ".join(value_text(value, kind) for value in seen)
    return f"{name} of {objects} is {values}"


def _truth(be: str, seen: Seen) -> str:
    if len(seen) > 1:
        return f"{be} in some answers"
    return be if seen[0] else f"{be} not"


def _counted(have: str, seen: Seen) -> str:
    if len(seen) > 1:
        return f"{have} in some answers "
    if seen[0] == 0:
        return f"{have} no "
    return f"{have} " if seen[0] == 1 else f"{have} {seen[0]} times "


def _quoted(labels: Sequence[str]) -> str:
    """Labels in quotes, long ones cut; of more than two the first and how many more there are."""
    short = [one if len(one) <= _WIDEST else one[: _WIDEST - 3].rstrip() + "..." for one in labels]
    shown = [f"'{one}'" for one in short[: 2 if len(short) < 3 else 1]]
    if len(labels) > len(shown):
        return f"{shown[0]} and {len(labels) - len(shown)} more abilities"
    return " and ".join(shown)


def _listed(names: Sequence[str]) -> str:
    """ "A, B and C"; of many the first few and how many more there are."""
    if len(names) > 5:
        return f"{', '.join(names[:4])} and {len(names) - 4} more"
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _plural(verdict: str) -> str:
    """What a check does to several: "dies" -> "die", "is banished" -> "are banished"."""
    word, _, rest = verdict.partition(" ")
    word = {"is": "are", "dies": "die"}.get(word, word)
    return f"{word} {rest}".strip()
