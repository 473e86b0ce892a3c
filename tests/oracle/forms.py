"""The oracle's objects that get another printed form, or lose keywords, and stay the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from layerlaw.model.algebra import Ability, CopyOf, Gain, Instruction, Self, SourceLeaves
from layerlaw.model.cards.card import Card
from layerlaw.model.scenarios.events import Stack
from oracle.board import Board
from oracle.derive import derive
from oracle.exceptions import otherwise
from oracle.halves import both_texts, half_of, put_together
from oracle.world import Effect, Resolved, Stamp, Thing, World


def transform(world: World, object: str, card: Card, stamp: Stamp) -> None:
    """The object has another printed form, keeps the marks it had, and gets none by that.

    Where only what has two faces does, it gets the other one, and effects on it go on: rules
    701.27c and 712.18.
    """
    thing = world.things[object]
    if world.rulebook.two_faced:
        turn = turn_part if mergings(world, thing) else turn_over
        turn(world, thing, card, stamp)
        return
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


def turn_over(world: World, thing: Thing, card: Card, stamp: Stamp) -> None:
    """What has two faces has the other one up."""
    first = thing.card if thing.front is None else thing.front
    if not first.back_face or stays(world, thing):
        return
    but = thing.card.created_but
    card = replace(otherwise(card, CopyOf(Self(), but)), token=first.token, created_but=but)
    if thing.copied is None:
        marked = {each.ability.keyword for each in thing.card.abilities} - thing.forgone
        coming = {each.ability.keyword for each in card.abilities}
        board = derive(world).board
        for keyword in world.rulebook.marks:
            if keyword in marked - coming:
                world.resolved.append(Resolved(kept(world, thing, keyword, keyword, stamp)))
            if keyword in coming and not has_keyword(thing.id, keyword, board):
                thing.forgone.add(keyword)
    thing.card = card
    if world.rulebook.front_face:
        thing.front = first
    if world.policy("new timestamp") in ("transforming", "attaching and transforming"):
        thing.static_stamp = stamp


def stays(world: World, thing: Thing) -> bool:
    """Whether it has a status under which it does not transform; rule 712.15a."""
    unless = world.rulebook.two_faced_unless
    board = derive(world).board if unless else Board(world)
    return any(board.statuses[thing.id, name] for name in unless)


def has_keyword(object: str, keyword: str, board: Board) -> bool:
    """Whether the object has the keyword, and is not disabled."""
    held = [each.ability.keyword for each in board.abilities[object]]
    return keyword in held and not board.is_disabled(object)


def kept(world: World, thing: Thing, keyword: str, name: str, stamp: Stamp) -> Effect:
    """The effect that gives the object a keyword until it leaves play: one that was printed on it,
    or that of counters."""
    gain = Gain(world.rulebook.keywords.get(keyword, Ability(keyword)))
    says = Ability(None, (Instruction(Self(), (gain,)),), until=SourceLeaves())
    return own(thing, name, says, stamp)


def own(thing: Thing, name: str, says: Ability, stamp: Stamp) -> Effect:
    """An effect that the object has of itself, as long as its ability says."""
    return Effect(
        id=f"{thing.id}.{name}",
        ability=says,
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
    layered = way.merges and merges_in_a_layer(world)
    if layered:
        last = thing.above or thing.front or thing.card
        hidden = event.card if way.under else last
        if not way.under:
            uncovered(world, thing, way.loses)
            thing.above = event.card
        side: Literal["over", "under"] = "under" if way.under else "over"
        says = Ability(None, (Instruction(Self(), (CopyOf(Self(), merging=side),)),))
        effect = own(thing, f"merged@{event.below}", says, stamp)
        world.resolved.append(Resolved(replace(effect, copied=((0, 0, event.card),))))
    elif way.merges:
        mine = thing.card if thing.front is None else thing.front
        old = thing.card if thing.copied is None else thing.copied
        top, bottom = (old, event.card) if way.under else (event.card, old)
        shown = both_texts(top, bottom)
        hidden, thing.front = (event.card, mine) if way.under else (mine, event.card)
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
    if layered:
        if not way.under:
            thing.statuses -= set(way.loses)
        rebuild(world, thing)
    else:
        thing.statuses -= set(way.loses)
        new_form(world, event.object, shown)
    if not way.under:
        thing.topped = stamp
        if world.policy("static timestamp") == "entry of its card":
            thing.static_stamp = stamp


def merges_in_a_layer(world: World) -> bool:
    """Whether merging is an effect among copies, and no new print; rule 613.2a."""
    return world.copies_leave_forms


def uncovered(world: World, thing: Thing, loses: Iterable[str]) -> None:
    """What was face down lies so below what is put over it, and says no more; rule 730.2e."""
    for name in thing.statuses & set(loses):
        seen = world.rulebook.statuses[name].copied_as
        if seen is None:
            continue
        card = Card("", dict(seen.sets), dict(seen.numbers))
        if thing.listed is not None:
            card = Card("", thing.listed.sets, thing.listed.numbers, thing.listed.abilities)
        thing.card, thing.front, thing.listed = card, None, None
        for resolved in world.resolved:
            resolved.over = resolved.over or resolved.effect.id == f"{thing.id}.{name}"


def rebuild(world: World, thing: Thing) -> None:
    """The form of an object is what its copy on entry left, and each merging after that."""
    flipped = any(
        known.other_half is not None and name in thing.statuses
        for name, known in world.rulebook.statuses.items()
    )
    form: Card | None = None
    for resolved in world.resolved:
        effect = resolved.effect
        if resolved.over or (effect.source, effect.life) != (thing.id, thing.life):
            continue
        [*cards] = [card for _, _, card in effect.copied if card is not None]
        if effect.id == f"{thing.id}.copy" and cards:
            form = half_of(cards[0], flipped=flipped)
        elif effect.id.startswith(f"{thing.id}.merged@"):
            side = merged_how(effect.ability)
            form = put_together(form or thing.card, cards[0], side, flipped=flipped)
    thing.copied = form


def merged_how(ability: Ability) -> str:
    """Whether the card came over or under the object."""
    [instruction] = ability.instructions
    [operation] = instruction.operations
    return operation.merging if isinstance(operation, CopyOf) else ""


Turning = tuple[Resolved | None, Card, Card]
"""How a card with two faces is there: what it merged by, its face that is up, and its front."""


def mergings(world: World, thing: Thing) -> list[Resolved]:
    """The effects by which cards have merged with the object."""
    return [
        each
        for each in world.resolved
        if not each.over
        and each.effect.id.startswith(f"{thing.id}.merged@")
        and each.effect.life == thing.life
    ]


def turning(world: World, thing: Thing) -> list[Turning]:
    """The components of a merged object that have two faces; rule 730.2i."""
    every = world.things.values()
    fronts = [thing.front, thing.above]
    fronts += [each.card for each in every if each.below and each.bearer == thing.id]
    backs = {each.back_face: each for each in fronts if each is not None and each.back_face}
    parts: list[tuple[Resolved | None, Card]] = [(None, thing.card)]
    for each in mergings(world, thing):
        parts += [(each, one) for _, _, one in each.effect.copied if one is not None]
    known = [(each, one, backs.get(one.name, one)) for each, one in parts]
    return [each for each in known if each[2].back_face]


def misses_a_face(world: World, thing: Thing, card: Card) -> bool:
    """Whether a merged object can't be said to transform into that card alone."""
    parts = turning(world, thing)
    names = [one.back_face if one is front else front.name for _, one, front in parts]
    return bool(parts) and names != [card.name]


def turn_part(world: World, thing: Thing, card: Card, stamp: Stamp) -> None:
    """The one component with two faces turns; rule 730.2i."""
    parts = turning(world, thing)
    if stays(world, thing) or not parts:
        return
    [(found, old, front)] = parts
    made = otherwise(card, CopyOf(Self(), old.created_but))
    made = replace(made, token=old.token, created_but=old.created_but)
    if world.policy("new timestamp") in ("transforming", "attaching and transforming"):
        thing.static_stamp = stamp
    if found is None:
        thing.card, thing.front = made, front
    else:
        kept = {n: front.numbers[n] for n in world.rulebook.front_numbers if n in front.numbers}
        made = replace(made, numbers={**made.numbers, **kept})
        found.effect = replace(found.effect, copied=((0, 0, made),))
    rebuild(world, thing)


def forgo(world: World, object: str, keyword: str) -> None:
    """The object loses the keyword as printed, and as given by what has resolved so far."""
    thing = world.things[object]
    thing.forgone.add(keyword)
    for resolved in world.resolved:
        if not resolved.over:
            resolved.withheld.add(((thing.id, thing.life), keyword))


def forms_end(world: World) -> None:
    """What had entered as a copy for a time has its own card's form again, once that is over."""
    standing = {each.effect.id for each in world.resolved if not each.over}
    for resolved in world.resolved:
        effect = resolved.effect
        thing = world.things[effect.source]
        if resolved.over and effect.id in standing:
            continue
        if resolved.over and effect.id == f"{thing.id}.copy" and effect.life == thing.life:
            rebuild(world, thing)
