"""Dataclasses as the standard library makes them, whose methods are made when first looked up.

Making every method of every class at import took a third of the time of a command.
"""

from __future__ import annotations

import dataclasses
import inspect
import reprlib
import sys
from dataclasses import MISSING, Field, FrozenInstanceError
from functools import cache
from types import CellType, CodeType, FunctionType, MemberDescriptorType
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
    arguments: list[str] = []
    by_name: list[str] = []
    defaults: dict[str, Any] = {}
    body: list[str] = []
    helpers: dict[str, Any] = {"factory": _FACTORY, "set": object.__setattr__}
    for number, (name, given) in enumerate(fields.items()):
        default, factory = _default(given), _factory(given)
        value = f"p{number}"
        if _says(given, "init"):
            (by_name if _by_name(given) else arguments).append(value)
            if factory is not MISSING:
                value = f"make{number}() if {value} is factory else {value}"
                defaults[name] = _FACTORY
            elif default is not MISSING:
                defaults[name] = default
            elif defaults and not _by_name(given):
                raise TypeError(f"non-default argument {name!r} follows default argument")
        elif factory is not MISSING:
            value = f"make{number}()"
        elif default is not MISSING and options.slots:
            value = f"default{number}"
        else:
            continue
        helpers |= {f"make{number}": factory, f"default{number}": default, f"name{number}": name}
        slot = getattr(cls, name, None)
        if not options.frozen:
            body.append(f"me.a{number}={value}")
        elif isinstance(slot, MemberDescriptorType):
            helpers[f"set{number}"] = slot.__set__
            body.append(f"set{number}(me, {value})")
        else:
            body.append(f"set(me, name{number}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("me.__post_init__()")
    made = _function(
        cls,
        "__init__",
        ", ".join(["me", *arguments, *(["*", *by_name] if by_name else ())]),
        "\n  ".join(body or ["pass"]),
        {**_names(fields), "me": "__dataclass_self__" if "self" in fields else "self"},
        helpers,
    )
    keywords = {name for name, given in fields.items() if _by_name(given)}
    made.__defaults__ = tuple(each for name, each in defaults.items() if name not in keywords)
    made.__kwdefaults__ = {name: each for name, each in defaults.items() if name in keywords}
    types: dict[str, Any] = {}
    for base in cls.__mro__[::-1]:
        types |= inspect.get_annotations(base)
    taken = {name: types[name] for name, given in fields.items() if _says(given, "init")}
    made.__annotations__ = {**taken, "return": None}
    return made


def _repr(cls: type, fields: dict[str, Any]) -> Any:
    names = [name for name, given in fields.items() if _says(given, "repr")]

    def shown(self: object) -> str:
        parts = (f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({', '.join(parts)})"

    return _named(reprlib.recursive_repr()(shown), cls, "__repr__")


def _comparison(cls: type, fields: dict[str, Any], name: str, sign: str) -> Any:
    body = (
        "if other.__class__ is me.__class__:\n"
        f"   return {_tuple('me', fields)} {sign} {_tuple('other', fields)}\n"
        "  return NotImplemented"
    )
    return _function(cls, name, "me, other", body, {**_names(fields), "me": "self"}, {})


def _hash(cls: type, fields: dict[str, Any]) -> Any:
    body = f"return hash({_tuple('me', fields)})"
    return _function(cls, "__hash__", "me", body, {**_names(fields), "me": "self"}, {})


def _tuple(of: str, fields: dict[str, Any]) -> str:
    each = (
        f"{of}.a{number}," for number, name in enumerate(fields) if _says(fields[name], "compare")
    )
    return f"({''.join(each)})"


def _names(fields: dict[str, Any]) -> dict[str, str]:
    """The field's name for `p0` and `a0`, the parameter and the attribute of the first, ..."""
    return {f"{what}{number}": name for number, name in enumerate(fields) for what in "pa"}


def _function(
    cls: type,
    name: str,
    parameters: str,
    body: str,
    names: dict[str, str],
    helpers: dict[str, Any],
) -> Any:
    """The function of that text, with the names in the place of those that stand in it."""
    used = tuple(each for each in helpers if each in body)
    code = _code(parameters, body, used)
    module = sys.modules.get(cls.__module__)
    function = FunctionType(
        code.replace(
            co_varnames=tuple(names.get(each, each) for each in code.co_varnames),
            co_names=tuple(names.get(each, each) for each in code.co_names),
            co_name=name,
            co_qualname=f"{cls.__qualname__}.{name}",
        ),
        module.__dict__ if module else {},
        name,
        closure=tuple(CellType(helpers[each]) for each in code.co_freevars),
    )
    return _named(function, cls, name)


@cache
def _code(parameters: str, body: str, helpers: tuple[str, ...]) -> CodeType:
    """The code of a text: most classes share theirs, for all but the names."""
    text = f"def make({', '.join(helpers)}):\n def made({parameters}):\n  {body}\n return made"
    space: dict[str, Any] = {}
    exec(text, space)
    code: CodeType = space["make"](*helpers).__code__
    return code


def _named(function: Any, cls: type, name: str) -> Any:
    function.__name__ = name
    function.__qualname__ = f"{cls.__qualname__}.{name}"
    return function
