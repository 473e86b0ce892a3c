"""Keeps what takes long to make on disk, from one process to the next, for the user alone.

The name of a file is a digest of all that went into it, so that nothing kept is ever stale.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

FOLDER_VARIABLE = "LAYERLAW_CACHE"
"""Names the folder; empty: nothing is kept."""
MOST_FILES = 64
"""So many of each kind are kept."""


def kept(
    made_of: object,
    ending: str,
    *,
    make: Callable[[], T],
    read: Callable[[IO[bytes]], T],
    write: Callable[[T, IO[bytes]], object],
) -> T:
    """What was made before of the same, or what is made now, which is kept.

    made_of: all that it depends on, told apart by `repr`. ending: of the names of such files.
    What can't be read or written on disk is made, or not kept, without a word.
    """
    found = find(made_of, ending, read)
    if found is None:
        found = make()
        keep(made_of, ending, found, write)
    return found


def find(made_of: object, ending: str, read: Callable[[IO[bytes]], T]) -> T | None:
    """What was kept of the same, if it is there and can be read; the rest as in `kept`."""
    file = _file(made_of, ending)
    # A damaged file raises what it likes; what it holds is made again.
    with contextlib.suppress(Exception):
        if file is not None:
            with file.open("rb") as opened:
                # It may be pickled: what somebody else wrote is not read.
                if not hasattr(os, "getuid") or os.fstat(opened.fileno()).st_uid == os.getuid():
                    return read(opened)
    return None


def keep(made_of: object, ending: str, made: T, write: Callable[[T, IO[bytes]], object]) -> None:
    """Keep it in the place of what was kept of the same, if it can be; the rest as in `kept`."""
    file = _file(made_of, ending)
    with contextlib.suppress(OSError):
        if file is not None:
            _write(file, made, write)


def _file(made_of: object, ending: str) -> Path | None:
    folder = cache_folder()
    if folder is None:
        return None
    version = sys.implementation.name, sys.version_info[:2]
    name = hashlib.sha256(repr((made_of, version)).encode()).hexdigest()[:32]
    return folder / (name + ending)


def cache_folder() -> Path | None:
    """The folder, which need not exist; nothing where none is kept."""
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


def _write(file: Path, made: T, write: Callable[[T, IO[bytes]], object]) -> None:
    """Keep it: the whole file at once, and no more files than a user has use for."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as unfinished:
            write(made, unfinished)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    others = sorted(file.parent.glob("*" + file.suffix), key=lambda each: each.stat().st_mtime)
    for old in others[:-MOST_FILES]:
        old.unlink(missing_ok=True)
