"""Certificates hold the recorded order against the axioms, by code that the audit does not use."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from layerlaw.model.rulebooks.axiom_notation import parse_condition
from layerlaw.model.rulebooks.axioms import Axiom
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.certificate.check import certificate_of
from layerlaw.solver.certificate.sentences import departures
from layerlaw.solver.documents.audit.procedure import Turns, broken, ways
from layerlaw.solver.documents.axioms.explicit import InstanceTable
from layerlaw.solver.documents.axioms.instances import Instance
from layerlaw.solver.documents.axioms.moments import CheckedInstance, Moments
from layerlaw.solver.documents.boards.realise import boards
from layerlaw.solver.play.solve import solve


def _clauses(notes: Iterable[str]) -> set[str]:
    return {note.split(" is not kept")[0].removeprefix("at its word ") for note in notes}


@pytest.mark.slow
@pytest.mark.parametrize("id", ["sorcery-2026-01", "grand-archive-2025-09"])
def test_a_certificate_notes_what_the_audit_says_of_the_case(id: str) -> None:
    """On boards of all cases of three effects in one layer both tell the same sentences."""
    book = shipped_rulebook(id)
    every = list(ways(book).items())
    some = every[:: max(1, len(every) // 5)]
    noted = 0
    for row in InstanceTable(3).rows:
        if max(row.instance.layers) or row.instance.n < 3:
            continue
        board = next(boards(book, row.instance, family="words"), None)
        if board is None:
            continue
        moments = Moments(book.axioms, row)
        for turns, chosen in some:
            answer = solve(replace(board, readings=chosen[0]))
            expected = broken(moments, turns.order(row.instance))
            assert _clauses(departures(answer.facts)) == set(expected)
            noted += bool(expected)
    assert noted


def test_the_note_stands_in_the_verdict() -> None:
    """Alpha and Beta form a loop, Gamma is independent: DEP-4 at its word has Gamma go first."""
    book = shipped_rulebook("sorcery-2026-01")
    instance = Instance(3, (0, 0, 0), ((0, 1), (1, 0)))
    board = next(boards(book, instance, family="words"))
    verdict = certificate_of(solve(board)).check()
    assert verdict.outcome == "confirmed"
    assert any("SORC-DEP-4 is not kept in layer 4: Alpha.1" in note for note in verdict.notes)
    literal = replace(board, readings={"SORC-OPEN-INDEPENDENT": "nothing"})
    assert not certificate_of(solve(literal)).check().notes


def test_what_a_sentence_says_of_one_effect_is_noted_without_another() -> None:
    """An axiom that bars an effect in any case names no other effect."""
    book = shipped_rulebook("sorcery-2026-01")
    never = Axiom("SORC-TS-0", parse_condition("y depends on nothing"), (), "y is not next")
    board = next(boards(book, Instance(2, (0, 0), ()), family="words"))
    changed = replace(book, axioms=(never,))
    answer = solve(replace(board, rulebook=changed))
    (note,) = departures(answer.facts)
    assert note.endswith("where it may not be next")
    moments = Moments((never,), CheckedInstance(Instance(2, (0, 0), ())))
    order = Turns.of(changed).order(moments.row.instance)
    assert broken(moments, order) == {"SORC-TS-0": (0, 0)}
