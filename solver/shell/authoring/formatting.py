"""The canonical form of a scenario, of a file of cards and of a rulebook, with the same meaning."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.cards.card_format import CARD_FILE
from layerlaw.model.cards.given import every_given_name
from layerlaw.model.cards.load import loads_cards
from layerlaw.model.errors import BadInput, LayerlawError, Problem, Where
from layerlaw.model.files.nodes import behind
from layerlaw.model.files.write_yaml import scalar
from layerlaw.model.files.yaml_text import Mapping, Scalar, parse, read
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.rulebook_format import RULEBOOK_TABLE
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.expectations import Expected
from layerlaw.model.scenarios.load import is_file, loads_scenario, named_rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import SCENARIO_ENDING, shipped_rulebook, shipped_rulebooks
from layerlaw.solver.shell.authoring.key_order import in_order
from layerlaw.solver.shell.authoring.layout import laid_out
from layerlaw.solver.shell.authoring.notation_texts import notation_texts
from layerlaw.solver.shell.authoring.scenario_texts import scenario_texts

if TYPE_CHECKING:
    from layerlaw.model.files.yaml_text import Document
    from layerlaw.solver.shell.authoring.schemas import Kind

MOST_TIMES = 4
"""After so many rounds nothing is left to change."""


@checked()
def formatted(path: Path | str, rulebook: str | None = None, *, typed: str | None = None) -> str:
    """The canonical text of the file, which means the same as what is in it.

    path: of the file. typed: what is in it, where that is not read from there.
    rulebook: in whose words a file of cards is read; without it the first shipped one under which
    it has no mistakes. Raises `BadInput` for a file with mistakes, `LayerlawError` for an unknown
    rulebook.

    >>> from layerlaw import shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.authoring import formatted
    >>> formatted(path).splitlines()[1]
    'title: Two Kings of the Realm'
    """
    path = Path(path)
    document = read(path) if typed is None else parse(typed, str(path))
    kind = kind_of(document)
    # The loaders know nothing of how lines end.
    text = "\n".join(document.lines)
    book = cards_rulebook(document, rulebook) if kind == "cards" else None
    for _ in range(MOST_TIMES):
        new = _once(text, path, kind, book)
        if new == text:
            break
        # What was in brackets may have an order, now that it stands on lines of its own.
        text = new
    return text


def _once(text: str, path: Path, kind: Kind, book: Rulebook | None) -> str:
    file = str(path)
    if book is not None:
        before: object = loads_cards(text, book, file)
        text = in_order(text, kind, book)
        root = parse(text, file).root
        words = vocabulary(book).with_keywords(every_given_name(root))
        new = laid_out(text, root, notation_texts(root, CARD_FILE, words))
        after: object = loads_cards(new, book, file)
    elif kind == "rulebook":
        before = own = rulebook_beside(text, path)
        text = in_order(text, kind, own)
        root = parse(text, file).root
        new = laid_out(text, root, notation_texts(root, RULEBOOK_TABLE, vocabulary(own)))
        after = rulebook_beside(new, path)
    else:
        before = scenario = loads_scenario(text, file, path.parent)
        ordered = in_order(text, kind, scenario.rulebook)
        root = parse(ordered, file).root
        if ordered != text:
            text, scenario = ordered, loads_scenario(ordered, file, path.parent)
        new = laid_out(text, root, scenario_texts(root, scenario))
        after = loads_scenario(new, file, path.parent)
    if meaning(before) != meaning(after):
        raise LayerlawError(f"internal error: {path} would not mean the same any more")
    return new


def kind_of(document: Document) -> Kind:
    """What the file holds, by its keys, and where these do not tell by its name.

    Raises `BadInput` for a table of rulings, which none of these is.
    """
    root = document.root
    keys = {key.text for key, _ in root.entries} if isinstance(root, Mapping) else set()
    if keys >= {"game", "kinds", "words", "rulings"}:
        what = "this is a table of rulings, which `layerlaw rulings FILE` reads and checks"
        raise BadInput([Problem(document.file, 1, 1, what)])
    if keys & {"play", "players"} or document.file.endswith(SCENARIO_ENDING):
        return "scenario"
    named = behind(root, "rulebook")
    return "rulebook" if isinstance(named, Scalar) or keys & {"based on", "like"} else "cards"


def rulebook_beside(text: str, path: Path) -> Rulebook:
    """The rulebook of a text that is not in its file yet; what it names stands beside that."""
    root = parse(text, str(path)).root
    named = [behind(root, key) for key in ("like", "based on")]
    names = [node for node in named if isinstance(node, Scalar) and is_file(node.text)]
    if not names:
        return loads_rulebook(text, str(path))
    lines = text.split("\n")
    for node in names:
        line = lines[node.line - 1]
        there = (path.absolute().parent / node.text).as_posix()
        lines[node.line - 1] = line[: node.column - 1] + scalar(there)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_text("\n".join(lines), encoding="utf-8", newline="\n")
        return load_rulebook(copy)


def cards_rulebook(document: Document, rulebook: str | None) -> Rulebook:
    """The rulebook in whose words a file of cards is written.

    Raises `BadInput` if there is none, with the mistakes under the one that finds fewest.
    """
    if rulebook is not None:
        return named_rulebook(rulebook)
    text = "\n".join(document.lines)
    worst: BadInput | None = None
    stem = Path(document.file).name.partition(".")[0]
    books = [shipped_rulebook(id) for id in shipped_rulebooks()]
    for book in sorted(books, key=lambda book: book.cards != stem):
        try:
            loads_cards(text, book, document.file)
        except BadInput as error:
            if worst is None or len(error.problems) < len(worst.problems):
                worst = error
            continue
        return book
    assert worst is not None
    raise worst


def meaning(what: object) -> object:
    """What was loaded without the places where it stood, and without how it was said."""
    if isinstance(what, Expected):
        return ("expected", meaning(what.what), what.xfail, what.stated)
    if isinstance(what, Where):
        return None
    if is_dataclass(what) and not isinstance(what, type):
        left_out = ("file", "rulebook") if isinstance(what, Scenario) else ()
        kept = [each.name for each in fields(what) if each.name not in left_out]
        return (type(what).__name__, *((name, meaning(getattr(what, name))) for name in kept))
    if isinstance(what, (tuple, list)):
        return tuple(map(meaning, what))
    if hasattr(what, "items"):
        return tuple((key, meaning(value)) for key, value in what.items())
    return what
