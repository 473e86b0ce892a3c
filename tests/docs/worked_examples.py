"""The paragraphs of a rules text that begin with "Example", each by its rule and a fingerprint."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model.sources.sentences import fingerprint

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

_RULE = re.compile(r"(\d+)(\.\d+[a-z]*)\.?\s")
_EXAMPLE = "Example: "


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """One example: the rule that it stands below, which of its examples it is, and its words."""

    rule: str
    number: int
    fingerprint: str


def examples_of(text: str, sections: Container[str]) -> Iterator[WorkedExample]:
    """The examples below rules of these sections (`613`), in the order of the text."""
    section, rule, number = "", "", 0
    for line in text.splitlines():
        if found := _RULE.match(line):
            section, rule, number = found[1], found[1] + found[2], 0
        if line.startswith(_EXAMPLE):
            number += 1
            if section in sections:
                yield WorkedExample(rule, number, fingerprint(line.removeprefix(_EXAMPLE)))
