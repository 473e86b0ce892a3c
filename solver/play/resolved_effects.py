"""The resolved effects in force, indexed so that an event looks only at those it may change."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.mentions import given_abilities

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from layerlaw.solver.facts.situation import ResolvedEffect

WIDE = 50
"""An effect about more objects than this is looked at whenever any object changes."""

BY_TURNS = a.EndOfTurn | a.YourNextTurn | a.EndOfNextTurn | a.ControllersNextTurn
"""The durations that count turns."""

Key = tuple[str, str]
"""What effects are looked for by (their id, a keyword that they give...), and which one of it."""


class ResolvedEffects:
    """The resolved effects in the order in which they were made.

    Every query returns the numbers of the effects that may be concerned, in that order; an effect
    keeps its number when `put` replaces it.
    """

    def __init__(self) -> None:
        self._all: dict[int, ResolvedEffect] = {}
        self._count = 0
        self._keys: dict[int, tuple[Key, ...]] = {}
        self._index: defaultdict[Key, set[int]] = defaultdict(set)
        self._stirred: set[int] = set()

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[ResolvedEffect]:
        return iter(self._all.values())

    def __getitem__(self, number: int) -> ResolvedEffect:
        return self._all[number]

    # --- questions -------------------------------------------------------------------------

    def numbers(self) -> list[int]:
        """All effects."""
        return list(self._all)

    def has_id(self, id: str) -> bool:
        """Whether an effect with that id is in force."""
        return bool(self._under("id", id))

    @property
    def conditional(self) -> bool:
        """Whether there is a condition in any of them, or in what one copies."""
        return bool(self._under("conditional"))

    def about(self, object: str) -> list[int]:
        """The effects that refer to the object: as their source, a member, or noted."""
        return sorted({*self._under("about", object), *self._under("wide")})

    def giving(self, keyword: str) -> list[int]:
        """The effects that let something gain the keyword."""
        return sorted(self._under("giving", keyword))

    def lending(self) -> list[int]:
        """The effects that let something gain activated abilities of others, whatever they are."""
        return sorted(self._under("lending"))

    def by_turns(self) -> list[int]:
        """The effects whose duration counts turns."""
        return sorted(self._under("by turns"))

    def by_facts(self) -> list[int]:
        """The effects that last until something is so."""
        return sorted(self._under("by facts"))

    def stirred(self, objects: Iterable[str]) -> list[int]:
        """The effects added or replaced since the last call, and those about the objects."""
        numbers = self._stirred.union(*(self.about(object) for object in objects))
        self._stirred = set()
        return sorted(numbers & self._all.keys())

    def _under(self, what: str, which: str = "") -> Collection[int]:
        return self._index.get((what, which), ())

    # --- changes ---------------------------------------------------------------------------

    def append(self, effect: ResolvedEffect) -> None:
        """Adds an effect, the newest."""
        self._count += 1
        self._enter(self._count, effect)

    def put(self, number: int, effect: ResolvedEffect) -> None:
        """Replaces the effect of that number."""
        if effect is not self._all[number]:
            self._leave(number)
            self._enter(number, effect)

    def remove(self, number: int) -> None:
        """Removes the effect of that number."""
        self._leave(number)
        del self._all[number]

    def _enter(self, number: int, effect: ResolvedEffect) -> None:
        self._all[number] = effect
        self._stirred.add(number)
        self._keys[number] = tuple(_keys(effect))
        for key in self._keys[number]:
            self._index[key].add(number)

    def _leave(self, number: int) -> None:
        """Removes the effect from the index; its place in the order stays."""
        self._stirred.discard(number)
        for key in self._keys.pop(number):
            self._index[key].discard(number)


def _keys(effect: ResolvedEffect) -> Iterator[Key]:
    """The keys under which an effect is indexed."""
    yield "id", effect.id
    yield from (("giving", keyword) for keyword in given_by(effect))
    if any(lent_by(effect)):
        yield "lending", ""
    spoken_of = _spoken_of(effect)
    if len(spoken_of) > WIDE:
        yield "wide", ""
    else:
        yield from (("about", object) for object in spoken_of)
    until = effect.ability.until
    if effect.ending or isinstance(until, BY_TURNS):
        yield "by turns", ""
    if isinstance(until, a.UntilFact):
        yield "by facts", ""
    copied = (printed.ability for card in effect.copies if card for printed in card.every_ability)
    if any(map(has_condition, (effect.ability, *copied))):
        yield "conditional", ""


def given_by(effect: ResolvedEffect) -> frozenset[str]:
    """The keywords that the effect lets something gain."""
    return frozenset(
        operation.ability.keyword
        for instruction in effect.ability.instructions
        for operation in instruction.operations
        if isinstance(operation, a.Gain) and operation.ability.keyword is not None
    )


def lent_by(effect: ResolvedEffect) -> Iterator[a.GainActivated]:
    """Where the effect lets something gain activated abilities of others."""
    for instruction in effect.ability.instructions:
        for operation in instruction.operations:
            if isinstance(operation, a.GainActivated):
                yield operation


def has_condition(ability: a.Ability) -> bool:
    """Whether the ability, or one that it grants, has a condition."""
    return any(part.condition is not None for part in (ability, *given_abilities(ability)))


def speaks_of_targets_alone(ability: a.Ability) -> bool:
    """Whether every instruction is about targets only, and nothing is said of what enters."""
    instructions = ability.instructions
    return not ability.entering and all(isinstance(one.scope, a.Target) for one in instructions)


def _spoken_of(effect: ResolvedEffect) -> frozenset[str]:
    """The objects that the effect refers to; it forgets one that becomes a new object."""
    return frozenset(
        (
            effect.source,
            *effect.targets,
            *(id for lock in effect.locked for id in lock or ()),
            *effect.over_for,
            *(id for id, _ in effect.withheld),
            *_recorded(effect.ability),
        )
    )


def _recorded(ability: a.Ability) -> Iterator[str]:
    """The objects for which the ability has recorded a number or a player."""
    for instruction in ability.instructions:
        for operation in instruction.operations:
            tree = operand_of(operation)
            if isinstance(tree, a.Recorded):
                yield from (id for id, _ in tree.numbers)
            elif isinstance(tree, a.RecordedPlayer):
                yield from (id for id, _ in tree.players)
