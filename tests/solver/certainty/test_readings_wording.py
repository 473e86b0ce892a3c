"""How readings and what they lead to are told: few words, and none of them wrong."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layerlaw.model import loads_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.difference.contrasts import contrasts, without_consequences
from layerlaw.solver.answer.difference.outcome import Outcome
from layerlaw.solver.certainty.readings.boxes import Box
from layerlaw.solver.certainty.readings.summary import backing, fewest_boxes, letters
from layerlaw.solver.certainty.readings.verdict import Matter, ReadingGroup, Readings
from layerlaw.solver.facts.records import Cell, FateRecord, Value
from layerlaw.solver.shell.report.outcomes import told_apart

SCENARIO = loads_scenario(
    """
title: nothing much
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Plain: {is: [minion], power: 1}
play:
  - you: Plain as P at 8
  - you: Plain as Q at 8
""",
    file="board.yaml",
)
IDS = ("SORC-OPEN-TEST", "SORC-OPEN-FREED", "SORC-OPEN-INDEPENDENT")
CHOICES = [[one.id for one in SCENARIO.rulebook.points[id].readings] for id in IDS]
ALL = list(product(*CHOICES))


def found(groups: list[list[Box]], *, complete: bool = True) -> Readings:
    """Readings of which the three points matter, with these boxes for each group."""
    return Readings(
        SCENARIO,
        {},
        len(ALL),
        tuple(
            ReadingGroup(Outcome(refused=str(number)), tuple(boxes), {})
            for number, boxes in enumerate(groups)
        ),
        tuple(Matter(id, {}, {}) for id in IDS) if len(groups) > 1 else (),
        (),
        (),
        len(ALL),
        complete,
    )


def holds(box: Box, combination: tuple[str, ...]) -> bool:
    """Whether a reading of the three points is in the box."""
    return all(combination[IDS.index(id)] in readings for id, readings in box)


@given(st.lists(st.integers(0, 2), min_size=len(ALL), max_size=len(ALL)))
def test_few_boxes_hold_exactly_the_readings_of_a_group(outcomes: list[int]) -> None:
    """Whatever decides: each combination is in a box of its own group and in none of another."""
    used = sorted(set(outcomes))
    groups: list[list[Box]] = [
        [
            tuple((id, (reading,)) for id, reading in zip(IDS, combination, strict=True))
            for combination, outcome in zip(ALL, outcomes, strict=True)
            if outcome == number
        ]
        for number in used
    ]
    if len(used) == 1:
        return
    described = fewest_boxes(found(groups))
    for combination, outcome in zip(ALL, outcomes, strict=True):
        inside = [any(holds(box, combination) for box in boxes) for boxes in described]
        assert inside == [number == outcome for number in used]


def test_a_group_that_is_one_box_is_told_in_one() -> None:
    """What was found in many pieces comes together, and points that do not restrict go unnamed."""
    mine = [c for c in ALL if c[1] == "after-all"]
    others = [c for c in ALL if c[1] != "after-all"]
    pieces: list[list[Box]] = [
        [tuple(zip(IDS, ((r,) for r in c), strict=True)) for c in g] for g in (mine, others)
    ]
    assert fewest_boxes(found(pieces)) == (
        ((("SORC-OPEN-FREED", ("after-all",)),),),
        ((("SORC-OPEN-FREED", ("compete", "at-once")),),),
    )


def test_points_that_do_not_matter_are_left_out_of_the_boxes() -> None:
    """A box may speak of more points than matter."""
    aside = ("SORC-OPEN-SEVERAL", ("printed",))
    groups: list[list[Box]] = [
        [(("SORC-OPEN-TEST", ("action",)), aside)],
        [(("SORC-OPEN-TEST", ("result",)), aside)],
    ]
    assert fewest_boxes(found(groups)) == (
        ((("SORC-OPEN-TEST", ("action",)),),),
        ((("SORC-OPEN-TEST", ("result",)),),),
    )


def test_a_settled_answer_has_one_box_of_everything() -> None:
    """There is nothing to restrict."""
    assert fewest_boxes(found([[()]])) == (((),),)


def test_no_boxes_where_not_everything_is_known() -> None:
    """What was not looked at could be of any group."""
    groups: list[list[Box]] = [[(("SORC-OPEN-TEST", ("action",)),)], []]
    assert fewest_boxes(found(groups, complete=False)) == ((), ())


def test_boxes_that_the_points_do_not_tell_apart_are_an_error() -> None:
    """Two groups never share a combination of the points that matter."""
    box: Box = (("SORC-OPEN-TEST", ("action",)),)
    with pytest.raises(ValueError, match="do not decide"):
        fewest_boxes(found([[box, (("SORC-OPEN-TEST", ("result",)),)], [box]]))


def outcome(
    cells: dict[Cell, Value], fates: tuple[FateRecord, ...] = (), *more: dict[Cell, Value]
) -> Outcome:
    """An outcome with one answer, or with more."""
    return Outcome(tuple(tuple(sorted(each.items())) for each in (cells, *more)), fates)


def said(*outcomes: Outcome, scenario: Scenario = SCENARIO) -> tuple[tuple[str, ...], ...]:
    """What tells these outcomes apart."""
    return told_apart(outcomes, scenario)


def test_what_is_silenced_keeps_its_ability_elsewhere() -> None:
    """The status and the ability are one story, told from both sides."""
    label = "other minions: power += 1"
    kept = outcome({("P", "silenced"): False, ("P", "abilities"): (label,)})
    lost = outcome({("P", "silenced"): True, ("P", "abilities"): ()})
    assert said(kept, lost) == ((f"P keeps '{label}'",), ("P is silenced",))


def test_a_status_that_took_nothing_is_just_told() -> None:
    """Without an ability that goes with it."""
    yes, no = outcome({("P", "silenced"): True}), outcome({("P", "silenced"): False})
    assert said(yes, no) == (("P is silenced",), ("P is not silenced",))


def test_values_of_several_objects_come_together() -> None:
    """The same characteristic with the same values is one sentence."""
    one = outcome({("P", "power"): 1, ("Q", "power"): 1, ("P", "controller"): "me"})
    other = outcome({("P", "power"): None, ("Q", "power"): None, ("P", "controller"): None})
    assert said(one, other) == (
        ("controller of P is me", "power of P and Q is 1"),
        ("controller of P is no one", "P and Q have no power"),
    )


def test_fates_come_first_and_the_zone_says_all() -> None:
    """What dies, and of what has gone elsewhere nothing but where it is."""
    dies = FateRecord("P", "dies", "cemetery", "SORC-DIE-1")
    one = outcome({("Q", "zone"): "realm", ("Q", "power"): 2, ("P", "power"): 0}, (dies,))
    other = outcome({("Q", "zone"): "cemetery", ("Q", "power"): 3, ("P", "power"): 4})
    assert said(one, other) == (
        ("P dies", "Q is in the realm", "power of P is 0"),
        ("P survives", "Q is in the cemetery", "power of P is 4"),
    )


def test_abilities_are_told_one_by_one() -> None:
    """Only those that not all have, and how many times."""
    one = outcome({("P", "abilities"): ("Airborne", "Charge", "Charge")})
    other = outcome({("P", "abilities"): ("Charge",)})
    assert said(one, other) == (
        ("P has 'Airborne'", "P has 'Charge' 2 times"),
        ("P has no 'Airborne'", "P has 'Charge'"),
    )


def test_permissions_are_told_only_where_nothing_else_tells() -> None:
    """They follow from abilities; alone, they say what the object can and can't do."""
    one: dict[Cell, Value] = {("P", "permissions"): ("can't attack",)}
    other: dict[Cell, Value] = {("P", "permissions"): ()}
    assert said(outcome(one), outcome(other)) == (
        ("P can't attack",),
        ("P can attack",),
    )
    with_power: dict[Cell, Value] = {("P", "power"): 2}
    assert said(outcome({**one, ("P", "power"): 1}), outcome({**other, **with_power})) == (
        ("power of P is 1",),
        ("power of P is 2",),
    )


def test_several_answers_are_told_with_all_they_leave_open() -> None:
    """And a paradox by itself."""
    one = outcome({("P", "power"): 1}, (), {("P", "power"): 2})
    assert said(one, outcome({("P", "power"): 2}), Outcome()) == (
        ("power of P is 1 or 2", "there are 2 answers"),
        ("power of P is 2", "there is one answer"),
        ("no state agrees with all effects (a paradox)",),
    )


def test_an_event_that_cannot_happen_is_told_by_its_number() -> None:
    """The line of the message is found among the events."""
    refused = Outcome(refused="board.yaml:9:3: 'Q' is nowhere\n    - you: Plain as Q\n      ^")
    assert said(outcome({}), refused) == (
        ("every event happens",),
        ("event 2 cannot happen: 'Q' is nowhere",),
    )
    cycle = Outcome(refused="conditions never settle")
    assert said(outcome({}), cycle)[1] == ("no answer: conditions never settle",)


def test_what_all_outcomes_share_is_not_told() -> None:
    """Nor is anything of a single outcome."""
    same: dict[Cell, Value] = {("P", "power"): 1, ("Q", "power"): 1}
    differ = contrasts((outcome(same), outcome({**same, ("Q", "power"): 2})), SCENARIO.rulebook)
    assert [each.objects for each in without_consequences(differ, SCENARIO.rulebook)] == [("Q",)]
    assert said(outcome(same)) == ((),)


def test_a_clause_prevails_where_another_reading_follows_another_one() -> None:
    """Otherwise it is followed; where none speaks for a reading nothing is said."""
    book = SCENARIO.rulebook
    assert backing(book, "SORC-OPEN-DEPENDENTS") == {
        "topological": "SORC-DEP-3 prevails",
        "timestamps": "SORC-DEP-4 prevails",
    }
    assert backing(book, "SORC-OPEN-GRAPH") == {"once": "follows SORC-DEP-4", "each-step": ""}
    assert backing(book, "SORC-OPEN-LOSE")["bar"] == "SORC-LOSE-1 and SORC-CANT-1 prevail"


def test_outcomes_are_called_by_letters() -> None:
    """A to Z, then two letters."""
    assert letters(28)[:2] == ("A", "B")
    assert letters(28)[25:] == ("Z", "AA", "AB")


def test_a_player_that_only_some_outcomes_speak_of() -> None:
    """What no effect changed there is as it was."""
    one = outcome({("you", "life"): 3, ("me", "abilities"): ("Charge",)})
    assert said(one, outcome({})) == (
        ("me has 'Charge'", "life of you is 3"),
        ("me has no 'Charge'", "life of you is unchanged"),
    )
