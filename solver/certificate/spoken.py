"""What the record calls an ability is read back: the text has to mean the ability."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, AllOf, AnyOf, Both, Either, Everything, Noun
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.words import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.facts.records import Facts


def misread(facts: Facts) -> Iterator[str]:
    """The texts that mean another ability than the one that they are said to stand for.

    A text that cannot be read, of trees made by hand under a rulebook without words for them,
    means nothing else.
    """
    situation = facts.situation
    words = vocabulary(situation.rulebook).with_names(
        situation.players, [thing.id for thing in situation.things]
    )
    for text, ability in facts.texts.items():
        try:
            meant = parse_ability(text, words)
        except LayerlawError:
            continue
        if bare(meant) != bare(ability):
            yield text


def bare(tree: object) -> object:
    """The tree in one form for all that mean the same by their shape, without what is not said.

    Not said is what a keyword or a noun means; parts of "and" and "or" stand in no order.
    """
    if isinstance(tree, tuple):
        return tuple(map(bare, tree))
    if isinstance(tree, Ability) and tree.keyword is not None:
        zones = () if tree.instructions else tree.zones
        return Ability(tree.keyword, zones=zones, number=tree.number)
    if isinstance(tree, Noun):
        return bare(tree.meaning)
    if isinstance(tree, Both | Either | AllOf | AnyOf):
        return _joined(tree)
    if is_dataclass(tree) and not isinstance(tree, type):
        parts = {field.name: bare(getattr(tree, field.name)) for field in fields(tree)}
        return replace(tree, **parts)
    return tree


def _joined(tree: Both | Either | AllOf | AnyOf) -> object:
    kind = type(tree)
    flat: list[object] = []
    for part in map(bare, tree.inner):
        if isinstance(part, tuple) and part[:1] == (kind.__name__,):
            flat += part[1:]
        else:
            flat.append(part)
    kept = {repr(one): one for one in flat if kind is not Both or one != Everything()}
    if len(kept) < 2:
        return next(iter(kept.values()), Everything())
    return (kind.__name__, *(kept[name] for name in sorted(kept)))
