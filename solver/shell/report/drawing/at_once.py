"""Effects that apply at the same time as strata: one for each answer, with what reads what.

There is no order and no dependency then; an arrow says that one effect looks at something that
another one writes, on objects to which the other one does it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ALL
from layerlaw.solver.shell.report.drawing.boxes import (
    Arrow,
    EffectBox,
    Stratum,
    only_permissions,
    told,
)
from layerlaw.solver.shell.report.drawing.gathering import LARGE, Gathered, more_like_it
from layerlaw.solver.shell.report.drawing.sentences import part_in_english
from layerlaw.solver.shell.report.drawing.thinning import thinned
from layerlaw.solver.shell.report.names import effect_in_english
from layerlaw.solver.shell.report.words import (
    effect_text,
    first_few,
    first_names,
    part_words,
    timestamp_text,
)
from layerlaw.solver.together.candidates import Candidates
from layerlaw.solver.together.graph import components
from layerlaw.solver.together.partial import Partial

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import TurnRecord
    from layerlaw.solver.together.keys import Key
    from layerlaw.solver.together.read_sets import Look

EffectPlace = tuple[str, int]
"""An effect's id, and the index of the layer in which it does something (-1: in any)."""
Writers = dict["Key", list[tuple[EffectPlace, int]]]
"""Who writes what, on which objects."""
NAMED = 3
"""So many objects, and so many things read, are named on one arrow."""
_THINGS = {
    "ability": "the abilities",
    "instance": "the abilities",
    "keyword": "the abilities",
    "fixed": "what bars changes",
    "name": "the name",
}


def answers_as_strata(derivation: Answer) -> tuple[tuple[Stratum, ...], tuple[str, ...]]:
    """The strata, and what has to be said of all of them."""
    candidates = Candidates(derivation.world, derivation.instances)
    if derivation.verdict == "paradox":
        found = _paradox(derivation, candidates)
        return (found,), ("A paradox: no state agrees with all effects at the same time.",)
    records = derivation.answers or ()
    named = dict.fromkeys(id for record in records for id in record.effects)
    strata = []
    for number, (state, record) in enumerate(zip(derivation.states, records, strict=True), 1):
        name = "All at the same time"
        if len(records) > 1:
            name = f"Answer {number} of {len(records)}"
        absent = [id for id in named if id not in record.effects]
        strata.append(_answer(derivation, state, candidates, name, absent))
    notes = []
    if len(records) > 1:
        notes.append(f"{len(records)} answers agree with all effects at the same time.")
    if derivation.lifted:
        more = "" if derivation.complete else "at least "
        notes.append(
            f"Not drawn: {more}{len(derivation.lifted)} that nothing but itself holds up, "
            "which makes it no answer."
        )
    return tuple(strata), tuple(notes)


def _answer(
    whole: Answer, state: Answer, candidates: Candidates, name: str, absent: list[str]
) -> Stratum:
    """One answer: its effects step by step, and greyed those that are in force in others only."""
    boxes: list[EffectBox] = []
    turns: list[TurnRecord | None] = []
    place: dict[EffectPlace, int] = {}
    for run, record in zip(state.runs, state.layers, strict=True):
        layer = state.rulebook.layers[run.layer]
        step = layer.id if layer.name == layer.id else f"{layer.id}: {layer.name}"
        for turn, taken in zip(record.turns, run.turns, strict=True):
            if only_permissions(state, turn):
                continue
            effect = state.effects[turn.effect]
            place[turn.effect, run.layer] = len(boxes)
            place.setdefault((turn.effect, -1), len(boxes))
            box = EffectBox(
                0,
                turn.effect,
                state.world.things[effect.holder].card.name,
                timestamp_text(effect.timestamp),
                part_words(state, taken.part),
                part_in_english(state, taken.part),
                told(state, turn),
                step=f"Step {step} ({layer.clause})",
            )
            boxes.append(box)
            turns.append(turn)
    for id in absent:
        place[id, -1] = len(boxes)
        turns.append(None)
        lost = "not in force in this answer"
        boxes.append(_whole_box(whole, id, lost=lost, step="In force in other answers only"))
    board = state.end
    writers: Writers = {}
    for one in candidates.all:
        for deed in candidates.deeds[one] if one.exists(board) else ():
            scope = deed.scope(board)
            for key in deed.writes if scope else ():
                writers.setdefault(key, []).append(((one.effect.id, deed.part.layer), scope))
    arrows = _arrows(candidates, writers, place, boxes)
    clause = whole.rulebook.clause_of("process")
    return _stratum(name, clause, boxes, turns, arrows)


def _paradox(derivation: Answer, candidates: Candidates) -> Stratum:
    """The effects at the bottom of a paradox, and what each of them reads of the others."""
    boxes = [_whole_box(derivation, id) for id in derivation.conflict]
    place = {(id, -1): number for number, id in enumerate(derivation.conflict)}
    mine = [one for one in candidates.all if (one.effect.id, -1) in place]
    doubt = {key: ALL for one in mine for deed in candidates.deeds[one] for key in deed.writes}
    partial = Partial(candidates.start, candidates.keys, doubt)
    writers: Writers = {}
    for one in mine:
        for deed in candidates.deeds[one]:
            scope = deed.bounds(partial)[1]
            for key in deed.writes if scope else ():
                writers.setdefault(key, []).append(((one.effect.id, -1), scope))
    arrows = _arrows(candidates, writers, place, boxes, itself=True)
    loop = (tuple(range(len(boxes))),) if boxes else ()
    return Stratum(
        "A paradox",
        derivation.rulebook.clause_of("process"),
        tuple(boxes),
        tuple(arrows),
        loop,
        len(arrows),
        ("No state satisfies these effects together.",),
    )


def _whole_box(derivation: Answer, id: str, *, lost: str = "", step: str = "") -> EffectBox:
    """An effect with all of its ability, whatever the step."""
    effect = derivation.effects[id]
    return EffectBox(
        0,
        id,
        derivation.world.things[effect.holder].card.name,
        timestamp_text(effect.timestamp),
        effect_text(derivation, id),
        effect_in_english(derivation, id),
        (),
        lost,
        step=step,
    )


def _arrows(
    candidates: Candidates,
    writers: Writers,
    place: Mapping[EffectPlace, int],
    boxes: list[EffectBox],
    *,
    itself: bool = False,
) -> list[Arrow]:
    """From whoever looks at something to whoever writes it. itself: also where they are one."""
    found: dict[tuple[int, int], dict[str, None]] = {}
    for one in candidates.all:
        home = place.get((one.effect.id, -1))
        if home is None:
            continue
        asked: list[tuple[int, Iterable[Look], int]] = [(home, one.looks, 0)]
        for deed in candidates.deeds[one]:
            mine = place.get((one.effect.id, deed.part.layer), home)
            asked.append((mine, deed.looks, deed.step.allowed))
        for tail, looks, own in asked:
            for look in sorted(looks, key=lambda each: (str(each.key), str(each.where))):
                _read(candidates, writers, place, look, own, tail, found, itself)
    arrows = []
    for (tail, head), things in sorted(found.items()):
        what = first_few(tuple(things), NAMED)
        says = f"{boxes[tail].id} reads {what}, which {boxes[head].id} writes"
        arrows.append(Arrow(tail, head, says, f"reads {next(iter(things))}"))
    return arrows


def _read(
    candidates: Candidates,
    writers: Writers,
    place: Mapping[EffectPlace, int],
    look: Look,
    own: int,
    tail: int,
    found: dict[tuple[int, int], dict[str, None]],
    itself: bool,
) -> None:
    """Note who writes what is looked at, on the objects on which it is."""
    where = own if look.where is None else look.where
    for key in candidates.keys.behind(look.key):
        for node, mask in writers.get(key, ()):
            head = place.get(node)
            if head is None or not mask & where or (head == tail and not itself):
                continue
            ids = candidates.world.ids(mask & where)
            whose = first_names(ids, NAMED)
            found.setdefault((tail, head), {})[f"{_thing(look.key)} of {whose}"] = None


def _thing(key: Key) -> str:
    """What is looked at under a key, in words."""
    kind, *rest = key
    if kind in ("word", "words", "any word", "number", "player", "depth", "status") and rest:
        return f"the {rest[0]}"
    return _THINGS.get(str(kind), str(rest[0]) if rest else "everything")


def _stratum(
    name: str,
    clause: str,
    boxes: list[EffectBox],
    turns: Sequence[TurnRecord | None],
    arrows: list[Arrow],
) -> Stratum:
    """A stratum whose loops are the effects that read each other. turns: what each one did."""
    edges: dict[str, list[str]] = {}
    for arrow in arrows:
        edges.setdefault(f"{arrow.tail:06}", []).append(f"{arrow.head:06}")
    nodes = [f"{place:06}" for place in range(len(boxes))]
    loops = sorted(
        tuple(int(one) for one in members)
        for members in components(nodes, edges)
        if len(members) > 1
    )
    whole = {(one.tail, one.head): one for one in arrows}
    shown = boxes
    stands_for = {ends: [ends] for ends in whole}
    if len(boxes) >= LARGE:
        gathered = Gathered(boxes, turns, whole, loops)
        shown, loops, stands_for = gathered.boxes, list(gathered.loops), gathered.arrows
    kept, notes = thinned(stands_for, loops, [box.id for box in shown], "arrows")
    drawn = []
    for tail, head in kept:
        all_of = stands_for[tail, head]
        first = whole[all_of[0]]
        drawn.append(Arrow(tail, head, first.says + more_like_it(len(all_of)), first.short))
    return Stratum(name, clause, tuple(shown), tuple(drawn), tuple(loops), len(arrows), notes)
