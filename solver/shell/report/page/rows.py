"""One layer of an answer as rows to be read: turns with reasons, changes, dependencies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.spelling import natural
from layerlaw.solver.answer.explain import Reason, lost_to, rule_reasons, turn_reasons
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.facts.lists import places
from layerlaw.solver.facts.rows import Changes
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.names import effect_in_english
from layerlaw.solver.shell.report.rulings import in_full, only_says, unchanged
from layerlaw.solver.shell.report.words import part_words, timestamp_text, witness_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Change, Dependency, LayerRecord, Value, Witness
    from layerlaw.solver.layers.runs import LayerRun


REASONS = 16
"""So many reasons of one turn are told."""
WITNESSES = 16
"""So many witnesses of one turn are told."""
LONG = 400
"""So many characters of one reason are told."""


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """Objects, by their places, of which one characteristic changed in the same way."""

    characteristic: str
    before: Value
    after: Value
    objects: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Waits:
    """What a turn's effect depends on for one and the same reason.

    on: the effects; rows: their rows in the layer, where they have one; text: the witness.
    """

    on: tuple[str, ...]
    rows: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One effect's turn in a layer.

    number: its place among all turns of the answer, from 1. step: the step at which the page shows
    it; 0 for a rule or a keyword that changes nothing, which takes none. text: what it does there,
    in the notation; english: the whole ability in a sentence. source: the object that has the
    ability; holder: the one whose effect it is; card: what that is called. again: whether the
    effect had a turn in this layer before. note: why nothing changed. routine: whether it is a
    rule's.
    """

    number: int
    step: int
    effect: str
    text: str
    english: str
    source: str
    holder: str
    card: str
    timestamp: str
    giver: str
    role: str
    lost: bool
    lost_to: str
    again: bool
    loop: tuple[str, ...]
    reasons: tuple[Reason, ...]
    waits: tuple[Waits, ...]
    changes: tuple[ChangeGroup, ...]
    note: str
    routine: bool


@dataclass(frozen=True, slots=True)
class LayerRows:
    """One layer: its rows in their order, its loops, and the effects that came too late for it."""

    id: str
    name: str
    clause: str
    rows: tuple[TurnRow, ...]
    loops: tuple[tuple[str, ...], ...]
    late: tuple[str, ...]
    dependent: int


def strata(derivation: Answer) -> tuple[LayerRows, ...]:
    """Every layer of the rulebook from top to bottom, also those in which nothing applies."""
    runs = {int(run.layer): run for run in derivation.runs}
    records = {record.layer: record for record in derivation.layers}
    layers = []
    taken = step = 0
    for number, layer in enumerate(derivation.rulebook.layers):
        late = tuple(effect for effect, id in derivation.late if id == layer.id)
        rows: tuple[TurnRow, ...] = ()
        loops: tuple[tuple[str, ...], ...] = ()
        if number in runs:
            found = derivation.loops(layer.id) if derivation.answers is None else ()
            loops = tuple(tuple(natural(loop)) for loop in found)
            rows = _rows(derivation, runs[number], records[layer.id], loops, (taken, step))
            taken += len(rows)
            step = max(step, *(row.step for row in rows))
        count = sum(len(waits.on) for row in rows for waits in row.waits)
        layers.append(LayerRows(layer.id, layer.name, layer.clause, rows, loops, late, count))
    return tuple(layers)


def _rows(
    derivation: Answer,
    run: LayerRun,
    record: LayerRecord,
    loops: tuple[tuple[str, ...], ...],
    before: tuple[int, int],
) -> tuple[TurnRow, ...]:
    at_once = derivation.answers is not None
    loops_of: dict[str, dict[str, None]] = {}
    for loop in loops:
        for name in loop:
            loops_of.setdefault(name, {}).update(dict.fromkeys(loop))
    waits = {} if at_once else _waits(record)
    place = {thing.id: number for number, thing in enumerate(derivation.world.things)}
    seen: set[str] = set()
    rows = []
    taken, step = before
    for number, (turn, facts) in enumerate(zip(run.turns, record.turns, strict=True)):
        effect = turn.part.effect
        lost = turn.verdict == "lost"
        culprit = lost_to(derivation, run, number) if lost else None
        changes = in_words(derivation, groups(facts.changes, place))
        note = ""
        if not changes and turn.seen is not None:
            note = unchanged(derivation, turn)
        rules = effect.source == RULES
        # What a rule or a keyword merely says once more is no step.
        idle = not changes and (rules or only_says(turn))
        step += not idle
        rows.append(
            TurnRow(
                taken + number + 1,
                0 if idle else step,
                effect.id,
                part_words(derivation, turn.part),
                effect_in_english(derivation, effect.id),
                effect.source,
                derivation.world.things[effect.holder].id,
                derivation.world.things[effect.holder].card.name,
                timestamp_text(effect.timestamp),
                effect.giver or "",
                turn.why,
                lost,
                culprit[0] if culprit else "",
                effect.id in seen,
                tuple(natural(one for one in loops_of.get(effect.id, ()) if one != effect.id)),
                shortened(
                    (
                        *rule_reasons(derivation.rulebook, effect.id),
                        *turn_reasons(derivation, run, number),
                    )
                ),
                () if effect.id in seen else waits.get(effect.id, ()),
                changes,
                note,
                rules,
            )
        )
        seen.add(effect.id)
    return tuple(rows)


def shortened(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """The reasons, of very many the first and last, and of very long ones the beginning.

    A turn before hundreds of older ones has a reason for each of them, which names all they wait
    for.
    """
    found = reasons
    if len(reasons) > REASONS:
        left = reasons[REASONS - 2 : -1]
        clauses = tuple(dict.fromkeys(clause for one in left for clause in one.clauses))
        more = Reason(f"and {len(left)} reasons more like it", clauses)
        found = (*reasons[: REASONS - 2], more, reasons[-1])
    return tuple(
        one if len(one.text) <= LONG else Reason(f"{one.text[:LONG]} ...", one.clauses)
        for one in found
    )


def _waits(record: LayerRecord) -> dict[str, tuple[Waits, ...]]:
    """For each effect of the layer what it depends on, what has one witness together."""
    turns: dict[str, list[int]] = {}
    for number, taken in enumerate(record.turns):
        turns.setdefault(taken.effect, []).append(number)
    known: dict[tuple[str, str], None] = {}
    alike: dict[tuple[str, Witness], list[tuple[Dependency, int]]] = {}
    for graph in record.graphs:
        for dependency in graph.found:
            if (dependency.effect, dependency.on) not in known:
                known[dependency.effect, dependency.on] = None
                alike.setdefault((dependency.effect, dependency.witness), []).append(
                    (dependency, graph.turn)
                )
    waits: dict[str, list[Waits]] = {}
    for (effect, _), ones in alike.items():
        rows = []
        for dependency, turn in ones:
            mine = turns.get(dependency.on, [])
            later = [number for number in mine if number >= turn] or mine
            rows += later[:1]
        first = ones[0][0]
        text = witness_text(first if len(ones) == 1 else replace(first, on="any of these"))
        waits.setdefault(effect, []).append(
            Waits(tuple(dependency.on for dependency, _ in ones), tuple(rows), text)
        )
    return {effect: _first(mine) for effect, mine in waits.items()}


def _first(waits: list[Waits]) -> tuple[Waits, ...]:
    """What an effect depends on, of very much the first with their witnesses, the rest by name."""
    if len(waits) <= WITNESSES:
        return tuple(waits)
    rest = waits[WITNESSES - 1 :]
    on = tuple(id for one in rest for id in one.on)
    rows = tuple(row for one in rest for row in one.rows)
    text = "for like reasons, each with another witness"
    return (*waits[: WITNESSES - 1], Waits(on, rows, text))


def in_words(derivation: Answer, changes: tuple[ChangeGroup, ...]) -> tuple[ChangeGroup, ...]:
    """The changes with permissions told in full."""
    return tuple(
        replace(
            change,
            before=in_full(derivation, PERMISSIONS, change.before),
            after=in_full(derivation, PERMISSIONS, change.after),
        )
        if change.characteristic == PERMISSIONS
        else change
        for change in changes
    )


def groups(changes: Sequence[Change], place: dict[str, int]) -> tuple[ChangeGroup, ...]:
    """Changes of the same kind together. place: of every object."""
    if isinstance(changes, Changes):
        found = [
            ChangeGroup(name, old, new, tuple(places(row)))
            for (name, old, new), row in changes.groups.items()
        ]
        order = {name: number for number, name in enumerate(changes.order)}
        return tuple(
            sorted(found, key=lambda one: (one.objects[0], order[one.characteristic], one.objects))
        )
    alike: dict[tuple[str, Value, Value], list[int]] = {}
    for change in changes:
        key = (change.characteristic, change.before, change.after)
        alike.setdefault(key, []).append(place[change.object])
    return tuple(ChangeGroup(*key, tuple(objects)) for key, objects in alike.items())
