"""Properties held against boards: the smallest that breaks one, what was tried, what was not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from layerlaw.model.errors import LayerlawError
from layerlaw.model.properties.property import parse_property
from layerlaw.model.rulebooks.load import load_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Play
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.documents.boards.small_boards import YOU, SharedWords, play, scenario
from layerlaw.solver.documents.properties import PropertyResult, check_property
from layerlaw.solver.documents.properties.judging import judge_answer
from layerlaw.solver.documents.properties.playing import PropertyExploration, verdict_of
from layerlaw.solver.documents.properties.tried_boards import BoardStock, TriedBoard
from layerlaw.solver.play.solve import solve

SORCERY = shipped_rulebook("sorcery-2026-01")
DUEL = shipped_rulebook("duel-masters-1.28-en")
GUILD = load_rulebook(Path(__file__).parents[2] / "names" / "guild.rulebook.yaml")
SILENT = "always: an object that is silenced has no abilities"


@cache
def checked(text: str) -> PropertyResult:
    """What became of a property under Sorcery's rules, on boards of one effect."""
    return check_property(SORCERY, text, n=1)


def cards(result: PropertyResult) -> list[str]:
    """The cards of the board that breaks it."""
    assert result.example is not None
    return [
        event.card.name for event in result.example.scenarios[0].play if isinstance(event, Play)
    ]


def test_two_kings_in_the_other_order_are_anothers() -> None:
    """The board is the two Kings alone, one of each player, in both orders."""
    result = checked('always: order does not matter for "King of the Realm", "King of the Realm"')
    assert result.status == "fails"
    assert cards(result) == ["King of the Realm"] * 2
    assert result.example is not None
    first, second = result.example.scenarios
    assert [event.id for event in first.play if isinstance(event, Play)] == ["King1", "King2"]
    assert [event.id for event in second.play if isinstance(event, Play)] == ["King2", "King1"]
    assert solve(first).value("King1", "controller") != solve(second).value("King1", "controller")


def test_two_cards_that_are_alike_have_one_order() -> None:
    """Which of two equal cards of one player came first nobody can tell."""
    result = checked('always: order does not matter for "King of the Realm", "King of the Realm"')
    assert result.example is not None
    players = [
        event.player for event in result.example.scenarios[0].play if isinstance(event, Play)
    ]
    assert len(set(players)) == 2


@pytest.mark.slow
def test_the_smallest_board_is_of_real_cards_where_some_do() -> None:
    """One card without an ability lacks Airborne; a made-up one would be as small."""
    result = checked("always: minions have Airborne")
    assert result.example is not None
    assert result.example.kind == "real cards"
    assert len(cards(result)) == 1
    (failure,) = result.example.judged.failures
    assert failure.objects == ("C1",)


def board_of(book: Rulebook, **lines: str) -> Scenario:
    """A board of one player's made-up cards, each with a line of text."""
    words = SharedWords(book)
    events = [play(words.card(name, has=[line]), name) for name, line in lines.items()]
    return scenario(book, "made up", events, YOU)


def test_a_board_with_two_answers_breaks_what_fails_in_one() -> None:
    """Either Other has power 8, or it loses Blocker; what is never so has to be so in neither."""
    answer = solve(
        board_of(
            DUEL,
            Other="Blocker",
            Alpha='creatures named "Other" with Blocker: power := 8',
            Beta='creatures named "Other" with power <= 5: lose Blocker',
        )
    )
    assert len(answer.states) == 2
    broken = judge_answer(parse_property("never: creatures with power >= 8", DUEL), answer)
    assert broken.verdict == "broken"
    assert len({failure.state for failure in broken.failures}) == 1
    kept = judge_answer(parse_property("never: creatures with power >= 9", DUEL), answer)
    assert kept.verdict == "kept"


def test_a_board_without_a_state_says_nothing() -> None:
    """It is counted apart, and neither keeps nor breaks the property."""
    answer = solve(board_of(DUEL, Alpha="creatures with power <= 5: power := 8"))
    assert answer.verdict == "paradox"
    judged = judge_answer(parse_property("never: creatures", DUEL), answer)
    assert (judged.verdict, judged.failures) == ("no state", ())


@pytest.mark.slow
def test_where_silence_does_not_bar_it_can_be_undone() -> None:
    """In the guild's game an ability gained after falling asleep stays."""
    result = check_property(GUILD, "always: asleep objects have no abilities", n=2)
    assert result.status == "fails"
    assert result.example is not None
    assert result.example.kind == "made-up cards"
    assert len(cards(result)) == 2
    (failure,) = result.example.judged.failures
    answer = solve(result.example.scenarios[0])
    assert answer.abilities(failure.objects[0])


@pytest.mark.slow
def test_what_no_board_had_was_not_tested() -> None:
    """No board has a silenced artifact that is a weapon and an instrument of fire."""
    result = checked('always: objects named "Nobody Knows It" have no abilities')
    assert result.status == "never tested"
    assert not result.holds
    assert result.unmet == ('objects named "Nobody Knows It"',)


@pytest.mark.slow
def test_never_is_tested_where_each_part_of_it_was_there() -> None:
    """Silenced objects alone do not test what is said of objects of that name."""
    result = checked('never: silenced objects named "Nobody Knows It"')
    assert result.status == "never tested"
    assert result.unmet == ('objects named "Nobody Knows It"',)


@pytest.mark.slow
def test_a_property_of_players_holds_for_each_of_them() -> None:
    """`you` is each player in turn; whose board it is not has no minion."""
    result = checked("always: there is a minion you control")
    assert result.example is not None
    assert {failure.you for failure in result.example.judged.failures} <= {"you", "me"}
    assert result.example.judged.failures


def loses_and_gains() -> TriedBoard:
    """All minions gain a keyword, one that is silenced among them; it is silenced first."""
    words = SharedWords(SORCERY)
    gives = words.card("Alpha", has=["minions: gain Burrowing"])
    silent = words.card("Beta", has=["self: silenced"])
    board = scenario(SORCERY, "gained after silence", [play(gives, "A"), play(silent, "B")], YOU)
    return TriedBoard("made-up cards", (board,))


def test_other_readings_are_tried_and_refuted_ones_do_not_count() -> None:
    """Silence is undone if what is lost may come back, which a worked example refutes."""
    what = parse_property(SILENT, SORCERY)
    board = loses_and_gains()
    explored = PropertyExploration(what, board).run(None)
    assert [verdict_of(group.outcome) for group in explored.groups] == ["kept"]
    refuted = {verdict_of(each.outcome) for each in explored.refuted}
    assert "broken" in refuted
    bare = replace(board.orders[0], readings={"SORC-OPEN-LOSE": "momentary"})
    assert judge_answer(what, solve(bare)).verdict == "broken"


@pytest.mark.slow
def test_a_failure_under_another_reading_names_it() -> None:
    """A rulebook of which no worked examples are known reads the loss both ways."""
    own = replace(SORCERY, id="of-ones-own")
    result = check_property(own, SILENT, n=2)
    assert result.status == "fails"
    assert result.example is not None
    assert result.example.readings == {"SORC-OPEN-LOSE": "momentary"}
    assert "SORC-OPEN-LOSE" in dict(result.example.matters)


@pytest.mark.slow
def test_boards_come_smallest_first() -> None:
    """Real cards before made-up ones of the same size."""
    what = parse_property(SILENT, SORCERY)
    boards = BoardStock(SORCERY, 1).boards(what)
    sizes = [board.size for board in boards]
    assert sizes == sorted(sizes)
    assert {board.kind for board in boards} == {
        "real cards",
        "made-up cards",
        "shipped scenarios",
    }


@pytest.mark.slow
def test_an_interrupt_leaves_what_was_tried() -> None:
    """The result says that it is not complete, and does not hold."""

    def stop(done: int, _: int) -> None:
        if done == 20:
            raise KeyboardInterrupt

    result = check_property(SORCERY, SILENT, n=1, progress=stop)
    assert not result.complete
    assert not result.holds
    assert result.tried == 20


@pytest.mark.parametrize(
    ("subject", "message"),
    [
        ("King of the Relm", "did you mean 'King of the Realm'"),
        ("Mesmerism", "needs a place, a target or a choice"),
    ],
)
def test_what_cannot_be_put_in_order_is_refused(subject: str, message: str) -> None:
    """A card that there is not, and one that needs a target."""
    with pytest.raises(LayerlawError, match=message):
        check_property(SORCERY, f'always: order does not matter for "{subject}", "Foot Soldier"')
