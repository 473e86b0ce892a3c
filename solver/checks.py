"""State-based checks: reading them off a complete state, and when there is nothing to look for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board import bits
from layerlaw.solver.context import Context
from layerlaw.solver.evaluate import scoped
from layerlaw.solver.records import FateRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.cards import Card
    from layerlaw.model.rulebook import Rulebook
    from layerlaw.solver.abilities import Instances
    from layerlaw.solver.board import Board
    from layerlaw.solver.situation import Thing
    from layerlaw.solver.world import World


def fates(world: World, instances: Instances, board: Board) -> tuple[FateRecord, ...]:
    """What the rulebook's state-based checks find on a fully derived board. Clause: SORC-SBA-1."""
    found: list[FateRecord] = []
    taken = 0
    for check in world.rulebook.checks:
        select, _ = scoped(check.who, Context(world, instances, 0, None, 0))
        hit = select(board, -1) & ~taken
        taken |= hit
        found += [
            FateRecord(world.things[index].id, check.verdict, check.zone, check.clause)
            for index in bits(hit)
        ]
    return tuple(found)


def types_to_come(rulebook: Rulebook, card: Card) -> frozenset[str]:
    """The types that effects of the card may give to something; copying may give any."""
    found: set[str] = set()
    for printed in card.abilities:
        for operation in _operations(printed.ability):
            match operation:
                case a.AddMembers("types", words) | a.SetMembers("types", words):
                    found.update(words)
                case a.ReplaceMember("types", _, new) | a.Animate(new):
                    found.add(new)
                case a.CopyOf():
                    found.update(rulebook.characteristics["types"].words)
    return frozenset(found)


def _operations(ability: a.Ability) -> Iterator[a.Operation]:
    """The operations of the ability and of the abilities that it grants."""
    for instruction in ability.instructions:
        for operation in instruction.operations:
            yield operation
            if isinstance(operation, a.Gain):
                yield from _operations(operation.ability)


def may_hit(rulebook: Rulebook, thing: Thing, coming: frozenset[str]) -> bool:
    """Whether some check could hit the object, going by what no effect can change.

    coming: the types that effects of the cards in the game may give. Counters and levels are made
    by events alone, so a check that asks for damage cannot hit what is not damaged, and no
    derivation is needed to see it.
    """
    types = coming.union(thing.form.sets.get("types", ()))
    return thing.zone == rulebook.in_play and any(
        all(_possible(rulebook, conjunct, thing, types) for conjunct in _conjuncts(check.who))
        for check in rulebook.checks
    )


def _conjuncts(selector: a.Selector) -> Iterator[a.Selector]:
    match selector:
        case a.Both(parts):
            for part in parts:
                yield from _conjuncts(part)
        case a.Noun(_, meaning):
            yield from _conjuncts(meaning)
        case _:
            yield selector


def _possible(
    rulebook: Rulebook, conjunct: a.Selector, thing: Thing, types: frozenset[str]
) -> bool:
    match conjunct:
        case a.Member("types", word):
            return word in types
        case a.InRegion(region):
            # The ground itself is below ground too; nothing comes into the void by an effect.
            space = rulebook.space
            if space is None or thing.place is None:
                return False
            level = thing.place.level
            if region == space.void:
                return level == "void"
            return level == "deep" or region == space.surface or space.ground in types
        case a.Compared(a.Read(characteristic, a.It()), ">=" | ">", a.Number(least)):
            known = rulebook.characteristics.get(characteristic)
            if known is not None and known.counter and least > 0:
                return thing.counters.get(characteristic, 0) > 0
    return True
