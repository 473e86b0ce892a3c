"""How solving grows: families of effects over n, timed in one run, as a table.

Run with `make bench`, or `python benchmarks [SECONDS]`: each family goes on to larger n until one
solve takes longer than SECONDS (5). Times are medians of three; solving only, no certificate.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from layerlaw.model import Scenario, loads_scenario
from layerlaw.model.algebra import (
    Ability,
    ChangeNumber,
    Either,
    Identified,
    Instruction,
    Member,
    Number,
    Selector,
    SetStatus,
)
from layerlaw.model.cards import Card, PrintedAbility
from layerlaw.model.scenario import Place, Play, Where
from layerlaw.solver.derive import derive
from layerlaw.solver.history import History

SIZES = (2, 10, 30, 100, 300, 1000)
WHERE = Where("benchmark", 1, 1)
EMPTY = loads_scenario(
    "title: benchmark\nrulebook: sorcery-2026-01\nplayers: [you, me]\nplay: []\n"
)


def scenario(abilities: list[Ability]) -> Scenario:
    """Minions M0, M1, ... with one ability each, entering in order, all on one square."""
    play = tuple(
        Play(
            "you",
            Card(
                f"Card {number}",
                {"types": ("minion",), "subtypes": ("mortal",)},
                {"power": 1},
                (PrintedAbility("has", ability),),
            ),
            f"M{number}",
            Place((8,)),
            (),
            None,
            WHERE,
        )
        for number, ability in enumerate(abilities)
    )
    return replace(EMPTY, play=play)


def line(scope: Selector, *operations: SetStatus | ChangeNumber) -> Ability:
    """An ability of one instruction."""
    return Ability(None, (Instruction(scope, operations),))


def anthems(n: int) -> Scenario:
    """Everything gets +1 power, n times: no dependencies."""
    return scenario([line(Member("types", "minion"), ChangeNumber("power", "+", Number(1)))] * n)


def chain(n: int) -> Scenario:
    """Each silences the one before it, which is older."""
    return scenario(
        [line(Identified(f"M{max(0, number - 1)}"), SetStatus("silenced")) for number in range(n)]
    )


def mutual(n: int) -> Scenario:
    """Each silences all others: one loop."""
    everyone = [Identified(f"M{number}") for number in range(n)]
    return scenario(
        [
            line(Either(tuple(one for one in everyone if one.id != f"M{k}")), SetStatus("silenced"))
            for k in range(n)
        ]
    )


FAMILIES: dict[str, Callable[[int], Scenario]] = {
    "anthems": anthems,
    "chain": chain,
    "mutual": mutual,
}


def seconds(made: Scenario) -> float:
    """The median time of deriving the scenario's last state."""
    history = History(made)
    for _ in history.play():
        pass
    taken = []
    for _ in range(3):
        began = time.perf_counter()
        derive(history.table.situation)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def main() -> None:
    """Print the table."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    print("family    " + "".join(f"{n:>12}" for n in SIZES) + "   (milliseconds)")
    for name, make in FAMILIES.items():
        cells = []
        for n in SIZES:
            taken = seconds(make(n))
            cells.append(f"{taken * 1000:12.2f}")
            if taken > limit:
                break
        print(f"{name:10}" + "".join(cells), flush=True)


if __name__ == "__main__":
    main()
