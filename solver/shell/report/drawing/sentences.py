"""What stands in a box of a picture: what an effect does in its layer, in a sentence."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from layerlaw.model.notation.english import english_ability

if TYPE_CHECKING:
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.parts import Part


def part_in_english(derivation: Answer, part: Part) -> str:
    """What a part does, without what its ability does in other layers; a keyword by its name."""
    effect = part.effect
    kept = []
    for index, steps in groupby(part.steps, key=lambda step: step.index):
        instruction = effect.ability.instructions[index]
        done = [prepared.operation for step in steps for prepared in step.operations]
        operations = tuple(one for one in instruction.operations if one in done)
        kept.append(replace(instruction, operations=operations))
    ability = replace(effect.ability, instructions=tuple(kept))
    name = derivation.world.things[effect.holder].card.name
    return english_ability(ability, name, derivation.rulebook.plurals)
