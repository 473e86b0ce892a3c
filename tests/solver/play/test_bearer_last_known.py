"""The bearer of what left before its ability resolves is what carried it then. Rule 608.2h."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from comparing import assert_same, confirmed
from layerlaw.model import loads_scenario
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.play import last_known

BOARD = """
title: T
rulebook: magic-2026-04
players: [you, me]
active: you
cards:
  Gift: {{is: [enchantment, aura], colors: [green], has: ["Enchant creature"],
    activates: ["{does}"]}}
play:
  - you: Silvercoat Lion as L
  - you: Hill Giant as H
  - you: Gift as G on L
  - you: activate G as X{on}
{events}
"""
DOES = (
    "bearer: power += 3 until end of turn",
    "bearer: can't attack until end of turn",
    "creatures with power <= power of bearer: gain Flying until end of turn",
    "creatures but not bearer: controller := controller of bearer until end of turn",
    "target: power += power of bearer until end of turn",
)
LEAVES = "  - leave: G to graveyard\n"
BACK = "  - leave: L to hand\n  - move: L to battlefield\n"
EVENTS = {
    "stays": "",
    "leaves": LEAVES,
    "moves and leaves": f"  - attach: G to H\n{LEAVES}",
    "its bearer leaves first": BACK,
    "its bearer leaves later": f"{LEAVES}{BACK}",
    "comes back": LEAVES
    + "  - together:\n      - move: G to battlefield\n      - attach: G to H\n",
    "is another one's": f"{LEAVES}  - me: Hill Giant as J\n",
}
AFTER = ("", BACK)


def answer_of(does: str, events: str) -> Answer:
    """The answer once the ability has resolved after these events."""
    on = " on H" if does.startswith("target") else ""
    return solve(loads_scenario(BOARD.format(does=does, on=on, events=f"{events}  - resolve: X\n")))


@pytest.mark.sample(4)
@pytest.mark.parametrize(("does", "name", "after"), [*product(DOES, EVENTS, AFTER)])
def test_the_oracle_and_the_replay_say_the_same(does: str, name: str, after: str) -> None:
    """Five abilities, seven ways for the Aura and what it is on to go, and what comes later."""
    on = " on H" if does.startswith("target") else ""
    events = f"{EVENTS[name]}  - resolve: X\n{after}"
    scenario = loads_scenario(BOARD.format(does=does, on=on, events=events))
    confirmed(scenario)


@pytest.mark.parametrize(
    ("name", "power"),
    [("leaves", 5), ("its bearer leaves later", 2), ("its bearer leaves first", 2)],
)
def test_it_works_on_the_bearer_while_that_is_the_same(name: str, power: int) -> None:
    """What was enchanted as the Aura left gets the bonus (608.2h); a new object is another one
    (400.7)."""
    assert answer_of(DOES[0], EVENTS[name]).value("L", "power") == power


def test_what_it_was_moved_to_counts() -> None:
    """The last bearer is the Giant, 3/3."""
    answer = answer_of(DOES[0], EVENTS["moves and leaves"])
    assert answer.value("H", "power") == 6
    assert answer.value("L", "power") == 2


def test_a_solver_that_forgets_the_bearer_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay looks up what carried it by itself."""
    monkeypatch.setattr(last_known, "_bearer", lambda *_: None)
    answer = answer_of(DOES[0], LEAVES)
    assert answer.value("L", "power") == 2
    assert verify(written_certificate(answer), answer.rulebook).outcome != "verified"


CURSE = """
title: A curse that is sacrificed
rulebook: magic-2026-04
players: [you, me]
active: you
cards:
  Curse:
    is: [enchantment, aura]
    has: [Enchant player]
    activates: ["creatures controlled by controller of bearer: power -= 1 until end of turn"]
play:
  - you: Silvercoat Lion as L
  - me: Hill Giant as H
  - you: Curse as C on me
  - you: activate C as X
  - leave: C to graveyard
  - resolve: X
"""


def test_a_player_can_have_been_the_bearer() -> None:
    """The creatures of the player whom the Aura enchanted as it left."""
    scenario = loads_scenario(CURSE)
    assert_same(scenario)
    answer = solve(scenario)
    assert [answer.value(id, "power") for id in ("L", "H")] == [2, 2]
    assert verify(written_certificate(answer), answer.rulebook).outcome == "verified"


@pytest.mark.parametrize(("melted", "bearer"), [(False, ("B",)), (True, ())])
def test_what_was_not_carried_as_it_left_had_no_bearer(
    melted: bool, bearer: tuple[str, ...]
) -> None:
    """A gear that is none by a spell lies on its creature still, and is not carried by it."""
    melt = "  - you: Melt as M on T\n" if melted else ""
    scenario = loads_scenario(
        "title: T\nrulebook: duel-masters-1.28-en\nplayers: [you, me]\ncards:\n"
        "  Beast: {is: [creature], power: 1000}\n"
        "  Tool: {is: [gear], activates: ['bearer: power += 1000 until end of turn']}\n"
        "  Melt: {is: [spell], resolves: ['target: types := field until end of turn']}\n"
        f"play:\n  - you: Beast as B\n  - you: Tool as T on B\n{melt}"
        "  - you: activate T as U\n  - leave: T to graveyard\n  - resolve: U\n"
    )
    book = scenario.rulebook
    clause = next(iter(book.clauses))
    policies = {**book.policies, "what has left": PolicyValue("last known", clause)}
    answer = assert_same(replace(scenario, rulebook=replace(book, policies=policies)))
    assert answer is not None
    (used,) = answer.situation.effects
    assert used.locked == (bearer,)
