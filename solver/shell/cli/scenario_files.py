"""The scenario files that commands name: paths, short names of shipped boards, standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from layerlaw.model.errors import BadInput, Problem
from layerlaw.model.files.yaml_text import MOST_BYTES, text_in, text_of_file
from layerlaw.model.finding.scenarios import scenario_called, scenario_names
from layerlaw.model.scenarios.load import load_scenario, loads_scenario

if TYPE_CHECKING:
    from layerlaw.model.scenarios.scenario import Scenario

STANDARD_INPUT = Path("-")
"""What stands on the command line for standard input."""
NAMED = "<stdin>"
"""What messages call it."""


class ScenarioPath(click.Path):
    """A file, `-` for standard input, or the short name of a shipped scenario, as a path."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path; raises `LayerlawError` with candidates for a name that is none."""
        path = super().convert(value, param, ctx)
        assert isinstance(path, Path)
        text = str(value)
        if path == STANDARD_INPUT or "." in path.name or not text or os.path.lexists(path):
            return path
        return path if _leads_elsewhere(text) else scenario_called(text)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Short names that begin so, where no file does; else files."""
        names = [name for name in scenario_names() if incomplete and name.startswith(incomplete)]
        if names and not list(Path().glob(f"{incomplete}*")):
            return [CompletionItem(name) for name in names]
        return super().shell_complete(ctx, param, incomplete)


def _leads_elsewhere(text: str) -> bool:
    """Whether it is a path and no name: a name has at most two folders before it."""
    return "\\" in text or text.startswith(("/", "~")) or text.count("/") > 2 or "\0" in text


SCENARIO_PATH = ScenarioPath()

file_argument = click.argument("file", type=SCENARIO_PATH)
"""FILE: a scenario."""


def scenario_of(file: Path, *, rulebook: str | None = None, undecided: bool = False) -> Scenario:
    """As `load_scenario`, also from standard input, where files are named from where one is."""
    if file != STANDARD_INPUT:
        return load_scenario(file, rulebook=rulebook, undecided=undecided)
    text = text_of(file)
    return loads_scenario(text, NAMED, Path(), rulebook=rulebook, undecided=undecided)


def text_of(file: Path) -> str:
    """The text of a scenario file, or what stands on standard input; raises `BadInput`."""
    if file != STANDARD_INPUT:
        return text_of_file(file)
    # It can be read only once, and some commands read a scenario under several rulebooks.
    kept = click.get_current_context().meta
    if NAMED not in kept:
        kept[NAMED] = text_in(typed_bytes(MOST_BYTES + 1), NAMED)
    text: str = kept[NAMED]
    return text


def typed_bytes(most: int) -> bytes:
    """What stands on standard input, so many bytes at most; raises `BadInput`."""
    try:
        if sys.stdin is None:
            raise OSError("it is closed")
        return sys.stdin.buffer.read(most)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        problem = Problem(NAMED, 1, 1, f"standard input cannot be read: {why}")
        raise BadInput([problem]) from None


def shown(file: Path) -> str:
    """What messages call the file."""
    return NAMED if file == STANDARD_INPUT else str(file)
