"""The tests that a scenario file holds: one for each expectation, in every order it names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import cards_in
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import Where
from layerlaw.model.scenarios.events import ExpectNow
from layerlaw.model.scenarios.load import with_variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.scenarios.expectations import Expected
    from layerlaw.model.scenarios.scenario import Scenario, Variant

AS_WRITTEN = "as written"
# What pytest's `-k` reads as one word; everything else has to be replaced.
_NO_WORD = re.compile(r"[^\w:+\-.]+")


@dataclass(frozen=True, slots=True)
class NamedExpectation:
    """One expectation and its name, unique in its case."""

    name: str
    expected: Expected


@dataclass(frozen=True, slots=True)
class FileCase:
    """The events in one order, with everything that is expected of them.

    scenario: with that order and these readings. asked: in the order in which `judge_all` gives
    outcomes. because: the clauses named for this order, or
    else for the whole file. variant: what is otherwise than written, None where nothing is.
    """

    name: str
    scenario: Scenario
    asked: tuple[NamedExpectation, ...]
    because: tuple[str, ...]
    variant: Variant | None

    @property
    def where(self) -> Where:
        """Where it begins."""
        return Where(self.scenario.file, 1, 1) if self.variant is None else self.variant.where

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of all cards that come up, in the order of the events."""
        return tuple(dict.fromkeys(card.name for card in cards_in(self.scenario.play)))

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings that the scenario chooses, each as POINT=READING."""
        return tuple(f"{point}={reading}" for point, reading in self.scenario.readings.items())

    @property
    def keywords(self) -> frozenset[str]:
        """The words that select the case: cards, clauses, readings, the rulebook.

        Names stand there as they are, with `_` between their words, and without apostrophes.
        """
        scenario = self.scenario
        names = {scenario.rulebook.id, *self.because, *self.cards, *scenario.readings}
        return frozenset(form for name in names for form in _forms(name))


def cases(scenario: Scenario) -> tuple[FileCase, ...]:
    """Every order of a scenario, the written one first. Solves nothing."""
    orders = [_case(AS_WRITTEN, scenario, scenario.because, None)]
    taken = {AS_WRITTEN}
    for variant in scenario.variants:
        name = _unused(_title(variant), taken)
        because = variant.because or scenario.because
        orders.append(_case(name, with_variant(scenario, variant), because, variant))
    return tuple(orders)


def _case(
    name: str, scenario: Scenario, because: tuple[str, ...], variant: Variant | None
) -> FileCase:
    taken: set[str] = set()
    asked: list[NamedExpectation] = []
    happened = 0
    for event in scenario.play:
        if not isinstance(event, ExpectNow):
            happened += 1
            continue
        for expected in event.expect:
            text = f"after event {happened}: {expected.text}"
            asked.append(NamedExpectation(_unused(text, taken), expected))
    asked += [
        NamedExpectation(_unused(expected.text, taken), expected) for expected in scenario.expect
    ]
    return FileCase(name, scenario, tuple(asked), because, variant)


def _title(variant: Variant) -> str:
    """What a variant is called: its title, or its order and readings if it has none."""
    parts = [f"order {', '.join(variant.order)}"] if variant.order else []
    parts += [f"{point} {reading}" for point, reading in variant.readings.items()]
    if variant.title != "; ".join(parts):
        return variant.title
    return "; ".join(parts).replace(",", "")


def _unused(text: str, taken: set[str]) -> str:
    """The text as part of a test's name, with a number added if the name is taken."""
    plain = " ".join(text.split()).replace("::", ":")
    name, number = plain, 1
    while name in taken:
        number += 1
        name = f"{plain} ({number})"
    taken.add(name)
    return name


def _forms(name: str) -> Iterator[str]:
    yield name
    for text in (name, re.sub("['\u2019]", "", name)):
        yield _NO_WORD.sub("_", text).strip("_")
