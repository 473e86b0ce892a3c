"""Every word where all cells are open: its formula says of each board what the replay says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from half_known import WorkedOut, all_unknown, cell_values, odd_boards, said, together_of

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Status
from layerlaw.solver.certificate.fixpoints.board import Coding
from layerlaw.solver.certificate.fixpoints.view import Outlook
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from layerlaw.solver.facts.situation import Deed, Situation
from together import game, table

P, Q, R, H = (a.Identified(id) for id in "PQRH")
IT, SELF, YOU, ME = a.It(), a.Self(), a.You(), a.NamedPlayer("me")
LIGHT, CREATURE = a.Member("colours", "light"), a.Member("types", "creature")
ANY = a.Everything()
NOBODY = a.Both((LIGHT, a.Not(LIGHT)))


def hastes(of: a.Selector) -> list[a.Value]:
    """The number of haste, however several are counted."""
    return [a.KeywordNumber("haste", several, 7, of) for several in ("total", "highest", "lowest")]


VALUES: tuple[a.Value, ...] = (
    a.Number(4),
    a.Read("power", IT),
    a.Read("base power", IT),
    a.Read("power", LIGHT),
    a.Read("power", NOBODY),
    a.Read("cost", a.Both((LIGHT, a.Not(SELF)))),
    *hastes(IT),
    *hastes(LIGHT),
    *hastes(NOBODY),
    a.Count(LIGHT),
    a.Count(a.Both((LIGHT, a.Not(IT)))),
    a.Times(SELF, a.Did("attacked")),
    a.Times(LIGHT, a.Did("attacked")),
    a.Times(ANY, a.Did("attacked", passive=True)),
    a.Times(ANY, a.Did("attacked", whom=LIGHT)),
    a.Times(ANY, a.Did("attacked", passive=True, whom=LIGHT)),
    a.Times(ANY, a.Did("attacked", whom=H)),
    a.Times(ANY, a.Did("attacked", whom=a.Not(LIGHT))),
    a.Times(ANY, a.Did("attacked", whom=IT)),
    a.Times(a.Players(None), a.Did("attacked", passive=True)),
    a.Summary("total", "power", ANY),
    a.Summary("total", "power", LIGHT),
    a.Summary("highest", "power", LIGHT),
    a.Summary("lowest", "power", LIGHT),
    a.Summary("lowest", "power", NOBODY),
    a.Summary("different", "power", ANY),
    a.Summary("different", "power", LIGHT),
    a.Summary("different", "cost", LIGHT),
    a.CountWords("colours", ANY),
    a.CountWords("colours", LIGHT),
    a.CountWords("colours", ANY, ("dark", "fire")),
    a.CountWords("types", LIGHT),
    *(
        a.Arithmetic(a.Read("power", IT), sign, a.Read("cost", Q))
        for sign in ("+", "-", "*", "/", "%")
    ),
    a.Arithmetic(a.Count(LIGHT), "/", a.Number(2)),
    a.Arithmetic(a.Count(LIGHT), "-", a.Number(2)),
)
SELECTORS: tuple[a.Selector, ...] = (
    ANY,
    SELF,
    IT,
    LIGHT,
    a.Noun("glow", LIGHT),
    a.Not(LIGHT),
    a.Both((LIGHT, CREATURE)),
    a.Either((LIGHT, a.HasStatus("frozen"))),
    a.Players(None),
    a.Players(YOU),
    a.Players(a.Opponent()),
    a.Players(a.ControllerOf(Q)),
    a.Players(a.ControllerOf(LIGHT)),
    a.Players(a.OwnerOf(LIGHT)),
    a.Either((LIGHT, a.Players(a.ControllerOf(Q)))),
    a.Both((a.Players(None), a.Controlled(YOU))),
    a.Both((a.Players(None), a.Owned(YOU))),
    a.Both((a.Players(None), a.HasStatus("frozen"))),
    a.Both((a.Players(None), a.Not(a.HasStatus("frozen")))),
    a.Both((a.Players(None), a.Not(a.Players(a.ControllerOf(Q))))),
    a.Named("P"),
    a.Named("Q", part=True),
    a.Named("nothing"),
    a.ChosenName(),
    a.HasStatus("frozen"),
    a.Controlled(YOU),
    a.Controlled(ME),
    a.Controlled(a.Opponent()),
    a.Controlled(a.ControllerOf(Q)),
    a.Controlled(a.OwnerOf(LIGHT)),
    a.Owned(ME),
    a.Owned(a.ControllerOf(Q)),
    a.HasAbility(None),
    a.HasAbility("haste"),
    a.HasAbility("flyer"),
    *(
        a.Compared(a.Read("power", IT), sign, a.Read("cost", IT))
        for sign in ("<", "<=", "=", "!=", ">", ">=")
    ),
    a.Compared(a.Read("power", IT), ">=", a.Read("power", IT)),
    a.Sharing("colours", Q),
    a.Sharing("colours", LIGHT),
    a.Sharing("colours", NOBODY),
    a.Exceeding("colours", Q),
    a.Exceeding("colours", LIGHT),
    a.Exceeding("types", NOBODY),
    a.Bearer(),
    a.Bearing(ANY),
    a.Bearing(LIGHT),
    a.Bearing(Q),
    a.BorneBy(P),
    a.BorneBy(LIGHT),
    a.BorneBy(Q),
    a.Did("attacked"),
    a.Did("attacked", passive=True),
    a.Did("attacked", whom=LIGHT),
    a.Did("attacked", whom=H),
    a.Did("attacked", whom=a.Noun("glow", LIGHT)),
    a.Did("attacked", whom=a.Players(a.ControllerOf(Q))),
    a.Did("blocked", whom=LIGHT),
    a.InZone("grave"),
    a.Both((a.InZone("grave"), LIGHT)),
    a.EnteredThisTurn(),
    a.PrintedToken(),
    a.Both((LIGHT, a.Not(SELF))),
)
CONDITIONS: tuple[a.Condition, ...] = (
    a.Matches(LIGHT, a.HasStatus("frozen")),
    a.Matches(SELF, LIGHT),
    a.Matches(a.Both((LIGHT, a.Not(SELF))), a.HasAbility("haste")),
    a.Matches(NOBODY, LIGHT),
    a.Matches(a.Players(a.ControllerOf(Q)), a.Players(YOU)),
    a.Exists(a.Both((LIGHT, a.Not(SELF)))),
    a.Exists(a.Players(a.ControllerOf(LIGHT))),
    a.Holds(a.Count(LIGHT), ">=", a.Count(a.HasStatus("frozen"))),
    a.TurnOf(YOU),
    a.TurnOf(ME),
    a.TurnOf(a.ControllerOf(Q)),
    a.TurnOf(a.Opponent()),
    a.Negation(a.TurnOf(a.ControllerOf(LIGHT))),
    a.AllOf((a.Exists(LIGHT), a.Exists(a.HasStatus("frozen")))),
    a.AnyOf((a.Exists(LIGHT), a.Exists(a.HasStatus("frozen")))),
)


def situation() -> Situation:
    """P, which bears Q, whose haste counts 2; R is another's; H is hidden, and G in the grave.

    P chose Q's name. Things were done among them, to what is hidden, and to what is new since.
    """
    book = game({"floor": "when read"})
    power = replace(book.characteristics["power"], floor=0)
    sealed = Status("sealed", "C1", hides=True)
    book = replace(
        book,
        characteristics={**book.characteristics, "power": power},
        statuses={**book.statuses, "sealed": sealed},
    )
    cards = {
        "P": "light 3 | blocker | haste | self: power += 1",
        "Q": "dark 2 | blocker | haste | self: power += 1",
        "R": "me light 0 | self: power += 1",
        "H": "light 1",
        "G": "light 1",
    }
    p, q, r, h, g = table(cards, rulebook=book).things
    hasty = tuple(
        replace(one, ability=replace(one.ability, number="2"))
        if one.ability.keyword == "haste"
        else one
        for one in q.card.abilities
    )
    things = (
        replace(p, choice="Q"),
        replace(q, bearer="P", card=replace(q.card, abilities=(*hasty, p.card.abilities[1]))),
        replace(r, fresh=True),
        replace(h, statuses=frozenset(("sealed",))),
        replace(g, zone="grave"),
    )
    deeds = (
        Deed("P", "attacked", "Q", (1, 0)),
        Deed("P", "attacked", "Q", (2, 0)),
        Deed("Q", "attacked", "R", (2, 1)),
        Deed("R", "attacked", "H", (3, 0)),
        Deed("R", "attacked", "P", (3, 1), renewed=frozenset(("P",))),
        Deed("P", "attacked", "me", (4, 0)),
        Deed("Q", "attacked", None, (5, 0)),
        Deed("Q", "blocked", "P", (6, 0)),
    )
    return replace(table(cards, rulebook=book), things=things, deeds=deeds, active="me")


@cache
def seen() -> tuple[SimultaneousReplay, list[ReplayBoard]]:
    """The situation and boards of it with anything on anybody."""
    together = together_of(situation())
    random = Random(5)
    boards = [together.start, *(one for _ in range(4) for one in odd_boards(together, random))]
    names = ("P", "Q", "R", "Zed")
    for board in boards[1::2]:
        for id in "PQR":
            board.put(id, "name", random.choice(names))
    return together, boards


def agree(
    selectors: Sequence[a.Selector], values: Sequence[a.Value], conditions: Sequence[a.Condition]
) -> None:
    """Fail unless each means by formulas what it means on each board, to whoever looks."""
    together, boards = seen()
    effects = together.effects
    coding = Coding(effects)
    coding.called = ("", "P", "Q", "R", "Zed", *effects.table.players)
    unknown = all_unknown(together, coding, boards)
    ids = ("P", "Q", "R", "me")
    bits = {it: effects.table.bits((it,)) for it in ids}
    looks = [
        (effect, it, Outlook(effects.view(effect, together.start), unknown, coding))
        for effect in together.held(together.start)
        if effect.instance
        for it in ids
    ]
    select = [(*one[:2], tree, one[2].select(tree, one[1])) for one in looks for tree in selectors]
    come_to = [(*one[:2], tree, one[2].value(tree, one[1])) for one in looks for tree in values]
    hold = [(*one[:2], tree, one[2].holds(tree, one[1])) for one in looks for tree in conditions]
    worked_out = WorkedOut(unknown.terms)
    for board in boards:
        known = worked_out.where(cell_values(unknown.looked, coding.cells(board)))
        for effect, it, selector, selected in select:
            meant = effects.table.named(effects.view(effect, board).select(selector, bits[it]))
            assert {one for one, now in selected.items() if said(now, known)} == {*meant}, it
        for effect, it, value, number in come_to:
            assert said(number, known) == effects.view(effect, board).value(value, bits[it]), it
        for effect, it, condition, holds in hold:
            right = effects.view(effect, board).holds(condition, bits[it])
            assert bool(said(holds, known)) is right, it


@pytest.mark.parametrize("selector", SELECTORS)
def test_selectors(selector: a.Selector) -> None:
    """Whom each one selects."""
    agree([selector], [], [])


@pytest.mark.parametrize("value", VALUES)
def test_values(value: a.Value) -> None:
    """What each one comes to."""
    agree([], [value], [])


@pytest.mark.parametrize("condition", CONDITIONS)
def test_conditions(condition: a.Condition) -> None:
    """Whether each one holds."""
    agree([], [], [condition])
