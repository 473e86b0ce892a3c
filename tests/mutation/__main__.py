"""Makes the mutants of a part of the solver, runs the quick tests on each, and keeps the outcome.

    python tests/mutation solver session.sqlite
    python tests/mutation certificate session.sqlite

The mutants and the file that keeps them are cosmic-ray's, so `cr-report` and `cr-html` read it. Run
it in a checkout of its own: a few mutants cannot be put into a running process and are written.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import importlib
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

if __name__ == "__main__":
    # The folder of this script is on the path; shared test code is imported from the one above.
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import pytest
from cosmic_ray.config import load_config
from cosmic_ray.mutating import mutate_and_test, mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult

from mutation.explained import reason, said_of, settled
from mutation.forked import Forks, in_turn
from mutation.swapping import meaning, swaps
from mutation.wider import WIDER

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


FIRST_SECONDS = 0.6
LAST_SECONDS = 3.0
"""How long tests may take at first, and when survivors are tried again."""
NOT_REACHED = "no test comes by"


class Run(Forks):
    """All mutants of a session that have no outcome yet, or the survivors again."""

    def __init__(
        self,
        part: str,
        session: Path,
        share: float,
        again: bool,
        processes: bool,
        most_seconds: float,
        only: Sequence[Path] = (),
    ) -> None:
        self.config = load_config(str(HERE / f"{part}.toml"))
        paths = [ROOT / path for path in self.config["module-path"]]
        files = [
            file
            for each in paths
            for file in (each.glob("*.py") if each.is_dir() else [each])
            if not only or any(file.is_relative_to(path) for path in only)
        ]
        # What tests come by is noted of these files alone.
        names = " ".join(sorted(map(str, files))).encode()
        part_of = f".{sha256(names).hexdigest()[:8]}" if only else ""
        super().__init__(
            files=frozenset(map(str, files)),
            notes=session.with_suffix(f"{part_of}.json"),
            most=most_seconds / 3,
        )
        self.session = session
        self.share = share
        self.again = again
        self.processes = processes
        self.most_seconds = most_seconds

    def main(self) -> None:
        """Try every one of them."""
        with use_db(str(self.session), WorkDB.Mode.open) as kept:
            if self.again:
                left = [
                    item
                    for item, result in kept.completed_work_items
                    if result.test_outcome == TestOutcome.SURVIVED
                    and not settled(reason(*said_of(item, result)))
                ]
            else:
                left = list(kept.pending_work_items)
            left = [item for item in left if str(ROOT / place(item)) in self.files]
            # Without their random ids mutants are the same in every run, in whatever order.
            left.sort(key=lambda item: repr(item.mutations))
            left = Random(6).sample(left, round(len(left) * self.share))
            items = {item.job_id: item for item in left}
            counts: Counter[str] = Counter()
            for id in in_turn(list(items)):
                result = self.tried(items[id])
                if result is None:
                    continue
                kept.set_result(id, result)
                counts[str(result.test_outcome or result.worker_outcome)] += 1
            print(dict(counts))

    def tried(self, item: WorkItem) -> WorkResult | None:
        """One mutant's outcome; None if it needs a process of its own, and is to have none."""
        [mutation] = item.mutations
        path = ROOT / mutation.module_path
        source = path.read_text(encoding="utf-8")
        operator = get_operator(mutation.operator_name)(**mutation.operator_args)
        mutant = mutate_code(source, operator, mutation.occurrence)
        try:
            if mutant is None or meaning(mutant) == meaning(source):
                return WorkResult(WorkerOutcome.SKIPPED, "annotations or type checking only")
        except SyntaxError:
            return WorkResult(WorkerOutcome.SKIPPED, "no Python")
        diff = "\n".join(
            difflib.unified_diff(
                source.splitlines(),
                mutant.splitlines(),
                str(mutation.module_path),
                "",
                "",
                "",
                1,
                "",
            )
        )
        name = "layerlaw." + ".".join(mutation.module_path.with_suffix("").parts)
        change = swaps(importlib.import_module(name), source, mutant)
        if change is None:
            return self.written(mutation) if self.processes else None
        start, end = enclosing(source, mutation.start_pos[0], mutation.end_pos[0])
        here = stated(source, mutation.start_pos[0], mutation.end_pos[0])
        items = self.that_come_by(str(path), *here, self.most_seconds)
        items = items or self.that_come_by(str(path), start, end, self.most_seconds)
        if not items:
            return WorkResult(WorkerOutcome.NORMAL, NOT_REACHED, TestOutcome.SURVIVED, diff)
        outcome = self.outcome(str(path), items, list(change))
        verdict = TestOutcome.SURVIVED if outcome.survived else TestOutcome.KILLED
        return WorkResult(WorkerOutcome.NORMAL, outcome.by, verdict, diff)

    def written(self, mutation: MutationSpec) -> WorkResult:
        """The outcome of a mutant of what is said outside of functions: by a new process."""
        command = self.config["test-command"].replace(".venv/bin/python", sys.executable)
        return mutate_and_test([mutation], command, self.config["timeout"])


def place(item: WorkItem) -> Path:
    """The file that the mutant changes."""
    [mutation] = item.mutations
    return Path(mutation.module_path)


def stated(source: str, first: int, last: int) -> tuple[int, int]:
    """The lines of the innermost statement that holds these lines, without those of its body.

    A mutant of one line can matter where only the statement's other lines are run: `and`, `or`.
    """
    found = first, last
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt) or isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        body = getattr(node, "body", None)
        end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
        if node.lineno <= first and last <= max(end, node.lineno):
            found = node.lineno, max(end, node.lineno)
    return found


def enclosing(source: str, first: int, last: int) -> tuple[int, int]:
    """The lines of the body of the innermost function that holds these lines."""
    found = first, last
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.lineno <= first <= (node.end_lineno or 0):
            found = node.body[0].lineno, node.end_lineno or node.lineno
    return found


def make(part: str, session: Path) -> None:
    """A new session with all mutants, but those of operators that are left out."""
    config = str(HERE / f"{part}.toml")
    subprocess.run(
        [sys.executable, "-m", "cosmic_ray.cli", "init", config, str(session)], check=True
    )
    subprocess.run(
        [
            sys.executable,
            "-m",
            "cosmic_ray.tools.filters.operators_filter",
            str(session),
            config,
        ],
        check=True,
    )


def there(name: str) -> Path:
    """The file or folder of that name."""
    path = Path(name).resolve()
    if not path.exists():
        raise argparse.ArgumentTypeError(f"there is no {name}")
    return path


def asked(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line asks for."""
    reading = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    reading.add_argument("part", choices=("solver", "together", "certificate", "history"))
    reading.add_argument("session", type=lambda name: Path(name).resolve())
    reading.add_argument("tests", nargs="*", help="files or folders; by default kill_PART.py")
    reading.add_argument("--survivors", action="store_true", help="try those again, for longer")
    reading.add_argument("--wider", action="store_true", help="with the tests of survivors at once")
    reading.add_argument("--processes", action="store_true", help="outside of functions too")
    reading.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PATH",
        type=there,
        help="only what is changed in this file or folder; may be said several times",
    )
    reading.add_argument("--share", type=float, default=1.0, help="how many of them, up to 1")
    reading.add_argument("--seconds", type=float, help="how long the tests of each may take")
    return reading.parse_args(words)


def run(wanted: argparse.Namespace) -> int:
    """Make the session if there is none, and try what has no outcome in it yet."""
    if not wanted.session.exists():
        make(wanted.part, wanted.session)
    forks = Run(
        wanted.part,
        wanted.session,
        wanted.share,
        wanted.survivors,
        wanted.processes,
        wanted.seconds or (LAST_SECONDS if wanted.survivors else FIRST_SECONDS),
        wanted.only,
    )
    tests = wanted.tests
    if not tests and (wanted.survivors or wanted.wider):
        tests = [*WIDER, *map(str, sorted(HERE.glob("kill_*.py")))]
    tests = tests or [str(HERE / f"kill_{wanted.part}.py")]
    plugins = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow"]
    return int(pytest.main([*plugins, f"--rootdir={ROOT}", *tests], plugins=[forks]))


if __name__ == "__main__":
    sys.exit(run(asked()))
