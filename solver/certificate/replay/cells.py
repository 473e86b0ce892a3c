"""The starting board of the replay, its cells as the records show them, and what checks find."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import SEVERAL_NAMES
from layerlaw.solver.certificate.kept import Kept
from layerlaw.solver.certificate.replay.board import (
    ANY,
    BARS,
    BASE,
    HOLDING,
    KEYWORDS,
    NAME,
    ReplayBoard,
    row_of,
)
from layerlaw.solver.certificate.replay.words import RULES, policy, reckon

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook, Status
    from layerlaw.solver.certificate.replay.board import Column
    from layerlaw.solver.certificate.replay.instances import ReplayInstance, ReplayInstances
    from layerlaw.solver.certificate.replay.space import ReplayTable
    from layerlaw.solver.facts.situation import Thing


def joined(card: Card, linked: tuple[Card, ...], rulebook: Rulebook) -> Card:
    """A printed form with those that are part of it: some numbers are added up, the rest united."""
    for other in linked:
        numbers = dict(card.numbers)
        for name in rulebook.linked:
            if name in other.numbers and name in numbers:
                numbers[name] = reckon(numbers[name], "+", other.numbers[name])
            elif name in other.numbers:
                numbers[name] = other.numbers[name]
        sets = {
            name: tuple(dict.fromkeys((*card.sets.get(name, ()), *other.sets.get(name, ()))))
            for name in (*card.sets, *other.sets)
        }
        names = {*card.name.split(SEVERAL_NAMES), *other.name.split(SEVERAL_NAMES)}
        card = replace(
            card,
            name=SEVERAL_NAMES.join(sorted(names)),
            numbers=numbers,
            sets=sets,
            abilities=(*card.abilities, *other.abilities),
        )
    return card


def form_of(thing: Thing, rulebook: Rulebook) -> Card:
    """What is printed on an object, or on what it entered as a copy of, and what is part of it."""
    return joined(thing.form, thing.linked, rulebook)


def _with_numbers_of(front: Card, card: Card, kept: tuple[str, ...]) -> Card:
    """The card with those numbers of its front face. Clause: CR-202.3b."""
    own = {name: value for name, value in card.numbers.items() if name not in kept}
    theirs = {name: value for name, value in front.numbers.items() if name in kept}
    return replace(card, numbers=own | theirs)


def _with_numbers_added(other: Card, card: Card, kept: tuple[str, ...]) -> Card:
    """The card with those numbers of the other one as well. Clause: CR-202.3c."""
    theirs = {name: value for name, value in other.numbers.items() if name in kept}
    for name in theirs.keys() & card.numbers.keys():
        theirs[name] = reckon(theirs[name], "+", card.numbers[name])
    return replace(card, numbers={**card.numbers, **theirs})


def _as_it_is(thing: Thing, rulebook: Rulebook) -> Card:
    """The card of an object with what is part of it, and the numbers of its other faces."""
    card = joined(thing.card, thing.linked, rulebook) if thing.linked else thing.card
    if thing.front is not None and rulebook.front_numbers:
        card = _with_numbers_of(thing.front, card, rulebook.front_numbers)
    if thing.melded is not None:
        card = _with_numbers_added(thing.melded, card, rulebook.front_numbers)
    return card


class _Printable:
    """What cards print under a rulebook.

    numbers: for each whether it has a base value. counting: those of counters.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        known = rulebook.characteristics.values()
        self.numbers = {one.name: one.base for one in known if one.kind == "number"}
        self.sets = tuple(one.name for one in known if one.kind == "set")
        self.counting = tuple(one.name for one in known if one.counter)


_printable: Kept[Rulebook, _Printable] = Kept(_Printable, most=100)


def starting_board(table: ReplayTable, instances: ReplayInstances) -> ReplayBoard:
    """What is printed on every object, who controls it, its counters, and its statuses."""
    board = ReplayBoard(table.index)
    rulebook = table.rulebook
    printable = _printable(rulebook)
    numbers, sets = printable.numbers, printable.sets
    columns = board.columns
    counted = dict.fromkeys(printable.counting, table.beyond_ones)

    def write(card: Card, counters: Mapping[str, int], objects: int) -> None:
        """The card as printed on these objects, with their counters."""
        _add(columns, NAME, card.name, objects)
        for name, value in card.numbers.items():
            if name in numbers:
                if name not in counters:
                    _add(columns, name, value, objects)
                if name in counted:
                    counted[name] |= objects
                if numbers[name]:
                    _add(columns, BASE + name, value, objects)
        for name, value in counters.items():
            if name in numbers and (name in counted or name in card.numbers):
                _add(columns, name, value, objects)
            if name in counted:
                counted[name] |= objects
        for name in sets:
            for word in card.sets.get(name, ()):
                _add(columns, name, word, objects)

    # Objects that are as the same card is printed are written together.
    plain: dict[int, tuple[Card, list[int]]] = {}
    controlled: dict[str, list[int]] = {}
    holding: dict[tuple[ReplayInstance, ...], list[int]] = {}
    for place, (name, thing) in enumerate(table.things.items()):
        card = thing.card
        if thing.counters or thing.linked or thing.front is not None or thing.melded is not None:
            card = _as_it_is(thing, rulebook)
            write(card, thing.counters, 1 << place)
        elif id(card) in plain:
            plain[id(card)][1].append(place)
        else:
            plain[id(card)] = card, [place]
        if thing.controller:
            controlled.setdefault(thing.controller, []).append(place)
        printed = instances.printed(card, named=name == RULES)
        if printed and thing.without:
            printed = tuple(one for one in printed if one.ability.keyword not in thing.without)
        if printed:
            board.held[place] = printed
            holding.setdefault(printed, []).append(place)
    for card, places in plain.values():
        write(card, {}, row_of(places))
    for player, places in controlled.items():
        _add(columns, rulebook.control, player, row_of(places))
    for printed, places in holding.items():
        objects = row_of(places)
        for one in printed:
            _add(columns, HOLDING, one, objects)
            _add(columns, KEYWORDS, one.ability.keyword, objects)
        _add(columns, KEYWORDS, ANY, objects)
    for name, there in counted.items():
        if table.everyone & ~there:
            _add(columns, name, 0, table.everyone & ~there)
    bars = policy(rulebook, "loss") == "bar"
    given: dict[str, list[int]] = {}
    for place, thing in enumerate(table.things.values()):
        for had in thing.statuses:
            given.setdefault(had, []).append(place)
    # In the order of the rulebook, in which one may take what another gave.
    for status in rulebook.statuses.values() if given else ():
        if status.name in given:
            _give(board, row_of(given[status.name]), status, bars=bars)
    return board


def _add(columns: dict[str, Column], characteristic: str, value: Hashable, objects: int) -> None:
    column = columns.get(characteristic)
    if column is None:
        column = columns[characteristic] = {}
    column[value] = column.get(value, 0) | objects


def _give(board: ReplayBoard, objects: int, status: Status, *, bars: bool) -> None:
    """A status that an event gave, with what it takes from the objects."""
    board.add(status.name, True, objects)
    if status.nameless:
        board.assign(NAME, "", objects)
    if status.silences:
        board.strip(objects)
        if bars:
            board.add(BARS, ("all but", frozenset()), objects)
    for number in status.empties:
        barred = board.columns.get(BARS, {}).get(("number", number), 0)
        there = 0
        for held in board.columns.get(number, {}).values():
            there |= held
        board.assign(number, 0, objects & there & ~barred)
        board.add(BARS, ("number", number), objects)
