"""Reads the axioms of a rulebook: what each sentence on the order demands of two effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.files.nodes import text_behind
from layerlaw.model.rulebooks import procedure_format as keys
from layerlaw.model.rulebooks.axiom_notation import parse_condition
from layerlaw.model.rulebooks.axioms import Axiom
from layerlaw.model.rulebooks.game_format import CLAUSE

if TYPE_CHECKING:
    from layerlaw.model.files.yaml_text import Node
    from layerlaw.model.rulebooks.files import Lineage


def axioms_of(files: Lineage) -> tuple[Axiom, ...]:
    """The axioms of the rulebook's own file; notes every mistake in them."""
    nodes = files.own.fields[keys.AXIOMS]
    written = [text_behind(node, CLAUSE.name) for node in nodes]
    return tuple(axiom for node in nodes if (axiom := _axiom(node, written, files)) is not None)


def _axiom(node: Node, written: list[str], files: Lineage) -> Axiom | None:
    """written: the clauses that have axioms, so that others may override them."""
    _, problems, procedure = files.own
    fields = keys.AXIOM_TABLE.fields(node, problems)
    clause = procedure.clause(fields)
    when, then = fields[keys.WHEN], fields[keys.THEN]
    if then is not None and " ".join(then.text.split()) != keys.DEMAND:
        problems.add(
            then, f"an axiom demands '{keys.DEMAND}', not '{then.text}'", expected=keys.DEMAND
        )
    overrides: list[str] = []
    for word in fields[keys.OVERRIDES]:
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
    condition = problems.parsed(when, parse_condition) if when else None
    return Axiom(clause, condition, tuple(overrides)) if condition else None
