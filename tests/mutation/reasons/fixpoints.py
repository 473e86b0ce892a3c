"""The checker's own answers of effects that apply at the same time."""

from __future__ import annotations

from mutation.reasons.kinds import Reasons

REASONS: Reasons = ()
