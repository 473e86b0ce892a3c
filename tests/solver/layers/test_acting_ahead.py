"""Who acts before its layer: who really adds or removes what another one does in the next layer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from comparing import assert_same
from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    ChangeNumber,
    Exists,
    Gain,
    HasAbility,
    Identified,
    LoseAll,
    Number,
    Self,
    SetStatus,
)
from layerlaw.model.cards.card import Card
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.certificate import certificate_of
from oracle.build import card, play, scenario, text
from oracle.small_rulebook import small_rulebook

H = Identified("H")
BEAST = AddMembers("subtypes", ("beast",))
AHEAD = {"ability added or removed": "before the ability's layer"}


def moved(does: Mapping[str, tuple[str, ...]]) -> Rulebook:
    """The small rulebook with some of its layers doing something else."""
    book = small_rulebook(AHEAD)
    return replace(
        book, layers=tuple(replace(one, does=does.get(one.id, one.does)) for one in book.layers)
    )


def layers_of(effect: str, cards: Mapping[str, Card], book: Rulebook | None = None) -> list[str]:
    """The layers in which an effect was applied, once these cards have come one after another."""
    plays = [play(one, id) for id, one in cards.items()]
    found = assert_same(scenario(book or small_rulebook(AHEAD), plays))
    assert found is not None
    assert certificate_of(found).check().ok
    return [
        record.layer
        for record in found.layers
        for turn in record.turns
        if (turn.effect, turn.verdict) == (effect, "applied")
    ]


def test_what_is_given_and_taken_at_once_is_neither() -> None:
    """E gives H what would act in layer 4, and takes all from it: H has nothing more, or less."""
    gives = Gain(text((Self(), [BEAST])))
    for taken, where in (([LoseAll()], "5"), ([], "before 4")):
        cards = {"H": card("Plain"), "E": card("E", text((H, [gives, *taken])))}
        assert layers_of("E.1", cards) == [where]


def test_who_was_disabled_before_is_not_disabled_by_what_comes() -> None:
    """H would be a beast in layer 4, but D has disabled it; E gives it a keyword, in layer 5.

    Whoever disables H in layer 5 takes that from it, and so acts before layer 4.
    """
    cards = {
        "H": card("H", text((Self(), [BEAST]))),
        "D": card("D", text((H, [SetStatus("disabled")]))),
        "E": card("E", text((H, [Gain(Ability("Airborne"))]))),
    }
    assert layers_of("E.1", cards) == ["5"]
    del cards["E"]
    late = moved({"2": ("silenced", "tapped"), "5": ("change abilities", "disabled")})
    assert layers_of("D.1", cards, late) == ["before 4"]


def test_who_disables_itself_takes_nothing_from_another_of_its_card() -> None:
    """Each of two that are one card would be a beast in layer 4, and disables itself in layer 5."""
    late = moved({"2": ("silenced", "tapped"), "5": ("change abilities", "disabled")})
    twin = card("Twin", text((Self(), [BEAST, SetStatus("disabled")])))
    assert layers_of("A.1", {"A": twin, "B": twin}, late) == ["4", "5"]


def takes(*ids: str) -> Ability:
    """Each of these loses all abilities, which belongs to layer 5."""
    return text(*((Identified(id), [LoseAll()]) for id in ids))


def test_who_does_not_exist_draws_nobody_ahead() -> None:
    """P would take F's ability, of layer 4, if anything flew; so who takes P's is in no hurry."""
    flies = Exists(HasAbility("Airborne"))
    for condition, where in ((flies, "5"), (None, "before 4")):
        cards = {
            "H": card("Plain"),
            "F": card("F", text((H, [BEAST]))),
            "P": card("P", replace(takes("F"), condition=condition)),
            "L": card("L", takes("P")),
        }
        assert layers_of("L.1", cards) == [where]


def test_who_takes_what_comes_later_is_not_drawn_ahead_by_others() -> None:
    """L takes F's ability, of layer 4, and acts before it; M takes Q's, of layer 7."""
    cards = {
        "H": card("Plain", power=1),
        "F": card("F", text((H, [BEAST]))),
        "L": card("L", takes("F")),
        "Q": card("Q", text((H, [ChangeNumber("power", "+", Number(1))]))),
        "M": card("M", takes("Q")),
    }
    assert layers_of("L.1", cards) == ["before 4"]
    assert layers_of("M.1", cards) == ["5"]


def test_of_those_drawn_ahead_some_may_take_each_other() -> None:
    """L takes F's ability, of layer 4; M takes that of L, and M and N each other's."""
    cards = {
        "H": card("Plain"),
        "F": card("F", text((H, [BEAST]))),
        "L": card("L", takes("F")),
        "M": card("M", takes("L", "N")),
        "N": card("N", takes("M")),
    }
    assert layers_of("M.1", cards) == ["before 4"]
    assert layers_of("F.1", cards) == ["4"]
