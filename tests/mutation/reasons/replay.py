"""The checker's own derivation."""

from __future__ import annotations

from mutation.reasons.kinds import Reasons

REASONS: Reasons = ()
