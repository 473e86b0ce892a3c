"""Ties that decide a value: the definition, the solver, the replay and the oracle agree on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate, certificate_of
from layerlaw.solver.facts.records import Change, Facts
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.play.solve import solve
from together import game, table

TWO_GIFTS = {
    "X": "1 | other creatures: gain [self: power := 3] | other creatures: gain [self: power := 5]",
    "Y": "1",
}
"""Two abilities of one card, each giving an ability that sets one number."""

ONE_GIFT = {
    "X": "1 | other creatures: gain [self: power := 3], gain [self: power := 5]",
    "Y": "1",
}
"""One ability that gives two."""

TWO_HOLDERS = {
    "X": "1 | creatures named Y: gain [creatures named Q: power := 3]"
    " | creatures named Z: gain [creatures named Q: power := 5]",
    "Z": "1",
    "Y": "1",
    "Q": "1",
}
"""The holders' entry decides before the place on the card: Z came before Y."""

GIVEN_ON = {
    "X": "1 | creatures named Y: gain [creatures named Q: gain [self: power := 3]]"
    " | creatures named Y: gain [creatures named Q: gain [self: power := 5]]",
    "Y": "1",
    "Q": "1",
}
"""What gives was itself given, by two abilities of one card."""

PRINTED = {"X": "1 | creatures named Y: power := 3 | creatures named Y: power := 5", "Y": "1"}
"""Two printed abilities of one card."""


def book(process: str, several: str, same_step: str = "newest last") -> Rulebook:
    """The game, with what it says of two abilities of one card, and of one step."""
    policies = {"granted timestamp": "grant", "several": several, "same step": same_step}
    return game({"process": process, **policies})


def power(situation: Situation, object: str) -> int:
    """The power of an object in the one answer, which the certificate confirms."""
    found = derive(situation)
    verdict = certificate_of(found).check()
    assert found.verdict == "settled"
    assert verdict.outcome == "confirmed", verdict.failures
    value = found.value(object, "power")
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize("process", ["simultaneous", "newest wins"])
@pytest.mark.parametrize(
    ("cards", "object", "printed", "reverse"),
    [
        (TWO_GIFTS, "Y", 5, 3),
        (ONE_GIFT, "Y", 5, 5),
        (TWO_HOLDERS, "Q", 3, 3),
        (GIVEN_ON, "Q", 5, 3),
        (PRINTED, "Y", 5, 3),
    ],
)
def test_a_tie_goes_by_the_definition(
    process: str, cards: Mapping[str, str], object: str, printed: int, reverse: int
) -> None:
    """By what gave, its card's order or the reverse of it, and by the order stated; never by id."""
    assert power(table(cards, None, book(process, "printed order")), object) == printed
    assert power(table(cards, None, book(process, "reverse")), object) == reverse


DUEL = """
title: What gives goes in the order that the definition states
rulebook: duel-masters-1.28-en
players: [A, B]
cards:
  Giver: {{is: [creature], power: 1000, has: [{gifts}]}}
  Vanilla: {{is: [creature], power: 2000}}
play:
  - A: Giver as X
  - B: Vanilla as Y
  - A: Giver as W
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "gifts",
    [
        '"other creatures: gain [self: power := 3000]", '
        '"other creatures: gain [self: power := 5000]"',
        '"other creatures: gain [self: power := 3000], gain [self: power := 5000]"',
        '"other creatures: gain [other creatures: power := 3000]", '
        '"other creatures: gain [other creatures: power += 1000]"',
    ],
)
def test_the_oracle_agrees(gifts: str) -> None:
    """Written from the definition alone, it breaks the same ties in the same way."""
    assert_same(loads_scenario(DUEL.format(gifts=gifts)), {"DM-OPEN-GROUNDED": "added"})


def exchanged(facts: Facts, one: str, other: str, object: str, value: int) -> Facts:
    """The facts with two effects in each other's place, and the number that comes of it."""
    assert facts.answers is not None
    [answer] = facts.answers
    names = {one: other, other: one}
    keys = {effect.id: effect.key for effect in facts.effects}
    steps = []
    for step in answer.steps:
        turns = list(step.turns)
        places = {turn.effect: place for place, turn in enumerate(turns)}
        if names.keys() <= places.keys():
            first, second = places[one], places[other]
            low, high = turns[first], turns[second]
            turns[first] = replace(low, effect=other, changes=_to(low.changes, value, False))
            turns[second] = replace(high, effect=one, changes=_to(high.changes, value, True))
        steps.append(replace(step, turns=tuple(turns)))
    final = MappingProxyType({**answer.final, (object, "power"): value})
    final = MappingProxyType({**final, (object, "base power"): value})
    changed = replace(
        answer,
        effects=tuple(names.get(id, id) for id in answer.effects),
        steps=tuple(steps),
        final=final,
    )
    effects = tuple(
        replace(effect, key=keys[names.get(effect.id, effect.id)]) for effect in facts.effects
    )
    return replace(
        facts, answers=(changed,), layers=changed.steps, final=changed.final, effects=effects
    )


def _to(changes: Iterable[Change], value: int, last: bool) -> tuple[Change, ...]:
    other = {3: 5, 5: 3}[value]
    if last:
        return tuple(replace(one, before=other, after=value) for one in changes)
    return tuple(replace(one, after=other) for one in changes)


@pytest.mark.parametrize(
    ("cards", "one", "other", "object"),
    [
        (TWO_GIFTS, "Y.gained@X.1", "Y.gained@X.2", "Y"),
        (ONE_GIFT, "Y.gained@X.1", "Y.gained2@X.1", "Y"),
        (PRINTED, "X.1", "X.2", "Y"),
    ],
)
def test_a_tie_told_the_other_way_round_is_refused(
    cards: Mapping[str, str], one: str, other: str, object: str
) -> None:
    """With the two in each other's place and the number that would come of it."""
    facts = derive(table(cards, None, book("simultaneous", "printed order"))).facts
    assert facts.final[object, "power"] == 5
    wrong = exchanged(facts, one, other, object, 3)
    assert wrong.final[object, "power"] == 3
    assert Certificate(wrong).check().outcome == "refused"


SHRINE = """
title: One effect that sends the same object to two zones
rulebook: sorcery-2026-01
players: [A, B]
cards:
  Shrine: {{is: [aura], has: ["minions: {first}, {second}"]}}
play:
  - A: Shrine as X at 8
  - B: Foot Soldier as F at 9
  - leave: F
"""

TO = ("goes to hand instead of cemetery", "goes to banished instead")


@pytest.mark.parametrize(("first", "second", "zone"), [(*TO, "banished"), (*TO[::-1], "hand")])
def test_of_two_redirections_of_one_effect_the_last_one_decides(
    first: str, second: str, zone: str
) -> None:
    """As it is stated, and not by the names of the zones; the oracle agrees."""
    scenario = loads_scenario(SHRINE.format(first=first, second=second))
    found = solve(scenario)
    assert found.situation.thing("F").zone == zone
    assert_same(scenario)


SPELL = """
title: Two abilities of one resolution, and two keywords that one effect gives
rulebook: {book}
players: [A, B]
cards:
  Idol: {{is: [{kind}], power: 1{life}}}
  Spell: {{is: [{spell}], resolves: ["{one}", "{other}"]}}
play:
  - A: Idol as X{at}
  - A: Spell as S on X
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("book", "kind", "spell", "life", "at"),
    [
        ("sorcery-2026-01", "minion", "magic", "", " at 8"),
        ("grand-archive-2025-09", "ally", "action", ", life: 1", ""),
        ("duel-masters-1.28-en", "creature", "spell", "", ""),
    ],
)
@pytest.mark.parametrize(("one", "other", "power"), [(3, 5, 5), (5, 3, 3)])
def test_two_effects_of_one_resolution_go_as_printed(
    book: str, kind: str, spell: str, life: str, at: str, one: int, other: int, power: int
) -> None:
    """In every game the one printed below is the newer, and says so in its certificate."""
    texts = (f"target: power := {number} until end of turn" for number in (one, other))
    words = {"one": next(texts), "other": next(texts)}
    scenario = loads_scenario(
        SPELL.format(book=book, kind=kind, spell=spell, life=life, at=at, **words)
    )
    found = solve(scenario)
    assert found.value("X", "power") == power
    assert certificate_of(found).check().outcome == "confirmed"
    assert_same(scenario)
