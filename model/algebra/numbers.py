"""Operations on numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from layerlaw.model.algebra.entries import OfCharacteristic
from layerlaw.model.algebra.phrasing import Formed
from layerlaw.model.algebra.terms import Arithmetic, ArithmeticSign, Count, Number, Value
from layerlaw.model.algebra.writes import WriteNumber
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.algebra.entries import English, Notation, Verbs
    from layerlaw.model.algebra.terms import Selector


@dataclass(frozen=True, slots=True)
class SetNumber(OfCharacteristic):
    """A number characteristic becomes the value; a missing number comes into being."""

    characteristic: str
    value: Value

    verbs: ClassVar = ("set", "change")

    @property
    def writes(self) -> tuple[WriteNumber, ...]:
        """The number."""
        return (WriteNumber(self.characteristic, "set"),)

    def written(self, to: Notation) -> str:
        """`power := 2`"""
        return f"{self.characteristic} := {to.value(self.value)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`has power 2`"""
        if isinstance(self.value, Number):
            return f"{verbs.have} {self.characteristic} {self.value.value}"
        return f"{verbs.have} {self.characteristic} equal to {say.value(self.value)}"


@dataclass(frozen=True, slots=True)
class FixNumber(Formed, OfCharacteristic):
    """A number characteristic becomes the value and nothing changes it any more."""

    characteristic: str
    value: Value

    form: ClassVar = "{characteristic:number} fixed at {value:value}"
    verbs: ClassVar = ("fix", "set", "change")

    @property
    def writes(self) -> tuple[WriteNumber, ...]:
        """The number."""
        return (WriteNumber(self.characteristic, "fix"),)

    def english(self, say: English, verbs: Verbs) -> str:
        """`has power fixed at 2`"""
        return f"{verbs.have} {self.characteristic} fixed at {say.value(self.value)}"


@dataclass(frozen=True, slots=True)
class RemoveNumber(OfCharacteristic):
    """A number characteristic is missing from then on, until something sets it again."""

    characteristic: str

    verbs: ClassVar = ("set", "change")

    @property
    def writes(self) -> tuple[WriteNumber, ...]:
        """The number."""
        return (WriteNumber(self.characteristic, "clear"),)

    def written(self, to: Notation) -> str:
        """`power := none`"""
        return f"{self.characteristic} := none"

    def english(self, say: English, verbs: Verbs) -> str:
        """`has no power`"""
        return f"{verbs.have} no {self.characteristic}"


@dataclass(frozen=True, slots=True)
class ChangeNumber:
    """A number characteristic goes up (+), down (-) or is multiplied (*); missing stays missing.

    least: going down it stops there; what was lower before stays.
    """

    characteristic: str
    sign: ArithmeticSign
    value: Value
    least: int | None = None

    @property
    def layer_words(self) -> tuple[str, ...]:
        """`add power`, `multiply power`"""
        verb = "multiply" if self.sign == "*" else "add"
        return f"{verb} {self.characteristic}", f"change {self.characteristic}"

    @property
    def writes(self) -> tuple[WriteNumber, ...]:
        """The number."""
        if self.sign == "*":
            return (WriteNumber(self.characteristic, "multiply"),)
        if self.sign == "+":
            return (WriteNumber(self.characteristic, "add"),)
        how: Literal["subtract", "lower"] = "subtract" if self.least is None else "lower"
        return (WriteNumber(self.characteristic, how, self.least),)

    def written(self, to: Notation) -> str:
        """`power += 1`, `double power`, `power -= 1 for each nearby site`"""
        start = f"{self.characteristic} {self.sign}="
        stops = "" if self.least is None else f" to no less than {self.least}"
        match self.sign, self.value:
            case "*", Number(2):
                return f"double {self.characteristic}{stops}"
            case "+" | "-", Count(among):
                return f"{start} 1 for each {to.selector(among, True)}{stops}"
            case "+" | "-", Arithmetic(Number(number), "*", Count(among)) if number != 1:
                return f"{start} {number} for each {to.selector(among, True)}{stops}"
        return f"{start} {to.value(self.value)}{stops}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`gets +1 power`, `has its power doubled`"""
        if self.sign == "*":
            much = (
                "doubled" if self.value == Number(2) else f"multiplied by {say.value(self.value)}"
            )
            return f"{verbs.have} {verbs.its} {self.characteristic} {much}"
        stops = "" if self.least is None else f" (to no less than {self.least})"
        return f"get{verbs.s} {self._change(say)}{stops}"

    def _change(self, say: English) -> str:
        match self.value:
            case Number(number):
                return f"{self._signed(number)} {self.characteristic}"
            case Count(among):
                return f"{self.sign}1 {self.characteristic} for {_each(say, among)}"
            case Arithmetic(Number(number), "*", Count(among)):
                change = f"{self._signed(number)} {self.characteristic}"
                return f"{change} for {_each(say, among)}"
        much = "extra" if self.sign == "+" else "less"
        return f"{much} {self.characteristic}, by {say.value(self.value)}"

    def _signed(self, number: int) -> str:
        return f"{number if self.sign == '+' else -number:+}"


def _each(say: English, among: Selector) -> str:
    """`each nearby site`, `each of your sites`"""
    several = say.selector(among)
    if several.startswith("your "):
        return f"each of {several}"
    return f"each {say.selector(among, True)}"


@dataclass(frozen=True, slots=True)
class Limit(OfCharacteristic):
    """A number characteristic is raised to at least, or cut to at most, the value."""

    characteristic: str
    how: Literal["at least", "at most"]
    value: Value

    verbs: ClassVar = ("limit", "change")

    @property
    def writes(self) -> tuple[WriteNumber, ...]:
        """The number."""
        return (WriteNumber(self.characteristic, self.how),)

    def written(self, to: Notation) -> str:
        """`power at least 2`"""
        return f"{self.characteristic} {self.how} {to.value(self.value)}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`has at least 2 power`"""
        return f"{verbs.have} {self.how} {say.value(self.value)} {self.characteristic}"


@dataclass(frozen=True, slots=True)
class Swap(Formed):
    """Two number characteristics of the object change places."""

    first: str
    second: str

    form: ClassVar = "swap {first:number} and {second:number}"

    @property
    def layer_words(self) -> tuple[str, ...]:
        """`swap power`"""
        return f"swap {self.first}", f"change {self.first}"

    @property
    def writes(self) -> tuple[WriteNumber, ...]:
        """Both numbers."""
        return WriteNumber(self.first, "swap"), WriteNumber(self.second, "swap")

    def english(self, say: English, verbs: Verbs) -> str:
        """`has its power and life swapped`"""
        return f"{verbs.have} {verbs.its} {self.first} and {self.second} swapped"
