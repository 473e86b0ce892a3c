"""What is still to be done in a rulebook that was begun from a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.files.nodes import behind, entries_of, list_of, text_behind
from layerlaw.model.files.yaml_text import Scalar
from layerlaw.model.rulebooks.game_format import ID
from layerlaw.model.rulebooks.procedure_format import CLAUSES, POINTS, QUESTION, SAYS
from layerlaw.model.rulebooks.sources_format import SOURCE_EDITION, SOURCES
from layerlaw.solver.documents.sources.stub_clauses import TO_BE_STATED
from layerlaw.solver.documents.sources.stub_questions import TO_BE_CONFIRMED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.files.yaml_text import Node
    from layerlaw.solver.shell.authoring.lint_files import Looked
    from layerlaw.solver.shell.authoring.lint_rules import LintFinding


def stub_findings(file: Looked) -> Iterator[LintFinding]:
    """What a rulebook has to be told yet: clauses, editions, its game; what is to be confirmed."""
    root = file.document.root
    for key, value in entries_of(root):
        if _is_to_be_stated(value):
            yield file.finding(value, "to-be-stated", f"'{key.text}' is to be stated")
    for source in list_of(behind(root, SOURCES.name)):
        edition = behind(source, SOURCE_EDITION.name)
        if edition is not None and _is_to_be_stated(edition):
            message = f"the edition of '{text_behind(source, ID.name)}' is to be stated"
            yield file.finding(edition, "to-be-stated", message)
    for clause in list_of(behind(root, CLAUSES.name)):
        id, says = text_behind(clause, ID.name), behind(clause, SAYS.name)
        if says is not None and _is_to_be_stated(says):
            yield file.finding(says, "to-be-stated", f"clause {id} is to be stated")
        elif TO_BE_CONFIRMED in text_behind(clause, SAYS.name):
            yield file.finding(clause, "to-be-confirmed", f"clause {id} is to be confirmed")
    for point in list_of(behind(root, POINTS.name)):
        if TO_BE_CONFIRMED in text_behind(point, QUESTION.name):
            message = f"{text_behind(point, ID.name)} is to be confirmed"
            yield file.finding(point, "to-be-confirmed", message)


def _is_to_be_stated(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text.strip() == TO_BE_STATED
