"""Rulebooks held against their texts, and editions of a text against each other."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time

import pytest

from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.rulebook import Source
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks
from layerlaw.model.sources.sentences import fingerprint, headings_of, sentences_of
from layerlaw.solver.documents.sources import compare_editions, hold_sources
from layerlaw.solver.documents.sources.filing import filed_sentences, folders_of, texts_of
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
# The book without its own pointers and what it passes over.
UNBOUND = re.sub(
    r"^ {4}sentences:\n(?: {6}- .*\n)+|^passed over:\n(?: {2}.*\n)+",
    "",
    BOOK.read_text(encoding="utf-8"),
    flags=re.MULTILINE,
)


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
    text = UNBOUND.replace("place: rule 608.1", "place: '\"Order\", rule 1'")
    there = filed_sentences(loads_rulebook(text, str(BOOK)), {"rules.md": TEXT})
    book = loads_rulebook(with_fingerprints(text, there), str(BOOK))
    held = hold_sources(book, {"rules.md": TEXT})
    assert "DM-608.1" not in held.unbound
    assert not held.changed
    (changed,) = hold_sources(book, {"rules.md": TEXT.replace("come first", "come last")}).changed
    assert changed.clause == "DM-608.1"
    assert changed.nearest is not None
    assert changed.nearest.sentence.text == "Copies come last."


MINE = """\
rulebook: mine
based on: duel-masters-1.28-en
sources:
  - {id: page, file: duel-masters-continuous-effect.md, edition: "1"}
  - {id: mine, file: rules.md, edition: "2026", sections: [Order]}
clauses:
  - id: M-1
    place: '"Order", rule 1'
    sentences: ['in mine "copies come"']
    says: Copies come first.
  - {id: M-2, place: nowhere, no sentence: a house rule, says: Anything goes.}
passed over:
  - {because: an example, sentences: ['in mine "a King"']}
  - {because: another subject, section: Flavour, in: mine}
"""
THEIRS = TEXT + "\n# Other\nNobody needs this one here.\n\n# Flavour\nOnce upon a time there was.\n"


def test_words_find_their_fingerprint() -> None:
    """A pointer of source and words gets its fingerprint; nothing else in the file changes."""
    before = loads_rulebook(MINE)
    held = hold_sources(before, {"rules.md": THEIRS})
    assert [(each.clause, len(each.sentences)) for each in held.unfinished] == [("M-1", 1), ("", 1)]
    written = with_fingerprints(MINE, filed_sentences(before, {"rules.md": THEIRS}))
    mark, king = fingerprint("Copies come first."), fingerprint("Oldest goes first, e.g. a King.")
    assert written == MINE.replace('in mine "copies', f'{mark} in mine "copies').replace(
        'in mine "a King', f'{king} in mine "a King'
    )


def test_what_needs_no_clause() -> None:
    """Other sections, what is passed over and clauses with a reason are not asked about."""
    book = loads_rulebook(MINE)
    written = with_fingerprints(MINE, filed_sentences(book, {"rules.md": THEIRS}))
    held = hold_sources(loads_rulebook(written), {"rules.md": THEIRS})
    assert [each.sentence.text for each in held.uncovered] == [
        "Effects apply.",
        "Unless barred.",
        "Then control.",
        "word; means",
        "near; next to it",
    ]
    assert (held.sentences, held.asked, held.passed_over) == (9, 7, 1)
    assert not held.unfinished
    assert not {"M-1", "M-2"} & {*held.unbound}


def test_a_pointer_is_looked_for_in_its_own_source() -> None:
    """The same sentence in another file does not count."""
    written = with_fingerprints(MINE, filed_sentences(loads_rulebook(MINE), {"rules.md": THEIRS}))
    held = hold_sources(loads_rulebook(written), {"rules.md": "Other words.", "b.md": THEIRS})
    assert "M-1" in {each.clause for each in held.changed}


def test_words_of_several_sentences_are_told() -> None:
    """Where the words stand twice, both places are named and no fingerprint is written."""
    twice = MINE.replace("copies come", "first")
    book = loads_rulebook(twice)
    there = filed_sentences(
        book, {"rules.md": TEXT.replace("1. Copies", "1. First of all. Copies")}
    )
    text = TEXT.replace("1. Copies", "1. First of all. Copies")
    held = hold_sources(book, {"rules.md": text})
    (unfinished,) = (each for each in held.unfinished if each.clause == "M-1")
    assert [each.sentence.text for each in unfinished.sentences] == [
        "First of all.",
        "Copies come first.",
    ]
    assert 'in mine "first"' in with_fingerprints(twice, there)


def test_files_are_looked_up_in_a_folder(tmp_path: Path) -> None:
    """By the path that a source states, at any depth; a source can be a folder itself."""
    (tmp_path / "deep" / "page").mkdir(parents=True)
    (tmp_path / "deep" / "duel-masters-continuous-effect.md").write_text("One sentence here.")
    (tmp_path / "deep" / "page" / "a.md").write_text("Another sentence here.")
    (tmp_path / "deep" / "page" / "picture.png").write_bytes(b"\x00")
    book = loads_rulebook(MINE.replace("rules.md", "deep/page"))
    texts = texts_of(book, [str(tmp_path)])
    assert [each.source for each in filed_sentences(book, texts)] == ["page", "mine"]
    with pytest.raises(LayerlawError, match=r"has no nowhere.md, the source 'mine' of mine"):
        texts_of(loads_rulebook(MINE.replace("rules.md", "nowhere.md")), [str(tmp_path)])


def test_full_stops_of_japanese_end_sentences() -> None:
    """A full stop between two of its letters ends a sentence; behind the sign for "e.g." not."""
    sentences = sentences_of("• 608. 効果\n効果は生成されます.期間がある.例.光の生物。")
    assert [(each.label, each.text) for each in sentences] == [
        ("608", "効果"),
        ("", "効果は生成されます."),
        ("", "期間がある."),
        ("", "例.光の生物。"),
    ]


def test_a_line_that_is_a_link_is_no_sentence() -> None:
    """A reader takes it for a way to somewhere else."""
    assert (
        sentences_of("[Entry](https://example.org/a)\n\nSee [this](a.md).")[0].text == "See this."
    )


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("xyz", "is no pointer at a sentence"),
        ("0123456789 in nowhere", "unknown source 'nowhere'"),
        ("'0123456789 \"one two three four five six\"'", "at most 5 words"),
        ("'in page'", "is no pointer at a sentence"),
        ("'in page \"層層層層層層層層層層層層層層層層\"'", "at most 15 letters"),
        ("'in page \"--\"'", "has no word in it"),
    ],
)
def test_malformed_pointers(written: str, message: str) -> None:
    """Each mistake in a pointer is told with its place."""
    place = "    place: rule 608.1\n"
    with pytest.raises(BadInput, match=message):
        loads_rulebook(UNBOUND.replace(place, f"{place}    sentences: [{written}]\n"), str(BOOK))


@pytest.mark.sample(2)
@pytest.mark.skipif("LAYERLAW_DOCUMENTS" not in os.environ, reason="no folder of documents")
@pytest.mark.parametrize("name", shipped_rulebooks())
def test_shipped_fingerprints_are_of_their_documents(name: str) -> None:
    """No fingerprint that a shipped rulebook states itself is of a sentence that is not there."""
    book = shipped_rulebook(name)
    folder = Path(os.environ["LAYERLAW_DOCUMENTS"])
    own = (shipped_folder() / "rulebooks" / f"{name}.yaml").read_text(encoding="utf-8")
    changed = hold_sources(book, texts_of(book, [str(folder)])).changed
    assert [each for each in changed if each.fingerprint in own] == []


def test_a_sentence_that_was_split_or_joined_has_changed() -> None:
    """Each of its parts is told beside the whole; nothing of it counts as gone or added."""
    whole = "# A\nOldest effects go first in a layer and what they say is true."
    split = "# A\nOldest effects go first in a layer. What they say is true."
    parted = compare_editions(whole, split)
    assert [(each.old.line, each.new.text) for each in parted.changed] == [
        (2, "Oldest effects go first in a layer."),
        (2, "What they say is true."),
    ]
    assert not parted.added and not parted.gone
    joined = compare_editions(split, whole)
    assert [each.old.text for each in joined.changed] == [each.new.text for each in parted.changed]
    assert not joined.added and not joined.gone


def test_short_sentences_are_no_parts_but_below_one_heading() -> None:
    """A word of a list stands in many sentences."""
    old = "# A\n- Strikes\n\n# B\n- Nothing else."
    under_one = compare_editions(old, old.replace("Strikes", "Strikes (even if they are replaced)"))
    assert len(under_one.changed) == 1
    elsewhere = old.replace("- Strikes", "- Other matters.") + "\n- It strikes, and strikes again."
    assert [each.text for each in compare_editions(old, elsewhere).gone] == ["Strikes"]


def test_letters_are_compared_where_no_blanks_are() -> None:
    """A Chinese sentence with a word replaced has changed."""
    parted = compare_editions(
        "先生效的效果在同一层中先应用，例如：甲。",  # noqa: RUF001
        "先生效的效果在同一层里先应用，例如：甲。",  # noqa: RUF001
    )
    assert len(parted.changed) == 1 and not parted.added and not parted.gone


def test_clauses_that_a_new_edition_touches() -> None:
    """Also those of the base, and those whose pointer has no fingerprint yet."""
    own = "# Order\n1. Copies come first of all.\n2. Then control."
    mark = fingerprint("Then control.")
    base = f"""\
rulebook: base
based on: duel-masters-1.28-en
clauses:
  - {{id: B-1, place: '"Order", item 2', sentences: ['{mark}'], says: Control is second.}}
"""
    mine = MINE.replace("copies come", "Copies come first")
    for text, touched in ((base, ("B-1",)), (mine, ("M-1",))):
        book = loads_rulebook(text)
        new = own.replace("2. Then", "3. Then").replace("first of all", "first, of all")
        assert compare_editions(own, own, book=book).clauses == ()
        moved = compare_editions(own, new, book=book)
        assert moved.clauses == (touched if text == base else ())
        changed = own.replace("of all", "of these").replace("2. Then", "3. Then")
        assert compare_editions(own, changed, book=book).clauses == touched


@pytest.mark.slow
def test_large_editions_are_compared_in_seconds() -> None:
    """Only sentences with a rare word in common are compared word by word."""
    drawn = Random(1)
    words = [f"word{number}" for number in range(1000)]
    old = [f"The {' '.join(drawn.choices(words, k=15))} holds." for _ in range(1500)]
    new = [each.replace("holds", "is kept") for each in old]
    began = process_time()
    parted = compare_editions("\n\n".join(old), "\n\n".join(new))
    assert process_time() - began < 20
    assert [(pair.old.text, pair.new.text) for pair in parted.changed] == [
        *zip(old, new, strict=True)
    ]


@pytest.mark.slow
@pytest.mark.skipif("LAYERLAW_DOCUMENTS" not in os.environ, reason="no folder of documents")
@pytest.mark.parametrize(
    "name", [name for name in shipped_rulebooks() if not name.startswith("sorcery")]
)
def test_shipped_rulebooks_are_in_step_with_their_documents(name: str) -> None:
    """Every sentence has a clause or a reason, every clause a sentence or a reason."""
    book = shipped_rulebook(name)
    held = hold_sources(book, texts_of(book, [os.environ["LAYERLAW_DOCUMENTS"]]))
    assert held.in_step


def test_a_short_line_in_italics_is_a_sentence() -> None:
    """Where it ends with a full stop; without one it is a heading."""
    text = "_Tap: move it._\n\n**Its order**\n\n_Oldest first_\n\nThen the rest."
    assert [each.text for each in sentences_of(text)] == ["Tap: move it.", "Then the rest."]
    assert headings_of(text) == ("Its order", "Oldest first")


def test_a_source_without_a_file_is_not_judged() -> None:
    """What points at it is neither changed nor in step, and the source is named."""
    text = MINE.replace('in mine "copies come"', '0123456789 in page "copies come"')
    held = hold_sources(loads_rulebook(text), {"rules.md": THEIRS})
    assert held.absent == ("page",)
    assert not held.changed
    files = {"rules.md": THEIRS, "duel-masters-continuous-effect.md": "Something else."}
    held = hold_sources(loads_rulebook(text), files)
    assert held.absent == ()
    assert "M-1" in {each.clause for each in held.changed}


def test_a_folder_is_read_whole_only_where_no_source_says_otherwise(tmp_path: Path) -> None:
    """A rulebook's sources are looked up in it; a source that is a folder is read whole."""
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.md").write_text("One sentence here.")
    (tmp_path / "other.txt").write_text("Of another game.")
    book = loads_rulebook("{rulebook: mine, based on: duel-masters-1.28-en}")
    none = replace(book, sources=())
    named = replace(book, sources=(Source("pages", "pages", "1"),))
    folder = [str(tmp_path)]
    assert [Path(file).name for file in texts_of(none, folder)] == ["other.txt", "a.md"]
    assert folders_of(none, folder) == (tmp_path.as_posix(),)
    assert [Path(file).name for file in texts_of(named, folder)] == ["a.md"]
    assert folders_of(named, folder) == (pages.as_posix(),)
    (pages / "a.md").unlink()
    with pytest.raises(LayerlawError, match="no text is in that folder"):
        texts_of(named, folder)
