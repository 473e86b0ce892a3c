"""Which cards, and which pairs of cards, come to something else under another edition."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement, count
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.cards.card import Card
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.documents.compare.playing import apart, said_apart, under
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.games.census.arrivals import LETTERS, Setter, Setup
from layerlaw.solver.games.census.board import BoardMaker
from layerlaw.solver.games.census.census import Means
from layerlaw.solver.games.census.read_write_sets import Touches
from layerlaw.solver.games.census.result import Share
from layerlaw.solver.games.census.setups import SINGLE, TWO, Boards, fewer, setups_of
from layerlaw.solver.games.census.solve_board import PATIENCE
from layerlaw.solver.games.sweeps.packing import PackedRulebook, Packer, loaded
from layerlaw.solver.games.sweeps.sweep import sweep
from layerlaw.solver.play.solve import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer


@dataclass(frozen=True, slots=True)
class ChangedCards:
    """Some cards that come to something else under the other edition.

    board: what arrives on the first board on which they do. shown: what it comes to under each, in
    sentences. alone: those of them that come to something else on a board without the others.
    """

    cards: tuple[str, ...]
    board: str
    shown: tuple[str, str]
    alone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class EditionChanges(Rich):
    """What another edition changes for the cards of a game, by default readings.

    singles, pairs: those that come to something else on a board that was looked at. cards: those
    with continuous effects. share: how many pairs there are, and how many were looked at. boards:
    so many were played under both. complete: False after an interrupt. troubles: boards that could
    not be worked out under one of them, with the message.
    """

    one: Rulebook
    other: Rulebook
    cards: tuple[str, ...]
    singles: tuple[ChangedCards, ...]
    pairs: tuple[ChangedCards, ...]
    share: Share
    boards: int
    complete: bool
    troubles: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class UnderBoth:
    """Solves a board under its own rulebook and under another one.

    other: the other one, as processes are given it.
    """

    other: PackedRulebook

    def __call__(self, scenario: Scenario) -> dict[str, object]:
        """`shown`: what it comes to under each, or None if that is the same; `refused`: why it
        can't be told."""
        other = loaded(self.other)
        answers = _answer(scenario), _answer(under(scenario, other))
        for answer in answers:
            if isinstance(answer, str):
                return {"refused": answer}
        books = scenario.rulebook, other
        return {"shown": list(said_apart(answers, books)) if apart(answers, books) else None}


@checked()
def changed_cards(
    one: Rulebook,
    other: Rulebook,
    cards: Mapping[str, Card],
    *,
    limit: int | None = None,
    means: Means | None = None,
) -> EditionChanges:
    """Which cards, and which pairs of them, come to something else under another edition.

    one, other: two rulebooks of one game, each read by its defaults. cards: by name, as the first
    reads them. limit: at most so many pairs are looked at, picked by a hash of their names. means:
    as in `census`. The boards are those of the census: each card alone, and each two that what
    they read and write does not keep apart under either rulebook. An interrupt ends it with what
    is known.

    Raises `LayerlawError` for rulebooks of two games, and as `sweep` does.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.model import shipped_cards
    >>> from layerlaw.solver.games.census import changed_cards
    >>> january, july = (shipped_rulebook(f"sorcery-2026-{month}") for month in ("01", "07"))
    >>> shelf = shipped_cards(january)
    >>> cards = {name: shelf[name] for name in ("King of the Realm", "Land Deed")}
    >>> [each.cards for each in changed_cards(january, july, cards).pairs]
    [('King of the Realm', 'Land Deed')]
    """
    if one.game != other.game:
        message = (
            f"{one.id} and {other.id} are rulebooks of two games, whose cards are not the same"
        )
        raise LayerlawError(message)
    return _Work(one, other, cards, limit, means or Means()).run()


class _Interrupted(Exception):
    """The user has seen enough."""


class _Work:
    """Each card alone, and then the pairs."""

    def __init__(
        self,
        one: Rulebook,
        other: Rulebook,
        cards: Mapping[str, Card],
        limit: int | None,
        means: Means,
    ) -> None:
        self.books, self.cards, self.limit, self.means = (one, other), cards, limit, means
        self.maker = BoardMaker(one, cards.values())
        self.setter = Setter(one, cards, self.maker)
        self.task = UnderBoth(Packer().rulebook(other))
        self.names = tuple(
            sorted(
                name
                for name, card in cards.items()
                if any(each.ability.instructions for each in card.abilities)
            )
        )
        self.boards = 0
        self.troubles: dict[str, str] = {}

    def run(self) -> EditionChanges:
        """Both steps, or as far as the user waits."""
        every = list(combinations_with_replacement(self.names, 2))
        linked = self._linked(every)
        some = fewer(linked, self.limit)
        singles: dict[tuple[str, ...], ChangedCards] = {}
        pairs: dict[tuple[str, ...], ChangedCards] = {}
        looked: set[tuple[str, ...]] = set()
        complete = True
        try:
            alone = [Setup((name,), p, "board", (0,)) for name in self.names for p in SINGLE]
            self._look("cards", alone, singles, set())
            setups = [
                each for two in some for each in setups_of(self.setter, two, TWO, every_order=True)
            ]
            self._look("pairs", setups, pairs, looked)
        except _Interrupted:
            complete = False
        return EditionChanges(
            *self.books,
            self.names,
            tuple(singles[cards] for cards in sorted(singles)),
            tuple(
                ChangedCards(
                    cards,
                    pairs[cards].board,
                    pairs[cards].shown,
                    tuple(name for name in dict.fromkeys(cards) if (name,) in singles),
                )
                for cards in sorted(pairs)
            ),
            Share(len(every), len(every) - len(linked), len(looked)),
            self.boards,
            complete,
            tuple(sorted(self.troubles.items())),
        )

    def _linked(self, every: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The pairs that reads and writes do not keep apart under one of the rulebooks."""
        linked: set[tuple[str, ...]] = set()
        for book in self.books:
            touches = Touches(book)
            touch = {
                name: touches.card(self.cards[name], self.maker.kinds(self.cards[name]))
                for name in self.names
            }
            for pair in every:
                first, second = (touch[name] for name in pair)
                there = (first, second)
                if touches.matters(first, second, there) or touches.matters(second, first, there):
                    linked.add(pair)
        return [pair for pair in every if pair in linked]

    def _look(
        self,
        what: str,
        setups: Sequence[Setup],
        into: dict[tuple[str, ...], ChangedCards],
        looked: set[tuple[str, ...]],
    ) -> None:
        """Plays the boards, and notes the first that parts for some cards."""
        report = self.means.progress
        swept = sweep(
            Boards(self.setter, setups),
            self.task,
            executor=self.means.executor,
            workers=self.means.workers,
            in_flight=self.means.in_flight,
            results=self.means.results,
            progress=None if report is None else lambda done, total: report(what, done, total),
        )
        self.boards += len(swept.results)
        for result in swept.results:
            setup = setups[result.number]
            looked.add(setup.cards)
            value = result.value if isinstance(result.value, dict) else {}
            trouble = result.trouble or value.get("refused", "")
            shown = value.get("shown")
            if trouble:
                self.troubles[result.title] = str(trouble)
            elif isinstance(shown, list) and setup.cards not in into:
                first, second = (str(each) for each in shown)
                into[setup.cards] = ChangedCards(setup.cards, _board(setup), (first, second))
        if not swept.complete:
            raise _Interrupted


def _board(setup: Setup) -> str:
    """What arrives, in this order, under which id, and for whom."""
    arrivals = [f"{setup.cards[i]} as {LETTERS[i]} ({setup.players[i]})" for i in setup.order]
    return ", ".join((*arrivals, *(("aimed at each other",) * (setup.aim != "board"))))


def _answer(scenario: Scenario) -> Answer | str:
    """The answer, or why there is none."""
    turns = count()

    def stop() -> None:
        if next(turns) > PATIENCE:
            raise LayerlawError("it takes too long")

    try:
        return solve(scenario, stop=stop)
    except LayerlawError as error:
        return str(error).partition("\n")[0]
