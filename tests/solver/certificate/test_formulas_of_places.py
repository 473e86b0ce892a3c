"""Formulas about places where it is open what is ground and what is wet, board by board.

On every board that what is open can come to they say what the replay says of that board.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from half_known import WorkedOut, all_unknown, cell_values, said, together_of

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.space import Space
from layerlaw.model.scenarios.events import Place
from layerlaw.solver.certificate.fixpoints.board import Coding
from layerlaw.solver.certificate.fixpoints.view import Outlook
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from layerlaw.solver.facts.situation import Situation, Thing
from oracle.small_rulebook import simultaneous_rulebook
from oracle.words import RELATIONS

BOOK = simultaneous_rulebook()
WATCHES = PrintedAbility("has", a.Ability(None, (a.Instruction(a.Self(), ()),)))


def standing(id: str, place: Place | None, zone: str = "realm", *types: str) -> Thing:
    """Something at a place, with an effect that does nothing but look."""
    owner = "me" if id.islower() else "you"
    card = Card(id, {"types": types or ("minion",), "subtypes": ()}, {"power": 1}, (WATCHES,))
    return Thing(id, card, owner, owner, zone, place, None, (1, 0), {})


WHOLE = (
    standing("S", Place((8,)), "realm", "site"),
    standing("T", Place((7,)), "realm", "site"),
    standing("A", Place((8,))),
    standing("b", Place((8,), "deep")),
    standing("C", Place((7, 8))),
    standing("D", Place((7,), "void")),
    standing("E", Place((13,), "void")),
    standing("f", Place((13, 7), "deep")),
    standing("G", None),
    standing("H", Place((8,)), "hand"),
)
PARTLY = (
    *WHOLE[:4],
    standing("P", Place((7, 8), "surface", (8,))),
    standing("q", Place((8, 13, 14), "surface", (13, 14))),
    *WHOLE[5:8],
)


GROUNDLESS = replace(BOOK, space=Space(5, 4))
PLACELESS = replace(BOOK, space=None)


class Watched:
    """Boards on which any two are ground or not, wet or not, and formulas that leave it open."""

    def __init__(self, things: tuple[Thing, ...], book: Rulebook) -> None:
        situation = Situation(book, ("you", "me"), things, ())
        self.together: SimultaneousReplay = together_of(situation)
        self.coding = Coding(self.together.effects)
        self.boards = [*self._boards([one.id for one in things])]
        known = [one for one in self.together.held(self.together.start) if one.instance]
        by_source = {one.source: one for one in known}
        self.sources = [by_source[one.id] for one in things]
        self.cells = [self.coding.cells(board) for board in self.boards]

    def _boards(self, ids: list[str]) -> list[ReplayBoard]:
        made = []
        for number, (first, other) in enumerate(product(ids, repeat=2)):
            board = self.together.start.fork()
            for id, water in ((first, (-1, 0, None, 1)[number % 4]), (other, 2)):
                types = board.words(id, "types")
                board.put(id, "types", types ^ {"site"})
                board.put(id, "water", water)
            made.append(board)
        return made

    def agree(self, selectors: list[a.Selector]) -> None:
        """Fail unless each effect sees by formulas what it sees on each of the boards.

        Also of what it would not choose among: a condition asks of whatever it names.
        """
        effects = self.together.effects
        things = [thing.id for thing in effects.table.situation.things]
        unknown = all_unknown(self.together, self.coding, self.boards)
        asked = []
        for effect in self.sources:
            outlook = Outlook(effects.view(effect, self.together.start), unknown, self.coding)
            for one in selectors:
                matching = {id: outlook.matches(id, one, None) for id in things}
                asked.append((effect, one, outlook.select(one, None), matching))
        worked_out = WorkedOut(unknown.terms)
        for board, cells in zip(self.boards, self.cells, strict=True):
            known = worked_out.where(cell_values(unknown.looked, cells))
            for effect, selector, selected, matching in asked:
                view = effects.view(effect, board)
                right = effects.table.named(view.select(selector))
                assert {one for one, it in selected.items() if said(it, known)} == {*right}
                right = effects.table.named(view.matching(effects.table.bits(things), selector, 0))
                assert {one for one, it in matching.items() if said(it, known)} == {*right}


@cache
def watched(where: str) -> Watched:
    """The boards of one of these sets of things."""
    match where:
        case "whole":
            return Watched(WHOLE, BOOK)
        case "partly in the void":
            return Watched(PARTLY, BOOK)
        case "no ground":
            level = [one for one in WHOLE if one.place is None or one.place.level == "surface"]
            return Watched((*level,), GROUNDLESS)
        case _:
            return Watched(tuple(replace(one, place=None) for one in WHOLE[:4]), PLACELESS)


WHERE = ("whole", "partly in the void", "no ground", "no places")


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("relation", RELATIONS)
def test_what_stands_in_a_relation(relation: a.Relation, where: str) -> None:
    """To any object, also to one that has no place or is not in play."""
    watched(where).agree([a.Placed(relation, a.Self())])


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("region", ["surface", "void", "underwater", "underground", "nowhere"])
def test_what_is_in_a_region(region: str, where: str) -> None:
    """Ground is on every level of its square; what is above it is on its own."""
    watched(where).agree([a.InRegion(region)])


GROUND = a.Member("types", "site")


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("through", [GROUND, a.Not(GROUND), a.Both((GROUND, a.Owned(a.You())))])
def test_what_hangs_together(through: a.Selector, where: str) -> None:
    """Through ground, through all that is no ground, or through ground of one's own."""
    watched(where).agree([a.Connected(a.Self(), through)])
