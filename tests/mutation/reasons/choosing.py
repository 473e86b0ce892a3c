"""The checker's choices inside a layer, and the graphs that they go by."""

from __future__ import annotations

from mutation.reasons.kinds import Reasons

ALONE_IN_IT = "only speed: a loop of one has no other member"
EITHER_SIDE = "only speed: a row is turned round by what it holds or by what it does not hold"
NOBODY_ON_IT = "equivalent: on whom nobody depends is a component alone, as all begin"

REASONS: Reasons = (
    (r"choices.py:\d+ inside", r"\+ if not loop (& \(loop - [02]\)|\| \(loop - 1\)):", ALONE_IN_IT),
    (
        r"choices.py:\d+ claims",
        r"\+ for other in .*positions\[one\] >= now\]",
        "equivalent: a part is as old as itself",
    ),
    (
        r"choices.py:\d+ _newer_before",
        r"\+ newer\.append\(.* else - 2\)",
        "equivalent: any number below 0 says that there is none",
    ),
    (
        r"choices.py:\d+ _newer_before",
        r"\+ while open and ages\[open\[(-1\]\] <|- 0\]\] <=) age:",
        "only speed: what is as old, or older, is looked at, and passed by",
    ),
    (
        r"graph.py:\d+ take",
        r"\+ if not isinstance\(recorded, Found\) or  ?in_rows",
        "only speed: dependencies are read one by one, or row by row",
    ),
    (r"graph.py:\d+ turned_round", r"\+ if .*row\.bit_count\(\)", EITHER_SIDE),
    (
        r"graph.py:\d+ by_component",
        r"\+ unseen = 1$",
        "equivalent: a place that is looked at though it has no edges is a component alone",
    ),
    (
        r"graph.py:\d+ by_component",
        r"\+ unseen \|= ( ?0 <<|1 >>) place \| row",
        NOBODY_ON_IT,
    ),
    (
        r"graph.py:\d+ by_component",
        r"\+ path = \[\(unseen \| -unseen\)",
        "equivalent: the lowest bit of a number is that of the number and its opposite together",
    ),
)
