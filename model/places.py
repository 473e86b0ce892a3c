"""Where the shipped data lies."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path


@cache
def shipped_folder() -> Path:
    """The folder of the shipped data: a plain one, in a checkout and in an installation."""
    return Path(str(files("layerlaw.fixtures")))


@cache
def rulebook_ids() -> tuple[str, ...]:
    """The ids of the shipped rulebooks, in alphabetical order."""
    return tuple(sorted(path.stem for path in (shipped_folder() / "rulebooks").glob("*.yaml")))
