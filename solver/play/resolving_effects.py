"""Makes the effects of what resolves, with everything that is fixed at that moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.solver.effects.context import context_of
from layerlaw.solver.facts.situation import ResolvedEffect, Timestamp
from layerlaw.solver.play.resolved_effects import speaks_of_targets_alone
from layerlaw.solver.play.resolving import (
    copied_cards,
    copying,
    frozen_ability,
    locked_sets,
    reads_the_state,
)
from layerlaw.solver.play.zones import lasts_with_source

if TYPE_CHECKING:
    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.play.announced import PlacedAbilities
    from layerlaw.solver.play.table import GameTable


@dataclass(frozen=True, slots=True)
class Use:
    """What resolves: whose it is, what was chosen, and the id that its effects bear.

    chosen: the targets that were chosen; targets: those of them that are still the same.
    """

    source: str
    player: str
    abilities: PlacedAbilities
    id: str
    timestamp: Timestamp
    targets: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    choice: str | None = None
    orphaned: bool = False
    joint: str = ""
    copied: Card | None = None


def make_effects(table: GameTable, use: Use) -> None:
    """Make the effects of these abilities, all worked out on the same state."""
    made = [(rank, printed) for rank, printed in use.abilities if printed.ability.instructions]
    if not made:
        return
    # Nothing is derived for what reads nothing: most spells only speak of their targets.
    needed = any(
        reads_the_state(printed.ability, sets=sets, variable=variable)
        for _, printed in made
        for sets, variable in table.rulebook.combinations(("resolved set", "resolved variable"))
    )
    before = table.derivation() if needed else None
    ids = _effect_ids(table, use, len(made))
    for id, (rank, printed) in zip(ids, made, strict=True):
        effect = ResolvedEffect(
            id,
            use.source,
            use.player,
            printed.ability,
            use.timestamp,
            rank,
            use.targets,
            (None,) * len(printed.ability.instructions),
            copies=(use.copied,) * len(copying(printed.ability)),
            orphaned=use.orphaned,
            choice=use.choice,
        )
        if before is not None:
            context = context_of(before.world, before.instances, effect)
            effect = replace(
                effect,
                ability=frozen_ability(printed.ability, context, before.board),
                locked=locked_sets(printed.ability, context, before.board),
            )
            if use.copied is None:
                effect = replace(
                    effect, copies=copied_cards(printed.ability, context, before.board)
                )
        if use.orphaned and lasts_with_source(table, effect):
            table.note_effect(id, f"ends at once, for {use.source} has left")
        elif _has_no_target_left(use, printed.ability):
            table.note_effect(id, "does nothing, for its targets have left")
        else:
            table.effects.append(effect)


def _has_no_target_left(use: Use, ability: Ability) -> bool:
    return bool(use.chosen) and not use.targets and speaks_of_targets_alone(ability)


def _effect_ids(table: GameTable, use: Use, count: int) -> list[str]:
    """The ids of the effects; while one of that id stands, a second use says `again`."""
    tries = 0
    while True:
        again = "" if not tries else ".again" if tries == 1 else f".again{tries}"
        id = f"{use.id}{again}"
        ids = [id] if count == 1 else [f"{id}{use.joint}{n}" for n in range(1, count + 1)]
        if not any(map(table.effects.has_id, ids)):
            return ids
        tries += 1
