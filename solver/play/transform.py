"""Objects that get another printed form and stay the same: transformed, with their marks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, Gain, Instruction, Self, SourceLeaves
from layerlaw.solver.facts.situation import ResolvedEffect

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.play.table import Table


def transform(table: Table, id: str, card: Card) -> None:
    """The object has the card's printed form from now on. Clause: SORC-TRANSFORM-1.

    A mark that was printed stays though the new form does not print it, and what had none does
    not get one by being printed on the new form.
    """
    thing = table.things[id]
    without = thing.without
    for keyword in table.rulebook.marks:
        printed = any(one.ability.keyword == keyword for one in card.abilities)
        had = id in table.marked(keyword)
        if printed and not had and not table.has_keyword(id, keyword):
            without |= {keyword}
        elif had and not printed:
            table.effects.append(_kept(table, id, keyword))
    if table.rulebook.policy("new timestamp") == "transforming":
        thing = replace(thing, entered=table.timestamp)
    table.put(replace(thing, card=card, copied=None, without=without))
    about = table.effects.about(id)
    table.end(about, lambda effect: effect.id == f"{id}.copy", "ends with the old form")


def _kept(table: Table, id: str, keyword: str) -> ResolvedEffect:
    """The mark as an effect of its own, for as long as the object is in play."""
    gain = Gain(table.rulebook.keywords.get(keyword, Ability(keyword)))
    ability = Ability(None, (Instruction(Self(), (gain,)),), until=SourceLeaves())
    thing = table.things[id]
    return ResolvedEffect(
        f"{id}.{keyword}", id, thing.controller, ability, table.timestamp, 0, (), (None,)
    )
