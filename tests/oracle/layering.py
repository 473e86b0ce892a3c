"""The oracle's layers: which one an operation falls into, what sets, lifts, and who is immune."""

from __future__ import annotations

from layerlaw.model.algebra import (
    AddMembers,
    AddMembersOf,
    Animate,
    Both,
    CantBeControlledBy,
    CantBeModified,
    CantHave,
    ChangeNumber,
    CopyOf,
    Either,
    FixNumber,
    Gain,
    Ignore,
    Limit,
    Lose,
    LoseAll,
    Not,
    Noun,
    Operation,
    Permission,
    Redirect,
    RemoveMembers,
    ReplaceMember,
    Selector,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    Swap,
)
from layerlaw.model.rulebooks.rulebook import Rulebook
from oracle.board import Board
from oracle.selectors import select
from oracle.view import View


def words_of(operation: Operation) -> list[str]:
    """The layer words that an operation answers to, the most exact first."""
    match operation:
        case SetNumber(name) | SetPlayer(name) | SetMembers(name) | ReplaceMember(name):
            return [f"set {name}", f"change {name}"]
        case FixNumber(name):
            return [f"fix {name}", f"set {name}", f"change {name}"]
        case ChangeNumber(name, "*"):
            return [f"multiply {name}", f"change {name}"]
        case ChangeNumber(name) | AddMembers(name) | AddMembersOf(name):
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
        case Ignore():
            return ["ignore", "permissions"]
        case Redirect():
            return ["replacements", "permissions"]


def layer_of(operation: Operation, rulebook: Rulebook) -> str:
    """The id of the first layer that holds the operation's most exact word."""
    for word in words_of(operation):
        for layer in rulebook.layers:
            if word in layer.does:
                return layer.id
    raise LookupError(f"no layer of {rulebook.id} takes {operation}")


def sets(operation: Operation) -> bool:
    """Whether the operation sets something, as policy `parity` understands it."""
    return isinstance(
        operation, SetNumber | FixNumber | SetMembers | SetPlayer | ReplaceMember | CopyOf
    )


def lifts(operation: Operation, rulebook: Rulebook) -> bool:
    """Whether the operation only adds, so that effects could hold each other up by it."""
    if isinstance(operation, SetStatus):
        status = rulebook.statuses[operation.status]
        return not status.silences and not status.empties
    adds = Gain | AddMembers | AddMembersOf | Animate | Permission | Ignore | Redirect
    return isinstance(operation, adds)


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
