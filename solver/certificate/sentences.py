"""Whether the recorded order keeps the rulebook's sentences on the order, each at its word.

The order is confirmed by the policies, which say how the document is read. Here it is held against
the axioms, choice by choice, by code that neither the solver nor the audit shares.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.axioms import (
    OF_ONE,
    All,
    Fact,
    Negated,
    Some,
    exchanged,
    relations,
)
from layerlaw.solver.certificate.entries import GONE, courses_of
from layerlaw.solver.certificate.graph import by_component, turned_round
from layerlaw.solver.certificate.kept import Kept
from layerlaw.solver.certificate.replay.board import ones

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.rulebooks.axioms import Axiom, Condition, Relation
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.entries import RecordedCourse
    from layerlaw.solver.facts.records import Facts

MOST = 200
"""Layers with more effects than that are not looked at."""

MOST_KEPT, MOST_LAYERS = 20, 10_000
"""Of layers of so few effects is kept what was found; of so many of them, then it begins anew."""


def departures(facts: Facts, courses: Sequence[RecordedCourse] | None = None) -> Iterator[str]:
    """For each sentence that the order does not keep, in words, where it does so first.

    courses: those of the layers, if they are known by now.
    """
    rulebook = facts.situation.rulebook
    if not rulebook.axioms:
        return
    ranks = {key: rank for rank, key in enumerate(sorted({each.key for each in facts.effects}))}
    ages = {each.id: ranks[each.key] for each in facts.effects}
    axioms = _axioms_of(rulebook)
    told: set[str] = set()
    for record, course in zip(facts.layers, courses or courses_of(facts), strict=True):
        if len(record.turns) > 1 and 1 < len(course.entries) <= MOST:
            for clause, effect, pending in axioms.departures(course, ages):
                if clause not in told:
                    told.add(clause)
                    before = f" before {pending}, which" if pending else ", where it"
                    what = "has to come first" if pending else "may not be next"
                    yield (
                        f"at its word {clause} is not kept in layer {record.layer}: "
                        f"{effect} goes{before} {what}"
                    )


Test = Callable[["_Choice", int, int], int]
"""Of a choice, a place y and other places: for which x among these something holds."""


class _Asked:
    """An axiom as it is asked. when, exchanged: its condition, and the same exchanged."""

    __slots__ = ("alone", "by_step", "clause", "exchanged", "overrides", "settled", "when")

    def __init__(self, axiom: Axiom) -> None:
        self.clause, self.overrides = axiom.clause, axiom.overrides
        self.by_step, self.alone = axiom.by_step, axiom.alone
        self.when = _test(_ready_last(axiom.when), axiom.by_step)
        self.exchanged = _test(_ready_last(exchanged(axiom.when)), axiom.by_step)
        self.settled = not _asks_who_is_ready(axiom.when)


class _Axioms:
    """The axioms of a rulebook, as they are asked. settled: those that do not ask who is ready."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.all = tuple(map(_Asked, rulebook.axioms))
        self.settled = tuple(one for one in self.all if one.settled)
        self._known: dict[tuple[object, ...], tuple[tuple[str, int, int], ...]] = {}

    def departures(
        self, course: RecordedCourse, ages: Mapping[str, int]
    ) -> Iterator[tuple[str, str, str]]:
        """(clause, the effect that went, the one that was to come first or "")."""
        layer = _Layer(course, ages, self)
        if len(layer.names) > MOST_KEPT:
            found: Iterable[tuple[str, int, int]] = layer.departures()
        else:
            likeness = layer.likeness()
            if likeness not in self._known:
                if len(self._known) >= MOST_LAYERS:
                    self._known.clear()
                self._known[likeness] = tuple(layer.departures())
            found = self._known[likeness]
        for clause, place, other in found:
            yield clause, layer.names[place], "" if other < 0 else layer.names[other]


_axioms_of: Kept[Rulebook, _Axioms] = Kept(_Axioms, most=100)


def _ready_last(condition: Condition) -> Condition:
    """The condition, with who is ready asked last, as that takes a look at everybody."""
    match condition:
        case All(parts):
            return All(tuple(sorted(map(_ready_last, parts), key=_asks_who_is_ready)))
        case Some(parts):
            return Some(tuple(map(_ready_last, parts)))
        case Negated(part):
            return Negated(_ready_last(part))
        case Fact():
            return condition


def _test(condition: Condition, by_step: bool) -> Test:
    """What tells for which x the condition holds. by_step: at the choice, or at first."""
    match condition:
        case All(parts):
            return _every([_test(part, by_step) for part in parts])
        case Some(parts):
            return _some([_test(part, by_step) for part in parts])
        case Negated(part):
            inner = _test(part, by_step)
            return lambda choice, y, among: among & ~inner(choice, y, among)
        case Fact(relation, first, _):
            return _said(relation, by_step, of_x=first == "x")


def _every(tests: Sequence[Test]) -> Test:
    def holds(choice: _Choice, y: int, among: int) -> int:
        for test in tests:
            if among:
                among = test(choice, y, among)
        return among

    return holds


def _some(tests: Sequence[Test]) -> Test:
    def holds(choice: _Choice, y: int, among: int) -> int:
        some = 0
        for test in tests:
            some |= test(choice, y, among & ~some)
        return some

    return holds


def _said(relation: Relation, by_step: bool, *, of_x: bool) -> Test:
    """What tells of which x it is said. of_x: of x and y, or of y and x."""
    match relation:
        case "older" if of_x:
            return lambda choice, y, among: among & choice.layer.older[y]
        case "older":
            return lambda choice, y, among: among & choice.layer.newer[y]
        case "one layer":
            return lambda choice, y, among: among
        case "layer before":
            return lambda choice, y, among: 0
        case "ready" if of_x:
            return lambda choice, y, among: sum(
                1 << place for place in ones(among) if choice.is_ready(place)
            )
        case "ready":
            return lambda choice, y, among: among if choice.is_ready(y) else 0

    def at(moment: _Moment, y: int, here: int) -> int:
        if relation not in OF_ONE:
            return here & moment.of_two(relation, y, first=not of_x)
        if of_x:
            return here & moment.of_one(relation)
        return here if moment.of_one(relation) >> y & 1 else 0

    if by_step:
        return lambda choice, y, among: at(choice.now, y, among) if among else 0

    def at_first(choice: _Choice, y: int, among: int) -> int:
        said = 0
        for together, moment in choice.layer.at_first(y):
            if among & together:
                said |= at(moment, y, among & together)
        return said

    return at_first


class _Moment:
    """The dependencies among some effects, and what follows from them.

    Effects are places in rows of bits. inside: those that count. on, back: for each place those
    that it depends on, and those that depend on it, whether they count or not.
    """

    def __init__(self, inside: int, on: Sequence[int], back: Sequence[int]) -> None:
        self.inside = inside
        self._on = on
        self._back = back
        self._reached: dict[tuple[bool, int], int] = {}

    def on(self, place: int) -> int:
        """What it depends on."""
        return self._on[place] & self.inside

    def back(self, place: int) -> int:
        """What depends on it."""
        return self._back[place] & self.inside

    def chains(self, place: int, *, back: bool = False) -> int:
        """What it depends on in chains, or what depends on it in chains."""
        if (back, place) not in self._reached:
            rows = self._back if back else self._on
            seen = 0
            border = rows[place] & self.inside
            while border:
                seen |= border
                far = 0
                for near in ones(border):
                    far |= rows[near]
                border = far & self.inside & ~seen
            self._reached[back, place] = seen
        return self._reached[back, place]

    def loop(self, place: int) -> int:
        """The members of its loop, itself among them."""
        return 1 << place | self.chains(place) & self.chains(place, back=True)

    @cached_property
    def something(self) -> int:
        """Who depends on something."""
        return sum(1 << place for place in ones(self.inside) if self._on[place] & self.inside)

    @cached_property
    def waiting(self) -> int:
        """Who, or a member of whose loop, depends on something outside of the loop."""
        inside = self.inside
        rows = [
            [row & inside if inside >> place & 1 else 0 for place, row in enumerate(side)]
            for side in (self._on, self._back)
        ]
        _, outside = by_component(*rows)
        return sum(1 << place for place in ones(inside) if outside[place])

    def of_one(self, relation: Relation) -> int:
        """Of whom it is said, alone."""
        match relation:
            case "something":
                return self.something
            case "nothing":
                return self.inside & ~self.something
            case "waits":
                return self.waiting
            case "free":
                return self.inside & ~self.waiting
            case "busy":
                return self.inside if self.something else 0
        raise LookupError(relation)

    def of_two(self, relation: Relation, place: int, *, first: bool) -> int:
        """Of whom it is said together with that one; first: whether this is the first of the two.

        Otherwise it is the second.
        """
        match relation:
            case "depends":
                return self.on(place) if first else self.back(place)
            case "chain":
                return self.chains(place, back=not first)
            case "mutual":
                return self.on(place) & self.back(place)
            case "loop":
                return self.loop(place) & ~(1 << place)
        raise LookupError(relation)


class _Layer:
    """One layer as recorded, and the axioms.

    Its effects are places: the first entry of each. Dependencies are rows of these.
    """

    def __init__(self, course: RecordedCourse, ages: Mapping[str, int], axioms: _Axioms) -> None:
        self.course = course
        self.axioms = axioms
        self.names = list(dict.fromkeys(entry.effect for entry in course.entries))
        self.place = {name: place for place, name in enumerate(self.names)}
        self.present = [
            sum(1 << self.place[course.entries[entry].effect] for entry in epoch.present)
            for epoch in course.epochs
        ]
        self._ages = [ages[name] for name in self.names]
        self._moments: dict[int, _Moment] = {}
        self._rows: dict[int, tuple[list[int], list[int]]] = {}
        self._together: dict[int, list[tuple[int, _Moment]]] = {}

    @cached_property
    def _by_age(self) -> tuple[list[int], list[int]]:
        return _by_age(self._ages)

    @property
    def older(self) -> list[int]:
        """For each place a row of those that are older."""
        return self._by_age[0]

    @property
    def newer(self) -> list[int]:
        """For each place a row of those that are newer."""
        return self._by_age[1]

    def likeness(self) -> tuple[object, ...]:
        """All that departures depend on, by places and without names; equal for layers alike."""
        order = {age: rank for rank, age in enumerate(sorted(set(self._ages)))}
        place = self.place
        return (
            tuple([order[age] for age in self._ages]),
            tuple([(place[one.effect], one.turn, one.why == GONE) for one in self.course.entries]),
            tuple(
                [
                    (epoch.start, epoch.end, epoch.present, *self._rows_of(number))
                    for number, epoch in enumerate(self.course.epochs)
                ]
            ),
        )

    def departures(self) -> Iterator[tuple[str, int, int]]:
        """(clause, the place of the effect that went, of the one to come first or -1)."""
        entries = self.course.entries
        for number, epoch in enumerate(self.course.epochs):
            # In the order in which they joined; `turns` in the order in which they went.
            joined = [self.place[entries[entry].effect] for entry in epoch.present]
            turns = {
                turn: entries[entry]
                for entry in epoch.present
                if (turn := entries[entry].turn) is not None
            }
            pending = sum(1 << self.place[entry.effect] for entry in turns.values())
            for turn in sorted(turns):
                entry = turns[turn]
                place = self.place[entry.effect]
                if epoch.start <= turn < epoch.end and entry.why != GONE:
                    choice = _Choice(self, number, pending)
                    for clause, others in choice.barring(place, self.axioms.all):
                        other = next((one for one in joined if others >> one & 1), -1)
                        yield clause, place, other
                pending &= ~(1 << place)

    def rows(self, number: int) -> tuple[list[int], list[int]]:
        """The dependencies of an epoch, and the same turned round."""
        if number not in self._rows:
            rows = self._rows_of(number)
            self._rows[number] = rows, turned_round(rows)
        return self._rows[number]

    def _rows_of(self, number: int) -> list[int]:
        graph = self.course.epochs[number].graph
        if graph.names == self.names:
            return graph.rows
        places = [self.place.get(name, -1) for name in graph.names]
        rows = [0] * len(self.names)
        for place, row in zip(places, graph.rows, strict=True):
            if place >= 0:
                rows[place] = sum(1 << places[one] for one in ones(row) if places[one] >= 0)
        return rows

    def at_first(self, place: int) -> list[tuple[int, _Moment]]:
        """The dependencies as they are when that one and others are there for the first time."""
        if place not in self._together:
            left = -1
            together = []
            for number, present in enumerate(self.present):
                if present >> place & 1 and present & left:
                    if number not in self._moments:
                        self._moments[number] = _Moment(present, *self.rows(number))
                    together.append((present & left, self._moments[number]))
                    left &= ~present
            self._together[place] = together
        return self._together[place]


def _by_age(ages: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each place a row of those that are older, and one of those that are newer."""
    older, newer = [0] * len(ages), [0] * len(ages)
    alike: dict[int, list[int]] = {}
    for place, age in enumerate(ages):
        alike.setdefault(age, []).append(place)
    for rows, order in ((older, sorted(alike)), (newer, sorted(alike, reverse=True))):
        before = 0
        for age in order:
            for place in alike[age]:
                rows[place] = before
            before |= sum(1 << place for place in alike[age])
    return older, newer


class _Choice:
    """The choice of the next effect among those pending."""

    def __init__(self, layer: _Layer, epoch: int, pending: int) -> None:
        self.layer = layer
        self.epoch = epoch
        self.pending = pending
        self._ready: dict[int, bool] = {}

    @cached_property
    def now(self) -> _Moment:
        """The dependencies among those pending."""
        return _Moment(self.pending, *self.layer.rows(self.epoch))

    def barring(self, place: int, axioms: Sequence[_Asked]) -> Iterator[tuple[str, int]]:
        """What keeps that one from being next: the clause, and because of which; of none: alone."""
        own = 1 << place
        for axiom in axioms:
            among = own if axiom.alone else self.pending & ~own
            barred = axiom.when(self, place, among)
            for other in axioms if barred else ():
                if axiom.clause in other.overrides and (not axiom.alone or other.alone):
                    barred &= ~other.when(self, place, barred)
                    barred &= ~other.exchanged(self, place, barred)
            if barred:
                yield axiom.clause, 0 if axiom.alone else barred

    def is_ready(self, place: int) -> bool:
        """Whether nothing keeps it from being next but what asks who is ready."""
        if place not in self._ready:
            self._ready[place] = next(self.barring(place, self.layer.axioms.settled), None) is None
        return self._ready[place]


def _asks_who_is_ready(condition: Condition) -> bool:
    return "ready" in relations(condition)
