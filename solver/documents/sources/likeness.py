"""Which sentences of two editions are one that changed, or that has become part of another."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING

from layerlaw.model.sources.sentences import UNSPACED, Sentence, normalised

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ALIKE = 0.6
"""Sentences whose words agree to this part are one sentence that changed."""
CONTAINED = 0.9
"""A sentence of which this part stands in another one, in order, has become part of it."""
FEWEST = 4
"""Shorter sentences stand in others by chance, unless these have the same heading."""

Pair = tuple[int, int]
"""Numbers of an old and a new sentence."""


def alike(old: Sequence[Sentence], new: Sequence[Sentence]) -> tuple[Pair, ...]:
    """Pairs of sentences with most words in common, the most alike first; each stands in one."""
    before, after = [*map(_units, old)], [*map(_units, new)]
    matcher: SequenceMatcher[str] = SequenceMatcher(autojunk=False)
    scored = []
    for column, rows in groupby(_candidates(before, after), key=lambda pair: pair[1]):
        matcher.set_seq2(after[column])
        for row, _ in rows:
            matcher.set_seq1(before[row])
            if matcher.quick_ratio() >= ALIKE and (ratio := matcher.ratio()) >= ALIKE:
                # Of equally alike ones those that stand below the same heading.
                apart = old[row].headings[-1:] != new[column].headings[-1:]
                scored.append((-ratio, apart, row, column))
    rows_taken: dict[int, int] = {}
    columns_taken: set[int] = set()
    for _, _, row, column in sorted(scored):
        if row not in rows_taken and column not in columns_taken:
            rows_taken[row] = column
            columns_taken.add(column)
    return tuple(sorted(rows_taken.items()))


def parts(pieces: Sequence[Sentence], wholes: Sequence[Sentence]) -> Iterator[Pair]:
    """Each piece that stands in one of the wholes, with the one that has most of it in a row.

    pieces: of one edition. wholes: of the other one.
    """
    inside = [*map(_units, wholes)]
    holding: dict[str, set[int]] = {}
    for number, words in enumerate(inside):
        for word in words:
            holding.setdefault(word, set()).add(number)
    for row, piece in enumerate(pieces):
        words = _units(piece)
        shared = Counter(column for word in {*words} for column in holding.get(word, ()))
        enough = CONTAINED * len({*words})
        scored = []
        for column in sorted(column for column, count in shared.items() if count >= enough):
            under_one = piece.headings[-1:] == wholes[column].headings[-1:]
            if under_one or len(words) >= FEWEST:
                blocks = SequenceMatcher(None, words, inside[column], autojunk=False)
                sizes = [block.size for block in blocks.get_matching_blocks()]
                if sum(sizes) >= CONTAINED * len(words):
                    scored.append((max(sizes), under_one, -column))
        if scored:
            yield row, -max(scored)[2]


def _candidates(before: Sequence[list[str]], after: Sequence[list[str]]) -> Iterator[Pair]:
    """The pairs that may be alike, by the new one; no other pair has enough words in common.

    Two that are alike share a word among the rarest ones of each: of n words at least
    n * ALIKE / (2 - ALIKE) are common, so that one of the n + 1 less that number is.
    """
    frequency = Counter(word for words in (*before, *after) for word in words)

    def rarest(words: list[str]) -> Iterable[str]:
        least = ceil(len(words) * ALIKE / (2 - ALIKE) - 1e-9)
        ordered = sorted(words, key=lambda word: (frequency[word], word))
        return {*ordered[: len(words) - least + 1]}

    having: dict[str, list[int]] = {}
    for row, words in enumerate(before):
        for word in rarest(words):
            having.setdefault(word, []).append(row)
    for column, words in enumerate(after):
        for row in sorted({row for word in rarest(words) for row in having.get(word, ())}):
            shorter, longer = sorted((len(before[row]), len(words)))
            if 2 * shorter >= ALIKE * (shorter + longer):
                yield row, column


def _units(sentence: Sentence) -> list[str]:
    """Its words; its letters where it is written without blanks."""
    text = normalised(sentence.text)
    return [*text.replace(" ", "")] if UNSPACED.search(text) else text.split()
