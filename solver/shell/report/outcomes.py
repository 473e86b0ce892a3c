"""Several outcomes of one scenario in plain words: what each has that the others have not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.solver.answer.difference.contrasts import (
    contrasts,
    labels_under,
    without_consequences,
)
from layerlaw.solver.board.columns import NAME, PERMISSIONS
from layerlaw.solver.shell.report.names import named_together
from layerlaw.solver.shell.report.permissions import CAN
from layerlaw.solver.shell.report.words import value_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.answer.difference.cells import Seen
    from layerlaw.solver.answer.difference.contrasts import Contrast
    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.facts.records import Value

ASKED = "can "
"""How the cell of a permission begins that was asked for: "can attack G"."""

PARADOX = "no state agrees with all effects (a paradox)"

_WIDEST = 60
_PLACE = re.compile(r"(?P<file>.*?):(?P<line>\d+):\d+: (?P<message>.*)")


def told_apart(outcomes: Sequence[Outcome], scenario: Scenario) -> tuple[tuple[str, ...], ...]:
    """For each outcome sentences that tell it from the others, the most telling first.

    An outcome without an answer is told by that alone. Empty where there is nothing to tell.
    """
    book = scenario.rulebook
    found = contrasts(outcomes, book)
    names = _names(outcomes)
    said = without_consequences(found, book)
    plain = _labels_together([one for one in said if one.characteristic != PERMISSIONS])
    permits = _permits(
        [one for one in said if one.characteristic == PERMISSIONS], len(outcomes), names
    )
    counts = {len(one.answers) for one in outcomes if not one.refused}
    sentences: list[tuple[str, ...]] = []
    for number, one in enumerate(outcomes):
        if one.refused:
            sentences.append((refusal_text(one, scenario),))
            continue
        if not one.answers:
            sentences.append((PARADOX,))
            continue
        mine = [_sentence(each, labels, number, found, book, names) for each, labels in plain]
        mine += [each[number] for each in permits]
        if len(counts) > 1 or not mine:
            mine.append(_answers(one, outcomes))
        sentences.append(tuple(mine) if len(outcomes) > 1 else ())
    return tuple(sentences)


def refusal_text(outcome: Outcome, scenario: Scenario) -> str:
    """Why there is no answer, in one line; an event that cannot happen by its number."""
    first = outcome.refused.splitlines()[0] if outcome.refused else ""
    place = _PLACE.fullmatch(first)
    if place is None:
        return f"no answer: {first}"
    line = int(place["line"])
    before = [n for n, event in enumerate(scenario.events, 1) if event.where.line <= line]
    number = before[-1] if before and place["file"] == scenario.file else 0
    head = f"event {number} cannot happen" if number else f"line {line} cannot happen"
    return f"{head}: {place['message']}"


def _answers(outcome: Outcome, outcomes: Sequence[Outcome]) -> str:
    """How many answers there are; where nothing else sets it apart, that it has one."""
    count = len(outcome.answers)
    if count > 1:
        alike = [another for another in outcomes if len(another.answers) == count]
        other = "" if len(alike) == 1 else ", combined in another way"
        return f"there are {count} answers{other}"
    if any(another.refused for another in outcomes):
        return "every event happens"
    return "there is one answer"


def _labels_together(said: Sequence[Contrast]) -> list[tuple[Contrast, list[str]]]:
    """Each contrast, the first of those that differ in the label alone, with all the labels."""
    alike: dict[tuple[object, ...], tuple[Contrast, list[str]]] = {}
    for contrast in said:
        key = (contrast.what, contrast.objects, contrast.characteristic, contrast.seen)
        alike.setdefault(key, (contrast, []))[1].append(contrast.label)
    return list(alike.values())


def _permits(
    said: Sequence[Contrast], count: int, names: Mapping[str, str]
) -> list[tuple[str, ...]]:
    """For each object a sentence for each outcome: what it may and may not do that differs.

    The labels of permissions are half sentences ("can't attack"). Objects with the same ones come
    together.
    """
    by_object: dict[str, list[Contrast]] = {}
    for one in said:
        for object in one.objects:
            by_object.setdefault(object, []).append(one)
    together: dict[tuple[str, ...], list[str]] = {}
    for object, mine in by_object.items():
        predicates = []
        for number in range(count):
            held = [one.label for one in mine if any(one.seen[number])]
            without = _free([one.label for one in mine])
            predicates.append(_shortened(held) if held else without)
        together.setdefault(tuple(predicates), []).append(object)
    return [
        tuple(f"{_named(objects, names)} {predicate}" for predicate in predicates)
        for predicates, objects in together.items()
    ]


def _free(labels: Sequence[str]) -> str:
    """What goes where none of these is so: "can attack" for "can't attack"."""
    barred = [one.removeprefix("can't ") for one in labels]
    if all(one != label for one, label in zip(barred, labels, strict=True)):
        return _shortened([f"can {one}" for one in barred])
    return f"without {_quoted(labels)}"


def _shortened(labels: Sequence[str]) -> str:
    shown = " and ".join(labels[:2])
    return shown if len(labels) < 3 else f"{shown} and {len(labels) - 2} more"


def _sentence(
    contrast: Contrast,
    labels: Sequence[str],
    number: int,
    contrasts: Sequence[Contrast],
    book: Rulebook,
    names: Mapping[str, str],
) -> str:
    seen = contrast.seen[number]
    objects = _named(contrast.objects, names)
    several = len(contrast.objects) > 1
    name = contrast.characteristic
    if not seen and contrast.what == "label":
        seen = (0,)
    elif not seen:
        # Of players and the rules an outcome has only what effects changed.
        return f"{name} of {objects} is unchanged"
    # Where answers of one outcome differ, all that it can be.
    sure = len(seen) == 1
    match contrast.what:
        case "fate":
            verdict = str(seen[0])
            if several:
                verdict = plural_verdict(verdict)
            return f"{objects} {verdict or ('survive' if several else 'survives')}"
        case "zone":
            zones = " or ".join(f"the {zone}" for zone in seen)
            return f"{objects} {'are' if several else 'is'} in {zones}"
        case "status":
            if sure and seen[0] is False and (kept := labels_under(contrast, contrasts)):
                return f"{objects} {'keep' if several else 'keeps'} {_quoted(kept)}"
            be = "are" if several else "is"
            return f"{objects} {_truth(be, seen)} {name}"
        case "label":
            have = "have" if several else "has"
            return f"{objects} {_counted(have, _quoted(labels), seen)}"
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
    return f"{name} of {objects} {'are' if kind == 'set' else 'is'} {values}"


def _truth(be: str, seen: Seen) -> str:
    if len(seen) > 1:
        return f"{be} in some answers"
    return be if seen[0] else f"{be} not"


def _counted(have: str, what: str, seen: Seen) -> str:
    if len(seen) > 1:
        return f"{have} {what} in some answers"
    if seen[0] == 0:
        return f"{have} no {what}"
    return f"{have} {what}" if seen[0] == 1 else f"{have} {what} {seen[0]} times"


def _quoted(labels: Sequence[str]) -> str:
    """Labels in quotes, long ones cut; of more than two the first and how many more there are."""
    short = [
        label if len(label) <= _WIDEST else label[: _WIDEST - 3].rstrip() + "..."
        for label in labels
    ]
    shown = [f"'{label}'" for label in short[: 2 if len(short) < 3 else 1]]
    if len(labels) > len(shown):
        return f"{shown[0]} and {len(labels) - len(shown)} more"
    return " and ".join(shown)


def _names(outcomes: Sequence[Outcome]) -> Mapping[str, str]:
    """What each object is called, where all outcomes have the same name for it."""
    found: dict[str, set[Value]] = {}
    for outcome in outcomes:
        for (object, characteristic), value in outcome.cells.items():
            if characteristic == NAME:
                found.setdefault(object, set()).add(value)
    return {
        object: str(min(values, key=str)) for object, values in found.items() if len(values) == 1
    }


def _named(objects: Sequence[str], names: Mapping[str, str]) -> str:
    return named_together(objects, lambda id: names.get(id) or id)


def plural_verdict(verdict: str) -> str:
    """What goes for one, of several: "dies" -> "die", "is banished" -> "are banished"."""
    word, _, rest = verdict.partition(" ")
    irregular = {"is": "are", "was": "were", "does": "do", "goes": "go", "has": "have"}
    word = irregular.get(word, word.removesuffix("s"))
    return f"{word} {rest}".strip()
