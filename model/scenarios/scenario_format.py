"""The keys of a scenario and of its variants."""

from __future__ import annotations

from layerlaw.model.cards.card_format import CARD
from layerlaw.model.files.format import Entries, Items, Key, Table, Text, TextList
from layerlaw.model.scenarios.event_format import EVENT_TABLE, EXPECTATION_TABLE

BECAUSE = Key(
    "because",
    TextList(
        "The clauses (or open points) that the answer was worked out from.",
        Text("The id of a clause or of an open point."),
        one_line=True,
    ),
)
READINGS = Key(
    "readings",
    Entries(
        "The reading of an open point, only where it departs from the rulebook's default.",
        Text("The id of a reading of this open point."),
    ),
)
STATED = Key(
    "stated",
    Items(
        "What the document itself states of its worked example, one line each.", EXPECTATION_TABLE
    ),
)
EXPECT = Key(
    "expect",
    Items(
        "What is expected at the end, one line each; see `layerlaw notation`.", EXPECTATION_TABLE
    ),
)

VARIANT_TITLE = Key("title", Text("What this variant shows, as a statement.", empty=True))
ORDER = Key(
    "order",
    TextList(
        "The ids of the arrivals in another order; what is not named keeps its place.",
        Text("The id of an arrival."),
        once=True,
        one_line=True,
    ),
)
VARIANT_TABLE = Table(
    "Another order of arrival, or other readings.",
    "another order",
    (VARIANT_TITLE, ORDER, READINGS, BECAUSE, STATED, EXPECT),
    defined="variant",
)

TITLE = Key("title", Text("What the scenario shows, as a statement.", pattern=r"\S"), required=True)
RULEBOOK = Key(
    "rulebook",
    Text("A shipped rulebook's id, or a file beside this one: ./mine.yaml.", names="rulebook"),
    required=True,
)
FROM = Key("from", Text("Where the example is from.", ("rule 608.3a",), empty=True))
PLAYER = Text("A player.", ("you", "me"), pattern=r'^(?!\s)[^,:"\[\]{}]+(?<!\s)$', names="player")
PLAYERS = Key(
    "players",
    TextList(
        "The players, in seating order.",
        PLAYER,
        once=True,
        one_line=True,
        examples=(("you", "me"),),
    ),
    required=True,
)
ACTIVE = Key("active", Text("Whose turn it is, where that matters.", ("you", "me")))
CARD_FILES = Key(
    "card files",
    TextList("Files of cards beside this one.", Text("./cards.yaml"), one_line=True),
)
CARDS = Key("cards", Entries("Cards of this scenario only, by name.", CARD))
PLAY = Key("play", Items("What happens, event after event.", EVENT_TABLE), required=True)
ALSO = Key("also", Items("The same in another order, or under other readings.", VARIANT_TABLE))

SCENARIO_TABLE = Table(
    "A scenario: what happened on the table, and what is expected of it.",
    "a scenario",
    (
        TITLE,
        RULEBOOK,
        FROM,
        BECAUSE,
        PLAYERS,
        ACTIVE,
        READINGS,
        CARD_FILES,
        CARDS,
        PLAY,
        STATED,
        EXPECT,
        ALSO,
    ),
)
