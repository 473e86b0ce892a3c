"""What there is to beat and to reach: others' figures, as issue 6 gives them, and its aims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MS = 1e-3


@dataclass(frozen=True, slots=True)
class Other:
    """Another engine's time for a family at n, on a 2-core machine. remark: what was wrong with it.

    n: None where it does not matter. seconds: None where it gave no answer. how: it took longer
    than that, or about so long.
    """

    engine: str
    family: str
    n: int | None
    seconds: float | None
    remark: str = ""
    how: Literal["about", "over"] = "about"


RUST = "Rust, detects dependencies"
PYTHON = "Python, right on every check"
JAVA = "Java, dependencies declared by hand"

OTHERS = (
    Other(RUST, "two-card", None, 0.008 * MS, "the fastest two effects"),
    Other(RUST, "two-card", None, 0.06 * MS, "the slowest two effects"),
    Other(RUST, "anthems", 100, 7 * MS),
    Other(RUST, "anthems", 300, 90 * MS),
    Other(RUST, "mutual", 100, 25 * MS),
    Other(RUST, "mutual", 300, 240 * MS),
    Other(RUST, "chain", 100, 458 * MS),
    Other(RUST, "chain", 300, None, "no answer"),
    Other(RUST, "halves", 100, 786 * MS),
    Other(RUST, "halves", 300, 32.0),
    Other(RUST, "crowd", 300, 90 * MS, "wrong"),
    Other(PYTHON, "anthems", 100, 34.0),
    Other(PYTHON, "mutual", 100, 38.0),
    Other(PYTHON, "halves", 100, 60.0, how="over"),
    Other(PYTHON, "crowd", 100, 140 * MS),
    Other(JAVA, "anthems", 300, 9.7 * MS),
    Other(JAVA, "mutual", 300, 0.9 * MS),
    Other(JAVA, "halves", 300, 26 * MS),
    Other(JAVA, "crowd", 300, 1.5 * MS),
)
"""The Java one is wrong on chains and on half of the two-card cases; the families are theirs by
description, not the very same boards."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A time (or a ratio to the solving time) not to be passed by a family at n and beyond.

    n: None for the largest n that was measured.
    """

    family: str
    n: int | None
    most: float
    what: Literal["seconds", "ratio"] = "seconds"


AIMS = (
    Aim("two-card", None, 0.1 * MS),
    *(
        Aim(family, 300, 10 * MS)
        for family in ("anthems", "chain", "mutual", "halves", "grid", "crowd")
    ),
    Aim("anthems", 10_000, 1.0),
    Aim("pairs", 10_000, 1.0),
    Aim("certificate-two-card", None, 1 * MS),
    *(
        Aim(family, n, 2.0, "ratio")
        for family in ("certificate-anthems", "certificate-pairs")
        for n in (100, 300, 1000, 3000, 10_000)
    ),
    Aim("certificate-anthems", 10_000, 0.5),
    Aim("certificate-pairs", 10_000, 0.5),
)
"""The aims of issue 6; `ratio` is checking by solving."""
