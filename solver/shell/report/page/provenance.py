"""What the page needs to tell where a value comes from without asking for each one beforehand.

The page follows the changes of a cell from row to row. What is here is the rest of `explain.why`:
where values begin, whom a row was aimed at though nothing changed, and what the floors cut off.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.answer.explain import Reason, chain
from layerlaw.solver.answer.why_not import absences_of
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Objects
from layerlaw.solver.derivation.course import Course
from layerlaw.solver.facts.situation import NOWHERE
from layerlaw.solver.shell.report.page.rows import ChangeGroup
from layerlaw.solver.shell.report.page.values import runs
from layerlaw.solver.shell.report.why import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.layers.runs import Turn
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.report.page.values import Numbered
    from layerlaw.solver.shell.report.rulings import FinalRuling


MOST_ASKED = 500_000
"""With more turns times objects times characteristics the page does not say what did nothing."""


def beginnings_json(derivation: Answer, tables: Numbered) -> list[Json]:
    """For each object the reason of its starting values: most of them, then those that differ."""
    begun = replace(derivation, course=Course((), derivation.start))
    by_object: list[Json] = []
    for thing in derivation.world.things:
        if thing.zone == NOWHERE:
            by_object.append([0, {}])
            continue
        reasons = {
            name: tables.reason(chain(begun, thing.id, name)[0].reasons[0])
            for name in derivation.shown.characteristics
        }
        numbers = list(reasons.values())
        most = max(dict.fromkeys(numbers), key=numbers.count)
        others: dict[str, Json] = {
            name: reason for name, reason in reasons.items() if reason != most
        }
        by_object.append([most, others])
    return by_object


def absent_json(derivation: Answer, tables: Numbered) -> list[Json] | None:
    """For each object, by characteristic, what could have changed it and did not.

    Each as effect, word and reasons. None where the board is so large that it would take long.
    """
    world = derivation.world
    turns = sum(len(run.turns) for run in derivation.runs)
    names = derivation.shown.characteristics
    if turns * len(world.things) * len(names) > MOST_ASKED:
        return None
    absences = absences_of(derivation)
    by_object: list[Json] = []
    for thing in world.things:
        mine: dict[str, Json] = {}
        for name in names if thing.zone != NOWHERE else ():
            told: list[Json] = [
                [
                    absence.effect,
                    WORDS[absence.kind],
                    [tables.reason(reason) for reason in absence.reasons],
                ]
                for absence in absences(thing.id, name)
            ]
            if told:
                mine[name] = told
        by_object.append(mine)
    return by_object


def aims_json(turn: Turn, visible: Iterable[str]) -> Json:
    """Whom a turn was aimed at: pairs of characteristics and the objects, changed or not.

    Of a lost one whom it would have been aimed at.
    """
    shown = [name for name in visible if name in turn.part.writes]
    alike: dict[tuple[str, ...], Objects] = {}
    for number, step in enumerate(turn.part.steps):
        if turn.verdict == "lost":
            scope = step.select(turn.before, -1)
        elif turn.seen is None:
            continue
        else:
            scope = turn.seen[number][0]
        written = {name for prepared in step.operations for name in prepared.writes}
        names = tuple(name for name in shown if name in written)
        if names and scope:
            alike[names] = alike.get(names, NO_OBJECTS) | scope
    aims: list[Json] = []
    for names, scope in alike.items():
        aims += [list(names), runs(bits(scope))]
    return aims


def writes_json(turn: Turn, visible: Iterable[str]) -> list[Json]:
    """The characteristics that a turn's effect writes in its layer."""
    return [name for name in visible if name in turn.part.writes]


def rulings_json(
    derivation: Answer, rulings: Mapping[str, Sequence[FinalRuling]], tables: Numbered
) -> list[Json]:
    """For each object what finally goes for it: reasons, each naming the effect that decides."""
    by_object: list[Json] = []
    for thing in derivation.world.things:
        mine: list[Json] = []
        for ruling in rulings.get(thing.id, ()):
            text = f"{ruling.says}, by {ruling.decided_by}"
            if ruling.over:
                lost = ", ".join(dict.fromkeys(said.effect for said in ruling.over))
                text += f" against {lost}"
            text += ruling.why and f": {ruling.why}"
            mine.append(tables.reason(Reason(text, (ruling.clause,) if ruling.clause else ())))
        by_object.append(mine)
    return by_object


def floors(derivation: Answer) -> tuple[tuple[ChangeGroup, ...], Reason | None]:
    """What the floors cut off at the end, and the reason for it."""
    cut: dict[tuple[str, int, int], list[int]] = {}
    reason: Reason | None = None
    names = [c.name for c in derivation.rulebook.characteristics.values() if c.floor is not None]
    end = replace(derivation, course=Course((), derivation.end), start=derivation.end)
    for index, thing in enumerate(derivation.world.things):
        for name in names:
            after = derivation.final.get((thing.id, name))
            before = derivation.shown.cell(derivation.end, index, name)
            if isinstance(after, int) and isinstance(before, int) and after != before:
                cut.setdefault((name, before, after), []).append(index)
                if reason is None:
                    reason = chain(end, thing.id, name)[-1].reasons[0]
    return tuple(ChangeGroup(*key, tuple(held)) for key, held in cut.items()), reason
