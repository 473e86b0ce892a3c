"""Rule 613 with what it rests on, step by step in the order of the rules; nothing of Layerlaw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

LAYERS = ("2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")
BASIC = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}
LANDS = {*BASIC}
ARTIFACTS = {"equipment"}
ENCHANTMENTS = {"aura", "rune"}
# The creature types that the cards used here have or give: a part of those of rule 205.3m.
CREATURES = {
    "angel", "ape", "avatar", "bear", "beast", "bird", "cat", "construct", "dryad", "drone",
    "eldrazi", "faerie", "leviathan", "elemental", "elf", "elk", "frog", "goblin", "horse",
    "human", "illusion", "insect", "kithkin", "lhurgoyf", "merfolk", "nightmare", "noble", "nymph",
    "ogre", "phyrexian", "praetor", "rat", "saproling", "scarecrow", "shapeshifter", "sliver",
    "soldier", "spellshaper", "spirit", "thopter", "treefolk", "vedalken", "warrior", "werewolf",
    "wizard", "zombie", "giant", "wall", "barbarian",
}  # fmt: skip
OF_TYPES = (
    (CREATURES, {"creature", "kindred"}),
    (LANDS, {"land"}),
    (ARTIFACTS, {"artifact"}),
    (ENCHANTMENTS, {"enchantment"}),
)

Op = tuple[Any, ...]


@dataclass(frozen=True)
class Part:
    """What an effect does in one layer: to whom, and which operations."""

    layer: str
    who: Callable[[State, Me], list[str]]
    does: Callable[[State, Me, str], list[Op]]


@dataclass(frozen=True)
class Ability:
    """An ability: a keyword or what it is called, and the parts of its effect if it is static."""

    name: str
    parts: tuple[Part, ...] = ()
    defining: bool = False  # 604.3
    everywhere: bool = False  # it works in every zone
    origin: str = "text"  # or `type` (305.6), or `given`
    age: float = 0  # of the effect that gave it (613.7a)
    key: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Me:
    """Who speaks in an ability: its object, what was chosen for it, changed words (612)."""

    id: str
    chosen: str | None
    words: tuple[tuple[str, str], ...]

    def word(self, said: str) -> str:
        for old, new in self.words:
            said = new if said == old else said
        return said


@dataclass
class Look:
    """The characteristics of an object while they are worked out, and who controls it."""

    name: str
    value: int
    supers: set[str]
    types: set[str]
    subs: set[str]
    colors: set[str]
    power: int | None
    toughness: int | None
    controller: str
    abilities: list[Ability]
    cant: set[str] = field(default_factory=set)
    words: tuple[tuple[str, str], ...] = ()

    def again(self) -> Look:
        return replace(
            self,
            supers=set(self.supers),
            types=set(self.types),
            subs=set(self.subs),
            colors=set(self.colors),
            abilities=list(self.abilities),
            cant=set(self.cant),
        )


@dataclass
class Thing:
    """An object: its card, and what happened to it."""

    id: str
    printed: Look
    owner: str
    zone: str
    age: float
    chosen: str | None = None
    bearer: str | None = None
    face_down: bool = False
    token: bool = False
    copies: list[tuple[float, bool, Look]] = field(default_factory=list)
    counters: dict[str, tuple[int, float]] = field(default_factory=dict)
    damage: int = 0
    front: Look | None = None  # of what shows its back face
    merged: list[tuple[float, bool, Look, str]] = field(default_factory=list)  # 730.2

    def choice(self) -> str | None:
        """607.5: a choice was made for no ability that it copied later."""
        return None if any(later for _, later, _ in self.copies) else self.chosen


@dataclass(frozen=True)
class Resolved:
    """An effect of what resolved, with the objects fixed then (611.2c)."""

    key: tuple[Any, ...]
    age: float
    on: tuple[str, ...]
    parts: tuple[Part, ...]
    me: Me
    ends: bool


@dataclass(frozen=True)
class Effect:
    """One continuous effect that is to be applied."""

    key: tuple[Any, ...]
    order: tuple[Any, ...]
    parts: tuple[Part, ...]
    me: Me
    defining: bool
    fixed: tuple[str, ...] | None = None

    def part(self, layer: str) -> list[Part]:
        return [each for each in self.parts if each.layer == layer]


class State:
    """All objects while layers are gone through."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.looks: dict[str, Look] = {}
        # The effects that have begun, with the objects that each applies to (613.6).
        self.begun: dict[tuple[Any, ...], tuple[Effect, tuple[str, ...]]] = {}

    def again(self) -> State:
        other = State(self.game)
        other.looks = {id: look.again() for id, look in self.looks.items()}
        other.begun = dict(self.begun)
        return other

    def __getitem__(self, id: str) -> Look:
        return self.looks[id]

    def zone(self, *zones: str) -> list[str]:
        return [id for id in self.looks if self.game.things[id].zone in zones]

    def perms(self, *types: str) -> list[str]:
        return [id for id in self.zone("play") if all(self.isa(id, word) for word in types)]

    def isa(self, id: str, word: str) -> bool:
        look = self.looks[id]
        return word in look.types | look.subs | look.supers | look.colors

    def mine(self, me: Me, id: str) -> bool:
        return self.looks[id].controller == self.looks[me.id].controller

    def bearer(self, me: Me) -> list[str]:
        bearer = self.game.things[me.id].bearer
        return [bearer] if bearer in self.looks else []


def keep_types(look: Look) -> None:
    """205.1a: subtypes go with the last card type that they are correlated with."""
    for words, types in OF_TYPES:
        if not types & look.types:
            look.subs -= words


def add_subs(look: Look, words: set[str]) -> None:
    """205.3d: nothing gains a subtype of a card type that it lacks."""
    for of, types in OF_TYPES:
        if types & look.types:
            look.subs |= words & of


def set_subs(look: Look, of: set[str], words: set[str]) -> None:
    """205.1a and 305.7: new subtypes replace those of their set; a land loses its text."""
    types = next(types for group, types in OF_TYPES if group is of)
    if not types & look.types:
        return
    look.subs -= of
    look.subs |= words
    if of is LANDS and words:
        look.abilities = [each for each in look.abilities if each.origin == "given"]


def can_have(look: Look, ops: list[Op]) -> list[Op]:
    """What is left of what is done to it: it gains no subtype of a type that it lacks (205.3d)."""
    types = set(look.types)
    left: list[Op] = []
    for op in ops:
        match op:
            case ("types=", words):
                types = set(words)
            case ("types+", words):
                types |= set(words)
            case ("creatures=" | "lands=", _):
                if not OF_TYPES[op[0] == "lands="][1] & types:
                    continue
            case ("subs+", words):
                gained = [of & set(words) for of, needed in OF_TYPES if needed & types]
                op = ("subs+", set().union(*gained))
        left.append(op)
    return left


def carry_out(look: Look, op: Op, effect: Effect) -> None:
    """One operation on one object."""
    match op:
        case ("control", player):
            look.controller = player
        case ("text", old, new):
            look.words = (*look.words, (old, new))
            for words in (look.types, look.subs, look.supers):
                if old in words:
                    words.remove(old)
                    words.add(new)
        case ("types=", words):
            look.types = set(words)
            keep_types(look)
        case ("types+", words):
            look.types |= set(words)
        case ("supers+", words):
            look.supers |= set(words)
        case ("creatures=", words):
            set_subs(look, CREATURES, set(words))
        case ("lands=", words):
            set_subs(look, LANDS, set(words))
        case ("subs+", words):
            add_subs(look, set(words))
        case ("colors=", words):
            look.colors = set(words)
        case ("colors+", words):
            look.colors |= set(words)
        case ("gain", ability):
            if ability.name not in look.cant:
                key = ("given", *effect.key, ability.name)
                if key not in [each.key for each in look.abilities]:
                    age = effect.order[0]
                    look.abilities.append(replace(ability, origin="given", age=age, key=key))
        case ("lose", name):
            look.abilities = [each for each in look.abilities if each.name != name]
        case ("lose all",):
            look.abilities = []
        case ("lose all but", names):
            look.abilities = [each for each in look.abilities if each.name in names]
        case ("can't have", name):
            look.cant.add(name)
        case ("pt=", power, toughness):
            look.power, look.toughness = power, toughness
        case ("pt+", power, toughness):
            look.power = (look.power or 0) + power
            look.toughness = (look.toughness or 0) + toughness
        case ("switch",):
            look.power, look.toughness = look.toughness, look.power
        case _:
            raise AssertionError(op)


FACE_DOWN = Look("", 0, set(), {"creature"}, set(), set(), 2, 2, "", [])


class Game:
    """What happened, and what follows."""

    def __init__(self) -> None:
        self.things: dict[str, Thing] = {}
        self.resolved: list[Resolved] = []
        self.clock = 0.0

    def tick(self) -> float:
        self.clock += 1
        return self.clock

    # Layer 1.

    def copiable(self, thing: Thing) -> Look:
        """Layer 1: copies by age (613.2a), then face-down status (613.2b)."""
        look = thing.printed.again()
        every = [(age, "copy", copied) for age, _, copied in thing.copies]
        every += [(age, "over" if over else "under", of) for age, over, of, _ in thing.merged]
        for _, how, other in sorted(every, key=lambda each: each[0]):  # 613.2a
            before = look.abilities
            if how != "under":
                look = other.again()
            if how == "over":  # 730.2a, 702.140e
                look.abilities += before
            if how == "under":
                look.abilities += other.again().abilities
        if thing.face_down:
            look = FACE_DOWN.again()
        look.controller = thing.owner
        return look

    # Layers 2 to 7.

    def derive(self) -> State:
        state = State(self)
        for id, thing in self.things.items():
            state.looks[id] = self.copiable(thing)
        for layer in LAYERS:
            if layer == "5":
                self.mana_abilities(state)
            applied: set[tuple[Any, ...]] = set()
            for defining in (True, False):  # 613.3
                while True:
                    waiting = [
                        each
                        for each in self.effects(state)
                        if each.defining == defining
                        and each.part(layer)
                        and each.key not in applied
                    ]
                    if not waiting:
                        break
                    chosen = self.next(state, waiting, layer)
                    applied.add(chosen.key)
                    self.apply(state, chosen, layer)
        return state

    def mana_abilities(self, state: State) -> None:
        """305.6: what is a land and has a basic land type can be tapped for mana."""
        for look in state.looks.values():
            if "land" in look.types:
                for word, symbol in BASIC.items():
                    if word in look.subs:
                        look.abilities.append(Ability(f"Add {symbol}", origin="type"))

    def effects(self, state: State) -> list[Effect]:
        """All effects that exist now: those of abilities there are, begun ones, resolved ones."""
        found: dict[tuple[Any, ...], Effect] = {}
        for id, look in state.looks.items():
            thing = self.things[id]
            for number, ability in enumerate(look.abilities):
                if not ability.parts or not (thing.zone == "play" or ability.everywhere):
                    continue
                key = (id, *ability.key)
                order = (
                    max(thing.age, ability.age),
                    ability.origin == "given",
                    ability.age,
                    number,
                )
                words = look.words if ability.origin == "text" else ()
                me = Me(id, thing.choice(), words)
                found[key] = Effect(key, order, ability.parts, me, ability.defining)
            for kind, (count, age) in thing.counters.items():
                if thing.zone == "play" and count:
                    found["counter", id, kind] = counter(id, kind, count, age)
        for each in self.resolved:
            found[each.key] = Effect(each.key, (each.age,), each.parts, each.me, False, each.on)
        for key, (effect, _) in state.begun.items():  # 613.6
            found.setdefault(key, effect)
        return sorted(found.values(), key=lambda each: each.order)

    def on(self, state: State, effect: Effect, part: Part) -> list[str]:
        if effect.fixed is not None:
            return [id for id in effect.fixed if self.things[id].zone == "play"]
        if effect.key in state.begun:
            return list(state.begun[effect.key][1])
        return sorted(part.who(state, effect.me))

    def apply(self, state: State, effect: Effect, layer: str) -> None:
        for part in effect.part(layer):
            on = self.on(state, effect, part)
            done = [(id, part.does(state, effect.me, id)) for id in on]
            state.begun[effect.key] = (effect, tuple(on))
            for id, ops in done:
                for op in ops:
                    carry_out(state.looks[id], op, effect)

    def acts(self, state: State, effect: Effect, layer: str) -> dict[str, list[Op]]:
        """What it applies to, and what it does to each of them."""
        return {
            id: can_have(state[id], part.does(state, effect.me, id))
            for part in effect.part(layer)
            for id in self.on(state, effect, part)
        }

    def depends(self, state: State, first: Effect, other: Effect, layer: str) -> bool:
        """613.8a, by applying the other one to a second board."""
        after = state.again()
        self.apply(after, other, layer)
        now = {each.key: each for each in self.effects(after)}
        if first.key not in now:
            return True  # its existence
        if now[first.key].me.words != first.me.words:
            return True  # its text
        before, then = self.acts(state, first, layer), self.acts(after, now[first.key], layer)
        if before.keys() != then.keys():
            return True  # what it applies to
        return before != then  # what it does to any of them

    def next(self, state: State, waiting: list[Effect], layer: str) -> Effect:
        """613.8b: the oldest of those that wait for nothing outside a loop they are in."""
        if len(waiting) == 1:
            return waiting[0]
        needs = {
            a.key: {b.key for b in waiting if b is not a and self.depends(state, a, b, layer)}
            for a in waiting
        }
        reach = {key: set(those) for key, those in needs.items()}
        for _ in waiting:
            for key in reach:
                for other in list(reach[key]):
                    reach[key] |= reach[other]
        for each in waiting:  # by age
            if all(each.key in reach[other] for other in needs[each.key]):
                return each
        raise AssertionError("nothing is ready")

    # 704: state-based actions.

    def settle(self) -> None:
        while self.actions():
            pass

    def actions(self) -> bool:
        state = self.derive()
        gone: set[str] = set()
        loose: set[str] = set()
        changed = False
        legends: dict[tuple[str, str], list[str]] = {}
        for id in state.zone("play"):
            look, thing = state[id], self.things[id]
            if "creature" in look.types:
                assert look.toughness is not None, (id, look)
                lethal = 0 < look.toughness <= thing.damage and not has(look, "Indestructible")
                if look.toughness <= 0 or lethal:  # 704.5f, 704.5g
                    gone.add(id)
            if "legendary" in look.supers and look.name:
                legends.setdefault((look.name, look.controller), []).append(id)
            bearer = thing.bearer
            if bearer is not None and self.things[bearer].zone != "play":
                loose.add(id)
            elif (
                bearer is not None and "aura" not in look.subs and "equipment" not in look.subs
            ) or (bearer is not None and "creature" in look.types):
                loose.add(id)  # 704.5p
            elif (
                bearer is not None
                and "aura" not in look.subs
                and "creature" not in state[bearer].types
            ):
                loose.add(id)  # 704.5n
            if "aura" in look.subs and (
                id in loose or bearer is None or not self.may_enchant(state, id, bearer)
            ):
                gone.add(id)  # 704.5m, 303.4d
            plus, minus = (thing.counters.get(kind, (0, 0.0)) for kind in ("plus", "minus"))
            if plus[0] and minus[0]:  # 704.5q
                less = min(plus[0], minus[0])
                thing.counters["plus"] = (plus[0] - less, plus[1])
                thing.counters["minus"] = (minus[0] - less, minus[1])
                changed = True
        for those in legends.values():
            if len(those) > 1:  # 704.5j; its controller keeps the newest
                gone |= {*sorted(those, key=lambda id: self.things[id].age)[:-1]}
        worlds = [id for id in state.perms() if "world" in state[id].supers]
        if len(worlds) > 1:  # 704.5k; a copy has had the supertype since it was one
            gone |= {*sorted(worlds, key=lambda id: self.things[id].age)[:-1]}
        for id in loose:
            self.things[id].bearer = None
        for id in gone:
            self.move(id, "graveyard")
        return changed or bool(gone or loose)

    def may_enchant(self, state: State, id: str, bearer: str) -> bool:
        for each in state[id].abilities:
            if each.name.startswith("Enchant "):
                word = each.name.removeprefix("Enchant ")
                return word == "permanent" or state.isa(bearer, word)
        return False

    def move(self, id: str, zone: str) -> None:
        thing = self.things[id]
        tops = [look for _, over, look, _ in thing.merged if over]
        own = tops[-1] if tops else thing.front or thing.printed
        self.things[id] = Thing(id, own, thing.owner, zone, self.tick())
        for *_, part in thing.merged:  # 730.3
            self.things[part].zone = zone
        self.resolved = [
            replace(each, on=tuple(other for other in each.on if other != id))
            for each in self.resolved
        ]

    def end_turn(self) -> None:
        self.resolved = [each for each in self.resolved if not each.ends]
        for thing in self.things.values():
            thing.copies = [each for each in thing.copies if not each[1]]
            thing.damage = 0


def has(look: Look, name: str) -> bool:
    return any(each.name == name for each in look.abilities)


def counter(id: str, kind: str, count: int, age: float) -> Effect:
    """The effect of counters of one kind on an object (613.7c, 122.1)."""
    ops: Op
    match kind:
        case "plus":
            layer, ops = "7c", ("pt+", count, count)
        case "minus":
            layer, ops = "7c", ("pt+", -count, -count)
        case _:
            layer, ops = "6", ("gain", Ability("Flying"))
    part = Part(layer, lambda state, me: [id], lambda state, me, on: [ops])
    return Effect(("counter", id, kind), (age,), (part,), Me(id, None, ()), False)
