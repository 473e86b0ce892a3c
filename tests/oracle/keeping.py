"""What static effects copy since they first applied, in the oracle. Rule 707.2c of Magic."""

from __future__ import annotations

from layerlaw.model.algebra import Ability, CopyOf
from oracle.derive import Answer
from oracle.effects import is_static, static_effect
from oracle.values import mentions_it
from oracle.world import RULES, Copies, Copying, Effect, World


def keep_copies(world: World, derivation: Answer) -> None:
    """Remember what each static effect copied that applied for the first time just now.

    What is neither applied nor had any more, where it works, is forgotten.
    """
    if not world.layered or world.policy("static copy") != "keeps what it read":
        return
    board, kept = derivation.board, dict[Copying, tuple[str | None, Copies]]()
    there = [effect for effect, _ in derivation.course.applied.values()]
    for holder, instances in board.abilities.items():
        for instance in instances:
            if is_static(instance) and world.works_in(holder, instance.ability.zones):
                there.append(static_effect(instance, board))
    for key, (choice, copied) in world.copying.items():
        if any(
            effect.copied and effect.copied == copied and is_key(effect, key) for effect in there
        ):
            kept[key] = choice, copied
    for effect, read in derivation.course.applied.values():
        new = not effect.copied and effect.source != RULES
        if new and len(read) == copies(effect.ability) > 0:
            key = (effect.id, (effect.source, effect.life), effect.ability)
            kept[key] = world.things[effect.source].choice, tuple(read)
    world.copying = kept


def is_key(effect: Effect, key: Copying) -> bool:
    """Whether it is that effect of that object."""
    return (effect.id, (effect.source, effect.life)) == key[:2]


def copies(ability: Ability) -> int:
    """How many copies the ability makes; 0 if one is of another object for each, or of a text."""
    every = [
        one
        for instruction in ability.instructions
        for one in instruction.operations
        if isinstance(one, CopyOf)
    ]
    return 0 if any(one.text or mentions_it(one.of) for one in every) else len(every)
