"""Objects on which the replay writes what an instruction says: for tests of what is written.

The replay is asked itself, and no solver: what comes out is worked out by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from layerlaw.model import algebra as a
from layerlaw.model.algebra.split import Split
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.certificate.replay.apply import apply
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.parts import ReplayEffect
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import Situation, Thing
from oracle.build import card
from oracle.small_rulebook import small_rulebook
from situations import line

AIRBORNE, STEALTH, VOIDWALK = (a.Ability(word) for word in ("Airborne", "Stealth", "Voidwalk"))
TEXT = line(a.Self(), a.ChangeNumber("water", "+", a.Number(1)))
X, Y, B, C, D = map(a.Identified, "XYBCD")
POWER = "power"


CARDS = {
    "X": card("Ox", STEALTH, AIRBORNE, TEXT, subtypes=("beast",), power=3, water=2),
    "Y": card("Yak", subtypes=("mortal", "undead"), power=5),
    "B": card("Bell", types=("artifact",)),
    "C": card("Crow", AIRBORNE, power=1),
    "D": card("Duo", power=Split(1, 4)),
}
"""X and Y are yours, B and C me's; C is yours by owner, D controlled by nobody."""
OWNER = {"B": "me", "C": "you"}
CONTROLLER = {"B": "me", "C": "me", "D": ""}


class Written:
    """The objects as printed, and what was written on them one after another."""

    def __init__(
        self,
        policies: dict[str, str] | None = None,
        book: Rulebook | None = None,
        players: tuple[str, ...] = ("you", "me"),
        **fields: Mapping[str, Any],
    ) -> None:
        things = []
        for entered, (id, form) in enumerate(CARDS.items(), 1):
            owner, controller = OWNER.get(id, "you"), CONTROLLER.get(id, "you")
            one = Thing(id, form, owner, controller, "realm", None, None, (entered, 0), {})
            own = {name: values[id] for name, values in fields.items() if id in values}
            things.append(replace(one, **own))
        rules = book or small_rulebook(policies)
        situation = Situation(rules, players, tuple(things), (), None, frozenset())
        self.effects = ReplayEffects(ReplayTable(situation))
        self.table = self.effects.table
        self.board = starting_board(self.table, self.effects.instances)
        self.made = 0

    def effect(self, ability: a.Ability, **fields: Any) -> ReplayEffect:
        """An effect of C that resolved, used by you."""
        self.made += 1
        own: dict[str, Any] = {"player": "you", **fields}
        return ReplayEffect(f"R{self.made}", "C", ability, (9, self.made), 0, **own)

    def does(
        self, *operations: a.Operation, scope: a.Selector = X, **fields: object
    ) -> dict[str, str]:
        """Write it, layer by layer; what was meant, and of whom."""
        effect = self.effect(line(scope, *operations), **fields)
        meant: dict[str, str] = {}
        for _, part in sorted(self.effects.parts(effect).items()):
            seen = self.effects.look(part, self.board)
            for name, row in apply(part, seen, self.board, self.effects).items():
                meant[name] = "".join(self.table.named(row))
        return meant

    def number(self, object: str, name: str = POWER) -> int | None:
        """A number, None where it is missing."""
        return self.board.number(object, name)

    def words(self, object: str, name: str = "subtypes") -> set[str]:
        """The words of a set."""
        return {*self.board.words(object, name)}

    def keywords(self, object: str) -> list[str]:
        """What it has, in order: keywords, and `text` for each line."""
        return [one.ability.keyword or "text" for one in self.board.abilities(object)]

    def marks(self, object: str) -> list[str]:
        """The marks in words."""
        return sorted(one.text for one in self.board.marks(object))
