"""The starting board of the replay, its cells as the records show them, and what checks find."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay_board import (
    ABILITIES,
    BARS,
    BASE,
    CONTROLLER,
    FIXED,
    NAME,
    PERMISSIONS,
    Board,
)
from layerlaw.solver.certificate.replay_select import View
from layerlaw.solver.certificate.replay_words import RULES, policy
from layerlaw.solver.situation import NOWHERE

if TYPE_CHECKING:
    from layerlaw.model.cards import Card
    from layerlaw.model.rulebook import Rulebook, Status
    from layerlaw.solver.certificate.replay_board import Instances, Mark
    from layerlaw.solver.certificate.replay_space import Table
    from layerlaw.solver.records import Cell, Value
    from layerlaw.solver.situation import Thing


def joined(card: Card, linked: tuple[Card, ...], rulebook: Rulebook) -> Card:
    """A printed form with those that are part of it: some numbers are added up, words united."""
    for other in linked:
        numbers = dict(card.numbers)
        for name in rulebook.linked:
            if name in other.numbers:
                numbers[name] = numbers.get(name, 0) + other.numbers[name]
        sets = {
            name: tuple(dict.fromkeys((*card.sets.get(name, ()), *other.sets.get(name, ()))))
            for name in (*card.sets, *other.sets)
        }
        card = replace(
            card, numbers=numbers, sets=sets, abilities=(*card.abilities, *other.abilities)
        )
    return card


def form_of(thing: Thing, rulebook: Rulebook) -> Card:
    """What is printed on an object, or on what it entered as a copy of, and what is part of it."""
    return joined(thing.form, thing.linked, rulebook)


def starting_board(table: Table, instances: Instances) -> Board:
    """What is printed on every object, who controls it, its counters, and its statuses."""
    board = Board({})
    for id, thing in table.things.items():
        card = joined(thing.card, thing.linked, table.rulebook)
        board.put(id, NAME, card.name)
        for characteristic in table.rulebook.characteristics.values():
            name = characteristic.name
            if characteristic.kind == "number":
                counter = 0 if characteristic.counter and id not in table.beyond else None
                printed = card.numbers.get(name, counter)
                board.put(id, name, thing.counters.get(name, printed))
                if characteristic.base:
                    board.put(id, BASE + name, card.numbers.get(name))
            elif characteristic.kind == "set":
                board.put(id, name, frozenset(card.sets.get(name, ())))
        board.put(id, CONTROLLER, thing.controller or None)
        printed_abilities = instances.printed(card, named=id == RULES)
        kept = tuple(one for one in printed_abilities if one.ability.keyword not in thing.without)
        board.put(id, ABILITIES, kept)
        for status in table.rulebook.statuses.values():
            if status.name in thing.statuses:
                _give(board, id, status, bars=policy(table.rulebook, "loss") == "bar")
    return board


def _give(board: Board, object: str, status: Status, *, bars: bool) -> None:
    """A status that an event gave, with what it takes from the object."""
    board.put(object, status.name, True)
    barred = board.bars(object)
    if status.silences:
        board.put(object, ABILITIES, ())
        if bars:
            barred |= {("all but", frozenset())}
    for number in status.empties:
        if board.number(object, number) is not None and ("number", number) not in barred:
            board.put(object, number, 0)
        barred |= {("number", number)}
    board.put(object, BARS, barred)


def shown(table: Table, board: Board, cell: Cell) -> Value:
    """A cell as the records show it, without floors."""
    object, characteristic = cell
    if characteristic == NAME:
        return board.name(object)
    if characteristic == ABILITIES:
        return tuple(sorted(one.label for one in board.abilities(object)))
    if characteristic == PERMISSIONS:
        return tuple(sorted({_permission(one) for one in board.marks(object)}))
    if characteristic == CONTROLLER:
        return View(table, board).controller(object)
    if characteristic == FIXED:
        return bool(board.markers(object))
    if characteristic in table.rulebook.statuses:
        return board.flag(object, characteristic)
    match table.rulebook.characteristics[characteristic.removeprefix(BASE)].kind:
        case "set":
            return tuple(sorted(board.words(object, characteristic)))
        case "player":
            return board.player(object, characteristic)
        case _:
            return board.number(object, characteristic)


def _permission(mark: Mark) -> str:
    """A mark in words."""
    about = ", ".join(sorted(mark.about or ()))
    be = "be " if mark.passive else ""
    match mark.kind:
        case "goes":
            return f"goes to {mark.action} instead" + (f" of {about}" if about else "")
        case "ignore":
            return f"ignores can't {be}{mark.action}" + (f" from {about}" if about else "")
        case _:
            by = " by" if mark.passive and mark.about is not None else ""
            return f"{mark.kind} {be}{mark.action}{by} {about}".rstrip()


def characteristics(table: Table) -> tuple[str, ...]:
    """Everything that an object shows."""
    rulebook = table.rulebook
    bases = (BASE + one.name for one in rulebook.characteristics.values() if one.base)
    return (
        NAME,
        *rulebook.characteristics,
        *bases,
        *rulebook.statuses,
        ABILITIES,
        FIXED,
        PERMISSIONS,
    )


def with_floors(table: Table, board: Board) -> Board:
    """The board as it is shown at the end, every number not below its floor. SORC-PWR-1."""
    if policy(table.rulebook, "floor") == "none":
        return board
    floored = board.fork()
    for characteristic in table.rulebook.characteristics.values():
        if characteristic.kind == "number" and characteristic.floor is not None:
            for object in table.things:
                value = board.number(object, characteristic.name)
                if value is not None and value < characteristic.floor:
                    floored.put(object, characteristic.name, characteristic.floor)
                base = board.number(object, BASE + characteristic.name)
                if base is not None and base < characteristic.floor:
                    floored.put(object, BASE + characteristic.name, characteristic.floor)
    return floored


def final_cells(table: Table, board: Board) -> dict[Cell, Value]:
    """Every cell of every object in any zone, on a board with its floors."""
    return {
        (object, characteristic): shown(table, board, (object, characteristic))
        for object in table.things
        for characteristic in characteristics(table)
    }


def told_cells(table: Table, board: Board, start: Board) -> dict[Cell, Value]:
    """The final cells as recorded: of players and rules only those that effects changed.

    What is part of another object is in no zone and has none.
    """
    end, before = final_cells(table, with_floors(table, board)), final_cells(table, start)
    return {
        cell: value
        for cell, value in end.items()
        if table.things[cell[0]].zone != NOWHERE
        and (cell[0] not in table.beyond or value != before[cell])
    }


def changes(table: Table, before: Board, after: Board) -> dict[Cell, tuple[Value, Value]]:
    """Every cell that a turn changed, as shown before and after."""
    visible = set(characteristics(table))
    cells = {cell for cell in after.changed(before) if cell[1] in visible}
    if cells and table.rulebook.carried is not None:
        cells.update((object, CONTROLLER) for object in table.in_play)
    found = {}
    for cell in cells:
        old, new = shown(table, before, cell), shown(table, after, cell)
        if old != new:
            found[cell] = (old, new)
    return found
