"""Who acts ahead of its layer, as the replay finds it once for a board and whoever asks."""

from __future__ import annotations

from layerlaw.model.algebra import Ability, AddMembers, Identified, LoseAll, Operation
from layerlaw.solver.certificate.replay.ahead import EffectsInPlaces
from layerlaw.solver.certificate.replay.board import ABILITIES, ANY, ReplayBoard
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.parts import ReplayPart
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import Situation, Thing
from oracle.build import card, text
from oracle.small_rulebook import small_rulebook

BOOK = small_rulebook({"ability added or removed": "before the ability's layer"})
BEAST = AddMembers("subtypes", ("beast",))


def on(id: str, operation: Operation) -> Ability:
    """What is done to one object."""
    return text((Identified(id), [operation]))


def taker() -> tuple[EffectsInPlaces, ReplayBoard, ReplayPart]:
    """F changes H's types, in layer 4; L takes F's ability, for which it acts before that."""
    cards = {"H": (), "F": (on("H", BEAST),), "L": (on("F", LoseAll()),)}
    things = [
        Thing(id, card(id, *does), "you", "you", "realm", None, None, (number, 0), {})
        for number, (id, does) in enumerate(cards.items(), 1)
    ]
    table = ReplayTable(Situation(BOOK, ("you", "me"), tuple(things), (), None, frozenset()))
    effects = EffectsInPlaces(table, {})
    board = starting_board(table, effects.instances)
    effects.meet_all(board)
    place = [layer.id for layer in BOOK.layers].index("before 4")
    [part] = [one for one in effects.parts_in(place) if one.id == "L.1"]
    return effects, board, part


def test_what_is_written_in_between_is_looked_at_again() -> None:
    """Once F has no ability, L has none to take, and waits for its own layer."""
    effects, board, part = taker()
    assert effects.exists(part, board)
    board.strip(1 << effects.table.index["F"])
    assert not effects.exists(part, board)


def test_what_was_found_before_counts_as_looked_at() -> None:
    """By everyone whose turn hangs on it: on the abilities of all that could act ahead."""
    effects, board, part = taker()
    looked_at = []
    for _ in range(2):
        board.reads = {}
        assert effects.exists(part, board)
        looked_at.append(board.reads)
        board.reads = None
    first, again = looked_at
    assert first == again
    assert first[ABILITIES, ANY] >> effects.table.index["L"] & 1
