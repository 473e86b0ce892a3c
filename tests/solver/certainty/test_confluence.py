"""Whether the order matters, on boards made by hand: the verdict, the proof, the two orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import factorial
from time import process_time

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario
from layerlaw.solver import solve
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.certainty.orders.ages import arrival_groups, by_groups
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.derivation.answer import Answer
from oracle.build import card, play, scenario, scope_graph, silence_graph, text
from oracle.small_rulebook import DOCUMENT_LAYERS, small_rulebook
from situations import CREATURES, answer, line, plus, rulebook, thing

KINGS = """
title: Two Kings of the Realm
rulebook: sorcery-2026-01
players: [you, me]
active: you
play:
  - you: Foot Soldier as F at 3
"""
APART = """
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
"""
AT_ONCE = """
  - together:
    - you: King of the Realm as K1 at 8
    - you: King of the Realm as K2 at 12
    - me: King of the Realm as K3 at 13
"""


def solved(words: str) -> Answer:
    """The derivation of a scenario in the notation."""
    return solve(loads_scenario(words))


def test_two_kings_differ_by_one_swap_of_the_real_order() -> None:
    """Both orders are told, and what changes hands."""
    derivation = solved(KINGS + APART)
    verdict = order_matters(derivation)
    assert verdict.matters and verdict.complete and verdict.outcomes == 2
    pair = verdict.pair
    assert pair is not None
    assert (pair.own, pair.swaps, pair.after) == (True, 1, 0)
    assert (pair.first, pair.second) == ("K1.2", "K2.2")
    assert pair.objects == ("F", "K1", "K2")
    assert {each.characteristic for each in pair.differences} == {"controller"}
    assert pair.outcomes[0] == outcome(derivation)
    [control] = [layer for layer in verdict.layers if layer.layer == pair.layer]
    assert (control.orders, control.judgement, control.parts) == (2, "differs", 1)


def test_kings_that_came_at_different_moments_are_ordered_by_the_rules() -> None:
    """In the scope `unordered` only what ties by itself is left, the rules among themselves."""
    verdict = order_matters(solved(KINGS + APART), "unordered")
    assert verdict.matters is False
    assert all(layer.orders == 1 for layer in verdict.layers if "K1.2" in layer.effects)


def test_kings_of_one_player_at_once_are_not_ordered_and_another_players_is() -> None:
    """Arrivals of one player in a `together` are one group; the next player's come after."""
    board = loads_scenario(KINGS + AT_ONCE)
    groups = arrival_groups(board)
    assert groups == {(2, 1): (2, 1), (2, 2): (2, 1), (2, 3): (2, 3)}
    verdict = order_matters(solve(board), "unordered", age=by_groups(groups))
    [control] = [layer for layer in verdict.layers if "K1.2" in layer.effects]
    assert control.orders == 2
    assert order_matters(solve(board), "unordered").matters is False


PLASMA = """
title: A copy that is one of several
rulebook: magic-2026-04
players: [you]
play:
  - you: Primal Plasma as P choosing 3
  - you: Clone as C copying P choosing 2
"""


def test_what_one_object_entered_as_comes_after_what_it_copies() -> None:
    """CR-613.2a: the choice is made of what is a copy by then, so that no order is left open."""
    board = loads_scenario(PLASMA)
    verdict = order_matters(solve(board), "unordered", age=by_groups(arrival_groups(board)))
    assert verdict.matters is False
    assert all(layer.orders == 1 for layer in verdict.layers if "C.copy" in layer.effects)
    assert order_matters(solve(board)).matters is True


def test_sisters_of_two_players_silence_each_other_in_either_order() -> None:
    """Who goes first keeps her ability; the other one's turn finds it gone."""
    verdict = order_matters(
        solved(
            """
title: Two Sisters
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Sisters of Silence as A at 8
  - me: Sisters of Silence as B at 13
"""
        )
    )
    assert verdict.matters and verdict.pair is not None
    assert verdict.pair.objects == ("A", "B")
    assert verdict.pair.swaps == 1


@pytest.mark.parametrize("test, orders", [("action", 6), ("none", 6)])
def test_three_that_silence_each_other_have_three_outcomes(test: str, orders: int) -> None:
    """In a ring of all with all, whoever goes first is the one that keeps its ability."""
    edges = [(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b]
    verdict = order_matters(
        solve(silence_graph(3, edges, (1, 2, 3), small_rulebook({"test": test})))
    )
    assert verdict.outcomes == 3
    [silence] = [layer for layer in verdict.layers if "M1.1" in layer.effects]
    assert silence.orders == orders


def anthems(number: int) -> Answer:
    """So many creatures that strengthen all others."""
    things = [thing(f"A{each}", line(CREATURES, plus(each + 1)), power=1) for each in range(number)]
    return answer(rulebook(), *things)


def test_sixty_anthems_are_decided_by_what_they_read_and_write_in_under_a_second() -> None:
    """60! orders, and no state visited."""
    derivation = anthems(60)
    began = process_time()
    verdict = order_matters(derivation)
    assert process_time() - began < 1
    assert (verdict.orders, verdict.exact) == (factorial(60), True)
    assert verdict.judgement == "same: reads and writes"
    assert verdict.states == 0
    assert any("power" in reason.why for reason in verdict.reasons)


def test_a_chain_has_one_order() -> None:
    """Each effect waits for the one before it."""
    board = scope_graph(6, [(n, n + 1) for n in range(1, 6)], range(6, 0, -1), small_rulebook())
    verdict = order_matters(solve(board))
    [types] = [layer for layer in verdict.layers if "M1.1" in layer.effects]
    assert (types.orders, types.judgement) == (1, "same: reads and writes")


def test_a_cut_at_the_floor_after_every_step_makes_additions_matter() -> None:
    """Up and then down is not down and then up, where numbers stop at 0 on the way."""
    things = (
        thing("A", line(CREATURES, plus(3)), power=1),
        thing("B", line(CREATURES, a.ChangeNumber("power", "-", a.Number(2))), power=1),
    )
    assert order_matters(answer(rulebook(), *things)).judgement == "same: reads and writes"
    assert order_matters(answer(rulebook({"floor": "each step"}), *things)).matters


def adds(id: str, who: str, gains: str, condition: str | None = None) -> tuple[str, a.Ability]:
    """A card that gives a word to a creature, perhaps to those with another word alone."""
    scope: a.Selector = a.Identified(who)
    if condition is not None:
        scope = a.Both((scope, a.Member("elements", condition)))
    return id, line(scope, a.AddMembers("elements", (gains,)))


def words(cards: Sequence[tuple[str, a.Ability]], **policies: str) -> Answer:
    """Creatures with these abilities, under a rulebook in which nobody depends on anybody."""
    book = rulebook({"test": "none", **policies})
    return answer(book, *(thing(id, ability) for id, ability in cards))


def test_what_commutes_on_the_starting_board_alone_is_no_proof() -> None:
    """A and B do nothing to each other there; once C has gone, B reads what A writes."""
    scoped = a.Compared(a.Count(a.Member("elements", "fire")), ">=", a.Number(2))
    cards = [
        ("A", line(a.Self(), a.AddMembers("elements", ("fire",)))),
        ("B", line(a.Both((a.Self(), scoped)), a.AddMembers("elements", ("norm",)))),
    ]
    assert order_matters(words(cards)).matters is False
    third = ("C", line(a.Self(), a.AddMembers("elements", ("fire",))))
    verdict = order_matters(words([*cards, third]))
    assert verdict.matters and verdict.pair is not None
    assert verdict.pair.objects == ("B",)


def test_a_later_layer_that_makes_up_for_it_is_seen() -> None:
    """Two orders leave different boards in one layer, and the next one makes them the same."""
    cards = [adds("A", "P", "fire"), adds("B", "P", "norm", "fire")]
    wipe = thing("W", line(a.Identified("P"), a.SetNumber("power", a.Number(0))))
    book = rulebook({"test": "none"})
    things = [thing(id, ability) for id, ability in cards]
    silent = thing("P", power=1)
    verdict = order_matters(answer(book, *things, silent, wipe))
    assert verdict.matters
    types = next(layer for layer in verdict.layers if layer.layer == "types")
    assert (types.judgement, types.parts) == ("differs", 1)
    same = a.Ability(
        None,
        (a.Instruction(a.Identified("P"), (a.SetMembers("elements", ("water",)),)),),
    )
    late = thing("Z", same)
    assert order_matters(answer(book, *things, silent, late)).orders == 6


def test_granted_effects_join_and_their_orders_are_counted() -> None:
    """What a card grants goes after it, whenever that is."""
    given = text((a.Identified("M2"), [a.Gain(a.Ability("Airborne"))]))
    granter = card("Granter", text((a.Identified("M1"), [a.Gain(given)])))
    plain = card("Plain", text((a.Identified("M2"), [a.Gain(a.Ability("Voidwalk"))])))
    board = scenario(small_rulebook(), [play(granter, "M1"), play(plain, "M2")])
    verdict = order_matters(solve(board))
    [abilities] = [layer for layer in verdict.layers if "M1.1" in layer.effects]
    assert abilities.orders == 3
    assert abilities.judgement == "same: all courses"


def pairs_of_silencers(number: int) -> Answer:
    """So many pairs that silence each other."""
    edges = [(n, n + 1) for n in range(1, 2 * number, 2)]
    edges += [(other, one) for one, other in edges]
    return solve(silence_graph(2 * number, edges, range(1, 2 * number + 1), small_rulebook()))


@pytest.mark.slow
def test_many_small_groups_are_decided_without_visiting_every_state() -> None:
    """Thirty pairs that silence each other: 60! orders, a handful of states for each pair."""
    verdict = order_matters(pairs_of_silencers(30))
    [silence] = [layer for layer in verdict.layers if "M1.1" in layer.effects]
    assert (silence.orders, silence.exact) == (factorial(60), True)
    assert verdict.matters and verdict.pair is not None
    assert (verdict.pair.own, verdict.pair.swaps) == (True, 1)
    assert len(verdict.pair.objects) == 2
    assert silence.states < 30 * 8


def everyone_silences(number: int) -> Answer:
    """So many of which each silences all others."""
    numbers = range(1, number + 1)
    edges = [(one, other) for one in numbers for other in numbers if one != other]
    rulebook = replace(small_rulebook(), layers=DOCUMENT_LAYERS)
    return solve(silence_graph(number, edges, numbers, rulebook))


@pytest.mark.slow
def test_a_limit_ends_in_at_least_so_many() -> None:
    """A big knot is not gone through; what is known of it still holds.

    What is silenced takes its turn all the same, so that there are 30! orders.
    """
    verdict = order_matters(everyone_silences(30), limit=20)
    assert not verdict.complete
    assert verdict.matters and 2 <= verdict.outcomes <= 30
    exact = order_matters(everyone_silences(30))
    assert exact.exact and exact.orders == verdict.orders == factorial(30)
    assert exact.complete and exact.outcomes == 30


def test_an_interrupt_ends_in_a_verdict() -> None:
    """What was found so far is told, and that there may be more."""

    def stop(states: int, turns: int) -> None:
        if turns == 15:
            raise KeyboardInterrupt

    verdict = order_matters(everyone_silences(30), progress=stop)
    assert verdict.interrupted and not verdict.complete
    assert verdict.steps == 15
    assert verdict.orders <= factorial(30)


def test_progress_is_told_of_every_turn() -> None:
    """The numbers of states and turns only grow."""
    told: list[tuple[int, int]] = []
    verdict = order_matters(
        everyone_silences(4), progress=lambda states, turns: told.append((states, turns))
    )
    assert told == sorted(told)
    assert told[-1][1] == verdict.steps


def test_conditions_read_at_the_checks_that_agree_in_all_courses_are_decided() -> None:
    """Where every order leaves the conditions as they are taken to be, nothing is unknown."""
    strong = a.Exists(a.Both((CREATURES, a.Compared(a.Read("power", a.It()), ">=", a.Number(3)))))
    book = rulebook({"condition read": "at checks"})
    things = (
        thing("A", line(CREATURES, plus(2)), power=1),
        thing("B", line(CREATURES, plus(1), condition=strong), power=1),
    )
    verdict = order_matters(answer(book, *things))
    assert verdict.matters is False and verdict.complete
    assert verdict.orders == 2
