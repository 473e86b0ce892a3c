"""The second route: the axioms as formulas with the order left free; Z3 finds all orders.

The positions are whole numbers, all different. Who waits for whom, loops and independence are
formulas over the bare dependencies too; nothing is taken from the solver or from the other route.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certainty.orders.layer_question import FREED, JOINED, TIMESTAMPS, WAITING
from layerlaw.solver.certificate.confirm import models

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from layerlaw.solver.certainty.orders.layer_question import Order, OrderQuestion
    from layerlaw.solver.certificate.entries import RecordedEpoch


def orders_by_z3(
    question: OrderQuestion, most: int, without: Collection[str] = ()
) -> tuple[tuple[Order, ...], str]:
    """All orders that keep the axioms, sorted; where there are more, only `most` + 1 of them.

    without: axioms that are left out, by name. The text says why Z3 gave no answer, "" if it did.
    """
    chosen = question.chosen
    if not chosen:
        return ((),), ""
    names = [f"p{number}" for number in chosen]
    found = models("\n".join(formulas(question, without)), names, most)
    orders = {
        tuple(
            question.entries[number].effect for _, number in sorted(zip(model, chosen, strict=True))
        )
        for model in found.values
    }
    return tuple(sorted(orders)), found.unknown


def formulas(question: OrderQuestion, without: Collection[str] = ()) -> Iterator[str]:
    """The axioms as SMT-LIB over the positions: `pN` is the turn of entry N."""
    chosen = question.chosen
    for number, entry in enumerate(question.entries):
        yield f"(declare-const p{number} Int)"
        turns = question.turns if number in chosen else (entry.turn,)
        yield _claim(_any(f"(= p{number} {turn})" for turn in turns))
    yield _claim(f"(distinct {' '.join(f'p{number}' for number in range(len(question.entries)))})")
    for number, entry in enumerate(question.entries):
        # A part that leaves by itself goes with the turn before, and is pending until then.
        yield _define(f"pending{number} ((s Int))", f"(and (<= {entry.joined} s) (<= s p{number}))")
    for number in chosen if JOINED not in without else ():
        yield _claim(f"(<= {question.entries[number].joined} p{number})")
    for place, epoch in enumerate(question.course.epochs):
        yield from _EpochFormulas(question, place, epoch).all(chosen, without)


class _EpochFormulas:
    """What holds of the turns of one epoch; its names end in its number."""

    def __init__(self, question: OrderQuestion, place: int, epoch: RecordedEpoch) -> None:
        self.question = question
        self.policies = question.policies
        self.epoch = epoch
        self.at = f"_{place}"
        self.effects = range(len(question.effects))
        number = {effect: place for place, effect in enumerate(question.effects)}
        self.edges = {(number[x], number[y]) for x, y in epoch.edges}
        self.entries = {n: number[entry.effect] for n, entry in enumerate(question.entries)}

    def all(self, chosen: Iterable[int], without: Collection[str]) -> Iterator[str]:
        """The definitions, and the axioms for every turn in the epoch."""
        yield from self._graph()
        yield from self._moment()
        for one in chosen:
            position = f"p{one}"
            during = f"(and (<= {self.epoch.start} {position}) (< {position} {self.epoch.end}))"
            for name, axiom in self._axioms(one, position):
                if name not in without:
                    yield _claim(f"(=> {during} {axiom})")

    # --- the graph: dependencies, loops, waiting, independence --------------------------------

    def _on(self, x: int, y: int) -> str:
        return "true" if (x, y) in self.edges else "false"

    def _graph(self) -> Iterator[str]:
        at, effects = self.at, self.effects
        for x in effects:
            for y in effects:
                yield _define(f"by{at}_0_{x}_{y} ()", self._on(x, y))
        for step in effects:
            # With the effects up to this one allowed in between.
            old, new = f"by{at}_{step}", f"by{at}_{step + 1}"
            for x in effects:
                for y in effects:
                    over = f"(and {old}_{x}_{step} {old}_{step}_{y})"
                    yield _define(f"{new}_{x}_{y} ()", f"(or {old}_{x}_{y} {over})")
        reach = f"by{at}_{len(effects)}"
        for x in effects:
            for y in effects:
                both = f"(and {reach}_{x}_{y} {reach}_{y}_{x})"
                yield _define(f"loop{at}_{x}_{y} ()", "true" if x == y else both)
        for x in effects:
            for y in effects:
                yield _define(f"waits{at}_{x}_{y} ()", self._waits(x, y))
        for x in effects:
            yield _define(f"free{at}_{x} ()", self._free(x))

    def _waits(self, x: int, y: int) -> str:
        if self.policies.loop == "mutual pairs":
            return f"(and {self._on(x, y)} (not {self._on(y, x)}))"
        member = _any(f"(and loop{self.at}_{x}_{m} {self._on(m, y)})" for m in self.effects)
        return f"(and (not loop{self.at}_{x}_{y}) {member})"

    def _free(self, x: int) -> str:
        match self.policies.independent:
            case "nothing":
                return _all(f"(not {self._on(x, y)})" for y in self.effects)
            case "one-way":
                return _all(f"(=> {self._on(x, y)} {self._on(y, x)})" for y in self.effects)
        return _all(f"(not waits{self.at}_{x}_{y})" for y in self.effects)

    # --- a moment: who is ready, who may go ----------------------------------------------------

    def _moment(self) -> Iterator[str]:
        """Definitions that hold before turn s, for every entry in the graph."""
        at = self.at
        for one, x in self.entries.items():
            blocked = (
                f"(and waits{at}_{x}_{y} (pending{other} s))" for other, y in self.entries.items()
            )
            yield _define(f"freed{at}_{one} ((s Int))", f"(not {_any(blocked)})")
            ready = f"(and (pending{one} s) (freed{at}_{one} s))"
            yield _define(f"ready{at}_{one} ((s Int))", ready)
            yield _define(f"loose{at}_{one} ((s Int))", f"(and (pending{one} s) free{at}_{x})")
            yield _define(
                f"bound{at}_{one} ((s Int))", f"(and (ready{at}_{one} s) (not free{at}_{x}))"
            )
        for group in ("ready", "loose", "bound"):
            some = _any(f"({group}{at}_{one} s)" for one in self.entries)
            yield _define(f"some_{group}{at} ((s Int))", some)
        yield _define(f"stuck{at} ((s Int))", self._stuck())
        for one in self.entries:
            may = f"(ite (stuck{at} s) (pending{one} s) {self._may(one)})"
            yield _define(f"may{at}_{one} ((s Int))", may)

    def _may(self, one: int) -> str:
        """Whether the entry is a candidate for the next turn, of which the oldest goes."""
        at = self.at
        match self.policies.freed:
            case "compete":
                return f"(ready{at}_{one} s)"
            case "at once":
                return f"(ite (some_bound{at} s) (bound{at}_{one} s) (loose{at}_{one} s))"
        rest = "pending" if self.policies.dependents == "timestamps" else f"ready{at}_"
        return f"(ite (some_loose{at} s) (loose{at}_{one} s) ({rest}{one} s))"

    def _stuck(self) -> str:
        """Whether there is no candidate for the next turn."""
        at = self.at
        match self.policies.freed, self.policies.dependents:
            case "compete", _:
                return f"(not (some_ready{at} s))"
            case "at once", _:
                return f"(not (or (some_bound{at} s) (some_loose{at} s)))"
            case _, "timestamps":
                return "false"
        return f"(not (or (some_loose{at} s) (some_ready{at} s)))"

    # --- the axioms ----------------------------------------------------------------------------

    def _axioms(self, one: int, turn: str) -> Iterator[tuple[str, str]]:
        """What must be true of an entry that has this turn."""
        at = self.at
        free = f"free{at}_{self.entries[one]}"
        excused = "false" if self.policies.freed == "compete" else free
        if (self.policies.freed, self.policies.dependents) == ("after all", "timestamps"):
            excused = "true"
        yield WAITING, f"(or (stuck{at} {turn}) {excused} (freed{at}_{one} {turn}))"
        if self.policies.freed == "after all":
            yield FREED, f"(or {free} (not (some_loose{at} {turn})))"
        if self.policies.freed == "at once":
            yield FREED, f"(or (not {free}) (not (some_bound{at} {turn})))"
        ages = self.question.ages
        newer = [
            other
            for other in self.entries
            if ages[self.question.entries[other].effect] < ages[self.question.entries[one].effect]
        ]
        yield TIMESTAMPS, _all(f"(not (may{at}_{other} {turn}))" for other in newer)


def _claim(formula: str) -> str:
    return f"(assert {formula})"


def _define(head: str, formula: str) -> str:
    return f"(define-fun {head} Bool {formula})"


def _any(formulas: Iterable[str]) -> str:
    return f"(or false {' '.join(formulas)})"


def _all(formulas: Iterable[str]) -> str:
    return f"(and true {' '.join(formulas)})"
