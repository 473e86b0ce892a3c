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
  Boost: {is: [sorcery], resolves: ["elves: power += 5"]}
  Both: {is: [sorcery], resolves: ["elves: power := 7", "bears: power += 1"]}
  Mind: {is: [sorcery], resolves: ["bears: power += 2"]}
  Swap: {is: [instant], resolves: ["target: text := text of (target but not it)"]}
  Whole: {is: [instant], resolves: ["target: text := full text of (target but not it)"]}
  Blank: {is: [instant], resolves: ["target: lose all abilities"]}
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


@pytest.mark.slow
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


@pytest.mark.slow
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


def powers_after(*events: str) -> tuple[object, object]:
    """The powers of a bear and an elf once S has resolved, when all have given the answer."""
    answer = confirmed(history("you: Bear as B", "you: Elf as E", *events, "resolve: S"))
    return answer.value("B", "power"), answer.value("E", "power")


@pytest.mark.parametrize("exchange", ["Swap", "Whole"])
@pytest.mark.parametrize(
    ("own", "other", "powers"), [("Mind", "Boost", (2, 6)), ("Boost", "Mind", (4, 1))]
)
def test_a_spell_does_what_the_text_says_that_it_was_given(
    exchange: str, own: str, other: str, powers: tuple[int, int]
) -> None:
    """CR-612.5, 608.2c: it says nothing of what is printed on it any more."""
    cast = (f"you: cast {own} as S", f"you: cast {other} as X")
    assert powers_after(*cast, f"you: {exchange} as W on S, X") == powers


def test_a_text_of_two_abilities_is_followed_in_its_order() -> None:
    """What it says first is older."""
    events = ("you: cast Boost as S", "you: cast Both as X", "you: Swap as W on S, X")
    answer = confirmed(history("you: Bear as B", "you: Elf as E", *events, "resolve: S"))
    assert [(one.id, one.rank) for one in answer.situation.effects if one.source == "S"] == [
        ("S.1", 0),
        ("S.2", 1),
    ]
    assert (answer.value("B", "power"), answer.value("E", "power")) == (3, 7)


@pytest.mark.slow
def test_a_spell_with_the_text_of_a_creature_does_nothing() -> None:
    """That text has no spell ability (CR-113.3a)."""
    assert powers_after("you: cast Boost as S", "you: Swap as W on S, B") == (2, 1)
    assert powers_after("you: cast Boost as S", "you: Two as T", "you: Swap as W on S, T") == (2, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("hacked", "powers"), [("later", (2, 3)), ("before", (4, 1))])
def test_words_are_replaced_in_the_text_that_it_was_given(
    hacked: str, powers: tuple[int, int]
) -> None:
    """The Hack finds the bears of that text where it is younger than the exchange (CR-613.7)."""
    events = ["you: Swap as W on S, X", "you: Hack as H on S"]
    events = events if hacked == "later" else events[::-1]
    assert powers_after("you: cast Boost as S", "you: cast Mind as X", *events) == powers


def test_a_lost_ability_is_text_still() -> None:
    """CR-612.3: what it loses changes nothing in its text, which it follows as it resolves."""
    assert powers_after("you: cast Boost as S", "you: Blank as W on S") == (2, 6)


def test_where_nothing_is_there_to_have_the_text_of_it_says_what_is_printed() -> None:
    """X had its text, and is a new object as S resolves, which has no other text by then."""
    events = ("you: cast Boost as S", "you: cast Mind as X", "you: Swap as W on S, X")
    assert powers_after(*events, "resolve: X") == (2, 1 + 5 + 5)


def test_a_creature_that_waits_enters_whatever_text_it_has() -> None:
    """A text exchanged makes it no sorcery."""
    events = ("you: cast Two as S", "you: cast Boost as X", "you: Swap as W on S, X")
    answer = confirmed(history(*events, "resolve: S"))
    assert answer.situation.thing("S").zone == "battlefield"
    assert not [one for one in answer.situation.effects if one.source == "S"]
