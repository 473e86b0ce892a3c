"""Finds out what the expectations of a scenario mean."""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import TYPE_CHECKING, get_args

from layerlaw.model.algebra import Comparator
from layerlaw.model.algebra.infinite import read_number
from layerlaw.model.algebra.mentions import speaks_of_speaker
from layerlaw.model.algebra.permissions import speaks_of_counters
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import NotationError, Where, too_big, unknown
from layerlaw.model.files.yaml_text import Mapping as YamlMapping
from layerlaw.model.files.yaml_text import Node, Problems, Scalar, place_in, split_line
from layerlaw.model.notation.parsing import parse_selector
from layerlaw.model.notation.words import family
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.expectations import (
    FACTS,
    ExpectAbility,
    ExpectAnswers,
    Expectation,
    Expected,
    ExpectFate,
    ExpectMembers,
    ExpectNoun,
    ExpectNumber,
    ExpectPermission,
    ExpectPlayer,
    ExpectStatus,
    ExpectZone,
)
from layerlaw.model.scenarios.notation import (
    FORMS,
    ExpectationLine,
    Word,
    parse_expectation,
    parse_facts,
)
from layerlaw.model.scenarios.scenario_format import EXPECTATION_TABLE, REASON, XFAIL

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from layerlaw.model.algebra import Selector
    from layerlaw.model.rulebooks.rulebook import Rulebook

_COMPARATORS: Mapping[str, Comparator] = {sign: sign for sign in get_args(Comparator)}
_CONTROLLED = "controlled by "
_ANSWERS = re.compile(r"one answer|several answers|no answers?|paradox|(\d{1,9}) answers?")
_NUMBERS: Mapping[str, int | None] = {
    "one answer": 1,
    "several answers": None,
    "no answer": 0,
    "no answers": 0,
    "paradox": 0,
}
_ABILITIES = re.compile(r"(all |any |every |the |an |no |its )*(abilities|ability)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\d{1,15}|-?infinite", re.IGNORECASE)
_KNOWN_TO_FAIL = {*EXPECTATION_TABLE.names}


@dataclass
class ExpectationReader:
    """Binds the expectations of one scenario.

    ids: everything that has an id. effects: the ids among them that name no object. lenient: facts
    of layers that mean nothing under the rulebook are left out.
    """

    rulebook: Rulebook
    players: Sequence[str]
    ids: Collection[str]
    effects: Collection[str]
    problems: Problems
    lenient: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        self._members = {
            word.lower(): (each.name, word)
            for each in self.rulebook.characteristics.values()
            for word in each.words
        }

    def read(self, nodes: Sequence[Node], *, stated: bool = False) -> tuple[Expected, ...]:
        """The expectations that make sense; notes what the others lack.

        stated: as in `Expected`; under a rulebook that is not the scenario's own none is.
        """
        stated = stated and not self.lenient
        return tuple(replace(each, stated=stated) for node in nodes for each in self._item(node))

    def _item(self, node: Node, xfail: str = "") -> Iterator[Expected]:
        """xfail: as in `Expected`."""
        if isinstance(node, Scalar) and node.text.startswith("layer "):
            node = split_line(node)
        if isinstance(node, Scalar):
            line = self.problems.parsed(node, parse_expectation)
            if line is not None:
                yield from self._expected(node, line, node.text, None, xfail)
            return
        entries = node.entries if isinstance(node, YamlMapping) else ()
        if not xfail and _KNOWN_TO_FAIL & {key.text for key, _ in entries}:
            yield from self._known_to_fail(node)
            return
        key, value = entries[0] if len(entries) == 1 else (None, None)
        if key is None or not isinstance(value, Scalar):
            expected = f"{FORMS['expectation']}, or {{xfail: ..., reason: ...}}"
            self.problems.add(node, "an expectation is one line", expected=expected)
            return
        if not key.text.startswith("layer "):
            self.problems.add(key, f"unknown key '{key.text}'", expected="`layer NAME: facts`")
            return
        try:
            layer = self._layer(key)
        except NotationError as error:
            self._complain(key, error)
            return
        for fact in self.problems.parsed(value, parse_facts) or ():
            yield from self._expected(value, fact, f"{key.text}: {fact.text}", layer, xfail)

    def _known_to_fail(self, node: Node) -> Iterator[Expected]:
        """`{xfail: EXPECTATION, reason: WHY}`."""
        fields = EXPECTATION_TABLE.fields(node, self.problems)
        what, reason = fields[XFAIL], fields[REASON]
        if what is not None and reason is not None:
            yield from self._item(what, " ".join(reason.text.split()))

    def _expected(
        self, node: Scalar, line: ExpectationLine, text: str, layer: str | None, xfail: str
    ) -> Iterator[Expected]:
        try:
            what = self._meaning(line) if layer is None else self._fact(line, layer)
        except NotationError as error:
            self.problems.notation(node, error)
            return
        place = place_in(node, line.start, self.problems.lines)
        yield Expected(text, what, Where(self.problems.file, *place), xfail)

    # --- objects --------------------------------------------------------------------------

    def _meaning(self, line: ExpectationLine) -> Expectation:
        words = line.words
        match line.form:
            case "compared":
                number = self._characteristic(words[0], "number")
                sign = _COMPARATORS[line.comparator]
                return ExpectNumber(
                    self._object(words[1]), number, sign, read_number(words[2].text)
                )
            case "value":
                return self._value(*words)
            case "members":
                name = self._characteristic(words[0], "set")
                members = tuple(self._member(word, name) for word in words[2:])
                return ExpectMembers(self._object(words[1]), name, members, "exactly")
            case "is_a" | "is_state":
                return self._is(words[0], words[1], line.negated, noun=line.form == "is_a")
            case "has_ability" | "lacks_ability":
                has = line.form == "has_ability"
                keyword, number = self._keyword(words[1].text)
                if keyword is None:
                    raise self._no_keyword(words[0], words[1], has)
                return ExpectAbility(self._object(words[0]), keyword, has, number)
            case "has_none" | "has_some":
                return ExpectAbility(self._object(words[0]), None, line.form == "has_some")
            case "can" | "cant":
                return self._permission(line)
            case _:
                return self._fate(words[0])

    def _keyword(self, text: str) -> tuple[str | None, str]:
        """The keyword, and its number where that is asked for too."""
        words = vocabulary(self.rulebook)
        return words.with_number(text) or (words.keyword(text), "")

    def _no_keyword(self, id: Word, word: Word, has: bool) -> NotationError:
        error = _unknown(word, "keyword", self.rulebook.keywords)
        stem, _, number = word.text.rpartition(" ")
        keyword = vocabulary(self.rulebook).keyword(stem)
        if number.lstrip("+-").isdigit() and (keyword or family(stem, self.rulebook.keywords)):
            # Another number is another keyword.
            error.expected = ", ".join(family(stem, self.rulebook.keywords))
            if (numbering := self.rulebook.numbered.get(keyword or "")) is not None:
                error.expected = f"one such as {keyword} {numbering.sign}2"
            error.suggestion = ""
        if _ABILITIES.fullmatch(word.text):
            none = not has or word.text.lower().startswith("no")
            error.expected = ""
            error.suggestion = f"Write `{id.text} has {'no abilities' if none else 'abilities'}`."
        return error

    def _permission(self, line: ExpectationLine) -> Expectation:
        who, verb, *to = line.words
        action, actions = verb.text.lower(), self.rulebook.actions
        if action in ("get", "lose") and to and to[0].text.lower().endswith("counters"):
            action, to = self._counters(action, to[0]), []
        voice = tuple(actions.values() if line.passive else actions)
        if actions and action not in voice and not speaks_of_counters(action):
            raise _unknown(verb, "verb", voice)
        return ExpectPermission(
            self._object(who),
            action,
            line.form == "can",
            line.passive,
            self._object(to[0]) if to else None,
        )

    def _counters(self, verb: str, what: Word) -> str:
        """`get buff counters`, `get counters`: what may be done with counters."""
        kind, _, word = what.text.rpartition(" ")
        kinds = [each.name for each in self.rulebook.characteristics.values() if each.by_events]
        if kind and kind not in kinds:
            raise _unknown(Word(kind, what.offset), "counter", kinds)
        return f"{verb} {kind} {word.lower()}" if kind else f"{verb} {word.lower()}"

    def _value(self, name: Word, id: Word, value: Word) -> Expectation:
        kinds = {each.name: each.kind for each in self.rulebook.characteristics.values()}
        kinds |= dict.fromkeys((*self._based(), *self._parts()), "number")
        kind = kinds.get(name.text)
        if kind == "number":
            if value.text != "none" and not _NUMBER.fullmatch(value.text):
                message = too_big(value.text) or f"'{value.text}' is no number"
                raise NotationError(message, value.offset, "a number, or none")
            number = None if value.text == "none" else read_number(value.text)
            return ExpectNumber(self._object(id), name.text, "=", number)
        if kind == "player":
            if value.text not in (*self.players, "no one"):
                raise _unknown(value, "player", (*self.players, "no one"))
            player = None if value.text == "no one" else value.text
            return ExpectPlayer(self._object(id), name.text, player)
        if kind == "set":
            message = f"the words of a set stand in braces: {{{value.text}}}"
            raise NotationError(message, value.offset)
        raise _unknown(name, "characteristic", kinds)

    def _is(self, id: Word, what: Word, negated: bool, *, noun: bool) -> Expectation:
        object = self._object(id)
        text = what.text.lower()
        if not noun and text.startswith("in "):
            return ExpectZone(self._object(id, card=True), self._zone(what), not negated)
        if not noun and text.startswith(_CONTROLLED):
            message = f"there is no 'is {what.text}'"
            player = what.text[len(_CONTROLLED) :]
            raise NotationError(message, what.offset, f"`controller of {object} is {player}`")
        statuses = {status.lower(): status for status in self.rulebook.statuses}
        verdicts = {
            verdict: check.verdict
            for check in self.rulebook.checks
            for verdict in (check.verdict, check.verdict.removeprefix("is "))
        }
        if not noun and text in statuses:
            return ExpectStatus(object, statuses[text], not negated)
        if not noun and text in verdicts:
            if negated:
                message = f"there is no 'is not {what.text}'"
                raise NotationError(message, what.offset, f"`{object} survives`")
            return ExpectFate(self._object(id, card=True), verdicts[text])
        if text in self._members:
            name, word = self._members[text]
            return ExpectMembers(object, name, (word,), "lacks" if negated else "has")
        if (phrase := self._phrase(what.text)) is not None:
            if speaks_of_speaker(phrase):
                message = f"'{what.text}' goes by whose card says it, and nobody says it here"
                advice = f"`controller of {object} is {self.players[0]}`, for example"
                raise NotationError(message, what.offset, advice)
            return ExpectNoun(object, what.text, phrase, not negated)
        known = [*(word for _, word in self._members.values()), *self.rulebook.nouns]
        raise _unknown(what, "type" if noun else "word", known if noun else [*known, *statuses])

    def _phrase(self, text: str) -> Selector | None:
        """What the rulebook's nouns and regions, several perhaps, select."""
        words = vocabulary(self.rulebook).with_names(self.players, tuple(self.ids))
        try:
            return parse_selector(text, words)
        except NotationError:
            return None

    def _zone(self, what: Word) -> str:
        name = what.text[len("in ") :].removeprefix("the ")
        zones = {zone.lower(): zone for zone in self.rulebook.zones}
        zones["play"] = self.rulebook.in_play
        if name.lower() not in zones:
            place = what.offset + len(what.text) - len(name)
            raise _unknown(Word(name, place), "zone", self.rulebook.zones)
        return zones[name.lower()]

    def _fate(self, words: Word) -> Expectation:
        if answers := _ANSWERS.fullmatch(words.text):
            return ExpectAnswers(
                _NUMBERS.get(answers[0]) if answers[1] is None else int(answers[1])
            )
        id, _, fate = words.text.partition(" ")
        object = self._object(Word(id, words.offset), card=True)
        known = ["survives", *(check.verdict for check in self.rulebook.checks)]
        if fate not in known:
            if not fate:
                end = words.offset + len(id)
                raise NotationError(f"what of '{id}'?", end, FORMS["expectation"])
            raise _unknown(Word(fate, words.offset + len(id) + 1), "fate", dict.fromkeys(known))
        return ExpectFate(object, fate)

    def _characteristic(self, word: Word, kind: str) -> str:
        known = [each.name for each in self.rulebook.characteristics.values() if each.kind == kind]
        known += (*self._based(), *self._parts()) if kind == "number" else ()
        if word.text not in known:
            raise _unknown(word, kind, known)
        return word.text

    def _based(self) -> tuple[str, ...]:
        every = self.rulebook.characteristics.values()
        return tuple(f"base {each.name}" for each in every if each.base)

    def _parts(self) -> tuple[str, ...]:
        return tuple(part for each in self.rulebook.characteristics.values() for part in each.parts)

    def _member(self, word: Word, characteristic: str) -> str:
        name, member = self._members.get(word.text.lower(), ("", ""))
        if name != characteristic:
            known = self.rulebook.characteristics[characteristic].words
            raise _unknown(word, f"word of {characteristic}", known)
        return member

    def _object(self, word: Word, *, card: bool = False) -> str:
        """The id of an object; unless it has to be a card, a player is one as well."""
        if word.text in self.players and not card:
            return word.text
        if word.text not in self.ids:
            raise _unknown(word, "id", self.ids)
        if word.text in self.effects:
            raise NotationError(f"'{word.text}' is an ability used, so no object", word.offset)
        return word.text

    # --- layers ---------------------------------------------------------------------------

    def _complain(self, key: Scalar, error: NotationError) -> None:
        if not self.lenient:
            self.problems.notation(key, error)

    def _layer(self, key: Scalar) -> str:
        if self.rulebook.policy("process") != "layered":
            raise NotationError(f"effects have no order under {self.rulebook.id}", 0)
        name = key.text.removeprefix("layer ").strip()
        for layer in self.rulebook.layers:
            if name.lower() in (layer.id.lower(), layer.name.lower()):
                return layer.id
        names = [name for layer in self.rulebook.layers for name in (layer.name, layer.id)]
        raise _unknown(Word(name, len("layer ")), "layer", names)

    def _fact(self, line: ExpectationLine, layer: str) -> Expectation:
        effects = tuple(self._effect(word) for word in line.words)
        if len(set(effects)) < len(effects):
            raise NotationError("the same effect stands here twice", line.words[-1].offset)
        fact, form = FACTS[line.form]
        if line.form == "loop" and len(effects) < 2:
            raise NotationError("a loop has at least two effects", line.words[-1].offset)
        listed = any(hole.kind in ("chain", "loop") for hole in form.holes)
        fields = [hole.field for hole in form.holes]
        values = {fields[0]: effects} if listed else dict(zip(fields, effects, strict=True))
        return fact(layer=layer, **values, **form.fixed)

    def _effect(self, word: Word) -> str:
        # What follows the dot is the solver's: a number, `copy`, `entry`, a keyword given.
        if word.text in self.ids or word.text.rpartition(".")[0] in self.ids:
            return word.text
        raise _unknown(word, "effect", self.ids)


def _unknown(word: Word, what: str, known: Collection[str]) -> NotationError:
    return unknown(what, word.text, known, word.offset)
