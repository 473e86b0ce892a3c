"""The keys of a file of properties."""

from __future__ import annotations

from layerlaw.model.files.format import Items, Key, Table, Text, TextList

TITLE = Key("title", Text("What it is called.", ("Silence takes every ability",)))
ALWAYS = Key(
    "always",
    Text("What always holds.", ("an object that is silenced has no abilities",)),
)
NEVER = Key("never", Text("What never holds, or never exists.", ("minions with power < 0",)))
BECAUSE = Key(
    "because",
    TextList("The clauses that it rests on.", Text("A clause.", ("SORC-LOSE-1",)), one_line=True),
)

PROPERTY = Table("What must hold on every board.", "a property", (TITLE, ALWAYS, NEVER, BECAUSE))

PROPERTIES = Items("Properties of a rulebook.", PROPERTY)
