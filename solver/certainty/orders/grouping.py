"""Every admissible history, solved and grouped by outcome: which choices lead where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.difference.cells import Difference, Seen, differences_of
from layerlaw.solver.answer.difference.observed import Derivations
from layerlaw.solver.answer.difference.outcome import Outcome
from layerlaw.solver.certainty.orders.choice import Admissible, Choice, Pick
from layerlaw.solver.certainty.orders.conditions import Condition, condition_of
from layerlaw.solver.certainty.orders.histories import histories, plan_of
from layerlaw.solver.certainty.orders.played import PlayedHistories
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.asking import scenario_of
from layerlaw.solver.facts.rich import Rich

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


LIMIT = 5_000

Says = Literal["decides", "shares", "nothing"]


@dataclass(frozen=True, slots=True, repr=False)
class HistoryGroup:
    """The histories that have one outcome.

    count: how many there are. picks: how the choices were made in each of them, in the order of
    `Orders.choices`; those of `Orders.untold` are as written, and stand for all other orders.
    condition: when it comes about and only then, among all histories looked at; None where there is
    one outcome alone, or nothing simple says it. example: the first of the histories.
    """

    outcome: Outcome
    count: int
    picks: tuple[tuple[Pick, ...], ...]
    condition: Condition | None
    example: Admissible

    def __repr__(self) -> str:
        """How many it holds and one of them, in a line; the outcome is the whole table."""
        histories = f"{self.count} histor{'y' if self.count == 1 else 'ies'}"
        return f"<HistoryGroup of {histories}, such as {self.example.picks!r}>"


@dataclass(frozen=True, slots=True)
class Role:
    """What one chooser can do about the outcome.

    player: None for what nobody is said to choose. choices: indices into `Orders.choices`. says:
    `decides`: the outcome is settled by these choices alone; `shares`: they can change it, and so
    can others; `nothing`: whatever they are, they change nothing.
    """

    player: str | None
    choices: tuple[int, ...]
    says: Says


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """An event before the last after which histories with one outcome in the end do not agree.

    event: its number, from 1. outcomes: how many there are after it, of all histories.
    differences: the cells in which these differ.
    """

    event: int
    outcomes: int
    differences: tuple[Difference[Seen], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Orders(Rich):
    """What the choices that are left lead to.

    total: how many admissible histories there are; None where only playing them all can tell.
    done: of how many it is known what they lead to; they were played, or nothing on the table
    could tell them from one that was. groups: by outcome, that of the history as written first.
    roles: the players in seating order, then nobody, if there is something that nobody is said to
    choose. idle: choices that change nothing, whatever else is chosen. untold: those of them whose
    order nothing on any table could tell. complete: whether that is
    known of all histories; otherwise there are at least these outcomes, and conditions, roles and
    idle choices hold of those that are known. interrupted: whether that was why.
    meanwhile: the events on the way after which it mattered though it does not in the end.
    """

    scenario: Scenario
    choices: tuple[Choice, ...]
    total: int | None
    done: int
    groups: tuple[HistoryGroup, ...]
    differences: tuple[Difference[Seen], ...]
    roles: tuple[Role, ...]
    idle: tuple[int, ...]
    untold: tuple[int, ...]
    complete: bool
    interrupted: bool
    meanwhile: tuple[Meanwhile, ...] = ()

    @property
    def matters(self) -> bool:
        """Whether the choices lead to different outcomes in the end, as far as is known."""
        return len(self.groups) > 1


@checked()
def orders(
    scenario: Scenario | Answer,
    *,
    limit: int = LIMIT,
    progress: Callable[[int, int], None] | None = None,
) -> Orders:
    """Play every admissible history of the scenario, and say which choices lead where.

    scenario: or an answer, for the scenario that it answers.
    limit: the most histories that are played. progress: called after each with how many were
    played and how many will be at most. `KeyboardInterrupt` ends the work early, and
    what was found until then is returned. Raises `LayerlawError` for unknown readings; a history
    that cannot happen is an outcome. See docs/definition.md, "Choices".

    >>> from layerlaw import load_scenario, orders, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> orders(load_scenario(path)).complete
    True
    """
    return orders_from(scenario_of("orders", scenario), Derivations(), limit, progress)


def orders_from(
    scenario: Scenario,
    derivations: Derivations,
    limit: int = LIMIT,
    progress: Callable[[int, int], None] | None = None,
) -> Orders:
    """As `orders`; derivations: those that are there already, and all that are made on the way.

    Histories that begin alike share them, and those that only take ties in another order which
    nothing on the table could tell are played once.
    """
    plan = plan_of(scenario)
    played = PlayedHistories(plan, derivations)
    told: frozenset[int] | None = None
    interrupted = False
    # What tells a tie only now brings its other orders; what was played is known.
    while told != played.told and not interrupted:
        told, alike = played.told, prod(plan.choices[n].total for n in played.untold)
        expected = limit if plan.total is None else min(plan.total // alike, limit)
        picks: list[tuple[Pick, ...]] = []
        found: dict[Outcome, list[int]] = {}
        examples: dict[Outcome, Admissible] = {}
        ways: list[list[Outcome]] = []
        complete = False
        every = histories(plan, told)
        try:
            for history in islice(every, limit):
                way = played.outcomes(history)
                if told != played.told:
                    break
                ways.append(way)
                found.setdefault(way[-1], []).append(len(picks))
                examples.setdefault(way[-1], history)
                picks.append(history.picks)
                if progress is not None:
                    progress(len(picks), expected)
            else:
                complete = next(every, None) is None
        except KeyboardInterrupt:
            interrupted = True
            # What was noted of the last history may be half of it.
            found = {
                ending: kept
                for ending, numbers in found.items()
                if (kept := [number for number in numbers if number < len(picks)])
            }
    groups = tuple(
        HistoryGroup(
            ending,
            len(numbers) * alike,
            tuple(picks[number] for number in numbers),
            condition_of(plan.choices, picks, numbers) if len(found) > 1 else None,
            examples[ending],
        )
        for ending, numbers in found.items()
    )
    group_of = {n: group for group, numbers in enumerate(found.values()) for n in numbers}
    leads = [group_of[number] for number in range(len(picks))]
    return Orders(
        scenario,
        plan.choices,
        len(picks) * alike if complete else plan.total,
        len(picks) * alike,
        groups,
        differences_of([group.outcome for group in groups], fates=True),
        _roles(scenario.players, plan.choices, picks, leads),
        tuple(n for n in range(len(plan.choices)) if not _bears_on({n}, picks, leads)),
        tuple(sorted(played.untold)),
        complete,
        interrupted,
        _meanwhile(len(scenario.events), ways, leads),
    )


def _meanwhile(
    events: int, ways: Sequence[list[Outcome]], leads: Sequence[int]
) -> tuple[Meanwhile, ...]:
    """The events before the last at which histories of one group are not of one outcome.

    ways: of each history the outcomes after the last events; those that are shared are the same
    list. leads: its group.
    """
    found = []
    # Interrupted, the last history may have no group.
    once = {id(way): (group, way) for group, way in zip(leads, ways, strict=False)}.values()
    length = max((len(way) - 1 for _, way in once), default=0)
    for place in range(length):
        there = [(group, way[place] if place < len(way) - 1 else None) for group, way in once]
        pairs = {(group, one) for group, one in there if one is not None}
        if len(pairs) > len({group for group, _ in pairs}):
            outcomes = list(dict.fromkeys(one for _, one in there if one is not None))
            number = events - length + place
            found.append(Meanwhile(number, len(outcomes), differences_of(outcomes, fates=True)))
    return tuple(found)


# --- who decides --------------------------------------------------------------------------------


def _roles(
    players: Iterable[str],
    choices: Sequence[Choice],
    picks: Sequence[tuple[Pick, ...]],
    leads: Sequence[int],
) -> tuple[Role, ...]:
    found = []
    for player in (*players, None):
        own = {number for number, choice in enumerate(choices) if choice.by == player}
        if player is None and not own:
            continue
        says: Says = "nothing"
        if _bears_on(own, picks, leads):
            others = set(range(len(choices))) - own
            says = "shares" if _bears_on(others, picks, leads) else "decides"
        found.append(Role(player, tuple(sorted(own)), says))
    return tuple(found)


def _bears_on(own: set[int], picks: Sequence[tuple[Pick, ...]], leads: Sequence[int]) -> bool:
    """Whether histories that differ in these choices alone have different outcomes."""
    by_rest: defaultdict[tuple[Pick, ...], set[int]] = defaultdict(set)
    for made, group in zip(picks, leads, strict=True):
        rest = tuple(pick for number, pick in enumerate(made) if number not in own)
        by_rest[rest].add(group)
    return any(len(groups) > 1 for groups in by_rest.values())
