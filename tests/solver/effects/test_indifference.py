"""Questions of order that nobody on a table could tell the answer to, and those that are asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from open_points import by_default

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario, shipped_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Play
from layerlaw.solver import readings, solve
from layerlaw.solver.certainty.readings.explore import ReadingExploration
from layerlaw.solver.certainty.readings.recording_rulebook import RecordingRulebook
from layerlaw.solver.effects.indifference import age_shows, may_act_in, order_shows
from layerlaw.solver.facts.situation import ResolvedEffect, Situation

GA = shipped_rulebook("grand-archive-2025-09")
JULY = shipped_rulebook("sorcery-2026-07")
ALLIES = a.Noun("ally", a.Member("types", "ally"))


def ability(*operations: a.Operation) -> a.Ability:
    """One that does this to allies."""
    return a.Ability(None, (a.Instruction(ALLIES, operations),))


POWER = ability(a.ChangeNumber("power", "+", a.Number(1)))


def every_reading(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """The readings of each open point."""
    return {id: tuple(r.id for r in point.readings) for id, point in rulebook.points.items()}


def recording(rulebook: Rulebook) -> Rulebook:
    """The rulebook under all its readings."""
    return RecordingRulebook.of(rulebook, every_reading(rulebook))


def table(rulebook: str, *lines: str, kind: str = "ally") -> Situation:
    """A table with one card that has these abilities."""
    return solve(loads_scenario(text(rulebook, *lines, kind=kind))).situation


def text(rulebook: str, *lines: str, kind: str = "ally", place: str = "") -> str:
    """A scenario in which two of such a card enter."""
    has = ", ".join(f'"{line}"' for line in lines)
    return (
        f"title: t\nrulebook: {rulebook}\nplayers: [you, me]\nactive: you\ncards:\n"
        f"  C: {{is: [{kind}], power: 1, has: [{has}]{', life: 9' * (kind == 'ally')}}}\n"
        f"play:\n  - you: C as A{place}\n  - me: C as B{place}\n"
    )


def test_age_shows_in_where_things_go_instead() -> None:
    """Of two that send something elsewhere the age may decide."""
    there = table("grand-archive-2025-09", "allies: power += 1")
    assert age_shows(there, ability(a.Redirect("banishment")))
    assert not age_shows(there, POWER)


def test_age_is_asked_for_where_the_newest_picks_a_state() -> None:
    """The guide of 2021: whether Fickle is human hangs on how old what it was given is.

    Its own effect began with it, the other one then too, or with the Giver (PG-OPEN-GRANTED).
    """
    lines = (
        "allies: gain [self: power += 1 as long as self is not a human]",
        "self: subtypes += human as long as self has power <= 1",
    )
    board = (
        "title: t\nrulebook: grand-archive-2021\nplayers: [you, me]\nactive: you\ncards:\n"
        f"  Giver: {{is: [item], has: ['{lines[0]}']}}\n"
        f"  Fickle: {{is: [ally], power: 1, life: 4, has: ['{lines[1]}']}}\n"
        "play:\n  - you: Giver as G\n  - you: Fickle as F\n"
    )
    groups = readings(loads_scenario(board)).groups
    assert [
        (*group.example.items(), dict(group.outcome.answers[0])["F", "power"]) for group in groups
    ] == [
        (2,),
        (("PG-OPEN-GRANTED", "grant"), 1),
    ]


def test_age_is_not_asked_for_where_there_is_one_state() -> None:
    """The guide of 2021: the newest has nothing to pick, and adding meets adding in any order."""
    lines = ("allies: power += 1", "allies: gain [self: power += 1]")
    exploration = ReadingExploration(loads_scenario(text("grand-archive-2021", *lines)))
    exploration.explore(1)
    assert not {"PG-OPEN-GRANTED", "PG-OPEN-SEVERAL"} & {*exploration.asked}


def test_where_all_apply_at_once_only_what_is_as_old_comes_between_two_of_a_card() -> None:
    """PG-GE-1: another card takes what the two give; as old as both, it may come between them."""
    lines = ("allies: gain Ambush", "allies: gain [self: power += 1]")
    has = ", ".join(f'"{line}"' for line in lines)
    there = solve(
        loads_scenario(
            "title: t\nrulebook: grand-archive-2021\nplayers: [you, me]\nactive: you\ncards:\n"
            f"  Giver: {{is: [ally], power: 1, life: 9, has: [{has}]}}\n"
            "  Taker: {is: [ally], power: 1, life: 9, has: ['other allies: lose all abilities']}\n"
            "play:\n  - you: Giver as G\n  - me: Taker as T\n"
        )
    ).situation
    giver = next(thing for thing in there.things if thing.id == "G")
    both = [printed.ability for printed in giver.card.abilities]
    assert not order_shows(there, both)
    things = tuple(replace(thing, entered=giver.entered) for thing in there.things)
    assert order_shows(replace(there, things=things), both)
    for source, told in (("G", False), ("S", True)):
        left = ResolvedEffect(source, source, "you", POWER, giver.entered, 0, (), (None,))
        assert order_shows(replace(there, effects=(left,)), both) is told


def test_an_ability_may_act_in_its_own_layers_alone() -> None:
    """GA: power in E1 or behind counters; a bare keyword nowhere; what it gives is another's."""
    book = recording(GA)
    assert may_act_in(book, POWER, "E1") and may_act_in(book, POWER, "E2b")
    assert not may_act_in(book, POWER, "D")
    assert not may_act_in(book, a.Ability("Stealth"), "D")
    giving = ability(a.Gain(POWER))
    assert may_act_in(book, giving, "D") and not may_act_in(book, giving, "E1")


def places(line: str, readings: Mapping[str, str] = {}) -> set[str]:
    """Where what a minion has by this line may act in July: all readings but of what is chosen."""
    board = text("sorcery-2026-07", line, kind="minion", place=" at 3")
    event = loads_scenario(board).play[0]
    assert isinstance(event, Play)
    [printed] = event.card.abilities
    chosen = {point: (reading,) for point, reading in readings.items()}
    book = RecordingRulebook.of(JULY, {**every_reading(JULY), **chosen})
    return {layer.id for layer in book.layers if may_act_in(book, printed.ability, layer.id)}


def test_an_ability_may_wait_for_a_layer_or_act_ahead_of_its_own() -> None:
    """Sorcery's edition of July, SORC-WAIT-1, SORC-OUT-1: by what it asks, and what it does.

    What a layer before its own changes it does not wait for.
    """
    assert places("minions: power += 1") == {"6.2"}
    assert places("minions with Airborne: power += 1") == {"6.2"}
    assert places("minions with power >= 1: controller := you") == {"4", "before 9"}
    assert places("minions: lose Airborne") == {"before 1", "before 2", "3"}
    assert places("Airborne") == {"9"}
    # What stands in the layer of what takes or gives abilities acts ahead with it.
    ahead = {f"before {number}" for number in range(1, 5)}
    assert places("minions: gain Airborne, air += 1") == {*ahead, "5"}
    assert places("minions: air += 1") == {"5"}


def test_whether_control_is_waited_for_is_a_question() -> None:
    """SORC-OPEN-WAIT: beasts are made in layer 2, or in the place behind layer 4."""
    line = "minions you control: subtypes += beast"
    assert places(line) == {"2", "before 5"}
    assert places(line, {"SORC-OPEN-WAIT": "not-for-control"}) == {"2"}


@pytest.mark.parametrize(
    ("lines", "several", "granted"),
    [
        (["minions: power += 1"], False, False),
        (["minions: power += 1", "sites: mana += 1"], False, False),
        (["minions: power := 1", "minions: power := 2"], True, False),
        (["other minions: gain [self: power += 1]"], False, False),
        (["other minions: gain [self: power := 2]"], False, True),
    ],
)
def test_where_effects_act_between_layers_order_is_asked_for(
    lines: list[str], several: bool, granted: bool
) -> None:
    """July: of two of a card that meet in one place, and how old what is granted is."""
    played = text("sorcery-2026-07", *lines, kind="minion", place=" at 3")
    exploration = ReadingExploration(loads_scenario(played))
    exploration.explore(1)
    assert ("SORC-OPEN-SEVERAL" in exploration.asked) is several
    assert ("SORC-OPEN-GRANTED" in exploration.asked) is granted


def test_two_of_a_card_in_different_layers_are_in_the_order_of_the_layers() -> None:
    """GA-OPEN-SEVERAL is not asked for them, whomever they meet in their own."""
    lines = ("allies: power *= 2", "allies: gain [allies: life += 1]")
    exploration = ReadingExploration(loads_scenario(text("grand-archive-2025-09", *lines)))
    exploration.explore(1)
    assert "GA-OPEN-SEVERAL" not in exploration.asked


@pytest.mark.parametrize(("order", "power"), [("printed", 2), ("reverse", 1)])
def test_the_newest_of_one_card_picks_a_state(order: str, power: int) -> None:
    """The guide of 2021: two abilities keep each other from being, in different steps."""
    lines = (
        "self: subtypes += human as long as self has power <= 1",
        "self: power += 1 as long as self is not a human",
    )
    board = loads_scenario(text("grand-archive-2021", *lines))
    assert solve(board, readings={"PG-OPEN-SEVERAL": order}).value("A", "power") == power
    rulebook = by_default(board.rulebook, "PG-OPEN-SEVERAL", order)
    first, _ = readings(replace(board, rulebook=rulebook)).groups
    assert (*first.example, dict(first.outcome.answers[0])["A", "power"]) == (power,)


def test_what_a_copy_brings_may_stand_before_or_behind_that_it_copies() -> None:
    """The guide of 2021, where copies come with the numbers: Mime has its copying second.

    Quick's one ability is the first of its card, so that the order of a card's two decides whether
    the copy takes away again what it adds (PG-OPEN-COPY, PG-OPEN-SEVERAL).
    """
    board = loads_scenario(
        "title: t\nrulebook: grand-archive-2021\nreadings: {PG-OPEN-COPY: numbers}\n"
        "players: [you, me]\nactive: you\ncards:\n"
        "  Quick: {is: [ally], power: 1, life: 9, has: ['self: speed += fast']}\n"
        "  Mime: {is: [ally], life: 9, has: ['self: subtypes += human'],"
        " enters: ['self: copy of target']}\n"
        "play:\n  - you: Quick as Q\n  - you: Mime as M copying Q\n"
    )
    groups = readings(board).groups
    assert [
        (*group.example.items(), dict(group.outcome.answers[0])["M", "speed"]) for group in groups
    ] == [((),), (("PG-OPEN-SEVERAL", "reverse"), ("fast",))]


def test_what_is_as_old_as_nothing_else_is_not_asked_for_to_pick_a_state() -> None:
    """The guide of 2021: of two cards that silence each other the newer one is in force."""
    board = loads_scenario(
        "title: t\nrulebook: grand-archive-2021\nplayers: [you, me]\nactive: you\ncards:\n"
        "  P: {is: [ally], life: 9, has: ['allies named \"Q\": lose all abilities']}\n"
        "  Q: {is: [ally], life: 9, has: ['allies named \"P\": lose all abilities']}\n"
        "play:\n  - you: P as P\n  - you: Q as Q\n"
    )
    assert solve(board).abilities("P") == () != solve(board).abilities("Q")
    exploration = ReadingExploration(board)
    exploration.explore(1)
    assert not {"PG-OPEN-GRANTED", "PG-OPEN-SEVERAL"} & {*exploration.asked}
