"""Where everything of a picture stands: strata below each other, arrows in lanes beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.shell.report.drawing.lettering import broken, cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.solver.shell.report.drawing.boxes import Arrow, EffectBox, Stratum

BOX = 600.0
"""How wide a box is."""
PAD = 12.0
LINE = 17.0
HEAD, TEXT, SMALL = 15.0, 13.0, 12.0
"""Sizes of letters."""
LANE = 9.0
LANES = 420.0
"""The widest that all lanes of a stratum together get."""
HOOP = 9.0
"""The room on the left that the enclosure of each further loop takes."""
BRIEF = 60
"""With more boxes than this in a stratum, each is told in two lines."""
CHANGES = 3


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """A box with its lines as (kind, text), and where it stands."""

    x: float
    y: float
    height: float
    lines: tuple[tuple[str, str], ...]
    tags: str


@dataclass(frozen=True, slots=True)
class PlacedArrow:
    """An arrow's way: out of a box, along a lane, into another box (or back into the same)."""

    start: float
    lane: float
    end: float


@dataclass(frozen=True, slots=True)
class Hoop:
    """The enclosure of a loop around boxes that stand together: x, top, bottom."""

    loop: int
    x: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PlacedStratum:
    """A stratum with all that is in it; y from its own top."""

    height: float
    heads: tuple[tuple[float, str, str], ...]
    boxes: tuple[PlacedBox, ...]
    arrows: tuple[PlacedArrow, ...]
    hoops: tuple[Hoop, ...]
    left: float
    right: float


def margin(strata: Iterable[Stratum]) -> float:
    """The room that the loops of all strata want on the left."""
    rows = [row + 1 for stratum in strata for row in _rows(stratum.loops)]
    return PAD + HOOP * max([0, *rows])


def placed(stratum: Stratum, left: float) -> PlacedStratum:
    """Where the parts of a stratum stand. Boxes in their order; nothing overlaps.

    left: where its boxes begin.
    """
    rows = _rows(stratum.loops)
    y = PAD + LINE
    heads: list[tuple[float, str, str]] = []
    room = left + BOX
    name = cut(stratum.name, room * 0.7, HEAD, bold=True)
    heads.append((y, "name", name))
    for note in stratum.notes:
        for line in broken(note, room - PAD, SMALL, 4):
            y += LINE
            heads.append((y, "note", line))
    y += PAD
    boxes: list[PlacedBox] = []
    step = ""
    brief = len(stratum.boxes) > BRIEF
    gap = 8.0 if stratum.loops else 6.0
    for number, box in enumerate(stratum.boxes):
        if box.step and box.step != step:
            step = box.step
            y += SMALL + 2
            heads.append((y, "step", cut(step, BOX, SMALL)))
            y += 7
        loops = [place for place, loop in enumerate(stratum.loops, 1) if number in set(loop)]
        tags = _tags(box, loops)
        lines = _lines(box, tags, brief=brief)
        height = LINE * len(lines) + PAD
        boxes.append(PlacedBox(left, y, height, tuple(lines), tags))
        y += height + gap
    arrows, right = _ways(stratum.arrows, boxes, left + BOX)
    hoops = tuple(_hoops(stratum.loops, rows, boxes, left))
    return PlacedStratum(y + PAD - gap, tuple(heads), tuple(boxes), arrows, hoops, left, right)


def _tags(box: EffectBox, loops: Sequence[int]) -> str:
    tags = [f"loop {number}" for number in loops[:3]]
    if box.lost:
        tags.append("lost" if box.number else "not in force")
    return ", ".join(tags)


def _lines(box: EffectBox, tags: str, *, brief: bool) -> list[tuple[str, str]]:
    """The lines of a box; what is cut stands whole in its title."""
    room = BOX - 2 * PAD
    lines = [("id", "")]
    lines += [("does", one) for one in broken(box.says, room, TEXT, 1 if brief else 3)]
    if box.lost:
        return [*lines, *(("lost", one) for one in broken(box.lost, room, SMALL, 2))]
    told = box.told[: 1 if brief else CHANGES]
    left = len(box.told) - len(told)
    for number, change in enumerate(told, 1):
        more = f"; and {left} more" if left and number == len(told) else ""
        kind = "none" if change == "changes nothing" else "change"
        for one in broken(change + more, room, SMALL, 1 if brief else 2):
            lines.append((kind, one))
    return lines


def _rows(loops: Iterable[Sequence[int]]) -> list[int]:
    """For each loop a row so that loops that reach past each other do not share one."""
    taken: list[list[tuple[int, int]]] = []
    rows = []
    for loop in loops:
        low, high = min(loop), max(loop)
        row = next(
            (n for n, spans in enumerate(taken) if all(high < a or b < low for a, b in spans)),
            len(taken),
        )
        if row == len(taken):
            taken.append([])
        taken[row].append((low, high))
        rows.append(row)
    return rows


def _hoops(
    loops: Sequence[Sequence[int]], rows: Sequence[int], boxes: Sequence[PlacedBox], left: float
) -> Iterable[Hoop]:
    """Around each run of members that stand together; a run apart is joined by the spine."""
    for number, (loop, row) in enumerate(zip(loops, rows, strict=True)):
        x = left - HOOP * (row + 1)
        run: list[int] = []
        for place in [*loop, -1]:
            if run and place != run[-1] + 1:
                first, last = boxes[run[0]], boxes[run[-1]]
                yield Hoop(number, x, first.y - 3, last.y + last.height + 3)
                run = []
            run.append(place)


def _ways(
    arrows: Sequence[Arrow], boxes: Sequence[PlacedBox], edge: float
) -> tuple[tuple[PlacedArrow, ...], float]:
    """The way of each arrow. Arrows that share an end may share a lane."""
    if not arrows:
        return (), edge + PAD
    outs: dict[int, int] = {}
    ins: dict[int, int] = {}
    for arrow in arrows:
        outs[arrow.tail] = outs.get(arrow.tail, 0) + 1
        ins[arrow.head] = ins.get(arrow.head, 0) + 1
    bundle: dict[tuple[str, int], list[int]] = {}
    for number, arrow in enumerate(arrows):
        into = ins[arrow.head] >= outs[arrow.tail]
        hub = ("in", arrow.head) if into else ("out", arrow.tail)
        bundle.setdefault(hub, []).append(number)
    ports = _ports(arrows, bundle, boxes)
    spans = []
    for hub, members in bundle.items():
        ends = [ports[hub, one] for number in members for one in _ends(arrows[number])]
        spans.append((max(ends) - min(ends), min(ends), max(ends), hub))
    spans.sort(key=lambda one: (one[0], one[1], one[3]))
    lanes: list[list[tuple[float, float]]] = []
    lane_of: dict[tuple[str, int], int] = {}
    for _, low, high, hub in spans:
        lane = next(
            (
                n
                for n, taken in enumerate(lanes)
                if all(high + 2 < a or b + 2 < low for a, b in taken)
            ),
            len(lanes),
        )
        if lane == len(lanes):
            lanes.append([])
        lanes[lane].append((low, high))
        lane_of[hub] = lane
    apart = min(LANE, LANES / len(lanes))
    hub_of = {number: hub for hub, members in bundle.items() for number in members}
    found = []
    for number, arrow in enumerate(arrows):
        hub = hub_of[number]
        x = edge + 20 + apart * lane_of[hub]
        start, end = ports[hub, arrow.tail], ports[hub, arrow.head]
        if arrow.tail == arrow.head:
            start = end - 8
        found.append(PlacedArrow(start, x, end))
    return tuple(found), edge + 20 + apart * (len(lanes) - 1) + PAD


def _ends(arrow: Arrow) -> tuple[int, int]:
    return arrow.tail, arrow.head


def _ports(
    arrows: Sequence[Arrow],
    bundle: dict[tuple[str, int], list[int]],
    boxes: Sequence[PlacedBox],
) -> dict[tuple[tuple[str, int], int], float]:
    """For each bundle and box that it touches the height at which it does, apart from others."""
    at: dict[int, list[tuple[str, int]]] = {}
    far: dict[tuple[tuple[str, int], int], float] = {}
    for hub, members in bundle.items():
        for number in members:
            tail, head = _ends(arrows[number])
            for one, other in ((tail, head), (head, tail)):
                if hub not in at.setdefault(one, []):
                    at[one].append(hub)
                far[hub, one] = max(far.get((hub, one), -1e9), float(other))
    ports = {}
    for one, hubs in at.items():
        box = boxes[one]
        # Whoever leads upwards leaves at the top.
        hubs.sort(key=lambda hub: (far[hub, one], hub))
        apart = box.height / (len(hubs) + 1)
        for place, hub in enumerate(hubs, 1):
            ports[hub, one] = round(box.y + apart * place, 1)
    return ports
