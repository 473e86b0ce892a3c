"""What is guessed of one effect is not taken over for others whose words mean something else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from layerlaw.model import LayerlawError
from layerlaw.model.algebra import Member
from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.together import search
from layerlaw.solver.together.search import smallest
from together import game, table


def settled(cards: Mapping[str, str]) -> Answer:
    """The answer, whose certificate holds."""
    return certified(table(cards))


def certified(situation: Situation) -> Answer:
    """The same of any situation."""
    found = derive(situation)
    assert Certificate(found.facts).check().ok
    return found


@pytest.mark.parametrize("first", [False, True])
def test_words_that_are_passed_on_wait_for_those_that_may_come(first: bool) -> None:
    """M and N silence each other; where M does it, Q becomes light, and P takes that over."""
    line = "relic 1 | self: colours += colours of Q"
    cards = {
        **({"P": line} if first else {}),
        "M": "1 | N: silenced; Q: colours += light",
        "N": "1 | M: silenced",
        "Q": "relic 1",
        **({} if first else {"P": line}),
    }
    found = settled(cards)
    assert found.answers is not None and len(found.answers) == 2
    for one in found.answers:
        light = ("light",) if "M.1" in one.effects else ()
        assert one.final["Q", "colours"] == one.final["P", "colours"] == light


FLYER, HASTE = "creatures without haste: gain flyer", "creatures without flyer: gain haste"
STRONG = "creatures without haste: power += 1"
"""Each creature flies or is hasty, and what flies would be stronger."""


def flies_or_is_hasty(situation: Situation) -> None:
    """P does either, and is not strengthened."""
    found = certified(situation)
    assert found.answers is not None
    told = [
        (
            "flyer from" in str(one.final["P", "abilities"]),
            "haste from" in str(one.final["P", "abilities"]),
            one.final["P", "power"],
        )
        for one in found.answers
    ]
    assert sorted(told) == [(False, True, 1), (True, False, 1)]


def test_what_has_ended_for_an_object_is_not_done_to_it_beside_others() -> None:
    """The spell is over for P."""
    cards = {"P": "1", "R": f"relic 1 | {HASTE}"}
    situation = table(cards, {"S": STRONG, "T": FLYER})
    strong, flyer = situation.effects
    over = replace(strong, over_for=frozenset("P"))
    flies_or_is_hasty(replace(situation, effects=(over, flyer)))


def test_what_keeps_to_others_is_not_done_to_an_object_beside_them() -> None:
    """Whom the spell strengthens was fixed when it resolved."""
    cards = {"P": "1", "Q": "relic 1", "R": f"relic 1 | {HASTE}"}
    situation = table(cards, {"S": STRONG, "T": FLYER})
    strong, flyer = situation.effects
    locked = replace(strong, locked=(("Q",),))
    flies_or_is_hasty(replace(situation, effects=(locked, flyer)))


def test_who_is_immune_to_one_thing_is_done_another_in_the_same_words() -> None:
    """Nothing changes the power of what is light."""
    book = replace(game(), immune=((Member("colours", "light"), "change power", "C1"),))
    cards = {"P": "light 1", "R": f"relic 1 | {HASTE}", "S": f"relic 1 | {STRONG}"}
    flies_or_is_hasty(table({**cards, "T": f"relic 1 | {FLYER}"}, rulebook=book))


def test_the_same_words_of_another_player_mean_others() -> None:
    """P is controlled by who strengthens none of it."""
    mine = "creatures you control"
    cards = {
        "P": "1",
        "R": f"relic 1 | {HASTE}",
        "S": f"me relic 1 | {STRONG.replace('creatures', mine)}",
        "T": f"relic 1 | {FLYER.replace('creatures', mine)}",
    }
    flies_or_is_hasty(table(cards))


def ring(names: str) -> dict[str, str]:
    """Each silences the next one."""
    return {one: f"1 | {names[number - 1]}: silenced" for number, one in enumerate(names)}


@pytest.mark.parametrize("few", [-1, 64])
def test_of_two_rings_the_smaller_one_is_named(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a pair that can be undone in two ways."""
    monkeypatch.setattr(search, "FEW", few)
    for smaller, greater in (("PQR", "STUVW"), ("TUV", "PQRSW")):
        found = settled({**ring("MN"), **ring(greater), **ring(smaller)})
        assert found.verdict == "paradox"
        assert found.conflict == tuple(f"{one}.1" for one in smaller)


def test_numbers_between_ends_that_feed_on_each_other_are_refused_too() -> None:
    """Any number from 0 to 5 would do for both."""
    kept = "self: power at most 5; self: power at least 0"
    cards = {"P": f"1 | self: power := power of Q; {kept}", "Q": "1 | self: power := power of P"}
    with pytest.raises(LayerlawError, match=r"the numbers of P\.1, Q\.1 feed on each other"):
        derive(table(cards))


@pytest.mark.parametrize("every", ["abcd", "abcde", "abcdef", "abcdefgh"])
def test_the_smallest_conflict_of_any_number_of_effects(every: str) -> None:
    """Each of them alone, and the first with the last."""
    for core in (*every, every[0] + every[-1]):
        assert smallest(every, every, frozenset(core).issubset) == tuple(core)


def test_what_had_to_stay_is_tried_again_when_another_one_is_gone() -> None:
    """Without `a` there is a paradox only where `b` is left out too."""
    stuck = [frozenset("abc"), frozenset("ac"), frozenset("c")]
    assert smallest("abc", "abc", stuck.__contains__) == ("c",)


FAR = "self: power := (power of self - 4) * (power of self - 4) * 1000 + power of self"


@pytest.mark.parametrize(("power", "grounds"), [(4, "all deeds"), (2, "all fixed points")])
def test_numbers_that_stay_where_they_are_and_elsewhere_end_far_off_are_refused(
    power: int, grounds: str
) -> None:
    """A power of 4 stays 4, of whatever else it becomes 20: there is more than one state."""
    cards = {"P": f"{power} | {FAR} | self: power at most 20"}
    with pytest.raises(LayerlawError, match=r"the numbers of P\.1 feed on each other"):
        derive(table(cards, rulebook=game({"groundedness": grounds})))


@pytest.mark.parametrize("order", ["PQR", "QPR", "RQP", "RPQ"])
def test_a_number_that_is_passed_on_is_not_split_whoever_is_newest(order: str) -> None:
    """What P has lies between two ends, but any number would do; what Q counts is guessed."""
    cards = {
        "P": "1 | self: power := power of Q",
        "Q": "1 | self: power := number of light creatures",
        "R": "1 | self: colours += light as long as power of P >= 1",
    }
    found = derive(table({name: cards[name] for name in order}))
    powers = [one.final["P", "power"] for one in found.answers or ()]
    assert len(powers) == 2 and {*powers} == {0, 1}
    assert Certificate(found.facts).check().ok
