"""The step at which two answers part, side by side."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.scenarios.events import Together
from layerlaw.solver.answer.difference.divergence import Divergence
from layerlaw.solver.shell.report.answer_blocks import headline, reason_line
from layerlaw.solver.shell.report.blocks import SideBySide, line
from layerlaw.solver.shell.report.json_form import json_of, json_with, written_as
from layerlaw.solver.shell.report.rulings import IDLE, barred_or_lacking
from layerlaw.solver.shell.report.words import (
    change_text,
    clause_line,
    clause_text,
    is_routine,
    layer_text,
    witness_text,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.answer.difference.diverging_turn import DivergentSide
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import LayerRecord
    from layerlaw.solver.layers.runs import LayerRun
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json

KINDS = {
    "refused": "one of the histories cannot go on",
    "situation": "other things stand there before any effect",
    "layers": "an effect works in another layer",
    "graph": "other dependencies, and so another effect goes next",
    "turn": "another effect goes next",
    "change": "the same effect does something else",
    "conditions": "another condition holds",
    "answers": "effects at the same time have other answers",
    "checks": "the state-based checks find something else",
    "end": "the final state is read differently",
}
"""What each kind of parting is called."""


def parting_blocks(
    parting: Divergence, labels: tuple[str, str], told: Collection[str] = ()
) -> list[Block]:
    """The layer's steps up to the parting one in two columns, headed by the labels.

    labels: what to call both sides. told: clauses that need not be spelt out again.
    """
    sides = tuple(tuple(_side(parting, side)) for side in (parting.one, parting.other))
    parts: list[Block] = [
        line((f"They part {whereabouts(parting)}: ", "bold"), KINDS[parting.kind]),
        SideBySide(labels, sides),
    ]
    rulebooks = [s.derivation.rulebook for s in (parting.one, parting.other) if s.derivation]
    lines: dict[str, None] = {}
    for side in (parting.one, parting.other):
        for reason in side.reasons:
            for clause in reason.clauses:
                # What an open point is read as is told already.
                if clause not in parting.points and clause not in told:
                    lines.update(dict.fromkeys(_said(rulebooks, clause)))
    if lines:
        parts.append(line(("What the clauses say", "bold"), indent=2))
        parts += [line(said, indent=4) for said in lines]
    return parts


def whereabouts(parting: Divergence) -> str:
    """The event, layer and turn, in words; the turns are numbered as in other reports."""
    events = [written(event) for event in parting.events]
    named = events[0] if events[0] == events[1] else " | ".join(events)
    text = f"{'at' if parting.kind == 'refused' else 'after'} event {parting.event} ({named})"
    if parting.layer:
        text += f", layer {_layer_name(parting)}, turn {_turn(parting)}"
    return text


def _turn(parting: Divergence) -> int:
    """The number of the turn among those that reports show, the lesser of both sides'."""
    found = []
    for side in (parting.one, parting.other):
        if side.derivation is None or side.run is None or side.number is None:
            continue
        layer, record = _layer(side.derivation, side.run)
        if layer.id == parting.layer:
            turns = zip(side.run.turns[: side.number], record.turns, strict=False)
            found.append(1 + sum(not is_routine(turn, facts) for turn, facts in turns))
    return min(found, default=parting.turn)


def written(event: Event) -> str:
    """The event as it stands in its file; without a file, where it stood in the text."""
    if isinstance(event, Together):
        return "together: " + "; ".join(written(each) for each in event.events)
    where = event.where
    with suppress(OSError, UnicodeDecodeError):
        lines = Path(where.file).read_text(encoding="utf-8").splitlines()
        if where.line <= len(lines):
            return lines[where.line - 1].strip().removeprefix("- ")
    return f"line {where.line}"


def parting_json(parting: Divergence, labels: tuple[str, str]) -> Json:
    """The same as JSON, `sides` in the order given; the labels are the report's."""
    sides = [
        {
            "label": label,
            "event": {"line": event.where.line, "text": written(event)},
            "says": side.says,
            "reasons": side.reasons,
            "dependencies": [
                {"effect": edge.effect, "on": edge.on, "because": witness_text(edge)}
                for edge in side.edges
            ],
            "turns": list(_turns_json(side)),
        }
        for label, side, event in zip(
            labels, (parting.one, parting.other), parting.events, strict=True
        )
    ]
    return json_with(parting, sides=sides)


written_as(Divergence, "kind", "event", "layer", "turn", "points", null=("layer", "turn"))


def _said(rulebooks: list[Rulebook], clause: str) -> Iterator[str]:
    for rulebook in rulebooks:
        if clause in rulebook.clauses or clause in rulebook.points:
            yield clause_line(rulebook, clause)
            return


def _layer_name(parting: Divergence) -> str:
    for side in (parting.one, parting.other):
        if side.derivation is not None:
            for layer in side.derivation.rulebook.layers:
                if layer.id == parting.layer:
                    return layer_text(layer)
    return parting.layer


# --- one side -----------------------------------------------------------------------------


def _side(parting: Divergence, side: DivergentSide) -> Iterator[Block]:
    run, derivation = side.run, side.derivation
    if run is not None and derivation is not None:
        yield from _steps(parting, side, derivation, run)
    for text in side.says:
        yield line((text, "bold yellow"))
    for edge in side.edges:
        text = f"{edge.effect} depends on {edge.on}: {witness_text(edge)}"
        yield line((text, "magenta"), indent=2)
    for reason in side.reasons:
        yield reason_line(reason, indent=2)


def _steps(
    parting: Divergence, side: DivergentSide, derivation: Answer, run: LayerRun
) -> Iterator[Block]:
    """The layer's turns up to the parting one, with what they change."""
    layer, record = _layer(derivation, run)
    if layer.id != parting.layer:
        yield line(
            (f"layer {layer_text(layer)}", "cyan"), (f" {clause_text((layer.clause,))}", "dim")
        )
    last = len(run.turns) - 1 if side.number is None else side.number
    told = 0
    for number, (turn, facts) in enumerate(zip(run.turns, record.turns, strict=True)):
        if number > last:
            return
        if number != side.number and is_routine(turn, facts):
            continue
        told += 1
        yield from headline(derivation, run, turn, f"{told}. ")
        lost = turn.verdict == "lost"
        for change in facts.changes:
            yield line((change_text(derivation, change), "green"), indent=3)
        if lost:
            yield line(("lost", "dim"), indent=3)
        elif not facts.changes:
            nobody = turn.seen is not None and not any(scope for scope, _ in turn.seen)
            why = barred_or_lacking(derivation, turn) if turn.seen is not None else IDLE
            text = "applies to nothing" if nobody else why
            yield line((text, "dim"), indent=3)


def _layer(derivation: Answer, run: LayerRun) -> tuple[Layer, LayerRecord]:
    layer = derivation.rulebook.layers[run.layer]
    return layer, next(one for one in derivation.layers if one.layer == layer.id)


def _turns_json(side: DivergentSide) -> Iterator[Json]:
    if side.run is None or side.derivation is None:
        return
    layer, record = _layer(side.derivation, side.run)
    last = len(record.turns) - 1 if side.number is None else side.number
    for number, (turn, facts) in enumerate(zip(side.run.turns, record.turns, strict=True)):
        if number > last:
            return
        yield {
            "layer": layer.id,
            "turn": number + 1,
            "effect": facts.effect,
            "timestamp": list(turn.part.effect.timestamp),
            "verdict": facts.verdict,
            "role": facts.why,
            "parts here": number == side.number,
            "changes": json_of(facts.changes),
        }
