"""What holds for the whole suite: rubbish looked for less often, and running the command line."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import NamedTuple

import pytest

from layerlaw.solver.shell.cli import main

# There is hardly any rubbish.
gc.set_threshold(100_000, 20, 20)


class Ran(NamedTuple):
    """What a command left: its exit code and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line as the shell would; never a traceback."""

    def command(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, captured.out, captured.err)

    return command
