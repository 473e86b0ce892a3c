"""The literal oracle of `tests/`, for the ratio: the definition, written as naively as possible."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.model import Scenario

TESTS = Path(__file__).resolve().parents[2] / "tests"


def there() -> bool:
    """Whether the oracle can be imported; it is no part of an installation."""
    if not (TESTS / "oracle").is_dir():
        return False
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    return True


def last_state(scenario: Scenario) -> Callable[[], object]:
    """What derives the state after the scenario's last event; playing the events is done here.

    Nothing may die on the way: no state is worked out in between.
    """
    from oracle.derive import derive
    from oracle.history import happen
    from oracle.world import new_world, settled

    rulebook = settled(scenario.rulebook, dict(scenario.readings))
    world = new_world(rulebook, scenario.players, scenario.active)
    for moment, event in enumerate(scenario.events, start=1):
        happen(world, event, moment)
    return lambda: derive(world)


def every_state(scenario: Scenario) -> Callable[[], object]:
    """What plays the scenario and derives the state after each event."""
    from oracle.history import happen
    from oracle.settling import carry_out_checks, state_after
    from oracle.world import new_world, settled

    rulebook = settled(scenario.rulebook, dict(scenario.readings))

    def run() -> None:
        world = new_world(rulebook, scenario.players, scenario.active)
        for moment, event in enumerate(scenario.events, start=1):
            last = happen(world, event, moment)
            carry_out_checks(world, state_after(world), last)

    return run
