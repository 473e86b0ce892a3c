"""The command line: what it prints, its exit codes, and bad input without a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from layerlaw.model import shipped_scenarios

if TYPE_CHECKING:
    from conftest import Run

KINGS = str(next(p for p in shipped_scenarios() if p.name.startswith("two-kings.")))


def test_solve_shows_order_reasons_and_certificate(run: Run) -> None:
    """Two Kings: the older first, in a loop by timestamp, with its clause, and confirmed."""
    ran = run("solve", KINGS, "-v", "--no-color")
    assert ran.code == 0
    for piece in (
        "Layer 3: control (SORC-LAYER-3)",
        "in a loop with K2.2: by timestamp (SORC-DEP-5)",
        "controller of K2: me -> you",
        "loop [K1.2, K2.2]",
        "Certificate: confirmed",
    ):
        assert piece in ran.out
    assert "\x1b[" not in ran.out


def test_solve_prints_the_same_on_every_run(run: Run) -> None:
    """Nothing in the output turns on hashing or timing."""
    assert run("solve", KINGS, "--json").out == run("solve", KINGS, "--json").out


def test_solve_as_json_has_the_documented_fields(run: Run) -> None:
    """The fields of docs/json.md, under the schema's name."""
    document = json.loads(run("solve", KINGS, "--json").out)
    assert document["schema"] == "layerlaw/1"
    assert document["kind"] == "derivation"
    assert document["objects"]["K2"]["controller"] == "you"
    [control] = [layer for layer in document["layers"] if layer["name"] == "control"]
    assert control["loops"] == [["K1.2", "K2.2"]]
    assert [turn["effect"] for turn in control["turns"]] == ["K1.2", "K2.2"]
    assert control["dependencies"][0]["witness"] == {
        "kind": "action",
        "before": "you",
        "after": "me",
    }
    assert document["certificate"]["ok"] is True


def test_a_reading_changes_the_answer_and_is_named(run: Run) -> None:
    """`--reading` is shown with the answer."""
    ran = run("solve", KINGS, "--reading", "SORC-OPEN-TEST=result", "--no-color")
    assert ran.code == 0
    assert "SORC-OPEN-TEST = result" in ran.out


def test_why_gives_the_chain_of_reasons_with_clauses(run: Run) -> None:
    """From who put the King into play to who has him at the end."""
    ran = run("why", KINGS, "K2.controller", "--no-color")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "controller of K2 is you"
    assert "begins as me" in ran.out
    assert "becomes you by K1.2" in ran.out
    assert "SORC-DEP-5:" in ran.out
    steps = json.loads(run("why", KINGS, "K2.controller", "--json").out)["steps"]
    assert steps[1]["effect"] == "K1.2"


def test_check_reports_a_broken_expectation(run: Run, tmp_path: Path) -> None:
    """Exit code 1, with the line, what was expected, what was found, and the steps."""
    text = Path(KINGS).read_text(encoding="utf-8").replace("power of F is 3", "power of F is 4", 1)
    file = tmp_path / "broken.scenario.yaml"
    file.write_text(text, encoding="utf-8")
    ran = run("check", str(tmp_path), "--no-color")
    assert ran.code == 1
    assert "power of F is 4" in ran.out
    assert "power of F is 3" in ran.out
    assert "1 passed, 1 failed" in ran.out


@pytest.mark.slow
def test_the_shipped_scenarios_check(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`layerlaw check --shipped` is green on every tenth of them, as text and as JSON."""
    tenth = shipped_scenarios()[::10]
    monkeypatch.setattr("layerlaw.solver.shell.cli.check_command.shipped_scenarios", lambda: tenth)
    ran = run("check", "--shipped", "--no-certificate")
    assert ran.code == 0
    assert " 0 failed" in ran.out
    document = json.loads(run("check", KINGS, "--json").out)
    assert document["failed"] == 0


def test_rulebooks_are_listed_and_shown_clause_by_clause(run: Run) -> None:
    """Every clause with its place, every open point with its readings."""
    assert "sorcery-2026-01" in run("rulebook").out
    ran = run("rulebook", "sorcery-2026-01", "--no-color")
    assert "SORC-DEP-3" in ran.out
    assert "SORC-OPEN-TEST" in ran.out
    assert json.loads(run("rulebook", "sorcery-2026-01", "--json").out)["clauses"]


def test_a_card_is_shown_in_notation_and_english(run: Run) -> None:
    """By its name, whatever the case, with what is left out."""
    ran = run("card", "king of the realm", "--no-color")
    assert "mortals: controller := you" in ran.out
    assert "layer 4 control" in ran.out
    assert json.loads(run("card", "Lucid Dreamers", "--json").out)["name"] == "Lucid Dreamers"


def test_demo_solves_two_kings(run: Run) -> None:
    """The first thing a newcomer sees."""
    ran = run("demo", "--no-color")
    assert ran.code == 0
    assert "Two Kings of the Realm" in ran.out
    assert "Mordred and Caliburn of Silencing" in ran.out
    assert ran.out.count("Certificate: confirmed") == 4


def test_the_notation_and_the_scenarios_are_at_hand(run: Run) -> None:
    """What a user needs to write a scenario comes with the installation."""
    assert "## Selectors" in run("notation").out
    assert KINGS in run("scenarios", "--paths").out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "no-such-file.yaml"), "no such file"),
        (("solve", "."), "folder"),
        (("solve", KINGS, "--reading", "SORC-OPEN-TES=result"), "did you mean 'SORC-OPEN-TEST'"),
        (("solve", KINGS, "--reading", "nonsense"), "POINT=READING"),
        (("why", KINGS, "K3.controller"), "there is no object 'K3'"),
        (("why", KINGS, "K2.controler"), "did you mean 'controller'"),
        (("why", KINGS, "K2."), "OBJECT.CHARACTERISTIC"),
        (("rulebook", "sorcery"), "sorcery-2026-07"),
        (("card", "Sister of Silence"), "did you mean 'Sisters of Silence'"),
        (("check",), "--shipped"),
        (("slove", KINGS), "solve"),
        (("readings", KINGS), "`layerlaw solve FILE --readings`"),
    ],
)
def test_a_mistake_gets_one_clear_message_and_exit_code_2(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    """What is wrong and what to do, on standard error."""
    ran = run(*arguments)
    assert ran.code == 2
    assert message in ran.err


def test_all_mistakes_of_a_file_come_at_once(run: Run, tmp_path: Path) -> None:
    """Each with file, line, column, and a suggestion."""
    file = tmp_path / "wrong.scenario.yaml"
    file.write_text(
        "title: wrong\nrulebook: sorcery-2026-01\nplayers: [you, me]\nplay:\n"
        "  - you: Sister of Silence as S at 8\n"
        "  - me: King of the Realm as K at 40\n"
        "expect:\n  - powr of K is 3\n",
        encoding="utf-8",
    )
    ran = run("solve", str(file))
    assert ran.code == 2
    assert f"{file}:5:10: unknown card 'Sister of Silence': did you mean 'Sisters" in ran.err
    assert f"{file}:6:" in ran.err
    assert f"{file}:8:" in ran.err


def test_an_ability_that_was_lost_cannot_be_used(run: Run, tmp_path: Path) -> None:
    """A silenced Floodplain floods nothing: the event is refused where it stands."""
    file = tmp_path / "silenced.scenario.yaml"
    file.write_text(
        "title: silenced\nrulebook: sorcery-2026-01\nplayers: [you, me]\nplay:\n"
        "  - you: Fields of Phyxis as F at 13\n  - me: Floodplain as P at 8\n"
        "  - me: use P on F\n",
        encoding="utf-8",
    )
    ran = run("solve", str(file))
    assert ran.code == 2
    assert f"{file}:7:" in ran.err
    assert "lost the ability" in ran.err
