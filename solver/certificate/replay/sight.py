"""What selectors and values may ask of a view of a board; `select.View` is what answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from layerlaw.model.algebra import Player, Selector, Value
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.space import ReplayTable


class Sight(Protocol):
    """A board as one effect sees it. Sets of objects are bits; `it` is one bit, or none."""

    table: ReplayTable
    board: ReplayBoard
    source: str | None
    targets: frozenset[str]
    orphaned: bool
    choice: str | None

    @property
    def firm(self) -> Sight:
        """The view that absences, numbers and players are read on."""
        ...

    @property
    def own(self) -> int:
        """The source, as a set of one or none."""
        ...

    def select(self, selector: Selector, it: int = 0) -> int:
        """The objects selected."""
        ...

    def matching(self, among: int, selector: Selector, it: int) -> int:
        """Those that the selector selects, zones aside."""
        ...

    def refer(self, selector: Selector, it: int) -> int:
        """What an anchor or the subject of a value means."""
        ...

    def the_one(self, selector: Selector, it: int) -> int:
        """The one object that is meant; none if none or several are."""
        ...

    def able(self, among: int, keyword: str | None) -> int:
        """Those that have the keyword, or any ability."""
        ...

    def controlled(self, among: int, players: frozenset[str]) -> int:
        """Those that one of the players controls."""
        ...

    def controller(self, object: str) -> str | None:
        """Who controls it."""
        ...

    def bearer(self, object: str) -> str | None:
        """Who carries the object, while it is something that is carried."""
        ...

    def players(self, player: Player, it: int) -> frozenset[str]:
        """The players meant; empty for no one."""
        ...

    def value(self, value: Value, it: int) -> int:
        """The value worked out."""
        ...
