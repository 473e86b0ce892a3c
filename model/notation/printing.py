"""Writing trees in the notation: `parse(print(tree)) == tree` for trees in canonical form.

Nouns are written in the plural as `plurals` says (plural -> singular, as in a rulebook), else by
rule; the parser reads both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    AddMembers,
    AddMembersOf,
    Animate,
    Arithmetic,
    CantBeControlledBy,
    CantBeModified,
    CantHave,
    ChangeNumber,
    CopyOf,
    Count,
    EndOfNextTurn,
    EndOfTurn,
    Exists,
    FixNumber,
    Gain,
    Ignore,
    Limit,
    Lose,
    LoseAll,
    Negation,
    Number,
    Permission,
    Redirect,
    RemoveMembers,
    ReplaceMember,
    RestOfGame,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    SourceLeaves,
    Swap,
    UntilFact,
    YourNextTurn,
)
from layerlaw.model.algebra.canonical import ANIMATED
from layerlaw.model.notation.phrases import Phrases
from layerlaw.model.notation.spelling import NO_PLURALS, word_or_quoted, zone_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.algebra import (
        Ability,
        Condition,
        Duration,
        Instruction,
        Operation,
        Player,
        Selector,
        Value,
    )


def print_selector(selector: Selector, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """`other nearby minions`"""
    return Phrases(plurals).selector(selector)


def print_scope(
    selector: Selector, locked: bool | None = None, plurals: Mapping[str, str] = NO_PLURALS
) -> str:
    """A selector, behind `locked` (True), `open` (False) or neither (None)."""
    return _Lines(plurals).scope(selector, locked)


def print_operation(operation: Operation, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """`power += 1`"""
    return _Lines(plurals).operation(operation)


def print_operations(
    operations: tuple[Operation, ...],
    condition: Condition | None = None,
    until: Duration | None = None,
    plurals: Mapping[str, str] = NO_PLURALS,
) -> str:
    """`power += 1, gain Airborne as long as self is underground until end of turn`"""
    lines = _Lines(plurals)
    return lines.operations(operations) + lines.trailing(condition, until)


def print_value(value: Value, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """`1 + number of nearby mortals`"""
    return Phrases(plurals).value(value)


def print_player(player: Player, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """`controller of bearer`"""
    return Phrases(plurals).player(player)


def print_condition(condition: Condition, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """`self is underground`"""
    return Phrases(plurals).condition(condition)


def print_duration(duration: Duration, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """What stands behind "until": `end of turn`."""
    return _Lines(plurals).duration(duration)


def print_ability(ability: Ability, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """A keyword alone, or `other mortals: power += 1; self: disabled as long as ...`"""
    if ability.keyword is not None and (ability.instructions or not ability.zones):
        return ability.keyword
    return _Lines(plurals).ability(ability)


def worked_in(zones: tuple[str, ...]) -> tuple[str, ...]:
    """The zones that have to be said; that the rules work in theirs is no news."""
    return () if zones == ("rules",) else zones


class _Lines(Phrases):
    """Phrases, and the operations and abilities that are made of them."""

    def ability(self, ability: Ability) -> str:
        if ability.keyword is not None:
            # Where a keyword that does something works is a part of what it means.
            zones = () if ability.instructions else ability.zones
            return self.keyword(ability.keyword) + self.working(zones)
        text = "; ".join(self.instruction(each) for each in ability.instructions)
        return text + self.trailing(ability.condition, ability.until) + self.working(ability.zones)

    def working(self, zones: tuple[str, ...]) -> str:
        where = worked_in(zones)
        return f" while in {' or '.join(map(zone_words, where))}" if where else ""

    def instruction(self, instruction: Instruction) -> str:
        scope = self.scope(instruction.scope, instruction.locked)
        return f"{scope}: {self.operations(instruction.operations)}"

    def scope(self, selector: Selector, locked: bool | None) -> str:
        word = {True: "locked ", False: "open ", None: ""}[locked]
        return word + self.selector(selector)

    def operations(self, operations: tuple[Operation, ...]) -> str:
        return ", ".join(self.operation(operation) for operation in operations)

    def trailing(self, condition: Condition | None, until: Duration | None) -> str:
        text = ""
        match condition:
            case None:
                pass
            case Negation(inner) if not isinstance(inner, Exists):
                text = f" unless {self.condition(inner)}"
            case _:
                text = f" as long as {self.condition(condition)}"
        return text if until is None else f"{text} until {self.duration(until)}"

    def duration(self, duration: Duration) -> str:
        match duration:
            case EndOfTurn():
                return "end of turn"
            case YourNextTurn():
                return "your next turn"
            case RestOfGame():
                return "rest of the game"
            case EndOfNextTurn(yours):
                whose = "your" if yours else "an opponent's"
                return f"end of {whose} next turn"
            case SourceLeaves():
                return "it leaves"
            case UntilFact(condition):
                return self.condition(condition)

    def operation(self, operation: Operation) -> str:
        match operation:
            case SetNumber(characteristic, value):
                return f"{characteristic} := {self.value(value)}"
            case FixNumber(characteristic, value):
                return f"{characteristic} fixed at {self.value(value)}"
            case ChangeNumber(characteristic, sign, value, least):
                stops = "" if least is None else f" to no less than {least}"
                return self.changed(characteristic, sign, value) + stops
            case Limit(characteristic, how, value):
                return f"{characteristic} {how} {self.value(value)}"
            case Swap(first, second):
                return f"swap {first} and {second}"
            case SetMembers(characteristic, members):
                return f"{characteristic} := {self.members(members)}"
            case AddMembers(characteristic, members):
                return f"{characteristic} += {self.members(members)}"
            case AddMembersOf(characteristic, of):
                return f"{characteristic} += {characteristic} of {self.anchor(of, 'nothing')}"
            case RemoveMembers(characteristic, members):
                return f"{characteristic} -= {self.members(members)}"
            case ReplaceMember(_, old, new):
                return f"{word_or_quoted(old)} becomes {word_or_quoted(new)}"
            case SetPlayer(characteristic, player):
                return f"{characteristic} := {self.player(player)}"
            case Gain(ability):
                text = self.ability(ability)
                alone = ability.keyword is not None and " while in " not in text
                return f"gain {text}" if alone else f"gain [{text}]"
            case Lose(keyword):
                return f"lose {self.keyword(keyword)}"
            case LoseAll(but):
                kept = " and ".join(self.keyword(keyword) for keyword in but)
                return f"lose all abilities but {kept}" if but else "lose all abilities"
            case SetStatus(status):
                return word_or_quoted(status)
            case Animate(type):
                return "animated" if type == ANIMATED else f"animated as {type}"
            case CopyOf(of):
                return f"copy of {self.selector(of)}"
            case CantHave(keyword):
                return f"can't have {self.keyword(keyword)}"
            case CantBeControlledBy(player):
                return f"can't be controlled by {self.player(player)}"
            case CantBeModified():
                return "can't be modified"
            case Permission(allowed, action, to, passive):
                can = "can" if allowed else "can't"
                text = f"{can} be {action}" if passive else f"{can} {action}"
                by = "by " if passive else ""
                return text if to is None else f"{text} {by}{self.selector(to)}"
            case Ignore(action, source, passive):
                text = f"ignores can't {'be ' if passive else ''}{action}"
                return text if source is None else f"{text} from {self.selector(source)}"
            case Redirect(to, instead_of):
                text = f"goes to {zone_words(to)} instead"
                return text if instead_of is None else f"{text} of {zone_words(instead_of)}"

    def changed(self, characteristic: str, sign: str, value: Value) -> str:
        match sign, value:
            case "*", Number(2):
                return f"double {characteristic}"
            case "+" | "-", Count(among):
                return f"{characteristic} {sign}= 1 for each {self.selector(among, True)}"
            case "+" | "-", Arithmetic(Number(number), "*", Count(among)) if number != 1:
                return f"{characteristic} {sign}= {number} for each {self.selector(among, True)}"
        return f"{characteristic} {sign}= {self.value(value)}"

    def members(self, members: tuple[str, ...]) -> str:
        if len(members) == 1:
            return word_or_quoted(members[0])
        return "{" + ", ".join(word_or_quoted(word) for word in members) + "}"
