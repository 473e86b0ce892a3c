"""Where an instruction stands among the layers, by what it asks for, for the replay.

The solver reads what terms say of themselves; here each of them is sorted once more.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Literal, assert_never, cast

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.replay.words import policy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook

Term = a.Selector | a.Player | a.Value | a.Condition

Asked = tuple[Literal["characteristic", "status", "abilities", "control"], str]
"""What of an object is asked for, by its name."""

_VERBS = frozenset(("set", "fix", "add", "remove", "multiply", "limit", "swap", "change", "forbid"))


def waits_for(own: int, instruction: a.Instruction, ability: a.Ability, rulebook: Rulebook) -> int:
    """The layer in which an operation acts whose own layer is given."""
    waits = policy(rulebook, "condition on a later layer")
    if waits == "read in its own layer" or ability.layer is not None or own < 0:
        return own
    latest = own
    for tree in (instruction.scope, ability.condition):
        for asked in _asked(tree) if tree is not None else ():
            if asked[0] == "control" and waits == "waits for that layer, not for control":
                continue
            latest = max(latest, _last_layer(asked, rulebook))
    if latest == own:
        return own
    places = (n for n, layer in enumerate(rulebook.layers) if layer.between and n > latest)
    return next(places, len(rulebook.layers) - 1)


def _last_layer(asked: Asked, rulebook: Rulebook) -> int:
    """The last layer whose operations change what is asked for; -1 where none does."""
    last = -1
    for number, layer in enumerate(rulebook.layers):
        if any(_changes(word, asked, rulebook) for word in layer.does):
            last = number
    return last


def _changes(word: str, asked: Asked, rulebook: Rulebook) -> bool:
    """Whether the operations of a layer word change what is asked for."""
    verb, _, what = word.partition(" ")
    match asked:
        case "status", name:
            return word == name
        case "abilities", _:
            status = rulebook.statuses.get(word)
            if status is not None:
                return status.silences or status.disables
            return what == "abilities"
        case "control", _:
            return what == rulebook.control
        case _, name:
            if verb in _VERBS and what == name:
                return True
            return word == "animate" and name == rulebook.types


def _asked(term: Term) -> Iterator[Asked]:
    """What a term and all in it ask for."""
    match term:
        case a.Member(name) | a.Sharing(name) | a.Exceeding(name) | a.CountWords(name):
            yield "characteristic", name
        case a.Read(name) | a.ReadPart(name) | a.Summary(_, name):
            yield "characteristic", name.removeprefix("base ")
        case a.HasStatus(name):
            yield "status", name
        case a.HasAbility() | a.KeywordNumber():
            yield "abilities", ""
        case a.Controlled() | a.You() | a.Opponent() | a.ControllerOf():
            yield "control", ""
        # Names, places, owners and turns are nothing that a layer changes.
        case a.Everything() | a.Self() | a.It() | a.Target() | a.Bearer() | a.Identified():
            pass
        case a.Named() | a.ChosenName() | a.Placed() | a.InRegion() | a.InZone() | a.AtSquares():
            pass
        case a.CameFrom() | a.PrintedToken():
            pass
        case a.EnteredThisTurn() | a.Did() | a.Owned() | a.OwnerOf() | a.NamedPlayer() | a.TurnOf():
            pass
        case a.RecordedPlayer():
            pass
        # These ask by what stands in them.
        case a.Noun() | a.Not() | a.Both() | a.Either() | a.Players() | a.Compared():
            pass
        case a.Bearing() | a.BorneBy() | a.Linked() | a.Connected():
            pass
        case a.Number() | a.ChosenNumber() | a.Recorded() | a.Count() | a.Times() | a.Arithmetic():
            pass
        case a.Matches() | a.Exists() | a.Holds() | a.Negation() | a.AllOf() | a.AnyOf():
            pass
        case _:
            assert_never(term)
    for field in fields(term):
        inside = getattr(term, field.name)
        for inner in inside if isinstance(inside, tuple) else (inside,):
            if is_dataclass(inner):
                yield from _asked(cast("Term", inner))


def places_before(
    taking: dict[int, bool], waiting: frozenset[int], rulebook: Rulebook
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The places in which an ability may act ahead, each with the layers whose work is done there.

    taking: for each layer in which it acts whether it adds or removes abilities there. waiting:
    those in which it acts because it waits for what it asks.
    """
    for number, layer in enumerate(rulebook.layers):
        if layer.between and number not in taking:
            own = tuple(
                each
                for each, takes in sorted(taking.items())
                if takes and each not in waiting and each > number + 1
            )
            if own:
                yield number, own
