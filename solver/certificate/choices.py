"""The axioms on order inside a layer: one claim for every choice that a policy speaks of.

For each part the claims name the one other part that could refute the clause soonest, so their
number grows with the effects and not with their pairs, except where the graph is found anew at
every step. The tests show by brute force that they accept exactly the order of the definition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.solver.certificate.claims import Claim
from layerlaw.solver.certificate.entries import GONE
from layerlaw.solver.certificate.verdict import clause_of
from layerlaw.solver.certificate.waiting import relations

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.rulebook import Rulebook
    from layerlaw.solver.certificate.claims import Comparison, Names
    from layerlaw.solver.certificate.entries import Course, Epoch
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
    course: Course, names: Names, policies: OrderPolicies, clauses: Clauses
) -> Iterator[Claim]:
    """What the policies on order claim of every choice in the layer."""
    known: dict[str, None] = {}
    for epoch in course.epochs:
        if policies.graph == "each step":
            known = {}
        known.update((names.effects[entry], None) for entry in epoch.present)
        known.update((effect, None) for edge in epoch.edges for effect in edge)
        stand = relations(tuple(known), epoch.edges, policies)
        yield from Choices(epoch, names, stand, policies, clauses).claims()


class Choices:
    """The claims about the choices made while one graph was valid."""

    def __init__(
        self,
        epoch: Epoch,
        names: Names,
        stand: Relations,
        policies: OrderPolicies,
        clauses: Clauses,
    ) -> None:
        self.names = names
        self.policies = policies
        self.clauses = clauses
        self.present = epoch.present
        position = names.positions
        effects = names.effects
        entry_of = {effects[entry]: entry for entry in self.present}
        self.awaited = {
            entry: max(
                (entry_of[e] for e in stand.waits[effects[entry]] if e in entry_of),
                key=position.__getitem__,
                default=None,
            )
            for entry in self.present
        }
        self.independent = {e for e in self.present if effects[e] in stand.independent}
        self.loop = {
            entry: {entry_of[e] for e in stand.loop[effects[entry]] if e in entry_of}
            for entry in self.present
        }
        # "gone" is no choice; such an entry still was pending when others were chosen.
        chosen = [
            entry
            for entry in self.present
            if epoch.start <= position[entry] < epoch.end
            and names.course.entries[entry].why != GONE
        ]
        chosen.sort(key=position.__getitem__)
        self.blocked = [entry for entry in chosen if self._is_blocked(entry)]
        self.chosen = [entry for entry in chosen if entry not in self.blocked]

    def _is_blocked(self, entry: int) -> bool:
        """Whether nobody could go by the rules at its turn (only where loops are not members')."""
        if self.policies.loop == "members":
            return False
        position = self.names.positions
        now = position[entry]
        for other in self.present:
            if position[other] >= now:
                last = self.awaited[other]
                ready = last is None or position[last] < now
                free = other in self.independent and self.policies.freed != "compete"
                literal = (
                    self.policies.freed == "after all" and self.policies.dependents == "timestamps"
                )
                if ready or free or literal:
                    return False
        return True

    def claims(self) -> Iterator[Claim]:
        """Every claim, in the order of the turns it speaks of."""
        policies, clauses = self.policies, self.clauses
        free = [entry for entry in self.chosen if entry in self.independent]
        bound = [entry for entry in self.chosen if entry not in self.independent]
        everyone = policies.freed == "compete"
        literal = policies.freed == "after all" and policies.dependents == "timestamps"
        if not literal:
            for entry in self.chosen if everyone else bound:
                yield from self._waits(entry)
        if policies.freed == "after all":
            yield from self._after_all(bound)
        for entry in self.present:
            mine, others = (free, bound) if entry in self.independent else (bound, free)
            excused = everyone or (entry not in self.independent and not literal)
            looped = self.loop[entry]
            inside = [one for one in mine if one in looped]
            outside = [one for one in mine if one not in looped]
            by_time = clauses.timestamps
            if literal and entry not in self.independent:
                by_time = clauses.dependents
            yield from self._oldest(entry, inside, clauses.loop, excused)
            yield from self._oldest(entry, outside, by_time, excused)
            if everyone:
                yield from self._oldest(
                    entry, [o for o in others if o in looped], clauses.loop, excused
                )
                yield from self._oldest(
                    entry, [o for o in others if o not in looped], clauses.freed, excused
                )
            if policies.freed == "at once" and entry not in self.independent:
                yield from self._at_once(entry, others)
        for entry in (*self.chosen, *self.blocked):
            yield from self._role(entry)
        for entry in self.blocked:
            rest = [
                o for o in self.present if self.names.positions[o] > self.names.positions[entry]
            ]
            for other in rest:
                yield self._claim(
                    clauses.loop,
                    ((self.names.age(entry), "<=", self.names.age(other)),),
                    "all block each other, and {} went before {}, which is older",
                    entry,
                    other,
                )

    def _claim(
        self, clause: str, any_of: tuple[Comparison, ...], message: str, *entries: int
    ) -> Claim:
        effects = tuple(self.names.effects[entry] for entry in entries)
        return Claim(clause, self.names.layer, any_of, message, effects)

    def _role(self, entry: int) -> Iterator[Claim]:
        """The role recorded for the part's turn is the one it has by the policies."""
        role = "independent" if entry in self.independent else "freed"
        if role == "freed" and (self.policies.freed, self.policies.dependents) == (
            "after all",
            "timestamps",
        ):
            role = "by timestamp only"
        if entry in self.blocked:
            role = "blocked"
        why = self.names.course.entries[entry].why
        recorded, right = self.names.roles(entry, why, role)
        message = f"{{}} had its turn as '{why}', and not as '{role}'"
        for pair in ((recorded, "<=", right), (right, "<=", recorded)):
            yield self._claim(self.clauses.independent, (pair,), message, entry)

    def _waits(self, entry: int) -> Iterator[Claim]:
        """A part is not chosen before what it waits for."""
        last = self.awaited[entry]
        if last is not None:
            yield self._claim(
                self.clauses.dependents,
                ((self.names.position(last), "<", self.names.position(entry)),),
                "{} went before {}, which it waits for",
                entry,
                last,
            )

    def _after_all(self, bound: Sequence[int]) -> Iterator[Claim]:
        """A dependent part is not chosen while an independent one is pending."""
        last = max(self.independent, key=self.names.positions.__getitem__, default=None)
        for entry in bound if last is not None else ():
            assert last is not None
            yield self._claim(
                self.clauses.freed,
                ((self.names.position(last), "<", self.names.position(entry)),),
                "{} is dependent and went before {}, which is independent",
                entry,
                last,
            )

    def _oldest(
        self, entry: int, rivals: Sequence[int], clause: str, excused: bool
    ) -> Iterator[Claim]:
        """No newer rival is chosen before the part, unless the part was still waiting then."""
        names = self.names
        rival = self._last_before(entry, rivals)
        if rival is None:
            return
        any_of: tuple[Comparison, ...] = ((names.age(rival), "<=", names.age(entry)),)
        last = self.awaited[entry]
        if excused and last is not None:
            any_of = (*any_of, (names.position(rival), "<=", names.position(last)))
        yield self._claim(clause, any_of, "{} went before {}, which is older", rival, entry)

    def _at_once(self, entry: int, rivals: Sequence[int]) -> Iterator[Claim]:
        """No independent part is chosen once a dependent one waits for nothing any more."""
        names = self.names
        before = [r for r in rivals if names.positions[r] < names.positions[entry]]
        if before:
            last = self.awaited[entry]
            any_of: tuple[Comparison, ...] = ()
            if last is not None:
                any_of = ((names.position(before[-1]), "<=", names.position(last)),)
            message = "{} went before {}, whose turn had come at once"
            yield self._claim(self.clauses.freed, any_of, message, before[-1], entry)

    def _last_before(self, entry: int, rivals: Sequence[int]) -> int | None:
        """The last newer rival chosen before the part; if none is newer, the last one."""
        ages, positions = self.names.ages, self.names.positions
        last: int | None = None
        for rival in reversed(rivals):
            if positions[rival] < positions[entry]:
                if ages[rival] > ages[entry]:
                    return rival
                if last is None:
                    last = rival
        return last
