"""The command line on how settled an answer is: worked boards, exit codes, JSON, limits."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from layerlaw.model.shipped import shipped_rulebook, shipped_scenarios
from layerlaw.solver.certainty.readings import readings as explore
from layerlaw.solver.shell.cli import all_readings
from layerlaw.solver.shell.cli import progress as progressing
from layerlaw.solver.shell.report.settled import QUICK

if TYPE_CHECKING:
    from conftest import Ran, Run

POINTS = len(shipped_rulebook("sorcery-2026-01").points)
GA_POINTS = len(shipped_rulebook("grand-archive-2025-09").points)
SHIPPED = next(path for path in shipped_scenarios("sorcery") if path.name.startswith("king-king-"))

SORCERY = """\
title: {title}
rulebook: sorcery-2026-01
players: [you, me]
cards:
{cards}
play:
{play}
"""

CHAIN = SORCERY.format(
    title="A chain of four silencers",
    cards="""\
  First: {is: [minion], power: 1, has: ['objects named "Second": silenced']}
  Second: {is: [minion], power: 1, has: ['objects named "Third": silenced']}
  Third: {is: [minion], power: 1, has: ['objects named "Fourth": silenced']}
  Fourth: {is: [minion], power: 1, has: ['objects named "Prey": silenced']}
  Prey: {is: [minion], power: 2, has: ["other minions: power += 1"]}""",
    play="""\
  - you: Prey as P at 8
  - you: Fourth as D at 8
  - you: Third as C at 8
  - you: Second as B at 8
  - you: First as A at 8""",
)

THREE = SORCERY.format(
    title="A chain of three silencers, the last of which works on its own",
    cards="""\
  First: {is: [minion], power: 1, has: ['objects named "Second": silenced']}
  Second: {is: [minion], power: 1, has: ['objects named "Third": silenced']}
  Third: {is: [minion], power: 1, has: ['objects named "Prey": silenced']}
  Prey: {is: [minion], power: 2}""",
    play="""\
  - you: Prey as P at 8
  - you: Third as C at 8
  - you: Second as B at 8
  - you: First as A at 8""",
)

RING = SORCERY.format(
    title="A ring of three silencers",
    cards="""\
  First: {is: [minion], power: 1, has: ['objects named "Second": silenced']}
  Second: {is: [minion], power: 1, has: ['objects named "Third": silenced']}
  Third: {is: [minion], power: 1, has: ['objects named "First": silenced']}""",
    play="""\
  - you: Third as C at 8
  - you: Second as B at 8
  - you: First as A at 8""",
)

FLOOR = SORCERY.format(
    title="Below zero on the way",
    cards="""\
  Prey: {is: [minion], power: 1, activates: ["self: power += 3 until end of turn"]}
  Weaken: {is: [minion], power: 1, has: ["other minions: power -= 3"]}
  Help: {is: [minion], power: 4, has: ["other minions: power += 2"]}""",
    play="""\
  - you: Prey as P at 8
  - you: Weaken as W at 8
  - you: Help as H at 8
  - damage: P 1""",
)

REFUSED = FLOOR + "  - you: use P\n"

LOSS = SORCERY.format(
    title="Lost, then gained",
    cards="""\
  Ground: {is: [minion], power: 1, has: ["other minions: lose Charge"]}
  Wing: {is: [minion], power: 4, has: ["other minions: gain Charge"]}
  Prey: {is: [minion], power: 1}""",
    play="""\
  - you: Prey as P at 8
  - you: Ground as G at 8
  - you: Wing as W at 8""",
)

MUTUAL = """\
title: Two Sisters
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Sisters of Silence as A at 8
  - me: Sisters of Silence as B at 8
"""

MORDRED = """\
title: Two parts of one effect, and a loss in between
rulebook: grand-archive-2025-09
players: [you, me]
cards:
  Banner:
    {is: [ally], power: 1, life: 2, has: ["other allies: elements := fire, power += 1"]}
  Lamp: {is: [ally], power: 1, life: 2, has: ['objects named "Banner": lose all abilities']}
  Guard: {is: [ally], power: 1, life: 2}
play:
  - you: Guard as G
  - you: Banner as B
  - you: Lamp as L
"""

PARADOX = """\
title: Whoever has it loses it
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Taker: {is: [creature], power: 1000, has: ["creatures with Blocker: lose Blocker"]}
  Giver: {is: [creature], power: 500, has: ["creatures: gain Blocker"]}
play:
  - you: Taker as A
  - you: Giver as B
"""

CANT = """\
title: A spell allows what a static effect forbids
rulebook: grand-archive-2025-09
players: [you, me]
cards:
  Shackle: {is: [ally], power: 1, life: 3, has: ["other allies: can't attack"]}
  Runner: {is: [ally], power: 1, life: 3}
  Freedom: {is: [action], resolves: ["target: can attack until end of turn"]}
play:
  - you: Runner as R
  - me: Shackle as S
  - you: Freedom as F on R
"""


@pytest.fixture
def readings(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`layerlaw solve BOARD --readings --no-color ...` at 90 columns."""
    monkeypatch.setenv("COLUMNS", "90")

    def command(board: str, *arguments: str) -> Ran:
        return run("solve", written(tmp_path, board), "--readings", "--no-color", *arguments)

    return command


def written(folder: Path, board: str) -> str:
    """The board as a file."""
    file = folder / "board.scenario.yaml"
    file.write_text(board, encoding="utf-8")
    return str(file)


def unwrapped(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())


def test_a_chain_is_open_and_the_two_clauses_are_named(readings: Any) -> None:
    """With the literal sentence on several effects P is silenced, else it keeps its ability."""
    ran = readings(CHAIN)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[3].startswith(f"Open: of the {POINTS} points asked of this document SORC-OPEN-")
    text = unwrapped(ran.out)
    for piece in (
        "with topological (SORC-DEP-3 prevails) Prey (P) keeps 'other minions: power += 1', "
        "with timestamps (SORC-DEP-4 prevails) Prey (P) is silenced.",
        "SORC-DEP-4: With several of both",
        '["How to Handle Dependencies", sentence in italics]',
        "topological (the default; SORC-DEP-3 prevails):",
        "They part after event 5",
        "layer 2 silence, turn 2",
    ):
        assert piece in text
    assert max(len(line) for line in lines) <= 90


def test_only_points_that_make_the_difference_have_a_section(readings: Any) -> None:
    """Those that cannot matter are named shortly, once."""
    out = readings(CHAIN).out
    assert any(line.startswith("SORC-OPEN-DEPENDENTS: ") for line in out.splitlines())
    assert not any(line.startswith("SORC-OPEN-GRAPH: ") for line in out.splitlines())
    assert "Without bearing here, however they are read: SORC-OPEN-" in unwrapped(out)
    assert not any(line.startswith("SORC-OPEN-FLOOR") for line in out.splitlines())
    assert out.count("-FLOOR") == 1


@pytest.mark.parametrize("board", [THREE, RING, MUTUAL])
def test_boards_on_which_all_readings_agree(readings: Any, board: str) -> None:
    """Three in a row or in a ring: whoever goes when, the same are silenced in the end."""
    ran = readings(board, "--strict")
    assert ran.code == 0
    assert (
        unwrapped(ran.out)
        .split("(sorcery-2026-01) ")[1]
        .startswith(
            f"Settled as far as asked: under every reading of the {POINTS} points asked of this "
            "document that its own examples leave, this comes out (what no rulebook asks: "
            "docs/limits.md)."
        )
    )
    assert "have no bearing here" in unwrapped(ran.out)


def test_where_zero_comes_in_decides_between_life_and_death(readings: Any) -> None:
    """Of three readings two lead to the same; the table has them together."""
    text = unwrapped(readings(FLOOR).out)
    assert "A (default) Prey (P) dies; power of Prey (P) is SORC-OPEN-FLOOR = when-read /" in text
    assert "B Prey (P) survives; power of Prey (P) SORC-OPEN-FLOOR = each-step is 2" in text


def test_an_event_that_a_reading_makes_impossible_is_an_outcome(readings: Any) -> None:
    """What has died cannot be used, under those readings under which it has died."""
    text = unwrapped(readings(REFUSED).out)
    assert "event 5 cannot happen: 'P' is not in play" in text
    assert "B every event happens SORC-OPEN-FLOOR = each-step" in text


def test_losing_and_not_being_able_to_have(readings: Any) -> None:
    """The codex has an example of it, so the other reading is named and does not count."""
    text = unwrapped(readings(LOSS).out)
    assert "Settled as far as asked" in text
    assert "Prey (P) has 'Charge': with SORC-OPEN-LOSE = momentary" in text
    assert "refuted by 'Power of Flight against Sky Baron'" in text


def test_grand_archive_parts_of_one_effect(readings: Any) -> None:
    """Whether the later part of an effect is applied though the ability is gone by then."""
    text = unwrapped(readings(MORDRED).out)
    assert "with stops (follows GA-LAYER-X) power of Guard (G) and Lamp (L) is 1" in text
    assert "with continues power of Guard (G) and Lamp (L) is 2" in text


def test_a_paradox_under_one_reading(readings: Any) -> None:
    """Where age decides there is an answer, otherwise there is none."""
    text = unwrapped(readings(PARADOX).out)
    assert "lost (the default; follows DM-W-PREV)" in text
    assert "no state agrees with all effects (a paradox)" in text
    assert "there is one answer" in text


def test_the_report_fits_a_narrow_terminal(readings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty columns are enough, and there is no colour unless it is asked for."""
    monkeypatch.setenv("COLUMNS", "60")
    out = readings(CHAIN).out
    assert max(len(line) for line in out.splitlines()) <= 60
    assert "\x1b[" not in out


def test_strict_fails_on_an_open_answer(run: Run, tmp_path: Path, readings: Any) -> None:
    """With the report and without it; a chosen reading can settle the answer."""
    assert readings(FLOOR, "--strict").code == 1
    file = written(tmp_path, FLOOR)
    assert run("solve", file, "--strict", "--no-certificate").code == 1
    assert run("solve", file, "--no-certificate").code == 0
    assert run("solve", file, "--strict", "--reading", "SORC-OPEN-FLOOR=each-step").code == 0


def test_a_chosen_reading_stays(readings: Any) -> None:
    """It is named, and only the others are counted."""
    ran = readings(FLOOR, "--reading", "SORC-OPEN-FLOOR=each-step")
    assert "under the reading SORC-OPEN-FLOOR = each-step" in ran.out
    assert f"every reading of the {POINTS - 1} other points asked of" in unwrapped(ran.out)


def test_a_plain_answer_says_in_a_line_how_settled_it_is(run: Run, tmp_path: Path) -> None:
    """Above the certificate."""
    out = run("solve", written(tmp_path, FLOOR), "--no-color").out
    line = (
        f"Open: of the {POINTS} points asked of this document SORC-OPEN-FLOOR decides between 2 "
        "outcomes; the default's is shown, otherwise Prey (P) survives and power of Prey (P) is 2 "
        "(--readings shows them)."
    )
    assert line in unwrapped(out)
    assert unwrapped(out).index(line) < unwrapped(out).index("Certificate:")
    out = run("solve", written(tmp_path, MUTUAL), "--no-color").out
    assert f"Settled as far as asked ({POINTS} points); what no rulebook asks" in unwrapped(out)
    whole = run("solve", written(tmp_path, MUTUAL), "-v", "--no-color").out
    asked = f"Settled as far as asked: under every reading of the {POINTS} points"
    assert asked in unwrapped(whole)


def test_a_large_answer_is_not_looked_at_in_passing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plain answer has to stay cheap; JSON has null."""
    monkeypatch.setattr(all_readings, "SMALL", 1)
    file = written(tmp_path, FLOOR)
    out = run("solve", file, "--no-color", "--no-certificate").out
    assert "Readings: not looked at here (--readings does)." in out
    document = json.loads(run("solve", file, "--json", "--no-certificate").out)
    assert (document["settled"], document["matters"]) == (None, [])


def test_a_quick_look_that_does_not_see_all_says_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two outcomes are enough to call it open; one is not enough to call it settled."""

    def cut_short(scenario: Any, **options: Any) -> Any:
        return replace(explore(scenario), complete=False, runs=QUICK)

    monkeypatch.setattr(all_readings, "readings", cut_short)
    options = ("--no-color", "--no-certificate")
    out = unwrapped(run("solve", written(tmp_path, FLOOR), *options).out)
    assert "lead to at least 2 outcomes; stopped after 64 histories; the default's is shown" in out
    file = written(tmp_path, MUTUAL)
    said = unwrapped(run("solve", file, *options).out)
    assert "those that were looked at give this; not all were (--readings goes on)." in said
    document = json.loads(run("solve", file, "--json", "--no-certificate").out)
    assert document["settled"] is None


def test_a_limit_says_at_least(readings: Any) -> None:
    """One history tells nothing for sure, and `--strict` does not let that pass."""
    ran = readings(FLOOR, "--limit", "1", "--strict")
    assert ran.code == 1
    assert ran.out.splitlines()[3].startswith("Not known: ")
    document = json.loads(readings(FLOOR, "--limit", "1", "--json").out)
    assert (document["settled"], document["complete"], document["worked out"]) == (None, False, 1)


def test_without_a_limit_it_stops_by_itself(
    readings: Any, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the time stated; what was not looked at is named, and nothing is called settled."""
    monkeypatch.setattr(all_readings, "SECONDS", 0.0)
    ran = readings(FLOOR)
    text = unwrapped(ran.out)
    assert "Not known: stopped after 1 history, out of time" in text
    assert "Not looked at: readings with SORC-OPEN-FLOOR = each-step" in text
    assert "--limit N works out N histories" in text
    assert run("solve", written(tmp_path, MUTUAL), "--strict", "--no-certificate").code == 0
    assert run("solve", written(tmp_path, FLOOR), "--strict", "--no-certificate").code == 1
    assert run("may", written(tmp_path, CANT), "R", "attack", "--readings").code == 1
    assert "Open: of the" in unwrapped(readings(FLOOR, "--limit", "64").out)
    document = json.loads(readings(FLOOR, "--json").out)
    assert (document["settled"], document["stopped"]) == (None, "time")
    assert document["not looked at"]


def test_progress_is_told_where_there_is_no_terminal(
    readings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line on standard error now and then; the report itself is not touched."""
    monkeypatch.setattr(progressing, "BETWEEN_LINES", 0.0)
    ran = readings(FLOOR)
    assert "readings: " in ran.err
    assert " % after " in ran.err
    assert " % after " not in ran.out


@pytest.mark.slow
def test_refuted_readings_are_listed_and_not_counted(readings: Any) -> None:
    """With the example that refutes them, in text, JSON and on the page of the rulebook."""
    text = unwrapped(readings(SHIPPED.read_text(encoding="utf-8"), "--strict").out)
    assert "Settled as far as asked" in text
    assert "Refuted by the document's own examples, so not counted:" in text
    assert "refuted by 'King, King, Mesmerism and Infiltrate'" in text
    document = json.loads(readings(SHIPPED.read_text(encoding="utf-8"), "--json").out)
    assert (document["settled"], document["held against examples"]) == (True, True)
    [other] = [one for one in document["refuted"] if one["outcome"] is None]
    assert other["by"][0]["example"] == "king-king-mesmerism-infiltrate"


@pytest.mark.slow
def test_a_command_holds_readings_against_examples(run: Run, tmp_path: Path) -> None:
    """Of a shipped rulebook, or of one's own with examples of one's own."""
    ran = run("examples", "duel-masters-1.28-ja", "--no-color")
    assert ran.code == 0
    assert "The table kept with the rulebook is this one." in unwrapped(ran.out)
    document = json.loads(run("examples", "duel-masters-1.28-en", "--json").out)
    assert (document["kind"], document["kept"]) == ("examples", "kept")
    assert "open" in document["refuted options"]["DM-OPEN-RESOLVED-SET"]
    book = tmp_path / "mine.yaml"
    book.write_text("rulebook: mine\nbased on: sorcery-2026-01\n", encoding="utf-8")
    text = FLOOR.replace("sorcery-2026-01", "./mine.yaml").replace("players:", "from: me\nplayers:")
    file = written(tmp_path, text + "\nstated: [power of P is 2]\n")
    ran = run("examples", str(book), file, "--no-color")
    assert ran.code == 1
    assert "The default reading is refuted, though another is not" in unwrapped(ran.out)
    assert run("examples", str(book)).code == 2
    assert run("examples", str(book), file, "--write").code == 2
    out = unwrapped(run("solve", file, "--no-color").out)
    assert "not held against worked examples" in out
    assert "Not held against worked examples" in run("rulebook", str(book)).out


def test_an_interrupt_prints_what_was_found(readings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """And ends with 130."""

    def stopped(*arguments: Any, **options: Any) -> Any:
        def progress(done: int, total: int) -> None:
            raise KeyboardInterrupt

        return explore(*arguments, **{**options, "progress": progress})

    monkeypatch.setattr(all_readings, "readings", stopped)
    ran = readings(FLOOR)
    assert ran.code == 130
    assert "Not known: " in ran.out


def test_the_report_as_json(readings: Any) -> None:
    """The fields of docs/json.md."""
    document = json.loads(readings(CHAIN, "--json").out)
    assert (document["kind"], document["settled"], document["complete"]) == (
        "readings",
        False,
        True,
    )
    assert (document["points asked"], document["held against examples"]) == (POINTS, True)
    assert [one["default"] for one in document["outcomes"]] == [True, False]
    matters = {matter["point"]: matter for matter in document["matters"]}
    first = matters["SORC-OPEN-DEPENDENTS"]
    assert first["given"] == {}
    assert [(r["reading"], r["follows"], r["outcome"]) for r in first["readings"]] == [
        ("topological", ["SORC-DEP-3"], "A"),
        ("timestamps", ["SORC-DEP-4"], "B"),
    ]
    assert [clause["id"] for clause in first["clauses"]] == ["SORC-DEP-3", "SORC-DEP-4"]
    silenced = {"object": "P", "characteristic": "silenced", "values": {"A": [False], "B": [True]}}
    assert silenced in first["differences"] and silenced in document["differences"]
    [parting] = first["partings"]
    assert parting["readings"] == ["topological", "timestamps"]
    assert (parting["parting"]["layer"], parting["parting"]["turn"]) == ("2", 4)
    second = document["outcomes"][1]
    assert second["under"] == [{"SORC-OPEN-DEPENDENTS": ["timestamps"]}]
    assert set(document["no difference"]).isdisjoint(document["never asked for"])


def test_a_plain_answer_as_json_says_whether_it_is_settled(run: Run, tmp_path: Path) -> None:
    """True, or false with the points that decide."""
    document = json.loads(run("solve", written(tmp_path, FLOOR), "--json").out)
    assert (document["settled"], document["matters"]) == (False, ["SORC-OPEN-FLOOR"])
    document = json.loads(run("solve", written(tmp_path, MUTUAL), "--json").out)
    assert (document["settled"], document["matters"]) == (True, [])


@pytest.mark.slow
def test_several_rulebooks_each_have_their_line(run: Run, tmp_path: Path) -> None:
    """Side by side, in JSON too; with the report one after another."""
    file = written(tmp_path, PARADOX)
    books = ("--rulebook", "duel-masters-1.28-en,duel-masters-1.28-ja")
    out = unwrapped(run("solve", file, *books, "--no-color", "--no-certificate").out)
    assert "duel-masters-1.28-en: Open: of the " in out and "DM-OPEN-SAME-STEP and" in out
    assert "duel-masters-1.28-ja: Open: " in out
    document = json.loads(run("solve", file, *books, "--json", "--no-certificate").out)
    assert [each["settled"] for each in document["settled"]] == [False, False]
    reports = json.loads(run("solve", file, *books, "--json", "--readings").out)
    assert [report["rulebook"] for report in reports] == books[1].split(",")


def test_each_event_and_readings_do_not_go_together(run: Run, tmp_path: Path) -> None:
    """A clear message instead of half an answer."""
    ran = run("solve", written(tmp_path, FLOOR), "--each", "--readings")
    assert ran.code == 2
    assert "--each" in ran.err


def test_what_may_be_done_under_all_readings(run: Run, tmp_path: Path) -> None:
    """Which clause on prohibitions prevails decides, and only that is compared."""
    file = written(tmp_path, CANT)
    ran = run("may", file, "R", "attack", "--readings", "--no-color")
    assert ran.code == 1
    text = unwrapped(ran.out)
    assert text.startswith("R can attack under some readings only")
    assert "A (default) R can't attack GA-OPEN-CANT = always" in text
    assert "B R can attack GA-OPEN-CANT = both-static / newest" in text
    document = json.loads(run("may", file, "R", "attack", "--readings", "--json").out)
    assert (document["kind"], document["allowed"]) == ("may readings", None)
    assert document["question"]["who"] == "R"
    assert [matter["point"] for matter in document["matters"]] == ["GA-OPEN-CANT"]


def test_what_may_be_done_whatever_the_reading(run: Run, tmp_path: Path) -> None:
    """One answer for all, and exit code 0 if it can be done."""
    chosen = ("--reading", "GA-OPEN-CANT=newest")
    file = written(tmp_path, CANT)
    ran = run("may", file, "R", "attack", "--readings", "--no-color", *chosen)
    assert ran.code == 0
    assert ran.out.startswith("R can attack\n")
    assert f"under every reading of the {GA_POINTS - 1} other points asked" in unwrapped(ran.out)
    ran = run("may", file, "S", "be", "attacked", "by", "R", "--readings", "--json")
    assert json.loads(ran.out)["settled"] is False


def test_a_rulebook_shows_what_its_readings_follow(run: Run) -> None:
    """Behind each reading, and in JSON by reading."""
    assert "(follows SORC-DEP-4)" in unwrapped(run("rulebook", "sorcery-2026-01").out)
    document = json.loads(run("rulebook", "sorcery-2026-01", "--json").out)
    points = {point["id"]: point for point in document["open points"]}
    assert points["SORC-OPEN-DEPENDENTS"]["follows"] == {
        "topological": ["SORC-DEP-3"],
        "timestamps": ["SORC-DEP-4"],
    }
