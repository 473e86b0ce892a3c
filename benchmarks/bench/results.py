"""The figures of one run, and the machine they were taken on, as a file that can be read again."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from layerlaw.model import BadInput, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.measuring import Found

FORMAT = "layerlaw-benchmarks-1"

Line = tuple[str, str]
"""A family and a procedure."""


@dataclass(slots=True)
class Results:
    """figures: (family, procedure) -> n -> what was measured -> value. told: what went wrong."""

    machine: dict[str, str]
    seconds: float
    figures: dict[Line, dict[int, dict[str, float]]] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    def add(self, found: Found) -> None:
        """Put one figure in its place."""
        line = self.figures.setdefault((found.family, found.way), {})
        line.setdefault(found.n, {})[found.key] = found.value

    def series(self, line: Line, key: str) -> dict[int, float]:
        """One figure of a family over n, where there is one."""
        found = self.figures.get(line, {})
        return {n: found[n][key] for n in sorted(found) if key in found[n]}

    def times(self, line: Line) -> dict[int, float]:
        """Seconds over n, at the sizes of the table."""
        return self.series(line, "seconds")

    def last(self, line: Line, key: str) -> tuple[int, float] | None:
        """The figure at the largest n that has it."""
        found = self.series(line, key)
        return max(found.items()) if found else None

    def write(self, path: Path) -> None:
        """Write it all as JSON; a file that is there is replaced as a whole, or not at all."""
        rows = [
            {"family": family, "way": way, "n": n, **dict(sorted(values.items()))}
            for (family, way), sizes in self.figures.items()
            for n, values in sorted(sizes.items())
        ]
        whole = {
            "format": FORMAT,
            "machine": self.machine,
            "seconds": self.seconds,
            "told": self.told,
            "rows": rows,
        }
        beside = path.with_name(path.name + ".part")
        beside.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
        os.replace(beside, path)


def here(seconds: float) -> Results:
    """Results without figures yet, of this machine and moment."""
    load = ", ".join(f"{one:.2f}" for one in os.getloadavg())
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    machine = {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{memory:.1f} GiB",
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load before": load,
        "begun": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return Results(machine, seconds)


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def load(path: Path) -> Results:
    """The results that a file holds; raises `BadInput` for a file that is no such file."""
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _refused(path, f"cannot be read: {error.strerror}", 1, 1) from None
    except UnicodeDecodeError:
        raise _refused(path, "is not UTF-8", 1, 1) from None
    except (json.JSONDecodeError, RecursionError) as error:
        at = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (1, 1)
        raise _refused(path, "is not JSON", *at) from None
    try:
        return _results(whole)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise _refused(path, "is not a file of benchmark results", 1, 1) from None


def _results(whole: Any) -> Results:
    if whole["format"] != FORMAT:
        raise ValueError(whole["format"])
    machine = {str(key): str(value) for key, value in whole["machine"].items()}
    results = Results(machine, float(whole["seconds"]), told=[str(one) for one in whole["told"]])
    for row in whole["rows"]:
        line = results.figures.setdefault((str(row["family"]), str(row["way"])), {})
        line[int(row["n"])] = dict(_numbers(row))
    return results


def _numbers(row: dict[str, Any]) -> Iterator[tuple[str, float]]:
    for key, value in row.items():
        if key not in ("family", "way", "n"):
            yield str(key), float(value)


def _refused(path: Path, message: str, line: int, column: int) -> BadInput:
    expected = "the results.json of an earlier run"
    return BadInput([Problem(str(path), line, column, message, expected)])
