"""Small facts of the checker that survivors showed: each true of one function by itself."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.events import Place
from layerlaw.solver import derive
from layerlaw.solver.certificate import STRUCTURE, certificate_of
from layerlaw.solver.certificate.axioms import axioms_of
from layerlaw.solver.certificate.history.reading import _as_they_read, printed_as
from layerlaw.solver.certificate.replay.alike import same_but_for_itself, same_for_all
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.spoken import misread
from layerlaw.solver.certificate.verdict import STRUCTURE_SAYS, says
from layerlaw.solver.facts.situation import Situation
from situations import CREATURES, answer, line, plus, resolved, rulebook, thing
from together import table

if TYPE_CHECKING:
    from layerlaw.solver.certificate.history.states import ReplayedState

OTHERS = a.Not(a.Self())


def test_a_layer_that_there_is_not_is_named() -> None:
    """By the axioms themselves, wherever it stands."""
    true = answer(rulebook(), thing("A", line(CREATURES, plus(1)), power=1)).facts
    assert [one.breach() for one in axioms_of(true) if not one.holds()] == []
    for place in range(len(true.layers)):
        layers = list(true.layers)
        layers[place] = replace(layers[place], layer="seventh")
        wrong = [one for one in axioms_of(replace(true, layers=tuple(layers))) if not one.holds()]
        assert (STRUCTURE, "there is no layer 'seventh'") in [
            (one.clause, one.breach()) for one in wrong
        ]


def test_a_clause_says_what_the_rulebook_says() -> None:
    """What any record must be like says no rulebook; what is no clause says nothing."""
    book = rulebook()
    assert says(book, STRUCTURE) == STRUCTURE_SAYS
    assert says(book, "C1") == "All of it."
    assert says(book, "C2") == ""


def test_what_is_written_and_taken_back_is_another_version_of_a_board() -> None:
    """What is written again as it stands there is not."""
    board = ReplayBoard({"A": 0, "B": 1})
    versions = [board.version]
    for number in (1, 1, 2):
        board.put("A", "power", number)
        versions.append(board.version)
    assert versions[0] < versions[1] == versions[2] < versions[3]
    board.begin()
    board.put("B", "power", 2)
    written = board.version
    board.rollback()
    assert versions[3] < written < board.version


def test_words_that_are_the_same_for_all() -> None:
    """Those that ask nothing of who has the ability, wherever they stand."""
    one = a.ChangeNumber("power", "+", a.Number(1))
    grow = line(a.Both((CREATURES, a.Noun("glow", a.HasStatus("tapped")))), one)
    assert same_for_all(grow)
    assert same_for_all((grow, "power", 1))
    for selector in (a.Self(), a.Bearer(), a.Not(a.Both((CREATURES, a.Self())))):
        assert not same_for_all(line(selector, one))
        assert not same_for_all((grow, selector))


def test_what_does_the_same_but_that_it_passes_by_its_source() -> None:
    """Somewhere it says "other", and nothing else that asks who has it."""
    one = a.ChangeNumber("power", "+", a.Number(1))
    others = a.Both((CREATURES, OTHERS))
    assert same_but_for_itself(line(others, one))
    assert same_but_for_itself(line(OTHERS, one))
    assert not same_but_for_itself(line(CREATURES, one))
    assert not same_but_for_itself(line(a.Both((a.Controlled(a.You()), OTHERS)), one))
    said = replace(line(others, one), condition=a.Exists(a.Self()))
    assert not same_but_for_itself(said)


def test_a_number_of_the_front_face_is_on_the_board() -> None:
    """Where the rulebook says so, of what has nothing else that is not printed on it."""
    book = replace(rulebook(), front_numbers=("cost",))
    front = Card("Front", {}, {"cost": 5})
    turned = replace(thing("A", cost=3), front=front)
    found = answer(book, turned, thing("B", cost=3))
    assert [found.value(id, "cost") for id in "AB"] == [5, 3]
    assert certificate_of(found).check().ok


@pytest.mark.parametrize("name", ["Bob", "Ann-Lee", "@Ann", "Ann Lee"])
def test_a_player_in_a_text_without_any_object_is_known(name: str) -> None:
    """By the first word of the name; the text means that player and no other."""
    true = table({"P": "light 3"})
    things = (replace(true.things[0], owner=name, controller=name),)
    facts = derive(replace(true, players=(name, "me"), things=things)).facts
    words = vocabulary(facts.situation.rulebook).with_names((name, "me"), ())
    text, wrong = (f'creatures controlled by "{one}": power += 1' for one in (name, "me"))
    assert list(misread(replace(facts, texts={text: parse_ability(text, words)}))) == []
    assert list(misread(replace(facts, texts={text: parse_ability(wrong, words)}))) == [text]


@pytest.mark.parametrize("test", ["removal", "action", "result"])
def test_what_resolved_goes_on_whoever_disables_its_source(test: str) -> None:
    """It depends on nobody who would do that; what its source has does."""
    shown = a.SetStatus("tapped")
    things = (
        thing("A", line(a.Identified("C"), shown)),
        thing("B", line(a.Identified("A"), a.SetStatus("disabled"))),
        thing("C"),
    )
    made = resolved("A.used", "A", line(a.Identified("B"), shown), at=0)
    found = answer(rulebook({"test": test}), *things, effects=(made,))
    assert [found.value(id, "tapped") for id in "ABC"] == [False, True, False]
    assert certificate_of(found).check().ok
    [states] = [one for one in found.facts.layers if one.layer == "states"]
    told = {edge.effect for graph in states.graphs for edge in graph.found}
    assert len(told) == 1 and "A.used" not in told


def test_the_rules_are_meant_where_they_are_named() -> None:
    """Alone or beside others, and by no word for objects."""
    table = ReplayTable(answer(rulebook(), thing("A")).situation)
    view = View(table, ReplayBoard(table.index))
    rules = a.Identified("rules")
    assert view.select(rules) == table.rules_bit
    assert view.select(a.Either((rules, a.Everything()))) == table.rules_bit | table.bits(("A",))
    assert view.select(a.Everything()) == table.bits(("A",))
    assert not view.pool(a.Everything()) & table.rules_bit


def test_what_is_printed_on_it_is_read_where_it_stands_by_now() -> None:
    """At another place, where it is a copy by now: in the words of that, not as what stands here.

    What it has not at all is not read; what another thing gives it as well is as printed.
    """
    dash, leap, hide = (
        PrintedAbility("activates", line(CREATURES, plus(number))) for number in (1, 2, 3)
    )
    said = PrintedAbility("activates", line(a.Self(), plus(2)))
    first = ReplayInstance(dash.ability, 0, 0, None, static=False, used=dash)
    before = ReplayInstance(leap.ability, 0, 1, None, static=False, used=leap)
    second = replace(before, ability=said.ability, used=said, text_of=before)
    given = ReplayInstance(hide.ability, 0, 0, "B.1", static=False)
    state = cast("ReplayedState", SimpleNamespace(held=lambda _: (first, second, given)))
    assert _as_they_read(state, "A", [(0, leap)]) == [(0, said)]
    assert _as_they_read(state, "A", [(0, dash), (1, leap)]) == [(0, dash), (1, said)]
    assert _as_they_read(state, "A", [(2, hide), (3, said)]) == [(2, hide), (3, said)]
    assert _as_they_read(state, "A", [(0, replace(dash, ability=line(a.Self(), plus(3))))]) == []


def test_where_things_lie_and_whose_they_are() -> None:
    """Each on one level, and of one owner, the first of them too; players are their own."""
    things = (
        replace(thing("A", owner="me"), place=Place((1,), "deep")),
        replace(thing("B"), place=Place((1,), "surface")),
        replace(thing("C"), place=Place((2,), "void")),
        thing("D"),
    )
    table = ReplayTable(Situation(rulebook(), ("you", "me"), things, (), None))
    assert {level: table.named(held) for level, held in table.levels.items()} == {
        "surface": ("B",),
        "deep": ("A",),
        "void": ("C",),
    }
    assert {owner: table.named(held) for owner, held in table.owned.items()} == {
        "me": ("A", "me"),
        "you": ("B", "C", "D", "you"),
        "": ("rules",),
    }


@pytest.mark.parametrize("counts", POLICIES["granted timestamp"])
def test_what_players_are_given_is_as_old_as_the_rulebook_says(counts: str) -> None:
    """A player is older than everything else."""
    given = line(CREATURES, plus(1))
    things = (
        thing("A", line(CREATURES, a.SetNumber("power", a.Number(4))), power=1),
        thing("B", line(a.Players(a.You()), a.Gain(given))),
    )
    found = answer(rulebook({"granted timestamp": counts}), *things)
    assert certificate_of(found).check().ok
    [stamp] = [one.timestamp for one in found.facts.effects if one.source == "you"]
    late = counts != "holder"
    assert (stamp, found.value("A", "power")) == (((2, 0), 5) if late else ((0, 0), 4))


def test_an_ability_counts_as_many_places_later_as_was_chosen() -> None:
    """Among those of all uses."""
    one = line(CREATURES, plus(1))
    first = PrintedAbility("activates", one, shift=2)
    second = PrintedAbility("has", one)
    third = PrintedAbility("activates", one, shift=-2)
    card = Card("Three", {}, {}, (first, second, third))
    assert printed_as(card, "activates") == [(2, first), (0, third)]
    assert printed_as(card, "has", "activates") == [(2, first), (1, second), (0, third)]
