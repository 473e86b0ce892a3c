"""Clauses on a page: a button wherever one is named, and one list of what all of them say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.page.tags import Html, bdi, join, tag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.rulebooks.rulebook import Rulebook


class Glossary:
    """The clauses that one panel names, in the order in which they are first named."""

    def __init__(self, rulebook: Rulebook, panel: int | str) -> None:
        self.rulebook = rulebook
        self.panel = panel
        self._numbers: dict[str, int] = {}

    @property
    def used(self) -> bool:
        """Whether any clause was named."""
        return bool(self._numbers)

    def named(self, clauses: Iterable[str]) -> Html:
        """A button for each clause, which shows what it says."""
        return join([self._button(one) for one in dict.fromkeys(clauses) if one], " ")

    def _button(self, clause: str) -> Html:
        if not self.known(clause):
            return tag("span", clause, class_="clause")
        number = self._numbers.setdefault(clause, len(self._numbers))
        return tag(
            "button",
            clause,
            type="button",
            class_="clause",
            data_clause=clause,
            aria_describedby=f"p{self.panel}-clause-{number}",
        )

    def known(self, clause: str) -> bool:
        """Whether the rulebook has the clause, or an open point of that name."""
        return clause in self.rulebook.clauses or clause in self.rulebook.points

    def add(self, clauses: Iterable[str]) -> None:
        """Clauses that the page names later, when it is asked where a value comes from."""
        for clause in clauses:
            if self.known(clause):
                self._numbers.setdefault(clause, len(self._numbers))

    def listed(self) -> Html:
        """What all clauses named so far say, and where they stand."""
        entries = []
        for clause, number in self._numbers.items():
            entries.append(tag("dt", clause, data_clause=clause))
            entries.append(
                tag("dd", said(self.rulebook, clause), id=f"p{self.panel}-clause-{number}")
            )
        return tag("dl", *entries, class_="glossary")


def said(rulebook: Rulebook, clause: str) -> Html:
    """What a clause says and where it stands; of an open point the question and the reading."""
    if clause in rulebook.clauses:
        one = rulebook.clauses[clause]
        return join([one.says, " ", tag("span", f"[{one.place}]", class_="place")])
    point = rulebook.points[clause]
    chosen = rulebook.chosen.get(clause, point.default)
    return join(
        [
            tag("b", "Open point. "),
            point.question,
            " Reading taken, ",
            bdi(chosen),
            ": ",
            point.reading(chosen).says,
        ]
    )
