"""F in formulas with what is carried, counted, locked, copied and spoken of on other boards."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from half_known import Far

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import Characteristic, Rulebook
from layerlaw.model.scenarios.events import Place
from layerlaw.solver.facts.situation import Situation, Thing
from oracle.small_rulebook import simultaneous_rulebook
from together import game, table

TAPPED, MINION = a.HasStatus("tapped"), a.Member("types", "minion")
SOME = a.Exists(TAPPED)


def static(
    scope: a.Selector, *operations: a.Operation, condition: a.Condition | None = None
) -> PrintedAbility:
    """A printed ability of one instruction."""
    return PrintedAbility("has", a.Ability(None, (a.Instruction(scope, operations),), condition))


def thing(
    id: str, type: str, *printed: PrintedAbility, owner: str = "you", bearer: str | None = None
) -> Thing:
    """Something on the one square, with a life of 3 that is counted, and as many counters."""
    card = Card(id, {"types": (type,), "subtypes": ()}, {"power": 1, "life": 3}, printed)
    counters = {"life": 2 if id == "M" else 5}
    return Thing(id, card, owner, owner, "realm", Place((8,)), bearer, (1, 0), counters)


def situation(book: Rulebook, *tools: PrintedAbility) -> Situation:
    """N may be tapped, and by that make the tool K that M bears a minion, and minions copies."""
    things = (
        thing("M", "minion"),
        thing(
            "N",
            "minion",
            static(a.Compared(a.Read("power", a.It()), ">=", a.Number(2)), a.SetStatus("tapped")),
            static(
                a.Member("types", "artifact"), a.AddMembers("types", ("minion",)), condition=SOME
            ),
            static(a.Identified("M"), a.ChangeNumber("power", "+", a.Number(1)), condition=SOME),
            owner="me",
        ),
        thing("K", "artifact", *tools, owner="me", bearer="M"),
    )
    return Situation(book, ("you", "me"), things, ())


TOOLS = (
    static(a.Bearer(), a.ChangeNumber("power", "+", a.Number(1))),
    static(a.Controlled(a.You()), a.ChangeNumber("water", "+", a.Number(1))),
    static(a.Controlled(a.Opponent()), a.ChangeNumber("power", "+", a.Number(1))),
    static(a.Bearing(a.Self()), a.ChangeNumber("power", "+", a.Number(2))),
    static(a.BorneBy(MINION), a.ChangeNumber("power", "+", a.Number(2))),
    static(a.BorneBy(TAPPED), a.SetStatus("tapped")),
    static(a.Controlled(a.ControllerOf(a.Self())), a.SetStatus("tapped")),
    static(MINION, a.SetPlayer("controller", a.You()), condition=SOME),
    static(MINION, a.CopyOf(a.Identified("M")), condition=SOME),
    static(MINION, a.CopyOf(a.Identified("N"))),
    static(MINION, a.CopyOf(TAPPED)),
    static(a.Self(), a.RemoveNumber("life"), condition=SOME),
)


def book(*, control: bool, backwards: bool) -> Rulebook:
    """The small game: who controls a bearer may control what it bears; counters may come first."""
    made = replace(simultaneous_rulebook(), carried_control=control)
    if backwards:
        last_first = dict(reversed([*made.characteristics.items()]))
        made = replace(made, characteristics=last_first)
    return made


@cache
def carried(number: int) -> tuple[Far, ...]:
    """The boards with one of the tools, with the next one, and of four kinds."""
    tools = (TOOLS[number], TOOLS[number - 1])
    return tuple(
        Far(situation(book(control=control, backwards=backwards), *tools), number)
        for control, backwards in ((False, True), (True, False), (True, True))
    )


@pytest.mark.parametrize("number", range(len(TOOLS)))
def test_what_is_carried_and_what_is_counted(number: int) -> None:
    """Whether a thing is carried, and by whom it is controlled then, may be open."""
    for one in carried(number):
        assert one.agree() > 0


LIGHT = "light creatures"
RESOLVED = (
    f"creatures: power += number of {LIGHT}",
    "creatures: colours += light",
    f"{LIGHT}: power += 1",
    f"creatures: colours += colours of {LIGHT}",
    "creatures: gain haste",
    "creatures: copy of Q",
    "creatures: controller := me",
)


@cache
def locked(number: int) -> tuple[Far, ...]:
    """What has resolved keeps to P and Q, or to nothing at all, or P may not get haste by it."""
    cards = {
        "P": "1 | haste",
        "Q": "dark 2 | creatures with power >= 2: colours += light",
        "R": "me fire 1 | creatures with haste: colours -= light"
        " | creatures you control: power += 1",
    }
    board = table(cards, {"S": RESOLVED[number], "T": RESOLVED[number - 1]}, game())
    first, second = board.effects
    copied = (board.things[1].card,)
    sets = (("P", "Q"),), ((),), (None,)
    return tuple(
        Far(
            replace(
                board,
                effects=(
                    replace(first, locked=kept, copies=copied),
                    replace(
                        second,
                        copies=copied,
                        withheld=frozenset((("R", "haste"),)),
                        over_for=frozenset(("P",)),
                    ),
                ),
            ),
            number,
        )
        for kept in sets
    )


@pytest.mark.parametrize("number", range(len(RESOLVED)))
def test_what_has_resolved(number: int) -> None:
    """Locked sets, copies that were read, what is withheld, and whom it is over for."""
    for one in locked(number):
        one.agree()


@cache
def friends(loss: str) -> Far:
    """Who is whose friend is a player, as who controls something is; no bar is against that."""
    book = game({"loss": loss})
    friend = Characteristic("friend", "player")
    book = replace(
        book,
        characteristics={**book.characteristics, "friend": friend},
        layers=(
            replace(book.layers[1], does=(*book.layers[1].does, "change friend")),
            *(one for one in book.layers if one is not book.layers[1]),
        ),
    )
    board = table({"P": "light 1", "Q": "2 | haste", "R": "me 1"}, rulebook=book)
    everyone = a.Member("types", "creature")
    p, q, r = board.things
    has_haste, light = a.HasAbility("haste"), a.Member("colours", "light")
    mine = static(everyone, a.SetPlayer("friend", a.ControllerOf(light)))
    none = static(everyone, a.CantBeControlledBy(a.NamedPlayer("me"), "controller"))
    then = static(has_haste, a.AddMembers("colours", ("light",)), a.Lose("haste"))
    given = static(light, a.SetPlayer("controller", a.NamedPlayer("me")))
    p = replace(p, card=replace(p.card, abilities=(none, mine)))
    q = replace(q, card=replace(q.card, abilities=(*q.card.abilities, then)))
    r = replace(r, card=replace(r.card, abilities=(given,)))
    return Far(replace(board, things=(p, q, r)), 3)


@pytest.mark.parametrize("loss", ["momentary", "bar"])
def test_a_player_that_is_no_controller(loss: str) -> None:
    """It is written whatever bars control."""
    assert friends(loss).agree() > 0
