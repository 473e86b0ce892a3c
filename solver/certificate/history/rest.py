"""What is at rest, and which of two objects counts as older when one of them is not."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import nodes
from layerlaw.solver.certificate.history.aspects import OLDER, STATUSES

if TYPE_CHECKING:
    from collections.abc import Collection

    from layerlaw.solver.certificate.history.proceedings import Proceedings
    from layerlaw.solver.certificate.history.states import ReplayedState
    from layerlaw.solver.facts.situation import Situation

QUESTION = "age of what is not at rest"


def come_to_rest(known: Proceedings) -> bool:
    """What is not at rest is so again, unless something is to come; whether anything was."""
    rest = known.rulebook.rest
    if rest is None or known.rest_waits or known.announced:
        return False
    stirring = [id for id in known.log.present if rest.status in known.of(id, STATUSES)]
    for id in stirring:
        known.tell(id, {STATUSES: known.of(id, STATUSES) - {rest.status}})
        if known.policy(QUESTION) == "older while it stirs" and known.of(id, OLDER):
            known.tell(id, {OLDER: frozenset()})
    return bool(stirring)


def rest_is_asked_for(known: Proceedings) -> bool:
    """Whether anything that has come up asks what is at rest."""
    rest = known.rulebook.rest
    return rest is not None and rest.status in known.heard.statuses


def note_who_is_older(known: Proceedings) -> None:
    """Of two that would take each other's ability the one that is not at rest counts as older.

    Only abilities that ask who is at rest are looked at. Clause: SORC-REST-2.
    """
    rest = known.rulebook.rest
    if rest is None or known.policy("process") != "layered" or not rest_is_asked_for(known):
        return
    log = known.log
    playing = [id for id in log.present if known.playing(id)]
    stirring = [id for id in playing if rest.status in known.of(id, STATUSES)]
    resting = [id for id in playing if id not in stirring]
    at_rest = frozenset(map(log.named, resting))
    for id in log.present:
        older = known.of(id, OLDER)
        if not older <= at_rest:
            known.tell(id, {OLDER: older & at_rest})
    if not stirring or not resting or known.policy(QUESTION) == "its own":
        return
    contest = _Contest(known, rest.status)
    for id in stirring:
        beaten = [other for other in resting if contest.takes_turns(id, other)]
        if beaten:
            known.tell(id, {OLDER: known.of(id, OLDER).union(map(log.named, beaten))})


class _Contest:
    """Who takes whose ability that asks what is at rest, in states where everything is.

    asking: of each object the effects of such abilities.
    """

    def __init__(self, known: Proceedings, status: str) -> None:
        self._known = known
        now = known.situation
        things = (replace(one, statuses=one.statuses - {status}) for one in now.things)
        self._still: Situation = replace(now, things=tuple(things))
        state = known.state_of(self._still)
        asked = a.HasStatus(status)
        self.asking: dict[str, set[str]] = {}
        for place, held in chain(state.start.held.items(), state.board.held.items()):
            holder = state.table.ids[place]
            for one in held:
                if one.static and any(node == asked for node in nodes(one.ability)):
                    self.asking.setdefault(holder, set()).add(one.effect_id(holder))
        self._working: dict[str | None, frozenset[str]] = {}

    def takes_turns(self, one: str, other: str) -> bool:
        """Whether each can use its own where neither acts, and not where the other alone does."""
        if one not in self.asking or other not in self.asking:
            return False
        return (
            {one, other} <= self._able(None)
            and one not in self._able(other)
            and other not in self._able(one)
        )

    def _able(self, acting: str | None) -> frozenset[str]:
        """Who can use its own where that object alone, or nobody, does anything by it."""
        known = self._working.get(acting)
        if known is None:
            every = frozenset(chain.from_iterable(self.asking.values()))
            silent = every.difference(self.asking.get(acting, ()) if acting else ())
            left_out = self._still.left_out | silent
            state = self._known.state_of(replace(self._still, left_out=left_out))
            found = (id for id, ids in self.asking.items() if _can_use_any(state, id, ids))
            known = self._working[acting] = frozenset(found)
        return known


def _can_use_any(state: ReplayedState, id: str, effects: Collection[str]) -> bool:
    held = state.board.held.get(state.table.index[id], ())
    return any(one.effect_id(id) in effects for one in held) and not state.disabled(id)
