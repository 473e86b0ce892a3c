"""How frozen dataclasses stand in JSON and are read back, strictly by the types of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin

from layerlaw.model import algebra
from layerlaw.model.algebra.infinite import INFINITE, Infinite, is_infinite
from layerlaw.model.algebra.split import Split
from layerlaw.model.algebra.terms import OwnNumber
from layerlaw.model.errors import did_you_mean
from layerlaw.solver.certificate.written.fitting import (
    DEEPEST,
    Form,
    Json,
    Misfit,
    Spot,
    deep,
    keys_of,
    read_once,
    told,
    unfit,
)
from layerlaw.solver.certificate.written.hints import hints_of

IS = "is"
"""The key that says which of several classes an object is of."""
INFINITY, SPLIT = "infinite", "split"
"""The keys of a number that is infinite (true: above all others), and of one of two parts."""


# --- plain values -----------------------------------------------------------------------------


def _text(value: Json, at: Spot) -> str:
    if type(value) is not str:
        raise unfit(value, at, "a text")
    return value


def _truth(value: Json, at: Spot) -> bool:
    if type(value) is not bool:
        raise unfit(value, at, "true or false")
    return value


def _number(value: Json, at: Spot) -> int:
    if type(value) is int:
        if is_infinite(value):
            raise Misfit(at, "a number with that many digits", "a number of 100 digits at most")
        return value
    if isinstance(value, dict) and value.keys() == {INFINITY}:
        return INFINITE if _truth(value[INFINITY], (at, INFINITY)) else -INFINITE
    if isinstance(value, dict) and value.keys() == {SPLIT}:
        parts = value[SPLIT]
        if not isinstance(parts, list) or len(parts) != 2:
            raise unfit(parts, (at, SPLIT), "a list of two numbers")
        inside = (at, SPLIT)
        first, second = (_number(part, (inside, number)) for number, part in enumerate(parts))
        if first == second:
            raise Misfit(inside, "the parts of a split number are the same", "two that differ")
        return Split(first, second)
    raise unfit(value, at, "a whole number")


def _number_written(value: int) -> Json:
    if isinstance(value, Infinite):
        return {INFINITY: value > 0}
    if isinstance(value, Split):
        return {SPLIT: [*value.parts]}
    return value


def _nothing(value: Json, at: Spot) -> None:
    if value is not None:
        raise unfit(value, at, "null")


def _same(value: Any) -> Json:
    return cast("Json", value)


_ONLY_TEXT = frozenset((str,))
PLAIN: dict[type, Form] = {
    str: Form("a text", _same, _text),
    bool: Form("true or false", _same, _truth),
    int: Form("a whole number", _number_written, _number),
    NoneType: Form("null", _same, _nothing),
}


# --- by type ----------------------------------------------------------------------------------


class Forms:
    """The forms of types, made when first asked for.

    own: forms that stand instead of those that follow from a type (`Card`), or from the field of
    a class (`(TurnRecord, "changes")`). shared: whether what stands in several values, as one and
    the same, is read once.
    """

    def __init__(
        self, own: Mapping[object, Callable[[Forms], Form]], *, shared: bool = False
    ) -> None:
        self._own = own
        self._shared = shared
        self._made: dict[object, Form] = {}

    @property
    def sharing(self) -> Forms:
        """The same forms, which read once what is shared."""
        return Forms(self._own, shared=True)

    def of(self, hint: Any) -> Form:
        """The form of a type."""
        if hint not in self._made:
            made = self._make(hint)
            own = hint in PLAIN or hint in self._own
            self._made[hint] = made if own else self.at_once(made)
        return self._made[hint]

    def field(self, kind: type, name: str, hint: Any) -> Form:
        """The form of a field of a class."""
        own = self._own.get((kind, name))
        return self.of(hint) if own is None else own(self)

    def at_once(self, form: Form) -> Form:
        """The form, which reads once what is shared, if these forms do."""
        return read_once(form) if self._shared else form

    def _make(self, hint: Any) -> Form:
        if hint in self._own:
            return self._own[hint](self)
        if hint in PLAIN:
            return PLAIN[hint]
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            return self.union(hint)
        if origin is Literal:
            return _one_of(inner)
        if origin is tuple and inner[-1] is Ellipsis:
            return self.many(inner[0])
        if origin is tuple:
            return self._fixed(inner)
        if origin is frozenset:
            return self._set(inner[0])
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(*inner)
        if is_dataclass(hint):
            return Record(self, cast("type", hint)).form
        raise TypeError(f"{hint} has no form")

    def many(self, inner: Any) -> Form:
        """A list of values of one type."""
        form = self.of(inner)
        what = f"a list, each {form.what}"

        def read(value: Json, at: Spot) -> tuple[object, ...]:
            if not isinstance(value, list):
                raise unfit(value, at, what)
            if inner is str and _ONLY_TEXT.issuperset(map(type, value)):
                return tuple(value)
            return tuple(form.read(one, (at, number)) for number, one in enumerate(value))

        return Form(what, lambda value: [form.write(one) for one in value], read)

    def _fixed(self, inner: Sequence[Any]) -> Form:
        forms = [self.of(one) for one in inner]
        what = "a list of " + " and ".join(form.what for form in forms)

        def read(value: Json, at: Spot) -> tuple[object, ...]:
            if not isinstance(value, list) or len(value) != len(forms):
                raise unfit(value, at, what)
            pairs = enumerate(zip(forms, value, strict=True))
            return tuple(form.read(one, (at, number)) for number, (form, one) in pairs)

        def write(value: Sequence[object]) -> Json:
            return [form.write(one) for form, one in zip(forms, value, strict=True)]

        return Form(what, write, read)

    def _set(self, inner: Any) -> Form:
        many = self.many(inner)

        def read(value: Json, at: Spot) -> frozenset[object]:
            items = many.read(value, at)
            if list(items) != sorted(set(items)):
                raise Misfit(at, "this list is not in order", "each once, in the order of letters")
            return frozenset(items)

        return Form(many.what, lambda value: many.write(sorted(value)), read)

    def _mapping(self, key: type, inner: Any) -> Form:
        assert key is str
        form = self.of(inner)

        def read(value: Json, at: Spot) -> dict[str, object]:
            if not isinstance(value, dict):
                raise unfit(value, at, "an object")
            return {name: form.read(one, (at, name)) for name, one in value.items()}

        def write(value: Mapping[str, object]) -> Json:
            return {name: form.write(one) for name, one in value.items()}

        return Form("an object", write, read)

    def union(self, hint: Any) -> Form:
        """A value of one of several types."""
        members = get_args(hint)
        classes: list[type] = [
            one
            for one in members
            if isinstance(one, type) and is_dataclass(one) and one not in self._own
        ]
        if algebra.Number in classes:
            classes.append(OwnNumber)
        named = {one.__name__: Record(self, one, named=len(classes) > 1) for one in classes}
        rest = [self.of(one) for one in members if one not in classes]
        words = [*(form.what for form in rest), *(["an object"] if classes else [])]
        what = " or ".join(dict.fromkeys(words))

        def read(value: Json, at: Spot) -> object:
            if isinstance(value, dict) and named and value.keys() not in ({INFINITY}, {SPLIT}):
                if len(named) == 1:
                    return next(iter(named.values())).read(value, at)
                word = value.get(IS)
                if not isinstance(word, str) or word not in named:
                    hint = did_you_mean(word, named) if isinstance(word, str) else ""
                    spot = (at, IS) if IS in value else at
                    said = f"'{word}' is none of them" if IS in value else "no 'is' says what it is"
                    raise Misfit(spot, said, ", ".join(named), hint)
                return named[word].read(value, at)
            for form in rest:
                try:
                    return form.read(value, at)
                except Misfit as misfit:
                    # What begins as it should and goes on wrong is told of, where it does so.
                    if misfit.at != at:
                        raise
            raise unfit(value, at, what)

        def write(value: object) -> Json:
            kind = type(value)
            if kind.__name__ in named and not isinstance(value, str | int | tuple):
                return named[kind.__name__].write(value)
            return _plainly(value, self)

        return Form(what, write, read)


def _plainly(value: object, forms: Forms) -> Json:
    """What a member of a union is written as that is no class of it."""
    if value is None or isinstance(value, bool | str):
        return cast("Json", value)
    if isinstance(value, int):
        return _number_written(value)
    if isinstance(value, tuple):
        return [_plainly(one, forms) for one in value]
    return forms.of(type(value)).write(value)


def _one_of(words: Sequence[str]) -> Form:
    listed = ", ".join(words)

    def read(value: Json, at: Spot) -> str:
        if not isinstance(value, str) or value not in words:
            hint = did_you_mean(value, words) if isinstance(value, str) else ""
            raise Misfit(at, f"{told(value)} is none of them", listed, hint)
        return value

    return Form(listed, _same, read)


class Record:
    """The form of a dataclass: an object with a key for each field, but for those left out.

    A field that is as it is where nobody says otherwise is left out. named: whether the object
    says which class it is of.
    """

    def __init__(self, forms: Forms, kind: type, *, named: bool = False) -> None:
        self._forms = forms
        self.kind = kind
        self.named = named
        self._fields: list[tuple[str, str, Form, object]] | None = None

    @property
    def form(self) -> Form:
        """As a form."""
        return Form("an object", self.write, self.read)

    @property
    def fields(self) -> list[tuple[str, str, Form, object]]:
        """For each field its name, its key, its form, and what it is where nobody says."""
        if self._fields is None:
            self._fields = list(self._made())
        return self._fields

    def _made(self) -> Iterator[tuple[str, str, Form, object]]:
        hints = hints_of(self.kind)
        for one in fields(self.kind):
            default: object = one.default
            if one.default_factory is not MISSING:
                default = one.default_factory()
            form = self._forms.field(self.kind, one.name, hints[one.name])
            yield one.name, one.name.strip("_").replace("_", " "), form, default

    def write(self, value: object) -> dict[str, Json]:
        """The value as JSON."""
        written: dict[str, Json] = {IS: self.kind.__name__} if self.named else {}
        for name, key, form, default in self.fields:
            inner = getattr(value, name)
            if (
                default is MISSING
                or (bool(inner) if default == {} else inner != default)
                or isinstance(inner, bool) is not isinstance(default, bool)
            ):
                written[key] = form.write(inner)
        return written

    def read(self, value: Json, at: Spot) -> Any:
        """The value in the JSON; raises `Misfit`."""
        if deep(at) > DEEPEST:
            raise Misfit(at, "the values lie too deep in each other", f"{DEEPEST} deep at most")
        known = [key for _, key, _, _ in self.fields]
        given = keys_of(value, at, [IS, *known] if self.named else known, "an object")
        found = {}
        for name, key, form, default in self.fields:
            if key in given:
                found[name] = form.read(given[key], (at, key))
            elif default is MISSING:
                raise Misfit(at, f"'{key}' is missing", form.what)
        return self.kind(**found)
