"""What effects write."""

from __future__ import annotations

from mutation.reasons.kinds import Reasons

REASONS: Reasons = (
    (
        "writing.py.*write_numbers",
        r"old is None or new is not None",
        "equivalent: assigning comes to the same as taking the old one and adding the new one",
    ),
)
