"""Writing selectors, players, values and conditions as phrases of the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from layerlaw.model.algebra import (
    AllOf,
    AnyOf,
    Arithmetic,
    AtSquares,
    Bearer,
    Bearing,
    BorneBy,
    Both,
    ChosenName,
    ChosenNumber,
    Compared,
    Controlled,
    ControllerOf,
    Count,
    Either,
    EnteredThisTurn,
    Everything,
    Exists,
    HasAbility,
    HasStatus,
    Holds,
    Identified,
    InRegion,
    InZone,
    It,
    Matches,
    Member,
    Named,
    NamedPlayer,
    Negation,
    Not,
    Noun,
    Number,
    Opponent,
    Owned,
    OwnerOf,
    Placed,
    Players,
    Read,
    Recorded,
    Self,
    Sharing,
    Summary,
    Target,
    TurnOf,
    You,
)
from layerlaw.model.algebra.canonical import rank
from layerlaw.model.algebra.entries import HOLE
from layerlaw.model.notation.spelling import (
    NO_PLURALS,
    a,
    plural,
    quoted,
    word_or_quoted,
    zone_words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from layerlaw.model.algebra import Condition, Player, Selector, Value

Follows = Literal["nothing", "sign", "more"]
"""What is written behind an anchor: nothing that could be taken for a part of it, a sign of
arithmetic or comparison, or more words behind the same noun."""

PRONOUNS = (Self, It, Target, Bearer, Identified, Players)
RULES = Identified("rules")


def is_one(selector: Selector) -> bool:
    """Whether a verb behind it stands in the singular."""
    return isinstance(selector, PRONOUNS) and selector not in (Players(You()), RULES, *_MANY)


_MANY = (Players(None), Players(Opponent()))


def _is_enemy(noun: Selector) -> bool:
    # "enemy" before other words is "an opponent controls"; the noun is then written "enemies".
    return isinstance(noun, Noun) and noun.word.lower() == "enemy"


class Phrases:
    """Writes trees in the notation, with only the parentheses that parsing needs."""

    def __init__(self, plurals: Mapping[str, str] = NO_PLURALS) -> None:
        self.plurals = plurals

    # --- selectors ---

    def selector(self, selector: Selector, one: bool = False) -> str:
        """`A or B`, or a phrase; `one` writes the noun in the singular."""
        if isinstance(selector, Either):
            return " or ".join(self.phrase(part, one) for part in selector.inner)
        return self.phrase(selector, one)

    def phrase(self, selector: Selector, one: bool = False) -> str:
        """A noun with the words before and behind it."""
        parts = selector.inner if isinstance(selector, Both) else (selector,)
        nouns = [part for part in parts if rank(part) == 5]
        adjectives = [self.adjective(part) for part in parts if rank(part) == 4]
        heads = [part for part in parts if rank(part) == 6 and part != Everything()]
        text = [self.before(part) for part in parts if rank(part) < 4] + adjectives
        behind = [part for part in parts if rank(part) > 6]
        text += [self.noun(noun, not _is_enemy(noun)) for noun in nouns[:-1]]
        if nouns:
            text.append(self.noun(nouns[-1], one and not (behind and _is_enemy(nouns[-1]))))
        elif heads and not adjectives:
            text.append(self.head(heads.pop(0)))
        else:
            text.append("object" if one else "objects")
        behind += heads
        text += self.owned_zone(behind)
        for index, part in enumerate(behind):
            text.append(self.behind(part, "more" if index + 1 < len(behind) else "nothing"))
        return " ".join(text)

    def owned_zone(self, behind: list[Selector]) -> list[str]:
        """`in your hand`, taken out of what stands behind, where a zone and its owner do."""
        zone = next((part for part in behind if isinstance(part, InZone)), None)
        owner = next((part for part in behind if isinstance(part, Controlled | Owned)), None)
        if zone is None or zone.zone == "*" or owner not in (Owned(You()), Owned(Opponent())):
            return []
        # A region would stand before it.
        first = [self.behind(part, "more") for part in behind if isinstance(part, InRegion)]
        behind[:] = [part for part in behind if not isinstance(part, InRegion)]
        behind.remove(zone)
        behind.remove(owner)
        whose = "your" if owner == Owned(You()) else "an opponent's"
        return [*first, f"in {whose} {zone_words(zone.zone)}"]

    def noun(self, noun: Selector, one: bool) -> str:
        """A noun, in the singular or the plural."""
        assert isinstance(noun, (Noun, Member))
        return noun.word if one else plural(noun.word, self.plurals)

    def adjective(self, selector: Selector) -> str:
        """A status before a noun."""
        assert isinstance(selector, HasStatus)
        return selector.status

    def before(self, selector: Selector) -> str:
        """What is written before a noun."""
        match selector:
            case Not(Self()):
                return "other"
            case Controlled(You()):
                return "your"
            case Controlled():
                return "enemy"
            case Placed(relation):
                return relation
            case Not(HasStatus(word) | Noun(word) | Member(_, word)):
                return f"non-{word}"
        raise AssertionError(selector)

    def head(self, selector: Selector) -> str:
        """A pronoun, an id, or anything else in parentheses."""
        match selector:
            case Self():
                return "self"
            case It():
                return "it"
            case Target():
                return "target"
            case Bearer():
                return "bearer"
            case Identified("rules"):
                return "the rules"
            case Identified(id):
                return quoted(id)
            case Players(who):
                return self.players(who)
        return f"({self.selector(selector)})"

    def players(self, who: Player | None) -> str:
        """Players as objects of their own."""
        match who:
            case None:
                return "players"
            case Opponent():
                return "opponents"
            case NamedPlayer(name):
                return quoted(name)
        return self.player(who)

    def behind(self, selector: Selector, follows: Follows) -> str:
        """What is written behind a noun."""
        match selector:
            case InRegion(region):
                return region if region.startswith("under") else f"in the {region}"
            case InZone(zone):
                return "in any zone" if zone == "*" else f"in the {zone_words(zone)}"
            case ChosenName():
                return "named the chosen name"
            case EnteredThisTurn():
                return "that entered this turn"
            case Not(EnteredThisTurn()):
                return "that did not enter this turn"
            case Sharing(characteristic, with_):
                return f"sharing {characteristic} with {self.anchor(with_, follows)}"
            case Named(name, part):
                return f"named {'like ' if part else ''}{quoted(name)}"
            case HasAbility() | Compared() | Not(HasAbility(None)):
                return f"with {self.property(selector, follows)}"
            case Not(HasAbility(str(keyword))):
                return f"without {self.keyword(keyword)}"
            case AtSquares(squares):
                return f"at {', '.join(str(square) for square in squares)}"
            case Controlled(by):
                return self.held(by, "control", follows)
            case Owned(by):
                return self.held(by, "own", follows)
            case Placed(relation, anchor):
                return self.placed(relation, anchor, follows)
            case Bearing(borne):
                return f"bearing {self.anchor(borne, follows)}"
            case BorneBy(bearer):
                return f"carried by {self.anchor(bearer, follows)}"
            case Not(inner):
                return f"that are not {self.predicate(inner, False, follows)}"
        return f"that are {self.predicate(selector, False, follows)}"

    def placed(self, relation: str, anchor: Selector, follows: Follows) -> str:
        """A relation of place, to the source or to an anchor."""
        if anchor == Self() and relation in ("nearby", "adjacent", "here"):
            return relation
        to = {"adjacent": "adjacent to", "here": "here with"}.get(relation, relation)
        return f"{to} {self.anchor(anchor, follows)}"

    def held(self, by: Player, verb: str, follows: Follows) -> str:
        """Whose the objects are."""
        match by:
            case You():
                return f"you {verb}"
            case Opponent():
                return f"an opponent {verb}s"
            case NamedPlayer():
                return f"{self.player(by)} {verb}s"
        past = "controlled" if verb == "control" else "owned"
        return f"{past} by {self.player(by, follows)}"

    def property(self, selector: Selector, follows: Follows) -> str:
        """What stands behind "with" and "has"."""
        match selector:
            case HasAbility(None):
                return "an ability"
            case HasAbility(str(keyword)):
                return self.keyword(keyword)
            case Compared(left, comparator, right):
                match left:
                    case Read(characteristic, It()):
                        first = characteristic
                    case _:
                        first = self.value(left, follows="sign")
                return f"{first} {comparator} {self.value(right, follows=follows)}"
        return "no abilities"

    def keyword(self, keyword: str) -> str:
        """A keyword, in quotes if it is no plain word."""
        return word_or_quoted(keyword)

    def members(self, words: Sequence[str]) -> str:
        """Words of a set."""
        said = [word_or_quoted(word) for word in words]
        return said[0] if len(said) == 1 else f"{{{', '.join(said)}}}"

    def zone(self, zone: str) -> str:
        """A zone behind `in` or `to`."""
        return zone_words(zone)

    def filled(self, form: str, fields: object) -> str:
        """A form with what an operation has in its holes."""
        kinds: dict[str, Callable[[Any], str]] = {
            "number": str,
            "set": str,
            "word": word_or_quoted,
            "value": self.value,
            "player": self.player,
            "selector": self.selector,
            "keyword": self.keyword,
            "zone": zone_words,
        }
        return HOLE.sub(lambda hole: kinds[hole["kind"]](getattr(fields, hole["field"])), form)

    def anchor(self, selector: Selector, follows: Follows = "nothing") -> str:
        """What a relation or a value refers to; in parentheses if it could be misread."""
        if isinstance(selector, PRONOUNS):
            return self.head(selector)
        text = self.phrase(selector)
        if isinstance(selector, Either):
            return text
        parts = selector.inner if isinstance(selector, Both) else (selector,)
        headed = rank(parts[0]) == 6 and parts[0] != Everything()
        if headed or follows == "more" or (follows == "sign" and " with " in text):
            return f"({text})"
        return text

    def predicate(self, selector: Selector, one: bool, follows: Follows) -> str:
        """What stands behind "is" (`one`) or "are"."""
        closed = isinstance(selector, (*PRONOUNS, Either, EnteredThisTurn))
        if closed or isinstance(selector, Not) or follows == "more":
            return self.head(selector)
        match selector:
            case HasStatus(status):
                return status
            case Placed(relation, anchor):
                return self.placed(relation, anchor, follows)
            case Controlled(by):
                return f"controlled by {self.player(by, follows)}"
        if rank(selector) > 6:
            return self.behind(selector, follows)
        text = self.phrase(selector, one)
        first = text.split()[0]
        if isinstance(selector, Both) and rank(selector.inner[0]) == 6:
            return f"({text})"
        if one and first not in ("other", "your"):
            return a(text)
        return f"({text})" if first in ("nearby", "adjacent") else text

    # --- players and values ---

    def player(self, player: Player, follows: Follows = "nothing") -> str:
        """`you`, `opponent`, a name, `controller of X`, `owner of X`."""
        match player:
            case You():
                return "you"
            case Opponent():
                return "opponent"
            case NamedPlayer(name):
                return word_or_quoted(name)
            case ControllerOf(of):
                return f"controller of {self.anchor(of, follows)}"
            case OwnerOf(of):
                return f"owner of {self.anchor(of, follows)}"

    def value(self, value: Value, level: int = 1, follows: Follows = "nothing") -> str:
        """A value; below `level` (1 for sums, 2 for products, 3 else) in parentheses."""
        match value:
            case Number(number):
                return str(number)
            case ChosenNumber():
                return "chosen number"
            case Recorded():
                # No notation stands for it: it comes of a value as something resolves.
                return "recorded number"
            case Read(characteristic, It()):
                return f"its {characteristic}"
            case Read(characteristic, of):
                return f"{characteristic} of {self.anchor(of, follows)}"
            case Count(among):
                return f"number of {self.anchor(among, follows)}"
            case Summary(how, characteristic, among):
                return f"{how} {characteristic} of {self.anchor(among, follows)}"
            case Arithmetic(left, sign, right):
                own = 1 if sign in "+-" else 2
                if own < level:
                    return f"({self.value(value)})"
                first = self.value(left, own, "sign")
                return f"{first} {sign} {self.value(right, own + 1, follows)}"

    # --- conditions ---

    def condition(self, condition: Condition, level: int = 0) -> str:
        """A condition; below `level` (0 for or, 1 for and, 2 else) in parentheses."""
        match condition:
            case AnyOf(inner) | AllOf(inner):
                own, word = (0, " or ") if isinstance(condition, AnyOf) else (1, " and ")
                text = word.join(self.condition(part, own + 1) for part in inner)
                return f"({text})" if own < level else text
            case Negation(Exists(what)):
                return f"there are no {self.phrase(what)}"
            case Negation(TurnOf(player)):
                return f"it is not {self.whose(player)} turn"
            case TurnOf(player):
                return f"it is {self.whose(player)} turn"
            case Negation(inner):
                return f"not {self.condition(inner, 2)}"
            case Exists(what):
                return f"there {'is' if is_one(what) else 'are'} {self.phrase(what)}"
            case Holds(left, comparator, right):
                return f"{self.value(left, follows='sign')} {comparator} {self.value(right)}"
            case Matches(subject, what):
                return f"{self.phrase(subject)} {self.matched(what, is_one(subject))}"

    def whose(self, player: Player) -> str:
        """Whose turn it is."""
        match player:
            case You():
                return "your"
            case Opponent():
                return "an opponent's"
        return f"{self.player(player)}'s"

    def matched(self, what: Selector, one: bool) -> str:
        """What a subject is or has, with the verb in the singular (`one`) or the plural."""
        has, does, be = ("has", "does", "is") if one else ("have", "do", "are")
        match what:
            case HasAbility() | Compared() | Not(HasAbility(None)):
                return f"{has} {self.property(what, 'nothing')}"
            case EnteredThisTurn():
                return "entered this turn"
            case Not(EnteredThisTurn()):
                return "did not enter this turn"
            case Sharing(characteristic, with_):
                text = f"{characteristic} with {self.anchor(with_, 'nothing')}"
                return f"{'shares' if one else 'share'} {text}"
            case Not(Sharing(characteristic, with_)):
                return f"{does} not share {characteristic} with {self.anchor(with_, 'nothing')}"
            case Not((HasAbility() | Compared()) as inner):
                return f"{does} not have {self.property(inner, 'nothing')}"
            case Not(inner):
                return f"{be} not {self.predicate(inner, one, 'nothing')}"
        return f"{be} {self.predicate(what, one, 'nothing')}"
