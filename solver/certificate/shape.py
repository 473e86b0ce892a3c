"""Whether facts are of the form that they say: every field of every record of its exact type.

`1.0` and `True` are equal to `1` in Python, and are no count; what is compared later is compared
among values of one type. Rows of bits are looked at as rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter, call
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability
from layerlaw.model.algebra.infinite import Infinite
from layerlaw.model.algebra.split import Split
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.certificate.kept import Kept, hashed
from layerlaw.solver.certificate.replay.board import ABILITIES, BASE, FIXED, NAME, PERMISSIONS
from layerlaw.solver.facts.lists import Lists
from layerlaw.solver.facts.records import (
    AnswerRecord,
    Change,
    Dependency,
    EffectRecord,
    Facts,
    FateRecord,
    GraphRecord,
    LayerRecord,
    TurnRecord,
    Witness,
)
from layerlaw.solver.facts.rows import Cells, Changes, Found, SharedWitnesses
from layerlaw.solver.facts.situation import Situation

if TYPE_CHECKING:
    from layerlaw.solver.facts.records import Value

Form = Callable[[object], bool]


MOST_CELLS, MOST_EDGES, MOST_CHANGES = 2_000, 200, 50
"""Records of no more than that are read one by one, as people read them."""


def in_rows(recorded: Changes | Cells | Found) -> bool:
    """Whether a record is compared by its rows alone: a large one that nobody has read yet."""
    if isinstance(recorded, Changes):
        most = MOST_CHANGES
    else:
        most = MOST_CELLS if isinstance(recorded, Cells) else MOST_EDGES
    return len(recorded) > most and not recorded.read


def exactly(one: Value, other: Value) -> bool:
    """Whether two values are the same and of one type."""
    return type(one) is type(other) and one == other


def same_columns(
    one: Mapping[str, Mapping[Value, int]], other: Mapping[str, Mapping[Value, int]]
) -> bool:
    """Whether on two boards the same objects have the same values, each of one type."""
    return one.keys() == other.keys() and all(
        _typed(column) == _typed(other[name]) for name, column in one.items()
    )


def _typed(column: Mapping[Value, int]) -> dict[tuple[type, Value], int]:
    return {(type(value), value): row for value, row in column.items()}


def same_groups(
    one: Mapping[tuple[str, Value, Value], int], other: Mapping[tuple[str, Value, Value], int]
) -> bool:
    """Whether the same objects changed from the same values to the same."""
    if len(one) != len(other):
        return False
    if len(one) == 1:
        # Most turns change one value to one other.
        [(group, row)], [(right, objects)] = one.items(), other.items()
        types = [*map(type, group)] == [*map(type, right)]
        return row == objects and group == right and types
    sides = (
        {(name, type(old), old, type(new), new): row for (name, old, new), row in groups.items()}
        for groups in (one, other)
    )
    return next(sides) == next(sides)


def _is(kind: type) -> Form:
    return lambda value: type(value) is kind


def _one_of(*words: str) -> Form:
    return lambda value: type(value) is str and value in words


def _tuple_of(kind: type) -> Form:
    only = {kind}
    return lambda value: type(value) is tuple and only.issuperset(map(type, value))


def _tuple(form: Form) -> Form:
    def fits(value: object) -> bool:
        return type(value) is tuple and all(map(form, value))

    return fits


def _sequence(form: Form, rows: type, in_rows: Form) -> Form:
    def fits(value: object) -> bool:
        if type(value) is rows:
            return in_rows(value)
        return isinstance(value, Sequence) and not isinstance(value, str) and all(map(form, value))

    return fits


def _record(kind: type) -> Form:
    def fits(value: object) -> bool:
        if type(value) is not kind:
            return False
        forms, values_of = _fields(kind)
        return all(map(call, forms, values_of(value)))

    return fits


def _fields_of(kind: type) -> tuple[tuple[Form, ...], Callable[[object], tuple[object, ...]]]:
    """The forms of a record's fields, and what gives their values in the same order."""
    # Of a single name `attrgetter` would give no tuple.
    assert len(FORMS[kind]) > 1, kind
    return tuple(FORMS[kind].values()), attrgetter(*FORMS[kind])


_fields = Kept(_fields_of)


TEXT, COUNT, TRUTH, ENDLESS = _is(str), _is(int), _is(bool), _is(Infinite)
SPLIT = _is(Split)
TEXTS = _tuple_of(str)


def _text_or_none(value: object) -> bool:
    return value is None or TEXT(value)


def _pair_of(kind: type) -> Form:
    def fits(value: object) -> bool:
        return (
            isinstance(value, tuple)
            and type(value) is tuple
            and len(value) == 2
            and type(value[0]) is type(value[1]) is kind
        )

    return fits


CELL = _pair_of(str)


_PLAIN = (type(None), str, bool, int, Infinite, Split)


def is_value(value: object) -> bool:
    """Whether it is a value that a cell can show."""
    return type(value) in _PLAIN or TEXTS(value)


def _cells(value: object) -> bool:
    if type(value) is Cells:
        return (
            _OBJECTS(value.objects)
            and all(is_value(one) for column in value.columns.values() for one in column)
            and all(COUNT(row) for column in value.columns.values() for row in column.values())
        )
    return isinstance(value, Mapping) and all(
        CELL(cell) and is_value(one) for cell, one in value.items()
    )


class _SharedTexts:
    """As `TEXTS`, where one tuple is looked at again and again: all turns share their objects."""

    def __init__(self) -> None:
        self._last: object = None

    def __call__(self, value: object) -> bool:
        if value is self._last:
            return True
        if not TEXTS(value):
            return False
        self._last = value
        return True


_OBJECTS = _SharedTexts()


def _changes_in_rows(value: object) -> bool:
    assert isinstance(value, Changes)
    return (
        _OBJECTS(value.objects)
        and all(
            TEXT(name) and is_value(before) and is_value(after) and COUNT(row)
            for (name, before, after), row in value.whole.items()
        )
        and all(
            TEXT(name) and TEXTS(taken) and TEXTS(added) and COUNT(row)
            for (name, taken, added), row in value.differences.items()
        )
        and type(value.lists) is (Lists if value.differences else type(None))
        and COUNT(value.turn)
    )


def _found_in_rows(value: object) -> bool:
    assert isinstance(value, Found)
    witness, edge = _record(Witness), _pair_of(int)
    if type(value.other) is SharedWitnesses:
        blocks = value.other.blocks
        others = all(COUNT(who) and COUNT(on) and witness(one) for who, on, one in blocks)
    else:
        others = all(edge(pair) and witness(one) for pair, one in value.other.items())
    return TEXTS(value.names) and all(map(COUNT, value.gone)) and others


def _abilities(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        TEXT(text) and type(one) is Ability for text, one in value.items()
    )


def _answers(value: object) -> bool:
    return value is None or _tuple(_record(AnswerRecord))(value)


FORMS: dict[type, dict[str, Form]] = {
    Witness: {
        "kind": _one_of("existence", "scope", "action", "result"),
        "instruction": COUNT,
        "operation": COUNT,
        "entered": TEXTS,
        "left": TEXTS,
        "before": TEXT,
        "after": TEXT,
        "cells": _tuple(CELL),
    },
    Dependency: {"effect": TEXT, "on": TEXT, "witness": _record(Witness)},
    GraphRecord: {
        "turn": COUNT,
        "pending": TEXTS,
        "tested": TEXTS,
        "found": _sequence(_record(Dependency), Found, _found_in_rows),
    },
    Change: {"object": TEXT, "characteristic": TEXT, "before": is_value, "after": is_value},
    TurnRecord: {
        "effect": TEXT,
        "verdict": _one_of("applied", "lost"),
        "why": TEXT,
        "changes": _sequence(_record(Change), Changes, _changes_in_rows),
    },
    LayerRecord: {
        "layer": TEXT,
        "graphs": _tuple(_record(GraphRecord)),
        "turns": _tuple(_record(TurnRecord)),
        "loops": _tuple(TEXTS),
    },
    AnswerRecord: {"effects": TEXTS, "steps": _tuple(_record(LayerRecord)), "final": _cells},
    EffectRecord: {
        "id": TEXT,
        "source": TEXT,
        "timestamp": _pair_of(int),
        "key": _tuple_of(int),
        "giver": _text_or_none,
    },
    FateRecord: {"object": TEXT, "verdict": TEXT, "zone": TEXT, "clause": TEXT},
    Facts: {
        "situation": _is(Situation),
        "effects": _tuple(_record(EffectRecord)),
        "layers": _tuple(_record(LayerRecord)),
        "final": _cells,
        "fates": _tuple(_record(FateRecord)),
        "answers": _answers,
        "lifted": _tuple(_record(AnswerRecord)),
        "complete": TRUTH,
        "conflict": TEXTS,
        "texts": _abilities,
        "late": _tuple(CELL),
    },
}
"""For every record its fields, each with what it has to be."""


def misshapen(facts: Facts) -> str | None:
    """The first field of the facts that is not of its form; None if all are."""
    for name, form in FORMS[Facts].items():
        if not form(getattr(facts, name)):
            return f"{name}: not of the form that facts have"
    kinds = _kinds_of(facts.situation.rulebook)
    for characteristic, value in _shown(facts):
        if characteristic not in kinds or not kinds[characteristic](value):
            return f"a cell shows {value!r} as {characteristic}"
    if len({*map(hashed, facts.texts.values())}) != len(facts.texts):
        return "texts: two texts for one ability"
    return None


def _kinds(rulebook: Rulebook) -> dict[str, Form]:
    """What every characteristic shows."""
    forms: dict[str, Form] = {"number": _number, "set": TEXTS, "player": _text_or_none}
    kinds = {NAME: _text_or_none, ABILITIES: TEXTS, PERMISSIONS: TEXTS, FIXED: TRUTH}
    kinds |= dict.fromkeys(rulebook.statuses, TRUTH)
    for one in rulebook.characteristics.values():
        kinds[one.name] = forms.get(one.kind, TEXTS)
        if one.base:
            kinds[BASE + one.name] = _number
    return kinds


_kinds_of: Kept[Rulebook, dict[str, Form]] = Kept(_kinds, most=100)


def _number(value: object) -> bool:
    return value is None or COUNT(value) or ENDLESS(value) or SPLIT(value)


def _shown(facts: Facts) -> Iterator[tuple[str, Value]]:
    """Every characteristic and value that the facts show of some object, rows as rows."""
    records = (*(facts.answers or ()), *facts.lifted)
    for final in (facts.final, *(record.final for record in records)):
        if isinstance(final, Cells):
            yield from ((name, one) for name, column in final.columns.items() for one in column)
        else:
            yield from ((name, value) for (_, name), value in final.items())
    for layer in (*facts.layers, *(step for record in records for step in record.steps)):
        for turn in layer.turns:
            if isinstance(turn.changes, Changes):
                for name, old, new in (*turn.changes.whole, *turn.changes.differences):
                    yield from ((name, old), (name, new))
            else:
                for change in turn.changes:
                    yield change.characteristic, change.before
                    yield change.characteristic, change.after


def astray(situation: Situation) -> str | None:
    """The first name in a situation of what is not in it; None if all is there.

    What events made of the table is taken over as it is, but it has to hang together.
    """
    ids = [thing.id for thing in situation.things]
    objects = {*ids}
    known = objects | {*situation.players, "rules"}
    if len(objects) != len(ids):
        return "two objects of one id stand on the table"
    zones = {*situation.rulebook.zones, ""}
    named: list[tuple[str, str, set[str]]] = []
    for thing in situation.things:
        named.append((f"the zone of {thing.id}", thing.zone, zones))
        # Ground that no scenario names is nobody's.
        if thing.owner or not is_unnamed(thing.id):
            named.append((f"the owner of {thing.id}", thing.owner, {*situation.players}))
        if thing.bearer is not None:
            carriers = {
                *objects,
                *(situation.players if situation.rulebook.carried_players else ()),
            }
            named.append((f"what carries {thing.id}", thing.bearer, carriers))
    for effect in situation.effects:
        named.append((f"the source of {effect.id}", effect.source, known))
        named.append((f"the player of {effect.id}", effect.player, {*situation.players}))
        locked = (one for ids in effect.locked if ids is not None for one in ids)
        for one in (*effect.targets, *locked, *sorted(effect.over_for)):
            named.append((f"what {effect.id} keeps to", one, known))
        if len(effect.locked) not in (0, len(effect.ability.instructions)):
            return f"{effect.id} has other instructions than locked sets"
    for deed in situation.deeds:
        for who in (deed.doer, deed.to):
            if who is not None:
                named.append(("who did something", who, {*known, *situation.players}))
    for total in situation.totals:
        named.append(("whose number it is", total.player, {*situation.players}))
        named.append((f"a number of {total.player}", total.name, {*situation.rulebook.of_players}))
    for kept in situation.kept:
        named.append((f"the source of {kept.effect}", kept.source, known))
    if situation.active is not None:
        named.append(("whose turn it is", situation.active, {*situation.players}))
    for what, name, among in named:
        if name not in among:
            return f"{what} is {name!r}, which there is not"
    return None
