"""Help for writing files: schemas for editors, starters, canonical form, and what to look after."""

from layerlaw.solver.shell.authoring.empty_rulebook import empty_rulebook
from layerlaw.solver.shell.authoring.formatting import formatted
from layerlaw.solver.shell.authoring.lint_rules import RULES, LintFinding, LintRule
from layerlaw.solver.shell.authoring.linting import LintReport, lint
from layerlaw.solver.shell.authoring.schemas import KINDS, schema, schema_text
from layerlaw.solver.shell.authoring.starter import starter_scenario
from layerlaw.solver.shell.authoring.starter_files import starter_cards, starter_rulebook

__all__ = [
    "KINDS",
    "RULES",
    "LintFinding",
    "LintReport",
    "LintRule",
    "empty_rulebook",
    "formatted",
    "lint",
    "schema",
    "schema_text",
    "starter_cards",
    "starter_rulebook",
    "starter_scenario",
]
