"""The state of a board as plain JSON values, and the differences between two states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from layerlaw.model.arguments import checked
from layerlaw.solver.answer.difference.cells import Difference
from layerlaw.solver.derivation.answer import Answer

JsonValue = int | float | str | bool | Sequence["JsonValue"] | Mapping[str, "JsonValue"] | None
"""What JSON can say."""

State = Mapping[str, Mapping[str, JsonValue]]
"""Object id -> characteristic -> value, as under `objects` in `layerlaw solve --json`.

Numbers are numbers, a missing number or player is null, a player is a name, a status is true or
false, and a set, the abilities and the permissions are sorted lists of texts:

    {"K2": {"name": "King of the Realm", "types": ["minion"], "controller": "you", "power": 4,
            "life": null, "silenced": false, "abilities": ["other mortals: power += 1"], ...}}

Players and `rules` stand in it only where effects changed something about them.
"""


@checked()
def state(derivation: Answer) -> dict[str, dict[str, JsonValue]]:
    """The final state of a derivation, of the first answer where there are several.

    derivation: whose state is asked for.

    Take one of `derivation.states` for another answer; in a paradox it is the starting board.

    Raises `WrongArgument` for anything but an answer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.testing import state
    >>> state(solve(load_scenario(path)))["F"]["power"]
    3
    """
    cells: dict[str, dict[str, JsonValue]] = {}
    for (object, characteristic), value in derivation.final.items():
        plain = list(value) if isinstance(value, tuple) else value
        cells.setdefault(object, {})[characteristic] = plain
    return cells


@checked(State="Mapping[str, Mapping]")
def differences(
    ours: State, theirs: State, *, both: bool = False
) -> tuple[Difference[JsonValue], ...]:
    """The cells that are not alike, in the order of `ours`, then what only `theirs` speaks of.

    ours, theirs: characteristics of objects by their ids.

    Only what `theirs` speaks of is compared; with `both` also what it leaves out. The order in a
    list does not count, true is not 1, and null is not the same as nothing said.

    Raises `WrongArgument` for anything but states.

    >>> from layerlaw.solver.shell.testing import differences
    >>> [difference] = differences({"F": {"power": 3}}, {"F": {"power": 2}})
    >>> (difference.object, difference.characteristic, difference.values)
    ('F', 'power', (3, 2))
    """
    parted: list[Difference[JsonValue]] = []
    for object, cells in ours.items():
        told = theirs.get(object, {})
        for name, value in cells.items():
            if name not in told:
                if both:
                    parted.append(Difference(object, name, (value, None), ("", "missing")))
            elif not alike(value, told[name]):
                parted.append(Difference(object, name, (value, told[name])))
    for object, cells in theirs.items():
        known = ours.get(object, {})
        for name, value in cells.items():
            if name not in known:
                parted.append(Difference(object, name, (None, value), ("missing", "")))
    return tuple(parted)


def alike(one: JsonValue, other: JsonValue) -> bool:
    """Whether two values are equal: lists in any order, a truth value is no number."""
    return _shape(one) == _shape(other)


def _shape(value: JsonValue) -> object:
    """The value in a form that can be compared with `==`."""
    if isinstance(value, bool):
        return ("truth", value)
    if isinstance(value, str) or not isinstance(value, (Sequence, Mapping)):
        return value
    if isinstance(value, Mapping):
        return ("object", tuple(sorted((key, repr(_shape(inner))) for key, inner in value.items())))
    return ("list", tuple(sorted(repr(_shape(inner)) for inner in value)))
