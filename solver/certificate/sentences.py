"""Whether the recorded order keeps the rulebook's sentences on the order, each at its word.

The order is confirmed by the policies, which say how the document is read. Here it is held against
the axioms, choice by choice, by code that neither the solver nor the audit shares.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.axioms import All, Fact, Negated, Some, relations
from layerlaw.solver.certificate.entries import GONE, course_of
from layerlaw.solver.certificate.replay.words import policy

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom, Condition, Relation
    from layerlaw.solver.certificate.entries import RecordedCourse, RecordedEpoch
    from layerlaw.solver.facts.records import Facts

MOST = 200
"""Layers with more effects than that are not looked at."""


def departures(facts: Facts) -> Iterator[str]:
    """For each sentence that the order does not keep, in words, where it does so first."""
    rulebook = facts.situation.rulebook
    if not rulebook.axioms:
        return
    ranks = {key: rank for rank, key in enumerate(sorted({each.key for each in facts.effects}))}
    ages = {each.id: ranks[each.key] for each in facts.effects}
    anew = policy(rulebook, "graph") == "each step"
    told: set[str] = set()
    for record in facts.layers:
        if len(record.turns) < 2:
            continue
        course = course_of(record, anew=anew)
        if 1 < len(course.entries) <= MOST:
            for clause, effect, pending in _Layer(course, ages, rulebook.axioms).departures():
                if clause not in told:
                    told.add(clause)
                    before = f" before {pending}, which" if pending else ", where it"
                    what = "has to come first" if pending else "may not be next"
                    yield (
                        f"at its word {clause} is not kept in layer {record.layer}: "
                        f"{effect} goes{before} {what}"
                    )


class _Moment:
    """The dependencies among some effects, and what follows from them."""

    def __init__(self, names: Collection[str], edges: Collection[tuple[str, str]]) -> None:
        inside = frozenset(names)
        self.on: dict[str, set[str]] = {name: set() for name in inside}
        for one, other in edges:
            if one in inside and other in inside:
                self.on[one].add(other)

    @cached_property
    def chains(self) -> dict[str, set[str]]:
        """What each depends on in chains."""
        reached: dict[str, set[str]] = {}
        for name, first in self.on.items():
            seen: set[str] = set()
            border = set(first)
            while border:
                seen |= border
                border = {far for near in border for far in self.on[near]} - seen
            reached[name] = seen
        return reached

    def loop(self, name: str) -> set[str]:
        """The members of its loop, itself among them."""
        return {name, *(far for far in self.chains[name] if name in self.chains[far])}

    def waits(self, name: str) -> bool:
        """Whether a member of its loop depends on something outside."""
        members = self.loop(name)
        return any(self.on[member] - members for member in members)

    def holds(self, relation: Relation, one: str, other: str) -> bool:
        """What is said of the dependencies of one, or of two."""
        match relation:
            case "depends":
                return other in self.on[one]
            case "chain":
                return other in self.chains[one]
            case "mutual":
                return other in self.on[one] and one in self.on[other]
            case "loop":
                return one != other and other in self.loop(one)
            case "something":
                return bool(self.on[one])
            case "nothing":
                return not self.on[one]
            case "waits":
                return self.waits(one)
            case "free":
                return not self.waits(one)
            case "busy":
                return any(self.on.values())
        raise LookupError(relation)


class _Layer:
    """One layer as recorded, and the axioms."""

    def __init__(
        self, course: RecordedCourse, ages: Mapping[str, int], axioms: Sequence[Axiom]
    ) -> None:
        self.course = course
        self.ages = ages
        self.axioms = axioms
        self.settled = [axiom for axiom in axioms if "ready" not in relations(axiom.when)]
        self.epochs = [
            (epoch, frozenset(course.entries[entry].effect for entry in epoch.present))
            for epoch in course.epochs
        ]
        self._first: dict[int, _Moment] = {}

    def departures(self) -> Iterator[tuple[str, str, str]]:
        """(clause, the effect that went, the one that was to come first or "")."""
        for epoch, _ in self.epochs:
            turns = {
                entry.turn: entry
                for number in epoch.present
                if (entry := self.course.entries[number]).turn is not None
            }
            for turn in range(epoch.start, epoch.end):
                if turn in turns and turns[turn].why != GONE:
                    pending = [
                        one.effect for at, one in turns.items() if at is not None and at >= turn
                    ]
                    choice = _Choice(self, epoch, pending)
                    yield from choice.barring(turns[turn].effect, self.axioms)

    def at_first(self, one: str, other: str) -> _Moment:
        """The dependencies as they are when both are there for the first time."""
        number = next(
            (at for at, (_, names) in enumerate(self.epochs) if one in names and other in names), 0
        )
        if number not in self._first:
            epoch, names = self.epochs[number]
            self._first[number] = _Moment(names, epoch.edges)
        return self._first[number]


class _Choice:
    """The choice of the next effect among those pending."""

    def __init__(self, layer: _Layer, epoch: RecordedEpoch, pending: Sequence[str]) -> None:
        self.layer = layer
        self.pending = pending
        self.now = _Moment(pending, epoch.edges)
        self._ready: dict[str, bool] = {}

    def barring(self, effect: str, axioms: Sequence[Axiom]) -> Iterator[tuple[str, str, str]]:
        """What keeps the effect from being next: the clause, the effect, and because of which."""
        for axiom in axioms:
            if axiom.alone:
                if self._holds(axiom, effect, effect) and not self._silent(
                    axiom.clause, effect, effect, axioms
                ):
                    yield axiom.clause, effect, ""
                continue
            for other in self.pending:
                if (
                    other != effect
                    and self._holds(axiom, other, effect)
                    and not self._silent(axiom.clause, other, effect, axioms)
                ):
                    yield axiom.clause, effect, other
                    break

    def _silent(self, clause: str, x: str, y: str, axioms: Sequence[Axiom]) -> bool:
        """Whether another clause overrides it where these two are concerned."""
        return any(
            clause in axiom.overrides
            and (x != y or axiom.alone)
            and (self._holds(axiom, x, y) or self._holds(axiom, y, x))
            for axiom in axioms
        )

    def _holds(self, axiom: Axiom, x: str, y: str) -> bool:
        return self._true(axiom.when, axiom.by_step, x, y)

    def _true(self, condition: Condition, by_step: bool, x: str, y: str) -> bool:
        match condition:
            case All(parts):
                # Who is ready is asked last, as it takes a look at everybody.
                cheap = sorted(parts, key=lambda part: "ready" in relations(part))
                return all(self._true(part, by_step, x, y) for part in cheap)
            case Some(parts):
                return any(self._true(part, by_step, x, y) for part in parts)
            case Negated(part):
                return not self._true(part, by_step, x, y)
            case Fact(relation, first, _):
                one, other = (x, y) if first == "x" else (y, x)
        match relation:
            case "older":
                return self.layer.ages[one] < self.layer.ages[other]
            case "one layer":
                return True
            case "layer before":
                return False
            case "ready":
                return self._is_ready(one)
        moment = self.now if by_step else self.layer.at_first(one, other)
        return moment.holds(relation, one, other)

    def _is_ready(self, effect: str) -> bool:
        if effect not in self._ready:
            barring = self.barring(effect, self.layer.settled)
            self._ready[effect] = next(barring, None) is None
        return self._ready[effect]
