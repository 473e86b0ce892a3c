"""Abilities that define characteristics: where they act, what they depend on, and their proof."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random
from types import MappingProxyType

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.rulebooks.rulebook import Layer, PolicyValue, Rulebook
from layerlaw.solver import Answer
from layerlaw.solver.certificate import Certificate, certificate_of
from layerlaw.solver.facts.records import LayerRecord
from little_game import CREATURE, LAYERS, after, card, does, play, rulebook, scenario

ALIKE = "both or neither characteristic-defining"
BEASTS = a.Member("types", "beast")
COUNT = a.Count(CREATURE)
STRONG = a.Both((CREATURE, a.Compared(a.Read("power", a.It()), ">=", a.Number(3))))


def in_sublayers() -> Rulebook:
    """The little game: what is defined is applied first in the layers of types and of power."""
    control, types, abilities, power = LAYERS
    layers = (
        control,
        Layer("2a", "defined type", "D-TYPE", ("define types",)),
        types,
        abilities,
        Layer("4a", "defined power", "D-POWER", ("define power",)),
        power,
    )
    return replace(rulebook(graph="each step", freed="compete"), layers=layers)


def in_one_layer(parity: str = ALIKE) -> Rulebook:
    """The little game without sublayers, where unlike effects do not depend on each other."""
    book = rulebook(graph="each step", freed="compete")
    policies = {**book.policies, "parity": PolicyValue(parity, "C7")}
    return replace(book, policies=MappingProxyType(policies))


def having(name: str, defines: bool, *instructions: a.Instruction, power: int = 0) -> Card:
    """A creature with one static ability, which is marked or not."""
    return card(name, ("has", a.Ability(None, instructions, defines=defines)), power=power)


def set_power(scope: a.Selector, value: a.Value) -> a.Instruction:
    """`SCOPE: power := VALUE`"""
    return does(scope, a.SetNumber("power", value))


ZERO = having("Zero", False, set_power(CREATURE, a.Number(0)))
PURE = having("Pure", False, does(CREATURE, a.SetMembers("types", ("creature",))))


# --- three examples, worked out by hand from the Comprehensive Rules ------------------------


@pytest.mark.parametrize(("defines", "power"), [(True, 0), (False, 2)])
def test_a_defined_power_comes_before_an_older_setting_one(defines: bool, power: int) -> None:
    """613.4a and b: the star power of the newer creature is set in 7a, the older zero in 7b."""
    star = having("Star", defines, set_power(a.Self(), COUNT))
    answer = after(in_sublayers(), play(ZERO, "Z"), play(star, "S"))
    assert answer.value("S", "power") == power
    assert certificate_of(answer).check().ok


@pytest.mark.parametrize(
    ("defines", "types"), [(True, {"creature"}), (False, {"creature", "beast"})]
)
def test_a_defined_type_comes_before_an_older_type_changer(defines: bool, types: set[str]) -> None:
    """613.3: a newer creature that defines itself a beast is none under an older type changer."""
    beast = having("Beast", defines, does(a.Self(), a.AddMembers("types", ("beast",))))
    answer = after(in_sublayers(), play(PURE, "P"), play(beast, "B"))
    assert answer.value("B", "types") == tuple(sorted(types))
    assert certificate_of(answer).check().ok


@pytest.mark.parametrize(("parity", "power"), [(ALIKE, 3), ("none", 4)])
def test_unlike_effects_do_not_depend_on_each_other(parity: str, power: int) -> None:
    """613.8a (c): what raises the strong is no dependent of what alone defines who is strong."""
    raises = having("Raises", False, does(STRONG, a.ChangeNumber("power", "+", a.Number(1))))
    three = having("Three", True, set_power(a.Self(), a.Number(3)))
    answer = after(in_one_layer(parity), play(raises, "R"), play(three, "T"))
    assert answer.value("T", "power") == power
    assert certificate_of(answer).check().ok


def test_two_that_define_depend_on_each_other() -> None:
    """613.8a (c): the older one reads the number that the newer one defines, and waits for it."""
    five = having("Five", True, set_power(a.Self(), a.Number(5)))
    power_of = a.Read("power", a.Named("Five"))
    mirror = having("Mirror", True, set_power(a.Self(), power_of))
    answer = after(in_one_layer(), play(mirror, "M"), play(five, "F"))
    assert answer.value("M", "power") == 5
    assert certificate_of(answer).check().ok


def test_what_is_lost_defines_nothing() -> None:
    """A marked ability is lost in the layer of abilities as any other one."""
    mute = having("Mute", False, does(CREATURE, a.LoseAll()))
    star = having("Star", True, set_power(a.Self(), COUNT))
    answer = after(in_sublayers(), play(star, "S"), play(mute, "M"))
    assert answer.value("S", "power") == 0


# --- the certificate ------------------------------------------------------------------------


def clauses(answer: Answer, *layers: LayerRecord) -> set[str]:
    """The clauses that the facts are refused for with these records of layers."""
    facts = replace(answer.facts, layers=layers)
    return {failure.clause for failure in Certificate(facts).check().failures}


def test_what_is_defined_after_its_layer_is_refused() -> None:
    """The layer 7a behind 7b: the clause of the later one is broken."""
    star = having("Star", True, set_power(a.Self(), COUNT))
    answer = after(in_sublayers(), play(ZERO, "Z"), play(star, "S"))
    defined, power = answer.facts.layers
    assert (defined.layer, power.layer) == ("4a", "4")
    assert "D-POWER" in clauses(answer, power, defined)


def test_a_defining_part_in_the_ordinary_layer_is_refused() -> None:
    """Its turn is moved from 7a into 7b: it has no part there."""
    star = having("Star", True, set_power(a.Self(), COUNT))
    answer = after(in_sublayers(), play(ZERO, "Z"), play(star, "S"))
    defined, power = answer.facts.layers
    both = replace(power, turns=(*power.turns, *defined.turns))
    assert clauses(answer, both)


def test_an_edge_between_unlike_parts_is_refused() -> None:
    """The dependency that a trial shows is none, and whoever records it is told the clause."""
    raises = having("Raises", False, does(STRONG, a.ChangeNumber("power", "+", a.Number(1))))
    three = having("Three", True, set_power(a.Self(), a.Number(3)))
    events = play(raises, "R"), play(three, "T")
    answer = after(in_one_layer(), *events)
    (edge,) = after(in_one_layer("none"), *events).dependencies("4")
    (record,) = answer.facts.layers
    graph = replace(record.graphs[0], found=(edge,))
    tampered = replace(record, graphs=(graph, *record.graphs[1:]))
    assert "C7" in clauses(answer, tampered)


# --- the literal oracle ---------------------------------------------------------------------


def drawn(random: Random, number: int) -> Card:
    """A creature with one of a dozen abilities, half of them marked."""
    scopes: list[a.Selector] = [a.Self(), CREATURE, BEASTS, STRONG]
    amounts: list[a.Value] = [a.Number(random.randint(0, 4)), COUNT, a.Count(BEASTS)]
    scope, amount = random.choice(scopes), random.choice(amounts)
    operations: list[a.Operation] = [
        a.SetNumber("power", amount),
        a.ChangeNumber("power", "+", amount),
        a.AddMembers("types", ("beast",)),
        a.SetMembers("types", (random.choice(["creature", "beast"]),)),
        a.LoseAll(),
    ]
    operation = random.choice(operations)
    defines = random.random() < 0.5
    return having(f"Card {number}", defines, does(scope, operation), power=random.randint(0, 4))


@pytest.mark.sample(2)
@pytest.mark.parametrize("slice", range(8))
@pytest.mark.parametrize("test", ["action", "result", "removal"])
def test_random_boards_agree_with_the_oracle(slice: int, test: str) -> None:
    """Two to four cards in every order of arrival, with sublayers and with the condition."""
    for seed in range(slice, 16, 8):
        random = Random(seed)
        cards = [drawn(random, number) for number in range(random.randint(2, 4))]
        for book in (in_sublayers(), in_one_layer()):
            policies = {**book.policies, "test": PolicyValue(test, "LITTLE-1")}
            tested = replace(book, policies=MappingProxyType(policies))
            for order in permutations(range(len(cards))):
                board = scenario(tested, *(play(cards[one], f"O{one}") for one in order))
                assert_same(board)
