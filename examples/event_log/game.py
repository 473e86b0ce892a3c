"""A small engine that writes a log: what players did, and what followed, in its own words."""

from __future__ import annotations

from dataclasses import dataclass, field

KING = "King of the Realm"
POWER = {"Foot Soldier": 1, "Squire": 2, KING: 3}
BOOST = {"Overpower": 2}


@dataclass(slots=True)
class Unit:
    """A card on the table; all of them are mortals. seat: who controls it now.

    boosts: what spells add until the end of the turn, by the spell's id.
    """

    uid: str
    card: str
    owner: int
    seat: int
    power: int
    damage: int = 0
    boosts: dict[str, int] = field(default_factory=dict)


class Game:
    """A table for two. A King of the Realm has all mortals and gives the others +1 power.

    log: one line for each thing that a player did, and below it, after `>`, what followed.
    """

    def __init__(self) -> None:
        self.units: dict[str, Unit] = {}
        self.log: list[str] = []
        self.counted = {"u": 0, "s": 0}

    # --- what players do ---------------------------------------------------------------------

    def enter(self, seat: int, card: str, square: int) -> str:
        """A unit enters; gives its id."""
        uid = self._new_id("u")
        self.units[uid] = Unit(uid, card, seat, seat, POWER[card])
        self._write(f'enter unit={uid} seat={seat} card="{card}" square={square}')
        self._write(f"> power unit={uid} now={POWER[card]}")
        self._settle()
        return uid

    def cast(self, seat: int, spell: str, uid: str) -> None:
        """A spell makes a unit stronger until the end of the turn."""
        sid = self._new_id("s")
        self._write(f'cast spell={sid} seat={seat} card="{spell}" target={uid}')
        self.units[uid].boosts[sid] = BOOST[spell]
        self._settle()

    def hit(self, uid: str, amount: int) -> None:
        """A unit takes damage."""
        self._write(f"counters unit={uid} damage={amount}")
        self.units[uid].damage += amount
        self._settle()

    def next_turn(self, seat: int) -> None:
        """A turn begins: what lasts until the end of turn is over, and damage goes away."""
        self._write(f"turn seat={seat}")
        for unit in self.units.values():
            unit.damage = 0
            self._expire(unit)
        self._settle()

    # --- what follows ------------------------------------------------------------------------

    def ruler(self, kings: list[Unit]) -> Unit:
        """The King that has everybody: of several, which would have each other, the oldest."""
        return kings[0]

    def _expire(self, unit: Unit) -> None:
        for sid in unit.boosts:
            self._write(f"> expires spell={sid} unit={unit.uid}")
        unit.boosts.clear()

    def _settle(self) -> None:
        """Works out who has what and how strong it is; what has too much damage dies."""
        while True:
            self._work_out()
            dead = [unit for unit in self.units.values() if 0 < unit.power <= unit.damage]
            if not dead:
                return
            for unit in dead:
                del self.units[unit.uid]
                self._write(f"> dies unit={unit.uid}")

    def _work_out(self) -> None:
        kings = [unit for unit in self.units.values() if unit.card == KING]
        for unit in self.units.values():
            seat = self.ruler(kings).owner if kings else unit.owner
            others = sum(king is not unit for king in kings)
            power = POWER[unit.card] + others + sum(unit.boosts.values())
            if seat != unit.seat:
                unit.seat = seat
                self._write(f"> control unit={unit.uid} now={seat}")
            if power != unit.power:
                unit.power = power
                self._write(f"> power unit={unit.uid} now={power}")

    def _new_id(self, kind: str) -> str:
        self.counted[kind] += 1
        return f"{kind}{self.counted[kind]}"

    def _write(self, line: str) -> None:
        self.log.append(line)
