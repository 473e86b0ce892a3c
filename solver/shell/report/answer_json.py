"""An answer as JSON: effects, layers turn by turn, the final state, the checks, the certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.answer.explain import lost_to, turn_reasons
from layerlaw.solver.answer.ruling import changed_values
from layerlaw.solver.derivation.remarks import remarks
from layerlaw.solver.shell.report.json_form import SCHEMA, json_of
from layerlaw.solver.shell.report.ruling import ruling
from layerlaw.solver.shell.report.rulings import rulings
from layerlaw.solver.shell.report.words import effect_text, part_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import AnswerRecord, Cell, Value
    from layerlaw.solver.layers.runs import LayerRun
    from layerlaw.solver.shell.report.json_form import Json


def derivation_json(
    title: str,
    derivation: Answer,
    verdict: Verdict | None,
    settled: Mapping[str, Json] | None = None,
) -> dict[str, Json]:
    """The whole answer. settled: its fields on whether all readings agree, if that is known."""
    rulebook = derivation.rulebook
    objects: dict[str, Json] = {}
    for (object, characteristic), value in derivation.final.items():
        cells = objects.setdefault(object, {})
        assert isinstance(cells, dict)
        known = rulebook.characteristics.get(characteristic)
        if known is not None and not known.shows(value):
            continue
        cells[characteristic] = json_of(value)
    return {
        "schema": SCHEMA,
        "kind": "derivation",
        "title": title,
        "rulebook": rulebook.id,
        "readings": {
            point.id: rulebook.chosen.get(point.id, point.default)
            for point in rulebook.points.values()
        },
        "ruling": list(ruling(derivation)),
        "changed": json_of(changed_values(derivation)),
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
        "on the way": json_of(derivation.chronicle),
        "objects": objects,
        "rulings": _rulings(derivation, objects),
        "verdict": derivation.verdict,
        "answers": None
        if derivation.answers is None
        else [_answer(one, derivation.final) for one in derivation.answers],
        "hold themselves up": [_answer(one, derivation.final) for one in derivation.lifted],
        "conflict": json_of(derivation.conflict),
        "without value": [
            {"object": object, "characteristic": name}
            for object, name in sorted(derivation.without)
        ],
        "without state": json_of(derivation.stuck),
        "doubtful": json_of(derivation.doubtful),
        "undecided": [
            {"object": fate.object, "verdict": fate.verdict} for fate in derivation.undecided
        ],
        "checks": json_of(derivation.due),
        "certificate": json_of(verdict),
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
            {"object": cell[0], "characteristic": cell[1], "value": json_of(value)}
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
                "text": part_words(derivation, turn.part),
                "verdict": turn.verdict,
                "role": turn.why,
                "lost to": culprit[0] if culprit else None,
                "reasons": json_of(turn_reasons(derivation, run, number)),
                "changes": json_of(facts.changes),
            }
        )
    return {
        "id": rule.id,
        "name": rule.name,
        "clause": rule.clause,
        "turns": turns,
        "dependencies": json_of(derivation.dependencies(rule.id)),
        "loops": json_of(derivation.loops(rule.id)),
    }
