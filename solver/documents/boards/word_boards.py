"""Small boards made of the words that a difference speaks of: its objects, states, verbs, zones."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice, product
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    HasAbility,
    Ignore,
    InZone,
    Member,
    Permission,
    Redirect,
    SetStatus,
)
from layerlaw.model.algebra.reads import ReadNumber, ReadStatus
from layerlaw.model.algebra.trees import cells_read, nodes, operations_of
from layerlaw.model.algebra.writes import WriteNumber
from layerlaw.model.cards.card import is_spell
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import ChangeCounters, GetsStatus, Leave, MoveZone
from layerlaw.solver.documents.boards.real_cards import shared_cards
from layerlaw.solver.documents.boards.small_boards import ME, WHERE, YOU, play, scenario, size_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.boards.small_boards import SharedWords

    Events = list[Event]

MOST = 100
"""So many boards are made for one difference, and as many of real cards."""

MOST_TYPES = 8
"""So many types of objects are tried, those that are spoken of first."""

MOST_REAL_CARDS = 12
"""So many real cards are tried, those that print most of the words first."""

AMOUNTS = (1, 9)
"""So many counters of a kind are put on."""


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """What selectors, abilities and checks speak of, as far as two rulebooks both know it.

    types: words of the types of objects. features: other words of sets, each with its set.
    """

    types: tuple[str, ...]
    features: tuple[tuple[str, str], ...]
    keywords: tuple[str, ...]
    statuses: tuple[str, ...]
    numbers: tuple[str, ...]
    counters: tuple[str, ...]
    verbs: tuple[str, ...]
    zones: tuple[str, ...]

    def printed_on(self, card: Card) -> frozenset[str]:
        """Which of the words the card prints."""
        printed = {word for values in card.sets.values() for word in values}
        printed |= {each.ability.keyword for each in card.abilities if each.ability.keyword}
        known = {*self.types, *self.keywords, *(word for _, word in self.features)}
        return frozenset(printed & known)


def spoken_words(books: Sequence[Rulebook], trees: Iterable[object]) -> SpokenWords:
    """The words of these trees that all of the rulebooks know, each once and in their order."""
    book = books[0]
    words: dict[str, dict[str, None]] = {}
    features: dict[tuple[str, str], None] = {}
    for tree in trees:
        for node in nodes(tree):
            if isinstance(node, Member):
                if node.characteristic == book.types:
                    words.setdefault("kinds", {})[node.word] = None
                else:
                    features[node.characteristic, node.word] = None
            if isinstance(node, HasAbility) and isinstance(node.keyword, str):
                words.setdefault("keywords", {})[node.keyword] = None
            if isinstance(node, SetStatus):
                words.setdefault("statuses", {})[node.status] = None
            if isinstance(node, Permission | Ignore):
                words.setdefault("verbs", {})[node.action] = None
            if isinstance(node, InZone):
                words.setdefault("zones", {})[node.zone] = None
            if isinstance(node, Redirect):
                zones = (node.instead_of,) if node.instead_of else book.zones[1:]
                words.setdefault("zones", {}).update(dict.fromkeys(zones))
            for cell in getattr(node, "writes", ()):
                if isinstance(cell, WriteNumber):
                    words.setdefault("numbers", {})[cell.characteristic] = None
        for read in cells_read(tree):
            if isinstance(read, ReadNumber) and read.characteristic:
                words.setdefault("numbers", {})[read.characteristic] = None
            if isinstance(read, ReadStatus):
                words.setdefault("statuses", {})[read.status] = None

    def known(kind: str, *have: Iterable[str]) -> tuple[str, ...]:
        return tuple(word for word in words.get(kind, ()) if all(word in each for each in have))

    numbers = known("numbers", *(each.characteristics for each in books))
    counted = [name for name in numbers if book.characteristics[name].counter]
    return SpokenWords(
        types=known("kinds", *(_of_set(each, each.types) for each in books)),
        features=tuple(
            (name, word)
            for name, word in features
            if all(word in _of_set(each, name) for each in books)
        ),
        keywords=known("keywords", *(each.keywords for each in books)),
        statuses=known("statuses", *(each.statuses for each in books)),
        numbers=tuple(name for name in numbers if name not in counted),
        counters=tuple(counted),
        verbs=known("verbs", *(each.actions for each in books)),
        zones=known("zones", *(each.zones for each in books)),
    )


def word_boards(words: SharedWords, spoken: SpokenWords, title: str) -> tuple[Scenario, ...]:
    """Boards on which an object of the words spoken of comes into the states spoken of.

    Those with the fewest objects come first, of these those of real cards.
    """
    real = _boards(words, spoken, title, _real(words, spoken), _real_speaker(words, spoken))
    made = _boards(words, spoken, title, _made_up(words, spoken), _speaker(words, spoken))
    ranked = [
        ((size_of(board)[1], rank, size_of(board)), board)
        for rank, stock in enumerate((real, made))
        for board in islice(stock, MOST)
    ]
    return tuple(board for _, board in sorted(ranked, key=lambda pair: pair[0]))


def _of_set(book: Rulebook, name: str) -> tuple[str, ...]:
    """The words of a characteristic; none where the rulebook has no such characteristic."""
    known = book.characteristics.get(name)
    return known.words if known is not None else ()


def _boards(
    words: SharedWords,
    spoken: SpokenWords,
    title: str,
    subjects: Iterable[Card],
    speaker: Card | None,
) -> Iterator[Scenario]:
    """Each object in each state, the plainest first; with a card that speaks of the verbs."""
    speakers = [play(speaker, "Speaker", ME)] if speaker is not None else []
    cards = list(subjects)
    states = list(_states(words, spoken))
    # An object for which nothing is done at all is the smallest board, so it comes first.
    for state, card in product(states, cards):
        subject: Events = [play(card, "V")]
        yield scenario(words.rulebook, title, [*subject, *speakers, *state], YOU)
    for one, two in product(cards, repeat=2):
        for player in (YOU, ME):
            yield scenario(
                words.rulebook, title, [play(one, "V"), play(two, "W", player), *speakers], YOU
            )


def _states(words: SharedWords, spoken: SpokenWords) -> Iterator[Events]:
    """What happens to the object: nothing, one thing, then two."""
    single: list[Events] = [[GetsStatus("V", status, True, WHERE)] for status in spoken.statuses]
    single += [
        [ChangeCounters("V", counter, amount, WHERE)]
        for counter in spoken.counters
        for amount in AMOUNTS
    ]
    for name in spoken.numbers:
        if name in words.numbers:
            for line in (f"{name} := 0", f"{name} -= 9"):
                lowers = words.card("Alpha", has=[f'"V": {line}'])
                single.append([play(lowers, "Alpha")])
    leaving: list[Events] = [
        [event("V", zone, WHERE)]
        for zone in spoken.zones
        if zone != words.rulebook.zones[0]
        for event in (Leave, MoveZone)
    ]
    yield []
    yield from single
    yield from leaving
    yield from ([*one, *two] for one, two in product(single, (*single, *leaving)) if one != two)


def _made_up(words: SharedWords, spoken: SpokenWords) -> Iterator[Card]:
    """Objects of each type, plain, with each word or keyword spoken of, and with all of them."""
    known = _of_set(words.rulebook, words.rulebook.types)
    types = tuple(dict.fromkeys((*spoken.types, words.noun, *known)))[:MOST_TYPES]
    several: list[tuple[tuple[tuple[str, str], ...], tuple[str, ...]]] = [((), ())]
    several += [((feature,), ()) for feature in spoken.features]
    several += [((), (keyword,)) for keyword in spoken.keywords]
    several.append((spoken.features, spoken.keywords))
    printed = dict.fromkeys((*words.numbers[:1], *words.lasting, *spoken.numbers), 5)
    for features, keywords in dict.fromkeys(several):
        for type in types or ("",):
            try:
                card = words.card("Victim", has=keywords)
            except LayerlawError:
                # A keyword that is written with a number.
                continue
            sets: dict[str, tuple[str, ...]] = {words.rulebook.types: (type,)} if type else {}
            for name, word in features:
                sets[name] = (*sets.get(name, ()), word)
            yield replace(card, sets=MappingProxyType(sets), numbers=MappingProxyType({**printed}))


def _real(words: SharedWords, spoken: SpokenWords) -> tuple[Card, ...]:
    """Real cards that print words spoken of, one for each choice of them, the simplest first."""
    by_words: dict[frozenset[str], Card] = {}
    for card in shared_cards(words):
        printed = spoken.printed_on(card)
        if printed and not is_spell(card):
            by_words.setdefault(printed, card)
    most = sorted(by_words.items(), key=lambda item: (-len(item[0]), item[1].name))
    return tuple(card for _, card in most[:MOST_REAL_CARDS])


def _real_speaker(words: SharedWords, spoken: SpokenWords) -> Card | None:
    """The simplest real card that speaks of one of the verbs; None where there are no verbs."""
    if not spoken.verbs:
        return None
    for card in shared_cards(words):
        done = chain.from_iterable(operations_of(each.ability) for each in card.abilities)
        if any(getattr(each, "action", "") in spoken.verbs for each in done):
            return card
    return _speaker(words, spoken)


def _speaker(words: SharedWords, spoken: SpokenWords) -> Card | None:
    """A made-up card that speaks of the verbs; what no card speaks of is not compared."""
    lines = []
    for verb in spoken.verbs:
        line = f"self: can't {verb}"
        try:
            words.ability(line)
        except LayerlawError:
            continue
        lines.append(line)
    return words.card("Speaker", has=lines) if lines else None
