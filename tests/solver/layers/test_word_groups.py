"""Words that belong to types, and words that are set for the text: by hand and by the oracle."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from lands import CARDS, FILE, board, book, edges, gains_first

from comparing import assert_same
from layerlaw.model import BadInput
from layerlaw.model.algebra import AddMembers
from layerlaw.model.notation.parsing import parse_operations
from layerlaw.model.notation.printing import print_operation
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.effects import consequences
from layerlaw.solver.effects.writing import write_words

POOL = sorted({line[2:].split(":")[0] for line in CARDS.splitlines() if line[2:3].isalpha()})
"""Every card."""


def shown(answer: Answer, card: str) -> dict[str, Any]:
    """What the answer shows of the object that is printed so."""
    id = next(one.id for one in answer.situation.things if one.card.name == card)
    objects = cast("dict[str, dict[str, Any]]", answer.to_dict()["objects"])
    return objects[id]


def keywords(answer: Answer, card: str) -> set[str]:
    """The keywords of the object, without who gave them."""
    return {text.split(" from ")[0] for text in shown(answer, card)["abilities"] if ":" not in text}


def orders(*cards: str) -> list[Answer]:
    """The answers for every order of arrival; each is certified."""
    answers = [solve(board(*order)) for order in permutations(cards)]
    assert all(certificate_of(one).check().ok for one in answers)
    return answers


def test_a_text_that_a_land_type_takes_makes_a_dependency_by_existence() -> None:
    """Urborg depends on Blood Moon in both orders, and is a Mountain and no Swamp."""
    for answer in orders("Moon", "Urborg", "Tower"):
        assert edges(answer) == {("Urborg", "Moon")}
        assert shown(answer, "Urborg")["subtypes"] == ["mountain"]
        assert keywords(answer, "Urborg") == {"Red"}
        assert shown(answer, "Tower")["subtypes"] == ["mountain"]
        assert keywords(answer, "Tower") == {"Red"}
        assert shown(answer, "Tower")["power"] is None


def test_a_land_type_is_set_before_the_creature_that_sets_it_loses_its_abilities() -> None:
    """Magus of the Moon and Humility, in both orders: the lands are Mountains."""
    for answer in orders("Magus", "Humility", "Tower"):
        assert keywords(answer, "Tower") == {"Red"}
        assert shown(answer, "Magus")["abilities"] == []
        assert shown(answer, "Magus")["power"] == 1


def test_what_is_made_a_land_waits_to_be_made_a_mountain() -> None:
    """Blood Moon depends on Ashaya, whose own ability that counts lands is lost by it."""
    for answer in orders("Ashaya", "Moon", "Bear"):
        assert edges(answer) == {("Moon", "Ashaya")}
        assert shown(answer, "Ashaya")["subtypes"] == ["elf", "mountain"]
        assert shown(answer, "Ashaya")["power"] is None
        assert shown(answer, "Bear")["subtypes"] == ["goblin", "mountain"]
        assert keywords(answer, "Bear") == {"Red"}


@pytest.mark.slow
def test_what_becomes_a_land_becomes_a_swamp_too() -> None:
    """Urborg depends on Life and Limb, which depends on nothing; a Saproling ends as a Swamp."""
    for answer in orders("Limb", "Urborg", "Saproling", "Forest"):
        assert edges(answer) == {("Urborg", "Limb")}
        assert shown(answer, "Saproling")["subtypes"] == ["forest", "saproling", "swamp"]
        assert keywords(answer, "Saproling") == {"Black", "Green"}
        assert shown(answer, "Forest")["types"] == ["creature", "land"]
        assert shown(answer, "Forest")["subtypes"] == ["forest", "saproling", "swamp"]


@pytest.mark.slow
def test_what_an_effect_gave_is_not_lost_with_the_text() -> None:
    """Wings gives Flying to lands, before types or behind them; the Tower's own Flying is gone."""
    for under in (book, gains_first):
        for order in permutations(("Moon", "Tower", "Wings")):
            scenario = board(*order, under=under)
            assert_same(scenario)
            abilities = shown(solve(scenario), "Tower")["abilities"]
            [flying] = [one for one in abilities if one.startswith("Flying")]
            assert " from Win" in flying


def test_what_is_copied_is_text() -> None:
    """A copy of the Tower loses what it copied."""
    answer = solve(board("Tower", "Mirror", "Moon"))
    assert shown(answer, "Mirror")["subtypes"] == ["mountain"]
    assert keywords(answer, "Mirror") == {"Red"}


def test_setting_a_word_leaves_words_of_other_groups() -> None:
    """A Dryad Arbor made an Elf stays a Forest; every creature type joins the land's own."""
    assert shown(solve(board("Elves", "Arbor")), "Arbor")["subtypes"] == ["elf", "forest"]
    all_types = ["desert", "elf", "goblin", "saproling"]
    assert shown(solve(board("Shift")), "Shift")["subtypes"] == all_types


def test_words_go_with_the_last_of_their_types() -> None:
    """A creature that becomes a land keeps no creature type; a kindred one keeps it."""
    assert shown(solve(board("Rest", "Magus")), "Magus")["subtypes"] == []
    assert shown(solve(board("Rest", "Bear")), "Bear")["subtypes"] == ["goblin"]
    assert shown(solve(board("Deed", "Saproling")), "Saproling")["subtypes"] == []
    assert shown(solve(board("Song", "Arbor")), "Arbor")["subtypes"] == ["forest"]
    assert shown(solve(board("Song", "Bear")), "Bear")["subtypes"] == ["forest"]


def test_no_words_at_all_take_the_place_of_every_word() -> None:
    """`subtypes := {}` knows no group."""
    assert shown(solve(board("Mine", "Arbor")), "Arbor")["subtypes"] == []


@pytest.mark.slow
def test_the_oracle_says_the_same_of_random_boards_in_every_order() -> None:
    """Boards of up to four cards, some twice, in each order of arrival."""
    chance = Random(20)
    for _ in range(8):
        cards = [chance.choice(POOL) for _ in range(chance.choice((2, 3, 3, 4)))]
        for order in sorted(set(permutations(cards))):
            scenario = board(*order)
            assert_same(scenario)
            assert certificate_of(solve(scenario)).check().ok, order


FAULTS = {
    "the text is kept": ("lose_own_text", lambda *_: None, ("Moon", "Tower")),
    "granted abilities are lost as well": (
        "lose_own_text",
        lambda board, scope, _: board.clear("abilities", scope),
        ("Tower", "Wings", "Moon"),
    ),
    "words stay without their type": (
        "_of_its_types",
        lambda *_: 0,
        ("Rest", "Magus"),
    ),
}


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_the_certificate_refuses_what_does_not_follow(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solver that forgets a consequence, or has too much of it, is found out."""
    name, broken, cards = FAULTS[fault]
    scenario = board(*cards, under=gains_first)
    assert certificate_of(solve(scenario)).check().ok
    monkeypatch.setattr(consequences, name, broken)
    assert not certificate_of(solve(scenario)).check().ok


def test_the_certificate_refuses_that_words_of_other_groups_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A Dryad Arbor that is no Forest as an Elf is found out."""
    whole = write_words

    def all_words(write: Any, *rest: Any) -> None:
        whole(replace(write, among=()), *rest)

    monkeypatch.setattr(consequences, "write_words", all_words)
    assert not certificate_of(solve(board("Moon", "Arbor"))).check().ok


@pytest.mark.parametrize(
    "text",
    [
        "subtypes += every creature type",
        "subtypes -= every land type",
        "subtypes := every basic land type",
        "subtypes := forest",
        "types -= creature",
        "subtypes += {goblin, elf}",
    ],
)
def test_operations_on_groups_are_written_as_they_are_read(text: str) -> None:
    """Printing gives the text back."""
    words = vocabulary(book())
    [operation] = parse_operations(text, words)[0]
    assert print_operation(operation) == text


def test_every_word_of_a_group_joins() -> None:
    """`every creature type` is all its words."""
    [operation] = parse_operations("subtypes += every creature type", vocabulary(book()))[0]
    assert isinstance(operation, AddMembers)
    assert operation.words == ("goblin", "elf", "saproling")


ODD = '\n  Odd: {is: [land], has: ["self: subtypes += every creatur type"]}'


def test_a_group_that_is_not_known_gets_the_nearest_name() -> None:
    """The message names the word and suggests another."""
    with pytest.raises(BadInput, match="creature type"):
        board(
            "Odd",
            cards_of_its_own='\n  Odd: {is: [land], has: ["self: subtypes += every creatur type"]}',
        )


TEXT = FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("types: [land], words", "types: [lnd], words", "unknown type 'lnd'"),
        ("words: [goblin, elf", "words: [forest, elf", "'forest' is a land type already"),
        ("words: [aura]", "words: [aura, land]", "one of the types already"),
        (
            "  set: {value",
            "  process: {value: newest wins, clause: L-1}\n  set: {value",
            "in layers",
        ),
    ],
)
def test_groups_that_make_no_sense_are_refused(old: str, new: str, message: str) -> None:
    """One message says what is wrong."""
    assert old in TEXT
    with pytest.raises(BadInput, match=message):
        loads_rulebook(TEXT.replace(old, new, 1))


def test_a_book_based_on_another_adds_words_to_a_group(tmp_path: Path) -> None:
    """`more words` names the group."""
    file = tmp_path / "mine.yaml"
    (tmp_path / "lands.yaml").write_text(TEXT, encoding="utf-8")
    more = "rulebook: mine\nbased on: ./lands.yaml\nmore words: {creature type: [zombie]}\n"
    file.write_text(more, encoding="utf-8")
    mine = load_rulebook(file)
    [group] = [one for one in mine.characteristics["subtypes"].groups if "type" in one.name][-1:]
    assert group.words[-1] == "zombie"
    assert "zombie" in mine.characteristics["subtypes"].words
