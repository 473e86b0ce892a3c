"""What hides an object and says what it is: face down with more than the rules list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from comparing import assert_drawn_agree, assert_same
from layerlaw.model import Scenario, loads_scenario
from layerlaw.model.algebra import ChangeNumber, Member, Number
from layerlaw.model.cards.card import Card
from layerlaw.model.cards.listed import listing_ability
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.rulebook import CopiedAs, Status
from layerlaw.model.scenarios.events import Event, GetsStatus, Leave, MoveZone, Play
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from oracle.build import WHERE, card, play, scenario, text
from oracle.generate import seeded_scenario
from oracle.small_rulebook import CLAUSE, LAYERS, small_rulebook

SMALL = small_rulebook({"a copy reads": "what the copy layer left"})
COPYING = next(n for n, layer in enumerate(LAYERS) if "copy" in layer.does)
BEHIND = next(layer.id for layer in LAYERS[COPYING + 1 :] if not layer.between)
SEEN = CopiedAs((("types", ("minion",)),), (("power", 2),), BEHIND)
VEILED = Status("veiled", CLAUSE, nameless=True, copied_as=SEEN)
BOOK = replace(SMALL, statuses={**SMALL.statuses, "veiled": VEILED})
MINIONS = Member("types", "minion")
BEAST = card("Beast", subtypes=("beast",), power=5)
PLUS = text((Member("subtypes", "mortal"), [ChangeNumber("power", "+", Number(1))]))
SHADE = replace(card("Shade", PLUS, subtypes=("mortal",), power=1), numbers={"power": 1})
STONE = replace(card("Stone", types=("site",)), numbers={})


def hide(id: str, listed: Card) -> GetsStatus:
    """It is hidden as that."""
    says = listing_ability(listed, SEEN, BOOK)
    return GetsStatus(id, "veiled", gets=True, where=WHERE, listed=listed, ability=says)


HIDE = hide("B", SHADE)
PLAIN = replace(HIDE, listed=None, ability=None)
SHOW = replace(PLAIN, gets=False)


@pytest.mark.parametrize(
    ("events", "power"),
    [
        # Its own ability counts it, too.
        ((play(BEAST, "B"), HIDE), 2),
        ((play(BEAST, "B"), HIDE, SHOW), 5),
        # What is hidden already is not hidden again.
        ((play(BEAST, "B"), HIDE, PLAIN), 2),
        ((play(BEAST, "B"), HIDE, hide("B", STONE)), 2),
        ((play(BEAST, "B"), PLAIN, HIDE), 5),
        ((play(BEAST, "B"), HIDE, SHOW, PLAIN), 5),
        # A number of the status that is not listed is gone.
        ((play(BEAST, "B"), hide("B", STONE)), None),
        ((play(BEAST, "B"), HIDE, Leave("B", "cemetery", WHERE)), 5),
        ((play(BEAST, "B"), HIDE, MoveZone("B", "hand", WHERE), MoveZone("B", "realm", WHERE)), 5),
    ],
)
def test_what_is_listed_is_so_until_it_is_shown(
    events: tuple[Event, ...], power: int | None
) -> None:
    """An effect of its own, as old as the status; nothing is left of it elsewhere."""
    history = scenario(BOOK, list(events))
    assert_same(history)
    answer = solve(history)
    assert answer.value("B", "power") == power
    assert certificate_of(answer).check().ok


HEAD = """\
title: Listed
rulebook: magic-2026-04
players: [you, me]
active: you
cards:
  Under: {is: [land, forest], mana-value: 0}
  Busy: {is: [creature], power: 1, toughness: 1, activates: ['self: power += 1']}
play:
  - you: Grizzly Bears as B
"""


def test_it_is_written_as_it_was_read() -> None:
    """The card that is listed stands in the scenario, too."""
    read = loads_scenario(HEAD + "  - gets: B face-down as Under\nexpect: [B is a land]\n")
    again = loads_scenario(written_scenario(read))
    assert [replace_where(one) for one in again.play] == [replace_where(one) for one in read.play]


def replace_where(event: Event) -> Event:
    """The event without its place."""
    return replace(event, where=WHERE)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("gets: B tapped as Under", "nothing is listed of what is tapped"),
        ("gets: B face-down as Unter", "Unter"),
        ("gets: B face-downn as Under", "face-downn"),
        ("gets: B face-down as Busy", "more than static abilities and keywords"),
        ("loses: B face-down as Under", "does not fit here"),
    ],
)
def test_mistakes_have_one_message(line: str, message: str) -> None:
    """With the place of the word."""
    with pytest.raises(BadInput) as caught:
        loads_scenario(f"{HEAD}  - {line}\nexpect: [B is a land]\n")
    assert message in str(caught.value)
    assert ":10:" in str(caught.value)


LISTED = (SHADE, STONE, card("Calm", subtypes=("mortal",), power=2), None)


def with_listings(events: tuple[Event, ...], seed: int) -> Iterator[Event]:
    """The events, and between them objects that are hidden as something, and shown again."""
    random = Random(seed)
    there: list[str] = []
    for event in events:
        yield event
        if isinstance(event, Play):
            there.append(event.id)
        if there and random.random() < 0.6:
            id, listed = random.choice(there), random.choice(LISTED)
            if listed is not None and random.random() < 0.7:
                yield hide(id, listed)
            else:
                yield GetsStatus(id, "veiled", gets=random.random() < 0.5, where=WHERE)


@pytest.mark.slow
def test_random_histories_agree_with_the_oracle() -> None:
    """Copies of what is hidden, hidden copies, and whatever else happens."""

    def drawn(seed: int) -> Scenario:
        made = seeded_scenario(seed, BOOK, 4, 4)
        return replace(made, play=tuple(with_listings(made.play, seed)))

    assert_drawn_agree(
        drawn,
        lambda answer: any(thing.listed is not None for thing in answer.situation.things),
    )
