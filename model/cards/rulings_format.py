"""The keys of a table of rulings: fixtures/rulings/GAME.yaml, or a file of the same form."""

from __future__ import annotations

from layerlaw.model.cards.rulings import BEARS
from layerlaw.model.files.format import Entries, Items, Key, OneOf, Table, Text, Whole

_MEANING = Text("What it means, in a few words.")

NUMBER = Key("number", Whole("Its place among the card's rulings, from 1.", (1,)), required=True)
DATE = Key(
    "date",
    Text(
        "When it was made.",
        ("2026-06-29",),
        pattern=r"^\d{4}-\d{2}-\d{2}$",
        form="a date as 2026-06-29",
    ),
    required=True,
)
FINGERPRINT = Key(
    "text",
    Text(
        "The fingerprint of its text, in quotes.",
        pattern="^[0-9a-f]{8}$",
        form="a fingerprint of eight digits, 0 to f",
    ),
    required=True,
)
BEARS_ON = Key("bears", OneOf("What it bears on.", words=BEARS), required=True)
SAYS = Key("says", Text("What it comes to, in a few words of one's own."), required=True)
KIND = Key("kind", Text("One of the `kinds`, where it bears on nothing."))
SCENARIO = Key("scenario", Text("The scenario that states it.", ("rulings/astarte",)))
LACKS = Key("lacks", Text("One of the `words`: what lacks for it, or for the rest of it."))

RULING = Table(
    "One ruling on the card.",
    "a ruling",
    (NUMBER, DATE, FINGERPRINT, BEARS_ON, SAYS, KIND, SCENARIO, LACKS),
)

GAME = Key("game", Text("The game, as its folder of scenarios is called."), required=True)
SOURCE = Key("source", Text("Where the rulings are from."), required=True)
KINDS = Key(
    "kinds", Entries("What rulings are about that bear on nothing.", _MEANING), required=True
)
WORDS = Key("words", Entries("What the notation has no word for.", _MEANING), required=True)
RULINGS = Key(
    "rulings",
    Entries("The rulings by card.", Items("Those on one card.", RULING)),
    required=True,
)

RULING_TABLE = Table(
    "A publisher's rulings on cards, sorted by what they bear on.",
    "a table of rulings",
    (GAME, SOURCE, KINDS, WORDS, RULINGS),
)
