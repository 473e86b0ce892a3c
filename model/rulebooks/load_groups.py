"""Reads groups of the words of a set: land types, creature types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.groups import WordGroup
from layerlaw.model.files.nodes import one_of
from layerlaw.model.files.yaml_text import Problems
from layerlaw.model.rulebooks import game_format as keys

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.files.format import Fields
    from layerlaw.model.files.yaml_text import Scalar
    from layerlaw.model.rulebooks.files import Lineage
    from layerlaw.model.rulebooks.load_procedure import ProcedureReader
    from layerlaw.model.rulebooks.rulebook import Characteristic, PolicyValue

LAYERED = "layered"


def groups_of(
    characteristic: str, fields: Fields, problems: Problems, procedure: ProcedureReader
) -> tuple[WordGroup, ...]:
    """The groups of a set's words."""
    return tuple(
        WordGroup(
            name.text,
            characteristic,
            tuple(word.text for word in group[keys.GROUP_WORDS]),
            tuple(type.text for type in group[keys.GROUP_TYPES]),
            group[keys.LOSES_TEXT],
            procedure.clause(group),
            procedure.clause(group, keys.NEEDS_TYPE),
        )
        for name, node in fields[keys.GROUPS]
        for group in (keys.GROUP_TABLE.fields(node, problems),)
    )


def group_words(fields: Fields, problems: Problems) -> tuple[Scalar, ...]:
    """Every word that stands in a group, in the order written."""
    return tuple(
        word
        for _, node in fields[keys.GROUPS]
        for word in keys.GROUP_TABLE.fields(node, problems)[keys.GROUP_WORDS]
    )


def check_process(
    files: Lineage,
    characteristics: Mapping[str, Characteristic],
    policies: Mapping[str, PolicyValue],
) -> None:
    """What follows from setting words follows in a layer."""
    source, problems, _ = files.of(keys.CHARACTERISTICS)
    if "process" not in policies or policies["process"].value == LAYERED:
        return
    for name, node in source[keys.CHARACTERISTICS]:
        groups = characteristics[name.text].groups if name.text in characteristics else ()
        if any(one.types or one.loses_text for one in groups):
            message = "words belong to types, or take a text, only where effects apply in layers"
            problems.add(node, message, expected=f"`process: {LAYERED}`, or groups without types")
    of_statuses, more, _ = files.of(keys.STATUSES)
    for _, node in of_statuses[keys.STATUSES]:
        half = keys.STATUS_TABLE.fields(node, Problems(more.file, more.lines)).node_of(
            keys.OTHER_HALF
        )
        if half is not None:
            message = "a status brings up another half only where effects apply in layers"
            more.add(half, message, expected=f"`process: {LAYERED}`, or no other half")


def check_groups(
    characteristics: Mapping[str, Characteristic],
    written: Mapping[str, Fields],
    types: str,
    problems: Problems,
) -> None:
    """The types of groups are types, and no word belongs to two groups with types."""
    known = characteristics[types].words if types else ()
    names: set[str] = set()
    for characteristic, fields in written.items():
        belongs: dict[str, str] = {}
        for name, node in fields[keys.GROUPS]:
            if name.text.lower() in names:
                problems.add(name, f"two groups with the name '{name.text}'")
            names.add(name.text.lower())
            group = keys.GROUP_TABLE.fields(node, problems)
            if group[keys.GROUP_TYPES] and characteristic == types:
                problems.add(name, "words of the set of types belong to no other types")
            for type in group[keys.GROUP_TYPES]:
                one_of(type, known, problems, "type")
            for word in group[keys.GROUP_WORDS] if group[keys.GROUP_TYPES] else ():
                if belongs.setdefault(word.text, name.text) != name.text:
                    problems.add(word, f"'{word.text}' is a {belongs[word.text]} already")
