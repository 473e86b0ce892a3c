"""What `layerlaw lint` looks for: every rule with its severity and what to do about it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LintSeverity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class LintRule:
    """One thing to look after. says: what should be so. advice: what to do where it is not."""

    id: str
    severity: LintSeverity
    says: str
    advice: str


@dataclass(frozen=True, slots=True, order=True)
class LintFinding:
    """A place where something is not as a rule says; mild: it is only a note there."""

    file: str
    line: int
    column: int
    rule: str
    message: str
    suggestion: str = ""
    mild: bool = False

    @property
    def severity(self) -> LintSeverity:
        """How bad it is."""
        return "note" if self.mild else RULES[self.rule].severity


_ALL = (
    LintRule("mistake", "error", "A file has no mistakes.", "Mend what the loader says."),
    LintRule("same-title", "error", "No two scenarios have one title.", "Say what is different."),
    LintRule("same-id", "error", "No two rulebooks have one id.", "Call one of them otherwise."),
    LintRule(
        "same-clause",
        "error",
        "No clause or open point stands in two rulebooks.",
        "Give it an id of its own, or take it over with `like` or `based on`.",
    ),
    LintRule(
        "same-card",
        "warning",
        "No card stands in two files of cards that are used together.",
        "Keep one of them.",
    ),
    LintRule(
        "title",
        "warning",
        "A title states a fact.",
        "Say in one sentence what comes of it, as `King of the Realm takes control of mortals`.",
    ),
    LintRule("ending", "warning", "Scenarios are called *.scenario.yaml.", "Give it another name."),
    LintRule(
        "no-schema",
        "note",
        "The first line names the schema for editors.",
        "`layerlaw schema KIND --save .layerlaw` writes one and says the line.",
    ),
    LintRule(
        "schema-gone",
        "warning",
        "The schema that the first line names is there.",
        "`layerlaw schema KIND --save DIR` writes it.",
    ),
    LintRule(
        "no-expectation",
        "warning",
        "A scenario expects something.",
        "Write under `expect:` what should come of it.",
    ),
    LintRule(
        "no-because",
        "warning",
        "A scenario names its clauses (a note but for what is shipped).",
        "Write `because: [CLAUSE]`.",
    ),
    LintRule("no-source", "note", "A scenario says where it is from.", "Write `from: WHERE`."),
    LintRule(
        "never-applies",
        "warning",
        "Every ability can apply (a note where it only comes too late, or a name is unknown).",
        "Mend the scope or the condition, or take the ability out.",
    ),
    LintRule("unused-card", "warning", "Every card under `cards:` is played.", "Take it out."),
    LintRule(
        "unused-object",
        "note",
        "Every object is spoken of again, or has an ability.",
        "Expect something of it, or take it out.",
    ),
    LintRule(
        "default-reading",
        "warning",
        "`readings:` names what departs from the default.",
        "Take it out: the rulebook reads it so by itself.",
    ),
    LintRule(
        "stated-reading",
        "error",
        "What a document states is not written under a reading.",
        "Leave `readings:` out, or write it under `expect:`.",
    ),
    LintRule(
        "refuted-default",
        "error",
        "The default of a shipped rulebook keeps what its document states of its examples.",
        "Choose another default: `layerlaw examples RULEBOOK` says what refutes this one.",
    ),
    LintRule("same-expectation", "warning", "Nothing is expected twice.", "Take one out."),
    LintRule("same-variant", "warning", "No variant is there twice.", "Take one out."),
    LintRule(
        "clause-without-case",
        "warning",
        "Every clause is cited by some scenario.",
        "Write a scenario that rests on it, with its id under `because:`.",
    ),
    LintRule(
        "reading-without-case",
        "warning",
        "Every reading of an open point has a scenario.",
        "Write one, or a variant under `also:` with `readings:`.",
    ),
    LintRule(
        "unasked",
        "warning",
        "Policies ask for all that a rulebook says of its statuses.",
        "Write `a copy reads: what the copy layer left` under `policies:`, or take it out.",
    ),
    LintRule(
        "no-edition",
        "note",
        "A card in a file of cards has an edition with its date.",
        "Write `edition: NAME, YEAR-MONTH-DAY`.",
    ),
    LintRule(
        "to-be-stated",
        "warning",
        "Nothing in a rulebook is still to be stated.",
        "Say it in your own words; what is of no consequence goes under `passed over`.",
    ),
    LintRule(
        "to-be-confirmed",
        "note",
        "Nothing in a rulebook is still to be confirmed.",
        "Answer it by a clause (`policies:`), or say that the document leaves it open.",
    ),
    LintRule(
        "allow",
        "error",
        "`# layerlaw: allow RULE because REASON` names a rule and a reason.",
        "`layerlaw lint --rules` lists the rules.",
    ),
    LintRule("allow-unused", "note", "What is allowed does occur.", "Take the comment out."),
)

RULES: Mapping[str, LintRule] = MappingProxyType({rule.id: rule for rule in _ALL})
"""Every rule by its id, in the order in which they are listed."""


def rule_lines() -> Iterator[tuple[str, str]]:
    """Every rule with its severity."""
    widest = max(map(len, RULES))
    for rule in RULES.values():
        yield f"{rule.id:<{widest}}  {rule.severity:<8}{rule.says}", rule.severity
