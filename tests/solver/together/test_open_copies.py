"""What a copy that may still be made brings and takes, and what replaces what: piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from half_decided import all_open

from layerlaw.model.algebra import CopyOf, LoseAll, Self
from layerlaw.solver import derive
from layerlaw.solver.board.columns import ABILITIES, BENEATH
from layerlaw.solver.board.kinds import NO_OBJECTS, Index, Objects
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together.copies import OpenCopies, replaces_all
from layerlaw.solver.together.grounds import _Between, _Gathering
from layerlaw.solver.together.keys import COPY
from layerlaw.solver.together.replacing import changed, replaced
from layerlaw.solver.together.state import State
from together import table

if TYPE_CHECKING:
    from layerlaw.solver.together.keys import Key

P, Q, R, M = (1 << place for place in range(4))
CARDS = {
    "P": "light haste 1 | self: frozen",
    "Q": "light dark blocker 2",
    "R": "light dark blocker 2",
    "M": "relic | P: copy of Q | R: copy of Q",
}


OPERANDS = (1, frozenset(("me",)))


def copies_of(cards: Mapping[str, str]) -> OpenCopies:
    """The copies of a board on which nothing is decided."""
    copies = all_open(cards).partial.copies
    assert copies is not None
    return copies


def instance(cards: Mapping[str, str], holder: int) -> Key:
    """The key of the last ability that is printed on the object in this place."""
    start = Settling(table(cards)).candidates.start
    [*_, number] = (n for n, held in start.column(ABILITIES).items() if held >> holder & 1)
    return ("instance", number, None)


@pytest.mark.parametrize(
    ("key", "brought", "taken"),
    [
        (("word", "colours", "dark"), P, 0),
        (("word", "colours", "light"), 0, 0),
        (("word", "types", "relic"), 0, 0),
        (("any word", "colours"), P, 0),
        (("any word", "types"), 0, 0),
        (("number", "power"), P, P),
        (("depth", "power"), P, P),
        (("number", "base power"), P, P),
        (("number", "cost"), 0, 0),
        # One blocker of its own goes, and another one comes.
        (("keyword", "blocker"), P | R, R),
        (("keyword", "haste"), 0, P),
        (("keyword", "flyer"), 0, 0),
        (("ability",), P | R, P | R),
        (("name",), P | R, P | R),
        (instance(CARDS, 0), 0, P),
        (("status", "frozen"), 0, 0),
        (("player", "controller"), 0, 0),
        (("fixed", "P.1"), 0, 0),
    ],
)
def test_what_a_copy_changes_is_what_it_has_and_the_other_had_not(
    key: Key, brought: int, taken: int
) -> None:
    """Of what both have nothing comes, and nothing goes; no copy has a status or a controller."""
    copies = copies_of(CARDS)
    assert (copies.bringing(key), copies.taking(key)) == (brought, taken)
    assert copies.changing(key) == brought | taken


def test_what_is_swapped_or_becomes_something_else_comes_from_where_it_was() -> None:
    """A cost that a copy brings may end as power, and what is light as what is dark."""
    more = "2 | P: swap power and cost | P: light becomes dark"
    copies = copies_of({"P": "1", "Q": "light 1", "R": more, "M": "relic | P: copy of Q"})
    assert copies.changing(("number", "power")) == copies.changing(("number", "cost")) == 0
    assert copies.bringing(("word", "colours", "dark")) == P
    copies = copies_of({"P": "1", "Q": "2", "R": more, "M": "relic | P: copy of Q"})
    assert copies.changing(("number", "power")) == copies.changing(("number", "cost")) == P


def test_what_a_later_copy_replaces_is_not_brought() -> None:
    """Where that one is certain; what is certain before is there already."""
    cards = {"P": "1", "Q": "blocker 2", "R": "haste 2", "M": "relic | P: copy of Q | P: copy of R"}
    settling = Settling(table(cards))
    first, second = settling.plain.deeds
    for sure, brought, taken in ((second, "", ""), (first, "haste", "blocker")):
        state = State(settling.candidates, settling.plain)
        for deed in (first, second):
            state._know(deed, -1, deed.known(state.partial, -1))
            state.spared[deed] = Objects(deed.step.allowed & ~P)
        state.exists = dict.fromkeys(state.exists, True)
        state.done[sure] = Objects(P)
        state.rebuild()
        partial = state.partial
        for keyword in ("blocker", "haste"):
            key = ("keyword", keyword)
            assert partial.gaining(key) == (P if keyword == brought else 0)
            assert partial.losing(key) == (P if keyword == taken else 0)


def test_whoever_is_given_a_player_or_a_copy_has_what_was_there_replaced() -> None:
    """Of nobody or of two nothing is made; where each has its own, it is asked for each."""
    cards = {
        "P": "1",
        "Q": "me 1",
        "R": "1",
        "M": "relic | creatures: copy of P | creatures: controller := me"
        " | creatures: controller := owner of it",
    }
    state = all_open(cards)
    copying, one, each = state.plain.deeds
    scope = Objects(P | Q)
    nobody: frozenset[str] = frozenset()
    assert replaced(one, scope, frozenset(("me",))) == scope
    assert replaced(one, scope, nobody) == NO_OBJECTS
    assert replaced(one, scope, frozenset(("me", "you"))) == NO_OBJECTS
    assert each.each
    assert replaced(each, scope, ((0, nobody), (1, frozenset(("me",))))) == Q
    assert replaced(each, scope, ((0, frozenset(("me",))), (1, nobody))) == P
    assert replaced(copying, scope, 0) == scope
    assert replaced(copying, scope, None) == NO_OBJECTS
    board = state.candidates.start
    assert changed(board, one, Objects(P | Q | R), frozenset(("me",))) == P | R
    assert changed(board, one, Objects(P | Q), frozenset(("you",))) == Q
    assert changed(board, one, scope, nobody) == NO_OBJECTS
    assert changed(board, copying, Objects(P | Q | R), 0) == Q | R
    assert board.column(BENEATH) == {"you": P | R | M, "me": Q}


@pytest.mark.parametrize(
    ("lines", "replacing"),
    [
        ("creatures: controller := me | creatures: controller := you", "both"),
        ("creatures: controller := me | creatures: can't be controlled by you", "none"),
        ("creatures: copy of P | creatures: controller := you", "both"),
        ("creatures: copy of P | creatures: power += 1", "copy"),
        ("creatures: power += 1 | creatures: frozen", "none"),
    ],
)
def test_what_replaces_all_that_is_written_under_its_key(lines: str, replacing: str) -> None:
    """Unless anything else writes there too; and copies, which come first."""
    plain = Settling(table({"P": "1", "Q": f"1 | {lines}"})).plain
    found = [plain.replacing.get(deed) for deed in plain.deeds]
    assert [key is not None for key in found] == {
        "both": [True, True],
        "none": [False, False],
        "copy": [True, False],
    }[replacing]
    for deed, key in zip(plain.deeds, found, strict=True):
        assert (key == COPY) is replaces_all(deed.prepared.operation)


def test_a_copy_that_keeps_anything_of_what_was_there_replaces_less_than_all() -> None:
    """One that changes a text, what merges, and what is itself but for something."""
    whole = CopyOf(Self())
    assert replaces_all(whole) and not replaces_all(LoseAll())
    assert not replaces_all(replace(whole, text="full text"))
    assert not replaces_all(replace(whole, merging="over"))
    assert not replaces_all(replace(whole, itself=True))


def test_what_later_effects_make_of_a_copy_is_not_what_hides_it() -> None:
    """With the copy the cost of P is 5 before it is raised, and so 6; without it, 4 and 5."""
    lines = "P: copy of Q except [cost := 5] | P: cost at least 4 | P: cost += 1"
    situation = table({"P": "2", "Q": "2", "M": f"relic | {lines}"})
    things = (
        replace(one, card=replace(one.card, name="X")) if one.id in "PQ" else one
        for one in situation.things
    )
    plain = Settling(replace(situation, things=tuple(things))).plain
    copying, *later = plain.deeds
    done = [(copying, Objects(P), 1), (later[0], Objects(P), 4), (later[1], Objects(P), 1)]
    gathering = _Gathering(plain, dict.fromkeys(plain.candidates.all, True), done)
    without = {**gathering.deeds, copying: NO_OBJECTS}
    assert gathering.board(without).value("cost", Index(0)) == 5
    assert gathering.board(gathering.deeds).value("cost", Index(0)) == 6
    varying = _Between(gathering, without, gathering.deeds).varying()
    assert varying == {copying: ((COPY, P),)}


def test_who_has_control_varies_behind_what_replaces_nothing() -> None:
    """A text that is copied puts nothing in the place of all that was there."""
    lines = "P: text := text of Q | P: controller := me"
    plain = Settling(table({"P": "1", "Q": "1", "M": f"relic | {lines}"})).plain
    done = [
        (deed, Objects(P), operand) for deed, operand in zip(plain.deeds, OPERANDS, strict=True)
    ]
    gathering = _Gathering(plain, dict.fromkeys(plain.candidates.all, True), done)
    [text, control] = plain.deeds
    without = {text: Objects(P), control: NO_OBJECTS}
    assert [*_Between(gathering, without, gathering.deeds).varying()] == [control]


def test_a_copy_that_may_be_made_may_take_what_is_printed() -> None:
    """P has blocker, and R is frozen for that, but as a copy of Q it has none."""
    cards = {
        "P": "blocker 1",
        "Q": "2",
        "M": "relic | N: silenced",
        "N": "relic | M: silenced | P: copy of Q",
        "R": "1 | self: frozen as long as P has blocker",
    }
    found = derive(table(cards))
    told = [(one.final["P", "power"], one.final["R", "frozen"]) for one in found.answers or ()]
    assert sorted(told) == [(1, True), (2, False)]
    assert Certificate(found.facts).check().ok


def test_copies_alone_may_leave_a_name_open() -> None:
    """Whichever of P and R becomes a copy of Q, the other one does not."""
    cards = {
        "P": "1",
        "R": "1",
        "Q": "2",
        "A": "relic | P: copy of Q as long as there is a creature named R",
        "B": "relic | R: copy of Q as long as there is a creature named P",
    }
    found = derive(table(cards))
    told = [(one.final["P", "name"], one.final["R", "name"]) for one in found.answers or ()]
    assert sorted(told) == [("P", "Q"), ("Q", "R")]
    assert Certificate(found.facts).check().ok
