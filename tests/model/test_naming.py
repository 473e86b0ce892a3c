"""What the words of a rulebook name: each one thing, layers by their ids, plurals of words."""

from __future__ import annotations

import pytest

from layerlaw.model import BadInput, loads_rulebook
from layerlaw.model.errors import NotationError, Problem
from layerlaw.model.notation.parsing import parse_ability, parse_selector
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.words import vocabulary

GAME = """
rulebook: masks
title: A game of masks
game: Masks
version: "1"
rests on: HOUSE
clauses: [{id: HOUSE, place: nowhere, says: Made up.}]
characteristics:
  kinds: {kind: set, types: true, words: [actor, garb, thief]}
  director: {kind: player, controls: true}
  wit: {kind: number}
  laurel: {kind: number, counter: true, lasting: true}
zones: [stage, attic]
plurals: {thieves: thief}
nouns:
  wit-less: actors with wit < 1
statuses:
  masked: {copied as: {is: [actor], numbers: {wit: 2}, layer: "2"}}
keywords:
  Shy: {does: "self: wit += 1", layer: "3"}
carried: {who: garbs, by: actors}
rules:
  - {id: masks, does: "masked objects: kinds := actor, wit := 2", layer: "2"}
checks:
  - {id: twins, who: actors, one for each: [controller, name], verdict: dies, zone: attic}
layers:
  - {id: "1", name: whose, does: [change director]}
  - {id: "2", name: guise, does: [copy]}
  - {id: "3", name: rest, does: [change kinds, change abilities, change wit]}
policies: {a copy reads: what the copy layer left}
points:
  - id: OPEN
    question: When is what set?
    clauses: [HOUSE]
    default: rest
    readings:
      rest: {says: With the rest.}
      guise: {says: With guises., layers: {set wit: "2"}}
"""


def problem_of(old: str, new: str) -> Problem:
    """The first problem of the game with something else written in it."""
    assert old in GAME
    with pytest.raises(BadInput) as caught:
        loads_rulebook(GAME.replace(old, new, 1))
    return caught.value.problems[0]


def game() -> Rulebook:
    return loads_rulebook(GAME)


def test_the_game_is_sound() -> None:
    copied = game().statuses["masked"].copied_as
    assert copied is not None
    assert copied.layer == "2"


@pytest.mark.parametrize(
    "old",
    ['layer: "2"}}', 'layer: "3"}', 'wit := 2", layer: "2"', 'set wit: "2"'],
)
def test_a_layer_that_is_not_there_is_a_mistake_wherever_it_is_named(old: str) -> None:
    number = old[old.rindex('"') - 1]
    assert problem_of(old, old.replace(f'"{number}"', '"7"')).message == "unknown layer '7'"


@pytest.mark.parametrize("old", ['layer: "2"}}', 'wit := 2", layer: "2"', 'set wit: "2"'])
def test_a_layers_name_is_told_its_id(old: str) -> None:
    found = problem_of(old, old.replace('"2"', "guise"))
    assert (found.message, found.suggestion) == ("'guise' is a layer's name", "write its id: 2")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("wit-less:", "masked:", "'masked' is a status already"),
        ("wit-less:", "thief:", "'thief' is one of the kinds already"),
        ("  masked: {c", "  thief: {c", "'thief' is one of the kinds already"),
    ],
)
def test_a_word_means_one_thing(old: str, new: str, message: str) -> None:
    assert problem_of(old, new).message == message


def test_a_plural_is_of_a_word() -> None:
    turned = problem_of("thieves: thief", "thief: thieves")
    assert turned.message == "'thief' is no plural of 'thieves'"
    assert turned.suggestion == "the plural stands first: `thieves: thief`"
    assert problem_of("thieves: thief", "thieves: thif").suggestion == "did you mean 'thief'?"


def test_who_controls_is_called_controller_in_a_check() -> None:
    found = problem_of("[controller, name]", "[director, name]")
    assert found.suggestion == "write 'controller'"
    assert problem_of("[controller, name]", "[wit, name]").expected


def test_what_is_handed_over_is_said_in_the_games_words() -> None:
    found = problem_of("by: actors}", "by: actors, hands over: [wit]}")
    assert "`garbs: wit += total wit of objects bearing it`" in found.suggestion


def test_a_counter_of_which_something_is_said_is_a_number() -> None:
    found = problem_of("kind: number, counter: true, lasting", "kind: counter, lasting")
    assert found.suggestion == "write `kind: number, counter: true, lasting: ...`"


def test_a_plural_that_nobody_says_is_told_where_it_can_be_said() -> None:
    words = vocabulary(loads_rulebook(GAME.replace("plurals: {thieves: thief}\n", "")))
    with pytest.raises(NotationError) as caught:
        parse_selector("thieves", words)
    assert "`plurals: {thieves: thief}`" in caught.value.suggestion


def test_you_behind_a_noun_is_told_what_may_stand_there() -> None:
    with pytest.raises(NotationError) as caught:
        parse_selector("actors you direct", vocabulary(game()))
    assert caught.value.expected == "'you control' or 'you own' behind a noun"


def test_what_a_copy_may_have_otherwise_is_shown_in_the_games_words() -> None:
    with pytest.raises(NotationError) as caught:
        parse_ability("self: copy of target except [director := you]", vocabulary(game()))
    assert caught.value.expected == "'wit := 7', 'kinds += actor' or 'gain Shy'"
