"""Shipped rulebooks are kept on disk as they were read, and never stale."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from layerlaw.model import load_rulebook, shipped
from layerlaw.model.kept import FOLDER_VARIABLE
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.rulebook import Rulebook

ID = "sorcery-2026-01"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped rulebooks, and a folder of its own for what is kept."""
    data = tmp_path / "data"
    shutil.copytree(shipped_folder() / "rulebooks", data / "rulebooks")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "kept"))
    monkeypatch.setattr(shipped, "shipped_folder", lambda: data)
    return tmp_path


def asked() -> Rulebook:
    """The rulebook as another process would have it."""
    shipped._stamps.cache_clear()
    return shipped._kept_rulebook(ID)


def test_what_is_kept_is_what_was_read(folder: Path) -> None:
    """The second time it comes from the file, and is equal, words and all."""
    read = asked()
    (file,) = (folder / "kept").glob("*.rulebook")
    assert pickle.loads(file.read_bytes()) == read
    again = asked()
    assert again == read == load_rulebook(folder / "data" / "rulebooks" / f"{ID}.yaml")
    assert again is not read


def test_a_changed_file_is_read_anew(folder: Path) -> None:
    """Of the rulebook itself, or of any other: one may be based on another."""
    asked()
    file = folder / "data" / "rulebooks" / f"{ID}.yaml"
    text = file.read_text(encoding="utf-8")
    title = asked().title
    file.write_text(text.replace(title, "Another", 1), encoding="utf-8")
    assert asked().title == "Another" != title
    assert len(list((folder / "kept").glob("*.rulebook"))) == 2


def test_what_is_no_rulebook_is_not_taken_for_one(folder: Path) -> None:
    """A file that holds something else is made again."""
    read = asked()
    (file,) = (folder / "kept").glob("*.rulebook")
    file.write_bytes(pickle.dumps("no rulebook"))
    assert asked() == read
    assert pickle.loads(file.read_bytes()) == read
