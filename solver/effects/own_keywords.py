"""The effect by which an object gives itself a keyword: a mark that it keeps, or counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, Gain, Instruction, Self, SourceLeaves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.rulebooks.rulebook import Rulebook


def gains_itself(rulebook: Rulebook, keyword: str) -> Ability:
    """`self: gain KEYWORD until it leaves`"""
    gain = Gain(rulebook.keywords.get(keyword, Ability(keyword)))
    return Ability(None, (Instruction(Self(), (gain,)),), until=SourceLeaves())


def given_by_counters(rulebook: Rulebook) -> Mapping[str, str]:
    """The keywords that counters give, by the names of the counters."""
    return rulebook.cache.of_value(_given_by_counters, rulebook, None)


def _given_by_counters(rulebook: Rulebook, _: None) -> dict[str, str]:
    return {each.name: each.gives for each in rulebook.characteristics.values() if each.gives}
