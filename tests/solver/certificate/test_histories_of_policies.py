"""What events do under other policies than a game's own: solver, replay and oracle agree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comparing import confirmed
from layerlaw.model import Scenario, loads_scenario
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.solver import Answer

CARDS = """
  Horn: {is: [artifact], activates: ["minions: power += 1 until end of turn"]}
  Rally: {is: [magic], resolves: ["minions: power += 2 until end of turn"]}
  Hush: {is: [artifact], has: ["minions: lose all abilities"]}
  Mimic: {is: [minion], power: 1, enters: ["self: copy of target"]}
  Setter: {is: [minion], power: 1, has: ["other minions: power := 5"]}
"""


def under(rulebook: str, policies: dict[str, str], *events: str) -> Scenario:
    """The events under a rulebook that says this instead."""
    lines = "\n".join(f"  - {event}" for event in events)
    read = loads_scenario(
        f"title: Policies\nrulebook: {rulebook}\nplayers: [you, me]\ncards:{CARDS}play:\n{lines}\n"
    )
    book = read.rulebook
    said = dict(book.policies)
    for name, value in policies.items():
        clause = said[name].clause if name in said else next(iter(book.clauses))
        said[name] = PolicyValue(value, clause)
    return replace(read, rulebook=replace(book, policies=said))


def after(policies: dict[str, str], *events: str) -> Answer:
    """The answer of all."""
    return confirmed(under("sorcery-2026-01", policies, *events))


SOLDIER, HORN = "you: Foot Soldier as F at 3", "you: Horn as H on F"


@pytest.mark.parametrize(
    ("said", "spell", "ability"),
    [
        ("resolution", (6, 0), (7, 0)),
        ("activation or trigger", (3, 0), (4, 0)),
        ("activation or trigger, spells on resolution", (6, 0), (4, 0)),
    ],
)
def test_how_old_what_was_announced_is(
    said: str, spell: tuple[int, int], ability: tuple[int, int]
) -> None:
    """As old as its announcement, or as its resolution; an ability and a spell may differ."""
    answer = after(
        {"resolved timestamp": said},
        SOLDIER,
        HORN,
        "you: cast Rally as R",
        "you: activate H as U",
        "you: Foot Soldier as G at 4",
        "resolve: R",
        "resolve: U",
    )
    ages = {one.id: one.timestamp for one in answer.situation.effects}
    assert ages == {"R": spell, "U": ability}


def test_an_ability_of_what_has_left_is_ignored_or_resolves() -> None:
    """As it resolves its source is another object."""
    events = (SOLDIER, HORN, "you: activate H as U", "leave: H", "resolve: U")
    for said, power in (("is ignored", 1), ("resolves", 2)):
        answer = after({"ability of what has left": said}, *events)
        assert answer.value("F", "power") == power


@pytest.mark.parametrize(("said", "name"), [("as printed", "Setter"), ("as in play", "Mimic")])
def test_what_is_printed_to_enter_as_a_copy_may_have_to_have_that_ability(
    said: str, name: str
) -> None:
    """Where something takes it from whatever is in play."""
    events = ("you: Hush as H on F", "you: Setter as S at 3", "you: Mimic as M at 3 copying S")
    answer = after({"copy on entry": said}, SOLDIER, *events)
    assert answer.value("M", "name") == name
