"""HTML made of pieces that are escaped unless they are HTML already."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.solver.shell.report.json_form import Json


VOID = ("input", "br", "hr")
"""Elements with nothing inside and no end."""


class Html(str):
    """Text that is HTML and is not escaped again."""

    __slots__ = ()


def escaped(text: str) -> Html:
    """Text as HTML."""
    return text if isinstance(text, Html) else Html(html.escape(text.replace("\0", "\ufffd")))


def join(pieces: Iterable[str], between: str = "") -> Html:
    """Pieces one after another."""
    return Html(escaped(between).join(escaped(piece) for piece in pieces))


def tag(name: str, *inside: str, **attributes: str | int | bool | None) -> Html:
    """An element. An attribute's name may end in `_` and has `-` for every other `_`.

    True writes the name alone; False and None leave it out.
    """
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        attribute = key.rstrip("_").replace("_", "-")
        words.append(attribute if value is True else f'{attribute}="{html.escape(str(value))}"')
    end = "" if name in VOID else f"</{name}>"
    return Html(f"<{' '.join(words)}>{join(inside)}{end}")


def bdi(text: str, class_: str | None = None) -> Html:
    """A name, whose direction of writing bears on nothing around it."""
    return tag("bdi", text, class_=class_)


def coded(text: str) -> Html:
    """A sentence in which what stands between backticks is set as a command."""
    parts = text.split("`")
    return join(tag("code", part) if odd % 2 else part for odd, part in enumerate(parts))


def names(ids: Iterable[str], most: int = 40) -> Html:
    """Names one after another; of more than so many the rest as a number."""
    all_names = list(ids)
    shown = join([bdi(id) for id in all_names[:most]], ", ")
    left = len(all_names) - most
    return Html(f"{shown} and {left} more") if left > 0 else shown


def data(value: Json) -> Html:
    """JSON that can stand inside a `script` element, whatever is written in it."""
    text = json.dumps(value, separators=(",", ":"))
    return Html(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def comparison(
    columns: Sequence[str],
    rows: Iterable[tuple[str, Sequence[str]]],
    class_: str,
    *,
    isolated: bool = False,
) -> Html:
    """A table of what stands side by side: the columns' names, each row's name and its values.

    isolated: the columns' names are names, see `bdi`.
    """
    heads = [tag("th", bdi(name) if isolated else name, scope="col") for name in columns]
    lines = []
    for name, values in rows:
        cells = zip(columns, values, strict=True)
        shown = [tag("td", value, data_label=label) for label, value in cells]
        lines.append(tag("tr", tag("th", name, scope="row"), *shown))
    head = tag("thead", tag("tr", tag("td"), *heads))
    table = tag("table", head, tag("tbody", *lines), class_=f"compare {class_}")
    return tag("div", table, class_="wide")
