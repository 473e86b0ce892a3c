"""Who has control, and copies: each of several puts its own in the place of what was there.

Boards of two creatures are held against all their states by the definition alone.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from literal_grounds import between_is_told, gathering_of
from literal_states import every_state, found_states, stands

from layerlaw.solver.board.columns import Board
from layerlaw.solver.board.kinds import Objects
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.together import grounds, search
from layerlaw.solver.together.immediate_consequence import Canonical, canonical
from together import CONDITIONS, game, table

SCOPES = (
    "self",
    "other creatures",
    "P",
    "light creatures",
    "creatures with blocker",
    "creatures without blocker",
    "creatures with power >= 3",
    "creatures you control",
    "creatures that are not light",
)
REPLACING = (
    "copy of self",
    "copy of P",
    "copy of Q",
    "copy of other creatures",
    "copy of light creatures",
    "copy of creatures you control",
    "controller := me",
    "controller := you",
    "controller := opponent",
    "controller := controller of P",
    "controller := controller of Q",
)
OTHERS = (
    "power += number of creatures you control",
    "power := number of light creatures",
    "power += 2",
    "colours := fire",
    "gain blocker",
    "lose blocker",
    "silenced",
    "lose all abilities",
)


def drawn(seed: int) -> Situation:
    """Two creatures with two or three effects, most of which replace something."""
    pick = Random(seed)
    cards = {
        "P": f"dark {pick.choice(('', 'light'))} {pick.choice(('', 'blocker'))}"
        f" {pick.choice('123')}",
        "Q": f"me light {pick.choice(('', 'blocker'))} {pick.choice('123')}",
    }
    for number in range(pick.choice((2, 2, 3))):
        done = pick.choice(REPLACING if number < 2 else OTHERS)
        line = f"{pick.choice(SCOPES)}: {done}"
        if pick.random() < 0.3:
            line += f" as long as {pick.choice(CONDITIONS)}"
        cards[pick.choice("PQ")] += f" | {line}"
    same = pick.choice(("newest last", "oldest last"))
    return table(cards, rulebook=game({"same step": same}))


@cache
def tried(start: int) -> list[tuple[int, dict[Canonical, Board], set[Canonical]]]:
    """The boards drawn that can be tried, with all their states, and which are grounded."""
    found = []
    for seed in range(start, start + 10):
        plain = Settling(drawn(seed), True, None).plain
        known = every_state(plain, 1500)
        if known is not None:
            judged = {key: stands(plain, board) for key, board in known.items()}
            assert None not in judged.values()
            found.append((seed, known, {key for key, grounded in judged.items() if grounded}))
    return found


BLOCKS = range(0, 90, 10)


@pytest.mark.parametrize("start", BLOCKS)
@pytest.mark.parametrize("few", [search.FEW, -1])
def test_every_state_is_found_and_judged(
    start: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By guesses, and by a program wherever there can be one."""
    monkeypatch.setattr(search, "FEW", few)
    for seed, known, grounded in tried(start):
        settling = Settling(drawn(seed), True, None)
        found = found_states(settling)
        if found is None:
            continue
        assert found == grounded, seed
        lifted, complete = settling.lifted()
        assert not complete or found.union(map(canonical, lifted)) == known.keys(), seed


@pytest.mark.parametrize("start", BLOCKS)
def test_a_state_is_gathered_whoever_is_asked(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By splitting what lies between, and by clingo at once."""
    for seed, known, grounded in tried(start):
        plain = Settling(drawn(seed), True, None).plain
        for few in (grounds.FEW, 0):
            monkeypatch.setattr(grounds, "FEW", few)
            gathered = {key for key, board in known.items() if grounds.gathered(plain, board)}
            assert gathered == grounded, seed


@pytest.mark.parametrize("start", BLOCKS)
def test_what_is_told_between_two_boards_is_so_on_all_between(start: int) -> None:
    """What is certain, what may vary, what is read, and what waits."""
    for seed, known, _ in tried(start):
        plain = Settling(drawn(seed), True, None).plain
        for number, board in enumerate(known.values()):
            for way in range(2):
                pick = Random(way)
                gathering = gathering_of(plain, board)
                high = {
                    deed: Objects(mask & ~(pick.getrandbits(2) & pick.getrandbits(2)))
                    for deed, mask in gathering.deeds.items()
                }
                low = {deed: Objects(mask & pick.getrandbits(2)) for deed, mask in high.items()}
                between_is_told(gathering, low, high, (seed, number, way))
