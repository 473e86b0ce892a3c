"""Lists of words are certified by what turns took and added: no change there goes unnoticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import solve
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.certificate.replay import lists as replayed
from layerlaw.solver.certificate.replay.board import ABILITIES
from layerlaw.solver.certificate.replay.trial import Edges
from layerlaw.solver.certificate.shape import MOST_CHANGES
from layerlaw.solver.facts.lists import FEW, InconsistentLists, Lists, Words
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.facts.rows import Changes
from tampering import other_lists, with_lists

MANY = MOST_CHANGES + 10


def crowd() -> Facts:
    """A crowd whose subtypes, abilities and permissions several turns change, nobody has read."""
    play = "".join(f"  - you: Mortal as M{number} at {number % 20 + 1}\n" for number in range(MANY))
    return solve(
        loads_scenario(
            f"""
title: A crowd
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Mortal: {{is: [minion], power: 1, subtypes: [mortal], has: [Airborne]}}
  Undead: {{is: [minion], power: 1, has: ["mortals: subtypes += undead, subtypes -= mortal"]}}
  Wings: {{is: [minion], power: 1, has: ["undead: gain Airborne", "undead: can't attack"]}}
  Demon: {{is: [minion], power: 1, has: ["undead: subtypes += demon", "undead: lose Airborne"]}}
play:
{play}  - you: Undead as U at 1
  - you: Wings as W at 2
  - you: Demon as D at 3
"""
        )
    ).facts


def wide(facts: Facts) -> Iterator[tuple[int, int, Changes]]:
    """Layer, turn and changes of every turn that changed many lists."""
    for at, layer in enumerate(facts.layers):
        for number, turn in enumerate(layer.turns):
            changes = turn.changes
            if isinstance(changes, Changes) and changes.lists and len(changes) > MOST_CHANGES:
                yield at, number, changes


def changed(changes: Changes, *, turn: int | None = None, whole: Lists | None = None) -> Changes:
    """The same changes, of another turn or with other lists."""
    lists = changes.lists if whole is None else whole
    number = changes.turn if turn is None else turn
    assert lists is not None
    kept = lists.turns[number] if number < len(lists.turns) else changes.differences
    return with_lists(changes, kept, lists, number)


def put(facts: Facts, swap: Callable[[Changes], Changes], at: int) -> Facts:
    """The facts with all changes of a layer that have lists changed so."""
    turns = tuple(
        replace(turn, changes=swap(turn.changes))
        if isinstance(turn.changes, Changes) and turn.changes.lists
        else turn
        for turn in facts.layers[at].turns
    )
    layers = list(facts.layers)
    layers[at] = replace(layers[at], turns=turns)
    return replace(facts, layers=tuple(layers))


def test_what_nobody_has_read_is_confirmed_unexpanded() -> None:
    """No list of a turn that changed many is made for the check."""
    facts = crowd()
    assert len({at for at, _, _ in wide(facts)}) > 2
    assert {name for _, _, one in wide(facts) for name, _, _ in one.differences} > {
        "subtypes",
        ABILITIES,
    }
    assert Certificate(facts).check().ok
    assert not any(one.read for _, _, one in wide(facts))


def told(facts: Facts) -> str | None:
    """All that is told of the turns; None where their lists do not follow from each other."""
    try:
        return repr([turn.changes for layer in facts.layers for turn in layer.turns])
    except InconsistentLists:
        return None


@pytest.mark.slow
def test_every_change_of_the_lists_is_refused() -> None:
    """In their beginning, and in what any turn took or added, unless nothing told is another."""
    right = told(crowd())
    tampered = [
        partial(put, swap=partial(changed, whole=others), at=at)
        for at, lists in {at: one.lists for at, _, one in wide(crowd())}.items()
        for others in other_lists(lists or Lists({}, ()))
    ]
    refused = [not Certificate(tamper(crowd())).check().ok for tamper in tampered]
    assert refused == [told(tamper(crowd())) != right for tamper in tampered]
    assert sum(refused) > 20


def test_a_turn_that_is_said_to_be_another_is_refused() -> None:
    """Its lists are then those of the other turn."""
    facts = crowd()
    at = next(at for at, number, _ in wide(facts) if number and wide(facts))
    several = [one for here, _, one in wide(facts) if here == at]
    assert len(several) > 1
    first, second = several[0].turn, several[1].turn
    swapped = {first: second, second: first}
    facts = put(facts, lambda one: changed(one, turn=swapped.get(one.turn, one.turn)), at)
    assert not Certificate(facts).check().ok


def test_lists_that_are_told_otherwise_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """One list of each turn is made as people see it."""

    def empty(self: Lists, characteristic: str, place: int, turn: int) -> object:
        return (), ()

    monkeypatch.setattr(Lists, "around", empty)
    assert not Certificate(crowd()).check().ok


def test_words_that_are_there_twice_are_counted() -> None:
    """In whatever rows they stand."""
    once = replayed._counted([("a", 0b011), ("a", 0b001), ("b", 0)])
    assert once == replayed._counted([("a", 0b001), ("a", 0b011)]) == {"a": [0b011, 0b001]}
    assert replayed._without(["a", "a", "b"], ["a"]) == ("a", "b")


def test_edges_are_counted_with_those_of_lost_abilities() -> None:
    """As many as are told one by one."""
    edges = Edges(("x", "y", "z"), [0b110, 0, 0])
    assert len(edges) == len(list(edges.pairs())) == 2


def turning() -> Facts:
    """A crowd whose subtypes more turns change than there are lists that are read anew."""
    words = ("+= demon", "-= demon") * FEW
    effects = "".join(
        f"  Effect {number}: {{is: [minion], power: 1, has: ['mortals: subtypes {word}']}}\n"
        for number, word in enumerate(words)
    )
    play = "".join(f"  - you: Mortal as M{number}\n" for number in range(MANY))
    play += "".join(f"  - you: Effect {number} as E{number}\n" for number in range(len(words)))
    return solve(
        loads_scenario(
            "title: A crowd that turns\nrulebook: sorcery-2026-01\nplayers: [you, me]\ncards:\n"
            f"  Mortal: {{is: [minion], power: 1, subtypes: [mortal]}}\n{effects}play:\n{play}"
        )
    ).facts


@pytest.mark.parametrize("turn", [0, 1, FEW - 1, FEW, 2 * FEW - 1])
def test_a_list_that_reads_wrongly_after_one_turn_is_noticed_at_that_turn(
    turn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = turning()
    assert Certificate(facts).check().ok
    around = Lists.around

    def wrongly(self: Lists, characteristic: str, place: int, at: int) -> tuple[Words, Words]:
        before, after = around(self, characteristic, place, at)
        return (before, (*after, "dragon")) if at == turn else (before, after)

    monkeypatch.setattr(Lists, "around", wrongly)
    first, *_ = Certificate(turning()).check().failures
    assert first.message.startswith(f"E{turn}.1 changes subtypes of M0 from ")
