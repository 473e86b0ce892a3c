"""Fixed points that the facts do not tell are found by formulas, whatever they hang on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.solver import derive
from layerlaw.solver.certificate import Certificate, Verdict
from layerlaw.solver.certificate.fixpoints.board import Coding, nothing
from layerlaw.solver.certificate.replay.answers import AnswerReader
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from layerlaw.solver.facts.records import AnswerRecord, Facts
from layerlaw.solver.facts.situation import ResolvedEffect, Situation
from together import game, table


def facts_of(cards: Mapping[str, str], spells: Mapping[str, str], **policies: str) -> Facts:
    """What the cards come to, and what spells have left."""
    return derive(table(cards, spells, game(policies))).facts


def with_answers(facts: Facts, *answers: AnswerRecord) -> Facts:
    """The facts with other answers, and all that goes by the first one with it."""
    named = {id for one in (*answers, *facts.lifted) for id in one.effects}
    effects = tuple(one for one in facts.effects if one.id in named)
    if not answers:
        return replace(facts, answers=(), effects=effects, layers=())
    first = answers[0]
    return replace(facts, answers=answers, effects=effects, layers=first.steps, final=first.final)


def check(facts: Facts) -> Verdict:
    """The verdict on the facts."""
    return Certificate(facts).check()


# --- states that hold themselves up ----------------------------------------------------------

ALONE: Mapping[str, Mapping[str, str]] = {
    "the copy has it": {
        "P": "1",
        "Q": "1 | haste",
        "R": "relic | P: copy of Q as long as P has haste",
    },
    "the copy says so": {
        "P": "1",
        "Q": "relic | self: frozen",
        "R": "relic | P: copy of Q as long as P is frozen",
    },
    "only the copy gives it": {
        "P": "1",
        "Q": "1 | self: gain haste as long as number of creatures named Q >= 2",
        "R": "relic | P: copy of Q as long as P has haste",
    },
    "a word of another": {
        "P": "1",
        "Q": "light 1",
        "R": "relic | P: colours += colours of Q as long as P is light",
    },
    "words of one another": {
        "P": "1",
        "S": "1",
        "L": "light 1",
        "R": "relic | P: colours += colours of S | S: colours += colours of P",
    },
    "a word": {"P": "1", "R": "relic | P: colours += light as long as P is light"},
    "a word that was taken": {
        "P": "light 1",
        "R": "relic | P: colours -= light as long as P is not light",
    },
    "a number": {"P": "1", "R": "relic | P: power += 2 as long as power of P >= 3"},
    "a number that was not there": {
        "P": "",
        "R": "relic | P: power at least 2 as long as power of P >= 1",
    },
    "a number that is gone": {
        "P": "3",
        "R": "relic | P: power := none as long as power of P <= 1",
    },
    "a name": {"P": "1", "R": "relic | P: name := Zed as long as P is named Zed"},
    "a player": {
        "P": "1",
        "R": "relic | P: controller := me as long as P is a creature an opponent controls",
    },
    "a status": {"P": "1", "R": "relic | P: frozen as long as P is frozen"},
    "a granted text": {
        "P": "1",
        "R": "relic | P: gain [P: frozen] as long as P is frozen",
    },
}


@pytest.mark.parametrize("name", ALONE)
def test_what_holds_itself_up_is_missed(name: str) -> None:
    """It is told with the answer, which has nothing of it; not told, it is asked for."""
    missed(facts_of(ALONE[name], {}))


def missed(facts: Facts) -> None:
    """One state holds itself up; where it is not told, that is told."""
    assert facts.answers is not None
    assert (len(facts.answers), len(facts.lifted)) == (1, 1)
    assert check(facts).ok
    untold = with_answers(replace(facts, lifted=()), *facts.answers)
    assert check(replace(untold, complete=False)).ok
    [wrong] = check(untold).failures
    assert wrong.message.startswith("a state that holds itself up is not told")


def resolved(*instructions: a.Instruction, copies: tuple[Card | None, ...] = ()) -> Situation:
    """P, and Q, which is light; S has resolved, with sets that are open."""
    start = table({"P": "1", "Q": "light 1"})
    spell = replace(start.things[0], id="S", zone="grave", card=Card("S", {}, {}))
    ability = a.Ability(None, instructions)
    open_sets = (None,) * len(instructions)
    effect = ResolvedEffect("S", "S", "you", ability, (9, 0), 0, (), open_sets, copies=copies)
    return replace(start, things=(*start.things, spell), effects=(effect,))


P, Q = a.Identified("P"), a.Identified("Q")
FROZEN, FREEZES = a.HasStatus("frozen"), a.SetStatus("frozen")


def frozen_if_frozen() -> a.Ability:
    """P is frozen as long as it is."""
    return a.Ability(None, (a.Instruction(P, (FREEZES,)),), a.Matches(P, FROZEN))


@pytest.mark.parametrize(
    ("instruction", "copies"),
    [
        (a.Instruction(a.Both((P, FROZEN)), (FREEZES,)), ()),
        (a.Instruction(P, (a.Gain(frozen_if_frozen()),)), ()),
        (
            a.Instruction(P, (a.CopyOf(Q),)),
            (
                Card(
                    "K", {"types": ("creature",)}, {}, (PrintedAbility("has", frozen_if_frozen()),)
                ),
            ),
        ),
        (
            a.Instruction(a.Both((P, a.Sharing("colours", P))), (a.AddMembersOf("colours", P),)),
            (),
        ),
    ],
)
def test_what_resolved_holds_itself_up(
    instruction: a.Instruction, copies: tuple[Card | None, ...]
) -> None:
    """Whom it is done to, what it gives, and what is on the card that it has copied."""
    missed(derive(resolved(instruction, copies=copies)).facts)


def test_what_is_otherwise_with_a_copy_holds_itself_up() -> None:
    """P is a copy of Q, but named Zed, as long as something is named Zed."""
    start = table({"P": "1", "Q": "1", "R": "relic"})
    copying = a.CopyOf(Q, but=(a.Rename(("Zed",)),))
    ability = a.Ability(None, (a.Instruction(P, (copying,)),), a.Exists(a.Named("Zed")))
    *others, r = start.things
    r = replace(r, card=replace(r.card, abilities=(PrintedAbility("has", ability),)))
    missed(derive(replace(start, things=(*others, r))).facts)


# --- answers ---------------------------------------------------------------------------------

RING = {
    id: f"{number} | other creatures: lose all abilities; V: power += {number}"
    for number, id in enumerate("ABCD", 1)
} | {"V": "1", "R": "relic | creatures with power >= 3: frozen"}
"""Each of four takes the abilities of all others: the state has one of them in force."""


def test_of_four_states_the_newest_is_told_and_no_other_one() -> None:
    """Where the newest wins the others are passed by, however many there are."""
    answers = facts_of(RING, {}, process="simultaneous").answers
    assert answers is not None and len(answers) == 4
    facts = facts_of(RING, {}, process="newest wins")
    assert facts.answers == answers[:1]
    assert check(facts).ok
    everything = replace(facts, effects=facts_of(RING, {}, process="simultaneous").effects)
    for other in answers[1:]:
        messages = [one.message for one in check(with_answers(everything, other)).failures]
        assert any(one.startswith("the answer comes before") for one in messages), messages


@pytest.mark.parametrize("missing", range(4))
def test_each_of_four_states_is_missed(missing: int) -> None:
    """Whichever is not told, and whichever Z3 comes upon."""
    facts = facts_of(RING, {}, process="simultaneous")
    answers = facts.answers or ()
    assert check(facts).ok
    rest = answers[:missing] + answers[missing + 1 :]
    messages = [one.message for one in check(with_answers(facts, *rest)).failures]
    assert any(one.startswith("an answer is not told") for one in messages)
    assert not check(with_answers(facts, answers[missing])).ok


NUMBERLESS = {
    "P": "1 | Q: lose all abilities; R: power := none",
    "Q": "2 | P: lose all abilities",
    "R": "3",
    "S": "relic | creatures with power >= 1: frozen | creatures with power <= 0: gain flyer",
}
"""R has no power where P is in force, which is older than Q."""


def test_an_older_state_in_which_a_number_is_missing_is_passed_by() -> None:
    """It is found and put together from what Z3 says of it, without that number."""
    both = facts_of(NUMBERLESS, {}, process="simultaneous")
    assert both.answers is not None
    assert [one.final["R", "power"] for one in both.answers] == [3, None]
    assert check(both).ok
    for told in both.answers:
        messages = [one.message for one in check(with_answers(both, told)).failures]
        assert any(one.startswith("an answer is not told") for one in messages)
    newest = facts_of(NUMBERLESS, {}, process="newest wins")
    assert newest.answers == both.answers[:1]
    assert check(newest).ok


@pytest.mark.parametrize("cards", [RING, NUMBERLESS, ALONE["a status"], ALONE["the copy has it"]])
def test_what_cannot_be_read_back_is_found_by_the_formulas(
    cards: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record of a state that only Z3 comes upon is of that state; what is not told is missed."""
    facts = facts_of(cards, {})
    dropped = [with_answers(facts, *rest) for rest in ((facts.answers or ())[1:],) if rest]
    dropped += [replace(facts, lifted=facts.lifted[1:])] if facts.lifted else []
    turned = replace(facts, answers=(facts.answers or ())[::-1])
    monkeypatch.setattr(AnswerReader, "board", lambda *_: None)
    assert check(facts).ok
    assert dropped
    for fewer in dropped:
        messages = [one.message for one in check(fewer).failures]
        assert any("is not told, with" in one for one in messages)
    if turned.answers != facts.answers:
        assert not check(turned).ok


def test_nobody_is_no_player() -> None:
    """What stands for a player that there is not stands for none of those that there are."""
    together = SimultaneousReplay(ReplayEffects(ReplayTable(table({"P": "1"}))))
    coding = Coding(together.effects)
    nobody = nothing(("player", "controller"))
    assert coding.player(None) == coding.player("") == coding.player("somebody") == nobody == -1
    players = together.effects.table.players
    assert [coding.player(one) for one in players] == [0, 1]
    board, bit = together.start.fork(), together.effects.table.bits(("P",))
    for number, who in ((0, ["you"]), (1, ["me"]), (2, []), (-1, [])):
        coding.put(board, ("P", ("player", "controller")), number)
        column = board.columns["controller"]
        assert [player for player, held in column.items() if held & bit] == who


def test_where_it_is_only_known_that_there_is_a_number_it_is_0() -> None:
    """And one that is there stays as it is."""
    together = SimultaneousReplay(ReplayEffects(ReplayTable(table({"P": "3", "Q": ""}))))
    coding, board = Coding(together.effects), together.start.fork()
    for object in "PQ":
        coding.put(board, (object, ("is", "power")), True)
    assert (board.number("P", "power"), board.number("Q", "power")) == (3, 0)
    coding.put(board, ("P", ("is", "power")), False)
    assert board.number("P", "power") is None
