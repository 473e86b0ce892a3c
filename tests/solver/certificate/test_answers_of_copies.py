"""Answers in which a copy acts are read back with the abilities of what it is a copy of."""

from __future__ import annotations

from layerlaw.solver import derive
from layerlaw.solver.certificate.replay.answers import AnswerReader
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.parts import ReplayEffect
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from together import table


def test_a_copy_has_the_ability_of_its_name_of_two_that_read_alike() -> None:
    """P is a copy of Q, of whose two abilities the second one marks Z; R has that one too.

    What one has marked no other one can mark, so that there is an answer for each of the three.
    """
    cards = {
        "M": "relic | P: copy of Q",
        "P": "1",
        "Q": "2 | self: frozen | Z: can't be modified",
        "R": "3 | Z: can't be modified",
        "Z": "1",
    }
    facts = derive(table(cards)).facts
    effects = ReplayEffects(ReplayTable(facts.situation), facts.texts)
    reader = AnswerReader(SimultaneousReplay(effects))
    assert facts.answers is not None
    markers: list[str] = []
    for answer in facts.answers:
        board = reader.board(answer)
        assert board is not None
        of_q = [one for one in board.abilities("Q") if one.static]
        assert [*board.abilities("P")] == of_q
        for effect in board.markers("Z"):
            assert isinstance(effect, ReplayEffect)
            markers.append(effect.id)
    assert sorted(markers) == ["P.2", "Q.2", "R.1"]
