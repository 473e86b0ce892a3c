"""The whole page as one text: head, panels, data, style and script, with nothing to be fetched."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from layerlaw.solver.answer.difference.answers import differing_cells
from layerlaw.solver.answer.difference.turns import fork
from layerlaw.solver.shell.report.page.boards import hexes_style
from layerlaw.solver.shell.report.page.column import panel_html, refused_html
from layerlaw.solver.shell.report.page.course import Course
from layerlaw.solver.shell.report.page.ending import LISTED
from layerlaw.solver.shell.report.page.opening import ruling_html
from layerlaw.solver.shell.report.page.packing import Packed, packed_text
from layerlaw.solver.shell.report.page.panel import Mark, Panel, Refused
from layerlaw.solver.shell.report.page.tags import Html, bdi, comparison, data, join, tag
from layerlaw.solver.shell.report.rulings import in_full
from layerlaw.solver.shell.report.words import value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.report.page.panel import Group

SCRIPTS = ("board.js", "story.js", "cards.js", "stage.js", "page.js")
NOTHING = Html("")
STYLES = ("page.css", "rows.css", "stage.css", "print.css")


def report_page(
    title: str,
    opening: tuple[str, Sequence[str], Sequence[str]],
    report: str,
    groups: Sequence[Group],
) -> str:
    """A report, which is HTML already and styled in place, above boards that can be stepped.

    opening: the page's verdict as kind, sentences and what belongs to them, see `ruling_html`.
    """
    kind, sentences, lead = opening
    ruled = ruling_html(sentences, None, kind, lead)
    head = tag("h2", "The boards step by step", class_="group-title") if groups else NOTHING
    above = join([ruled, tag("section", Html(report), class_="report"), head])
    return written_page(title, groups, above, styled_in_place=True)


def written_page(
    title: str,
    groups: Sequence[Group],
    above: Html = NOTHING,
    *,
    below: Html = NOTHING,
    styled_in_place: bool = False,
) -> str:
    """The document: groups of panels below each other. above, below: what stands around them.

    styled_in_place: whether elements have styles of their own, which the policy then allows.
    """
    panels = [panel for group in groups for panel in group.panels if isinstance(panel, Panel)]
    books = {each.derivation.rulebook.id: each.derivation.rulebook for each in panels}
    store = Packed()
    courses: list[Course] = []
    pieces = [above]
    first = 0
    for place, group in enumerate(groups):
        alone = len(groups) == 1 and not styled_in_place
        one_book = len(books) == 1
        made = _group(group, place, first, courses, store, alone=alone, one_book=one_book)
        pieces.append(_folded(group, place, made) if styled_in_place else made)
        first += len(group.panels)
    pieces.append(below)
    text = _template()
    shapes = {hexes_style(each.derivation.rulebook) for each in panels}
    style = Html(_inlined(STYLES) + "".join(sorted(shapes)))
    # Closed in, so that no name of the page's is one of the window's.
    script = Html(f"(async () => {{\n{_inlined(SCRIPTS)}\n}})();")
    shown: list[Json] = [course.data for course in courses]
    pieces_of: list[Json] = list(store.pieces)
    packed = packed_text([shown, pieces_of]) if store.pieces else ""
    styles = "'unsafe-inline'" if styled_in_place else f"'{_digest(style)}'"
    fields = {
        "TITLE": tag("bdi", title),
        "BOOK": _books(list(books.values())),
        "NAME": Html(join([title])),
        "STYLE": style,
        "SCRIPT": script,
        "POLICY": f"default-src 'none'; style-src {styles}; "
        f"script-src '{_digest(script)}'; img-src data:; base-uri 'none'; form-action 'none'",
        "DATA": Html(packed) if packed else data(shown),
        "KIND": "text/plain" if packed else "application/json",
        "BODY": join(pieces),
    }
    # In one pass, so that nothing that was put in is taken for a place to put something.
    parts = text.split("@@")
    parts[1::2] = [fields[name] for name in parts[1::2]]
    return "".join(parts).encode("utf-8", "replace").decode("utf-8")


def _books(books: Sequence[Rulebook]) -> Html:
    """The document that all panels of the page go by, if it is one."""
    if len(books) != 1:
        return NOTHING
    (book,) = books
    return tag("p", bdi(book.title), f", {book.version} (", bdi(book.id), ")", class_="rulebook")


def _group(
    group: Group,
    place: int,
    first: int,
    courses: list[Course],
    store: Packed,
    *,
    alone: bool,
    one_book: bool,
) -> Html:
    """Panels side by side. first: the number of the first of them; courses: adds theirs.

    one_book: whether all of the page go by the document that stands at its top.
    """
    columns: list[Html] = []
    different = differing(group.panels)
    single = len(group.panels) == 1
    for number, panel in enumerate(group.panels):
        if isinstance(panel, Refused):
            columns.append(refused_html(first + number, panel))
            continue
        mine = _courses(panel, first + number, len(courses), frozenset(different))
        courses += mine
        here: dict[tuple[str, str], list[str]] = {}
        for mark in group.marks:
            if mark.panel == number:
                here.setdefault((mark.layer, mark.effect), []).append(mark.text)
        lead = group.lead if single else ()
        columns.append(
            panel_html(
                first + number,
                panel,
                mine,
                here,
                store,
                alone=single and alone,
                one_book=one_book,
                lead=lead,
            )
        )
    pieces: list[Html] = []
    if not single:
        pieces += [tag("p", sentence, class_="lead") for sentence in group.lead]
        pieces += [_differences(group.panels, different), _switch(group.panels, first)]
    pieces.append(tag("div", *columns, class_="panels", data_count=len(group.panels)))
    return tag("div", *pieces, class_="group", data_group=place)


def _folded(group: Group, place: int, inside: Html) -> Html:
    """The boards of one section of a report, folded below what they are called; the first open."""
    summary = tag("summary", tag("h3", bdi(group.title)))
    return tag("details", summary, inside, class_="boards", open=place == 0)


def _courses(panel: Panel, number: int, first: int, different: frozenset[Cell]) -> list[Course]:
    """The settled answers of a panel, one or several; of a paradox what it starts from."""
    derivation = panel.derivation
    if derivation.verdict == "settled":
        return [Course(first, number, "", derivation, different)]
    if derivation.verdict == "paradox":
        return [Course(first, number, "The table before any effect", derivation)]
    known = derivation.agreed
    return [
        Course(
            first + place,
            number,
            f"Answer {place + 1}",
            state,
            frozenset(cell for cell in state.final if cell not in known) | different,
        )
        for place, state in enumerate(derivation.states[:LISTED])
    ]


def differing(panels: Sequence[Panel | Refused]) -> dict[Cell, None]:
    """The cells in which the panels differ, in order.

    What one document knows and another does not is no difference as long as it holds of nobody.
    """
    answers = [panel.derivation for panel in panels if isinstance(panel, Panel)]
    if len(answers) < 2:
        return {}
    cells = dict.fromkeys(cell.cell for cell in differing_cells(answers))
    return {cell: None for cell in cells if any(_holds(answer, cell) for answer in answers)}


def _holds(answer: Answer, cell: Cell) -> bool:
    """Whether the value is more than that there is none."""
    if cell not in answer.agreed:
        return answer.verdict == "several"
    value = answer.agreed[cell]
    return value is not None and value is not False and value != ()


def parting_marks(panels: Sequence[Panel]) -> list[Mark]:
    """Where every panel parts from the first one, if effects apply in an order in both."""
    found: list[Mark] = []
    if not panels or panels[0].derivation.answers is not None:
        return found
    first = panels[0]
    for number, panel in enumerate(panels[1:], 1):
        if panel.derivation.answers is not None:
            continue
        forked = fork(first.derivation, panel.derivation)
        if forked is None:
            continue
        sides = ((0, first, forked.one, panel), (number, panel, forked.other, first))
        for place, mine, step, other in sides:
            if step is not None:
                layer = mine.derivation.rulebook.layers[step.run.layer].id
                text = f"Here it parts from: {other.label}"
                found.append(Mark(place, layer, step.effect, text))
    return found


def _switch(panels: Sequence[Panel | Refused], first: int) -> Html:
    """Buttons that show one panel at a time where there is no room; a box to step all alike."""
    buttons = [
        tag(
            "button",
            bdi(panel.label),
            type="button",
            data_show=number,
            aria_pressed="true" if number == first else "false",
        )
        for number, panel in enumerate(panels, first)
    ]
    bar = tag("nav", *buttons, class_="switch", aria_label="Columns", hidden=True)
    box = tag("input", type="checkbox")
    return join(
        [bar, tag("label", box, " Step all columns together", class_="joined", hidden=True)]
    )


def _differences(panels: Sequence[Panel | Refused], different: Iterable[Cell]) -> Html:
    """The cells in which the panels differ, side by side."""
    cells = list(different)
    columns = [panel for panel in panels if isinstance(panel, Panel)]
    if not cells:
        text = "All columns come to the same final values." if len(columns) > 1 else ""
        return tag("p", text, class_="verdict") if text else Html("")
    rows = [
        (
            join([f"{name} of ", bdi(object)]),
            [_value(panel.derivation, (object, name)) for panel in columns],
        )
        for object, name in cells
    ]
    labels = [panel.label for panel in columns]
    table = comparison(labels, rows, "panels-differ", isolated=True)
    return tag("section", tag("h2", "Where they differ"), table, class_="differences")


def _value(answer: Answer, cell: Cell) -> Html:
    if cell not in answer.agreed:
        open_ = answer.verdict == "several"
        return tag("span", "differs by answer" if open_ else "-", class_="quiet")
    value = in_full(answer, cell[1], answer.agreed[cell])
    return bdi(value_text(value, answer.shown.kinds.get(cell[1], "")))


# --- what is inlined ----------------------------------------------------------------------


@cache
def _template() -> str:
    return _read("page.html")


@cache
def _inlined(names: tuple[str, ...]) -> Html:
    return Html("\n".join(_read(name) for name in names))


def _read(name: str) -> str:
    return files("layerlaw.solver.shell.report.page").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """What the policy allows: exactly this text."""
    found = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(found).decode('ascii')}"
