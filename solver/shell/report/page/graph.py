"""What depends on what in one layer as a small graph: cards, directed edges with witnesses."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.shell.report.drawing.alike import alike, between
from layerlaw.solver.shell.report.drawing.lettering import broken, cut, width
from layerlaw.solver.shell.report.page.tags import Html, bdi, tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from layerlaw.solver.shell.report.page.rows import LayerRows, TurnRow

MOST = 8
"""A graph of more boxes than this would be no picture."""
EDGES = 16
WIDE = 334.0
"""As wide as the narrowest phones have room for."""
BOX, HIGH = 148.0, 42.0
NARROW = 112.0
NAME, SMALL = 14.0, 12.0
LONG = 160
"""A witness of more letters is cut; in the row of its effect it stands whole."""


Alike = tuple["TurnRow", ...]
"""The rows of effects that stand in one box: one, or of very many those that are alike."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A box that depends on another one or on itself, by their places, and why."""

    tail: int
    head: int
    says: str


@dataclass(frozen=True, slots=True)
class Node:
    """What stands in a box, and where the box stands, by its middle."""

    rows: Alike
    x: float
    y: float


def graphs_html(stratum: LayerRows) -> list[Html]:
    """A graph for each set of effects of the layer that hang together, if it is small enough."""
    return [_figure(boxes, edges) for boxes, edges in _together(stratum)]


def _together(stratum: LayerRows) -> Iterator[tuple[list[Alike], list[Edge]]]:
    first: dict[str, TurnRow] = {}
    for row in stratum.rows:
        first.setdefault(row.effect, row)
    found = {
        (row.effect, on): waits.text.replace("any of these", on)
        for row in stratum.rows
        for waits in row.waits
        for on in waits.on
        if on in first
    }
    part = {effect: effect for effect in first}

    def root(effect: str) -> str:
        while part[effect] != effect:
            effect = part[effect]
        return effect

    for tail, head in found:
        part[root(tail)] = root(head)
    members: dict[str, list[TurnRow]] = {}
    for effect, row in first.items():
        members.setdefault(root(effect), []).append(row)
    inside: dict[str, list[tuple[str, str]]] = {}
    for ends in found:
        inside.setdefault(root(ends[0]), []).append(ends)
    for name, rows in members.items():
        if len(rows) < 2:
            continue
        place = {row.effect: number for number, row in enumerate(rows)}
        says = {(place[a], place[b]): found[a, b] for a, b in inside[name]}
        boxes, edges = _boxes(rows, says)
        if len(boxes) <= MOST and len(edges) <= EDGES:
            yield boxes, edges


def _boxes(
    rows: Sequence[TurnRow], says: Mapping[tuple[int, int], str]
) -> tuple[list[Alike], list[Edge]]:
    """A box for each row, or, where that are too many, for those that are alike."""
    if len(rows) <= MOST:
        return [(row,) for row in rows], [Edge(*ends, said) for ends, said in says.items()]
    kinds = [(row.card, row.text, row.lost, bool(row.changes)) for row in rows]
    groups = alike(kinds, says)
    edges = []
    for ends, all_of in between(groups, says).items():
        more = len(all_of) - 1
        like = f" (and {more:,} more like it)" if more else ""
        edges.append(Edge(*ends, _short(says[all_of[0]]) + like))
    return [tuple(rows[place] for place in group) for group in groups], edges


def _short(says: str) -> str:
    return says if len(says) <= LONG else f"{says[:LONG].rsplit(' ', 1)[0]} ..."


def _figure(boxes: Sequence[Alike], edges: Sequence[Edge]) -> Html:
    loop = any(row.loop for rows in boxes for row in rows)
    said = [tag("span", Html("&rarr;"), aria_hidden="true", class_="sign"), " depends on"]
    if loop:
        said.append("; ")
        said.append(tag("span", Html("&rarr;"), aria_hidden="true", class_="sign knot"))
        said.append(" in a loop, where timestamps decide")
    legend = [tag("p", *said, class_="legend")]
    # Those of one box that depend on each other are told, for there is nothing to draw.
    drawn = [edge for edge in edges if edge.tail != edge.head]
    if len(boxes) <= 2:
        picture = _column(boxes, drawn)
    else:
        picture = _ring(boxes, drawn)
        items = [
            tag(
                "li",
                bdi(_called(boxes[edge.tail])),
                _depends(boxes[edge.tail]),
                bdi(_called(boxes[edge.head])),
                ": ",
                edge.says,
            )
            for edge in drawn
        ]
        legend.append(tag("ol", *items, class_="key"))
    legend += [
        tag("p", bdi(_called(boxes[edge.tail])), " depend on each other: ", edge.says)
        for edge in edges
        if edge.tail == edge.head
    ]
    caption = tag("figcaption", *legend)
    return tag("figure", picture, caption, class_="depends loop" if loop else "depends")


def _named(rows: Alike) -> str:
    """What stands in a box: the card, and of how many effects."""
    return rows[0].card if len(rows) == 1 else f"{rows[0].card} x {len(rows)}"


def _called(rows: Alike) -> str:
    """An effect by its id, several by their card and their number."""
    return rows[0].effect if len(rows) == 1 else _named(rows)


def _depends(rows: Alike) -> str:
    return " depends on " if len(rows) == 1 else " depend on "


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


def _column(boxes: Sequence[Alike], edges: Sequence[Edge]) -> Html:
    """One box, or two below each other with the witness beside each arrow."""
    one = Node(boxes[0], WIDE / 2, HIGH / 2 + 1)
    if len(boxes) == 1:
        return _svg(HIGH + 2, [_box(one, WIDE * 0.86)], f"{_called(boxes[0])} depend on each other")
    texts = [broken(edge.says, WIDE / 2 - 34, SMALL, 6) for edge in edges]
    gap = 34 + 16 * max(len(lines) for lines in texts)
    other = Node(boxes[1], WIDE / 2, HIGH + gap + HIGH / 2 + 1)
    pieces: list[str] = []
    for edge, lines in zip(edges, texts, strict=True):
        down = edge.tail == 0
        x = WIDE / 2 + (-14 if down else 14)
        top, bottom = HIGH + 1, HIGH + gap + 1
        start, end = (top, bottom) if down else (bottom, top)
        pieces += _arrow(x, start, x, end, _in_loop(boxes, edge))
        y = (top + bottom) / 2 - 8 * (len(lines) - 1) + 4
        for line in lines:
            pieces.append(
                _text(line, x + (-9 if down else 9), y, "says", "end" if down else "start")
            )
            y += 16
    pieces += [_box(node, WIDE * 0.86) for node in (one, other)]
    return _svg(other.y + HIGH / 2 + 1, pieces, _told(boxes, edges))


def _ring(boxes: Sequence[Alike], edges: Sequence[Edge]) -> Html:
    """More boxes in a ring, a number on each arrow."""
    count = len(boxes)
    across = (WIDE - NARROW) / 2 - 1
    room = NARROW - 12
    two = any(len(_lines(rows, room, 2)) > 1 for rows in boxes)
    high = HIGH + (16 if two else 0)
    down = 70.0 + 22 * count + 2 * (high - HIGH)
    middle = down / 2 + high / 2 + 1
    nodes = []
    for number, rows in enumerate(boxes):
        turn = 2 * pi * number / count - pi / 2
        nodes.append(Node(rows, WIDE / 2 + across * cos(turn), middle + down / 2 * sin(turn)))
    both = {(edge.tail, edge.head) for edge in edges}
    pieces: list[str] = []
    badges: list[str] = []
    for number, edge in enumerate(edges, 1):
        a, b = nodes[edge.tail], nodes[edge.head]
        long = hypot(b.x - a.x, b.y - a.y) or 1.0
        side = 7.0 if (edge.head, edge.tail) in both else 0.0
        dx, dy = -(b.y - a.y) / long * side, (b.x - a.x) / long * side
        x1, y1 = _rim(a, b, high)
        x2, y2 = _rim(b, a, high)
        knot = _in_loop(boxes, edge)
        pieces += _arrow(x1 + dx, y1 + dy, x2 + dx, y2 + dy, knot)
        share = 0.36
        x, y = x1 + dx + (x2 - x1) * share, y1 + dy + (y2 - y1) * share
        badges.append(_mark("circle", class_=f"spot{knot}", cx=_n(x), cy=_n(y), r="9"))
        badges.append(_text(str(number), x, y + 4, "count", "middle"))
    pieces += badges
    pieces += [_box(node, NARROW, high) for node in nodes]
    return _svg(down + high + 2, pieces, _told(boxes, edges))


def _rim(one: Node, other: Node, high: float) -> tuple[float, float]:
    """Where the way from one box to the other leaves it."""
    dx, dy = other.x - one.x, other.y - one.y
    reach = min((NARROW / 2 + 3) / abs(dx) if dx else 9e9, (high / 2 + 3) / abs(dy) if dy else 9e9)
    return one.x + dx * reach, one.y + dy * reach


def _told(boxes: Sequence[Alike], edges: Sequence[Edge]) -> str:
    """The graph in words."""
    return "; ".join(
        f"{_called(boxes[edge.tail])}{_depends(boxes[edge.tail])}{_called(boxes[edge.head])}"
        for edge in edges
    )


def _box(node: Node, wide: float, high: float = HIGH) -> Html:
    first, *more = node.rows
    x, y = node.x - wide / 2, node.y - high / 2
    lines = _lines(node.rows, wide - 12, 1 if high == HIGH else 2)
    base = node.y - 3 - 8 * (len(lines) - 1)
    words = [
        _text(line, node.x, base + 16 * number, "name", "middle")
        for number, line in enumerate(lines)
    ]
    ids = cut(f"{first.effect} ..." if more else first.effect, wide - 12, SMALL)
    words.append(_text(ids, node.x, base + 16 * len(lines), "id", "middle"))
    return tag(
        "g",
        _mark("rect", x=_n(x), y=_n(y), width=_n(wide), height=_n(high), rx="6"),
        *words,
        class_="node knot" if first.loop else "node",
        data_effect="\n".join(row.effect for row in node.rows),
    )


def _lines(rows: Alike, room: float, most: int) -> list[str]:
    """The name in a box in lines; whatever of it is cut, the number of effects is not."""
    lines = broken(rows[0].card, room, NAME, most, bold=True)
    if len(rows) == 1:
        return lines
    number = f"x {len(rows)}"
    if width(f"{lines[-1]} {number}", NAME, bold=True) <= room:
        return [*lines[:-1], f"{lines[-1]} {number}"]
    if len(lines) < most:
        return [*lines, number]
    short = cut(lines[-1], room - width(f" {number}", NAME, bold=True), NAME, bold=True)
    return [*lines[:-1], f"{short} {number}"]


def _in_loop(boxes: Sequence[Alike], edge: Edge) -> str:
    """The class of an edge inside a loop."""
    return " knot" if boxes[edge.head][0].effect in boxes[edge.tail][0].loop else ""


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
