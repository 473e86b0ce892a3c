"""What the text of a rulebook shows by itself, as findings of an audit."""

from __future__ import annotations

from collections.abc import Mapping

from layerlaw.model.arguments import checked
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.sources.clause_references import clause_reference_findings
from layerlaw.solver.documents.sources.text_findings import text_findings


@checked()
def textual_findings(
    rulebook: Rulebook, texts: Mapping[str, str] | None = None, whole: tuple[str, ...] = ()
) -> tuple[Finding, ...]:
    """References to what is not there and terms that are wrong: of the rulebook, and of its text.

    rulebook: whose own words are looked at, too. texts: file name -> text, or nothing. whole: the
    folders of which every page is among the texts. Raises `WrongArgument` for anything else.

    >>> from layerlaw import shipped_rulebook
    >>> book = shipped_rulebook("duel-masters-1.28-en")
    >>> [each.title for each in textual_findings(book, {"a.md": "1.1 One.\\n1.2 See rule 1.4."})]
    ['It refers to rule 1.4, which is not there.']
    """
    own = clause_reference_findings(rulebook)
    of_text = () if texts is None else text_findings(rulebook, texts, whole)
    findings = tuple(
        Finding(
            each.kind,
            each.title,
            clauses=tuple(id for id in each.clauses if id in rulebook.clauses),
            point=next((id for id in each.clauses if id in rulebook.points), ""),
            reason=each.reason,
            places=each.places,
        )
        for each in (*own, *of_text)
    )
    if findings or texts is None:
        return findings
    title = "The text refers to nothing that is not there, and its terms are defined once."
    return (Finding("clean", title, reason="as far as the rules for each kind of finding tell it"),)
