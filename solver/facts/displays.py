"""The registry of displays: how answers and findings show themselves, registered from the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


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


_load: list[Callable[[], Displays]] = []


def register(load: Callable[[], Displays]) -> None:
    """Registers the displays of answers and findings; `load` is called when one is needed."""
    _load[:] = [load]


def json_value(shown: object) -> dict[str, object]:
    """What `--json` prints of it. Raises `LookupError` where nothing is registered."""
    return _registered().json_value(shown)


def ruling(shown: object) -> tuple[str, ...]:
    """What an answer comes to, in plain sentences. Raises as `json_value` does."""
    return _registered().ruling(shown)


def _registered() -> Displays:
    if not _load:
        raise LookupError("nothing that shows answers is registered: import layerlaw")
    return _load[0]()


class Rich:
    """A value that a notebook shows as a page, picture or table, a terminal in one line."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The same line: all fields would fill pages."""
        name = type(self).__name__
        return f"<{name}: {_load[0]().plain_line(self)}>" if _load else f"<{name}>"

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        """What IPython asks for: by media type, the shortest under `text/plain`."""
        if not _load:
            return {"text/plain": repr(self)}
        return _load[0]().mimebundle(self, include, exclude)
