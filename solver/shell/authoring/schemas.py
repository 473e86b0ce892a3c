"""The JSON Schemas of our kinds of files, for whatever editor reads them."""

from __future__ import annotations

import json
import os.path
from pathlib import Path
from typing import TYPE_CHECKING, Literal, assert_never, get_args

from layerlaw.model.arguments import checked
from layerlaw.model.cards.rulings_format import RULING_TABLE
from layerlaw.model.errors import LayerlawError
from layerlaw.model.places import shipped_folder
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks
from layerlaw.solver.shell.authoring.cards_schema import cards_schema
from layerlaw.solver.shell.authoring.engine_schema import lines_schema, suite_schema
from layerlaw.solver.shell.authoring.rulebook_schema import rulebook_schema
from layerlaw.solver.shell.authoring.scenario_schema import scenario_schema
from layerlaw.solver.shell.authoring.schema_parts import Json, table

if TYPE_CHECKING:
    from layerlaw.solver.shell.authoring.schema_parts import Schema

Kind = Literal["scenario", "cards", "rulebook"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Described = Literal["scenario", "cards", "rulebook", "rulings", "suite", "engine-lines"]
DESCRIBED: tuple[Described, ...] = get_args(Described)
"""The kinds of files that have a schema; the first three are begun with `new`."""
_WITHOUT_WORDS: dict[Described, str] = {
    "rulings": "a table of rulings",
    "suite": "a suite",
    "engine-lines": "a line of an engine",
}
"""Those that have no words of a rulebook."""

# Draft 7 is what every YAML language server knows, old ones too.
DRAFT = "http://json-schema.org/draft-07/schema#"
GENERATED = "Written by `layerlaw schema`; changes here are lost."


_ALL = f"Literal[{', '.join(map(repr, DESCRIBED))}]"
_TITLES: dict[Described, str] = {
    "scenario": "A scenario",
    "cards": "A file of cards",
    "rulebook": "A rulebook",
    "rulings": "A table of rulings",
    "suite": "A suite of scenarios with their states",
    "engine-lines": "A line of JSON to or from an engine",
}


@checked(Described=_ALL)
def schema(kind: Described, rulebook: str | None = None) -> dict[str, Json]:
    """The JSON Schema (draft 7) of scenarios, of files of cards, of rulebooks, of rulings,
    of suites, or of the lines of an engine.

    kind: of file that is described.
    rulebook: a shipped one's id, or a file, whose words then are the only ones: of a scenario or
    of cards under it, or of a rulebook that is based on it. Raises `LayerlawError` if
    there is no such rulebook.

    >>> from layerlaw.solver.shell.authoring import schema
    >>> schema("scenario")["$schema"]
    'http://json-schema.org/draft-07/schema#'
    """
    only = named_rulebook(rulebook) if rulebook is not None else None
    if only is not None and kind in _WITHOUT_WORDS:
        named = _WITHOUT_WORDS[kind]
        raise LayerlawError(f"{named} has no words of a rulebook: leave --rulebook out")
    books = [only] if only else [shipped_rulebook(id) for id in shipped_rulebooks()]
    found: Schema
    match kind:
        case "scenario":
            found = scenario_schema(books, only, rulebook or "")
        case "cards":
            found = cards_schema(books, only)
        case "rulebook":
            found = rulebook_schema(books, only, rulebook or "")
        case "rulings":
            found = table(RULING_TABLE)
        case "suite":
            found = suite_schema()
        case "engine-lines":
            found = lines_schema()
        case _:
            assert_never(kind)
    title = _TITLES[kind]
    under = f" under {only.id}" if only is not None else ""
    head: Schema = {"$schema": DRAFT, "$comment": GENERATED, "title": f"{title} of Layerlaw{under}"}
    return {**head, **found}


@checked(Described=_ALL)
def schema_text(kind: Described, rulebook: str | None = None) -> str:
    """The schema as it stands in a file.

    kind, rulebook: as in `schema`. Raises as `schema` does.

    >>> from layerlaw.solver.shell.authoring import schema_text
    >>> schema_text("scenario").splitlines()[1].strip()
    '"$schema": "http://json-schema.org/draft-07/schema#",'
    """
    return json.dumps(schema(kind, rulebook), indent=1, ensure_ascii=False) + "\n"


def file_name(kind: Described, rulebook: str | None = None) -> str:
    """What the schema's file is called; that of a rulebook of one's own has its name in it."""
    if rulebook is None:
        return f"{kind}.schema.json"
    return f"{kind}.{Path(rulebook).name.removesuffix('.yaml')}.schema.json"


def shipped_schema(kind: Described) -> Path:
    """The file of the shipped schema."""
    return shipped_folder() / "schemas" / file_name(kind)


def comment_line(file: Path, schema: Path) -> str:
    """The comment by which editors find the schema, for the first line of the file."""
    try:
        way = Path(os.path.relpath(schema, file.parent)).as_posix()
    except ValueError:
        # On another drive.
        return f"# yaml-language-server: $schema={schema.absolute().as_uri()}"
    return f"# yaml-language-server: $schema={way if way.startswith('.') else f'./{way}'}"
