"""Replays a derivation from its recorded turns, and says wherever the record is not true."""

from __future__ import annotations

from itertools import pairwise
from operator import is_
from typing import TYPE_CHECKING, Any, cast

from layerlaw.solver.certificate.replay.ahead import effects_of
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.layer import LayerReplay
from layerlaw.solver.certificate.replay.permissions import fates
from layerlaw.solver.certificate.replay.shown import (
    cells_of,
    first_difference,
    told_columns,
    with_floors,
)
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.shape import in_rows, same_columns
from layerlaw.solver.certificate.spoken import misread
from layerlaw.solver.certificate.verdict import STRUCTURE, Findings, clause_of
from layerlaw.solver.certificate.waiting import loops_of
from layerlaw.solver.facts.rows import Cells
from layerlaw.solver.facts.situation import names_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from layerlaw.solver.certificate.entries import RecordedCourse
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.parts import ReplayEffect
    from layerlaw.solver.facts.records import Cell, EffectRecord, Facts, LayerRecord, Value
    from layerlaw.solver.facts.situation import HeldCondition


Followed = tuple["ReplayEffects", "ReplayBoard"]
"""The effects, and the board after the last layer, following the recorded turns."""


def replay(
    facts: Facts,
    courses: Sequence[RecordedCourse],
    without: Collection[str] = (),
    *,
    settled: bool = True,
) -> tuple[Findings, Followed]:
    """Work everything out again, turn by recorded turn, and compare.

    courses: the recorded layers as courses of entries.
    without: clauses whose checks are left out. settled: whether the conditions that are read at the
    checks have to be those that hold.
    """
    findings = Findings(without)
    if (facts.answers, facts.lifted, facts.complete, facts.conflict) != (None, (), True, ()):
        message = "where effects apply in layers there are no answers, lifted states or conflict"
        findings.breach(STRUCTURE, "", message)
    effects, start, board = _followed(facts, findings)
    went = dict.fromkeys(turn.effect for layer in facts.layers for turn in layer.turns)
    check_effects(facts, effects, list(went), effects.key, findings)
    check_ages(facts, effects, findings)
    check_end(facts, effects, start, board, findings, settled=settled)
    check_loops(facts, courses, findings)
    check_late(facts, effects, board, findings)
    check_texts(facts, effects, findings)
    return findings, (effects, board)


def replayed(facts: Facts) -> Followed:
    """The effects, and the board after the last layer, following the recorded turns."""
    effects, _, board = _followed(facts, Findings(()))
    return effects, board


def _followed(facts: Facts, findings: Findings) -> tuple[ReplayEffects, ReplayBoard, ReplayBoard]:
    """The effects, the starting board, and the board after the last layer.

    Every layer is compared with what is recorded.
    """
    effects = effects_of(ReplayTable(facts.situation), facts.texts)
    start = starting_board(effects.table, effects.instances)
    board = start.fork()
    effects.meet_all(board)
    effects.controllers.note(effects.table, board)
    records: dict[str, LayerRecord] = {}
    for record in facts.layers:
        if record.layer in records:
            findings.breach(STRUCTURE, record.layer, f"layer {record.layer} is recorded twice")
        records.setdefault(record.layer, record)
    for number, layer in enumerate(effects.rulebook.layers):
        existing = effects.existing(number, board)
        if layer.id in records:
            run = LayerReplay(number, records[layer.id], effects, findings)
            run.run(board, existing)
            if not layer.early:
                for part in run.applied:
                    effects.started[part.effect] = None
        elif existing:
            message = f"{existing[0].id} has a part in layer {layer.id}, which is not recorded"
            findings.breach(layer.clause, layer.id, message)
    return effects, start, board


def check_effects(
    facts: Facts,
    effects: ReplayEffects,
    named: Sequence[str],
    key_of: Callable[[ReplayEffect], tuple[Any, ...]],
    findings: Findings,
) -> None:
    """Every effect named in the record is recorded, with its own source and timestamp.

    key_of: what timestamps are compared by.
    Clauses: SORC-TS-1, SORC-TS-2, SORC-OPEN-GRANTED, SORC-OPEN-SEVERAL.
    """
    rulebook = effects.rulebook
    ids = [record.id for record in facts.effects]
    findings.looked(STRUCTURE)
    if set(ids) != set(named) or len(set(ids)) != len(ids):
        findings.breach(STRUCTURE, "", "the effects recorded are not those that are named")
    rows: list[tuple[tuple[Any, ...], tuple[int, ...], str, str]] = []
    for record in facts.effects:
        if record.id not in effects.by_id:
            findings.breach(STRUCTURE, "", f"there is no effect {record.id}")
            continue
        effect = _meant(record, effects)
        if (record.source, record.giver) != (effect.source, effects.giver_of(effect)):
            findings.breach(STRUCTURE, "", f"{record.id} has another source, or another giver")
        if effect.instance is None:
            clause = clause_of(rulebook, "resolved timestamp")
        elif effect.instance.giver is None:
            clause = clause_of(rulebook, "static timestamp")
        else:
            clause = clause_of(rulebook, "granted timestamp")
        findings.looked(clause)
        if not _is_of(record, effect, effects):
            right, told = effect.timestamp, record.timestamp
            message = f"the timestamp of {record.id} is {right}, and not {told}"
            findings.breach(clause, "", message)
        rows.append((key_of(effect), record.key, clause, record.id))
    rows.sort()
    for (key, recorded, _, id), (other, later, clause, other_id) in pairwise(rows):
        if key < other and not recorded < later:
            if key[:3] == other[:3]:
                clause = clause_of(rulebook, "several")
            findings.breach(clause, "", f"{id} is older than {other_id}")


def check_ages(facts: Facts, effects: ReplayEffects, findings: Findings) -> None:
    """Where an id stands for several effects, each is as old in its layer as is recorded."""
    recorded = {record.id: record.key for record in facts.effects}
    several = [own for own in effects.turned.values() if len({*own.values()}) > 1]
    for number in sorted({layer for own in several for layer in own}):
        rows = sorted(
            (effects.key(own[number]), recorded[id], id)
            for id, own in effects.turned.items()
            if number in own and id in recorded
        )
        for (key, told, id), (other, later, other_id) in pairwise(rows):
            if key < other and not told < later:
                clause = clause_of(effects.rulebook, "several")
                layer = effects.rulebook.layers[number].id
                findings.breach(clause, layer, f"{id} is older than {other_id}")


def _meant(record: EffectRecord, effects: ReplayEffects) -> ReplayEffect:
    """The effect that the record is of.

    One id may stand for what an object had and for what it has as a copy: of these it is what had
    a turn last. Where nothing has turns, it is what the record fits.
    """
    turned = effects.turned.get(record.id)
    if turned is not None:
        return turned[max(turned)]
    known = effects.by_id[record.id]
    return next((one for one in known if _is_of(record, one, effects)), known[-1])


def _is_of(record: EffectRecord, effect: ReplayEffect, effects: ReplayEffects) -> bool:
    """Whether all that the record is compared by is the effect's.

    Of what was granted the order counts, which is compared with the others', and not its number.
    """
    key = effects.key(effect)
    own = record.key if len(record.key) == len(key) else ()
    granted = effect.instance is not None and effect.instance.giver is not None
    return (
        record.timestamp == effect.timestamp
        and (*own[:3], *own[4:]) == (*key[:3], *key[4:])
        and (granted or own[3] == 0)
    )


def check_loops(facts: Facts, courses: Sequence[RecordedCourse], findings: Findings) -> None:
    """The loops told of a layer are the components of its graphs. Clause: SORC-DEP-5."""
    for record, course in zip(facts.layers, courses, strict=True):
        right: dict[tuple[str, ...], None] = {}
        for epoch in course.epochs:
            right.update(dict.fromkeys(loops_of(epoch.graph)))
        findings.looked(STRUCTURE)
        if record.loops != tuple(right):
            message = f"the loops are {list(right)}, and not {list(record.loops)}"
            findings.breach(STRUCTURE, record.layer, message)


def check_late(
    facts: Facts, effects: ReplayEffects, board: ReplayBoard, findings: Findings
) -> None:
    """Told to be late are the granted effects that exist at the end and had no turn in a layer."""
    turns = {(turn.effect, layer.layer) for layer in facts.layers for turn in layer.turns}
    right = [
        (part.id, layer.id)
        for number, layer in enumerate(effects.rulebook.layers if effects.givers else ())
        for part in effects.existing(number, board)
        if part.effect.instance is not None
        and part.effect.instance.giver is not None
        and not part.ahead
        and (part.id, layer.id) not in turns
    ]
    findings.looked(STRUCTURE)
    if sorted(right) != sorted(facts.late):
        findings.breach(STRUCTURE, "", f"late are {right}, and not {list(facts.late)}")


def check_texts(facts: Facts, effects: ReplayEffects, findings: Findings) -> None:
    """What the record calls abilities by, it calls abilities by that there are, and means them."""
    findings.looked(STRUCTURE)
    for text in misread(facts):
        findings.breach(STRUCTURE, "", f"[{text}] is not what the ability says that is called so")
    for text in effects.instances.untrue():
        findings.breach(STRUCTURE, "", f"nothing has the ability that is called [{text}]")


def check_end(
    facts: Facts,
    effects: ReplayEffects,
    start: ReplayBoard,
    board: ReplayBoard,
    findings: Findings,
    *,
    settled: bool,
) -> None:
    """The final cells and the fates are those of the board after the last layer.

    settled: as in `replay`.
    """
    table = effects.table
    end = with_floors(table, board)
    check_final(table, told_columns(table, end, start), facts.final, findings)
    if settled:
        check_conditions(effects, end, findings)
    told_fates = [(fate.object, fate.verdict, fate.zone, fate.clause) for fate in facts.fates]
    expected = fates(effects, end, effects.key)
    alike = True
    for clause in dict.fromkeys(check.clause for check in table.rulebook.checks):
        findings.looked(clause)
        own = [fate for fate in expected if fate[3] == clause]
        told = [fate for fate in told_fates if fate[3] == clause]
        if own != told:
            alike = False
            findings.breach(clause, "", f"the checks find {own}, and not {told}")
    if alike and expected != told_fates and sorted(expected) == sorted(told_fates):
        findings.breach(STRUCTURE, "", f"the checks find {expected}, in this order")
    known = {check.clause for check in table.rulebook.checks}
    for fate in told_fates:
        if fate[3] not in known:
            findings.breach(STRUCTURE, "", f"no check rests on {fate[3]}")


def check_final(
    table: ReplayTable,
    right: Mapping[str, Mapping[Value, int]],
    recorded: Mapping[Cell, Value],
    findings: Findings,
) -> None:
    """The final cells recorded are the right ones."""
    held = (row for column in right.values() for row in column.values())
    findings.looked(STRUCTURE, sum(row.bit_count() for row in held))
    rows = isinstance(recorded, Cells) and in_rows(recorded) and table.is_of(recorded.objects)
    if rows and same_columns(cast("Cells", recorded).columns, right):
        return
    if not rows and _all_there(table, right, recorded):
        return
    known = cells_of(table, right)
    cell = first_difference(known, recorded)
    if cell is not None:
        message = f"{cell[1]} of {cell[0]} is {known.get(cell)!r} at the end"
        findings.breach(STRUCTURE, "", f"{message}, and not {recorded.get(cell)!r}")


def _all_there(
    table: ReplayTable,
    right: Mapping[str, Mapping[Value, int]],
    recorded: Mapping[Cell, Value],
) -> bool:
    """Whether the right cells, one by one, are recorded, and no others."""
    told = recorded.told if isinstance(recorded, Cells) else dict(recorded)
    known = cells_of(table, right)
    if known != told:
        return False
    return all(map(is_, map(type, known.values()), map(type, map(told.__getitem__, known))))


def check_conditions(effects: ReplayEffects, end: ReplayBoard, findings: Findings) -> None:
    """The conditions taken to hold are exactly those that hold on the final board.

    Only where conditions are read at the checks.
    """
    if not effects.at_checks:
        return
    clause = clause_of(effects.rulebook, "condition read")
    table = effects.table
    holding: set[HeldCondition] = set()
    for place in sorted(end.held):
        holder = table.ids[place]
        if any(end.flag(holder, status) for status in effects.rulebook.disabling):
            continue
        for instance in end.held[place]:
            condition = instance.ability.condition
            if condition is None or not instance.static:
                continue
            if table.where(instance.ability.zones) >> place & 1:
                findings.looked(clause)
                effect = effects.static(instance, holder)
                if effects.view(effect, end).holds(condition):
                    holding.add(effect.at_check)
    names = names_of(holding | table.situation.on)
    if taken := [name for one, name in names.items() if one in holding & table.situation.on]:
        findings.notes.append(
            f"That the conditions of {', '.join(taken)} held when they were last looked at is "
            "taken over from the history: the state agrees with it, and may do so because of it."
        )
    for one in sorted(holding ^ table.situation.on):
        if one in holding:
            message = f"the condition of {names[one]} holds, and was not taken to hold"
        else:
            message = f"the condition of {names[one]} was taken to hold, and does not"
        findings.looked(clause)
        findings.breach(clause, "", message)
