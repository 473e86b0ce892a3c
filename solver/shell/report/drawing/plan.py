"""What a picture of a derivation holds, wherever that may stand: boxes and arrows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.answer.explain import lost_to, turn_reasons
from layerlaw.solver.derivation.answer import find_layer
from layerlaw.solver.facts.lists import places
from layerlaw.solver.facts.records import Dependency
from layerlaw.solver.facts.rows import EXISTENCE, Found
from layerlaw.solver.shell.report.drawing.at_once import answers_as_strata
from layerlaw.solver.shell.report.drawing.boxes import (
    Arrow,
    EffectBox,
    Stratum,
    only_permissions,
    told,
)
from layerlaw.solver.shell.report.drawing.gathering import LARGE, Gathered, more_like_it
from layerlaw.solver.shell.report.drawing.sentences import part_in_english
from layerlaw.solver.shell.report.drawing.thinning import Ends, thinned
from layerlaw.solver.shell.report.words import first_names, part_words, timestamp_text, witness_text

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
        boxes = sorted(
            (one for box in stratum.boxes if not box.lost for one in box.each),
            key=lambda one: one.number,
        )
        verb = "at the same time" if made.at_once else "applied in this order"
        sentences = [
            f"{verb} {first_names([box.id for box in boxes])}" if boxes else "nothing applies"
        ]
        lost = [one.id for box in stratum.boxes if box.lost for one in box.each]
        if lost:
            sentences.append(f"{'not in force' if made.at_once else 'lost'}: {first_names(lost)}")
        if stratum.total:
            what = "places where one reads what another writes" if made.at_once else "dependencies"
            sentences.append(f"{what}: {stratum.total}")
        for loop in stratum.loops:
            members = [one.id for place in loop for one in stratum.boxes[place].each]
            sentences.append(f"loop of {first_names(members)}")
        told.append(f"{stratum.name}: {'; '.join(sentences)}.")
    return " ".join([*told, *(f"{note.rstrip('.')}." for note in made.notes)])


@dataclass(frozen=True, slots=True)
class _Turns:
    """A layer in which something had a turn: its boxes, and who depends on whom, by places."""

    run: LayerRun
    boxes: list[EffectBox]
    turns: list[TurnRecord]
    arrows: Mapping[Ends, Callable[[], Dependency]]
    loops: tuple[tuple[int, ...], ...]


def _layers(derivation: Answer) -> Iterable[Stratum]:
    """The layers in which something had a turn, but for what the rules merely allow or forbid."""
    found = [
        _turns(derivation, run, record)
        for run, record in zip(derivation.runs, derivation.layers, strict=True)
    ]
    large = sum(len(one.boxes) for one in found) >= LARGE
    for one in found:
        if one.boxes:
            yield _stratum(derivation, one, large=large)


def _turns(derivation: Answer, run: LayerRun, record: LayerRecord) -> _Turns:
    edges = _edges(record)
    named = {name for edge in edges for name in edge}
    boxes: list[EffectBox] = []
    turns: list[TurnRecord] = []
    place: dict[str, int] = {}
    for number, turn in enumerate(record.turns):
        if turn.effect in named or not only_permissions(derivation, turn):
            # An effect that comes back is drawn twice; what it depends on belongs to the last.
            place[turn.effect] = len(boxes)
            boxes.append(_box(derivation, run, turn, number, len(boxes) + 1))
            turns.append(turn)
    loops = tuple(
        tuple(sorted(place[name] for name in loop)) for loop in derivation.loops(record.layer)
    )
    arrows = {
        (place[effect], place[on]): partial(_dependency, effect, on, witness)
        for (effect, on), witness in edges.items()
    }
    return _Turns(run, boxes, turns, arrows, loops)


def _stratum(derivation: Answer, one: _Turns, *, large: bool) -> Stratum:
    """The layer as it is drawn. large: whether effects that are alike stand in one box."""
    boxes, loops = one.boxes, one.loops
    stands_for = {ends: [ends] for ends in one.arrows}
    if large:
        gathered = Gathered(boxes, one.turns, one.arrows, loops)
        boxes, loops, stands_for = gathered.boxes, gathered.loops, gathered.arrows
    what = "dependencies" if len(boxes) == len(one.boxes) else "arrows"
    kept, notes = thinned(stands_for, loops, [box.id for box in boxes], what)
    test = derivation.rulebook.clause_of("test")
    arrows = []
    for tail, head in kept:
        all_of = stands_for[tail, head]
        first = one.arrows[all_of[0]]()
        more = more_like_it(len(all_of))
        says = f"{first.effect} depends on {first.on}: {witness_text(first)} ({test}){more}"
        arrows.append(Arrow(tail, head, says, short_witness(first.witness)))
    layer = derivation.rulebook.layers[one.run.layer]
    name = layer.id if layer.name == layer.id else f"{layer.id}: {layer.name}"
    return Stratum(
        f"Layer {name}",
        layer.clause,
        tuple(boxes),
        tuple(arrows),
        loops,
        len(one.arrows),
        notes,
    )


def _dependency(effect: str, on: str, witness: Callable[[], Witness]) -> Dependency:
    return Dependency(effect, on, witness())


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
        part_words(derivation, run.turns[number].part),
        part_in_english(derivation, run.turns[number].part),
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
