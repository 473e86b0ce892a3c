"""Where two histories part: event, layer, turn, kind, and the clauses of both sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import loads_scenario
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.answer.difference.answers import difference
from layerlaw.solver.answer.difference.divergence import Divergence, first_divergence
from layerlaw.solver.answer.difference.diverging_turn import DivergentSide
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.play.solve import solve

SHIPPED = {path.name.split(".")[0]: path for path in shipped_scenarios()}

CHAIN = """
title: Four silencers in a chain
rulebook: sorcery-2026-01
players: [you, me]
cards:
  First: {is: [minion, mortal], power: 1, has: ["dragons: silenced"]}
  Second: {is: [minion, beast], power: 1, has: ["mortals: silenced"]}
  Third: {is: [minion, undead], power: 1, has: ["beasts: silenced"]}
  Fourth: {is: [minion, demon], power: 1, has: ["undead: silenced"]}
  Victim: {is: [minion, dragon], power: 1, has: ["self: gain Airborne"]}
play:
  - you: First as A at 1
  - you: Second as B at 2
  - you: Third as C at 3
  - you: Victim as V at 5
  - you: Fourth as D at 4
"""

RING = """
title: Three silencers, all in one ring, with a pair inside
rulebook: sorcery-2026-01
players: [you, me]
cards:
  First: {is: [minion, mortal], power: 1, has: ["beasts: silenced"]}
  Second: {is: [minion, beast], power: 1, has: ["mortals or undead: silenced"]}
  Third: {is: [minion, undead], power: 1, has: ["mortals: silenced"]}
play:
  - you: First as P at 1
  - you: Second as Q at 2
  - you: Third as R at 3
"""

BIG_RING = """
title: Four silencers in a ring
rulebook: sorcery-2026-01
players: [you, me]
cards:
  First: {is: [minion, mortal], power: 1, has: ["beasts: silenced"]}
  Second: {is: [minion, beast], power: 1, has: ["demons: silenced"]}
  Third: {is: [minion, undead], power: 1, has: ["mortals: silenced"]}
  Fourth: {is: [minion, demon], power: 1, has: ["undead: silenced"]}
play:
  - you: First as P at 1
  - you: Second as Q at 2
  - you: Third as R at 3
  - you: Fourth as S at 4
"""


def shipped(name: str) -> Scenario:
    """A shipped scenario by the name of its file."""
    return load_scenario(SHIPPED[name])


def parted(scenario: Scenario, point: str, reading: str) -> Divergence:
    """Where the default reading and another one of this point part; they have to."""
    found = first_divergence(scenario, replace(scenario, readings={point: reading}))
    assert found is not None
    assert found.points == (point,)
    return found


def goes(side: DivergentSide) -> str:
    """The effect whose turn it is on this side."""
    assert side.run is not None
    assert side.number is not None
    return side.run.turns[side.number].part.id


def clauses(side: DivergentSide) -> set[str]:
    """Every clause that a side rests on."""
    return {clause for reason in side.reasons for clause in reason.clauses}


def test_dependents_part_where_a_lost_one_lets_another_go() -> None:
    """In a chain SORC-DEP-3 lets C go after D, and taken literally SORC-DEP-4 the older A."""
    found = parted(loads_scenario(CHAIN), "SORC-OPEN-DEPENDENTS", "timestamps")
    assert (found.kind, found.event, found.layer) == ("turn", 5, "2")
    assert (goes(found.one), goes(found.other)) == ("C.1", "A.1")
    assert found.one.number == found.other.number
    assert "A.1 waits for B.1" in found.one.says
    assert "C.1 is lost" in found.one.says
    assert {"SORC-DEP-3", "SORC-OPEN-DEPENDENTS"} <= clauses(found.one)
    assert {"SORC-DEP-4", "SORC-OPEN-DEPENDENTS"} <= clauses(found.other)


def test_before_the_fourth_silencer_the_chain_does_not_part() -> None:
    """Of three in a chain only the first two can matter, and they go alike in both readings."""
    scenario = loads_scenario(CHAIN)
    short = replace(scenario, play=scenario.play[:4])
    assert (
        first_divergence(short, replace(short, readings={"SORC-OPEN-DEPENDENTS": "timestamps"}))
        is None
    )


def test_ring_of_three_parts_at_its_first_turn() -> None:
    """As a loop P goes first; where only pairs are released it waits for R, and Q goes."""
    found = parted(loads_scenario(RING), "SORC-OPEN-LOOP", "mutual-pairs")
    assert (found.kind, found.event, found.layer) == ("turn", 3, "2")
    assert (goes(found.one), goes(found.other)) == ("P.1", "Q.1")
    assert "P.1 waits for R.1" in found.other.says
    assert "SORC-DEP-5" in clauses(found.one)
    assert "SORC-DEP-3" in clauses(found.other)


def test_graph_found_anew_has_other_dependencies() -> None:
    """P silences Q, so S depends on nothing any more; R, in no loop then, waits for it."""
    found = parted(loads_scenario(BIG_RING), "SORC-OPEN-GRAPH", "each-step")
    assert (found.kind, found.event, found.layer) == ("graph", 4, "2")
    assert (goes(found.one), goes(found.other)) == ("R.1", "S.1")
    assert "R.1 waits for S.1" in found.other.says
    assert ("S.1", "Q.1") in {(edge.effect, edge.on) for edge in found.one.edges}
    assert found.other.edges == ()


def test_animation_parts_by_the_layer() -> None:
    """What animates goes in a layer of its own, or in layer 4."""
    found = parted(shipped("animated-silence"), "SORC-OPEN-ANIMATE", "layer-4")
    assert (found.kind, found.event, found.layer, found.turn) == ("layers", 8, "status", 1)
    assert goes(found.one) == "N"
    assert found.other.number is None
    assert {"SORC-LAYER-4", "SORC-ANIMATE-1"} <= clauses(found.other)
    assert "SORC-SELF-1" in clauses(found.one)


def test_floor_parts_where_the_same_effect_does_less() -> None:
    """The Witch takes F from 1 down to -1, or, cut at every step, to 0."""
    found = parted(shipped("overpower-wicked-witch"), "SORC-OPEN-FLOOR", "each-step")
    assert (found.kind, found.layer) == ("change", "7")
    after = []
    for side in (found.one, found.other):
        assert side.derivation is not None
        turns = side.derivation.layer("7").turns
        changes = {c.object: c.after for t in turns if t.effect == "W.1" for c in t.changes}
        after.append(changes["F"])
    assert (goes(found.one), goes(found.other)) == ("W.1", "W.1")
    assert after == [-1, 0]


def test_loss_parts_where_a_bar_stops_what_comes_later() -> None:
    """What was lost comes back with the later effect only where losing does not bar it."""
    found = parted(shipped("power-of-flight-sky-baron"), "SORC-OPEN-LOSE", "momentary")
    assert found.kind == "change"
    assert goes(found.one) == goes(found.other)
    assert {"SORC-LOSE-1", "SORC-CANT-1"} <= clauses(found.one)
    assert "SORC-LAYER-5" in clauses(found.other)


def test_effect_that_has_ended_is_told_before_any_layer() -> None:
    """Where Stealth is barred, Infiltrate's control is over after its own event."""
    found = parted(shipped("watchtower-infiltrate"), "SORC-OPEN-LOSE", "momentary")
    assert (found.kind, found.event) == ("situation", 4)
    assert found.one.says == ("effect I.2 is not there",)
    assert any("I.2 ends" in reason.text for reason in found.one.reasons)


def test_objects_to_which_an_effect_is_locked_are_told_apart_from_none() -> None:
    """An effect is locked to some objects, to no object at all, or not locked."""
    found = parted(shipped("infernal-death-sunrise"), "DM-OPEN-RESOLVED-SET", "open")
    assert found.one.says == ("effect S is locked to: G, I",)
    assert found.other.says == ("effect S is not locked (open)",)
    nobody = """
title: A spell that finds no creature
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Alpha: {is: [spell], resolves: ["creatures: power := 8000"]}
play:
  - you: Alpha as S
  - me: Burning Mane as N
"""
    found = parted(loads_scenario(nobody), "DM-OPEN-RESOLVED-SET", "open")
    assert found.one.says == ("effect S is locked to: no object",)
    assert found.other.says == ("effect S is not locked (open)",)


def test_condition_that_holds_only_at_the_checks() -> None:
    """As it comes up in layer 5 the Guard has power 1; at the checks it has 2."""
    scenario = loads_scenario("""
title: A condition on a number
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Guard:
    is: [minion, mortal]
    power: 1
    has: ["self: gain Airborne as long as power of self >= 2"]
  Banner: {is: [minion, beast], power: 1, has: ["mortals: power += 1"]}
play:
  - you: Guard as G at 1
  - you: Banner as B at 2
""")
    found = parted(scenario, "SORC-OPEN-CONDITION", "at-checks")
    assert (found.kind, found.event, found.layer) == ("conditions", 2, "5")
    assert "the condition of G.1 held at the checks" in found.other.says
    assert "SORC-OPEN-CONDITION" in clauses(found.other)


def test_same_history_does_not_part() -> None:
    """A history parts from none that is the same."""
    scenario = shipped("two-kings")
    assert first_divergence(scenario, scenario) is None


def test_other_order_with_the_same_boards_is_no_parting() -> None:
    """Two that add power may go in any order: the orders differ, the answers do not part."""
    scenario = loads_scenario("""
title: Two banners
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Banner: {is: [minion, beast], power: 1, has: ["other beasts: power += 1"]}
play:
  - you: Banner as A at 1
  - you: Banner as B at 2
""")
    swapped = replace(scenario, play=scenario.play[::-1])
    assert first_divergence(scenario, swapped) is None
    found = difference(solve(scenario), solve(swapped))
    assert found.nothing
    [order] = found.orders
    assert (order.layer, *order.orders) == ("7", ("A.1", "B.1"), ("B.1", "A.1"))


def test_swapped_arrivals_are_compared_where_both_are_there() -> None:
    """Two Kings the other way round part at the event that brings the second one."""
    scenario = shipped("two-kings")
    play = (*scenario.play[:2], scenario.play[3], scenario.play[2])
    found = first_divergence(scenario, replace(scenario, play=play))
    assert found is not None
    assert (found.kind, found.event, found.layer, found.turn) == ("turn", 4, "3", 1)
    assert (goes(found.one), goes(found.other)) == ("K1.2", "K2.2")
    assert found.points == ()


LATE_BANNER = """
title: A page that lives by a banner
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Banner: {is: [minion, beast], power: 1, has: ["mortals: power += 1"]}
  Page: {is: [minion, mortal], power: 1}
  Ox: {is: [minion, beast], power: 1}
play:
  - you: Page as P at 1
  - you: Banner as B at 2
  - damage: P 1
  - move: P to 3
  - you: Ox as O at 4
"""


def test_history_that_cannot_go_on_parts_at_that_event() -> None:
    """With the Ox in the Banner's place the Page is dead by event 4, and cannot be moved."""
    scenario = loads_scenario(LATE_BANNER)
    first, banner, damage, move, ox = scenario.play
    found = first_divergence(scenario, replace(scenario, play=(first, ox, damage, move, banner)))
    assert found is not None
    assert (found.kind, found.event) == ("refused", 4)
    assert found.one.says == ("happens",)
    assert found.other.derivation is None
    assert "dies after event 3 (SORC-DIE-1)" in found.other.says[0]


def test_death_after_an_event_is_traced_to_the_effect_that_was_missing() -> None:
    """Without the Banner's effect the Page has power 1 at once, long before it dies of it."""
    scenario = loads_scenario(LATE_BANNER)
    found = first_divergence(scenario, scenario, left_out=(frozenset(), frozenset({"B.1"})))
    assert found is not None
    assert (found.kind, found.event, found.layer) == ("turn", 2, "7")
    assert goes(found.one) == "B.1"
    assert found.other.says == ("nothing more goes in this layer", "B.1 is left out")


def test_answers_at_the_same_time_part_as_a_whole() -> None:
    """Two fields that ignore each other leave two answers, one field alone leaves one."""
    scenario = shipped("two-answers")
    found = first_divergence(scenario, scenario, left_out=(frozenset(), frozenset({"E.1"})))
    assert found is not None
    assert (found.kind, found.event) == ("answers", 3)
    assert found.one.says[0] == "2 answers"
    assert found.other.says == ("one answer",)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["animated-silence", "flood-drought-late-site", "transform-stealth"]
)
def test_readings_with_other_outcomes_always_part(name: str) -> None:
    """Wherever one reading makes another outcome, there is a step at which that begins."""
    scenario = shipped(name)
    really = outcome(solve(scenario))
    apart = 0
    for point in scenario.rulebook.points.values():
        for reading in point.readings:
            other = replace(scenario, readings={point.id: reading.id})
            if outcome(solve(other)) != really:
                apart += 1
                assert parted(scenario, point.id, reading.id).event <= len(scenario.play)
    assert apart
