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
        "process": ("layered",),
        "test": ("action", "result", "none"),
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
        "resolved set": ("open", "locked"),
        "floor": ("when read", "at the end", "each step", "none"),
        "timestamps": ("oldest first",),
        "static timestamp": ("entry of its card",),
        "resolved timestamp": ("activation or trigger",),
        "simultaneous entry": ("active player first",),
    }
)
