"""How a layer goes: the rulebook's policies on dependencies and turns, and the short cuts taken."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
    from layerlaw.solver.effects.parts import Alike

Why = Literal["independent", "freed", "by timestamp only", "blocked"]
"""In what role a part has its turn."""

_ALIKE: Mapping[str, Alike] = MappingProxyType(
    {
        "none": "nothing",
        "both or neither set": "setting",
        "both or neither characteristic-defining": "defining",
    }
)

POLICIES = ("test", "parity", "graph", "freed", "dependents", "independent", "loop")
"""The policies that a procedure is made of."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The policies on whose turn it is, by their names."""

    freed: str
    dependents: str
    independent: str
    loop: str

    @classmethod
    def from_rulebook(cls, rulebook: Rulebook) -> Rules:
        """The rulebook's own, under its readings."""
        return cls(
            rulebook.policy("freed"),
            rulebook.policy("dependents"),
            rulebook.policy("independent"),
            rulebook.policy("loop"),
        )


@dataclass(frozen=True, slots=True)
class Procedure:
    """How one layer goes.

    test: `action`, `result`, `removal` or `none`. alike: in what parts have to be alike to depend
    on each other (policy `parity`). anew: whether dependencies are looked for again after each
    step. rules: whose turn it is.
    """

    test: str
    alike: Alike
    anew: bool
    rules: Rules

    @classmethod
    def from_values(cls, values: tuple[str, ...]) -> Procedure:
        """The procedure of one value for each of `POLICIES`."""
        test, parity, graph, *rules = values
        return cls(test, _ALIKE[parity], graph == "each step", Rules(*rules))

    @classmethod
    def from_rulebook(cls, rulebook: Rulebook, layer: Layer) -> Procedure:
        """The rulebook's own for a layer, under its readings."""
        return cls.from_values(in_layer(layer, tuple(map(rulebook.policy, POLICIES))))


def procedure_in(rulebook: Rulebook, layer: Layer) -> Procedure:
    """See `Procedure.from_rulebook`; to be kept with the rulebook."""
    return Procedure.from_rulebook(rulebook, layer)


def in_layer(layer: Layer, values: tuple[str, ...]) -> tuple[str, ...]:
    """The values of `POLICIES` with what the layer says of its own."""
    return (layer.test, *values[1:]) if layer.test else values


@dataclass(frozen=True, slots=True)
class ShortCuts:
    """Which short cuts are taken; each can be turned off alone. See docs/shortcuts.md.

    read_sets: a pair is tried only if one changes what the other reads. commuting: under the
    result test, pairs that plainly commute are not tried. reach: under the action test, all that
    depend on a part are found at once, and evidence only when it is looked at. incremental: a
    graph that is found anew after each step is kept up to date. in_place: the board is written in
    place, and boards before and after turns are rebuilt when they are looked at. The last two are
    taken together with `reach` only.
    """

    read_sets: bool = True
    commuting: bool = True
    reach: bool = True
    incremental: bool = True
    in_place: bool = True

    def under(self, test: str) -> ShortCuts:
        """Those of them that can be taken under a test."""
        return self if self.reach and test != "result" else self.by_pairs()

    def by_pairs(self) -> ShortCuts:
        """Those of them that can be taken where parts are tried pair by pair."""
        return replace(self, reach=False, incremental=False, in_place=False)


ALL_SHORT_CUTS = ShortCuts()
NO_SHORT_CUTS = ShortCuts(False, False, False, False, False)


def short_cuts_of(prune: bool | ShortCuts) -> ShortCuts:
    """All short cuts, none, or those that are named."""
    if isinstance(prune, ShortCuts):
        return prune
    return ALL_SHORT_CUTS if prune else NO_SHORT_CUTS
