"""The library's dataclasses are those that the standard library would make of the same classes."""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, field
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from test_rooms import modules

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

BOTH = (dataclass, dataclasses.dataclass)

TWINS = """
import dataclasses, inspect, sys
from importlib import import_module
from layerlaw.model import dataclass as home

ours, pairs = home.dataclass, []

def both(cls=None, /, **options):
    if cls is None:
        return lambda cls: both(cls, **options)
    space = {k: v for k, v in vars(cls).items() if k not in ("__dict__", "__weakref__")}
    made = ours(**options)(cls)
    twin = type(cls)(cls.__name__, cls.__bases__, space)
    pairs.append((made, dataclasses.dataclass(**options)(twin)))
    return made

def told(cls):
    # Python 3.14 tells of annotations by other names as well.
    names = {n for n in vars(cls) if "annotat" not in n} - {"__own_fields__", "__module__"}
    each = [
        (f.name, f.type, f.default, f.init, f.repr, f.compare, f.hash, f.kw_only, f.default_factory)
        for f in dataclasses.fields(cls)
    ]
    signature = str(inspect.signature(cls))
    slots = vars(cls).get("__slots__")
    hashed = cls.__hash__ is None
    names -= {"__static_attributes__", "__firstlineno__"}
    return names, each, signature, slots, hashed, cls.__match_args__, repr(cls.__dataclass_params__)

home.dataclass = both
for name in sys.argv[1:]:
    import_module(name)
for made, twin in pairs:
    for mine, other in zip(told(made), told(twin), strict=True):
        if mine != other:
            print(made.__module__, made.__qualname__, mine, other)
print(len(pairs))
"""


def test_each_is_what_the_standard_library_makes_of_it() -> None:
    """Its fields, constructor, slots and methods, of every dataclass of the library."""
    homes = [name for name in modules() if name != "layerlaw.model.dataclass"]
    ran = subprocess.run(
        [sys.executable, "-c", TWINS, *homes], capture_output=True, text=True, check=True
    )
    *different, number = ran.stdout.splitlines()
    assert not different
    assert int(number) > 500


def test_no_module_takes_the_decorator_of_the_standard_library() -> None:
    """Its methods would all be made at import."""
    for name, path in modules().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "dataclasses":
                taken = {alias.name for alias in node.names}
                assert "dataclass" not in taken or name == "layerlaw.model.dataclass", name


def sample(make: Callable[..., Any], **options: bool) -> type[Any]:
    """A class with a field of every sort."""

    @make(**options)
    class Base:
        first: int

    class Sample(Base):
        """A sample."""

        second: int = 2
        many: list[int] = field(default_factory=list)
        hidden: int = field(default=5, repr=False, compare=False)
        set_alone: int = field(default=7, init=False)
        named: int = field(default=9, kw_only=True)
        shared: ClassVar[int] = 1

    found: type[Any] = make(**options)(Sample)
    return found


OPTIONS = [
    {"frozen": frozen, "slots": slots, **more}
    for frozen in (False, True)
    for slots in (False, True)
    for more in ({}, {"eq": False}, {"repr": False}, {"order": True})
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_objects_behave_alike(options: dict[str, bool]) -> None:
    """Made, shown, compared, put in order, copied with a change, and whether they can be hashed."""
    told = []
    for make in BOTH:
        cls = sample(make, **options)
        one, same = cls(1, 3, named=4), cls(1, 3, hidden=0, named=4)
        later = cls(1, 4)
        facts = [dataclasses.asdict(one), dataclasses.replace(one, first=2) == cls(2, 3, named=4)]
        facts += [one == same, one == later, one != later, one == "no", one.many is not later.many]
        facts += [str(inspect.signature(cls)), cls.__match_args__, hasattr(one, "__dict__")]
        if options.get("repr", True):
            facts += [repr(one).rpartition("Sample(")[2]]
        if options.get("order"):
            facts += [one < later, one <= later, one > later, one >= same]
        else:
            with pytest.raises(TypeError):
                one < later  # noqa: B015
        try:
            facts.append(hash(cls(1, 2, ())) == hash(cls(1, 2, (), 0)))
        except TypeError:
            facts.append("no hash")
        for positional, named in (((), {}), ((1, 2, [], 3, 4), {}), ((1,), {"no": 1})):
            with pytest.raises(TypeError):
                cls(*positional, **named)
        facts += [copy.copy(one) == one or not options.get("eq", True), copy.deepcopy(one).many]
        told.append(facts)
    assert told[0] == told[1]


@pytest.mark.parametrize("slots", [False, True])
def test_what_is_frozen_stays_as_it_is(slots: bool) -> None:
    """Nothing is set or deleted, and only its own fields are kept from a plain derived class."""
    cls = sample(dataclass, frozen=True, slots=slots)
    one = cls(1, 2)

    class Plain(cls):  # type: ignore[misc, valid-type]
        pass

    for each in (one, Plain(1, 2)):
        with pytest.raises(FrozenInstanceError, match="cannot assign to field 'second'"):
            each.second = 3
        with pytest.raises(FrozenInstanceError, match="cannot delete field 'second'"):
            del each.second
    with pytest.raises(FrozenInstanceError):
        one.other = 1
    plain = Plain(1, 2)
    plain.other = 1
    assert plain.other == 1
    del plain.other
    assert not hasattr(plain, "other")


@dataclass(frozen=True, slots=True)
class Kept:
    """What a pickle can find again."""

    one: int
    others: tuple[Kept, ...] = ()


@dataclass(frozen=True, slots=True)
class Further(Kept):
    """It has one field more."""

    more: int = field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        if self.more < 0:
            raise ValueError(self.more)


def test_they_can_be_pickled() -> None:
    """Also what is derived."""
    kept = Kept(1, (Further(2, more=3), Kept(4)))
    assert pickle.loads(pickle.dumps(kept)) == kept


def test_what_comes_after_the_fields_is_done() -> None:
    """`__post_init__` is called last."""
    with pytest.raises(ValueError, match="-1"):
        Further(1, more=-1)


def test_a_default_that_can_change_is_refused() -> None:
    """Every object would share it."""
    with pytest.raises(ValueError, match="use a factory"):

        @dataclass
        class Shared:
            many: list[int] = []  # noqa: RUF012


def test_what_holds_itself_can_be_shown() -> None:
    """Its text ends where it would begin anew."""

    @dataclass(slots=True)
    class Ring:
        inside: list[Ring]

    ring = Ring([])
    ring.inside.append(ring)
    assert repr(ring).endswith("Ring(inside=[...])")
