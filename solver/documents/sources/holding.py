"""Holds a rulebook against the files of its text: what has no clause, no sentence, or changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.sources.sentences import Sentence, headings_of, normalised, sentences_of
from layerlaw.solver.documents.sources.clause_references import clause_reference_findings
from layerlaw.solver.documents.sources.pages import TextFinding
from layerlaw.solver.documents.sources.text_findings import text_findings

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Clause
    from layerlaw.model.sources.pointers import Pointer

_NAMED = re.compile(r'"([^"]+)"')
_NUMBER = re.compile(r"\b(?:rule|item|step) (\d+(?:\.\d+)*[a-z]?)(?:, number (\d+))?")


@dataclass(frozen=True, slots=True)
class FiledSentence:
    """A sentence and the file it stands in."""

    file: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class ChangedSentence:
    """A clause points at a sentence that is not there; nearest: what stands at its place now."""

    clause: str
    fingerprint: str
    nearest: FiledSentence | None


@dataclass(frozen=True, slots=True)
class UnknownHeading:
    """The place of a clause names what no heading bears."""

    clause: str
    name: str


@dataclass(frozen=True, slots=True)
class HeldSources:
    """What a rulebook and its files come to.

    uncovered: sentences that no clause points at. unbound: clauses that point at no sentence.
    changed: pointers at sentences that are not there. headings: places that no heading bears.
    findings: what the texts show by themselves, and the rulebook's own references.
    """

    rulebook: str
    files: tuple[str, ...]
    sentences: int
    uncovered: tuple[FiledSentence, ...]
    unbound: tuple[str, ...]
    changed: tuple[ChangedSentence, ...]
    headings: tuple[UnknownHeading, ...]
    findings: tuple[TextFinding, ...] = ()

    @property
    def has_faults(self) -> bool:
        """Whether the texts or the rulebook refer to what is not there, or count wrongly."""
        return any(each.kind in ("reference to nothing", "wrong count") for each in self.findings)

    @property
    def in_step(self) -> bool:
        """Whether there is no difference."""
        return not (self.uncovered or self.unbound or self.changed or self.headings)


@checked()
def hold_sources(book: Rulebook, texts: Mapping[str, str]) -> HeldSources:
    """Hold a rulebook against the texts it rests on.

    book: the rulebook. texts: file name -> text. A sentence counts as covered where a clause has
    its fingerprint, in whichever of the files. Raises `WrongArgument` for anything else.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.solver.documents.sources import hold_sources
    >>> held = hold_sources(shipped_rulebook("duel-masters-1.28-en"), {"a.md": "All at once."})
    >>> [each.sentence.text for each in held.uncovered]
    ['All at once.']
    """
    there = [
        FiledSentence(file, sentence)
        for file, text in texts.items()
        for sentence in sentences_of(text)
    ]
    by_fingerprint = {each.sentence.fingerprint for each in there}
    pointed = {pointer.fingerprint for each in book.clauses.values() for pointer in each.sentences}
    names = tuple(normalised(name) for text in texts.values() for name in headings_of(text))
    return HeldSources(
        rulebook=book.id,
        files=tuple(texts),
        sentences=len(there),
        uncovered=tuple(each for each in there if each.sentence.fingerprint not in pointed),
        unbound=tuple(each.id for each in book.clauses.values() if not each.sentences),
        changed=tuple(
            ChangedSentence(clause.id, pointer.fingerprint, _nearest(clause, pointer, there))
            for clause in book.clauses.values()
            for pointer in clause.sentences
            if pointer.fingerprint not in by_fingerprint
        ),
        headings=tuple(
            UnknownHeading(clause.id, name)
            for clause in book.clauses.values()
            for name in _NAMED.findall(clause.place)
            if not any(normalised(name) in heading for heading in names)
        ),
        findings=(*clause_reference_findings(book), *text_findings(book, texts)),
    )


def sentences_at(place: str, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """The sentences of one numbered rule, where a place names its heading and its number.

    place: as a clause states it. sentences: those of the text. Nothing where the place names no
    number, or several.
    """
    numbers = _NUMBER.findall(place)
    names = [normalised(name) for name in _NAMED.findall(place)]
    if len(numbers) != 1 or not names or "rules " in place or ";" in place:
        return ()
    label = ".".join(filter(None, numbers[0]))
    return tuple(
        each
        for each in sentences
        if each.label == label
        and all(any(name in normalised(above) for above in each.headings) for name in names)
    )


def _nearest(clause: Clause, pointer: Pointer, there: list[FiledSentence]) -> FiledSentence | None:
    """The sentence with the quoted words; else the first one at the place of the clause."""
    words = normalised(pointer.words)
    quoted = (each for each in there if words and words in normalised(each.sentence.text))
    placed = (each for each in there if sentences_at(clause.place, (each.sentence,)))
    return next(quoted, None) or next(placed, None)
