"""How operations are written to a board: a function for each kind of writing."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Literal

from layerlaw.model import algebra as a
from layerlaw.model.algebra.infinite import is_infinite
from layerlaw.model.algebra.mentions import all_names
from layerlaw.model.algebra.split import Split, each_part, parts_of, split
from layerlaw.model.algebra.writes import LoseAbilities
from layerlaw.model.cards.card import in_half
from layerlaw.model.cards.exceptions import excepted
from layerlaw.model.cards.merged import merged
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import (
    ABILITIES,
    ABILITY_BARS,
    BARS,
    BASE,
    BENEATH,
    FIXED,
    FORM,
    NAME,
    NAMELESS,
    PERMISSIONS,
    UNSURE_BARS,
    Board,
    Ignoring,
    Losses,
    Permit,
    Redirection,
    barred,
    barred_ability,
    barred_status,
    bits,
    shared,
)
from layerlaw.solver.board.kinds import NO_OBJECTS, Index
from layerlaw.solver.effects.context import AbilityInstance
from layerlaw.solver.effects.copying import Form, copies_what_is_left, form_so_far
from layerlaw.solver.effects.printed import printed_abilities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra.writes import WriteAbility, WriteName, WriteNumber, WriteWords
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook, Status
    from layerlaw.solver.board.kinds import InstanceNumber, Objects
    from layerlaw.solver.effects.context import Context, Instances
    from layerlaw.solver.effects.world import World


Operand = Hashable

Change = Callable[[int | None, int], int | None]
"""What becomes of an old number (None: missing) by an operand."""

GREATEST = 10**18
"""No finite number of a game is greater; one that is would only fill the memory."""


def write_numbers(
    board: Board,
    characteristic: str,
    scope: Objects,
    found: Operand,
    change: Change,
    world: World,
    *,
    base: bool = False,
) -> None:
    """Write a number to every object in scope, past bars, cut at a floor kept each step.

    base: whether it becomes the base value too.
    """
    if board.columns.get(BARS):
        scope &= ~barred(board, ("number", characteristic))
    known = world.rulebook.characteristics.get(characteristic)
    floor = known.floor if known else None
    if isinstance(found, int):
        groups = [(scope, found)]
    else:
        assert isinstance(found, tuple)
        groups = [(1 << Index(index) & scope, number) for index, number in found]
    moves: list[tuple[Objects, int | None, int | None]] = []
    for group, operand in groups:
        rest = group
        for old, held in board.column(characteristic).items():
            assert isinstance(old, int)
            part = held & group
            if part:
                part = shared(part, group)
                rest &= ~part
                new = change(old, operand) if type(old) is int else _changed(change, old, operand)
                moves.append((part, old, new))
        if rest:
            moves.append((rest, None, change(None, operand)))
    for moved, old, new in moves:
        if new is not None and not -GREATEST <= new <= GREATEST and not is_infinite(new):
            raise LayerlawError(
                f"{characteristic} has grown beyond {GREATEST}; are there effects that multiply "
                "each other?"
            )
        if new is not None and floor is not None:
            new = kept_at(floor, new, world)
        if old is None or new is None:
            assign_or_clear(board, characteristic, new, moved)
        elif new != old:
            # Nobody has two values of a number: what has the old one lacks the new one.
            board.flip(characteristic, old, moved)
            board.flip(characteristic, new, moved)
        if base:
            assign_or_clear(board, BASE + characteristic, new, moved)


def _changed(change: Change, old: int, operand: int) -> int | None:
    """What becomes of an old number, of each part where it is split. Clause: SORC-SPLIT-1."""
    if not isinstance(old, Split):
        return change(old, operand)
    first, second = (change(part, operand) for part in old.parts)
    return None if first is None or second is None else split(first, second)


def kept_at(floor: int, number: int, world: World) -> int:
    """A number as it is stored, which may be cut at its floor (policy `floor`)."""
    least = min(parts_of(number)) if isinstance(number, Split) else number
    if least >= floor or world.rulebook.policy("floor") != "each step":
        return number
    return each_part(number, lambda part: max(part, floor))


def assign_or_clear(
    board: Board, characteristic: str, new: Hashable | None, scope: Objects
) -> None:
    """Give the objects in scope the value, or none."""
    if new is None:
        board.clear(characteristic, scope)
    else:
        board.assign(characteristic, new, scope)


def lose(board: Board, scope: Objects, instances: Instances, keyword: str, *, bar: Losses) -> None:
    """Take the keyword from the objects in scope, and bar it. Clause: SORC-LOSE-1."""
    for instance in list(board.column(ABILITIES)):
        if instances.keyword(instance) == keyword:
            board.remove(ABILITIES, instance, scope)
    if bar:
        of_one, _ = ABILITY_BARS if bar == "barred" else UNSURE_BARS
        board.add(BARS, (of_one, keyword), scope)


def lose_all(
    board: Board, scope: Objects, instances: Instances, but: tuple[str, ...], *, bar: Losses
) -> None:
    """Take all abilities but those, and bar all but those. Clause: SORC-LOSE-1."""
    if not but:
        board.clear(ABILITIES, scope)
    else:
        for instance in list(board.column(ABILITIES)):
            if instances.keyword(instance) not in but:
                board.remove(ABILITIES, instance, scope)
    if bar:
        _, of_all = ABILITY_BARS if bar == "barred" else UNSURE_BARS
        board.add(BARS, (of_all, but), scope)


def cannot_gain(board: Board, keyword: str | None, scope: Objects, world: World) -> Objects:
    """The objects against whose gaining the keyword (None: a line of text) a bar stands.

    Whether a loss is one is asked for if anything in scope has lost it.
    """
    barred = barred_ability(board, keyword)
    lost = barred_ability(board, keyword, unsure=True)
    if scope & lost & ~barred and world.rulebook.policy("loss") == "bar":
        return barred | lost
    return barred


def give_status(
    board: Board, scope: Objects, status: Status, world: World, instances: Instances
) -> None:
    """Give the objects in scope a status, with what it takes from them, past bars."""
    if without := barred_status(board, status.name):
        scope &= ~without
    board.add(status.name, True, scope)
    if status.nameless:
        board.assign(NAME, NAMELESS, scope)
    if status.silences:
        lose_all(board, scope, instances, (), bar=world.bars_losses)
    for characteristic in status.empties:
        free = scope & ~barred(board, ("number", characteristic))
        board.assign(characteristic, 0, free & board.having(characteristic))
        board.add(BARS, ("number", characteristic), scope)


def printed_instances(card: Card, instances: Instances) -> list[InstanceNumber]:
    """The instances of a card's printed abilities, in order."""
    return [instances.printed(*placed) for placed in printed_abilities(card)]


def copy_onto(
    board: Board, scope: Objects, card: Card, instances: Instances, world: World, *, text: bool
) -> None:
    """Give the objects in scope everything that is printed on the card, but what is barred.

    text: it is their text that changes, so that they keep the abilities that effects gave them.
    Clause: SORC-COPY-1.
    """
    board.assign(NAME, card.name, scope)
    for characteristic in world.rulebook.characteristics.values():
        if characteristic.counter or characteristic.kind not in ("number", "set"):
            continue
        name = characteristic.name
        number, words = card.numbers.get(name), card.sets.get(name, ())
        names = (name, BASE + name) if characteristic.base else (name,)
        if number is None and not words and not any(map(board.columns.get, names)):
            continue
        if characteristic.kind == "set":
            for word in [old for old in board.column(name) if old not in words]:
                board.remove(name, word, scope)
            for word in words:
                board.add(name, word, scope)
            continue
        free = scope & ~barred(board, ("number", name))
        if number is not None and characteristic.floor is not None:
            number = kept_at(characteristic.floor, number, world)
        for each in names:
            assign_or_clear(board, each, number, free)
        if number is not None and characteristic.counted:
            # Counters are not copied: their number is what it was.
            for index in bits(free):
                if name in world.things[index].counters:
                    board.assign(name, world.things[index].counters[name], 1 << index)
    abilities_onto(board, scope, card, instances, world, text=text)


def abilities_onto(
    board: Board, scope: Objects, card: Card, instances: Instances, world: World, *, text: bool
) -> None:
    """The abilities of the card in the place of all others, but for those lost for good."""
    if text:
        lose_own_text(board, scope, instances)
    else:
        board.clear(ABILITIES, scope)
    for instance in printed_instances(card, instances):
        keyword = instances.keyword(instance)
        without = 0 if keyword is None else world.without.get(keyword, 0)
        board.add(
            ABILITIES, instance, scope & ~without & ~cannot_gain(board, keyword, scope, world)
        )


def for_each(operand: Operand, scope: Objects) -> Iterator[tuple[Objects, Hashable]]:
    """The objects in scope with the operand that is meant for them."""
    if not isinstance(operand, tuple):
        yield scope, operand
        return
    for index, meant in operand:
        yield scope & 1 << index, meant


def is_base_too(rulebook: Rulebook, write: WriteNumber) -> bool:
    """Whether the number written becomes the base value as well."""
    known = rulebook.characteristics.get(write.characteristic)
    return known is not None and known.base and write.how in ("set", "fix", "clear")


def write_number(
    write: WriteNumber,
    change: Change,
    base: bool,
    context: Context,
    board: Board,
    scope: Objects,
    operand: Operand,
) -> None:
    """Write a number; a fixed one is barred from being written again.

    change: what it makes of the old number. base: whether it becomes the base value as well.
    """
    name = write.characteristic
    write_numbers(board, name, scope, operand, change, context.world, base=base)
    if write.how == "fix":
        board.add(BARS, ("number", name), scope)


def clear_number(
    write: WriteNumber,
    base: bool,
    context: Context,
    board: Board,
    scope: Objects,
    operand: Operand,
) -> None:
    """Take a number away, and its base value with it."""
    free = scope & ~barred(board, ("number", write.characteristic))
    board.clear(write.characteristic, free)
    if base:
        board.clear(BASE + write.characteristic, free)


def swap(
    operation: a.Swap, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Swap two numbers, each cut at the floor of what it is now, where that is kept each step."""
    first, second = operation.first, operation.second
    scope &= ~(barred(board, ("number", first)) | barred(board, ("number", second)))
    firsts, seconds = _by_number(board, first, scope), _by_number(board, second, scope)
    for before, held in firsts:
        for after, others in seconds:
            both = held & others
            for name, number in ((first, after), (second, before)) if both else ():
                known = context.world.rulebook.characteristics.get(name)
                if number is not None and known is not None and known.floor is not None:
                    number = kept_at(known.floor, number, context.world)
                assign_or_clear(board, name, number, both)


def _by_number(board: Board, name: str, scope: Objects) -> list[tuple[int | None, Objects]]:
    """The objects by the number that they have; None: they have none."""
    groups: list[tuple[int | None, Objects]] = []
    for number, held in board.column(name).items():
        if held & scope:
            assert isinstance(number, int)
            groups.append((number, held & scope))
            scope &= ~held
    return [*groups, (None, scope)] if scope else groups


def write_words(
    write: WriteWords, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Add words, take them away, or put them in place of one or of all others.

    Words that the operation does not name are the operand.
    """
    name = write.characteristic
    if write.words is None:
        for group, words in for_each(operand, scope):
            assert isinstance(words, frozenset)
            for word in sorted(words):
                board.add(name, word, group)
        return
    if write.how == "remove":
        for word in write.words:
            board.remove(name, word, scope)
        return
    if write.how == "set":
        for word in [old for old in board.column(name) if old not in write.words]:
            if not write.among or word in write.among:
                board.remove(name, word, scope)
    elif write.how == "replace":
        scope &= board.column(name).get(write.old, NO_OBJECTS)
        board.remove(name, write.old, scope)
    for word in write.words:
        board.add(name, word, scope)


def write_names(
    write: WriteName, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Name the objects, or give them names besides their own."""
    if write.how == "set":
        board.assign(NAME, all_names(*write.names) if write.names else NAMELESS, scope)
        return
    for old, held in list(board.column(NAME).items()):
        if held & scope:
            own = () if old == NAMELESS else (str(old),)
            board.assign(NAME, all_names(*own, *write.names), held & scope)


def set_player(
    operation: a.SetPlayer, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Give control; who shows as controlling what is settled afterwards."""
    name = operation.characteristic
    column = BENEATH if name == context.world.rulebook.control else name
    for group, players in for_each(operand, scope):
        assert isinstance(players, frozenset)
        if len(players) == 1:
            (player,) = players
            board.assign(column, player, group & ~barred(board, (name, player)))


def bar_control(context: Context, board: Board, scope: Objects, operand: Operand) -> None:
    """Give what the players control back to its owners, and bar the players from it."""
    control = context.world.rulebook.control
    for group, players in for_each(operand, scope):
        assert isinstance(players, frozenset)
        for name in sorted(players):
            held = board.column(BENEATH).get(name, 0) & group
            for owner, owned in context.world.owned.items():
                if held & owned and owner and owner != name:
                    board.assign(BENEATH, owner, held & owned)
                elif held & owned and not owner:
                    board.clear(BENEATH, held & owned)
            board.add(BARS, (control, name), group)


def gain(
    operation: a.Gain, place: int, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Give an ability, but not to those from whom it is withheld or barred."""
    taking = scope & ~_kept_from(operation.ability.keyword, context, board, scope)
    board.add(ABILITIES, context.granted[place], taking)


def _kept_from(keyword: str | None, context: Context, board: Board, scope: Objects) -> Objects:
    """The objects to which the effect gives the keyword no longer, or against which a bar stands.

    keyword: None for a line of text. scope: those to which it is given.
    """
    ids = [id for id, withheld in context.withheld if withheld == keyword]
    return context.world.mask(ids) | cannot_gain(board, keyword, scope, context.world)


def lose_own_text(board: Board, scope: Objects, instances: Instances) -> None:
    """Take the abilities that are printed or copied, and no others."""
    for number in list(board.column(ABILITIES)):
        if instances[number].giver is None:
            board.remove(ABILITIES, number, scope)


def gain_activated(context: Context, board: Board, scope: Objects, operand: Operand) -> None:
    """Give the abilities that were found, in the order of their texts."""
    for group, found in for_each(operand, scope):
        assert isinstance(found, frozenset)
        for ability in sorted(found, key=repr):
            taking = group & ~_kept_from(ability.keyword, context, board, group)
            giver = context.effect, context.began
            one = AbilityInstance(
                ability, "", 0, giver, static=False, activated=True, resolves=True
            )
            number = context.instances.number(("activated", ability, context.effect), one)
            board.add(ABILITIES, number, taking)


def lose_abilities(
    lost: WriteAbility | LoseAbilities,
    context: Context,
    board: Board,
    scope: Objects,
    operand: Operand,
) -> None:
    """Take a keyword away, or all abilities but some; bar what can't come back."""
    if isinstance(lost, LoseAbilities):
        lose_all(board, scope, context.instances, lost.but, bar=context.world.bars_losses)
    else:
        assert lost.keyword is not None
        bar: Losses = "barred" if lost.how == "bar" else context.world.bars_losses
        lose(board, scope, context.instances, lost.keyword, bar=bar)


def bar_status(
    operation: a.CantBeStatus, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Keep a status from the objects, as long as the effect's early work is not taken back."""
    board.add(BARS, ("status", (operation.status, context.maker)), scope)


def set_status(
    operation: a.SetStatus, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Give a status."""
    world = context.world
    give_status(board, scope, world.rulebook.statuses[operation.status], world, context.instances)


def copy(
    place: int,
    operation: a.CopyOf,
    context: Context,
    board: Board,
    scope: Objects,
    operand: Operand,
) -> None:
    """Give everything that is copiable of an object, or of what was read at resolution.

    What is otherwise with a copy of an object was read with it. Of a text nothing is copiable.
    """
    but = operation.but
    copied = context.copies[place] if place < len(context.copies) else None
    if operation.itself:
        _become(operation, context, board, scope)
        return
    if operation.merging:
        if copied is not None:
            _merge(copied, operation.merging, context, board, scope)
        return
    for group, original in for_each(operand, scope):
        card = copied
        if isinstance(original, Form):
            card = excepted(original.card, but)
        elif isinstance(original, int):
            card = excepted(context.world.form(original), but)
        if card is not None and card.half is not None and not operation.text:
            _copy_halves(card, context, board, group)
        elif card is not None:
            if copies_what_is_left(context.world.rulebook) and not operation.text:
                board.assign(FORM, Form(card), group)
            if operation.text == "text":
                abilities_onto(board, group, card, context.instances, context.world, text=True)
            else:
                text = bool(operation.text)
                copy_onto(board, group, card, context.instances, context.world, text=text)


def _merge(
    card: Card, merging: Literal["over", "under"], context: Context, board: Board, scope: Objects
) -> None:
    """Put the card over what each object is by now, or give its abilities besides."""
    world = context.world
    turned = NO_OBJECTS
    for status in world.rulebook.statuses.values():
        if status.other_half is not None:
            turned |= board.having(status.name)
    for index in bits(scope):
        bit = 1 << index
        mine = in_half(card, other=bool(turned & bit))
        now = form_so_far(world, board, index)
        if merging == "over":
            made = merged(mine, now)
            copy_onto(board, bit, made, context.instances, world, text=False)
        else:
            made = merged(now, mine)
            abilities_onto(board, bit, made, context.instances, world, text=False)
        board.assign(FORM, Form(made), bit)


def _become(operation: a.CopyOf, context: Context, board: Board, scope: Objects) -> None:
    """Make each object what it is by now, but for what the operation says."""
    for index in bits(scope):
        made = excepted(form_so_far(context.world, board, index), operation.but)
        board.assign(FORM, Form(made), 1 << index)
        copy_onto(board, 1 << index, made, context.instances, context.world, text=False)


def _copy_halves(card: Card, context: Context, board: Board, scope: Objects) -> None:
    """Give both halves of the card; which one is in use is for each object's status to say."""
    turned = NO_OBJECTS
    for status in context.world.rulebook.statuses.values():
        if status.other_half is not None:
            turned |= board.having(status.name)
    for group, other in ((scope & ~turned, False), (scope & turned, True)):
        if group:
            half = in_half(card, other=other)
            if copies_what_is_left(context.world.rulebook):
                board.assign(FORM, Form(half), group)
            copy_onto(board, group, half, context.instances, context.world, text=False)


def fix(context: Context, board: Board, scope: Objects, operand: Operand) -> None:
    """Mark as what no other effect can modify."""
    board.add(FIXED, context.maker, scope)


def mark(
    operation: a.Permission | a.Ignore | a.Redirect,
    context: Context,
    board: Board,
    scope: Objects,
    operand: Operand,
) -> None:
    """Mark what objects can do and can't, what they ignore, where they go; by which effect."""
    by = context.maker
    if isinstance(operation, a.Redirect):
        board.add(PERMISSIONS, Redirection(operation.to, operation.instead_of, by), scope)
        return
    for group, about in for_each(operand, scope):
        assert about is None or isinstance(about, int)
        if isinstance(operation, a.Permission):
            allowed, passive = operation.allowed, operation.passive
            board.add(PERMISSIONS, Permit(allowed, operation.action, passive, about, by), group)
        else:
            action, passive, partner = operation.action, operation.passive, operation.partner
            board.add(PERMISSIONS, Ignoring(action, passive, about, partner, by), group)
