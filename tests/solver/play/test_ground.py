"""Where there is ground is kept from event to event; it is what the objects in play say."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model import load_scenario, shipped_scenarios
from layerlaw.solver import History
from layerlaw.solver.play.table import GameTable

SPEAKING = ("site", "void", "ground", "water")
"""Words of scenarios in which ground comes, leaves or matters."""


def scenarios() -> list[Path]:
    """Those of a game with ground in whose text there is much of it."""
    sorcery = (path for path in shipped_scenarios() if path.parent.name == "sorcery")
    texts = ((path, path.read_text(encoding="utf-8")) for path in sorcery)
    return [path for path, text in texts if any(word in text for word in SPEAKING)]


def counted(table: GameTable) -> dict[int, int]:
    """For each square how many objects in play are ground there, object by object."""
    space = table.rulebook.space
    assert space is not None
    found: dict[int, int] = {}
    for thing in table.things.values():
        types = table.form(thing.id).sets.get(space.types, ())
        if thing.place is not None and table.playing(thing.id) and space.ground in types:
            for square in thing.place.squares:
                found[square] = found.get(square, 0) + 1
    return found


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.name)
def test_ground_is_kept_as_it_stands(path: Path) -> None:
    history = History(load_scenario(path))
    for _ in history.play():
        assert history.table.ground.squares == counted(history.table)
