"""Garbage is looked for again afterwards, and only if it was before."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from layerlaw.model.collecting import uncollected


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """Whatever a test does, garbage is looked for afterwards as before."""
    on = gc.isenabled()
    yield
    (gc.enable if on else gc.disable)()


@pytest.mark.parametrize("on", [True, False])
def test_it_is_as_before_afterwards(on: bool) -> None:
    (gc.enable if on else gc.disable)()
    with uncollected():
        assert not gc.isenabled()
    assert gc.isenabled() is on
    with pytest.raises(ValueError, match="told"), uncollected():
        raise ValueError("told")
    assert gc.isenabled() is on


def test_little_is_left_alone() -> None:
    gc.enable()
    with uncollected(much=False):
        assert gc.isenabled()
