"""The replay of histories is a player of its own: it notices faults of the solver's, and shares no
names with it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from comparing import assert_same
from layerlaw.model import (
    Scenario,
    load_scenario,
    loads_scenario,
    shipped_rulebook,
    shipped_scenarios,
)
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.solver import Question, solve, verify, what_if, written_certificate
from layerlaw.solver.certificate.written.verify import LEFT_OUT, UNWRITTEN
from layerlaw.solver.facts.situation import ResolvedEffect, Thing
from layerlaw.solver.play import ending, history, resolving, returning, table, zones

ROOT = Path(__file__).parents[3]
PATHS = {path.name.removesuffix(".scenario.yaml"): path for path in shipped_scenarios()}

# --- faults of the player -------------------------------------------------------------------------

Faulty = Callable[..., Any]


@dataclass(frozen=True)
class Fault:
    """A fault of the player, and a shipped history that comes out otherwise with it.

    where, name: what is replaced, by what.
    """

    says: str
    where: Any
    name: str
    faulty: Faulty
    scenario: str


def nothing(*_: Any) -> None:
    """It does nothing."""


def never(*_: Any) -> bool:
    """It finds nothing."""
    return False


def as_they_come(_: Any, together: Any) -> list[Any]:
    """The events as written."""
    return list(together.events)


def remembering(name: str) -> Faulty:
    """What an effect knows of an object that is a new one is not forgotten."""
    forget = zones._without

    def faulty(effect: ResolvedEffect, id: str) -> ResolvedEffect:
        return replace(forget(effect, id), **{name: getattr(effect, name)})

    return faulty


def staying(name: str) -> Faulty:
    """The new object keeps something of the old one."""
    renew = table.GameTable.renew

    def faulty(own: table.GameTable, thing: Thing) -> None:
        old = own.things.get(thing.id)
        renew(own, thing if old is None else replace(thing, **{name: getattr(old, name)}))

    return faulty


def endless(own: Any, player: str) -> None:
    """A turn begins, and no duration ends."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table.GameTable, "end", never)
        NEW_TURN(own, player)


def as_it_was(effect: ResolvedEffect, *_: Any) -> ResolvedEffect:
    """It keeps to what it kept to."""
    return effect


NEW_TURN = history.History._new_turn
PLAYER, TABLE = history.History, table.GameTable

FAULTS = (
    Fault("a lock is not cut", zones, "_without", remembering("locked"), "tragic-swamp"),
    Fault("a target is not let go", zones, "_without", remembering("targets"), "owners-zones"),
    Fault("a source stays", zones, "_without", remembering("orphaned"), "humpty-dumpty"),
    Fault("counters stay", TABLE, "renew", staying("counters"), "split-power"),
    Fault("statuses stay", TABLE, "renew", staying("statuses"), "palvor-sword"),
    Fault("nothing dies", PLAYER, "carry_out_checks", nothing, "humpty-dumpty"),
    Fault("turns end nothing", PLAYER, "_new_turn", endless, "tricastles-of-lucenia"),
    Fault("nothing is locked", resolving, "keeps_a_set", never, "omens-with-different-costs"),
    Fault("marks stay", ending, "_lose_marks", never, "infiltrate-silenced"),
    Fault(
        "what is carried stays behind", TABLE, "borne_by", lambda *_: (), "bearer-artifact-minion"
    ),
    Fault("nothing is remembered", zones, "remember", nothing, "last-known-controller"),
    Fault("what is put below is lost", zones, "_joined", as_it_was, "evolve-on-two-at-once"),
    Fault(
        "a choice outlives what was chosen",
        zones,
        "_lose_choice",
        nothing,
        "chosen-object-and-player",
    ),
    Fault("nothing goes back", returning.LastingMoves, "undo", nothing, "palvor-sword"),
    Fault("seats do not count", PLAYER, "_in_order", as_they_come, "boneyard-two-kings-me"),
    Fault("no deed is noted", PLAYER, "_note_deed", nothing, "coronal-of-rejuvenation"),
)


@pytest.mark.sample(2)
@pytest.mark.parametrize("fault", FAULTS, ids=[one.says for one in FAULTS])
def test_a_fault_of_the_player_is_refuted(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it changes what stands at the end, `verify` says what the events make of it."""
    scenario = load_scenario(PATHS[fault.scenario])
    right = solve(scenario)
    with monkeypatch.context() as patch:
        patch.setattr(fault.where, fault.name, fault.faulty)
        wrong = solve(scenario)
    assert wrong.situation != right.situation
    verification = verify(written_certificate(wrong))
    assert verification.outcome == "refuted"
    assert verification.failed[0].message.startswith("in the situation, ")


# --- where a shared misunderstanding was ----------------------------------------------------------

CARRIED = """
title: Who controlled what was carried is who had its bearer
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Horn:
    is: [artifact]
    activates: ["minions controlled by controller of self: power += 1 until end of turn"]
play:
  - me: Foot Soldier as F at 3
  - you: Foot Soldier as G at 4
  - you: Horn as H on F
  - you: activate H as U
  - leave: H
  - resolve: U
"""


def last_known(text: str) -> Scenario:
    """The scenario under the rulebook where what has left is last known."""
    scenario = loads_scenario(text)
    rulebook = shipped_rulebook("sorcery-2026-01")
    left = PolicyValue("last known", "SORC-SOURCE-1")
    still = replace(rulebook.policies["ability of what has left"], value="resolves")
    policies = {**rulebook.policies, "what has left": left, "ability of what has left": still}
    return replace(scenario, rulebook=replace(rulebook, policies=policies))


def test_the_controller_last_known_is_the_one_shown() -> None:
    """What is carried was controlled by whoever had its bearer, in the state before it left."""
    scenario = last_known(CARRIED)
    answer = solve(scenario)
    assert (answer.value("F", "power"), answer.value("G", "power")) == (2, 1)
    assert_same(scenario)
    assert verify(written_certificate(answer), scenario.rulebook).outcome == "verified"


# --- names ----------------------------------------------------------------------------------------


def classes(folder: str) -> set[str]:
    """The classes of a folder's modules."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / folder).rglob("*.py"))
    return {
        node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    }


def test_its_classes_are_called_as_nothing_of_the_player_is() -> None:
    """Nobody takes one for the other."""
    assert not classes("solver/certificate/history") & classes("solver/play")


def test_it_is_its_own_room_of_the_house() -> None:
    """The replay imports nothing of the player, and the player nothing of the replay."""
    for folder, other in (("certificate/history", "play"), ("play", "certificate")):
        for path in (ROOT / "solver" / folder).rglob("*.py"):
            assert f"layerlaw.solver.{other}" not in path.read_text(encoding="utf-8"), path


# --- what no history says -------------------------------------------------------------------------


@pytest.mark.parametrize("effect", ["K1.1", "rules.sickness"])
def test_what_is_left_out_no_history_says(effect: str) -> None:
    """The answer to a question of what would be otherwise is right, and its history is not that."""
    answer = what_if(load_scenario(PATHS["two-kings"]), Question(without=(effect,))).then
    assert answer is not None and answer.situation.left_out
    certificate = written_certificate(answer)
    assert not certificate.states
    verification = verify(certificate)
    assert (verification.outcome, verification.failed) == ("unknown", ())
    assert verification.unchecked == (LEFT_OUT,)
    assert verification.events == 0


def test_without_a_history_no_state_on_the_way_is_written() -> None:
    """Nothing asks for it, and nothing checks it."""
    certificate = written_certificate(solve(load_scenario(PATHS["tragic-swamp"])))
    assert certificate.states and certificate.history is not None
    bare = replace(certificate, history=None, states=())
    assert (verify(bare).outcome, verify(bare).unchecked) == ("unknown", (UNWRITTEN,))
    idle = verify(replace(certificate, history=None))
    assert idle.outcome == "refuted"
    assert [one.message for one in idle.failed] == ["a state is written for nothing"]
