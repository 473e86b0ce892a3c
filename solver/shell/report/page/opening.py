"""What a page opens on: the ruling, and every value that effects changed."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.solver.answer.ruling import changed_values
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.shell.report.names import card_name, objects_named
from layerlaw.solver.shell.report.page.tags import Html, bdi, coded, join, names, tag
from layerlaw.solver.shell.report.ruling import ruling
from layerlaw.solver.shell.report.statements import ability_text
from layerlaw.solver.shell.report.words import came_and_went, counted, each_once, value_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.answer.ruling import ChangedValue
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Value
    from layerlaw.solver.shell.report.page.clauses import Glossary

Changed = tuple[tuple[str, "Value", "Value"], ...]
"""What changed of an object: characteristic, before and after."""
SHOWN, BRIEF = 6, 3
"""So many lines of changed values are open, in general and in an overview; the rest is folded."""
FEW = 6
"""More changed values than that stand below the board where they can't stand beside it."""
IDS = 12
"""So many objects of one line are named; of more the cards are."""
CARDS = 3
"""So many of these cards are named."""
WHOSE = 4
"""So many objects are named as those whose effects made a change."""
LONG = 240
"""A sentence of more letters than that is set smaller."""
KINDS = {"settled": "ruling", "several": "ruling open", "paradox": "ruling bad"}

_CLAUSES = re.compile(r"\(([^()]+)\)(\.?)$")


def opening_html(
    answer: Answer,
    glossary: Glossary,
    course: int | None,
    lead: Sequence[str],
    *,
    brief: bool = False,
) -> Html:
    """The ruling with what is open in it, then the changed values.

    course: the number of the one whose values the lines ask for, if there is one. lead: sentences
    that belong to the ruling. brief: whether few lines are to stand open.
    """
    ruled = ruling_html(ruling(answer), glossary, KINDS[answer.verdict], lead)
    return join([ruled, _changed(answer, course, BRIEF if brief else SHOWN)])


def ruling_html(
    sentences: Sequence[str], glossary: Glossary | None, kind: str, lead: Sequence[str]
) -> Html:
    """The box that a page opens on: the first sentence large, the others, then what belongs to it.

    glossary: where clauses named in the sentences can be looked up. kind: how it is styled, one of
    `KINDS`.
    """
    head, *more = sentences
    size = "headline long" if len(head) > LONG else "headline"
    pieces = [tag("p", linked(head, glossary), class_=size)]
    pieces += [tag("p", linked(sentence, glossary)) for sentence in more]
    box = tag("div", *pieces, class_="says")
    leads = [tag("p", coded(sentence), class_="lead") for sentence in lead]
    return tag("section", box, *leads, class_=kind, aria_label="The ruling")


def linked(sentence: str, glossary: Glossary | None) -> Html:
    """A sentence in which the clauses at its end are buttons that show what they say.

    So is the open point at its beginning, if it speaks of one.
    """
    if glossary is None:
        return join([sentence])
    point, colon, rest = sentence.partition(": ")
    if colon and glossary.known(point):
        return join([glossary.named([point]), f": {rest}"])
    found = _CLAUSES.search(sentence)
    clauses = found[1].split(", ") if found else []
    if found is None or not all(map(glossary.known, clauses)):
        return join([sentence])
    named = join([glossary.named([clause]) for clause in clauses], ", ")
    return join([sentence[: found.start()], tag("span", "(", named, ")", found[2], class_="named")])


def _changed(answer: Answer, course: int | None, most: int) -> Html:
    """A line for each object or for several of which the same changed; so many stand open."""
    alike: dict[Changed, list[str]] = {}
    by: dict[Changed, dict[str, None]] = {}
    for object, changes in _by_object(answer).items():
        key = tuple((one.characteristic, one.before, one.after) for one in changes)
        alike.setdefault(key, []).append(object)
        whose = dict.fromkeys(holder for one in changes for holder in one.holders)
        by.setdefault(key, {}).update(whose)
    if not alike:
        return Html("")
    lines = [_line(answer, key, ids, list(by[key]), course) for key, ids in alike.items()]
    more = len(lines) - most
    shown = lines[:most] if more > 1 else lines
    pieces = [tag("h2", "What changed"), tag("ul", *shown)]
    if more > 1:
        rest = sum(len(ids) for ids in list(alike.values())[most:])
        said = f"and {counted(more, 'more line')} on {counted(rest, 'object')}"
        pieces.append(tag("details", tag("summary", said), tag("ul", *lines[most:])))
    many = sum(map(len, alike)) > FEW
    return tag("section", *pieces, class_="changed-values", data_course=course, data_many=many)


def _by_object(answer: Answer) -> dict[str, list[ChangedValue]]:
    """The changed values; of what is silenced not the abilities that it therefore lost."""
    found: dict[str, list[ChangedValue]] = {}
    for change in changed_values(answer):
        found.setdefault(change.object, []).append(change)
    statuses = answer.rulebook.statuses
    for object, changes in found.items():
        silent = any(
            one.after is True and getattr(statuses.get(one.characteristic), "silences", False)
            for one in changes
        )
        if silent:
            kept = [one for one in changes if one.characteristic != ABILITIES or one.after]
            found[object] = kept
    return found


def _line(
    answer: Answer, changes: Changed, ids: Sequence[str], by: Sequence[str], course: int | None
) -> Html:
    things = answer.world.things
    place = answer.index(ids[0]) if ids[0] in answer.world.index else None
    shown = []
    for characteristic, before, after in changes:
        inside = change_words(answer, characteristic, before, after)
        if course is None or place is None or things[place].id != ids[0]:
            shown.append(tag("span", inside, class_="change"))
            continue
        shown.append(
            tag(
                "button",
                inside,
                type="button",
                class_="change",
                data_thing=place,
                data_characteristic=characteristic,
            )
        )
    whose = tag("small", "by ", names(by, WHOSE), class_="by")
    named = tag("b", bdi(objects_named(answer, ids) if len(ids) <= IDS else _cards(answer, ids)))
    return tag("li", named, " ", tag("span", *join_spaced(shown), " ", whose, class_="news"))


def _cards(answer: Answer, ids: Sequence[str]) -> str:
    """Very many objects by their number and their cards alone."""
    cards = list(dict.fromkeys(card_name(answer, id) for id in ids))
    shown = cards[:CARDS] if len(cards) > CARDS + 1 else cards
    left = len(cards) - len(shown)
    more = f" and {left} more" if left else ""
    return f"{len(ids)} objects: {', '.join(shown)}{more}"


def join_spaced(pieces: Sequence[Html]) -> list[str]:
    """The pieces with a blank between each two."""
    return [part for number, one in enumerate(pieces) for part in ([" ", one] if number else [one])]


def change_words(answer: Answer, characteristic: str, before: Value, after: Value) -> Html:
    """One change in words: "power 1 → 3", "silenced", "subtypes + undead"."""
    if isinstance(after, bool):
        return tag("ins", characteristic if after else f"no longer {characteristic}")
    if isinstance(before, tuple) and isinstance(after, tuple):
        came, went = came_and_went(answer, characteristic, before, after)
        told = partial(ability_text, answer) if characteristic == ABILITIES else str
        new = [tag("ins", "+ ", bdi(one)) for one in each_once(map(told, came))]
        gone = [tag("del", "- ", bdi(one)) for one in each_once(map(told, went))]
        return join([f"{characteristic} ", join([*new, *gone], ", ")])
    kind = answer.shown.kinds.get(characteristic, "")
    was, now = value_text(before, kind), value_text(after, kind)
    return join(
        [
            f"{characteristic} ",
            tag("del", bdi(was)),
            tag("span", " becomes ", class_="aside"),
            tag("span", " → ", aria_hidden="true"),
            tag("ins", bdi(now)),
        ]
    )
