"""The oracle's operations: their operands worked out, and how they are written."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from layerlaw.model.algebra import (
    SEVERAL_NAMES,
    Ability,
    AddMembers,
    AddMembersOf,
    Animate,
    CantBeControlledBy,
    CantBeModified,
    CantBeStatus,
    CantHave,
    ChangeNumber,
    CopyOf,
    FixNumber,
    Gain,
    GainActivated,
    Ignore,
    Limit,
    Lose,
    LoseAll,
    Operation,
    Permission,
    Redirect,
    RemoveMembers,
    RemoveNumber,
    Rename,
    ReplaceInText,
    ReplaceMember,
    Selector,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    Swap,
)
from layerlaw.model.algebra.split import Split, split
from layerlaw.model.cards.card import Card, as_copied
from oracle.board import (
    Board,
    Disregard,
    Mark,
    Permit,
    Redirection,
    changeable_numbers,
    numbers_with_base,
    printed_instances,
    set_names,
)
from oracle.exceptions import otherwise
from oracle.groups import (
    lose_text,
    loses_its_text,
    take_what_goes,
    words_after_setting,
    words_gained,
)
from oracle.halves import half_of, is_flipped, put_together
from oracle.joined import concerns, stands_for
from oracle.reckoning import reckon
from oracle.selectors import last_known, refer, select
from oracle.texts import change_text
from oracle.values import player_meant, players_meant, worth
from oracle.view import View
from oracle.world import Effect, Instance


def operands(operation: Operation, copied: Card | None, view: View) -> tuple[object, ...]:
    """What has to be worked out for an operation on `it`, worked out."""
    match operation:
        case SetNumber(_, value) | FixNumber(_, value) | ChangeNumber(_, _, value):
            return (worth(value, view.firm),)
        case Limit(_, _, value):
            return (worth(value, view.firm),)
        case SetPlayer(_, player):
            return (player_meant(player, view.firm),)
        case CantBeControlledBy(player):
            return (players_meant(player, view.firm),)
        case Permission(_, _, to) if to is not None:
            return (select(to, view),)
        case Ignore(_, source) if source is not None:
            return (select(source, view),)
        case AddMembersOf(name, of):
            read = [view.board.sets[each, name] for each in refer(of, view)]
            return (words_gained(operation, frozenset().union(*read), view),)
        case SetMembers(_, words) | AddMembers(_, words) if operation.types:
            return (words_gained(operation, frozenset(words), view),)
        case GainActivated(of, found):
            return (activated(of, view) if found is None else frozenset(found),)
        case CopyOf(itself=True):
            return ()
        case CopyOf():
            return (copied,)
    return ()


def activated(of: Selector, view: View) -> frozenset[Ability]:
    """The activated abilities that what is meant has now."""
    return frozenset(
        instance.ability
        for each in refer(of, view)
        for instance in view.board.abilities[each]
        if instance.use == "activates"
        or instance.ability.keyword in view.board.world.rulebook.activated
    )


def card_to_copy(operation: CopyOf, view: View) -> Card | None:
    """The card that an object becomes a copy of; None unless exactly one object is selected, and
    that is no player."""
    last = last_known(operation.of, view)
    if last is not None:
        return otherwise(last[3], operation)
    selected = sorted(refer(operation.of, view))
    if len(selected) != 1 or selected[0] in view.board.world.players:
        return None
    return otherwise(copiable(selected[0], view.board), operation)


def copiable(object: str, board: Board) -> Card:
    """What is copiable of an object: its print, or what the copies on the board have left."""
    if not board.world.copies_leave_forms:
        return board.world.form(object)
    for name, status in board.world.rulebook.statuses.items():
        if board.statuses[object, name] and status.copied_as is not None:
            seen = status.copied_as
            listed = board.world.things[object].listed
            if listed is not None:
                return Card("", listed.sets, listed.numbers, listed.abilities)
            return Card("", dict(seen.sets), dict(seen.numbers))
    return as_copied(board.forms.get(object, board.world.printed(object)), None)


def write(
    object: str, operation: Operation, worked_out: tuple[object, ...], effect: Effect, board: Board
) -> None:
    """Write one operation of an effect on one object; a barred write changes nothing."""
    match operation:
        case SetNumber(name):
            write_number(object, name, an_int(worked_out), board, base=True)
        case RemoveNumber(name):
            write_number(object, name, None, board, base=True)
        case FixNumber(name):
            write_number(object, name, an_int(worked_out), board, base=True)
            board.number_bars.add((object, name))
        case ChangeNumber(name):
            now, amount = board.numbers[object, name], an_int(worked_out)
            if isinstance(now, Split):
                first, second = (changed(part, operation, amount) for part in now.parts)
                write_number(object, name, split(first, second), board)
            elif now is not None:
                write_number(object, name, changed(now, operation, amount), board)
        case Limit(name, how):
            now, amount = board.numbers[object, name], an_int(worked_out)
            if isinstance(now, Split):
                bounded = max if how == "at least" else min
                first, second = (bounded(part, amount) for part in now.parts)
                write_number(object, name, split(first, second), board)
            elif (how == "at least" and (amount > 0 if now is None else now < amount)) or (
                how == "at most" and now is not None and now > amount
            ):
                write_number(object, name, amount, board)
        case Swap(first, second):
            one, other = board.numbers[object, first], board.numbers[object, second]
            # A swap is one write: if it cannot change one of the two, it changes neither.
            if not {(object, first), (object, second)} & board.number_bars:
                write_number(object, first, other, board)
                write_number(object, second, one, board)
        case SetMembers(name) if worked_out and worked_out != (frozenset(operation.words),):
            [found] = worked_out
            assert isinstance(found, frozenset)
            if found:
                write(object, replace(operation, words=tuple(found), types=""), (), effect, board)
        case SetMembers(name):
            before = board.sets[object, name]
            board.sets[object, name] = words_after_setting(operation, before)
            take_what_goes(object, operation, before, board)
            if loses_its_text(operation):
                lose_text(object, board)
        case AddMembers(name, words):
            [found] = worked_out or (frozenset(words),)
            assert isinstance(found, frozenset)
            board.sets[object, name] |= found
        case AddMembersOf(name):
            [found] = worked_out
            assert isinstance(found, frozenset)
            board.sets[object, name] |= found
        case RemoveMembers(name, words):
            before = board.sets[object, name]
            board.sets[object, name] -= frozenset(words)
            take_what_goes(object, operation, before, board)
        case ReplaceMember(name, old, new):
            before = board.sets[object, name]
            if old in before:
                board.sets[object, name] = before - {old} | {new}
                take_what_goes(object, operation, before, board)
        case ReplaceInText():
            change_text(object, operation, board)
        case SetPlayer(name):
            [player] = worked_out
            controls = name == board.world.rulebook.control
            barred = controls and (object, player) in board.player_bars
            if isinstance(player, str) and not barred:
                board.players[object, name] = player
        case Gain(ability):
            gain(object, ability, effect, board)
        case GainActivated():
            [abilities] = worked_out
            assert isinstance(abilities, frozenset)
            for ability in sorted(abilities, key=repr):
                gain(object, ability, effect, board, use="activates")
        case Lose(keyword):
            lose_keyword(object, keyword, board)
            if board.world.policy("loss") == "bar":
                board.keyword_bars.add((object, keyword))
        case CantHave(keyword):
            lose_keyword(object, keyword, board)
            board.keyword_bars.add((object, keyword))
        case LoseAll(but):
            lose_all_but(object, but, board)
        case SetStatus(name):
            give_status(object, name, board)
        case Animate(word, name):
            board.sets[object, name] |= {word}
        case CopyOf(itself=True):
            so_far = board.forms.get(object, board.world.printed(object))
            write_copy(object, otherwise(so_far, operation), board, "")
        case CopyOf():
            [card] = worked_out
            if isinstance(card, Card) and operation.merging:
                write_merging(object, card, board, operation.merging)
                return
            if isinstance(card, Card) and not operation.text:
                card = half_of(card, flipped=is_flipped(object, board))
            if isinstance(card, Card):
                write_copy(object, card, board, operation.text)
        case Rename(names, besides):
            own = board.names[object].split(SEVERAL_NAMES) if besides else []
            called = {one for one in (*own, *names) if one}
            board.names[object] = SEVERAL_NAMES.join(sorted(called))
        case CantBeControlledBy(_, name):
            [players] = worked_out
            assert isinstance(players, frozenset)
            if board.players[object, name] in players:
                board.players[object, name] = board.world.things[object].owner
            for player in players:
                board.player_bars.add((object, player))
        case CantBeStatus(status):
            board.status_bars.add((object, status, effect.key))
        case CantBeModified():
            board.unmodifiable.add((object, effect.key))
        case Permission(allowed, action, _, passive):
            reach = some_objects(worked_out)
            add_mark(object, Permit(allowed, action, passive, reach, effect.key), effect, board)
        case Ignore(action, _, passive, partner):
            sources = some_objects(worked_out)
            mark = Disregard(action, passive, sources, partner, effect.key)
            add_mark(object, mark, effect, board)
        case Redirect(to, instead_of):
            add_mark(object, Redirection(to, instead_of, effect.key), effect, board)
        case _:
            assert_never(operation)


def changed(now: int, operation: ChangeNumber, amount: int) -> int:
    """A number gone up, down (not below `least`, but what was lower stays) or multiplied."""
    after = reckon(now, operation.sign, amount)
    if operation.sign != "-" or operation.least is None:
        return after
    return max(after, min(now, operation.least))


def add_mark(object: str, mark: Mark, effect: Effect, board: Board) -> None:
    """The object bears the mark, and what made it is remembered."""
    board.marks[object] |= {mark}
    board.makers[effect.key] = effect


def some_objects(worked_out: tuple[object, ...]) -> frozenset[str] | None:
    """The objects that were worked out; None where nothing had to be."""
    if not worked_out:
        return None
    [found] = worked_out
    assert isinstance(found, frozenset)
    return found


def give_status(object: str, name: str, board: Board) -> None:
    """The object has the status, with what the rulebook says that it does, unless it is barred."""
    if any((who, which) == (object, name) for who, which, _ in board.status_bars):
        return
    board.statuses[object, name] = True
    if name not in board.world.rulebook.statuses:
        return
    status = board.world.rulebook.statuses[name]
    if status.nameless:
        board.names[object] = ""
    if status.silences:
        lose_all_but(object, (), board)
    for number_name in status.empties:
        if board.numbers[object, number_name] is not None:
            write_number(object, number_name, 0, board)
        board.number_bars.add((object, number_name))


def gain(object: str, ability: Ability, effect: Effect, board: Board, use: str = "has") -> None:
    """Add the instance, this ability from this effect, unless the object has it or a bar stands."""
    ended = any(
        stands_for(each, effect)
        and ((object, board.world.things[object].life), ability.keyword) in each.withheld
        for each in board.world.resolved
    )
    texts = granted_texts(effect)
    own = use == "has" and ability.keyword is None
    number = texts.index(ability) + 1 if own else 0
    instance = Instance(object, ability, effect.id, "", number, "", use, effect.stamp)
    barred = board.bars_ability(object, ability.keyword)
    if instance not in board.abilities[object] and not barred and not ended:
        board.abilities[object].append(instance)
        board.grants += 1
        board.given[instance] = board.grants
        if not board.world.layered:
            holder = board.world.by_entry().index(object)
            board.given[instance] = order_of_granting(effect, holder, ability)


def an_int(worked_out: tuple[object, ...]) -> int:
    """The one operand, which is a number."""
    [value] = worked_out
    assert isinstance(value, int)
    return value


def granted_texts(effect: Effect) -> list[Ability]:
    """The lines of text that an effect grants, each once, in the order they stand in it."""
    texts: list[Ability] = []
    for place, instruction in enumerate(effect.ability.instructions):
        if not concerns(effect, place):
            continue
        for operation in instruction.operations:
            if isinstance(operation, Gain) and operation.ability.keyword is None:
                texts.append(operation.ability)
    return list(dict.fromkeys(texts))


def order_of_granting(effect: Effect, holder: int, ability: Ability) -> tuple[object, ...]:
    """Where nothing is given one after another: by the giving effect's timestamp, the holder's
    entry, the giving effect itself, and the place among what it gives."""
    gifts = [
        operation.ability
        for instruction in effect.ability.instructions
        for operation in instruction.operations
        if isinstance(operation, Gain)
    ]
    return effect.stamp, holder, effect.order, gifts.index(ability)


def write_number(
    object: str, name: str, value: int | None, board: Board, base: bool = False
) -> None:
    """Write a number unless that is barred; policy `floor: each step` cuts it at once.

    base: whether the number's base value, if it has one, becomes the same.
    """
    if (object, name) in board.number_bars:
        return
    if value is not None and board.world.policy("floor") == "each step":
        value = board.cut(name, value)
    board.numbers[object, name] = value
    if base and name in numbers_with_base(board.world):
        board.numbers[object, f"base {name}"] = value


def lose_keyword(object: str, keyword: str, board: Board) -> None:
    """Remove all instances of a keyword."""
    board.abilities[object] = [
        each for each in board.abilities[object] if each.ability.keyword != keyword
    ]


def lose_all_but(object: str, but: tuple[str, ...], board: Board) -> None:
    """Remove all abilities but these keywords; policy `loss: bar` bars what was removed."""
    board.abilities[object] = [
        each for each in board.abilities[object] if each.ability.keyword in but
    ]
    if board.world.policy("loss") == "bar":
        board.all_but_bars.add((object, but))


def write_merging(object: str, card: Card, board: Board, side: str) -> None:
    """A card is over what the object is by now, or adds its abilities; rules 730.2a, 702.140e."""
    now = board.forms.get(object, board.world.printed(object))
    made = put_together(now, card, side, flipped=is_flipped(object, board))
    if side == "over":
        write_copy(object, made, board, "")
    else:
        board.forms[object] = made
        write_abilities(object, made, board, text=False)


def write_copy(object: str, card: Card, board: Board, text: str) -> None:
    """Numbers, sets and abilities become those printed on the card; counters stay.

    text: "text" for the abilities alone; what a text brings is never copiable.
    """
    if text:
        board.retold.add(object)
    if text == "text":
        write_abilities(object, card, board, text=True)
        return
    board.names[object] = card.name
    if not text:
        board.forms[object] = card
    for name in changeable_numbers(board.world):
        write_number(object, name, card.numbers.get(name), board, base=True)
        counted = board.world.rulebook.characteristics[name].counted
        if counted and board.world.in_play(object) and name in card.numbers:
            write_number(object, name, board.world.things[object].counters.get(name, 0), board)
    for name in set_names(board.world):
        board.sets[object, name] = frozenset(card.sets.get(name, ()))
    write_abilities(object, card, board, text=bool(text))


def write_abilities(object: str, card: Card, board: Board, *, text: bool) -> None:
    """The abilities become those printed on the card; of a text, beside those that were given."""
    given = [each for each in board.abilities[object] if text and each.giver]
    board.abilities[object] = given + [
        instance
        for instance in printed_instances(object, card)
        if not board.bars_ability(object, instance.ability.keyword)
        and instance.ability.keyword not in board.world.things[object].forgone
    ]
