"""A little game for histories: five zones, a status that hides, two kinds of counters."""

from __future__ import annotations

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility, Use
from layerlaw.model.errors import Where
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import (
    Characteristic,
    Layer,
    PolicyValue,
    Rule,
    Rulebook,
    Stacking,
    StateCheck,
    Status,
)
from layerlaw.model.scenarios.events import Event, MoveZone, Play, UseAbility
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.play.history import History

WHERE = Where("test", 1, 1)
CLAUSE = "LITTLE-1"

CREATURE = a.Noun("creatures", a.Member("types", "creature"))
MINE = a.Both((CREATURE, a.Controlled(a.You())))
PLUS = a.ChangeNumber("power", "+", a.Number(1))
ITS_POWER = a.Read("power", a.It())

LAYERS = (
    Layer("1", "control", CLAUSE, ("change controller", "copy")),
    Layer("2", "type", CLAUSE, ("change types",)),
    Layer("3", "ability", CLAUSE, ("change abilities", "silenced", "permissions")),
    Layer("4", "power", CLAUSE, ("change power", "change cost")),
)


def rulebook(rules: tuple[Rule, ...] = (), **policies: str) -> Rulebook:
    """The little game's rulebook with these policies (`_` for a blank), all others the first."""
    chosen = {name.replace("_", " "): value for name, value in policies.items()}
    return Rulebook(
        id="little",
        title="Little",
        game="little",
        publisher="",
        version="",
        source="",
        characteristics={
            "types": Characteristic("types", "set", ("creature", "beast", "spell")),
            "power": Characteristic("power", "number", floor=0),
            "cost": Characteristic("cost", "number"),
            "damage": Characteristic("damage", "number", floor=0, counter=True),
            "age": Characteristic("age", "number", counter=True, lasting=True),
            "controller": Characteristic("controller", "player"),
        },
        statuses={
            "silenced": Status("silenced", CLAUSE, silences=True),
            "tapped": Status("tapped", CLAUSE),
            "sealed": Status("sealed", CLAUSE, hides=True),
        },
        zones=("play", "graveyard", "hand", "mana zone", "lineage"),
        space=None,
        nouns={"creatures": a.Member("types", "creature")},
        plurals={},
        keywords={},
        layers=LAYERS,
        clauses={},
        points={},
        policies={
            name: PolicyValue(chosen.get(name, values[0]), CLAUSE)
            for name, values in POLICIES.items()
        },
        checks=(
            StateCheck(
                "damage",
                a.Both((CREATURE, a.Compared(a.Read("damage", a.It()), ">=", a.Number(3)))),
                "is destroyed",
                "graveyard",
                CLAUSE,
            ),
        ),
        rules=rules,
        actions={"attack": "attacked"},
        stacking={"evolve": Stacking("evolve", "lineage", CLAUSE)},
        linked=("power",),
    )


def does(scope: a.Selector, *operations: a.Operation, locked: bool | None = None) -> a.Instruction:
    """One instruction."""
    return a.Instruction(scope, operations, locked)


def ability(
    *instructions: a.Instruction,
    keyword: str | None = None,
    until: a.Duration | None = None,
    condition: a.Condition | None = None,
    zones: tuple[str, ...] = (),
) -> a.Ability:
    """One ability."""
    return a.Ability(keyword, instructions, condition, until, zones)


def card(
    name: str,
    *abilities: tuple[Use, a.Ability],
    power: int | None = 2,
    cost: int = 1,
    types: tuple[str, ...] = ("creature",),
) -> Card:
    """A card; without a power it is a spell."""
    numbers = {"cost": cost} if power is None else {"cost": cost, "power": power}
    printed = tuple(PrintedAbility(use, one) for use, one in abilities)
    return Card(name, {"types": types}, numbers, printed)


def spell(name: str, *abilities: a.Ability) -> Card:
    """A spell with these abilities."""
    found = tuple(PrintedAbility("resolves", one) for one in abilities)
    return Card(name, {"types": ("spell",)}, {"cost": 1}, found)


BEAR = card("Bear")
BOOST = spell("Boost", ability(does(a.Target(), PLUS)))


def play(
    card: Card,
    id: str,
    *targets: str,
    by: str = "you",
    zone: str | None = None,
    choosing: str | None = None,
    copying: str | None = None,
    known: bool = False,
) -> Play:
    """A card is played, or put into a zone."""
    return Play(by, card, id, None, targets, copying, WHERE, zone, choosing, known)


def use(
    source: str, id: str, *targets: str, by: str = "you", choosing: str | None = None
) -> UseAbility:
    """The one ability without a name is used."""
    return UseAbility(by, source, "", id, targets, WHERE, choosing)


def move(id: str, zone: str) -> MoveZone:
    """An object goes to a zone."""
    return MoveZone(id, zone, WHERE)


def scenario(rulebook: Rulebook, *events: Event, active: str | None = "you") -> Scenario:
    """A scenario of two players."""
    return Scenario("test", rulebook, ("you", "me"), active, events, (), (), {}, "", (), "test")


def played(rulebook: Rulebook, *events: Event, active: str | None = "you") -> History:
    """The history after all events."""
    history = History(scenario(rulebook, *events, active=active))
    for _ in history.play():
        pass
    return history


def after(rulebook: Rulebook, *events: Event, active: str | None = "you") -> Answer:
    """The derivation after all events."""
    return played(rulebook, *events, active=active).derivation()
