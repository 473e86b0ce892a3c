"""What resolves and is used after words were replaced in its text: by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same, confirmed
from layerlaw.model import BadInput, Scenario, loads_scenario
from layerlaw.solver import solve
from replaying import assert_replayed

MAGIC = """
  Bear: {is: [creature, bear], power: 2, toughness: 2}
  Den:
    is: [enchantment]
    gives: [{name: Hunt, target: power += 1}]
  Teach: {is: [sorcery], resolves: ["bears: gain Hunt until end of turn"]}
  Elf: {is: [creature, elf], power: 1, toughness: 1}
  Solo:
    is: [creature]
    power: 1
    toughness: 4
    has: [Track]
    gives: [{name: Track, bears: power += 1 until end of turn}]
  One: {is: [creature], power: 1, toughness: 4, activates: ["elves: power += 1"]}
  Two: {is: [creature], power: 1, toughness: 4, activates: ["bears: power += 1"]}
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


def test_words_of_what_it_gives_to_itself_in_print_were_replaced() -> None:
    """The use of it is refused: no card of the scenario has the new words."""
    hacked = history(
        "you: Bear as B", "you: Solo as S", "you: Hack as H on S", "you: use S Track as U"
    )
    with pytest.raises(BadInput, match="words of 'Track' were replaced in the text of S"):
        solve(hacked)
    assert_replayed(hacked, None)
    used = confirmed(history("you: Bear as B", "you: Solo as S", "you: use S Track as U"))
    assert used.value("B", "power") == 3


def test_what_reads_by_now_like_what_another_card_says_is_not_that_cards() -> None:
    """Two has in print what it says, in other words: it has no ability of One."""
    hacked = ("you: One as A", "you: Two as X", "you: Hack as H on X")
    assert assert_same(history(*hacked, "you: use X One as U")) is None
    (used,) = (
        one
        for one in confirmed(history(*hacked, "you: Elf as E", "you: use X as U")).situation.effects
        if one.id == "U"
    )
    assert used.locked == (("E",),)
