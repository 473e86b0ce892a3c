"""What there is to beat and to reach: others' figures, and the project's own aims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MS = 1e-3
MB = 1e6
MANY = 10_000
"""Memory is told for so many objects or effects."""


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


LOOP = 1.0 * MS
"""What the calibration loop takes on the 2-core machine for which the aims are given."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A time (or a ratio to what it is held against) not to be passed by a family at n.

    Or bytes: `board` for each 10,000 objects that stand there, `kept` for each 10,000 effects of
    an answer that is kept.

    n: None for the largest n that was measured. way: the procedure; "" for any.
    """

    family: str
    n: int | None
    most: float
    what: Literal["seconds", "ratio", "board", "kept"] = "seconds"
    way: str = ""


def _at(n: int, most: float, *families: str) -> tuple[Aim, ...]:
    return tuple(Aim(family, n, most, way="once") for family in families)


RECORDED = ("anthems", "lords", "chain", "mutual", "grid", "pairs", "halves", "crowd", "mixed")
LAYERED = ("lords", "anthems", "mutual", "chain")
AIMS = (
    Aim("two-card", None, 0.2 * MS),
    *_at(10, 0.3 * MS, *LAYERED),
    *_at(100, 1 * MS, *LAYERED),
    *_at(1000, 15 * MS, *LAYERED),
    Aim("chain", 300, 20 * MS, way="each step"),
    Aim("chain", 1000, 120 * MS, way="each step"),
    Aim("halves", 10_000, 0.3, way="once"),
    *(
        Aim(f"records-{family}", n, 1.0, "ratio")
        for family in RECORDED
        for n in (10, 100, 300, 1000)
    ),
    *(
        Aim(f"certificate-{family}", n, 3.0, "ratio")
        for family in ("anthems", "pairs", "mutual", "chain", "halves")
        for n in (100, 300, 1000, 3000, 10_000)
    ),
    Aim("certificate-two-card", None, 0.5 * MS),
    Aim("certificate-anthems", 10_000, 2.0),
    *(Aim("crowd", n, 6 * MB, "board", "once") for n in (1000, 10_000)),
    *(
        Aim(family, n, 50 * MB, "kept", "once")
        for family in ("anthems", "lords", "mutual", "chain")
        for n in (1000, 10_000)
    ),
    Aim("readings-board", 60, 5.0),
    *(Aim("together-silencers", n, 0.5) for n in (15, 50)),
    *(Aim("together-counters", n, 0.5) for n in (6, 50)),
    Aim("together-knots", 13, 0.5),
    Aim("together-dense", 20, 0.5),
    Aim("command-version", None, 60 * MS),
    Aim("command-solve", None, 350 * MS),
)
"""The aims; `ratio` is by the time to derive the same."""
