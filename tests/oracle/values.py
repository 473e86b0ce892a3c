"""The oracle's players, values and conditions, read on one board (or two, see `View`)."""

from __future__ import annotations

from layerlaw.model.algebra import (
    AllOf,
    AnyOf,
    Arithmetic,
    ChosenNumber,
    Comparator,
    Compared,
    Condition,
    ControllerOf,
    Count,
    CountWords,
    Exists,
    Holds,
    It,
    KeywordNumber,
    Matches,
    NamedPlayer,
    Negation,
    Number,
    Opponent,
    OwnerOf,
    Player,
    Read,
    ReadPart,
    Recorded,
    RecordedPlayer,
    Summary,
    Times,
    TurnOf,
    Value,
    You,
)
from layerlaw.model.algebra.infinite import INFINITE
from oracle import selectors
from oracle.reckoning import reckon
from oracle.view import View


def you(view: View) -> str | None:
    """The player that `you` means."""
    if view.effect is None:
        return None
    if view.effect.instance is None or view.effect.player is not None:
        return view.effect.player
    return selectors.controller_of(view.effect.source, view.board)


def choice(view: View) -> str | None:
    """What was chosen: for this use, or as the source entered."""
    if view.effect is None:
        return None
    if view.effect.instance is None:
        return view.effect.choice
    return view.board.world.things[view.effect.source].choice


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
        case RecordedPlayer(players):
            return next((name or None for object, name in players if object == view.it), None)
        case ControllerOf(of) if (last := selectors.last_known(of, view)) is not None:
            return last[2]
        case ControllerOf(of):
            selected = sorted(selectors.refer(of, view))
            if len(selected) != 1:
                return None
            return selectors.controller_of(selected[0], view.board)
        case OwnerOf(of):
            selected = sorted(selectors.refer(of, view))
            return view.board.world.things[selected[0]].owner if len(selected) == 1 else None


def worth(value: Value, view: View) -> int:
    """A value worked out."""
    match value:
        case Number(number):
            return number
        case ChosenNumber():
            chosen = choice(view)
            if chosen in ("infinite", "-infinite"):
                return INFINITE if chosen == "infinite" else -INFINITE
            is_number = chosen is not None and chosen.removeprefix("-").isdecimal()
            return int(chosen) if chosen is not None and is_number else 0
        case Recorded(numbers):
            return next((number for object, number in numbers if object == view.it), 0)
        case Read(characteristic, of) if (last := selectors.last_known(of, view)) is not None:
            (object, _), board, *_ = last
            return int(board.read_number(object, characteristic))
        case Read(characteristic, of):
            selected = sorted(selectors.refer(of, view))
            return view.board.read_number(selected[0], characteristic) if len(selected) == 1 else 0
        case KeywordNumber(keyword, several, alone, of):
            subject = sorted(selectors.refer(of, view))
            if len(subject) != 1 or view.board.is_disabled(subject[0]):
                return 0
            held = [each.ability for each in view.board.abilities[subject[0]]]
            had = [int(one.number or alone) for one in held if one.keyword == keyword]
            if several == "total":
                return sum(had)
            return (max if several == "highest" else min)(had, default=0)
        case ReadPart(characteristic, part, of):
            selected = sorted(selectors.refer(of, view))
            if len(selected) != 1:
                return 0
            return view.board.read_part(selected[0], characteristic, part)
        case Count(among):
            return len(selectors.select(among, view))
        case Times(who, did):
            return sum(selectors.how_often(each, did, view) for each in selectors.select(who, view))
        case Summary(how, characteristic, among):
            found = [
                view.board.read_number(each, characteristic)
                for each in selectors.select(among, view)
            ]
            if not found:
                return 0
            if how == "different":
                return len(set(found))
            if how == "total":
                total = 0
                for number in found:
                    total = reckon(total, "+", number)
                return total
            return max(found) if how == "highest" else min(found)
        case CountWords(characteristic, among, words):
            having = [
                view.board.sets[each, characteristic] for each in selectors.select(among, view)
            ]
            return len({word for one in having for word in one if word in words or words == ()})
        case Arithmetic(left, sign, right):
            return reckon(worth(left, view), sign, worth(right, view))


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
            subjects = selectors.select(subject, view.firm)
            return bool(subjects) and all(selectors.matches(each, what, view) for each in subjects)
        case Exists(what):
            return bool(selectors.select(what, view))
        case Holds(left, comparator, right):
            return compare(worth(left, view.firm), comparator, worth(right, view.firm))
        case Negation(negated):
            return not holds(negated, view.firm)
        case AllOf(several):
            return all(holds(each, view) for each in several)
        case AnyOf(several):
            return any(holds(each, view) for each in several)
        case TurnOf(player):
            return view.board.world.active in players_meant(player, view.firm)


def mentions_it(tree: object) -> bool:
    """Whether the tree speaks of `it` from outside (inside a comparison `it` is the candidate)."""
    if isinstance(tree, It | Recorded | RecordedPlayer):
        return True
    if isinstance(tree, Compared):
        return False
    if isinstance(tree, tuple):
        return any(mentions_it(each) for each in tree)
    fields = getattr(tree, "__dataclass_fields__", {})
    return any(mentions_it(getattr(tree, name)) for name in fields)
