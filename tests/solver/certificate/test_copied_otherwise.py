"""What a copy has otherwise than what it copies: the checker's card is the oracle's.

Clauses: CR-707.9, CR-205.1a, CR-205.3d.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.algebra import WordGroup
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.solver.certificate.replay.otherwise import with_abilities, with_otherwise
from oracle.exceptions import otherwise

TYPES = ("land", "creature", "relic")
SUBTYPES = ("forest", "island", "elf", "goblin", "equipment")
GROUPS = (
    WordGroup("land type", "subtypes", ("forest", "island"), ("land",), needs_type="NEEDS"),
    WordGroup("creature type", "subtypes", ("elf", "goblin"), ("creature",)),
    WordGroup("relic type", "subtypes", ("equipment",), ("relic",), needs_type="NEEDS"),
    WordGroup("colour", "colours", ("red", "green")),
)
DEFINING = (
    a.SetNumber("power", a.Number(7)),
    a.SetMembers("types", ("relic",)),
    a.AddMembers("subtypes", ("elf",)),
    a.ChangeNumber("power", "+", a.Number(1)),
)


def some(random: Random, words: tuple[str, ...], least: int = 0) -> tuple[str, ...]:
    """Some of the words, in any order."""
    return tuple(random.sample(words, random.randint(least, len(words))))


def printed(random: Random) -> PrintedAbility:
    """An ability that does something to its object, and may define that."""
    ability = a.Ability(None, (a.Instruction(a.Self(), (random.choice(DEFINING),)),))
    return PrintedAbility("has", replace(ability, defines=random.random() < 0.6))


def card(random: Random, depth: int = 1) -> Card:
    """A card with words of several groups, perhaps with another half or something chosen."""
    sets = {"types": some(random, TYPES), "subtypes": some(random, SUBTYPES)}
    if random.random() < 0.3:
        sets.pop(random.choice(sorted(sets)))
    numbers = {name: random.randint(0, 4) for name in some(random, ("power", "cost"))}
    name = random.choice(("Ann", f"Ann{a.SEVERAL_NAMES}Bob", ""))
    abilities = tuple(printed(random) for _ in range(random.randint(0, 3)))
    return Card(
        name,
        sets,
        numbers,
        abilities,
        unchosen=card(random, 0) if depth and random.random() < 0.3 else None,
        half=card(random, 0) if depth and random.random() < 0.3 else None,
    )


def exception(random: Random) -> a.CopyException:
    """One thing that is otherwise."""
    name, words = random.choice((("types", TYPES), ("subtypes", SUBTYPES)))
    needed = random.choice(("types", "")) if name == "subtypes" else ""
    groups = random.choice((GROUPS, GROUPS, ()))
    ability = a.Ability(random.choice(("Flying", "Haste")))
    one, other = random.sample(words, 2)
    return random.choice(
        (
            a.SetNumber("power", a.Number(9)),
            a.RemoveNumber("power"),
            a.AddMembers(name, some(random, words, 1), groups, needed),
            a.SetMembers(name, some(random, words, 1), groups, needed),
            a.SetMembers(name, some(random, words, 1), groups, needed),
            a.RemoveMembers(name, some(random, words, 1), groups),
            a.ReplaceMember(name, one, other, groups),
            a.Rename(("Cid",), besides=random.random() < 0.5),
            a.Gain(ability),
        )
    )


def plain(one: Card | None) -> object:
    """What a card says; words of a set come in no order, and an empty set is none."""
    if one is None:
        return None
    sets = {name: sorted(words) for name, words in one.sets.items() if words}
    return one.name, sets, dict(one.numbers), one.abilities, plain(one.half), plain(one.unchosen)


@pytest.mark.parametrize("first", range(0, 800, 100))
def test_a_copy_is_otherwise_as_the_oracle_has_it(first: int) -> None:
    """Whatever is set, added, taken away, replaced, called otherwise or gained."""
    for seed in range(first, first + 100):
        random = Random(f"otherwise {seed}")
        copied = card(random)
        but = tuple(exception(random) for _ in range(random.randint(0, 3)))
        operation = a.CopyOf(a.Identified("O"), but)
        assert plain(with_otherwise(copied, operation)) == plain(otherwise(copied, operation)), seed


# --- two cards in one --------------------------------------------------------------------------


FLIES, HASTE, WARD, GIFT = (PrintedAbility("has", a.Ability(word)) for word in "FHWG")


def bare(name: str, *abilities: PrintedAbility, gives: tuple[PrintedAbility, ...] = ()) -> Card:
    """A card that says nothing else."""
    return Card(name, {}, {}, abilities, gives=gives)


def test_a_card_with_the_abilities_of_another_one_is_the_first_in_all_else() -> None:
    """Its own come first, and so do those that it gives."""
    one, other = bare("One", FLIES, gives=(GIFT,)), bare("Other", HASTE, gives=(WARD,))
    made = with_abilities(one, other)
    assert made == Card("One", {}, {}, (FLIES, HASTE), gives=(GIFT, WARD))
    assert not made.turned
    assert with_abilities(replace(one, turned=True), other).turned
    assert with_abilities(one, replace(other, turned=True)).turned


@pytest.mark.parametrize("which", ["one", "other", "both"])
def test_what_was_not_chosen_is_kept_of_both(which: str) -> None:
    """Where nothing was chosen for a card, it is as it is."""
    one, other = bare("One", FLIES), bare("Other", HASTE)
    if which != "other":
        one = replace(one, unchosen=bare("One", WARD))
    if which != "one":
        other = replace(other, unchosen=bare("Other", GIFT))
    unchosen = with_abilities(one, other).unchosen
    assert unchosen is not None
    expected = (WARD if which != "other" else FLIES, GIFT if which != "one" else HASTE)
    assert (unchosen.name, unchosen.abilities) == ("One", expected)


@pytest.mark.parametrize("which", ["one", "other", "both"])
def test_the_other_half_has_the_abilities_of_the_other_half(which: str) -> None:
    """What has but one half is the same in either, and no half has a half."""
    one, other = bare("One", FLIES), bare("Other", HASTE)
    if which != "other":
        one = replace(one, half=replace(bare("Back", WARD), half=bare("One", FLIES)), turned=True)
    if which != "one":
        other = replace(other, half=bare("Rear", GIFT), turned=True, unchosen=bare("X"))
    half = with_abilities(one, other).half
    assert half is not None
    first = ("Back", WARD) if which != "other" else ("One", FLIES)
    second = GIFT if which != "one" else HASTE
    assert (half.name, half.abilities) == (first[0], (first[1], second))
    assert half.half is None and half.unchosen is None and not half.turned
