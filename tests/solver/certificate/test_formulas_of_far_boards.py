"""F in formulas, with all open that effects may write, says on any board what the replay makes of it.

Not only of fixed points: a board that F makes of what F made counts as well, whichever it began
with. So no fixed point can be one that the formulas do not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from half_known import WorkedOut, cell_values, far_boards, said, together_of

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.solver import solve
from layerlaw.solver.certificate.fixpoints.board import Place
from layerlaw.solver.certificate.fixpoints.question import Formulas
from layerlaw.solver.facts.situation import Situation
from oracle.generate import seeded_scenario
from oracle.small_rulebook import simultaneous_rulebook
from together import game, random_table, table


def something(cells: Mapping[Place, bool | int]) -> dict[Place, bool | int]:
    """The cells that show something; a number that is not there shows nothing."""
    return {
        (object, key): value
        for (object, key), value in cells.items()
        if value is not False
        and (key[0] != "number" or (value and cells.get((object, ("is", key[1])))))
        and not (key[0] in ("player", "name") and value == -1)
    }


def agree(situation: Situation, seed: int) -> int:
    """Fail unless F by formulas is F by the replay on far boards; how many cells are open."""
    together = together_of(situation)
    formulas = Formulas(together)
    while len(formulas.unknown.looked) < len({*formulas.unknown.looked}):
        pass
    formulas.question(())
    worked_out = WorkedOut(formulas.terms)
    looked = formulas.unknown.looked
    for board in far_boards(together, formulas.coding, Random(seed)):
        cells = formulas.coding.cells(board)
        known = worked_out.where(cell_values(looked, cells))
        made = {place: said(value, known) for place, value in formulas.draft.cells.items()}
        assert something(made) == something(formulas.coding.cells(together.image(board)))
        values = {str(name): said(name, known) for name in looked.values()}
        again = formulas.board(values)
        assert something(formulas.coding.cells(again)) == something(
            formulas.coding.cells(together.image(together.image(board)))
        )
    return len(looked)


@cache
def drawn(seed: int) -> Situation | None:
    """A history with places, statuses and copies, where all effects apply at the same time."""
    random = Random(seed)
    picked = random.sample(sorted(POLICIES), 4)
    policies = {name: random.choice(POLICIES[name]) for name in picked if name != "process"}
    try:
        book = simultaneous_rulebook(policies)
        return solve(seeded_scenario(seed, book)).facts.situation
    except LayerlawError:
        return None


@pytest.mark.parametrize("seed", range(40))
def test_small_boards(seed: int) -> None:
    situation = drawn(seed)
    if situation is not None:
        print(agree(situation, seed))


@pytest.mark.parametrize("seed", range(40))
def test_tables(seed: int) -> None:
    print(agree(random_table(seed), seed))
