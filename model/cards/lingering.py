"""What keeps a static effect from going on after its source has left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import AfterLeaving, CopyOf, SourceLeaves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.algebra import Ability


def lingers_never(abilities: Iterable[Ability]) -> Iterator[str]:
    """What is wrong with abilities that say that they go on after their source has left.

    >>> from layerlaw.model.algebra import Ability
    >>> list(lingers_never([Ability(None, until=AfterLeaving(SourceLeaves()))]))
    ["what goes on after its source has left does not end as 'it leaves'"]
    """
    for ability in abilities:
        if not isinstance(ability.until, AfterLeaving):
            continue
        if isinstance(ability.until.until, SourceLeaves):
            yield "what goes on after its source has left does not end as 'it leaves'"
        operations = (one for each in ability.instructions for one in each.operations)
        if any(isinstance(one, CopyOf) for one in operations):
            yield "a static 'copy of' does not go on after its source has left"
