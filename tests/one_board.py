"""One board of the small game by hand, for tests of what words mean on it: what lies where.

The replay is asked itself, and no solver: what is selected is worked out by reading the board.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from layerlaw.model import algebra as a
from layerlaw.model.algebra.split import Split
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Place
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.instances import ReplayInstances
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import NOWHERE, Deed, Situation, Thing
from oracle.small_rulebook import small_rulebook

YOU, ME = a.NamedPlayer("you"), a.NamedPlayer("me")
MINION, ARTIFACT = a.Member("types", "minion"), a.Member("types", "artifact")
FLYING = a.HasAbility("Airborne")
A, B, C, D, H, K, N, P, S, T = map(a.Identified, "ABCDHKNPST")


def card(
    name: str,
    types: str = "minion",
    subtypes: str = "",
    has: tuple[a.Ability, ...] = (),
    **numbers: int,
) -> Card:
    """A card of one type and perhaps one subtype, with keywords."""
    words = {"types": (types,), "subtypes": tuple(subtypes.split())}
    return Card(name, words, numbers, tuple(PrintedAbility("has", one) for one in has))


def thing(
    id: str,
    what: Card,
    square: int | None,
    whose: str = "you",
    zone: str = "realm",
    **fields: Any,
) -> Thing:
    """An object with its owner; one that somebody else controls says so."""
    place = None if square is None else Place((square,))
    controller = fields.pop("controller", whose)
    bearer, counters = fields.pop("bearer", None), fields.pop("counters", {})
    one = Thing(id, what, whose, controller, zone, place, bearer, (0, 0), counters)
    return replace(one, **fields)


AIRBORNE, STEALTH = a.Ability("Airborne"), a.Ability("Stealth")
THINGS = (
    thing("A", card("Knight of Ash", subtypes="mortal", power=3), 1, counters={"damage": 2}),
    thing(
        "B",
        card("Boar", subtypes="beast monster", has=(AIRBORNE,), power=1),
        2,
        controller="me",
        fresh=True,
        statuses=frozenset({"tapped"}),
    ),
    # C is carried by A, who is yours, and E by B; D, carried by nobody, has no controller.
    thing("C", card("Cup", "artifact"), 1, "me", bearer="A"),
    thing("D", card("Drum", "artifact"), 2),
    thing("E", card("Eel", "artifact", power=0), 2, bearer="B"),
    thing("H", card("Hound", subtypes="beast", has=(AIRBORNE,), power=5), None, zone="hand"),
    thing("K", card("Knight", power=2), None, "me", zone="cemetery", controller="you"),
    # S is there for nothing but events; L is a part of N.
    thing("S", card("Shade", power=9), 3, statuses=frozenset({"sealed"})),
    thing("L", card("Leg"), None, zone=NOWHERE),
    thing(
        "T",
        replace(card("Toad", has=(AIRBORNE, STEALTH), power=4), token=True),
        5,
        "me",
        statuses=frozenset({"disabled"}),
        came_from="hand",
    ),
    thing("N", card("Knighted", power=1), 7, linked=(card("Leg"),), controller="", bearer="A"),
    thing("P", card("Pair", "aura", power=Split(1, 4)), 4, "me"),
)
DEEDS = (
    Deed("A", "attack", "B", (2, 0)),
    Deed("B", "attack", "you", (3, 0)),
    Deed("me", "attack", "A", (4, 0)),
    Deed("S", "attack", "A", (5, 0)),
    Deed("A", "attack", None, (6, 0)),
    # T did the first of these before it became a new object, and P had the second done to it then.
    Deed("T", "attack", "N", (7, 0), renewed=frozenset({"T"})),
    Deed("T", "attack", "P", (8, 0), renewed=frozenset({"P"})),
    Deed("A", "attack", "K", (9, 0), this_turn=False),
    Deed("N", "cast", None, (1, 0), this_turn=False),
)


def table(book: Rulebook | None = None, things: tuple[Thing, ...] = THINGS) -> ReplayTable:
    """All of it; they entered one after another."""
    seated = tuple(replace(one, entered=(n, 0)) for n, one in enumerate(things, 1))
    situation = Situation(book or small_rulebook(), ("you", "me"), seated, (), "you", frozenset())
    return ReplayTable(replace(situation, deeds=DEEDS))


def view(
    source: str | None = "A",
    book: Rulebook | None = None,
    things: tuple[Thing, ...] = THINGS,
    **fields: Any,
) -> View:
    """The board as printed, as an effect of the source sees it."""
    where = table(book, things)
    return View(where, starting_board(where, ReplayInstances({})), source, **fields)


def selected(
    selector: a.Selector, it: str = "", source: str | None = "A", **fields: Any
) -> set[str]:
    """The ids of what is selected."""
    looking = view(source, **fields)
    return {*looking.table.named(looking.select(selector, looking.table.bits(it.split())))}


def both(*parts: a.Selector) -> a.Both:
    """All of them at once."""
    return a.Both(parts)


def either(*parts: a.Selector) -> a.Either:
    """One of them at least."""
    return a.Either(parts)
