"""What a picture of a derivation holds, wherever that may stand: boxes and arrows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.solver.answer.explain import lost_to, turn_reasons
from layerlaw.solver.derivation.answer import find_layer
from layerlaw.solver.facts.records import Dependency
from layerlaw.solver.facts.rows import EXISTENCE, Found, places
from layerlaw.solver.shell.report.drawing.at_once import answers_as_strata
from layerlaw.solver.shell.report.drawing.boxes import (
    Arrow,
    EffectBox,
    Stratum,
    only_permissions,
    told,
)
from layerlaw.solver.shell.report.drawing.thinning import thinned
from layerlaw.solver.shell.report.words import first_names, part_text, timestamp_text, witness_text

if TYPE_CHECKING:
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import LayerRecord, TurnRecord, Witness
    from layerlaw.solver.layers.runs import LayerRun

MANY = 60
"""In a layer with more turns than this, boxes are told in fewer words."""


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is drawn. at_once: the effects have no order; arrows say what reads what."""

    title: str
    heads: tuple[str, ...]
    strata: tuple[Stratum, ...]
    notes: tuple[str, ...]
    at_once: bool = False


def plan(derivation: Answer) -> Picture:
    """The picture of a derivation: strata from top to bottom, in each its effects in order."""
    rulebook = derivation.rulebook
    heads = [f"{rulebook.title}, {rulebook.version} ({rulebook.id})"]
    heads += [f"under the reading {point} = {it}" for point, it in rulebook.chosen.items()]
    at_once = derivation.answers is not None
    if at_once:
        strata, notes = answers_as_strata(derivation)
    else:
        strata, notes = tuple(_layers(derivation)), ()
    if not any(stratum.boxes for stratum in strata):
        notes = (*notes, "No effect applies.")
    late = tuple(
        f"{effect} came too late for layer {id}, which was over: it waits for good"
        for effect, id in derivation.late
    )
    title = "Effects and what they depend on"
    if derivation.scenario is not None:
        title = derivation.scenario.title
    return Picture(title, tuple(heads), strata, (*notes, *late), at_once)


def summary(made: Picture) -> str:
    """The picture in words, for whoever cannot see it."""
    told = []
    for stratum in made.strata:
        boxes = [box for box in stratum.boxes if not box.lost]
        verb = "at the same time" if made.at_once else "applied in this order"
        sentences = [
            f"{verb} {first_names([box.id for box in boxes])}" if boxes else "nothing applies"
        ]
        lost = [box.id for box in stratum.boxes if box.lost]
        if lost:
            sentences.append(f"{'not in force' if made.at_once else 'lost'}: {first_names(lost)}")
        if stratum.total:
            what = "places where one reads what another writes" if made.at_once else "dependencies"
            sentences.append(f"{what}: {stratum.total}")
        for loop in stratum.loops:
            sentences.append(f"loop of {first_names([stratum.boxes[place].id for place in loop])}")
        told.append(f"{stratum.name}: {'; '.join(sentences)}.")
    return " ".join([*told, *(f"{note.rstrip('.')}." for note in made.notes)])


def _layers(derivation: Answer) -> Iterable[Stratum]:
    """The layers in which something had a turn, but for what the rules merely allow or forbid."""
    for run, record in zip(derivation.runs, derivation.layers, strict=True):
        layer = derivation.rulebook.layers[run.layer]
        found = _edges(record)
        named = {name for edge in found for name in edge}
        boxes: list[EffectBox] = []
        place: dict[str, int] = {}
        for number, turn in enumerate(record.turns):
            if turn.effect in named or not only_permissions(derivation, turn):
                # An effect that comes back is drawn twice; what it depends on belongs to the last.
                place[turn.effect] = len(boxes)
                boxes.append(_box(derivation, run, turn, number, len(boxes) + 1))
        if not boxes:
            continue
        loops = tuple(
            tuple(sorted(place[name] for name in loop)) for loop in derivation.loops(layer.id)
        )
        ends = {(place[effect], place[on]): (effect, on) for effect, on in found}
        kept, notes = thinned(ends, loops, [box.id for box in boxes], "dependencies")
        test = derivation.rulebook.clause_of("test")
        arrows = []
        for tail, head in kept:
            one = Dependency(*ends[tail, head], found[ends[tail, head]]())
            says = f"{one.effect} depends on {one.on}: {witness_text(one)} ({test})"
            arrows.append(Arrow(tail, head, says, short_witness(one.witness)))
        name = layer.id if layer.name == layer.id else f"{layer.id}: {layer.name}"
        yield Stratum(
            f"Layer {name}", layer.clause, tuple(boxes), tuple(arrows), loops, len(found), notes
        )


def _edges(record: LayerRecord) -> dict[tuple[str, str], Callable[[], Witness]]:
    """Every dependency of a layer once, its witness worked out only when it is asked for."""
    edges: dict[tuple[str, str], Callable[[], Witness]] = {}
    for graph in record.graphs:
        found = graph.found
        if not isinstance(found, Found):
            for one in found:
                edges.setdefault((one.effect, one.on), partial(_same, one.witness))
            continue
        for tail, row in enumerate(found.gone):
            for head in places(row):
                edge = found.names[tail], found.names[head]
                edges.setdefault(edge, partial(_same, EXISTENCE))
        for tail, head in found.other:
            edge = found.names[tail], found.names[head]
            edges.setdefault(edge, partial(found.other.__getitem__, (tail, head)))
    return edges


def _same(witness: Witness) -> Witness:
    return witness


def _box(derivation: Answer, run: LayerRun, turn: TurnRecord, number: int, place: int) -> EffectBox:
    effect = derivation.effects[turn.effect]
    lost = ""
    why: tuple[str, ...] = ()
    few = len(run.turns) <= MANY
    if few:
        reasons = turn_reasons(derivation, run, number)
        why = tuple(
            f"{reason.text} ({', '.join(dict.fromkeys(reason.clauses))})"
            if reason.clauses
            else reason.text
            for reason in reasons
        )
    if turn.verdict == "lost":
        lost = why[-1] if few else _loss(derivation, run, number)
    return EffectBox(
        place,
        turn.effect,
        derivation.world.things[effect.holder].card.name,
        timestamp_text(effect.timestamp),
        part_text(derivation, run, turn.effect),
        told(derivation, turn, run.turns[number]),
        lost,
        why,
    )


def _loss(derivation: Answer, run: LayerRun, number: int) -> str:
    """Why a turn was lost, without its other reasons."""
    ended = lost_to(derivation, run, number)
    if ended is None:
        return "lost: its ability was gone before its turn"
    clause = find_layer(derivation.rulebook, ended[1]).clause
    return f"lost: {ended[0]} ended it before its turn ({clause})"


def short_witness(witness: Witness) -> str:
    """The evidence in a few words."""
    match witness.kind:
        case "existence":
            return "it would be gone"
        case "scope":
            signs = [f"+{first_names(witness.entered, 3)}"] if witness.entered else []
            signs += [f"-{first_names(witness.left, 3)}"] if witness.left else []
            return f"whom: {' '.join(signs)}"
        case "action":
            return f"what: {witness.before} to {witness.after}"
        case _:
            return "another result"
