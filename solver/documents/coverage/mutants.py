"""What a mutant of a rulebook is, and those that change its policies and layers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.policies import LAYERED_ONLY, POLICIES, SIMULTANEOUS_ONLY
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.solver.answer.explain import fixing
from layerlaw.solver.documents.coverage.cited_clauses import behind
from layerlaw.solver.documents.coverage.questions import POLICY, VERB, other_layers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.coverage.exercise import Exercise

NOT_ASKED = "it was never asked with effect"
CHOSEN = "the scenario chooses how this is read"
IDLE = "nothing works in that layer"


Change = Callable[["Scenario"], "Scenario"]
Skip = Callable[["Exercise"], str]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed rulebook.

    id: names it, the same on every run. says: what is otherwise, in words. clauses: those that
    would then say something else (none where no clause gives what is changed). change: the same
    scenario under it. skip: why it provably makes no difference to a case, or an empty string.
    """

    id: str
    says: str
    clauses: tuple[str, ...]
    change: Change
    skip: Skip


def on_rulebook(change: Callable[[Rulebook], Rulebook]) -> Change:
    """A change of the rulebook alone."""
    return lambda scenario: replace(scenario, rulebook=change(scenario.rulebook))


def given(**data: Any) -> Change:
    """A change of the rulebook alone: other data than policies and layers, by its fields."""
    return on_rulebook(lambda rulebook: replace(rulebook, **data))


def always(exercise: Exercise) -> str:
    """No case can be skipped."""
    return ""


def unless(needed: Callable[[Exercise], bool], reason: str) -> Skip:
    """Skips the cases that have not got what is needed, for that reason."""
    return lambda exercise: "" if needed(exercise) else reason


def named(*clauses: str) -> tuple[str, ...]:
    """The clauses, each once, without those that are empty."""
    return tuple(dict.fromkeys(clause for clause in clauses if clause))


def procedure_mutants(rulebook: Rulebook) -> tuple[Mutant, ...]:
    """Every mutant that changes a policy, then those that change a layer."""
    return (*_policies(rulebook), *_layers(rulebook))


def _policies(rulebook: Rulebook) -> Iterator[Mutant]:
    """Each policy that asks something with each of its other values."""
    layered = rulebook.policy("process") == "layered"
    idle = SIMULTANEOUS_ONLY if layered else LAYERED_ONLY
    for name, policy in rulebook.policies.items():
        if name in idle:
            continue
        for value in POLICIES[name]:
            if value != policy.value:
                yield Mutant(
                    f"policy {name} = {value}",
                    f"{name} is '{value}' instead of '{policy.value}'",
                    behind(rulebook, name),
                    on_rulebook(partial(_with, policy=name, value=value)),
                    _unasked(POLICY + name, value),
                )


def _with(rulebook: Rulebook, *, policy: str, value: str) -> Rulebook:
    changed = {policy: PolicyValue(value, rulebook.clause_of(policy))}
    return replace(rulebook, policies=MappingProxyType({**rulebook.policies, **changed}))


def _unasked(question: str, answer: str) -> Skip:
    """Skips the cases that never tell this answer from the rulebook's own."""

    def skip(exercise: Exercise) -> str:
        rulebook = exercise.case.scenario.rulebook
        kind = POLICY if question.startswith(POLICY) else VERB
        name = question.removeprefix(kind)
        for point, chosen in rulebook.chosen.items():
            reading = rulebook.points[point].reading(chosen)
            if name in (reading.policies if kind == POLICY else reading.layers):
                return CHOSEN
        return "" if answer in exercise.told_apart.get(question, ()) else NOT_ASKED

    return skip


def _layers(rulebook: Rulebook) -> Iterator[Mutant]:
    """Each layer after its neighbour, each taken into the one before, each operation moved."""
    for at, (first, second) in enumerate(zip(rulebook.layers, rulebook.layers[1:], strict=False)):
        clauses = named(*_clauses(rulebook, first), *_clauses(rulebook, second))
        yield Mutant(
            f"layer {second.id} before {first.id}",
            f"layer {_name(second)} comes before layer {_name(first)}",
            clauses,
            on_rulebook(partial(_swapped, at=at)),
            _acting(first, second),
        )
        yield Mutant(
            f"layer {second.id} into {first.id}",
            f"what layer {_name(second)} does is done in layer {_name(first)}",
            clauses,
            on_rulebook(partial(_merged, at=at)),
            _acting(second),
        )
    for layer in rulebook.layers:
        for verb in layer.does:
            for other in other_layers(rulebook, layer, verb):
                moving = [id for id, point in rulebook.points.items() if verb in point.verbs]
                to = next(one for one in rulebook.layers if one.id == other)
                yield Mutant(
                    f"'{verb}' in layer {other}",
                    f"'{verb}' works in layer {_name(to)} instead of {_name(layer)}",
                    named(*_clauses(rulebook, layer), *moving),
                    on_rulebook(partial(_moved, verb=verb, to=other)),
                    _unasked(VERB + verb, other),
                )


def _name(layer: Layer) -> str:
    return layer.id if layer.id == layer.name else f"{layer.id} {layer.name}"


def _clauses(rulebook: Rulebook, layer: Layer) -> tuple[str, ...]:
    return (layer.clause, *fixing(rulebook, f"layer {layer.id}"))


def _acting(*layers: Layer) -> Skip:
    """Skips the cases in which no operation works in one of these layers."""
    ids = {layer.id for layer in layers}

    def skip(exercise: Exercise) -> str:
        return "" if ids <= exercise.layers else IDLE

    return skip


def _swapped(rulebook: Rulebook, *, at: int) -> Rulebook:
    layers = rulebook.layers
    return replace(rulebook, layers=(*layers[:at], layers[at + 1], layers[at], *layers[at + 2 :]))


def _merged(rulebook: Rulebook, *, at: int) -> Rulebook:
    first, second = rulebook.layers[at : at + 2]
    both = replace(first, does=(*first.does, *second.does))
    empty = replace(second, does=())
    layers = (*rulebook.layers[:at], both, empty, *rulebook.layers[at + 2 :])
    return replace(rulebook, layers=layers)


def _moved(rulebook: Rulebook, *, verb: str, to: str) -> Rulebook:
    layers = tuple(
        replace(
            layer,
            does=(*(one for one in layer.does if one != verb), *((verb,) * (layer.id == to))),
        )
        for layer in rulebook.layers
    )
    return replace(rulebook, layers=layers)
