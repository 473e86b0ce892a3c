"""A scenario loads whole, or every mistake in it is named with its line and column."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layerlaw.model.cards.card import Card
from layerlaw.model.errors import BadInput, NotationError, Where
from layerlaw.model.scenarios.event_lines import MOST_EVENTS
from layerlaw.model.scenarios.events import (
    Attach,
    ChangeCounters,
    Leave,
    LosesForGood,
    Move,
    Place,
    Play,
    Together,
    Transform,
    TurnBegins,
    UseAbility,
)
from layerlaw.model.scenarios.expectations import (
    ExpectAbility,
    ExpectAnswers,
    Expectation,
    ExpectDependency,
    ExpectFate,
    ExpectLoop,
    ExpectLost,
    ExpectMembers,
    ExpectNone,
    ExpectNumber,
    ExpectOrder,
    ExpectPermission,
    ExpectPlayer,
    ExpectStatus,
    ExpectZone,
)
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.model.scenarios.notation import parse_event, said_by_grammar
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_scenarios

HERE = Path(__file__).parent
HEAD = "title: T\nrulebook: ./small.yaml\nplayers: [you, me]\n"
CARDS = """cards:
  Foot: {is: minion, power: 1}
  Land: {is: site}
  Ring: {is: relic, has: ["bearer: gain Flying"]}
  Hush: {is: relic, resolves: ["target: silenced"]}
  Rain: {is: relic, resolves: [minions here: silenced]}
  Twin: {is: minion, enters: ["self: copy of target"]}
  Mage:
    is: minion
    activates:
      - {name: calm, target: silenced until end of turn}
      - {name: fly, self: gain Flying until your next turn}
  Ace, Lord at Arms: {is: minion}
play:
"""


# The line of the first event.
FIRST = (HEAD + CARDS).count("\n") + 1


def load(play: str, rest: str = "", head: str = HEAD) -> Scenario:
    """The scenario with these events, under the small rulebook, with the cards above."""
    text = head + CARDS + "".join(f"  - {line}\n" for line in play.split("; ") if line) + rest
    return loads_scenario(text, "test.yaml", HERE)


def problems(play: str, rest: str = "", head: str = HEAD) -> list[str]:
    """`line of the play:column: message`, for every problem."""
    with pytest.raises(BadInput) as caught:
        load(play, rest, head)
    first = (head + CARDS).count("\n")
    return [f"{p.line - first}:{p.column}: {p.message}" for p in caught.value.problems]


def test_each_event_means_what_is_documented() -> None:
    """Every form of event arrives with its words bound and its place in the file."""
    play = load(
        "you: Foot as F at 1; you: Foot at 2, 3 cave; me: Ring as R on F; you: Hush as H on F, F1;"
        " me: Twin as T at 1 copying F; you: Mage as M; you: use M fly as U; me: use M calm on F;"
        " move: F to 4 hole; attach: R to M; drop: R; damage: F -2; loses: F flying;"
        " transform: F into Mage; turn: me; leave: F; leave: T to grave;"
        " together: [you: Foot as A, you: Foot as B on A]".replace(" on A]", "]")
    ).play
    foot, other, ring, hush, twin, _, fly, calm, *changes = play
    assert isinstance(foot, Play) and foot.place == Place((1,)) and foot.targets == ()
    assert isinstance(other, Play) and other.place == Place((2, 3), "deep")
    assert other.id == "F1"
    assert isinstance(ring, Play) and ring.targets == ("F",) and ring.player == "me"
    assert isinstance(hush, Play) and hush.targets == ("F", "F1") and hush.place is None
    assert isinstance(twin, Play) and twin.copying == "F"
    assert isinstance(fly, UseAbility) and (fly.source, fly.ability, fly.id) == ("M", "fly", "U")
    assert isinstance(calm, UseAbility) and (calm.id, calm.targets) == ("M.use1", ("F",))
    assert calm.where == Where("test.yaml", FIRST + 7, 5)
    where = [each.where for each in changes]
    cards = load_scenario_card("Mage")
    assert changes == [
        Move("F", Place((4,), "void"), where[0]),
        Attach("R", "M", where[1]),
        Attach("R", None, where[2]),
        ChangeCounters("F", "damage", -2, where[3]),
        LosesForGood("F", "Flying", where[4]),
        Transform("F", cards, where[5]),
        TurnBegins("me", where[6]),
        Leave("F", "grave", where[7]),
        Leave("T", "grave", where[8]),
        changes[9],
    ]
    assert isinstance(changes[9], Together)
    assert [e.id for e in changes[9].events if isinstance(e, Play)] == ["A", "B"]


def load_scenario_card(name: str) -> Card:
    """A card of the test's own cards."""
    event = load(f"you: {name} as X").play[0]
    assert isinstance(event, Play)
    return event.card


def test_ids_left_out_are_initials_and_a_number() -> None:
    """They never meet an id that was written, wherever that stands."""
    scenario = load("you: Foot; you: Foot; you: Foot as F2; you: Ace, Lord at Arms")
    assert [event.id for event in scenario.play if isinstance(event, Play)] == [
        "F1",
        "F3",
        "F2",
        "ALaA1",
    ]


def test_a_name_with_a_comma_or_at_is_found() -> None:
    """A card's name is known, so it needs no quotes; with quotes it is the same."""
    for name in ("Ace, Lord at Arms", "'\"Ace, Lord at Arms\" as A at 2'"):
        event = load(f"you: {name} as A at 2" if "as" not in name else f"you: {name}").play[0]
        assert isinstance(event, Play)
        assert (event.card.name, event.id, event.place) == ("Ace, Lord at Arms", "A", Place((2,)))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("power of F is 3", ExpectNumber("F", "power", "=", 3)),
        ("power of F is none", ExpectNumber("F", "power", "=", None)),
        ("power of F >= -1", ExpectNumber("F", "power", ">=", -1)),
        ("damage of F != 1", ExpectNumber("F", "damage", "!=", 1)),
        ("controller of F is me", ExpectPlayer("F", "controller", "me")),
        ("controller of F is no one", ExpectPlayer("F", "controller", None)),
        (
            "types of F is {minion, relic}",
            ExpectMembers("F", "types", ("minion", "relic"), "exactly"),
        ),
        ("types of F is {}", ExpectMembers("F", "types", (), "exactly")),
        ("F is a minion", ExpectMembers("F", "types", ("minion",), "has")),
        ("F is not a relic", ExpectMembers("F", "types", ("relic",), "lacks")),
        ("F has Flying", ExpectAbility("F", "Flying", True)),
        ("F lacks flying", ExpectAbility("F", "Flying", False)),
        ("F does not have flying", ExpectAbility("F", "Flying", False)),
        ("F doesn't have flying", ExpectAbility("F", "Flying", False)),
        ("F has no abilities", ExpectAbility("F", None, False)),
        ("F has an ability", ExpectAbility("F", None, True)),
        ("F is silenced", ExpectStatus("F", "silenced", True)),
        ("F is not silenced", ExpectStatus("F", "silenced", False)),
        ("F survives", ExpectFate("F", "survives")),
        ("F dies", ExpectFate("F", "dies")),
        ("F can attack", ExpectPermission("F", "attack", True)),
        ("F can't attack", ExpectPermission("F", "attack", False)),
        ("F can attack G", ExpectPermission("F", "attack", True, to="G")),
        ("F can't be attacked", ExpectPermission("F", "attacked", False, passive=True)),
        ("F can't be hit by G", ExpectPermission("F", "hit", False, passive=True, to="G")),
        ("me can't cast F", ExpectPermission("me", "cast", False, to="F")),
        ("F can be attacked by me", ExpectPermission("F", "attacked", True, True, "me")),
        ("one answer", ExpectAnswers(1)),
        ("several answers", ExpectAnswers(None)),
        ("3 answers", ExpectAnswers(3)),
        ("paradox", ExpectAnswers(0)),
        ("H is in the grave", ExpectZone("H", "grave", True)),
        ("F is not in grave", ExpectZone("F", "grave", False)),
        ("F is in play", ExpectZone("F", "field", True)),
        ("me has Flying", ExpectAbility("me", "Flying", True)),
        ("layer early: F before G", ExpectOrder("1", ("F", "G"))),
        ("layer 2: F before G before H", ExpectOrder("2", ("F", "G", "H"))),
        ("layer Late: loop [F, G]", ExpectLoop("2", ("F", "G"))),
        ("layer late: no loops", ExpectNone("2", "loops")),
        ("layer late: no dependencies", ExpectNone("2", "dependencies")),
        ("layer late: F depends on G.2", ExpectDependency("2", "F", "G.2", True)),
        ("layer late: F does not depend on G", ExpectDependency("2", "F", "G", False)),
        ("layer late: H is lost", ExpectLost("2", "H", True)),
        ("layer late: F is lost to H", ExpectLost("2", "F", True, "H")),
        ("layer late: F is not lost", ExpectLost("2", "F", False)),
    ],
)
def test_each_expectation_means_what_is_documented(text: str, what: Expectation) -> None:
    """Every form of expectation arrives bound, with its text and its place."""
    play = "you: Foot as F; you: Foot as G; you: Hush as H on F"
    (expected,) = load(play, f"expect:\n  - {text}\n").expect
    assert (expected.what, expected.text) == (what, text)
    assert expected.where.line == FIRST + 4


def test_facts_of_one_layer_are_expectations_of_their_own() -> None:
    """One line with three facts is three expectations, each with its own text and column."""
    found = load(
        "you: Foot as F; you: Foot as G",
        "expect:\n  - layer late: F before G, loop [F, G], F is not lost\n",
    ).expect
    assert [each.text for each in found] == [
        "layer late: F before G",
        "layer late: loop [F, G]",
        "layer late: F is not lost",
    ]
    assert [each.where.column for each in found] == [17, 29, 42]


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("you: Foott", "1:10: unknown card 'Foott': did you mean 'Foot'?"),
        ("you: Foot as F; you: Foot as F", "2:18: two objects with the id 'F'; the first is on li"),
        ("you: Foot as loop", "1:18: 'loop' can't be an id"),
        ("you: Foot as 3", "1:18: '3' can't be an id"),
        ("you: Foot at 7", "1:18: there is no square 7"),
        ("you: Foot at 1, 1", "1:21: square 1 stands here twice"),
        ("you: Foot at 1 cve", "1:20: unknown level 'cve'"),
        ("you: Foot as", "1:17: something is missing here"),
        ("you: Foot at x", "1:18: 'x' does not fit here"),
        ("you: Foot at 1 at 2", "1:23: 'at' stands here twice"),
        ("yu: Foot", "1:5: unknown event or player 'yu'"),
        ("you Foot", "1:5: an event is one `key: value` line"),
        ("{you: Foot, me: Foot}", "1:5: an event is one `key: value` line"),
        ("you: [Foot]", "1:10: an event is one piece of text"),
        ("move: X to 1", "1:11: unknown id 'X'"),
        ("move: F to 1; you: Foot as F", "1:11: 'F' is used here before it enters"),
        ("you: Foot as F; leave: F; damage: F 1", "3:13: 'F' has left play on line "),
        ("you: Foot as F; you: Hush as H on F; move: H to 1", "3:11: 'H' is a spell or"),
        ("you: Hush", "1:10: 'Hush' speaks of a target: say which with `on`"),
        ("you: Foot as F; you: Foot on F", "2:18: nothing on 'Foot' speaks of a target"),
        ("you: Foot as F; you: Hush on F, F", "2:21: the same object stands behind 'on' twice"),
        ("you: Foot as F; you: Foot as G; you: Ring on F, G", "3:21: 'Ring' can be carried by"),
        ("you: Foot as F; you: Foot copying F", "2:23: 'Foot' does not enter as a copy"),
        ("you: Foot as F; you: Hush at 1 on F", "2:18: 'Hush' is a spell that leaves no object"),
        ("you: Foot as F; you: use F", "2:14: 'F' has no ability that is activated or triggered"),
        ("you: Mage as M; you: use M", "2:14: 'M' has several abilities: say which"),
        ("you: Mage as M; you: use M flie", "2:16: 'M' has no ability named 'flie'"),
        ("you: Mage as M; you: use M calm", "2:16: the ability of 'M' speaks of a target"),
        ("you: Mage as M; you: use M fly on M", "2:23: the ability of 'M' speaks of no target"),
        ("you: Mage as M; you: use M fly at 1", "2:14: an ability that is used has no `at`"),
        ("you: Ring as R; attach: R to R", "2:13: 'R' would be carried by itself"),
        (
            "you: Foot as F; you: Ring as R on F; you: Ring as Q on R; attach: R to Q",
            "4:18: 'R' would be carried by itself, because it carries 'Q'",
        ),
        ("you: Foot as F; leave: F to field", "2:17: 'field' is the zone of play"),
        ("you: Foot as F; leave: F to grvae", "2:17: unknown zone 'grvae'"),
        ("you: Foot as F; loses: F Fling", "2:14: unknown keyword or status 'Fling'"),
        ("you: Foot as F; damage: F", "2:14: something is missing here"),
        ("you: Foot as F; transform: F into Hush", "2:23: 'Hush' is a spell, nothing turns into"),
        ("turn: bob", "1:11: unknown player 'bob'"),
        ("together: [you: Foot, me: Foot]", "1:5: cards of several players enter together"),
        ("you: Foot as F; together: [move: F to 1]", "2:22: in a 'together' things move to zones"),
        ("together: [turn: you]", "1:16: unknown player 'turn'"),
        ("together: []", "1:15: no events stand together here"),
    ],
)
def test_what_is_wrong_with_an_event(play: str, expected: str) -> None:
    """A mistake in an event is named at the word that is wrong."""
    assert any(each.startswith(expected) for each in problems(play)), problems(play)


def test_what_happens_to_what_enters_at_that_moment_is_its_players_event() -> None:
    """One player's events need no word on whose turn it is."""
    text = (
        "title: face down\nrulebook: magic-2026-04\nplayers: [you, me]\nplay:\n"
        "  - you: Grizzly Bears as B\n"
        "  - together:\n      - me: Exalted Angel as A\n      - gets: A face-down\n"
    )
    assert len(loads_scenario(text).events) == 2


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("powr of F is 1", "unknown characteristic 'powr'"),
        ("power of X is 1", "unknown id 'X'"),
        ("power of F is low", "'low' is no number"),
        ("controller of F is bob", "unknown player 'bob'"),
        ("types of F is minion", "the words of a set stand in braces"),
        ("types of F is {minon}", "unknown word of types 'minon'"),
        ("F is a minon", "unknown type 'minon'"),
        ("F has Flyin", "unknown keyword 'Flyin'"),
        ("F is silencd", "unknown word 'silencd'"),
        ("F flies", "unknown fate 'flies'"),
        ("F", "what of 'F'?"),
        ("U is silenced", "'U' is an ability used, so no object"),
        ("F is in grvae", "unknown zone 'grvae'"),
        ("me is in grave", "unknown id 'me'"),
        ("base power of F is 1", "unknown characteristic 'base power'"),
        ("layer ealy: F before H", "unknown layer 'ealy'"),
        ("layer late: F before X", "unknown effect 'X'"),
        ("layer late: F before F", "the same effect stands here twice"),
        ("layer late: loop [F]", "a loop has at least two effects"),
        ("layer late: F above H", "'above' does not fit here"),
        ("layers late: F before H", "unknown key 'layers late'"),
        ("[F]", "an expectation is one line"),
    ],
)
def test_what_is_wrong_with_an_expectation(line: str, expected: str) -> None:
    """A mistake in an expectation is named at the word that is wrong."""
    play = "you: Foot as F; you: Hush as H on F; you: Mage as M; you: use M fly as U"
    found = problems(play, f"expect:\n  - {line}\n")
    assert any(expected in each for each in found), found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("players: [you, me]", "players: [you, you]", "two players with the name 'you'"),
        ("players: [you, me]", "players: [you, damage]", "no player can be called 'damage'"),
        ("players: [you, me]", "players: []", "there is no player"),
        ("players: [you, me]", "players: [you, me]\nactive: bob", "unknown player 'bob'"),
        ("players: [you, me]", "players: [you, me]\nbecause: [C9]", "unknown clause 'C9'"),
        ("players: [you, me]", "players: [you, me]\nreadings: {P2: x}", "unknown open point 'P2'"),
        ("players: [you, me]", "players: [you, me]\nreadings: {P1: x}", "unknown reading 'x'"),
        ("players: [you, me]", "playrs: [you, me]", "a scenario has no key 'playrs'"),
        ("title: T", "title: ''", "'title' is empty"),
        ("./small.yaml", "./none.yaml", "there is no such file"),
        ("./small.yaml", "sorcery-2026-1", "did you mean 'sorcery-2026-01'?"),
        ("title: T", "title: T\ncard files: [none.yaml]", "there is no such file"),
    ],
)
def test_what_is_wrong_around_the_events(old: str, new: str, expected: str) -> None:
    """Players, clauses, readings, files: each mistake is named."""
    found = problems("you: Foot as F", head=HEAD.replace(old, new))
    assert any(expected in each for each in found), found


def test_text_names_no_files() -> None:
    """A scenario that is given as text without a folder can't read files."""
    with pytest.raises(BadInput, match="can't name files"):
        loads_scenario(HEAD + "play: []")


def test_a_file_of_cards_is_read(tmp_path: Path) -> None:
    """`card files` adds cards; the scenario's own cards come first."""
    (tmp_path / "more.yaml").write_text("Foot: {is: site}\nHand: {is: relic}\n", encoding="utf-8")
    text = HEAD.replace("./small.yaml", str(HERE / "small.yaml")) + "card files: [more.yaml]\n"
    text += CARDS + "  - you: Hand as H\n  - you: Foot as F\n"
    play = loads_scenario(text, "t.yaml", tmp_path).play
    cards = [event.card for event in play if isinstance(event, Play)]
    assert [card.sets["types"] for card in cards] == [("relic",), ("minion",)]


def test_problems_of_all_parts_come_at_once() -> None:
    """Cards, events, expectations and other orders are all checked in one go."""
    rest = "expect: [F flies]\nalso: [{order: [F, X], expect: [G dies]}]\n"
    found = problems("you: Fot as F; you: Foot at 99", rest, HEAD + "from: x\ncolour: red\n")
    assert len(found) == 6, found


@pytest.mark.slow
@given(
    st.lists(
        st.sampled_from(
            ("Foot", "as", "at", "on", "copying", "F", "3", ",", "King's", "+", '"', "-", "É", "")
        ),
        max_size=9,
    )
)
def test_the_short_cut_reads_what_the_grammar_reads(words: list[str]) -> None:
    """`CARD as ID at SQUARE` is read without the grammar, and always the same way."""
    results = []
    for read in (parse_event, said_by_grammar):
        try:
            results.append(str(read("played", " ".join(words))))
        except NotationError as error:
            results.append(str(error))
    assert results[0] == results[1]


@pytest.mark.slow
@given(st.text(max_size=40), st.sampled_from(["play", "expect", "also", "cards", "players"]))
def test_any_text_loads_or_is_bad_input(text: str, key: str) -> None:
    """Whatever stands behind a key, no other error than `BadInput` escapes."""
    try:
        loads_scenario(HEAD.replace("./small.yaml", "sorcery-2026-01") + f"{key}:\n  - {text}\n")
    except BadInput as error:
        str(error)


@pytest.mark.slow
def test_ten_thousand_events_load_in_seconds() -> None:
    """Loading is linear: 10,000 events and as many expectations take a few seconds at most."""
    rest = "expect:\n" + "".join(f"  - power of F{n} is 1\n" for n in range(10_000))
    begin = time.perf_counter()
    scenario = load("; ".join(f"you: Foot as F{n} at {n % 6 + 1}" for n in range(10_000)), rest)
    assert time.perf_counter() - begin < 20
    assert len(scenario.play) == len(scenario.expect) == 10_000


def test_too_many_events_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """More events than there may be are one problem, whether they stand together or not."""
    assert MOST_EVENTS == 100_000
    monkeypatch.setattr("layerlaw.model.scenarios.event_lines.MOST_EVENTS", 4)
    for play in ("; ".join(["turn: me"] * 6), "together: [" + "you: Foot, " * 6 + "]"):
        assert [each.partition(": ")[2] for each in problems(play)] == ["more than 4 events"]


@pytest.mark.sample(40)
@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.name)
def test_the_shipped_scenarios_load(path: Path) -> None:
    """Every shipped scenario loads and expects something."""
    assert load_scenario(path).expect
