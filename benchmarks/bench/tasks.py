"""What is measured: for each family the work to be timed at n, and what it is compared with."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from bench import literal, simultaneous
from bench.boards import WAYS, empty, stands
from bench.events import long_game
from bench.families import FAMILIES, IN_PLACES, Family, in_places
from bench.two_cards import long_board, two_card
from layerlaw.model import shipped_scenarios
from layerlaw.solver import Answer, History, derive, readings, solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.documents.audit.abstract import abstract_findings
from layerlaw.solver.documents.audit.open_points import settled_findings

if TYPE_CHECKING:
    from layerlaw.model import Scenario
    from layerlaw.solver.facts.situation import Situation

SIZES = (2, 10, 30, 100, 300, 1000, 3000, 10000)
QUICK = (4,)
KINGS = "two-kings.scenario.yaml"
EFFECTS = (2, 3, 4, 5, 6)
"""For how many effects all orders are gone through in an audit."""

Run = Callable[[], object]
"""What is timed."""

Tell = Callable[[object], Mapping[str, float]]
"""What there is to say of the result of a run."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done at one n.

    fresh: makes a run that nothing was done for yet; called anew, untimed, before each. count: how
    many like pieces the run consists of; times are for one. base: as `fresh`, for what the time is
    held against. oracle: makes the same work for the oracle. situation: what is derived, for what
    else can be said of a derivation. tell: what to say of a run's result.
    """

    fresh: Callable[[], Run]
    count: int = 1
    base: Callable[[], Run] | None = None
    oracle: Callable[[], Run] | None = None
    situation: Situation | None = None
    tell: Tell | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A family with its work for n under a procedure.

    unit: what one time is the time of. sizes: its own, where it cannot have those asked for.
    slow: left out of a quick run.
    """

    says: str
    unit: str
    work: Callable[[int, str], Work]
    ways: tuple[str, ...] = ("once",)
    sizes: tuple[int, ...] = ()
    slow: bool = False


def afresh(situation: Situation) -> Run:
    """What derives a situation that was never derived before."""
    again = replace(situation)
    return lambda: derive(again)


def solving(family: Family) -> Callable[[int, str], Work]:
    """One derivation of the family's board."""

    def work(n: int, way: str) -> Work:
        scenario = family.make(n, way)
        situation = stands(scenario)
        return Work(
            fresh=lambda: afresh(situation),
            oracle=lambda: literal.last_state(scenario),
            situation=situation,
        )

    return work


def _all(situations: list[Situation]) -> Callable[[], Run]:
    def fresh() -> Run:
        again = [replace(situation) for situation in situations]
        return lambda: [derive(situation) for situation in again]

    return fresh


def tiny(n: int, way: str) -> Work:
    """n scenarios of two cards, each derived once."""
    scenarios = two_card(n, way)
    situations = [stands(scenario) for scenario in scenarios]

    def oracle() -> Run:
        runs = [literal.last_state(scenario) for scenario in scenarios]
        return lambda: [run() for run in runs]

    return Work(_all(situations), n, oracle=oracle)


def game(n: int, way: str) -> Work:
    """A game of n events, and the state after each."""
    scenario = long_game(n, way)

    def run() -> None:
        history = History(scenario)
        for _ in history.play():
            history.derivation()

    return Work(lambda: run, n, oracle=lambda: literal.every_state(scenario))


def _checked(situations: list[Situation]) -> Work:
    def fresh() -> Run:
        derived = [derive(replace(situation)) for situation in situations]
        return lambda: _check(derived)

    return Work(fresh, len(situations), base=_all(situations))


def _check(derived: list[Answer]) -> None:
    for derivation in derived:
        if not certificate_of(derivation).check().ok:
            raise AssertionError("a certificate failed")


def checking(make: Callable[[int, str], Scenario]) -> Callable[[int, str], Work]:
    """Checking the certificate of a derivation, held against deriving."""
    return lambda n, way: _checked([stands(make(n, way))])


def checking_tiny(n: int, way: str) -> Work:
    """Checking the certificates of n scenarios of two cards."""
    return _checked([stands(scenario) for scenario in two_card(n, way)])


def recording(make: Callable[[int, str], Scenario]) -> Callable[[int, str], Work]:
    """Reading all records and the final state of a derivation, held against deriving."""

    def work(n: int, way: str) -> Work:
        situation = stands(make(n, way))

        def fresh() -> Run:
            derived = derive(replace(situation))
            return lambda: (derived.layers, dict(derived.final))

        return Work(fresh, base=lambda: afresh(situation))

    return work


def at_once(make: Callable[[int, str], Scenario]) -> Callable[[int, str], Work]:
    """What n effects that apply at once come to, from their history on."""
    return lambda n, way: Work(lambda: lambda: solve(make(n, way)))


def board_readings(n: int, way: str) -> Work:
    """A board of n real effects under all readings of the document."""
    scenario = long_board(n)
    return Work(lambda: lambda: readings(scenario))


def commanded(*arguments: str) -> Callable[[int, str], Work]:
    """A command in a process of its own, as a person starts it."""

    def run() -> None:
        words = [sys.executable, "-m", "layerlaw", *arguments]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    return lambda n, way: Work(lambda: run)


def all_readings(n: int, way: str) -> Work:
    """A chain of n effects under all readings of the document."""
    scenario = FAMILIES["chain"].make(n, way)

    def tell(found: object) -> Mapping[str, float]:
        return {
            "histories": getattr(found, "runs", 0),
            "outcomes": len(getattr(found, "groups", ())),
        }

    return Work(lambda: lambda: readings(scenario), tell=tell)


def audited(n: int, way: str) -> Work:
    """What the document's sentences demand of n effects: contradictions, gaps, what is needless."""
    return Work(lambda: lambda: abstract_findings(empty().rulebook, n=n))


def audited_boards(n: int, way: str) -> Work:
    """For every open point the smallest board, of up to n effects, on which readings part."""
    return Work(lambda: lambda: settled_findings(empty().rulebook, n=n))


def _tasks() -> Mapping[str, Task]:
    both = tuple(WAYS)
    found = {
        name: Task(family.says, "derivation", solving(family), both)
        for name, family in FAMILIES.items()
    }
    found["history"] = Task("n events, and the state after each", "state", game)
    found["two-card"] = Task("n scenarios of two real cards", "scenario", tiny, both)
    for name in ("anthems", "pairs", "mutual", "chain", "halves"):
        found[f"certificate-{name}"] = Task(
            f"checking the certificate of {name}", "check", checking(FAMILIES[name].make), both
        )
    for name in IN_PLACES:
        make = in_places(FAMILIES[name].make)
        says = f"{name}, where effects may act between layers"
        found[f"places-{name}"] = Task(says, "derivation", solving(Family(says, make)))
        found[f"certificate-places-{name}"] = Task(
            f"checking the certificate of {says}", "check", checking(make)
        )
    for name, family in FAMILIES.items():
        found[f"records-{name}"] = Task(
            f"reading the records of {name} as a whole", "reading", recording(family.make), both
        )
    for name, family in simultaneous.FAMILIES.items():
        found[name] = Task(
            family.says, "answer", at_once(family.make), sizes=simultaneous.SIZES[name]
        )
        found[f"certificate-{name}"] = Task(
            f"checking the certificate of {name}",
            "check",
            checking(family.make),
            sizes=simultaneous.SIZES[name],
        )
    found["certificate-two-card"] = Task(
        "checking the certificates of n scenarios of two cards", "check", checking_tiny
    )
    found["readings"] = Task("a chain of n under all readings", "scenario", all_readings)
    found["readings-board"] = Task(
        "real cards with n effects under all readings",
        "scenario",
        board_readings,
        sizes=(4, 15, 60),
        slow=True,
    )
    found["command-version"] = Task(
        "`layerlaw --version`", "command", commanded("--version"), sizes=(2,)
    )
    found["command-solve"] = Task(
        "`layerlaw solve` of two Kings, with its certificate",
        "command",
        commanded("solve", str(next(p for p in shipped_scenarios() if p.name == KINGS))),
        sizes=(2,),
    )
    found["audit"] = Task(
        "every case of up to n effects, by a document's sentences", "audit", audited, sizes=EFFECTS
    )
    found["audit-boards"] = Task(
        "boards of up to n effects on which readings part",
        "audit",
        audited_boards,
        sizes=EFFECTS[:3],
        slow=True,
    )
    return MappingProxyType(found)


TASKS = _tasks()
"""All families, by name, in the order in which they are run and shown."""
