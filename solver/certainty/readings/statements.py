"""The worked examples of a document, and what it states of each of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.digests import digest, tokens_of
from layerlaw.model.scenarios.events import ExpectNow
from layerlaw.model.scenarios.expectations import Expected
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.scenarios.order import with_variant
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import SCENARIO_ENDING, scenarios_for

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Example:
    """One worked example: what happens in it, under no reading chosen, and what is stated of it.

    name: its file's name without the ending. order: ids in another order of arrival, if the
    document states something of that. stated: at the moments among the events first.
    """

    name: str
    scenario: Scenario
    order: tuple[str, ...]
    stated: tuple[Expected, ...]


@checked()
def examples_of(scenarios: Iterable[Scenario]) -> tuple[Example, ...]:
    """The examples among the scenarios, each order of which something is stated by itself.

    scenarios: whose statements are taken.

    Raises `WrongArgument` for anything but scenarios.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.certainty.readings import examples_of
    >>> len(examples_of([load_scenario(path)]))
    1
    """
    return tuple(example for scenario in scenarios for example in _examples(scenario))


@checked()
def shipped_examples(rulebook: Rulebook) -> tuple[Example, ...]:
    """The shipped worked examples of the document of a shipped rulebook.

    rulebook: a shipped one.

    Raises `WrongArgument` for anything but a rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.solver.certainty.readings import shipped_examples
    >>> shipped_examples(shipped_rulebook("sorcery-2026-01"))[0].name
    'animated-silence'
    """
    found = []
    for path in scenarios_for(rulebook):
        text = path.read_text(encoding="utf-8")
        # Most scenarios are no worked examples; these need not be read.
        if f"rulebook: {rulebook.id}\n" in text and "stated:" in text:
            found.append(load_scenario(path))
    return examples_of(found)


def examples_digest(examples: Iterable[Example]) -> str:
    """What tells these examples, with what is stated, from any others."""
    words = [token for one in examples for token in _tokens(one)]
    return digest("\n".join(words))


def _tokens(example: Example) -> Iterator[str]:
    yield example.name
    yield from tokens_of(example.scenario.play, skip=Rulebook)
    yield from tokens_of((example.scenario.players, example.scenario.active, example.order))
    yield from tokens_of(tuple((one.text, one.stated) for one in example.stated))


def _examples(scenario: Scenario) -> Iterator[Example]:
    plain = replace(scenario, readings=MappingProxyType({}))
    name = Path(scenario.file).name.removesuffix(SCENARIO_ENDING)
    if stated := stated_in(plain):
        yield Example(name, plain, (), stated)
    for variant in scenario.variants:
        other = replace(with_variant(plain, variant), readings=MappingProxyType({}))
        if stated := stated_in(other):
            yield Example(name, other, variant.order, stated)


def stated_in(scenario: Scenario) -> tuple[Expected, ...]:
    """What the document states of the scenario, on the way and of its end."""
    now = (e for event in scenario.play if isinstance(event, ExpectNow) for e in event.expect)
    return tuple(each for each in (*now, *scenario.expect) if each.stated)
