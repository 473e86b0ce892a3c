"""The ruling: what an answer comes to in one or two plain sentences, and what it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import CopyOf, ReplaceInText
from layerlaw.model.notation.spelling import listed, natural
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.answer.ruling import changed_values, deciding
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.blocks import line
from layerlaw.solver.shell.report.names import (
    card_name,
    effect_name,
    happened,
    object_name,
    objects_named,
)
from layerlaw.solver.shell.report.outcomes import plural_verdict, told_apart
from layerlaw.solver.shell.report.statements import changed_texts, statements
from layerlaw.solver.shell.report.words import (
    came_and_went,
    clause_text,
    counted,
    each_once,
    first_names,
    value_text,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from layerlaw.model.algebra import Operation
    from layerlaw.solver.answer.ruling import ChangedValue, Deciding
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Value
    from layerlaw.solver.shell.report.blocks import Block

TOLD = 3
"""So many statements on what comes out are in the ruling; the rest is in the list below it."""
ALTERNATIVES = 3
"""So many answers are told apart in the ruling."""
WHY = 2
"""So many reasons are in the ruling; the rest is in how it came about."""
LINES = 12
"""So many groups of changed objects are listed in brief."""
HOLDERS = 6
"""So many of those whose effects changed a value are named in brief."""
BY_DEFAULT = "By the default reading"
"""How a ruling begins that other readings do not come to."""


def ruling(answer: Answer) -> tuple[str, ...]:
    """What the answer comes to, then why, each a sentence; clauses in parentheses.

    Of several answers what they differ in, of a paradox which effects contradict each other.
    """
    return (*outcome_sentences(answer), *reasons(answer))


def ruling_blocks(answer: Answer, *, by_default: bool = False) -> list[Block]:
    """The ruling as the first lines of a report, in yellow or red where it is none.

    by_default: whether it is known that other readings come to something else, which is said
    first.
    """
    styles = {"settled": "bold", "several": "bold yellow", "paradox": "bold red"}
    text = " ".join(ruling(answer))
    if by_default:
        style = "bold yellow" if answer.verdict == "settled" else styles[answer.verdict]
        return [line((f"{BY_DEFAULT}: ", "bold yellow"), (text, style))]
    return [line((text, styles[answer.verdict]))]


def changed_blocks(answer: Answer, *, whole: bool = False, of: str | None = None) -> list[Block]:
    """Every changed value, objects with the same changes in a line: what was, and what is.

    In brief only so many lines; whole: all. of: of one object only.
    """
    by_object: dict[str, list[ChangedValue]] = {}
    for change in changed_values(answer):
        if of is not None and change.object != of:
            continue
        by_object.setdefault(change.object, []).append(change)
    alike: dict[tuple[tuple[str, Value, Value], ...], list[str]] = {}
    for object, changes in by_object.items():
        same = tuple((one.characteristic, one.before, one.after) for one in changes)
        alike.setdefault(same, []).append(object)
    lines: list[Block] = []
    counts: list[int] = []
    for ids in alike.values():
        # Side by side the same changes of each object.
        sides = zip(*(by_object[id] for id in ids), strict=True)
        told = [_change(answer, side[0], _holders(side, whole=whole)) for side in sides]
        if not any(told):
            continue
        counts.append(len(ids))
        lines.append(
            line(
                (objects_named(answer, ids), "bold"),
                ": ",
                ("; ".join(filter(None, told)), "green"),
                indent=2,
            )
        )
    if whole or len(lines) <= LINES + 1:
        return lines
    left = sum(counts[LINES:])
    return [
        *lines[:LINES],
        line((f"and of {counted(left, 'more object')} (-v shows them)", "dim"), indent=2),
    ]


def _holders(changes: tuple[ChangedValue, ...], *, whole: bool) -> str:
    """Whose effects made the same change of several objects, in natural order."""
    names = natural(dict.fromkeys(id for change in changes for id in change.holders))
    return first_names(names, len(names) if whole else HOLDERS)


def _change(answer: Answer, change: ChangedValue, holders: str) -> str:
    """One changed value, and by whose effects: "power 1 -> 3 (K1, K2)"."""
    before, after = change.before, change.after
    kind = answer.shown.kinds.get(change.characteristic, "")
    if isinstance(after, bool):
        return f"{'' if after else 'no longer '}{change.characteristic} ({holders})"
    if isinstance(before, tuple) and isinstance(after, tuple):
        if kind == "set":
            new, gone = came_and_went(answer, change.characteristic, before, after)
        else:
            texts = changed_texts(answer, change, 3 * HOLDERS * LINES)
            new, gone = (each_once(one.elements()) for one in texts)
        shown = [*(f"+ {one}" for one in new), *(f"- {one}" for one in gone)]
        if not shown:
            return ""
        return f"{change.characteristic} {', '.join(shown)} ({holders})"
    was, now = value_text(before, kind), value_text(after, kind)
    return f"{change.characteristic} {was} -> {now} ({holders})"


# --- what comes out ------------------------------------------------------------------------------


def outcome_sentences(answer: Answer, *, changes: bool = True) -> Iterator[str]:
    """What comes out, each a sentence; of several answers and a paradox first what they are.

    changes: whether to tell what is otherwise in the end.
    """
    if answer.verdict == "paradox":
        conflict = list(dict.fromkeys(effect_name(answer, id) for id in answer.conflict))
        whom = "all effects" if not conflict else f"the effects of {listed(conflict)}"
        yield f"There is no answer: no state agrees with {whom} at once."
    elif answer.verdict == "several":
        yield _several(answer)
    if not changes:
        return
    told = statements(answer)
    if not told:
        if answer.verdict == "settled":
            yield from _nothing(answer)
        return
    left = len(told) - TOLD
    head = {"settled": "", "several": "In all of them ", "paradox": "What stands: "}[answer.verdict]
    more = [f"{left} more changes are listed below"] if left > 1 else []
    yield _sentence(f"{head}{'; '.join([*told[: TOLD if more else TOLD + 1], *more])}.")


def _several(answer: Answer) -> str:
    """How many answers there are; of few what tells them apart."""
    states = answer.states
    head = f"The rules leave {len(states)} answers and do not choose"
    if len(states) > ALTERNATIVES or answer.scenario is None:
        return f"{head}."
    said = told_apart([outcome(state) for state in states], answer.scenario)
    return f"{head}: {', or '.join(listed(sentences[:2]) for sentences in said)}."


def _nothing(answer: Answer) -> Iterator[str]:
    """That nothing is otherwise in the end, and what happened by itself before that."""
    by_itself = _on_the_way(answer)
    if by_itself:
        yield _sentence(f"{listed(by_itself)}.")
    changing = any(
        turn.changes and answer.effects[turn.effect].source != RULES
        for record in answer.layers
        for turn in record.turns
    )
    if not changing:
        yield f"No effect changes anything{' now' if by_itself else ''}."
    elif not by_itself:
        yield "In the end everything is as it was before any effect."


def _on_the_way(answer: Answer) -> list[str]:
    """What happened by itself before the end, the last of it, event by event."""
    told: dict[int, dict[tuple[str, bool], list[str]]] = {}
    gone: set[tuple[int, str]] = set()
    for one in answer.chronicle[-2 * TOLD :]:
        if (one.event, one.object) in gone:
            # It went elsewhere instead, which is told.
            continue
        if " instead of going to " in one.what:
            gone.add((one.event, one.object))
        what = happened(answer, one)[1]
        same = told.setdefault(one.event, {}).setdefault((what, bool(one.of)), [])
        same.append(one.of or one.object)
    said = []
    for event, done in told.items():
        pieces = []
        for (what, by_effect), ids in done.items():
            several = len({*ids}) > 1
            of = ("the effects of " if several else "the effect of ") if by_effect else ""
            does = plural_verdict(what) if several else what
            pieces.append(f"{of}{objects_named(answer, ids)} {does}")
        commas = any("," in piece for piece in pieces[:-1])
        joined = f"{'; '.join(pieces[:-1])}; and {pieces[-1]}" if commas else listed(pieces)
        said.append(f"after event {event} {joined}")
    return said[-TOLD:]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- what decided it -----------------------------------------------------------------------------


def reasons(
    answer: Answer,
    about: Collection[str] | None = None,
    idle: Collection[str] = (),
    layers: Collection[str] | None = None,
) -> Iterator[str]:
    """What decided it, the most telling first, each a sentence; no more than fit in a ruling.

    about: only what bears on one of these effects. idle: what ended these effects, or put them in
    a loop, bears on it as well; that they came before or after others does not. layers: who goes
    first, or last, is told of these layers only.
    """
    found = [
        one
        for one in deciding(answer)
        if layers is None or one.how in ("loop", "lost") or one.layer in layers
        if about is None
        or _bears(one, about)
        or (one.how in ("loop", "lost") and _bears(one, idle))
    ]
    lost = {one.effects for one in found if one.how == "lost"}
    gone = {one.effects[0] for one in found if one.how == "lost"}
    loops = [frozenset(one.effects) for one in found if one.how == "loop"]
    told = [
        one
        for one in found
        # That an effect waits for the one that ends it is told with its loss; what waited for one
        # that was lost in the end went after nothing.
        if (one.how != "waits" or (one.effects not in lost and one.effects[1] not in gone))
        # A copy, or what an object does to itself, is told by what came of it.
        and (one.how != "lost" or one.holders[0] != one.holders[1])
        and not _copied_over(answer, one)
        # Who wins a loop ends the others of it.
        and (one.how != "lost" or not any(loop.issuperset(one.effects) for loop in loops))
    ]
    said = dict.fromkeys(
        _sentence(f"{_reason(answer, *same)} {clause_text(same[0].clauses)}".strip() + ".")
        for same in _together(answer, told)
    )
    yield from list(said)[:WHY]


def _together(answer: Answer, told: Sequence[Deciding]) -> list[list[Deciding]]:
    """The reasons, those together that tell of different effects that one thing ends them."""
    found: dict[object, list[Deciding]] = {}
    for number, one in enumerate(told):
        ended = one.how == "lost" and not _says_otherwise(answer, one)
        key = (one.holders[1], one.clauses) if ended else number
        found.setdefault(key, []).append(one)
    return list(found.values())


def _bears(one: Deciding, about: Collection[str]) -> bool:
    """Whether it bears on one of these effects; what waits or is lost, and not what for."""
    effects = one.effects[:1] if one.how in ("waits", "lost") else one.effects
    return not {*about}.isdisjoint(effects)


def _says_otherwise(answer: Answer, one: Deciding) -> bool:
    """Whether what was lost is there with another text, or stands on another card."""
    effect, by = one.effects
    if any(
        isinstance(each, ReplaceInText) or (isinstance(each, CopyOf) and each.text)
        for each in _operations(answer, by)
    ):
        return True
    turns = (turn for record in answer.layers for turn in record.turns)
    return any(turn.effect.startswith(f"{effect}.") for turn in turns)


def _operations(answer: Answer, effect: str) -> Iterator[Operation]:
    """What an effect does, all of it."""
    if effect in answer.effects:
        for instruction in answer.effects[effect].ability.instructions:
            yield from instruction.operations


def _copied_over(answer: Answer, one: Deciding) -> bool:
    """Whether what was lost stood on a card that is a copy of another one, which is told."""
    return one.how == "lost" and any(
        isinstance(each, CopyOf) and not each.text for each in _operations(answer, one.effects[1])
    )


def _entered_first(answer: Answer, one: Deciding) -> bool:
    """Whether the first of a loop is the oldest by its entry, and does not only count as that."""
    ages = [answer.world.things[answer.index(id)].entered for id in one.holders]
    return ages[0] == min(ages)


def _reason(answer: Answer, one: Deciding, *too: Deciding) -> str:
    """Why it is so. too: what else was lost to the same."""
    names = [object_name(answer, id) for id in one.holders]
    aged = _of_one_age(answer, one) and len({*one.holders[:2]}) == 2
    match one.how:
        case "loop":
            others = natural(id for id in dict.fromkeys(one.holders) if id != one.holders[0])
            two = len(set(one.effects)) == 2
            does = "wins" if one.last else "goes first"
            older = "older" if two else "oldest"
            if not others:
                head = f"of the effects of {names[0]} the {older} {does}"
                return f"{head}: they depend on each other, so timestamps decide"
            alike = card_name(answer, one.holders[0])
            same = all(card_name(answer, id) == alike for id in others)
            few = same and len(others) <= HOLDERS
            them = listed(others) if few else objects_named(answer, others)
            whose = f"{'that' if len(others) == 1 else 'those'} of {them}"
            round = "each other" if two else "each other in a loop"
            if aged and not _entered_first(answer, one):
                head, first = f"{names[0]}, which counts as the {older}, {does}", "its effect"
            elif aged:
                head, first = f"the {older}, {names[0]}, {does}", "its effect"
            else:
                head, first = f"the {older} effect, of {names[0]}, {does}", "it"
            return f"{head}: {first} and {whose} depend on {round}, so timestamps decide"
        case "waits" if aged:
            return f"{names[1]} goes before the older {names[0]}, whose effect depends on it"
        case "waits":
            of = f"of {names[0]}" if one.holders[0] != one.holders[1] else "of its own"
            return f"the effect of {names[1]} goes before the older one {of}, which depends on it"
        case "lost" if _says_otherwise(answer, one):
            return f"{names[1]} changes what the effect of {names[0]} says"
        case "lost":
            ends = "the rules end" if one.holders[1] == RULES else f"{names[1]} ends"
            losers = natural(dict.fromkeys(each.holders[0] for each in (one, *too)))
            of = objects_named(answer, losers)
            named = all(each.keyword for each in (one, *too))
            keywords = [*dict.fromkeys(each.keyword for each in (one, *too))] if named else []
            if len(keywords or losers) == 1:
                what = keywords[0] if keywords else "the effect"
                return f"{what} of {of} is not applied: {ends} it first"
            what = listed(keywords) or "the effects"
            return f"{what} of {of} are not applied: {ends} them first"
        case _ if aged:
            return f"{names[1]} is younger than {names[0]}, so it has the last word"
        case _ if one.holders[0] == one.holders[1]:
            return f"of the effects of {names[0]} the younger has the last word"
        case _:
            return (
                f"the effect of {names[1]} is younger than that of {names[0]}, so it has the last "
                "word"
            )


def _of_one_age(answer: Answer, one: Deciding) -> bool:
    """Whether each effect is as old as its object, so that the objects can be called older."""
    things = answer.world.things
    found = [answer.effects[effect] for effect in one.effects if effect in answer.effects]
    return all(things[effect.holder].entered == effect.timestamp for effect in found)
