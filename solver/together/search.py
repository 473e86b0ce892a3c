"""The search for every state that agrees with itself: deciding, guessing where nothing decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.writes import WriteCopy, WritePlayer, WriteWords
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import bits
from layerlaw.solver.together.graph import Knot, first_knot
from layerlaw.solver.together.immediate_consequence import canonical
from layerlaw.solver.together.operands import numbers_domain, players_domain
from layerlaw.solver.together.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.candidates import Candidates
    from layerlaw.solver.together.deeds import Deed
    from layerlaw.solver.together.immediate_consequence import Plain


GUESSES = 20_000
"""At most so many guesses are followed up."""


WORDS = 12
"""Of at most so many words it is guessed which ones pass from one object to another."""


@dataclass(slots=True)
class Tangle:
    """A knot that is being worked at, and whether any way to undo it was found."""

    knot: Knot
    undone: bool = False


class Search:
    """Finds states that agree with themselves.

    lifting: whether what only adds is decided by the least state, without guesses, so that states
    that lift themselves are passed by (unless they come up); `lifted` says whether that ever
    happened. supposed: whether anything was guessed on the way to the last state found.
    prune: take the open decisions knot by knot; else any of them may be guessed at any time.
    """

    def __init__(
        self,
        candidates: Candidates,
        plain: Plain,
        *,
        lifting: Callable[[], bool],
        prune: bool = True,
        stop: Callable[[], None] | None = None,
        guesses: int = GUESSES,
    ) -> None:
        self.candidates = candidates
        self.plain = plain
        self.lifting = lifting
        self.prune = prune
        self.stop = stop
        self.guesses = guesses
        self.lifted = False
        self.supposed = False
        self.tangles: list[Tangle] = []

    def states(self) -> Iterator[Board]:
        """Every state found, each once. Raises `LayerlawError` after too many guesses."""
        seen = set()
        stack: list[tuple[State, Tangle | None]] = [(State(self.candidates, self.plain), None)]
        while stack:
            state, tangle = stack.pop()
            if self.stop is not None:
                self.stop()
            if not state.propagate():
                continue
            knot = None
            if tangle is not None:
                knot = first_knot(state, tangle.knot.candidates, tangle.knot.deeds)
                if knot is None:
                    tangle.undone = True
                    tangle = None
            if knot is None:
                knot = self._knot(state)
            if knot is None:
                board = state.partial.board
                if canonical(board) not in seen and self.plain.agrees(board):
                    seen.add(canonical(board))
                    self.supposed = state.supposed
                    yield board
                continue
            if self.prune and not knot.held and self.lifting():
                self.lifted = True
                state.lift(list(knot.candidates), list(knot.deeds))
                stack.append((state, tangle))
                continue
            if tangle is None:
                tangle = Tangle(knot)
                self.tangles.append(tangle)
            state.supposed = True
            made = list(self._guess(state, knot))
            self._count(len(made), knot)
            stack += [(one, tangle) for one in reversed(made)]

    def component(self, state: State, knot: Knot) -> Iterator[State]:
        """The state with the decisions of one component made, in every way that agrees with itself.

        What waits for the component stays open. Raises `LayerlawError` after too many guesses.
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
                now.supposed = True
                made = list(self._guess(now, rest))
                self._count(len(made), rest)
                stack += reversed(made)

    def _count(self, guesses: int, knot: Knot) -> None:
        self.guesses -= guesses
        if self.guesses < 0:
            raise LayerlawError(
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

    def _knot(self, state: State) -> Knot | None:
        if self.prune:
            return first_knot(state, self.candidates.all, self.plain.deeds)
        waiting = tuple(one for one in self.candidates.all if state.exists[one] is None)
        doing = tuple(deed for deed in self.plain.deeds if state.open(deed))
        return Knot(waiting, doing, True, {}) if waiting or doing else None

    def _guess(self, state: State, knot: Knot) -> Iterator[State]:
        """The state with one more thing decided, in every way there is."""
        for deed in sorted(knot.deeds, key=lambda one: _weight(one, knot), reverse=True):
            one = deed.candidate
            if state.exists[one] is None:
                for exists in (True, False):
                    other = state.copy()
                    other.exists[one] = exists
                    other.guessed.add(one)
                    yield other
                return
            rest = state.unscoped(deed)
            if rest:
                bit = rest & -rest
                for mine in (True, False):
                    other = state.copy()
                    alike = () if deed.shared is None else self.plain.alike.get(deed.shared, ())
                    for each in {deed: None, **dict.fromkeys(alike)}:
                        if each.step.allowed & bit and other.exists[each.candidate] is not False:
                            (other.done if mine else other.spared)[each] |= bit
                            other.guessed.add(each)
                    yield other
                return
        numbers = []
        for deed in knot.deeds:
            if not deed.writes:
                continue  # Nothing looks at what it does, so nothing waits for it.
            known = self._operands(deed)
            if known is None:
                numbers.append(deed)
            else:
                it = next(bits(state.open(deed))) if deed.each else -1
                for operand in known:
                    other = state.copy()
                    other.guess_operand(deed, it, operand)
                    yield other
                return
        if not state.try_numbers(numbers):
            effects = sorted({deed.candidate.effect.id for deed in numbers})
            raise LayerlawError(
                f"the numbers of {', '.join(effects)} feed on each other, and there is no telling "
                "where that ends"
            )
        yield state

    def _operands(self, deed: Deed) -> list[Operand] | None:
        """Every operand that the deed can have; None where any number is possible."""
        world = self.candidates.world
        context = deed.candidate.context
        operation = deed.prepared.operation
        tree = operand_of(operation)
        if isinstance(tree, a.Value):
            numbers = numbers_domain(tree, context)
            return None if numbers is None else [*numbers]
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
