"""The registry of displays: how answers and findings show themselves, registered from the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    import pandas
    from matplotlib import axes


class Displays(Protocol):
    """What shows answers and findings, in a notebook and in a plain shell."""

    def plain_line(self, shown: object) -> str:
        """What it is, in one line."""
        ...

    def mimebundle(
        self, shown: object, include: Collection[str] | None, exclude: Collection[str] | None
    ) -> dict[str, str]:
        """What IPython asks for: by media type, the shortest under `text/plain`."""
        ...

    def json_value(self, shown: object) -> dict[str, object]:
        """What `--json` prints of it."""
        ...

    def ruling(self, shown: object) -> tuple[str, ...]:
        """What an answer comes to, in plain sentences."""
        ...

    def tables(self, shown: object) -> tuple[str, ...]:
        """The names of its tables, the one that is meant without a name first."""
        ...

    def rows(self, shown: object, what: str | None) -> list[dict[str, object]]:
        """One of its tables, row by row."""
        ...

    def frame(self, shown: object, what: str | None) -> pandas.DataFrame:
        """The same as a `DataFrame`."""
        ...

    def plot(self, shown: object, ax: axes.Axes | None, layer: str | int | None) -> axes.Axes:
        """A picture of it on axes."""
        ...


_load: list[Callable[[], Displays]] = []


def register(load: Callable[[], Displays]) -> None:
    """Registers the displays of answers and findings; `load` is called when one is needed."""
    _load[:] = [load]


def known() -> bool:
    """Whether displays are registered."""
    return bool(_load)


def registered() -> Displays:
    """The displays. Raises `LookupError` where none are registered."""
    if not _load:
        raise LookupError("nothing that shows answers is registered: import layerlaw")
    return _load[0]()
