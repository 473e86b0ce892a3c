"""The option `--text`: files and folders of the text that a rulebook rests on."""

from __future__ import annotations

from pathlib import Path

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.yaml_text import text_of_file

_SUFFIXES = (".md", ".txt")

text_option = click.option(
    "--text",
    "texts",
    multiple=True,
    metavar="PATH",
    help="Also look for references to nothing and for terms that are defined twice or never, in "
    "this text, a file or a folder (repeatable).",
)


def texts_named(paths: tuple[str, ...]) -> tuple[dict[str, str], tuple[str, ...]]:
    """The texts under these paths by their file names, and those paths that are folders.

    paths: files, and folders of which every `.md` and `.txt` is read. Raises `LayerlawError` for
    what can't be read, and for a folder without a text.
    """
    texts: dict[str, str] = {}
    folders = []
    for named in paths:
        path = Path(named)
        if not path.is_dir():
            texts[path.as_posix()] = text_of_file(path)
            continue
        files = sorted(file for file in path.rglob("*") if file.suffix in _SUFFIXES)
        if not files:
            raise LayerlawError(f"{named}: no text is in that folder (no .md and no .txt)")
        folders.append(path.as_posix())
        texts |= {file.as_posix(): text_of_file(file) for file in files}
    return texts, tuple(folders)
