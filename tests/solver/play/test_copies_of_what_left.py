"""Copies of what has left: as it was, by hand from 608.2h, by the oracle and by the replay."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from entering import book

from comparing import confirmed
from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.model.scenarios.events import Play
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver import Answer, solve

CARDS = """
  Elf: {is: [creature, elf], power: 1, toughness: 1}
  Goblin: {is: [creature, goblin], power: 2, toughness: 2, has: [Flying]}
  Teacher: {is: [creature, elf], power: 7, activates: ["target: copy of self"]}
  Pupil: {is: [creature], power: 8, activates: ["self: copy of target except [power := 3]"]}
  Mirror: {is: [creature, elf], power: 0, enters: ["self: copy of target"]}
  Shape: {is: [creature], power: 9, enters: ["self: copy of target except [gain Flying]"]}
  Become: {is: [enchantment], resolves: ["target: copy of the chosen object"]}
"""
"""The cards by their names."""

COPIES = ("printed values", "what the copy layer left")
LEFT = ("last known", "nothing")


def board(*events: str, copies: str = COPIES[1], left: str = LEFT[0]) -> Scenario:
    """The events one after another. copies, left: the policies."""
    assert copies in POLICIES["a copy reads"]
    assert left in POLICIES["what has left"]
    rulebook = book()
    policies = {
        **rulebook.policies,
        "a copy reads": PolicyValue(copies, "L-1"),
        "what has left": PolicyValue(left, "L-1"),
    }
    play = "\n".join(f"  - {event}" for event in events)
    text = (
        "title: A board of copies\nrulebook: lands\nplayers: [me, you]\nactive: me\n"
        f"cards:{CARDS}\nplay:\n{play}\n"
    )
    return loads_scenario(text, books={"lands": replace(rulebook, policies=policies)})


def after(*events: str, copies: str = COPIES[1], left: str = LEFT[0]) -> Answer:
    """The answer after these events, when the oracle and the replay have given it too."""
    return confirmed(board(*events, copies=copies, left=left))


def powers(answer: Answer, *ids: str) -> list[object]:
    """Their powers."""
    return [answer.value(id, "power") for id in ids]


@pytest.mark.parametrize("left", LEFT)
def test_what_enters_copies_what_left_as_it_was(left: str) -> None:
    """The Mirror died as a Goblin: the Shape that copies it as it left is one, the one that copies
    its card a Mirror (608.2h, 707.2); counters are not copied."""
    answer = after(
        "me: Goblin as G",
        "me: Mirror as M copying G",
        "growth: M 2",
        "leave: M to graveyard",
        "you: Shape as S copying M that left",
        "you: Shape as T copying M",
        left=left,
    )
    assert powers(answer, "S", "T") == [2, 0]


def test_what_left_is_what_it_was_in_play_last() -> None:
    """It moved on from the graveyard, and came back as an Elf: as it left it was a Goblin."""
    history = (
        "me: Goblin as G",
        "me: Elf as E",
        "me: Mirror as M copying G",
        "leave: M to graveyard",
        "me: play M copying E",
    )
    assert powers(after(*history, "you: Shape as S copying M that left"), "M", "S") == [1, 2]
    again = (*history, "leave: M to graveyard", "you: Shape as S copying M that left")
    assert powers(after(*again), "S") == [1]


def test_what_died_at_a_check_is_copied_as_it_was_then() -> None:
    """Both die at once, the Mirror as the Goblin that dies with it."""
    answer = after(
        "me: Goblin as G",
        "me: Mirror as M copying G",
        "together: [{rot: G 1}, {rot: M 1}]",
        "you: Shape as S copying M that left",
    )
    assert answer.situation.thing("M").zone == "graveyard"
    assert powers(answer, "S") == [2]


def test_where_prints_are_read_it_is_the_form_that_it_entered_as() -> None:
    """What a spell made of it since is not read there; what it entered as is."""
    events = (
        "me: Goblin as G",
        "me: Elf as E",
        "me: Mirror as M copying G",
        "me: Become as B on M choosing E",
        "leave: M to graveyard",
        "you: Shape as S copying M that left",
    )
    assert powers(after(*events, copies=COPIES[0]), "S") == [2]
    assert powers(after(*events, copies=COPIES[1]), "S") == [1]


@pytest.mark.slow
def test_what_was_used_copies_its_source_target_and_choice_as_they_were() -> None:
    """Each has left between its announcement and its resolution."""
    start = ("me: Teacher as T", "me: Mirror as M copying T", "you: Goblin as G")
    source = after(*start, "me: activate M as E on G", "leave: M to graveyard", "resolve: E")
    assert powers(source, "G") == [7]
    target = after(
        *start,
        "me: Pupil as P",
        "me: activate P as E on M",
        "leave: M to graveyard",
        "resolve: E",
    )
    assert powers(target, "P") == [3]
    assert target.value("P", "subtypes") == ("elf",)
    choice = after(
        *start, "me: cast Become as B on G choosing M", "leave: M to graveyard", "resolve: B"
    )
    assert powers(choice, "G") == [7]


def test_where_nothing_is_known_of_what_left_its_card_is_read() -> None:
    """The Mirror's own power, 0, as the policy has it."""
    answer = after(
        "me: Teacher as T",
        "me: Mirror as M copying T",
        "you: Goblin as G",
        "me: activate M as E on G",
        "leave: M to graveyard",
        "resolve: E",
        left=LEFT[1],
    )
    assert powers(answer, "G") == [0]


def test_what_has_not_left_is_not_copied_as_it_left() -> None:
    """One message, at the event."""
    scenario = board("me: Goblin as G", "you: Shape as S copying G that left")
    with pytest.raises(BadInput, match="'G' has not left play"):
        solve(scenario)


def test_it_is_written_as_it_is_read() -> None:
    """`that left` stands behind the id."""
    events = ("me: Goblin as G", "leave: G to graveyard", "you: Shape as S copying G that left")
    scenario = board(*events)
    last = scenario.play[-1]
    assert isinstance(last, Play)
    assert last.that_left
    assert "copying G that left" in written_scenario(scenario)


def drawn(chance: Random) -> tuple[str, ...]:
    """A history of what copies, what is announced, what leaves and what resolves."""
    events = ["me: Goblin as N0", "you: Elf as N1", "me: Teacher as N2"]
    there = {"N0": "", "N1": "", "N2": "Teacher"}
    gone: list[str] = []
    used: list[str] = []
    for number in range(3, 11):
        kind = chance.randrange(7)
        id, some = f"N{number}", chance.choice([*there])
        if kind == 0 or not there:
            card = chance.choice(("Goblin", "Elf", "Teacher", "Pupil"))
            events.append(f"me: {card} as {id}")
            there[id] = card
        elif kind == 1:
            events.append(f"you: {chance.choice(('Mirror', 'Shape'))} as {id} copying {some}")
            there[id] = there[some]
        elif kind == 2 and gone:
            events.append(f"you: Shape as {id} copying {chance.choice(gone)} that left")
            there[id] = ""
        elif kind == 3 and there[some] in ("Teacher", "Pupil"):
            events.append(f"me: activate {some} as {id} on {chance.choice([*there])}")
            used.append(id)
        elif kind == 4:
            chosen = chance.choice([*there])
            events.append(f"me: cast Become as {id} on {some} choosing {chosen}")
            used.append(id)
        elif kind == 5 and len(there) > 1:
            del there[some]
            gone.append(some)
            events.append(f"leave: {some} to graveyard")
        elif used:
            events.append(f"resolve: {used.pop()}")
            # What anything has become is not followed here.
            there = dict.fromkeys(there, "")
    return (*events, *(f"resolve: {id}" for id in used))


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(40))
def test_random_histories_of_copies_are_as_the_oracle_has_them(seed: int) -> None:
    """Played, by the oracle and by the replay, under both policies."""
    chance = Random(seed)
    events = drawn(chance)
    copies, left = chance.choice(COPIES), chance.choice((LEFT[0], LEFT[0], LEFT[1]))
    try:
        after(*events, copies=copies, left=left)
    except BadInput as error:
        assert "cannot use its ability" in str(error)
