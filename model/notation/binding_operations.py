"""From the parser's tree to the algebra: operations, instructions and abilities."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, cast, get_args

from lark import Token, Tree

from layerlaw.model import algebra as a
from layerlaw.model.algebra.canonical import for_each
from layerlaw.model.algebra.chosen import is_chosen
from layerlaw.model.algebra.mentions import names_in
from layerlaw.model.algebra.only import all_but
from layerlaw.model.errors import NotationError, did_you_mean
from layerlaw.model.notation.binding import Binder
from layerlaw.model.notation.forms import forms
from layerlaw.model.notation.given_types import with_given_types
from layerlaw.model.notation.words import (
    at,
    first_token,
    in_words_of,
    number_of,
    text_of,
    trees,
    type_of,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal

    from layerlaw.model.algebra.permissions import Partner
    from layerlaw.model.notation.words import Branch

OPERATION = "an operation such as 'power += 1', 'gain Airborne' or 'disabled'"
_DURATIONS: dict[str, Callable[[], a.Duration]] = {
    "END_OF_TURN": a.EndOfTurn,
    "YOUR_NEXT_TURN": a.YourNextTurn,
    "END_OF_YOUR_NEXT_TURN": a.EndOfNextTurn,
    "CONTROLLERS_NEXT_TURN": a.ControllersNextTurn,
    "REST_OF_GAME": a.RestOfGame,
    "END_OF_OPPONENTS_NEXT_TURN": lambda: a.EndOfNextTurn(yours=False),
    "IT_LEAVES": a.SourceLeaves,
}
_ENTERS_ALONE = "what objects enter with stands beside nothing else that is done to them"
_TEXTS = ("IN_ITS_TEXT", "IN_ITS_LINE")
_MAKERS: dict[str, Callable[..., a.Operation]] = {
    ":=": a.SetMembers,
    "+=": a.AddMembers,
    "-=": a.RemoveMembers,
}


Done = a.Operation | a.Entrance
"""What an instruction does to its objects, or what they enter play with."""


def instruction_of(
    scope: a.Selector, done: Sequence[Done], locked: bool | None, place: int
) -> a.Instruction | a.Entering:
    """What is done to what is selected, or with what that enters.

    Raises `NotationError`, for what stands at a place of the text, if it says both.
    """
    arrivals = tuple(one for one in done if isinstance(one, a.Entrance))
    if not arrivals:
        return a.Instruction(scope, tuple(cast("Sequence[a.Operation]", done)), locked)
    if len(arrivals) < len(done) or locked is not None:
        raise NotationError(_ENTERS_ALONE, place, "an ability of its own")
    return a.Entering(scope, arrivals)


def done_or_entering(
    parts: Sequence[a.Instruction | a.Entering], place: int
) -> tuple[tuple[a.Instruction, ...], tuple[a.Entering, ...]]:
    """The instructions of an ability, or what objects enter with by it.

    Raises `NotationError`, for what stands at a place of the text, if it says both.
    """
    instructions = tuple(one for one in parts if isinstance(one, a.Instruction))
    entering = tuple(one for one in parts if isinstance(one, a.Entering))
    if instructions and entering:
        raise NotationError(_ENTERS_ALONE, place, "an ability of its own")
    return with_given_types(instructions), entering


class OperationBinder(Binder):
    """Builds what the grammar's rules for operations and abilities stand for."""

    def ability_tree(self, tree: Tree[Token]) -> a.Ability:
        """A keyword, or instructions with what follows them."""
        first = tree.children[0]
        if type_of(first) == "keyword":
            ability = self.ability(self._keyword_or_scope(first_token(first)))
            zones = self.working(tree.children) or ability.zones
            return replace(ability, zones=zones, anywhere=zones == self.vocabulary.zones)
        parts = [
            self._instruction(part) for part in trees(tree.children) if part.data == "instruction"
        ]
        instructions, entering = done_or_entering(parts, at(first_token(tree)))
        condition, until = self.trailing(tree.children)
        zones, defines = self.working(tree.children), self.defines(tree)
        anywhere = zones == self.vocabulary.zones
        return a.Ability(
            None,
            instructions,
            condition,
            until,
            zones,
            defines=defines,
            anywhere=anywhere,
            entering=entering,
        )

    def defines(self, tree: Tree[Token]) -> bool:
        """Whether it begins with `characteristic-defining`."""
        return type_of(tree.children[0]) == "DEFINING"

    def _keyword_or_scope(self, word: Token) -> Token:
        if self.is_noun(word) and self.vocabulary.keyword(text_of(word)) is None:
            end = at(word) + len(word)
            raise NotationError(f"what is done to '{word}'?", end, "':' and what is done")
        return word

    def _instruction(self, tree: Tree[Token]) -> a.Instruction | a.Entering:
        selector, locked = self.scope(trees(tree.children)[0])
        done = self.operations(tree.children[1:])
        return instruction_of(selector, done, locked, at(first_token(tree)))

    def scope(self, tree: Tree[Token]) -> tuple[a.Selector, bool | None]:
        """A selector, and whether it is locked (True), open (False) or neither (None)."""
        flag = type_of(tree.children[0])
        locked = {"LOCKED": True, "OPEN": False}.get(flag)
        return self.selector(trees(tree.children)[0]), locked

    def trailing(self, children: Sequence[Branch]) -> tuple[a.Condition | None, a.Duration | None]:
        """`as long as`, `unless` and `until`."""
        condition: a.Condition | None = None
        until: a.Duration | None = None
        for sign, part in pairwise(children):
            if type_of(sign) in ("AS_LONG_AS", "UNLESS"):
                condition = self.condition(cast("Tree[Token]", part))
                if type_of(sign) == "UNLESS":
                    condition = a.Negation(condition)
        for part in trees(children):
            if part.data == "until":
                until = self.duration(trees(part.children)[0])
        return condition, until

    def working(self, children: Sequence[Branch]) -> tuple[str, ...]:
        """The zones behind `while in`."""
        for tree in trees(children):
            if tree.data == "working":
                if type_of(tree.children[0]) == "WHILE_ANYWHERE":
                    return self.vocabulary.zones
                zones = (self.zone(words(zone.children)) for zone in trees(tree.children))
                return tuple(dict.fromkeys(zones))
        return ()

    def duration(self, tree: Tree[Token]) -> a.Duration:
        """What stands behind "until"."""
        only = trees(tree.children)[0].children[0]
        found = (
            a.UntilFact(self.condition(only)) if isinstance(only, Tree) else _DURATIONS[only.type]()
        )
        return found if len(tree.children) == 1 else a.AfterLeaving(found)

    def operations(self, children: Sequence[Branch]) -> tuple[Done, ...]:
        """Operations separated by commas."""
        found: list[Done] = []
        for tree in trees(children):
            if tree.data != "operation":
                continue
            only = trees(tree.children)[0]
            if only.data != "bare":
                found.append(self._operation(only))
                continue
            word = words(only.children)[0]
            last = found[-1] if found else None
            keyword = self.vocabulary.keyword(text_of(word))
            if status := self.status(word):
                found.append(a.SetStatus(status))
            elif keyword and isinstance(last, a.LoseAll) and last.but:
                found[-1] = a.LoseAll((*last.but, keyword))
            else:
                raise self._no_operation(word, keyword)
        return tuple(found)

    def _no_operation(self, word: Token, keyword: str | None) -> NotationError:
        statuses = self.vocabulary.statuses
        if keyword:
            return NotationError(
                f"'{word}' is a keyword; what is done with it?",
                at(word),
                f"'gain {word}' or 'lose {word}'",
            )
        known = ("animated", *statuses)
        return NotationError(
            f"unknown status '{text_of(word)}'",
            at(word),
            in_words_of(self.vocabulary, OPERATION),
            did_you_mean(text_of(word), known),
        )

    def _operation(self, tree: Tree[Token]) -> Done:
        children, names, parts = tree.children, words(tree.children), trees(tree.children)
        if tree.data in forms():
            return cast("a.Operation", self.formed(tree))
        match tree.data:
            case "write":
                return self._write(names, children)
            case "limit":
                how = cast('Literal["at least", "at most"]', " ".join(names[1].lower().split()))
                return a.Limit(self.characteristic(names[0], "number"), how, self.value(parts[0]))
            case "becomes":
                return self._becomes(names)
            case "double":
                return a.ChangeNumber(self.characteristic(names[1], "number"), "*", a.Number(2))
            case "gain" if parts[0].data == "ability":
                return a.Gain(self.ability_tree(parts[0]))
            case "gain":
                return a.Gain(self.ability(first_token(parts[0])))
            case "gain_used":
                return a.GainActivated(self.selector(parts[0]))
            case "copy":
                what = " ".join(names[0].lower().partition(":=")[2].split()).removesuffix(" of")
                text = cast('Literal["", "text", "full text"]', what)
                return self._copy(parts, text)
            case "lose_all":
                return a.LoseAll(tuple(self._keyword_of(part) for part in parts))
            case "animated":
                return self._animated(names)
            case "enter_with":
                return self._enter_with(names, tree.children)
            case "enter_as":
                return self._enter_as(names[1])
            case "enter_copying":
                return a.EnterAsCopy(cast("a.CopyOf", self._operation(parts[0])))
            case "enter_also":
                return self._enter_also(parts)
            case "enter_chosen":
                return a.EnterAsOneOf(self._ways(parts))
            case "lose_as":
                status = self._known_status(first_token(parts[0]))
                return a.LoseStatusAsOneOf(status, self._ways(parts[1:]))
            case "redirect":
                to, *instead_of = (self.zone(words(part.children)) for part in parts)
                return a.Redirect(to, *instead_of)
        to_whom = self.selector(parts[0]) if parts else None
        if tree.data == "ignore":
            partner: Partner = ""
            for word in names[3:]:
                if word.type in ("PLAYERS", "OBJECTS"):
                    partner = "players" if word.type == "PLAYERS" else "objects"
            besides = ("FROM", "BY", "PLAYERS", "OBJECTS")
            action, passive = self.action([w for w in names[2:] if w.type not in besides])
            return a.Ignore(action, to_whom, passive, partner)
        allowed = names[0].type == "CAN"
        done = [word for word in names[1:] if word.type not in ("BY", "ONLY")]
        if [*map(str.lower, done)] == ["be", "modified"] and not allowed and to_whom is None:
            return a.CantBeModified()
        if (status := self._barred_status(done)) and not allowed and to_whom is None:
            return a.CantBeStatus(status)
        action, passive = self.action(done)
        only = next((word for word in names if word.type == "ONLY"), None)
        if only is None:
            return a.Permission(allowed, action, to_whom, passive)
        if not allowed or to_whom is None:
            raise NotationError("'only' stands behind 'can'", at(only), "'can attack only sites'")
        try:
            others = all_but(to_whom, self.vocabulary.zones[0])
        except ValueError:
            expected = "objects, 'you', 'opponents' or 'players' behind 'only'"
            raise NotationError("only which players?", at(only), expected) from None
        return a.Permission(False, action, others, passive)

    def _copy(self, parts: list[Tree[Token]], text: Literal["", "text", "full text"]) -> a.CopyOf:
        """`copy of target except [power := 7] except if creature [enters with 1 plus-one]`"""
        of, *others = parts
        but, arrivals = self._exceptions([part for part in others if part.data != "provided"])
        provided = []
        for part in others:
            if part.data == "provided":
                among, *exceptions = trees(part.children)
                provided.append(a.Provided(self.selector(among), *self._exceptions(exceptions)))
        if text and (arrivals or provided):
            message = "of a text only words and abilities can be otherwise"
            raise NotationError(message, at(first_token(others[-1])), "'text of target'")
        return a.CopyOf(self.selector(of), but, text, arrivals, tuple(provided))

    def _exceptions(
        self, trees: list[Tree[Token]], wrong: str = "a copy can't have this otherwise"
    ) -> tuple[tuple[a.CopyException, ...], tuple[a.Arrival, ...]]:
        """What is otherwise with a copy, and what it enters with: each says what it has.

        wrong: the message about what can't be.
        """
        found, arrivals = [], []
        for tree in trees:
            [one] = self.operations([tree])
            if isinstance(one, a.Arrival):
                arrivals.append(one)
                continue
            computed = isinstance(one, a.SetNumber) and type(one.value) is not a.Number
            if computed or not isinstance(one, get_args(a.CopyException)):
                types = self.vocabulary.types
                set_ = f", '{types} += minion'" if types else ""
                samples = f"'power := 7'{set_} or 'gain Airborne'"
                raise NotationError(
                    wrong,
                    at(first_token(tree)),
                    in_words_of(self.vocabulary, samples),
                )
            found.append(cast("a.CopyException", one))
        return tuple(found), tuple(arrivals)

    def _enter_with(self, names: list[Token], children: Sequence[Branch]) -> a.EnterWith:
        """`enters with 2 plus-one`, `enters with a plus-one for each mountain`"""
        counter = next(name for name in names if name.type == "NAME")
        known = self.vocabulary.counters
        name = self.characteristic(counter, "number")
        if name not in known:
            expected = f"a counter ({', '.join(known)})" if known else "a counter"
            raise NotationError(f"no counters stand for '{name}'", at(counter), expected)
        many = children[1]
        amount: a.Value = a.Number(1)
        if isinstance(many, Tree):
            amount = self.value(many)
        elif many is not counter:
            amount = a.Number(number_of(many, at(many)))
        each = [part for part in trees(children) if part.data == "selector"]
        return a.EnterWith(name, for_each(amount, self.selector(each[0])) if each else amount)

    def _enter_also(self, parts: list[Tree[Token]]) -> a.EnterAlso:
        """`enters as [creature-types += mutant, gain Flying]`"""
        done = self.operations(parts)
        for one, tree in zip(done, parts, strict=True):
            if not isinstance(one, a.AddMembers | a.Gain):
                raise NotationError(
                    "nothing enters as this in addition to what it is",
                    at(first_token(tree)),
                    "'types += artifact', 'colors += blue' or 'gain Airborne'",
                )
        also = a.Instruction(a.Self(), tuple(cast("Sequence[a.Operation]", done)))
        return a.EnterAlso(with_given_types((also,))[0].operations)

    def _ways(self, parts: list[Tree[Token]]) -> tuple[a.CopyOf, ...]:
        """`[power := 5, toughness := 1] or [power := 1, toughness := 5]`"""
        ways = []
        for part in parts:
            wrong = "nothing is this as one of several"
            but, arrivals = self._exceptions(trees(part.children), wrong)
            if arrivals:
                samples = in_words_of(self.vocabulary, "'power := 7' or 'gain Airborne'")
                raise NotationError(wrong, at(first_token(part)), samples)
            ways.append(a.CopyOf(a.Self(), but, itself=True))
        return tuple(ways)

    def _enter_as(self, word: Token) -> a.EnterAs:
        return a.EnterAs(self._known_status(word))

    def _known_status(self, word: Token) -> str:
        status = self.status(word)
        if status is None:
            known = self.vocabulary.statuses
            raise NotationError(
                f"unknown status '{text_of(word)}'",
                at(word),
                "a status, or 'enters with' and counters",
                did_you_mean(text_of(word), known),
            )
        return status

    def _keyword_of(self, tree: Tree[Token]) -> str:
        return self.keyword(first_token(tree))

    def _animated(self, names: list[Token]) -> a.Operation:
        types = self.vocabulary.types
        if not types:
            raise NotationError("nothing has a type in this game", at(names[0]), "")
        if len(names) > 1:
            return a.Animate(self.member(names[-1])[1], types)
        if not self.vocabulary.animated:
            raise NotationError("animated as what?", at(names[0]), "'animated as' and a type")
        return a.Animate(self.vocabulary.animated, types, named=False)

    def _barred_status(self, done: Sequence[Token]) -> str:
        """The status in `can't be STATUS`, where that is not what a verb does to an object."""
        be, *others = done
        passives = self.vocabulary.actions.values()
        if be.type != "BE" or len(others) != 1 or str(others[0]).lower() in passives:
            return ""
        return self.status(others[0]) or ""

    def _becomes(self, names: list[Token]) -> a.Operation:
        where = names[-1].type if names[-1].type in _TEXTS else ""
        old, new = names[0], names[-2 if where else -1]
        characteristic, before = self.member(old)
        other, after = self.member(new)
        if characteristic != other:
            raise NotationError(
                f"'{before}' is a word of '{characteristic}', but '{after}' of '{other}'",
                at(new),
                f"another word of '{characteristic}'",
            )
        if where:
            among: tuple[str, ...] = ()
            if is_chosen(before) or is_chosen(after):
                every = self.vocabulary.members.items()
                among = tuple(sorted(word for word, one in every if one == characteristic))
            return a.ReplaceInText(characteristic, before, after, where == "IN_ITS_LINE", among)
        types = characteristic == self.vocabulary.types
        groups = self.vocabulary.groups_for(characteristic) if types else ()
        return a.ReplaceMember(characteristic, before, after, groups)

    def _write(self, names: list[Token], children: Sequence[Branch]) -> a.Operation:
        name, sign, what = names[0], str(names[1]), children[2]
        each = trees(children[3:])
        if text_of(name).lower() == "name" and "name" not in self.vocabulary.kinds:
            return self._rename(names[1], what, more=len(children) > 3)
        characteristic = self.characteristic(name)
        match self.vocabulary.kinds[characteristic]:
            case "number":
                if sign == ":=" and [word.lower() for word in words([what])] == ["none"]:
                    return a.RemoveNumber(characteristic)
                if type_of(what) != "value":
                    raise self._wrong(characteristic, "a number", what, "a value such as 2")
                value = self.value(cast("Tree[Token]", what))
                if each:
                    value = for_each(value, self.selector(each[0]))
                least = self._least(sign, children[3:])
                if sign == ":=":
                    return a.SetNumber(characteristic, value)
                return a.ChangeNumber(
                    characteristic, cast("a.ArithmeticSign", sign[0]), value, least
                )
            case "set":
                return self._write_members(characteristic, names[1], what, bool(each))
            case "player" if sign == ":=" and not each:
                return a.SetPlayer(characteristic, self._player_written(characteristic, what))
            case "player":
                raise NotationError(
                    f"'{characteristic}' is a player: nothing can be counted or added",
                    at(names[1]),
                    f"'{characteristic} := ' and a player",
                )
        raise NotationError(
            f"'{characteristic}' can't be written to", at(name), "'gain', 'lose' or a status"
        )

    def _rename(self, sign: Token, what: Branch, *, more: bool) -> a.Operation:
        """`name := "Toy Boat"`; `name := none`"""
        if more or sign not in (":=", "+="):
            expected = "':=' or '+=' and a name"
            raise NotationError(
                "a name is no number, and stays until another one", at(sign), expected
            )
        if isinstance(what, Tree) and what.data == "words":
            tokens = words(what.children)
        elif isinstance(what, Token) and what.type in ("NAME", "STRING"):
            tokens = [what]
        else:
            tokens = []
        names = [text_of(token) for token in tokens if token.type in ("NAME", "STRING")]
        if len(names) != len(tokens) or not names or not all(names):
            raise self._wrong("name", "what something is called", what, 'a name such as "Toy Boat"')
        if sign == ":=" and tokens[0].type == "NAME" and names[0].lower() == "none":
            return a.Rename(())
        found = {one for name in names for one in names_in(name)}
        return a.Rename(tuple(sorted(found)), besides=sign == "+=")

    def _least(self, sign: str, rest: Sequence[Branch]) -> int | None:
        """Where a number that goes down stops."""
        found = words(rest)
        for word, number in pairwise(found):
            if word.type == "NO_LESS_THAN":
                if sign != "-=":
                    raise NotationError(
                        f"'{word}' stands behind '-=' only",
                        at(word),
                        "'price -= 2 to no less than 1'",
                    )
                return number_of(number, at(number))
        return None

    def _write_members(
        self, characteristic: str, sign: Token, what: Branch, each: bool
    ) -> a.Operation:
        if each or sign not in _MAKERS:
            raise NotationError(
                f"'{characteristic}' is a set of words: nothing can be multiplied or counted",
                at(sign),
                "':=', '+=' or '-=' and words",
            )
        if isinstance(what, Tree) and (of := self._members_of(what)) is not None:
            name, anchor = words(of.children)[0], trees(of.children)[0]
            if sign != "+=" or self.characteristic(name, "set") != characteristic:
                expected = f"'{characteristic} += {characteristic} of X'"
                raise NotationError(f"unexpected '{name}'", at(name), expected)
            needing = self._needing_types(characteristic)
            set_of_types = self.vocabulary.types if needing else ""
            return a.AddMembersOf(characteristic, self.phrase(anchor), needing, set_of_types)
        if isinstance(what, Tree) and what.data == "group":
            return self._group(characteristic, sign, what)
        if isinstance(what, Tree) and what.data == "words":
            tokens = words(what.children)
        elif isinstance(what, Token) and what.type in ("NAME", "STRING", "CHOSEN_WORD"):
            tokens = [what]
        else:
            raise self._wrong(characteristic, "a set of words", what, "a word, or {word, word}")
        found = tuple(self.member(token, characteristic)[1] for token in tokens)
        types = sign != "+=" and characteristic == self.vocabulary.types
        # A word alone is taken away whatever group it is of.
        groups = self.vocabulary.groups_for(characteristic) if types or sign == ":=" else ()
        return self._members(characteristic, sign, found, groups)

    def _members(
        self,
        characteristic: str,
        sign: Token,
        found: tuple[str, ...],
        groups: tuple[a.WordGroup, ...],
    ) -> a.Operation:
        """Words set, added or taken, given only to what has a type for them if the rules say so."""
        needing = self._needing_types(characteristic)
        match str(sign):
            case ":=" if needing and found:
                return a.SetMembers(characteristic, found, groups, self.vocabulary.types)
            case "+=" if needing:
                return a.AddMembers(characteristic, found, needing, self.vocabulary.types)
        return _MAKERS[str(sign)](characteristic, found, groups)

    def _needing_types(self, characteristic: str) -> tuple[a.WordGroup, ...]:
        """The groups of the set if an object needs a type for the words of one of them."""
        own = self.vocabulary.groups_for(characteristic)
        return own if any(one.needs_type for one in own) else ()

    def _group(self, characteristic: str, sign: Token, what: Tree[Token]) -> a.Operation:
        """`every creature type`"""
        tokens = words(what.children)[1:]
        name = " ".join(map(text_of, tokens)).lower()
        groups = [one for one in self.vocabulary.groups if one.characteristic == characteristic]
        meant = next((one for one in groups if one.name.lower() == name), None)
        if meant is None:
            known = tuple(one.name for one in groups)
            expected = f"'every' and a group of words of '{characteristic}'"
            message = f"'{name}' is no group of words of '{characteristic}'"
            raise NotationError(message, at(tokens[0]), expected, did_you_mean(name, known))
        carried = self.vocabulary.groups_for(characteristic) if sign == ":=" else (meant,)
        if sign == "-=" and characteristic == self.vocabulary.types:
            carried = self.vocabulary.groups_for(characteristic)
        return self._members(characteristic, sign, meant.words, carried)

    def _members_of(self, what: Tree[Token]) -> Tree[Token] | None:
        """`X of Y`, where that is the whole value."""
        product = what.children[0] if what.data == "value" and len(what.children) == 1 else None
        alone = isinstance(product, Tree) and len(product.children) == 1
        only = cast("Tree[Token]", product).children[0] if alone else None
        return only if isinstance(only, Tree) and only.data == "of" else None

    def _player_written(self, characteristic: str, what: Branch) -> a.Player:
        if isinstance(what, Token):
            return self.who(what)
        product = what.children[0] if what.children else None
        if isinstance(product, Tree) and self._members_of(what) is not None:
            return self.player_tree(product)
        raise self._wrong(characteristic, "a player", what, "'you', 'opponent' or 'owner of X'")

    def _wrong(self, characteristic: str, kind: str, what: Branch, expected: str) -> NotationError:
        start = first_token(what) if isinstance(what, Token) or what.children else None
        place = 0 if start is None else at(start)
        shown = f", not '{start}'" if start is not None else ""
        return NotationError(f"'{characteristic}' is {kind}{shown}", place, expected)
