"""Replays a derivation from its recorded turns, and says wherever the record is not true."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay_cells import (
    fates,
    final_cells,
    starting_board,
    with_floors,
)
from layerlaw.solver.certificate.replay_effects import Effects
from layerlaw.solver.certificate.replay_layer import LayerReplay
from layerlaw.solver.certificate.replay_space import Table
from layerlaw.solver.certificate.verdict import STRUCTURE, Findings, clause_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from layerlaw.solver.certificate.replay_board import Board
    from layerlaw.solver.certificate.replay_parts import Effect
    from layerlaw.solver.records import EffectRecord, Facts, LayerRecord


def replay(facts: Facts, without: Collection[str] = ()) -> Findings:
    """Work everything out again, turn by recorded turn, and compare.

    without: clauses whose checks are left out.
    """
    findings = Findings(without)
    effects = Effects(Table(facts.situation))
    board = starting_board(effects.table, effects.instances)
    records: dict[str, LayerRecord] = {}
    for record in facts.layers:
        if record.layer in records:
            findings.breach(STRUCTURE, record.layer, f"layer {record.layer} is recorded twice")
        records.setdefault(record.layer, record)
    for number, layer in enumerate(effects.rulebook.layers):
        existing = effects.existing(number, board)
        if layer.id in records:
            run = LayerReplay(number, records[layer.id], effects, findings)
            board = run.run(board, existing)
            for part in run.applied:
                effects.started[part.effect] = None
        elif existing:
            message = f"{existing[0].id} has a part in layer {layer.id}, which is not recorded"
            findings.breach(layer.clause, layer.id, message)
    check_effects(facts, effects, findings)
    check_end(facts, effects, board, findings)
    return findings


def check_effects(facts: Facts, effects: Effects, findings: Findings) -> None:
    """Every effect that had a turn is recorded, with its own source and timestamp.

    Clauses: SORC-TS-1, SORC-TS-2, SORC-OPEN-GRANTED, SORC-OPEN-SEVERAL.
    """
    rulebook = effects.rulebook
    went = dict.fromkeys(turn.effect for layer in facts.layers for turn in layer.turns)
    ids = [record.id for record in facts.effects]
    findings.looked(STRUCTURE)
    if set(ids) != set(went) or len(set(ids)) != len(ids):
        findings.breach(STRUCTURE, "", "the effects recorded are not those that had a turn")
    rows: list[tuple[tuple[int, ...], tuple[int, ...], str, str]] = []
    for record in facts.effects:
        known = effects.by_id.get(record.id, [])
        if not known:
            findings.breach(STRUCTURE, "", f"there is no effect {record.id}")
            continue
        effect = next((one for one in known if _is_of(record, one, effects)), known[-1])
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
        rows.append((effects.key(effect), record.key, clause, record.id))
    rows.sort()
    for (key, recorded, _, id), (other, later, clause, other_id) in pairwise(rows):
        if key < other and not recorded < later:
            if key[:3] == other[:3]:
                clause = clause_of(rulebook, "several")
            findings.breach(clause, "", f"{id} is older than {other_id}")


def _is_of(record: EffectRecord, effect: Effect, effects: Effects) -> bool:
    """Whether moment, place and kind (printed or granted) of the record are the effect's."""
    return record.timestamp == effect.timestamp and record.key[:3] == effects.key(effect)[:3]


def check_end(facts: Facts, effects: Effects, board: Board, findings: Findings) -> None:
    """The final cells and the fates are those of the board after the last layer."""
    table = effects.table
    end = with_floors(table, board)
    right = final_cells(table, end)
    findings.looked(STRUCTURE, len(right))
    for cell in sorted(right.keys() | facts.final.keys()):
        absent = cell not in right or cell not in facts.final
        if absent or right[cell] != facts.final[cell]:
            findings.breach(
                STRUCTURE,
                "",
                f"{cell[1]} of {cell[0]} is {right.get(cell)!r} at the end, "
                f"and not {facts.final.get(cell)!r}",
            )
            break
    found = [(fate.object, fate.verdict, fate.zone, fate.clause) for fate in facts.fates]
    expected = fates(table, end)
    for clause in dict.fromkeys(check.clause for check in table.rulebook.checks):
        findings.looked(clause)
        own = [fate for fate in expected if fate[3] == clause]
        told = [fate for fate in found if fate[3] == clause]
        if own != told:
            findings.breach(clause, "", f"the checks find {own}, and not {told}")
    known = {check.clause for check in table.rulebook.checks}
    for fate in found:
        if fate[3] not in known:
            findings.breach(STRUCTURE, "", f"no check rests on {fate[3]}")
