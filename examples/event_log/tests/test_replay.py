"""Games are replayed from their logs and held against Layerlaw after every event."""

from __future__ import annotations

import pytest
from layerlaw.solver.shell.testing import assert_same_history

from game import Game, Unit
from importer import OURS, LogError, scenario, states


def play(game: Game) -> list[str]:
    """A game with everything that the engine knows; gives its log."""
    soldier = game.enter(0, "Foot Soldier", 3)
    old = game.enter(0, "King of the Realm", 8)
    game.enter(1, "Squire", 13)
    game.enter(1, "King of the Realm", 12)
    game.cast(0, "Overpower", soldier)
    game.next_turn(1)
    # The soldier had 5 power, and has 3 now.
    game.hit(soldier, 2)
    # The older King dies: the younger one has everybody, and who is hurt is too weak.
    game.hit(old, 4)
    return game.log


def test_a_whole_game_is_the_same() -> None:
    """Eight events, and after each of them the same units with the same players and power."""
    log = play(Game())
    assert log[-1] == "> dies unit=u1"
    game = scenario(log, "Tuesday")
    found = assert_same_history(game, states(log), adapter=OURS, complete=True)
    assert found.events == 8


class NewestRules(Game):
    """The engine with a fault: of two Kings the newest one has everybody."""

    def ruler(self, kings: list[Unit]) -> Unit:
        """The newest King."""
        return kings[-1]


class NothingEnds(Game):
    """The engine with another one: nothing is over at the end of the turn."""

    def _expire(self, unit: Unit) -> None:
        return


@pytest.mark.parametrize(
    ("faulty", "event", "cell"),
    [
        (NewestRules, "event 4 of 8 (me: King of the Realm as u4 at 12)", "controller  you   me"),
        (NothingEnds, "event 6 of 8 (turn: me)", "power           3     5"),
    ],
)
def test_a_fault_is_found_at_its_event(faulty: type[Game], event: str, cell: str) -> None:
    """The first event after which the engine is wrong is named, with the first wrong value."""
    log = play(faulty())
    with pytest.raises(AssertionError) as caught:
        assert_same_history(scenario(log, "Tuesday"), states(log), adapter=OURS, complete=True)
    text = str(caught.value)
    assert text.startswith(f"after {event}, and not before:")
    assert " ".join(cell.split()) in " ".join(text.split())


def test_a_line_that_nobody_knows_is_named() -> None:
    """The importer leaves nothing out silently."""
    with pytest.raises(LogError, match="line 2: nobody can do this: dance unit=u1"):
        scenario(['enter unit=u1 seat=0 card="Squire" square=3', "dance unit=u1"], "Odd")
    with pytest.raises(LogError, match="line 1: 'square=' is missing"):
        scenario(['enter unit=u1 seat=0 card="Squire"'], "Odd")
