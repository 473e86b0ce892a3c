"""State-based checks: reading them off a complete state, and when there is nothing to look for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import conjuncts, operations_of
from layerlaw.model.algebra.writes import WriteCopy, WriteWords
from layerlaw.solver.board.columns import NAME, bits
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.derivation.permissions import may_on
from layerlaw.solver.effects.context import names_zone, no_effect
from layerlaw.solver.effects.evaluate import scoped
from layerlaw.solver.facts.records import FateRecord
from layerlaw.solver.facts.situation import printed_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook, StateCheck
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Index, Objects
    from layerlaw.solver.effects.context import Instances
    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.facts.situation import Thing


def fates(
    world: World, instances: Instances, board: Board, effects: Mapping[str, Effect]
) -> tuple[FateRecord, ...]:
    """What the rulebook's state-based checks find on a fully derived board.

    effects: by id, those that made marks. What can't have done to it what a check obeys is
    passed by, and so is one for each controller or name where the check says so. Clause:
    SORC-SBA-1.
    """
    records: list[FateRecord] = []
    taken = 0
    for check in world.rulebook.checks:
        select = scoped(check.who, no_effect(world, instances))
        found = select(board, -1) & ~taken & world.everyone
        hit = NO_OBJECTS
        for index in bits(found) if check.obeys else ():
            id = world.things[index].id
            if may_on(world, board, effects, id, check.obeys, passive=True).allowed:
                hit |= 1 << index
        hit = hit if check.obeys else found
        if check.one_for_each:
            first = NO_OBJECTS
            if check.prefers is not None:
                first = scoped(check.prefers, no_effect(world, instances))(board, -1)
            hit &= ~_left_over(world, board, check, found, found & ~hit, first)
        taken |= hit
        for index in bits(hit):
            id = world.things[index].id
            records.append(FateRecord(id, check.verdict, check.zone, check.clause))
    return tuple(records)


def _left_over(
    world: World, board: Board, check: StateCheck, found: Objects, safe: Objects, first: Objects
) -> Objects:
    """The one of each group that the check passes by.

    found: all that it selects. safe: those to which it can't be done; a group that has one needs
    no other. first: those that are passed by before others.
    """
    groups: dict[tuple[object, ...], list[Index]] = {}
    for index in bits(found):
        shared = {
            "controller": board.value(world.rulebook.control, index),
            "owner": world.things[index].owner,
            "name": board.value(NAME, index),
        }
        groups.setdefault(tuple(shared[what] for what in check.one_for_each), []).append(index)
    left = NO_OBJECTS
    for group in groups.values():
        if not any(safe >> index & 1 for index in group):
            rank = [(first >> i & 1, world.things[i].entered, i) for i in group]
            left |= 1 << max(rank)[-1]
    return left


def types_to_come(rulebook: Rulebook, card: Card) -> frozenset[str]:
    """The types that effects of the card may give to something; copying may give any."""
    return _types_given(rulebook, (printed.ability for printed in card.every_ability))


def _types_given(rulebook: Rulebook, abilities: Iterable[a.Ability]) -> frozenset[str]:
    given: set[str] = set()
    types = rulebook.types
    for ability in abilities:
        for operation in operations_of(ability):
            for write in operation.writes:
                match write:
                    case WriteCopy() | WriteWords(rulebook.types, _, None):
                        given.update(rulebook.characteristics[types].words if types else ())
                    case WriteWords(rulebook.types, how, tuple(words)) if how != "remove":
                        given.update(words)
    return frozenset(given)


class Danger:
    """The state-based checks of a rulebook, to be asked whether they could hit an object."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._given = _types_given(rulebook, (rule.ability for rule in rulebook.rules))
        self._checks = tuple(
            (names_zone(check.who), tuple(conjuncts(check.who))) for check in rulebook.checks
        )

    def may_hit(self, thing: Thing, coming: frozenset[str]) -> bool:
        """Whether some check could hit the object, going by what no effect can change.

        coming: the types that effects of the cards in the game may give; rules may give more.
        Counters and levels are made by events alone, so a check that asks for damage cannot hit
        what is not damaged, and no derivation is needed to see it.
        """
        rulebook = self._rulebook
        form = printed_form(rulebook, thing, thing.form)
        types = coming.union(self._given, form.sets.get(rulebook.types, ()))
        playing = thing.zone == rulebook.in_play
        return any(
            (playing or elsewhere)
            and all(_possible(rulebook, conjunct, thing, types) for conjunct in conjuncts)
            for elsewhere, conjuncts in self._checks
        )


def may_hit(rulebook: Rulebook, thing: Thing, coming: frozenset[str]) -> bool:
    """The same, asked once: see `Danger.may_hit`."""
    return Danger(rulebook).may_hit(thing, coming)


def _possible(
    rulebook: Rulebook, conjunct: a.Selector, thing: Thing, types: frozenset[str]
) -> bool:
    match conjunct:
        case a.Member(rulebook.types, word):
            return word in types
        case a.InZone(zone):
            return zone in ("*", thing.zone)
        case a.InRegion(region):
            # The ground itself is below ground too; nothing comes into the void by an effect.
            space = rulebook.space
            if space is None or thing.place is None:
                return False
            level = thing.place.level
            if region == space.void:
                return bool(thing.place.in_void)
            return level == "deep" or region == space.surface or space.ground in types
        case a.Either(parts):
            return any(
                all(_possible(rulebook, one, thing, types) for one in conjuncts(part))
                for part in parts
            )
        case a.Compared(a.Read(characteristic, a.It()), ">=" | ">", a.Number(least)):
            known = rulebook.characteristics.get(characteristic)
            if known is not None and known.counter and least > 0:
                return thing.counters.get(characteristic, 0) > 0
    return True
