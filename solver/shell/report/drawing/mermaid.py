"""A derivation as a Mermaid flowchart, to paste into Markdown: a subgraph for each layer."""

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

EDGES = 450
"""Mermaid draws at most 500 edges unless whoever shows the text allows more."""
MANY = 100
"""With more boxes or arrows than this they are told in fewer words: it reads 50,000 letters."""
TEXT = 60
"""So many letters of one line are shown."""
_SAFE = frozenset(" .,-_+=/()!?")


@checked()
def mermaid(derivation: Answer) -> str:
    """The graph of a derivation as Mermaid text.

    derivation: what is drawn.

    A subgraph for each layer, its effects numbered in the order of application; an arrow leads from
    an effect to the one it depends on. The same text for the same derivation.

    Raises `WrongArgument` for anything but an answer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.report.drawing import mermaid
    >>> "flowchart" in mermaid(solve(load_scenario(path)))
    True
    """
    return "\n".join(_lines(plan(derivation))) + "\n"


def _lines(made: Picture) -> Iterator[str]:
    yield "---"
    yield f"title: {_title(made.title)}"
    yield "---"
    # From bottom to top: what is depended on stands above what depends on it.
    yield "flowchart BT"
    yield "  %% drawn by layerlaw"
    for head in (*made.heads, *made.notes):
        yield f"  %% {_comment(head)}"
    for number, stratum in enumerate(made.strata, 1):
        clause = f" ({stratum.clause})" if stratum.clause else ""
        yield f'  subgraph s{number}["{_label(stratum.name + clause)}"]'
        yield "    direction BT"
        for note in stratum.notes:
            yield f"    %% {_comment(note)}"
        yield from _boxes(number, stratum)
        yield "  end"
    yield from _edges(made)
    yield "  classDef lost stroke-dasharray:4 3,color:#57606a,fill:#e6e8eb"
    for number, stratum in enumerate(made.strata, 1):
        lost = [f"s{number}b{place}" for place, box in enumerate(stratum.boxes) if box.lost]
        if lost:
            yield f"  class {','.join(lost)} lost"


def _boxes(number: int, stratum: Stratum) -> Iterator[str]:
    """The nodes; a loop is a subgraph, but for members that an earlier loop has already.

    The last one first, for Mermaid turns the arrows of a loop that lead back to where it began.
    """
    apart: set[int] = set()
    most = 5 if len(stratum.boxes) <= MANY else 1
    for name, loop in enumerate(stratum.loops, 1):
        mine = [place for place in loop if place not in apart]
        apart.update(mine)
        if mine:
            yield f'    subgraph s{number}l{name}["loop {name}"]'
            yield "      direction BT"
            for place in reversed(mine):
                yield f"      {_node(number, place, stratum.boxes[place], most)}"
            yield "    end"
    for place in reversed(range(len(stratum.boxes))):
        if place not in apart:
            yield f"    {_node(number, place, stratum.boxes[place], most)}"


def _node(number: int, place: int, box: EffectBox, most: int) -> str:
    told = box.told[0] if box.told else ""
    left = f"and {len(box.told) - 1} more" if len(box.told) > 1 and not box.lost else ""
    lines = [box.head, box.about if box.alike else box.id, box.says, box.lost or told, left]
    return f's{number}b{place}["{_label(*lines[:most])}"]'


def _edges(made: Picture) -> Iterator[str]:
    """Invisible links that keep the order, then arrows, as far as Mermaid draws so many."""
    arrows = sum(len(stratum.arrows) for stratum in made.strata)
    keeping = [*_order(made.strata)]
    # First, for in a loop Mermaid turns whatever leads back from where it has been already.
    for before, after in keeping if arrows + len(keeping) <= EDGES else ():
        yield f"  {after} ~~~ {before}"
    left = EDGES
    for number, stratum in enumerate(made.strata, 1):
        for arrow in stratum.arrows[:left]:
            tail, head = f"s{number}b{arrow.tail}", f"s{number}b{arrow.head}"
            label = f'|"{_label(arrow.short)}"|' if arrows <= MANY else ""
            yield f"  {tail} -->{label} {head}"
        left = max(0, left - len(stratum.arrows))
    if arrows > EDGES:
        yield f"  %% {arrows - EDGES} more arrows are left out"


def _order(strata: Sequence[Stratum]) -> Iterator[tuple[str, str]]:
    """What stands above what: box after box, and layer after layer."""
    above = ""
    for number, stratum in enumerate(strata, 1):
        for place in range(1, len(stratum.boxes)):
            if stratum.boxes[place].number:
                yield f"s{number}b{place - 1}", f"s{number}b{place}"
        if above and stratum.boxes:
            yield above, f"s{number}b0"
        if stratum.boxes:
            above = f"s{number}b{len(stratum.boxes) - 1}"


def _label(*lines: str) -> str:
    """Lines of a label; every sign that could mean something is written as its number."""
    shown = [_short(line) for line in lines if line]
    return "<br/>".join("".join(_sign(sign) for sign in line) for line in shown)


def _short(line: str) -> str:
    flat = " ".join(plain(line).split())
    return flat if len(flat) <= TEXT else flat[: TEXT - 1].rstrip() + "…"


def _sign(sign: str) -> str:
    return sign if sign.isalnum() or sign in _SAFE or sign == "…" else f"#{ord(sign)};"


def _comment(text: str) -> str:
    """A comment in which nothing is taken for a directive."""
    return "".join(sign if sign not in "{}%" else " " for sign in " ".join(plain(text).split()))


def _title(text: str) -> str:
    """The title as a string of YAML that needs no other escapes."""
    flat = " ".join(plain(text).split()).replace("\\", "\\\\").replace('"', '\\"')
    # Mermaid shows these as entities there, and their numbers as they are.
    flat = flat.translate({ord("&"): "\uff06", ord("<"): "\u2039", ord(">"): "\u203a"})
    return f'"{flat}"'
