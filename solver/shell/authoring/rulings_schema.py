"""The schema of a table of rulings."""

from __future__ import annotations

from layerlaw.model.cards.load_rulings import DATE, FINGERPRINT
from layerlaw.model.cards.rulings import BEARS
from layerlaw.solver.shell.authoring.schema_parts import (
    Schema,
    choice,
    entries,
    fields,
    listed,
    text,
    whole,
)

_MEANING = "What it means, in a few words."


def rulings_schema() -> Schema:
    """The schema of a table of rulings, whatever the game."""
    ruling = fields(
        "One ruling on the card.",
        {
            "number": whole("Its place among the card's rulings, from 1.", examples=(1,)),
            "date": text("When it was made.", examples=("2026-06-29",), pattern=_whole(DATE)),
            "text": text("The fingerprint of its text, in quotes.", pattern=_whole(FINGERPRINT)),
            "bears": choice("What it bears on.", BEARS),
            "says": text("What it comes to, in a few words of one's own."),
            "kind": text("One of the `kinds`, where it bears on nothing."),
            "scenario": text("The scenario that states it.", examples=("rulings/astarte",)),
            "lacks": text("One of the `words`: what lacks for it, or for the rest of it."),
        },
        required=("number", "date", "text", "bears", "says"),
    )
    return fields(
        "A publisher's rulings on cards, sorted by what they bear on.",
        {
            "game": text("The game, as its folder of scenarios is called."),
            "source": text("Where the rulings are from."),
            "kinds": entries("What rulings are about that bear on nothing.", text(_MEANING)),
            "words": entries("What the notation has no word for.", text(_MEANING)),
            "rulings": entries("The rulings by card.", listed("Those on one card.", ruling)),
        },
        required=("game", "source", "kinds", "words", "rulings"),
    )


def _whole(pattern: str) -> str:
    return f"^{pattern}$"
