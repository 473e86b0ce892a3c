"""The command line over several documents: side by side, permissions, several answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Run

LANTERN = """\
title: A Lantern and a card that is in the graveyard later
rulebook: grand-archive-2025-09
from: page on continuous effects, example of Nullifying Lantern
because: [GA-STAT-1]
players: [you, me]
cards:
  Torch: {is: [action], elements: [fire], reserve-cost: 1, resolves: ["target: power += 1"]}
  Guard: {is: [ally], elements: [norm], power: 1, life: 2}
play:
  - you: Nullifying Lantern as L
  - you: Guard as G
  - you: Torch as T on G
expect:
  - elements of T is {norm}
"""

MUFFLERS = """\
title: Two that take each other's abilities
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Muffler: {is: [creature], power: 1000, has: ["other creatures: lose all abilities"]}
play:
  - you: Muffler as A
  - me: Muffler as B
"""

PARADOX = """\
title: Three that take each other's abilities in a ring
rulebook: duel-masters-1.28-ja
players: [you]
cards:
  One: {is: [creature], power: 1000, has: ['objects named "Two": lose all abilities']}
  Two: {is: [creature], power: 1000, has: ['objects named "Three": lose all abilities']}
  Three: {is: [creature], power: 1000, has: ['objects named "One": lose all abilities']}
play:
  - you: One as A
  - you: Two as B
  - you: Three as C
"""


@pytest.fixture
def lantern(tmp_path: Path) -> str:
    """The Lantern's scenario as a file."""
    return written(tmp_path, LANTERN)


def written(folder: Path, text: str) -> str:
    """The path of a scenario file with this text."""
    file = folder / "one.scenario.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_rulebooks_stand_side_by_side(run: Run, lantern: str) -> None:
    """One column a rulebook; what all agree on is left out, every certificate is named."""
    ids = "grand-archive-2025-09,grand-archive-zh,grand-archive-2021"
    ran = run("solve", lantern, "--rulebook", ids, "--no-color")
    assert ran.code == 0
    assert ran.out.count("certificate confirmed") == 3
    document = json.loads(run("solve", lantern, "--rulebook", ids, "--json").out)
    assert [one["id"] for one in document["rulebooks"]] == ids.split(",")
    changed = {(one["object"], one["characteristic"]) for one in document["differences"]}
    assert ("T", "elements") not in changed


def test_one_other_rulebook_is_shown_in_full(run: Run, lantern: str) -> None:
    """Also for `check`, whose expectations are then held under that one."""
    ran = run("solve", lantern, "--rulebook", "grand-archive-2021", "--no-color")
    assert "(grand-archive-2021)" in ran.out
    assert "Step " in ran.out and "Layer " not in ran.out
    assert run("check", lantern, "--rulebook", "grand-archive-zh").code == 0
    assert run("why", lantern, "T.elements", "--rulebook", "grand-archive-zh").code == 0


def test_several_answers_are_shown_apart_from_what_is_known(run: Run, tmp_path: Path) -> None:
    """Each with the effects in force, and the clause that makes them simultaneous."""
    file = written(tmp_path, MUFFLERS)
    ran = run("solve", file, "-v", "--no-color")
    assert ran.code == 0
    assert "2 answers agree with them. (DM-608.1)" in " ".join(ran.out.split())
    assert "What all answers agree on" in ran.out
    document = json.loads(run("solve", file, "--json").out)
    assert document["verdict"] == "several"
    in_force = [[e for e in one["effects"] if e in ("A.1", "B.1")] for one in document["answers"]]
    assert sorted(in_force) == [["A.1"], ["B.1"]]


def test_a_paradox_names_the_effects_that_make_it(run: Run, tmp_path: Path) -> None:
    """No final state is shown, because there is none; questions of permission are refused."""
    file = written(tmp_path, PARADOX)
    ran = run("solve", file, "--no-color")
    assert ran.code == 0
    assert "A paradox" in ran.out
    assert "A.1, B.1, C.1" in ran.out
    assert "Final state" not in ran.out
    asked = run("may", file, "A", "attack")
    assert asked.code == 2
    assert "no state agrees" in asked.err


def test_may_says_what_forbids_it_and_by_which_clause(run: Run, tmp_path: Path) -> None:
    """Exit code 1 and the deciding effect; the same question as JSON."""
    file = written(tmp_path, PARADOX.replace("lose all abilities", "power += 1000"))
    ran = run("may", file, "A", "attack", "--no-color")
    assert ran.code == 1
    assert ran.out.startswith("A can't attack")
    assert "DM-GAME-SICKNESS" in ran.out
    document = json.loads(run("may", file, "may A attack?", "--json").out)
    assert document["allowed"] is False
    assert document["decided by"] == "rules.sickness"


def test_every_event_shows_what_it_changes(run: Run, tmp_path: Path) -> None:
    """`--each`: the third creature's arrival changes the first one's power."""
    text = PARADOX.replace("lose all abilities", "power += 500")
    ran = run("solve", written(tmp_path, text), "--each", "--no-color")
    assert ran.code == 0
    assert "power of One (A): 1000 -> 1500" in ran.out
    document = json.loads(run("solve", written(tmp_path, text), "--each", "--json").out)
    assert len(document["events"]) == 3


def test_a_made_up_rulebook_is_one_file(run: Run, tmp_path: Path) -> None:
    """A rulebook of one's own is read from its file, for a scenario or instead of its own."""
    (tmp_path / "mine.yaml").write_text(
        "rulebook: mine\ntitle: Mine\ngame: Mine\nversion: '1'\n"
        "like: grand-archive-2025-09\ncards: grand-archive\nrules: []\nchecks: []\n"
        "layers:\n  - {id: all, name: everything, clause: ONE, does: [change power, change life, "
        "change elements, change abilities, copy, permissions]}\n"
        "clauses:\n  - {id: ONE, place: here, says: Everything in one layer.}\n"
        "policies:\n"
        + "".join(f"  {name}: {{value: {value}, clause: ONE}}\n" for name, value in POLICIES),
        encoding="utf-8",
    )
    text = LANTERN.replace("rulebook: grand-archive-2025-09", "rulebook: ./mine.yaml")
    text = text.replace("because: [GA-STAT-1]", "because: [ONE]")
    file = written(tmp_path, text)
    assert run("check", file).code == 0
    other = str(tmp_path / "mine.yaml")
    assert run("solve", file, "--rulebook", f"grand-archive-2021,{other}").code == 0


POLICIES = (
    ("process", "layered"),
    ("test", "none"),
    ("parity", "none"),
    ("graph", "once"),
    ("freed", "after all"),
    ("dependents", "topological"),
    ("independent", "outside its loop"),
    ("loop", "members"),
    ("set", "again"),
    ("ability lost", "continues"),
    ("loss", "momentary"),
    ("granted timestamp", "later"),
    ("several", "printed order"),
    ("condition read", "while applying"),
    ("resolved set", "locked"),
    ("resolved variable", "once"),
    ("members leave", "zone"),
    ("no duration", "game"),
    ("prohibition", "prohibition wins"),
    ("floor", "none"),
    ("timestamps", "oldest first"),
    ("static timestamp", "entry of its card"),
    ("resolved timestamp", "resolution"),
    ("simultaneous entry", "active player first"),
)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rulebook", "grand-archive-2025-9"), "did you mean 'grand-archive-2025-09'"),
        (("--rulebook", "no-such.yaml"), "no such file"),
        (("--rulebook", "duel-masters-1.28-en"), "unknown card"),
    ],
)
def test_a_wrong_rulebook_gets_one_clear_message(
    run: Run, lantern: str, arguments: tuple[str, ...], message: str
) -> None:
    """Exit code 2, and what is there instead."""
    ran = run("solve", lantern, *arguments)
    assert ran.code == 2
    assert message in ran.err


@pytest.mark.parametrize(
    ("question", "message"),
    [("G atack L L", "question"), ("X attack", "unknown id 'X'"), ("power of G", "")],
)
def test_a_question_that_means_nothing_gets_a_message(
    run: Run, lantern: str, question: str, message: str
) -> None:
    """Exit code 2 and what a question looks like."""
    ran = run("may", lantern, *question.split())
    assert ran.code == 2
    assert message in ran.err
