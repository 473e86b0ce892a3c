"""Cards found by words of their names and sentences, and by what they are, have, read and write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from layerlaw.model.arguments import checked
from layerlaw.model.candidates import advice
from layerlaw.model.cards.card import Card
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, plain
from layerlaw.model.finding.terms import found_by
from layerlaw.model.finding.touched import touched_by
from layerlaw.model.notation.english import english_ability
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.shipped import latest_rulebooks, shipped_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Field = Literal["name", "text", "type", "keyword", "reads", "writes"]
"""What can stand before a colon in a search."""
FIELDS: tuple[Field, ...] = get_args(Field)
_SAYS: Mapping[str, str] = {
    "type": "no card is '{}'",
    "keyword": "no card has the keyword '{}'",
    "reads": "no card reads '{}'",
    "writes": "no card writes '{}'",
}


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card that was found.

    rulebook: in whose words it was read. sentences: what each ability does, in English.
    """

    card: Card
    rulebook: Rulebook
    sentences: tuple[str, ...]


@checked()
def find_cards(
    words: str = "",
    *,
    rulebook: Rulebook | None = None,
    cards: Mapping[str, Card] | None = None,
) -> tuple[FoundCard, ...]:
    """The cards that all words find: those with the words in their names first, each in its order.

    words: in any case and order; each begins a word of the card's name or of its
    sentences; only if that finds nothing may it stand inside a word.
    `name:` and `text:` ask for one of the two, `type:` for a word of its types or other sets,
    `keyword:` for a keyword that is printed on it, `reads:` and `writes:` for what its abilities
    look at and change: a characteristic, a word of one, a status, a keyword, a verb, or
    `abilities`, `name`, `place`, `copy`, `permissions`. Quotes hold words together, and a `-`
    before a term leaves out what it finds. Without words every card is found; a whole name finds
    its card alone. rulebook: whose game's cards are searched; left out, those of every game, each
    under its latest rulebook. cards: which to search in place of the shipped ones; they need a
    rulebook.

    Raises `LayerlawError` for a field that there is not, and for what no card is, has, reads or
    writes, with suggestions. A word that is nowhere finds nothing.

    >>> from layerlaw.model import find_cards
    >>> [found.card.name for found in find_cards("realm KING")]
    ['King of the Realm']
    >>> [found.card.name for found in find_cards("writes:controller reads:mortal")]
    ['King of the Realm']
    """
    if cards is not None and rulebook is None:
        raise LayerlawError("cards of one's own are searched under a rulebook: name it")
    every = _read_out(cards, rulebook) if cards is not None else _shelves(rulebook)
    whole = [one for one in every if one.card.name.lower() == words.strip().lower()]
    if whole:
        return tuple(one.found for one in whole)

    def known_value(field: str, value: str) -> str:
        return _known_value(field, value, every) if field in _SAYS else value

    return tuple(one.found for one in found_by(words, every, FIELDS, known_value))


def card_names(rulebook: Rulebook | None = None) -> tuple[str, ...]:
    """The names of the shipped cards of the rulebook's game, or of every game.

    >>> "King of the Realm" in card_names()
    True
    """
    books = latest_rulebooks() if rulebook is None else (rulebook,)
    return tuple(dict.fromkeys(name for book in books for name in shipped_cards(book)))


@dataclass(frozen=True, slots=True)
class _Searched:
    """A card with the texts and words that it is found by, in small letters."""

    found: FoundCard
    texts: Mapping[str, str]
    words: Mapping[str, frozenset[str]]

    @property
    def card(self) -> Card:
        return self.found.card


def _known_value(field: str, value: str, every: Sequence[_Searched]) -> str:
    """The value as cards have it: itself, or the only one that begins with it."""
    known = sorted({word for one in every for word in one.words[field]})
    if value in known:
        return value
    longer = [word for word in known if value and word.startswith(value)]
    if len(longer) == 1:
        return longer[0]
    message = _SAYS[field].format(plain(value))
    if longer:
        raise LayerlawError(f"{message}: did you mean {_either(longer)}?")
    hint = advice(value, known)
    some = f" (there are {', '.join(known)})" if known and len(known) <= 30 else ""
    raise LayerlawError(f"{message}: {hint}" if hint else f"{message}{some}")


def _either(words: Sequence[str]) -> str:
    named = [f"'{word}'" for word in words[:6]]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"


def _shelves(rulebook: Rulebook | None) -> tuple[_Searched, ...]:
    books = latest_rulebooks() if rulebook is None else (rulebook,)
    return tuple(one for book in books for one in _shelf(book))


def _shelf(book: Rulebook) -> tuple[_Searched, ...]:
    known = _shelves_read.get(id(book))
    if known is None or known[0] is not book:
        known = _shelves_read[id(book)] = book, _read_out(shipped_cards(book), book)
        if len(_shelves_read) > _MOST_SHELVES:
            del _shelves_read[next(iter(_shelves_read))]
    return known[1]


def _read_out(cards: Mapping[str, Card] | None, book: Rulebook | None) -> tuple[_Searched, ...]:
    return tuple(_searched_cards(cards or {}, book)) if book is not None else ()


def _searched_cards(cards: Mapping[str, Card], book: Rulebook) -> Iterator[_Searched]:
    for name in cards:
        try:
            card = cards[name]
        except LayerlawError:
            # Written for another document of the same game.
            continue
        sentences = tuple(
            english_ability(printed.ability, card.name, book.plurals)
            for printed in card.every_ability
        )
        text = " ".join((*sentences, *card.left_out)).lower()
        touched = touched_by(card)
        keywords = (one.ability.keyword for one in card.abilities if one.ability.keyword)
        yield _Searched(
            FoundCard(card, book, sentences),
            {"name": card.name.lower(), "text": text},
            {
                "type": _small(word for words in card.sets.values() for word in words),
                "keyword": _small(keywords),
                "reads": _small(touched.reads),
                "writes": _small(touched.writes),
            },
        )


def _small(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word.lower() for word in words)


# By the identity of the rulebook, which the value keeps alive.
_shelves_read: dict[int, tuple[Rulebook, tuple[_Searched, ...]]] = {}
_MOST_SHELVES = 16
