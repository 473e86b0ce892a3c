"""What words say by themselves, whatever the board, and how numbers are reckoned, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from one_board import card, table, thing

from layerlaw.model import algebra as a
from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.model.rulebooks.rulebook import CopiedAs
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.copied import CopiedForm, left_of
from layerlaw.solver.certificate.replay.instances import ReplayInstances
from layerlaw.solver.certificate.replay.words import (
    Wording,
    _wording,
    chosen_number,
    compare,
    holds_infinite,
    is_called,
    looks_beyond_play,
    means_players,
    named_by,
    policy,
    reckon,
    speaks_of,
    speaks_of_it,
)
from oracle.small_rulebook import small_rulebook
from situations import line, plus, rulebook

X, Y, RULES = a.Identified("X"), a.Identified("Y"), a.Identified("rules")
BEAST, HAND = a.Member("subtypes", "beast"), a.InZone("hand")
PLAYERS = a.Players(None)
OO = INFINITE


@pytest.mark.parametrize(
    ("left", "right", "true"),
    [(1, 2, "!= < <="), (2, 2, "= <= >="), (3, 2, "!= > >="), (-OO, OO, "!= < <=")],
)
def test_comparisons(left: int, right: int, true: str) -> None:
    """The six of them."""
    signs: tuple[a.Comparator, ...] = ("=", "!=", "<", "<=", ">", ">=")
    assert {sign for sign in signs if compare(left, sign, right)} == {*true.split()}


@pytest.mark.parametrize(
    ("first", "sign", "second", "number"),
    [
        (7, "+", 2, 9),
        (7, "-", 2, 5),
        (7, "*", 2, 14),
        (7, "/", 2, 3),
        (-7, "/", 2, -4),
        (7, "/", 0, 0),
        (7, "%", 2, 1),
        (7, "%", 0, 0),
        (8, "%", 4, 0),
        (OO, "+", 3, OO),
        (3, "+", OO, OO),
        (-OO, "+", 3, -OO),
        (OO, "+", -OO, OO),
        (-OO, "+", OO, OO),
        (OO, "-", 3, OO),
        (OO, "-", OO, OO),
        (3, "-", OO, -OO),
        (3, "-", -OO, OO),
        (-OO, "-", 3, -OO),
        (-OO, "-", OO, -OO),
        (-OO, "-", -OO, OO),
        (OO, "*", 2, OO),
        (1, "*", OO, OO),
        (OO, "*", 1, OO),
        (OO, "*", 0, 0),
        (0, "*", -OO, 0),
        (-OO, "*", 2, -OO),
        (-OO, "*", -1, OO),
        (1, "*", -OO, -OO),
        (OO, "*", -OO, -OO),
        (OO, "/", 2, OO),
        (-OO, "/", 2, -OO),
        (OO, "/", -1, -OO),
        (OO, "/", 0, 0),
        (5, "/", OO, 0),
        (-5, "/", OO, 0),
        (OO, "%", 2, 0),
        (-OO, "%", 2, 0),
        (OO, "%", OO, 0),
        (5, "%", OO, 5),
        (5, "%", -OO, 5),
    ],
)
def test_numbers_are_reckoned(first: int, sign: a.ArithmeticSign, second: int, number: int) -> None:
    """Division rounds down, by 0 it gives 0; infinite numbers as the definition says."""
    assert reckon(first, sign, second) == number


@pytest.mark.parametrize(
    ("choice", "number"),
    [
        (None, 0),
        ("6", 6),
        ("-6", -6),
        ("0", 0),
        ("Ox", 0),
        ("-Ox", 0),
        ("infinite", OO),
        ("-infinite", -OO),
        ("Infinite", OO),
        ("--6", 0),
    ],
)
def test_chosen_numbers(choice: str | None, number: int) -> None:
    """A name is none."""
    assert chosen_number(choice) == number


@pytest.mark.parametrize(
    ("tree", "infinite"),
    [
        (7, False),
        (OO, True),
        (-OO, True),
        ("7", False),
        ("infinite", True),
        ({"power": 1, "water": OO}, True),
        ({"power": 1}, False),
        ((1, (2, frozenset({OO}))), True),
        ((1, (2, frozenset({3}))), False),
        (line(X, plus(1)), False),
        (line(X, plus(OO)), True),
        (None, False),
    ],
)
def test_what_holds_an_infinite_number(tree: object, infinite: bool) -> None:
    """However deep it stands."""
    assert holds_infinite(tree) == infinite


@pytest.mark.parametrize(
    ("tree", "speaks"),
    [
        (a.It(), True),
        (a.Self(), False),
        (a.Recorded((("X", 1),)), True),
        (a.RecordedPlayer((("X", "you"),)), True),
        (a.Both((BEAST, a.Not(a.It()))), True),
        (a.Both((BEAST, HAND)), False),
        (a.Compared(a.Read("power", a.It()), ">", a.Number(1)), False),
        (a.Arithmetic(a.Number(1), "+", a.Read("power", a.It())), True),
        (a.Controlled(a.ControllerOf(a.It())), True),
        ((1, "it"), False),
    ],
)
def test_what_speaks_of_it(tree: object, speaks: bool) -> None:
    """A comparison of candidates has an `it` of its own."""
    assert speaks_of_it(tree) == speaks


def wording(*said: str, named: tuple[str, ...] | None = None) -> Wording:
    """What a selector says by its words."""
    zoned, own, players, targets, rules = (
        word in said for word in ("zoned", "own", "players", "targets", "rules")
    )
    return Wording(zoned, own, players, targets, rules, named)


@pytest.mark.parametrize(
    ("selector", "right"),
    [
        (BEAST, wording()),
        (HAND, wording("zoned")),
        (a.Not(HAND), wording()),
        (a.Placed("here", a.Self()), wording()),
        (a.Target(), wording("zoned", "targets")),
        (a.Both((BEAST, a.Either((HAND, a.Self())))), wording("zoned", "own")),
        (a.Noun("foes", a.Both((PLAYERS, BEAST))), wording("players")),
        (a.Noun("rule", RULES), wording("rules")),
        (a.Both((BEAST, RULES)), wording("rules")),
        (RULES, wording("rules", named=("rules",))),
        (a.Not(RULES), wording()),
        (X, wording(named=("X",))),
        (a.Either((X, a.Either((Y, X)))), wording(named=("X", "Y", "X"))),
        (a.Either((X, BEAST)), wording()),
        (a.Both((X, Y)), wording()),
    ],
)
def test_what_selectors_say_by_their_words(selector: a.Selector, right: Wording) -> None:
    """Zones, `self`, players, targets and rules; ids where it is nothing but ids."""
    assert _wording(selector) == right
    assert looks_beyond_play(selector) == right.zoned
    assert named_by(selector) == right.named


@pytest.mark.parametrize(
    ("scope", "who", "speaks"),
    [
        (a.Noun("folk", BEAST), a.Noun("folk", BEAST), True),
        (a.Noun("folk", BEAST), a.Noun("kin", BEAST), False),
        (a.Noun("folk", BEAST), BEAST, False),
        (a.Not(a.Noun("folk", BEAST)), a.Noun("folk", BEAST), True),
        (a.Both((HAND, a.Either((X, a.Noun("folk", BEAST))))), a.Noun("folk", BEAST), True),
        (a.Both((HAND, X)), a.Noun("folk", BEAST), False),
        (BEAST, a.Noun("folk", BEAST), False),
    ],
)
def test_who_is_spoken_of_by_that_very_noun(
    scope: a.Selector, who: a.Selector, speaks: bool
) -> None:
    """What a noun means does not count."""
    assert speaks_of(scope, who) == speaks


def test_words_for_players() -> None:
    """Alone, and as nouns."""
    assert means_players(PLAYERS)
    assert means_players(a.Noun("foes", a.Noun("foes", PLAYERS)))
    assert not means_players(a.Both((PLAYERS, BEAST)))
    assert not means_players(BEAST)


@pytest.mark.parametrize(
    ("name", "wanted", "part", "called"),
    [
        ("Knight", "Knight", False, True),
        ("Knight of Ash", "Knight", False, False),
        ("Knight of Ash", "Knight", True, True),
        ("Knighted", "Knight", True, False),
        ("Knight", "Knight", True, True),
        ("Sir Knight", "Knight", True, False),
        ("Cow + Knight", "Knight", False, True),
        ("Cow + Knight, Ashen", "Knight", True, True),
        ("Cow + Knighted", "Knight", True, False),
        ("Knighted + Knight's Son", "Knight", True, True),
    ],
)
def test_names(name: str, wanted: str, part: bool, called: bool) -> None:
    """Any of several; in part where it goes on behind the words, a word later."""
    assert is_called(name, wanted, part=part) == called


def test_a_policy_that_a_rulebook_does_not_ask_has_its_first_value() -> None:
    """Whatever others say."""
    assert policy(rulebook({"floor": "none"}), "floor") == "none"
    assert policy(replace(rulebook({"floor": "none"}), policies={}), "floor") == "when read"


# --- what is copiable --------------------------------------------------------------------------


def test_what_a_status_hides_is_copied_as_that() -> None:
    """A face that is down: what the rulebook says, or what is listed; of that object alone."""
    book = small_rulebook({"a copy reads": "what the copy layer left"})
    hidden = CopiedAs((("types", ("minion",)),), (("power", 2),))
    tapped = replace(book.statuses["tapped"], copied_as=hidden)
    book = replace(book, statuses={**book.statuses, "tapped": tapped})
    ox, listed = card("Ox", power=7), card("Thing", "aura", power=5)
    down = frozenset({"tapped"})
    things = (
        thing("A", ox, None),
        thing("B", ox, None, statuses=down),
        thing("C", ox, None, statuses=down, listed=listed),
        thing("D", ox, None, listed=listed, statuses=frozenset({"silenced"})),
    )
    where = table(book, things)
    board = starting_board(where, ReplayInstances({}))
    found = [left_of(place, board, where).card for place in range(4)]
    assert [(one.name, dict(one.numbers)) for one in found] == [
        *(("Ox", {"power": 7}), ("", {"power": 2})),
        *(("", {"power": 5}), ("Ox", {"power": 7})),
    ]
    assert [one.sets["types"] for one in found] == [
        *(("minion",), ("minion",)),
        *(("aura",), ("minion",)),
    ]


def test_what_is_copied_is_compared_by_its_card() -> None:
    """And is nothing else."""
    one, twin, other = (CopiedForm(card("Ox", power=power)) for power in (1, 1, 2))
    assert one == twin
    assert one != other
    assert one != twin.card
    assert hash(one) == hash(twin)
