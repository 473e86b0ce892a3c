"""A rulebook's file, those it is `like` and those it is `based on`: which says what, and where."""

from __future__ import annotations

import os.path
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.errors import BadInput, did_you_mean
from layerlaw.model.files.format import Fields
from layerlaw.model.files.yaml_text import Mapping, Problems, Sequence, read, stop_if_bad
from layerlaw.model.places import rulebook_ids, shipped_folder
from layerlaw.model.rulebooks import rulebook_format as keys
from layerlaw.model.rulebooks.game_format import GAME_KEYS, TAKEN_OVER
from layerlaw.model.rulebooks.load_procedure import ProcedureReader
from layerlaw.model.rulebooks.merging import Written, merged, point_ids
from layerlaw.model.rulebooks.short_form import spelled_out

if TYPE_CHECKING:
    from layerlaw.model.errors import Problem
    from layerlaw.model.files.format import Key
    from layerlaw.model.files.yaml_text import Document, Node, Scalar
    from layerlaw.model.rulebooks.rulebook import Clause

MOST_ENTRIES = 5000
"""The most entries of a rulebook under one key: its clauses, its nouns, the words of a set."""
_OF_THE_BASE: tuple[tuple[Key[object], str], ...] = (
    (keys.WITHOUT, "leaves out entries of"),
    (keys.MORE_WORDS, "adds words to sets of"),
)


class Source(NamedTuple):
    """One file: its keys, where its problems go, and its clauses."""

    fields: Fields
    problems: Problems
    procedure: ProcedureReader


class Lineage:
    """A rulebook's own file first, then the one it is like, then the one that is like.

    A file that is `based on` another one stands there as one with it. document: the rulebook's
    own. base: what that, or the first it is like, is based on, with its file.
    """

    def __init__(self, document: Document, path: Path | None) -> None:
        """path: of the document, if it is a file; what it names stands beside it."""
        self.document = document
        self.base: tuple[Document, Path] | None = None
        self._foreign: list[Problem] = []
        self._problems: list[Problems] = []
        self._seen = {_real(path)} if path else set()
        self._inherited: frozenset[str] = frozenset()
        chain = self._chain(document, path)
        self.files = [_source(written) for written in chain]
        for source, base in zip(self.files, self.files[1:], strict=False):
            source.procedure.base = base.procedure
        self.own.procedure.inherited = self._inherited

    def _chain(self, document: Document, path: Path | None) -> list[Written]:
        """The file and those it is like; what they are based on is merged into them."""
        problems = Problems(document.file, document.lines)
        self._problems.append(problems)
        for key, node in document.root.entries if isinstance(document.root, Mapping) else ():
            if len(_inside(node)) > MOST_ENTRIES:
                problems.add(key, f"more than {MOST_ENTRIES} entries under '{key.text}'")
        stop_if_bad(problems.noted)
        own = Written(spelled_out(document.root, problems), problems)
        fields = Fields(own.root, problems, keys.RULEBOOK_TABLE)
        like, based = fields[keys.LIKE], fields[keys.BASED_ON]
        name = based or like
        if like is not None and based is not None:
            problems.add(based, "a rulebook is 'like' another one or 'based on' it, not both")
        elif based is None:
            for changing, does in _OF_THE_BASE:
                if (change := fields.node_of(changing)) is not None:
                    problems.add(change, f"'{changing.name}' {does} what a rulebook is 'based on'")
        if based is not None and fields.node_of(keys.RULEBOOK_ID) is None:
            fields.need(keys.RULEBOOK_ID)
        how = keys.LIKE if based is None else keys.BASED_ON
        following = self._following(name, path, problems, how.name)
        if name is None or not following:
            return [own]
        if based is None:
            self._inherited = frozenset()
            return [own, *following]
        self._inherited = frozenset(point_ids(following[0].root) - point_ids(own.root))
        return [merged(own, tuple(following), TAKEN_OVER), *following[1:]]

    def _following(
        self, name: Scalar | None, path: Path | None, problems: Problems, how: str
    ) -> list[Written]:
        """The file of that name and those it is like in its turn; without it nothing is known."""
        if name is None:
            return []
        followed = self._path(name, path, problems)
        document = None
        if followed is not None and _real(followed) in self._seen:
            problems.add(name, f"'{name.text}' is {how} this rulebook again")
        elif followed is not None:
            self._seen.add(_real(followed))
            document = self._read(name, followed, problems)
        if document is None:
            stop_if_bad(self.problems())
            return []
        if how == keys.BASED_ON.name and self.base is None and followed is not None:
            self.base = (document, followed)
        return self._chain(document, followed)

    @property
    def own(self) -> Source:
        """The file of the rulebook itself."""
        return self.files[0]

    def of(self, key: Key[object]) -> Source:
        """The first file that has the key; the rulebook's own if there is none."""
        has = (each for each in self.files if each.fields.node_of(key) is not None)
        return next(has, self.own) if key in GAME_KEYS else self.own

    def clauses(self) -> dict[str, Clause]:
        """The rulebook's own clauses, and those of the other files that what it has rests on."""
        clauses = dict(self.own.procedure.clauses)
        for source in self.files[1:]:
            for clause in source.procedure.named_clauses(source.fields.text(keys.RULEBOOK_ID)):
                clauses.setdefault(clause.id, clause)
        return clauses

    def problems(self) -> list[Problem]:
        """Everything that is wrong, in any of the files."""
        return [*self._foreign, *(each for problems in self._problems for each in problems.noted)]

    def _path(self, name: Scalar, path: Path | None, problems: Problems) -> Path | None:
        if "/" not in name.text and not name.text.endswith((".yaml", ".yml")):
            if name.text in rulebook_ids():
                return shipped_folder() / "rulebooks" / f"{name.text}.yaml"
            suggestion = did_you_mean(name.text, rulebook_ids())
            problems.add(name, f"unknown rulebook '{name.text}'", suggestion=suggestion)
            return None
        if path is None:
            problems.add(name, "a rulebook that is no file can't name files")
            return None
        return path.parent / name.text

    def _read(self, name: Scalar, path: Path, problems: Problems) -> Document | None:
        try:
            return read(path)
        except BadInput as error:
            problems.add(name, f"the rulebook '{name.text}' can't be used")
            self._foreign += error.problems
            return None


def _inside(node: Node) -> tuple[object, ...]:
    """What is listed there."""
    if isinstance(node, Mapping):
        return node.entries
    return node.items if isinstance(node, Sequence) else ()


def _real(path: Path) -> str:
    """The file itself, by whatever links it was reached; links in a circle lead nowhere."""
    return os.path.realpath(path)


def _source(written: Written) -> Source:
    fields = Fields(written.root, written.problems, keys.RULEBOOK_TABLE)
    return Source(fields, written.problems, ProcedureReader(fields, written.problems))
