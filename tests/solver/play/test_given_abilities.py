"""Abilities that cards give by name: had, lost and used, by solver and oracle, and by hand."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.model.algebra import (
    Ability,
    ChangeNumber,
    Gain,
    Identified,
    LoseAll,
    Number,
    Target,
)
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.events import Event, UseAbility
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from oracle.build import WHERE, YOU, card, play, scenario, text
from oracle.small_rulebook import small_rulebook

CARDS = """
title: Who has Hunt, and who uses it
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Teacher:
    is: [minion, mortal]
    power: 1
    has: ["other mortals: gain Hunt"]
    gives:
      - name: Hunt
        target: power += number of mortals until end of turn
  Quiet: {is: [artifact], has: ["mortals: silenced"]}
  Taker: {is: [artifact], has: ["mortals: lose Hunt"]}
  Mimic: {is: [minion, beast], power: 1, enters: ["self: copy of minions"]}
  Bear: {is: [minion, beast], power: 2}
play:
  - you: Bear as B at 6
  - you: Teacher as T at 8
  - me: Foot Soldier as F at 9
"""


def history(*lines: str) -> Scenario:
    """The cards in play, and then these events."""
    return loads_scenario(CARDS + "".join(f"  - {line}\n" for line in lines))


def test_whoever_has_it_may_use_it() -> None:
    """Its number is worked out once, and lasts though the ability is lost later."""
    used = history("me: use F Hunt as E on B", "leave: T")
    assert_same(used)
    answer = solve(used)
    assert answer.final["B", "power"] == 4
    assert answer.situation.effects[-1].source == "F"
    assert certificate_of(answer).check().ok


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("leave: T", "does not have it"),
        ("you: Quiet as Q at 7", "it is silenced|does not have it"),
        ("you: Taker as Q at 7", "does not have it"),
    ],
)
def test_what_was_lost_is_not_used(before: str, message: str) -> None:
    """The event is refused, with the reason."""
    lost = history(before, "me: use F Hunt as E on B")
    assert_same(lost)
    with pytest.raises(BadInput, match=message):
        solve(lost)


def test_it_is_not_the_givers_own_nor_copied() -> None:
    """The giver is no other mortal, and a copy of who has it has what is printed there alone."""
    with pytest.raises(BadInput, match="does not have it"):
        solve(history("you: use T Hunt as E on B"))
    copied = history("you: Mimic as M at 10 copying F", "leave: T", "you: use M Hunt as E on B")
    assert_same(copied)
    with pytest.raises(BadInput, match="does not have it"):
        solve(copied)


def test_a_copy_is_a_mortal_and_has_it_too() -> None:
    """The selector of the giver finds the copy, so that it may use the ability."""
    used = history("you: Mimic as M at 10 copying F", "you: use M Hunt as E on B")
    assert_same(used)
    assert solve(used).final["B", "power"] == 5


def test_it_is_written_as_it_is_read() -> None:
    """The card with what it gives, and its use."""
    written = written_scenario(history("me: use F Hunt as E on B"))
    assert written_scenario(loads_scenario(written)) == written
    assert solve(loads_scenario(written)).final["B", "power"] == 4


@pytest.mark.parametrize(
    ("gives", "message"),
    [
        ("{target: power += 1}", "needs a 'name'"),
        ("{name: Airborne, target: power += 1}", "it means something"),
        ("[{name: Hunt, other: a}, {name: Hunt, other: b}]", "two abilities named 'Hunt'"),
        ("[{name: Hunt, activated: maybe, other: a}]", "true or false, not 'maybe'"),
        ("[{name: Hunt, activated: [a, b], other: a}]", "one piece of text"),
    ],
)
def test_what_is_given_without_sense_is_refused(gives: str, message: str) -> None:
    """With the place in the file."""
    cards = f"cards: {{Odd: {{is: [minion], gives: {gives}}}}}\n"
    with pytest.raises(BadInput, match=message):
        loads_scenario(f"title: Odd\nrulebook: sorcery-2026-01\n{cards}play: []\n")


@pytest.mark.parametrize(
    ("said", "use"),
    [("", "triggers"), (", activated: false", "triggers"), (", activated: true", "activates")],
)
def test_whether_it_is_activated_is_said_beside_it(said: str, use: str) -> None:
    """It is not, unless the card says so."""
    gives = f"[{{name: Hunt, target: power += 1{said}}}]"
    odd = f"Odd: {{is: [minion], gives: {gives}}}"
    given = loads_scenario(
        f"title: Odd\nrulebook: sorcery-2026-01\nplayers: [you]\ncards: {{{odd}}}\n"
        "play:\n  - you: Odd as O at 8\n"
    )
    [ability] = solve(given).situation.thing("O").card.gives
    assert ability.use == use


GRAVE = """
  Lamp: {is: [artifact], has: ["mortals in the cemetery: gain Return"],
         gives: [{name: Return, target: power += 1, while in: cemetery}]}
  Other: {is: [artifact], gives: [{name: Hunt, target: power += 9}]}
play:
"""


def test_it_may_be_used_where_it_says() -> None:
    """In the cemetery, that is, and nowhere else."""
    text = CARDS.replace("play:\n", GRAVE.lstrip("\n"))
    events = ["you: Lamp as L at 10", "you: Foot Soldier as G in cemetery"]
    lines = [*events, "you: use G Return as E on B"]
    used = loads_scenario(text + "".join(f"  - {line}\n" for line in lines))
    assert_same(used)
    assert solve(used).final["B", "power"] == 3
    lines = [*events, "you: use F Return as E on B"]
    with pytest.raises(BadInput, match="does not have it"):
        solve(loads_scenario(text + "".join(f"  - {line}\n" for line in lines)))


def test_one_name_means_one_ability() -> None:
    """Two cards that give different ones of a name are told so where it is used."""
    text = CARDS.replace("play:\n", GRAVE.lstrip("\n"))
    with pytest.raises(BadInput, match="different abilities named 'Hunt'"):
        loads_scenario(text + "  - me: use F Hunt as E on B\n")


@pytest.mark.parametrize(
    "policies",
    [{}, {"graph": "once"}, {"process": "simultaneous"}, {"process": "newest wins"}],
    ids=lambda policies: "-".join(policies.values()) or "default",
)
@pytest.mark.parametrize("lost", [False, True])
def test_every_process_knows_who_has_it(policies: dict[str, str], *, lost: bool) -> None:
    """The name is a keyword to all of them; what was used lasts, or could not be used."""
    lines = text((Target(), [ChangeNumber("power", "+", Number(2))]))
    hunt = PrintedAbility("activates", lines, "Hunt")
    teacher = card("Teacher", text((Identified("F"), [Gain(Ability("Hunt"))])))
    taker = card("Taker", text((Identified("F"), [LoseAll()])), types=("artifact",))
    use = UseAbility(YOU, "F", "Hunt", "E", ("T",), WHERE, given=hunt)
    events: list[Event] = [play(card("Bear", power=1), "F"), play(teacher, "T")]
    events += [play(taker, "L"), use] if lost else [use, play(taker, "L")]
    used = scenario(small_rulebook(policies), events)
    assert_same(used)
    if lost:
        with pytest.raises(BadInput, match="does not have it"):
            solve(used)
    else:
        answer = solve(used)
        assert [effect.id for effect in answer.situation.effects] == ["E"]
        assert certificate_of(answer).check().ok


def test_in_brackets_stands_what_is_static() -> None:
    """What is said of an ability that would be activated names the other way."""
    for inside in ("target: power += 1", "self: power += 1 until end of turn"):
        cards = f'cards: {{Odd: {{is: [minion], has: ["minions: gain [{inside}]"]}}}}\n'
        with pytest.raises(BadInput, match="`gives`"):
            loads_scenario(f"title: Odd\nrulebook: sorcery-2026-01\n{cards}play: []\n")
