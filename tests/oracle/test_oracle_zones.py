"""The oracle's zones, statuses, turns and numbers against answers worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from layerlaw.model.algebra import (
    Ability,
    Both,
    ChangeNumber,
    ChosenNumber,
    ControllerOf,
    EndOfNextTurn,
    EndOfTurn,
    Everything,
    FixNumber,
    Gain,
    HasAbility,
    Identified,
    Instruction,
    InZone,
    It,
    Matches,
    Member,
    NamedPlayer,
    Negation,
    Number,
    Operation,
    Read,
    Redirect,
    Self,
    SetNumber,
    SetPlayer,
    Sharing,
    Target,
)
from layerlaw.model.algebra.split import split
from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import (
    Announce,
    ChangeCounters,
    Event,
    GetsStatus,
    Leave,
    Link,
    MoveZone,
    Play,
    Resolve,
    Stack,
    TurnBegins,
)
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from oracle.build import ME, WHERE, YOU, card, play, scenario, text
from oracle.derive import NeverSettles
from oracle.small_rulebook import small_rulebook
from oracle.solve import OracleAnswer, answer

SMALL = small_rulebook()
MINION = Member("types", "minion")
PLUS: list[Operation] = [ChangeNumber("power", "+", Number(2))]
SOLDIER = card("Soldier", power=1)
FLYER = card("Flyer", Ability("Airborne"), power=1)
GROW = card("Grow", text((Target(), PLUS)), types=("magic",), use="resolves")


def shown(*events: Event, policies: Mapping[str, str] | None = None) -> OracleAnswer:
    """The oracle's answer for these events."""
    return answer(scenario(small_rulebook(policies), events, YOU))


def power(found: OracleAnswer, object: str) -> object:
    """The power of an object."""
    return found.characteristics[object, "power"]


def again(card: Card, id: str) -> Play:
    """A card that is played from where it is."""
    return Play(YOU, card, id, None, (), None, WHERE, known=True)


def test_what_changes_zones_is_a_new_object() -> None:
    """Spells forget it, and it keeps its id; damage is gone."""
    grown = (play(SOLDIER, "F"), play(GROW, "S", None, YOU, ("F",)))
    assert power(shown(*grown), "F") == 3
    found = shown(*grown, ChangeCounters("F", "damage", 1, WHERE), MoveZone("F", "hand", WHERE))
    assert found.characteristics["F", "zone"] == "hand"
    assert found.characteristics["F", "damage"] == 0
    found = shown(*grown, MoveZone("F", "hand", WHERE), again(SOLDIER, "F"))
    assert (found.characteristics["F", "zone"], power(found, "F")) == ("realm", 1)


def test_an_ability_works_in_the_zones_it_names() -> None:
    """From the hand, on what is in hand; not from play."""
    ability = Ability(
        None, (Instruction(Both((Everything(), InZone("hand"))), tuple(PLUS)),), zones=("hand",)
    )
    herald = card("Herald", ability, power=1)
    inside = Play(YOU, herald, "H", None, (), None, WHERE, zone="hand")
    found = shown(inside, play(SOLDIER, "F"))
    assert (power(found, "H"), power(found, "F")) == (3, 1)
    assert power(shown(play(herald, "H")), "H") == 1


def test_a_redirection_decides_where_the_dying_go() -> None:
    """Of two the newest one's zone; another zone than the one it speaks of is left alone."""
    to_hand = text((MINION, [Redirect("hand", "cemetery")]))
    away = text((MINION, [Redirect("banished", None)]))
    cards = (play(SOLDIER, "F"), play(card("First", to_hand, types=("aura",)), "A"))
    later = play(card("Second", away, types=("aura",)), "B")
    hurt: tuple[Event, ...] = (ChangeCounters("F", "damage", 1, WHERE), TurnBegins(YOU, WHERE))
    assert shown(*cards, *hurt).characteristics["F", "zone"] == "hand"
    assert shown(*cards, later, *hurt).characteristics["F", "zone"] == "banished"
    leaves = Leave("F", "banished", WHERE)
    assert shown(*cards, leaves).characteristics["F", "zone"] == "banished"


def test_a_hidden_object_does_and_suffers_nothing() -> None:
    """It is no minion for a count, and its ability does not work until it is shown again."""
    captain = card("Captain", text((MINION, PLUS)), power=1)
    seal = GetsStatus("C", "sealed", True, WHERE)
    cards = (play(SOLDIER, "F"), play(captain, "C"))
    assert power(shown(*cards), "F") == 3
    found = shown(*cards, seal)
    assert power(found, "F") == 1
    assert ("C", "power") not in found.characteristics
    shown_again = GetsStatus("C", "sealed", False, WHERE)
    assert power(shown(*cards, seal, shown_again), "C") == 3


def test_a_level_keeps_the_object_and_leaves_the_card_below() -> None:
    """Effects stay on it; the card below is in its zone and comes along."""
    events = (
        play(SOLDIER, "F"),
        play(GROW, "S", None, YOU, ("F",)),
        Stack("level up", "F", card("Knight", power=4), "F-1", WHERE),
    )
    found = shown(*events)
    assert (power(found, "F"), found.characteristics["F-1", "zone"]) == (6, "lineage")
    found = shown(*events, MoveZone("F", "hand", WHERE))
    assert (power(found, "F"), found.characteristics["F-1", "zone"]) == (4, "hand")


def test_linked_objects_are_one() -> None:
    """Powers add up, abilities are joined, and what keeps to the second keeps to the first."""
    events = (
        play(SOLDIER, "F"),
        play(FLYER, "G"),
        play(GROW, "S", None, YOU, ("G",)),
        Link("F", "G", WHERE),
    )
    found = shown(*events)
    assert (power(found, "F"), found.characteristics["F", "abilities"]) == (4, ("Airborne",))
    assert ("G", "power") not in found.characteristics
    found = shown(*events, Leave("F", "cemetery", WHERE))
    assert found.characteristics["G", "zone"] == "cemetery"


def test_a_number_of_one_linked_object_alone_stays_as_it_is() -> None:
    """Nothing is added, so a split number keeps both parts, for solver and certificate too."""
    double = card("Double", power=split(4, 3))
    for first, second in (("F", "G"), ("G", "F")):
        split_one, plain = play(double, "F"), play(card("None"), "G")
        linked = (split_one, plain, Link(first, second, WHERE))
        assert power(shown(*linked), first) == split(4, 3)
        answer = solve(scenario(small_rulebook(), linked))
        assert answer.value(first, "power") == split(4, 3)
        assert certificate_of(answer).check().ok


def test_what_is_announced_has_that_timestamp_or_that_of_its_resolution() -> None:
    """A spell that sets power, announced before another one and resolved after it."""
    setting = [
        card(f"Set {n}", text((Target(), [SetNumber("power", Number(n))])), use="resolves")
        for n in (5, 7)
    ]
    events = (
        play(SOLDIER, "F"),
        Announce(play(setting[0], "A", None, YOU, ("F",)), WHERE),
        play(setting[1], "B", None, YOU, ("F",)),
    )
    assert power(shown(*events), "F") == 7
    assert power(shown(*events, Resolve("A", WHERE)), "F") == 7
    late = {"resolved timestamp": "resolution"}
    assert power(shown(*events, Resolve("A", WHERE), policies=late), "F") == 5


def test_growth_stays_and_damage_goes_with_the_turn() -> None:
    """The rule adds power for growth; a turn takes damage from units and nothing else."""
    relic = card("Relic", types=("artifact",))
    counts = [ChangeCounters(id, kind, 1, WHERE) for id in "FR" for kind in ("damage", "growth")]
    giant = play(card("Giant", power=5), "F")
    found = shown(giant, play(relic, "R"), *counts, TurnBegins(ME, WHERE))
    assert power(found, "F") == 6
    damage = [found.characteristics[id, "damage"] for id in "FR"]
    growth = [found.characteristics[id, "growth"] for id in "FR"]
    assert (damage, growth) == ([0, 1], [1, 1])


def test_an_effect_lasts_to_the_end_of_your_next_turn() -> None:
    """It is there in that turn, and gone when another one begins."""
    ability = Ability(None, (Instruction(Target(), tuple(PLUS)),), None, EndOfNextTurn())
    spell = card("Spell", ability, use="resolves")
    turns = [TurnBegins(player, WHERE) for player in (ME, YOU, ME)]
    events = (play(SOLDIER, "F"), play(spell, "S", None, YOU, ("F",)))
    powers = [power(shown(*events, *turns[:n]), "F") for n in range(4)]
    assert powers == [3, 3, 3, 1]


def test_fixed_base_and_chosen_numbers() -> None:
    """What is fixed no one changes; the base value is what was set; a choice is read."""
    fix = card("Fix", text((MINION, [FixNumber("power", ChosenNumber())])), types=("aura",))
    chosen = Play(YOU, fix, "A", None, (), None, WHERE, choosing="4")
    found = shown(play(SOLDIER, "F"), chosen, play(GROW, "S", None, YOU, ("F",)))
    assert (power(found, "F"), found.characteristics["F", "base power"]) == (4, 4)
    found = shown(play(SOLDIER, "F"), play(GROW, "S", None, YOU, ("F",)))
    assert found.characteristics["F", "base power"] == 1


def test_sharing_a_word() -> None:
    """Who has a subtype in common with the source."""
    kin = card("Kin", text((Sharing("subtypes", Self()), PLUS)), subtypes=("beast",), power=1)
    wolf = card("Wolf", subtypes=("beast", "undead"), power=1)
    found = shown(play(kin, "K"), play(wolf, "W"), play(SOLDIER, "F"))
    assert [power(found, id) for id in "KWF"] == [3, 3, 1]


def test_a_number_that_speaks_of_it_is_recorded_where_that_is_the_policy() -> None:
    """Worked out anew, or as it was when the spell resolved."""
    own = text((MINION, [SetNumber("life", Read("growth", It()))]))
    spell = card("Mirror", own, use="resolves")
    events = (
        play(SOLDIER, "F"),
        play(spell, "S", None),
        ChangeCounters("F", "growth", 2, WHERE),
    )
    for policy, life in (("once, its own anew", 2), ("once", 0), ("always", 2)):
        found = shown(*events, policies={"resolved variable": policy})
        assert found.characteristics["F", "life"] == life


def test_a_player_that_speaks_of_it_is_recorded_where_that_is_the_policy() -> None:
    """Who controls it then, or whoever does without what took it for a turn."""
    taken = replace(text((Target(), [SetPlayer("controller", NamedPlayer(ME))])), until=EndOfTurn())
    kept = text((Target(), [SetPlayer("controller", ControllerOf(It()))]))
    events = (
        play(SOLDIER, "F"),
        play(card("Take", taken, use="resolves"), "T", None, YOU, ("F",)),
        play(card("Keep", kept, use="resolves"), "S", None, YOU, ("F",)),
        TurnBegins(ME, WHERE),
    )
    for policy, controller in (("once, its own anew", YOU), ("once", ME), ("always", YOU)):
        found = shown(*events, policies={"resolved variable": policy})
        assert found.characteristics["F", "controller"] == controller


def test_conditions_at_checks_may_hold_themselves_up_or_never_settle() -> None:
    """A flyer that keeps itself flying goes on; one that flies while it does not flies never."""
    policy = {"condition read": "at checks"}
    airborne = Matches(Self(), HasAbility("Airborne"))
    gains = (Instruction(Self(), (Gain(Ability("Airborne")),)),)
    keeps = card("Keeps", Ability(None, gains, airborne), power=1)
    lift = card("Lift", text((Target(), [Gain(Ability("Airborne"))])), use="resolves")
    lifted = play(lift, "S", None, YOU, ("F",))
    assert shown(play(keeps, "F"), policies=policy).characteristics["F", "abilities"] != ()
    held = shown(play(keeps, "F"), lifted, policies=policy).characteristics["F", "abilities"]
    assert isinstance(held, tuple)
    assert held.count("Airborne") == 2
    restless = card("Restless", Ability(None, gains, Negation(airborne)), power=1)
    with pytest.raises(NeverSettles):
        shown(play(restless, "F"), policies=policy)


def test_parity_leaves_setting_and_adding_apart() -> None:
    """What sets does not wait for what only adds in its layer, though it reads it."""
    adds = card("Adds", text((Identified("F"), [ChangeNumber("life", "+", Number(1))])))
    reads = card(
        "Reads", text((Identified("G"), [SetNumber("life", Read("life", Identified("F")))]))
    )
    events = (
        play(card("Body", life=1), "F"),
        play(SOLDIER, "G"),
        play(reads, "R"),
        play(adds, "A"),
    )
    assert shown(*events).characteristics["G", "life"] == 2
    apart = shown(*events, policies={"parity": "both or neither set"})
    assert apart.characteristics["G", "life"] == 1


def test_what_was_moved_until_something_leaves_goes_back() -> None:
    """To where it came from, as a new object; not if it was moved on, nor if that had left."""
    flag, other = play(SOLDIER, "P"), play(SOLDIER, "F")
    lent = MoveZone("F", "hand", WHERE, "P")
    assert shown(flag, other, lent).characteristics["F", "zone"] == "hand"
    gone = Leave("P", "cemetery", WHERE)
    assert shown(flag, other, lent, gone).characteristics["F", "zone"] == "realm"
    on = MoveZone("F", "banished", WHERE)
    assert shown(flag, other, lent, on, gone).characteristics["F", "zone"] == "banished"
    assert shown(flag, other, gone, lent).characteristics["F", "zone"] == "realm"
