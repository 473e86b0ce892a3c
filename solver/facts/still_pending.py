"""Who is pending at a graph that is as one before it: those of that one who have not gone since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from layerlaw.solver.facts.records import GraphRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class StillPending(Sequence[str]):
    """Those pending at an earlier graph but for the first of those who went after it.

    base: the earlier graph. went: the ids of those who went after it, in that order, one at each
    graph. gone: how many of them have gone. It is equal to a tuple of the same ids, and keeps
    none, for there is one of it for each turn of a layer.
    """

    __slots__ = ("base", "gone", "went")

    def __init__(self, base: GraphRecord, went: tuple[str, ...], gone: int) -> None:
        self.base = base
        self.went = went
        self.gone = gone

    @property
    def told(self) -> tuple[str, ...]:
        """All of them."""
        left = frozenset(self.went[: self.gone])
        return tuple([id for id in self.base.pending if id not in left])

    def follows(self, before: Sequence[str]) -> bool:
        """Whether these are told by the same earlier graph as those before, one of whom went."""
        if isinstance(before, StillPending):
            same = before.base is self.base and before.went is self.went
            return same and before.gone + 1 == self.gone
        return before is self.base.pending and self.gone == 1

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...

    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        return self.told[place]

    def __len__(self) -> int:
        return len(self.told)

    def __iter__(self) -> Iterator[str]:
        return iter(self.told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | StillPending) and self.told == tuple(other)

    def __hash__(self) -> int:
        return hash(self.told)

    def __repr__(self) -> str:
        return repr(self.told)

    def __reduce__(self) -> tuple[type[tuple[str, ...]], tuple[tuple[str, ...]]]:
        return tuple, (self.told,)


def as_before(base: GraphRecord | None, later: Iterable[tuple[int, str]]) -> Iterator[GraphRecord]:
    """Graphs that are as an earlier one, but that at each one more has gone.

    later: for each its turn, and who has gone since the one before it.
    """
    turns = [*later]
    went = tuple([one for _, one in turns])

    def found(_: str) -> Mapping[str, object]:
        assert base is not None
        return {"found": base.found}

    for gone, (turn, _) in enumerate(turns, 1):
        assert base is not None, "something is earlier"
        pending = StillPending(base, went, gone)
        yield GraphRecord.when_asked(found, turn=turn, pending=pending, tested=pending)


def gone_since(before: GraphRecord, graph: GraphRecord) -> str | None:
    """Who has gone since the graph before, if the other is plainly as that one but for that."""
    pending = graph.pending
    if not isinstance(pending, StillPending):
        return None
    plainly = (
        graph.tested is pending and pending.follows(before.pending) and graph.found is before.found
    )
    return pending.went[pending.gone - 1] if plainly else None
