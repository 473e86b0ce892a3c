"""Which layer an operation works in, and who it passes by, told from what the operation is.

The operations say their own (`layer_words` in `model/algebra/`); nothing here reads them, so that
an operation sorted wrongly there is refused here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from layerlaw.model import algebra as a

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook


class OperationWords(NamedTuple):
    """What an operation does, for layers. verbs: the most exact first. of: to what, if to any.

    also: words of other deeds that it is one of.
    """

    verbs: tuple[str, ...]
    of: str = ""
    also: tuple[str, ...] = ()


def deed_of(operation: a.Operation) -> OperationWords:
    """What kind of deed an operation is."""
    match operation:
        case a.ChangeNumber(name, sign):
            return OperationWords(("multiply" if sign == "*" else "add", "change"), name)
        case a.SetNumber(name) | a.SetPlayer(name) | a.SetMembers(name) | a.ReplaceMember(name):
            return OperationWords(("set", "change"), name)
        case a.FixNumber(name):
            return OperationWords(("fix", "set", "change"), name)
        case a.Limit(name):
            return OperationWords(("limit", "change"), name)
        case a.Swap(first, _):
            return OperationWords(("swap", "change"), first)
        case a.AddMembers(name) | a.AddMembersOf(name):
            return OperationWords(("add", "change"), name)
        case a.RemoveMembers(name):
            return OperationWords(("remove", "change"), name)
        case a.Gain():
            return OperationWords(("gain", "change"), "abilities")
        case a.Lose() | a.LoseAll():
            return OperationWords(("lose", "change"), "abilities")
        case a.CantHave():
            return OperationWords(("forbid", "change"), "abilities")
        case a.CantBeControlledBy():
            return OperationWords(("forbid", "change"), "controller")
        case a.Animate():
            return OperationWords(("animate",), also=("add types", "change types"))
        case a.SetStatus(name):
            return OperationWords((name,))
        case a.CopyOf():
            return OperationWords(("copy",))
        case a.CantBeModified():
            return OperationWords(("can't be modified",))
        case a.Permission():
            return OperationWords(("permissions",))
        case a.Ignore():
            return OperationWords(("ignore",), also=("permissions",))
        case a.Redirect():
            return OperationWords(("replacements",), also=("permissions",))
        case _:
            assert_never(operation)


def words_of(operation: a.Operation) -> tuple[str, ...]:
    """The words by which a layer, or an immunity, takes the operation; the most exact first."""
    verbs, of, also = deed_of(operation)
    return (*(f"{verb} {of}".rstrip() for verb in verbs), *also)


def layer_of(operation: a.Operation, named: str | None, rulebook: Rulebook) -> int:
    """The layer an operation works in: that which its ability names, or by what it does."""
    if named is not None:
        ids = [layer.id for layer in rulebook.layers]
        return ids.index(named) if named in ids else -1
    for word in words_of(operation):
        for number, layer in enumerate(rulebook.layers):
            if word in layer.does:
                return number
    return -1


def immune(operation: a.Operation, scope: a.Selector, rulebook: Rulebook) -> tuple[a.Selector, ...]:
    """Who is passed by: unless the scope speaks of them by their word. Clause: SORC-AVATAR-1."""
    words = words_of(operation)
    return tuple(
        who for who, word, _ in rulebook.immune if word in words and not _speaks_of(scope, who)
    )


def _speaks_of(scope: a.Selector, who: a.Selector) -> bool:
    """Whether the scope names `who` in so many words; what a noun means does not count."""
    match scope:
        case a.Noun(word):
            return isinstance(who, a.Noun) and word == who.word
        case a.Not(inner):
            return _speaks_of(inner, who)
        case a.Both(parts) | a.Either(parts):
            return any(_speaks_of(part, who) for part in parts)
    return False
