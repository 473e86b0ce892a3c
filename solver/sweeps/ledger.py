"""The file of results: one line of JSON for each, only ever added to, so that a sweep can go on.

It is the one file that anything below the shell reads and writes.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, BinaryIO

from layerlaw.model.errors import BadInput, LayerlawError, Problem
from layerlaw.solver.sweeps.chunks import Done

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from types import TracebackType

_FAR = 1 << 40
_BEGIN = b'{"key": "'
_EXPECTED = '{"key": ..., "title": ..., "value": ...} on each line, as a sweep writes it'


class Ledger:
    """The results of a file, to which new ones are added; a context manager.

    What was begun and not finished when the last sweep ended is cut off. Raises `BadInput` for a
    file that is something else, which is left as it is, and `LayerlawError` for one that cannot be
    written, or that another sweep is writing to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file: BinaryIO = path.open("a+b")
        except OSError as error:
            raise LayerlawError(f"{path} cannot be written: {error.strerror or error}") from None
        try:
            self._lock()
            self.known = self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, results: Iterable[tuple[str, Done]]) -> None:
        """Add results, each with its title; they are in the file when this returns."""
        lines = []
        for title, done in results:
            head = json.dumps({"key": done.key, "title": title}, ensure_ascii=False)[:-1]
            what = (
                f'"trouble": {json.dumps(done.trouble, ensure_ascii=False)}'
                if done.trouble
                else f'"value": {done.value}'
            )
            lines.append(f"{head}, {what}}}\n".encode())
            self.known[done.key] = done
        try:
            self._file.write(b"".join(lines))
            self._file.flush()
        except OSError as error:
            raise LayerlawError(
                f"{self.path} cannot be written: {error.strerror or error}; what is in it stays"
            ) from None

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

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LayerlawError(f"another sweep is writing to {self.path}") from None
        except OSError:
            # A file system without locks.
            return

    def _read(self) -> dict[str, Done]:
        self._file.seek(0)
        found: dict[str, Done] = {}
        whole = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                if line[: len(_BEGIN)] != _BEGIN[: len(line)]:
                    raise self._foreign(number, line)
                self._file.truncate(whole)
                break
            whole += len(line)
            done = self._result(number, line)
            found.setdefault(done.key, done)
        self._file.seek(0, os.SEEK_END)
        return found

    def _result(self, number: int, line: bytes) -> Done:
        try:
            entry = json.loads(line)
        except ValueError:
            raise self._foreign(number, line) from None
        if not isinstance(entry, dict) or not isinstance(entry.get("key"), str):
            raise self._foreign(number, line)
        if "value" in entry:
            return Done(entry["key"], json.dumps(entry["value"], ensure_ascii=False))
        if isinstance(entry.get("trouble"), str):
            return Done(entry["key"], trouble=entry["trouble"])
        raise self._foreign(number, line)

    def _foreign(self, number: int, line: bytes) -> BadInput:
        source = line.decode(errors="replace").rstrip("\n")
        message = "this is no result of a sweep, so nothing is added to the file"
        suggestion = "name a new file, or the file of a sweep that is to go on"
        problem = Problem(str(self.path), number, 1, message, _EXPECTED, suggestion, source)
        return BadInput([problem])
