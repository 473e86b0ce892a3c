"""The search for every state that agrees with itself: deciding, guessing where nothing decides."""

from __future__ import annotations

from itertools import islice, repeat
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.writes import WriteCopy, WritePlayer, WriteWords
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.together.apart import Ways, product
from layerlaw.solver.together.charts import OutsideError
from layerlaw.solver.together.elsewhere import settled_numbers
from layerlaw.solver.together.founded import keep_founded
from layerlaw.solver.together.graph import Group, Knot, WaitingDecisions, first_knot
from layerlaw.solver.together.operands import players_domain
from layerlaw.solver.together.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.candidates import Candidates
    from layerlaw.solver.together.deeds import Deed
    from layerlaw.solver.together.immediate_consequence import Plain
    from layerlaw.solver.together.partial import Range


GUESSES = 20_000
"""At most so many guesses are followed up for what hangs together."""


DEPTH = 50
"""What falls apart within what fell apart is told apart only so far down."""


WORDS = 12
"""Of at most so many words it is guessed which ones pass from one object to another."""


FEW = 64
"""What takes more guesses than that, or has more ways, is handed over to clingo."""


class TooManyGuessesError(LayerlawError):
    """More guesses would be needed than there may be."""


@dataclass(slots=True)
class Tangle:
    """A knot that is being worked at, and whether any way to undo it was found."""

    knot: Knot
    undone: bool = False


class Search:
    """Finds states that agree with themselves.

    lifting: whether what only adds is decided by the least state, without guesses, so that states
    that lift themselves are passed by (unless they come up). founding: whether what nothing could
    bring about is left undone. prune: take the open decisions knot by knot, and apart what does not
    hang together; else any of them may be guessed at any time.
    """

    def __init__(
        self,
        candidates: Candidates,
        plain: Plain,
        *,
        lifting: Callable[[], bool],
        founding: Callable[[], bool],
        prune: bool = True,
        stop: Callable[[], None] | None = None,
        guesses: int = GUESSES,
    ) -> None:
        self.candidates = candidates
        self.plain = plain
        self.lifting = lifting
        self.founding = founding
        self.prune = prune
        self.stop = stop
        self.guesses = guesses
        self.tangles: list[Tangle] = []

    def root(self) -> State | None:
        """What is decided without a guess; None if that contradicts itself."""
        state = State(self.candidates, self.plain)
        return state if self._decide(state) else None

    def apart(self, root: State) -> list[Ways]:
        """The groups of what is open in the root, smaller ones first, and the ways to decide each.

        Working them out raises `LayerlawError` after too many guesses for one group.
        """
        if not self.prune:
            every = Group(self.candidates.all, self.plain.deeds)
            return [Ways(every, self._ways(root.copy(), every, [self.guesses], DEPTH))]
        waiting = WaitingDecisions(root, self.candidates.all, self.plain.deeds)
        return [Ways(group, self._of_group(root, group)) for group in waiting.groups()]

    def _of_group(self, root: State, group: Group) -> Iterator[State]:
        """The root with a group decided: by few guesses, else by the models of its program."""
        if not self.founding() or self.guesses <= FEW:
            yield from self._ways(root.copy(), group, [self.guesses], 0)
            return
        known = len(self.tangles)
        try:
            found = list(islice(self._ways(root.copy(), group, [FEW], 0), FEW + 1))
            if len(found) <= FEW:
                yield from found
                return
        except TooManyGuessesError:
            pass
        # What was found on the way is found again.
        del self.tangles[known:]
        # Few boards need clingo, and what is not used is not imported.
        from layerlaw.solver.together.models import Program

        try:
            program = Program(root, group)
        except OutsideError:
            yield from self._ways(root.copy(), group, [self.guesses], 0)
            return
        tangle = Tangle(Knot(group.candidates, group.deeds, True, {}))
        self.tangles.append(tangle)
        for state in program.states(self.stop):
            if self._decide(state):
                tangle.undone = True
                yield state

    def _decide(self, state: State) -> bool:
        """Decide whatever follows, and leave undone what nothing could bring about.

        False if something decided contradicts itself.
        """
        while state.propagate():
            if not (self.prune and state.any_open() and self.founding()):
                return True
            before = state.decisions()
            if not keep_founded(state):
                return False
            if before == state.decisions():
                return True
        return False

    def _ways(self, start: State, group: Group, guesses: list[int], depth: int) -> Iterator[State]:
        """The state with the decisions of a group made, in every way that agrees with itself.

        guesses: in its place, how many more there may be. depth: of how many groups this is a part.
        """
        stack: list[Iterator[tuple[State, Tangle | None]]] = [iter(((start, None),))]
        while stack:
            state, tangle = next(stack[-1], (None, None))
            if state is None:
                stack.pop()
                continue
            if self.stop is not None:
                self.stop()
            if not self._decide(state):
                continue
            waiting = WaitingDecisions(state, group.candidates, group.deeds)
            if tangle is not None and not waiting.any_of(tangle.knot):
                tangle.undone = True
                tangle = None
            if not waiting.any:
                yield state
                continue
            parts = waiting.groups() if depth < DEPTH else []
            if len(parts) > 1:
                apart = [
                    Ways(one, self._ways(state.copy(), one, guesses, depth + 1)) for one in parts
                ]
                if all(ways.any for ways in apart):
                    if tangle is not None:
                        tangle.undone = True
                    yield from product(state, apart)
                continue
            knots = waiting.sources() if self.prune else [waiting.everything()]
            if len(knots) > 1 and depth < DEPTH:
                # What waits for several waits for each way in which they are decided.
                apart = [
                    Ways(one, self._ways(state.copy(), one, guesses, depth + 1)) for one in knots
                ]
                if all(ways.any for ways in apart):
                    stack.append((one, tangle) for one in product(state, apart))
                continue
            knot = knots[0]
            if self.prune and not knot.held and self.lifting():
                state.lift(list(knot.candidates), list(knot.deeds))
                stack.append(iter(((state, tangle),)))
                continue
            if not state.supposed:
                # What is only looked for need not be gathered step by step: more follows from it.
                stack.append(iter(((state.suppose(), tangle),)))
                continue
            if tangle is None:
                tangle = Tangle(knot)
                self.tangles.append(tangle)
            made = list(self._guess(state, knot))
            self._count(guesses, len(made), knot)
            stack.append(zip(made, repeat(tangle)))

    def component(self, state: State, knot: Knot, guesses: list[int]) -> Iterator[State]:
        """The state with the decisions of one component made, in every way that agrees with itself.

        What waits for the component stays open. guesses: in its place, how many more there may be;
        raises `LayerlawError` after that.
        """
        stack = [state.copy()]
        while stack:
            now = stack.pop()
            if not now.propagate():
                continue
            rest = first_knot(now, knot.candidates, knot.deeds)
            if rest is None:
                yield now
            elif not rest.held and self.lifting():
                now.lift(list(rest.candidates), list(rest.deeds))
                stack.append(now)
            else:
                made = list(self._guess(now, rest))
                self._count(guesses, len(made), rest)
                stack += reversed(made)

    def _count(self, guesses: list[int], made: int, knot: Knot) -> None:
        guesses[0] -= made
        if guesses[0] < 0:
            raise TooManyGuessesError(
                "there are too many ways in which these effects may hang together: "
                + ", ".join(knot.effects)
            )

    def conflict(self) -> tuple[str, ...]:
        """The effects of the smallest knot that there was no way to undo; smaller ones go first."""
        stuck = [tangle.knot.effects for tangle in self.tangles if not tangle.undone]
        if not stuck:
            # All were undone, but only by states that lift themselves.
            stuck = [tangle.knot.effects for tangle in self.tangles]
        return min(stuck, key=lambda effects: (len(effects), effects), default=())

    def _guess(self, state: State, knot: Knot) -> Iterator[State]:
        """The state with one more thing decided, in every way there is."""
        first = sorted(knot.deeds, key=lambda one: _weight(one, knot), reverse=True)
        for deed in first:
            one = deed.candidate
            if state.exists[one] is None:
                for exists in (True, False):
                    other = state.suppose()
                    other.exists[one] = exists
                    other.guessed.add(one)
                    yield other
                return
            rest = state.unscoped(deed)
            if rest:
                bit = rest & -rest
                for mine in (True, False):
                    other = state.suppose()
                    alike = () if deed.shared is None else self.plain.alike.get(deed.shared, ())
                    for each in {deed: None, **dict.fromkeys(alike)}:
                        # What else it is asked of an object, no effect changes: it is known by now.
                        if other.unscoped(each) & bit:
                            (other.done if mine else other.spared)[each] |= bit
                            other.guessed.add(each)
                    yield other
                return
        numbers = []
        for deed in first:
            if not deed.writes:
                continue  # Nothing looks at what it does, so nothing waits for it.
            it = next(bits(state.open(deed))) if deed.each else -1
            known = self._operands(deed)
            ends = state.limits.get(deed, {}).get(it)
            if known is not None and ends is not None:
                yield from _halves(state, deed, it, ends, known)
                return
            if known is None:
                numbers.append(deed)
            else:
                for operand in known:
                    other = state.suppose()
                    other.guess_operand(deed, it, operand)
                    yield other
                return
        settled = settled_numbers(state, numbers, self.stop)
        if settled is None:
            effects = sorted({deed.candidate.effect.id for deed in numbers})
            raise LayerlawError(
                f"the numbers of {', '.join(effects)} feed on each other, and there is no telling "
                "where that ends"
            )
        yield from settled

    def _operands(self, deed: Deed) -> list[Operand] | None:
        """Every operand that the deed can have; None where any number is possible."""
        world = self.candidates.world
        operation = deed.prepared.operation
        tree = operand_of(operation)
        if isinstance(tree, a.Value):
            return None if deed.numbers is None else [*deed.numbers]
        match operation.writes[0]:
            case WritePlayer(_, "set"):
                return [frozenset(), *(frozenset((name,)) for name in world.players)]
            case WritePlayer():
                return [*players_domain(world.players)]
            case WriteCopy():
                return [None, *bits(world.everyone)]
            case WriteWords(characteristic, _, None):
                return self._words(characteristic)
            case write:
                raise AssertionError(f"{write} has no operand")

    def _words(self, characteristic: str) -> list[Operand]:
        """Every set of words that effects can join to what has others."""
        known = self.candidates.words(characteristic)
        if len(known) > WORDS:
            raise LayerlawError(f"too many words of {characteristic} may pass from one to another")
        sets: list[frozenset[str]] = [frozenset()]
        for word in known:
            sets += [one | {word} for one in sets]
        return [*sets]


def _halves(
    state: State, deed: Deed, it: int, ends: Range, domain: Sequence[Operand]
) -> Iterator[State]:
    """The state with the operand in the lower half of what lies between the ends, or the upper.

    domain: every number that it can be.
    """
    between = [n for n in domain if isinstance(n, int) and ends[0] <= n <= ends[1]]
    middle = (len(between) + 1) // 2
    for half in (between[:middle], between[middle:]):
        if half:
            other = state.suppose()
            if len(half) == 1:
                other.guess_operand(deed, it, half[0])
            else:
                other.limit(deed, it, (half[0], half[-1]), NO_OBJECTS)
            yield other


def _weight(deed: Deed, knot: Knot) -> tuple[bool, int, tuple[int, ...]]:
    """What is guessed first: what does not lift, what most others wait for, what is newest."""
    return not deed.lifting, knot.readers.get(deed, 0), deed.candidate.effect.key


def smallest(
    every: Iterable[str], likely: Iterable[str], paradox: Callable[[frozenset[str]], bool]
) -> tuple[str, ...]:
    """Of all effects some that are a paradox alone, and none if any one of them is left out too.

    every: the ids of all that could exist. likely: those in which the search was stuck; they are
    tried first. paradox: whether these effects, all others left out, leave no state.
    """
    kept = frozenset(likely)
    if not kept or not paradox(kept):
        kept = frozenset(every)
    size = max(len(kept) // 2, 1)
    while True:
        spared = False
        now = sorted(kept)
        for start in range(0, len(now), size):
            rest = kept.difference(now[start : start + size])
            if rest and paradox(rest):
                kept, spared = rest, True
        if size > 1:
            size //= 2
        elif not spared:
            return tuple(sorted(kept))
