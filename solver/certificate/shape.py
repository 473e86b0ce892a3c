"""Whether facts are of the form that they say: every field of every record of its exact type.

`1.0` and `True` are equal to `1` in Python, and are no count; what is compared later is compared
among values of one type. Rows of bits are looked at as rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter, call
from typing import TYPE_CHECKING, cast

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
from layerlaw.solver.facts.still_pending import StillPending

if TYPE_CHECKING:
    from layerlaw.solver.facts.records import Value

Form = Callable[[object], bool]


MOST_CELLS, MOST_EDGES, MOST_CHANGES = 2_000, 200, 50
"""Records of no more than that are read one by one, as people read them."""


def in_rows(recorded: Changes | Cells | Found) -> bool:
    """Whether a record is compared by its rows alone: a large one that nobody has read yet."""
    if recorded.read:
        return False
    if isinstance(recorded, Changes):
        count = 0
        for row in recorded.whole.values():
            count += row.bit_count()
        if count <= MOST_CHANGES:
            for row in recorded.differences.values():
                count += row.bit_count()
        return count > MOST_CHANGES
    return len(recorded) > (MOST_CELLS if isinstance(recorded, Cells) else MOST_EDGES)


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
        [((name, old, new), row)], [((named, before, after), objects)] = one.items(), other.items()
        same = row == objects and name == named and type(old) is type(before) and old == before
        return same and type(new) is type(after) and new == after
    sides = (
        {(name, type(old), old, type(new), new): row for (name, old, new), row in groups.items()}
        for groups in (one, other)
    )
    return next(sides) == next(sides)


class _Every:
    """A form that is asked of many values in one go."""

    def every(self, values: Sequence[object]) -> bool:
        """Whether all of the values have the form."""
        return all(map(self, values))

    def __call__(self, value: object) -> bool:
        return self.every((value,))


class _Is(_Every):
    """Exactly that type."""

    def __init__(self, kind: type) -> None:
        self._kind = kind
        self._only = frozenset((kind,))

    def every(self, values: Sequence[object]) -> bool:
        """Whether all of the values have the type."""
        return self._only.issuperset(map(type, values))

    def __call__(self, value: object) -> bool:
        return type(value) is self._kind


class _OneOf(_Every):
    """One of some words."""

    def __init__(self, *words: str) -> None:
        self._words = frozenset(words)

    def every(self, values: Sequence[object]) -> bool:
        """Whether all of the values are such words."""
        return TEXT.every(values) and self._words.issuperset(values)

    def __call__(self, value: object) -> bool:
        return type(value) is str and value in self._words


class _TupleOf(_Every):
    """A tuple of values of one type. count: how many of them, if that is fixed."""

    def __init__(self, kind: type, count: int | None = None) -> None:
        self._only = frozenset((kind,))
        self._counts = None if count is None else frozenset((count,))

    def every(self, values: Sequence[object]) -> bool:
        """Whether all of the values are such tuples."""
        if not all(type(value) is tuple for value in values):
            return False
        tuples = cast("Sequence[tuple[object, ...]]", values)
        if self._counts is not None and not self._counts.issuperset(map(len, tuples)):
            return False
        return self._only.issuperset(map(type, chain.from_iterable(tuples)))

    def __call__(self, value: object) -> bool:
        return (
            type(value) is tuple
            and (self._counts is None or len(value) in self._counts)
            and self._only.issuperset(map(type, value))
        )


def _asked_of_all(form: Form) -> Callable[[Sequence[object]], bool]:
    """What tells whether all of some values have the form."""
    return form.every if isinstance(form, _Every) else lambda values: all(map(form, values))


def _tuple(form: Form) -> Form:
    every = _asked_of_all(form)
    return lambda value: type(value) is tuple and every(value)


def _sequence(form: Form, rows: type, in_rows: Form) -> Form:
    every = _asked_of_all(form)

    def fits(value: object) -> bool:
        if type(value) is rows:
            return in_rows(value)
        if type(value) is tuple:
            return every(value)
        return isinstance(value, Sequence) and not isinstance(value, str) and all(map(form, value))

    return fits


MANY = 8
"""So many records are looked at field by field, and not one by one."""


class _Record(_Every):
    """A record, every field of which has its form."""

    def __init__(self, kind: type) -> None:
        self._kind = kind

    def every(self, values: Sequence[object]) -> bool:
        """Whether all of the values are such records."""
        if len(values) < MANY:
            return all(map(self, values))
        kind = self._kind
        return all(type(value) is kind for value in values) and all(
            every([*map(get, values)]) for get, every in _fields(kind).columns
        )

    def __call__(self, value: object) -> bool:
        if type(value) is not self._kind:
            return False
        fields = _fields(self._kind)
        return all(map(call, fields.forms, fields.values(value)))


class _Fields:
    """The fields of a record.

    forms: of each. values: gives their values in the same order. columns: for each field what gives
    its value, and what tells whether all of some values have its form.
    """

    def __init__(self, kind: type) -> None:
        # Of a single name `attrgetter` would give no tuple.
        assert len(FORMS[kind]) > 1, kind
        self.forms = tuple(FORMS[kind].values())
        self.values: Callable[[object], tuple[object, ...]] = attrgetter(*FORMS[kind])
        self.columns = tuple(
            (attrgetter(name), _asked_of_all(form)) for name, form in FORMS[kind].items()
        )


_fields = Kept(_Fields)


TEXT, COUNT, TRUTH = map(_Is, (str, int, bool))
TEXTS = _TupleOf(str)


def _text_or_none(value: object) -> bool:
    return value is None or type(value) is str


CELL = _TupleOf(str, 2)


_NUMBERS = (type(None), int, Infinite, Split)
_PLAIN = (*_NUMBERS, str, bool)


def is_value(value: object) -> bool:
    """Whether it is a value that a cell can show."""
    return type(value) in _PLAIN or TEXTS(value)


def _cells(value: object) -> bool:
    if type(value) is Cells:
        # What is shown has to be of its kind, of which `misshapen` takes care.
        return _OBJECTS(value.objects) and all(
            COUNT.every([*column.values()]) for column in value.columns.values()
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


_OBJECTS, _BASE, _WENT = _SharedTexts(), _SharedTexts(), _SharedTexts()


def _changes_in_rows(value: object) -> bool:
    assert isinstance(value, Changes)
    if not _OBJECTS(value.objects) or type(value.turn) is not int:
        return False
    # What is shown has to be of its kind, of which `misshapen` takes care.
    for (name, _, _), row in value.whole.items():
        if type(name) is not str or type(row) is not int:
            return False
    if not value.differences:
        return value.lists is None
    for (name, taken, added), row in value.differences.items():
        if type(name) is not str or type(row) is not int or not (TEXTS(taken) and TEXTS(added)):
            return False
    return type(value.lists) is Lists


def _pending(value: object) -> bool:
    if type(value) is not StillPending:
        return TEXTS(value)
    base = value.base
    alike = type(base) is GraphRecord and _WENT(value.went) and _BASE(base.pending)
    return alike and type(value.gone) is int and 0 < value.gone <= len(value.went)


def _found_in_rows(value: object) -> bool:
    assert isinstance(value, Found)
    witness, edge = _WITNESS, _TupleOf(int, 2)
    if type(value.other) is SharedWitnesses:
        blocks = value.other.blocks
        others = all(COUNT(who) and COUNT(on) and witness(one) for who, on, one in blocks)
    else:
        others = all(edge(pair) and witness(one) for pair, one in value.other.items())
    return TEXTS(value.names) and all(map(COUNT, value.gone)) and others


_WITNESS = _Record(Witness)


def _abilities(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        TEXT(text) and type(one) is Ability for text, one in value.items()
    )


def _answers(value: object) -> bool:
    return value is None or _tuple(_Record(AnswerRecord))(value)


FORMS: dict[type, dict[str, Form]] = {
    Witness: {
        "kind": _OneOf("existence", "scope", "action", "result"),
        "instruction": COUNT,
        "operation": COUNT,
        "entered": TEXTS,
        "left": TEXTS,
        "before": TEXT,
        "after": TEXT,
        "cells": _tuple(CELL),
    },
    Dependency: {"effect": TEXT, "on": TEXT, "witness": _Record(Witness)},
    GraphRecord: {
        "turn": COUNT,
        "pending": _pending,
        "tested": _pending,
        "found": _sequence(_Record(Dependency), Found, _found_in_rows),
    },
    Change: {"object": TEXT, "characteristic": TEXT, "before": is_value, "after": is_value},
    TurnRecord: {
        "effect": TEXT,
        "verdict": _OneOf("applied", "lost"),
        "why": TEXT,
        "changes": _sequence(_Record(Change), Changes, _changes_in_rows),
    },
    LayerRecord: {
        "layer": TEXT,
        "graphs": _tuple(_Record(GraphRecord)),
        "turns": _tuple(_Record(TurnRecord)),
        "loops": _tuple(TEXTS),
    },
    AnswerRecord: {"effects": TEXTS, "steps": _tuple(_Record(LayerRecord)), "final": _cells},
    EffectRecord: {
        "id": TEXT,
        "source": TEXT,
        "timestamp": _TupleOf(int, 2),
        "key": _TupleOf(int),
        "giver": _text_or_none,
    },
    FateRecord: {"object": TEXT, "verdict": TEXT, "zone": TEXT, "clause": TEXT},
    Facts: {
        "situation": _Is(Situation),
        "effects": _tuple(_Record(EffectRecord)),
        "layers": _tuple(_Record(LayerRecord)),
        "final": _cells,
        "fates": _tuple(_Record(FateRecord)),
        "answers": _answers,
        "lifted": _tuple(_Record(AnswerRecord)),
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
        kind = kinds.get(characteristic)
        if kind is None or not kind(value):
            return f"a cell shows {value!r} as {characteristic}"
    if len({*map(hashed, facts.texts.values())}) != len(facts.texts):
        return "texts: two texts for one ability"
    return None


def _kinds(rulebook: Rulebook) -> dict[str, Form]:
    """What every characteristic shows."""
    forms: dict[str, Form] = {"number": _number, "set": TEXTS, "player": _text_or_none}
    kinds: dict[str, Form] = {
        NAME: _text_or_none,
        ABILITIES: TEXTS,
        PERMISSIONS: TEXTS,
        FIXED: TRUTH,
    }
    kinds |= dict.fromkeys(rulebook.statuses, TRUTH)
    for one in rulebook.characteristics.values():
        kinds[one.name] = forms.get(one.kind, TEXTS)
        if one.base:
            kinds[BASE + one.name] = _number
    return kinds


_kinds_of: Kept[Rulebook, dict[str, Form]] = Kept(_kinds, most=100)


def _number(value: object) -> bool:
    return type(value) in _NUMBERS


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
            changes = turn.changes
            if isinstance(changes, Changes):
                for name, old, new in changes.whole:
                    yield name, old
                    yield name, new
                for name, taken, added in changes.differences:
                    yield name, taken
                    yield name, added
            else:
                for change in changes:
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
