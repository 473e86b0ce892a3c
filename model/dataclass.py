"""Dataclasses as the standard library makes them, whose methods are made when first looked up.

Making every method of every class at import took a third of the time of a command.
"""

from __future__ import annotations

import dataclasses
import inspect
import reprlib
import sys
from dataclasses import MISSING, Field, FrozenInstanceError
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        cls: type | None = None,
        /,
        *,
        repr: bool = True,
        eq: bool = True,
        order: bool = False,
        frozen: bool = False,
        slots: bool = False,
    ) -> Any:
        """As `dataclasses.dataclass`, for classes whose annotations are text.

        The options mean what they mean there; there is neither `InitVar` nor `KW_ONLY`. Raises
        `ValueError` for a default that can change.
        """
        options = _Options(repr, eq, order, frozen, slots)
        return _made(cls, options) if cls else lambda cls: _made(cls, options)


_FIELDS = "__dataclass_fields__"
# A class's own fields, by name: the default, or what `field(...)` says.
_OWN = "__own_fields__"
_ORDER = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


class _Options(NamedTuple):
    repr: bool
    eq: bool
    order: bool
    frozen: bool
    slots: bool


class _Later:
    """Stands for an attribute of a class until it is looked up."""

    __slots__ = ("make", "name", "owner")

    def __init__(self, name: str, make: Callable[[type], Any]) -> None:
        self.name = name
        self.make = make
        self.owner: type = object

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        made = self.make(self.owner)
        setattr(self.owner, self.name, made)
        return made.__get__(instance, owner) if hasattr(made, "__get__") else made


class _Factory:
    """The default of an argument that is made anew where it is not given."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


def _made(cls: type, options: _Options) -> type:
    """The class with all that it is given; made again where it has slots."""
    space = dict(cls.__dict__)
    own = {
        name: space.pop(name, MISSING)
        for name, annotation in inspect.get_annotations(cls).items()
        if not annotation.startswith("ClassVar")
    }
    for name, default in own.items():
        if default.__class__.__hash__ is None:
            raise ValueError(f"the default of '{name}' can change: use a factory")
    fields = {**_inherited(cls), **own}
    makers: dict[str, Callable[[type], Any]] = {
        _FIELDS: lambda cls: _every_field(cls, own),
        "__dataclass_params__": lambda cls: _params(options),
        "__init__": lambda cls: _init(cls, fields, options),
    }
    if options.repr:
        makers["__repr__"] = lambda cls: _repr(cls, fields)
    if options.eq:
        makers["__eq__"] = lambda cls: _comparison(cls, fields, "__eq__", "==")
    if options.order:
        for name, sign in _ORDER.items():
            makers[name] = lambda cls, name=name, sign=sign: _comparison(cls, fields, name, sign)  # type: ignore[misc]
    if options.eq and options.frozen and space.get("__hash__") is None:
        makers["__hash__"] = lambda cls: _hash(cls, fields)
        space.pop("__hash__", None)
    if not cls.__doc__:
        makers["__doc__"] = _doc
        del space["__doc__"]
    added: dict[str, Any] = {
        name: _Later(name, make) for name, make in makers.items() if name not in space
    }
    added[_OWN] = own
    added["__match_args__"] = tuple(
        name for name, given in fields.items() if _says(given, "init") and not _by_name(given)
    )
    if options.eq and not options.frozen:
        added.setdefault("__hash__", space.get("__hash__"))
    if sys.version_info >= (3, 13):
        added["__replace__"] = _replaced
    if options.frozen and options.slots:
        added |= _states(tuple(fields))
    made = (_with_slots if options.slots else _with_defaults)(cls, space, own, fields, added)
    for later in added.values():
        if isinstance(later, _Later):
            later.owner = made
    if options.frozen:
        _freeze(made, frozenset(fields))
    return made


def _inherited(cls: type) -> dict[str, Any]:
    """The fields of the classes it is derived from, in their order."""
    found: dict[str, Any] = {}
    for base in cls.__mro__[:0:-1]:
        if _OWN in base.__dict__:
            found.update(base.__dict__[_OWN])
        elif _FIELDS in base.__dict__:
            found.update((each.name, each) for each in dataclasses.fields(base))
    return found


def _with_slots(
    cls: type,
    space: dict[str, Any],
    own: dict[str, Any],
    fields: dict[str, Any],
    added: dict[str, Any],
) -> type:
    """The class made again, for slots can't be had later."""
    taken = {slot for base in cls.__mro__[1:-1] for slot in base.__dict__.get("__slots__", ())}
    slots = tuple(name for name in fields if name not in taken)
    attributes = {**space, **added, "__slots__": slots}
    attributes.pop("__dict__", None)
    attributes.pop("__weakref__", None)
    made = type(cls)(cls.__name__, cls.__bases__, attributes)
    made.__qualname__ = cls.__qualname__
    return made


def _with_defaults(
    cls: type,
    space: dict[str, Any],
    own: dict[str, Any],
    fields: dict[str, Any],
    added: dict[str, Any],
) -> type:
    """The class itself, whose defaults can be read from it."""
    for name, given in own.items():
        if _default(given) is not MISSING:
            setattr(cls, name, _default(given))
        elif isinstance(given, Field):
            delattr(cls, name)
    for name, value in added.items():
        setattr(cls, name, value)
    return cls


def _freeze(cls: Any, names: frozenset[str]) -> None:
    """Lets nothing be set or deleted, in objects of derived classes none of its fields."""

    def refused(self: object, name: str) -> bool:
        return type(self) is cls or name in names

    def setattr_(self: object, name: str, value: object) -> None:
        if refused(self, name):
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def delattr_(self: object, name: str) -> None:
        if refused(self, name):
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    for name, refusing in (("__setattr__", setattr_), ("__delattr__", delattr_)):
        setattr(cls, name, _named(refusing, cls, name))


def _states(names: tuple[str, ...]) -> dict[str, Any]:
    """What pickling and copying need of a class that is frozen and has slots."""

    def getstate(self: object) -> list[Any]:
        return [getattr(self, name) for name in names]

    def setstate(self: object, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return {"__getstate__": getstate, "__setstate__": setstate}


def _replaced(self: Any, /, **changes: Any) -> Any:
    return dataclasses.replace(self, **changes)


# --- what is said of a field --------------------------------------------------------------------


def _says(given: Any, what: str) -> bool:
    """Whether it is in the constructor (`init`), in the text (`repr`), in what is compared."""
    return not isinstance(given, Field) or bool(getattr(given, what))


def _by_name(given: Any) -> bool:
    return isinstance(given, Field) and given.kw_only is True


def _default(given: Any) -> Any:
    return given.default if isinstance(given, Field) else given


def _factory(given: Any) -> Any:
    return given.default_factory if isinstance(given, Field) else MISSING


# --- what is made when it is looked up ----------------------------------------------------------


def _every_field(cls: type, own: dict[str, Any]) -> dict[str, Field[Any]]:
    """What `dataclasses.fields` looks for."""
    found: dict[str, Field[Any]] = {}
    for base in cls.__mro__[:0:-1]:
        found.update(getattr(base, _FIELDS, {}))
    annotations = inspect.get_annotations(cls)
    for name, given in own.items():
        field: Any = given if isinstance(given, Field) else dataclasses.field(default=given)
        field.name = name
        field.type = annotations[name]
        field.kw_only = _by_name(field)
        # It says that this is neither a `ClassVar` nor an `InitVar`.
        field._field_type = _Alike.__dataclass_fields__["field"]._field_type  # type: ignore[attr-defined]
        found[name] = field
    return found


@dataclasses.dataclass
class _Alike:
    """A dataclass by the standard library's own hand."""

    field: object


def _params(options: _Options) -> object:
    alike: type = type("Alike", (), {"__doc__": "-"})
    alike = dataclasses.dataclass(**options._asdict())(alike)
    return alike.__dict__["__dataclass_params__"]


def _doc(cls: type) -> str:
    return cls.__name__ + str(inspect.signature(cls)).replace(" -> None", "")


def _init(cls: type, fields: dict[str, Any], options: _Options) -> Any:
    me = "__dataclass_self__" if "self" in fields else "self"
    helpers: dict[str, Any] = {"_FACTORY": _FACTORY, "_set": object.__setattr__}
    taken: list[str] = []
    by_name: list[str] = []
    body: list[str] = []
    types: dict[str, Any] = {}
    for base in cls.__mro__[::-1]:
        types |= inspect.get_annotations(base)
    for name, given in fields.items():
        default, factory = _default(given), _factory(given)
        value = name
        argument = name
        if factory is not MISSING:
            helpers[f"_make_{name}"] = factory
            argument = f"{name}=_FACTORY"
            value = f"_make_{name}()"
        elif default is not MISSING:
            helpers[f"_default_{name}"] = default
            argument = f"{name}=_default_{name}"
        if _says(given, "init"):
            (by_name if _by_name(given) else taken).append(argument)
            if factory is not MISSING:
                value = f"{value} if {name} is _FACTORY else {name}"
        elif factory is MISSING:
            if default is MISSING or not options.slots:
                continue
            value = f"_default_{name}"
        if not options.frozen:
            body.append(f"{me}.{name}={value}")
        elif isinstance(slot := getattr(cls, name, None), MemberDescriptorType):
            helpers[f"_set_{name}"] = slot.__set__
            body.append(f"_set_{name}({me}, {value})")
        else:
            body.append(f"_set({me}, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append(f"{me}.__post_init__()")
    arguments = [me, *taken, *(["*", *by_name] if by_name else ())]
    made = _function(cls, "__init__", arguments, body or ["pass"], helpers)
    named = (name for name, given in fields.items() if _says(given, "init"))
    made.__annotations__ = {**{name: types[name] for name in named}, "return": None}
    return made


def _repr(cls: type, fields: dict[str, Any]) -> Any:
    shown = [f"{name}={{self.{name}!r}}" for name, given in fields.items() if _says(given, "repr")]
    body = [f'return f"{{self.__class__.__qualname__}}({", ".join(shown)})"']
    return reprlib.recursive_repr()(_function(cls, "__repr__", ["self"], body, {}))


def _comparison(cls: type, fields: dict[str, Any], name: str, sign: str) -> Any:
    body = [
        "if other.__class__ is self.__class__:",
        f" return {_tuple('self', fields)} {sign} {_tuple('other', fields)}",
        "return NotImplemented",
    ]
    return _function(cls, name, ["self", "other"], body, {})


def _hash(cls: type, fields: dict[str, Any]) -> Any:
    return _function(cls, "__hash__", ["self"], [f"return hash({_tuple('self', fields)})"], {})


def _tuple(of: str, fields: dict[str, Any]) -> str:
    return f"({''.join(f'{of}.{name},' for name in fields if _says(fields[name], 'compare'))})"


def _function(
    cls: type, name: str, arguments: list[str], body: list[str], helpers: dict[str, Any]
) -> Any:
    """The function of that text, which sees its class's module."""
    lines = "".join(f"\n  {line}" for line in body)
    text = f"def make({', '.join(helpers)}):\n def {name}({', '.join(arguments)}):{lines}\n"
    made: dict[str, Any] = {}
    module = sys.modules.get(cls.__module__)
    exec(f"{text} return {name}", module.__dict__ if module else {}, made)
    return _named(made["make"](**helpers), cls, name)


def _named(function: Any, cls: type, name: str) -> Any:
    function.__name__ = name
    function.__qualname__ = f"{cls.__qualname__}.{name}"
    return function
