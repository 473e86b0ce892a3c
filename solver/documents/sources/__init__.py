"""Rulebooks held against the texts they rest on, and editions of a text against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.lazy import lazy

if TYPE_CHECKING:
    from layerlaw.model.sources.sentences import Sentence, fingerprint, sentences_of
    from layerlaw.solver.documents.sources.editions import EditionDifference, compare_editions
    from layerlaw.solver.documents.sources.holding import HeldSources, hold_sources
    from layerlaw.solver.documents.sources.stub import stub_rulebook

__all__ = [
    "EditionDifference",
    "HeldSources",
    "Sentence",
    "compare_editions",
    "fingerprint",
    "hold_sources",
    "sentences_of",
    "stub_rulebook",
]

__getattr__, __dir__ = lazy(
    __name__,
    {
        "EditionDifference": "layerlaw.solver.documents.sources.editions",
        "HeldSources": "layerlaw.solver.documents.sources.holding",
        "Sentence": "layerlaw.model.sources.sentences",
        "compare_editions": "layerlaw.solver.documents.sources.editions",
        "fingerprint": "layerlaw.model.sources.sentences",
        "hold_sources": "layerlaw.solver.documents.sources.holding",
        "sentences_of": "layerlaw.model.sources.sentences",
        "stub_rulebook": "layerlaw.solver.documents.sources.stub",
    },
)
