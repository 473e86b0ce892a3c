"""Lets frozen mappings be pickled and copied, and so rulebooks, scenarios and answers."""

from __future__ import annotations

import copyreg
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

Frozen = MappingProxyType[object, object]


def let_frozen_mappings_be_pickled() -> None:
    """Lets `pickle` and `copy` take `MappingProxyType`, which Python refuses."""
    copyreg.pickle(MappingProxyType, _reduced)


def frozen(mapping: dict[object, object]) -> Frozen:
    """A read-only view of the mapping."""
    return MappingProxyType(mapping)


def _reduced(mapping: Frozen) -> tuple[Callable[[dict[object, object]], Frozen], tuple[object]]:
    return frozen, (dict(mapping),)
