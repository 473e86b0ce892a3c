"""What to look after in several files together: ids, titles, and cases for every clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.files.nodes import behind, entries_of, list_of
from layerlaw.model.files.yaml_text import Scalar
from layerlaw.solver.certainty.readings.kept import kept_examples
from layerlaw.solver.certainty.readings.refuting import default_refuted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from layerlaw.solver.shell.authoring.lint_files import Library, Looked
    from layerlaw.solver.shell.authoring.lint_rules import LintFinding
    from layerlaw.solver.shell.authoring.schemas import Kind

_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def together_findings(library: Library) -> Iterator[LintFinding]:
    """Everything about the files together."""
    for look in _LOOKS:
        yield from look(library)


def _repeated(
    named: Iterable[tuple[Looked, Scalar, str]],
) -> Iterator[tuple[Looked, Looked, Scalar]]:
    """The first file that has a text, and each other place where it stands, with its file."""
    first: dict[str, Looked] = {}
    for file, node, text in named:
        if text in first:
            yield first[text], file, node
        first.setdefault(text, file)


def _heads(library: Library, kind: Kind, key: str) -> Iterator[tuple[Looked, Scalar, str]]:
    """What stands behind a key at the top of each file of a kind."""
    for file in library.of_kind(kind):
        node = behind(file.document.root, key)
        if isinstance(node, Scalar):
            yield file, node, " ".join(node.text.split())


def _same_titles(library: Library) -> Iterator[LintFinding]:
    for first, file, title in _repeated(_heads(library, "scenario", "title")):
        yield file.finding(title, "same-title", f"{first.document.file} has this title, too")


def _same_ids(library: Library) -> Iterator[LintFinding]:
    for first, file, name in _repeated(_heads(library, "rulebook", "rulebook")):
        message = f"{first.document.file} is called '{name.text}', too"
        yield file.finding(name, "same-id", message)
    ids = (
        (file, id, id.text)
        for file in library.of_kind("rulebook")
        for id in (*_ids(file, "clauses"), *_ids(file, "points"))
    )
    for first, file, id in _repeated(ids):
        if not (_leans(library, file, first) or _leans(library, first, file)):
            yield file.finding(id, "same-clause", f"{first.document.file} has '{id.text}', too")


def _leans(library: Library, file: Looked, on: Looked) -> bool:
    """Whether a rulebook takes over from the other one, or from one that does: ids its own way."""
    return any(
        other is on or _leans(library, other, on)
        for other in library.of_kind("rulebook")
        if _names(file, other)
    )


def _names(file: Looked, other: Looked) -> bool:
    """Whether a rulebook says that it is like the other one, or based on it."""
    assert other.rulebook is not None
    named = [behind(file.document.root, key) for key in ("like", "based on")]
    names = [node.text for node in named if isinstance(node, Scalar)]
    return any(
        name == other.rulebook.id or (file.path.parent / name).absolute() == other.path.absolute()
        for name in names
    )


def _refuted_defaults(library: Library) -> Iterator[LintFinding]:
    for file in library.of_kind("rulebook"):
        assert file.rulebook is not None
        table = kept_examples(file.rulebook)
        by = () if table is None else default_refuted(table, file.rulebook)
        if by:
            message = f"'{by[0].title}' refutes the default reading: {by[0].says}"
            yield file.finding(file.document.root, "refuted-default", message)


def _same_cards(library: Library) -> Iterator[LintFinding]:
    names = (
        (file, key, key.text)
        for file in library.of_kind("cards")
        for key, _ in entries_of(file.document.root)
    )
    for first, file, name in _repeated(names):
        assert first.rulebook is not None and file.rulebook is not None
        if first.rulebook.game == file.rulebook.game:
            message = f"{first.document.file} has a card '{name.text}', too"
            yield file.finding(name, "same-card", message)


def _editions(library: Library) -> Iterator[LintFinding]:
    for file in library.of_kind("cards"):
        for key, _ in entries_of(file.document.root):
            card = (file.cards or {})[key.text]
            if not card.token and not _DATE.search(card.edition):
                what = "no date" if card.edition else "no edition"
                yield file.finding(key, "no-edition", f"the card '{key.text}' has {what}")


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
                yield file.finding(id, "clause-without-case", f"no scenario rests on {id.text}")
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
                yield file.finding(id, "reading-without-case", message)


def _ids(file: Looked, key: str) -> Iterator[Scalar]:
    """The ids of the entries of a list in a rulebook's own file."""
    for item in list_of(behind(file.document.root, key)):
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
