"""Which open points of a rulebook make a difference on some board, and the smallest such board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.answer.difference.outcome import Outcome, outcome, refusal
from layerlaw.solver.certainty.readings.explore import InternalDifference, ReadingExploration
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.sentences import answers_in_words
from layerlaw.solver.documents.boards.layer_boards import layer_boards
from layerlaw.solver.documents.boards.noting import NotingRulebook
from layerlaw.solver.documents.boards.procedure_boards import policy_boards
from layerlaw.solver.documents.boards.real_cards import RealCards, shipped_boards
from layerlaw.solver.documents.boards.realise import applied_orders, instance_boards, realises
from layerlaw.solver.documents.boards.small_boards import NAMES, SharedWords, TooLong, answered

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from layerlaw.model.rulebooks.rulebook import OpenPoint
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.certainty.readings.verdict import Matter
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.documents.axioms.instances import Instance, Order
    from layerlaw.solver.documents.boards.realise import Kind

ORDERING = frozenset({"test", "graph", "freed", "dependents", "independent", "loop"})
"""The policies that decide about the order of effects in one layer."""

MOST_BOARDS = 600
"""So many boards of the stock are looked at for one point."""

MOST_REAL = 3
"""Boards of real cards are looked for up to so many effects."""

MOST_EDGES = 3
"""Instances of four effects or more are looked at up to so many dependencies."""


@dataclass(frozen=True, slots=True)
class BoardReadings:
    """One board under the readings of one point, all else being equal.

    leads: reading -> what it comes to; a derivation, or the message of a refusal.
    """

    board: Scenario
    instance: Instance | None
    leads: Mapping[str, Answer | str]

    @property
    def different(self) -> tuple[str, ...]:
        """The first reading of every outcome, in the order of the rulebook."""
        first: dict[Outcome, str] = {}
        for reading, answer in self.leads.items():
            first.setdefault(_outcome(answer), reading)
        return tuple(first.values())


@checked()
def settled_findings(
    rulebook: Rulebook,
    *,
    n: int = 4,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Finding, ...]:
    """For every open point the smallest board on which its readings part, or that none was found.

    rulebook: whose open points are looked at.
    n: the most effects of an abstract instance that is made into boards. progress: called after
    each point with the number of points done and of all. Every board is played again under each
    of the readings that part. Raises `InternalDifference` if the difference does not come back,
    `WrongArgument` for what is no rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> found = settled_findings(shipped_rulebook("duel-masters-1.28-en"), n=1)
    >>> found[0].clauses
    ('DM-608.2', 'DM-W-RANGE', 'DM-W-LOCKED', 'DM-608.3a')
    """
    search = _BoardSearch(rulebook, n)
    findings = []
    for number, point in enumerate(rulebook.points.values(), 1):
        findings.append(search.finding(point))
        if progress is not None:
            progress(number, len(rulebook.points))
    return tuple(findings)


@dataclass(frozen=True, slots=True)
class _Usual:
    """What a board comes to by default, and the policies asked on the way.

    Readings of all other policies come to the same.
    """

    asked: AbstractSet[str]
    outcome: Outcome


class _BoardSearch:
    """The boards of one rulebook, made when they are asked for."""

    def __init__(self, rulebook: Rulebook, n: int) -> None:
        self.rulebook = rulebook
        self.n = n
        self.words = SharedWords(rulebook)
        self.looked = 0
        self.real: RealCards | None = None
        self._noting = NotingRulebook.of(rulebook)
        # A board is kept with what it comes to, so that no other one has its identity.
        self._usual: dict[int, tuple[Scenario, _Usual | None]] = {}
        self._made: list[tuple[Scenario, Instance, tuple[Kind, ...]]] = []
        # What matters on the first of these, with other readings of other points.
        self._matters: list[tuple[Matter, ...]] = []
        self._source = chain.from_iterable(
            instance_boards(self.words, count, most_edges=MOST_EDGES) for count in range(2, n + 1)
        )

    def finding(self, point: OpenPoint) -> Finding:
        """What was found out about one point."""
        self.looked = 0
        for board, instance in self._candidates(point):
            seen = self._look(board, instance, point)
            self.looked += 1
            if (
                seen is not None
                and len(seen.different) > 1
                and (instance is None or self._realises(board, instance))
            ):
                return self._open(point, self._real(point, seen))
        return self._none(point)

    def _real(self, point: OpenPoint, seen: BoardReadings) -> BoardReadings:
        """The same instance on a board of real cards, if it parts there too; else as it was."""
        if seen.instance is None or seen.instance.n > MOST_REAL or seen.board.readings:
            return seen
        if self.real is None:
            self.real = RealCards(self.words)
        for board in self.real.boards(seen.instance):
            parted = self._look(board, seen.instance, point)
            if parted is not None and len(parted.different) > 1:
                return parted
        return seen

    # --- boards -----------------------------------------------------------------------------

    def _candidates(self, point: OpenPoint) -> Iterator[tuple[Scenario, Instance | None]]:
        """Boards for the point, the likeliest and smallest first."""
        layered = self.rulebook.policy("process") == "layered"
        if layered and ORDERING.intersection(point.policies):
            yield from self._realised()
        for policy in point.policies:
            boards = policy_boards(self.words, policy)
            yield from ((made, None) for made in boards[:MOST_BOARDS])
        if point.verbs:
            books = [self.rulebook.settled({point.id: each.id}) for each in point.readings]
            yield from (
                (made, None) for made in layer_boards(self.words, point.verbs, books)[:MOST_BOARDS]
            )
        yield from ((board, None) for board in self._shipped)
        if layered and ORDERING.intersection(point.policies):
            yield from self._given(point)

    @cached_property
    def _shipped(self) -> tuple[Scenario, ...]:
        """The shipped boards, read once for all points."""
        return tuple(shipped_boards(self.rulebook, (self.rulebook.id,)))

    def _realised(self) -> Iterator[tuple[Scenario, Instance]]:
        """All boards of instances, the smallest first, shared by all points."""
        number = 0
        while True:
            if number == len(self._made):
                self._made += islice(self._source, 1)
            if number == len(self._made):
                return
            board, instance, _ = self._made[number]
            number += 1
            yield board, instance

    def _given(self, point: OpenPoint) -> Iterator[tuple[Scenario, Instance]]:
        """Boards of three effects at most, with other readings of other points on order."""
        for number, (board, instance) in enumerate(self._realised()):
            if instance.n > 3:
                return
            if number == len(self._matters):
                # Refuted readings too: what a point can do is asked, not which option is right.
                explored = ReadingExploration(replace(board, readings=self._others_fixed()))
                self._matters.append(explored.run(64).matters)
            for matter in self._matters[number]:
                if matter.point == point.id and matter.given:
                    yield replace(board, readings=matter.given), instance

    def _others_fixed(self) -> Mapping[str, str]:
        return {
            point.id: point.default
            for point in self.rulebook.points.values()
            if not ORDERING.intersection(point.policies)
        }

    def _realises(self, board: Scenario, instance: Instance) -> bool:
        """Whether the default readings find the instance on the board; looked at where needed."""
        plain = replace(board, readings=MappingProxyType({}))
        kinds = next(kinds for made, _, kinds in self._made if made == plain)
        return realises(plain, instance, kinds)

    # --- answers ----------------------------------------------------------------------------

    def _look(
        self, board: Scenario, instance: Instance | None, point: OpenPoint
    ) -> BoardReadings | None:
        """The board under the readings of the point; None where it is known that none parts."""
        try:
            usual = self._by_default(board)
            if not point.verbs and usual.asked.isdisjoint(point.policies):
                return None
            others = [each.id for each in point.readings if each.id != point.default]
            leads = {each: answered(board, {point.id: each}) for each in others}
            if all(_outcome(answer) == usual.outcome for answer in leads.values()):
                return None
            leads = {point.default: answered(board, {point.id: point.default}), **leads}
        except TooLong:
            return None
        if all(isinstance(answer, str) for answer in leads.values()):
            return None
        return BoardReadings(board, instance, leads)

    def _by_default(self, board: Scenario) -> _Usual:
        """What the board comes to by default; raises `TooLong`, as `answered` does."""
        if id(board) not in self._usual:
            try:
                with self._noting.notes.taken() as asked:
                    comes_to = _outcome(answered(replace(board, rulebook=self._noting)))
            except TooLong:
                self._usual[id(board)] = board, None
            else:
                self._usual[id(board)] = board, _Usual(asked, comes_to)
        usual = self._usual[id(board)][1]
        if usual is None:
            raise TooLong
        return usual

    def _open(self, point: OpenPoint, seen: BoardReadings) -> Finding:
        kept = seen.different
        for reading in kept:
            again = answered(seen.board, {point.id: reading})
            if _outcome(again) != _outcome(seen.leads[reading]):
                raise InternalDifference(f"{point.id}={reading} does not play twice alike")
        shown = answers_in_words([seen.leads[reading] for reading in kept])
        given = "".join(f", {name} read as {value}" for name, value in seen.board.readings.items())
        return Finding(
            kind="open",
            title=f"{point.question} Its readings lead to different boards{given}.",
            clauses=point.clauses,
            point=point.id,
            instance=seen.instance,
            orders=tuple(_order(seen.leads[reading], seen.instance) for reading in kept)
            if seen.instance is not None
            else (),
            readings=kept,
            words=tuple(f"{each.id}: {each.says}" for each in point.readings),
            board=replace(seen.board, title=f"{point.id}: {seen.board.title}"),
            shown=tuple(
                f"with {reading}, {answer}" for reading, answer in zip(kept, shown, strict=True)
            ),
            outcome_parts=True,
            bound=seen.instance.n if seen.instance is not None else 0,
        )

    def _none(self, point: OpenPoint) -> Finding:
        return Finding(
            kind="unknown",
            title=f"{point.question} No board was found on which its readings part.",
            clauses=point.clauses,
            point=point.id,
            readings=tuple(each.id for each in point.readings),
            words=tuple(f"{each.id}: {each.says}" for each in point.readings),
            bound=self.n,
            reason=f"none found up to n = {self.n}, on {self.looked} boards",
        )


def _outcome(answer: Answer | str) -> Outcome:
    return refusal(LayerlawError(answer)) if isinstance(answer, str) else outcome(answer)


def _order(answer: Answer | str, instance: Instance | None) -> Order:
    """The effects of the instance in the order in which they were applied."""
    if instance is None or isinstance(answer, str):
        return ()
    things = [thing.id for thing in answer.situation.things]
    own = NAMES[: instance.n] if NAMES[0] in things else things[: instance.n]
    number = {id: effect for effect, id in enumerate(own)}
    orders = applied_orders(answer, number)
    if len(set(instance.layers)) == 1:
        # A real card may do something in other layers too.
        edges = [len(answer.dependencies(record.layer)) for record in answer.layers]
        if not any(edges):
            return max(orders, key=len, default=())
        return orders[edges.index(max(edges))]
    return tuple(effect for order in orders for effect in order)
