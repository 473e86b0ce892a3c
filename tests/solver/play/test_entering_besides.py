"""What objects enter play as in addition to what they are: played, replayed, and by the oracle."""

from __future__ import annotations

from random import Random

import pytest
from entering import ALSO, board, random_board_of_additions

from comparing import assert_same, confirmed
from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.solver import Answer, certificate_of, solve, verify, written_certificate
from layerlaw.solver.play import arriving

MUTANTS = """
title: An Elf by its own word, in addition to it a Mutant
rulebook: magic-2026-04
players: [you, me]
cards:
  Setter:
    is: [creature, goblin]
    power: 1
    toughness: 1
    has: ['self: creature-types := elf', 'self: power += 1']
play:
  - you: Master Biomancer as M
  - you: Setter as S
"""


def after(*events: str) -> Answer:
    """The answer after these events, when the oracle and the replay have given it too."""
    return confirmed(board(*events, more=ALSO))


def subtypes(answer: Answer, *ids: str) -> list[object]:
    """Their subtypes."""
    return [answer.value(id, "subtypes") for id in ids]


def growth(answer: Answer, *ids: str) -> list[int]:
    """How many growth counters these have."""
    return [answer.situation.thing(id).counters.get("growth", 0) for id in ids]


def effects(answer: Answer) -> list[str]:
    """The ids of what has begun and is not over."""
    return [effect.id for effect in answer.situation.effects]


def test_it_is_that_in_addition_as_long_as_it_is_there() -> None:
    """Whoever said so may leave; what was there before, or is another player's, is what it is."""
    answer = after(
        "me: Elf as A", "me: Master as M", "me: Elf as B", "you: Elf as C", "leave: M to graveyard"
    )
    assert subtypes(answer, "A", "B", "C") == [("elf",), ("elf", "goblin"), ("elf",)]
    assert growth(answer, "A", "B", "C") == [0, 2, 0]
    assert effects(answer) == ["B.also@M"]


@pytest.mark.slow
def test_it_is_a_new_object_without_it() -> None:
    """It leaves, and comes back with nobody there who says anything."""
    events = ("me: Master as M", "me: Elf as B", "leave: M to graveyard", "leave: B to graveyard")
    assert subtypes(after(*events), "B") == [("elf",)]
    assert effects(after(*events)) == []
    assert subtypes(after(*events, "move: B to battlefield"), "B") == [("elf",)]
    back = after(*events, "move: M to battlefield", "move: B to battlefield")
    assert subtypes(back, "B") == [("elf", "goblin")]
    assert growth(back, "B") == [2]


def test_each_that_says_so_makes_an_effect_of_its_own() -> None:
    """Two Masters that entered together say nothing of each other; both speak of the Elf."""
    answer = after("together: [me: Master as M, me: Master as N]", "me: Elf as E")
    assert subtypes(answer, "M", "N", "E") == [("elf",), ("elf",), ("elf", "goblin")]
    assert growth(answer, "M", "N", "E") == [0, 0, 4]
    assert effects(answer) == ["E.also@M", "E.also@N"]


@pytest.mark.parametrize(
    "order",
    [("move: A to battlefield", "me: Elf as E"), ("me: Elf as E", "move: A to battlefield")],
)
def test_right_before_what_enters_with_it_is_not_that_yet(order: tuple[str, str]) -> None:
    """The Elf in the graveyard is no goblin there, whichever of the two is written first."""
    together = f"together: [{{{order[0]}}}, {{{order[1]}}}]"
    events = ("me: Elf as A", "leave: A to graveyard", "me: Master as M", "me: Undertaker as U")
    answer = after(*events, together)
    assert subtypes(answer, "A", "E") == [("elf", "goblin"), ("elf", "goblin")]
    assert growth(answer, "A", "E") == [2, 2]


def test_it_is_not_copied() -> None:
    """You control the Mirror; what it copies is an artifact that flies, and it is none."""
    answer = after(
        "me: Smith as S", "me: Elf as E", "leave: S to graveyard", "me: Mirror as I copying E"
    )
    assert [answer.value(id, "types") for id in "EI"] == [("artifact", "creature"), ("creature",)]
    assert not answer.abilities("I")


def test_a_copy_enters_as_what_is_said_of_what_it_copies() -> None:
    """As an Elf the Mirror is spoken of; as a Goblin it is not."""
    answer = after(
        "me: Elf as E",
        "me: Goblin as G",
        "me: Smith as S",
        "me: Mirror as I copying E",
        "me: Mirror as J copying G",
    )
    assert answer.value("I", "types") == ("artifact", "creature")
    assert answer.value("J", "types") == ("creature",)


def test_what_it_enters_as_decides_what_else_is_said_of_it() -> None:
    """An Elf is an artifact by the Smith, so it enters tapped; so is what is an elf by itself."""
    answer = after(
        "me: Drum as D", "me: Smith as S", "me: Elf as E", "me: Own as O", "me: Goblin as G"
    )
    assert [answer.value(id, "tapped") for id in "EOG"] == [True, True, False]
    assert answer.value("O", "types") == ("artifact", "creature")
    # The Smith, who says so of it, was there before it.
    assert effects(answer) == ["E.also@S", "O.also@S", "O.also@O"]


@pytest.mark.slow
def test_it_is_younger_than_its_own_abilities_and_older_than_what_comes_later() -> None:
    """The Setter is an elf alone by itself, and a goblin besides; Humility takes what it gave."""
    assert subtypes(after("me: Master as M", "me: Setter as S"), "S") == [("elf", "goblin")]
    flying = after("me: Humility as H", "me: Smith as S", "me: Elf as E")
    assert len(flying.abilities("E")) == 1
    none = after("me: Smith as S", "me: Elf as E", "me: Humility as H")
    assert not none.abilities("E")


@pytest.mark.parametrize("several", ["printed", "reverse"])
def test_it_stands_behind_its_own_abilities_in_whatever_order_those_go(several: str) -> None:
    """As what resolves would (613.7n)."""
    readings = {"CR-OPEN-SEVERAL": several}
    scenario = loads_scenario(MUTANTS, "mutants")
    assert_same(scenario, readings)
    answer = solve(scenario, readings=readings)
    assert answer.value("S", "creature-types") == ("elf", "mutant")
    turns = [turn.effect for layer in answer.layers for turn in layer.turns]
    assert turns.index("S.1") < turns.index("S.also@M")
    assert certificate_of(answer).check().outcome == "confirmed"


def test_what_is_no_creature_before_is_checked_as_one() -> None:
    """A Forest that enters as a creature has a rot counter by that, and dies."""
    answer = after("me: Rotter as R", "me: Forest as F", "me: Mold as M", "me: Forest as A")
    assert answer.value("A", "types") == ("creature", "land")
    assert [(fate.object, fate.verdict) for fate in answer.fates] == [("A", "dies")]


def test_what_speaks_of_what_is_not_that_yet_applies_once() -> None:
    """The Goblin is an artifact by the Tag, which it was not before, whatever else is said."""
    answer = after("me: Master as M", "me: Drum as D", "me: Tag as T", "me: Goblin as G")
    assert answer.value("G", "types") == ("artifact", "creature")
    assert growth(answer, "G") == [3]
    assert answer.value("G", "tapped")


def test_it_is_the_word_that_was_chosen() -> None:
    """Each Kin has one of its own; a copy of one says what was chosen for the copy."""
    copying = "  Twin: {is: [enchantment], enters: ['self: copy of target']}"
    events = (
        "me: Kin as K choosing goblin",
        "me: Elf as A",
        "me: Twin as T copying K choosing forest",
        "leave: K",
        "me: Elf as B",
    )
    scenario = board(*events, more=ALSO + copying)
    assert_same(scenario)
    answer = solve(scenario)
    assert subtypes(answer, "A", "B") == [("elf", "goblin"), ("elf", "forest")]
    assert verify(written_certificate(answer), scenario.rulebook).outcome == "verified"


def test_it_is_said_by_what_resolved_too() -> None:
    """For this turn of what enters in it, which stays an elf afterwards."""
    answer = after("me: Dye as D", "me: Goblin as G", "turn: you", "me: Goblin as H")
    assert subtypes(answer, "G", "H") == [("elf", "goblin"), ("goblin",)]
    assert effects(answer) == ["G.also@D"]


@pytest.mark.parametrize(
    "events",
    [
        ("me: Ban as B", "me: Smith as S", "me: Elf as E"),
        ("me: Lord as L", "me: Reader as R", "me: Smith as S", "me: Elf as E"),
        ("me: Tag as T", "me: Tag as U", "me: Goblin as G"),
        ("me: Ban as B", "me: Tag as T", "me: Goblin as G"),
        ("me: Essence as E", "me: Mold as M", "me: Forest as F"),
    ],
)
def test_what_its_player_would_choose_first_is_refused(events: tuple[str, ...]) -> None:
    """A counter first, or an artifact, of which nothing is said; a power of 1 first, or of 2; the
    word of one Tag or of the other; what becomes a creature only then would be a copy."""
    scenario = board(*events, more=ALSO)
    assert_same(scenario)
    with pytest.raises(BadInput, match="depends on which effect on its entry applies first"):
        solve(scenario)


def test_a_player_who_forgets_it_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay of the history knows what objects enter as."""
    with monkeypatch.context() as patch:
        patch.setattr(arriving, "_also", lambda *_: ())
        wrong = solve(board("me: Master as M", "me: Elf as E", more=ALSO))
    assert verify(written_certificate(wrong), wrong.rulebook).outcome == "refuted"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("has: ['creatures: enters as [power := 2]']", "nothing enters as this in addition"),
        ("has: ['creatures: enters as [types := artifact]']", "nothing enters as this in addition"),
        ("has: ['creatures: enters as [lose Flying]']", "nothing enters as this in addition"),
        ("has: ['creatures: enters as [enters tapped]']", "nothing enters as this in addition"),
        ("has: ['creatures: enters as [types += artifact], power += 1']", "beside nothing else"),
        ("resolves: ['self: enters as [types += artifact]']", "what resolves says nothing of what"),
        ("enters: ['self: enters as [types += artifact]']", "under 'enters' says nothing of what"),
        (
            "enters: ['self: copy of target except [enters as [types += artifact]]']",
            "a copy can't have this otherwise",
        ),
    ],
)
def test_what_cannot_be_said_is_refused(line: str, says: str) -> None:
    """With a message that says where it could be."""
    with pytest.raises(BadInput, match=says):
        board("me: Elf as E", "me: Wrong as W", more=f"  Wrong: {{is: [creature], {line}}}")


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(60))
def test_random_histories(seed: int) -> None:
    """Solver, replay and oracle agree, also on what its player would have to choose."""
    scenario = random_board_of_additions(Random(seed))
    assert_same(scenario)
    try:
        answer = solve(scenario)
    except BadInput:
        return
    assert verify(written_certificate(answer), scenario.rulebook).outcome == "verified"
