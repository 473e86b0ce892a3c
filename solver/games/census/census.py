"""The census: which boards are looked at, in which steps, and what they come to together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.cards.card import Card
from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.games.census.aggregate import Gathered, newly, seen
from layerlaw.solver.games.census.arrivals import Setter, Setup
from layerlaw.solver.games.census.board import BoardMaker
from layerlaw.solver.games.census.read_write_sets import Touches
from layerlaw.solver.games.census.result import Census, Encounter, Share
from layerlaw.solver.games.census.setups import (
    SINGLE,
    THREE,
    TWO,
    Boards,
    fewer,
    setups_of,
)
from layerlaw.solver.games.census.solve_board import BoardTask
from layerlaw.solver.games.sweeps.sweep import sweep

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


Of = Literal["pairs", "triples", "both"]

HISTORIES = 24
"""So many histories are played on a board to see whether readings agree."""


@dataclass(frozen=True, slots=True)
class Means:
    """How the work is done; all of it is passed to `sweep`, which says what it means.

    executor, workers: who works. in_flight: how many tasks are handed out at one time.
    results: the file that keeps what is known. progress: told what is done, how many of how many.
    """

    executor: Executor | None = None
    workers: int | None = None
    in_flight: int | None = None
    results: Path | None = None
    progress: Callable[[str, int, int], None] | None = None


@checked(Of="Literal['pairs', 'triples', 'both']")
def census(
    rulebook: Rulebook,
    cards: Mapping[str, Card],
    *,
    of: Of = "pairs",
    histories: int = HISTORIES,
    limit: int | None = None,
    means: Means | None = None,
) -> Census:
    """What is between every two (and newly between every three) cards of a game.

    rulebook: under which the boards are played.
    cards: by name; those without a continuous effect are left aside. histories: so many are
    played to see whether the readings agree, on boards where there is something between the cards
    (0: that is not looked at). limit: at most so many pairs, and so many triples, are looked at:
    triples of which most pairs are entangled, and else by a hash of their names. What is done is
    described at `BoardMaker`, `Setter`, `Touches` and `_Work`. means: with which processes, and
    where results are kept (the defaults of `sweep`, if left out). An interrupt ends it with what is
    known. Raises as `sweep` does.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.model import shipped_cards
    >>> from layerlaw.solver.games.census import census
    >>> book = shipped_rulebook("sorcery-2026-01")
    >>> kings = {"King of the Realm": shipped_cards(book)["King of the Realm"]}
    >>> census(book, kings).pairs[0].cards
    ('King of the Realm', 'King of the Realm')
    """
    return _Work(rulebook, cards, histories, limit, means or Means()).run(of)


class _Interrupted(Exception):
    """The user has seen enough."""


class _Work:
    """One census, step by step.

    1. Every card alone, under all readings. 2. Every pair that what the two read and write does
    not keep apart, a card with itself too: one player has both, or each has one; both orders of
    arrival; what they choose stands on the board, or is each other. 3. Those boards again under
    all readings where a pair showed anything. 4. Every triple in which one card can matter to a
    second one that can matter to the third, or two can matter to one: all with one player, or the
    second with the other; as written and in reverse. 5. Where a triple showed more than its pairs,
    the same board without each of its cards in turn; what is left then is new.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        cards: Mapping[str, Card],
        histories: int,
        limit: int | None,
        means: Means,
    ) -> None:
        self.rulebook, self.histories, self.limit, self.means = rulebook, histories, limit, means
        self.maker = BoardMaker(rulebook, cards.values())
        self.setter = Setter(rulebook, cards, self.maker)
        self.names = tuple(
            sorted(
                name
                for name, card in cards.items()
                if any(one.ability.instructions for one in card.abilities)
            )
        )
        self.cards = cards
        self.idle = tuple(sorted(cards.keys() - set(self.names)))
        touches = Touches(rulebook)
        touch = {
            name: touches.card(cards[name], self.maker.kinds(cards[name])) for name in self.names
        }
        self.matters = {
            (one, other): touches.matters(touch[one], touch[other], (touch[one], touch[other]))
            for one in self.names
            for other in self.names
        }
        # What a third card brings along can join two others that otherwise have nothing in common.
        every = tuple(touch.values())
        self.could_matter = {
            (one, other): touches.matters(touch[one], touch[other], every)
            for one in self.names
            for other in self.names
        }
        self.boards = self.opened = self.damaged = 0
        self.troubles: dict[str, str] = {}
        self.singles: dict[tuple[str, ...], Gathered] = {}
        self.pairs: dict[tuple[str, ...], Gathered] = {}
        self.news: list[Encounter] = []
        self.pair_share: Share | None = None
        self.triple_share: Share | None = None

    def run(self, of: Of) -> Census:
        """All steps, or as many as the user waits for."""
        complete = True
        try:
            readings = self.histories if of != "triples" else 0
            self._pairs(readings, of)
            if of != "pairs":
                self._triples()
        except _Interrupted:
            complete = False
        known = {cards: one.found() for cards, one in self.singles.items()}
        pairs = []
        for cards, gathered in sorted(self.pairs.items()):
            alone = frozenset(
                point for name in cards if (name,) in known for point in known[name,].open
            )
            pairs.append(gathered.found(alone))
        return Census(
            self.rulebook,
            self.names,
            self.idle,
            tuple(one for _, one in sorted(known.items()) if one.anything),
            tuple(one for one in pairs if one.anything) if of != "triples" else (),
            tuple(sorted(self.news, key=lambda one: one.cards)),
            self.pair_share if of != "triples" else None,
            self.triple_share,
            self.boards,
            self.opened,
            complete,
            tuple(sorted(self.troubles.items())),
            self.damaged,
        )

    # --- pairs -------------------------------------------------------------------------------

    def _pairs(self, histories: int, of: Of) -> None:
        every = list(combinations_with_replacement(self.names, 2))
        linked: list[tuple[str, ...]] = [pair for pair in every if self._linked(*pair)]
        some = fewer(linked, self.limit) if of != "triples" else linked
        self.pair_share = Share(len(every), len(every) - len(linked), 0)
        if histories:
            alone = [Setup((name,), p, "board", (0,)) for name in self.names for p in SINGLE]
            self._look("cards", alone, self.singles, histories)
        setups = [
            setup for pair in some for setup in setups_of(self.setter, pair, TWO, every_order=True)
        ]
        try:
            self._look("pairs", setups, self.pairs, 0)
        finally:
            self.pair_share = Share(len(every), len(every) - len(linked), len(self.pairs))
        if not histories:
            return
        again = []
        for gathered in self.pairs.values():
            differing = gathered.differing()
            for one in gathered.boards:
                key = one.setup.players, one.setup.aim
                if not one.refused and (one.anything or key in differing):
                    again.append(one.setup)
        self._look("readings", again, self.pairs, histories)

    def _linked(self, one: str, other: str) -> bool:
        return self.matters[one, other] or self.matters[other, one]

    # --- triples -----------------------------------------------------------------------------

    def _triples(self) -> None:
        total = comb(len(self.names), 3)
        linked: list[tuple[str, ...]] = [
            three for three in combinations(self.names, 3) if self._entangled(three)
        ]
        pairs = {cards: gathered.found() for cards, gathered in self.pairs.items()}
        entangled = {cards for cards, found in pairs.items() if found.anything}
        some = fewer(linked, self.limit, entangled)
        looked: dict[tuple[str, ...], Gathered] = {}
        setups = [
            setup
            for three in some
            for setup in setups_of(self.setter, three, THREE, every_order=False)
        ]
        self.triple_share = Share(total, total - len(linked), 0)
        try:
            self._look("triples", setups, looked, 0)
        finally:
            self.triple_share = Share(total, total - len(linked), len(looked))
        candidates = {}
        for names, gathered in looked.items():
            known = (
                (places, pairs[two])
                for places in combinations(range(3), 2)
                if (two := tuple(names[place] for place in places)) in pairs
            )
            if newly(gathered.found(), known).anything:
                candidates[names] = gathered
        without = [
            Setup(names, one.setup.players, one.setup.aim, order)
            for names, gathered in candidates.items()
            for one in gathered.boards
            for left_out in one.setup.order
            if (order := tuple(place for place in one.setup.order if place != left_out))
        ]
        smaller: dict[tuple[str, ...], Gathered] = {}
        self._look("triples without a card", without, smaller, 0)
        for names, gathered in candidates.items():
            new = newly(gathered.found(), self._parts(names, smaller))
            if new.anything:
                self.news.append(new)

    def _parts(
        self, names: tuple[str, ...], smaller: Mapping[tuple[str, ...], Gathered]
    ) -> Iterator[tuple[tuple[int, ...], Encounter]]:
        """What the triple's board showed without each of its cards."""
        for places in combinations(range(3), 2):
            boards = smaller[names].boards if names in smaller else []
            these = [one for one in boards if set(one.setup.order) == set(places)]
            yield (0, 1, 2), Gathered(names, these).found()

    def _entangled(self, names: tuple[str, ...]) -> bool:
        """Whether something can go on among the three that does not among two of them."""
        edges = [(u, v) for u, v in permutations(names, 2) if self.could_matter[u, v]]
        return any(
            (one[1] == other[0] and one[0] != other[1])
            or (one[1] == other[1] and one[0] != other[0])
            for one in edges
            for other in edges
        )

    # --- boards ------------------------------------------------------------------------------

    def _look(
        self,
        what: str,
        setups: Sequence[Setup],
        into: dict[tuple[str, ...], Gathered],
        histories: int,
    ) -> None:
        """Look at the boards, and add what they show; raises `_Interrupted` after an interrupt."""
        boards = Boards(self.setter, setups)
        report = self.means.progress
        swept = sweep(
            boards,
            BoardTask(histories),
            executor=self.means.executor,
            workers=self.means.workers,
            in_flight=self.means.in_flight,
            results=self.means.results,
            progress=None if report is None else lambda done, total: report(what, done, total),
        )
        for result in swept.results:
            if result.trouble:
                self.troubles[result.title] = result.trouble
                continue
            setup = setups[result.number]
            gathered = into.setdefault(setup.cards, Gathered(setup.cards))
            gathered.boards.append(seen(setup, boards.chosen[result.number], result.value))
        self.damaged = max(self.damaged, swept.damaged)
        self.boards += len(swept.results)
        self.opened += len(swept.results) if histories else 0
        if not swept.complete:
            raise _Interrupted
