"""The oracle's operations: their layer, their operands worked out, and how they are written."""

from __future__ import annotations

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    Animate,
    Both,
    CantBeControlledBy,
    CantBeModified,
    CantHave,
    ChangeNumber,
    CopyOf,
    Either,
    Gain,
    Limit,
    Lose,
    LoseAll,
    Not,
    Noun,
    Operation,
    Permission,
    RemoveMembers,
    ReplaceMember,
    Selector,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    Swap,
)
from layerlaw.model.cards import Card
from layerlaw.model.rulebook import Rulebook
from oracle.board import Board, Cell, changeable_numbers, printed_instances, set_names
from oracle.selectors import View, player_meant, players_meant, refer, select, worth
from oracle.world import Effect, Instance

ABILITIES = "abilities"
NAME = "name"
MARK = "can't be modified"
PERMISSIONS = "permissions"


def words_of(operation: Operation) -> list[str]:
    """The layer words that an operation answers to, the most exact first."""
    match operation:
        case SetNumber(name) | SetPlayer(name) | SetMembers(name) | ReplaceMember(name):
            return [f"set {name}", f"change {name}"]
        case ChangeNumber(name, "*"):
            return [f"multiply {name}", f"change {name}"]
        case ChangeNumber(name) | AddMembers(name):
            return [f"add {name}", f"change {name}"]
        case Limit(name):
            return [f"limit {name}", f"change {name}"]
        case Swap(name):
            return [f"swap {name}", f"change {name}"]
        case RemoveMembers(name):
            return [f"remove {name}", f"change {name}"]
        case Gain():
            return ["gain abilities", "change abilities"]
        case Lose() | LoseAll():
            return ["lose abilities", "change abilities"]
        case CantHave():
            return ["forbid abilities", "change abilities"]
        case SetStatus(status):
            return [status]
        case Animate():
            return ["animate", "add types", "change types"]
        case CopyOf():
            return ["copy"]
        case CantBeControlledBy():
            return ["forbid controller", "change controller"]
        case CantBeModified():
            return ["can't be modified"]
        case Permission():
            return ["permissions"]


def layer_of(operation: Operation, rulebook: Rulebook) -> str:
    """The id of the first layer that holds the operation's most exact word."""
    for word in words_of(operation):
        for layer in rulebook.layers:
            if word in layer.does:
                return layer.id
    raise LookupError(f"no layer of {rulebook.id} takes {operation}")


def is_immune(object: str, operation: Operation, scope: Selector, board: Board) -> bool:
    """Whether the rulebook takes the object out of this operation (avatars and silence), because
    the selector does not name it by the noun that the rulebook uses."""
    return any(
        word in words_of(operation)
        and object in select(who, View(board))
        and not (isinstance(who, Noun) and names(scope, who.word))
        for who, word, _ in board.world.rulebook.immune
    )


def names(selector: Selector, word: str) -> bool:
    """Whether the selector itself uses the noun."""
    match selector:
        case Noun(spelt, _):
            return spelt == word
        case Not(inner):
            return names(inner, word)
        case Both(inner) | Either(inner):
            return any(names(each, word) for each in inner)
    return False


def operands(operation: Operation, copied: Card | None, view: View) -> tuple[object, ...]:
    """What has to be worked out for an operation on `it`, worked out."""
    match operation:
        case SetNumber(_, value) | ChangeNumber(_, _, value) | Limit(_, _, value):
            return (worth(value, view),)
        case SetPlayer(_, player):
            return (player_meant(player, view),)
        case CantBeControlledBy(player):
            return (players_meant(player, view),)
        case Permission(_, _, to) if to is not None:
            return (select(to, view),)
        case CopyOf():
            return (copied,)
    return ()


def card_to_copy(operation: CopyOf, view: View) -> Card | None:
    """The card whose printed text an object copies; None unless exactly one is selected."""
    selected = sorted(refer(operation.of, view))
    return view.board.world.things[selected[0]].form if len(selected) == 1 else None


def cells_of(object: str, operation: Operation, board: Board) -> set[Cell]:
    """The cells that an operation on the object writes, whether or not a bar prevents it."""
    match operation:
        case SetNumber(name) | ChangeNumber(name) | Limit(name) | SetMembers(name):
            return {(object, name)}
        case AddMembers(name) | RemoveMembers(name) | ReplaceMember(name) | SetPlayer(name):
            return {(object, name)}
        case Swap(first, second):
            return {(object, first), (object, second)}
        case Gain() | Lose() | LoseAll() | CantHave():
            return {(object, ABILITIES)}
        case SetStatus(name):
            status = board.world.rulebook.statuses[name]
            cells = {(object, name)} | {(object, each) for each in status.empties}
            return cells | ({(object, ABILITIES)} if status.silences else set())
        case Animate():
            return {(object, "types")}
        case CopyOf():
            names = [*changeable_numbers(board.world), *set_names(board.world), ABILITIES]
            return {(object, name) for name in names} | {(object, NAME)}
        case CantBeControlledBy():
            return {(object, "controller")}
        case CantBeModified():
            return {(object, MARK)}
        case Permission():
            return {(object, PERMISSIONS)}


def write(
    object: str, operation: Operation, worked_out: tuple[object, ...], effect: Effect, board: Board
) -> None:
    """Write one operation of an effect on one object; a barred write changes nothing."""
    match operation:
        case SetNumber(name):
            write_number(object, name, an_int(worked_out), board)
        case ChangeNumber(name, sign):
            now, amount = board.numbers[object, name], an_int(worked_out)
            if now is not None and sign == "+":
                write_number(object, name, now + amount, board)
            elif now is not None and sign == "-":
                write_number(object, name, now - amount, board)
            elif now is not None:
                write_number(object, name, now * amount, board)
        case Limit(name, how):
            now, amount = board.numbers[object, name], an_int(worked_out)
            if how == "at least" and (amount > 0 if now is None else now < amount):
                write_number(object, name, amount, board)
            if how == "at most" and now is not None and now > amount:
                write_number(object, name, amount, board)
        case Swap(first, second):
            one, other = board.numbers[object, first], board.numbers[object, second]
            write_number(object, first, other, board)
            write_number(object, second, one, board)
        case SetMembers(name, words):
            board.sets[object, name] = frozenset(words)
        case AddMembers(name, words):
            board.sets[object, name] |= frozenset(words)
        case RemoveMembers(name, words):
            board.sets[object, name] -= frozenset(words)
        case ReplaceMember(name, old, new):
            if old in board.sets[object, name]:
                board.sets[object, name] = board.sets[object, name] - {old} | {new}
        case SetPlayer(name):
            [player] = worked_out
            barred = name == "controller" and (object, player) in board.player_bars
            if isinstance(player, str) and not barred:
                board.players[object, name] = player
        case Gain(ability):
            gain(object, ability, effect, board)
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
            status = board.world.rulebook.statuses[name]
            board.statuses[object, name] = True
            if status.silences:
                lose_all_but(object, (), board)
            for number_name in status.empties:
                if board.numbers[object, number_name] is not None:
                    write_number(object, number_name, 0, board)
                board.number_bars.add((object, number_name))
        case Animate(word):
            board.sets[object, "types"] |= {word}
        case CopyOf():
            [card] = worked_out
            if isinstance(card, Card):
                write_copy(object, card, board)
        case CantBeControlledBy():
            [players] = worked_out
            assert isinstance(players, frozenset)
            if board.players[object, "controller"] in players:
                board.players[object, "controller"] = board.world.things[object].owner
            for player in players:
                board.player_bars.add((object, player))
        case CantBeModified():
            board.unmodifiable.add((object, effect.id))
        case Permission(allowed, action, to):
            reach: frozenset[str] | None = None
            if to is not None:
                [selected] = worked_out
                assert isinstance(selected, frozenset)
                reach = selected
            board.permissions[object] |= {(action, allowed, reach)}


def gain(object: str, ability: Ability, effect: Effect, board: Board) -> None:
    """Add the instance, this ability from this effect, unless the object has it or a bar stands."""
    ended = any(
        each.effect == effect
        and ((object, board.world.things[object].life), ability.keyword) in each.withheld
        for each in board.world.resolved
    )
    number = 0 if ability.keyword is not None else granted_texts(effect).index(ability) + 1
    instance = Instance(object, ability, effect.id, "", number, 0, "has", effect.stamp)
    barred = board.bars_ability(object, ability.keyword)
    if instance not in board.abilities[object] and not barred and not ended:
        board.abilities[object].append(instance)
        board.grants += 1
        board.given[instance] = board.grants


def an_int(worked_out: tuple[object, ...]) -> int:
    """The one operand, which is a number."""
    [value] = worked_out
    assert isinstance(value, int)
    return value


def granted_texts(effect: Effect) -> list[Ability]:
    """The lines of text that an effect grants, each once, in the order they stand in it."""
    texts: list[Ability] = []
    for instruction in effect.ability.instructions:
        for operation in instruction.operations:
            if isinstance(operation, Gain) and operation.ability.keyword is None:
                texts.append(operation.ability)
    return list(dict.fromkeys(texts))


def write_number(object: str, name: str, value: int | None, board: Board) -> None:
    """Write a number unless that is barred; policy `floor: each step` cuts it at once."""
    if (object, name) in board.number_bars:
        return
    if value is not None and board.world.policy("floor") == "each step":
        value = board.cut(name, value)
    board.numbers[object, name] = value


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


def write_copy(object: str, card: Card, board: Board) -> None:
    """Numbers, sets and abilities become those printed on the card; counters stay."""
    board.names[object] = card.name
    for name in changeable_numbers(board.world):
        write_number(object, name, card.numbers.get(name), board)
    for name in set_names(board.world):
        board.sets[object, name] = frozenset(card.sets.get(name, ()))
    board.abilities[object] = [
        instance
        for instance in printed_instances(object, card)
        if not board.bars_ability(object, instance.ability.keyword)
        and instance.ability.keyword not in board.world.things[object].forgone
    ]
