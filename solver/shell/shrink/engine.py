"""Another engine as a command that gets a scenario and prints its state as JSON."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

import yaml

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.write import written_scenario

if TYPE_CHECKING:
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.shell.testing.state import State

FILE = "{file}"
SECONDS = 10.0
MOST_BYTES = 5_000_000
_SHOWN = 600


class EngineError(LayerlawError):
    """The engine gave no state: it cannot be started, failed, took too long, printed no state."""


@dataclass(slots=True)
class EngineCommand:
    """A command that is run once for each scenario; calling it gives its state.

    words: the program and its arguments. Where one of them holds `{file}` that is the path of the
    scenario as a YAML file; otherwise the scenario stands on the standard input, as JSON (which
    any YAML reader takes as well). What it prints has to be the state as JSON: object id ->
    characteristic -> value, or that under the key `objects`.
    seconds: how long one run may take. failures: why runs gave no state.
    """

    words: tuple[str, ...]
    seconds: float = SECONDS
    failures: list[str] = field(default_factory=list)

    def __call__(self, scenario: Scenario) -> State:
        """The engine's state; raises `EngineError` with what it said."""
        try:
            return self._run(scenario)
        except EngineError as error:
            self.failures.append(str(error))
            raise

    def _run(self, scenario: Scenario) -> State:
        text = written_scenario(scenario)
        # On Windows what a run has left running may still hold its files.
        with tempfile.TemporaryDirectory(prefix="layerlaw", ignore_cleanup_errors=True) as folder:
            file = Path(folder, "scenario.yaml")
            file.write_bytes(text.encode("utf-8"))
            given = Path(folder, "scenario.json")
            given.write_bytes(scenario_json(text).encode("ascii"))
            words = [word.replace(FILE, str(file)) for word in self.words]
            out, errors = Path(folder, "out"), Path(folder, "errors")
            code = self._finished(words, given, out, errors)
            if code != 0:
                raise EngineError(f"the engine ended with exit code {code}{_told(errors)}")
            return _state(out, errors)

    def _finished(self, words: list[str], given: Path, out: Path, errors: Path) -> int:
        """The exit code of one run, after which none of its processes is left."""
        # Files, not pipes: what a run leaves behind cannot keep those open.
        with given.open("rb") as stdin, out.open("wb") as stdout, errors.open("wb") as stderr:
            try:
                process = subprocess.Popen(
                    words,
                    stdin=stdin,
                    stdout=stdout,
                    stderr=stderr,
                    start_new_session=sys.platform != "win32",
                )
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or error
                raise EngineError(f"the engine '{words[0]}' cannot be started: {why}") from None
            try:
                return process.wait(self.seconds)
            except subprocess.TimeoutExpired:
                limit = f"{self.seconds:g} s (--engine-timeout)"
                raise EngineError(f"the engine gave no answer in {limit}{_told(errors)}") from None
            finally:
                _end(process)


def engine_command(
    command: str, seconds: float = SECONDS, *, windows: bool = sys.platform == "win32"
) -> EngineCommand:
    """The command line as an engine; it is run without a shell.

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
    return EngineCommand((program, *words[1:]), seconds)


def scenario_json(text: str) -> str:
    """A scenario's YAML text as JSON in ASCII letters; every scalar is a text, as it is there."""
    return json.dumps(yaml.load(text, Loader=yaml.BaseLoader), indent=1)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the run and, where the system allows, all its children."""
    if process.poll() is None:
        process.kill()
        process.wait()
    if sys.platform != "win32":
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return


def _told(errors: Path) -> str:
    """The last lines of the engine's standard error."""
    text = _read(errors).decode("utf-8", "replace").strip()
    if not text:
        return ", and said nothing on standard error"
    shown = f"... {text[-_SHOWN:]}" if len(text) > _SHOWN else text
    return "; it said:\n" + "\n".join(f"    {line}" for line in shown.splitlines())


def _read(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


def _state(out: Path, errors: Path) -> State:
    printed = _read(out)
    if len(printed) > MOST_BYTES:
        raise EngineError(f"the engine printed more than {MOST_BYTES // 1_000_000} MB")
    if not printed.strip():
        raise EngineError(f"the engine printed nothing{_told(errors)}")
    try:
        document = json.loads(printed, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise EngineError(
            f"what the engine printed is no JSON ({error}): {_begin(printed)}"
        ) from None
    # Either the objects themselves, or a document that holds them, like `layerlaw solve --json`.
    inner = document.get("objects") if isinstance(document, dict) else None
    if _is_state(inner) and (not _is_state(document) or len(document) == 1):
        document = inner
    if not _is_state(document):
        raise EngineError(
            "what the engine printed is no state (expected: object id -> characteristic -> value, "
            f'as in {{"F": {{"power": 3}}}}): {_begin(printed)}'
        )
    return document


def _is_state(value: Any) -> TypeGuard[State]:
    """Whether it is a mapping of mappings."""
    return isinstance(value, dict) and all(isinstance(cells, dict) for cells in value.values())


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")


def _begin(printed: bytes) -> str:
    text = printed.decode("utf-8", "replace").strip()
    return text if len(text) <= 100 else f"{text[:100]} ..."
