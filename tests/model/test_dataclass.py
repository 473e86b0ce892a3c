"""Our dataclasses do what the standard ones do, though their methods are made later."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, replace
from functools import cached_property
from typing import Any, ClassVar

import pytest

from layerlaw.model.algebra.abilities import Ability
from layerlaw.model.dataclass import dataclass


def _kinds(made: Callable[..., Callable[[type], type]], slots: bool) -> type:
    """The same class by another decorator."""

    @made(frozen=True, slots=slots)
    class Card:
        """A card."""

        game: ClassVar[str] = "magic"
        name: str
        power: int = 1
        words: list[str] = field(default_factory=list)
        place: int = field(default=0, compare=False)
        seen: dict[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)
        shown: str = field(default="yes", kw_only=True)

        def __post_init__(self) -> None:
            self.seen[self.name] = len(self.seen)

    Card.__qualname__ = "Card"
    return Card


KINDS = [
    pytest.param(
        *(_kinds(made, slots) for made in (dataclass, dataclasses.dataclass)), id=f"slots={slots}"
    )
    for slots in (True, False)
]

GIVEN: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    (("A",), {}),
    (("A", 2), {"shown": "no"}),
    (("A",), {"words": ["x"], "place": 3}),
]
WRONG: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    (("A", 1, [], 0, "no"), {}),
    (("A",), {"seen": {}}),
]


@pytest.mark.parametrize(("ours", "standard"), KINDS)
def test_values_are_those_of_the_standard_one(ours: Any, standard: Any) -> None:
    """Arguments in place and by name, defaults, factories, what is worked out afterwards."""
    for given, named in GIVEN:
        one, other = ours(*given, **named), standard(*given, **named)
        assert repr(one) == repr(other)
        assert dataclasses.asdict(one) == dataclasses.asdict(other)
        assert one == ours(*given, **named)
        assert replace(one, power=7).power == 7
        assert copy.deepcopy(one) == one
    assert ours("A").words is not ours("A").words
    assert ours.game == "magic"
    assert ours.__match_args__ == standard.__match_args__
    assert str(inspect.signature(ours)) == str(inspect.signature(standard))
    assert ours.__doc__ == "A card."


@pytest.mark.parametrize(("ours", "standard"), KINDS)
def test_equal_and_hashed_by_what_is_compared(ours: Any, standard: Any) -> None:
    """A field that is not compared makes no difference, another class does."""
    for kind in (ours, standard):
        assert kind("A", place=1) == kind("A", place=2)
        assert kind("A") != kind("B")
        assert kind("A") != ("A", 1)
        with pytest.raises(TypeError, match="unhashable"):
            hash(kind("A"))
    assert ours("A") != standard("A")


@pytest.mark.parametrize(("ours", "standard"), KINDS)
def test_wrong_arguments_are_refused_in_the_same_words(ours: Any, standard: Any) -> None:
    for given, named in WRONG:
        said = []
        for kind in (ours, standard):
            with pytest.raises(TypeError) as refused:
                kind(*given, **named)
            said.append(str(refused.value).split(".", 1)[-1].split("Card.")[-1])
        assert said[0] == said[1]


@pytest.mark.parametrize(("ours", "standard"), KINDS)
def test_nothing_can_be_set_or_deleted(ours: Any, standard: Any) -> None:
    said = []
    for kind in (ours, standard):
        card = kind("A")
        with pytest.raises(FrozenInstanceError) as set_:
            card.power = 2
        with pytest.raises(FrozenInstanceError) as deleted:
            del card.power
        said.append((str(set_.value), str(deleted.value)))
    assert said[0] == said[1]


@dataclass(frozen=True, slots=True)
class Square:
    """One with an equality, a hash and a text of its own."""

    number: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Square) and self.number % 10 == other.number % 10

    def __hash__(self) -> int:
        return self.number % 10

    def __repr__(self) -> str:
        return f"<{self.number}>"


@dataclass(frozen=True)
class Cached:
    """One that remembers something."""

    number: int

    @cached_property
    def double(self) -> int:
        return 2 * self.number


@dataclass(frozen=True, eq=False)
class Same:
    """One that equals nothing but itself."""

    number: int


def test_own_methods_stay() -> None:
    assert Square(3) == Square(13)
    assert hash(Square(3)) == hash(Square(13))
    assert repr(Square(3)) == "<3>"
    assert pickle.loads(pickle.dumps(Square(3))).number == 3
    assert Cached(3).double == 6
    assert hash(Cached(3)) == hash(Cached(3))
    assert Same(1) != Same(1)
    assert len({Same(1), Same(1)}) == 2


def test_others_may_build_on_ours() -> None:
    """A standard frozen one, and a plain class."""

    @dataclasses.dataclass(frozen=True)
    class More(Cached):
        more: int = 0

    class Plain(Cached):
        pass

    assert More(1, 2) == More(1, 2) != More(1, 3)
    assert Plain(1) == Plain(1) != Cached(1)
    assert repr(Plain(1)).endswith("Plain(number=1)")


def test_methods_are_made_when_they_are_asked_for() -> None:
    """Importing compiles none of them."""

    @dataclass(frozen=True)
    class New:
        number: int

    assert not inspect.isfunction(vars(New)["__init__"])
    assert New(1).number == 1
    assert inspect.isfunction(vars(New)["__init__"])
    assert not inspect.isfunction(vars(New)["__eq__"])
    assert "keyword" in inspect.signature(Ability).parameters
