"""Writing trees in the notation: `parse(print(tree)) == tree` for trees in canonical form.

Nouns are written in the plural as `plurals` says (plural -> singular, as in a rulebook), else by
rule; the parser reads both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.defining import MARK
from layerlaw.model.notation.phrases import Phrases
from layerlaw.model.notation.spelling import NO_PLURALS, zone_words

if TYPE_CHECKING:
    from collections.abc import Mapping


def print_selector(selector: a.Selector, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """`other nearby minions`"""
    return Phrases(plurals).selector(selector)


def print_scope(
    selector: a.Selector, locked: bool | None = None, plurals: Mapping[str, str] = NO_PLURALS
) -> str:
    """A selector, behind `locked` (True), `open` (False) or neither (None)."""
    return _Lines(plurals).scope(selector, locked)


def print_operation(
    operation: a.Operation | a.Entrance, plurals: Mapping[str, str] = NO_PLURALS
) -> str:
    """`power += 1`"""
    return operation.written(_Lines(plurals))


def print_operations(
    operations: tuple[a.Operation | a.Entrance, ...],
    condition: a.Condition | None = None,
    until: a.Duration | None = None,
    plurals: Mapping[str, str] = NO_PLURALS,
) -> str:
    """`power += 1, gain Airborne as long as self is underground until end of turn`"""
    lines = _Lines(plurals)
    return lines.operations(operations) + lines.trailing(condition, until)


def print_value(value: a.Value, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """`1 + number of nearby mortals`"""
    return Phrases(plurals).value(value)


def print_player(player: a.Player, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """`controller of bearer`"""
    return Phrases(plurals).player(player)


def print_condition(condition: a.Condition, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """`self is underground`"""
    return Phrases(plurals).condition(condition)


def print_duration(duration: a.Duration, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """What stands behind "until": `end of turn`."""
    return _Lines(plurals).duration(duration)


def print_ability(ability: a.Ability, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """A keyword alone, or `other mortals: power += 1; self: disabled as long as ...`"""
    if ability.keyword is not None and (ability.instructions or not ability.zones):
        return ability.title or ability.keyword
    return _Lines(plurals).ability(ability)


def worked_in(zones: tuple[str, ...]) -> tuple[str, ...]:
    """The zones that have to be said; that the rules work in theirs is no news."""
    return () if zones == ("rules",) else zones


class _Lines(Phrases):
    """Phrases, and the operations and abilities that are made of them."""

    def ability(self, ability: a.Ability) -> str:
        if ability.keyword is not None:
            # Where a keyword that does something works is a part of what it means.
            where = "" if ability.instructions else self.working(ability)
            return self.keyword(ability.title or ability.keyword) + where
        said = [self.instruction(each) for each in ability.instructions]
        said += [self.entering(each) for each in ability.entering]
        text = "; ".join(said)
        if ability.defines:
            text = f"{MARK} {text}"
        return text + self.trailing(ability.condition, ability.until) + self.working(ability)

    def working(self, ability: a.Ability) -> str:
        if ability.anywhere:
            return " while anywhere"
        where = worked_in(ability.zones)
        return f" while in {' or '.join(map(zone_words, where))}" if where else ""

    def instruction(self, instruction: a.Instruction) -> str:
        scope = self.scope(instruction.scope, instruction.locked)
        return f"{scope}: {self.operations(instruction.operations)}"

    def entering(self, entering: a.Entering) -> str:
        arrivals = ", ".join(one.written(self) for one in entering.arrivals)
        return f"{self.scope(entering.scope, None)}: {arrivals}"

    def scope(self, selector: a.Selector, locked: bool | None) -> str:
        word = {True: "locked ", False: "open ", None: ""}[locked]
        return word + self.selector(selector)

    def operations(self, operations: tuple[a.Operation | a.Entrance, ...]) -> str:
        return ", ".join(operation.written(self) for operation in operations)

    def trailing(self, condition: a.Condition | None, until: a.Duration | None) -> str:
        text = ""
        match condition:
            case None:
                pass
            case a.Negation(inner) if not isinstance(inner, a.Exists):
                text = f" unless {self.condition(inner)}"
            case _:
                text = f" as long as {self.condition(condition)}"
        return text if until is None else f"{text} until {self.duration(until)}"

    def duration(self, duration: a.Duration) -> str:
        match duration:
            case a.EndOfTurn():
                return "end of turn"
            case a.YourNextTurn():
                return "your next turn"
            case a.RestOfGame():
                return "rest of the game"
            case a.EndOfNextTurn(yours):
                whose = "your" if yours else "an opponent's"
                return f"end of {whose} next turn"
            case a.ControllersNextTurn():
                return "its controller's next turn"
            case a.SourceLeaves():
                return "it leaves"
            case a.UntilFact(condition):
                return self.condition(condition)
            case a.AfterLeaving(until):
                return f"{self.duration(until)} after it leaves"
