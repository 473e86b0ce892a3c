"""A mistake in a file that several scenarios share is told once, and counts for each of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Run

CARDS = "Giant: {is: [minion], power: 7, has: ['other wizzards: power += 1']}\n"
SCENARIO = """title: {title}
rulebook: {book}
players: [you, me]
card files: [mine.cards.yaml]
play:
  - you: Giant as G at {square}
expect: [power of G is 7]
"""


def folder_of(path: Path, book: str = "sorcery-2026-01") -> Path:
    """Three scenarios with the same faulty cards, of which the last has a mistake of its own."""
    (path / "mine.cards.yaml").write_text(CARDS, encoding="utf-8")
    for number, square in enumerate((3, 4, 33), 1):
        text = SCENARIO.format(title=f"Giant {number} is strong", book=book, square=square)
        (path / f"s{number}.scenario.yaml").write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "command", [("check",), ("sweep", "--workers", "1"), ("format", "--check"), ("lint",)]
)
def test_a_mistake_in_shared_cards_is_told_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """The others say where it is told; what is a scenario's own is told with it."""
    monkeypatch.chdir(folder_of(tmp_path))
    ran = run(*command, ".")
    told = ran.out + ran.err
    assert ran.code == (1 if command == ("lint",) else 2)
    assert told.count("unknown noun 'wizzards'") == 1
    assert told.count("there is no square 33") == 1
    if command != ("lint",):
        assert told.count("the mistakes in mine.cards.yaml are told above") == 2
        assert told.index("wizzards'") < told.index("are told above")


def test_each_case_in_json_has_its_own(run: Run, tmp_path: Path) -> None:
    """Who reads one case reads no other."""
    document = json.loads(run("check", str(folder_of(tmp_path)), "--json").out)
    assert ["wizzards" in case["trouble"] for case in document["cases"]] == [True] * 3


def test_a_faulty_rulebook_is_told_once(run: Run, tmp_path: Path) -> None:
    """A shared rulebook's mistake is no other thing."""
    (tmp_path / "mine.yaml").write_text(
        "rulebook: mine\nbased on: sorcery-2026-01\npolicies: {grap: each step}\n", "utf-8"
    )
    ran = run("check", str(folder_of(tmp_path, "./mine.yaml")))
    assert ran.code == 2
    assert ran.out.count("unknown policy 'grap'") == 1
    assert ran.out.replace("\n", " ").count("are told above") == 2
    assert "0 passed, 3 failed" in ran.out
