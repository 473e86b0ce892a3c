"""Whether the order of effects matters: the verdict, its proof, and what other routes found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certainty.orders.agreement import CrossCheck, Routes, named
from layerlaw.solver.certainty.orders.verdict import LayerVerdict, OrderVerdict, Pair
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.blocks import Grid, Heading, TextLine, line
from layerlaw.solver.shell.report.json_form import json_of, written_as
from layerlaw.solver.shell.report.outcomes import told_apart
from layerlaw.solver.shell.report.words import counted, first_few, first_names, value_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.shell.report.blocks import Block, Piece
    from layerlaw.solver.shell.report.json_form import Json

HEADS = {
    "unordered": "Among effects that no rule orders, each for itself",
    "all": "Whatever their timestamps were",
}
"""What each scope is called."""
SENTENCES = 6
"""So many sentences tell the two outcomes apart; JSON has every cell."""
MOST_NAMED = 12
"""Of longer orders only the place where they part is written out; JSON has them whole."""
OBJECTS = 12
"""So many objects that end up different are named."""


def order_blocks(verdicts: Sequence[OrderVerdict], scenario: Scenario) -> list[Block]:
    """The section: one paragraph for each scope."""
    parts: list[Block] = [Heading("Does the order of effects matter?")]
    for verdict in verdicts:
        parts.append(line(*_head(verdict, scenario.rulebook), indent=2))
        parts += _proof(verdict, scenario)
    return parts


def verdict_blocks(verdict: OrderVerdict) -> Iterator[Block]:
    """The verdict layer by layer, and the least pair of orders that differs, as tables."""
    rows = tuple(
        (
            layer.layer,
            ", ".join(layer.effects),
            number_of_orders(layer.orders, layer.exact),
            layer.judgement,
        )
        for layer in verdict.layers
    )
    yield Grid("", ("effects", "orders", "verdict"), rows, "layer")
    if (pair := verdict.pair) is not None:
        cells = tuple(
            (
                f"{cell.characteristic} of {cell.object}",
                *map(value_text, cell.values),
            )
            for cell in pair.differences
        )
        yield Grid(f"In layer {pair.layer}", (f"{pair.first} first", f"{pair.second} first"), cells)


def number_of_orders(count: int, exact: bool, what: str = "order") -> str:
    """A number of orders; very large ones in powers of ten as well."""
    least = "" if exact else "at least "
    return (
        f"{least}{counted(count, what)}" if count < 10**15 else f"{least}about {count:.2e} {what}s"
    )


def _head(verdict: OrderVerdict, rulebook: Rulebook) -> tuple[Piece, ...]:
    head = f"{HEADS[verdict.scope]}: "
    if verdict.orders == 1 and verdict.exact and verdict.judgement != "differs":
        return (head, ("no", "bold green"), ", there is one order only.")
    orders = number_of_orders(verdict.orders, verdict.exact)
    match verdict.judgement:
        case "same: reads and writes":
            return (head, ("no", "bold green"), f", by what they read and write; {orders}.")
        case "same: all courses":
            return (
                head,
                ("no", "bold green"),
                f", all of them were followed ({counted(verdict.states, 'state')}, "
                f"{counted(verdict.steps, 'step')}); {orders}.",
            )
        case "differs":
            least = "" if verdict.complete else "at least "
            layers = {layer.id: layer.name for layer in rulebook.layers}
            where = layers.get(verdict.pair.layer, "") if verdict.pair else ""
            place = f" in layer {where}" if where else ""
            return (
                head,
                ("yes", "bold yellow"),
                f"{place}; {orders}, {least}{verdict.outcomes} outcomes.",
            )
    stopped = "it was interrupted" if verdict.interrupted else "there are too many ways to go"
    return (
        head,
        ("not known", "bold yellow"),
        f": {stopped}; {orders}, and all that were followed "
        f"({counted(verdict.steps, 'step')}) agree.",
    )


def _proof(verdict: OrderVerdict, scenario: Scenario) -> Iterator[Block]:
    names = {layer.id: layer.name for layer in scenario.rulebook.layers}
    if verdict.orders == 1 and verdict.exact and verdict.judgement != "differs":
        return
    if verdict.pair is not None:
        yield from _pair(verdict.pair, names, scenario)
    for layer in verdict.layers:
        if layer.orders > 1 or layer.judgement == "differs":
            yield _layer(layer, names)
    if not verdict.layers:
        yield from (line((f"{reason.why}.", "dim"), indent=4) for reason in verdict.reasons)


def _layer(layer: LayerVerdict, names: dict[str, str]) -> TextLine:
    orders = number_of_orders(layer.orders, layer.exact)
    whys = "; ".join(dict.fromkeys(reason.why for reason in layer.reasons))
    said: tuple[Piece, ...]
    match layer.judgement:
        case "differs":
            said = ((whys or "which leave different boards", "yellow"),)
        case "not known":
            said = (("not all followed", "yellow"),)
        case "same: all courses":
            states = counted(layer.states, "state")
            said = (f"all followed ({states}), and all leave one board",)
        case _:
            said = ("which all leave one board: ", (whys, "dim"))
    return line(f"layer {names.get(layer.layer, layer.layer)}: {orders}, ", *said, indent=4)


def _pair(pair: Pair, names: dict[str, str], scenario: Scenario) -> Iterator[Block]:
    """Two orders that differ as little as possible, and what comes of each."""
    said = told_apart(pair.outcomes, scenario)
    near = "neighbours change places" if pair.swaps == 1 else f"{pair.swaps} swaps of neighbours"
    own = "the order it has" if pair.own else "one order"
    yield line(f"{own}, and another ({near}):", indent=4)
    for order, sentences in zip(_around(pair), said, strict=True):
        yield line((order, "cyan"), f": {first_few(sentences, SENTENCES)}", indent=6)
    if pair.objects:
        objects = first_names(pair.objects, OBJECTS)
        yield line(f"what ends up different: {objects}", indent=6)


def _around(pair: Pair) -> tuple[str, str]:
    """The effects of the layer in which the orders part; of many those next to that place.

    Where no turn is otherwise, those of which the newer decides.
    """
    if pair.one == pair.other:
        older, newer = (f"{', '.join(ages)} by age" for ages in pair.ages)
        return older, newer
    one, other = ([e for at, e in turns if _shown(at, e, pair)] for turns in (pair.one, pair.other))
    if max(len(one), len(other)) <= MOST_NAMED:
        return ", ".join(one), ", ".join(other)
    apart = (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    first = max(0, next(apart, 0) - 1)
    before = ["..."] if first else []
    last = first + MOST_NAMED // 2
    mine, theirs = ([*before, *names[first:last], "..."] for names in (one, other))
    return ", ".join(mine), ", ".join(theirs)


def _shown(layer: str, effect: str, pair: Pair) -> bool:
    """Whether the turn is of the layer, and not one of the rules, which keep their places."""
    return (not pair.layer or layer == pair.layer) and not effect.startswith(f"{RULES}.")


# --- JSON -----------------------------------------------------------------------------------------


written_as(
    OrderVerdict,
    *("matters", ("verdict", "judgement"), "orders", "exact", "states", "steps", "outcomes"),
    *("complete", "interrupted", "reasons", "layers", "pair"),
)
written_as(
    LayerVerdict,
    *("layer", "effects", "orders", "exact", ("verdict", "judgement"), "states", "steps"),
    (
        "reasons",
        lambda layer: [{"effects": reason.effects, "why": reason.why} for reason in layer.reasons],
    ),
)
written_as(
    Pair,
    (
        "orders",
        lambda pair: [
            [{"layer": layer, "effect": effect} for layer, effect in turns]
            for turns in (pair.one, pair.other)
        ],
    ),
    ("first is its own", "own"),
    *("swaps", "layer"),
    ("goes", lambda pair: (pair.first, pair.second)),
    *("ages", "differences"),
    null=("layer",),
)


def route_blocks(check: CrossCheck, names: Mapping[str, str] | None = None) -> Iterator[Block]:
    """What was found, a line for each layer. names: layer id -> its name."""
    yield Heading("The same by other routes")
    for by_timestamp, free in zip(check.layers, check.free, strict=True):
        layer = (names or {}).get(by_timestamp.layer, by_timestamp.layer)
        yield line(f"layer {layer}: {_by_timestamp(by_timestamp)}; {_free(free)}", indent=2)
    if check.interrupted:
        yield line("interrupted: the layers after that were not looked at", indent=2)
    elif not check.layers:
        yield line("no effect has a part in any layer", indent=2)


def _by_timestamp(routes: Routes) -> str:
    if routes.left_out:
        return f"left out ({routes.left_out})"
    if routes.message:
        return f"the routes part: {routes.message}"
    return f"solver, python-constraint and Z3 find {named(routes.own)} and no other order"


def _free(routes: Routes) -> str:
    if routes.left_out:
        return f"without timestamps left out ({routes.left_out})"
    if routes.message:
        return f"without timestamps the routes part: {routes.message}"
    count = len(routes.constraint)
    orders = "one order" if count == 1 else f"the same {count} orders"
    return f"without timestamps python-constraint and Z3 find {orders}"


def _layers_json(check: CrossCheck) -> Json:
    return [
        {
            "layer": by_timestamp.layer,
            "solver": json_of(by_timestamp.own),
            "by timestamp": json_of(by_timestamp),
            "without timestamps": json_of(free),
        }
        for by_timestamp, free in zip(check.layers, check.free, strict=True)
    ]


written_as(CrossCheck, "agree", "interrupted", ("layers", _layers_json))
written_as(
    Routes,
    ("agree", lambda routes: None if routes.left_out else routes.agree),
    ("python-constraint", "constraint"),
    *("z3", "message", "left out"),
    null=("message", "left out"),
)
