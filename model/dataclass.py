"""The standard `dataclass`, but frozen ones get their methods when somebody first asks for them.

The standard one compiles up to six methods for every class as its module is imported. That was a
third of the time of a short command, which calls one in ten of them. Type checkers see the
standard one. There is no `InitVar`, and a deep copy of a frozen one is that very object.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    from collections.abc import Callable, Iterable, Mapping
    from dataclasses import MISSING, FrozenInstanceError, fields, is_dataclass
    from reprlib import recursive_repr

    def dataclass(kind: type | None = None, /, **how: bool) -> object:
        """As `dataclasses.dataclass`, which reads the fields here too."""
        if kind is None:
            return lambda decorated: _made(decorated, how)
        return _made(kind, how)

    def _made(kind: type, how: Mapping[str, bool]) -> type:
        """The standard one where a class is not frozen, has an order or a dataclass as base."""
        unlike = not how.get("frozen") or how.keys() - {"frozen", "slots", "eq", "repr"}
        if unlike or any(map(is_dataclass, kind.__mro__[1:])):
            return dataclasses.dataclass(**how)(kind)
        slots, eq = how.get("slots", False), how.get("eq", True)
        methods = {"__init__": _init}
        if how.get("repr", True):
            methods["__repr__"] = _repr
        if eq:
            methods["__eq__"] = _eq
            methods["__hash__"] = _hash
        own = {name for name in methods if vars(kind).get(name) is not None}
        kind = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(kind)
        kind.__dataclass_params__.init = True
        kind.__dataclass_params__.repr = "__repr__" in methods
        kind.__dataclass_params__.eq = eq
        kind.__dataclass_params__.frozen = True
        for name in methods.keys() - own:
            setattr(kind, name, _OnceAsked(kind, name, methods[name]))
        kind.__setattr__, kind.__delattr__ = _refusals(kind)
        if not hasattr(kind, "__deepcopy__"):
            kind.__deepcopy__ = _itself
        if slots:
            kind.__getstate__, kind.__setstate__ = _state, _set_state
        return kind

    class _Unset:
        """Where nothing is given and a factory makes the value; signatures show it."""

        def __repr__(self) -> str:
            return "<factory>"

    _UNSET = _Unset()

    class _OnceAsked:
        """Stands for a method until somebody asks for it, then puts the method in its place."""

        __slots__ = ("kind", "name", "write")

        def __init__(self, kind: type, name: str, write: Callable[[type], Callable[..., object]]):
            self.kind, self.name, self.write = kind, name, write

        def __get__(self, instance: object, owner: type) -> object:
            method = self.write(self.kind)
            method.__qualname__ = f"{self.kind.__qualname__}.{self.name}"
            setattr(self.kind, self.name, method)
            return method.__get__(instance, owner)

    def _init(kind: type) -> Callable[..., None]:
        """Sets slots by their descriptors: two thirds of the time of `object.__setattr__`."""
        slots = "__slots__" in vars(kind)
        named = {"_unset": _UNSET, "_set": object.__setattr__}
        parameters, keywords, body = [], [], []
        annotations = {}
        for each in fields(kind):
            name, value = each.name, each.name
            if each.default_factory is not MISSING:
                named[f"_make_{name}"] = each.default_factory
                value = f"_make_{name}()"
                given, default = f"{value} if {name} is _unset else {name}", "=_unset"
                value = given if each.init else value
            elif each.default is not MISSING:
                named[f"_default_{name}"] = each.default
                default = f"=_default_{name}"
                value = name if each.init else f"_default_{name}"
            elif each.init:
                default = ""
            else:
                continue
            if each.init:
                (keywords if each.kw_only else parameters).append(name + default)
                annotations[name] = each.type
            if slots:
                named[f"_set_{name}"] = vars(kind)[name].__set__
                body.append(f"_set_{name}(self, {value})")
            else:
                body.append(f"_set(self, {name!r}, {value})")
        if hasattr(kind, "__post_init__"):
            body.append("self.__post_init__()")
        heads = ["self", *parameters, *(["*", *keywords] if keywords else [])]
        method = _written(kind, "__init__", heads, body, named)
        method.__annotations__ = {**annotations, "return": None}
        return method

    def _eq(kind: type) -> Callable[..., object]:
        mine, theirs = _tuple("self", _compared(kind)), _tuple("other", _compared(kind))
        same = f"if other.__class__ is self.__class__: return {mine} == {theirs}"
        return _written(kind, "__eq__", ["self", "other"], [same, "return NotImplemented"])

    def _hash(kind: type) -> Callable[..., object]:
        hashed = [f.name for f in fields(kind) if (f.compare if f.hash is None else f.hash)]
        return _written(kind, "__hash__", ["self"], [f"return hash({_tuple('self', hashed)})"])

    def _repr(kind: type) -> Callable[..., str]:
        shown = [f.name for f in fields(kind) if f.repr]

        @recursive_repr()
        def __repr__(self: object) -> str:
            values = (f"{name}={getattr(self, name)!r}" for name in shown)
            return f"{type(self).__qualname__}({', '.join(values)})"

        return __repr__

    def _compared(kind: type) -> list[str]:
        return [f.name for f in fields(kind) if f.compare]

    def _tuple(of: str, names: Iterable[str]) -> str:
        return "(" + "".join(f"{of}.{name}, " for name in names) + ")"

    def _written(
        kind: type,
        name: str,
        parameters: Iterable[str],
        body: Iterable[str],
        named: Mapping[str, object] | None = None,
    ) -> Callable[..., object]:
        """The function of this text, in which `named` are known."""
        head = f"def {name}({', '.join(parameters)}):"
        known = {"__name__": kind.__module__, **(named or {})}
        exec("\n ".join([head, *(body or ["pass"])]), known)
        return known[name]

    def _refusals(kind: type) -> tuple[Callable[..., None], Callable[..., None]]:
        """What is set or deleted from outside is refused, as `dataclasses` refuses it."""
        names = frozenset(vars(kind)["__dataclass_fields__"])

        def __setattr__(self: object, name: str, value: object) -> None:
            if type(self) is kind or name in names:
                raise FrozenInstanceError(f"cannot assign to field {name!r}")
            super(kind, self).__setattr__(name, value)

        def __delattr__(self: object, name: str) -> None:
            if type(self) is kind or name in names:
                raise FrozenInstanceError(f"cannot delete field {name!r}")
            super(kind, self).__delattr__(name)

        return __setattr__, __delattr__

    def _itself(self: object, memo: object) -> object:
        """What cannot change is a deep copy of itself."""
        return self

    def _state(self: object) -> list[object]:
        """To copy and pickle what has slots and refuses to be set."""
        return [getattr(self, each.name) for each in fields(self)]

    def _set_state(self: object, state: Iterable[object]) -> None:
        for each, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, each.name, value)
