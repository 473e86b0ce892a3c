"""Plays a scenario and notes which of the rulebook's answers it asked for with any effect.

The rulebook of such a history is a recording one in which every policy, and the layer of every
operation, is a question of its own with all the answers there are. What the history never told
apart in the end is proved to make no difference to it, or to what the scenario expects of it.
"""

from __future__ import annotations

from dataclasses import field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra.defining import layer_words
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.expectations import ExpectDependency, ExpectLoop, ExpectNone
from layerlaw.model.scenarios.order import with_variant
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.certainty.readings.recording_rulebook import RecordingRulebook
from layerlaw.solver.certainty.readings.remaining_readings import RemainingReadings
from layerlaw.solver.documents.coverage.cited_clauses import parts_of, used_clauses
from layerlaw.solver.documents.coverage.questions import POLICY, questions
from layerlaw.solver.layers.procedure import POLICIES as PROCEDURE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from layerlaw.model.algebra import Operation
    from layerlaw.model.rulebooks.rulebook import Layer
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer

GRAPH_FACTS = frozenset[type]({ExpectDependency, ExpectLoop, ExpectNone})
"""Expectations of how an answer came about, which histories with one outcome may tell apart."""
_PROCEDURE = frozenset(POLICY + name for name in PROCEDURE)


@dataclass(frozen=True, slots=True)
class ExercisedScenario:
    """A scenario in one order of arrival: its file's name, and its rulebook with its readings.

    cited: the clauses that it names itself.
    """

    name: str
    scenario: Scenario
    cited: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exercise:
    """What one case exercises.

    trouble: why it does not hold as it is (then nothing more is known), else empty.
    used: the clauses that its answers rest on. told_apart: for each question (`policy test`,
    `layer of copy`) the answers that it may tell from the rulebook's own. verbs, layers: those of
    the operations there were. fired: what checks found, as (verdict, zone, clause). words: every
    word of its events and of the rules; kinds: the kinds of its events. turns: how long it took.
    """

    case: ExercisedScenario
    trouble: str
    used: tuple[str, ...] = ()
    told_apart: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    verbs: frozenset[str] = frozenset()
    layers: frozenset[str] = frozenset()
    fired: frozenset[tuple[str, str, str]] = frozenset()
    words: frozenset[str] = frozenset()
    kinds: frozenset[type] = frozenset()
    turns: int = 0


@dataclass(slots=True)
class Notes:
    """The operations whose layer was asked for, by their words, and those layers."""

    verbs: set[str] = field(default_factory=set)
    layers: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True, eq=False)
class Recorder(RecordingRulebook):
    """A recording rulebook that also notes for which operations it was asked."""

    notes: Notes = field(kw_only=True)

    @classmethod
    def recording(cls, rulebook: Rulebook) -> Recorder:
        """The rulebook with every policy and every operation's layer as a question."""
        asking = rulebook.cache.of_value(_asking, rulebook, None)
        values = {one.name: getattr(asking, one.name) for one in fields(Rulebook)}
        points = asking.points.items()
        allowed = {id: tuple(one.id for one in point.readings) for id, point in points}
        return cls(**values, remaining=RemainingReadings(asking, allowed), notes=Notes())

    def layer_of(self, operation: Operation, defines: bool = False) -> Layer:
        """The layer of an operation, noted."""
        self._note(operation, defines)
        return RecordingRulebook.layer_of(self, operation, defines)

    def possible_layers(self, operation: Operation, defines: bool = False) -> frozenset[str]:
        """The layers that the operation may work in; that it was asked about is noted."""
        self._note(operation, defines)
        return RecordingRulebook.possible_layers(self, operation, defines)

    def _note(self, operation: Operation, defines: bool) -> None:
        self.notes.verbs.update(layer_words(operation, defines))
        self.notes.layers.add(Rulebook.layer_of(self, operation, defines).id)


def _asking(rulebook: Rulebook, _: None) -> Rulebook:
    return replace(rulebook, points=MappingProxyType(questions(rulebook)))


def cases_of(rulebook: Rulebook, scenarios: Iterable[Scenario]) -> tuple[ExercisedScenario, ...]:
    """Every scenario of the rulebook and every variant of it, in order; others are left out."""
    cases = []
    for scenario in scenarios:
        if scenario.rulebook.id != rulebook.id:
            continue
        own = replace(scenario, rulebook=rulebook)
        name = Path(scenario.file).name.removesuffix(".scenario.yaml")
        if name.startswith("<") or not name:
            name = scenario.title
        for ordered in (own, *(with_variant(own, variant) for variant in own.variants)):
            settled = rulebook.settled(ordered.readings)
            fixed = replace(ordered, rulebook=settled, readings=MappingProxyType({}), variants=())
            cases.append(ExercisedScenario(name, fixed, ordered.because))
    return tuple(cases)


def exercise(case: ExercisedScenario) -> Exercise:
    """Play the case once as it is, and once with everything about its rulebook a question."""
    count = 0

    def turn() -> None:
        nonlocal count
        count += 1

    try:
        judged = judge_all(case.scenario, stop=turn)
    except LayerlawError as error:
        return Exercise(case, str(error))
    wrong = [one for one in judged.outcomes if not one.right]
    if wrong:
        marked = "xfail: " if wrong[0].expected.xfail else ""
        said = f"expected {marked}{wrong[0].expected.text}, found {wrong[0].found}"
        return Exercise(case, said)
    recorder = Recorder.recording(case.scenario.rulebook)
    again = judge_all(replace(case.scenario, rulebook=recorder))
    left = recorder.remaining.allowed
    if [one.fulfilled for one in again.outcomes] != [one.fulfilled for one in judged.outcomes]:
        raise AssertionError(f"{case.name} comes to something else when it is recorded")
    told_apart = {
        point.id: gone
        for point in recorder.points.values()
        if (gone := tuple(one.id for one in point.readings if one.id not in left[point.id]))
    }
    asked = [
        (state, outcome.expected)
        for state, outcome in zip(judged.states, judged.outcomes, strict=True)
    ]
    used = used_clauses(case.scenario, told_apart, [*asked, (judged.derivation, None)])
    tree = (case.scenario.play, case.scenario.expect, case.scenario.rulebook.rules)
    words, kinds, layers = parts_of(tree)
    if kinds & GRAPH_FACTS:
        told_apart |= {id: others for id, others in _others(recorder) if id in _PROCEDURE}
    return Exercise(
        case,
        "",
        used,
        MappingProxyType(told_apart),
        frozenset(recorder.notes.verbs),
        frozenset(recorder.notes.layers) | layers,
        _fired((*judged.states, judged.derivation)),
        words,
        kinds,
        count,
    )


def _others(rulebook: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each question, and all answers but the rulebook's own."""
    for point in rulebook.points.values():
        yield point.id, tuple(one.id for one in point.readings if one.id != point.default)


def _fired(derivations: Iterable[Answer]) -> frozenset[tuple[str, str, str]]:
    """What checks found: on the states that are judged, and whatever died before."""
    fired = set()
    for derivation in derivations:
        for state in (derivation, *derivation.several):
            fired |= {(fate.verdict, fate.zone, fate.clause) for fate in state.fates}
        # What died on the way is told without its zone.
        fired |= {("", "", happening.clause) for happening in derivation.chronicle}
    return frozenset(fired)
