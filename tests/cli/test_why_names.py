"""`layerlaw why` knows objects by their cards, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Run


@pytest.mark.parametrize(
    ("named", "by_id"),
    [
        ("controller of the second King of the Realm", "K2.controller"),
        ("power of the first soldier", "F.power"),
        ("the second King", "K2"),
        ("my King", "K2"),
    ],
)
def test_an_object_goes_by_the_name_of_its_card(run: Run, named: str, by_id: str) -> None:
    """The same answer as by its id."""
    shown = run("why", "two-kings", named, "--no-color")
    assert shown.code == 0
    assert shown == run("why", "two-kings", by_id, "--no-color")


def test_a_name_of_several_is_not_guessed(run: Run) -> None:
    """Both Kings are named."""
    ran = run("why", "two-kings", "power of King of the Realm")
    assert (ran.code, "is the name of K1 and K2: say which" in ran.err) == (2, True)
    assert "is no object" in run("why", "two-kings", "Sinkhole").err
