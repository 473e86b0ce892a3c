"""Reads requests of the page from JSON: every field is checked, with a message."""

from __future__ import annotations

import json
from dataclasses import field
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError

if TYPE_CHECKING:
    from collections.abc import Mapping

WHAT = ("picture", "settled", "readings", "why", "order", "write", "words", "find", "add")
MOST_READINGS = 200
LONGEST_NAME = 300
MOST_EVENTS = 20_000


@dataclass(frozen=True, slots=True)
class Request:
    """One request.

    what: one of `WHAT`. text: the scenario as typed. book: the text of a rulebook of one's own, or
    nothing. rulebook: a shipped one's id, to look at the scenario under instead of its own, or
    nothing. readings: chosen besides the scenario's own. beside: also show what the scenario's own
    rulebook and readings make of it. order: for `order`, the numbers of the events as they shall
    stand; within: the number of the event whose own events these are, which happen together.
    object, characteristic: for `why`. card, player, square: for `add`, what arrives, whose it is
    and where; square 0: nowhere. card is for `find` the words that are searched.
    """

    what: str
    text: str
    book: str = ""
    rulebook: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)
    beside: bool = False
    order: tuple[int, ...] = ()
    within: int | None = None
    object: str = ""
    characteristic: str = ""
    card: str = ""
    player: str = ""
    square: int = 0


def asked(raw: bytes) -> Request:
    """The request in a body; raises `LayerlawError` with what is wrong with it."""
    try:
        fields = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise LayerlawError("the request is not UTF-8") from None
    except RecursionError:
        raise LayerlawError("the request is nested too deeply") from None
    except ValueError as error:
        raise LayerlawError(f"the request is not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise LayerlawError("the request is no JSON object")
    known = Request.__dataclass_fields__
    for key in fields:
        if key not in known:
            raise LayerlawError(f"the request has a field that is not known: {key[:50]!r}")
    what = _text(fields, "what", LONGEST_NAME)
    if what not in WHAT:
        raise LayerlawError(f"'what' is one of {', '.join(WHAT)}")
    if "text" not in fields:
        raise LayerlawError("the request has no 'text'")
    return Request(
        what=what,
        text=_text(fields, "text"),
        book=_text(fields, "book"),
        rulebook=_text(fields, "rulebook", LONGEST_NAME),
        readings=_readings(fields.get("readings", {})),
        beside=_flag(fields, "beside"),
        order=_order(fields.get("order", [])),
        within=None if fields.get("within") is None else _number(fields, "within"),
        object=_text(fields, "object", LONGEST_NAME),
        characteristic=_text(fields, "characteristic", LONGEST_NAME),
        card=_text(fields, "card", LONGEST_NAME),
        player=_text(fields, "player", LONGEST_NAME),
        square=_number(fields, "square"),
    )


def _text(fields: Mapping[str, object], key: str, most: int | None = None) -> str:
    text = fields.get(key, "")
    if not isinstance(text, str):
        raise LayerlawError(f"'{key}' is no text")
    if most is not None and len(text) > most:
        raise LayerlawError(f"'{key}' is longer than {most} characters")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise LayerlawError(f"'{key}' holds half a character (a lone surrogate)") from None
    return text


def _flag(found: Mapping[str, object], key: str) -> bool:
    flag = found.get(key, False)
    if not isinstance(flag, bool):
        raise LayerlawError(f"'{key}' is neither true nor false")
    return flag


def _number(fields: Mapping[str, object], key: str) -> int:
    number = fields.get(key, 0)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_EVENTS:
        raise LayerlawError(f"'{key}' is no number from 0 to {MOST_EVENTS}")
    return number


def _readings(found: object) -> dict[str, str]:
    if not isinstance(found, dict) or len(found) > MOST_READINGS:
        raise LayerlawError(f"'readings' is no object of {MOST_READINGS} entries at most")
    return {
        _text({"readings": point}, "readings", LONGEST_NAME): _text(found, point, LONGEST_NAME)
        for point in found
    }


def _order(found: object) -> tuple[int, ...]:
    if not isinstance(found, list) or len(found) > MOST_EVENTS:
        raise LayerlawError(f"'order' is no list of {MOST_EVENTS} numbers at most")
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in found):
        raise LayerlawError("'order' holds what is no whole number")
    return tuple(found)
