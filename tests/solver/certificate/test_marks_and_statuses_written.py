"""What the replay writes of who controls, of what may be done, and of statuses."""

from __future__ import annotations

from written_by_hand import STEALTH, B, C, D, Written, X, Y

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.replay.parts import ReplayEffect
from situations import plus


def number(value: int) -> a.Number:
    """A number as a value."""
    return a.Number(value)


# --- players and marks -------------------------------------------------------------------------


YOU, ME = a.NamedPlayer("you"), a.NamedPlayer("me")


def test_control_passes_to_one_player() -> None:
    """Nobody, or two, change nothing."""
    now = Written(players=("you", "me", "she"))
    now.does(a.SetPlayer("controller", ME))
    assert [now.board.player(id, "controller") for id in "XYD"] == ["me", "you", None]
    now.does(a.SetPlayer("controller", a.Opponent()), scope=Y)
    now.does(a.SetPlayer("controller", a.ControllerOf(D)), scope=Y)
    assert now.board.player("Y", "controller") == "you"
    now.does(a.SetPlayer("controller", a.NamedPlayer("she")), scope=D)
    assert now.board.player("D", "controller") == "she"


def test_who_cannot_control_gives_it_back() -> None:
    """To its owner, of those that the player controls; and it can't pass to that player later."""
    now = Written()
    everything = a.Everything()
    now.does(a.CantBeControlledBy(ME, "controller"), scope=everything)
    assert [now.board.player(id, "controller") for id in "XYBCD"] == [
        *("you", "you", "me", "you", None)
    ]
    now.does(a.SetPlayer("controller", ME), scope=everything)
    assert now.board.player("X", "controller") == "you"
    now.does(a.SetPlayer("controller", YOU), scope=a.Either((B, D)))
    assert [now.board.player(id, "controller") for id in "BD"] == ["you", "you"]


def test_marks_say_what_may_be_done() -> None:
    """Each with the effect that made it, and with whom it is about."""
    now = Written()
    now.does(a.Permission(True, "attack"))
    now.does(a.Permission(False, "attack", Y))
    now.does(a.Permission(False, "attack", None, passive=True), scope=Y)
    now.does(a.Ignore("attack", B))
    now.does(a.Ignore("attack", None), scope=Y)
    now.does(a.Redirect("hand", "cemetery"))
    now.does(a.Redirect("hand", ""), scope=Y)
    assert now.marks("X") == [
        "can attack",
        "can't attack Y",
        "goes to hand instead of cemetery",
        "ignores can't attack from B",
    ]
    assert now.marks("Y") == ["can't be attack", "goes to hand instead", "ignores can't attack"]
    assert now.marks("B") == []
    now.does(a.CantBeModified())
    [marker] = now.board.markers("X")
    assert isinstance(marker, ReplayEffect)
    assert marker.id == "R8"
    now.does(plus(5))
    assert now.number("X") == 3


# --- statuses ----------------------------------------------------------------------------------


def test_statuses_take_what_they_take() -> None:
    """Silenced loses all, disabled has no name and no water; both are barred from then on."""
    now = Written({"loss": "bar", "floor": "none"})
    now.does(a.SetStatus("silenced"))
    assert now.board.flag("X", "silenced")
    assert now.keywords("X") == []
    now.does(a.Gain(STEALTH))
    assert now.keywords("X") == []
    now.does(a.SetStatus("disabled"), scope=C)
    assert (now.board.name("X"), now.number("X", "water")) == ("Ox", 2)
    now.does(a.SetStatus("disabled"), scope=a.Either((X, C)))
    assert (now.board.value("name", 0), now.number("X", "water")) == ("", 0)
    assert now.board.name("C") == ""
    assert now.number("C", "water") is None
    assert now.keywords("C") == ["Airborne"]
    now.does(a.ChangeNumber("water", "+", number(1)), scope=a.Either((X, C)))
    now.does(a.SetNumber("water", number(1)), scope=a.Either((X, C)))
    assert (now.number("X", "water"), now.number("C", "water")) == (0, None)
    assert not now.board.flag("Y", "disabled")


def test_what_cannot_have_a_status_does_not_get_it() -> None:
    """From then on; another one it gets."""
    now = Written()
    now.does(a.SetStatus("tapped"), scope=C)
    now.does(a.CantBeStatus("tapped"), scope=a.Either((X, C)))
    now.does(a.SetStatus("tapped"), scope=a.Either((X, Y)))
    now.does(a.SetStatus("silenced"), scope=X)
    assert [now.board.flag(id, "tapped") for id in "XYC"] == [False, True, True]
    assert now.board.flag("X", "silenced")
    assert now.keywords("X") == []


def test_a_status_is_no_bar_where_another_is_meant() -> None:
    """Of a status that is barred nothing is taken either."""
    now = Written()
    now.does(a.CantBeStatus("silenced"))
    now.does(a.SetStatus("silenced"))
    now.does(a.SetStatus("disabled"))
    assert now.keywords("X") == ["Stealth", "Airborne", "text"]
    assert (now.board.flag("X", "silenced"), now.board.flag("X", "disabled")) == (False, True)


def test_instructions_are_not_kept_from_what_is_marked_by_their_own_effect() -> None:
    """SORC-NOMOD-1: what marked an object, or stands on it, changes it."""
    now = Written()
    now.does(a.CantBeModified(), plus(1), scope=a.Either((X, C)))
    now.does(plus(2), scope=a.Either((X, C)))
    assert (now.number("X"), now.number("C")) == (4, 4)  # the second is of C itself
