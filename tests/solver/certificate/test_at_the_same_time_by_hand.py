"""Effects that apply at the same time, as the replay sees them: F of a board, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Rule
from layerlaw.solver import derive
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay, same
from layerlaw.solver.facts.situation import (
    AS_IT_ENTERED,
    NOWHERE,
    ResolvedEffect,
    Situation,
    Thing,
)
from situations import CREATURES, card, line, plus, resolved, rulebook, thing

X, Y = a.Identified("X"), a.Identified("Y")
FIRE, WATER = a.Member("elements", "fire"), a.Member("elements", "water")
GROWS, OTHER = line(CREATURES, plus(1)), line(CREATURES, plus(2))


def replay(
    *things: Thing,
    effects: tuple[ResolvedEffect, ...] = (),
    rules: tuple[Rule, ...] = (),
    left_out: tuple[str, ...] = (),
    at: dict[str, int] | None = None,
    **policies: str,
) -> SimultaneousReplay:
    """The situation; things enter one after another, but at a moment of their own where given."""
    seated = tuple(
        replace(one, entered=((at or {}).get(one.id, n), 0)) for n, one in enumerate(things, 1)
    )
    named = {name.replace("_", " "): value for name, value in policies.items()}
    book = rulebook({"process": "simultaneous", **named}, rules)
    situation = Situation(book, ("you", "me"), seated, effects, None, frozenset())
    return SimultaneousReplay(
        ReplayEffects(ReplayTable(replace(situation, left_out=frozenset(left_out))))
    )


def ids(replayed: SimultaneousReplay, board: ReplayBoard) -> list[str]:
    """What is in force on a board, oldest first."""
    return [effect.id for effect in replayed.in_force(board)]


def reached(replayed: SimultaneousReplay) -> ReplayBoard:
    """The board at which F comes to rest, from the starting board."""
    board = replayed.start
    for _ in range(9):
        following = replayed.image(board)
        if same(following, board):
            return board
        board = following
    raise AssertionError("no rest")


def cells(board: ReplayBoard, object: str) -> tuple[set[str], int | None]:
    """The elements and the power of an object."""
    return {*board.words(object, "elements")}, board.number(object, "power")


# --- in which order ----------------------------------------------------------------------------


@pytest.mark.parametrize("several", ["printed order", "reverse"])
def test_effects_of_one_moment_are_in_the_order_of_the_ties(several: str) -> None:
    """As printed, or in reverse, but for the rules; static before resolved; as sources stand."""
    made = (
        replace(resolved("R", "A", GROWS), timestamp=(1, 0)),
        replace(resolved("S", "B", GROWS), timestamp=(1, 0)),
    )
    rules = tuple(
        Rule(name, a.Ability(None, GROWS.instructions, zones=("rules",)), "C1") for name in "pq"
    )
    things = thing("A", GROWS, OTHER), thing("B", GROWS, OTHER), thing("C", GROWS)
    replayed = replay(
        *things, effects=made, rules=rules, at={"A": 1, "B": 1, "C": 2}, several=several
    )
    order = ["A.1", "B.1", "R", "S", "A.2", "B.2"]
    if several == "reverse":
        order = ["A.2", "B.2", "A.1", "B.1", "R", "S"]
    assert ids(replayed, replayed.start) == ["rules.p", "rules.q", *order, "C.1"]


@pytest.mark.parametrize("several", ["printed order", "reverse"])
def test_what_an_object_entered_as_is_behind_all_its_abilities(several: str) -> None:
    """In whatever order these go; the answer says so, and the certificate confirms it."""
    sets = [line(X, a.SetNumber("power", a.Number(value))) for value in (3, 5, 7, 9)]
    own = replace(thing("X", *sets[:2], power=1), entered=(1, 0))
    made = tuple(
        replace(resolved(id, "X", ability), timestamp=(1, 0), rank=AS_IT_ENTERED + number)
        for number, (id, ability) in enumerate(zip("RS", sets[2:], strict=True))
    )
    book = rulebook({"process": "simultaneous", "several": several})
    situation = Situation(book, ("you", "me"), (own,), made, None, frozenset())
    replayed = SimultaneousReplay(ReplayEffects(ReplayTable(situation)))
    printed = ["X.1", "X.2"] if several == "printed order" else ["X.2", "X.1"]
    assert ids(replayed, replayed.start) == [*printed, "R", "S"]
    found = derive(situation)
    assert found.value("X", "power") == 9
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures


@pytest.mark.parametrize(
    ("policy", "power"), [("later", 3), ("later, before what resolved", 7), ("holder", 7)]
)
def test_what_resolved_gives_counts_as_just_older_by_policy_here_too(
    policy: str, power: int
) -> None:
    """R gives X an ability that makes its power 3, and makes it 7 itself. CR-613.7n."""
    sets = [a.SetNumber("power", a.Number(value)) for value in (3, 7)]
    both = a.Ability(
        None, (*line(X, a.Gain(line(X, sets[0]))).instructions, *line(X, sets[1]).instructions)
    )
    own = replace(thing("X", power=1), entered=(1, 0))
    book = rulebook({"process": "simultaneous", "granted timestamp": policy})
    found = derive(
        Situation(book, ("you", "me"), (own,), (resolved("R", "X", both),), None, frozenset())
    )
    assert found.value("X", "power") == power
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures


def test_what_is_granted_comes_behind_what_is_printed() -> None:
    """By when what gave it is from, by the holder, by what gave it, and as it is stated."""
    gains = line(CREATURES, a.Gain(OTHER), a.Gain(GROWS))
    things = thing("A", gains, gains, OTHER), thing("B", gains), thing("C", GROWS)
    moments = {"A": 3, "B": 1, "C": 3}
    replayed = replay(*things, at=moments, granted_timestamp="holder")
    board = replayed.image(replayed.start)
    granted = [
        *("gained@B.1", "gained2@B.1"),
        *("gained@A.1", "gained2@A.1", "gained@A.2", "gained2@A.2"),
    ]
    assert ids(replayed, board) == [
        *("B.1", *(f"B.{one}" for one in granted)),
        # Of one moment A's own come first, then C's, then what B gave to A and to C, and so on.
        *("A.1", "C.1", "A.2", "A.3"),
        *(f"{holder}.{one}" for holder in "AC" for one in granted[:2]),
        *(f"{holder}.{one}" for holder in "AC" for one in granted[2:]),
    ]


@pytest.mark.parametrize(("step", "power"), [("newest last", 7), ("oldest last", 3)])
def test_in_one_step_the_newest_or_the_oldest_is_last(step: str, power: int) -> None:
    """By policy: the older sets power to 3, the newer to 7."""
    sets = [line(X, a.SetNumber("power", a.Number(value))) for value in (3, 7)]
    things = thing("A", sets[0]), thing("B", sets[1]), thing("X", power=1)
    replayed = replay(*things, same_step=step)
    assert replayed.image(replayed.start).number("X", "power") == power
    steps = replayed.steps(replayed.start)
    assert [part.id for _, part, _, _ in steps] == (
        ["A.1", "B.1"] if step == "newest last" else ["B.1", "A.1"]
    )
    first, second = (
        (one.number("X", "power"), then.number("X", "power")) for *_, one, then in steps
    )
    assert first == (1, 10 - power)
    assert second == (10 - power, power)
    assert {layer for layer, *_ in steps} == {6}


# --- what is in force --------------------------------------------------------------------------


def test_what_is_in_force_on_a_board() -> None:
    """What has its ability where that works, is not disabled, and whose condition holds."""
    only = line(CREATURES, plus(1), condition=a.Exists(FIRE))
    in_hand = line(CREATURES, plus(1), zones=("hand",))
    made = resolved("R", "A", GROWS), resolved("Q", "A", GROWS)
    replayed = replay(
        thing("A", GROWS),
        thing("B", only),
        thing("C", in_hand),
        thing("H", in_hand, zone="hand"),
        thing("D", GROWS, statuses=("disabled",)),
        thing("G", GROWS),
        thing("L", GROWS, zone=NOWHERE),
        effects=made,
        left_out=("G.1", "Q"),
    )
    board = replayed.start.fork()
    assert ids(replayed, board) == ["A.1", "H.1", "R"]
    board.put("A", "elements", frozenset({"fire"}))
    assert ids(replayed, board) == ["A.1", "B.1", "H.1", "R"]
    board.put("D", "disabled", False)
    board.put("A", "abilities", ())
    assert ids(replayed, board) == ["B.1", "H.1", "D.1", "R"]
    assert [one.id for one in replayed.held(board)] == ["R", "B.1", "C.1", "H.1", "D.1", "L.1"]
    assert [one.id for one in replayed.effects.resolved] == ["R"]
    [instance] = replayed.start.abilities("G")
    assert not replayed.exists(replayed.effects.static(instance, "G"), board, board)


def test_whether_an_effect_exists_is_asked_of_two_boards() -> None:
    """That it has its ability, and presences, of the lifted one; disabling and absences not."""
    only = line(CREATURES, plus(1), condition=a.Exists(FIRE))
    unless = line(CREATURES, plus(1), condition=a.Negation(a.Exists(FIRE)))
    replayed = replay(thing("A", only), thing("B", unless), thing("C", GROWS))
    firm, lifted = replayed.start, replayed.start.fork()
    one, other, third = replayed.held(firm)
    assert [replayed.exists(each, firm, firm) for each in (one, other, third)] == [
        *(False, True, True)
    ]
    lifted.put("A", "elements", frozenset({"fire"}))
    assert [replayed.exists(each, firm, lifted) for each in (one, other)] == [True, True]
    assert [replayed.exists(each, lifted, firm) for each in (one, other)] == [False, False]
    assert [replayed.exists(each, lifted, lifted) for each in (one, other)] == [True, False]
    lifted.put("C", "disabled", True)
    assert replayed.exists(third, firm, lifted)
    assert not replayed.exists(third, lifted, firm)
    lifted.put("C", "abilities", ())
    assert not replayed.exists(third, firm, lifted)


def test_all_effects_that_there_could_be_are_known_by_their_ids() -> None:
    """Of everything printed, on every object, and of what these could give one another."""
    deepest = line(X, plus(1))
    gains = line(CREATURES, a.Gain(line(CREATURES, a.Gain(deepest))), a.Gain(a.Ability("Flying")))
    part = card("L", GROWS)
    rules = (Rule("p", a.Ability(None, GROWS.instructions, zones=("rules",)), "C1"),)
    flies = thing("X", a.Ability("Flying"), linked=(part,))
    replayed = replay(thing("A", gains), flies, rules=rules)
    replayed.know_all()
    known = replayed.effects.by_id
    for holder in ("A", "X", "you", "me", "rules"):
        assert f"{holder}.1" in known
        for giver in ("A", "X"):
            assert f"{holder}.gained@{giver}.1" in known
            assert f"{holder}.gained@{giver}.gained@A.1" in known
            assert f"{holder}.Flying@{giver}.1" not in known
    assert "rules.p" in known
    assert not {"A.p", "X.p", "X.0", "A.0"} & known.keys()


# --- F -----------------------------------------------------------------------------------------


def test_effects_are_observed_on_the_board_and_written_onto_the_first() -> None:
    """A makes X fire, B strengthens what is fire, and makes it water as long as it is strong."""
    fire = a.AddMembers("elements", ("fire",))
    strong = a.Compared(a.Read("power", a.It()), ">", a.Number(1))
    things = (
        thing("A", line(X, fire)),
        thing("B", line(FIRE, plus(3)), line(strong, a.AddMembers("elements", ("water",)))),
        thing("X", power=1),
    )
    replayed = replay(*things)
    first = replayed.image(replayed.start)
    assert cells(first, "X") == ({"fire"}, 1)
    second = replayed.image(first)
    assert cells(second, "X") == ({"fire"}, 4)
    third = replayed.image(second)
    assert third.words("X", "elements") == {"fire", "water"}
    assert same(replayed.image(third), third)
    assert replayed.start.words("X", "elements") == set()
    [(*_, before, after), *_] = [one for one in replayed.steps(third) if one[1].id == "A.1"]
    assert [cells(one, "X")[0] for one in (before, after)] == [set(), {"fire"}]


def test_what_lifts_is_observed_on_the_lifted_board() -> None:
    """Numbers on the firm one; without lifting nothing is added at all."""
    things = (
        thing("A", line(FIRE, a.AddMembers("elements", ("water",)), plus(2))),
        thing("X", power=1),
        thing("Y", elements=("norm",), power=1),
    )
    replayed = replay(*things)
    firm, lifted = replayed.start.fork(), replayed.start.fork()
    firm.put("X", "elements", frozenset({"fire"}))
    lifted.put("Y", "elements", frozenset({"fire"}))
    above = replayed.image(firm, lifted)
    assert cells(above, "X") == (set(), 3)
    assert cells(above, "Y") == ({"norm", "water"}, 1)
    without = replayed.image(firm, lifts=False)
    assert cells(without, "X") == (set(), 3)
    both = replayed.image(firm)
    assert cells(both, "X") == ({"water"}, 3)
    neither = replayed.image(firm, lifted, lifts=False)
    assert cells(neither, "Y") == ({"norm"}, 1)
    assert cells(neither, "X") == (set(), 3)


def test_what_exists_on_the_lifted_board_alone_only_lifts() -> None:
    """And what exists on the firm one alone does nothing but that."""
    both = line(Y, a.AddMembers("elements", ("water",)), plus(2), condition=a.Exists(FIRE))
    replayed = replay(thing("A", both), thing("X"), thing("Y", power=1))
    firm, lifted = replayed.start, replayed.start.fork()
    lifted.put("X", "elements", frozenset({"fire"}))
    for image, words, power in (
        (replayed.image(firm), set(), 1),
        (replayed.image(lifted), {"water"}, 3),
        (replayed.image(firm, lifted), {"water"}, 1),
        (replayed.image(lifted, firm), set(), 3),
    ):
        assert cells(image, "Y") == (words, power)


def test_a_fixed_point_that_holds_itself_up_is_not_reached() -> None:
    """X is fire because something is fire; with Y, which is so anyway, it is reached."""
    holds_up = line(X, a.AddMembers("elements", ("fire",)), condition=a.Exists(FIRE))
    for fire in (False, True):
        own = thing("Y", elements=("fire",) if fire else ())
        replayed = replay(thing("A", holds_up), thing("X"), own)
        up = replayed.start.fork()
        up.put("X", "elements", frozenset({"fire"}))
        assert same(replayed.image(up), up)
        assert replayed.is_reached(up) == fire
        assert replayed.is_reached(replayed.start) == (not fire)


def test_a_fixed_point_is_reached_step_by_step() -> None:
    """Each makes the next one fire: as many rounds as there are."""
    chain = [
        line(
            a.Identified(after),
            a.AddMembers("elements", ("fire",)),
            condition=a.Matches(a.Identified(before), FIRE),
        )
        for before, after in ("XA", "AB", "BC", "CY")
    ]
    things = [thing(id, ability) for id, ability in zip("ABCD", chain, strict=True)]
    replayed = replay(*things, thing("X", elements=("fire",)), thing("Y"))
    board = reached(replayed)
    assert board.words("Y", "elements") == {"fire"}
    assert replayed.is_reached(board)
    assert not replayed.is_reached(replayed.start)


# --- two boards --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "write",
    [
        ("X", "elements", frozenset({"fire"})),
        ("X", "power", 2),
        ("X", "power", None),
        ("X", "tapped", True),
        ("X", "abilities", ()),
        ("A", "abilities", ()),
    ],
)
def test_boards_are_the_same_if_all_their_cells_are(write: tuple[str, str, object]) -> None:
    """In either order; and abilities come in no order."""
    replayed = replay(thing("A", GROWS), thing("X", GROWS, OTHER, power=1))
    board = replayed.start.fork()
    assert same(board, replayed.start)
    board.put("X", "abilities", board.abilities("X")[::-1])
    assert same(board, replayed.start)
    board.put(*write)
    assert not same(board, replayed.start)
    assert not same(replayed.start, board)


def test_bars_are_written_too() -> None:
    """A board that has one differs, whatever it holds else."""
    replayed = replay(thing("X"))
    board = replayed.start.fork()
    board.add("bars", ("number", "power"), 1)
    assert not same(board, replayed.start)
