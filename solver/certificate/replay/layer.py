"""Replays one layer from its record: who is pending, every graph, every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from layerlaw.solver.certificate.entries import GONE
from layerlaw.solver.certificate.replay.apply import apply
from layerlaw.solver.certificate.replay.board import ABILITIES, ANY, HOLDING, ones, row_of
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from layerlaw.solver.certificate.replay.lists import ListsOfLayer
from layerlaw.solver.certificate.replay.parts import defines, sets
from layerlaw.solver.certificate.replay.results import Results
from layerlaw.solver.certificate.replay.shown import change_groups, wrong_change
from layerlaw.solver.certificate.replay.steady import SteadyGraph
from layerlaw.solver.certificate.replay.tracking import ObservedParts
from layerlaw.solver.certificate.replay.trial import ActionTrials, Edges, by_removal, check_edges
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.shape import in_rows, same_groups
from layerlaw.solver.certificate.verdict import STRUCTURE, clause_of
from layerlaw.solver.facts.lists import InconsistentLists
from layerlaw.solver.facts.rows import Changes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.certificate.replay.board import Key, ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.parts import ReplayPart
    from layerlaw.solver.certificate.verdict import Findings
    from layerlaw.solver.facts.records import GraphRecord, LayerRecord, TurnRecord


class LayerReplay:
    """The replay of one layer."""

    def __init__(
        self, number: int, record: LayerRecord, effects: ReplayEffects, findings: Findings
    ) -> None:
        self.number = number
        self.record = record
        self.effects = effects
        self.findings = findings
        self.rulebook = effects.rulebook
        self.anew = policy(self.rulebook, "graph") == "each step"
        self.applied: set[ReplayPart] = set()
        self.pending: dict[str, ReplayPart] = {}
        self.asleep: set[ReplayPart] = set()
        self.watches = ObservedParts()
        self.lists = ListsOfLayer(effects.table)
        # Those pending that looked at what the last turn wrote; None where any may have.
        self.stale: list[ReplayPart] | None = None
        self.steady: SteadyGraph | None = None
        self.told: set[str] = set()

    def breach(self, clause: str, message: str) -> None:
        """The record is not true; only the first breach of each kind in a layer is told.

        Once the record has left the truth, what follows from that is no news.
        """
        if clause not in self.told:
            self.told.add(clause)
            self.findings.breach(clause, self.record.layer, message)

    def run(self, board: ReplayBoard, existing: list[ReplayPart]) -> None:
        """Follow the record on the board, which is at the end of the layer afterwards."""
        layer = self.rulebook.layers[self.number]
        self.board = board
        self.findings.looked(layer.clause)
        if not existing:
            self.breach(layer.clause, f"no effect has a part in layer {layer.id}")
        self.pending = {part.id: part for part in existing}
        there = set(existing)
        for other in self.effects.parts_in(self.number):
            if other not in there:
                self._put_by(other)
        graphs: dict[int, GraphRecord] = {}
        latest = 0
        for graph in self.record.graphs:
            if graph.turn in graphs:
                self.breach(STRUCTURE, f"two graphs at turn {graph.turn}")
            if graph.turn < latest:
                self.breach(STRUCTURE, f"the graph of turn {graph.turn} comes after a later one")
            latest = max(latest, graph.turn)
            graphs[graph.turn] = graph
        joined = existing
        gone: list[str] = []
        for turn in range(len(self.record.turns) + 1):
            graph_here = graphs.pop(turn, None)
            if not gone:
                if self.pending and (self.anew or joined):
                    self._check_graph(turn, graph_here, joined)
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
            self._note_turn(part)
            delta = self._take(part, taken)
            joined = self._join(delta)
            if self.anew:
                gone = self._leave()
                if self.steady is not None and (joined or not self.steady.goes(part, self.stale)):
                    self.steady = None
        for turn in sorted(graphs):
            self.breach(STRUCTURE, f"a graph is recorded at turn {turn}, which there is not")
        for id in [*gone, *self.pending]:
            self.breach(STRUCTURE, f"{id} is pending and has no turn")
        self._check_membership()

    def _check_membership(self) -> None:
        """Everything the layer's record speaks of has a part in the layer."""
        layer = self.rulebook.layers[self.number]
        for id in dict.fromkeys(turn.effect for turn in self.record.turns):
            known = self.effects.by_id.get(id, ())
            if known and not any(self.number in self.effects.parts(one) for one in known):
                self.breach(layer.clause, f"{id} has no part in layer {layer.id}")

    # --- turns -----------------------------------------------------------------------------

    def _note_turn(self, part: ReplayPart) -> None:
        self.effects.turned.setdefault(part.id, {})[self.number] = part.effect

    def _put_by(self, part: ReplayPart) -> None:
        """The part does not exist; it is on watch, so that it is noticed when it does."""
        self.asleep.add(part)
        self.watches.watch(part, self.board, self.effects)

    def _take(self, part: ReplayPart, taken: TurnRecord) -> dict[Key, int]:
        """The part's turn; returns what it wrote."""
        board, effects = self.board, self.effects
        seen = self.watches.watch(part, board, effects).seen
        verdict = "lost" if seen is None else "applied"
        self.findings.looked(STRUCTURE)
        if taken.verdict != verdict:
            self.breach(STRUCTURE, f"{part.id} is recorded as {taken.verdict}, and it is {verdict}")
        if seen is None:
            wrong = wrong_change(effects.table, {}, taken.changes)
            if wrong is not None:
                self.breach(STRUCTURE, f"{taken.effect} changes {wrong}")
            self.asleep.add(part)
            return {}
        effects.early.note(part, seen, board)
        selected: dict[int, int] = {}
        if effects.keeps and not effects.early.is_early(self.number):
            view = effects.view(part.effect, board)
            for step in part.steps:
                scope = effects.selected(part.effect, step, view, marked=True)
                selected.setdefault(step.place, scope)
        delta: dict[Key, int] = {}
        # What reaches nothing, and takes nothing back, writes nothing.
        reaching = any(map(any, [doing.reach for doing in seen]))
        if reaching or effects.early.given or taken.changes:
            board.begin()
            apply(part, seen, board, effects)
            before = board.before()
            delta = board.delta(before)
            self._compare(taken, before, delta)
            if board.gained:
                effects.note_grants(board)
            board.commit()
            if delta:
                self.watches.written()
        self.applied.add(part)
        self.watches.drop(part)
        effects.note_applied(part)
        reached = effects.reached.get(part.effect, 0)
        for doing in seen:
            reached |= doing.scope
        effects.reached[part.effect] = reached
        effects.note_copies(part, seen)
        for place, scope in selected.items():
            effects.kept.setdefault((part.effect, place), scope)
        return delta

    def _compare(
        self, taken: TurnRecord, before: dict[str, dict[Any, Any]], delta: dict[Key, int]
    ) -> None:
        """What was written on the board is what is recorded."""
        board, table, recorded = self.board, self.effects.table, taken.changes
        if not delta and not recorded:
            return
        right = change_groups(table, board, before, delta, lists=False)
        self.effects.controllers.changed(table, board, delta, right)
        changed = self.lists.turn(board, before, delta)
        for row in right.values():
            changed += row.bit_count()
        self.findings.looked(STRUCTURE, changed)
        try:
            if isinstance(recorded, Changes) and table.is_of(recorded.objects):
                rows = in_rows(recorded)
                agrees = self.lists.agree(recorded, board, before, looks=rows)
                if agrees and rows and same_groups(recorded.whole, right):
                    return
            right |= self.lists.groups(board, before)
            wrong = wrong_change(table, right, recorded)
        except InconsistentLists:
            wrong = "lists that do not follow from those before"
        if wrong is not None:
            self.breach(STRUCTURE, f"{taken.effect} changes {wrong}")

    def _check_gone(self, taken: TurnRecord, id: str) -> None:
        """A part that no longer exists leaves at once, and changes nothing."""
        told = (taken.effect, taken.verdict, taken.why, len(taken.changes))
        if told != (id, "lost", GONE, 0):
            self.breach(STRUCTURE, f"{id} no longer exists and should leave before {taken.effect}")

    def _join(self, delta: dict[Key, int]) -> list[ReplayPart]:
        """The parts that the last turn brought into existence become pending.

        Only what looked at something that was written, and what is of an ability instance that
        was, can have come into existence.
        """
        effects, board = self.effects, self.board
        may: dict[ReplayPart, None] = {}
        stale: list[ReplayPart] = []
        if self.stale is not None:
            self.stale = stale
        if not delta:
            return []
        if (ABILITIES, ANY) in delta:
            holding = board.columns.get(HOLDING, {})
            for (characteristic, instance), written in delta.items():
                if characteristic != ABILITIES or not isinstance(instance, ReplayInstance):
                    continue
                gained = written & holding.get(instance, 0) if instance.static else 0
                for place in ones(gained):
                    part = effects.meet(instance, place).get(self.number)
                    if not (part is None or part in self.watches.of or part in self.applied):
                        may[part] = None
        # In a place between layers anything may decide on who acts there.
        between = self.rulebook.layers[self.number].between
        touched = [*self.watches.of.values()] if between else self.watches.touched(delta)
        for watch in touched:
            watch.current = False
            if watch.part in self.asleep:
                may[watch.part] = None
            elif watch.part.id in self.pending:
                stale.append(watch.part)
        if not may:
            return []
        joined = []
        for part in may:
            if effects.exists(part, board):
                self.asleep.discard(part)
                joined.append(part)
            else:
                self._put_by(part)
        joined.sort(key=lambda part: effects.key(part.effect))
        self.pending.update((part.id, part) for part in joined)
        self.stale = None
        return joined

    def _leave(self) -> list[str]:
        """The pending parts that no longer exist stop being pending; their ids, oldest first."""
        effects = self.effects
        doubtful = self.pending.values() if self.stale is None else self.stale
        gone = [part for part in doubtful if not effects.exists(part, self.board)]
        gone.sort(key=lambda part: effects.key(part.effect))
        for part in gone:
            del self.pending[part.id]
            self._note_turn(part)
            self._put_by(part)
        return [part.id for part in gone]

    # --- graphs ----------------------------------------------------------------------------

    def _check_graph(self, turn: int, graph: GraphRecord | None, joined: list[ReplayPart]) -> None:
        """The recorded graph is of the right parts, and holds every dependency and no other."""
        if graph is None:
            self.breach(STRUCTURE, f"no graph is recorded at turn {turn}")
            self.stale = None
            return
        self.findings.looked(STRUCTURE)
        clause = clause_of(self.rulebook, "test")
        if self.steady is not None and self.steady.holds(graph):
            self.findings.looked(clause, len(self.pending) * (len(self.pending) - 1))
            self._note_parity(self.steady.edges)
            return
        self.steady = None
        effects = self.effects
        watched = [self.watches.watch(part, self.board, effects) for part in self.pending.values()]
        self.stale = []
        pending = [watch.part for watch in watched if watch.seen is not None]
        pending.sort(key=lambda part: effects.key(part.effect))
        new = set(joined)
        tested = pending if self.anew else [part for part in pending if part in new]
        right = True
        for what, recorded, parts in (
            ("pending", graph.pending, pending),
            ("tested", graph.tested, tested),
        ):
            ids = tuple(part.id for part in parts)
            if recorded != ids:
                right = False
                self.breach(
                    STRUCTURE, f"{what} at turn {turn} are {_list(ids)}, and not {_list(recorded)}"
                )
        if clause in self.findings.without:
            return
        trials, edges = self._trials(pending, set(tested))
        others = len(pending) - len(tested)
        self.findings.looked(clause, len(tested) * (len(tested) - 1 + 2 * others))
        aside = self._with_parity(turn, graph, edges, pending)
        wrong = check_edges(graph.found, edges, aside, turn)
        if wrong is not None:
            self.breach(clause, wrong)
        elif self.anew and right and trials is not None and not effects.early.given:
            self.steady = SteadyGraph(graph, trials)

    def _trials(
        self, pending: list[ReplayPart], tested: set[ReplayPart]
    ) -> tuple[ActionTrials | None, Edges]:
        """The dependencies of all pairs that hold a tested part; the trials, if they can go on."""
        match self.rulebook.layers[self.number].test or policy(self.rulebook, "test"):
            case "action":
                trials = ActionTrials(self.board, pending, self.watches, self.effects)
                new = row_of(place for place, part in enumerate(pending) if part in tested)
                return trials, trials.edges(new)
            case "removal":
                return None, by_removal(self.board, pending, tested, self.watches, self.effects)
            case "result":
                results = Results(
                    self.board, pending, tested, self.applied, self.watches, self.effects
                )
                return None, results.edges()
        return None, Edges((), [])

    def _with_parity(
        self, turn: int, graph: GraphRecord, edges: Edges, pending: list[ReplayPart]
    ) -> frozenset[tuple[str, str]]:
        """Edges between parts of which one alone sets or defines: none are, if not recorded."""
        parity = policy(self.rulebook, "parity")
        if not self._note_parity(len(edges)):
            return frozenset()
        setting_only = parity == "both or neither set"
        verb, is_so = ("sets", sets) if setting_only else ("defines", defines)
        what = "something" if setting_only else "a characteristic"
        clause = clause_of(self.rulebook, "parity")
        setting = row_of(place for place, part in enumerate(pending) if is_so(part))
        apart = {(edges.names[one], edges.names[other]) for one, other in edges.across(setting)}
        if not apart:
            return frozenset()
        told = {(edge.effect, edge.on) for edge in graph.found}
        for pair in sorted(apart & told):
            one, other = pair if setting >> edges.names.index(pair[0]) & 1 else pair[::-1]
            message = f"{one} {verb} {what} and {other} does not, so no edge joins them"
            self.breach(clause, f"{message} at turn {turn}")
        return frozenset(apart - told)

    def _note_parity(self, edges: int) -> bool:
        """So many edges are looked at for what they join, if the rulebook asks for that."""
        if not edges or policy(self.rulebook, "parity") == "none":
            return False
        self.findings.looked(clause_of(self.rulebook, "parity"), edges)
        return True


def _list(ids: Iterable[str]) -> str:
    return ", ".join(ids) or "no one"
