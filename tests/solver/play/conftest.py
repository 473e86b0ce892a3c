"""What tests of playing share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from layerlaw.solver import Answer, derive
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.play import table


@pytest.fixture
def derived(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """The situations that tables derive, as they come."""
    asked: list[object] = []

    def noted(situation: Situation, *, prune: bool, stop: None) -> Answer:
        asked.append(situation)
        return derive(situation, prune=prune, stop=stop)

    monkeypatch.setattr(table, "derive", noted)
    yield asked
