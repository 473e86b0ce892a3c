"""The oracle's objects that get another printed form, or lose keywords, and stay the same."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model.algebra import Ability, Gain, Instruction, Self, SourceLeaves
from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import Stack
from oracle.board import Board
from oracle.derive import derive
from oracle.world import Effect, Resolved, Stamp, Thing, World


def transform(world: World, object: str, card: Card, stamp: Stamp) -> None:
    """The object has another printed form, keeps the marks it had, and gets none by that."""
    thing = world.things[object]
    board = derive(world).board
    for keyword in world.rulebook.marks:
        old = any(each.ability.keyword == keyword for each in world.form(object).abilities)
        new = any(each.ability.keyword == keyword for each in card.abilities)
        if old and keyword not in thing.forgone and not new and world.in_play(object):
            world.resolved.append(Resolved(kept(world, thing, keyword, keyword, stamp)))
        if new and not has_keyword(object, keyword, board):
            thing.forgone.add(keyword)
    if world.rulebook.front_face and thing.front is None:
        thing.front = thing.card
    new_form(world, object, card)
    if world.policy("new timestamp") in ("transforming", "attaching and transforming"):
        thing.static_stamp = stamp


def has_keyword(object: str, keyword: str, board: Board) -> bool:
    """Whether the object has the keyword, and is not disabled."""
    held = [each.ability.keyword for each in board.abilities[object]]
    return keyword in held and not board.is_disabled(object)


def kept(world: World, thing: Thing, keyword: str, name: str, stamp: Stamp) -> Effect:
    """The effect that gives the object a keyword until it leaves play: one that was printed on it,
    or that of counters."""
    gain = Gain(world.rulebook.keywords.get(keyword, Ability(keyword)))
    return Effect(
        id=f"{thing.id}.{name}",
        ability=Ability(None, (Instruction(Self(), (gain,)),), until=SourceLeaves()),
        source=thing.id,
        life=thing.life,
        instance=None,
        player=thing.controller,
        targets=(),
        stamp=stamp,
        order=(stamp, 0, 0, 0, 1, 0),
    )


def new_form(world: World, object: str, card: Card) -> None:
    """The object has another printed form from now on, and is no copy any more."""
    world.things[object].card = card
    world.things[object].copied = None
    for resolved in world.resolved:
        resolved.over = resolved.over or resolved.effect.id == f"{object}.copy"


def stack(world: World, event: Stack, stamp: Stamp) -> None:
    """A card is put on top of an object, or under it where both are merged."""
    thing = world.things[event.object]
    way = world.rulebook.stacking[event.word]
    shown, hidden = event.card, thing.card
    since = stamp if way.under else thing.topped
    if way.merges:
        own = thing.card if thing.front is None else thing.front
        old = thing.card if thing.copied is None else thing.copied
        top, bottom = (old, event.card) if way.under else (event.card, old)
        shown = both_texts(top, bottom)
        hidden, thing.front = (event.card, own) if way.under else (own, event.card)
    world.things[event.below] = Thing(
        id=event.below,
        life=1,
        card=hidden,
        copied=None,
        owner=thing.owner,
        controller=thing.owner,
        place=None,
        zone=way.zone,
        bearer=thing.id,
        entered=since,
        topped=since,
        static_stamp=since,
        below=True,
    )
    thing.statuses -= set(way.loses)
    new_form(world, event.object, shown)
    if not way.under:
        thing.topped = stamp
        if world.policy("static timestamp") == "entry of its card":
            thing.static_stamp = stamp


def both_texts(top: Card, bottom: Card) -> Card:
    """What is printed on the top one, with the abilities of both; copied, without their choices."""
    unchosen = None
    if top.unchosen is not None or bottom.unchosen is not None:
        unchosen = both_texts(top.unchosen or top, bottom.unchosen or bottom)
    return replace(top, abilities=(*top.abilities, *bottom.abilities), unchosen=unchosen)


def forgo(world: World, object: str, keyword: str) -> None:
    """The object loses the keyword as printed, and as given by what has resolved so far."""
    thing = world.things[object]
    thing.forgone.add(keyword)
    for resolved in world.resolved:
        if not resolved.over:
            resolved.withheld.add(((thing.id, thing.life), keyword))
