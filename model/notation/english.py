"""Saying in plain English what an ability does, in our own words; the source is called by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    AfterLeaving,
    ControllersNextTurn,
    EndOfNextTurn,
    EndOfTurn,
    Exists,
    Negation,
    RestOfGame,
    SourceLeaves,
    YourNextTurn,
)
from layerlaw.model.algebra.defining import MARK
from layerlaw.model.algebra.entries import ONE, SEVERAL
from layerlaw.model.notation.english_phrases import EnglishPhrases
from layerlaw.model.notation.phrases import is_one
from layerlaw.model.notation.printing import worked_in
from layerlaw.model.notation.spelling import NO_PLURALS, listed, plural, with_article

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.model.algebra import (
        Ability,
        Condition,
        Duration,
        Entering,
        Entrance,
        Instruction,
        Operation,
        Selector,
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
    operation: Operation | Entrance,
    name: str = SOURCE,
    plurals: Mapping[str, str] = NO_PLURALS,
    one: bool = False,
) -> str:
    """What happens to several objects, or to `one`: "get -2 power", "gets -2 power"."""
    return operation.english(_Sentences(name, plurals), ONE if one else SEVERAL)


def english_condition(
    condition: Condition, name: str = SOURCE, plurals: Mapping[str, str] = NO_PLURALS
) -> str:
    """A clause: "King is underground"."""
    return EnglishPhrases(name, plurals).condition(condition)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


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
                return f"{_capital((ability.title or ability.keyword).removeprefix(_OTHER))}."
            return f"{ability.title} ({self.sentence(ability)})"
        return self.sentence(ability)

    def sentence(self, ability: Ability) -> str:
        said = [self.instruction(each) for each in ability.instructions]
        said += [self.entering(each) for each in ability.entering]
        does = "; ".join(said)
        match ability.condition:
            case None:
                start = ""
            case Negation(inner) if not isinstance(inner, Exists):
                start = f"unless {self.condition(inner)}, "
            case _:
                start = f"as long as {self.condition(ability.condition)}, "
        if ability.anywhere:
            start = f"wherever {self.name} is, {start}"
        elif where := worked_in(ability.zones):
            start = f"while {self.name} is in the {' or '.join(where)}, {start}"
        says = f"{start}{does}{self.until(ability.until)}"
        return f"{_capital(f'{MARK}: {says}' if ability.defines else says)}."

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
            case ControllersNextTurn():
                return " until its controller's next turn"
            case SourceLeaves():
                return f" until {self.name} leaves play"
            case AfterLeaving(lasting):
                return f"; after {self.name} has left it goes on{self.until(lasting)}"
        return f" until {self.condition(until.condition)}"

    def instruction(self, instruction: Instruction) -> str:
        scope = instruction.scope
        verbs = ONE if is_one(scope) else SEVERAL
        how = {True: " (chosen once)", False: " (chosen anew each time)", None: ""}
        before, self.possessing = self.possessing, verbs.its
        does = [operation.english(self, verbs) for operation in instruction.operations]
        self.possessing = before
        return f"{self.selector(scope)}{how[instruction.locked]} {listed(does)}"

    def entering(self, entering: Entering) -> str:
        verbs = ONE if is_one(entering.scope) else SEVERAL
        does = [one.english(self, verbs) for one in entering.arrivals]
        return f"{self.selector(entering.scope)} {listed(does)}"

    def granted(self, ability: Ability) -> str:
        """What an ability does that an operation gives, where nobody has it yet."""
        return _Sentences(SOURCE, self.plurals).sentence(ability).removesuffix(".")

    def named(self, characteristic: str, words: Sequence[str]) -> str:
        """`subtype beast`, `subtypes beast and mortal`"""
        what = characteristic if len(words) > 1 else _singular(characteristic)
        return f"{what} {listed(words)}"

    def listed(self, words: Sequence[str]) -> str:
        """`a, b and c`"""
        return listed(words)

    def kind(self, word: str, one: bool) -> str:
        """`a beast`, or `beasts`"""
        return with_article(word) if one else plural(word, self.plurals)
