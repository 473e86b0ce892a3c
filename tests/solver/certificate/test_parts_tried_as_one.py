"""What the checker finds once for parts that do the same: it refuses all that is not so."""

from __future__ import annotations

import pytest
from several_alike import WORDS, board

from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from mutation.kill_certificate import refuse_all

BOARDS = [(book, seed) for book in WORDS for seed in range(2000, 2030)]


@pytest.mark.sample(6)
@pytest.mark.parametrize(("book", "seed"), BOARDS)
def test_what_is_changed_in_the_facts_is_refused(book: str, seed: int) -> None:
    """Dependencies, what shows them, turns and changes; what was found is accepted."""
    found = solve(board(seed, book))
    assert certificate_of(found).check().ok
    refuse_all(found.facts, seed)
