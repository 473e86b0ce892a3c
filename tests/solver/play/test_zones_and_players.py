"""Zones, hidden objects, the stand-ins for players and rules, and what is chosen or recorded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Rule, StateCheck
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Index
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.danger import Danger
from layerlaw.solver.derivation.prospects import NOTHING
from layerlaw.solver.effects.context import Context
from layerlaw.solver.effects.evaluate import scoped
from situations import CREATURES, answer, card, line, plus, resolved, rulebook, thing

IN_HAND = a.InZone("hand")


def selected(found: Answer, selector: a.Selector, source: int = 0) -> set[str]:
    """The ids that a scope selects on the final board."""
    select = scoped(
        selector, Context(found.world, found.instances, Index(source), None, NO_OBJECTS)
    )
    return {found.world.things[index].id for index in bits(select(found.end, -1))}


def test_a_selector_without_a_zone_means_the_zone_of_play() -> None:
    """A zone has to be named by the selector itself, and not by what it leaves out."""
    found = answer(rulebook(), thing("F"), thing("H", zone="hand"), thing("G", zone="grave"))
    assert selected(found, CREATURES) == {"F"}
    assert selected(found, a.Both((CREATURES, IN_HAND))) == {"H"}
    assert selected(found, a.Both((CREATURES, a.Not(IN_HAND)))) == {"F"}
    assert selected(found, a.Both((CREATURES, a.InZone("*")))) == {"F", "H", "G"}


def test_players_are_selected_by_words_for_players_only() -> None:
    """Neither everything, nor what is not something else, is a player; the rules are nobody's."""
    found = answer(rulebook(), thing("F"), thing("H", zone="hand"))
    everywhere = a.InZone("*")
    for selector in (a.Everything(), a.Not(CREATURES), a.Controlled(a.NamedPlayer("you"))):
        assert selected(found, a.Both((selector, everywhere))) <= {"F", "H"}
    assert selected(found, a.Named("you")) == set()
    assert selected(found, a.Players(None)) == {"you", "me"}
    assert selected(found, a.Players(a.You())) == {"you"}
    assert selected(found, a.Either((a.Players(a.Opponent()), CREATURES))) == {"me", "F"}
    assert found.world.ids(found.world.rules) == ("rules",)


def test_what_is_hidden_is_selected_by_nothing_and_its_abilities_do_not_work() -> None:
    """A sealed object stands where it is for events alone."""
    strong = line(a.Both((CREATURES, a.InZone("*"))), plus(1))
    found = answer(
        rulebook(), thing("S", strong, statuses=("sealed",), power=1), thing("F", power=1)
    )
    assert found.value("F", "power") == 1
    assert found.value("S", "sealed") is True
    for selector in (a.Everything(), a.Self(), a.Identified("S"), a.Not(a.Identified("F"))):
        assert "S" not in selected(found, selector)


def test_an_ability_works_in_the_zones_it_names_and_nowhere_else() -> None:
    """`self` as a scope is the source where the ability works."""
    cheap = line(a.Self(), plus(-1, "cost"), zones=("hand", "grave"))
    plain = line(a.Self(), plus(5, "cost"))
    found = answer(
        rulebook(),
        thing("H", cheap, plain, zone="hand", cost=3),
        thing("F", cheap, plain, cost=3),
    )
    assert (found.value("H", "cost"), found.value("F", "cost")) == (2, 8)


def test_a_granted_ability_works_in_the_zones_it_names() -> None:
    """What is given to a card in hand works there if it says so."""
    grown = line(a.Self(), plus(2), zones=("hand",))
    asleep = line(a.Self(), plus(9))
    giver = line(a.Both((CREATURES, IN_HAND)), a.Gain(grown), a.Gain(asleep))
    found = answer(rulebook(), thing("F", giver, power=1), thing("H", zone="hand", power=1))
    assert found.value("H", "power") == 3


def test_an_orphaned_effect_no_longer_means_the_object_by_self() -> None:
    """As a scope `self` is nothing for it, while others and anchors stay what they are."""
    both = a.Ability(
        None,
        (
            a.Instruction(a.Self(), (plus(1),)),
            a.Instruction(
                a.Identified("G"), (a.ChangeNumber("power", "+", a.Read("power", a.Self())),)
            ),
        ),
    )
    made = resolved("E", "F", both)
    things = (thing("F", power=4), thing("G", power=0))
    assert answer(rulebook(), *things, effects=(made,)).value("F", "power") == 5
    left = replace(made, orphaned=True)
    found = answer(rulebook(), *things, effects=(left,))
    assert (found.value("F", "power"), found.value("G", "power")) == (4, 4)


def test_a_locked_set_keeps_what_it_chose_in_another_zone() -> None:
    """What was chosen is meant wherever it is; what changes zones is a new object."""
    among = a.Both((CREATURES, a.InZone("*")))
    made = replace(resolved("E", "F", line(among, plus(1))), locked=(("H", "F"),))
    found = answer(
        rulebook(), thing("F", power=1), thing("H", zone="hand", power=1), effects=(made,)
    )
    assert found.value("F", "power") == 2
    assert found.value("H", "power") == 2


def test_rules_work_like_effects_older_than_all_others_in_the_layer_they_name() -> None:
    """Their effects bear the rule's id and come first, in printed order."""
    rules = (
        Rule(
            "weak", a.Ability(None, line(CREATURES, plus(-1)).instructions, zones=("rules",)), "C1"
        ),
        Rule(
            "early",
            a.Ability(
                None,
                line(CREATURES, plus(3)).instructions,
                zones=("rules",),
                layer="first",
            ),
            "C1",
        ),
    )
    found = answer(rulebook(rules=rules), thing("F", line(CREATURES, plus(1)), power=1))
    assert found.order("first") == ("rules.early",)
    assert found.order("power") == ("rules.weak", "F.1")
    assert found.effects["rules.weak"].timestamp == (0, 0)
    assert found.value("F", "power") == 4


def test_out_of_play_everything_is_its_owners() -> None:
    """Whatever was written on it."""
    take = line(a.Both((CREATURES, a.InZone("*"))), a.SetPlayer("controller", a.You()))
    found = answer(
        rulebook(),
        thing("F", take),
        thing("G", owner="me"),
        thing("H", owner="me", controller="you", zone="hand"),
    )
    assert (found.value("G", "controller"), found.value("H", "controller")) == ("you", "me")


@pytest.mark.parametrize(("loss", "has"), [("momentary", True), ("bar", False)])
def test_a_status_that_events_gave_is_there_from_the_start(loss: str, has: bool) -> None:
    """What it silences has lost everything printed, and under `loss: bar` gains nothing more."""
    flying = a.Ability("Flying")
    found = answer(
        rulebook({"loss": loss}),
        thing("F", flying, line(CREATURES, plus(1)), statuses=("silenced",), power=1),
        thing("G", line(CREATURES, a.Gain(flying)), power=1),
        thing("D", statuses=("drained",), power=4),
    )
    assert found.value("G", "power") == 1
    assert bool(found.abilities("F")) is has
    assert found.value("D", "power") == 0


def test_what_is_linked_is_one_printed_form() -> None:
    """Sets and abilities together, listed numbers added up, every other number the first one's."""
    other = card("B", line(a.Self(), plus(1)), elements=("fire",), power=4, cost=7)
    found = answer(
        rulebook(),
        thing("A", line(a.Self(), plus(2)), elements=("norm",), linked=(other,), power=3, cost=2),
        thing("C", line(a.Self(), a.CopyOf(a.Identified("A"))), power=1),
    )
    assert found.value("A", "power") == 10
    assert found.value("A", "cost") == 2
    assert found.value("A", "elements") == ("fire", "norm")
    assert found.order("power") == ("A.1", "A.2", "C.1", "C.2")
    assert found.value("C", "elements") == ("fire", "norm")


def test_what_was_chosen_is_the_sources_own() -> None:
    """A number that was chosen, or 0; a name that was chosen, or nothing."""
    by_number = line(a.Self(), a.ChangeNumber("power", "+", a.ChosenNumber()))
    by_name = line(a.ChosenName(), plus(10))
    found = answer(
        rulebook(),
        thing("A", by_number, by_name, choice="6", power=0),
        thing("B", by_number, by_name, power=0),
        thing("C", by_name, choice="Card B", power=0),
    )
    assert [found.value(id, "power") for id in "ABC"] == [6, 10, 0]


def test_recorded_numbers_are_each_objects_own() -> None:
    """0 for any object of which none was recorded."""
    effect = line(CREATURES, a.ChangeNumber("power", "+", a.Recorded((("A", 2), ("B", 3)))))
    things = [thing(id, power=1) for id in "ABC"]
    found = answer(rulebook(), *things, effects=(resolved("E", "A", effect),))
    assert [found.value(id, "power") for id in "ABC"] == [3, 4, 1]


def test_recorded_players_are_each_objects_own() -> None:
    """Who controls what of which none was recorded stays, and so it is where that was nobody."""
    whose = a.RecordedPlayer((("A", "me"), ("B", "")))
    effect = line(CREATURES, a.SetPlayer("controller", whose))
    things = [thing(id) for id in "ABC"]
    found = answer(rulebook(), *things, effects=(resolved("E", "A", effect),))
    assert [found.value(id, "controller") for id in "ABC"] == ["me", "you", "you"]


@pytest.mark.parametrize(
    ("sign", "left", "right", "comes_to"),
    [("/", 7, 2, 3), ("%", 7, 2, 1), ("/", 7, 0, 0), ("%", 7, 0, 0), ("/", -7, 2, -4)],
)
def test_division_rounds_down(sign: a.ArithmeticSign, left: int, right: int, comes_to: int) -> None:
    """By 0 it gives 0, and so does the rest."""
    tree = a.Arithmetic(a.Number(left), sign, a.Number(right))
    found = answer(rulebook(), thing("F", line(a.Self(), a.SetNumber("cost", tree))))
    assert found.value("F", "cost") == comes_to


def test_whose_turn_it_is_can_be_a_condition() -> None:
    """Without an active player it is nobody's."""
    mine = line(a.Self(), plus(1), condition=a.TurnOf(a.You()))
    theirs = line(a.Self(), plus(5), condition=a.TurnOf(a.Opponent()))
    power = [
        answer(rulebook(), thing("F", mine, theirs, power=1), active=who).value("F", "power")
        for who in ("you", "me", None)
    ]
    assert power == [2, 6, 1]


def test_sharing_words_and_having_entered_this_turn() -> None:
    """A word in common with anything meant; entered since the turn began."""
    found = answer(
        rulebook(),
        thing("A", elements=("fire", "norm")),
        thing("B", elements=("fire",), fresh=True),
        thing("C", elements=("water",)),
        thing("H", elements=("norm",), zone="hand"),
    )
    assert selected(found, a.Sharing("elements", a.Identified("A"))) == {"A", "B"}
    assert selected(found, a.Sharing("elements", a.Identified("H"))) == {"A"}
    assert selected(found, a.EnteredThisTurn()) == {"B"}


def test_words_of_others_join() -> None:
    """Every word that something meant has."""
    learn = line(a.Self(), a.AddMembersOf("elements", a.Both((CREATURES, a.InZone("grave")))))
    found = answer(
        rulebook(),
        thing("A", learn, elements=("norm",)),
        thing("G", elements=("fire",), zone="grave"),
        thing("B", elements=("water",)),
    )
    assert found.value("A", "elements") == ("fire", "norm")


def test_only_what_sets_a_number_sets_its_base_value() -> None:
    """Printed, `:=`, fixed and copied numbers do; sums do not."""
    read = a.Read("base power", a.Identified("A"))
    found = answer(
        rulebook(),
        thing("A", line(a.Self(), plus(4)), power=1),
        thing("B", line(a.Self(), a.SetNumber("power", a.Number(7)), plus(1)), power=1),
        thing("C", line(a.Self(), a.CopyOf(a.Identified("A"))), power=3),
        thing("D", line(a.Self(), a.SetNumber("cost", read))),
    )
    assert [found.value(id, "power") for id in "ABC"] == [5, 8, 5]
    assert [found.value(id, "base power") for id in "ABC"] == [1, 7, 1]
    assert found.value("D", "cost") == 1


def test_nothing_changes_a_fixed_number() -> None:
    """Neither later effects, nor a later fixing."""
    found = answer(
        rulebook(),
        thing("A", line(a.Self(), a.FixNumber("power", a.Number(3))), power=1),
        thing("B", line(CREATURES, plus(5), a.FixNumber("power", a.Number(8))), power=1),
    )
    assert [found.value(id, "power") for id in "AB"] == [3, 8]
    assert found.value("A", "base power") == 3


@pytest.mark.parametrize(("parity", "depends"), [("none", True), ("both or neither set", False)])
def test_under_parity_what_sets_and_what_adds_do_not_depend(parity: str, depends: bool) -> None:
    """Both set something in the layer, or neither does."""
    strong = a.Both((CREATURES, a.Compared(a.Read("power", a.It()), ">=", a.Number(5))))
    found = answer(
        rulebook({"parity": parity}),
        thing("A", line(strong, plus(1)), power=1),
        thing("B", line(a.Identified("A"), a.SetNumber("power", a.Number(6)))),
    )
    assert bool(found.dependencies("power")) is depends
    assert found.value("A", "power") == (7 if depends else 6)


def test_a_types_change_by_a_rule_is_a_danger_too() -> None:
    """No check is left out because a type is not printed."""
    becomes = a.Ability(
        None, line(CREATURES, a.AddMembers("types", ("relic",))).instructions, zones=("rules",)
    )
    check = StateCheck("dies", a.Member("types", "relic"), "dies", "grave", "C1")
    buried = StateCheck("rots", a.Both((CREATURES, a.InZone("grave"))), "rots", "hand", "C1")
    assert not Danger(rulebook(checks=(check,))).may_hit(thing("F"), NOTHING)
    with_rule = rulebook(rules=(Rule("R", becomes, "C1"),), checks=(check,))
    assert Danger(with_rule).may_hit(thing("F"), NOTHING)
    assert [fate.object for fate in answer(with_rule, thing("F")).fates] == ["F"]
    assert Danger(rulebook(checks=(buried,))).may_hit(thing("G", zone="grave"), NOTHING)
