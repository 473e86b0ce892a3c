"""Reads the axioms of a rulebook: what each sentence on the order demands of two effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import NotationError
from layerlaw.model.files.fields import Fields
from layerlaw.model.files.yaml_text import Mapping, Scalar
from layerlaw.model.rulebooks.axiom_notation import parse_condition
from layerlaw.model.rulebooks.axioms import Axiom

if TYPE_CHECKING:
    from layerlaw.model.files.yaml_text import Node
    from layerlaw.model.rulebooks.files import Lineage

AXIOMS = "axioms"
DEMAND = "x before y"


def axioms_of(files: Lineage) -> tuple[Axiom, ...]:
    """The axioms of the rulebook's own file; notes every mistake in them."""
    nodes = files.own.fields.items(AXIOMS)
    written = [_clause_of(node) for node in nodes]
    return tuple(axiom for node in nodes if (axiom := _axiom(node, written, files)) is not None)


def _axiom(node: Node, written: list[str], files: Lineage) -> Axiom | None:
    """written: the clauses that have axioms, so that others may override them."""
    _, problems, procedure = files.own
    fields = Fields(node, problems, "an axiom")
    clause = procedure.clause(fields)
    when = fields.scalar("when", required=True)
    then = fields.scalar("then", required=True)
    if then is not None and " ".join(then.text.split()) != DEMAND:
        problems.add(then, f"an axiom demands '{DEMAND}', not '{then.text}'", expected=DEMAND)
    overrides: list[str] = []
    for word in fields.words("overrides"):
        if not procedure.is_clause(word, procedure.clauses):
            continue
        if word.text == clause:
            problems.add(word, f"'{clause}' can't override itself")
        elif word.text not in written:
            problems.add(
                word,
                f"'{word.text}' has no axiom that could be overridden",
                expected=", ".join(sorted({*written} - {clause, ""})),
            )
        elif word.text in overrides:
            problems.add(word, f"'{word.text}' stands in 'overrides' already")
        else:
            overrides.append(word.text)
    fields.finish()
    if when is None:
        return None
    try:
        return Axiom(clause, parse_condition(when.text), tuple(overrides))
    except NotationError as error:
        problems.notation(when, error)
        return None


def _clause_of(node: Node) -> str:
    entries = node.entries if isinstance(node, Mapping) else ()
    said = (value for key, value in entries if key.text == "clause")
    return next((value.text for value in said if isinstance(value, Scalar)), "")
