"""The steps that led to a value or to the result of an expectation, as lines of text."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from layerlaw.model.algebra.mentions import words_asked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.expectations import (
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
from layerlaw.solver.answer.expectations import judge
from layerlaw.solver.answer.explain import clauses, turn_reasons, why
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.derivation.answer import find_layer
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.facts.situation import NOWHERE
from layerlaw.solver.shell.report.answer_blocks import fates, happening, layer, simultaneous
from layerlaw.solver.shell.report.to_terminal import plain_lines
from layerlaw.solver.shell.report.words import clause_line, clause_text, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.algebra import Selector
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.derivation.answer import Answer

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Steps:
    """Lines that explain something, and the clauses (or open points) it rests on.

    more: the command that tells more of it, and what is written behind the file there.
    """

    lines: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    more: tuple[str, ...] = ("solve",)


def chain(derivation: Answer, object: str, characteristic: str) -> Steps:
    """Where a final value comes from, as `layerlaw why` shows it.

    Raises `LayerlawError`, with a suggestion, for an unknown object or characteristic.
    """
    kind = derivation.shown.kinds.get(characteristic, "")
    lines: list[str] = []
    rest: dict[str, None] = {}
    for number, link in enumerate(why(derivation, object, characteristic)):
        head = "begins as" if number == 0 else "becomes" if link.changed else "stays"
        by = f" by {link.effect}" if link.effect else ""
        lines.append(f"{number}. {head} {value_text(link.value, kind)}{by}")
        for reason in link.reasons:
            lines.append(f"     {reason.text} {clause_text(reason.clauses)}".rstrip())
            rest.update(dict.fromkeys(reason.clauses))
    return Steps(tuple(lines), tuple(rest), ("why", f"{object}.{characteristic}"))


def steps(derivation: Answer, expected: Expected) -> Steps:
    """What led to the outcome of an expectation on the derivation.

    Of several answers the first one is told that does not fulfil it. Never raises for an object
    or effect that is not there: then there are no steps.
    """
    what = expected.what
    if isinstance(what, ExpectAnswers) or not derivation.states:
        at_once = derivation.answers is not None
        lines = plain_lines(simultaneous(derivation), WIDTH) if at_once else ()
        return Steps(lines, (derivation.rulebook.clause_of("process"),) if at_once else ())
    states = derivation.states
    wrong = [number for number, end in enumerate(states) if not judge(end, expected).fulfilled]
    number = wrong[0] if wrong else 0
    try:
        led = _in_one(states[number], what)
    except LayerlawError:
        return Steps(())
    if len(states) == 1:
        return led
    head = f"in answer {number + 1} of {len(states)}:"
    return Steps((head, *(f"  {line}" for line in led.lines)), led.clauses)


def cell_steps(state: Answer, object: str, characteristic: str) -> Steps:
    """What led to a value: of a characteristic, or a zone, an owner, keywords."""
    try:
        if characteristic in state.shown.visible:
            return chain(state, object, characteristic)
        if characteristic == "keywords":
            return chain(state, object, state.disabled_by(object) or ABILITIES)
        return _whereabouts(state, object)
    except LayerlawError:
        # It is part of another object, and has no values of its own.
        return _whereabouts(state, object)


def _in_one(state: Answer, what: Expectation) -> Steps:
    match what:
        case ExpectNumber() | ExpectPlayer() | ExpectMembers():
            return chain(state, what.object, what.characteristic)
        case ExpectStatus(object, status, _):
            return chain(state, object, status)
        case ExpectNoun(object, _, meaning, _):
            return _noun(state, object, meaning)
        case ExpectAbility(object):
            return chain(state, object, state.disabled_by(object) or ABILITIES)
        case ExpectPermission():
            return _permission(state, what)
        case ExpectZone(object):
            return _whereabouts(state, object)
        case ExpectFate(object):
            return _fate(state, object)
        case ExpectAnswers():
            return Steps(())
        case _:
            return _layer(state, what.layer)


def _noun(state: Answer, object: str, meaning: Selector) -> Steps:
    """Where the facts come from that the rulebook's nouns ask about the object."""
    asked = words_asked(meaning)
    chains = {name: chain(state, object, name) for name in state.shown.visible if name in asked}
    lines = [f"{name}: {line}" for name, led in chains.items() for line in led.lines]
    clauses = dict.fromkeys(clause for led in chains.values() for clause in led.clauses)
    return Steps(tuple(lines), tuple(clauses))


def _permission(state: Answer, what: ExpectPermission) -> Steps:
    """What allows it and what forbids it, and which of these decides."""
    answer = may(state, what.object, what.action, what.to, passive=what.passive)
    lines = []
    for statement in answer.statements:
        why_so = f": {statement.why}" if statement.why else ""
        said_by = f"{statement.text}, by {statement.effect} (a {statement.rank}){why_so}"
        clause = clause_text((statement.clause,)) if statement.clause else ""
        lines.append(f"{statement.standing}: {said_by} {clause}".rstrip())
    rest = dict.fromkeys(statement.clause for statement in answer.statements if statement.clause)
    rest |= {answer.clause: None} if answer.clause else {}
    asked = [what.object, *(["be"] if what.passive else []), what.action]
    if what.to is not None:
        asked += ["by", what.to] if what.passive else [what.to]
    return Steps(tuple(lines) or (answer.means,), tuple(rest), ("may", *asked))


def _layer(state: Answer, name: str) -> Steps:
    """The turns of a layer with their reasons, and its dependencies."""
    id = find_layer(state.rulebook, name).id
    rest = {find_layer(state.rulebook, name).clause: None}
    lines: list[str] = []
    for run in state.runs:
        if state.rulebook.layers[run.layer].id == id:
            lines += plain_lines(layer(state, run), WIDTH)
            for number in range(len(run.turns)):
                for reason in turn_reasons(state, run, number):
                    rest.update(dict.fromkeys(reason.clauses))
    if state.dependencies(id):
        rest.update(dict.fromkeys(clauses(state.rulebook, "test")))
    return Steps(tuple(lines) or ("no effect has a part in this layer",), tuple(rest))


def _whereabouts(state: Answer, object: str) -> Steps:
    """Where an object is, and what moved it there without an event."""
    events = [event for event in state.chronicle if event.object == object]
    lines = plain_lines((happening(state, event) for event in events), WIDTH)
    at = state.world.things[state.index(object)].zone
    where = "is part of another object" if at == NOWHERE else f"is in {at}"
    rest = dict.fromkeys(event.clause for event in events if event.clause)
    return Steps((*lines, f"{object} {where}"), tuple(rest))


def _fate(state: Answer, object: str) -> Steps:
    """What the checks find, and how the object's numbers came about."""
    place = _whereabouts(state, object)
    lines = list(place.lines)
    thing = state.world.things[state.index(object)]
    if thing.zone == state.rulebook.in_play:
        lines += plain_lines(fates(state), WIDTH)
        lines += [
            f"{name} of {object} is {count}" for name, count in thing.counters.items() if count
        ]
    rest = dict.fromkeys(place.clauses)
    rest.update((fate.clause, None) for fate in state.fates if fate.object == object)
    for name, kind in state.shown.kinds.items():
        if kind != "number" or thing.zone != state.rulebook.in_play:
            continue
        led = chain(state, object, name)
        if len(led.lines) > 2:
            lines += [f"{name} of {object}:", *(f"  {line}" for line in led.lines)]
            rest.update(dict.fromkeys(led.clauses))
    return Steps(tuple(lines), tuple(rest))


def said(rulebook: Rulebook, ids: Iterable[str], indent: str = "  ") -> Iterator[str]:
    """The texts of the clauses, each in a paragraph."""
    for id in dict.fromkeys(ids):
        text = clause_line(rulebook, id)
        yield from wrap(text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ")
