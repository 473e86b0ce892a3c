"""Zones, players, permissions and values in the notation: what the words mean, and mistakes."""

from __future__ import annotations

import pytest

from algebra_strategies import WORDS
from layerlaw.model import algebra as a
from layerlaw.model.errors import NotationError
from layerlaw.model.notation.english import english_ability
from layerlaw.model.notation.parsing import (
    parse_ability,
    parse_condition,
    parse_duration,
    parse_operations,
    parse_selector,
    parse_value,
)
from layerlaw.model.notation.printing import print_ability, print_operation, print_selector

MINION = a.Noun("minion", a.Member("types", "minion"))
BEAST = a.Noun("beast", a.Member("subtypes", "beast"))


def both(*parts: a.Selector) -> a.Selector:
    """Minions that are all of this."""
    return a.Both((MINION, *parts))


@pytest.mark.parametrize(
    ("text", "meaning", "printed"),
    [
        ("minions in the cemetery", both(a.InZone("cemetery")), ""),
        ("minions in cemeteries", both(a.InZone("cemetery")), "minions in the cemetery"),
        ("minions in hand", both(a.InZone("hand")), "minions in the hand"),
        ("minions in the mana zone", both(a.InZone("mana zone")), ""),
        ("minions in play", both(a.InZone("realm")), "minions in the realm"),
        ('minions in the "out of play"', both(a.InZone("out of play")), ""),
        ("minions in your hand", both(a.InZone("hand"), a.Owned(a.You())), ""),
        ("minions in an opponent's hand", both(a.InZone("hand"), a.Owned(a.Opponent())), ""),
        (
            "minions in opponents' mana zones with power = 1",
            both(
                a.InZone("mana zone"),
                a.Compared(a.Read("power", a.It()), "=", a.Number(1)),
                a.Owned(a.Opponent()),
            ),
            "minions in an opponent's mana zone with power = 1",
        ),
        ("minions in any zone", both(a.InZone("*")), ""),
        ("minions in the hand underground", both(a.InRegion("underground"), a.InZone("hand")), "-"),
        ("minions sharing subtypes with self", both(a.Sharing("subtypes", a.Self())), ""),
        ("minions that entered this turn", both(a.EnteredThisTurn()), ""),
        ("minions that did not enter this turn", both(a.Not(a.EnteredThisTurn())), ""),
        ("minions named the chosen name", both(a.ChosenName()), ""),
        ('minions named like "Alice"', both(a.Named("Alice", part=True)), ""),
        ("minions named like Alice", both(a.Named("Alice", part=True)), "-"),
        ('minions named "like"', both(a.Named("like")), ""),
        ("you", a.Players(a.You()), ""),
        ("opponents", a.Players(a.Opponent()), ""),
        ("an opponent", a.Players(a.Opponent()), "opponents"),
        ("players", a.Players(None), ""),
        ("me", a.Players(a.NamedPlayer("me")), '"me"'),
        ("the rules", a.Identified("rules"), ""),
    ],
)
def test_selectors(text: str, meaning: a.Selector, printed: str) -> None:
    """What is selected, and how it is printed (an empty text: as it was written)."""
    assert parse_selector(text, WORDS) == meaning
    if printed != "-":
        assert print_selector(meaning, WORDS.plurals) == (printed or text)


@pytest.mark.parametrize(
    ("text", "meaning", "printed"),
    [
        ("can't attack minions", a.Permission(False, "attack", MINION), ""),
        ("can attack", a.Permission(True, "attack"), ""),
        ("can't attack players", a.Permission(False, "attack", a.Players(None)), ""),
        ("can't be attacked", a.Permission(False, "attacked", passive=True), ""),
        ("can't be attacked by minions", a.Permission(False, "attacked", MINION, True), ""),
        ("can be attacked minions", a.Permission(True, "attacked", MINION, True), "-"),
        ("can't target minions", a.Permission(False, "target", MINION), ""),
        ("can't be modified", a.CantBeModified(), ""),
        ("can be seen", a.Permission(True, "seen", passive=True), ""),
        ("ignores can't attack", a.Ignore("attack"), ""),
        ("ignore can't be attacked", a.Ignore("attacked", passive=True), "-"),
        ("ignores can't attack from minions", a.Ignore("attack", MINION), ""),
        ("ignores can't attack players", a.Ignore("attack", partner="players"), ""),
        ("ignores can't attack objects", a.Ignore("attack", partner="objects"), ""),
        (
            "ignores can't be attacked by players from minions",
            a.Ignore("attacked", MINION, passive=True, partner="players"),
            "",
        ),
        ("ignores can't attack from the rules", a.Ignore("attack", a.Identified("rules")), ""),
        ("goes to mana zone instead of cemetery", a.Redirect("mana zone", "cemetery"), ""),
        ("go to the hand instead", a.Redirect("hand"), "goes to hand instead"),
        ("power fixed at 3", a.FixNumber("power", a.Number(3)), ""),
        ("types += types of minions", a.AddMembersOf("types", MINION), ""),
        (
            "power += base power of self",
            a.ChangeNumber("power", "+", a.Read("base power", a.Self())),
            "",
        ),
    ],
)
def test_operations(text: str, meaning: a.Operation, printed: str) -> None:
    """What is done, and how it is printed."""
    assert parse_operations(text, WORDS) == ((meaning,), None, None, ())
    if printed != "-":
        assert print_operation(meaning, WORDS.plurals) == (printed or text)


def test_values_conditions_and_durations() -> None:
    """Division binds as multiplication does, and turns are conditions."""
    power, two = a.Read("base power", a.It()), a.Number(2)
    assert parse_value("its base power / 2 % chosen number", WORDS) == a.Arithmetic(
        a.Arithmetic(power, "/", two), "%", a.ChosenNumber()
    )
    assert parse_value("1 + its base power / 2", WORDS) == a.Arithmetic(
        a.Number(1), "+", a.Arithmetic(power, "/", two)
    )
    assert parse_selector("minions with base power >= 2", WORDS) == both(
        a.Compared(power, ">=", two)
    )
    assert parse_condition("it is your turn", WORDS) == a.TurnOf(a.You())
    assert parse_condition("it's not an opponent's turn", WORDS) == a.Negation(
        a.TurnOf(a.Opponent())
    )
    shares = a.Sharing("subtypes", BEAST)
    assert parse_condition("self shares subtypes with beasts", WORDS) == a.Matches(a.Self(), shares)
    assert parse_condition("self does not share subtypes with beasts", WORDS) == a.Matches(
        a.Self(), a.Not(shares)
    )
    assert parse_condition("self entered this turn", WORDS) == a.Matches(
        a.Self(), a.EnteredThisTurn()
    )
    assert parse_duration("end of your next turn", WORDS) == a.EndOfNextTurn()
    assert parse_duration("the end of an opponent's next turn", WORDS) == a.EndOfNextTurn(False)
    for text in ("its controller's next turn", "their controllers\u2019 next turn"):
        assert parse_duration(text, WORDS) == a.ControllersNextTurn()


def test_zones_where_abilities_work() -> None:
    """They stand behind everything else, also behind a keyword and in brackets."""
    text = "other minions: power += 1 as long as it is your turn while in hand or mana zone"
    ability = parse_ability(text, WORDS)
    assert ability.zones == ("hand", "mana zone")
    assert print_ability(ability) == text
    assert parse_ability("self: power += 1 while anywhere", WORDS).zones == WORDS.zones
    assert parse_ability("Airborne while in the hand", WORDS) == a.Ability(
        "Airborne", zones=("hand",)
    )
    ((given,), *_) = parse_operations("gain [Airborne while in hand, cemetery]", WORDS)
    assert given == a.Gain(a.Ability("Airborne", zones=("hand", "cemetery")))
    assert print_operation(given) == "gain [Airborne while in hand or cemetery]"


ENGLISH = {
    "opponents: can't cast minions in any zone with power = chosen number": (
        "Opponents can't cast minions in any zone with power equal to the chosen number."
    ),
    "you: ignores can't attack from the rules": (
        "You ignore that they can't attack because of the rules."
    ),
    "self: can't be attacked by minions, power fixed at 3 while in hand": (
        "While King is in the hand, King can't be attacked by minions and has power fixed at 3."
    ),
    'minions named like "Alice": power += 1': "Minions whose name begins with Alice get +1 power.",
    "self: goes to hand instead of cemetery": "King goes to the hand instead of to the cemetery.",
    "minions in your hand: types += types of self as long as it is not your turn": (
        "Unless it is your turn, minions in your hand also have the types of King."
    ),
    "target: power += its base power / 2 until end of an opponent's next turn": (
        "The target gets extra power, by its base power divided by 2 until the end of an "
        "opponent's next turn."
    ),
    "target: power += 1 until its controller's next turn": (
        "The target gets +1 power until its controller's next turn."
    ),
}


@pytest.mark.parametrize("text", ENGLISH)
def test_english(text: str) -> None:
    """All of it can be said."""
    assert english_ability(parse_ability(text, WORDS), "King", WORDS.plurals) == ENGLISH[text]


@pytest.mark.parametrize(
    ("start", "text", "offset", "message", "suggestion"),
    [
        ("selector", "minions in your cemetary", 16, "unknown zone", "did you mean 'cemetery'?"),
        ("selector", "minions in the man zone", 15, "unknown region or zone", "'mana zone'"),
        ("selector", "minions in your void", 16, "unknown zone 'void'", ""),
        ("selector", "minions in", 10, "something is missing at the end", ""),
        ("selector", "minions sharing power with self", 16, "'power' is a number, not", ""),
        ("selector", "minions with base life >= 1", 18, "'life' has no base value", ""),
        ("value", "base powr of self", 5, "unknown characteristic 'powr'", "'power'"),
        ("operations", "base power := 3", 5, "unexpected", "write 'power' alone"),
        ("operations", "can't be attack", 9, "'attack' behind 'be'", "'attacked'"),
        ("operations", "can't targeted minions", 6, "'targeted' without 'be'", "'target'"),
        ("operations", "ignores can't be attack", 17, "'attack' behind 'be'", "'attacked'"),
        ("operations", "goes to cemetary instead", 8, "unknown zone 'cemetary'", "'cemetery'"),
        ("operations", "goes to hand mana instead", 13, "unexpected 'mana'", ""),
        ("operations", "goes to hand", 12, "something is missing at the end", ""),
        ("operations", "types += subtypes of self", 9, "unexpected 'subtypes'", ""),
        ("operations", "types -= types of self", 9, "unexpected 'types'", ""),
        ("operations", "power fixed at", 14, "something is missing at the end", ""),
        ("condition", "self shares power with it", 12, "'power' is a number, not", ""),
        ("ability", "minions: silenced while in hnd", 27, "unknown zone 'hnd'", "'hand'"),
        ("ability", "minions: silenced while hand", 18, "unexpected 'while'", ""),
    ],
)
def test_mistakes(start: str, text: str, offset: int, message: str, suggestion: str) -> None:
    """A mistake has a place, a message, and what was probably meant."""
    parse = {
        "selector": parse_selector,
        "value": parse_value,
        "operations": parse_operations,
        "condition": parse_condition,
        "ability": parse_ability,
    }[start]
    with pytest.raises(NotationError) as caught:
        parse(text, WORDS)
    assert caught.value.message.startswith(message), caught.value.message
    assert caught.value.offset == offset
    assert suggestion in caught.value.suggestion
    assert caught.value.expected or caught.value.suggestion
