"""`orders` plays one history for all that take ties in another order which nothing could tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario
from layerlaw.model.algebra.chosen import ChoiceMade
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import Answer, solve
from layerlaw.solver.certainty.orders import Orders, orders
from layerlaw.solver.certainty.orders import played as playing
from layerlaw.solver.certainty.orders.choice import Pick
from layerlaw.solver.certainty.orders.ties import Tie, ties_of
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.play.history import History

GA, DM, JANUARY = "grand-archive-2025-09", "duel-masters-1.28-en", "sorcery-2026-01"
GUIDE, MAGIC, JULY = "grand-archive-2021", "magic-2026-04", "sorcery-2026-07"

KINDS = {
    GA: ("ally", "allies", 1),
    GUIDE: ("ally", "allies", 1),
    DM: ("creature", "creatures", 1000),
    MAGIC: ("creature", "creatures", 1),
    JANUARY: ("minion", "minions", 1),
    JULY: ("minion", "minions", 1),
}
"""What a card is, all of them, and by how much powers differ."""

LASTING = {GA: ", life: 9", GUIDE: ", life: 9", MAGIC: ", toughness: 9"}
"""What it takes to stay in play."""

LINES = (
    "{all}: power += {one}",
    "other {all}: power -= {one}",
    "{all} with power >= {three}: can't attack",
    "{all}: can attack",
    "{all}: can't attack",
    "self: power *= 2",
    "{all}: power := {three}",
    "other {all}: lose all abilities",
    "other {all}: gain [self: power += {one}]",
    "other {all}: gain [{all}: can't attack]",
    "self: power += {one} as long as self has power >= {three}",
)


def lines(rulebook: str, *texts: str) -> list[str]:
    """The lines in the words of the game."""
    _, every, one = KINDS[rulebook]
    return [text.format(all=every, one=one, three=3 * one) for text in texts]


def scenario(rulebook: str, cards: Sequence[Sequence[str]], head: str = "") -> Scenario:
    """Cards with these abilities that enter one after another."""
    kind, _, one = KINDS[rulebook]
    text = f"title: t\nrulebook: {rulebook}\n{head}players: [you, me]\nactive: you\ncards:\n"
    for number, has in enumerate(cards):
        quoted = ", ".join(f'"{line}"' for line in has)
        numbers = f"power: {2 * one}{LASTING.get(rulebook, '')}"
        text += f"  C{number}: {{is: [{kind}], {numbers}, has: [{quoted}]}}\n"
    text += "play:\n"
    place = " at 3" if kind == "minion" else ""
    for number in range(len(cards)):
        text += f"  - {'you' if number % 2 else 'me'}: C{number} as X{number}{place}\n"
    return loads_scenario(text)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Scenario]:
    """The histories that were begun."""
    begun: list[Scenario] = []

    def begin(scenario: Scenario, derived: Callable[[Situation], Answer]) -> History:
        begun.append(scenario)
        return History(scenario, derived=derived)

    monkeypatch.setattr(playing, "History", begin)
    return begun


@pytest.mark.parametrize("rulebook", [GA, DM, MAGIC, JANUARY])
def test_what_only_adds_is_played_in_one_order(rulebook: str, played: list[Scenario]) -> None:
    """Two cards with two abilities each that add to one number: four histories, one is played."""
    adding = lines(rulebook, LINES[0], LINES[1])
    found = orders(scenario(rulebook, [adding, adding]))
    assert (found.total, found.done, len(found.groups)) == (4, 4, 1)
    assert found.groups[0].count == 4 and found.idle == (0, 1)
    assert len(played) == 1


def test_of_very_many_orders_that_nothing_tells_all_are_known(played: list[Scenario]) -> None:
    """GA: thirty cards with two ways each to add to a power; one that sets it twice besides."""
    adding = lines(GA, LINES[0], LINES[1])
    found = orders(scenario(GA, [adding] * 30))
    assert found.complete and (found.total, found.done) == (2**30, 2**30)
    assert (len(found.groups), len(found.groups[0].picks), len(played)) == (1, 1, 1)
    setting = lines(GA, LINES[6], LINES[6].replace("{three}", "{one}"))
    found = orders(scenario(GA, [adding] * 30 + [setting]))
    assert found.complete and [group.count for group in found.groups] == [2**30, 2**30]
    assert (
        found.untold == tuple(range(30)) and str(found.groups[0].condition) == "X30.1 before X30.2"
    )
    part = orders(scenario(GA, [adding] * 30 + [setting]), limit=1)
    assert (part.complete, part.done, part.total) == (False, 2**30, 2**31)


@pytest.mark.parametrize("rulebook", [GA, DM, MAGIC, JANUARY])
def test_of_two_ties_that_one_is_played_in_both_orders_which_could_be_told(
    rulebook: str, played: list[Scenario]
) -> None:
    """The second card says that nothing can attack before it sets all powers twice."""
    adding = lines(rulebook, LINES[4], LINES[10])
    setting = lines(rulebook, LINES[6], LINES[6].replace("{three}", "{one}"))
    found = orders(scenario(rulebook, [lines(rulebook, LINES[4], LINES[4]), adding, setting]))
    [told] = [number for number, choice in enumerate(found.choices) if choice.of == "X2"]
    assert len(found.groups) == 2 and told not in found.idle
    assert len(played) == 2 < found.done


def test_what_comes_later_may_tell(played: list[Scenario]) -> None:
    """GA: two ways to change a power are told apart once somebody asks for the power."""
    adding = lines(GA, LINES[0], LINES[1])
    orders(scenario(GA, [adding, ["allies: speed := fast"]]))
    assert len(played) == 1
    orders(scenario(GA, [adding, lines(GA, "{all} with power >= {three}: power += {one}")]))
    assert len(played) == 3


@pytest.mark.parametrize(
    ("rulebook", "keywords"),
    [(GA, ("Stealth", "Taunt")), (MAGIC, ("Flying", "Fear")), (JANUARY, ("Airborne", "Stealth"))],
)
def test_who_gives_abilities_ends_none(
    rulebook: str, keywords: tuple[str, str], played: list[Scenario]
) -> None:
    """Two keywords with effects are given in any order, unless one is for who has the other."""
    one, other = keywords
    giving = lines(rulebook, f"{{all}}: gain {one}", f"{{all}}: gain {other}")
    assert orders(scenario(rulebook, [giving, giving])).untold == (0, 1) and len(played) == 1
    asking = lines(rulebook, f"{{all}}: gain {one}", f"{{all}} with {one}: gain {other}")
    assert orders(scenario(rulebook, [asking])).untold == () and len(played) == 3


def test_what_mattered_on_the_way_is_told_from_the_first_choice_on() -> None:
    """GA: which of a card's two powers counts matters until a third card sets it, or at once."""
    setting = lines(GA, LINES[6], LINES[6].replace("{three}", "{one}"))
    found = orders(scenario(GA, [setting, ["allies: power := 9"]]))
    assert len(found.groups) == 1
    assert [(one.event, one.outcomes) for one in found.meanwhile] == [(1, 2)]


def test_of_a_can_and_a_cant_the_newer_decides(played: list[Scenario]) -> None:
    """GA-OPEN-CANT: where the newest counts, the two abilities of one card are put in order."""
    both = lines(GA, LINES[3], LINES[4])
    always = orders(scenario(GA, [both]))
    assert len(always.groups) == 1 and len(played) == 1
    newest = orders(scenario(GA, [both], "readings: {GA-OPEN-CANT: newest}\n"))
    assert len(newest.groups) == 2 and len(played) == 3


def test_orders_are_played_where_effects_meet_between_layers(played: list[Scenario]) -> None:
    """July: two that add to powers come to the same; two that wait for power may meet there."""
    found = orders(scenario(JULY, [lines(JULY, LINES[0], LINES[1])]))
    assert (found.total, len(found.groups), len(played)) == (2, 1, 1)
    waiting = (
        "minions with power >= 3: gain Airborne",
        "minions with power >= 3: lose all abilities",
    )
    orders(scenario(JULY, [lines(JULY, *waiting)]))
    assert len(played) == 3


def test_what_acts_in_other_places_is_in_no_tie() -> None:
    """July: one in layer 6.2, one in 6.3; one behind layer 6, one in layer 2 (SORC-WAIT-1)."""
    for pair in (
        (LINES[0], LINES[5]),
        ("minions with power >= 3: gain Airborne", "minions: subtypes += beast"),
    ):
        assert orders(scenario(JULY, [lines(JULY, *pair)])).total == 1


def test_where_all_apply_at_once_two_of_a_card_have_to_meet_each_other(
    played: list[Scenario],
) -> None:
    """PG-GE-1: nothing comes between two that give abilities, whoever takes them."""
    takes = "other allies: lose all abilities"
    gives, also = "allies: gain Ambush", "other allies: gain [self: power += 1]"
    orders(scenario(GUIDE, [[gives, also], [takes]]))
    assert len(played) == 1
    orders(scenario(GUIDE, [[gives, takes]]))
    assert len(played) == 3


def test_one_order_is_played_where_there_is_one_state_to_pick(played: list[Scenario]) -> None:
    """PG: the newest effects have nothing to decide."""
    found = orders(scenario(GUIDE, [lines(GUIDE, LINES[0], LINES[1])]))
    assert (found.total, len(found.groups)) == (2, 1) and len(played) == 1


FICKLE = (
    "self: power += 1 as long as self is not a human",
    "self: subtypes += human as long as self has power <= 2",
)
"""Two of which either keeps the other from being; they do nothing in one step (PG-GE-1)."""


def test_the_newest_of_one_card_picks_a_state(played: list[Scenario]) -> None:
    """PG: with 2 power it is human or stronger, whichever of its abilities is the newer one."""
    found = orders(scenario(GUIDE, [FICKLE]))
    powers = {
        group.example.picks: dict(group.outcome.answers[0])["X0", "power"] for group in found.groups
    }
    assert powers == {(("X0.1", "X0.2"),): 2, (("X0.2", "X0.1"),): 3}
    assert len(played) == 2 and found.idle == ()


def test_what_resolves_is_played_in_one_order_too(played: list[Scenario]) -> None:
    """GA: a spell that adds to a power twice, and one that sets it twice, in a layer before."""
    text = (
        f"title: t\nrulebook: {GA}\nplayers: [you, me]\nactive: you\ncards:\n"
        "  C: {is: [ally], power: 1, life: 9}\n"
        "  Both: {is: [action], resolves: ['target: power += 1', 'target: power += 2']}\n"
        "  Other: {is: [action], resolves: ['target: power := 5', 'target: power := 4']}\n"
        "play:\n  - you: C as A\n  - you: Both as B on A\n"
    )
    assert len(orders(loads_scenario(text)).groups) == 1 and len(played) == 1
    found = orders(loads_scenario(text + "  - you: Other as O on A\n"))
    assert found.done == 4 and len(found.groups) == 2 and len(played) == 3


def test_ways_to_enter_and_what_is_chosen_are_always_put_in_order() -> None:
    """The first are on no table on which they could be looked for; the second may change words."""
    first, second = lines(GA, LINES[0], LINES[1])
    text = f"  C: {{is: [ally], power: 1, life: 9, has: ['{first}', '{second}']}}\n"
    head = f"title: t\nrulebook: {GA}\nplayers: [you, me]\nactive: you\ncards:\n"
    there = loads_scenario(f"{head}{text}play:\n  - you: C as A\n")
    [tie] = ties_of(there, there.rulebook)
    assert not tie.shows(solve(there).situation)
    one, other = tie.printed
    for changed in (
        replace(one, use="enters"),
        replace(one, chooses=a.Self()),
        replace(one, made=ChoiceMade(one.ability, ("3",))),
    ):
        assert replace(tie, printed=(changed, other)).shows(solve(there).situation)


def told(found: Orders) -> tuple[object, ...]:
    """All that is told."""
    groups = []
    for group in found.groups:
        every = {one for picks in group.picks for one in alike(found, picks)}
        assert len(every) == group.count
        groups.append((group.outcome, every, group.condition))
    return found.total, found.done, groups, found.differences, found.idle, found.meanwhile


def alike(found: Orders, picks: tuple[Pick, ...]) -> Iterator[tuple[Pick, ...]]:
    """The histories that these picks stand for."""
    ways = [
        [*permutations(pick)] if number in found.untold else [pick]
        for number, pick in enumerate(picks)
    ]
    return product(*ways)


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("rulebook", KINDS)
def test_drawn_boards_are_as_if_every_history_was_played(
    rulebook: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards with up to three abilities; those that go by the newest as well."""
    pick = Random(seed)
    cards = [
        lines(rulebook, *pick.sample(LINES, pick.randint(1, 3))) for _ in range(pick.randint(2, 3))
    ]
    head = f"readings: {{GA-OPEN-CANT: {pick.choice(('newest', 'always'))}}}\n"
    there = scenario(rulebook, cards, head if rulebook == GA else "")
    found = orders(there)
    monkeypatch.setattr(Tie, "shows", lambda *_: True)
    assert told(found) == told(orders(there))
