"""A derivation as one SVG document: strata, effects in their order, arrows with their witnesses."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from layerlaw.model.arguments import checked
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.shell.report.drawing.lettering import broken, cut, plain, width
from layerlaw.solver.shell.report.drawing.placing import BOX, LINE, PAD, SMALL, TEXT, margin, placed
from layerlaw.solver.shell.report.drawing.plan import plan, summary
from layerlaw.solver.shell.report.drawing.style import style

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.solver.shell.report.drawing.boxes import Arrow, EffectBox, Stratum
    from layerlaw.solver.shell.report.drawing.placing import (
        Hoop,
        PlacedArrow,
        PlacedBox,
        PlacedStratum,
    )
    from layerlaw.solver.shell.report.drawing.plan import Picture

MARGIN = 16.0
GENERATOR = "<!-- drawn by layerlaw -->"
"""What tells a drawing of ours from a file that somebody wrote."""
LEAST = 700.0
TIP = 8
"""So many reasons, and so many changes, stand in the tip of a box."""
EACH = 100
"""So many effects stand in the tip of a box of several."""


@checked()
def svg(derivation: Answer) -> str:
    """The picture of a derivation as a standalone SVG document.

    derivation: what is drawn.

    Layers from top to bottom, in each its effects in the order of application; an arrow leads from
    an effect to the one it depends on, and its witness shows when it is pointed at. The same text
    for the same derivation; no scripts, nothing from outside.

    Raises `WrongArgument` for anything but an answer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver.shell.report.drawing import svg
    >>> svg(solve(load_scenario(path))).rstrip().endswith("</svg>")
    True
    """
    return drawn(plan(derivation))


def drawn(made: Picture) -> str:
    """The picture of a plan."""
    strata = made.strata
    left = margin(strata)
    places = [placed(stratum, left) for stratum in strata]
    wide = max([LEAST, *(one.right + PAD for one in places)])
    parts: list[str] = []
    y = MARGIN + 18
    for line in broken(made.title, wide, 18, 3, bold=True):
        parts.append(_text(MARGIN, y, line, "title"))
        y += 22
    for head in made.heads:
        for line in broken(head, wide, SMALL, 3):
            parts.append(_text(MARGIN, y, line, "dim"))
            y += LINE
    for note in made.notes:
        for line in broken(note, wide, SMALL, 4):
            parts.append(_text(MARGIN, y, line, "note"))
            y += LINE
    y += 4
    for number, (stratum, place) in enumerate(zip(strata, places, strict=True)):
        parts.append(f'<g class="stratum" data-stratum="{number}" transform="{_move(MARGIN, y)}">')
        parts += _stratum(stratum, place, wide)
        parts.append("</g>")
        y += place.height + 12
    legend, y = _legend(made, strata, y + 4, wide)
    parts += legend
    return _document(made, parts, wide + 2 * MARGIN, y + MARGIN)


def _document(made: Picture, parts: Iterable[str], wide: float, high: float) -> str:
    body = "\n".join(parts)
    told = plain(summary(made))
    name = f"layerlaw-{crc32(body.encode('utf-8', 'replace')):08x}"
    size = f'width="{_n(wide)}" height="{_n(high)}" viewBox="0 0 {_n(wide)} {_n(high)}"'
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f"{GENERATOR}\n"
        f'<svg xmlns="http://www.w3.org/2000/svg" class="layerlaw-drawing" {size} role="img" '
        f'aria-labelledby="{name}-title {name}-desc">\n'
        f'<title id="{name}-title">{_x(made.title)}</title>\n'
        f'<desc id="{name}-desc">{escape(told)}</desc>\n'
        f"<style>{style()}</style>\n"
        '<rect class="paper" width="100%" height="100%"/>\n'
        f"{body}\n</svg>\n"
    )


def _stratum(stratum: Stratum, place: PlacedStratum, wide: float) -> Iterable[str]:
    yield f'<rect class="band" width="{_n(wide)}" height="{_n(place.height)}" rx="8"/>'
    for y, kind, line in place.heads:
        if kind == "name" and stratum.clause:
            clause = cut(stratum.clause, BOX * 0.25, SMALL)
            yield _text(PAD, y, line, kind, behind=clause)
        else:
            yield _text(place.left if kind == "step" else PAD, y, line, kind)
    yield from _loops(stratum, place.hoops, place.left + BOX)
    yield '<g class="boxes">'
    for box, where in zip(stratum.boxes, place.boxes, strict=True):
        yield from _box(box, where)
    yield '</g><g class="arrows">'
    inside = {number: set(loop) for number, loop in enumerate(stratum.loops)}
    for arrow, way in zip(stratum.arrows, place.arrows, strict=True):
        knot = any(arrow.tail in loop and arrow.head in loop for loop in inside.values())
        yield _arrow(stratum, arrow, way, place.left + BOX, knot=knot)
    yield "</g>"


def _loops(stratum: Stratum, hoops: Iterable[Hoop], edge: float) -> Iterable[str]:
    """The enclosures; what belongs together but stands apart is joined on the left."""
    last: dict[int, Hoop] = {}
    for hoop in sorted(hoops, key=lambda one: (one.x, one.top)):
        boxes = [stratum.boxes[place] for place in stratum.loops[hoop.loop]]
        members = ", ".join(one.id for box in boxes for one in box.each)
        title = f"loop {hoop.loop + 1}: {members}"
        yield (
            f'<rect class="hoop" data-loop="{hoop.loop + 1}" x="{_n(hoop.x)}" y="{_n(hoop.top)}" '
            f'width="{_n(edge - hoop.x + 5)}" height="{_n(hoop.bottom - hoop.top)}" rx="7">'
            f"<title>{_x(title)}</title></rect>"
        )
        if hoop.loop in last:
            x = _n(hoop.x)
            yield f'<path class="spine" d="M{x} {_n(last[hoop.loop].bottom)}V{_n(hoop.top)}"/>'
        last[hoop.loop] = hoop


def _box(box: EffectBox, where: PlacedBox) -> Iterable[str]:
    title = _tip(box)
    kind = "box gone" if box.lost else "box"
    yield (
        f'<g class="{kind}" {_effects(box)} data-turn="{box.number}" '
        f'transform="{_move(where.x, where.y)}">'
        f"<title>{_x(chr(10).join(title))}</title>"
        f'<rect width="{_n(BOX)}" height="{_n(where.height)}" rx="5"/>'
    )
    y = PAD / 2 + TEXT
    for kind, line in where.lines:
        if kind == "id":
            yield from _first_line(box, where, y)
        else:
            yield _text(PAD, y, line, kind)
        y += LINE
    yield "</g>"


def _effects(box: EffectBox) -> str:
    """The effects of a box as attributes: its first, and of several all, one a line."""
    first = f"data-effect={quoteattr(plain(box.id))}"
    if not box.alike:
        return first
    return f"{first} data-effects={quoteattr(plain(chr(10).join(one.id for one in box.alike)))}"


def _tip(box: EffectBox) -> list[str]:
    """All of a box that is cut in it; of several effects a line on each."""
    if not box.alike:
        title = [f"{box.card} ({box.id}), timestamp {box.stamp}", box.says, box.does]
        title += [*_some(box.why), *_some(box.told)]
        return [*title, *([box.lost] if box.lost and box.lost not in title else [])]
    title = [box.head, box.says, box.does]
    several = len(box.cards) > 1
    for one in box.alike[:EACH]:
        number = f"{one.number}. " if one.number else ""
        news = one.lost or "; ".join(_some(one.told))
        card = f"{one.card}, " if several else ""
        title.append(f"{number}{one.id}, {card}timestamp {one.stamp}{f': {news}' if news else ''}")
    left = len(box.alike) - EACH
    return [*title, f"and {left:,} more"] if left > 0 else title


def _some(lines: Sequence[str]) -> list[str]:
    """So many lines as anybody reads in a tip, and how many more there are."""
    left = len(lines) - TIP
    return [*lines[:TIP], f"and {left} more"] if left > 1 else list(lines)


def _first_line(box: EffectBox, where: PlacedBox, y: float) -> Iterable[str]:
    """Number and id, card and timestamp, and on the right what it is marked as."""
    room = BOX - 2 * PAD
    if where.tags:
        tags = cut(where.tags, room * 0.35, SMALL, bold=True)
        yield _text(BOX - PAD, y, tags, "tag", end=True)
        room -= width(tags, SMALL, bold=True) + 10
    head = cut(box.head, room * 0.65, TEXT, bold=True)
    room -= width(head, TEXT, bold=True) + 10
    behind = cut(box.about, room, SMALL)
    yield _text(PAD, y, head, "id", behind=behind)


def _arrow(stratum: Stratum, arrow: Arrow, way: PlacedArrow, edge: float, *, knot: bool) -> str:
    down = way.end > way.start
    bend = min(5.0, abs(way.end - way.start) / 2)
    sign = bend if down else -bend
    x, tip = way.lane, edge + 7
    path = (
        f"M{_n(edge)} {_n(way.start)}H{_n(x - bend)}"
        f"q{_n(bend)} 0 {_n(bend)} {_n(sign)}V{_n(way.end - sign)}"
        f"q0 {_n(sign)} {_n(-bend)} {_n(sign)}H{_n(tip)}"
    )
    head = f"M{_n(edge)} {_n(way.end)}l8 -4v8z"
    tail, target = stratum.boxes[arrow.tail], stratum.boxes[arrow.head]
    return (
        f'<g class="arrow{" knot" if knot else ""}" data-from={quoteattr(plain(tail.id))} '
        f"data-to={quoteattr(plain(target.id))}><title>{_x(arrow.says)}</title>"
        f'<path class="feel" d="{path}"/><path class="way" d="{path}"/>'
        f'<path class="tip" d="{head}"/></g>'
    )


def _legend(
    made: Picture, strata: Sequence[Stratum], y: float, wide: float
) -> tuple[list[str], float]:
    """What the signs mean, of those that occur; and where it ends."""
    boxes = [box for stratum in strata for box in stratum.boxes]
    arrows = any(stratum.arrows for stratum in strata)
    entries: list[tuple[str, str]] = []
    if not made.at_once and boxes:
        entries.append(("", "Layers and effects from top to bottom, as they are applied."))
    if made.at_once and boxes:
        entries.append(("", "All effects apply at the same time; the boxes stand as combined."))
    if any(box.alike for box in boxes):
        entries.append(("", "Alike effects stand in one box (point at it for each of them)."))
    if arrows and made.at_once:
        entries.append(("arrow", "reads what the other one writes"))
    elif arrows:
        entries.append(("arrow", "depends on (point at it for the witness)"))
    if any(stratum.loops for stratum in strata):
        each = "reads what" if made.at_once else "depends on"
        other = "another one writes" if made.at_once else "another one"
        entries.append(("loop", f"loop: each of them {each} {other}"))
    if any(box.lost for box in boxes):
        entries.append(("gone", "not in force" if made.at_once else "lost before its turn"))
    parts: list[str] = []
    x = MARGIN
    y += SMALL
    for sign, words in entries:
        words = cut(words, wide - 40, SMALL)
        needed = width(words, SMALL) + (34 if sign else 0) + 20
        if x > MARGIN and x + needed > wide:
            x, y = MARGIN, y + LINE + 2
        if sign:
            parts.append(_sign(sign, x, y - 4))
        parts.append(_text(x + (34 if sign else 0), y, words, "dim"))
        x += needed
    return [f'<g class="legend">{"".join(parts)}</g>'], y


def _sign(sign: str, x: float, y: float) -> str:
    if sign == "arrow":
        return (
            f'<path class="way" d="M{_n(x + 26)} {_n(y)}H{_n(x + 7)}"/>'
            f'<path class="tip" d="M{_n(x)} {_n(y)}l8 -4v8z"/>'
        )
    shape = f'x="{_n(x)}" y="{_n(y - 6)}" width="26" height="12" rx="3"'
    if sign == "loop":
        return f'<rect class="hoop" {shape}/>'
    return f'<g class="box gone"><rect {shape}/></g>'


def _text(x: float, y: float, text: str, kind: str, *, end: bool = False, behind: str = "") -> str:
    """A line; `behind` goes on in it, dimmer."""
    where = f'x="{_n(x)}" y="{_n(y)}"' + (' text-anchor="end"' if end else "")
    if not behind:
        return f'<text class="{kind}" {where}>{_x(text)}</text>'
    return (
        f'<text {where}><tspan class="{kind}">{_x(text)}</tspan>'
        f'<tspan class="dim" dx="8">{_x(behind)}</tspan></text>'
    )


def _x(text: str) -> str:
    return escape(plain(text))


def _n(number: float) -> str:
    """A number without needless digits."""
    return f"{number:.1f}".removesuffix(".0")


def _move(x: float, y: float) -> str:
    return f"translate({_n(x)} {_n(y)})"
