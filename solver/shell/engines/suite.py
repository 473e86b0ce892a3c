"""Scenarios with our states after every event, as JSON that other engines' tests can read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import cards_in
from layerlaw.model.cards.write import card_tree
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import with_variant
from layerlaw.model.shipped import shipped_cards
from layerlaw.model.version import VERSION
from layerlaw.solver.facts.situation import NOWHERE, RULES
from layerlaw.solver.shell.engines.event_json import event_json
from layerlaw.solver.shell.report.json_form import document, json_of
from layerlaw.solver.shell.report.shelf import card_json
from layerlaw.solver.shell.testing.histories import states_after
from layerlaw.solver.shell.testing.reading import OWNER, ZONE, kinds
from layerlaw.solver.shell.testing.same import our_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.json_form import Json


def suite(
    scenarios: Mapping[str, Scenario], progress: Callable[[int, int], None] | None = None
) -> dict[str, Json]:
    """The scenarios as one document, each in every order and reading that it describes.

    scenarios: by what they are called there. progress: called with how many are done, of how many.
    Raises `LayerlawError` for one whose history cannot go on, naming it.
    """
    books: dict[str, Rulebook] = {}
    used: dict[str, dict[str, Json]] = {}
    cases: list[Json] = []
    for number, (name, scenario) in enumerate(scenarios.items(), 1):
        for id, case in _orders(name, scenario):
            book = case.rulebook
            books.setdefault(book.id, book)
            cards = {card.name: json_of(card_tree(card, book)) for card in cards_in(case.play)}
            shelf = shipped_cards(book)
            own = {name: tree for name, tree in cards.items() if not _shipped(name, shelf, case)}
            known = used.setdefault(book.id, {})
            known.update({name: tree for name, tree in cards.items() if name not in own})
            cases.append(_case(id, case, own))
        if progress is not None:
            progress(number, len(scenarios))
    return document(
        "suite",
        made_by=f"layerlaw {VERSION}",
        rulebooks={
            id: {
                "title": book.title,
                "version": book.version,
                "clauses": {
                    clause.id: {"place": clause.place, "says": clause.says}
                    for clause in book.clauses.values()
                },
                "cards": dict(sorted(used[id].items())),
            }
            for id, book in sorted(books.items())
        },
        scenarios=cases,
    )


def suite_text(whole: Mapping[str, Json]) -> str:
    """The document as text, each scenario on a line of its own."""
    scenarios = whole["scenarios"]
    assert isinstance(scenarios, list)
    head = json.dumps({**whole, "scenarios": []}, indent=1, ensure_ascii=False)
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in scenarios)
    before, brackets, after = head.rpartition("[]")
    return f"{before}[\n{lines}\n]{after}\n" if brackets else head


def _orders(name: str, scenario: Scenario) -> Iterator[tuple[str, Scenario]]:
    yield name, scenario
    for number, variant in enumerate(scenario.variants, 2):
        changed = with_variant(scenario, variant)
        because = variant.because or scenario.because
        yield f"{name}#{number}", replace(changed, because=because)


def _shipped(name: str, shelf: Mapping[str, object], case: Scenario) -> bool:
    """Whether the card in the scenario is the shipped one of that name."""
    there = next(card for card in cards_in(case.play) if card.name == name)
    return name in shelf and shelf[name] == there


def _case(id: str, scenario: Scenario, own: Mapping[str, Json]) -> dict[str, Json]:
    book = scenario.rulebook
    try:
        states = [
            [_state(answer, list(kinds(derivation))) for answer in derivation.states]
            for _, derivation in states_after(scenario)
        ]
    except LayerlawError as error:
        raise LayerlawError(f"{id}: {error}") from None
    settled = book.settled(scenario.readings)
    return {
        "id": id,
        "title": scenario.title,
        "rulebook": book.id,
        "readings": {point: settled.chosen[point] for point in sorted(settled.chosen)},
        "because": list(scenario.because),
        "from": scenario.source or None,
        "players": list(scenario.players),
        "active": scenario.active,
        "cards": dict(own),
        "printed": {card.name: card_json(card) for card in cards_in(scenario.play)},
        "events": [event_json(event, book) for event in scenario.events],
        "states": json_of(states),
        "expect": [expected.text for expected in scenario.expect if not expected.xfail],
    }


def _state(answer: Answer, names: Iterable[str]) -> dict[str, dict[str, Json]]:
    """Every object with what can be compared of it, as `layerlaw check --engine` would."""
    names = tuple(names)
    found: dict[str, dict[str, Json]] = {}
    for thing in answer.world.things:
        # What is part of another object has no values of its own.
        asked = (ZONE, OWNER) if thing.zone == NOWHERE else names
        told = {name: json_of(our_value(answer, thing.id, name)) for name in asked}
        if thing.id == RULES or thing.id in answer.situation.players:
            told = {n: value for n, value in told.items() if (thing.id, n) in answer.final}
        if told:
            found[thing.id] = told
    return found
