"""Rulebooks held against their texts, and editions of a text against each other."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from layerlaw.model.errors import BadInput
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks
from layerlaw.model.sources.sentences import fingerprint, headings_of, sentences_of
from layerlaw.solver.documents.sources import compare_editions, hold_sources
from layerlaw.solver.documents.sources.writing import with_fingerprints

TEXT = """\
# Order

Effects apply. Oldest goes first, e.g. a King.

1. Copies come first.
   1. Unless **barred**.
2. Then control.

| word | means |
|------|-------|
| near | next to it |
"""
BOOK = shipped_folder() / "rulebooks" / "duel-masters-1.28-en.yaml"


def test_items_and_rows_are_sentences() -> None:
    """Items and table rows are sentences with their numbers, headings are none."""
    assert [(each.label, each.text) for each in sentences_of(TEXT)] == [
        ("", "Effects apply."),
        ("", "Oldest goes first, e.g. a King."),
        ("1", "Copies come first."),
        ("1.1", "Unless barred."),
        ("2", "Then control."),
        ("", "word; means"),
        ("", "near; next to it"),
    ]
    assert headings_of(TEXT) == ("Order",)


def test_full_stops_of_chinese_end_sentences() -> None:
    """No blank has to follow them, and a short line without one is a heading."""
    sentences = sentences_of("层级\n先来的先用。后来的后用。")
    assert [each.text for each in sentences] == ["先来的先用。", "后来的后用。"]
    assert sentences[0].headings == ("层级",)


def test_fingerprints_are_of_words() -> None:
    """Layout and punctuation do not count, words and signs do."""
    assert fingerprint("**Oldest** first.") == fingerprint("oldest  first")
    assert fingerprint("It gets +1") != fingerprint("It gets -1")


def test_editions_part() -> None:
    """What was added, went, changed and moved is told apart."""
    old = "# A\n1. One two three four.\n2. Gone for good.\n3. It stays."
    new = "# A\n1. One two three five.\n2. It stays.\n3. Quite another matter here."
    parted = compare_editions(old, new)
    assert [each.text for each in parted.gone] == ["Gone for good."]
    assert [each.text for each in parted.added] == ["Quite another matter here."]
    assert [each.new.label for each in parted.changed] == ["1"]
    assert [(each.old.label, each.new.label) for each in parted.moved] == [("3", "2")]


def test_a_rulebook_against_its_text() -> None:
    """What was written is in step with its text, and a changed sentence is noticed."""
    text = BOOK.read_text(encoding="utf-8").replace(
        "place: rule 608.1", "place: '\"Order\", rule 1'"
    )
    book = loads_rulebook(with_fingerprints(text, sentences_of(TEXT)), str(BOOK))
    held = hold_sources(book, {"rules.md": TEXT})
    assert "DM-608.1" not in held.unbound
    assert not held.changed
    (changed,) = hold_sources(book, {"rules.md": TEXT.replace("come first", "come last")}).changed
    assert changed.clause == "DM-608.1"
    assert changed.nearest is not None
    assert changed.nearest.sentence.text == "Copies come last."


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("xyz", "is no pointer at a sentence"),
        ("0123456789 in nowhere", "unknown source 'nowhere'"),
        ("'0123456789 \"one two three four five six\"'", "at most 5 words"),
    ],
)
def test_malformed_pointers(written: str, message: str) -> None:
    """Each mistake in a pointer is told with its place."""
    text = BOOK.read_text(encoding="utf-8")
    place = "    place: rule 608.1\n"
    with pytest.raises(BadInput, match=message):
        loads_rulebook(text.replace(place, f"{place}    sentences: [{written}]\n"), str(BOOK))


@pytest.mark.skipif("LAYERLAW_DOCUMENTS" not in os.environ, reason="no folder of documents")
@pytest.mark.parametrize("name", shipped_rulebooks())
def test_shipped_fingerprints_are_of_their_documents(name: str) -> None:
    """No fingerprint that a shipped rulebook states itself is of a sentence that is not there."""
    book = shipped_rulebook(name)
    folder = Path(os.environ["LAYERLAW_DOCUMENTS"])
    own = (shipped_folder() / "rulebooks" / f"{name}.yaml").read_text(encoding="utf-8")
    texts = {each.file: (folder / each.file).read_text(encoding="utf-8") for each in book.sources}
    changed = hold_sources(book, texts).changed
    assert [each for each in changed if each.fingerprint in own] == []
