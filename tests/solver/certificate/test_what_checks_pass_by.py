"""What the checks take and pass by, and what is ignored for some partners alone, by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, get_args

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import Rule, StateCheck
from layerlaw.solver import Answer, derive
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.facts.records import FateRecord
from layerlaw.solver.facts.situation import Situation, Thing
from situations import CREATURES, answer, line, rulebook, thing

TAPPED = a.HasStatus("tapped")


def dying(check: StateCheck, *things: Thing) -> str:
    """Who dies; the certificate confirms it, and nothing else."""
    situation = Situation(
        rulebook(checks=(check,)), ("you", "me"), things, (), None, frozenset(), deeds=()
    )
    found = derive(situation)
    refuses_others(found, [one.id for one in things])
    return "".join(fate.object for fate in found.fates)


def refuses_others(found: Answer, ids: Sequence[str]) -> None:
    """The facts are confirmed, and not with any one who dies or does not die."""
    certificate = certificate_of(found)
    assert certificate.check().ok
    facts = certificate.facts
    for id in ids:
        fates = tuple(fate for fate in facts.fates if fate.object != id)
        if fates == facts.fates:
            fates = (*fates, FateRecord(id, "dies", "grave", "C1"))
        changed = replace(certificate, facts=replace(facts, fates=fates))
        assert not changed.check().ok


def at(moment: int, place: int, one: Thing) -> Thing:
    """The thing, as it entered then."""
    return replace(one, entered=(moment, place))


def barred(action: str, *, passive: bool = False, whom: a.Selector | None = None) -> a.Ability:
    """Who has it can't do that, or have it done."""
    return line(a.Self(), a.Permission(False, action, whom, passive=passive))


def test_what_cannot_be_destroyed_is_passed_by() -> None:
    """Not what can't destroy, nor what some others can't destroy."""
    check = StateCheck("one", CREATURES, "dies", "grave", "C1", obeys="destroyed")
    things = (
        at(1, 0, thing("A", barred("destroyed", passive=True))),
        at(2, 0, thing("B", barred("destroyed"))),
        at(3, 0, thing("C", barred("destroyed", passive=True, whom=a.Identified("A")))),
        at(4, 0, thing("D")),
    )
    assert dying(check, *things) == "BCD"


def test_only_what_cannot_do_it_to_its_bearer_is_taken() -> None:
    """B can't attack anyone, C only A, which carries it, D only what does not; E has no bearer."""
    check = StateCheck("one", CREATURES, "dies", "grave", "C1", cannot="attack")
    a_, e = a.Identified("A"), a.Identified("E")
    things = (
        at(1, 0, thing("A", barred("attack"))),
        at(2, 0, replace(thing("B", barred("attack")), bearer="A")),
        at(3, 0, replace(thing("C", barred("attack", whom=a_)), bearer="A")),
        at(4, 0, replace(thing("D", barred("attack", whom=e)), bearer="A")),
        at(5, 0, thing("E", barred("attack"))),
        at(6, 0, replace(thing("F"), bearer="A")),
        at(7, 0, replace(thing("G", barred("attacked", passive=True)), bearer="A")),
    )
    assert dying(check, *things) == "BC"


ONE = StateCheck("one", CREATURES, "dies", "grave", "C1")
COMING = (
    at(1, 0, thing("A", statuses=("tapped",))),
    at(2, 0, thing("B", owner="me")),
    at(3, 0, thing("C", owner="me", controller="you")),
    at(3, 1, thing("D", statuses=("tapped",))),
)
"""A, C and D are controlled by one player, A and D owned by the same; C and D came at once."""


@pytest.mark.parametrize(
    ("each", "who"),
    [
        (("game",), "ABC"),
        (("controller",), "AC"),
        (("owner",), "AB"),
        (("controller", "owner"), "A"),
        (("bearer",), "ABC"),
    ],
)
def test_the_newest_of_each_is_passed_by(each: tuple[str, ...], who: str) -> None:
    """Of those that came at one moment it is the last one."""
    assert dying(replace(ONE, one_for_each=each), *COMING) == who


@pytest.mark.parametrize(
    ("each", "who"),
    [(("game",), "ABCD"), (("controller",), "ACD"), (("owner",), "AB")],
)
def test_of_those_that_came_at_once_none_is_passed_by(each: tuple[str, ...], who: str) -> None:
    """Where the rulebook says so; D and C are of two owners."""
    assert dying(replace(ONE, one_for_each=each, ties=True), *COMING) == who


def test_of_those_of_one_age_the_last_one_is_passed_by() -> None:
    """Three came in one place of one moment; with ties none of them is."""
    things = [at(1, 0, thing(id)) for id in "ABC"]
    check = replace(ONE, one_for_each=("game",))
    assert dying(check, *things) == "AB"
    assert dying(replace(check, ties=True), *things) == "ABC"


def test_what_is_preferred_is_passed_by_and_else_the_newest() -> None:
    """A is tapped, and D is; B and C are not."""
    check = replace(ONE, one_for_each=("controller",), prefers=a.Not(TAPPED))
    assert dying(check, *COMING) == "AD"
    assert dying(replace(check, prefers=TAPPED), *COMING) == "AC"
    assert dying(replace(check, prefers=a.Identified("A")), *COMING) == "CD"


def test_where_one_is_passed_by_already_all_others_are_taken() -> None:
    """A can't be destroyed; of the other player B is the only one."""
    firm = at(1, 0, thing("A", barred("destroyed", passive=True)))
    check = replace(ONE, one_for_each=("controller",), obeys="destroyed")
    assert dying(check, firm, *COMING[1:]) == "CD"


def test_by_name_each_is_looked_at_with_all_that_have_one_in_common_with_it() -> None:
    """A and C have names in common with B, and none with each other; the nameless are passed by."""
    check = replace(ONE, one_for_each=("name",))
    things = [at(n, 0, thing(id)) for n, id in enumerate("ABCDE")]
    names = {"A": "One", "B": "One + Two", "C": "Two", "D": "", "E": ""}
    named = [replace(one, card=replace(one.card, name=names[one.id])) for one in things]
    assert dying(check, *named) == "AB"
    assert dying(check, *(at(9 - n, 0, one) for n, one in enumerate(named))) == "BC"


Partner = Literal["", "players", "objects"]


@pytest.mark.parametrize("partner", get_args(Partner))
def test_what_is_ignored_for_some_partners_is_heeded_for_others(partner: Partner) -> None:
    """Asked of nobody in particular, it is only ignored if it is for whomever."""
    rule = Rule("R", line(CREATURES, a.Permission(False, "attack"), zones=("rules",)), "C1")
    ignores = line(a.Self(), a.Ignore("attack", partner=partner))
    found = answer(rulebook(rules=(rule,)), thing("A", ignores), thing("B"))
    for to, free in (
        (None, partner == ""),
        ("me", partner != "objects"),
        ("B", partner != "players"),
    ):
        told = may(found, "A", "attack", to)
        assert told.allowed is free
        assert certificate_of(found).check_may(told, "A", "attack", to).ok
        wrong = replace(told, allowed=not free)
        assert not certificate_of(found).check_may(wrong, "A", "attack", to).ok


@pytest.mark.parametrize("words", [(True, True), (True, False), (False, True), (False, False)])
@pytest.mark.parametrize("policy", POLICIES["prohibition"])
def test_of_two_statements_of_one_effect_one_decides(policy: str, words: tuple[bool, ...]) -> None:
    """One of whomever, the other one of B; that A can is told by a can, and else by a can't."""
    general, special = words
    says = line(
        a.Identified("A"),
        a.Permission(general, "attack"),
        a.Permission(special, "attack", a.Identified("B")),
    )
    found = answer(rulebook({"prohibition": policy}), thing("A"), thing("B"), thing("C", says))
    told = may(found, "A", "attack", "B")
    assert told.allowed is (general and special)
    certificate = certificate_of(found)
    assert certificate.check_may(told, "A", "attack", "B").ok
    assert [one.standing for one in told.statements].count("decides") == 1
    deciding = [one.standing == "decides" for one in told.statements]
    turned = tuple(
        replace(one, standing="stands" if decides else "decides")
        for one, decides in zip(told.statements, deciding, strict=True)
    )
    if general is special:
        other = replace(told, statements=turned)
        assert not certificate.check_may(other, "A", "attack", "B").ok
