"""On a board of which all is known, formulas say of every effect what the replay makes of it.

F in formulas is Z3's only view of the effects. With every cell known each formula is worked out at
once, so that F by formulas can be held against F by the replay on any board, fixed point or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from layerlaw.model import load_scenario, shipped_scenarios
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.solver import solve
from layerlaw.solver.certificate.fixpoints.board import Coding, Place, UnknownBoard, nothing
from layerlaw.solver.certificate.fixpoints.deeds import belonging, existence, immunity, pool
from layerlaw.solver.certificate.fixpoints.view import Outlook
from layerlaw.solver.certificate.fixpoints.writing import Draft, Drafting
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from layerlaw.solver.certificate.terms import Amount, Terms, Truth
from layerlaw.solver.facts.situation import Situation
from oracle.generate import seeded_scenario
from oracle.small_rulebook import simultaneous_rulebook
from together import game, random_table

Shown = dict[Place, Truth | Amount]

PATHS = [path for path in shipped_scenarios() if "magic" not in path.parts][::12]


def by_formulas(together: SimultaneousReplay, coding: Coding, board: ReplayBoard) -> Shown:
    """F of a board, each effect written as formulas onto the starting board."""
    effects = together.effects
    terms = Terms(endless=effects.endless)
    unknown = UnknownBoard(terms, coding.cells(board), {})
    draft = Draft(terms, {**coding.cells(together.start)})
    known = sorted(together.held(board), key=together.order)
    for layer in range(len(effects.rulebook.layers)):
        for part in together.parts(layer, known):
            effect = part.effect
            outlook = Outlook(effects.view(effect, together.start), unknown, coding)
            exists = existence(effect, effects, outlook)
            writing = Drafting(draft, effect, effects, outlook, coding)
            for step in part.steps:
                for act in step.acts:
                    for object in pool(step, effect, effects, outlook):
                        belongs = belonging(step, object, effect, effects, outlook)
                        immune = immunity(act, object, outlook)
                        when = terms.all((exists, belongs, terms.no(immune)))
                        if when is not False:
                            writing.write(when, object, act)
    return something(dict(draft.cells))


def something(cells: Shown) -> Shown:
    """The cells that show something."""
    return {
        (object, key): value
        for (object, key), value in cells.items()
        if value != nothing(key) and (key[0] != "number" or cells.get((object, ("is", key[1]))))
    }


def boards(together: SimultaneousReplay, random: Random) -> Iterator[ReplayBoard]:
    """The starting board, what F makes of it, of that, and half-way boards without some words."""
    board = together.start
    for _ in range(3):
        yield board
        board = together.image(board)
    table = together.effects.table
    for _ in range(2):
        other = board.fork()
        for id in table.ids:
            for one in table.rulebook.characteristics.values():
                if one.kind == "set":
                    words = sorted(board.words(id, one.name))
                    other.put(id, one.name, frozenset(w for w in words if random.random() < 0.7))
        yield other


def agree(situation: Situation, random: Random) -> int:
    """Fail unless F by formulas is F by the replay; on how many boards that was seen."""
    together = SimultaneousReplay(ReplayEffects(ReplayTable(situation)))
    coding = Coding(together.effects)
    seen = 0
    for board in boards(together, random):
        right = something(dict(coding.cells(together.image(board))))
        made = by_formulas(together, coding, board)
        assert made == right
        seen += 1
    return seen


@pytest.mark.parametrize("seed", range(24))
def test_small_boards(seed: int) -> None:
    """Histories with places, statuses and copies, where all effects apply at the same time."""
    random = Random(seed)
    picked = random.sample(sorted(POLICIES), 4)
    policies = {name: random.choice(POLICIES[name]) for name in picked if name != "process"}
    try:
        situation = solve(seeded_scenario(seed, simultaneous_rulebook(policies))).facts.situation
    except LayerlawError:
        return
    assert agree(situation, random)


@pytest.mark.parametrize("seed", range(24))
def test_tables(seed: int) -> None:
    """Two or three creatures, whatever the policies on floors and on losing what one has."""
    random = Random(seed)
    picked = {name: random.choice(POLICIES[name]) for name in ("floor", "loss", "same step")}
    assert agree(random_table(seed, rulebook=game(picked)), random)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name.split(".")[0])
def test_shipped_boards(path: Path) -> None:
    """The words of real cards: places and regions, what is carried, what was done."""
    assert agree(solve(load_scenario(path)).facts.situation, Random(path.name))
