"""What became of properties: as a sheet of blocks, as JSON, and their boards as scenarios."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.claims import OrderFree
from layerlaw.model.algebra.reads import ReadAbility
from layerlaw.model.algebra.trees import cells_read
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import Where
from layerlaw.model.scenarios.expectations import (
    ExpectAbility,
    Expected,
    ExpectNumber,
    ExpectStatus,
)
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.answer.difference.outcome import cells_of
from layerlaw.solver.answer.expectations import judge
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.documents.properties.results import PropertyResult, Status
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.audit import clause_text
from layerlaw.solver.shell.report.blocks import Bullets, Heading, Paragraph
from layerlaw.solver.shell.report.board_words import (
    board_blocks,
    outcome_sentence,
    sides_blocks,
    sides_json,
)
from layerlaw.solver.shell.report.json_form import clauses_json, json_of, written_as
from layerlaw.solver.shell.report.played_boards import play_sides
from layerlaw.solver.shell.report.played_scenarios import cell_expectations, expected_of
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.expectations import Expectation
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.documents.properties.judging import Violation
    from layerlaw.solver.documents.properties.results import Counterexample
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.report.played_boards import Played

MOST_VALUES = 8
"""So many values of one object are shown; more would not be read."""

_STYLES: dict[Status, str] = {
    "fails": "bold red",
    "never tested": "bold yellow",
    "holds": "green",
    "proved": "bold green",
}
SOURCE = "found by layerlaw property"
_NOWHERE = Where("", 0, 0)


@dataclass(frozen=True, slots=True)
class CheckedProperty:
    """What became of a property, and the files that its board was saved in."""

    result: PropertyResult
    saved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PropertyReport:
    """All properties that were asked of a rulebook, as they came."""

    rulebook: Rulebook
    shown: tuple[CheckedProperty, ...]

    def count(self, *statuses: Status) -> int:
        """How many came out so."""
        return sum(each.result.status in statuses for each in self.shown)


def property_blocks(report: PropertyReport) -> Iterator[Block]:
    """The whole report, one property after another."""
    book = report.rulebook
    yield Heading(f"Properties of {book.title}, {book.version} ({book.id})", 1)
    for number, shown in enumerate(report.shown, 1):
        yield from result_blocks(shown.result, f"{number}. ")
        for file in shown.saved:
            yield Paragraph(f"Saved as {file}", "dim")


def result_line(result: PropertyResult) -> str:
    """The property and what became of it."""
    return f"{headline(result)}: {result.what.name}"


def result_blocks(result: PropertyResult, number: str = "") -> Iterator[Block]:
    """The property, what became of it, and what that rests on."""
    what, book = result.what, result.rulebook
    level = 2 if number else 1
    yield Heading(number + result_line(result), level, _STYLES[result.status])
    if what.title:
        yield Paragraph(what.text)
    if what.because:
        yield Bullets("The clauses", tuple(clause_text(book, id) for id in what.because))
    if result.example is not None:
        yield from _example_blocks(result, result.example)
    if result.unmet:
        listed = ", and none had ".join(result.unmet)
        yield Paragraph(f"No tried board had {listed}, so that nothing was tested.")
    if result.proof is not None:
        yield Bullets("The proof rests on this", result.proof.rests_on)
        if result.proof.only:
            yield Bullets("It speaks of all boards on which", result.proof.only)
    yield Paragraph(tried_sentence(result), "dim")


def headline(result: PropertyResult) -> str:
    """What became of it, in a few words."""
    if result.status == "holds":
        head = "holds on every board tried"
    elif result.status == "proved" and result.proof is not None and result.proof.only:
        head = "proved under conditions, and holds on every board tried"
    else:
        head = result.status
    return head.capitalize() + ("" if result.complete else ", when it was stopped")


def tried_sentence(result: PropertyResult) -> str:
    """On which boards it was looked for, in what detail, and what said nothing."""
    kinds = [f"{count:,} of {kind}" for kind, count in result.boards.items()]
    how = "Played" if result.status != "fails" else "Played until it failed, the smallest first"
    text = f"{how}: {counted(result.tried, 'board')}"
    text += f" ({', '.join(kinds)}), with up to {counted(result.n, 'made-up effect')}."
    if result.read:
        text += f" {result.read:,} of them under other readings too"
        text += f", {result.partly:,} of these not under all." if result.partly else "."
    if result.no_state:
        text += f" On {result.no_state:,} effects agree on no state, which says nothing of it."
    if result.no_answer:
        text += f" On {result.no_answer:,} an event cannot happen."
    return text


# --- the board that breaks it -----------------------------------------------------------------


def _example_blocks(result: PropertyResult, example: Counterexample) -> Iterator[Block]:
    yield Paragraph(_when(result, example), "bold")
    yield from board_blocks(example.scenarios[0])
    if len(example.scenarios) > 1:
        played = _played(example)
        yield from sides_blocks(played, what="Two orders of arrival")
        yield Paragraph(outcome_sentence(played), "bold")
        return
    [board] = example.scenarios
    answer = _answer(board, example)
    for failure in example.judged.failures:
        yield from _failure_blocks(result, failure, answer)


def _when(result: PropertyResult, example: Counterexample) -> str:
    """Under which readings it fails on the board."""
    points = result.rulebook.points
    if not points:
        return f"It fails on this board of {example.kind}."
    if example.readings:
        read = " and ".join(f"{point} is read as {how}" for point, how in example.readings.items())
        where = f"only when {read}"
    else:
        where = "as the rulebook is read by default"
    text = f"It fails on this board of {example.kind}, {where}."
    if example.readings:
        return text
    if example.held is None:
        return f"{text} Not all other readings were tried there."
    if not example.held:
        return f"{text} So it does under every other reading that counts."
    decide = "; ".join(f"{point}: it fails with {', '.join(how)}" for point, how in example.matters)
    return f"{text} Other readings keep it there ({decide})."


def _failure_blocks(result: PropertyResult, failure: Violation, answer: Answer) -> Iterator[Block]:
    states = answer.states
    which = f" in answer {failure.state + 1} of {len(states)}" if len(states) > 1 else ""
    you = f", if you are {failure.you}" if failure.you else ""
    if not failure.objects:
        yield Paragraph(f"It is not as stated{which}{you}.")
    for object in failure.objects:
        values = [each.text for each in values_of(result, object, states[failure.state])]
        yield Bullets(f"It fails of {object}{which}{you}, of which is true", tuple(values))


def values_of(result: PropertyResult, object: str, state: Answer) -> list[Expected]:
    """What is true of an object there, first what the property speaks of."""
    spoken = set(_spoken(result))
    own = [(cell[1], value) for cell, value in cells_of(state) if cell[0] == object]
    own.sort(key=lambda each: each[0] not in spoken)
    expected = [
        Expected(what.written(), what, _NOWHERE)
        for name, value in own
        for what in cell_expectations(object, name, value, result.rulebook)
        if not _idle(what) or (what.keyword if isinstance(what, ExpectAbility) else name) in spoken
    ]
    held = [each for each in dict.fromkeys(expected) if judge(state, each).fulfilled]
    return held[:MOST_VALUES]


def _idle(what: Expectation) -> bool:
    """Whether it says only that something is not there."""
    match what:
        case ExpectAbility(_, str(), has):
            return not has
        case ExpectStatus(_, _, has):
            return not has
        case ExpectNumber(_, _, _, wanted):
            return wanted is None
    return False


def _spoken(result: PropertyResult) -> Iterator[str]:
    """The characteristics, statuses and keywords that the property speaks of."""
    for cell in cells_read(result.what.claims):
        if isinstance(cell, ReadAbility):
            yield ABILITIES
        for name in ("characteristic", "status", "keyword"):
            yield getattr(cell, name, "") or ""


def _answer(board: Scenario, example: Counterexample) -> Answer:
    return solve(replace(board, readings={**board.readings, **example.readings}))


def _played(example: Counterexample) -> Played:
    """Both orders; that different cards are there on the way is no news."""
    sides = [
        (each.title, replace(each, readings={**each.readings, **example.readings}))
        for each in example.scenarios
    ]
    return replace(play_sides(sides), divergence=None)


# --- scenarios --------------------------------------------------------------------------------


def property_scenarios(result: PropertyResult) -> tuple[Scenario, ...]:
    """The board on which it fails with what comes out, or both orders of arrival that part."""
    example = result.example
    if example is None:
        return ()
    because = tuple(id for id in (*result.what.because, *example.readings) if id)
    title = f"Fails: {result.what.name}"
    if len(example.scenarios) > 1:
        played = _played(example)
        return tuple(
            replace(
                side.scenario,
                title=f"{title}; {side.label}",
                source=SOURCE,
                because=because,
                expect=expected_of(played, side),
            )
            for side in played.sides
        )
    [board] = example.scenarios
    answer = _answer(board, example)
    expected: dict[Expected, None] = {}
    for failure in example.judged.failures:
        for object in failure.objects:
            for each in values_of(result, object, answer.states[failure.state]):
                expected[each] = None
    held = tuple(each for each in expected if judge(answer, each).fulfilled)
    if not held:
        played = _played(example)
        held = expected_of(played, played.sides[0])
    return (
        replace(
            board,
            title=title,
            source=SOURCE,
            because=because,
            readings={**board.readings, **example.readings},
            expect=held,
        ),
    )


# --- JSON -------------------------------------------------------------------------------------


def _property_json(shown: CheckedProperty) -> Json:
    result = shown.result
    proof = result.proof
    return json_of(
        {
            "property": result.what.text,
            "title": result.what.title or None,
            "because": clauses_json(result.rulebook, result.what.because),
            "status": result.status,
            "complete": result.complete,
            "n": result.n,
            "boards": result.boards,
            "other readings": {"boards": result.read, "not all": result.partly},
            "no state": result.no_state,
            "no answer": result.no_answer,
            "paradox": None if result.paradox is None else written_scenario(result.paradox),
            "not met": result.unmet,
            "fails": None if result.example is None else _example_json(result, result.example),
            "proof": None if proof is None else {"rests on": proof.rests_on, "only": proof.only},
            "saved": shown.saved,
        }
    )


def _example_json(result: PropertyResult, example: Counterexample) -> Json:
    order = isinstance(example.judged.failures[0].claim, OrderFree)
    fields: dict[str, object] = {
        "cards": example.kind,
        "readings": example.readings,
        "other readings keep it": example.held,
        "decide": [{"point": point, "fails with": how} for point, how in example.matters],
        "boards": [written_scenario(each) for each in property_scenarios(result)],
        "objects": [
            {
                "state": failure.state + 1,
                "objects": failure.objects,
                "you": failure.you or None,
            }
            for failure in example.judged.failures
        ],
        "sides": sides_json(_played(example)) if order else None,
    }
    return json_of(fields)


written_as(
    PropertyReport,
    ("rulebook", "rulebook.id"),
    (
        "summary",
        lambda report: {
            "fails": report.count("fails"),
            "never tested": report.count("never tested"),
            "holds": report.count("holds"),
            "proved": report.count("proved"),
        },
    ),
    ("properties", lambda report: [_property_json(shown) for shown in report.shown]),
    document="properties",
)
