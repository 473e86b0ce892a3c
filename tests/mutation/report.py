"""Prints what came of sessions: how many mutants of each file were killed, and who was not.

python tests/mutation/report.py solver.sqlite certificate.sqlite
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

if __name__ == "__main__":
    # The folder of this script is on the path; shared test code is imported from the one above.
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult

from mutation.explained import reason, said_of, settled

NOT_EXPLAINED = "open: nobody has said why"
Tried = tuple[WorkItem, WorkResult]


def tried(session: Path) -> list[Tried]:
    """The mutants of a session that were run, in the order of the files."""
    with use_db(str(session), WorkDB.Mode.open) as kept:
        found = [
            (item, result)
            for item, result in kept.completed_work_items
            if result.worker_outcome != WorkerOutcome.SKIPPED
        ]
    return sorted(
        found,
        key=lambda each: (str(each[0].mutations[0].module_path), each[0].mutations[0].start_pos),
    )


def table(all_tried: list[Tried], left: Counter[str]) -> list[str]:
    """One row for each file, and one for all; open are survivors that no reason explains."""
    killed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    open_: Counter[str] = Counter()
    for item, result in all_tried:
        for name in (str(item.mutations[0].module_path), "all"):
            total[name] += 1
            survived = result.test_outcome == TestOutcome.SURVIVED
            killed[name] += not survived
            open_[name] += survived and not settled(reason(*said_of(item, result)))
    lines = ["| file | mutants | run | killed | survived | open |", "|---|---|---|---|---|---|"]
    for name in (*sorted(total.keys() - {"all"}), "all"):
        run, dead = total[name], killed[name]
        share = f"{dead} ({100 * dead / run:.1f} %)"
        lines.append(
            f"| {name} | {run + left[name]} | {run} | {share} | {run - dead} | {open_[name]} |"
        )
    return lines


def survivors(all_tried: list[Tried]) -> list[str]:
    """Each of them in one line, as it reads with its change, under the reason why it survives."""
    by_reason: dict[str, list[str]] = {}
    for item, result in all_tried:
        if result.test_outcome == TestOutcome.SURVIVED:
            where, change = said_of(item, result)
            place, function = where.split(" ")
            after = " ".join(line[2:] for line in change.splitlines() if line.startswith("+"))
            why = reason(where, change) or NOT_EXPLAINED
            by_reason.setdefault(why, []).append(f"- {place} ({function}): `{after}`")
    lines = []
    for why in sorted(by_reason):
        lines += [f"### {why} ({len(by_reason[why])})", "", *by_reason[why], ""]
    return lines


def not_run(session: Path) -> Counter[str]:
    """How many mutants of each file have no outcome."""
    found: Counter[str] = Counter()
    with use_db(str(session), WorkDB.Mode.open) as kept:
        for item in kept.pending_work_items:
            for name in (str(item.mutations[0].module_path), "all"):
                found[name] += 1
    return found


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        found = tried(path)
        print("\n".join((*table(found, not_run(path)), "", *survivors(found), "")))
