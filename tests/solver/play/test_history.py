"""Timelines: turns and durations, announcements, what is fixed at resolution, one moment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import confirmed
from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.events import (
    Announce,
    ChangeCounters,
    Event,
    GetsStatus,
    Leave,
    Play,
    Resolve,
    Together,
    TurnBegins,
)
from little_game import (
    BEAR,
    BOOST,
    CREATURE,
    ITS_POWER,
    MINE,
    PLUS,
    WHERE,
    ability,
    after,
    card,
    does,
    move,
    play,
    played,
    rulebook,
    spell,
    use,
)

ALL = spell("All", ability(does(CREATURE, PLUS, locked=True)))
TURN = """
title: damage
rulebook: sorcery-2026-07
players: [you, me]
play:
  - me: Sky Baron as S at 8
  - turn: you
"""
YOU, ME = TurnBegins("you", WHERE), TurnBegins("me", WHERE)


def lasting(until: a.Duration) -> Play:
    """A spell on B that lasts so long."""
    return play(spell("Long", ability(does(a.Target(), PLUS), until=until)), "S", "B")


@pytest.mark.parametrize(
    ("yours", "turns", "power"),
    [
        (True, (), 3),
        (True, (ME,), 3),
        (True, (ME, YOU), 3),
        (True, (ME, YOU, ME), 2),
        (False, (ME,), 3),
        (False, (ME, YOU), 2),
        (False, (YOU,), 3),
    ],
)
def test_until_the_end_of_a_next_turn(
    yours: bool, turns: tuple[TurnBegins, ...], power: int
) -> None:
    """It lasts through the first such turn that begins after it was made, and no longer."""
    events: list[Event] = [play(BEAR, "B"), lasting(a.EndOfNextTurn(yours)), *turns]
    assert after(rulebook(), *events).value("B", "power") == power


@pytest.mark.parametrize(
    ("taken", "turns", "power"),
    [
        ((), (ME,), 3),
        ((), (ME, YOU), 2),
        ((None,), (ME,), 2),
        ((None,), (YOU,), 3),
        # Whoever controls it as the turn begins: what ends with the turn before is over by then,
        # what ends as the turn begins is not.
        ((a.EndOfTurn(),), (ME,), 3),
        ((a.EndOfTurn(),), (YOU,), 2),
        ((a.YourNextTurn(),), (ME,), 2),
        # The next turn of neither: what its controller was does not count.
        ((None, a.EndOfTurn()), (ME,), 2),
    ],
)
def test_until_its_controllers_next_turn(
    taken: tuple[a.Duration | None, ...], turns: tuple[TurnBegins, ...], power: int
) -> None:
    """It is over as a turn of who then controls the object begins, for that object alone."""
    events: list[Event] = [play(BEAR, "B"), play(BEAR, "C"), lasting(a.ControllersNextTurn())]
    for number, until in enumerate(taken):
        take = ability(does(a.Target(), a.SetPlayer("controller", a.You())), until=until)
        events.append(play(spell("Take", take), f"T{number}", "B", by="me"))
    found = after(rulebook(), *events, *turns)
    assert found.value("B", "power") == power
    assert found.value("C", "power") == 2


def test_until_its_controllers_next_turn_is_asked_for_each_object() -> None:
    """Of several that were chosen as it resolved each has its own end."""
    long = spell("Long", replace(ALL.abilities[0].ability, until=a.ControllersNextTurn()))
    events = (play(BEAR, "B"), play(BEAR, "C", by="me"), play(long, "S"))
    assert [after(rulebook(), *events, ME).value(id, "power") for id in "BC"] == [3, 2]
    assert [after(rulebook(), *events, YOU).value(id, "power") for id in "BC"] == [2, 3]
    assert [after(rulebook(), *events, ME, YOU).value(id, "power") for id in "BC"] == [2, 2]


def test_a_turn_ends_what_is_fresh_and_the_counters_that_do_not_last() -> None:
    """`that entered this turn` selects what came since the turn began; age stays, damage goes."""
    late = spell("Late", ability(does(a.Both((CREATURE, a.EnteredThisTurn())), PLUS)))
    events = (
        play(BEAR, "B"),
        play(late, "S"),
        ChangeCounters("B", "damage", 1, WHERE),
        ChangeCounters("B", "age", 1, WHERE),
    )
    found = after(rulebook(), *events)
    assert [found.value("B", name) for name in ("power", "damage", "age")] == [3, 1, 1]
    found = after(rulebook(), *events, ME)
    assert [found.value("B", name) for name in ("power", "damage", "age")] == [2, 0, 1]


@pytest.mark.parametrize("amounts", [(-1,), (1, -1), (2, -1)])
def test_the_history_of_damage_taken_away_is_verified(amounts: tuple[int, ...]) -> None:
    """A turn begins with no damage there, none that was ever there, and some."""
    lines = [f"damage: S {amount}" for amount in amounts]
    text = TURN + "".join(f"  - {line}\n" for line in (*lines, "turn: you"))
    assert confirmed(loads_scenario(text)).value("S", "damage") == 0


def test_resets_name_what_loses_its_counters() -> None:
    """Read on the complete state before; `you` is the player whose turn begins."""
    book = replace(rulebook(), resets=MINE)
    events = (
        play(BEAR, "B"),
        play(BEAR, "C", by="me"),
        ChangeCounters("B", "damage", 1, WHERE),
        ChangeCounters("C", "damage", 1, WHERE),
        ME,
    )
    found = after(book, *events)
    assert [found.value(id, "damage") for id in ("B", "C")] == [1, 0]


def test_what_is_hidden_is_not_there_but_events_find_it() -> None:
    """It is not selected while it is hidden, is what it was before afterwards, and is not fresh."""
    seal = GetsStatus("B", "sealed", True, WHERE)
    unseal = GetsStatus("B", "sealed", False, WHERE)
    lord = card("Lord", ("has", ability(does(CREATURE, PLUS))))
    events = (play(BEAR, "B"), play(ALL, "S"), play(lord, "L"), seal)
    assert after(rulebook(), *events).value("B", "power") == 2
    back = played(rulebook(), *events, unseal)
    assert back.derivation().value("B", "power") == 4
    assert not back.table.things["B"].fresh


@pytest.mark.parametrize(("policy", "power"), [("zone", 3), ("zone or type", 2)])
def test_hiding_ends_what_keeps_to_the_hidden_by_policy(policy: str, power: int) -> None:
    """Policy `members leave`; what speaks of a target alone is over with it anyway."""
    seal = GetsStatus("B", "sealed", True, WHERE)
    unseal = GetsStatus("B", "sealed", False, WHERE)
    book = rulebook(members_leave=policy)
    found = after(book, play(BEAR, "B"), play(ALL, "S"), seal, unseal)
    assert found.value("B", "power") == power
    found = after(book, play(BEAR, "B"), play(BOOST, "S", "B"), seal, unseal)
    assert found.value("B", "power") == 2


@pytest.mark.parametrize(("policy", "power"), [("zone", 3), ("zone or type", 2)])
def test_what_is_no_longer_of_a_type_named_leaves_by_policy(policy: str, power: int) -> None:
    """A member that is a beast for a turn is over for a set of creatures, for good."""
    beast = spell(
        "Beast",
        ability(does(a.Target(), a.SetMembers("types", ("beast",))), until=a.EndOfTurn()),
    )
    events = (play(BEAR, "B"), play(ALL, "S"), play(beast, "T", "B"), ME)
    found = after(rulebook(members_leave=policy), *events)
    assert found.value("B", "types") == ("creature",)
    assert found.value("B", "power") == power


# --- announced, and resolved later ---------------------------------------------------------------

SET_TO_5 = spell("Five", ability(does(a.Target(), a.SetNumber("power", a.Number(5)))))
SET_TO_1 = spell("One", ability(does(a.Target(), a.SetNumber("power", a.Number(1)))))


@pytest.mark.parametrize(("policy", "power"), [("activation or trigger", 1), ("resolution", 5)])
def test_the_timestamp_of_what_was_announced_goes_by_policy(policy: str, power: int) -> None:
    """Announced first, resolved last: which of them is newer?"""
    events = (
        play(BEAR, "B"),
        Announce(play(SET_TO_5, "F", "B"), WHERE),
        play(SET_TO_1, "O", "B"),
        Resolve("F", WHERE),
    )
    assert after(rulebook(resolved_timestamp=policy), *events).value("B", "power") == power
    assert after(rulebook(resolved_timestamp=policy), *events[:-1]).value("B", "power") == 1


def test_an_ability_resolves_although_its_source_has_left() -> None:
    """It was the source's when it was announced; what lasts as long as the source is over."""
    shot = card(
        "Shot",
        ("activates", ability(does(a.Target(), PLUS), until=a.EndOfTurn())),
    )
    events = (
        play(BEAR, "B"),
        play(shot, "X"),
        Announce(use("X", "U", "B"), WHERE),
        move("X", "hand"),
    )
    assert after(rulebook(), *events).value("B", "power") == 2
    assert after(rulebook(), *events, Resolve("U", WHERE)).value("B", "power") == 3
    aura = card("Aura", ("activates", ability(does(a.Target(), PLUS))))
    with_aura = (events[0], play(aura, "X"), *events[2:], Resolve("U", WHERE))
    assert after(rulebook(), *with_aura).value("B", "power") == 2
    assert after(rulebook(no_duration="game"), *with_aura).value("B", "power") == 3


def test_what_resolves_late_does_nothing_to_a_target_that_is_new() -> None:
    """It was chosen when the spell was announced."""
    events = (
        play(BEAR, "B"),
        Announce(play(BOOST, "S", "B"), WHERE),
        move("B", "hand"),
        play(BEAR, "B", known=True),
        Resolve("S", WHERE),
    )
    found = after(rulebook(), *events)
    assert found.value("B", "power") == 2
    assert found.chronicle[-1].what == "does nothing, for its targets have left"


def test_only_what_was_announced_resolves() -> None:
    """And only once."""
    with pytest.raises(BadInput, match="not announced"):
        after(rulebook(), Resolve("S", WHERE))


# --- what is fixed at resolution -----------------------------------------------------------------

DOUBLE = spell("Double", ability(does(CREATURE, a.ChangeNumber("power", "+", ITS_POWER))))
CROWD = spell("Crowd", ability(does(a.Target(), a.ChangeNumber("power", "+", a.Count(CREATURE)))))
ITS_COST = spell(
    "Its cost", ability(does(CREATURE, a.ChangeNumber("power", "+", a.Read("cost", a.It()))))
)


@pytest.mark.parametrize(
    ("policy", "powers"),
    [("once, its own anew", (7, 3)), ("once", (3, 2)), ("always", (7, 3))],
)
def test_a_number_that_speaks_of_it_is_recorded_with_once(
    policy: str, powers: tuple[int, int]
) -> None:
    """With `once` later objects have none recorded, and later changes do not count."""
    dear = spell("Dear", ability(does(a.Target(), a.SetNumber("cost", a.Number(5)))))
    events = (play(BEAR, "B"), play(ITS_COST, "S"), play(BEAR, "C"), play(dear, "T", "B"))
    found = after(rulebook(resolved_variable=policy), *events)
    assert tuple(found.value(id, "power") for id in ("B", "C")) == powers


@pytest.mark.parametrize(
    ("policy", "controller"), [("once, its own anew", "you"), ("once", "me"), ("always", "you")]
)
def test_a_player_that_speaks_of_it_is_recorded_with_once(policy: str, controller: str) -> None:
    """Else it is asked anew, once what took the creature is over."""
    kept = a.SetPlayer("controller", a.ControllerOf(a.It()))
    keep = spell("Keep", ability(does(a.Target(), kept)))
    taken = a.SetPlayer("controller", a.NamedPlayer("me"))
    take = spell("Take", ability(does(a.Target(), taken), until=a.EndOfTurn()))
    events = (play(BEAR, "B"), play(take, "T", "B"), play(keep, "S", "B"), ME)
    assert after(rulebook(resolved_variable=policy), *events).value("B", "controller") == controller


@pytest.mark.parametrize(
    ("policy", "power"), [("once, its own anew", 3), ("once", 3), ("always", 4)]
)
def test_a_number_that_does_not_is_worked_out_anew_with_always(policy: str, power: int) -> None:
    """One creature when it resolves, two later."""
    events = (play(BEAR, "B"), play(CROWD, "S", "B"), play(BEAR, "C"))
    assert after(rulebook(resolved_variable=policy), *events).value("B", "power") == power


def test_what_was_chosen_is_kept_with_the_effect_and_with_the_object() -> None:
    """A number chosen for a spell, and one chosen as its source entered."""
    more = a.ChangeNumber("power", "+", a.ChosenNumber())
    chosen = spell("Chosen", ability(does(a.Target(), more)))
    lord = card("Lord", ("has", ability(does(CREATURE, more))))
    events = (play(BEAR, "B"), play(chosen, "S", "B", choosing="4"))
    for policy in ("once", "always"):
        found = after(rulebook(resolved_variable=policy), *events)
        assert found.value("B", "power") == 6
    assert after(rulebook(), *events, play(lord, "L", choosing="2")).value("B", "power") == 8
    named = spell("Named", ability(does(a.Both((CREATURE, a.ChosenName())), PLUS)))
    found = after(rulebook(), play(BEAR, "B"), play(named, "S", choosing="Bear"))
    assert found.value("B", "power") == 3


# --- at one moment -----------------------------------------------------------------------------


def test_moves_and_leaves_stand_at_their_controllers_place() -> None:
    """The active player's come first, then the others', whatever the order written."""
    start = (play(BEAR, "B", by="me"), play(BEAR, "C"), play(BEAR, "H", zone="hand"))
    block = Together((move("B", "hand"), Leave("C", "graveyard", WHERE), move("H", "play")), WHERE)
    things = played(rulebook(), *start, block).table.things
    assert [things[id].entered for id in ("C", "H", "B")] == [(4, 1), (4, 2), (4, 3)]
    things = played(rulebook(), *start, block, active="me").table.things
    assert [things[id].entered for id in ("B", "C", "H")] == [(4, 1), (4, 2), (4, 3)]


def test_a_situation_knows_whose_turn_it_is() -> None:
    """From the scenario, then from the turns that begin."""
    events = (play(BEAR, "B"), ME)
    assert after(rulebook(), *events[:1]).situation.active == "you"
    assert after(rulebook(), *events).situation.active == "me"


def test_conditions_at_checks_go_on_from_the_last_complete_state() -> None:
    """What is in force because it is in force stays so; alone it does not begin."""
    power_3 = a.Exists(a.Compared(a.Read("power", a.It()), ">=", a.Number(3)))
    proud = card("Proud", ("has", ability(does(a.Self(), PLUS), condition=power_3)))
    short = spell("Short", ability(does(a.Target(), PLUS), until=a.EndOfTurn()))
    book = rulebook(condition_read="at checks")
    assert after(book, play(proud, "P")).value("P", "power") == 2
    events = (play(proud, "P"), play(short, "S", "P"))
    assert after(book, *events).value("P", "power") == 4
    assert after(book, *events, ME).value("P", "power") == 3
    assert after(rulebook(), *events, ME).value("P", "power") == 2
