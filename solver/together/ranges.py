"""The ranges that all that may still be done leaves the numbers of objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import BARS, bits
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.context import floor_of
from layerlaw.solver.effects.operations import arithmetic
from layerlaw.solver.effects.writing import kept_at
from layerlaw.solver.together.numbers import hull

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.writing import Change, Operand
    from layerlaw.solver.together.candidates import Candidates
    from layerlaw.solver.together.deeds import Candidate, Deed
    from layerlaw.solver.together.immediate_consequence import Plain
    from layerlaw.solver.together.partial import Grouped, Range


@dataclass(frozen=True, slots=True)
class Decided:
    """What ranges have to know of a `State`; the words mean what they mean there.

    The tables are the state's own; it is not referred to.
    """

    candidates: Candidates
    plain: Plain
    directed: bool
    supposed: bool
    exists: Mapping[Candidate, bool | None]
    done: Mapping[Deed, Objects]
    spared: Mapping[Deed, Objects]
    ready: Mapping[Deed, Objects]
    limits: Mapping[Deed, Mapping[int, Range]]
    values: Mapping[Deed, Mapping[int, Operand]]


class NumberRanges:
    """The ranges of the numbers of objects, worked out as they are asked for."""

    def __init__(self, decided: Decided) -> None:
        self._decided = decided
        self._found: dict[str, dict[Range | None, Objects]] = {}

    def __call__(self, characteristic: str, objects: Objects) -> Grouped:
        """The ranges of a number of these objects, each with those that have it."""
        found = self._found.setdefault(characteristic, {})
        rest = objects
        for held in found.values():
            rest &= ~held
        if rest:
            for ends, held in number_ranges(self._decided, characteristic, rest):
                found[ends] = found.get(ends, NO_OBJECTS) | held
        return [(ends, held & objects) for ends, held in found.items() if held & objects]


_Places = dict[tuple["Range | None", bool], "Objects"]
"""Objects by the range of a number so far, and whether they may lack it; None: all lack it."""


def number_ranges(state: Decided, characteristic: str, objects: Objects) -> Grouped:
    """The ranges of a number of objects; None where that is not simple, or has no bounds."""
    start = state.candidates.start
    if start.column(BARS).get(("number", characteristic), 0):
        return [(None, objects)]
    world = state.candidates.world
    floor = floor_of(characteristic, world.rulebook)
    places: _Places = {}
    missing = objects
    for number, held in start.column(characteristic).items():
        if held & missing and isinstance(number, int):
            places[(number, number), False] = held & missing
            missing &= ~held
    if missing:
        places[None, True] = missing
    unknown = NO_OBJECTS
    for deed in state.plain.numbering(characteristic):
        exists = state.exists[deed.candidate]
        touched = deed.step.allowed & ~state.spared[deed] & objects & ~unknown
        if exists is False or not touched:
            continue
        operation = deed.prepared.operation
        if not isinstance(operation, a.SetNumber | a.ChangeNumber | a.Limit):
            unknown |= touched
            continue
        if characteristic not in deed.prepared.writes:
            continue  # It could come here by a swap alone, and no swap is made of this object.
        # Before its operand is known it is not gathered, so its old number is possible too as long
        # as all that is decided has to be gathered.
        sure = state.done[deed] if exists else NO_OBJECTS
        if not state.supposed:
            sure &= state.ready[deed]
        change = arithmetic(operation)
        for operands, mine in _operand_ranges(state, deed, touched):
            if operands is None:
                unknown |= mine
                continue
            after: _Places = {}
            for (there, lacks), held in places.items():
                after = _joined(after, (there, lacks), held & ~mine)
                if held & mine:
                    ends, lacking = _changed(change, there, lacks, operands)
                    if floor is not None:
                        ends = [end if end >= floor else kept_at(floor, end, world) for end in ends]
                    now = (min(ends), max(ends)) if ends else None
                    after = _joined(after, (now, lacking), held & mine & sure)
                    if held & mine & ~sure:
                        ends += there or ()
                        now = (min(ends), max(ends)) if ends else None
                        after = _joined(after, (now, lacks), held & mine & ~sure)
            places = after
    found: Grouped = [(None, unknown)] if unknown else []
    for (there, lacks), held in places.items():
        if held & ~unknown:
            # A missing number reads as 0.
            ends_read = hull(there or (0, 0), (0, 0)) if lacks or there is None else there
            found.append((ends_read, held & ~unknown))
    return found


def _joined(places: _Places, place: tuple[Range | None, bool], objects: Objects) -> _Places:
    if objects:
        places[place] = places.get(place, NO_OBJECTS) | objects
    return places


def _changed(
    change: Change, there: Range | None, lacks: bool, operands: Range
) -> tuple[list[int], bool]:
    """The ends of what becomes of a range, and whether the number may be missing still."""
    # What changes do rises with the operand or falls with it, so its ends are enough.
    ends = [
        new
        for old in there or ()
        for operand in set(operands)
        if (new := change(old, operand)) is not None
    ]
    if not lacks:
        return ends, False
    # "At least 1" makes a number of none where "at least 0" does not, so that is an end too.
    first = min(max(operands[0], 1), operands[1])
    made = [change(None, operand) for operand in (*operands, first)]
    return ends + [new for new in made if new is not None], None in made


def _operand_ranges(state: Decided, deed: Deed, objects: Objects) -> Grouped:
    """The ranges of its operand, each with those of the objects for which it is that."""
    if deed.each:
        return [
            (_operand_range(state, deed, it, bool(state.ready[deed] >> it & 1)), 1 << it)
            for it in bits(objects)
        ]
    found: Grouped = []
    for ready, mine in ((True, objects & state.ready[deed]), (False, objects & ~state.ready[deed])):
        if mine:
            found.append((_operand_range(state, deed, -1, ready), mine))
    return found


def _operand_range(state: Decided, deed: Deed, it: int, ready: bool) -> Range | None:
    if not ready:
        if not state.directed:
            return None  # What is asked is what could be told without it.
        return state.limits.get(deed, {}).get(it)
    operand = state.values[deed][it]
    assert isinstance(operand, int)
    return operand, operand
