"""Whatever could make words mean something else is noted as looked at, cell by cell.

Trials pass over an effect if nothing that it looked at was written. One cell after another is
written here: where that was not noted as looked at, everything comes out as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from one_board import (
    AIRBORNE,
    ARTIFACT,
    FLYING,
    MINION,
    YOU,
    A,
    B,
    C,
    D,
    H,
    N,
    P,
    both,
    either,
    view,
)

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.certificate.replay.board import Key, ReplayBoard
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from oracle.small_rulebook import small_rulebook

POWER = a.Read("power", a.It())
BEAST, SITE = a.Member("subtypes", "beast"), a.Member("types", "site")
ANYWHERE = a.InZone("*")

WRITES: tuple[tuple[str, Any], ...] = (
    ("types", frozenset({"minion"})),
    ("types", frozenset({"site"})),
    ("types", frozenset({"artifact"})),
    ("subtypes", frozenset({"beast"})),
    ("subtypes", frozenset({"mortal", "undead"})),
    ("controller", "you"),
    ("controller", "me"),
    ("controller", None),
    ("power", None),
    ("power", 1),
    ("power", 7),
    ("water", 1),
    ("damage", 9),
    ("name", "Knight"),
    ("tapped", True),
    ("tapped", False),
    ("disabled", True),
    ("disabled", False),
    ("abilities", ()),
    ("abilities", (ReplayInstance(AIRBORNE, 1, 1, None, False),)),
)
"""What is written on each object: some of it is what stands there anyway."""


class Shared:
    """Views of one board: what was looked at and the writes are known by rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.view = view("A", book, choice="Knight", targets=frozenset("B"))
        self.board: ReplayBoard = self.view.board
        self.writes = [
            (id, characteristic, value, self.delta(id, characteristic, value))
            for id in "ABCDEHTNP"
            for characteristic, value in WRITES
        ]

    def delta(self, id: str, characteristic: str, value: Any) -> dict[Key, int]:
        """What the write changes."""
        self.board.begin()
        self.board.put(id, characteristic, value)
        delta = self.board.delta()
        self.board.rollback()
        return delta

    def asked(self, words: Any) -> object:
        """What the words come to, asked anew, with `it` as B."""
        looking = replace(self.view, known={})
        it = looking.table.bits("B")
        if isinstance(words, a.Condition):
            return looking.holds(words, it)
        if isinstance(words, a.Value):
            return looking.value(words, it)
        if isinstance(words, a.Player):
            return looking.players(words, it)
        return looking.select(words, it)

    def unnoticed(self, words: Any) -> Iterator[tuple[str, str, Any]]:
        """The writes of which nothing was noted that yet change what the words come to."""
        reads = self.board.reads = {}
        before = self.asked(words)
        self.board.reads = None
        for id, characteristic, value, delta in self.writes:
            if not delta or any(reads.get(key, 0) & row for key, row in delta.items()):
                continue
            self.board.begin()
            self.board.put(id, characteristic, value)
            after = self.asked(words)
            self.board.rollback()
            if after != before:
                yield id, characteristic, value


@cache
def shared(floor: str) -> Shared:
    """One for each policy."""
    return Shared(small_rulebook({"floor": floor}))


WORDS = (
    MINION,
    a.Not(BEAST),
    both(MINION, a.Not(BEAST)),
    either(BEAST, ARTIFACT),
    a.HasStatus("tapped"),
    FLYING,
    a.HasAbility(None),
    both(FLYING, ANYWHERE),
    a.Named("Knight"),
    a.Named("Knight", part=True),
    a.ChosenName(),
    a.Controlled(YOU),
    a.Controlled(a.Opponent()),
    a.Controlled(a.ControllerOf(C)),
    a.Owned(a.ControllerOf(B)),
    a.Sharing("subtypes", H),
    a.Sharing("subtypes", MINION),
    a.Exceeding("subtypes", N),
    a.Exceeding("types", ARTIFACT),
    a.Compared(POWER, ">", a.Number(2)),
    a.Compared(POWER, "=", a.Read("power", P)),
    a.Compared(a.Read("damage", a.It()), ">=", POWER),
    a.Compared(a.Number(1), "=", POWER),
    a.Bearer(),
    a.Bearing(ARTIFACT),
    a.BorneBy(MINION),
    a.Placed("here", B),
    a.Placed("nearby", BEAST),
    a.Placed("in front of", B),
    a.Placed("in front of", ARTIFACT),
    a.Placed("atop", ARTIFACT),
    a.Placed("below", SITE),
    a.Placed("above", MINION),
    a.Placed("occupying", SITE),
    a.InRegion("surface"),
    a.InRegion("underwater"),
    a.Connected(A, MINION),
    a.Did("attack", whom=MINION),
    a.Did("attack", passive=True, whom=ARTIFACT),
    both(a.Players(None), a.Did("attack", whom=BEAST)),
    a.Players(a.ControllerOf(D)),
    a.You(),
    a.Opponent(),
    a.ControllerOf(C),
    a.ControllerOf(both(MINION, BEAST)),
    a.OwnerOf(both(MINION, BEAST)),
    a.Count(MINION),
    POWER,
    a.Read("power", a.Bearer()),
    a.Read("power", both(MINION, BEAST)),
    a.Read("base power", A),
    a.ReadPart("power", "attack", P),
    a.ReadPart("power", "defence", A),
    a.KeywordNumber("Airborne", "total", 2, B),
    a.Summary("total", "power", MINION),
    a.Summary("highest", "power", ARTIFACT),
    a.Summary("different", "power", a.Everything()),
    a.CountWords("subtypes", MINION),
    a.CountWords("subtypes", MINION, ("beast",)),
    a.Times(MINION, a.Did("attack", whom=BEAST)),
    a.Arithmetic(a.Count(MINION), "-", POWER),
    a.Matches(MINION, BEAST),
    a.Matches(a.It(), a.Not(BEAST)),
    a.Exists(both(MINION, FLYING)),
    a.Holds(POWER, "<", a.Count(ARTIFACT)),
    a.TurnOf(a.ControllerOf(B)),
    a.Negation(a.Exists(SITE)),
    a.AllOf((a.Exists(MINION), a.Matches(B, BEAST))),
    a.AnyOf((a.Exists(SITE), a.Matches(A, BEAST))),
)


@pytest.mark.parametrize("floor", ["none", "when read"])
@pytest.mark.parametrize("words", WORDS)
def test_what_could_change_the_meaning_was_looked_at(words: Any, floor: str) -> None:
    """Nothing else that is written matters, and the board is left as it was."""
    assert not list(shared(floor).unnoticed(words))
