"""What applies to a permanent spell on the stack applies to what it becomes, and who it is goes on.

Clause: CR-400.7a. Solver, replay and oracle agree on each board.
"""

from __future__ import annotations

import pytest

from comparing import confirmed
from layerlaw.model import loads_scenario
from layerlaw.solver import Answer

CARDS = """
  Bear: {is: [creature, bear], power: 2, toughness: 2, mana-value: 2}
  Captain: {is: [creature, soldier], power: 1, toughness: 1, mana-value: 3}
  Pump: {is: [instant], resolves: ["target: power += mana-value of it until end of turn"]}
  Pupil:
    is: [creature, elf]
    power: 2
    toughness: 2
    triggers: ["self: power += 3 until it leaves while in stack"]
  Teller:
    is: [creature, elf]
    power: 2
    toughness: 2
    triggers: ["bears: power += power of self while in stack"]
  Steal: {is: [instant], resolves: ["target: controller := you until end of turn"]}
  Home: {is: [instant], resolves: ["target: controller := owner of it until end of turn"]}
  Hymn: {is: [instant], resolves: ["objects in stack: power += 1 until its controller's next turn"]}
  Learner: {is: [sorcery], resolves: ["target: text := text of (target but not it)"]}
"""


def after(*events: str) -> Answer:
    """The answer after these events, when all have given it."""
    lines = "\n".join(f"  - {event}" for event in events)
    return confirmed(
        loads_scenario(
            "title: What goes on\nrulebook: magic-2026-04\nplayers: [you, me]\n"
            f"cards:{CARDS}play:\n{lines}\n"
        )
    )


def test_a_number_that_was_worked_out_for_a_spell_goes_on() -> None:
    """It was worked out as the instant resolved, for what is a creature by now."""
    answer = after("me: cast Bear as B", "you: Pump as P on B", "resolve: B")
    assert answer.value("B", "power") == 4
    gone = after(
        "me: cast Bear as B",
        "you: Pump as P on B",
        "resolve: B",
        "move: B to exile",
        "move: B to battlefield",
    )
    assert gone.value("B", "power") == 2


def test_an_effect_goes_on_with_its_source() -> None:
    """Its `self` is the creature, until that leaves."""
    events = ("me: cast Pupil as P", "me: use P as U", "resolve: P")
    answer = after(*events)
    assert answer.value("P", "power") == 5
    assert [one.orphaned for one in answer.situation.effects] == [False]
    back = after(*events, "move: P to exile", "move: P to battlefield")
    assert back.value("P", "power") == 2
    assert not back.situation.effects


def test_what_it_was_as_it_left_is_asked_of_the_creature() -> None:
    """What is last known of the source of an effect is so of what the spell became."""
    events = ("me: cast Teller as T", "me: use T as U", "me: Bear as B", "resolve: T")
    assert after(*events).value("B", "power") == 2
    events = ("me: Bear as B", "me: cast Teller as T", "me: use T as U", "resolve: T")
    assert after(*events, "plus-one: T 1", "leave: T").value("B", "power") == 4


def test_an_ability_that_resolves_later_is_of_the_spell() -> None:
    """Its source is another object by then, and stays so."""
    answer = after("me: cast Pupil as P", "me: trigger P as U", "resolve: P", "resolve: U")
    assert answer.value("P", "power") == 2


def test_targets_stay_in_their_order() -> None:
    """The one that resolves is the first target as before."""
    answer = after(
        "me: cast Bear as B", "me: Captain as C", "you: Learner as L on B, C", "resolve: B"
    )
    assert [one.targets for one in answer.situation.effects] == [("B", "C")]


def test_counters_do_not_go_on() -> None:
    """They are no effect: the creature has none, nor what they gave the spell (rule 122.2)."""
    events = ("me: cast Bear as B", "flying-counter: B 1", "vigilance-counter: B 1")
    spell = after(*events)
    assert spell.situation.thing("B").counters == {"flying-counter": 1, "vigilance-counter": 1}
    creature = after(*events, "resolve: B")
    assert set(creature.situation.thing("B").counters.values()) == {0}
    assert not creature.situation.effects
    assert not creature.abilities("B")


def test_what_is_over_for_a_spell_is_over_for_the_creature() -> None:
    """It ended with its controller's turn, and goes on for what another player controls."""
    cast = ("me: cast Bear as B", "you: cast Bear as C", "you: Hymn as H", "turn: me")
    answer = after(*cast, "resolve: B", "resolve: C")
    assert [answer.value(id, "power") for id in "BC"] == [2, 3]
    (effect,) = answer.situation.effects
    assert effect.locked == (("B", "C"),)
    assert effect.over_for == {"B"}


@pytest.mark.slow
def test_each_spell_goes_on_as_its_own_creature() -> None:
    """Of two that resolve each keeps what is its own, and neither what is of one before."""
    events = (
        "me: cast Bear as B",
        "me: cast Captain as C",
        "you: Pump as P on B",
        "you: Pump as Q on C",
        "resolve: C",
        "resolve: B",
    )
    answer = after(*events)
    assert [answer.value(id, "power") for id in "BC"] == [4, 4]
    again = after(*events, "move: C to hand", "me: cast C", "resolve: C")
    assert [again.value(id, "power") for id in "BC"] == [4, 1]


def test_a_target_that_has_left_is_none_as_a_spell_resolves() -> None:
    """Though it has come back: it is another object."""
    cast = ("me: Bear as B", "you: cast Pump as P on B")
    assert after(*cast, "resolve: P").value("B", "power") == 4
    back = after(*cast, "move: B to exile", "move: B to battlefield", "resolve: P")
    assert back.value("B", "power") == 2


def test_who_was_worked_out_for_a_spell_goes_on() -> None:
    """Whoever owned it as the instant resolved."""
    answer = after("me: cast Bear as B", "you: Steal as S on B", "me: Home as H on B", "resolve: B")
    assert answer.value("B", "controller") == "me"
