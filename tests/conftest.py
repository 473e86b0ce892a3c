"""What holds for the whole suite: which tests are quick, and running the command line."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import pytest
from hypothesis import settings

from layerlaw.solver.shell.cli import main

# Almost nothing that tests make is garbage; collecting it as usual costs a fifth of the time.
gc.set_threshold(100_000, 20, 20)

# What a script starts in the background ignores interrupts, and so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes depends on what else the machine does, and is no fault.
settings.register_profile("layerlaw", deadline=None)
settings.load_profile("layerlaw")

Case = TypeVar("Case")


def pytest_configure(config: pytest.Config) -> None:
    """Declares the marker of tests with many cases."""
    config.addinivalue_line(
        "markers", "sample(n): of its cases the quick suite runs n, evenly spread"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Makes no cases of a slow test for `-m "not slow"`, which would leave out each of them."""
    if collector.config.getoption("markexpr") != "not slow":
        return None
    marks: Sequence[pytest.Mark] = getattr(obj, "pytestmark", ())
    return [] if any(mark.name == "slow" for mark in marks) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks as slow what `sample` leaves out, before `-m "not slow"` looks for the marker."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sample") is not None:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for those in cases.values():
        marker = those[0].get_closest_marker("sample")
        assert marker is not None
        (size,) = marker.args
        for item in {*those} - {*evenly_spread(those, size)}:
            item.add_marker(pytest.mark.slow)


def evenly_spread(items: Sequence[Case], size: int) -> Sequence[Case]:
    """As many of the items as asked for, the first of each stretch; all if there are no more."""
    if size >= len(items):
        return items
    return [items[number * len(items) // size] for number in range(size)]


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
