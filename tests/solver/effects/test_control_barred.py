"""Players that objects can't be controlled by: who has control instead, worked out by hand."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model.algebra import (
    CantBeControlledBy,
    Member,
    Operation,
    Opponent,
    Player,
    SetPlayer,
    You,
)
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.solver import Answer
from layerlaw.solver.certificate import certificate_of
from oracle.build import ME, YOU, card, play, scenario, text
from oracle.small_rulebook import small_rulebook

CARDS = """
rulebook: magic-2026-04
active: ann
cards:
  Bear: {is: creature, power: 2, toughness: 2}
  Relic: {is: artifact}
  Theft: {is: enchantment, has: ["creatures or artifacts: controller := you"]}
  Ward: {is: enchantment, has: ["creatures: can't be controlled by opponent"]}
play:
"""


def board(players: str, *play: str) -> Answer:
    """The answer, which the oracle finds as well."""
    lines = "".join(f"  - {line}\n" for line in play)
    text = f"title: Who controls what\nplayers: [{players}]\n{CARDS}{lines}"
    answer = assert_same(loads_scenario(text))
    assert answer is not None
    return answer


@pytest.mark.parametrize("two", [("T", "W"), ("W", "T")])
def test_control_goes_back_to_the_owner_and_does_not_pass_again(two: tuple[str, str]) -> None:
    """Of what the ward speaks of, and of nothing else (613.1b, 613.7)."""
    lines = {"T": "bob: Theft as T", "W": "ann: Ward as W"}
    play = ("ann: Bear as A", "bob: Bear as B", "ann: Relic as R")
    answer = board("ann, bob", *play, *(lines[one] for one in two))
    assert [answer.value(id, "controller") for id in "ABR"] == ["ann", "bob", "bob"]


@pytest.mark.parametrize("before", [(), ("ann: Bear as A",)])
def test_whom_it_leaves_alone_keeps_what_another_one_owns(before: tuple[str, ...]) -> None:
    """Ann took Cid's creature; that Bob, who has nothing, can't control it changes nothing."""
    play = ("cid: Bear as C", "ann: Theft as T", "ann: Ward as W")
    answer = board("ann, bob, cid", *before, *play)
    assert answer.value("C", "controller") == "ann"


@pytest.mark.parametrize("site_first", [False, True])
@pytest.mark.parametrize("order", ["XY", "YX"])
@pytest.mark.parametrize(("barred", "whose"), [(You(), (None, ME)), (Opponent(), (YOU, YOU))])
def test_what_nobody_owns_is_nobodys_once_its_controller_is_barred(
    barred: Player, whose: tuple[str | None, str], order: str, site_first: bool
) -> None:
    """Unnamed ground has no owner: you take it with all other sites, and are barred from them.

    S, a site of mine, goes back to me. Who is barred without controlling either changes nothing.
    """
    sites = Member("types", "site")
    does: dict[str, Operation] = {
        "X": SetPlayer("controller", You()),
        "Y": CantBeControlledBy(barred, "controller"),
    }
    places = [
        play(card("H"), "H", square=8),
        play(card("S", types=("site",)), "S", square=3, player=ME),
    ]
    events = [
        *(places[::-1] if site_first else places),
        *(play(card(id, text((sites, [does[id]]))), id) for id in order),
    ]
    found = assert_same(scenario(small_rulebook(), events))
    assert found is not None
    assert certificate_of(found).check().ok
    assert (found.value("site@8", "controller"), found.value("S", "controller")) == whose
