"""Runs pytest as a user does: in a folder of its own, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run_pytest() -> Run:
    """`run_pytest(folder, *arguments)`: what pytest says there."""

    def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
        }
        environment |= {"COLUMNS": "200", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
        command = [sys.executable, "-m", "pytest", "-p", "no:hypothesispytest", *arguments]
        return subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return run
