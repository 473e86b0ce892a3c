"""Makes a scenario's history one step smaller: an event, a player, a choice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from layerlaw.model.algebra.trees import rebuilt
from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import (
    Announce,
    ChangeCounters,
    ExpectNow,
    Move,
    Place,
    Play,
    Together,
    TurnBegins,
    UseAbility,
    new_ids,
    references,
)
from layerlaw.model.scenarios.write import event_text
from layerlaw.solver.shell.shrink.card_steps import SmallerScenario, without_ids
from layerlaw.solver.shell.shrink.tree_steps import nearer_to_nothing, one_less

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.scenario import Scenario


AnyEvent = Any
"""An event; one that is changed stays of its kind, which types cannot say of a union."""


def bare_steps(scenario: Scenario) -> Iterator[SmallerScenario]:
    """The scenario without expectations, other orders and clauses."""
    on_the_way = any(isinstance(event, ExpectNow) for event in scenario.play)
    if scenario.expect or scenario.variants or on_the_way:
        bare = replace(scenario, play=scenario.events, expect=(), variants=())
        yield SmallerScenario("what is expected", bare)
    if scenario.because:
        yield SmallerScenario("the clauses it is said to rest on", replace(scenario, because=()))


def without(scenario: Scenario, numbers: Collection[int]) -> Scenario:
    """The scenario without the events of these numbers (from 0) and what depends on them.

    That is: events that speak of what is not there any more, and abilities that do.
    """
    play = tuple(event for number, event in enumerate(scenario.play) if number not in numbers)
    return _meaningful(scenario, play)


def _meaningful(scenario: Scenario, play: tuple[Event, ...]) -> Scenario:
    """The scenario with those events that still have a meaning without the removed ones."""
    kept: list[Event] = []
    known = {id for event in scenario.play for id in new_ids(event)}
    there: set[str] = set()
    for event in play:
        left = _possible(event, known, there)
        if left is not None:
            kept.append(left)
            there.update(new_ids(left))
    return without_ids(replace(scenario, play=tuple(kept)), known - there)


def _possible(event: Event, known: Collection[str], there: Collection[str]) -> Event | None:
    """The event, or what is left of it where only some ids are there."""
    if isinstance(event, Together):
        now = set(there)
        inner = []
        for each in event.events:
            if _possible(each, known, now) is not None:
                inner.append(each)
                now.update(new_ids(each))
        return replace(event, events=tuple(inner)) if inner else None
    missing = any(id in known and id not in there for id in references(event))
    return None if missing else event


def event_steps(scenario: Scenario) -> Iterator[SmallerScenario]:
    """The scenario without one event and what depends on it, the last ones first."""
    for number in reversed(range(len(scenario.play))):
        event = scenario.play[number]
        yield SmallerScenario(event_text(event, scenario.rulebook), without(scenario, {number}))
    for number, event in enumerate(scenario.play):
        if not isinstance(event, Together):
            continue
        for index, inner in enumerate(event.events):
            left = tuple(kept for at, kept in enumerate(event.events) if at != index)
            if left:
                play = _with_event(scenario, number, (replace(event, events=left),)).play
                yield SmallerScenario(
                    event_text(inner, scenario.rulebook), _meaningful(scenario, play)
                )
        apart = _with_event(scenario, number, event.events)
        yield SmallerScenario("that events happen together", apart)


def player_steps(scenario: Scenario) -> Iterator[SmallerScenario]:
    """The scenario with one player less, replaced by another, or with one choice less."""
    for player in reversed(scenario.players):
        for successor in scenario.players:
            if successor != player:
                yield SmallerScenario(
                    f"the player {player} (what they did, {successor} does)",
                    _played_by(scenario, player, successor),
                )
    if scenario.active is not None:
        yield SmallerScenario("whose turn it is", replace(scenario, active=None))
    for point in scenario.readings:
        left = {key: value for key, value in scenario.readings.items() if key != point}
        yield SmallerScenario(f"the reading of {point}", replace(scenario, readings=left))


def detail_steps(scenario: Scenario) -> Iterator[SmallerScenario]:
    """The scenario with one detail of one event left out or made smaller."""
    for number, event in enumerate(scenario.play):
        for less in _less(event):
            smaller = _with_event(scenario, number, (less,))
            texts = [event_text(shown, scenario.rulebook) for shown in (event, less)]
            yield SmallerScenario(f"{texts[0]} became {texts[1]}", smaller)


def _less(event: AnyEvent) -> Iterator[AnyEvent]:
    match event:
        case Together(inner):
            for index, each in enumerate(inner):
                for less in _less(each):
                    yield replace(event, events=(*inner[:index], less, *inner[index + 1 :]))
        case Announce(what):
            yield from (replace(event, what=less) for less in _less(what))
        case Play(place=place, targets=targets, copying=copying, choosing=choosing):
            yield from (replace(event, targets=less) for less in one_less(targets, least=0))
            if event.then:
                yield replace(event, then=event.then[:-1])
            elif copying is not None:
                yield replace(event, copying=None, that_left=False)
            yield from (replace(event, choosing=less) for less in _less_chosen(choosing))
            if place is not None:
                yield replace(event, place=None)
                yield from (replace(event, place=less) for less in _less_place(place))
        case UseAbility(targets=targets, choosing=choosing):
            yield from (replace(event, targets=less) for less in one_less(targets, least=0))
            yield from (replace(event, choosing=less) for less in _less_chosen(choosing))
            if event.ability:
                yield replace(event, ability="")
        case Move(place=place):
            yield from (replace(event, place=less) for less in _less_place(place))
        case ChangeCounters(amount=amount):
            yield from (replace(event, amount=less) for less in nearer_to_nothing(amount))


def _less_chosen(choosing: str | None) -> Iterator[str | None]:
    if choosing is None:
        return
    yield None
    digits = choosing.removeprefix("-").removeprefix("+")
    if digits.isdecimal():
        yield from map(str, nearer_to_nothing(int(choosing)))


def _less_place(place: Place) -> Iterator[Place]:
    """The same square of fewer, on the surface."""
    if place.level != "surface":
        yield replace(place, level="surface")
    if place.void:
        yield replace(place, void=())
    for less in one_less(place.squares):
        void = tuple(square for square in place.void if square in less)
        if len(void) < len(less):
            yield replace(place, squares=less, void=void)


def _with_event(scenario: Scenario, number: int, instead: tuple[Event, ...]) -> Scenario:
    play = scenario.play
    return replace(scenario, play=play[:number] + instead + play[number + 1 :])


def _played_by(scenario: Scenario, player: str, other: str) -> Scenario:
    """The scenario without a player, replaced by the other one."""

    def by_other(node: object) -> object:
        if isinstance(node, Play | UseAbility | TurnBegins) and node.player == player:
            return replace(node, player=other)
        return node

    return replace(
        scenario,
        players=tuple(name for name in scenario.players if name != player),
        active=other if scenario.active == player else scenario.active,
        play=rebuilt(scenario.play, by_other, closed=Card),
    )
