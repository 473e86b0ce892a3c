"""One settled answer ready for a page: its layers as rows, and the data of every step."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.model.algebra.mentions import reads_number
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.facts.situation import NOWHERE
from layerlaw.solver.shell.report.names import label_named
from layerlaw.solver.shell.report.page.boards import (
    characteristics_json,
    regions_json,
    space_json,
    start_json,
    things_json,
)
from layerlaw.solver.shell.report.page.provenance import (
    absent_json,
    aims_json,
    beginnings_json,
    floors,
    rulings_json,
    writes_json,
)
from layerlaw.solver.shell.report.page.rows import LayerRows, groups, in_words, strata
from layerlaw.solver.shell.report.page.values import Numbered, runs
from layerlaw.solver.shell.report.rulings import told_rulings
from layerlaw.solver.shell.report.statements import ability_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.answer.explain import Reason
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Cell
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.report.page.rows import ChangeGroup
    from layerlaw.solver.shell.report.rulings import FinalRuling


LONG = 40
"""An answer with more turns of cards or more objects than that opens as an overview."""
MANY = 80
"""An answer with more turns or objects than that is a large one."""


@dataclass(frozen=True)
class Course:
    """One settled answer of a panel.

    number: among all of the page. panel: the number of its panel. label: what it is called, ""
    where the panel has no other. differing: the cells that other answers or panels have otherwise.
    """

    number: int
    panel: int
    label: str
    derivation: Answer
    differing: frozenset[Cell] = frozenset()

    @property
    def ordered(self) -> bool:
        """Whether its effects apply one after another."""
        return self.derivation.answers is None

    @cached_property
    def strata(self) -> tuple[LayerRows, ...]:
        """Its layers, or steps, from top to bottom."""
        return strata(self.derivation)

    @cached_property
    def touched(self) -> frozenset[tuple[int, str]]:
        """The cells that some turn changed, by the places of the objects."""
        rows = (row for stratum in self.strata for row in stratum.rows)
        changes = (change for row in rows for change in row.changes)
        return frozenset((place, one.characteristic) for one in changes for place in one.objects)

    @cached_property
    def large(self) -> tuple[str, ...]:
        """The numbers that a board shows at any rate: those that bear on what lives or dies.

        With such a number what the game lets change places with it, as power with toughness. Where
        no check reads one, those that some card's effect changed.
        """
        shown = self.derivation.shown
        numbers = [name for name in shown.characteristics if shown.kinds.get(name) == "number"]
        read = {name for one in self.derivation.rulebook.checks for name in reads_number(one.who)}
        works = {word for layer in self.derivation.rulebook.layers for word in layer.does}
        swapped = {name for name in numbers if f"swap {name}" in works}
        if read & swapped:
            read |= swapped
        counters = self.derivation.rulebook.characteristics
        kept = [
            name
            for name in numbers
            if name in read and not (name in counters and counters[name].counter)
        ]
        changed = {name for _, name in self.touched}
        return tuple(kept) or tuple(name for name in numbers if name in changed)

    @cached_property
    def floors(self) -> tuple[tuple[ChangeGroup, ...], Reason | None]:
        """What the floors cut off at the end."""
        return floors(self.derivation)

    @cached_property
    def rulings(self) -> dict[str, tuple[FinalRuling, ...]]:
        """What finally goes for every object that is somewhere."""
        if self.derivation.verdict == "paradox":
            return {}
        things = self.derivation.world.things
        return {
            thing.id: told_rulings(self.derivation, thing.id)
            for thing in things
            if thing.zone != NOWHERE
        }

    @cached_property
    def tables(self) -> Numbered:
        """The values and reasons that `data` names by numbers; filled by it."""
        return Numbered()

    @cached_property
    def data(self) -> Json:
        """All that the page needs to show every step and to tell where every value comes from."""
        return _data(self, self.tables)

    @property
    def named(self) -> dict[str, None]:
        """The clauses that its reasons rest on."""
        assert self.data
        return self.tables.named

    @property
    def turns(self) -> int:
        """How many turns it has."""
        return sum(len(stratum.rows) for stratum in self.strata)

    @property
    def many(self) -> bool:
        """Whether there is so much of it that a browser is not to lay it all out at once."""
        return max(self.turns, len(self.derivation.world.things)) > MANY

    @property
    def long(self) -> bool:
        """Whether there is so much of it that its steps and values stand folded below one line."""
        told = sum(not row.routine for stratum in self.strata for row in stratum.rows)
        return max(told, len(self.derivation.world.things)) > LONG

    def place(self, stratum: LayerRows) -> str:
        """What the layer, or the step, is called."""
        name = stratum.id if stratum.id == stratum.name else f"{stratum.id} {stratum.name}"
        return f"{'layer' if self.ordered else 'step'} {name}"


def _data(course: Course, tables: Numbered) -> Json:
    derivation = course.derivation
    visible = derivation.shown.characteristics
    index = {thing.id: number for number, thing in enumerate(derivation.world.things)}
    rows: list[Json] = []
    layers: list[Json] = []
    taken = {int(run.layer): run.turns for run in derivation.runs}
    for number, stratum in enumerate(course.strata):
        layers.append([course.place(stratum), stratum.clause, stratum.name, stratum.id])
        loops: dict[str, list[Json]] = {}
        for place, loop in enumerate(stratum.loops):
            for effect in loop:
                loops.setdefault(effect, []).append(place)
        for row, turn in zip(stratum.rows, taken.get(number, ()), strict=True):
            rows.append(
                {
                    "step": row.step,
                    "effect": row.effect,
                    "layer": number,
                    "lost": row.lost,
                    "lostTo": row.lost_to,
                    "note": row.note,
                    "rule": row.routine,
                    "card": tables.value(row.card),
                    "english": tables.value(row.english),
                    "changes": changes_json(row.changes, tables),
                    "writes": writes_json(turn, visible),
                    "aims": aims_json(turn, visible),
                    "reasons": [tables.reason(reason) for reason in row.reasons],
                    "waits": [[waits.text, runs(sorted(waits.rows))] for waits in row.waits],
                    "loops": list(loops.get(row.effect, ())),
                }
            )
    cut, reason = course.floors
    whole = (
        ()
        if course.ordered
        else in_words(
            derivation,
            groups(derivation.shown.changes(derivation.start, derivation.end), index),
        )
    )
    return {
        "panel": course.panel,
        "label": course.label,
        "ordered": course.ordered,
        "paradox": derivation.verdict == "paradox",
        "players": list(derivation.situation.players),
        "inPlay": derivation.rulebook.in_play,
        "space": space_json(derivation),
        "things": things_json(derivation),
        "characteristics": characteristics_json(derivation),
        "large": list(course.large),
        "silences": [
            name for name, status in derivation.rulebook.statuses.items() if status.silences
        ],
        "words": _words(derivation),
        "start": start_json(derivation, tables),
        "regions": regions_json(derivation),
        "layers": layers,
        "rows": rows,
        "whole": changes_json(whole, tables),
        "floors": changes_json(cut, tables),
        "floorReason": None if reason is None else tables.reason(reason),
        "beginnings": beginnings_json(derivation, tables),
        "absent": [] if derivation.verdict == "paradox" else absent_json(derivation, tables),
        "rulings": rulings_json(derivation, course.rulings, tables),
        "fates": [[fate.object, fate.verdict, fate.clause] for fate in derivation.fates],
        # Last, for all that is above is numbered in them.
        "values": [
            [label_named(derivation, one) if isinstance(one, str) else one for one in value]
            if isinstance(value, list | tuple)
            else value
            for value in tables.values
        ],
        "reasons": tables.reasons,
    }


def _words(derivation: Answer) -> Json:
    """How abilities are told where there is little room, of those that are told otherwise there."""
    told = ability_words(derivation)
    named = ((label_named(derivation, label), words) for label, words in told.items())
    return {label: words for label, words in named if label != words}


def changes_json(changes: Iterable[ChangeGroup], tables: Numbered) -> list[Json]:
    """Changes as characteristic, number of the value before and after, and the objects."""
    return [
        [
            one.characteristic,
            tables.value(one.before),
            tables.value(one.after),
            runs(one.objects),
        ]
        for one in changes
    ]
