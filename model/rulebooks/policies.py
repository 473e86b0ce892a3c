"""The policies: the questions of procedure that a rulebook answers, and the answers there are.

What each value means is defined in docs/definition.md.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

POLICIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "process": ("layered", "simultaneous", "newest wins"),
        "test": ("action", "result", "none"),
        "parity": ("none", "both or neither set"),
        "graph": ("once", "each step"),
        "freed": ("after all", "compete", "at once"),
        "dependents": ("topological", "timestamps"),
        "independent": ("outside its loop", "one-way", "nothing"),
        "loop": ("members", "mutual pairs"),
        "set": ("kept", "again"),
        "ability lost": ("continues", "stops"),
        "loss": ("momentary", "bar"),
        "granted timestamp": ("later", "holder", "grant"),
        "several": ("printed order", "reverse"),
        "same step": ("newest last", "oldest last"),
        "groundedness": ("all deeds", "what is added", "all fixed points"),
        "condition read": ("while applying", "at checks"),
        "resolved set": ("open", "locked", "locked for characteristics"),
        "resolved variable": ("once, its own anew", "once", "always"),
        "members leave": ("zone", "zone or type"),
        "no duration": ("source", "game"),
        "prohibition": ("prohibition wins", "both static", "newest", "ranks"),
        "floor": ("when read", "at the end", "each step", "none"),
        "timestamps": ("oldest first",),
        "what has left": ("nothing", "last known"),
        "new timestamp": ("nothing", "transforming"),
        "static timestamp": ("entry of its card", "first of its lineage"),
        "resolved timestamp": (
            "activation or trigger",
            "resolution",
            "activation or trigger, spells on resolution",
        ),
        "simultaneous entry": (
            "active player first",
            "active player first, others unsaid",
            "unsaid",
        ),
    }
)

UNLESS_SAID = frozenset({"what has left", "new timestamp"})
"""Policies on which most documents are silent: left out, they have their first value."""

LAYERED_ONLY = frozenset(
    {
        "test",
        "parity",
        "graph",
        "freed",
        "dependents",
        "independent",
        "loop",
        "set",
        "ability lost",
    }
)
"""Policies that ask nothing where effects apply at the same time."""

SIMULTANEOUS_ONLY = frozenset({"same step", "groundedness"})
"""Policies that ask nothing where effects apply one after another."""
