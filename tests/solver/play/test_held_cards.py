"""Cards that objects hold, and top cards that are taken off: solver and oracle, and by hand."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model.algebra import ChangeNumber, Instruction, Number, Redirect, Self, Target
from layerlaw.model.algebra.abilities import Ability
from layerlaw.model.cards.card import Card
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.scenarios.events import (
    Attach,
    Event,
    Leave,
    Link,
    MoveZone,
    PutBelow,
    Stack,
    Unlink,
)
from layerlaw.model.scenarios.held_events import Hold, Uncover
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.solver.facts.situation import NOWHERE
from layerlaw.solver.play.solve import solve
from oracle.build import WHERE, YOU, card, play, scenario, text
from oracle.small_rulebook import small_rulebook

SMALL = small_rulebook()
KNIGHT = card("Knight", power=4)
SQUIRE = card("Squire", power=2)


def boost(on: str) -> Event:
    """A spell that gives the object one power for good."""
    more = Ability(None, (Instruction(Target(), (ChangeNumber("power", "+", Number(1)),)),))
    return play(card("Boost", more, types=("magic",), use="resolves"), "S", None, YOU, (on,))


def zones(*events: Event) -> dict[str, str]:
    """The zone of every object at the end; solver and oracle agree on all of the answer."""
    history = scenario(SMALL, list(events))
    assert_same(history)
    things = solve(history).situation.things
    return {each.id: each.zone for each in things if each.id in "AA0BB0CST"}


THREE: tuple[Event, ...] = (play(SQUIRE, "A"), play(SQUIRE, "B"), play(SQUIRE, "C"))
LOADED: tuple[Event, ...] = (*THREE, Hold("load", "B", "A", WHERE))


def up(id: str, below: str, top: Card = KNIGHT) -> Stack:
    """A card on top."""
    return Stack("level up", id, top, below, WHERE)


def down(id: str, top: str, zone: str | None = None) -> Uncover:
    """The top card off again."""
    return Uncover("level down", id, zone, top, WHERE)


@pytest.mark.parametrize(
    ("events", "zone"),
    [
        ((), "loaded"),
        ((up("A", "A0"),), "loaded"),
        ((Hold("load", "B", "C", WHERE), Leave("A", "cemetery", WHERE)), "loaded"),
        ((Leave("A", "cemetery", WHERE),), "cemetery"),
        ((MoveZone("A", "hand", WHERE),), "cemetery"),
        ((MoveZone("B", "hand", WHERE), MoveZone("A", "hand", WHERE)), "hand"),
        ((Hold("load", "A", "C", WHERE),), "cemetery"),
        ((PutBelow("A", "C", WHERE),), "cemetery"),
        ((Link("C", "A", WHERE), Leave("C", "hand", WHERE)), "cemetery"),
    ],
)
def test_what_is_held_goes_where_the_rulebook_says(events: tuple[Event, ...], zone: str) -> None:
    """It stays as long as its holder, whatever becomes of that, and then goes to the cemetery."""
    assert zones(*LOADED, *events)["B"] == zone


def test_what_lies_below_or_is_linked_comes_along_when_a_card_is_held() -> None:
    """It is held too; a redirection that works there sends a card elsewhere instead."""
    moved = zones(*THREE, up("B", "B0"), Link("B", "C", WHERE), Hold("load", "B", "A", WHERE))
    assert moved == {"A": "realm", "B": "loaded", "B0": "loaded", "C": "loaded"}
    sent = card("Sent", text((Self(), [Redirect("banished", "loaded")])))
    moved = zones(play(sent, "S"), play(SQUIRE, "A"), Hold("load", "S", "A", WHERE))
    assert moved["S"] == "banished"


def test_the_card_below_shows_again() -> None:
    """The same object goes on, with its effects; what was on top is a card of its own."""
    grown = (*THREE, up("A", "A0"), boost("A"))
    history = scenario(SMALL, [*grown, down("A", "T"), up("A", "A1"), up("A", "A2")])
    assert_same(history)
    assert solve(history).final["A", "power"] == 5
    history = scenario(SMALL, [*grown, down("A", "T", "banished")])
    assert_same(history)
    answer = solve(history)
    assert answer.final["A", "power"] == 3
    assert (answer.situation.thing("T").zone, answer.situation.thing("A0").zone) == (
        "banished",
        NOWHERE,
    )
    assert zones(*grown, up("A", "A1"), down("A", "T"))["A0"] == "lineage"
    assert zones(*grown, down("A", "T"), Leave("A", "hand", WHERE))["A0"] == NOWHERE
    assert zones(*grown, down("A", "T"), Attach("C", None, WHERE))["T"] == "hand"


@pytest.mark.parametrize(
    "events",
    [
        (down("A", "T"),),
        (up("A", "A0"), down("A", "T"), down("A", "T2")),
        (up("A", "A0"), down("A", "T"), MoveZone("A0", "hand", WHERE)),
        (up("A", "A0"), down("A", "T"), Unlink("A0", WHERE)),
        (Leave("A", "hand", WHERE), Hold("load", "B", "A", WHERE)),
    ],
)
def test_what_can_not_happen_is_refused(events: tuple[Event, ...]) -> None:
    """Nothing below, a card that is on top again, and a holder that is not in play."""
    history = scenario(SMALL, [*THREE, *events])
    with pytest.raises(BadInput):
        solve(history)
    assert_same(history)


def test_the_words_are_the_rulebooks() -> None:
    """A top card goes where the event says, or else where the rulebook does."""
    head = "title: T\nrulebook: grand-archive-2025-09\nplayers: [you]\nplay:\n"
    cards = "cards: {X: {is: [champion], life: 9}, Y: {is: [champion], life: 9}}\n"
    history = "  - you: X as C\n  - 'level up: C into Y as D'\n"
    top = loads_scenario(head + history + "  - delevel: C as T\n" + cards)
    assert solve(top).situation.thing("T").zone == "material deck"
    top = loads_scenario(head + history + "  - delevel: C to hand as T\n" + cards)
    assert solve(top).situation.thing("T").zone == "hand"
    with pytest.raises(BadInput, match="would hold itself"):
        loads_scenario(head + history + "  - load: C into C\n" + cards)
    mine = "rulebook: mine\nbased on: grand-archive-2025-09\nstacking: {level up: "
    with pytest.raises(BadInput, match="event or a counter"):
        loads_rulebook(mine + "{zone: lineage, clause: GA-TS-3b, undone: move}}\n")
    rulebook = loads_rulebook(mine + "{zone: lineage, clause: GA-TS-3b, undone: delevel}}\n")
    with pytest.raises(BadInput, match="does not say where the top card goes"):
        loads_scenario(head + history + "  - delevel: C as T\n" + cards, rulebook=rulebook)
