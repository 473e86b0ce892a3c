"""What happened in a layer: its graphs, its turns, and the boards before and after them.

Much of it is worked out when somebody looks: boards are rebuilt from what was written, and the
edges of a graph get their evidence by making the trial again.
"""

from __future__ import annotations

from copy import copy
from dataclasses import field
from functools import cached_property
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Literal, NamedTuple

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import FIXED, bits
from layerlaw.solver.board.kinds import NO_PARTS, PartNumber, Parts
from layerlaw.solver.layers.carried import Begun
from layerlaw.solver.layers.graph import lowest, named, named_loops, set_of
from layerlaw.solver.layers.trial import Evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from layerlaw.solver.board.columns import Board, Flip
    from layerlaw.solver.board.kinds import LayerNumber
    from layerlaw.solver.effects.parts import Observation, Part
    from layerlaw.solver.layers.graph import Columns, Standing, Waiting
    from layerlaw.solver.layers.incremental import KeptMoment
    from layerlaw.solver.layers.observe import Observer
    from layerlaw.solver.layers.procedure import Why
    from layerlaw.solver.layers.trial import KnownEvidence, Speaking

Edges = dict[str, dict[str, Evidence]]
"""For each part, by id, what it depends on, with the evidence."""


class Boards:
    """The board before a layer's first turn, and after each turn that applied something.

    now: the last of them. in_place: whether one board is written again and again, and the others
    are rebuilt from the journal of what was written when they are looked at.
    """

    def __init__(self, start: Board, *, in_place: bool) -> None:
        self.in_place = in_place
        self.now = start.fork() if in_place else start
        self._journal: list[Flip] = []
        self._ends: list[int] = []
        self._built = [start]
        self._lock = Lock()

    @property
    def turns(self) -> int:
        """How many turns have applied something."""
        return len(self._ends)

    def write(self, writing: Callable[[Board], None]) -> Sequence[Flip]:
        """Have the next board written, and return what was written."""
        began = len(self._journal)
        if not self.in_place:
            self.now = self.now.fork()
            self._built.append(self.now)
        self.now.journal = self._journal
        writing(self.now)
        self.now.journal = None
        self._ends.append(len(self._journal))
        return self._journal[began:]

    def stay(self) -> None:
        """The next board is the same as the last one."""
        if not self.in_place:
            self.now = self.now.fork()
            self._built.append(self.now)
        self._ends.append(len(self._journal))

    def written(self, turn: int) -> Sequence[Flip]:
        """What was written in the turn of that number, of those that applied something."""
        return self._journal[self._ends[turn - 1] if turn else 0 : self._ends[turn]]

    def __getitem__(self, turns: int) -> Board:
        """The board after so many turns that applied something."""
        with self._lock:
            while len(self._built) <= turns:
                board = self._built[-1].fork()
                for flip in self.written(len(self._built) - 1):
                    board.flip(*flip)
                self._built.append(board)
        return self._built[turns]


class Turn(NamedTuple):
    """One part's turn: applied, or lost because it no longer exists.

    boards, step: the board before it is `boards[step]`; when it is applied, the one after it is
    the next. graph: the number of the graph by which it went. seen: what it did.
    """

    part: Part
    verdict: Literal["applied", "lost"]
    why: Why | Literal["gone", "at the same time"]
    graph: int
    boards: Boards | tuple[Board, ...]
    step: int
    seen: Observation | None

    @property
    def before(self) -> Board:
        """The board on which it took place."""
        return self.boards[self.step]

    @property
    def after(self) -> Board:
        """The board after it."""
        return self.boards[self.step + (self.verdict == "applied")]


@dataclass(frozen=True, slots=True)
class LayerRun:
    """Everything that happened in one layer."""

    layer: LayerNumber
    graphs: tuple[Graph, ...]
    turns: tuple[Turn, ...]
    end: Board


@dataclass(frozen=True, slots=True)
class Carried:
    """What effects carried from layer to layer at one moment: how much of it there was."""

    started: int
    scopes: int
    ahead: int

    @classmethod
    def now(cls, begun: Begun) -> Carried:
        """As much as there is."""
        return cls(len(begun.started), len(begun.scopes), len(begun.ahead))

    def of(self, begun: Begun) -> Begun:
        """What there was then; nothing is ever taken back."""
        return Begun(
            dict.fromkeys(islice(begun.started, self.started)),
            dict(islice(begun.scopes.items(), self.scopes)),
            ahead=dict.fromkeys(islice(begun.ahead, self.ahead)),
        )


@dataclass(frozen=True, slots=True)
class Moment:
    """What was found at one moment of a layer.

    numbers: the parts then pending, in order of time. fresh: those of them that were new. columns:
    who depends on whom, as tried at this moment; gone: who of those plainly no longer has the
    ability. nodes: the numbers of all parts of the graph. known: the evidence as far as it is.
    """

    numbers: Sequence[PartNumber]
    fresh: Sequence[PartNumber]
    columns: Columns
    gone: Columns
    nodes: Sequence[PartNumber]
    waiting: Waiting
    known: dict[PartNumber, KnownEvidence] = field(default_factory=dict)

    steady = False
    """Nothing is known of how it was found the moment before."""

    def evidence(self, number: PartNumber) -> KnownEvidence:
        """What is known of those that depend on a part."""
        return self.known.setdefault(number, {})


class Graph:
    """The dependencies as they were found at one moment of a layer.

    turn, step: how many turns had been taken, and how many of them had applied something. when:
    what was found. earlier: the graph before, if its edges still count.
    """

    def __init__(
        self,
        observer: Observer,
        parts: Sequence[Part],
        boards: Boards,
        turn: int,
        when: Moment | KeptMoment,
        earlier: Graph | None = None,
    ) -> None:
        self.turn = turn
        self.when = when
        self._observer = observer
        self._parts = parts
        self._boards = boards
        self._step = boards.turns
        self._earlier = earlier
        self._carried = Carried.now(observer.begun)
        self._seen: dict[PartNumber, Observation | None] = {}
        # What all those show that do the same, as far as it was looked at.
        self._shown: dict[Speaking, list[tuple[Parts, Evidence]]] = {}

    @property
    def board(self) -> Board:
        """The board on which the trials were made."""
        return self._boards[self._step]

    @property
    def pending(self) -> tuple[Part, ...]:
        """The parts then pending."""
        return tuple(self._parts[number] for number in self.when.numbers)

    @property
    def tested(self) -> tuple[Part, ...]:
        """Those of them that were new, and so tried against all."""
        return tuple(self._parts[number] for number in self.when.fresh)

    @cached_property
    def _place(self) -> dict[PartNumber, PartNumber] | None:
        """Where among the pending every number is; None where all are at their own place."""
        numbers = self.when.numbers
        if all(number == where for where, number in enumerate(numbers)):
            return None
        return {number: PartNumber(where) for where, number in enumerate(numbers)}

    def _places(self, mask: Parts) -> Parts:
        """The bits of these numbers, as those of their places."""
        place = self._place
        if place is None:
            return mask
        places = NO_PARTS
        if len(self._stretches) * 8 < mask.bit_count():
            for first, there, where in self._stretches:
                places |= (mask >> first & there) << where
            return places
        for number in bits(mask):
            places |= 1 << place[number]
        return places

    @cached_property
    def _stretches(self) -> list[tuple[PartNumber, Parts, PartNumber]]:
        """Stretches of numbers that stand side by side: the first, a bit for each, its place."""
        stretches: list[tuple[PartNumber, Parts, PartNumber]] = []
        numbers = self.when.numbers
        begun = 0
        for where in range(1, len(numbers) + 1):
            if where == len(numbers) or numbers[where] != numbers[where - 1] + 1:
                there = Parts((1 << where - begun) - 1)
                stretches.append((numbers[begun], there, PartNumber(begun)))
                begun = where
        return stretches

    @property
    def gone(self) -> Columns:
        """By place among the pending: who would no longer exist after whom, as far as is plain."""
        place, columns = self._place, self.when.columns
        return {
            number if place is None else place[number]: self._places(mask)
            for number, all_gone in self.when.gone.items()
            if (mask := all_gone & columns.get(number, NO_PARTS))
        }

    @cached_property
    def blocks(self) -> list[tuple[Parts, Part, PartNumber, Evidence]]:
        """What trials showed of all other pairs, by place among the pending.

        Each: some that depend on a part by the same evidence, one of them, the place of that part,
        and the evidence.
        """
        place, gone = self._place, self.when.gone
        return [
            (
                self._places(members),
                self._parts[lowest(members)],
                number if place is None else place[number],
                evidence,
            )
            for number, mask in self.when.columns.items()
            for members, evidence in self._tried(number, mask & ~gone.get(number, NO_PARTS))
        ]

    @cached_property
    def found(self) -> Edges:
        """The edges that the trials of this moment showed, with what they showed."""
        edges: Edges = {}
        for number, mask in self.when.columns.items():
            lost = mask & self.when.gone.get(number, NO_PARTS)
            shown = [(1 << one, Evidence(self._before(one), None)) for one in bits(lost)]
            for members, evidence in (*shown, *self._tried(number, mask & ~lost)):
                for other in bits(members):
                    edges.setdefault(self._parts[other].id, {})[self._parts[number].id] = evidence
        return edges

    def _tried(self, number: PartNumber, others: Parts) -> Iterator[tuple[Parts, Evidence]]:
        """What applying a part shows of others that depend on it; those that do the same are
        looked at as one, as when they were tried, and so is what those show that do."""
        doing = self._speaking(number)
        known = self.when.evidence(number)
        single = self._doing[doing] == 1 << number or self._alone >> number & 1
        # What was tried pair by pair is known by now.
        if known or single:
            yield from self._looked(number, others, known)
            return
        shown = self._shown.setdefault(doing, [])
        for members, evidence in shown:
            if members & others:
                yield members & others, evidence
                others &= ~members
        if others:
            shown += (new := [*self._looked(number, others, {})])
            yield from new

    def _looked(
        self, number: PartNumber, others: Parts, known: KnownEvidence
    ) -> Iterator[tuple[Parts, Evidence]]:
        """The same, where it is not known of another part that does the same."""
        alone = others & self._alone
        rest = others & ~alone
        if rest and lowest(rest) in known:
            alone, rest = others, NO_PARTS
        after: Board | None = None
        while rest:
            one = lowest(rest)
            doing = self._speaking(one)
            members = self._doing[doing] & rest
            if isinstance(doing, tuple):
                if members == 1 << one:
                    rest ^= members
                    alone |= members
                    continue
                # They were of one player before; it counts who controls their sources now, too.
                after = after or self._after(number)
                now = self._player(one, after)
                members = set_of(each for each in bits(members) if self._player(each, after) == now)
                doing = (*doing, now)
            rest ^= members
            if doing not in known:
                after = after or self._after(number)
                if after.column(FIXED):
                    alone |= members
                    continue
                known[doing] = self._evidence(one, after)
            yield members, known[doing]
        for other in bits(alone):
            if other not in known:
                after = after or self._after(number)
                known[other] = self._evidence(other, after)
            yield Parts(1 << other), known[other]

    def _evidence(self, number: PartNumber, after: Board) -> Evidence:
        return Evidence(self._before(number), self._then.observe(self._parts[number], after))

    def _before(self, number: PartNumber) -> Observation | None:
        """What the part would do at that moment."""
        if number not in self._seen:
            self._seen[number] = self._then.observe(self._parts[number], self.board)
        return self._seen[number]

    def _after(self, number: PartNumber) -> Board:
        """The board after a part that is applied alone."""
        part, board = self._parts[number], self.board
        return self._then.apply(part, self._then.look(part, board), board)

    @cached_property
    def _doing(self) -> dict[Speaking, Parts]:
        """The pending parts by what they do."""
        doing: dict[Speaking, Parts] = {}
        for number in self.when.numbers:
            speaking = self._speaking(number)
            doing[speaking] = doing.get(speaking, NO_PARTS) | 1 << number
        return doing

    def _speaking(self, number: PartNumber) -> Speaking:
        """What the part does on the board: its program, or that of its kin for the same player."""
        program = self._parts[number].program
        return program if program.kin is None else (program.kin, self._player(number, self.board))

    def _player(self, number: PartNumber, board: Board) -> Hashable | None:
        """Who controls the part's source on a board."""
        control = self._observer.world.rulebook.control
        return board.value(control, self._parts[number].effect.holder)

    @cached_property
    def _alone(self) -> Parts:
        """The parts for which it matters who they are of: marks, or scopes that were kept."""
        if self.board.column(FIXED):
            return set_of(self.when.numbers)
        scopes = self._then.begun.scopes
        if not scopes:
            return NO_PARTS
        kept = NO_PARTS
        for number in self.when.numbers:
            part = self._parts[number]
            if any((part.identity, step.index) in scopes for step in part.steps):
                kept |= 1 << number
        return kept

    @cached_property
    def _then(self) -> Observer:
        """An observer that knows what effects carried from layer to layer at that moment."""
        then = copy(self._observer)
        then.begun = self._carried.of(self._observer.begun)
        return then

    @cached_property
    def edges(self) -> Edges:
        """All edges known."""
        if self._earlier is None:
            return self.found
        edges = {name: dict(on) for name, on in self._earlier.edges.items()}
        for name, on in self.found.items():
            edges.setdefault(name, {}).update(on)
        return edges

    @cached_property
    def loops(self) -> tuple[tuple[str, ...], ...]:
        """The ids of the members of every loop."""
        return named_loops(lambda number: self._parts[number].id, self.when.waiting)

    @cached_property
    def standing(self) -> Standing:
        """Where everybody stood."""
        ids = {number: self._parts[number].id for number in self.when.nodes}
        return named(ids, self.when.waiting)
