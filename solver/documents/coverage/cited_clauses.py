"""The clauses that an answer really rests on: of its turns and their reasons, of what it asked."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import field_names, parts
from layerlaw.model.errors import LayerlawError, Where
from layerlaw.model.scenarios.events import (
    Attach,
    ChangeCounters,
    GetsStatus,
    Leave,
    Link,
    Meld,
    MoveZone,
    PutBelow,
    Stack,
    Transform,
    Unlink,
)
from layerlaw.model.scenarios.expectations import ExpectPermission
from layerlaw.model.scenarios.held_events import Hold, Uncover
from layerlaw.solver.answer.explain import clauses, fixing, rule_reasons, turn_reasons
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.documents.coverage.questions import POLICY, VERB
from layerlaw.solver.facts.situation import RULES

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import OpenPoint, Reading, Rulebook
    from layerlaw.model.scenarios.expectations import Expected
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.derivation.permissions import Statement
    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.layers.runs import LayerRun, Turn


EVENTS: Mapping[type, tuple[str, ...]] = MappingProxyType(
    {
        Attach: ("carried",),
        ChangeCounters: ("counters", "damage"),
        GetsStatus: ("states",),
        Leave: ("zones",),
        Link: ("linked",),
        MoveZone: ("zones", "identity"),
        Hold: ("holding",),
        Meld: ("melding",),
        Uncover: ("stacking", "lineage"),
        PutBelow: ("stacking", "evolve"),
        Stack: ("stacking", "lineage", "evolve"),
        Transform: ("transform",),
        Unlink: ("linked",),
        a.EndOfTurn: ("durations",),
        a.YourNextTurn: ("durations",),
        a.EndOfNextTurn: ("durations",),
        a.ControllersNextTurn: ("durations",),
        a.RestOfGame: ("durations",),
        a.SourceLeaves: ("durations",),
        a.UntilFact: ("durations",),
    }
)
"""What a clause says it fixes, and the kinds of events and durations that it is then needed for."""


def used_clauses(
    scenario: Scenario,
    told_apart: Mapping[str, tuple[str, ...]],
    asked: Iterable[tuple[Answer, Expected | None]],
) -> tuple[str, ...]:
    """The ids of the clauses and open points used, in the order of the rulebook.

    scenario: with its readings chosen in its rulebook. told_apart: for each question that was
    asked with effect the answers that may differ from the rulebook's (see `exercise.Exercise`).
    asked: the states that are judged, with what is expected of them. A clause is also used if
    something that it says it fixes is. What effects permit and forbid counts where it is asked.
    """
    rulebook = scenario.rulebook
    used = set(_asked(rulebook, told_apart))
    topics = {topic for kind in parts_of(scenario.play)[1] for topic in EVENTS.get(kind, ())}
    speaking: dict[int, tuple[Answer, set[str]]] = {}
    for derivation, expected in asked:
        for state in (derivation, *derivation.several):
            _, effects = speaking.setdefault(id(state), (state, set()))
            if expected is not None and isinstance(expected.what, ExpectPermission):
                for statement in _statements(state, expected.what):
                    effects.add(statement.effect)
                    used.add(statement.clause)
    own = {check.clause for check in rulebook.checks}
    for state, effects in speaking.values():
        fell = {one.clause for one in state.chronicle} | {one.clause for one in state.fates}
        used |= fell
        if fell & own:
            topics.add("checks")
        if any(thing.bearer is not None for thing in state.situation.things):
            used.add(rulebook.carried_clause)
        for run in state.runs:
            acting = [n for n, turn in enumerate(run.turns) if _acts(rulebook, turn, effects)]
            topics.update(_topics(state, run, acting))
            used.update(_of_run(state, run, acting))
    for clause in rulebook.clauses.values():
        said = {one for what in clause.fixes for one in spelled_out(what)}
        if said & (topics - {"checks"} if clause.id in own else topics):
            used.add(clause.id)
    for point in rulebook.points.values():
        if point.id in used:
            used.update(in_force(rulebook, point).follows)
    return tuple(one for one in (*rulebook.clauses, *rulebook.points) if one in used)


def _statements(state: Answer, asked: ExpectPermission) -> tuple[Statement, ...]:
    """What the effects on a state say to what is asked; nothing of what is not there."""
    try:
        answer = may(state, asked.object, asked.action, asked.to, passive=asked.passive)
    except LayerlawError:
        return ()
    return answer.statements


def spelled_out(what: str) -> tuple[str, ...]:
    """What a clause says it fixes, one by one: `rules a and b` is `rule a` and `rule b`."""
    for one in ("rule", "keyword", "layer"):
        if what.startswith(f"{one}s "):
            return tuple(f"{one} {name}" for name in what.removeprefix(f"{one}s ").split(" and "))
    return (what,)


def _topics(derivation: Answer, run: LayerRun, acting: Sequence[int]) -> Iterator[str]:
    """What acts in one layer, by the words in which clauses say what they fix."""
    for turn in (run.turns[number] for number in acting):
        yield "when derived"
        yield f"layer {derivation.rulebook.layers[run.layer].id}"
        name = turn.part.id.removeprefix(f"{RULES}.")
        if name != turn.part.id:
            yield f"rule {name}"
        if turn.part.effect.ability.keyword is not None:
            yield f"keyword {turn.part.effect.ability.keyword}"
        for step in turn.part.steps:
            yield from parts_of(turn.part.effect.ability.instructions[step.index])[0]
            for prepared in step.operations:
                yield from prepared.operation.layer_words
                match prepared.operation:
                    case a.SetStatus(status):
                        yield f"status {status}"
                    case a.Gain(ability) if ability.keyword is not None:
                        yield f"keyword {ability.keyword}"


def in_force(rulebook: Rulebook, point: OpenPoint) -> Reading:
    """The reading of an open point that the rulebook takes."""
    return point.reading(rulebook.chosen.get(point.id, point.default))


def behind(rulebook: Rulebook, policy: str) -> tuple[str, ...]:
    """The clauses and open points that give a policy its value.

    Where an open point does, the clauses that merely say that they speak of it are left out.
    """
    points = [point.id for point in rulebook.points.values() if policy in point.policies]
    said = () if points else fixing(rulebook, policy)
    return tuple(dict.fromkeys((rulebook.clause_of(policy), *points, *said)))


def _asked(rulebook: Rulebook, told_apart: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """What gives the answers to the questions that were asked with effect.

    An open point is used if one of its other readings may come to something else.
    """
    for question, answers in told_apart.items():
        policy, verb = question.removeprefix(POLICY), question.removeprefix(VERB)
        if policy != question:
            yield rulebook.clause_of(policy)
            if all(policy not in point.policies for point in rulebook.points.values()):
                yield from fixing(rulebook, policy)
        for point in rulebook.points.values():
            for reading in point.readings:
                if {reading.policies.get(policy), reading.layers.get(verb)} & set(answers):
                    yield point.id


def _of_run(derivation: Answer, run: LayerRun, acting: Sequence[int]) -> Iterator[str]:
    """The clauses of one layer of an answer, as far as something happened there."""
    rulebook = derivation.rulebook
    for number in acting:
        turn = run.turns[number]
        yield rulebook.layers[run.layer].clause
        for reason in rule_reasons(rulebook, turn.part.id):
            yield from reason.clauses
        keyword = turn.part.effect.ability.keyword
        if keyword is not None:
            yield rulebook.keyword_clause(keyword)
        if len(acting) > 1 or turn.verdict == "lost":
            reasons = [one for why in turn_reasons(derivation, run, number) for one in why.clauses]
            yield from reasons
            if set(clauses(rulebook, "timestamps")) & {*reasons}:
                yield from _ages(rulebook, turn.part.effect)
        if turn.verdict == "applied":
            yield from _of_operations(rulebook, turn)


def _ages(rulebook: Rulebook, effect: Effect) -> Iterator[str]:
    """What gives an effect its timestamp."""
    if effect.id.startswith(f"{RULES}."):
        return
    policy = "static timestamp" if effect.static else "resolved timestamp"
    if effect.giver is not None:
        policy = "granted timestamp"
    yield from clauses(rulebook, policy)


def _acts(rulebook: Rulebook, turn: Turn, speaking: Container[str]) -> bool:
    """Whether the part applied to something, or would have, had it not been lost.

    speaking: the effects that say something to what the scenario asks: what permits or forbids
    acts only if it is one of them, or if a check may have to obey it.
    """
    if turn.verdict == "lost" or turn.seen is None:
        return turn.verdict == "lost"
    obeyed = {check.obeys for check in rulebook.checks} - {""}
    obeyed |= {active for active, passive in rulebook.actions.items() if passive in obeyed}
    cannot = {*rulebook.carried_cannot, *(check.cannot for check in rulebook.checks)} - {""}
    obeyed |= cannot | {rulebook.actions[active] for active in cannot}
    for step, (scope, _) in zip(turn.part.steps, turn.seen, strict=True):
        for prepared in step.operations if scope else ():
            match prepared.operation:
                case a.Permission(action=action) | a.Ignore(action=action):
                    if turn.part.effect.id in speaking or action in obeyed:
                        return True
                case _:
                    return True
    return False


def _of_operations(rulebook: Rulebook, turn: Turn) -> Iterator[str]:
    """The clauses of statuses and keywords that the part gave or took, and of immunities."""
    assert turn.seen is not None
    for step, (scope, _) in zip(turn.part.steps, turn.seen, strict=True):
        for prepared, cut in zip(step.operations, step.cuts, strict=True):
            if not scope:
                continue
            match prepared.operation:
                case a.SetStatus(status) if status in rulebook.statuses:
                    yield rulebook.statuses[status].clause
                case a.Gain(ability) if ability.keyword is not None:
                    yield rulebook.keyword_clause(ability.keyword)
            if cut is not None and scope & cut(turn.before, -1):
                verbs = prepared.operation.layer_words
                yield from (clause for _, verb, clause in rulebook.immune if verb in verbs)


def parts_of(tree: object) -> tuple[frozenset[str], frozenset[type], frozenset[str]]:
    """All words in a tree, the types of its nodes (`Play`), and what layers they name."""
    words: set[str] = set()
    kinds: set[type] = set()
    layers: set[str] = set()
    seen: set[int] = set()
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            words.add(node)
        elif id(node) not in seen and not isinstance(node, Where):
            seen.add(id(node))
            waiting += parts(node)
            if field_names(type(node)) is not None:
                kinds.add(type(node))
            if isinstance(node, a.Ability) and node.layer:
                layers.add(node.layer)
    return frozenset(words), frozenset(kinds), frozenset(layers)
