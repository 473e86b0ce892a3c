"""Writes expectations in the notation, one line each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.spelling import a
from layerlaw.model.scenarios.expectations import (
    ExpectAbility,
    ExpectAnswers,
    ExpectDependency,
    ExpectFate,
    ExpectLoop,
    ExpectLost,
    ExpectMembers,
    ExpectNone,
    ExpectNoun,
    ExpectNumber,
    ExpectOrder,
    ExpectPermission,
    ExpectPlayer,
    ExpectStatus,
    ExpectZone,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.scenarios.expectations import Expectation, Expected

    _Fact = ExpectOrder | ExpectLoop | ExpectDependency | ExpectNone | ExpectLost

_WORD = re.compile(r"[^\W\d_][\w'\u2019.@-]*")
# Words that mean something in an expectation: as names they go in quotes.
_MEANT = re.compile(
    "of|is|not|an?|has|lacks|no|ability|abilities|can|can't|cannot|be|by|before|loops?|"
    "dependencies|depends?|on|does|lost|to",
    re.IGNORECASE,
)


def expectation_trees(expected: Iterable[Expected]) -> list[Tree]:
    """Expectations as items of YAML, each as it was written."""
    items: list[Tree] = []
    for each in expected:
        layer, colon, facts = each.text.partition(": ")
        if each.xfail:
            items.append({"xfail": each.text, "reason": each.xfail})
        else:
            items.append({layer: facts} if colon and layer.startswith("layer ") else each.text)
    return items


def expectation_text(what: Expectation) -> str:
    """The expectation on one line, as in `power of F is 3` or `layer control: K1 before K2`."""
    match what:
        case ExpectNumber(object, number, "=", value):
            return f"{number} of {_name(object)} is {'none' if value is None else value}"
        case ExpectNumber(object, number, comparator, value):
            return f"{number} of {_name(object)} {comparator} {value}"
        case ExpectPlayer(object, characteristic, player):
            return f"{characteristic} of {_name(object)} is {_player(player)}"
        case ExpectMembers(object, characteristic, words, "exactly"):
            return f"{characteristic} of {_name(object)} is {{{', '.join(map(_name, words))}}}"
        case ExpectMembers(object, _, (word, *_), how):
            member = _name(word) if _name(word) != word else a(word)
            be = "is" if how == "has" else "is not"
            return f"{_name(object)} {be} {member}"
        case ExpectAbility(object, None, has):
            return f"{_name(object)} has {'an ability' if has else 'no abilities'}"
        case ExpectAbility(object, str(keyword), has):
            return f"{_name(object)} {'has' if has else 'lacks'} {_name(keyword)}"
        case ExpectStatus(object, status, has):
            return f"{_name(object)} is {'' if has else 'not '}{_name(status)}"
        case ExpectNoun(object, noun, _, has):
            return f"{_name(object)} is {'' if has else 'not '}{noun}"
        case ExpectFate(object, fate):
            return f"{object} {fate}"
        case ExpectPermission():
            return _permission(what)
        case ExpectAnswers(number):
            counts = {None: "several answers", 0: "paradox", 1: "one answer"}
            return counts.get(number, f"{number} answers")
        case ExpectZone(object, zone, there):
            return f"{_name(object)} is {'' if there else 'not '}in {zone}"
        case ExpectOrder() | ExpectLoop() | ExpectDependency() | ExpectNone() | ExpectLost():
            return f"layer {what.layer}: {_fact(what)}"
    raise LayerlawError(f"an expectation that has no notation: {what}")


def _fact(what: _Fact) -> str:
    match what:
        case ExpectOrder(_, effects):
            return " before ".join(map(_name, effects))
        case ExpectLoop(_, effects):
            return f"loop [{', '.join(map(_name, effects))}]"
        case ExpectNone(_, none_of):
            return f"no {none_of}"
        case ExpectDependency(_, effect, on, depends):
            does = "depends on" if depends else "does not depend on"
            return f"{_name(effect)} {does} {_name(on)}"
        case ExpectLost(_, effect, lost, to):
            by = "" if to is None else f" to {_name(to)}"
            return f"{_name(effect)} is {'' if lost else 'not '}lost{by}"


def _permission(what: ExpectPermission) -> str:
    can = "can" if what.allowed else "can't"
    be = "be " if what.passive else ""
    text = f"{_name(what.object)} {can} {be}{_name(what.action)}"
    by = "by " if what.passive else ""
    return text if what.to is None else f"{text} {by}{_name(what.to)}"


def _player(player: str | None) -> str:
    return "no one" if player is None else _name(player)


def _name(text: str) -> str:
    """A name, in double quotes where a word of it is none by itself."""
    words = text.split(" ")
    plain = all(_WORD.fullmatch(word) and not _MEANT.fullmatch(word) for word in words)
    return text if plain and len(words) == 1 else f'"{text}"'
