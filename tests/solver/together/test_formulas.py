"""Formulas over open decisions say what is so on the board that the decisions make."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from half_decided import HalfDecided, agrees, all_open, every_way, holds

from layerlaw.model.algebra import Condition, Selector
from layerlaw.model.notation.parsing import parse_condition, parse_selector
from layerlaw.solver.board.kinds import Index
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.effects.context import reach_of
from layerlaw.solver.effects.evaluate import condition, scoped
from layerlaw.solver.together.charts import OutsideError
from layerlaw.solver.together.formulas import (
    at_least,
    every,
    opposite,
    pulls,
    some,
)
from layerlaw.solver.together.state import State
from layerlaw.solver.together.worded import Worded
from together import CONDITIONS, PLAYERS, SCOPES, WORDS, table

WORDED = WORDS.with_names(PLAYERS, ("P", "Q", "R"))
TESTED = (
    *CONDITIONS,
    "power of self > 2",
    "power of self < power of Q",
    "power of P <= power of Q",
    "power of P >= power of Q",
    "power of P > power of Q",
    "power of P = power of Q",
    "power of P != power of Q",
    "2 <= power of self",
    "2 > power of self",
    "2 < power of self",
    "3 >= power of self",
    "3 = power of self",
    "number of light creatures <= 1",
    "number of light creatures < 2",
    "number of light creatures > 1",
    "number of light creatures = 1",
    "number of light creatures != 1",
    "1 < number of (creatures with blocker)",
    "1 != number of (creatures with blocker)",
    "number of light creatures > number of dark creatures",
    "light creatures are creatures with blocker",
    "creatures with blocker are light creatures",
    "there is a light creature or self is silenced",
    "self is light and Q has haste",
    "not (self is light and Q has haste)",
    "self is a creature with power >= 3 or there are no relics",
    "it is light",
    "power of it < power of Q",
    "power of self < number of light creatures",
    "self is light or there is a light creature",
)
SELECTED = (
    *SCOPES,
    "creatures with power > 2",
    "creatures with power != 2",
    "creatures with power >= power of self",
    "(creatures with blocker) or light creatures",
    "creatures with blocker but not light creatures",
    "creatures controlled by me",
    "it",
    "self or light creatures",
    "light creatures but not self",
)


@cache
def asked(text: str) -> Condition:
    """The condition; one tree for each text, for what is known of it is kept by its identity."""
    return parse_condition(text, WORDED)


@cache
def chosen_by(text: str) -> Selector:
    """The selector, the same."""
    return parse_selector(text, WORDED)


@cache
def drawn(seed: int) -> HalfDecided:
    """A board with decisions that are open."""
    return HalfDecided(seed)


BLOCKS = [range(seed, seed + 2) for seed in range(0, 24, 2)]


@pytest.mark.parametrize("seeds", BLOCKS)
def test_a_formula_says_what_a_condition_says(seeds: range) -> None:
    """And which way a decision can turn it, where it can turn it one way only."""
    told = 0
    for board in map(drawn, seeds):
        for one in board.state.candidates.all[::2]:
            worded = Worded(board.state)
            for text in TESTED:
                tree = asked(text)
                try:
                    formula = worded.holds(tree, one.context)
                except OutsideError:
                    continue
                test = condition(tree, one.context)
                agrees(formula, [(chosen, test(now, -1)) for chosen, now in board.made], text)
                told += not isinstance(formula, bool)
    assert told > 5


@pytest.mark.parametrize("seeds", BLOCKS)
def test_a_formula_says_what_a_selector_selects(seeds: range) -> None:
    """Object by object."""
    told = 0
    for board in map(drawn, seeds):
        for one in board.state.candidates.all[::2]:
            worded = Worded(board.state)
            for text in SELECTED:
                tree = chosen_by(text)
                select = scoped(tree, one.context)
                selected = [(chosen, select(now, -1)) for chosen, now in board.made]
                for it in map(Index, range(3)):
                    try:
                        formula = worded.selects(tree, one.context, it, reach_of(tree), works=True)
                    except OutsideError:
                        continue
                    found = [(chosen, bool(held >> it & 1)) for chosen, held in selected]
                    agrees(formula, found, text)
                    told += not isinstance(formula, bool)
    assert told > 5


@pytest.mark.parametrize("seeds", BLOCKS)
def test_a_formula_says_what_exists_and_what_is_done(seeds: range) -> None:
    """That an effect exists, and to whom it would be done."""
    for board in map(drawn, seeds):
        state = board.state
        worded = Worded(state)
        for one in state.candidates.all:
            try:
                formula = worded.exists(one)
            except OutsideError:
                continue
            if state.exists[one] is None:
                found = [(chosen, one.exists(now)) for chosen, now in board.made]
                agrees(formula, found, one.effect.id)
            else:
                assert formula is state.exists[one]
        for deed, it in board.bits:
            try:
                formula = worded.done(deed, it)
            except OutsideError:
                continue
            found = [(chosen, bool(deed.scope(now) >> it & 1)) for chosen, now in board.made]
            agrees(formula, found, (deed.candidate.effect.id, it))


@pytest.mark.parametrize(
    ("operation", "words", "way"),
    [
        ("gain blocker", "Q has blocker", 1),
        ("gain blocker", "Q lacks blocker", -1),
        ("lose blocker", "Q has blocker", -1),
        ("lose all abilities", "Q has blocker", -1),
        ("can't have blocker", "Q has blocker", -1),
        ("colours += light", "Q is light", 1),
        ("colours -= light", "Q is light", -1),
        ("silenced", "Q is silenced", 1),
        ("power += 1", "power of Q >= 3", 1),
        ("power += 1", "power of Q <= 2", -1),
        ("power += 1", "power of Q = 3", 1),
        ("power += 1", "power of Q = 2", -1),
        ("power -= 1", "power of Q >= 2", -1),
        ("power -= 1", "power of Q < 2", 1),
        ("power += -1", "power of Q >= 2", -1),
        ("power -= -1", "power of Q >= 3", 1),
        ("power += its base power", "power of Q >= 3", 1),
        ("power -= its base power", "power of Q >= 1", -1),
        ("power += 0 - its base power", "power of Q >= 1", -1),
        ("power := 5", "power of Q >= 3", 0),
        ("colours := fire", "Q is light", 0),
    ],
)
def test_what_only_adds_pulls_up_and_what_only_takes_pulls_down(
    operation: str, words: str, way: int
) -> None:
    """Of what is replaced it is not told."""
    has = "" if way > 0 or operation.startswith("gain") else "light blocker"
    settling = Settling(table({"P": f"1 | Q: {operation}", "Q": f"{has} 2"}))
    state = State(settling.candidates, settling.plain)
    state.rebuild()
    [deed] = state.plain.deeds
    it = 1 if deed.each else -1
    state._know(deed, it, deed.known(state.partial, it))
    state.rebuild()
    [one] = state.candidates.all
    tree = asked(words)
    formula = Worded(state).holds(tree, one.context)
    assert pulls([formula]) == {(deed, 1): {way}}


def test_in_the_end_what_is_added_before_a_product_with_less_than_nothing_lowers() -> None:
    """So nothing is told of which way it pulls; with a product with more it raises."""
    for factor, way in ((-1, 0), (2, 1), (0, 1)):
        lines = f"Q: power += 1 | Q: power *= {factor}"
        settling = Settling(table({"P": f"1 | {lines}", "Q": "2"}))
        state = State(settling.candidates, settling.plain)
        state.rebuild()
        adding, _ = state.plain.deeds
        for deed in state.plain.deeds:
            state._know(deed, -1, deed.known(state.partial, -1))
        state.rebuild()
        formula = Worded(state).holds(
            parse_condition("power of Q >= 3", WORDED), state.candidates.all[0].context
        )
        assert pulls([formula])[adding, Index(1)] == {way}, factor


def exactly(state: State, texts: list[str]) -> None:
    """Fail unless these conditions are told right, whichever way everything is decided."""
    ways = every_way(state)
    context = state.candidates.all[0].context
    for text in texts:
        tree = asked(text)
        test = condition(tree, context)
        formula = Worded(state).holds(tree, context)
        agrees(formula, [(chosen, test(board, -1)) for chosen, board in ways], text)


def test_every_comparison_of_a_count() -> None:
    """To every number there may be, and some more, on either side."""
    state = all_open({"P": "1 | creatures: colours += light | Q: gain blocker", "Q": "1", "R": "1"})
    counts = ("number of light creatures", "number of (light creatures with blocker)")
    texts = [
        text
        for sign in ("<", "<=", ">", ">=", "=", "!=")
        for number in range(5)
        for count in counts
        for text in (f"{count} {sign} {number}", f"{number} {sign} {count}")
    ]
    exactly(state, texts)


def test_every_comparison_of_two_numbers() -> None:
    """Each of which may be raised and lowered; one may be missing."""
    lines = "creatures: power += 1 | P: power -= 2 | Q: power *= 2 | P: cost := 2"
    state = all_open({"P": f"1 | {lines}", "Q": "1"})
    signs = ("<", "<=", ">", ">=", "=", "!=")
    texts = [f"power of P {sign} power of Q" for sign in signs]
    texts += [f"power of Q {sign} cost of P" for sign in signs]
    texts += [f"{n} {sign} power of P" for sign in signs for n in range(-2, 4)]
    exactly(state, texts)


def test_who_is_meant_by_all_of_some_may_be_open() -> None:
    """All light creatures block: each of them is not light or blocks; and there is one."""
    lines = "creatures: colours += light | P: gain blocker | P: lose blocker | R: gain blocker"
    state = all_open({"P": f"1 | {lines}", "Q": "blocker 1", "R": "relic 1"})
    exactly(
        state,
        [
            "light creatures are creatures with blocker",
            "light creatures are light creatures",
            "creatures are light creatures",
            "creatures with blocker are light creatures",
            "light creatures are not creatures with blocker",
        ],
    )


def test_what_was_barred_before_does_not_come() -> None:
    """Bars count step by step, object by object; and a word may become another one."""
    lines = "P: can't have blocker | creatures: gain blocker | Q: can't have blocker"
    state = all_open({"P": f"1 | {lines}", "Q": "1"})
    exactly(state, ["P has blocker", "Q has blocker", "P has blocker or Q lacks blocker"])
    lines = "P: colours += light | creatures: light becomes dark | P: dark becomes fire"
    state = all_open({"P": f"1 | {lines} | P: colours -= light", "Q": "light 1"})
    exactly(state, ["P is light", "P is dark", "P is fire", "Q is dark", "Q is light", "Q is fire"])


def test_so_many_of_some_parts_hold() -> None:
    """With parts that hold in any case, or never, left out; and of its opposite."""
    state = all_open({"P": "1 | creatures: colours += light", "Q": "1", "R": "1"})
    worded = Worded(state)
    context = state.candidates.all[0].context
    light = [worded.holds(asked(f"{id} is light"), context) for id in "PQR"]
    ways = [chosen for chosen, _ in every_way(state)]
    for parts in product((True, False, *light), repeat=3):
        for number in range(5):
            formula = at_least(number, parts)
            for chosen in ways:
                holding = sum(holds(part, chosen) for part in parts)
                assert holds(formula, chosen) is (holding >= number)
                assert holds(opposite(formula), chosen) is (holding < number)
        assert all(holds(every(parts), c) is all(holds(p, c) for p in parts) for c in ways)
        assert all(holds(some(parts), c) is any(holds(p, c) for p in parts) for c in ways)
