"""`layerlaw fuzz`: random boards of real cards, the same for a seed, and the first find reduced."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path

import pytest

from conftest import Run
from layerlaw.model.cards.card import cards_in
from layerlaw.model.scenarios.events import Move, Play, TurnBegins
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.model.shipped import latest_rulebooks, shipped_cards, shipped_rulebook
from layerlaw.solver.games.drawn_boards import drawn_boards
from layerlaw.solver.play.solve import solve

BOOK = "sorcery-2026-01"
MODULE = """
from layerlaw.solver.shell.testing import NotPlayed, state
from layerlaw.solver.shell.testing.histories import states_after

def right(scenario):
    for _, answer in states_after(scenario):
        yield state(answer)

def off(scenario):
    # The bug: three in play, and the strongest one has 1 power more.
    for _, answer in states_after(scenario):
        there = state(answer)
        strong = [o for o in there.values() if type(o.get("power")) is int]
        if len(strong) > 2:
            max(strong, key=lambda o: o["power"])["power"] += 1
        yield there

def breaks(scenario):
    raise RuntimeError("no mana")

def nothing(scenario):
    raise NotPlayed("not today")
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Engines in the folder where one is."""
    name = f"fuzzed_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return name


@pytest.mark.slow
@pytest.mark.parametrize("book", [book.id for book in latest_rulebooks()])
def test_boards_are_of_real_cards_and_can_happen(book: str) -> None:
    """Each is solved, all are of shipped cards, no two are alike, and a seed has its own."""
    boards = list(islice(drawn_boards(book, seed=7), 12))
    shelf = shipped_cards(shipped_rulebook(book))
    for board in boards:
        solve(board)
        assert all(shelf[card.name] == card for card in cards_in(board.play))
    texts = [written_scenario(board) for board in boards]
    assert len({*texts}) == 12
    assert texts == [written_scenario(one) for one in islice(drawn_boards(book, seed=7), 12)]
    [fifth] = islice(drawn_boards(book, seed=7, first=5), 1)
    assert written_scenario(fifth) == texts[4]
    [other] = islice(drawn_boards(book, seed=8), 1)
    assert written_scenario(other).partition("players:")[2] != texts[0].partition("players:")[2]


@pytest.mark.slow
def test_more_happens_than_that_cards_arrive() -> None:
    """Among some boards there are moves, turns, and two players' cards on the same square."""
    boards = list(islice(drawn_boards(BOOK, events=10), 30))
    events = [event for board in boards for event in board.events]
    assert {Move, TurnBegins, Play} <= {type(event) for event in events}
    squares = [
        [
            (event.place.squares, event.player)
            for event in board.events
            if isinstance(event, Play) and event.place
        ]
        for board in boards
    ]
    assert any(len({place for place, _ in one}) < len({*one}) for one in squares)


def test_an_engine_that_is_right_differs_nowhere(run: Run, module: str) -> None:
    """Exit code 0, and so many boards."""
    ran = run("fuzz", BOOK, "--engine", f"{module}:right", "--count", "8")
    assert ran.code == 0, ran.out
    assert ran.out.startswith("8 the same, 0 different (")


@pytest.mark.slow
def test_the_first_find_is_reduced(run: Run, module: str) -> None:
    """A fault that takes three objects is shown on three, in a file that expects our value."""
    ask = ("fuzz", BOOK, "--engine", f"{module}:off", "--seed", "1", "--events", "8")
    ran = run(*ask, "--out", "small.scenario.yaml", "--json")
    assert ran.code == 1, ran.err
    found = json.loads(ran.out)
    assert (found["kind"], found["boards"]["different"]) == ("fuzz", 1)
    smallest = found["smallest"]
    assert smallest["events"][1] == 3 < smallest["events"][0]
    [differs] = smallest["differs"]
    assert differs["characteristic"] == "power"
    assert differs["values"][1] == differs["values"][0] + 1
    assert run("check", "small.scenario.yaml").code == 0
    again = run(*ask, "--out", "small.scenario.yaml")
    assert (again.code, again.out) == (2, "")
    assert "is there already" in again.err
    assert run(*ask, "--json").out == ran.out


def test_only_the_cards_named_are_drawn(run: Run, module: str) -> None:
    """Those that the engine knows."""
    ask = ("fuzz", BOOK, "--engine", f"{module}:off", "--count", "40", "--only", "Foot Soldier")
    ran = run(*ask, "--only", "King of the Realm", "--json")
    assert ran.code == 1
    played = [
        line.strip()
        for line in json.loads(ran.out)["smallest"]["scenario"].splitlines()
        if line.startswith("  - you:") or line.startswith("  - me:")
    ]
    assert len(played) == 3
    assert all("Foot Soldier" in line or "King of the Realm" in line for line in played)


@pytest.mark.slow
def test_a_rulebook_of_ones_own(run: Run, module: str) -> None:
    """A file works as an id does, and the smallest scenario names it."""
    Path("mine.yaml").write_text(
        f"rulebook: mine\nbased on: {BOOK}\ntitle: Mine\nversion: '1'\n", encoding="utf-8"
    )
    ran = run("fuzz", "mine.yaml", "--engine", f"{module}:off", "--events", "8", "--out", "s.yaml")
    assert ran.code == 1, ran.err
    text = Path("s.yaml").read_text(encoding="utf-8")
    assert "rulebook: './mine.yaml'" in text and "expect:\n  - power of " in text
    assert run("check", "s.yaml").code == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "which engine? Say --engine"),
        (("--engine", "M:right", "--only", "Foot Soldir"), "did you mean 'Foot Soldier'"),
        (("--engine", "M:right", "--only", "Overpower"), "none of the cards can come first"),
        (("--engine", "M:rigth"), "did you mean 'right'"),
    ],
)
def test_bad_questions_get_one_message(
    run: Run, module: str, options: tuple[str, ...], message: str
) -> None:
    """What is missing or not there is said, with exit code 2."""
    ran = run("fuzz", BOOK, *(option.replace("M:", f"{module}:") for option in options))
    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())


def test_an_engine_that_breaks_or_plays_nothing_is_exit_code_2(
    run: Run, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its message is shown once with the board, which `--from` draws again."""
    monkeypatch.setenv("COLUMNS", "200")
    ran = run("fuzz", BOOK, "--engine", f"{module}:breaks", "--count", "3")
    assert ran.code == 2
    assert "breaks failed: RuntimeError: no mana" in ran.out
    assert "Random board 1 of seed 0" in ran.out and "and 2 more scenarios" in ran.out
    assert run("fuzz", BOOK, "--engine", f"{module}:nothing", "--count", "3").code == 2
