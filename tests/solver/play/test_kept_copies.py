"""What static abilities copy is kept since they first applied: by hand from 707.2c, and drawn."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from entering import book

from comparing import confirmed, in_oracle_words
from layerlaw.model import loads_scenario
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import PolicyValue, Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.play import ending
from oracle.solve import answer as oracle_answer

KEPT, ANEW = "keeps what it read", "reads anew"
COPIES = ("what the copy layer left", "printed values")
CARDS = """
  Elf: {is: [creature, elf], power: 1}
  Goblin: {is: [creature, goblin], power: 2, has: [Flying]}
  Ogre: {is: [creature], power: 5}
  Become: {is: [enchantment], resolves: ["target: copy of the chosen object"]}
  Shifter:
    is: [creature]
    power: 7
    has: ['self: copy of elves except [name := "Shade", gain Flying]']
  Plain: {is: [creature], power: 7, has: ["self: copy of elves"]}
  Chooser: {is: [creature], power: 7, has: ["self: copy of the chosen object"]}
  Teacher: {is: [enchantment], has: ["goblins: copy of elves"]}
  Changer: {is: [enchantment], has: ["elves: copy of goblins as long as there is an artifact"]}
  Relic: {is: [artifact]}
  Mirror: {is: [creature, elf], power: 0, enters: ["self: copy of target"]}
  Humility: {is: [enchantment], has: ["creatures: lose all abilities, power := 1"]}
"""
"""The cards by their names."""


def rulebook(policy: str, copies: str) -> Rulebook:
    """The game of lands with these policies on copies."""
    made = book()
    policies = {
        **made.policies,
        "a copy reads": PolicyValue(copies, "L-1"),
        "static copy": PolicyValue(policy, "L-1"),
    }
    return replace(made, policies=policies)


def board(*events: str, policy: str = KEPT, copies: str = COPIES[0]) -> Scenario:
    """The events one after another."""
    play = "\n".join(f"  - {event}" for event in events)
    text = (
        "title: A board of copies\nrulebook: lands\nplayers: [me, you]\nactive: me\n"
        f"cards:{CARDS}\nplay:\n{play}\n"
    )
    return loads_scenario(text, books={"lands": rulebook(policy, copies)})


def after(*events: str, policy: str = KEPT, copies: str = COPIES[0]) -> Answer:
    """The answer after these events, when the oracle and the replay have given it too."""
    return confirmed(board(*events, policy=policy, copies=copies))


def names(answer: Answer, *ids: str) -> list[object]:
    """What they are called."""
    return [answer.value(id, "name") for id in ids]


@pytest.mark.slow
def test_what_it_copied_first_it_goes_on_to_copy() -> None:
    """The Elf becomes an Ogre: a Chooser that copied it before is an Elf still (707.2c)."""
    events = (
        "me: Elf as E",
        "me: Ogre as O",
        "me: Chooser as C choosing E",
        "me: Become as B on E choosing O",
    )
    assert names(after(*events), "E", "C") == ["Ogre", "Elf"]
    assert names(after(*events, policy=ANEW), "E", "C") == ["Ogre", "Ogre"]
    gone = (*events, "leave: E to graveyard")
    assert names(after(*gone), "C") == ["Elf"]


def test_it_reads_once_there_is_something_to_read() -> None:
    """Of no elf, or of two, nothing is copied; of the first that is alone it is from then on."""
    assert names(after("me: Shifter as S"), "S") == ["Shifter"]
    assert names(after("me: Elf as E", "me: Elf as F", "me: Shifter as S"), "S") == ["Shifter"]
    one = ("me: Shifter as S", "me: Elf as E")
    assert names(after(*one), "S") == ["Shade"]
    assert names(after(*one, "leave: E to graveyard"), "S") == ["Shade"]
    assert names(after(*one, "me: Elf as F"), "S") == ["Shade"]


def test_another_object_that_comes_into_its_set_is_the_same_copy() -> None:
    """The values are the effect's: a Goblin that comes later is the Elf of before."""
    answer = after(
        "me: Elf as E",
        "me: Teacher as T",
        "you: Goblin as G",
        "leave: E to graveyard",
        "you: Goblin as H",
    )
    assert names(answer, "G", "H") == ["Elf", "Elf"]


def test_what_comes_back_reads_anew() -> None:
    """The Teacher is a new object, and its ability a new effect."""
    answer = after(
        "me: Elf as E",
        "me: Teacher as T",
        "you: Goblin as G",
        "me: Ogre as O",
        "me: Become as B on E choosing O",
        "leave: T to graveyard",
        "move: T to battlefield",
    )
    assert names(answer, "E", "G") == ["Ogre", "Goblin"]


def test_what_lost_its_ability_by_becoming_another_would_read_anew() -> None:
    """P's effect is over, so whatever is told of it speaks of one that waits for what E becomes."""
    answer = after(
        "me: Elf as E",
        "me: Plain as P",
        "me: Goblin as G",
        "me: Become as A on E choosing G",
        "me: Ogre as O",
        "me: Become as B on P choosing O",
    )
    assert names(answer, "E", "P") == ["Goblin", "Ogre"]
    waits = {(one.effect, one.on) for each in answer.layers for one in each.graphs[0].found}
    assert ("P.1", "A") in waits


def test_a_condition_that_does_not_hold_for_a_time_forgets_nothing() -> None:
    """The Changer has its ability all the time: it is the same effect."""
    events = (
        "me: Goblin as G",
        "me: Elf as E",
        "me: Changer as C",
        "me: Relic as R",
        "leave: R to graveyard",
        "me: Ogre as O",
        "me: Become as B on G choosing O",
    )
    assert names(after(*events), "G", "E") == ["Ogre", "Elf"]
    assert names(after(*events, "me: Relic as S"), "G", "E") == ["Ogre", "Goblin"]


def test_what_an_effect_takes_in_a_later_layer_it_keeps_doing() -> None:
    """Humility takes the ability behind the layer of copies: the effect has begun."""
    events = (
        "me: Elf as E",
        "me: Shifter as S",
        "me: Humility as H",
        "me: Ogre as O",
        "me: Become as B on E choosing O",
    )
    assert names(after(*events), "E", "S") == ["Ogre", "Shade"]


def test_what_enters_copies_what_is_kept() -> None:
    """A Mirror of the Shifter is one, with what the copy has otherwise (707.3)."""
    answer = after(
        "me: Elf as E", "me: Shifter as S", "leave: E to graveyard", "me: Mirror as M copying S"
    )
    assert names(answer, "M") == ["Shade"]
    held = {answer.instances.keyword(number) for number in answer.abilities("M")}
    assert "Flying" in held


def test_a_player_who_reads_anew_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay keeps what was read by itself."""
    scenario = board("me: Elf as E", "me: Shifter as S", "leave: E to graveyard")
    with monkeypatch.context() as patch:
        patch.setattr(ending, "note_copies", lambda _: None)
        wrong = solve(scenario)
    assert wrong.value("S", "name") == "Shifter"
    assert verify(written_certificate(wrong), scenario.rulebook).outcome == "refuted"


def drawn(chance: Random) -> tuple[str, ...]:
    """A history of what copies, what becomes something else, and what leaves and comes back."""
    events: list[str] = []
    there: list[str] = []
    gone: list[str] = []
    for number in range(chance.randint(5, 10)):
        id, kind = f"N{number}", chance.random()
        if len(there) > 1 and kind < 0.2:
            one, other = chance.sample(there, 2)
            events.append(f"me: Become as {id} on {one} choosing {other}")
        elif there and kind < 0.35:
            gone.append(there.pop(chance.randrange(len(there))))
            events.append(f"leave: {gone[-1]} to graveyard")
        elif gone and kind < 0.45:
            there.append(gone.pop())
            events.append(f"move: {there[-1]} to battlefield")
        else:
            card = chance.choice(
                (
                    "Elf",
                    "Goblin",
                    "Ogre",
                    "Plain",
                    "Plain",
                    "Chooser",
                    "Teacher",
                    "Changer",
                    "Relic",
                    "Mirror",
                    "Humility",
                )
            )
            if card == "Chooser" and not there:
                card = "Elf"
            said = f" choosing {chance.choice(there)}" if card == "Chooser" else ""
            said = f" copying {chance.choice(there)}" if card == "Mirror" and there else said
            events.append(f"{chance.choice(('me', 'you'))}: {card} as {id}{said}")
            there.append(id)
    return tuple(events)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(60))
def test_random_histories(seed: int) -> None:
    """Solver, replay and oracle agree."""
    try:
        after(*drawn(Random(seed)))
    except LayerlawError as error:
        assert "two effects called" in str(error)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(40))
def test_random_histories_where_prints_are_copied(seed: int) -> None:
    """The replay agrees, and the oracle on what comes of it (it has no words for the way there)."""
    scenario = board(*drawn(Random(seed)), copies=COPIES[1])
    try:
        answer = solve(scenario)
    except LayerlawError as error:
        assert "two effects called" in str(error)
        return
    assert verify(written_certificate(answer), scenario.rulebook).outcome == "verified"
    theirs = oracle_answer(scenario)
    assert in_oracle_words(answer, theirs.state.may).state == theirs.state
