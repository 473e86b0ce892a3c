"""Whether the order matters where effects apply at the same time: other orders of timestamps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

import together
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.difference.outcome import Outcome, outcome, refusal
from layerlaw.solver.certainty.orders.confluence import order_matters
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.facts.situation import Situation
from together import game, random_table, table

OPERATIONS = (
    "power += 1",
    "power := 3",
    "power *= 2",
    "power at least 3",
    "colours += dark",
    "colours := fire",
    "colours -= dark",
    "silenced",
    "gain haste",
    "lose haste",
    "power := number of light creatures",
)


def outcomes(situation: Situation, together: int | None) -> set[Outcome]:
    """Where the orders of entry lead; those of one age (`together` moments) alone change places."""
    things = [thing for thing in situation.things if thing.zone == "field"]
    stamps = [thing.entered for thing in things] + [e.timestamp for e in situation.effects]
    found = set()
    for order in permutations(stamps):
        if together is not None and any(
            one[0] // together != other[0] // together
            for one, other in zip(order, stamps, strict=True)
        ):
            continue
        entered = dict(zip((thing.id for thing in things), order, strict=False))
        made = order[len(things) :]
        other = replace(
            situation,
            things=tuple(
                replace(thing, entered=entered.get(thing.id, thing.entered))
                for thing in situation.things
            ),
            effects=tuple(
                replace(effect, timestamp=stamp)
                for effect, stamp in zip(situation.effects, made, strict=True)
            ),
        )
        try:
            led = outcome(derive(other))
        except LayerlawError as error:
            led = refusal(error)
        found.add(replace(led, answers=tuple(sorted(led.answers, key=repr))))
    return found


def one_effect_each(situation: Situation) -> bool:
    """Whether no card has two static effects."""
    return all(
        sum(p.use == "has" and bool(p.ability.instructions) for p in thing.card.abilities) < 2
        for thing in situation.things
    )


@pytest.mark.slow
@pytest.mark.parametrize("slice", range(4))
def test_verdicts_are_those_of_trying_every_order(
    slice: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On random tables of two or three creatures, and with arrivals grouped by moments."""
    monkeypatch.setattr(together, "OTHER_OPERATIONS", ())
    compared = 0
    for seed in range(slice, 160, 4):
        random = Random(seed)
        policies = {
            "process": random.choice(("simultaneous", "newest wins")),
            "loss": random.choice(("momentary", "bar")),
            "same step": random.choice(("newest last", "oldest last")),
        }
        monkeypatch.setattr(together, "PLAIN_OPERATIONS", tuple(random.sample(OPERATIONS, 3)))
        situation = random_table(seed, rulebook=game(policies))
        if not one_effect_each(situation):
            continue
        for grouped in (None, 2):
            found = outcomes(situation, grouped)
            verdict = order_matters(
                situation,
                "all" if grouped is None else "unordered",
                age=lambda effect: (effect.timestamp[0] // 2,),
            )
            assert verdict.matters is (len(found) > 1)
            compared += 1
            if verdict.pair is not None:
                assert set(verdict.pair.outcomes) <= found
    assert compared > 20


CARDS: Mapping[str, str] = {
    "A": "light 1 | creatures: power := 4",
    "B": "dark 1 | creatures: power := 2",
}


def test_two_that_set_one_number_differ_by_the_swap_of_the_two() -> None:
    """The newest of the two is written last."""
    verdict = order_matters(table(CARDS))
    assert verdict.orders == 2 and verdict.pair is not None
    assert verdict.pair.one == (("", "A.1"), ("", "B.1"))
    assert verdict.pair.other == (("", "B.1"), ("", "A.1"))
    assert verdict.pair.own and verdict.pair.objects == ("A", "B")


def test_what_adds_up_is_the_same_in_any_order_of_timestamps() -> None:
    """Ten that strengthen all others, and no order tried."""
    cards = {f"A{n}": "1 | other creatures: power += 1" for n in range(10)}
    verdict = order_matters(table(cards))
    assert verdict.judgement == "same: reads and writes"
    assert verdict.orders == 3628800


def test_of_a_can_and_a_cant_the_newer_decides_on_one_and_the_same_board() -> None:
    """Where the newest word counts their order matters, though they write the same marks."""
    cards = {"P": "1 | creatures: can attack", "Q": "1 | creatures: can't attack"}
    newest = order_matters(table(cards, rulebook=game({"prohibition": "newest"})))
    assert newest.matters and newest.pair is not None
    assert newest.pair.objects == ("P", "Q")
    ranked = order_matters(table(cards, rulebook=game({"prohibition": "prohibition wins"})))
    assert ranked.matters is False


def test_of_two_that_silence_each_other_the_newest_is_in_force() -> None:
    """The order chooses between states that agree with themselves, and so it matters."""
    cards = {"P": "1 | Q: silenced", "Q": "1 | P: silenced"}
    several = order_matters(table(cards))
    assert several.matters is False
    newest = order_matters(table(cards, rulebook=game({"process": "newest wins"})))
    assert newest.matters and newest.pair is not None
    assert newest.pair.objects == ("P", "Q")


def test_arrivals_at_different_moments_are_ordered() -> None:
    """In the scope `unordered` nothing may change places."""
    verdict = order_matters(table(CARDS), "unordered")
    assert (verdict.orders, verdict.matters) == (1, False)
