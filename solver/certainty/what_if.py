"""What if: the same history under other circumstances, as a difference against the real answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.collecting import uncollected
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, WrongArgument, with_hint, wrong_argument
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.model.scenarios.events import arrivals
from layerlaw.model.scenarios.order import faults_under, reordered
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.difference.answers import AnswerDifference, difference
from layerlaw.solver.answer.difference.divergence import Divergence, divergence_of
from layerlaw.solver.answer.difference.observed import Derivations, ObservedHistory
from layerlaw.solver.board.columns import ABILITIES, bits
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.asking import scenario_of
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.facts.situation import RULES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.facts.situation import Situation


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be otherwise; all of it together.

    timestamps_only: nothing depends on anything. without: effects that never exist, by their ids,
    or all of an object or an event, by its id. swaps: pairs of ids whose arrivals change places.
    order: ids whose arrivals come in this order, in the places that they have. under: the same
    scenario as another rulebook reads it. readings: of open points.

    One id may stand alone for `without`, and one pair for `swaps`. Raises `WrongArgument` for what
    is neither ids nor pairs of them.
    """

    timestamps_only: bool = False
    without: tuple[str, ...] = ()
    swaps: tuple[tuple[str, str], ...] = ()
    order: tuple[str, ...] = ()
    under: Scenario | None = None
    readings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        """Take one id for a list of one, and one pair for a list of one, lest it be spelt out."""
        without: object = self.without
        swaps = _listed("swaps", self.swaps)
        if isinstance(without, str):
            without = (without,)
        if len(swaps) == 2 and all(isinstance(one, str) for one in swaps):
            swaps = (swaps,)
        pairs = tuple(_ids("swaps", pair) for pair in swaps)
        if any(len(pair) != 2 for pair in pairs):
            raise _wrong("swaps", self.swaps)
        object.__setattr__(self, "without", _ids("without", without))
        object.__setattr__(self, "swaps", pairs)
        object.__setattr__(self, "order", _ids("order", self.order))

    @property
    def nothing(self) -> bool:
        """Whether nothing is to be otherwise."""
        return self == Question()


_SHAPES = {
    "without": "ids, as (ID,)",
    "order": "ids, as (FIRST, SECOND)",
    "swaps": "pairs of ids, as ((ONE, OTHER),)",
}


def _wrong(what: str, given: object) -> WrongArgument:
    return WrongArgument(f"the question's `{what}` is to hold {_SHAPES[what]}, and not {given!r}")


def _listed(what: str, given: object) -> tuple[object, ...]:
    if not isinstance(given, tuple | list):
        raise _wrong(what, given)
    return tuple(given)


def _ids(what: str, given: object) -> tuple[str, ...]:
    found = _listed(what, given)
    ids = tuple(one for one in found if isinstance(one, str))
    if len(ids) < len(found):
        raise _wrong(what, given)
    return ids


@dataclass(frozen=True, slots=True, repr=False)
class WhatIf(Rich):
    """The real answer, and what it would be otherwise.

    other: the scenario as it would be. left_out: ids of the effects that never exist in it.
    really, then: the answers; None where an event cannot happen or nothing can be worked out, as
    `refused` says of `then` and `really_refused` of `really`, at the event `stops`, `really_stops`
    (from 1).
    difference: None where one has no answer. divergence: None if every state on the way is the
    same.
    """

    question: Question
    scenario: Scenario
    other: Scenario
    left_out: tuple[str, ...]
    really: Answer | None
    then: Answer | None
    refused: str
    stops: int
    difference: AnswerDifference | None
    divergence: Divergence | None
    really_refused: str = ""
    really_stops: int = 0


@checked()
def what_if(scenario: Scenario | Answer, question: Question) -> WhatIf:
    """Answers a question about how the scenario's answer would differ.

    question: what is to be different.
    scenario: or an answer, for the scenario that it answers. Raises `LayerlawError`, with a
    suggestion, for unknown ids, points and readings, for a swap or an order in which something is
    used before it is there.

    >>> from layerlaw import load_scenario, shipped_scenarios, what_if
    >>> from layerlaw.solver import Question
    >>> [kings] = [path for path in shipped_scenarios() if path.name.startswith("two-kings.")]
    >>> swapped = what_if(load_scenario(kings), Question(swaps=("K1", "K2")))
    >>> [(cell.object, cell.values) for cell in swapped.difference.cells][:2]
    [('F', ('you', 'me')), ('G', ('you', 'me'))]
    """
    scenario = scenario_of("what_if", scenario)
    if not isinstance(question, Question):
        how = "say what is to be otherwise, as Question(without=(ID,)) or Question(swaps=((A, B),))"
        raise wrong_argument("what_if", "Question", question, how)
    with uncollected():
        return _answered(scenario, question)


def _answered(scenario: Scenario, question: Question) -> WhatIf:
    other = other_scenario(scenario, question)
    real = _PlayedHistory(scenario)
    played = _without(real, other, question)
    really, really_refused, really_stops = real.answer()
    then, refused, stops = played.answer()
    return WhatIf(
        question,
        scenario,
        other,
        tuple(sorted(played.left_out)),
        really,
        then,
        refused,
        stops,
        None if then is None or really is None else difference(really, then),
        divergence_of((real.history, played.history), (real.moments, played.moments)),
        really_refused,
        really_stops,
    )


def other_scenario(scenario: Scenario, question: Question) -> Scenario:
    """The scenario as the question wants it, but for the effects that it leaves out.

    Raises `LayerlawError` as `what_if` does.
    """
    made = question.under or scenario
    events = made.events
    for pair in question.swaps:
        events = _swapped(made, events, pair)
    if question.order:
        events = _in_order(made, events, question.order)
    rulebook = made.rulebook.settled({**made.readings, **question.readings})
    if question.timestamps_only:
        rulebook = by_timestamps_only(rulebook)
    return replace(
        made,
        rulebook=rulebook,
        # They are chosen in the rulebook already.
        readings=MappingProxyType({}),
        play=events,
        expect=(),
        variants=(),
    )


def by_timestamps_only(rulebook: Rulebook) -> Rulebook:
    """The rulebook, one effect after another by timestamp, whatever they do to each other."""
    return rulebook.cache.of_value(_by_timestamps_only, rulebook, None)


def _by_timestamps_only(rulebook: Rulebook, _: None) -> Rulebook:
    clause = rulebook.clause_of("timestamps")
    changed = {"process": PolicyValue("layered", clause), "test": PolicyValue("none", clause)}
    # A layer with a test of its own would go by that.
    layers = tuple(replace(layer, test="") for layer in rulebook.layers)
    policies = MappingProxyType({**rulebook.policies, **changed})
    return replace(rulebook, policies=policies, layers=layers)


# --- other orders -------------------------------------------------------------------------


def _swapped(
    scenario: Scenario, events: tuple[Event, ...], pair: tuple[str, str]
) -> tuple[Event, ...]:
    first, second = pair
    _known(events, pair)
    if reordered(events, (first, second)) == events:
        first, second = second, first
    what = f"{pair[0]} and {pair[1]} cannot change places"
    return _possible(scenario, reordered(events, (first, second)), what)


def _in_order(
    scenario: Scenario, events: tuple[Event, ...], order: tuple[str, ...]
) -> tuple[Event, ...]:
    _known(events, order)
    what = f"there is no order {', '.join(order)}"
    return _possible(scenario, reordered(events, order), what)


def _known(events: Iterable[Event], ids: tuple[str, ...]) -> None:
    known = list(dict.fromkeys(one.id for one in arrivals(events)))
    for id in ids:
        if id not in known:
            message = f"nothing arrives as '{id}' (what arrives: {', '.join(known)})"
            raise LayerlawError(with_hint(message, id, known))
    if len(set(ids)) < len(ids):
        raise LayerlawError(f"an id stands twice in {', '.join(ids)}")


def _possible(scenario: Scenario, events: tuple[Event, ...], what: str) -> tuple[Event, ...]:
    for fault in faults_under(scenario, events):
        raise LayerlawError(f"{what}: {fault.message}")
    return events


# --- without an effect --------------------------------------------------------------------


def _without(real: _PlayedHistory, other: Scenario, question: Question) -> _PlayedHistory:
    """The other history, without what is left out: also what comes up only without the rest."""
    without = question.without
    scenario = real.scenario
    known = _sources(real, without)
    made = {one.id for one in arrivals(scenario.play)} | set(scenario.players)
    if not made.issuperset(without):
        # The name of an effect, which anything might come to have.
        known = _sources(real)
        made |= set(known.values())
    names = without if made.issuperset(without) else None
    # What is only left out changes neither events nor rules.
    apart = replace(question, without=()).nothing
    out: frozenset[str] = frozenset()
    while True:
        played = _PlayedHistory(other, out, real.derivations) if out or not apart else real
        known.update(_sources(played, names) if without else {})
        more = frozenset(
            id for id, source in known.items() if any(_means(w, id, source, made) for w in without)
        )
        if more == out:
            break
        out = more
    for each in without:
        if not any(_means(each, id, source, made) for id, source in known.items()):
            if each in made:
                raise LayerlawError(f"'{each}' has no effect that could be left out")
            everything = (*known, *made)
            message = f"there is no effect '{each}' (there are {', '.join(sorted(known))})"
            raise LayerlawError(with_hint(message, each, everything))
    return played


def _means(name: str, id: str, source: str, made: set[str]) -> bool:
    """Whether the name means the effect: its own, its source's, or that of what left it."""
    if name not in made:
        return name == id
    return name in (id, source) or id.startswith(f"{name}.")


def _sources(played: _PlayedHistory, names: Collection[str] | None = None) -> dict[str, str]:
    """Every effect that a history has, or could have by an ability that something has: its source.

    As far as the history goes. names: only the effects of these, or more (None: all effects).
    """
    found: dict[str, str] = {}
    for moment in played.moments:
        if isinstance(moment, str):
            # How far it goes is told with the answer.
            break
        if names is not None and not _there(moment.after.situation, names):
            continue
        answer = moment.after.answer()
        if isinstance(answer, str):
            break
        _note(answer, found)
    return found


def _there(situation: Situation, names: Collection[str]) -> bool:
    """Whether anything of one of these names could have an effect: an object, or what resolved."""
    if not names:
        return False
    there = {thing.id for thing in situation.things} | {RULES, *situation.players}
    there.update(name for effect in situation.effects for name in (effect.id, effect.source))
    return any(name in there or any(id.startswith(f"{name}.") for id in there) for name in names)


def _note(derivation: Answer, found: dict[str, str]) -> None:
    for made in derivation.situation.effects:
        found[made.id] = made.source
    things, instances = derivation.world.things, derivation.instances
    states = (derivation, *derivation.states)
    for board in (derivation.start, *(state.end for state in states)):
        for number, held in board.column(ABILITIES).items():
            if instances[number].static:
                for holder in bits(held):
                    found[f"{things[holder].id}.{instances[number].name}"] = things[holder].id
    for state in states:
        found.update({effect.id: effect.source for effect in state.makers.values()})


# --- the answers --------------------------------------------------------------------------


class _PlayedHistory:
    """A history that was played, with what stood at each of its moments."""

    def __init__(
        self,
        scenario: Scenario,
        left_out: frozenset[str] = frozenset(),
        derivations: Derivations | None = None,
    ) -> None:
        self.scenario = scenario
        self.left_out = left_out
        self.history = ObservedHistory(scenario, left_out=left_out, derivations=derivations)
        self.derivations = self.history.derivations
        self.moments = tuple(self.history.moments())

    def answer(self) -> tuple[Answer | None, str, int]:
        """The answer; or none, why not, and the number of the event that is refused."""
        last = self.moments[-1] if self.moments else None
        if isinstance(last, str):
            return None, last, min(len(self.moments), len(self.scenario.play))
        return replace(self.history.derivation(), scenario=self.scenario), "", 0
