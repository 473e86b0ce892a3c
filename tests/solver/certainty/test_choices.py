"""What the rules leave to choose, and where it leads: cases worked out by hand, with the clause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import Scenario, load_scenario, loads_scenario, shipped_scenarios
from layerlaw.model.errors import BadInput
from layerlaw.solver.certainty.orders import Choice, Orders, choices_of, orders

FILES = {path.name.removesuffix(".scenario.yaml"): path for path in shipped_scenarios()}


def shipped(name: str) -> Scenario:
    """The shipped scenario of that name."""
    return load_scenario(FILES[name])


def told(found: Orders) -> dict[str, dict[tuple[str, str], object]]:
    """The cells that differ for each condition; of several values all."""
    return {
        str(group.condition): {
            (one.object, one.characteristic): one.values[number][0]
            if len(one.values[number]) == 1
            else one.values[number]
            for one in found.differences
        }
        for number, group in enumerate(found.groups)
    }


def says(found: Orders) -> dict[str | None, str]:
    """What each chooser can do."""
    return {role.player: role.says for role in found.roles}


MADE_UP = """
title: made up
rulebook: {rulebook}
players: [you, me]
{active}
cards:
  Iron:
    is: [domain]
    elements: [norm]
    has: ["allies: power := 3"]
  Straw:
    is: [domain]
    elements: [norm]
    has: ["allies: power := 1"]
  Gold:
    is: [domain]
    elements: [norm]
    has: ["allies: power := 9"]
  Both:
    is: [domain]
    elements: [norm]
    has: ["allies: power := 3", "allies: power := 4", "allies: speed := fast"]
  Spell of Iron:
    is: [action]
    elements: [norm]
    resolves: ["target: power := 3"]
  Spell of Straw:
    is: [action]
    elements: [norm]
    resolves: ["target: power := 1"]
play:
  - you: Floodward Steed as F
{play}
"""


def made_up(*together: str, active: str = "", rulebook: str = "grand-archive-2025-09") -> Scenario:
    """A scenario of made-up cards that set one power, with these events at one moment."""
    lines = "  - together:\n" + "".join(f"      - {event}\n" for event in together)
    turn = f"active: {active}" if active else ""
    text = MADE_UP.format(rulebook=rulebook, active=turn, play=lines)
    text = text.replace(', "allies: speed := fast"', "")
    return loads_scenario(text, undecided=True)


# --- Sorcery --------------------------------------------------------------------------------------


@pytest.mark.parametrize("active", ["you", "me"])
def test_two_kings_of_two_players_have_one_admissible_order(active: str) -> None:
    """SORC-SIM-1: the active player's King is the older, and there is nothing to choose."""
    found = orders(shipped(f"boneyard-two-kings-{active}"))
    assert (found.choices, found.total, found.complete) == ((), 1, True)
    assert [group.count for group in found.groups] == [1]
    assert set(says(found).values()) == {"nothing"}


def test_two_kings_without_a_turn_are_decided_by_whose_turn_it_is() -> None:
    """SORC-SIM-1 with the active player left open: everything is the active player's."""
    scenario = replace(shipped("boneyard-two-kings-you"), active=None)
    found = orders(scenario)
    [choice] = found.choices
    assert choice == Choice("active", ("you", "me"), None, "SORC-SIM-1", 2)
    assert found.total == 2
    cells = told(found)
    assert {*cells} == {"the active player is you", "the active player is me"}
    for player in ("you", "me"):
        mine = cells[f"the active player is {player}"]
        assert {mine[id, "controller"] for id in ("F", "G", "K1", "K2")} == {player}


def test_two_of_three_kings_are_put_in_order_and_nothing_comes_of_it() -> None:
    """SORC-SIM-1, SORC-DEP-5: whichever of your Kings comes first gives you everything."""
    found = orders(shipped("boneyard-three-kings"))
    [choice] = found.choices
    assert (choice.items, choice.by, choice.clause) == (("K1", "K3"), "you", "SORC-SIM-1")
    assert (found.total, len(found.groups), found.idle) == (2, 1, (0,))
    assert {group.example.picks for group in found.groups} == {(("K1", "K3"),)}


def test_the_active_player_decides_which_of_three_sisters_is_heard() -> None:
    """SORC-SIM-1, SORC-DEP-5: in the loop of three the oldest silences the others."""
    found = orders(shipped("boneyard-sisters-you"))
    assert found.total == 2
    cells = told(found)
    assert cells["A before D"]["A", "silenced"] is False
    assert cells["A before D"]["D", "silenced"] is True
    assert cells["D before A"]["A", "silenced"] is True
    assert cells["D before A"]["D", "silenced"] is False
    assert says(found) == {"you": "decides", "me": "nothing"}


def test_nobody_is_said_to_choose_among_the_cards_of_another_player() -> None:
    """SORC-SIM-1 speaks of the active player's choice alone; here the other two change nothing."""
    found = orders(shipped("boneyard-sisters-me"))
    [choice] = found.choices
    assert (choice.items, choice.by) == (("A", "D"), None)
    assert (found.total, len(found.groups)) == (2, 1)
    assert says(found) == {"you": "nothing", "me": "nothing", None: "nothing"}


def test_whose_turn_it_is_and_the_own_order_decide_together() -> None:
    """SORC-SIM-1 with the turn left open: your order counts only on your turn."""
    found = orders(replace(shipped("boneyard-sisters-you"), active=None))
    assert [choice.kind for choice in found.choices] == ["active", "entry"]
    assert found.choices[1].by == "you"
    assert found.choices[1].if_active
    assert {str(group.condition): group.count for group in found.groups} == {
        "the active player is you and A before D": 1,
        "the active player is you and D before A": 1,
        "the active player is me": 2,
    }
    assert says(found) == {"you": "shares", "me": "nothing", None: "shares"}


def test_the_effects_of_one_spell_in_one_layer_are_in_no_order() -> None:
    """SORC-OPEN-SEVERAL: the later of the two that set a power counts; nobody is said to choose."""
    found = orders(shipped("several-of-one-spell"))
    [choice] = found.choices
    assert choice == Choice("several", ("R.1", "R.2"), None, "SORC-OPEN-SEVERAL", 2, 2, "R")
    cells = told(found)
    assert cells["R.1 before R.2"] == {("F", "power"): 1, ("S", "power"): 1}
    assert cells["R.2 before R.1"] == {("F", "power"): 5, ("S", "power"): 5}
    assert says(found)[None] == "decides"


def test_the_reverse_order_of_several_leads_to_the_same_outcomes() -> None:
    """Only which of them comes first as written depends on the reading of SORC-OPEN-SEVERAL."""
    scenario = shipped("several-of-one-spell")
    other = replace(scenario, readings={"SORC-OPEN-SEVERAL": "reverse"})
    assert told(orders(scenario)) == told(orders(other))
    assert choices_of(other)[0].items == ("R.2", "R.1")
    assert next(iter(told(orders(other)))) == "R.2 before R.1"


def test_an_ability_is_not_used_before_its_source_is_there() -> None:
    """Lucid Dreamers' cast of a Troll that enters in the same moment leaves one order."""
    found = orders(shipped("lucid-dreamers-left-the-void"))
    assert (found.choices, found.total) == ((), 1)


# --- Grand Archive --------------------------------------------------------------------------------


def test_the_player_who_comes_last_decides_what_is_newest() -> None:
    """GA-SIM-1, GA-TS-2: the turn player's is the oldest; of the others the newest counts."""
    found = orders(shipped("together-three-measures"))
    [choice] = found.choices
    assert (choice.items, choice.by, choice.clause) == (("A", "B"), "you", "GA-OPEN-SIM")
    cells = told(found)
    assert cells["A before B"]["F", "power"] == 1
    assert cells["B before A"]["F", "power"] == 3
    assert says(found) == {"you": "decides", "me": "nothing"}


def test_three_cards_of_one_player_have_six_orders_and_three_outcomes() -> None:
    """GA-SIM-1: the newest of the three counts, so two comparisons decide."""
    found = orders(made_up("you: Iron as A", "you: Straw as B", "you: Gold as C", active="you"))
    assert found.total == 6
    powers = {condition: cells["F", "power"] for condition, cells in told(found).items()}
    assert powers == {"A and B before C": 9, "A and C before B": 1, "B and C before A": 3}


def test_two_spells_that_resolve_together_are_put_in_order() -> None:
    """GA-SIM-1: the player of both puts them in order, and the newer one counts."""
    spells = ("you: Spell of Iron as A on F", "you: Spell of Straw as B on F")
    found = orders(made_up(*spells, active="you"))
    assert found.choices[0].by == "you"
    assert {c: cells["F", "power"] for c, cells in told(found).items()} == {
        "A before B": 1,
        "B before A": 3,
    }


def test_choices_of_several_kinds_multiply() -> None:
    """Two cards' order and the tie of a third one's abilities: four histories, one that counts."""
    found = orders(made_up("you: Both as A", "you: Straw as B", "me: Gold as C", active="me"))
    assert [choice.kind for choice in found.choices] == ["several", "entry"]
    assert found.total == found.done == 4
    powers = {condition: cells["F", "power"] for condition, cells in told(found).items()}
    assert powers == {
        "A before B": 1,
        "A.1 before A.2 and B before A": 4,
        "A.2 before A.1 and B before A": 3,
    }
    assert says(found) == {"you": "shares", "me": "nothing", None: "shares"}


def test_abilities_in_different_layers_leave_nothing_to_choose() -> None:
    """A King's two abilities work in two layers, so their order means nothing."""
    assert choices_of(shipped("two-kings")) == ()


def test_whose_turn_begins_counts_for_what_comes_later() -> None:
    """After `turn: me` the active player is known, though nobody was named before."""
    text = MADE_UP.format(
        rulebook="grand-archive-2025-09",
        active="",
        play="  - turn: me\n  - together:\n      - you: Iron as A\n      - me: Straw as B\n",
    ).replace(', "allies: speed := fast"', "")
    found = orders(loads_scenario(text))
    assert (found.choices, found.total) == ((), 1)


# --- where the document says nothing --------------------------------------------------------------


def test_two_fields_at_one_moment_may_come_in_any_order() -> None:
    """DM-OPEN-SAME-STEP: of two that set one power the newest counts, and none is named as it."""
    duel = load_scenario(next(p for p in shipped_scenarios() if "duel-masters/together" in str(p)))
    found = orders(duel)
    [choice] = found.choices
    assert choice == Choice("entry", ("W", "S"), None, "DM-OPEN-SAME-STEP", 2, 1)
    cells = told(found)
    assert cells["W before S"]["M", "power"] == 5000
    assert cells["S before W"]["M", "power"] == 1000
    assert says(found) == {"you": "nothing", "me": "nothing", None: "decides"}


def test_the_chinese_page_leaves_open_what_enters_together() -> None:
    """ZH-OPEN-SIM: by turn order by default, as later pages have it; left unsaid if read so."""
    together = ("you: Iron as A", "me: Straw as B")
    scenario = made_up(*together, active="me", rulebook="grand-archive-zh")
    found = orders(replace(scenario, readings={"ZH-OPEN-SIM": "unsaid"}))
    assert found.choices[0].clause == "ZH-OPEN-SIM"
    assert {c: cells["F", "power"] for c, cells in told(found).items()} == {
        "A before B": 1,
        "B before A": 3,
    }
    found = orders(scenario)
    assert (found.choices, found.total) == ((), 1)


def test_answers_that_are_only_listed_in_another_order_are_one_outcome() -> None:
    """Two fields that ignore each other leave the same two answers whichever is the newer."""
    text = FILES["two-answers"].read_text(encoding="utf-8").split("play:")[0] + (
        "play:\n  - me: Burning Mane as M\n"
        "  - together:\n      - you: East Field as E\n      - me: West Field as W\n"
    )
    found = orders(loads_scenario(text))
    assert (found.total, len(found.groups)) == (2, 1)
    assert len(found.groups[0].outcome.answers) == 2


# --- refused, limited, interrupted ----------------------------------------------------------------


def test_an_event_that_cannot_happen_is_an_outcome() -> None:
    """An ability that is lost to the other order's first card is refused there, and said so."""
    text = """
title: an ability used at the moment it may be lost
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Singer: {is: [creature], power: 1000, activates: ["creatures: power += 1000"]}
  Hush: {is: [creature], power: 1000, has: ["other creatures: lose all abilities"]}
play:
  - you: Singer as S
  - together:
      - you: use S as U
      - me: Hush as H
"""
    found = orders(loads_scenario(text))
    assert [str(group.condition) for group in found.groups] == ["U before H", "H before U"]
    assert found.groups[0].outcome.refused == ""
    assert "cannot use its ability" in found.groups[1].outcome.refused


def test_several_players_need_no_turn_only_where_the_choices_are_asked_for() -> None:
    """Without `undecided` the scenario is refused as ever, but where the document says nothing."""
    text = MADE_UP.format(
        rulebook="grand-archive-2025-09",
        active="",
        play="  - together:\n      - you: Iron as A\n      - me: Straw as B\n",
    ).replace(', "allies: speed := fast"', "")
    with pytest.raises(BadInput, match="say whose turn it is"):
        loads_scenario(text)
    assert loads_scenario(text + "readings: {GA-OPEN-SIM: unsaid}\n")
    assert loads_scenario("""
title: Two at once where nothing is said of it
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Titan: {is: [creature], power: 1000}
play:
  - together:
      - you: Titan as A
      - me: Titan as B
""")


def test_a_limit_leaves_at_least_so_many_outcomes() -> None:
    """The total is known without playing; what was found is found among the first alone."""
    cards = [
        f"you: {card} as {id}" for card, id in zip(("Iron", "Straw") * 3, "ABCDEG", strict=True)
    ]
    found = orders(made_up(*cards, active="you"), limit=50)
    assert (found.total, found.done, found.complete, found.interrupted) == (720, 50, False, False)
    assert sum(group.count for group in found.groups) == 50


def test_an_interrupt_returns_what_was_found() -> None:
    """The work ends, and nothing of it is lost."""
    calls: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        calls.append((done, total))
        if done == 3:
            raise KeyboardInterrupt

    scenario = made_up("you: Iron as A", "you: Straw as B", "you: Gold as C", active="you")
    found = orders(scenario, progress=stop)
    assert calls == [(1, 6), (2, 6), (3, 6)]
    assert (found.total, found.done, found.complete, found.interrupted) == (6, 3, False, True)
    assert sum(group.count for group in found.groups) == 3
