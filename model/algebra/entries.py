"""What an operation says of itself, so that its readers need not know it by name.

Every class of operation is one entry, and has besides its fields:

- `layer_words`: the words a rulebook's layer may list for it, the most exact one first;
- `writes`: the cells it changes, and how (`writes.py`);
- `form`: how it is written, where a pattern says that: its rule of the grammar, its parsing and
  its printing follow from it; else `written`, and a rule and a case in `model/notation/`;
- `english`: what happens to the objects, as the rest of a sentence.

Its operand is the field that holds a value, a player or a selector: what is worked out on a board.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeVar, cast, get_type_hints

from layerlaw.model.algebra.phrasing import Filler
from layerlaw.model.algebra.terms import Player, Selector, Value
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

Op = TypeVar("Op")


class Notation(Filler, Protocol):
    """Writes the pieces of an operation in the notation."""

    def value(self, value: Value) -> str:
        """`power of self`"""

    def player(self, player: Player) -> str:
        """`controller of bearer`"""

    def selector(self, selector: Selector, one: bool = False) -> str:
        """`nearby minions`; one: in the singular."""

    def anchor(self, selector: Selector) -> str:
        """A selector behind `of`, in parentheses where it could be misread."""

    def keyword(self, keyword: str) -> str:
        """A keyword or word, in quotes where it is no plain one."""

    def members(self, words: Sequence[str]) -> str:
        """`{beast, mortal}`, or one word alone."""

    def zone(self, zone: str) -> str:
        """A zone, in quotes where one of its words means something."""


class English(Protocol):
    """Says the pieces of an operation in plain English."""

    def value(self, value: Value) -> str:
        """`the power of King`"""

    def player(self, player: Player) -> str:
        """`you`"""

    def selector(self, selector: Selector, one: bool = False) -> str:
        """`other nearby minions`; one: in the singular."""

    def predicate(self, selector: Selector, one: bool, follows: Literal["nothing"]) -> str:
        """What stands behind "is" (`one`) or "are": `a beast`."""

    def kind(self, word: str, one: bool) -> str:
        """`a beast`, or `beasts`"""

    def named(self, characteristic: str, words: Sequence[str]) -> str:
        """`subtypes beast and mortal`"""

    def listed(self, words: Sequence[str]) -> str:
        """`a, b and c`"""


@dataclass(frozen=True, slots=True)
class Verbs:
    """The words that agree with whom something is done to: one object, or several."""

    one: bool
    be: str
    have: str
    its: str
    it: str
    s: str


ONE = Verbs(True, "is", "has", "its", "it", "s")
SEVERAL = Verbs(False, "are", "have", "their", "they", "")


class OfCharacteristic:
    """An operation whose layer words are verbs with its characteristic behind them."""

    __slots__ = ()
    verbs: ClassVar[tuple[str, ...]]
    characteristic: str

    @property
    def layer_words(self) -> tuple[str, ...]:
        """`set power`, `change power`"""
        return tuple(f"{verb} {self.characteristic}" for verb in self.verbs)


@cache
def operand_field(kind: Any) -> str | None:
    """The field of an operation's class that is worked out on a board; None if there is none.

    >>> from layerlaw.model.algebra import Permission, Swap
    >>> operand_field(Permission), operand_field(Swap)
    ('to', None)
    """
    hints = get_type_hints(kind)
    terms = (Value, Player, Selector, Selector | None)
    return next((field.name for field in fields(kind) if hints[field.name] in terms), None)


def operand_of(operation: object) -> Value | Player | Selector | None:
    """What the operation works out on a board; None if it says all it does in its own words.

    >>> from layerlaw.model.algebra import Lose, Number, SetNumber
    >>> operand_of(SetNumber("power", Number(2))), operand_of(Lose("Airborne"))
    (Number(value=2), None)
    """
    kind: Any = type(operation)
    name = operand_field(kind)
    operand: Value | Player | Selector | None = getattr(operation, name) if name else None
    return operand


def with_operand(operation: Op, operand: Value | Player | Selector) -> Op:
    """The operation with something else to work out.

    >>> from layerlaw.model.algebra import Number, SetNumber
    >>> with_operand(SetNumber("power", Number(2)), Number(3))
    SetNumber(characteristic='power', value=Number(value=3))
    """
    kind: Any = type(operation)
    name = operand_field(kind)
    assert name is not None, f"{type(operation).__name__} has no operand"
    changed: Any = operation
    return cast("Op", replace(changed, **{name: operand}))
