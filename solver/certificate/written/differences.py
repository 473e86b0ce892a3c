"""What differs between two values of JSON, told so that the later is made of the earlier again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.written.fitting import DEEPEST, Misfit, deep, unfit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.certificate.written.fitting import Json, Spot

NOW, KEYS, ITEMS, NEW = "now", "keys", "items", "new"
"""The value is this one now; some of its keys are other ones; some of its items are; some are new.

Of a key that is gone nothing is told but null. Of items it is told in their order: so many stay, so
many (a negative number) go, one is told by what differs, and some are new.
"""
MOST_MADE = 100_000_000
"""So many keys and items may be written anew, all values taken together."""

_WORDS = ("layer", "effect", "went", "id", "object")
_CHANGED = ("characteristic", "before", "after")


def difference(before: Json, after: Json) -> Json:
    """What tells the later value by the earlier one, which is another."""
    if isinstance(before, dict) and isinstance(after, dict):
        told: dict[str, Json] = {key: None for key in before if key not in after}
        for key, value in after.items():
            if key not in before:
                told[key] = {NOW: value}
            elif not _same(before[key], value):
                told[key] = difference(before[key], value)
        return {KEYS: dict(sorted(told.items()))}
    if isinstance(before, list) and isinstance(after, list):
        return {ITEMS: [*_items(before, after)]}
    return {NOW: after}


def _same(one: Json, other: Json) -> bool:
    """Whether two values are equal, and so are the types of all that is in them."""
    if one is other:
        return True
    if one != other:
        return False
    # Mostly they are written alike, too; otherwise true may stand for 1, or keys in another order.
    return repr(one) == repr(other) or _of_same_types(one, other)


def _of_same_types(one: Json, other: Json) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_of_same_types(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return all(map(_of_same_types, one, other))
    return type(one) is type(other)


def _items(before: Sequence[Json], after: Sequence[Json]) -> Iterator[Json]:
    """What became of each item: those at the beginning and at the end are called alike."""
    names, called = [*map(_name, before)], [*map(_name, after)]
    most = min(len(before), len(after))
    first = next((n for n in range(most) if names[n] != called[n]), most)
    rest = range(1, most - first + 1)
    last = next((n - 1 for n in rest if names[-n] != called[-n]), most - first)
    yield from _each(before[:first], after[:first])
    if gone := len(before) - first - last:
        yield -gone
    if new := after[first : len(after) - last]:
        yield {NEW: [*new]}
    if last:
        yield from _each(before[-last:], after[-last:])


def _each(before: Sequence[Json], after: Sequence[Json]) -> Iterator[Json]:
    stay = 0
    for old, new in zip(before, after, strict=True):
        if _same(old, new):
            stay += 1
            continue
        if stay:
            yield stay
        yield difference(old, new)
        stay = 0
    if stay:
        yield stay


def _name(value: Json) -> object:
    """By what a value in a list is known again, when something of it is another."""
    if isinstance(value, list):
        return list
    if not isinstance(value, dict):
        return type(value), value
    for word in _WORDS:
        if isinstance(value.get(word), str):
            return word, value[word]
    return tuple(repr(value[key]) for key in _CHANGED if key in value)


class Remaking:
    """Makes values of earlier ones by what differs. The earlier ones stay as they are."""

    def __init__(self) -> None:
        self._made = 0

    def made(self, before: Json, told: Json, at: Spot) -> Json:
        """The later value; raises `Misfit` where what is told is of no such earlier value."""
        if deep(at) > DEEPEST:
            raise Misfit(at, "the values lie too deep in each other", f"{DEEPEST} deep at most")
        if not isinstance(told, dict) or len(told) != 1:
            raise unfit(told, at, f"what differs: one of {NOW}, {KEYS}, {ITEMS}")
        [(word, inner)] = told.items()
        match word, inner:
            case "now", _:
                return inner
            case "keys", dict():
                if not isinstance(before, dict):
                    raise Misfit((at, KEYS), "what it was before has no keys", NOW)
                return self._with_keys(before, inner, (at, KEYS))
            case "items", list():
                if not isinstance(before, list):
                    raise Misfit((at, ITEMS), "what it was before has no items", NOW)
                return self._with_items(before, inner, (at, ITEMS))
        raise Misfit(
            (at, word), f"'{word}' says nothing of what differs", f"{NOW}, {KEYS}, {ITEMS}"
        )

    def _with_keys(self, before: dict[str, Json], told: dict[str, Json], at: Spot) -> Json:
        self._count(len(before) + len(told), at)
        after = dict(before)
        for key, one in told.items():
            here = (at, key)
            if key in before:
                if one is None:
                    del after[key]
                else:
                    after[key] = self.made(before[key], one, here)
            elif isinstance(one, dict) and one.keys() == {NOW}:
                after[key] = one[NOW]
            else:
                raise Misfit(here, f"there was no '{key}' before", f"'{NOW}' and what it is")
        return after

    def _with_items(self, before: list[Json], told: list[Json], at: Spot) -> Json:
        self._count(len(before) + len(told), at)
        after: list[Json] = []
        place = 0
        for number, one in enumerate(told):
            here = (at, number)
            count = 1
            if type(one) is int:
                count = abs(one)
            elif isinstance(one, dict) and one.keys() == {NEW}:
                new = one[NEW]
                if not isinstance(new, list) or not new:
                    raise unfit(new, (here, NEW), "a list of new items")
                after += new
                continue
            if not 0 < count <= len(before) - place:
                raise Misfit(here, "there were not so many items before", "what became of each")
            if type(one) is not int:
                after.append(self.made(before[place], one, here))
            elif one > 0:
                after += before[place : place + count]
            place += count
        if place != len(before):
            left = len(before) - place
            raise Misfit(at, f"nothing is said of the last {left} items", "what became of each")
        return after

    def _count(self, many: int, at: Spot) -> None:
        self._made += many
        if self._made > MOST_MADE:
            raise Misfit(at, "the states come to too much", f"{MOST_MADE} keys and items at most")
