"""What is asked as an object enters: of when, of whom, and one thing after another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entering import ALSO, board, book

from comparing import assert_same
from layerlaw.model import BadInput, Scenario, loads_scenario
from layerlaw.solver import Answer, solve
from replaying import assert_replayed

CARDS = """
  First: {is: [creature], power: 1, has: ["self: enters tapped as long as there is no creature"]}
  Elfish:
    is: [creature, goblin]
    power: 1
    has: ["self: enters tapped as long as self is an elf"]
  Muster:
    is: [creature, elf]
    power: 1
    has: ["self: enters with (number of creatures you control) growth"]
  Fickle:
    is: [creature]
    power: 1
    has: ["self: enters tapped as long as there is a goblin", "self: enters with 1 growth"]
  Forge:
    is: [enchantment]
    has: ["elves: enters as [types += artifact]", "artifacts: enters as a copy of self"]
  Weak:
    is: [creature]
    power: 1
    has: ["self: enters with 2 growth", "self: enters with (power of self - 3) growth"]
  Both:
    is: [creature]
    power: 1
    has: ["self: enters tapped; other creatures: enters with 1 growth"]
  Two:
    is: [creature]
    power: 1
    has: ["self: enters with 2 growth while in graveyard", "self: enters tapped"]
  Grave:
    is: [creature]
    power: 1
    has: ["self: enters with (number of creatures in graveyard) growth"]
  Crown: {is: [enchantment], has: ["you: gain [creatures: enters tapped]"]}
  Shape: {is: [enchantment], resolves: ["elves: subtypes += goblin until there is a forest"]}
  Oath: {is: [enchantment], resolves: ["creatures: power += 1 until (number of goblins <= 0)"]}
  Never: {is: [enchantment], resolves: ["creatures: power += 4 until there is an artifact"]}
"""
ON_THE_GROUND = """
title: Artifacts that nobody carries
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Giant: {is: [minion], power: 9}
  Idol: {is: [artifact], has: ["minions: enters with 1 damage for each enemy minion"]}
  Totem: {is: [artifact], has: ["minions: enters with 2 damage for each allied minion"]}
play:
  - you: Giant as A at 3
  - me: Giant as B at 4
  - me: Giant as C at 4
  - you: Idol as I at 7
  - you: Totem as T at 7
"""
ENTERS = "  - you: Giant as G at 8\n"
CARRIED = "  - attach: I to A\n  - attach: T to A\n"
BOARDS = {
    "first": board("me: First as F", "me: First as G", more=CARDS),
    "turned": board("me: Turner as T", "me: Elfish as E", more=CARDS),
    "not turned": board("me: Elfish as E", more=CARDS),
    "fickle": board("me: Fickle as F", more=CARDS),
    "muster": board(
        "you: Elf as E",
        "you: Thief as T",
        "me: Goblin as G",
        "me: Goblin as H",
        "me: Muster as M",
        more=CARDS,
    ),
    "second": board(
        "me: Rotter as R", "me: Smith as S", "me: Drum as D", "me: Elf as E", more=ALSO
    ),
    "forge": board("me: Forge as F", "me: Elf as E", more=CARDS),
    "weak": board("me: Weak as W", more=CARDS),
    "both": board("me: Both as B", "me: Elf as E", more=CARDS),
    "two": board("me: Two as T", more=CARDS),
    "grave": board("me: Grave as G", "leave: G to graveyard", "move: G to battlefield", more=CARDS),
    "crown": board("me: Crown as C", "me: Elf as E", more=CARDS),
    "asleep": board("me: Biomancer as M", "me: Biomancer as C", "gets: M asleep", "me: Elf as E"),
    "one after another": board(
        "me: Elf as E", "me: Shape as S", "me: Oath as O", "me: Forest as F", more=CARDS
    ),
    "one of two": board(
        "me: Elf as E",
        "me: Goblin as G",
        "me: Never as N",
        "me: Oath as O",
        "leave: G to graveyard",
        more=CARDS,
    ),
    "lying": loads_scenario(ON_THE_GROUND + ENTERS),
    "carried": loads_scenario(ON_THE_GROUND + CARRIED + ENTERS),
}


def after(name: str) -> Answer:
    """The answer, when the replay comes to the same end."""
    answer = solve(BOARDS[name])
    assert_replayed(BOARDS[name], answer)
    return answer


def counters(answer: Answer, id: str, name: str = "growth") -> int:
    """How many such counters it has."""
    return answer.situation.thing(id).counters.get(name, 0)


def tapped(answer: Answer, id: str) -> bool:
    """Whether it is tapped."""
    return bool(answer.value(id, "tapped"))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", BOARDS.values(), ids=BOARDS)
def test_the_oracle_says_the_same(scenario: Scenario) -> None:
    """Of each of these boards."""
    assert_same(scenario)


def test_what_is_there_is_asked_of_right_before() -> None:
    """The first creature is none that was there before it entered."""
    answer = after("first")
    assert (tapped(answer, "F"), tapped(answer, "G")) == (True, False)


def test_what_it_is_itself_is_asked_in_play() -> None:
    """A goblin is an elf as the Turner is there, and not in hand."""
    assert tapped(after("turned"), "E")
    assert not tapped(after("not turned"), "E")


def test_a_condition_that_fails_is_for_its_own_ability_alone() -> None:
    """The next ability of the same object applies."""
    answer = after("fickle")
    assert (tapped(answer, "F"), counters(answer, "F")) == (False, 1)


def test_you_are_who_controls_it_in_play() -> None:
    """The Thief takes elves: whoever has it counts the creatures, as they were right before."""
    answer = after("muster")
    assert answer.value("M", "controller") == "you"
    assert counters(answer, "M") == 1


def test_what_comes_second_is_what_others_speak_of() -> None:
    """The elf gets a rot counter, is an artifact by the Smith, and tapped by the Drum for that."""
    answer = after("second")
    assert tapped(answer, "E")
    assert counters(answer, "E", "rot") == 1


def test_a_copy_that_only_what_it_enters_as_brings_is_none() -> None:
    """The elf is an artifact by the Forge, and only then a copy of it: it can't enter."""
    with pytest.raises(BadInput, match="depends on which effect on its entry applies first"):
        solve(BOARDS["forge"])
    assert_replayed(BOARDS["forge"], None)


def test_no_ability_puts_fewer_counters_than_none() -> None:
    """A number below 0 takes nothing from what another ability brings."""
    assert counters(after("weak"), "W") == 2


def test_of_one_ability_a_part_is_for_itself_and_a_part_for_others() -> None:
    """What it says of others it does not say of itself, and the other way round."""
    answer = after("both")
    assert (tapped(answer, "B"), counters(answer, "B")) == (True, 0)
    assert (tapped(answer, "E"), counters(answer, "E")) == (False, 1)


def test_what_works_elsewhere_is_for_its_own_ability_alone() -> None:
    """The next ability of the same object applies."""
    answer = after("two")
    assert (tapped(answer, "T"), counters(answer, "T")) == (True, 0)


def test_what_comes_back_was_where_it_was() -> None:
    """Right before it entered it was one of the creatures in the graveyard."""
    assert counters(after("grave"), "G") == 1


def test_a_player_may_say_what_enters_tapped() -> None:
    """By an ability that the player gained."""
    assert tapped(after("crown"), "E")


def test_who_is_asleep_silences_nobody_else() -> None:
    """The other Biomancer speaks."""
    assert counters(after("asleep"), "E") == 1


def test_one_end_brings_another() -> None:
    """The elf is no goblin any more as there is a forest: what lasted until then ends as well."""
    answer = after("one after another")
    assert answer.situation.effects == ()
    assert answer.value("E", "power") == 1


def test_what_goes_on_holds_nothing_else_up() -> None:
    """There is no artifact, and no goblin either: one effect goes on, the other one ends."""
    answer = after("one of two")
    assert [effect.source for effect in answer.situation.effects] == ["N"]
    assert answer.value("E", "power") == 5


def test_what_nobody_controls_has_no_enemies_and_no_friends() -> None:
    """An artifact that lies on the ground says nothing of anyone; carried it does."""
    assert counters(after("lying"), "G", "damage") == 0
    assert counters(after("carried"), "G", "damage") == 2 + 2 * 1


@pytest.mark.parametrize(
    ("events", "since"),
    [
        (("wing: B 0",), 1),
        (("wing: B 1",), 2),
        (("wing: B 1", "wing: B -1"), 2),
        (("wing: B -1",), None),
        (("wing: B -1", "wing: B 1"), 3),
    ],
)
def test_what_counters_give_is_as_old_as_the_last_that_came(
    events: tuple[str, ...], since: int | None
) -> None:
    """The Bat enters with one; none that goes, and no change, makes it younger."""
    scenario = board("me: Bat as B", *events)
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    found = [effect.timestamp for effect in answer.situation.effects]
    assert found == ([] if since is None else [(since, 0)])


WINGS = """
title: Wings and rot take each other away
rulebook: lands
players: [me, you]
cards: {Elf: {is: [creature, elf], power: 9}}
play:
  - me: Elf as E
"""


@pytest.mark.parametrize(
    ("events", "since"),
    [
        (("wing: E 1",), 2),
        (("rot: E 2", "wing: E 1"), None),
        (("rot: E 1", "wing: E 1"), None),
        (("rot: E 1", "wing: E 3"), 3),
        (("wing: E 3", "rot: E 1"), 2),
        (("wing: E 1", "rot: E 1"), None),
    ],
)
def test_counters_that_are_taken_away_give_nothing(
    events: tuple[str, ...], since: int | None
) -> None:
    """Where opposite ones leave none of them."""
    kinds = book().characteristics
    wing = replace(kinds["wing"], opposite="rot")
    # Rot kills nobody here.
    lands = replace(book(), characteristics={**kinds, "wing": wing}, checks=())
    text = WINGS + "".join(f"  - {event}\n" for event in events)
    scenario = loads_scenario(text, books={"lands": lands})
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    found = [effect.timestamp for effect in answer.situation.effects]
    assert found == ([] if since is None else [(since, 0)])


TWOFOLD = """
title: Counters, and one of several
rulebook: magic-2026-04
players: [you, me]
cards:
  Twofold:
    is: [creature]
    power: 0
    toughness: 5
    has: ["self: enters with 1 plus-one, enters as [power := 3] or [power := 2]"]
play:
  - you: Twofold as W choosing 2
"""


def test_what_it_enters_as_one_of_stands_beside_what_it_enters_with() -> None:
    """By one ability both: the counter and the way that was chosen."""
    scenario = loads_scenario(TWOFOLD)
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    assert answer.value("W", "power") == 2 + 1
