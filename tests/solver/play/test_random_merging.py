"""Cards that merge among copies older and younger, flipped, veiled and transformed objects."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model import load_scenario
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.rulebook import CopiedAs, Status
from layerlaw.model.scenarios.events import (
    Event,
    GetsStatus,
    Leave,
    MoveZone,
    Play,
    Stack,
    Transform,
    TurnBegins,
)
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from oracle.build import ME, WHERE, YOU, card, play, scenario, text
from oracle.small_rulebook import CLAUSE, LAYERS, small_rulebook

LEFT = {
    "a copy reads": "what the copy layer left",
    "graph": "each step",
    "new timestamp": "attaching and transforming",
}
COPYING = next(n for n, layer in enumerate(LAYERS) if "copy" in layer.does)
BEHIND = next(layer.id for layer in LAYERS[COPYING + 1 :] if not layer.between)
SEEN = CopiedAs((("types", ("minion",)),), (("power", 2),), BEHIND)
SMALL = small_rulebook(LEFT)
BOOK = replace(
    SMALL,
    statuses={
        **SMALL.statuses,
        "turned": Status("turned", CLAUSE, other_half=()),
        "veiled": Status("veiled", CLAUSE, nameless=True, copied_as=SEEN, renews=True),
    },
    stacking={**SMALL.stacking, "merge": replace(SMALL.stacking["merge"], loses=("veiled",))},
    front_face=CLAUSE,
    front_numbers=("power",),
    two_faced=CLAUSE,
    two_faced_unless=("veiled",),
)


def gains(keyword: str) -> a.Ability:
    """A line that gives beasts an ability."""
    return text((a.Member("subtypes", "beast"), [a.Gain(a.Ability(keyword))]))


def plus(number: int) -> a.Ability:
    """A line that makes it stronger."""
    return text((a.Self(), [a.ChangeNumber("power", "+", a.Number(number))]))


BACK = card("Back", plus(20), subtypes=("beast",), power=5)
ODIOUS = card("Odious", plus(3), subtypes=("undead",), power=7)
ENTERS = PrintedAbility("enters", text((a.Self(), [a.CopyOf(a.Target())])))
SHORTLY = replace(ENTERS, ability=replace(ENTERS.ability, until=a.EndOfTurn()))
FORMS = (
    card("Bat", a.Ability("Airborne"), subtypes=("beast",), power=2),
    card("Cat", a.Ability("Stealth"), plus(1), subtypes=("mortal",), power=4),
    card("Lord", gains("Burrowing"), subtypes=("mortal",), power=3),
    card("Token", a.Ability("Airborne"), power=1),
    replace(card("Rat", plus(5), subtypes=("beast",), power=1), half=ODIOUS),
    replace(card("Front", plus(10), subtypes=("mortal",), power=2), back_face="Back"),
)
TOKENS = text((a.PrintedToken(), [a.ChangeNumber("power", "+", a.Number(100))]))
FORMS = (*FORMS[:3], replace(FORMS[3], token=True), *FORMS[4:])
CLONES = (
    replace(card("Clone", power=0), abilities=(ENTERS,)),
    replace(card("Cursed", plus(7), power=0), abilities=(SHORTLY,)),
)


def shape(random: Random, ids: list[str]) -> Card:
    """A spell that makes something a copy of something else, for a turn or for good."""
    one, other = random.sample(ids, 2)
    copies = text((a.Identified(one), [a.CopyOf(a.Identified(other))]))
    until = a.EndOfTurn() if random.random() < 0.7 else None
    return card("Shape", replace(copies, until=until), use="resolves", types=("magic",))


def mask(random: Random, ids: list[str]) -> Card:
    """An object whose static ability does."""
    one, other = random.sample(ids, 2)
    copies = text((a.Identified(one), [a.CopyOf(a.Identified(other))]))
    return card("Mask", copies, types=("artifact",), power=0)


def drawn(seed: int) -> Scenario:
    """Two to four objects, and what happens to them, with mergings among it."""
    random = Random(seed)
    ids = list("ABC")[: random.choice((2, 3, 3))]
    census = card("Census", TOKENS, types=("artifact",), power=0)
    events: list[Event] = [play(census, "Z")]
    for id in ids:
        made = random.choice((*FORMS, *CLONES))
        copying = random.choice(ids[: ids.index(id)] or [None]) if made in CLONES else None
        events.append(replace(play(made, id), copying=copying))
    for number in range(random.randint(3, 7)):
        id = random.choice(ids)
        match random.choice(("merge", "merge", "merge", "shape", "shape", "mask", *KINDS)):
            case "merge":
                word = random.choice(("merge", "merge", "merge under"))
                one = random.choice(FORMS)
                events.append(Stack(word, id, one, f"M{number}", WHERE))
            case "shape":
                events.append(play(shape(random, ids), f"S{number}"))
            case "mask":
                events.append(play(mask(random, ids), f"K{number}"))
            case "clone":
                clone = play(random.choice(CLONES), f"C{number}", player=ME)
                events.append(replace(clone, copying=id))
            case "status":
                status = random.choice(("turned", "veiled", "veiled"))
                gets = random.random() < 0.7
                events.append(GetsStatus(id, status, gets=gets, where=WHERE))
            case "transform":
                events.append(Transform(id, random.choice((BACK, FORMS[-1])), WHERE))
            case "turn":
                events.append(TurnBegins(random.choice((YOU, ME)), WHERE))
            case "leave":
                gone = [one.id for one in events if isinstance(one, Play) and one.id[0] == "K"]
                events.append(Leave(random.choice([id, *gone]), "cemetery", WHERE))
            case _:
                events.append(MoveZone(id, "realm", WHERE))
    return scenario(BOOK, events)


KINDS = ("clone", "status", "status", "transform", "turn", "turn", "leave", "back")


def agrees(seed: int, *, certified: bool) -> bool:
    """Whether the board could be played; fails where the oracle says otherwise."""
    history = drawn(seed)
    try:
        assert_same(history)
        answer = solve(history)
    except (BadInput, LayerlawError) as error:
        assert "CannotHappen" not in repr(error)
        return False
    if certified:
        assert certificate_of(answer).check().ok
    return True


@pytest.mark.slow
@pytest.mark.parametrize("ten", range(12))
def test_random_mergings_are_as_the_oracle_has_them(ten: int) -> None:
    """The same turns, dependencies, evidence and states; every fifth one is certified."""
    played = [agrees(seed, certified=not seed % 5) for seed in range(10 * ten, 10 * ten + 10)]
    assert sum(played) > 2


MERGED = sorted((shipped_folder() / "scenarios" / "magic").glob("mutate-*.yaml"))


@pytest.mark.sample(4)
@pytest.mark.parametrize("path", MERGED, ids=lambda path: path.name.partition(".")[0])
def test_the_oracle_has_what_the_scenarios_expect(path: Path) -> None:
    """Of each shipped board with merged permanents."""
    assert_same(load_scenario(path))
