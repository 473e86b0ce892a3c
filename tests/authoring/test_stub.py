"""A rulebook begun from the text of its rules loads at once and says what is still to be done."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks
from layerlaw.model.sources.sentences import says_words, sentences_of
from layerlaw.solver.documents.sources import hold_sources, stub_rulebook
from layerlaw.solver.documents.sources.stub_clauses import first_words, slug
from layerlaw.solver.documents.wording.answered import Standing, standings
from layerlaw.solver.shell.authoring.linting import lint

Run = Callable[..., Any]

ENGLISH = """\
# Layers

All effects apply in layers.

1. Copies come first. Then control.
   1. Unless it is "barred".
2. Power comes last.

# Timestamps

Oldest first. All effects apply in layers.

## Layers

Something else.
"""
CHINESE = (
    "# 层级\n先来的先用。后来的后用。\n\n# 时间戳\n"
    + "在同一层中时间戳较早的持续效果先于较晚的生效。\n"
)
JAPANESE = (
    "# 継続効果\n• 608. 継続的効果\n• 608.1 効果は生成されます。期間がある。\n• 608.1a 光の生物。\n"
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _ids(text: str) -> list[str]:
    return [*loads_rulebook(stub_rulebook({"rules.md": text}, "mine")).clauses]


def test_ids_are_of_headings_and_numbers() -> None:
    """Items keep their numbers, others beside them get letters, and doubles no clause."""
    assert _ids(ENGLISH) == [
        "ASSUMED",
        "LAYERS-A",
        "LAYERS-1",
        "LAYERS-1-2",
        "LAYERS-1.1",
        "LAYERS-2",
        "TIMESTAMPS-1",
        "TIMESTAMPS-LAYERS-1",
    ]


def test_ids_of_chinese_and_japanese() -> None:
    """Headings keep their letters, and numbers of rules stand for themselves."""
    assert _ids(CHINESE) == ["ASSUMED", "层级-1", "层级-2", "时间戳-1"]
    assert _ids(JAPANESE) == ["ASSUMED", "608", "608.1", "608.1-2", "608.1a"]


def test_ids_stay_when_something_is_added_elsewhere() -> None:
    """A new section changes no id of the others."""
    more = ENGLISH.replace("# Timestamps", "# Control\n\n1. It changes.\n\n# Timestamps")
    assert set(_ids(ENGLISH)) < set(_ids(more))


@pytest.mark.parametrize("text", [ENGLISH, CHINESE, JAPANESE])
def test_it_is_in_step_with_its_text(text: str) -> None:
    """Each sentence has a clause that points at it, at a place that the text has."""
    book = loads_rulebook(stub_rulebook({"rules.md": text}, "mine"))
    held = hold_sources(book, {"rules.md": text})
    assert held.in_step
    assert held.sentences == len(sentences_of(text))


@pytest.mark.parametrize("base", ["", *shipped_rulebooks()])
def test_every_question_that_arises_is_open(base: str) -> None:
    """No clause answers a policy yet, but the one with a single answer."""
    game = shipped_rulebook(base) if base else None
    book = loads_rulebook(stub_rulebook({"rules.md": ENGLISH}, "mine", base=game))
    unanswered = {each.policy for each in standings(book) if each.standing is Standing.UNASKED}
    assert unanswered <= {"timestamps"}
    assert [layer.does for layer in book.layers if not layer.between] == [
        layer.does for layer in (game or book).layers if not layer.between
    ]
    if game:
        assert {*book.keywords} == {*game.keywords}
        stated = [name for name in game.policies if name in book.policies]
        assert all(book.policies[name].value == game.policies[name].value for name in stated)


def test_quoted_words_are_in_their_sentence() -> None:
    """Five words at most, or fifteen letters, without the quotes around them."""
    for sentence in (
        'It is "barred" as long as it stands.',
        "在同一层中时间戳较早的持续效果先于较晚的生效。",
        '"Unless"',
        "---",
    ):
        words = first_words(sentence)
        assert says_words(sentence, words)
        assert '"' not in words and len(words.split()) <= 5
    assert slug("---") == ""


def test_files_of_one_name_are_told_apart() -> None:
    """By their folders, and their sources by a number."""
    texts = {"a/rules.md": "Oldest first.", "b/rules.md": "Newest first."}
    book = loads_rulebook(stub_rulebook(texts, "mine"))
    assert [(each.id, each.file) for each in book.sources] == [
        ("rules", "a/rules.md"),
        ("rules-2", "b/rules.md"),
    ]
    assert hold_sources(book, texts).in_step


def test_sections_restrict_it() -> None:
    """Only what stands below a heading, or in a numbered rule, gets a clause and needs one."""
    texts = {"rules.md": ENGLISH}
    book = loads_rulebook(stub_rulebook(texts, "mine", sections=["timestamps"]))
    assert [*book.clauses] == ["ASSUMED", "TIMESTAMPS-1", "TIMESTAMPS-2", "LAYERS-1"]
    assert hold_sources(book, texts).in_step
    rules = {"rules.txt": "608. Effects of both.\n608.1. They begin.\n608.1a. They end.\n6081. No."}
    numbered = loads_rulebook(stub_rulebook(rules, "mine", sections=["608.1"]))
    assert [*numbered.clauses] == ["ASSUMED", "608.1", "608.1a"]
    with pytest.raises(LayerlawError, match=r"'Timestamp', .*: did you mean 'Timestamps'\?"):
        stub_rulebook(texts, "mine", sections=["Timestamp"])


def test_more_sentences_than_a_rulebook_holds() -> None:
    """The message says how many there are and what to do."""
    text = "\n\n".join(f"Sentence number {number}." for number in range(5001))
    with pytest.raises(LayerlawError, match=r"5001 sentences, .* \(--section HEADING\)"):
        stub_rulebook({"rules.md": text}, "mine")


def test_the_command_writes_a_rulebook_that_commands_read(run: Run) -> None:
    """It loads, is in step, and lint names each clause to be stated."""
    Path("rules.md").write_text(ENGLISH, encoding="utf-8")
    ran = run("new", "mine", "--kind", "rulebook", "--from", "rules.md")
    assert ran.code == 0
    assert "mine.yaml is written: 7 clauses to be stated, 33 questions to be confirmed." in ran.out
    assert "In step." in run("source", "mine.yaml", "rules.md").out
    assert "OPEN-PROCESS" in run("rulebook", "mine.yaml").out
    report = lint([Path("mine.yaml")])
    messages = [each.message for each in report.findings if each.rule == "to-be-stated"]
    assert "clause LAYERS-1.1 is to be stated" in messages
    assert "the edition of 'rules' is to be stated" in messages
    assert len(messages) == 7 + 4
    assert sum(each.rule == "to-be-confirmed" for each in report.findings) == 33 + 1
    assert not [each for each in report.findings if each.severity == "error"]


def test_the_game_of_another_rulebook(run: Run) -> None:
    """A shipped one, or a file of one's own that is named from where the new file lies."""
    Path("rules.md").write_text(ENGLISH, encoding="utf-8")
    begin = ("--kind", "rulebook", "--from", "rules.md", "--rulebook")
    assert run("new", "own", *begin, "duel-masters-1.28-en").code == 0
    assert load_rulebook("own.yaml").game == "Duel Masters"
    assert run("new", "deep/theirs", *begin, "own.yaml").code == 0
    assert "\nlike: '../own.yaml'\n" in Path("deep/theirs.yaml").read_text("utf-8")
    assert load_rulebook("deep/theirs.yaml").game == "Duel Masters"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "rules.md:1:1: the file is empty"),
        (b"One\n\0two", "rules.md:2:1: this is no text: it has a zero byte"),
        (b"\xff\xfe", "rules.md:1:1: the file is not UTF-8"),
        (b"# Only\n", "there is no sentence in rules.md"),
        (b"a" * 5_000_001, "rules.md:1:1: the file is larger than 5 MB"),
    ],
)
def test_what_is_no_text(run: Run, content: bytes, message: str) -> None:
    """One message, and no file is written."""
    Path("rules.md").write_bytes(content)
    ran = run("new", "mine", "--kind", "rulebook", "--from", "rules.md")
    assert ran.code == 2
    assert ran.err.startswith(message)
    assert not Path("mine.yaml").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--from", "rules.md"), "--from goes with --kind rulebook"),
        (("--kind", "rulebook", "--section", "A"), "--section goes with --from"),
        (("--kind", "rulebook", "--from", "rules.md"), "is there already"),
    ],
)
def test_options_that_do_not_go_together(run: Run, options: tuple[str, ...], message: str) -> None:
    """Each is told, and a file that is there stays as it is."""
    Path("rules.md").write_text(ENGLISH, encoding="utf-8")
    Path("mine.yaml").write_text("mine", encoding="utf-8")
    name = "mine" if "already" in message else "new"
    ran = run("new", name, *options)
    assert ran.code == 2
    assert message in ran.err
    assert Path("mine.yaml").read_text(encoding="utf-8") == "mine"


@pytest.mark.slow
@pytest.mark.skipif("LAYERLAW_DOCUMENTS" not in os.environ, reason="no folder of documents")
def test_every_document_begins_a_rulebook() -> None:
    """Each is in step with what is written from it; one that is too large, in one of its parts."""
    folder = Path(os.environ["LAYERLAW_DOCUMENTS"])
    files = [file for ending in ("md", "txt") for file in sorted(folder.rglob(f"*.{ending}"))]
    assert files
    for file in files:
        texts = {file.name: file.read_text(encoding="utf-8")}
        sections = ["613"] if file.suffix == ".txt" else []
        if not sentences_of(texts[file.name]):
            continue
        book = loads_rulebook(stub_rulebook(texts, "mine", sections=sections))
        assert hold_sources(book, texts).in_step, file
