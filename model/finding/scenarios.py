"""Shipped scenarios found by words of titles, cards, rulebooks and clauses; their short names."""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, get_args

from layerlaw.model.arguments import checked
from layerlaw.model.candidates import candidates
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.nodes import behind, entries_of, list_of, text_behind
from layerlaw.model.files.yaml_text import Scalar, read
from layerlaw.model.files.yaml_text import Sequence as Items
from layerlaw.model.finding.terms import found_by
from layerlaw.model.kept import kept
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.shipped import (
    SCENARIO_ENDING,
    latest_rulebooks,
    shipped_cards,
    shipped_games,
    shipped_scenarios,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.files.yaml_text import Node

Field = Literal["title", "card", "rulebook", "clause"]
"""What can stand before a colon in a search."""
FIELDS: tuple[Field, ...] = get_args(Field)
_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class FoundScenario:
    """A shipped scenario that was found.

    name: short, by which commands know it; of several with one name each has its folders before
    it. game: its folder, as `Rulebook.cards` names it. path: of its file. rulebook: the id of
    its rulebook. cards: that it plays, in the order in which they are first named. clauses: that
    its answers rest on.
    """

    name: str
    title: str
    game: str
    rulebook: str
    path: Path
    cards: tuple[str, ...]
    clauses: tuple[str, ...]


@checked()
def find_scenarios(
    words: str = "", *, rulebook: Rulebook | None = None
) -> tuple[FoundScenario, ...]:
    """The shipped scenarios that all words find: those with the words in their titles first.

    words: in any case and order; each begins a word of the title, of the short name, of a card
    that is played, or the id of the rulebook or of a clause; only if that finds nothing may it
    stand inside a word. `title:`, `card:`, `rulebook:` and `clause:` ask for one of these.
    Quotes hold words together, and a `-` before a term leaves out what it finds. Without words
    every scenario is found; a whole short name finds its scenario alone. rulebook: only those
    under it. Raises `LayerlawError` for a field that there is not, with a suggestion.

    >>> from layerlaw.model import find_scenarios
    >>> [found.title for found in find_scenarios("two-kings")]
    ['Two Kings of the Realm']
    """
    every = [one for one in _every() if rulebook is None or one.found.rulebook == rulebook.id]
    named = [one.found for one in every if one.found.name == words.strip().lower()]
    if named:
        return tuple(named)
    return tuple(one.found for one in found_by(words, every, FIELDS))


def scenario_names() -> tuple[str, ...]:
    """The short names of the shipped scenarios."""
    return tuple(_paths())


def scenario_called(name: str) -> Path:
    """The file of the shipped scenario of that short name, maybe with its folders before it.

    Raises `LayerlawError` with candidates where there is none or several.

    >>> scenario_called("two-kings").name
    'two-kings.scenario.yaml'
    """
    paths = _paths()
    wanted = name.lower()
    for known, path in paths.items():
        if wanted in (known.lower(), _whole_name(path).lower()):
            return path
    alike = [known for known in paths if known.lower().endswith(f"/{wanted}")]
    if len(alike) == 1:
        return paths[alike[0]]
    if alike:
        raise LayerlawError(
            f"several shipped scenarios are called '{name}': did you mean {_either(alike)}?"
        )
    near = candidates(name, paths, _MOST_NAMED) or candidates(name.replace("-", " "), paths)
    message = f"there is no file and no shipped scenario called '{name}'"
    raise LayerlawError(f"{message}: did you mean {_either(near)}?" if near else message)


def _either(names: Sequence[str]) -> str:
    *first, last = (f"'{name}'" for name in names)
    return f"{', '.join(first)}{' or ' if first else ''}{last}"


@cache
def _paths() -> dict[str, Path]:
    """The files by short names: that of the file, with its folders where two files have it."""
    paths = shipped_scenarios()
    plain = [path.name.removesuffix(SCENARIO_ENDING) for path in paths]
    return {
        name if plain.count(name) == 1 else _whole_name(path): path
        for name, path in zip(plain, paths, strict=True)
    }


def _whole_name(path: Path) -> str:
    """The name behind the folders of its game."""
    whole = path.relative_to(shipped_folder() / "scenarios").as_posix()
    return whole.removesuffix(SCENARIO_ENDING)


@dataclass(frozen=True, slots=True)
class _Searched:
    """A scenario with the texts that it is found by, in small letters."""

    found: FoundScenario
    texts: Mapping[str, str]

    @property
    def words(self) -> Mapping[str, frozenset[str]]:
        return {}


@cache
def _every() -> tuple[_Searched, ...]:
    """Every shipped scenario, game by game, as it was read before or is read now."""
    stamps = tuple(
        (str(path), stat.st_size, stat.st_mtime_ns)
        for path in shipped_scenarios()
        for stat in (os.stat(path),)
    )
    read_out: tuple[FoundScenario, ...] = kept(
        ("scenarios found", stamps),
        ".shelf",
        make=lambda: tuple(_read_out()),
        read=_found_in,
        write=pickle.dump,
    )
    return tuple(_Searched(one, _texts(one)) for one in read_out)


def _found_in(file: IO[bytes]) -> tuple[FoundScenario, ...]:
    found: object = pickle.load(file)
    if not isinstance(found, tuple) or not all(isinstance(one, FoundScenario) for one in found):
        raise TypeError(type(found))
    return found


def _texts(one: FoundScenario) -> dict[str, str]:
    return {
        "title": f"{one.title} {one.name}".lower(),
        "card": "\n".join(one.cards).lower(),
        "rulebook": one.rulebook.lower(),
        "clause": "\n".join(one.clauses).lower(),
    }


def _read_out() -> Iterator[FoundScenario]:
    books = {book.cards: book for book in latest_rulebooks()}
    names = {path: name for name, path in _paths().items()}
    for game in shipped_games():
        shipped = tuple(shipped_cards(books[game])) if game in books else ()
        for path in shipped_scenarios(game):
            root = read(path).root
            variants = list_of(behind(root, "also"))
            clauses = [_texts_of(behind(node, "because")) for node in (root, *variants)]
            own_names = [key.text for key, _ in entries_of(behind(root, "cards"))]
            yield FoundScenario(
                names[path],
                text_behind(root, "title"),
                game,
                text_behind(root, "rulebook"),
                path,
                _named_in(list_of(behind(root, "play")), (*own_names, *shipped)),
                tuple(dict.fromkeys(one for several in clauses for one in several)),
            )


def _texts_of(node: Node | None) -> list[str]:
    return [each.text for each in list_of(node) if isinstance(each, Scalar)]


def _named_in(play: Sequence[Node], names: Sequence[str]) -> tuple[str, ...]:
    """The cards that the events name, in any case."""
    spelt = {name.lower(): name for name in names}
    longest = sorted(spelt, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)
    found = (spelt[match[0].lower()] for text in _scalars(play) for match in pattern.finditer(text))
    return tuple(dict.fromkeys(found))


def _scalars(nodes: Sequence[Node]) -> Iterator[str]:
    """The texts of events, those that happen at one moment included."""
    for node in nodes:
        if isinstance(node, Scalar):
            yield node.text
        elif isinstance(node, Items):
            yield from _scalars(node.items)
        for key, value in entries_of(node):
            if key.text not in ("expect", "stated"):
                yield from _scalars([value])
