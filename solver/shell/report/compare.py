"""Two rules documents held against each other: as a sheet of blocks, and as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.spelling import listed
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.documents.boards.small_boards import NAMES
from layerlaw.solver.documents.compare.toggles import LAYERS
from layerlaw.solver.shell.report.blocks import Bullets, Grid, Heading, Paragraph
from layerlaw.solver.shell.report.board_words import (
    board_blocks,
    case_sentence,
    divergence_json,
    outcome_sentence,
    sides_blocks,
    sides_json,
)
from layerlaw.solver.shell.report.json_form import clauses_json, written_as
from layerlaw.solver.shell.report.outcomes import told_apart
from layerlaw.solver.shell.report.played_boards import in_own_zones, play_sides

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import PolicyValue, Rulebook
    from layerlaw.solver.documents.compare.comparison import (
        Aligned,
        Cause,
        Comparison,
        Parted,
        SingleDifference,
    )
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.report.played_boards import Played


TOLD = 2
"""So many sentences on each side of a board are in the verdict."""


@dataclass(frozen=True, slots=True)
class ComparedBoard:
    """A board on which the documents part, played under both, and the files it was saved in."""

    parted: Parted
    played: Played
    saved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """One difference of the documents, and its board if there is one."""

    difference: SingleDifference
    board: ComparedBoard | None


@dataclass(frozen=True, slots=True)
class ComparisonReport:
    """A comparison and its boards. labels: what to call the rulebooks. single: each difference."""

    found: Comparison
    labels: tuple[str, str]
    boards: tuple[ComparedBoard, ...]
    single: tuple[ShownDifference, ...] = ()


def comparison_report(comparison: Comparison, labels: tuple[str, str]) -> ComparisonReport:
    """The comparison with all of its boards played under both.

    Raises `LayerlawError` for a board on which they come to the same.
    """
    parted = () if comparison.parted is None else (comparison.parted,)
    return ComparisonReport(
        comparison,
        labels,
        tuple(_played(each, labels) for each in (*parted, *comparison.loose)),
        tuple(
            ShownDifference(each, None if each.board is None else _played(each.board, labels))
            for each in comparison.differences
        ),
    )


def _played(parted: Parted, labels: tuple[str, str]) -> ComparedBoard:
    one, other = (board.rulebook for board in parted.boards)
    boards = in_own_zones(parted.boards[0], other), in_own_zones(parted.boards[1], one)
    parted = replace(parted, boards=boards)
    played = play_sides(list(zip(labels, boards, strict=True)))
    if not played.outcome_parts and not played.order_parts and parted.divergence is None:
        title = parted.boards[0].title
        raise LayerlawError(f"internal error: the rulebooks do not part on the board '{title}'")
    return ComparedBoard(parted, played)


def compare_verdict(compared: ComparisonReport) -> tuple[str, ...]:
    """Whether the documents part, and what the first board on which they do comes to in each."""
    found = compared.found
    sentences = [found.summary, *([found.reason] if found.reason else [])]
    if compared.boards:
        board = compared.boards[0]
        outcomes = [side.outcome for side in board.played.sides]
        said = told_apart(outcomes, board.parted.boards[0])
        sides = [
            f"with {label} {listed(sentences[:TOLD])}"
            for label, sentences in zip(compared.labels, said, strict=True)
            if sentences
        ]
        smallest = "a board that can be made" if board.parted.point else "the smallest such board"
        if sides:
            sentences.append(f"On {smallest} {', '.join(sides)}.")
        else:
            sentences.append(f"On {smallest}: {outcome_sentence(board.played)}")
    return tuple(sentences)


def compare_looked_at(compared: ComparisonReport) -> tuple[str, ...]:
    """Which documents they are, and up to where was looked."""
    found = compared.found
    books = tuple(f"{book.id}: {book.title}, {book.version}" for book in (found.one, found.other))
    return (*books, _looked_at(found))


def _looked_at(found: Comparison) -> str:
    return f"Boards of up to n = {found.bound} effects were looked at ({found.looked} boards)."


def compare_blocks(compared: ComparisonReport) -> Iterator[Block]:
    """The whole report: the verdict, and then the boards and the documents side by side."""
    comparison, labels = compared.found, compared.labels
    yield Heading(f"{labels[0]} against {labels[1]}", 1)
    for book in (comparison.one, comparison.other):
        yield Paragraph(f"{book.id}: {book.title}, {book.version}", "dim")
    style = "bold green" if comparison.equivalent else "bold yellow"
    yield Paragraph(comparison.summary, style)
    if comparison.reason:
        yield Paragraph(comparison.reason)
    yield Paragraph(_looked_at(comparison), "dim")
    yield from compared_boards(compared)


def compared_boards(compared: ComparisonReport) -> Iterator[Block]:
    """The boards on which they part, and the documents side by side."""
    for number, board in enumerate(compared.boards, 1):
        yield from _board(number, board, compared)
    yield from _one_by_one(compared)
    yield from _axioms(compared)
    yield from _unshown(compared)
    yield from _differences(compared)
    yield from _clauses(compared)


# --- boards -------------------------------------------------------------------------------


def _board(number: int, board: ComparedBoard, compared: ComparisonReport) -> Iterator[Block]:
    parted = board.parted
    # By a reading real cards come before smaller boards.
    which = f"A board on which they part, by the reading of {parted.point}"
    heading = which if parted.point else "The smallest board on which they part"
    yield Heading(f"{number}. {heading}", 2, "bold yellow")
    if parted.instance is not None:
        yield Paragraph(f"The smallest case: {case_sentence(parted.instance)}.")
    for label, scenario in zip(compared.labels, parted.boards, strict=True):
        if scenario.readings:
            chosen = ", ".join(f"{point} = {value}" for point, value in scenario.readings.items())
            yield Paragraph(f"{label} is read with {chosen}.")
    yield from board_blocks(parted.boards[0])
    yield from sides_blocks(board.played)
    yield Paragraph(outcome_sentence(board.played), "bold")
    if not board.played.outcome_parts:
        yield Bullets("Both answers in words", parted.shown)
    telling = [cause for cause in parted.causes if cause.sufficient or cause.necessary]
    if telling:
        lines = tuple(_cause(cause) for cause in telling)
        yield Bullets("Which differences of the documents make it so", lines)
    idle = [cause.what for cause in parted.causes if cause not in telling]
    if idle and telling:
        yield Paragraph(f"No single cause of it: {', '.join(idle)}.", "dim")
    elif idle:
        yield Paragraph(f"Only several of these together make it so: {', '.join(idle)}.")
    for file in board.saved:
        yield Paragraph(f"Saved as {file}", "dim")


def _one_by_one(compared: ComparisonReport) -> Iterator[Block]:
    """Each difference with the board that shows it."""
    if any(shown.board for shown in compared.single):
        yield Heading("The differences one by one, each with a board", 2)
    for shown in compared.single:
        difference, board = shown.difference, shown.board
        if board is None:
            continue
        yield Heading(difference.what, 3)
        yield Bullets(
            "The documents say",
            tuple(
                f"{label}: {said or 'nothing of it'}"
                for label, said in zip(compared.labels, difference.sides, strict=True)
            ),
        )
        parted = board.parted
        if parted.point:
            yield Paragraph(f"Both are read with {parted.point} = {_reading(parted)}.")
        yield Paragraph(f"The board: {parted.boards[0].title}")
        yield from board_blocks(parted.boards[0])
        yield Bullets(
            "Both answers",
            tuple(
                f"{label}: {said}"
                for label, said in zip(compared.labels, parted.shown, strict=True)
            ),
        )
        causes = [cause for cause in parted.causes if cause.sufficient or cause.necessary]
        # Of the layers the clauses stand above.
        causes = [replace(each, clauses=()) if each.what == LAYERS else each for each in causes]
        yield Bullets("What makes it so", tuple(_cause(cause) for cause in causes))
        for file in board.saved:
            yield Paragraph(f"Saved as {file}", "dim")


def _axioms(compared: ComparisonReport) -> Iterator[Block]:
    """The sentences on the order, and the smallest case in which they admit different orders."""
    for difference in compared.found.axioms:
        yield Heading("What the sentences on the order demand", 2)
        for label, only in zip(compared.labels, difference.only, strict=True):
            if only:
                yield Bullets(f"{label} alone", only)
        if difference.instance is None:
            yield Paragraph(
                f"In each of {difference.looked} cases they admit the same orders."
                if difference.looked
                else "No orders were compared: one of them has no such sentence.",
                "dim",
            )
            continue
        yield Paragraph(f"The smallest case: {case_sentence(difference.instance)}.")
        for label, orders in zip(compared.labels, difference.orders, strict=True):
            if orders:
                said = tuple(", ".join(NAMES[each] for each in order) for order in orders)
                yield Bullets(f"Orders that {label} alone admits", said)


def _unshown(compared: ComparisonReport) -> Iterator[Block]:
    """The differences that no tried board shows."""
    without = [shown.difference for shown in compared.single if shown.board is None]
    if not without and not compared.found.unshown:
        return
    yield Heading("Differences that no tried board shows", 2)
    if without:
        rows = tuple(
            (
                each.what,
                *(said or "nothing of it" for said in each.sides),
                _tried(each),
            )
            for each in without
        )
        yield Grid("What the documents say", (*compared.labels, "tried"), rows)
    if compared.found.unshown:
        yield Bullets("Readings that one side alone admits", compared.found.unshown)


def _tried(difference: SingleDifference) -> str:
    """On how many boards it is no cause, and why, as far as that is known."""
    tried = f"on none of {difference.looked} boards a cause" if difference.looked else ""
    return "; ".join(part for part in (tried, difference.why) if part)


def _reading(parted: Parted) -> str:
    return parted.boards[0].readings[parted.point]


def _cause(cause: Cause) -> str:
    """ "dependency test (C-1, D-2): enough by itself, and it takes it"."""
    enough = {True: "enough by itself", False: "not enough by itself", None: "not told by itself"}
    needed = {
        True: "without it they would agree here",
        False: "without it they would part all the same",
        None: "what would be without it can't be told",
    }
    cited = f" ({', '.join(dict.fromkeys(cause.clauses))})" if cause.clauses else ""
    return f"{cause.what}{cited}: {enough[cause.sufficient]}; {needed[cause.necessary]}"


# --- documents side by side ---------------------------------------------------------------


def _differences(compared: ComparisonReport) -> Iterator[Block]:
    comparison, labels = compared.found, compared.labels
    between_games = comparison.layers and not comparison.differences
    if comparison.policies or comparison.open or between_games:
        yield Heading("What the documents fix differently", 2)
    if comparison.policies:
        rows = tuple(
            (difference.policy, _policy(difference.one), _policy(difference.other))
            for difference in comparison.policies
        )
        yield Grid("Questions of procedure", labels, rows)
    # Those of one game stand above, one by one.
    if between_games:
        layers = tuple(
            (
                f"{difference.operations[0]} / {difference.operations[1]}",
                f"{difference.one} ({', '.join(dict.fromkeys(difference.clauses[0]))})",
                f"{difference.other} ({', '.join(dict.fromkeys(difference.clauses[1]))})",
            )
            for difference in comparison.layers
        )
        yield Grid("Which kind of effect works before which", labels, layers)
    if comparison.open:
        rows = tuple(
            (
                difference.policy,
                _open(difference.values[0], difference.points[0]),
                _open(difference.values[1], difference.points[1]),
            )
            for difference in comparison.open
        )
        yield Grid("What one of them leaves open", labels, rows)


def _clauses(compared: ComparisonReport) -> Iterator[Block]:
    comparison, labels = compared.found, compared.labels
    shared = [aligned for aligned in comparison.aligned if aligned.one and aligned.other]
    both = [aligned for aligned in shared if not _alike(comparison, aligned)]
    alike = [aligned.fixes for aligned in shared if aligned not in both]
    if both:
        yield Heading("The clauses side by side, by what they fix", 2)
        rows = tuple(
            (
                aligned.fixes,
                _said(comparison.one, aligned.one),
                _said(comparison.other, aligned.other),
            )
            for aligned in both
        )
        yield Grid("Both have clauses on, in other words or other clauses", labels, rows)
    if alike:
        yield Bullets("Both have the same clauses on, word for word as restated", tuple(alike))
    for side, without in enumerate(comparison.lacking):
        if not without:
            continue
        yield Heading(f"What no clause of {labels[side]} is marked with", 2)
        yield Paragraph(
            "Told by what the rulebooks say that their clauses fix, not by the texts: another "
            "clause may speak of it under another mark.",
            "dim",
        )
        lines = tuple(_lacks(comparison, labels[side], side, fixes) for fixes in without)
        yield Bullets(f"{labels[1 - side]} says", lines)
    for side, label in enumerate(labels):
        taken = tuple(
            (each.fixes, _said((comparison.one, comparison.other)[side], each.elsewhere[side]))
            for each in comparison.aligned
            if each.elsewhere[side] and not (each.one, each.other)[side]
        )
        if taken:
            yield Heading(f"What {label} takes from other documents", 2)
            yield Paragraph(
                "These clauses stand elsewhere, as their places say; they are no statements of "
                "the text itself and are not held against the other's.",
                "dim",
            )
            yield Grid("Not in the text itself", ("clauses",), taken)


def _alike(comparison: Comparison, aligned: Aligned) -> bool:
    """Whether the clauses of both sides are the same ones, and say the same."""
    one, other = (
        [(id, book.clauses[id].says) for id in ids if id in book.clauses]
        for book, ids in ((comparison.one, aligned.one), (comparison.other, aligned.other))
    )
    return one == other


def _lacks(comparison: Comparison, label: str, side: int, fixes: str) -> str:
    """What the other side says of it, and what this one goes by all the same."""
    books = comparison.one, comparison.other
    clauses = {each.fixes: (each.one, each.other) for each in comparison.aligned}
    ids = clauses[fixes][1 - side] if fixes in clauses else ()
    says = f"{fixes}: {_said(books[1 - side], ids, '; ')}" if ids else fixes
    book = books[side]
    elsewhere = {each.fixes: each.elsewhere[side] for each in comparison.aligned}.get(fixes, ())
    if elsewhere:
        return f"{says} [{label}: from another document, {', '.join(elsewhere)}]"
    if fixes in book.policies:
        value = book.policies[fixes]
        return f"{says} [{label}: {value.value}, by {value.clause}]"
    return says


def _policy(value: PolicyValue | None) -> str:
    return "not asked" if value is None else f"{value.value} ({value.clause})"


def _open(values: tuple[str, ...], points: tuple[str, ...]) -> str:
    shown = " or ".join(values)
    return f"{shown} ({', '.join(points)})" if points else f"{shown} (settled)"


def _said(book: Rulebook, ids: tuple[str, ...], between: str = "\n") -> str:
    return between.join(
        f"{id} ({book.clauses[id].place}): {book.clauses[id].says}" if id in book.clauses else id
        for id in ids
    )


# --- JSON ---------------------------------------------------------------------------------


def _aligned_json(comparison: Comparison) -> Json:
    """The clauses by what they fix, with what they say, which only the rulebooks know."""
    return [
        {
            "fixes": aligned.fixes,
            "one": clauses_json(comparison.one, aligned.one),
            "other": clauses_json(comparison.other, aligned.other),
            "elsewhere": {
                "one": clauses_json(comparison.one, aligned.elsewhere[0]),
                "other": clauses_json(comparison.other, aligned.elsewhere[1]),
            },
        }
        for aligned in comparison.aligned
    ]


written_as(
    ComparisonReport,
    ("rulebooks", "labels"),
    ("equivalent", "found.equivalent"),
    ("summary", "found.summary"),
    ("reason", "found.reason"),
    ("n", "found.bound"),
    ("looked at", "found.looked"),
    "boards",
    ("clauses", lambda compared: _aligned_json(compared.found)),
    ("lacking", lambda compared: dict(zip(("one", "other"), compared.found.lacking, strict=True))),
    ("policies", "found.policies"),
    ("open", "found.open"),
    ("layers", "found.layers"),
    ("differences", "single"),
    ("axioms", "found.axioms"),
    ("unshown", "found.unshown"),
    null=("reason",),
    document="compare",
)
written_as(
    ComparedBoard,
    ("point", "parted.point"),
    ("instance", "parted.instance"),
    ("boards", lambda board: [written_scenario(side) for side in board.parted.boards]),
    ("shown", "parted.shown"),
    ("outcome parts", "played.outcome_parts"),
    ("sides", lambda board: sides_json(board.played)),
    ("parting", lambda board: divergence_json(board.played)),
    ("causes", "parted.causes"),
    "saved",
    null=("point",),
)
written_as(
    ShownDifference,
    ("what", "difference.what"),
    ("sides", "difference.sides"),
    ("looked at", "difference.looked"),
    ("why", "difference.why"),
    "board",
)
