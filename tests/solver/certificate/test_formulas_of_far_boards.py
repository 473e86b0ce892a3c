"""F in formulas, where all is open that effects may write, is on any board what the replay has.

Not only on fixed points: also on boards that F makes of mixtures of what it made before. So there
is no fixed point that the formulas do not know, and none that they make up.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from half_known import (
    Far,
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
from layerlaw.solver.certificate.fixpoints.board import Coding
from layerlaw.solver.certificate.fixpoints.view import Outlook
from layerlaw.solver.facts.situation import Situation
from oracle.generate import seeded_scenario
from oracle.small_rulebook import simultaneous_rulebook
from oracle.words import KINDS, Words
from together import game, random_table, table

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


PAIRS = (
    (a.CantBeStatus("drained"), a.SetStatus("drained")),
    (a.FixNumber("power", a.Number(5)), a.SetNumber("power", COUNTED)),
    (a.FixNumber("power", a.Number(5)), a.Swap("power", "cost")),
    (a.FixNumber("cost", a.Number(1)), a.Swap("power", "cost")),
    (a.SetStatus("drained"), a.ChangeNumber("power", "+", COUNTED)),
    (a.CantHave("haste"), a.Gain(a.Ability("haste", number="2"))),
    (a.LoseAll(("haste",)), a.Gain(a.Ability("flyer"))),
    (a.LoseAll(("haste",)), a.Gain(a.Ability("haste", number="3"))),
    (a.CantBeControlledBy(a.NamedPlayer("me"), "controller"), OPERATIONS[27]),
    (a.RemoveNumber("power"), a.ChangeNumber("cost", "+", a.Read("power", IT))),
    (a.RemoveNumber("power"), a.Limit("power", "at least", a.Number(2))),
    (a.CantHave("haste"), a.CopyOf(Q)),
    (a.CopyOf(Q), a.Rename(("Zed",), besides=True)),
    (a.CopyOf(a.Identified("P")), a.CopyOf(Q)),
    (a.SetStatus("silenced"), a.CopyOf(Q)),
    (a.SetStatus("drained"), a.CopyOf(Q)),
)


@cache
def far(number: int, other: int) -> Far:
    """One of P on what is not drained, after or before another one of Q on what is frozen.

    The first one as long as something is frozen, the second as long as something is light.
    """
    random = Random(f"{number} {other}")
    policies = {name: random.choice(POLICIES[name]) for name in ("loss", "same step")}
    policies["floor"] = POLICIES["floor"][other % len(POLICIES["floor"])]
    book = game(policies)
    power = replace(book.characteristics["power"], floor=0)
    book = replace(book, characteristics={**book.characteristics, "power": power})
    if number < len(OPERATIONS):
        first, second = OPERATIONS[number], random.choice(OPERATIONS)
    else:
        first, second = PAIRS[number - len(OPERATIONS)][:: 1 if other % 2 else -1]
    board = table(
        {"P": "light 3 | blocker | haste", "Q": "dark 2 | haste", "R": READER}, rulebook=book
    )
    p, q, r = board.things
    some = a.Exists(a.HasStatus("frozen"))
    p = replace(p, card=with_static(p.card, a.Not(a.HasStatus("drained")), first, some))
    q = replace(q, card=with_static(q.card, a.HasStatus("frozen"), second, a.Exists(LIGHT)))
    return Far(replace(board, things=(p, q, r)), number)


@pytest.mark.sample(20)
@pytest.mark.parametrize("other", range(4))
@pytest.mark.parametrize("number", range(len(OPERATIONS) + len(PAIRS)))
def test_operations(number: int, other: int) -> None:
    """Where it is open to whom they are done, and what they work with."""
    assert far(number, other).agree() > 5


SELF_MADE = (
    {"Q": "dark 2 | self: copy of Q", "R": "3"},
    {"Q": "dark 2 | self: gain [self: copy of Q]", "R": "3"},
    {"Q": "dark 2 | other creatures you control: copy of Q", "R": "me 3", "P": "me 1"},
    {"P": "1 | creatures: gain haste as long as self has haste", "Q": "1"},
    {"P": "1 | creatures: colours += light as long as self is light", "Q": "1"},
    {"P": "1 | creatures: gain blocker as long as Q has blocker", "Q": "light 1"},
    {"P": "1 | creatures: silenced as long as Q is silenced", "Q": "1 | blocker"},
    {"P": "1 | creatures: power += 1 as long as power of self >= 2", "Q": "1"},
    {"P": "1 | Q: controller := me as long as Q is controlled by me", "Q": "1"},
    {"P": "1 | self: gain [self: gain haste] as long as self has haste", "Q": "1"},
    {"P": "1 | creatures named Q: power += 1 | P: copy of Q as long as P is named Q", "Q": "2"},
)


@cache
def self_made(number: int) -> Far:
    """What holds itself up."""
    return Far(table(SELF_MADE[number], {}, game()), number)


@pytest.mark.parametrize("number", range(len(SELF_MADE)))
def test_what_holds_itself_up(number: int) -> None:
    """No effect that is in force at the start could bring it about."""
    assert self_made(number).agree() > 0


@cache
def withheld(loss: str) -> Far:
    """What resolved gives haste and a text; P can no longer get haste by it."""
    board = table(
        {"P": "1", "Q": "haste 1"},
        {"S": "creatures: gain haste", "T": "creatures: power += 1"},
        game({"loss": loss}),
    )
    first, *rest = board.effects
    first = replace(first, withheld=frozenset({("P", "haste")}))
    return Far(replace(board, effects=(first, *rest)), 1)


def test_what_is_withheld_is_not_given() -> None:
    """To that object alone."""
    for loss in POLICIES["loss"]:
        withheld(loss).agree()


def with_static(
    card: Card, scope: a.Selector, operation: a.Operation, condition: a.Condition
) -> Card:
    """The card with an ability besides."""
    ability = a.Ability(None, (a.Instruction(scope, (operation,)),), condition)
    return replace(card, abilities=(*card.abilities, PrintedAbility("has", ability)))


HISTORIES = (5, 13, 17, 30, 44, 48, 52, 61, 65, 75, 83, 93, 101)
"""Seeds of histories of whose cells many are open."""


@cache
def far_history(seed: int) -> Far:
    """Far boards of one of them."""
    situation = drawn(seed)
    assert situation is not None
    return Far(situation, seed)


@cache
def far_table(seed: int) -> Far:
    """Far boards of a random table."""
    return Far(random_table(seed), seed)


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


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", HISTORIES)
def test_histories(seed: int) -> None:
    """Small ones of all kinds."""
    assert far_history(seed).agree() > 5


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(60))
def test_tables(seed: int) -> None:
    """Two or three creatures and perhaps a spell, whatever the policies."""
    far_table(seed).agree()


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", HISTORIES)
def test_words(seed: int) -> None:
    """Selectors, values and conditions mean on boards that are open what they mean on each."""
    situation = drawn(seed)
    assert situation is not None
    random, together = Random(f"words {seed}"), together_of(situation)
    effects, coding = together.effects, Coding(together.effects)
    ids = [one.id for one in situation.things if one.zone == situation.rulebook.in_play]
    words = Words(random.choice, ids, situation.rulebook, KINDS)
    boards = far_boards(together, random)
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
        for effect, bit, (selector, value, condition), (selected, number, holds) in asked:
            view = effects.view(effect, board)
            meant = {*effects.table.named(view.select(selector, bit))}
            assert {one for one, formula in selected.items() if said(formula, now)} == meant
            assert said(number, now) == view.value(value, bit), value
            assert bool(said(holds, now)) == view.holds(condition, bit), condition
