"""Reads a file of properties: a list of what must always, or may never, hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import NotationError, unknown
from layerlaw.model.files.yaml_text import Mapping, Problems, Sequence, read
from layerlaw.model.properties import property_format as keys
from layerlaw.model.properties.property import Property, stated
from layerlaw.model.rulebooks.rulebook import Rulebook

if TYPE_CHECKING:
    from layerlaw.model.files.format import Fields
    from layerlaw.model.files.yaml_text import Node, Scalar
    from layerlaw.model.properties.property import Mode


@checked()
def load_properties(file: Path | str, rulebook: Rulebook) -> tuple[Property, ...]:
    """The properties in a file.

    file: its path. rulebook: whose words and clauses they use. Raises `BadInput` with every mistake
    and its place, and `WrongArgument` for what is no path and no rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.model.places import shipped_folder
    >>> path = shipped_folder() / "properties" / "sorcery.yaml"
    >>> load_properties(path, shipped_rulebook("sorcery-2026-01"))[0].because
    ('SORC-SILENCED-1', 'SORC-LOSE-1')
    """
    document = read(file)
    problems = Problems(document.file, document.lines)
    root = document.root
    properties: list[Property] = []
    if not isinstance(root, Sequence) or not root.items:
        problems.add(root, "a file of properties is a list", expected="`- always: ...`")
    else:
        properties = [_property(item, rulebook, problems) for item in root.items]
    problems.stop_if_bad()
    return tuple(properties)


def _said(fields: Fields) -> bool:
    """Whether one of the keys has behind it what is no text."""
    nodes = [node for key in (keys.ALWAYS, keys.NEVER) if (node := fields.node_of(key)) is not None]
    return len(nodes) == 1


def _property(item: Node, rulebook: Rulebook, problems: Problems) -> Property:
    fields = keys.PROPERTY.fields(item, problems)
    title = fields.text(keys.TITLE)
    because = []
    for clause in fields[keys.BECAUSE]:
        because.append(clause.text)
        if clause.text not in rulebook.clauses and clause.text not in rulebook.points:
            problems.notation(clause, unknown("clause", clause.text, rulebook.clauses))
    written: list[tuple[Mode, Scalar]] = []
    if (always := fields[keys.ALWAYS]) is not None:
        written.append(("always", always))
    if (never := fields[keys.NEVER]) is not None:
        written.append(("never", never))
    if len(written) != 1:
        # What is no mapping at all was said already, and so was a key with something else behind.
        if isinstance(item, Mapping) and not _said(fields):
            problems.add(item, "a property has 'always' or 'never', one of them")
        return Property("", ())
    [(mode, text)] = written
    try:
        return stated(mode, text.text, rulebook, title, tuple(because))
    except NotationError as error:
        problems.notation(text, error)
        return Property("", ())
