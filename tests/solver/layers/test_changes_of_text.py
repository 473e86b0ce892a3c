"""Words of texts replaced by others (Magic 612): by hand, by the oracle, and by the certificate."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any, cast

import pytest
from lands import FILE
from texts import board, book, random_board

from comparing import assert_same
from layerlaw.model import BadInput
from layerlaw.model.notation.parsing import parse_operations
from layerlaw.model.notation.printing import print_operation
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.effects import texts
from layerlaw.solver.shell.report.ruling import ruling


def shown(answer: Answer, card: str) -> dict[str, Any]:
    """What the answer shows of the object that is printed so."""
    id = next(one.id for one in answer.situation.things if one.card.name == card)
    objects = cast("dict[str, dict[str, Any]]", answer.to_dict()["objects"])
    return objects[id]


def orders(*cards: str) -> list[Answer]:
    """The answers for every order of arrival; each is certified, and the oracle's."""
    answers = []
    for order in permutations(cards):
        scenario = board(*order)
        assert_same(scenario)
        answers.append(solve(scenario))
    assert all(certificate_of(one).check().ok for one in answers)
    return answers


@pytest.mark.slow
def test_a_word_of_the_type_line_and_a_keyword_change_together() -> None:
    """CR-612.1: a Forest's line and Forestwalk both say island."""
    for answer in orders("Hacker", "Arbor", "Forest"):
        assert shown(answer, "Forest")["subtypes"] == ["island"]
        assert shown(answer, "Forest")["abilities"] == ["Blue from rules.island"]
        assert shown(answer, "Arbor")["subtypes"] == ["elf", "island"]
        assert "Islandwalk" in shown(answer, "Arbor")["abilities"]
        assert "Forestwalk" not in shown(answer, "Arbor")["abilities"]


@pytest.mark.slow
def test_what_an_ability_gives_is_text_and_what_was_given_is_not() -> None:
    """CR-612.3: a Lord gives Islandwalk when its own text says so; what it gave stays as given."""
    for answer in orders("Hacker", "Lord"):
        given = [one for one in shown(answer, "Hacker")["abilities"] if " from " in one]
        assert [one.split(" from ")[0] for one in given] == ["Islandwalk"]
    for answer in orders("Giver", "Hacker", "Arbor"):
        # What the Giver gives speaks of islands, for the Giver's own text was changed.
        assert shown(answer, "Arbor")["power"] == 3


@pytest.mark.slow
def test_a_number_is_counted_by_the_new_word() -> None:
    """CR-612.1: the Count counts islands, and the Forest is one."""
    for answer in orders("Hacker", "Count", "Forest", "Island"):
        assert shown(answer, "Count")["power"] == 2


def test_only_words_used_as_words_of_the_set_change() -> None:
    """CR-612.2: red in Guard from red, green as what the Knight is in colors is no text."""
    for answer in orders("Sleight", "Knight"):
        assert shown(answer, "Knight")["abilities"] == ["Guard from green"]
        assert shown(answer, "Knight")["colors"] == ["green"]


def test_what_a_noun_of_the_rulebook_means_is_no_text() -> None:
    """An island that is deep has power 7, whatever the Rule's text says of islands."""
    for answer in orders("Back", "Rule", "Island"):
        assert shown(answer, "Island")["power"] == 7


def test_a_keyword_without_a_like_is_a_line_of_text() -> None:
    """No keyword speaks of deserts."""
    for answer in orders("Wild", "Wader"):
        flying, line = shown(answer, "Wader")["abilities"]
        assert flying == "Flying"
        assert line.endswith("as long as there are deserts")


def test_a_text_changed_by_another_makes_a_dependency() -> None:
    """CR-613.8a: Maker would change what the Self says of elves, so that Self waits for Maker."""
    for answer in orders("Maker", "Self"):
        [layer] = [one for one in answer.layers if one.layer == "3"]
        edges = {(one.effect[:3], one.on[:3]) for one in layer.graphs[0].found}
        assert edges == {("Sel", "Mak")}


def test_the_ruling_says_that_a_text_was_changed() -> None:
    """It does not say that the effect ended."""
    answer = solve(board("Forester", "Forest", "Hacker"))
    said = " ".join(ruling(answer))
    assert "changes what the effect of Forester (For0) says" in said
    assert "ends it first" not in said


def test_what_is_copied_is_text() -> None:
    """A copy of a Wader, of which the text is changed."""
    answer = solve(board("Wader", "Mirror", "Back"))
    assert shown(answer, "Mirror")["abilities"] == ["Flying", "Forestwalk"]


def test_what_has_begun_goes_on_as_it_began() -> None:
    """CR-613.6: the Thief took goblins in an earlier layer, and adds to them whatever it says."""
    made = "objects: goblin becomes elf in its text"
    more = f'\n  Turner: {{is: [artifact], has: ["{made}"]}}'
    for order in permutations(("Thief", "Turner", "Count")):
        scenario = board(*order, more=more)
        assert_same(scenario)
        answer = solve(scenario)
        assert certificate_of(answer).check().ok
        assert shown(answer, "Count")["controller"] == "you"
        assert shown(answer, "Thief")["power"] == 1


@pytest.mark.slow
def test_the_oracle_says_the_same_of_random_boards() -> None:
    """Boards of up to five cards; each answer is certified."""
    for seed in range(60):
        scenario = random_board(Random(seed))
        assert_same(scenario)
        assert certificate_of(solve(scenario)).check().ok, seed


FAULTS = {
    "no text changes": ("changed_instance", lambda *_: None),
    "the type line stays": ("write_words", lambda *_: None),
}


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_the_certificate_refuses_what_does_not_follow(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solver that forgets the text, or the line, is found out."""
    scenario = board("Hacker", "Arbor", "Forest")
    assert certificate_of(solve(scenario)).check().ok
    monkeypatch.setattr(texts, *FAULTS[fault])
    assert not certificate_of(solve(scenario)).check().ok


@pytest.mark.parametrize("where", ["in its text", "in its text and type line"])
def test_a_change_of_text_is_written_as_it_is_read(where: str) -> None:
    """Printing gives the text back."""
    text = f"forest becomes island {where}"
    [operation] = parse_operations(text, vocabulary(book()))[0]
    assert print_operation(operation) == text


def test_texts_change_only_in_layers() -> None:
    """A rulebook without layers cannot list the word."""
    text = FILE.read_text(encoding="utf-8").replace("[copy]", "[copy, change text]")
    text = text.replace("  set: {", "  process: {value: newest wins, clause: L-1}\n  set: {")
    with pytest.raises(BadInput, match="texts change only where effects apply in layers"):
        loads_rulebook(text)
