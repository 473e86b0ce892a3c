"""The shipped tables of readings against worked examples, each for exactly one rulebook."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.digests import procedure_digest
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks
from layerlaw.solver.certainty.readings.refuting import ExampleStatement, ExampleTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from layerlaw.solver.certainty.readings.boxes import Box

# What was found, by the identity of the rulebook, which is kept alive.
_known: dict[int, tuple[Rulebook, ExampleTable | None]] = {}
_MOST_KNOWN = 32


def kept_file(id: str) -> Path:
    """Where the table of a shipped rulebook is."""
    return shipped_folder() / "readings" / f"{id}.json"


@checked()
def kept_examples(rulebook: Rulebook) -> ExampleTable | None:
    """The table that was worked out for exactly this rulebook; None where there is none.

    rulebook: whose table is asked for.

    A rulebook that was changed, or is `based on` another, has none: nothing is assumed of it.

    Raises `WrongArgument` for anything but a rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.solver.certainty.readings import kept_examples
    >>> table = kept_examples(shipped_rulebook("sorcery-2026-01"))
    >>> (table.rulebook, table.statements[0].example)
    ('sorcery-2026-01', 'animated-silence')
    """
    known = _known.get(id(rulebook))
    if known is None or known[0] is not rulebook:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        known = _known[id(rulebook)] = rulebook, _find(rulebook)
    return known[1]


def _find(rulebook: Rulebook) -> ExampleTable | None:
    if rulebook.id not in shipped_rulebooks():
        return None
    found = shipped_examples_table(rulebook.id)
    if found is None:
        return None
    document = rulebook
    if rulebook.chosen:
        document = shipped_rulebook(rulebook.id)
        if procedure_digest(document.settled(rulebook.chosen)) != procedure_digest(rulebook):
            return None
    return found if procedure_digest(document) == found.rulebook_digest else None


@cache
def shipped_examples_table(id: str) -> ExampleTable | None:
    """The table that is kept under the rulebook's id, whatever has become of the rulebook since."""
    try:
        text = kept_file(id).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    return read_table(text)


def written_table(table: ExampleTable) -> str:
    """The table as JSON text."""
    return _lines(
        {
            "rulebook": table.rulebook,
            "digest of the rulebook": table.rulebook_digest,
            "digest of the examples": table.examples_digest,
            "points": {point: list(readings) for point, readings in table.points.items()},
            "standing": [_box(box) for box in table.standing],
            "statements": [
                {
                    "example": one.example,
                    "title": one.title,
                    "place": one.place,
                    "order": list(one.order),
                    "kind": one.kind,
                    "says": one.says,
                    "broken": [_box(box) for box in one.broken],
                }
                for one in table.statements
            ],
        }
    )


def read_table(text: str) -> ExampleTable:
    """The table that was written so; raises `LayerlawError` if it was not."""
    try:
        found = json.loads(text)
        return ExampleTable(
            found["rulebook"],
            found["digest of the rulebook"],
            found["digest of the examples"],
            {point: tuple(readings) for point, readings in found["points"].items()},
            tuple(
                ExampleStatement(
                    one["example"],
                    one["title"],
                    one["place"],
                    tuple(one["order"]),
                    one["kind"],
                    one["says"],
                    _boxes(one["broken"]),
                )
                for one in found["statements"]
            ),
            _boxes(found["standing"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise LayerlawError(
            "a table of readings is damaged; `layerlaw examples --write` makes it again"
        ) from error


def _box(box: Box) -> dict[str, list[str]]:
    return {point: list(readings) for point, readings in box}


def _boxes(found: Iterable[Mapping[str, Iterable[str]]]) -> tuple[Box, ...]:
    return tuple(
        tuple((point, tuple(readings)) for point, readings in box.items()) for box in found
    )


def _lines(table: Mapping[str, object]) -> str:
    """JSON with a line for each item, so that a change can be read."""
    pieces = []
    for key, value in table.items():
        name = json.dumps(key)
        if isinstance(value, list) and value:
            items = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in value)
            pieces.append(f"{name}: [\n{items}\n]")
        else:
            pieces.append(f"{name}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(pieces) + "\n}\n"
