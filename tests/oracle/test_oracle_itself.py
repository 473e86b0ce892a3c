"""The oracle's layers against answers worked out by hand, and on random scenarios."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from layerlaw.model.algebra import (
    Ability,
    Both,
    ChangeNumber,
    Gain,
    Identified,
    Member,
    Not,
    Number,
    Operation,
    Self,
    SetPlayer,
    SetStatus,
    Target,
    You,
)
from layerlaw.model.scenarios.scenario import (
    Scenario,
)
from oracle.build import (
    ME,
    YOU,
    action_graph,
    card,
    play,
    scenario,
    scope_graph,
    silence_graph,
    text,
)
from oracle.derive import NeverSettles
from oracle.generate import Family, graphs, readings, scenarios
from oracle.small_rulebook import point_id, reading_id, small_rulebook
from oracle.solve import OracleAnswer, answer
from oracle.zones import CannotHappen

SMALL = small_rulebook()
MORTAL = Member("subtypes", "mortal")
MINION = Member("types", "minion")
AIRBORNE, STEALTH = Ability("Airborne"), Ability("Stealth")
TAKE: list[Operation] = [SetPlayer("controller", You())]
KING = card(
    "King",
    text((Both((MORTAL, Not(Self()))), [ChangeNumber("power", "+", Number(1))])),
    text((MORTAL, TAKE)),
    subtypes=("mortal",),
    power=3,
)
FOOT_SOLDIER = card("Foot Soldier", subtypes=("mortal",), power=1)
TAKE_TARGET = card("Mesmerism", text((Target(), TAKE)), types=("magic",), use="resolves")


def silence(n: int, *edges: tuple[int, int], order: tuple[int, ...] = ()) -> OracleAnswer:
    """The answer for n minions that silence one another."""
    return answer(silence_graph(n, edges, order or range(1, n + 1), SMALL))


def silenced(shown: OracleAnswer) -> list[str]:
    """The objects that end silenced."""
    return sorted(
        object
        for (object, name), value in shown.characteristics.items()
        if name == "silenced" and value is True
    )


def kings(*more: str) -> Scenario:
    """Two Kings and a soldier, then spells that take one of these objects for a player."""
    spells = [
        play(TAKE_TARGET, f"T{number}", None, player, (object,))
        for number, (player, object) in enumerate((each.split() for each in more), start=1)
    ]
    return scenario(
        SMALL,
        [play(FOOT_SOLDIER, "F", 3), play(KING, "K1", 8), play(KING, "K2", 12, ME), *spells],
    )


def test_two_kings_are_a_loop_and_the_older_wins() -> None:
    """Each King takes the other, so they go by timestamp and the first one's player has all."""
    shown = answer(kings())
    assert shown.edges["3"] == {("K1.2", "K2.2"), ("K2.2", "K1.2")}
    assert shown.turns["3"] == (("K1.2", "applied"), ("K2.2", "applied"))
    assert {shown.characteristics[id, "controller"] for id in ("F", "K1", "K2")} == {YOU}
    assert shown.characteristics["F", "power"] == 3
    assert shown.characteristics["K1", "power"] == 4


def test_independent_spells_go_before_the_kings_that_depend_on_them() -> None:
    """Mesmerism and the answer to it are independent, then the Kings follow by timestamp."""
    shown = answer(kings("me K1", "you K1"))
    assert [id for id, _ in shown.turns["3"]] == ["T1", "T2", "K1.2", "K2.2"]
    assert shown.characteristics["K2", "controller"] == YOU
    assert answer(kings("me K1")).characteristics["F", "controller"] == ME


def test_two_silencers_the_older_wins() -> None:
    """The younger one is silenced before its turn, whatever its number."""
    shown = silence(2, (1, 2), (2, 1), order=(2, 1))
    assert shown.edges["2"] == {("M1.1", "M2.1"), ("M2.1", "M1.1")}
    assert shown.turns["2"] == (("M2.1", "applied"), ("M1.1", "lost"))
    assert silenced(shown) == ["M1"]


def test_a_chain_of_three_silencers_ignores_timestamps() -> None:
    """M1 silences M2, which then silences nothing, so M3 keeps its ability and silences M4."""
    for order in ((1, 2, 3, 4), (4, 3, 2, 1), (2, 3, 1, 4)):
        shown = silence(4, (1, 2), (2, 3), (3, 4), order=order)
        assert shown.edges["2"] == {("M2.1", "M1.1"), ("M3.1", "M2.1")}
        assert shown.turns["2"] == (("M1.1", "applied"), ("M2.1", "lost"), ("M3.1", "applied"))
        assert silenced(shown) == ["M2", "M4"]


def test_a_ring_of_three_goes_by_timestamp() -> None:
    """In a ring the oldest silences the next one, which leaves the third to silence the oldest."""
    shown = silence(3, (1, 2), (2, 3), (3, 1))
    assert shown.edges["2"] == {("M2.1", "M1.1"), ("M3.1", "M2.1"), ("M1.1", "M3.1")}
    assert shown.turns["2"] == (("M1.1", "applied"), ("M2.1", "lost"), ("M3.1", "applied"))
    assert silenced(shown) == ["M1", "M2"]


def test_a_tail_waits_for_its_whole_loop() -> None:
    """M3 hangs off the loop of M1 and M2, and waits for it though M3 is the oldest."""
    shown = silence(4, (1, 2), (2, 1), (2, 3), (3, 4), order=(3, 1, 2, 4))
    assert shown.turns["2"] == (("M1.1", "applied"), ("M2.1", "lost"), ("M3.1", "applied"))
    assert silenced(shown) == ["M2", "M4"]
    shown = silence(4, (1, 2), (2, 1), (2, 3), (3, 4), order=(3, 2, 1, 4))
    assert shown.turns["2"] == (("M2.1", "applied"), ("M1.1", "lost"), ("M3.1", "lost"))
    assert silenced(shown) == ["M1", "M3"]


def test_a_ring_has_no_components_under_mutual_pairs() -> None:
    """A ring of three blocks itself; then nothing is ready and the oldest of all is next."""
    ring = silence_graph(3, [(1, 2), (2, 3), (3, 1)], (3, 1, 2), SMALL)
    shown = answer(ring, {point_id("loop"): reading_id("mutual pairs")})
    assert shown.turns["2"] == (("M3.1", "applied"), ("M1.1", "lost"), ("M2.1", "applied"))


def test_each_step_drops_what_is_lost_at_once() -> None:
    """With the graph found anew, a silenced minion leaves the pending ones after the step."""
    ring = silence_graph(4, [(1, 2), (1, 4), (2, 3), (4, 3), (3, 1)], (1, 2, 3, 4), SMALL)
    once, anew = answer(ring), answer(ring, {point_id("graph"): "each-step"})
    assert [id for id, _ in once.turns["2"]] == ["M1.1", "M2.1", "M3.1", "M4.1"]
    assert [id for id, _ in anew.turns["2"]] == ["M1.1", "M2.1", "M4.1", "M3.1"]


@pytest.mark.parametrize(("family", "layer"), [(scope_graph, "4"), (action_graph, "6")])
def test_graphs_have_exactly_the_edges_that_they_are_built_from(family: Family, layer: str) -> None:
    """Every edge (a, b) makes M_b depend on M_a, and nothing else depends on anything."""
    edges = [(1, 2), (2, 3), (3, 2), (4, 3), (1, 4)]
    shown = answer(family(4, edges, (3, 2, 4, 1), SMALL))
    assert shown.edges[layer] == {(f"M{b}.1", f"M{a}.1") for a, b in edges}
    assert [id for id, _ in shown.turns[layer]] == ["M1.1", "M4.1", "M3.1", "M2.1"]


def test_dependent_values_are_read_after_what_they_depend_on() -> None:
    """M1 sets 10, then M2 reads it: 20 + 10; by timestamps it would read the printed 1."""
    graph = action_graph(2, [(1, 2)], (2, 1), SMALL)
    assert answer(graph).characteristics["M2", "power"] == 30
    shown = answer(graph, {point_id("test"): "none"})
    assert shown.characteristics["M2", "power"] == 21


def test_a_granted_ability_joins_its_layer_and_counts_as_younger() -> None:
    """What G grants to H in the layer of abilities still applies there, with G's timestamp."""
    lift = text((Identified("F"), [Gain(AIRBORNE)]))
    giver = card("Giver", text((Identified("H"), [Gain(lift)])))
    shown = answer(
        scenario(SMALL, [play(FOOT_SOLDIER, "H"), play(FOOT_SOLDIER, "F"), play(giver, "G")])
    )
    assert shown.turns["5"] == (("G.1", "applied"), ("H.gained@G.1", "applied"))
    assert shown.characteristics["F", "abilities"] == ("Airborne",)
    assert shown.characteristics["H", "abilities"] == (lift,)


def test_loss_is_a_bar_or_momentary() -> None:
    """A silenced minion gains nothing in the later layer, unless loss is momentary."""
    hush = card("Hush", text((Identified("F"), [SetStatus("silenced")])))
    lift = card("Lift", text((Identified("F"), [Gain(AIRBORNE)])))
    board = scenario(SMALL, [play(FOOT_SOLDIER, "F"), play(hush, "H"), play(lift, "L")])
    assert answer(board).characteristics["F", "abilities"] == ()
    shown = answer(board, {point_id("loss"): "momentary"})
    assert shown.characteristics["F", "abilities"] == ("Airborne",)


def test_floors_differ_where_something_follows() -> None:
    """1 - 3 + 1 is -1, shown as 0; with a floor at each step it is 1."""
    down = card("Down", text((Identified("F"), [ChangeNumber("power", "-", Number(3))])))
    up = card("Up", text((Identified("F"), [ChangeNumber("power", "+", Number(1))])))
    board = scenario(SMALL, [play(FOOT_SOLDIER, "F"), play(down, "D"), play(up, "U")])
    powers = [
        answer(board, {point_id("floor"): reading_id(value)}).characteristics["F", "power"]
        for value in ("when read", "at the end", "each step", "none")
    ]
    assert powers == [0, 0, 1, -1]


SLOW = settings(
    max_examples=25,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.slow
@SLOW
@given(graphs(SMALL, 4))
def test_random_graphs_are_answered_the_same_twice(graph: Scenario) -> None:
    """Every effect has exactly one turn in its layer, or one lost turn and a later one."""
    shown = answer(graph)
    assert shown == answer(graph)
    for turns in shown.turns.values():
        applied = [id for id, what in turns if what == "applied"]
        assert len(applied) == len(set(applied))


@pytest.mark.slow
@SLOW
@given(scenarios(SMALL), readings(SMALL))
def test_random_scenarios_are_answered_the_same_twice(
    board: Scenario, chosen: dict[str, str]
) -> None:
    """No reading of any policy makes the oracle waver, or fail but where an ability is gone."""
    try:
        shown = answer(board, chosen)
    except (CannotHappen, NeverSettles):
        return
    assert shown == answer(board, chosen)
