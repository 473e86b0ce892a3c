"""The census: boards on which cards meet, what is between them, and which pairs need no board."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from layerlaw.model.cards.card import Card
from layerlaw.model.cards.load import loads_cards
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Play, Together
from layerlaw.model.shipped import shipped_cards, shipped_rulebook
from layerlaw.solver import solve
from layerlaw.solver.games.census import Between, Census, Means, census
from layerlaw.solver.games.census.arrivals import Setter, Setup
from layerlaw.solver.games.census.board import BoardMaker
from layerlaw.solver.games.census.read_write_sets import Touches
from layerlaw.solver.games.census.required_objects import Wanted, printed_words, wanted
from layerlaw.solver.games.census.solve_board import BoardTask

SORCERY = shipped_rulebook("sorcery-2026-01")
SHELF = shipped_cards(SORCERY)
HERE = Means(workers=1)


def some(*names: str) -> dict[str, Card]:
    """Shipped cards by name."""
    return {name: SHELF[name] for name in names}


def setter(book: Rulebook = SORCERY) -> Setter:
    """What makes boards of the shipped cards."""
    shelf = shipped_cards(book)
    return Setter(book, shelf, BoardMaker(book, shelf.values()))


@pytest.fixture(scope="module")
def kings() -> Census:
    """The pairs of five cards, one of which does nothing to the others."""
    names = (
        "King of the Realm",
        "Sisters of Silence",
        "Bower of Bliss",
        "Corruptor",
        "Foot Soldier",
    )
    return census(SORCERY, some(*names), histories=8, means=HERE)


@pytest.mark.slow
def test_pairs_are_told_with_loops_dependencies_and_orders(kings: Census) -> None:
    """Two Kings of two players are a loop; who silences a King is depended on by it."""
    found = {one.cards: one for one in kings.pairs}
    two = found["King of the Realm", "King of the Realm"]
    assert two.word == "loop" and two.order
    assert two.loops == (("3", (0, 1)),)
    assert two.between == (Between("3", 0, 1, "action"), Between("3", 1, 0, "action"))
    assert found["Sisters of Silence", "Sisters of Silence"].loops == (("2", (0, 1)),)
    assert kings.idle == ("Foot Soldier",)
    assert kings.complete and kings.pair_share is not None and kings.pair_share.whole


@pytest.mark.slow
def test_open_answers_name_their_points(kings: Census) -> None:
    """The Bower and the Corruptor change types of each other's objects, and the readings of the
    test differ; the codex's own examples refute one, but hold for no rulebook based on its."""
    pair = ("Bower of Bliss", "Corruptor")
    mine = "rulebook: mine\nbased on: sorcery-2026-01\ntitle: Mine\nversion: '1'\n"
    [found] = (
        one
        for one in census(loads_rulebook(mine), some(*pair), histories=8, means=HERE).pairs
        if one.cards == pair
    )
    assert (found.word, found.loops) == ("open", ())
    assert "SORC-OPEN-TEST" in found.open
    assert dict(found.boards)["open"] == "Corruptor (you), Bower of Bliss (you)"
    settled = {one.cards: one for one in kings.pairs}[pair]
    assert (settled.word, settled.open) == ("one way", ())


@pytest.mark.slow
def test_a_census_is_the_same_again_from_its_file(tmp_path: Path) -> None:
    """Interrupted and gone on with, it comes to the same; interrupted, it says so."""
    file = tmp_path / "census.jsonl"

    def stop(what: str, done: int, total: int) -> None:
        if what == "pairs" and done > total // 3:
            raise KeyboardInterrupt

    cards = some("Sisters of Silence", "Corruptor")
    whole = census(SORCERY, cards, histories=3, means=HERE)
    stopping = Means(workers=1, results=file, progress=stop)
    stopped = census(SORCERY, cards, histories=3, means=stopping)
    assert not stopped.complete and stopped.boards < whole.boards
    assert census(SORCERY, cards, histories=3, means=Means(workers=1, results=file)) == whole


@pytest.mark.slow
def test_a_limit_looks_at_so_many_pairs(kings: Census) -> None:
    """The same ones on every run, and the report can say how many were left out."""
    cards = some(*kings.cards)
    found = census(SORCERY, cards, histories=0, limit=3, means=HERE)
    assert found.pair_share is not None
    assert (found.pair_share.looked, found.pair_share.whole) == (3, False)
    assert found == census(SORCERY, cards, histories=0, limit=3, means=HERE)
    assert all(not one.open for one in found.pairs)


@pytest.mark.slow
def test_a_triple_tells_only_what_no_pair_of_it_has() -> None:
    """A ring of three that change each other's kind is a loop that no two of them are."""
    cards = loads_cards(
        """
Alpha: {is: [minion], power: 3, has: ["angels: angel becomes demon"]}
Beta: {is: [minion], power: 3, has: ["demons: demon becomes giant"]}
Gamma: {is: [minion], power: 3, has: ["giants: giant becomes angel"]}
Delta: {is: [minion], power: 3, has: ["avatars: can't attack"]}
""",
        SORCERY,
    )
    found = census(SORCERY, cards, of="both", histories=0, means=HERE)
    assert all(not one.loops for one in found.pairs if len(set(one.cards)) == 2)
    (ring,) = found.triples
    assert ring.cards == ("Alpha", "Beta", "Gamma")
    assert ring.loops == (("4", (0, 1, 2)),)
    assert ring.between == ()
    assert found.triple_share is not None
    assert (found.triple_share.total, found.triple_share.apart) == (4, 3)


# --- what needs no board ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("id", ["sorcery-2026-01", "grand-archive-2025-09", "duel-masters-1.28-en"])
def test_what_is_proved_apart_shows_nothing_on_its_boards(id: str) -> None:
    """Pairs that are left out have no dependency, no loop and the same outcome in both orders."""
    book = shipped_rulebook(id)
    make = setter(book)
    touches = Touches(book)
    names = [
        name
        for name in make.cards
        if any(a.ability.instructions for a in make.cards[name].abilities)
    ]
    touch = {
        name: touches.card(make.cards[name], make.maker.kinds(make.cards[name])) for name in names
    }
    apart = [
        (one, other)
        for one, other in combinations(names, 2)
        if not touches.matters(touch[one], touch[other], (touch[one], touch[other]))
        and not touches.matters(touch[other], touch[one], (touch[one], touch[other]))
    ]
    assert len(apart) > 500
    look = BoardTask(0)
    for turn, pair in enumerate(apart[:: len(apart) // 8]):
        seen = []
        # Under another reading of every point for each pair.
        readings = {
            point.id: point.readings[turn % len(point.readings)].id
            for point in book.points.values()
        }
        for order in ((0, 1), (1, 0)):
            made, _ = make.scenario(Setup(pair, ("you", "you"), "board", order))
            seen.append(look(replace(made, readings=readings)))
        if all("refused" not in one for one in seen):
            assert seen[0]["outcome"] == seen[1]["outcome"], pair
        for one in seen:
            rows = one.get("dependencies", [])
            assert isinstance(rows, list)
            assert all(who == on for _, who, on, _ in rows), pair


def test_words_tell_what_can_matter() -> None:
    """Who silences others can matter to all; who gives power matters to who looks at power."""
    touches = Touches(SORCERY)
    maker = BoardMaker(SORCERY, SHELF.values())

    def matters(one: str, other: str) -> bool:
        touch = [touches.card(SHELF[name], maker.kinds(SHELF[name])) for name in (one, other)]
        return touches.matters(touch[0], touch[1], touch)

    assert matters("Sisters of Silence", "Lumbering Giant")
    assert not matters("Lumbering Giant", "Sisters of Silence")
    assert matters("House Arn Bannerman", "Pied Piper of Hameln")
    assert not matters("House Arn Bannerman", "Horn of Caerleon")
    assert matters("Selfsame Simulacrum", "Lumbering Giant")
    # Whoever arrives may be among those chosen as the Quagmire's effect resolves.
    assert matters("Lumbering Giant", "Quagmire")


# --- boards -----------------------------------------------------------------------------------


def test_for_every_selector_somebody_stands_there() -> None:
    """Both players have what a card speaks of, and a plain object besides."""
    words = printed_words(SHELF.values(), "types")
    kinds = wanted(SHELF["Corruptor"], words)
    assert Wanted(words=(("subtypes", "beast"),)) in kinds
    board = BoardMaker(SORCERY, SHELF.values()).board([SHELF["Corruptor"]])
    names = {(one.card.name, one.player) for one in board.standers}
    for player in ("you", "me"):
        assert ("A beast minion", player) in names
        assert ("A minion", player) in names
    assert all(not one.card.abilities for one in board.standers)


def test_ground_makes_room_for_cards_that_are_ground() -> None:
    """No two sites stand on one square, and everything stands where such cards come."""
    made, _ = setter().scenario(
        Setup(("Bower of Bliss", "Quagmire"), ("you", "me"), "board", (0, 1))
    )
    plays = [
        one
        for event in made.play
        for one in (event.events if isinstance(event, Together) else (event,))
        if isinstance(one, Play) and one.place is not None
    ]
    sites = [one.place for one in plays if "site" in one.card.sets["types"]]
    assert len(sites) == len(set(sites)) == 9
    assert solve(made).value("A", "types") == ("site",)


def test_cards_aim_at_each_other_where_they_can() -> None:
    """What chooses chooses the card before it; what comes first chooses something of the board."""
    make = setter()
    names = ("Magnetic Muzzle", "Sisters of Silence")
    setup = Setup(names, ("you", "me"), "each other", (1, 0))
    made, chosen = make.scenario(setup)
    assert chosen == ("B", "")
    assert solve(made).value("B", "silenced") is True
    _, alone = make.scenario(replace(setup, order=(0, 1)))
    assert alone[0].startswith("s")
    assert make.scenario(replace(setup, order=(0,)))[1] == alone


@pytest.mark.slow
def test_every_shipped_card_can_arrive_alone() -> None:
    """No board of one card is refused, whatever the card chooses, uses or carries."""
    for id in ("sorcery-2026-01", "grand-archive-2025-09", "duel-masters-1.28-en"):
        make = setter(shipped_rulebook(id))
        for name, card in list(make.cards.items())[::8]:
            if any(one.ability.instructions for one in card.abilities):
                found = BoardTask(0)(make.scenario(Setup((name,), ("you",), "board", (0,)))[0])
                assert "refused" not in found, (name, found)
