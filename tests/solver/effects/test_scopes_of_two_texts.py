"""Two texts of one spell go on, each on what it chose: worked out by hand."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import algebra as a
from little_game import ITS_POWER, ability, card, does, play, rulebook, scenario, spell


@pytest.mark.parametrize("second", [">=", "<"])
def test_each_text_keeps_what_it_chose_in_its_first_layer(second: a.Comparator) -> None:
    """In the layer of types either chooses its own creature, and goes on with that one.

    A has 2 and gets 1, B has 1 and gets 3; the other way round A gets 3 and B 1 (policy `set`).
    """
    first: a.Comparator = "<" if second == ">=" else ">="
    book = rulebook(set="kept")
    texts = [
        ability(
            does(
                a.Both((a.Member("types", "creature"), a.Compared(ITS_POWER, than, a.Number(2)))),
                a.AddMembers("types", ("beast",)),
                a.ChangeNumber("power", "+", a.Number(number)),
                locked=False,
            ),
            until=a.EndOfTurn(),
        )
        for than, number in ((first, 1), (second, 3))
    ]
    events = [play(card("Two", power=2), "A"), play(card("One", power=1), "B")]
    answer = assert_same(scenario(book, *events, play(spell("Both", *texts), "S")))
    assert answer is not None
    powers = {">=": [5, 2], "<": [3, 4]}
    assert [answer.value(id, "power") for id in "AB"] == powers[second]
