"""YAML is read as text: every scalar with its place, and nothing that hides or multiplies it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from layerlaw.model.errors import BadInput
from layerlaw.model.files.yaml_text import (
    DEEPEST,
    MOST_BYTES,
    Mapping,
    Node,
    Scalar,
    Sequence,
    parse,
    place_in,
    read,
)


def plain(node: Node) -> object:
    """The tree without places."""
    match node:
        case Scalar(text):
            return text
        case Sequence(items):
            return [plain(item) for item in items]
        case Mapping(entries):
            return {key.text: plain(value) for key, value in entries}


def test_every_scalar_is_text() -> None:
    """A clause numbered 613.10 stays 613.10, and `no` is no truth value."""
    assert plain(parse("{a: 613.10, b: no, c: 2026-01-09, d: ~, e: 0x1F, f: }").root) == {
        "a": "613.10",
        "b": "no",
        "c": "2026-01-09",
        "d": "~",
        "e": "0x1F",
        "f": "",
    }


TREES = st.recursive(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc: -#'\"", min_size=1, max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(TREES, st.booleans())
def test_whatever_was_written_is_read(tree: object, flow: bool) -> None:
    """What PyYAML writes, quoted or folded in any way, is read as it was."""
    text = yaml.safe_dump({"top": tree}, allow_unicode=True, default_flow_style=flow, width=20)
    assert plain(parse(text).root) == {"top": tree}


@pytest.mark.parametrize(
    "text",
    [
        "one two three",
        '"one \\"two\\" \\u0041 three"',
        "'it''s one two'",
        '"one\n   two three"',
        "one\n   two\n   three",
        "|\n   one\n   two three\n",
        ">\n   one\n   two\n\n   three\n",
    ],
)
def test_each_letter_knows_its_place(text: str) -> None:
    """A mistake inside a scalar is shown under its own letter, however the scalar is written."""
    document = parse(f"key: {text}\n")
    assert isinstance(document.root, Mapping)
    scalar = document.root.entries[0][1]
    assert isinstance(scalar, Scalar)
    shown = ""
    for offset, letter in enumerate(scalar.text):
        line, column = place_in(scalar, offset, document.lines)
        source = document.lines[line - 1][column - 1 : column]
        shown += letter if letter.isspace() or source == "\\" else source
    assert shown == scalar.text


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "nothing in it"),
        ("# only a remark", 1, 1, "nothing in it"),
        ("a: 1\nb: 2\na: 3", 3, 1, "'a' stands here twice; the first is on line 1"),
        ("a: &x 1", 1, 4, "an anchor (&x)"),
        ("a: 1\nb: *x", 2, 4, "an alias (*x)"),
        ("a: !!python/object:os.system x", 1, 4, "a tag"),
        ("--- a\n--- b", 2, 1, "a second document"),
        ("? [a]\n: b", 1, 3, "a key must be text"),
        ("a: b: c", 1, 5, "mapping values"),
        ("a: [1, 2", 1, 9, "not YAML"),
        ('a: "b" c', 1, 8, "not YAML"),
        ("a:\n\t- b", 2, 1, "cannot start any token"),
        ("ab\0c", 1, 3, "a NUL character"),
        ("a: 1\nb: \x07", 2, 4, "0x0007"),
        ("a: \ud800", 1, 1, "UTF-8"),
        ("[" * (DEEPEST + 1), 1, DEEPEST + 1, "nested deeper"),
        ("a" * (MOST_BYTES + 1), 1, 1, "larger than 5 MB"),
    ],
)
def test_what_is_not_read(text: str, line: int, column: int, message: str) -> None:
    """Anything but one plain tree is refused, with the place."""
    with pytest.raises(BadInput) as caught:
        parse(text)
    problem = caught.value.problems[0]
    assert message in problem.message
    assert (problem.line, problem.column) == (line, column)
    assert str(problem).replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("a: [1, 2\nb: 3\n", "the '[' on line 1 stays open: a ']' is missing"),
        ("a: 1\nb: {c: [1], d\ne: 3\n", "the '{' on line 2 stays open: a '}' is missing"),
        ('a: ["b" c, d]', "text that begins with a quote must end with it"),
        ('a: {b: "c" d}', "text that begins with a quote must end with it"),
    ],
)
def test_open_brackets_and_early_quotes_are_told_apart(text: str, advice: str) -> None:
    """YAML complains of both alike; the advice is about the one that is there."""
    with pytest.raises(BadInput) as caught:
        parse(text)
    assert caught.value.problems[0].suggestion.startswith(advice)


def test_a_bomb_of_aliases_is_refused_at_once() -> None:
    """No text grows when it is read: each anchor and each alias is a problem."""
    bomb = 'a: &a ["x", "x"]\n' + "".join(
        f"{new}: &{new} [*{old}, *{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    with pytest.raises(BadInput) as caught:
        parse(bomb)
    assert len(caught.value.problems) == 9 + 16


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Text is either a tree or `BadInput`: no other error escapes."""
    try:
        parse(text)
    except BadInput as error:
        str(error)


def test_files_that_are_none(tmp_path: Path) -> None:
    """A missing file, a folder, a device, a large file and one in UTF-16 are told apart."""
    large = tmp_path / "large.yaml"
    with large.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    (tmp_path / "wide.yaml").write_bytes("a: ä".encode("utf-16"))
    (tmp_path / "latin.yaml").write_bytes("a: 1\nb: ä".encode("latin-1"))
    for name, message in [
        ("missing.yaml", "there is no such file"),
        (".", "a folder"),
        *((device, "no ordinary file") for device in ("/dev/null",) if Path(device).exists()),
        ("large.yaml", "larger than 5 MB"),
        ("wide.yaml", "not UTF-8"),
        ("latin.yaml", "not UTF-8"),
        ("a\0b", "there is no such file"),
    ]:
        with pytest.raises(BadInput, match=message) as caught:
            read(tmp_path / name)
        assert name != "latin.yaml" or caught.value.problems[0].line == 2


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    """A file that an editor began with a byte order mark is read like any other."""
    path = tmp_path / "bom.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert plain(read(path).root) == {"a": "1", "b": "2"}
