"""On a board of which all is known, formulas say of every effect what the replay makes of it.

F in formulas is Z3's only view of the effects. With every cell known each formula is worked out at
once, so that F by formulas can be held against F by the replay on any board, fixed point or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import load_scenario, shipped_scenarios
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.solver import derive, solve
from layerlaw.solver.certificate import Certificate
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
from oracle.words import KINDS, Words
from together import game, random_table, table

Shown = dict[Place, Truth | Amount]

PATHS = [path for path in shipped_scenarios() if "magic" not in path.parts][::16]


def by_formulas(together: SimultaneousReplay, coding: Coding, board: ReplayBoard) -> Shown:
    """F of a board, each effect written as formulas onto the starting board."""
    effects = together.effects
    terms = Terms(endless=effects.endless)
    unknown = UnknownBoard(terms, every_cell(together, coding, board), {})
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


def every_cell(
    together: SimultaneousReplay, coding: Coding, board: ReplayBoard
) -> dict[Place, bool | int]:
    """The cells of the board; those that other boards have besides show nothing."""
    others = coding.cells(together.start) | coding.cells(together.image(together.start))
    return {**{place: nothing(place[1]) for place in others}, **coding.cells(board)}


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


@pytest.mark.sample(8)
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


@pytest.mark.sample(8)
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


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(24))
def test_words(seed: int) -> None:
    """Every selector, value and condition means on a known board what it means to the replay."""
    random = Random(f"words {seed}")
    try:
        situation = solve(seeded_scenario(seed, simultaneous_rulebook())).facts.situation
    except LayerlawError:
        return
    together = SimultaneousReplay(ReplayEffects(ReplayTable(situation)))
    effects, coding = together.effects, Coding(together.effects)
    ids = [one.id for one in situation.things if one.zone == situation.rulebook.in_play]
    words = Words(random.choice, ids, situation.rulebook, KINDS)
    known = list(together.held(together.start))
    for board in boards(together, random):
        unknown = UnknownBoard(Terms(endless=effects.endless), coding.cells(board), {})
        for _ in range(12 if known and ids else 0):
            effect = random.choice(known)
            view = effects.view(effect, board)
            outlook = Outlook(effects.view(effect, together.start), unknown, coding)
            it = random.choice(ids)
            bit = effects.table.bits((it,))
            selector, value, condition = words.selector(), words.value(), words.condition()
            meant = {one for one, holds in outlook.select(selector, it).items() if holds}
            assert meant == {*effects.table.named(view.select(selector, bit))}, selector
            assert outlook.value(value, it) == view.value(value, bit), value
            assert outlook.holds(condition, it) == view.holds(condition, bit), condition


Q, ONE = a.Identified("Q"), a.Number(1)
EVERYTHING = a.Member("types", "creature")
HASTES = tuple(
    a.KeywordNumber("haste", several, 1, a.It()) for several in ("total", "highest", "lowest")
)
OPERATIONS: tuple[a.Operation, ...] = (
    a.FixNumber("power", a.Number(5)),
    a.SetNumber("power", a.Number(-2)),
    a.RemoveNumber("power"),
    a.Limit("power", "at most", ONE),
    a.Limit("cost", "at least", ONE),
    a.Limit("cost", "at least", a.Number(-1)),
    a.Swap("power", "cost"),
    *(a.ChangeNumber("power", "+", haste) for haste in HASTES),
    a.ChangeNumber("power", "-", a.Number(4), 0),
    a.Rename(("Zed",)),
    a.Rename(("Zed",), besides=True),
    a.CopyOf(Q),
    a.CopyOf(a.Member("colours", "light")),
    a.SetPlayer("controller", a.NamedPlayer("me")),
    a.SetPlayer("controller", a.OwnerOf(Q)),
    a.CantBeControlledBy(a.NamedPlayer("me"), "controller"),
    a.AddMembersOf("colours", Q),
    a.SetMembers("colours", ("fire",)),
    a.ReplaceMember("colours", "light", "dark"),
    a.Gain(a.Ability("haste", number="2")),
    a.Gain(a.Ability("haste", number="5")),
    a.Gain(a.Ability("blocker")),
    a.Lose("haste"),
    a.CantHave("haste"),
    a.LoseAll(("haste",)),
    a.SetStatus("silenced"),
    a.SetStatus("drained"),
    a.CantBeStatus("drained"),
    a.CantBeModified(),
)


@pytest.mark.parametrize("number", range(len(OPERATIONS)))
def test_operations(number: int) -> None:
    """One operation of P after or before any other one of Q, with what bars it or is barred."""
    first = OPERATIONS[number]
    loss = ("momentary", "bar")[number % 2]
    book = game({"loss": loss, "floor": ("none", "each step", "when read")[number % 3]})
    for other in OPERATIONS:
        cards = {"P": "light 3 | haste", "Q": "dark 2 | haste | blocker", "R": "me light 0"}
        board = table(cards, rulebook=book)
        p, q, r = board.things
        p = replace(p, card=with_static(p.card, first))
        q = replace(q, card=with_static(q.card, other))
        agree(replace(board, things=(p, q, r)), Random(number))


READER = (
    "me light 0 | creatures with power >= 1: cost := number of creatures with power >= 2"
    " | creatures with haste: colours += fire | creatures named Q: frozen"
    " | creatures you control: cost += 1 | creatures that are not dark: gain flyer"
    " | creatures with cost <= 0: colours -= dark"
)


@pytest.mark.parametrize("number", range(len(OPERATIONS)))
def test_true_answers_are_fixed_points_by_formulas_and_all_there_are(number: int) -> None:
    """Where others look at what the operation writes, what was not there before among it."""
    board = table({"P": "light 3 | haste", "Q": "dark 2 | haste", "R": READER}, rulebook=game())
    p, q, r = board.things
    p = replace(p, card=with_static(p.card, OPERATIONS[number]))
    facts = derive(replace(board, things=(p, q, r))).facts
    verdict = Certificate(facts).check()
    assert verdict.ok, verdict.checked
    assert facts.answers is not None
    for answers in ((), facts.answers[1:], facts.answers[:-1]):
        if facts.answers:
            assert not Certificate(replace(facts, answers=answers)).check().ok


def with_static(card: Card, operation: a.Operation) -> Card:
    """The card with an ability besides: the operation on every creature."""
    ability = a.Ability(None, (a.Instruction(EVERYTHING, (operation,)),))
    return replace(card, abilities=(*card.abilities, PrintedAbility("has", ability)))


@pytest.mark.parametrize("seed", range(8))
def test_what_stands_for_cells_is_put_back_as_it_was_read(seed: int) -> None:
    """Onto whatever other board: what is there and what is not, numbers first."""
    together = SimultaneousReplay(ReplayEffects(ReplayTable(random_table(seed, rulebook=game()))))
    coding = Coding(together.effects)
    some = [*boards(together, Random(seed))]
    drained = some[0].fork()
    for id in together.effects.table.ids:
        drained.put(id, "power", None)
        drained.put(id, "controller", None)
    for board, other in product((*some, drained), repeat=2):
        wanted, made = coding.cells(board), other.fork()
        places = [*{**wanted, **coding.cells(other)}]
        for place in sorted(places, key=lambda one: one[1][0] == "is"):
            if place[1][0] != "bar":
                coding.put(made, place, wanted.get(place, nothing(place[1])))
        right = {place: value for place, value in wanted.items() if place[1][0] != "bar"}
        now = {place: value for place, value in coding.cells(made).items() if place[1][0] != "bar"}
        assert something(dict(now)) == something(dict(right))
