"""Random boards of real Magic cards, solved and worked out once more by the rules' own words.

The other side, `magic_literal`, is written from the rules text and the list of cards and has
nothing of Layerlaw: neither its code nor its notation of the cards. A dependency there is found by
trial (613.8a), looked at again after each effect (613.8c); what has begun goes on (613.6).

What is compared, of every object in every zone, after the last event of two to seven cards or
spells with events between them: zone, name, supertypes, types, subtypes of four sets, colors,
power, toughness, controller, some twenty keywords and mana abilities, whether it has no abilities.
The 140 cards and the events bear on copies (Clone kinds, Mirrorweave, Cytoshape), face-down,
two-faced and merged permanents, control, changed words, types, colors, abilities, numbers,
counters, what is attached anew, what leaves, ends of turns, and the state-based actions 704.5f,
g, j, m, n, p and q.

What is not: the order of effects and the reasons; permissions; readings other than the default (so
what is said of ties is that of the default); tokens, planeswalkers, phasing, linked and
triggered abilities; creature types that none of these cards has.

LAYERLAW_BOARDS: how many boards the slow test draws, LAYERLAW_BOARDS_FROM: the first seed.
"""

from __future__ import annotations

import os

import pytest
from magic_literal.boards import Board, board
from magic_literal.cards import CARDS
from magic_literal.compare import differences
from magic_literal.rules import Game, Thing

from layerlaw import certificate_of, loads_scenario, solve

DRAWN = int(os.environ.get("LAYERLAW_BOARDS", "400"))
FIRST = int(os.environ.get("LAYERLAW_BOARDS_FROM", "1000000"))


def disagreement(seed: int) -> str:
    """What the two say that differs on a board, with its scenario; empty if nothing does."""
    made: Board = board(seed)
    found = differences(made)
    if not found:
        return ""
    return f"seed {seed}\n{made.scenario()}" + "\n".join(found)


def literal(*names: str) -> Game:
    """Cards that have entered in this order, each its own id."""
    game = Game()
    for name in names:
        game.things[name] = Thing(name, CARDS[name], "you", "play", game.tick())
    return game


def test_the_literal_rules_do_what_the_document_shows() -> None:
    """Worked out by hand from rules 305.7, 613.4, 613.6 and 613.8."""
    older, younger = "Humility", "Opalescence"
    state = literal(older, younger).derive()
    assert (state[older].power, state[older].toughness) == (4, 4)
    state = literal(younger, older).derive()
    assert (state[older].power, state[older].toughness) == (1, 1)
    state = literal("Urborg, Tomb of Yawgmoth", "Blood Moon", "Forest").derive()
    assert state["Urborg, Tomb of Yawgmoth"].subs == {"mountain"}
    assert state["Forest"].subs == {"forest"}
    state = literal("Honor of the Pure", "Grizzly Bears", "Darkest Hour", "Bad Moon").derive()
    assert state["Grizzly Bears"].power == 3


@pytest.mark.sample(6)
@pytest.mark.parametrize("ten", range(40))
def test_layerlaw_says_what_the_literal_rules_say(ten: int) -> None:
    """Ten boards each."""
    assert not [found for seed in range(10 * ten, 10 * ten + 10) if (found := disagreement(seed))]


@pytest.mark.slow
def test_as_many_boards_as_asked_for() -> None:
    """Other boards each time that the environment says so."""
    assert not [found for seed in range(FIRST, FIRST + DRAWN) if (found := disagreement(seed))]


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(7, 607, 20))
def test_the_certificate_of_such_a_board_holds(seed: int) -> None:
    """Z3 confirms the answer that the literal rules agree with."""
    verdict = certificate_of(solve(loads_scenario(board(seed).scenario()))).check()
    assert verdict.ok, verdict.failures
