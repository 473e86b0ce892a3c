"""The layers of an answer as HTML: strata from top to bottom, with a row for every turn."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import listed
from layerlaw.solver.shell.report.names import label_named
from layerlaw.solver.shell.report.page.graph import graphs_html
from layerlaw.solver.shell.report.page.opening import join_spaced
from layerlaw.solver.shell.report.page.tags import Html, bdi, join, names, tag
from layerlaw.solver.shell.report.words import came_and_went, counted, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from layerlaw.solver.answer.explain import Reason
    from layerlaw.solver.shell.report.page.clauses import Glossary
    from layerlaw.solver.shell.report.page.course import Course
    from layerlaw.solver.shell.report.page.packing import Packed
    from layerlaw.solver.shell.report.page.rows import ChangeGroup, LayerRows, TurnRow

FEW = 3
"""So many rows of a layer of a long answer are not folded away."""
CHANGED = 3
"""So many kinds of changes are told in the line on a layer."""
LOOP = 12
"""So many members of a loop are named."""
CARDS = 4
"""So many cards are named in the line on a layer."""
WORDS = 8
"""A set of more words than that is told by what came and what went."""


def strata_html(
    course: Course,
    glossary: Glossary,
    marks: Mapping[tuple[str, str], Sequence[str]],
    store: Packed,
) -> Html:
    """All layers; neighbours in which nothing applies are told in one line.

    Of a long answer the rows of a layer are folded below a line on it; of a large one they are
    packed away in store, too.
    """
    pieces: list[Html] = []
    idle: list[LayerRows] = []
    for stratum in course.strata:
        if _telling(stratum) or stratum.late or (stratum.id, "") in marks:
            pieces += _idle(course, idle)
            idle = []
            pieces.append(_stratum(course, stratum, glossary, marks, store))
        else:
            idle.append(stratum)
    pieces += _idle(course, idle)
    routine = [row for stratum in course.strata for row in stratum.rows if row.routine]
    if routine:
        inside = _routine(course, glossary, marks)
        pieces.append(_folded(course, _routine_head(course, routine), inside, store, "routine"))
    return tag("div", *pieces, class_="strata" if course.ordered else "strata at-once")


def _idle(course: Course, layers: Sequence[LayerRows]) -> list[Html]:
    if not layers:
        return []
    word = "layer" if course.ordered else "step"
    called = ", ".join(one.id if one.id == one.name else f"{one.id} ({one.name})" for one in layers)
    text = f"{word}{'' if len(layers) == 1 else 's'} {called}: no card applies"
    return [tag("p", text[0].upper() + text[1:], class_="idle")]


def _folded(course: Course, head: Html, inside: Html, store: Packed, kind: str) -> Html:
    """What is folded away; of a large answer it is packed, too."""
    kept = store.put(inside) if course.many else inside
    return tag("details", tag("summary", head), kept, class_=kind)


def _stratum(
    course: Course,
    stratum: LayerRows,
    glossary: Glossary,
    marks: Mapping[tuple[str, str], Sequence[str]],
    store: Packed,
) -> Html:
    told = [row for row in stratum.rows if not row.routine]
    again = [row for row in told if not row.step and (stratum.id, row.effect) not in marks]
    if course.many and course.ordered and len(again) > FEW:
        left = {row.number for row in again}
        told = [row for row in told if row.number not in left]
    else:
        again = []
    head = tag("header", tag("h3", _title(course, stratum)), glossary.named([stratum.clause]))
    loops = [tag("span", "loop ", names(loop, LOOP), class_="badge loop") for loop in stratum.loops]
    pieces = [head]
    if loops:
        pieces.append(tag("p", *join_spaced(loops), class_="loops"))
    graphs = graphs_html(stratum) if course.ordered else []
    if told:
        kind = "ol" if course.ordered else "ul"
        rows = [_row(course, r, glossary, marks.get((stratum.id, r.effect), ())) for r in told]
        steps = tag(kind, *rows, class_="rows")
        if course.long and len(told) > FEW:
            # One graph says at a glance what many rows do; of many graphs none does.
            kept = graphs if len(graphs) == 1 else []
            inside = steps if kept else join([*graphs, steps])
            pieces += [*kept, _folded(course, _overview(stratum, told), inside, store, "folded")]
        else:
            pieces += [*graphs, steps]
    if again:
        pieces.append(tag("p", _once_more(again), class_="idle"))
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


def _overview(stratum: LayerRows, rows: Sequence[TurnRow]) -> Html:
    """What a layer of many rows comes to, in a line."""
    lost = sum(row.lost for row in rows)
    idle = sum(not row.lost and not row.changes for row in rows)
    said = [counted(len(rows), "effect")]
    said += [counted(stratum.dependent, "dependency")] if stratum.dependent else []
    said += [f"{lost} lost"] if lost else []
    said += [f"{idle} with nothing to do"] if idle else []
    cards: dict[str, int] = {}
    for row in rows:
        cards[row.card] = cards.get(row.card, 0) + 1
    most = sorted(cards, key=lambda card: -cards[card])
    named = [f"{cards[card]} of {card}" for card in most[:CARDS]]
    left = len(most) - len(named)
    more = f" and {counted(left, 'other card')}" if left else ""
    told = f": {', '.join(named)}{more}{_overall(rows)}"
    return join([", ".join(said), tag("span", told, class_="quiet")])


def _once_more(rows: Sequence[TurnRow]) -> str:
    """Of very many keywords those that change nothing, by whose they are."""
    cards = list(dict.fromkeys(row.card for row in rows))
    left = len(cards) - CARDS
    more = f" and {counted(left, 'other card')}" if left > 0 else ""
    named = ", ".join(cards[:CARDS])
    return f"{len(rows):,} keywords say once more what may be done: of {named}{more}"


def _overall(rows: Sequence[TurnRow]) -> str:
    """What rows change, by the number of objects: "; they change power of 12 objects"."""
    changed: dict[str, set[int]] = {}
    for row in rows:
        for one in row.changes:
            changed.setdefault(one.characteristic, set()).update(one.objects)
    alike: dict[frozenset[int], list[str]] = {}
    for characteristic, objects in changed.items():
        alike.setdefault(frozenset(objects), []).append(characteristic)
    if not alike:
        return ""
    said = [
        f"{listed(characteristics)} of {counted(len(objects), 'object')}"
        for objects, characteristics in alike.items()
    ]
    left = len(said) - CHANGED
    more = [f"{left} more"] if left > 0 else []
    return f"; changed: {', '.join([*said[:CHANGED], *more])}"


def _telling(stratum: LayerRows) -> int:
    return sum(not row.routine for row in stratum.rows)


def _title(course: Course, stratum: LayerRows) -> Html:
    word = "Layer" if course.ordered else "Step"
    if stratum.id == stratum.name:
        return tag("span", f"{word} {stratum.id}")
    return join([tag("span", f"{word} {stratum.id}", class_="layer-id"), " ", stratum.name])


def _routine_head(course: Course, rows: Sequence[TurnRow]) -> Html:
    """How many turns the game's own rules had."""
    did = sum(bool(row.changes) for row in rows)
    says = f"of which {did} changed something" if did else "which change nothing"
    return Html(f"The game's own rules: {counted(len(rows), 'turn')}, {says}")


def _routine(
    course: Course, glossary: Glossary, marks: Mapping[tuple[str, str], Sequence[str]]
) -> Html:
    """The turns of the game's own rules, layer by layer."""
    pieces = []
    for stratum in course.strata:
        rows = [
            _row(course, row, glossary, marks.get((stratum.id, row.effect), ()))
            for row in stratum.rows
            if row.routine
        ]
        if rows:
            kind = "ol" if course.ordered else "ul"
            pieces.append(
                tag(
                    "section",
                    tag("h3", _title(course, stratum)),
                    tag(kind, *rows, class_="rows"),
                    class_="stratum",
                    data_layer=stratum.id,
                )
            )
    return join(pieces)


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
    english = tag("span", bdi(row.english), class_="english")
    named = [bdi(row.card, "card-name"), Html(" "), bdi(row.effect, "effect"), Html(" "), english]
    head.append(tag("p", *named))
    badges: list[Html] = []
    if row.lost:
        to = join(["lost to ", bdi(row.lost_to)]) if row.lost_to else Html("lost")
        badges.append(tag("span", to, class_="badge gone"))
    if row.again:
        badges.append(tag("span", "again: its second turn here", class_="badge"))
    origin = [tag("code", bdi(row.text), class_="does"), Html(f" · timestamp {row.timestamp}")]
    if row.giver:
        origin.append(join([" · granted by ", bdi(row.giver)]))
    pieces = [
        tag("div", *head, *badges, class_="head"),
        *[tag("p", text, class_="part") for text in marks],
        changes_html(row.changes, course),
    ]
    if row.note:
        pieces.append(tag("p", row.note, class_="did"))
    pieces.append(_waits(course, row, glossary))
    pieces.append(reasons_html(row.reasons, glossary))
    pieces.append(tag("p", *origin, class_="origin"))
    return tag(
        "li",
        *pieces,
        class_=" ".join(kinds),
        id=f"c{course.number}-r{row.number}",
        data_row=row.number,
        data_step=row.step,
        data_effect=row.effect,
        data_loop=" ".join(row.loop) or None,
    )


def _waits(course: Course, row: TurnRow, glossary: Glossary) -> Html:
    """What the effect depends on, with the witness."""
    if not row.waits:
        return Html("")
    test = [course.derivation.rulebook.clause_of("test")]
    items = [
        tag(
            "li",
            tag("span", "depends on ", names(waits.on, 12), class_="wait"),
            ": ",
            tag("span", waits.text, class_="witness"),
            " ",
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
    came, went = came_and_went(course.derivation, one.characteristic, old, new)
    named = partial(label_named, course.derivation)
    shown = [tag("ins", "+ ", bdi(named(label))) for label in came]
    return join([*shown, *(tag("del", "- ", bdi(named(label))) for label in went)], ", ")
