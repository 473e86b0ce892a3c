"""Zones: what becomes a new object, what forgets it, and what goes along."""

from __future__ import annotations

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.rulebook import Rule
from layerlaw.model.scenarios.events import (
    ChangeCounters,
    GetsStatus,
    Leave,
    Link,
    Stack,
    TurnBegins,
)
from layerlaw.solver import solve
from layerlaw.solver.answer.explain import why
from layerlaw.solver.facts.situation import NOWHERE
from little_game import (
    BEAR,
    BOOST,
    CREATURE,
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

BACK = (move("B", "hand"), play(BEAR, "B", known=True))
ALL = spell("All", ability(does(CREATURE, PLUS, locked=True)))
RECYCLED = ability(does(CREATURE, a.Redirect("mana zone", "graveyard")))
OPEN = spell("Open", ability(does(CREATURE, PLUS)))


@pytest.mark.parametrize(("cast", "power"), [(BOOST, 2), (ALL, 2), (OPEN, 3)])
def test_what_comes_back_is_forgotten_by_targets_and_locked_sets(cast: object, power: int) -> None:
    """A target and a member of a locked set are over; an open set holds the new object too."""
    assert cast in (BOOST, ALL, OPEN)
    boost = play(BOOST, "S", "B") if cast is BOOST else play(ALL if cast is ALL else OPEN, "S")
    found = after(rulebook(), play(BEAR, "B"), boost, *BACK)
    assert found.value("B", "power") == power


def test_cards_out_of_play_have_lasting_counters() -> None:
    """Until they change zones; damage is for what is in play."""
    away = (play(BEAR, "B"), move("B", "hand"), ChangeCounters("B", "age", 2, WHERE))
    assert after(rulebook(), *away).value("B", "age") == 2
    assert after(rulebook(), *away, TurnBegins("you", WHERE)).value("B", "age") == 2
    assert after(rulebook(), *away, move("B", "mana zone")).value("B", "age") == 0
    with pytest.raises(BadInput, match="'B' is not in play"):
        after(rulebook(), *away[:2], ChangeCounters("B", "damage", 1, WHERE))


def test_a_new_object_has_nothing_of_the_old_one() -> None:
    """Counters, statuses, lost keywords and the chosen number are gone, and it is its owner's."""
    events = (
        play(BEAR, "B", choosing="3"),
        ChangeCounters("B", "age", 2, WHERE),
        GetsStatus("B", "tapped", True, WHERE),
        *BACK,
    )
    table = played(rulebook(), *events).table
    thing = table.things["B"]
    assert (thing.counters, thing.statuses, thing.choice) == ({}, frozenset(), None)
    assert thing.entered == (5, 0)
    assert thing.fresh
    assert list(table.things) == ["B"]


def test_an_orphaned_effect_does_nothing_to_what_has_the_id_of_its_source() -> None:
    """`self` is nothing for it, although the object is back in play."""
    grows = card("Grows", ("activates", ability(does(a.Self(), PLUS), until=a.EndOfTurn())))
    there = (play(grows, "G"), use("G", "U"))
    assert after(rulebook(), *there).value("G", "power") == 3
    back = after(rulebook(), *there, move("G", "hand"), play(grows, "G", known=True))
    assert back.value("G", "power") == 2
    assert [effect.orphaned for effect in back.situation.effects] == [True]


def test_without_a_duration_an_effect_ends_with_its_source_or_never() -> None:
    """Policy `no duration`; it is about leaving play, so not about a spell's card."""
    lord = card("Lord", ("activates", ability(does(a.Target(), PLUS))))
    events = (play(BEAR, "B"), play(lord, "L"), use("L", "U", "B"), move("L", "hand"))
    assert after(rulebook(), *events).value("B", "power") == 2
    assert after(rulebook(no_duration="game"), *events).value("B", "power") == 3
    spelled = (play(BEAR, "B"), play(BOOST, "S", "B"), move("S", "hand"))
    assert after(rulebook(), *spelled).value("B", "power") == 3


def test_a_spell_played_again_leaves_another_effect() -> None:
    """Both stand, under different ids, and the card is in the second zone."""
    events = (play(BEAR, "B"), play(BOOST, "S", "B"), play(BOOST, "S", "B", known=True))
    found = after(rulebook(), *events)
    assert found.value("B", "power") == 4
    assert [effect.id for effect in found.situation.effects] == ["S", "S.again"]
    assert found.situation.thing("S").zone == "graveyard"


def test_a_card_may_be_in_another_zone_from_the_start_and_be_played_from_there() -> None:
    """In hand it does nothing; played, it enters."""
    lord = card("Lord", ("has", ability(does(CREATURE, PLUS))))
    there = (play(BEAR, "B"), play(lord, "L", zone="hand"))
    assert after(rulebook(), *there).value("B", "power") == 2
    assert after(rulebook(), *there, play(lord, "L", known=True)).value("B", "power") == 3
    with pytest.raises(BadInput, match="in play already"):
        after(rulebook(), play(lord, "L"), play(lord, "L", known=True))


def test_entry_by_a_move_is_an_entry() -> None:
    """What an object does as it enters it does whatever put it into play; its owner has it."""
    greets = card("Greets", ("on entry", ability(does(CREATURE, PLUS), until=a.EndOfTurn())))
    found = after(rulebook(), play(greets, "G", zone="hand", by="me"), move("G", "play"))
    assert found.value("G", "power") == 3
    assert found.value("G", "controller") == "me"
    assert [effect.id for effect in found.situation.effects] == ["G.entry"]


def test_a_move_to_the_same_zone_changes_nothing() -> None:
    """It is no new object there."""
    found = after(rulebook(), play(BEAR, "B"), play(BOOST, "S", "B"), move("B", "play"))
    assert found.value("B", "power") == 3
    assert found.situation.thing("B").entered == (1, 0)


# --- redirections ---------------------------------------------------------------------------


def test_a_redirection_is_looked_up_before_the_object_goes() -> None:
    """By `leave`, a move and a check; the one who redirects goes with the same state."""
    keeper = card("Keeper", ("has", RECYCLED))
    there = (play(BEAR, "B"), play(keeper, "K"))
    left = after(rulebook(), *there, Leave("B", "graveyard", WHERE))
    assert left.situation.thing("B").zone == "mana zone"
    assert "as K.1 says" in left.chronicle[0].what
    assert after(rulebook(), *there, move("B", "hand")).situation.thing("B").zone == "hand"
    wounds = (ChangeCounters("B", "damage", 3, WHERE), ChangeCounters("K", "damage", 3, WHERE))
    died = after(
        rulebook(), *there, GetsStatus("B", "tapped", True, WHERE), *wounds, move("B", "hand")
    )
    assert died.situation.thing("B").zone == "hand"
    both = ChangeCounters("K", "damage", 3, WHERE)
    died = after(rulebook(), *there, both, TurnBegins("me", WHERE))
    assert died.situation.thing("K").zone == "mana zone"
    assert [one.what for one in died.chronicle if one.object == "K"][-1] == "is destroyed"


def test_of_several_redirections_the_newest_decides_and_only_one_is_followed() -> None:
    """The second would send on what the first one sends away; it is not asked again."""
    first = card("First", ("has", RECYCLED))
    second = card("Second", ("has", ability(does(CREATURE, a.Redirect("hand", "mana zone")))))
    third = card("Third", ("has", ability(does(CREATURE, a.Redirect("lineage")))))
    gone = Leave("B", "graveyard", WHERE)
    found = after(rulebook(), play(BEAR, "B"), play(first, "F"), play(second, "S"), gone)
    assert found.situation.thing("B").zone == "mana zone"
    found = after(rulebook(), play(BEAR, "B"), play(first, "F"), play(third, "T"), gone)
    assert found.situation.thing("B").zone == "lineage"


def test_a_rule_redirects_under_its_clause() -> None:
    """What the rules send elsewhere rests on the rule's clause."""
    rule = Rule("R", ability(does(CREATURE, a.Redirect("mana zone")), zones=("rules",)), "LITTLE-9")
    found = after(rulebook((rule,)), play(BEAR, "B"), Leave("B", "graveyard", WHERE))
    assert found.situation.thing("B").zone == "mana zone"
    assert found.chronicle[0].clause == "LITTLE-9"


# --- on top of, and linked with ----------------------------------------------------------------


def test_what_evolves_stays_the_same_object_and_keeps_its_card_below() -> None:
    """Targets, counters and statuses stay; the card below is in its zone and goes along."""
    dragon = card("Dragon", power=7)
    events = (
        play(BEAR, "B"),
        play(BOOST, "S", "B"),
        ChangeCounters("B", "age", 1, WHERE),
        Stack("evolve", "B", dragon, "B-1", WHERE),
    )
    found = after(rulebook(), *events)
    assert found.value("B", "power") == 8
    assert found.value("B", "age") == 1
    below = found.situation.thing("B-1")
    assert (below.card, below.zone, below.bearer) == (BEAR, "lineage", "B")
    gone = after(rulebook(), *events, move("B", "hand"))
    assert [gone.situation.thing(id).zone for id in ("B", "B-1")] == ["hand", "hand"]
    assert gone.situation.thing("B-1").bearer is None


@pytest.mark.parametrize(
    ("policy", "entered"), [("entry of its card", (2, 0)), ("first of its lineage", (1, 0))]
)
def test_the_timestamp_of_what_evolved_goes_by_policy(
    policy: str, entered: tuple[int, int]
) -> None:
    """Policy `static timestamp`; what lies below is as old as when it came on top."""
    dragon = card("Dragon", power=7)
    table = played(
        rulebook(static_timestamp=policy),
        play(BEAR, "B"),
        Stack("evolve", "B", dragon, "B-1", WHERE),
    ).table
    assert table.things["B"].entered == entered
    assert table.things["B-1"].entered == (1, 0)


def test_what_is_linked_is_one_object() -> None:
    """Power is added up, effects on the other one go on, and both leave together."""
    wolf = card("Wolf", ("has", ability(does(CREATURE, PLUS))), power=3, types=("beast",))
    events = (
        play(BEAR, "B"),
        play(wolf, "W"),
        play(BOOST, "S", "W"),
        Link("B", "W", WHERE),
    )
    found = after(rulebook(), *events)
    assert found.value("B", "power") == 2 + 3 + 1 + 1
    assert found.value("B", "types") == ("beast", "creature")
    assert found.situation.thing("W").zone == NOWHERE
    gone = after(rulebook(), *events, move("B", "hand"))
    assert [gone.situation.thing(id).zone for id in ("B", "W")] == ["hand", "hand"]
    assert gone.situation.effects == ()
    with pytest.raises(BadInput, match="linked with 'B'"):
        after(rulebook(), *events, move("W", "hand"))


def test_reasons_are_given_in_any_zone_and_for_players() -> None:
    """`why` speaks of zones, players and rules."""
    rule = Rule("R", ability(does(CREATURE, PLUS), zones=("rules",)), "LITTLE-9")
    found = after(rulebook((rule,)), play(BEAR, "B"), play(BEAR, "H", zone="hand"))
    assert why(found, "H", "power")[0].reasons[0].text == "printed on Bear (H is in the hand)"
    assert "a player" in why(found, "you", "abilities")[0].reasons[0].text
    assert why(found, "B", "power")[-1].reasons[1].clauses == ("LITTLE-9",)


def test_a_player_with_a_marks_keyword_bears_no_mark() -> None:
    """Gained and lost in one resolution, it is no mark to lose: the history goes on."""
    veil = """
title: players and marks
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Veil: {is: [magic], resolves: ["players: gain Stealth, lose all abilities"]}
play:
  - you: Veil as V
  - turn: me
"""
    assert solve(loads_scenario(veil)).situation.thing("V").zone == "cemetery"
