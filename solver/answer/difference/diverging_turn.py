"""The turn at which two answers diverge: what goes on each side, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.printing import print_operation
from layerlaw.solver.answer.difference.turns import aligned_turns
from layerlaw.solver.answer.explain import Reason, clauses, clauses_of_layer, turn_reasons

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
    from layerlaw.solver.answer.difference.turns import AlignedTurn, Fork
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.facts.records import Dependency
    from layerlaw.solver.facts.situation import Situation
    from layerlaw.solver.layers.runs import LayerRun

TurnKind = Literal["layers", "graph", "turn", "change", "conditions"]


@dataclass(frozen=True, slots=True)
class DivergentSide:
    """One side of a divergence.

    derivation: the answer right after the event (None where the event cannot happen). says: what
    happens on this side, in words. reasons: why, with the clauses. run, number: the layer, and the
    turn in it (from 0), at which they diverge; None where there is no such layer, or nothing
    more goes in it. edges: the dependencies known at that turn that only this side has.
    """

    derivation: Answer | None
    says: tuple[str, ...]
    reasons: tuple[Reason, ...]
    run: LayerRun | None = None
    number: int | None = None
    edges: tuple[Dependency, ...] = ()


def differently_read(one: Rulebook, other: Rulebook) -> tuple[str, ...]:
    """The open points of one rulebook that the two read differently."""
    if one.id != other.id:
        return ()
    return tuple(id for id in one.points if _taken(one, id) != _taken(other, id))


def readings_taken(rulebook: Rulebook, points: tuple[str, ...]) -> tuple[Reason, ...]:
    """What the rulebook's readings of these points say, with the clauses that they follow."""
    readings = {id: rulebook.points[id].reading(_taken(rulebook, id)) for id in points}
    return tuple(
        Reason(f"{id} = {reading.id}: {reading.says}", (id, *reading.follows))
        for id, reading in readings.items()
    )


def _taken(rulebook: Rulebook, point: str) -> str:
    return rulebook.chosen.get(point, rulebook.points[point].default)


def at_turn(
    one: Answer, other: Answer, forked: Fork
) -> tuple[TurnKind, str, int, tuple[DivergentSide, DivergentSide]]:
    """The kind of the divergence, its layer and turn (from 1), and both sides."""
    both = _Both(one, other, forked)
    kind = both.kind()
    layer, turn = both.place()
    return kind, layer, turn, (both.side(0, kind), both.side(1, kind))


class _Both:
    """Two answers at the turn at which they diverge."""

    def __init__(self, one: Answer, other: Answer, forked: Fork) -> None:
        self.answers = (one, other)
        self.ahead = (forked.one, forked.other)
        self.turns = (aligned_turns(one), aligned_turns(other))
        present = [turn for turn in self.ahead if turn is not None]
        self.concerned: dict[str, Effect] = {t.effect: t.turn.part.effect for t in present}
        layers = [[layer.id for layer in answer.rulebook.layers] for answer in self.answers]
        self.same_layers = layers[0] == layers[1]
        # Where one side has nothing more in the earlier layer, it is not yet the other's turn.
        self.here = list(self.ahead)
        if self.same_layers and len(present) == 2:
            first, second = present
            if first.run.layer != second.run.layer and not first.shares_operation(second):
                self.here[0 if first.run.layer > second.run.layer else 1] = None

    def place(self) -> tuple[str, int]:
        """The layer's id and the number of the turn."""
        side = 0 if self.here[0] is not None else 1
        turn = self.here[side]
        assert turn is not None
        layer = self._layer(side, turn)
        numbers = [
            here.number
            for k, here in enumerate(self.here)
            if here is not None and self._layer(k, here).id == layer.id
        ]
        return layer.id, min(numbers) + 1

    def kind(self) -> TurnKind:
        """What differs."""
        if self._layers_differ():
            return "layers"
        if self._conditional() is not None:
            return "conditions"
        first, second = self.ahead
        if first is not None and second is not None and first.shares_operation(second):
            return "change"
        if any(self._deciding(side) for side in (0, 1)):
            return "graph"
        return "turn"

    def side(self, number: int, kind: TurnKind) -> DivergentSide:
        """One side of it."""
        answer, step = self.answers[number], self.here[number]
        reasons: list[Reason] = []
        chosen = step is not None and (
            kind not in ("change", "layers") or step.record.verdict == "lost"
        )
        if step is not None and chosen and answer.answers is None:
            reasons += turn_reasons(answer, step.run, step.number)
        if kind == "layers":
            reasons += self._working(number)
        reasons += self._procedure(number)
        reasons += readings_taken(
            answer.rulebook, differently_read(*(one.rulebook for one in self.answers))
        )
        return DivergentSide(
            answer,
            tuple(self._says(number, kind)),
            tuple(dict.fromkeys(reasons)),
            self._run(number),
            None if step is None else step.number,
            self._edges(number) if kind == "graph" else (),
        )

    # --- what differs ----------------------------------------------------------------------

    def _layer(self, side: int, turn: AlignedTurn) -> Layer:
        return self.answers[side].rulebook.layers[turn.run.layer]

    def _run(self, side: int) -> LayerRun | None:
        """The layer of the divergence on this side."""
        step = self.here[side]
        if step is not None:
            return step.run
        beyond = self.here[1 - side]
        if beyond is None or not self.same_layers:
            return None
        runs = (run for run in self.answers[side].runs if run.layer == beyond.run.layer)
        return next(runs, None)

    def _layers_of(self, side: int, effect: Effect) -> tuple[str, ...]:
        rulebook = self.answers[side].rulebook
        return tuple(
            effect.ability.layer or rulebook.layer_of(operation, effect.ability.defines).id
            for instruction in effect.ability.instructions
            for operation in instruction.operations
        )

    def _layers_differ(self) -> bool:
        if self.same_layers:
            return any(
                self._layers_of(0, effect) != self._layers_of(1, effect)
                for effect in self.concerned.values()
            )
        if len(self.concerned) < 2:
            return False
        return self._before(0) != self._before(1)

    def _before(self, side: int) -> int:
        """Whether the first effect's layer comes before (-1), after (1), or is the other's."""
        ids = [layer.id for layer in self.answers[side].rulebook.layers]
        first, second = (
            min(map(ids.index, self._layers_of(side, effect))) for effect in self.concerned.values()
        )
        return (first > second) - (first < second)

    def _conditional(self) -> str | None:
        """An effect with a condition that is applied on one side alone."""
        for id, effect in self.concerned.items():
            if effect.static and effect.ability.condition is not None:
                applied = [
                    any(t.effect == id and t.record.verdict == "applied" for t in taken)
                    for taken in self.turns
                ]
                held = [_held(id, answer.situation) for answer in self.answers]
                if applied[0] != applied[1] and (held[0] != held[1] or self._read_differently()):
                    return id
        return None

    def _read_differently(self) -> bool:
        """Whether the rulebooks read conditions at different times."""
        return len({answer.rulebook.policy("condition read") for answer in self.answers}) > 1

    def _edges(self, side: int) -> tuple[Dependency, ...]:
        """The dependencies known at the turn that only this side has."""
        here, there = self._known(side), self._known(1 - side)
        pairs = {(edge.effect, edge.on) for edge in there}
        return tuple(edge for edge in here if (edge.effect, edge.on) not in pairs)

    def _known(self, side: int) -> tuple[Dependency, ...]:
        step = self.here[side]
        if step is None or not step.run.graphs:
            return ()
        parts = {turn.part.id: turn.part for turn in step.run.turns}
        edges = step.run.graphs[step.turn.graph].edges
        return self.answers[side].shown.dependencies(edges, parts)

    def _deciding(self, side: int) -> bool:
        """Whether an edge only one side has bears on the effects concerned, pending on both."""
        if None in self.here:
            return False
        for k, step in enumerate(self.here):
            assert step is not None
            left = {turn.part.id for turn in step.run.turns[step.number :]}
            if not left.issuperset(self.concerned) or self.answers[k].answers is not None:
                return False
        step = self.here[side]
        assert step is not None
        loops = step.run.graphs[step.turn.graph].standing.loop_of
        bearing = {id for effect in self.concerned for id in (effect, *loops.get(effect, ()))}
        return any(edge.effect in bearing for edge in self._edges(side))

    # --- what is said ----------------------------------------------------------------------

    def _says(self, number: int, kind: TurnKind) -> Iterator[str]:
        step = self.here[number]
        if step is None:
            yield "nothing more goes in this layer"
        elif step.record.verdict == "lost":
            yield f"{step.effect} is lost"
        else:
            yield f"{step.effect} goes" + ("" if kind == "change" else " next")
        for id in self.concerned:
            text = self._state(number, id, kind)
            if text:
                yield text

    def _state(self, number: int, id: str, kind: TurnKind) -> str:
        """Where an effect stands on this side, if there is something to say of it."""
        answer, step = self.answers[number], self.here[number]
        situation = answer.situation
        if id in situation.left_out:
            return f"{id} is left out"
        taken = [turn for turn in self.turns[number] if turn.effect == id]
        if kind == "conditions" and id == self._conditional():
            if answer.rulebook.policy("condition read") != "at checks":
                return f"the condition of {id} is read as effects are applied"
            held = "held" if _held(id, situation) else "did not hold"
            return f"the condition of {id} {held} at the checks"
        if not taken:
            return f"{id} has no turn"
        if (
            step is None
            or kind in ("change", "layers")
            or step.run.layer not in {t.run.layer for t in taken}
        ):
            return ""
        standing = step.run.graphs[step.turn.graph].standing if step.run.graphs else None
        if standing is None or id not in standing.awaited:
            return ""
        later = {turn.part.id for turn in step.run.turns[step.number :]}
        if id in standing.independent:
            loop = " outside its loop" if id in standing.loop_of else ""
            return f"{id} waits for nothing{loop}"
        waits = sorted(standing.awaited[id] & later)
        if waits:
            return f"{id} waits for {', '.join(waits)}"
        done = sorted(standing.awaited[id])
        return f"{id} waited for {', '.join(done)}" if done else f"{id} is dependent"

    def _working(self, number: int) -> Iterator[Reason]:
        """In which layer the effects concerned work."""
        rulebook = self.answers[number].rulebook
        for id, effect in self.concerned.items():
            if self.same_layers and self._layers_of(0, effect) == self._layers_of(1, effect):
                continue
            operations = [o for i in effect.ability.instructions for o in i.operations]
            layers = self._layers_of(number, effect)
            for operation, layer in dict.fromkeys(zip(operations, layers, strict=True)):
                called = next(one.name for one in rulebook.layers if one.id == layer)
                name = layer if layer == called else f"{layer} ({called})"
                does = print_operation(operation, rulebook.plurals)
                yield Reason(
                    f"{id}: '{does}' works in layer {name}", clauses_of_layer(rulebook, layer)
                )

    def _procedure(self, number: int) -> Iterator[Reason]:
        """The parts of the procedure that differ though no reading makes them."""
        here, there = self.answers[number].rulebook, self.answers[1 - number].rulebook
        if here.policy("process") != there.policy("process"):
            text = {
                "layered": "effects apply one after another",
                "simultaneous": "effects apply at the same time",
                "newest wins": "effects apply at the same time, the newest is in force",
            }[here.policy("process")]
            yield Reason(text, clauses(here, "process"))
        tested = [book.policy("test") for book in (here, there)]
        if tested[0] == "none" != tested[1]:
            yield Reason("by timestamps only: nothing depends on anything", clauses(here, "test"))


def _held(id: str, situation: Situation) -> bool:
    """Whether the condition of an effect of that id held when it was last looked at."""
    return any(one.effect == id for one in situation.on)
