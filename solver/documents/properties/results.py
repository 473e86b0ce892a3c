"""What was found out about a property: it fails, holds so far, is proved, or was not tested."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.model.properties.property import Property
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.documents.properties.judging import BoardJudgement
from layerlaw.solver.facts.rich import Rich

Status = Literal["fails", "holds", "proved", "never tested"]


@dataclass(frozen=True, slots=True)
class PropertyProof:
    """Why a property holds on all boards.

    rests_on: what the proof takes for granted of the rulebook, one sentence each. only: of which
    boards it speaks, one sentence for each condition; none where of all. readings: the readings for
    which it is proved, empty for all.
    """

    rests_on: tuple[str, ...]
    only: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest board on which a property fails.

    scenarios: the board, or two orders of arrival that part. judged: how it fails there. kind: of
    what cards. readings: the open points that have to be read so; none where it fails as the
    rulebook is read by default. held: whether it holds there under other readings, True, False,
    or None where not all were tried. matters: the open points that decide, each with the readings
    under which it fails.
    """

    scenarios: tuple[Scenario, ...]
    judged: BoardJudgement
    kind: str
    readings: Mapping[str, str]
    held: bool | None
    matters: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class PropertyResult(Rich):
    """What was found out about one property under one rulebook.

    boards: how many were tried, by their kind. n: of up to so many effects of made-up cards.
    read: on so many of them all readings were tried, those first that the property speaks of.
    partly: on so many of these only the readings nearest to the default. no_state, no_answer: on
    so many boards effects agree on no state, or an event cannot happen, so that they say nothing.
    paradox: the smallest board without a state. unmet: what no tried board had. complete: the
    search was not interrupted.
    """

    rulebook: Rulebook
    what: Property
    status: Status
    n: int
    boards: Mapping[str, int]
    read: int = 0
    partly: int = 0
    no_state: int = 0
    no_answer: int = 0
    unmet: tuple[str, ...] = ()
    example: Counterexample | None = None
    proof: PropertyProof | None = None
    paradox: Scenario | None = None
    complete: bool = True

    @property
    def holds(self) -> bool:
        """Whether it is proved, or holds on every board that was tried."""
        return self.status in ("holds", "proved") and self.complete

    @property
    def tried(self) -> int:
        """How many boards were tried."""
        return sum(self.boards.values())
