"""Which layer word an operation answers to: its verb and what it changes, most exact first."""

from __future__ import annotations

from layerlaw.model.algebra import (
    AddMembers,
    AddMembersOf,
    Animate,
    CantBeControlledBy,
    CantBeModified,
    CantHave,
    ChangeNumber,
    CopyOf,
    FixNumber,
    Gain,
    Ignore,
    Limit,
    Lose,
    LoseAll,
    Operation,
    Permission,
    Redirect,
    RemoveMembers,
    ReplaceMember,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    Swap,
)

_NUMBER_VERBS = {"+": "add", "-": "add", "*": "multiply"}


def verbs_of(operation: Operation) -> tuple[str, ...]:
    """The words a rulebook's layer may list for the operation, the most exact one first."""
    match operation:
        case SetNumber(characteristic) | SetPlayer(characteristic):
            return (f"set {characteristic}", f"change {characteristic}")
        case FixNumber(characteristic):
            return (f"fix {characteristic}", f"set {characteristic}", f"change {characteristic}")
        case ChangeNumber(characteristic, sign):
            return (f"{_NUMBER_VERBS[sign]} {characteristic}", f"change {characteristic}")
        case Limit(characteristic):
            return (f"limit {characteristic}", f"change {characteristic}")
        case Swap(first):
            return (f"swap {first}", f"change {first}")
        case SetMembers(characteristic) | ReplaceMember(characteristic):
            return (f"set {characteristic}", f"change {characteristic}")
        case AddMembers(characteristic) | AddMembersOf(characteristic):
            return (f"add {characteristic}", f"change {characteristic}")
        case RemoveMembers(characteristic):
            return (f"remove {characteristic}", f"change {characteristic}")
        case Gain():
            return ("gain abilities", "change abilities")
        case Lose() | LoseAll():
            return ("lose abilities", "change abilities")
        case CantHave():
            return ("forbid abilities", "change abilities")
        case CantBeControlledBy():
            return ("forbid controller", "change controller")
        case SetStatus(status):
            return (status,)
        case Animate():
            return ("animate", "add types", "change types")
        case CopyOf():
            return ("copy",)
        case CantBeModified():
            return ("can't be modified",)
        case Permission():
            return ("permissions",)
        case Ignore():
            return ("ignore", "permissions")
        case Redirect():
            return ("replacements", "permissions")
