"""Questions of procedure that are asked only where something on the table can make them matter.

Each is the policy's answer where the policy has one value; where several readings are looked at
side by side, it is asked for only if the cards there could tell the difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import CopyOf, Gain, Rename, ReplaceInText
from layerlaw.model.algebra.mentions import given_abilities
from layerlaw.model.algebra.split import parts_of
from layerlaw.model.algebra.trees import operations_of
from layerlaw.solver.facts.situation import printed_form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.board.columns import Losses
    from layerlaw.solver.facts.situation import Situation


def reads_at_checks(situation: Situation) -> bool:
    """Whether conditions are read at the checks, and there are any. Policy `condition read`."""
    rulebook = situation.rulebook
    if (
        rulebook.unsure("condition read")
        and not situation.on
        and not any(_conditional(ability) for ability in abilities_of(situation))
    ):
        return False
    return rulebook.policy("condition read") == "at checks"


def bars_losses(situation: Situation) -> Losses:
    """Whether what is lost can't come back, if anything could bring something back. Policy `loss`.

    Where effects apply one after another, nobody has to know before it does.
    """
    rulebook = situation.rulebook
    if rulebook.unsure("loss"):
        if not any(
            isinstance(operation, Gain | CopyOf | ReplaceInText)
            for ability in abilities_of(situation)
            for operation in operations_of(ability)
        ):
            return ""
        if rulebook.policy("process") == "layered":
            return "may be barred"
    return "barred" if rulebook.policy("loss") == "bar" else ""


def gives_several_names(situation: Situation) -> bool:
    """Whether any ability could give an object more than one name."""
    return any(
        isinstance(one, Rename) and (one.besides or len(one.names) > 1)
        for ability in abilities_of(situation)
        for operation in operations_of(ability)
        for one in (operation.but if isinstance(operation, CopyOf) else (operation,))
    )


def cards_of(situation: Situation) -> Iterator[Card]:
    """Everything that is printed somewhere on the table, or that something there is a copy of."""
    rulebook = situation.rulebook
    for thing in situation.things:
        yield printed_form(rulebook, thing, thing.form)
        yield thing.card
    for effect in situation.effects:
        yield from (card for card in effect.copies if card is not None)
    for kept in situation.kept:
        yield from kept.cards


def numbers_below_floor(situation: Situation) -> frozenset[str]:
    """The characteristics of which a number below their floor is printed or counted somewhere."""
    floors = [
        (kind.name, kind.floor)
        for kind in situation.rulebook.characteristics.values()
        if kind.floor is not None
    ]
    things = situation.things
    faces = (card for thing in things for card in (thing.front, thing.melded) if card is not None)
    numbers = [card.numbers for card in (*cards_of(situation), *faces)]
    numbers += [thing.counters for thing in things]
    numbers += [{total.name: total.number} for total in situation.every_total]
    return frozenset(
        name
        for name, floor in floors
        if any(min(parts_of(one[name])) < floor for one in numbers if name in one)
    )


def abilities_of(situation: Situation) -> Iterator[Ability]:
    """Every ability that may apply there: of what is printed, of the rules, or left by an effect.

    What they grant is in them. What is only used, or triggers, applies once it has left an effect.
    """
    yield from static_abilities_of(situation)
    yield from (rule.ability for rule in situation.rulebook.rules)
    yield from (effect.ability for effect in situation.effects)


def static_abilities_of(situation: Situation) -> Iterator[Ability]:
    """Of what is printed on something, the abilities that apply as long as something has them."""
    for card in cards_of(situation):
        yield from (printed.ability for printed in card.every_ability if printed.use == "has")


def _conditional(ability: Ability) -> bool:
    """Whether the ability, or one that it grants, has a condition."""
    return any(one.condition is not None for one in (ability, *given_abilities(ability)))
