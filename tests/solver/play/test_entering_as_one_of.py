"""What enters, or is turned face up, as one of several is that copiably. Rules 613.2a, 708.11."""

from __future__ import annotations

from itertools import product

import pytest

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.effects import writing
from layerlaw.solver.play import arriving, history

BOARD = """
title: T
rulebook: magic-2026-04
players: [you, me]
active: you
cards:
  Copy: {{is: [creature], token: true, enters: ["self: copy of target"]}}
  Passing: {{is: [creature], mana-value: 3, power: 1, toughness: 2,
    enters: ["self: copy of target except [gain Haste] until end of turn"]}}
  Hydra: {{is: [creature], mana-value: 3, power: 0, toughness: 0,
    has: ["self: enters as [power := 1, toughness := 1] or [power := 0, toughness := 2]",
      "self: enters with (2 + number of creatures) plus-one"]}}
  Twice: {{is: [creature], mana-value: 1, power: 0, toughness: 0,
    has: ["self: enters as [power := 1, toughness := 1] or [power := 2, toughness := 2]",
      "self: enters as [power := 2, toughness := 2] or [power := 1, toughness := 1]"]}}
  Gatherer: {{is: [creature], mana-value: 2, power: 1, toughness: 1,
    has: ["other creatures with power >= 3: enters with 1 plus-one",
      "other creatures with Flying: enters as [creature-types += bird]"]}}
play:
{events}
"""
ENTRIES = {
    "3/3": "  - you: Primal Plasma as P choosing 1",
    "flies": "  - you: Primal Plasma as P choosing 2",
    "a wall": "  - you: Primal Clay as P choosing 3",
    "a sentry": "  - you: Molten Sentry as P choosing 2",
    "counters": "  - you: Hydra as P choosing 1",
    "face up": "  - you: Aquamorph Entity as P choosing 2",
    "turned": """
  - together:
      - you: Aquamorph Entity as P
      - gets: P face-down
  - loses: P face-down choosing 1""",
    "copy": """
  - me: Primal Plasma as O choosing 2
  - you: Clone as P copying O choosing 3""",
    "copy with exceptions": """
  - me: Primal Clay as O choosing 3
  - you: Quicksilver Gargantuan as P copying O choosing 1""",
    "copy for a turn": """
  - me: Primal Plasma as O choosing 2
  - you: Passing as P copying O choosing 3""",
    "token": """
  - me: Aquamorph Entity as O choosing 2
  - you: Copy as P copying O choosing 1""",
}
LATER = {
    "nothing": "",
    "copied": "  - you: Clone as C copying P choosing 2",
    "copied with exceptions": "  - me: Quicksilver Gargantuan as C copying P choosing 2",
    "all are copies": """
  - me: Grizzly Bears as B
  - me: Mirrorweave as M on P""",
    "is a copy": """
  - me: Grizzly Bears as B
  - me: Mirrorweave as M on B
  - you: Clone as C copying P
  - turn: me""",
    "turned twice": """
  - gets: P face-down
  - you: Clone as C copying P
  - loses: P face-down choosing 2""",
    "mutated over": "  - mutate: P into Gemrazer as G",
    "mutated under": "  - mutate under: P into Gemrazer as G",
    "mutated, then copied": """
  - mutate under: P into Gemrazer as G
  - you: Clone as C copying P choosing 1""",
    "blinked": """
  - move: P to exile
  - move: P to play choosing 2""",
    "dead": """
  - leave: P to graveyard
  - you: Clone as C copying P that left choosing 2""",
    "bare": """
  - you: Humility as L
  - you: Clone as C copying P
  - leave: L to graveyard""",
    "next turn": "  - turn: me",
}
BEFORE = {
    "": "",
    "gatherer": "  - you: Gatherer as W",
    "humility": "  - me: Humility as W",
}
BOARDS = [
    BOARD.format(events="\n".join((before, entry, later)))
    for before, entry, later in product(BEFORE.values(), ENTRIES.values(), LATER.values())
]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(0, len(BOARDS), 3))
def test_the_oracle_says_the_same(number: int) -> None:
    """Eleven entries, what comes later, and others there that speak of entries: every third of
    these boards. What the solver refuses, for nothing is chosen, the oracle cannot play."""
    scenario = loads_scenario(BOARDS[number])
    assert_same(scenario)
    try:
        answer = solve(scenario)
    except BadInput:
        return
    assert verify(written_certificate(answer), answer.rulebook).outcome == "verified"


def after(events: str) -> Answer:
    """The answer after these events."""
    return solve(loads_scenario(BOARD.format(events=events)))


def size(answer: Answer, id: str) -> tuple[object, object]:
    """Its power and toughness."""
    return answer.value(id, "power"), answer.value(id, "toughness")


PLASMA = "  - you: Primal Plasma as P choosing 2\n"
HIDDEN = "  - together:\n      - you: Aquamorph Entity as P\n      - gets: P face-down\n"


def test_a_copy_has_what_was_chosen_and_chooses_besides() -> None:
    """By 707.2 and 707.6 a Clone of what flies is a wall that flies."""
    answer = after(PLASMA + "  - me: Clone as C copying P choosing 3\n")
    assert size(answer, "P") == (2, 2)
    assert size(answer, "C") == (1, 6)
    keywords = {answer.instances[number].ability.keyword for number in answer.abilities("C")}
    assert keywords == {"Flying", "Defender", None}


def test_what_is_turned_up_twice_is_what_was_chosen_last() -> None:
    """Each time an effect begins, and the younger one is applied last (613.7)."""
    up = "  - loses: P face-down choosing {}\n"
    answer = after(HIDDEN + up.format(2) + "  - gets: P face-down\n" + up.format(1))
    assert size(answer, "P") == (5, 1)
    assert [one.id for one in answer.situation.effects] == ["P.became", "P.became.again"]


@pytest.mark.parametrize(
    ("events", "message", "expected"),
    [
        (
            "  - you: Primal Plasma as P\n",
            "'P' enters as one of 3, and none of them is chosen",
            "`choosing` and a number from 1 to 3, as a player plays it",
        ),
        (
            "  - you: Primal Plasma as P choosing 4\n",
            "'P' enters as one of 3, and none of them is chosen",
            "`choosing` and a number from 1 to 3, as a player plays it",
        ),
        (
            "  - you: Primal Plasma as P choosing red\n",
            "'red' is no number",
            "a number",
        ),
        (
            PLASMA + "  - move: P to exile\n  - move: P to battlefield\n",
            "'P' enters as one of 3, and none of them is chosen",
            "`choosing` and a number from 1 to 3, as a player plays it",
        ),
        (
            PLASMA + "  - move: P to exile choosing 1\n",
            "nothing is chosen for what does not come into play",
            "no `choosing`",
        ),
        (
            PLASMA + "  - me: Clone as C copying P\n",
            "'C' enters as one of 3, and none of them is chosen",
            "`choosing` and a number from 1 to 3, as a player plays it",
        ),
        (
            HIDDEN + "  - loses: P face-down\n",
            "'P' loses face-down as one of 2, and none of them is chosen",
            "`choosing` and a number from 1 to 2",
        ),
        (
            HIDDEN + "  - loses: P face-down choosing 3\n",
            "'P' loses face-down as one of 2, and none of them is chosen",
            "`choosing` and a number from 1 to 2",
        ),
        (
            HIDDEN + "  - loses: P face-down choosing blue\n",
            "'blue' is no number of what it could be",
            "1, 2 or the like",
        ),
        (
            "  - you: Twice as P choosing 1\n",
            "'P' enters as one of several by more than one ability",
            "one ability by which it does",
        ),
    ],
)
def test_a_choice_that_lacks_is_asked_for(events: str, message: str, expected: str) -> None:
    """One message says what is wrong, and what would do."""
    with pytest.raises(BadInput) as refused:
        after(events)
    [problem] = refused.value.problems
    assert (problem.message, problem.expected) == (message, expected)


@pytest.mark.parametrize(
    ("rulebook", "ability", "message"),
    [
        (
            "magic-2026-04",
            "creatures: enters as [power := 1] or [power := 2]",
            "as one of several an object enters by its own ability alone",
        ),
        (
            "magic-2026-04",
            "other creatures: loses face-down as [power := 1] or [power := 2]",
            "as one of several an object enters by its own ability alone",
        ),
        (
            "magic-2026-04",
            "self: loses face-down as [power := 1] as long as self is tapped",
            "what it becomes as it loses a status hangs on no condition",
        ),
        (
            "sorcery-2026-01",
            "self: enters as [power := 1] or [power := 2]",
            "under sorcery-2026-01 nothing enters, or changes, as one of several",
        ),
        (
            "duel-masters-1.28-en",
            "self: enters as [power := 1] or [power := 2]",
            "under duel-masters-1.28-en nothing enters, or changes, as one of several",
        ),
    ],
)
def test_what_can_not_be_said_is_refused(rulebook: str, ability: str, message: str) -> None:
    """It is said of the object itself, where copies read what the copy layer left."""
    text = (
        f"title: T\nrulebook: {rulebook}\nplayers: [you, me]\n"
        f'cards:\n  C: {{is: [creature], has: ["{ability}"]}}\nplay:\n  - you: C as C\n'
    )
    with pytest.raises(BadInput) as refused:
        loads_scenario(text)
    assert message in {problem.message for problem in refused.value.problems}


def test_what_is_moved_into_play_is_what_is_chosen_then() -> None:
    """It is a new object (400.7), with nothing of what it was."""
    moved = "  - move: P to exile\n  - move: P to battlefield choosing 1\n"
    answer = after(PLASMA + moved)
    assert size(answer, "P") == (3, 3)
    assert [one.id for one in answer.situation.effects] == ["P.also@P"]
    bear = after("  - you: Grizzly Bears as P\n" + moved)
    assert ["1 is chosen for nothing" in one.what for one in bear.idle] == [True]


def test_a_choice_for_nothing_is_noted() -> None:
    """Under Humility it has no ability to be turned face up with (708.11)."""
    humility = "  - me: Humility as H\n"
    answer = after(HIDDEN + humility + "  - loses: P face-down choosing 1\n")
    assert size(answer, "P") == (1, 1)
    assert not answer.situation.effects
    assert any("'choosing 1' changes nothing" in one.what for one in answer.idle)


def test_a_player_who_forgets_the_choice_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay works out as what the permanent enters, and is turned up."""
    with monkeypatch.context() as patch:
        patch.setattr(arriving, "_also", lambda table, id, said: [])
        entered = after(PLASMA)
    with monkeypatch.context() as patch:
        patch.setattr(history, "become_without", lambda table, event: None)
        turned = after(HIDDEN + "  - loses: P face-down choosing 2\n")
    for wrong in (entered, turned):
        assert verify(written_certificate(wrong), wrong.rulebook).outcome == "refuted"


def test_another_choice_than_was_made_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first way in the place of the second."""
    with monkeypatch.context() as patch:
        patch.setattr(arriving.Entry, "number", lambda *_: 1)
        wrong = after(PLASMA)
    assert size(wrong, "P") == (3, 3)
    assert verify(written_certificate(wrong), wrong.rulebook).outcome == "refuted"


def test_an_effect_that_leaves_out_what_copies_left_is_refuted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A Clone of what flies that only does what is chosen for it itself."""
    events = PLASMA + "  - me: Clone as C copying P choosing 1\n"
    with monkeypatch.context() as patch:
        patch.setattr(writing, "form_so_far", lambda world, _, index: world.things[index].card)
        wrong = after(events)
    assert verify(written_certificate(wrong), wrong.rulebook).outcome == "refuted"
