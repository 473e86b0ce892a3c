"""A step that is taken under several readings of a document, and can be taken anew."""

from __future__ import annotations

from typing import Protocol, TypeVar

T = TypeVar("T")


class Step(Protocol[T]):
    """A step, and what it takes to take it anew from where it began."""

    def remember(self) -> None:
        """Remember how everything is before the step, for `back` and `go_on`."""

    def take(self) -> T:
        """Take it; returns what it leaves."""

    def state(self, left: T, /) -> object:
        """All that anything later could depend on; readings with equal states go on alike."""

    def back(self) -> None:
        """Everything is as before the step."""

    def go_on(self, left: T, /) -> None:
        """As before the step, but for what it left: nothing else that was worked out is kept."""
