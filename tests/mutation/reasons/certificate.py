"""The checker's statements and its verdict."""

from __future__ import annotations

from mutation.reasons.kinds import NUMBERS, Reasons

REASONS: Reasons = (
    ("axioms.py.*axioms_of", r"\+ break", "equivalent: the facts are refused already"),
    (
        "axioms.py.*structure",
        r"in \[\]",
        "not asked: the replay refuses the same (certificate_axioms)",
    ),
    ("claims.py.*holds", r"first <= second", "equivalent: what is equal is found before"),
    ("axioms.py.*axioms_of", r"before = |- 2|< -1", NUMBERS),
    (
        "certificate/graph.py.* of$",
        r"in \[\]",
        "not asked: `Rows.of` is for tests and for counting orders",
    ),
)
