"""The oracle's entries: what an object has on it as it enters play. Rules 614.1c and 614.12."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial

from layerlaw.model.algebra import (
    Ability,
    Arrival,
    Compared,
    Condition,
    CopyOf,
    EnterAlso,
    EnterAs,
    EnterAsCopy,
    EnterAsOneOf,
    Entering,
    EnterWith,
    Entrance,
    Instruction,
    It,
    LoseStatusAsOneOf,
    Not,
    Operation,
    Self,
    SourceLeaves,
    Value,
)
from layerlaw.model.cards.card import Card
from oracle.board import Board
from oracle.counting import count, status
from oracle.derive import derive
from oracle.effects import static_effect
from oracle.forms import own
from oracle.once import once
from oracle.operations import card_to_copy
from oracle.selectors import controller_of, select
from oracle.values import holds, worth
from oracle.view import View
from oracle.world import Effect, Instance, Resolved, Stamp, World

NOWHERE = "nowhere"
"""The zone of what was in none."""


def anything_said(world: World) -> bool:
    """Whether any card, rule or effect there says what objects enter with."""
    cards = [card for thing in world.things.values() for card in (thing.card, thing.copied) if card]
    abilities = [each.ability for card in cards for each in card.abilities]
    abilities += [rule.ability for rule in world.rulebook.rules]
    abilities += [resolved.effect.ability for resolved in world.resolved]
    return any(speaks_of_entering(ability) for ability in abilities)


@once
def speaks_of_entering(ability: Ability) -> bool:
    """Whether the ability says what objects enter with."""
    return says(ability, Entering, ())


def entering_with(world: World, object: str, stamp: Stamp) -> list[str]:
    """What enters play with it."""
    return [
        other.id
        for other in world.things.values()
        if other.id != object and other.entered[0] == stamp[0] and world.in_play(other.id)
    ]


def arrive(world: World, object: str, stamp: Stamp, besides: Sequence[Arrival]) -> bool:
    """It has counters and statuses from its entry on, as it and what was there before say.

    besides: what it enters with as an exception to the copy that it is. Whether there is but one
    way; of several its player chooses.
    """
    if not besides and not anything_said(world):
        return True
    outcomes = list(ways(world, object, stamp, besides, Outcome()))
    if any(each.tally() != outcomes[0].tally() for each in outcomes):
        return False
    if any(each.undecided() for each in outcomes):
        return False
    at_first = units(world, world, object, stamp, besides)
    late = [each for each in outcomes[0].units if each not in at_first]
    if says(tuple(each.arrivals for each in late), EnterAsCopy, ()):
        return False
    outcome = outcomes[0]
    world.resolved += outcome.effects(world, object, stamp)
    for name, number in outcome.counters().items():
        if number:
            count(world, object, name, number, stamp)
    for name in outcome.statuses():
        status(world, object, name, stamp, gets=True)
    return True


def lose_as_one_of(world: World, object: str, name: str, number: int | None, stamp: Stamp) -> bool:
    """It has lost a status and is one of several by that, where it says so now; rule 708.11.

    Whether nothing more would have to be chosen.
    """
    board = derive(world).board
    if not world.in_play(object) or board.is_disabled(object):
        return True
    asking = {
        arrival.ways
        for instance in board.abilities[object]
        if instance.use == "has" and world.works_in(object, instance.ability.zones)
        for entering in instance.ability.entering
        for arrival in entering.arrivals
        if isinstance(arrival, LoseStatusAsOneOf) and arrival.status == name
    }
    if not asking:
        return True
    if len(asking) > 1:
        return False
    [several] = asking
    if number is None and len(several) == 1:
        number = 1
    if number is None or not 1 <= number <= len(several):
        return False
    ability = Ability(None, (Instruction(Self(), (several[number - 1],)),), until=SourceLeaves())
    called, again = f"{object}.became", 0
    while any(each.effect.id == called and not each.over for each in world.resolved):
        again += 1
        called = f"{object}.became.again{again if again > 1 else ''}"
    effect = own(world.things[object], called.partition(".")[2], ability, stamp)
    world.resolved.append(Resolved(replace(effect, order=(stamp, 0, 0, 1 << 20, 1, 0))))
    return True


@dataclass(frozen=True)
class Unit:
    """One thing that is said of an entry: by whom, what, and with how many counters of each."""

    name: str
    arrivals: tuple[Entrance, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """What was applied to an entry so far, in order."""

    units: tuple[Unit, ...] = ()

    def tally(self) -> tuple[object, ...]:
        """All that comes of it, in whatever order."""
        also = {name: sorted(set(map(repr, each))) for name, each in self.also().items()}
        return self.counters(), set(self.statuses()), also

    def counters(self) -> dict[str, int]:
        """How many counters it enters with."""
        found: dict[str, int] = {}
        for unit in self.units:
            for arrival, number in zip(unit.arrivals, unit.numbers, strict=True):
                if isinstance(arrival, EnterWith):
                    found[arrival.counter] = found.get(arrival.counter, 0) + number
        return found

    def statuses(self) -> list[str]:
        """The statuses that it enters with."""
        every = [each for unit in self.units for each in unit.arrivals]
        return list(dict.fromkeys(each.status for each in every if isinstance(each, EnterAs)))

    def also(self) -> dict[str, list[Operation]]:
        """What it is in addition to what it is, by who says so."""
        found: dict[str, list[Operation]] = {}
        for unit in self.units:
            for arrival in unit.arrivals:
                if isinstance(arrival, EnterAlso):
                    found.setdefault(unit.name, []).extend(arrival.operations)
        return found

    def undecided(self) -> bool:
        """Whether its player would choose as what it enters and has not, or would twice."""
        every = [each for unit in self.units for each in unit.arrivals]
        again = [each for each in every if isinstance(each, EnterAlso) and set_copiably(each)]
        return len(set(again)) > 1 or any(isinstance(each, EnterAsOneOf) for each in every)

    def effects(self, world: World, object: str, stamp: Stamp) -> list[Resolved]:
        """The effects by which it is that, younger than its own static abilities (as by 613.7n)."""
        thing, also = world.things[object], self.also()
        made = []
        speakers = [*world.things, *(each.effect.id for each in world.resolved)]
        for place, name in enumerate(sorted(also, key=speakers.index)):
            does = tuple(sorted(set(also[name]), key=repr))
            ability = Ability(None, (Instruction(Self(), does),), until=SourceLeaves())
            effect = own(thing, f"also@{name}", ability, stamp)
            order = (stamp, 0, 0, (1 << 20) + place, 1, 0)
            made.append(Resolved(replace(effect, order=order)))
        return made


def set_copiably(also: EnterAlso) -> bool:
    """Whether it is that among its copiable values, as what was chosen of several; rule 613.2a."""
    return any(isinstance(each, CopyOf) for each in also.operations)


def decided(arrivals: Sequence[Entrance], seen: Callable[[Value], View]) -> tuple[Entrance, ...]:
    """What was chosen in the place of that of which it was; rule 614.12a."""
    made: list[Entrance] = []
    for each in arrivals:
        made.append(each)
        if isinstance(each, EnterAsOneOf):
            numbered = dict(enumerate(each.ways, start=1))
            chosen = numbered.get(worth(each.number, seen(each.number)))
            made[-1] = each if chosen is None else EnterAlso((chosen,))
    return tuple(made)


def ways(
    world: World, object: str, stamp: Stamp, besides: Sequence[Arrival], so_far: Outcome
) -> Iterator[Outcome]:
    """In what ways it can enter: what applies is applied one after another, each once, and looked
    at anew as what it would be by then, until nothing is left (616.1e, 616.1f)."""
    trial = deepcopy(world)
    trial.resolved += so_far.effects(trial, object, stamp)
    left = units(world, trial, object, stamp, besides)
    for done in so_far.units:
        same = [each for each in left if (each.name, each.arrivals) == (done.name, done.arrivals)]
        if same:
            left.remove(same[0])
    if not any(isinstance(each, EnterAlso) for unit in left for each in unit.arrivals):
        # Nothing changes what it is any more, so that no order matters.
        yield Outcome((*so_far.units, *left))
        return
    for unit in dict.fromkeys(left):
        yield from ways(world, object, stamp, besides, Outcome((*so_far.units, unit)))


def units(
    world: World, trial: World, object: str, stamp: Stamp, besides: Sequence[Arrival]
) -> list[Unit]:
    """All that is said of its entry. trial: the world with what it is in addition."""
    with_it = entering_with(world, object, stamp)
    now = derive(without(trial, with_it)).board
    before = derive(without(world, [*with_it, object])).board

    def unit(name: str, arrivals: Sequence[Entrance], seen: Callable[[Value], View]) -> Unit:
        return Unit(
            name,
            decided(arrivals, seen),
            tuple(
                max(worth(each.amount, seen(each.amount)), 0) if isinstance(each, EnterWith) else 0
                for each in arrivals
            ),
        )

    found = []
    for instances in now.abilities.values():
        for instance in instances:
            if not speaks(instance, object, now, before):
                continue
            for entering in said_of(instance, object, now):
                seen = partial(view, instance=instance, object=object, now=now, before=before)
                found.append(unit(instance.holder, entering.arrivals, seen))
    for resolved in world.resolved:
        effect = resolved.effect
        for entering in effect.ability.entering:
            if resolved.over or object not in select(entering.scope, View(now, effect)):
                continue

            def by_effect(amount: Value, effect: Effect = effect) -> View:
                asked = now if says(amount, It, (Not, Compared)) else before
                return View(asked, effect, it=object)

            found.append(unit(effect.id, entering.arrivals, by_effect))
    copies = (each for each in world.resolved if each.effect.id == f"{object}.copy")
    of_copy = next((each.effect for each in copies if not each.over), None)

    def by_copy(amount: Value) -> View:
        asks_it = says(amount, It, (Not, Compared)) or says(amount, Self, (Not,))
        return View(now if asks_it else before, of_copy, it=object)

    return found + [unit(object, [each], by_copy) for each in besides]


def copies_said(
    world: World, object: str, stamp: Stamp
) -> list[tuple[str, EnterAsCopy, Card | None]]:
    """What it enters as a copy of, by whom, as abilities of others say that were there before."""
    with_it = entering_with(world, object, stamp)
    now = derive(without(world, with_it)).board
    before = derive(without(world, [*with_it, object])).board
    return [
        (
            instance.holder,
            arrival,
            card_to_copy(arrival.copy, View(before, static_effect(instance, now))),
        )
        for instances in now.abilities.values()
        for instance in instances
        if speaks(instance, object, now, before)
        for entering in said_of(instance, object, now)
        for arrival in entering.arrivals
        if isinstance(arrival, EnterAsCopy)
    ]


def without(world: World, ones: list[str]) -> World:
    """The world as if these had not entered yet: they are where they came from, by their cards."""
    if not ones:
        return world
    world = deepcopy(world)
    for one in ones:
        was = world.things[one]
        was.zone, was.bearer, was.copied = was.origin or NOWHERE, None, None
        was.counters, was.statuses, was.fresh = {}, set(), False
        if was.zone == NOWHERE:
            was.part_of = one
    return world


def speaks(instance: Instance, object: str, now: Board, before: Board) -> bool:
    """Whether the ability is one on entries that works."""
    ability, holder = instance.ability, instance.holder
    if instance.use != "has" or not ability.entering or now.is_disabled(holder):
        return False
    if not now.world.works_in(holder, ability.zones):
        return False
    condition = ability.condition
    return condition is None or holds(condition, view(condition, instance, object, now, before))


def said_of(instance: Instance, object: str, board: Board) -> list[Entering]:
    """What it says of the object: of its own by `self` alone, of others by anything else."""
    now = View(board, static_effect(instance, board))
    return [
        entering
        for entering in instance.ability.entering
        if isinstance(entering.scope, Self) is (instance.holder == object)
        and object in select(entering.scope, now)
    ]


def view(
    tree: Value | Condition, instance: Instance, object: str, now: Board, before: Board
) -> View:
    """What is asked of the object is asked of it in play, everything else right before.

    `you` is who controls now what says it.
    """
    own = instance.holder == object
    it_is_asked = says(tree, It, (Not, Compared)) or (own and says(tree, Self, (Not,)))
    player = controller_of(instance.holder, now) if instance.holder in now.world.things else None
    effect = replace(static_effect(instance, now), player=player)
    return View(now if it_is_asked else before, effect, it=object)


def says(tree: object, word: type | tuple[type, ...], inside: tuple[type, ...]) -> bool:
    """Whether the word stands in the tree, but not inside such a part."""
    if isinstance(tree, tuple):
        return any(says(each, word, inside) for each in tree)
    if isinstance(tree, word):
        return True
    if not is_dataclass(tree) or isinstance(tree, inside):
        return False
    return any(says(getattr(tree, each.name), word, inside) for each in fields(tree))
