"""What to look after in several files together: ids, titles, and cases for every clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.files.nodes import behind, entries_of, list_of
from layerlaw.model.files.yaml_text import Scalar
from layerlaw.solver.certainty.readings.kept import kept_examples
from layerlaw.solver.certainty.readings.refuting import default_refuted
from layerlaw.solver.shell.authoring.lint_rules import LintFinding
from layerlaw.solver.shell.authoring.lint_scenarios import at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.model.files.yaml_text import Node
    from layerlaw.solver.shell.authoring.lint_files import Library, Looked

_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def together_findings(library: Library) -> Iterator[LintFinding]:
    """Everything about the files together."""
    for look in _LOOKS:
        yield from look(library)


def _same_titles(library: Library) -> Iterator[LintFinding]:
    first: dict[str, Looked] = {}
    for file in library.of_kind("scenario"):
        node = behind(file.document.root, "title")
        if not isinstance(node, Scalar):
            continue
        text = " ".join(node.text.split())
        if text in first:
            message = f"{first[text].document.file} has this title, too"
            yield at(file, node, "same-title", message)
        first.setdefault(text, file)


def _same_ids(library: Library) -> Iterator[LintFinding]:
    books: dict[str, Looked] = {}
    clauses: dict[str, Looked] = {}
    for file in library.of_kind("rulebook"):
        name = behind(file.document.root, "rulebook")
        if isinstance(name, Scalar):
            if name.text in books:
                message = f"{books[name.text].document.file} is called '{name.text}', too"
                yield at(file, name, "same-id", message)
            books.setdefault(name.text, file)
        for id in (*_ids(file, "clauses"), *_ids(file, "points")):
            other = clauses.get(id.text)
            if other is not None and not (_leans(file, other) or _leans(other, file)):
                yield at(file, id, "same-clause", f"{other.document.file} has '{id.text}', too")
            clauses.setdefault(id.text, file)


def _leans(file: Looked, on: Looked) -> bool:
    """Whether a rulebook is like the other one, or based on it: its ids are then its own way."""
    assert on.rulebook is not None
    named = [behind(file.document.root, key) for key in ("like", "based on")]
    names = [node.text for node in named if isinstance(node, Scalar)]
    return any(
        name == on.rulebook.id or (file.path.parent / name).absolute() == on.path.absolute()
        for name in names
    )


def _refuted_defaults(library: Library) -> Iterator[LintFinding]:
    for file in library.of_kind("rulebook"):
        assert file.rulebook is not None
        table = kept_examples(file.rulebook)
        by = () if table is None else default_refuted(table, file.rulebook)
        if by:
            message = f"'{by[0].title}' refutes the default reading: {by[0].says}"
            yield at(file, file.document.root, "refuted-default", message)


def _same_cards(library: Library) -> Iterator[LintFinding]:
    cards: dict[str, Looked] = {}
    for file in library.of_kind("cards"):
        for key, _ in entries_of(file.document.root):
            other = cards.get(key.text)
            if other is not None and _one_game(other, file):
                message = f"{other.document.file} has a card '{key.text}', too"
                yield at(file, key, "same-card", message)
            cards.setdefault(key.text, file)


def _one_game(one: Looked, other: Looked) -> bool:
    assert one.rulebook is not None and other.rulebook is not None
    return one.rulebook.game == other.rulebook.game


def _editions(library: Library) -> Iterator[LintFinding]:
    for file in library.of_kind("cards"):
        for key, _ in entries_of(file.document.root):
            card = (file.cards or {})[key.text]
            if not card.token and not _DATE.search(card.edition):
                what = "no date" if card.edition else "no edition"
                yield at(file, key, "no-edition", f"the card '{key.text}' has {what}")


def _cases(library: Library) -> Iterator[LintFinding]:
    """Clauses and readings without a scenario, where scenarios are looked at at all."""
    cited: set[str] = set()
    read: set[tuple[str, str]] = set()
    books: set[str] = set()
    for file in library.of_kind("scenario"):
        scenario = file.scenario
        assert scenario is not None
        books.add(scenario.rulebook.id)
        cited |= {*scenario.because, *(id for each in scenario.variants for id in each.because)}
        for readings in (scenario.readings, *(each.readings for each in scenario.variants)):
            read |= {*readings.items()}
    for file in library.of_kind("rulebook"):
        book = file.rulebook
        assert book is not None
        if book.id not in books:
            continue
        for id in _ids(file, "clauses"):
            if id.text not in cited:
                yield at(file, id, "clause-without-case", f"no scenario rests on {id.text}")
        for id in _ids(file, "points"):
            point = book.points[id.text]
            missing = [
                reading.id
                for reading in point.readings
                if (id.text, reading.id) not in read
                and not (reading.id == point.default and id.text in cited)
            ]
            if missing:
                message = f"no scenario reads {id.text} as {' or '.join(missing)}"
                yield at(file, id, "reading-without-case", message)


def _ids(file: Looked, key: str) -> Iterator[Scalar]:
    """The ids of the entries of a list in a rulebook's own file."""
    node: Node | None = behind(file.document.root, key)
    for item in list_of(node) if node is not None else ():
        id = behind(item, "id")
        if isinstance(id, Scalar):
            yield id


_LOOKS: tuple[Callable[[Library], Iterator[LintFinding]], ...] = (
    _same_titles,
    _same_ids,
    _refuted_defaults,
    _same_cards,
    _editions,
    _cases,
)
