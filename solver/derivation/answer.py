"""The whole worked answer of one situation: layers, turns, dependencies, the final state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import (
    LayerlawError,
    WrongArgument,
    told,
    with_hint,
    wrong_argument,
)
from layerlaw.model.lazy import LazyModule
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.board.columns import ABILITIES, Board, Maker
from layerlaw.solver.board.kinds import Index
from layerlaw.solver.derivation.course import Course
from layerlaw.solver.derivation.lifted import LiftedStates
from layerlaw.solver.derivation.makers import makers_of
from layerlaw.solver.derivation.told import ToldState
from layerlaw.solver.effects.context import Instances
from layerlaw.solver.effects.parts import Effect
from layerlaw.solver.effects.world import World
from layerlaw.solver.facts.displays import registered
from layerlaw.solver.facts.records import (
    AnswerRecord,
    Cell,
    Dependency,
    EffectRecord,
    Facts,
    FateRecord,
    Happening,
    LayerRecord,
    Value,
    no_value,
)
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.facts.rows import Cells, shown_labels
from layerlaw.solver.facts.situation import RULES, Situation
from layerlaw.solver.layers.cells import Shown
from layerlaw.solver.layers.layer_records import layer_records
from layerlaw.solver.layers.runs import LayerRun

if TYPE_CHECKING:
    from collections.abc import Iterator

    import networkx
    from matplotlib import axes

    from layerlaw.model.algebra import Ability
    from layerlaw.model.rulebooks.rulebook import Layer
else:
    axes = LazyModule("matplotlib.axes")
    networkx = LazyModule("networkx")


@dataclass(frozen=True)
class Answer(Rich):
    """What all effects of a situation add up to, and how.

    `layers`, `final` and `fates` are plain facts, which the certificate checks, and so is what
    `value`, `order`, `dependencies`, `loops` and `late` say of them. `chronicle` (what happened by
    itself on the way) is of the history, which it does not check; `idle` is what events said that
    did nothing; `late` names granted effects (id, layer) whose layer was over when they came;
    `runs` and the boards are the solver's own.

    Where effects apply at the same time, `answers` are all states in which they agree with
    themselves (otherwise None), `lifted` those that only lift themselves, all of them if it is
    `complete`, and `conflict` the effects at the bottom of a paradox; `states` are the answers
    as derivations, each of which knows the `whole`. The end, the runs and all that is read off
    them are then the first answer's, in a paradox the starting board; the fates are those that
    all answers agree on. `others` are the effects that something of this names and that have no
    turn in the first answer. `picked` is whether it is the state of the newest effects among
    several. `scenario` is the history that led here, if one was played.

    In a paradox `rest` are the states of what stands, for it reads nothing that has no state; each
    of them `stands`. `without` are the cells that have no value in one of these, or not the same
    one in all, `stuck` the effects of the components without a state, `doubtful` those of which it
    cannot be told whether they exist, and `undecided` what the checks might find.
    """

    situation: Situation
    world: World
    instances: Instances
    start: Board
    course: Course
    fates: tuple[FateRecord, ...]
    chronicle: tuple[Happening, ...] = ()
    idle: tuple[Happening, ...] = ()
    late: tuple[tuple[str, str], ...] = ()
    together: tuple[ToldState, ...] | None = field(default=None, repr=False, compare=False)
    apart: LiftedStates | None = field(default=None, repr=False, compare=False)
    conflict: tuple[str, ...] = ()
    others: tuple[Effect, ...] = ()
    several: tuple[Answer, ...] = field(default=(), repr=False, compare=False)
    whole: Answer | None = field(default=None, repr=False, compare=False)
    rest: tuple[Answer, ...] = field(default=(), repr=False, compare=False)
    without: frozenset[Cell] = field(default=frozenset(), repr=False, compare=False)
    stuck: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    undecided: tuple[FateRecord, ...] = ()
    stands: bool = False
    picked: bool = field(default=False, repr=False, compare=False)
    scenario: Scenario | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        """What it is the answer to, in a line; everything in it would fill pages."""
        title = f" {self.scenario.title!r}" if self.scenario is not None else ""
        if self.together is not None:
            count = len(self.together)
            words = {0: "paradox", 1: "one answer"}.get(count, f"{count} answers")
        else:
            turns = sum(turn.part.effect.source != RULES for run in self.runs for turn in run.turns)
            loops = {one for run in self.runs for graph in run.graphs for one in graph.loops}
            words = f"{turns} turns, {len(loops)} loop{'' if len(loops) == 1 else 's'}"
        return f"<Answer{title} under {self.rulebook.id}: {words}>"

    @property
    def runs(self) -> tuple[LayerRun, ...]:
        """The runs of all layers in which some effect had a part."""
        return self.course.runs

    @property
    def end(self) -> Board:
        """The board at the end."""
        return self.course.end

    @property
    def number(self) -> int | None:
        """Which of the answers of the whole it is, from 0; None if it is the whole."""
        ends = () if self.whole is None else (one.end for one in self.whole.several)
        return next((number for number, end in enumerate(ends) if end is self.end), None)

    def __copy__(self) -> Answer:
        return self

    def __deepcopy__(self, known: dict[int, object]) -> Answer:
        return self

    @property
    def verdict(self) -> Literal["settled", "several", "paradox"]:
        """Whether the rules settle on one state, leave several, or none."""
        if self.together is None or len(self.together) == 1:
            return "settled"
        return "several" if self.together else "paradox"

    @property
    def states(self) -> tuple[Answer, ...]:
        """Every answer as a derivation of its own; none in a paradox."""
        if self.verdict == "settled":
            return (self,)
        return tuple(
            replace(one, chronicle=self.chronicle, idle=self.idle, whole=self)
            for one in self.several
        )

    @property
    def answers(self) -> tuple[AnswerRecord, ...] | None:
        """Where effects apply at the same time, all states that are answers; otherwise None."""
        return None if self.together is None else tuple(one.record for one in self.together)

    @property
    def lifted(self) -> tuple[AnswerRecord, ...]:
        """The states that agree with themselves but only lift themselves, looked for when asked."""
        return () if self.apart is None else self.apart.records

    @property
    def complete(self) -> bool:
        """Whether `lifted` are all of them."""
        return self.apart is None or self.apart.complete

    @property
    def due(self) -> tuple[FateRecord, ...]:
        """What the checks carry out: `fates`; in a paradox what they find in all that stands."""
        if not self.rest:
            return self.fates
        return tuple(fate for fate in self.rest[0].fates if fate not in self.undecided)

    @cached_property
    def agreed(self) -> Mapping[Cell, Value]:
        """The cells of `final` that are the same in all answers."""
        if self.verdict != "several":
            return self.final
        finals = [state.final for state in self.together or ()]
        return MappingProxyType(
            {
                cell: value
                for cell, value in (finals[0] if finals else {}).items()
                if all(cell in other and other[cell] == value for other in finals)
            }
        )

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook, with the readings chosen, that the answer was derived under."""
        return self.situation.rulebook

    @cached_property
    def shown(self) -> Shown:
        """Boards as plain values."""
        return Shown(self.world, self.instances)

    @cached_property
    def layers(self) -> tuple[LayerRecord, ...]:
        """Every layer in which some effect had a part, in order."""
        if self.together:
            return self.together[0].steps
        return layer_records(self.runs, self.shown)

    @cached_property
    def effects(self) -> Mapping[str, Effect]:
        """Every effect that had a turn, or is one of `others`, by id."""
        return MappingProxyType({effect.id: effect for effect in self._met})

    @cached_property
    def makers(self) -> Mapping[Maker, Effect]:
        """The effects by what their marks bear: all that a board of this could bear marks of.

        Where effects apply at once these are all that could exist, in one state of several those
        that do; states that only lift themselves need not be looked for.
        """
        if self.apart is not None:
            return makers_of(self.apart.possible)
        return makers_of(self.others if self.together else self._met)

    @property
    def _met(self) -> Iterator[Effect]:
        """Every effect that is one of `others`, and every one that had a turn, at each of them."""
        yield from self.others if self.apart is None else self.apart.named
        yield from (turn.part.effect for run in self.runs for turn in run.turns)

    @cached_property
    def final(self) -> Mapping[Cell, Value]:
        """Every characteristic of every object: (id, characteristic) -> value.

        Of the players and the rules only what effects changed. In a paradox only the cells that
        read nothing that has no state; the others have no value.
        """
        if self.stands:
            return MappingProxyType(_without(self._cells, self.without))
        if self.verdict != "paradox":
            return self._cells
        first = self.rest[0].final if self.rest else {}
        return MappingProxyType(_without(first, self.without))

    @cached_property
    def _cells(self) -> Mapping[Cell, Value]:
        """Every cell of the board at the end; in a paradox of the starting board."""
        if self.together:
            return self.together[0].final
        end = Board(dict(self.end.columns), self.end.had) if self.stands else self.end
        return self.shown.final(end, self.start)

    @property
    def board(self) -> Board:
        """The board that events and questions are asked of.

        In a paradox that of what stands: it raises `LayerlawError` for a cell without value.
        """
        return self.rest[0].end if self.rest else self.end

    def _known(self, object: str, characteristic: str) -> Answer:
        """The derivation that knows the cell; raises `LayerlawError` if it has no value."""
        cell = object, characteristic
        if self.stands and cell in self.without:
            raise no_value(cell)
        if self.verdict != "paradox" or self.stands:
            return self
        if not self.rest or cell in self.without:
            torn = bool(self.rest) and all(cell not in one.without for one in self.rest)
            raise no_value(cell, torn=torn)
        return self.rest[0]

    def value(self, object: str, characteristic: str) -> Value:
        """One final characteristic of an object, in play or not.

        Raises `LayerlawError`, with a suggestion, for an unknown object or characteristic.
        """
        index = self.index(object)
        self.check_characteristic(characteristic)
        known = self._known(object, characteristic)
        cell = (object, characteristic)
        if cell in known.final:
            return known.final[cell]
        # Of players and rules what no effect changed, and of what is in no zone, is as it was.
        return self.shown.cell(self.start, index, characteristic, final=True)

    def abilities(self, object: str) -> tuple[int, ...]:
        """The numbers, in `instances`, of all ability instances an object finally has.

        Whether they work is for `disabled_by` to say. Raises `LayerlawError` for an unknown object.
        """
        held = self._known(object, ABILITIES).end.values(ABILITIES, self.index(object))
        return tuple(number for number in held if isinstance(number, int))

    def disabled_by(self, object: str) -> str:
        """The status under which none of the object's abilities works, or an empty string.

        Raises `LayerlawError` for an unknown object. Clause: SORC-DISABLED-1.
        """
        self.index(object)
        disabling = (status for status in self.rulebook.disabling if self.value(object, status))
        return next(disabling, "")

    def index(self, object: str) -> Index:
        """The index of an object; raises `LayerlawError` with a suggestion."""
        _check_name("object", object)
        if object not in self.world.index:
            same = [
                f": did you mean '{id}'?" for id in self.world.index if id.lower() == object.lower()
            ]
            known = ", ".join(self.world.index)
            hint = same[0] if same else ""
            raise LayerlawError(f"there is no object '{object}' (there are {known}){hint}")
        return self.world.index[object]

    def check_characteristic(self, characteristic: str) -> None:
        """Raises `LayerlawError`, with a suggestion, unless the game has the characteristic."""
        _check_name("characteristic", characteristic)
        known = self.shown.characteristics
        if characteristic not in known:
            raise LayerlawError(
                with_hint(
                    f"there is no characteristic '{characteristic}' (there are {', '.join(known)})",
                    characteristic,
                    known,
                )
            )

    def layer(self, name: str | int) -> LayerRecord:
        """The record of a layer by id or name; empty if no effect had a part there.

        An id may be given as a number. Raises `LayerlawError`, with a suggestion, for an unknown
        layer.
        """
        layer = find_layer(self.rulebook, name)
        for record in self.layers:
            if record.layer == layer.id:
                return record
        return LayerRecord(layer.id, (), ())

    def order(self, layer: str | int) -> tuple[str, ...]:
        """The effects applied in a layer, in order; those lost at their turn are left out.

        Raises as `layer` does.
        """
        return tuple(t.effect for t in self.layer(layer).turns if t.verdict == "applied")

    def dependencies(self, layer: str | int) -> tuple[Dependency, ...]:
        """Every dependency found in a layer, in the order of finding, each pair once.

        Raises as `layer` does.
        """
        first: dict[tuple[str, str], Dependency] = {}
        for graph in self.layer(layer).graphs:
            for dependency in graph.found:
                first.setdefault((dependency.effect, dependency.on), dependency)
        return tuple(first.values())

    def loops(self, layer: str | int) -> tuple[tuple[str, ...], ...]:
        """The loops of a layer: components of two or more effects of any of its graphs.

        Raises as `layer` does.
        """
        return self.layer(layer).loops

    @property
    def ruling(self) -> tuple[str, ...]:
        """What it comes to and why, in plain sentences: what `layerlaw solve` says first."""
        return registered().ruling(self)

    def graph(self, layer: str | int) -> networkx.DiGraph:
        """The dependencies of a layer as a networkx `DiGraph`: an edge (x, y) says x depends on y.

        Attributes of an edge: `turn`, `witness` (`existence`, `scope`, `action` or `result`), and
        of that kind `entered` and `left`, or `before` and `after`, or `cells`; of a node: `source`,
        `timestamp`, `position`, `verdict` and `loop`. They are texts and numbers, which every
        writer of networkx writes; `dependencies` has the same as records. Raises as `layer` does.
        """
        from layerlaw.solver.derivation.graph import dependency_graph

        return dependency_graph(self.layer(layer), self.effects)

    @checked()
    def plot(self, layer: str | int | None = None, ax: axes.Axes | None = None) -> axes.Axes:
        """Draws the dependencies with matplotlib, and returns the axes.

        layer: its id or name; None draws every layer in which something depends on something.
        Effects stand in the order of their turns; an arrow leads from an effect to the one that it
        depends on. ax: the axes to draw on; None makes a figure. Raises `LayerlawError` where
        matplotlib is not installed, and as `layer` does.
        """
        return registered().plot(self, ax, layer)

    @property
    def _texts(self) -> Mapping[str, Ability]:
        """For every text that a recorded cell calls an ability by, that ability."""
        records = (*(self.answers or ()), *self.lifted)
        steps = (step for record in records for step in record.steps)
        labels = shown_labels(
            (self._cells, *(record.final for record in records)), (*self.layers, *steps)
        )
        return self.shown.texts(labels)

    @cached_property
    def facts(self) -> Facts:
        """The plain facts that the certificate is checked against."""
        effects = tuple(
            EffectRecord(e.id, e.source, e.timestamp, e.key, e.giver) for e in self.effects.values()
        )
        return Facts(
            self.situation,
            effects,
            self.layers,
            self._cells,
            self.fates,
            self.answers,
            self.lifted,
            self.complete,
            self.conflict,
            self._texts,
            self.late,
        )


def _without(cells: Mapping[Cell, Value], without: frozenset[Cell]) -> Mapping[Cell, Value]:
    """The cells but for some."""
    if not without:
        return cells.told if isinstance(cells, Cells) else cells
    return {cell: value for cell, value in cells.items() if cell not in without}


def _check_name(what: str, given: object) -> None:
    if not isinstance(given, str):
        how = 'as in answer.value("F", "power")'
        raise WrongArgument(f"the {what} is to be named by a text, {how}, not by {told(given)}")


def find_layer(rulebook: Rulebook, name: str | int) -> Layer:
    """A layer by its id or its name; raises `LayerlawError` with a suggestion.

    A number stands for the id that is written so.
    """
    if not isinstance(name, str | int):
        raise wrong_argument("layer", "layer's id or name", name, "as in answer.layer('7')")
    name = str(name)
    for layer in rulebook.layers:
        if name in (layer.id, layer.name):
            return layer
    names = [layer.name for layer in rulebook.layers]
    raise LayerlawError(
        with_hint(f"{rulebook.id} has no layer '{name}' (it has {', '.join(names)})", name, names)
    )
