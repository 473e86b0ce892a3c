"""The layout of a certificate's file: from `WrittenCertificate` to JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from types import NoneType
from typing import TYPE_CHECKING, Any, cast

from layerlaw.model.algebra.infinite import is_infinite
from layerlaw.model.cards.card import Card
from layerlaw.solver.certificate.written.certificate import WrittenCertificate, WrittenFacts
from layerlaw.solver.certificate.written.compact import CellsByObject, GroupedChanges
from layerlaw.solver.certificate.written.fitting import Form, Misfit, keys_of, unfit
from layerlaw.solver.certificate.written.forms import Forms, Record
from layerlaw.solver.certificate.written.states import states_form
from layerlaw.solver.facts.lists import places
from layerlaw.solver.facts.records import (
    AnswerRecord,
    Change,
    Dependency,
    GraphRecord,
    LayerRecord,
    TurnRecord,
    Value,
    Witness,
)
from layerlaw.solver.facts.rows import EXISTENCE, Cells, Changes
from layerlaw.solver.facts.still_pending import as_before, gone_since

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certificate.written.compact import ChangedAlike
    from layerlaw.solver.certificate.written.fitting import Json, Spot
    from layerlaw.solver.facts.records import Cell

SCHEMA, KIND = "layerlaw/1", "certificate"
CARDS, WENT = "cards", "went"

_PLAIN = frozenset((str, bool, NoneType))

_CHANGE = ("characteristic", "before", "after", "objects")
_DEPENDENCY = ("effect", "on", "witness")


def written(certificate: WrittenCertificate) -> dict[str, Json]:
    """The certificate as JSON."""
    cards = _Cards()
    body = _record(cards).write(certificate)
    return {"schema": SCHEMA, "kind": KIND, CARDS: cards.written, **body}


def read(document: Json) -> WrittenCertificate:
    """The certificate in the JSON. Raises `Misfit` for whatever does not fit."""
    cards = _Cards()
    record = _record(cards)
    known = [key for _, key, _, _ in record.fields]
    given = keys_of(document, None, ("schema", "kind", CARDS, *known), "a certificate")
    for key, right in (("schema", SCHEMA), ("kind", KIND)):
        if given.get(key) != right:
            at: Spot = (None, key) if key in given else None
            raise Misfit(at, f"this is no certificate of {SCHEMA}", f'"{key}": "{right}"')
    cards.read(given.get(CARDS))
    body = {key: value for key, value in given.items() if key in known}
    certificate: WrittenCertificate = record.read(body, None)
    return certificate


def _record(cards: _Cards) -> Record:
    forms = Forms(
        {
            Card: lambda forms: cards.form,
            Value: _value,
            (WrittenCertificate, "history"): lambda forms: HISTORY,
            (WrittenCertificate, "states"): states_form,
            (WrittenFacts, "final"): _final,
            (AnswerRecord, "final"): _final,
            (TurnRecord, "changes"): _changes,
            (LayerRecord, "graphs"): _graphs,
            (GraphRecord, "pending"): _ids,
            (GraphRecord, "tested"): _ids,
            (GraphRecord, "found"): _found,
        }
    )
    cards.record = Record(forms, Card)
    return Record(forms, WrittenCertificate)


# --- cards ------------------------------------------------------------------------------------


class _Cards:
    """The cards of a certificate: each stands there once, and is named by its place."""

    def __init__(self) -> None:
        self.written: list[Json] = []
        self._known: list[Card] = []
        self._places: dict[int, int] = {}
        self._alike: dict[str, int] = {}
        self._kept: list[Card] = []
        self.record: Record | None = None
        self.form = Form("the place of a card", self._place, self._at)

    def _place(self, card: Card) -> Json:
        if id(card) not in self._places:
            assert self.record is not None
            made = self.record.write(card)
            self._kept.append(card)
            text = repr(made)
            if text not in self._alike:
                self._alike[text] = len(self.written)
                self.written.append(made)
            self._places[id(card)] = self._alike[text]
        return self._places[id(card)]

    def read(self, value: Json) -> None:
        """Reads the list of cards."""
        at: Spot = (None, CARDS)
        if not isinstance(value, list):
            raise unfit(value, None if value is None else at, f"a list of cards, '{CARDS}'")
        assert self.record is not None
        for number, one in enumerate(value):
            self._known.append(self.record.read(one, (at, number)))

    def _at(self, value: Json, at: Spot) -> Card:
        if type(value) is not int or not 0 <= value < len(self._known):
            expected = f"the place in '{CARDS}' of a card before this one, from 0"
            raise unfit(value, at, expected)
        return self._known[value]


# --- history ----------------------------------------------------------------------------------


def _plain(value: Json, at: Spot) -> Mapping[str, object] | None:
    """The history as it stands; it is read as scenarios are, once its rulebook is known."""
    if value is not None and not isinstance(value, dict):
        raise unfit(value, at, "a scenario, or null")
    return value


HISTORY = Form("a scenario, or null", lambda value: value, _plain)


# --- cells, changes, dependencies ---------------------------------------------------------------


def _value(forms: Forms) -> Form:
    """What a cell shows; most of it is plain, and stands as it is."""
    form = forms.union(Value)

    def write(value: Value) -> Json:
        return cast("Json", value) if type(value) in _PLAIN else form.write(value)

    def read(value: Json, at: Spot) -> Value:
        if type(value) in _PLAIN or (type(value) is int and not is_infinite(value)):
            return cast("Value", value)
        return cast("Value", form.read(value, at))

    return Form(form.what, write, read)


def _final(forms: Forms) -> Form:
    """Cells: for each object its characteristics."""
    value = forms.of(Value)

    def write(final: Mapping[Cell, Value]) -> Json:
        if isinstance(final, Cells):
            return _by_object(final, value)
        cells: dict[str, Json] = {}
        for (object, characteristic), shown in final.items():
            own = cells.setdefault(object, {})
            assert isinstance(own, dict)
            own[characteristic] = value.write(shown)
        return cells

    def own_cells(own: Json, at: Spot) -> dict[str, Value]:
        if not isinstance(own, dict) or not own:
            raise unfit(own, at, "its characteristics")
        return {name: value.read(shown, (at, name)) for name, shown in own.items()}

    own_form = forms.at_once(Form("its characteristics", value.write, own_cells))

    def read(cells: Json, at: Spot) -> CellsByObject:
        if not isinstance(cells, dict):
            raise unfit(cells, at, "for each object its characteristics")
        return CellsByObject(
            {object: own_form.read(own, (at, object)) for object, own in cells.items()}
        )

    return forms.at_once(Form("an object", write, read))


def _by_object(cells: Cells, value: Form) -> Json:
    """Columns of cells, object by object; each value is written once."""
    own: list[dict[str, Json]] = [{} for _ in cells.objects]
    for characteristic, column in cells.columns.items():
        for shown, row in column.items():
            written = value.write(shown)
            for place in places(row):
                own[place][characteristic] = written
    return {object: told for object, told in zip(cells.objects, own, strict=True) if told}


def _changes(forms: Forms) -> Form:
    """Changed cells: those that changed alike stand together."""
    value, texts = forms.of(Value), forms.of(tuple[str, ...])

    def write(changes: Sequence[Change]) -> Json:
        return [
            dict(zip(_CHANGE, (name, value.write(old), value.write(new), objects), strict=True))
            for name, old, new, objects in _alike(changes)
        ]

    def read_group(group: Json, at: Spot) -> ChangedAlike:
        own = _whole(group, at, _CHANGE, "a change")
        name = forms.of(str).read(own["characteristic"], (at, "characteristic"))
        old, new = (value.read(own[key], (at, key)) for key in ("before", "after"))
        objects = texts.read(own["objects"], (at, "objects"))
        _some(objects, (at, "objects"))
        return name, old, new, objects

    group_form = forms.at_once(Form("a change", lambda group: group, read_group))

    def read(groups: Json, at: Spot) -> Sequence[Change]:
        if not isinstance(groups, list):
            raise unfit(groups, at, "a list of changes")
        return GroupedChanges(
            [group_form.read(group, (at, number)) for number, group in enumerate(groups)]
        )

    return forms.at_once(Form("a list of changes", write, read))


def _alike(changes: Sequence[Change]) -> list[tuple[str, Value, Value, list[Json]]]:
    """The changes by what was changed to what, in the order in which each of these comes first."""
    if isinstance(changes, Changes):
        order = {name: place for place, name in enumerate(changes.order)}
        rows = [
            (row & -row, order.get(name, len(order)), name, old, new, row)
            for (name, old, new), row in changes.groups.items()
            if row
        ]
        rows.sort(key=lambda one: one[:2])
        return [
            (name, old, new, [changes.objects[place] for place in places(row)])
            for _, _, name, old, new, row in rows
        ]
    alike: dict[tuple[str, type, Value, type, Value], list[Json]] = {}
    for one in changes:
        before, after = (type(one.before), one.before), (type(one.after), one.after)
        alike.setdefault((one.characteristic, *before, *after), []).append(one.object)
    return [(name, old, new, objects) for (name, _, old, _, new), objects in alike.items()]


def _ids(forms: Forms) -> Form:
    return forms.of(tuple[str, ...])


def _graphs(forms: Forms) -> Form:
    """Graphs: of one that is as the one before it only who has gone is written."""
    record, text, number = Record(forms, GraphRecord), forms.of(str), forms.of(int)

    def write(graphs: Sequence[GraphRecord]) -> Json:
        told: list[Json] = []
        before: GraphRecord | None = None
        for graph in graphs:
            if before is not None and (one := gone_since(before, graph)) is not None:
                told.append({"turn": graph.turn, WENT: one})
            else:
                told.append(record.write(graph))
            before = graph
        return told

    def read(told: Json, at: Spot) -> tuple[GraphRecord, ...]:
        if not isinstance(told, list):
            raise unfit(told, at, "a list of graphs")
        graphs: list[GraphRecord] = []
        base: GraphRecord | None = None
        later: list[tuple[int, str]] = []
        for place, each in enumerate(told):
            here = (at, place)
            if not (isinstance(each, dict) and WENT in each):
                graphs += as_before(base, later)
                later = []
                base = record.read(each, here)
                graphs.append(base)
                continue
            own = _whole(each, here, ("turn", WENT), "a graph as the one before it")
            if base is None:
                message = "the first graph of a layer is not as one before it"
                raise Misfit((here, WENT), message, "turn, pending, tested, found")
            turn = number.read(own["turn"], (here, "turn"))
            later.append((turn, text.read(own[WENT], (here, WENT))))
        return (*graphs, *as_before(base, later))

    return forms.at_once(Form("a list of graphs", write, read))


def _found(forms: Forms) -> Form:
    """Dependencies: those of one effect with one witness stand together.

    No witness is written where the effect would no longer exist.
    """
    witness, texts = Record(forms, Witness), forms.of(tuple[str, ...])

    def write(found: Sequence[Dependency]) -> Json:
        groups: list[Json] = []
        for (effect, seen), alike in groupby(found, lambda one: (one.effect, one.witness)):
            group: dict[str, Json] = {"effect": effect, "on": [one.on for one in alike]}
            if seen != EXISTENCE:
                group["witness"] = witness.write(seen)
            groups.append(group)
        return groups

    def read(groups: Json, at: Spot) -> tuple[Dependency, ...]:
        if not isinstance(groups, list):
            raise unfit(groups, at, "a list of dependencies")
        found: list[Dependency] = []
        for number, group in enumerate(groups):
            here = (at, number)
            own = _whole(group, here, _DEPENDENCY, "a dependency", optional="witness")
            effect = forms.of(str).read(own["effect"], (here, "effect"))
            seen = EXISTENCE
            if "witness" in own:
                seen = witness.read(own["witness"], (here, "witness"))
            on = texts.read(own["on"], (here, "on"))
            _some(on, (here, "on"))
            found += (Dependency(effect, other, seen) for other in on)
        return tuple(found)

    return forms.at_once(Form("a list of dependencies", write, read))


def _whole(
    value: Json, at: Spot, keys: Sequence[str], what: str, optional: str = ""
) -> dict[str, Any]:
    """The object, which has all of these keys."""
    own = keys_of(value, at, keys, what)
    for key in keys:
        if key not in own and key != optional:
            raise Misfit(at, f"'{key}' is missing", what)
    return own


def _some(items: Sequence[str], at: Spot) -> None:
    if not items:
        raise Misfit(at, "an empty list says nothing", "one at least")
