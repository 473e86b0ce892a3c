"""The oracle's selectors, read on one board, or on two where effects lift one another."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.algebra import (
    SEVERAL_NAMES,
    AtSquares,
    Bearer,
    Bearing,
    BorneBy,
    Both,
    CameFrom,
    ChosenName,
    Compared,
    Connected,
    Controlled,
    Did,
    Either,
    EnteredThisTurn,
    Everything,
    Exceeding,
    HasAbility,
    HasStatus,
    Identified,
    InRegion,
    InZone,
    It,
    Linked,
    Member,
    Named,
    Not,
    Noun,
    Owned,
    Placed,
    Players,
    PrintedToken,
    Selector,
    Self,
    Sharing,
    Target,
)
from layerlaw.model.algebra.trees import mentions
from oracle import values
from oracle.board import Board
from oracle.once import once
from oracle.space import leads, regions_of, related, squares_of
from oracle.view import View
from oracle.world import Departed, Effect, World


def controller_of(object: str, board: Board) -> str | None:
    """Who controls the object: out of play its owner; of what is carried, who has the bearer."""
    world = board.world
    if not world.in_play(object):
        return world.things[object].owner
    carried = world.rulebook.carried
    handed = carried is not None and world.rulebook.carried_control
    if handed and carried is not None and matches(object, carried, View(board)):
        bearer = world.things[object].bearer
        return None if bearer is None else controller_of(bearer, board)
    return board.players[object, world.rulebook.control]


def select(selector: Selector, view: View) -> frozenset[str]:
    """The objects selected; a selector without a zone means the zone of play."""
    world = view.board.world
    found: set[str] = set()
    anywhere, of_players = names_a_zone(selector), may_mean_a_player(selector)
    for id, thing in world.things.items():
        if thing.stands_in:
            if of_players and means(id, selector, view):
                found.add(id)
        elif (
            (anywhere or world.in_play(id) or (says_self(selector) and works_on_self(id, view)))
            and not world.hidden(id)
            and matches(id, selector, view)
        ):
            found.add(id)
    return frozenset(found)


@once
def may_mean_a_player(selector: Selector) -> bool:
    """Whether any word stands there by which `means` selects a player's object, or the rules'."""
    return mentions(selector, (Players, Self, Identified, Target, Bearer))


@once
def says_self(selector: Selector) -> bool:
    """Whether the selector is the word `self`, perhaps among others (`self or beasts`)."""
    match selector:
        case Self():
            return True
        case Noun(_, meaning):
            return says_self(meaning)
        case Either(inner):
            return any(says_self(each) for each in inner)
        case Both(inner):
            return all(says_self(each) for each in inner)
    return False


def works_on_self(object: str, view: View) -> bool:
    """Whether the object is the source of a static effect, and where that works."""
    effect = view.effect
    if effect is None or effect.instance is None or effect.source != object:
        return False
    return view.board.world.works_in(object, effect.ability.zones)


def means(object: str, selector: Selector, view: View) -> bool:
    """Whether a word for players selects a player's object, or it was targeted, is named, carries
    the source, or has the ability that says `self`."""
    match selector:
        case Players():
            return matches(object, selector, view)
        case Self():
            return works_on_self(object, view)
        case Identified(id):
            return object == id
        case Target():
            life = view.board.world.things[object].life
            return view.effect is not None and (object, life) in view.effect.targets
        case Bearer():
            return bearer_of_source(view) == object
        case Noun(_, meaning):
            return means(object, meaning, view)
        case Either(inner):
            return any(means(object, each, view) for each in inner)
        case Both(inner) if any(is_word_for_players(each) for each in inner):
            return object in view.board.world.players and matches(object, selector, view)
        case Both(inner):
            return all(means(object, each, view) for each in inner)
    return False


def is_word_for_players(selector: Selector) -> bool:
    """Whether it is one word that means players, so that the rest is asked of them."""
    if isinstance(selector, Noun):
        return is_word_for_players(selector.meaning)
    return isinstance(selector, Players)


def refer(selector: Selector, view: View) -> frozenset[str]:
    """As `select`, but what names one object directly means it wherever it is now, and `self`
    what has the source's id."""
    world = view.board.world
    if isinstance(selector, Noun):
        return refer(selector.meaning, view)
    if isinstance(selector, Self) and view.effect is not None:
        source = view.effect.source
        return frozenset() if world.hidden(source) else frozenset([source])
    if isinstance(selector, It | Target | Bearer | Identified):
        return frozenset(
            thing
            for thing in world.things
            if not world.hidden(thing) and matches(thing, selector, view)
        )
    return select(selector, view)


def last_known(selector: Selector, view: View) -> Departed | None:
    """The last board with what the word names directly, if that has left."""
    effect = view.effect
    if isinstance(selector, Noun):
        return last_known(selector.meaning, view)
    if effect is not None and isinstance(selector, Identified) and effect.picked is not None:
        return effect.picked if effect.picked[0][0] == selector.id else None
    if effect is None or not isinstance(selector, Self | Target):
        return None
    source = (effect.source, effect.life)
    for each in effect.known:
        is_source = each[0] == source
        if (isinstance(selector, Self) and is_source) or (
            isinstance(selector, Target) and each[0] in effect.targets
        ):
            return each
    return None


@once
def names_a_zone(selector: Selector) -> bool:
    """Whether a zone is named in the selector, at its own level of and / or; targets are meant
    wherever they are."""
    match selector:
        case InZone() | Target():
            return True
        case Noun(_, meaning):
            return names_a_zone(meaning)
        case Both(inner) | Either(inner):
            return any(names_a_zone(each) for each in inner)
    return False


def bearer_of_source(view: View) -> str | None:
    """Who carries the source, while the source is something that is carried."""
    effect = view.effect
    if effect is None:
        return None
    world = view.board.world
    if is_new(effect, world):
        for which, _, _, _, bearer in effect.known:
            if which == (effect.source, effect.life) and bearer is not None:
                return bearer[0] if world.things[bearer[0]].life == bearer[1] else None
    carried = world.rulebook.carried
    if carried is not None and not matches(effect.source, carried, view):
        return None
    return world.things[effect.source].bearer


def is_new(effect: Effect, world: World) -> bool:
    """Whether the effect's source has become a new object since."""
    return world.things[effect.source].life != effect.life


def matches(object: str, selector: Selector, view: View) -> bool:
    """Whether the selector selects the object, whatever zone it is in."""
    board, world = view.board, view.board.world
    thing = world.things[object]
    match selector:
        # The words of most selectors are asked for first.
        case Noun(_, meaning):
            return matches(object, meaning, view)
        case Member(characteristic, word):
            return word in board.sets[object, characteristic]
        case Both(several):
            return all(matches(object, each, view) for each in several)
        case Either(several):
            return any(matches(object, each, view) for each in several)
        case Not(negated):
            return not matches(object, negated, view.firm)
        case InZone(zone):
            return thing.zone == zone or zone == "*"
        case Everything():
            return True
        case Self():
            effect = view.effect
            return effect is not None and effect.source == object and not is_new(effect, world)
        case It():
            return view.it == object
        case Target():
            return view.effect is not None and (object, thing.life) in view.effect.targets
        case Bearer():
            return bearer_of_source(view) == object
        case Identified(id):
            return object == id
        case Named(name, part=True):
            return any(
                called == name or (called.startswith(name) and not called[len(name)].isalnum())
                for called in names_of(object, board)
            )
        case Named(name):
            return name in names_of(object, board)
        case ChosenName():
            return values.choice(view) in names_of(object, board)
        case Linked():
            return thing.linked != []
        case HasStatus(status):
            return board.statuses[object, status]
        case Controlled(by):
            # Nobody controls or owns a player.
            controller = controller_of(object, view.firm.board)
            anybodys = object not in world.players
            return anybodys and controller in values.players_meant(by, view.firm)
        case Owned(by):
            anybodys = object not in world.players
            return anybodys and thing.owner in values.players_meant(by, view.firm)
        case HasAbility(keyword):
            if view.firm.board.is_disabled(object):
                return False
            instances = board.abilities[object]
            return any(keyword in (None, each.ability.keyword) for each in instances)
        case Compared(left, comparator, right):
            inner = replace(view.firm, it=object)
            first, second = values.worth(left, inner), values.worth(right, inner)
            return values.compare(first, comparator, second)
        case Placed(relation, anchor):
            firm = view.firm.board
            return world.in_play(object) and any(
                related(relation, object, each, firm, controller_of(each, firm))
                for each in refer(anchor, view)
            )
        case Connected(anchor, through):
            return world.in_play(object) and is_connected(object, anchor, through, view)
        case InRegion(region):
            return region in regions_of(object, view.firm.board)
        case Sharing(characteristic, with_):
            words = board.sets[object, characteristic]
            last = last_known(with_, view)
            if last is not None:
                (departed, _), then, *_ = last
                return bool(words & then.sets[departed, characteristic])
            return any(words & board.sets[each, characteristic] for each in refer(with_, view))
        case Exceeding(characteristic, of):
            sets = view.firm.board.sets
            theirs = {word for each in refer(of, view.firm) for word in sets[each, characteristic]}
            return bool(set(sets[object, characteristic]) - theirs)
        case PrintedToken():
            return (thing.above or thing.card).token
        case CameFrom(zone):
            return thing.origin == zone
        case EnteredThisTurn():
            return thing.fresh
        case Did():
            return how_often(object, selector, view) > 0
        case Players(who):
            is_player = object in world.players
            return is_player and (who is None or object in values.players_meant(who, view.firm))
        case AtSquares(squares):
            on_one = any(square in squares for square in squares_of(object, board))
            return world.in_play(object) and on_one
        case Bearing(borne):
            return any(world.things[each].bearer == object for each in refer(borne, view))
        case BorneBy(bearer):
            return thing.bearer in refer(bearer, view)


def how_often(object: str, did: Did, view: View) -> int:
    """How often the object did it, or had it done to it, in that time."""
    world = view.board.world
    times = 0
    for done in world.done:
        one, other = (done.to, done.doer) if did.passive else (done.doer, done.to)
        in_time = done.turn == world.turn or did.period == "at any time"
        if did.period == "since then":
            in_time = done.stamp > began(view)
        if done.verb != did.deed or one != (object, world.things[object].life) or not in_time:
            continue
        if did.whom is None or (other is not None and is_meant(other[0], did.whom, view)):
            times += 1
    return times


def began(view: View) -> tuple[int, int]:
    """Since when its time counts: of what is static since the source came to its zone."""
    assert view.effect is not None
    if view.effect.instance is None:
        return view.effect.stamp
    return view.board.world.things[view.effect.source].entered


def is_meant(object: str, selector: Selector, view: View) -> bool:
    """Whether the selector selects it, or the word means it, wherever it is now."""
    if isinstance(selector, Noun):
        return is_meant(object, selector.meaning, view)
    if view.board.world.hidden(object):
        return False
    if isinstance(selector, Self | It | Target | Bearer | Identified):
        return object in refer(selector, view)
    return matches(object, selector, view)


def is_connected(object: str, anchor: Selector, through: Selector, view: View) -> bool:
    """Whether the object is at a place that hangs together with the anchor's, going only over
    places where something in play is selected by `through`."""
    board = view.board
    world, space = board.world, board.world.rulebook.space
    if space is None:
        return False
    open = {
        square
        for each in refer(through, view)
        if world.in_play(each) and not world.hidden(each)
        for square in squares_of(each, board)
    }
    seen: set[int] = set()
    following = {
        square for each in refer(anchor, view) for square in squares_of(each, board)
    } & open
    while following:
        seen |= following
        following = {
            there
            for there in open - seen
            for here in seen
            for way in space.connected
            if leads(way, here, there, space, None)
        }
    return any(square in seen for square in squares_of(object, board))


def names_of(object: str, board: Board) -> list[str]:
    """All names that an object has: those of each card that is linked with it."""
    return board.names[object].split(SEVERAL_NAMES)
