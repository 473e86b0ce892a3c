"""What the oracle finds on the way: every trial it makes, and the evidence of every dependency."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from layerlaw.model.algebra import CantBeControlledBy, CopyOf, GainActivated, Operation
from layerlaw.model.cards.card import Card, as_copied
from layerlaw.model.notation.printing import print_ability
from layerlaw.solver.facts.records import Witness
from oracle import derive as deriving
from oracle import order as ordering
from oracle.board import Board
from oracle.cells import MARKS, cells
from oracle.effects import Course, part_of
from oracle.observe import Observation, acts_in, apply_for_good, existing, observe
from oracle.order import Trials, play_layer
from oracle.values import mentions_it
from oracle.world import Effect, Key, World

Pair = tuple[str, str]
"""(x, y), by effect ids: whether x depends on y."""


SEQUENCE = ("freed", "dependents", "independent", "loop", "graph")
"""The policies that decide only whose turn is next: they change no trial on a given board."""

Past = tuple[object, ...]
"""Everything that a board of one table comes from: the other policies, and what was applied."""


Told = tuple[int, set[Pair], dict[Pair, Witness]]
"""How many turns had been taken, the pairs tried then, and the evidence of each dependency."""


@dataclass(slots=True)
class Look:
    """All trials on one board. turn: how many turns had been taken."""

    turn: int
    tried: set[Pair] = field(default_factory=set)
    found: dict[Pair, Witness] = field(default_factory=dict)


@dataclass(slots=True)
class Recorder:
    """Takes down the trials of one derivation: for each layer every look, in order.

    shared: a trial, and which effects exist, is worked out once for all procedures that come to
    the same board by the same steps. Call `forget` before another table is laid.
    """

    shared: bool = True
    looks: dict[str, list[Look]] = field(default_factory=dict)
    past: Past = ()
    _applied: int = 0
    _full: bool = False
    _elsewhere: bool = False
    _seen: list[Observation] = field(default_factory=list)
    _ends: list[tuple[Board, set[tuple[str, str]]]] = field(default_factory=list)
    _trials: dict[Past, tuple[bool, Witness | None]] = field(default_factory=dict)
    _existing: dict[Past, list[Effect]] = field(default_factory=dict)
    _ended: dict[Past, dict[str, object]] = field(default_factory=dict)

    def forget(self) -> None:
        """Another table is laid."""
        self._trials.clear()
        self._existing.clear()
        self._ended.clear()

    def once(self, work_out: Callable[[], dict[str, object]]) -> dict[str, object]:
        """What is worked out of the board at the end, once for all that end in the same way."""
        if self.past not in self._ended or not self.shared:
            self._ended[self.past] = work_out()
        return self._ended[self.past]

    def told(self, layer: str) -> list[Told]:
        """What a layer's looks have shown, but for those at which nothing could be tried."""
        looks = self.looks.get(layer, ())
        return [(look.turn, look.tried, look.found) for look in looks if look.tried]

    def look(self, layer: str) -> Look:
        """The look that is going on."""
        looks = self.looks[layer]
        if not looks or looks[-1].turn != self._applied:
            looks.append(Look(self._applied))
        return looks[-1]

    @contextmanager
    def watching(self) -> Iterator[Recorder]:
        """While this lasts, whatever the oracle derives is taken down (the last derivation)."""
        derive_layers, all_edges = deriving.derive_layers, ordering.all_edges
        depends, run = ordering.depends, ordering.run

        def deriving_layers(world: World, on: frozenset[Key] | None) -> deriving.Answer:
            self.looks = {}
            policies = world.rulebook.policies.items()
            values = tuple(each.value for name, each in policies if name not in SEQUENCE)
            self.past = (values, on)
            return derive_layers(world, on)

        def playing(layer: str, board: Board, course: Course) -> Any:
            self.looks[layer] = []
            self._applied = 0
            edges, turns = play_layer(layer, board, course)
            each_step = board.world.policy("graph") == "each step"
            for look in self.looks[layer]:
                look.turn = turns_taken(look.turn, turns, each_step)
            return edges, turns

        def finding_all(parts: list[Effect], *rest: Any) -> Any:
            self._full = True
            edges = all_edges(parts, *rest)
            self._full = False
            return edges

        def trying(x: Effect, y: Effect, trials: Trials) -> bool:
            layer, board, course = trials.layer, trials.board, trials.course
            look = self.look(layer)
            trial = (self.past, layer, x.key, y.key, frozenset(trials.known))
            if trial not in self._trials or not self.shared:
                self._seen, self._ends = [], []
                verdict = depends(x, y, trials)
                evidence = self.witness(x, trials) if verdict else None
                self._trials[trial] = verdict, evidence
            verdict, evidence = self._trials[trial]
            # Where all are looked at, all exist; what joins later may meet some that are gone.
            if self._full or all(acts_in(each, layer, board, course) for each in (x, y)):
                look.tried.add((x.id, y.id))
            if evidence is not None:
                look.found[x.id, y.id] = evidence
            return verdict

        def existing_now(board: Board, layer: str, course: Course) -> list[Effect]:
            if self._elsewhere:
                return existing(board, layer, course)
            now = (self.past, layer)
            if now not in self._existing or not self.shared:
                self._existing[now] = existing(board, layer, course)
            return list(self._existing[now])

        def observing(*what: Any, **how: Any) -> Observation:
            self._seen.append(observe(*what, **how))
            return self._seen[-1]

        def running(*what: Any) -> Any:
            # Inside a run boards are others than those that the steps taken lead to.
            self._elsewhere = True
            self._ends.append(run(*what))
            self._elsewhere = False
            return self._ends[-1]

        def applying(effect: Effect, layer: str, board: Board, course: Course) -> None:
            apply_for_good(effect, layer, board, course)
            self.past = (*self.past, layer, effect.key)
            self._applied += 1

        with (
            patch.object(deriving, "derive_layers", deriving_layers),
            patch.object(deriving, "play_layer", playing),
            patch.object(ordering, "all_edges", finding_all),
            patch.object(ordering, "depends", trying),
            patch.object(ordering, "existing", existing_now),
            patch.object(ordering, "observe", observing),
            patch.object(ordering, "run", running),
            patch.object(ordering, "apply_for_good", applying),
        ):
            yield self

    def witness(self, x: Effect, trials: Trials) -> Witness:
        """The evidence of the trial just made: existence, else the first scope, else operand."""
        layer, board = trials.layer, trials.board
        if self._ends:
            (first, one), (second, other) = self._ends
            end, other_end = cells(first), cells(second)
            differing = [cell for cell in one | other if end[cell] != other_end[cell]]
            return Witness("result", cells=tuple(sorted(map(shown_cell, differing))))
        before = trials.before(x)
        left = [seen for seen in self._seen if seen is not before]
        # Who takes an ability away is found without observing what that leaves.
        if not left or not left[-1].exists:
            return Witness("existence")
        after = left[-1]
        entry = board.world.by_entry().index
        for number, (old, new) in enumerate(zip(before.scopes, after.scopes, strict=True)):
            if old != new:
                entered, gone = sorted(new - old, key=entry), sorted(old - new, key=entry)
                return Witness("scope", number, entered=tuple(entered), left=tuple(gone))
        for number, (_, _, steps) in enumerate(part_of(x, layer, board.world)):
            for place, (step, operation) in enumerate(steps):
                actions = before.actions[number], after.actions[number]
                texts = operand_texts(operation, step, actions, board)
                if texts[0] != texts[1]:
                    return Witness("action", number, place, before=texts[0], after=texts[1])
                if actions[0] != actions[1] and isinstance(operation, CopyOf):
                    now = f"another {texts[1]}"
                    return Witness("action", number, place, before=texts[0], after=now)
        raise AssertionError(f"{x.id} depends on something without any difference")


def turns_taken(applied: int, turns: list[tuple[str, str]], each_step: bool) -> int:
    """How many turns had been taken when a look was made after so many were applied.

    With graphs found anew, what is lost leaves before the look.
    """
    places = [place for place, (_, verdict) in enumerate(turns) if verdict == "applied"]
    if applied == 0:
        return 0
    if each_step:
        return places[applied] if applied < len(places) else len(turns)
    return places[applied - 1] + 1


def shown_cell(cell: tuple[str, str]) -> tuple[str, str]:
    """A cell by the name that it has in records."""
    object, name = cell
    return (object, "permissions" if name == MARKS else name)


def operand_texts(
    operation: Operation, step: int, actions: tuple[dict[str, Any], dict[str, Any]], board: Board
) -> list[str]:
    """The operands of an operation before and after, as text: one for all, or one for each object.

    Where there is one for each at both times, those that differ.
    """
    found = [
        {
            object: one_operand(operation, worked_out, board)
            for object in board.world.by_entry()
            for number, _, worked_out in action.get(object, [])
            if number == step
        }
        for action in actions
    ]
    many = [mentions_it(operation) or len({*each.values()}) > 1 for each in found]
    both = found[0].items() & found[1].items() if all(many) else set()
    return [
        ", ".join(
            f"{object}: {text}" for object, text in each.items() if (object, text) not in both
        )
        if several
        else next(iter(each.values()), "")
        for each, several in zip(found, many, strict=True)
    ]


def one_operand(operation: Operation, worked_out: tuple[object, ...], board: Board) -> str:
    """One operand as text."""
    if not worked_out:
        return ""
    [value] = worked_out
    if isinstance(operation, CopyOf) and value is None:
        return "nothing"
    if isinstance(value, Card):
        if board.world.copies_leave_forms:
            return value.name
        forms = [(id, board.world.form(id)) for id in board.world.things]
        same = [id for id, form in forms if form is value]
        # What is itself a copy has its form made anew each time.
        return (same or [id for id, form in forms if as_copied(form, None) == value])[0]
    if isinstance(operation, GainActivated):
        assert isinstance(value, frozenset)
        texts = (print_ability(one, board.world.rulebook.plurals) for one in value)
        return ", ".join(sorted(texts)) or "nothing"
    if isinstance(value, frozenset):
        players = isinstance(operation, CantBeControlledBy)
        # Objects stand in the order of their entry; players, like words, in that of their names.
        entered = () if players else board.world.by_entry()
        place = {id: number for number, id in enumerate(entered)}
        members = sorted(value, key=lambda one: (place.get(one, 0), one))
        nobody = "no one" if players else "nothing"
        return ", ".join(members) or nobody
    return "no one" if value is None else str(value)
