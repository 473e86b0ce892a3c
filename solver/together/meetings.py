"""Which of all that could be done might be done to one object, so that the order counts there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.acts import Meeting, own_acts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.rulebooks.rulebook import PlacedWords
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.acts import Access
    from layerlaw.solver.together.candidates import Candidates
    from layerlaw.solver.together.deeds import Deed


class Meetings:
    """What meets among the deeds of all effects that could exist, on whatever board."""

    def __init__(self, candidates: Candidates) -> None:
        world = candidates.world
        self._candidates = candidates
        self._rulebook = world.rulebook
        self._meeting = Meeting.under(world.rulebook, world.situation)
        self._met: dict[tuple[int, int], bool] = {}
        self._most: dict[Deed, Objects] = {}

    def any(self, deeds: Iterable[Deed]) -> bool:
        """Whether two of these deeds, of different effects, meet."""
        acts = [(deed, self._act(deed)) for deed in deeds]
        every = [act for _, act in acts]
        # Of most a look at all together tells that no two meet.
        return self._meeting.of(every, every) and any(
            one[0].candidate is not other[0].candidate and self._meet(one, other)
            for number, one in enumerate(acts)
            for other in acts[:number]
        )

    def of_moved(self, moved: frozenset[str]) -> Iterator[tuple[PlacedWords, PlacedWords]]:
        """Any two operations that meet, of which one goes by one of these words."""
        candidates = self._candidates
        every = [
            (deed, self._act(deed)) for one in candidates.all for deed in candidates.deeds[one]
        ]
        moving = [one for one in every if not moved.isdisjoint(one[1].words)]
        for one in moving:
            for other in every:
                if one is not other and self._meet(one, other):
                    yield _placed(one[1]), _placed(other[1])

    def _act(self, deed: Deed) -> Access:
        acts = self._rulebook.kept(own_acts, deed.part.effect.ability)[deed.step.index]
        # A step has only those operations of its instruction that belong to one layer.
        return next(act for act in acts if act.operation is deed.prepared.operation)

    def _meet(self, one: tuple[Deed, Access], other: tuple[Deed, Access]) -> bool:
        """Whether what the two do could depend on their order, on some object."""
        key = id(one[1]), id(other[1])
        if key not in self._met:
            self._met[key] = self._meeting.of(one[1:], other[1:])
        return self._met[key] and self._reach(one[0]) & self._reach(other[0]) != NO_OBJECTS

    def _reach(self, deed: Deed) -> Objects:
        """To whom it could be done."""
        if deed not in self._most:
            self._most[deed] = deed.bounds(self._candidates.all_open)[1]
        return self._most[deed]


def _placed(act: Access) -> PlacedWords:
    return act.words, act.layer
