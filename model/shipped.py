"""The shipped rulebooks, cards and scenarios."""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import IO

from layerlaw.model.arguments import checked
from layerlaw.model.candidates import with_advice
from layerlaw.model.cards.card import Card
from layerlaw.model.cards.load import CardReader, card_entries
from layerlaw.model.errors import LayerlawError, did_you_mean, with_hint
from layerlaw.model.files.yaml_text import Document, Node, Problems, Scalar, read
from layerlaw.model.kept import find, keep, kept
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
    rulebook: Rulebook = kept(
        _sources(id),
        ".rulebook",
        make=lambda: load_rulebook(shipped_folder() / "rulebooks" / f"{id}.yaml"),
        read=_rulebook_in,
        write=pickle.dump,
    )
    return rulebook


def _sources(id: str) -> object:
    """All that the shipped rulebook depends on: it may be based on any other, and the code."""
    return id, _stamps(shipped_folder() / "rulebooks"), _stamps(Path(__file__).parent)


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


def by_date(book: Rulebook) -> tuple[bool, str, str]:
    """A key that sorts rulebooks by the dates of their documents, those without one first."""
    return book.version[:1].isdigit(), book.version, book.id


@cache
def latest_rulebooks() -> tuple[Rulebook, ...]:
    """The shipped rulebook of each game whose document is the latest, in order of the games.

    >>> [book.id for book in latest_rulebooks()][1:]
    ['grand-archive-2026-08', 'magic-2026-04', 'sorcery-2026-07']
    """
    games: dict[str, Rulebook] = {}
    for book in map(shipped_rulebook, shipped_rulebooks()):
        known = games.get(book.cards)
        # Of two texts of one document the first in order of their ids.
        if known is None or by_date(known)[:2] < by_date(book)[:2]:
            games[book.cards] = book
    return tuple(games[game] for game in sorted(games) if game)


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
        shelf = _shelves[id(rulebook)] = Shelf(path, rulebook, _kept_cards(path, rulebook))
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
        return with_advice(message, name, self.known)


@cache
def _document(path: Path) -> Document:
    return read(path)


class KeptCards:
    """On disk, the cards of a file that were read before.

    names: of all cards of the file; none where nothing is kept yet.
    """

    def __init__(self, made_of: object) -> None:
        """made_of: all that the cards depend on."""
        self._made_of = made_of
        self.names, self._pickled = find(made_of, ".cards", _cards_in) or ((), {})

    def card(self, name: str) -> Card | None:
        """The card, if it was read before."""
        # A damaged one raises what it likes; it is read again.
        with suppress(Exception):
            found: object = pickle.loads(self._pickled[name])
            if isinstance(found, Card):
                return found
        return None

    def add(self, card: Card, names: Iterable[str]) -> None:
        """Keep a card that was read; names: of all cards of the file."""
        self.names = tuple(names)
        self._pickled[card.name] = pickle.dumps(card)
        keep(self._made_of, ".cards", (self.names, self._pickled), pickle.dump)


def _kept_cards(path: Path, rulebook: Rulebook) -> KeptCards | None:
    """What is kept for a rulebook just as it is shipped; for others nothing is."""
    if rulebook.id not in shipped_rulebooks() or shipped_rulebook(rulebook.id) is not rulebook:
        return None
    stamp = os.stat(path)
    return KeptCards((str(path), stamp.st_size, stamp.st_mtime_ns, _sources(rulebook.id)))


def _cards_in(file: IO[bytes]) -> tuple[tuple[str, ...], dict[str, bytes]]:
    match pickle.load(file):
        case (tuple(names), dict(pickled)):
            return names, pickled
    raise TypeError


class Shelf(Mapping[str, "Card"]):
    """The cards of one file, each read when first asked for."""

    def __init__(self, path: Path, rulebook: Rulebook, kept: KeptCards | None) -> None:
        """kept: what was read before, if it may be used."""
        self.rulebook = rulebook
        self._path = path
        self._kept = kept
        self._read: dict[str, Card] = {}
        # Where nothing is kept, what is wrong with the file as a whole is said at once.
        self._names = dict.fromkeys((kept and kept.names) or self._entries)

    @cached_property
    def _entries(self) -> Mapping[str, tuple[Scalar, Node]]:
        problems = self._problems()
        found = card_entries(_document(self._path), problems)
        problems.stop_if_bad()
        return found

    def _problems(self) -> Problems:
        document = _document(self._path)
        return Problems(document.file, document.lines)

    def __getitem__(self, name: str) -> Card:
        if name not in self._read:
            if name not in self._names:
                raise UnknownCard(name, tuple(self._names))
            kept = self._kept and self._kept.card(name)
            self._read[name] = kept or self._card(name)
        return self._read[name]

    def _card(self, name: str) -> Card:
        problems = self._problems()
        key, node = self._entries[name]
        card = CardReader(self.rulebook, vocabulary(self.rulebook), problems).card(key, node)
        problems.stop_if_bad()
        if self._kept:
            self._kept.add(card, self._entries)
        return card

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __len__(self) -> int:
        return len(self._names)


# By the identity of the rulebook, which a shelf keeps alive.
_shelves: dict[int, Shelf] = {}
_MOST_SHELVES = 32
