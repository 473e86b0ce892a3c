"""The report on an engine that was held against scenarios: where it differs, smallest first."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.solver.shell.engines.holding import Parting, left_out_words
from layerlaw.solver.shell.engines.playing import PlayedCase, smallest_first
from layerlaw.solver.shell.report.blocks import BLANK, Code, line
from layerlaw.solver.shell.report.json_form import document, written_as
from layerlaw.solver.shell.report.words import counted
from layerlaw.solver.shell.testing.failures import short
from layerlaw.solver.shell.testing.same import led, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json

MOST_TOLD = 20
"""Of so many scenarios that part the values are shown; the JSON has them all."""
_MOST_REASONS = 5
_MOST_NAMED = 3


def played_blocks(
    cases: Sequence[PlayedCase],
    left: int = 0,
    *,
    verbose: bool = False,
    only_count: bool = False,
) -> list[Block]:
    """Every scenario that parts, the smallest one with our reasons; then troubles, and a summary.

    left: how many files were not played, after an interrupt. verbose: reasons and names for all.
    only_count: nothing but the summary.
    """
    if only_count:
        return [BLANK, _summary(cases, left)]
    parts: list[Block] = []
    if verbose:
        parts += [
            line(("same    ", "green"), f"{case.title}  ", (case.file, "dim"))
            for case in cases
            if case.same
        ]
    parting = smallest_first(cases)
    for number, case in enumerate(parting if verbose else parting[:MOST_TOLD]):
        parts += _parting(case, reasons=verbose or number == 0)
    if len(parting) > MOST_TOLD and not verbose:
        parts.append(line((f"and {len(parting) - MOST_TOLD} more that differ (-v, --json)", "dim")))
    parts += _grouped("TROUBLE ", "bold red", [(case, case.trouble) for case in cases])
    if verbose:
        parts += _grouped("PASSED OVER ", "yellow", [(case, case.passed_over) for case in cases])
    else:
        parts += _passed_over(cases)
    unknown = _unknown(cases)
    if unknown:
        parts.append(line((f"Not compared: {left_out_words(unknown)}", "yellow")))
    return [*parts, _summary(cases, left)]


def _parting(case: PlayedCase, *, reasons: bool) -> Iterator[Block]:
    parting = case.parting
    assert parting is not None
    yield line(("DIFFERS ", "bold red"), f"{case.title}  ", (_file(case), "dim"))
    yield line(f"after event {parting.number} of {case.size[0]}: {parting.event}", indent=8)
    lines = table(parting.differences, parting.read.raw)
    if reasons:
        lines += led(parting.state, parting.differences)
    yield Code("\n".join(lines), indent=8)
    yield BLANK


def _grouped(word: str, style: str, said: Sequence[tuple[PlayedCase, str]]) -> Iterator[Block]:
    """Each message once, with the scenarios it was said of."""
    groups: dict[str, list[PlayedCase]] = {}
    for case, text in said:
        if text:
            groups.setdefault(text, []).append(case)
    for number, (text, cases) in enumerate(groups.items()):
        if number == _MOST_REASONS:
            rest = sum(map(len, list(groups.values())[number:]))
            yield line((f"{word}and {counted(rest, 'scenario')} more (--json)", style))
            return
        first, *more = text.splitlines()
        yield line((word, style), first)
        yield from (line(one, indent=8) for one in more)
        others = f" and {counted(len(cases) - 1, 'more scenario')}" if len(cases) > 1 else ""
        yield line((f"in {_file(cases[0])} ({cases[0].title}){others}", "dim"), indent=8)


def _passed_over(cases: Sequence[PlayedCase]) -> Iterator[Block]:
    """The most frequent reasons on one line."""
    said = Counter(case.passed_over for case in cases if case.passed_over)
    if said:
        most = "; ".join(f"{text} ({number})" for text, number in said.most_common(_MOST_NAMED))
        more = f"; {len(said) - _MOST_NAMED} other reasons (-v)" if len(said) > _MOST_NAMED else ""
        yield line((f"Passed over: {most}{more}", "yellow"))


def _file(case: PlayedCase) -> str:
    return short(case.file) if Path(case.file).exists() else case.file


def _unknown(cases: Sequence[PlayedCase]) -> list[str]:
    """What the engine says that is not compared, what it says most often first."""
    said = Counter(text for case in cases if case.held is not None for text in case.held.unknown)
    return [text for text, _ in said.most_common()]


def _summary(cases: Sequence[PlayedCase], left: int) -> Block:
    count = _counts(cases)
    text = f"{count['same']} the same, {count['different']} different"
    if count["passed_over"]:
        text += f", {count['passed_over']} passed over"
    if count["trouble"]:
        text += f", {count['trouble']} with trouble"
    text += f" ({count['values']} values after {counted(count['events'], 'event')})"
    if left:
        text += f"; interrupted, {counted(left, 'file')} not played"
    bad = count["different"] or count["trouble"] or left
    return line((text, "red" if bad else "green"))


def _counts(cases: Sequence[PlayedCase]) -> dict[str, int]:
    held = [case.held for case in cases if case.held is not None]
    return {
        "same": sum(case.same for case in cases),
        "different": sum(case.parting is not None for case in cases),
        "passed_over": sum(bool(case.passed_over) for case in cases),
        "trouble": sum(bool(case.trouble) for case in cases),
        "values": sum(one.cells for one in held),
        "events": sum(one.events for one in held),
    }


def played_json(cases: Sequence[PlayedCase], left: int = 0, *, verbose: bool = False) -> Json:
    """The whole run, those that part smallest first; verbose: with those that are the same."""
    others = [case for case in cases if case.parting is None and (verbose or not case.same)]
    return document(
        "engine",
        complete=not left,
        files_not_played=left,
        **_counts(cases),
        not_compared=_unknown(cases),
        cases=[*smallest_first(cases), *others],
    )


written_as(
    PlayedCase,
    *("file", "title", "same", ("events", lambda case: case.size[0])),
    ("parts", "parting"),
    *("passed over", "trouble"),
    null=("passed over", "trouble"),
)
written_as(
    Parting,
    ("after event", "number"),
    "event",
    "differences",
    ("why", lambda parting: led(parting.state, parting.differences)),
)
