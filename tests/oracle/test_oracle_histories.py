"""The oracle's histories against answers worked out by hand: durations, copies, marks, deaths."""

from __future__ import annotations

from layerlaw.model.algebra import (
    Ability,
    Both,
    ChangeNumber,
    CopyOf,
    Count,
    EndOfTurn,
    Gain,
    HasAbility,
    Identified,
    Instruction,
    It,
    Matches,
    Member,
    Not,
    Number,
    Operation,
    Placed,
    Selector,
    Self,
    SetNumber,
    SetPlayer,
    Target,
    UntilFact,
    You,
)
from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import ChangeCounters as Counted
from layerlaw.model.scenarios.events import Event, LosesForGood, Together, TurnBegins
from oracle.build import ME, WHERE, YOU, card, play, scenario, text
from oracle.small_rulebook import small_rulebook
from oracle.solve import answer

SMALL = small_rulebook()
MORTAL = Member("subtypes", "mortal")
MINION = Member("types", "minion")
AIRBORNE, STEALTH = Ability("Airborne"), Ability("Stealth")
TAKE: list[Operation] = [SetPlayer("controller", You())]
KING = card(
    "King",
    text((Both((MORTAL, Not(Self()))), [ChangeNumber("power", "+", Number(1))])),
    text((MORTAL, TAKE)),
    subtypes=("mortal",),
    power=3,
)
FOOT_SOLDIER = card("Foot Soldier", subtypes=("mortal",), power=1)


def until(duration: EndOfTurn | UntilFact, who: Selector, *what: Operation) -> Card:
    """A spell that lasts for a time."""
    ability = Ability(None, (Instruction(who, what),), None, duration)
    return card("Spell", ability, types=("magic",), use="resolves")


def test_durations_end_for_good() -> None:
    """An effect until end of turn is over with the turn; a fact ends it for its object alone."""
    plus = ChangeNumber("power", "+", Number(2))
    board: list[Event] = [play(FOOT_SOLDIER, "F"), play(FOOT_SOLDIER, "H")]
    turn = until(EndOfTurn(), Target(), plus)
    events = [*board, play(turn, "S", None, YOU, ("F",))]
    assert answer(scenario(SMALL, events)).characteristics["F", "power"] == 3
    shown = answer(scenario(SMALL, [*events, TurnBegins(ME, WHERE)]))
    assert shown.characteristics["F", "power"] == 1
    fact = until(UntilFact(Matches(It(), HasAbility("Airborne"))), MINION, plus)
    lift = until(EndOfTurn(), Target(), Gain(AIRBORNE))
    events = [*board, play(fact, "S", None), play(lift, "L", None, YOU, ("F",))]
    for history in (events, [*events, TurnBegins(ME, WHERE)]):
        shown = answer(scenario(SMALL, history))
        assert shown.characteristics["F", "power"] == 1
        assert shown.characteristics["H", "power"] == 3


def test_values_are_read_once_at_resolution() -> None:
    """A spell that counts minions keeps its number when more of them enter."""
    spell = card("Count", text((Target(), [SetNumber("power", Count(MINION))])), use="resolves")
    events = [play(FOOT_SOLDIER, "F"), play(spell, "S", None, YOU, ("F",))]
    shown = answer(scenario(SMALL, [*events, play(FOOT_SOLDIER, "G")]))
    assert shown.characteristics["F", "power"] == 1


def test_the_active_players_card_enters_first() -> None:
    """Of two Kings entering together, the active player's is the older."""
    both = Together((play(KING, "K1"), play(KING, "K2", player=ME)), WHERE)
    for active in (YOU, ME):
        shown = answer(scenario(SMALL, [both], active))
        assert {shown.characteristics[id, "controller"] for id in ("K1", "K2")} == {active}


def test_a_copy_has_what_is_printed_and_its_effects_are_numbered_as_there() -> None:
    """What enters as a copy of a King has his second ability as X.2."""
    mirror = card("Mirror", text((Self(), [CopyOf(Target())])), use="enters")
    board = scenario(SMALL, [play(KING, "K"), play(mirror, "X", player=ME, copying="K")])
    shown = answer(board)
    assert shown.turns["1"] == (("X.copy", "applied"),)
    assert shown.turns["3"] == (("K.2", "applied"), ("X.2", "applied"))
    assert shown.characteristics["X", "power"] == 4


def test_the_dying_are_shown_once_and_then_leave() -> None:
    """Damage kills after all layers; at the next event the dead one's effects are gone."""
    down = card("Down", text((Identified("F"), [ChangeNumber("power", "-", Number(2))])), power=1)
    soldier = card("Soldier", power=3)
    hurt = Counted("F", "damage", 1, WHERE)
    events: list[Event] = [play(soldier, "F"), play(down, "D"), hurt]
    shown = answer(scenario(SMALL, events))
    assert shown.fates == {"F": "dies"}
    assert shown.characteristics["F", "power"] == 1
    shown = answer(scenario(SMALL, [*events, Counted("D", "damage", 0, WHERE)]))
    assert shown.fates == {}
    assert shown.characteristics["F", "zone"] == "cemetery"


def test_a_keyword_lost_for_good_goes_with_what_gave_it_so_far() -> None:
    """The printed one and the grants made by then, no other part of these, and no later ones."""
    flyer = card("Flyer", AIRBORNE)
    lift = until(EndOfTurn(), MINION, Gain(AIRBORNE), Gain(STEALTH))
    loses = LosesForGood("F", "Airborne", WHERE)
    events: list[Event] = [play(flyer, "F"), play(flyer, "G"), play(lift, "S", None), loses]
    shown = answer(scenario(SMALL, events)).characteristics
    assert shown["F", "abilities"] == ("Stealth",)
    assert shown["G", "abilities"] == ("Airborne", "Airborne", "Stealth")
    shown = answer(scenario(SMALL, [*events, play(lift, "T", None)])).characteristics
    assert shown["F", "abilities"] == ("Airborne", "Stealth", "Stealth")


def test_what_a_static_effect_gives_cannot_be_lost_for_good() -> None:
    """It gives the keyword again at once."""
    flyer = card("Flyer", AIRBORNE, text((Self(), [Gain(AIRBORNE)])))
    events: list[Event] = [play(flyer, "F"), LosesForGood("F", "Airborne", WHERE)]
    abilities = answer(scenario(SMALL, events)).characteristics["F", "abilities"]
    assert abilities == ("Airborne", flyer.abilities[1].ability)


def test_nearby_is_within_a_region() -> None:
    """Neighbours and the same square, not two squares away."""
    near = card("Near", text((Both((MINION, Placed("nearby", Self()))), TAKE)))
    events = [
        play(FOOT_SOLDIER, "A", 2, ME),
        play(FOOT_SOLDIER, "B", 9, ME),
        play(FOOT_SOLDIER, "C", 10, ME),
        play(near, "N", 8),
    ]
    shown = answer(scenario(SMALL, events))
    controllers = {id: shown.characteristics[id, "controller"] for id in ("A", "B", "C")}
    assert controllers == {"A": YOU, "B": YOU, "C": ME}
