"""A graph that was found right and goes on to be, while one after another of its parts goes.

Where each step looks for dependencies anew, most steps find what the one before found. What is
told as before is tried again only for parts that write something that others look at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.trial import by_witness
from layerlaw.solver.facts.still_pending import gone_since

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certificate.replay.parts import ReplayPart
    from layerlaw.solver.certificate.replay.trial import ActionTrials
    from layerlaw.solver.facts.records import GraphRecord


class SteadyGraph:
    """A recorded graph that was held against trials of all that are pending.

    It holds for the next record if one part had its turn that is in no dependency, nothing was
    written that another looks at, and the record says that all is as before but for that part.
    edges: how many dependencies there are.
    """

    def __init__(self, record: GraphRecord, trials: ActionTrials) -> None:
        self._record = record
        self._trials = trials
        self._places = {part: place for place, part in enumerate(trials.pending)}
        self._left = (1 << len(trials.pending)) - 1
        ended, blocks = trials.found
        self._ended, self._others = ended, by_witness(blocks)
        joined = 0
        self.edges = 0
        for place, who in (*ended.items(), *((place, who) for who, place, _ in blocks)):
            joined |= who | 1 << place
            self.edges += who.bit_count()
        self._joined = joined
        self._went = ""

    def goes(self, part: ReplayPart, stale: Sequence[ReplayPart] | None) -> bool:
        """Whether the graph may still hold once the part had its turn.

        stale: those pending that look at something that was written; None where any may.
        """
        own = 1 << self._places[part] if part in self._places else 0
        if stale is None or stale or not own & self._left & ~self._joined:
            return False
        self._left ^= own
        self._went = part.id
        return True

    def holds(self, record: GraphRecord) -> bool:
        """Whether the next record is as this one, and right; if not, it has to be looked at."""
        if not self._went or gone_since(self._record, record) != self._went:
            return False
        if self._trials.acting & self._left:
            ended, blocks = self._trials.tried(self._left)
            if ended != self._ended or by_witness(blocks) != self._others:
                return False
        self._record, self._went = record, ""
        return True
