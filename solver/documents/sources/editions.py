"""Holds two editions of a text against each other, sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.sources.sentences import Sentence, normalised, sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterable

ALIKE = 0.6
"""Sentences whose words agree to this part are one sentence that changed."""


@dataclass(frozen=True, slots=True)
class SentencePair:
    """A sentence of the old edition and the one of the new edition that stands for it."""

    old: Sentence
    new: Sentence


@dataclass(frozen=True, slots=True)
class EditionDifference:
    """What a new edition did to the sentences, and the clauses that rest on those it touched.

    moved: the same words under other headings or another number.
    """

    added: tuple[Sentence, ...]
    gone: tuple[Sentence, ...]
    changed: tuple[SentencePair, ...]
    moved: tuple[SentencePair, ...]
    clauses: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not (self.added or self.gone or self.changed or self.moved)


@checked()
def compare_editions(old: str, new: str, *, book: Rulebook | None = None) -> EditionDifference:
    """Compare two editions of a text.

    old, new: the texts. book: the rulebook whose clauses point into the old one; without it no
    clauses are named. A clause is touched if its sentence is gone, changed or moved. Raises
    `WrongArgument` for what is no text or no rulebook.

    >>> from layerlaw.solver.documents.sources import compare_editions
    >>> parted = compare_editions("Oldest first. Layers come in order.", "Layers come in order.")
    >>> [each.text for each in parted.gone]
    ['Oldest first.']
    """
    before, after = list(sentences_of(old)), list(sentences_of(new))
    same = _same(before, after)
    left = [each for each in before if each not in {pair.old for pair in same}]
    right = [each for each in after if each not in {pair.new for pair in same}]
    changed = _alike(left, right)
    moved = tuple(pair for pair in same if _place(pair.old) != _place(pair.new))
    gone = tuple(each for each in left if each not in {pair.old for pair in changed})
    touched = {
        each.fingerprint
        for each in (*gone, *(pair.old for pair in changed), *(pair.old for pair in moved))
    }
    return EditionDifference(
        added=tuple(each for each in right if each not in {pair.new for pair in changed}),
        gone=gone,
        changed=changed,
        moved=moved,
        clauses=tuple(
            clause.id
            for clause in (book.clauses.values() if book else ())
            if any(pointer.fingerprint in touched for pointer in clause.sentences)
        ),
    )


def _place(sentence: Sentence) -> tuple[tuple[str, ...], str]:
    return tuple(map(normalised, sentence.headings)), sentence.label


def _same(before: Iterable[Sentence], after: Iterable[Sentence]) -> tuple[SentencePair, ...]:
    """The sentences with equal words; of several those at the same place first."""
    waiting: dict[str, list[Sentence]] = {}
    for each in after:
        waiting.setdefault(each.fingerprint, []).append(each)
    pairs = []
    for old in before:
        equal = waiting.get(old.fingerprint, [])
        if equal:
            new = next((each for each in equal if _place(each) == _place(old)), equal[0])
            equal.remove(new)
            pairs.append(SentencePair(old, new))
    return tuple(pairs)


def _alike(left: list[Sentence], right: list[Sentence]) -> tuple[SentencePair, ...]:
    """Pairs of sentences with most words in common, the most alike first; each stands in one."""
    words = {id(each): _units(each) for each in (*left, *right)}
    matcher: SequenceMatcher[str] = SequenceMatcher(autojunk=False)
    scored = []
    for column, new in enumerate(right):
        matcher.set_seq2(words[id(new)])
        for row, old in enumerate(left):
            matcher.set_seq1(words[id(old)])
            if matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE:
                ratio = matcher.ratio()
                if ratio >= ALIKE:
                    scored.append((-ratio, row, column))
    rows: dict[int, int] = {}
    for _, row, column in sorted(scored):
        if row not in rows and column not in rows.values():
            rows[row] = column
    return tuple(SentencePair(left[row], right[rows[row]]) for row in sorted(rows))


def _units(sentence: Sentence) -> list[str]:
    """Its words; its letters where it is written without blanks."""
    text = normalised(sentence.text)
    return text.split() if text.isascii() or " " in text[:20] else list(text)
