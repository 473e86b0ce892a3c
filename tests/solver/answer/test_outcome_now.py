"""An outcome is what players see now: what is decided of permissions and ways, places, bearers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import LayerlawError, loads_scenario
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.answer.difference.answers import difference
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.answer.explain import why
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.certainty.orders import orders
from layerlaw.solver.certainty.orders.ages import arrival_groups, by_groups
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.certainty.orders.verdict import OrderVerdict
from layerlaw.solver.certainty.readings import readings
from layerlaw.solver.certainty.what_if import Question, what_if
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.facts.records import Value
from layerlaw.solver.play.solve import solve

SHIPPED = {path.name.split(".")[0]: path for path in shipped_scenarios()}

AGED = {"GA-OPEN-CANT": "both-static"}
"""The reading under which a newer can goes before a can't, where one of the two has resolved."""

FIELD = """
title: Two effects at one moment
rulebook: grand-archive-2025-09
players: [A, B]
active: A
cards:
  Ally P: {{is: [ally, warrior], power: 2, life: 2}}
  Champion C: {{is: [champion, warrior], level: 1, life: 20}}
  One: {{is: [{type}], elements: [norm], {use}: ["{one}"]}}
  Other: {{is: [{type}], elements: [norm], {use}: ["{other}"]}}
play:
  - A: Ally P as P
  - B: Champion C as C
  - together: [{{A: One as F}}, {{A: Other as G}}]
"""


def field(one: str, other: str, *, static: bool = False, also: str = "") -> Scenario:
    """Two cards of A that arrive together, an ally of A and a champion of B before them."""
    type, use = ("domain", "has") if static else ("action, skill", "resolves")
    return loads_scenario(FIELD.format(one=one, other=other, type=type, use=use) + also)


def verdict(scenario: Scenario) -> OrderVerdict:
    """Whether the order matters among what no rule orders."""
    age = by_groups(arrival_groups(scenario))
    return order_matters(solve(scenario), "unordered", age=age)


def aged(scenario: Scenario) -> Scenario:
    """The scenario under the reading by which age decides."""
    return replace(scenario, readings=AGED)


def flipped(scenario: Scenario) -> dict[tuple[str, str], tuple[Value, ...]]:
    """What changes when F and G change places."""
    answer = what_if(scenario, Question(swaps=(("F", "G"),)))
    assert answer.difference is not None
    return {cell.cell: cell.values for cell in answer.difference.cells}


UNTIL = "until end of turn"
OPPOSED = [
    # GA-PERM-1 and GA-TS-1b: of two that resolved the newer decides; G is, as it is written.
    (f"allies: can't attack {UNTIL}", f"allies: can attack {UNTIL}", "P", (), ("can't attack",)),
    # The other voice, and the other way round.
    (f"allies: can be targeted {UNTIL}", f"allies: can't be targeted {UNTIL}", "P",
     ("can't be targeted",), ()),
    # About particular objects alone.
    (f"allies: can't attack champions {UNTIL}", f"allies: can attack champions {UNTIL}", "P",
     (), ("can't attack C",)),
    # One speaks of who does it, the other of whom it is done to.
    (f"champions: can't be attacked by allies {UNTIL}", f"allies: can attack champions {UNTIL}",
     "P", (), ("can't attack C",)),
    # A particular permission leaves a general prohibition in force for all others.
    (f"allies: can't attack {UNTIL}", f"allies: can attack champions {UNTIL}", "P",
     ("can attack C", "can't attack"), ("can't attack",)),
    # Players.
    (f"you: can't draw {UNTIL}", f"you: can draw {UNTIL}", "A", (), ("can't draw",)),
]  # fmt: skip


@pytest.mark.sample(2)
@pytest.mark.parametrize(("one", "other", "object", "now", "then"), OPPOSED)
def test_which_of_two_is_the_newer_decides_and_shows_everywhere(
    one: str, other: str, object: str, now: tuple[str, ...], then: tuple[str, ...]
) -> None:
    """Answer, swap, choices and courses tell of it; under all readings it is open."""
    scenario = field(one, other)
    by_age = aged(scenario)

    def said(value: Value) -> set[str]:
        assert isinstance(value, tuple)
        return {text for text in value if "intercept" not in text}

    before, after = flipped(by_age)[object, PERMISSIONS]
    assert (said(before or ()), said(after or ())) == (set(now), set(then))
    assert orders(by_age).matters
    found = verdict(by_age)
    assert found.judgement == "differs" and found.outcomes == 2
    assert found.pair is not None and found.pair.objects == (object,)
    assert {found.layers[-1].judgement} == {"differs"}
    explored = readings(scenario)
    # A newer prohibition goes before an older permission under every reading.
    matters = [matter.point for matter in explored.matters]
    assert ("GA-OPEN-CANT" in matters) is ("can't" not in other)


def test_under_a_reading_that_ranks_them_age_decides_nothing() -> None:
    """GA-GE-5: a prohibition goes before; and then what is read and written proves it."""
    scenario = field(f"allies: can't attack {UNTIL}", f"allies: can attack {UNTIL}")
    always = replace(scenario, readings={"GA-OPEN-CANT": "always"})
    assert flipped(always) == {} and not orders(always).matters
    assert verdict(always).judgement == "same: reads and writes"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"allies: can't attack {UNTIL}", f"allies: can't attack {UNTIL}"),
        (f"allies: can't attack {UNTIL}", f"allies: can retaliate {UNTIL}"),
        (f"allies: can't attack {UNTIL}", f"champions: can attack {UNTIL}"),
        (f"allies: can't attack allies {UNTIL}", f"allies: can attack champions {UNTIL}"),
    ],
)
def test_marks_that_meet_in_no_question_are_proved_to_commute(one: str, other: str) -> None:
    """The same word twice, another verb, other objects, other partners."""
    scenario = aged(field(one, other))
    assert flipped(scenario) == {}
    assert verdict(scenario).judgement == "same: reads and writes"


def test_between_static_effects_no_age_decides() -> None:
    """GA-PERM-1: where both are static the prohibition goes before, whichever is the newer."""
    scenario = aged(field("allies: can't attack", "allies: can attack", static=True))
    assert flipped(scenario) == {} and not orders(scenario).matters
    assert verdict(scenario).judgement == "same: reads and writes"


@pytest.mark.parametrize(
    ("one", "other", "ways"),
    [
        # The newest redirection that speaks of the zone is the one that is followed.
        ("goes to hand instead of graveyard", "goes to banishment instead of graveyard",
         ({"goes to banishment instead of graveyard"}, {"goes to hand instead of graveyard"})),
        ("goes to hand instead", "goes to banishment instead",
         ({"goes to banishment instead"}, {"goes to hand instead"})),
        ("goes to hand instead", "goes to memory instead of graveyard",
         ({"goes to memory instead of graveyard"}, {"goes to hand instead"})),
    ],
)  # fmt: skip
def test_the_newer_of_two_redirections_is_part_of_the_outcome(
    one: str, other: str, ways: tuple[set[str], set[str]]
) -> None:
    """Where P would go changes with the order, under every reading of prohibitions."""
    scenario = field(f"allies: {one}", f"allies: {other}", static=True)
    before, after = flipped(scenario)["P", PERMISSIONS]
    assert isinstance(before, tuple) and isinstance(after, tuple)
    assert set(before) - set(after) >= ways[0] and set(after) - set(before) == ways[1]
    assert orders(scenario).matters and verdict(scenario).judgement == "differs"


def test_redirections_of_different_zones_or_to_one_zone_leave_nothing_to_age() -> None:
    """Where both lead to one zone, or neither speaks of what the other does."""
    for other in ("goes to hand instead of graveyard", "goes to memory instead of banishment"):
        scenario = field(
            "allies: goes to hand instead of graveyard", f"allies: {other}", static=True
        )
        assert flipped(scenario) == {} and verdict(scenario).judgement == "same: reads and writes"


def test_the_marks_themselves_are_no_part_of_it() -> None:
    """Without the second of two prohibitions, or without a needless permission, nothing changes."""
    twice = field(f"allies: can't attack {UNTIL}", f"allies: can't attack {UNTIL}")
    needless = field(f"champions: can attack {UNTIL}", f"allies: power += 1 {UNTIL}")
    for scenario, out in ((twice, "G"), (needless, "F")):
        answer = what_if(scenario, Question(without=(out,)))
        assert answer.difference is not None and answer.difference.nothing


def test_the_newer_decides_in_a_game_without_layers_too() -> None:
    """PG-PERM-1: the 2021 guide ranks as the later page does; courses are orders of ages there."""
    text = FIELD.format(
        type="action, skill",
        use="resolves",
        one=f"allies: can't attack {UNTIL}",
        other=f"allies: can attack {UNTIL}",
    )
    scenario = loads_scenario(text, rulebook="grand-archive-2021")
    assert ("P", PERMISSIONS) in flipped(scenario) and orders(scenario).matters
    assert verdict(scenario).judgement == "differs"


def test_rulebooks_of_one_game_are_compared_by_what_cards_speak_of() -> None:
    """GA-GE-5 against ZH-TS-2: the same spells, and P may attack under one alone."""
    text = FIELD.format(
        type="action, skill",
        use="resolves",
        one=f"allies: can't attack {UNTIL}",
        other=f"allies: can attack {UNTIL}",
    )
    here, there = loads_scenario(text), loads_scenario(text, rulebook="grand-archive-zh")
    there = replace(there, readings={"ZH-OPEN-CANT": "newest"})
    found = difference(solve(here), solve(there))
    permissions = [cell for cell in found.cells if cell.characteristic == PERMISSIONS]
    assert [(cell.object, *cell.values) for cell in permissions] == [("P", ("can't attack",), ())]


def test_the_shipped_scenario_of_can_and_cant_is_open() -> None:
    """GA-OPEN-CANT decides there, and swapping the spell with the field's ally does as well."""
    scenario = load_scenario(SHIPPED["can-and-cant"])
    assert [matter.point for matter in readings(scenario).matters] == ["GA-OPEN-CANT"]


def test_what_matters_on_the_way_is_told_though_it_is_over_in_the_end() -> None:
    """Both effects end with the turn; until then their order decided what P may do."""
    text = FIELD + "  - turn: B\n"
    spells = {"type": "action, skill", "use": "resolves"}
    said = {"one": f"allies: can't attack {UNTIL}", "other": f"allies: can attack {UNTIL}"}
    found = orders(aged(loads_scenario(text.format(**spells, **said))))
    assert not found.matters
    [meanwhile] = found.meanwhile
    assert (meanwhile.event, meanwhile.outcomes) == (3, 2)
    assert [(one.object, one.characteristic) for one in meanwhile.differences] == [
        ("P", PERMISSIONS)
    ]


REALM = """
title: Who carries it, and where it stands
rulebook: sorcery-2026-01
players: [you, me]
active: you
play:
  - you: Foot Soldier as F at 8
  - you: Foot Soldier as G at 8
  - you: Sword and Shield as S on F
"""


@pytest.mark.parametrize(
    ("one", "other", "cells"),
    [
        ("drop: S", "attach: S to F", {("S", "bearer")}),
        ("move: F to 9", "move: F to 7", {("F", "place"), ("S", "place")}),
        ("damage: F 1", "damage: G 1", {("F", "damage"), ("G", "damage")}),
    ],
)
def test_bearers_places_and_counters_are_compared(
    one: str, other: str, cells: set[tuple[str, str]]
) -> None:
    """Two histories that differ in nothing else have different outcomes."""
    answers = [solve(loads_scenario(REALM + f"  - {event}\n")) for event in (one, other)]
    found = difference(*answers)
    assert cells <= {(cell.object, cell.characteristic) for cell in found.cells}
    assert not found.nothing and outcome(answers[0]) != outcome(answers[1])


SEVERAL = """
title: Two fields that ignore each other
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Low: {is: [creature], power: 2000}
  East: {is: [field], has: ['objects named "West": ignored', "creatures: power += 1000",
                            "opponents: can't attack"]}
  West: {is: [field], has: ['objects named "East": ignored', "creatures: power += 2000"]}
play:
  - you: Low as L
  - me: East as E
  - me: West as W
"""
PARADOX = load_scenario(SHIPPED["paradox"])


def test_why_and_may_in_python_speak_of_every_answer() -> None:
    """They answer where all answers agree, name what each says where not, and no more."""
    several, paradox = solve(loads_scenario(SEVERAL)), solve(PARADOX)
    assert why(several, "L", "name")[-1].value == "Low"
    with pytest.raises(LayerlawError, match=r"do not agree on power of L .*answer 1.*answer 2"):
        why(several, "L", "power")
    assert {why(state, "L", "power")[-1].value for state in several.states} == {3000, 4000}
    assert may(several, "L", "untap").allowed
    with pytest.raises(LayerlawError, match="do not agree on whether it can be done"):
        may(several, "you", "attack")
    # What stands beside the paradox has a value: nothing that decides it asks who blocks.
    assert why(paradox, "M", "power")[-1].value == 2000
    for ask in (lambda: why(paradox, "M", "abilities"), lambda: may(paradox, "M", "attack")):
        with pytest.raises(LayerlawError, match="no state agrees with all the effects"):
            ask()
