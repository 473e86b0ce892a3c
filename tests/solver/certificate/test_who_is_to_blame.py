"""Who is to blame for a paradox, where effects could exist that others keep from existing."""

from __future__ import annotations

import pytest

from layerlaw.solver import derive
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.certificate.blame import Blame
from layerlaw.solver.facts.situation import Situation
from together import game, table

TABLE = {
    "P": "1 | haste",
    "R": "1",
    "T": "1",
    "A": "1 | R: gain flyer; P: gain [R: frozen]",
    "C": "relic | T: gain flyer as long as R has flyer and R is not frozen and T is not with flyer",
}
"""T is a paradox as R has flyer by A, and is not frozen: P has no ability that would freeze it."""

BARRED = {"B": "P: lose all abilities"}
"""With the newest combined first, and what is lost barred, nothing is given to P behind B."""


def barred(cards: dict[str, str]) -> Situation:
    """The cards, and behind them what bars P from having abilities."""
    return table(cards, BARRED, game({"loss": "bar", "same step": "oldest last"}))


def test_what_was_barred_is_left_out_as_well_where_what_barred_it_is() -> None:
    """A and C alone are a paradox: all others are left out, also what A would give P without B."""
    situation = barred(TABLE)
    answer = derive(situation)
    assert (answer.facts.answers, answer.facts.conflict) == ((), ("A.1", "C.1"))
    assert certificate_of(answer).check().ok


@pytest.mark.parametrize("conflict", [("A.1", "B", "C.1"), ("A.1",), ("C.1",), ("B", "C.1")])
def test_others_are_not_to_blame(conflict: tuple[str, ...]) -> None:
    """B is not needed; without A nobody has flyer, and without C nobody minds."""
    facts = derive(barred(TABLE)).facts
    assert Blame(facts.situation, facts.texts).wrong(conflict) is not None


VIRTUAL = {
    "P": "1",
    "R": "1",
    "A": "1 | P: gain [R: gain flyer as long as R is not with flyer]",
    "C": "relic | self: gain flyer as long as self is not with flyer",
}
"""C is a paradox; so would be what A gives P, if B were left out."""


@pytest.mark.parametrize(
    ("conflict", "right"),
    [
        (("C.1",), True),
        (("A.1", "P.gained@A.1"), True),
        (("P.gained@A.1",), False),
        (("A.1",), False),
        (("A.1", "C.1"), False),
        (("A.1", "B", "P.gained@A.1"), False),
        (("A.1", "R.gained@A.1"), False),
    ],
)
def test_what_others_keep_from_existing_can_be_to_blame(
    conflict: tuple[str, ...], right: bool
) -> None:
    """Of all sets that leave no state alone each smallest one is right."""
    facts = derive(barred(VIRTUAL)).facts
    blame = Blame(facts.situation, facts.texts)
    assert facts.conflict == ("C.1",)
    assert (blame.wrong(conflict) is None) is right
    assert not blame.unknown
