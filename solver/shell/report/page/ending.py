"""What an answer comes to, as HTML: final values, checks, several answers compared."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import natural
from layerlaw.solver.board.columns import ABILITIES, BASE, NAME, PERMISSIONS
from layerlaw.solver.shell.report.names import effect_in_english, label_named
from layerlaw.solver.shell.report.outcomes import plural_verdict
from layerlaw.solver.shell.report.page.tags import Html, bdi, comparison, join, names, tag
from layerlaw.solver.shell.report.words import (
    effect_text,
    paradox_lines,
    timestamp_text,
    value_text,
    whereabouts,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import AnswerRecord, Cell, Value
    from layerlaw.solver.shell.report.page.clauses import Glossary
    from layerlaw.solver.shell.report.page.course import Course
    from layerlaw.solver.shell.report.rulings import FinalRuling

LISTED = 12
"""So many answers are listed, JSON has them all; so many checks stand unfolded."""
COLUMNS = 8
"""In a table of more columns those that are nearly empty are told in one."""


def final_table(course: Course) -> Html:
    """Every final characteristic of every object, each a button that tells where it comes from."""
    derivation = course.derivation
    cells = derivation.final
    objects = list(dict.fromkeys(object for object, _ in cells))
    columns, rare = _columns(course, cells, objects)
    in_play = derivation.rulebook.in_play
    place = {id: derivation.index(id) for id in objects}
    things = derivation.world.things
    objects.sort(key=lambda id: (things[place[id]].zone != in_play, place[id]))
    head = tag(
        "tr",
        tag("th", "object", scope="col"),
        *[tag("th", c, scope="col") for c in columns],
        *([tag("th", "besides", scope="col")] if rare else []),
    )
    rows = []
    for id in objects:
        thing = things[place[id]]
        where = whereabouts(thing, in_play).strip().strip("[]")
        about = []
        if (id, NAME) in cells:
            about.append(_value(course, id, place[id], NAME, cells[id, NAME]))
        about.append(bdi(id, "effect"))
        if where:
            about.append(tag("span", where, class_="where"))
        row = [tag("th", *about, scope="row")]
        for name in columns:
            if (id, name) in cells:
                value = _value(course, id, place[id], name, cells[id, name])
                empty = _empty(cells[id, name])
                if name == PERMISSIONS:
                    empty = not any(not one.rule for one in course.rulings[id])
                row.append(tag("td", value, data_label=name, class_="empty" if empty else None))
            else:
                row.append(tag("td", class_="empty"))
        if rare:
            row.append(_besides(course, id, place[id], rare))
        rows.append(tag("tr", *row))
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="values")
    return tag("div", table, class_="wide", role="region", aria_label="Final values", tabindex="0")


def _besides(course: Course, id: str, place: int, rare: Iterable[str]) -> Html:
    """What few objects have, in one cell with its names."""
    cells = course.derivation.final
    lines = [
        tag("li", f"{name} ", _value(course, id, place, name, cells[id, name]))
        for name in rare
        if (id, name) in cells and _tells(course, cells, (id, name))
    ]
    if not lines:
        return tag("td", class_="empty")
    return tag("td", tag("ul", *lines), class_="besides", data_label="besides")


def _value(course: Course, id: str, index: int, name: str, value: Value) -> Html:
    derivation = course.derivation
    kind = derivation.shown.kinds.get(name, "")
    differs = (id, name) in course.differing
    began = derivation.shown.cell(derivation.start, index, name)
    changed = began != value
    if name == PERMISSIONS and value:
        news = [_ruling(one) for one in course.rulings[id] if not one.rule]
        inside = join(news) or bdi("as the rules have it")
    elif name == ABILITIES and isinstance(value, tuple) and value:
        old = began if isinstance(began, tuple) else ()
        inside = join(
            [
                tag(
                    "span",
                    bdi(label_named(derivation, label)),
                    class_="label" if label in old else "label new",
                )
                for label in value
            ]
        )
    else:
        inside = bdi(value_text(value, kind))
    was: list[Html] = []
    if name == ABILITIES and isinstance(began, tuple) and isinstance(value, tuple):
        gone = [label for label in began if label not in value]
        was = [
            tag("small", "gone: ", bdi(label_named(derivation, label)), class_="was")
            for label in gone
        ]
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


def _ruling(one: FinalRuling) -> Html:
    """What goes for the object by a card's word, and whose that is."""
    by = tag("small", "by ", bdi(one.decided_by), class_="was")
    return tag("span", bdi(one.says), by, class_="label new")


def rules_say(course: Course) -> Html:
    """What the game's own rules let objects do and keep them from, folded away: it is no news."""
    said: dict[str, list[str]] = {}
    for id, rulings in course.rulings.items():
        for one in rulings:
            if one.rule:
                said.setdefault(one.says, []).append(id)
    if not said:
        return Html("")
    items = [tag("li", f"{says}: ", names(natural(ids), 12)) for says, ids in said.items()]
    summary = tag("summary", "What the game's own rules allow and forbid")
    return tag("details", summary, tag("ul", *items), class_="rules-say")


def _empty(value: Value) -> bool:
    return value is None or value is False or value == ()


def _columns(
    course: Course, cells: Mapping[Cell, Value], objects: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The characteristics in which some object has something to show, or that changed for it.

    Of many those that few objects have come second: a column of each would be nearly empty.
    """
    count: dict[str, int] = {}
    for cell in cells:
        if cell[1] != NAME and _tells(course, cells, cell):
            count[cell[1]] = count.get(cell[1], 0) + 1
    telling = [name for name in course.derivation.shown.characteristics if name in count]
    kinds = course.derivation.shown.kinds
    rare: list[str] = []
    for name in telling if len(telling) > COLUMNS else ():
        share = 3 if kinds.get(name) == "number" else 2
        if count[name] <= len(objects) // share and name not in (ABILITIES, PERMISSIONS):
            rare.append(name)
    return [name for name in telling if name not in rare], rare


def _tells(course: Course, cells: Mapping[Cell, Value], cell: Cell) -> bool:
    """Whether a final value says something, changed on the way, or is otherwise elsewhere."""
    derivation = course.derivation
    object, name = cell
    value = cells[cell]
    if name == PERMISSIONS:
        return any(not one.rule for one in course.rulings[object])
    known = derivation.rulebook.characteristics.get(name)
    number = name.removeprefix(BASE)
    same = number != name and value == cells.get((object, number))
    if not (_empty(value) or (known and known.counter and not value) or same):
        return True
    return cell in course.differing or (derivation.index(object), name) in course.touched


def fates_html(derivation: Answer, glossary: Glossary) -> Html:
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
    if len(items) > LISTED:
        count = Counter(fate.verdict for fate in derivation.fates)
        said = [
            f"{many} {verdict if many == 1 else plural_verdict(verdict)}"
            for verdict, many in count.items()
        ]
        summary = tag("summary", f"{head}: {', '.join(said)}")
        return tag("details", summary, tag("ul", *items), class_="fates folded")
    return tag("div", tag("p", f"{head}:"), tag("ul", *items), class_="fates")


def paradox_html(derivation: Answer) -> Html:
    """The effects that no state satisfies together, and what stands all the same."""
    pieces = [_conflict(derivation)] if derivation.conflict else []
    lines = [tag("li", line) for line in paradox_lines(derivation)]
    pieces.append(tag("ul", *lines, class_="quiet"))
    return join(pieces)


def answers_html(derivation: Answer) -> Html:
    """Several answers side by side."""
    return _answers(derivation, derivation.answers or ())


def lifted_html(derivation: Answer) -> Html:
    """States that are no answers, folded away below the answers."""
    known = derivation.agreed
    pieces = []
    for one in derivation.lifted:
        cells = [cell for cell in one.final if known.get(cell) != one.final[cell]]
        pieces.append(_cells(derivation, one, cells))
    if not pieces:
        return Html("")
    if not derivation.complete:
        pieces.append(tag("p", "(and at least one more that holds itself up)", class_="quiet"))
    text = "Not an answer, for nothing but itself holds it up:"
    return tag("details", tag("summary", text), *pieces, class_="lifted")


def _conflict(derivation: Answer) -> Html:
    """The effects that no state satisfies together."""
    items = []
    for id in derivation.conflict:
        pieces: list[Html] = [bdi(id, "effect")]
        if id in derivation.effects:
            effect = derivation.effects[id]
            card = derivation.world.things[effect.holder].card.name
            english = bdi(effect_in_english(derivation, id))
            named = [bdi(card, "card-name"), " ", bdi(id, "effect"), " ", english]
            stamp = f" · timestamp {timestamp_text(effect.timestamp)}"
            does = tag("code", bdi(effect_text(derivation, id)), class_="does")
            pieces = [tag("p", *named), tag("p", does, stamp, class_="origin")]
        items.append(tag("li", *pieces, data_effect=id))
    head = tag("p", "No state satisfies these effects together:")
    return tag("div", head, tag("ul", *items), class_="conflict")


def _answers(derivation: Answer, answers: Sequence[AnswerRecord]) -> Html:
    """What is in force in each answer alone, and the cells in which they differ, side by side."""
    always = set.intersection(*(set(answer.effects) for answer in answers))
    known = derivation.agreed
    cells = dict.fromkeys(cell for answer in answers for cell in answer.final if cell not in known)
    shown = answers[:LISTED]
    forces = [
        tag("span", names(id for id in answer.effects if id not in always) or "nothing")
        for answer in shown
    ]
    rows: list[tuple[str, list[Html]]] = [("in force besides what always is", forces)]
    for object, name in cells:
        kind = derivation.shown.kinds.get(name, "")
        values = [bdi(value_text(answer.final.get((object, name)), kind)) for answer in shown]
        rows.append((join([f"{name} of ", bdi(object)]), values))
    columns = [f"answer {number}" for number, _ in enumerate(shown, 1)]
    left = len(answers) - len(shown)
    text = f"and {left} more answers: `layerlaw solve FILE --json` lists them"
    more = [tag("p", text, class_="quiet")] if left > 0 else []
    return tag("div", comparison(columns, rows, "answers"), *more, class_="several")


def _cells(derivation: Answer, answer: AnswerRecord, cells: Iterable[Cell]) -> Html:
    items = []
    for object, name in cells:
        kind = derivation.shown.kinds.get(name, "")
        value = bdi(value_text(answer.final[object, name], kind))
        items.append(tag("li", f"{name} of ", bdi(object), ": ", value))
    return tag("ul", *items)
