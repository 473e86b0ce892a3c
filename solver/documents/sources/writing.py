"""Writes fingerprints into the text of a rulebook; every other letter of it stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.nodes import behind, list_of, text_behind
from layerlaw.model.files.yaml_text import Scalar, parse
from layerlaw.model.sources.pointers import pointer
from layerlaw.solver.documents.sources.holding import meant, sentences_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.files.yaml_text import Node
    from layerlaw.solver.documents.sources.filing import FiledSentence


def with_fingerprints(text: str, there: Sequence[FiledSentence]) -> str:
    """The rulebook's text with the fingerprints that are certain and not there yet.

    text: of the rulebook. there: the sentences of its documents. A pointer of source and words gets
    the fingerprint of the only sentence that has them. A clause without a pointer gets a line
    `sentences:` where its place names one heading and one number.
    """
    return _with_lines(_completed(text, there), there)


def _completed(text: str, there: Sequence[FiledSentence]) -> str:
    """The text, with the fingerprints in front of pointers that lack them."""
    lines = text.splitlines(keepends=True)
    root = parse(text, "the rulebook").root
    clauses = list_of(behind(root, "clauses"))
    pointed = [(text_behind(clause, "place"), clause) for clause in clauses]
    pointed += [("", passing) for passing in list_of(behind(root, "passed over"))]
    insertions = [
        (written.line, lines[written.line - 1].index("in ", written.column - 1), mark)
        for place, node in pointed
        for written, mark in _lacking(node, place, there)
    ]
    for number, column, mark in sorted(insertions, reverse=True):
        line = lines[number - 1]
        lines[number - 1] = f"{line[:column]}{mark} {line[column:]}"
    return "".join(lines)


def _lacking(
    node: Node, place: str, there: Sequence[FiledSentence]
) -> Iterator[tuple[Scalar, str]]:
    """The pointers of an entry without a fingerprint, each with the one that it means."""
    for written in list_of(behind(node, "sentences")):
        try:
            pointed = pointer(written.text) if isinstance(written, Scalar) else None
        except LayerlawError:
            continue
        if isinstance(written, Scalar) and pointed is not None and not pointed.fingerprint:
            sentences = meant(pointed, place, there)
            if len(sentences) == 1:
                yield written, sentences[0].sentence.fingerprint


def _with_lines(text: str, there: Sequence[FiledSentence]) -> str:
    """The text, with a line of fingerprints below the place of each clause that has none."""
    lines = text.splitlines(keepends=True)
    root = parse(text, "the rulebook").root
    sentences = tuple(filed.sentence for filed in there)
    for clause in reversed(list_of(behind(root, "clauses"))):
        place = behind(clause, "place")
        # A clause in braces has no line of its own for each key.
        if not isinstance(place, Scalar) or behind(clause, "sentences") is not None:
            continue
        line = lines[place.line - 1]
        own_line = line.lstrip().removeprefix("- ").startswith("place:")
        marks = [each.fingerprint for each in sentences_at(text_behind(clause, "place"), sentences)]
        if own_line and marks and place.style not in ("|", ">"):
            indent = " " * line.index("place:")
            lines.insert(place.line, f"{indent}sentences: [{', '.join(dict.fromkeys(marks))}]\n")
    return "".join(lines)
