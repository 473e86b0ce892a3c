"""Boards to measure on: cards in the notation, played one after another, and what then stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from layerlaw.model import Card, PrintedAbility, Rulebook, Scenario, loads_scenario
from layerlaw.model.algebra import Ability
from layerlaw.model.errors import Where
from layerlaw.model.scenarios.events import Place, Play
from layerlaw.solver import History
from layerlaw.solver.facts.situation import Situation

RULEBOOK = "sorcery-2026-01"
WHERE = Where("benchmark", 1, 1)

WAYS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "once": {},
        "each step": {"SORC-OPEN-GRAPH": "each-step", "SORC-OPEN-FREED": "compete"},
    }
)
"""The two procedures: the document's default, and its reading by which dependencies are found anew
after every effect and what is freed competes by timestamp."""


@cache
def abilities(*lines: str) -> tuple[Ability, ...]:
    """Each line of the notation as a static ability."""
    text = (
        f"title: benchmark\nrulebook: {RULEBOOK}\nplayers: [you, me]\n"
        "cards:\n  Card:\n    is: [minion]\n    has:\n"
        + "".join(f"      - {line!r}\n" for line in lines)
        + "play:\n  - you: Card as M0\n"
    )
    [play] = loads_scenario(text, "benchmark").play
    assert isinstance(play, Play)
    return tuple(printed.ability for printed in play.card.abilities)


@cache
def empty() -> Scenario:
    """Two players under the Sorcery rulebook, and nothing on the table."""
    text = f"title: benchmark\nrulebook: {RULEBOOK}\nplayers: [you, me]\nplay: []\n"
    return loads_scenario(text, "benchmark")


def card(
    *lines: Ability, name: str = "Card", types: Sequence[str] = ("minion",), kind: str = "mortal"
) -> Card:
    """A card of power 1 (a minion) or without power, with static abilities."""
    power = {"power": 1} if "minion" in types else {}
    sets = {"types": tuple(types), "subtypes": (kind,)}
    return Card(name, sets, power, tuple(PrintedAbility("has", line) for line in lines))


def played(
    cards: Sequence[Card],
    way: str,
    *,
    rulebook: Rulebook | None = None,
    squares: Sequence[int] | None = None,
) -> Scenario:
    """The cards enter one after another as M0, M1... for `you`, each on its square if there are."""
    play = tuple(
        Play(
            "you",
            one,
            f"M{number}",
            None if squares is None else Place((squares[number],)),
            (),
            None,
            WHERE,
        )
        for number, one in enumerate(cards)
    )
    return replace(empty(), play=play, readings=WAYS[way], rulebook=rulebook or empty().rulebook)


def stands(scenario: Scenario) -> Situation:
    """What stands after the scenario's last event, before any effect."""
    history = History(scenario)
    for _ in history.play():
        pass
    return history.table.situation


def with_kinds(count: int) -> Rulebook:
    """The rulebook with as many subtypes more: `kind 0`, `kind 1`..."""
    rulebook = empty().rulebook
    subtypes = rulebook.characteristics["subtypes"]
    words = (*subtypes.words, *(f"kind {number}" for number in range(count)))
    changed = {"subtypes": replace(subtypes, words=words)}
    return replace(
        rulebook, characteristics=MappingProxyType({**rulebook.characteristics, **changed})
    )


def with_squares(columns: int, rows: int) -> Rulebook:
    """The rulebook with a grid of another size."""
    rulebook = empty().rulebook
    assert rulebook.space is not None
    return replace(rulebook, space=replace(rulebook.space, columns=columns, rows=rows))
