"""Reads what is typed: the scenario and a rulebook of one's own, and nothing from disk."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError, plain
from layerlaw.model.files.yaml_text import Mapping as YamlMapping
from layerlaw.model.files.yaml_text import Scalar, Sequence, parse
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.scenarios.load import is_file, loads_scenario
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.shell.serve.lines import SCENARIO
from layerlaw.solver.shell.serve.shelf import STARTER

if TYPE_CHECKING:
    from layerlaw.model.files.yaml_text import Node
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.shell.serve.asked import Request

BOOK = "own rulebook"
_NAMED = re.compile(r"^rulebook:\s*([^\s#]+)", re.MULTILINE)


def loaded(asked: Request, *, own: bool = False) -> Scenario:
    """The scenario under the choices of the page or, with `own`, under the text's own.

    Raises `BadInput` or `LayerlawError` with what is wrong with it.
    """
    books = _books(asked)
    other: Rulebook | None = None
    if asked.rulebook and not own:
        other = books.get(asked.rulebook) or _shipped(asked.rulebook)
    scenario = loads_scenario(asked.text, SCENARIO, rulebook=other, books=books)
    chosen = {} if own else chosen_readings(scenario, asked)
    scenario.rulebook.settled(chosen)
    return replace(scenario, readings={**scenario.readings, **chosen})


def chosen_readings(scenario: Scenario, asked: Request) -> dict[str, str]:
    """The readings chosen in the page, for points that the rulebook has."""
    return {p: r for p, r in asked.readings.items() if p in scenario.rulebook.points}


def named_book(asked: Request) -> Rulebook:
    """The rulebook that is chosen or named, whatever else is wrong with the text.

    Where the text names none, that of the scenario that an explorer begins with. Raises
    `LayerlawError` for one that there is not.
    """
    found = _NAMED.search(asked.text) or _NAMED.search(STARTER)
    assert found is not None
    name = asked.rulebook or found[1].strip("'\"")
    if asked.book.strip():
        book = loads_rulebook(asked.book, BOOK)
        if name == book.id or is_file(name):
            return book
    return _shipped(name)


def own_cards(asked: Request) -> tuple[str, ...]:
    """The names of the cards in the scenario itself, whether they can be read or not."""
    try:
        found = _behind(parse(asked.text, SCENARIO).root, "cards")
    except LayerlawError:
        return ()
    return tuple(key.text for key, _ in found.entries) if isinstance(found, YamlMapping) else ()


def named_players(asked: Request) -> tuple[str, ...]:
    """The players that the scenario names."""
    found = _behind(parse(asked.text, SCENARIO).root, "players")
    items = found.items if isinstance(found, Sequence) else ()
    return tuple(item.text for item in items if isinstance(item, Scalar))


def _behind(root: Node, key: str) -> Node | None:
    entries = root.entries if isinstance(root, YamlMapping) else ()
    return next((node for word, node in entries if word.text == key), None)


def _books(asked: Request) -> dict[str, Rulebook]:
    """The user's own rulebook, by its id and by the path that the scenario gives."""
    if not asked.book.strip():
        return {}
    book = loads_rulebook(asked.book, BOOK)
    if book.cards and not re.fullmatch(r"[\w-]+", book.cards):
        # It names a file of shipped cards, and nothing else may be reached by it.
        raise LayerlawError(f"there are no cards '{plain(book.cards)}' for a rulebook")
    books = {book.id: book}
    name = _behind(parse(asked.text, SCENARIO).root, "rulebook")
    if isinstance(name, Scalar) and is_file(name.text):
        books[name.text] = book
    return books


def _shipped(name: str) -> Rulebook:
    if is_file(name):
        raise LayerlawError("a rulebook is chosen by its id here: no file is read from disk")
    return shipped_rulebook(name)
