"""Games that call everything otherwise: made-up ones, and the shipped ones in other words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from picked import one_in

from comparing import assert_same
from layerlaw.model import BadInput, load_rulebook, load_scenario, loads_rulebook, vocabulary
from layerlaw.model.cards.load import loads_cards
from layerlaw.model.errors import NotationError
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.places import shipped_folder
from layerlaw.model.shipped import shipped_cards, shipped_rulebook
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.documents.compare import compare
from layerlaw.solver.games.census import Means, census
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.page import html_page
from layerlaw.solver.shell.report.page.panel import Panel

HERE = Path(__file__).parent
MADE_UP = ("guild", "stones")
SHIPPED = shipped_folder()
OTHER = {"types": "kinds", "controller": "keeper", "subtypes": "sorts"}
NAMED = re.compile(r"(?<![\w-])(types|controller|subtypes)(?![\w-])(?!: true)")


PLAYED = [
    (book, path)
    for book in ("sorcery-2026-01", "grand-archive-2025-09", "duel-masters-1.28-en")
    for path in one_in(2, sorted((SHIPPED / "scenarios").glob("*/*.scenario.yaml")))
    if f"rulebook: {book}\n" in path.read_text(encoding="utf-8")
]
ALONE = Means(workers=1)


def renamed_rulebook(id: str) -> str:
    """A shipped rulebook that has no cards of its own, in other words."""
    text = (SHIPPED / "rulebooks" / f"{id}.yaml").read_text(encoding="utf-8")
    return re.sub(r"^cards: .*\n", "", renamed(text), flags=re.MULTILINE)


def renamed(text: str) -> str:
    """A shipped file with other words for its types and for who controls."""
    text = NAMED.sub(lambda name: OTHER[name[1]], text)
    return text.replace("the chosen subtype", "the chosen sort")


@pytest.mark.parametrize("name", MADE_UP)
def test_a_game_of_other_names_is_as_expected_certified_and_as_the_oracle_says(name: str) -> None:
    """Types called kinds, who controls called holder; and neither of the two at all."""
    scenario = load_scenario(HERE / f"{name}.scenario.yaml")
    judged = judge_all(scenario)
    assert judged.outcomes and all(outcome.right for outcome in judged.outcomes)
    verdict = certificate_of(judged.derivation).check()
    assert verdict.ok, verdict.failures
    assert_same(scenario)
    assert html_page("page", [Panel("", judged.derivation)])


@pytest.mark.slow
def test_comparison_and_census_ask_the_rulebook_for_the_names() -> None:
    """What they say of a shipped rulebook they say of it in other words."""
    ours = shipped_rulebook("sorcery-2026-01")
    theirs = loads_rulebook(renamed_rulebook("sorcery-2026-01"))
    shelf = loads_cards(renamed((SHIPPED / "cards" / "sorcery.yaml").read_text("utf-8")), theirs)
    names = ("King of the Realm", "Sisters of Silence", "Corruptor", "Bower of Bliss")
    found = [
        {one.cards: (one.word, one.order, one.loops) for one in pairs.pairs}
        for book, cards in ((ours, shipped_cards(ours)), (theirs, shelf))
        for pairs in [census(book, {name: cards[name] for name in names}, histories=0, means=ALONE)]
    ]
    assert found[0] and found[0] == found[1]
    reading = {"SORC-OPEN-ANIMATE": "layer-4"}
    # Shipped scenarios are written in our words, so neither is held against them.
    bare = [replace(book, cards="", id="bare") for book in (ours, theirs)]
    apart = [compare(book, book.settled(reading), n=2) for book in bare]
    looked = [(each.looked, each.parted is None) for each in apart]
    assert looked[0] == looked[1] and apart[0].looked


@pytest.mark.sample(6)
@pytest.mark.parametrize(("book", "path"), PLAYED, ids=[path.stem for _, path in PLAYED])
def test_a_shipped_scenario_comes_to_the_same_in_other_words(
    book: str, path: Path, tmp_path: Path
) -> None:
    """All but the names, with a certificate; also its readings, where it is open."""
    (tmp_path / "book.yaml").write_text(renamed_rulebook(book), encoding="utf-8")
    cards = (SHIPPED / "cards" / f"{path.parent.name}.yaml").read_text(encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(renamed(cards), encoding="utf-8")
    told = renamed(path.read_text(encoding="utf-8")).replace(
        f"rulebook: {book}\n", "rulebook: ./book.yaml\ncard files: [./cards.yaml]\n"
    )
    (tmp_path / "told.yaml").write_text(told, encoding="utf-8")
    judged = judge_all(load_scenario(tmp_path / "told.yaml"))
    assert all(outcome.right for outcome in judged.outcomes)
    assert certificate_of(judged.derivation).check().ok
    expected = {
        (id, OTHER.get(name, name)): value
        for (id, name), value in solve(load_scenario(path)).final.items()
        if name != "abilities"
    }
    final = judged.derivation.final
    assert {cell: value for cell, value in final.items() if cell[1] != "abilities"} == expected


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kinds: {kind: set, types: true,", "kinds: {kind: set,", "says `types: true`"),
        ("trades: {kind: set,", "trades: {kind: set, types: true,", "says `types: true` already"),
        (
            "holder: {kind: player, controls: true}",
            "holder: {kind: player}",
            "says `controls: true`",
        ),
        ("rival: {kind: player}", "rival: {kind: number, controls: true}", "controls"),
        ("hands over: [holder]", "hands over: [skill]", "can't hand over 'skill'"),
    ],
)
def test_what_is_wrong_with_the_roles(old: str, new: str, message: str) -> None:
    """None, several, of the wrong kind."""
    text = (HERE / "guild.rulebook.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    with pytest.raises(BadInput) as refused:
        loads_rulebook(text.replace(old, new))
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("objects: animated as pebble", "nothing has a type in this game"),
        ("objects: can't be controlled by opponent", "nobody's control"),
    ],
)
def test_words_for_what_a_game_has_not(line: str, message: str) -> None:
    """A game without types animates nothing, and one without control keeps nobody from it."""
    words = vocabulary(load_rulebook(HERE / "stones.rulebook.yaml"))
    with pytest.raises(NotationError, match=message):
        parse_ability(line, words)
