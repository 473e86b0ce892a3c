"""An engine as one process for many scenarios: a line of JSON in, a line of JSON out."""

from __future__ import annotations

import json
import queue
import subprocess
import tempfile
import threading
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.shell.engines.command import scenario_document
from layerlaw.solver.shell.engines.engine import Engine, EngineError, beginning, told
from layerlaw.solver.shell.engines.event_json import event_json
from layerlaw.solver.shell.engines.process import (
    MOST_BYTES,
    SECONDS,
    end,
    no_number,
    out_of_time,
    said,
    started,
)
from layerlaw.solver.shell.testing.adapter import Adapter

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from layerlaw.model.scenarios.scenario import Scenario

_ADVICE = "standard output is for answers, one line each; anything else belongs on standard error"


@dataclass(slots=True)
class EngineLines(Engine):
    """A command that is started once and plays one scenario after another.

    Each is a line of JSON on its standard input: `id`, `scenario` (the file's keys), `events` (what
    happens, with names and ids apart). The engine answers with a line that has the same `id` and
    `states` (one for each event, null where it says nothing), `state` (the last one), `skip` (why
    it does not play such a scenario) or `error`. When it breaks, takes too long or says anything
    else, that is an `EngineError`, and the next scenario has a process of its own.

    seconds: how long one answer may take. adapter: how its states are read.
    """

    words: tuple[str, ...]
    seconds: float = SECONDS
    adapter: Adapter = field(default_factory=Adapter)
    _running: _Running | None = field(default=None, init=False, repr=False)
    _asked: int = field(default=0, init=False, repr=False)

    def states(self, scenario: Scenario) -> Iterator[object]:
        """Its state after each event; raises `EngineError` and `NotPlayed`."""
        if self._running is None:
            self._running = _Running(self.words)
        self._asked += 1
        line = json.dumps(request(self._asked, scenario)).encode("ascii") + b"\n"
        whole = False
        try:
            raw, answer = self._running.answer(line, self._asked, self.seconds)
            whole = True
        finally:
            if not whole:
                # What it would say next nobody could tell.
                self._end()
        return told(answer, scenario, raw)

    def __exit__(self, *ended: object) -> None:
        """Closes its input, on which it is to end, and ends it."""
        self._end()

    def _end(self) -> None:
        if self._running is not None:
            self._running.end()
            self._running = None


def request(id: int, scenario: Scenario) -> dict[str, Any]:
    """What an engine gets on its line."""
    return {
        "id": id,
        "scenario": scenario_document(written_scenario(scenario)),
        "events": [event_json(event, scenario.rulebook) for event in scenario.events],
    }


class _Running:
    """The process, a thread that reads its lines, and a file that takes what it complains of."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="layerlaw", ignore_cleanup_errors=True)
        self.errors = Path(self.folder.name, "errors")
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        try:
            with self.errors.open("wb") as stderr:
                self.process = started(
                    words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr
                )
        except EngineError:
            self.folder.cleanup()
            raise
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin = self.process.stdin
        _thread(self._read, self.process.stdout)

    def _read(self, out: IO[bytes]) -> None:
        with out:
            while line := out.readline(MOST_BYTES + 1):
                self.lines.put(line)
                if len(line) > MOST_BYTES:
                    break
        self.lines.put(b"")

    def _write(self, line: bytes) -> None:
        try:
            self.stdin.write(line)
            self.stdin.flush()
        except (OSError, ValueError):
            # It has ended, which its output tells.
            return

    def answer(self, line: bytes, id: int, seconds: float) -> tuple[bytes, Any]:
        """The line that came, and what it says; raises `EngineError`."""
        # An engine that reads nothing must not hold us up.
        _thread(self._write, line)
        try:
            raw = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise EngineError(f"{out_of_time(seconds)}{said(self.errors)}") from None
        if not raw.strip():
            raise EngineError(self._why_nothing(raw))
        if len(raw) > MOST_BYTES:
            raise EngineError(f"the engine printed a line of more than {MOST_BYTES // 10**6} MB")
        if not raw.endswith(b"\n"):
            raise EngineError(
                f"the engine ended ({self._code()}) in the middle of a line "
                f"({beginning(raw)}){said(self.errors)}"
            )
        try:
            answer = json.loads(raw, parse_constant=no_number)
        except (ValueError, RecursionError) as error:
            raise EngineError(
                f"the engine printed a line that is no JSON ({error}): {beginning(raw)}; {_ADVICE}"
            ) from None
        if not isinstance(answer, dict) or "id" not in answer:
            raise EngineError(f"the engine's line has no 'id': {beginning(raw)}; {_ADVICE}")
        if answer["id"] != id:
            raise EngineError(f"the engine answered {answer['id']!r} when asked {id}")
        if {*answer} - {"id"} not in ({"states"}, {"state"}, {"skip"}, {"error"}):
            raise EngineError(
                "besides 'id' the engine's line has to have one of 'states', 'state', 'skip' and "
                f"'error': {beginning(raw)}"
            )
        return raw, answer

    def _why_nothing(self, raw: bytes) -> str:
        if raw:
            return f"the engine printed an empty line; {_ADVICE}"
        return f"the engine ended ({self._code()}) before it answered{said(self.errors)}"

    def _code(self) -> str:
        try:
            return f"exit code {self.process.wait(1)}"
        except subprocess.TimeoutExpired:
            return "its output is closed"

    def end(self) -> None:
        """Ends it and all that it started."""
        end(self.process)
        # A line may still be on its way.
        with suppress(OSError):
            self.stdin.close()
        self.folder.cleanup()


def _thread(work: Any, *arguments: object) -> None:
    threading.Thread(target=work, args=arguments, daemon=True).start()
