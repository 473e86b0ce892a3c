"""What depends on what in one layer as a small graph: cards, directed edges with witnesses."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.drawing.lettering import broken, cut
from layerlaw.solver.shell.report.page.tags import Html, bdi, join, tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.shell.report.page.rows import LayerRows, TurnRow

MOST = 8
"""A graph of more effects than this would be no picture."""
EDGES = 16
WIDE = 344.0
"""As wide as the narrowest phones have room for."""
BOX, HIGH = 148.0, 42.0
NARROW = 112.0
NAME, SMALL = 14.0, 12.0


@dataclass(frozen=True, slots=True)
class Edge:
    """An effect that depends on another one, by their places among the nodes, and why."""

    tail: int
    head: int
    says: str


@dataclass(frozen=True, slots=True)
class Node:
    """An effect's row and where its box stands, by its middle."""

    row: TurnRow
    x: float
    y: float


def graphs_html(stratum: LayerRows) -> Html:
    """A graph for each set of effects of the layer that hang together, if it is small enough."""
    return join([_figure(rows, edges) for rows, edges in _together(stratum)])


def _together(stratum: LayerRows) -> Iterator[tuple[list[TurnRow], list[Edge]]]:
    first: dict[str, TurnRow] = {}
    for row in stratum.rows:
        first.setdefault(row.effect, row)
    found = [
        (row.effect, on, waits.text.replace("any of these", on))
        for row in stratum.rows
        for waits in row.waits
        for on in waits.on
        if on in first
    ]
    part = {effect: effect for effect in first}

    def root(effect: str) -> str:
        while part[effect] != effect:
            effect = part[effect]
        return effect

    for tail, head, _ in found:
        part[root(tail)] = root(head)
    members: dict[str, list[TurnRow]] = {}
    for effect, row in first.items():
        members.setdefault(root(effect), []).append(row)
    for rows in members.values():
        place = {row.effect: number for number, row in enumerate(rows)}
        edges = [
            Edge(place[a], place[b], says) for a, b, says in found if a in place and b in place
        ]
        if 2 <= len(rows) <= MOST and len(edges) <= EDGES:
            yield rows, edges


def _figure(rows: Sequence[TurnRow], edges: Sequence[Edge]) -> Html:
    loop = any(row.loop for row in rows)
    said = [tag("span", Html("&rarr;"), aria_hidden="true", class_="sign"), " depends on"]
    if loop:
        said.append("; ")
        said.append(tag("span", Html("&rarr;"), aria_hidden="true", class_="sign knot"))
        said.append(" in a loop, where timestamps decide")
    legend = [tag("p", *said, class_="legend")]
    if len(rows) == 2:
        drawn = _pair(rows, edges)
    else:
        drawn = _ring(rows, edges)
        items = [
            tag(
                "li",
                bdi(rows[edge.tail].effect),
                " depends on ",
                bdi(rows[edge.head].effect),
                ": ",
                edge.says,
            )
            for edge in edges
        ]
        legend.append(tag("ol", *items, class_="key"))
    caption = tag("figcaption", *legend)
    return tag("figure", drawn, caption, class_="depends loop" if loop else "depends")


def _svg(high: float, pieces: Sequence[str], says: str) -> Html:
    return tag(
        "svg",
        *pieces,
        width=f"{WIDE:.0f}",
        height=f"{high:.0f}",
        viewBox=f"0 0 {WIDE:.0f} {high:.0f}",
        role="img",
        aria_label=says,
    )


def _pair(rows: Sequence[TurnRow], edges: Sequence[Edge]) -> Html:
    """Two effects below each other, the witness beside each arrow."""
    texts = [broken(edge.says, WIDE / 2 - 34, SMALL, 6) for edge in edges]
    gap = 34 + 16 * max(len(lines) for lines in texts)
    one = Node(rows[0], WIDE / 2, HIGH / 2 + 1)
    other = Node(rows[1], WIDE / 2, HIGH + gap + HIGH / 2 + 1)
    pieces: list[str] = []
    for edge, lines in zip(edges, texts, strict=True):
        down = edge.tail == 0
        x = WIDE / 2 + (-14 if down else 14)
        top, bottom = HIGH + 1, HIGH + gap + 1
        start, end = (top, bottom) if down else (bottom, top)
        pieces += _arrow(x, start, x, end, _in_loop(rows, edge))
        y = (top + bottom) / 2 - 8 * (len(lines) - 1) + 4
        for line in lines:
            pieces.append(
                _text(line, x + (-9 if down else 9), y, "says", "end" if down else "start")
            )
            y += 16
    pieces += [_box(node, WIDE * 0.86) for node in (one, other)]
    return _svg(other.y + HIGH / 2 + 1, pieces, _told(rows, edges))


def _ring(rows: Sequence[TurnRow], edges: Sequence[Edge]) -> Html:
    """More effects in a ring, a number on each arrow."""
    count = len(rows)
    down = 70.0 + 22 * count
    across = (WIDE - NARROW) / 2 - 1
    middle = down / 2 + HIGH / 2 + 1
    nodes = []
    for number, row in enumerate(rows):
        turn = 2 * pi * number / count - pi / 2
        nodes.append(Node(row, WIDE / 2 + across * cos(turn), middle + down / 2 * sin(turn)))
    both = {(edge.tail, edge.head) for edge in edges}
    pieces: list[str] = []
    badges: list[str] = []
    for number, edge in enumerate(edges, 1):
        a, b = nodes[edge.tail], nodes[edge.head]
        long = hypot(b.x - a.x, b.y - a.y) or 1.0
        side = 7.0 if (edge.head, edge.tail) in both else 0.0
        dx, dy = -(b.y - a.y) / long * side, (b.x - a.x) / long * side
        x1, y1 = _rim(a, b)
        x2, y2 = _rim(b, a)
        knot = _in_loop(rows, edge)
        pieces += _arrow(x1 + dx, y1 + dy, x2 + dx, y2 + dy, knot)
        share = 0.36
        x, y = x1 + dx + (x2 - x1) * share, y1 + dy + (y2 - y1) * share
        badges.append(_mark("circle", class_=f"spot{knot}", cx=_n(x), cy=_n(y), r="9"))
        badges.append(_text(str(number), x, y + 4, "count", "middle"))
    pieces += badges
    pieces += [_box(node, NARROW) for node in nodes]
    return _svg(down + HIGH + 2, pieces, _told(rows, edges))


def _rim(one: Node, other: Node) -> tuple[float, float]:
    """Where the way from one box to the other leaves it."""
    dx, dy = other.x - one.x, other.y - one.y
    reach = min((NARROW / 2 + 3) / abs(dx) if dx else 9e9, (HIGH / 2 + 3) / abs(dy) if dy else 9e9)
    return one.x + dx * reach, one.y + dy * reach


def _told(rows: Sequence[TurnRow], edges: Sequence[Edge]) -> str:
    """The graph in words."""
    return "; ".join(
        f"{rows[edge.tail].effect} depends on {rows[edge.head].effect}" for edge in edges
    )


def _box(node: Node, wide: float) -> Html:
    row = node.row
    x, y = node.x - wide / 2, node.y - HIGH / 2
    return tag(
        "g",
        _mark("rect", x=_n(x), y=_n(y), width=_n(wide), height=_n(HIGH), rx="6"),
        _text(cut(row.card, wide - 12, NAME, bold=True), node.x, y + 18, "name", "middle"),
        _text(cut(row.effect, wide - 12, SMALL), node.x, y + 34, "id", "middle"),
        class_="node knot" if row.loop else "node",
        data_effect=row.effect,
    )


def _in_loop(rows: Sequence[TurnRow], edge: Edge) -> str:
    """The class of an edge inside a loop."""
    return " knot" if rows[edge.head].effect in rows[edge.tail].loop else ""


def _arrow(x1: float, y1: float, x2: float, y2: float, knot: str) -> list[str]:
    """A line with a head at its end."""
    long = hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    bx, by = x2 - 9 * ux, y2 - 9 * uy
    corners = ((x2, y2), (bx - 4.5 * uy, by + 4.5 * ux), (bx + 4.5 * uy, by - 4.5 * ux))
    head = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in corners) + "z"
    return [
        _mark("path", class_=f"way{knot}", d=f"M{_n(x1)} {_n(y1)}L{_n(bx)} {_n(by)}"),
        _mark("path", class_=f"tip{knot}", d=head),
    ]


def _mark(kind: str, **attributes: str) -> Html:
    return tag(kind, **attributes)


def _text(words: str, x: float, y: float, kind: str, anchor: str) -> Html:
    return tag("text", words, class_=kind, x=_n(x), y=_n(y), text_anchor=anchor)


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
