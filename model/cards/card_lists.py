"""Reads the rulings of a publisher's card list (JSON) as fingerprints of their texts."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.cards.rulings import Published
from layerlaw.model.errors import LayerlawError

if TYPE_CHECKING:
    from collections.abc import Iterator

SHAPE = '{"cards": [{"name": ..., "rulings": [{"description": ...}]}]}'


@checked()
def fingerprint_of(text: str) -> str:
    """Eight hexadecimal digits for a ruling's text; all white space counts as a blank."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


@checked()
def published_rulings(file: Path | str) -> tuple[Published, ...]:
    """The rulings of the card list, card by card.

    file: JSON of the form `{"cards": [{"name": ..., "rulings": [{"description": ...}]}]}`; other
    keys are passed by, and `rulings` may be missing. Raises `LayerlawError`.
    """
    return tuple(_rulings(_cards(Path(file)), file))


@checked()
def newest_list(folder: Path | str, game: str) -> Path:
    """The file `GAME.YYYY-MM.json` of the folder with the latest month; raises `LayerlawError`."""
    lists = sorted(Path(folder).glob(f"{game}.*.json"))
    if not lists:
        raise LayerlawError(f"{folder} holds no card list called {game}.YYYY-MM.json")
    return lists[-1]


def _cards(file: Path) -> list[object]:
    try:
        read: object = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LayerlawError(f"{file} can't be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise LayerlawError(f"{file} is not JSON: {error}") from error
    cards = read.get("cards") if isinstance(read, dict) else None
    if not isinstance(cards, list):
        raise LayerlawError(f"{file} is no card list: expected {SHAPE}")
    return cards


def _rulings(cards: list[object], file: Path | str) -> Iterator[Published]:
    for card in cards:
        name = card.get("name") if isinstance(card, dict) else None
        rulings = card.get("rulings") if isinstance(card, dict) else None
        if not isinstance(name, str) or not isinstance(rulings, list | None):
            raise LayerlawError(f"{file} holds a card of another form: expected {SHAPE}")
        for number, ruling in enumerate(rulings or [], 1):
            text = ruling.get("description") if isinstance(ruling, dict) else None
            if not isinstance(text, str):
                message = f"{file}: ruling {number} on {name} has no text 'description'"
                raise LayerlawError(message)
            yield Published(name, number, fingerprint_of(text))
