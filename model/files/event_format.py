"""The keys of an event and of an expectation; an event is one `key: value` line."""

from __future__ import annotations

from layerlaw.model.files.format import Anything, Items, Key, Table, Text

_ONE_ID = r"""^("[^"]+"|\w[\w'-]*)$"""

XFAIL = Key(
    "xfail",
    Anything("An expectation that is known not to be fulfilled yet.", ("string", "object")),
    required=True,
)
REASON = Key("reason", Text("Why it is not fulfilled yet.", pattern=r"\S"), required=True)

EXPECTATION_TABLE = Table(
    "One line such as `power of F is 3`; `layer NAME: A before B`; or one that fails yet.",
    "an expectation that is known to fail",
    (XFAIL, REASON),
    line=Text("", notation="expectation"),
    defined="expectation",
)
LAYER_FACTS = Text("What happened in this layer.", notation="expectation")
"""What stands behind `layer NAME` in an expectation."""

ARRIVAL = Text(
    "What this player does. A card enters play, or a spell resolves: CARD as ID at PLACE on ID "
    "copying ID choosing NUMBER. Put somewhere else: CARD as ID in ZONE. Also: play ID, cast CARD "
    "as ID, use ID NAME as EFFECT on ID, activate ID as EFFECT, trigger ID as EFFECT.",
    notation="event",
)
"""What stands behind a player's name."""


def _event(word: str, form: str, says: str, pattern: str = "") -> Key[object]:
    return Key(word, Text(says, pattern=pattern, form=form, notation="event"))


MOVE = _event(
    "move", "ID to PLACE, or ID to ZONE", "To another place (`F to 8`) or zone (`F to hand`)."
)
LEAVE = _event(
    "leave", "ID, or ID to ZONE", "It leaves play: `F`, or, where to matters, `F to hand`."
)

INNER_EVENT_TABLE = Table(
    "One of several events of one moment.",
    "an event",
    (MOVE, LEAVE),
    rest=ARRIVAL,
    line=Text("", notation="event"),
    defined="inner event",
)
TOGETHER = Key(
    "together",
    Items("Several events at one moment: plays, uses, and moves to zones.", INNER_EVENT_TABLE),
)
EXPECT_NOW = Key("expect", Items("What is expected at this moment.", EXPECTATION_TABLE))
STATED_NOW = Key("stated", Items("What the document states of this moment.", EXPECTATION_TABLE))

EVENT_TABLE = Table(
    "One event, a `key: value` line.",
    "an event",
    (
        TOGETHER,
        MOVE,
        _event("attach", "ID to ID", "A carried object passes to another bearer: `S to F`."),
        _event("drop", "ID", "A carried object is carried by nobody from now on: `S`.", _ONE_ID),
        LEAVE,
        _event("gets", "ID STATUS", "An event gives it a status: `F tapped`."),
        _event(
            "loses",
            "ID KEYWORD, or ID STATUS",
            "It loses a status, or a keyword for good: `F tapped`, `F Stealth`.",
        ),
        _event(
            "transform",
            "ID into CARD",
            "The same object with another printed form: `F into CARD`.",
        ),
        _event("link", "ID with ID", "The second becomes a part of the first: `A with B`."),
        _event("resolve", "ID", "What was announced under that id resolves: `M`.", _ONE_ID),
        _event("turn", "PLAYER", "The turn ends, and that player's begins: `you`."),
        EXPECT_NOW,
        STATED_NOW,
    ),
    rest=ARRIVAL,
    line=Text("", notation="event"),
    defined="event",
)

EVENT_WORDS = EVENT_TABLE.names
"""What an event may be called: a counter or a player of one of these names could never be meant."""
LINE_FORMS = {key.name: key.shape.form for key in EVENT_TABLE.keys if isinstance(key.shape, Text)}
"""What stands behind the words of events that are one piece of text."""
