"""The models of the program of a group are candidates for its states, and leave none out."""

from __future__ import annotations

import pytest
from literal_states import boards, found_states, stands

from layerlaw.solver.together import search
from layerlaw.solver.together.charts import OutsideError
from layerlaw.solver.together.graph import Group
from layerlaw.solver.together.immediate_consequence import canonical
from layerlaw.solver.together.models import Program
from layerlaw.solver.together.state import State


@pytest.mark.parametrize("start", range(0, 120, 12))
def test_every_grounded_state_is_that_of_a_model(start: int) -> None:
    """And the states of a board are found by programs alone."""
    programs = 0
    for seed, settling, known in boards(range(start, start + 12), written=True):
        wanted = {key for key, board in known.items() if stands(settling.plain, board)}
        root = State(settling.candidates, settling.plain)
        if root.propagate() and root.any_open():
            group = Group(settling.candidates.all, settling.plain.deeds)
            try:
                states = list(Program(root, group).states(None))
            except OutsideError:
                continue
            programs += 1
            made = set()
            for state in states:
                assert not state.any_open() and state.supposed and root.firm is state.firm
                state.rebuild()
                made.add(canonical(state.partial.board))
            assert wanted <= made, seed
            # What is a model is what it makes of itself, wherever all is as the program says.
            assert made <= known.keys(), seed
    assert programs


@pytest.mark.parametrize("start", range(0, 120, 12))
def test_programs_alone_find_every_grounded_state(
    start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No guess is made where a program can be."""
    monkeypatch.setattr(search, "FEW", -1)
    for seed, settling, known in boards(range(start, start + 12), written=True):
        wanted = {key for key, board in known.items() if stands(settling.plain, board)}
        found = found_states(settling)
        assert found is None or found == wanted, seed
