"""Cards of two halves: which one is in use, in play and elsewhere, and of what copies them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from comparing import assert_drawn_agree, assert_same
from layerlaw.model import Scenario, load_rulebook, loads_cards, shipped_cards, shipped_rulebook
from layerlaw.model.algebra import ChangeNumber, CopyOf, Identified, Number, Self
from layerlaw.model.cards.card import in_half, turned
from layerlaw.model.cards.write import card_tree
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.rulebook import Status
from layerlaw.model.scenarios.events import Event, GetsStatus, Leave, MoveZone, Play
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from oracle.build import WHERE, card, play, scenario, text
from oracle.generate import seeded_scenario
from oracle.small_rulebook import CLAUSE, small_rulebook

MAGIC = shipped_rulebook("magic-2026-04")
SMALL = small_rulebook({"a copy reads": "what the copy layer left"})
TURNED = Status("turned", CLAUSE, other_half=())
HALVED = replace(SMALL, statuses={**SMALL.statuses, "turned": TURNED})
ODIOUS = card("Odious", text((Self(), [ChangeNumber("power", "+", Number(1))])), power=3)
RAT = replace(card("Rat", subtypes=("beast",), power=1), half=ODIOUS)
TURN, BACK = (
    GetsStatus("B", "turned", gets=True, where=WHERE),
    GetsStatus("B", "turned", gets=False, where=WHERE),
)


@pytest.mark.parametrize(
    ("events", "name", "power"),
    [
        ((play(RAT, "B"),), "Rat", 1),
        ((play(RAT, "B"), TURN), "Odious", 4),
        ((play(RAT, "B"), TURN, TURN), "Odious", 4),
        # Once it has turned it stays so.
        ((play(RAT, "B"), TURN, BACK), "Odious", 4),
        # What is in no zone of play is its usual half, and the new object is not turned.
        ((play(RAT, "B"), TURN, Leave("B", "cemetery", WHERE)), "Rat", 1),
        (
            (play(RAT, "B"), TURN, MoveZone("B", "hand", WHERE), MoveZone("B", "realm", WHERE)),
            "Rat",
            1,
        ),
    ],
)
def test_which_half_is_in_use(events: tuple[Event, ...], name: str, power: int) -> None:
    """A status brings up the other half, for good."""
    history = scenario(HALVED, list(events))
    assert_same(history)
    answer = solve(history)
    assert answer.situation.thing("B").card.name == name
    assert answer.value("B", "power") == power
    assert certificate_of(answer).check().ok


@pytest.mark.parametrize(
    ("turned_ones", "name", "power"), [("", "Mouse", 5), ("B", "Giant", 7), ("D", "Mouse", 5)]
)
def test_which_half_of_a_copied_card_is_in_use(turned_ones: str, name: str, power: int) -> None:
    """The one that the copying object's own status brings up (the flip cards of CR-707.3)."""
    mouse = replace(card("Mouse", power=5), half=card("Giant", power=7))
    events: list[Event] = [play(RAT, "B"), play(mouse, "D")]
    events += [GetsStatus(id, "turned", gets=True, where=WHERE) for id in turned_ones]
    events.append(play(card("X", text((Identified("B"), [CopyOf(Identified("D"))]))), "X"))
    answer = assert_same(scenario(HALVED, events))
    assert answer is not None
    assert (answer.value("B", "name"), answer.value("B", "power")) == (name, power)


def test_a_card_is_turned_and_back() -> None:
    """Turning it twice changes nothing, nor does turning what has one half."""
    over = turned(RAT)
    assert (over.name, over.turned) == ("Odious", True)
    assert turned(over) == RAT
    assert in_half(over, other=True) is over
    assert in_half(over, other=False) == RAT
    assert turned(ODIOUS) is ODIOUS


@pytest.mark.parametrize("name", ["Akki Lavarunner", "Erayo, Soratami Ascendant"])
def test_a_card_of_two_halves_is_written_as_it_was_read(name: str) -> None:
    """The other half states nothing that is the card's."""
    known = shipped_cards(MAGIC)[name]
    assert known.half is not None
    assert known.half.sets["colors"] == known.sets["colors"]
    tree = card_tree(known, MAGIC)
    assert isinstance(tree, dict)
    assert "colors" not in str(tree["other half"])
    again = loads_cards(json.dumps({name: tree}), MAGIC)[name]
    assert again == known


@pytest.mark.parametrize(
    ("half", "expected"),
    [
        ("{name: B, is: [creature], colors: [red]}", "colors"),
        ("{name: B, is: [creature], token: true}", "token"),
        ("{is: [creature]}", "name"),
        ("{name: B, is: [creature, sandwich]}", "sandwich"),
        ("B", "key: value"),
    ],
)
def test_mistakes_in_the_other_half(half: str, expected: str) -> None:
    """One clear message each, at its place."""
    with pytest.raises(BadInput) as caught:
        loads_cards(f"A: {{is: [creature], power: 1, toughness: 1, other half: {half}}}", MAGIC)
    assert expected in str(caught.value)
    assert ":1:" in str(caught.value)


def test_halves_are_refused_where_no_status_brings_them_up() -> None:
    """Sorcery has none."""
    with pytest.raises(BadInput, match="no status brings up another half"):
        loads_cards(
            "A: {is: [minion], other half: {name: B, is: [minion]}}",
            shipped_rulebook("sorcery-2026-01"),
        )


HALVES = (
    ODIOUS,
    card("Calm", subtypes=("mortal",), power=2),
    card("Brief", text((Self(), [ChangeNumber("power", "-", Number(1))])), types=("site",)),
)


def with_halves(events: tuple[Event, ...], seed: int) -> Iterator[Event]:
    """The events, some cards with another half, and some objects turned in between."""
    random = Random(seed)
    there: list[str] = []
    for event in events:
        if isinstance(event, Play) and not event.known and random.random() < 0.7:
            event = replace(event, card=replace(event.card, half=random.choice(HALVES)))
        yield event
        if isinstance(event, Play):
            there.append(event.id)
        if there and random.random() < 0.5:
            yield GetsStatus(
                random.choice(there), "turned", gets=random.random() < 0.9, where=WHERE
            )


@pytest.mark.slow
def test_random_histories_agree_with_the_oracle() -> None:
    """Copies, transformed and linked objects, zones: whichever half is in use."""

    def drawn(seed: int) -> Scenario:
        made = seeded_scenario(seed, HALVED, 4, 4)
        return replace(made, play=tuple(with_halves(made.play, seed)))

    assert_drawn_agree(
        drawn,
        lambda answer: any("turned" in thing.statuses for thing in answer.situation.things),
    )


def test_a_status_brings_up_halves_only_in_layers(tmp_path: Path) -> None:
    """Where effects apply at once it is refused, with its place."""
    file = tmp_path / "mine.rulebook.yaml"
    file.write_text(
        "rulebook: mine\nbased on: duel-masters-1.28-en\n"
        "statuses:\n  flipped: {other half: [power]}\n",
        encoding="utf-8",
    )
    with pytest.raises(BadInput, match="only where effects apply in layers") as caught:
        load_rulebook(file)
    assert ":4:" in str(caught.value)
