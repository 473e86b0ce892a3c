"""Parsers read their tables back from disk, but none that is stale, damaged or somebody else's."""

from __future__ import annotations

import atexit
import os
import pickle
import sys
from typing import TYPE_CHECKING

import pytest
from lark import Token, Tree, UnexpectedInput

from layerlaw.model import kept
from layerlaw.model.notation import parser_tables
from layerlaw.model.notation.parser_tables import Parser, parser_of

if TYPE_CHECKING:
    from pathlib import Path

GRAMMAR = 'start: "a" WORD\nWORD: /[a-z]+/\n%ignore " "\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the tables of one test."""
    tables = tmp_path / "tables"
    monkeypatch.setenv(kept.FOLDER_VARIABLE, str(tables))
    return tables


def files(folder: Path) -> list[Path]:
    """The tables that are kept."""
    return list(folder.glob("*.lalr"))


def test_kept_tables_parse_the_same(folder: Path) -> None:
    """A parser that was read back gives the tree of the one that was built."""
    built = parser_of(GRAMMAR, start=["start"]).parse("a b")
    assert len(files(folder)) == 1
    assert parser_of(GRAMMAR, start=["start"]).parse("a b") == built
    assert built.children == [Token("WORD", "b")]


def test_another_grammar_has_other_tables(folder: Path) -> None:
    """A changed grammar, or a changed option, never meets the old tables."""
    parser_of(GRAMMAR, start=["start"]).parse("a c")
    other = parser_of(GRAMMAR.replace('"a"', '"b"'), start=["start"])
    assert other.parse("b c").children == [Token("WORD", "c")]
    parser_of(GRAMMAR, start=["start"], places=True).parse("a c")
    assert len(files(folder)) == 3


@pytest.mark.parametrize("damage", [b"", b"no table", b"\x80\x05N."])
def test_a_damaged_file_is_made_again(folder: Path, damage: bytes) -> None:
    """What holds no table is built anew, and the file is mended."""
    parser_of(GRAMMAR, start=["start"]).parse("a b")
    (file,) = files(folder)
    file.write_bytes(damage)
    assert parser_of(GRAMMAR, start=["start"]).parse("a b").children == [Token("WORD", "b")]
    assert file.read_bytes() != damage


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no owners of files")
def test_tables_of_somebody_else_are_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pickled table that another user wrote is passed over."""
    parser_of(GRAMMAR, start=["start"]).parse("a b")
    (file,) = files(folder)
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
        parser_of(GRAMMAR.replace('"a"', f'"{word}"'), start=["start"]).parse(f"{word} b")
    assert len(files(folder)) == 2


def ended(parser: Parser) -> None:
    """The end of the process, as far as the parser is concerned."""
    atexit.unregister(parser._keep)
    parser._keep()


@pytest.fixture
def kept_tree(folder: Path) -> tuple[Path, Tree[Token]]:
    """The file of trees after a text was parsed in a process, and its tree."""
    parser = parser_of(NESTED, start=["start"], places=True)
    tree = parser.parse(TEXT)
    ended(parser)
    (file,) = folder.glob("*.trees")
    return file, tree


NESTED = 'start: pair+\npair: WORD "," WORD\nWORD: /[a-z]+/\n%ignore /\\s+/\n'
TEXT = "a, b\n cc, d"


def places(tree: Tree[Token]) -> list[object]:
    """Where its subtrees begin, and all that its tokens know."""
    found: list[object] = []
    for node in tree.iter_subtrees():
        found.append(node.meta.start_pos)
        for each in node.children:
            if isinstance(each, Token):
                place = (each.start_pos, each.line, each.column, each.end_pos)
                found += [each.type, *place, each.end_line, each.end_column]
    return found


def unread(parser: Parser, monkeypatch: pytest.MonkeyPatch) -> Parser:
    """The parser, which fails where it needs its tables."""
    monkeypatch.setattr(Parser, "_lark", None)
    return parser


def test_a_text_that_was_parsed_before_needs_no_tables(
    kept_tree: tuple[Path, Tree[Token]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tree is the same, places and all, and another one each time."""
    parser = unread(parser_of(NESTED, start=["start"], places=True), monkeypatch)
    again = parser.parse(TEXT)
    assert again == kept_tree[1] and again is not parser.parse(TEXT)
    assert places(again) == places(kept_tree[1])
    with pytest.raises(AttributeError):
        parser.parse("a, b")


def test_another_grammar_has_other_trees(
    kept_tree: tuple[Path, Tree[Token]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the texts are the same."""
    other = parser_of(NESTED.replace("pair", "couple"), start=["start"], places=True)
    assert [each.data for each in other.parse(TEXT).find_data("couple")] == ["couple", "couple"]


@pytest.mark.parametrize("whole", [True, False])
def test_damaged_trees_are_made_again(
    kept_tree: tuple[Path, Tree[Token]], monkeypatch: pytest.MonkeyPatch, *, whole: bool
) -> None:
    """The file, or one tree in it."""
    file, tree = kept_tree
    cut = file.read_bytes()[:-9]
    damages = [b"", cut, pickle.dumps(["no trees"]), pickle.dumps(("start", [1]))]
    if not whole:
        damages = [pickle.dumps({("start", TEXT): each}) for each in damages]
    for damage in damages:
        file.write_bytes(damage)
        parser = parser_of(NESTED, start=["start"], places=True)
        assert parser.parse(TEXT) == tree
        ended(parser)
        with monkeypatch.context() as patched:
            assert unread(parser_of(NESTED, start=["start"], places=True), patched).parse(TEXT)


def test_a_mistake_is_never_kept(folder: Path) -> None:
    """Its message is made anew."""
    parser = parser_of(NESTED, start=["start"])
    for _ in range(2):
        with pytest.raises(UnexpectedInput):
            parser.parse("a b")
    ended(parser)
    assert pickle.loads(next(folder.glob("*.trees")).read_bytes()) == {}


def test_only_the_last_trees_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What other processes kept in the meantime stays, as far as there is room."""
    monkeypatch.setattr(parser_tables, "MOST_TREES", 3)
    parsers = [parser_of(NESTED, start=["start"]) for _ in "ab"]
    for parser, texts in zip(parsers, (("a, a", "a, b"), ("b, a", "b, b")), strict=True):
        for text in texts:
            parser.parse(text)
    for parser in parsers:
        ended(parser)
    kept_texts = [text for _, text in pickle.loads(next(folder.glob("*.trees")).read_bytes())]
    assert kept_texts == ["a, b", "b, a", "b, b"]


def test_long_texts_are_not_kept(folder: Path) -> None:
    """There would be few of them."""
    parser = parser_of(NESTED, start=["start"])
    parser.parse("a, b " * parser_tables.LONGEST_KEPT)
    assert not parser._new


def test_deep_trees_are_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are returned as any other."""

    def too_deep(tree: object) -> tuple[object, ...]:
        raise RecursionError

    monkeypatch.setattr(parser_tables, "_plain", too_deep)
    parser = parser_of(NESTED, start=["start"])
    assert [each.data for each in parser.parse(TEXT).find_data("pair")] == ["pair", "pair"]
    assert not parser._new
