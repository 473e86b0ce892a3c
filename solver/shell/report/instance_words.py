"""Abstract instances in words: effects with names, oldest first, and who depends on whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import listed
from layerlaw.solver.documents.axioms.instances import Instance
from layerlaw.solver.documents.boards.small_boards import NAMES
from layerlaw.solver.shell.report.json_form import written_as

if TYPE_CHECKING:
    from layerlaw.solver.documents.audit.findings import Finding
    from layerlaw.solver.documents.axioms.instances import Order

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


def dropped_lines(finding: Finding) -> tuple[str, ...]:
    """For each clause of a conflict the order that is possible without it."""
    return tuple(
        f"without {clause}: {order_text(order)}"
        for clause, order in zip(finding.clauses, finding.orders, strict=False)
    )


written_as(Instance, ("effects", "n"), "layers", ("dependencies", "edges"), ("text", case_sentence))
