"""Looks for garbage after a piece of work that makes much and leaves little, not all along."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def uncollected(much: bool = True) -> Iterator[None]:
    """Meanwhile nobody looks for circles of objects; what is no longer used goes as always.

    much: whether so much is made that it matters.
    """
    if not (much and gc.isenabled()):
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
