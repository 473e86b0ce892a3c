"""Holds two editions of a text against each other, sentence by sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.sources.sentences import Sentence, normalised, says_words, sentences_of
from layerlaw.solver.documents.sources.likeness import alike, parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.sources.pointers import Pointer


@dataclass(frozen=True, slots=True)
class SentencePair:
    """A sentence of the old edition and the one of the new edition that stands for it."""

    old: Sentence
    new: Sentence


@dataclass(frozen=True, slots=True)
class EditionDifference:
    """What a new edition did to the sentences, and the clauses that rest on those it touched.

    changed: one sentence may stand in several pairs, where it was split or sentences were joined.
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
    left = _others(before, (pair.old for pair in same))
    right = _others(after, (pair.new for pair in same))
    changed = _changed(left, right)
    moved = tuple(pair for pair in same if _place(pair.old) != _place(pair.new))
    gone = tuple(_others(left, (pair.old for pair in changed)))
    parted = (*gone, *(pair.old for pair in (*changed, *moved)))
    touched = {each.fingerprint: each for each in parted}
    return EditionDifference(
        added=tuple(_others(right, (pair.new for pair in changed))),
        gone=gone,
        changed=changed,
        moved=moved,
        clauses=tuple(
            clause.id
            for clause in (book.clauses.values() if book else ())
            if any(_points(pointer, touched) for pointer in clause.sentences)
        ),
    )


def _points(pointer: Pointer, touched: Mapping[str, Sentence]) -> bool:
    """Whether the pointer means one of the sentences; without a fingerprint, by its words."""
    if pointer.fingerprint:
        return pointer.fingerprint in touched
    return any(says_words(each.text, pointer.words) for each in touched.values())


def _others(sentences: Iterable[Sentence], paired: Iterable[Sentence]) -> list[Sentence]:
    """The sentences that are not paired."""
    without = set(paired)
    return [each for each in sentences if each not in without]


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


def _changed(left: list[Sentence], right: list[Sentence]) -> tuple[SentencePair, ...]:
    """The sentences that are alike, then those that have become part of others or were split."""
    pairs = {*alike(left, right)}
    gone = sorted({*range(len(left))} - {row for row, _ in pairs})
    added = sorted({*range(len(right))} - {column for _, column in pairs})
    joined = parts([left[row] for row in gone], right)
    split = parts([right[column] for column in added], left)
    pairs |= {(gone[piece], whole) for piece, whole in joined}
    pairs |= {(whole, added[piece]) for piece, whole in split}
    return tuple(SentencePair(left[row], right[column]) for row, column in sorted(pairs))
