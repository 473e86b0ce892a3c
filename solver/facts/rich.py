"""What answers and findings share: they show themselves, and have tables and a JSON form."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.lazy import LazyModule
from layerlaw.solver.facts.displays import known, registered

if TYPE_CHECKING:
    from collections.abc import Collection

    import pandas
else:
    pandas = LazyModule("pandas")


class Rich:
    """A value that a notebook shows as a page, picture or table, a terminal in one line."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The same line: all fields would fill pages."""
        name = type(self).__name__
        return f"<{name}: {registered().plain_line(self)}>" if known() else f"<{name}>"

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        """What IPython asks for: by media type, the shortest under `text/plain`."""
        if not known():
            return {"text/plain": repr(self)}
        return registered().mimebundle(self, include, exclude)

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables that `rows` and `to_frame` have, the default first."""
        return registered().tables(self)

    @checked()
    def rows(self, what: str | None = None) -> list[dict[str, object]]:
        """One of its tables as plain values: a row is a dict by the names of the columns.

        what: one of `tables`; None is the first. Values are texts, whole numbers, True or False,
        lists of texts, or None, so that `json` writes them as they are. docs/python.md says what
        each table holds. Raises `LayerlawError`, with a suggestion, for a table that there is not.
        """
        return registered().rows(self, what)

    @checked()
    def to_frame(self, what: str | None = None) -> pandas.DataFrame:
        """One of its tables as a pandas `DataFrame`.

        what: as in `rows`. The dtype of a column does not depend on what stands in it: `string`,
        `Int64`, `boolean`, and `object` for lists and for what may be of several kinds; but numbers
        are `object` where one of them is infinite or split. Raises `LayerlawError` as `rows` does,
        and where pandas is not installed.
        """
        return registered().frame(self, what)

    def to_dict(self) -> dict[str, object]:
        """The JSON form: what `--json` prints of it, of an answer with `--no-certificate`.

        `docs/json.md` names the fields; the number in `schema` goes up before any of them changes.
        Raises `LayerlawError` for what is no document of its own.
        """
        return registered().json_value(self)

    @checked()
    def to_json(self, indent: int | None = None) -> str:
        """`to_dict` as text; indent: as of `json.dumps`. Raises `LayerlawError` as that does."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)
