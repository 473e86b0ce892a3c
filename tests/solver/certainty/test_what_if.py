"""What if: timestamps only, without an effect, in another order, by another rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import LayerlawError, loads_scenario
from layerlaw.model.scenarios.events import arrivals
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.certainty.what_if import Question, WhatIf, what_if
from layerlaw.solver.facts.records import Value

SHIPPED = {path.name.split(".")[0]: path for path in shipped_scenarios()}

BANNER = """
title: A page that lives by a banner
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Banner: {is: [minion, beast], power: 1, has: ["mortals: power += 1"]}
  Page: {is: [minion, mortal], power: 1}
  Ox: {is: [minion, beast], power: 1}
play:
  - you: Page as P at 1
  - you: Banner as B at 2
  - damage: P 1
  - you: Ox as O at 4
"""


def shipped(name: str) -> Scenario:
    """A shipped scenario by the name of its file."""
    return load_scenario(SHIPPED[name])


def cells(answer: WhatIf) -> dict[tuple[str, str], tuple[Value, ...]]:
    """Every cell that differs, with both values."""
    assert answer.difference is not None
    return {cell.cell: cell.values for cell in answer.difference.cells}


def orders(answer: WhatIf) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every layer with another order, with both."""
    assert answer.difference is not None
    return {order.layer: order.orders for order in answer.difference.orders}


def test_two_kings_swapped_change_hands() -> None:
    """Whose King comes first has all mortals, the other King among them; the bonuses stay."""
    answer = what_if(shipped("two-kings"), Question(swaps=(("K1", "K2"),)))
    changed = dict.fromkeys((id, "controller") for id in ("F", "G", "K1", "K2"))
    assert cells(answer) == dict.fromkeys(changed, ("you", "me"))
    assert orders(answer) == {
        "3": (("K1.2", "K2.2"), ("K2.2", "K1.2")),
        "7": (("K1.1", "K2.1"), ("K2.1", "K1.1")),
    }
    assert answer.divergence is not None
    assert (answer.divergence.event, answer.divergence.layer) == (4, "3")


def test_swap_names_its_two_in_any_order() -> None:
    """To swap A and B is to swap B and A."""
    scenario = shipped("two-kings")
    one = what_if(scenario, Question(swaps=(("K1", "K2"),)))
    assert one.other.play == what_if(scenario, Question(swaps=(("K2", "K1"),))).other.play
    assert one.other.play != scenario.play


def test_swapping_twice_is_not_swapping() -> None:
    """Two swaps of the same pair bring the real history back."""
    answer = what_if(shipped("two-kings"), Question(swaps=(("K1", "K2"), ("K1", "K2"))))
    assert answer.difference is not None
    assert answer.difference.nothing
    assert answer.divergence is None


def test_sisters_go_by_timestamps_anyway() -> None:
    """In a loop timestamps decide, so nothing changes with timestamps only, not even the order."""
    answer = what_if(shipped("two-sisters"), Question(timestamps_only=True))
    assert answer.difference is not None
    assert answer.difference.nothing
    assert answer.difference.orders == ()
    assert answer.divergence is None


def test_mesmerism_comes_too_late_by_timestamps_only() -> None:
    """The older King takes all mortals for its first controller before it changes sides."""
    answer = what_if(shipped("king-mesmerism"), Question(timestamps_only=True))
    assert cells(answer) == {
        ("F", "controller"): ("you", "me"),
        ("G", "controller"): ("you", "me"),
    }
    assert answer.divergence is not None
    assert (answer.divergence.kind, answer.divergence.layer, answer.divergence.turn) == (
        "graph",
        "3",
        1,
    )
    assert "K.2 waits for M" in answer.divergence.one.says
    assert "K.2 waits for nothing" in answer.divergence.other.says


def test_timestamps_only_prevails_over_a_reading_of_the_test() -> None:
    """A reading that says how dependencies are tested has nothing to say any more."""
    asked = Question(timestamps_only=True, readings={"SORC-OPEN-TEST": "result"})
    answer = what_if(shipped("king-mesmerism"), asked)
    assert answer.then is not None
    assert answer.then.dependencies("control") == ()
    assert answer.then.order("control") == ("K.2", "M")


def test_timestamps_only_prevails_over_a_layer_with_a_test_of_its_own() -> None:
    """By the text of July only effects on who controls depend on each other."""
    [path] = [each for each in shipped_scenarios() if each.name.startswith("king-mesmerism.")]
    july = load_scenario(path, rulebook="sorcery-2026-07")
    answer = what_if(july, Question(timestamps_only=True))
    assert answer.really is not None
    assert answer.then is not None
    assert answer.really.dependencies("control")
    assert answer.then.dependencies("control") == ()
    assert answer.then.order("control") == ("K.2", "M")


def test_king_without_its_second_ability_controls_nobody_else() -> None:
    """F stays where it was, its bonus with it."""
    answer = what_if(shipped("king-of-the-realm"), Question(without=("K.2",)))
    assert cells(answer) == {("F", "controller"): ("you", "me")}
    assert answer.left_out == ("K.2",)
    assert answer.then is not None
    assert answer.then.order("control") == ()
    assert "mortals: controller := you" in str(answer.then.value("K", "abilities"))


def test_object_stands_for_all_of_its_effects() -> None:
    """Without K2 its bonus is gone as well; it still bears the other King's."""
    answer = what_if(shipped("two-kings"), Question(without=("K2",)))
    assert answer.left_out == ("K2.1", "K2.2")
    power = {id: values for (id, what), values in cells(answer).items() if what == "power"}
    assert power == {"F": (3, 2), "G": (3, 2), "K1": (4, 3)}


def test_spell_stands_for_its_effects() -> None:
    """Without Mesmerism the King keeps all mortals for its own player."""
    answer = what_if(shipped("king-mesmerism"), Question(without=("M",)))
    assert answer.left_out == ("M",)
    changed = dict.fromkeys((id, "controller") for id in ("F", "G", "K"))
    assert cells(answer) == dict.fromkeys(changed, ("you", "me"))


def test_rule_can_be_left_out() -> None:
    """Without the rule on summoning sickness what has just come may tap, and nothing else moves."""
    whole = shipped("summoning-sickness")
    first = replace(whole, play=whole.play[:1])
    answer = what_if(first, Question(without=("rules.sickness",)))
    assert answer.left_out == ("rules.sickness",)
    assert {what for _, what in cells(answer)} == {"permissions"}


def test_object_dies_on_the_way() -> None:
    """Without the Banner's bonus one damage kills the Page after event 3."""
    answer = what_if(loads_scenario(BANNER), Question(without=("B.1",)))
    assert answer.difference is not None
    [zone] = answer.difference.zones
    assert (zone.object, *zone.values) == ("P", "realm", "cemetery")
    assert answer.then is not None
    [died] = answer.then.chronicle
    assert (died.event, died.object, died.clause) == (3, "P", "SORC-DIE-1")


def test_event_that_becomes_impossible_is_the_answer() -> None:
    """What died cannot be moved at event 5, which says so."""
    text = f"{BANNER}  - move: P to 3\n  - you: Ox as O2 at 5\n"
    answer = what_if(loads_scenario(text), Question(without=("B",)))
    assert (answer.then, answer.difference) == (None, None)
    assert answer.stops == 5
    assert answer.refused.startswith("'P' is not in play: it dies after event 3")
    assert answer.divergence is not None
    assert answer.divergence.event == 2


def test_ability_lent_to_a_user_is_needed_by_its_use() -> None:
    """Silenced no longer, the Seer can use its ability, and with it silenced it can't."""
    scenario = loads_scenario("""
title: A seer that was freed
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Hush: {is: [minion, beast], power: 1, has: ["mortals: silenced"]}
  Quiet Hush: {is: [minion, demon], power: 1, has: ["beasts: silenced"]}
  Seer:
    is: [minion, mortal]
    power: 1
    activates: ["self: power += 1 until end of turn"]
play:
  - you: Quiet Hush as Q at 1
  - you: Hush as H at 2
  - you: Seer as S at 3
  - you: use S as U
""")
    answer = what_if(scenario, Question(without=("Q.1",)))
    assert answer.stops == 4
    assert "has lost the ability" in answer.refused


def test_newest_wins_without_the_newest() -> None:
    """Of two that silence each other the newest counts; without it the older one does."""
    answer = what_if(shipped("2021-mutual-silence"), Question(without=("B.1",)))
    assert answer.really is not None and answer.then is not None
    assert answer.then.value("B", "abilities") == ()
    assert answer.then.value("A", "abilities") != ()
    assert answer.really.value("A", "abilities") == ()


def test_newest_wins_by_timestamps_only() -> None:
    """One after another the oldest silences the newest before its turn."""
    answer = what_if(shipped("2021-mutual-silence"), Question(timestamps_only=True))
    assert answer.then is not None
    assert answer.then.answers is None
    assert answer.then.value("B", "abilities") == ()
    assert answer.then.value("A", "abilities") != ()
    assert answer.divergence is not None
    assert answer.divergence.layer == "ability"


def test_another_rulebook_finds_another_process() -> None:
    """Where allies of two elements silence by layers, the guide of 2021 lets the newest win."""
    scenario = shipped("2021-mutual-silence")
    text = SHIPPED["2021-mutual-silence"].read_text(encoding="utf-8")
    under = loads_scenario(text, scenario.file, rulebook="grand-archive-2025-09")
    answer = what_if(scenario, Question(under=under))
    assert answer.then is not None
    assert answer.then.rulebook.id == "grand-archive-2025-09"
    assert cells(answer)["A", "abilities"][0] == ()
    assert cells(answer)["B", "abilities"][1] == ()
    assert answer.divergence is not None
    assert answer.divergence.event == 2


def test_same_time_without_one_of_two_answers() -> None:
    """With the East Field ignoring nobody, the West Field's two effects are in force."""
    answer = what_if(shipped("two-answers"), Question(without=("E.1",)))
    assert answer.difference is not None
    assert answer.difference.verdicts == (("several", 2), ("settled", 1))
    assert answer.then is not None
    assert answer.then.answers is not None
    effects = answer.then.answers[0].effects
    assert [id for id in effects if not id.startswith("rules.")] == ["W.1", "W.2"]


def test_same_time_by_timestamps_only_has_one_answer() -> None:
    """Both add their power before, in a later step, the older field has the other ignored."""
    answer = what_if(shipped("two-answers"), Question(timestamps_only=True))
    assert answer.difference is not None
    assert answer.difference.verdicts == (("several", 2), ("settled", 1))
    assert answer.then is not None
    assert (answer.then.disabled_by("E"), answer.then.disabled_by("W")) == ("", "ignored")
    assert answer.then.value("M", "power") == 4000
    assert answer.divergence is not None
    assert answer.divergence.kind == "answers"


def test_paradox_by_timestamps_only_is_none() -> None:
    """What contradicts itself at the same time is applied once, one after another."""
    answer = what_if(shipped("paradox"), Question(timestamps_only=True))
    assert answer.really is not None and answer.then is not None
    assert answer.really.verdict == "paradox"
    assert answer.then.verdict == "settled"


def test_effect_that_comes_up_only_then_is_left_out_as_well() -> None:
    """Freed of the silence, H has its effect, which belongs to what was left out."""
    scenario = loads_scenario("""
title: All of two cards
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Giver: {is: [minion, beast], power: 1, has: ["mortals: gain [self: power += 5]"]}
  Hush: {is: [minion, demon], power: 1, has: ["beasts: silenced"]}
  Page: {is: [minion, mortal], power: 1}
play:
  - you: Giver as G at 1
  - you: Hush as H at 2
  - you: Page as P at 3
""")
    alone = what_if(scenario, Question(without=("H",)))
    assert cells(alone)["P", "power"] == (1, 6)
    both = what_if(scenario, Question(without=("H", "P.gained@G.1")))
    assert both.left_out == ("H.1", "P.gained@G.1")
    assert ("P", "power") not in cells(both)
    object_too = what_if(scenario, Question(without=("H", "P")))
    assert object_too.left_out == ("H.1", "P.gained@G.1")


def test_several_things_can_be_otherwise_together() -> None:
    """Swapped Kings without the second one's control are what one King alone would be."""
    asked = Question(swaps=(("K1", "K2"),), without=("K2.2",))
    answer = what_if(shipped("two-kings"), asked)
    assert answer.difference is not None
    assert answer.then is not None
    assert answer.then.order("control") == ("K1.2",)
    assert answer.then.value("K2", "controller") == "you"


def test_order_of_several_takes_their_places() -> None:
    """The last of three comes first, the others after it."""
    answer = what_if(loads_scenario(BANNER), Question(order=("P", "O", "B")))
    assert [event.id for event in arrivals(answer.other.play)] == ["P", "O", "B"]
    assert answer.difference is not None
    assert [zone.object for zone in answer.difference.zones] == ["P"]


def test_real_history_is_left_alone() -> None:
    """The question changes neither the scenario nor its answer."""
    scenario = shipped("two-kings")
    before = replace(scenario)
    answer = what_if(scenario, Question(timestamps_only=True, without=("K1",)))
    assert scenario == before
    assert answer.really is not None
    assert answer.really.order("control") == ("K1.2", "K2.2")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (Question(without=("K1.3",)), "did you mean 'K1.2'"),
        (Question(without=("F",)), "'F' has no effect"),
        (Question(swaps=(("K1", "K3"),)), "nothing arrives as 'K3'"),
        (Question(swaps=(("K1", "K1"),)), "stands twice"),
        (Question(order=("K1", "G", "K1")), "stands twice"),
        (Question(readings={"SORC-OPEN-TESTS": "result"}), "did you mean 'SORC-OPEN-TEST'"),
    ],
)
def test_unknown_words_are_refused_with_advice(asked: Question, message: str) -> None:
    """What is not there cannot be left out, swapped or read; the closest word is named."""
    with pytest.raises(LayerlawError, match=message):
        what_if(shipped("two-kings"), asked)


def test_what_really_cannot_happen_may_happen_then() -> None:
    """With sums that go on below zero V has power 1 and dies of the damage (SORC-DIE-1, PWR-1).

    Cut after every effect it has 1 - 3, so 0, and then 3: it lives and can be moved.
    """
    board = loads_scenario("""
title: A man between a curse and a blessing
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Minus: {is: [minion], power: 1, has: ['"V": power -= 3']}
  Plus: {is: [minion], power: 1, has: ['"V": power += 3']}
  Man: {is: [minion, mortal], power: 1}
play:
  - you: Man as V at 8
  - together:
      - you: Minus as M at 8
      - you: Plus as P at 8
  - damage: V 1
  - move: V to 9
""")
    answer = what_if(board, Question(readings={"SORC-OPEN-FLOOR": "each-step"}))
    assert answer.really is None
    assert answer.really_stops == 4
    assert answer.really_refused.startswith("'V' is not in play: it dies after event 3")
    assert answer.then is not None
    assert answer.then.value("V", "power") == 3
    assert answer.difference is None


def test_swap_that_uses_what_is_not_there_is_refused() -> None:
    """A spell cannot come before its target."""
    with pytest.raises(LayerlawError, match="K and M cannot change places: 'K' is used here"):
        what_if(shipped("king-mesmerism"), Question(swaps=(("K", "M"),)))


def test_a_swap_with_one_of_several_who_enter_together_asks_for_no_turn() -> None:
    """Where the rulebook leaves unsaid who enters first, the swap is played like the scenario."""
    board = loads_scenario("""
title: Two of several players at one moment
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Lord:
    is: creature
    power: 1000
    has: "other creatures: power += 1000"
play:
  - together: [you: Lord as A, me: Lord as B]
  - you: Lord as C
""")
    swapped = what_if(board, Question(swaps=(("A", "C"),)))
    [(really, then)] = orders(swapped).values()
    assert (really[0], then[0]) == ("A.1", "C.1")
    assert not cells(swapped)
