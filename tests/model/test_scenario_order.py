"""Other orders of a scenario's events: which there are, and what a variant makes of it."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.scenarios.event_faults import faults
from layerlaw.model.scenarios.events import Play, Together, arrivals
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.model.scenarios.order import effect_events, legal_orders, reordered, with_variant
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_scenarios

HERE = Path(__file__).parent
HEAD = """title: T
rulebook: ./small.yaml
players: [you, me]
cards:
  Foot: {is: minion}
  King: {is: minion, has: [minions: silenced]}
  Wet: {is: site, has: [Wet]}
  Mage: {is: minion, activates: ["target: silenced"]}
  Hush: {is: relic, resolves: ["target: silenced"]}
  Ring: {is: relic, has: ["bearer: gain Flying"]}
  Twin: {is: minion, enters: ["self: copy of target"]}
"""


def load(play: list[str], rest: str = "") -> Scenario:
    """The scenario with these events."""
    lines = "".join(f"  - {line}\n" for line in play)
    return loads_scenario(f"{HEAD}play:\n{lines}{rest}", "test.yaml", HERE)


def ids(scenario: Scenario) -> list[str]:
    """The ids of the plays and uses, in order."""
    return [event.id for event in arrivals(scenario.play)]


def test_events_share_out_their_places() -> None:
    """The events of an order take each other's places, all others stay where they are."""
    scenario = load(["you: Foot as A", "damage: A 1", "me: Foot as B", "you: Foot as C"])
    events = reordered(scenario.play, ["C", "B"])
    assert [getattr(event, "id", "-") for event in events] == ["A", "-", "C", "B"]


def test_a_variant_is_a_scenario_of_its_own() -> None:
    """It has the variant's order, expectations, clauses and readings, and no variants."""
    scenario = load(
        ["you: Foot as A", "you: King as B"],
        "because: [C1]\nalso:\n"
        "  - {order: [B, A], because: [C2], readings: {P1: result}, expect: [A is silenced]}\n"
        "  - {title: again, readings: {P1: result}, expect: [A dies]}\n",
    )
    first, second = (with_variant(scenario, variant) for variant in scenario.variants)
    assert ids(first) == ["B", "A"] and ids(second) == ["A", "B"]
    assert (first.because, first.variants, first.readings) == (("C2",), (), {"P1": "result"})
    assert [expected.text for expected in first.expect] == ["A is silenced"]
    assert (first.title, second.title) == ("T: order B, A; P1 result", "T: again")


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        ("{order: [H, A], expect: [A dies]}", "in this order 'A' is used here before it enters"),
        ("{order: [B, A], expect: [A dies]}", "in this order 'A' is used here before it enters"),
        ("{order: [A, X], expect: [A dies]}", "unknown id 'X'"),
        ("{order: [A, A], expect: [A dies]}", "'A' stands here twice"),
        ("{order: [A, B]}", "needs the key 'expect'"),
        ("{expect: [A dies]}", "needs an 'order' or 'readings'"),
        ("{order: [A, B], expect: [A dies], x: y}", "another order has no key 'x'"),
    ],
)
def test_what_is_wrong_with_a_variant(variant: str, message: str) -> None:
    """An order that can't happen, or says nothing, is named."""
    play = ["you: Foot as A", "damage: A 1", "you: Foot as B", "you: Hush as H on A"]
    with pytest.raises(BadInput, match=message):
        load(play, f"also:\n  - {variant}\n")


def test_events_that_make_effects() -> None:
    """Spells, uses, copies and objects with effects count; a plain object does not."""
    scenario = load(
        [
            "you: Foot as F",
            "you: King as K",
            "you: Wet as W",
            "you: Mage as M",
            "you: use M as U on F",
            "you: Hush as H on F",
            "you: Ring as R on F",
            "you: Twin as T copying F",
        ]
    )
    assert effect_events(scenario) == ("K", "W", "U", "H", "R", "T")


def test_orders_keep_what_is_used_after_what_it_uses() -> None:
    """A spell stays behind its target, a use behind its source, a move behind what moves."""
    scenario = load(["you: Foot as A", "you: Hush as H on A", "you: Foot as B", "damage: B 1"])
    assert list(legal_orders(scenario, ["A", "H", "B"])) == [
        ("A", "H", "B"),
        ("A", "B", "H"),
        ("B", "A", "H"),
    ]
    assert list(legal_orders(scenario, ["H"])) == [("H",)]


def test_orders_of_unknown_events() -> None:
    """An id that is none, or one that stands there twice, is an error."""
    scenario = load(["you: Foot as A", "damage: A 1"])
    with pytest.raises(LayerlawError, match="no card or ability enters as 'X'"):
        list(legal_orders(scenario, ["X"]))
    with pytest.raises(LayerlawError, match="no id twice"):
        list(legal_orders(scenario, ["A", "A"]))


EVENTS = st.sampled_from(
    ["me: Foot", "you: Hush on {0}", "you: Twin copying {0}", "me: Ring on {0}", "damage: {0} 1",
     "together: [you: Foot as {1}a, me: Hush as {1}b on {0}]", "you: Mage", "turn: me"]
)  # fmt: skip


@pytest.mark.slow
@given(st.lists(EVENTS, min_size=1, max_size=5), st.data())
def test_legal_orders_are_all_orders_without_a_fault(
    events: list[str], data: st.DataObject
) -> None:
    """Exactly the permutations that `faults` accepts come out, each once."""
    objects = ["O"]
    lines = ["you: Foot as O"]
    for number, event in enumerate(events):
        name = f"E{number}"
        line = event.format(data.draw(st.sampled_from(objects)), name)
        if line.startswith(("you", "me")):
            card, *on = line.split(" on ")
            line = card.replace(" copying", f" as {name} copying")
            line = line if " as " in line else f"{line} as {name}"
            line = " on ".join([line, *on])
            objects += [] if "Hush" in line else [name]
        lines.append(line)
        objects += [f"{name}a"] if "together" in line else []
    scenario = load(lines, "active: me\n")
    chosen = data.draw(st.permutations(ids(scenario)).map(lambda found: found[:5]))
    expected = {
        order
        for order in permutations(chosen)
        if not any(faults(reordered(scenario.play, order), scenario.players, scenario.active))
    }
    found = list(legal_orders(scenario, chosen))
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_events_together_happen_in_turn() -> None:
    """The active player's come first, so the other player's spell can name what they bring."""
    block = "together: [me: Hush as H on F, you: Foot as F]"
    assert isinstance(load([block], "active: you\n").play[0], Together)
    with pytest.raises(BadInput, match="'F' is used here before it enters"):
        load([block], "active: me\n")
    turned = load(["turn: you", block], "active: me\n")
    assert isinstance(turned.play[1], Together)


@pytest.mark.sample(40)
@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.name)
def test_the_shipped_variants_are_legal(path: Path) -> None:
    """Each order that a shipped scenario names is among its legal orders."""
    scenario = load_scenario(path)
    for variant in scenario.variants:
        if variant.order:
            # The first of its orders is the one that is asked about, if that is legal.
            assert next(legal_orders(scenario, variant.order)) == variant.order
        plays = [event for event in with_variant(scenario, variant).play if isinstance(event, Play)]
        assert {event.id for event in plays} <= set(ids(scenario))
