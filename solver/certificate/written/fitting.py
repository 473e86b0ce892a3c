"""What a value is in JSON, what fits where it stands, and what is said of what does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, did_you_mean

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None
Spot = tuple["Spot", str | int] | None
"""Where a value stands in a document: the keys and numbers that lead to it, the last one last."""

DEEPEST = 100
"""So deep may values lie in each other."""


class Misfit(LayerlawError):
    """A value that is not what stands there; at: where it is."""

    def __init__(self, at: Spot, message: str, expected: str = "", suggestion: str = "") -> None:
        self.at = at
        self.message = message
        self.expected = expected
        self.suggestion = suggestion
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Form:
    """How values of one type are written and read. what: what is expected, in words."""

    what: str
    write: Callable[[Any], Json]
    read: Callable[[Json, Spot], Any]


def told(value: Json) -> str:
    """A value that does not belong where it stands, in a few words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case dict():
            return "an object"
        case list():
            return "a list"
        case str():
            return f"'{value}'" if len(value) < 40 else f"a text of {len(value)} letters"
        case _:
            return str(value)[:40]


def unfit(value: Json, at: Spot, expected: str) -> Misfit:
    """The error for a value of another type than the one expected."""
    return Misfit(at, f"{told(value)} does not belong here", expected)


def deep(at: Spot) -> int:
    """How deep a value lies."""
    depth = 0
    while at is not None:
        at, depth = at[0], depth + 1
    return depth


def keys_of(value: Json, at: Spot, known: Sequence[str], expected: str) -> dict[str, Json]:
    """The object itself, which has none but these keys; raises `Misfit`."""
    if not isinstance(value, dict):
        raise unfit(value, at, expected)
    for key in value:
        if key not in known:
            hint = did_you_mean(key, known)
            raise Misfit((at, key), f"unknown key '{key}'", ", ".join(known), hint)
    return value


def read_once(form: Form) -> Form:
    """The form, which remembers what it has read of lists and objects, by what they are."""
    known: dict[int, tuple[Json, Any]] = {}

    def read(value: Json, at: Spot) -> Any:
        if not isinstance(value, list | dict):
            return form.read(value, at)
        if id(value) not in known:
            # The value is kept as well, so that no other comes to have its identity.
            known[id(value)] = value, form.read(value, at)
        return known[id(value)][1]

    return Form(form.what, form.write, read)
