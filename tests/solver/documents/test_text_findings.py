"""Faults seeded into a sound text: references to nothing, counts, and terms."""

from __future__ import annotations

import pytest

from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.documents.audit.text import textual_findings
from layerlaw.solver.documents.sources.clause_references import clause_reference_findings
from layerlaw.solver.documents.sources.pages import page_of
from layerlaw.solver.documents.sources.text_findings import text_findings

SOUND = """\
# Lasting effects

1.1 An effect that goes on is called a "lasting effect." Every lasting effect has a moment.
1.2 Lasting effects apply by layer, in this order:

1. Owner changing effects, such as a bribe
2. Word removing effects, such as a gag
3. Strength setting effects, such as a potion

1.3 An effect that removes words applies in layer 2 (word removing). See rule 1.1.
1.4 There are two kinds of moments:

- early ones
- late ones

## Mark

A mark is a stone on a card. For its colour see [moments](#lasting-effects) and see "Mark".

## Bound effects

These effects use the words "gets" or "becomes."

## Open effects

These effects use the words "has" or "are."
"""

SEEDED = {
    "a rule": ("See rule 1.1.", "See rule 1.7.", "reference to nothing", "1.7"),
    "a name": ('see "Mark"', 'see "Marks of Old"', "reference to nothing", "Marks of Old"),
    "an anchor": ("#lasting-effects", "#later-effects", "reference to nothing", "#later-effects"),
    "a broken link": ("(#lasting-effects)", "(broken-reference)", "reference to nothing", "broken"),
    "a word": ("See rule 1.1.", "See here.", "reference to nothing", "See here"),
    "a layer": ("layer 2 (word removing)", "layer 4", "reference to nothing", "layer 4"),
    "another layer": (
        "in layer 2 (word removing)",
        "in layer 1",
        "reference that moved",
        "layer 1",
    ),
    "a name of a layer": ("layer 2 (word", "layer 3 (word", "reference that moved", "layer 3"),
    "a step": ("See rule 1.1.", "Go back to step 9.", "reference to nothing", "step 9"),
    "a count": ("are two kinds", "are three kinds", "wrong count", "three"),
    "a number of layers": ("by layer, in", "by five layers, in", "wrong count", "five"),
    "a definition": (
        "\n## Bound effects\n",
        "\n## Signs\n\nA mark is the sign of a player.\n\n## Bound effects\n",
        "defined twice",
        "`mark`",
    ),
    "a word of both": ('"has" or', '"has," "gets," or', "two senses", "`get`"),
    "a term": (
        "For its colour",
        "The Torch counters stay. The Torch counters burn.\nNo Torch counters go. Its colour",
        "never defined",
        "`Torch counter`",
    ),
    "a name that is not used": (
        "A mark is",
        'Stones are also known as "pebbles." A mark is',
        "never used",
        "`pebble`",
    ),
    "another expression": ("removes words", "is a lasting ability", "two words", "lasting ability"),
}

BOOK = shipped_rulebook("duel-masters-1.28-en")


def test_sound_text_is_clean() -> None:
    """A text without a fault has no finding, and an audit says what was looked for."""
    assert text_findings(BOOK, {"a.md": SOUND}) == ()
    assert [each.kind for each in textual_findings(BOOK, {"a.md": SOUND})] == ["clean"]


@pytest.mark.parametrize("seed", SEEDED)
def test_seeded_fault_is_named(seed: str) -> None:
    """A fault seeded into a sound text is the one finding, by its kind and its name."""
    sound, faulty, kind, name = SEEDED[seed]
    assert sound in SOUND
    (finding,) = text_findings(BOOK, {"a.md": SOUND.replace(sound, faulty, 1)})
    assert finding.kind == kind
    assert name in finding.title
    assert finding.reason
    assert all(len(place.words.split()) <= 5 and place.line for place in finding.places)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("层级\n层级 A:先来的。\n层级 B:后来的。\n这在层级 C 应用。", "reference to nothing"),
        ("静态效果\n这被称为“静态效果”。静态效果常在。静止式能力较旧。", "two words"),
        ("效果\n始终应用。参见此处。", "reference to nothing"),
        (
            "甲\n这些效果使用“获得”或“成为”等词。\n乙\n这些效果使用“获得”、“是”等语言。",
            "two senses",
        ),
        ("効果\n「時刻」を参照。", "reference to nothing"),
        ("効果\n次の三つがある：\n- 一\n- 二", "wrong count"),  # noqa: RUF001
    ],
)
def test_faults_in_chinese_and_japanese(text: str, kind: str) -> None:
    """References, counts and terms are read in Chinese and Japanese too."""
    assert [each.kind for each in text_findings(BOOK, {"a.md": text})] == [kind]


def test_titles_of_rules_are_compared() -> None:
    """A rule that is called by another rule's title moved."""
    text = "1.1. Order\n\n1.2. Loops\n\n1.3. See rule 1.2, “Order.”"
    (finding,) = text_findings(BOOK, {"a.txt": text})
    assert (finding.kind, finding.places[0].line) == ("reference that moved", 5)
    assert text_findings(BOOK, {"a.txt": text.replace("rule 1.2", "rule 1.1")}) == ()


def test_pages_outside_are_not_judged() -> None:
    """A link to a page that was not given counts only inside a folder that was given whole."""
    texts = {"rules/a.md": "See [it](b.md) and [that](../c.md)."}
    assert text_findings(BOOK, texts) == ()
    (finding,) = text_findings(BOOK, texts, ("rules",))
    assert "`b.md`" in finding.title


def test_lines_know_their_places() -> None:
    """A line has its heading and the number of its rule."""
    lines = {line.number: (line.heading, line.label) for line in page_of("a.md", SOUND).lines}
    assert lines[10] == ("Lasting effects", "1.3")
    assert lines[18] == ("Mark", "")


def test_rulebook_refers_to_itself() -> None:
    """A clause that names a clause, a layer or a policy that is not there is found."""
    text = (
        "rulebook: off\nbased on: sorcery-2026-01\nclauses:\n  - id: SORC-NEW-1\n    place: mine\n"
        "    says: As SORC-GOLD-2 says, layer 12 comes last; the policy `flour` decides.\n"
    )
    findings = clause_reference_findings(loads_rulebook(text))
    assert [each.title for each in findings] == [
        "SORC-NEW-1 refers to SORC-GOLD-2, which the rulebook has not"
        " (did you mean 'SORC-GOLD-1'?).",
        "SORC-NEW-1 refers to layer 12, which the rulebook has not.",
        "SORC-NEW-1 refers to the policy `flour`, which does not exist.",
    ]
    assert {each.clauses for each in findings} == {("SORC-NEW-1",)}
