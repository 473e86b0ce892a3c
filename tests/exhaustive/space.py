"""The space of small scenarios: boards by what stands on them, times the policies they ask.

An object is named by its place in the order of entry and refers to others by that place, so no
two boards differ by names alone; the first to enter is yours, so none differ by the players'
names alone. A policy is varied on the boards where the definition asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from typing import Any

from exhaustive.rules import Policies, combinations, procedures, tiny_rulebook
from exhaustive.words import IDS, SPELLS, Letter
from layerlaw.model.algebra import Ability, ChangeNumber, Gain, Lose, LoseAll, SetStatus
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Event, Play, Together
from layerlaw.model.scenarios.scenario import Scenario
from oracle.build import ME, WHERE, YOU, scenario
from oracle.kinds import kind_of
from oracle.layering import layer_of

OWNERS = (YOU, ME, YOU)
TEST = ("test", "parity", "graph")
QUEUE = ("freed", "dependents", "independent", "loop")
STATE = ("set", "ability lost", "loss", "granted timestamp", "several", "condition read", "floor")
RESOLVED = ("resolved set", "resolved variable")


@dataclass(frozen=True)
class Board:
    """Objects in the order of entry, each with the letters that are its abilities.

    layers: how the rulebook lays out its layers. dead: how many of the last are in the cemetery.
    spell: what resolves before the last one enters.
    """

    layers: str
    objects: tuple[tuple[str, ...], ...]
    alphabet: Mapping[str, Letter] = field(hash=False, compare=False)
    dead: int = 0
    spell: str | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The objects."""
        return IDS[: len(self.objects)]

    @cached_property
    def abilities(self) -> tuple[tuple[Ability, ...], ...]:
        """The abilities of every object."""
        count = len(self.objects)
        return tuple(
            tuple(
                self.alphabet[letter](self.ids[(place + 1) % count], self.ids[place - 1])
                for letter in letters
            )
            for place, letters in enumerate(self.objects)
        )

    def scenario(self, rulebook: Rulebook) -> Scenario:
        """All objects enter in one block, in their order; with a spell, the last one after it."""
        plays = tuple(self._play(place) for place in range(len(self.objects)))
        events: list[Event] = [Together(plays, WHERE)]
        if self.spell is not None:
            magic = Card(
                "Magic",
                {"types": ()},
                {},
                (PrintedAbility("resolves", SPELLS[self.spell]),),
            )
            cast = Play(YOU, magic, "S", None, (), None, WHERE)
            events = [Together(plays[:-1], WHERE), cast, plays[-1]]
        letters = " / ".join(" and ".join(each) for each in self.objects)
        title = f"{self.layers}: {letters}" + (f", {self.spell}" if self.spell else "")
        return scenario(rulebook, events, title=title)

    def _play(self, place: int) -> Play:
        card = Card(
            f"Card {self.ids[place]}",
            {"types": ("minion", "beast")},
            {"power": place + 1},
            tuple(PrintedAbility("has", ability) for ability in self.abilities[place]),
        )
        zone = "cemetery" if place >= len(self.objects) - self.dead else None
        return Play(OWNERS[place], card, self.ids[place], None, (), None, WHERE, zone=zone)

    @cached_property
    def asks(self) -> frozenset[str]:
        """The policies that the definition asks for on this board, beyond those of procedure."""
        printed = [each for some in self.abilities for each in some]
        all_abilities = list(printed)
        if self.spell is not None:
            all_abilities.append(SPELLS[self.spell])
        for each in all_abilities:
            all_abilities += [one.ability for one in operations(each) if isinstance(one, Gain)]
        found = [one for each in all_abilities for one in operations(each)]
        rulebook = tiny_rulebook(self.layers)
        asked = set()
        grants = [one for one in found if isinstance(one, Gain)]
        if any(one.ability.instructions for one in grants):
            asked.add("granted timestamp")
        takes = [one for one in found if isinstance(one, Lose | LoseAll | SetStatus)]
        if grants and takes:
            asked.add("loss")
        if any(each.condition is not None for each in all_abilities):
            asked.add("condition read")
        if any(isinstance(one, ChangeNumber) and one.sign == "-" for one in found):
            asked.add("floor")
        if any(len(some) > 1 for some in self.abilities):
            asked.add("several")
        if any(
            len({layer_of(one, rulebook, defines=False) for one in operations(a)}) > 1
            for a in all_abilities
        ):
            asked.update(("set", "ability lost"))
        kinds: dict[str, set[bool]] = {}
        for each in all_abilities:
            parts: dict[str, bool] = {}
            for one in operations(each):
                layer = layer_of(one, rulebook, defines=False)
                parts[layer] = parts.get(layer, False) or kind_of(one).sets
            for layer, setting in parts.items():
                kinds.setdefault(layer, set()).add(setting)
        if any(len(each) > 1 for each in kinds.values()):
            asked.add("parity")
        if len(all_abilities) > 1:
            asked.update(("test", "graph", *QUEUE))
        if self.spell is not None:
            asked.update(("resolved set", "resolved variable"))
        return frozenset(asked)


def operations(ability: Ability) -> list[Any]:
    """The operations of an ability."""
    return [one for each in ability.instructions for one in each.operations]


@dataclass(frozen=True)
class Family:
    """Boards of one kind, with the policies that are varied on them.

    alphabet: what one object may have; `pairs`: or any two of these. sizes: how many objects.
    bare: whether objects without ability count. dead: how many of the last to arrive are in the
    cemetery. spells: what resolves before the last one enters. procedure, state: the policies of
    which all combinations are taken; fixed: those that all have besides, each of these in turn.
    """

    name: str
    layers: str
    alphabet: Mapping[str, Letter]
    sizes: tuple[int, ...]
    procedure: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    fixed: tuple[Policies, ...] = ((),)
    bare: bool = True
    pairs: bool = False
    dead: tuple[int, ...] = (0,)
    spells: tuple[str | None, ...] = (None,)

    def boards(self) -> Iterator[Board]:
        """Every board: every object with every letter, or none."""
        slots: list[tuple[str, ...]] = [()] if self.bare else []
        slots += [(letter,) for letter in self.alphabet]
        if self.pairs:
            slots += [(one, other) for one in self.alphabet for other in self.alphabet]
        for size in self.sizes:
            for objects in product(slots, repeat=size):
                for dead, spell in product(self.dead, self.spells):
                    if (any(objects) or spell) and dead <= size:
                        yield Board(self.layers, objects, self.alphabet, dead, spell)

    def policies(self, board: Board) -> list[Policies]:
        """All combinations of the policies varied that are asked for on the board."""
        return list(
            _combined(
                tuple(name for name in self.procedure if name in board.asks),
                tuple(name for name in self.state if name in board.asks),
                self.fixed,
            )
        )

    def scenarios(self) -> Iterator[tuple[Board, list[Policies]]]:
        """Every board with its policies."""
        for board in self.boards():
            yield board, self.policies(board)


@cache
def _combined(
    procedure: tuple[str, ...], state: tuple[str, ...], fixed: tuple[Policies, ...]
) -> tuple[Policies, ...]:
    found = {
        (*more, *first, *second): None
        for first in procedures(procedure)
        for second in combinations(state)
        for more in fixed
    }
    return tuple(found)


Distinct = tuple[object, ...]


def distinct(board: Board, policies: Policies) -> Distinct:
    """A scenario as what no other one has: its board, and the policies that are not the first.

    Two letters that come to the same ability on this board make no difference.
    """
    departures = frozenset((name, v) for name, v in policies if v != POLICIES[name][0])
    return board.layers, board.abilities, board.dead, board.spell, departures
