"""Small made-up cards and boards, in the words of one rulebook or of several at once."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, Member
from layerlaw.model.algebra.trees import nodes, with_keywords
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.errors import LayerlawError, Where
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.events import Play, Together
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.play.solve import solve

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.cards.card import Use
    from layerlaw.model.notation.vocabulary import Vocabulary
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.derivation.answer import Answer

YOU, ME = "you", "me"
WHERE = Where("made up", 1, 1)
PATIENCE = 400
"""So many turns are worth an answer on a made-up board."""

NAMES = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta")
"""The names of cards with effects, the oldest first."""


class SharedWords:
    """The words for made-up cards that all of the rulebooks know and mean alike.

    noun: a type of object, "" where the rulebooks share none, and cards then have no type.
    numbers: numbers that effects change. sets: sets of words besides the types, each with words
    that mean nothing else. keywords: keywords that do nothing by themselves and leave no mark.
    """

    def __init__(self, *rulebooks: Rulebook) -> None:
        self.rulebook = rulebooks[0]
        self.books = rulebooks
        own = [_OwnWords(rulebook) for rulebook in rulebooks]
        nouns = _shared(words.types for words in own)
        # One game's word for what lives need not be another's.
        one_game = len({rulebook.game for rulebook in rulebooks}) == 1
        alike = one_game or all(words.types == own[0].types for words in own)
        self.noun = nouns[0] if nouns and alike else ""
        self.numbers = _shared(words.numbers for words in own)
        sets = {name: _shared(words.sets.get(name, ()) for words in own) for name in own[0].sets}
        if len(rulebooks) > 1:
            # What a rule of one document speaks of would part them for a reason of its own.
            ruled = {word for rulebook in rulebooks for word in _ruled(rulebook)}
            sets = {
                name: tuple(sorted(words, key=lambda word: word in ruled))
                for name, words in sets.items()
            }
        self.sets: Mapping[str, tuple[str, ...]] = MappingProxyType(
            {name: shared for name, shared in sets.items() if shared}
        )
        self.keywords = _shared(words.keywords for words in own)
        self.statuses = tuple(
            status
            for status in _shared(book.statuses for book in rulebooks)
            if len({book.statuses[status].silences for book in rulebooks}) == 1
        )
        self.stacking = _shared(book.stacking for book in rulebooks)
        self.actions = _shared(book.actions for book in rulebooks)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """What the notation understands."""
        return vocabulary(self.rulebook).with_names((YOU, ME), ("V", "M"))

    @property
    def things(self) -> str:
        """The noun for the objects of the boards."""
        return self.noun or "object"

    def named(self, *names: str) -> str:
        """A selector of the objects with any of these names."""
        return " or ".join(f'({self.things} named "{name}")' for name in names)

    def ability(self, text: str) -> Ability:
        """The ability that a line of text means under the rulebook."""
        return _ability(self, text)

    def card(
        self,
        name: str,
        *,
        words: Iterable[str] = (),
        numbers: Mapping[str, int] | None = None,
        **uses: Sequence[str],
    ) -> Card:
        """A made-up card; what the state-based checks look at is 5, unless it is said otherwise.

        uses: lines of text by how they work (`has`, `resolves`, `activates`...).
        """
        sets: dict[str, list[str]] = {self.rulebook.types: [self.noun]} if self.noun else {}
        for word in words:
            sets.setdefault(self.vocabulary.members[word], []).append(word)
        printed = dict.fromkeys(self.numbers[:1], 5) | self.lasting | dict(numbers or {})
        abilities = [PrintedAbility(use, self.ability(line)) for use, line in _uses(uses)]
        return Card(
            name=name,
            sets=MappingProxyType({key: tuple(value) for key, value in sets.items()}),
            numbers=MappingProxyType(printed),
            abilities=tuple(abilities),
        )

    @cached_property
    def lasting(self) -> dict[str, int]:
        """What cards print so that the state-based checks leave them alone."""
        asked = {
            getattr(node, "characteristic", "")
            for check in self.rulebook.checks
            for node in nodes(check.who)
        }
        return {name: 5 for name in self.numbers if name in asked} if self.noun else {}


class _OwnWords:
    """The words of one rulebook that can be used without meaning anything else."""

    def __init__(self, rulebook: Rulebook) -> None:
        known = vocabulary(rulebook)
        uses: dict[str, int] = {}
        for characteristic in rulebook.characteristics.values():
            for word in characteristic.words:
                uses[word] = uses.get(word, 0) + 1
        taken = {*rulebook.nouns, *known.statuses, *known.zones, *known.keywords, *known.regions}
        checked = [
            node.word
            for check in rulebook.checks
            for node in nodes(check.who)
            if isinstance(node, Member) and node.characteristic == rulebook.types
        ]
        every = rulebook.characteristics[rulebook.types].words if rulebook.types else ()
        self.types = tuple(dict.fromkeys((*checked, *every)))
        self.numbers = tuple(
            each.name
            for each in rulebook.characteristics.values()
            if each.kind == "number" and each.on_cards
        )
        self.sets = {
            each.name: tuple(
                word
                for word in each.words
                if uses[word] == 1 and word not in taken and word.isalpha()
            )
            for each in rulebook.characteristics.values()
            if each.kind == "set" and each.name != rulebook.types
        }
        self.keywords = tuple(
            keyword
            for keyword, ability in rulebook.keywords.items()
            if not ability.instructions
            and keyword not in (*rulebook.marks, *rulebook.numbered)
            and keyword.isalpha()
        )


def _ruled(rulebook: Rulebook) -> Iterator[str]:
    """The words of sets that the rules and checks speak of."""
    trees = [
        *(rule.ability for rule in rulebook.rules),
        *(check.who for check in rulebook.checks),
    ]
    return (node.word for tree in trees for node in nodes(tree) if isinstance(node, Member))


def _shared(several: Iterable[Collection[str]]) -> tuple[str, ...]:
    """What all of them hold, in the order of the first."""
    first, *others = several
    return tuple(word for word in first if all(word in other for other in others))


def _uses(uses: Mapping[str, Sequence[str]]) -> Iterator[tuple[Use, str]]:
    known: tuple[Use, ...] = ("has", "enters", "on entry", "activates", "triggers", "resolves")
    for use in known:
        for line in uses.get(use, uses.get(use.replace(" ", "_"), ())):
            yield use, line


@lru_cache(maxsize=20_000)
def _ability(words: SharedWords, text: str) -> Ability:
    keyword = words.vocabulary.keyword(text)
    if keyword is not None:
        return words.rulebook.with_keyword(keyword)
    return with_keywords(parse_ability(text, words.vocabulary), words.rulebook.keywords)


def play(card: Card, id: str, player: str = YOU, targets: tuple[str, ...] = ()) -> Play:
    """A card played, or a spell that resolves."""
    return Play(player, card, id, None, targets, None, WHERE)


def scenario(
    rulebook: Rulebook, title: str, events: Iterable[Event], active: str | None = None
) -> Scenario:
    """A made-up scenario of two players, with nothing expected."""
    return Scenario(
        title=title,
        rulebook=rulebook,
        players=(YOU, ME),
        active=active,
        play=tuple(events),
        expect=(),
        variants=(),
        readings=MappingProxyType({}),
        source="made up by the audit",
        because=(),
        file="made up",
    )


def size_of(made: Scenario) -> tuple[int, int, int]:
    """How big a scenario is: abilities on its cards, objects, events; the smallest comes first."""
    events = [
        each
        for event in made.play
        for each in (event.events if isinstance(event, Together) else (event,))
    ]
    cards = {event.id: event.card for event in events if isinstance(event, Play)}
    effects = sum(
        1 for card in cards.values() for each in card.abilities if each.ability.instructions
    )
    return effects, len(cards), len(events) + sum(isinstance(e, Together) for e in made.play)


class TooLong(Exception):
    """A board that would take too long to work out is passed over."""


def answered(board: Scenario, readings: Mapping[str, str] | None = None) -> Answer | str:
    """The answer of a board, or the message that says why there is none.

    Raises `TooLong` after `PATIENCE` turns, counted and not timed.
    """
    turns = count()

    def stop() -> None:
        if next(turns) > PATIENCE:
            raise TooLong

    try:
        return solve(board, readings=readings, stop=stop)
    except LayerlawError as error:
        return str(error)
