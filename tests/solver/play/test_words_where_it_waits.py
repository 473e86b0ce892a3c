"""Spells in whose text words were replaced, and rulebooks in which nothing waits: by hand."""

from __future__ import annotations

from dataclasses import replace

from comparing import confirmed
from layerlaw.model import Scenario, loads_scenario

MAGIC = """
  Bear: {is: [creature, bear], power: 2, toughness: 2}
  Den:
    is: [enchantment]
    gives: [{name: Hunt, target: power += 1}]
  Teach: {is: [sorcery], resolves: ["bears: gain Hunt until end of turn"]}
  Elf: {is: [creature, elf], power: 1, toughness: 1}
  Hack: {is: [instant], resolves: ["target: bear becomes elf in its text"]}
"""


def history(*events: str) -> Scenario:
    """The events one after another."""
    play = "".join(f"  - {event}\n" for event in events)
    head = "title: Words\nrulebook: magic-2026-04\nplayers: [you, me]\nactive: you\n"
    return loads_scenario(f"{head}cards:\n{MAGIC}play:\n{play}")


def test_where_nothing_waits_a_spell_says_what_is_printed() -> None:
    """Though words of it were replaced in hand: the rulebook has no `announced`."""
    beasts = ("you: Bear as B", "you: Elf as E", "you: Den as D")
    scenario = history(*beasts, "you: Teach as S in hand", "you: Hack as H on S", "you: play S")
    answer = confirmed(replace(scenario, rulebook=replace(scenario.rulebook, announced=None)))
    (spell,) = (one for one in answer.situation.effects if one.id == "S")
    assert spell.locked == (("B",),)


def test_what_is_given_by_a_name_may_read_as_printed_where_other_words_changed() -> None:
    """The spell speaks of elves by then; Hunt, which it gives, never spoke of bears (CR-612.1)."""
    beasts = ("you: Bear as B", "you: Elf as E", "you: Den as D")
    answer = confirmed(
        history(*beasts, "you: cast Teach as S", "you: Hack as H on S", "resolve: S")
    )
    (spell,) = (one for one in answer.situation.effects if one.id == "S")
    assert spell.locked == (("E",),)
