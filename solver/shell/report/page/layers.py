"""The layers of an answer as HTML: strata from top to bottom, with a row for every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.page.tags import Html, bdi, join, names, tag
from layerlaw.solver.shell.report.words import value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from layerlaw.solver.answer.explain import Reason
    from layerlaw.solver.shell.report.page.clauses import Glossary
    from layerlaw.solver.shell.report.page.course import Course
    from layerlaw.solver.shell.report.page.rows import ChangeGroup, LayerRows, TurnRow

WORDS = 8
"""A set of more words than that is told by what came and what went."""


def strata_html(
    course: Course, glossary: Glossary, marks: Mapping[tuple[str, str], Sequence[str]]
) -> Html:
    """All layers; neighbours in which nothing applies are told in one line."""
    pieces: list[Html] = []
    idle: list[LayerRows] = []
    for stratum in course.strata:
        if stratum.rows or stratum.late or (stratum.id, "") in marks:
            pieces += _idle(course, idle)
            idle = []
            pieces.append(_stratum(course, stratum, glossary, marks))
        else:
            idle.append(stratum)
    pieces += _idle(course, idle)
    return tag("div", *pieces, class_="strata" if course.ordered else "strata at-once")


def _idle(course: Course, layers: Sequence[LayerRows]) -> list[Html]:
    if not layers:
        return []
    word = "layer" if course.ordered else "step"
    called = ", ".join(one.id if one.id == one.name else f"{one.id} ({one.name})" for one in layers)
    text = f"{word}{'' if len(layers) == 1 else 's'} {called}: nothing applies"
    return [tag("p", text[0].upper() + text[1:], class_="idle")]


def _stratum(
    course: Course,
    stratum: LayerRows,
    glossary: Glossary,
    marks: Mapping[tuple[str, str], Sequence[str]],
) -> Html:
    head = tag(
        "header",
        tag("h4", _title(course, stratum)),
        glossary.named([stratum.clause]),
        *[tag("span", "loop ", names(loop), class_="badge loop") for loop in stratum.loops],
    )
    rows: list[Html] = []
    routine: list[tuple[TurnRow, Html]] = []
    for row in stratum.rows:
        line = _row(course, row, glossary, marks.get((stratum.id, row.effect), ()))
        if row.routine:
            routine.append((row, line))
            continue
        rows += _routine(course, routine)
        routine = []
        rows.append(line)
    rows += _routine(course, routine)
    pieces = [head]
    if rows:
        list_of = tag("ol" if course.ordered else "ul", *rows, class_="rows")
        pieces.append(tag("div", list_of, class_="graph", data_arcs=stratum.dependent))
        if course.ordered and stratum.dependent == 0 and _telling(stratum) > 1:
            pieces.append(tag("p", "No dependencies in this layer.", class_="quiet"))
    pieces += [
        tag(
            "p",
            bdi(effect),
            " came too late for this layer, which was over: it waits for good.",
            class_="late",
        )
        for effect in stratum.late
    ]
    pieces += [tag("p", text, class_="part") for text in marks.get((stratum.id, ""), ())]
    return tag("section", *pieces, class_="stratum", data_layer=stratum.id)


def _telling(stratum: LayerRows) -> int:
    return sum(not row.routine for row in stratum.rows)


def _title(course: Course, stratum: LayerRows) -> Html:
    word = "Layer" if course.ordered else "Step"
    if stratum.id == stratum.name:
        return tag("span", f"{word} {stratum.id}")
    return join([tag("span", f"{word} {stratum.id}", class_="layer-id"), " ", stratum.name])


def _routine(course: Course, rows: Sequence[tuple[TurnRow, Html]]) -> list[Html]:
    """Rules that bear on permissions alone, folded away."""
    if not rows:
        return []
    count = len(rows)
    what = "a rule of the game" if count == 1 else f"{count} rules of the game"
    idle = not any(row.changes for row, _ in rows)
    says = f"{'changes' if count == 1 else 'change'} nothing" if idle else "what may be done"
    lines = [line for _, line in rows]
    list_of = tag("ol" if course.ordered else "ul", *lines, class_="rows")
    summary = tag("summary", f"{what}: {says}")
    return [tag("li", tag("details", summary, list_of), class_="routine")]


def _row(
    course: Course,
    row: TurnRow,
    glossary: Glossary,
    marks: Sequence[str],
) -> Html:
    kinds = ["row"]
    kinds += ["lost"] if row.lost else []
    kinds += ["looped"] if row.loop else []
    kinds += ["parts"] if marks else []
    head: list[Html] = []
    if course.ordered and not row.step:
        head.append(tag("span", "-", class_="go", aria_hidden="true"))
    elif course.ordered:
        label = f"Step {row.step}: show the board after {row.effect}"
        go = tag(
            "button",
            str(row.step),
            type="button",
            class_="go",
            data_step=row.step,
            aria_label=label,
        )
        head.append(go)
    head.append(bdi(row.effect, "effect"))
    head.append(tag("code", bdi(row.text), class_="does"))
    badges: list[Html] = []
    if row.lost:
        to = join(["lost to ", bdi(row.lost_to)]) if row.lost_to else Html("lost")
        badges.append(tag("span", to, class_="badge gone"))
    if row.loop:
        badges.append(tag("span", "loop with ", names(row.loop, 8), class_="badge loop"))
    if row.again:
        badges.append(tag("span", "again: its second turn here", class_="badge"))
    origin = [bdi(row.card), Html(f" · timestamp {row.timestamp}")]
    if row.card != row.source:
        origin.insert(1, join([" ", bdi(row.source, "source")]))
    if row.giver:
        origin.append(join([" · granted by ", bdi(row.giver)]))
    pieces = [
        tag("div", *head, *badges, class_="head"),
        tag("p", *origin, class_="origin"),
        *[tag("p", text, class_="part") for text in marks],
        changes_html(row.changes, course),
    ]
    if row.note:
        pieces.append(tag("p", row.note, class_="quiet"))
    pieces.append(_waits(course, row, glossary))
    pieces.append(reasons_html(row.reasons, glossary))
    return tag(
        "li",
        *pieces,
        class_=" ".join(kinds),
        id=f"c{course.number}-r{row.number}",
        data_row=row.number,
        data_step=row.step,
        data_effect=row.effect,
    )


def _waits(course: Course, row: TurnRow, glossary: Glossary) -> Html:
    """What the effect depends on, with the witness."""
    if not row.waits:
        return Html("")
    test = [course.derivation.rulebook.clause_of("test")]
    items = [
        tag(
            "li",
            tag(
                "button",
                "depends on ",
                names(waits.on, 12),
                type="button",
                class_="wait",
                data_wait=number,
                aria_describedby=f"c{course.number}-r{row.number}-w{number}",
            ),
            " ",
            tag(
                "span",
                waits.text,
                " ",
                class_="witness",
                id=f"c{course.number}-r{row.number}-w{number}",
            ),
            glossary.named(test) if number == 0 else Html(""),
        )
        for number, waits in enumerate(row.waits)
    ]
    return tag("ul", *items, class_="waits")


def reasons_html(reasons: Iterable[Reason], glossary: Glossary) -> Html:
    """Reasons with their clauses."""
    items = [tag("li", one.text, " ", glossary.named(one.clauses)) for one in reasons]
    return tag("ul", *items, class_="reasons") if items else Html("")


def changes_html(changes: Sequence[ChangeGroup], course: Course) -> Html:
    """Changed cells, what changed alike together; of labels what came and what went."""
    if not changes:
        return Html("")
    things = course.derivation.world.things
    alike: dict[tuple[str, Html], list[int]] = {}
    for one in changes:
        alike.setdefault((one.characteristic, change_html(one, course)), []).extend(one.objects)
    items = []
    for (characteristic, told), objects in alike.items():
        of = names((things[place].id for place in sorted(objects)), 12)
        items.append(tag("li", f"{characteristic} of ", of, ": ", told))
    return tag("ul", *items, class_="changes")


def few(*sets: tuple[str, ...]) -> bool:
    """Whether sets of words are short enough to be told as a whole."""
    return all(len(words) <= WORDS for words in sets)


def change_html(one: ChangeGroup, course: Course) -> Html:
    """What a value was and what it became; of labels and long sets what came and what went."""
    kind = course.derivation.shown.kinds.get(one.characteristic, "")
    old, new = one.before, one.after
    if not isinstance(old, tuple) or not isinstance(new, tuple) or (kind and few(old, new)):
        return join(
            [
                tag("del", value_text(old, kind)),
                tag("span", " becomes ", class_="aside"),
                tag("span", " → ", aria_hidden="true"),
                tag("ins", value_text(new, kind)),
            ]
        )
    came = [tag("ins", "+ ", bdi(label)) for label in new if label not in old]
    went = [tag("del", "- ", bdi(label)) for label in old if label not in new]
    return join([*came, *went], ", ")
