"""A small invented rulebook with every policy and a point for each, layered or simultaneous."""

from __future__ import annotations

from collections.abc import Mapping

from layerlaw.model.algebra import (
    Ability,
    Both,
    ChangeNumber,
    Compared,
    Controlled,
    Either,
    HasAbility,
    HasStatus,
    InRegion,
    Instruction,
    It,
    Limit,
    Member,
    Not,
    Number,
    Operation,
    Opponent,
    Permission,
    Read,
    Selector,
    Self,
    You,
)
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import (
    Characteristic,
    Clause,
    Holding,
    Layer,
    OpenPoint,
    PolicyValue,
    Reading,
    Rule,
    Rulebook,
    Stacking,
    StateCheck,
    Status,
)
from layerlaw.model.rulebooks.space import Space, UnnamedGround

CLAUSE = "SMALL-1"

VALUES: Mapping[str, tuple[str, ...]] = {
    **POLICIES,
    "set": ("again", "kept"),
    "loss": ("bar", "momentary"),
}
"""Every policy with its values, the default first; the point of a policy is `point_id(policy)`."""


def rule(who: Selector, what: Operation, layer: str | None = None) -> Ability:
    """A rule of the game as an ability."""
    return Ability(None, (Instruction(who, (what,)),), zones=("rules",), layer=layer)


MINION = Member("types", "minion")
ARTIFACT = Member("types", "artifact")
AVATAR = Member("types", "avatar")
UNNAMED = UnnamedGround(("minion", "avatar", "artifact"), ("water",), (), CLAUSE)
ZONES = ("realm", "cemetery", "banished", "hand", "lineage", "loaded")
KEYWORDS = ("Airborne", "Stealth", "Voidwalk")

DOCUMENT_LAYERS = (
    Layer("1", "copy", CLAUSE, ("copy",)),
    Layer("0", "status", CLAUSE, ("animate", "can't be modified"), early=True),
    Layer("2", "silence", CLAUSE, ("silenced", "disabled", "tapped")),
    Layer("3", "control", CLAUSE, ("change controller",)),
    Layer("4", "type", CLAUSE, ("change types", "change subtypes", "change name")),
    Layer("5", "ability", CLAUSE, ("change abilities", "change water")),
    Layer("6", "set power", CLAUSE, ("set power", "limit power", "swap power")),
    Layer("7", "add power", CLAUSE, ("add power",)),
    Layer("8", "multiply power", CLAUSE, ("multiply power",)),
    Layer("9", "permission", CLAUSE, ("permissions", "change life")),
    Layer("10", "growth", CLAUSE, ()),
)
LAYERS = tuple(
    each
    for layer in DOCUMENT_LAYERS
    for each in (
        Layer(
            f"before {layer.id}", f"before {layer.name}", CLAUSE, (), test="removal", between=True
        ),
        layer,
    )
    if each.between is False or not layer.early
)

CHARACTERISTICS = (
    Characteristic("types", "set", ("minion", "site", "aura", "artifact", "magic", "avatar")),
    Characteristic("subtypes", "set", ("mortal", "beast", "undead", "monster")),
    Characteristic("controller", "player"),
    Characteristic("power", "number", floor=0, base=True, parts=("attack", "defence")),
    Characteristic("life", "number", floor=0, counted=True),
    Characteristic("water", "number", floor=0),
    Characteristic("damage", "number", counter=True, gives="Airborne"),
    Characteristic("growth", "number", counter=True, lasting=True, gives="Stealth"),
    Characteristic("decay", "number", counter=True, lasting=True, opposite="growth"),
)
STATUSES = (
    Status("silenced", CLAUSE, silences=True),
    Status("disabled", CLAUSE, disables=True, empties=("water",), nameless=True),
    Status("tapped", CLAUSE, renews=True),
    Status("sealed", CLAUSE, hides=True),
)
ACTIONS = {"attack": "attacked", "destroy": "destroyed", "cast": "cast"}

DEAD = Both(
    (
        MINION,
        Compared(Read("damage", It()), ">=", Number(1)),
        Compared(Read("damage", It()), ">=", Read("power", It())),
    )
)
LOST_IN_THE_VOID = Both((MINION, InRegion("void"), Not(HasAbility("Voidwalk"))))
GROWING = ChangeNumber("power", "+", Read("growth", It()))
RULES = (
    Rule("tapped", rule(HasStatus("tapped"), Permission(False, "attack")), CLAUSE),
    Rule("airborne", rule(HasAbility("Airborne"), Permission(True, "attack")), CLAUSE),
    Rule("growth", rule(MINION, GROWING, layer="10"), CLAUSE),
)
FLOODED = Ability("Flooded", (Instruction(Self(), (Limit("water", "at least", Number(1)),)),))


def point_id(policy: str) -> str:
    """The id of the open point that decides a policy."""
    return "OPEN-" + policy.replace(" ", "-").upper()


def reading_id(value: str) -> str:
    """The id of the reading that gives a policy this value."""
    return value.replace(" ", "-").replace("'", "")


def policy_point(policy: str, values: tuple[str, ...]) -> OpenPoint:
    """The open point with one reading for each value of a policy."""
    readings = tuple(Reading(reading_id(each), each, {policy: each}, {}) for each in values)
    question = f"Which {policy}?"
    return OpenPoint(point_id(policy), question, (CLAUSE,), readings, reading_id(values[0]))


MERGING = Stacking("merge", "lineage", CLAUSE, merges=True)
MERGING_UNDER = Stacking("merge under", "lineage", CLAUSE, merges=True, under=True)
LEVELS = Stacking("level up", "lineage", CLAUSE, ("tapped",), "level down", "hand")


def small_rulebook(policies: Mapping[str, str] | None = None) -> Rulebook:
    """The small rulebook, with its defaults or with these values of policies instead."""
    chosen = {policy: values[0] for policy, values in VALUES.items()} | dict(policies or {})
    for policy, value in chosen.items():
        assert value in VALUES[policy], f"no value '{value}' of {policy}"
    points = [policy_point(policy, values) for policy, values in VALUES.items()]
    units = Either((MINION, AVATAR))
    return Rulebook(
        id="small",
        title="A small game",
        game="Small",
        publisher="the tests",
        version="1",
        source="invented",
        characteristics={each.name: each for each in CHARACTERISTICS},
        statuses={each.name: each for each in STATUSES},
        zones=ZONES,
        space=Space(5, 4, "site", "surface", "void", "underwater", "underground", "water", UNNAMED),
        nouns={
            "unit": units,
            "ally": Both((units, Controlled(You()))),
            "enemy": Both((units, Controlled(Opponent()))),
        },
        plurals={"allies": "ally", "enemies": "enemy", "undead": "undead"},
        keywords={**{word: Ability(word) for word in KEYWORDS}, "Flooded": FLOODED},
        layers=LAYERS if chosen["process"] == "layered" else DOCUMENT_LAYERS,
        clauses={CLAUSE: Clause(CLAUSE, "invented", "Everything here is invented.")},
        points={
            **{each.id: each for each in points},
            "OPEN-ANIMATE": OpenPoint(
                "OPEN-ANIMATE",
                "In which layer are things animated?",
                (CLAUSE,),
                (
                    Reading("status", "Before all others.", {}, {"animate": "0"}),
                    Reading("type", "With the types.", {}, {"animate": "4"}),
                ),
                "status",
            ),
        },
        policies={name: PolicyValue(value, point_id(name)) for name, value in chosen.items()},
        checks=(
            StateCheck("death", DEAD, "dies", "cemetery", CLAUSE, "destroyed"),
            StateCheck("void", LOST_IN_THE_VOID, "is banished", "banished", CLAUSE),
        ),
        carried=Both((ARTIFACT, Not(MINION))),
        carried_clause=CLAUSE,
        marks=("Stealth", "Voidwalk"),
        mark_on={"Voidwalk": MINION},
        immune=((AVATAR, "silenced", CLAUSE), (AVATAR, "disabled", CLAUSE)),
        rules=RULES,
        actions=ACTIONS,
        stacking={"level up": LEVELS, "merge": MERGING, "merge under": MERGING_UNDER},
        holding={"load": Holding("load", "loaded", CLAUSE, "cemetery")},
        linked=("power",),
        resets=units,
    )


def simultaneous_rulebook(policies: Mapping[str, str] | None = None) -> Rulebook:
    """The same game where everything applies at the same time."""
    return small_rulebook({"process": "simultaneous", **(policies or {})})


def newest_wins_rulebook(policies: Mapping[str, str] | None = None) -> Rulebook:
    """The same game where of what contradicts each other the newest is in force."""
    return small_rulebook({"process": "newest wins", **(policies or {})})
