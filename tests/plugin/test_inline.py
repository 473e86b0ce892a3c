"""Scenarios as text in a Python test: the fixture `layerlaw`, and where its messages point."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model.errors import BadInput
from layerlaw.solver.shell.testing import Layerlaw

HERE = Path(__file__)


def line_of(text: str) -> int:
    """The first line of this file that holds the text."""
    lines = HERE.read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_a_text_may_be_indented(layerlaw: Layerlaw) -> None:
    """The fixture solves a text that stands in the middle of a function."""
    answer = layerlaw.solve("""
        title: A King
        rulebook: sorcery-2026-01
        players: [you, me]
        play:
          - you: King of the Realm as K1 at 8
          - me: King of the Realm as K2 at 12
    """)
    assert answer.value("K2", "controller") == "you"


def test_a_mistake_is_told_at_its_place_in_the_python_file(layerlaw: Layerlaw) -> None:
    """Line and column are those of this file, and so is the line that is shown."""
    with pytest.raises(BadInput) as caught:
        layerlaw.solve("""title: A King
            rulebook: sorcery-2026-01
            players: [you, me]
            play:
              - you: King of the Reaml as K1 at 8
        """)
    (problem,) = caught.value.problems
    assert Path(problem.file).resolve() == HERE.resolve()
    assert problem.line == line_of("King of the " + "Reaml")
    assert (
        problem.column
        == HERE.read_text(encoding="utf-8").split("\n")[problem.line - 1].index("King of the Reaml")
        + 1
    )
    assert problem.source.startswith(" " * 14 + "- you:")


def test_an_event_that_cannot_happen_is_told_at_its_place(layerlaw: Layerlaw) -> None:
    """What only solving finds out points to this file as well."""
    with pytest.raises(BadInput) as caught:
        layerlaw.check("""
            title: Dead already
            rulebook: sorcery-2026-01
            players: [you]
            play:
              - you: Foot Soldier as Fallen at 3
              - damage: Fallen 1
              - damage: Fallen 2
        """)
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (line_of("damage: Fallen " + "2"), 17)


def test_a_text_that_is_made_has_lines_of_its_own(layerlaw: Layerlaw) -> None:
    """A text that stands nowhere as it is, is counted from its own first line."""
    text = "title: A King\nrulebook: sorcery-2026-01\nplayers: [you]\nplay:\n  - you: {card} as K\n"
    with pytest.raises(BadInput, match=r"^<text>:5:10: unknown card 'Queen"):
        layerlaw.solve(text.format(card="Queen of Nowhere"))


def test_check_holds_every_order_against_what_it_expects(layerlaw: Layerlaw) -> None:
    """Expectations of all orders are held, and an xfail is fine as long as it fails."""
    text = """
        title: Two Kings
        rulebook: sorcery-2026-01
        players: [you, me]
        play:
          - you: King of the Realm as K1 at 8
          - me: King of the Realm as K2 at 12
        expect:
          - controller of K2 is you
          - {xfail: power of K1 is 9, reason: not yet}
        also:
          - order: [K2, K1]
            expect:
              - controller of K1 is me
    """
    assert layerlaw.check(text).value("K1", "power") == 4
    assert layerlaw.check(text, certificate=False).order("control") == ("K1.2", "K2.2")
    with pytest.raises(AssertionError) as caught:
        layerlaw.check(
            """
            title: Two Kings
            rulebook: sorcery-2026-01
            players: [you, me]
            play:
              - you: King of the Realm as K1 at 8
              - me: King of the Realm as K2 at 12
            expect:
              - {xfail: power of K1 is 4, reason: once upon a time}
            also:
              - order: [K2, K1]
                expect:
                  - controller of K1 is no one
            """
        )
    told = str(caught.value)
    assert f"{HERE.name}:{line_of('K1 is no ' + 'one')}: Two Kings: order K2, K1" in told
    assert "holds although marked xfail: power of K1 is 4" in told
    assert "1. becomes me by K2.2" in told


def test_files_stand_beside_the_python_file(layerlaw: Layerlaw) -> None:
    """What a text names is looked for where the test stands, and a missing file is told there."""
    with pytest.raises(BadInput, match="no such file"):
        layerlaw.solve("""
            title: A King
            rulebook: ./nobody-wrote-this.yaml
            players: [you]
            play:
              - you: King of the Realm as K at 8
        """)


def test_a_text_is_read_under_another_rulebook() -> None:
    """The rulebook of the run, or of the call, takes the place of the text's own."""
    text = "title: A King\nrulebook: nobodys\nplayers: [you]\nplay:\n  - you: Frog as K at 8\n"
    assert Layerlaw("sorcery-2026-01").solve(text).rulebook.id == "sorcery-2026-01"
    assert Layerlaw().load(text, rulebook="sorcery-2026-01").rulebook.id == "sorcery-2026-01"
    with pytest.raises(BadInput, match="nobodys"):
        Layerlaw().load(text)
