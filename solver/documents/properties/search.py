"""Looks for the smallest board on which a property fails, under any reading of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra.claims import OrderFree
from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.model.properties.property import Property, parse_property
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.documents.properties.arrival_orders import OrderStock
from layerlaw.solver.documents.properties.judging import to_meet
from layerlaw.solver.documents.properties.playing import (
    PropertyExploration,
    failing,
    judge_board,
    judged_again,
    order_claim,
    verdict_of,
)
from layerlaw.solver.documents.properties.proofs import proof_of
from layerlaw.solver.documents.properties.results import Counterexample, PropertyResult, Status
from layerlaw.solver.documents.properties.tried_boards import BoardStock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.certainty.readings.verdict import Readings
    from layerlaw.solver.documents.properties.judging import BoardJudgement
    from layerlaw.solver.documents.properties.results import PropertyProof
    from layerlaw.solver.documents.properties.tried_boards import TriedBoard

EFFECTS = 3
"""Boards of up to so many made-up effects are tried if nothing is said."""

MOST_READ = {1: 80, 2: 200, 3: 60}
"""On so many boards of so many effects all readings are tried, if the property is tested there; on
boards with none as on those with one, on boards with more as on those with three."""

MOST_HISTORIES = 12
"""So many histories of one board are played to see whether another reading breaks the property."""

MOST_AT_END = 200
"""So many of the board that is shown."""

DEFAULT: Mapping[str, str] = MappingProxyType({})


@checked()
def check_property(
    rulebook: Rulebook,
    what: str | Property,
    *,
    n: int = EFFECTS,
    progress: Callable[[int, int], None] | None = None,
) -> PropertyResult:
    """Whether a property holds under a rulebook: the smallest board where it fails, or a proof.

    rulebook: whose words the property uses. what: `always: ...`, `never: ...`, or what
    `parse_property` and `load_properties` return. n: the most effects of made-up cards on a board.
    progress: called now and then with the number of boards done and of all.

    Boards are made of the words of the property, of the stock of small boards, and of the game's
    cards; each is played as the rulebook is read by default, and the smallest ones under its other
    readings. A board that is shown was played twice. An interrupt ends the search, and the result
    says what was tried by then.

    Raises `NotationError` for a text that does not parse, and `LayerlawError` for a card that
    there is not, or that cannot be tried.

    >>> from layerlaw import shipped_rulebook
    >>> book = shipped_rulebook("sorcery-2026-01")
    >>> check_property(book, "never: mortals", n=1).status
    'fails'
    """
    known = parse_property(what, rulebook) if isinstance(what, str) else what
    if n < 1:
        raise LayerlawError("a board has at least one effect: n is 1 or more")
    return _Search(rulebook, known, n, progress or (lambda _, __: None)).result()


class _Search:
    """The boards of one property, tried one after another."""

    def __init__(
        self,
        rulebook: Rulebook,
        what: Property,
        n: int,
        progress: Callable[[int, int], None],
    ) -> None:
        self.rulebook = rulebook
        self.what = what
        self.n = n
        self.progress = progress
        self.counts: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.met: set[int] = set()
        self.paradox: Scenario | None = None
        self.read = self.partly = 0
        self.cards: Sequence[Card] = ()
        self.proof: PropertyProof | None = None

    def result(self) -> PropertyResult:
        """What was found out."""
        example: Counterexample | None = None
        complete = True
        try:
            boards = self._boards()
            self.proof = proof_of(self.what, self.rulebook, self.cards)
            example = self._by_default(boards) or self._by_readings(boards)
            if example is not None:
                self._check_proof(example)
        except KeyboardInterrupt:
            complete = False
        return self._result(example, complete)

    def _boards(self) -> tuple[TriedBoard, ...]:
        stock = BoardStock(self.rulebook, self.n)
        claim = order_claim(self.what)
        if claim is None:
            return stock.boards(self.what)
        orders = OrderStock(stock, claim)
        self.cards = orders.cards
        return orders.boards()

    # --- the default reading ----------------------------------------------------------------

    def _by_default(self, boards: Sequence[TriedBoard]) -> Counterexample | None:
        """The smallest board that breaks the property as the rulebook is read by default."""
        self.tested: list[TriedBoard] = []
        self.untested: list[TriedBoard] = []
        for number, board in enumerate(boards, 1):
            judged = judge_board(self.what, board, self.rulebook, DEFAULT)
            self._count(board, judged)
            self.progress(number, len(boards) + sum(MOST_READ.values()))
            if judged.verdict == "broken":
                return self._example(board, DEFAULT)
            if judged.verdict == "kept":
                (self.tested if judged.met else self.untested).append(board)
        return None

    def _count(self, board: TriedBoard, judged: BoardJudgement) -> None:
        self.counts[board.kind] += 1
        self.verdicts[judged.verdict] += 1
        self.met |= judged.met
        if judged.verdict == "no state" and self.paradox is None:
            self.paradox = board.orders[0]

    # --- other readings ---------------------------------------------------------------------

    def _by_readings(self, boards: Sequence[TriedBoard]) -> Counterexample | None:
        """The smallest board that breaks it under another reading."""
        if not self.rulebook.points or self._unmet():
            return None
        chosen = _to_read(self.tested or self.untested)
        for number, board in enumerate(chosen, 1):
            explored = PropertyExploration(self.what, board).run(MOST_HISTORIES, refuted=False)
            self.read += 1
            self.partly += not explored.complete
            self.progress(len(boards) + number, len(boards) + len(chosen))
            for group in explored.groups:
                if verdict_of(group.outcome) == "broken":
                    return self._example(board, group.example)
        return None

    # --- the board that is shown ------------------------------------------------------------

    def _example(self, board: TriedBoard, readings: Mapping[str, str]) -> Counterexample:
        judged = judged_again(self.what, board, self.rulebook, readings)
        held: bool | None = False
        matters: tuple[tuple[str, tuple[str, ...]], ...] = ()
        if self.rulebook.points:
            explored = PropertyExploration(self.what, board).run(MOST_AT_END, refuted=False)
            verdicts = {verdict_of(group.outcome) for group in explored.groups}
            held = True if verdicts - {"broken"} else False if explored.complete else None
            matters = _breaking(explored)
        return Counterexample(
            tuple(failing(board, judged)), judged, board.kind, readings, held, matters
        )

    def _check_proof(self, example: Counterexample) -> None:
        """A proof that speaks of every board, against one that breaks it, is a mistake of ours."""
        proof = self.proof
        if proof is None or proof.only or isinstance(example.judged.failures[0].claim, OrderFree):
            return
        if all(
            example.readings.get(point, self.rulebook.points[point].default) == reading
            for point, reading in proof.readings.items()
        ):
            raise LayerlawError(
                f"internal error: '{self.what.name}' is proved, and fails on a board"
            )

    def _result(self, example: Counterexample | None, complete: bool) -> PropertyResult:
        unmet = self._unmet()
        status: Status = "holds"
        if example is not None:
            status, unmet = "fails", ()
        elif self.proof is not None and not self.proof.readings:
            status = "proved"
        elif unmet:
            status = "never tested"
        return PropertyResult(
            self.rulebook,
            self.what,
            status,
            self.n,
            MappingProxyType(dict(self.counts)),
            self.read,
            self.partly,
            self.verdicts["no state"],
            self.verdicts["no answer"],
            unmet,
            example,
            self.proof,
            self.paradox,
            complete,
        )

    def _unmet(self) -> tuple[str, ...]:
        """In words, what no board had that would have tested the property."""
        meant = self._to_meet()
        return tuple(words for number, words in enumerate(meant) if number not in self.met)

    def _to_meet(self) -> tuple[str, ...]:
        """In words, what has to be on some board for the property to be tested."""
        claim = order_claim(self.what)
        if claim is None:
            return tuple(each.words(self.rulebook) for each in to_meet(self.what))
        return tuple(
            f"a change made by card {place}" for place in range(1, len(claim.subjects) + 1)
        )


def _to_read(boards: Sequence[TriedBoard]) -> list[TriedBoard]:
    """Boards of each number of effects, evenly spread over those there are, the smallest first."""
    chosen: list[TriedBoard] = []
    for count, most in MOST_READ.items():
        those = [board for board in boards if _effects(board) == count]
        step = max(1, -(-len(those) // most))
        chosen += those[::step]
    return chosen


def _effects(board: TriedBoard) -> int:
    return max(1, min(board.size[0][0], max(MOST_READ)))


def _breaking(explored: Readings) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each open point that decides, with the readings of it under which the property fails."""
    broken = {
        number
        for number, group in enumerate(explored.groups)
        if verdict_of(group.outcome) == "broken"
    }
    return tuple(
        (matter.point, tuple(r for r, group in matter.leads.items() if group in broken))
        for matter in explored.matters
    )
