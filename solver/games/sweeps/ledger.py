"""The file of results: one line of JSON for each, only ever added to, so that a sweep can go on.

Each line ends in a checksum of itself, so that what a crash or an editor did to it is noticed.
It is the one file that anything below the shell reads and writes.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
from typing import TYPE_CHECKING, BinaryIO

from layerlaw.model.errors import BadInput, LayerlawError, Problem
from layerlaw.solver.games.sweeps.chunks import Done

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from types import TracebackType

_FAR = 1 << 40
_BEGIN = b'{"key": "'
_SUM = b', "sum": "'
_END = b'"}'
_DIGITS = 16
_EXPECTED = (
    '{"key": ..., "title": ..., "value": ..., "sum": ...} on each line, as a sweep writes it'
)

_held: set[tuple[int, int]] = set()
_holding = threading.Lock()


class Ledger:
    """The results of a file, to which new ones are added; a context manager.

    What was begun and not finished when the last sweep ended is cut off; `damaged` lines count
    for nothing and stay where they are. Raises `BadInput` for a file that is something else,
    which is left as it is, and `LayerlawError` for one that cannot be written, or that another
    sweep is writing to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged = 0
        self._mine: tuple[int, int] | None = None
        if path.exists() and not path.is_file():
            raise LayerlawError(f"{path} is no ordinary file: no results can be kept in it")
        try:
            self._file: BinaryIO = path.open("a+b")
        except OSError as error:
            raise LayerlawError(f"{path} cannot be written: {error.strerror or error}") from None
        try:
            self._lock()
            self.known = self._read()
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def _close(self) -> None:
        self._file.close()
        if self._mine is not None:
            _held.discard(self._mine)

    def add(self, results: Iterable[tuple[str, Done]]) -> None:
        """Add results, each with its title; they are on the disk when this returns.

        An interrupt meanwhile may leave some of them there: `read_again` says which.
        """
        new = tuple(results)
        lines = []
        for title, done in new:
            head = json.dumps({"key": done.key, "title": title}, ensure_ascii=False)[:-1]
            what = (
                f'"trouble": {json.dumps(done.trouble, ensure_ascii=False)}'
                if done.trouble
                else f'"value": {done.value}'
            )
            line = f"{head}, {what}".encode()
            lines.append(line + _SUM + _sum(line) + _END + b"\n")
        try:
            self._file.write(b"".join(lines))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise LayerlawError(
                f"{self.path} cannot be written: {error.strerror or error}; what is in it stays"
            ) from None
        self.known.update((done.key, done) for _, done in new)

    def read_again(self) -> None:
        """Know what is in the file, whatever was interrupted."""
        self.damaged = 0
        self.known = self._read()

    def _lock(self) -> None:
        """One sweep at a time; the lock goes away with the process, however it ends."""
        if sys.platform == "win32":
            import msvcrt

            # A byte far behind the end: what is locked cannot be read there.
            os.lseek(self._file.fileno(), _FAR, os.SEEK_SET)
            try:
                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            except PermissionError:
                raise LayerlawError(f"another sweep is writing to {self.path}") from None
            return
        import fcntl

        # A lock of the process, which no process that it forks holds on to after its end. The
        # process itself could take it twice.
        there = os.fstat(self._file.fileno())
        with _holding:
            if (there.st_dev, there.st_ino) in _held:
                raise LayerlawError(f"another sweep is writing to {self.path}")
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):
                raise LayerlawError(f"another sweep is writing to {self.path}") from None
            except OSError:
                # A file system without locks.
                return
            self._mine = there.st_dev, there.st_ino
            _held.add(self._mine)

    def _read(self) -> dict[str, Done]:
        self._file.seek(0)
        found: dict[str, Done] = {}
        first: tuple[int, bytes] | None = None
        whole, ended = 0, True
        for number, line in enumerate(self._file, 1):
            done = _result(line)
            if done is None:
                first = first or (number, line)
                self.damaged += 1
                ended = line.endswith(b"\n")
            else:
                found.setdefault(done.key, done)
            if ended:
                whole += len(line)
        if first is not None and not found and not _begun(first[1]):
            raise self._foreign(*first)
        if not ended:
            # What was being written when the last sweep ended.
            self._file.truncate(whole)
            self.damaged -= 1
        self._file.seek(0, os.SEEK_END)
        return found

    def _foreign(self, number: int, line: bytes) -> BadInput:
        source = line.decode(errors="replace").rstrip("\n")
        message = "this is no result of a sweep, so nothing is added to the file"
        suggestion = "name a new file, or the file of a sweep that is to go on"
        problem = Problem(str(self.path), number, 1, message, _EXPECTED, suggestion, source)
        return BadInput([problem])


def _begun(line: bytes) -> bool:
    """Whether this could be the first line of a sweep that was ended while it wrote it."""
    return not line.endswith(b"\n") and line[: len(_BEGIN)] == _BEGIN[: len(line)]


def _sum(line: bytes) -> bytes:
    return hashlib.sha256(line).hexdigest()[:_DIGITS].encode("ascii")


def _result(line: bytes) -> Done | None:
    """The result that a line holds; None if it is not as it was written."""
    head, sign, rest = line.rpartition(_SUM)
    if not sign or rest != _sum(head) + _END + b"\n":
        return None
    entry = json.loads(head + b"}")
    if "value" in entry:
        return Done(entry["key"], json.dumps(entry["value"], ensure_ascii=False))
    return Done(entry["key"], trouble=entry["trouble"])
