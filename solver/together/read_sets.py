"""What trees look at, by key and object, and whether that is held (read on the state itself).

Presence (a word, an ability, a status, a name) is not held; whatever stands inside a `not`, and
every number, count, player and place, is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import ALL
from layerlaw.solver.together.keys import ANY_ABILITY, NAMES, PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.together.keys import Key


@dataclass(frozen=True, slots=True)
class Look:
    """A key looked at on objects; where None, on each candidate for itself."""

    key: Key
    where: int | None
    held: bool


Looks = frozenset[Look]
NOTHING: Looks = frozenset()


def everywhere(looks: Iterable[Look], mask: int = ALL) -> Looks:
    """The looks of something that asks for all of the mask's objects at once."""
    return frozenset(replace(one, where=mask) if one.where is None else one for one in looks)


def firmly(looks: Iterable[Look]) -> Looks:
    """The same looks, all of them held."""
    return frozenset(replace(one, held=True) for one in looks)


def selector_looks(tree: a.Selector, context: Context, *, held: bool = False) -> Looks:
    """What deciding whether an object is selected looks at."""
    world = context.world
    match tree:
        case a.Noun(_, meaning):
            return selector_looks(meaning, context, held=held)
        case a.Member(characteristic, word):
            return frozenset((Look(("word", characteristic, word), None, held),))
        case a.Named() | a.ChosenName():
            return frozenset((Look(NAMES, None, held),))
        case a.HasStatus(status):
            return frozenset((Look(("status", status), None, held),))
        case a.HasAbility(keyword):
            key = ANY_ABILITY if keyword is None else ("keyword", keyword)
            disabling = (Look(("status", s), None, True) for s in world.rulebook.disabling)
            return frozenset((Look(key, None, held), *disabling))
        case a.Not(inner):
            return selector_looks(inner, context, held=True)
        case a.Both(parts) | a.Either(parts):
            return frozenset().union(*(selector_looks(p, context, held=held) for p in parts))
        case a.Compared(left, _, right):
            return value_looks(left, context) | value_looks(right, context)
        case a.Controlled(by):
            return player_looks(by, context) | controller_looks(None, world)
        case a.Owned(by) | a.Players(by):
            return NOTHING if by is None else player_looks(by, context)
        case a.InRegion():
            return region_looks(world)
        case a.Placed(relation, anchor):
            found = everywhere(selector_looks(anchor, context, held=held))
            if relation == "in front of":
                found |= controller_looks(ALL, world)
            return found if relation == "atop" else found | region_looks(world)
        case a.Bearing(inner) | a.BorneBy(inner):
            return everywhere(selector_looks(inner, context, held=held))
        case a.Bearer():
            carried = world.rulebook.carried
            if carried is None or context.source not in world.bearer:
                return NOTHING
            return everywhere(selector_looks(carried, context, held=held), 1 << context.source)
        case a.Sharing(characteristic, with_):
            key = ("any word", characteristic)
            return frozenset((Look(key, ALL, held),)) | everywhere(
                selector_looks(with_, context, held=held)
            )
        case (
            a.Everything()
            | a.Self()
            | a.It()
            | a.Target()
            | a.Identified()
            | a.InZone()
            | a.EnteredThisTurn()
            | a.AtSquares()
        ):
            return NOTHING


def region_looks(world: World) -> Looks:
    """What telling regions apart looks at."""
    space = world.rulebook.space
    if space is None:
        return NOTHING
    return frozenset(
        (
            Look(("word", "types", space.ground), ALL, True),
            Look(("depth", space.deep_test), ALL, True),
        )
    )


def controller_looks(where: int | None, world: World) -> Looks:
    """What the shown controller rests on: control, being carried, and who carries it."""
    found = {Look(PLAYER, where, True)}
    if world.rulebook.carried is not None:
        carried = carried_looks(world.rulebook.carried)
        found |= {replace(one, where=where) for one in carried}
        above = bearers(ALL if where is None else where, world)
        if above:
            found.add(Look(PLAYER, above, True))
            found |= everywhere(carried, above)
    return frozenset(found)


def bearers(mask: int, world: World) -> int:
    """Whoever carries one of the objects, or carries who carries it, and so on."""
    found = 0
    for index in world.bearer:
        top = world.bearer.get(index) if mask >> index & 1 else None
        while top is not None and not found >> top & 1:
            found |= 1 << top
            top = world.bearer.get(top)
    return found


def carried_looks(tree: a.Selector) -> Looks:
    """What a rulebook's `carried` looks at: words, statuses and abilities."""
    match tree:
        case a.Noun(_, meaning) | a.Not(meaning):
            return carried_looks(meaning)
        case a.Both(parts) | a.Either(parts):
            return frozenset().union(*(carried_looks(part) for part in parts))
        case a.Member(characteristic, word):
            return frozenset((Look(("word", characteristic, word), None, True),))
        case a.HasStatus(status):
            return frozenset((Look(("status", status), None, True),))
        case a.HasAbility(keyword):
            key = ANY_ABILITY if keyword is None else ("keyword", keyword)
            return frozenset((Look(key, None, True),))
        case _:
            return NOTHING


def value_looks(tree: a.Value, context: Context) -> Looks:
    """What working the value out looks at; all of it is held."""
    match tree:
        case a.Read(characteristic, of):
            key = ("number", characteristic)
            if isinstance(of, a.It):
                return frozenset((Look(key, None, True),))
            picked = firmly(everywhere(selector_looks(of, context)))
            return picked | {Look(key, directly(of, context), True)}
        case a.Count(among):
            return firmly(everywhere(selector_looks(among, context)))
        case a.Summary(_, characteristic, among):
            picked = firmly(everywhere(selector_looks(among, context)))
            return picked | {Look(("number", characteristic), ALL, True)}
        case a.Arithmetic(left, _, right):
            return value_looks(left, context) | value_looks(right, context)
        case a.Number() | a.ChosenNumber() | a.Recorded():
            return NOTHING


def directly(tree: a.Selector, context: Context) -> int:
    """The objects that the selector may mean, going by what no effect changes."""
    while isinstance(tree, a.Noun):
        tree = tree.meaning
    world = context.world
    match tree:
        case a.Self():
            return 1 << context.source
        case a.Target():
            return context.targets
        case a.Identified(id):
            return 1 << world.index[id] if id in world.index else 0
        case a.Bearer():
            bearer = world.bearer.get(context.source)
            return 0 if bearer is None else 1 << bearer
        case _:
            return ALL


def player_looks(tree: a.Player, context: Context) -> Looks:
    """What telling the players meant looks at; all of it is held."""
    match tree:
        case a.You() | a.Opponent():
            if context.player is not None:
                return NOTHING
            return controller_looks(1 << context.source, context.world)
        case a.NamedPlayer():
            return NOTHING
        case a.ControllerOf(of):
            where = None if isinstance(of, a.It) else directly(of, context)
            return controller_looks(where, context.world) | firmly(
                everywhere(selector_looks(of, context))
            )
        case a.OwnerOf(of):
            return firmly(everywhere(selector_looks(of, context)))


def condition_looks(tree: a.Condition, context: Context, *, held: bool = False) -> Looks:
    """What testing the condition looks at."""
    match tree:
        case a.Exists(what):
            return everywhere(selector_looks(what, context, held=held))
        case a.Matches(subject, what):
            # More subjects make it harder to hold, so who they are is held.
            return firmly(everywhere(selector_looks(subject, context))) | everywhere(
                selector_looks(what, context, held=held), directly(subject, context)
            )
        case a.Holds(left, _, right):
            return everywhere(value_looks(left, context) | value_looks(right, context))
        case a.Negation(inner):
            return condition_looks(inner, context, held=True)
        case a.AllOf(parts) | a.AnyOf(parts):
            return frozenset().union(*(condition_looks(p, context, held=held) for p in parts))
        case a.TurnOf(player):
            return player_looks(player, context)
