"""Which clauses of a rulebook stand in another document than those it is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Clause, Rulebook

_DATED = re.compile(r"(\w+) of (\d{4}-\d{2}-\d{2})\b")
_RULING = re.compile(r"(?:the )?(rulings?) on\b")


def other_document(rulebook: Rulebook, clause: Clause) -> str:
    """The document that the clause's place names, where it is no source of the rulebook; else "".

    rulebook: its sources, each with its edition. clause: its place begins with `rulebook of
    2026-08-21` or `ruling on`, as a rule from a later edition or a publisher's answer does; one
    that points at a sentence of a source stands there.

    >>> from layerlaw.model import shipped_rulebook
    >>> from layerlaw.solver.documents.sources.elsewhere import other_document
    >>> book = shipped_rulebook("grand-archive-2025-09")
    >>> other_document(book, book.clauses["GA-LEVEL-1"])
    'rulebook of 2026-08-21'
    >>> other_document(book, book.clauses["GA-GEN-1"])
    ''
    """
    if clause.sentences:
        return ""
    dated = _DATED.match(clause.place)
    if dated is not None:
        named, edition = dated.groups()
        own = any((each.id, each.edition) == (named, edition) for each in rulebook.sources)
        return "" if own else dated.group(0)
    ruling = _RULING.match(clause.place)
    return "" if ruling is None else "rulings"
