"""What outcomes differ in, as plain facts that take a sentence each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.answer.difference.cells import Seen, differ, differences_of
from layerlaw.solver.answer.difference.outcome import ZONE
from layerlaw.solver.board.columns import ABILITIES, BASE, PERMISSIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.answer.difference.cells import Difference
    from layerlaw.solver.answer.difference.outcome import Outcome

What = Literal["fate", "zone", "status", "value", "label"]


@dataclass(frozen=True, slots=True)
class Contrast:
    """One thing that some outcomes differ in.

    what: `fate` (what the state-based checks do to the objects: the verdict, or ""), `zone`,
    `status`, `value` (any other cell), or `label` (how many times an object has the ability or
    the permission called `label`). objects: those for which it holds in the same way. seen: for
    each outcome, in their order; empty where it has no such cell, or no answer at all.
    """

    what: What
    objects: tuple[str, ...]
    characteristic: str
    label: str
    seen: tuple[Seen, ...]

    @property
    def pattern(self) -> tuple[int, ...]:
        """For each outcome the first one that has the same values."""
        return tuple(self.seen.index(values) for values in self.seen)


def contrasts(outcomes: Sequence[Outcome], rulebook: Rulebook) -> tuple[Contrast, ...]:
    """Everything that the outcomes differ in, by object, the most telling first.

    Abilities and permissions count one by one, where not all outcomes have them; a set of words
    counts as a whole.
    """
    found = [*_fates(outcomes)]
    for cell in differences_of(outcomes):
        if cell.characteristic in (ABILITIES, PERMISSIONS):
            found += _labels(cell, outcomes)
        else:
            what: What = "value"
            if cell.characteristic == ZONE:
                what = "zone"
            elif cell.characteristic in rulebook.statuses:
                what = "status"
            found.append(Contrast(what, (cell.object,), cell.characteristic, "", cell.values))
    ranks = {name: number for number, name in enumerate(rulebook.characteristics)}
    kinds: tuple[What, ...] = ("fate", "zone", "status", "value", "label")

    def key(contrast: Contrast) -> tuple[object, ...]:
        return (
            contrast.objects,
            kinds.index(contrast.what),
            ranks.get(contrast.characteristic.removeprefix(BASE), len(ranks)),
            contrast.characteristic,
            contrast.label,
        )

    return tuple(sorted(found, key=key))


def without_consequences(contrasts: Sequence[Contrast], rulebook: Rulebook) -> tuple[Contrast, ...]:
    """The contrasts that do not just follow from others, the most telling first.

    A zone says all about an object; a status that silences or disables says what becomes of its
    abilities; a number says what its base value is; and anything at all says what is permitted:
    as long as they tell the same outcomes apart. Objects with the same contrast come together.
    """
    by_object: dict[tuple[str, ...], list[Contrast]] = {}
    for contrast in contrasts:
        by_object.setdefault(contrast.objects, []).append(contrast)
    patterns = {one.pattern for one in contrasts if one.characteristic != PERMISSIONS}
    alike: dict[tuple[object, ...], list[Contrast]] = {}
    for contrast in contrasts:
        if contrast.characteristic == PERMISSIONS and contrast.pattern in patterns:
            continue
        if not any(_covers(c, contrast, rulebook) for c in by_object[contrast.objects]):
            key = (contrast.what, contrast.characteristic, contrast.label, contrast.seen)
            alike.setdefault(key, []).append(contrast)
    kept = [
        replace(group[0], objects=tuple(id for contrast in group for id in contrast.objects))
        for group in alike.values()
    ]
    kinds: tuple[What, ...] = ("fate", "zone", "status", "label", "value")
    return tuple(
        sorted(kept, key=lambda one: (one.characteristic == PERMISSIONS, kinds.index(one.what)))
    )


def labels_under(status: Contrast, contrasts: Iterable[Contrast]) -> tuple[str, ...]:
    """The abilities that the objects have where, and only where, they do not have the status."""
    return tuple(
        contrast.label
        for contrast in contrasts
        if contrast.characteristic == ABILITIES
        and contrast.objects == status.objects
        and contrast.pattern == status.pattern
        and all(
            (on == (True,)) != (count and count[0] != 0)
            for on, count in zip(status.seen, contrast.seen, strict=True)
        )
    )


def _fates(outcomes: Sequence[Outcome]) -> Iterator[Contrast]:
    tables = [{fate.object: fate.verdict for fate in one.fates} for one in outcomes]
    for object in sorted({object for table in tables for object in table}):
        seen = tuple(
            (table.get(object, ""),) if outcome.answers else ()
            for table, outcome in zip(tables, outcomes, strict=True)
        )
        if differ(seen, outcomes):
            yield Contrast("fate", (object,), "", "", seen)


def _labels(cell: Difference[Seen], outcomes: Sequence[Outcome]) -> Iterator[Contrast]:
    """One contrast for each label that not all outcomes have, or not as many times."""
    lists = [[labels for labels in seen if isinstance(labels, tuple)] for seen in cell.values]
    for label in sorted({label for seen in lists for labels in seen for label in labels}):
        counts = tuple(
            tuple(dict.fromkeys(labels.count(label) for labels in seen)) for seen in lists
        )
        if differ(counts, outcomes):
            yield Contrast("label", (cell.object,), cell.characteristic, label, counts)


def _covers(covering: Contrast, covered: Contrast, rulebook: Rulebook) -> bool:
    """Whether the first contrast, of the same object, says all that the second does."""
    if covering is covered or covering.pattern != covered.pattern:
        return False
    if covering.what == "zone":
        return True
    if covering.what == "status":
        status = rulebook.statuses[covering.characteristic]
        return (status.silences or status.disables) and covered.what == "label"
    return covered.characteristic == BASE + covering.characteristic
