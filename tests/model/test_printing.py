"""Printing writes the canonical notation, which parses to the same tree; English reads well."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import HealthCheck, assume, given, settings

from algebra_strategies import (
    ABILITIES,
    CONDITIONS,
    DURATIONS,
    OPERATIONS,
    PLAYERS,
    SELECTORS,
    VALUES,
    WORDS,
)
from layerlaw.model.algebra import SetMembers
from layerlaw.model.notation.bounds import LONGEST
from layerlaw.model.notation.english import (
    english_ability,
    english_condition,
    english_operation,
    english_selector,
)
from layerlaw.model.notation.parsing import (
    parse_ability,
    parse_condition,
    parse_duration,
    parse_operations,
    parse_player,
    parse_scope,
    parse_selector,
    parse_value,
)
from layerlaw.model.notation.printing import (
    print_ability,
    print_condition,
    print_duration,
    print_operation,
    print_operations,
    print_player,
    print_scope,
    print_selector,
    print_value,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.algebra import (
        Ability,
        Condition,
        Duration,
        Operation,
        Player,
        Selector,
        Value,
    )
    from layerlaw.model.notation.vocabulary import Vocabulary

Tree = TypeVar("Tree")
often = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


def returns(
    tree: Tree, parse: Callable[[str, Vocabulary], Tree], write: Callable[[Tree], str]
) -> None:
    """Parsing what was printed gives the tree, and printing that gives the text."""
    text = write(tree)
    assume(len(text) <= LONGEST)
    parsed = parse(text, WORDS)
    assert parsed == tree
    assert write(parsed) == text


@pytest.mark.slow
@often
@given(SELECTORS)
def test_selectors_return(tree: Selector) -> None:
    """Every selector is what its notation means."""
    returns(tree, parse_selector, print_selector)


@often
@given(VALUES)
def test_values_return(tree: Value) -> None:
    """Every value is what its notation means."""
    returns(tree, parse_value, print_value)


@often
@given(PLAYERS)
def test_players_return(tree: Player) -> None:
    """Every player is what the notation means."""
    returns(tree, parse_player, print_player)


@pytest.mark.slow
@often
@given(CONDITIONS)
def test_conditions_return(tree: Condition) -> None:
    """Every condition is what its notation means."""
    returns(tree, parse_condition, print_condition)


@pytest.mark.slow
@often
@given(DURATIONS)
def test_durations_return(tree: Duration) -> None:
    """Every duration is what its notation means."""
    returns(tree, parse_duration, print_duration)


@pytest.mark.slow
@often
@given(OPERATIONS)
def test_operations_return(tree: tuple[Operation, ...]) -> None:
    """Every list of operations is what its notation means."""
    text = print_operations(tree)
    assume(len(text) <= LONGEST)
    assert parse_operations(text, WORDS) == (tree, None, None, ())


@pytest.mark.slow
@often
@given(ABILITIES)
def test_abilities_return(tree: Ability) -> None:
    """Every ability is what its notation means."""
    returns(tree, parse_ability, print_ability)


@pytest.mark.slow
@often
@given(ABILITIES)
def test_english_can_be_said_of_every_ability(tree: Ability) -> None:
    """No ability leaves the English without words, and every sentence ends."""
    assert english_ability(tree, "Card").endswith((".", ")"))


@pytest.mark.parametrize(
    "text",
    [
        "other nearby minions",
        "your minions that are not adjacent to sites",
        "units atop (nearby sites) here",
        "minions with Airborne here",
        'minions with "Movement +1"',
        "non-mortal undead",
        "mortals or undead faeries",
        "self",
        "nearby enemies here",
        'minions "you" controls',
        "minions with power <= its life - (1 - 2)",
    ],
)
def test_canonical_notation_is_printed_as_it_was_written(text: str) -> None:
    """Nothing is added to notation that is canonical already."""
    assert print_selector(parse_selector(text, WORDS), WORDS.plurals) == text


def test_scopes_are_printed_with_how_they_are_chosen() -> None:
    """`locked` and `open` are printed in front of the selector."""
    for text in ("locked minions", "open minions", "minions"):
        assert print_scope(*parse_scope(text, WORDS)) == text


ENGLISH = {
    "other nearby minions: power -= 2": "Other nearby minions get -2 power.",
    "minions above self: disabled as long as self is underground": (
        "As long as King is underground, minions above King are disabled."
    ),
    "target: gain Airborne until your next turn": (
        "The target gains Airborne until your next turn."
    ),
    "minions with power <= 1: controller := you": (
        "Minions with power 1 or less are controlled by you."
    ),
    "minions: enters as [subtypes += beast, gain Airborne], enters silenced": (
        "Minions enter as ones that also have the subtype beast and gain Airborne "
        "and enter silenced."
    ),
    "self: enters as [types += artifact]": ("King enters as one that also has the type artifact."),
    "self: enters as [power := 3] or [power := 2, gain Airborne]": (
        "King enters as its player chooses: has power 3, or has power 2 and gains Airborne."
    ),
    "self: loses disabled as [power := 3]": (
        "King loses disabled as its player chooses: has power 3."
    ),
    "bearer: gain [sites here: controller := you]": (
        'The bearer gains "Sites at this object\'s location are controlled by you".'
    ),
    "self: power += 1 for each nearby undead": "King gets +1 power for each nearby undead.",
    "self: power += 1 for each your undead": "King gets +1 power for each of your undead.",
    "mortals: silenced, mortal becomes beast": (
        "Mortals are silenced and are beasts instead of mortals."
    ),
    "other your mortals: power += 1": "Your other mortals get +1 power.",
    "self: silenced unless power of self >= 3": (
        "Unless King's power is 3 or more, King is silenced."
    ),
    "target: controller := owner of it until it leaves": (
        "The target is controlled by its owner until King leaves play."
    ),
    "Airborne": "Airborne.",
}


@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_readable(text: str) -> None:
    """Abilities are said in whole sentences, with the source by its name."""
    assert english_ability(parse_ability(text, WORDS), "King", WORDS.plurals) == ENGLISH[text]


def test_english_of_the_parts() -> None:
    """Selectors, conditions and operations are said alone too, for one object or several."""
    assert english_selector(parse_selector("minions above self", WORDS), "King") == (
        "minions above King"
    )
    assert english_condition(parse_condition("there are no sites", WORDS)) == "there are no sites"
    (double,), *_ = parse_operations("double power", WORDS)
    assert english_operation(double) == "have their power doubled"
    assert english_operation(double, one=True) == "has its power doubled"
    assert print_operation(double) == "double power"


@pytest.mark.parametrize(
    ("many", "one"),
    [("classes", "class"), ("subtypes", "subtype"), ("abilities", "ability"), ("class", "class")],
)
def test_english_calls_one_word_of_a_set_by_the_singular(many: str, one: str) -> None:
    """One word has the name of its set in the singular, several have it as it is."""
    assert english_operation(SetMembers(many, ("cleric",))) == f"have only the {one} cleric"
    two = english_operation(SetMembers(many, ("cleric", "mage")))
    assert two == f"have only the {many} cleric and mage"
