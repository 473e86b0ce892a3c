"""What stands in a paradox, what has no value, and who asks for it gets a message."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from layerlaw.model import BadInput, LayerlawError, loads_scenario
from layerlaw.solver import Answer, derive, may, solve, why
from layerlaw.solver.answer.difference.outcome import outcome as table_of
from layerlaw.solver.answer.expectations import judge
from layerlaw.solver.certainty.what_if import Question, what_if
from layerlaw.solver.shell.report.rulings import told_rulings
from together import game, table

CONTRARY = {"C": "2 | self: colours += light as long as self is not light"}
"""It is light as long as it is not."""


def torn(cards: Mapping[str, str], policies: Mapping[str, str] | None = None) -> Answer:
    """The paradox of these cards and one that contradicts itself."""
    found = derive(table({**CONTRARY, **cards}, rulebook=game(policies)))
    assert found.verdict == "paradox"
    return found


@pytest.mark.parametrize(
    ("line", "without"),
    [
        ("creatures: power += 1", set()),
        ("light creatures: power += 1", {("C", "power")}),
        ("self: power += number of light creatures", {("Q", "power")}),
        (
            "creatures: power += 1 as long as there is a light creature",
            {("C", "power"), ("Q", "power")},
        ),
        ("creatures with power >= 9: frozen as long as C is light", set()),
        (
            "self: gain [creatures: cost := 1] as long as C is light",
            {("Q", "abilities"), ("C", "cost"), ("Q", "cost")},
        ),
        ("self: controller := me as long as C is light", {("Q", "controller")}),
        ("self: can't attack as long as C is light", {("Q", "permissions")}),
        ("self: colours := dark as long as C is light", {("Q", "colours")}),
    ],
)
def test_what_reads_a_paradox_has_no_value(line: str, without: set[tuple[str, str]]) -> None:
    """And nothing else; what is given up to it is named with the effects to blame."""
    found = torn({"Q": f"3 | {line}"})
    assert found.without == without | {("C", "colours")}
    assert found.stuck == ("C.1",)
    for object, name in found.without:
        with pytest.raises(LayerlawError, match=f"{name} of {object} has no value"):
            found.value(object, name)


def test_a_reader_that_is_decided_all_the_same_stands() -> None:
    """That one is light is enough where another certainly is."""
    found = torn({"L": "light 1", "Q": "3 | self: power += 1 as long as there is a light creature"})
    assert found.value("Q", "power") == 4 and found.without == {("C", "colours")}


def test_only_the_components_without_a_state_are_to_blame() -> None:
    """A pair that may go either way has two states beside it, and agrees on what it agrees on."""
    found = torn({"U": "1 | V: silenced", "V": "1 | U: silenced", "W": "1 | U or V: power += 1"})
    assert found.stuck == ("C.1",) and len(found.rest) == 2
    assert (found.value("U", "power"), found.value("V", "power")) == (2, 2)
    with pytest.raises(LayerlawError, match="has several states, and they do not agree on it"):
        found.value("U", "silenced")


def test_as_little_as_possible_has_no_value() -> None:
    """Of two upstream states that count in which less is without value."""
    cards = {
        "U": "1 | V: silenced",
        "V": "1 | U: silenced",
        "X": "1 | self: frozen as long as U is silenced and self is not frozen",
    }
    found = torn(cards)
    assert len(found.rest) == 1 and found.value("U", "silenced") is False
    assert ("X", "frozen") not in found.without


@pytest.mark.parametrize("option", ["all deeds", "what is added", "all fixed points"])
def test_under_every_option_the_same_stands_where_nothing_holds_itself_up(option: str) -> None:
    """What the options differ in does not come up here."""
    cards = {"Q": "3 | light creatures: power += 1", "R": "light 1 | self: gain haste"}
    found = torn(cards, {"groundedness": option})
    assert found.value("R", "power") == 2 and found.value("Q", "power") == 3
    assert found.without == {("C", "colours"), ("C", "power")}


SHRINE = """
title: A paradox and what asks for it
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Contrary Shrine: {is: [d2, field], has: ["creatures without Blocker: gain Blocker"]}
  Banner: {is: [d2, field], has: ["fire creatures: power += 1000"]}
  Rally: {is: [spell], resolves: ["creatures with Blocker: power += 500 until end of turn"]}
  Gauge:
    is: [spell]
    resolves:
      - "fire creatures: power += number of (creatures with Blocker) until end of turn"
  Doom: {is: [d2, field], has: ["creatures with Blocker: power -= 9000"]}
play:
  - you: Contrary Shrine as C
  - you: Banner as B
  - me: Burning Mane as M
  - you: '"Immortal Baron, Vorg" as F'
"""


@pytest.mark.parametrize("spell", ["Rally", "Gauge"])
def test_an_event_that_asks_for_it_stops(spell: str) -> None:
    """What a spell keeps to, or reads once, cannot be told; the message has its place."""
    scenario = loads_scenario(f"{SHRINE}  - you: {spell} as R\n")
    with pytest.raises(BadInput, match=r"(?s):19:5.*abilities of F has no value"):
        solve(scenario)


def test_a_check_that_asks_for_it_is_left_open_and_nothing_goes_on() -> None:
    """The answer says so, and the event after it stops."""
    answer = solve(loads_scenario(f"{SHRINE}  - you: Doom as D\n"))
    assert {(one.object, one.verdict) for one in answer.undecided} == {
        ("F", "is destroyed"),
        ("M", "is destroyed"),
    }
    after = loads_scenario(f"{SHRINE}  - you: Doom as D\n  - you: Banner as B2\n")
    with pytest.raises(BadInput, match=r"(?s):20:5.*whether M is destroyed"):
        solve(after)


def test_questions_are_answered_of_what_stands_alone() -> None:
    """Why, may, what-if and expectations: a value, or a message."""
    scenario = loads_scenario(
        SHRINE + "expect: [power of F is 3000, F has Blocker, F lacks Blocker]\n"
    )
    answer = solve(scenario)
    assert why(answer, "F", "power")[-1].value == 3000
    assert may(answer, "B", "attack").allowed is False
    for ask in (lambda: why(answer, "F", "abilities"), lambda: may(answer, "F", "attack")):
        with pytest.raises(LayerlawError, match="of F has no value"):
            ask()
    assert [judge(answer, one).fulfilled for one in scenario.expect] == [True, False, False]
    assert table_of(answer).cells["F", "power"] == 3000
    difference = what_if(scenario, Question(without=("B",))).difference
    assert difference is not None
    changed = difference.cells
    assert [(one.object, one.characteristic) for one in changed] == [("F", "power")]


LIAR = """
title: A liar and who stands beside it
rulebook: duel-masters-1.28-en
players: [A, B]
active: A
cards:
  Plain: {{is: [creature], power: 2000}}
  Liar: {{is: [creature], power: 3000, has: ["self: lose all abilities"{also}]}}
  Law: {{is: [field], has: ["{law}"]}}
play: [{{A: Plain as P}}, {{B: Plain as Q}}, {{A: Law as L}}, {{A: Liar as X}}]
"""
BESIDE = [
    # Nothing the liar says bears on the others; it has no word on itself (DM-GAME-SICKNESS).
    ("creatures: power += 1000", "", "P", "can't attack, can't be attacked, can't block", ()),
    # What it says of Q is lost with the abilities that it may have; P still has its word.
    ("creatures: power += 1000", ', "Q: power += 1000, can\'t be returned"', "P",
     "can't attack, can't be attacked, can't block", ("Q",)),
    # A player's, and another verb.
    ("players: can't charge", "", "B", "can't charge", ()),
    ("players: can't charge", ', "opponents: can\'t charge"', "A", "can't charge", ("B",)),
    ("Q: can't be returned", "", "Q",
     "can't attack, can't be attacked, can't be returned, can't block", ()),
]  # fmt: skip


@pytest.mark.parametrize(("law", "also", "who", "says", "open"), BESIDE)
def test_what_stands_of_permissions_is_decided(
    law: str, also: str, who: str, says: str, open: tuple[str, ...]
) -> None:
    """As beside no paradox: the liar gone, nothing changes of what the others may do."""
    scenario = loads_scenario(LIAR.format(law=law, also=also))
    answer = solve(scenario)
    assert answer.verdict == "paradox"
    assert {id for id, name in answer.without if name == "permissions"} == {"X", *open}
    assert table_of(answer).cells[who, "permissions"] == tuple(says.split(", "))
    told = {one.says for one in told_rulings(answer, who)}
    assert told == set(says.split(", "))
    for id in ("X", *open):
        assert (id, "permissions") not in table_of(answer).cells
        assert told_rulings(answer, id) == ()
    difference = what_if(scenario, Question(without=("X",))).difference
    assert difference is not None
    assert [one for one in difference.cells if one.characteristic == "permissions"] == []


def test_a_permission_that_changes_beside_a_paradox_is_told() -> None:
    """The law gone, Q may be returned, whoever is without value."""
    scenario = loads_scenario(LIAR.format(law="Q: can't be returned", also=""))
    difference = what_if(scenario, Question(without=("L", "X"))).difference
    assert difference is not None
    before = "can't attack", "can't be attacked", "can't be returned", "can't block"
    after = "can't attack", "can't be attacked", "can't block"
    changed = [one for one in difference.cells if one.characteristic == "permissions"]
    assert [(cell.object, *cell.values) for cell in changed] == [("Q", before, after)]


def test_who_has_no_controller_is_decided_for_as_far_as_it_goes() -> None:
    """What is done to it with nobody named goes by its controller; that it can't block does not."""
    law = "P: controller := B as long as X has an ability"
    scenario = loads_scenario(LIAR.format(law=law, also=""))
    answer = solve(scenario)
    assert ("P", "controller") in answer.without
    says = table_of(answer).cells["P", "permissions"]
    assert says == ("can't attack", "can't be attacked", "can't block")
    difference = what_if(scenario, Question(without=("X",))).difference
    assert difference is not None
    assert [one for one in difference.cells if one.characteristic == "permissions"] == []
