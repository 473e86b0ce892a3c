"""The file of a rulebook and those that it is `like`: which of them says what, and where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.errors import BadInput, did_you_mean
from layerlaw.model.fields import Fields
from layerlaw.model.load_procedure import Procedure
from layerlaw.model.places import rulebook_ids, shipped_folder
from layerlaw.model.yaml_text import Report, read

if TYPE_CHECKING:
    from layerlaw.model.errors import Problem
    from layerlaw.model.rulebook import Clause
    from layerlaw.model.yaml_text import Document, Scalar

TAKEN_OVER = (
    "characteristics",
    "zones",
    "space",
    "plurals",
    "nouns",
    "statuses",
    "keywords",
    "actions",
    "stacking",
    "linked",
    "carried",
    "immune",
    "resets",
    "checks",
    "rules",
)
"""The keys that a rulebook has from the one it is `like`, unless it has them itself."""


class Source(NamedTuple):
    """One file: its keys, where its problems go, and its clauses."""

    fields: Fields
    report: Report
    procedure: Procedure


class Lineage:
    """A rulebook's own file first, then the one it is like, then the one that is like."""

    def __init__(self, document: Document, path: Path | None) -> None:
        """path: of the document, if it is a file; what it names stands beside it."""
        self._foreign: list[Problem] = []
        self.files: list[Source] = []
        seen = {path.resolve()} if path else set()
        following: Document | None = document
        while following is not None:
            report = Report(following.file, following.lines)
            fields = Fields(following.root, report, "a rulebook")
            self.files.append(Source(fields, report, Procedure(fields, report)))
            name = fields.scalar("like")
            following = None
            if name is not None:
                path = self._path(name, path, report)
                if path is not None and path.resolve() in seen:
                    report.add(name, f"'{name.text}' is like this rulebook again")
                elif path is not None:
                    seen.add(path.resolve())
                    following = self._read(name, path, report)
        for source, base in zip(self.files, self.files[1:], strict=False):
            source.procedure.base = base.procedure

    @property
    def own(self) -> Source:
        """The file of the rulebook itself."""
        return self.files[0]

    def of(self, key: str) -> Source:
        """The first file that has the key; the rulebook's own if there is none."""
        found = next((each for each in self.files if each.fields.take(key) is not None), None)
        if key not in TAKEN_OVER or found is None:
            return self.own
        self.own.fields.take(key)
        return found

    def clauses(self) -> dict[str, Clause]:
        """The rulebook's own clauses, and those of the other files that what it has rests on."""
        found = dict(self.own.procedure.clauses)
        for source in self.files[1:]:
            for clause in source.procedure.named_clauses(source.fields.text("rulebook")):
                found.setdefault(clause.id, clause)
        return found

    def problems(self) -> list[Problem]:
        """Everything that is wrong, in any of the files."""
        return [*self._foreign, *(each for file in self.files for each in file.report.problems)]

    def _path(self, name: Scalar, path: Path | None, report: Report) -> Path | None:
        if "/" not in name.text and not name.text.endswith((".yaml", ".yml")):
            if name.text in rulebook_ids():
                return shipped_folder() / "rulebooks" / f"{name.text}.yaml"
            suggestion = did_you_mean(name.text, rulebook_ids())
            report.add(name, f"unknown rulebook '{name.text}'", suggestion=suggestion)
            return None
        if path is None:
            report.add(name, "a rulebook that is no file can't name files")
            return None
        return path.parent / name.text

    def _read(self, name: Scalar, path: Path, report: Report) -> Document | None:
        try:
            return read(path)
        except BadInput as error:
            report.add(name, f"the rulebook '{name.text}' can't be used")
            self._foreign += error.problems
            return None
