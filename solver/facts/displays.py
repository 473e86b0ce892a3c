"""The registry of displays: how answers and findings show themselves, registered from the shell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Protocol

from layerlaw.model.arguments import checked
from layerlaw.model.lazy import LazyModule

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    import pandas
    from matplotlib import axes
else:
    axes = LazyModule("matplotlib.axes")
    pandas = LazyModule("pandas")


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


def json_value(shown: object) -> dict[str, object]:
    """What `--json` prints of it. Raises `LookupError` where nothing is registered."""
    return _registered().json_value(shown)


def ruling(shown: object) -> tuple[str, ...]:
    """What an answer comes to, in plain sentences. Raises as `json_value` does."""
    return _registered().ruling(shown)


def plot(shown: object, ax: axes.Axes | None, layer: str | int | None = None) -> axes.Axes:
    """A picture of an answer or a finding on axes. Raises as `json_value` does."""
    return _registered().plot(shown, ax, layer)


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

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables that `rows` and `to_frame` have, the default first."""
        return _registered().tables(self)

    @checked()
    def rows(self, what: str | None = None) -> list[dict[str, object]]:
        """One of its tables as plain values: a row is a dict by the names of the columns.

        what: one of `tables`; None is the first. Values are texts, whole numbers, True or False,
        lists of texts, or None, so that `json` writes them as they are. docs/python.md says what
        each table holds. Raises `LayerlawError`, with a suggestion, for a table that there is not.
        """
        return _registered().rows(self, what)

    @checked()
    def to_frame(self, what: str | None = None) -> pandas.DataFrame:
        """One of its tables as a pandas `DataFrame`.

        what: as in `rows`. The dtype of a column does not depend on what stands in it: `string`,
        `Int64`, `boolean`, and `object` for lists and for what may be of several kinds; but numbers
        are `object` where one of them is infinite or split. Raises `LayerlawError` as `rows` does,
        and where pandas is not installed.
        """
        return _registered().frame(self, what)

    def to_dict(self) -> dict[str, object]:
        """The JSON form: what `--json` prints of it, of an answer with `--no-certificate`.

        `docs/json.md` names the fields; the number in `schema` goes up before any of them changes.
        Raises `LayerlawError` for what is no document of its own.
        """
        return json_value(self)

    @checked()
    def to_json(self, indent: int | None = None) -> str:
        """`to_dict` as text; indent: as of `json.dumps`. Raises `LayerlawError` as that does."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)
