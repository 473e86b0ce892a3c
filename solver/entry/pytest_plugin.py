"""The pytest plugin: scenario files are collected as tests, and solved in Python tests.

It is loaded in every run of pytest where Layerlaw is installed, so nothing large is imported before
a scenario file is met or the fixture is used. Options:

- `--layerlaw-rulebook ID`: read every scenario under this rulebook (or file) instead of its own;
- ini `layerlaw_files` (`*.scenario.yaml`): globs for the names of scenario files;
- ini `layerlaw_certificate` (`true`): one more test for each case, that its certificate holds;
- `-p no:layerlaw`: as if it was not installed.
"""

from __future__ import annotations

from fnmatch import fnmatch
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from layerlaw.solver.shell.testing.collected import ScenarioFile
    from layerlaw.solver.shell.testing.inline import Layerlaw


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of the command line and the ini file."""
    parser.getgroup("layerlaw", "card game scenarios").addoption(
        "--layerlaw-rulebook",
        metavar="ID",
        help="read scenarios under this rulebook (or rulebook file) instead of their own",
    )
    parser.addini(
        "layerlaw_files",
        "globs for the names of scenario files (*.scenario.yaml)",
        type="args",
        default=["*.scenario.yaml"],
    )
    parser.addini(
        "layerlaw_certificate",
        "whether the certificate of each case is a test of its own (true)",
        type="bool",
        default=True,
    )


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker; fails at once if the chosen rulebook does not exist."""
    config.addinivalue_line(
        "markers", "layerlaw: an expectation or a certificate of a Layerlaw scenario file"
    )
    if config.getoption("layerlaw_rulebook") is not None:
        from layerlaw.solver.shell.testing.collected import chosen_rulebook

        chosen_rulebook(config)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """The tests of a scenario file."""
    if not any(fnmatch(file_path.name, glob) for glob in parent.config.getini("layerlaw_files")):
        return None
    from layerlaw.solver.shell.testing.collected import ScenarioFile

    return ScenarioFile.from_parent(parent, path=file_path)


@pytest.fixture
def layerlaw(pytestconfig: pytest.Config) -> Layerlaw:
    """Solves scenarios that stand as text in a Python test: `layerlaw.solve`, `layerlaw.check`."""
    from layerlaw.solver.shell.testing.collected import chosen_rulebook
    from layerlaw.solver.shell.testing.inline import Layerlaw

    return Layerlaw(chosen_rulebook(pytestconfig))
