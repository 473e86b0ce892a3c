"""Formulas of what resolved or was chosen (players, names, copies), and of what is done between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest
from gathered import chosen_by, every_deed, is_done, is_grounded, row_of
from half_known import Far, WorkedOut, all_unknown, cell_values, said, together_of

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import Characteristic, Rulebook
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.certificate.confirm import Another, another
from layerlaw.solver.certificate.fixpoints import grounds as grounds_module
from layerlaw.solver.certificate.fixpoints.board import Coding
from layerlaw.solver.certificate.fixpoints.grounds import Grounds
from layerlaw.solver.certificate.fixpoints.question import Formulas
from layerlaw.solver.certificate.fixpoints.view import Outlook
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.facts.situation import Deed, ResolvedEffect, Situation
from together import game, table

P, Q, R, IT = a.Identified("P"), a.Identified("Q"), a.Identified("R"), a.It()
CREATURE = a.Member("types", "creature")


# --- what was chosen, and what was recorded --------------------------------------------------


def test_a_name_of_which_the_chosen_one_is_a_part_is_another_one() -> None:
    """P chose the name Quill; who is called Quill Pen is called otherwise."""
    cards = {"P": "1 | self: power += 1", "Q": "1", "R": "1"}
    start = table(cards)
    p, *others = start.things
    together = together_of(replace(start, things=(replace(p, choice="Quill"), *others)))
    [effect] = together.held(together.start)
    coding = Coding(together.effects)
    coding.called = ("", "Quill", "Quill Pen", "R")
    boards = [together.start.fork() for _ in range(3)]
    for board, name in zip(boards, ("Quill", "Quill Pen", "R"), strict=True):
        board.put("Q", "name", name)
    unknown = all_unknown(together, coding, boards)
    outlook = Outlook(together.effects.view(effect, together.start), unknown, coding)
    selected = {
        tree: outlook.select(tree, None) for tree in (a.ChosenName(), a.Named("Quill", True))
    }
    worked_out = WorkedOut(unknown.terms)
    meant = []
    for board in boards:
        known = worked_out.where(cell_values(unknown.looked, coding.cells(board)))
        for tree, formulas in selected.items():
            chosen = {one for one, now in formulas.items() if said(now, known)}
            view = together.effects.view(effect, board)
            assert chosen == {*together.effects.table.named(view.select(tree))}
            meant.append(chosen)
    assert meant == [{"Q"}, {"Q"}, set(), {"Q"}, set(), set()]


def test_a_player_that_was_recorded_for_each_is_that_one() -> None:
    """Whoever controls it by now; of an object for which nobody was recorded it is nobody."""
    recorded = a.RecordedPlayer((("P", "me"), ("Q", "you")))
    ability = a.Ability(
        None, (a.Instruction(CREATURE, (a.SetPlayer("controller", recorded),)),), None
    )
    start = table({"P": "1", "Q": "me 1", "R": "me 1"})
    things = (*start.things, replace(start.things[0], id="S", zone="grave", card=Card("S", {}, {})))
    effect = ResolvedEffect("S", "S", "you", ability, (9, 0), 0, (), (("P", "Q", "R"),))
    situation = replace(start, things=things, effects=(effect,))
    Far(situation, 3).agree()
    facts = derive(situation).facts
    assert [facts.final[id, "controller"] for id in "PQR"] == ["me", "you", "me"]
    assert Certificate(facts).check().ok


def copying(copies: tuple[Card | None, ...]) -> Situation:
    """S has made P a copy of what was recorded, and then Q of another one; R looks at both."""
    instructions = tuple(a.Instruction(one, (a.CopyOf(R),)) for one in (P, Q))
    start = table(
        {"P": "1", "Q": "me 1", "R": "dark 1 | self: power += number of creatures named Zed"}
    )
    things = (*start.things, replace(start.things[0], id="S", zone="grave", card=Card("S", {}, {})))
    effect = ResolvedEffect(
        "S",
        "S",
        "you",
        a.Ability(None, instructions),
        (9, 0),
        0,
        (),
        (("P",), ("Q",)),
        copies=copies,
    )
    return replace(start, things=things, effects=(effect,))


ZED = Card("Zed", {"types": ("creature",), "colours": ("fire",)}, {"power": 4})


@pytest.mark.parametrize(
    ("copies", "names", "power"),
    [
        ((ZED, ZED), ["Zed", "Zed"], 3),
        ((ZED, None), ["Zed", "Q"], 2),
        ((None, ZED), ["P", "Zed"], 2),
        ((ZED,), ["Zed", "Q"], 2),
        ((), ["P", "Q"], 1),
    ],
)
def test_what_resolved_copies_what_was_recorded(
    copies: tuple[Card | None, ...], names: list[str], power: int
) -> None:
    """The first one for its first `copy of`; where nothing was recorded it copies nothing."""
    situation = copying(copies)
    Far(situation, 5).agree()
    facts = derive(situation).facts
    assert [facts.final[id, "name"] for id in "PQ"] == names
    assert facts.final["R", "power"] == power
    assert Certificate(facts).check().ok


def with_counter_first() -> Rulebook:
    """The game, with counters before all other characteristics."""
    book = game()
    damage = Characteristic("damage", "number", counter=True)
    return replace(book, characteristics={"damage": damage, **book.characteristics})


def test_a_copy_has_all_but_counters() -> None:
    """Whichever stands first in the rulebook."""
    cards = {"P": "1", "Q": "light 3", "R": "relic | P: copy of Q as long as Q has haste"}
    situation = table(cards, {"S": "Q: gain haste"}, with_counter_first())
    Far(situation, 2).agree()
    facts = derive(situation).facts
    assert (facts.final["P", "power"], facts.final["P", "colours"]) == (3, ("light",))
    assert Certificate(facts).check().ok


@pytest.mark.parametrize(("least", "there"), [(-1, False), (0, False), (1, True)])
def test_at_least_nothing_makes_no_number(least: int, there: bool) -> None:
    """Who has none gets one where it has to be more than nothing."""
    situation = table({"P": "1", "Q": ""}, {"S": f"Q: power at least {least}"})
    Far(situation, 4).agree()
    facts = derive(situation).facts
    assert facts.final["Q", "power"] == (least if there else None)
    assert Certificate(facts).check().ok


@pytest.mark.parametrize(("given", "has"), [("haste", True), ("flyer", False)])
def test_all_but_one_are_barred(given: str, has: bool) -> None:
    """Where loss bars: who has lost all abilities but haste can get haste, and no other one."""
    all_but = a.Ability(None, (a.Instruction(Q, (a.LoseAll(("haste",)),)),))
    start = table(
        {"P": "1", "Q": "blocker 1"},
        {"S": "Q: lose blocker", "T": f"Q: gain {given}"},
        game({"loss": "bar", "same step": "newest last"}),
    )
    first, second = start.effects
    situation = replace(start, effects=(replace(first, ability=all_but), second))
    Far(situation, 4).agree()
    facts = derive(situation).facts
    assert facts.final["Q", "abilities"] == ((f"{given} from T",) if has else ())
    assert Certificate(facts).check().ok


@pytest.mark.parametrize(
    ("barred", "given", "has"),
    [("frozen", "frozen", False), ("frozen", "silenced", True), ("silenced", "frozen", True)],
)
@pytest.mark.parametrize("order", ["newest last", "oldest last"])
def test_what_cannot_be_so_is_not_made_so(barred: str, given: str, has: bool, order: str) -> None:
    """Q can't, for what comes behind the bar in its step; P can. R looks at whom it is done to."""
    cards = {"P": "1", "Q": "1", "R": f"relic | {given} creatures: power += 1"}
    book = game({"same step": order})
    bars = tuple(f"can't be {one}" for one in book.statuses)
    layers = [
        replace(one, does=(*one.does, *bars)) if one.id == "states" else one for one in book.layers
    ]
    book = replace(book, layers=tuple(layers))
    spells = {"S": f"Q: can't be {barred}", "T": f"creatures: {given}"}
    situation = table(cards, dict([*spells.items()][:: 1 if order == "newest last" else -1]), book)
    Far(situation, 4).agree()
    facts = derive(situation).facts
    assert (facts.final["P", given], facts.final["Q", given]) == (True, has)
    assert (facts.final["P", "power"], facts.final["Q", "power"]) == (2, 1 + has)
    assert Certificate(facts).check().ok


@pytest.mark.parametrize(
    ("whom", "times"),
    [
        (a.Member("colours", "light"), 2),
        (a.Both((a.Member("colours", "light"), a.InZone("grave"))), 1),
        (a.Self(), 1),
        (R, 1),
        (a.Identified("G"), 1),
        (a.Noun("glow", a.Member("colours", "light")), 2),
    ],
)
def test_what_it_was_done_to_may_have_left(whom: a.Selector, times: int) -> None:
    """Q has attacked G, which is light and in the grave by now, R, which is light, and P."""
    start = table({"P": "1", "Q": "1", "R": "light 1", "G": "light 1"})
    counted = a.Times(CREATURE, a.Did("attacked", whom=whom))
    grows = a.Ability(None, (a.Instruction(a.Self(), (a.ChangeNumber("power", "+", counted),)),))
    p, q, r, g = start.things
    p = replace(p, card=replace(p.card, abilities=(PrintedAbility("has", grows),)))
    deeds = tuple(Deed("Q", "attacked", id, (at, 0)) for at, id in enumerate("GRP", 1))
    things = (p, q, r, replace(g, zone="grave"))
    situation = replace(start, things=things, deeds=deeds)
    Far(situation, 4).agree()
    facts = derive(situation).facts
    assert facts.final["P", "power"] == 1 + times
    assert Certificate(facts).check().ok


# --- what is done on some board between ------------------------------------------------------

BETWEEN: Mapping[str, Mapping[str, str]] = {
    "a word that is given and taken": {
        "P": "1 | self: colours += colours of Q",
        "Q": "dark 2",
        "R": "relic | Q: colours += light as long as P is dark"
        " | Q: colours -= light as long as P is dark",
    },
    "a word that is taken and given": {
        "P": "1 | self: colours += colours of Q",
        "Q": "dark light 2",
        "R": "relic | Q: colours -= light as long as P is dark"
        " | Q: colours += light as long as P is dark",
    },
    "another original": {
        "P": "relic",
        "Q": "dark 2",
        "R": "fire 3",
        "S": "relic | P: copy of the dark creatures | Q: colours += fire as long as P is named Q",
    },
    "an original that comes to be one": {
        "P": "relic",
        "Q": "dark 2",
        "R": "relic | P: copy of fire creatures | Q: colours += fire",
    },
    "who is meant hangs on the copy": {
        "P": "relic",
        "Q": "dark 2",
        "R": "relic | P: copy of fire creatures | Q: colours += fire as long as P is named Q",
    },
    "before and behind it others are certain": {
        "P": "blocker 1 | (creatures without flyer) or (dark creatures): frozen",
        "Q": "relic | P: colours += dark as long as P is frozen"
        " | P: gain flyer as long as P is frozen",
        "R": "relic | P: controller := me | P: power += 1",
    },
    "behind it others are certain": {
        "P": "blocker 1 | (creatures without flyer) or (dark creatures): frozen",
        "Q": "relic | P: colours += dark as long as P is frozen"
        " | P: gain flyer as long as P is frozen",
        "R": "relic | P: power += 1",
    },
    "before it others are certain": {
        "P": "blocker 1 | (creatures without flyer) or (dark creatures): frozen",
        "Q": "relic | P: colours += dark as long as P is frozen"
        " | P: gain flyer as long as P is frozen",
        "R": "relic | P: controller := me",
    },
}


@pytest.mark.parametrize("order", ["newest last", "oldest last"])
@pytest.mark.parametrize("name", BETWEEN)
def test_deeds_that_are_not_done_on_every_board_between(name: str, order: str) -> None:
    """By formulas as by the replay; then those that are gathered are gathered by a look at all."""
    together = together_of(table(BETWEEN[name], {}, game({"same step": order})))
    formulas = Formulas(together)
    points: list[ReplayBoard] = []
    while (found := another(formulas.question(points))).outcome == "one":
        points.append(formulas.board(found.point))
    for point in points:
        grounds = Grounds(together, formulas.coding, point)
        deeds = grounds.deeds
        asked = [(deed, grounds._is_done(*deed)) for deed in every_deed(deeds)]
        worked_out = WorkedOut(grounds.terms)
        for way in product((False, True), repeat=len(asked)):
            chosen = chosen_by(deeds, way)
            known = worked_out.where(
                {str(grounds.unknown[deed]): deed in chosen for deed, _ in asked}
            )
            board = deeds.board(row_of(deeds, chosen))
            for deed, formula in asked:
                assert bool(said(formula, known)) is is_done(deeds, deed, board)
        assert grounds.gather().complete is is_grounded(grounds)


def test_who_is_grounded_is_unknown_where_z3_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither confirmed nor refused, and the reason is told."""
    facts = derive(table(BETWEEN["behind it others are certain"], {}, game())).facts
    assert Certificate(facts).check().ok
    monkeypatch.setattr(grounds_module, "another", lambda _: Another("unknown: timeout", {}, ()))
    verdict = Certificate(facts).check()
    assert verdict.outcome == "unknown"
    told = "unknown: whether a state holds itself up is not known: timeout"
    assert told in {one.outcome for one in verdict.checked}
