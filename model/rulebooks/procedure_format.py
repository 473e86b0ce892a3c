"""The keys of a rulebook for its procedure: layers, policies, clauses, open points, axioms."""

from __future__ import annotations

from layerlaw.model.files.format import (
    Entries,
    Flag,
    Items,
    Key,
    OneOf,
    Table,
    Text,
    TextList,
)
from layerlaw.model.rulebooks.game_format import CLAUSE, ID
from layerlaw.model.rulebooks.policies import QUESTIONS
from layerlaw.model.rulebooks.sources_format import NO_SENTENCE, SENTENCES

DEMANDS = ("x before y", "y is not next", "x is not next")
"""What an axiom can demand of two effects, or of the choice of the next one."""
_DEMANDS = (
    "Before anything is applied: of these two x goes first.",
    "At each choice of the next effect: where these two are pending, it is not y.",
    "The same, said of x.",
)

_OPERATION = Text("An operation.", names="operation")

LAYER_NAME = Key("name", Text("Its name.", ("control",)), required=True)
LAYER_ID = Key("id", Text("Its id.", ("1",)), required=True)
LAYER_DOES = Key("does", TextList("The operations that work in it.", _OPERATION), required=True)
EARLY = Key("early", Flag("None of the document's: a part in it does not make its effect begun."))
AFTER = Key("after", Text("Behind which layer of the other rulebook it stands."))
_ANSWER = Text("One of its answers.")
VALUE = Key("value", _ANSWER, required=True)
POLICY_TABLE = Table(
    "A question of procedure, answered.", "a policy", (VALUE, CLAUSE), line=_ANSWER
)


def answer(policy: str) -> OneOf:
    """What may stand for a policy: its answers, with what each means."""
    question = QUESTIONS[policy]
    meanings = tuple(question.answers.values())
    return OneOf(question.asks, words=tuple(question.answers), meanings=meanings)


def _policy(policy: str) -> Key[object]:
    value = Key(VALUE.name, answer(policy), required=True)
    keys = (value, CLAUSE)
    return Key(policy, Table(QUESTIONS[policy].asks, POLICY_TABLE.what, keys, line=answer(policy)))


IN_LAYER = Key(
    "policies",
    Entries(
        "The questions of procedure that this layer answers in a way of its own.",
        Text("An answer."),
        known=(Key("test", answer("test")),),
    ),
)
LAYER_TABLE = Table(
    "A layer.", "a layer", (LAYER_ID, LAYER_NAME, CLAUSE, LAYER_DOES, EARLY, IN_LAYER, AFTER)
)
OWN_LAYER_TABLE = LAYER_TABLE.only(LAYER_ID, LAYER_NAME, CLAUSE, LAYER_DOES, EARLY, IN_LAYER)
"""A layer where there is no other rulebook to put it into."""

PLACE = Key("place", Text("Where it stands in the document.", ("rule 608.3a",)), required=True)
SAYS = Key("says", Text("What it says, in our own words."), required=True)
FIXES = Key(
    "fixes", TextList("What it fixes: policies, layers, keywords.", Text("In a word or two."))
)
CLAUSE_TABLE = Table("A clause.", "a clause", (ID, PLACE, SENTENCES, NO_SENTENCE, SAYS, FIXES))

READING_SAYS = Key("says", Text("The answer, in our own words."), required=True)
FOLLOWS = Key("follows", TextList("The clauses that it takes at their word.", Text("A clause.")))
SETS = Key(
    "policies",
    Entries(
        "The policies that it sets.",
        Text("An answer."),
        known=tuple(Key(policy, answer(policy)) for policy in QUESTIONS),
    ),
)
MOVES = Key("layers", Entries("Operations that it moves, each to a layer.", Text("A layer's id.")))
READING_TABLE = Table("A reading.", "a reading", (READING_SAYS, FOLLOWS, SETS, MOVES))

QUESTION = Key(
    "question",
    Text("The question that the document leaves open, or answers twice."),
    required=True,
)
ABOUT = Key("clauses", TextList("The clauses that it is about.", Text("A clause.")), required=True)
DEFAULT = Key("default", Text("The reading that the rulebook follows."), required=True)
READINGS = Key("readings", Entries("Two readings at least.", READING_TABLE, least=2), required=True)
OPEN_POINT_TABLE = Table(
    "An open point.", "an open point", (ID, QUESTION, ABOUT, DEFAULT, READINGS)
)

WHEN = Key("when", Text("Of which effects x and y.", ("x and y in one layer",)), required=True)
THEN = Key("then", OneOf("What it demands.", words=DEMANDS, meanings=_DEMANDS), required=True)
OVERRIDES = Key("overrides", TextList("Clauses that then demand nothing.", Text("A clause.")))
AXIOM_TABLE = Table("An axiom.", "an axiom", (CLAUSE, WHEN, THEN, OVERRIDES))

LAYERS = Key(
    "layers",
    Items("The layers in their order, or, where all apply at once, the steps.", LAYER_TABLE),
    required=True,
)
POLICIES = Key(
    "policies",
    Entries(
        "The questions of procedure, each answered, with the clause that says so.",
        POLICY_TABLE,
        known=tuple(map(_policy, QUESTIONS)),
    ),
)
CLAUSES = Key(
    "clauses", Items("The statements of the document, paraphrased.", CLAUSE_TABLE), required=True
)
POINTS = Key(
    "points",
    Items("The questions that the document leaves open, each with its readings.", OPEN_POINT_TABLE),
)
AXIOMS = Key(
    "axioms", Items("What the sentences on the order demand, each at its word.", AXIOM_TABLE)
)

PROCEDURE_KEYS: tuple[Key[object], ...] = (LAYERS, POLICIES, CLAUSES, POINTS, AXIOMS)
