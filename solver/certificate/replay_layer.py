"""Replays one layer from its record: who is pending, every graph, every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.entries import GONE
from layerlaw.solver.certificate.replay_apply import apply
from layerlaw.solver.certificate.replay_cells import changes
from layerlaw.solver.certificate.replay_parts import sets
from layerlaw.solver.certificate.replay_trial import trials
from layerlaw.solver.certificate.replay_words import policy
from layerlaw.solver.certificate.verdict import STRUCTURE, clause_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.certificate.replay_board import Board
    from layerlaw.solver.certificate.replay_effects import Effects
    from layerlaw.solver.certificate.replay_parts import Part
    from layerlaw.solver.certificate.verdict import Findings
    from layerlaw.solver.records import (
        Dependency,
        GraphRecord,
        LayerRecord,
        TurnRecord,
        Value,
        Witness,
    )


class LayerReplay:
    """The replay of one layer."""

    def __init__(
        self, number: int, record: LayerRecord, effects: Effects, findings: Findings
    ) -> None:
        self.number = number
        self.record = record
        self.effects = effects
        self.findings = findings
        self.rulebook = effects.rulebook
        self.anew = policy(self.rulebook, "graph") == "each step"
        self.applied: set[Part] = set()
        self.pending: dict[str, Part] = {}
        self.told: set[str] = set()

    def breach(self, clause: str, message: str) -> None:
        """The record is not true; only the first breach of each kind in a layer is told.

        Once the record has left the truth, what follows from that is no news.
        """
        if clause not in self.told:
            self.told.add(clause)
            self.findings.breach(clause, self.record.layer, message)

    def run(self, board: Board, existing: list[Part]) -> Board:
        """Follow the record from the board; returns the board at the end of the layer."""
        layer = self.rulebook.layers[self.number]
        self.findings.looked(layer.clause)
        if not existing:
            self.breach(layer.clause, f"no effect has a part in layer {layer.id}")
        self.pending = {part.id: part for part in existing}
        graphs: dict[int, GraphRecord] = {}
        for graph in self.record.graphs:
            if graph.turn in graphs:
                self.breach(STRUCTURE, f"two graphs at turn {graph.turn}")
            graphs[graph.turn] = graph
        joined = existing
        gone: list[str] = []
        for turn in range(len(self.record.turns) + 1):
            graph_here = graphs.pop(turn, None)
            if not gone:
                if self.pending and (self.anew or joined):
                    self._check_graph(turn, graph_here, joined, board)
                    graph_here = None
                joined = []
            if graph_here is not None:
                self.breach(STRUCTURE, f"at turn {turn} nothing joined, yet a graph is recorded")
            if turn == len(self.record.turns):
                break
            taken = self.record.turns[turn]
            if gone:
                self._check_gone(taken, gone.pop(0))
                continue
            if taken.why == GONE:
                self.breach(STRUCTURE, f"{taken.effect} is recorded as gone, and it is not")
            part = self.pending.pop(taken.effect, None)
            if part is None:
                self.breach(STRUCTURE, f"turn {turn} is {taken.effect}'s, which is not pending")
                continue
            before, board = board, self._take(part, taken, board)
            joined = self._join(board) if board is not before else []
            if self.anew:
                gone = self._leave(board)
        for turn in sorted(graphs):
            self.breach(STRUCTURE, f"a graph is recorded at turn {turn}, which there is not")
        for id in [*gone, *self.pending]:
            self.breach(STRUCTURE, f"{id} is pending and has no turn")
        self._check_membership()
        return board

    def _check_membership(self) -> None:
        """Everything the layer's record speaks of has a part in the layer."""
        layer = self.rulebook.layers[self.number]
        for id in dict.fromkeys(turn.effect for turn in self.record.turns):
            known = self.effects.by_id.get(id, ())
            if known and not any(self.number in self.effects.parts(one) for one in known):
                self.breach(layer.clause, f"{id} has no part in layer {layer.id}")

    # --- turns -----------------------------------------------------------------------------

    def _take(self, part: Part, taken: TurnRecord, board: Board) -> Board:
        """The part's turn; returns the board after it."""
        seen = self.effects.observe(part, board)
        verdict = "lost" if seen is None else "applied"
        self.findings.looked(STRUCTURE)
        if taken.verdict != verdict:
            self.breach(STRUCTURE, f"{part.id} is recorded as {taken.verdict}, and it is {verdict}")
        if seen is None:
            self._compare(taken, {})
            return board
        after, _ = apply(part, seen, board, self.effects)
        self._compare(taken, changes(self.effects.table, board, after))
        self.applied.add(part)
        for step, doing in zip(part.steps, seen, strict=True):
            self.effects.kept.setdefault((part.effect, step.place), doing.scope)
        self.effects.note_grants(after)
        return after

    def _compare(
        self, taken: TurnRecord, right: dict[tuple[str, str], tuple[Value, Value]]
    ) -> None:
        recorded = {
            (change.object, change.characteristic): (change.before, change.after)
            for change in taken.changes
        }
        self.findings.looked(STRUCTURE, len(right))
        if recorded != right or len(recorded) != len(taken.changes):
            cells = sorted(
                cell
                for cell in recorded.keys() | right.keys()
                if recorded.get(cell) != right.get(cell)
            )
            object, characteristic = cells[0] if cells else next(iter(recorded))
            now, then = right.get((object, characteristic)), recorded.get((object, characteristic))
            self.breach(
                STRUCTURE,
                f"{taken.effect} changes {characteristic} of {object} "
                f"{_change(now)}, and not {_change(then)} as recorded",
            )

    def _check_gone(self, taken: TurnRecord, id: str) -> None:
        """A part that no longer exists leaves at once, and changes nothing."""
        if (taken.effect, taken.verdict, taken.why, taken.changes) != (id, "lost", GONE, ()):
            self.breach(STRUCTURE, f"{id} no longer exists and should leave before {taken.effect}")

    def _join(self, board: Board) -> list[Part]:
        """The static parts that the last turn brought into existence become pending."""
        pending = set(self.pending.values())
        joined = [
            part
            for part in self.effects.existing(self.number, board)
            if part.effect.instance is not None and part not in pending and part not in self.applied
        ]
        self.pending.update((part.id, part) for part in joined)
        return joined

    def _leave(self, board: Board) -> list[str]:
        """The pending parts that no longer exist stop being pending; their ids, oldest first."""
        gone = sorted(
            (part for part in self.pending.values() if not self.effects.exists(part, board)),
            key=lambda part: self.effects.key(part.effect),
        )
        for part in gone:
            del self.pending[part.id]
        return [part.id for part in gone]

    # --- graphs ----------------------------------------------------------------------------

    def _check_graph(
        self, turn: int, graph: GraphRecord | None, joined: list[Part], board: Board
    ) -> None:
        """The recorded graph is of the right parts, and holds every dependency and no other."""
        if graph is None:
            self.breach(STRUCTURE, f"no graph is recorded at turn {turn}")
            return
        self.findings.looked(STRUCTURE)
        pending = sorted(
            (part for part in self.pending.values() if self.effects.exists(part, board)),
            key=lambda part: self.effects.key(part.effect),
        )
        tested = pending if self.anew else [part for part in pending if part in joined]
        for what, recorded, parts in (
            ("pending", graph.pending, pending),
            ("tested", graph.tested, tested),
        ):
            right = tuple(part.id for part in parts)
            if recorded != right:
                self.breach(
                    STRUCTURE,
                    f"{what} at turn {turn} are {_list(right)}, and not {_list(recorded)}",
                )
        clause = clause_of(self.rulebook, "test")
        if clause in self.findings.without:
            return
        found = trials(board, pending, set(tested), self.applied, self.effects)
        others = len(pending) - len(tested)
        self.findings.looked(clause, len(tested) * (len(tested) - 1 + 2 * others))
        found = self._with_parity(turn, graph.found, found, pending)
        self._check_edges(clause, turn, graph.found, found)

    def _with_parity(
        self,
        turn: int,
        recorded: tuple[Dependency, ...],
        found: dict[tuple[str, str], Witness],
        pending: list[Part],
    ) -> dict[tuple[str, str], Witness]:
        """What the trials show, without edges between a part that sets and one that does not."""
        if policy(self.rulebook, "parity") == "none" or not found:
            return found
        clause = clause_of(self.rulebook, "parity")
        self.findings.looked(clause, len(found))
        setting = {part.id: sets(part) for part in pending}
        apart = {pair for pair in found if setting[pair[0]] != setting[pair[1]]}
        for edge in recorded:
            pair = (edge.effect, edge.on)
            if pair in apart:
                one, other = pair if setting[edge.effect] else (edge.on, edge.effect)
                message = f"{one} sets something and {other} does not, so no edge joins them"
                self.breach(clause, f"{message} at turn {turn}")
        told = {(edge.effect, edge.on) for edge in recorded}
        return {pair: known for pair, known in found.items() if pair not in apart - told}

    def _check_edges(
        self,
        clause: str,
        turn: int,
        recorded: tuple[Dependency, ...],
        right: dict[tuple[str, str], Witness],
    ) -> None:
        seen: set[tuple[str, str]] = set()
        for edge in recorded:
            pair = (edge.effect, edge.on)
            if pair not in right or pair in seen:
                self.breach(clause, f"{edge.effect} does not depend on {edge.on} at turn {turn}")
            elif edge.witness != right[pair]:
                self.breach(
                    clause,
                    f"{edge.effect} depends on {edge.on} by {right[pair]}, "
                    f"and not by {edge.witness}",
                )
            seen.add(pair)
        for effect, on in right:
            if (effect, on) not in seen:
                self.breach(clause, f"{effect} depends on {on} at turn {turn}, unrecorded")


def _list(ids: Iterable[str]) -> str:
    return ", ".join(ids) or "no one"


def _change(change: tuple[Value, Value] | None) -> str:
    return "not at all" if change is None else f"from {change[0]!r} to {change[1]!r}"
