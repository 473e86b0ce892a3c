"""Why not: each effect that could have changed a value and did not, with what kept it from it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from layerlaw.model import load_scenario, loads_scenario, shipped_scenarios
from layerlaw.model.errors import LayerlawError
from layerlaw.solver import never_applied, solve, why_not
from layerlaw.solver.answer.explain import changed_cells

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Run
    from layerlaw.solver import Absence, Answer

SHIPPED = {path.name.split(".")[0]: path for path in shipped_scenarios()}
HEAD = "title: A board\nrulebook: sorcery-2026-01\nplayers: [you, me]\n"


def board(play: str, cards: str = "") -> Answer:
    """The answer to a Sorcery scenario of these events and cards."""
    return solve(loads_scenario(f"{HEAD}{cards}play:\n{play}"))


def told(answer: Answer, object: str, characteristic: str) -> list[tuple[str, str, str]]:
    """Effect, layer and kind of each absence."""
    return [(one.effect, one.layer, one.kind) for one in why_not(answer, object, characteristic)]


def last(absences: tuple[Absence, ...]) -> str:
    """What the only absence says in the end."""
    (absence,) = absences
    return absence.reasons[-1].text


SILENCED = """
  - you: Foot Soldier as F at 3
  - you: King of the Realm as K at 8
  - me: Sisters of Silence as S at 9
"""


def test_an_ability_that_is_lost_before_its_layer_begins() -> None:
    """The King's bonus and control would have reached the soldier; the Sisters took both."""
    answer = board(SILENCED)
    assert told(answer, "F", "power") == [("K.1", "7", "lost")]
    assert told(answer, "F", "controller") == [("K.2", "3", "lost")]
    assert (
        last(why_not(answer, "F", "power")) == "lost: S.1 took the ability from K (layer 2 silence)"
    )
    assert why_not(answer, "F", "power")[0].reasons[-1].clauses == ("SORC-LAYER-2",)
    # The bonus of the King is for others, lost or not.
    assert told(answer, "K", "power") == []


def test_an_effect_that_is_lost_at_its_turn() -> None:
    """Of two neighbouring Sisters the older silences the other, who would have silenced it."""
    answer = board("""
  - you: Sisters of Silence as A at 3
  - me: Sisters of Silence as B at 4
""")
    (lost,) = (one for one in why_not(answer, "A", "silenced") if one.kind == "lost")
    assert (lost.effect, lost.layer) == ("B.1", "2")
    assert "A.1 ended it before its turn" in lost.reasons[-1].text


@pytest.mark.parametrize(
    ("name", "object", "characteristic", "effect", "says"),
    [
        ("tombstone-wardens", "T", "power", "T.1", "which did not hold"),
        ("iron-shackles", "T", "power", "W.1", "W is disabled"),
        ("two-answers", "M", "power", None, "is ignored"),
    ],
)
def test_an_effect_that_is_not_in_force(
    name: str, object: str, characteristic: str, effect: str | None, says: str
) -> None:
    """Its condition does not hold, its source is disabled, or ignored in that answer."""
    answer = solve(load_scenario(SHIPPED[name]))
    for state in answer.states:
        absences = [one for one in why_not(state, object, characteristic) if one.kind == "off"]
        assert effect in (None, *(one.effect for one in absences))
        assert says in last(tuple(absences))


def test_an_ability_that_is_given_when_its_layer_is_over() -> None:
    """Abilities are given in layer 5, and silence is layer 2."""
    cards = """cards:
  Herald: {is: [minion], power: 1, has: ["other minions: gain [nearby minions: silenced]"]}
"""
    answer = board(
        """
  - you: Herald as H at 20
  - you: Foot Soldier as A at 3
  - me: Foot Soldier as B at 4
""",
        cards,
    )
    assert ("A.gained@H.1", "2", "late") in told(answer, "B", "silenced")
    (late,) = (one for one in why_not(answer, "B", "silenced") if one.source == "A")
    assert late.reasons[-1].text == ("came too late: H.1 gave it when layer 2 silence was over")


@pytest.mark.parametrize(
    ("name", "object", "characteristic", "effect", "kind", "says"),
    [
        # Silence bars abilities from being gained (SORC-SILENCE).
        ("spellcasters", "F", "abilities", "E.1", "barred", "barred by S.1 (layer 2 silence)"),
        ("power-of-flight-sky-baron", "T", "abilities", "P", "barred", "barred by B.2"),
        ("bedrock", "B", "abilities", "F.1", "kept off", "B can't be modified, by B.1"),
        ("avatar-immune", "A", "silenced", "M.1", "kept off", "the rules keep it off A"),
    ],
)
def test_an_effect_that_is_barred_or_kept_off(
    name: str, object: str, characteristic: str, effect: str, kind: str, says: str
) -> None:
    """It was applied, and a prohibition or an immunity kept the object as it was."""
    answer = solve(load_scenario(SHIPPED[name]))
    (absence,) = (one for one in why_not(answer, object, characteristic) if one.effect == effect)
    assert (absence.kind, says in absence.reasons[-1].text) == (kind, True)


MISSED = """cards:
  Banner: {is: [minion], power: 1, has: ["your mortals: power += 1"]}
"""


def test_a_scope_that_just_missed_the_object() -> None:
    """One thing that it asks for is not so, and the rest is; what fails two things is not told."""
    answer = board(
        """
  - you: Banner as B at 1
  - you: Foot Soldier as F at 3
  - me: Foot Soldier as E at 4
  - me: Humble Village as V at 5
""",
        MISSED,
    )
    assert told(answer, "E", "power") == [("B.1", "7", "missed")]
    assert "asks for 'your objects', and E is not among these" in last(
        why_not(answer, "E", "power")
    )
    assert told(answer, "V", "power") == told(answer, "F", "power") == []


def test_a_scope_that_fits_at_another_moment() -> None:
    """What is no minion until layer 4 is not silenced in layer 2; the answer says when it is."""
    answer = solve(load_scenario(SHIPPED["island-leviathan"]))
    (absence,) = (one for one in why_not(answer, "L", "silenced") if one.effect == "S.1")
    assert absence.kind == "missed"
    assert absence.reasons[-1].text.endswith("at that moment: it is only after X in layer 4 type")


def test_several_answers_and_a_paradox() -> None:
    """What holds in every answer is told; where there is no state nothing is."""
    answer = solve(load_scenario(SHIPPED["two-answers"]))
    apart = [set(why_not(state, "M", "power")) for state in answer.states]
    assert apart[0] != apart[1]
    assert set(why_not(answer, "M", "power")) == apart[0] & apart[1]
    with pytest.raises(LayerlawError, match="no value"):
        why_not(solve(load_scenario(SHIPPED["paradox"])), "M", "abilities")


def test_what_came_to_nothing_names_whom_it_would_have_reached() -> None:
    """Over the whole board, once for each layer."""
    answer = board(SILENCED)
    assert [(one.effect, one.kind, whom) for one, whom in never_applied(answer)] == [
        ("K.2", "lost", ("F", "K", "S")),
        ("K.1", "lost", ("F", "S")),
    ]
    assert changed_cells(answer) == (("F", "silenced"), ("K", "silenced"), ("K", "abilities"))


@pytest.mark.parametrize("value", ["F.power", "power of F", " power of F"])
def test_both_ways_to_name_a_value(run: Run, tmp_path: Path, value: str) -> None:
    """The chain, then what could have changed it and did not."""
    file = tmp_path / "silenced.scenario.yaml"
    file.write_text(f"{HEAD}play:\n{SILENCED}", encoding="utf-8")
    code, out, _ = run("why", str(file), value)
    assert code == 0
    assert "power of F is 1" in out
    assert out.index("What could have changed it and did not") < out.index("K.1: lost")
    code, out, _ = run("why", str(file), value, "--json")
    assert [(one["effect"], one["how"]) for one in json.loads(out)["not"]] == [("K.1", "lost")]


def test_a_whole_board_and_a_whole_object(run: Run, tmp_path: Path) -> None:
    """Every changed value in a line, and the effects that came to nothing."""
    file = tmp_path / "silenced.scenario.yaml"
    file.write_text(f"{HEAD}play:\n{SILENCED}", encoding="utf-8")
    code, out, _ = run("why", str(file))
    assert code == 0
    assert "silenced of F: no -> yes, by S.1" in out and "K.2: lost" in out
    _, out, _ = run("why", str(file), "F")
    assert "silenced of F" in out and "silenced of K" not in out and "K.1: lost" in out
    _, out, _ = run("why", str(file), "--json")
    document = json.loads(out)
    assert document["kind"] == "why all"
    assert [one["effect"] for one in document["not"]] == ["K.2", "K.1"]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("kk", "'kk' is no object of the scenario"),
        ("X.power", "there is no object 'X'"),
        ("F.powr", "did you mean 'power'?"),
        (".power", "OBJECT.CHARACTERISTIC"),
    ],
)
def test_what_nobody_knows_is_one_message(run: Run, tmp_path: Path, value: str, says: str) -> None:
    """Exit code 2, and what to write instead."""
    file = tmp_path / "silenced.scenario.yaml"
    file.write_text(f"{HEAD}play:\n{SILENCED}", encoding="utf-8")
    code, out, err = run("why", str(file), value)
    assert (code, out) == (2, "")
    assert says in err.replace("\n", " ")
