"""Writing a file whole or not at all, so that it is on the disk and keeps what it had."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_PRIVATE = 0o600


def replaced(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` write a new file, and put it in the place of `path` when it is complete.

    The rights and the owner of the old file stay, and so does a link that leads to it. A file
    with several names (hard links) keeps all of them: it is written over, from a copy that lies
    beside it until that is done. Raises `LayerlawError` for what cannot be written; what was
    there before then stays.
    """
    path = Path(os.path.realpath(path))
    part = _beside(path)
    try:
        old = path.stat() if path.exists() else None
        if old is not None:
            # Nobody reads what is private meanwhile.
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE))
        write(part)
        on_disk(part)
        if old is None:
            part.replace(path)
        elif old.st_nlink > 1 or not _as_before(part, old):
            _overwritten(path, part)
        else:
            part.replace(path)
        on_disk(path.parent)
    except OSError as error:
        raise LayerlawError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def created(path: Path, text: bytes) -> None:
    """A new file, whole or not at all, whatever ends the process meanwhile.

    Raises `FileExistsError` where there is one of that name, `OSError` for what cannot be written.
    """
    part = _beside(path)
    try:
        part.write_bytes(text)
        on_disk(part)
        try:
            os.link(part, path)
        except FileExistsError:
            raise
        except OSError:
            # Not every file system gives a file two names.
            if path.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            part.replace(path)
        on_disk(path.parent)
    finally:
        part.unlink(missing_ok=True)


def _beside(path: Path) -> Path:
    part = path.with_name(f".{path.stem}-{os.getpid()}.part{path.suffix}")
    part.unlink(missing_ok=True)
    return part


def on_disk(path: Path) -> None:
    """Wait until a file, or what a folder lists, has reached the disk, where the system can."""
    try:
        number = os.open(path, os.O_RDONLY)
    except OSError:
        # Windows opens no folder, and flushes no file that is only read.
        return
    try:
        os.fsync(number)
    except OSError:
        return
    finally:
        os.close(number)


def _as_before(part: Path, old: os.stat_result) -> bool:
    """Give the new file the owner and the rights of the old one; whether it has them now."""
    if hasattr(os, "chown"):
        now = part.stat()
        if (now.st_uid, now.st_gid) != (old.st_uid, old.st_gid):
            try:
                os.chown(part, old.st_uid, old.st_gid)
            except OSError:
                return False
    part.chmod(old.st_mode & 0o7777)
    return True


def _overwritten(path: Path, part: Path) -> None:
    with part.open("rb") as new, path.open("r+b") as there:
        shutil.copyfileobj(new, there)
        there.truncate()
        there.flush()
        os.fsync(there.fileno())
