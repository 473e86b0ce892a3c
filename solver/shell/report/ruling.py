"""The ruling: what an answer comes to in one or two plain sentences, and what it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import listed
from layerlaw.solver.answer.difference.outcome import outcome
from layerlaw.solver.answer.ruling import changed_values, deciding
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.shell.report.blocks import line
from layerlaw.solver.shell.report.names import effect_name, object_name, objects_named
from layerlaw.solver.shell.report.outcomes import plural_verdict, told_apart
from layerlaw.solver.shell.report.rulings import told_rulings
from layerlaw.solver.shell.report.words import clause_text, value_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.answer.ruling import ChangedValue, Deciding
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.blocks import Block

TOLD = 3
"""So many statements on what comes out are in the ruling; the rest is in the list below it."""
ALTERNATIVES = 3
"""So many answers are told apart in the ruling."""
WHY = 2
"""So many reasons are in the ruling; the rest is in how it came about."""


def ruling(answer: Answer) -> tuple[str, ...]:
    """What the answer comes to, then why, each a sentence; clauses in parentheses.

    Of several answers what they differ in, of a paradox which effects contradict each other.
    """
    return (*_outcome(answer), *_why(answer))


def ruling_blocks(answer: Answer) -> list[Block]:
    """The ruling as the first lines of a report, in yellow or red where it is none."""
    styles = {"settled": "bold", "several": "bold yellow", "paradox": "bold red"}
    head, *more = ruling(answer)
    return [line((" ".join((head, *more)), styles[answer.verdict]))]


def changed_blocks(answer: Answer) -> list[Block]:
    """Every changed value, a line for each object: the card, then what was and what is."""
    by_object: dict[str, list[ChangedValue]] = {}
    for change in changed_values(answer):
        by_object.setdefault(change.object, []).append(change)
    return [
        line(
            (object_name(answer, object), "bold"),
            ": ",
            ("; ".join(_change(answer, change) for change in changes), "green"),
            indent=2,
        )
        for object, changes in by_object.items()
    ]


def _change(answer: Answer, change: ChangedValue) -> str:
    """One changed value, and by whose effects: "power 1 -> 3 (K1, K2)"."""
    before, after = change.before, change.after
    kind = answer.shown.kinds.get(change.characteristic, "")
    by = f" ({', '.join(change.holders)})"
    if isinstance(after, bool):
        return f"{'' if after else 'no longer '}{change.characteristic}{by}"
    if isinstance(before, tuple) and isinstance(after, tuple):
        came = [f"+ {label}" for label in after if label not in before]
        went = [f"- {label}" for label in before if label not in after]
        return f"{change.characteristic} {', '.join([*came, *went])}{by}"
    was, now = value_text(before, kind), value_text(after, kind)
    return f"{change.characteristic} {was} -> {now}{by}"


# --- what comes out ------------------------------------------------------------------------------


def _outcome(answer: Answer) -> Iterator[str]:
    if answer.verdict == "paradox":
        conflict = dict.fromkeys(effect_name(answer, id) for id in answer.conflict)
        effects = f": the effects of {listed(list(conflict))}" if conflict else ""
        yield f"There is no answer: no state agrees with all effects at once{effects}."
    elif answer.verdict == "several":
        yield _several(answer)
    told = [*_fates(answer), *_changes(answer), *_permissions(answer)]
    if not told:
        if answer.verdict == "settled":
            yield _sentence(f"{listed(_on_the_way(answer)) or 'no effect changes anything'}.")
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


def _on_the_way(answer: Answer) -> list[str]:
    """What happened by itself before the end, the last of it."""
    told = [
        f"after event {one.event} {object_name(answer, one.object)} {one.what}"
        for one in answer.chronicle
    ]
    return told[-TOLD:]


def _permissions(answer: Answer) -> Iterator[str]:
    """What cards let objects do or keep them from, those with the same together."""
    grouped: dict[str, list[str]] = {}
    for thing in answer.situation.things:
        if thing.zone == answer.rulebook.in_play:
            for one in told_rulings(answer, thing.id):
                if not one.rule:
                    grouped.setdefault(one.says, []).append(thing.id)
    for says, ids in grouped.items():
        yield f"{objects_named(answer, ids)} {says}"


def _fates(answer: Answer) -> Iterator[str]:
    """What the checks do, those with the same end together: "Foot Soldier (F) dies"."""
    ends: dict[str, list[str]] = {}
    for fate in answer.due:
        ends.setdefault(fate.verdict, []).append(fate.object)
    for verdict, ids in ends.items():
        said = verdict if len(ids) == 1 else plural_verdict(verdict)
        yield f"{objects_named(answer, ids)} {said}"


def _changes(answer: Answer) -> Iterator[str]:
    """What is otherwise now, kind by kind: control, statuses, words, abilities, numbers."""
    changes = changed_values(answer)
    kinds = answer.shown.kinds
    statuses = answer.rulebook.statuses
    silent = {
        change.object
        for change in changes
        if change.after is True
        and change.characteristic in statuses
        and (statuses[change.characteristic].silences or statuses[change.characteristic].disables)
    }
    by_name: dict[str, list[ChangedValue]] = {}
    for change in changes:
        if change.characteristic != ABILITIES or change.object not in silent:
            by_name.setdefault(change.characteristic, []).append(change)

    def rank(name: str) -> int:
        if kinds.get(name) == "player":
            return 0
        if name in statuses:
            return 1
        return {"set": 2, "number": 4}.get(kinds.get(name, ""), 3)

    for name in sorted(by_name, key=rank):
        same = by_name[name]
        if kinds.get(name) == "player":
            yield from _players(answer, name, same)
        elif any(isinstance(change.after, bool) for change in same):
            yield from _truths(answer, name, same)
        elif kinds.get(name) == "set":
            yield from _words(answer, same)
        elif name == ABILITIES:
            yield from _abilities(answer, same)
        else:
            yield _values(answer, name, same)


def _players(answer: Answer, name: str, changes: Sequence[ChangedValue]) -> Iterator[str]:
    """Whose they are now; where everything in play is now one player's, that."""
    doing = "controlled by" if name == answer.rulebook.control else ""
    in_play = [
        thing.id for thing in answer.situation.things if thing.zone == answer.rulebook.in_play
    ]
    ends = {id: answer.agreed.get((id, name)) for id in in_play}
    grouped: dict[str, list[str]] = {}
    for change in changes:
        grouped.setdefault(value_text(change.after, "player"), []).append(change.object)
    for player, ids in grouped.items():
        whole = len(ids) > 1 and set(ends.values()) == {player}
        objects = f"all {len(in_play)} objects in play" if whole else objects_named(answer, ids)
        be = "is" if len(ids) == 1 and not whole else "are"
        yield (
            f"{objects} {be} now {doing} {player}"
            if doing
            else f"{name} of {objects} {be} {player}"
        )


def _truths(answer: Answer, name: str, changes: Sequence[ChangedValue]) -> Iterator[str]:
    """What they are now and are no longer: "Wolf (W) is silenced", "Wolf (W) can't be modified"."""
    for after in (True, False):
        ids = [change.object for change in changes if change.after is after]
        if not ids:
            continue
        be = "is" if len(ids) == 1 else "are"
        if name.startswith("can't "):
            said = name if after else name.replace("can't", "can", 1)
        else:
            said = f"{be} {name}" if after else f"{be} no longer {name}"
        yield f"{objects_named(answer, ids)} {said}"


def _words(answer: Answer, changes: Sequence[ChangedValue]) -> Iterator[str]:
    """What words they have now and have no longer: "Wolf (W) is now also beast, no longer dog"."""
    for (came, went, _), ids in _grouped(changes).items():
        said = []
        if came:
            said.append(f"now {'' if went else 'also '}{listed(came)}")
        if went:
            said.append(f"no longer {listed(went)}")
        be = "is" if len(ids) == 1 else "are"
        yield f"{objects_named(answer, ids)} {be} {', '.join(said)}"


def _abilities(answer: Answer, changes: Sequence[ChangedValue]) -> Iterator[str]:
    """What abilities they gain and lose."""
    for (came, went, empty), ids in _grouped(changes).items():
        s = "s" if len(ids) == 1 else ""
        said = []
        if came:
            said.append(f"gain{s} {_few([_label(label) for label in came])}")
        if went:
            lost = "all abilities" if empty else _few([_label(label) for label in went])
            said.append(f"lose{s} {lost}")
        if said:
            yield f"{objects_named(answer, ids)} {' and '.join(said)}"


def _grouped(
    changes: Sequence[ChangedValue],
) -> dict[tuple[tuple[str, ...], tuple[str, ...], bool], list[str]]:
    """The objects by what came, what went, and whether nothing is left."""
    grouped: dict[tuple[tuple[str, ...], tuple[str, ...], bool], list[str]] = {}
    for change in changes:
        before = change.before if isinstance(change.before, tuple) else ()
        after = change.after if isinstance(change.after, tuple) else ()
        came = tuple(label for label in after if label not in before)
        went = tuple(label for label in before if label not in after)
        grouped.setdefault((came, went, not after), []).append(change.object)
    return grouped


def _values(answer: Answer, name: str, changes: Sequence[ChangedValue]) -> str:
    """What a number is now: "power is now 3 for Foot Soldier (F, G) and 4 for Wolf (W)"."""
    kind = answer.shown.kinds.get(name, "")
    grouped: dict[str, list[str]] = {}
    for change in changes:
        grouped.setdefault(value_text(change.after, kind), []).append(change.object)
    parts = [f"{value} for {objects_named(answer, ids)}" for value, ids in grouped.items()]
    more = f" and other values for {len(parts) - 3} more groups" if len(parts) > 4 else ""
    shown = parts[:3] if more else parts
    return f"{name} is now {', '.join(shown)}{more}" if more else f"{name} is now {listed(shown)}"


def _label(label: str) -> str:
    """An ability as the ruling says it: a keyword without where it comes from, else in quotes."""
    name, _, source = label.rpartition(" from ")
    if name and " " not in source:
        label = name
    return label if label[:1].isupper() and ":" not in label else f"'{label}'"


def _few(labels: Sequence[str]) -> str:
    left = len(labels) - 2
    return listed(labels) if left <= 1 else f"{', '.join(labels[:2])} and {left} more"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- what decided it -----------------------------------------------------------------------------


def _why(answer: Answer) -> Iterator[str]:
    found = deciding(answer)
    lost = {one.effects for one in found if one.how == "lost"}
    # That an effect waits for the one that ends it is told with its loss.
    told = [
        one
        for one in found
        if (one.how != "waits" or one.effects not in lost)
        # A copy, or what an object does to itself, is told by what came of it.
        and (one.how != "lost" or one.holders[0] != one.holders[1])
    ]
    for one in told[:WHY]:
        yield _sentence(f"{_reason(answer, one)} {clause_text(one.clauses)}".strip() + ".")
    left = len(told) - WHY
    if left > 0:
        yield f"{left} more {'decision is' if left == 1 else 'decisions are'} told below."


def _reason(answer: Answer, one: Deciding) -> str:
    names = [object_name(answer, id) for id in one.holders]
    match one.how:
        case "loop":
            whose = objects_named(answer, dict.fromkeys(one.holders))
            two = len(set(one.effects)) == 2
            each = "depend on each other" if two else "depend on each other in a loop"
            first = f"the {'older' if two else 'oldest'}, {names[0]},"
            outcome = "wins" if one.last else "goes first"
            return f"the effects of {whose} {each}, so timestamps decide: {first} {outcome}"
        case "waits":
            return f"{names[0]} goes after {names[1]} though it is older, for it depends on it"
        case "lost":
            return f"the effect of {names[0]} is not applied, because {names[1]} ends it first"
        case _:
            return f"{names[1]} is younger than {names[0]}, so it has the last word"
