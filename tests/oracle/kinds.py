"""What the oracle knows of an operation before it is done: its layer words, what it touches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from layerlaw.model.algebra import (
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
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    Swap,
)
from oracle.groups import Writing, loses_its_text
from oracle.once import once

Touch = tuple[
    Literal[
        "value", "and base", "keyword", "text", "all abilities", "status", "copy", "marks", "mark"
    ],
    str,
]
"""A kind of cell, and its name: "value" a characteristic, "and base" one and its base value, "mark"
what can't be modified, "marks" permissions and ways."""


@dataclass(frozen=True)
class Kind:
    """An operation's layer words, the most exact first, and what it touches.

    sets: as policy `parity` understands it; lifts: effects could hold each other up by it.
    """

    words: tuple[str, ...]
    touches: tuple[Touch, ...]
    sets: bool = False
    lifts: bool = False


def modifies(operation: Operation) -> bool:
    """Whether it does what is kept from objects that can't be modified."""
    about_players = isinstance(operation, SetPlayer | CantBeControlledBy)
    return not (about_players or isinstance(operation, Permission | Ignore | Redirect))


@once
def kind_of(operation: Operation) -> Kind:
    """What is known of an operation by itself (whether a status lifts says the rulebook)."""
    match operation:
        case SetNumber(name):
            return Kind((f"set {name}", f"change {name}"), (("and base", name),), sets=True)
        case RemoveNumber(name):
            return Kind((f"set {name}", f"change {name}"), (("and base", name),), sets=True)
        case FixNumber(name):
            words = (f"fix {name}", f"set {name}", f"change {name}")
            return Kind(words, (("and base", name),), sets=True)
        case SetPlayer(name):
            return Kind((f"set {name}", f"change {name}"), (("value", name),), sets=True)
        case SetMembers(name) | ReplaceMember(name):
            return Kind((f"set {name}", f"change {name}"), _words(operation), sets=True)
        case ReplaceInText(name):
            touches: tuple[Touch, ...] = (("all abilities", ""), ("value", name))
            return Kind(("change text",), touches, sets=True)
        case ChangeNumber(name, sign):
            verb = "multiply" if sign == "*" else "add"
            return Kind((f"{verb} {name}", f"change {name}"), (("value", name),))
        case AddMembers(name) | AddMembersOf(name):
            return Kind((f"add {name}", f"change {name}"), (("value", name),), lifts=True)
        case RemoveMembers(name):
            return Kind((f"remove {name}", f"change {name}"), _words(operation))
        case Animate(_, name):
            words = ("animate", f"add {name}", f"change {name}")
            return Kind(words, (("value", name),), lifts=True)
        case Limit(name):
            return Kind((f"limit {name}", f"change {name}"), (("value", name),))
        case Swap(first, second):
            return Kind((f"swap {first}", f"change {first}"), (("value", first), ("value", second)))
        case Gain(ability):
            touch: Touch = ("text", "") if ability.keyword is None else ("keyword", ability.keyword)
            return Kind(("gain abilities", "change abilities"), (touch,), lifts=True)
        case GainActivated():
            return Kind(("gain abilities", "change abilities"), (("text", ""),), lifts=True)
        case Lose(keyword):
            return Kind(("lose abilities", "change abilities"), (("keyword", keyword),))
        case LoseAll():
            return Kind(("lose abilities", "change abilities"), (("all abilities", ""),))
        case CantHave(keyword):
            return Kind(("forbid abilities", "change abilities"), (("keyword", keyword),))
        case SetStatus(status):
            return Kind((status,), (("status", status),))
        case CantBeStatus(status):
            return Kind((f"can't be {status}", "can't be modified"), (("value", status),))
        case CopyOf(text=text):
            return Kind(("change text" if text else "copy",), (("copy", ""),), sets=True)
        case Rename(_, besides):
            verb = "add" if besides else "set"
            return Kind((f"{verb} name", "change name"), (("value", "name"),), sets=not besides)
        case CantBeControlledBy(_, name):
            return Kind((f"forbid {name}", f"change {name}"), (("value", name),))
        case CantBeModified():
            return Kind(("can't be modified",), (("mark", ""),))
        case Permission():
            return Kind(("permissions",), (("marks", ""),), lifts=True)
        case Ignore():
            return Kind(("ignore", "permissions"), (("marks", ""),), lifts=True)
        case Redirect():
            return Kind(("replacements", "permissions"), (("marks", ""),), lifts=True)


def _words(operation: Writing) -> tuple[Touch, ...]:
    """The set, the sets of which words go with types, and perhaps the abilities of the text."""
    names = [operation.characteristic, *(one.characteristic for one in operation.groups)]
    lost: list[Touch] = [("all abilities", "")] if loses_its_text(operation) else []
    return (*(("value", name) for name in dict.fromkeys(names)), *lost)
