"""The keys of a card, and of an ability that is written as a mapping."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.files.format import (
    Anything,
    Flag,
    Items,
    Key,
    Table,
    Text,
    TextList,
    Whole,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from layerlaw.model.cards.card import Use
    from layerlaw.model.files.yaml_text import Node, Scalar
    from layerlaw.model.rulebooks.rulebook import Characteristic

_OPERATIONS = "What is done to the objects that the key selects, as `power += 1, gain Airborne`."

NAME = Key("name", Text("A name to use it by, on a card with several to use.", ("flood",)))
CHOOSES = Key(
    "chooses",
    Text(
        "What alone may be chosen for it (what it calls `target`).",
        ("nearby minions",),
        notation="selector",
    ),
)
IF = Key(
    "if",
    Text(
        "What has to be so as it resolves; it is looked at once.",
        ("it is your turn",),
        notation="condition",
    ),
)
OTHER = Key("other", Text("An ability that is no continuous effect, in a few words."))
AS_LONG_AS = Key(
    "as long as",
    Text("When it works (static abilities only).", ("self is underground",), notation="condition"),
)
UNLESS = Key(
    "unless",
    Text("When it does not work.", ("there are adjacent minions",), notation="condition"),
)
UNTIL = Key(
    "until",
    Text("How long what resolved lasts.", ("end of turn", "your next turn"), notation="duration"),
)
WHILE_IN = Key(
    "while in",
    TextList(
        "The zones where it works; left out: the zone of play.",
        Text("A zone.", ("hand", "cemetery", "anywhere"), names="zone"),
        one_line=True,
    ),
)

ABILITY = Table(
    "One ability: a keyword, `selector: operations`, or spread out over several keys, of which "
    "those not named here are selectors.",
    "an ability",
    (NAME, CHOOSES, IF, OTHER, AS_LONG_AS, UNLESS, UNTIL, WHILE_IN),
    rest=TextList(_OPERATIONS, Text(_OPERATIONS, notation="operations")),
    rest_keys="scope",
    line=Text("", notation="ability"),
    defined="ability",
)


def _use(use: Use, says: str, example: str) -> Key[tuple[Node, ...]]:
    return Key(use, Items(says, ABILITY, ((example,),)))


USES: Mapping[Use, Key[tuple[Node, ...]]] = MappingProxyType(
    {
        "has": _use(
            "has",
            "Static abilities and keywords, while the card is in play. One item is one ability.",
            "other mortals: power += 1",
        ),
        "enters": _use(
            "enters",
            "What applies as the card enters: a copy. The scenario names it with `copying`.",
            "self: copy of nearby minions",
        ),
        "on entry": _use(
            "on entry",
            "What the card's own entry triggers; it resolves at once.",
            "nearby minions: silenced until end of turn",
        ),
        "activates": _use(
            "activates",
            "What is activated: by an event `use ID` of the scenario.",
            "target: gain Airborne until end of turn",
        ),
        "triggers": _use(
            "triggers",
            "What is triggered, when an event `use ID` of the scenario says so.",
            "self: power += 1",
        ),
        "resolves": _use(
            "resolves",
            "What a spell that leaves no object does when it resolves.",
            "target: power *= 2 until end of turn",
        ),
    }
)

ACTIVATED = Key("activated", Flag("It is activated, so that others may gain it as that."))
GIVEN_ABILITY = replace(ABILITY, keys=(*ABILITY.keys, ACTIVATED), defined="given ability")
GIVES = Key(
    "gives",
    Items(
        "Abilities that it gives by their names (`gain Hunt`), for an event to use.",
        GIVEN_ABILITY,
        (("target: power += 1",),),
    ),
)
IS = Key(
    "is",
    TextList(
        "Types and subtypes, as words of the rulebook.",
        Text("A type or subtype.", ("minion", "site"), names="type"),
        one_line=True,
        examples=(("minion", "mortal"),),
    ),
    required=True,
)
TOKEN = Key("token", Flag("Whether it is a token, which is no printed card."))
UNCONTROLLED = Key(
    "uncontrolled", Flag("Whether nobody controls it in play, whoever put it there.")
)
EDITION = Key(
    "edition", Text("The first edition and its date.", ("Alpha, 2023-04-19",), empty=True)
)
LEFT_OUT = Key(
    "left out",
    TextList(
        "What the card does that is no continuous effect, in a few words each.",
        Text("A few words.", ("draws a card",)),
    ),
)


OTHER_NAME = Key("name", Text("The name of the half.", ("Tok-Tok",)), required=True)
OTHER_HALF = Key(
    "other half",
    Anything(
        "The half that is in use while a status of the object says so: its name, and all that is "
        "otherwise than on the card.",
        ("object",),
    ),
)


BACK_FACE = Key(
    "back face",
    Text("The name of the card that its other side is.", ("Ironfang",), empty=True),
)
MELDS_INTO = Key(
    "melds into",
    Text(
        "The name of the card that it and the other one that says so become together.",
        ("Chittering Host",),
        empty=True,
    ),
)
CREATED_AS_COPY = Key(
    "created as a copy",
    Flag("It is a token, created as the copy that it enters as, with both faces of that."),
)


def number_key(number: Characteristic) -> Key[int | None]:
    """The key of a printed number."""
    says = f"The {number.name} printed on the card."
    return Key(number.name, Whole(says, (1,), endless=True, split=bool(number.parts)))


def set_key(name: str) -> Key[tuple[Scalar, ...]]:
    """The key of a set of words such as the subtypes."""
    says = f"The {name}; `is` takes these words as well."
    return Key(name, TextList(says, Text(f"One of the {name}.", names=name)))


def is_key(characteristics: Iterable[Characteristic]) -> Key[tuple[Scalar, ...]]:
    """The key of its types; it may be left out in a game in which cards have no words."""
    return IS if any(each.kind == "set" for each in characteristics) else IS.optional()


def card_table(characteristics: Iterable[Characteristic], says: str = "") -> Table:
    """The keys of a card in a game with these characteristics. says: what editors say of it."""
    every = tuple(characteristics)
    sets = (set_key(c.name) for c in every if c.kind == "set")
    numbers = (number_key(c) for c in every if c.kind == "number" and c.on_cards)

    return Table(
        says,
        "a card",
        (
            is_key(every),
            *sets,
            *numbers,
            TOKEN,
            UNCONTROLLED,
            EDITION,
            *USES.values(),
            GIVES,
            OTHER_HALF,
            BACK_FACE,
            MELDS_INTO,
            CREATED_AS_COPY,
            LEFT_OUT,
        ),
    )


OF_BOTH_HALVES = (
    TOKEN,
    UNCONTROLLED,
    EDITION,
    GIVES,
    OTHER_HALF,
    BACK_FACE,
    CREATED_AS_COPY,
    USES["enters"],
)
"""What a card says of itself as a whole, or as it enters."""


def half_table(characteristics: Iterable[Characteristic], keeps: Collection[str]) -> Table:
    """The keys of the other half of a card. keeps: the characteristics that are the card's."""
    other = [each for each in characteristics if each.name not in keeps]
    keys = [key for key in card_table(other).keys if key not in OF_BOTH_HALVES]
    return Table("", "the other half of a card", (OTHER_NAME, *keys))


CARD = Table(
    "A card: what is printed on it.",
    "a card",
    card_table(()).keys,
    rest=Anything(
        "A number, or words of a set, as the rulebook has them.",
        ("integer", "string", "array", "null"),
    ),
    defined="card",
)
"""A card of whatever game."""

CARD_FILE = Table("Cards by their names.", "a file of cards", (), rest=CARD)
