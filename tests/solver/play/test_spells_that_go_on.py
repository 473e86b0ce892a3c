"""What applies to a permanent spell on the stack applies to what it becomes, and who it is goes on.

Clause: CR-400.7a. Solver, replay and oracle agree on each board.
"""

from __future__ import annotations

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
