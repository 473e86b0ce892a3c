"""An engine as a command that is run for each scenario, and prints its state as JSON."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.shell.engines.engine import Engine, EngineError, beginning, told
from layerlaw.solver.shell.engines.process import (
    MOST_BYTES,
    SECONDS,
    end,
    no_number,
    out_of_time,
    read,
    said,
    started,
)
from layerlaw.solver.shell.testing.adapter import Adapter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.scenarios.scenario import Scenario

FILE = "{file}"


@dataclass(frozen=True, slots=True)
class EngineCommand(Engine):
    """A command that is run once for each scenario.

    words: the program and its arguments. Where one of them holds `{file}` that is the path of the
    scenario as a YAML file; otherwise the scenario stands on the standard input, as JSON (which
    any YAML reader takes as well). What it prints is read by `told`.
    seconds: how long one run may take. adapter: how its states are read.
    """

    words: tuple[str, ...]
    seconds: float = SECONDS
    adapter: Adapter = field(default_factory=Adapter)

    def states(self, scenario: Scenario) -> Iterator[object]:
        """Its state after each event; raises `EngineError` with what it said, and `NotPlayed`."""
        text = written_scenario(scenario)
        # On Windows what a run has left running may still hold its files.
        with tempfile.TemporaryDirectory(prefix="layerlaw", ignore_cleanup_errors=True) as folder:
            file = Path(folder, "scenario.yaml")
            file.write_bytes(text.encode("utf-8"))
            given = Path(folder, "scenario.json")
            given.write_bytes(json.dumps(scenario_document(text), indent=1).encode("ascii"))
            words = [word.replace(FILE, str(file)) for word in self.words]
            out, errors = Path(folder, "out"), Path(folder, "errors")
            code = self._finished(words, given, out, errors)
            if code != 0:
                raise EngineError(f"the engine ended with exit code {code}{said(errors)}")
            return _answer(out, errors, scenario)

    def _finished(self, words: list[str], given: Path, out: Path, errors: Path) -> int:
        """The exit code of one run, after which none of its processes is left."""
        # Files, not pipes: what a run leaves behind cannot keep those open.
        with given.open("rb") as stdin, out.open("wb") as stdout, errors.open("wb") as stderr:
            process = started(words, stdin=stdin, stdout=stdout, stderr=stderr)
            try:
                return process.wait(self.seconds)
            except subprocess.TimeoutExpired:
                raise EngineError(f"{out_of_time(self.seconds)}{said(errors)}") from None
            finally:
                end(process)


def scenario_document(text: str) -> object:
    """A scenario's YAML text as JSON has it; every scalar is a text, as it is there."""
    return yaml.load(text, Loader=yaml.BaseLoader)


def _answer(out: Path, errors: Path, scenario: Scenario) -> Iterator[object]:
    printed = read(out)
    if len(printed) > MOST_BYTES:
        raise EngineError(f"the engine printed more than {MOST_BYTES // 1_000_000} MB")
    if not printed.strip():
        raise EngineError(f"the engine printed nothing{said(errors)}")
    try:
        document = json.loads(printed, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise EngineError(
            f"what the engine printed is no JSON ({error}): {beginning(printed)}"
        ) from None
    return told(document, scenario, printed)
