"""The keys of an event and of an expectation; an event is one `key: value` line."""

from __future__ import annotations

from layerlaw.model.files.format import Anything, Items, Key, Table, Text
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
    (_key("move"), _key("leave")),
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

_SEVERAL = {key.name: key for key in (TOGETHER, EXPECT_NOW, STATED_NOW)}
EVENT_TABLE = Table(
    "One event, a `key: value` line.",
    "an event",
    tuple(_SEVERAL.get(word) or _key(word) for word in EVENT_WORDS),
    rest=ARRIVAL,
    line=Text("", notation="event"),
    defined="event",
)
