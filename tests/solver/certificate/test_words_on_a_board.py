"""What words mean to the replay, on one board by hand: selectors, players, values, conditions."""

from __future__ import annotations

import pytest
from one_board import (
    ARTIFACT,
    FLYING,
    ME,
    MINION,
    YOU,
    A,
    B,
    C,
    D,
    H,
    K,
    N,
    P,
    S,
    T,
    both,
    either,
    selected,
    view,
)

from layerlaw.model import algebra as a

HAND, ANYWHERE = a.InZone("hand"), a.InZone("*")


@pytest.mark.parametrize(
    ("selector", "who"),
    [
        (a.Everything(), "ABCDETNP"),
        (both(a.Everything(), ANYWHERE), "ABCDEHKTNP"),
        (HAND, "H"),
        (a.InZone("banished"), ""),
        (a.Not(HAND), "ABCDETNP"),
        (MINION, "ABTN"),
        (a.Noun("folk", both(MINION, HAND)), "H"),
        (either(HAND, a.Member("subtypes", "mortal")), "AH"),
        (a.HasStatus("tapped"), "B"),
        (a.HasStatus("sealed"), ""),
        (FLYING, "B"),
        (both(FLYING, ANYWHERE), "BH"),
        (a.HasAbility("Stealth"), ""),
        (a.HasAbility(None), "B"),
        (a.Named("Knight"), ""),
        (a.Named("Knight of Ash"), "A"),
        (a.Named("Knight", part=True), "A"),
        (both(a.Named("Knight", part=True), ANYWHERE), "AK"),
        (a.Linked(), "N"),
        (a.PrintedToken(), "T"),
        (a.CameFrom("hand"), "T"),
        (a.CameFrom(""), "ABCDENP"),
        (a.EnteredThisTurn(), "B"),
        (a.AtSquares((1, 2)), "ABCDE"),
        (a.AtSquares((3,)), ""),
        (a.Owned(YOU), "ABDEN"),
        (a.Owned(ME), "CTP"),
        (both(a.Owned(ME), ANYWHERE), "CKTP"),
        (a.Controlled(YOU), "AC"),
        (a.Controlled(ME), "BETP"),
        (both(a.Controlled(YOU), ANYWHERE), "ACH"),
        (both(a.Controlled(ME), ANYWHERE), "BEKTP"),
        (a.Controlled(a.Opponent()), "BETP"),
        (a.Controlled(a.ControllerOf(D)), ""),
        (a.Bearing(ARTIFACT), "AB"),
        (a.Bearing(MINION), "A"),
        (a.Bearing(H), ""),
        (a.BorneBy(MINION), "CEN"),
        (a.BorneBy(B), "E"),
        (a.Sharing("subtypes", H), "B"),
        (a.Sharing("types", D), "CDE"),
        (a.Exceeding("subtypes", H), "AB"),
        (a.Exceeding("types", A), "CDEP"),
        (a.Compared(a.Read("power", a.It()), ">", a.Number(2)), "AT"),
        (a.Compared(a.Read("power", a.It()), "=", a.Number(0)), "CDE"),
        (a.Compared(a.Read("power", a.It()), "=", a.Number(2)), "P"),
        (a.Compared(a.Number(2), "<", a.Read("power", a.It())), "AT"),
        (a.Compared(a.Read("damage", a.It()), "<", a.Read("power", a.It())), "ABTNP"),
        (a.Compared(a.Read("power", a.It()), ">", a.Read("power", P)), "AT"),
        (a.Compared(a.Read("power", B), "=", a.Number(1)), "ABCDETNP"),
        # What is elsewhere is meant by no other word.
        (either(H, MINION), "ABTN"),
        (either(H, A, B), "AB"),
        (H, ""),
        (A, "A"),
        (a.Self(), "A"),
        (a.It(), "B"),
        (both(a.It(), ANYWHERE), "BH"),
        (a.Not(a.Self()), "BCDETNP"),
        (a.Bearer(), ""),
        (a.Target(), ""),
    ],
)
def test_words_for_objects(selector: a.Selector, who: str) -> None:
    """Those in play, but where a zone is named; S, hidden, and L, a part, are never meant."""
    assert selected(selector, it="B H S") == {*who}


@pytest.mark.parametrize(
    ("selector", "who"),
    [
        (a.Players(None), {"you", "me"}),
        (a.Players(YOU), {"you"}),
        (a.Players(a.You()), {"you"}),
        (a.Players(a.Opponent()), {"me"}),
        (a.Players(a.ControllerOf(B)), {"me"}),
        (a.Players(a.ControllerOf(C)), {"you"}),
        (a.Players(a.ControllerOf(D)), set()),
        (a.Players(a.ControllerOf(N)), set()),
        (a.Players(a.ControllerOf(K)), {"me"}),
        (a.Players(a.ControllerOf(MINION)), set()),
        (a.Players(a.OwnerOf(B)), {"you"}),
        (a.Players(a.OwnerOf(MINION)), set()),
        (a.Players(a.OwnerOf(a.Identified("rules"))), set()),
        (a.Players(a.NamedPlayer("nobody")), set()),
        (a.Players(a.RecordedPlayer((("B", "me"), ("A", "you")))), {"me"}),
        (a.Players(a.RecordedPlayer((("B", "nobody"),))), set()),
        (a.Players(a.RecordedPlayer((("A", "you"),))), set()),
        (a.Noun("foes", a.Players(a.Opponent())), {"me"}),
        (either(a.Players(ME), A), {"A", "me"}),
        (either(a.Players(ME), a.Players(YOU)), {"you", "me"}),
        (either(a.Noun("foes", a.Players(ME)), MINION), {*"ABTN", "me"}),
        (a.Identified("rules"), {"rules"}),
        (either(a.Identified("rules"), MINION), {*"ABTN", "rules"}),
        (both(a.Players(None), a.Did("attack")), {"me"}),
        (both(a.Players(None), a.Did("attack", passive=True)), {"you"}),
        (both(a.Players(None), a.Not(a.Did("attack"))), {"you"}),
        (both(a.Players(None), a.Identified("me")), {"me"}),
        # Nobody owns or controls a player; none is a minion, nor without that type unasked.
        (both(a.Players(None), a.Owned(YOU)), set()),
        (both(a.Players(None), a.Controlled(YOU)), set()),
        (a.Not(MINION), {*"CDEP"}),
        (both(MINION, a.Not(a.Players(YOU))), {*"ABTN"}),
        (a.Identified("me"), set()),
        (both(A, a.Players(None)), set()),
    ],
)
def test_words_for_players(selector: a.Selector, who: set[str]) -> None:
    """Nothing but a word for players, or for the rules, means what is no object."""
    assert selected(selector, it="B") == who


@pytest.mark.parametrize(
    ("did", "who"),
    [
        (a.Did("attack"), "AB"),
        (a.Did("attack", whom=B), "A"),
        (a.Did("attack", whom=a.Players(YOU)), "B"),
        (a.Did("attack", whom=MINION), "A"),
        (a.Did("attack", whom=both(MINION, HAND)), ""),
        (a.Did("attack", passive=True), "BAN"),
        (a.Did("attack", passive=True, whom=MINION), "BN"),
        (a.Did("attack", passive=True, whom=a.Players(ME)), "A"),
        (a.Did("attack", passive=True, whom=S), ""),
        (a.Did("attack", passive=True, whom=a.Self()), "B"),
        (a.Did("attack", passive=True, whom=a.It()), ""),
        (a.Did("attack", passive=True, whom=a.Noun("T", T)), "N"),
        (a.Did("attack", whom=a.Noun("folk", MINION)), "A"),
    ],
)
def test_words_for_deeds(did: a.Did, who: str) -> None:
    """What is hidden did nothing that counts, nor did what became a new object since."""
    assert selected(did) == {*who} | ({"T"} if not did.passive and did.whom is None else set())


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (a.Times(a.Players(None), a.Did("attack")), 1),
        (a.Times(A, a.Did("attack")), 2),
        (a.Times(A, a.Did("attack", period="at any time")), 3),
        (a.Times(A, a.Did("attack", whom=MINION, period="at any time")), 2),
        (a.Times(A, a.Did("attack", whom=K, period="at any time")), 1),
        (a.Times(A, a.Did("attack", whom=MINION)), 1),
        (a.Times(a.Everything(), a.Did("attack", passive=True)), 4),
        (a.Count(MINION), 4),
        (a.Count(both(MINION, ANYWHERE)), 6),
        (a.Read("power", A), 3),
        (a.Read("power", a.Self()), 3),
        (a.Read("power", a.It()), 1),
        (a.Read("power", H), 5),
        (a.Read("power", S), 0),
        (a.Read("power", C), 0),
        (a.Read("power", P), 2),
        (a.Read("power", MINION), 0),
        (a.Read("damage", a.Self()), 2),
        (a.Read("power", a.Bearer()), 0),
        (a.Read("base power", A), 3),
        (a.ReadPart("power", "attack", P), 1),
        (a.ReadPart("power", "defence", P), 4),
        (a.ReadPart("power", "defence", A), 3),
        (a.ReadPart("power", "defence", C), 0),
        (a.ReadPart("power", "defence", MINION), 0),
        (a.Summary("total", "power", MINION), 9),
        (a.Summary("highest", "power", MINION), 4),
        (a.Summary("lowest", "power", MINION), 1),
        (a.Summary("different", "power", MINION), 3),
        (a.Summary("different", "power", a.Everything()), 5),
        (a.Summary("different", "power", HAND), 1),
        (a.Summary("different", "power", ARTIFACT), 1),
        (a.Summary("different", "power", a.InZone("banished")), 0),
        (a.Summary("lowest", "power", a.Everything()), 0),
        (a.Summary("lowest", "power", a.InZone("banished")), 0),
        (a.Summary("highest", "power", a.InZone("banished")), 0),
        (a.Summary("total", "power", ARTIFACT), 0),
        (a.CountWords("subtypes", MINION), 3),
        (a.CountWords("subtypes", MINION, ("beast", "undead")), 1),
        (a.CountWords("subtypes", A), 1),
        (a.CountWords("types", a.Everything()), 3),
        (a.Recorded((("A", 7), ("B", 8))), 8),
        (a.Recorded((("A", 7),)), 0),
        (a.ChosenNumber(), 6),
        (a.Arithmetic(a.Read("power", A), "-", a.Number(1)), 2),
        (a.KeywordNumber("Airborne", "total", 2, B), 2),
        (a.KeywordNumber("Airborne", "highest", 2, B), 2),
        (a.KeywordNumber("Airborne", "lowest", 2, H), 2),
        (a.KeywordNumber("Airborne", "total", 2, A), 0),
        (a.KeywordNumber("Airborne", "total", 2, T), 0),
        (a.KeywordNumber("Airborne", "total", 2, MINION), 0),
    ],
)
def test_words_for_numbers(value: a.Value, number: int) -> None:
    """Of one object, of several, and of what was done."""
    looking = view(choice="6")
    assert looking.value(value, looking.table.bits(("B",))) == number


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (a.Matches(A, MINION), True),
        (a.Matches(a.Everything(), MINION), False),
        (a.Matches(MINION, MINION), True),
        (a.Matches(a.InZone("banished"), MINION), False),
        (a.Matches(a.It(), a.HasStatus("tapped")), True),
        (a.Matches(a.It(), a.It()), True),
        (a.Matches(a.Players(ME), a.Did("attack")), True),
        (a.Matches(a.Players(YOU), a.Did("attack")), False),
        (a.Matches(a.Players(None), a.Did("attack")), False),
        (a.Matches(a.Players(None), a.Not(a.Did("attack"))), False),
        (a.Matches(a.Players(YOU), a.Not(a.Did("attack"))), True),
        (a.Exists(HAND), True),
        (a.Exists(a.InZone("banished")), False),
        (a.Holds(a.Read("power", a.It()), "=", a.Number(1)), True),
        (a.Holds(a.Number(1), "=", a.Read("power", a.It())), True),
        (a.TurnOf(a.You()), True),
        (a.TurnOf(a.Opponent()), False),
        (a.Negation(a.Matches(a.It(), MINION)), False),
        (a.Negation(a.Matches(a.It(), ARTIFACT)), True),
        (a.AllOf((a.Exists(HAND), a.Matches(a.It(), MINION))), True),
        (a.AllOf((a.Exists(HAND), a.Matches(a.It(), ARTIFACT))), False),
        (a.AnyOf((a.Exists(a.InZone("banished")), a.Matches(a.It(), MINION))), True),
        (a.AnyOf((a.Exists(a.InZone("banished")), a.Matches(a.It(), ARTIFACT))), False),
    ],
)
def test_words_for_conditions(condition: a.Condition, holds: bool) -> None:
    """`it` is B; where nothing is meant nothing is so."""
    looking = view()
    assert looking.holds(condition, looking.table.bits(("B",))) is holds
