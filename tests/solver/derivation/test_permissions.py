"""What an object may do: the statements that speak of it, their ranking, and redirections."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import LayerlawError
from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Rule, StateCheck
from layerlaw.solver.board.columns import PERMISSIONS, Permit
from layerlaw.solver.board.kinds import Objects
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.derivation.permitted import KnownPermitted, permitted
from layerlaw.solver.derivation.redirections import redirected
from layerlaw.solver.facts.situation import ResolvedEffect
from situations import CREATURES, answer, line, resolved, rulebook, thing

CAN = a.Permission(True, "attack")
CANT = a.Permission(False, "attack")
A = a.Identified("A")


def rule(operation: a.Operation, scope: a.Selector = CREATURES) -> Rule:
    """A rule of the game that says so of its scope."""
    return Rule("R", line(scope, operation, zones=("rules",)), "C1")


def test_without_a_statement_nothing_forbids_it() -> None:
    """And no effect decides."""
    found = may(answer(rulebook(), thing("A")), "A", "attack")
    assert (found.allowed, found.decided_by, found.statements) == (True, None, ())
    assert found.clause == "C1"


def test_a_statement_about_others_does_not_bear_on_the_general_question() -> None:
    """It bears where one of those is asked about."""
    forbids = line(A, a.Permission(False, "attack", a.Identified("B")))
    found = answer(rulebook(), thing("A", forbids), thing("B"), thing("C"))
    assert may(found, "A", "attack").allowed
    assert may(found, "A", "attack", "C").allowed
    answered = may(found, "A", "attack", "B")
    assert not answered.allowed
    assert answered.decided_by == "A.1"
    assert answered.statements[0].text == "A can't attack B"


def test_the_other_voice_speaks_of_the_same_deed() -> None:
    """What can't be attacked can't be attacked by anybody, or by those it names."""
    safe = line(a.Self(), a.Permission(False, "attacked", passive=True))
    shy = line(a.Self(), a.Permission(False, "attacked", A, passive=True))
    found = answer(rulebook(), thing("A"), thing("B", safe), thing("C", shy), thing("D"))
    assert not may(found, "A", "attack", "B").allowed
    assert not may(found, "A", "attack", "C").allowed
    assert may(found, "D", "attack", "C").allowed
    assert not may(found, "B", "attacked", passive=True).allowed
    assert may(found, "C", "attacked", passive=True).allowed
    assert not may(found, "C", "attacked", "A", passive=True).allowed


def test_a_passive_question_asks_the_controller_too() -> None:
    """What its controller can't do can't be done to it."""
    forbids = line(a.Players(a.You()), a.Permission(False, "attack", A))
    found = answer(rulebook(), thing("A", forbids), thing("B"))
    assert not may(found, "A", "attacked", passive=True).allowed
    assert may(found, "B", "attacked", passive=True).allowed
    assert not may(found, "you", "attack", "A").allowed


RANKING = [
    # policy, what a rule says, what cards say (True: can), oldest first, whether it can
    ("prohibition wins", False, (True,), False),
    ("prohibition wins", True, (True,), True),
    ("ranks", False, (True,), True),
    ("ranks", True, (False, True), False),
    ("ranks", False, (), False),
    ("both static", False, (True,), True),
    ("both static", None, (False, True), False),
    ("newest", None, (False, True), True),
    ("newest", None, (True, False), False),
    ("newest", False, (True,), True),
]


@pytest.mark.parametrize(("policy", "ruled", "said", "allowed"), RANKING)
def test_the_rulebook_ranks_statements(
    policy: str, ruled: bool | None, said: tuple[bool, ...], allowed: bool
) -> None:
    """By who says it, by what it says, or by age."""
    rules = () if ruled is None else (rule(a.Permission(ruled, "attack")),)
    things = [
        thing(f"S{number}", line(A, a.Permission(word, "attack")))
        for number, word in enumerate(said)
    ]
    found = answer(rulebook({"prohibition": policy}, rules), thing("A"), *things)
    answered = may(found, "A", "attack")
    assert answered.allowed is allowed
    deciding = [one for one in answered.statements if one.standing == "decides"]
    assert [one.effect for one in deciding] == [answered.decided_by]
    assert deciding[0].allowed is allowed


@pytest.mark.parametrize(("at", "allowed"), [(0, False), (9, True)])
def test_a_newer_can_that_has_resolved_beats_a_static_cant(at: int, allowed: bool) -> None:
    """Under `both static` age counts only where one of the two has resolved."""
    made: tuple[ResolvedEffect, ...] = (resolved("E", "A", line(A, CAN), at=at),)
    book = rulebook({"prohibition": "both static"})
    found = answer(book, thing("A"), thing("S", line(A, CANT)), effects=made)
    assert may(found, "A", "attack").allowed is allowed


def test_statements_tell_where_they_stand() -> None:
    """Oldest first: a rule with its clause, and cards, each with its standing."""
    found = answer(
        rulebook({"prohibition": "ranks"}, (rule(CAN),)),
        thing("A", line(a.Self(), CANT)),
        thing("B", line(A, CANT)),
        thing("C", line(A, CAN)),
    )
    said = may(found, "A", "attack").statements
    assert [(one.effect, one.rank, one.standing) for one in said] == [
        ("rules.R", "rule", "overruled"),
        ("A.1", "card", "stands"),
        ("B.1", "card", "decides"),
        ("C.1", "card", "overruled"),
    ]
    assert said[0].clause == "C1"
    assert said[0].source == "rules"


def test_what_is_ignored_decides_nothing() -> None:
    """From the sources named, or from all."""
    rules = (rule(CANT),)
    only_rules = line(a.Self(), a.Ignore("attack", a.Identified("rules")))
    everything = line(a.Self(), a.Ignore("attack"))
    found = answer(
        rulebook(rules=rules), thing("A", only_rules), thing("B", everything), thing("C")
    )
    assert [may(found, id, "attack").allowed for id in "ABC"] == [True, True, False]
    assert may(found, "A", "attack").statements[0].standing == "ignored"
    forbidden = answer(
        rulebook(rules=rules), thing("A", only_rules), thing("D", line(CREATURES, CANT))
    )
    assert not may(forbidden, "A", "attack").allowed


def test_what_is_ignored_for_players_alone_is_heeded_otherwise() -> None:
    """Only a question that names a player, or an object, asks of what is ignored for these."""
    rules = (rule(CANT),)
    players = line(a.Self(), a.Ignore("attack", partner="players"))
    objects = line(a.Self(), a.Ignore("attack", partner="objects"))
    found = answer(rulebook(rules=rules), thing("A", players), thing("B", objects))
    asked = (None, "me", "B"), (None, "me", "A")
    assert [may(found, "A", "attack", to).allowed for to in asked[0]] == [False, True, False]
    assert [may(found, "B", "attack", to).allowed for to in asked[1]] == [False, False, True]


def test_marks_are_shown_without_what_made_them() -> None:
    """Each kind in its own words, and the same one once."""
    many = line(
        A,
        a.Permission(False, "attack", a.Identified("B")),
        a.Permission(False, "attacked", passive=True),
        a.Permission(True, "attacked", a.Players(a.Opponent()), passive=True),
        a.Ignore("attack", a.Identified("rules")),
        a.Ignore("attacked", passive=True),
        a.Redirect("hand", "grave"),
        a.Redirect("hand"),
    )
    again = line(A, a.Permission(False, "attacked", passive=True))
    found = answer(rulebook(), thing("A", many), thing("B", again))
    assert found.value("A", "permissions") == (
        "can be attacked by me",
        "can't attack B",
        "can't be attacked",
        "goes to hand instead",
        "goes to hand instead of grave",
        "ignores can't attack from rules",
        "ignores can't be attacked",
    )


def test_the_newest_redirection_that_speaks_of_the_zone_decides() -> None:
    """One of no zone speaks of every zone."""
    found = answer(
        rulebook(),
        thing("A"),
        thing("B", line(A, a.Redirect("hand"))),
        thing("C", line(A, a.Redirect("deck", "grave"))),
        thing("D", line(A, a.Redirect("void", "hand"))),
    )
    assert redirected(found, "A", "grave") == ("deck", "C.1")
    assert redirected(found, "A", "hand") == ("void", "D.1")
    assert redirected(found, "A", "field") == ("hand", "B.1")
    assert redirected(found, "B", "grave") == ("grave", None)


def test_a_check_passes_by_what_it_cannot_touch() -> None:
    """And a later check may still find it."""
    checks = (
        StateCheck("one", CREATURES, "dies", "grave", "C1", obeys="destroyed"),
        StateCheck("two", CREATURES, "goes", "hand", "C1"),
    )
    firm = line(a.Self(), a.Permission(False, "destroyed", passive=True))
    found = answer(rulebook(checks=checks), thing("A", firm), thing("B"))
    assert [(fate.object, fate.verdict) for fate in found.fates] == [("B", "dies"), ("A", "goes")]


def test_an_unknown_object_is_named() -> None:
    """With a suggestion where one is near."""
    with pytest.raises(LayerlawError, match="there is no object or player 'Q'"):
        may(answer(rulebook(), thing("A")), "Q", "attack")


def test_what_is_said_of_several_verbs_is_told_of_each_by_who_says_it() -> None:
    """X ignores what A says and not what D says, who forbid all the same in as many words."""
    book = replace(rulebook(), actions={"attack": "attacked", "block": "blocked"})
    ignores = (a.Ignore(verb, A) for verb in ("attack", "block"))
    found = answer(
        book,
        thing("A", line(CREATURES, CANT)),
        thing("D", line(CREATURES, a.Permission(False, "block"))),
        thing("X", line(a.Self(), *ignores)),
    )
    told = permitted(found.world, found.end, found.makers)
    for id, attacks in (("A", False), ("D", False), ("X", True)):
        assert ("can't attack" in told[id]) is not attacks
        assert "can't block" in told[id]


def test_what_is_known_of_the_same_marks_and_controllers_is_taken_for_them_alone() -> None:
    """Of them no second time, and with another controller anew."""
    known: KnownPermitted = {}
    book = replace(rulebook(), actions={"attack": "attacked"})
    found = answer(book, thing("A", line(CREATURES, CANT)), thing("X"))
    told = permitted(found.world, found.end, found.makers, known=known)
    assert permitted(found.world, found.end, {}, known=known) is told and len(known) == 1
    changed = found.end.fork()
    changed.assign(book.control, "me", Objects(0b10))
    other = permitted(found.world, changed, found.makers, known=known)
    assert len(known) == 2 and other == permitted(found.world, changed, found.makers)


def test_the_makers_of_one_state_of_several_are_the_effects_that_exist_there() -> None:
    """A and B each take the other's ability; whoever is left forbids attacks in its own name."""
    book = replace(rulebook({"process": "simultaneous"}), actions={"attack": "attacked"})

    def taking(other: str) -> a.Ability:
        bad = a.Instruction(a.Identified(other), (a.LoseAll(),))
        return a.Ability(None, (bad, a.Instruction(CREATURES, (CANT,))))

    found = answer(book, thing("A", taking("B")), thing("B", taking("A")))
    assert len(found.states) == 2
    for state in found.states:
        [mark] = state.end.column(PERMISSIONS)
        assert isinstance(mark, Permit)
        assert {effect.id for effect in state.makers.values()} == {state.makers[mark.effect].id}
        assert not may(state, "A", "attack").allowed
