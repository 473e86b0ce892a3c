"""Expectations: what a scenario says of its answer, each written on one line."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from layerlaw.model.algebra.permissions import speaks_of_counters
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import Where
from layerlaw.model.notation.spelling import with_article
from layerlaw.model.scenarios.line_forms import LineForm, OneLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from layerlaw.model.algebra import Comparator, Selector
    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.scenarios.line_forms import Hole

StatementKind = Literal["board", "order", "remark"]
"""What a statement of a document's worked example speaks of, the weightiest first."""

_WORD = re.compile(r"[^\W\d_][\w'\u2019.@-]*")
# Words that mean something in an expectation: as names they go in quotes.
_MEANT = re.compile(
    "of|is|not|an?|has|lacks|no|ability|abilities|can|can't|cannot|be|by|before|loops?|"
    "dependencies|depends?|on|does|lost|to",
    re.IGNORECASE,
)


def _name(text: str) -> str:
    """A name, in double quotes where it is no word or means something."""
    return text if _WORD.fullmatch(text) and not _MEANT.fullmatch(text) else f'"{text}"'


class OfBoard:
    """An expectation on the final state; examples: lines that editors offer."""

    __slots__ = ()
    kind: ClassVar[StatementKind] = "board"
    examples: ClassVar[tuple[str, ...]] = ()


class OfLayer(OneLine):
    """An expectation on what happened in one layer, written as one of its forms says."""

    __slots__ = ()
    kind: ClassVar[StatementKind] = "remark"
    layer: str

    @property
    def fact(self) -> str:
        """What stands behind the layer: `A before B`."""
        return self.form.filled(self._filled)

    def _filled(self, hole: Hole) -> str:
        match hole.kind, getattr(self, hole.field):
            case "chain", effects:
                return " before ".join(map(_name, effects))
            case "loop", effects:
                return f"loop [{', '.join(map(_name, effects))}]"
            case _, effect:
                return _name(effect)

    def written(self) -> str:
        """`layer control: K1 before K2`"""
        return f"layer {self.layer}: {self.fact}"


@dataclass(frozen=True, slots=True)
class ExpectNumber(OfBoard):
    """A number characteristic of an object in the final state; None is "no number"."""

    object: str
    characteristic: str
    comparator: Comparator
    value: int | None

    examples: ClassVar = ("power of F is 3",)

    def written(self) -> str:
        """`power of F is 3`, `power of F > 3`"""
        if self.comparator != "=":
            return f"{self.characteristic} of {_name(self.object)} {self.comparator} {self.value}"
        value = "none" if self.value is None else self.value
        return f"{self.characteristic} of {_name(self.object)} is {value}"


@dataclass(frozen=True, slots=True)
class ExpectPlayer(OfBoard):
    """A player characteristic of an object; None is "no one"."""

    object: str
    characteristic: str
    player: str | None

    examples: ClassVar = ("controller of F is you",)

    def written(self) -> str:
        """`controller of F is you`"""
        player = "no one" if self.player is None else _name(self.player)
        return f"{self.characteristic} of {_name(self.object)} is {player}"


@dataclass(frozen=True, slots=True)
class ExpectMembers(OfBoard):
    """A set characteristic of an object, exactly (`exact`), or some words in it or not in it."""

    object: str
    characteristic: str
    words: tuple[str, ...]
    how: Literal["exactly", "has", "lacks"]

    examples: ClassVar = ("subtypes of F is {beast}", "F is a minion")

    def written(self) -> str:
        """`subtypes of F is {beast}`, `F is not a minion`"""
        if self.how == "exactly":
            words = ", ".join(map(_name, self.words))
            return f"{self.characteristic} of {_name(self.object)} is {{{words}}}"
        word = self.words[0]
        member = with_article(word) if _name(word) == word else _name(word)
        return f"{_name(self.object)} is {'' if self.how == 'has' else 'not '}{member}"


@dataclass(frozen=True, slots=True)
class ExpectAbility(OfBoard):
    """An object has, or lacks, a keyword; with no keyword, any ability.

    number: of a keyword with a number, the one that is meant; empty: any.
    """

    object: str
    keyword: str | None
    has: bool
    number: str = ""

    examples: ClassVar = ("F has Airborne", "F lacks Airborne", "F has no abilities")

    def written(self) -> str:
        """`F has Airborne`, `F has no abilities`"""
        if self.keyword is None:
            return f"{_name(self.object)} has {'an ability' if self.has else 'no abilities'}"
        title = f"{self.keyword} {self.number}" if self.number else self.keyword
        return f"{_name(self.object)} {'has' if self.has else 'lacks'} {_name(title)}"


@dataclass(frozen=True, slots=True)
class ExpectStatus(OfBoard):
    """An object has, or lacks, a status."""

    object: str
    status: str
    has: bool

    def written(self) -> str:
        """`F is not tapped`"""
        return f"{_name(self.object)} is {'' if self.has else 'not '}{_name(self.status)}"


@dataclass(frozen=True, slots=True)
class ExpectNoun(OfBoard):
    """An object in play is, or is not, what the rulebook's nouns and regions say.

    noun: as it is written. meaning: what it selects.
    """

    object: str
    noun: str
    meaning: Selector
    has: bool

    def written(self) -> str:
        """`F is nearby`"""
        return f"{_name(self.object)} is {'' if self.has else 'not '}{self.noun}"


@dataclass(frozen=True, slots=True)
class ExpectFate(OfBoard):
    """An object survives the state-based checks, or is destroyed, or banished, by them."""

    object: str
    fate: str

    examples: ClassVar = ("F survives", "F dies")

    def written(self) -> str:
        """`F dies`"""
        return f"{self.object} {self.fate}"


@dataclass(frozen=True, slots=True)
class ExpectPermission(OfBoard):
    """An object or a player can, or can't, do something, or have it done to it.

    to: the id of the object or player that it does it to, or, if passive, that does it.
    """

    object: str
    action: str
    allowed: bool
    passive: bool = False
    to: str | None = None

    examples: ClassVar = ("F can attack", "F can't attack G")

    def written(self) -> str:
        """`F can't be attacked by G`"""
        can = "can" if self.allowed else "can't"
        be, by = ("be ", "by ") if self.passive else ("", "")
        to = "" if self.to is None else f" {by}{_name(self.to)}"
        action = self.action if speaks_of_counters(self.action) else _name(self.action)
        return f"{_name(self.object)} {can} {be}{action}{to}"


@dataclass(frozen=True, slots=True)
class ExpectAnswers(OfBoard):
    """How many answers there are: 0 is a paradox, None is several."""

    number: int | None

    examples: ClassVar = ("one answer", "paradox")

    def written(self) -> str:
        """`one answer`"""
        counts = {None: "several answers", 0: "paradox", 1: "one answer"}
        return counts.get(self.number, f"{self.number} answers")


@dataclass(frozen=True, slots=True)
class ExpectZone(OfBoard):
    """An object is in a zone."""

    object: str
    zone: str
    there: bool

    examples: ClassVar = ("F is in hand",)

    def written(self) -> str:
        """`F is in hand`"""
        return f"{_name(self.object)} is {'' if self.there else 'not '}in {self.zone}"


@dataclass(frozen=True, slots=True)
class ExpectOrder(OfLayer):
    """In the layer, these effects are applied in this order."""

    layer: str
    effects: tuple[str, ...]

    kind: ClassVar = "order"
    forms: ClassVar = (LineForm("order", "{effects:chain}", "A before B"),)


@dataclass(frozen=True, slots=True)
class ExpectLoop(OfLayer):
    """In the layer, exactly these effects form a loop."""

    layer: str
    effects: tuple[str, ...]

    forms: ClassVar = (LineForm("loop", "{effects:loop}", "loop [A, B]"),)


@dataclass(frozen=True, slots=True)
class ExpectDependency(OfLayer):
    """In the layer, the first effect depends, or does not depend, on the second."""

    layer: str
    effect: str
    on: str
    depends: bool

    forms: ClassVar = (
        LineForm(
            "depends", "{effect:effect} depends on {on:effect}", "A depends on B", {"depends": True}
        ),
        LineForm(
            "independent",
            "{effect:effect} does not depend on {on:effect}",
            fixed={"depends": False},
        ),
    )


@dataclass(frozen=True, slots=True)
class ExpectNone(OfLayer):
    """In the layer there is no dependency, or no loop."""

    layer: str
    what: Literal["dependencies", "loops"]

    forms: ClassVar = (
        LineForm("no_loops", "no loops", "no loops", {"what": "loops"}),
        LineForm("no_dependencies", "no dependencies", "no dependencies", {"what": "dependencies"}),
    )


@dataclass(frozen=True, slots=True)
class ExpectLost(OfLayer):
    """In the layer, the effect is lost before its turn (`to`: because of that effect), or not."""

    layer: str
    effect: str
    lost: bool
    to: str | None = None

    kind: ClassVar = "order"
    forms: ClassVar = (
        LineForm("lost", "{effect:effect} is lost", "A is lost", {"lost": True, "to": None}),
        LineForm(
            "lost_to", "{effect:effect} is lost to {to:effect}", "A is lost to B", {"lost": True}
        ),
        LineForm("not_lost", "{effect:effect} is not lost", fixed={"lost": False, "to": None}),
    )


Expectation = (
    ExpectNumber
    | ExpectPlayer
    | ExpectMembers
    | ExpectAbility
    | ExpectStatus
    | ExpectNoun
    | ExpectFate
    | ExpectPermission
    | ExpectAnswers
    | ExpectZone
    | ExpectOrder
    | ExpectLoop
    | ExpectDependency
    | ExpectNone
    | ExpectLost
)


@dataclass(frozen=True, slots=True)
class Expected:
    """One expectation as written, and where it stands.

    xfail: why it is known not to be fulfilled, else empty; once it is, that is a failure. stated:
    whether it is what the document itself says of its worked example.
    """

    text: str
    what: Expectation
    where: Where
    xfail: str = ""
    stated: bool = False

    @property
    def kind(self) -> StatementKind:
        """What it speaks of: the board, the order of effects, or what depends on what."""
        return self.what.kind


def expectation_trees(expected: Iterable[Expected]) -> list[Tree]:
    """Expectations as items of YAML, each as it was written."""
    items: list[Tree] = []
    for each in expected:
        layer, colon, facts = each.text.partition(": ")
        if each.xfail:
            items.append({"xfail": each.text, "reason": each.xfail})
        else:
            items.append({layer: facts} if colon and layer.startswith("layer ") else each.text)
    return items


FACTS: Mapping[str, tuple[Callable[..., Expectation], LineForm]] = MappingProxyType(
    {
        form.rule: (fact, form)
        for fact in get_args(Expectation)
        if issubclass(fact, OfLayer)
        for form in fact.forms
    }
)
"""What can be said of a layer: the forms, by the rule of the grammar that each is read by."""
