"""The figures as tables: times over n, what else was measured, others' figures, and the aims."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

from bench.boards import WAYS
from bench.figures import (
    count,
    exponent,
    memory_at_last,
    oracle_at_last,
    pruned,
    pruned_at_last,
    seconds,
    short,
    size,
)
from bench.goals import AIMS, LOOP, MANY, OTHERS
from bench.tasks import TASKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.goals import Aim
    from bench.results import Line, Results

WIDTH = 240
BESIDE = frozenset({"oracle", "beside oracle"})
"""Measured at sizes of the oracle's own."""


def as_text(tables: Sequence[Table]) -> str:
    """The tables one after another, as Markdown that is aligned to be read as it is."""
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None)
    for table in tables:
        console.print(f"## {table.title}\n")
        caption, table.title, table.caption = table.caption, None, None
        console.print(table)
        if caption:
            console.print(f"\n{caption}")
        console.print()
    assert isinstance(console.file, io.StringIO)
    lines = [line.rstrip() for line in console.file.getvalue().strip().splitlines()]
    return "".join(
        f"{line}\n" for before, line in zip(["", *lines], lines, strict=False) if before or line
    )


def all_tables(results: Results, before: Results | None) -> list[Table]:
    """Every table that has a line."""
    tables = [times(results), besides(results), others(results), aims(results)]
    if before is not None:
        tables.append(against(results, before))
    return [table for table in tables if table.row_count]


def _table(title: str, words: Sequence[str], numbers: Sequence[str]) -> Table:
    table = Table(title=title, box=box.MARKDOWN, show_edge=True)
    for word in words:
        table.add_column(word, no_wrap=True)
    for number in numbers:
        table.add_column(number, justify="right", no_wrap=True)
    return table


# --- ours -------------------------------------------------------------------------------------


def times(results: Results) -> Table:
    """The main table: one line for each family and procedure."""
    sizes = sorted(
        {n for line in results.figures.values() for n in line if line[n].keys() - BESIDE}
    )
    table = _table(
        "Median time of one piece of work, by n",
        ("family", "procedure", "piece"),
        (
            *(f"{n:,}" for n in sizes),
            "growth",
            "of dependencies",
            "peak memory",
            "trials pruned",
            "oracle takes",
        ),
    )
    for line in results.figures:
        taken = results.times(line)
        growth, dependencies = exponent(taken), exponent(results.series(line, "dependencies"))
        table.add_row(
            *line,
            TASKS[line[0]].unit if line[0] in TASKS else "",
            *(seconds(taken[n]) if n in taken else _why_not(results, line, n) for n in sizes),
            *("" if one is None else f"{one:.2f}" for one in (growth, dependencies)),
            memory_at_last(results, line),
            pruned_at_last(results, line),
            oracle_at_last(results, line),
        )
    return table


def _why_not(results: Results, line: Line, n: int) -> str:
    found = results.figures[line].get(n, {})
    return next((key for key in ("too long", "too large") if key in found), "")


def besides(results: Results) -> Table:
    """What else was measured, one line for each family, procedure and n."""
    table = _table(
        "Besides, at each n",
        ("family", "procedure"),
        (
            *(
                "n",
                "time",
                "runs",
                "memory",
                "dependencies",
                "trials asked",
                "trials made",
                "pruned",
            ),
            *("values read", "graph built", "held against", "ratio", "per second", "histories"),
        ),
    )
    for line, sizes in results.figures.items():
        for n, found in sorted(sizes.items()):
            if "seconds" not in found:
                continue
            shown = {key: show(found[key]) for key, show in SHOWN.items() if key in found}
            if "asked" in found and "tried" in found:
                shown["pruned"] = pruned(found["asked"], found["tried"])
            if "base" in found:
                shown["ratio"] = short(found["seconds"] / found["base"])
            shown["rate"] = short(1 / found["seconds"]) if found["seconds"] else ""
            table.add_row(*line, count(n), *(shown.get(key, "") for key in COLUMNS))
    table.caption = (
        "Dependencies: when each layer began. Trials asked: ordered pairs of pending parts, each "
        "time dependencies are looked for.\nHeld against: the time to derive the same."
    )
    return table


SHOWN = {
    "seconds": seconds,
    "runs": count,
    "memory": size,
    "dependencies": count,
    "asked": count,
    "tried": count,
    "values": seconds,
    "graph": seconds,
    "base": seconds,
    "histories": count,
}
COLUMNS = (
    *("seconds", "runs", "memory", "dependencies", "asked", "tried", "pruned"),
    *("values", "graph", "base", "ratio", "rate", "histories"),
)


# --- others' ----------------------------------------------------------------------------------


def others(results: Results) -> Table:
    """What other engines were measured to take, and ours beside it."""
    table = _table(
        "Other engines, as measured by others on a 2-core machine",
        ("kind of engine", "family"),
        ("n", "theirs", *(f"ours, {way}" for way in WAYS), *(f"ratio, {way}" for way in WAYS)),
    )
    table.add_column("remark")
    for other in OTHERS:
        ours = [_ours(results, (other.family, way), other.n) for way in WAYS]
        if not any(ours):
            continue
        over = "over " if other.how == "over" else ""
        theirs = "none" if other.seconds is None else f"{over}{seconds(other.seconds)}"
        table.add_row(
            *(other.engine, other.family, "" if other.n is None else count(other.n), theirs),
            *("" if one is None else seconds(one) for one in ours),
            *(
                "" if not one or other.seconds is None else f"{over}{short(other.seconds / one)}x"
                for one in ours
            ),
            other.remark,
        )
    table.caption = (
        "Ratio: theirs by ours, so above 1 ours is faster. Their boards are of the same kind as "
        "ours, not the same;\nthe Java engine is wrong on chains and on half of the two-card cases."
    )
    return table


def _ours(results: Results, line: Line, n: int | None) -> float | None:
    taken = results.times(line)
    return taken.get(max(taken, default=0) if n is None else n)


# --- aims -------------------------------------------------------------------------------------


WHATS = {
    "seconds": "time",
    "ratio": "by deriving",
    "board": "memory of 10,000 objects",
    "kept": "memory of 10,000 effects",
}
SHOWS = {"seconds": seconds, "ratio": short, "board": size, "kept": size}


def aims(results: Results) -> Table:
    """Each aim that this run can speak of, and whether it was reached."""
    table = _table(
        "Aims",
        ("family", "procedure", "what"),
        ("n", "at most", "measured", "in loops at most", "in loops", "reached"),
    )
    for aim in AIMS:
        for line in results.figures:
            if line[0] != aim.family or aim.way not in ("", line[1]):
                continue
            found = _measured(results, line, aim)
            if found is None:
                continue
            n, value = found
            timed = aim.what == "seconds"
            show = SHOWS[aim.what]
            # Of files of earlier versions the calibration is not known.
            loops = results.figures[line].get(n, {}).get("loop", LOOP)
            most, taken = (aim.most, value) if not timed else (aim.most / LOOP, _by(value, loops))
            table.add_row(
                *(*line, WHATS[aim.what], count(n)),
                *(show(aim.most), "" if value is None else show(value)),
                *(short(most) if timed else "", "" if taken is None or not timed else short(taken)),
                "yes" if taken is not None and taken <= most else "no",
            )
    table.caption = (
        "In loops: as a multiple of a fixed loop that was timed beside it, so that aims and times "
        f"can be\ncompared on any machine; the aims are for one on which it takes {seconds(LOOP)}."
    )
    return table


def _by(value: float | None, loop: float) -> float | None:
    return None if value is None else value / loop


def _measured(results: Results, line: Line, aim: Aim) -> tuple[int, float | None] | None:
    """What was measured where the aim is; None for a value that would have taken too long.

    None in all where nobody asked for that n.
    """
    if aim.what in ("board", "kept"):
        return _held(results, line, aim)
    taken, base = results.times(line), results.series(line, "base")
    if aim.n is None:
        return (max(taken), taken[max(taken)]) if taken else None
    if aim.n in taken:
        value = taken[aim.n]
        return aim.n, value if aim.what == "seconds" else value / base[aim.n]
    gave_up = any(n <= aim.n and _why_not(results, line, n) for n in results.figures[line])
    return (aim.n, None) if gave_up else None


def _held(results: Results, line: Line, aim: Aim) -> tuple[int, float] | None:
    """The bytes for each 10,000, where they were measured at the aim's n."""
    held = results.series(line, aim.what)
    if aim.n is None or aim.n not in held:
        return None
    number = results.series(line, "objects")[aim.n] if aim.what == "board" else aim.n
    return aim.n, MANY * held[aim.n] / number


# --- an earlier run ---------------------------------------------------------------------------


def against(results: Results, before: Results) -> Table:
    """This run's times by those of an earlier run."""
    sizes = sorted({n for line in results.figures for n in results.times(line)})
    table = _table(
        "This run by the earlier one (below 1: faster now)",
        ("family", "procedure"),
        tuple(f"{n:,}" for n in sizes),
    )
    for line in results.figures:
        now, then = results.times(line), before.times(line)
        if now.keys() & then.keys():
            cells = (short(now[n] / then[n]) if n in now and n in then else "" for n in sizes)
            table.add_row(*line, *cells)
    if before.machine != results.machine:
        changed = [
            key for key in results.machine if before.machine.get(key) != results.machine[key]
        ]
        table.caption = f"Not the same: {', '.join(changed)}."
    return table
