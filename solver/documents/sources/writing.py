"""Writes fingerprints into the text of a rulebook; every other letter of it stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.files.nodes import text_behind
from layerlaw.model.files.yaml_text import Mapping, Scalar, Sequence, parse
from layerlaw.solver.documents.sources.holding import sentences_at

if TYPE_CHECKING:
    from layerlaw.model.sources.sentences import Sentence


def with_fingerprints(text: str, sentences: tuple[Sentence, ...]) -> str:
    """The rulebook's text with a line `sentences:` below the place of each clause that lacks one.

    text: of the rulebook. sentences: of the document. Only where a place names one numbered rule
    is it known which sentences are meant; other clauses are left as they are.
    """
    lines = text.splitlines(keepends=True)
    root = parse(text, "the rulebook").root
    clauses = _behind(root, "clauses")
    if not isinstance(clauses, Sequence):
        return text
    for clause in reversed(clauses.items):
        place = _behind(clause, "place")
        # A clause in braces has no line of its own for each key.
        if not isinstance(place, Scalar) or _behind(clause, "sentences") is not None:
            continue
        line = lines[place.line - 1]
        own_line = line.lstrip().removeprefix("- ").startswith("place:")
        marks = [each.fingerprint for each in sentences_at(text_behind(clause, "place"), sentences)]
        if own_line and marks and place.style not in ("|", ">"):
            indent = " " * line.index("place:")
            lines.insert(place.line, f"{indent}sentences: [{', '.join(dict.fromkeys(marks))}]\n")
    return "".join(lines)


def _behind(node: object, key: str) -> object:
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((value for word, value in entries if word.text == key), None)
