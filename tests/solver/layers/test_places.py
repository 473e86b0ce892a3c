"""Effects that act before or behind their own layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from comparing import assert_same
from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    Both,
    Compared,
    Controlled,
    Exists,
    Gain,
    HasAbility,
    Identified,
    It,
    LoseAll,
    Member,
    Number,
    Operation,
    Opponent,
    Read,
    RemoveMembers,
    SetPlayer,
    SetStatus,
    You,
)
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Event
from layerlaw.solver import solve
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.certificate import Certificate, certificate_of
from oracle.build import ME, card, play, scenario, text
from oracle.candidates import TooBig
from oracle.generate import seeded_scenario
from oracle.small_rulebook import VALUES, small_rulebook

AHEAD = "ability added or removed"
WAITS = "condition on a later layer"
OUT = {AHEAD: "before the ability's layer", WAITS: "waits for that layer"}
"""The small rulebook's layers: 2 silence, 3 control, 4 type, 5 ability."""


BEAST = AddMembers("subtypes", ("beast",))
TAKE = SetPlayer("controller", You())


def on(id: str, *operations: Operation) -> Ability:
    """What is done to one object."""
    return text((Identified(id), operations))


def course(
    cards: Mapping[str, Ability],
    policies: Mapping[str, str] | None = None,
    book: Rulebook | None = None,
) -> dict[str, tuple[tuple[str, str], ...]]:
    """The turns by layer, once a plain F and these cards have come one after another.

    The oracle has to have the same, and the certificate to confirm them.
    """
    events = [play(card("Plain"), "H"), *(play(card(id, does), id) for id, does in cards.items())]
    return of(events, book or small_rulebook({**OUT, **(policies or {})}))


def of(
    events: Sequence[Event], rulebook: Rulebook | None = None
) -> dict[str, tuple[tuple[str, str], ...]]:
    """The turns by layer after these events, confirmed."""
    board = scenario(rulebook or small_rulebook(OUT), events)
    assert_same(board)
    answer = solve(board)
    assert certificate_of(answer).check().ok
    return {
        record.layer: tuple((turn.effect, turn.verdict) for turn in record.turns)
        for record in answer.layers
        if record.layer not in ("9", "10")
    }


def test_what_gives_an_ability_acts_before_its_layer() -> None:
    """Giving is layer 5; what is given changes control, in layer 3."""
    turns = course({"F": Ability(None), "G": on("F", Gain(on("H", TAKE)))})
    assert turns == {
        "before 3": (("G.1", "applied"),),
        "3": (("F.gained@G.1", "applied"),),
    }


def test_what_takes_an_ability_acts_before_its_layer() -> None:
    """Losing all is layer 5; what is lost changes types, in layer 4."""
    turns = course({"F": on("H", BEAST), "L": on("F", LoseAll())})
    assert turns == {"before 4": (("L.1", "applied"),)}


@pytest.mark.parametrize("prune", [True, False])
def test_what_is_disabled_depends_by_removal_too(prune: bool) -> None:
    """Of two that disable each other the older one wins; each would take the other's turn."""
    book = small_rulebook({"test": "removal"})
    cards = {id: on(other, SetStatus("disabled")) for id, other in (("A", "B"), ("B", "A"))}
    events = [play(card(id, does), id) for id, does in cards.items()]
    board = scenario(book, events)
    assert_same(board)
    found = solve(board, prune=prune)
    [graph] = [graph for record in found.layers for graph in record.graphs if graph.found]
    assert {(one.effect, one.on) for one in graph.found} == {("A.1", "B.1"), ("B.1", "A.1")}
    assert found.value("B", "disabled")
    assert not found.value("A", "disabled")


def test_without_the_policy_everything_acts_in_its_own_layer() -> None:
    """So the ability was at work before it is lost."""
    cards = {"F": on("H", BEAST), "L": on("F", LoseAll())}
    turns = course(cards, {AHEAD: "in its own layer"})
    assert turns == {"4": (("F.1", "applied"),), "5": (("L.1", "applied"),)}


def test_what_takes_the_ability_of_one_that_acts_ahead_acts_ahead_too() -> None:
    """And comes first, for the other depends on it by removal."""
    cards = {"F": on("H", BEAST), "L": on("F", LoseAll()), "M": on("L", LoseAll())}
    assert course(cards) == {
        "before 4": (("M.1", "applied"), ("L.1", "lost")),
        "4": (("F.1", "applied"),),
    }
    turns = course(cards, {AHEAD: "before the ability's own layer"})
    assert turns == {"before 4": (("L.1", "applied"),), "5": (("M.1", "applied"),)}


def test_of_two_that_take_each_other_the_older_acts() -> None:
    """Both take an ability of layer 4, too, and so act before it."""
    both = {
        "F": on("H", BEAST),
        "L": text((Identified("F"), [LoseAll()]), (Identified("M"), [LoseAll()])),
        "M": text((Identified("F"), [LoseAll()]), (Identified("L"), [LoseAll()])),
    }
    assert course(both) == {"before 4": (("L.1", "applied"), ("M.1", "lost"))}


def test_what_also_takes_its_own_ability_does_not_depend_on_itself() -> None:
    """L takes one of layer 4 and its own, before that layer; nothing depends on L."""
    both = text((Identified("F"), [LoseAll()]), (Identified("L"), [LoseAll()]))
    board = {"F": on("H", BEAST), "L": both}
    assert course(board) == {"before 4": (("L.1", "applied"),)}


READ_AT_ONCE = {WAITS: "read in its own layer"}
FLIERS = HasAbility("Airborne")


def test_what_one_would_reach_counts_where_layers_go_by_actions() -> None:
    """L, the older, takes all from whatever flies; M takes that from B.

    Either takes a text of layer 4, too, and acts before that layer. Their own layer, 5, goes by the
    action test: so L waits for M, by which B no longer
    flies.
    """
    cards = {
        "E": on("H", BEAST),
        "F": on("H", BEAST),
        "B": Ability("Airborne"),
        "L": text((FLIERS, [LoseAll()]), (Identified("F"), [LoseAll()])),
        "M": text((Identified("B"), [LoseAll()]), (Identified("E"), [LoseAll()])),
    }
    assert course(cards, READ_AT_ONCE) == {"before 4": (("M.1", "applied"), ("L.1", "applied"))}
    turns = course(cards, {**READ_AT_ONCE, "test": "none"})
    assert turns == {"before 4": (("L.1", "applied"), ("M.1", "applied"))}


def test_what_ends_a_condition_counts_where_layers_go_by_actions() -> None:
    """L, the older, takes all from F as long as something flies, and M takes that from B."""
    cards = {
        "E": on("H", BEAST),
        "F": on("H", BEAST),
        "B": Ability("Airborne"),
        "L": replace(on("F", LoseAll()), condition=Exists(FLIERS)),
        "M": text((Identified("B"), [LoseAll()]), (Identified("E"), [LoseAll()])),
    }
    assert course(cards, READ_AT_ONCE) == {
        "before 4": (("M.1", "applied"), ("L.1", "lost")),
        "4": (("F.1", "applied"),),
    }
    turns = course(cards, {**READ_AT_ONCE, "test": "none"})
    assert turns == {"before 4": (("L.1", "applied"), ("M.1", "applied"))}


@pytest.mark.parametrize("other", ["action", "none"])
def test_both_have_to_be_of_layers_that_go_by_actions(other: str) -> None:
    """L takes all from whatever flies, in layer 5; M disables B and E, which is layer 6 here."""
    book = small_rulebook({**OUT, **READ_AT_ONCE})
    layers = []
    for layer in book.layers:
        does = tuple(word for word in layer.does if word != "disabled")
        test = layer.test
        if layer.id == "6":
            does, test = (*does, "disabled"), other
        layers.append(replace(layer, does=does, test=test))
    disables = SetStatus("disabled")
    cards = {
        "E": on("H", BEAST),
        "F": on("H", BEAST),
        "B": Ability("Airborne"),
        "L": text((FLIERS, [LoseAll()]), (Identified("F"), [LoseAll()])),
        "M": text((Identified("B"), [disables]), (Identified("E"), [disables])),
    }
    turns = course(cards, book=replace(book, layers=tuple(layers)))
    first, second = ("M.1", "L.1") if other == "action" else ("L.1", "M.1")
    assert turns == {"before 4": ((first, "applied"), (second, "applied"))}


def test_what_would_only_take_its_own_ability_does_not_act_ahead() -> None:
    """What it does in layer 4 is done when it loses the ability in layer 5."""
    turns = course({"F": text((Identified("H"), [BEAST]), (Identified("F"), [LoseAll()]))})
    assert turns == {"4": (("F.1", "applied"),), "5": (("F.1", "applied"),)}


def test_what_gets_something_to_take_acts_ahead_at_once() -> None:
    """G gives F a text of layer 4 just before that layer; only then has S one to take."""
    cards = {"F": Ability(None), "G": on("F", Gain(on("H", BEAST))), "S": on("F", LoseAll())}
    assert course(cards) == {"before 4": (("G.1", "applied"), ("S.1", "applied"))}


def test_those_called_ahead_are_looked_for_again_and_again() -> None:
    """M calls N ahead, and L calls M, which come before it."""
    cards = {
        "N": on("M", LoseAll()),
        "M": on("L", LoseAll()),
        "F": on("H", BEAST),
        "L": on("F", LoseAll()),
    }
    assert course(cards) == {"before 4": (("N.1", "applied"), ("M.1", "lost"), ("L.1", "applied"))}


def test_conditions_end_in_layers_between_which_there_are_places() -> None:
    """A speaks as long as H is a minion, and B, the younger, makes H none, in the same layer."""
    is_minion = Exists(Both((Identified("H"), Member("types", "minion"))))
    cards = {
        "A": replace(on("A", BEAST), condition=is_minion),
        "B": on("H", RemoveMembers("types", ("minion",))),
    }
    turns = course(cards, READ_AT_ONCE)
    assert turns == {"4": (("B.1", "applied"), ("A.1", "lost"))}


def test_what_does_not_exist_calls_nothing_ahead() -> None:
    """L would take a text of layer 4, but only as long as something flies; so M has no hurry."""
    cards = {
        "F": on("H", BEAST),
        "L": replace(on("F", LoseAll()), condition=Exists(FLIERS)),
        "M": on("L", LoseAll()),
    }
    turns = course(cards, READ_AT_ONCE)
    assert turns == {"4": (("F.1", "applied"),), "5": (("M.1", "applied"),)}


def test_what_asks_for_a_later_layer_waits_for_it() -> None:
    """Who has Airborne is known after layer 5, who is a beast after layer 4; control is layer 3."""
    airborne = Ability("Airborne")
    cards = {
        "A": on("H", Gain(airborne)),
        "C": text((HasAbility("Airborne"), [TAKE])),
        "D": text((Member("subtypes", "beast"), [TAKE])),
        "E": on("H", TAKE),
    }
    assert course(cards) == {
        "3": (("E.1", "applied"),),
        "before 5": (("D.1", "applied"),),
        "5": (("A.1", "applied"),),
        "before 6": (("C.1", "applied"),),
    }


def test_what_waits_is_not_done_by_what_acts_ahead() -> None:
    """L takes what F has of layer 4 before that; its gift waits until power is known (layer 8).

    Only what takes or gives and acts in its own layer acts ahead (docs/definition.md, "Before or
    behind its own layer"), so that the gift, of the same layer, is still to come.
    """
    weak = Compared(Read("power", It()), "<", Number(1))
    gives = text((Identified("F"), [LoseAll()]), (weak, [Gain(Ability("Airborne"))]))
    assert course({"F": on("H", BEAST), "L": gives}) == {
        "before 4": (("L.1", "applied"),),
        "before 9": (("L.1", "applied"),),
    }
    assert course({"L": gives}) == {
        "5": (("L.1", "applied"),),
        "before 9": (("L.1", "applied"),),
    }


def test_what_waits_goes_on_once_its_effect_has_acted_ahead() -> None:
    """N takes L's ability in layer 5, which L, begun before layer 4, no longer needs by policy.

    So it is whether U or V is the last to take H, which is all that the order decides.
    """
    weak = Compared(Read("power", It()), "<", Number(1))
    cards = {
        "F": on("H", BEAST),
        "L": text((Identified("F"), [LoseAll()]), (weak, [Gain(Ability("Airborne"))])),
        "N": on("L", LoseAll()),
        "U": on("H", TAKE),
    }
    policies = {AHEAD: "before the ability's own layer", "ability lost": "continues"}
    events = [play(card("H"), "H"), *(play(card(id, does), id) for id, does in cards.items())]
    events.append(play(card("V", on("H", TAKE)), "V", player=ME))
    book = small_rulebook({**OUT, **policies})
    assert of(events, book) == {
        "3": (("U.1", "applied"), ("V.1", "applied")),
        "before 4": (("L.1", "applied"),),
        "5": (("N.1", "applied"),),
        "before 9": (("L.1", "applied"),),
    }
    pair = order_matters(solve(scenario(book, events)), "all").pair
    assert pair is not None
    one, other = (dict(led.cells) for led in pair.outcomes)
    assert {cell for cell in one if one[cell] != other[cell]} == {("H", "controller")}
    assert "Airborne" in str(one["H", "abilities"])


def test_what_is_called_ahead_is_looked_at_anew_after_each_that_acts() -> None:
    """W silences F where it waits, before layer 4; then L has nothing to take there any more."""
    silences = text((Both((Controlled(You()), Identified("F"))), [SetStatus("silenced")]))
    assert course({"F": on("H", BEAST), "W": silences, "L": on("F", LoseAll())}) == {
        "before 4": (("W.1", "applied"), ("L.1", "lost")),
        "5": (("L.1", "applied"),),
    }


def test_what_has_acted_ahead_calls_nobody_ahead_in_a_later_place() -> None:
    """L takes F's ability before layer 3; once T has handed E over, L would take that of E too.

    But it has had its turn, so that M, which takes L's ability from then on, takes nothing that
    acts in layer 4 or before it.
    """
    theirs = Controlled(Opponent())
    hands_over = on("E", SetPlayer("controller", Opponent()))
    takes = replace(on("L", LoseAll()), condition=Exists(Both((Identified("E"), theirs))))
    events = [
        play(card("H"), "H"),
        play(card("E", on("H", BEAST)), "E", player=ME),
        play(card("F", on("H", TAKE)), "F"),
        play(card("T", hands_over), "T", player=ME),
        play(card("L", text((theirs, [LoseAll()]))), "L", player=ME),
        play(card("M", takes), "M", player=ME),
    ]
    assert of(events) == {
        "before 3": (("L.1", "applied"),),
        "3": (("T.1", "applied"),),
        "4": (("E.1", "applied"),),
        "5": (("M.1", "applied"),),
    }


def test_what_cannot_work_calls_nobody_ahead() -> None:
    """L takes nothing as long as nothing is an artifact, so that M, which takes L's ability, need
    not act before layer 4."""
    takes = replace(on("F", LoseAll()), condition=Exists(Member("types", "artifact")))
    assert course({"F": on("H", BEAST), "L": takes, "M": on("L", LoseAll())}) == {
        "4": (("F.1", "applied"),),
        "5": (("M.1", "applied"),),
    }


def test_what_disables_acts_before_the_ability_once() -> None:
    """Where disabling is of layer 5, D acts before F's layer 4; then F is nothing to E any more."""
    book = small_rulebook(OUT)
    moved = {"2": ("silenced", "tapped"), "5": ("change abilities", "disabled")}
    layers = tuple(replace(one, does=moved.get(one.id, one.does)) for one in book.layers)
    events = [
        play(card("H"), "H"),
        play(card("F", on("H", BEAST)), "F"),
        play(card("D", on("F", SetStatus("disabled"))), "D"),
        play(card("E", on("F", SetStatus("disabled"))), "E"),
    ]
    assert of(events, replace(book, layers=layers)) == {
        "before 4": (("D.1", "applied"), ("E.1", "lost")),
        "5": (("E.1", "applied"),),
    }


def test_what_gives_an_ability_that_waits_acts_before_it() -> None:
    """Tapping is layer 2 and waits for layer 3, control; giving is layer 5."""
    given = text((Controlled(You()), [SetStatus("tapped")]))
    turns = course({"F": Ability(None), "G": on("F", Gain(given))})
    assert turns == {"before 4": (("G.1", "applied"), ("F.gained@G.1", "applied"))}


def test_what_has_resolved_acts_ahead_too_once_there_is_something_to_take() -> None:
    """G gives F an ability of layer 4 just before that layer; only then has S one to take."""
    events = [
        play(card("Plain"), "H"),
        play(card("F"), "F"),
        play(card("G", on("F", Gain(on("H", BEAST)))), "G"),
        play(card("S", on("F", LoseAll()), use="resolves"), "S"),
    ]
    board = scenario(small_rulebook(OUT), events)
    assert_same(board)
    assert certificate_of(solve(board)).check().ok
    answer = solve(board)
    assert certificate_of(answer).check().ok
    turns = [(one.effect, one.verdict) for one in answer.layers[0].turns]
    assert answer.layers[0].layer == "before 4"
    assert turns == [("G.1", "applied"), ("S", "applied")]
    assert answer.value("H", "subtypes") == ()


def test_who_controls_may_be_left_out_of_what_is_waited_for() -> None:
    """Silencing is layer 2, control layer 3."""
    cards = {"S": text((Controlled(You()), [SetStatus("tapped")]))}
    assert course(cards) == {"before 4": (("S.1", "applied"),)}
    turns = course(cards, {WAITS: "waits for that layer, not for control"})
    assert turns == {"2": (("S.1", "applied"),)}


def test_a_certificate_refuses_what_acts_in_another_place() -> None:
    """The turn that belongs before layer 4 is recorded as one of layer 5."""
    events = [
        play(card("Plain"), "H"),
        play(card("F", on("H", BEAST)), "F"),
        play(card("L", on("F", LoseAll())), "L"),
    ]
    facts = solve(scenario(small_rulebook(OUT), events)).facts
    record, *rest = facts.layers
    assert record.layer == "before 4" and Certificate(facts).check().ok
    moved = replace(facts, layers=(replace(record, layer="5"), *rest))
    assert not Certificate(moved).check().ok


# The board drawn from 25 takes the literal oracle minutes.
@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", [*range(25), *range(26, 61)])
def test_random_boards_agree_with_the_oracle(seed: int) -> None:
    """Under every policy on places, tests and what goes on."""
    random = Random(seed)
    asked = (AHEAD, WAITS, "test", "graph", "set", "ability lost", "loss")
    book = small_rulebook({name: random.choice(VALUES[name]) for name in asked})
    with suppress(TooBig):
        assert_same(seeded_scenario(seed, book))
