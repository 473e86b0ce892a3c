"""From the parser's tree to the algebra: selectors, players, values and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from lark import Token, Tree

from layerlaw.model import algebra as a
from layerlaw.model.algebra.canonical import all_of, any_of, both, either
from layerlaw.model.algebra.chosen import CHOSEN_OBJECT, CHOSEN_PLAYER
from layerlaw.model.algebra.phrasing import Stands
from layerlaw.model.errors import NotationError
from layerlaw.model.notation.forms import forms
from layerlaw.model.notation.words import (
    Words,
    at,
    first_token,
    number_of,
    text_of,
    trees,
    type_of,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from layerlaw.model.notation.words import Branch

MOST_TERMS = 40
_PRONOUNS: dict[str, Callable[[], a.Selector]] = {
    "SELF": a.Self,
    "IT": a.It,
    "TARGET": a.Target,
    "BEARER": a.Bearer,
    "THE_RULES": lambda: a.Identified("rules"),
    "YOU": lambda: a.Players(a.You()),
    "OPPONENT": lambda: a.Players(a.Opponent()),
    "PLAYERS": lambda: a.Players(None),
    "CHOSEN_PLAYER": lambda: a.Players(a.NamedPlayer(CHOSEN_PLAYER)),
    "CHOSEN_OBJECT": lambda: a.Identified(CHOSEN_OBJECT),
}
_PERIODS: dict[str, a.Period] = {
    "THIS_TURN": "this turn",
    "SINCE_THEN": "since then",
    "AT_ANY_TIME": "at any time",
}
_OPPOSITES = {
    "WITHOUT",
    "NO_ABILITIES",
    "HAS_NOT",
    "IS_NOT",
    "THAT_ARE_NOT",
    "THERE_NO",
    "SHARES_NOT",
    "THAT_DID_NOT_ENTER",
    "DID_NOT_ENTER",
    "NOT_YOUR_TURN",
    "NOT_OPPONENTS_TURN",
}


class Binder(Words):
    """Builds what each rule of the grammar stands for."""

    # --- selectors ---

    def selector(self, tree: Tree[Token]) -> a.Selector:
        """`A or B`"""
        return either(self._without(part) for part in trees(tree.children))

    def _without(self, tree: Tree[Token]) -> a.Selector:
        kept, *dropped = [self.phrase(part) for part in trees(tree.children)]
        return both([kept, *(a.Not(part) for part in dropped)]) if dropped else kept

    def phrase(self, tree: Tree[Token]) -> a.Selector:
        """A noun with what stands before and behind it; also an anchor or a predicate."""
        return both(self._items(tree.children))

    def _items(self, items: Sequence[Branch]) -> list[a.Selector]:
        found: list[a.Selector] = []
        index, only_adjectives = 0, True
        while index < len(items):
            item = items[index]
            if type_of(item) == "NAME":
                run = words(items[index : index + 2])
                count = 2 if len(run) == 2 and run[1].type == "NAME" else 1
                selector, taken = self.noun(run[:count])
                found.append(selector)
                only_adjectives &= taken == 1 and self.is_status(run[0])
                index += taken
                continue
            if isinstance(item, Token):
                found += self._simple(item)
                only_adjectives &= item.type not in ("OBJECTS", "SELF", "TARGET", "IT", "BEARER")
            elif item.data == "near" and index and only_adjectives and self._has_noun(item):
                # "disabled nearby minions": the noun of the phrase stands behind "nearby"
                assert isinstance(item.children[1], Tree)
                found.append(a.Placed(self.relation(first_token(item)), a.Self()))
                found += self._items(item.children[1].children)
                only_adjectives = False
            else:
                found += self._relation(item)
                adjective = item.data in forms() and found[-1].stands is Stands.ADJECTIVE
                only_adjectives &= adjective or item.data in ("non", "enemy_before")
            index += 1
        return found

    def _has_noun(self, near: Tree[Token]) -> bool:
        return (
            type_of(near.children[0]) == "NEARBY"
            and len(near.children) == 2
            and any(
                type_of(child) in ("NAME", "OBJECTS", "enemy_noun", "closed")
                for child in cast("Tree[Token]", near.children[1]).children
            )
        )

    def _simple(self, token: Token) -> list[a.Selector]:
        match token.type:
            case "ARTICLE" | "OBJECTS":
                return [a.Everything()]
            case "OTHER":
                return [a.Not(a.Self())]
            case "YOURS":
                return [a.Controlled(a.You())]
            case "NEARBY" | "ADJACENT":
                return [a.Placed(self.relation(token), a.Self())]
        return [_PRONOUNS[token.type]()]

    def _relation(self, tree: Tree[Token]) -> list[a.Selector]:
        children = tree.children
        if tree.data in forms():
            return [cast("a.Selector", self.formed(tree))]
        match tree.data:
            case "enemy_before":
                return [a.Controlled(a.Opponent())]
            case "enemy_noun":
                return [self.noun(words(children))[0]]
            case "non":
                return [a.Not(self.noun(words(children)[1:])[0])]
            case "closed":
                return [self.closed(children[0])]
            case "near" | "placed":
                return self._placed(first_token(tree), trees(children))
            case "here_with":
                return self._here_with(trees(children)[0])
            case "controls":
                who, verb = words(children)
                by = self.who(who)
                return [a.Controlled(by) if verb.type == "CONTROL" else a.Owned(by)]
            case "controlled_by":
                by = self.player_tree(trees(children)[0])
                return [
                    a.Controlled(by) if type_of(children[0]) == "CONTROLLED_BY" else a.Owned(by)
                ]
            case "has" | "without_ability":
                return [self.property(children)]
            case "named":
                _, *like, name = words(children)
                if name.type == "CHOSEN_NAME":
                    return [a.ChosenName()]
                return [a.Named(text_of(name), part=bool(like))]
            case "chosen":
                return [a.Member(*self.chosen_word(first_token(tree)))]
            case "located":
                return self._located(words(children)[1:])
            case "standing":
                return [self.noun(words(children))[0]]
            case "that_have_done":
                return [self._have_done(children)]
            case "entered" if type_of(children[0]) == "THAT_DID":
                return [self.did(words(children)[0])]
            case "entered":
                opposite = type_of(children[0]) in _OPPOSITES
                return [a.Not(a.EnteredThisTurn()) if opposite else a.EnteredThisTurn()]
        inner = self.phrase(trees(children)[0])
        return [a.Not(inner) if type_of(children[0]) in _OPPOSITES else inner]

    def _located(self, names: list[Token]) -> list[a.Selector]:
        """A region or a zone, perhaps a player's, and what else stands behind it."""
        first = names[0]
        if first.type == "ANY_ZONE":
            return [a.InZone("*")]
        if first.type not in ("YOURS", "OPPONENTS_OWN"):
            names = names[1:] if first.type == "ARTICLE" else names
            place, count = self.place(names)
            return [place, *self._items(names[count:])]
        by = a.You() if first.type == "YOURS" else a.Opponent()
        zone, count = self.zone_first(names[1:])
        return [a.InZone(zone), a.Owned(by), *self._items(names[1 + count :])]

    def _sharing(self, children: Sequence[Branch]) -> a.Selector:
        name = self.characteristic(words(children)[1], "set")
        return a.Sharing(name, self.phrase(trees(children)[-1]))

    def closed(self, child: Branch) -> a.Selector:
        """A pronoun, an id, or a selector in parentheses."""
        if isinstance(child, Tree):
            return self.selector(child)
        return self.identified(child) if child.type == "STRING" else _PRONOUNS[child.type]()

    def _placed(self, token: Token, anchors: list[Tree[Token]]) -> list[a.Selector]:
        relation = self.relation(token)
        if not anchors:
            return [a.Placed(relation, a.Self())]
        names = words(anchors[0].children)
        if names and names[0] is anchors[0].children[0] and self._names_no_object(names):
            # "units nearby underground": a region is no anchor
            return [a.Placed(relation, a.Self()), *self._items(anchors[0].children)]
        return [a.Placed(relation, self.phrase(anchors[0]))]

    def _names_no_object(self, names: list[Token]) -> bool:
        return all(token.type == "NAME" and self.is_region(token) for token in names)

    def _here_with(self, tree: Tree[Token]) -> list[a.Selector]:
        if tree.data == "comparison":
            return [a.Placed("here", a.Self()), self._comparison(tree)]
        first, *rest = tree.children
        word = first_token(first)
        may_be = word.type == "STRING" or isinstance(first, Token)
        if may_be and word.type in ("NAME", "STRING") and self.is_keyword(word):
            ability = a.HasAbility(self.keyword(word))
            return [a.Placed("here", a.Self()), ability, *self._items(rest)]
        return [a.Placed("here", self.phrase(tree))]

    def property(self, children: Sequence[Branch]) -> a.Selector:
        """What stands behind with, without, has, does not have."""
        found: a.Selector
        verb, what = children
        match type_of(what):
            case rule if rule in forms():
                found = cast("a.Selector", self.formed(cast("Tree[Token]", what)))
            case "keyword":
                found = a.HasAbility(self.keyword(first_token(what)))
            case "comparison":
                found = self._comparison(cast("Tree[Token]", what))
            case _:
                found = a.HasAbility(None)
        opposite = type_of(verb) in _OPPOSITES or type_of(what) in _OPPOSITES
        return a.Not(found) if opposite else found

    def _comparison(self, tree: Tree[Token]) -> a.Selector:
        left, sign, right = tree.children
        if isinstance(left, Token):
            value: a.Value = self.read(left, a.It())
        elif left.data == "based":
            value = a.Read(self.base(words(left.children)[1]), a.It())
        else:
            value = self.value(left)
        return a.Compared(value, cast("a.Comparator", str(sign)), self.value(trees([right])[0]))

    # --- players and values ---

    def who(self, token: Token) -> a.Player:
        """A player in one word."""
        if token.type == "YOU" or token.lower() == "you":
            return a.You()
        if token.type == "CHOSEN_PLAYER":
            return a.NamedPlayer(CHOSEN_PLAYER)
        opponent = token.type in ("OPPONENT", "OPPONENT_DO")
        return a.Opponent() if opponent else self.player(token)

    def player_tree(self, tree: Tree[Token]) -> a.Player:
        """A player, perhaps as the controller or owner of an object."""
        only = tree.children[0]
        if isinstance(only, Token):
            return self.who(only)
        return self.player_of(words(only.children)[0], self.phrase(trees(only.children)[0]))

    def value(self, tree: Tree[Token]) -> a.Value:
        """A chain of `+` and `-`, or of `*`, `/` and `%`."""
        first, *rest = tree.children
        if len(rest) > 2 * MOST_TERMS:
            token = first_token(first)
            raise NotationError(f"more than {MOST_TERMS} terms", at(token), "a shorter value")
        found = self._term(first)
        for sign, term in zip(rest[::2], rest[1::2], strict=True):
            found = a.Arithmetic(found, cast("a.ArithmeticSign", str(sign)), self._term(term))
        return found

    def _term(self, branch: Branch) -> a.Value:
        if isinstance(branch, Token):
            return a.Number(number_of(branch, at(branch)))
        if branch.data in forms():
            return cast("a.Value", self.formed(branch))
        children = branch.children
        match branch.data:
            case "its":
                _, *based, name = words(children)
                return a.Read(self.base(name), a.It()) if based else self.read(name, a.It())
            case "base_of":
                return a.Read(self.base(words(children)[1]), self.phrase(trees(children)[0]))
            case "of":
                name, of = words(children)[0], self.phrase(trees(children)[0])
                if name.lower() == "number":
                    return a.Count(of)
                return self.read(name, of)
            case "times":
                return self._times(children[1:])
            case "summary":
                return self._summary(children)
        return self.value(branch)

    def _summary(self, children: list[Branch]) -> a.Value:
        """`total power of X`, `number of different subtypes of X`"""
        how, *named = words(children)[:-1]
        kind = cast("a.SummaryKind", how.lower().split()[-1])
        among = self.phrase(trees(children)[-1])
        if (
            kind == "different"
            and (counted := self._words_counted(how, children[1], named)) is not None
        ):
            characteristic, meant, group = counted
            return a.CountWords(characteristic, among, meant, group)
        if isinstance(children[1], Tree):
            place = at(first_token(children[1]))
            raise NotationError("unexpected '{'", place, "a number, and 'of'")
        based = named[0].type == "BASE"
        name, *extra = named[based:]
        if extra:
            raise NotationError(f"unexpected '{extra[0]}'", at(extra[0]), "'of'")
        number = self.base(name) if based else self.characteristic(name, "number")
        return a.Summary(kind, number, among)

    def _words_counted(
        self, how: Token, what: Branch, named: list[Token]
    ) -> tuple[str, tuple[str, ...], str] | None:
        """The set, its words that count, and what they are called; None if it is a number."""
        if isinstance(what, Tree):
            found = [self.member(token) for token in words(what.children)]
            if not found:
                raise NotationError("no words", at(how), "{word, word}")
            characteristic = found[0][0]
            return (
                characteristic,
                tuple(self.member(t, characteristic)[1] for t in words(what.children)),
                "",
            )
        name = " ".join(map(text_of, named)).lower()
        singulars = self.vocabulary.singulars(name)
        for one in self.vocabulary.groups:
            if one.name.lower() in singulars:
                return one.characteristic, one.words, one.name
        kinds = self.vocabulary.kinds
        known = next((each for each in kinds if each.lower() == name), None)
        return None if known is None or kinds[known] != "set" else (known, (), "")

    # --- conditions ---

    def condition(self, tree: Tree[Token]) -> a.Condition:
        """Any condition."""
        if tree.data in forms():
            return cast("a.Condition", self.formed(tree))
        parts = trees(tree.children)
        match tree.data:
            case "condition":
                return any_of(self.condition(part) for part in parts)
            case "all_of":
                return all_of(self.condition(part) for part in parts)
            case "negation":
                return a.Negation(self.condition(parts[0]))
            case "matches":
                subject, what = (self.phrase(part) for part in parts)
                opposite = type_of(tree.children[1]) in _OPPOSITES
                return a.Matches(subject, a.Not(what) if opposite else what)
            case "possesses":
                return a.Matches(self.phrase(parts[0]), self.property(tree.children[1:]))
            case "arrived" if type_of(tree.children[1]) == "DID":
                return self._did(self.phrase(parts[0]), self.did(words(tree.children)[0]))
            case "have_done":
                return self._did(self.phrase(parts[0]), self._have_done(tree.children[1:]))
            case "shares" | "arrived":
                verb = tree.children[1:]
                shared = self._sharing(verb) if tree.data == "shares" else a.EnteredThisTurn()
                opposite = type_of(verb[0]) in _OPPOSITES
                return a.Matches(self.phrase(parts[0]), a.Not(shared) if opposite else shared)
            case "turn":
                sign = type_of(tree.children[0])
                whose = a.TurnOf(a.You() if sign.endswith("YOUR_TURN") else a.Opponent())
                return a.Negation(whose) if sign in _OPPOSITES else whose
        there_is = a.Exists(self.phrase(parts[0]))
        return a.Negation(there_is) if type_of(tree.children[0]) in _OPPOSITES else there_is

    def _have_done(self, children: Sequence[Branch]) -> a.Selector:
        """`has attacked minions this turn`: the verb, perhaps whom, and the period."""
        verb, *whom, period = children
        meant = self.phrase(trees(whom)[0]) if whom else None
        return self.did(cast("Token", verb), meant, _PERIODS[type_of(period)])

    def _times(self, children: Sequence[Branch]) -> a.Times:
        """`number of times you have attacked this turn`"""
        who, *done = children
        did = self._have_done(done)
        if not isinstance(did, a.Did):
            verb = first_token(done[0])
            raise NotationError("how often it was not done is no number", at(verb), "no 'not'")
        return a.Times(self.phrase(cast("Tree[Token]", who)), did)

    def _did(self, subject: a.Selector, did: a.Selector) -> a.Condition:
        """Players did not do it where not all of them did: a selector leaves no players over."""
        if isinstance(subject, a.Players) and isinstance(did, a.Not):
            return a.Negation(a.Matches(subject, did.inner))
        return a.Matches(subject, did)

    # --- forms ---

    def formed(self, tree: Tree[Token]) -> object:
        """A word that is written as its form says."""
        form = forms()[tree.data]
        filled = {
            place[0]: self._fills(place[1], child)
            for place, child in zip(form.places, tree.children, strict=True)
            if not isinstance(place, str)
        }
        for field, what in form.kind.unwritten.items():
            filled[field] = known = getattr(self.vocabulary, what)
            if not known:
                raise NotationError(
                    "effects change nobody's control in this game", at(first_token(tree)), ""
                )
        return form.kind(**filled)

    def _fills(self, kind: str, child: Branch) -> object:
        """What stands in a hole of a form."""
        if isinstance(child, Tree):
            readers: dict[str, Callable[[Tree[Token]], object]] = {
                "value": self.value,
                "player": self.player_tree,
                "selector": self.selector,
                "anchor": self.phrase,
                "keyword": lambda keyword: self.keyword(first_token(keyword)),
                "zone": lambda zone: self.zone(words(zone.children)),
            }
            return readers[kind](child)
        match kind:
            case "word":
                return self.member(child)[1]
            case "comparator":
                return str(child)
            case "squares":
                return tuple(number_of(each.strip(), at(child)) for each in child.split(","))
        return self.characteristic(child, kind)
