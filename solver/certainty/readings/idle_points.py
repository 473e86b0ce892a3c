"""Open points that only move operations between layers, where nothing on the table could tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.effects.acts import Meeting, act_layers, acts_of, words_may_change
from layerlaw.solver.effects.own_keywords import gains_itself, given_by_counters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from layerlaw.model.algebra import Ability
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.effects.acts import Act


def idle_points(
    rulebook: Rulebook,
    plain: Rulebook,
    allowed: Mapping[str, tuple[str, ...]],
    abilities: Iterable[Ability],
) -> frozenset[str]:
    """The open points of which every remaining reading leaves the same on the table.

    What such a point moves meets nothing in the layers between: it is done to the same objects and
    comes to the same wherever it stands there, and so does everything else.

    rulebook: under all readings that remain, of which `allowed` tells; plain: the same rulebook
    under one. abilities: whatever is printed on something on the table, is a rule, or left an
    effect.
    """
    if rulebook.has_places_between:
        return frozenset()
    moving = {
        point: frozenset(
            word for one in readings for word in plain.points[point].reading(one).layers
        )
        for point, readings in allowed.items()
        if len(readings) > 1
    }
    points = [
        point for point in moving if not any(one.policies for one in plain.points[point].readings)
    ]
    if not points:
        return frozenset()
    counters = (gains_itself(plain, one) for one in given_by_counters(plain).values())
    every = {id(ability): ability for ability in (*abilities, *counters)}
    acts = [act for ability in every.values() for act in plain.kept(acts_of, ability)]
    if words_may_change(acts):
        return frozenset()
    return frozenset(p for p in points if not _shows(p, rulebook, plain, allowed[p], moving, acts))


def _shows(
    point: str,
    rulebook: Rulebook,
    plain: Rulebook,
    readings: tuple[str, ...],
    moving: Mapping[str, frozenset[str]],
    acts: Iterable[Act],
) -> bool:
    """Whether moving what the point moves could be told."""
    listed = {word: layer.id for layer in reversed(plain.layers) for word in layer.does}
    moved: list[Act] = []
    others: list[Act] = []
    for act in acts:
        by = {one for one in moving if not moving[one].isdisjoint(_words(act, listed))}
        (moved if point in by else others).append(act)
        if point in by and len(by) > 1:
            return True  # Another point moves it, too.
    if not moved:
        return False
    places = [layer.id for layer in plain.layers]
    taken = {id for act in moved for id in act_layers(rulebook, act)}
    if len({(one.test, one.early) for one in plain.layers if one.id in taken}) > 1:
        return True
    numbers = sorted(map(places.index, taken))
    between = frozenset(places[numbers[0] : numbers[-1] + 1])
    beside = (act for act in others if not between.isdisjoint(act_layers(rulebook, act)))
    meeting = Meeting.under(rulebook)
    if meeting.of(moved, beside):
        return True
    for reading in readings:
        layers = {**listed, **plain.points[point].reading(reading).layers}
        where = {
            next(layers[word] for word in _words(act, listed) if word in layers) for act in moved
        }
        if len(where) > 1 and meeting.of(moved, moved):
            return True
    return False


def _words(act: Act, listed: Mapping[str, str]) -> Iterator[str]:
    """The words of an act up to the one that a layer lists: nothing goes by those behind it."""
    if act.layer:
        return
    for word in act.words:
        yield word
        if word in listed:
            return
