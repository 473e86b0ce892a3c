"""Objects that gain all activated abilities of others: what they have, use, lose, and depend on."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from lending import (
    BARRER,
    BOOK,
    FLY,
    GROW,
    HULK,
    IMP,
    KRAJ,
    LEARN,
    NULL,
    OOZE,
    PLAIN,
    SHRINK,
    TAP,
    TAPPER,
    TEACHER,
    WISP,
    history,
    used,
)

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.events import Event, Leave, LosesForGood, MoveZone
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.solver import Answer, verify, written_certificate
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from little_game import WHERE, after, card, play, scenario


def has(answer: Answer, id: str) -> set[a.Ability]:
    """The abilities that the object has; the certificate holds."""
    assert certificate_of(answer).check().ok
    return {answer.instances[number].ability for number in answer.abilities(id)}


def test_what_lies_in_the_graveyard_lends_its_ability() -> None:
    """Two Hulks lend one ability, a Wisp's static one is not lent."""
    events: list[Event] = [play(HULK, "H"), play(HULK, "G"), play(WISP, "W"), play(OOZE, "O")]
    events += [Leave(id, "graveyard", WHERE) for id in ("H", "G", "W")]
    answer = after(BOOK, *events)
    assert GROW in has(answer, "O")
    assert SHRINK not in has(answer, "O")
    assert len(answer.abilities("O")) == 2
    assert_same(scenario(BOOK, *events))


def test_a_keyword_that_is_activated_is_lent_and_another_is_not() -> None:
    """And so is one that an effect gave, for which Kraj, though older, waits."""
    events: list[Event] = [play(TAPPER, "T"), play(OOZE, "O"), Leave("T", "graveyard", WHERE)]
    answer = after(BOOK, *events)
    assert (TAP in has(answer, "O"), FLY in has(answer, "O")) == (True, False)
    assert_same(scenario(BOOK, *events))
    events = [play(KRAJ, "K"), play(WISP, "W"), play(TEACHER, "S"), play(NULL, "N")]
    taught = after(BOOK, *events[:3])
    assert TAP in has(taught, "K")
    [found] = [one for one in taught.dependencies("3") if one.effect == "K.1"]
    assert (found.on, found.witness.kind, found.witness.after) == ("S.1", "action", "Tap")
    assert_same(scenario(BOOK, *events))


def test_what_was_found_as_something_resolved_stays() -> None:
    """Whatever becomes of the one that had it, and used by those who had come by then."""
    events: list[Event] = [play(TAPPER, "T"), play(HULK, "H"), play(IMP, "I")]
    events += [play(LEARN, "L", "T"), play(LEARN, "M", "H"), play(WISP, "W")]
    gone: list[Event] = [Leave("T", "graveyard", WHERE), Leave("H", "graveyard", WHERE)]
    answer = after(BOOK, *events, *gone)
    assert {TAP, GROW, SHRINK} <= has(answer, "I")
    assert FLY not in has(answer, "I")
    assert not {TAP, GROW} & has(answer, "W")
    assert verify(written_certificate(answer), BOOK).outcome == "verified"
    for more in ((), (used("I", HULK, "E"),)):
        assert_same(scenario(BOOK, *events, *gone, *more))
    used_it = after(BOOK, *events, *gone, used("I", HULK, "E"))
    assert (answer.value("I", "power"), used_it.value("I", "power")) == (2, 5)
    assert verify(written_certificate(used_it), BOOK).outcome == "verified"


def test_what_can_not_have_the_keyword_is_not_lent_it() -> None:
    events: list[Event] = [play(TAPPER, "T"), play(KRAJ, "K"), play(BARRER, "B")]
    assert TAP not in has(after(BOOK, *events), "K")
    assert_same(scenario(BOOK, *events))


def test_it_is_used_by_who_gained_it() -> None:
    """`self` is the Ooze, which goes on though the Hulk has left the graveyard since."""
    events: list[Event] = [play(HULK, "H"), play(OOZE, "O"), Leave("H", "graveyard", WHERE)]
    events += [used("O", HULK, "E"), MoveZone("H", "hand", WHERE)]
    answer = after(BOOK, *events)
    assert answer.value("O", "power") == 5
    assert GROW not in has(answer, "O")
    assert_same(scenario(BOOK, *events))


def test_it_is_not_used_without_it() -> None:
    """The Hulk is in play, so the Ooze lacks its ability; a Wisp that has the words as static."""
    for one, given in ((OOZE, HULK), (WISP, IMP)):
        events: list[Event] = [
            play(HULK, "H"),
            play(IMP, "I"),
            play(one, "O"),
            used("O", given, "E"),
        ]
        with pytest.raises(BadInput, match="does not have it at this moment"):
            solve(scenario(BOOK, *events))


@pytest.mark.parametrize("order", [("H", "K", "N"), ("N", "K", "H"), ("K", "N", "H")])
def test_it_waits_for_what_takes_the_abilities_of_others(order: tuple[str, ...]) -> None:
    """Kraj itself loses its ability, whatever the order."""
    every = {"H": play(HULK, "H"), "K": play(KRAJ, "K"), "N": play(NULL, "N")}
    events = [every[id] for id in order]
    answer = after(BOOK, *events)
    assert has(answer, "K") == set()
    assert_same(scenario(BOOK, *events))


def test_what_has_lost_its_ability_lends_none() -> None:
    """A dependency: what Kraj does changes with the loss, so a newer loss goes first."""
    events: list[Event] = [play(HULK, "H"), play(KRAJ, "K"), play(PLAIN, "P", "H")]
    answer = after(BOOK, *events)
    assert GROW not in has(answer, "K")
    [found] = answer.dependencies("3")
    assert (found.effect, found.on, found.witness.kind) == ("K.1", "P", "action")
    assert_same(scenario(BOOK, *events))


def test_two_that_read_each_other_go_by_age() -> None:
    """A loop of two: each would get what the other got; the older one reads first."""
    events: list[Event] = [play(KRAJ, "K"), play(KRAJ, "L"), play(HULK, "H")]
    answer = after(BOOK, *events)
    assert GROW in has(answer, "K")
    assert GROW in has(answer, "L")
    assert_same(scenario(BOOK, *events))


def test_the_certificate_refuses_what_was_not_there() -> None:
    """Without the Hulk in the graveyard the records speak of an ability from nowhere."""
    events: list[Event] = [play(HULK, "H"), play(OOZE, "O"), Leave("H", "graveyard", WHERE)]
    facts = after(BOOK, *events).facts
    things = tuple(
        replace(one, zone="hand") if one.id == "H" else one for one in facts.situation.things
    )
    assert certificate_of(after(BOOK, *events)).check().ok
    tampered = replace(facts, situation=replace(facts.situation, things=things))
    assert not type(certificate_of(after(BOOK, *events)))(tampered).check().ok


def test_a_scenario_names_the_card_whose_ability_it_is() -> None:
    """A name that no card of the scenario has is refused where it stands."""
    text = """
title: none
rulebook: magic-2026-04
players: [you, me]
play:
  - you: Grizzly Bears as B
  - you: use B Hulk as E
"""
    with pytest.raises(BadInput, match="B' has no ability"):
        loads_scenario(text)


@pytest.mark.slow
def test_random_histories() -> None:
    """Solver, certificate and oracle agree on 90 histories of lending, using and losing."""
    pick = Random(11)
    played = 0
    for _ in range(90):
        events, uses = history(pick)
        played += uses
        board = scenario(BOOK, *events)
        assert_same(board)
        assert certificate_of(solve(board)).check().ok
    assert played > 8


def test_what_is_lost_for_good_is_no_longer_lent() -> None:
    """I loses Tap, which L gave it, and keeps what has no name; J loses nothing.

    What resolves later gives it again.
    """
    both = card("Both", ("has", TAP), ("activates", GROW))
    events: list[Event] = [play(both, "B"), play(IMP, "I"), play(IMP, "J"), play(LEARN, "L", "B")]
    lost = [*events, LosesForGood("I", "Tap", WHERE)]
    answer = after(BOOK, *lost)
    assert {TAP, GROW} & has(answer, "I") == {GROW}
    assert {TAP, GROW} <= has(answer, "J")
    assert_same(scenario(BOOK, *lost))
    again = [*lost, play(LEARN, "M", "B")]
    assert TAP in has(after(BOOK, *again), "I")
    assert_same(scenario(BOOK, *again))
