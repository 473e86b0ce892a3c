"""Changes of a scenario that must not change its answer, and what is left to compare then."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from layerlaw.model import effect_events, legal_orders
from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    AllOf,
    AnyOf,
    Both,
    ChangeNumber,
    Either,
    Instruction,
    LoseAll,
    Named,
    Number,
    RemoveMembers,
    SetMembers,
)
from layerlaw.model.algebra.chosen import CHOSEN_OBJECT, CHOSEN_PLAYER
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.errors import LayerlawError, Where
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from layerlaw.model.scenarios.events import Play
from layerlaw.model.scenarios.order import reordered
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.facts.records import AnswerRecord, Cell, Value
from layerlaw.solver.facts.situation import ResolvedEffect, Situation, Thing, Timestamp

HERE = Where("a law", 1, 1)
NAMES = frozenset(
    {
        *("id", "ids", "object", "source", "targets", "copying", "bearer", "other", "holder"),
        *("top", "below", "doer", "to", "until", "choosing", "of"),
    }
)
"""The fields in which events and selectors name objects and effects."""


# --- names ---------------------------------------------------------------------------------


def renamed(scenario: Scenario) -> tuple[Scenario, dict[str, str]]:
    """The scenario with new ids that sort the other way round, and the old ones by the new."""
    kept = {*scenario.players, "rules", CHOSEN_OBJECT, CHOSEN_PLAYER}
    old = sorted(set(_ids(scenario.play)) - kept, reverse=True)
    new = {id: f"q{number:03}q" for number, id in enumerate(old)}
    back = {name: id for id, name in new.items()}
    return replace(scenario, play=_with_names(scenario.play, new)), back


def _ids(tree: Any) -> Iterator[str]:
    if isinstance(tree, tuple):
        for each in tree:
            yield from _ids(each)
    elif is_dataclass(tree) and not isinstance(tree, type):
        for field in fields(tree):
            value = getattr(tree, field.name)
            if isinstance(value, str):
                if field.name == "id":
                    yield value
            else:
                yield from _ids(value)


def _with_names(tree: Any, new: Mapping[str, str]) -> Any:
    if isinstance(tree, tuple):
        return tuple(_with_names(each, new) for each in tree)
    if not is_dataclass(tree) or isinstance(tree, type):
        return tree
    changed: dict[str, Any] = {}
    for field in fields(tree):
        value = getattr(tree, field.name)
        if field.name in NAMES and isinstance(value, str):
            changed[field.name] = new.get(value, value)
        elif field.name in NAMES and isinstance(value, tuple):
            changed[field.name] = tuple(new.get(each, each) for each in value)
        elif not isinstance(value, str):
            changed[field.name] = _with_names(value, new)
    return replace(tree, **changed)


LISTED = ("characteristics", "nouns", "plurals")
"""The mappings of a rulebook that have an order."""


# --- what has no order ---------------------------------------------------------------------


def shuffled(tree: Any, random: Random, known: dict[Ability, Ability] | None = None) -> Any:
    """The same value with everything in another order that has no order.

    known: the abilities that have another order already, the same wherever they stand.

    That is: what mappings hold, the words of a set, what `and`, `or` and lists of words join, the
    words that one layer takes. Characteristics keep their order, by which answers are listed, and
    nouns, of which the first that fits is printed.
    """

    def mixed(some: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(random.sample(some, len(some)))

    known = {} if known is None else known

    def inside(value: Any) -> Any:
        return shuffled(value, random, known)

    match tree:
        case Ability():
            if tree not in known:
                known[tree] = replace(
                    tree, **{f.name: inside(getattr(tree, f.name)) for f in fields(tree)}
                )
            return known[tree]
        case tuple():
            return tuple(inside(each) for each in tree)
        case Both(inner) | Either(inner):
            return replace(tree, inner=mixed(inside(inner)))
        case AllOf(several) | AnyOf(several):
            return type(tree)(mixed(inside(several)))
        case AddMembers(_, words) | SetMembers(_, words) | RemoveMembers(_, words):
            return replace(tree, words=mixed(words))
        case LoseAll(but):
            return LoseAll(mixed(but))
        case Layer(does=does):
            return replace(tree, does=mixed(does))
        case Card():
            sets = {name: mixed(words) for name, words in tree.sets.items()}
            return replace(
                tree,
                sets=_mixed_mapping(sets, random),
                numbers=_mixed_mapping(tree.numbers, random),
                abilities=inside(tree.abilities),
            )
        case Rulebook():
            changed: dict[str, Any] = {"layers": inside(tree.layers)}
            for field in fields(tree):
                value = getattr(tree, field.name)
                if isinstance(value, Mapping) and field.name not in LISTED:
                    changed[field.name] = _mixed_mapping(value, random)
            return replace(tree, **changed)
    if is_dataclass(tree) and not isinstance(tree, type):
        return replace(tree, **{f.name: inside(getattr(tree, f.name)) for f in fields(tree)})
    return tree


def _mixed_mapping(found: Mapping[str, Any], random: Random) -> dict[str, Any]:
    names = list(found)
    random.shuffle(names)
    return {name: found[name] for name in names}


# --- timestamps ----------------------------------------------------------------------------


def shifted(situation: Situation) -> Situation:
    """The situation with all timestamps later and further apart, in the same order."""

    def later(stamp: Timestamp) -> Timestamp:
        moment, place = stamp
        return (3 * moment + 5, 2 * place)

    def thing(one: Thing) -> Thing:
        topped = None if one.topped is None else later(one.topped)
        return replace(one, entered=later(one.entered), topped=topped)

    def effect(one: ResolvedEffect) -> ResolvedEffect:
        return replace(one, timestamp=later(one.timestamp))

    return replace(
        situation,
        things=tuple(thing(one) for one in situation.things),
        effects=tuple(effect(one) for one in situation.effects),
    )


def other_way_round(scenario: Scenario) -> Scenario:
    """The scenario with its arrivals in the order nearest to the reverse one that is possible."""
    ids = effect_events(scenario)[::-1]
    for order in legal_orders(scenario, ids):
        try:
            return replace(scenario, play=reordered(scenario.play, order))
        except LayerlawError:
            break
    return scenario


# --- bystanders ----------------------------------------------------------------------------

NOBODY = Instruction(Named("Nobody"), (ChangeNumber("power", "+", Number(1)),))
UNHEARD = Card(
    "Unheard", {"types": ("magic",)}, {}, (PrintedAbility("resolves", Ability(None, (NOBODY,))),)
)
PEBBLE = Card("Pebble", {}, {}, ())
BYSTANDER = "bystander"


def with_bystander(scenario: Scenario, card: Card) -> Scenario:
    """The scenario with a card that touches nothing, before all else: every moment moves."""
    one = Play(scenario.players[0], card, BYSTANDER, None, (), None, HERE)
    return replace(scenario, play=(one, *scenario.play))


# --- answers -------------------------------------------------------------------------------


def answered(
    scenario: Scenario, readings: Mapping[str, str] | None = None, *, prune: bool = True
) -> Answer | None:
    """The derivation; None where an event cannot happen, or something never settles."""
    try:
        return solve(scenario, readings=readings, prune=prune)
    except LayerlawError:
        return None


def plain(derivation: Answer | None, back: Mapping[str, str] | None = None) -> object:
    """Turns, dependencies, final cells, answers and fates, in no order but that of the turns.

    back: the name that stands for each id. What is shown as text is compared by its letters, for
    lists in it have no order.
    """
    if derivation is None:
        return None

    def name(text: str) -> str:
        return re.sub(r"q\d{3}q", lambda found: (back or {})[found[0]], text) if back else text

    def value(found: Value) -> object:
        if isinstance(found, tuple):
            return sorted(letters(name(each)) for each in found)
        return found

    def cells(final: Mapping[Cell, Value]) -> dict[Cell, object]:
        return {(name(object), kind): value(v) for (object, kind), v in final.items()}

    def answer(one: AnswerRecord) -> object:
        return [name(each) for each in one.effects], cells(one.final)

    layers = []
    for record in derivation.layers:
        turns = [(name(turn.effect), turn.verdict, turn.why) for turn in record.turns]
        graphs = [
            (graph.turn, {(name(d.effect), name(d.on), d.witness.kind) for d in graph.found})
            for graph in record.graphs
        ]
        layers.append((record.layer, turns, graphs))
    fates = {name(fate.object): fate.verdict for fate in derivation.fates}
    answers = [answer(one) for one in derivation.answers or ()]
    return layers, cells(derivation.final), fates, derivation.verdict, answers


def letters(text: str) -> str:
    """What is left of a text if its words may stand in any order: the last one is a plural."""
    singular = re.sub(r"ves\b", "f", re.sub(r"ies?\b", "y", text))
    singular = re.sub(r"s(es)?\b", "", singular)
    return "".join(sorted(filter(str.isalnum, singular)))


def finals(derivation: Answer | None) -> object:
    """The final cells of all but the bystander, without marks, which name the objects meant."""
    if derivation is None:
        return None
    return derivation.verdict, {
        cell: value
        for cell, value in derivation.final.items()
        if cell[0] != BYSTANDER and cell[1] != PERMISSIONS
    }
