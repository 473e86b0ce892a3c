"""`layerlaw census` and `layerlaw sweep`: tables, JSON, the picture, messages and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Ran, Run

CARDS = """
Alpha: {is: [minion], power: 3, has: ["angels: angel becomes demon"]}
Beta: {is: [minion], power: 3, has: ["demons: demon becomes angel"]}
Gamma: {is: [minion], power: 3, has: ["demons: power += 1"]}
Delta: {is: [minion], power: 3}
"""
BOARD = """
title: {title}
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
expect:
  - power of F is {power}
"""


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in which no line is broken."""
    monkeypatch.setenv("COLUMNS", "300")


@pytest.fixture
def cards(tmp_path: Path) -> str:
    """A file of four cards, one of which does nothing."""
    file = tmp_path / "cards.yaml"
    file.write_text(CARDS)
    return str(file)


def census(run: Run, cards: str, *more: str) -> Ran:
    """The census of the four cards, in this process."""
    return run(
        "census", "sorcery-2026-01", "--cards", cards, "--workers", "1", "--histories", "6", *more
    )


@pytest.mark.slow
def test_the_table_the_json_and_the_picture_agree(run: Run, cards: str, tmp_path: Path) -> None:
    """Loops, the layer and kind of dependencies, and the most entangled cards are in all three."""
    data, picture = tmp_path / "out.json", tmp_path / "out.svg"
    files = ("--json", str(data), "--picture", str(picture))
    code, out, _ = census(run, cards, "--of", "both", *files)
    assert code == 0
    assert "3 cards with continuous effects (1 have none)" in out
    assert "Alpha + Beta: layer type [Alpha (you), Beta (you)]" in out
    document = json.loads(data.read_text())
    assert (document["schema"], document["kind"]) == ("layerlaw/1", "census")
    found = {tuple(one["cards"]): one for one in document["pairs"]}
    assert found["Alpha", "Beta"]["loops"] == [{"layer": "4", "cards": ["Alpha", "Beta"]}]
    assert document["triples looked at"]["total"] == 1
    drawn = picture.read_text()
    assert drawn.startswith("<?xml") and "<!-- Of 6 pairs of cards" in drawn
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.yaml", "out.json", "out.svg"]


@pytest.mark.slow
def test_a_limit_says_at_least(run: Run, cards: str) -> None:
    """And how many of how many were looked at; - prints the JSON instead."""
    code, out, _ = census(run, cards, "--limit", "2")
    assert code == 0
    assert "2 (" in out and "at least" in out
    code, out, _ = census(run, cards, "--limit", "2", "--json", "-")
    assert json.loads(out)["pairs looked at"]["looked at"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sorcery",), "unknown rulebook 'sorcery'"),
        (("sorcery-2026-01", "--picture", "out.gif"), "a picture ends in .svg, .png, .pdf"),
        (("sorcery-2026-01", "--picture", "no/where.svg"), "there is no folder 'no'"),
        (("sorcery-2026-01", "--json", "no/where.json"), "there is no folder 'no'"),
        (("sorcery-2026-01", "--of", "triples", "--picture", "o.svg"), "the picture shows pairs"),
        (("sorcery-2026-01", "--cards", "none.yaml"), "there is no such file"),
        (("sorcery-2026-01", "--workers", "2", "--scheduler", "tcp://a:1"), "name one"),
        (("sorcery-2026-01", "--scheduler", "somewhere"), "no scheduler's address"),
    ],
)
def test_bad_input_is_one_message(run: Run, arguments: tuple[str, ...], message: str) -> None:
    """Told before any work is done, with exit code 2."""
    code, out, err = run("census", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_an_interrupt_shows_what_was_found(
    run: Run, cards: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With exit code 130, and numbers that are 'at least'."""
    from layerlaw.solver.games.census import solve_board
    from layerlaw.solver.play.solve import solve as play

    real: Callable[..., object] = play
    count = 0

    def solve(*arguments: object, **more: object) -> object:
        nonlocal count
        count += 1
        if count > 15:
            raise KeyboardInterrupt
        return real(*arguments, **more)

    monkeypatch.setattr(solve_board, "solve", solve)
    code, out, _ = census(run, cards)
    assert code == 130
    assert "It was interrupted" in out and "at least" in out


# --- sweep ------------------------------------------------------------------------------------


def test_a_sweep_tells_how_each_scenario_comes_out(run: Run, tmp_path: Path) -> None:
    """By file, folder or shipped name; one that cannot be read, or fails, stops no other."""
    good, bad = tmp_path / "a.scenario.yaml", tmp_path / "b.scenario.yaml"
    good.write_text(BOARD.format(title="Good", power=1))
    bad.write_text(BOARD.format(title="Bad", power=2))
    results = tmp_path / "results.jsonl"
    options = ("--workers", "1", "--histories", "9", "--results", str(results))
    ran = run("sweep", str(tmp_path), "two-kings", *options)
    assert ran.code == 1
    assert "ok    Good: settled as far as asked, 1 expectation held" in ran.out
    assert "FAIL  Bad: settled as far as asked" in ran.out
    assert "found     power of F is 1" in ran.out
    assert "ok    Two Kings of the Realm: settled as far as asked, 1 loop" in ran.out
    (tmp_path / "c.scenario.yaml").write_text("title: Ugly\n")
    ran = run("sweep", str(tmp_path), *options, "--json")
    assert ran.code == 2
    document = json.loads(ran.out)
    assert (document["kind"], document["complete"]) == ("sweep", True)
    told = {one["title"]: one for one in document["scenarios"]}
    assert told["Good"]["result"]["expectations"] == {"held": 1, "failed": []}
    assert "needs the key 'rulebook'" in told["c.scenario.yaml"]["trouble"]
    assert len(results.read_text().splitlines()) == 4


def test_a_sweep_of_nothing_or_of_an_unknown_name_is_one_message(run: Run) -> None:
    """With a suggestion where one is close."""
    assert "say --shipped" in run("sweep").err
    ran = run("sweep", "two-king")
    assert ran.code == 2
    assert "did you mean 'two-kings'?" in ran.err


def test_against_another_edition_pairs_that_change_are_told(run: Run, tmp_path: Path) -> None:
    """The King and the Wild Wood: types come before control in July, and not in January."""
    file = tmp_path / "mine.cards.yaml"
    file.write_text(
        "Mine King: {is: [minion, mortal], power: 3, has: ['mortals: controller := you']}\n"
        "Mine Wood: {is: [site], has: ['nearby minions: mortal becomes beast']}\n"
    )
    code, out, _ = run(
        *("census", "sorcery-2026-01", "--against", "sorcery-2026-07"),
        *("--cards", str(file), "--workers", "1", "--json", "-"),
    )
    assert code == 0
    document = json.loads(out)
    assert document["kind"] == "editions"
    assert [each["cards"] for each in document["pairs"]] == [["Mine King", "Mine Wood"]]
    code, out, err = run("census", "sorcery-2026-01", "--against", "grand-archive-2025-09")
    assert (code, out) == (2, "")
    assert "two games" in err
    code, out, err = run("census", "sorcery-2026-01", "--against", "nowhere", "--of", "both")
    assert code == 2
    assert "--against" in err
