"""What was done in early layers is taken back with the ability: every case of what is, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from comparing import assert_same, plain_marks
from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Layer, Rule, Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.board.columns import Board
from layerlaw.solver.board.kinds import LayerNumber
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.effects.effects import Effects
from layerlaw.solver.effects.parts import Observation, Part
from layerlaw.solver.layers.carried import may_bring_about_taking
from layerlaw.solver.layers.observe import Observer
from layerlaw.solver.play.solve import solve
from oracle.build import card, play, scenario, text
from oracle.small_rulebook import CLAUSE, DOCUMENT_LAYERS, MINION, rule, small_rulebook

Z, A, H = (a.Identified(id) for id in "ZAH")
ANIMATE = a.Animate("minion", "types")
UNTAPPED = a.CantBeStatus("tapped")
FIXED = a.CantBeModified()
TAKE = a.SetPlayer("controller", a.You())
Shape = Mapping[str, tuple[str, ...]]
"""What some of the document's layers do, and further early ones, which come before layer 2."""

TAKEN_EARLY: Shape = {"0b": ("silenced", "disabled"), "2": ("tapped",)}
MARKED_EARLY: Shape = {"0b": ("permissions",), "9": ("change life",)}


def game(shape: Shape | None = None, **policies: str) -> Rulebook:
    """The small game without places between layers, in this shape."""
    moved = dict(shape or {})
    layers: list[Layer] = []
    for one in DOCUMENT_LAYERS:
        if one.id == "2":
            new = [id for id in moved if all(id != each.id for each in DOCUMENT_LAYERS)]
            layers += [Layer(id, f"early {id}", CLAUSE, moved[id], early=True) for id in new]
        layers.append(replace(one, does=moved.get(one.id, one.does)))
    named = {name.replace("_", " "): value for name, value in policies.items()}
    return replace(small_rulebook(named), layers=tuple(layers))


def line(who: a.Selector, *does: a.Operation) -> a.Ability:
    """One instruction."""
    return text((who, does))


def board(
    has: Mapping[str, a.Ability | None], book: Rulebook, types: Mapping[str, str] | None = None
) -> Scenario:
    """Cards with these abilities, one after another; minions unless said otherwise."""
    known = types or {}
    cards = [
        card(id, *([] if does is None else [does]), types=(known.get(id, "minion"),), power=1)
        for id, does in has.items()
    ]
    return scenario(book, [play(one, one.name, None) for one in cards])


def found(one: Scenario) -> Answer:
    """The answer; the oracle has the same, and the certificate confirms it."""
    answer = assert_same(one)
    assert answer is not None
    assert certificate_of(answer).check().ok
    return answer


def types_of_z(answer: Answer) -> set[object]:
    """Which types Z is of."""
    told = answer.value("Z", "types")
    assert isinstance(told, tuple)
    return {*told}


# --- when ------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", ["silenced", "disabled"])
@pytest.mark.parametrize("test", ["none", "action", "result"])
def test_what_an_early_layer_ends_is_taken_back_by_whatever_is_written_next(
    ends: str, test: str
) -> None:
    """A animates Z, and B ends A in an early layer too; T writes, and takes no ability.

    docs/definition.md, "Early layers": after each part written in another layer. Nothing is
    written before types are settled without T, and so Z stays animated.
    """
    has: dict[str, a.Ability | None] = {
        "Z": None,
        "A": line(Z, ANIMATE),
        "B": line(A, a.SetStatus(ends)),
        "H": None,
    }
    book, artifact = game(TAKEN_EARLY, test=test), {"Z": "artifact"}
    assert types_of_z(found(board(has, book, artifact))) == {"artifact", "minion"}
    has["T"] = line(H, TAKE)
    assert types_of_z(found(board(has, book, artifact))) == {"artifact"}


def test_what_selects_nothing_is_written_too() -> None:
    """A animates Z, and B ends A, both early; T would take monsters, of which there are none."""
    has = {
        "Z": None,
        "A": line(Z, ANIMATE),
        "B": line(A, a.SetStatus("silenced")),
        "T": line(a.Member("subtypes", "monster"), TAKE),
    }
    drawn = board(has, game(TAKEN_EARLY), {"Z": "artifact"})
    assert types_of_z(found(drawn)) == {"artifact"}


@pytest.mark.parametrize("graph", ["once", "each step"])
@pytest.mark.parametrize("test", ["action", "result"])
def test_who_asks_for_what_is_to_be_taken_back_waits(test: str, graph: str) -> None:
    """A has animated Z, and B has ended A early: T's writing takes Z out of what X selects.

    So X depends on T, though T takes no ability and writes nothing that X reads.
    """
    has = {
        "Z": None,
        "A": line(Z, ANIMATE),
        "B": line(A, a.SetStatus("silenced")),
        "H": None,
        "X": line(a.Both((MINION, Z)), TAKE),
        "T": line(H, TAKE),
    }
    book = game(TAKEN_EARLY, test=test, graph=graph)
    answer = found(board(has, book, {"Z": "artifact"}))
    [control] = [record for record in answer.layers if record.layer == "3"]
    if test == "action":
        assert [turn.effect for turn in control.turns] == ["T.1", "X.1"]
    assert types_of_z(answer) == {"artifact"}


def test_orders_know_what_is_to_be_taken_back() -> None:
    """Without dependencies it matters whether X or T goes first, who write of different objects.

    With X first Z is tapped, as the minion that it still is.
    """
    has = {
        "Z": None,
        "A": line(Z, ANIMATE),
        "B": line(A, a.SetStatus("silenced")),
        "H": None,
        "X": line(a.Both((MINION, Z)), a.SetStatus("tapped")),
        "T": line(H, a.SetStatus("tapped")),
    }
    drawn = board(has, game(TAKEN_EARLY, test="none"), {"Z": "artifact"})
    verdict = order_matters(found(drawn).situation, "all")
    assert verdict.exact and verdict.complete
    assert verdict.matters and verdict.outcomes == 2


@pytest.mark.parametrize("shape", [{}, {"4": ("change types", "change abilities"), "5": ()}])
def test_once_the_document_gives_types_they_stay(shape: Shape) -> None:
    """B takes A's ability in the layer of types, or behind it: Z was animated in its own time."""
    has = {"Z": None, "A": line(Z, ANIMATE), "B": line(A, a.LoseAll())}
    answer = found(board(has, game(shape), {"Z": "artifact"}))
    assert types_of_z(answer) == {"artifact", "minion"}


@pytest.mark.parametrize(("also", "power"), [((), 2), ((a.SetStatus("tapped"),), 1)])
def test_what_has_begun_in_a_later_layer_keeps_its_early_work(
    also: Sequence[a.Operation], power: int
) -> None:
    """A fixes Z; once A has tapped H, losing its ability in layer 5 ends nothing (SORC-SELF-1)."""
    fixing = text((Z, [FIXED]), *([(H, also)] if also else []))
    has = {
        "Z": None,
        "H": None,
        "A": fixing,
        "B": line(A, a.LoseAll()),
        "T": line(Z, a.ChangeNumber("power", "+", a.Number(1))),
    }
    assert found(board(has, game())).value("Z", "power") == power


# --- whose -----------------------------------------------------------------------------------


def test_the_first_of_all_abilities_is_one_like_any_other() -> None:
    """A enters first, and no rule of the game has an ability before it."""
    has = {"A": line(Z, ANIMATE), "Z": None, "B": line(A, a.SetStatus("silenced"))}
    book = replace(game(), rules=())
    assert types_of_z(found(board(has, book, {"Z": "artifact"}))) == {"artifact"}


def test_what_resolved_needs_no_ability() -> None:
    """What a spell animated stays so, whoever loses an ability."""
    drawn = board({"Z": None, "A": line(H, TAKE)}, game(), {"Z": "artifact"})
    spell = play(card("S", line(Z, ANIMATE), types=("magic",), use="resolves"), "S", None)
    silence = play(card("B", line(A, a.SetStatus("silenced"))), "B", None)
    later = replace(drawn, play=(*drawn.play, spell, silence))
    assert types_of_z(found(later)) == {"artifact", "minion"}


def test_whose_ability_is_there_keeps_its_early_work() -> None:
    """A, the first of all objects, animates Z; what B silences is H."""
    has = {"A": line(Z, ANIMATE), "Z": None, "H": None, "B": line(H, a.SetStatus("silenced"))}
    assert types_of_z(found(board(has, game(), {"Z": "artifact"}))) == {"artifact", "minion"}


# --- what ------------------------------------------------------------------------------------


def test_a_type_that_was_there_before_another_was_given_stays() -> None:
    """C makes Z, a minion, an aura; then A makes it the minion that it is, and ends."""
    has = {
        "Z": None,
        "C": line(Z, a.Animate("aura", "types")),
        "A": line(Z, ANIMATE),
        "B": line(A, a.SetStatus("silenced")),
    }
    assert types_of_z(found(board(has, game()))) == {"minion", "aura"}


@pytest.mark.parametrize("first", ["animate", "can't be tapped"])
def test_what_was_done_in_several_early_layers_is_taken_back_from_all(first: str) -> None:
    """A animates Z in one early layer, and bars its tapping in another; then B ends A.

    Every order of the turns leads there, H's taking of Z too, in the last layer that is asked.
    """
    words = ("animate",), ("tapped",)
    if first != "animate":
        words = words[1], words[0]
    shape = {"0": words[0], "0b": (*words[1], "can't be modified"), "2": ("silenced",)}
    shape["3"] = ("change controller", "disabled")
    has = {
        "Z": None,
        "A": line(Z, ANIMATE, UNTAPPED),
        "B": line(A, a.SetStatus("silenced")),
        "H": line(Z, TAKE),
    }
    answer = found(board(has, game(shape), {"Z": "artifact"}))
    assert types_of_z(answer) == {"artifact"}
    assert not order_matters(answer.situation, "all").matters


def test_marks_of_every_kind_are_taken_back_and_those_of_others_stay() -> None:
    """A and C say the same of what Z may do, and where it goes; A ends, in an early layer."""
    marks = line(
        Z,
        a.Permission(False, "attack"),
        a.Ignore("attack", MINION),
        a.Redirect("banished", "cemetery"),
    )
    has = {"Z": None, "A": marks, "C": marks, "B": line(A, a.SetStatus("silenced"))}
    answer = found(board(has, game(MARKED_EARLY)))
    marks_of_z = [*plain_marks(answer, "Z")]
    assert [mark[-1] for mark in marks_of_z] == ["C.1"] * 3


@pytest.mark.parametrize(("layer", "test"), [("10", "action"), ("2", "result")])
def test_of_bars_those_of_others_stay(layer: str, test: str) -> None:
    """A keeps Z from being tapped and C keeps H from it, early; A ends; then all are tapped."""
    has = {
        "Z": None,
        "H": None,
        "A": line(Z, UNTAPPED),
        "C": line(H, UNTAPPED),
        "B": line(A, a.SetStatus("silenced")),
    }
    book = game({"0b": ("tapped",), "2": ("silenced",)}, test=test)
    taps = Rule("all tapped", rule(MINION, a.SetStatus("tapped"), layer=layer), CLAUSE)
    answer = found(board(has, replace(book, rules=(*book.rules, taps))))
    assert [answer.value(id, "tapped") for id in "ZH"] == [True, False]


def test_a_type_that_another_one_gave_is_not_the_one_that_goes() -> None:
    """A animates Z and ends; C, which makes H an aura, does not."""
    has = {
        "Z": None,
        "H": None,
        "C": line(H, a.Animate("aura", "types")),
        "A": line(Z, ANIMATE),
        "B": line(A, a.SetStatus("silenced")),
    }
    answer = found(board(has, game(), {"Z": "artifact"}))
    assert types_of_z(answer) == {"artifact"}
    assert answer.value("H", "types") == ("aura", "minion")


def test_a_type_that_nobody_has_is_taken_back_too() -> None:
    """A makes Z a site, and is silenced in layer 2."""
    has = {
        "Z": None,
        "A": line(Z, a.Animate("site", "types")),
        "B": line(A, a.SetStatus("silenced")),
    }
    assert types_of_z(found(board(has, game(), {"Z": "artifact"}))) == {"artifact"}


def test_early_work_goes_though_its_effect_alone_took_abilities_early() -> None:
    """A animates Z and disables H, in one early layer; then B takes all abilities of A."""
    has = {
        "Z": None,
        "H": None,
        "A": text((Z, [ANIMATE]), (H, [a.SetStatus("disabled")])),
        "B": line(A, a.SetStatus("silenced")),
    }
    shape = {"0": ("animate", "disabled"), "2": ("silenced", "tapped")}
    assert types_of_z(found(board(has, game(shape), {"Z": "artifact"}))) == {"artifact"}


# --- where nothing has to be looked after ------------------------------------------------------

TAKER = line(Z, a.SetStatus("silenced"))


@pytest.mark.parametrize(
    ("does", "takes"),
    [
        (a.Gain(a.Ability("Airborne")), False),
        (a.Gain(line(Z, a.ChangeNumber("power", "+", a.Number(1)))), False),
        (a.CantBeStatus("disabled"), False),
        (a.SetStatus("tapped"), False),
        (TAKE, False),
        (a.Gain(TAKER), True),
        (a.Gain(line(Z, a.Gain(TAKER))), True),
        (a.SetStatus("silenced"), True),
        (a.SetStatus("disabled"), True),
        (a.Lose("Airborne"), True),
        (a.LoseAll(), True),
        (a.CopyOf(A), True),
    ],
)
def test_who_may_take_abilities_or_give_one_that_does(does: a.Operation, takes: bool) -> None:
    """docs/definition.md, "Early layers": early work goes once its source lacks the ability."""
    solved = found(board({"Z": None, "A": None, "H": line(Z, does)}, game()))
    world = solved.world
    effects = Effects(world, solved.instances)
    effects.look_at(solved.start)
    layers = map(LayerNumber, range(len(world.rulebook.layers)))
    parts = [part for layer in layers for part in effects.parts_in(layer)]
    assert any(may_bring_about_taking(part, world) for part in parts) is takes


@pytest.mark.parametrize("early", [FIXED, a.CantBeStatus("disabled")])
def test_what_only_gives_is_tried_no_more_for_early_work(
    early: a.Operation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten that give all others a keyword, beside early work: nothing could take that back.

    So it takes no more looks than the parts there are, where trials in pairs take their square.
    """
    looks = 0
    look = Observer.look

    def counted(self: Observer, part: Part, of: Board) -> Observation:
        nonlocal looks
        looks += 1
        return look(self, part, of)

    gives = line(MINION, a.Gain(a.Ability("Airborne")))
    has: dict[str, a.Ability | None] = {"E": line(a.Self(), early)}
    has |= {f"G{number}": gives for number in range(10)}
    drawn = board(has, game({"2a": ("can't be disabled",)}))
    plain = derive(solve(drawn).situation, prune=False)
    monkeypatch.setattr(Observer, "look", counted)
    answer = derive(plain.situation)
    assert answer.final == plain.final
    assert looks <= 3 * len(has)
