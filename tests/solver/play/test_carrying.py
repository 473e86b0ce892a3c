"""What is carried falls as its bearer stops being a unit: by hand, and random boards."""

from __future__ import annotations

from random import Random

import pytest

from comparing import assert_same
from layerlaw.model import shipped_rulebook
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.events import Attach, Event, Leave, Move, Place, Play, TurnBegins
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from oracle.build import ME, WHERE, YOU, scenario

JULY = shipped_rulebook("sorcery-2026-07")
WORDS = vocabulary(JULY)
CUP = Card("Cup", {"types": ("artifact",)}, {}, (
    PrintedAbility("has", parse_ability("bearer: power += 2", WORDS)),
))  # fmt: skip
CHANGES = (
    "nearby minions: types := artifact",
    "minions with power >= 4: types -= minion",
    "artifacts: animated",
    "other minions: silenced",
)
FOR_A_TIME = (
    "target: types := artifact until end of turn",
    "target: animated until your next turn",
    "target: lose all abilities until end of turn",
)


def random_board(seed: int) -> Scenario:
    """Units with cups, and cards that make units of artifacts and artifacts of units."""
    pick = Random(seed)
    events: list[Event] = []
    texts = ("self: power += 1", "allies: power += 1", pick.choice(CHANGES))
    for number, text in enumerate(texts, 1):
        printed = PrintedAbility("has", parse_ability(text, WORDS))
        card = Card(f"Unit {number}", {"types": ("minion",)}, {"power": 2}, (printed,))
        place = Place((pick.choice((7, 8)),))
        events.append(Play(pick.choice((YOU, ME)), card, f"U{number}", place, (), None, WHERE))
    for number in range(1, 3):
        bearer = f"U{pick.randint(1, 2)}"
        events.insert(2, Play(YOU, CUP, f"C{number}", Place((8,)), (bearer,), None, WHERE))
    for number in range(1, 5):
        on = pick.choice(("U1", "U2", "U3", "C1", "C2"))
        match pick.choice(("spell", "spell", "spell", "attach", "turn", "move", "leave")):
            case "spell":
                does = PrintedAbility("resolves", parse_ability(pick.choice(FOR_A_TIME), WORDS))
                spell = Card(f"Spell {number}", {"types": ("magic",)}, {}, (does,))
                events.append(Play(YOU, spell, f"S{number}", None, (on,), None, WHERE))
            case "attach":
                events.append(Attach(pick.choice(("C1", "C2")), None, WHERE))
            case "turn":
                events.append(TurnBegins(pick.choice((YOU, ME)), WHERE))
            case "move":
                events.append(Move(on, Place((pick.choice((7, 8, 9)),)), WHERE))
            case "leave" if number == 4:
                events.append(Leave(on, "cemetery", WHERE))
            case _:
                pass
    return scenario(JULY, events, YOU)


@pytest.mark.slow
def test_random_boards_agree_with_the_oracle() -> None:
    """Who carries what in the end, who controls it, and how strong that makes whom."""
    fallen = 0
    for seed in range(12):
        board = random_board(seed)
        assert_same(board)
        answer = solve(board)
        fallen += any("is dropped" in happening.what for happening in answer.chronicle)
        assert certificate_of(answer).check().ok
    assert fallen > 3
