"""Events between zones, announced ones, stacking, linking, and expectations inside `play`."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.scenarios.events import (
    Announce,
    ExpectNow,
    GetsStatus,
    Leave,
    Link,
    MoveZone,
    Play,
    Resolve,
    Stack,
    Together,
    UseAbility,
)
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.scenarios.order import effect_events, legal_orders, reordered, with_variant
from layerlaw.model.scenarios.scenario import Scenario

HERE = Path(__file__).parent
HEAD = """title: T
rulebook: ./rich.yaml
players: [A, B]
cards:
  Foot: {is: minion, power: 1}
  Lost in the Woods: {is: minion}
  Hero: {is: champion, has: ["minions: power += 1"]}
  Bolt: {is: spell, cost: 2, resolves: ["target: power -= 1"]}
  Ban:
    is: minion
    has: ["opponents: can't cast spells in any zone with cost = chosen number"]
  Mage: {is: minion, activates: ["target: power += chosen number until end of your next turn"]}
  Ghost: {is: minion, has: ["other minions: power += 1 while in graveyard"]}
  Echo:
    is: spell
    activates: [minions: power += 1 while in graveyard]
    resolves: [minions: gain Shy]
  Trap:
    is: spell
    has: [{while in: [hand], self: "cost -= 1"}]
    resolves: [minions: gain Shy]
play:
"""


def load(play: str, rest: str = "", rulebook: str | None = None) -> Scenario:
    """The scenario with these events."""
    text = HEAD + "".join(f"  - {line}\n" for line in play.split("; ")) + rest
    return loads_scenario(text, "test.yaml", HERE, rulebook=rulebook)


def problems(play: str, rest: str = "") -> list[str]:
    """`line of the play:column: message`, for every problem."""
    with pytest.raises(BadInput) as caught:
        load(play, rest)
    first = HEAD.count("\n")
    return [f"{p.line - first}:{p.column}: {p.message}" for p in caught.value.problems]


def test_cards_are_put_into_zones_and_played_from_them() -> None:
    """An id stays with its card from zone to zone; a card in a zone does nothing more."""
    hand, ghost, play, leave, back, spell, cast = load(
        "A: Foot as F in hand; B: Ghost as G in the graveyard; A: play F; leave: F to hand;"
        " move: F to battle zone; A: Bolt as S in mana zone; A: play S on F"
    ).play
    assert isinstance(hand, Play) and (hand.zone, hand.known) == ("hand", False)
    assert isinstance(ghost, Play) and (ghost.zone, ghost.id) == ("graveyard", "G")
    assert isinstance(play, Play) and (play.zone, play.known, play.id) == (None, True, "F")
    assert play.card == hand.card and play.player == "A"
    assert isinstance(leave, Leave) and leave.zone == "hand"
    assert isinstance(back, MoveZone) and (back.object, back.zone) == ("F", "battle zone")
    assert isinstance(spell, Play) and spell.zone == "mana zone"
    assert isinstance(cast, Play) and cast.known and cast.targets == ("F",)


def test_what_is_announced_resolves_later() -> None:
    """Spells, abilities and cards from another zone are announced, then resolve by their id."""
    play = load(
        "A: Foot as F; A: Mage as M; A: cast Bolt as S on F; A: activate M as E on F choosing 3;"
        " B: Bolt as C in hand; B: cast C on F; resolve: C; resolve: E; resolve: S;"
        " B: cast Lost in the Woods as L; resolve: L"
    ).play
    bolt, use, known = play[2], play[3], play[5]
    assert isinstance(bolt, Announce) and isinstance(bolt.what, Play)
    assert (bolt.what.id, bolt.what.targets, bolt.what.known) == ("S", ("F",), False)
    assert isinstance(use, Announce) and isinstance(use.what, UseAbility)
    assert (use.what.id, use.what.choosing) == ("E", "3")
    assert isinstance(known, Announce) and isinstance(known.what, Play) and known.what.known
    assert [each.id for each in play if isinstance(each, Resolve)] == ["C", "E", "S", "L"]
    woods = play[9]
    assert isinstance(woods, Announce) and isinstance(woods.what, Play)
    assert (woods.what.card.name, woods.what.id) == ("Lost in the Woods", "L")


def test_stacking_linking_and_statuses() -> None:
    """What lies below has an id of its own; statuses come and go by events."""
    _, first, second, _, _, link, gets, loses = load(
        "A: Hero as H; level up: H into Hero; level up: H into Foot as OLD; A: Foot as F;"
        " A: Foot as G; link: F with G; gets: F Tapped; loses: F tapped",
        "expect:\n  - H-1 is in mana zone\n  - OLD is in mana zone\n",
    ).play
    assert isinstance(first, Stack) and (first.word, first.below) == ("level up", "H-1")
    assert isinstance(second, Stack) and (second.card.name, second.below) == ("Foot", "OLD")
    assert isinstance(link, Link) and (link.object, link.other) == ("F", "G")
    assert isinstance(gets, GetsStatus) and (gets.status, gets.gets) == ("tapped", True)
    assert isinstance(loses, GetsStatus) and (loses.status, loses.gets) == ("tapped", False)


def test_moves_to_zones_stand_together() -> None:
    """A block holds plays, uses, moves to zones and what leaves."""
    (*_, block) = load(
        "A: Foot as F; A: Foot as G; together: [move: F to hand, leave: G, A: Foot as H]"
    ).play
    assert isinstance(block, Together)
    assert [type(each) for each in block.events] == [MoveZone, Leave, Play]


def test_choices_and_expectations_in_between() -> None:
    """A number or a name is chosen; what is expected at once is no event of a variant."""
    scenario = load(
        "A: Ban as X choosing 6; expect: [X is in play, A can't attack]; A: Foot as F",
        "also:\n  - order: [F, X]\n    expect:\n      - paradox\n",
    )
    ban, now, _ = scenario.play
    assert isinstance(ban, Play) and ban.choosing == "6"
    assert isinstance(now, ExpectNow)
    assert [each.text for each in now.expect] == ["X is in play", "A can't attack"]
    play = with_variant(scenario, scenario.variants[0]).play
    assert [each.id for each in play if isinstance(each, Play)] == ["F", "X"]
    assert len(play) == 2


def test_abilities_are_used_from_other_zones() -> None:
    """Also those of a spell, which never is in play."""
    play = load("A: Echo as E; A: use E; A: Echo as X in graveyard; A: activate X as N").play
    use, announced = play[1], play[3]
    assert isinstance(use, UseAbility) and use.source == "E"
    assert isinstance(announced, Announce) and announced.what.id == "N"


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("A: Trap as T; A: use T", "2:12: 'T' is a spell or an ability used, so no object"),
        ("A: Foot as F in hnd", "1:21: unknown zone 'hnd'"),
        ("A: Foot as F in battle zone", "1:21: 'battle zone' is the zone of play"),
        ("A: Foot as F; A: Bolt as S in hand on F", "2:29: a card that is put into a zone has no"),
        ("A: Foot as F in hand; damage: F 1", "2:13: 'F' was put into 'hand' on line 23"),
        ("A: Foot as F; move: F to hand; gets: F tapped", "3:11: 'F' has left play on line 24"),
        ("A: play F", "1:13: unknown id 'F'"),
        ("A: Foot as F in hand; A: play F as G", "2:18: 'F' keeps its id"),
        ("A: Foot as F; A: activate F", "2:17: 'F' has no ability that is activated"),
        ("A: Foot as F; resolve: F", "2:14: 'F' was not announced, or has resolved"),
        ("A: cast Foot as F; resolve: F; resolve: F", "3:14: 'F' was not announced, or has"),
        ("A: cast Foot as F; damage: F 1", "2:13: 'F' was announced on line 23 and has not"),
        ("resolve: X", "1:14: unknown id 'X'"),
        ("A: cast Foot as F in hand", "1:26: 'F' goes where it resolves"),
        ("A: Foot as F; together: [A: cast Foot as G]", "2:19: what is announced stands alone"),
        ("A: Foot as A", "1:16: 'A' means a player, so nothing else can have it as an id"),
        ("A: Foot as rules", "1:16: 'rules' means the rules, so nothing else"),
        ("A: Foot as F; link: F with F", "2:18: 'F' would be linked with itself"),
        ("A: Hero as H; level up: H into Bolt", "2:22: 'Bolt' is a spell, nothing turns into it"),
        ("A: Hero as H; level up: H", "2:16: something is missing here"),
        ("levl up: H into Hero", "1:5: unknown event or player 'levl up'"),
        ("A: Hero as H; level up: H into Foot; damage: H-1 1", "3:13: 'H-1' lies below another"),
        ("A: Foot as F; gets: F taped", "2:13: unknown status 'taped'"),
        ("A: Foot as F; move: F to 3", "2:16: rich has no squares"),
        ("A: Foot as F; move: F to hnd", "2:16: unknown zone 'hnd'"),
        ("A: Foot as F; A: Bolt as S on F; move: S to play", "3:11: 'S' is a spell, so it is nev"),
        ("A: Foot as F choosing 3", "1:27: nothing in 'Foot' speaks of what is chosen"),
        ("A: Ban as X choosing six", "1:26: 'six' is no number"),
        ("together: [move: F to hand]; A: Foot as F", "1:22: 'F' is used here before it enters"),
        ("A: Foot as F; expect: [F is silly]", "2:19: unknown word 'silly'"),
    ],
)
def test_what_is_wrong_with_an_event(play: str, expected: str) -> None:
    """A mistake is named at the word that is wrong."""
    assert any(each.startswith(expected) for each in problems(play)), problems(play)


def test_players_are_not_called_what_means_something() -> None:
    """A player's name means that player wherever it stands."""
    for name in ("rules", "level up", "players", "expect"):
        with pytest.raises(BadInput, match=f"no player can be called '{name}'"):
            loads_scenario(HEAD.replace("[A, B]", f"[A, {name}]") + "  - A: Foot\n", folder=HERE)


def test_layers_are_spoken_of_where_effects_have_an_order() -> None:
    """Under another process a fact of a layer says so."""
    found = problems("A: Foot as F; A: Foot as G", "expect:\n  - layer all: F before G\n")
    assert found == ["4:5: effects have no order under rich"]


def test_orders_of_announced_and_known_cards() -> None:
    """What comes into play from a zone is moved by that event; announced things stay single."""
    scenario = load("A: Ghost as G in hand; A: Hero as H; A: play G; A: cast Trap as T; resolve: T")
    assert effect_events(scenario) == ("H", "G", "T")
    assert set(legal_orders(scenario, ["H", "G"])) == {("H", "G"), ("G", "H")}
    moved = reordered(scenario.play, ["G", "H"])
    assert moved == (scenario.play[0], scenario.play[2], scenario.play[1], *scenario.play[3:])
    assert list(legal_orders(scenario, ["T", "G"])) == [("G", "T"), ("T", "G")][::-1]
    block = load("A: Hero as H; together: [A: Ghost as G, A: Foot as F]; A: cast Trap as T")
    with pytest.raises(LayerlawError, match="can't come into a `together`"):
        reordered(block.play, ["T", "F"])
    assert list(legal_orders(block, ["T", "F"])) == [("F", "T")]
    with pytest.raises(LayerlawError, match="'H-1' is no card that is played"):
        reordered(load("A: Hero as H; level up: H into Foot").play, ["H-1"])


def test_a_scenario_is_read_under_another_rulebook() -> None:
    """Its rulebook, readings and clauses do not count; facts of unknown layers are left out."""
    text = """title: T
rulebook: sorcery-2026-01
because: [SORC-TS-0]
readings: {SORC-OPEN-TEST: result}
players: [A, B]
cards: {Foot: {is: CARD}}
play:
  - A: Foot as F
  - A: Foot as G
expect:
  - layer control: F before G
  - F is in play
also:
  - order: [G, F]
    expect: [G is in play]
  - readings: {SORC-OPEN-TEST: action}
    expect: [G is in play]
"""
    own = loads_scenario(text.replace("CARD", "minion"))
    assert (len(own.expect), len(own.variants)) == (2, 2)
    other = loads_scenario(text.replace("CARD", "ally"), rulebook="grand-archive-2025-09")
    assert other.rulebook.id == "grand-archive-2025-09"
    assert (other.because, dict(other.readings)) == ((), {})
    assert [each.text for each in other.expect] == ["F is in play"]
    assert [each.order for each in other.variants] == [("G", "F")]
    with pytest.raises(BadInput, match="unknown type 'minion'"):
        loads_scenario(text.replace("CARD", "minion"), rulebook="grand-archive-2025-09")
    with pytest.raises(LayerlawError, match="unknown rulebook 'grand'"):
        loads_scenario(text, rulebook="grand")
