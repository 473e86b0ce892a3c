"""The keys of a rulebook: its head, what its game has, and its procedure."""

from __future__ import annotations

from layerlaw.model.files.format import (
    Entries,
    Items,
    Key,
    Table,
    Text,
    TextList,
)
from layerlaw.model.rulebooks.game_format import GAME_KEYS, ID
from layerlaw.model.rulebooks.procedure_format import PROCEDURE_KEYS
from layerlaw.model.rulebooks.sources_format import PASSED_OVER, SOURCES

BY_KEY = tuple(key.name for key in (*GAME_KEYS, *PROCEDURE_KEYS) if isinstance(key.shape, Entries))
"""The keys of a rulebook that hold entries by name."""
BY_ID = tuple(
    key.name
    for key in (*GAME_KEYS, *PROCEDURE_KEYS)
    if isinstance(key.shape, Items)
    and isinstance(key.shape.item, Table)
    and ID.name in key.shape.item.names
)
"""The keys of a rulebook that hold a list of entries, each with an id."""

_LEFT_OUT = Text("The name or id of what is left out.")


def left_out(key: str) -> Key[object]:
    """Under `without`: the entries of a key that are left out."""
    return Key(key, TextList(f"Entries of `{key}`.", Text(_LEFT_OUT.says, names=f"left out {key}")))


RULEBOOK_ID = Key(
    "rulebook", Text("The rulebook's id.", ("my-sorcery",), pattern=r"\S"), required=True
)
LIKE = Key(
    "like",
    Text(
        "Another rulebook, from which all is taken that this one lacks, but the procedure.",
        names="rulebook",
    ),
)
BASED_ON = Key(
    "based on",
    Text("Another rulebook, which this one is but for what it changes.", names="base"),
)
WITHOUT = Key(
    "without",
    Entries(
        "What is left out of the rulebook that this one is based on.",
        _LEFT_OUT,
        known=tuple(map(left_out, (*BY_KEY, *BY_ID))),
    ),
)
MORE_WORDS = Key(
    "more words",
    Entries(
        "Words added to sets, and zones, of the rulebook that this one is based on: "
        "`subtypes: [pirate]`, `zones: [dungeon]`.",
        TextList("Words that the set has besides.", Text("A word."), once=True),
    ),
)
TITLE = Key("title", Text("Its title.", pattern=r"\S"), required=True)
GAME = Key("game", Text("The game.", pattern=r"\S"), required=True)
CARDS = Key(
    "cards",
    Text(
        "The name of the shipped file with the cards of its game, without the ending.",
        names="cards",
    ),
)
PUBLISHER = Key("publisher", Text("Who publishes the document.", empty=True))
VERSION = Key(
    "version", Text("The version of the document, or its date.", ("2026-01-09",)), required=True
)
SOURCE = Key("source", Text("Which document it is.", empty=True))
RESTS_ON = Key(
    "rests on",
    Text(
        "The clause that everything rests on which names none. Questions of procedure that are "
        "left out then have their first answer.",
        names="clause",
    ),
)
POINTERS: tuple[Key[object], ...] = (LIKE, BASED_ON, WITHOUT, MORE_WORDS)
"""The keys that speak of other rulebooks."""
HEAD_KEYS: tuple[Key[object], ...] = (
    RULEBOOK_ID,
    *POINTERS,
    TITLE,
    GAME,
    CARDS,
    PUBLISHER,
    VERSION,
    SOURCE,
    SOURCES,
    PASSED_OVER,
    RESTS_ON,
)
"""What comes first, in this order; the sections behind it stand as their author has put them."""

RULEBOOK_TABLE = Table(
    "A rulebook: one version of one game's rules.",
    "a rulebook",
    (*HEAD_KEYS, *GAME_KEYS, *PROCEDURE_KEYS),
)
