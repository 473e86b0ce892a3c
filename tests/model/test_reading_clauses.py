"""The clauses that a reading of an open point takes at their word."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks

TEXT = Path(__file__).with_name("small.yaml").read_text(encoding="utf-8")


def test_a_reading_names_the_clauses_that_it_follows() -> None:
    """Those of its open point, in the order written; a reading may follow none."""
    book = loads_rulebook(TEXT.replace("{says: This.,", "{says: This., follows: [C2, C1],"))
    action, *others = book.points["P1"].readings
    assert (action.id, action.follows) == ("action", ("C2", "C1"))
    assert all(reading.follows == () for reading in others)


@pytest.mark.parametrize(
    ("follows", "message"),
    [
        ("[C3]", "the reading follows 'C3', which is not among the clauses of its open point"),
        ("[P1]", "the reading follows 'P1', which is not among the clauses of its open point"),
        ("[C1, C1]", "'C1' stands in 'follows' already"),
        ("[[C1]]", "'follows' is text here"),
    ],
)
def test_what_a_reading_cannot_follow(follows: str, message: str) -> None:
    """A clause that the question is not about, or one said twice, is a mistake with its place."""
    with pytest.raises(BadInput) as caught:
        loads_rulebook(TEXT.replace("{says: This.,", f"{{says: This., follows: {follows},"))
    assert [message] == [problem.message for problem in caught.value.problems]
    assert "follows:" in caught.value.problems[0].source


def test_a_rulebook_based_on_another_may_say_what_its_readings_follow() -> None:
    """A point that it writes anew, with the clauses of the rulebook that it is based on."""
    book = loads_rulebook(
        """
rulebook: mine
based on: sorcery-2026-01
points:
  - id: SORC-OPEN-GRAPH
    question: Once or anew?
    clauses: [SORC-DEP-3]
    default: once
    readings:
      once: {says: Once., policies: {graph: once}}
      each-step: {says: Anew., follows: [SORC-DEP-3], policies: {graph: each step}}
"""
    )
    assert book.points["SORC-OPEN-GRAPH"].reading("each-step").follows == ("SORC-DEP-3",)
    assert book.points["SORC-OPEN-TEST"].reading("action").follows == ("SORC-DEP-2",)


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_no_two_readings_follow_the_same_clause(name: str) -> None:
    """In the shipped rulebooks a clause speaks for one reading of an open point alone."""
    for point in shipped_rulebook(name).points.values():
        followed = [clause for reading in point.readings for clause in reading.follows]
        assert len(followed) == len(set(followed)), point.id
