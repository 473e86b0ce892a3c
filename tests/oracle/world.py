"""What happened so far, for the oracle: the objects, the resolved effects and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from layerlaw.model.algebra import Ability
from layerlaw.model.cards import Card
from layerlaw.model.rulebook import OpenPoint, PolicyValue, Rulebook
from layerlaw.model.scenario import Place

Stamp = tuple[int, int]
"""A timestamp: the moment, and the place inside it."""

Chosen = tuple[str, int]
"""An object as it was chosen: its id and its life (an object that enters again is a new one)."""


@dataclass(frozen=True)
class Instance:
    """One ability that one object has, and what gave it.

    giver: the id of the granting effect, "" for a printed ability. card: the name of the card it
    is printed on. number: its place on the card, or among the text abilities that the giver
    grants. static_number: its place among its card's static abilities with instructions.
    use: where it stands on the card; a granted ability works as under `has`.
    """

    holder: str
    ability: Ability
    giver: str
    card: str
    number: int
    static_number: int
    use: str
    giver_stamp: Stamp


@dataclass(frozen=True)
class Effect:
    """One static effect (`instance` is its ability) or one resolved one (`instance` is None).

    order: what decides between effects, oldest first. locked: scopes fixed at resolution, by the
    place of the instruction. copied: what a copy operation copies, by instruction and operation.
    """

    id: str
    ability: Ability
    source: str
    life: int
    instance: Instance | None
    player: str | None
    targets: tuple[Chosen, ...]
    stamp: Stamp
    order: tuple[Stamp, int, int, int]
    locked: tuple[tuple[int, frozenset[Chosen]], ...] = ()
    copied: tuple[tuple[int, int, Card | None], ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """Tells effects apart, those of a card before and after it became a copy too."""
        return (self.id, self.instance.card if self.instance is not None else "")


@dataclass
class Resolved:
    """A resolved effect: whether it is over, and for which objects it alone is over.

    withheld: an object and a keyword that the effect no longer gives to it.
    """

    effect: Effect
    over: bool = False
    over_for: set[Chosen] = field(default_factory=set)
    withheld: set[tuple[Chosen, str]] = field(default_factory=set)


@dataclass
class Thing:
    """An object of the history; a spell is one too, at once in the second zone, with its place.

    copied: the card it entered as a copy of. entered: the timestamp.
    """

    id: str
    life: int
    card: Card
    copied: Card | None
    owner: str
    place: Place | None
    zone: str
    bearer: str | None
    entered: Stamp
    counters: dict[str, int] = field(default_factory=dict)
    forgone: set[str] = field(default_factory=set)

    @property
    def form(self) -> Card:
        """The card whose printed text counts for uses and for copies of it."""
        return self.copied if self.copied is not None else self.card


@dataclass
class World:
    """Everything that only events change."""

    rulebook: Rulebook
    players: tuple[str, ...]
    active: str | None
    things: dict[str, Thing] = field(default_factory=dict)
    resolved: list[Resolved] = field(default_factory=list)

    def in_play(self, object: str) -> bool:
        """Whether the object is in the rulebook's zone of play."""
        return self.things[object].zone == self.rulebook.zones[0]

    def place_of(self, object: str) -> Place | None:
        """Where the object is: where its bearer is, if it has one."""
        thing = self.things[object]
        if thing.bearer is not None:
            return self.place_of(thing.bearer)
        return thing.place

    def policy(self, name: str) -> str:
        """The value of a policy."""
        return self.rulebook.policies[name].value


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
