"""Several answers, and none: what `solve --strict`, `why` and `may` say of them, and exit with."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Run

HEAD = "title: T\nrulebook: duel-masters-1.28-en\nplayers: [you, me]\ncards:\n"
SEVERAL = (
    HEAD
    + """
  Low: {is: [creature], power: 2000}
  East: {is: [field], has: ['objects named "West": ignored', "creatures: power += 1000",
                            "opponents: can't charge"]}
  West: {is: [field], has: ['objects named "East": ignored', "creatures: power += 2000"]}
play: [{you: Low as L}, {me: East as E}, {me: West as W}]
"""
)
# DM-608.1: whoever is no blocker is made one, and is then out of the effect's reach.
PARADOX = (
    HEAD
    + """
  Low: {is: [creature], power: 2000}
  Shrine: {is: [field], has: ["creatures without Blocker: gain Blocker"]}
play: [{you: Shrine as S}, {you: Low as L}]
"""
)


@pytest.fixture(name="files")
def _files(tmp_path: Path) -> dict[str, str]:
    found = {}
    for name, text in (("several", SEVERAL), ("paradox", PARADOX)):
        file = tmp_path / f"{name}.scenario.yaml"
        file.write_text(text, encoding="utf-8")
        found[name] = str(file)
    return found


@pytest.mark.parametrize("name", ["several", "paradox"])
@pytest.mark.parametrize("how", [(), ("--readings",)])
def test_strict_is_one_where_there_is_not_one_answer(
    run: Run, files: dict[str, str], name: str, how: tuple[str, ...]
) -> None:
    """All readings agree on it, and yet nothing is settled; without --strict it is shown."""
    assert run("solve", files[name], *how).code == 0
    ran = run("solve", files[name], "--strict", *how)
    assert ran.code == 1
    assert "Settled" not in ran.out and "ot settled" in ran.out
    document = json.loads(run("solve", files[name], "--strict", "--json", *how).out)
    assert document["settled"] is False


def test_why_explains_each_of_several_answers(run: Run, files: dict[str, str]) -> None:
    """Both where they differ, and once where they agree, which it says."""
    ran = run("why", files["several"], "L.power")
    assert ran.code == 0
    assert "answer 1 of 2:" in ran.out and "answer 2 of 2:" in ran.out
    assert "power of L is 3000" in ran.out and "power of L is 4000" in ran.out
    documents = json.loads(run("why", files["several"], "L.power", "--json").out)
    assert [one["answers"] for one in documents] == [[1], [2]]
    assert {one["value"] for one in documents} == {3000, 4000}
    agreed = run("why", files["several"], "L.name")
    assert "all 2 answers agree:" in agreed.out and "answer 1" not in agreed.out


def test_may_asks_each_of_several_answers(run: Run, files: dict[str, str]) -> None:
    """1 where it can't be done in one of them, 0 where it can in all."""
    ran = run("may", files["several"], "you", "charge")
    assert ran.code == 1
    assert "answer 1 of 2:" in ran.out
    assert "you can't charge" in ran.out and "you can charge" in ran.out
    assert run("may", files["several"], "me", "charge").code == 0
    documents = json.loads(run("may", files["several"], "you", "charge", "--json").out)
    assert [one["answer"] for one in documents] == [1, 2]
    assert {one["allowed"] for one in documents} == {True, False}


@pytest.mark.parametrize("asked", [("why", "L.abilities"), ("may", "L", "attack")])
def test_what_a_paradox_leaves_without_value_is_not_answered(
    run: Run, files: dict[str, str], asked: tuple[str, ...]
) -> None:
    """A message and exit code 2, never the board on which effects begin."""
    command, *question = asked
    ran = run(command, files["paradox"], *question)
    assert ran.code == 2
    assert "no state agrees with all the effects" in ran.err and not ran.out


@pytest.mark.parametrize("asked", [("why", "L.power"), ("may", "S", "attack")])
def test_what_stands_beside_a_paradox_is_answered(
    run: Run, files: dict[str, str], asked: tuple[str, ...]
) -> None:
    """Nothing that decides it asks who blocks."""
    command, *question = asked
    ran = run(command, files["paradox"], *question)
    assert ran.code == (0 if command == "why" else 1) and ran.out and not ran.err


@pytest.mark.slow
def test_all_readings_of_a_paradox_forbid_nothing(run: Run, files: dict[str, str]) -> None:
    """What has no value is no "can't", in words and in JSON; what stands is answered."""
    ran = run("may", files["paradox"], "L", "attack", "--readings")
    assert ran.code == 1 and "No answer to whether L can attack" in ran.out
    assert "can't" not in ran.out.splitlines()[0]
    document = json.loads(run("may", files["paradox"], "L", "attack", "--readings", "--json").out)
    assert document["allowed"] is None
    plain, every = (
        run("may", files["paradox"], "S", "attack", *how) for how in ((), ("--readings",))
    )
    assert every.out.splitlines()[0] == plain.out.splitlines()[0].split("  ")[0]
    assert "UNKNOWN" in plain.out and "REFUSED" not in plain.out
