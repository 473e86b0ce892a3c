"""What a partial board tells of doubts, regions and places: no less than is so, and no more."""

from __future__ import annotations

from dataclasses import replace

from half_decided import all_open

from layerlaw.model import loads_scenario
from layerlaw.solver.board.kinds import NO_OBJECTS, Objects
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.effects.starting_board import starting_board
from layerlaw.solver.play.solve import solve
from layerlaw.solver.together.graph import WaitingDecisions
from layerlaw.solver.together.keys import Keys
from layerlaw.solver.together.partial import Grouped, Interval, Partial, placed_bounds, unsettled
from layerlaw.solver.together.read_sets import Look
from layerlaw.solver.together.state import State

ANSWER = solve(
    loads_scenario(
        """
title: Three sites in a row, one far away, and what lies below
rulebook: sorcery-2026-01
players: [you, me]
active: you
cards:
  Soldier: {is: [minion, mortal], power: 1}
  Mole: {is: [minion, beast], power: 2, has: [Burrowing]}
  Fish: {is: [minion, beast], power: 2, has: [Submerge]}
  Meadow: {is: [site], water: 0}
  River: {is: [site, river], water: 1}
play:
  - you: Meadow as S1 at 1
  - you: Meadow as S2 at 2
  - you: River as S3 at 3
  - me: River as S20 at 20
  - you: Soldier as A at 2
  - me: Mole as C at 2 underground
  - you: Fish as D at 3 underwater
  - me: Fish as E at 20 underwater
"""
    )
)
WORLD = ANSWER.world
START = starting_board(WORLD, ANSWER.instances)
SITE = ("word", "types", "site")
WATER = ("number", "water")


def mask_of(names: str) -> Objects:
    """The mask of some objects."""
    return Objects(sum(1 << WORLD.index[name] for name in names.split()))


def ids(mask: int) -> set[str]:
    """The objects of a mask."""
    return {id for id, index in WORLD.index.items() if mask >> index & 1}


def open_on(names: str, key: tuple[str, ...]) -> Partial:
    """The starting board where something is open on some objects."""
    return Partial(START, Keys(WORLD.rulebook, ()), {key: mask_of(names)})


def nearby(least: str, most: str, partial: Partial) -> Interval:
    """The objects nearby to what certainly, or possibly, is meant."""
    return placed_bounds("nearby", (mask_of(least), mask_of(most)), partial, WORLD)


def test_near_what_is_only_possibly_meant_nothing_is_certain() -> None:
    """It is possible all the same; near one of two that is certain all there is."""
    known = open_on("", SITE)
    by_s1, by_s20 = (WORLD.placed("nearby", WORLD.index[one], START) for one in ("S1", "S20"))
    assert ids(by_s1) == {"S1", "S2", "A", "C"} and ids(by_s20) == {"S20", "E"}
    assert nearby("", "S1", known) == (NO_OBJECTS, by_s1)
    assert nearby("S20", "S1 S20", known) == (by_s20, by_s1 | by_s20)
    assert nearby("S1", "S1 S20", known) == (by_s1, by_s1 | by_s20)


def test_near_what_lies_in_a_region_that_is_known_only_what_may_change_its_own_is_open() -> None:
    """Fish may come to lie underground where it is open whether their site is water."""
    partial = open_on("S3", WATER)
    assert ids(unsettled(partial, WORLD)) == {"S3", "D"}
    # The mole is underground: its own site is near, and so are the others, and perhaps the fish.
    least, most = nearby("C", "C", partial)
    assert ids(least) == {"S1", "S2", "C"}
    assert ids(most) == {"S1", "S2", "S3", "C", "D"}


def test_what_is_ground_itself_does_not_go_by_the_ground_above_it() -> None:
    """A mole that became a site is in its own region, whatever becomes of the other site."""
    partial = open_on("S2", SITE)
    assert ids(unsettled(partial, WORLD)) == {"S2", "C"}
    partial = open_on("S2", SITE)
    partial.board = START.fork()
    partial.board.add("types", "site", mask_of("C"))
    assert ids(unsettled(partial, WORLD)) == {"S2"}


def test_the_number_of_the_ground_itself_tells_whether_it_is_water() -> None:
    """That of another site tells nothing of it."""
    ends = {mask_of("S1"): (0, 1), mask_of("S3"): (1, 2), mask_of("S20"): (-1, 1)}

    def numbers(name: str, objects: Objects) -> Grouped:
        assert name == "water"
        return [(ends[objects], objects)]

    partial = open_on("S1 S3 S20", WATER)
    partial.numbers = numbers
    assert ids(unsettled(partial, WORLD)) == {"S1", "S20", "E"}


def test_what_copies_change_is_in_doubt_where_nothing_else_is() -> None:
    """And may be lost beside what others take."""
    cards = {
        "P": "light haste 1 | self: frozen",
        "Q": "light dark haste blocker 2",
        "R": "light dark blocker 2",
        "M": "relic | P: copy of R",
    }
    made = all_open(cards).partial
    assert made.copies is not None
    p, q = Objects(0b1), Objects(0b10)
    alone = Partial(made.board, made.keys, {}, copies=made.copies)
    assert alone.doubts(frozenset({Look(("word", "colours", "dark"), None, False)})) == p
    assert alone.losing(("keyword", "haste")) == p
    beside = Partial(made.board, made.keys, {("lose", "haste"): q}, copies=made.copies)
    assert beside.losing(("keyword", "haste")) == p | q


def test_who_looks_below_the_ground_waits_for_no_number_that_settles_it_either_way() -> None:
    """There is water there with or without more of it; who becomes a mortal is waited for."""
    wet = solve(
        loads_scenario(
            """
title: A river that may get deeper
rulebook: sorcery-2026-01
players: [you, me]
active: you
cards:
  Rain: {is: [minion, beast], power: 2, has: ["sites: water += 1 as long as self is a mortal"]}
  Torn: {is: [minion, beast], power: 2, has: ["non-mortal minions: subtypes += mortal"]}
  Diver: {is: [minion], power: 2, has: [Submerge, "underwater mortals: power += 1"]}
  River: {is: [site, river], water: 1}
play:
  - you: River as S3 at 3
  - you: Rain as R at 3
  - you: Torn as T at 3
  - you: Diver as D at 3 underwater
"""
        )
    ).situation
    process = wet.rulebook.policies["process"]
    policies = {**wet.rulebook.policies, "process": replace(process, value="simultaneous")}
    settling = Settling(replace(wet, rulebook=replace(wet.rulebook, policies=policies)))
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    waiting = WaitingDecisions(state, settling.candidates.all, settling.plain.deeds)
    named = {name: deed.candidate.effect.id for name, deed in waiting.deeds.items()}
    assert set(named.values()) == {"R.1", "T.1", "D.1"}
    waits = {
        named[name]: {named.get(one) for one in on}
        for name, on in waiting.edges.items()
        if name in named
    }
    assert waits["D.1"] == {"T.1"}
