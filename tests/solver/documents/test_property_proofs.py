"""Proofs of properties: what is proved, what nearly is, and proofs held against random boards."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from layerlaw.model.algebra.claims import OrderFree
from layerlaw.model.algebra.trees import cells_read, operations_of
from layerlaw.model.errors import LayerlawError
from layerlaw.model.properties.property import parse_property
from layerlaw.model.rulebooks.load import load_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Play
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.documents.boards.small_boards import ME, YOU, play, scenario
from layerlaw.solver.documents.properties.arrival_orders import OrderStock
from layerlaw.solver.documents.properties.judging import judge_answer
from layerlaw.solver.documents.properties.possible_policies import possible, readings_left
from layerlaw.solver.documents.properties.proofs import proof_of
from layerlaw.solver.documents.properties.results import PropertyProof
from layerlaw.solver.documents.properties.tried_boards import BoardStock
from layerlaw.solver.play.solve import solve
from oracle.generate import seeded_scenario

SORCERY = shipped_rulebook("sorcery-2026-01")
GRAND = shipped_rulebook("grand-archive-2025-09")
DUEL = shipped_rulebook("duel-masters-1.28-en")
GUILD = load_rulebook(Path(__file__).parents[2] / "names" / "guild.rulebook.yaml")


def proof(text: str, book: Rulebook = SORCERY) -> PropertyProof | None:
    """The proof of a property, if there is one."""
    what = parse_property(text, book)
    (claim, *_) = what.claims
    cards = OrderStock(BoardStock(book, 1), claim).cards if isinstance(claim, OrderFree) else ()
    return proof_of(what, book, cards)


PROVED = (
    "always: an object that is silenced has no abilities",
    "never: silenced minions with Airborne",
    "always: disabled objects have no abilities",
    "never: objects with power < 0",
    "never: objects with power <= -1",
    "always: silenced mortals are mortals",
    "never: mortals that are not mortals",
)


@pytest.mark.parametrize("text", PROVED)
def test_what_nothing_can_break_is_proved(text: str) -> None:
    """On all boards, with what it rests on."""
    found = proof(text)
    assert found is not None
    assert found.rests_on
    assert not found.only


@pytest.mark.parametrize(
    ("text", "book"),
    [
        ("always: tapped objects have no abilities", SORCERY),
        ("always: objects without Airborne have no abilities", SORCERY),
        ("always: objects with no abilities are silenced", SORCERY),
        ("always: silenced objects have Airborne", SORCERY),
        ("never: objects with power < 1", SORCERY),
        ("never: objects with power <= 0", SORCERY),
        ("never: objects with power > 0", SORCERY),
        ("always: mortals are silenced mortals", SORCERY),
        ("never: mortals that are minions", SORCERY),
        ("always: silenced objects have no abilities and minions are mortals", SORCERY),
        ("always: asleep objects have no abilities", GUILD),
        ("always: for every mortal: it is a beast or it is silenced", SORCERY),
        ("never: creatures with power < 0", DUEL),
    ],
)
def test_what_is_nearly_so_is_not_proved(text: str, book: Rulebook) -> None:
    """The other way round, one too much, in a rulebook that lets what was lost come back."""
    assert proof(text, book) is None


def test_no_proof_where_a_reading_lets_it_come_back() -> None:
    """Without the worked examples that refute it, the loss may be read as momentary."""
    own = replace(SORCERY, id="of-ones-own")
    text = "always: an object that is silenced has no abilities"
    assert proof(text, own) is None
    assert proof(text, own.settled({"SORC-OPEN-LOSE": "bar"})) is not None
    assert proof(text, own.settled({"SORC-OPEN-LOSE": "momentary"})) is None


def test_the_readings_that_count_are_those_that_examples_leave() -> None:
    """What a policy can be under them, and what the proof says of the others."""
    assert readings_left(SORCERY, "SORC-OPEN-LOSE") == ("bar",)
    assert possible(SORCERY, "loss") == {"bar"}
    assert possible(replace(SORCERY, id="of-ones-own"), "loss") == {"bar", "momentary"}
    found = proof("always: an object that is silenced has no abilities")
    assert found is not None
    assert any("refute" in sentence for sentence in found.rests_on)


ORDERS = (
    "[minions: power += 1], [minions: power += 2]",
    "[mortals: power += 1], [minions: power += 1]",
    "[minions: power -= 1], [minions: power -= 2]",
    "[minions: subtypes += beast], [mortals: power += 1]",
    "[minions: power += 1], [minions: power += 2], [minions: power += 3]",
)


@pytest.mark.parametrize("subjects", ORDERS[:3] + ORDERS[4:])
def test_anthems_are_proved_to_have_no_order(subjects: str) -> None:
    """What is added up is the same in any order, as long as nothing looks at it in between."""
    found = proof(f"always: order does not matter for {subjects}")
    assert found is not None
    assert any("no other effect in their layer" in sentence for sentence in found.only)


@pytest.mark.parametrize(
    "subjects",
    [
        "[minions: power += 1], [minions with power >= 3: power += 2]",
        "[minions: power += 1], [minions: power += its power]",
        "[minions: power += 1], [minions: power -= 1]",
        "[minions: power += 1], [minions: power *= 2]",
        "[minions: power := 1], [minions: power := 2]",
        "[minions: subtypes += beast], [minions: subtypes -= beast]",
        "[minions: subtypes += beast], [beasts: subtypes += undead]",
        "[minions: controller := you], [mortals: controller := you]",
        "[minions: silenced], [minions: power += 1]",
        "[minions: gain Airborne], [minions: power += 1]",
        '"King of the Realm", "King of the Realm"',
    ],
)
def test_what_may_hang_on_the_order_is_not_proved(subjects: str) -> None:
    """Effects that look at what the other changes, or that do not add up."""
    assert proof(f"always: order does not matter for {subjects}") is None


def test_effects_at_the_same_time_are_not_proved() -> None:
    """The proof is about layers."""
    text = "always: order does not matter for [creatures: power += 1], [creatures: power += 2]"
    assert proof(text, DUEL) is None


@cache
def random_answers() -> tuple[Answer, ...]:
    """Answers of random histories, under the default readings and under some others that count."""
    answers: list[Answer] = []
    for seed in range(300):
        board = seeded_scenario(seed, SORCERY, objects=5, others=0)
        pick = Random(seed)
        point = pick.choice(sorted(SORCERY.points))
        reading = pick.choice(readings_left(SORCERY, point))
        try:
            answers.append(solve(board, readings={point: reading}))
        except LayerlawError:
            continue
    return tuple(answers)


@pytest.mark.slow
@pytest.mark.parametrize("text", PROVED)
def test_no_random_board_breaks_what_is_proved(text: str) -> None:
    """On hundreds of histories of an independent generator, under readings that count."""
    what = parse_property(text, SORCERY)
    judged = [judge_answer(what, answer) for answer in random_answers()]
    assert len(judged) > 100
    assert {each.verdict for each in judged} <= {"kept", "no state"}


def looks_at_power(event: Play) -> bool:
    """Whether the card does what the proof excludes: it looks at power, copies, gives abilities."""
    abilities = [printed.ability for printed in event.card.abilities]
    names = {getattr(cell, "characteristic", "") for cell in cells_read(abilities)}
    kinds = {type(op).__name__ for each in abilities for op in operations_of(each)}
    return "power" in names or "attack" in names or bool(kinds & {"CopyOf", "Gain"})


@pytest.mark.slow
@pytest.mark.parametrize("subjects", ORDERS[:2])
def test_no_random_board_tells_the_orders_of_what_is_proved(subjects: str) -> None:
    """Two anthems beside cards of random histories, as far as the proof speaks of them."""
    what = parse_property(f"always: order does not matter for {subjects}", SORCERY)
    (claim,) = what.claims
    assert isinstance(claim, OrderFree)
    first, second = OrderStock(BoardStock(SORCERY, 1), claim).cards
    compared = 0
    for seed in range(300):
        pick = Random(seed)
        events = [
            replace(event, targets=(), place=None, choosing=None)
            for event in seeded_scenario(seed, SORCERY, objects=4, others=0).play
            if isinstance(event, Play) and not event.targets and not event.copying
        ]
        if any(map(looks_at_power, events)):
            continue
        own = [play(first, "A1", YOU), play(second, "A2", pick.choice((YOU, ME)))]
        cut = pick.randrange(len(events) + 1)
        outcomes = []
        for order in (own, own[::-1]):
            board = scenario(SORCERY, "anthems", [*events[:cut], *order, *events[cut:]], YOU)
            try:
                answer = solve(board)
            except LayerlawError:
                break
            if answer.chronicle:
                break
            outcomes.append(outcome(answer))
        if len(outcomes) == 2:
            compared += 1
            assert outcomes[0] == outcomes[1], seed
    assert compared > 20
