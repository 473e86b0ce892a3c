"""What an ability of a rulebook speaks of that never is there, so that it could never apply."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.algebra.mentions import speaks_of_carrying, speaks_of_target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Ability


class Never(NamedTuple):
    """Why an ability could never apply, and what to write instead."""

    message: str
    suggestion: str


def rule_never_applies(ability: Ability, *, carried: bool) -> Iterator[Never]:
    """What keeps a rulebook's own rule, or what a keyword does, from ever applying.

    carried: whether anything is carried in that game.
    """
    if speaks_of_target(ability):
        yield Never("there is no target here: nothing is ever chosen for it", "")
    if not carried and speaks_of_carrying(ability):
        yield Never("nothing is carried in this game, so nothing has a bearer", "")
