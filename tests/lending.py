"""Boards on which objects gain all activated abilities of others, or copy them, and use them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.events import Event, Leave, UseAbility
from layerlaw.solver.play.solve import solve
from little_game import CREATURE, WHERE, ability, card, does, play, rulebook, scenario, spell

BOOK = rulebook(graph="each step", freed="compete", members_leave="zone").with_given(
    ("Tap", "Fly"), ("Tap",)
)
OTHERS = a.Both((a.Not(a.Self()), CREATURE))
BURIED = a.Both((a.Member("types", "creature"), a.InZone("graveyard")))

HULKS = a.Both((CREATURE, a.Either((a.Named("Hulk"), a.Named("Echo")))))

GROW = replace(
    ability(does(a.Self(), a.ChangeNumber("power", "+", a.Number(3)))), until=a.EndOfTurn()
)
SHRINK = ability(does(a.Self(), a.ChangeNumber("power", "-", a.Number(1))))
HULK = card("Hulk", ("activates", GROW))
IMP = card("Imp", ("activates", SHRINK))
WISP = card("Wisp", ("has", SHRINK), power=6)
OOZE = card("Ooze", ("has", ability(does(a.Self(), a.GainActivated(BURIED)))))
KRAJ = card("Kraj", ("has", ability(does(a.Self(), a.GainActivated(OTHERS)))))
TAP, FLY = a.Ability("Tap"), a.Ability("Fly")
TAPPER = card("Tapper", ("has", TAP), ("has", FLY))
TEACHER = card("Teacher", ("has", ability(does(OTHERS, a.Gain(TAP)))))
BARRER = card("Barrer", ("has", ability(does(OTHERS, a.CantHave("Tap")))))
NULL = card("Null", ("has", ability(does(OTHERS, a.LoseAll()))), types=("beast",))
LEARN = spell("Learn", ability(does(CREATURE, a.GainActivated(a.Target()), locked=True)))
ECHO = card("Echo", ("triggers", GROW))
MIRROR = spell("Mirror", replace(ability(does(a.Target(), a.CopyOf(HULKS))), until=a.EndOfTurn()))
PLAIN = spell("Plain", ability(does(a.Target(), a.LoseAll(), locked=True)))


def used(source: str, given: Card, id: str) -> UseAbility:
    """The object uses the ability of another card."""
    [printed] = given.abilities
    return UseAbility("you", source, given.name, id, (), WHERE, None, printed, lent=True)


def can_be_played(events: list[Event]) -> bool:
    """Whether each event can happen."""
    try:
        solve(scenario(BOOK, *events))
    except BadInput:
        return False
    return True


def history(pick: Random) -> tuple[list[Event], int]:
    """Events that can happen, and how many of them use an ability that was gained or copied."""
    deck = (*3 * (HULK, IMP, OOZE, KRAJ), ECHO, WISP, NULL, TAPPER, TEACHER, BARRER)
    events: list[Event] = []
    there: list[str] = []
    played = 0
    for number in range(pick.randint(3, 8)):
        kind = pick.random()
        if kind < 0.5 or not there:
            one = pick.choice(deck)
            events.append(play(one, f"N{number}", by=pick.choice(("you", "me"))))
            there.append(f"N{number}")
        elif kind < 0.56:
            events.append(play(PLAIN, f"P{number}", pick.choice(there)))
        elif kind < 0.62:
            events.append(play(LEARN, f"L{number}", pick.choice(there)))
        elif kind < 0.66:
            events.append(play(MIRROR, f"M{number}", pick.choice(there)))
        elif kind < 0.74:
            events.append(Leave(there.pop(pick.randrange(len(there))), "graveyard", WHERE))
        else:
            ways = [(source, given) for source in there for given in (HULK, IMP, ECHO)]
            for source, given in pick.sample(ways, len(ways)):
                use = used(source, given, f"E{number}")
                if can_be_played([*events, use]):
                    events.append(use)
                    played += 1
                    break
    return events, played
