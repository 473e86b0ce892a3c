"""Trials for the replay: every dependency that a board shows, held against those recorded."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.graph import turned_round
from layerlaw.solver.certificate.replay.alike import writes_no_name
from layerlaw.solver.certificate.replay.apply import apply
from layerlaw.solver.certificate.replay.board import ABILITIES, FIXED, KEYWORDS, ones, row_of
from layerlaw.solver.certificate.replay.copied import CopiedForm
from layerlaw.solver.certificate.replay.operations import GainedOperand, WordsOperand
from layerlaw.solver.certificate.replay.parts import ActivatedAbilities, Each
from layerlaw.solver.certificate.replay.readers import Readers
from layerlaw.solver.certificate.shape import in_rows
from layerlaw.solver.facts.records import Witness
from layerlaw.solver.facts.rows import Found, SharedWitnesses

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.operations import OperandTree
    from layerlaw.solver.certificate.replay.parts import Observation, Operand, ReplayPart
    from layerlaw.solver.certificate.replay.space import ReplayTable
    from layerlaw.solver.certificate.replay.tracking import ObservedParts, SharedLook
    from layerlaw.solver.facts.records import Dependency


Edge = tuple[int, int]
"""The places of (x, y) among the parts: x depends on y."""

Block = tuple[int, int, Witness]
"""A row of parts, one that each of them depends on, and the witness of it."""

Tried = tuple[dict[int, int], list[Block]]
"""For each part those that would not exist without it, if there are; all other dependencies."""

Shown = tuple[int, list[tuple[int, Witness]]]
"""Who would not exist without a part; who else depends on it, by the witness of that."""


@dataclass(slots=True)
class Edges:
    """Dependencies between parts. gone: for each part those without which it would exist.

    blocks: others, together. other: all others, with their witnesses.
    """

    names: tuple[str, ...]
    gone: list[int]
    other: dict[Edge, Witness] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)

    def pairs(self) -> Iterator[tuple[Edge, Witness]]:
        """One by one."""
        for place, row in enumerate(self.gone):
            for on in ones(row):
                yield (place, on), Witness("existence")
        for who, on, witness in self.blocks:
            for place in ones(who):
                yield (place, on), witness
        yield from self.other.items()

    def across(self, some: int) -> Iterator[Edge]:
        """Those between one of these parts and one that is none of them."""
        for place, row in enumerate(self.gone):
            for on in ones(row & (~some if some >> place & 1 else some)):
                yield place, on
        for who, on, _ in self.blocks:
            for place in ones(who & (~some if some >> on & 1 else some)):
                yield place, on
        for place, on in self.other:
            if (some >> place ^ some >> on) & 1:
                yield place, on

    def by_witness(self) -> dict[Witness, dict[int, int]]:
        """Of those that are not of lost existence: for each witness, by what is depended on, who
        depends on it."""
        single = ((1 << place, on, witness) for (place, on), witness in self.other.items())
        return by_witness((*self.blocks, *single))

    def __len__(self) -> int:
        gone = sum(row.bit_count() for row in self.gone)
        return gone + sum(who.bit_count() for who, _, _ in self.blocks) + len(self.other)


class ActionTrials:
    """Trials of pending parts on a board: what one would do differs once another is applied alone.

    pending: the parts that are pending and exist, all of them on watch. They may be tried again
    when some of them have gone, as long as nothing was written that the others look at. acting:
    the places of those that could touch another. found: what was seen of all.
    Clauses: SORC-DEP-1, SORC-DEP-2.
    """

    def __init__(
        self,
        board: ReplayBoard,
        pending: Sequence[ReplayPart],
        watches: ObservedParts,
        effects: ReplayEffects,
    ) -> None:
        self.board = board
        self.pending = pending
        self._watches = watches
        self._effects = effects
        self._readers: Readers | None = None
        self.acting = 0
        self.found: Tried = {}, []
        for place, other in enumerate(pending):
            seen = watches.of[other].seen
            if seen is not None and (
                effects.early.takes(other, board) or _could_touch(other, seen, watches)
            ):
                self.acting |= 1 << place

    def edges(self, tested: int) -> Edges:
        """The dependencies of all pairs of parts that hold one at these places."""
        self.found = ended, blocks = self.tried(-1, tested)
        rows = [ended.get(place, 0) for place in range(len(self.pending))]
        return Edges(tuple(part.id for part in self.pending), turned_round(rows), blocks=blocks)

    def tried(self, among: int, tested: int = -1) -> Tried:
        """What is seen of all pairs of parts at these places that hold a tested one."""
        ended: dict[int, int] = {}
        blocks: list[Block] = []
        witnesses: dict[tuple[object, ...], Witness] = {}
        shown: dict[SharedLook, Shown] = {}
        all_tested = not ~tested & (1 << len(self.pending)) - 1
        for place in ones(self.acting & among):
            others = among & ~(1 << place)
            alike = self._writing_alike(place) if all_tested else None
            if alike is None:
                others &= -1 if tested >> place & 1 else tested
                gone, told = self._applied(place, others, witnesses)
            else:
                # What is written is the same whoever of them writes it.
                if alike not in shown:
                    shown[alike] = self._applied(place, among, witnesses)
                gone, told = shown[alike]
            if gone & others:
                ended[place] = gone & others
            blocks += [(who & others, place, one) for who, one in told if who & others]
        return ended, blocks

    def _writing_alike(self, place: int) -> SharedLook | None:
        """The look by which parts are known that write the same as that one; None for it alone."""
        part = self.pending[place]
        watch = self._watches.of[part]
        # What was done early is taken back by name, so that without one it is not asked for whom.
        nameless = watch.kind is not None and writes_no_name(part.effect.ability)
        return watch.look if nameless else None

    def _applied(
        self, place: int, others: int, witnesses: dict[tuple[object, ...], Witness]
    ) -> Shown:
        """What is seen of those at these places once the part at that place is applied."""
        board, pending, watches, effects = self.board, self.pending, self._watches, self._effects
        other = pending[place]
        seen = watches.of[other].seen
        assert seen is not None, "it was seen when it was found to act"
        readers = self._readers = self._readers or Readers(pending, watches, effects)
        told: list[tuple[int, Witness]] = []
        gone = 0
        board.begin()
        apply(other, seen, board, effects)
        delta = board.delta()
        touched = readers.touched(delta) & others
        if touched:
            gone = readers.gone(touched, delta, board)
            rest = touched & ~gone
            marked = FIXED in board.columns
            while rest:
                low = rest & -rest
                part = pending[low.bit_length() - 1]
                # What one part of a kind would do now, each other one would.
                who = low if marked else rest & readers.alike(low.bit_length() - 1, board)
                rest ^= who
                before, now = watches.of[part].seen, effects.look(part, board)
                if before is not None and now != before:
                    witness = difference(part, before, now, effects.table)
                    told.append((who, _once(witness, witnesses)))
        board.rollback()
        return gone, told


def _once(witness: Witness, known: dict[tuple[object, ...], Witness]) -> Witness:
    """The same witness as one before, where it names the same objects by the same tuples."""
    key = (
        witness.kind,
        witness.instruction,
        witness.operation,
        id(witness.entered),
        id(witness.left),
        witness.before,
        witness.after,
    )
    # A witness that is known keeps its tuples, so that no others have their identity.
    return known.setdefault(key, witness)


def by_removal(
    board: ReplayBoard,
    pending: Sequence[ReplayPart],
    tested: set[ReplayPart],
    watches: ObservedParts,
    effects: ReplayEffects,
) -> Edges:
    """As `ActionTrials`, where a part depends on another only if that takes its ability away.

    Of two whose own layers go by actions, what one would do counts as well.
    """
    edges = Edges(tuple(part.id for part in pending), [0] * len(pending))
    asked = row_of(place for place, part in enumerate(pending) if part in tested)
    by_actions = row_of(place for place, part in enumerate(pending) if effects.by_actions(part))
    readers = Readers(pending, watches, effects)
    ended = [0] * len(pending)
    for place, other in enumerate(pending):
        seen = watches.of[other].seen
        if seen is None:
            continue
        board.begin()
        apply(other, seen, board, effects)
        delta = board.delta()
        among = (-1 if other in tested else asked) & ~(1 << place)
        ended[place] = readers.removed(among, delta, board)
        if by_actions >> place & 1:
            touched = readers.touched(delta) & among & by_actions & ~ended[place]
            for mine in ones(touched):
                part = pending[mine]
                before = watches.of[part].seen
                if not effects.stands(part, board):
                    ended[place] |= 1 << mine
                elif before is not None and (now := effects.look(part, board)) != before:
                    edges.other[mine, place] = difference(part, before, now, effects.table)
        board.rollback()
    edges.gone = turned_round(ended)
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
                if isinstance(one, Each) and isinstance(other, Each):
                    one, other = one.apart_from(other), other.apart_from(one)
                then, after = written(one, tree, table), written(other, tree, table)
                if isinstance(other, CopiedForm) and then == after:
                    after = f"another {after}"
                return Witness("action", number, place, before=then, after=after)
    raise AssertionError("two observations that do not differ")


def written(operand: Operand, tree: OperandTree | None, table: ReplayTable) -> str:
    """An operand as text."""
    if operand is None:
        return "nothing"
    if isinstance(operand, int):
        return str(operand)
    if isinstance(operand, CopiedForm):
        return operand.card.name
    if isinstance(operand, ActivatedAbilities):
        called = (ability.keyword or text for ability, text in operand.abilities)
        return ", ".join(sorted(called)) or "nothing"
    if isinstance(operand, frozenset):
        none = "nothing" if isinstance(tree, WordsOperand | GainedOperand) else "no one"
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
    if (
        recorded.names != right.names
        or list(recorded.gone) != right.gone
        or len(recorded) != len(right)
    ):
        return False
    if isinstance(recorded.other, SharedWitnesses):
        blocks = recorded.other.blocks
        told = by_witness((who, on, one) for who, others, one in blocks for on in ones(others))
    else:
        told = by_witness((1 << place, on, one) for (place, on), one in recorded.other.items())
    return told == right.by_witness()


def by_witness(blocks: Iterable[Block]) -> dict[Witness, dict[int, int]]:
    """For each witness, by what is depended on, who depends on it.

    A witness may name everybody, so that it takes long to be hashed: each is once for all blocks.
    """
    known: dict[Witness, dict[int, int]] = {}
    rows_of: dict[int, dict[int, int]] = {}
    # All of them are kept meanwhile, so that none comes to have another's identity.
    for who, on, witness in [*blocks]:
        if who:
            rows = rows_of.get(id(witness))
            if rows is None:
                rows = rows_of[id(witness)] = known.setdefault(witness, {})
            rows[on] = rows.get(on, 0) | who
    return known


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
