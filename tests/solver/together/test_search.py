"""The search for states that agree with themselves overlooks none, and knows nothing too early."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from every_state import every_state, told
from layerlaw.model import LayerlawError
from layerlaw.model.rulebooks.rulebook import Layer
from layerlaw.solver import derive
from layerlaw.solver.board.columns import Board, Maker, Permit
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together import search
from layerlaw.solver.together.grounds import gathered
from layerlaw.solver.together.immediate_consequence import canonical
from together import game, random_table, table


def test_what_a_mark_is_about_is_what_it_is_about_in_the_end() -> None:
    """That the power will be 3 is known before it is written; the mark goes by it all the same."""
    cards = {
        "P": "1 | creatures: power := 3",
        "Q": "2 | self: can't attack creatures with power >= 3",
    }
    found = derive(table(cards))
    assert found.verdict == "settled"
    mark = Permit(False, "attack", False, 0b11, Maker("Q.1", 1, 1))
    assert found.end.values("permissions", 1) == (mark,)


@pytest.mark.parametrize(
    ("operation", "power", "cost"),
    [
        ("cost := number of creatures with power >= 3", 3, 2),
        ("cost := total power of creatures with power >= 3", 3, 6),
        ("power += 1 for each creature with cost = 0", 5, None),
    ],
)
def test_numbers_are_made_of_what_is_certain(operation: str, power: int, cost: int | None) -> None:
    """Who is counted may be known before what makes it so is on the board."""
    found = derive(table({"P": "1 | creatures: power := 3", "Q": f"2 | self: {operation}"}))
    assert found.verdict == "settled"
    assert (found.value("Q", "power"), found.value("Q", "cost")) == (power, cost)


@pytest.mark.parametrize("cost", ["cost += 13", "cost := 13", "cost at least 9"])
def test_a_swap_elsewhere_brings_no_cost_to_a_power(cost: str) -> None:
    """What is done to a cost counts for the power of what is swapped, and of nothing else."""
    cards = {
        "R": "haste 5",
        "S": "2",
        "P": "relic 1 | R: swap power and cost",
        "Q": "relic 1 | R: gain haste | creatures with power >= 5: gain flyer"
        f" | creatures with haste: cost += 7 | creatures named S: {cost}",
    }
    book = game()
    words = dict.fromkeys(word for layer in book.layers for word in layer.does)
    at_once = replace(book, layers=(Layer("one", "one", "C1", tuple(words)),))
    found = derive(table(cards, rulebook=at_once))
    assert found.verdict == "settled"
    assert (found.value("S", "power"), found.value("R", "cost")) == (2, 12)
    assert Certificate(found.facts).check().ok


@pytest.mark.slow
@pytest.mark.parametrize("block", range(3))
def test_taking_it_knot_by_knot_changes_nothing(block: int) -> None:
    """Guessing over everything at once finds the same answers on small random boards."""
    compared = 0
    for seed in range(block * 50, block * 50 + 50):
        situation = random_table(seed)
        slowly = told(situation, prune=False)
        if isinstance(slowly, tuple):  # Otherwise it strayed too far, or to endless numbers.
            assert told(situation, prune=True) == slowly, seed
            compared += 1
    assert compared > 35


@pytest.mark.slow
def test_no_state_is_overlooked() -> None:
    """The search finds what trying everything finds, where operands are plain numbers."""
    tried = 0
    for seed in range(60):
        settling = Settling(random_table(seed, plain=True), True, None)
        wanted = every_state(settling)
        if wanted is None:
            continue
        tried += 1
        grounded, (lifted, complete) = settling.states(), settling.lifted()
        assert {canonical(board) for board in grounded} == wanted[0], seed
        assert not complete or {canonical(board) for board in lifted} == wanted[1], seed
    assert tried > 30


def reached(settling: Settling, seed: int) -> Iterator[Board]:
    """States that agree with themselves, found by doing everything again and again.

    From the starting board, and from some on which things were done at random.
    """
    plain, start = settling.plain, settling.candidates.start
    pick = Random(seed)
    boards = [start]
    for _ in range(4):
        done = [deed for deed in plain.deeds if not deed.each and pick.random() < 0.6]
        masks = [deed.step.allowed & pick.getrandbits(6) for deed in done]
        boards.append(
            plain.write(
                (deed, mask, deed.prepared.operand(start, mask))
                for deed, mask in zip(done, masks, strict=True)
            )
        )
    for board in boards:
        for _ in range(10):
            after = plain.after(board)
            if canonical(after) == canonical(board):
                yield board
                break
            board = after


@pytest.mark.slow
def test_what_is_reached_by_itself_is_found() -> None:
    """Also where operands are worked out: every state come upon is among those listed."""
    tried = 0
    for seed in range(300, 380):
        settling = Settling(random_table(seed), True, None, guesses=1500)
        try:
            wanted = list(reached(settling, seed))
            grounded, (lifted, complete) = settling.states(), settling.lifted()
        except LayerlawError:
            continue
        tried += len(wanted)
        known = {canonical(board) for board in grounded}
        listed = known | {canonical(board) for board in lifted}
        for board in wanted:
            if gathered(settling.plain, board):
                assert canonical(board) in known, seed
            elif complete:
                assert canonical(board) in listed, seed
    assert tried > 150


def test_what_lifts_itself_is_an_answer_where_any_state_is_however_few_may_be_guessed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A program knows only what can be gathered, so it is not asked there."""
    monkeypatch.setattr(search, "FEW", -1)
    cards = {"P": "1 | self: gain blocker as long as self has blocker"}
    found = derive(table(cards, rulebook=game({"groundedness": "all fixed points"})))
    told = [str(one.final["P", "abilities"]).count("blocker") for one in found.answers or ()]
    assert (len(told), Certificate(found.facts).check().ok) == (2, True)


def test_what_takes_more_guesses_than_there_may_be_is_left_to_a_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Any two of four are frozen, which eight guesses do not find out."""
    monkeypatch.setattr(search, "FEW", 4)
    one = "1 | self: frozen as long as number of other frozen creatures < 2"
    situation = table(dict.fromkeys("PQRS", one))
    assert len(Settling(situation, guesses=8).states()) == 6


def test_the_enemies_of_one_are_not_those_of_another() -> None:
    """P loses blocker as an enemy of B, or by it becomes one of A, and loses flyer."""
    cards = {
        "C": "me relic | creatures with blocker: controller := you",
        "A": "relic | enemy creatures: lose flyer",
        "B": "me relic | enemy creatures: lose blocker",
        "P": "blocker flyer 1",
    }
    found = derive(table(cards))
    told = [
        (str(one.final["P", "controller"]), "flyer" in str(one.final["P", "abilities"]))
        for one in found.answers or ()
    ]
    assert sorted(told) == [("me", False), ("you", True)]
    assert Certificate(found.facts).check().ok
