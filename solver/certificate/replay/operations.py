"""What each operation is, in the certificate's own words: one table, which everything else reads.

The operations say as much of themselves in `model/algebra/`. Nothing here reads that, so that an
operation sorted wrongly there is refused here. How an operation is carried out is said in `apply`
(on bits) and in `fixpoints/writing` (as formulas), and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from layerlaw.model import algebra as a
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.replay.board import (
    ABILITIES,
    BASE,
    FIXED,
    FORM,
    NAME,
    PERMISSIONS,
)
from layerlaw.solver.certificate.replay.groups import of_types, takes_text

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook

CellKey = tuple["Hashable", ...]
"""What of an object: ("word", C, W), ("has", instance), ("status", S), ("mark", effect),
("bar", bar), ("is", number) whether there is one, ("number", N), ("player", P) or ("name",)."""


@dataclass(frozen=True, slots=True)
class NumberOperand:
    """A number."""

    value: a.Value


@dataclass(frozen=True, slots=True)
class PlayersOperand:
    """Players; alone: one is needed, so that several are nobody."""

    player: a.Player
    alone: bool = False


@dataclass(frozen=True, slots=True)
class CopiedOperand:
    """The one object that is copied."""

    of: a.Selector


@dataclass(frozen=True, slots=True)
class WordsOperand:
    """The words that objects have in a set."""

    characteristic: str
    of: a.Selector


@dataclass(frozen=True, slots=True)
class GainedOperand:
    """Of the words, or of those of objects, the ones for which the gaining object has a type."""

    operation: a.Gaining

    @property
    def bound(self) -> tuple[tuple[frozenset[str], tuple[str, ...]], ...]:
        """Words, with the types of which an object needs one."""
        name = self.operation.characteristic
        return tuple(
            (frozenset(group.words), group.types)
            for group in self.operation.groups
            if group.characteristic == name and group.needs_type
        )


@dataclass(frozen=True, slots=True)
class ObjectsOperand:
    """The objects that a mark is about."""

    selector: a.Selector


@dataclass(frozen=True, slots=True)
class ActivatedOperand:
    """The activated abilities that objects have, or those that were found once."""

    of: a.Selector
    found: tuple[a.Ability, ...] | None = None


OperandTree = (
    NumberOperand
    | PlayersOperand
    | CopiedOperand
    | WordsOperand
    | GainedOperand
    | ObjectsOperand
    | ActivatedOperand
)


@dataclass(frozen=True, slots=True)
class Touched:
    """A characteristic that an operation is about, whether or not it changes it.

    kinds: of its cells, those that may be written. A last word left out stands for all of them:
    ("word", C) any word, ("has",) any ability; ("any with", K) is what is granted with a keyword
    (None: anything), ("copy",) what a copy brings.
    brings: of a set, the words that may come to an object.
    """

    characteristic: str
    kinds: tuple[CellKey, ...] = ()
    brings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OperationMeaning:
    """What an operation is, however it is carried out.

    words: those by which a layer, or an immunity, takes it; the most exact first.
    touched: what it is about. about: the same, by name alone.
    sets: whether it sets something: `:=`, fixed at, a copy, one word for another.
    lifts: whether it only adds.
    operand: what is worked out before it is done; None: nothing.
    """

    words: tuple[str, ...]
    touched: tuple[Touched, ...]
    about: tuple[str, ...]
    sets: bool
    lifts: bool
    operand: OperandTree | None


def modifies(operation: a.Operation) -> bool:
    """Whether it changes what an object is or has: not who controls it, nor what may be done."""
    return not isinstance(
        operation,
        a.SetPlayer | a.CantBeControlledBy | a.Permission | a.Ignore | a.Redirect,
    )


def meaning_of(operation: a.Operation, rulebook: Rulebook) -> OperationMeaning:
    """What the operation is under a rulebook."""
    match operation:
        case a.SetNumber(name, value):
            number = _number(name, rulebook, base=True)
            return _meaning(_said("set", name), *number, sets=True, operand=NumberOperand(value))
        case a.FixNumber(name, value):
            words = (f"fix {name}", *_said("set", name))
            number = _number(name, rulebook, base=True)
            return _meaning(words, *number, sets=True, operand=NumberOperand(value))
        case a.RemoveNumber(name):
            return _meaning(_said("set", name), *_number(name, rulebook, base=True), sets=True)
        case a.ChangeNumber(name, sign, value):
            words = _said("multiply" if sign == "*" else "add", name)
            return _meaning(words, *_number(name, rulebook), operand=NumberOperand(value))
        case a.Limit(name, _, value):
            number = _number(name, rulebook)
            return _meaning(_said("limit", name), *number, operand=NumberOperand(value))
        case a.Swap(first, second):
            numbers = (*_number(first, rulebook), *_number(second, rulebook))
            return _meaning(_said("swap", first), *numbers)
        case a.SetMembers(name, words):
            touched = Touched(name, (("word", name),), words)
            lost = (_LOST,) if takes_text(operation) else ()
            gone = _going(operation)
            fitting = GainedOperand(operation) if operation.types else None
            meant = touched, *gone, *lost
            return _meaning(_said("set", name), *meant, sets=True, operand=fitting)
        case a.AddMembers(name, words):
            fitting = GainedOperand(operation) if operation.types else None
            touched = _words(name, words, words)
            return _meaning(_said("add", name), touched, lifts=True, operand=fitting)
        case a.AddMembersOf(name, of):
            words_of_others = (
                GainedOperand(operation) if operation.types else WordsOperand(name, of)
            )
            touched = Touched(name, (("word", name),))
            return _meaning(_said("add", name), touched, lifts=True, operand=words_of_others)
        case a.RemoveMembers(name, words):
            touched = _words(name, words, ())
            return _meaning(_said("remove", name), touched, *_going(operation))
        case a.ReplaceMember(name, old, new):
            touched = _words(name, (old, new), (new,))
            return _meaning(_said("set", name), touched, *_going(operation), sets=True)
        case a.ReplaceInText(name, old, new, line):
            kinds = (("has",), ("any with", None), *(("any with", k) for k in rulebook.keywords))
            text = Touched(ABILITIES, kinds)
            type_line = (_words(name, (old, new), (new,)),) if line else ()
            return _meaning(("change text",), text, *type_line, sets=True)
        case a.Animate(type, name):
            words = ("animate", *_said("add", name))
            return _meaning(words, _words(name, (type,), (type,)), lifts=True)
        case a.SetPlayer(name, player):
            needed = PlayersOperand(player, alone=True)
            return _meaning(_said("set", name), _player(name), sets=True, operand=needed)
        case a.CantBeControlledBy(player, name):
            words, touched = _said("forbid", name), _player(name)
            return _meaning(words, touched, operand=PlayersOperand(player))
        case a.Gain(ability):
            granted = (("any with", ability.keyword), ("any with", None))
            return _meaning(_said("gain", ABILITIES), Touched(ABILITIES, granted), lifts=True)
        case a.GainActivated(of, found):
            used = ActivatedOperand(of, found)
            named = (("any with", keyword) for keyword in sorted(rulebook.activated))
            touched = Touched(ABILITIES, (("any with", None), *named))
            return _meaning(_said("gain", ABILITIES), touched, lifts=True, operand=used)
        case a.Lose() | a.LoseAll():
            return _meaning(_said("lose", ABILITIES), _LOST)
        case a.CantHave():
            return _meaning(_said("forbid", ABILITIES), _LOST)
        case a.SetStatus(name):
            status = rulebook.statuses[name]
            taken = [one for number in status.empties for one in _number(number, rulebook)]
            if status.silences:
                taken.append(_LOST)
            if status.nameless:
                taken.append(Touched(NAME, (("name",),)))
            return _meaning((name,), Touched(name, (("status", name),)), *taken, lifts=not taken)
        case a.CantBeStatus(name):
            return _meaning((f"can't be {name}", FIXED), Touched(name, (("status", name),)))
        case a.CopyOf(of, _, text):
            word = "change text" if text else "copy"
            return _meaning((word,), *_copied(rulebook), sets=True, operand=CopiedOperand(of))
        case a.Rename(_, besides):
            words = _said("add" if besides else "set", NAME)
            return _meaning(words, Touched(NAME, (("name",),)), sets=not besides)
        case a.CantBeModified():
            return _meaning((FIXED,), Touched(FIXED))
        case a.Permission(_, _, to):
            return _mark((PERMISSIONS,), to)
        case a.Ignore(_, source):
            return _mark(("ignore", PERMISSIONS), source)
        case a.Redirect():
            return _mark(("replacements", PERMISSIONS), None)
        case _:
            assert_never(operation)


def _meaning(
    words: tuple[str, ...],
    *touched: Touched,
    sets: bool = False,
    lifts: bool = False,
    operand: OperandTree | None = None,
) -> OperationMeaning:
    about = tuple(one.characteristic for one in touched)
    return OperationMeaning(words, touched, about, sets, lifts, operand)


def _mark(words: tuple[str, ...], about: a.Selector | None) -> OperationMeaning:
    """A mark on what may be done, which no effect reads."""
    operand = None if about is None else ObjectsOperand(about)
    return _meaning(words, Touched(PERMISSIONS), lifts=True, operand=operand)


def _said(verb: str, name: str) -> tuple[str, ...]:
    return (f"{verb} {name}", f"change {name}")


_LOST = Touched(ABILITIES, (("has",),))


def _number(name: str, rulebook: Rulebook, *, base: bool = False) -> tuple[Touched, ...]:
    """A number; with `base`, its base value too, where it has one."""
    known = rulebook.characteristics.get(name)
    based = base and known is not None and known.base
    return tuple(
        Touched(one, (("is", one), ("number", one)))
        for one in ((name, BASE + name) if based else (name,))
    )


def _player(name: str) -> Touched:
    return Touched(name, (("player", name),))


def _words(name: str, written: tuple[str, ...], brings: tuple[str, ...]) -> Touched:
    return Touched(name, tuple(("word", name, word) for word in written), brings)


def _going(operation: a.Operation) -> Iterator[Touched]:
    """The words that go with types."""
    for group in of_types(operation):
        yield _words(group.characteristic, group.words, ())


def _copied(rulebook: Rulebook) -> Iterator[Touched]:
    """The name, the abilities, and every number and set that is copied."""
    yield Touched(NAME, (("name",), ("copy",)))
    yield Touched(FORM)
    yield _LOST
    for name in copiable(rulebook):
        if rulebook.characteristics[name].kind == "number":
            yield from _number(name, rulebook, base=True)
        else:
            yield Touched(name, (("word", name),))


def copiable(rulebook: Rulebook) -> tuple[str, ...]:
    """The numbers and sets that a copy has from what it copies."""
    return tuple(
        one.name
        for one in rulebook.characteristics.values()
        if one.kind in ("number", "set") and not one.counter
    )


def grants(ability: a.Ability) -> list[a.Ability]:
    """The abilities that an ability's effect grants, each once, in order."""
    granted = [
        operation.ability
        for instruction in ability.instructions
        for operation in instruction.operations
        if isinstance(operation, a.Gain)
    ]
    return list(dict.fromkeys(granted))


def operations_in(ability: a.Ability) -> Iterator[a.Operation]:
    """The operations of an ability, and of those that it grants, or gives with a copy."""
    for instruction in ability.instructions:
        for operation in instruction.operations:
            yield operation
            for one in operation.but if isinstance(operation, a.CopyOf) else (operation,):
                if isinstance(one, a.Gain):
                    yield from operations_in(one.ability)
