"""The oracle's layers: which one an operation falls into, what lifts, and who is immune."""

from __future__ import annotations

from layerlaw.model.algebra import Both, Either, Not, Noun, Operation, Selector, SetStatus
from layerlaw.model.rulebooks.rulebook import Rulebook
from oracle.board import Board
from oracle.kinds import kind_of
from oracle.selectors import select
from oracle.view import View


def layer_of(operation: Operation, rulebook: Rulebook, *, defines: bool) -> str:
    """The id of the first layer that holds the operation's most exact word.

    defines: whether it stands in an ability that is marked as characteristic-defining.
    """
    words = kind_of(operation).words
    if defines and words[-1].startswith("change "):
        words = ("define " + words[-1][len("change ") :], *words)
    for word in words:
        for layer in rulebook.layers:
            if word in layer.does:
                return layer.id
    raise LookupError(f"no layer of {rulebook.id} takes {operation}")


def lifts(operation: Operation, rulebook: Rulebook) -> bool:
    """Whether the operation only adds, so that effects could hold each other up by it."""
    if isinstance(operation, SetStatus):
        status = rulebook.statuses[operation.status]
        return not (status.silences or status.empties or status.nameless)
    return kind_of(operation).lifts


def is_immune(object: str, operation: Operation, scope: Selector, board: Board) -> bool:
    """Whether the rulebook takes the object out of this operation (avatars and silence), because
    the selector does not name it by the noun that the rulebook uses."""
    return any(
        word in kind_of(operation).words
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
