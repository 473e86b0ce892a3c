"""How the little engine works out what all effects add up to: naively, and not always rightly."""

from __future__ import annotations

import json

from model import Table, Unit

# First who controls what, then what is of which kind, then how strong it is.
ORDER = ("control", "kind", "power")


def work_out(table: Table) -> str:
    """The state of the table as JSON text, in the engine's own form.

    Effects are applied kind by kind, the oldest first. Whether one of them depends on another is
    not looked at, which is wrong for cards such as Gravedigger and Beastlord: see the tests.
    """
    seats = {unit.uid: unit.seat for unit in table.units}
    kinds = {unit.uid: list(unit.card.kinds) for unit in table.units}
    power = {unit.uid: unit.card.power for unit in table.units}
    for step in ORDER:
        for source in table.units:
            for effect in source.card.effects:
                if effect.does != step:
                    continue
                for uid in _hit(table.units, kinds, source, effect.to, others=effect.others):
                    if step == "control":
                        seats[uid] = seats[source.uid]
                    elif step == "kind":
                        kinds[uid].remove(effect.to)
                        kinds[uid].append(effect.kind)
                    else:
                        power[uid] += effect.power
    units = [
        {
            "uid": unit.uid,
            "card": unit.card.name,
            "seat": seats[unit.uid],
            "kinds": ", ".join(kinds[unit.uid]),
            "pow": str(power[unit.uid]),
            "sprite": f"{unit.card.name.lower().replace(' ', '-')}.png",
        }
        for unit in table.units
    ]
    return json.dumps({"format": 3, "units": units})


def _hit(
    units: list[Unit], kinds: dict[str, list[str]], source: Unit, kind: str, *, others: bool
) -> list[str]:
    """The units that an effect applies to."""
    return [
        unit.uid for unit in units if kind in kinds[unit.uid] and not (others and unit is source)
    ]
