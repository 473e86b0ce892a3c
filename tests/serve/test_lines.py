"""A scenario's text after its events were moved, or a choice was written into it."""

from __future__ import annotations

import pytest

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.shell.serve.choice import with_choice
from layerlaw.solver.shell.serve.lines import entries, in_order

COMMENTED = """\
title: T
play:
  # about F
  - you: F at 3  # behind F
      # deeper

  # about K, first
  # about K, second
  - you: K at 8
  -
    me: Z
    # tail of Z

# about expect
expect: [a]
"""


def test_comments_go_with_the_event_that_they_stand_at() -> None:
    """What stands above an event, behind it and below it deeper, moves with it."""
    assert [(one.label, one.line, one.last) for one in entries(COMMENTED)] == [
        ("you: F at 3", 3, 6),
        ("you: K at 8", 7, 9),
        ("me: Z", 10, 12),
    ]
    moved = in_order(COMMENTED, (2, 1, 0))
    lines = COMMENTED.split("\n")
    expected = [*lines[:2], *lines[9:12], *lines[6:9], *lines[2:6], *lines[12:]]
    assert moved == "\n".join(expected)


@pytest.mark.parametrize(
    ("text", "order", "moved"),
    [
        ("play:\n- a\n# b\n- b # c\n- d", (2, 1, 0), "play:\n- d\n# b\n- b # c\n- a"),
        ("play: [a, {b: c}, 'd, e']\nx: y", (2, 0, 1), "play: ['d, e', a, {b: c}]\nx: y"),
        ("play: [a: b,\n  c: d]", (1, 0), "play: [c: d,\n  a: b]"),
    ],
)
def test_lists_without_indentation_and_in_brackets_are_moved(
    text: str, order: tuple[int, ...], moved: str
) -> None:
    """Every way to write a list of events keeps its form."""
    assert in_order(text, order) == moved


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("play: [a, # c\n  b]", (1, 0)),
        ("play: [a, b]", (0,)),
        ("play: [a, b]", (1, 1)),
        ("play: a", (0,)),
        ("- play", ()),
    ],
)
def test_what_cannot_be_moved_is_refused(text: str, order: tuple[int, ...]) -> None:
    """A text is never changed into one that says something else."""
    with pytest.raises(LayerlawError):
        in_order(text, order)


def test_shipped_scenarios_are_turned_round_and_back() -> None:
    """The events of shipped scenarios (each fifth) can be moved, and back to the same text."""
    for path in shipped_scenarios()[::5]:
        text = path.read_text(encoding="utf-8")
        back = tuple(reversed(range(len(entries(text)))))
        assert in_order(in_order(text, back), back) == text, path


def test_a_choice_is_written_where_it_belongs() -> None:
    """The rulebook's line keeps its comment, readings stand below it, all else stays."""
    text = "# top\ntitle: T\nrulebook: a  # mine\n\nplay:\n  - you: F\n"
    both = with_choice(text, "b", {"P": "x"})
    assert both == text.replace("rulebook: a  # mine", "rulebook: b  # mine\nreadings: {P: x}")
    assert with_choice(both, "a", {}) == text
    nested = "title: T\nreadings:\n  P: x\n  # c\n  Q: y\nrulebook: a"
    assert with_choice(nested, "", {"Q": "z"}) == "title: T\nreadings: {Q: z}\nrulebook: a"
    with pytest.raises(LayerlawError, match="by hand"):
        with_choice("{title: T, rulebook: a}", "b", {})


def test_a_text_is_read_with_the_rulebooks_that_are_given_and_no_file() -> None:
    """Where rulebooks are given, no file is read, even with a folder."""
    text = "title: T\nrulebook: ./x.yaml\nplayers: [you]\nplay: [you: Foot Soldier as F at 3]\n"
    with pytest.raises(LayerlawError, match="no file is read from disk"):
        loads_scenario(text, folder=".", books={})
    other = loads_scenario(text, rulebook="sorcery-2026-01", books={}).rulebook
    assert loads_scenario(text, books={"./x.yaml": other}).rulebook is other
