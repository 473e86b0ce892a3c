"""`layerlaw new` writes files that load, solve and teach, and never over one that is there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from layerlaw.model.cards.load import load_cards
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.load import load_rulebook
from layerlaw.model.scenarios.events import Play
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import by_date, shipped_cards, shipped_rulebook, shipped_rulebooks
from layerlaw.solver.shell.authoring.editors import folder_for, schema_in
from layerlaw.solver.shell.authoring.linting import lint
from layerlaw.solver.shell.authoring.starter import starter_scenario

Run = Callable[..., Any]
BOOK = "sorcery-2026-01"
SMALL = f"""rulebook: own
based on: {BOOK}
title: Our own cards
version: "1"
cards:
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_scenario_solves_and_fulfils_what_it_expects(run: Run) -> None:
    """Without options it is one of the newest document, with cards of its game, and passes."""
    ran = run("new", "first")
    assert ran.code == 0
    assert "--rulebook with duel-masters-1.28-en" in ran.out
    assert "layerlaw check first.scenario.yaml" in ran.out
    file = Path("first.scenario.yaml")
    scenario = load_scenario(file)
    assert scenario.rulebook.id == max(map(shipped_rulebook, shipped_rulebooks()), key=by_date).id
    assert scenario.because and scenario.expect and scenario.variants
    played = {event.card.name for event in scenario.play if isinstance(event, Play)}
    assert len(played) == 2 and played <= {*shipped_cards(scenario.rulebook)}
    assert "2 passed" in run("check", str(file)).out
    assert not [each for each in lint([file]).findings if each.severity != "note"]
    comments = [line for line in file.read_text("utf-8").splitlines() if "# " in line]
    assert len(comments) >= 8


def test_editors_find_the_schema_of_a_new_file(run: Run) -> None:
    """The first line leads to a schema beside it, of which a file in a folder below makes use."""
    run("new", "a.scenario.yaml")
    run("new", "deep/er/b.scenario.yaml", "--cards", "Foot Soldier")
    for file, way in (("a", "."), ("deep/er/b", "../..")):
        first = Path(f"{file}.scenario.yaml").read_text("utf-8").partition("\n")[0]
        line = f"# yaml-language-server: $schema={way}/.layerlaw/scenario.schema.json"
        assert first.replace("=.layerlaw", "=./.layerlaw") == line
    assert [str(path) for path in Path().rglob("*.json")] == [
        str(Path(".layerlaw", "scenario.schema.json"))
    ]


@pytest.mark.slow
def test_new_files_are_in_canonical_form(run: Run) -> None:
    """`format --check` changes nothing of them, whatever quotes a title takes."""
    title = ("--title", "It's: a title")
    made = {
        "a.scenario.yaml": title,
        "b.yaml": ("--kind", "rulebook"),
        "c.yaml": ("--kind", "rulebook", *title),
        "d.yaml": ("--kind", "cards"),
    }
    for file, options in made.items():
        assert run("new", file, *options).code == 0
        assert run("format", "--check", file).code == 0, file


def test_a_file_that_is_there_stays(run: Run) -> None:
    """Nothing is written over, and nothing else is written either."""
    Path("mine.scenario.yaml").write_text("mine", encoding="utf-8")
    ran = run("new", "mine.scenario.yaml")
    assert ran.code == 2 and "was not written over" in ran.err
    assert Path("mine.scenario.yaml").read_text("utf-8") == "mine"
    assert [path.name for path in Path().iterdir()] == ["mine.scenario.yaml"]


def test_the_cards_that_are_named_are_played(run: Run) -> None:
    """Names in any case, those with a comma in quotes; a target is found for what needs one."""
    ran = run(
        "new", "x", "--rulebook", "duel-masters-1.28-en", "--cards",
        'tragic swamp, "Iere, Vizier of Bullets"', "--title", "It shrinks",
    )  # fmt: skip
    assert ran.code == 0
    scenario = load_scenario("x.scenario.yaml")
    assert scenario.title == "It shrinks"
    first, second = scenario.play
    assert isinstance(first, Play) and isinstance(second, Play)
    assert [first.card.name, second.card.name] == ["Iere, Vizier of Bullets", "Tragic Swamp"]
    assert second.targets == (first.id,)


def test_an_unknown_card_is_told_with_the_closest_one(run: Run) -> None:
    """Bad input names what was meant, and writes nothing."""
    ran = run("new", "x", "--cards", "Foot Soldir")
    assert ran.code == 2 and "did you mean 'Foot Soldier'?" in ran.err
    assert not [*Path().iterdir()]


@pytest.mark.slow
def test_a_rulebook_of_ones_own_is_named_from_where_the_scenario_is(run: Run) -> None:
    """A new rulebook is based on another one, differs in one policy, and can be played under."""
    assert run("new", "mine.yaml", "--kind", "rulebook", "--rulebook", BOOK).code == 0
    mine, base = load_rulebook("mine.yaml"), shipped_rulebook(BOOK)
    changed = [name for name in base.policies if mine.policy(name) != base.policy(name)]
    assert mine.id == "mine" and len(changed) == 1
    assert run("new", "cases/y", "--rulebook", "./mine.yaml").code == 0
    assert 'rulebook: "../mine.yaml"' in Path("cases/y.scenario.yaml").read_text("utf-8")
    assert load_scenario("cases/y.scenario.yaml").rulebook.id == "mine"
    assert (Path(".layerlaw") / "scenario.mine.schema.json").is_file()


def test_cards_are_written_in_the_words_of_the_rulebook(run: Run) -> None:
    """A new file of cards loads under its rulebook and is valid under its schema."""
    assert run("new", "cards.yaml", "--kind", "cards", "--rulebook", "grand-archive-zh").code == 0
    cards = load_cards("cards.yaml", shipped_rulebook("grand-archive-zh"))
    assert [*cards] == ["Little One", "Big One"]
    found = json.loads(Path(".layerlaw/cards.grand-archive-zh.schema.json").read_text("utf-8"))
    assert jsonschema.Draft7Validator(found).is_valid({"A": {"is": ["ally"], "power": 1}})
    assert not jsonschema.Draft7Validator(found).is_valid({"A": {"is": ["minion"]}})
    assert run("new", "more.yaml", "--kind", "cards", "--cards", "A").code == 2


def test_a_rulebook_without_shipped_cards_gets_cards_in_the_scenario(tmp_path: Path) -> None:
    """Where no card is known, two made-up ones show how cards are written."""
    file = tmp_path / "own.yaml"
    file.write_text(SMALL, encoding="utf-8")
    text = starter_scenario(load_rulebook(file), "./own.yaml", folder=tmp_path)
    assert "Little One" in text and "other objects: power += 1" in text


def test_a_schema_is_never_written_over_something_else(tmp_path: Path) -> None:
    """A file of that name that is no schema of ours is left alone and told of."""
    folder = folder_for(tmp_path / "x.scenario.yaml")
    assert folder == tmp_path.absolute() / ".layerlaw"
    folder.mkdir()
    (folder / "cards.schema.json").write_text("{}", encoding="utf-8")
    with pytest.raises(LayerlawError, match="is no schema of Layerlaw's"):
        schema_in(folder, "cards")


def test_schema_prints_or_saves(run: Run) -> None:
    """`layerlaw schema` prints JSON; `--save` writes the same and says the comment line."""
    printed = run("schema", "rulebook")
    assert json.loads(printed.out)["$schema"].endswith("draft-07/schema#")
    saved = run("schema", "rulebook", "--save", "schemas")
    assert saved.code == 0
    assert "# yaml-language-server: $schema=./schemas/rulebook.schema.json" in saved.out
    assert Path("schemas/rulebook.schema.json").read_text("utf-8") == printed.out
    assert run("schema", "deck").code == 2


@pytest.mark.parametrize(
    "cards",
    [
        "Lorraine, Blademaster",
        "Lorraine, Blademaster, Nia, Mistveiled Scout",
        'Nia, Mistveiled Scout, "Lorraine, Blademaster"',
    ],
)
def test_a_name_that_holds_a_comma_is_one_card(run: Run, cards: str) -> None:
    """Names of cards stay whole, in quotes or without."""
    book = "grand-archive-2025-09"
    assert run("new", "one.scenario.yaml", "--rulebook", book, "--cards", cards).code == 0
    text = Path("one.scenario.yaml").read_text()
    assert "Lorraine, Blademaster" in text and ("Nia, Mistveiled" in text) is ("Nia" in cards)
