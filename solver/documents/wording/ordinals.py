"""The rank that a clause gives to what it speaks of: by its words, and by its place in a list."""

from __future__ import annotations

import re

from layerlaw.solver.documents.wording.policy_phrases import plain

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
_ORDINAL = "|".join(ORDINALS)
_STEP = re.compile(rf"\b({_ORDINAL}) (?:step|part|sub-?layer) of the ({_ORDINAL})\b")
_RANK = re.compile(rf"\b({_ORDINAL})\b")

Rank = tuple[int, ...]


def rank_in_words(text: str) -> Rank:
    """The rank that the words give: (2,) for "second", (6, 1) for "the first step of the sixth"."""
    words = plain(text)
    step = _STEP.search(words)
    if step is not None:
        return ORDINALS.index(step[2]) + 1, ORDINALS.index(step[1]) + 1
    rank = _RANK.search(words)
    return () if rank is None else (ORDINALS.index(rank[1]) + 1,)


def rank_in_list(place: str) -> tuple[str, Rank]:
    """The list that a place is in, and the number there: "rule 2.1" is (2, 1) of "rule"."""
    found = re.search(r"\d", place)
    if found is None:
        return place, ()
    return place[: found.start()].strip(), tuple(map(int, re.findall(r"\d+", place)))
