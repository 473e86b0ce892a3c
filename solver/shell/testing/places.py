"""Files and commands as people write them where they are."""

from __future__ import annotations

import os
import shlex
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def short(file: str | Path, start: str | Path | None = None) -> str:
    """The file as it is seen from the folder `start` (or from here), if that is not longer."""
    whole = str(file)
    try:
        relative = os.path.relpath(whole, start)
    except ValueError:
        # On Windows there is no way from one drive to another.
        return whole
    return relative if len(relative) < len(whole) else whole


def command_line(words: Sequence[str]) -> str:
    """A command as it is typed, with quotes where this system's shell needs them."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
