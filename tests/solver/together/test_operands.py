"""Operands where not everything is known: what they certainly are, and all that they could be."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from layerlaw.model.algebra import ChangeNumber, Did, Everything, Times
from layerlaw.solver import derive
from layerlaw.solver.board.kinds import Objects
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.facts.situation import Deed as Done
from layerlaw.solver.together.deeds import Deed
from layerlaw.solver.together.operands import UNKNOWN, numbers_domain, players_domain
from layerlaw.solver.together.state import State
from together import table

SURE, OPEN, NOT = "light", "open", "not light"
"""Whether one is light: in any case, perhaps, or not."""


def last_deed(settling: Settling, id: str) -> Deed:
    """The deed of the last ability of an object."""
    own = [deed for deed in settling.plain.deeds if deed.candidate.effect.id.startswith(f"{id}.")]
    return max(own, key=lambda deed: deed.candidate.effect.id)


def known(operation: str, *lights: str) -> object:
    """What is known of an operand where nothing is decided, and these are light, or may be.

    The first of them is dark too, and the other player's.
    """
    cards = {}
    for number, light in enumerate(lights):
        words = ("" if number else "me dark", "light" if light == SURE else "", "1")
        cards[f"C{number}"] = " ".join(words)
    lines = [
        f"C{number}: colours += light as long as Z is frozen"
        for number, light in enumerate(lights)
        if light == OPEN
    ]
    cards["Z"] = " | ".join(("relic", *lines, f"Z: {operation}"))
    settling = Settling(table(cards))
    state = State(settling.candidates, settling.plain)
    state.rebuild()
    for deed in settling.plain.deeds:
        state.spared[deed] = Objects(deed.step.allowed & ~deed.bounds(state.partial)[1])
    state.rebuild()
    return last_deed(settling, "Z").known(state.partial, -1)


ALL = frozenset(("dark", "light"))
ME, YOU = frozenset(("me",)), frozenset(("you",))
NONE: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("lights", "copied", "words", "player"),
    [
        ((NOT, NOT), None, NONE, NONE),
        ((SURE, NOT), 0, ALL, ME),
        ((NOT, SURE), 1, {"light"}, YOU),
        ((NOT, NOT, SURE), 2, {"light"}, YOU),
        ((OPEN, NOT), UNKNOWN, UNKNOWN, UNKNOWN),
        ((SURE, OPEN), UNKNOWN, UNKNOWN, UNKNOWN),
        ((OPEN, SURE), UNKNOWN, UNKNOWN, UNKNOWN),
        ((NOT, OPEN, SURE), UNKNOWN, UNKNOWN, UNKNOWN),
        ((SURE, SURE), None, ALL, NONE),
        ((NOT, SURE, SURE), None, {"light"}, NONE),
        ((SURE, SURE, OPEN), None, UNKNOWN, NONE),
        ((OPEN, SURE, SURE), None, UNKNOWN, NONE),
    ],
)
def test_an_operand_is_known_once_whoever_is_meant_is(
    lights: tuple[str, ...], copied: object, words: object, player: object
) -> None:
    """Of several there is nothing to copy and nobody controls, whoever joins them; words join."""
    assert known("copy of other light creatures", *lights) == copied
    assert known("colours += colours of other light creatures", *lights) == words
    assert known("controller := controller of other light creatures", *lights) == player


def test_words_are_known_where_none_may_come_or_go() -> None:
    """However open those of others are."""
    for index, wanted in enumerate((UNKNOWN, frozenset(("light",)), NONE)):
        assert known(f"colours += colours of C{index}", OPEN, SURE, NOT) == wanted


def test_every_set_of_players_may_be_meant() -> None:
    """Nobody, and all of them, too."""
    for size in range(4):
        players = ("you", "me", "she")[:size]
        wanted = [frozenset(some) for n in range(size + 1) for some in combinations(players, n)]
        found = players_domain(players)
        assert len(found) == len(wanted) and set(found) == set(wanted)


def test_who_bars_whom_is_guessed() -> None:
    """Of two that bar the other one's controller from controlling them one passes to you."""
    cards = {
        "V": "me 1 | self: can't be controlled by controller of W",
        "W": "me 1 | self: can't be controlled by controller of V",
        "R": "1 | V: controller := you | W: controller := you",
    }
    found = derive(table(cards))
    assert found.answers is not None
    assert [tuple(one.final[id, "controller"] for id in ("V", "W")) for one in found.answers] == [
        ("me", "you"),
        ("you", "me"),
    ]
    assert Certificate(found.facts).check().ok


def test_an_opponent_is_each_of_them_where_it_is_forbidden_and_nobody_where_one_is_needed() -> None:
    """In a game of three, which of two is meant is not said."""
    cards = {
        "P": "1 | V: can't be controlled by opponents | W: controller := an opponent",
        "Q": "me 1 | V: controller := you | W: power += 1",
        "V": "1",
        "W": "1",
    }
    situation = replace(table(cards), players=("you", "me", "she"))
    found = derive(situation)
    assert found.verdict == "settled" and Certificate(found.facts).check().ok
    assert [found.value(id, "controller") for id in "VW"] == ["you", "you"]
    two = derive(table(cards))
    assert [two.value(id, "controller") for id in "VW"] == ["you", "me"]


PAIR = {"M": "1 | N: silenced", "N": "1 | M: silenced"}
"""One of them is silenced: which one has to be guessed."""


def test_where_one_is_needed_several_are_nobody_beside_what_is_guessed_too() -> None:
    """Both states stand, and in both of them it is controlled by whoever owns it."""
    cards = {**PAIR, "P": "1 | M: controller := an opponent"}
    found = derive(replace(table(cards), players=("you", "me", "she")))
    assert found.answers is not None and len(found.answers) == 2
    assert [one.final["M", "controller"] for one in found.answers] == ["you", "you"]


def test_what_resolved_has_read_what_it_copies_by_then() -> None:
    """It copies that in both states, whatever becomes of what was meant; or nothing."""
    cards = {**PAIR, "P": "1 | Q: power += 3", "Q": "haste 2"}
    for copied, power in ((None, 1), ("Q", 2)):
        situation = table(cards, {"S": "P: copy of Q"})
        [effect] = situation.effects
        forms = {thing.id: thing.card for thing in situation.things}
        read = () if copied is None else (forms[copied],)
        found = derive(replace(situation, effects=(replace(effect, copies=read),)))
        assert found.answers is not None and len(found.answers) == 2
        assert [one.final["P", "power"] for one in found.answers] == [power, power]


def counted(line: str, most: int = 4096) -> list[int] | None:
    """All that the value of a line could be, as far as numbers are told."""
    settling = Settling(table({"P": f"1 | self: power += {line}", "Q": "1"}))
    [deed] = settling.plain.deeds
    operation = deed.prepared.operation
    assert isinstance(operation, ChangeNumber)
    return numbers_domain(operation.value, deed.candidate.context, most)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("3", [3]),
        ("number of creatures", [0, 1, 2, 3, 4, 5]),
        ("2 - number of creatures", [-3, -2, -1, 0, 1, 2]),
        ("2 * number of creatures", [0, 2, 4, 6, 8, 10]),
        ("number of creatures - 3 * number of creatures", [*range(-15, 6)]),
        ("power of Q", None),
        ("number of creatures + power of Q", None),
        ("power of Q + number of creatures", None),
    ],
)
def test_a_count_may_be_any_number_up_to_how_many_there_are(
    line: str, wanted: list[int] | None
) -> None:
    """Two creatures, two players and the rules; of what is read of objects nothing is told."""
    assert counted(line) == wanted


def test_so_many_numbers_are_told_and_no_more() -> None:
    """Of two counts there are six times six pairs."""
    line = "number of creatures * number of creatures"
    assert counted(line, 36) == sorted({one * other for one in range(6) for other in range(6)})
    assert counted(line, 35) is None


def test_as_often_as_anything_was_done_and_no_more_often() -> None:
    """Two deeds, by whomever: none, one or both of them may be meant."""
    done = [Done("P", "attacked", to, (moment, 0)) for moment, to in ((3, "Q"), (4, "me"))]
    situation = replace(table({"P": "1", "Q": "1 | self: frozen"}), deeds=tuple(done))
    [deed] = Settling(situation).plain.deeds
    times = Times(Everything(), Did("attacked"))
    assert numbers_domain(times, deed.candidate.context) == [0, 1, 2]
