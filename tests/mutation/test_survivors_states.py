"""Boards by hand on which the search for states decides late: they are held against the oracle.

What falls apart after a guess, numbers that feed on each other, deeds that share a scope, and words
that pass from the first object to another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from comparing import assert_same
from every_state import told
from layerlaw.model import LayerlawError
from layerlaw.model.algebra import Named
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.together import rest, search
from oracle.build import play, scenario
from together import game, table

Cards = Mapping[str, str]


def answered(cards: Cards, rulebook: Rulebook | None = None) -> Answer:
    """The answer of cards that enter one by one, which the oracle gives too."""
    book = rulebook or game()
    things = table(cards, rulebook=book).things
    plays = [play(thing.card, thing.id, None, thing.owner) for thing in things]
    found = assert_same(scenario(book, plays))
    assert found is not None
    return found


def in_force(found: Answer) -> list[str]:
    """The effects that exist in each answer."""
    return [" ".join(one.effects) for one in found.answers or ()]


# --- what falls apart after a guess --------------------------------------------------------------

WHILE = "as long as P is silenced and self is not frozen"
HUB = {
    "P": "1 | Q: silenced",
    "Q": "1 | P: silenced",
    "R": f"1 | S: frozen {WHILE}",
    "S": f"1 | R: frozen {WHILE}",
    "T": f"1 | U: frozen {WHILE}",
    "U": f"1 | T: frozen {WHILE}",
}
"""Where P is silenced, two pairs are left that do not look at each other; else nothing is."""


@pytest.mark.parametrize("few", [search.FEW, -1])
def test_pairs_that_come_apart_after_a_guess_are_combined_in_every_way(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the other guess is not forgotten over them."""
    monkeypatch.setattr(search, "FEW", few)
    pairs = ["S.1 U.1", "R.1 U.1", "S.1 T.1", "R.1 T.1"]
    assert in_force(answered(HUB)) == [*(f"Q.1 {pair}" for pair in pairs), "P.1"]


def test_a_pair_that_comes_apart_and_has_no_state_leaves_the_other_guess() -> None:
    """R alone would be frozen as long as it is not."""
    cards = {name: HUB[name] for name in "PQTU"} | {"R": f"1 | R: frozen {WHILE}"}
    assert in_force(answered(cards)) == ["P.1"]


# --- numbers that feed on each other -------------------------------------------------------------


@pytest.mark.parametrize("holds", ["power of P >= 1", "power of P <= 0"])
def test_a_number_that_is_passed_on_waits_for_the_one_that_is_counted(holds: str) -> None:
    """Only what is counted can be guessed; P has what Q has."""
    cards = {
        "P": "1 | self: power := power of Q",
        "Q": "1 | self: power := number of light creatures",
        "R": f"1 | self: colours += light as long as {holds}",
    }
    wanted = ["P.1 Q.1 R.1", "P.1 Q.1"] if holds == "power of P >= 1" else []
    assert in_force(answered(cards)) == wanted


def test_a_number_that_is_passed_on_is_not_guessed_before_the_one_that_is_counted() -> None:
    """Both are 0; that both are 2, for two are strong, would hold itself up."""
    cards = {
        "P": "0 | self: power := power of Q",
        "Q": "0 | self: power := number of creatures with power >= 1",
    }
    found = derive(table(cards))
    assert Certificate(found.facts).check().ok
    assert [one.final["P", "power"] for one in found.answers or ()] == [0]
    assert [one.final["P", "power"] for one in found.lifted] == [2]


def test_numbers_may_settle_as_late_as_they_are_many() -> None:
    """From wherever it starts it is 0 after two rounds, which the third one shows."""
    found = derive(table({"P": "1 | self: power := power of self % 3 / 2"}))
    assert (found.verdict, found.value("P", "power")) == ("settled", 0)


@pytest.mark.parametrize(
    "line",
    [
        "self: power := power of self % 2",
        "creatures: power := its power % 2",
        "self: power := power of self / 10 * power of self / 10 * power of self / 10",
    ],
)
def test_where_numbers_end_differently_or_grow_for_ever_nothing_is_told(line: str) -> None:
    """They would be 0 or 1, as they began; or 0 and beyond every number."""
    with pytest.raises(LayerlawError, match=r"the numbers of P\.1 feed on each other"):
        derive(table({"P": f"1 | {line}"}))


# --- deeds that share a scope --------------------------------------------------------------------

LIGHTS = {
    "P": "relic | creatures named X: colours += light as long as not (Y is frozen or Y is stunned)",
    "Q": "relic | creatures named Y: colours += light as long as not (X is frozen or X is stunned)",
    "R": "relic | light creatures: frozen",
    "S": "relic | light creatures: stunned",
    "X": "1",
    "Y": "1",
}
"""Either X is light or Y."""


def named(found: Answer, status: str) -> list[list[str]]:
    """Who has the status, in each answer."""
    return [[id for id in "XY" if one.final[id, status]] for one in found.answers or ()]


def test_of_two_deeds_of_one_scope_each_passes_by_what_is_immune_to_it() -> None:
    """X can only be frozen, and Y only stunned."""
    spared = ((Named("X"), "stunned", "C1"), (Named("Y"), "frozen", "C1"))
    found = answered(LIGHTS, replace(game(), immune=spared))
    assert named(found, "frozen") == [[], ["X"]] and named(found, "stunned") == [["Y"], []]


def test_of_two_deeds_of_one_scope_only_the_markers_own_is_done_to_what_is_marked() -> None:
    """R marks X, so S can't drain it; S marks Y, so R can't freeze it."""
    cards = {
        "R": "relic | creatures with haste: frozen; X: can't be modified",
        "S": "relic | creatures with haste: drained; Y: can't be modified",
        "X": "1 | self: gain haste as long as Y is not drained",
        "Y": "1 | self: gain haste as long as X is not frozen",
    }
    found = derive(table(cards))
    assert Certificate(found.facts).check().ok
    assert named(found, "frozen") == [[], ["X"]] and named(found, "drained") == [["Y"], []]


# --- words that pass from one object to another --------------------------------------------------


def test_words_of_the_first_object_are_waited_for() -> None:
    """Q has the colours of P, which are not known before it is known who is silenced."""
    cards = {
        "P": "dark 1 | self: colours += light as long as R is silenced",
        "Q": "1 | self: colours += colours of P",
        "R": "1 | S: silenced",
        "S": "1 | R: silenced",
    }
    found = answered(cards)
    colours = [one.final["Q", "colours"] for one in found.answers or ()]
    assert colours == [("dark", "light"), ("dark",)]


# --- who stuns whom ------------------------------------------------------------------------------


def test_two_that_stun_each_other_leave_it_open() -> None:
    """That a status is absent is read on the state, though what gives it only adds."""
    found = answered({"P": "1 | Q: stunned", "Q": "1 | P: stunned"})
    assert in_force(found) == ["Q.1", "P.1"]


# --- what is left undone, and what is looked at again --------------------------------------------


def test_what_lifts_is_done_to_some_and_to_others_not() -> None:
    """P has an ability, its own; Q would have one only by what it is given for having one."""
    line = "light creatures: can't have blocker, power += 1 as long as power of self >= 3"
    cards = {"P": f"4 | creatures with an ability: gain [{line}]", "Q": "4"}
    found = answered(cards, game({"loss": "bar"}))
    assert in_force(found) == ["P.1 P.gained@P.1"]
    assert [one.effects for one in found.lifted] == [("P.1", "P.gained@P.1", "Q.gained@P.1")]


def test_what_was_guessed_and_is_worked_out_otherwise_is_no_state_of_its_own() -> None:
    """Both are light by Q; that P would be so by the colours of the two is no other state."""
    passing = "other creatures: colours += colours of creatures controlled by controller of it"
    cards = {"P": "2", "Q": f"1 | {passing} | creatures with power <= 2: colours += light"}
    found = derive(table(cards))
    assert in_force(found) == ["Q.1 Q.2"] and not found.lifted
    assert Certificate(found.facts).check().ok


def test_what_undoes_whom_it_is_given_to_has_no_value_where_it_is_given() -> None:
    """Whoever has it is a relic, so that nobody is a creature to be given it."""
    cards = {
        "P": "4 | dark creatures: gain [creatures with an ability: types := relic]",
        "Q": "dark 3",
        "R": "dark 2",
    }
    found = derive(table(cards))
    assert found.verdict == "paradox"
    assert found.stuck == ("P.1", "Q.gained@P.1", "R.gained@P.1")
    typed = {(id, "types") for id in "PQR"}
    assert found.without == typed | {("Q", "abilities"), ("R", "abilities")}


# --- how much is told of what stands -------------------------------------------------------------


def test_as_many_states_stand_as_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one more of them nothing is said."""
    cards = {"Z": "relic | self: frozen as long as self is not frozen"}
    cards |= {"P": "1 | Q: silenced", "Q": "1 | P: silenced"}
    monkeypatch.setattr(rest, "MOST", 2)
    assert len(derive(table(cards)).rest) == 2
    monkeypatch.setattr(rest, "MOST", 1)
    assert derive(table(cards)).rest == ()


def test_what_nobody_marks_is_not_without_value() -> None:
    """Whether Q is marked is open, and of nobody else; of marks that are told the same."""
    cards = {
        "P": "1",
        "C": "2 | self: colours += light as long as self is not light",
        "Q": "3 | self: can't be modified as long as C is light",
        "R": "3 | self: can't attack as long as C is light",
    }
    found = derive(table(cards))
    marked = {cell for cell in found.without if cell[1] in ("can't be modified", "permissions")}
    assert marked == {("Q", "can't be modified"), ("R", "permissions")}


def test_what_reads_a_cell_that_may_change_waits_for_it_though_it_can_lose_nothing() -> None:
    """Q is light in any case, and whether by C too is open: P reads its colours."""
    cards = {
        "C": "2 | self: frozen as long as self is not frozen",
        "W": "1 | Q: colours += light as long as C is frozen",
        "Q": "light 1",
        "P": "1 | self: power += 1 as long as Q is light",
    }
    found = derive(table(cards))
    assert found.without == {("C", "frozen"), ("Q", "colours"), ("P", "power")}


def test_of_three_that_lift_themselves_each_combination_is_a_state() -> None:
    """Each has its keyword by its own effect, or not; with none of them that is the answer."""
    cards = {
        id: f"1 | self: gain {word} as long as self has {word}"
        for id, word in (("P", "haste"), ("Q", "flyer"), ("R", "blocker"))
    }
    found = derive(table(cards))
    assert in_force(found) == [""]
    lifted = {" ".join(one.effects) for one in found.facts.lifted}
    assert lifted == {"P.1", "Q.1", "R.1", "P.1 Q.1", "P.1 R.1", "Q.1 R.1", "P.1 Q.1 R.1"}
    assert Certificate(found.facts).check().ok


# --- guessing over everything at once ------------------------------------------------------------


def test_a_mark_that_nobody_looks_at_is_passed_by_where_all_is_one_knot() -> None:
    """The mark comes first of all that is open; the numbers after it are guessed all the same."""
    book = game()
    words = dict.fromkeys(word for layer in book.layers for word in layer.does)
    at_once = replace(book, layers=(Layer("one", "one", "C1", tuple(words)),))
    cards = {
        "P": "1 | self: can't attack creatures with power >= 1",
        "Q": "0 | self: power := number of light creatures",
        "R": "0 | self: colours += light as long as power of Q >= 1",
    }
    situation = table(cards, rulebook=at_once)
    assert told(situation, prune=False) == told(situation, prune=True)
