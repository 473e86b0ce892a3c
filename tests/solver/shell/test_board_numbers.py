"""Which numbers a page's board shows of every object, changed or not."""

from __future__ import annotations

from layerlaw.model import load_scenario, shipped_scenarios
from layerlaw.solver import solve
from layerlaw.solver.shell.report.page.course import Course


def large(name: str) -> tuple[str, ...]:
    """The numbers that the board of a shipped scenario shows at any rate."""
    (path,) = (one for one in shipped_scenarios() if one.name == f"{name}.scenario.yaml")
    return Course(0, 0, "", solve(load_scenario(path))).large


def test_a_number_that_kills_is_shown_with_the_one_that_it_changes_places_with() -> None:
    """An ally dies of its life, which changes places with its power; of its level it does not."""
    shown = large("lantern-fracturize")
    assert {"power", "life"} <= set(shown)
    assert "level" not in shown
