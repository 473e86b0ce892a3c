"""Abilities of one card, or effects of one spell, that tie in a layer: which, and in which order.

They begin at one moment, so that only their places on the card tell them apart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.events import (
    Announce,
    Meld,
    MoveZone,
    Play,
    Stack,
    Together,
    Transform,
)
from layerlaw.solver.certainty.orders.enumeration import admissible
from layerlaw.solver.effects.acts import act_layers, own_acts
from layerlaw.solver.effects.indifference import order_shows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.certainty.orders.choice import Pick
    from layerlaw.solver.facts.situation import Situation

Holder = str | int
"""The id of an object or a spell; of a card that an object turns into the event's place."""

Shifts = dict[Holder, dict[int, int]]
"""For each card how many places later which of its abilities counts."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Abilities of one card that have parts in one layer.

    places: their places on the card by label, in the order that counts unless another is chosen.
    event: which event of `play` first shows the card. printed: they themselves.
    """

    holder: Holder
    of: str
    event: int
    places: dict[str, int]
    printed: tuple[PrintedAbility, ...]

    def shows(self, situation: Situation) -> bool:
        """Whether anything on the table could tell their order, going by their words.

        Ways to enter are on no table, and what is chosen may change words.
        """
        return any(
            one.use == "enters" or one.chooses is not None or one.made is not None
            for one in self.printed
        ) or order_shows(situation, [one.ability for one in self.printed])

    def orders(self) -> Iterator[Pick]:
        """Every order of them; the one that counts otherwise comes first."""
        return admissible(tuple(self.places))

    def shifts(self, order: Pick) -> dict[int, int]:
        """How many places later each ability counts in this order."""
        taken = self.places.values()
        return {
            self.places[label]: place - self.places[label]
            for label, place in zip(order, taken, strict=True)
            if place != self.places[label]
        }


def ties_of(scenario: Scenario, rulebook: Rulebook) -> tuple[Tie, ...]:
    """All ties of the scenario's cards under the rulebook, in the order of the events."""
    found: list[Tie] = []
    seen: set[Holder] = set()
    wander = _wandering(scenario)
    for place, event in enumerate(scenario.play):
        for holder, of, card, played in _shown(event, place):
            if holder in seen:
                continue
            seen.add(holder)
            zone = None if played is None or of in wander else played.zone
            copying = played is not None and played.copying is not None
            labels = _labels(card, of, played is None, copying, zone)
            for tied in _tied(card, labels, rulebook):
                if rulebook.policy("several") == "reverse":
                    tied = tied[::-1]
                places = {labels[one]: one for one in tied}
                found.append(
                    Tie(holder, of, place, places, tuple(card.abilities[one] for one in tied))
                )
    return tuple(found)


def places_shown(scenario: Scenario, ties: Iterable[Tie]) -> tuple[int, ...]:
    """Which events of `play` bring in a card whose abilities tie."""
    holders = {tie.holder for tie in ties}
    return tuple(
        place
        for place, event in enumerate(scenario.play)
        if any(holder in holders for holder, *_ in _shown(event, place))
    )


def shifted(
    scenario: Scenario, shifts: Mapping[Holder, Mapping[int, int]], places: Iterable[int]
) -> Scenario:
    """The scenario with the abilities of these cards counting in another order where they tie.

    places: as of `places_shown`.
    """
    if not any(shifts.values()):
        return scenario
    play = list(scenario.play)
    for place in places:
        play[place] = _shifted(play[place], place, shifts)
    return replace(scenario, play=tuple(play))


def _shifted(event: Event, place: int, shifts: Mapping[Holder, Mapping[int, int]]) -> Event:
    def changed(card: Card, holder: Holder) -> Card:
        moved = shifts.get(holder)
        if not moved:
            return card
        abilities = (
            replace(printed, shift=moved[place]) if place in moved else printed
            for place, printed in enumerate(card.abilities)
        )
        return replace(card, abilities=tuple(abilities))

    match event:
        case Play(id=id, card=card):
            return replace(event, card=changed(card, id))
        case Announce(Play(id=id, card=card) as what):
            return replace(event, what=replace(what, card=changed(card, id)))
        case Together(events):
            inner = (
                replace(each, card=changed(each.card, each.id)) if isinstance(each, Play) else each
                for each in events
            )
            return replace(event, events=tuple(inner))
        case Transform(card=card) | Stack(card=card) | Meld(card=card):
            return replace(event, card=changed(card, place))
        case _:
            return event


def _shown(event: Event, place: int) -> Iterator[tuple[Holder, str, Card, Play | None]]:
    """The cards that an event brings in: by what they are found, whose they are, how played."""
    match event:
        case Play():
            yield event.id, event.id, event.card, event
        case Announce(Play() as what):
            yield what.id, what.id, what.card, what
        case Together(events):
            for each in events:
                if isinstance(each, Play):
                    yield each.id, each.id, each.card, each
        case (
            Transform(object, card)
            | Stack(object=object, card=card)
            | Meld(object=object, card=card)
        ):
            yield place, object, card, None
        case _:
            return


def _wandering(scenario: Scenario) -> set[str]:
    """What is in more than one zone, as far as the events say."""
    events = [
        each
        for event in scenario.play
        for each in (event.events if isinstance(event, Together) else (event,))
    ]
    plays = (each.what if isinstance(each, Announce) else each for each in events)
    return {each.id for each in plays if isinstance(each, Play) and each.known} | {
        each.object for each in events if isinstance(each, MoveZone | Meld)
    }


def _labels(card: Card, id: str, later: bool, copying: bool, zone: str | None) -> dict[int, str]:
    """What the effects of a card's abilities that begin with it are called, by their places.

    later: it is a card that an object turns into. zone: where alone it ever is, if not in play.
    """
    working = [
        (place, printed)
        for place, printed in enumerate(card.abilities)
        if printed.ability.instructions and (zone is None or zone in printed.ability.zones)
    ]
    spell = _numbered(working, "resolves", id, ".")
    if spell:
        return spell
    entry = {} if later else _numbered(working, "on entry", f"{id}.entry", "")
    copied = _numbered(working, "enters", f"{id}.copy", "") if copying else {}
    static: dict[int, str] = {}
    number = 0
    for place, printed in enumerate(card.abilities):
        if printed.use == "has" and printed.ability.instructions:
            number += 1
            if (place, printed) in working:
                static[place] = f"{id}.{number}" + (f" ({card.name})" if later else "")
    return dict(sorted({**static, **entry, **copied}.items()))


def _numbered(
    working: list[tuple[int, PrintedAbility]], use: str, id: str, joint: str
) -> dict[int, str]:
    places = [place for place, printed in working if printed.use == use]
    if len(places) == 1:
        return {places[0]: id}
    return {place: f"{id}{joint}{number}" for number, place in enumerate(places, 1)}


def _tied(card: Card, labels: dict[int, str], rulebook: Rulebook) -> Iterator[list[int]]:
    """The places of abilities that share a layer, directly or through others.

    Of all of them, where the newest effects decide between states.
    """
    newest = rulebook.policy("process") == "newest wins"
    groups: list[tuple[set[str], list[int]]] = []
    for place in labels:
        each = own_acts(rulebook, card.abilities[place].ability)
        layers = {layer for acts in each for act in acts for layer in act_layers(rulebook, act)}
        if newest:
            layers.add("between states")
        near = [group for group in groups if not group[0].isdisjoint(layers)]
        for group in near:
            groups.remove(group)
        members = sorted([place, *(one for group in near for one in group[1])])
        groups.append((layers.union(*(group[0] for group in near)), members))
    yield from (members for _, members in sorted(groups, key=lambda g: g[1]) if len(members) > 1)
