"""Readings that go side by side in a layer: where they part, and that they can be stopped."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    Gain,
    Identified,
    Member,
    Number,
    SetNumber,
)
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.certainty.readings.explore import ReadingExploration
from layerlaw.solver.certainty.readings.recording_rulebook import RecordingRulebook
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.play.solve import solve
from oracle.build import card, play, scenario, text
from oracle.small_rulebook import CLAUSE, point_id, small_rulebook

X = Identified("X")
BEASTS = Member("subtypes", "beast")
POWER = {number: SetNumber("power", Number(number)) for number in (2, 3)}


def one_layer(point: str, test: str = "") -> Rulebook:
    """The small rulebook with subtypes and powers in one layer, and one open point."""
    small = small_rulebook()
    layer = Layer(
        "4", "one", CLAUSE, ("change subtypes", "set power", "change abilities"), test=test
    )
    points = {id: known for id, known in small.points.items() if id == point_id(point)}
    return replace(small, layers=(layer,), rules=(), points=points)


def board(book: Rulebook, *does: Ability) -> Scenario:
    """X, and cards A, B and so on that do this, in this order."""
    cards = [play(card("X", power=1), "X")]
    cards += [play(card(id, one), id) for id, one in zip("ABC", does, strict=False)]
    return scenario(book, cards)


def explored(asked: Scenario) -> dict[str, object]:
    """The power of X under each reading, which each comes to alone, too."""
    exploration = ReadingExploration(asked)
    assert exploration.run(None).complete
    [point] = asked.rulebook.points.values()
    found: dict[str, object] = {}
    for reading in point.readings:
        [leaf] = [one for one in exploration.leaves if reading.id in one.allowed[point.id]]
        alone = solve(asked, readings={point.id: reading.id})
        assert list(exploration.outcomes)[leaf.outcome] == outcome(alone)
        found[reading.id] = alone.value("X", "power")
    return found


TAMED = text((X, [AddMembers("subtypes", ("beast",))]))
PARTING = TAMED, text((X, [POWER[3]])), text((BEASTS, [POWER[2]]))


def test_where_readings_part_each_goes_on_by_its_own_rules() -> None:
    """C waits for A, which makes X a beast; freed, it goes before the older B, or not."""
    assert explored(board(one_layer("freed"), *PARTING)) == {
        "at-once": 3,
        "compete": 2,
        "after-all": 2,
    }


def test_a_layer_of_its_own_test_has_no_readings_of_the_general_one() -> None:
    """What commutes there is applied by age, whichever test is followed elsewhere."""
    powers = explored(board(one_layer("test", "action"), *PARTING[:2]))
    assert {*powers.values()} == {3}


def test_what_one_alone_brings_may_depend_on_each_other() -> None:
    """A gives X what makes beasts stronger, and itself what makes X one: that goes first."""
    gives = text((X, [Gain(PARTING[2])]), (Identified("A"), [Gain(TAMED)]))
    assert {*explored(board(one_layer("freed"), gives)).values()} == {2}


def test_readings_can_be_stopped_before_each_turn() -> None:
    """Whoever waits is asked before each of the three turns."""
    book = one_layer("freed")
    settled = solve(board(book, *PARTING), readings={point_id("freed"): "compete"}).situation
    every = {id: tuple(one.id for one in point.readings) for id, point in book.points.items()}
    asked: list[None] = []
    found = derive(
        replace(settled, rulebook=RecordingRulebook.of(book, every)),
        stop=lambda: asked.append(None),
    )
    assert len(found.layers[0].turns) == 3
    assert len(asked) >= 3
