"""What is taken for possible, and for certain, of one object: each judgement by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from itertools import permutations
from typing import Any

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario, shipped_rulebook
from layerlaw.model.cards.card import Card, PrintedAbility, Use
from layerlaw.model.notation.parsing import parse_ability, parse_selector
from layerlaw.model.rulebooks.rulebook import Rule, StateCheck
from layerlaw.solver import solve
from layerlaw.solver.derivation.danger import Danger
from layerlaw.solver.derivation.possible import (
    is_certain,
    is_possible,
    may_be_forbidden,
    may_lose_abilities,
)
from layerlaw.solver.derivation.prospects import (
    NOTHING,
    Prospects,
    abilities_it_gives,
    prospects_of,
    prospects_of_card,
    types_given_to_itself,
)
from layerlaw.solver.facts.situation import Thing
from together import PLAYERS, WORDS, game, table

MAGIC, SORCERY = shipped_rulebook("magic-2026-04"), shipped_rulebook("sorcery-2026-01")
FLYING = PrintedAbility("has", a.Ability("Flying", ()))
IT = a.It()


def bear(*, zone: str = "battlefield", **besides: Any) -> Thing:
    """A red creature with Flying, power 2 and toughness 3."""
    sets = {"types": ("creature",), "colors": ("red",)}
    card = Card("Bear", sets, {"power": 2, "toughness": 3}, (FLYING,))
    return replace(Thing("B", card, "you", "you", zone, None, None, (1, 0), {}), **besides)


def some(**what: Any) -> Prospects:
    """What may be done."""
    made: dict[str, Any] = {
        name: each if name == "copies" else frozenset(each) for name, each in what.items()
    }
    return Prospects(**made)


def power(comparator: a.Comparator, number: int, of: str = "power") -> a.Compared:
    """Those with such a number."""
    return a.Compared(a.Read(of, IT), comparator, a.Number(number))


def damage(comparator: a.Comparator, of: str = "toughness") -> a.Compared:
    """Those with as much damage, or more, as another number."""
    return a.Compared(a.Read("damage", IT), comparator, a.Read(of, IT))


def test_either_may_do_what_one_of_them_may() -> None:
    """Each kind of thing, whichever of the two may do it."""
    for field in fields(Prospects):
        one, other = (
            (some(copies=True), NOTHING)
            if field.name == "copies"
            else (some(**{field.name: ["one"]}), some(**{field.name: ["other"]}))
        )
        both = getattr(one | other, field.name)
        assert both == getattr(other | one, field.name)
        assert both is True if field.name == "copies" else both == {"one", "other"}


BARE = [Card("Bare", {"types": ("creature",)}, {"toughness": number}, ()) for number in (0, 1)]
CREATURE, RED, BLUE = (
    a.Member("types", "creature"),
    a.Member("colors", "red"),
    a.Member("colors", "blue"),
)


@pytest.mark.parametrize(
    ("selector", "thing", "coming", "possible"),
    [
        (CREATURE, bear(), {}, True),
        (a.Member("types", "artifact"), bear(), {}, False),
        (a.Member("types", "artifact"), bear(), {"types": ["artifact"]}, True),
        (BLUE, bear(), {}, False),
        (BLUE, bear(), {"adds": [("colors", "blue")]}, True),
        (BLUE, bear(), {"adds": [("colors", None)]}, True),
        (BLUE, bear(), {"adds": [("colors", "green"), ("types", None)]}, False),
        (a.Not(RED), bear(), {}, False),
        (a.Not(RED), bear(), {"removes": [("colors", "red")]}, True),
        (a.Not(RED), bear(), {"removes": [("colors", None)]}, True),
        (a.Not(RED), bear(), {"removes": [("colors", "blue")]}, False),
        (a.Not(BLUE), bear(), {}, True),
        (a.Not(a.Noun("red", RED)), bear(), {}, False),
        (a.Players(None), bear(), {}, False),
        (a.HasStatus("tapped"), bear(), {}, False),
        (a.HasStatus("tapped"), bear(statuses=frozenset({"tapped"})), {}, True),
        (a.HasStatus("tapped"), bear(), {"statuses": ["tapped"]}, True),
        (a.HasAbility("Flying"), bear(), {}, True),
        (a.HasAbility("Trample"), bear(), {}, False),
        (a.HasAbility("Trample"), bear(), {"keywords": ["Trample"]}, True),
        (a.HasAbility("Trample"), bear(), {"copies": True}, True),
        (a.InZone("*"), bear(), {}, True),
        (a.InZone("battlefield"), bear(), {}, True),
        (a.InZone("graveyard"), bear(), {}, False),
        (a.InRegion("void"), bear(), {}, False),
        (a.Either((RED, BLUE)), bear(), {}, True),
        (a.Either((a.Both((RED, BLUE)), BLUE)), bear(), {}, False),
        (a.BorneBy(CREATURE), bear(), {}, False),
        (a.BorneBy(CREATURE), bear(bearer="C"), {}, True),
        # Numbers: no more than what is printed, unless something lowers it.
        (power("<=", 1), bear(), {}, False),
        (power("<=", 2), bear(), {}, True),
        (power("<", 2), bear(), {}, False),
        (power("=", 2), bear(), {}, True),
        (power("<=", 1), bear(), {"lowered": ["power"]}, True),
        (power("<=", 1), bear(), {"lowered": ["toughness"]}, False),
        (power("<=", 0), bear(counters={"plus-one": 1}), {}, False),
        (power("<=", 0, "loyalty"), bear(), {}, True),
        (power(">=", 9), bear(), {}, True),
        # What events alone change is as it is.
        (power(">=", 1, "damage"), bear(), {}, False),
        (power(">=", 1, "damage"), bear(counters={"damage": 1}), {}, True),
        (power(">=", 0, "damage"), bear(), {}, True),
        (damage(">="), bear(card=BARE[0]), {}, True),
        (damage(">="), bear(card=BARE[1]), {}, False),
        (damage(">="), bear(counters={"damage": 2}), {}, False),
        (damage(">="), bear(counters={"damage": 3}), {}, True),
        (damage(">"), bear(counters={"damage": 3}), {}, False),
        (damage(">"), bear(counters={"damage": 4}), {}, True),
        (damage(">="), bear(counters={"damage": 2}), {"lowered": ["toughness"]}, True),
        (damage(">=", "loyalty"), bear(), {}, True),
        (power("<=", 0), bear(copied=Card("C", {}, {"power": 0}, ())), {}, True),
    ],
)
def test_of_one_object_something_is_possible(
    selector: a.Selector, thing: Thing, coming: dict[str, Any], possible: bool
) -> None:
    """By what is printed, what events have made of it, and what effects may do."""
    assert is_possible(MAGIC, selector, thing, some(**coming)) is possible


def test_what_has_counters_for_a_number_has_as_many() -> None:
    """Loyalty is counted (CR-306.5b): what is left of it is what there is, if it is printed."""
    card = Card("Sage", {"types": ("planeswalker",)}, {"loyalty": 4}, ())
    for counters, none_left in (({"loyalty": 1}, False), ({"loyalty": 0}, True), ({}, False)):
        sage = bear(card=card, counters=counters)
        assert is_possible(MAGIC, power("<=", 0, "loyalty"), sage, NOTHING) is none_left
    # Counters of a number that it has not are not known to stand for one.
    assert is_possible(MAGIC, power("<=", 0, "loyalty"), bear(counters={"loyalty": 9}), NOTHING)


def test_a_front_face_has_numbers_of_its_own() -> None:
    """The mana value of a back face is that of the front (CR-202.3b), other numbers its own."""
    front = Card("Front", {}, {"mana-value": 0, "power": 0}, ())
    card = Card("Back", {}, {"mana-value": 5, "power": 5}, ())
    assert is_possible(MAGIC, power("<=", 0, "mana-value"), bear(card=card, front=front), NOTHING)
    assert not is_possible(MAGIC, power("<=", 0, "mana-value"), bear(card=card), NOTHING)
    assert not is_possible(MAGIC, power("<=", 0), bear(card=card, front=front), NOTHING)


def test_what_is_emptied_may_lack_everything_of_that() -> None:
    """Sorcery's disabled sites have no threshold and no mana (SORC-DISABLED-1)."""
    card = Card("Meadow", {"types": ("site",)}, {"earth": 1}, ())
    site = bear(card=card, zone="realm")
    for statuses, possible in (((), False), (("tapped",), False), (("disabled",), True)):
        now = replace(site, statuses=frozenset(statuses))
        assert is_possible(SORCERY, power("<=", 0, "earth"), now, NOTHING) is possible


@pytest.mark.parametrize(
    ("place", "here", "region", "possible"),
    [
        ("at 7", "minion", "surface", True),
        ("at 7", "minion", "underground", False),
        ("at 7", "site", "underground", True),
        ("at 7 underground", "minion", "underground", True),
        ("at 7 underground", "minion", "underwater", True),
        ("at 7", "minion", "void", False),
        ("at 7 void", "minion", "void", True),
    ],
)
def test_where_something_lies_effects_do_not_move_it(
    place: str, here: str, region: str, possible: bool
) -> None:
    """Ground is below as well; only what is on a square of the void is there (SORC-VOID-1)."""
    text = (
        "title: T\nrulebook: sorcery-2026-01\nplayers: [you, me]\n"
        f"cards:\n  A: {{is: [{here}], power: 1}}\nplay:\n  - you: A as X {place}\n"
    )
    [thing] = [one for one in solve(loads_scenario(text)).situation.things if one.id == "X"]
    assert is_possible(SORCERY, a.InRegion(region), thing, NOTHING) is possible
    if here == "minion" and place == "at 7":
        to_site = some(types=["site"])
        assert is_possible(SORCERY, a.InRegion("underground"), thing, to_site)


@pytest.mark.parametrize(
    ("selector", "thing", "coming", "certain"),
    [
        (a.Everything(), bear(), {}, True),
        (a.Both((a.Everything(), BLUE)), bear(), {}, False),
        (a.Everything(), bear(zone="hand"), {}, False),
        (a.Everything(), bear(statuses=frozenset({"phased-out"})), {}, False),
        (a.Everything(), bear(statuses=frozenset({"tapped"})), {}, True),
        (a.Everything(), bear(statuses=frozenset({"unheard-of"})), {}, False),
        (CREATURE, bear(), {}, True),
        (CREATURE, bear(), {"removes": [("types", None)]}, False),
        (a.Both((CREATURE, BLUE)), bear(), {}, False),
        (a.Both((BLUE, CREATURE)), bear(), {"adds": [("colors", "blue")]}, False),
        (a.HasAbility("Flying"), bear(), {}, True),
        (a.HasAbility("Trample"), bear(), {"keywords": ["Trample"]}, False),
        (a.HasAbility("Flying"), bear(without=frozenset({"Flying"})), {}, False),
        (a.HasAbility("Flying"), bear(), {"takes": [(RED,)]}, False),
        (a.HasAbility("Flying"), bear(), {"takes": [(BLUE,)]}, True),
        (a.Either((BLUE, RED)), bear(), {}, True),
        (a.Either((BLUE, a.Member("colors", "green"))), bear(), {}, False),
        (a.Not(BLUE), bear(), {}, False),
        (a.BorneBy(CREATURE), bear(bearer="C"), {}, False),
    ],
)
def test_of_one_object_something_is_certain(
    selector: a.Selector, thing: Thing, coming: dict[str, Any], certain: bool
) -> None:
    """In play, shown, and with what is printed, which nothing could take."""
    assert is_certain(MAGIC, selector, thing, some(**coming), None) is certain


def test_who_carries_is_asked_with_what_may_be_done_to_that() -> None:
    """Where it is not known who does, or it is out of play, everything may be."""
    carried = bear(bearer="C")
    for removes, sure in (((), True), ((("types", "creature"),), False)):
        by = bear(id="C"), some(removes=removes)
        assert is_certain(MAGIC, a.BorneBy(CREATURE), carried, NOTHING, by) is sure
        assert is_possible(MAGIC, a.BorneBy(a.Not(CREATURE)), carried, NOTHING, by) is not sure
    out = replace(carried, zone="exile")
    assert is_possible(MAGIC, a.BorneBy(a.Not(CREATURE)), out, NOTHING, (bear(id="C"), NOTHING))


@pytest.mark.parametrize(
    ("status", "loses"), [("silenced", True), ("disabled", True), ("tapped", False), ("?", True)]
)
def test_a_status_may_take_abilities(status: str, loses: bool) -> None:
    """The silenced have none, those of the disabled do not work; of others nothing is known."""
    minion = bear(zone="realm", statuses=frozenset({status}))
    assert may_lose_abilities(SORCERY, minion, NOTHING) is loses
    # So is a mark that is kept by one.
    if status != "?":
        assert Danger(SORCERY).may_lose_mark(minion, "Flying", NOTHING) is loses


def test_a_mark_may_be_lost_in_another_form() -> None:
    """What entered as a copy has what is printed on that."""
    copied = bear(zone="realm", copied=Card("Other", {}, {}, ()))
    assert Danger(SORCERY).may_lose_mark(copied, "Flying", NOTHING)


def test_what_is_carried_may_be_forbidden_by_either_side() -> None:
    """In either voice; where nothing carries it nothing is forbidden."""
    carried = bear(bearer="C")
    verb = "attack"
    assert not may_be_forbidden(MAGIC, verb, bear(), some(forbids=[verb]), None)
    assert may_be_forbidden(MAGIC, verb, carried, NOTHING, None)
    for own, its, may in (
        ([], [], False),
        ([verb], [], True),
        ([], ["attacked"], True),
        (["block"], ["blocked"], False),
    ):
        by = bear(id="C"), some(forbids=its)
        assert may_be_forbidden(MAGIC, verb, carried, some(forbids=own), by) is may


def test_what_is_more_than_its_card_does_not_surely_keep_it() -> None:
    """Linked cards, keywords lost for good, copies."""
    danger = Danger(MAGIC)
    assert danger.keeps_abilities(bear(), NOTHING)
    assert not danger.keeps_abilities(bear(linked=(bear().card,)), NOTHING)
    assert not danger.keeps_abilities(bear(without=frozenset({"Flying"})), NOTHING)
    assert not danger.keeps_abilities(bear(), some(copies=True))
    assert not danger.keeps_abilities(bear(zone="hand"), NOTHING)
    assert not danger.keeps_abilities(bear(), some(takes=[(RED,)]))


def test_what_nothing_known_carries_may_have_to_fall() -> None:
    """Whether it goes on carrying cannot be told."""
    assert Danger(MAGIC).may_fall(bear(bearer="C"), NOTHING, None)


@pytest.mark.parametrize(
    ("bearer", "coming", "falls"),
    [
        (bear(), NOTHING, False),
        (bear(), some(removes=[("types", "creature")]), True),
        (bear(), some(removes=[("types", "land")]), False),
        (bear(), some(forbids=["equip"]), True),
        (bear(), some(forbids=["attack"]), False),
        (replace(bear(), card=Card("Plain", {"types": ("land",)}, {})), NOTHING, True),
    ],
)
def test_equipment_may_have_to_fall_from_what_may_be_no_creature(
    bearer: Thing, coming: Prospects, falls: bool
) -> None:
    """CR-704.5n, CR-301.5: it goes by what may become of its bearer, and of itself."""
    sets = {"types": ("artifact",), "artifact-types": ("equipment",)}
    sword = Thing("S", Card("Sword", sets, {}), "you", "you", "battlefield", None, "B", (2, 0), {})
    assert Danger(MAGIC).may_fall(sword, coming, bearer) is falls


# --- what abilities may do ----------------------------------------------------------------------


def does(operation: a.Operation, scope: a.Selector = CREATURE) -> Prospects:
    """What an ability may do that does this."""
    return prospects_of(MAGIC, [a.Ability(None, (a.Instruction(scope, (operation,)),))])


@pytest.mark.parametrize(
    ("value", "sign", "lowers"),
    [
        (a.Number(0), "+", False),
        (a.Number(1), "+", False),
        (a.Number(-1), "+", True),
        (a.Number(1), "-", True),
        (a.Count(CREATURE), "+", False),
        (a.Arithmetic(a.Count(CREATURE), "+", a.Number(1)), "+", False),
        (a.Arithmetic(a.Count(CREATURE), "+", a.Number(-1)), "+", True),
        (a.Arithmetic(a.Number(-1), "*", a.Count(CREATURE)), "+", True),
        (a.Arithmetic(a.Number(1), "-", a.Count(CREATURE)), "+", True),
        (a.Read("plus-one", IT), "+", False),
        (a.Read("plus-one", a.Self()), "+", True),
        (a.Read("toughness", IT), "+", True),
        (a.Read("life", IT), "+", True),
    ],
)
def test_what_is_added_lowers_a_number_if_it_may_be_negative(
    value: a.Value, sign: a.ArithmeticSign, lowers: bool
) -> None:
    """Counters are never fewer than none (CR-107.1b); of other numbers that are read nothing is
    known."""
    assert does(a.ChangeNumber("power", sign, value)).lowered == ({"power"} if lowers else set())


def test_what_abilities_give_is_done_as_well() -> None:
    """An ability that an ability gives may do all that it says."""
    weakens = a.Ability(
        None, (a.Instruction(CREATURE, (a.ChangeNumber("power", "-", a.Number(1)),)),)
    )
    assert does(a.Gain(weakens)).lowered == {"power"}
    giving = a.Ability(None, (a.Instruction(CREATURE, (a.Gain(weakens),)),))
    assert list(abilities_it_gives(giving)) == [weakens]


def test_only_what_is_forbidden_counts() -> None:
    """What is allowed forbids nothing."""
    assert does(a.Permission(False, "attack")).forbids == {"attack"}
    assert does(a.Permission(True, "attack")).forbids == set()


@pytest.mark.parametrize(
    ("operation", "adds", "removes"),
    [
        (a.AddMembers("colors", ("red",)), {("colors", "red")}, set()),
        (a.RemoveMembers("colors", ("red",)), set(), {("colors", "red")}),
        (a.ReplaceMember("colors", "red", "blue"), {("colors", "blue")}, {("colors", "red")}),
        (a.SetMembers("colors", ("red",)), {("colors", "red")}, {("colors", None)}),
    ],
)
def test_words_come_and_go_by_name(
    operation: a.Operation, adds: set[tuple[str, str]], removes: set[tuple[str, str]]
) -> None:
    """What sets all words of a kind may take any of them."""
    found = does(operation)
    assert found.adds == adds
    assert found.removes == removes


def test_a_copy_may_do_anything() -> None:
    """Whatever is printed on what is copied."""
    found = does(a.CopyOf(a.Identified("X")))
    assert found.copies
    assert found.lowered == set(MAGIC.characteristics)
    assert ("colors", None) in found.adds & found.removes
    assert {"attack", "attacked"} <= found.forbids


def test_types_are_given_to_itself_by_what_says_self() -> None:
    """An ability of the card, that works in play, and words that are types."""

    def card(scope: a.Selector, characteristic: str, use: Any = "has") -> Card:
        operation = a.AddMembers(characteristic, ("artifact",))
        ability = a.Ability(None, (a.Instruction(scope, (operation,)),))
        return Card("C", {}, {}, (PrintedAbility(use, ability),))

    assert types_given_to_itself(MAGIC, card(a.Self(), "types")) == {"artifact"}
    assert types_given_to_itself(MAGIC, card(CREATURE, "types")) == set()
    assert types_given_to_itself(MAGIC, card(a.Self(), "colors")) == set()
    assert types_given_to_itself(MAGIC, card(a.Self(), "types", "resolves")) == set()


CIRCLE = ("light: colours += dark", "dark: colours += light", "stunned: frozen")
"""Rules that make light of dark, and the other way round; and one on what nothing ever is."""


def ruled(rules: Iterable[str], check: str, **policies: str) -> Danger:
    """A game with these rules and a check."""
    found = StateCheck("check", parse_selector(check, WORDS), "is destroyed", "grave", "C1")
    made = tuple(Rule(text, parse_ability(text, WORDS), "C1") for text in rules)
    return Danger(replace(game(policies, (found,)), rules=made))


@pytest.mark.parametrize(
    ("check", "process", "groundedness", "hit"),
    [
        ("dark creatures", "simultaneous", "all fixed points", True),
        ("light relics", "simultaneous", "all fixed points", False),
        ("dark creatures", "newest wins", "all fixed points", True),
        ("frozen creatures", "simultaneous", "all fixed points", False),
        ("dark creatures", "simultaneous", "all deeds", False),
        ("dark creatures", "layered", "all fixed points", False),
    ],
)
def test_rules_that_hold_one_another_up_may_be_there(
    check: str, process: str, groundedness: str, hit: bool
) -> None:
    """A fire creature is dark for being light, and light for being dark, in a state that lifts
    itself: where all apply at once, unless each deed has to be reached."""
    danger = ruled(CIRCLE, check, process=process, groundedness=groundedness)
    creature = table({"F": "fire 1"}).things[0]
    assert danger.may_hit(creature, NOTHING) is hit


@pytest.mark.parametrize("process", ["simultaneous", "layered"])
@pytest.mark.parametrize("rules", [*permutations(("fire: colours += light", CIRCLE[0]))])
def test_what_one_rule_brings_another_one_may_ask_for(rules: Sequence[str], process: str) -> None:
    """Wherever each of them stands; and nothing that neither brings."""
    creature = table({"F": "fire 1"}).things[0]
    for check, hit in (("dark creatures", True), ("frozen creatures", False)):
        danger = ruled(rules, check, process=process, groundedness="all deeds")
        assert danger.may_hit(creature, NOTHING) is hit


@pytest.mark.parametrize(
    ("use", "text", "hit", "of_its_own"),
    [
        ("has", "creatures: frozen", True, True),
        ("has", "other creatures: frozen", True, True),
        ("has", "relics: frozen", False, False),
        ("has", "self: frozen", False, True),
        ("has", "relics: gain [creatures: frozen]", True, True),
        ("has", 'relics: copy of "A"', True, True),
        ("has", "self: colours += dark", False, False),
        ("resolves", "relics: frozen", True, True),
        ("resolves", "relics: colours += dark", False, False),
    ],
)
def test_a_card_could_hit_what_it_could_be_about(
    use: Use, text: str, hit: bool, of_its_own: bool
) -> None:
    """Another card's ability, and one of its own; what resolves could have been about anything."""
    words = WORDS.with_names(PLAYERS, ["A"])
    danger = ruled((), "frozen creatures")
    plain = table({"F": "fire 1"}).things[0]
    ability = PrintedAbility(use, parse_ability(text, words))
    first = PrintedAbility("resolves", parse_ability("relics: colours += dark", words))
    acting = replace(plain.card, abilities=(first, ability))
    bystander = Card("Bystander", {"types": ("relic",)}, {})
    assert danger.could_hit(plain, [bystander, acting]) is hit
    assert danger.could_hit(replace(plain, card=acting), [bystander, acting]) is of_its_own
    assert not danger.could_hit(plain, [bystander])


@pytest.mark.parametrize(("locked", "whose"), [(True, ()), (None, ()), (False, (RED,))])
def test_what_keeps_to_objects_keeps_to_what_becomes_of_them(
    locked: bool | None, whose: tuple[a.Selector, ...]
) -> None:
    """A spell that takes abilities from red objects; unlocked, it is about what is red by then."""
    instruction = a.Instruction(RED, (a.LoseAll(),), locked)
    spell = PrintedAbility("resolves", a.Ability(None, (instruction,)))
    assert prospects_of_card(MAGIC, Card("Spell", {}, {}, (spell,))).takes == {whose}


def test_a_text_that_changes_may_give_every_type() -> None:
    """Of the rulebook's own words."""
    assert does(a.CopyOf(a.Self())).types == {*MAGIC.characteristics["types"].words}
