"""Trials for the replay: every dependency that a board shows, held against those recorded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.apply import apply
from layerlaw.solver.certificate.replay.board import ABILITIES, FIXED, KEYWORDS
from layerlaw.solver.certificate.replay.operations import WordsOperand
from layerlaw.solver.certificate.replay.parts import Each
from layerlaw.solver.certificate.shape import in_rows
from layerlaw.solver.facts.records import Witness
from layerlaw.solver.facts.rows import Found

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.operations import OperandTree
    from layerlaw.solver.certificate.replay.parts import Observation, Operand, ReplayPart
    from layerlaw.solver.certificate.replay.space import ReplayTable
    from layerlaw.solver.certificate.replay.tracking import ObservedParts
    from layerlaw.solver.facts.records import Dependency


Edge = tuple[int, int]
"""The places of (x, y) among the parts: x depends on y."""


@dataclass(slots=True)
class Edges:
    """Dependencies between parts. gone: for each part those without which it would exist.

    other: all others, with their witnesses.
    """

    names: tuple[str, ...]
    gone: list[int]
    other: dict[Edge, Witness] = field(default_factory=dict)

    def pairs(self) -> Iterator[tuple[Edge, Witness]]:
        """One by one."""
        for place, row in enumerate(self.gone):
            on = 0
            while row:
                if row & 1:
                    yield (place, on), Witness("existence")
                row >>= 1
                on += 1
        yield from self.other.items()

    def __len__(self) -> int:
        return sum(row.bit_count() for row in self.gone) + len(self.other)


def by_action(
    board: ReplayBoard,
    pending: Sequence[ReplayPart],
    tested: set[ReplayPart],
    watches: ObservedParts,
    effects: ReplayEffects,
) -> Edges:
    """The dependencies of all pairs that hold a tested part, on the board: what one would do
    differs once the other is applied alone. pending: the parts that are pending and exist.

    watches: all of them are on watch. Clauses: SORC-DEP-1, SORC-DEP-2.
    """
    edges = Edges(tuple(part.id for part in pending), [0] * len(pending))
    place_of = {part: place for place, part in enumerate(pending)}
    kinds = {part: effects.kind(part) for part in pending}
    for place, other in enumerate(pending):
        seen = watches.of[other].seen
        if seen is None or not (effects.early.takes(other) or _could_touch(other, seen, watches)):
            continue
        bit = 1 << place
        tries = other in tested
        board.begin()
        apply(other, seen, board, effects)
        delta = board.delta()
        doubtful = effects.may_have_lost(delta)
        marked = FIXED in board.columns
        # What one part of a kind would do now, each other one would.
        known: dict[int, Witness | None] = {}
        for watch in watches.touched(delta):
            part = watch.part
            if part is other or not (tries or part in tested):
                continue
            mine = place_of.get(part)
            if mine is None or watch.seen is None:
                continue
            if effects.may_be_gone(part, doubtful) and (
                effects.lost_ability(part, delta) or not effects.exists(part, board)
            ):
                edges.gone[mine] |= bit
                continue
            kind = None if marked else kinds[part]
            if kind is None or kind not in known:
                now = effects.look(part, board)
                differs = now != watch.seen
                found = difference(part, watch.seen, now, effects.table) if differs else None
                if kind is not None:
                    known[kind] = found
            else:
                found = known[kind]
            if found is not None:
                edges.other[mine, place] = found
        board.rollback()
    return edges


def by_removal(
    board: ReplayBoard,
    pending: Sequence[ReplayPart],
    tested: set[ReplayPart],
    watches: ObservedParts,
    effects: ReplayEffects,
) -> Edges:
    """As `by_action`, where a part depends on another only if that takes its ability away.

    Of two whose own layers go by actions, what one would do counts as well.
    """
    edges = Edges(tuple(part.id for part in pending), [0] * len(pending))
    for place, other in enumerate(pending):
        seen = watches.of[other].seen
        if seen is None:
            continue
        board.begin()
        apply(other, seen, board, effects)
        for mine, part in enumerate(pending):
            if part is other or not (other in tested or part in tested):
                continue
            if effects.removed(part, board):
                edges.gone[mine] |= 1 << place
            elif effects.by_actions(part) and effects.by_actions(other):
                before = watches.of[part].seen
                if not effects.stands(part, board):
                    edges.gone[mine] |= 1 << place
                elif before is not None and (now := effects.look(part, board)) != before:
                    edges.other[mine, place] = difference(part, before, now, effects.table)
        board.rollback()
    return edges


def _could_touch(part: ReplayPart, seen: Observation, watches: ObservedParts) -> bool:
    """Whether the part could write anything that is looked at."""
    for step, doing in zip(part.steps, seen, strict=True):
        for act, reach in zip(step.acts, doing.reach, strict=True):
            for characteristic in act.meaning.about:
                if reach & watches.widely.get(characteristic, 0):
                    return True
                if characteristic == ABILITIES and reach & watches.widely.get(KEYWORDS, 0):
                    return True
    return False


def difference(
    part: ReplayPart, before: Observation, now: Observation | None, table: ReplayTable
) -> Witness:
    """The canonical witness that two observations differ."""
    if now is None:
        return Witness("existence")
    for number, (old, new) in enumerate(zip(before, now, strict=True)):
        if old.scope != new.scope:
            entered, left = new.scope & ~old.scope, old.scope & ~new.scope
            named = table.named(entered), table.named(left)
            return Witness("scope", number, entered=named[0], left=named[1])
    for number, (old, new) in enumerate(zip(before, now, strict=True)):
        for place, (one, other) in enumerate(zip(old.operands, new.operands, strict=True)):
            if one != other:
                tree = part.steps[number].acts[place].meaning.operand
                texts = written(one, tree, table), written(other, tree, table)
                return Witness("action", number, place, before=texts[0], after=texts[1])
    raise AssertionError("two observations that do not differ")


def written(operand: Operand, tree: OperandTree | None, table: ReplayTable) -> str:
    """An operand as text."""
    if operand is None:
        return "nothing"
    if isinstance(operand, int):
        return str(operand)
    if isinstance(operand, frozenset):
        none = "nothing" if isinstance(tree, WordsOperand) else "no one"
        return ", ".join(sorted(operand)) or none
    if isinstance(operand, Each):
        each = operand.operands.items()
        texts = [f"{table.ids[place]}: {written(one, tree, table)}" for place, one in each]
        return ", ".join(texts) or "nothing"
    return ", ".join(operand) or "nothing"


def check_edges(
    recorded: Sequence[Dependency], right: Edges, aside: Collection[tuple[str, str]], turn: int
) -> str | None:
    """What is wrong with the recorded dependencies; None where they are the right ones.

    aside: pairs for which a trial shows an edge that is none.
    """
    if not aside and isinstance(recorded, Found) and in_rows(recorded) and _same(recorded, right):
        return None
    return _first_wrong(recorded, right, aside, turn)


def _same(recorded: Found, right: Edges) -> bool:
    """Whether the rows are the same, and every witness."""
    return (
        recorded.names == right.names
        and list(recorded.gone) == right.gone
        and recorded.other.keys() == right.other.keys()
        and all(recorded.other[edge] == witness for edge, witness in right.other.items())
    )


def _first_wrong(
    recorded: Sequence[Dependency], right: Edges, aside: Collection[tuple[str, str]], turn: int
) -> str | None:
    names = right.names
    known = {
        (names[one], names[other]): witness
        for (one, other), witness in right.pairs()
        if (names[one], names[other]) not in aside
    }
    seen: set[tuple[str, str]] = set()
    for edge in recorded:
        pair = (edge.effect, edge.on)
        if pair not in known or pair in seen:
            return f"{edge.effect} does not depend on {edge.on} at turn {turn}"
        if edge.witness != known[pair]:
            return f"{edge.effect} depends on {edge.on} by {known[pair]}, and not by {edge.witness}"
        seen.add(pair)
    for effect, on in known:
        if (effect, on) not in seen:
            return f"{effect} depends on {on} at turn {turn}, unrecorded"
    return None
