"""What the checker finds once for parts that do the same: it refuses all that is not so."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from several_alike import WORDS, board

from layerlaw.model import Scenario, loads_scenario
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.facts.records import GraphRecord
from layerlaw.solver.play.solve import solve
from mutation.kill_certificate import refuse_all

BOARDS = [(book, seed) for book in WORDS for seed in range(2000, 2030)]


@pytest.mark.sample(6)
@pytest.mark.parametrize(("book", "seed"), BOARDS)
def test_what_is_changed_in_the_facts_is_refused(book: str, seed: int) -> None:
    """Dependencies, what shows them, turns and changes; what was found is accepted."""
    found = solve(board(seed, book))
    assert certificate_of(found).check().ok
    refuse_all(found.facts, seed)


def graphs(text: str, *, layer: str) -> tuple[GraphRecord, ...]:
    """The graphs of a layer, found once, and of joined parts; the certificate is accepted."""
    made: Scenario = loads_scenario(text)
    policies = dict(made.rulebook.policies)
    policies["graph"] = replace(policies["graph"], value="once")
    book = replace(made.rulebook, policies=MappingProxyType(policies))
    found = solve(replace(made, rulebook=book))
    assert found.facts == solve(replace(made, rulebook=book), prune=False).facts
    assert certificate_of(found).check().failures == ()
    [record] = [one for one in found.facts.layers if one.layer == layer]
    return record.graphs


def left(graph: GraphRecord) -> dict[tuple[str, str], tuple[str, ...]]:
    """Who leaves a scope, by the dependency that shows."""
    return {(one.effect, one.on): one.witness.left for one in graph.found}


TAKEN = """
title: one of two is taken
rulebook: sorcery-2026-01
players: [you, me]
cards:
  C: {is: [minion, mortal], power: 1, has: ["minions you control: controller := opponent"]}
  D: {is: [minion, beast], power: 1, has: ["minions at 7: controller := you"]}
  M: {is: [artifact, relic], has: ["self: can't be modified"]}
play:
"""
TAKER = "me: D as D at 1"


@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("places", "taken"), [((7, 1), "O1"), ((1, 7), "O2")])
def test_who_gets_another_controller_no_longer_does_the_same(
    places: tuple[int, int], taken: str, first: bool, marked: bool
) -> None:
    """The one that is taken passes the other by, and the other it; whoever is older.

    With a mark that something can't be modified all of them are looked at one by one.
    """
    plays = [f"you: C as O{number} at {place}" for number, place in enumerate(places, 1)]
    plays.insert(0 if first else 2, TAKER)
    plays += ["you: M as M at 1"] * marked
    [graph] = graphs(TAKEN + "".join(f"  - {play}\n" for play in plays), layer="3")
    [other] = {"O1", "O2"} - {taken}
    assert left(graph) == {
        ("O1.1", "O2.1"): (),
        ("O2.1", "O1.1"): (),
        (f"{taken}.1", "D.1"): (other,),
        (f"{other}.1", "D.1"): (taken,),
    }


def test_what_began_with_other_objects_goes_on_with_them() -> None:
    """The first makes goblins of both, and they grow by it alone."""
    found = solve(loads_scenario(KEPT))
    assert [found.value(one, "power") for one in ("O1", "O2")] == [2, 2]
    assert certificate_of(found).check().failures == ()


def test_what_passes_by_itself_is_applied_for_each() -> None:
    """Each takes the abilities of the others alone."""
    text = TAKEN.replace("minions you control: controller := opponent", "other minions: silenced")
    plays = "".join(f"  - you: C as O{number} at 1\n" for number in range(3))
    [graph] = graphs(text + plays, layer="2")
    ids = [f"O{number}.1" for number in range(3)]
    assert {(one.effect, one.on) for one in graph.found} == {
        (one, other) for one in ids for other in ids if one != other
    }


KEPT = """
title: two that keep to what they selected first
rulebook: magic-2026-04
players: [you, me]
cards:
  C:
    is: [creature, elf]
    power: 1
    toughness: 9
    has: ["elves you control: elf becomes goblin, power += 1"]
play:
  - you: C as O1
  - you: C as O2
"""

JOINING = """
title: one joins three that do the same
rulebook: magic-2026-04
players: [you, me]
cards:
  C:
    is: [creature, elf]
    power: 1
    toughness: 9
    has: ["elves you control: controller := opponent"]
  N:
    is: [creature, goblin]
    power: 1
    toughness: 9
    has: ["goblins: controller := owner of it as long as there is an elf you control"]
play:
  - you: C as O1
  - you: C as O2
  - you: C as O3
  - me: N as N
"""


def test_those_that_were_tested_before_are_not_tested_again() -> None:
    """Each would change what the other does; but both were pending when the graph was found."""
    first, second = graphs(JOINING, layer="2")
    assert len(first.found) == 6
    assert (second.pending, second.tested) == (("O2.1", "O3.1", "N.1"), ("N.1",))
    assert {(one.effect, one.on) for one in second.found} == {("N.1", "O2.1"), ("N.1", "O3.1")}
