"""The tables of an answer: its objects, what changed, turns, dependencies, effects; and of why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.answer.expectations import Judged
from layerlaw.solver.answer.explain import Explained, lost_to
from layerlaw.solver.answer.ruling import changed_values
from layerlaw.solver.certificate import Verdict
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.graph import witness_texts
from layerlaw.solver.derivation.permissions import Decision
from layerlaw.solver.shell.report.names import card_name
from layerlaw.solver.shell.report.table import Kind, Table
from layerlaw.solver.shell.report.words import effect_text, part_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from layerlaw.solver.facts.records import Value

WITNESS = ("before", "after", "entered", "left", "cells")
_KINDS: dict[str, Kind] = {"number": "number", "player": "text", "set": "list"}


def objects_table(answer: Answer) -> Table:
    """A row for each object, a column for each characteristic."""
    rulebook = answer.rulebook
    found: list[tuple[tuple[object, ...], str, dict[str, Value]]] = []
    names: dict[str, list[Value]] = {}
    for lead, state in _states(answer):
        objects: dict[str, dict[str, Value]] = {}
        for (object, characteristic), value in state.final.items():
            known = rulebook.characteristics.get(characteristic)
            cells = objects.setdefault(object, {})
            if known is None or known.shows(value):
                cells[characteristic] = value
                names.setdefault(characteristic, []).append(value)
        found += [(lead, object, cells) for object, cells in objects.items()]
    kinds = answer.shown.kinds
    columns: dict[str, Kind] = {**_lead(answer), "object": "text", "zone": "text"}
    columns |= {name: _kind(kinds.get(name, ""), values) for name, values in names.items()}
    rows = [
        (*lead, object, _zone(answer, object), *(cells.get(name) for name in names))
        for lead, object, cells in found
    ]
    return Table(columns, rows, (*_lead(answer), "object"))


def _kind(kind: str, values: Sequence[Value]) -> Kind:
    """What a column holds: as the game says, else as its values show."""
    if kind in _KINDS:
        return _KINDS[kind]
    for value in values:
        match value:
            case bool():
                return "truth"
            case int():
                return "number"
            case str():
                return "text"
            case tuple():
                return "list"
    return "any"


def _zone(answer: Answer, object: str) -> str | None:
    """Where the object is; a player and the rules are nowhere."""
    if object not in answer.world.index or object in answer.situation.players:
        return None
    return answer.world.things[answer.index(object)].zone or None


def changes_table(answer: Answer) -> Table:
    """What `Answer.ruling` is told from: the values that effects made otherwise."""
    columns: dict[str, Kind] = {
        "object": "text",
        "card": "text",
        "characteristic": "text",
        "before": "any",
        "after": "any",
        "by": "list",
    }
    rows = [
        (
            one.object,
            card_name(answer, one.object),
            one.characteristic,
            one.before,
            one.after,
            one.by,
        )
        for one in changed_values(answer)
    ]
    return Table(columns, rows)


def turns_table(answer: Answer) -> Table:
    """Every turn of every layer, in order."""
    columns: dict[str, Kind] = {
        **_lead(answer),
        "layer": "text",
        "layer name": "text",
        "turn": "number",
        "effect": "text",
        "card": "text",
        "text": "text",
        "verdict": "text",
        "role": "text",
        "lost to": "text",
        "changes": "number",
    }
    rows: list[tuple[object, ...]] = []
    for lead, state in _states(answer):
        for run in state.runs:
            layer = state.rulebook.layers[run.layer]
            record = state.layer(layer.id)
            for number, turn in enumerate(record.turns):
                culprit = lost_to(state, run, number) if turn.verdict == "lost" else None
                rows.append(
                    (
                        *lead,
                        layer.id,
                        layer.name,
                        number + 1,
                        turn.effect,
                        _card(state, turn.effect),
                        part_text(state, run, turn.effect),
                        turn.verdict,
                        turn.why,
                        culprit and culprit[0],
                        len(turn.changes),
                    )
                )
    return Table(columns, rows)


def dependencies_table(answer: Answer) -> Table:
    """Every dependency of every layer, with its witness."""
    columns: dict[str, Kind] = {
        "layer": "text",
        "effect": "text",
        "card": "text",
        "on": "text",
        "card of it": "text",
        "loop": "truth",
        "witness": "text",
        **dict.fromkeys(WITNESS, "text"),
    }
    rows: list[tuple[object, ...]] = []
    for record in answer.layers:
        for one in answer.dependencies(record.layer):
            looped = any({one.effect, one.on} <= {*loop} for loop in record.loops)
            known = witness_texts(one.witness)
            rows.append(
                (
                    record.layer,
                    one.effect,
                    _card(answer, one.effect),
                    one.on,
                    _card(answer, one.on),
                    looped,
                    known["witness"],
                    *tuple(known.get(name) for name in WITNESS),
                )
            )
    return Table(columns, rows)


def effects_table(answer: Answer) -> Table:
    """Every effect that had a turn, or that something of the answer names."""
    columns: dict[str, Kind] = {
        "effect": "text",
        "source": "text",
        "card": "text",
        "timestamp": "text",
        "granted by": "text",
        "text": "text",
    }
    rows = [
        (
            one.id,
            one.source,
            _card(answer, one.id),
            ".".join(map(str, one.timestamp)),
            one.giver,
            effect_text(answer, one.id),
        )
        for one in answer.effects.values()
    ]
    return Table(columns, rows, ("effect",))


def _lead(answer: Answer) -> dict[str, Kind]:
    """The column that says of which answer a row is, where there are several."""
    return {"answer": "number"} if answer.verdict == "several" else {}


def _states(answer: Answer) -> Iterator[tuple[tuple[object, ...], Answer]]:
    """The state that is told of; of several each with its number, from 1."""
    if answer.verdict != "several":
        yield (), answer
        return
    for number, state in enumerate(answer.states, 1):
        yield (number,), state


def _card(answer: Answer, effect: str) -> str:
    """The name of the card whose effect it is."""
    return card_name(answer, answer.world.things[answer.effects[effect].holder].id)


def outcomes_table(judged: Judged) -> Table:
    """Everything that was expected, and what is the case."""
    columns: dict[str, Kind] = {
        "expected": "text",
        "fulfilled": "truth",
        "right": "truth",
        "found": "text",
        "xfail": "text",
    }
    rows = [
        (one.expected.text, one.fulfilled, one.right, one.found, one.expected.xfail or None)
        for one in judged.outcomes
    ]
    return Table(columns, rows)


def steps_table(found: Explained) -> Table:
    """The life of one value, step by step."""
    columns: dict[str, Kind] = {
        "value": "any",
        "effect": "text",
        "layer": "text",
        "changed": "truth",
        "reasons": "list",
        "clauses": "list",
    }
    rows = [
        (
            step.value,
            step.effect or None,
            step.layer or None,
            step.changed,
            tuple(reason.text for reason in step.reasons),
            tuple(dict.fromkeys(clause for each in step.reasons for clause in each.clauses)),
        )
        for step in found.links
    ]
    return Table(columns, rows)


def statements_table(decision: Decision) -> Table:
    """What speaks for and against it."""
    columns: dict[str, Kind] = {
        "says": "text",
        "effect": "text",
        "source": "text",
        "allowed": "truth",
        "standing": "text",
        "why": "text",
        "clause": "text",
    }
    rows = [
        (
            one.text,
            one.effect,
            one.source,
            one.allowed,
            one.standing,
            one.why or None,
            one.clause or None,
        )
        for one in decision.statements
    ]
    return Table(columns, rows)


def clauses_table(verdict: Verdict) -> Table:
    """Every clause that was looked at."""
    columns: dict[str, Kind] = {
        "clause": "text",
        "says": "text",
        "instances": "number",
        "outcome": "text",
    }
    rows = [(one.clause, one.says, one.instances, one.outcome) for one in verdict.checked]
    return Table(columns, rows)


def failures_table(verdict: Verdict) -> Table:
    """Every breach of a clause."""
    columns: dict[str, Kind] = {"clause": "text", "layer": "text", "message": "text"}
    rows = [(one.clause, one.layer or None, one.message) for one in verdict.failures]
    return Table(columns, rows)


OF_ANSWERS: Mapping[type, Mapping[str, Callable[..., Table]]] = {
    Answer: {
        "objects": objects_table,
        "changes": changes_table,
        "turns": turns_table,
        "dependencies": dependencies_table,
        "effects": effects_table,
    },
    Judged: {"expectations": outcomes_table},
    Explained: {"steps": steps_table},
    Decision: {"statements": statements_table},
    Verdict: {"clauses": clauses_table, "failures": failures_table},
}
