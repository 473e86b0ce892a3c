"""The keys of a scenario, of its variants, of an event and of an expectation."""

from __future__ import annotations

from layerlaw.model.cards.card_format import CARD
from layerlaw.model.files.format import Anything, Entries, Items, Key, Table, Text, TextList
from layerlaw.model.rulebooks.words import EVENT_WORDS
from layerlaw.model.scenarios.events import EVENT_FORMS

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


def _key(word: str) -> Key[object]:
    """What stands behind the word of events of one line."""
    forms = [form for _, form in EVENT_FORMS[word]]
    says = next(form.says for form in forms if form.says)
    pattern = _ONE_ID if all(form.grammar == "id" for form in forms) else ""
    return Key(word, Text(says, pattern=pattern, form=shown(word), notation="event"))


def shown(rule: str) -> str:
    """The forms of a rule for messages: `ID to PLACE, or ID to ZONE`."""
    return ", or ".join(form.shown for _, form in EVENT_FORMS[rule])


INNER_EVENT_TABLE = Table(
    "One of several events of one moment.",
    "an event",
    tuple(map(_key, ("move", "leave", "put", "unlink", "gets", "loses", "attach"))),
    rest=ARRIVAL,
    line=Text("", notation="event"),
    defined="inner event",
)
TOGETHER = Key(
    "together",
    Items(
        "Several events at one moment: plays, uses, moves to zones, what objects get or become.",
        INNER_EVENT_TABLE,
    ),
)
EXPECT_NOW = Key("expect", Items("What is expected at this moment.", EXPECTATION_TABLE))
STATED_NOW = Key("stated", Items("What the document states of this moment.", EXPECTATION_TABLE))

_SEVERAL = {key.name: key for key in (TOGETHER, EXPECT_NOW, STATED_NOW)}
EVENT_TABLE = Table(
    "One event, a `key: value` line.",
    "an event",
    tuple(_SEVERAL.get(word) or _key(word) for word in EVENT_WORDS),
    rest=ARRIVAL,
    line=Text("", notation="event"),
    defined="event",
)

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
COUNTERS = Key(
    "counters",
    TextList(
        "Kinds of counters of this scenario only, which the rules give no meaning: `[frenzy]`.",
        Text("A kind of counter.", ("frenzy",)),
        once=True,
        one_line=True,
    ),
)
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
        COUNTERS,
        CARD_FILES,
        CARDS,
        PLAY,
        STATED,
        EXPECT,
        ALSO,
    ),
)
