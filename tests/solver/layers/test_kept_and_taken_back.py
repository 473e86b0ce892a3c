"""Scopes kept over what cannot be modified, and who controls what once early work is taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import assert_same
from layerlaw.model.algebra import (
    Animate,
    CantBeModified,
    ChangeNumber,
    Controlled,
    Gain,
    Identified,
    Member,
    Number,
    Opponent,
    Permission,
    RemoveMembers,
    SetNumber,
    SetStatus,
)
from layerlaw.model.scenarios.events import Event, Transform
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.permissions import may
from oracle.build import ME, WHERE, card, play, scenario, text
from oracle.small_rulebook import small_rulebook

H = Identified("H")
BEASTS = Member("subtypes", "beast")


def confirmed(events: list[Event], **policies: str) -> Answer:
    """The answer, which the oracle gives too; the certificate agrees."""
    book = small_rulebook({name.replace("_", " "): value for name, value in policies.items()})
    found = assert_same(scenario(book, events))
    assert found is not None
    assert certificate_of(found).check().ok
    return found


@pytest.mark.parametrize(("set_", "who"), [("kept", "FN"), ("again", "F")])
def test_what_is_kept_is_what_was_selected_and_not_what_was_modified(set_: str, who: str) -> None:
    """F, N and M: F and N are beasts, of which F can't be modified, so that it stays one.

    Beasts stop being that in layer 4, and can't attack in layer 9, where nothing is modified. Kept
    are F and N, which were selected; selected again is F alone. M was never a beast.
    """
    does = text((BEASTS, [RemoveMembers("subtypes", ("beast",)), Permission(False, "attack")]))
    events: list[Event] = [
        play(card("F", subtypes=("beast",)), "F"),
        play(card("N", subtypes=("beast",)), "N"),
        play(card("M"), "M"),
        play(card("C", text((Identified("F"), [CantBeModified()]))), "C"),
        play(card("X", does), "X"),
    ]
    found = confirmed(events, set=set_)
    assert [found.value(id, "subtypes") for id in "FN"] == [("beast",), ()]
    assert [id for id in "FNM" if not may(found, id, "attack").allowed] == list(who)


@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("ends", ["silenced", "disabled"])
def test_what_is_no_longer_animated_is_its_bearers_at_once(ends: str, last: bool) -> None:
    """A, yours, is carried by B, mine: a minion is controlled by you, an artifact by me.

    E animates it and loses its ability in layer 2, in which T, the next part, taps what its
    opponent controls; without T nothing comes after it.
    """
    taps = text((Controlled(Opponent()), [SetStatus("tapped")]))
    events: list[Event] = [
        play(card("B"), "B", player=ME),
        play(card("A", types=("artifact",)), "A", targets=("B",)),
        play(card("E", text((Identified("A"), [Animate("minion", "types")]))), "E"),
        play(card("S", text((Identified("E"), [SetStatus(ends)]))), "S"),
        *(() if last else (play(card("T", taps), "T"),)),
    ]
    found = confirmed(events)
    assert found.value("A", "types") == ("artifact",)
    assert found.value("A", "controller") == ME
    assert found.value("A", "tapped") is not last


@pytest.mark.parametrize("lost", ["continues", "stops"])
def test_what_was_only_done_early_has_not_begun(lost: str) -> None:
    """E animates A before all layers, and is silenced in layer 2: its layer 7 never comes.

    Whether an effect goes on that has begun (policy `ability lost`) is not asked.
    """
    does = text(
        (Identified("A"), [Animate("minion", "types"), ChangeNumber("power", "+", Number(1))])
    )
    events: list[Event] = [
        play(card("A", types=("artifact",), power=1), "A"),
        play(card("E", does), "E"),
        play(card("S", text((Identified("E"), [SetStatus("silenced")]))), "S"),
    ]
    found = confirmed(events, ability_lost=lost)
    assert found.value("A", "types") == ("artifact",)
    assert found.value("A", "power") == 1


@pytest.mark.parametrize("powers", [(2, 5, 3), (5, 3, 2), (3, 2, 5)])
def test_the_very_first_abilities_of_all_have_their_places_too(powers: tuple[int, ...]) -> None:
    """There are no abilities but those that S, T and U gave H as they entered: all as old as H.

    So they go in the order of giving. All three have turned into blanks since.
    """
    numbers = dict(zip("STU", powers, strict=True))
    given = {id: Gain(text((H, [SetNumber("power", Number(n))]))) for id, n in numbers.items()}
    events: list[Event] = [
        play(card("H", power=1), "H"),
        *(play(card(id, text((H, [one])), use="on entry"), id) for id, one in given.items()),
        *(Transform(id, card("Blank"), WHERE) for id in given),
    ]
    policies = {"granted timestamp": "holder", "no duration": "game"}
    book = replace(small_rulebook(policies), rules=())
    found = assert_same(scenario(book, events))
    assert found is not None
    assert certificate_of(found).check().ok
    assert found.value("H", "power") == powers[-1]
