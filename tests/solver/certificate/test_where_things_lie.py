"""Where things lie, as the replay sees it: regions and relations of place, on one map by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model.cards.card import Card
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Place
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.instances import ReplayInstances
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import NOWHERE, Situation, Thing
from oracle.small_rulebook import small_rulebook

PLACES = {
    "G": Place((13,)),
    "S": Place((7,)),
    "T": Place((8,)),
    "Y": Place((17,), "deep"),
    "A": Place((7,)),
    "B": Place((7,), "deep"),
    "C": Place((13,)),
    "D": Place((13,), "deep"),
    "E": Place((8,)),
    "F": Place((12,), "void"),
    "L": Place((17,)),
    "U": Place((2,)),
    "V": Place((12,), "void"),
    "W": Place((8, 13), "deep"),
    "X": Place((20,), "deep"),
    "Z": Place((8,), "void"),
    "K": Place((7,)),
    "Q": Place((7,)),
    "H": None,
    "N": None,
}
"""Five squares in a row, four rows. Sites are G, which holds water, S, T and, laid too deep, Y.

Void is below F, V and Z, no ground above X. K left for the cemetery, Q is hidden, N a part of A.
"""
SITES = "GSTY"
ZONES = {"K": "cemetery", "H": "hand", "N": NOWHERE}


def laid(book: Rulebook | None = None) -> tuple[ReplayTable, ReplayBoard]:
    """The table and the board as printed; water is on G, none on S, and T has no such number."""
    things = []
    for entered, (id, place) in enumerate(PLACES.items(), 1):
        numbers = {"water": int(id == "G")} if id in "GS" else {"power": 1}
        card = Card(id, {"types": ("site",) if id in SITES else ("minion",)}, numbers)
        zone = ZONES.get(id, "realm")
        one = Thing(id, card, "you", "you", zone, place, None, (entered, 0), {})
        things.append(replace(one, statuses=frozenset({"sealed"} if id == "Q" else ())))
    situation = Situation(
        book or small_rulebook(), ("you", "me"), tuple(things), (), None, frozenset()
    )
    table = ReplayTable(situation)
    return table, starting_board(table, ReplayInstances({}))


@pytest.mark.parametrize(
    ("region", "there"),
    [
        ("surface", "GSTYACELU"),
        ("void", "FVZ"),
        ("underwater", "GDW"),
        ("underground", "STYBX"),
        ("nowhere", ""),
    ],
)
def test_regions(region: str, there: str) -> None:
    """A site is on its surface and below it; W has water above it on one of its squares."""
    table, board = laid()
    assert {*table.named(table.in_region(region, table.playing_ones, board))} == {*there}
    some = table.bits("GABCZ")
    assert {*table.named(table.in_region(region, some, board))} == {*there} & {*"GABCZ"}


@pytest.mark.parametrize(
    ("relation", "anchor", "ahead", "there"),
    [
        ("adjacent to", "A", None, "STAEU"),
        ("adjacent to", "B", None, "STB"),
        ("adjacent to", "F", None, "SGYFV"),
        ("adjacent to", "S", None, "STABEU"),
        ("adjacent to", "G", None, "GTCDEW"),
        ("adjacent to", "D", None, "GTDW"),
        ("adjacent to", "W", None, "STGDW"),
        ("adjacent to", "Z", None, "STGZ"),
        ("adjacent to", "H", None, ""),
        ("nearby", "X", None, "X"),
        ("nearby", "U", None, "STAEU"),
        ("in front of", "A", None, ""),
        ("in front of", "A", "you", "U"),
        ("in front of", "A", "me", ""),
        ("in front of", "U", "me", "SA"),
        ("in front of", "U", "you", ""),
        ("in front of", "K", "you", "U"),
        ("here", "A", None, "SA"),
        ("here", "S", None, "SAB"),
        ("here", "B", None, "SB"),
        ("here", "F", None, "FV"),
        ("here", "G", None, "GCDW"),
        ("here", "D", None, "GDW"),
        ("here", "W", None, "TGDW"),
        ("here", "X", None, "X"),
        ("here", "Z", None, "Z"),
        ("here", "T", None, "TE"),
        ("here", "L", None, "YL"),
        ("here", "K", None, "SA"),
        ("here", "H", None, ""),
        ("occupying", "A", None, "SAB"),
        ("occupying", "F", None, ""),
        ("occupying", "Z", None, "TEW"),
        ("occupying", "Y", None, "YL"),
        ("atop", "S", None, "A"),
        ("atop", "B", None, "SA"),
        ("atop", "Z", None, "TE"),
        ("atop", "F", None, ""),
        ("atop", "Y", None, "L"),
        ("above", "A", None, ""),
        ("above", "B", None, "SA"),
        ("above", "S", None, "SA"),
        ("above", "W", None, "TEGC"),
        ("above", "X", None, ""),
        ("above", "F", None, ""),
        ("above", "Y", None, "YL"),
        ("below", "A", None, "SB"),
        ("below", "S", None, "SB"),
        ("below", "B", None, ""),
        ("below", "C", None, "GDW"),
        ("below", "Z", None, ""),
        ("below", "U", None, ""),
        ("below", "L", None, "Y"),
        ("below", "Y", None, "Y"),
    ],
)
def test_relations(relation: str, anchor: str, ahead: str | None, there: str) -> None:
    """To one object, of all in play, and of some of them, asked twice."""
    table, board = laid()
    place = table.index[anchor]
    for among in (table.playing_ones, table.bits("SABFT"), table.playing_ones):
        standing = table.standing(among, relation, place, board, ahead)
        assert standing == table.bits(there) & among


def test_who_is_where() -> None:
    """K has left, Q is hidden, N is a part of another object, and H was never in play."""
    table, _ = laid()
    assert table.in_play == tuple(id for id in PLACES if id not in "KQHN")
    assert table.visible == tuple(id for id in PLACES if id not in "QN")
    assert table.hidden == {"Q", "N"}
    assert table.beyond == {"you", "me", "rules"}
    assert table.playing == {*table.in_play}
    assert table.on_square[7] == ["S", "A", "B"]
    assert table.on_square[13] == ["G", "C", "D", "W"]
    assert 1 not in table.on_square
    everyone = (*PLACES, "you", "me", "rules")
    for id in everyone:
        assert table.is_where(id, ()) == (id in table.playing or id in ("you", "me"))
        assert table.is_where(id, ("hand", "cemetery")) == (id in ("H", "K"))
        assert table.is_where(id, ("realm",)) == (id in table.playing)
        assert table.is_where(id, ("rules",)) == (id == "rules")
        assert not table.is_where(id, ("banished",))
    assert table.is_of(everyone)
    assert table.is_of((*PLACES, "you", "me", "rules"))
    assert not table.is_of((*PLACES, "me", "you", "rules"))
    assert not table.is_of(everyone[:-1])
    assert table.is_of(everyone)
    assert table.named(table.bits(["W", "nobody", "A"])) == ("A", "W")
    assert table.all_players == table.bits(["you", "me"])


def test_without_a_map_nothing_lies_anywhere() -> None:
    """There is no ground, no region, and nothing near anything."""
    table, board = laid(replace(small_rulebook(), space=None))
    everyone = table.everyone
    assert not table.ground(everyone, board)
    assert not table.in_region("surface", everyone, board)
    assert not table.near("nearby", 0, None)
    assert not table.turns("in front of")
    assert not table.standing(everyone, "nearby", table.index["A"], board, None)


def test_without_ground_all_that_has_a_place_is_on_one_level() -> None:
    """Whoever is at a place of the anchor is here, or where the relation leads."""
    book = small_rulebook()
    assert book.space is not None
    flat = replace(book.space, ground="", surface="", void="", deep_yes="", deep_no="")
    table, board = laid(replace(book, space=flat))
    for relation, there in (("here", "SABKQ"), ("adjacent to", "STABEFUVWZKQ")):
        standing = table.standing(table.everyone, relation, table.index["A"], board, None)
        assert {*table.named(standing)} == {*there} - {*"KQ"}
