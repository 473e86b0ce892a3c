"""Whether a property holds in one answer, of which objects it fails, and what of it was met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from layerlaw.model import algebra as a
from layerlaw.model.algebra.claims import AlwaysSo, Claim, ForEvery, NeverSo, NoSuch, OrderFree
from layerlaw.model.algebra.split import each_part, parts_of
from layerlaw.model.algebra.trees import conjuncts, nodes
from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.printing import print_selector
from layerlaw.solver.board.columns import BASE, bits
from layerlaw.solver.effects.context import no_effect
from layerlaw.solver.effects.evaluate import condition, scoped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.properties.property import Property
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.context import Context

BoardVerdict = Literal["kept", "broken", "no state", "no answer"]


@dataclass(frozen=True, slots=True)
class Violation:
    """One way in which a claim fails.

    state: in which of the answers, counted from 0. objects: of which it fails; none where it is a
    condition on the board. you: who `you` is, if the property speaks of players.
    """

    claim: Claim
    state: int
    objects: tuple[str, ...]
    you: str = ""


@dataclass(frozen=True, slots=True)
class BoardJudgement:
    """What a property comes to on one board.

    failures: all of them, where it is broken. met: the numbers of what had to be there for the
    property to be tested at all (`to_meet`), and was. orders: two orders of arrival that part.
    """

    verdict: BoardVerdict
    failures: tuple[Violation, ...] = ()
    met: frozenset[int] = frozenset()
    orders: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class ToMeet:
    """Objects without which a claim holds because there is nothing that it speaks of."""

    claim: Claim
    who: a.Selector

    def words(self, rulebook: Rulebook) -> str:
        """The objects in the notation."""
        return print_selector(self.who, rulebook.plurals)


def to_meet(what: Property) -> tuple[ToMeet, ...]:
    """What has to be on some board for the property to be tested.

    Of `always: A is B` that is an A, of `never: A` an object for each thing that an A has to be.
    """
    return tuple(_to_meet(what.claims))


def _to_meet(claims: Sequence[Claim]) -> Iterator[ToMeet]:
    for claim in claims:
        if isinstance(claim, ForEvery):
            yield ToMeet(claim, claim.who)
        elif isinstance(claim, NoSuch):
            yield from (ToMeet(claim, part) for part in _tested_apart(claim.who))


def _tested_apart(who: a.Selector) -> Iterator[a.Selector]:
    """What each object has to be; a comparison of a number is met by whatever has that number."""
    parts = [part for part in conjuncts(who) if not isinstance(part, a.Everything)]
    for part in parts:
        if not isinstance(part, a.Compared):
            yield part


def judge_answer(what: Property, answer: Answer) -> BoardJudgement:
    """What the property comes to where the board has this answer.

    Of several answers it has to hold in each. A paradox has none, so nothing is said of it.
    """
    if not answer.states:
        return BoardJudgement("no state")
    failures = tuple(
        failure
        for number, state in enumerate(answer.states)
        for claim in what.claims
        for failure in _failures(claim, state, number)
    )
    met = frozenset(
        number
        for number, needed in enumerate(to_meet(what))
        if any(_selected(needed.who, state) for state in answer.states)
    )
    return BoardJudgement("broken" if failures else "kept", failures, met)


def _failures(claim: Claim, state: Answer, number: int) -> Iterator[Violation]:
    for you in _players(claim, state):
        context = no_effect(state.world, state.instances, you)
        objects = _failing(claim, state, context)
        if objects is not None:
            yield Violation(claim, number, state.world.ids(objects), you or "")


def _failing(claim: Claim, state: Answer, context: Context) -> int | None:
    """The objects of which the claim fails, 0 where it fails of none in particular."""
    board = _as_shown(state)
    match claim:
        case ForEvery(who, stated):
            holds = condition(stated, context)
            failing = 0
            for index in bits(scoped(who, context)(board, -1)):
                if not holds(board, index):
                    failing |= 1 << index
            return failing or None
        case NoSuch(who):
            return scoped(who, context)(board, -1) or None
        case AlwaysSo(stated):
            return None if condition(stated, context)(board, -1) else 0
        case NeverSo(stated):
            return 0 if condition(stated, context)(board, -1) else None
        case OrderFree():
            return None


def _selected(who: a.Selector, state: Answer) -> bool:
    board = _as_shown(state)
    return any(
        scoped(who, no_effect(state.world, state.instances, you))(board, -1)
        for you in _players(who, state)
    )


def _as_shown(state: Answer) -> Board:
    """The board with its numbers as players see them, no lower than their floors."""
    board = state.end
    for known in state.rulebook.characteristics.values():
        floor = known.floor
        if floor is None:
            continue
        for name in (known.name, BASE + known.name) if known.base else (known.name,):
            for number, objects in tuple(state.end.column(name).items()):
                low = isinstance(number, int) and min(parts_of(number)) < floor
                # The policy is asked only where it matters: that tells which readings part.
                if not low or state.rulebook.policy("floor") == "none":
                    continue
                board = board.fork() if board is state.end else board
                board.assign(name, _raised(number, floor), objects)
    return board


def _raised(number: object, floor: int) -> int:
    """The number, each part of it no lower than the floor."""
    assert isinstance(number, int)
    return each_part(number, lambda part: max(part, floor))


def _players(tree: object, state: Answer) -> tuple[str | None, ...]:
    """Who `you` can be in it: each player in turn, nobody where it speaks of no player."""
    if any(isinstance(node, a.You | a.Opponent) for node in nodes(tree)):
        return state.situation.players
    return (None,)
