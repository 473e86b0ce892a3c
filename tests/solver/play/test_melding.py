"""Two cards that meld are one permanent, and whoever forgets something of that is refuted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from comparing import confirmed
from layerlaw.model import BadInput, load_scenario, loads_scenario
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver import Answer, solve, verify, why, written_certificate
from layerlaw.solver.effects import starting_board
from layerlaw.solver.facts.situation import Thing
from layerlaw.solver.play import melding

FOLDER = shipped_folder() / "scenarios" / "magic"
BOARD = """title: Melding
rulebook: magic-2026-04
players: [you, me]
cards:
  Half: {is: [creature, cat], power: 2, toughness: 2, mana-value: 3, melds into: Whole}
  Mate: {is: [creature, dog], power: 3, toughness: 9, mana-value: 2, melds into: Whole}
  Whole:
    is: [creature, ooze]
    power: 7
    toughness: 7
    has: ['self: power += number of creatures you control']
  Lone: {is: [creature, elf], power: 1, toughness: 1, melds into: Other Whole}
  Other Whole: {is: [creature, elf], power: 9, toughness: 9}
  Copy: {is: [creature], token: true, enters: ['self: copy of target']}
  Ring: {is: [enchantment], has: ['%s']}
  Theft: {is: [enchantment, aura], has: [Enchant creature, 'bearer: controller := you']}
  Copycat: {is: [creature], power: 0, toughness: 1, enters: ['self: copy of target']}
  Twinning: {is: [instant], resolves: ['target: copy of "A" until end of turn']}
play:
  - you: Half as A
  - you: Mate as B
%s
"""


def after(*events: str, ring: str = "self: gain Flying") -> Answer:
    """The answer after these events, which the oracle shares and the replay confirms."""
    return confirmed(loads_scenario(BOARD % (ring, "\n".join(f"  - {event}" for event in events))))


def thing(answer: Answer, id: str) -> Thing:
    """The object."""
    return answer.situation.thing(id)


# --- one permanent of two cards ------------------------------------------------------------------


def test_it_has_the_combined_face_and_the_mana_value_of_both() -> None:
    """And the id of the first one; the second is a part of it (712.8g, 202.3c)."""
    answer = after("meld: A with B into Whole")
    assert [answer.value("A", name) for name in ("power", "toughness", "mana-value")] == [8, 7, 5]
    assert (thing(answer, "B").zone, thing(answer, "B").bearer) == ("merged", "A")
    assert answer.value("A", "creature-types") == ("ooze",)
    steps = why(answer, "A", "mana-value")
    assert "printed on Half and Mate, added up" in str(steps)


def test_it_is_new_and_keeps_nothing_of_what_either_was() -> None:
    """Counters, what they carry, effects and statuses are gone (400.7)."""
    events = (
        "plus-one: A 3",
        "gets: B tapped",
        "you: Giant Growth as G on A",
        "you: Flight as F on B",
    )
    answer = after(*events, "meld: B with A into Whole", "turn: me")
    assert answer.value("B", "power") == 8
    assert (thing(answer, "F").zone, thing(answer, "B").statuses) == ("graveyard", frozenset())


@pytest.mark.parametrize(
    ("ring", "power", "tapped"),
    [
        ("oozes: enters tapped, enters with 2 plus-one", 10, True),
        ("oozes: enters as a copy of self", None, False),
        ("creatures: lose all abilities", 7, False),
    ],
)
def test_it_enters_as_anything_enters(ring: str, power: int | None, *, tapped: bool) -> None:
    """With what is said of entries, and as the copy that another makes it."""
    answer = after("you: Ring as R", "meld: A with B into Whole", ring=ring)
    assert answer.value("A", "power") == power
    assert ("tapped" in thing(answer, "A").statuses) is tapped


def test_a_copy_of_it_has_no_mana_value_and_leaves_as_one_card() -> None:
    """202.3c; a Clone is one card, whatever it copies."""
    answer = after("meld: A with B into Whole", "me: Copycat as C copying A")
    assert (answer.value("C", "mana-value"), answer.value("C", "power")) == (0, 8)
    assert thing(answer, "C").melded is None


@pytest.mark.slow
def test_the_two_cards_leave_together_and_may_meld_again() -> None:
    """Each is its front face (712.21), wherever an effect sends the one permanent (712.21d)."""
    ring = "oozes: goes to hand instead of graveyard"
    answer = after("me: Ring as R", "meld: A with B into Whole", "leave: A", ring=ring)
    assert [thing(answer, id).zone for id in "AB"] == ["hand", "hand"]
    again = after(
        "me: Ring as R",
        "meld: A with B into Whole",
        "move: A to exile until R leaves",
        "leave: R",
        "meld: B with A into Whole",
    )
    assert again.value("B", "mana-value") == 5


@pytest.mark.slow
def test_what_lies_below_comes_back_with_what_was_exiled_for_a_time() -> None:
    """Of what merged, too: every component is found (730.3c)."""
    events = ("me: Ring as R", "mutate: A into Gemrazer as M", "move: A to exile until R leaves")
    answer = after(*events, "leave: R")
    assert [thing(answer, id).zone for id in "AM"] == ["battlefield", "battlefield"]
    assert answer.value("M", "power") == 2
    under = "mutate under: A into Cubwarden as N"
    answer = after(events[0], under, *events[1:], "leave: R")
    assert [thing(answer, id).zone for id in "AMN"] == ["battlefield"] * 3
    entered = [thing(answer, id).entered for id in "ANM"]
    assert entered == sorted({*entered})


def test_neither_half_is_turned_face_down_nor_what_they_are_together() -> None:
    """Nor what has merged with one of them (712.16, 730.2j)."""
    events = ("gets: A face-down", "mutate: B into Gemrazer as M", "gets: B face-down")
    answer = after(*events, "you: Mate as C", "meld: A with C into Whole", "gets: A face-down")
    assert [thing(answer, id).statuses for id in "AB"] == [frozenset()] * 2
    assert sum("two faces" in one.what for one in answer.idle) == 3


# --- what can't be melded ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "events",
    [
        ("me: Mate as M", "you: Copycat as C copying M", "meld: A with C into Whole"),
        ("me: Mate as M", "you: Copy as C copying M", "meld: C with A into Whole"),
        ("you: Lone as C", "you: Twinning as T on C", "meld: C with B into Whole"),
    ],
)
def test_what_is_no_card_of_the_pair_stays_in_exile_with_the_other(events: tuple[str, ...]) -> None:
    """Copies and tokens of a card of the pair look the part (701.42b, 701.42c)."""
    answer = after(*events)
    other = "B" if "with B" in events[-1] else "A"
    assert [thing(answer, id).zone for id in ("C", other)] == ["exile", "exile"]
    assert any("stays in the exile" in one.what for one in answer.idle)


def test_what_does_not_come_to_exile_does_not_meld() -> None:
    """An effect sends one of them elsewhere, and the other stays in exile."""
    answer = after(
        "you: Ring as R", "meld: A with B into Whole", ring="dogs: goes to hand instead of exile"
    )
    assert [thing(answer, id).zone for id in "AB"] == ["exile", "hand"]


BAD = [
    (("meld: A with A into Whole",), "22:18: 'A' would meld with itself"),
    (("meld: A with X into Whole",), "22:18: unknown id 'X'"),
    (("meld: A with B into Hole",), "22:25: unknown card 'Hole': did you mean 'Whole'"),
    (("meld: A with B into Giant Growth",), "'Giant Growth' is a spell, nothing turns into it"),
    (("meld: A B into Whole",), "22:13: 'B' does not fit here"),
    (
        ("you: Lone as C", "meld: A with C into Whole"),
        "23:5: 'C' (Lone) melds into Other Whole,",
    ),
    (("meld: A with B into Other Whole",), "22:5: 'A' (Half) melds into Whole, not into Other"),
    (("you: Half as C", "meld: A with C into Whole"), "23:5: 'A' and 'C' are both Half"),
    (
        ("you: Grizzly Bears as C", "meld: A with C into Whole"),
        "(Grizzly Bears) melds into nothing",
    ),
    (("me: Mate as C", "meld: A with C into Whole"), "23:5: 'C' is controlled by me, and 'A' is"),
    (
        ("me: Mate as C", "you: Theft as T on C", "meld: A with C into Whole"),
        "24:5: 'C' is owned by me, and 'A' is controlled by you",
    ),
    (("leave: B", "meld: A with B into Whole"), "23:18: 'B' has left play on line 22"),
    (
        ("together: [{you: Mate as C}, {gets: C face-down}]", "meld: A with C into Whole"),
        "'C' (without a name) melds into nothing",
    ),
    (
        ("meld: A with B into Whole", "meld: A with B into Whole"),
        "23:5: 'B' is not in play: it leaves play for the exile after event 3 (CR-701.42a)",
    ),
    (("together: [{meld: A with B into Whole}]",), "in a 'together' things move to zones only"),
]


@pytest.mark.parametrize(("events", "message"), BAD, ids=[one[1] for one in BAD])
def test_what_does_not_meld_is_told(events: tuple[str, ...], message: str) -> None:
    """Where it stands, and what would do."""
    text = BOARD % ("self: gain Flying", "\n".join(f"  - {event}" for event in events))
    with pytest.raises(BadInput) as caught:
        solve(loads_scenario(text))
    (problem,) = caught.value.problems
    assert message in str(caught.value)
    alone = ("itself", "together", "spell", "has left", "did you mean")
    assert problem.expected or problem.suggestion or any(word in message for word in alone)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ("{is: [creature], melds into: Half}", "'Half' melds into itself"),
        ("{is: [creature], melds into: A, back face: B}", "is half a face, so it has no back face"),
        ("{is: [creature], melds into: [A]}", "text"),
    ],
)
def test_what_a_card_says_of_melding(card: str, message: str) -> None:
    """It melds into another card, and that is all that is on its back."""
    text = f"title: T\nrulebook: magic-2026-04\nplayers: [you]\ncards:\n  Half: {card}\nplay: []\n"
    with pytest.raises(BadInput, match=message):
        loads_scenario(text)


def test_other_games_know_no_melding() -> None:
    """The word is the rulebook's."""
    text = "title: T\nrulebook: sorcery-2026-01\nplayers: [you]\nplay:\n  - meld: A with B into C\n"
    with pytest.raises(BadInput, match="unknown event or player 'meld'"):
        loads_scenario(text)
    head = "title: T\nrulebook: sorcery-2026-01\nplayers: [you]\n"
    text = f"{head}cards:\n  A: {{is: [minion], melds into: B}}\n"
    with pytest.raises(BadInput, match="under sorcery-2026-01 no cards meld"):
        loads_scenario(text)


# --- faults and tampering ------------------------------------------------------------------------


def without(name: str) -> Callable[..., Thing]:
    """Something of the permanent, or of its second card, is forgotten."""
    return lambda one, **told: replace(one, **{key: told[key] for key in told if key != name})


FAULTS: dict[str, tuple[Any, str, Any, str]] = {
    "melds a token": (melding, "_cannot_meld", lambda *_: "", "meld-a-token"),
    "never melds": (melding, "_cannot_meld", lambda *_: "it is not", "meld-brisela"),
    "half a mana value": (starting_board, "_added", lambda one, _: one, "meld-brisela"),
    "no front": (melding, "replace", without("front"), "meld-brisela"),
    "no other front": (melding, "replace", without("melded"), "meld-brisela"),
    "a second card apart": (melding, "replace", without("bearer"), "meld-and-leave"),
    "no entry": (melding, "enter_play", lambda *_: None, "meld-and-leave"),
    "one comes back": (Rulebook, "components_in", frozenset(), "meld-exiled-for-a-time"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_player_is_refuted(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay has melding of its own."""
    where, name, faulty, board = FAULTS[fault]
    scenario = load_scenario(FOLDER / f"{board}.scenario.yaml")
    right = solve(scenario)
    with monkeypatch.context() as patch:
        patch.setattr(where, name, faulty)
        wrong = solve(scenario)
        assert wrong.situation != right.situation or wrong.final != right.final
        written = written_certificate(wrong)
    assert verify(written).outcome == "refuted"


@pytest.mark.parametrize(
    "line",
    ["B with A into Whole", "A with C into Whole", "A with D into Whole", "A with B into Half"],
)
def test_a_history_that_was_changed_is_not_verified(line: str) -> None:
    """Which of them is the first, or another one that looks like it, or not."""
    events = ("you: Mate as C", "you: Copycat as D copying B", "meld: A with B into Whole")
    written = written_certificate(after(*events))
    assert written.history is not None
    lines = written.history["play"]
    assert isinstance(lines, list)
    *play, last = lines
    assert last == {"meld": "A with B into Whole"}
    changed = replace(written, history={**written.history, "play": [*play, {"meld": line}]})
    assert verify(changed).outcome != "verified"
