"""Builds LALR parsers, and keeps their tables on disk from one process to the next.

Building the tables of the notation takes half a second, reading them back a twentieth of that. The
name of a file is a digest of all that went into it, so that no table is ever stale.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import lark

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER_VARIABLE = "LAYERLAW_CACHE"
"""Names the folder of the tables; empty: none are kept."""
MOST_FILES = 64
_ENDING = ".lalr"


def parser_of(grammar: str, *, start: Sequence[str], places: bool = False) -> lark.Lark:
    """The parser of a grammar, from kept tables if there are any.

    grammar: as Lark reads it. start: its rules that a text can be. places: whether trees know where
    they stand. What can't be read or written on disk is built, or not kept, without a word.
    """
    file = _file_of(grammar, start, places)
    if file is not None and (kept := _read(file)) is not None:
        return kept
    parser = lark.Lark(
        grammar,
        parser="lalr",
        start=list(start),
        maybe_placeholders=False,
        propagate_positions=places,
    )
    if file is not None:
        with contextlib.suppress(OSError):
            _write(file, parser)
    return parser


def tables_folder() -> Path | None:
    """The folder of the tables, which need not exist; nothing where none are kept."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    try:
        # A relative one has no meaning (XDG Base Directory Specification).
        chosen = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        return None
    return chosen / "layerlaw"


def _file_of(grammar: str, start: Sequence[str], places: bool) -> Path | None:
    folder = tables_folder()
    made_of = repr((grammar, tuple(start), places, lark.__version__, sys.version_info[:2]))
    name = hashlib.sha256(made_of.encode()).hexdigest()[:32]
    return folder / (name + _ENDING) if folder else None


def _read(file: Path) -> lark.Lark | None:
    """The parser that the file holds, if it holds one and is the user's own."""
    try:
        with file.open("rb") as tables:
            # Tables are pickled: what somebody else wrote is not read.
            if hasattr(os, "getuid") and os.fstat(tables.fileno()).st_uid != os.getuid():
                return None
            return lark.Lark.load(tables)
    except Exception:
        # A damaged file raises what it likes; it is made again.
        return None


def _write(file: Path, parser: lark.Lark) -> None:
    """Keep the tables: the whole file at once, and no more files than a user has use for."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as unfinished:
            parser.save(unfinished)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    kept = sorted(file.parent.glob("*" + _ENDING), key=lambda each: each.stat().st_mtime)
    for old in kept[:-MOST_FILES]:
        old.unlink(missing_ok=True)
