"""Says at the end of a run how many small scenarios were solved on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

SCENARIOS = "scenarios"


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """One line with the number, wherever the tests ran."""
    passed = terminalreporter.getreports("passed")
    counts = [value for each in passed for name, value in each.user_properties if name == SCENARIOS]
    if counts:
        total = sum(int(str(count)) for count in counts)
        terminalreporter.write_line(f"{total:,} small scenarios solved on both sides alike")
