"""Open points that move operations between layers, where nothing on the table could tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.effects.acts import Meeting, act_layers, acts_of, words_may_change
from layerlaw.solver.effects.own_keywords import gains_itself, given_by_counters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from layerlaw.model.algebra import Ability
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.effects.acts import Access


@dataclass(frozen=True, slots=True)
class Points:
    """The open points that move operations between layers.

    idle: those of which it does not matter on the table into which layers they move what.
    undecided: others of which it does not matter either if no two effects that meet could ever be
    done to the same object; where all effects look at the same state, that is all there is to it.
    """

    idle: frozenset[str] = frozenset()
    undecided: frozenset[str] = frozenset()


def moving_points(
    rulebook: Rulebook,
    plain: Rulebook,
    allowed: Mapping[str, tuple[str, ...]],
    abilities: Iterable[Ability],
    static: Iterable[Ability] = (),
) -> Points:
    """Which open points matter on the table by moving operations between layers.

    What an idle point moves meets nothing in the layers between: it is done to the same objects and
    comes to the same wherever it stands there, and so does everything else.

    rulebook: under all readings that remain, of which `allowed` tells; plain: the same rulebook
    under one. abilities: whatever may apply on the table: is printed, is a rule, or left an
    effect. static: those of them that are printed, and apply as long as something has them.
    """
    if rulebook.has_places_between:
        # Who waits for a layer waits for it whether or not anything there is moved.
        return Points()
    moving = {
        point: words
        for point, readings in allowed.items()
        if len(readings) > 1 and (words := moved_by(plain, point, readings))
    }
    if not moving:
        return Points()
    every = {id(ability): ability for ability in abilities}
    acts = [one for ability in every.values() for one in plain.kept(_worded, ability)]
    for given in given_by_counters(plain).values():
        acts += _worded(plain, gains_itself(plain, given))
    if words_may_change(act for act, _ in acts):
        return Points()
    if any(act.copies for act, _ in acts) and _namesakes(rulebook, plain, acts, static):
        return Points()
    shown = [p for p in moving if _shows(p, rulebook, plain, allowed[p], moving, acts)]
    at_once = Meeting.under(rulebook).at_once
    return Points(frozenset(moving).difference(shown), frozenset(shown if at_once else ()))


def moved_by(rulebook: Rulebook, point: str, readings: Iterable[str]) -> frozenset[str]:
    """The words that these readings of the point put into layers."""
    return frozenset(
        word for one in readings for word in rulebook.points[point].reading(one).layers
    )


Worded = tuple["Access", frozenset[str]]
"""An act with its words up to the one that a layer lists: nothing goes by those behind it."""


def _worded(rulebook: Rulebook, ability: Ability) -> tuple[Worded, ...]:
    return tuple(
        (act, heeded(rulebook, () if act.layer else act.words))
        for act in acts_of(rulebook, ability)
    )


def heeded(rulebook: Rulebook, words: Sequence[str]) -> frozenset[str]:
    """The words up to the one that a layer lists: nothing goes by those behind it."""
    listed = frozenset(word for layer in rulebook.layers for word in layer.does)
    ends = next((at for at, word in enumerate(words, 1) if word in listed), len(words))
    return frozenset(words[:ends])


def _namesakes(
    rulebook: Rulebook, plain: Rulebook, acts: Iterable[Worded], static: Iterable[Ability]
) -> bool:
    """Whether a copy could bring what is called like something that has begun by then.

    That is refused where both wait in one layer. Begun may have what acts up to the last layer that
    copies, and what copies itself; the rest of what it does waits behind that.
    """
    place = {layer.id: number for number, layer in enumerate(plain.layers)}

    def places(act: Access) -> list[int]:
        return [place[id] for id in act_layers(rulebook, act)]

    last = max(max(places(act)) for act, _ in acts if act.copies)
    for ability in static:
        each = [act for act, _ in plain.kept(_worded, ability)]
        others = [act for act in each if not act.copies]
        if others and (len(others) < len(each) or min(map(min, map(places, others))) <= last):
            return True
    return False


def _shows(
    point: str,
    rulebook: Rulebook,
    plain: Rulebook,
    readings: tuple[str, ...],
    moving: Mapping[str, frozenset[str]],
    acts: Iterable[Worded],
) -> bool:
    """Whether moving what the point moves could be told."""
    moved: list[Access] = []
    moved_words = frozenset[str]()
    others: list[Access] = []
    for act, words in acts:
        if words.isdisjoint(moving[point]):
            others.append(act)
            continue
        moved.append(act)
        moved_words |= words
    if not moved:
        return False
    if any(one != point and not moved_words.isdisjoint(moving[one]) for one in moving):
        return True  # Another point moves something of it, too.
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
    # What goes to one layer under each reading keeps its own order there.
    for reading in readings:
        layers = plain.points[point].reading(reading).layers
        where = {layers.get(word) for word in moved_words & moving[point]}
        if (len(where) > 1 or None in where) and meeting.of(moved, moved):
            return True
    return False
