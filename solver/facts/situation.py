"""What stands on the table at one moment, before any effect: the input of a derivation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.chosen import with_choice
from layerlaw.model.algebra.mentions import all_names
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.facts.arithmetic import COMBINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Place

Timestamp = tuple[int, int]
"""A moment of the history, and the place inside it for what happened together."""

NOWHERE = ""
"""The zone of what is linked with another object: no zone of its own, so that it is hidden."""

PLAYERS = "players"
"""The zone of the objects that stand for players."""

RULES = "rules"
"""The zone of the object that stands for the rules, and its id."""

OWN = -1
"""The place of what an object's marks and counters give among its abilities: before the first."""

AS_IT_ENTERED = 1 << 20
"""The place of what an object entered as, in addition to what it is: behind all its abilities, in
whatever order those go. Clause: CR-613.7n, of what is said of replacements too."""


_NONE: frozenset[str] = frozenset()

NO_COUNTERS: Mapping[str, int] = {}
"""What most objects bear; one mapping for all of them. Nobody writes to it."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that was done, as the history tells it.

    deed: as behind "has": `attacked`. to: whom it was done to, if anybody. renewed: who of them is
    a new object since. this_turn: no turn has begun since.
    """

    doer: str
    deed: str
    to: str | None
    moment: Timestamp
    renewed: frozenset[str] = frozenset()
    this_turn: bool = True

    def ends(self, passive: bool) -> tuple[str | None, str | None]:
        """Who did it and to whom, or (`passive`) to whom it was done and by whom."""
        return (self.to, self.doer) if passive else (self.doer, self.to)


@dataclass(frozen=True, slots=True)
class Thing:
    """One object: its printed form, and how events (not effects) changed it.

    controller: who put it into play. counters: counter characteristics (damage). without:
    keywords it lost for good. copied: what it entered as a copy of, with what merged with that.
    statuses: those that events gave it. fresh: it entered play this turn and has not been hidden
    since. choice: the number or name that was chosen as it entered. linked: the printed forms that
    are part of it. topped: when its card came on top of another; None where it lies on nothing.
    bearer: what carries it in play; out of play, what it lies below or is linked with. older_than:
    the ids of those over which it counts as older, whatever has entered first. front: its front
    face, if it was transformed in a game whose cards are that again as they leave. came_from: the
    zone in which it was before; "" for what was in none. listed: what it is while a status hides
    it, where what gave it the status lists that. above: the card that was put over its own last,
    where those merge as copies work: what it is as it leaves. melded: the front face of the other
    card that it is, beside its own, where two have melded.
    """

    id: str
    card: Card
    owner: str
    controller: str
    zone: str
    place: Place | None
    bearer: str | None
    entered: Timestamp
    counters: Mapping[str, int]
    without: frozenset[str] = frozenset()
    copied: Card | None = None
    statuses: frozenset[str] = frozenset()
    fresh: bool = False
    choice: str | None = None
    linked: tuple[Card, ...] = ()
    topped: Timestamp | None = None
    older_than: frozenset[str] = frozenset()
    front: Card | None = None
    came_from: str = ""
    listed: Card | None = None
    above: Card | None = None
    melded: Card | None = None

    def statuses_without(self, status: str) -> frozenset[str]:
        """The statuses but this one; one empty set for all objects, for each takes 200 bytes."""
        return self.statuses - {status} or _NONE

    @property
    def own(self) -> Card:
        """The card that stands for it, whatever it is a copy of: the top one, its front face."""
        return self.above or self.front or self.card

    @property
    def form(self) -> Card:
        """What is printed on it, or on what it entered as a copy of, with what merged with that.

        Clauses: SORC-COPY-1, CR-730.2a.
        """
        return self.copied or self.card


def printed_form(rulebook: Rulebook, thing: Thing, card: Card) -> Card:
    """The card joined with the cards linked to the thing: all names, sets and abilities.

    card: the thing's own card, or what it entered as a copy of. The numbers that the rulebook
    lists in `linked` are added up, every other one is the card's.
    """
    if not thing.linked:
        return card
    sets = dict(card.sets)
    numbers = dict(card.numbers)
    abilities = card.abilities
    for other in thing.linked:
        for characteristic, words in other.sets.items():
            own = sets.get(characteristic, ())
            sets[characteristic] = (*own, *(word for word in words if word not in own))
        for characteristic in rulebook.linked:
            if characteristic in other.numbers:
                number = other.numbers[characteristic]
                if characteristic in numbers:
                    number = COMBINE["+"](numbers[characteristic], number)
                numbers[characteristic] = number
        abilities += other.abilities
    names = all_names(card.name, *(other.name for other in thing.linked))
    return replace(card, name=names, sets=sets, numbers=numbers, abilities=abilities, unchosen=None)


@dataclass(frozen=True, slots=True)
class ResolvedEffect:
    """An effect left by something that resolved, with everything that was fixed at that moment.

    rank: its place among the abilities of its card, for ties, or `OWN`, or from `AS_IT_ENTERED` on.
    targets: ids chosen.
    locked: for each instruction the ids it keeps to, or None where the set stays open.
    over_for: objects for which it has ended. copies: for each `copy of`, in the order stated,
    what it read (None: nothing to copy).
    withheld: pairs (object, keyword): it grants that object that keyword no longer.
    orphaned: its source has become a new object since. choice: the number or name chosen.
    ending: its last turn has begun.
    """

    id: str
    source: str
    player: str
    ability: Ability
    timestamp: Timestamp
    rank: int
    targets: tuple[str, ...]
    locked: tuple[tuple[str, ...] | None, ...]
    over_for: frozenset[str] = frozenset()
    copies: tuple[Card | None, ...] = ()
    withheld: frozenset[tuple[str, str]] = frozenset()
    orphaned: bool = False
    choice: str | None = None
    ending: bool = False

    @property
    def copied(self) -> Card | None:
        """What its first `copy of` copied; None if it copies nothing."""
        return self.copies[0] if self.copies else None


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """What a static effect copied when it first applied, and copies for as long as it is there.

    effect: its id, and whose it is; ability: what it is of; choice: what
    was chosen for that. cards: for each `copy of`, in
    the order stated, what it read. Clause: CR-707.2c.
    """

    effect: str
    source: str
    ability: Ability
    choice: str | None
    cards: tuple[Card, ...]

    def is_of(self, ability: Ability) -> bool:
        """Whether it is the same ability, though what was chosen for it may be gone."""
        if self.choice is not None:
            ability = with_choice(ability, self.choice)
        return ability == self.ability


@dataclass(frozen=True, slots=True, order=True)
class HeldCondition:
    """A static effect whose condition held when conditions were last looked at.

    effect: its id. card: the one that its ability is printed on, "" for one that was granted or is
    a rule's: a card has another effect of the same id before it becomes a copy and after.
    """

    effect: str
    card: str = ""


def names_of(conditions: Iterable[HeldCondition]) -> dict[HeldCondition, str]:
    """What each is called, in order: its effect's id, and its card where several have that id."""
    ordered = sorted(conditions)
    several = Counter(one.effect for one in ordered)
    return {
        one: f"{one.effect} ({one.card})" if several[one.effect] > 1 else one.effect
        for one in ordered
    }


@dataclass(frozen=True, slots=True)
class Total:
    """A number of a player, as events changed it: a life total."""

    player: str
    name: str
    number: int


@dataclass(frozen=True, slots=True, repr=False)
class Situation:
    """Everything a derivation starts from. things: in order of entry.

    active: whose turn it is. on: under the policy `condition read: at checks`, the
    effects whose condition held at the last check. left_out: ids of effects that never exist.
    deeds: what was done, in order. totals: the numbers of players that events changed, in order
    of players and names. kept: what static effects copied as they first applied, in order of ids,
    where that is kept.
    """

    rulebook: Rulebook
    players: tuple[str, ...]
    things: tuple[Thing, ...]
    effects: tuple[ResolvedEffect, ...]
    active: str | None = None
    on: frozenset[HeldCondition] = frozenset()
    left_out: frozenset[str] = frozenset()
    deeds: tuple[Deed, ...] = ()
    totals: tuple[Total, ...] = ()
    kept: tuple[KeptCopy, ...] = ()

    def __repr__(self) -> str:
        """The size of the situation, in a line."""
        counts = f"{len(self.things)} objects, {len(self.effects)} resolved effects"
        return f"<Situation under {self.rulebook.id}: {counts}>"

    def thing(self, id: str) -> Thing:
        """The object of that id; raises `KeyError` when there is none."""
        for thing in self.things:
            if thing.id == id:
                return thing
        raise KeyError(id)

    @property
    def every_total(self) -> tuple[Total, ...]:
        """Each number of each player, as it begins or as events changed it."""
        changed = {(one.player, one.name): one for one in self.totals}
        return tuple(
            changed.get((player, name)) or Total(player, name, begins)
            for name, begins in self.rulebook.of_players.items()
            for player in self.players
        )
