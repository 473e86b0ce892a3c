"""What an answer comes to, and what decided it: the facts that a ruling is told from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.answer.absences import keyword_of, never_applied
from layerlaw.solver.answer.explain import changed_cells, clauses, clauses_of_layer, lost_to
from layerlaw.solver.board.columns import ABILITIES, BASE, NAME, PERMISSIONS
from layerlaw.solver.facts.records import Value
from layerlaw.solver.facts.situation import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell, Witness
    from layerlaw.solver.layers.runs import LayerRun

How = Literal["loop", "waits", "lost", "overwritten"]


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """A characteristic of an object that effects made otherwise than it would be without them.

    by: the effects that wrote it, in the order of their turns. holders: whose effects these are.
    """

    object: str
    characteristic: str
    before: Value
    after: Value
    by: tuple[str, ...]
    holders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deciding:
    """Why effects came in their order, or came to nothing.

    how: `loop` (effects, in the order of their turns, that depend on each other), `waits`
    (effects: one that depends on another; it went second, though it is older), `lost` (effects:
    one that was lost, and what ended it) or `overwritten` (effects: the older and the younger,
    which set the same value). holders: the objects whose effects they are. layer: its id; of what
    was lost before its layer "". clauses: what it rests on. last: of a loop, whether all but its
    first effect had nothing left to change. witness: for `waits`, that of the dependency. keyword:
    of what was lost, what it is called if it is a keyword's.
    """

    how: How
    effects: tuple[str, ...]
    holders: tuple[str, ...]
    layer: str
    clauses: tuple[str, ...]
    last: bool = False
    witness: Witness | None = None
    keyword: str = ""


def changed_values(answer: Answer) -> tuple[ChangedValue, ...]:
    """What effects changed, object by object, comparing the end with the beginning.

    Of several answers only what they agree on, of a paradox what stands. A base value is told
    only where the value itself did not change; permissions and what the game's own rules change
    are not told.
    """
    states = answer.states or answer.rest
    written: dict[Cell, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for state in states:
        for cell, effects in _writers(state).items():
            whose = tuple(dict.fromkeys(_holders(state, effects)))
            written.setdefault(cell, (effects, whose))
    began = answer.shown.final(answer.start, answer.start)
    found: dict[Cell, ChangedValue] = {}
    for cell, (by, whose) in written.items():
        object, characteristic = cell
        if characteristic == PERMISSIONS or cell not in answer.agreed:
            continue
        after = answer.agreed[cell]
        before = _before(states, by[0], cell) if began.get(cell) is None else began[cell]
        if before != after:
            found[cell] = ChangedValue(object, characteristic, before, after, by, whose)
    return tuple(
        change
        for (object, characteristic), change in found.items()
        if not characteristic.startswith(BASE)
        or (object, characteristic.removeprefix(BASE)) not in found
    )


def deciding(answer: Answer) -> tuple[Deciding, ...]:
    """What decided a settled answer, the most telling first: loops, waiting, losses, last words.

    Nothing where effects apply at the same time, for there nothing comes first.
    """
    if answer.answers is not None:
        return ()
    found: list[Deciding] = []
    for run in answer.runs:
        found += _of_layer(answer, run)
    found += _losses(answer, {one.effects[0] for one in found if one.how == "lost"})
    ranks: tuple[How, ...] = ("loop", "waits", "lost", "overwritten")
    return tuple(sorted(found, key=lambda one: ranks.index(one.how)))


def _before(states: Sequence[Answer], effect: str, cell: Cell) -> Value:
    """What it was before the first effect of a card: the game's own rules may have set it.

    None where the states do not agree.
    """
    found = {
        change.before
        for state in states
        for record in state.layers
        for turn in record.turns
        if turn.effect == effect
        for change in turn.changes
        if (change.object, change.characteristic) == cell
    }
    return found.pop() if len(found) == 1 else None


def _writers(state: Answer) -> dict[Cell, tuple[str, ...]]:
    """The cells that effects of cards changed, in the order of the objects, with those effects."""
    by: dict[Cell, dict[str, None]] = {cell: {} for cell in changed_cells(state)}
    for record in state.layers:
        for turn in record.turns:
            for change in turn.changes:
                cell = (change.object, change.characteristic)
                if cell in by and state.effects[turn.effect].source != RULES:
                    by[cell][turn.effect] = None
    return {cell: tuple(effects) for cell, effects in by.items()}


def _of_layer(answer: Answer, run: LayerRun) -> Iterator[Deciding]:
    layer = answer.rulebook.layers[run.layer].id
    record = answer.layer(layer)
    turns = [turn for turn in run.turns if turn.part.effect.source != RULES]
    place = {turn.part.id: number for number, turn in enumerate(turns)}
    key = {turn.part.id: turn.part.key for turn in turns}
    changed = {turn.effect for turn in record.turns if turn.changes}
    together: dict[str, frozenset[str]] = {}

    def holders(effects: tuple[str, ...]) -> tuple[str, ...]:
        return _holders(answer, effects)

    for members in record.loops:
        loop = tuple(sorted((id for id in members if id in place), key=place.__getitem__))
        if len(loop) < 2:
            continue
        together |= dict.fromkeys(loop, frozenset(loop))
        idle = loop[0] in changed and not changed.intersection(loop[1:])
        yield Deciding(
            "loop", loop, holders(loop), layer, clauses(answer.rulebook, "loop"), last=idle
        )
    for found in answer.dependencies(layer):
        one, on = found.effect, found.on
        if one not in place or on not in place or one in together.get(on, ()):
            continue
        if place[on] < place[one] and key[one] < key[on]:
            waiting = clauses(answer.rulebook, "dependents")
            yield Deciding(
                "waits", (one, on), holders((one, on)), layer, waiting, witness=found.witness
            )
    for number, turn in enumerate(run.turns):
        if turn.verdict == "lost" and turn.part.id in place:
            culprit = lost_to(answer, run, number)
            if culprit is not None:
                ended = clauses_of_layer(answer.rulebook, culprit[1])
                pair = (turn.part.id, culprit[0])
                word = keyword_of(turn.part.effect.ability)
                yield Deciding("lost", pair, holders(pair), culprit[1], ended, keyword=word)
    yield from _last_words(answer, run, together)


def _last_words(
    answer: Answer, run: LayerRun, together: dict[str, frozenset[str]]
) -> Iterator[Deciding]:
    """Effects of which the younger set again what the older had set, to something else."""
    layer = answer.rulebook.layers[run.layer].id
    set_by: dict[Cell, str] = {}
    told: set[tuple[str, str]] = set()
    kinds = answer.shown.kinds
    for turn in answer.layer(layer).turns:
        for change in turn.changes:
            cell = (change.object, change.characteristic)
            if cell[1] in (ABILITIES, PERMISSIONS, NAME) or kinds.get(cell[1]) in ("number", "set"):
                continue
            before = set_by.get(cell)
            set_by[cell] = turn.effect
            if before is None or (before, turn.effect) in told:
                continue
            told.add((before, turn.effect))
            older = answer.effects[before].key < answer.effects[turn.effect].key
            if older and turn.effect not in together.get(before, ()):
                order = clauses(answer.rulebook, "timestamps")
                pair = (before, turn.effect)
                yield Deciding("overwritten", pair, _holders(answer, pair), layer, order)


def _losses(answer: Answer, told: set[str]) -> Iterator[Deciding]:
    """Effects that were taken away before their layer, from whom they would have applied to."""
    for absence, whom in never_applied(answer):
        if absence.by and whom and absence.effect not in told:
            ended = tuple(clause for reason in absence.reasons[1:] for clause in reason.clauses)
            told.add(absence.effect)
            pair = (absence.source, *_holders(answer, (absence.by,)))
            effects = (absence.effect, absence.by)
            yield Deciding("lost", effects, pair, "", ended, keyword=absence.keyword)


def _holders(answer: Answer, effects: tuple[str, ...]) -> tuple[str, ...]:
    """The objects whose effects they are."""
    things = answer.world.things
    return tuple(things[answer.effects[effect].holder].id for effect in effects)
