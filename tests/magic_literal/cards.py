"""Some hundred real cards for the literal rule 613, written from the list of cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from magic_literal.rules import BASIC, CREATURES, LANDS, Ability, Look, Me, Op, Part, State

Who = Callable[[State, Me], list[str]]
Does = Callable[[State, Me, str], list[Op]]

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
SUPERS = {"basic", "legendary", "world"}
TYPES = {"artifact", "creature", "enchantment", "instant", "land", "sorcery", "kindred"}

CARDS: dict[str, Look] = {}
BACK_OF: dict[str, str] = {}
# What resolves: what may be its target, its parts, and whether it ends with the turn.
SPELLS: dict[str, tuple[str, tuple[Part, ...], bool]] = {}
# Activated abilities: on the card, what may be the target, the parts.
USES: dict[str, tuple[str, tuple[Part, ...]]] = {}
# Copies as they enter: what may be copied, and what the copy is besides (707.9).
COPIES: dict[str, tuple[str, set[str], set[str]]] = {}
CHOOSES = {
    "Painter's Servant": ["white", "blue", "black", "red", "green"],
    "Conspiracy": ["goblin", "merfolk", "elf", "saproling", "zombie"],
    "Arcane Adaptation": ["goblin", "merfolk", "elf", "saproling", "zombie"],
    "Xenograft": ["goblin", "merfolk", "elf", "saproling", "zombie"],
    "Adaptive Automaton": ["goblin", "merfolk", "elf", "bear"],
    "Realmwright": ["island", "swamp", "forest", "mountain"],
    "Convincing Mirage": ["island", "swamp", "forest", "mountain"],
}


def part(layer: str, who: Who, *ops: Op) -> Part:
    """The same operations for everything it applies to."""
    return Part(layer, who, lambda s, me, o: list(ops))


def doing(layer: str, who: Who, does: Does) -> Part:
    return Part(layer, who, does)


def static(*parts: Part) -> Ability:
    return Ability("static", parts)


def defining(*parts: Part) -> Ability:
    return Ability("defining", parts, defining=True, everywhere=True)


def me_self(s: State, me: Me) -> list[str]:
    return [me.id]


def bearer(s: State, me: Me) -> list[str]:
    return s.bearer(me)


def bearing(s: State, me: Me, word: str) -> list[str]:
    return [o for o in s.bearer(me) if s.isa(o, word)]


CHANGELING = Ability(
    "Changeling", (part("4", me_self, ("subs+", {*CREATURES})),), defining=True, everywhere=True
)
DEVOID = Ability("Devoid", (part("5", me_self, ("colors=", ())),), defining=True, everywhere=True)


def keyword(name: str) -> Ability:
    return {"Changeling": CHANGELING, "Devoid": DEVOID}.get(name, Ability(name))


def card(
    name: str,
    cost: str,
    types: str,
    numbers: str = "",
    *has: Ability | str,
    colors: str = "",
) -> None:
    """A card by its name, cost, type line, power and toughness, and abilities in printed order."""
    words = set(types.lower().split())
    symbols = cost.split()
    power, toughness = map(int, numbers.split("/")) if numbers else (None, None)
    abilities = [keyword(each) if isinstance(each, str) else each for each in has]
    CARDS[name] = Look(
        name=name,
        value=sum(int(each) if each.isdigit() else 1 for each in symbols),
        supers=words & SUPERS,
        types=words & TYPES,
        subs=words - SUPERS - TYPES,
        colors={COLORS[c] for each in [*symbols, colors] for c in each if c in COLORS},
        power=power,
        toughness=toughness,
        controller="",
        abilities=[
            replace(each, key=("text", name, number)) for number, each in enumerate(abilities)
        ],
    )


def creatures(s: State, me: Me) -> list[str]:
    return s.perms("creature")


def mine(*types: str) -> Who:
    return lambda s, me: [o for o in s.perms(*types) if s.mine(me, o)]


def theirs(*types: str) -> Who:
    return lambda s, me: [o for o in s.perms(*types) if not s.mine(me, o)]


def worded(*words: str, types: tuple[str, ...] = (), other: bool = False, my: bool = False) -> Who:
    """Permanents with all these words of colors and subtypes, which are words of the text."""
    return lambda s, me: [
        o
        for o in s.perms(*types)
        if all(s.isa(o, me.word(w)) for w in words)
        and not (other and o == me.id)
        and not (my and not s.mine(me, o))
    ]


def others(who: Who) -> Who:
    return lambda s, me: [o for o in who(s, me) if o != me.id]


def at_value(s: State, me: Me, o: str) -> list[Op]:
    return [("pt=", s[o].value, s[o].value)]


def chosen(op: str) -> Does:
    return lambda s, me, o: [(op, {me.chosen})]


def when_chosen(who: Who) -> Who:
    return lambda s, me: who(s, me) if me.chosen else []


FLYING = Ability("Flying")

# Creatures, and what defines itself.
card("Gray Ogre", "2 R", "Creature Ogre", "2/2")
card("Grizzly Bears", "1 G", "Creature Bear", "2/2")
card("Savannah Lions", "W", "Creature Cat", "2/1")
card("Elvish Warrior", "G G", "Creature Elf Warrior", "2/3")
card("Merfolk of the Pearl Trident", "U", "Creature Merfolk", "1/1")
card("Goblin Piker", "1 R", "Creature Goblin Warrior", "2/1")
card("Serra Angel", "3 W W", "Creature Angel", "4/4", "Flying", "Vigilance")
card("Ornithopter", "0", "Artifact Creature Thopter", "0/2", "Flying")
card("Memnite", "0", "Artifact Creature Construct", "1/1")
card("Woodland Changeling", "1 G", "Creature Shapeshifter", "2/2", "Changeling")
card("Universal Automaton", "1", "Artifact Creature Shapeshifter", "1/1", "Changeling")
card("Eldrazi Skyspawner", "2 U", "Creature Eldrazi Drone", "2/1", "Devoid", "Flying", "trigger")
card("Exalted Angel", "4 W W", "Creature Angel", "4/5", "Flying", "trigger", "Morph")
card("Village Ironsmith", "1 R", "Creature Human Werewolf", "1/1", "First strike", "trigger")
card("Ironfang", "", "Creature Werewolf", "3/1", "First strike", "trigger", colors="R")
card("Afflicted Deserter", "3 R", "Creature Human Werewolf", "3/2", "trigger")
card("Werewolf Ransacker", "", "Creature Werewolf", "5/4", "trigger", "trigger", colors="R")
BACK_OF.update({"Village Ironsmith": "Ironfang", "Afflicted Deserter": "Werewolf Ransacker"})
CARDS["Ironfang"].value, CARDS["Werewolf Ransacker"].value = 2, 4  # 202.3b


def in_hand(s: State, me: Me, o: str) -> list[Op]:
    # 109.5: out of play, "you" is its owner.
    thing = s.game.things[me.id]
    you = s[me.id].controller if thing.zone == "play" else thing.owner
    count = sum(s.game.things[x].owner == you for x in s.zone("hand"))
    return [("pt=", count, count)]


def graves(s: State, me: Me, o: str) -> list[Op]:
    count = len({word for x in s.zone("graveyard") for word in s[x].types})
    return [("pt=", count, count + 1)]


def counting(who: Who) -> Does:
    def does(s: State, me: Me, o: str) -> list[Op]:
        count = len(list(who(s, me)))
        return [("pt=", count, count)]

    return does


card("Maro", "2 G G", "Creature Elemental", "0/0", defining(doing("7a", me_self, in_hand)))
card("Tarmogoyf", "1 G", "Creature Lhurgoyf", "0/1", defining(doing("7a", me_self, graves)))
card(
    "Nightmare", "5 B", "Creature Nightmare Horse", "0/0", "Flying",
    defining(doing("7a", me_self, counting(worded("swamp", my=True)))),
)  # fmt: skip
card(
    "Keldon Warlord", "2 R R", "Creature Human Barbarian", "0/0",
    defining(doing("7a", me_self, counting(
        lambda s, me: [o for o in mine("creature")(s, me) if not s.isa(o, me.word("wall"))]))),
)  # fmt: skip
card(
    "Plague Rats", "2 B", "Creature Rat", "0/0",
    defining(doing("7a", me_self, counting(
        lambda s, me: [o for o in s.perms("creature") if s[o].name == "Plague Rats"]))),
)  # fmt: skip
card(
    "Master of Etherium", "2 U", "Artifact Creature Vedalken Wizard", "0/0",
    defining(doing("7a", me_self, counting(mine("artifact")))),
    static(part("7c", others(mine("artifact", "creature")), ("pt+", 1, 1))),
)  # fmt: skip
card(
    "Ashaya, Soul of the Wild", "3 G G", "Legendary Creature Elemental", "0/0",
    defining(doing("7a", me_self, counting(mine("land")))),
    static(doing("4", lambda s, me: [o for o in mine("creature")(s, me)
                                     if not s.game.things[o].token],
                 lambda s, me, o: [("types+", {"land"}), ("subs+", {me.word("forest")})])),
)  # fmt: skip

# Lords and anthems.


def lord(word: str, walk: str, *types: str) -> Ability:
    who = worded(word, types=types, other=True)
    return static(part("6", who, ("gain", Ability(walk))), part("7c", who, ("pt+", 1, 1)))


card("Lord of Atlantis", "U U", "Creature Merfolk", "2/2", lord("merfolk", "Islandwalk"))
card("Goblin King", "1 R R", "Creature Goblin", "2/2", lord("goblin", "Mountainwalk"))
card("Elvish Champion", "1 G G", "Creature Elf", "2/2", lord("elf", "Forestwalk", "creature"))
card(
    "Merfolk Sovereign", "1 U U", "Creature Merfolk Noble", "2/2",
    static(part("7c", worded("merfolk", types=("creature",), other=True, my=True), ("pt+", 1, 1))),
    "activated",
)  # fmt: skip
card("Muscle Sliver", "1 G", "Creature Sliver", "1/1",
     static(part("7c", worded("sliver", types=("creature",)), ("pt+", 1, 1))))  # fmt: skip
card("Winged Sliver", "1 U", "Creature Sliver", "1/1",
     static(part("6", worded("sliver", types=("creature",)), ("gain", FLYING))))  # fmt: skip
card("Ghostflame Sliver", "B R", "Creature Sliver", "2/2",
     static(part("5", worded("sliver"), ("colors=", ()))))  # fmt: skip
card("Glorious Anthem", "1 W W", "Enchantment", "",
     static(part("7c", mine("creature"), ("pt+", 1, 1))))  # fmt: skip
card("Crusade", "W W", "Enchantment", "",
     static(part("7c", worded("white", types=("creature",)), ("pt+", 1, 1))))  # fmt: skip
card("Honor of the Pure", "1 W", "Enchantment", "",
     static(part("7c", worded("white", types=("creature",), my=True), ("pt+", 1, 1))))  # fmt: skip
card("Bad Moon", "1 B", "Enchantment", "",
     static(part("7c", worded("black", types=("creature",)), ("pt+", 1, 1))))  # fmt: skip
card("Tempered Steel", "1 W W", "Enchantment", "",
     static(part("7c", mine("artifact", "creature"), ("pt+", 2, 2))))  # fmt: skip
card("Night of Souls' Betrayal", "2 B B", "Legendary Enchantment", "",
     static(part("7c", creatures, ("pt+", -1, -1))))  # fmt: skip
card("Sulfur Elemental", "2 R", "Creature Elemental", "3/2", "Flash", "Split Second",
     static(part("7c", worded("white", types=("creature",)), ("pt+", 1, -1))))  # fmt: skip
card(
    "Elesh Norn, Grand Cenobite", "5 W W", "Legendary Creature Phyrexian Praetor", "4/7",
    "Vigilance",
    static(part("7c", others(mine("creature")), ("pt+", 2, 2))),
    static(part("7c", theirs("creature"), ("pt+", -2, -2))),
)  # fmt: skip
card(
    "Adaptive Automaton", "3", "Artifact Creature Construct", "2/2",
    "as it enters",
    static(doing("4", when_chosen(me_self), chosen("subs+"))),
    static(part("7c", when_chosen(lambda s, me: [o for o in mine("creature")(s, me)
                                                 if o != me.id and me.chosen in s[o].subs]),
                ("pt+", 1, 1))),
)  # fmt: skip


def kin(s: State, me: Me, o: str) -> list[Op]:
    count = sum(bool(s[x].subs & s[o].subs & CREATURES) for x in s.perms("creature") if x != o)
    return [("pt+", count, count)]


card("Coat of Arms", "5", "Artifact", "", static(doing("7c", creatures, kin)))
card(
    "Muraganda Petroglyphs", "3 G", "Enchantment", "",
    static(part("7c", lambda s, me: [o for o in s.perms("creature") if not s[o].abilities],
                ("pt+", 2, 2))),
)  # fmt: skip
card("Levitation", "2 U U", "Enchantment", "",
     static(part("6", mine("creature"), ("gain", FLYING))))  # fmt: skip
card("Gravity Sphere", "2 R", "World Enchantment", "",
     static(part("6", creatures, ("lose", "Flying"))))  # fmt: skip


def archetype(name: str, cost: str, kind: str, numbers: str, word: str) -> None:
    card(
        name, cost, f"Enchantment Creature Human {kind}", numbers,
        static(part("6", mine("creature"), ("gain", Ability(word)))),
        static(part("6", theirs("creature"), ("lose", word), ("can't have", word))),
    )  # fmt: skip


archetype("Archetype of Imagination", "4 U U", "Wizard", "3/2", "Flying")
archetype("Archetype of Courage", "1 W W", "Soldier", "2/2", "First strike")

# What takes abilities or sets numbers.
card("Humility", "2 W W", "Enchantment", "",
     static(part("6", creatures, ("lose all",)), part("7b", creatures, ("pt=", 1, 1))))  # fmt: skip
card("Dress Down", "1 U", "Enchantment", "", "Flash", "trigger",
     static(part("6", creatures, ("lose all",))), "trigger")  # fmt: skip
card("Godhead of Awe", "WU WU WU WU WU", "Creature Spirit Avatar", "4/4", "Flying",
     static(part("7b", others(creatures), ("pt=", 1, 1))))  # fmt: skip
card("Yixlid Jailer", "1 B", "Creature Zombie Wizard", "2/1",
     static(part("6", lambda s, me: s.zone("graveyard"), ("lose all",))))  # fmt: skip

# Types.


def not_aura(s: State, o: str, me: Me) -> bool:
    return o != me.id and "aura" not in s[o].subs


def rising(s: State, me: Me) -> list[str]:
    return [o for o in s.perms("enchantment") if not_aura(s, o, me)]


card("Opalescence", "2 W W", "Enchantment", "",
     static(part("4", rising, ("types+", {"creature"})), doing("7b", rising, at_value))
)  # fmt: skip


def starfield(s: State, me: Me) -> list[str]:
    own = mine("enchantment")(s, me)
    return [o for o in own if not_aura(s, o, me)] if len(own) >= 5 else []


card("Starfield of Nyx", "4 W", "Enchantment", "", "trigger",
     static(part("4", starfield, ("types+", {"creature"})),
            doing("7b", starfield, at_value)))  # fmt: skip


def idle(s: State, me: Me) -> list[str]:
    return [o for o in s.perms("artifact") if "creature" not in s[o].types]


ARTIFICIAL: Op = ("types+", {"artifact", "creature"})
card("March of the Machines", "3 U", "Enchantment", "",
     static(part("4", idle, ARTIFICIAL), doing("7b", idle, at_value)))  # fmt: skip
card("Titania's Song", "3 G", "Enchantment", "",
     static(part("4", idle, ARTIFICIAL), part("6", idle, ("lose all",)),
            doing("7b", idle, at_value)))  # fmt: skip
card(
    "Mycosynth Lattice", "6", "Artifact", "",
    static(part("4", lambda s, me: s.perms(), ("types+", {"artifact"}))),
    static(part("5", lambda s, me: [*s.looks], ("colors=", ()))),
    "mana",
)  # fmt: skip
card("Enchanted Evening", "3 WU WU", "Enchantment", "",
     static(part("4", lambda s, me: s.perms(), ("types+", {"enchantment"}))))  # fmt: skip
card("Leyline of Singularity", "2 U U", "Enchantment", "", "opening hand",
     static(part("4", lambda s, me: [o for o in s.perms() if "land" not in s[o].types],
                 ("supers+", {"legendary"}))))  # fmt: skip
card(
    "Painter's Servant", "2", "Artifact Creature Scarecrow", "1/3", "as it enters",
    static(doing("5", when_chosen(lambda s, me: [*s.looks]), chosen("colors+"))),
)  # fmt: skip
card("Darkest Hour", "B", "Enchantment", "",
     static(doing("5", creatures, lambda s, me, o: [("colors=", {me.word("black")})])))  # fmt: skip


def kinds(s: State, me: Me) -> list[str]:
    """Its player's creatures, and the creature cards that this player owns elsewhere."""
    you = s[me.id].controller
    return mine("creature")(s, me) + [
        o
        for o in s.zone("hand", "graveyard")
        if "creature" in s[o].types and s.game.things[o].owner == you
    ]


card("Conspiracy", "3 B B", "Enchantment", "", "as it enters",
     static(doing("4", when_chosen(kinds), chosen("creatures="))))  # fmt: skip
card("Arcane Adaptation", "2 U", "Enchantment", "", "as it enters",
     static(doing("4", when_chosen(kinds), chosen("subs+"))))  # fmt: skip
card("Xenograft", "4 U", "Enchantment", "", "as it enters",
     static(doing("4", when_chosen(mine("creature")), chosen("subs+"))))  # fmt: skip
card("Maskwood Nexus", "4", "Artifact", "",
     static(part("4", kinds, ("subs+", {*CREATURES}))), "activated")  # fmt: skip
card("Hivestone", "2", "Artifact", "",
     static(doing("4", mine("creature"), lambda s, me, o: [("subs+", {me.word("sliver")})]))
)  # fmt: skip

# Lands.
for land, word in zip(["Plains", "Island", "Swamp", "Mountain", "Forest"], BASIC, strict=True):
    card(land, "", f"Basic Land {word}")
card("Taiga", "", "Land Mountain Forest")
card("Bayou", "", "Land Swamp Forest")
card("Dryad Arbor", "", "Land Creature Forest Dryad", "1/1", colors="G")
card("Mutavault", "", "Land", "", "Add C", "activated")


def nonbasic(s: State, me: Me) -> list[str]:
    return [o for o in s.perms("land") if "basic" not in s[o].supers]


def to_land(who: Who, word: str) -> Ability:
    return static(doing("4", who, lambda s, me, o: [("lands=", {me.word(word)})]))


def also_land(who: Who, *words: str) -> Ability:
    return static(doing("4", who, lambda s, me, o: [("subs+", {me.word(w) for w in words})]))


def lands(s: State, me: Me) -> list[str]:
    return s.perms("land")


card("Blood Moon", "2 R", "Enchantment", "", to_land(nonbasic, "mountain"))
card("Magus of the Moon", "2 R", "Creature Human Wizard", "2/2", to_land(nonbasic, "mountain"))
card("Conversion", "2 W W", "Enchantment", "", "trigger", to_land(worded("mountain"), "plains"))
card("Urborg, Tomb of Yawgmoth", "", "Legendary Land", "", also_land(lands, "swamp"))
card("Yavimaya, Cradle of Growth", "", "Legendary Land", "", also_land(lands, "forest"))
card("Prismatic Omen", "1 G", "Enchantment", "",
     static(part("4", mine("land"), ("subs+", {*LANDS}))))  # fmt: skip
card("Dryad of the Ilysian Grove", "2 G", "Enchantment Creature Nymph Dryad", "2/4", "more lands",
     static(part("4", mine("land"), ("subs+", {*LANDS}))))  # fmt: skip
card("Realmwright", "U", "Creature Vedalken Wizard", "1/1", "as it enters",
     static(doing("4", when_chosen(mine("land")), chosen("subs+"))))  # fmt: skip


def grow(who: Who, numbers: tuple[int, int], color: str | None = None) -> Ability:
    parts = [part("4", who, ("types+", {"creature"})), part("7b", who, ("pt=", *numbers))]
    if color is not None:
        parts.append(doing("5", who, lambda s, me, o: [("colors=", {me.word(color)})]))
    return static(*parts)


card("Living Lands", "3 G", "Enchantment", "", grow(worded("forest"), (1, 1)))
card("Kormus Bell", "4", "Artifact", "", grow(worded("swamp"), (1, 1), "black"))
card("Nature's Revolt", "3 G G", "Enchantment", "", grow(lands, (2, 2)))


def limbs(s: State, me: Me) -> list[str]:
    return sorted({*worded("forest")(s, me), *worded("saproling")(s, me)})


card(
    "Life and Limb", "3 G", "Enchantment", "",
    static(
        doing("4", limbs, lambda s, me, o: [("types+", {"creature", "land"}),
              ("subs+", {me.word("saproling"), me.word("forest")})]),
        doing("5", limbs, lambda s, me, o: [("colors=", {me.word("green")})]),
        part("7b", limbs, ("pt=", 1, 1)),
    ),
)  # fmt: skip

# Auras and Equipment.


def aura(name: str, cost: str, on: str, *has: Ability | str, kinds: str = "") -> None:
    card(name, cost, f"Enchantment Aura {kinds}", "", f"Enchant {on}", *has)


def boost(power: int, toughness: int, *words: str) -> Ability:
    parts = [part("7c", bearer, ("pt+", power, toughness))]
    if words:
        parts.append(part("6", bearer, *[("gain", Ability(w)) for w in words]))
    return static(*parts)


TAKE = static(doing("2", bearer, lambda s, me, o: [("control", s[me.id].controller)]))
aura("Control Magic", "2 U U", "creature", TAKE)
aura("Mind Control", "3 U U", "creature", TAKE)
aura("Confiscate", "4 U U", "permanent", TAKE)
aura("Flight", "U", "creature", static(part("6", bearer, ("gain", FLYING))))
aura("Arcane Flight", "U", "creature", boost(1, 1, "Flying"))
aura("Holy Strength", "W", "creature", boost(1, 2))
aura("Unholy Strength", "B", "creature", boost(2, 1))
aura("Weakness", "B", "creature", boost(-2, -1))
aura("Dead Weight", "B", "creature", boost(-2, -2))


def shape(
    *,
    types: set[str] | None = None,
    kind: str | None = None,
    color: str | None = None,
    numbers: tuple[int, int] | None = None,
    keeps: str | None = None,
) -> Callable[[Who], tuple[Part, ...]]:
    """It loses all abilities and becomes something."""

    def made(who: Who) -> tuple[Part, ...]:
        def four(s: State, me: Me, o: str) -> list[Op]:
            ops: list[Op] = [("types=", types)] if types else []
            return [*ops, ("creatures=", {me.word(kind)})] if kind else ops

        parts = [doing("4", who, four)] if types or kind else []
        if color is not None:
            parts.append(doing("5", who, lambda s, me, o: [("colors=", {me.word(color)})]))
        gains: list[Op] = [("gain", Ability(keeps))] if keeps else []
        parts.append(part("6", who, ("lose all",), *gains))
        if numbers is not None:
            parts.append(part("7b", who, ("pt=", *numbers)))
        return tuple(parts)

    return made


CREATURE = {"creature"}
aura("Lignify", "1 G", "creature", static(*shape(kind="treefolk", numbers=(0, 4))(bearer)),
     kinds="Kindred Treefolk")  # fmt: skip
aura("Frogify", "1 U", "creature",
     static(*shape(types=CREATURE, kind="frog", color="blue", numbers=(1, 1))(bearer)))  # fmt: skip
aura("Kenrith's Transformation", "1 G", "creature", "trigger",
     static(*shape(types=CREATURE, kind="elk", color="green", numbers=(3, 3))(bearer)))  # fmt: skip
aura("Kasmina's Transmutation", "1 U", "creature",
     static(*shape(numbers=(1, 1))(bearer)))  # fmt: skip
aura("Darksteel Mutation", "1 W", "creature",
     static(*shape(types={"artifact", "creature"}, kind="insect", numbers=(0, 1),
                   keeps="Indestructible")(bearer)))  # fmt: skip
aura("Song of the Dryads", "2 G", "permanent",
     static(doing("4", bearer, lambda s, me, o: [("types=", {"land"}),
                                                 ("lands=", {me.word("forest")})]),
            part("5", bearer, ("colors=", ()))))  # fmt: skip
aura("Imprisoned in the Moon", "2 U", "permanent",
     static(part("4", bearer, ("types=", {"land"})), part("5", bearer, ("colors=", ())),
            part("6", bearer, ("lose all",), ("gain", Ability("Add C")))))  # fmt: skip
aura("Spreading Seas", "1 U", "land", "trigger", to_land(bearer, "island"))
aura("Sea's Claim", "U", "land", to_land(bearer, "island"))
aura("Evil Presence", "B", "land", to_land(bearer, "swamp"))
aura("Convincing Mirage", "1 U", "land", "as it enters",
     static(doing("4", when_chosen(bearer), chosen("lands="))))  # fmt: skip
aura("Ensoul Artifact", "1 U", "artifact",
     static(part("4", bearer, ("types+", {"creature"})),
            part("7b", bearer, ("pt=", 5, 5))))  # fmt: skip


def idle_bearer(s: State, me: Me) -> list[str]:
    return [o for o in s.bearer(me) if "creature" not in s[o].types]


aura("Animate Artifact", "3 U", "artifact",
     static(part("4", idle_bearer, ARTIFICIAL), doing("7b", idle_bearer, at_value)))  # fmt: skip
aura(
    "Rune of Flight", "1 U", "permanent", "trigger",
    static(part("6", lambda s, me: bearing(s, me, "creature"), ("gain", FLYING))),
    static(part("6", lambda s, me: bearing(s, me, "equipment"),
                ("gain", Ability("lifts", (part("6", bearer, ("gain", FLYING)),))))),
    kinds="Rune",
)  # fmt: skip


def equipment(name: str, cost: str, *has: Ability) -> None:
    card(name, cost, "Artifact Equipment", "", *has, "Equip")


equipment("Bonesplitter", "1", boost(2, 0))
equipment("Leonin Scimitar", "1", boost(1, 1))
equipment("Colossus Hammer", "1",
          static(part("6", bearer, ("lose", "Flying")), part("7c", bearer, ("pt+", 10, 10)))
)  # fmt: skip


def plating(s: State, me: Me, o: str) -> list[Op]:
    return [("pt+", len(mine("artifact")(s, me)), 0)]


card("Cranial Plating", "2", "Artifact Equipment", "",
     static(doing("7c", bearer, plating)), "activated", "Equip")  # fmt: skip
card("Runed Stalactite", "1", "Artifact Equipment", "",
     static(part("4", bearer, ("subs+", {*CREATURES})), part("7c", bearer, ("pt+", 1, 1))),
     "Equip")  # fmt: skip
card("Darksteel Ingot", "3", "Artifact", "", "Indestructible", "mana")
card("Sol Ring", "1", "Artifact", "", "mana")
card("Liquimetal Coating", "2", "Artifact", "", "activated")
card("Sorceress Queen", "1 B B", "Creature Human Wizard", "1/1", "activated")
card("Tidal Warrior", "U", "Creature Merfolk Warrior", "1/1", "activated")
card("Toymaker", "2", "Artifact Creature Spellshaper", "1/1", "activated")

# More of each kind.
card("Always Watching", "1 W W", "Enchantment", "",
     static(part("6", mine("creature"), ("gain", Ability("Vigilance"))),
            part("7c", mine("creature"), ("pt+", 1, 1))))  # fmt: skip
card("Sliver Legion", "W U B R G", "Legendary Creature Sliver", "7/7",
     static(doing("7c", worded("sliver", types=("creature",)), lambda s, me, o: [
         ("pt+", *[len([x for x in s.perms() if x != o and s.isa(x, me.word("sliver"))])] * 2)
     ])))  # fmt: skip
card("Imperious Perfect", "2 G", "Creature Elf Warrior", "2/2",
     static(part("7c", worded("elf", other=True, my=True), ("pt+", 1, 1))), "activated",
     )  # fmt: skip
card("Lord of the Unreal", "U U", "Creature Human Wizard", "2/2",
     static(part("6", worded("illusion", types=("creature",), my=True),
                 ("gain", Ability("Hexproof"))),
            part("7c", worded("illusion", types=("creature",), my=True), ("pt+", 1, 1)),
            ))  # fmt: skip
card("Dralnu's Crusade", "1 B R", "Enchantment", "",
     static(part("7c", worded("goblin", types=("creature",)), ("pt+", 1, 1))),
     static(doing("4", worded("goblin"), lambda s, me, o: [("subs+", {me.word("zombie")})]),
            doing("5", worded("goblin"), lambda s, me, o: [("colors=", {me.word("black")})]),
            ))  # fmt: skip
card(
    "Ambush Commander", "3 G G", "Creature Elf", "2/2",
    static(
        doing("4", worded("forest", my=True),  # 205.1b: still lands
              lambda s, me, o: [("types+", {"creature"}), ("subs+", {me.word("elf")})]),
        doing("5", worded("forest", my=True), lambda s, me, o: [("colors=", {me.word("green")})]),
        part("7b", worded("forest", my=True), ("pt=", 1, 1)),
    ),
    "activated",
)  # fmt: skip
card("Stormtide Leviathan", "5 U U U", "Creature Leviathan", "8/8", "Islandwalk",
     also_land(lands, "island"), "can't attack")  # fmt: skip
MANA = {f"Add {symbol}" for symbol in "WUBRGC"}
card("Blood Sun", "2 R", "Enchantment", "", "trigger",
     static(part("6", lands, ("lose all but", MANA))))  # fmt: skip


def held(s: State, me: Me, o: str) -> list[Op]:
    you = s[me.id].controller
    count = sum(s.game.things[x].owner == you for x in s.zone("hand"))
    return [("pt+", count, count)]


equipment("Empyrial Plate", "2", static(doing("7c", bearer, held)))


def enchanted(s: State, me: Me, o: str) -> list[Op]:
    return [("pt+", *[len(mine("enchantment")(s, me))] * 2)]


aura("Ethereal Armor", "W", "creature",
     static(doing("7c", bearer, enchanted),
            part("6", bearer, ("gain", Ability("First strike")))))  # fmt: skip


def glitter(s: State, me: Me, o: str) -> list[Op]:
    count = len({*mine("enchantment")(s, me), *mine("artifact")(s, me)})
    return [("pt+", count, count)]


aura("All That Glitters", "1 W", "creature", static(doing("7c", bearer, glitter)))
aura(
    "Deep Freeze", "2 U", "creature",
    static(
        doing("4", bearer, lambda s, me, o: [("subs+", {me.word("wall")})]),
        doing("5", bearer, lambda s, me, o: [("colors+", {me.word("blue")})]),
        part("6", bearer, ("lose all",), ("gain", Ability("Defender"))),
        part("7b", bearer, ("pt=", 0, 4)),
    ),
)  # fmt: skip
card("Amoeboid Changeling", "1 U", "Creature Shapeshifter", "1/1", "Changeling", "activated",
     "activated")  # fmt: skip
card("Treetop Village", "", "Land", "", "enters tapped", "Add G", "activated")
card("Faerie Conclave", "", "Land", "", "enters tapped", "Add U", "activated")
card("Indigo Faerie", "1 U", "Creature Faerie Wizard", "1/1", "Flying", "activated")

# Copies.
for name, cost, types, numbers, of, more, kind in [
    ("Clone", "3 U", "Creature Shapeshifter", "0/0", "creature", set(), set()),
    ("Phantasmal Image", "1 U", "Creature Illusion", "0/0", "creature", set(), {"illusion"}),
    ("Phyrexian Metamorph", "3 U", "Artifact Creature Phyrexian Shapeshifter", "0/0", "creature",
     {"artifact"}, set()),
    ("Copy Artifact", "1 U", "Enchantment", "", "artifact", {"enchantment"}, set()),
    ("Sculpting Steel", "3", "Artifact", "", "artifact", set(), set()),
    ("Copy Enchantment", "2 U", "Enchantment", "", "enchantment", set(), set()),
    ("Vesuva", "", "Land", "", "land", set(), set()),
]:  # fmt: skip
    card(name, cost, types, numbers, "as it enters")
    COPIES[name] = (of, more, kind)

# What resolves.


def none(s: State, me: Me) -> list[str]:
    return []


def spell(name: str, cost: str, on: str, *parts: Part, ends: bool = True) -> None:
    card(name, cost, "Instant")
    SPELLS[name] = (on, parts, ends)


def all_of(layer: str, *ops: Op) -> Part:
    return part(layer, none, *ops)


spell("Giant Growth", "G", "creature", all_of("7c", ("pt+", 3, 3)))
spell("Jump", "U", "creature", all_of("6", ("gain", FLYING)))
spell("Inside Out", "1 UR", "creature", all_of("7d", ("switch",)))
spell("Twisted Image", "U", "creature", all_of("7d", ("switch",)))
spell("About Face", "R", "creature", all_of("7d", ("switch",)))
spell("Turn to Frog", "1 U", "creature", *shape(kind="frog", color="blue", numbers=(1, 1))(none))
spell("Ovinize", "1 U", "creature", *shape(numbers=(0, 1))(none))
spell("Humble", "1 W", "creature", *shape(numbers=(0, 1))(none))
spell("Animate Land", "G", "land", all_of("4", ("types+", CREATURE)), all_of("7b", ("pt=", 3, 3)))
spell("Deathlace", "B", "permanent", all_of("5", ("colors=", {"black"})), ends=False)
spell("Moonlace", "U", "permanent", all_of("5", ("colors=", ())), ends=False)
spell("Natural Affinity", "2 G", "all land", all_of("4", ("types+", CREATURE)),
      all_of("7b", ("pt=", 2, 2)))  # fmt: skip
spell("Threaten", "2 R", "creature", doing("2", none, lambda s, me, o: [("control", me.chosen)]),
      all_of("6", ("gain", Ability("Haste"))))  # fmt: skip
CARDS["Threaten"].types = {"sorcery"}
for name, cost in [("Mirrorweave", "2 WU WU"), ("Cytoshape", "1 G U")]:
    card(name, cost, "Instant")

spell("Act of Treason", "2 R", "creature",
      doing("2", none, lambda s, me, o: [("control", me.chosen)]),
      all_of("6", ("gain", Ability("Haste"))))  # fmt: skip
CARDS["Act of Treason"].types = {"sorcery"}
spell("Overrun", "2 G G G", "your creature", all_of("6", ("gain", Ability("Trample"))),
      all_of("7c", ("pt+", 3, 3)))  # fmt: skip
CARDS["Overrun"].types = {"sorcery"}


def animated(color: str, kind: str, numbers: tuple[int, int], word: str) -> tuple[Part, ...]:
    """205.1b: what is still a land keeps all types and subtypes."""
    return (
        all_of("4", ("types+", CREATURE), ("subs+", {kind})),
        all_of("5", ("colors=", {color})),
        all_of("6", ("gain", Ability(word))),
        all_of("7b", ("pt=", *numbers)),
    )


USES["Treetop Village"] = ("self", animated("green", "ape", (3, 3), "Trample"))
USES["Faerie Conclave"] = ("self", animated("blue", "faerie", (2, 1), "Flying"))
USES["Indigo Faerie"] = ("permanent", (all_of("5", ("colors+", {"blue"})),))
USES["Mutavault"] = ("self", (all_of("4", ("types+", CREATURE), ("subs+", {*CREATURES})),
                              all_of("7b", ("pt=", 2, 2))))  # fmt: skip
USES["Liquimetal Coating"] = ("permanent", (all_of("4", ("types+", {"artifact"})),))
USES["Sorceress Queen"] = ("creature", (all_of("7b", ("pt=", 0, 2)),))
USES["Tidal Warrior"] = ("land", (all_of("4", ("lands=", {"island"})),))
USES["Toymaker"] = ("idle artifact", (all_of("4", ARTIFICIAL), doing("7b", none, at_value)))
