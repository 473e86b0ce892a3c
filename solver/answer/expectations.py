"""Expectations held against answers: whether each is fulfilled, and what is the case instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.split import parts_of
from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.expectations import (
    ExpectAbility,
    ExpectAnswers,
    Expectation,
    ExpectDependency,
    Expected,
    ExpectFate,
    ExpectLoop,
    ExpectLost,
    ExpectMembers,
    ExpectNone,
    ExpectNoun,
    ExpectNumber,
    ExpectOrder,
    ExpectPermission,
    ExpectPlayer,
    ExpectStatus,
    ExpectZone,
)
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.explain import lost_to
from layerlaw.solver.derivation.answer import Answer, find_layer
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.effects.context import no_effect
from layerlaw.solver.effects.evaluate import scoped
from layerlaw.solver.facts.arithmetic import COMPARE
from layerlaw.solver.facts.records import NoValue
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.facts.situation import NOWHERE
from layerlaw.solver.play.history import History

if TYPE_CHECKING:
    from layerlaw.model.algebra import Selector

_LAYER_FACTS = (ExpectOrder, ExpectLoop, ExpectDependency, ExpectNone, ExpectLost)


@dataclass(frozen=True, slots=True)
class ExpectationResult:
    """What became of one expectation.

    fulfilled: whether what it says is the case. found: what is the case, in words.
    """

    expected: Expected
    fulfilled: bool
    found: str

    @property
    def right(self) -> bool:
        """Whether it is fulfilled, or known to fail (`xfail`) and not fulfilled."""
        return self.fulfilled is not bool(self.expected.xfail)

    @property
    def trouble(self) -> str:
        """What is wrong with it, on one line, or an empty string."""
        if self.right:
            return ""
        if self.fulfilled:
            return f"{self.expected.text}: holds although marked xfail ({self.expected.xfail})"
        return f"{self.expected.text}: {self.found}"


@dataclass(frozen=True, slots=True, repr=False)
class Judged(Rich):
    """The answer at a scenario's end, and what became of everything that it expects.

    outcomes: of what it expects on the way, in the order of the events, then of its end.
    states: for each of them the state that it speaks of, if they were kept.
    """

    derivation: Answer
    outcomes: tuple[ExpectationResult, ...]
    states: tuple[Answer, ...] = ()

    @property
    def fulfilled(self) -> bool:
        """Whether all is as expected, or not where it is known not to be (`xfail`)."""
        return all(outcome.right for outcome in self.outcomes)


@checked()
def judge(answer: Answer, expected: Expected) -> ExpectationResult:
    """Judges one expectation by an answer.

    answer: of which it is asked. expected: such as one of `Scenario.expect`.

    An expectation about an object, effect or layer that is not there is not fulfilled. Of several
    answers it has to hold in each; in a paradox, of what stands.

    Raises `WrongArgument` for anything but an answer and an expectation.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver import judge
    >>> scenario = load_scenario(path)
    >>> result = judge(solve(scenario), scenario.expect[0])
    >>> (result.found, result.fulfilled)
    ('controller of K1 is you', True)
    """
    try:
        fulfilled, found = _held(answer, expected.what)
    except LayerlawError as error:
        return ExpectationResult(expected, False, str(error))
    return ExpectationResult(expected, fulfilled, found)


@checked()
def judge_all(
    scenario: Scenario,
    *,
    readings: Mapping[str, str] | None = None,
    stop: Callable[[], None] | None = None,
) -> Judged:
    """Solve the scenario and judge everything that it expects, each on the state it speaks of.

    readings: open point -> reading, in addition to the scenario's own. stop: called before every
    turn; whatever it raises ends the work. Raises as `solve` does.

    >>> from layerlaw import judge_all, load_scenario, shipped_scenarios
    >>> [kings] = [path for path in shipped_scenarios() if path.name.startswith("two-kings.")]
    >>> judge_all(load_scenario(kings)).fulfilled
    True
    """
    if readings:
        scenario = replace(scenario, readings={**scenario.readings, **readings})
    history = History(scenario, stop=stop)
    for _ in history.play():
        pass
    end = history.derivation()
    asked = [(state, expected) for now, state in history.on_the_way for expected in now.expect]
    asked += [(end, expected) for expected in scenario.expect]
    outcomes = tuple(judge(state, expected) for state, expected in asked)
    return Judged(end, outcomes, tuple(state for state, _ in asked))


def _held(answer: Answer, what: Expectation) -> tuple[bool, str]:
    states = answer.states
    if isinstance(what, ExpectAnswers):
        number = len(states)
        right = number > 1 if what.number is None else number == what.number
        return right, _verdict(number)
    if isinstance(what, _LAYER_FACTS) and answer.rulebook.policy("process") != "layered":
        return False, f"effects have no order under {answer.rulebook.id}"
    if not states:
        return _on_what_stands(answer, what)
    results = [_in_one(state, what) for state in states]
    if len({found for _, found in results}) == 1:
        return results[0]
    texts = "; ".join(f"answer {n}: {found}" for n, (_, found) in enumerate(results, 1))
    return all(fulfilled for fulfilled, _ in results), texts


def _on_what_stands(answer: Answer, what: Expectation) -> tuple[bool, str]:
    """Whether it holds in a paradox; not if it asks for a cell without value."""
    if not answer.rest or isinstance(what, _LAYER_FACTS):
        return False, _verdict(0)
    if isinstance(what, ExpectFate):
        found = [one for one in answer.undecided if one.object == what.object]
        if found:
            return False, f"it cannot be told whether {what.object} {found[0].verdict}: a paradox"
        return _in_one(replace(answer.rest[0], chronicle=answer.chronicle), what)
    try:
        return _in_one(answer, what)
    except NoValue as error:
        return False, str(error)


def _verdict(number: int) -> str:
    if not number:
        return "there is no answer: a paradox"
    return "there is one answer" if number == 1 else f"there are {number} answers"


def _in_one(answer: Answer, what: Expectation) -> tuple[bool, str]:
    """Whether it holds where there is one state."""
    if isinstance(what, ExpectFate):
        return _fate(answer, what.object, what.fate)
    object = getattr(what, "object", None)
    if object is not None:
        thing = answer.world.things[answer.index(object)]
        if thing.zone == NOWHERE:
            return False, f"{object} is part of {thing.bearer}, and in no zone of its own"
    return _judge(answer, what)


def _selected(answer: Answer, object: str, meaning: Selector) -> bool:
    """Whether the object is one that the selector finds on the final state."""
    select = scoped(meaning, no_effect(answer.world, answer.instances))
    return bool(select(answer.end, -1) >> answer.index(object) & 1)


def _fate(answer: Answer, object: str, fate: str) -> tuple[bool, str]:
    """What the checks find on the state; for an object out of play, what became of it."""
    thing = answer.world.things[answer.index(object)]
    if thing.zone == answer.rulebook.in_play:
        fates = {one.object: one.verdict for one in answer.fates}
        found = fates.get(object, "survives")
        return found == fate, f"{object} {found}"
    left = [one for one in answer.chronicle if one.object == object]
    what = left[-1].what if left else "is not in play"
    found = f"{object} {what}" + (f" after event {left[-1].event}" if left else "")
    if what not in {check.verdict for check in answer.rulebook.checks} and thing.zone != NOWHERE:
        # No check took it away, so that its fate is none of these.
        found += f": say `{ExpectZone(object, thing.zone, True).written()}`"
    return what == fate, found


def _number(answer: Answer, object: str, name: str) -> int | None:
    """A number of the object, or a part of one."""
    parts = {
        part: (each.name, place)
        for each in answer.rulebook.characteristics.values()
        for place, part in enumerate(each.parts)
    }
    characteristic, place = parts.get(name, (name, None))
    value = answer.value(object, characteristic)
    assert value is None or isinstance(value, int)
    return value if value is None or place is None else parts_of(value)[place]


def _judge(answer: Answer, what: Expectation) -> tuple[bool, str]:
    match what:
        case ExpectNumber(object, characteristic, comparator, wanted):
            number = _number(answer, object, characteristic)
            found = f"{characteristic} of {object} is {'none' if number is None else number}"
            if number is None or wanted is None:
                same = number is None and wanted is None
                return (same if comparator == "=" else comparator == "!=" and not same), found
            return COMPARE[comparator](int(number), wanted), found
        case ExpectPlayer(object, characteristic, player):
            value = answer.value(object, characteristic)
            return value == player, f"{characteristic} of {object} is {value or 'no one'}"
        case ExpectMembers(object, characteristic, words, how):
            value = answer.value(object, characteristic)
            assert isinstance(value, tuple)
            found = f"{characteristic} of {object} is {{{', '.join(value)}}}"
            if how == "exactly":
                return set(value) == set(words), found
            inside = set(words) <= set(value)
            return inside if how == "has" else not set(words) & set(value), found
        case ExpectAbility():
            return _ability(answer, what)
        case ExpectStatus(object, status, has):
            value = answer.value(object, status)
            return value is has, f"{object} is {'' if value else 'not '}{status}"
        case ExpectNoun(object, noun, meaning, has):
            found_so = _selected(answer, object, meaning)
            return found_so is has, f"{object} is {'' if found_so else 'not '}{noun}"
        case ExpectPermission():
            return _permission(answer, what)
        case ExpectZone():
            return _in_zone(answer, what)
        case ExpectOrder(layer, effects):
            order = [turn.effect for turn in answer.layer(layer).turns]
            places = [order.index(effect_named(answer, layer, name)) for name in effects]
            return places == sorted(places), f"the order is {', '.join(order) or 'empty'}"
        case ExpectLoop(layer, effects):
            wanted_loop = tuple(sorted(effect_named(answer, layer, n) for n in effects))
            return wanted_loop in answer.loops(layer), _loops(answer, layer)
        case ExpectDependency(layer, effect, on, depends):
            first = effect_named(answer, layer, effect)
            second = effect_named(answer, layer, on)
            edges = {(one.effect, one.on) for one in answer.dependencies(layer)}
            return ((first, second) in edges) is depends, _edges(answer, layer)
        case ExpectNone(layer, "loops"):
            return not answer.loops(layer), _loops(answer, layer)
        case ExpectNone(layer):
            return not answer.dependencies(layer), _edges(answer, layer)
        case ExpectLost(layer, effect, lost, to):
            return _lost(answer, layer, effect, lost, to)
        case ExpectFate() | ExpectAnswers():
            raise AssertionError(f"{type(what).__name__} is judged before")


def _in_zone(answer: Answer, what: ExpectZone) -> tuple[bool, str]:
    """Whether the object is in the zone; what the checks do comes after that."""
    at = answer.world.things[answer.index(what.object)].zone
    found = f"{what.object} is in {at}"
    right = (at == what.zone) is what.there
    verdicts = [one.verdict for one in answer.fates if one.object == what.object]
    if not right and verdicts:
        fate = ExpectFate(what.object, verdicts[0]).written()
        found += f": the checks come after this; say `{fate}` of what they do"
    return right, found


def effect_named(answer: Answer, layer: str, name: str) -> str:
    """The id of the effect in the layer that has this id, or whose source has it.

    Raises `LayerlawError` when there is none, or when the source has several there.
    """
    ids = tuple(dict.fromkeys(turn.effect for turn in answer.layer(layer).turns))
    if name in ids:
        return name
    found = [id for id in ids if answer.effects[id].source == name]
    found = found or [id for id in ids if id.startswith(f"{name}.")]
    if len(found) > 1:
        # What is printed goes by the plain name before what was granted.
        found = [id for id in found if id.removeprefix(f"{name}.").isdigit()] or found
    if len(found) == 1:
        return found[0]
    where = f"layer {find_layer(answer.rulebook, layer).name}"
    if found:
        raise LayerlawError(f"'{name}' has several effects in {where}: {', '.join(found)}")
    raise LayerlawError(f"'{name}' has no effect in {where} (there: {', '.join(ids) or 'none'})")


def _ability(answer: Answer, what: ExpectAbility) -> tuple[bool, str]:
    """Whether the object has the keyword, with the number if one is asked for, or any ability."""
    object, disabled = what.object, answer.disabled_by(what.object)
    held = () if disabled else answer.abilities(object)
    abilities = [answer.instances[instance].ability for instance in held]
    labels = sorted(answer.shown.ability(instance) for instance in held)
    found = f"{object} has {', '.join(labels) or 'no abilities'}"
    if disabled:
        found += f", for it is {disabled}"
    present = any(
        what.keyword in (None, each.keyword) and what.number in ("", each.number)
        for each in abilities
    )
    return present is what.has, found


def _permission(answer: Answer, what: ExpectPermission) -> tuple[bool, str]:
    """Whether the object can do it, or have it done to it, and what decides."""
    decision = may(answer, what.object, what.action, what.to, passive=what.passive)
    verb = "can" if decision.allowed else "can't"
    deed = f"be {what.action}" if what.passive else what.action
    to = "" if what.to is None else f" by {what.to}" if what.passive else f" {what.to}"
    because = "" if decision.decided_by is None else f", by {decision.decided_by}"
    return decision.allowed is what.allowed, f"{what.object} {verb} {deed}{to}{because}"


def _lost(answer: Answer, layer: str, effect: str, lost: bool, to: str | None) -> tuple[bool, str]:
    id = find_layer(answer.rulebook, layer).id
    try:
        name = effect_named(answer, layer, effect)
    except LayerlawError as error:
        # What never was pending in the layer is not there to be lost at its turn.
        return False, str(error)
    for run in answer.runs:
        if answer.rulebook.layers[run.layer].id != id:
            continue
        for number, turn in enumerate(run.turns):
            if turn.part.id == name and turn.verdict == "lost":
                culprit = lost_to(answer, run, number)
                found = f"{name} is lost to {culprit[0] if culprit else 'no single effect'}"
                if not lost or to is None:
                    return lost, found
                wanted = effect_named(answer, culprit[1] if culprit else layer, to)
                return culprit is not None and culprit[0] == wanted, found
    return not lost, f"{name} is not lost"


def _loops(answer: Answer, layer: str) -> str:
    loops = answer.loops(layer)
    return "; ".join(f"loop [{', '.join(loop)}]" for loop in loops) or "no loops"


def _edges(answer: Answer, layer: str) -> str:
    edges = answer.dependencies(layer)
    return "; ".join(f"{edge.effect} depends on {edge.on}" for edge in edges) or "no dependencies"
