"""What an answer says to a question on one object: the sentence, and what made it so or not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from layerlaw.model.asking.asked import (
    FactAsked,
    ObjectAsked,
    PlaceAsked,
    Question,
    RulingAsked,
    SeveralAsked,
    ValueAsked,
)
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import Where
from layerlaw.model.notation.spelling import listed, with_article
from layerlaw.model.scenarios.expectations import (
    ExpectAbility,
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
from layerlaw.solver.answer.absences import keyword_of
from layerlaw.solver.answer.expectations import judge
from layerlaw.solver.answer.explain import why
from layerlaw.solver.answer.ruling import changed_values
from layerlaw.solver.answer.why_not import why_not
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.answer_blocks import object_blocks
from layerlaw.solver.shell.report.blocks import TextLine
from layerlaw.solver.shell.report.names import effect_name, object_name, objects_named
from layerlaw.solver.shell.report.ruling import reasons
from layerlaw.solver.shell.report.rulings import CAN
from layerlaw.solver.shell.report.statements import ability_text
from layerlaw.solver.shell.report.words import clause_text, value_text, whereabouts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell, Value

_YES_OR_NO = re.compile(r"^(?:Yes|No): ")
MOST_ABSENT = 2
"""So many effects that could have changed a value are told with what kept them from it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What an answer says to one question.

    says: sentences, the reply itself first. yes: whether what was asked is so; None where that
    was no yes-or-no question, or where several answers do not agree. expected: the reply as
    expectations, by which a scenario can be held to it.
    """

    question: Question
    says: tuple[str, ...]
    yes: bool | None
    expected: tuple[Expectation, ...]


def cell_asked(question: Question) -> Cell | None:
    """The value that a question asks for, if it asks for one."""
    match question.what:
        case ValueAsked(object, name):
            return object, name
        case FactAsked(ExpectNumber(object, name) | ExpectPlayer(object, name)):
            return object, name
        case FactAsked(ExpectMembers(object, name)):
            return object, name
        case FactAsked(ExpectStatus(object, name)):
            return object, name
        case FactAsked(ExpectAbility(object)):
            return object, ABILITIES
        case _:
            return None


class Told:
    """One question, told of one state.

    absent: whether it is told, too, what does not change the value, and why not.
    """

    def __init__(self, state: Answer, question: Question, *, absent: bool = True) -> None:
        self.state = state
        self.question = question
        self.absent = absent

    def reply(self) -> Reply:
        """The reply of the state."""
        match self.question.what:
            case ValueAsked(object, name):
                return self._reply(self._value(object, name), expected=self.as_value(object, name))
            case ObjectAsked(object):
                return self._object(object)
            case PlaceAsked(object):
                thing = self.state.world.things[self.state.index(object)]
                where = whereabouts(thing, thing.zone).strip(" []")
                said = f"{object_name(self.state, object)} is in the {thing.zone}"
                said += f", {where}" if where else ""
                return self._reply(f"{said}.", expected=(ExpectZone(object, thing.zone, True),))
            case FactAsked(fact, negated):
                return self._fact(fact, negated=negated)
            case RulingAsked() | SeveralAsked():
                raise AssertionError
            case what:
                assert_never(what)

    def _reply(
        self, said: str, *, yes: bool | None = None, expected: tuple[Expectation, ...] = ()
    ) -> Reply:
        """The sentence, then what decided it."""
        says = [said[:1].upper() + said[1:]]
        if (cell := cell_asked(self.question)) is not None:
            says += self._because(*cell)
        return Reply(self.question, tuple(says), yes, expected)

    # --- values ----------------------------------------------------------------------------------

    def _value(self, object: str, name: str) -> str:
        """What the value is, and what it was before effects changed it."""
        value = self.state.value(object, name)
        said = self.said([object], name, value)
        for change in changed_values(self.state):
            if (change.object, change.characteristic) == (object, name):
                by = objects_named(self.state, change.holders)
                if isinstance(change.before, tuple | bool):
                    return f"{said}, by {by}."
                kind = self.state.shown.kinds.get(name, "")
                return f"{said}: {value_text(change.before, kind)} before, changed by {by}."
        return f"{said}; no effect changes that."

    def said(self, objects: Sequence[str], name: str, value: Value) -> str:
        """The value in a statement: "you control Foot Soldier (F)"."""
        whose = objects_named(self.state, objects)
        have, are = ("has", "is") if len(objects) == 1 else ("have", "are")
        kind = self.state.shown.kinds.get(name, "")
        if name == self.state.rulebook.control:
            if value is None:
                return f"no one controls {whose}"
            return (
                f"you control {whose}" if value == "you" else f"{whose} {are} controlled by {value}"
            )
        if isinstance(value, bool):
            return f"{whose} {are} {'' if value else 'not '}{name}"
        if name == ABILITIES:
            labels = value if isinstance(value, tuple) else ()
            told = [ability_text(self.state, label) for label in labels]
            return f"{whose} {have} {listed(told) if told else 'no abilities'}"
        if kind == "number":
            return f"{whose} {have} {f'{name} {value}' if value is not None else f'no {name}'}"
        return f"{name} of {whose}: {value_text(value, kind)}"

    def as_value(self, object: str, name: str) -> tuple[Expectation, ...]:
        """The value as expectations."""
        value = self.state.value(object, name)
        kind = self.state.shown.kinds.get(name, "")
        if name == ABILITIES:
            return tuple(self._keywords(object))
        if isinstance(value, bool):
            return (ExpectStatus(object, name, value),)
        if isinstance(value, tuple):
            return (ExpectMembers(object, name, value, "exactly"),)
        if kind == "player":
            return (ExpectPlayer(object, name, None if value is None else str(value)),)
        if value is None or isinstance(value, int):
            return (ExpectNumber(object, name, "=", value),)
        return ()

    def _keywords(self, object: str) -> Iterator[Expectation]:
        """The keywords that it has, or that it has any ability."""
        held = () if self.state.disabled_by(object) else self.state.abilities(object)
        abilities = [self.state.instances[instance].ability for instance in held]
        words = dict.fromkeys((one.keyword, one.number) for one in abilities if one.keyword)
        yield from (ExpectAbility(object, str(word), True, number) for word, number in words)
        if not words:
            yield ExpectAbility(object, None, bool(abilities))

    def _because(self, object: str, name: str) -> Iterator[str]:
        """What decided the value, and what kept effects from changing it."""
        links = why(self.state, object, name)
        absent = why_not(self.state, object, name)
        effects = {link.effect for link in links if link.effect}
        layers = {link.layer for link in links if link.changed}
        told = list(reasons(self.state, effects, {one.effect for one in absent}, layers))
        yield from told
        changed = any(link.changed for link in links)
        # Whom an effect does not speak of is news only where nothing else changed the value.
        left = [
            one
            for one in absent
            if not (one.kind == "lost" and told) and not (one.kind == "missed" and changed)
        ]
        for one in left[: MOST_ABSENT if self.absent else 0]:
            why_it_is = one.reasons[1] if len(one.reasons) > 1 else one.reasons[0]
            clauses = clause_text(why_it_is.clauses)
            said = f"The effect of {object_name(self.state, one.source)} does not change it"
            yield f"{said}: {why_it_is.text} {clauses}".strip() + "."

    # --- objects ---------------------------------------------------------------------------------

    def _object(self, object: str) -> Reply:
        lines = [one for one in object_blocks(self.state, object) if isinstance(one, TextLine)]
        changes = [one for one in changed_values(self.state) if one.object == object]
        effects = {effect for change in changes for effect in change.by}
        says = ["; ".join(line.plain for line in lines) + ".", *reasons(self.state, effects)]
        names = [name for name in self.state.shown.characteristics if name in self._telling(object)]
        expected = [fact for name in names for fact in self.as_value(object, name)]
        return Reply(self.question, tuple(says), None, tuple(expected))

    def _telling(self, object: str) -> set[str]:
        """The characteristics that say something of the object: what it has, and what changed."""
        rulebook = self.state.rulebook
        changed = {one.characteristic for one in changed_values(self.state) if one.object == object}
        had = {
            name
            for name in rulebook.characteristics
            if self.state.value(object, name) not in (None, (), False)
            and not rulebook.characteristics[name].counter
        }
        return (had | changed) & {*rulebook.characteristics, *rulebook.statuses, ABILITIES}

    # --- facts -----------------------------------------------------------------------------------

    def _fact(self, fact: Expectation, *, negated: bool) -> Reply:
        """Whether it is so, as a sentence, with a yes or a no where it was asked plainly."""
        result = judge(self.state, Expected("", fact, Where("question", 1, 1)))
        said, expected = self._statement(fact, result.fulfilled, result.found)
        if not negated:
            said = f"{'Yes' if result.fulfilled else 'No'}: {said}"
        return self._reply(f"{said}.", yes=result.fulfilled, expected=expected)

    def _statement(
        self, fact: Expectation, so: bool, found: str
    ) -> tuple[str, tuple[Expectation, ...]]:
        """What is the case, and that as an expectation."""
        match fact:
            case ExpectNumber(object, name) | ExpectPlayer(object, name):
                value = self.state.value(object, name) if name in self.known() else None
                if value is None and name not in self.known():
                    return found, ((fact,) if so else ())
                return self.said([object], name, value), self.as_value(object, name)
            case ExpectMembers(object, name, _, "exactly"):
                value = self.state.value(object, name)
                return self.said([object], name, value), self.as_value(object, name)
            case ExpectMembers(object, name, words, how):
                has = (how == "has") is so
                said = f"{object_name(self.state, object)} is {'' if has else 'not '}"
                by = self._made_so(object, name, words[0], has=has)
                kept = ExpectMembers(object, name, words, "has" if has else "lacks")
                return f"{said}{with_article(words[0])}{by}", (kept,)
            case ExpectAbility(object, keyword, has, number):
                return self._ability(object, keyword, number, has=has is so)
            case ExpectStatus(object, status, has):
                said = f"{object_name(self.state, object)} is {'' if has is so else 'not '}{status}"
                said += self._made_so(object, status, status, has=has is so)
                return said, (ExpectStatus(object, status, has is so),)
            case ExpectNoun(object, noun, meaning, has):
                said = f"{object_name(self.state, object)} is {'' if has is so else 'not '}{noun}"
                return said, (ExpectNoun(object, noun, meaning, has is so),)
            case ExpectPermission():
                return self._permission(fact)
            case ExpectZone(object):
                zone = self.state.world.things[self.state.index(object)].zone
                said = f"{object_name(self.state, object)} is in the {zone}"
                return said, (ExpectZone(object, zone, True),)
            case ExpectFate(object, fate):
                end = found.removeprefix(f"{object} ")
                fates = (ExpectFate(object, fate if so else end),)
                known = {"survives", *(check.verdict for check in self.state.rulebook.checks)}
                return f"{object_name(self.state, object)} {end}", fates if end in known else ()
            case _:
                return found, (fact,) if so else ()

    def _made_so(self, object: str, name: str, word: str, *, has: bool) -> str:
        """Whose effect last made it so, if one did: ", by Opalescence (O)".

        word: of a set, the status itself, or of abilities a keyword; "" is any ability.
        """

        def had(value: Value) -> bool:
            if not isinstance(value, tuple):
                return value is True
            whole = f"{word} "
            return any(not word or one == word or one.startswith(whole) for one in value)

        by = ""
        for record in self.state.layers:
            for turn in record.turns:
                for change in turn.changes:
                    same = (change.object, change.characteristic) == (object, name)
                    if same and had(change.before) is not has and had(change.after) is has:
                        by = turn.effect
        if not by or self.state.effects[by].source == RULES:
            return ""
        return f", by {effect_name(self.state, by)}"

    def known(self) -> set[str]:
        return {*self.state.rulebook.characteristics, *self.state.shown.characteristics}

    def _ability(
        self, object: str, keyword: str | None, number: str, *, has: bool
    ) -> tuple[str, tuple[Expectation, ...]]:
        name = object_name(self.state, object)
        kept = (ExpectAbility(object, keyword, has, number),)
        if keyword is None:
            by = self._made_so(object, ABILITIES, "", has=has)
            return f"{name} has {'an ability' if has else 'no abilities'}{by}", kept
        title = f"{keyword} {number}" if number else keyword
        by = self._made_so(object, ABILITIES, keyword, has=has)
        return f"{name} {'has' if has else 'does not have'} {title}{by}", kept

    def _permission(self, fact: ExpectPermission) -> tuple[str, tuple[Expectation, ...]]:
        decision = may(self.state, fact.object, fact.action, fact.to, fact.passive)
        deed = f"{'be ' if fact.passive else ''}{fact.action}"
        to = ""
        if fact.to is not None:
            to = f" {'by ' if fact.passive else ''}{self._whom(fact.to)}"
        said = f"{self._whom(fact.object)} {CAN[decision.allowed]} {deed}{to}"
        kept = ExpectPermission(fact.object, fact.action, decision.allowed, fact.passive, fact.to)
        decides = next((one for one in decision.statements if one.standing == "decides"), None)
        if decides is None:
            return f"{said}, for {decision.means}", (kept,)
        source = self.state.effects.get(decides.effect)
        by = "a rule of the game" if decides.source == RULES else "its card"
        if source is not None and decides.source != RULES:
            keyword = keyword_of(source.ability)
            by = f"{f'{keyword} of ' if keyword else ''}{effect_name(self.state, decides.effect)}"
        clauses = clause_text(tuple(filter(None, (decides.clause, decision.clause)))[:1])
        open_part = f"; {decision.means.partition('; ')[2]}" if decision.allowed else ""
        return f"{said}, by {by} {clauses}".strip() + open_part, (kept,)

    def _whom(self, id: str) -> str:
        players = self.state.situation.players
        return id if id in players else object_name(self.state, id)
