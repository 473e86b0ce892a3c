"""What stands before any effect, compared between two histories: objects and resolved effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.notation.printing import print_ability
from layerlaw.solver.answer.explain import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.scenarios.events import Place
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.situation import ResolvedEffect, Situation, Thing

Facts = dict[str, str]
"""The facts about one object or effect, by name; only what is not as usual."""

InWords = tuple[tuple[str, ...], tuple[str, ...]]
"""What is so on each side alone, in words."""

_LOCKED = "locked to"


def situation_differences(one: Answer, other: Answer) -> dict[str, InWords]:
    """The objects and the resolved effects that differ before any effect, and in what.

    When things came, and so timestamps, are not compared.
    """
    sides = [
        {
            **{thing.id: _of_thing(thing) for thing in answer.situation.things},
            **{f"effect {e.id}": _of_effect(e) for e in answer.situation.effects},
            **_of_players(answer.situation),
        }
        for answer in (one, other)
    ]
    differences: dict[str, InWords] = {}
    for id in dict.fromkeys((*sides[0], *sides[1])):
        first, second = sides[0].get(id), sides[1].get(id)
        if first != second:
            differences[id] = (_in_words(id, first, second), _in_words(id, second, first))
    return differences


def happenings(answer: Answer, other: Answer, ids: Iterable[str]) -> tuple[Reason, ...]:
    """What happened to these objects by itself in the first answer alone, as reasons."""
    wanted = {id.removeprefix("effect ") for id in ids}
    there = {(entry.object, entry.what) for entry in other.chronicle}
    return tuple(
        Reason(
            f"{entry.object} {entry.what} after event {entry.event}",
            (entry.clause,) if entry.clause else (),
        )
        for entry in answer.chronicle
        if entry.object in wanted and (entry.object, entry.what) not in there
    )


def _in_words(id: str, here: Facts | None, there: Facts | None) -> tuple[str, ...]:
    if here is None:
        return (f"{id} is not there",)
    if there is None:
        return (f"{id} is there" + (f": {here['does']}" if "does" in here else ""),)
    names = dict.fromkeys((*here, *there))
    return tuple(
        _fact(id, name, here.get(name)) for name in names if here.get(name) != there.get(name)
    )


def _fact(id: str, name: str, value: str | None) -> str:
    if name == _LOCKED:
        # An empty set of objects and an open one are opposites.
        return f"{id} is not locked (open)" if value is None else f"{id} is locked to: {value}"
    return f"{name} of {id}: {'none' if value is None else value}"


def _locked(sets: tuple[tuple[str, ...] | None, ...]) -> str:
    """The objects of each instruction; nothing where all of them choose anew each time."""
    if all(ids is None for ids in sets):
        return ""
    return "; ".join("(open)" if ids is None else ", ".join(ids) or "no object" for ids in sets)


def _of_players(situation: Situation) -> dict[str, Facts]:
    """The numbers that events changed, by player."""
    found: dict[str, Facts] = {}
    for total in situation.totals:
        found.setdefault(total.player, {})[total.name] = str(total.number)
    return found


def _of_thing(thing: Thing) -> Facts:
    facts = {
        "card": thing.form.name,
        "zone": thing.zone,
        "owner": thing.owner,
        "controller": thing.controller,
        "place": "" if thing.place is None else _place(thing.place),
        "bearer": thing.bearer or "",
        "counters": _counted({name: n for name, n in thing.counters.items() if n}),
        "lost for good": ", ".join(sorted(thing.without)),
        "statuses": ", ".join(sorted(thing.statuses)),
        "came this turn": "yes" if thing.fresh else "",
        "came from": thing.came_from,
        "choice": thing.choice or "",
        "linked with": ", ".join(card.name for card in thing.linked),
    }
    return {name: text for name, text in facts.items() if text}


def _of_effect(effect: ResolvedEffect) -> Facts:
    facts = {
        "does": print_ability(effect.ability),
        "player": effect.player,
        "targets": ", ".join(effect.targets),
        _LOCKED: _locked(effect.locked),
        "over for": ", ".join(sorted(effect.over_for)),
        "copies": ", ".join("nothing" if card is None else card.name for card in effect.copies),
        "no longer gives": ", ".join(f"{k} to {id}" for id, k in sorted(effect.withheld)),
        "source": f"{effect.source}, new since" if effect.orphaned else effect.source,
        "choice": effect.choice or "",
        "last turn": "yes" if effect.ending else "",
    }
    return {name: text for name, text in facts.items() if text}


def _place(place: Place) -> str:
    void = "".join(f", {square} in the void" for square in place.void)
    return f"{', '.join(map(str, place.squares))} ({place.level}{void})"


def _counted(counters: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(counters.items()))
