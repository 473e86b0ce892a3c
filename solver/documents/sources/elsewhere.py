"""Which clauses of a rulebook stand in another document than those it is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Clause, Rulebook

_DATED = re.compile(r"(\w+) of (\d{4}-\d{2}-\d{2})\b")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_RULING = re.compile(r"(?:the )?(rulings?) on\b")


def other_document(rulebook: Rulebook, clause: Clause) -> str:
    """The document that a clause stands in, where it is none of those the rulebook states; else "".

    rulebook: its version, and its sources, each with its edition. clause: one that is taken from
    another rulebook; that points only at sources of a later date than the version; or that points
    at none, and whose place begins with `rulebook of 2026-08-21` or `ruling on`, as a rule from a
    later edition or a publisher's answer does.

    >>> from layerlaw.model import shipped_rulebook
    >>> from layerlaw.solver.documents.sources.elsewhere import other_document
    >>> book = shipped_rulebook("grand-archive-2025-09")
    >>> other_document(book, book.clauses["GA-LEVEL-1"])
    'rulebook of 2026-08-21'
    >>> other_document(book, book.clauses["GA-GEN-1"])
    ''
    """
    if clause.taken_from:
        return clause.taken_from
    dated = _DATED.match(clause.place)
    if clause.sentences:
        later = _later_source(rulebook, clause)
        return dated.group(0) if later and dated else later
    if dated is not None:
        named, edition = dated.groups()
        own = any((each.id, each.edition) == (named, edition) for each in rulebook.sources)
        return "" if own else dated.group(0)
    ruling = _RULING.match(clause.place)
    return "" if ruling is None else "rulings"


def _later_source(rulebook: Rulebook, clause: Clause) -> str:
    """The source that the clause points at, if all of them are later than the rulebook."""
    sources = {source.id: source for source in rulebook.sources}
    pointed = [sources.get(pointer.source) for pointer in clause.sentences]
    later = [
        f"{source.id} of {source.edition}"
        for source in pointed
        if source is not None and _DATE.fullmatch(source.edition)
        if _DATE.fullmatch(rulebook.version) and source.edition > rulebook.version
    ]
    return later[0] if len(later) == len(pointed) else ""
