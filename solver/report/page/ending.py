"""What an answer comes to, as HTML: final values, checks, several answers compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.board import ABILITIES, BASE, NAME, PERMISSIONS
from layerlaw.solver.report.page.tags import Html, bdi, join, names, tag
from layerlaw.solver.report.words import value_text, whereabouts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from layerlaw.solver.derivation import Derivation
    from layerlaw.solver.records import AnswerRecord, Cell, Value
    from layerlaw.solver.report.page.clauses import Glossary
    from layerlaw.solver.report.page.course import Course

LISTED = 12
"""So many answers are listed; JSON has them all."""


def final_table(course: Course) -> Html:
    """Every final characteristic of every object, each a button that tells where it comes from."""
    derivation = course.derivation
    cells = derivation.final
    objects = list(dict.fromkeys(object for object, _ in cells))
    columns = _columns(course, cells)
    in_play = derivation.rulebook.in_play
    place = {id: derivation.index(id) for id in objects}
    things = derivation.world.things
    objects.sort(key=lambda id: (things[place[id]].zone != in_play, place[id]))
    head = tag(
        "tr", tag("th", "object", scope="col"), *[tag("th", c, scope="col") for c in columns]
    )
    rows = []
    for id in objects:
        thing = things[place[id]]
        where = whereabouts(thing, in_play).strip().strip("[]")
        about = [bdi(id, "effect")]
        if (id, NAME) in cells:
            about.append(_value(course, id, place[id], NAME, cells[id, NAME]))
        if where:
            about.append(tag("span", where, class_="where"))
        row = [tag("th", *about, scope="row")]
        for name in columns:
            if (id, name) in cells:
                value = _value(course, id, place[id], name, cells[id, name])
                empty = _empty(cells[id, name])
                row.append(tag("td", value, data_label=name, class_="empty" if empty else None))
            else:
                row.append(tag("td", class_="empty"))
        rows.append(tag("tr", *row))
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="values")
    return tag("div", table, class_="wide", role="region", aria_label="Final values", tabindex="0")


def _value(course: Course, id: str, index: int, name: str, value: Value) -> Html:
    derivation = course.derivation
    kind = derivation.shown.kinds.get(name, "")
    differs = (id, name) in course.differing
    began = derivation.shown.cell(derivation.start, index, name)
    changed = began != value
    if name in (ABILITIES, PERMISSIONS) and isinstance(value, tuple) and value:
        old = began if isinstance(began, tuple) else ()
        inside = join(
            [
                tag("span", bdi(label), class_="label" if label in old else "label new")
                for label in value
            ]
        )
    else:
        inside = bdi(value_text(value, kind))
    was: list[Html] = []
    if name == ABILITIES and isinstance(began, tuple) and isinstance(value, tuple):
        gone = [label for label in began if label not in value]
        was = [tag("small", "gone: ", bdi(label), class_="was") for label in gone]
    elif changed and name not in (ABILITIES, PERMISSIONS):
        was = [tag("small", "was ", bdi(value_text(began, kind)), class_="was")]
    kinds = ["value", *(["changed"] if changed else []), *(["differs"] if differs else [])]
    other = (
        [tag("span", "≠", class_="unlike", title="otherwise in another column")] if differs else []
    )
    return tag(
        "button",
        tag("span", f"{name} of {id}: ", class_="aside"),
        tag("span", inside, class_="what"),
        *was,
        *other,
        type="button",
        class_=" ".join(kinds),
        data_thing=index,
        data_characteristic=name,
    )


def _empty(value: Value) -> bool:
    return value is None or value is False or value == ()


def _columns(course: Course, cells: Mapping[Cell, Value]) -> list[str]:
    """The characteristics in which some object has something to show, or that something changed."""
    derivation = course.derivation
    counters = {c.name for c in derivation.rulebook.characteristics.values() if c.counter}
    telling: set[str] = set()
    for (object, name), value in cells.items():
        number = name.removeprefix(BASE)
        same = number != name and value == cells.get((object, number))
        if not (_empty(value) or (name in counters and not value) or same):
            telling.add(name)
    rows = (row for stratum in course.strata for row in stratum.rows)
    telling.update(change.characteristic for row in rows for change in row.changes)
    telling.discard(NAME)
    return [name for name in derivation.shown.characteristics if name in telling]


def fates_html(derivation: Derivation, glossary: Glossary) -> Html:
    """What the state-based checks find; of several answers what they find in all of them."""
    head = "State-based checks"
    if derivation.verdict == "several":
        head += ", in all answers"
    if not derivation.fates:
        return tag("p", f"{head}: nothing dies and nothing leaves.", class_="fates")
    items = [
        tag("li", bdi(fate.object), f" {fate.verdict} ", glossary.named([fate.clause]))
        for fate in derivation.fates
    ]
    return tag("div", tag("p", f"{head}:"), tag("ul", *items), class_="fates")


def together_html(derivation: Derivation, glossary: Glossary) -> Html:
    """Effects that apply at the same time: how many answers there are, and how they differ."""
    answers = derivation.answers or ()
    process = glossary.named([derivation.rulebook.clause_of("process")])
    if derivation.verdict == "settled":
        head = tag(
            "p", "All effects apply at the same time: one answer. ", process, class_="verdict"
        )
    elif derivation.verdict == "several":
        text = f"All effects apply at the same time, and {len(answers)} answers agree with them. "
        head = tag("p", text, process, class_="verdict open")
    else:
        text = "A paradox: no state agrees with all effects at the same time. "
        head = tag("p", text, process, class_="verdict bad")
    pieces = [head]
    if derivation.verdict == "paradox" and derivation.conflict:
        pieces.append(_conflict(derivation))
    if derivation.verdict == "several":
        pieces.append(_answers(derivation, answers))
    known = derivation.agreed
    for one in derivation.lifted:
        cells = [cell for cell in one.final if known.get(cell) != one.final[cell]]
        text = "Not an answer, for nothing but itself holds it up:"
        pieces.append(tag("div", tag("p", text), _cells(derivation, one, cells), class_="lifted"))
    if not derivation.complete:
        text = "(and at least one more that holds itself up)"
        pieces.append(tag("p", text, class_="quiet"))
    return join(pieces)


def _conflict(derivation: Derivation) -> Html:
    """The effects that no state satisfies together."""
    from layerlaw.solver.report.words import effect_text, timestamp_text

    items = []
    for id in derivation.conflict:
        pieces = [bdi(id, "effect")]
        if id in derivation.effects:
            effect = derivation.effects[id]
            card = derivation.world.things[effect.holder].card.name
            pieces.append(tag("code", bdi(effect_text(derivation, id)), class_="does"))
            since = f" · timestamp {timestamp_text(effect.timestamp)}"
            pieces.append(tag("p", bdi(card), since, class_="origin"))
        items.append(tag("li", *pieces, data_effect=id))
    head = tag("p", "No state satisfies these effects together:")
    return tag("div", head, tag("ul", *items), class_="conflict")


def _answers(derivation: Derivation, answers: Sequence[AnswerRecord]) -> Html:
    """What is in force in each answer alone, and the cells in which they differ, side by side."""
    always = set.intersection(*(set(one.effects) for one in answers))
    known = derivation.agreed
    cells = dict.fromkeys(cell for one in answers for cell in one.final if cell not in known)
    shown = answers[:LISTED]
    heads = [tag("th", f"answer {number}", scope="col") for number, _ in enumerate(shown, 1)]
    forces = [
        tag(
            "td",
            tag("span", names(e for e in one.effects if e not in always) or "nothing"),
            data_label=f"answer {n}",
        )
        for n, one in enumerate(shown, 1)
    ]
    rows = [tag("tr", tag("th", "in force besides what always is", scope="row"), *forces)]
    for object, name in cells:
        kind = derivation.shown.kinds.get(name, "")
        values = [
            tag(
                "td", bdi(value_text(one.final.get((object, name)), kind)), data_label=f"answer {n}"
            )
            for n, one in enumerate(shown, 1)
        ]
        rows.append(tag("tr", tag("th", f"{name} of ", bdi(object), scope="row"), *values))
    head = tag("thead", tag("tr", tag("td"), *heads))
    table = tag("table", head, tag("tbody", *rows), class_="compare answers")
    left = len(answers) - len(shown)
    more = (
        [tag("p", f"and {left} more answers (--json lists them)", class_="quiet")]
        if left > 0
        else []
    )
    return tag("div", tag("div", table, class_="wide"), *more, class_="several")


def _cells(derivation: Derivation, answer: AnswerRecord, cells: Iterable[Cell]) -> Html:
    items = []
    for object, name in cells:
        kind = derivation.shown.kinds.get(name, "")
        value = bdi(value_text(answer.final[object, name], kind))
        items.append(tag("li", f"{name} of ", bdi(object), ": ", value))
    return tag("ul", *items)
