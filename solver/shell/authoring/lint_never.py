"""Looks for abilities that can never apply: scopes and conditions that nothing can meet."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import conjuncts, operations_of
from layerlaw.model.cards.card_format import USES
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.nodes import behind, entries_of, list_of
from layerlaw.model.notation.printing import print_condition, print_selector
from layerlaw.model.scenarios.events import Play
from layerlaw.model.shipped import shipped_cards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.model.files.yaml_text import Node
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.shell.authoring.lint_files import Looked
    from layerlaw.solver.shell.authoring.lint_rules import LintFinding

RULE = "never-applies"
_HIGH = 10**15
_OTHER_WHERE = "what is not in play is near nothing, and on no square and in no region"


def never_findings(file: Looked) -> Iterator[LintFinding]:
    """What on the file's cards can never apply."""
    if file.rulebook is not None and file.cards is not None:
        yield from _cards(file, file.document.root, file.cards, file.rulebook)
    elif file.scenario is not None:
        played = {
            event.card.name: event.card for event in file.scenario.events if isinstance(event, Play)
        }
        node = behind(file.document.root, "cards")
        if node is not None:
            yield from _cards(file, node, played, file.scenario.rulebook)


def _cards(
    file: Looked, root: Node, cards: Mapping[str, Card], rulebook: Rulebook
) -> Iterator[LintFinding]:
    known = {*cards, *shipped_cards(rulebook)}
    for key, node in entries_of(root):
        card = cards.get(key.text)
        written = {name.text: list_of(value) for name, value in entries_of(node)}
        items = [item for use in USES for item in written.get(use, ())]
        # A card whose abilities are not one for each item is not the one that stands here.
        if card is None or len(items) != len(card.abilities):
            continue
        for item, printed in zip(items, card.abilities, strict=True):
            for message, mild in ability_faults(printed.ability, rulebook, known):
                yield file.finding(item, RULE, message, mild=mild)


def ability_faults(
    ability: a.Ability, rulebook: Rulebook, known: Collection[str]
) -> Iterator[tuple[str, bool]]:
    """Why an ability can never apply, in whole or in part; whether that is no more than a note.

    known: the names of all cards.
    """
    plurals = rulebook.plurals
    if ability.condition is not None and (why := _never(ability.condition)):
        yield f"'{print_condition(ability.condition, plurals)}' never holds: {why}", False
    away = bool(ability.zones) and rulebook.in_play not in ability.zones
    for instruction in ability.instructions:
        scope = instruction.scope
        said = print_selector(scope, plurals)
        if why := _impossible(scope):
            yield f"'{said}' never finds anything: {why}", False
        elif away and any(
            isinstance(one, a.Placed) and one.anchor == a.Self() for one in conjuncts(scope)
        ):
            yield f"'{said}' never finds anything: {_OTHER_WHERE}, its source neither", False
        for name in _names(scope):
            if name not in known:
                yield f"no card here is called '{name}'", True
        for operation in instruction.operations:
            if isinstance(operation, a.Gain):
                yield from ability_faults(operation.ability, rulebook, known)
                if late := _too_late(operation, rulebook):
                    yield late, True


def _too_late(gain: a.Gain, rulebook: Rulebook) -> str:
    """Why what is given never works in layers: all that it does belongs to earlier ones."""
    if rulebook.policy("process") != "layered":
        return ""
    if rulebook.policy("ability added or removed") != "in its own layer":
        return ""
    places = {layer.id: number for number, layer in enumerate(rulebook.layers)}
    try:
        given = places[rulebook.layer_of(gain).id]
        own = gain.ability.defines
        works = [rulebook.layer_of(one, own) for one in operations_of(gain.ability)]
    except LayerlawError:
        return ""
    # What objects enter as begins with their entry, whenever the ability was given.
    if gain.ability.entering or not works or any(places[layer.id] >= given for layer in works):
        return ""
    layer = rulebook.layers[given].name
    return f"what it gives comes too late: it is given in layer {layer}, and works in earlier ones"


# --- selectors ------------------------------------------------------------------------------------


def _impossible(selector: a.Selector) -> str:
    """Why the selector can find nothing, whatever the board, or an empty string."""
    parts = list(conjuncts(selector))
    for part in parts:
        inner = _inside(part)
        if inner:
            return inner
        if isinstance(part, a.Not) and set(conjuncts(part.inner)) <= {*parts}:
            return "nothing is that and is not"
    zones = {part.zone for part in parts if isinstance(part, a.InZone)} - {"*"}
    if len(zones) > 1:
        return f"nothing is in {' and in '.join(sorted(zones))}"
    for kind in (a.Controlled, a.Owned):
        by = {part.by for part in parts if isinstance(part, kind)}
        if {a.You(), a.Opponent()} <= by:
            return "nothing is yours and an opponent's"
    return _no_number(parts)


def _inside(part: a.Selector) -> str:
    match part:
        case a.Either(options):
            reasons = [_impossible(each) for each in options]
            return reasons[0] if all(reasons) else ""
        case a.Placed(_, anchor):
            return _impossible(anchor)
        case a.Connected(anchor, through):
            return _impossible(anchor) or _impossible(through)
        case a.Bearing(what) | a.BorneBy(what) | a.Sharing(_, what):
            return _impossible(what)
    return ""


def _no_number(parts: list[a.Selector]) -> str:
    """Why no number is as asked for: below 1 and above 3."""
    spans: dict[str, tuple[int, int]] = {}
    for part in parts:
        match part:
            case a.Compared(a.Read(name, a.It()), sign, a.Number(n)):
                low, high = spans.get(name, (-_HIGH, _HIGH))
                floor = {">=": n, ">": n + 1, "=": n}.get(sign, low)
                roof = {"<=": n, "<": n - 1, "=": n}.get(sign, high)
                spans[name] = (max(low, floor), min(high, roof))
    empty = [name for name, (low, high) in spans.items() if low > high]
    return f"no {empty[0]} is as asked for" if empty else ""


def _names(selector: a.Selector) -> Iterator[str]:
    for part in conjuncts(selector):
        match part:
            case a.Named(name, part=False):
                yield name
            case a.Either(options):
                yield from chain.from_iterable(map(_names, options))


# --- conditions -----------------------------------------------------------------------------------


def _never(condition: a.Condition) -> str:
    """Why the condition can never hold, or an empty string."""
    match condition:
        case a.AllOf(parts):
            turns = {part.player for part in parts if isinstance(part, a.TurnOf)}
            if {a.You(), a.Opponent()} <= turns:
                return "a turn is one player's"
            return next(filter(None, map(_never, parts)), "")
        case a.AnyOf(parts):
            reasons = list(map(_never, parts))
            return reasons[0] if all(reasons) else ""
        case a.Exists(what):
            return _impossible(what)
        case a.Matches(subject, what):
            return _impossible(a.Both((subject, what)))
        case a.Holds(a.Number(left), sign, a.Number(right)):
            return "" if _HOLDS[sign](left, right) else "the numbers are what they are"
    return ""


_HOLDS = {
    "=": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}
