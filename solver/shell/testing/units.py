"""An engine's units, whatever they are in Python, as mappings of characteristics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from enum import Enum
from typing import TYPE_CHECKING, Any

from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.solver.shell.report.json_form import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from layerlaw.solver.shell.testing.adapter import Adapter, Raw

# What goes wrong here is wrong where it was called: pytest shows no line of this file.
__tracebackhide__ = True

FORM = "object -> characteristic -> value"
_MISSING = object()
_PLAIN = (str, bytes, int, float, bool, type(None))


def units(document: Any, adapter: Adapter, known: Collection[str]) -> Raw:
    """The engine's units by their ids, each with what is read of it.

    known: the names of our characteristics. Raises `LayerlawError` for what has no such form.
    """
    advice = "Adapter(read=...) can make it so"
    if adapter.read is not None:
        document = adapter.read(document)
        advice = "Adapter(read=...) has to give it so"
    elif isinstance(document, Mapping) and isinstance(document.get("objects"), Mapping):
        # A document that holds them, such as `layerlaw solve --json` prints; unless it is a unit.
        of_units = all(isinstance(unit, Mapping) for unit in document.values())
        if document.get("schema") == SCHEMA or len(document) == 1 or not of_units:
            document = document["objects"]
    if adapter.key and not isinstance(document, Mapping):
        document = _by_key(document, adapter.key)
    if not isinstance(document, Mapping):
        more = ""
        if not isinstance(document, str) and isinstance(document, Iterable):
            more = ", and Adapter(key=...) says which key or attribute of a unit is its id"
        raise LayerlawError(
            f"the engine's state is {kind_of(document)}, not {FORM}: {advice}{more}"
        )
    reader = _Units(adapter, known)
    found = {name: reader.cells(name, unit, advice) for name, unit in document.items()}
    reader.stop_at_missing()
    return found


def _by_key(document: Any, key: str | Callable[[Any], Any]) -> dict[Any, Any]:
    """The units of a collection by their ids."""
    if isinstance(document, _PLAIN) or not isinstance(document, Iterable):
        raise LayerlawError(
            f"the engine's state is {kind_of(document)}, not a collection of units: "
            "Adapter(read=...) has to give the units"
        )
    found: dict[Any, Any] = {}
    for unit in document:
        id = key(unit) if callable(key) else attribute(unit, key)
        if id is _MISSING:
            raise LayerlawError(
                f"a unit of the engine is {kind_of(unit)} without '{key}': Adapter(key=...) says "
                "which key or attribute is its id"
            )
        if isinstance(id, Enum):
            id = id.name
        if not isinstance(id, (str, int)):
            raise LayerlawError(f"the id of a unit is {kind_of(id)}, not a text or a number")
        if id in found:
            raise LayerlawError(f"two units of the engine have the id '{id}': see Adapter(key=...)")
        found[id] = unit
    return found


class _Units:
    """Reads units, and remembers which attributes no object had."""

    def __init__(self, adapter: Adapter, known: Collection[str]) -> None:
        self.adapter = adapter
        self.known = known
        self.asked: dict[str, Any] = {}
        self.found: set[str] = set()

    def cells(self, name: object, unit: Any, advice: str) -> dict[str, Any]:
        """What is read of one unit."""
        if isinstance(unit, (*_PLAIN, list, tuple, Set)) and not hasattr(unit, "_fields"):
            raise LayerlawError(
                f"'{name}' in the engine's state is {kind_of(unit)}, not {FORM}: {advice}"
            )
        cells = dict(unit) if isinstance(unit, Mapping) else self._attributes(unit)
        for characteristic, compute in self.adapter.computed.items():
            cells[characteristic] = compute(unit)
        return {str(key): plain(value) for key, value in cells.items()}

    def _attributes(self, unit: Any) -> dict[str, Any]:
        cells: dict[str, Any] = {}
        renamed = self.adapter.characteristics
        for path in renamed:
            self.asked.setdefault(path, unit)
            value = attribute(unit, path)
            if value is not _MISSING:
                self.found.add(path)
                cells[path] = value
        ours = {*renamed.values(), *self.adapter.computed, *self.adapter.skip}
        for name in self.known:
            value = _MISSING if name in ours or name in renamed else attribute(unit, name)
            if value is not _MISSING:
                cells[name] = value
        return cells

    def stop_at_missing(self) -> None:
        """Raises `LayerlawError` for names in `characteristics` that no object has."""
        lines = []
        for path, unit in self.asked.items():
            if path not in self.found:
                there = [name for name in dir(unit) if not name.startswith("_")]
                told = f"no unit of the engine ({type(unit).__name__}) has '{path}'"
                hinted = with_hint(told, path, there)
                lines.append(f"{hinted}; see Adapter(characteristics=...)")
        if lines:
            raise LayerlawError("\n".join(lines))


def attribute(unit: Any, path: str) -> Any:
    """What stands there, along the dots, methods called; `_MISSING` if nothing does."""
    if isinstance(unit, Mapping) and path in unit:
        return unit[path]
    for name in path.split("."):
        if isinstance(unit, Mapping):
            unit = unit.get(name, _MISSING)
        else:
            unit = getattr(unit, name, _MISSING)
        if unit is _MISSING:
            return _MISSING
        if callable(unit) and not isinstance(unit, type):
            unit = unit()
    return unit


def plain(value: Any) -> Any:
    """The value as JSON has it, as far as it is that: sets as lists, members of enums as texts."""
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name
    if isinstance(value, Set):
        return [plain(inner) for inner in sorted(value, key=repr)]
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return value


def kind_of(value: object) -> str:
    """What a value is, in words."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true or false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, (str, bytes)):
        return "a text"
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return f"an object of the class {type(value).__name__}"
