"""What stands on the first board: cards as printed, with what is a part of them, and counters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.rulebook import Characteristic, Rulebook
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.cells import form_of, joined, starting_board
from layerlaw.solver.certificate.replay.instances import (
    UNTOLD,
    ReplayInstance,
    ReplayInstances,
)
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import Situation, Thing, Total
from oracle.build import card
from oracle.small_rulebook import small_rulebook
from situations import line, plus

AIRBORNE, STEALTH = a.Ability("Airborne"), a.Ability("Stealth")
GROWS, SHRINKS = line(a.Self(), plus(1)), line(a.Self(), plus(-1))


def board_of(
    *cards: Card, book: Rulebook | None = None, totals: tuple[Total, ...] = (), **fields: Any
) -> tuple[ReplayTable, ReplayBoard]:
    """The board with these cards as A, B, C... each field by id."""
    things = []
    for entered, form in enumerate(cards, 1):
        id = "ABCDE"[entered - 1]
        own = {name: values[id] for name, values in fields.items() if id in values}
        counters = own.pop("counters", {})
        one = Thing(id, form, "you", "you", "realm", None, None, (entered, 0), counters)
        things.append(replace(one, **own))
    rules = book or small_rulebook()
    situation = Situation(rules, ("you", "me"), tuple(things), (), None, frozenset())
    table = ReplayTable(replace(situation, totals=totals))
    return table, starting_board(table, ReplayInstances({}))


def keywords(board: ReplayBoard, id: str) -> list[str | None]:
    """What an object has, in order."""
    return [one.ability.keyword for one in board.abilities(id)]


def test_cards_that_are_one_are_added_up() -> None:
    """Names, words and abilities together, the numbers that the rulebook lists in sum."""
    book = small_rulebook()
    one = card("Ox", STEALTH, subtypes=("beast",), power=3, water=1)
    other = card("Yak", AIRBORNE, types=("minion", "site"), subtypes=(), power=5, water=7, life=2)
    both = joined(one, (other,), book)
    assert (both.name, dict(both.numbers)) == ("Ox + Yak", {"power": 8, "water": 1})
    assert both.sets == {"types": ("minion", "site"), "subtypes": ("beast",)}
    assert [one.ability for one in both.abilities] == [STEALTH, AIRBORNE]
    third = Card("Ant", {"elements": ("fire",)}, {})
    all_three = joined(third, (one, other), book)
    assert (all_three.name, dict(all_three.numbers)) == ("Ant + Ox + Yak", {"power": 8})
    assert all_three.sets["elements"] == ("fire",)
    assert joined(one, (), book) is one
    assert dict(joined(one, (third,), book).numbers) == {"power": 3, "water": 1}
    named = joined(both, (one,), book)
    assert named.name == "Ox + Yak"
    table, board = board_of(one, linked={"A": (other,)}, copied={"A": other})
    assert board.number("A", "power") == 8
    assert keywords(board, "A") == ["Stealth", "Airborne"]
    assert form_of(table.things["A"], book).numbers["power"] == 10


def test_the_first_board_is_as_printed() -> None:
    """Counters that an object has stand for what is printed; those that count things begin at 0."""
    ox = card("Ox", power=3, life=5, water=2, luck=9)
    table, board = board_of(
        ox,
        ox,
        card("Bell", types=("artifact",)),
        ox,
        counters={"B": {"life": 4, "damage": 2, "luck": 1}, "C": {"life": 3, "growth": 1}},
        controller={"C": ""},
    )
    names = "power", "base power", "life", "water", "damage", "growth", "decay"
    shown = {id: tuple(board.number(id, name) for name in names) for id in "ABCD"}
    assert shown == {
        "A": (3, 3, 5, 2, 0, 0, 0),
        "B": (3, 3, 4, 2, 2, 0, 0),
        "C": (None, None, None, None, 0, 1, 0),
        "D": (3, 3, 5, 2, 0, 0, 0),
    }
    assert [board.player(id, "controller") for id in "ABCD"] == ["you", "you", None, "you"]
    assert board.name("you") == "you"
    assert [board.number(id, "damage") for id in ("you", "me", "rules")] == [None] * 3
    assert "luck" not in board.columns
    every = {"damage": 1, "growth": 2, "decay": 3}
    _, full = board_of(ox, counters={"A": every})
    for columns in (board.columns, full.columns):
        assert all(row for column in columns.values() for row in column.values())
    assert table.rulebook.characteristics.get("luck") is None


def test_players_have_their_own_numbers() -> None:
    """As each began, or as events changed them."""
    luck = Characteristic("luck", "number", of_players=7)
    book = small_rulebook()
    book = replace(book, characteristics={**book.characteristics, "luck": luck})
    _, board = board_of(card("Ox"), book=book, totals=(Total("me", "luck", 4),))
    assert [board.number(id, "luck") for id in ("you", "me", "A", "rules")] == [7, 4, None, None]


def test_faces_give_their_numbers() -> None:
    """Those that the rulebook keeps: the front face in their place, the other card besides."""
    book = replace(small_rulebook(), front_numbers=("life", "power"))
    back = card("Back", power=3, water=2)
    front = card("Front", power=1, life=6, water=9)
    other = card("Other", power=4, life=1, water=9)
    _, board = board_of(
        *(back, back, back),
        book=book,
        front={"A": front, "B": front},
        melded={"B": other, "C": other},
    )
    names = "power", "life", "water"
    shown = {id: tuple(board.number(id, name) for name in names) for id in "ABC"}
    assert shown == {"A": (1, 6, 2), "B": (5, 7, 2), "C": (7, 1, 2)}
    assert board.name("A") == "Back"
    _, board = board_of(back, front={"A": front})
    assert (board.number("A", "power"), board.number("A", "life")) == (3, None)


@pytest.mark.parametrize("loss", ["bar", "momentary"])
def test_statuses_of_events_take_what_they_take(loss: str) -> None:
    """Abilities, with a bar by policy; numbers that there are; the name."""
    ox, well = card("Ox", STEALTH, power=3), card("Well", AIRBORNE, water=4)
    _, board = board_of(
        *(ox, ox, well, well),
        book=small_rulebook({"loss": loss}),
        statuses={"B": frozenset({"silenced"}), "C": frozenset({"disabled"}), "A": frozenset()},
        counters={"D": {"damage": 1}},
    )
    assert [keywords(board, id) for id in "ABCD"] == [["Stealth"], [], ["Airborne"], ["Airborne"]]
    assert [board.flag(id, "silenced") for id in "ABCD"] == [False, True, False, False]
    assert [board.flag(id, "disabled") for id in "ABCD"] == [False, False, True, False]
    assert [board.name(id) for id in "ABCD"] == ["Ox", "Ox", "", "Well"]
    assert [board.number(id, "water") for id in "ABCD"] == [None, None, 0, 4]
    bars: dict[tuple[str, object], int] = {("number", "water"): 0b100}
    if loss == "bar":
        bars["all but", frozenset()] = 0b010
    assert board.columns["bars"] == bars


def test_the_first_object_is_emptied_as_any_other() -> None:
    """Of the numbers that its status takes."""
    well = card("Well", water=4)
    _, board = board_of(well, well, statuses={"A": frozenset({"disabled"})})
    assert [board.number(id, "water") for id in "AB"] == [0, 4]


def test_what_is_empty_already_is_not_made_a_number() -> None:
    """Where nobody has the number, and where a bar stands already."""
    _, board = board_of(card("Ox"), statuses={"A": frozenset({"disabled"})})
    assert board.number("A", "water") is None
    assert board.columns["bars"] == {("number", "water"): 0b1}


def test_abilities_that_were_lost_for_good_are_not_there() -> None:
    """Whoever else has the same card."""
    ox = card("Ox", STEALTH, AIRBORNE, GROWS)
    _, board = board_of(ox, ox, without={"B": frozenset({"Stealth"})})
    assert keywords(board, "A") == ["Stealth", "Airborne", None]
    assert keywords(board, "B") == ["Airborne", None]
    first, second = board.abilities("A"), board.abilities("B")
    assert first[1:] == second
    of_rules = 0b10000
    right: dict[str | None, int] = {"Stealth": 0b01, "Airborne": 0b11}
    right |= {None: 0b11 | of_rules, "*any*": 0b11 | of_rules}
    assert board.columns["keywords"] == right


# --- instances ---------------------------------------------------------------------------------


NUMBERED = a.Ability("Ward", number="2")


@pytest.mark.parametrize(
    ("ability", "number", "giver", "name", "label", "id"),
    [
        (AIRBORNE, 1, None, "", "Airborne", "X.1"),
        (NUMBERED, 3, None, "", "Ward 2", "X.3"),
        (GROWS, 2, None, "", "as told", "X.2"),
        (GROWS, 2, None, "rule", "as told", "X.rule"),
        (AIRBORNE, 1, "G.1", "", "Airborne from G.1", "X.Airborne@G.1"),
        (NUMBERED, 1, "G.1", "", "Ward 2 from G.1", "X.Ward 2@G.1"),
        (GROWS, 1, "G.1", "", "as told from G.1", "X.gained@G.1"),
        (GROWS, 2, "G.1", "", "as told from G.1", "X.gained2@G.1"),
    ],
)
def test_what_instances_and_their_effects_are_called(
    ability: a.Ability, number: int, giver: str | None, name: str, label: str, id: str
) -> None:
    """By keyword and number, or by the text; and by what gave them."""
    one = ReplayInstance(ability, number, 0, giver, True, name, "as told")
    assert one.label == label
    assert one.effect_id("X") == id
    changed = replace(one, text_of=replace(one, text_of=one))
    assert changed.printed is one is one.printed


def test_texts_are_those_of_the_record() -> None:
    """Of abilities that are no keywords; those that no ability is called by are untrue."""
    instances = ReplayInstances({"it grows": GROWS, "it shrinks": SHRINKS})
    assert instances.text(AIRBORNE) == ""
    assert instances.text(GROWS) == "it grows"
    assert instances.text(line(a.Self(), plus(2))) == UNTOLD
    assert instances.untrue() == ("it shrinks",)
    assert instances.text(line(a.Self(), plus(-1))) == "it shrinks"
    assert instances.untrue() == ()


def test_printed_instances_are_numbered_by_what_works() -> None:
    """And ranked by their place, with what shifts it; one card has its instances once."""
    uses = PrintedAbility("activates", SHRINKS)
    card = Card(
        "Card",
        {},
        {},
        (
            PrintedAbility("has", STEALTH),
            PrintedAbility("has", GROWS, name="first"),
            uses,
            replace(PrintedAbility("has", SHRINKS, name="last"), shift=5),
        ),
    )
    instances = ReplayInstances({})
    found = instances.printed(card)
    assert found is instances.printed(card)
    assert [one.rank for one in found] == [0, 1, 2, 8]
    assert [one.static for one in found] == [False, True, False, True]
    assert [one.number for one in found] == [0, 1, 1, 2]
    assert [one.activated for one in found] == [one.resolves for one in found]
    assert [one.activated for one in found] == [False, False, True, False]
    assert [one.used for one in found] == [None, None, uses, None]
    assert {one.name for one in found} == {""}
    assert [one.name for one in ReplayInstances({}).printed(card, named=True)] == [
        *("", "first", "", "last")
    ]


def test_cards_alike_in_a_place_print_one_instance_there() -> None:
    """Of one name and edition, with the same ability, as it is used, in the same place."""
    instances = ReplayInstances({})

    def of(*abilities: PrintedAbility, name: str = "Card", edition: str = "") -> ReplayInstance:
        return instances.printed(Card(name, {}, {}, abilities, edition=edition))[-1]

    has, other = PrintedAbility("has", GROWS), PrintedAbility("has", SHRINKS)
    one = of(has)
    assert of(PrintedAbility("has", line(a.Self(), plus(1)))) is one
    for different in (
        of(other),
        of(has, name="Other"),
        of(has, edition="first"),
        of(other, has),
        of(PrintedAbility("activates", GROWS)),
        of(replace(has, shift=1)),
    ):
        assert different is not one
    assert of(has) is one
    assert of(PrintedAbility("activates", GROWS)) is of(PrintedAbility("activates", GROWS))
    assert of(PrintedAbility("triggers", GROWS)) is not of(PrintedAbility("activates", GROWS))
