"""Names that effects write: who is called what, what asks for it, and what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from random import Random
from typing import Any

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import Event
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from oracle.build import card, play, scenario, text
from oracle.small_rulebook import small_rulebook

PROCEDURES = pytest.mark.parametrize(
    "policies",
    [{}, {"graph": "once"}, {"test": "result"}, {"process": "simultaneous"}],
    ids=lambda policies: "-".join(policies.values()) or "default",
)
BEAR = card("Bear", power=2)
REX = a.Named("Rex")


def changing(name: str, who: a.Selector, *what: a.Operation) -> Card:
    """An artifact with one line of text."""
    return card(name, text((who, [*what])), types=("artifact",))


def called(*names: str, besides: bool = False) -> a.Rename:
    """`name := "..."`, or `name += "..."`"""
    return a.Rename(names, besides)


def certified(policies: Mapping[str, str], *events: Event) -> Answer:
    """The answer, which the oracle shares and the certificate confirms."""
    history = scenario(small_rulebook(policies), events)
    assert_same(history)
    found = solve(history)
    assert certificate_of(found).check().ok
    return found


GROWS = changing("Song", REX, a.ChangeNumber("power", "+", a.Number(3)))


@PROCEDURES
@pytest.mark.parametrize(
    ("what", "power"),
    [
        (called("Rex"), 5),
        (called("Bob"), 2),
        (called("Rex", besides=True), 5),
        (called("Bob", "Rex"), 5),
        (called(), 2),
    ],
)
def test_what_asks_for_a_name_in_a_later_layer_finds_the_one_written(
    policies: Mapping[str, str], what: a.Rename, power: int
) -> None:
    """Written in layer 4, read in layer 7."""
    named = changing("Tag", a.Identified("B"), what)
    found = certified(policies, play(BEAR, "B"), play(GROWS, "S"), play(named, "T"))
    assert found.value("B", "power") == power


@PROCEDURES
def test_a_name_of_its_own_is_gone_where_one_is_set_and_stays_where_one_is_added(
    policies: Mapping[str, str],
) -> None:
    """The printed name is asked for."""
    grows = changing("Song", a.Named("Bear"), a.ChangeNumber("power", "+", a.Number(3)))
    for besides, power in ((False, 2), (True, 5)):
        named = changing("Tag", a.Identified("B"), called("Rex", besides=besides))
        found = certified(policies, play(BEAR, "B"), play(grows, "S"), play(named, "T"))
        assert found.value("B", "power") == power


def test_what_asks_for_a_name_in_the_same_layer_waits_for_what_writes_it() -> None:
    """And the witness is the object that comes into its scope."""
    beast = changing("Leash", REX, a.AddMembers("subtypes", ("beast",)))
    named = changing("Tag", a.Identified("B"), called("Rex"))
    for order in permutations("BLT"):
        cards = {"B": BEAR, "L": beast, "T": named}
        found = certified({"graph": "each step"}, *(play(cards[id], id) for id in order))
        assert found.value("B", "subtypes") == ("beast",)
        types = next(layer for layer in found.layers if layer.layer == "4")
        [edge] = [each for graph in types.graphs[:1] for each in graph.found]
        assert (edge.effect, edge.on, edge.witness.entered) == ("L.1", "T.1", ("B",))


def test_a_written_name_is_not_copied_and_a_copied_one_is_written_over() -> None:
    """A copy has the printed name; an effect of a later layer names it all the same."""
    mirror = changing("Mirror", a.Identified("C"), a.CopyOf(a.Identified("B")))
    named = changing("Tag", a.Identified("B"), called("Rex"))
    other = card("Cub", power=1)
    found = certified(
        {"a copy reads": "what the copy layer left"},
        play(BEAR, "B"),
        play(named, "T"),
        play(other, "C"),
        play(mirror, "M"),
        play(GROWS, "S"),
    )
    assert [found.value(id, "power") for id in "BC"] == [5, 2]


ARRIVALS: tuple[Callable[[Random, str], Card], ...] = (
    lambda random, id: card(random.choice(("Rex", "Bob", f"Minion {id}")), power=2),
    lambda random, id: changing(f"Tag {id}", _whom(random), called(random.choice(("Rex", "Bob")))),
    lambda random, id: changing(f"Title {id}", _whom(random), called("Rex", besides=True)),
    lambda random, id: changing(f"Blank {id}", a.Identified(random.choice(IDS)), called()),
    lambda random, id: changing(
        f"Leash {id}", random.choice((REX, a.Named("Bob"))), a.AddMembers("subtypes", ("beast",))
    ),
    lambda random, id: changing(
        f"Song {id}", a.Not(REX), a.ChangeNumber("power", "+", a.Number(1))
    ),
    lambda random, id: card(
        f"Mirror {id}",
        text((a.Identified(random.choice(IDS)), [a.CopyOf(a.Identified("A"))])),
        use="resolves",
        types=("magic",),
    ),
    lambda random, id: changing(f"Fog {id}", a.Identified("B"), a.SetStatus("disabled")),
)
IDS = "ABCD"


def _whom(random: Random) -> a.Selector:
    beasts = a.Member("subtypes", "beast")
    return random.choice((a.Identified(random.choice(IDS)), beasts, REX, a.Named("Bob")))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(9))
def test_random_names_in_every_order_are_as_the_oracle_has_them(seed: int) -> None:
    """The same turns, dependencies, evidence and states; certificates confirm one order in six."""
    random = Random(seed)
    cards = {id: random.choice(ARRIVALS)(random, id) for id in IDS}
    policies = {
        "test": ("action", "result", "none")[seed % 3],
        "graph": ("each step", "once")[seed % 2],
    }
    for number, order in enumerate(permutations(IDS)):
        board = scenario(small_rulebook(policies), [play(cards[id], id) for id in order])
        if needs_two_effects_of_one_name(board):
            continue
        assert_same(board)
        if number % 6 == seed % 6:
            assert certificate_of(solve(board)).check().ok


def needs_two_effects_of_one_name(board: Scenario) -> bool:
    """Whether a copy brings an effect of the copy layer, which the solver says it can't tell."""
    try:
        solve(board)
    except LayerlawError as error:
        assert "layers that copy should do nothing else" in str(error)
        return True
    return False


def _keeps_its_own(*_: Any) -> None:
    """A writing that writes nothing."""


def test_the_certificate_refutes_a_solver_that_writes_no_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The Bear is Rex, and with the fault it is not."""
    named = changing("Tag", a.Identified("B"), called("Rex"))
    monkeypatch.setattr("layerlaw.solver.effects.writing.write_names", _keeps_its_own)
    history = scenario(
        small_rulebook({"loss": "momentary"}), [play(BEAR, "B"), play(named, "T"), play(GROWS, "S")]
    )
    answer = solve(history)
    assert not certificate_of(answer).check().ok
