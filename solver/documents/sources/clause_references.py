"""Finds references of a rulebook's own words to clauses, layers and policies that it has not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import did_you_mean
from layerlaw.model.rulebooks.policies import QUESTIONS
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.documents.sources.pages import TextFinding, TextPlace

if TYPE_CHECKING:
    from collections.abc import Iterator

_LAYER = re.compile(
    r"\blayers? (\d{1,2}[a-z]?|[A-Z]\d?[a-z]?)\b(?:(?: to | and |-)(\d+|[A-Z]\d?)\b)?"
)
_POLICY = re.compile(r"\bpolicy `([^`:]+)")


@checked()
def clause_reference_findings(rulebook: Rulebook) -> tuple[TextFinding, ...]:
    """Clauses and open points that name a clause, layer or policy which the rulebook has not.

    rulebook: whose clauses, questions and readings are looked at. Raises `WrongArgument` for what
    is no rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> clause_reference_findings(shipped_rulebook("sorcery-2026-01"))
    ()
    """
    return tuple(
        finding
        for id, place, words in _words(rulebook)
        for finding in (
            *_clauses(rulebook, id, place, words),
            *_layers(rulebook, id, place, words),
            *_policies(rulebook, id, place, words),
        )
    )


def _words(rulebook: Rulebook) -> Iterator[tuple[str, str, str]]:
    """The id, the place and the words of everything that speaks."""
    for clause in rulebook.clauses.values():
        yield clause.id, "place", clause.place
        yield clause.id, "says", clause.says
    for point in rulebook.points.values():
        yield point.id, "question", point.question
        for reading in point.readings:
            yield point.id, f"reading {reading.id}", reading.says


def _clauses(rulebook: Rulebook, id: str, place: str, words: str) -> Iterator[TextFinding]:
    known = {*rulebook.clauses, *rulebook.points}
    prefixes = {each.split("-")[0] for each in known if "-" in each}
    if not prefixes:
        return
    pattern = rf"\b(?:{'|'.join(sorted(prefixes))})-[A-Z0-9]+(?:-[A-Z0-9]+)*[a-z]?\b"
    for name in dict.fromkeys(re.findall(pattern, words)):
        if name not in known:
            hint = did_you_mean(name, sorted(known))
            meant = f" ({hint})" if hint else ""
            title = f"{id} refers to {name}, which the rulebook has not{meant}."
            yield _nothing(rulebook, id, place, name, title)


def _layers(rulebook: Rulebook, id: str, place: str, words: str) -> Iterator[TextFinding]:
    if not rulebook.layers or "Magic" in words:
        return
    ids = [layer.id for layer in rulebook.layers]
    for named in _LAYER.finditer(words):
        for label in filter(None, named.groups()):
            # A layer of the document may be several of the rulebook: E is E1, E2.
            if not any(each.startswith(label) for each in ids):
                title = f"{id} refers to layer {label}, which the rulebook has not."
                yield _nothing(rulebook, id, place, named[0], title)


def _policies(rulebook: Rulebook, id: str, place: str, words: str) -> Iterator[TextFinding]:
    for name in _POLICY.findall(words):
        if name not in QUESTIONS:
            title = f"{id} refers to the policy `{name}`, which does not exist."
            yield _nothing(rulebook, id, place, name, title)


def _nothing(rulebook: Rulebook, id: str, place: str, words: str, title: str) -> TextFinding:
    where = TextPlace(rulebook.id, 0, f"{id}, {place}", "", words)
    reason = "The rulebook's own words name it."
    return TextFinding("reference to nothing", title, (where,), reason, (id,))
