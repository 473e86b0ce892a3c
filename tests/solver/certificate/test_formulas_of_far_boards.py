"""F in formulas, where all is open that effects may write, is on any board what the replay has.

Not only on fixed points: also on boards that F makes of mixtures of what it made before. So there
is no fixed point that the formulas do not know, and none that they make up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from half_known import (
    WorkedOut,
    all_unknown,
    cell_values,
    far_boards,
    odd_boards,
    said,
    together_of,
)

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.solver import solve
from layerlaw.solver.certificate.fixpoints.board import Coding, Place
from layerlaw.solver.certificate.fixpoints.question import Formulas
from layerlaw.solver.certificate.fixpoints.view import Outlook
from layerlaw.solver.facts.situation import Situation
from oracle.generate import seeded_scenario
from oracle.small_rulebook import simultaneous_rulebook
from oracle.words import KINDS, Words
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
    formulas.question(())
    worked_out = WorkedOut(formulas.terms)
    looked, coding = formulas.unknown.looked, formulas.coding
    for board in far_boards(together, coding, Random(seed)):
        known = worked_out.where(cell_values(looked, coding.cells(board)))
        made = {place: said(value, known) for place, value in formulas.draft.cells.items()}
        image = together.image(board)
        assert something(made) == something(coding.cells(image))
        again = formulas.board({str(name): said(name, known) for name in looked.values()})
        assert something(coding.cells(again)) == something(coding.cells(together.image(image)))
    return len(looked)


EVERYTHING, IT = a.Member("types", "creature"), a.It()
Q, LIGHT = a.Identified("Q"), a.Member("colours", "light")
COUNTED = a.Count(a.HasStatus("frozen"))
OPERATIONS: tuple[a.Operation, ...] = (
    a.FixNumber("power", COUNTED),
    a.SetNumber("power", a.Arithmetic(COUNTED, "-", a.Number(2))),
    a.RemoveNumber("power"),
    a.RemoveNumber("cost"),
    a.Limit("power", "at most", COUNTED),
    a.Limit("cost", "at least", COUNTED),
    a.Swap("power", "cost"),
    a.ChangeNumber("power", "*", COUNTED),
    a.ChangeNumber("power", "/", a.Arithmetic(COUNTED, "-", a.Number(2))),
    a.ChangeNumber("cost", "%", a.Arithmetic(COUNTED, "-", a.Number(1))),
    a.ChangeNumber("power", "-", COUNTED, 1),
    a.ChangeNumber("power", "+", a.KeywordNumber("haste", "total", 1, Q)),
    a.ChangeNumber("power", "+", a.KeywordNumber("haste", "highest", 1, IT)),
    a.ChangeNumber("cost", "+", a.KeywordNumber("haste", "lowest", 7, IT)),
    a.ChangeNumber("cost", "+", a.Summary("different", "power", EVERYTHING)),
    a.ChangeNumber("cost", "+", a.Summary("lowest", "base power", LIGHT)),
    a.ChangeNumber("cost", "+", a.Summary("highest", "power", LIGHT)),
    a.ChangeNumber("cost", "+", a.CountWords("colours", EVERYTHING)),
    a.ChangeNumber("cost", "+", a.CountWords("colours", EVERYTHING, ("light", "fire"))),
    a.ChangeNumber("cost", "+", a.Read("power", LIGHT)),
    a.Rename(("Zed",)),
    a.Rename(("Zed",), besides=True),
    a.CopyOf(Q),
    a.CopyOf(LIGHT),
    a.CopyOf(Q, but=(a.SetNumber("cost", a.Number(4)), a.Gain(a.Ability("flyer")))),
    a.SetPlayer("controller", a.ControllerOf(LIGHT)),
    a.SetPlayer("controller", a.Opponent()),
    a.SetPlayer("controller", a.NamedPlayer("me")),
    a.CantBeControlledBy(a.ControllerOf(LIGHT), "controller"),
    a.AddMembersOf("colours", LIGHT),
    a.SetMembers("colours", ("fire",)),
    a.AddMembers("colours", ("light", "dark")),
    a.RemoveMembers("colours", ("light",)),
    a.ReplaceMember("colours", "light", "dark"),
    a.Animate("relic", "types"),
    a.Gain(a.Ability("haste", number="2")),
    a.Gain(a.Ability("haste", number="5")),
    a.Gain(a.Ability(None, (a.Instruction(EVERYTHING, (a.SetStatus("frozen"),)),))),
    a.Lose("haste"),
    a.CantHave("haste"),
    a.LoseAll(("haste",)),
    a.SetStatus("silenced"),
    a.SetStatus("stunned"),
    a.SetStatus("drained"),
    a.CantBeStatus("drained"),
    a.CantBeModified(),
)
READER = (
    "me light 0 | creatures with power >= 1: cost := number of creatures with power >= 2"
    " | creatures with haste: colours += fire | creatures named Q: frozen"
    " | creatures you control: cost += 1 | creatures that are not dark: gain flyer"
    " | creatures with cost <= 0: colours -= dark | creatures with flyer: power += 1"
)


@pytest.mark.parametrize("number", range(len(OPERATIONS)))
def test_operations(number: int) -> None:
    """One of P on light ones after or before another one of Q on frozen ones, both as long as."""
    random = Random(number)
    policies = {name: random.choice(POLICIES[name]) for name in ("floor", "loss", "same step")}
    for other in random.sample(OPERATIONS, 4):
        board = table(
            {"P": "light 3 | haste", "Q": "dark 2 | haste", "R": READER}, rulebook=game(policies)
        )
        p, q, r = board.things
        some = a.Exists(a.HasStatus("frozen"))
        p = replace(
            p, card=with_static(p.card, a.Not(a.HasStatus("drained")), OPERATIONS[number], some)
        )
        q = replace(q, card=with_static(q.card, a.HasStatus("frozen"), other, a.Exists(LIGHT)))
        agree(replace(board, things=(p, q, r)), number)


def with_static(
    card: Card, scope: a.Selector, operation: a.Operation, condition: a.Condition
) -> Card:
    """The card with an ability besides."""
    ability = a.Ability(None, (a.Instruction(scope, (operation,)),), condition)
    return replace(card, abilities=(*card.abilities, PrintedAbility("has", ability)))


HISTORIES = (5, 13, 17, 30, 44, 48, 52, 61, 65, 75, 83, 93, 101)
"""Seeds of histories of whose cells many are open."""


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


@pytest.mark.parametrize("seed", HISTORIES)
def test_histories(seed: int) -> None:
    """Small ones of all kinds."""
    situation = drawn(seed)
    assert situation is not None and agree(situation, seed) > 5


@pytest.mark.parametrize("first", range(0, 80, 4))
def test_tables(first: int) -> None:
    """Two or three creatures and perhaps a spell, whatever the policies."""
    for seed in range(first, first + 4):
        agree(random_table(seed), seed)


@pytest.mark.parametrize("seed", HISTORIES)
def test_words(seed: int) -> None:
    """Selectors, values and conditions mean on boards that are open what they mean on each."""
    situation = drawn(seed)
    assert situation is not None
    random, together = Random(f"words {seed}"), together_of(situation)
    effects, coding = together.effects, Coding(together.effects)
    ids = [one.id for one in situation.things if one.zone == situation.rulebook.in_play]
    words = Words(random.choice, ids, situation.rulebook, KINDS)
    boards = far_boards(together, coding, random)
    boards += [together.start, *odd_boards(together, random)]
    unknown = all_unknown(together, coding, boards)
    known = list(together.held(together.start))
    asked = []
    for _ in range(20):
        effect, it = random.choice(known), random.choice(ids)
        outlook = Outlook(effects.view(effect, together.start), unknown, coding)
        selector, value, condition = words.selector(), words.value(), words.condition()
        found = outlook.select(selector, it), outlook.value(value, it), outlook.holds(condition, it)
        asked.append((effect, effects.table.bits((it,)), (selector, value, condition), found))
    worked_out = WorkedOut(unknown.terms)
    for board in boards:
        now = worked_out.where(cell_values(unknown.looked, coding.cells(board)))
        for effect, it, (selector, value, condition), (selected, number, holds) in asked:
            view = effects.view(effect, board)
            meant = {*effects.table.named(view.select(selector, it))}
            assert {one for one, formula in selected.items() if said(formula, now)} == meant
            assert said(number, now) == view.value(value, it), value
            assert bool(said(holds, now)) == view.holds(condition, it), condition
