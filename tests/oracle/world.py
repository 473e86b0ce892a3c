"""What happened so far, for the oracle: the objects, the resolved effects and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from layerlaw.model.algebra import SEVERAL_NAMES, Ability, ReplaceInText
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import OpenPoint, PolicyValue, Rulebook
from layerlaw.model.scenarios.events import GetsStatus, Place, Play, UseAbility
from oracle.reckoning import reckon

Stamp = tuple[int, int]
"""A timestamp: the moment, and the place inside it."""

Chosen = tuple[str, int]
"""An object as it was chosen: its id and its life (what changes zones is a new object)."""

Departed = tuple[Chosen, Any, str | None, Card, Chosen | None]
"""What left, the last board with it, who controlled it there, and what was copiable of it."""

Key = tuple[str, str]
"""What tells effects apart: the id, and the card it is printed on or the timestamp."""

Order = tuple[Any, ...]
"""What decides between effects: timestamp, granted or not, order of granting, place, resolved."""

PLAYERS, RULES = "players", "rules"
"""The zones of those objects that stand for the players and for the rules; RULES is an id too."""


@dataclass(frozen=True)
class Instance:
    """One ability that one object has, and what gave it.

    giver: the id of the granting effect, "" for a printed ability. card: the name of the card it
    is printed on. number: its place on the card, or among the text abilities that the giver
    grants. name: what its effect is called behind the holder's id, if it is printed and static.
    use: where it stands on the card; a granted ability works as under `has`. before: what it was
    before its text was changed. words: what was chosen for the words of `text`, its own text.
    printed: the ability as its card prints it, if that is used, enters or resolves; changes: of its
    text, in order.
    """

    holder: str
    ability: Ability
    giver: str
    card: str
    number: int
    name: str
    use: str
    giver_stamp: Stamp
    before: Instance | None = None
    text: Ability | None = None
    words: tuple[str, ...] = ()
    printed: PrintedAbility | None = None
    changes: tuple[ReplaceInText, ...] = ()


@dataclass(frozen=True)
class Share:
    """What one share of a resolved effect is for.

    of: what tells the effect apart that is shared out. first: whether it is the effect as it began
    when it resolved. members: what is in its open sets; None: whatever joins them now, and
    others: what does not, because it is there already.
    """

    of: Key
    first: bool
    members: frozenset[Chosen] | None
    others: frozenset[Chosen] = frozenset()


@dataclass(frozen=True)
class Effect:
    """One static effect (`instance` is its ability) or one resolved one (`instance` is None).

    order: what decides between effects, oldest first. locked: scopes fixed at resolution, by the
    place of the instruction. copied: what a copy operation copies, by instruction and operation.
    known: the source or target that left, the last board with it, who controlled it there, and what
    was copiable of it; picked: the same of the chosen object, if that left before it resolved.
    share: for whom its open sets are cut to what joined them at one time (see `joined`).
    """

    id: str
    ability: Ability
    source: str
    life: int
    instance: Instance | None
    player: str | None
    targets: tuple[Chosen, ...]
    stamp: Stamp
    order: Order
    locked: tuple[tuple[int, frozenset[Chosen]], ...] = ()
    copied: tuple[tuple[int, int, Card | None], ...] = ()
    choice: str | None = None
    known: tuple[Departed, ...] = field(default=(), compare=False)
    picked: Departed | None = field(default=None, compare=False)
    share: Share | None = None

    @property
    def key(self) -> Key:
        """Tells effects apart: of a card before and after it became a copy, of two uses."""
        return (self.id, str(self.stamp) if self.instance is None else self.instance.card)


@dataclass
class Resolved:
    """A resolved effect: whether it is over, and for which objects it alone is over.

    withheld: an object and a keyword that the effect no longer gives to it. ending: the last
    turn of it has begun. since: since when which object has been in its open sets; None before
    the first complete state with it.
    """

    effect: Effect
    over: bool = False
    over_for: set[Chosen] = field(default_factory=set)
    withheld: set[tuple[Chosen, str]] = field(default_factory=set)
    ending: bool = False
    since: dict[Chosen, Stamp] | None = None


@dataclass
class Thing:
    """An object of the history; a spell is one too, at once in the second zone, with its place.

    copied: the card it entered as a copy of. controller: who put it into play. entered: when it
    came to its zone; topped: when the card on top came there; static_stamp: the timestamp of its
    static effects. choice: what was chosen as it entered. below: it lies below its bearer. linked:
    what is part of it; part_of: what it is itself a part of. older_than: what it counts as older
    than, whatever entered first. front: what was printed on it before it was transformed, if
    that counts as it leaves. origin: the zone in which it was before.
    listed: what it is while a status hides it, where that was said as it got the status.
    above: the card that was put over it last, where what merged is an effect that copies.
    counterpart: the card with which it melded, as its own front.
    """

    id: str
    life: int
    card: Card
    copied: Card | None
    owner: str | None
    controller: str | None
    place: Place | None
    zone: str
    bearer: str | None
    entered: Stamp
    topped: Stamp
    static_stamp: Stamp
    counters: dict[str, int] = field(default_factory=dict)
    forgone: set[str] = field(default_factory=set)
    statuses: set[str] = field(default_factory=set)
    fresh: bool = False
    choice: str | None = None
    below: bool = False
    older_than: set[str] = field(default_factory=set)
    front: Card | None = None
    linked: list[str] = field(default_factory=list)
    part_of: str | None = None
    origin: str | None = None
    listed: Card | None = None
    above: Card | None = None
    counterpart: Card | None = None

    @property
    def stands_in(self) -> bool:
        """Whether it stands for a player or for the rules."""
        return self.zone in (PLAYERS, RULES)


@dataclass(frozen=True)
class Announced:
    """A spell that was cast or an ability that was used, and has not resolved yet.

    chosen: the targets as they were then. used: the ability, with its place on the card; life:
    the source's; in_play: that was in play. picked: the object behind `choosing`, as it was then.
    """

    what: Play | UseAbility
    stamp: Stamp
    chosen: tuple[Chosen, ...]
    used: tuple[int, PrintedAbility] | None = None
    life: int = 0
    in_play: bool = False
    picked: Chosen | None = None


@dataclass(frozen=True)
class Done:
    """Something that was done: by whom, to whom, and in the how-manieth turn."""

    doer: Chosen
    verb: str
    to: Chosen | None
    stamp: Stamp
    turn: int


Copying = tuple[str, Chosen, Ability]
"""A static effect that copies: its id, whose it is, and its ability as it was then."""
Copies = tuple[tuple[int, int, Card | None], ...]
"""What copy operations copy, by instruction and operation."""


@dataclass
class World:
    """Everything that only events change.

    rest_waits: nothing comes to rest for now. with_it: the statuses with which what is about to
    enter play does so, until it has. never: objects with abilities of theirs that do
    nothing. on: the effects whose condition held at the last check (policy `condition read: at
    checks`).
    departed: objects that left, by the last board with them, who controlled them there, what was
    copiable of them and what carried them (policy `what has left: last known`), in the order of
    leaving; None once they left another zone. now: the timestamp of what happens; looked_at: the
    one at which open sets were last looked at.
    copying: what static effects copy since they first applied, and what was chosen for them
    (policy `static copy`).
    borrowed: what was moved for a time, the zone that it came from, and until what leaves. left:
    what was copiable of what has left play, as it did last.
    """

    rulebook: Rulebook
    players: tuple[str, ...]
    active: str | None
    things: dict[str, Thing] = field(default_factory=dict)
    resolved: list[Resolved] = field(default_factory=list)
    announced: dict[str, Announced] = field(default_factory=dict)
    done: list[Done] = field(default_factory=list)
    turn: int = 0
    left: dict[str, Card] = field(default_factory=dict)
    departed: dict[Chosen, tuple[Any, str | None, Card, Chosen | None] | None] = field(
        default_factory=dict
    )
    on: frozenset[Key] = frozenset()
    rest_waits: bool = False
    with_it: list[GetsStatus] = field(default_factory=list)
    never: frozenset[tuple[str, Ability]] = frozenset()
    now: Stamp = (0, 0)
    looked_at: Stamp = (0, 0)
    borrowed: list[tuple[Chosen, str, Chosen]] = field(default_factory=list)
    copying: dict[Copying, tuple[str | None, Copies]] = field(default_factory=dict)

    def in_play(self, object: str) -> bool:
        """Whether the object is in the rulebook's zone of play."""
        return self.things[object].zone == self.rulebook.zones[0]

    def hidden(self, object: str) -> bool:
        """Whether the object is in its zone for nothing but events."""
        thing = self.things[object]
        if not thing.statuses:
            return thing.part_of is not None
        statuses = self.rulebook.statuses
        hides = any(each in statuses and statuses[each].hides for each in thing.statuses)
        return hides or thing.part_of is not None

    def alive(self, chosen: Chosen) -> bool:
        """Whether what was chosen is still the same object, and not hidden."""
        object, life = chosen
        return self.things[object].life == life and not self.hidden(object)

    def works_in(self, object: str, zones: tuple[str, ...]) -> bool:
        """Whether an ability that names these zones (none: that of play) works on the object.

        On a player works what names none.
        """
        there = self.things[object].zone in (zones or (self.rulebook.zones[0], PLAYERS))
        return there and not self.hidden(object)

    def chosen(self, objects: tuple[str, ...]) -> tuple[Chosen, ...]:
        """The objects as they are now."""
        return tuple((id, self.things[id].life) for id in objects)

    def place_of(self, object: str) -> Place | None:
        """Where the object is: where its bearer is, if one carries it."""
        thing = self.things[object]
        passed = {object}
        while thing.bearer is not None and not thing.below and thing.bearer not in passed:
            passed.add(thing.bearer)
            thing = self.things[thing.bearer]
        return thing.place

    def by_entry(self) -> list[str]:
        """All objects in the order of entry, then the players and the rules."""
        things: list[Thing] = []
        others: list[Thing] = []
        for each in self.things.values():
            (others if each.stands_in else things).append(each)
        return [each.id for each in [*sorted(things, key=lambda each: each.entered), *others]]

    def printed(self, object: str) -> Card:
        """The card as printed, with the printed forms of what is linked with it."""
        return self._with_linked(self.things[object].card, object)

    def form(self, object: str) -> Card:
        """What counts for uses and for copies: the card, or the one that it entered as."""
        thing = self.things[object]
        return self._with_linked(thing.card if thing.copied is None else thing.copied, object)

    def _with_linked(self, card: Card, object: str) -> Card:
        for other in self.things[object].linked:
            card = together(card, self.form(other), self.rulebook)
        return card

    def counted_age(self, object: str) -> tuple[Stamp, int] | None:
        """The timestamp just before which the object counts as entered, and its place there (-1 is
        the last one); None for what counts as having entered when it did."""
        before: dict[str, Stamp] = {}
        if not any(thing.older_than for thing in self.things.values()):
            return None
        for thing in self.things.values():
            below = self.below(thing.id) - {thing.id}
            oldest = min((self.things[each].static_stamp for each in below), default=None)
            if oldest is not None and oldest <= thing.static_stamp:
                before[thing.id] = oldest
        if object not in before:
            return None
        line = [id for id in before if before[id] == before[object]]
        line.sort(key=lambda id: self.things[id].static_stamp)
        while True:
            first = next(
                id for id in line if not any(id in self.things[each].older_than for each in line)
            )
            if first == object:
                return before[object], -len(line)
            line.remove(first)

    def below(self, object: str) -> set[str]:
        """All that the object counts as older than, and what they count as older than."""
        known = {each for each in self.things[object].older_than if each in self.things}
        return known.union(*(self.below(each) for each in known))

    def policy(self, name: str) -> str:
        """The value of a policy."""
        return self.rulebook.policies[name].value

    @property
    def layered(self) -> bool:
        """Whether effects apply one after another."""
        return self.policy("process") == "layered"

    @property
    def copies_leave_forms(self) -> bool:
        """Whether what copies leaves is what is copiable; nobody asks where all is at once."""
        return self.layered and self.policy("a copy reads") == "what the copy layer left"


def together(card: Card, other: Card, rulebook: Rulebook) -> Card:
    """One card of two that are linked: both names, and most of the first one's numbers."""
    sets = dict(card.sets)
    for name, words in other.sets.items():
        sets[name] = tuple(dict.fromkeys((*sets.get(name, ()), *words)))
    numbers = dict(card.numbers)
    for name in rulebook.linked:
        if name in card.numbers and name in other.numbers:
            numbers[name] = reckon(card.numbers[name], "+", other.numbers[name])
        elif name in other.numbers:
            numbers[name] = other.numbers[name]
    abilities = (*card.abilities, *other.abilities)
    names = {*card.name.split(SEVERAL_NAMES), *other.name.split(SEVERAL_NAMES)}
    name = SEVERAL_NAMES.join(sorted(names))
    return replace(card, name=name, sets=sets, numbers=numbers, abilities=abilities, unchosen=None)


def new_world(rulebook: Rulebook, players: tuple[str, ...], active: str | None) -> World:
    """The world before the first event: the objects for the players and for the rules."""
    world = World(rulebook, players, active)
    printed = tuple(PrintedAbility("has", rule.ability, rule.id) for rule in rulebook.rules)
    for player in players:
        world.things[player] = _stand_in(player, player, PLAYERS, Card(player, {}, {}))
    world.things[RULES] = _stand_in(RULES, None, RULES, Card(RULES, {}, {}, printed))
    return world


def _stand_in(id: str, player: str | None, zone: str, card: Card) -> Thing:
    return Thing(id, 1, card, None, player, player, None, zone, None, *((0, 0),) * 3)


def settled(rulebook: Rulebook, readings: dict[str, str]) -> Rulebook:
    """The rulebook with these readings (open point -> reading) in its policies and layers."""
    policies = dict(rulebook.policies)
    layers = [(layer, list(layer.does)) for layer in rulebook.layers]
    for point_id, reading_id in readings.items():
        point: OpenPoint = rulebook.points[point_id]
        [reading] = [each for each in point.readings if each.id == reading_id]
        for policy, value in reading.policies.items():
            policies[policy] = PolicyValue(value, point_id)
        for verb, layer_id in reading.layers.items():
            for layer, does in layers:
                while verb in does:
                    does.remove(verb)
                if layer.id == layer_id:
                    does.append(verb)
    return replace(
        rulebook,
        policies=policies,
        layers=tuple(replace(layer, does=tuple(does)) for layer, does in layers),
    )
