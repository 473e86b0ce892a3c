"""Shipped cards are kept on disk as they were read, and never stale."""

from __future__ import annotations

import os
import pickle
import shutil
from functools import cache
from inspect import unwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from layerlaw.model import LayerlawError, load_cards, shipped
from layerlaw.model.cards import load
from layerlaw.model.cards.card import Card
from layerlaw.model.kept import FOLDER_VARIABLE
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.rulebook import Rulebook

if TYPE_CHECKING:
    from layerlaw.model.files.yaml_text import Node, Scalar

ID = "sorcery-2026-01"
KING = "King of the Realm"
OTHER = "Foot Soldier"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped cards, a folder of its own for what is kept, a memory of its own."""
    data = tmp_path / "data"
    for part in ("rulebooks", "cards"):
        shutil.copytree(shipped_folder() / part, data / part)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "kept"))
    monkeypatch.setattr(shipped, "shipped_folder", lambda: data)
    # Other tests go by the one rulebook of an id that this process has: it stays.
    monkeypatch.setattr(shipped, "shipped_rulebook", cache(unwrap(shipped.shipped_rulebook)))
    monkeypatch.setattr(shipped, "_shelves", {})
    return tmp_path


def forget() -> None:
    """What this process knows of the copy."""
    shipped._stamps.cache_clear()
    shipped._document.cache_clear()
    shipped._shelves.clear()
    unwrap(shipped.shipped_rulebook, stop=lambda f: hasattr(f, "cache_clear")).cache_clear()


def shelf() -> shipped.Shelf:
    """The cards as another process would have them."""
    forget()
    found = shipped.shipped_cards(shipped.shipped_rulebook(ID))
    assert isinstance(found, shipped.Shelf)
    return found


def file_of(folder: Path) -> Path:
    (file,) = (folder / "kept").glob("*.cards")
    return file


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the cards that are read from YAML."""
    names: list[str] = []
    read = load.CardReader.card

    def noted(self: load.CardReader, name: Scalar, node: Node) -> Card:
        names.append(name.text)
        return read(self, name, node)

    monkeypatch.setattr(load.CardReader, "card", noted)
    return names


def test_what_is_kept_is_what_was_read(folder: Path, unread: list[str]) -> None:
    """The second time it comes from the file, equal, and no YAML is read for it."""
    read = shelf()[KING]
    file_of(folder)
    again = shelf()
    assert again[KING] == read and again[KING] is not read
    assert unread == [KING]
    assert shipped._document.cache_info().currsize == 0
    assert again[KING] == load_cards(folder / "data/cards/sorcery.yaml", again.rulebook)[KING]
    assert list(again) == list(load_cards(folder / "data/cards/sorcery.yaml", again.rulebook))


def test_each_card_is_kept_when_it_is_read(folder: Path, unread: list[str]) -> None:
    """Those that were kept before stay."""
    shelf()[KING]
    shelf()[OTHER]
    both = shelf()
    assert (both[KING].name, both[OTHER].name) == (KING, OTHER)
    assert unread == [KING, OTHER]


@pytest.mark.parametrize("changed", ["cards/sorcery.yaml", f"rulebooks/{ID}.yaml"])
def test_a_changed_file_is_read_anew(folder: Path, unread: list[str], changed: str) -> None:
    """The cards' own, or a rulebook's, in whose words they are read."""
    read = shelf()[KING]
    file = folder / "data" / changed
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("power: 3", "power: 30") + "\n", encoding="utf-8")
    again = shelf()[KING]
    assert unread == [KING, KING]
    assert (again == read) is (changed != "cards/sorcery.yaml")


def damaged(text: bytes) -> list[bytes]:
    """What may stand in the file instead."""
    names, cards = pickle.loads(text)
    return [
        b"",
        text[: len(text) // 2],
        pickle.dumps("no cards"),
        pickle.dumps((names, {KING: b"", OTHER: b""})),
        pickle.dumps((names, {KING: cards[KING][:-9]})),
        pickle.dumps((names, {KING: pickle.dumps("no card")})),
    ]


@pytest.mark.parametrize("number", range(6))
def test_a_damaged_file_is_made_again(folder: Path, unread: list[str], number: int) -> None:
    """Truncated, of something else, or with something else in the place of a card."""
    read = shelf()[KING]
    file = file_of(folder)
    file.write_bytes(damaged(file.read_bytes())[number])
    assert shelf()[KING] == read
    assert unread == [KING, KING]
    assert pickle.loads(pickle.loads(file.read_bytes())[1][KING]) == read


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")
def test_what_somebody_else_wrote_is_not_read(
    folder: Path, unread: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be pickled, and do anything."""
    shelf()[KING]
    monkeypatch.setattr(os, "getuid", lambda: os.stat(folder).st_uid + 1)
    shelf()[KING]
    assert unread == [KING, KING]


@pytest.mark.parametrize("nowhere", ["", "a file"])
def test_where_nothing_can_be_kept_cards_are_read(
    folder: Path, unread: list[str], nowhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keeping is turned off, or the folder can't be written to: without a word."""
    if nowhere:
        (folder / nowhere).write_text("no folder", encoding="utf-8")
        nowhere = str(folder / nowhere)
    monkeypatch.setenv(FOLDER_VARIABLE, nowhere)
    assert shelf()[KING] == shelf()[KING]
    assert unread == [KING, KING]


def test_a_rulebook_that_is_another_has_cards_of_its_own(folder: Path, unread: list[str]) -> None:
    """With a kind of counter more, a word may mean something else."""
    read = shelf()
    book: Rulebook = read.rulebook.with_counters(("rust",))
    read[KING]
    shipped.shipped_cards(book)[KING]
    assert unread == [KING, KING]
    assert len(list((folder / "kept").glob("*.cards"))) == 1


def test_a_bad_file_of_cards_is_said_to_be_so(folder: Path) -> None:
    """Also after it was kept: what was kept is no longer of it."""
    shelf()[KING]
    (folder / "data/cards/sorcery.yaml").write_text("- no cards\n", encoding="utf-8")
    with pytest.raises(LayerlawError, match=r"sorcery\.yaml"):
        shelf()


def test_an_unknown_card_is_said_to_be_so(folder: Path) -> None:
    """Whether the others were kept or not."""
    for _ in range(2):
        cards = shelf()
        with pytest.raises(shipped.UnknownCard, match="did you mean 'King of the Realm'"):
            cards["King of the Relm"]
        assert "King of the Relm" not in cards and KING in cards
        assert len(cards) == len(list(cards)) > 90
        cards[KING]
