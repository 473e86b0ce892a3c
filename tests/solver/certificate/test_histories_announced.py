"""What was announced, what goes on of it, who is not at rest meanwhile: by hand, and replayed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import Scenario, loads_scenario
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.solver import Answer, solve
from replaying import assert_replayed

MAGIC = """
  Bear: {is: [creature, bear], power: 2, toughness: 2, mana-value: 2}
  Elf: {is: [creature, elf], power: 1, toughness: 1, mana-value: 1}
  Clone: {is: [creature], power: 0, toughness: 1, enters: ["self: copy of target"]}
  Become: {is: [sorcery], resolves: ["target: copy of the chosen object"]}
  Seven: {is: [enchantment], has: ["elves: power := 7"]}
  Basic:
    is: [creature, elf]
    power: 2
    toughness: 2
    triggers: ["bears: power += base power of self until end of turn"]
  Same:
    is: [creature, elf]
    power: 2
    toughness: 2
    triggers: ["bears: power += power of self until end of turn"]
  Sword:
    is: [artifact, equipment]
    triggers: ["bears: power += power of bearer until end of turn"]
  Hack: {is: [instant], resolves: ["target: bear becomes elf in its text"]}
  Twofold:
    is: [creature]
    power: 1
    toughness: 1
    triggers: ["bears: power += 1 until end of turn", "elves: power += 1 until end of turn"]
  Buried:
    is: [creature]
    power: 3
    toughness: 3
    has:
      - >-
        self: loses face-down as [power := 5, toughness := 1] or [power := 1, toughness := 5]
        while in graveyard
  Marked:
    is: [creature]
    power: 3
    toughness: 3
    has: ["self: loses on-top as [power := 5] or [power := 1] while in graveyard"]
  Shown:
    is: [creature]
    power: 3
    toughness: 3
    has:
      - >-
        self: loses face-down as [power := 5, toughness := 1] or [power := 1, toughness := 5]
        while in graveyard
      - "self: loses face-down as [power := 6, toughness := 1] or [power := 1, toughness := 6]"
"""
SORCERY = """
  Ox: {is: [minion], power: 3}
  Mimic: {is: [minion], power: 1, enters: ["self: copy of target"]}
  Become: {is: [magic], resolves: ["target: copy of the chosen object"]}
  Quiet: {is: [minion], power: 1, has: ["other minions: lose all abilities"]}
  Sleep: {is: [minion], power: 1, has: ["enemy minions at rest: silenced"]}
  Hush: {is: [minion], power: 1, has: ["other minions at rest: disabled"]}
  Until: {is: [magic], resolves: ["minions: power += 1 until it is tapped"]}
  Horn: {is: [artifact], triggers: ["minions: power += 1 until end of turn"]}
  Sing: {is: [magic], resolves: ["minions: power += 1 until end of turn"]}
"""


def board(*events: str, rulebook: str = "magic-2026-04") -> Scenario:
    """The events one after another."""
    cards = MAGIC if rulebook.startswith("magic") else SORCERY
    play = "\n".join(f"  - {event}" for event in events)
    return loads_scenario(
        f"title: Announced\nrulebook: {rulebook}\nplayers: [you, me]\ncards:{cards}play:\n{play}\n"
    )


def replayed(scenario: Scenario) -> Answer:
    """The answer, when the replay comes to the same end."""
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    return answer


def after(*events: str, rulebook: str = "magic-2026-04") -> Answer:
    """The answer after these events, when the replay comes to the same end."""
    return replayed(board(*events, rulebook=rulebook))


# --- what has left meanwhile ----------------------------------------------------------------------


def test_what_was_chosen_is_copied_as_it_was_when_it_left() -> None:
    """The Clone was a Bear in play, and is none in the graveyard."""
    answer = after(
        "you: Bear as B",
        "you: Clone as E copying B",
        "me: Elf as Z",
        "you: cast Become as A on Z choosing E",
        "leave: E",
        "resolve: A",
    )
    assert answer.value("Z", "name") == "Bear"


def test_the_base_power_of_what_has_left_is_what_it_was() -> None:
    """That was set to 7."""
    events = ("you: Seven as W", "you: Basic as S", "me: Bear as Z", "you: trigger S as U")
    assert after(*events, "leave: S", "resolve: U").value("Z", "power") == 9


def test_the_bearer_of_what_has_left_is_asked_only_as_long_as_it_is_there() -> None:
    """Whichever of the two leaves first."""
    events = (
        "you: Elf as E",
        "me: Bear as Z",
        "you: Sword as S",
        "attach: S to E",
        "you: trigger S as U",
    )
    assert after(*events, "leave: S", "resolve: U").value("Z", "power") == 3
    for gone in (("leave: S", "leave: E"), ("leave: E", "leave: S")):
        assert after(*events, *gone, "resolve: U").value("Z", "power") == 2


def test_an_effect_keeps_its_source_though_another_spell_becomes_a_permanent() -> None:
    """It is orphaned as its own source leaves, and by no other one."""
    events = ("you: Same as S", "me: Bear as Z", "you: use S as U", "me: cast Bear as B")
    answer = after(*events, "resolve: B")
    [effect] = answer.situation.effects
    assert (effect.source, effect.orphaned) == ("S", False)
    answer = after(*events, "resolve: B", "leave: S")
    assert [one.orphaned for one in answer.situation.effects] == [True]
    answer = after(*events, "resolve: B", "leave: B")
    assert [one.orphaned for one in answer.situation.effects] == [False]


def test_of_two_abilities_that_read_alike_by_now_the_first_is_used() -> None:
    """Its text was the other one's only since a word was replaced."""
    answer = after("you: Twofold as T", "me: Elf as Z", "you: Hack as H on T", "you: use T as U")
    [used] = [one for one in answer.situation.effects if one.id.startswith("U")]
    assert used.rank == 0
    assert answer.value("Z", "power") == 2


# --- how old what resolves is -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "ability", "spell"),
    [
        ("activation or trigger", 3, 4),
        ("resolution", 6, 7),
        ("activation or trigger, spells on resolution", 3, 7),
    ],
)
def test_what_resolves_is_as_old_as_the_policy_says(said: str, ability: int, spell: int) -> None:
    """Of an ability and a spell that were announced one after the other."""
    scenario = board(
        "you: Ox as A at 7",
        "you: Horn as H at 7",
        "you: trigger H as U",
        "you: cast Sing as S",
        "me: Ox as B at 8",
        "resolve: U",
        "resolve: S",
        rulebook="sorcery-2026-01",
    )
    book = scenario.rulebook
    value = PolicyValue(said, next(iter(book.clauses)))
    policies = {**book.policies, "resolved timestamp": value}
    answer = replayed(replace(scenario, rulebook=replace(book, policies=policies, points={})))
    told = {one.source: one.timestamp[0] for one in answer.situation.effects}
    assert told == {"H": ability, "S": spell}


def test_an_effect_is_over_for_each_by_itself() -> None:
    """For what was tapped, also as a part of another one, and for what is tapped later."""
    answer = after(
        "you: Ox as A at 7",
        "you: Ox as B at 7",
        "you: Ox as C at 7",
        "you: Until as U",
        "gets: A tapped",
        "link: B with A",
        "unlink: A",
        "gets: C tapped",
        rulebook="sorcery-2026-01",
    )
    [effect] = answer.situation.effects
    assert effect.over_for == {"A", "C"}
    assert [answer.value(id, "power") for id in "ABC"] == [3, 4, 3]


# --- what is turned up ----------------------------------------------------------------------------


def hidden(card: str) -> str:
    """The card enters face down."""
    return f"together:\n      - you: {card} as P\n      - gets: P face-down"


def test_only_an_ability_that_works_there_says_what_is_turned_up() -> None:
    """One that would in a graveyard does not."""
    assert after(hidden("Buried"), "loses: P face-down").value("P", "power") == 3
    for way, size in ((1, (6, 1)), (2, (1, 6))):
        answer = after(hidden("Shown"), f"loses: P face-down choosing {way}")
        assert (answer.value("P", "power"), answer.value("P", "toughness")) == size


def test_what_was_not_hidden_is_not_turned_up() -> None:
    """It becomes nothing by losing what it does not have."""
    answer = after("you: Shown as P", "loses: P face-down")
    assert answer.value("P", "power") == 3
    assert answer.situation.effects == ()


def test_what_lies_in_a_graveyard_becomes_nothing_else() -> None:
    """Whatever it loses there, and says of that."""
    events = ("you: Marked as P", "leave: P", "gets: P on-top", "loses: P on-top choosing 1")
    answer = after(*events)
    assert answer.situation.thing("P").statuses == frozenset()
    assert answer.situation.effects == ()


def test_where_nothing_is_carried_what_enters_on_something_has_no_bearer() -> None:
    """In a game that says of nothing that it is carried."""
    scenario = loads_scenario(
        "title: Alone\nrulebook: duel-masters-1.28-en\nplayers: [you, me]\ncards:\n"
        "  Beast: {is: [creature], power: 1000}\n"
        "  Gear: {is: [gear], has: ['bearer: power += 1000']}\n"
        "play:\n  - you: Beast as B\n  - you: Gear as G on B\n"
    )
    assert replayed(scenario).situation.thing("G").bearer == "B"
    bare = replace(scenario.rulebook, carried=None)
    assert replayed(replace(scenario, rulebook=bare)).situation.thing("G").bearer is None


# --- who is not at rest -------------------------------------------------------------------------


def older(answer: Answer) -> dict[str, list[str]]:
    """Than whom the objects count as older."""
    return {one.id: sorted(one.older_than) for one in answer.situation.things if one.older_than}


def test_who_stirs_too_is_not_younger_any_more() -> None:
    """Of three that would silence each other two attack while a spell waits."""
    events = (
        "you: Hush as A at 7",
        "me: Hush as B at 8",
        "me: Hush as C at 9",
        "you: cast Ox as W at 3",
        "does: A attack B",
    )
    one = older(after(*events, rulebook="sorcery-2026-05"))
    assert one["A"] == ["B", "C"]
    both = after(*events, "does: C attack B", rulebook="sorcery-2026-05")
    assert older(both) == {"A": ["B"], "C": ["B"]}


def test_not_everything_that_is_done_stirs() -> None:
    """To banish does not; nor does who asks for nobody's rest count as older for stirring."""
    events = ("you: Hush as A at 7", "me: Hush as B at 8", "you: cast Ox as W at 3")
    answer = after(*events, "does: A banish B", rulebook="sorcery-2026-05")
    assert answer.situation.thing("A").statuses == frozenset()
    quiet = ("you: Quiet as A at 7", "me: Quiet as B at 8", "me: Sleep as S at 3")
    answer = after(*quiet, "does: A attack B", "turn: me", rulebook="sorcery-2026-05")
    assert older(answer) == {}


def test_what_becomes_a_copy_of_a_copy_is_what_that_is() -> None:
    """Where copies read what is printed, or copied."""
    answer = after(
        "you: Ox as A at 7",
        "you: Mimic as M at 7 copying A",
        "you: Quiet as Z at 8",
        "you: Become as B on Z choosing M",
        rulebook="sorcery-2026-01",
    )
    assert answer.value("Z", "name") == "Ox"
