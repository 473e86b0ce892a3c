"""The board of a question: which cards are meant, whose they are and what they are called."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.chosen import choices_in
from layerlaw.model.asking.cards import book_of, card_of, owner_and_name
from layerlaw.model.asking.faults import FILE, problem_at, refuse
from layerlaw.model.asking.marks import Text, lowered, marked, without_marks
from layerlaw.model.asking.parsing import ARRIVAL, Arrival, Stuck, parse_board
from layerlaw.model.asking.references import ASKER, ME, OTHER, Known, Object
from layerlaw.model.cards.write import card_tree
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import BadInput, did_you_mean
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.as_dict import scenario_from_dict
from layerlaw.model.scenarios.write import name as quoted
from layerlaw.model.shipped import latest_rulebooks, shipped_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.model.errors import Problem
    from layerlaw.model.scenarios.scenario import Scenario

_WHOSE: Mapping[str, str] = {
    "my": ME,
    "mine": ME,
    "your": ASKER,
    "yours": ASKER,
    "their": OTHER,
    "theirs": OTHER,
}
_TURN = re.compile(r"(?:(my|your|their)|(\S+)'s)\s+(?:next\s+)?turn", re.IGNORECASE)
_AMOUNT = re.compile(r"(\d{1,15}|an?|one|two|three|four|five)\s+(.+)", re.IGNORECASE)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_NUMBERS |= {"six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_USE = re.compile(r"(?:(?:i|you|they|\S+) )?uses? (.+)", re.IGNORECASE)
_LEAVES = re.compile(r"(.+) (?:leaves|leave)(?: play)?", re.IGNORECASE)
_SEVERAL = re.compile(
    r"(?:(?P<whose>my|your|their)\s+|(?P<named>\S+)'s\s+)?"
    r"(?:(?P<number>\d{1,3})|(?P<word>two|three|four|five|six|seven|eight|nine|ten))"
    r"(?:\s*x|\s+of)?\s+(?=\S)",
    re.IGNORECASE,
)
_ASKS = re.compile(r"(?:who|whose|what|which|how|where|why|is|are|does|do|can|will)\s.*\?", re.I)
_AND = re.compile(r"(?<=\d)\s+and\s+(?=\d)")
_NO_IDS = ("A", "AN", "I", "IS", "OF", "BE", "BY", "DO", "ON", "NO", "NOT", "TO", "HAS", "CAN")
MOST_CARDS = 60


@dataclass(frozen=True, slots=True)
class AskedBoard:
    """The board as a scenario that expects nothing, and what it holds, in order of arrival.

    asker: the player whose cards are without a word. newest: whether the rulebook was left out.
    """

    scenario: Scenario
    objects: tuple[Object, ...]
    asker: str
    newest: bool


def read_board(
    text: Text, title: str, rulebook: Rulebook | None, own: Mapping[str, Card]
) -> AskedBoard:
    """The board that is described; raises `BadInput` with the place of what is wrong.

    own: cards besides the shipped ones.
    """
    books = latest_rulebooks() if rulebook is None else (rulebook,)
    names = {book.id: tuple({**own, **dict.fromkeys(shipped_cards(book))}) for book in books}
    every = [lowered(name) for known in names.values() for name in known]
    encoded = marked(without_marks(text.text), dict.fromkeys(every, "card"))
    try:
        arrivals = parse_board(text, encoded)
    except Stuck as stuck:
        word = stuck.where.text.split(" ")[0]
        message = f"'{word}' does not fit here" if word else "something is missing here"
        refuse(stuck.where, message, expected=ARRIVAL)
    arrivals = tuple(
        each
        for arrival in arrivals
        for each in _each(arrival, [n for k in names.values() for n in k])
    )
    if len(arrivals) > MOST_CARDS:
        refuse(text, f"{len(arrivals)} cards are too many for a line: write a scenario")
    cards = [arrival.card for arrival in arrivals if is_card(arrival)]
    if text.end == len(text.whole) and _ASKS.match(text.text):
        hint = "The cards come first, then a colon, then the question."
        refuse(text, "there is no card before the question", suggestion=hint)
    if not cards:
        refuse(text, "there is no card", expected=ARRIVAL)
    book = book_of(text, cards, books, names)
    return _Table(arrivals, book, names[book.id], title, own).board(newest=rulebook is None)


class _Table:
    """Puts the arrivals down, one after another."""

    def __init__(
        self,
        arrivals: Sequence[Arrival],
        book: Rulebook,
        names: Sequence[str],
        title: str,
        own: Mapping[str, Card],
    ) -> None:
        self.own = own
        self.arrivals = arrivals
        self.book = book
        self.title = title
        every = [arrival.card for arrival in arrivals if is_card(arrival)]
        self.cards = [
            card_of(arrival.card, names, every) if is_card(arrival) else "" for arrival in arrivals
        ]
        owners = [_owner(arrival, names, book) for arrival in arrivals]
        turns = [turn for arrival in arrivals if (turn := _turn_of(arrival)) is not None]
        words = [owner for owner in (*owners, *turns) if owner is not None]
        named = dict.fromkeys(_player(word.text) for word in words)
        all_named = len(named) > 1 and all(
            owner or not card for owner, card in zip(owners, self.cards, strict=True)
        )
        self.asker = ME if ME in named else ASKER
        if all_named and self.asker not in named:
            self.asker = next(iter(named))
        self.players = tuple(dict.fromkeys((self.asker, *named)))
        if len(self.players) == 1:
            self.players = (self.asker, OTHER)
        self.owners = [self.asker if one is None else _player(one.text) for one in owners]
        self.objects: list[Object] = []
        self.play: list[tuple[dict[str, str], Text]] = []

    def board(self, *, newest: bool) -> AskedBoard:
        """The scenario, and the objects; raises `BadInput`."""
        ids = _ids(self.arrivals, self.cards, (*self.players, "rules"))
        for number, arrival in enumerate(self.arrivals):
            turn = _turn_of(arrival)
            if turn is not None:
                self.play.append(({"turn": _player(turn.text)}, arrival.card))
            elif not is_card(arrival):
                self._happens(arrival)
            else:
                self._arrive(arrival, self.cards[number], self.owners[number], ids[number])
        values: dict[str, object] = {
            "title": self.title,
            "rulebook": self.book.id,
            "players": list(self.players),
            "play": [event for event, _ in self.play],
        }
        used = {name: self.own[name] for name in self.cards if name in self.own}
        if used:
            trees = {name: card_tree(card, self.book) for name, card in used.items()}
            values["cards"] = trees
        try:
            scenario = scenario_from_dict(values, FILE, rulebook=self.book)
        except BadInput as error:
            raise BadInput([self._placed(one) for one in error.problems]) from None
        return AskedBoard(scenario, tuple(self.objects), self.asker, newest)

    def _happens(self, arrival: Arrival) -> None:
        """An ability is used, or something leaves."""
        known = Known(tuple(self.objects), self.players, self.asker)
        leaves = _LEAVES.fullmatch(arrival.card.text)
        if leaves is not None:
            id = known.one(arrival.card.part(*leaves.span(1)))
            self.play.append(({"leave": quoted(id)}, arrival.card))
            return
        used = _USE.fullmatch(arrival.card.text)
        assert used is not None
        id = known.one(arrival.card.part(*used.span(1)))
        source = next((one for one in self.objects if one.id == id), None)
        if source is None:
            refuse(arrival.card, f"'{id}' is no card that can be used")
        said = f"use {quoted(id)}{self._aimed(arrival, source.name, known)}"
        self.play.append(({source.player: said}, arrival.card))

    def _aimed(self, arrival: Arrival, card: str, known: Known) -> str:
        """What stands behind `on` and `choosing`."""
        said = ""
        if arrival.on:
            said += f" on {', '.join(quoted(known.one(target)) for target in arrival.on)}"
        if arrival.copying is not None:
            said += f" copying {quoted(known.one(arrival.copying))}"
        if arrival.choosing is not None:
            said += f" choosing {self._chosen(arrival.choosing, card, known)}"
        return said

    def _arrive(self, arrival: Arrival, card: str, player: str, id: str) -> None:
        known = Known(tuple(self.objects), self.players, self.asker)
        # A name that holds quotes is known by its card and stands as it is.
        name = card if '"' in card else quoted(card)
        said = f"{name} as {quoted(id)}"
        if arrival.zone is not None:
            said += f" in {quoted(_zone(arrival.zone.text))}"
        if arrival.at is not None:
            said += f" at {_AND.sub(', ', arrival.at.text)}"
        said += self._aimed(arrival, card, known)
        self.play.append(({player: said}, arrival.card))
        self.objects.append(Object(id, card, player))
        for counter in arrival.counters:
            self.play.append((self._counter(counter, id), counter))
        for note in arrival.notes:
            if (status := _status(note.text, self.book)) is not None:
                self.play.append(({"gets": f"{quoted(id)} {quoted(status)}"}, note))

    def _chosen(self, what: Text, card: str, known: Known) -> str:
        """A number or a word as it stands; where the card speaks of a chosen object, that."""
        text = what.text.strip('"')
        if re.fullmatch(r"[+-]?\d+|infinite", text):
            return text
        known_card = self.own[card] if card in self.own else shipped_cards(self.book)[card]
        abilities = known_card.every_ability
        kinds = {one.what for each in abilities for one in choices_in(each.ability)}
        return quoted(known.one(what) if kinds & {"object", "player"} else text)

    def _counter(self, typed: Text, id: str) -> dict[str, str]:
        """`2 damage`, `a buff counter` as an event."""
        found = _AMOUNT.fullmatch(typed.text)
        kinds = [each.name for each in self.book.characteristics.values() if each.by_events]
        listed_kinds = f"a number and one of {', '.join(kinds)}"
        if found is None:
            refuse(typed, f"'{typed.text}' is no number of counters", expected=listed_kinds)
        amount, what = _NUMBERS.get(found[1].lower()) or int(found[1]), lowered(found[2])
        stem = re.sub(r"\s+counters?$", "", what)
        for name in (what, stem, f"{stem}-counters"):
            if name in kinds:
                return {name: f"{quoted(id)} {amount}"}
        hint = did_you_mean(stem, kinds)
        refuse(typed, f"unknown counter '{stem}'", expected=listed_kinds, suggestion=hint)

    def _placed(self, problem: Problem) -> Problem:
        """The problem of an event, at the card that it is about."""
        number = re.match(r"play\[(\d+)\]", problem.path)
        if number is None:
            return problem
        where = self.play[int(number[1])][1]
        message = re.sub(r" at play\[\d+\]\S*", "", problem.message)
        # Nobody typed the ids.
        cards = {one.id: one.name for one in self.objects}
        message = re.sub(
            r"'([^']+)'",
            lambda found: f"{cards[found[1]]} ({found[1]})" if found[1] in cards else found[0],
            message,
        )
        return problem_at(where, message, expected=problem.expected, suggestion=problem.suggestion)


def _each(arrival: Arrival, names: Sequence[str]) -> Iterator[Arrival]:
    """The arrival, or of "two Foot Soldiers" each, unless a card is called so."""
    text = arrival.card.text
    found = _SEVERAL.match(text)
    if found is None or not is_card(arrival) or lowered(text) in map(lowered, names):
        yield arrival
        return
    number = _NUMBERS.get((found["word"] or "").lower()) or int(found["number"] or 0)
    if not 0 < number <= MOST_CARDS:
        refuse(arrival.card, f"{number} cards are too many for a line: write a scenario")
    if arrival.id is not None and number > 1:
        refuse(arrival.id, f"one id for {number} cards", suggestion="Name each of them.")
    card = arrival.card.part(found.end(), len(text))
    notes = arrival.notes
    if found["whose"] or found["named"]:
        notes = (arrival.card.part(*found.span("whose" if found["whose"] else "named")), *notes)
    yield from (replace(arrival, card=card, notes=notes) for _ in range(number))


# --- whose ---------------------------------------------------------------------------------------


def _owner(arrival: Arrival, names: Sequence[str], book: Rulebook) -> Text | None:
    """The word that says whose the card is, before it or in brackets."""
    found: list[Text] = []
    before, _ = owner_and_name(arrival.card, names)
    if before is not None and is_card(arrival):
        found.append(before)
    for note in arrival.notes:
        word = lowered(note.text)
        if word in _WHOSE:
            found.append(note)
        elif _status(word, book) is None:
            # Whoever is called so is written with a capital, or is no slip of the pen.
            meant = did_you_mean(word, (*book.statuses, *_WHOSE))
            if meant and note.text[:1].islower():
                expected = "whose it is, or a status"
                refuse(note, f"unknown word '{note.text}'", expected=expected, suggestion=meant)
            found.append(note)
    if len(found) > 1:
        refuse(found[1], "it is said twice whose this is")
    if found and not re.fullmatch(r"[^\W\d_][\w' -]*", found[0].text):
        refuse(found[0], f"'{found[0].text}' can't be a player", expected="mine, theirs, a name")
    return found[0] if found else None


def _player(word: str) -> str:
    return _WHOSE.get(lowered(word), word)


def is_card(arrival: Arrival) -> bool:
    """Whether it is a card that arrives, and not a turn, a use, or something that leaves."""
    text = arrival.card.text
    return not any(form.fullmatch(text) for form in (_TURN, _USE, _LEAVES))


def _turn_of(arrival: Arrival) -> Text | None:
    """Whose turn begins, if that is what stands in the place of a card."""
    found = _TURN.fullmatch(arrival.card.text)
    return None if found is None else arrival.card.part(*found.span(1 if found[1] else 2))


def _status(word: str, book: Rulebook) -> str | None:
    """The status of the rulebook that it is."""
    small = lowered(word)
    return next((status for status in book.statuses if status.lower() == small), None)


def _zone(text: str) -> str:
    return re.sub(r"^(?:the|my|your|their)\s+", "", lowered(text))


# --- ids -----------------------------------------------------------------------------------------


def _initials(card: str) -> str:
    """The first letters of the words of a name that begin with a capital, three at most."""
    words = re.findall(r"[^\W\d_][\w'-]*", card)
    return "".join([word[0] for word in words if word[0].isupper()] or ["X"])[:3]


def _ids(arrivals: Sequence[Arrival], cards: Sequence[str], taken: Sequence[str]) -> list[str]:
    """An id for each: its own, else the card's first letter, or all of them, and a number."""
    letters: dict[str, str] = {}
    for card in filter(None, cards):
        letters[card] = next(iter(re.findall(r"[^\W\d_]", card)), "X").upper()
    stems = {
        card: letter
        if list(letters.values()).count(letter) == 1 and letter not in _NO_IDS
        else _initials(card)
        for card, letter in letters.items()
    }
    used = {*taken, *_NO_IDS, *(arrival.id.text for arrival in arrivals if arrival.id is not None)}
    ids: list[str] = []
    for arrival, card in zip(arrivals, cards, strict=True):
        if arrival.id is not None or not card:
            ids.append(arrival.id.text if arrival.id is not None else "")
            continue
        stem = stems[card]
        single = cards.count(card) == 1 and list(stems.values()).count(stem) == 1
        names = (stem, *(f"{stem}{n}" for n in range(1, len(cards) + len(used) + 2)))
        ids.append(next(name for name in names[0 if single else 1 :] if name not in used))
        used.add(ids[-1])
    return ids
