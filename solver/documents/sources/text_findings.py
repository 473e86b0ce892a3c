"""Everything that texts show by themselves: their references and their terms."""

from __future__ import annotations

from collections.abc import Mapping

from layerlaw.model.arguments import checked
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.documents.sources.definitions import singular
from layerlaw.solver.documents.sources.pages import TextFinding
from layerlaw.solver.documents.sources.references import reference_findings
from layerlaw.solver.documents.sources.terms import term_findings


@checked()
def text_findings(
    rulebook: Rulebook, texts: Mapping[str, str], whole: tuple[str, ...] = ()
) -> tuple[TextFinding, ...]:
    """References to what is not there, and terms that are defined twice, otherwise or never.

    rulebook: its nouns, statuses, keywords and characteristics need no definition in the text.
    texts: file name -> text. whole: the folders of which every page is among the texts. Raises
    `WrongArgument` for anything else.

    >>> from layerlaw import shipped_rulebook
    >>> book = shipped_rulebook("duel-masters-1.28-en")
    >>> [each.kind for each in text_findings(book, {"a.md": "See [it](#nowhere)."})]
    ['reference to nothing']
    """
    return (*reference_findings(texts, whole), *term_findings(texts, words_of(rulebook)))


def words_of(rulebook: Rulebook) -> frozenset[str]:
    """The words that a rulebook defines, in small letters and the singular.

    rulebook: whose nouns, statuses, keywords, characteristics and layers are taken.
    """
    words = (
        *rulebook.nouns,
        *rulebook.statuses,
        *rulebook.keywords,
        *rulebook.characteristics,
        *(layer.name for layer in rulebook.layers),
    )
    return frozenset(singular(word.replace("-", " ")) for word in words)
