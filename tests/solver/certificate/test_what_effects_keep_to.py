"""What an effect that resolved keeps to, as the log of a history tells it, step by step."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.history.effects import (
    Kinship,
    Lasting,
    Making,
    Members,
    source_now,
)
from layerlaw.solver.certificate.history.log import FactLog, Incarnation

ALL = a.Everything()
GROW = a.Instruction(a.Target(), (a.ChangeNumber("power", "+", a.Number(1)),))


class Told:
    """A log with objects A to E, and an effect of S that has A as its target.

    Its first instruction is locked to A and B, its second one is open, its third is locked to C.
    """

    def __init__(self) -> None:
        self.log = FactLog()
        self.source, self.a, self.b, self.c, self.d, self.e = (
            self.log.begin(id, {}) for id in "SABCDE"
        )
        ability = a.Ability(None, (GROW, GROW, GROW))
        locked = (self.a, self.b), None, (self.c,)
        self.making = Making(
            *("S.1", self.source, "you", ability, (1, 0), 1, (self.a,), locked),
            *((None, None, None), None, self.log.next(), 0),
        )
        self.lasting = Lasting(self.making)
        self.kinships: list[Kinship] = []

    def become_new(self, one: Incarnation) -> Incarnation:
        """It is a new object, and what keeps to it goes on."""
        self.log.end([one])
        new = self.log.begin(one.id, {})
        self.kinships.append(Kinship(self.log.step, new, one, anew=False))
        return new

    def keep_like(self, new: Incarnation, like: Incarnation, *, anew: bool = False) -> None:
        """What keeps to one keeps to the other too."""
        self.kinships.append(Kinship(self.log.next(), new, like, anew=anew))

    def end_for(self, one: Incarnation) -> None:
        """It is over for that object."""
        self.lasting.overs.append((self.log.next(), one))

    def members(self, upto: int | None = None) -> Members:
        """What it keeps to by now, or kept to by some step."""
        return self.lasting.members(
            self.log, self.kinships, self.log.step if upto is None else upto
        )


def test_at_first_it_keeps_to_what_was_fixed_as_it_was_made() -> None:
    """What is no longer the same object goes, by the step at which it does."""
    told = Told()
    before = Members((told.a,), ((told.a, told.b), None, (told.c,)), frozenset())
    assert told.members() == before
    told.log.end([told.b])
    assert told.members() == Members((told.a,), ((told.a,), None, (told.c,)), frozenset())
    assert told.members(told.log.step - 1) == before


def test_a_new_object_goes_on_in_the_place_of_the_old_one() -> None:
    """Another one that it keeps to as well comes last, and once."""
    told = Told()
    new = told.become_new(told.a)
    assert told.members() == Members((new,), ((new, told.b), None, (told.c,)), frozenset())
    told.keep_like(told.d, new)
    told.keep_like(told.d, told.b)
    told.keep_like(told.e, told.d)
    kept = Members(
        (new, told.d, told.e), ((new, told.b, told.d, told.e), None, (told.c,)), frozenset()
    )
    assert told.members() == kept
    assert told.members(told.log.step - 3).targets == (new,)


def test_whom_it_is_over_for_brings_nobody() -> None:
    """But for what it goes on as; what else is told after that counts."""
    told = Told()
    told.end_for(told.a)
    told.keep_like(told.d, told.a)
    told.keep_like(told.e, told.b)
    assert told.members() == Members(
        (told.a,), ((told.a, told.b, told.e), None, (told.c,)), frozenset({told.a})
    )
    new = told.become_new(told.a)
    assert told.members() == Members(
        (new,), ((new, told.b, told.e), None, (told.c,)), frozenset({new})
    )


def test_what_it_does_not_keep_to_brings_nobody() -> None:
    """What is told after that counts."""
    told = Told()
    told.keep_like(told.d, told.e)
    told.keep_like(told.e, told.c)
    assert told.members() == Members(
        (told.a,), ((told.a, told.b), None, (told.c, told.e)), frozenset()
    )


def test_anew_is_also_where_it_was_over() -> None:
    """Otherwise it stays over for that object; for others in any case."""
    for anew in (False, True):
        told = Told()
        told.end_for(told.d)
        told.end_for(told.c)
        told.keep_like(told.d, told.a, anew=anew)
        kept = told.members()
        assert kept.targets == (told.a, told.d)
        assert kept.over == frozenset({told.c} if anew else {told.c, told.d})


def test_the_source_is_what_it_has_gone_on_as() -> None:
    """However often, since the effect was made; what others have gone on as is not asked."""
    told = Told()
    assert source_now(told.making, told.kinships) == told.source
    told.become_new(told.a)
    told.keep_like(told.d, told.source)
    assert source_now(told.making, told.kinships) == told.source
    first = told.become_new(told.source)
    assert source_now(told.making, told.kinships) == first
    assert source_now(told.making, (told.kinships[-1], told.kinships[0])) == first
    second = told.become_new(first)
    assert source_now(told.making, told.kinships) == second


def test_what_is_seen_of_an_effect_at_once() -> None:
    """The keywords that it gives, and which of its instructions keep to no fixed set."""
    give = (a.Gain(a.Ability("Airborne")), a.Gain(a.Ability(None, (GROW,))))
    ability = a.Ability(None, (GROW, a.Instruction(ALL, give), replace(GROW, scope=ALL)))
    making = replace(Told().making, ability=ability, locked=(None, None, ()))
    lasting = Lasting(making)
    assert lasting.keywords == {"Airborne"}
    assert lasting.opens == (False, True, False)
    assert not lasting.of_targets_alone
    assert Told().lasting.of_targets_alone
