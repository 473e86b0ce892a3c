"""The ruling in sentences: what comes out and why, read back and held against the answer."""

from __future__ import annotations

import re

import pytest

from layerlaw.model import load_scenario, loads_scenario, shipped_scenarios
from layerlaw.solver import Answer, solve
from layerlaw.solver.answer.ruling import changed_values, deciding
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.answer_blocks import answer_blocks
from layerlaw.solver.shell.report.to_terminal import plain_lines

SHIPPED = {path.name.removesuffix(".scenario.yaml"): path for path in shipped_scenarios()}

_GROUP = re.compile(r"\(([^()]*)\)")
_VALUE = re.compile(r"(?:^|, | and )(\S+) for ")


def ruled(name: str) -> tuple[str, ...]:
    """The ruling of a shipped scenario."""
    return solve(load_scenario(SHIPPED[name])).ruling


def test_two_kings_are_ruled_in_two_sentences() -> None:
    """Who controls what and how strong it is, then SORC-DEP-5: a loop goes by timestamp."""
    assert ruled("two-kings") == (
        "All 4 objects in play are now controlled by you; power is now 3 for Foot Soldier (F, G) "
        "and 4 for King of the Realm (K1, K2).",
        "The effects of King of the Realm (K1, K2) depend on each other, so timestamps decide: "
        "the older, King of the Realm (K1), wins (SORC-DEP-5).",
    )


def test_two_kings_fit_on_one_screen() -> None:
    """24 lines of 80 columns, the ruling at the top, the certificate in the last."""
    from layerlaw.solver import certificate_of

    answer = solve(load_scenario(SHIPPED["two-kings"]))
    blocks = answer_blocks("Two Kings", answer, certificate_of(answer).check())
    lines = plain_lines(blocks, 80)
    assert len(lines) <= 24
    assert lines[3].startswith("All 4 objects in play are now controlled by you")
    assert lines[-1].startswith("Certificate: confirmed")


def test_what_is_lost_is_told_with_what_ended_it() -> None:
    """Caliburn takes Mordred's ability in the same layer (GA-LAYER-D), so it is not applied."""
    assert ruled("mordred-caliburn") == (
        "Mordred, Flawless Blade (M) loses all abilities.",
        "The effect of Mordred, Flawless Blade (M) is not applied, because Caliburn of Silencing "
        "(B) ends it first (GA-LAYER-D).",
    )


def test_what_waits_is_told_with_what_it_waits_for() -> None:
    """The older King depends on Mesmerism, which says whose he is (SORC-DEP-3)."""
    assert ruled("king-mesmerism")[1] == (
        "King of the Realm (K) goes after Mesmerism (M) though it is older, for it depends on it "
        "(SORC-DEP-3)."
    )


def test_several_answers_are_told_apart() -> None:
    """Each field ignores the other: two answers, and what both have (DM-608.1)."""
    said = ruled("two-answers")
    assert said[0] == (
        "The rules leave 2 answers and do not choose: East Field (E) is ignored and West Field "
        "(W) is not ignored, or East Field (E) is not ignored and West Field (W) is ignored."
    )
    assert said[1] == "In all of them power is now 3000 for Burning Mane (M)."


def test_a_paradox_names_what_contradicts_itself_and_what_stands() -> None:
    """The Contrary Shrine has no state; Vorg's bonus reads nothing of it."""
    head, stands = ruled("paradox-and-the-rest")
    assert head.startswith("There is no answer: no state agrees with all effects at once")
    assert "Contrary Shrine (C)" in head
    assert stands == "What stands: power is now 3500 for Immortal Baron, Vorg (F)."


def test_where_nothing_changes_that_is_said() -> None:
    """A board without an effect."""
    answer = solve(
        loads_scenario(
            "title: One soldier\nrulebook: sorcery-2026-01\nplayers: [you]\n"
            "play:\n  - you: Foot Soldier as F at 3\n"
        )
    )
    assert answer.ruling == ("No effect changes anything.",)
    assert changed_values(answer) == ()


def _ids(names: str) -> list[str]:
    """The ids in the parentheses of "Foot Soldier (F, G) and Wolf (W)"."""
    found = [id for group in _GROUP.findall(names) for id in group.split(", ")]
    return [id.split(" and ")[0] for id in found]


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_what_a_ruling_says_is_so(name: str) -> None:
    """Read back from the words: numbers, control, loss and order are those of the answer."""
    answer = solve(load_scenario(SHIPPED[name]))
    assert answer.ruling and all(said[0].isupper() or said[0].isdigit() for said in answer.ruling)
    if answer.verdict == "paradox":
        return
    states = answer.states
    first = answer.ruling[0 if answer.verdict == "settled" else 1 :][:1]
    for statement in (piece for said in first for piece in said.rstrip(".").split("; ")):
        _holds(states, statement.removeprefix("In all of them "))
    for one in deciding(answer):
        if one.how == "lost" and one.layer:
            assert any(
                turn.verdict == "lost"
                for record in answer.layers
                for turn in record.turns
                if turn.effect == one.effects[0]
            )
        if one.how == "waits":
            waiting, on = one.effects
            order = [turn.effect for turn in answer.layer(one.layer).turns]
            assert order.index(on) < order.index(waiting)
            assert answer.effects[waiting].key < answer.effects[on].key


def _holds(states: tuple[Answer, ...], statement: str) -> None:
    characteristic, now, values = statement.partition(" is now ")
    characteristic = characteristic[:1].lower() + characteristic[1:]
    known = states[0].shown.characteristics
    if now and characteristic in known:
        pieces = _VALUE.split(values)[1:]
        for value, names in zip(pieces[::2], pieces[1::2], strict=True):
            for id in _ids(names):
                assert {str(state.value(id, characteristic)) for state in states} == {value}
    names, now, player = statement.partition(" now controlled by ")
    if now and not names.lower().startswith("all "):
        control = states[0].rulebook.control
        assert all(state.value(id, control) == player for state in states for id in _ids(names))


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_changed_values_are_what_differs_from_the_beginning(name: str) -> None:
    """Nothing is told that did not change, and no change that a card made is left out."""
    answer = solve(load_scenario(SHIPPED[name]))
    if answer.verdict != "settled":
        return
    told = {(one.object, one.characteristic) for one in changed_values(answer)}
    began = answer.shown.final(answer.start, answer.start)
    made = {
        (change.object, change.characteristic)
        for record in answer.layers
        for turn in record.turns
        if answer.effects[turn.effect].source != RULES
        for change in turn.changes
    }
    for cell, value in answer.final.items():
        object, characteristic = cell
        differs = cell in made and began.get(cell) != value and characteristic != "permissions"
        base = characteristic.startswith("base ")
        covered = base and (object, characteristic.removeprefix("base ")) in told
        if object in answer.situation.players or "@" in object:
            continue
        assert (cell in told) == (differs and not covered)
