"""All admissible histories of a scenario: every way to make the choices that are left."""

from __future__ import annotations

from dataclasses import replace
from math import factorial, prod
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.certainty.orders.choice import Admissible, Choice
from layerlaw.solver.certainty.orders.enumeration import count
from layerlaw.solver.certainty.orders.simultaneous_events import (
    active_at,
    blocks_of,
    groups_of,
    reordered,
)
from layerlaw.solver.certainty.orders.ties import places_shown, shifted, ties_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from layerlaw.solver.certainty.orders.choice import Pick
    from layerlaw.solver.certainty.orders.simultaneous_events import Block, Groups
    from layerlaw.solver.certainty.orders.ties import Shifts, Tie


@dataclass(frozen=True, slots=True)
class HistoryPlan:
    """What is to be enumerated.

    scenario: without expectations. actives: who may be active (one alone where that is no
    choice). blocks: every `together` whose order has to be looked at. choices: all of them, as
    picks list them. total: how many histories there are; None if only playing them can tell.
    """

    scenario: Scenario
    policy: str
    actives: tuple[str | None, ...]
    ties: tuple[Tie, ...]
    blocks: tuple[Block, ...]
    choices: tuple[Choice, ...]
    total: int | None


@checked()
def choices_of(scenario: Scenario) -> tuple[Choice, ...]:
    """Everything that the rules leave to choose in the scenario. See docs/definition.md, "Choices".

    scenario: whose choices are listed.

    Raises `LayerlawError` for unknown readings.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.certainty.orders import choices_of
    >>> len(choices_of(load_scenario(path)))
    0
    """
    return plan_of(scenario).choices


def plan_of(scenario: Scenario) -> HistoryPlan:
    """What there is to enumerate in the scenario."""
    rulebook = scenario.rulebook.settled(scenario.readings)
    policy = rulebook.policy("simultaneous entry")
    entry, several = rulebook.clause_of("simultaneous entry"), rulebook.clause_of("several")
    scenario = replace(scenario, play=scenario.events, expect=(), variants=())
    ties = ties_of(scenario, rulebook)
    choices = [
        Choice(
            "several",
            tuple(tie.places),
            None,
            several,
            factorial(len(tie.places)),
            tie.event,
            tie.of,
        )
        for tie in ties
    ]
    blocks = blocks_of(scenario)
    actives: tuple[str | None, ...] = (scenario.active,)
    if policy != "unsaid" and any(
        active_at(scenario, block.place) is None and len(_groups(scenario, block, policy)) > 1
        for block in blocks
    ):
        actives = scenario.players
        choices.insert(0, Choice("active", scenario.players, None, entry, len(actives)))
    shown = scenario
    if len(actives) > 1:
        # What is listed is what the first player can have who can be active at all.
        turns = [replace(scenario, active=player) for player in actives]
        possible = (one for one in turns if all(b.total(_groups(one, b, policy)) for b in blocks))
        shown = next(possible, scenario)
    free: list[Block] = []
    for block in blocks:
        groups = _groups(shown, block, policy)
        active = active_at(scenario, block.place)
        found = [
            Choice(
                "entry",
                labels,
                _chooser(whose, active, policy),
                entry,
                orders,
                block.place,
                if_active=policy.endswith("others unsaid") and active is None,
            )
            for whose, labels in groups
            if (orders := count(labels, block.before)) > 1
        ]
        # Whose events moves are can differ from history to history; where something is used, it
        # may be that no order is admissible.
        if found or block.moves or block.before:
            free.append(block)
            choices += found
    total = _total(scenario, policy, actives, ties, tuple(free))
    return HistoryPlan(scenario, policy, actives, ties, tuple(free), tuple(choices), total)


def histories(plan: HistoryPlan, told: Collection[int]) -> Iterator[Admissible]:
    """Every admissible history in which these ties are in any order and all others as written.

    told: the numbers of these ties in the plan. The history as written comes first.
    """
    ties = [*enumerate(plan.ties)]
    places = places_shown(plan.scenario, (tie for number, tie in ties if number in told))
    for active in plan.actives:
        scenario = replace(plan.scenario, active=active)
        for picks in _products(ties, told):
            shifts: Shifts = {}
            for number, tie in ties:
                if number in told:
                    shifts.setdefault(tie.holder, {}).update(tie.shifts(picks[number]))
            yield from _entered(plan, shifted(scenario, shifts, places), picks, {})


def _entered(
    plan: HistoryPlan, scenario: Scenario, ties: tuple[Pick, ...], orders: dict[int, Pick]
) -> Iterator[Admissible]:
    """The histories with the first blocks in these orders."""
    if len(orders) == len(plan.blocks):
        yield Admissible(scenario, _picks(plan, scenario, ties, orders))
        return
    block = plan.blocks[len(orders)]
    for order in block.orders(_groups(scenario, block, plan.policy)):
        there = reordered(scenario, block, order)
        yield from _entered(plan, there, ties, {**orders, block.place: order})


def _picks(
    plan: HistoryPlan, scenario: Scenario, ties: tuple[Pick, ...], orders: dict[int, Pick]
) -> tuple[Pick, ...]:
    """How each choice was made."""
    ordered = iter(ties)
    found: list[Pick] = []
    for choice in plan.choices:
        if choice.kind == "active":
            found.append((scenario.active or "",))
        elif choice.kind == "several":
            found.append(next(ordered))
        else:
            assert choice.event is not None
            found.append(tuple(x for x in orders[choice.event] if x in choice.items))
    return tuple(found)


def _products(ties: Sequence[tuple[int, Tie]], told: Collection[int]) -> Iterator[tuple[Pick, ...]]:
    """Every combination of the orders of ties that are told, the last one's changing fastest."""
    if not ties:
        yield ()
        return
    number, tie = ties[0]
    for order in tie.orders() if number in told else (tuple(tie.places),):
        for rest in _products(ties[1:], told):
            yield (order, *rest)


def _groups(scenario: Scenario, block: Block, policy: str) -> Groups:
    """Whose events are in the block; as written, where it cannot even begin."""
    try:
        return groups_of(scenario, block, policy)
    except LayerlawError:
        return tuple((None, (label,)) for label in block.events)


def _chooser(whose: str | None, active: str | None, policy: str) -> str | None:
    """Who is said to choose the order of these events."""
    if policy == "active player first, others unsaid" and active not in (None, whose):
        return None
    return whose


def _total(
    scenario: Scenario,
    policy: str,
    actives: tuple[str | None, ...],
    ties: tuple[Tie, ...],
    blocks: tuple[Block, ...],
) -> int | None:
    tied = prod(factorial(len(tie.places)) for tie in ties)
    total = 0
    for active in actives:
        here = replace(scenario, active=active)
        numbers = [block.total(_groups(here, block, policy)) for block in blocks]
        for number, block in enumerate(blocks):
            # With other choices before it, other objects may be whose they are not as written.
            if block.moves and tied * len(actives) * prod(numbers[:number]) > 1:
                return None
        total += tied * prod(numbers)
    return total
