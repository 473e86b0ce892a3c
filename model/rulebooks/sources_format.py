"""The keys of a rulebook that speak of its texts: sources, pointers at sentences, what is left."""

from __future__ import annotations

from layerlaw.model.files.format import Items, Key, Table, Text, TextList
from layerlaw.model.rulebooks.game_format import ID

SOURCE_FILE = Key(
    "file",
    Text(
        "The file of its text, or a folder of such files, as its owner calls it; no text is "
        "shipped.",
        ("rules.md",),
    ),
    required=True,
)
SOURCE_EDITION = Key("edition", Text("Its edition or date.", ("2026-01-09",)), required=True)
SECTIONS = Key(
    "sections",
    TextList(
        "The headings, or numbers of rules, below which every sentence needs a clause; without the "
        "key, every sentence does.",
        Text("A heading, or the number of a rule."),
    ),
)
SOURCE_TABLE = Table("A source.", "a source", (ID, SOURCE_FILE, SOURCE_EDITION, SECTIONS))
SOURCES = Key("sources", Items("The texts that its clauses rest on.", SOURCE_TABLE))

POINTER = Text("A sentence.", ('0123456789 in page "at all times"',))
SENTENCES = Key(
    "sentences",
    TextList(
        "The sentences that it rests on: the fingerprint of each, perhaps its source and at most "
        "five of its words. Without a fingerprint, `layerlaw source --write` puts it there.",
        POINTER,
    ),
)
NO_SENTENCE = Key(
    "no sentence", Text("Why it rests on no sentence of the sources.", ("official rulings",))
)

BECAUSE = Key("because", Text("Why no clause is needed.", ("a worked example",)), required=True)
PASSED_SENTENCES = Key("sentences", TextList("Sentences without a clause.", POINTER))
PASSED_SECTION = Key("section", Text("A heading, or the number of a rule: all below it."))
PASSED_IN = Key("in", Text("The source that has the heading.", names="source"))
PASSED_TABLE = Table(
    "What is passed over.",
    "what is passed over",
    (BECAUSE, PASSED_SENTENCES, PASSED_SECTION, PASSED_IN),
)
PASSED_OVER = Key(
    "passed over", Items("Sentences that no clause of the rulebook states.", PASSED_TABLE)
)
