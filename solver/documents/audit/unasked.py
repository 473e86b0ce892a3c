"""The questions of procedure that a rulebook neither answers nor leaves open, with boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.notation.spelling import listed
from layerlaw.model.rulebooks.load_procedure import with_places_between
from layerlaw.model.rulebooks.policies import QUESTIONS
from layerlaw.model.rulebooks.rulebook import OpenPoint, Reading, Rulebook
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.open_points import settled_findings
from layerlaw.solver.documents.wording.answered import Standing, standings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.documents.wording.answered import PolicyStanding


@checked()
def unasked_findings(
    rulebook: Rulebook,
    *,
    n: int = 4,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Finding, ...]:
    """For every policy that is neither answered nor open a board on which its answers part.

    rulebook: whose policies are looked at; see `standings` for what counts as answered. n: the most
    effects of an abstract instance that is made into boards. progress: called after each question
    with the number of questions done and of all. The questions of which no board shows a
    difference come as one finding. Raises `WrongArgument` for what is no rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> found = unasked_findings(shipped_rulebook("duel-masters-1.28-en"))
    >>> (found[0].policy, found[0].readings)
    ('ability of what has left', ('resolves', 'is ignored'))
    """
    every = standings(rulebook)
    unasked = {each.policy: each for each in every if each.standing is Standing.UNASKED}
    if not unasked:
        return (_all_asked(every),)
    points = {policy: _as_point(rulebook, policy) for policy in unasked}
    layers = rulebook.layers
    if not rulebook.has_places_between:
        layers = with_places_between(layers, rulebook.policies, points)
    asking = replace(rulebook, points=MappingProxyType(points), layers=layers)
    found = settled_findings(asking, n=n, progress=progress)
    return tuple(_told(rulebook, unasked, found))


def _as_point(rulebook: Rulebook, policy: str) -> OpenPoint:
    """The question as if the rulebook left it open, with all answers that there are."""
    readings = tuple(
        Reading(answer, meaning, MappingProxyType({policy: answer}), MappingProxyType({}))
        for answer, meaning in QUESTIONS[policy].answers.items()
    )
    value = rulebook.policies[policy].value
    return OpenPoint(policy, QUESTIONS[policy].asks, (), readings, value)


def _told(
    rulebook: Rulebook, unasked: dict[str, PolicyStanding], found: tuple[Finding, ...]
) -> Iterator[Finding]:
    shown = [each for each in found if each.board is not None and not each.board.readings]
    for each in shown:
        policy, board = each.point, each.board
        given = rulebook.policies[policy]
        value = given.value
        yield Finding(
            "unasked",
            f"{QUESTIONS[policy].asks} No clause says, and no open point asks. The procedure goes "
            f"by `{policy}: {value}`; {unasked[policy].why}.",
            clauses=(given.clause,) if given.written and given.clause in rulebook.clauses else (),
            policy=policy,
            readings=(value, *(one for one in each.readings if one != value)),
            words=tuple(
                f"`{policy}: {answer}`. {meaning}"
                for answer, meaning in QUESTIONS[policy].answers.items()
            ),
            board=None
            if board is None
            else replace(board, rulebook=rulebook, title=board.title.removeprefix(f"{policy}: ")),
            shown=each.shown,
            outcome_parts=each.outcome_parts,
        )
    yield from _elsewhere(found)
    silent = [each for each in found if each.board is None]
    if silent:
        yield Finding(
            "unknown",
            f"No clause answers {listed([f'`{each.point}`' for each in silent])}, and no board "
            "was found on which the answers part.",
            bound=max(each.bound for each in silent),
            reason=listed([f"`{each.point}`: {each.reason}" for each in silent]),
        )


def _elsewhere(found: tuple[Finding, ...]) -> Iterator[Finding]:
    """The questions whose answers part only if others are answered otherwise, too."""
    given = {
        each.point: each.board.readings
        for each in found
        if each.board is not None and each.board.readings
    }
    if given:
        where = [
            f"`{policy}` with {listed([f'`{name}: {answer}`' for name, answer in others.items()])}"
            for policy, others in given.items()
        ]
        asked = listed([f"`{policy}`" for policy in given])
        yield Finding(
            "unknown",
            f"No clause answers {asked}, and the answers were found to part only where the "
            "procedure answers other questions otherwise, too.",
            bound=max(each.bound for each in found if each.point in given),
            reason=f"boards were found for {listed(where)}",
        )


def _all_asked(every: tuple[PolicyStanding, ...]) -> Finding:
    count = {one: sum(each.standing is one for each in every) for one in Standing}
    decided = count[Standing.DECIDED]
    return Finding(
        "clean",
        f"Of the {len(every)} questions of procedure {count[Standing.ANSWERED]} are answered by a "
        f"clause that speaks of them, {count[Standing.OPEN]} are open"
        f"{f', {decided} decided by the rulebook itself' if decided else ''}, and "
        f"{count[Standing.NOT_ARISING]} do not arise.",
        reason="by what the clauses say that they fix, and by set phrases in their words",
    )
