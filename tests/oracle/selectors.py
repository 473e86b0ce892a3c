"""The oracle's selectors, values, players and conditions, read on one board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from layerlaw.model.algebra import (
    AllOf,
    AnyOf,
    Arithmetic,
    AtSquares,
    Bearer,
    Bearing,
    BorneBy,
    Both,
    Comparator,
    Compared,
    Condition,
    Controlled,
    ControllerOf,
    Count,
    Either,
    Everything,
    Exists,
    HasAbility,
    HasStatus,
    Holds,
    Identified,
    InRegion,
    InZone,
    It,
    Matches,
    Member,
    Named,
    NamedPlayer,
    Negation,
    Not,
    Noun,
    Number,
    Opponent,
    Owned,
    OwnerOf,
    Placed,
    Player,
    Read,
    Selector,
    Self,
    Summary,
    Target,
    Value,
    You,
)
from oracle.board import Board
from oracle.space import regions_of, related, squares_of
from oracle.world import Effect


@dataclass(frozen=True)
class View:
    """What is asked: the board, the effect that asks (None: the rulebook), and what `it` is."""

    board: Board
    effect: Effect | None = None
    it: str | None = None


def controller_of(object: str, board: Board) -> str | None:
    """Who controls the object; of what is carried, who controls the bearer."""
    world = board.world
    carried = world.rulebook.carried
    if carried is not None and world.in_play(object) and matches(object, carried, View(board)):
        bearer = world.things[object].bearer
        return None if bearer is None else controller_of(bearer, board)
    return board.players[object, "controller"]


def you(view: View) -> str | None:
    """The player that `you` means."""
    if view.effect is None:
        return None
    if view.effect.instance is None:
        return view.effect.player
    return controller_of(view.effect.source, view.board)


def select(selector: Selector, view: View) -> frozenset[str]:
    """The objects selected; a selector without a zone means the zone of play."""
    world = view.board.world
    found = [thing for thing in world.things if matches(thing, selector, view)]
    if not names_a_zone(selector):
        found = [thing for thing in found if world.in_play(thing)]
    return frozenset(found)


def refer(selector: Selector, view: View) -> frozenset[str]:
    """As `select`, but what names one object directly means it wherever it is now."""
    if isinstance(selector, Noun):
        return refer(selector.meaning, view)
    if isinstance(selector, Self | It | Target | Bearer | Identified):
        return frozenset(
            thing for thing in view.board.world.things if matches(thing, selector, view)
        )
    return select(selector, view)


def names_a_zone(selector: Selector) -> bool:
    """Whether a zone is named in the selector, at its own level of and / or."""
    match selector:
        case InZone():
            return True
        case Noun(_, meaning):
            return names_a_zone(meaning)
        case Both(inner) | Either(inner):
            return any(names_a_zone(each) for each in inner)
    return False


def matches(object: str, selector: Selector, view: View) -> bool:
    """Whether the selector selects the object, whatever zone it is in."""
    board, world = view.board, view.board.world
    thing = world.things[object]
    match selector:
        case Everything():
            return True
        case Self():
            effect = view.effect
            return effect is not None and (effect.source, effect.life) == (object, thing.life)
        case It():
            return view.it == object
        case Target():
            return view.effect is not None and (object, thing.life) in view.effect.targets
        case Bearer():
            carried = world.rulebook.carried
            sources = [
                each
                for each in world.things
                if matches(each, Self(), view) and (carried is None or matches(each, carried, view))
            ]
            return any(world.things[source].bearer == object for source in sources)
        case Identified(id):
            return object == id
        case Member(characteristic, word):
            return word in board.sets[object, characteristic]
        case Noun(_, meaning):
            return matches(object, meaning, view)
        case Named(name):
            return board.names[object] == name
        case HasStatus(status):
            return board.statuses[object, status]
        case Controlled(by):
            return controller_of(object, board) in players_meant(by, view)
        case Owned(by):
            return thing.owner in players_meant(by, view)
        case HasAbility(keyword):
            if board.is_disabled(object):
                return False
            instances = board.abilities[object]
            return any(keyword in (None, each.ability.keyword) for each in instances)
        case Compared(left, comparator, right):
            inner = replace(view, it=object)
            return compare(worth(left, inner), comparator, worth(right, inner))
        case Placed(relation, anchor):
            return any(
                related(relation, object, each, board, controller_of(each, board))
                for each in refer(anchor, view)
            )
        case InRegion(region):
            return region in regions_of(object, board)
        case InZone(zone):
            return thing.zone == zone
        case AtSquares(squares):
            return any(square in squares for square in squares_of(object, board))
        case Bearing(borne):
            return any(world.things[each].bearer == object for each in refer(borne, view))
        case BorneBy(bearer):
            return thing.bearer in refer(bearer, view)
        case Not(negated):
            return not matches(object, negated, view)
        case Both(several):
            return all(matches(object, each, view) for each in several)
        case Either(several):
            return any(matches(object, each, view) for each in several)


def players_meant(player: Player, view: View) -> frozenset[str]:
    """All players that the words mean (an opponent: every other player)."""
    if isinstance(player, Opponent):
        me = you(view)
        if me is None:
            return frozenset()
        return frozenset(each for each in view.board.world.players if each != me)
    one = player_meant(player, view)
    return frozenset() if one is None else frozenset([one])


def player_meant(player: Player, view: View) -> str | None:
    """The one player that the words mean; None if there is none."""
    match player:
        case You():
            return you(view)
        case Opponent():
            others = players_meant(player, view)
            return next(iter(others)) if len(others) == 1 else None
        case NamedPlayer(name):
            return name if name != "" else None
        case ControllerOf(of):
            selected = sorted(refer(of, view))
            return controller_of(selected[0], view.board) if len(selected) == 1 else None
        case OwnerOf(of):
            selected = sorted(refer(of, view))
            return view.board.world.things[selected[0]].owner if len(selected) == 1 else None


def worth(value: Value, view: View) -> int:
    """A value worked out."""
    match value:
        case Number(number):
            return number
        case Read(characteristic, of):
            selected = sorted(refer(of, view))
            return view.board.read_number(selected[0], characteristic) if len(selected) == 1 else 0
        case Count(among):
            return len(select(among, view))
        case Summary(how, characteristic, among):
            found = [view.board.read_number(each, characteristic) for each in select(among, view)]
            if not found:
                return 0
            if how == "total":
                return sum(found)
            return max(found) if how == "highest" else min(found)
        case Arithmetic(left, sign, right):
            first, second = worth(left, view), worth(right, view)
            if sign == "+":
                return first + second
            return first - second if sign == "-" else first * second


def compare(left: int, comparator: Comparator, right: int) -> bool:
    """A comparison of two numbers."""
    match comparator:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right


def holds(condition: Condition, view: View) -> bool:
    """Whether a condition holds."""
    match condition:
        case Matches(subject, what):
            subjects = select(subject, view)
            return bool(subjects) and all(matches(each, what, view) for each in subjects)
        case Exists(what):
            return bool(select(what, view))
        case Holds(left, comparator, right):
            return compare(worth(left, view), comparator, worth(right, view))
        case Negation(negated):
            return not holds(negated, view)
        case AllOf(several):
            return all(holds(each, view) for each in several)
        case AnyOf(several):
            return any(holds(each, view) for each in several)


def mentions_it(tree: object) -> bool:
    """Whether the tree speaks of `it` from outside (inside a comparison `it` is the candidate)."""
    if isinstance(tree, It):
        return True
    if isinstance(tree, Compared):
        return False
    if isinstance(tree, tuple):
        return any(mentions_it(each) for each in tree)
    fields = getattr(tree, "__dataclass_fields__", {})
    return any(mentions_it(getattr(tree, name)) for name in fields)
