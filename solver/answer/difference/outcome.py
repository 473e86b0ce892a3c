"""What two answers are compared by: what is on the table in the end, not how it came about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.solver.board.columns import ABILITIES, PERMISSIONS, Board
from layerlaw.solver.derivation.course import Course
from layerlaw.solver.derivation.permitted import Unasked, permitted
from layerlaw.solver.layers.cells import text_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.derivation.makers import Makers
    from layerlaw.solver.derivation.permitted import KnownPermitted
    from layerlaw.solver.effects.context import Instances
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.facts.records import Cell, FateRecord, Value

ZONE = "zone"
"""The cell that holds an object's zone."""
PLACE = "place"
"""The cell that holds the squares an object in play stands on, and its level."""
BEARER = "bearer"
"""The cell that holds what carries an object, or what it lies below or is linked with."""

Cells = tuple[tuple["Cell", "Value"], ...]
"""Every cell with its value, sorted by the cells."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one answer; equal outcomes are the same table. See docs/definition.md.

    answers: one for each answer, in no meaningful order (just one where effects apply one after
    another, none in a paradox). fates: what the state-based checks would do. refused: why there
    is no answer at all (an event that cannot happen, conditions that never settle), else "".
    standing: in a paradox, one for each state of what stands; without: the cells without value.
    """

    answers: tuple[Cells, ...] = ()
    fates: tuple[FateRecord, ...] = ()
    refused: str = ""
    standing: tuple[Cells, ...] = ()
    without: frozenset[Cell] = frozenset()

    @property
    def cells(self) -> Mapping[Cell, Value]:
        """The cells that are the same in all answers, in a paradox those that stand."""
        states = self.answers or self.standing
        if not states:
            return {}
        first, *rest = (dict(answer) for answer in states)
        if not rest:
            return first
        return {
            cell: value
            for cell, value in first.items()
            if all(cell in other and other[cell] == value for other in rest)
        }


def outcome(
    answer: Answer, verbs: Collection[str] | None = None, also: Unasked | None = None
) -> Outcome:
    """The outcome of an answer.

    verbs: of permissions only these (None: all). also: what is not asked of them in addition to
    what the answer itself leaves open, because what it is compared with leaves it open.
    """
    unasked = unasked_of(answer) | (also or Unasked())
    known: KnownPermitted = {}
    states = (cells_of(state, verbs, unasked, known) for state in answer.states)
    rest = (standing_cells(one, verbs, unasked) for one in answer.rest)
    return Outcome(
        _in_fixed_order(states),
        sorted_fates(answer.due),
        standing=_in_fixed_order(rest),
        without=answer.without,
    )


def _in_fixed_order(states: Iterable[Cells]) -> tuple[Cells, ...]:
    # Their own order goes by age, and who is older is no part of what is on the table.
    found = tuple(states)
    return tuple(sorted(found, key=repr)) if len(found) > 1 else found


def unasked_of(answer: Answer) -> Unasked:
    """What a paradox leaves open about permissions: who has no statements, or no controller."""
    if not answer.without:
        return Unasked()
    partners = frozenset(id for id, name in answer.without if name == PERMISSIONS)
    control = answer.rulebook.control
    lost = {id for id, name in answer.without if name == control}
    agreed = answer.final
    held = {id for (id, name), value in agreed.items() if name == control and value in partners}
    return Unasked(partners, frozenset(lost | held))


def standing_cells(rest: Answer, verbs: Collection[str] | None, unasked: Unasked) -> Cells:
    """The cells of one state of what stands in a paradox, permissions as they are decided."""
    board = Board(dict(rest.end.columns), rest.end.had)
    bare = replace(rest, course=Course(rest.runs, board))
    cells = cells_of(bare, verbs, unasked)
    return tuple((cell, value) for cell, value in cells if cell not in rest.without)


def refusal(error: Exception) -> Outcome:
    """The outcome where there is no answer: the error's message."""
    return Outcome(refused=str(error))


def message_of(error: LayerlawError) -> str:
    """What is wrong, without the place in the file."""
    if isinstance(error, BadInput):
        return "; ".join(problem.message for problem in error.problems)
    return str(error)


def cells_of(
    answer: Answer,
    verbs: Collection[str] | None = None,
    unasked: Unasked | None = None,
    known: KnownPermitted | None = None,
) -> Cells:
    """What is on the table in one state; of a paradox the starting board.

    known: what is permitted in other states of the same situation, asked the same.
    """
    return table(
        answer.world,
        answer.instances,
        answer.final,
        answer.end,
        answer.makers,
        verbs,
        unasked,
        known,
    )


def table(
    world: World,
    instances: Instances,
    final: Mapping[Cell, Value],
    board: Board,
    effects: Makers,
    verbs: Collection[str] | None = None,
    unasked: Unasked | None = None,
    known: KnownPermitted | None = None,
) -> Cells:
    """What is on the table on a complete board.

    final: its cells as `Answer.final` has them. effects: those that made marks on it, by
    what these bear; what decides by age goes by their keys. Abilities whatever
    gave them, a keyword once; of permissions what is decided. verbs, unasked, known: see
    `permitted`.
    """
    cells: dict[Cell, Value] = {}
    for (object, characteristic), value in final.items():
        if characteristic == ABILITIES:
            value = _abilities(board.values(ABILITIES, world.index[object]), instances)
        cells[object, characteristic] = value
    allowed = permitted(world, board, effects, verbs, unasked, known)
    for object in {*allowed, *(id for id, what in cells if what == PERMISSIONS)}:
        cell = (object, PERMISSIONS)
        if object in allowed:
            cells[cell] = allowed[object]
        elif world.index[object] < len(world.situation.things):
            cells[cell] = ()
        else:
            # Players have cells only for what has changed.
            cells.pop(cell, None)
    for thing in world.situation.things:
        cells[thing.id, ZONE] = thing.zone
        cells[thing.id, BEARER] = thing.bearer
        if thing.place is not None and thing.zone == world.rulebook.in_play:
            squares = ", ".join(map(str, thing.place.squares))
            void = "".join(f", {square} in the void" for square in thing.place.void)
            cells[thing.id, PLACE] = f"{squares} ({thing.place.level}{void})"
    return tuple(sorted(cells.items()))


def sorted_fates(fates: Iterable[FateRecord]) -> tuple[FateRecord, ...]:
    """What the checks would do, in a fixed order that means nothing."""
    return tuple(sorted(fates, key=lambda fate: (fate.object, fate.verdict, fate.zone)))


def _abilities(held: Iterable[object], instances: Instances) -> tuple[str, ...]:
    """The abilities of an object, whatever gave them; a keyword counts once."""
    abilities = [instances[number].ability for number in held if isinstance(number, int)]
    keywords = {ability.title for ability in abilities if ability.title is not None}
    texts = [text_of(ability) for ability in abilities if ability.keyword is None]
    return tuple(sorted((*keywords, *texts)))
