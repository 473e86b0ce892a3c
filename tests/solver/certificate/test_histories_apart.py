"""In what a written situation is not the one that the events make: every field counts."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from layerlaw.model import load_scenario, loads_scenario, shipped_scenarios
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.certificate.history.apart import difference
from layerlaw.solver.certificate.history.making import names
from layerlaw.solver.facts.situation import Deed, ResolvedEffect, Thing, Total
from tampering import tampered

PATHS = {path.name.removesuffix(".scenario.yaml"): path for path in shipped_scenarios()}
ANSWER = solve(load_scenario(PATHS["tragic-swamp"]))
RIGHT = ANSWER.situation
ONE = """
title: One
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Beast: {is: [creature], power: 1000}
play:
  - you: Beast as F
"""


def otherwise(**told: object) -> str:
    """What is said of the situation with this in it."""
    return difference(RIGHT, replace(RIGHT, **told))  # type: ignore[arg-type]


def test_what_is_the_same_is_no_difference() -> None:
    """Whatever its rulebook is called: that is compared elsewhere."""
    assert difference(RIGHT, replace(RIGHT)) == ""


def test_each_field_is_named_with_what_is_right_and_what_is_written() -> None:
    """Of the situation, of an object, of an effect."""
    assert otherwise(active="nobody") == f"active is {RIGHT.active!r}, and not 'nobody'"
    assert otherwise(left_out=frozenset({"X", "E"})) == "left out is [], and not ['E', 'X']"
    deed = Deed("you", "attacked", None, (1, 0))
    assert otherwise(deeds=(*RIGHT.deeds, deed)).startswith("deeds is ")
    total = Total("you", "life", 3)
    assert otherwise(totals=(*RIGHT.totals, total)).startswith("totals is ")
    first, *rest = RIGHT.things
    moved = replace(first, zone="elsewhere")
    said = f"zone of {first.id} is {first.zone!r}, and not 'elsewhere'"
    assert otherwise(things=(moved, *rest)) == said
    another = replace(first.card, name="Another")
    said = f"card of {first.id} is {first.card.name}, and not Another"
    assert otherwise(things=(replace(first, card=another), *rest)) == said


def test_what_is_missing_or_too_much_or_in_another_order_is_named() -> None:
    """By its id."""
    first, second, *rest = RIGHT.things
    assert otherwise(things=(second, *rest)) == f"{first.id} is missing"
    stranger = replace(first, id="Stranger")
    assert otherwise(things=(*RIGHT.things, stranger)) == "there is no Stranger"
    ids = [one.id for one in RIGHT.things]
    swapped = [second.id, first.id, *(one.id for one in rest)]
    said = f"the order is {', '.join(ids)}, and not {', '.join(swapped)}"
    assert otherwise(things=(second, first, *rest)) == said


@pytest.mark.parametrize("kind", [Thing, ResolvedEffect])
def test_every_field_of_what_is_in_it_counts(kind: type) -> None:
    """Whatever is changed in it."""
    name = "things" if kind is Thing else "effects"
    items = getattr(RIGHT, name)
    assert items, "the history leaves something"
    changed = set()
    for way, how, other in tampered(items[0]):
        if how in ("of another type", "a truth") or way[-1] == "anywhere":
            # Files are read strictly by the types of fields; how zones are written is no matter.
            continue
        assert otherwise(**{name: (other, *items[1:])}) != "", way
        changed.add(way[0])
    plain = {one.name for one in fields(kind)} - {"counters", "card", "place", "ability"}
    assert plain - changed <= {"copied", "without", "statuses", "linked", "older_than"} | {
        "over_for",
        "withheld",
    }


def test_a_wrong_situation_is_refuted_with_that_message() -> None:
    """It counts as a claim after the last event."""
    answer = solve(loads_scenario(ONE))
    certificate = written_certificate(answer)
    assert verify(certificate).events == 1
    (thing, *_) = certificate.situation.things
    situation = replace(certificate.situation, things=(replace(thing, came_from="hand"),))
    verification = verify(replace(certificate, situation=situation))
    assert verification.outcome == "refuted"
    said = "in the situation, came from of F is '', and not 'hand'"
    assert verification.failed[0].message == said
    assert (verification.failed[0].event, verification.events) == (1, 1)


def test_effects_that_are_called_alike_are_numbered() -> None:
    """The second is `again`, the third `again2`."""
    found = names("X")
    assert [next(found) for _ in range(4)] == ["X", "X.again", "X.again2", "X.again3"]
