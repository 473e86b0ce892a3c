"""What must not matter to an answer: names, what touches nothing, short cuts, seats, bystanders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from layerlaw.model import Scenario, load_scenario, shipped_scenarios
from layerlaw.model.algebra import Ability, ChangeNumber, Instruction, Named, Number
from layerlaw.model.cards import Card, PrintedAbility
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenario import Play
from layerlaw.solver import solve
from layerlaw.solver.board import PERMISSIONS
from layerlaw.solver.derivation import Derivation
from layerlaw.solver.records import Cell, Value
from oracle.build import WHERE, YOU
from oracle.generate import seeded_scenario
from oracle.small_rulebook import point_id, simultaneous_rulebook, small_rulebook

SMALL = small_rulebook()
SIMULTANEOUS = simultaneous_rulebook()
SEEDS = range(40)
NEW_NAMES = {
    f"{letter}{number}": f"{name}{9 - number}"
    for letter, name in (("O", "Thing"), ("S", "Alpha"), ("U", "Zeal"))
    for number in range(1, 9)
}
"""New ids that sort the other way round."""


def seeds_without(*words: str) -> list[int]:
    """The seeds whose scenarios speak of none of these."""
    return [
        seed
        for seed in SEEDS
        if not any(word in repr(seeded_scenario(seed, SMALL).play) for word in words)
    ]


def random_readings(seed: int) -> dict[str, str]:
    """Readings for up to three points, from a seed."""
    random = Random(seed)
    known = sorted(set(SMALL.points) - {point_id("process")})
    points = random.sample(known, random.choice((0, 0, 1, 2, 3)))
    return {id: random.choice([r.id for r in SMALL.points[id].readings]) for id in points}


def solved(scenario: Scenario, seed: int, *, prune: bool = True) -> Derivation | None:
    """The derivation under the seed's readings; None where an event cannot happen."""
    try:
        return solve(scenario, readings=random_readings(seed), prune=prune)
    except LayerlawError:
        return None


def renamed(tree: Any) -> Any:
    """Any value with new ids for the old ones, wherever they stand."""
    match tree:
        case str():
            return re.sub(r"\b[OSU]\d\b", lambda found: NEW_NAMES[found.group()], tree)
        case tuple():
            return tuple(renamed(each) for each in tree)
        case Mapping():
            return {key: renamed(value) for key, value in tree.items()}
    if is_dataclass(tree) and not isinstance(tree, type):
        return replace(tree, **{f.name: renamed(getattr(tree, f.name)) for f in fields(tree)})
    return tree


def by_name(text: str) -> str:
    """A text with the names that it lists in alphabetical order, as labels of permissions do."""
    return re.sub(r"\w+(, \w+)+", lambda found: ", ".join(sorted(found[0].split(", "))), text)


def plain(derivation: Derivation, *, rename: bool = False) -> object:
    """Turns, dependencies, final values and fates, in no order but that of the turns."""

    def name(text: str) -> str:
        return str(renamed(text)) if rename else text

    def value(found: Value) -> Value:
        if isinstance(found, tuple):
            return tuple(sorted(by_name(name(each)) for each in found))
        return found

    return (
        [
            (r.layer, [(name(t.effect), t.verdict, t.why) for t in r.turns])
            for r in derivation.layers
        ],
        [
            {(name(d.effect), name(d.on)) for graph in r.graphs for d in graph.found}
            for r in derivation.layers
        ],
        {(name(object), kind): value(v) for (object, kind), v in derivation.final.items()},
        {name(fate.object): fate.verdict for fate in derivation.fates},
    )


def finals(derivation: Derivation | None, but: str = "") -> dict[Cell, Value] | None:
    """The final characteristics of all objects but one, and no marks, which name objects."""
    if derivation is None:
        return None
    return {
        cell: value
        for cell, value in derivation.final.items()
        if cell[0] != but and cell[1] != PERMISSIONS
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_renaming_ids_changes_nothing_but_names(seed: int) -> None:
    """Nothing is decided by what an object or an effect is called."""
    scenario = seeded_scenario(seed, SMALL)
    other = replace(scenario, play=renamed(scenario.play))
    before, after = solved(scenario, seed), solved(other, seed)
    if before is None or after is None:
        assert before is after
    else:
        assert plain(before, rename=True) == plain(after)


@pytest.mark.parametrize("seed", range(0, 40, 2))
def test_renaming_ids_changes_no_answer_at_the_same_time(seed: int) -> None:
    """Nothing is decided by names where effects have no order either."""
    scenario = seeded_scenario(seed, SIMULTANEOUS, 3, 4)
    other = replace(scenario, play=renamed(scenario.play))
    before, after = solved(scenario, seed), solved(other, seed)
    if before is None or after is None:
        assert before is after
    else:
        assert before.verdict == after.verdict
        assert plain(before, rename=True) == plain(after)


NOBODY = Instruction(Named("Nobody"), (ChangeNumber("power", "+", Number(1)),))
UNHEARD = Card(
    "Unheard", {"types": ("magic",)}, {}, (PrintedAbility("resolves", Ability(None, (NOBODY,))),)
)


@pytest.mark.parametrize("seed", seeds_without("InZone"))
def test_an_effect_that_touches_nothing_changes_nothing(seed: int) -> None:
    """A spell on objects named Nobody, cast before all else, moves every moment and no more.

    Scenarios that look at the zone of spells are left out: they see it.
    """
    scenario = seeded_scenario(seed, SMALL)
    spell = Play(YOU, UNHEARD, "X", None, (), None, WHERE)
    other = replace(scenario, play=(spell, *scenario.play))
    assert finals(solved(other, seed), "X") == finals(solved(scenario, seed), "X")


@pytest.mark.parametrize("seed", range(80))
def test_pruning_leaves_the_same_records(seed: int) -> None:
    """Trials left out because of what parts read would have shown nothing."""
    scenario = seeded_scenario(seed, SMALL)
    quick, full = solved(scenario, seed), solved(scenario, seed, prune=False)
    if quick is None or full is None:
        assert quick is full
    else:
        assert quick.layers == full.layers
        assert quick.final == full.final


@pytest.mark.parametrize("seed", seeds_without("Together(", "in front of"))
def test_seating_matters_to_direction_and_simultaneous_events_only(seed: int) -> None:
    """Without `together` and `in front of` the players can change seats."""
    scenario = seeded_scenario(seed, SMALL)
    other = replace(scenario, players=tuple(reversed(scenario.players)))
    assert finals(solved(other, seed), "X") == finals(solved(scenario, seed), "X")


PEBBLE = Card("Pebble", {}, {}, ())


@pytest.mark.parametrize("file", shipped_scenarios(), ids=lambda file: file.name.split(".")[0])
def test_a_bystander_without_abilities_changes_no_shipped_answer(file: Path) -> None:
    """An object of no type that stands nowhere takes no part in any worked example."""
    scenario = load_scenario(file)
    pebble = Play(scenario.players[0], PEBBLE, "pebble", None, (), None, WHERE)
    other = replace(scenario, play=(pebble, *scenario.play))
    assert finals(solve(other), "pebble") == finals(solve(scenario))
