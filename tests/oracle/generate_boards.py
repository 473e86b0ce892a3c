"""Random boards of a game's own cards, and of cards put together from their words, from a seed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from random import Random

from layerlaw.model.algebra import (
    Ability,
    Bearer,
    Condition,
    CopyOf,
    Duration,
    Gaining,
    Identified,
    Instruction,
    Member,
    Operation,
    Read,
    Selector,
    Self,
)
from layerlaw.model.algebra.by_kind import by_kind
from layerlaw.model.algebra.chosen import choices_in
from layerlaw.model.algebra.mentions import chooses_as_it_enters, chooses_name, chooses_number
from layerlaw.model.algebra.trees import conjuncts, mentions, nodes, operations_of
from layerlaw.model.cards.card import Card, PrintedAbility, Use, is_spell
from layerlaw.model.cards.card_format import USES
from layerlaw.model.cards.load_abilities import PART_BY_PART
from layerlaw.model.notation.given_types import with_given_types
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import (
    Announce,
    Attach,
    ChangeCounters,
    Event,
    GetsStatus,
    Leave,
    MoveZone,
    Play,
    Resolve,
    Simultaneous,
    Stack,
    Together,
    Transform,
    TurnBegins,
    UseAbility,
)
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_cards, shipped_rulebook
from oracle.build import ME, WHERE, YOU, scenario
from oracle.once import once

Topic = tuple[str, str]
"""A kind of operation and the characteristic that it is about: what cards meet by."""

MEETING = (
    "AddMembers",
    "AddMembersOf",
    "Animate",
    "CopyOf",
    "GainActivated",
    "Lose",
    "LoseAll",
    "RemoveMembers",
    "ReplaceMember",
    "SetMembers",
    "SetNumber",
    "SetPlayer",
    "SetStatus",
    "Swap",
)
"""Operations that change what other abilities ask for, or take abilities."""


@dataclass(frozen=True)
class Words:
    """What abilities of one kind are made of: static ones, or those that resolve."""

    scopes: tuple[Selector, ...]
    operations: tuple[Operation, ...]
    conditions: tuple[Condition, ...]
    durations: tuple[Duration | None, ...]


class Deck:
    """A game's cards by what they do, for a rulebook without a board of squares."""

    def __init__(self, rulebook: Rulebook, cards: Iterable[Card]) -> None:
        self.rulebook = rulebook
        self.cards = tuple(cards)
        self.lasting = tuple(card for card in self.cards if not is_spell(card))
        self.copiers = [c for c in self.lasting if any(p.use == "enters" for p in c.abilities)]
        self.topics: dict[Topic, list[Card]] = {}
        for card in self.cards:
            for topic in {about(each) for each in operations_on(card)}:
                self.topics.setdefault(topic, []).append(card)
        self.meeting = sorted(topic for topic in self.topics if topic[0] in MEETING)
        static = [p for c in self.cards for p in c.abilities if p.use == "has"]
        resolving = [p for c in self.cards for p in c.abilities if p.use not in ("has", "enters")]
        self.static, self.resolving = words_of(static), words_of(resolving)

    def is_carried(self, card: Card) -> bool:
        """Whether the card is attached as it enters: it speaks of its bearer."""
        return self.rulebook.carried is not None and speaks_of_bearer(card)


@once
def speaks_of_bearer(card: Card) -> bool:
    """Whether an ability of the card speaks of what bears it."""
    return any(mentions(each.ability, Bearer) for each in card.abilities)


def about(operation: Operation) -> Topic:
    """What the operation is about."""
    return type(operation).__name__, str(getattr(operation, "characteristic", ""))


def operations_on(card: Card) -> Iterable[Operation]:
    """All operations that are printed on the card."""
    return (each for printed in card.abilities for each in operations_of(printed.ability))


def words_of(printed: Collection[PrintedAbility]) -> Words:
    """What abilities are made of; a definition is of its own card alone."""
    abilities = [each.ability for each in printed if not each.ability.defines]
    lines = [each for ability in abilities for each in ability.instructions]
    plain = [each for each in lines if not speaks_of_choices(each)]
    return Words(
        tuple(each.scope for each in plain),
        tuple(each for line in plain for each in line.operations),
        tuple(each.condition for each in abilities if each.condition is not None),
        tuple(each.until for each in abilities),
    )


def speaks_of_choices(line: Instruction) -> bool:
    """Whether something has to be chosen for it besides targets."""
    ability = Ability(None, (line,))
    return any(True for _ in choices_in(line)) or chooses_number(ability) or chooses_name(ability)


def shipped_deck(book: str) -> Deck:
    """Every shipped card of a rulebook's game."""
    rulebook = shipped_rulebook(book)
    return Deck(rulebook, [card for _, card in sorted(shipped_cards(rulebook).items())])


def drawn_board(
    seed: int,
    deck: Deck,
    entries: int = 6,
    others: int = 6,
    drawing: type[Drawing] | None = None,
) -> Scenario:
    """A random history: up to that many cards that come, and that many other events.

    The same for the same seed and the same cards. drawing: what draws them (None: `Drawing`).
    """
    random = Random(seed)
    focus = [random.choice(deck.meeting), random.choice(deck.meeting)]
    focus += random.sample(sorted(deck.topics), random.choice((0, 0, 1)))
    table = (drawing or Drawing)(random, deck, focus)
    events: list[Event] = []
    for _ in range(random.randint(2, entries)):
        events.append(table.enters())
        if table.cards and random.random() < 0.2:
            events.append(table.something())
    for _ in range(random.randint(0, others)):
        events.append(table.something())
    board = scenario(deck.rulebook, events, random.choice((YOU, ME)))
    return replace(board, rulebook=without_idle_rules(deck.rulebook, board))


def without_idle_rules(rulebook: Rulebook, board: Scenario) -> Rulebook:
    """The rulebook without its rules on counters and words that the board never has.

    The oracle tries every effect against every other one, and such a rule has nothing to do.
    """
    counters = {each.name for each in rulebook.characteristics.values() if each.counter}
    counters -= {each.characteristic for each in nodes(board.play) if type(each) is ChangeCounters}
    said = repr(board.play)

    def asks_in_vain(part: Selector) -> bool:
        if isinstance(part, Member):
            return repr(part.word) not in said
        return any(
            isinstance(each, Read) and each.characteristic in counters for each in nodes(part)
        )

    def idle(ability: Ability) -> bool:
        scopes = [each.scope for each in ability.instructions]
        return all(any(map(asks_in_vain, conjuncts(scope))) for scope in scopes)

    rules = tuple(each for each in rulebook.rules if not idle(each.ability))
    return replace(rulebook, rules=rules)


@dataclass
class Drawing:
    """Draws events for what is in play; what dies on the way is not known, so some are refused.

    focus: what most of the cards are about.
    """

    random: Random
    deck: Deck
    focus: list[Topic]
    cards: dict[str, Card] = field(default_factory=dict)
    away: dict[str, Card] = field(default_factory=dict)
    forms: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    carried: set[str] = field(default_factory=set)
    waiting: list[str] = field(default_factory=list)
    count: int = 0
    made: int = 0

    def new_id(self, letter: str) -> str:
        """An id that none has."""
        self.count += 1
        return f"{letter}{self.count}"

    def card(self, fits: Callable[[Card], bool]) -> Card:
        """A card that fits, of those in focus mostly, one that is made up now and then."""
        draw = self.random.random()
        if draw < 0.65:
            pool = self.deck.topics[self.random.choice(self.focus)]
        elif draw < 0.75 and self.deck.copiers:
            pool = self.deck.copiers
        else:
            pool = list(self.deck.cards)
        found = [card for card in pool if fits(card)]
        found = found or [card for card in self.deck.cards if fits(card)]
        drawn = self.random.choice(found)
        return self.made_up(drawn) if self.random.random() < 0.3 else drawn

    def made_up(self, card: Card) -> Card:
        """The card with other words, or with more of them."""
        with_text = (each.use for each in card.abilities if each.ability.instructions)
        use: Use = next(with_text, "has")
        if use == "enters":
            return card
        words = self.deck.static if use == "has" else self.deck.resolving
        made = self.ability(words, use == "has", card)
        kept = card.abilities if self.random.random() < 0.5 else ()
        self.made += 1
        name = f"{card.name} {self.made}"
        # In the order in which a file holds them.
        abilities = sorted(
            (*kept, PrintedAbility(use, made)), key=lambda one: [*USES].index(one.use)
        )
        return replace(card, name=name, abilities=tuple(abilities))

    def ability(self, words: Words, static: bool, card: Card) -> Ability:
        """A line of text from the words of others."""
        pick = self.random.choice
        operations = tuple(
            self.copying() if self.random.random() < 0.1 else pick(words.operations)
            for _ in range(pick((1, 1, 2)))
        )
        # Only what is carried has a bearer.
        bearer, self_only = self.deck.is_carried(card), self.random.random() < 0.1
        scope: Selector = Self() if self_only else pick(words.scopes)
        while mentions(scope, Bearer) and not bearer:
            scope = pick(words.scopes)
        line = self.read_anew(Instruction(scope, operations))
        if not static:
            made = Ability(None, (line,), until=pick(words.durations))
            # As a file of these cards would be read.
            apart = self.deck.rulebook.policy("resolved set") == PART_BY_PART
            return by_kind(made) if apart else made
        asks = bool(words.conditions) and self.random.random() < 0.25
        condition = pick(words.conditions) if asks else None
        return Ability(None, (line,), condition=condition)

    def read_anew(self, line: Instruction) -> Instruction:
        """The line as its text is read: words need a type unless it gives one itself."""
        types = self.deck.rulebook.types
        operations = tuple(
            replace(each, types=types)
            if isinstance(each, Gaining)
            and getattr(each, "words", True)
            and any(group.needs_type for group in each.groups)
            else each
            for each in line.operations
        )
        [line] = with_given_types((replace(line, operations=operations),))
        return line

    def copying(self) -> CopyOf:
        """Something becomes a copy of an object on the board."""
        return CopyOf(Identified(self.random.choice(sorted(self.cards) or ["O1"])))

    # --- what comes ---------------------------------------------------------------------------

    def enters(self) -> Event:
        """A permanent, sometimes two at one moment, seldom in another zone."""
        if self.random.random() < 0.1:
            inner: list[Simultaneous] = [self.permanent(alone=False) for _ in range(2)]
            return Together(tuple(inner), WHERE)
        if self.random.random() < 0.08:
            card, id = self.card(lambda card: not is_spell(card)), self.new_id("O")
            zone = self.random.choice(self.deck.rulebook.zones[1:4])
            self.away[id] = card
            return Play(self.player(), card, id, None, (), None, WHERE, zone=zone)
        return self.permanent()

    def permanent(self, *, alone: bool = True) -> Play:
        """A card that stays; of two at one moment neither is chosen for the other."""
        there = sorted(self.cards)
        free = alone and there
        card = self.card(lambda card: not is_spell(card) and bool(free or not self.chooses(card)))
        return self.arrives(card, self.new_id("O"), there)

    def chooses(self, card: Card) -> bool:
        """Whether it speaks of others as it enters."""
        entering = any(each.use in ("enters", "on entry") for each in card.abilities)
        return entering or self.deck.is_carried(card)

    def arrives(self, card: Card, id: str, there: list[str], *, known: bool = False) -> Play:
        """The card comes into play, with what it asks for."""
        targets: tuple[str, ...] = ()
        copying = None
        speaks = any(each.has_targets for each in card.abilities if each.use == "on entry")
        if there and self.deck.is_carried(card):
            targets = (self.bearer(card, there),)
            self.carried.add(id)
        elif there and speaks:
            targets = (self.random.choice(there),)
        if there and any(each.use == "enters" for each in card.abilities):
            copying = self.random.choice(there)
        forms = (card,) if copying is None else (card, self.cards[copying])
        self.cards[id], self.forms[id] = card, (*self.forms.get(id, ()), *forms)
        chosen = self.choice(forms, ("has", "on entry", "enters"))
        return Play(
            self.player(), card, id, None, targets, copying, WHERE, choosing=chosen, known=known
        )

    def bearer(self, card: Card, there: list[str]) -> str:
        """What it is attached to: what its keyword speaks of, mostly."""
        words = {p.ability.keyword.split()[-1] for p in card.abilities if p.ability.keyword}
        printed = {id: {w for some in self.cards[id].sets.values() for w in some} for id in there}
        fits = [id for id in there if words & printed[id]]
        return self.random.choice(fits if fits and self.random.random() < 0.85 else there)

    def choice(self, cards: Iterable[Card], uses: Collection[str]) -> str | None:
        """What is chosen for abilities that speak of it."""
        abilities = [p.ability for c in cards for p in c.abilities if p.use in uses]
        choices = {chosen for one in abilities for chosen in choices_in(one)}
        kinds = sorted({chosen.what for chosen in choices})
        for what in kinds if len(kinds) < 2 else self.random.sample(kinds, len(kinds)):
            if what == "player":
                return self.player()
            if what == "object":
                return self.random.choice(sorted(self.cards) or [YOU])
            if any(chosen.two for chosen in choices):
                there = sorted({*self.words(what)})
                every = sorted(self.deck.rulebook.characteristics[what].words)
                return " and ".join(self.random.sample(there if len(there) > 1 else every, 2))
            return self.random.choice(self.words(what))
        if any(map(chooses_as_it_enters, abilities)):
            return str(self.random.randint(1, 2))
        if any(map(chooses_number, abilities)):
            return str(self.random.randint(0, 4))
        if any(map(chooses_name, abilities)):
            return self.random.choice(self.deck.cards).name
        return None

    def words(self, characteristic: str) -> list[str]:
        """The words that cards have of a set, so that what is chosen is there."""
        on = [word for c in self.cards.values() for word in c.sets.get(characteristic, ())]
        every = [w for c in self.deck.cards for w in c.sets.get(characteristic, ())]
        return on or every or [*self.deck.rulebook.characteristics[characteristic].words]

    def player(self) -> str:
        """Either player."""
        return self.random.choice((YOU, YOU, ME))

    # --- what else happens --------------------------------------------------------------------

    def something(self) -> Event:
        """Anything but a first entry."""
        kinds: tuple[tuple[int, Callable[[], Event]], ...] = (
            (6, self.spell),
            (4, self.use),
            (1, self.announce),
            (4, self.attach),
            (4, self.count_up),
            (2, self.transform),
            (1, self.merge),
            (3, self.status),
            (2, self.moves),
            (2, self.again),
            (1, self.together),
            (2, self.turn),
        )
        kind = self.random.choice([kind for weight, kind in kinds for _ in range(weight)])
        return kind() if self.cards else self.turn()

    def one(self) -> str:
        """Something that entered."""
        return self.random.choice(sorted(self.cards))

    def spell(self) -> Event:
        """A spell resolves."""
        card, id = self.card(is_spell), self.new_id("S")
        there = [*sorted(self.cards)] * 4 + [YOU, ME]
        targets = (self.random.choice(there),) if any(p.has_targets for p in card.abilities) else ()
        chosen = self.choice((card,), ("resolves",))
        return Play(self.player(), card, id, None, targets, None, WHERE, choosing=chosen)

    def use(self) -> Event:
        """An ability is used by what may have it."""
        able = [
            (id, printed)
            for id in sorted(self.cards)
            for form in self.forms[id]
            for printed in form.abilities
            if printed.use in ("activates", "triggers")
        ]
        if not able:
            return self.count_up()
        id, printed = self.random.choice(able)
        targets = (self.one(),) if printed.has_targets else ()
        chosen = self.choice((Card("", {}, {}, (printed,)),), (printed.use,))
        used = self.new_id("U")
        return UseAbility(self.player(), id, printed.name, used, targets, WHERE, chosen)

    def announce(self) -> Event:
        """Something is announced, or what was announced resolves."""
        if self.waiting:
            return Resolve(self.waiting.pop(), WHERE)
        what = self.spell()
        assert isinstance(what, Play)
        self.waiting.append(what.id)
        return Announce(what, WHERE)

    def attach(self) -> Event:
        """What is carried passes to another bearer."""
        if not (carried := sorted(self.carried & {*self.cards})):
            return self.status()
        some = self.random.choice(carried)
        others = [id for id in sorted(self.cards) if id != some] or [some]
        return Attach(some, self.bearer(self.cards[some], others), WHERE)

    def count_up(self) -> Event:
        """Counters of some kind, where the game has any."""
        known = self.deck.rulebook.characteristics
        kinds = [each.name for each in known.values() if each.counter or each.counted]
        if not kinds:
            return self.status()
        kind = self.random.choice([*kinds, *kinds[:3] * 4])
        return ChangeCounters(self.one(), kind, self.random.choice((1, 1, 2, 3, -1)), WHERE)

    def transform(self) -> Event:
        """It turns into another card."""
        some, card = self.one(), self.card(lambda card: not is_spell(card))
        self.cards[some], self.forms[some] = card, (*self.forms[some], card)
        return Transform(some, card, WHERE)

    def merge(self) -> Event:
        """Another card on top."""
        words = sorted(self.deck.rulebook.stacking)
        if not words:
            return self.transform()
        some, card = self.one(), self.card(lambda card: not is_spell(card))
        self.cards[some], self.forms[some] = card, (*self.forms[some], card)
        return Stack(self.random.choice(words), some, card, self.new_id("M"), WHERE)

    def status(self) -> Event:
        """A status comes or goes."""
        statuses = sorted(self.deck.rulebook.statuses)
        nameless = [s for s in statuses if self.deck.rulebook.statuses[s].nameless]
        status = self.random.choice([*statuses, *nameless * len(statuses)])
        return GetsStatus(self.one(), status, self.random.choice((True, True, False)), WHERE)

    def moves(self) -> Event:
        """It leaves, or goes to another zone."""
        some = self.one()
        self.away[some] = self.cards.pop(some)
        if self.random.random() < 0.5:
            return Leave(some, self.deck.rulebook.zones[1], WHERE)
        return MoveZone(some, self.random.choice(self.deck.rulebook.zones[1:5]), WHERE)

    def again(self) -> Event:
        """What is away is played, or goes to play."""
        if not self.away:
            return self.enters()
        some = self.random.choice(sorted(self.away))
        card, there = self.away.pop(some), sorted(self.cards)
        if self.random.random() < 0.5:
            return self.arrives(card, some, there, known=True)
        self.cards[some] = card
        self.forms.setdefault(some, (card,))
        return MoveZone(some, self.deck.rulebook.zones[0], WHERE)

    def together(self) -> Event:
        """Two things at one moment."""
        first, second = self.count_up(), self.status()
        assert isinstance(first, Simultaneous) and isinstance(second, Simultaneous)
        return Together((first, second), WHERE)

    def turn(self) -> Event:
        """The turn of either player begins."""
        return TurnBegins(self.random.choice((YOU, ME)), WHERE)
