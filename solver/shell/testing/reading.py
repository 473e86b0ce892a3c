"""Reads an engine's state: its JSON, its names, and its values as ours."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from layerlaw.model.algebra.infinite import read_number
from layerlaw.model.errors import LayerlawError, did_you_mean, with_hint
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.solver.board.columns import ABILITIES, PERMISSIONS
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.testing.adapter import Adapted
from layerlaw.solver.shell.testing.units import kind_of, plain, units

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.testing.adapter import Adapter, Raw
    from layerlaw.solver.shell.testing.state import JsonValue

# What goes wrong here is wrong where it was called: pytest shows no line of this file.
__tracebackhide__ = True

KEYWORDS = "keywords"
ZONE = "zone"
OWNER = "owner"
_NUMBER = re.compile(r"[+-]?\d{1,15}|-?infinite")
_TRUTH = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False, "": False}
MOST_TROUBLES = 10


def json_document(theirs: object) -> Any:
    """The engine's document, given as a value, as JSON text or as a file's path.

    Raises `LayerlawError` with the place for what is no JSON, or a file that cannot be read.
    """
    if not isinstance(theirs, (str, os.PathLike)):
        return theirs
    text, name = str(theirs), "the engine's state"
    if isinstance(theirs, os.PathLike) or text.lstrip()[:1] not in ("{", "["):
        name = str(theirs)
        try:
            text = Path(theirs).read_bytes().decode("utf-8-sig")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise LayerlawError(f"{name}: the engine's state can't be read: {why}") from None
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        place = f"{name}:{error.lineno}:{error.colno}"
        raise LayerlawError(f"{place}: this is no JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise LayerlawError(f"{name}: this is no JSON: {error}") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no value of JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key '{twice}' stands twice in one object")
    return mapping


def adapted(
    theirs: object, adapter: Adapter, derivation: Answer, *, lenient: bool = False
) -> Adapted:
    """The engine's state in our form.

    lenient: objects and characteristics that the scenario and its rulebook lack are left out.
    Raises `LayerlawError`, with suggestions, for what is no state, for players in it that the
    scenario does not have, and if not lenient for such objects and characteristics.
    """
    reader = _StateReader(adapter, derivation, lenient=lenient)
    return reader.adapted(units(json_document(theirs), adapter, reader.kinds))


class _StateReader:
    """Reads one state, and collects what has no meaning here."""

    def __init__(self, adapter: Adapter, derivation: Answer, *, lenient: bool) -> None:
        self.lenient = lenient
        self.unknown: dict[str, None] = {}
        self.adapter = adapter
        self.derivation = derivation
        self.book = derivation.rulebook
        self.kinds = kinds(derivation)
        self.players = derivation.situation.players
        self.ids = [thing.id for thing in derivation.world.things if thing.id != RULES]
        self.troubles: dict[str, None] = {}

    def adapted(self, raw: Raw) -> Adapted:
        shaped: dict[str, dict[str, JsonValue]] = {}
        said: dict[tuple[str, str], JsonValue] = {}
        for name, cells in raw.items():
            id = self._object(name)
            if id is None:
                continue
            if id in shaped:
                self.troubles[f"two objects of the engine's state are '{id}'"] = None
            for key, value in cells.items():
                characteristic = self._characteristic(str(key))
                if characteristic is None:
                    continue
                if (id, characteristic) in said:
                    self.troubles[f"the engine's state has '{characteristic}' of {id} twice"] = None
                said[id, characteristic] = value
                meant = value
                if self.adapter.value is not None:
                    meant = self.adapter.value(id, characteristic, value)
                value = self._value(characteristic, plain(meant))
                if not _is_json(value):
                    self.troubles[
                        f"{characteristic} of {id} is {kind_of(value)} in the engine's state, "
                        "which is no value; see Adapter(computed=..., value=..., players=...)"
                    ] = None
                shaped.setdefault(id, {})[characteristic] = value
            shaped.setdefault(id, {})
        if self.troubles:
            lines = list(self.troubles)
            more = [f"and {len(lines) - MOST_TROUBLES} more"] if len(lines) > MOST_TROUBLES else []
            raise LayerlawError("\n".join([*lines[:MOST_TROUBLES], *more]))
        return Adapted(shaped, said, tuple(self.unknown))

    def _object(self, key: Any) -> str | None:
        adapter = self.adapter
        name = str(key)
        if name in adapter.skip_objects or key in adapter.skip_objects:
            return None
        id = name
        for names in (adapter.players, adapter.objects):
            id = names.get(key, names.get(name, id))
        if id in self.derivation.world.index:
            return id
        told = f"object '{name}', which the scenario does not have"
        self._unknown(told, id, self.ids, "objects", "skip_objects")
        return None

    def _characteristic(self, name: str) -> str | None:
        if name in self.adapter.skip:
            return None
        known = self.adapter.characteristics.get(name, name)
        if known in self.kinds:
            return known
        told = f"characteristic '{name}', which {self.book.id} lacks"
        self._unknown(told, known, list(self.kinds), "characteristics", "skip")
        return None

    def _unknown(self, told: str, word: str, known: Iterable[str], rename: str, leave: str) -> None:
        known = list(known)
        if self.lenient:
            hint = did_you_mean(word, known)
            self.unknown[f"the {told} ({hint})" if hint else f"the {told}"] = None
            return
        an = "an" if told[0] in "aeiou" else "a"
        message = f"the engine's state has {an} {told}"
        hinted = with_hint(message, word, known)
        if hinted == message:
            hinted += f" (there are {', '.join(known)})"
        self.troubles[f"{hinted}; see Adapter({rename}=..., {leave}=...)"] = None

    def _value(self, characteristic: str, value: JsonValue) -> JsonValue:
        kind = self.kinds[characteristic]
        if kind == "number":
            return _number(value)
        if kind == "player":
            return self._player(value)
        if kind == "status":
            return _truth(value)
        if kind == "text":
            return self._word(characteristic, value) if isinstance(value, str) else value
        return self._several(characteristic, value)

    def _player(self, value: Any) -> JsonValue:
        if value is None or value == "":
            return None
        players = self.adapter.players
        name = str(value)
        player = players.get(value) if isinstance(value, Hashable) else None
        player = players.get(name, name) if player is None else player
        if player not in self.players:
            message = f"the engine's state has a player '{name}', whom the scenario does not have"
            hinted = with_hint(message, player, self.players)
            there = f" (there are {', '.join(self.players)})" if hinted == message else ""
            self.troubles[f"{hinted}{there}; see Adapter(players=...)"] = None
        return player

    def _several(self, characteristic: str, value: JsonValue) -> JsonValue:
        whole = characteristic == ABILITIES
        if value is None:
            return []
        if isinstance(value, str):
            # A line of text may have commas of its own.
            value = [value] if whole and ":" in value else value.split(",")
        if isinstance(value, Mapping) or not isinstance(value, Sequence):
            return value
        words = [self._word(characteristic, str(word).strip()) for word in value]
        words = [word for word in words if word]
        return sorted(words if whole else set(words))

    def _word(self, characteristic: str, word: str) -> str:
        """Our word for it: from the adapter, or spelled as in the rulebook."""
        word = self.adapter.words.get(word, word)
        book = self.book
        spelled: Iterable[str] = ()
        if characteristic in book.characteristics:
            spelled = book.characteristics[characteristic].words
        elif characteristic in (KEYWORDS, ABILITIES):
            known = vocabulary(book).with_number(word)
            spelled = () if known is None else (" ".join(filter(None, known)),)
        elif characteristic == ZONE:
            spelled = book.zones
            word = book.in_play if word.lower() == "play" else word
        return next((spelling for spelling in spelled if spelling.lower() == word.lower()), word)


def kinds(derivation: Answer) -> dict[str, str]:
    """Everything that can be compared, with its kind of value.

    The kinds are `number`, `player`, `set`, `status` and `text`.
    """
    shown = derivation.shown
    statuses = {*shown.statuses}
    by_name = {ZONE: "text", OWNER: "player", KEYWORDS: "set"}
    for name in shown.characteristics:
        number = name.removeprefix("base ")
        by_name[name] = shown.kinds.get(name) or shown.kinds.get(number) or "text"
        if name in (ABILITIES, PERMISSIONS):
            by_name[name] = "set"
        elif name in statuses or name == "can't be modified":
            by_name[name] = "status"
    return by_name


def _is_json(value: object) -> bool:
    """Whether it is a value that can be compared at all."""
    if isinstance(value, Mapping):
        return all(map(_is_json, value.values()))
    if isinstance(value, (list, tuple)):
        return all(map(_is_json, value))
    return value is None or isinstance(value, (str, int, float))


def _number(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        text = value.strip()
        if not text:
            return None
        return read_number(text) if _NUMBER.fullmatch(text) else value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _truth(value: JsonValue) -> JsonValue:
    if value is None:
        return False
    if isinstance(value, str):
        return _TRUTH.get(value.strip().lower(), value)
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    return value
