"""What kinds of objects cards speak of: for every selector, objects that it could select."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model import algebra as a
from layerlaw.model.algebra.infinite import named
from layerlaw.model.algebra.trees import parts
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from layerlaw.model.cards.card import Card

_ABOVE = {">": 1, "!=": 1, "<": -1}


@dataclass(frozen=True, slots=True, order=True)
class Wanted:
    """An object that a card speaks of: what has to be printed on it, its name, and its zone.

    words: pairs of a set characteristic and one of its words. numbers: number characteristics
    with a value that fits. statuses: those that an event has to give it. zone: "" for play.
    """

    words: tuple[tuple[str, str], ...] = ()
    keywords: tuple[str, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    statuses: tuple[str, ...] = ()
    name: str = ""
    zone: str = ""

    def __and__(self, other: Wanted) -> Wanted:
        """An object that is both."""
        return Wanted(
            tuple(sorted({*self.words, *other.words})),
            tuple(sorted({*self.keywords, *other.keywords})),
            tuple(sorted(dict((*self.numbers, *other.numbers)).items())),
            tuple(sorted({*self.statuses, *other.statuses})),
            self.name or other.name,
            self.zone or other.zone,
        )

    @property
    def plain(self) -> bool:
        """Whether nothing but words and a zone is wanted."""
        return not (self.keywords or self.numbers or self.statuses or self.name)


class PrintedWords(NamedTuple):
    """For every set characteristic the words that cards of a game have.

    types: the set that types stand in.
    """

    types: str
    words: Mapping[str, tuple[str, ...]]


def wanted(card: Card, shared: PrintedWords) -> tuple[Wanted, ...]:
    """The objects that the card speaks of, in a fixed order.

    shared: the words that cards of the game have (`printed_words`).
    """
    found: set[Wanted] = set()
    for printed in card.abilities:
        # What keywords do is the rulebook's business and no reason for an object.
        if printed.ability.keyword is None:
            found.update(_spoken_of(printed.ability, shared))
    return tuple(sorted(found))


def printed_words(cards: Iterable[Card], types: str) -> PrintedWords:
    """The words that are printed on any card; types: the set that types stand in."""
    found: dict[str, dict[str, None]] = {}
    for card in cards:
        for name, words in card.sets.items():
            found.setdefault(name, {}).update(dict.fromkeys(words))
    return PrintedWords(types, {name: tuple(sorted(words)) for name, words in found.items()})


def _spoken_of(ability: a.Ability, shared: PrintedWords) -> Iterator[Wanted]:
    for instruction in ability.instructions:
        scopes = _kinds(instruction.scope, shared)
        yield from scopes
        yield from _inside(instruction.scope, shared)
        lost = (one for one in instruction.operations if isinstance(one, a.Lose | a.CantHave))
        keywords = Wanted(keywords=tuple(sorted({one.keyword for one in lost})))
        yield from (one & keywords for one in scopes)
        for operation in instruction.operations:
            if isinstance(operation, a.ReplaceMember):
                old = Wanted(words=((operation.characteristic, operation.old),))
                yield from (one & old for one in scopes)
            if isinstance(operation, a.Gain):
                if operation.ability.keyword is not None:
                    continue
                yield from _spoken_of(operation.ability, shared)
            else:
                yield from _inside(operation, shared)
    yield from _inside(ability.condition, shared)
    yield from _inside(ability.until, shared)


def _inside(node: object, shared: PrintedWords) -> Iterator[Wanted]:
    """The objects that selectors somewhere below the node speak of."""
    # What something is shared with has all there is to be shared.
    common = Wanted()
    if isinstance(node, a.Sharing):
        words = shared.words.get(node.characteristic, ())
        common = Wanted(words=tuple((node.characteristic, word) for word in words))
    for inner in parts(node):
        if isinstance(inner, a.Selector) and not isinstance(node, tuple):
            yield from (kind & common for kind in _kinds(inner, shared))
        if not isinstance(node, a.Noun):
            yield from _inside(inner, shared)


def _kinds(selector: a.Selector, shared: PrintedWords) -> list[Wanted]:
    """Objects that the selector itself speaks of, one for each way to fit it."""
    match selector:
        case a.Both(inner):
            found = [Wanted()]
            for each in inner:
                found = [one & other for one in found for other in _kinds(each, shared)]
            return found
        case a.Either(inner):
            members = {name for each in inner for name in _member_of(each)}
            if len(members) == 1 and not members & {shared.types, ""}:
                # A word for a group, such as all kinds of dragons: one of them stands for it.
                return _kinds(inner[0], shared)
            return [one for each in inner for one in _kinds(each, shared)]
        case a.Noun(meaning=meaning):
            return _kinds(meaning, shared)
        case a.Member(characteristic, word):
            return [Wanted(words=((characteristic, word),))]
        case a.InZone(zone):
            return [Wanted(zone=zone)]
        case a.HasAbility(str(keyword)):
            return [Wanted(keywords=(keyword,))]
        case a.HasStatus(status):
            return [Wanted(statuses=(status,))]
        case a.Named(name):
            return [Wanted(name=name)]
        case a.Compared(a.Read(characteristic, a.It()), comparator, a.Number(value)):
            number = named(value + _ABOVE.get(comparator, 0))
            return [Wanted(numbers=((characteristic, number),))]
        case _:
            return [Wanted()]


def _member_of(selector: a.Selector) -> Iterator[str]:
    """The set characteristics that alone decide whether the selector fits; "" for anything else."""
    match selector:
        case a.Member(characteristic):
            yield characteristic
        case a.Noun(meaning=meaning):
            yield from _member_of(meaning)
        case a.Either(inner):
            for each in inner:
                yield from _member_of(each)
        case _:
            yield ""
