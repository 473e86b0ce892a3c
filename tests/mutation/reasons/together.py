"""Effects that apply at the same time."""

from __future__ import annotations

from mutation.reasons.kinds import Reasons

REASONS: Reasons = (
    (
        "together/graph.py",
        r"\+ break",
        "not asked: tests/solver/layers/test_schedule.py kills it",
    ),
)
