"""What another edition changes for a game's cards, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.games.census import ChangedCards, EditionChanges
from layerlaw.solver.shell.report.blocks import Bullets, Grid, Heading, Paragraph
from layerlaw.solver.shell.report.json_form import written_as
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.shell.report.blocks import Block


def editions_line(changes: EditionChanges) -> str:
    """Between which documents, and for which cards."""
    one, other = changes.one, changes.other
    return f"What changes from {one.id} to {other.id} for the cards of {one.game}"


def edition_blocks(changes: EditionChanges) -> Iterator[Block]:
    """The report, for a terminal or Markdown."""
    one, other = changes.one, changes.other
    yield Heading(editions_line(changes), 1)
    together = [each for each in changes.pairs if not each.alone]
    least = "" if changes.complete and changes.share.whole else "at least "
    yield Paragraph(
        f"{counted(len(changes.singles), 'card')} of {len(changes.cards)} with continuous "
        f"effects and {least}{counted(len(together), 'pair')} of others come to something else, "
        "both documents read by their defaults.",
        "bold",
    )
    yield Paragraph(
        f"{changes.boards:,} boards were played under both. Of {changes.share.total:,} pairs what "
        f"they read and write proves of {changes.share.apart:,} that nothing is between them; "
        f"{changes.share.looked:,} of the other {changes.share.total - changes.share.apart:,} were "
        "looked at. Nothing is said of three cards, nor of other boards."
    )
    if not changes.complete:
        yield Paragraph("It was interrupted; all numbers are 'at least'.")
    labels = (one.id, other.id)
    if changes.singles:
        yield Grid("Cards alone", labels, _rows(changes.singles))
    if together:
        yield Grid("Pairs of cards that alone come to the same", labels, _rows(together))
    rest = [each for each in changes.pairs if each.alone]
    if rest:
        lines = tuple(" + ".join(each.cards) for each in rest)
        yield Bullets("Pairs with a card that comes to something else alone", lines)
    if changes.troubles:
        lines = tuple(f"{title}: {why}" for title, why in changes.troubles)
        yield Bullets("Boards that can't be played under both", lines)


def _rows(changed: Sequence[ChangedCards]) -> tuple[tuple[str, ...], ...]:
    return tuple((each.board, *each.shown) for each in changed)


written_as(
    EditionChanges,
    ("rulebooks", lambda changes: [changes.one.id, changes.other.id]),
    "cards",
    "boards",
    "complete",
    "share",
    "singles",
    "pairs",
    ("troubles", lambda changes: [list(each) for each in changes.troubles]),
    document="editions",
)
written_as(ChangedCards, "cards", "board", "shown", "alone")
