"""The replay of histories, and written certificates."""

from __future__ import annotations

from mutation.reasons.kinds import Reasons

REASONS: Reasons = ()
