"""Where things lie, as the replay sees it: regions and relations of place, on one map by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from layerlaw.model.cards.card import Card
from layerlaw.model.rulebooks.rulebook import Characteristic, Rulebook
from layerlaw.model.scenarios.events import Place
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.instances import ReplayInstances
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import NOWHERE, Situation, Thing, Total
from oracle.small_rulebook import small_rulebook

PLACES = {
    "H": None,
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
    "J": Place((19,), "deep"),
    "N": None,
}
"""Five squares in a row, four rows. Sites are G, which holds water, S, T and, laid too deep, Y.

Void is below F, V and Z, no ground above X. K and J left play, Q is hidden, N is a part.
"""
SITES = "GSTY"
ZONES = {"K": "cemetery", "J": "cemetery", "H": "hand", "N": NOWHERE}


def laid(
    book: Rulebook | None = None,
    places: Mapping[str, Place | None] = PLACES,
    totals: tuple[Total, ...] = (),
) -> tuple[ReplayTable, ReplayBoard]:
    """The table and the board as printed; water is on G, none on S, and T has no such number."""
    things = []
    for entered, (id, place) in enumerate(places.items(), 1):
        numbers = {"water": int(id == "G")} if id in "GS" else {"power": 1}
        card = Card(id, {"types": ("site",) if id in SITES else ("minion",)}, numbers)
        zone = ZONES.get(id, "realm")
        one = Thing(id, card, "you", "you", zone, place, None, (entered, 0), {})
        things.append(replace(one, statuses=frozenset({"sealed"} if id == "Q" else ())))
    situation = Situation(
        book or small_rulebook(), ("you", "me"), tuple(things), (), None, frozenset()
    )
    table = ReplayTable(replace(situation, totals=totals))
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
    assert bool(table.in_region(region, table.bits("J"), board)) == (region == "underground")
    assert not table.in_region(region, table.bits("H"), board)
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
        ("here", "J", None, ""),
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
    """K and J have left, Q is hidden, N is a part of another object, and H was never in play."""
    table, _ = laid()
    assert table.in_play == tuple(id for id in PLACES if id not in "KJQHN")
    assert table.visible == tuple(id for id in PLACES if id not in "QN")
    assert table.hidden == {"Q", "N"}
    assert table.beyond == {"you", "me", "rules"}
    assert table.playing == {*table.in_play}
    assert table.on_square[7] == ["S", "A", "B"]
    assert table.on_square[13] == ["G", "C", "D", "W"]
    assert 1 not in table.on_square
    assert table.same_place(table.index["J"]) == table.same_place(table.index["H"]) == 0
    everyone = (*PLACES, "you", "me", "rules")
    for id in everyone:
        assert table.is_where(id, ()) == (id in table.playing or id in ("you", "me"))
        assert table.is_where(id, ("hand", "cemetery")) == (id in ("H", "J", "K"))
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
    for relation in ("nearby", "here"):
        assert not table.standing(everyone, relation, table.index["A"], board, None)


def test_where_nothing_is_in_play_nothing_is_meant() -> None:
    """Players are there all the same, and the rules."""
    table, _ = laid(places={"H": None})
    assert (table.in_play, table.visible, table.zone_of_play) == ((), ("H",), 0)
    assert table.beyond_ones == 0b1110


def test_what_an_object_shows() -> None:
    """Its name, every characteristic, base values, statuses, abilities and marks."""
    table, _ = laid()
    assert table.shown == (
        *("name", "types", "subtypes", "controller", "power", "life", "water"),
        *("damage", "growth", "decay", "base power"),
        *("silenced", "disabled", "tapped", "sealed"),
        *("abilities", "can't be modified", "permissions"),
    )


def test_without_ground_all_that_has_a_place_is_on_one_level() -> None:
    """Whoever is at a place of the anchor is here, or where the relation leads."""
    book = small_rulebook()
    assert book.space is not None
    flat = replace(book.space, ground="", surface="", void="", deep_yes="", deep_no="")
    table, board = laid(replace(book, space=flat))
    for relation, there in (("here", "SAB"), ("adjacent to", "STABEFUVWZ")):
        standing = table.standing(table.everyone, relation, table.index["A"], board, None)
        assert {*table.named(standing)} == {*there}


# --- parts in the void -------------------------------------------------------------------------


PARTS = {
    "G": Place((13,)),
    "S": Place((7,)),
    "Y": Place((17,), "deep"),
    "A": Place((7, 8), "surface", (8,)),
    "T": Place((8,)),
    "B": Place((12, 13), "surface", (12,)),
    "C": Place((7,)),
    "D": Place((7,), "deep"),
    "E": Place((13,), "deep"),
    "F": Place((8,)),
    "V": Place((12,), "void"),
    "W": Place((7, 12), "void"),
    "J": Place((19,), "deep"),
    "K": Place((7,)),
    "H": None,
}
"""A lies in the void on 8, and B on 12; W does on both its squares. K left for the cemetery."""


@pytest.mark.parametrize(
    ("region", "there"),
    [
        ("surface", "GSTYABCF"),
        ("void", "VWAB"),
        ("underwater", "GE"),
        ("underground", "STYD"),
    ],
)
def test_regions_of_parts(region: str, there: str) -> None:
    """What lies in the void with a part is on the surface, too."""
    table, board = laid(places=PARTS)
    assert {*table.named(table.in_region(region, table.playing_ones, board))} == {*there}
    assert bool(table.in_region(region, table.bits("J"), board)) == (region == "underground")


@pytest.mark.parametrize(
    ("relation", "anchor", "ahead", "there"),
    [
        ("here", "A", None, "SCA"),
        ("here", "B", None, "VWGB"),
        ("here", "W", None, "WVB"),
        ("here", "D", None, "SD"),
        ("here", "S", None, "SACD"),
        ("here", "K", None, "SAC"),
        ("here", "H", None, ""),
        ("occupying", "S", None, "SACD"),
        ("occupying", "T", None, "TF"),
        ("occupying", "V", None, ""),
        ("occupying", "B", None, "GBE"),
        ("atop", "S", None, "AC"),
        ("atop", "T", None, "F"),
        ("atop", "B", None, "G"),
        ("atop", "A", None, "SCTF"),
        ("above", "D", None, "SAC"),
        ("above", "S", None, "SAC"),
        ("above", "A", None, ""),
        ("above", "E", None, "GB"),
        ("below", "A", None, "SD"),
        ("below", "B", None, "GE"),
        ("below", "W", None, ""),
        ("below", "D", None, ""),
        ("below", "S", None, "SD"),
        ("below", "C", None, "SD"),
        ("below", "T", None, "T"),
        ("below", "Y", None, "Y"),
        ("above", "T", None, "TF"),
        ("above", "Y", None, "Y"),
        ("adjacent to", "A", None, "STCFAGW"),
        ("adjacent to", "H", None, ""),
        ("nearby", "V", None, "STGVWBAY"),
        ("in front of", "W", None, ""),
        ("in front of", "W", "you", "SW"),
        ("in front of", "W", "me", "WVBY"),
    ],
)
def test_relations_of_parts(relation: str, anchor: str, ahead: str | None, there: str) -> None:
    """Square by square: some square of the one and some of the other stand so, in one region."""
    table, board = laid(places=PARTS)
    place = table.index[anchor]
    for among in (table.playing_ones, table.bits("SABFTW")):
        standing = table.standing(among, relation, place, board, ahead)
        assert standing == table.bits(there) & among


def test_without_ground_no_part_lies_apart() -> None:
    """There are no regions that could part what stands at one place."""
    book = small_rulebook()
    assert book.space is not None
    flat = replace(book.space, ground="", surface="", void="", deep_yes="", deep_no="")
    table, board = laid(replace(book, space=flat), PARTS)
    standing = table.standing(table.everyone, "here", table.index["C"], board, None)
    assert {*table.named(standing)} == {*"SACDW"}


def test_players_and_rules_are_older_than_everything() -> None:
    """They have what each began with, and what events made of it, and nothing else."""
    book = small_rulebook()
    luck = Characteristic("luck", "number", of_players=7)
    book = replace(book, characteristics={**book.characteristics, "luck": luck})
    table, _ = laid(book, totals=(Total("you", "luck", 4), Total("me", "fame", 2)))
    you, me, rules = (table.things[id] for id in ("you", "me", "rules"))
    assert you.entered == me.entered == rules.entered == (0, 0)
    assert (you.counters, me.counters) == ({"luck": 4}, {"fame": 2})
    assert you.card.numbers == me.card.numbers == {"luck": 7}
    assert (you.owner, you.controller, you.zone) == ("you", "you", "players")
    assert (rules.owner, rules.zone, len(rules.card.abilities)) == ("", "rules", len(book.rules))
