"""Pronouns, players, deeds, places and floors as the replay sees them, on one board by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from one_board import (
    ARTIFACT,
    ME,
    MINION,
    THINGS,
    YOU,
    A,
    B,
    D,
    H,
    N,
    P,
    both,
    card,
    either,
    selected,
    view,
)

from layerlaw.model import algebra as a
from layerlaw.model.algebra.split import Split
from oracle.small_rulebook import small_rulebook

ANYWHERE = a.InZone("*")
BELOW = tuple(replace(one, zone="loaded", bearer="B") if one.id in "DT" else one for one in THINGS)
"""D and T lie below B, and D is something that is carried."""


# --- pronouns ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "fields", "selector", "who"),
    [
        (None, {}, a.Self(), ""),
        (None, {}, a.Not(a.Self()), "ABCDETNP"),
        (None, {}, a.Bearer(), ""),
        ("B", {"orphaned": True}, a.Self(), ""),
        ("B", {"orphaned": True}, either(a.Self(), a.Member("subtypes", "mortal")), "A"),
        ("B", {"orphaned": True}, a.Placed("here", a.Self()), "BDE"),
        # Where its ability works, `self` is meant, and no other word for it.
        ("H", {}, a.Self(), ""),
        ("H", {"zones": ("hand",)}, a.Self(), "H"),
        ("H", {"zones": ("hand",)}, either(a.Self(), MINION), "ABHNT"),
        ("H", {"zones": ("hand",)}, either(a.Noun("I", a.Self()), MINION), "ABHNT"),
        ("H", {"zones": ("hand",)}, either(a.Self(), B), "BH"),
        ("H", {"zones": ("hand",)}, H, ""),
        ("H", {"zones": ("hand",)}, either(H, MINION), "ABNT"),
        ("H", {"zones": ("cemetery",)}, a.Self(), ""),
        ("K", {"zones": ("hand",)}, a.Self(), ""),
        ("A", {"zones": ("hand",)}, either(a.Self(), H), "A"),
        ("H", {"zones": ("hand",), "orphaned": True}, either(a.Self(), MINION), "ABNT"),
        ("H", {"zones": ("hand",), "orphaned": True}, a.Self(), ""),
        ("K", {"zones": ("cemetery",)}, either(a.It(), a.Self()), "BK"),
        ("H", {"zones": ("hand",)}, both(a.Self(), MINION), ""),
        ("C", {}, a.Bearer(), "A"),
        ("E", {}, a.Bearer(), "B"),
        ("D", {}, a.Bearer(), ""),
        ("N", {}, a.Bearer(), ""),  # what is carried is an artifact
        ("D", {"things": BELOW}, a.Bearer(), "B"),
        ("T", {"things": BELOW}, a.Bearer(), ""),
        ("E", {}, both(MINION, a.Bearer()), "B"),
        ("E", {}, both(ARTIFACT, a.Bearer()), ""),
        ("A", {"targets": {"B", "K"}}, a.Target(), "BK"),
        ("A", {"targets": {"B", "K"}}, either(a.Target(), a.Member("subtypes", "mortal")), "ABK"),
        ("A", {"targets": {"B", "S"}}, a.Target(), "B"),
        ("A", {"targets": {"B", "D"}}, both(MINION, a.Target()), "B"),
        ("A", {"choice": "Knight of Ash"}, a.ChosenName(), "A"),
        ("A", {"choice": "Knight"}, a.ChosenName(), ""),
        ("A", {"choice": "Knight"}, both(a.ChosenName(), ANYWHERE), "K"),
        ("A", {}, a.ChosenName(), ""),
        ("A", {}, a.Not(a.ChosenName()), "ABCDETNP"),
    ],
)
def test_pronouns(
    source: str | None, fields: dict[str, Any], selector: a.Selector, who: str
) -> None:
    """`self`, `it`, `bearer`, `target` and `the chosen name`, wherever those are."""
    assert selected(selector, it="B", source=source, **fields) == {*who}


@pytest.mark.parametrize(
    ("targets", "selector", "who"),
    [
        ({"me"}, a.Target(), {"me"}),
        ({"me"}, a.Not(a.Target()), {*"ABCDETNP"}),
        ({"you"}, either(a.Target(), a.Identified("me")), {"you"}),
        ({"H"}, either(a.Target(), a.Players(YOU)), {"H", "you"}),
        ({"H"}, either(a.Players(YOU), a.It()), {"B", "you"}),
        ({"A", "me"}, either(a.Target(), a.Players(YOU)), {"A", "me", "you"}),
    ],
)
def test_targets_may_be_players(targets: set[str], selector: a.Selector, who: set[str]) -> None:
    """And nothing else is meant by that."""
    assert selected(selector, it="B H", targets=frozenset(targets)) == who


def test_who_is_no_player_owns_and_controls_nothing() -> None:
    """Whoever is said to have used an effect."""
    for whose in (a.Owned(a.You()), a.Controlled(a.You())):
        assert selected(both(whose, ANYWHERE), player="nobody") == set()
        assert selected(both(whose, ANYWHERE), player="me") != set()
        grave_first = tuple(sorted(THINGS, key=lambda one: one.id != "K"))
        assert selected(both(whose, ANYWHERE), player="nobody", things=grave_first) == set()


def test_an_orphan_is_no_self_beside_players_either() -> None:
    """Nor is what is elsewhere than its ability works."""
    both_words = either(a.Players(YOU), a.Self())
    assert selected(both_words, source="A", orphaned=True) == {"you"}
    assert selected(both_words, source="A") == {"A", "you"}
    assert selected(both_words, source="H") == {"you"}


def test_a_player_who_carries_something_is_its_bearer() -> None:
    """Whatever the selector chooses among."""
    things = tuple(replace(one, bearer="me") if one.id == "D" else one for one in THINGS)
    assert selected(a.Bearer(), source="D", things=things) == {"me"}
    assert selected(both(MINION, a.Bearer()), source="D", things=things) == {"me"}


def test_without_a_word_for_what_is_carried_whatever_has_a_bearer_has_it() -> None:
    """And who controls it is as it is written."""
    book = replace(small_rulebook(), carried=None)
    assert selected(a.Bearer(), source="N", book=book) == {"A"}
    assert selected(a.Controlled(YOU), book=book) == {*"ADE"}
    assert view(book=book).controller("D") == "you"


def test_without_control_by_the_bearer_who_controls_is_as_it_is_written() -> None:
    """C is me's, and E is yours, whoever carries them."""
    book = replace(small_rulebook(), carried_control=False)
    assert selected(a.Controlled(YOU), book=book) == {*"ADE"}
    assert selected(a.Controlled(ME), book=book) == {*"BCTP"}
    assert view(book=book).controller("E") == "you"


def test_who_controls_each() -> None:
    """What is out of play its owner; whether it is known by then what is carried, or not."""
    looking = view()
    carried = looking.carriable(looking.table.playing_ones)
    assert looking.table.named(carried) == ("C", "D", "E")
    assert looking.carriable(looking.table.bits("AC")) == looking.table.bits("C")
    right = dict(
        zip(
            "ABCDEHKTNP", ["you", "me", "you", "-", "me", "you", "me", "me", "-", "me"], strict=True
        )
    )
    for id, player in right.items():
        controller = None if player == "-" else player
        assert looking.controller(id) == looking.controller(id, carried) == controller


@pytest.mark.parametrize(
    ("source", "since", "did", "who"),
    [
        ("A", None, a.Did("attack", period="since then"), "ABT"),
        ("B", None, a.Did("attack", passive=True, period="since then"), "AN"),
        ("E", None, a.Did("attack", period="since then"), "AT"),
        ("A", (6, 0), a.Did("attack", period="since then"), "AT"),
        ("T", (2, 0), a.Did("attack", passive=True, period="since then"), "AN"),
        ("A", (9, 0), a.Did("attack", period="since then"), ""),
        ("A", None, a.Did("cast", period="since then"), ""),
        (None, None, a.Did("cast", period="since then"), "N"),
        (None, None, a.Did("cast"), ""),
        (None, None, a.Did("cast", period="at any time"), "N"),
    ],
)
def test_what_was_done_since_then(
    source: str | None, since: tuple[int, int] | None, did: a.Did, who: str
) -> None:
    """Since the effect resolved, or, of a static one, since its source came; not at that moment."""
    assert selected(did, source=source, since=since) == {*who}


def test_a_pronoun_in_what_was_done_means_its_object_wherever_it_is() -> None:
    """Also where nothing is left of `self` as a scope; players are meant by their words alone."""
    did = a.Did("attack", passive=True, whom=a.Self())
    assert selected(did, orphaned=True) == {"B"}
    assert selected(a.Did("attack", whom=a.It(), period="at any time"), it="K") == {"A"}
    looking = view()
    assert not looking.holds(a.Matches(B, a.Did("attack", whom=a.Not(MINION))))
    assert looking.holds(a.Matches(B, a.Did("attack", whom=a.Not(a.Players(ME))))) is False


# --- some of the objects -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("among", "selector", "who"),
    [
        ("A", MINION, "A"),
        ("A H", MINION, "A"),
        ("D", a.Placed("here", B), "D"),
        ("A", a.Placed("here", B), ""),
        ("D", a.Connected(B, ARTIFACT), "D"),
        ("A me", both(a.Players(None), a.Not(MINION)), "me"),
        ("A me", either(a.Players(None), MINION), "A me"),
        ("me rules", both(a.Players(None), a.Not(MINION)), "me"),
        ("A H", either(a.It(), MINION), "A"),
        ("H", either(a.It(), MINION), ""),
        ("A B C", a.Sharing("types", D), "C"),
        ("A B C", a.Exceeding("types", D), "A B"),
        ("A P", a.Compared(a.Read("power", a.It()), "=", a.Number(2)), "P"),
        ("A P", a.Owned(ME), "P"),
        ("A D", a.Compared(a.Read("power", a.It()), "=", a.Number(0)), "D"),
        ("A C", a.Controlled(YOU), "A C"),
        ("E", a.Controlled(ME), "E"),
        ("K E", a.Controlled(ME), "E"),
    ],
)
def test_candidates_are_all_that_is_chosen_among(
    among: str, selector: a.Selector, who: str
) -> None:
    """Nothing else is selected, whatever the words say of it."""
    looking = view()
    chosen = looking.choose(looking.table.bits(among.split()), selector, looking.table.bits("B"))
    assert {*looking.table.named(chosen)} == {*who.split()}


@pytest.mark.parametrize(
    ("relation", "anchor", "who"),
    [
        ("here", B, "BDE"),
        ("here", H, ""),
        ("nearby", A, "ABCDEN"),
        ("adjacent to", B, "ABCDEN"),
        ("in front of", A, ""),  # you face the first row, me the last one
        ("in front of", N, ""),  # whom nobody controls
        ("in front of", B, "N"),
        ("in front of", D, ""),
        ("in front of", a.Not(MINION), "N"),  # of E, which B carries
        ("here", either(B, a.Member("types", "aura")), "BDEP"),
    ],
)
def test_words_for_places(relation: str, anchor: a.Selector, who: str) -> None:
    """Five squares in a row; N stands alone in the second one, behind B as you see it."""
    assert selected(a.Placed(relation, anchor)) == {*who}


@pytest.mark.parametrize(
    ("anchor", "through", "who"),
    [
        (A, MINION, "ABCDEN"),
        (A, ARTIFACT, "ABCDE"),
        (N, ARTIFACT, ""),
        (P, a.Everything(), "PT"),
        (P, MINION, ""),
        (H, MINION, ""),
        (A, a.Linked(), ""),
        (N, a.Linked(), "N"),
        (either(A, P), either(a.Linked(), a.Member("types", "aura")), "P"),
    ],
)
def test_places_hang_together(anchor: a.Selector, through: a.Selector, who: str) -> None:
    """By edges: 1 with 2, 2 with 7, 4 with 5; S, on 3, is hidden."""
    assert selected(a.Connected(anchor, through)) == {*who}


# --- floors ------------------------------------------------------------------------------------


WEAK = (
    *(replace(one, card=card("Drum", "artifact", power=-2)) for one in THINGS if one.id == "D"),
    *(
        replace(one, card=card("Pair", "aura", power=Split(-3, 4)))
        for one in THINGS
        if one.id == "P"
    ),
)


@pytest.mark.parametrize("floor", ["when read", "each step", "at the end", "none"])
def test_floors_are_kept_when_a_number_is_read_by_policy(floor: str) -> None:
    """Of both parts of a number apart; what is no number with a floor has none."""
    looking = view("D", small_rulebook({"floor": floor}), WEAK)
    kept = floor == "when read"
    right: dict[a.Value, int] = {
        a.Read("power", D): 0 if kept else -2,
        a.Read("base power", D): 0 if kept else -2,
        a.Read("power", P): 2 if kept else 0,
        a.ReadPart("power", "attack", P): 0 if kept else -3,
        a.ReadPart("power", "defence", P): 4,
        a.ReadPart("power", "attack", D): 0 if kept else -2,
        a.Read("damage", D): -1,
    }
    looking.board.put("D", "damage", -1)
    assert {value: looking.value(value, 0) for value in right} == right
