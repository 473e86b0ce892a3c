"""Every operation is put before every prover: a new one fails here until all of them know it.

The samples name every word of the union. Any two of them meet on a small board, one after another
and at the same time, and what is proved of the board is held against what becomes of it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import get_args

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from layerlaw.model.rulebooks.words import operation_words
from layerlaw.solver import derive
from layerlaw.solver.answer.difference.outcome import Outcome, outcome
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.facts.situation import Situation, Thing
from layerlaw.solver.games.census.read_write_sets import Touches
from layerlaw.solver.together.immediate_consequence import canonical
from together import WORDS, game, table

SAMPLES = (
    "power := 4",
    "power fixed at 6",
    "power := none",
    "power += 1",
    "power -= 2",
    "power -= 3 to no less than 1",
    "power *= 3",
    "power at least 8",
    "power at most 3",
    "swap power and cost",
    "light becomes dark in its text and type line",
    'name := "Nobody"',
    'name := "Somebody"',
    "colours := fire",
    "colours += dark",
    "colours -= light",
    "light becomes dark",
    "colours += colours of S",
    "animated as relic",
    "types := creature",
    "controller := me",
    "controller := you",
    "can't be controlled by me",
    "gain haste",
    "gain all activated abilities of S",
    "lose haste",
    "lose all abilities",
    "can't have haste",
    "can't be silenced",
    "copy of S",
    "silenced",
    "drained",
    "can't attack",
    "can attack",
    "ignores can't attack",
    "goes to grave instead",
    "can't be modified",
)
"""The operations; all but the `ORDERLESS` come to something else before or after some other."""

AT_ONCE = tuple(
    sample for sample in SAMPLES if "in its text" not in sample and "activated" not in sample
)
"""What the loader takes where effects apply at the same time: the others work in layers alone."""

ORDERLESS = {
    "CantBeControlledBy",
    "CantBeModified",
    "CantHave",
    "Ignore",
    "Permission",
    "Redirect",
}
"""What bars and marks does so in any order."""

SEEN = (
    "creatures with power >= 5: gain flyer",
    "creatures with cost >= 1: can attack P",
    "dark creatures: cost += 2",
    "relics: gain flyer",
    "creatures you control: colours += fire",
    "creatures with haste: cost += 7",
    "silenced creatures: cost += 9",
    "creatures named S: cost += 13",
)
"""What reads all that the operations write."""


def kind(sample: str) -> str:
    """The word of the algebra that a sample is made of."""
    words = WORDS.with_names(("you", "me"), ("S",))
    [operation] = parse_ability(f"self: {sample}", words).instructions[0].operations
    return type(operation).__name__


@cache
def one_layer(process: str) -> Rulebook:
    """The game with all operations in one layer."""
    book = game({"process": process})
    words = dict.fromkeys(word for layer in book.layers for word in layer.does)
    return replace(book, layers=(Layer("one", "one", "C1", tuple(words)),))


def board(one: str, other: str, *more: str, process: str = "layered") -> Situation:
    """R, of which two effects make something; S beside it has what they speak of."""
    seen = "".join(f" | {line}" for line in more)
    cards = {
        "R": "light haste 5",
        "S": "dark 2 | creatures named Nobody: lose flyer",
        "P": f"relic 1 | R: {one}",
        "Q": f"relic 1 | R: {other}{seen}",
    }
    situation = table(cards, rulebook=one_layer(process))
    return replace(situation, things=tuple(map(with_what_it_lends, situation.things)))


def with_what_it_lends(thing: Thing) -> Thing:
    """S has an activated ability too."""
    if thing.id != "S":
        return thing
    lent = PrintedAbility("activates", parse_ability("self: power += 3 until end of turn", WORDS))
    return replace(thing, card=replace(thing.card, abilities=(*thing.card.abilities, lent)))


@cache
def led(one: str, other: str) -> Outcome:
    """What it comes to if the first is the older."""
    situation = board(*sorted((one, other)))
    older = "P" if one <= other else "Q"
    entered = {"P": 3 if older == "P" else 4, "Q": 4 if older == "P" else 3}
    things = tuple(
        replace(thing, entered=(entered[thing.id], 0)) if thing.id in entered else thing
        for thing in situation.things
    )
    return outcome(derive(replace(situation, things=things)))


PAIRS = tuple(combinations(SAMPLES, 2))


@cache
def differing() -> frozenset[tuple[str, str]]:
    """The pairs that lead elsewhere in the other order."""
    return frozenset(pair for pair in PAIRS if led(*pair) != led(*reversed(pair)))


@pytest.mark.slow
def test_the_samples_name_every_operation() -> None:
    """And each of them, but for a few, does something that does not commute with everything."""
    every = {word.__name__ for word in get_args(a.Operation)}
    assert {kind(sample) for sample in SAMPLES} == every
    ordered = {kind(sample) for pair in differing() for sample in pair}
    assert ordered == every - ORDERLESS


def test_a_layer_may_list_every_word_of_an_operation() -> None:
    """What an operation answers to is among the words that the loader takes in a layer."""
    book = game({})
    words = WORDS.with_names(("you", "me"), ("S",))
    known = set(operation_words(book.characteristics.values(), book.statuses))
    for sample in SAMPLES:
        [operation] = parse_ability(f"self: {sample}", words).instructions[0].operations
        assert set(operation.layer_words) <= known, sample


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_no_order_is_proved_not_to_matter_that_does(part: int) -> None:
    """What is said of the orders of two effects is what doing it in both orders gives."""
    for pair in PAIRS[part::3]:
        assert order_matters(board(*sorted(pair))).matters is (pair in differing()), pair


@pytest.mark.slow
def test_the_census_leaves_out_no_pair_that_matters() -> None:
    """Two cards of which the order matters are never taken to be nothing to each other."""
    touches = Touches(one_layer("layered"))
    for one, other in sorted(differing()):
        _, _, first, second = board(one, other).things
        mine, theirs = (touches.card(thing.card, ()) for thing in (first, second))
        assert touches.matters(mine, theirs, (mine, theirs)), (one, other)


@pytest.mark.parametrize(
    ("sample", "process"),
    [
        *((sample, "layered") for sample in SAMPLES),
        *((sample, "simultaneous") for sample in AT_ONCE),
    ],
)
def test_what_an_operation_does_is_confirmed(sample: str, process: str) -> None:
    """The certificate, which does it again by itself, finds the same; so do all its readers."""
    found = derive(board(sample, "gain haste", *SEEN, process=process))
    verdict = Certificate(found.facts).check()
    assert verdict.ok, verdict.failures


@pytest.mark.parametrize("sample", AT_ONCE)
def test_the_search_knows_no_number_too_early(sample: str) -> None:
    """Guessing over everything at once finds the same as going by what is known in between."""
    situation = board(sample, "power *= 2", *SEEN, process="simultaneous")
    quickly, slowly = (Settling(situation, prune).derivation() for prune in (True, False))
    assert quickly.verdict == slowly.verdict
    ends = [[canonical(one.end) for one in found.states] for found in (quickly, slowly)]
    assert ends[0] == ends[1]
