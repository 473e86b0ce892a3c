"""A layered derivation in which another effect than the oldest may go: states and steps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import LayerNumber
from layerlaw.solver.certainty.orders.layer_states import (
    Grants,
    Handle,
    Interpreter,
    LayerEntry,
    LayerState,
    NumberedBoards,
    Transition,
    anything_copies,
)
from layerlaw.solver.certainty.orders.schedules import offered
from layerlaw.solver.effects.context import Instances
from layerlaw.solver.effects.starting_board import starting_board
from layerlaw.solver.effects.world import World
from layerlaw.solver.layers.carried import Begun, early_of
from layerlaw.solver.layers.graph import Standing, standing
from layerlaw.solver.layers.machine import LayerMachine
from layerlaw.solver.layers.procedure import ALL_SHORT_CUTS, NO_SHORT_CUTS, Procedure
from layerlaw.solver.layers.runs import Boards as LayerBoards

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from layerlaw.solver.board.columns import Board, Flip, Maker
    from layerlaw.solver.certainty.orders.interleavings import Rank
    from layerlaw.solver.effects.parts import Effect, Observation, Part
    from layerlaw.solver.facts.situation import Situation
    from layerlaw.solver.layers.observe import Granted


class TransitionSystem:
    """All courses of one layered situation, step by step.

    age: how old effects are, where only those may go instead of the oldest that are as old; None:
    any may. See docs/definition.md, "Whether the order matters".
    """

    def __init__(self, situation: Situation, age: Callable[[Effect], Rank] | None = None) -> None:
        self.situation = situation
        self.age = age
        self.world = World(situation)
        self.instances = Instances()
        rulebook = situation.rulebook
        self.procedures = tuple(Procedure.from_rulebook(rulebook, one) for one in rulebook.layers)
        self.rules = self.procedures[0].rules
        self.anew = self.procedures[0].anew
        self.start_board = starting_board(self.world, self.instances)
        self.continues = rulebook.policy("ability lost") == "continues"
        self._keeps = rulebook.policy("set") == "kept"
        self.ordered_grants = rulebook.policy("test") == "result" or (
            any(check.obeys or check.cannot for check in rulebook.checks)
            and rulebook.policy("prohibition") in ("newest", "both static")
        )
        self._interpreters: dict[Grants, Interpreter] = {}
        self._boards = NumberedBoards()
        self._standing: dict[tuple[frozenset[str], frozenset[tuple[str, str]]], Standing] = {}
        self._ages: dict[Handle, Rank] = {}
        self._ids: dict[tuple[Handle, LayerNumber], str] = {}
        self._ready: LayerEntry | None = None
        self._copying = anything_copies(situation)

    # --- reading -----------------------------------------------------------------------------

    @property
    def layers(self) -> tuple[LayerNumber, ...]:
        """How many layers there are."""
        return tuple(map(LayerNumber, range(len(self.world.rulebook.layers))))

    def effect_id(self, handle: Handle, layer: LayerNumber) -> str:
        """The id of an effect that has a part in the layer."""
        known = self._ids.get((handle, layer))
        if known is None:
            known = self._interpreter(()).parts(handle)[layer].id
            self._ids[handle, layer] = known
        return known

    def board(self, entry: LayerEntry) -> Board:
        """The board of an entry."""
        return self._boards.board(entry.board)

    def interpreter(self, entry: LayerEntry) -> Interpreter:
        """The solver's parts as they are there, ready to be asked."""
        found = self._interpreter(entry.grants)
        if self._ready is not entry:
            self._ready = entry
            found.observer.begun = Begun(
                dict.fromkeys(entry.started),
                dict(entry.scopes),
                {one.maker: one for one in entry.early},
                dict.fromkeys(entry.ahead),
            )
            for trials in found.trials:
                trials.short_cuts = NO_SHORT_CUTS if entry.early else ALL_SHORT_CUTS
        return found

    def _interpreter(self, grants: Grants) -> Interpreter:
        if grants not in self._interpreters:
            self._interpreters[grants] = Interpreter(
                self.world, self.instances, grants, self.procedures
            )
        return self._interpreters[grants]

    def part(self, handle: Handle, entry: LayerEntry, layer: LayerNumber) -> Part:
        """The part of an effect in a layer."""
        return self.interpreter(entry).parts(handle)[layer]

    def rank(self, handle: Handle, state: LayerState) -> tuple[object, ...]:
        """What decides between those that may go, in the derivation itself: the timestamp."""
        return self.part(handle, state.entry, state.layer).key

    # --- layers ------------------------------------------------------------------------------

    def start(self) -> LayerEntry:
        """Before the first layer."""
        return LayerEntry(self._boards.number(self.start_board))

    def standing(self, entry: LayerEntry, layer: LayerNumber) -> list[Handle]:
        """The effects with a part in the layer, existing or not, in a fixed order."""
        interpreter = self.interpreter(entry)
        parts = interpreter.effects.standing(layer, self.board(entry))
        found = dict.fromkeys(interpreter.handle(part) for part in parts)
        found.update(
            dict.fromkeys(
                handle for handle in sorted(entry.handles) if layer in interpreter.parts(handle)
            )
        )
        return list(found)

    def begin(
        self, entry: LayerEntry, layer: LayerNumber, among: Collection[Handle] | None = None
    ) -> LayerState | None:
        """The layer's first state; None if no part of it exists.

        among: as if there were no other effects than those.
        """
        handles = frozenset(self.standing(entry, layer))
        none: frozenset[Handle] = frozenset()
        dormant = handles if among is None else handles.intersection(among)
        state = LayerState(layer, entry, none, none, dormant, frozenset(), frozenset())
        state = self._settled(state, (), among)
        return state if state.pending else None

    def ended(self, state: LayerState) -> LayerEntry:
        """Where the next layer begins, after the last turn of this one."""
        entry = state.entry
        if self._copying or not (entry.started or entry.scopes or entry.ahead):
            # What copies has effects of two printed forms under one id.
            return entry
        interpreter = self.interpreter(entry)
        over: set[Maker] = set()
        kept: set[tuple[Maker, int]] = set()
        gone: set[Handle] = set()
        for handle in state.done:
            parts = interpreter.parts(handle)
            who = parts[state.layer].identity
            later = [
                part
                for layer, part in parts.items()
                if layer > state.layer and (who, part.last_layer) not in entry.ahead
            ]
            kept.update((who, step.index) for part in later for step in part.steps)
            over.add(who)
            if not later:
                gone.add(handle)
        ended = {interpreter.parts(handle)[state.layer].identity for handle in gone}
        ended -= {one.maker for one in entry.early}
        return replace(
            entry,
            ahead=frozenset(one for one in entry.ahead if one[1] > state.layer),
            started=entry.started - ended,
            scopes=frozenset(
                one for one in entry.scopes if one[0][0] not in over or one[0] in kept
            ),
            handles=entry.handles - gone,
        )

    # --- turns -------------------------------------------------------------------------------

    def stand(self, state: LayerState) -> Standing:
        """Where everybody stands at that moment."""
        names = state.named
        if self.anew:
            names = frozenset(self.id(handle, state) for handle in state.pending)
        key = (names, state.edges)
        if key not in self._standing:
            edges: dict[str, list[str]] = {}
            for name, other in sorted(state.edges):
                edges.setdefault(name, []).append(other)
            self._standing[key] = standing(sorted(names), edges, self.rules)
        return self._standing[key]

    def id(self, handle: Handle, state: LayerState) -> str:
        """The id of an effect with a part in the layer."""
        return self.effect_id(handle, state.layer)

    def options(self, state: LayerState) -> tuple[Rank, list[Handle]]:
        """Those that may go next, sorted by timestamp, and their rank among others."""
        named = {self.id(handle, state): handle for handle in state.pending}
        kind, names = offered(named, self.stand(state), self.rules)
        handles = sorted(
            (named[name] for name in names), key=lambda handle: self.rank(handle, state)
        )
        if self.age is None:
            return (kind,), handles
        oldest = min(self.aged(handle, state) for handle in handles)
        return (kind, *oldest), [h for h in handles if self.aged(h, state) == oldest]

    def aged(self, handle: Handle, state: LayerState) -> Rank:
        """How old an effect is."""
        if self.age is None:
            return ()
        if handle not in self._ages:
            self._ages[handle] = self.age(self.part(handle, state.entry, state.layer).effect)
        return self._ages[handle]

    def step(
        self, state: LayerState, handle: Handle, among: Collection[Handle] | None = None
    ) -> Transition:
        """The turn of an effect that may go. Raises `LayerlawError` for what grows without end."""
        entry, layer = state.entry, state.layer
        interpreter = self.interpreter(entry)
        board = self.board(entry)
        part = interpreter.parts(handle)[layer]
        seen = interpreter.observer.observe(part, board)
        pending = state.pending - {handle}
        if seen is None and not self.anew:
            return Transition(self.lost(state, handle), None)
        if seen is None:
            lost = replace(state, pending=pending, dormant=state.dormant | {handle})
            return Transition(self._settled(lost, (), among), None)
        granted: list[Granted] = []
        boards = LayerBoards(board, in_place=False)
        flips = boards.write(lambda board: interpreter.observer.write(part, seen, board, granted))
        entry = self._begun(state, handle, part, seen, granted, boards.now)
        moved = replace(state, entry=entry, pending=pending, done=state.done | {handle})
        return Transition(self._settled(moved, flips, among), seen)

    def exists(self, handle: Handle, state: LayerState) -> bool:
        """Whether an effect's part exists at that moment."""
        observer = self.interpreter(state.entry).observer
        part = self.part(handle, state.entry, state.layer)
        return observer.observe(part, self.board(state.entry)) is not None

    def lost(self, state: LayerState, handle: Handle) -> LayerState:
        """After the turn of a part that does not exist, with a graph that is kept.

        Nothing was written, so that nothing comes into existence, this part least of all.
        """
        return replace(state, pending=state.pending - {handle}, dormant=state.dormant | {handle})

    def _begun(
        self,
        state: LayerState,
        handle: Handle,
        part: Part,
        seen: Observation,
        granted: Iterable[Granted],
        after: Board,
    ) -> LayerEntry:
        entry = state.entry
        started, scopes, handles, grants = (
            entry.started,
            entry.scopes,
            entry.handles,
            entry.grants,
        )
        early, ahead = entry.early, entry.ahead
        if part.ahead:
            ahead |= {(part.identity, own) for own in part.own_layers}
        counts = not self.world.rulebook.layers[part.layer].early
        if not counts:
            did = early_of(part, seen, self.board(entry), early, self.world)
            others = (one for one in early if one.maker != did.maker)
            early = tuple(sorted((*others, did), key=lambda one: one.maker))
        elif self.continues or early:
            started = started | {part.identity}
            if part.effect.static:
                handles = handles | {handle}
        if self._keeps and counts:
            kept = dict(scopes)
            observer = self.interpreter(entry).observer
            selected = observer.selected(part, seen, self.board(entry))
            for step, scope in zip(part.steps, selected, strict=True):
                kept.setdefault((part.identity, step.index), scope)
            scopes = frozenset(kept.items())
        if self.ordered_grants:
            grants = (
                *grants,
                *((instance, holder) for instance, mask in granted for holder in bits(mask)),
            )
        return LayerEntry(
            self._boards.number(after), started, scopes, handles, grants, early, ahead
        )

    def _settled(
        self, state: LayerState, flips: Sequence[Flip], among: Collection[Handle] | None
    ) -> LayerState:
        """The state once what these writes brought is pending, and what they ended no longer is."""
        interpreter = self.interpreter(state.entry)

        def parts(handles: Iterable[Handle]) -> list[Part]:
            return [interpreter.parts(handle)[state.layer] for handle in handles]

        layer = LayerMachine(
            interpreter.observer,
            state.layer,
            self.procedures[state.layer],
            trials=interpreter.trials[state.layer],
            admits=lambda part: among is None or interpreter.handle(part) in among,
        )
        boards = LayerBoards(self.board(state.entry), in_place=False)
        layer.resume(boards, parts(state.pending), parts(state.done), parts(state.dormant))
        found = layer.settle(flips)
        pending = [layer.parts[number] for number in layer.pending]
        edges: frozenset[tuple[str, str]] = frozenset()
        if found is not None:
            edges = frozenset(
                (layer.parts[number].id, layer.parts[awaited].id)
                for awaited, mask in found.columns.items()
                for number in bits(mask)
            )
        named: frozenset[str] = frozenset()
        if not self.anew:
            # What stays the same stays one object, which is not hashed again.
            named = frozenset(part.id for part in pending)
            named = state.named if named <= state.named else named | state.named
            edges = state.edges if edges <= state.edges else edges | state.edges
        return replace(
            state,
            pending=frozenset(map(interpreter.handle, pending)),
            dormant=frozenset(map(interpreter.handle, layer.dormant)),
            named=named,
            edges=edges,
        )
