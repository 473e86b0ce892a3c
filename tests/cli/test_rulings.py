"""`layerlaw rulings`: the table, parts of it, and what a card list changes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from layerlaw.model.cards.load_rulings import shipped_rulings

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Run

GAME = "grand-archive"


@pytest.fixture(autouse=True)
def _no_card_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LAYERLAW_CARDS", raising=False)


def test_a_part_of_the_table_is_shown(run: Run) -> None:
    """The rulings on one card, with what they bear on and where they stand."""
    ran = run("rulings", GAME, "--card", "Corhazi Arsonist", "--no-color")
    assert ran.code == 0
    assert "zone" in ran.out and "corhazi-arsonist" in ran.out
    assert "The word they lack" not in ran.out


def test_what_lacks_is_listed_with_its_word(run: Run) -> None:
    """As many as the table has, and no ruling that a scenario states in full."""
    ran = run("rulings", GAME, "--lacking", "--json")
    shown = json.loads(ran.out)
    lacking = [one for one in shipped_rulings(GAME).rulings if one.lacks]
    assert len(shown["rulings"]) == len(lacking) > 0
    assert all(one["lacks"] in shown["words"] for one in shown["rulings"])
    assert shown["card list"] is None
    counts = shown["counts"]
    assert sum(counts["lacks"].values()) == len(lacking)
    assert sum(one["rulings"] for one in counts["bears on"].values()) == 578


def test_a_card_list_is_held_against_the_table(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 1, with the rulings that are gone and new, whoever names the list."""
    file = tmp_path / f"{GAME}.2026-12.json"
    cards = [{"name": "Abnegation", "rulings": [{"description": "x"}]}]
    file.write_text(json.dumps({"cards": cards}), encoding="utf-8")
    ran = run("rulings", GAME, "--counts", "--cards", str(file), "--no-color")
    assert ran.code == 1
    assert "Their text is another one now: 1" in ran.out
    assert f"No longer in {file.name}: 577" in ran.out
    monkeypatch.setenv("LAYERLAW_CARDS", str(tmp_path))
    ran = run("rulings", GAME, "--counts", "--json")
    assert ran.code == 1
    assert [one["card"] for one in json.loads(ran.out)["card list"]["changed"]] == ["Abnegation"]


TABLE = """\
game: little
source: a list of May
kinds: {}
words: {omens: counters elsewhere}
rulings:
  Fox:
    - {number: 1, date: 2025-01-02, text: "0123abcd", bears: zone, lacks: omens, says: it goes}
"""


def test_a_table_of_ones_own_is_shown(run: Run, tmp_path: Path) -> None:
    """A file of the same form stands for the game."""
    file = tmp_path / "little.yaml"
    file.write_text(TABLE, encoding="utf-8")
    ran = run("rulings", str(file), "--no-color")
    assert ran.code == 0
    assert "Fox 1" in ran.out and "0 of the 1 stand in 0 scenarios" in ran.out
    file.write_text(TABLE.replace("zone", "hone"), encoding="utf-8")
    ran = run("rulings", str(file))
    assert ran.code == 2 and "little.yaml:7" in ran.err


def test_a_table_is_no_file_of_cards(run: Run, tmp_path: Path) -> None:
    """`format` and `lint` say what reads it, and its schema has no rulebook."""
    file = tmp_path / "little.yaml"
    file.write_text(TABLE, encoding="utf-8")
    for command, code in (("format", 2), ("lint", 1)):
        ran = run(command, str(file))
        assert ran.code == code
        assert (ran.out + ran.err).count("this is a table of rulings") == 1
    ran = run("schema", "rulings", "--rulebook", "sorcery-2026-01")
    assert ran.code == 2 and "leave --rulebook out" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["grand-archiv"], "did you mean 'grand-archive'"),
        ([GAME, "--card", "Abnegatin"], "did you mean 'Abnegation'"),
        ([GAME, "--cards", "none.json"], "none.json can't be read"),
        ([GAME, "--bears", "zones"], "zone"),
    ],
)
def test_what_is_not_there_is_said(run: Run, arguments: list[str], said: str) -> None:
    """Exit code 2 and one message."""
    ran = run("rulings", *arguments)
    assert ran.code == 2
    assert said in ran.err
