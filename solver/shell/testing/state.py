"""The state of a board as plain JSON values, and the cells in which two such states differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked

if TYPE_CHECKING:
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


@dataclass(frozen=True, slots=True)
class Difference:
    """One cell in which two states differ.

    lacking: which of them says nothing of the cell at all (its value here is then None).
    """

    object: str
    characteristic: str
    ours: JsonValue
    theirs: JsonValue
    lacking: Literal["", "ours", "theirs"] = ""


@checked()
def state(derivation: Answer) -> dict[str, dict[str, JsonValue]]:
    """The final state of a derivation, of the first answer where there are several.

    Take one of `derivation.states` for another answer; in a paradox it is the starting board.
    """
    found: dict[str, dict[str, JsonValue]] = {}
    for (object, characteristic), value in derivation.final.items():
        plain = list(value) if isinstance(value, tuple) else value
        found.setdefault(object, {})[characteristic] = plain
    return found


@checked(State="Mapping[str, Mapping]")
def differences(ours: State, theirs: State, *, both: bool = False) -> tuple[Difference, ...]:
    """The cells that are not alike, in the order of `ours`, then what only `theirs` speaks of.

    Only what `theirs` speaks of is compared; with `both` also what it leaves out. The order in a
    list does not count, true is not 1, and null is not the same as nothing said.
    """
    found: list[Difference] = []
    for object, cells in ours.items():
        other = theirs.get(object, {})
        for name, value in cells.items():
            if name not in other:
                if both:
                    found.append(Difference(object, name, value, None, "theirs"))
            elif not alike(value, other[name]):
                found.append(Difference(object, name, value, other[name]))
    for object, others in theirs.items():
        known = ours.get(object, {})
        for name, value in others.items():
            if name not in known:
                found.append(Difference(object, name, None, value, "ours"))
    return tuple(found)


def alike(one: JsonValue, other: JsonValue) -> bool:
    """Whether two values say the same: lists in any order, a truth value is no number."""
    return _shape(one) == _shape(other)


def _shape(value: JsonValue) -> object:
    """The value in a form that is equal exactly where two values say the same."""
    if isinstance(value, bool):
        return ("truth", value)
    if isinstance(value, str) or not isinstance(value, (Sequence, Mapping)):
        return value
    if isinstance(value, Mapping):
        return ("object", tuple(sorted((key, repr(_shape(one))) for key, one in value.items())))
    return ("list", tuple(sorted(repr(_shape(one)) for one in value)))
