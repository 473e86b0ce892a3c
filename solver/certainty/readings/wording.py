"""What outcomes differ in, as plain facts that can be told in a sentence each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from layerlaw.solver.answer.outcome import ZONE
from layerlaw.solver.board.columns import ABILITIES, BASE, PERMISSIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.answer.outcome import Outcome
    from layerlaw.solver.facts.records import Cell, Value

Seen = tuple["Value", ...]
"""The values of a cell in all answers of an outcome, each once; empty where it is not there."""

What = Literal["fate", "zone", "status", "value", "label"]


@dataclass(frozen=True, slots=True)
class Contrast:
    """One thing that some outcomes differ in.

    what: `fate` (what the state-based checks do to the objects: the verdict, or ""), `zone`,
    `status`, `value` (any other cell), or `label` (how many times an object has the ability or
    the permission called `label`). objects: those of which it holds in the same way. seen: for
    each outcome, in their order; empty where it has no such cell, or no answer at all.
    """

    what: What
    objects: tuple[str, ...]
    characteristic: str
    label: str
    seen: tuple[Seen, ...]

    @property
    def pattern(self) -> tuple[int, ...]:
        """Which outcomes agree: for each the first one that is the same."""
        return tuple(self.seen.index(one) for one in self.seen)


def cells(outcomes: Sequence[Outcome]) -> tuple[tuple[Cell, tuple[Seen, ...]], ...]:
    """The cells that are not the same in all outcomes that have answers, sorted, with the values.

    Outcomes without an answer (a paradox, a refused event) have no values, and are not compared.
    """
    tables = [[dict(answer) for answer in one.answers] for one in outcomes]
    found = []
    for cell in sorted({cell for table in tables for answer in table for cell in answer}):
        seen = tuple(
            tuple(dict.fromkeys(answer[cell] for answer in table if cell in answer))
            for table in tables
        )
        if _differ(seen, outcomes):
            found.append((cell, seen))
    return tuple(found)


def contrasts(outcomes: Sequence[Outcome], rulebook: Rulebook) -> tuple[Contrast, ...]:
    """Everything that the outcomes differ in, the most telling first, objects by id.

    Of abilities and permissions those that are not in all; sets of words are kept as a whole.
    """
    found = [*_fates(outcomes)]
    for (object, characteristic), seen in cells(outcomes):
        if characteristic in (ABILITIES, PERMISSIONS):
            found += _labels(object, characteristic, seen, outcomes)
        else:
            what: What = "value"
            if characteristic == ZONE:
                what = "zone"
            elif characteristic in rulebook.statuses:
                what = "status"
            found.append(Contrast(what, (object,), characteristic, "", seen))
    ranks = {name: number for number, name in enumerate(rulebook.characteristics)}
    kinds: tuple[What, ...] = ("fate", "zone", "status", "value", "label")
    found.sort(
        key=lambda one: (
            one.objects,
            kinds.index(one.what),
            ranks.get(one.characteristic.removeprefix(BASE), len(ranks)),
            one.characteristic,
            one.label,
        )
    )
    return tuple(found)


def telling(found: Sequence[Contrast], rulebook: Rulebook) -> tuple[Contrast, ...]:
    """The contrasts without those that only follow from others, the most telling first.

    The zone where an object is says all of it; a status that silences or disables says what
    becomes of its abilities; a number says what its base value is, and anything at all what is
    permitted: as long as they tell the same outcomes apart. What is the same of several objects
    comes together.
    """
    by_object: dict[tuple[str, ...], list[Contrast]] = {}
    for one in found:
        by_object.setdefault(one.objects, []).append(one)
    patterns = {one.pattern for one in found if one.characteristic != PERMISSIONS}
    together: dict[tuple[object, ...], list[Contrast]] = {}
    for one in found:
        if one.characteristic == PERMISSIONS and one.pattern in patterns:
            continue
        if not any(_covers(other, one, rulebook) for other in by_object[one.objects]):
            key = (one.what, one.characteristic, one.label, one.seen)
            together.setdefault(key, []).append(one)
    kept = [
        Contrast(
            first.what,
            tuple(object for one in (first, *rest) for object in one.objects),
            first.characteristic,
            first.label,
            first.seen,
        )
        for first, *rest in together.values()
    ]
    kinds: tuple[What, ...] = ("fate", "zone", "status", "label", "value")
    return tuple(
        sorted(kept, key=lambda one: (one.characteristic == PERMISSIONS, kinds.index(one.what)))
    )


def labels_under(status: Contrast, found: Iterable[Contrast]) -> tuple[str, ...]:
    """The abilities that the objects have where, and only where, they do not have the status."""
    return tuple(
        one.label
        for one in found
        if one.characteristic == ABILITIES
        and one.objects == status.objects
        and one.pattern == status.pattern
        and all(
            (a == (True,)) != (b and b[0] != 0) for a, b in zip(status.seen, one.seen, strict=True)
        )
    )


def _differ(seen: Sequence[Seen], outcomes: Sequence[Outcome]) -> bool:
    compared = [one for one, outcome in zip(seen, outcomes, strict=True) if outcome.answers]
    return any(one != compared[0] for one in compared[1:])


def _fates(outcomes: Sequence[Outcome]) -> Iterator[Contrast]:
    tables = [{fate.object: fate.verdict for fate in one.fates} for one in outcomes]
    for object in sorted({object for table in tables for object in table}):
        seen = tuple(
            (table.get(object, ""),) if outcome.answers else ()
            for table, outcome in zip(tables, outcomes, strict=True)
        )
        if _differ(seen, outcomes):
            yield Contrast("fate", (object,), "", "", seen)


def _labels(
    object: str, characteristic: str, seen: Sequence[Seen], outcomes: Sequence[Outcome]
) -> Iterator[Contrast]:
    """One difference for each label that not all of them have, or not as many times."""
    lists = [[one for one in values if isinstance(one, tuple)] for values in seen]
    for label in sorted({label for each in lists for values in each for label in values}):
        counts = tuple(
            tuple(dict.fromkeys(values.count(label) for values in each)) for each in lists
        )
        if _differ(counts, outcomes):
            yield Contrast("label", (object,), characteristic, label, counts)


def _covers(one: Contrast, other: Contrast, rulebook: Rulebook) -> bool:
    """Whether the first, of the same object, says all that the second does."""
    if one is other or one.pattern != other.pattern:
        return False
    if one.what == "zone":
        return True
    if one.what == "status":
        status = rulebook.statuses[one.characteristic]
        return (status.silences or status.disables) and other.what == "label"
    return other.characteristic == BASE + one.characteristic


def letters(count: int) -> tuple[str, ...]:
    """Names for so many outcomes."""
    return tuple(letter(number) for number in range(count))


def letter(number: int) -> str:
    """The name of an outcome by its number from 0: A, B, ..., Z, AA, AB, ..."""
    name = ""
    left = number + 1
    while left:
        left, digit = divmod(left - 1, 26)
        name = chr(ord("A") + digit) + name
    return name


def backing(rulebook: Rulebook, point: str) -> Mapping[str, str]:
    """What speaks for each reading of an open point: "SORC-DEP-3 prevails", or nothing.

    A clause prevails where another reading takes other clauses at their word; otherwise the
    reading follows it.
    """
    readings = rulebook.points[point].readings
    found = {}
    for reading in readings:
        others = [one.follows for one in readings if one.follows and one is not reading]
        contested = any(not set(reading.follows) & set(other) for other in others)
        ids = " and ".join(reading.follows)
        plural = len(reading.follows) > 1
        if not ids:
            found[reading.id] = ""
        elif contested:
            found[reading.id] = f"{ids} prevail{'' if plural else 's'}"
        else:
            found[reading.id] = f"follows {ids}"
    return found
