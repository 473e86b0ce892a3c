"""`layerlaw orders`: what it prints, its exit codes, its JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from layerlaw.model import shipped_scenarios
from layerlaw.solver.certainty.orders import played as playing
from layerlaw.solver.play.history import History

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Run
    from layerlaw.model import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.situation import Situation

FILES = {path.name.removesuffix(".scenario.yaml"): path for path in shipped_scenarios()}


def in_one_line(text: str) -> str:
    """The text without line breaks, whatever the width it was wrapped to."""
    return " ".join(text.split())


def test_orders_says_who_chooses_on_which_clause_and_where_it_leads(run: Run) -> None:
    """The Sisters of the active player: two orders, two outcomes, one who decides."""
    ran = run("orders", str(FILES["boneyard-sisters-you"]), "--no-color")
    assert ran.code == 0
    out = in_one_line(ran.out)
    for piece in (
        "1. the order of A and D, together in event 2: chosen by you (SORC-SIM-1)",
        "2 admissible orders, 2 outcomes",
        "silenced of A no yes",
        "A just when A before D",
        "B just when D before A",
        "you: decides alone",
        "me: can't change anything",
    ):
        assert piece in out, piece
    assert "\x1b[" not in ran.out


def test_nothing_to_choose_and_nothing_that_matters_are_told_apart(run: Run) -> None:
    """One admissible order; several with one outcome."""
    one = run("orders", str(FILES["boneyard-two-kings-you"])).out
    assert "The rules leave nothing to choose here: 1 admissible order." in in_one_line(one)
    same = run("orders", str(FILES["boneyard-three-kings"])).out
    assert "2 admissible orders, all with the same outcome" in in_one_line(same)


def test_orders_as_json_has_the_documented_fields(run: Run) -> None:
    """Kind `orders`; the same on every run."""
    arguments = ("orders", str(FILES["boneyard-sisters-you"]), "--json")
    ran = run(*arguments)
    document = json.loads(ran.out)
    assert (document["schema"], document["kind"]) == ("layerlaw/1", "orders")
    assert document["choices"][0] == {
        "kind": "entry",
        "items": ["A", "D"],
        "by": "you",
        "if active": False,
        "clause": "SORC-SIM-1",
        "event": 2,
        "of": None,
        "total": 2,
        "idle": False,
        "untold": False,
    }
    assert (document["total"], document["played"], document["complete"]) == (2, 2, True)
    assert document["outcomes"][1] == {
        "label": "B",
        "answers": 1,
        "refused": None,
        "count": 1,
        "condition": "D before A",
        "picks": [[["D", "A"]]],
    }
    silenced = {"object": "A", "characteristic": "silenced", "values": [[False], [True]]}
    assert silenced in document["differences"]
    assert document["roles"][0] == {"player": "you", "choices": [0], "says": "decides"}
    assert run(*arguments).out == ran.out


def test_a_limit_is_told(run: Run) -> None:
    """At least so many outcomes, in so many of all."""
    ran = run("orders", str(FILES["boneyard-sisters-you"]), "--limit", "1")
    assert ran.code == 0
    assert "at least 1 outcome in 1 of 2 admissible orders" in in_one_line(ran.out)


def test_without_a_turn_it_is_a_choice(run: Run, tmp_path: Path) -> None:
    """What `solve` refuses, `orders` takes as one more thing that is open."""
    text = FILES["boneyard-two-kings-you"].read_text(encoding="utf-8")
    file = tmp_path / "open.scenario.yaml"
    file.write_text(text.replace("active: you\n", "").split("expect:")[0], encoding="utf-8")
    assert run("solve", str(file)).code == 2
    ran = run("orders", str(file))
    assert ran.code == 0
    assert "whose turn it is (you or me): the scenario does not say" in in_one_line(ran.out)


def test_an_interrupt_prints_what_was_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 130, and at least the outcomes so far."""
    played = []

    def twice(scenario: Scenario, derived: Callable[[Situation], Answer]) -> History:
        played.append(scenario)
        if len(played) > 1:
            raise KeyboardInterrupt
        return History(scenario, derived=derived)

    monkeypatch.setattr(playing, "History", twice)
    ran = run("orders", str(FILES["boneyard-sisters-you"]))
    assert ran.code == 130
    said = "interrupted: at least 1 outcome in 1 of 2 admissible orders"
    assert said in in_one_line(ran.out)


def test_another_rulebook_and_another_reading_change_what_is_open(run: Run) -> None:
    """The Chinese page says nothing of the order; it is read as the later pages are, or as open."""
    file = str(FILES["together-three-measures"])
    ran = run("orders", file, "--rulebook", "grand-archive-zh")
    assert "chosen by you (ZH-OPEN-SIM)" in in_one_line(ran.out)
    read = ("--reading", "ZH-OPEN-SIM=unsaid")
    ran = run("orders", file, "--rulebook", "grand-archive-zh", *read)
    assert "nobody is said to choose (ZH-OPEN-SIM)" in in_one_line(ran.out)
    assert run("orders", file, "--reading", "NO-SUCH=x").code == 2
