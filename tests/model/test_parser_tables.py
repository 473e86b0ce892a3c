"""Parsers read their tables back from disk, but none that is stale, damaged or somebody else's."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from lark import Token

from layerlaw.model import kept
from layerlaw.model.notation.parser_tables import parser_of

if TYPE_CHECKING:
    from pathlib import Path

GRAMMAR = 'start: "a" WORD\nWORD: /[a-z]+/\n%ignore " "\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the tables of one test."""
    tables = tmp_path / "tables"
    monkeypatch.setenv(kept.FOLDER_VARIABLE, str(tables))
    return tables


def test_kept_tables_parse_the_same(folder: Path) -> None:
    """A parser that was read back gives the tree of the one that was built."""
    built = parser_of(GRAMMAR, start=["start"]).parse("a b")
    assert len(list(folder.iterdir())) == 1
    assert parser_of(GRAMMAR, start=["start"]).parse("a b") == built
    assert built.children == [Token("WORD", "b")]


def test_another_grammar_has_other_tables(folder: Path) -> None:
    """A changed grammar, or a changed option, never meets the old tables."""
    parser_of(GRAMMAR, start=["start"])
    other = parser_of(GRAMMAR.replace('"a"', '"b"'), start=["start"])
    assert other.parse("b c").children == [Token("WORD", "c")]
    parser_of(GRAMMAR, start=["start"], places=True)
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize("damage", [b"", b"no table", b"\x80\x05N."])
def test_a_damaged_file_is_made_again(folder: Path, damage: bytes) -> None:
    """What holds no table is built anew, and the file is mended."""
    parser_of(GRAMMAR, start=["start"])
    (file,) = folder.iterdir()
    file.write_bytes(damage)
    assert parser_of(GRAMMAR, start=["start"]).parse("a b").children == [Token("WORD", "b")]
    assert file.read_bytes() != damage


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no owners of files")
def test_tables_of_somebody_else_are_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pickled table that another user wrote is passed over."""
    parser_of(GRAMMAR, start=["start"])
    (file,) = folder.iterdir()
    owner = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    file.write_bytes(b"theirs")
    read = kept.kept("what", ".lalr", make=lambda: 1, read=lambda _: 2, write=lambda *_: None)
    assert read == 1
    again = kept.kept("what", ".lalr", make=lambda: 1, read=lambda _: 2, write=lambda *_: None)
    assert again == 1


def test_a_folder_that_cannot_be_written_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be kept, the parser is built each time."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(kept.FOLDER_VARIABLE, str(tmp_path / "file"))
    assert parser_of(GRAMMAR, start=["start"]).parse("a b").children == [Token("WORD", "b")]


def test_an_empty_variable_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """`LAYERLAW_CACHE=` turns keeping off."""
    monkeypatch.setenv(kept.FOLDER_VARIABLE, "")
    assert kept.cache_folder() is None


def test_the_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without the variable the tables lie in the folder that the system has for such files."""
    monkeypatch.delenv(kept.FOLDER_VARIABLE, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kept.cache_folder() == tmp_path / "layerlaw"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert kept.cache_folder() == tmp_path / "home" / ".cache" / "layerlaw"


def test_no_more_tables_are_kept_than_are_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest files go where there are too many."""
    monkeypatch.setattr(kept, "MOST_FILES", 2)
    for word in "bcde":
        parser_of(GRAMMAR.replace('"a"', f'"{word}"'), start=["start"])
    assert len(list(folder.iterdir())) == 2
