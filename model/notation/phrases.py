"""Writing selectors, players, values and conditions as phrases of the notation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from layerlaw.model import algebra as a
from layerlaw.model.algebra.chosen import CHOSEN_OBJECT, CHOSEN_PLAYER
from layerlaw.model.algebra.phrasing import HOLE, Formed, Stands
from layerlaw.model.algebra.terms import without_anchor
from layerlaw.model.notation.spelling import (
    NO_PLURALS,
    plural,
    quoted,
    with_article,
    word_or_quoted,
    zone_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


Follows = Literal["nothing", "sign", "more"]
"""What is written behind an anchor: nothing that could be taken for a part of it, a sign of
arithmetic or comparison, or more words behind the same noun."""

PRONOUNS = (a.Self, a.It, a.Target, a.Bearer, a.Identified, a.Players)
RULES = a.Identified("rules")
_SIGN = " {comparator:"


def is_one(selector: a.Selector) -> bool:
    """Whether a verb behind it stands in the singular."""
    return isinstance(selector, PRONOUNS) and selector not in (a.Players(a.You()), RULES, *_MANY)


_MANY = (a.Players(None), a.Players(a.Opponent()))


def _is_enemy(noun: a.Selector) -> bool:
    # "enemy" before other words is "an opponent controls"; the noun is then written "enemies".
    return isinstance(noun, a.Noun) and noun.word.lower() == "enemy"


class Phrases:
    """Writes trees in the notation, with only the parentheses that parsing needs."""

    def __init__(self, plurals: Mapping[str, str] = NO_PLURALS) -> None:
        self.plurals = plurals

    # --- selectors ---

    def selector(self, selector: a.Selector, one: bool = False) -> str:
        """`A or B`, or a phrase; `one` writes the noun in the singular."""
        if isinstance(selector, a.Either):
            return " or ".join(self.phrase(part, one) for part in selector.inner)
        return self.phrase(selector, one)

    def phrase(self, selector: a.Selector, one: bool = False) -> str:
        """A noun with the words before and behind it."""
        parts = selector.inner if isinstance(selector, a.Both) else (selector,)
        nouns = [part for part in parts if part.stands is Stands.NOUN]
        adjectives = [self.adjective(part) for part in parts if part.stands is Stands.ADJECTIVE]
        heads = [part for part in parts if part.stands is Stands.HEAD and part != a.Everything()]
        text = [self.before(part) for part in parts if part.stands < Stands.ADJECTIVE] + adjectives
        behind = [part for part in parts if part.stands > Stands.HEAD]
        text += [self.noun(noun, not _is_enemy(noun)) for noun in nouns[:-1]]
        if nouns:
            text.append(self.noun(nouns[-1], one and not (behind and _is_enemy(nouns[-1]))))
        elif heads and not adjectives:
            head = self.head(heads.pop(0))
            # "your opponents" are the opponents, and not those whom you control.
            whose = ["you control"] if head == "opponents" and "your" in text else []
            text = [word for word in text if not whose or word != "your"]
            text += [head, *whose]
        else:
            text.append("object" if one else "objects")
        behind += heads
        text += self.owned_zone(behind)
        last = len(behind) - 1
        said = [self.behind(one, "more" if n < last else "nothing") for n, one in enumerate(behind)]
        return " ".join([*text, *self.in_a_row(said)])

    def in_a_row(self, said: list[str]) -> Iterable[str]:
        """What is written behind a noun, one after another."""
        return said

    def owned_zone(self, behind: list[a.Selector]) -> list[str]:
        """`in your hand`, taken out of what stands behind, where a zone and its owner do."""
        zone = next((part for part in behind if isinstance(part, a.InZone)), None)
        owner = next((part for part in behind if isinstance(part, a.Controlled | a.Owned)), None)
        owned = (a.Owned(a.You()), a.Owned(a.Opponent()))
        if zone is None or zone.zone == "*" or owner not in owned:
            return []
        # A region would stand before it.
        first = [self.behind(part, "more") for part in behind if isinstance(part, a.InRegion)]
        behind[:] = [part for part in behind if not isinstance(part, a.InRegion)]
        behind.remove(zone)
        behind.remove(owner)
        whose = "your" if owner == a.Owned(a.You()) else "an opponent's"
        return [*first, f"in {whose} {zone_words(zone.zone)}"]

    def noun(self, noun: a.Selector, one: bool) -> str:
        """A noun, in the singular or the plural."""
        assert isinstance(noun, (a.Noun, a.Member))
        return noun.word if one else plural(noun.word, self.plurals)

    def adjective(self, selector: a.Selector) -> str:
        """A status, or another word that is said of objects, before a noun."""
        if isinstance(selector, a.HasStatus):
            return selector.status
        assert isinstance(selector, Formed)
        return self.filled(selector.form, selector)

    def before(self, selector: a.Selector) -> str:
        """What is written before a noun."""
        match selector:
            case a.Not(a.Self()):
                return "other"
            case a.Controlled(a.You()):
                return "your"
            case a.Controlled():
                return "enemy"
            case a.Placed(relation):
                return without_anchor(relation)
            case a.Not(a.HasStatus(word) | a.Noun(word) | a.Member(_, word)):
                return f"non-{word}"
        raise AssertionError(selector)

    def head(self, selector: a.Selector) -> str:
        """A pronoun, an id, or anything else in parentheses."""
        match selector:
            case a.Self():
                return "self"
            case a.It():
                return "it"
            case a.Target():
                return "target"
            case a.Bearer():
                return "bearer"
            case a.Identified("rules"):
                return "the rules"
            case a.Identified(id):
                return id if id == CHOSEN_OBJECT else quoted(id)
            case a.Players(who):
                return self.players(who)
        return f"({self.selector(selector)})"

    def players(self, who: a.Player | None) -> str:
        """Players as objects of their own."""
        match who:
            case None:
                return "players"
            case a.Opponent():
                return "opponents"
            case a.NamedPlayer(name) if name != CHOSEN_PLAYER:
                return quoted(name)
        return self.player(who)

    def behind(self, selector: a.Selector, follows: Follows) -> str:
        """What is written behind a noun."""
        if isinstance(selector, Formed):
            text = self.filled(selector.form, selector, follows)
            return f"with {text}" if selector.stands.behind_with else text
        match selector:
            case a.Noun(word):
                return word
            case a.InRegion(region):
                return region if region.startswith("under") else f"in the {region}"
            case a.InZone(zone):
                return "in any zone" if zone == "*" else f"in the {zone_words(zone)}"
            case a.ChosenName():
                return "named the chosen name"
            case a.Member(_, word):
                return f"of {word}"
            case a.Did() | a.Not(a.Did()):
                return f"that {self.did(selector, one=False)}"
            case a.EnteredThisTurn():
                return "that entered this turn"
            case a.Not(a.EnteredThisTurn()):
                return "that did not enter this turn"
            case a.Named(name, part):
                return f"named {'like ' if part else ''}{quoted(name)}"
            case a.HasAbility() | a.Compared() | a.Not(a.HasAbility(None)):
                return f"with {self.property(selector, follows)}"
            case a.Not(a.HasAbility(str(keyword))):
                return f"without {self.keyword(keyword)}"
            case a.Controlled(by):
                return self.held(by, "control", follows)
            case a.Owned(by):
                return self.held(by, "own", follows)
            case a.Placed(relation, anchor):
                return self.placed(relation, anchor, follows)
            case a.Not(inner):
                return f"that are not {self.predicate(inner, False, follows)}"
        return f"that are {self.predicate(selector, False, follows)}"

    def placed(self, relation: str, anchor: a.Selector, follows: Follows) -> str:
        """A relation of place, to the source or to an anchor."""
        if anchor == a.Self() and relation == "here":
            return relation
        if a.Placed(relation, anchor).stands is Stands.NEAR:
            return without_anchor(relation)
        to = "here with" if relation == "here" else relation
        return f"{to} {self.anchor(anchor, follows)}"

    def held(self, by: a.Player, verb: str, follows: Follows) -> str:
        """Whose the objects are."""
        match by:
            case a.You():
                return f"you {verb}"
            case a.Opponent():
                return f"an opponent {verb}s"
            case a.NamedPlayer(name) if name != CHOSEN_PLAYER:
                return f"{self.player(by)} {verb}s"
        past = "controlled" if verb == "control" else "owned"
        return f"{past} by {self.player(by, follows)}"

    def property(self, selector: a.Selector, follows: Follows) -> str:
        """What stands behind "with" and "has"."""
        if isinstance(selector, Formed):
            return self.filled(selector.form, selector, follows)
        match selector:
            case a.HasAbility(None):
                return "an ability"
            case a.HasAbility(str(keyword)):
                return self.keyword(keyword)
            case a.Compared(left, comparator, right):
                match left:
                    case a.Read(number, a.It()) | a.ReadPart(_, number, a.It()):
                        first = number
                    case a.KeywordNumber(keyword, of=a.It()):
                        first = self.keyword(keyword)
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

    def filled(self, form: str, fields: object, follows: Follows = "nothing") -> str:
        """A form with these fields in its holes; follows: what is written behind it."""

        def fill(hole: re.Match[str]) -> str:
            what: Any = getattr(fields, hole["field"])
            behind = form[hole.end() :]
            then: Follows = "sign" if behind.startswith(_SIGN) else "more" if behind else follows
            match hole["kind"]:
                case "value":
                    return self.value(what, follows=then)
                case "player":
                    return self.player(what, then)
                case "anchor":
                    return self.anchor(what, then)
                case "selector":
                    return self.selector(what)
                case "keyword":
                    return self.keyword(what)
                case "word":
                    return word_or_quoted(what)
                case "zone":
                    return zone_words(what)
                case "squares":
                    return ", ".join(map(str, what))
            return str(what)

        return HOLE.sub(fill, form)

    def anchor(self, selector: a.Selector, follows: Follows = "nothing") -> str:
        """What a relation or a value refers to; in parentheses if it could be misread."""
        if isinstance(selector, PRONOUNS):
            return self.head(selector)
        text = self.phrase(selector)
        if isinstance(selector, a.Either):
            return text
        parts = selector.inner if isinstance(selector, a.Both) else (selector,)
        headed = parts[0].stands is Stands.HEAD and parts[0] != a.Everything()
        if headed or follows == "more" or (follows == "sign" and " with " in text):
            return f"({text})"
        return text

    def predicate(self, selector: a.Selector, one: bool, follows: Follows) -> str:
        """What stands behind "is" (`one`) or "are"."""
        closed = isinstance(selector, (*PRONOUNS, a.Either, a.EnteredThisTurn, a.Did))
        if closed or isinstance(selector, a.Not) or follows == "more":
            return self.head(selector)
        match selector:
            case a.Placed(relation, anchor):
                return self.placed(relation, anchor, follows)
            case a.Controlled(by):
                return f"controlled by {self.player(by, follows)}"
        if selector.stands is Stands.ADJECTIVE:
            return self.adjective(selector)
        if selector.stands > Stands.HEAD:
            return self.behind(selector, follows)
        text = self.phrase(selector, one)
        first = text.split()[0]
        if isinstance(selector, a.Both) and selector.inner[0].stands is Stands.HEAD:
            return f"({text})"
        if one and first not in ("other", "your"):
            return with_article(text)
        parts = selector.inner if isinstance(selector, a.Both) else (selector,)
        placed = (x for x in parts if isinstance(x, a.Placed) and x.stands is Stands.NEAR)
        near = {without_anchor(each.relation) for each in placed}
        return f"({text})" if first in near else text

    # --- players and values ---

    def player(self, player: a.Player, follows: Follows = "nothing") -> str:
        """`you`, `opponent`, a name, `controller of X`, `owner of X`."""
        match player:
            case a.You():
                return "you"
            case a.Opponent():
                return "opponent"
            case a.NamedPlayer(name):
                return word_or_quoted(name)
            case a.ControllerOf(of):
                return f"controller of {self.anchor(of, follows)}"
            case a.OwnerOf(of):
                return f"owner of {self.anchor(of, follows)}"
            case a.RecordedPlayer():
                # No notation stands for it, as for a recorded number.
                return "recorded player"

    def value(self, value: a.Value, level: int = 1, follows: Follows = "nothing") -> str:
        """A value; below `level` (1 for sums, 2 for products, 3 else) in parentheses."""
        if isinstance(value, Formed):
            return self.filled(value.form, value, follows)
        match value:
            case a.OwnNumber():
                return "N"
            case a.Number(number):
                return str(number)
            case a.Recorded():
                # No notation stands for it: it comes of a value as something resolves.
                return "recorded number"
            case a.Read(characteristic, a.It()) | a.ReadPart(_, characteristic, a.It()):
                return f"its {characteristic}"
            case a.Read(characteristic, of) | a.ReadPart(_, characteristic, of):
                return f"{characteristic} of {self.anchor(of, follows)}"
            case a.KeywordNumber(keyword, of=a.It()):
                return f"its {self.keyword(keyword)}"
            case a.KeywordNumber(keyword, of=of):
                return f"{self.keyword(keyword)} of {self.anchor(of, follows)}"
            case a.Count(among):
                return f"number of {self.anchor(among, follows)}"
            case a.Summary("different", characteristic, among):
                return f"number of different {characteristic} of {self.anchor(among, follows)}"
            case a.CountWords(characteristic, among, words, group):
                meant = (
                    self.zone(group) if group else f"{{{', '.join(map(word_or_quoted, words))}}}"
                )
                meant = meant if words else characteristic
                return f"number of different {meant} of {self.anchor(among, follows)}"
            case a.Times(who, did):
                return f"number of times {self.phrase(who)} {self.did(did, is_one(who))}"
            case a.Summary(how, characteristic, among):
                return f"{how} {characteristic} of {self.anchor(among, follows)}"
            case a.Arithmetic(left, sign, right):
                own = 1 if sign in "+-" else 2
                if own < level:
                    return f"({self.value(value)})"
                first = self.value(left, own, "sign")
                return f"{first} {sign} {self.value(right, own + 1, follows)}"

    # --- conditions ---

    def condition(self, condition: a.Condition, level: int = 0) -> str:
        """A condition; below `level` (0 for or, 1 for and, 2 else) in parentheses."""
        if isinstance(condition, Formed):
            return self.filled(condition.form, condition)
        match condition:
            case a.AnyOf(inner) | a.AllOf(inner):
                own, word = (0, " or ") if isinstance(condition, a.AnyOf) else (1, " and ")
                text = word.join(self.condition(part, own + 1) for part in inner)
                return f"({text})" if own < level else text
            case a.Negation(a.Exists(what)):
                return f"there are no {self.phrase(what)}"
            case a.Negation(a.TurnOf(player)):
                return f"it is not {self.whose(player)} turn"
            case a.TurnOf(player):
                return f"it is {self.whose(player)} turn"
            case a.Negation(a.Matches(a.Players() as players, a.Did() as what)):
                return f"{self.phrase(players)} {self.did(a.Not(what), one=False)}"
            case a.Negation(inner):
                return f"not {self.condition(inner, 2)}"
            case a.Exists(what):
                return f"there {'is' if is_one(what) else 'are'} {self.phrase(what)}"
            case a.Matches(a.Players() as players, a.Did() as what):
                return f"{self.phrase(players)} {self.did(what, one=False)}"
            case a.Matches(subject, what):
                return f"{self.phrase(subject)} {self.matched(what, is_one(subject))}"

    def whose(self, player: a.Player) -> str:
        """Whose turn it is."""
        match player:
            case a.You():
                return "your"
            case a.Opponent():
                return "an opponent's"
        return f"{self.player(player)}'s"

    def matched(self, what: a.Selector, one: bool) -> str:
        """What a subject is or has, with the verb in the singular (`one`) or the plural."""
        has, does, be = ("has", "does", "is") if one else ("have", "do", "are")
        match what:
            case a.HasAbility() | a.Compared() | a.Not(a.HasAbility(None)):
                return f"{has} {self.property(what, 'nothing')}"
            case a.Did() | a.Not(a.Did()):
                return self.did(what, one)
            case a.EnteredThisTurn():
                return "entered this turn"
            case a.Not(a.EnteredThisTurn()):
                return "did not enter this turn"
            case a.Sharing(characteristic, with_):
                shares = "shares" if one else "share"
                return f"{shares} {characteristic} with {self.anchor(with_)}"
            case a.Not(a.Sharing(characteristic, with_)):
                return f"{does} not share {characteristic} with {self.anchor(with_)}"
            case a.Not((a.HasAbility() | a.Compared()) as inner):
                return f"{does} not have {self.property(inner, 'nothing')}"
            case a.Not(inner):
                return f"{be} not {self.predicate(inner, one, 'nothing')}"
        return f"{be} {self.predicate(what, one, 'nothing')}"

    def did(self, selector: a.Did | a.Not, one: bool) -> str:
        """`has not been attacked by minions this turn`, or with "have" for several."""
        inner = selector.inner if isinstance(selector, a.Not) else selector
        assert isinstance(inner, a.Did)
        words = ["has" if one else "have"]
        words += ["not"] if isinstance(selector, a.Not) else []
        words += ["been"] if inner.passive else []
        words += [inner.deed]
        if inner.whom is not None:
            words += ["by"] if inner.passive else []
            words += [self.anchor(inner.whom, "more")]
        return " ".join((*words, inner.period))
