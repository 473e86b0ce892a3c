"""Reads what a rulebook says in the notation: nouns, keywords, checks, rules, what is carried."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, get_args

from layerlaw.model.algebra import Ability, Everything, Number, OwnNumber, Selector
from layerlaw.model.algebra.mentions import rule_never_applies
from layerlaw.model.algebra.terms import Several
from layerlaw.model.algebra.trees import operations_of, rebuilt, with_keywords
from layerlaw.model.errors import LayerlawError, NotationError
from layerlaw.model.files.nodes import as_one_text, one_of, texts_of
from layerlaw.model.files.yaml_text import Scalar
from layerlaw.model.notation.bounds import check_parts
from layerlaw.model.notation.parsing import parse_ability, parse_selector
from layerlaw.model.notation.vocabulary import CONTROL, Numbering
from layerlaw.model.rulebooks import game_format as keys
from layerlaw.model.rulebooks.layer_ids import is_layer, names_of
from layerlaw.model.rulebooks.rulebook import (
    Announced,
    Holding,
    Melding,
    Rule,
    Stacking,
    StateCheck,
)
from layerlaw.model.rulebooks.words import EVENT_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from layerlaw.model.files.format import Fields, Key, Table
    from layerlaw.model.files.yaml_text import Node, Problems
    from layerlaw.model.notation.vocabulary import Vocabulary
    from layerlaw.model.rulebooks.files import Lineage
    from layerlaw.model.rulebooks.rulebook import Layer, Rulebook

RULES = "rules"
"""The zone of the rulebook's own rules, and what they are called where an effect has a source."""


Way = TypeVar("Way")
_IN_COMMON = (CONTROL, "owner", "name", "bearer", "game")


class Carrying(NamedTuple):
    """What is carried, by what, the clause that says so, whether the bearer's controller
    controls it, the clause by which what is no such bearer any more drops it, whether players may
    carry it, what is dropped besides, whether two may carry each other, and what is dropped if it
    can't do an action to its bearer."""

    who: Selector | None = None
    by: Selector | None = None
    clause: str = ""
    by_bearer: bool = True
    drops: str = ""
    by_players: bool = False
    falls: Selector | None = None
    circles: bool = False
    cannot: Mapping[str, Selector] = MappingProxyType({})


class Keyword(NamedTuple):
    """What a keyword does.

    is_mark: it is gone for good once lost. mark_on: what alone keeps it. activated: others may gain
    it as an activated ability.
    """

    ability: Ability
    clause: str
    is_mark: bool = False
    mark_on: Selector | None = None
    activated: bool = False


class RuleReader:
    """Reads the keys that are written with all of a rulebook's words.

    nouns: the words with a meaning of their own, which the others are written with, too.
    """

    def __init__(self, files: Lineage, words: Vocabulary) -> None:
        self.files = files
        self.words = words
        self.nouns = MappingProxyType(self._nouns())

    def _nouns(self) -> dict[str, Selector]:
        """Each noun may use those above it."""
        fields, problems, _ = self.files.of(keys.NOUNS)
        nouns: dict[str, Selector] = {}
        for name, node in fields[keys.NOUNS]:
            if advice := as_one_text(node, "or"):
                problems.add(node, "a noun's meaning is one selector", suggestion=advice)
                continue
            for text in texts_of([node], problems, "a noun's meaning"):
                nouns[name.text] = self._selector(text, problems)
                known = MappingProxyType({**self.words.nouns, **nouns})
                self.words = replace(self.words, nouns=known)
        return nouns

    def keywords(self, layers: tuple[Layer, ...], *, carried: bool) -> dict[str, Keyword]:
        """The keywords by name.

        layers: those that a keyword may name for what it does. carried: whether
        anything is carried in the game.
        """
        fields, problems, procedure = self.files.of(keys.KEYWORDS)
        abilities: dict[str, Ability] = {}
        keywords: dict[str, Keyword] = {}
        for name, node in fields[keys.KEYWORDS]:
            written = keys.KEYWORD_TABLE.fields(node, problems)
            keyword = _without_number(name.text)
            if keyword in keywords:
                problems.add(name, f"two keywords with the name '{keyword}'")
            ability = abilities[keyword] = Ability(keyword)
            for key in (keys.ALONE, keys.SEVERAL):
                if keyword == name.text and (behind := written.node_of(key)) is not None:
                    problems.add(behind, f"only a keyword such as '{keyword} N' has a number")
            clause = procedure.clause(written)
            mark = written[keys.MARK]
            is_mark = mark is not None and mark.text != "false"
            mark_on = None
            if mark is not None and is_mark and mark.text != "true":
                mark_on = self._selector(mark, problems, "'true', or ")
            layer, _ = self._layer(written, layers, fields)
            if (does := written[keys.KEYWORD_DOES]) is not None:
                try:
                    said = with_keywords(self._said(does.text, keyword != name.text), abilities)
                    check_parts(said)
                except NotationError as error:
                    problems.notation(does, error)
                else:
                    for never in rule_never_applies(said, carried=carried):
                        problems.add(does, never.message, suggestion=never.suggestion)
                    ability = abilities[keyword] = replace(said, keyword=keyword, layer=layer)
            activated = written[keys.IS_ACTIVATED]
            keywords[keyword] = Keyword(ability, clause, is_mark, mark_on, activated)
        return keywords

    def _said(self, text: str, numbered: bool) -> Ability:
        """What a keyword does; numbered: N in the text is the number of the keyword."""
        if not numbered:
            return parse_ability(text, self.words)
        # N is read as a digit that the text does not have, so that each place stays what it is.
        digit = next(digit for digit in "0123456789" if digit not in text)
        said = parse_ability(re.sub(r"\bN\b", digit, text), self.words)
        own = Number(int(digit))
        return rebuilt(said, lambda node: OwnNumber() if node == own else node)

    def _layer(
        self, written: Fields, layers: Iterable[Layer], source: Fields
    ) -> tuple[str | None, bool]:
        """The layer that a keyword or a rule names, and whether it may name it.

        Taken over from a rulebook with other layers, it goes by its words.
        """
        layer, names = written[keys.IN_LAYER], names_of(layers)
        if layer is None or (layer.text not in names and source is not self.files.own.fields):
            return None, True
        known = is_layer(layer, names, written.problems)
        return layer.text if known else None, known

    def checks(self) -> Iterator[StateCheck]:
        """The state-based checks."""
        fields, problems, procedure = self.files.of(keys.CHECKS)
        known = {
            "zone": self.words.zones,
            "action": self.words.actions,
            "passive action": self.words.actions.values(),
        }
        seen: set[str] = set()
        for node in fields[keys.CHECKS]:
            check = keys.CHECK_TABLE.fields(node, problems)
            values = procedure.values(check, known)
            _note_id(check.node_of(keys.ID), seen, "checks", problems)
            for word in check[keys.ONE_FOR_EACH]:
                if word.text == self.words.control != CONTROL:
                    message = f"here '{CONTROL}' means who controls, whatever that is called"
                    problems.add(word, message, suggestion=f"write '{CONTROL}'")
                else:
                    one_of(word, _IN_COMMON, problems, "thing to have in common")
            who, prefers = check.node_of(keys.WHO), check[keys.PREFERS]
            selector = self._selector(who, problems) if isinstance(who, Scalar) else Everything()
            preferred = None if prefers is None else self._selector(prefers, problems)
            yield StateCheck(**{**values, "who": selector, "prefers": preferred})

    def rules(self, rulebook: Rulebook) -> Iterator[Rule]:
        """The rules that work as effects do; each of their operations has a layer."""
        fields, problems, procedure = self.files.of(keys.RULES)
        seen: set[str] = set()
        for node in fields[keys.RULES]:
            rule = keys.RULE_TABLE.fields(node, problems)
            name, does = rule[keys.ID], rule[keys.DOES]
            clause = procedure.clause(rule)
            _note_id(name, seen, "rules", problems)
            layer, known = self._layer(rule, rulebook.layers, fields)
            if not known:
                continue
            ability = problems.parsed(does, parse_ability, self.words) if does else None
            if name is None or does is None or ability is None:
                continue
            if ability.keyword is not None or ability.until is not None or ability.zones:
                problems.add(does, "a rule is `selector: operations`, perhaps with 'as long as'")
            named = rule[keys.IN_LAYER] is not None and layer is not None
            _check_layers(rulebook, ability, does, problems, given=named)
            worked = with_keywords(ability, rulebook.keywords)
            for never in rule_never_applies(worked, carried=rulebook.carried is not None):
                problems.add(does, never.message, suggestion=never.suggestion)
            try:
                check_parts(worked)
            except NotationError as error:
                problems.notation(does, error)
                continue
            yield Rule(name.text, replace(worked, zones=(RULES,), layer=layer), clause)

    def stacking(self, taken: tuple[str, ...], statuses: tuple[str, ...]) -> Mapping[str, Stacking]:
        """The words for putting a card on top of an object; `taken` mean something else."""
        fields, problems, procedure = self.files.of(keys.STACKING)
        known = {"zone": self.words.zones[1:], "status": statuses}
        ways: dict[str, Stacking] = {}
        for word, node in fields[keys.STACKING]:
            way = keys.STACKING_TABLE.fields(node, problems)
            undone = way[keys.UNDONE]
            for each in (word, *([undone] if undone is not None else [])):
                if each.text in (*EVENT_WORDS, *taken):
                    problems.add(each, f"'{each.text}' is an event or a counter already")
            if way[keys.MERGES] and undone is not None:
                problems.add(undone, "what is merged is not taken apart again", expected="no word")
            if way[keys.GOES_UNDER] and not way[keys.MERGES]:
                message = "what goes under an object changes nothing"
                problems.add(word, message, expected="`merges: true`")
            ways[word.text] = Stacking(word.text, **procedure.values(way, known))
        return MappingProxyType(ways)

    def holding(self, taken: tuple[str, ...]) -> Mapping[str, Holding]:
        """The words for putting a card under an object; `taken` mean something else."""
        return self._own_events(keys.HOLDING, keys.HOLDING_TABLE, Holding, taken)

    def melding(self, taken: tuple[str, ...]) -> Mapping[str, Melding]:
        """The words for melding two objects; `taken` mean something else."""
        return self._own_events(keys.MELDING, keys.MELDING_TABLE, Melding, taken)

    def _own_events(
        self,
        key: Key[tuple[tuple[Scalar, Node], ...]],
        table: Table,
        way: Callable[..., Way],
        taken: tuple[str, ...],
    ) -> Mapping[str, Way]:
        """The rulebook's words for events of one kind, each with what it says of them."""
        fields, problems, procedure = self.files.of(key)
        known = {"zone": self.words.zones[1:]}
        ways: dict[str, Way] = {}
        for word, node in fields[key]:
            if word.text in (*EVENT_WORDS, *taken):
                problems.add(word, f"'{word.text}' is an event or a counter already")
            said = procedure.values(table.fields(node, problems), known)
            ways[word.text] = way(word.text, **said)
        return MappingProxyType(ways)

    def linked(self) -> tuple[str, ...]:
        """The numbers that are added up when objects are linked."""
        numbers = [name for name, kind in self.words.kinds.items() if kind == "number"]
        linked: tuple[str, ...] = self.files.of(keys.LINKED).fields.value(
            keys.LINKED, {"number": numbers}
        )
        return linked

    def front_face(self, statuses: tuple[str, ...]) -> Mapping[str, Any]:
        """By which clause a transformed card is its front face as it leaves, and what it keeps.

        Then by which one only what has two faces is transformed, and under which statuses it is
        not. All by the names of the rulebook's fields; nothing where it is not so.
        """
        fields, problems, procedure = self.files.of(keys.FRONT_FACE)
        node = fields.node_of(keys.FRONT_FACE)
        if node is None:
            return {}
        written = keys.FRONT_FACE_TABLE.fields(node, problems)
        numbers = [name for name, kind in self.words.kinds.items() if kind == "number"]
        kept = written.value(keys.FRONT_NUMBERS, {"number": numbers})
        unless = written.value(keys.FACES_UNLESS, {"status": statuses})
        never = written.value(keys.FACES_NEVER, {"status": statuses})
        for key, says in (
            (keys.FACES_UNLESS, "'unless' says when what has two faces is not transformed"),
            (keys.FACES_NEVER, "'never' says which statuses what has two faces does not get"),
        ):
            at = written.node_of(key)
            if at is not None and not written[keys.NEEDS]:
                suggestion = "say by which clause only that is transformed, behind `needs`"
                problems.add(at, says, suggestion=suggestion)
        return {
            "front_face": procedure.clause(written),
            "front_numbers": tuple(kept),
            "two_faced": procedure.clause(written, keys.NEEDS),
            "two_faced_unless": tuple(unless),
            "two_faced_never": tuple(never),
        }

    def announced(self) -> Announced | None:
        """Where what is cast waits, in a game in which that is an object."""
        fields, problems, procedure = self.files.of(keys.ANNOUNCED)
        node = fields.node_of(keys.ANNOUNCED)
        if node is None:
            return None
        said = keys.ANNOUNCED_TABLE.fields(node, problems)
        return Announced(**procedure.values(said, {"zone": self.words.zones[1:]}))

    def resets(self) -> Selector | None:
        """The objects whose counters go away when a turn begins."""
        fields, problems, _ = self.files.of(keys.RESETS)
        who = fields[keys.RESETS]
        return self._selector(who, problems) if who else None

    def carried(self) -> Carrying:
        """What is carried in the game."""
        fields, problems, procedure = self.files.of(keys.CARRIED)
        node = fields.node_of(keys.CARRIED)
        if node is None:
            return Carrying()
        carried = keys.CARRIED_TABLE.fields(node, problems)
        who, by, handed = carried[keys.WHO], carried[keys.BY], carried[keys.HANDS_OVER]
        control = self.words.control
        for name in handed:
            if name.text != control:
                message = f"carrying can't hand over '{name.text}'"
                kinds = self.words.kinds
                numbers = [one for one, kind in kinds.items() if kind == "number"]
                number = name.text if name.text in numbers else next(iter(numbers), "NUMBER")
                advice = (
                    f"write a rule, such as `{who.text if who else 'objects'}: {number} += total "
                    f"{number} of objects bearing it`"
                )
                expected = f"'{control}', or nothing" if control else "nothing"
                problems.add(name, message, expected=expected, suggestion=advice)
        left_out = carried.node_of(keys.HANDS_OVER) is None
        falls, drops = carried[keys.FALLS], carried.node_of(keys.DROPS)
        if falls and drops is None:
            id = procedure.clause(carried) or "CLAUSE"
            message = "'falls' says what is dropped besides, and no `drops` says by which clause"
            problems.add(falls, message, suggestion=f"write `drops: {id}`, or a clause of its own")
        unable = carried[keys.FALLS_IF_IT_CANNOT]
        if unable and drops is None:
            id = procedure.clause(carried) or "CLAUSE"
            message = "'falls if it cannot' says what is dropped, and no `drops` by which clause"
            advice = f"write `drops: {id}`, or a clause of its own"
            problems.add(unable[0][0], message, suggestion=advice)
        if drops is not None and not by and not falls and not unable:
            message = "nothing is ever dropped: neither `by` nor `falls` says from whom"
            advice = "name under `by` who can carry it, or under `falls` what falls off"
            problems.add(drops, message, suggestion=advice)
        hands_over = control != "" and (left_out or bool(handed))
        if carried[keys.CIRCLES] and hands_over:
            message = "in a circle nobody could be handed over: `circles` needs `hands over: []`"
            problems.add(carried.node_of(keys.CIRCLES) or node, message)
        return Carrying(
            self._selector(who, problems) if who else None,
            self._selector(by, problems) if by else None,
            procedure.clause(carried),
            hands_over,
            procedure.clause(carried, keys.DROPS),
            carried[keys.BY_PLAYERS],
            self._selector(falls, problems) if falls else None,
            carried[keys.CIRCLES],
            self._unable(unable, problems),
        )

    def _unable(
        self, entries: Iterable[tuple[Scalar, Node]], problems: Problems
    ) -> Mapping[str, Selector]:
        """By action, of what one is dropped that can't do it to its bearer."""
        return MappingProxyType(
            {
                self._action(action, problems): self._selector(who, problems)
                for action, node in entries
                for who in texts_of([node], problems, "a selector")
            }
        )

    def _action(self, node: Scalar | None, problems: Problems) -> str:
        """An action of the rulebook, or none."""
        if node is None:
            return ""
        return node.text if one_of(node, self.words.actions, problems, "action") else ""

    def immune(self, verbs: tuple[str, ...]) -> Iterator[tuple[Selector, str, str]]:
        """Who an operation passes by unless it names them."""
        fields, problems, procedure = self.files.of(keys.IMMUNE)
        for node in fields[keys.IMMUNE]:
            immune = keys.IMMUNE_TABLE.fields(node, problems)
            who, to, clause = immune[keys.WHO], immune[keys.TO], procedure.clause(immune)
            if who and to and one_of(to, verbs, problems, "operation"):
                yield self._selector(who, problems), to.text, clause

    def _selector(self, node: Scalar, problems: Problems, instead: str = "") -> Selector:
        """instead: what else could have stood there."""
        try:
            return parse_selector(node.text, self.words)
        except NotationError as error:
            error.expected = instead + error.expected
            problems.notation(node, error)
            return Everything()


def keyword_names(files: Lineage) -> tuple[str, ...]:
    """The names of the keywords, which the notation understands before they mean anything."""
    names = (name.text for name, _ in files.of(keys.KEYWORDS).fields[keys.KEYWORDS])
    return tuple(map(_without_number, names))


def numbered_keywords(files: Lineage) -> Mapping[str, Numbering]:
    """The keywords with a number, `NAME N` or `NAME +N`, each with how the number is written."""
    fields, problems, _ = files.of(keys.KEYWORDS)
    numbered: dict[str, Numbering] = {}
    for name, node in fields[keys.KEYWORDS]:
        keyword = _without_number(name.text)
        if keyword != name.text:
            written = keys.KEYWORD_TABLE.fields(node, problems)
            said = written.text(keys.SEVERAL)
            several = next((way for way in get_args(Several) if way == said), None)
            sign = "+" if name.text.endswith("+N") else ""
            numbered[keyword] = Numbering(sign, written[keys.ALONE], several)
    return MappingProxyType(numbered)


def _without_number(name: str) -> str:
    """`Pride` for `Pride N`."""
    return re.sub(r" \+?N$", "", name)


def _note_id(name: Node | None, seen: set[str], what: str, problems: Problems) -> None:
    """Notes an id that stands there twice."""
    if isinstance(name, Scalar) and name.text in seen:
        problems.add(name, f"two {what} with the id '{name.text}'")
    seen.add(name.text if isinstance(name, Scalar) else "")


def _check_layers(
    rulebook: Rulebook, ability: Ability, node: Scalar, problems: Problems, *, given: bool
) -> None:
    """given: the rule says its layer, so only what it gives has to find one."""
    own = [operation for each in ability.instructions for operation in each.operations]
    for operation in operations_of(ability):
        if given and operation in own:
            continue
        try:
            rulebook.layer_of(operation, ability.defines and operation in own)
        except LayerlawError as error:
            problems.add(node, str(error))
