"""Every change of every field of nested records, for tests: another value, type, length, order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from layerlaw.solver.facts.lists import Difference, Lists
from layerlaw.solver.facts.rows import Changes

Path = tuple[str, ...]
Tampered = tuple[Path, str, Any]
"""Where it was changed (fields, without places in sequences), how, and what came of it."""


KINGS = """
title: Two Kings, Mesmerism and Infiltrate, on a field of soldiers
rulebook: sorcery-2026-01
players: [me, you]
play:
  - me: Foot Soldier as F at 18
  - you: Foot Soldier as G at 3
  - me: King of the Realm as K1 at 13
  - you: King of the Realm as K2 at 8
  - you: Mesmerism as M on K1
  - me: Infiltrate as I on K1
  - damage: F 9
"""

CHAIN = """
title: A chain of three, oldest last in it, and one effect that has nothing to do with it
rulebook: sorcery-2026-01
players: [me, you]
cards:
  Last: {is: [minion], power: 1, has: ["minions with Burrowing: gain Airborne"]}
  Middle: {is: [minion], power: 1, has: ["minions with Submerge: gain Burrowing"]}
  First: {is: [minion], power: 1, has: ["minions: gain Submerge"]}
  Lender: {is: [minion], power: 1, has: [Submerge, "minions: gain [self: lose Stealth]"]}
play:
  - me: Last as A at 1
  - me: Middle as B at 2
  - me: First as C at 3
  - you: Lender as D at 20
"""


def tampered(record: Any, path: Path = ()) -> Iterator[Tampered]:
    """The record with one thing changed, for every thing in it."""
    if is_dataclass(record) and not isinstance(record, type):
        for field in fields(record):
            for where, how, changed in tampered(getattr(record, field.name), (*path, field.name)):
                yield where, how, replace(record, **{field.name: changed})
    elif isinstance(record, Mapping):
        yield from _mapping(record, path)
    elif isinstance(record, Sequence) and not isinstance(record, str):
        yield from _sequence(tuple(record), path)
    else:
        for how, changed in _plain(record):
            yield path, how, changed


def _plain(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield "turned round", not value
        yield "of another type", int(value)
    elif isinstance(value, int):
        yield "one more", value + 1
        yield "of another type", float(value)
        if value in (0, 1):
            yield "a truth", bool(value)
    elif isinstance(value, str):
        yield "another word", f"{value}?"
        if value:
            yield "emptied", ""
        yield "of another type", (value,)
    elif value is None:
        yield "a word for nothing", "?"
        yield "a number for nothing", 0


def _sequence(items: tuple[Any, ...], path: Path) -> Iterator[Tampered]:
    yield path, "a stranger added", (*items, "?")
    for place, item in enumerate(items):
        before, after = items[:place], items[place + 1 :]
        yield path, "one dropped", (*before, *after)
        yield path, "one twice", (*before, item, item, *after)
        if after and after[0] != item:
            yield path, "two swapped", (*before, after[0], item, *after[1:])
        for where, how, changed in tampered(item, path):
            yield where, how, (*before, changed, *after)


def _mapping(items: Mapping[Any, Any], path: Path) -> Iterator[Tampered]:
    for key, value in items.items():
        rest = {one: other for one, other in items.items() if one != key}
        yield path, "an entry dropped", rest
        for how, changed in _plain(key if isinstance(key, str) else key[-1]):
            name = changed if isinstance(key, str) else (*key[:-1], changed)
            yield path, f"an entry moved: {how}", {**rest, name: value}
        for where, how, changed in tampered(value, path):
            yield where, how, {**rest, key: changed}


def with_lists(
    changes: Changes, differences: Mapping[Difference, int], lists: Lists | None, turn: int = 0
) -> Changes:
    """The same cells but those of lists, and other lists."""
    return Changes(
        changes.objects,
        changes.whole,
        changes.order,
        differences=differences,
        lists=lists,
        turn=turn,
    )


def other_lists(lists: Lists) -> Iterator[Lists]:
    """The lists with one thing changed: a word, who has it, or what a turn did."""
    for name, words in lists.start.items():
        for place, (word, row) in enumerate(words):
            last = 1 << row.bit_length() >> 1
            for other in ((word, row ^ 1), (word, row ^ last), (word + "x", row), (word, 0)):
                start = {**lists.start, name: (*words[:place], other, *words[place + 1 :])}
                yield Lists(start, lists.turns)
    for number, differences in enumerate(lists.turns):
        for (name, taken, added), row in differences.items():
            rest = {key: held for key, held in differences.items() if key != (name, taken, added)}
            others: tuple[dict[Difference, int], ...] = (
                {(name, taken, added): row & row - 1},
                {(name, (*taken, "other"), added): row},
                {(name, taken, (*added, "other")): row},
                {(name, added, taken): row},
                {},
            )
            for one in others:
                before, after = lists.turns[:number], lists.turns[number + 1 :]
                yield Lists(lists.start, [*before, {**rest, **one}, *after])
