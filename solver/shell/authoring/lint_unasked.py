"""What a rulebook says and none of its policies, by default or by a reading, ever asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.files.nodes import behind
from layerlaw.model.rulebooks.game_format import COPIED_AS, STATUSES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.shell.authoring.lint_files import Looked
    from layerlaw.solver.shell.authoring.lint_rules import LintFinding

_COPY, _LEFT = "a copy reads", "what the copy layer left"


def unasked_findings(file: Looked) -> Iterator[LintFinding]:
    """What is copiable under a status, where every copy reads what is printed."""
    if file.rulebook is None or _may_be(file.rulebook, _COPY, _LEFT):
        return
    root = file.document.root
    for status in file.rulebook.statuses.values():
        if status.copied_as is None:
            continue
        own = behind(behind(behind(root, STATUSES.name), status.name), COPIED_AS.name)
        message = f"'{status.name}' is `{COPIED_AS.name}` something that no copy reads"
        yield file.finding(own or root, "unasked", message)


def _may_be(rulebook: Rulebook, policy: str, value: str) -> bool:
    """Whether the policy has that value, by default or under a reading."""
    readings = (each for point in rulebook.points.values() for each in point.readings)
    return value in (
        rulebook.policy(policy),
        *(reading.policies.get(policy) for reading in readings),
    )
