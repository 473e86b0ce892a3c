"""One board under two documents: whether they part there, and which difference makes them part."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from layerlaw.model.algebra.trees import with_keywords
from layerlaw.model.cards.card import Card
from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.events import (
    Announce,
    Meld,
    Play,
    Stack,
    Together,
    Transform,
    one_by_one,
)
from layerlaw.solver.answer.difference.answers import difference, differing_cells
from layerlaw.solver.answer.difference.divergence import first_divergence
from layerlaw.solver.answer.difference.outcome import BEARER, PLACE
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.documents.audit.sentences import answers_in_words
from layerlaw.solver.documents.boards.realise import applied_orders
from layerlaw.solver.documents.boards.small_boards import NAMES, TooLong, answered
from layerlaw.solver.documents.compare.comparison import Cause, Parted
from layerlaw.solver.documents.compare.toggles import taken_over, toggles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.documents.axioms.instances import Instance, Order
    from layerlaw.solver.documents.compare.toggles import Toggle

_ALWAYS = {"abilities", "name"}

_Readings = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]

MOST_KEPT = 1_000
"""So many answers are kept for the next difference."""

NO_READINGS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ComparedEvents:
    """A board to compare documents on, and the abstract instance that it realises, if any."""

    board: Scenario
    instance: Instance | None = None


class BothDocuments:
    """Plays boards under two rulebooks and counts them.

    progress: called after each board with the number of boards so far and 0.
    """

    def __init__(
        self, one: Rulebook, other: Rulebook, progress: Callable[[int, int], None] | None
    ) -> None:
        self.sides = one, other
        self.progress = progress
        self.looked = 0
        self._begun: dict[
            tuple[int, tuple[tuple[str, str], ...], int], tuple[Scenario, Answer | str]
        ] = {}
        self._toggles: dict[_Readings, tuple[Toggle, ...]] = {}
        self._taken: dict[tuple[_Readings, tuple[Toggle, ...]], Rulebook | None] = {}

    @property
    def one_game(self) -> bool:
        """Whether both documents are of one game."""
        return self.sides[0].game == self.sides[1].game

    def toggles(self, first: Mapping[str, str], second: Mapping[str, str]) -> tuple[Toggle, ...]:
        """The single differences of the documents under these readings that can be taken over."""
        key = tuple(first.items()), tuple(second.items())
        if key not in self._toggles:
            every = toggles(*self._settled(first, second))
            # Layers and checks speak of words that the other game does not have.
            self._toggles[key] = (
                every if self.one_game else tuple(each for each in every if each.policies)
            )
        return self._toggles[key]

    def parts(
        self,
        made: ComparedEvents,
        first: Mapping[str, str] = NO_READINGS,
        second: Mapping[str, str] = NO_READINGS,
    ) -> bool:
        """Whether the documents, read so, part on the board; no, where that takes too long."""
        self.looked += 1
        if self.progress is not None:
            self.progress(self.looked, 0)
        try:
            return apart((self._answered(made, first), self._answered(made, second, 1)), self.sides)
        except TooLong:
            return False

    def changes(self, made: ComparedEvents, side: int, chosen: Mapping[str, str]) -> bool:
        """Whether a reading of one document comes to something else than its defaults do."""
        try:
            by_default = self._answered(made, NO_READINGS, side)
            return apart((by_default, self._answered(made, chosen, side)), self.sides)
        except TooLong:
            return False

    def refused(self, made: ComparedEvents) -> bool:
        """Whether one of the documents has no answer for the board, or takes too long."""
        try:
            return any(isinstance(self._answered(made, NO_READINGS, side), str) for side in (0, 1))
        except TooLong:
            return True

    def taken_over_parts(
        self, made: ComparedEvents, some: tuple[Toggle, ...], more: tuple[Toggle, ...]
    ) -> bool:
        """Whether the first document parts from itself on a board, with some of its differences
        taken over and with more of them; no, where one of these has no answer."""
        try:
            answers = tuple(
                answered(under(made.board, book)) if chosen else self._answered(made, NO_READINGS)
                for chosen in (some, more)
                if (book := self._taken_over(NO_READINGS, NO_READINGS, chosen)) is not None
            )
        except TooLong:
            return False
        if len(answers) < 2 or any(isinstance(answer, str) for answer in answers):
            return False
        return apart((answers[0], answers[1]), self.sides)

    def parted(
        self,
        made: ComparedEvents,
        point: str = "",
        first: Mapping[str, str] = NO_READINGS,
        second: Mapping[str, str] = NO_READINGS,
        about: Toggle | None = None,
    ) -> Parted:
        """The board with both answers, and what makes them part.

        about: the difference that is spoken of; what differs because of it alone is told, if
        anything does. Raises `AssertionError` if they do not part there.
        """
        boards = self._under(made, first, 0), self._under(made, second, 1)
        answers = answered(boards[0]), answered(boards[1])
        if not apart(answers, self.sides):
            raise AssertionError(f"the board '{made.board.title}' does not play twice alike")
        one, other = answers
        differs = None
        if not isinstance(one, str) and not isinstance(other, str):
            differs = difference(one, other)
        shown = said_apart(answers, self.sides, self._touched(made, about, first, second))
        return Parted(
            boards=boards,
            point=point,
            instance=made.instance,
            orders=(_order(one, made.instance), _order(other, made.instance)),
            difference=differs,
            shown=shown,
            divergence=first_divergence(*boards),
            causes=tuple(
                self.cause(made, toggle, point, first, second)
                for toggle in self.toggles(first, second)
            ),
        )

    def cause(
        self,
        made: ComparedEvents,
        toggle: Toggle,
        point: str = "",
        first: Mapping[str, str] = NO_READINGS,
        second: Mapping[str, str] = NO_READINGS,
    ) -> Cause:
        """What one single difference does to a board on which the documents part."""
        rest = tuple(each for each in self.toggles(first, second) if each != toggle)
        begun = self._answered(made, first)
        results: list[bool | None] = []
        for chosen in ((toggle,), rest):
            book = self._taken_over(first, second, chosen)
            answer: Answer | str = "a rule has no layer to work in"
            if book is not None:
                try:
                    answer = answered(self._under(made, NO_READINGS, 0, book))
                except TooLong:
                    answer = "it takes too long"
            results.append(None if isinstance(answer, str) else apart((begun, answer), self.sides))
        sufficient, still = results
        clauses = (*toggle.clauses, point) if point else toggle.clauses
        return Cause(toggle.what, clauses, sufficient, None if still is None else not still)

    def _answered(
        self, made: ComparedEvents, chosen: Mapping[str, str], side: int = 0
    ) -> Answer | str:
        """The answer under one document, kept: every difference and reading asks for the same."""
        key = id(made.board), tuple(chosen.items()), side
        if key not in self._begun:
            if len(self._begun) >= MOST_KEPT:
                self._begun.clear()
            # The board is kept with it, so that no other has its id.
            self._begun[key] = made.board, answered(self._under(made, chosen, side))
        return self._begun[key][1]

    def _touched(
        self,
        made: ComparedEvents,
        toggle: Toggle | None,
        first: Mapping[str, str],
        second: Mapping[str, str],
    ) -> frozenset[str]:
        """The characteristics that one single difference changes on a board."""
        book = None if toggle is None else self._taken_over(first, second, (toggle,))
        if book is None:
            return frozenset()
        try:
            pair = [answered(self._under(made, first, 0)), answered(under(made.board, book))]
        except TooLong:
            return frozenset()
        known = [answer for answer in pair if not isinstance(answer, str)]
        if len(known) < len(pair):
            return frozenset()
        return frozenset(cell.characteristic for cell in differing_cells(known))

    def _settled(
        self, first: Mapping[str, str], second: Mapping[str, str]
    ) -> tuple[Rulebook, Rulebook]:
        one, other = self.sides
        return one.settled(first), other.settled(second)

    def _taken_over(
        self, first: Mapping[str, str], second: Mapping[str, str], chosen: tuple[Toggle, ...]
    ) -> Rulebook | None:
        """The first document with these differences taken over, made once."""
        key = (tuple(first.items()), tuple(second.items())), chosen
        if key not in self._taken:
            self._taken[key] = taken_over(*self._settled(first, second), chosen)
        return self._taken[key]

    def _under(
        self,
        made: ComparedEvents,
        chosen: Mapping[str, str],
        side: int,
        rulebook: Rulebook | None = None,
    ) -> Scenario:
        return under(made.board, rulebook or self.sides[side], chosen)


def under(
    board: Scenario, rulebook: Rulebook, readings: Mapping[str, str] = NO_READINGS
) -> Scenario:
    """The board under another rulebook of its game; keywords do what that one says."""
    return replace(
        board,
        rulebook=rulebook,
        play=tuple(_with_keywords_of(rulebook, event) for event in board.play),
        readings=MappingProxyType(dict(readings)),
    )


def cards_of(board: Scenario) -> Iterator[Card]:
    """The cards of all events."""
    for event in one_by_one(board.play):
        card = getattr(event, "card", None)
        if isinstance(card, Card):
            yield card


def _with_keywords_of(book: Rulebook, event: Event) -> Event:
    """The event with keywords on its cards that do what this rulebook says."""
    if isinstance(event, Together):
        events = tuple(_with_keywords_of(book, each) for each in event.events)
        return replace(event, events=cast("tuple[Play]", events))
    if isinstance(event, Announce):
        return replace(event, what=cast("Play", _with_keywords_of(book, event.what)))
    if isinstance(event, Play | Meld | Stack | Transform):
        abilities = tuple(
            replace(each, ability=with_keywords(each.ability, book.keywords))
            for each in event.card.abilities
        )
        if abilities != event.card.abilities:
            return replace(event, card=replace(event.card, abilities=abilities))
    return event


def _order(answer: Answer | str, instance: Instance | None) -> Order:
    if instance is None or isinstance(answer, str):
        return ()
    number = {NAMES[effect]: effect for effect in range(instance.n)}
    return tuple(chain.from_iterable(applied_orders(answer, number)))


def apart(answers: tuple[Answer | str, Answer | str], rulebooks: tuple[Rulebook, Rulebook]) -> bool:
    """Whether two answers part; a text stands for the reason why there is none.

    Compared are the characteristics and statuses that both rulebooks know, what the abilities of
    an object are, how many answers there are, and, within one game, zones, places, bearers, the
    checks, and what may be done.
    """
    one, other = answers
    if isinstance(one, str) or isinstance(other, str):
        # What one of the games can't say at all is no difference in what is on the table.
        return isinstance(one, str) != isinstance(other, str) and _one_game(rulebooks)
    within_both = difference(one, other).within(_shared_words(rulebooks))
    if within_both.verdicts is not None or within_both.cells:
        return True
    return _one_game(rulebooks) and bool(within_both.zones or any(within_both.fates))


def said_apart(
    answers: tuple[Answer | str, Answer | str],
    rulebooks: tuple[Rulebook, Rulebook],
    touched: frozenset[str] = frozenset(),
) -> tuple[str, str]:
    """Both answers where they differ, in sentences, as far as both rulebooks know the words.

    touched: the characteristics that are told of, if there are any.
    """
    alike = _one_game(rulebooks) and all(
        getattr(rulebooks[0], words).keys() == getattr(rulebooks[1], words).keys()
        for words in ("characteristics", "statuses")
    )
    only = None if alike else _shared_words(rulebooks)
    if touched:
        only = touched if only is None else touched & only
    first, second = answers_in_words(answers, only, one_game=_one_game(rulebooks))
    return first, second


def _shared_words(rulebooks: tuple[Rulebook, Rulebook]) -> frozenset[str]:
    """The characteristics and statuses that both rulebooks know; within one game, what may be
    done, places and bearers too."""
    known = [{*each.characteristics, *each.statuses} for each in rulebooks]
    more = {PERMISSIONS, PLACE, BEARER} if _one_game(rulebooks) else set()
    return frozenset((known[0] & known[1]) | _ALWAYS | more)


def _one_game(rulebooks: tuple[Rulebook, Rulebook]) -> bool:
    return rulebooks[0].game == rulebooks[1].game
