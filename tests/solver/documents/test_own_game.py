"""Documents of a game that is not shipped: compared on its own boards, audited, shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from click.testing import CliRunner

from layerlaw.model import load_rulebook, load_scenario, loads_rulebook
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.solver.documents.audit.against_words import wording_findings
from layerlaw.solver.documents.boards import real_cards
from layerlaw.solver.documents.compare import compare
from layerlaw.solver.documents.coverage.mutants import procedure_mutants
from layerlaw.solver.documents.coverage.mutation import mutation
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.cli.main import group

GAME = """
rulebook: masks
title: A game of masks
game: Masks
version: "1"
rests on: HOUSE
clauses:
  - {id: HOUSE, place: nowhere, says: Made up.}
  - {id: ONE, place: nowhere, says: One star of a name stays.}
characteristics:
  types: {kind: set, words: [actor, garb, star]}
  controller: {kind: player}
  wit: {kind: number}
zones: [stage, attic]
statuses:
  masked: {renews: true, copied as: {is: [actor], numbers: {wit: 2}}}
actions: {dress: dressed}
carried: {who: garbs, by: actors, drops: HOUSE, falls if it cannot: {dress: garbs}}
checks:
  - {id: star, who: stars, one for each: [name], verdict: dies, zone: attic, clause: ONE}
layers:
  - {id: "1", name: all, does: [copy, change types, change abilities, permissions, change wit]}
policies: {a copy reads: what the copy layer left, new timestamp: attaching}
"""
PUT_ON_ANEW = """
title: A garb that is put on anew
rulebook: ./masks.rulebook.yaml
players: [ann, bob]
cards:
  Clown: {is: actor, wit: 2}
  Grim Veil: {is: garb, has: ["bearer: wit := 0"]}
  Gay Veil: {is: garb, has: ["bearer: wit := 7"]}
play:
  - ann: Clown as C
  - ann: Clown as D
  - ann: Grim Veil as V on C
  - ann: Gay Veil as W on C
  - attach: V to D
  - attach: V to C
expect: [wit of C is 0]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Both documents and a board on which they part."""
    other = GAME.replace("rulebook: masks", "rulebook: unchanged")
    (tmp_path / "masks.rulebook.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "unchanged.rulebook.yaml").write_text(
        other.replace("new timestamp: attaching", "new timestamp: nothing"), encoding="utf-8"
    )
    (tmp_path / "veils.scenario.yaml").write_text(PUT_ON_ANEW, encoding="utf-8")
    return tmp_path


def test_documents_are_compared_on_boards_of_ones_own(folder: Path) -> None:
    """No made-up board puts anything on twice; a board of one's own shows the difference."""
    one, other = (load_rulebook(folder / f"{id}.rulebook.yaml") for id in ("masks", "unchanged"))
    own = (folder / "veils.scenario.yaml",)
    assert compare(one, other, n=1).parted is None
    parted = compare(one, other, n=1, boards=own).parted
    assert parted is not None
    assert parted.boards[0].title == "A garb that is put on anew"


def test_the_command_takes_a_folder_of_boards(folder: Path) -> None:
    names = [str(folder / f"{id}.rulebook.yaml") for id in ("masks", "unchanged")]
    line = ["compare", *names, "--n", "1", "--boards", str(folder)]
    done = CliRunner().invoke(group, line)
    assert "6. attach: V to C" in done.output


@pytest.mark.slow
def test_what_a_status_is_copied_as_is_told_in_the_words_of_the_rulebook(folder: Path) -> None:
    one = load_rulebook(folder / "masks.rulebook.yaml")
    other = loads_rulebook(GAME.replace("numbers: {wit: 2}", "numbers: {wit: 3}"))
    [found] = compare(one, other, n=1).differences
    assert found.sides[0] == ("copied as: sets: types (actor); numbers: wit 2; renews: yes")


def test_a_check_that_passes_by_one_keeps_what_its_clause_says() -> None:
    """It lets one stay, which the clause may say in so many words."""
    found = wording_findings(loads_rulebook(GAME))
    assert [each.kind for each in found] == ["clean"]
    every = GAME.replace("one for each: [name], ", "")
    assert "against its clause" in [each.kind for each in wording_findings(loads_rulebook(every))]


def test_shipped_boards_are_not_read_for_a_game_of_ones_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A thousand boards of other games took longer than the audit itself."""

    def fail(*_: object) -> None:
        raise AssertionError("a board of another game was read")

    monkeypatch.setattr(real_cards, "load_scenario", fail)
    book = loads_rulebook(GAME)
    assert list(real_cards.shipped_boards(book, (book.id,))) == []


def test_what_falls_for_what_it_cannot_is_shown(folder: Path) -> None:
    done = CliRunner().invoke(group, ["rulebook", str(folder / "masks.rulebook.yaml")])
    assert "dropped, too: garbs that can't dress the bearer (HOUSE)" in done.output


TEXTS = """
title: A word of a text becomes another
rulebook: ./masks.rulebook.yaml
players: [ann, bob]
cards:
  Crier: {is: actor, wit: 1, has: ["stars: wit += 1"]}
  Gossip: {is: garb, wit: 0, has: ["bearer: star becomes garb in its text"]}
play:
  - ann: Crier as C
  - ann: Gossip as G on C
expect: [wit of G is 1]
"""


def test_what_texts_would_be_all_at_once_is_refused_and_no_crash(folder: Path) -> None:
    """Whoever asks what a document with another answer would come to gets a message as outcome."""
    file = folder / "masks.rulebook.yaml"
    file.write_text(GAME.replace("does: [copy,", "does: [copy, change text,"), encoding="utf-8")
    book = load_rulebook(file)
    (folder / "texts.scenario.yaml").write_text(TEXTS, encoding="utf-8")
    scenario = load_scenario(folder / "texts.scenario.yaml")
    at_once = {"process": PolicyValue("simultaneous", "HOUSE")}
    changed = replace(book, policies=MappingProxyType({**book.policies, **at_once}))
    with pytest.raises(LayerlawError, match="only where effects apply in layers"):
        solve(replace(scenario, rulebook=changed))
    ids = [each.id for each in procedure_mutants(book)]
    at = ids.index("policy process = simultaneous")
    result = mutation(book, [scenario], limit=at + 1).results[at]
    assert result.mutant.id == ids[at]
    assert result.noticed
