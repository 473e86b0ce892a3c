"""Whether the order of effects matters: how many orders there are, the verdict, and its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from layerlaw.solver.certainty.orders.verdict import LayerVerdict, OrderVerdict, Pair
from layerlaw.solver.effects.pseudo_objects import RULES
from layerlaw.solver.shell.report.json_form import json_of, written_as, written_by
from layerlaw.solver.shell.report.layout import indented
from layerlaw.solver.shell.report.outcomes import told_apart
from layerlaw.solver.shell.report.words import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
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


def order_lines(verdicts: Sequence[OrderVerdict], scenario: Scenario) -> RenderableType:
    """The section: one paragraph for each scope."""
    parts: list[RenderableType] = [Text("Does the order of effects matter?", style="bold")]
    for verdict in verdicts:
        parts.append(indented(_head(verdict, scenario.rulebook), 2))
        for line in _proof(verdict, scenario):
            parts.append(indented(line, 4))
    return Group(*parts)


def order_json(verdicts: Sequence[OrderVerdict]) -> Json:
    """The same as data: for each scope the whole verdict."""
    return {verdict.scope: json_of(verdict) for verdict in verdicts}


def counted(count: int, exact: bool, what: str = "order") -> str:
    """A number of orders; very large ones in powers of ten as well."""
    least = "" if exact else "at least "
    many = f"{count:,}" if count < 10**15 else f"about {count:.2e}"
    return f"{least}{many} {what}{'' if count == 1 else 's'}"


def _head(verdict: OrderVerdict, rulebook: Rulebook) -> Text:
    head = f"{HEADS[verdict.scope]}: "
    if verdict.orders == 1 and verdict.exact and verdict.judgement != "differs":
        return Text.assemble(head, ("no", "bold green"), ", there is one order only.")
    orders = counted(verdict.orders, verdict.exact)
    match verdict.judgement:
        case "same: reads and writes":
            return Text.assemble(
                head, ("no", "bold green"), f", by what they read and write; {orders}."
            )
        case "same: all courses":
            return Text.assemble(
                head,
                ("no", "bold green"),
                f", all of them were followed ({counted(verdict.states, True, 'state')}, "
                f"{counted(verdict.steps, True, 'step')}); {orders}.",
            )
        case "differs":
            least = "" if verdict.complete else "at least "
            layers = {layer.id: layer.name for layer in rulebook.layers}
            where = layers.get(verdict.pair.layer, "") if verdict.pair else ""
            place = f" in layer {where}" if where else ""
            return Text.assemble(
                head,
                ("yes", "bold yellow"),
                f"{place}; {orders}, {least}{verdict.outcomes} outcomes.",
            )
    stopped = "it was interrupted" if verdict.interrupted else "there are too many ways to go"
    return Text.assemble(
        head,
        ("not known", "bold yellow"),
        f": {stopped}; {orders}, and all that were followed "
        f"({counted(verdict.steps, True, 'step')}) agree.",
    )


def _proof(verdict: OrderVerdict, scenario: Scenario) -> Iterator[Text]:
    names = {layer.id: layer.name for layer in scenario.rulebook.layers}
    if verdict.orders == 1 and verdict.exact and verdict.judgement != "differs":
        return
    if verdict.pair is not None:
        yield from _pair(verdict.pair, names, scenario)
    for layer in verdict.layers:
        if layer.orders > 1 or layer.judgement == "differs":
            yield _layer(layer, names)
    if not verdict.layers:
        yield from (Text(f"{each.why}.", style="dim") for each in verdict.reasons)


def _layer(layer: LayerVerdict, names: dict[str, str]) -> Text:
    line = Text.assemble(
        f"layer {names.get(layer.layer, layer.layer)}: {counted(layer.orders, layer.exact)}, "
    )
    match layer.judgement:
        case "differs":
            whys = dict.fromkeys(each.why for each in layer.reasons)
            line.append("; ".join(whys) or "which leave different boards", style="yellow")
        case "not known":
            line.append("not all followed", style="yellow")
        case "same: all courses":
            line.append(
                f"all followed ({counted(layer.states, True, 'state')}), and all leave one board"
            )
        case _:
            line.append("which all leave one board: ")
            line.append("; ".join(dict.fromkeys(each.why for each in layer.reasons)), style="dim")
    return line


def _pair(pair: Pair, names: dict[str, str], scenario: Scenario) -> Iterator[Text]:
    """Two orders that differ as little as possible, and what comes of each."""
    said = told_apart(pair.outcomes, scenario)
    near = "neighbours change places" if pair.swaps == 1 else f"{pair.swaps} swaps of neighbours"
    own = "the order it has" if pair.own else "one order"
    yield Text(f"{own}, and another ({near}):")
    for order, sentences in zip(_around(pair), said, strict=True):
        line = Text("  ")
        line.append(order, style="cyan")
        line.append(f": {first_few(sentences, SENTENCES)}")
        yield line
    if pair.objects:
        more = len(pair.objects) - OBJECTS
        objects = ", ".join(pair.objects[:OBJECTS]) + (f" and {more} more" if more > 0 else "")
        yield Text(f"  what ends up different: {objects}")


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


def _pair_json(pair: Pair) -> Json:
    return {
        "orders": [
            [{"layer": layer, "effect": effect} for layer, effect in turns]
            for turns in (pair.one, pair.other)
        ],
        "first is its own": pair.own,
        "swaps": pair.swaps,
        "layer": pair.layer or None,
        "goes": [pair.first, pair.second],
        "ages": json_of(pair.ages),
        "differences": json_of(pair.differences),
    }


def _layer_json(layer: LayerVerdict) -> Json:
    return {
        "layer": layer.layer,
        "effects": json_of(layer.effects),
        "orders": layer.orders,
        "exact": layer.exact,
        "verdict": layer.judgement,
        "states": layer.states,
        "steps": layer.steps,
        "reasons": [{"effects": json_of(each.effects), "why": each.why} for each in layer.reasons],
    }


written_by(Pair, _pair_json)
written_by(LayerVerdict, _layer_json)
written_as(
    OrderVerdict,
    *("matters", "verdict", "orders", "exact", "states", "steps", "outcomes"),
    *("complete", "interrupted", "reasons", "layers", "pair"),
    renamed={"verdict": "judgement"},
)
