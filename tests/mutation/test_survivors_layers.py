"""What resolved in a layered game, by hand: who an effect is, and what it grants no longer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.solver import derive
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.facts.situation import Situation, Thing
from oracle.build import card, text
from oracle.small_rulebook import small_rulebook
from together import game, table

CREATURES = {"P": "dark 1", "Q": "light 1"}


def resolved(cards: Mapping[str, str], *lines: str, process: str = "layered") -> Situation:
    """What spells have left, one after another, all of one source."""
    spells = {f"S{number}": line for number, line in enumerate(lines, 1)}
    situation = table(cards, spells, game({"process": process}))
    effects = tuple(replace(one, source="S1") for one in situation.effects)
    return replace(situation, effects=effects)


def confirmed(situation: Situation) -> Answer:
    """What it comes to, which its certificate confirms."""
    found = derive(situation)
    assert certificate_of(found).check().ok
    return found


def test_two_effects_of_one_source_keep_to_their_own_objects_from_layer_to_layer() -> None:
    """Each is applied to those that it selects in the layer of colours, and then to the same."""
    found = confirmed(
        resolved(
            CREATURES,
            "dark creatures: colours := fire, power += 1",
            "light creatures: colours := fire, power += 2",
        )
    )
    assert [found.value(id, "colours") for id in "PQ"] == [("fire",), ("fire",)]
    assert [found.value(id, "power") for id in "PQ"] == [2, 3]


@pytest.mark.parametrize("process", ["layered", "simultaneous"])
@pytest.mark.parametrize("withheld", [frozenset(), frozenset({("P", "haste"), ("Q", "flyer")})])
def test_what_is_withheld_is_that_keyword_of_that_object(
    withheld: frozenset[tuple[str, str]], process: str
) -> None:
    """Another one that it grants to the same object is there, and so is that of another object."""
    situation = resolved(CREATURES, "creatures: gain haste, gain blocker", process=process)
    [effect] = situation.effects
    situation = replace(situation, effects=(replace(effect, withheld=withheld),))
    found = confirmed(situation)
    held = {id: found.value(id, "abilities") for id in "PQ"}
    wanted = ("blocker from S1", "haste from S1")
    assert held["Q"] == wanted
    assert held["P"] == (wanted[:1] if withheld else wanted)


def carried_by_the_other_player(types: str) -> Answer:
    """X is yours and carried by a minion of theirs; yours are beasts, and what X is comes later.

    types: what X becomes.
    """
    lines = {
        "Z": text((a.Controlled(a.You()), [a.AddMembers("subtypes", ("beast",))])),
        "W": text((a.Identified("X"), [a.AddMembers("types", (types,))])),
    }
    things = [
        Thing("Y", card("Yak"), "me", "me", "realm", None, None, (1, 0), {}),
        Thing("X", card("Axe", types=("artifact",)), "you", "you", "realm", None, "Y", (2, 0), {}),
    ]
    for number, (id, line) in enumerate(lines.items(), 3):
        site = card(id, line, types=("site",))
        things.append(Thing(id, site, "you", "you", "realm", None, None, (number, 0), {}))
    book = replace(small_rulebook({"test": "result"}), carried_control=True)
    return confirmed(Situation(book, ("you", "me"), tuple(things), (), None))


def test_who_controls_what_is_carried_hangs_on_what_it_is() -> None:
    """As a minion it is carried no longer, so that it is yours before it is asked whose it is."""
    assert carried_by_the_other_player("minion").value("X", "subtypes") == ("beast",)
    assert carried_by_the_other_player("aura").value("X", "subtypes") == ()
