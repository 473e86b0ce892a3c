"""Cases and boards in words: the cards, what happens, and what each side makes of it."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.notation.english import english_ability
from layerlaw.model.notation.spelling import listed
from layerlaw.model.scenarios.events import Meld, Play, Stack, Transform, arrivals
from layerlaw.model.scenarios.write import event_text
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.documents.axioms.instances import Instance
from layerlaw.solver.documents.boards.small_boards import NAMES
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.blocks import Bullets, Grid, Paragraph
from layerlaw.solver.shell.report.json_form import json_with, written_as
from layerlaw.solver.shell.report.parting import KINDS, parting_json
from layerlaw.solver.shell.report.played_boards import Side
from layerlaw.solver.shell.report.words import change_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.documents.audit.findings import Finding
    from layerlaw.solver.documents.axioms.instances import Order
    from layerlaw.solver.facts.records import Change, TurnRecord
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.report.played_boards import Played

_HOW: Mapping[str, str] = MappingProxyType(
    {
        "resolves": "As it resolves: ",
        "activates": "When used: ",
        "triggers": "When triggered: ",
        "on entry": "On entry: ",
        "enters": "As it enters: ",
    }
)
NOTHING: Mapping[str, str] = MappingProxyType({})
SENTENCES = 4
"""So many sentences tell an outcome apart; JSON has all that differs."""


def board_blocks(board: Scenario) -> Iterator[Block]:
    """The cards with what they do, in English, and then what happens."""
    cards = {card.name: card for card in _cards(board)}
    lines = [card_line(card, board.rulebook) for card in cards.values()]
    yield Bullets("The cards", tuple(lines))
    written = (event_text(event, board.rulebook) for event in board.events)
    happens = tuple(f"{number}. {text}" for number, text in enumerate(written, 1))
    yield Bullets("What happens, in this order", happens)


def card_line(card: Card, rulebook: Rulebook) -> str:
    """A card on one line: its types and numbers, and its abilities in English."""
    words = [word for each in card.sets.values() for word in each]
    words += [f"{name} {number}" for name, number in card.numbers.items()]
    kind = f" ({', '.join(words)})" if words else ""
    said = [
        _HOW.get(each.use, "") + english_ability(each.ability, card.name, rulebook.plurals)
        for each in card.abilities
    ]
    said += [
        f"It gives {each.name}: {english_ability(each.ability, card.name, rulebook.plurals)}"
        for each in card.gives
    ]
    return f"{card.name}{kind}: {' '.join(said) or 'no ability'}"


def sides_blocks(
    played: Played, *, what: str = "Both answers", read: Mapping[str, str] = NOTHING
) -> Iterator[Block]:
    """The sides next to each other, and where and why they part.

    read: for the label of a side, what it is read as, in words.
    """
    sides = played.sides
    if len(sides) == 1:
        [side] = sides
        lines = [f"layer {layer}: {', '.join(order)}" for layer, order in side.orders]
        refused = (f"no answer: {side.outcome.refused}",) if side.outcome.refused else ()
        if lines or refused:
            yield Bullets("The order that the solver takes", (*lines, *refused))
        return
    rows: list[tuple[str, ...]] = []
    if any(side.label in read for side in sides):
        rows.append(("read as", *(read.get(side.label, "") for side in sides)))
    rows += _order_rows(sides)
    if played.outcome_parts:
        rows.append(("what comes out", *("; ".join(side.says[:SENTENCES]) for side in sides)))
    steps = [_trace(side) for side in sides]
    if any(one != steps[0] for one in steps):
        rows.append(("step by step", *("\n".join(one) for one in steps)))
    yield Grid(what, tuple(side.label for side in sides), tuple(rows))
    if played.divergence is not None and not _other_zones(played):
        parting = played.divergence
        yield Paragraph(f"They part after event {parting.event}: {KINDS[parting.kind]}.")
        labels = [sides[number].label for number in played.parted]
        for label, parted in zip(labels, (parting.one, parting.other), strict=True):
            why = [reason.text + _cited(reason.clauses) for reason in parted.reasons]
            yield Bullets(f"{label}: {'; '.join(parted.says)}", tuple(why))


def _order_rows(sides: Sequence[Side]) -> Iterator[tuple[str, ...]]:
    """The orders that differ, layer by layer; over all layers where each side has its own."""
    books = {tuple(one.id for one in side.scenario.rulebook.layers) for side in sides}
    if len(books) > 1:
        whole = [side.order for side in sides]
        if any(order != whole[0] for order in whole):
            yield ("order", *(", ".join(order) or "-" for order in whole))
        return
    for layer in dict.fromkeys(layer for side in sides for layer, _ in side.orders):
        orders = [dict(side.orders).get(layer, ()) for side in sides]
        if any(order != orders[0] for order in orders):
            yield (f"order in layer {layer}", *(", ".join(order) or "-" for order in orders))


def _other_zones(played: Played) -> bool:
    """Whether the sides part at once, because each game has its own words for zones."""
    zones = {side.scenario.rulebook.zones for side in played.sides}
    return (
        len(zones) > 1 and played.divergence is not None and played.divergence.kind == "situation"
    )


def outcome_sentence(played: Played) -> str:
    """Whether the outcome parts, or the order only."""
    if played.outcome_parts and played.order_parts:
        return "Not only the order but the outcome is different."
    if played.outcome_parts:
        return "The outcome is different."
    if played.order_parts:
        return "Only the order is different; on this board the outcome is the same."
    return "On this board all come to the same, in the same order."


def sides_json(played: Played) -> Json:
    """The sides as JSON: label, orders, what tells the outcome apart, all cells that differ."""
    first, *others = (side.outcome.cells for side in played.sides)
    alike = {
        cell: value
        for cell, value in first.items()
        if all(cell in cells and cells[cell] == value for cells in others)
    }
    return [
        json_with(
            side,
            cells=[
                {"object": object, "characteristic": name, "value": value}
                for (object, name), value in side.outcome.cells.items()
                if (object, name) not in alike
            ],
        )
        for side in played.sides
    ]


written_as(
    Side,
    "label",
    ("readings", "scenario.readings"),
    ("rulebook", "scenario.rulebook.id"),
    (
        "orders",
        lambda side: [{"layer": layer, "effects": effects} for layer, effects in side.orders],
    ),
    ("answers", lambda side: len(side.outcome.answers)),
    ("refused", "outcome.refused"),
    "says",
    (
        "checks",
        lambda side: [
            {"object": fate.object, "verdict": fate.verdict, "zone": fate.zone}
            for fate in side.outcome.fates
        ],
    ),
    null=("refused",),
)


def divergence_json(played: Played) -> Json:
    """Where the first side and the first one that differs part; null where they do not."""
    if played.divergence is None:
        return None
    first, second = (played.sides[number] for number in played.parted)
    return parting_json(played.divergence, (first.label, second.label))


def _cited(clauses: tuple[str, ...]) -> str:
    return f" ({', '.join(dict.fromkeys(clauses))})" if clauses else ""


def _trace(side: Side) -> list[str]:
    """The turns of the board's effects, layer by layer, with what each of them changes."""
    derivation = side.derivation
    if derivation is None:
        return [f"no answer: {side.outcome.refused.splitlines()[0]}"]
    if derivation.answers is not None:
        return [f"{len(derivation.answers)} answers"]
    lines = []
    for record in derivation.layers:
        turns = [t for t in record.turns if derivation.effects[t.effect].source != RULES]
        if not turns:
            continue
        lines.append(f"layer {record.layer}")
        for number, turn in enumerate(turns, 1):
            changes = "; ".join(
                change_text(derivation, each) for each in _telling(turn, derivation)
            )
            lost = "it is lost" if turn.verdict == "lost" else "changes nothing"
            lines.append(f"{number}. {turn.effect}: {changes or lost}")
    return lines


def _telling(turn: TurnRecord, derivation: Answer) -> Iterator[Change]:
    """The changes without the abilities of what is silenced, which a word says already."""
    statuses = derivation.rulebook.statuses
    silenced = {change.object for change in turn.changes if change.characteristic in statuses}
    for change in turn.changes:
        if change.characteristic != ABILITIES or change.object not in silenced:
            yield change


def _cards(board: Scenario) -> Iterator[Card]:
    for event in arrivals(board.play):
        if isinstance(event, Play) and not event.known:
            yield event.card
    for other in board.play:
        if isinstance(other, Meld | Stack | Transform):
            yield other.card


_PAIR = re.compile(r"\b(\d+) before (\d+)\b")
_ONE = re.compile(r"\beffect (\d+)\b")
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def effect_name(number: int) -> str:
    """What the effect is called: as its card on a made-up board is."""
    return NAMES[number] if number < len(NAMES) else f"effect {number + 1}"


def case_sentence(instance: Instance) -> str:
    """ "three effects, oldest first: Alpha, Beta, Gamma; Beta depends on Alpha"."""
    count = _COUNTS[instance.n] if instance.n < len(_COUNTS) else str(instance.n)
    effects = "effect" if instance.n == 1 else "effects"
    names = order_text(tuple(range(instance.n)))
    head = f"{count} {effects}" + (f", oldest first: {names}" if instance.n > 1 else f", {names}")
    pieces = [head]
    if len(set(instance.layers)) > 1:
        for layer in sorted(set(instance.layers)):
            there = [x for x in range(instance.n) if instance.layers[x] == layer]
            which = "the first layer" if layer == min(instance.layers) else "a later layer"
            verb = "works" if len(there) == 1 else "work"
            pieces.append(f"{listed([effect_name(x) for x in there])} {verb} in {which}")
    elif instance.n > 1:
        pieces[0] += ", all in one layer"
    edges = [f"{effect_name(x)} depends on {effect_name(y)}" for x, y in instance.edges]
    pieces.append(listed(edges) if edges else "none depends on another")
    return "; ".join(pieces)


def order_text(order: Order) -> str:
    """ "Alpha, Beta, Gamma"."""
    return ", ".join(effect_name(effect) for effect in order)


def in_names(text: str) -> str:
    """A sentence of a finding with the names of effects in place of their numbers."""
    text = _PAIR.sub(lambda m: f"{effect_name(int(m[1]))} before {effect_name(int(m[2]))}", text)
    return _ONE.sub(lambda m: effect_name(int(m[1])), text)


def clash_lines(finding: Finding) -> tuple[str, ...]:
    """What each clause of a conflict demands, one line each, round the ring."""
    return tuple(
        f"{effect_name(first)} before {effect_name(then)}, by {clause}"
        for clause, first, then in finding.demands
    )


written_as(Instance, ("effects", "n"), "layers", ("dependencies", "edges"), ("text", case_sentence))
