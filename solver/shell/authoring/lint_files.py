"""The files that are looked at together: each with its tree and what it was loaded as."""

from __future__ import annotations

import re
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.cards.load import loads_cards
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import BadInput, LayerlawError, Problem
from layerlaw.model.files.yaml_text import Document, parse, read
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.load import load_rulebook
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.model.shipped import SCENARIO_ENDING, shipped_rulebooks, shipped_scenarios
from layerlaw.solver.shell.authoring.formatting import (
    cards_rulebook,
    kind_of,
    rulebook_beside,
)
from layerlaw.solver.shell.authoring.lint_rules import LintFinding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.model.errors import Where
    from layerlaw.model.files.yaml_text import Node
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.shell.authoring.schemas import Kind

SCHEMA_LINE = re.compile(r"#\s+yaml-language-server\s*:.*\$schema=(\S+)")
_OURS = re.compile(r"(scenario|cards|rulebook)(\.[^/]+)?\.schema\.json$")
_HEAD = 20
NOTHING_TYPED: Mapping[Path, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Looked:
    """One file that was read without mistakes.

    Of `scenario`, `cards` and `rulebook` the one is there that the kind says; rulebook is for
    cards the one in whose words they were read.
    """

    path: Path
    document: Document
    kind: Kind
    scenario: Scenario | None = None
    cards: Mapping[str, Card] | None = None
    rulebook: Rulebook | None = None

    def finding(
        self, place: Node | Where, rule: str, message: str, *, mild: bool = False
    ) -> LintFinding:
        """A finding at a place in the file."""
        return LintFinding(self.document.file, place.line, place.column, rule, message, mild=mild)


@dataclass(slots=True)
class Library:
    """All files that are looked at together.

    problems: of those that cannot be loaded. named: how many there are, with those.
    """

    files: list[Looked] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    named: int = 0

    def of_kind(self, kind: Kind) -> list[Looked]:
        """The files of one kind."""
        return [file for file in self.files if file.kind == kind]


def library(
    paths: Iterable[Path], *, shipped: bool = False, typed: Mapping[Path, str] = NOTHING_TYPED
) -> Library:
    """The files named, and in folders those that are ours; shipped: and all that is shipped.

    typed: the texts of those of the paths at which no file is read.
    """
    found = Library()
    cards: list[tuple[Path, Document]] = []
    for path in dict.fromkeys((*_files(paths, typed), *(_shipped() if shipped else ()))):
        found.named += 1
        try:
            document = parse(typed[path], str(path)) if path in typed else read(path)
            found.documents.append(document)
            if kind_of(document) == "cards":
                cards.append((path, document))
            else:
                found.files.append(_looked(path, document, typed.get(path)))
        except BadInput as error:
            found.problems += error.problems
        except LayerlawError as error:
            found.problems.append(Problem(str(path), 1, 1, str(error)))
    own = _own_rulebook(found.files)
    for path, document in cards:
        try:
            found.files.append(_looked_cards(path, document, own))
        except BadInput as error:
            found.problems += error.problems
        except LayerlawError as error:
            found.problems.append(Problem(str(path), 1, 1, str(error)))
    return found


def _looked(path: Path, document: Document, typed: str | None) -> Looked:
    """A scenario or a rulebook."""
    kind = kind_of(document)
    if kind == "scenario":
        if typed is None:
            return Looked(path, document, kind, scenario=load_scenario(path))
        scenario = loads_scenario(typed, str(path), Path())
        return Looked(path, document, kind, scenario=scenario)
    book = load_rulebook(path) if typed is None else rulebook_beside(typed, path)
    return Looked(path, document, kind, rulebook=book)


def _looked_cards(path: Path, document: Document, own: Rulebook | None) -> Looked:
    """A file of cards, of the game of one's own if they can be read so, else of a shipped one.

    Where they can't be read either way, the fewer mistakes are told.
    """
    text, mistakes = "\n".join(document.lines), []
    for book in (own, None) if own is not None else (None,):
        try:
            words = book or cards_rulebook(document, None)
            cards = loads_cards(text, words, document.file)
        except BadInput as error:
            mistakes.append(error)
        else:
            return Looked(path, document, "cards", cards=cards, rulebook=words)
    raise min(mistakes, key=lambda error: len(error.problems))


def _own_rulebook(files: Iterable[Looked]) -> Rulebook | None:
    """The one rulebook that is not shipped among those of the files, if there is one alone."""
    books = [each.rulebook or (each.scenario and each.scenario.rulebook) for each in files]
    own = {book.id: book for book in books if book and book.id not in shipped_rulebooks()}
    return next(iter(own.values())) if len(own) == 1 else None


def _files(paths: Iterable[Path], typed: Mapping[Path, str]) -> Iterator[Path]:
    for path in paths:
        if path in typed:
            yield path
            continue
        if not path.exists():
            raise LayerlawError(f"there is no file or folder {path}")
        if not path.is_dir():
            yield path
            continue
        found = [each for each in sorted(path.rglob("*.yaml")) if _is_ours(each)]
        if not found:
            raise LayerlawError(
                f"{path} holds no file called *{SCENARIO_ENDING}, and none with our schema line"
            )
        yield from found


def _shipped() -> Iterator[Path]:
    for folder in ("rulebooks", "cards"):
        yield from sorted((shipped_folder() / folder).glob("*.yaml"))
    yield from shipped_scenarios()


def _is_ours(path: Path) -> bool:
    """Whether a file in a folder is a scenario by its name, or says by its schema what it is."""
    if path.name.endswith(SCENARIO_ENDING):
        return True
    if not path.is_file():
        return False
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = [line for line, _ in zip(file, range(_HEAD), strict=False)]
    except OSError:
        return False
    return any((named := SCHEMA_LINE.match(line)) and _OURS.search(named[1]) for line in head)
