"""How a rulebook and its text, or two editions of a text, are shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.solver.documents.sources.editions import EditionDifference
from layerlaw.solver.documents.sources.holding import HeldSources, Unfinished
from layerlaw.solver.shell.report.blocks import Bullets, Heading, Paragraph
from layerlaw.solver.shell.report.json_form import written_as
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.sources.sentences import Sentence
    from layerlaw.solver.documents.sources.filing import FiledSentence
    from layerlaw.solver.documents.sources.pages import TextPlace
    from layerlaw.solver.shell.report.blocks import Block

_FIRST_WORDS = 5


def held_blocks(held: HeldSources) -> Iterator[Block]:
    """What `layerlaw source RULEBOOK FILE...` prints."""
    yield Heading(f"{held.rulebook} and its text", level=1)
    yield Paragraph(
        f"{counted(held.sentences, 'sentence')}, {_asked(held)}"
        f"{len(held.uncovered)} of them without a clause, "
        f"{held.passed_over} passed over for a reason." + (" In step." if held.in_step else "")
    )
    if held.absent:
        yield Paragraph(f"Not looked at, as no file of theirs is given: {', '.join(held.absent)}.")
    parts = {
        "Sentences without a clause": [shown_in(each) for each in held.uncovered],
        "Clauses without a sentence": list(held.unbound),
        "Clauses whose sentence changed": [
            f"{each.clause or 'passed over'} ({each.fingerprint}): "
            + (
                f"now perhaps {shown_in(each.nearest)}"
                if each.nearest
                else "nothing like it is there"
            )
            for each in held.changed
        ],
        "Pointers without a fingerprint": [
            f"{each.clause or 'passed over'}, {each.pointer}: {_of(each)}"
            for each in held.unfinished
        ],
        "Places that no heading bears": [f'{each.clause}: "{each.name}"' for each in held.headings],
    }
    for title, lines in parts.items():
        if lines:
            yield Bullets(title, tuple(lines))
    for finding in held.findings:
        yield Bullets(
            f"{finding.kind.capitalize()}: {finding.title} {finding.reason}",
            tuple(map(place_text, finding.places)),
        )


def place_text(place: TextPlace) -> str:
    """A place: file and line, heading, number, and the words there."""
    where = f"{place.file}:{place.line}" if place.line else place.file
    heading = f' "{place.heading}"' if place.heading else ""
    label = f" {place.label}" if place.label else ""
    return f"{where}{heading}{label}: {place.words}"


def _asked(held: HeldSources) -> str:
    """How many of the sentences are asked about, if that is not all of them."""
    if held.asked == held.sentences:
        return ""
    return f"{held.asked:,} of them in the sections that are asked about; "


def _of(pointing: Unfinished) -> str:
    """Which sentences a pointer may mean, and what to do about it."""
    shown_ones = [shown_in(filed) for filed in pointing.sentences]
    if not shown_ones:
        return "no sentence of this source has these words"
    if len(shown_ones) == 1:
        return f"`--write` takes {shown_ones[0]}"
    return "several have these words: " + "; ".join(shown_ones)


def edition_blocks(parted: EditionDifference) -> Iterator[Block]:
    """What `layerlaw source diff OLD NEW` prints."""
    yield Heading("Two editions", level=1)
    if parted.is_same:
        yield Paragraph("The same sentences at the same places.")
    parts = {
        "Added": [shown(each) for each in parted.added],
        "Gone": [shown(each) for each in parted.gone],
        "Changed": [f"{shown(each.old)} -> {shown(each.new)}" for each in parted.changed],
        "Moved": [f"{shown(each.old)} -> {shown(each.new)}" for each in parted.moved],
        "Clauses touched": list(parted.clauses),
    }
    for title, lines in parts.items():
        if lines:
            yield Bullets(title, tuple(lines))


def shown_in(filed: FiledSentence) -> str:
    """The same, behind the name of its file."""
    return f"{Path(filed.file).name}:{shown(filed.sentence)}"


def shown(sentence: Sentence) -> str:
    """Its line, fingerprint, place and first words."""
    words = sentence.text.split()
    if len(words) <= _FIRST_WORDS:
        first = sentence.text[:30]
    else:
        first = " ".join(words[:_FIRST_WORDS]) + "..."
    heading = f'"{sentence.headings[-1]}" ' if sentence.headings else ""
    return f"{sentence.line} {sentence.fingerprint} {heading}{sentence.label}: {first}"


written_as(
    HeldSources,
    "rulebook",
    "files",
    "sentences",
    "asked",
    ("passed over", "passed_over"),
    ("in step", "in_step"),
    "uncovered",
    "unbound",
    "changed",
    "unfinished",
    "headings",
    ("not looked at", "absent"),
    "findings",
    document="source",
)
written_as(
    EditionDifference,
    "added",
    "gone",
    "changed",
    "moved",
    "clauses",
    document="source-diff",
)
