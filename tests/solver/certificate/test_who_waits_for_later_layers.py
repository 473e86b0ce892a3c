"""Behind which layer an operation waits for what it asks, and where it may act ahead, by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from layerlaw.solver.certificate.replay.places import places_before, waits_for
from situations import line, plus, rulebook

WAITS = "waits for that layer"
CREATURES = a.Member("types", "creature")
X, IT = a.Identified("X"), a.It()
ONE = a.Number(1)
ALWAYS = a.Exists(X)


def book(policy: str = WAITS) -> Rulebook:
    """Layers 0, 1, 2... with a place before each: the document's have odd numbers."""
    does = (
        ("copy",),  # 1
        ("change controller",),  # 3
        ("silenced", "disabled", "tapped"),  # 5
        ("change types", "animate"),  # 7
        ("change elements",),  # 9
        ("gain abilities", "lose abilities"),  # 11
        ("set power", "fix power"),  # 13
        ("add power", "limit cost", "multiply luck"),  # 15
        ("permissions",),  # 17
    )
    layers = []
    for number, words in enumerate(does):
        layers.append(Layer(f"before {number}", "", "C1", (), between=True))
        layers.append(Layer(f"{number}", "", "C1", words))
    return replace(rulebook({"condition on a later layer": policy}), layers=tuple(layers))


POWER, COST = a.Read("power", X), a.Read("cost", X)
FLYING = a.HasAbility("Flying")
ASKS: tuple[tuple[a.Selector, int], ...] = (
    # By number: the place just before the layer after the last that changes what is asked.
    (a.Everything(), 1),
    (X, 1),
    (a.Self(), 1),
    (a.Bearer(), 1),
    (a.Named("Card X"), 1),
    (a.Owned(a.OwnerOf(X)), 1),
    (a.Owned(a.NamedPlayer("me")), 1),
    (a.InZone("hand"), 1),
    (a.AtSquares((1,)), 1),
    (a.EnteredThisTurn(), 1),
    (a.Linked(), 1),
    (a.PrintedToken(), 1),
    (a.CameFrom("hand"), 1),
    (a.Controlled(a.NamedPlayer("me")), 4),
    (a.Owned(a.You()), 4),
    (a.Players(a.Opponent()), 4),
    (a.Owned(a.ControllerOf(X)), 4),
    (a.HasStatus("tapped"), 6),
    (a.HasStatus("sealed"), 1),
    (CREATURES, 8),
    (a.Not(CREATURES), 8),
    (a.Noun("folk", CREATURES), 8),
    (a.Both((X, CREATURES)), 8),
    (a.Either((X, CREATURES)), 8),
    (a.Bearing(CREATURES), 8),
    (a.BorneBy(CREATURES), 8),
    (a.Connected(X, CREATURES), 8),
    (a.Placed("here", CREATURES), 8),
    (a.Did("attack", whom=CREATURES), 8),
    (a.Member("elements", "fire"), 10),
    (a.Sharing("elements", X), 10),
    (a.Exceeding("elements", X), 10),
    (FLYING, 12),
    (a.Compared(a.KeywordNumber("Flying", "total", 1, IT), ">", ONE), 12),
    (a.Compared(COST, ">", ONE), 16),
    (a.Compared(POWER, ">", ONE), 16),
    (a.Compared(ONE, ">", POWER), 16),
    (a.Compared(a.Read("base power", X), ">", ONE), 16),
    (a.Compared(a.Read("luck", X), ">", ONE), 16),
    (a.Compared(a.Read("damage", X), ">", ONE), 1),
    (a.Compared(a.ReadPart("power", "attack", X), ">", ONE), 16),
    (a.Compared(a.Summary("total", "power", X), ">", ONE), 16),
    (a.Compared(a.Summary("total", "damage", FLYING), ">", ONE), 12),
    (a.Compared(a.Count(FLYING), ">", ONE), 12),
    (a.Compared(a.CountWords("elements", X), ">", ONE), 10),
    (a.Compared(a.Times(CREATURES, a.Did("attack")), ">", ONE), 8),
    (a.Compared(a.Arithmetic(ONE, "+", a.Count(CREATURES)), ">", ONE), 8),
    (a.Compared(a.ChosenNumber(), ">", ONE), 1),
    (a.Compared(a.Recorded((("X", 1),)), ">", ONE), 1),
    (a.Both((CREATURES, FLYING)), 12),
    (a.Both((FLYING, CREATURES)), 12),
)


def place(scope: a.Selector, own: int = 1, policy: str = WAITS, **fields: Any) -> int:
    """Where an instruction's operation acts whose own layer is given."""
    ability = replace(line(scope, plus(1)), **fields)
    return waits_for(own, ability.instructions[0], ability, book(policy))


@pytest.mark.parametrize(("scope", "right"), ASKS)
def test_an_operation_waits_behind_what_its_scope_asks(scope: a.Selector, right: int) -> None:
    """Words, numbers, statuses, abilities and control; not places, names or owners."""
    assert place(scope) == right
    assert place(a.Everything(), condition=a.Exists(scope)) == right
    assert place(a.Everything(), condition=a.Negation(a.Matches(X, scope))) == right
    either = a.AnyOf((ALWAYS, a.AllOf((ALWAYS, a.Matches(scope, X)))))
    assert place(a.Everything(), condition=either) == right
    assert place(scope, own=17) == 17
    assert place(scope, own=right - 1) == right - 1 if right > 1 else True
    assert place(scope, policy="read in its own layer") == 1
    assert place(scope, layer="0") == 1
    without = "waits for that layer, not for control"
    assert place(scope, policy=without) == (1 if right == 4 else right)


def test_who_controls_what_may_be_passed_over_before_the_rest() -> None:
    """Whatever else is asked is waited for."""
    without = "waits for that layer, not for control"
    mine = a.Controlled(a.You())
    assert place(a.Both((mine, CREATURES)), policy=without) == 8
    assert place(a.Both((CREATURES, mine)), policy=without) == 8
    assert place(mine, policy=without, condition=a.Exists(FLYING)) == 12


def test_an_operation_of_no_layer_waits_for_nothing() -> None:
    """It never acts."""
    assert place(CREATURES, own=-1) == -1


def test_turns_and_numbers_are_asked_of_players_and_objects_in_them() -> None:
    """Whose turn it is hangs on who is meant."""
    turn = a.TurnOf(a.You())
    assert place(X, condition=turn) == 4
    assert place(X, condition=a.TurnOf(a.NamedPlayer("me"))) == 1
    assert place(X, condition=a.Holds(ONE, "=", POWER)) == 16
    assert place(X, condition=a.Holds(ONE, "=", a.Count(CREATURES))) == 8


def test_behind_the_last_layer_is_the_last() -> None:
    """Where no place is left to wait in."""
    layers = [*book().layers]
    layers[17] = replace(layers[17], does=("change types",))
    last = replace(book(), layers=tuple(layers))
    ability = line(CREATURES, plus(1))
    assert waits_for(1, ability.instructions[0], ability, last) == 17


WORDS: tuple[tuple[str, str, bool], ...] = (
    ("types", "set types", True),
    ("types", "add types", True),
    ("types", "remove types", True),
    ("types", "forbid types", True),
    ("types", "animate", True),
    ("elements", "animate", False),
    ("elements", "change elements", True),
    ("elements", "change types", False),
    ("elements", "define elements", False),
    ("elements", "elements", False),
    ("power", "multiply power", True),
    ("power", "swap power", True),
    ("power", "limit power", True),
    ("power", "fix power", True),
    ("power", "swap cost", False),
)


@pytest.mark.parametrize(("characteristic", "word", "changes"), WORDS)
def test_which_words_of_layers_change_what_is_asked(
    characteristic: str, word: str, changes: bool
) -> None:
    """Of a characteristic."""
    asked: a.Selector = a.Compared(a.Read(characteristic, X), ">", ONE)
    assert waits(asked, word) == changes


@pytest.mark.parametrize(
    ("asked", "word", "changes"),
    [
        (a.HasStatus("tapped"), "tapped", True),
        (a.HasStatus("tapped"), "silenced", False),
        (a.HasStatus("tapped"), "change tapped", False),
        (FLYING, "change abilities", True),
        (FLYING, "gain abilities", True),
        (FLYING, "silenced", True),
        (FLYING, "disabled", True),
        (FLYING, "tapped", False),
        (FLYING, "change types", False),
        (a.Controlled(a.You()), "set controller", True),
        (a.Controlled(a.You()), "forbid controller", True),
        (a.Controlled(a.You()), "change power", False),
    ],
)
def test_which_words_of_layers_change_statuses_abilities_and_control(
    asked: a.Selector, word: str, changes: bool
) -> None:
    """A status that silences or disables changes what abilities there are."""
    assert waits(asked, word) == changes


def waits(asked: a.Selector, word: str) -> bool:
    """Whether one waits for a layer of this word."""
    layers = (
        Layer("first", "", "C1", ("change cost",)),
        Layer("second", "", "C1", (word,)),
        Layer("place", "", "C1", (), between=True),
        Layer("third", "", "C1", ()),
    )
    rules = replace(rulebook({"condition on a later layer": WAITS}), layers=layers)
    ability = line(asked, plus(1))
    found = waits_for(0, ability.instructions[0], ability, rules)
    assert found in (0, 2)
    return found == 2


@pytest.mark.parametrize(
    ("taking", "waiting", "places"),
    [
        ({}, [], {}),
        ({5: False}, [], {}),
        ({5: True}, [5], {}),
        ({1: True}, [], {}),
        ({3: True}, [], {0: (3,)}),
        ({5: True}, [], {0: (5,), 2: (5,)}),
        ({5: True, 7: True}, [], {0: (5, 7), 2: (5, 7), 4: (7,)}),
        ({7: True, 5: True}, [5], {0: (7,), 2: (7,), 4: (7,)}),
        ({5: True, 3: False}, [], {0: (5,), 2: (5,)}),
        ({5: True, 2: True}, [2], {0: (5,)}),
        ({5: True, 0: False}, [0], {2: (5,)}),
    ],
)
def test_places_in_which_an_ability_may_act_ahead(
    taking: dict[int, bool], waiting: list[int], places: dict[int, tuple[int, ...]]
) -> None:
    """One more layer lies between the place and what takes or gives, which has no part there."""
    found = places_before(taking, frozenset(waiting), book())
    assert dict(found) == places


def test_an_early_layer_has_no_place_before_it() -> None:
    """What is done there may be done before the layer in front of it."""
    layers = (
        Layer("place", "", "C1", (), between=True),
        Layer("first", "", "C1", ()),
        Layer("early", "", "C1", ("silenced",), early=True),
    )
    early = replace(rulebook(), layers=layers)
    assert dict(places_before({2: True}, frozenset(), early)) == {0: (2,)}
    assert dict(places_before({1: True}, frozenset(), early)) == {}
