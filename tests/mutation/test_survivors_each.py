"""All states of two creatures where an operand is worked out for each object, by trying all.

Numbers that are counted for each object by what it has feed back into what it has.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from literal_states import PLAIN, SCOPES, STRONG, every_state, found_states, is_added, stands

from layerlaw.solver import derive
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.together.immediate_consequence import Canonical
from mutation.test_survivors_standing import Cells, beside_a_paradox, of_the_two
from together import CONDITIONS, game, table

FOR_EACH = (
    "power += number of creatures sharing colours with it",
    "power -= number of creatures sharing colours with it",
    "power -= number of creatures exceeding colours of it",
    "power := number of creatures sharing colours with it",
    "power *= number of creatures controlled by controller of it",
    "power += number of creatures controlled by controller of it",
    "power -= number of creatures controlled by controller of it",
    "power at least number of creatures controlled by controller of it",
    "colours += colours of creatures controlled by controller of it",
)
FED = (
    "colours += light",
    "colours -= light",
    "colours := fire",
    "controller := me",
    "silenced",
    "stunned",
    "gain blocker",
)


def drawn(seed: int, grounds: str) -> Situation:
    """Two creatures, one effect that counts for each, and one or two by which it is fed."""
    pick = Random(seed)
    cards = {
        "P": f"{pick.choice(('', 'me'))} dark {pick.choice(('', 'light'))} {pick.choice('123')}",
        "Q": f"{pick.choice(('', 'me'))} light {pick.choice('123')}",
    }
    lines = [f"{pick.choice(SCOPES[:3])}: {pick.choice(FOR_EACH)}"]
    for _ in range(pick.choice((1, 1, 2))):
        done = pick.choice(FED if pick.random() < 0.8 else PLAIN)
        line = f"{pick.choice(STRONG)}: {done}"
        if pick.random() < 0.2:
            line += f" as long as {pick.choice(CONDITIONS)}"
        lines.append(line)
    for line in lines:
        cards[pick.choice("PQ")] += f" | {line}"
    same = pick.choice(("newest last", "oldest last"))
    return table(cards, rulebook=game({"same step": same, "groundedness": grounds}))


TELLING = (149, 200, 310, 448)
"""Boards on which a number that was guessed for one object is worked out to be another one."""
SEEDS = [*(tuple(range(first, first + 3)) for first in range(0, 36, 3)), *((n,) for n in TELLING)]


@cache
def by_trying(seed: int, grounds: str) -> tuple[set[Canonical], set[Cells]] | None:
    """The answers by the definition, and their cells; None where there is too much to be tried."""
    settling = Settling(drawn(seed, grounds), True, None)
    plain = settling.plain
    known = every_state(plain)
    if known is None:
        return None
    kept = {}
    for key, board in known.items():
        so: bool | None = grounds == "all fixed points" or is_added(plain, board)
        if grounds == "all deeds":
            so = stands(plain, board)
        if so is None:
            return None
        if so:
            kept[key] = of_the_two(settling.shown.final(board, settling.candidates.start))
    return set(kept), set(kept.values())


@pytest.mark.parametrize("grounds", ["all deeds", "what is added", "all fixed points"])
@pytest.mark.parametrize("seeds", SEEDS)
def test_what_is_counted_for_each_leaves_out_no_state(grounds: str, seeds: tuple[int, ...]) -> None:
    """Nor is there one too many; beside a paradox that nobody reads these states stand."""
    for seed in seeds:
        wanted = by_trying(seed, grounds)
        if wanted is None:
            continue
        situation = drawn(seed, grounds)
        assert found_states(Settling(situation, True, None)) == wanted[0], seed
        rest = derive(beside_a_paradox(situation)).rest
        if wanted[0] and rest:
            assert {of_the_two(one.final) for one in rest} == wanted[1], seed
