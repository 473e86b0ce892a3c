"""Writes trees of text as YAML that `yaml_text.parse` reads back word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

Tree = str | int | Sequence["Tree"] | Mapping[str, "Tree"]
"""Text, a number or a truth; a list (a tuple of texts: on one line, in brackets); a mapping."""

# What certainly is text without quotes, in a line of its own and inside brackets.
_PLAIN = re.compile(r"[^\W_][^\t]*|\([^\t]*")
_PLAIN_INSIDE = re.compile(r"[^\W_][\w '.+-]*")
_LONGEST_KEY = 900


def written_yaml(root: Mapping[str, Tree]) -> str:
    """The mapping as YAML text, its keys in their order."""
    return "".join(f"{line}\n" for line in _mapping(root))


def scalar(text: str) -> str:
    """The text on one line, in quotes where it needs them."""
    plain = (
        _PLAIN.fullmatch(text)
        and ": " not in text
        and " #" not in text
        and text[-1] not in ": "
        and text.isprintable()
    )
    return text if plain else _quoted(text)


def _scalar(value: str | int) -> str:
    if isinstance(value, str):
        return scalar(value)
    return str(value).lower()


def fits_key(text: str) -> bool:
    """Whether the text is short enough for a key of YAML."""
    return len(text) <= _LONGEST_KEY


def _inside(text: str) -> str:
    """As `scalar`, for one of several in brackets."""
    plain = _PLAIN_INSIDE.fullmatch(text) and not text.endswith(" ")
    return text if plain and text.isprintable() else _quoted(text)


def _quoted(text: str) -> str:
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in text) + '"'


def _mapping(entries: Mapping[str, Tree]) -> Iterator[str]:
    for key, value in entries.items():
        head = f"{scalar(key)}:"
        if isinstance(value, str | int):
            yield f"{head} {_scalar(value)}"
        elif not value:
            yield f"{head} {{}}" if isinstance(value, Mapping) else f"{head} []"
        elif isinstance(value, tuple):
            yield f"{head} {_on_one_line(value)}"
        else:
            yield head
            yield from (f"  {line}" for line in _lines(value))


def _lines(value: Tree) -> Iterator[str]:
    if isinstance(value, str | int):
        yield _scalar(value)
    elif isinstance(value, Mapping):
        yield from _mapping(value)
    else:
        for item in value:
            first, *more = _lines(item)
            yield f"- {first}"
            yield from (f"  {line}" for line in more)


def _on_one_line(items: Sequence[Tree]) -> str:
    return f"[{', '.join(_inside(item) for item in items if isinstance(item, str))}]"
