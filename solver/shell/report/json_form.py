"""Derivations and checks as JSON; the form is versioned and described in `docs/json.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.answer.explain import lost_to, turn_reasons
from layerlaw.solver.derivation.remarks import remarks
from layerlaw.solver.shell.report.rulings import rulings
from layerlaw.solver.shell.report.words import effect_text, part_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.solver.answer.expectations import Outcome
    from layerlaw.solver.answer.explain import Reason
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import AnswerRecord, Cell, Value, Witness
    from layerlaw.solver.layers.order import LayerRun

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None

SCHEMA = "layerlaw/1"
"""Named in every JSON document; the number goes up when a field changes its meaning or goes."""


def derivation_json(
    title: str,
    derivation: Answer,
    verdict: Verdict | None,
    settled: Mapping[str, Json] | None = None,
) -> Json:
    """The whole answer. settled: its fields on whether all readings agree, if that is known."""
    rulebook = derivation.rulebook
    objects: dict[str, Json] = {}
    for (object, characteristic), value in derivation.final.items():
        cells = objects.setdefault(object, {})
        assert isinstance(cells, dict)
        cells[characteristic] = value_json(value)
    return {
        "schema": SCHEMA,
        "kind": "derivation",
        "title": title,
        "rulebook": rulebook.id,
        "readings": {
            point.id: rulebook.chosen.get(point.id, point.default)
            for point in rulebook.points.values()
        },
        "effects": [
            {
                "id": effect.id,
                "source": effect.source,
                "timestamp": list(effect.timestamp),
                "granted by": effect.giver,
                "text": effect_text(derivation, effect.id),
            }
            for effect in derivation.effects.values()
        ],
        "layers": [_layer(derivation, run) for run in derivation.runs],
        "too late": [{"effect": effect, "layer": layer} for effect, layer in derivation.late],
        "remarks": [
            {"event": one.event or None, "object": one.object, "what": one.what}
            for one in remarks(derivation)
        ],
        "on the way": [
            {"event": one.event, "object": one.object, "what": one.what, "clause": one.clause}
            for one in derivation.chronicle
        ],
        "objects": objects,
        "rulings": _rulings(derivation, objects),
        "verdict": derivation.verdict,
        "answers": None
        if derivation.answers is None
        else [_answer(one, derivation.final) for one in derivation.answers],
        "hold themselves up": [_answer(one, derivation.final) for one in derivation.lifted],
        "conflict": list(derivation.conflict),
        "without value": [
            {"object": object, "characteristic": name}
            for object, name in sorted(derivation.without)
        ],
        "without state": list(derivation.stuck),
        "doubtful": list(derivation.doubtful),
        "undecided": [
            {"object": fate.object, "verdict": fate.verdict} for fate in derivation.undecided
        ],
        "checks": [
            {
                "object": fate.object,
                "verdict": fate.verdict,
                "zone": fate.zone,
                "clause": fate.clause,
            }
            for fate in derivation.due
        ],
        "certificate": None if verdict is None else verdict_json(verdict),
        **(settled or {"settled": None, "matters": []}),
    }


def _rulings(derivation: Answer, objects: Iterable[str]) -> Json:
    """Object -> what finally goes for it; of a paradox nothing, for it has no final state."""
    found: dict[str, Json] = {}
    for id in objects if derivation.verdict != "paradox" else ():
        mine: list[Json] = [
            {
                "says": one.says,
                "decided by": one.decided_by,
                "rule": one.rule,
                "overruled": list(dict.fromkeys(lost.effect for lost in one.over)),
                "clause": one.clause or None,
            }
            for one in rulings(derivation, id)
        ]
        if mine:
            found[id] = mine
    return found


def _answer(answer: AnswerRecord, first: Mapping[Cell, Value]) -> Json:
    """One state: the effects in force, and the cells that differ from `objects`."""
    return {
        "effects": list(answer.effects),
        "differs": [
            {"object": cell[0], "characteristic": cell[1], "value": value_json(value)}
            for cell, value in answer.final.items()
            if cell not in first or first[cell] != value
        ],
    }


def _layer(derivation: Answer, run: LayerRun) -> Json:
    rule = derivation.rulebook.layers[run.layer]
    record = next(one for one in derivation.layers if one.layer == rule.id)
    turns: list[Json] = []
    for number, (turn, facts) in enumerate(zip(run.turns, record.turns, strict=True)):
        culprit = lost_to(derivation, run, number) if turn.verdict == "lost" else None
        turns.append(
            {
                "effect": turn.part.id,
                "text": part_text(derivation, run, turn.part.id),
                "verdict": turn.verdict,
                "role": turn.why,
                "lost to": culprit[0] if culprit else None,
                "reasons": [reason_json(one) for one in turn_reasons(derivation, run, number)],
                "changes": [
                    {
                        "object": change.object,
                        "characteristic": change.characteristic,
                        "before": value_json(change.before),
                        "after": value_json(change.after),
                    }
                    for change in facts.changes
                ],
            }
        )
    return {
        "id": rule.id,
        "name": rule.name,
        "clause": rule.clause,
        "turns": turns,
        "dependencies": [
            {"effect": one.effect, "on": one.on, "witness": _witness(one.witness)}
            for one in derivation.dependencies(rule.id)
        ],
        "loops": [list(loop) for loop in derivation.loops(rule.id)],
    }


def _witness(witness: Witness) -> Json:
    match witness.kind:
        case "scope":
            return {
                "kind": "scope",
                "entered": list(witness.entered),
                "left": list(witness.left),
            }
        case "action":
            return {"kind": "action", "before": witness.before, "after": witness.after}
        case "result":
            return {"kind": "result", "cells": [list(cell) for cell in witness.cells]}
        case _:
            return {"kind": "existence"}


def value_json(value: Value) -> Json:
    """A value; sets and abilities as sorted lists, a missing number or player as null."""
    return list(value) if isinstance(value, tuple) else value


def reason_json(reason: Reason) -> Json:
    """A reason with its clauses."""
    return {"text": reason.text, "clauses": list(reason.clauses)}


def verdict_json(verdict: Verdict) -> Json:
    """What the certificate confirmed, and what failed."""
    return {
        "ok": verdict.ok,
        "verdict": verdict.outcome,
        "begins": verdict.begins,
        "notes": list(verdict.notes),
        "checked": [
            {
                "clause": one.clause,
                "says": one.says,
                "instances": one.instances,
                "outcome": one.outcome,
            }
            for one in verdict.checked
        ],
        "failures": [
            {"clause": one.clause, "layer": one.layer, "message": one.message}
            for one in verdict.failures
        ],
    }


def outcome_json(outcome: Outcome) -> Json:
    """One expectation and what became of it."""
    where = outcome.expected.where
    return {
        "expected": outcome.expected.text,
        "fulfilled": outcome.fulfilled,
        "xfail": outcome.expected.xfail or None,
        "found": outcome.found,
        "file": where.file,
        "line": where.line,
    }
