"""Whether somebody has said why a mutant survives; the reasons themselves are in `reasons/`.

`report.py` puts the first reason that fits next to a survivor; one without any is a hole.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mutation.reasons import (
    applying,
    certificate,
    choosing,
    effects,
    fixpoints,
    history,
    layers,
    replay,
    together,
)
from mutation.reasons.kinds import GUARD, NO_IT, Reasons

if TYPE_CHECKING:
    from cosmic_ray.work_item import WorkItem, WorkResult

REASONS: Reasons = (
    ("", r"\+.*strict=False", GUARD),
    ("", r"\+.*(select|cut|condition)\((self\.)?board, (1|- [02])\)", NO_IT),
    *layers.REASONS,
    *effects.REASONS,
    *together.REASONS,
    *applying.REASONS,
    *replay.REASONS,
    *fixpoints.REASONS,
    *certificate.REASONS,
    *choosing.REASONS,
    *history.REASONS,
)


def reason(where: str, change: str) -> str:
    """Why the mutant of this place with this change survives; "" where nobody has said."""
    for place, piece, why in REASONS:
        if re.search(place, where) and re.search(piece, change):
            return why
    return ""


def settled(why: str) -> bool:
    """Whether this reason leaves nothing to be asked of further tests."""
    return bool(why) and not why.startswith(("open", "not asked"))


def said_of(item: WorkItem, result: WorkResult) -> tuple[str, str]:
    """Where a mutant stands, and its change: what `reason` goes by."""
    [mutation] = item.mutations
    where = f"{mutation.module_path}:{mutation.start_pos[0]} {mutation.definition_name}"
    changed = [
        f"{line[0]} {line[1:].strip()}"
        for line in (result.diff or "").splitlines()
        if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    return where, "\n".join(changed)
