"""Programs of others: their command lines, their end, and what they said on standard error."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.engines.engine import EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SECONDS = 10.0
MOST_BYTES = 5_000_000
_SHOWN = 600


def command_words(command: str, *, windows: bool = sys.platform == "win32") -> tuple[str, ...]:
    """The program of a command line, as it can be run, and its arguments.

    Words are parted by blanks, quotes hold them together; a backslash is an ordinary letter on
    Windows, elsewhere it takes the meaning from the next one. Raises `LayerlawError` for an empty
    line, an open quote and a program that is not there.
    """
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    if windows:
        lexer.escape = ""
    try:
        words = list(lexer)
    except ValueError:
        raise LayerlawError(f"a quote stays open in the engine's command: {command}") from None
    if not words:
        raise LayerlawError("the engine's command is empty")
    # Windows starts `node` only as `node.exe`, and scripts only by their whole names.
    program = shutil.which(words[0])
    if program is None:
        raise LayerlawError(f"the engine '{words[0]}' is no program that can be found and run")
    return (program, *words[1:])


def started(words: Sequence[str], **streams: Any) -> subprocess.Popen[bytes]:
    """The program running, in a group of its own; raises `EngineError` if it cannot be started."""
    try:
        return subprocess.Popen(words, start_new_session=sys.platform != "win32", **streams)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise EngineError(f"the engine '{words[0]}' cannot be started: {why}") from None


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends the run and, where the system allows, all its children."""
    if process.poll() is None:
        process.kill()
        process.wait()
    if sys.platform != "win32":
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return


def out_of_time(seconds: float) -> str:
    """That no answer came in time."""
    return f"the engine gave no answer in {seconds:g} s (--engine-timeout)"


def said(errors: Path) -> str:
    """The last lines of the engine's standard error, as the end of a message."""
    text = read(errors).decode("utf-8", "replace").strip()
    if not text:
        return ", and said nothing on standard error"
    shown = f"... {text[-_SHOWN:]}" if len(text) > _SHOWN else text
    return "; it said:\n" + "\n".join(f"    {line}" for line in shown.splitlines())


def read(file: Path) -> bytes:
    """The file, or somewhat more of it than may be read."""
    with file.open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


def no_number(word: str) -> None:
    """For `parse_constant`: what Python reads as JSON and is none."""
    raise ValueError(f"{word} is no number of JSON")
