"""Selectors, players, values and conditions as phrases of plain English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.notation.phrases import Phrases
from layerlaw.model.notation.spelling import NO_PLURALS, listed, with_article

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.notation.phrases import Follows

# How conditions begin whose opposite is said in the same words.
_PLAIN = ("there", "it is not")
_PLACES = {"nearby": "near", "here": "at the location of"}
THIS = "this"
"""What the source is called where an ability is quoted."""
_SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "%": "modulo"}


class EnglishPhrases(Phrases):
    """Phrases for readers: the source by its name, comparisons in words, no quotes."""

    def __init__(self, name: str, plurals: Mapping[str, str] = NO_PLURALS) -> None:
        super().__init__(plurals)
        self.name = name
        self.possessing = "its"
        """What is so of those that are spoken of: "its power", of several "their power"."""

    def phrase(self, selector: a.Selector, one: bool = False) -> str:
        """A noun with what belongs to it: "your other humans", not "other your humans"."""
        text = super().phrase(selector, one)
        if text == "the target that are not it":
            return "the other target"
        swapped = text.startswith("other your ")
        return f"your other {text.removeprefix('other your ')}" if swapped else text

    def head(self, selector: a.Selector) -> str:
        """A pronoun, a name, or any other selector."""
        match selector:
            case a.Self():
                return self.name
            case a.It():
                return "it"
            case a.Target():
                return "the target"
            case a.Bearer():
                return "the bearer"
            case a.Identified("rules"):
                return "the rules"
            case a.Identified(id):
                return id
            case a.Players(who):
                return self.players(who)
        return self.selector(selector)

    def players(self, who: a.Player | None) -> str:
        """Players, by their names without quotes."""
        return who.name if isinstance(who, a.NamedPlayer) else super().players(who)

    def in_a_row(self, said: list[str]) -> Iterable[str]:
        """With `and` between two that begin alike: without Flying and without Reach."""
        before = ""
        for text in said:
            first = text.split()[0]
            yield f"and {text}" if first == before and first in ("with", "without") else text
            before = first

    def anchor(self, selector: a.Selector, follows: Follows = "nothing") -> str:
        """What a relation or a value refers to."""
        return self.selector(selector)

    def behind(self, selector: a.Selector, follows: Follows) -> str:
        """What is written behind a noun."""
        match selector:
            case a.Named(name, part):
                return f"whose name begins with {name}" if part else f"named {name}"
            case a.InRegion("surface"):
                return "on the surface"
            case a.AtSquares(squares):
                many = "squares" if len(squares) > 1 else "square"
                return f"at {many} {listed([str(square) for square in squares])}"
        return super().behind(selector, follows)

    def placed(self, relation: str, anchor: a.Selector, follows: Follows) -> str:
        """A relation of place."""
        if relation == "here" and anchor == a.Self():
            return f"at {self.possessive(anchor)} location"
        return f"{_PLACES.get(relation, relation)} {self.anchor(anchor, follows)}"

    def property(self, selector: a.Selector, follows: Follows) -> str:
        """What stands behind "with" and "has"."""
        match selector:
            case a.Compared(
                a.Read(number, a.It()) | a.ReadPart(_, number, a.It()), comparator, right
            ):
                return f"{number} {self.compared(comparator, right)}"
            case a.Compared(a.KeywordNumber(keyword, of=a.It()), comparator, right):
                return f"{keyword} {self.compared(comparator, right)}"
            case a.Compared(left, comparator, right):
                return f"{self.value(left)} {self.compared(comparator, right)}"
        return super().property(selector, follows)

    def compared(self, comparator: a.Comparator, right: a.Value) -> str:
        """A comparison behind the name of a number: "1 or less"."""
        value = self.value(right)
        simple = isinstance(right, a.Number)
        match comparator:
            case "=":
                return value if simple else f"equal to {value}"
            case "!=":
                return f"other than {value}"
            case "<=":
                return f"{value} or less" if simple else f"of at most {value}"
            case ">=":
                return f"{value} or more" if simple else f"of at least {value}"
            case "<":
                return f"less than {value}"
            case ">":
                return f"more than {value}"

    def keyword(self, keyword: str) -> str:
        """A keyword, without quotes."""
        return keyword

    def predicate(self, selector: a.Selector, one: bool, follows: Follows) -> str:
        """What stands behind "is" or "are"."""
        if selector == a.Everything():
            return with_article("object") if one else "objects"
        text = super().predicate(selector, one, follows)
        return text[1:-1] if text.startswith("(") and text.endswith(")") else text

    def possessive(self, selector: a.Selector) -> str:
        """Whose: "King's", "its"."""
        if isinstance(selector, a.It):
            return self.possessing
        head = self.head(selector)
        if head == THIS:
            return "its"
        return f"{head}'" if head.endswith("s") else f"{head}'s"

    def player(self, player: a.Player, follows: Follows = "nothing") -> str:
        """A player."""
        match player:
            case a.You():
                return "you"
            case a.Opponent():
                return "an opponent"
            case a.NamedPlayer(name):
                return name
            case a.ControllerOf(of):
                return self.of("controller", of)
            case a.OwnerOf(of):
                return self.of("owner", of)
            case a.RecordedPlayer():
                return "the player as it was then"

    def of(self, what: str, of: a.Selector) -> str:
        """Something of an object: "its owner", "King's power", "the power of nearby sites"."""
        if isinstance(of, (a.It, a.Self, a.Target, a.Bearer, a.Identified)):
            return f"{self.possessive(of)} {what}"
        if of == a.Players(a.You()):
            return f"your {what}"
        return f"the {what} of {self.selector(of)}"

    def value(self, value: a.Value, level: int = 1, follows: Follows = "nothing") -> str:
        """A value."""
        match value:
            case a.Number(number):
                return str(number)
            case a.Read(characteristic, of) | a.ReadPart(_, characteristic, of):
                return self.of(characteristic, of)
            case a.KeywordNumber(keyword, of=of):
                return self.of(keyword, of)
            case a.ChosenNumber():
                return "the chosen number"
            case a.Recorded():
                return "the number as it was then"
            case a.Count(among):
                return f"the number of {self.selector(among)}"
            case a.Summary("different", characteristic, among):
                return f"the number of different {characteristic} of {self.selector(among)}"
            case a.CountWords(characteristic, among, words, group):
                meant = f"{group}s" if group else f"{characteristic} of {', '.join(words)}"
                meant = meant if words else characteristic
                return f"the number of different {meant} among {self.selector(among)}"
            case a.Times():
                return f"the {super().value(value)}"
            case a.Summary(how, characteristic, among):
                return f"the {how} {characteristic} of {self.selector(among)}"
            case a.Arithmetic(left, sign, right):
                own = 1 if sign in "+-" else 2
                text = f"{self.value(left, own)} {_SIGNS[sign]} {self.value(right, own + 1)}"
                return f"({text})" if own < level else text

    def condition(self, condition: a.Condition, level: int = 0) -> str:
        """A condition."""
        match condition:
            case a.Holds(left, comparator, right):
                return f"{self.value(left)} is {self.compared(comparator, right)}"
            case a.Negation(inner) if not super().condition(condition).startswith(_PLAIN):
                return f"it is not true that {self.condition(inner, 2)}"
        text = super().condition(condition, level)
        return text.replace("there are no your ", "there are none of your ")
