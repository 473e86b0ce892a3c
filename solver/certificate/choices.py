"""The axioms on order inside a layer: one claim for every choice that a policy speaks of.

For each part the claims name the one other part that could refute the clause soonest, so their
number grows with the effects and not with their pairs, except where the graph is found anew at
every step. The tests show by brute force that they accept exactly the order of the definition.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.claims import Claim, role
from layerlaw.solver.certificate.entries import GONE
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.verdict import clause_of
from layerlaw.solver.certificate.waiting import relations
from layerlaw.solver.facts.lists import as_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.claims import Comparison, Stays
    from layerlaw.solver.certificate.entries import RecordedCourse, RecordedEpoch
    from layerlaw.solver.certificate.waiting import OrderPolicies, Relations


@dataclass(frozen=True, slots=True)
class Clauses:
    """Which clause each axiom of the order rests on."""

    timestamps: str
    freed: str
    dependents: str
    loop: str
    independent: str

    @classmethod
    def of(cls, rulebook: Rulebook) -> Clauses:
        """Those of a rulebook under its readings."""
        return cls(
            clause_of(rulebook, "timestamps"),
            clause_of(rulebook, "freed"),
            clause_of(rulebook, "dependents"),
            clause_of(rulebook, "loop"),
            clause_of(rulebook, "independent"),
        )


def order(
    course: RecordedCourse, stays: Stays, policies: OrderPolicies, clauses: Clauses
) -> Iterator[Claim]:
    """What the policies on order claim of every choice in the layer."""
    freed: set[int] = set()
    for epoch in course.epochs:
        stand = relations(epoch.graph, policies)
        choices = Choices(epoch, stays, stand, policies, clauses, frozenset(freed))
        yield from choices.claims()
        freed.update(set(epoch.present) - choices.independent)


class Choices:
    """The claims about the choices made while one graph was valid.

    freed: the entries that were dependent in an earlier graph of the layer.
    """

    def __init__(
        self,
        epoch: RecordedEpoch,
        stays: Stays,
        stand: Relations,
        policies: OrderPolicies,
        clauses: Clauses,
        freed: frozenset[int] = frozenset(),
    ) -> None:
        self.freed = freed
        self.stays = stays
        self.policies = policies
        self.clauses = clauses
        self.present = epoch.present
        self._literal = (policies.freed, policies.dependents) == ("after all", "timestamps")
        self._bound = "by timestamp only" if self._literal else "freed"
        self._roles: dict[tuple[str, str], tuple[tuple[Comparison, ...], str]] = {}
        position, effects = stays.positions, stays.effects
        place = epoch.graph.place
        entry_at = {place[effects[entry]]: entry for entry in self.present}
        self.awaited: dict[int, int | None] = {}
        known: dict[bytes, int | None] = {}
        self.independent: set[int] = set()
        self.loop: dict[int, int] = {}
        self.at = {entry: at for at, entry in entry_at.items()}
        for at, entry in entry_at.items():
            row = stand.waits[at]
            if row:
                key = as_key(row)
                if key not in known:
                    awaited = (entry_at[one] for one in ones(row) if one in entry_at)
                    known[key] = max(awaited, key=position.__getitem__, default=None)
                self.awaited[entry] = known[key]
            else:
                self.awaited[entry] = None
            if stand.independent >> at & 1:
                self.independent.add(entry)
            self.loop[entry] = stand.loop[at]
        # "gone" is no choice; such an entry still was pending when others were chosen.
        chosen = [
            entry
            for entry in self.present
            if epoch.start <= position[entry] < epoch.end
            and stays.course.entries[entry].why != GONE
        ]
        chosen.sort(key=position.__getitem__)
        self.blocked = [entry for entry in chosen if self._is_blocked(entry)]
        self._blocked = frozenset(self.blocked)
        self.chosen = [entry for entry in chosen if entry not in self._blocked]

    def _is_blocked(self, entry: int) -> bool:
        """Whether nobody could go by the rules at its turn (only where loops are not members')."""
        if self.policies.loop == "members" or self._literal:
            return False
        position = self.stays.positions
        now = position[entry]
        # What is independent waits for nothing, so that it is ready.
        for other in self.present:
            if position[other] >= now:
                last = self.awaited[other]
                if last is None or position[last] < now:
                    return False
        return True

    def claims(self) -> list[Claim]:
        """Every claim, in the order of the turns it speaks of."""
        made: list[Claim] = []
        policies, clauses = self.policies, self.clauses
        free = [entry for entry in self.chosen if entry in self.independent]
        bound = [entry for entry in self.chosen if entry not in self.independent]
        everyone = policies.freed == "compete"
        literal = self._literal
        if not literal:
            made += map(self._waits, self._waiting(self.chosen if everyone else bound))
        if policies.freed == "after all":
            made += self._after_all(bound)
        apart = self.independent
        if everyone:
            # What was dependent and is free by now goes among the free by the clause that says so.
            apart = self.independent - self.freed
            free = [entry for entry in self.chosen if entry in apart]
            bound = [entry for entry in self.chosen if entry not in apart]
        rivals = Rivals(free, self), Rivals(bound, self)
        for entry in self.present:
            independent = entry in self.independent
            mine, others = rivals if entry in apart else rivals[::-1]
            excused = everyone or not (independent or literal)
            by_time = clauses.dependents if literal and not independent else clauses.timestamps
            for rivals_here, clause in (
                (mine, by_time),
                *(((others, clauses.freed),) if everyone else ()),
            ):
                inside, outside = rivals_here.inside(entry), rivals_here.outside(entry)
                if inside is not None:
                    made.append(self._oldest(entry, inside, clauses.loop, excused))
                if outside is not None:
                    made.append(self._oldest(entry, outside, clause, excused))
            if policies.freed == "at once" and not independent:
                before = others.last_before(entry)
                if before is not None:
                    made.append(self._at_once(entry, before))
        made += map(self._role, (*self.chosen, *self.blocked))
        ages = self.stays.ages
        for entry in self.blocked:
            now = self.stays.positions[entry]
            for other in [one for one in self.present if self.stays.positions[one] > now]:
                made.append(
                    self._claim(
                        clauses.loop,
                        ((ages[entry], "<=", ages[other]),),
                        "all block each other, and {} went before {}, which is older",
                        entry,
                        other,
                    )
                )
        return made

    def _claim(
        self, clause: str, any_of: tuple[Comparison, ...], message: str, *entries: int
    ) -> Claim:
        effects = tuple([self.stays.effects[entry] for entry in entries])
        return Claim(clause, self.stays.layer, any_of, message, effects)

    def _role(self, entry: int) -> Claim:
        """The role recorded for the part's turn is the one it has by the policies."""
        right = "independent" if entry in self.independent else self._bound
        if entry in self._blocked:
            right = "blocked"
        why = self.stays.course.entries[entry].why
        if (why, right) not in self._roles:
            message = "{} had its turn as '" + why + "', and not as '" + right + "'"
            self._roles[why, right] = ((role(why), "=", role(right)),), message
        any_of, message = self._roles[why, right]
        return self._claim(self.clauses.independent, any_of, message, entry)

    def _waiting(self, entries: Iterable[int]) -> list[tuple[int, int]]:
        """Of these, those that wait for something, each with what goes last of that."""
        return [(entry, last) for entry in entries if (last := self.awaited[entry]) is not None]

    def _waits(self, entries: tuple[int, int]) -> Claim:
        """A part is not chosen before what it waits for."""
        entry, last = entries
        positions = self.stays.positions
        return self._claim(
            self.clauses.dependents,
            ((positions[last], "<", positions[entry]),),
            "{} went before {}, which it waits for",
            entry,
            last,
        )

    def _after_all(self, bound: Sequence[int]) -> Iterator[Claim]:
        """A dependent part is not chosen while an independent one is pending."""
        positions = self.stays.positions
        last = max(self.independent, key=positions.__getitem__, default=None)
        for entry in bound if last is not None else ():
            assert last is not None
            yield self._claim(
                self.clauses.freed,
                ((positions[last], "<", positions[entry]),),
                "{} is dependent and went before {}, which is independent",
                entry,
                last,
            )

    def _oldest(self, entry: int, rival: int, clause: str, excused: bool) -> Claim:
        """No newer rival is chosen before the part, unless the part was still waiting then."""
        ages, positions = self.stays.ages, self.stays.positions
        any_of: tuple[Comparison, ...] = ((ages[rival], "<=", ages[entry]),)
        last = self.awaited[entry]
        if excused and last is not None:
            any_of = (*any_of, (positions[rival], "<=", positions[last]))
        return self._claim(clause, any_of, "{} went before {}, which is older", rival, entry)

    def _at_once(self, entry: int, before: int) -> Claim:
        """No independent part is chosen once a dependent one waits for nothing any more."""
        positions = self.stays.positions
        last = self.awaited[entry]
        any_of: tuple[Comparison, ...] = ()
        if last is not None:
            any_of = ((positions[before], "<=", positions[last]),)
        message = "{} went before {}, whose turn had come at once"
        return self._claim(self.clauses.freed, any_of, message, before, entry)


class Rivals:
    """The chosen entries of one kind, and for any entry the one of them to compare it with.

    That is the last newer one that was chosen before it, inside or outside of its loop: of all
    newer ones it is the one that a part which was still waiting is excused for last. If none is
    newer, it is the last one, if that is of the kind asked for.
    """

    def __init__(self, entries: Sequence[int], choices: Choices) -> None:
        self.entries = entries
        self.ages = choices.stays.ages
        self.positions = choices.stays.positions
        self.loop, self.at = choices.loop, choices.at
        self._turns = [self.positions[entry] for entry in entries]
        self._newer = _newer_before([self.ages[entry] for entry in entries])
        self._parts: dict[bytes, Rivals] = {}
        self._choices = choices

    def _before(self, entry: int) -> int:
        """The number of the last one chosen before the entry; -1 if there is none."""
        return bisect_left(self._turns, self.positions[entry]) - 1

    def last_before(self, entry: int) -> int | None:
        """The last one chosen before the entry."""
        number = self._before(entry)
        return None if number < 0 else self.entries[number]

    def inside(self, entry: int) -> int | None:
        """The one of the entry's loop."""
        loop = self.loop[entry]
        if not loop & (loop - 1):
            return None
        key = as_key(loop)
        if key not in self._parts:
            if self._choices.policies.loop == "members":
                # Loops are apart, so that all of them are sorted out in one go.
                for other, own in self._by_loop().items():
                    self._parts[other] = Rivals(own, self._choices)
                self._parts.setdefault(key, Rivals((), self._choices))
            else:
                own = [one for one in self.entries if loop >> self.at[one] & 1]
                self._parts[key] = Rivals(own, self._choices)
        own_loop = self._parts[key]
        last = number = own_loop._before(entry)
        while number >= 0:
            if self.ages[own_loop.entries[number]] > self.ages[entry]:
                return own_loop.entries[number]
            number = own_loop._newer[number]
        return None if last < 0 else own_loop.entries[last]

    def _by_loop(self) -> dict[bytes, list[int]]:
        by_loop: dict[bytes, list[int]] = {}
        for entry in self.entries:
            by_loop.setdefault(as_key(self.loop[entry]), []).append(entry)
        return by_loop

    def outside(self, entry: int) -> int | None:
        """The one that is not of the entry's loop."""
        loop, age = self.loop[entry], self.ages[entry]
        last = number = self._before(entry)
        while number >= 0:
            rival = self.entries[number]
            if self.ages[rival] <= age:
                number = self._newer[number]
            elif loop >> self.at[rival] & 1:
                number -= 1
            else:
                return rival
        if last < 0 or loop >> self.at[self.entries[last]] & 1:
            return None
        return self.entries[last]


def _newer_before(ages: Sequence[int]) -> list[int]:
    """For each of some entries in order the number of the last one before it that is newer."""
    newer: list[int] = []
    open: list[int] = []
    for number, age in enumerate(ages):
        while open and ages[open[-1]] <= age:
            open.pop()
        newer.append(open[-1] if open else -1)
        open.append(number)
    return newer
