"""A derivation in Graphviz's language: a cluster for each layer, ranked in the order of effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.shell.report.drawing.lettering import plain
from layerlaw.solver.shell.report.drawing.plan import plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.shell.report.drawing.boxes import EffectBox, Stratum
    from layerlaw.solver.shell.report.drawing.plan import Picture

LABELS = 100
"""With more arrows than this they have no labels, and nothing else ranks the effects: Graphviz
would take minutes."""
TEXT = 70
"""So many letters of one line are shown; what is cut stands in the tooltip."""


@checked()
def dot(derivation: Answer) -> str:
    """The graph of a derivation in the DOT language.

    derivation: what is drawn.

    A cluster for each layer, in it its effects numbered in the order of application and, unless
    they are very many, ranked in it by invisible edges. Every other edge leads from an effect to
    the one it depends on, with the witness as tooltip. The same text for the same derivation.

    Raises `WrongArgument` for anything but an answer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.report.drawing import dot
    >>> "digraph" in dot(solve(load_scenario(path)))
    True
    """
    return "\n".join(_lines(plan(derivation))) + "\n"


def _lines(made: Picture) -> Iterator[str]:
    yield "// drawn by layerlaw"
    yield "digraph layerlaw {"
    label = _quoted(made.title, *made.heads, *made.notes)
    yield f"  graph [rankdir=BT, newrank=true, labelloc=t, fontname=sans, label={label}];"
    yield "  node [shape=box, style=rounded, fontname=sans, fontsize=11];"
    yield "  edge [fontname=sans, fontsize=9, color=dodgerblue4];"
    for number, stratum in enumerate(made.strata, 1):
        yield f"  subgraph cluster_{number} {{"
        head = _quoted(stratum.name, stratum.clause, *stratum.notes)
        yield f"    label={head}; labelloc=b; style=filled; color=gray95;"
        yield from _boxes(number, stratum)
        yield "  }"
    many = sum(len(stratum.arrows) for stratum in made.strata) > LABELS
    for number, stratum in enumerate(made.strata, 1):
        inside = [set(loop) for loop in stratum.loops]
        for arrow in stratum.arrows:
            knot = any(arrow.tail in loop and arrow.head in loop for loop in inside)
            color = ", color=deeppink4" if knot else ""
            # What leads against the order would turn it round.
            against = ", constraint=false" if arrow.tail <= arrow.head and not many else ""
            label = "" if many else f"label={_quoted(arrow.short)}, "
            tip = f"tooltip={_quoted(arrow.says, cut=False)}"
            ends = f"s{number}b{arrow.tail} -> s{number}b{arrow.head}"
            yield f"  {ends} [{label}{tip}{color}{against}];"
    if many:
        yield "  // so many arrows rank the effects themselves; their numbers say the order"
    else:
        yield from _order(made.strata)
    yield "}"


def _boxes(number: int, stratum: Stratum) -> Iterator[str]:
    """The nodes; a loop is a cluster, but for members that an earlier loop has already."""
    apart: set[int] = set()
    for name, loop in enumerate(stratum.loops, 1):
        mine = [place for place in loop if place not in apart]
        apart.update(mine)
        if mine:
            yield f"    subgraph cluster_{number}_{name} {{"
            yield f'      label="loop {name}"; labelloc=b; style=dashed; color=deeppink4;'
            for place in mine:
                yield f"      {_node(number, place, stratum.boxes[place])}"
            yield "    }"
    for place, box in enumerate(stratum.boxes):
        if place not in apart:
            yield f"    {_node(number, place, box)}"


def _node(number: int, place: int, box: EffectBox) -> str:
    behind = box.about if box.alike else box.id
    lines = [f"{box.head}  {behind}", box.says, *([box.lost] if box.lost else box.told[:2])]
    lost = ', style="rounded,dashed,filled", fillcolor=gray88, fontcolor=gray35'
    stamps = [f"{one.id}, timestamp {one.stamp}" for one in box.each]
    tip = _quoted(*stamps, box.does, *box.why, cut=False)
    return f"s{number}b{place} [label={_quoted(*lines)}, tooltip={tip}{lost if box.lost else ''}];"


def _order(strata: Sequence[Stratum]) -> Iterator[str]:
    """Invisible edges from each box to the one that stands above it."""
    above = ""
    for number, stratum in enumerate(strata, 1):
        for place in range(len(stratum.boxes)):
            name = f"s{number}b{place}"
            if above and (place == 0 or stratum.boxes[place].number):
                yield f"  {name} -> {above} [style=invis];"
            above = name


def _quoted(*lines: str, cut: bool = True) -> str:
    """Lines as one quoted string, centred; signs that mean something to Graphviz are escaped."""
    shown = [" ".join(plain(line).split()) for line in lines if line]
    if cut:
        shown = [one if len(one) <= TEXT else one[: TEXT - 1].rstrip() + "…" for one in shown]
    texts = []
    for one in shown:
        # Entities are read in labels, so an ampersand has to be one itself.
        safe = one.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
        texts.append(safe)
    return '"' + "\\n".join(texts) + '"'
