"""Ground that no scenario names: where it stands, and which cards can tell that it is there.

What stands on the surface stands on ground. Where a scenario names none, there is ground with the
rulebook's numbers at 0, and without a name, words or a controller.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, get_args

from layerlaw.model import algebra as a
from layerlaw.model.algebra.mentions import counted
from layerlaw.model.algebra.trees import abilities_given, nodes, parts, with_abilities_given
from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.rulebooks.space import Space
    from layerlaw.model.scenarios.events import Event

_SELECTORS: tuple[type, ...] = get_args(a.Selector)

MARK = "@"
"""Between the type and the square, in the ids of such ground; no id of a scenario holds it."""


def unnamed_id(space: Space, square: int) -> str:
    """What the ground on a square is called."""
    return f"{space.ground}{MARK}{square}"


def is_unnamed(id: str) -> bool:
    """Whether an object's id is that of ground which the scenario does not name."""
    return MARK in id


def unnamed_card(space: Space) -> Card:
    """What is printed on it."""
    assert space.unnamed is not None
    return Card("", {space.types: (space.ground,)}, dict.fromkeys(space.unnamed.numbers, 0))


def stands_on_ground(space: Space | None, types: Iterable[str]) -> bool:
    """Whether what has these printed types stands on ground, unless it is in the void."""
    if space is None or space.unnamed is None:
        return False
    return not set(space.unnamed.under).isdisjoint(types) and space.ground not in types


def tells_ground(rulebook: Rulebook, events: Iterable[Event]) -> bool:
    """Whether anything could tell such ground from none: a card, a rule that cards wake, or what
    lies in the void.

    If not, nothing selects it, so nothing changes it, and leaving it out changes no answer.
    """
    space = rulebook.space
    if space is None or space.unnamed is None:
        return False
    cards: list[Card] = []
    for one in nodes(tuple(events), closed=Card):
        if isinstance(one, Card):
            cards.append(one)
        elif isinstance(one, Place) and one.in_void:
            # What covers several squares lies in the void on those without ground.
            return True
    return _speak_of_ground(rulebook, space, cards)


def _speak_of_ground(rulebook: Rulebook, space: Space, cards: Iterable[Card]) -> bool:
    """Whether the cards, or rules that they wake, may select such ground."""
    abilities = [printed.ability for card in cards for printed in card.every_ability]
    keywords = frozenset(_keywords(abilities))
    abilities += [rule.ability for rule in rulebook.rules]
    return any(_reaches(ability, space, keywords) for ability in abilities)


def counts_ground(ability: a.Ability, space: Space) -> bool:
    """Whether the ability counts objects among which there may be such ground."""
    return any(_may_be(among, space) for among in counted(ability))


def _keywords(abilities: Iterable[a.Ability]) -> Iterator[str]:
    for ability in abilities:
        if ability.keyword is not None:
            yield ability.keyword
        for instruction in ability.instructions:
            for operation in instruction.operations:
                yield from _keywords(abilities_given(operation))


@lru_cache(maxsize=10_000)
def _reaches(ability: a.Ability, space: Space, keywords: frozenset[str]) -> bool:
    """Whether any selector in the ability may select such ground."""
    if ability.condition is not None and _looks(ability.condition, space):
        return True
    for instruction in ability.instructions:
        if _hopeless(instruction.scope, keywords):
            continue
        if _looks(instruction.scope, space):
            return True
        for operation in instruction.operations:
            if any(_reaches(one, space, keywords) for one in abilities_given(operation)):
                return True
            bare = with_abilities_given(operation, lambda _: a.Ability(""))
            if _looks(bare, space):
                return True
    return ability.until is not None and _looks(ability.until, space)


def _hopeless(scope: a.Selector, keywords: frozenset[str]) -> bool:
    """Whether the scope asks for a keyword that nothing on the table has or gives."""
    if isinstance(scope, a.Noun):
        return _hopeless(scope.meaning, keywords)
    if isinstance(scope, a.Both):
        return any(_hopeless(one, keywords) for one in scope.inner)
    return isinstance(scope, a.HasAbility) and scope.keyword not in (None, *keywords)


def _looks(tree: object, space: Space) -> bool:
    """Whether a selector anywhere in the tree may select such ground."""
    if isinstance(tree, tuple):
        return any(_looks(one, space) for one in tree)
    if isinstance(tree, a.Matches):
        return _may_be(a.Both((tree.subject, tree.what)), space) or _inside(
            (tree.subject, tree.what), space
        )
    if not is_dataclass(tree):
        return False
    return (isinstance(tree, _SELECTORS) and _may_be(tree, space)) or _inside(tree, space)


def _inside(tree: object, space: Space) -> bool:
    """As `_looks`, for what stands inside of a selector that selects something else."""
    match tree:
        case a.Both(inner) | a.Either(inner):
            return any(_inside(one, space) for one in inner)
        case a.Not(inner):
            return _inside(inner, space)
        case a.Noun(meaning=meaning):
            return _inside(meaning, space)
        case tuple():
            return any(_inside(one, space) for one in tree)
    return any(_looks(part, space) for part in parts(tree))


def _is_ground(selector: object, space: Space) -> bool:
    """Whether the selector says that what it selects is ground."""
    if isinstance(selector, a.Noun):
        return _is_ground(selector.meaning, space)
    if isinstance(selector, a.Both):
        return any(_is_ground(one, space) for one in selector.inner)
    return selector == a.Member(space.types, space.ground)


def _may_be(selector: object, space: Space) -> bool:
    """Whether the selector may select such ground, whatever its words, numbers and controller."""
    assert space.unnamed is not None
    match selector:
        case a.Member(space.types, word):
            return word == space.ground
        case a.Member(_, word):
            return word in space.unnamed.words
        case a.Noun(meaning=meaning):
            return _may_be(meaning, space)
        case a.Both(inner):
            # It has no name, but who asks for ground of some name has to be told of it.
            rest = tuple(one for one in inner if not isinstance(one, a.Named | a.ChosenName))
            of_ground = len(rest) == len(inner) or any(_is_ground(one, space) for one in rest)
            return of_ground and all(_may_be(one, space) for one in rest)
        case a.Either(inner):
            return any(_may_be(one, space) for one in inner)
        case a.InRegion(region):
            return region != space.void
        case (
            a.Self()
            | a.It()
            | a.Target()
            | a.Bearer()
            | a.Identified()
            | a.Named()
            | a.ChosenName()
            | a.Players()
            | a.Bearing()
            | a.BorneBy()
            | a.EnteredThisTurn()
            | a.CameFrom()
            | a.Linked()
            | a.PrintedToken()
            | a.Did()
        ):
            return False
    # A zone, a status, a comparison, a player's: it may be.
    return True
