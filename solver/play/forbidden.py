"""Notes events that do what an effect forbids; they happen all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.permissions import counter_verbs
from layerlaw.model.scenarios.events import (
    Attach,
    ChangeCounters,
    Event,
    Leave,
    Link,
    Meld,
    Move,
    MoveZone,
    PutBelow,
    Stack,
    Transform,
    Unlink,
)
from layerlaw.model.scenarios.held_events import Hold, Uncover
from layerlaw.solver.derivation.permissions import may_on

if TYPE_CHECKING:
    from layerlaw.solver.play.table import GameTable


def note_forbidden(table: GameTable, event: Event) -> None:
    """Notes an event that makes an object do, or suffer, what an effect forbids.

    Only verbs that some card forbids are asked about, so nothing is derived without.
    """
    deed = _done(event)
    if deed is None:
        return
    word, object = deed
    actions = table.rulebook.actions
    voices = [(word, False), (actions[word], True)] if word in actions else []
    asked = [(verb, passive) for verb, passive in voices if verb in table.watches.forbids]
    if not asked or object not in table.things:
        return
    now = table.derivation()
    if now.verdict != "settled":
        return
    for verb, passive in asked:
        answer = may_on(now.world, now.end, now.makers, object, verb, None, passive)
        if not answer.allowed:
            what = f"can't {'be ' if passive else ''}{verb} ({answer.decided_by})"
            table.note_idle(object, f"{what}, and what the event says happens all the same")


def counters_barred(table: GameTable, object: str, counter: str, amount: int) -> str:
    """Why so many counters can't be put on the object, or taken off; "" if they can."""
    asked = [verb for verb in counter_verbs(counter, amount) if verb in table.watches.forbids]
    if not asked:
        return ""
    now = table.derivation()
    for verb in asked if now.verdict == "settled" else ():
        answer = may_on(now.world, now.end, now.makers, object, verb)
        if not answer.allowed:
            return f"can't {verb} ({answer.decided_by})"
    return ""


def _done(event: Event) -> tuple[str, str] | None:
    """The verb of an event that happens to an object, and the object."""
    match event:
        case Move(object) | MoveZone(object):
            return "move", object
        case Leave(object):
            return "leave", object
        case Attach(object, bearer):
            return ("drop" if bearer is None else "attach"), object
        case Transform(object):
            return "transform", object
        case Stack(word, object):
            return word, object
        case Hold(word, object) | Uncover(word, object):
            return word, object
        case PutBelow(object):
            return "put", object
        case Meld(word, object):
            return word, object
        case Link(object):
            return "link", object
        case Unlink(object):
            return "unlink", object
        case ChangeCounters(object, counter):
            return counter, object
    return None
