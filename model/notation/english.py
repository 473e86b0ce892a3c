"""Saying in plain English what an ability does, in our own words; the source is called by name."""

from __future__ import annotations

import re
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
    YourNextTurn,
)
from layerlaw.model.notation.english_phrases import EnglishPhrases
from layerlaw.model.notation.phrases import is_one
from layerlaw.model.notation.printing import worked_in
from layerlaw.model.notation.spelling import NO_PLURALS, a, listed, plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.algebra import (
        Ability,
        Condition,
        Duration,
        Instruction,
        Operation,
        Selector,
        Value,
    )

SOURCE = "this object"
"""What the source is called where no name is given."""
_OTHER = "other: "
_OPPONENTS = "an opponent's"


def english_ability(
    ability: Ability, name: str = SOURCE, plurals: Mapping[str, str] = NO_PLURALS
) -> str:
    """Whole sentences: "Other nearby minions get -2 power"."""
    return _Sentences(name, plurals).ability(ability)


def english_selector(
    selector: Selector, name: str = SOURCE, plurals: Mapping[str, str] = NO_PLURALS
) -> str:
    """A phrase: "other nearby minions"."""
    return EnglishPhrases(name, plurals).selector(selector)


def english_operation(
    operation: Operation,
    name: str = SOURCE,
    plurals: Mapping[str, str] = NO_PLURALS,
    one: bool = False,
) -> str:
    """What happens to several objects, or to `one`: "get -2 power", "gets -2 power"."""
    return _Sentences(name, plurals).operation(operation, one)


def english_condition(
    condition: Condition, name: str = SOURCE, plurals: Mapping[str, str] = NO_PLURALS
) -> str:
    """A clause: "King is underground"."""
    return EnglishPhrases(name, plurals).condition(condition)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _did(action: str, passive: bool) -> str:
    return f"be {action}" if passive else action


def _named(characteristic: str, words: tuple[str, ...]) -> str:
    """`subtype beast`, `subtypes beast and mortal`"""
    what = characteristic if len(words) > 1 else _singular(characteristic)
    return f"{what} {listed(words)}"


def _singular(word: str) -> str:
    """`subtype` of `subtypes`, `class` of `classes`"""
    if re.search(r"(ss|x|z|ch|sh)es$", word):
        return word.removesuffix("es")
    if word.endswith("ies"):
        return f"{word.removesuffix('ies')}y"
    return word if word.endswith("ss") else word.removesuffix("s")


class _Sentences(EnglishPhrases):
    """Phrases, and the sentences that are made of them."""

    def ability(self, ability: Ability) -> str:
        if ability.keyword is not None:
            if not ability.instructions:
                return f"{_capital(ability.keyword.removeprefix(_OTHER))}."
            return f"{ability.keyword} ({self.sentence(ability)})"
        return self.sentence(ability)

    def sentence(self, ability: Ability) -> str:
        does = "; ".join(self.instruction(each) for each in ability.instructions)
        match ability.condition:
            case None:
                start = ""
            case Negation(inner) if not isinstance(inner, Exists):
                start = f"unless {self.condition(inner)}, "
            case _:
                start = f"as long as {self.condition(ability.condition)}, "
        if where := worked_in(ability.zones):
            start = f"while {self.name} is in the {' or '.join(where)}, {start}"
        return f"{_capital(f'{start}{does}{self.until(ability.until)}')}."

    def until(self, until: Duration | None) -> str:
        match until:
            case None:
                return ""
            case EndOfTurn():
                return " until end of turn"
            case YourNextTurn():
                return " until your next turn"
            case RestOfGame():
                return " for the rest of the game"
            case EndOfNextTurn(yours):
                return f" until the end of {'your' if yours else _OPPONENTS} next turn"
            case SourceLeaves():
                return f" until {self.name} leaves play"
        return f" until {self.condition(until.condition)}"

    def instruction(self, instruction: Instruction) -> str:
        scope, one = instruction.scope, is_one(instruction.scope)
        how = {True: " (chosen once)", False: " (chosen anew each time)", None: ""}
        does = [self.operation(operation, one) for operation in instruction.operations]
        return f"{self.selector(scope)}{how[instruction.locked]} {listed(does)}"

    def operation(self, operation: Operation, one: bool) -> str:
        be, have, its = ("is", "has", "its") if one else ("are", "have", "their")
        s = "s" if one else ""
        match operation:
            case SetNumber(characteristic, Number(number)):
                return f"{have} {characteristic} {number}"
            case SetNumber(characteristic, value):
                return f"{have} {characteristic} equal to {self.value(value)}"
            case FixNumber(characteristic, value):
                return f"{have} {characteristic} fixed at {self.value(value)}"
            case ChangeNumber(characteristic, "*", Number(2)):
                return f"{have} {its} {characteristic} doubled"
            case ChangeNumber(characteristic, "*", value):
                return f"{have} {its} {characteristic} multiplied by {self.value(value)}"
            case ChangeNumber(characteristic, sign, value, least):
                stops = "" if least is None else f" (to no less than {least})"
                return f"get{s} {self.change(characteristic, sign, value)}{stops}"
            case Limit(characteristic, how, value):
                return f"{have} {how} {self.value(value)} {characteristic}"
            case Swap(first, second):
                return f"{have} {its} {first} and {second} swapped"
            case SetMembers(characteristic, words):
                only = f"only the {_named(characteristic, words)}"
                return f"{have} {only if words else f'no {characteristic}'}"
            case AddMembers(characteristic, words):
                return f"also {have} the {_named(characteristic, words)}"
            case AddMembersOf(characteristic, of):
                return f"also {have} the {characteristic} of {self.selector(of)}"
            case RemoveMembers(characteristic, words):
                return f"lose{s} the {_named(characteristic, words)}"
            case ReplaceMember(_, old, new):
                return f"{be} {self.kind(new, one)} instead of {self.kind(old, one)}"
            case SetPlayer("controller", player):
                return f"{be} controlled by {self.player(player)}"
            case SetPlayer(characteristic, player):
                return f"{have} {self.player(player)} as {its} {characteristic}"
            case Gain(ability):
                if ability.keyword is not None:
                    return f"gain{s} {ability.keyword}"
                said = _Sentences(SOURCE, self.plurals).sentence(ability).removesuffix(".")
                return f'gain{s} "{said}"'
            case Lose(keyword):
                return f"lose{s} {keyword}"
            case LoseAll(but):
                return f"lose{s} all abilities" + (f" but {listed(but)}" if but else "")
            case SetStatus(status):
                return f"{be} {status}"
            case Animate(type):
                return f"{be} also {self.kind(type, one)}"
            case CopyOf(of):
                return f"{be} {'a copy' if one else 'copies'} of {self.selector(of)}"
            case CantHave(keyword):
                return f"can't have {keyword}"
            case CantBeControlledBy(player):
                return f"can't be controlled by {self.player(player)}"
            case CantBeModified():
                return "can't be modified"
            case Permission(allowed, action, to, passive):
                text = (
                    f"can {_did(action, passive)}" if allowed else f"can't {_did(action, passive)}"
                )
                by = "by " if passive else ""
                return text if to is None else f"{text} {by}{self.selector(to)}"
            case Ignore(action, source, passive):
                text = f"ignore{s} that {'it' if one else 'they'} can't {_did(action, passive)}"
                return text if source is None else f"{text} because of {self.selector(source)}"
            case Redirect(to, instead_of):
                text = f"go{'es' if one else ''} to the {to} instead"
                return text if instead_of is None else f"{text} of to the {instead_of}"

    def change(self, characteristic: str, sign: str, value: Value) -> str:
        match value:
            case Number(number):
                return f"{number if sign == '+' else -number:+} {characteristic}"
            case Count(among):
                return f"{sign}1 {characteristic} for each {self.selector(among, True)}"
            case Arithmetic(Number(number), "*", Count(among)):
                change = self.change(characteristic, sign, Number(number))
                return f"{change} for each {self.selector(among, True)}"
        much = "extra" if sign == "+" else "less"
        return f"{much} {characteristic}, by {self.value(value)}"

    def kind(self, word: str, one: bool) -> str:
        return a(word) if one else plural(word, self.plurals)
