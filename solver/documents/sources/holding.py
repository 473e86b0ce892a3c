"""Holds a rulebook against the files of its text: what has no clause, no sentence, or changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.sources.sentences import headings_of, normalised, says_words
from layerlaw.solver.documents.sources.clause_references import clause_reference_findings
from layerlaw.solver.documents.sources.filing import (
    FiledSentence,
    filed_sentences,
    is_below,
    needs_clause,
)
from layerlaw.solver.documents.sources.pages import TextFinding
from layerlaw.solver.documents.sources.text_findings import text_findings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.sources.pointers import Pointer
    from layerlaw.model.sources.sentences import Sentence

_NAMED = re.compile(r'"([^"]+)"')
_NUMBER = re.compile(r"\b(?:rule|item|step) (\d+(?:\.\d+)*[a-z]?)(?:, number (\d+))?")


@dataclass(frozen=True, slots=True)
class ChangedSentence:
    """A pointer at a sentence that is not there; nearest: what stands at its place now.

    clause: whose pointer it is; empty: of what is passed over.
    """

    clause: str
    fingerprint: str
    nearest: FiledSentence | None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A pointer without a fingerprint; sentences: those with its words, of which one is meant."""

    clause: str
    pointer: str
    sentences: tuple[FiledSentence, ...]


@dataclass(frozen=True, slots=True)
class UnknownHeading:
    """The place of a clause names what no heading bears."""

    clause: str
    name: str


@dataclass(frozen=True, slots=True)
class HeldSources:
    """What a rulebook and its files come to.

    sentences: how many there are; asked: how many of them stand where every sentence needs a
    clause; passed_over: how many of these need none, for a reason that the rulebook states.
    uncovered: sentences that no clause points at. unbound: clauses that point at no sentence,
    without a reason. changed: pointers at sentences that are not there. unfinished: pointers
    without a fingerprint. headings: places that no heading bears, of clauses that point at nothing
    else. absent: sources of which no file was given; what points at them is not judged.
    findings: what the texts show by themselves, and the rulebook's own references.
    """

    rulebook: str
    files: tuple[str, ...]
    sentences: int
    asked: int
    passed_over: int
    uncovered: tuple[FiledSentence, ...]
    unbound: tuple[str, ...]
    changed: tuple[ChangedSentence, ...]
    unfinished: tuple[Unfinished, ...]
    headings: tuple[UnknownHeading, ...]
    absent: tuple[str, ...] = ()
    findings: tuple[TextFinding, ...] = ()

    @property
    def in_step(self) -> bool:
        """Whether there is no difference."""
        return not (
            self.uncovered or self.unbound or self.changed or self.unfinished or self.headings
        )


@checked()
def hold_sources(book: Rulebook, texts: Mapping[str, str]) -> HeldSources:
    """Hold a rulebook against the texts it rests on.

    book: the rulebook. texts: file name -> text. A sentence counts as covered where a clause has
    its fingerprint; a pointer that names a source is looked for in that source's files. Clauses
    that are taken from another rulebook are that one's business. Raises `WrongArgument` for
    anything else.

    >>> from layerlaw.model import loads_rulebook
    >>> from layerlaw.solver.documents.sources import hold_sources
    >>> book = loads_rulebook("{rulebook: mine, based on: duel-masters-1.28-en}")
    >>> held = hold_sources(book, {"a.md": "All at once, always and for everybody."})
    >>> [filed.sentence.text for filed in held.uncovered]
    ['All at once, always and for everybody.']
    """
    there = filed_sentences(book, texts)
    asked = [filed for filed in there if needs_clause(book, filed)]
    places: dict[str, list[FiledSentence]] = {}
    for filed in there:
        places.setdefault(filed.sentence.fingerprint, []).append(filed)
    clauses = [clause for clause in book.clauses.values() if not clause.taken_from]
    pointed = {pointer.fingerprint for clause in clauses for pointer in clause.sentences}
    passed = _passed_over(book, there) - pointed
    owners = [
        (clause.id, clause.place, pointer) for clause in clauses for pointer in clause.sentences
    ]
    owners += [("", "", pointer) for passing in book.passed_over for pointer in passing.sentences]
    given = {filed.source for filed in there}
    absent = tuple(source.id for source in book.sources if source.id not in given)
    owners = [owner for owner in owners if owner[2].source not in absent]
    headings = tuple(normalised(name) for text in texts.values() for name in headings_of(text))
    placed = [
        (clause.id, name)
        for clause in clauses
        if not clause.no_sentence
        if not any(pointer.source in absent for pointer in clause.sentences)
        for name in _NAMED.findall(clause.place)
    ]
    borne = {
        name: any(normalised(name) in heading for heading in headings)
        for name in {name for _, name in placed}
    }
    return HeldSources(
        rulebook=book.id,
        files=tuple(texts),
        sentences=len(there),
        asked=len(asked),
        passed_over=sum(filed.sentence.fingerprint in passed for filed in asked),
        uncovered=tuple(
            filed
            for filed in asked
            if filed.sentence.fingerprint not in pointed
            and filed.sentence.fingerprint not in passed
        ),
        unbound=tuple(
            clause.id for clause in clauses if not clause.sentences and not clause.no_sentence
        ),
        changed=tuple(
            ChangedSentence(id, pointer.fingerprint, _nearest(place, pointer, there))
            for id, place, pointer in owners
            if pointer.fingerprint
            and not any(
                pointer.source in ("", filed.source)
                for filed in places.get(pointer.fingerprint, ())
            )
        ),
        unfinished=tuple(
            Unfinished(id, str(pointer), meant(pointer, place, there))
            for id, place, pointer in owners
            if not pointer.fingerprint
        ),
        headings=tuple(UnknownHeading(id, name) for id, name in placed if not borne[name]),
        absent=absent,
        findings=(*clause_reference_findings(book), *text_findings(book, texts)),
    )


def meant(
    pointer: Pointer, place: str, there: Iterable[FiledSentence]
) -> tuple[FiledSentence, ...]:
    """The sentences that have a pointer's words; of several, those at a clause's place, if any.

    place: the clause's, or nothing. there: the sentences of the texts.
    """
    saying = tuple(
        filed
        for filed in there
        if filed.source == pointer.source and says_words(filed.sentence.text, pointer.words)
    )
    first: dict[str, FiledSentence] = {}
    for filed in saying:
        first.setdefault(filed.sentence.fingerprint, filed)
    distinct = tuple(first.values())
    if len(distinct) < 2:
        return distinct
    names = [normalised(name) for name in _NAMED.findall(place)]
    numbers = _NUMBER.findall(place)
    labels = {".".join(filter(None, number)) for number in numbers}
    narrowed = tuple(
        filed
        for filed in distinct
        if (not names or any(_is_headed(filed.sentence, name) for name in names))
        and (not labels or filed.sentence.label in labels)
    )
    return narrowed or distinct


def _is_headed(sentence: Sentence, name: str) -> bool:
    """Whether one of the headings above the sentence has these words."""
    return any(name in normalised(heading) for heading in sentence.headings)


def _passed_over(book: Rulebook, there: Iterable[FiledSentence]) -> set[str]:
    """The fingerprints of the sentences for which the rulebook states why they need no clause."""
    pointed = {
        (pointer.fingerprint, pointer.source)
        for passing in book.passed_over
        for pointer in passing.sentences
    }
    sections: dict[str, list[str]] = {}
    for passing in book.passed_over:
        if passing.section:
            sections.setdefault(passing.source, []).append(passing.section)
    return {
        filed.sentence.fingerprint
        for filed in there
        if not pointed.isdisjoint(
            (filed.sentence.fingerprint, source) for source in ("", filed.source)
        )
        or is_below(filed.sentence, sections.get(filed.source, ()))
    }


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
        if each.label == label and all(_is_headed(each, name) for name in names)
    )


def _nearest(place: str, pointer: Pointer, there: Iterable[FiledSentence]) -> FiledSentence | None:
    """The sentence with the quoted words; else the first one at the place of the clause."""
    inside = [filed for filed in there if pointer.source in ("", filed.source)]
    quoted = (
        filed
        for filed in inside
        if pointer.words and says_words(filed.sentence.text, pointer.words)
    )
    at_place = set(sentences_at(place, tuple(filed.sentence for filed in inside)))
    placed = (filed for filed in inside if filed.sentence in at_place)
    return next(quoted, None) or next(placed, None)
