"""What is cast waits as an object, and effects on it go on in play: played, replayed, and by the
oracle. What enters as a copy may copy a card in another zone."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from lands import FILE

from comparing import assert_same, confirmed
from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.play import zones

CARDS = """
  Elf: {is: [creature, elf], power: 1}
  Goblin: {is: [creature, goblin], colors: [red], power: 2, has: ["elves: power += 1"]}
  Mirror: {is: [creature, elf], power: 0, enters: ["self: copy of target"]}
  Dye:
    is: [creature]
    activates:
      - {name: dye, target: "colors := green"}
      - {name: short, target: "colors := red, power += 1 until end of turn"}
      - {name: hack, target: "elf becomes goblin in its text and type line"}
      - {name: steal, target: "controller := you"}
      - {name: sized, target: "power += its power"}
      - {name: all, objects in stack: "subtypes += elf"}
      - {name: held, target: gain Flying until not (it is a creature)}
  Bolt: {is: [instant], resolves: ["creatures: power += 1"]}
"""
TEXT = '  - {id: "3", name: text, does: [change text], clause: L-1}\n'
NAMES = ("Elf", "Goblin", "Mirror")
USES = ("dye", "short", "hack", "steal", "sized", "all", "held")


@cache
def book() -> Rulebook:
    """The game of lands with a zone for what was cast."""
    text = FILE.read_text(encoding="utf-8")
    for old, new in (
        ("[land, creature, kindred, artifact,", "[instant, land, creature, kindred, artifact,"),
        ("zones: [battlefield, graveyard]", "zones: [battlefield, graveyard, hand, stack]"),
        ("policies:", "policies:\n  a copy reads: {value: what the copy layer left, clause: L-1}"),
        ("nouns:", "announced: {zone: stack, clause: L-1}\nnouns:"),
        ('  - {id: "4",', f'{TEXT}  - {{id: "4",'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    return loads_rulebook(text)


def board(*events: str) -> Scenario:
    """The events one after another."""
    play = "\n".join(f"  - {event}" for event in events)
    text = (
        "title: A board of spells\nrulebook: lands\nplayers: [me, you]\nactive: me\n"
        f"cards:{CARDS}\nplay:\n{play}\n"
    )
    return loads_scenario(text, books={"lands": book()})


def after(*events: str) -> Answer:
    """The answer after these events, when the oracle and the replay have given it too."""
    return confirmed(board(*events))


def test_what_is_cast_is_an_object_where_it_waits() -> None:
    now = after("you: cast Elf as E", "me: Goblin as G")
    assert now.situation.thing("E").zone == "stack"
    assert now.value("E", "controller") == "you"
    assert now.value("E", "power") == 1


def test_effects_on_it_go_on_in_play() -> None:
    """Colors, words of its text, its controller, and numbers that were fixed for it."""
    cast = ("me: Dye as D", "you: cast Elf as E")
    dyed = after(*cast, "me: use D dye as X on E", "resolve: E")
    assert dyed.situation.thing("E").zone == "battlefield"
    assert dyed.value("E", "colors") == ("green",)
    hacked = after(*cast, "me: use D hack as X on E", "resolve: E")
    assert hacked.value("E", "subtypes") == ("goblin",)
    assert after(*cast, "me: use D steal as X on E", "resolve: E").value("E", "controller") == "me"
    assert after(*cast, "me: use D sized as X on E", "resolve: E").value("E", "power") == 2
    assert after(*cast, "me: use D all as X", "resolve: E").value("E", "subtypes") == ("elf",)


def test_they_end_with_their_duration_and_as_it_leaves() -> None:
    cast = ("me: Dye as D", "you: cast Elf as E", "me: use D short as X on E")
    assert after(*cast, "resolve: E").value("E", "power") == 2
    assert after(*cast, "resolve: E", "turn: you").value("E", "power") == 1
    assert after(*cast, "resolve: E", "move: E to hand").value("E", "power") == 1
    assert after(*cast, "move: E to hand").value("E", "power") == 1


def test_a_card_that_was_in_hand_is_cast_from_there() -> None:
    cast = ("me: Dye as D", "you: Elf as E in hand", "me: use D dye as X on E", "you: cast E")
    assert after(*cast, "resolve: E").value("E", "colors") == ()
    now = after(*cast, "me: use D dye as Y on E", "resolve: E")
    assert now.value("E", "colors") == ("green",)


def test_what_waits_no_more_does_not_resolve() -> None:
    with pytest.raises(BadInput, match="waits in the stack no more"):
        solve(board("you: cast Elf as E", "move: E to graveyard", "resolve: E"))


def test_a_spell_that_resolves_leaves_nothing_on_its_card() -> None:
    now = after("me: Dye as D", "you: cast Bolt as B", "me: use D dye as X on B", "resolve: B")
    assert (now.situation.thing("B").zone, now.value("B", "colors")) == ("graveyard", ())


def test_a_card_elsewhere_is_copied_as_it_is_there() -> None:
    copy = after("you: Goblin as G in graveyard", "me: Mirror as M copying G")
    assert (copy.value("M", "power"), copy.value("M", "colors")) == (2, ("red",))
    assert after("you: cast Goblin as G", "me: Mirror as M copying G").value("M", "power") == 2


def test_a_player_who_forgets_it_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay of the history knows which effects go on."""
    with monkeypatch.context() as patch:
        patch.setattr(zones, "_resolves", lambda *_: False)
        events = ("me: Dye as D", "you: cast Elf as E", "me: use D dye as X on E", "resolve: E")
        wrong = solve(board(*events, "me: Elf as F"))
    assert verify(written_certificate(wrong), wrong.rulebook).outcome == "refuted"


def random_board(chance: Random) -> Scenario:
    """Cards that are cast, used upon, resolve, leave and come again."""
    events, there = ["me: Dye as D"], ["D"]
    waiting: list[str] = []
    buried: list[str] = []
    for number in range(chance.randint(4, 8)):
        kind, every = chance.random(), [*waiting, *there, *buried]
        if kind < 0.3 or not waiting:
            id = f"N{number}"
            copying = f" copying {chance.choice(every)}" if chance.random() < 0.5 else ""
            card = "Mirror" if copying else chance.choice(NAMES)
            events.append(f"{chance.choice(('me', 'you'))}: cast {card} as {id}{copying}")
            waiting.append(id)
        elif kind < 0.6:
            ability = chance.choice(USES)
            on = "" if ability == "all" else f" on {chance.choice(every)}"
            who = chance.choice(("me", "you"))
            events.append(f"{who}: use D {ability} as U{number}{on}")
        elif kind < 0.9:
            id = waiting.pop(chance.randrange(len(waiting)))
            events.append(f"resolve: {id}")
            there.append(id)
        else:
            id = chance.choice(waiting + there[1:])
            (waiting if id in waiting else there).remove(id)
            events.append(f"move: {id} to {chance.choice(('graveyard', 'hand'))}")
            buried.append(id)
    return board(*events)


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(40))
def test_random_histories(seed: int) -> None:
    """Solver, replay and oracle agree on what goes on."""
    scenario = random_board(Random(seed))
    answer = solve(scenario)
    assert_same(scenario)
    certificate = written_certificate(answer)
    assert verify(certificate, scenario.rulebook).outcome == "verified"
