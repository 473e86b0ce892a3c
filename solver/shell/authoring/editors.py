"""Where editors find the schema of a file of one's own: in a folder `.layerlaw` beside it or above.

A copy goes along with the files when they are shared, and works without a network; the address of
an installation would be wrong on every other machine.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.authoring.schemas import (
    GENERATED,
    Described,
    comment_line,
    file_name,
    schema_text,
)

FOLDER = ".layerlaw"


class Schema(NamedTuple):
    """A schema's file, its text, and whether it has to be written."""

    path: Path
    text: str
    fresh: bool


def folder_for(file: Path) -> Path:
    """The folder of schemas for a file: the nearest one above it, else one beside it."""
    here = file.absolute().parent
    for above in (here, *here.parents):
        if (above / FOLDER).is_dir():
            return above / FOLDER
        if (above / ".git").exists():
            break
    return here / FOLDER


def schema_in(folder: Path, kind: Described, rulebook: str | None = None) -> Schema:
    """The schema as it should stand in the folder.

    Raises `LayerlawError` if another file of that name is there.
    """
    path, text = folder / file_name(kind, rulebook), schema_text(kind, rulebook)
    try:
        there = path.read_text(encoding="utf-8") if path.exists() else None
    except (OSError, UnicodeDecodeError) as error:
        raise LayerlawError(f"{path} cannot be read: {error}") from None
    if there is not None and GENERATED not in there:
        raise LayerlawError(f"{path} is there already and is no schema of Layerlaw's")
    return Schema(path, text, there != text)


def with_comment(text: str, file: Path, schema: Schema) -> str:
    """The text of a file with the line on top by which editors find the schema."""
    return f"{comment_line(file.absolute(), schema.path.absolute())}\n{text}"
