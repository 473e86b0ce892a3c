"""A small game in plain trees, for tests that derive a situation without any history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import (
    Characteristic,
    Clause,
    Layer,
    PolicyValue,
    Rule,
    Rulebook,
    StateCheck,
    Status,
)
from layerlaw.solver import Answer, derive
from layerlaw.solver.facts.situation import HeldCondition, ResolvedEffect, Situation, Thing

CREATURES = a.Member("types", "creature")

CHARACTERISTICS = (
    Characteristic("types", "set", ("creature", "relic")),
    Characteristic("elements", "set", ("fire", "water", "norm")),
    Characteristic("controller", "player"),
    Characteristic("power", "number", floor=0, base=True),
    Characteristic("cost", "number"),
    Characteristic("damage", "number", counter=True),
)

STATUSES = (
    Status("silenced", "C1", silences=True),
    Status("disabled", "C1", disables=True),
    Status("drained", "C1", empties=("power",)),
    Status("sealed", "C1", hides=True),
    Status("tapped", "C1"),
)

LAYERS = (
    Layer("copy", "copy", "C1", ("copy",)),
    Layer("first", "first", "C1", ()),
    Layer("control", "control", "C1", ("change controller",)),
    Layer("states", "states", "C1", tuple(s.name for s in STATUSES)),
    Layer("types", "types", "C1", ("change types", "change elements", "animate")),
    Layer("abilities", "abilities", "C1", ("change abilities",)),
    Layer("power", "power", "C1", ("change power", "change cost")),
    Layer("last", "last", "C1", ("permissions", "can't be modified")),
)


def rulebook(
    policies: Mapping[str, str] | None = None,
    rules: tuple[Rule, ...] = (),
    checks: tuple[StateCheck, ...] = (),
) -> Rulebook:
    """The small game; every policy has its first value, but for those given."""
    values = {name: known[0] for name, known in POLICIES.items()} | dict(policies or {})
    return Rulebook(
        id="small",
        title="small",
        game="small",
        publisher="",
        version="1",
        source="",
        characteristics={c.name: c for c in CHARACTERISTICS},
        statuses={s.name: s for s in STATUSES},
        zones=("field", "grave", "hand"),
        space=None,
        nouns={},
        plurals={},
        keywords={},
        layers=LAYERS,
        clauses={"C1": Clause("C1", "page 1", "All of it.")},
        points={},
        policies={name: PolicyValue(value, "C1") for name, value in values.items()},
        checks=checks,
        rules=rules,
        actions={"attack": "attacked"},
        linked=("power",),
    )


def line(
    scope: a.Selector,
    *operations: a.Operation,
    condition: a.Condition | None = None,
    zones: tuple[str, ...] = (),
) -> a.Ability:
    """A line of text of one instruction."""
    return a.Ability(None, (a.Instruction(scope, operations),), condition, zones=zones)


def plus(number: int, characteristic: str = "power") -> a.ChangeNumber:
    """The operation `power += number`."""
    return a.ChangeNumber(characteristic, "+", a.Number(number))


def thing(
    id: str,
    *abilities: a.Ability,
    zone: str = "field",
    owner: str = "you",
    controller: str = "",
    elements: tuple[str, ...] = (),
    statuses: tuple[str, ...] = (),
    fresh: bool = False,
    choice: str | None = None,
    linked: tuple[Card, ...] = (),
    **numbers: int,
) -> Thing:
    """A creature, with what is printed on it."""
    return Thing(
        id=id,
        card=card(id, *abilities, elements=elements, **numbers),
        owner=owner,
        controller=controller or owner,
        zone=zone,
        place=None,
        bearer=None,
        entered=(0, 1),
        counters={},
        statuses=frozenset(statuses),
        fresh=fresh,
        choice=choice,
        linked=linked,
    )


def card(name: str, *abilities: a.Ability, elements: tuple[str, ...] = (), **numbers: int) -> Card:
    """A creature card."""
    return Card(
        f"Card {name}",
        {"types": ("creature",), "elements": elements},
        numbers,
        tuple(PrintedAbility("has", ability) for ability in abilities),
    )


def resolved(
    id: str, source: str, ability: a.Ability, *, at: int = 9, targets: tuple[str, ...] = ()
) -> ResolvedEffect:
    """A resolved effect, used by `you`."""
    locks = (None,) * len(ability.instructions)
    return ResolvedEffect(id, source, "you", ability, (at, 0), 0, targets, locks)


def held(*ids: str) -> frozenset[HeldCondition]:
    """The effects of these ids, of what the creatures' own cards print, as held conditions."""
    return frozenset(HeldCondition(id, f"Card {id.split('.')[0]}") for id in ids)


def answer(
    book: Rulebook,
    *things: Thing,
    effects: tuple[ResolvedEffect, ...] = (),
    active: str | None = None,
    on: frozenset[HeldCondition] = frozenset(),
) -> Answer:
    """What the situation comes to; things enter one after another, in the order given."""
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    return derive(Situation(book, ("you", "me"), seated, effects, active, on))
