"""The rulebook's own abilities, made ready once for all boards that are played under it.

They are printed on the stand-in for the rules, which is on every board, and come before all others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.effects.context import Instances
from layerlaw.solver.effects.printed import printed_abilities
from layerlaw.solver.effects.programs import ability_program
from layerlaw.solver.facts.situation import RULES

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.kinds import InstanceNumber, LayerNumber
    from layerlaw.solver.effects.programs import LayerProgram


@dataclass(frozen=True, slots=True)
class RulesInLayer:
    """What the rules do in one layer, by the number of the ability.

    alone: whether no rule here does anything in another layer.
    """

    layer: LayerNumber
    programs: tuple[tuple[InstanceNumber, LayerProgram], ...]
    alone: bool


@dataclass(frozen=True, slots=True)
class RulePrograms:
    """What the rules do that has to be made ready for no board in particular.

    numbers: these abilities. acts_until: as in `AbilityProgram`. apart: whether no two of their
    effects have the same id.
    """

    numbers: tuple[InstanceNumber, ...]
    by_layer: tuple[RulesInLayer, ...]
    acts_until: int
    apart: bool


def rule_instances(rulebook: Rulebook, card: Card) -> Instances:
    """The table that holds the rules' abilities alone; card: the stand-in's.

    It is made once for a rulebook and copied for each derivation.
    """
    instances = Instances()
    for placed in printed_abilities(card, named=True):
        instances.printed(*placed)
    return instances


def rule_programs(rulebook: Rulebook, card: Card) -> RulePrograms:
    """The programs of the rules that grant nothing and have no condition."""
    numbers: list[InstanceNumber] = []
    by_layer: dict[LayerNumber, list[tuple[InstanceNumber, LayerProgram]]] = {}
    not_alone: set[LayerNumber] = set()
    acts_until = -1
    instances = rulebook.kept(rule_instances, card)
    for number in instances.numbers:
        instance = instances[number]
        if not instance.static or RULES not in instance.ability.zones:
            continue
        program = rulebook.kept(ability_program, instance.ability)
        if program.grants or program.condition is not None:
            continue
        numbers.append(number)
        acts_until = max(acts_until, program.acts_until)
        for one in program.layers:
            by_layer.setdefault(one.layer, []).append((number, one))
            if len(program.layers) > 1:
                not_alone.add(one.layer)
    names = {instances[number].name for number in numbers}
    return RulePrograms(
        tuple(numbers),
        tuple(
            RulesInLayer(
                layer,
                tuple(here),
                layer not in not_alone,
            )
            for layer, here in by_layer.items()
        ),
        acts_until,
        len(names) == len(numbers),
    )
