"""Where operands are worked out on the state, every state is found, and none too many."""

from __future__ import annotations

import pytest
from literal_states import boards, found_states, is_added, stands

from layerlaw.model import LayerlawError
from layerlaw.solver.together.immediate_consequence import canonical


@pytest.mark.parametrize("start", range(0, 120, 10))
def test_every_state_is_found_and_judged(start: int) -> None:
    """Those that are grounded, and the others."""
    compared = 0
    for seed, settling, known in boards(range(start, start + 10)):
        judged = {key: stands(settling.plain, board) for key, board in known.items()}
        if None in judged.values():
            continue
        try:
            grounded, (lifted, complete) = settling.states(), settling.lifted()
        except LayerlawError as error:
            assert "feed on each other" in str(error)
            continue
        compared += 1
        assert {canonical(board) for board in grounded} == {k for k, so in judged.items() if so}, (
            seed
        )
        others = {canonical(board) for board in lifted}
        assert others <= known.keys()
        if complete:
            assert others == {k for k, so in judged.items() if not so}, seed
    assert compared > 3


@pytest.mark.parametrize("start", range(0, 100, 10))
@pytest.mark.parametrize("grounds", ["what is added", "all fixed points"])
def test_where_only_what_is_added_has_to_come_about_or_nothing(start: int, grounds: str) -> None:
    """The other values of the policy `groundedness`; what is no answer is listed apart."""
    for seed, settling, known in boards(range(start, start + 10), grounds=grounds):
        added = {key for key, board in known.items() if is_added(settling.plain, board)}
        plain = settling.plain
        for key, board in known.items():
            assert plain.grounded(board) is plain.grounded(board, plain.done(board))
            assert plain.grounded(board) is (key in added)
        wanted = added if grounds == "what is added" else known.keys()
        found = found_states(settling)
        if found is None:
            continue
        assert found == wanted, seed
        lifted, complete = settling.lifted()
        if complete:
            assert {canonical(board) for board in lifted} == known.keys() - wanted, seed
