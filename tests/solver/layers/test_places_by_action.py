"""What acts behind the layers that it belongs to, where dependency goes by removal, depends by what
it does on what goes by actions in its own layers too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    Both,
    Compared,
    Controlled,
    Exists,
    HasStatus,
    Identified,
    Instruction,
    It,
    LoseAll,
    Member,
    Number,
    Opponent,
    Read,
    Selector,
    SetPlayer,
    SetStatus,
    You,
)
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.certainty.readings.explore import ReadingExploration
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.play.solve import solve
from oracle.build import ME, card, play, scenario, text
from oracle.small_rulebook import point_id, small_rulebook

WAITS = {"condition on a later layer": "waits for that layer"}
BEASTS = Member("subtypes", "beast")
WET = Compared(Read("water", It()), ">=", Number(1))
DOES: Mapping[str, tuple[str, ...]] = {"5": ("change abilities",), "10": ("change water",)}
"""Water is changed in the last layer of all."""


def book(
    tests: tuple[str, str, str],
    last: str = "",
    does: Mapping[str, tuple[str, ...]] | None = None,
    **policies: str,
) -> Rulebook:
    """The small rulebook with other tests, and other things that layers do.

    tests: the general one, and those of layers 2 and 3 themselves; last: that of the last layer.
    """
    general, two, three = tests
    small = small_rulebook({**WAITS, "test": general, **policies})
    own = {"2": two, "3": three, "10": last}
    layers = [
        replace(each, test=own.get(each.id, each.test), does=(does or {}).get(each.id, each.does))
        for each in small.layers
    ]
    return replace(small, layers=tuple(layers))


def board(rulebook: Rulebook, who: Selector) -> Scenario:
    """You tap what an opponent controls of these, and later I take all of these, yours.

    Tapping belongs to layer 2, and taking to layer 3.
    """
    tapping = text((Both((who, Controlled(Opponent()))), [SetStatus("tapped")]))
    taking = text((who, [SetPlayer("controller", You())]))
    events = [
        play(card("H", subtypes=("beast",), water=1), "H"),
        play(card("E", tapping), "E"),
        play(card("D", taking), "D", player=ME),
    ]
    return scenario(rulebook, events)


def found_by_both(rulebook: Rulebook, who: Selector) -> Answer:
    """The answer for that board, which the oracle finds too."""
    found = assert_same(board(rulebook, who))
    assert found is not None
    assert certificate_of(found).check().ok
    assert found.value("H", "controller") == ME
    return found


def turns_of_both(found: Answer, layer: str) -> list[str]:
    """The turns of the two in that layer."""
    turns = [turn.effect for one in found.layers if one.layer == layer for turn in one.turns]
    return [one for one in turns if one in ("D.1", "E.1")]


CASES = [
    (("action", "", ""), True),
    (("result", "", ""), False),
    (("removal", "", ""), False),
    (("none", "", ""), False),
    (("action", "action", ""), True),
    (("result", "action", ""), False),
    (("result", "", "action"), False),
    (("result", "action", "action"), True),
    (("removal", "action", "action"), True),
    (("action", "result", ""), False),
    (("action", "", "removal"), False),
]
"""The tests, and whether both layers go by actions."""


@pytest.mark.parametrize(("tests", "depends"), CASES)
def test_in_a_place_between_layers(tests: tuple[str, str, str], depends: bool) -> None:
    """Both ask who is a beast, and act before layer 5: the tapping after the taking by actions."""
    found = found_by_both(book(tests), BEASTS)
    expected = ["D.1", "E.1"] if depends else ["E.1", "D.1"]
    assert turns_of_both(found, "before 5") == expected
    assert found.value("H", "tapped") is depends


@pytest.mark.parametrize("graph", ["once", "each step"])
@pytest.mark.parametrize(("tests", "depends"), CASES)
def test_in_the_last_layer_of_all(tests: tuple[str, str, str], depends: bool, graph: str) -> None:
    """Both ask who is wet, which only the last layer changes, and that goes by removal itself."""
    found = found_by_both(book(tests, "removal", DOES, graph=graph), WET)
    assert turns_of_both(found, "10") == (["D.1", "E.1"] if depends else ["E.1", "D.1"])
    assert found.value("H", "tapped") is depends


def test_by_removal_in_general_only_layers_of_their_own_test_go_by_actions() -> None:
    """The last layer goes by removal as all do; of the two own layers one goes by actions."""
    for tests, depends in (
        (("removal", "action", "action"), True),
        (("removal", "", "action"), False),
        (("removal", "action", ""), False),
    ):
        found = found_by_both(book(tests, "", DOES), WET)
        assert found.value("H", "tapped") is depends


@pytest.mark.parametrize("last", ["", "removal"])
@pytest.mark.parametrize("own", ["", "action"])
def test_readings_side_by_side_find_what_each_finds_alone(own: str, last: str) -> None:
    """Which test it is in general is left open, and nothing else."""
    rulebook = book(("action", own, ""), last, DOES)
    point = rulebook.points[point_id("test")]
    rulebook = replace(rulebook, points={point.id: point})
    asked = board(rulebook, WET)
    exploration = ReadingExploration(asked)
    assert exploration.run(None).complete
    for reading in point.readings:
        [leaf] = [one for one in exploration.leaves if reading.id in one.allowed[point.id]]
        alone = outcome(solve(asked, readings={point.id: reading.id}))
        assert list(exploration.outcomes)[leaf.outcome] == alone


@pytest.mark.parametrize("test", ["result", "action"])
@pytest.mark.parametrize(
    ("lost", "turns"),
    [
        ("continues", [("X.1", "applied"), ("Y.1", "applied")]),
        ("stops", [("Y.1", "applied"), ("X.1", "lost")]),
    ],
)
def test_what_has_begun_depends_on_nobody_who_takes_its_ability(
    lost: str, turns: list[tuple[str, str]], test: str
) -> None:
    """X takes H in layer 3, and taps what is an opponent's before layer 4, once that is known.

    Once H is yours Y takes X's ability, ahead of its own layer, for what it takes waits there. An
    effect that has begun goes on without its ability (policy `ability lost`), so that X, the older
    one, goes first.
    """
    tapping = (Controlled(Opponent()), [SetStatus("tapped")])
    yours = Exists(Both((Identified("H"), Controlled(You()))))
    silencing = Ability(None, (Instruction(Identified("X"), (LoseAll(),)),), yours)
    events = [
        play(card("H"), "H", player=ME),
        play(card("Z"), "Z", player=ME),
        play(card("X", text((Identified("H"), [SetPlayer("controller", You())]), tapping)), "X"),
        play(card("Y", silencing), "Y"),
    ]
    policies = {
        **WAITS,
        "ability added or removed": "before the ability's layer",
        "ability lost": lost,
        "test": test,
    }
    found = assert_same(scenario(small_rulebook(policies), events))
    assert found is not None
    assert certificate_of(found).check().ok
    [place] = [one for one in found.layers if one.layer == "before 4"]
    assert [(turn.effect, turn.verdict) for turn in place.turns] == turns
    assert found.value("Z", "tapped") is (lost == "continues")


def test_what_comes_to_act_ahead_in_a_place_joins_there() -> None:
    """D taps F before layer 4, when it is known whose F is; S takes all from what is tapped.

    So S, whose own layer is 5, takes F's ability before that acts, in layer 4.
    """
    beast = text((Identified("H"), [AddMembers("subtypes", ("beast",))]))
    events = [
        play(card("H"), "H"),
        play(card("F", beast), "F", player=ME),
        play(card("S", text((HasStatus("tapped"), [LoseAll()]))), "S"),
        play(card("D", text((Controlled(Opponent()), [SetStatus("tapped")]))), "D"),
    ]
    policies = {**WAITS, "ability added or removed": "before the ability's layer"}
    found = assert_same(scenario(small_rulebook(policies), events))
    assert found is not None
    assert certificate_of(found).check().ok
    turns = [(one.layer, turn.effect) for one in found.layers for turn in one.turns]
    assert [one for one in turns if "rules" not in one[1]] == [
        ("before 4", "D.1"),
        ("before 4", "S.1"),
    ]
    assert found.value("H", "subtypes") == ()


@pytest.mark.parametrize("order", ["ED", "DE"])
@pytest.mark.parametrize(
    ("tests", "depends"),
    [(("action", "action", ""), True), (("result", "action", ""), False)],
)
def test_what_belongs_to_two_layers_goes_by_actions_where_both_do(
    tests: tuple[str, str, str], depends: bool, order: str
) -> None:
    """E taps (layer 2) and takes (layer 3) beasts of an opponent's; D of mine takes all beasts.

    E depends on D whichever came first; if it does not, E finds nothing where it is the older one.
    """
    theirs = Both((BEASTS, Controlled(Opponent())))
    taking = SetPlayer("controller", You())
    plays = {
        "E": play(card("E", text((theirs, [SetStatus("tapped"), taking]))), "E"),
        "D": play(card("D", text((BEASTS, [taking]))), "D", player=ME),
    }
    events = [play(card("H", subtypes=("beast",)), "H"), *(plays[id] for id in order)]
    found = assert_same(scenario(book(tests), events))
    assert found is not None
    assert certificate_of(found).check().ok
    edges = {(one.effect, one.on) for one in found.dependencies("before 5")}
    assert edges == ({("E.1", "D.1")} if depends else set())
    assert found.value("H", "tapped") is (depends or order == "DE")
