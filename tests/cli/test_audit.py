"""`layerlaw audit` and `layerlaw compare`: what they print, save and refuse, and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model.scenarios.load import load_scenario, loads_scenario, with_variant
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.states import state_findings
from layerlaw.solver.documents.audit.unasked import unasked_findings
from layerlaw.solver.documents.axioms.instances import Instance
from layerlaw.solver.documents.compare.comparison import Comparison, Parted
from layerlaw.solver.shell.cli import audit_command, compare_command
from layerlaw.solver.shell.cli.main import group
from layerlaw.solver.shell.report.played_boards import play_finding, with_board

Run = Callable[..., Any]

BOOK = "sorcery-2026-01"
CHAIN = Instance(3, (0, 0, 0), ((0, 1), (1, 2)))
ALONE = """title: One card
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Foe: {is: [minion], power: 5, has: [Airborne]}
play:
  - you: Foe as F
"""


@pytest.fixture(autouse=True)
def commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both commands, in a terminal in which no line is broken."""
    group.add_command(audit_command.audit)
    group.add_command(compare_command.compare)
    monkeypatch.setenv("COLUMNS", "400")


def conflict() -> Finding:
    """A contradiction on a chain of three, written by hand."""
    return Finding(
        kind="conflict",
        title="SORC-DEP-3 and SORC-DEP-4 contradict each other: of 3 effects they ask 0 before 1.",
        clauses=("SORC-DEP-3", "SORC-DEP-4"),
        instance=CHAIN,
        orders=((2, 0, 1), (2, 1, 0)),
        demands=(("SORC-DEP-4", 0, 1), ("SORC-DEP-3", 1, 0)),
        shown=(
            "Without SORC-DEP-3: Gamma, then Alpha, then Beta.",
            "Without SORC-DEP-4: no order either.",
        ),
        words=("strike SORC-DEP-3",),
        bound=3,
    )


def opened() -> Finding:
    """An open point without a board of its own yet."""
    return Finding(
        kind="open",
        title="Two readings of the dependents part.",
        clauses=("SORC-DEP-3", "SORC-DEP-4"),
        instance=CHAIN,
        point="SORC-OPEN-DEPENDENTS",
        readings=("topological", "timestamps"),
        words=("topological: say so", "timestamps: say so"),
        bound=3,
    )


def gap() -> Finding:
    """Two orders, of which no clause decides."""
    return Finding(
        kind="two orders",
        title="Of 2 effects no clause says whether effect 0 or effect 1 goes first.",
        clauses=("SORC-TS-0",),
        instance=Instance(2, (0, 0), ()),
        orders=((0, 1), (1, 0)),
        bound=2,
    )


def clean(*, proved: bool) -> Finding:
    """A statement that all is well."""
    return Finding(kind="clean", title="No clause is idle.", bound=4, proved=proved)


@pytest.fixture
def find(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Say what the audit finds."""

    def finds(
        *abstract: Finding,
        settled: tuple[Finding, ...] = (),
        examples: tuple[Finding, ...] = (),
        wording: tuple[Finding, ...] = (),
        unasked: tuple[Finding, ...] = (),
        states: tuple[Finding, ...] = (),
    ) -> None:
        monkeypatch.setattr(audit_command, "abstract_findings", lambda *a, **k: abstract)
        monkeypatch.setattr(audit_command, "settled_findings", lambda *a, **k: settled)
        monkeypatch.setattr(audit_command, "example_findings", lambda *a, **k: examples)
        monkeypatch.setattr(audit_command, "wording_findings", lambda *a, **k: wording)
        monkeypatch.setattr(audit_command, "unasked_findings", lambda *a, **k: unasked)
        monkeypatch.setattr(audit_command, "state_findings", lambda *a, **k: states)

    return finds


def test_a_contradiction_is_told_in_words(run: Run, find: Callable[..., None]) -> None:
    """One sentence, clauses with places, the case, the orders, the board and what settles it."""
    find(clean(proved=False), conflict())
    ran = run("audit", BOOK)
    assert ran.code == 0
    assert "1 contradiction, no departures, no gaps, no open points" in ran.out
    lines = [line.strip() for line in ran.out.splitlines()]
    clause = shipped_rulebook(BOOK).clauses["SORC-DEP-3"]
    assert f"SORC-DEP-3 ({clause.place}): {clause.says}" in lines
    case = (
        "The smallest case: three effects, oldest first: Alpha, Beta, Gamma, all in one layer; "
        "Alpha depends on Beta and Beta depends on Gamma."
    )
    assert case in lines
    assert "Beta before Alpha, by SORC-DEP-3" in lines
    assert "Without SORC-DEP-3: Gamma, then Alpha, then Beta." in lines
    assert "Without SORC-DEP-4: no order either." in lines
    assert "strike SORC-DEP-3" in lines
    assert any(line.endswith(". you: Gamma as Gamma") for line in lines)
    assert "Not only the order but the outcome is different." in lines
    assert "No clause is idle. (none up to n = 4)" in lines
    head = next(line for line in lines if line.startswith("1. Contradiction"))
    assert head.endswith("they ask Alpha before Beta.")


def test_departures_and_clashes_of_examples_are_told(run: Run, find: Callable[..., None]) -> None:
    """Each with what it rests on: the orders, and the statements with the readings held to them."""
    departure = Finding(
        kind="departure",
        title="The procedure departs from SORC-TS-0: it applies Beta while Alpha is pending.",
        clauses=("SORC-TS-0",),
        instance=Instance(2, (0, 0), ()),
        orders=((1, 0), (0, 1)),
        shown=("The procedure: Beta, then Alpha.", "Kept by every clause: Alpha, then Beta."),
        bound=2,
    )
    clash = Finding(
        kind="examples",
        title="No reading keeps these 2 statements of worked examples together.",
        shown=("Flood: loop [F, D]", "Kings: I does not depend on K2"),
        reason="all 12 readings were held against them",
    )
    find(departure, examples=(clash,))
    ran = run("audit", BOOK, "--strict")
    assert ran.code == 1
    assert "no contradictions, 1 departure, 1 clash of worked examples, no gaps" in ran.out
    lines = [line.strip() for line in ran.out.splitlines()]
    assert "The procedure: Beta, then Alpha." in lines
    # No board takes the order that was made up here, so none is shown.
    assert not any(line.startswith("What happens") for line in lines)
    assert "all 12 readings were held against them" in lines
    assert "Kings: I does not depend on K2" in lines


def test_more_is_never_said_than_was_shown(run: Run, find: Callable[..., None]) -> None:
    """A statement is either proved or bounded."""
    find(clean(proved=True))
    assert "No clause is idle. (proved for every number of effects)" in run("audit", BOOK).out
    find(clean(proved=False))
    out = run("audit", BOOK).out
    assert "No clause is idle. (none up to n = 4)" in out
    assert "proved" not in out
    assert "No more than that is said." in out


@pytest.mark.parametrize(
    ("found", "code"), [(conflict(), 1), (gap(), 1), (opened(), 1), (clean(proved=False), 0)]
)
def test_strict_fails_where_something_is_wrong(
    run: Run, find: Callable[..., None], found: Finding, code: int
) -> None:
    """With `--strict` a contradiction or a gap is exit code 1, without it 0."""
    find(found)
    assert run("audit", BOOK, "--strict").code == code
    assert run("audit", BOOK).code == 0


@pytest.mark.slow
def test_saved_boards_hold_and_part(run: Run, find: Callable[..., None], tmp_path: Path) -> None:
    """What is saved passes `layerlaw check`, and its sides expect different things."""
    find(conflict(), opened(), gap(), opened())
    ran = run("audit", BOOK, "--save", str(tmp_path / "new"))
    assert ran.code == 0
    files = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert files == [
        "conflict-SORC-DEP-3-SORC-DEP-4.scenario.yaml",
        "open-SORC-OPEN-DEPENDENTS-2.scenario.yaml",
        "open-SORC-OPEN-DEPENDENTS.scenario.yaml",
        "two-orders-SORC-TS-0.scenario.yaml",
    ]
    assert run("check", str(tmp_path / "new")).code == 0
    saved = load_scenario(tmp_path / "new" / files[2])
    [other] = saved.variants
    assert other.readings == {"SORC-OPEN-DEPENDENTS": "timestamps"}
    swapped = with_variant(saved, replace(other, expect=saved.expect))
    assert not judge_all(swapped).fulfilled


def test_nothing_is_written_over(run: Run, find: Callable[..., None], tmp_path: Path) -> None:
    """A file that is there stays, the message names it, and the report is shown all the same."""
    there = tmp_path / "conflict-SORC-DEP-3-SORC-DEP-4.scenario.yaml"
    there.write_text("mine", encoding="utf-8")
    find(conflict(), opened())
    ran = run("audit", BOOK, "--save", str(tmp_path))
    assert ran.code == 2
    assert str(there) in ran.err
    assert "nothing was saved" in ran.err
    assert "1. Contradiction" in ran.out
    assert there.read_text(encoding="utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir()] == [there.name]


@pytest.mark.slow
def test_a_rulebook_file_is_named_from_where_the_board_is(
    run: Run, find: Callable[..., None], tmp_path: Path
) -> None:
    """Boards of a rulebook of one's own name its file, wherever they are saved."""
    book = tmp_path / "mine.yaml"
    book.write_text(f"rulebook: mine\nbased on: {BOOK}\n", encoding="utf-8")
    find(conflict())
    folder = tmp_path / "a" / "b"
    assert run("audit", str(book), "--save", str(folder)).code == 0
    [file] = folder.iterdir()
    assert "rulebook: ../../mine.yaml\n" in file.read_text(encoding="utf-8").replace("'", "")
    assert run("check", str(folder)).code == 0


def test_json_has_everything(run: Run, find: Callable[..., None]) -> None:
    """The JSON form has the case, the sides with their orders, and a board that loads."""
    find(conflict(), clean(proved=True))
    found = json.loads(run("audit", BOOK, "--json").out)
    assert (found["schema"], found["kind"], found["rulebook"]) == ("layerlaw/1", "audit", BOOK)
    assert found["summary"]["conflicts"] == 1
    assert found["summary"]["proved"] == 1
    first, last = found["findings"]
    assert first["instance"]["dependencies"] == [[0, 1], [1, 2]]
    assert first["demands"][1] == {"clause": "SORC-DEP-3", "first": 1, "then": 0}
    assert first["outcome parts"] is True
    labels = {side["label"]: side["orders"] for side in first["sides"]}
    assert len(labels) == 2
    assert loads_scenario(first["board"]).rulebook.id == BOOK
    assert (last["kind"], last["proved"], last["board"]) == ("clean", True, None)


def test_markdown_can_be_pasted(run: Run, find: Callable[..., None]) -> None:
    """Headings, lists and tables, with nothing taken for markup."""
    find(conflict())
    out = run("audit", BOOK, "--markdown").out
    assert out.startswith("# Audit of Sorcery")
    assert "\n## 1. Contradiction: SORC-DEP-3" in out
    assert "\n- strike SORC-DEP-3\n" in out
    assert "\n|---|---|---|\n" in out
    assert "-\\>" in out


def test_two_forms_at_once_are_refused(run: Run, find: Callable[..., None]) -> None:
    """JSON and Markdown are two answers to one question."""
    find()
    assert run("audit", BOOK, "--json", "--markdown").code == 2


def test_an_unknown_rulebook_is_bad_input(run: Run) -> None:
    """The message names one that is meant perhaps."""
    ran = run("audit", "sorcery-2026-1")
    assert ran.code == 2
    assert BOOK in ran.err


def test_an_interrupt_shows_what_was_found(
    run: Run, find: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first half found is there when the second half is interrupted."""

    def stopped(*args: object, **options: object) -> tuple[Finding, ...]:
        raise KeyboardInterrupt

    find(conflict())
    monkeypatch.setattr(audit_command, "settled_findings", stopped)
    ran = run("audit", BOOK)
    assert ran.code == 130
    assert "Interrupted; found by then: 1 contradiction" in ran.out


def test_a_board_that_plays_otherwise_is_an_error(run: Run, find: Callable[..., None]) -> None:
    """A finding whose board does not come out as it says is no finding."""
    found = replace(opened(), instance=None, board=loads_scenario(ALONE), outcome_parts=True)
    find(found)
    ran = run("audit", BOOK)
    assert ran.code == 2
    assert "internal error" in ran.err


def test_boards_are_found_with_the_point_that_decides() -> None:
    """A contradiction gets a board on which the readings of a point follow its clauses apart."""
    book = shipped_rulebook(BOOK)
    found = with_board(conflict(), book)
    assert found.board is not None
    assert found.point == "SORC-OPEN-DEPENDENTS"
    assert book.points[found.point].default == found.readings[0]
    assert found.outcome_parts is True
    played = play_finding(found)
    assert played is not None
    assert played.outcome_parts
    assert len({side.outcome for side in played.sides}) == len(found.readings)


@pytest.mark.slow
def test_shipped_rulebooks_are_audited(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contradiction of the Sorcery document on a chain of three is found by itself."""
    monkeypatch.setattr(audit_command, "settled_findings", lambda *a, **k: ())
    found = json.loads(run("audit", BOOK, "--n", "3", "--json").out)
    chains = [
        one
        for one in found["findings"]
        if one["kind"] == "conflict"
        and {clause["id"] for clause in one["clauses"]} == {"SORC-DEP-3", "SORC-DEP-4"}
    ]
    assert [one["instance"]["effects"] for one in chains] == [3]
    assert chains[0]["outcome parts"] is True


# --- compare ------------------------------------------------------------------------------


def compared(*, part: bool) -> Comparison:
    """Two rulebooks, by hand; they part on a board, or not."""
    one = shipped_rulebook(BOOK)
    other = one.settled({"SORC-OPEN-DEPENDENTS": "timestamps"})
    board = with_board(conflict(), one).board
    assert board is not None
    boards = board, replace(board, rulebook=other)
    parted = Parted(boards, "", CHAIN, ((2, 1, 0), (2, 0, 1)), None, ("one", "other"), None, ())
    return Comparison(
        one, other, (), (("loops",), ()), (), (), (), parted if part else None, (), 4, 12, ""
    )


def test_equivalent_rulebooks_are_called_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a board on which they part the size looked at is told."""
    monkeypatch.setattr(compare_command, "comparison_of", lambda *a, **k: compared(part=False))
    ran = run("compare", BOOK, BOOK)
    assert ran.code == 0
    assert "are equivalent as far as was compared" in " ".join(ran.out.split())
    assert "12 boards of up to 4 effects" in " ".join(ran.out.split())
    assert run("compare", BOOK, BOOK, "--fail-on", "question").code == 0


def test_exit_codes_tell_a_parting_from_a_question(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1 where they part by default, 3 where a reading of one alone is shown by no board."""
    monkeypatch.setattr(compare_command, "comparison_of", lambda *a, **k: compared(part=True))
    assert run("compare", BOOK, BOOK, "--fail-on", "parting").code == 1
    open_only = replace(compared(part=False), unshown=("SORC-OPEN-SET=kept",))
    monkeypatch.setattr(compare_command, "comparison_of", lambda *a, **k: open_only)
    assert run("compare", BOOK, BOOK, "--fail-on", "parting").code == 0
    ran = run("compare", BOOK, BOOK, "--fail-on", "question")
    assert ran.code == 3
    assert "SORC-OPEN-SET=kept" in ran.out


def test_the_cards_of_a_file_are_compared_under_two_editions(run: Run, tmp_path: Path) -> None:
    """The report is that of the editions, and its exit code says whether anything changed."""
    cards = tmp_path / "few.cards.yaml"
    cards.write_text(
        "King: {is: [minion], power: 3, has: ['other minions: controller := you']}\n"
        "Beast: {is: [minion], power: 1, has: ['other minions: power += 1']}\n",
        encoding="utf-8",
    )
    command = ("compare", "sorcery-2026-01", "sorcery-2026-07", "--cards", str(cards))
    ran = run(*command, "--json", "--fail-on", "question")
    found = json.loads(ran.out)
    assert found["kind"] == "editions"
    assert found["complete"] and found["boards"] > 0
    assert ran.code == (1 if found["pairs"] or found["singles"] else 0)
    assert run(*command, "--n", "2").code == 2
    assert run("compare", BOOK, BOOK, "--seconds", "2").code == 2


@pytest.mark.slow
def test_the_board_on_which_they_part_is_shown_and_saved(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Both answers stand side by side, and each is saved as a scenario that holds."""
    monkeypatch.setattr(compare_command, "comparison_of", lambda *a, **k: compared(part=True))
    ran = run("compare", BOOK, BOOK, "--save", str(tmp_path))
    assert ran.code == 0
    assert "lead to different boards" in ran.out
    assert "Not only the order but the outcome is different." in ran.out
    assert len(list(tmp_path.iterdir())) == 2
    assert run("check", str(tmp_path)).code == 0
    again = run("compare", BOOK, BOOK, "--save", str(tmp_path))
    assert again.code == 2
    assert "there already" in again.err


@pytest.mark.slow
def test_translations_are_compared(run: Run) -> None:
    """English and Chinese agree by default and part in when counters count, which the English
    text leaves open; English and Japanese part in the kept set."""
    ran = run("compare", "grand-archive-2025-09", "grand-archive-zh", "--n", "2", "--json")
    assert ran.code == 0
    found = json.loads(ran.out)
    assert (found["kind"], found["equivalent"]) == ("compare", False)
    assert [each["point"] for each in found["boards"]] == ["GA-OPEN-COUNTERS"]
    assert any(each["fixes"] == "durations" for each in found["clauses"])
    ran = run("compare", "duel-masters-1.28-en", "duel-masters-1.28-ja", "--n", "2", "--json")
    [first, *_] = json.loads(ran.out)["boards"]
    assert first["outcome parts"] is True
    causes = {each["what"]: each for each in first["causes"]}
    assert causes["resolved set"]["sufficient"] is True
    text = run("compare", "grand-archive-2025-09", "grand-archive-zh", "--n", "2", "--markdown")
    assert text.out.startswith("# grand-archive-2025-09 against grand-archive-zh")


@pytest.mark.slow
def test_questions_and_words_are_told(run: Run, find: Callable[..., None], tmp_path: Path) -> None:
    """A question without an answer has a board with each answer; a clause's words are told."""
    book = shipped_rulebook(BOOK)
    found = unasked_findings(book, n=2)
    question = next(each for each in found if each.policy == "condition on a later layer")
    against = Finding("against its clause", "The rule r says `can x`.", clauses=("SORC-SICK-1",))
    rivals = Finding("rivals", "Two clauses disagree.", clauses=("SORC-TS-0", "SORC-TS-1"))
    find(unasked=(question,), wording=(against, rivals))
    ran = run("audit", BOOK, "--save", str(tmp_path / "found"))
    assert (
        "1 departure from a clause's words, 1 pair of clauses that disagree, no gaps, "
        "1 question without an answer" in ran.out
    )
    assert "condition on a later layer: read in its" in ran.out
    assert "waits for that layer" in ran.out
    [saved] = (tmp_path / "found").iterdir()
    scenario = load_scenario(saved)
    assert not scenario.variants
    assert scenario.expect
    assert judge_all(scenario).fulfilled
    told = json.loads(run("audit", BOOK, "--json").out)
    assert told["summary"]["unasked"] == told["summary"]["rivals"] == 1
    assert told["summary"]["against a clause"] == 1
    [asked] = [each for each in told["findings"] if each["kind"] == "unasked"]
    assert (asked["policy"], asked["severity"]) == ("condition on a later layer", "gap")
    assert asked["readings"] == ["read in its own layer", "waits for that layer"]
    assert asked["outcome parts"] is True


@pytest.mark.slow
def test_boards_with_no_state_and_with_several_are_told(
    run: Run, find: Callable[..., None], tmp_path: Path
) -> None:
    """What the states are, of how many boards it is the smallest, and files that hold."""
    book = "duel-masters-1.28-en"
    find(states=state_findings(shipped_rulebook(book)))
    ran = run("audit", book, "--save", str(tmp_path / "found"))
    assert "1 board without a state, 1 board with several states" in ran.out
    assert "The smallest of" in ran.out
    assert "The states" in ran.out
    saved = [load_scenario(file) for file in (tmp_path / "found").iterdir()]
    assert len(saved) == 2
    assert all(each.expect and judge_all(each).fulfilled for each in saved)
    told = json.loads(run("audit", book, "--json").out)["summary"]
    assert (told["no state"], told["several states"]) == (1, 1)
