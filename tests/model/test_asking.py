"""Boards and questions in a line: what they mean, and what is said of those that mean nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layerlaw.model.asking.asked import (
    FactAsked,
    ObjectAsked,
    PlaceAsked,
    RulingAsked,
    ValueAsked,
)
from layerlaw.model.asking.read import read_asked
from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.write import event_text
from layerlaw.model.shipped import shipped_rulebook

PIECES = [
    "King of the Realm",
    "king",
    "foot",
    "Mesmerism",
    "Lorraine, Blademaster",
    "their",
    "(theirs)",
    "(",
    ")",
    ",",
    ":",
    "?",
    "at 8",
    "on foot",
    "in hand",
    "as F",
    "choosing 3",
    "with 2 damage",
    "who controls",
    "what power has",
    "can",
    "attack",
    "be",
    "by",
    "is",
    "a",
    "mortal",
    "the",
    "second",
    "K1",
    "does",
    "have",
    "Airborne",
    "why",
    "where is",
    "power of",
    "how strong is",
    "use",
    "leaves",
    "it",
    "my turn",
    "one answer",
    "not",
    ">=",
    "dies",
    '"',
    "\u2019",
    "\ue001",
    "\x00",
    "İ",
    "{",
    "]",
    "%",
    "\\\\",
    "layer control: K1 before F",
    "which",
    "the kings",
    "each mortal",
    "and",
    "do I control",
]
BOARD = "King of the Realm, King of the Realm (theirs), Foot Soldier"


def events(text: str) -> list[str]:
    """The events of the board, as a scenario has them."""
    scenario = read_asked(text).board.scenario
    return [event_text(event, scenario.rulebook) for event in scenario.events]


def asked(question: str, board: str = BOARD) -> list[object]:
    """What the questions ask of a board."""
    return [one.what for one in read_asked(f"{board}: {question}").questions]


def fact(question: str, board: str = BOARD) -> str:
    """The statement that one question asks about."""
    (what,) = asked(question, board)
    assert isinstance(what, FactAsked)
    return what.fact.written()


def trouble(text: str) -> str:
    """The message on a text that means nothing."""
    with pytest.raises(BadInput) as refused:
        read_asked(text)
    return str(refused.value)


def below_caret(text: str) -> str:
    """The part of a short text that begins at the caret of its message."""
    lines = trouble(text).splitlines()
    return lines[1][lines[2].index("^") :]


# --- boards --------------------------------------------------------------------------------------


def test_cards_arrive_in_order_and_are_the_askers_unless_it_is_said() -> None:
    """Ids are first letters, with numbers where a card comes twice."""
    assert events(BOARD) == [
        "you: King of the Realm as K1",
        "them: King of the Realm as K2",
        "you: Foot Soldier as F",
    ]
    assert read_asked(BOARD).board.scenario.rulebook.id == "sorcery-2026-07"
    assert read_asked(BOARD).board.newest


@pytest.mark.parametrize(
    ("card", "player"),
    [
        ("their Foot Soldier", "them"),
        ("Foot Soldier (theirs)", "them"),
        ("my Foot Soldier", "me"),
        ("your Foot Soldier", "you"),
        ("Anna's Foot Soldier", "Anna"),
        ("Foot Soldier (Anna)", "Anna"),
    ],
)
def test_whose_a_card_is_stands_before_it_or_in_brackets(card: str, player: str) -> None:
    """Words, or any name."""
    assert events(f"King of the Realm, {card}")[1] == f"{player}: Foot Soldier as F"


def test_who_says_mine_is_who_asks() -> None:
    """Then what has no word is `me`'s; where all are named, nobody else sits at the table."""
    board = read_asked("my Foot Soldier, King of the Realm, their Mesmerism on King").board
    assert board.scenario.players == ("me", "them")
    board = read_asked("Anna's Foot Soldier, Bob's King of the Realm").board
    assert board.scenario.players == ("Anna", "Bob")


def test_where_a_card_is_and_what_is_on_it() -> None:
    """Places, levels, zones, targets, counters, statuses, copies, choices, ids of one's own."""
    assert events(
        "Foot Soldier at 8 with 2 damage, Bosk Troll at 9 underground (theirs, tapped) as T, "
        "Mesmerism on the troll, Silence at 7, 8, 12 and 13"
    ) == [
        "you: Foot Soldier as F at 8",
        "damage: F 2",
        "them: Bosk Troll as T at 9 underwater",
        "gets: T tapped",
        "you: Mesmerism as M on T",
        "you: Silence as S at 7, 8, 12, 13",
    ]
    assert events("bolshack dragon in hand, cocco lupia")[0] == "you: Bolshack Dragon as B in hand"
    assert events("Banner Slime with a buff counter")[1] == "buff: B 1"
    named = 'Rai, Archmage in material deck, Nia, Mistveiled Scout choosing "Rai, Archmage"'
    assert events(named)[1].endswith('as N choosing "Rai, Archmage"')


def test_turns_uses_and_leaving_stand_between_the_cards() -> None:
    """Each in the place of a card."""
    assert events("Triskit, Guidance Angel, their turn, use Triskit, Triskit leaves") == [
        'you: "Triskit, Guidance Angel" as T',
        "turn: them",
        "you: use T",
        "leave: T to graveyard",
    ]


def test_names_go_in_any_case_and_by_parts_that_one_card_has() -> None:
    """Commas in names part no cards, and a part of a name means the card that is there already."""
    assert events("lorraine, blademaster, rai, archmage") == [
        'you: "Lorraine, Blademaster" as L',
        'you: "Rai, Archmage" as R',
    ]
    assert events("King of the Realm, their king") == [
        "you: King of the Realm as K1",
        "them: King of the Realm as K2",
    ]
    assert events("sisters") == ["you: Sisters of Silence as S"]


def test_a_rulebook_can_be_named() -> None:
    """Then it is not the newest."""
    book = shipped_rulebook("sorcery-2026-01")
    board = read_asked(BOARD, book).board
    assert (board.scenario.rulebook, board.newest) == (book, False)


# --- questions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        "who controls Foot Soldier?",
        "Who controls the foot soldier now",
        "whose is F?",
        "who is the controller of F?",
        "controller of soldier",
    ],
)
def test_who_controls_it(question: str) -> None:
    """In plain English and in the words of expectations."""
    assert asked(question) == [ValueAsked("F", "controller")]


@pytest.mark.parametrize(
    "question",
    [
        "what power has their King?",
        "what power does the second King of the Realm have?",
        "how strong is the last king?",
        "what is the power of K2?",
        "power of k2",
        "what is K2's power?",
        "how much power has the younger King",
    ],
)
def test_what_power_it_has(question: str) -> None:
    """Of two cards with one name by whose it is, by the order of arrival, or by the id."""
    assert asked(question) == [ValueAsked("K2", "power")]


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("does Foot Soldier have Airborne?", "F has Airborne"),
        ("has the soldier airborne", "F has Airborne"),
        ("F has no abilities", "F has no abilities"),
        ("does F have any abilities?", "F has an ability"),
        ("doesn't F have 3 power?", "power of F is 3"),
        ("does F have power 3?", "power of F is 3"),
        ("power of F >= 3", "power of F >= 3"),
        ("is the power of F 3?", "power of F is 3"),
        ("is F a mortal?", "F is a mortal"),
        ("is F silenced?", "F is silenced"),
        ("isn't F in the cemetery?", "F is in cemetery"),
        ("is F mine", "controller of F is you"),
        ("is F theirs?", "controller of F is them"),
        ("do I control F?", "controller of F is you"),
        ("does my opponent control F?", "controller of F is them"),
        ("can F attack their King?", "F can attack K2"),
        ("may F be attacked by K1?", "F can be attacked by K1"),
        ("can't F attack?", "F can't attack"),
        ("can F get damage counters?", "F can get damage counters"),
        ("does F die?", "F dies"),
        ("will F survive?", "F survives"),
        ("is F banished?", "F is banished"),
        ("one answer", "one answer"),
        ("layer control: K1 before K2", "layer 4: K1 before K2"),
    ],
)
def test_whether_something_is_so(question: str, statement: str) -> None:
    """Each question of yes or no is an expectation."""
    assert fact(question).replace("can't", "can") == statement.replace("can't", "can")


def test_other_questions() -> None:
    """All of an object, where it is, the ruling; several questions, and `it` for the last one."""
    assert asked("what is Foot Soldier? where is it?") == [ObjectAsked("F"), PlaceAsked("F")]
    assert asked("F") == asked("what does F look like?") == [ObjectAsked("F")]
    assert asked("what happens?") == asked("") == [RulingAsked()]
    assert [one.what for one in read_asked(BOARD).questions] == [RulingAsked()]


@pytest.mark.parametrize(
    "question", ["why has F power 3?", "why is F a mortal", "why can't F attack?", "why F"]
)
def test_why_asks_for_reasons(question: str) -> None:
    """Whatever stands behind it."""
    (one,) = read_asked(f"{BOARD}: {question}").questions
    assert one.why


# --- what means nothing --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "piece", "said"),
    [
        ("Kng of the Realm", "Kng", "did you mean 'King of the Realm'?"),
        ("King, Foot Soldier", "King,", "did you mean 'King of the Realm', 'King Arthur' or"),
        ("Foot Soldier, Rai, Archmage", "Rai,", "is no card of Sorcery: Contested Realm"),
        ("Foot Soldier at 99", "Foot", "there is no square 99"),
        ("Foot Soldier with 2 dmg", "2 dmg", "unknown counter 'dmg'"),
        ("Mesmerism on Foot Soldier", "Foot", "there is no 'Foot Soldier' here"),
        ("Foot Soldier at 3 at 4", "4", "'at' stands here twice"),
        ("Foot Soldier (theirs) (mine)", "mine", "'notes' stands here twice"),
        ("their Foot Soldier (mine)", "mine", "it is said twice whose this is"),
        ("Foot Soldier: what powr has F", "powr", "did you mean 'power'?"),
        ("Foot Soldier: can F attak", "attak", "did you mean 'attack'?"),
        ("Foot Soldier: who controls Foot Soldir", "Foot Soldir", "did you mean 'Foot Soldier'?"),
        ("Foot Soldier: is F a mortl", "mortl", "did you mean 'mortal'?"),
        ("Foot Soldier: does F have Airborn", "Airborn", "did you mean 'Airborne'?"),
        ("Foot Soldier: how tall is F", "tall", "is no number of sorcery-2026-07"),
        ("Foot Soldier: who controls it", "it", "there is no 'it' here"),
        ("Foot Soldier: frobnicate", "frobnicate", "does not fit here"),
        ("Foot Soldier: is F yours, too", ",", "does not fit here"),
        ("Foot Soldier: who controls", "", "something is missing here"),
        ("", "", "something is missing here"),
        (": who controls F", ": who", "something is missing here"),
    ],
)
def test_what_means_nothing_gets_a_caret_and_advice(text: str, piece: str, said: str) -> None:
    """The caret stands below the place, the message has the nearest names."""
    assert said in trouble(text)
    assert below_caret(text + " ").startswith(piece)


def test_two_of_one_name_are_told_apart() -> None:
    """The candidates say how."""
    said = trouble(f"{BOARD}: who controls the King?")
    assert "the first King of the Realm (K1) or the second King of the Realm (K2)" in said


def test_too_long_a_question_is_refused() -> None:
    """Long before it could take long."""
    assert "is too long" in trouble("x " * 5000)
    assert "too many" in trouble(", ".join(["Foot Soldier"] * 61))


@pytest.mark.slow
@given(st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join), st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_words_are_read_or_refused_with_a_message(text: str, after_a_board: bool) -> None:
    """Never with another error, whatever stands beside what."""
    try:
        read_asked(f"{BOARD}: {text}" if after_a_board else text)
    except BadInput as error:
        assert str(error).startswith("question:1:")


def test_two_words_are_chosen_in_a_line() -> None:
    """Both stand behind `choosing`; one that may not be chosen is told of at its card."""
    board = "Swamp, Mind Bend on Swamp choosing {}, Grizzly Bears"
    assert events(board.format("swamp and island"))[1].endswith("choosing swamp and island")
    assert "'gate' may not be chosen as the other chosen basic land type" in trouble(
        board.format("swamp and gate")
    )
