"""What only moves operations between layers is let be where nothing on the table could tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from types import MappingProxyType

import pytest
from bringing import drawn as drawn_bringing

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario, shipped_rulebook
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.answer.difference.outcome import Outcome, outcome, refusal
from layerlaw.solver.certainty.readings.explore import ReadingExploration
from layerlaw.solver.certainty.readings.idle_points import moving_points
from layerlaw.solver.certainty.readings.recording_rulebook import RecordingRulebook

BOOK = "grand-archive-2025-09"
COUNTERS, STEPS, PERMISSIONS = "GA-OPEN-COUNTERS", "GA-OPEN-STEPS", "GA-OPEN-PERMISSIONS"
SEVERAL, GRANTED, CANT = "GA-OPEN-SEVERAL", "GA-OPEN-GRANTED", "GA-OPEN-CANT"

LINES = (
    "allies: power += 1",
    "other allies: life -= 1",
    "allies with power >= 4: life += 1",
    "allies with buff >= 1: power += 1",
    "self: power *= 2",
    "allies: power := 3",
    "self: power += level of self",
    "self: level += power of self",
    "allies: level += 1",
    "allies with level >= 2: power += 2",
    "allies with power >= 4: level += 1",
    "allies: level := 2",
    "allies: reserve-cost -= 1",
    "allies with reserve-cost <= 1: power += 1",
    "allies with power >= 4: can't attack",
    "allies with level >= 2: can't be attacked",
    "allies with reserve-cost <= 1: can attack",
    "allies: can't attack",
    "allies: gain stealth",
    "allies with stealth: power += 1",
    "allies with power >= 4: gain stealth",
    "allies with power >= 3: lose all abilities",
    "other allies: gain [self: power += 1]",
    "other allies: gain [self: power *= 2]",
    "other allies: gain [other allies: level += 1]",
    "other allies: gain [other allies: can't attack]",
    "other allies: gain [self: can attack]",
    "allies: gain [allies with power >= 4: can't attack]",
    "allies: power += 1 as long as self has level >= 2",
    "allies: level += 1 as long as self has power >= 4",
    "self: swap power and life",
    "allies with level >= 2: swap power and life",
    "other allies you control: power -= 2",
)
PERMITTING = (
    "self: can attack",
    "self: can't attack",
    "allies: can't attack",
    "other allies: can't be attacked",
    "allies: can be attacked",
    "allies with power >= 3: can attack",
    "allies: power += 1",
    "other allies: gain [self: can attack]",
    "allies: gain [allies: can't be attacked]",
    "allies: go to banishment instead of graveyard",
    "other allies: go to hand instead",
    "allies with power >= 3: lose all abilities",
    "allies: gain [self: go to banishment instead]",
)


def drawn(seed: int, of: Sequence[str] = LINES, book: str = BOOK) -> Scenario:
    """Two to four allies with one or two of these abilities each, some of them with counters."""
    pick = Random(seed)
    lines = [f"title: drawn\nrulebook: {book}\nplayers: [you, me]\nactive: you\ncards:"]
    ids = [f"X{number}" for number in range(pick.randint(2, 4))]
    for id in ids:
        has = ", ".join(f'"{line}"' for line in pick.sample(of, pick.randint(1, 2)))
        numbers = f"power: {pick.randint(1, 4)}, life: 9, level: {pick.randint(0, 2)}"
        lines.append(f"  C{id}: {{is: [ally], {numbers}, reserve-cost: 2, has: [{has}]}}")
    lines.append("play:")
    lines += [f"  - {pick.choice(('you', 'me'))}: C{id} as {id}" for id in ids]
    for id in pick.sample(ids, pick.randint(0, 2)):
        lines.append(f"  - {pick.choice(('buff', 'debuff'))}: {id} {pick.randint(1, 2)}")
    return loads_scenario("\n".join(lines) + "\n")


def alone(scenario: Scenario, chosen: Mapping[str, str]) -> Outcome:
    """The outcome under one reading, derived by itself."""
    try:
        return outcome(solve(scenario, readings=chosen))
    except LayerlawError as error:
        return refusal(error)


def assert_as_each_alone(scenario: Scenario, points: tuple[str, ...]) -> None:
    """Whatever these points say, the outcome is that of the history that stands for it."""
    exploration = ReadingExploration(scenario)
    exploration.explore(None)
    found = list(exploration.outcomes)
    rulebook = exploration.rulebook
    default = {point: rulebook.points[point].default for point in exploration.everything}
    every = [[reading.id for reading in rulebook.points[point].readings] for point in points]
    for values in product(*every):
        chosen = {**default, **dict(zip(points, values, strict=True))}
        [number] = {
            leaf.outcome
            for leaf in exploration.leaves
            if all(chosen[point] in left for point, left in leaf.allowed.items())
        }
        assert alone(scenario, chosen) == found[number], chosen


# --- by what is printed -----------------------------------------------------------------------


ALLIES = a.Noun("ally", a.Member("types", "ally"))


def ability(*operations: a.Operation) -> a.Ability:
    """One that does this to allies."""
    return a.Ability(None, (a.Instruction(ALLIES, operations),))


POWER = ability(a.ChangeNumber("power", "+", a.Number(1)))
LIFE = ability(a.ChangeNumber("life", "+", a.Read("power", a.It())))
TEXT = ability(a.ReplaceInText("types", "ally", "item"))
GA = shipped_rulebook(BOOK)
JULY = shipped_rulebook("sorcery-2026-07")


def points_let_be(rulebook: Rulebook, *abilities: a.Ability) -> frozenset[str]:
    """Those of the rulebook with all its readings where no more than this is printed."""
    allowed = {id: tuple(r.id for r in point.readings) for id, point in rulebook.points.items()}
    recording = RecordingRulebook.of(rulebook, allowed)
    return moving_points(recording, rulebook, allowed, abilities).idle


def moving(rulebook: Rulebook, id: str, *readings: Mapping[str, str]) -> Rulebook:
    """The rulebook with a point of this id whose readings put words into these layers."""
    told = [replace(GA.points[COUNTERS].readings[0], layers=layers) for layers in readings]
    named = tuple(replace(one, id=f"reading-{number}") for number, one in enumerate(told))
    point = replace(GA.points[COUNTERS], id=id, readings=named, default="reading-0")
    return replace(rulebook, points=MappingProxyType({**rulebook.points, id: point}))


def test_words_that_may_change_let_no_point_be() -> None:
    """A text may come to ask for anything."""
    assert COUNTERS in points_let_be(GA, POWER)
    assert not points_let_be(GA, POWER, TEXT)


def test_what_a_copy_may_bring_a_namesake_of_lets_no_point_be() -> None:
    """The rest of what copies, or anything that begins before or with it; that is refused then."""
    copy = a.CopyOf(a.Noun("ally", a.Member("types", "ally")))
    copying, level = ability(copy), ability(a.SetNumber("level", a.Number(3)))
    both = ability(a.ChangeNumber("life", "+", a.Number(1)), copy)

    def let_be(*static: a.Ability, left: tuple[a.Ability, ...] = ()) -> bool:
        allowed = {id: tuple(r.id for r in point.readings) for id, point in GA.points.items()}
        recording = RecordingRulebook.of(GA, allowed)
        return COUNTERS in moving_points(recording, GA, allowed, [*static, *left], static).idle

    assert let_be(POWER, copying) and let_be(POWER, left=(both,)) and let_be(POWER, level)
    assert not let_be(POWER, both) and not let_be(POWER, copying, level)


@pytest.mark.parametrize(
    ("rulebook", "points"),
    [("grand-archive-zh", "ZH-OPEN-PERMISSIONS ZH-OPEN-STEPS"), (BOOK, f"{PERMISSIONS} {STEPS}")],
)
def test_a_copy_that_brings_what_has_the_name_of_another_is_refused_where_it_is(
    rulebook: str, points: str
) -> None:
    """What is left of the copying effect is called S.1, and so is the permission that it copies."""
    scenario = loads_scenario(
        f"title: found\nrulebook: {rulebook}\nplayers: [you, me]\nactive: you\ncards:\n"
        "  Angel: {is: [ally], power: 2, life: 12, has: ['you: can activate items']}\n"
        "  Spirit: {is: [ally], life: 15,"
        " has: ['self: life += 1, copy of an ally named \"Angel\"']}\n"
        "play:\n  - you: Angel as A\n  - you: Spirit as S\n"
    )
    assert_as_each_alone(scenario, tuple(points.split()))


def test_where_effects_act_between_layers_no_point_is_let_be() -> None:
    """Sorcery's editions of May and July: what asks for costs waits for them, changed or not."""
    assert points_let_be(shipped_rulebook("sorcery-2026-01"))
    assert not points_let_be(JULY)


def test_who_waits_for_a_layer_waits_where_each_reading_puts_it() -> None:
    """SORC-OPEN-REST puts costs behind layer 6, or ahead of all; nothing here changes any.

    What asks for costs waits for them all the same: with costs ahead, D is done in 6.2, and S,
    which asks for power, waits behind that; with costs last, D comes behind S.
    """
    scenario = loads_scenario(
        "title: waiting\nrulebook: sorcery-2026-07\nplayers: [you, me]\nactive: you\ncards:\n"
        "  Still: {is: [site], has: ['minions with power >= 3: can''t move']}\n"
        "  Dear: {is: [site], has: ['minions with cost >= 2: power += 1']}\n"
        "  Soldier: {is: [minion], power: 2, cost: 2}\n"
        "play:\n  - me: Still as S at 1\n  - me: Dear as D at 2\n  - you: Soldier as M at 3\n"
    )
    assert_as_each_alone(scenario, ("SORC-OPEN-REST", "SORC-OPEN-WAIT"))
    said = {
        reading: dict(alone(scenario, {"SORC-OPEN-REST": reading}).answers[0])["M", "permissions"]
        for reading in ("first", "last")
    }
    assert "can't move" in str(said["first"]) and "can't move" not in str(said["last"])


SORCERY = (
    "minions: power += 1",
    "minions with power >= 3: gain Airborne",
    "minions: can't attack",
    "minions with power >= 3: can't move",
    "other minions: gain [self: can't be attacked]",
    "minions you control with Airborne: can't attack",
    "minions: cost += 1",
    "minions with cost >= 2: power += 1",
    "minions with power >= 2: cost -= 1",
    "artifacts: types += minion",
    "beasts you control: can't attack",
    "minions: subtypes += beast",
    "other minions: controller := you",
    "self: power += 2",
)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(16))
def test_drawn_boards_with_places_between_are_the_same_under_each_reading(seed: int) -> None:
    """Costs, permissions and what asks for them, in the edition of July."""
    pick = Random(seed)
    lines = [
        "title: drawn\nrulebook: sorcery-2026-07\nplayers: [you, me]\nactive: you\ncards:",
    ]
    ids = [f"X{number}" for number in range(pick.randint(2, 4))]
    for id in ids:
        has = ", ".join(f'"{line}"' for line in pick.sample(SORCERY, pick.randint(1, 2)))
        kind = pick.choice(("minion, power: 2, cost: 2", "artifact, cost: 2", "site"))
        type, _, numbers = kind.partition(", ")
        numbers = f"{numbers}, " if numbers else ""
        lines.append(f"  C{id}: {{is: [{type}], {numbers}has: [{has}]}}")
    lines.append("play:")
    lines += [
        f"  - {pick.choice(('you', 'me'))}: C{id} as {id} at {n}" for n, id in enumerate(ids, 1)
    ]
    scenario = loads_scenario("\n".join(lines) + "\n")
    assert_as_each_alone(scenario, ("SORC-OPEN-REST", "SORC-OPEN-WAIT", "SORC-OPEN-SEVERAL"))


def test_what_two_points_move_is_told() -> None:
    """Neither can be judged by itself."""
    both = moving(GA, "X", {"change power": "E1"}, {"change power": "E2b"})
    assert {"X", COUNTERS}.isdisjoint(points_let_be(both, POWER))
    assert COUNTERS in points_let_be(both, ability(a.ChangeNumber("life", "+", a.Number(1))))


def test_a_point_of_which_one_reading_is_left_moves_nothing() -> None:
    """Another one that moves the same is judged by itself then."""
    both = moving(GA, "X", {"change power": "E1"}, {"change power": "E2b"})
    allowed = {id: tuple(r.id for r in point.readings) for id, point in both.points.items()}
    allowed["X"] = ("reading-0",)
    recording = RecordingRulebook.of(both, allowed)
    assert COUNTERS in moving_points(recording, both, allowed, [POWER]).idle


def test_all_layers_between_are_looked_at_and_none_behind() -> None:
    """GA-OPEN-STEPS moves levels before, among and behind; permissions stand behind all that."""
    level = ability(a.ChangeNumber("level", "+", a.Number(1)))
    high = a.Both((ALLIES, a.Compared(a.Read("level", a.It()), ">=", a.Number(2))))
    swap = a.Ability(None, (a.Instruction(high, (a.Swap("power", "life"),)),))
    cant = a.Ability(None, (a.Instruction(high, (a.Permission(False, "attack"),)),))
    assert STEPS in points_let_be(GA, level) and STEPS not in points_let_be(GA, level, swap)
    allowed = {id: tuple(r.id for r in point.readings) for id, point in GA.points.items()}
    allowed[PERMISSIONS] = ("last",)
    recording = RecordingRulebook.of(GA, allowed)
    assert STEPS in moving_points(recording, GA, allowed, [level, cant]).idle
    bare = replace(GA, points=MappingProxyType({}), rules=())
    apart = moving(bare, "X", {"change power": "A"}, {"change power": "C"})
    strong = a.Both((ALLIES, a.Compared(a.Read("power", a.It()), ">=", a.Number(4))))
    fire = a.Ability(None, (a.Instruction(strong, (a.AddMembers("elements", ("fire",)),)),))
    assert points_let_be(apart, POWER) and not points_let_be(apart, POWER, fire)


def test_layers_with_tests_of_their_own_are_told() -> None:
    """What depends on what may be another thing there."""
    layers = tuple(replace(one, test="action") if one.id == "E2b" else one for one in GA.layers)
    assert COUNTERS not in points_let_be(replace(GA, layers=layers), POWER)


def test_what_does_not_move_together_is_told_where_it_meets() -> None:
    """Power before life, or life before power, which is worked out from it."""
    bare = replace(GA, points=MappingProxyType({}), rules=())
    first, last = {"change power": "E1"}, {"change power": "E2b"}
    apart = moving(bare, "X", {**first, "change life": "E2b"}, {**last, "change life": "E1"})
    together = moving(bare, "X", {**first, "change life": "E1"}, {**last, "change life": "E2b"})
    assert points_let_be(apart, POWER) and not points_let_be(apart, POWER, LIFE)
    assert points_let_be(together, POWER, LIFE)


# --- by who could meet ------------------------------------------------------------------------


def at_once(*cards: str) -> Scenario:
    """Creatures of Duel Masters, all of whose effects apply at once."""
    ids = "ABCD"[: len(cards)]
    lines = [f"  C{id}: {{{card}}}\n" for id, card in zip(ids, cards, strict=True)]
    return loads_scenario(
        "title: at once\nrulebook: duel-masters-1.28-en\nplayers: [you, me]\nactive: you\ncards:\n"
        + "".join(lines)
        + "play:\n"
        + "".join(f"  - you: C{id} as {id}\n" for id in ids)
    )


DRAGONOID = "is: [creature], races: [dragonoid], power: 3000"
HUMAN = "is: [creature], races: [human], power: 3000"
SETS = "has: ['dragonoids: power := 5000']"


def let_be_or_told(scenario: Scenario, point: str) -> tuple[int, bool]:
    """How many histories stand for all readings, and whether the point parts any."""
    exploration = ReadingExploration(scenario)
    exploration.explore(None)
    whole = exploration.everything[point]
    return len(exploration.leaves), any(leaf.allowed[point] != whole for leaf in exploration.leaves)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (f"{HUMAN}, has: ['self: power += 1000']", False),
        (f"{DRAGONOID}, has: ['self: power += 1000']", True),
        (f"{HUMAN}, has: ['self: races += dragonoid', 'self: power += 1000']", True),
        (f"{HUMAN}, has: ['self: power -= 1000']", False),
        (f"{DRAGONOID}, has: ['self: gain Blocker, power += 1000']", True),
        (f"{HUMAN}, has: ['self: gain Blocker, power += 1000']", False),
    ],
)
def test_what_is_moved_past_what_it_never_meets_is_not_told(more: str, told: bool) -> None:
    """DM-OPEN-SET-POWER: a power that is set, before or behind what is added to another's.

    Where a human may be a dragonoid too, the two meet.
    """
    scenario = at_once(f"{DRAGONOID}, {SETS}", more)
    assert let_be_or_told(scenario, "DM-OPEN-SET-POWER")[1] is told
    assert_as_each_alone(scenario, ("DM-OPEN-SET-POWER", "DM-OPEN-DOUBLE"))


AT_ONCE = (
    "dragonoids: power := 5000",
    "self: power += 1000",
    "creatures: power += 1000",
    "other creatures: power -= 2000",
    "dragonoids: power *= 2",
    "humans: power *= 2",
    "self: races += dragonoid",
    "dragonoids: races := human",
    "creatures with power >= 4000: power += 1000",
    "humans: lose all abilities",
    "dragonoids: gain [self: power += 1000]",
    "other creatures: gain [self: power *= 2]",
    "creatures with power >= 6000: races += dragonoid",
    "humans: can't attack",
    "self: gain Blocker, races += dragonoid",
    "other creatures: gain Blocker, power += 1000, races -= human",
)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(16))
def test_drawn_creatures_are_the_same_under_each_reading_by_itself(seed: int) -> None:
    """What is set, doubled, added and taken, of creatures of one race, of two, and of both."""
    pick = Random(seed)
    scenario = at_once(
        *(
            f"{pick.choice((DRAGONOID, HUMAN))}, has: ["
            + ", ".join(f'"{line}"' for line in pick.sample(AT_ONCE, pick.randint(1, 2)))
            + "]"
            for _ in range(pick.randint(2, 4))
        )
    )
    assert_as_each_alone(scenario, ("DM-OPEN-SET-POWER", "DM-OPEN-DOUBLE", "DM-OPEN-SAME-STEP"))


# --- as each reading by itself ------------------------------------------------------------------


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(20))
def test_drawn_boards_are_the_same_under_each_reading_by_itself(seed: int) -> None:
    """Numbers that are read, multiplied, set and swapped; counters; what may be done; abilities."""
    assert_as_each_alone(drawn(seed), (COUNTERS, STEPS, PERMISSIONS))
    assert_as_each_alone(drawn(1000 + seed), (SEVERAL, GRANTED, CANT))


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(20))
def test_drawn_statements_are_decided_as_under_each_reading_by_itself(seed: int) -> None:
    """What may be done and where things go, by what is printed and by what is given."""
    assert_as_each_alone(drawn(seed, PERMITTING), (SEVERAL, GRANTED, CANT))


def board(*lines: str, cards: str = "cards:\n", play: str = "") -> Scenario:
    """Two allies with these abilities, and what comes after them."""
    has = ", ".join(f'"{line}"' for line in lines)
    return loads_scenario(
        f"title: idle\nrulebook: {BOOK}\nplayers: [you, me]\nactive: you\n{cards}"
        f"  C: {{is: [ally], power: 2, life: 9, level: 1, reserve-cost: 2, has: [{has}]}}\n"
        f"play:\n  - you: C as A\n  - me: C as B\n{play}"
    )


def idle(*lines: str) -> set[str]:
    """The points that were asked on such a board, and of which every reading is followed on."""
    exploration = ReadingExploration(board(*lines))
    exploration.explore(1)
    [leaf] = exploration.leaves
    everything = exploration.everything
    return {point for point in exploration.asked if leaf.allowed[point] == everything[point]}


def test_what_is_only_activated_is_judged_once_it_is_used() -> None:
    """GA-OPEN-COUNTERS: double the power, and a copy of it, of whoever uses that."""
    whole = "  D: {is: [item], activates: ['target ally: power *= 2']}\n"
    lying = board("allies: power += 1", cards=f"cards:\n{whole}", play="  - you: D as X\n")
    used = board(
        "allies: power += 1",
        cards=f"cards:\n{whole}",
        play="  - you: D as X\n  - you: use X as U on A\n",
    )
    for scenario, told in ((lying, False), (used, True)):
        exploration = ReadingExploration(scenario)
        exploration.explore(1)
        [leaf] = exploration.leaves
        assert (leaf.allowed[COUNTERS] != exploration.everything[COUNTERS]) is told


def test_what_adds_to_a_number_stands_before_or_behind_what_adds_to_it() -> None:
    """GA-OPEN-COUNTERS: nobody asks for the power on the way."""
    assert COUNTERS in idle("allies: power += 1")
    assert COUNTERS in idle("allies: power += 1", "allies: level += 1")


@pytest.mark.parametrize(
    "line",
    [
        "allies: power *= 2",
        "allies with power >= 4: life += 1",
        "self: level += power of self",
    ],
)
def test_what_asks_for_the_number_or_does_more_than_add_tells(line: str) -> None:
    """A level that is worked out from the power, what is doubled, what selects by power."""
    assert COUNTERS not in idle("allies: power += 1", line)


def test_what_a_more_exact_word_puts_into_a_layer_is_not_moved() -> None:
    """GA-OPEN-STEPS moves changes of level; setting it has a layer of its own, before abilities."""
    given = "other allies: gain [self: life += 1]"
    assert STEPS in idle("allies: level := 2", "allies: level += 1", given)


def test_levels_stand_where_nobody_asks_for_them() -> None:
    """GA-OPEN-STEPS: a change of levels before, among or behind those of power and life."""
    assert STEPS in idle("allies: level += 1", "allies: power += 1")
    assert STEPS not in idle("allies: level += 1", "allies with level >= 2: power += 1")
    assert STEPS not in idle("allies with power >= 3: level += 1", "allies: power += 1")


def test_a_condition_that_is_read_at_the_checks_is_read_in_no_layer() -> None:
    """GA-STATIC-5 reads it there; the guide of Sorcery's January reads it as it applies."""
    assert STEPS in idle("allies: level += 1", "allies: power += 1 as long as self has level >= 2")


def test_permissions_stand_where_what_they_select_by_is_settled() -> None:
    """GA-OPEN-PERMISSIONS: by type it does not matter, by power it does."""
    assert PERMISSIONS in idle("allies: can't attack", "allies: power += 1")
    assert PERMISSIONS not in idle("allies with power >= 3: can't attack", "allies: power += 1")


def test_several_effects_of_one_card_are_put_in_order_where_one_could_tell() -> None:
    """GA-OPEN-SEVERAL is not even asked for two that add to one number, nor for two numbers."""
    scenario = board("allies: power += 1", "other allies: power += 1")
    exploration = ReadingExploration(scenario)
    exploration.explore(1)
    assert SEVERAL not in exploration.asked
    told = ReadingExploration(board("allies: power += 1", "other allies: power *= 2"))
    told.explore(1)
    assert SEVERAL in told.asked


@pytest.mark.parametrize(
    ("has", "told"),
    [
        ("Lethal, 'minions with power >= 3: can''t attack'", False),
        ("'minions: power *= 2', 'minions: power += 1'", False),
        ("'minions: power := 2', 'minions: power := 1'", True),
        ("'minions with power >= 3: can''t attack', 'minions: power += 1'", False),
        ("'minions with power >= 3: gain Airborne', 'minions: lose Airborne'", True),
        ("'minions with power >= 3: gain Airborne', 'minions: subtypes += beast'", False),
        ("'minions you control: subtypes += beast', 'beasts: silenced'", True),
        ("'minions you control: subtypes += beast', 'minions: silenced'", True),
    ],
)
def test_with_places_between_effects_of_a_card_are_put_in_order_where_they_meet(
    has: str, told: bool
) -> None:
    """SORC-OPEN-SEVERAL in July's edition: in their own layers, where they wait, and ahead of both;
    never for a keyword alone, which is no effect of its own."""
    scenario = loads_scenario(
        "title: several\nrulebook: sorcery-2026-07\nplayers: [you, me]\nactive: you\ncards:\n"
        f"  C: {{is: [minion], power: 2, cost: 2, has: [{has}]}}\n"
        "play:\n  - you: C as A at 1\n  - me: C as B at 2\n"
    )
    exploration = ReadingExploration(scenario)
    exploration.explore(1)
    assert ("SORC-OPEN-SEVERAL" in exploration.asked) is told
    assert_as_each_alone(scenario, ("SORC-OPEN-SEVERAL", "SORC-OPEN-REST"))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("self: can attack", "self: can't attack"), True),
        (("allies: can't be attacked", "self: can attack"), True),
        (("self: can't attack", "allies: can't attack"), False),
        (("self: can attack", "self: can't intercept"), False),
        (("allies: go to banishment instead", "allies: go to hand instead of graveyard"), True),
        (("allies: go to banishment instead", "allies: can't attack"), False),
    ],
)
def test_two_effects_of_a_card_are_put_in_order_where_the_newer_decides(
    lines: tuple[str, ...], told: bool
) -> None:
    """GA-OPEN-CANT: by one reading the newest of those that speak of one thing; so are ways to go.

    Two abilities of a card are as old as each other, and the later on the card is the newer.
    """
    scenario = board(*lines)
    exploration = ReadingExploration(scenario)
    exploration.explore(1)
    assert (SEVERAL in exploration.asked) is told
    assert_as_each_alone(scenario, (SEVERAL, CANT))


def test_a_permission_that_selects_by_a_number_is_put_in_order_with_what_changes_it() -> None:
    """Where permissions stand with the changes of power, which of a card's two goes first tells."""
    scenario = loads_scenario(
        f"title: found\nrulebook: {BOOK}\nplayers: [you, me]\nactive: you\ncards:\n"
        "  First: {is: [ally], power: 1, life: 9, level: 2,"
        " has: [\"allies with power >= 4: can't attack\", 'allies with level >= 2: power += 2']}\n"
        "  Second: {is: [ally], power: 2, life: 9, level: 1,"
        " has: ['allies: power += 1', 'allies with power >= 3: lose all abilities']}\n"
        "play:\n  - me: First as F\n  - you: Second as S\n  - debuff: F 2\n"
    )
    assert_as_each_alone(scenario, (COUNTERS, STEPS, PERMISSIONS, SEVERAL, GRANTED))


def test_what_comes_later_may_tell_what_nothing_told_before() -> None:
    """The condition has the game looked at before, and the levels have their place by then."""
    lines = (
        "allies: level += 1",
        "allies: power += 1",
        "self: life += 1 as long as self has life >= 2",
    )
    late = "  Late: {is: [ally], power: 1, life: 9, has: ['allies with level >= 2: power += 1']}"
    scenario = board(*lines)
    more = board(*lines, cards=f"cards:\n{late}\n", play="  - you: Late as L\n")
    first, then = ReadingExploration(scenario), ReadingExploration(more)
    first.explore(None)
    then.explore(None)
    assert all(len(leaf.allowed[STEPS]) == 3 for leaf in first.leaves)
    assert all(len(leaf.allowed[STEPS]) == 1 for leaf in then.leaves)
    assert_as_each_alone(more, (COUNTERS, STEPS, PERMISSIONS))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("other allies: gain Ambush",), False),
        (("other allies: gain [other allies: power *= 2]",), True),
        (("other allies: gain [self: power += 1]",), False),
        (("other allies: gain [self: power += 1]", "allies with power >= 3: life += 1"), True),
        (("other allies: gain [self: can't attack]",), False),
        (("other allies: gain [self: can't attack]", "allies: can attack"), True),
        (("other allies: gain [self: can attack]", "allies: can't be attacked"), True),
        (("other allies: gain [self: can wield]", "allies: can't intercept"), False),
    ],
)
def test_nobody_is_asked_how_old_an_effect_is_where_nothing_tells(
    lines: tuple[str, ...], told: bool
) -> None:
    """GA-OPEN-GRANTED: a bare keyword, what only adds, what nobody says the opposite of."""
    exploration = ReadingExploration(board(*lines))
    exploration.explore(1)
    assert (GRANTED in exploration.asked) is told


# --- what was lost, and comes back -------------------------------------------------------------

JANUARY, LOSE = "sorcery-2026-01", "SORC-OPEN-LOSE"
LOSING = (
    "minions: lose Airborne",
    "other minions: lose all abilities",
    "other minions: silenced",
    "minions with Airborne: lose all abilities",
    "minions with Burrowing: lose Airborne",
    "minions: can't have Burrowing",
    "self: lose Airborne, gain Airborne",
    "minions: gain Airborne",
    "minions with power >= 3: gain Airborne",
    "self: gain Airborne as long as self has power >= 3",
    "other minions: gain [other minions: gain Airborne]",
    "other minions: gain Burrowing",
    "minions: gain [self: power += 1]",
    "minions with Airborne: power += 1",
    'self: copy of a minion named "CX0"',
)


def minions(book: str, *abilities: Sequence[str]) -> Scenario:
    """Minions with these abilities that enter one after another."""
    lines = [f"title: lost\nrulebook: {book}\nplayers: [you, me]\nactive: you\ncards:"]
    for number, has in enumerate(abilities):
        quoted = ", ".join("'" + line.replace("'", "''") + "'" for line in has)
        lines.append(f"  CX{number}: {{is: [minion], power: 2, has: [{quoted}]}}")
    lines.append("play:")
    lines += [f"  - you: CX{number} as X{number} at 3" for number in range(len(abilities))]
    return loads_scenario("\n".join(lines) + "\n")


@pytest.mark.parametrize("rulebook", [JANUARY, "sorcery-2026-07"])
@pytest.mark.parametrize(("gained", "told"), [("Burrowing", False), ("Airborne", True)])
def test_whether_a_loss_is_for_good_is_asked_where_it_is_gained_again(
    rulebook: str, gained: str, told: bool
) -> None:
    """SORC-OPEN-LOSE: what lost Airborne gains it behind that, or something else.

    The Net, which gains it too, can't have it in any case.
    """
    net = ["other minions: lose Airborne", "self: can't have Airborne"]
    scenario = minions(rulebook, ["Airborne"], net, [f"other minions: gain {gained}"])
    exploration = ReadingExploration(scenario)
    exploration.explore(None)
    assert (LOSE in exploration.asked) is told
    assert all((len(leaf.allowed[LOSE]) == 1) is told for leaf in exploration.leaves)
    assert_as_each_alone(scenario, (LOSE,))


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(16))
def test_drawn_losses_are_as_under_each_reading_by_itself(seed: int) -> None:
    """What is lost, gained, silenced and copied, in both editions of Sorcery."""
    pick = Random(seed)
    has = [pick.sample(LOSING, pick.randint(1, 2)) for _ in range(pick.randint(2, 4))]
    assert_as_each_alone(minions(JANUARY, *has), (LOSE, "SORC-OPEN-SEVERAL"))
    assert_as_each_alone(minions("sorcery-2026-07", *has), (LOSE, "SORC-OPEN-TEST"))


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", [*range(24), 145, 280, 305])
def test_what_parts_bring_is_the_same_under_each_procedure_by_itself(seed: int) -> None:
    """Where none of the parts there could tell, those that they bring may.

    In the last ones an ability is given that acts in the layer in which it is given.
    """
    assert_as_each_alone(drawn_bringing(seed, 5), ("SORC-OPEN-TEST", "SORC-OPEN-GRAPH"))
