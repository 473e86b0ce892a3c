"""What the rules leave to choose, where each choice leads, and who decides: as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import listed
from layerlaw.solver.board.columns import ABILITIES, PERMISSIONS
from layerlaw.solver.certainty.orders import Choice, Orders
from layerlaw.solver.certainty.readings.summary import letter
from layerlaw.solver.shell.report.blocks import BLANK, Grid, Heading, line
from layerlaw.solver.shell.report.json_form import json_of, json_with, written_as
from layerlaw.solver.shell.report.outcomes import refusal_text
from layerlaw.solver.shell.report.words import counted, first_names, title_blocks, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.solver.answer.difference.cells import Difference, Seen
    from layerlaw.solver.answer.difference.outcome import Outcome
    from layerlaw.solver.certainty.orders import Pick, Role
    from layerlaw.solver.certainty.orders.grouping import Meanwhile
    from layerlaw.solver.facts.records import Value
    from layerlaw.solver.shell.report.blocks import Block, Piece
    from layerlaw.solver.shell.report.json_form import Json

_COLUMNS = 6
"""The most outcomes that stand side by side."""
_LISTED = 3
"""The most orders of one outcome that are written out."""


def orders_blocks(orders: Orders, sections: Sequence[Iterable[Block]] = ()) -> list[Block]:
    """The whole answer. sections: what else is to be said, below it."""
    scenario = orders.scenario
    parts = title_blocks(scenario.title, scenario.rulebook, scenario.readings)
    if orders.choices:
        parts.append(Heading("What is left to choose"))
        for number, choice in enumerate(orders.choices, 1):
            said = f"{number}. {_what(choice)}: {_by(choice)}"
            parts.append(line(said, (f" ({choice.clause})", "dim"), indent=2))
    parts.append(BLANK)
    parts.append(line((summary(orders), "bold yellow" if orders.matters else "bold")))
    if orders.matters:
        parts += [BLANK, *_outcomes(orders)]
        played = "" if orders.complete else ", of the orders played"
        parts += [Heading(f"Which choice leads where{played}"), *_leads(orders)]
        if orders.complete:
            parts += [Heading("Who can bring about what"), *_roles(orders)]
    for meanwhile in orders.meanwhile:
        parts.append(line((_meanwhile(meanwhile), "yellow"), indent=2))
    for section in sections:
        parts += section
    return parts


def _meanwhile(meanwhile: Meanwhile) -> str:
    """What differs after an event on the way, though it comes to the same in the end."""
    cells = [f"{cell.characteristic} of {cell.object}" for cell in meanwhile.differences]
    what = f": {first_names(cells, _COLUMNS)}" if cells else ""
    return f"after event {meanwhile.event} they had {meanwhile.outcomes} outcomes{what}"


def summary(orders: Orders) -> str:
    """How many admissible orders there are and how many outcomes, in one sentence."""
    outcomes = counted(len(orders.groups), "outcome")
    if not orders.complete:
        of = "" if orders.total is None else f" of {orders.total}"
        head = "interrupted: " if orders.interrupted else ""
        return f"{head}at least {outcomes} in {orders.done}{of} admissible orders"
    if not orders.groups:
        return "no order is admissible: in each of them something is used before it is there"
    if not orders.choices:
        return "The rules leave nothing to choose here: 1 admissible order."
    total = counted(orders.done, "admissible order")
    if not orders.matters:
        more = ", and others on the way" if orders.meanwhile else ""
        return f"{total}, {'all ' if orders.done > 1 else ''}with the same outcome now{more}"
    return f"{total}, {outcomes}"


def _choices_json(orders: Orders) -> Json:
    return [
        json_with(choice, idle=number in orders.idle, untold=number in orders.untold)
        for number, choice in enumerate(orders.choices)
    ]


def _groups_json(orders: Orders) -> Json:
    return [
        {
            "label": letter(number),
            "answers": len(group.outcome.answers),
            "refused": group.outcome.refused or None,
            "count": group.count,
            "condition": None if group.condition is None else str(group.condition),
            "picks": json_of(group.picks),
        }
        for number, group in enumerate(orders.groups)
    ]


written_as(
    Orders,
    ("title", "scenario.title"),
    ("rulebook", "scenario.rulebook.id"),
    ("readings", "scenario.readings"),
    ("choices", _choices_json),
    "total",
    ("played", "done"),
    *("complete", "interrupted"),
    ("outcomes", _groups_json),
    *("differences", "meanwhile", "roles"),
    document="orders",
)
written_as(
    Choice,
    *("kind", "items", "by", "if active", "clause"),
    ("event", lambda choice: None if choice.event is None else choice.event + 1),
    *("of", "total"),
    null=("of",),
)


# --- the choices ----------------------------------------------------------------------------------


def _what(choice: Choice) -> str:
    match choice.kind:
        case "active":
            return f"whose turn it is ({listed(choice.items, 'or')})"
        case "entry":
            event = 0 if choice.event is None else choice.event + 1
            return f"the order of {listed(choice.items)}, together in event {event}"
        case "several":
            return f"the order of {listed(choice.items)}, which begin at one moment"


def _by(choice: Choice) -> str:
    if choice.kind == "active":
        return "the scenario does not say"
    if choice.by is None:
        return "nobody is said to choose"
    return f"chosen by {choice.by}" + (" as the active player" if choice.if_active else "")


# --- the outcomes ---------------------------------------------------------------------------------


def _outcomes(orders: Orders) -> Iterator[Block]:
    """The cells that differ, one column an outcome."""
    groups = orders.groups[:_COLUMNS]
    rows: list[tuple[Piece, ...]] = [
        ("orders", *((str(group.count), "dim") for group in groups)),
    ]
    verdicts = [_verdict(group.outcome, orders) for group in groups]
    if any(verdicts):
        rows.append(("", *((verdict or "one answer", "yellow") for verdict in verdicts)))
    for cell in orders.differences:
        values = (_value(orders, cell, number) for number in range(len(groups)))
        rows.append((f"{cell.characteristic} of {cell.object}", *values))
    labels = tuple(letter(number) for number in range(len(groups)))
    yield Grid("", labels, tuple(rows), corner="outcome", fill=False)
    if len(orders.groups) > len(groups):
        yield line((f"and {len(orders.groups) - len(groups)} more outcomes", "dim"))


def _verdict(outcome: Outcome, orders: Orders) -> str:
    if outcome.refused:
        return refusal_text(outcome, orders.scenario)
    if not outcome.answers:
        return "a paradox"
    return f"{len(outcome.answers)} answers" if len(outcome.answers) > 1 else ""


def _value(orders: Orders, cell: Difference[Seen], group: int) -> str:
    """What the outcome has in the cell; of several answers everything that one of them has."""
    values = cell.values[group]
    known = orders.scenario.rulebook.characteristics.get(cell.characteristic)
    kind = known.kind if known is not None else ""
    if cell.characteristic in (ABILITIES, PERMISSIONS):
        values = tuple(_apart(value, cell) for value in values)
    return " or ".join(value_text(value, kind) for value in values)


def _apart(value: Value, cell: Difference[Seen]) -> Value:
    """Of a list of words those that not every outcome has."""
    if not isinstance(value, tuple):
        return value
    every = [seen for values in cell.values for seen in values if isinstance(seen, tuple)]
    return tuple(word for word in value if any(word not in seen for seen in every))


def _leads(orders: Orders) -> list[Block]:
    lines: list[Block] = []
    just = "just when" if orders.complete else "then always"
    for number, group in enumerate(orders.groups):
        if group.condition is not None:
            said = f"{just} {group.condition}"
        else:
            some = "; ".join(_written(orders, picks) for picks in group.picks[:_LISTED])
            more = group.count - _LISTED
            said = f"in {some}" + (f"; and {more} more orders" if more > 0 else "")
        lines.append(line((f"{letter(number)}  ", "cyan"), said, indent=2))
    return lines


def _written(orders: Orders, picks: Sequence[Pick]) -> str:
    """How the choices were made, those that change nothing left out."""
    told = [pick for number, pick in enumerate(picks) if number not in orders.idle] or picks
    return ", ".join(f"[{', '.join(pick)}]" for pick in told)


# --- who decides ----------------------------------------------------------------------------------


def _roles(orders: Orders) -> list[Block]:
    lines = [line(_role(role), indent=2) for role in orders.roles]
    for number in orders.idle:
        lines.append(line((f"choice {number + 1} makes no difference", "dim"), indent=2))
    return [*lines]


_SAYS = {
    "decides": "decides alone",
    "shares": "shares in deciding",
    "nothing": "can't change anything",
}
_UNSAID = {
    "decides": "what nobody is said to choose decides alone, so the document leaves it open",
    "shares": "what nobody is said to choose shares in deciding, so the document leaves that open",
    "nothing": "what nobody is said to choose changes nothing",
}


def _role(role: Role) -> str:
    return _UNSAID[role.says] if role.player is None else f"{role.player}: {_SAYS[role.says]}"
