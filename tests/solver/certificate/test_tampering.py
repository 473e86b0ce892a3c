"""A certificate whose facts were tampered with is refused, and the right clause is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver.certificate import STRUCTURE, Certificate, Verdict
from layerlaw.solver.facts.records import (
    Change,
    Dependency,
    EffectRecord,
    Facts,
    GraphRecord,
    LayerRecord,
    TurnRecord,
    Witness,
)
from layerlaw.solver.play.solve import solve
from tampering import CHAIN, KINGS

TEST, TIME, FREED, DEPENDENTS, LOOP, ROLE = (
    "SORC-OPEN-TEST",
    "SORC-TS-0",
    "SORC-DEP-4",
    "SORC-DEP-3",
    "SORC-DEP-5",
    "SORC-OPEN-INDEPENDENT",
)


@lru_cache
def facts_of(text: str) -> Facts:
    """The facts of a scenario's derivation."""
    return solve(loads_scenario(text)).facts


def check(facts: Facts, *without: str) -> Verdict:
    """The verdict on a certificate of these facts."""
    return Certificate(facts).check(without=without)


def refused_for(facts: Facts) -> set[str]:
    """The clauses that the facts are refused for."""
    verdict = check(facts)
    named = {failure.clause for failure in verdict.failures}
    failing = {result.clause for result in verdict.checked if result.outcome == "fails"}
    assert named == failing
    assert verdict.ok == (not named)
    return named


def at_layer(facts: Facts, layer: str, change: Callable[[LayerRecord], LayerRecord]) -> Facts:
    """The facts with one layer's record changed."""
    return replace(facts, layers=tuple(change(r) if r.layer == layer else r for r in facts.layers))


def turns_of(facts: Facts, layer: str) -> tuple[TurnRecord, ...]:
    """The turns recorded for a layer."""
    return next(record.turns for record in facts.layers if record.layer == layer)


def in_order(facts: Facts, layer: str, *effects: str) -> Facts:
    """The facts with the layer's turns in this order."""

    def change(record: LayerRecord) -> LayerRecord:
        turns = {turn.effect: turn for turn in record.turns}
        assert sorted(turns) == sorted(effects)
        return replace(record, turns=tuple(turns[effect] for effect in effects))

    return at_layer(facts, layer, change)


def with_found(
    facts: Facts, layer: str, change: Callable[[Sequence[Dependency]], Sequence[Dependency]]
) -> Facts:
    """The facts with the edges of the layer's first graph changed."""

    def changed(record: LayerRecord) -> LayerRecord:
        first = replace(record.graphs[0], found=change(record.graphs[0].found))
        return replace(record, graphs=(first, *record.graphs[1:]))

    return at_layer(facts, layer, changed)


def with_graph(
    facts: Facts, layer: str, number: int, change: Callable[[GraphRecord], GraphRecord]
) -> Facts:
    """The facts with one of the layer's graphs changed."""

    def changed(record: LayerRecord) -> LayerRecord:
        graphs = list(record.graphs)
        graphs[number] = change(graphs[number])
        return replace(record, graphs=tuple(graphs))

    return at_layer(facts, layer, changed)


def with_turn(
    facts: Facts, layer: str, effect: str, change: Callable[[TurnRecord], TurnRecord]
) -> Facts:
    """The facts with one effect's turn in the layer changed."""
    return at_layer(
        facts,
        layer,
        lambda record: replace(
            record,
            turns=tuple(change(turn) if turn.effect == effect else turn for turn in record.turns),
        ),
    )


def with_effect(facts: Facts, effect: str, change: Callable[[EffectRecord], EffectRecord]) -> Facts:
    """The facts with one effect's record changed."""
    return replace(
        facts, effects=tuple(change(one) if one.id == effect else one for one in facts.effects)
    )


@pytest.mark.parametrize("text", [KINGS, CHAIN])
def test_what_the_solver_found_is_accepted(text: str) -> None:
    """Untouched facts are refused for nothing, and every clause that was looked at holds."""
    verdict = check(facts_of(text))
    assert verdict.ok
    assert not verdict.failures
    assert all(r.outcome == "holds" and r.says and r.instances for r in verdict.checked)
    assert {TEST, TIME, FREED, STRUCTURE} <= {result.clause for result in verdict.checked}


def test_the_scenarios_have_what_the_tests_change() -> None:
    """The layers and turns that the tests below speak of."""
    kings = [turn.effect for turn in turns_of(facts_of(KINGS), "3")]
    assert kings == ["M", "I.2", "K1.2", "K2.2"]
    lent = [f"{holder}.gained@D.1" for holder in "ABCD"]
    chain = [turn.effect for turn in turns_of(facts_of(CHAIN), "5")]
    assert chain == ["C.1", "D.1", *lent, "B.1", "A.1"]


# --- the order ------------------------------------------------------------------------------


def test_two_independent_turns_swapped() -> None:
    """The newer of two independent effects went first: the clause on timestamps."""
    facts = in_order(facts_of(KINGS), "3", "I.2", "M", "K1.2", "K2.2")
    assert TIME in refused_for(facts)
    assert TIME in {f.clause for f in check(facts).failures if "I.2 went before M" in f.message}


def test_two_turns_of_a_loop_swapped() -> None:
    """Members of a loop go by timestamp."""
    assert LOOP in refused_for(in_order(facts_of(KINGS), "3", "M", "I.2", "K2.2", "K1.2"))


def test_a_dependent_turn_before_an_independent_one() -> None:
    """Independent effects go first."""
    assert FREED in refused_for(in_order(facts_of(KINGS), "3", "M", "K1.2", "I.2", "K2.2"))


def test_a_turn_before_what_it_waits_for() -> None:
    """What an effect depends on goes first."""
    lent = [f"{holder}.gained@D.1" for holder in "ABCD"]
    facts = in_order(facts_of(CHAIN), "5", "C.1", "D.1", *lent, "A.1", "B.1")
    assert DEPENDENTS in refused_for(facts)
    assert DEPENDENTS not in {f.clause for f in check(facts, DEPENDENTS).failures}


def test_a_turn_before_it_joined() -> None:
    """Nothing has its turn before it joined."""
    _, second, third, fourth = (f"{holder}.gained@D.1" for holder in "ABCD")
    early = "A.gained@D.1"
    facts = in_order(facts_of(CHAIN), "5", "C.1", early, "D.1", second, third, fourth, "B.1", "A.1")
    assert STRUCTURE in refused_for(facts)


def test_a_turn_dropped() -> None:
    """Every pending part has a turn."""
    facts = at_layer(facts_of(KINGS), "3", lambda r: replace(r, turns=r.turns[:-1]))
    assert STRUCTURE in refused_for(facts)


def test_a_turn_taken_twice() -> None:
    """And only one."""
    facts = at_layer(facts_of(KINGS), "3", lambda r: replace(r, turns=(*r.turns, r.turns[-1])))
    assert STRUCTURE in refused_for(facts)


def test_a_turn_of_an_effect_there_is_not() -> None:
    """And nobody else has one."""
    made_up = TurnRecord("X.1", "applied", "independent", ())
    facts = at_layer(facts_of(KINGS), "3", lambda r: replace(r, turns=(*r.turns, made_up)))
    assert STRUCTURE in refused_for(facts)


def test_a_turn_moved_to_another_layer() -> None:
    """The layer's own clause says what belongs to it."""
    facts = facts_of(KINGS)
    moved = turns_of(facts, "3")[0]
    there = at_layer(facts, "7", lambda r: replace(r, turns=(moved, *r.turns)))
    assert "SORC-LAYER-7" in refused_for(there)


def test_two_layers_swapped() -> None:
    """Layers are in the rulebook's order."""
    facts = facts_of(KINGS)
    swapped = replace(facts, layers=(facts.layers[1], facts.layers[0], *facts.layers[2:]))
    assert f"SORC-LAYER-{facts.layers[0].layer}" in refused_for(swapped)


def test_a_layer_left_out() -> None:
    """A layer in which an effect has a part is recorded."""
    facts = facts_of(KINGS)
    left_out = replace(facts, layers=tuple(r for r in facts.layers if r.layer != "7"))
    assert "SORC-LAYER-7" in refused_for(left_out)


def test_a_layer_there_is_not() -> None:
    """A layer that the rulebook does not know is refused."""
    facts = facts_of(KINGS)
    more = replace(facts, layers=(*facts.layers, replace(facts.layers[-1], layer="11")))
    assert STRUCTURE in refused_for(more)


def test_a_layer_recorded_twice() -> None:
    """One record for each layer."""
    facts = facts_of(KINGS)
    assert STRUCTURE in refused_for(replace(facts, layers=(*facts.layers, facts.layers[-1])))


def test_another_role() -> None:
    """The role that a turn was taken in rests on what the rulebook calls independent."""

    def taken(turn: TurnRecord, *, why: str) -> TurnRecord:
        return replace(turn, why=why)

    for why in ("freed", "blocked", "by timestamp only", "who knows"):
        facts = with_turn(facts_of(KINGS), "3", "M", partial(taken, why=why))
        assert refused_for(facts) == {ROLE}


def test_a_turn_said_to_be_gone() -> None:
    """Where the graph is found once, nothing leaves but at its turn."""
    facts = with_turn(facts_of(KINGS), "3", "M", lambda t: replace(t, why="gone"))
    assert STRUCTURE in refused_for(facts)


# --- the graph ------------------------------------------------------------------------------


def test_an_edge_dropped() -> None:
    """Every dependency that a trial shows is recorded, also one that timestamps satisfy."""
    (edges,) = (r.graphs[0].found for r in facts_of(KINGS).layers if r.layer == "3")
    assert len(edges) >= 3

    def without(edges: Sequence[Dependency], *, number: int) -> Sequence[Dependency]:
        return (*edges[:number], *edges[number + 1 :])

    for number in range(len(edges)):
        facts = with_found(facts_of(KINGS), "3", partial(without, number=number))
        assert TEST in refused_for(facts)


def test_a_phantom_edge() -> None:
    """No other dependency is recorded."""
    phantom = Dependency("M", "I.2", Witness("existence"))
    assert TEST in refused_for(with_found(facts_of(KINGS), "3", lambda f: (*f, phantom)))


def test_an_edge_recorded_twice() -> None:
    """Each once."""
    assert TEST in refused_for(with_found(facts_of(KINGS), "3", lambda f: (*f, f[0])))


@pytest.mark.parametrize(
    "witness",
    [
        Witness("existence"),
        Witness("scope", entered=("F",)),
        Witness("scope", instruction=1, left=("F",)),
        Witness("action", before="me", after="me"),
        Witness("result", cells=(("F", "controller"),)),
    ],
)
def test_another_witness(witness: Witness) -> None:
    """The witness of a dependency is the canonical one."""
    facts = with_found(
        facts_of(KINGS), "3", lambda found: (replace(found[0], witness=witness), *found[1:])
    )
    assert refused_for(facts) == {TEST}
    assert check(facts, TEST).ok


def test_pending_parts_that_are_not() -> None:
    """The pending and tested parts of each graph are the right ones, oldest first."""
    for change in (
        lambda graph: replace(graph, pending=graph.pending[1:]),
        lambda graph: replace(graph, pending=graph.pending[::-1]),
        lambda graph: replace(graph, pending=(*graph.pending, "F.1")),
        lambda graph: replace(graph, tested=graph.tested[1:]),
        lambda graph: replace(graph, turn=1),
    ):
        assert STRUCTURE in refused_for(with_graph(facts_of(KINGS), "3", 0, change))


def test_a_graph_left_out_or_made_up() -> None:
    """A graph is recorded whenever parts join, and only then."""
    fewer = at_layer(facts_of(CHAIN), "5", lambda r: replace(r, graphs=r.graphs[:1]))
    assert STRUCTURE in refused_for(fewer)
    again = GraphRecord(3, ("B.1",), (), ())
    more = at_layer(facts_of(CHAIN), "5", lambda r: replace(r, graphs=(*r.graphs, again)))
    assert STRUCTURE in refused_for(more)


# --- timestamps -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "effect", "clause"),
    [
        (KINGS, "K1.2", "SORC-TS-1"),
        (KINGS, "M", "SORC-TS-2"),
        (CHAIN, "A.gained@D.1", "SORC-OPEN-GRANTED"),
    ],
)
def test_another_timestamp(text: str, effect: str, clause: str) -> None:
    """Static, resolved and granted effects each have theirs from the situation."""

    def later(record: EffectRecord) -> EffectRecord:
        stamp = (record.timestamp[0] + 1, record.timestamp[1])
        return replace(record, timestamp=stamp, key=(*stamp, *record.key[2:]))

    assert clause in refused_for(with_effect(facts_of(text), effect, later))


def test_another_key_than_the_timestamp() -> None:
    """The key that timestamps are compared by begins with the timestamp."""
    facts = with_effect(
        facts_of(KINGS), "K1.2", lambda e: replace(e, key=(e.key[0] - 2, *e.key[1:]))
    )
    assert "SORC-TS-1" in refused_for(facts)


def test_the_order_of_granting_turned_round() -> None:
    """Among equal timestamps the order of granting decides."""
    facts = facts_of(CHAIN)
    keys = {record.id: record.key for record in facts.effects}
    first, second = "A.gained@D.1", "B.gained@D.1"
    swapped = with_effect(facts, first, lambda e: replace(e, key=keys[second]))
    swapped = with_effect(swapped, second, lambda e: replace(e, key=keys[first]))
    assert "SORC-OPEN-SEVERAL" in refused_for(swapped)


def test_another_source_or_giver() -> None:
    """An effect's source and giver are its own."""
    for change in (
        lambda record: replace(record, source="D"),
        lambda record: replace(record, giver="C.1"),
        lambda record: replace(record, giver=None),
    ):
        facts = with_effect(facts_of(CHAIN), "A.gained@D.1", change)
        assert STRUCTURE in refused_for(facts)


def test_an_effect_left_out_or_made_up() -> None:
    """The effects recorded are those that had a turn."""
    facts = facts_of(KINGS)
    assert STRUCTURE in refused_for(replace(facts, effects=facts.effects[1:]))
    more = EffectRecord("X.1", "F", (1, 0), (1, 0, 0, 0, 0), None)
    assert STRUCTURE in refused_for(replace(facts, effects=(*facts.effects, more)))


# --- cells ----------------------------------------------------------------------------------


def test_a_cell_changed_otherwise() -> None:
    """Every cell that a turn changed is recorded as it was and became; the cell is named."""
    turn = next(t for t in turns_of(facts_of(KINGS), "3") if t.changes)

    def change(record: TurnRecord) -> TurnRecord:
        first = replace(record.changes[0], after="nobody")
        return replace(record, changes=(first, *record.changes[1:]))

    facts = with_turn(facts_of(KINGS), "3", turn.effect, change)
    (failure,) = check(facts).failures
    assert failure.clause == STRUCTURE
    assert failure.layer == "3"
    assert f"controller of {turn.changes[0].object}" in failure.message


def test_a_change_left_out_made_up_or_told_twice() -> None:
    """Nothing more and nothing less than what changed."""
    turn = next(t for t in turns_of(facts_of(KINGS), "3") if t.changes)
    more = Change("F", "power", 1, 2)

    def changing(turn: TurnRecord, *, to: Sequence[Change]) -> TurnRecord:
        return replace(turn, changes=to)

    for changes in (turn.changes[1:], (*turn.changes, more), (*turn.changes, turn.changes[0])):
        facts = with_turn(facts_of(KINGS), "3", turn.effect, partial(changing, to=changes))
        assert refused_for(facts) == {STRUCTURE}


def test_another_verdict() -> None:
    """Whether an effect was applied or lost is replayed."""
    facts = with_turn(facts_of(KINGS), "3", "M", lambda t: replace(t, verdict="lost"))
    assert STRUCTURE in refused_for(facts)


def test_another_final_cell() -> None:
    """Every final cell is replayed, and named."""
    facts = facts_of(KINGS)
    for cell, value in (
        (("F", "power"), 17),
        (("F", "controller"), "nobody"),
        (("F", "silenced"), True),
        (("F", "abilities"), ("Airborne",)),
        (("F", "permissions"), ("can attack",)),
        (("F", "name"), "Foot"),
        (("Z", "power"), 1),
    ):
        (failure,) = check(replace(facts, final={**facts.final, cell: value})).failures
        assert failure.clause == STRUCTURE
        assert f"{cell[1]} of {cell[0]}" in failure.message
    fewer = {cell: value for cell, value in facts.final.items() if cell != ("F", "power")}
    assert refused_for(replace(facts, final=fewer)) == {STRUCTURE}


def test_another_fate() -> None:
    """What the state-based checks find is replayed."""
    facts = facts_of(KINGS)
    assert [fate.object for fate in facts.fates] == ["F"]
    assert refused_for(replace(facts, fates=())) == {"SORC-DIE-1"}
    other = replace(facts.fates[0], object="G")
    assert refused_for(replace(facts, fates=(other,))) == {"SORC-DIE-1"}
    unfounded = replace(facts.fates[0], clause="SORC-NONE")
    assert STRUCTURE in refused_for(replace(facts, fates=(unfounded,)))


def test_another_situation() -> None:
    """The facts of one situation are refused for another."""
    facts = facts_of(KINGS)
    things = tuple(
        replace(thing, controller="you") if thing.id == "F" else thing
        for thing in facts.situation.things
    )
    other = replace(facts, situation=replace(facts.situation, things=things))
    assert STRUCTURE in refused_for(other)


# --- clauses left out -----------------------------------------------------------------------


def test_each_clause_left_out_lets_something_through() -> None:
    """Without a clause a tampering that it alone refuses passes."""
    kings = facts_of(KINGS)
    tampered = {
        TEST: with_found(kings, "3", lambda f: (replace(f[0], witness=Witness("scope")), *f[1:])),
        ROLE: with_turn(kings, "3", "M", lambda t: replace(t, why="freed")),
        STRUCTURE: replace(kings, final={}),
        "SORC-DIE-1": replace(kings, fates=()),
        "SORC-TS-2": with_effect(kings, "M", lambda e: replace(e, timestamp=(e.timestamp[0], 9))),
    }
    for clause, facts in tampered.items():
        assert refused_for(facts) == {clause}
        assert check(facts, clause).ok
        assert not check(facts, "SORC-CLOCK-1").ok
        assert clause not in {result.clause for result in check(facts, clause).checked}
