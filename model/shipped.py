"""The shipped rulebooks, cards and scenarios."""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import IO

from layerlaw.model.arguments import checked
from layerlaw.model.cards.card import Card
from layerlaw.model.cards.load import CardReader, card_entries
from layerlaw.model.errors import LayerlawError, did_you_mean, with_hint
from layerlaw.model.files.yaml_text import Document, Problems, read
from layerlaw.model.kept import kept
from layerlaw.model.places import rulebook_ids, shipped_folder
from layerlaw.model.rulebooks.load import load_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.words import vocabulary

SCENARIO_ENDING = ".scenario.yaml"
# A name that leads out of the folder, on whatever system.
_LEAVES = re.compile(r"[/\\:]")


def shipped_rulebooks() -> tuple[str, ...]:
    """The ids of the shipped rulebooks, in alphabetical order.

    >>> from layerlaw.model import shipped_rulebooks
    >>> shipped_rulebooks()[:2]
    ('duel-masters-1.28-en', 'duel-masters-1.28-ja')
    """
    return rulebook_ids()


@checked()
@cache
def shipped_rulebook(id: str) -> Rulebook:
    """The shipped rulebook of that id.

    id: one of `shipped_rulebooks()`. Raises `LayerlawError`, with a suggestion, for any other.

    >>> shipped_rulebook("sorcery-2026-01").id
    'sorcery-2026-01'
    """
    if id not in shipped_rulebooks():
        known = ", ".join(shipped_rulebooks()) or "none"
        advice = did_you_mean(id, shipped_rulebooks())
        raise LayerlawError(
            f"unknown rulebook '{id}'" + (f": {advice}" if advice else f" (shipped: {known})")
        )
    return _kept_rulebook(id)


def _kept_rulebook(id: str) -> Rulebook:
    """The rulebook as it was read from these files before, or as it is read now."""
    folder = shipped_folder() / "rulebooks"
    rulebook: Rulebook = kept(
        (id, _stamps(folder), _stamps(Path(__file__).parent)),
        ".rulebook",
        make=lambda: load_rulebook(folder / f"{id}.yaml"),
        read=_rulebook_in,
        write=pickle.dump,
    )
    return rulebook


def _rulebook_in(file: IO[bytes]) -> Rulebook:
    found: object = pickle.load(file)
    if not isinstance(found, Rulebook):
        raise TypeError(type(found))
    return found


@cache
def _stamps(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """What tells a folder's sources and data from earlier ones: names, sizes and times."""
    found = []
    for inside, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".py", ".lark", ".yaml")):
                path = os.path.join(inside, name)
                stamp = os.stat(path)
                found.append((path, stamp.st_size, stamp.st_mtime_ns))
    return tuple(sorted(found))


@checked()
def shipped_cards(rulebook: Rulebook) -> Mapping[str, Card]:
    """The shipped cards of the rulebook's game by name, read with the rulebook's words.

    rulebook: whose game's cards are asked for. Raises `WrongArgument` for anything else.

    A card is read when it is first asked for. The mapping then raises `BadInput` for a card that
    does not fit the rulebook, `UnknownCard` (a `KeyError` with a suggestion) for an unknown name.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.model import shipped_cards
    >>> shipped_cards(shipped_rulebook("sorcery-2026-01"))["King of the Realm"].name
    'King of the Realm'
    """
    path = shipped_folder() / "cards" / f"{rulebook.cards}.yaml"
    if not rulebook.cards or _LEAVES.search(rulebook.cards) or not os.path.isfile(path):
        return {}
    shelf = _shelves.get(id(rulebook))
    if shelf is None or shelf.rulebook is not rulebook:
        shelf = _shelves[id(rulebook)] = Shelf(_document(path), rulebook)
        if len(_shelves) > _MOST_SHELVES:
            del _shelves[next(iter(_shelves))]
    return shelf


@checked()
def shipped_scenarios(game: str | None = None) -> tuple[Path, ...]:
    """The files of the shipped scenarios, of one game's folder or of all, in order of name.

    game: as `Rulebook.cards` names it ("sorcery"). Raises `LayerlawError`, with a suggestion, for
    a game of which no scenarios are shipped.

    >>> shipped_scenarios("sorcery")[0].name
    '2026-05-animated-silence.scenario.yaml'
    """
    folder = shipped_folder() / "scenarios"
    pattern = f"*{SCENARIO_ENDING}"
    if game is None:
        return tuple(sorted(folder.rglob(pattern)))
    games = shipped_games()
    if game not in games:
        message = f"no scenarios of '{game}' are shipped (there are {', '.join(games)})"
        raise LayerlawError(with_hint(message, str(game), games))
    return tuple(sorted((folder / game).rglob(pattern)))


def scenarios_for(rulebook: Rulebook) -> tuple[Path, ...]:
    """The shipped scenarios of the rulebook's game, or of all games if it names none."""
    if rulebook.cards and rulebook.cards not in shipped_games():
        return ()
    return shipped_scenarios(rulebook.cards or None)


def shipped_games() -> tuple[str, ...]:
    """The games with shipped scenarios, by the names of their folders."""
    folder = shipped_folder() / "scenarios"
    return tuple(
        sorted(game.name for game in folder.iterdir() if any(game.rglob(f"*{SCENARIO_ENDING}")))
    )


class UnknownCard(LayerlawError, KeyError):
    """There is no card of that name; `known` are the names that exist."""

    def __init__(self, name: object, known: Collection[str] = ()) -> None:
        super().__init__(name)
        self.known = known

    def __str__(self) -> str:
        """The message with the closest name, looked up only now: most callers never print it."""
        name = str(self.args[0])
        message = f"there is no card '{name}' among the {len(self.known)} of its game"
        return with_hint(message, name, self.known)


@cache
def _document(path: Path) -> Document:
    return read(path)


class Shelf(Mapping[str, "Card"]):
    """The cards of one file, each read when first asked for."""

    def __init__(self, document: Document, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._document = document
        self._words = vocabulary(rulebook)
        problems = Problems(document.file, document.lines)
        self._entries = card_entries(document, problems)
        problems.stop_if_bad()
        self._read: dict[str, Card] = {}

    def __getitem__(self, name: str) -> Card:
        if name not in self._read:
            problems = Problems(self._document.file, self._document.lines)
            if name not in self._entries:
                raise UnknownCard(name, tuple(self._entries))
            key, node = self._entries[name]
            card = CardReader(self.rulebook, self._words, problems).card(key, node)
            problems.stop_if_bad()
            self._read[name] = card
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __len__(self) -> int:
        return len(self._entries)


# By the identity of the rulebook, which a shelf keeps alive.
_shelves: dict[int, Shelf] = {}
_MOST_SHELVES = 32
