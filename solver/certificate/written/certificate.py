"""A certificate as it stands in a file: history, situation, facts and axioms, all as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.digests import rulebook_digest
from layerlaw.solver.certificate.replay.words import RULES
from layerlaw.solver.certificate.written.compact import CellsByObject, GroupedChanges, Places
from layerlaw.solver.facts.records import Facts
from layerlaw.solver.facts.situation import Situation

if TYPE_CHECKING:
    from layerlaw.model.algebra import Ability
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.facts.records import (
        AnswerRecord,
        Cell,
        EffectRecord,
        FateRecord,
        LayerRecord,
        TurnRecord,
        Value,
    )
    from layerlaw.solver.facts.situation import (
        Deed,
        HeldCondition,
        KeptCopy,
        ResolvedEffect,
        Thing,
        Total,
    )


@dataclass(frozen=True, slots=True)
class NamedRulebook:
    """Which rulebook a certificate is under.

    digest: of all that it fixes, with the readings chosen. counters: kinds that it has for this
    table alone. given: names of abilities that cards give; activated: those that are activated.
    """

    id: str
    digest: str
    readings: Mapping[str, str] = field(default_factory=dict)
    counters: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    activated: tuple[str, ...] = ()

    @classmethod
    def of(cls, rulebook: Rulebook) -> NamedRulebook:
        """What names this rulebook."""
        counters = [one.name for one in rulebook.characteristics.values() if one.generic]
        given = []
        for name, ability in rulebook.keywords.items():
            # What cards give stands before the rulebook's own keywords.
            if ability.instructions or ability.keyword != name:
                break
            given.append(name)
        digest = rulebook_digest(rulebook)
        activated = tuple(name for name in given if name in rulebook.activated)
        chosen = dict(rulebook.chosen)
        return cls(rulebook.id, digest, chosen, tuple(counters), tuple(given), activated)

    def made_of(self, base: Rulebook) -> Rulebook:
        """The rulebook that is named, as it is made of the one in its file.

        Raises `LayerlawError` for readings that it does not have.
        """
        given = tuple(name for name in self.given if name not in base.keywords)
        made = base.with_counters(self.counters).with_given(given, self.activated)
        return made.settled(self.readings)


@dataclass(frozen=True, slots=True)
class WrittenSituation:
    """A `Situation` but for its rulebook."""

    players: tuple[str, ...]
    things: tuple[Thing, ...]
    effects: tuple[ResolvedEffect, ...]
    active: str | None = None
    on: frozenset[HeldCondition] = frozenset()
    left_out: frozenset[str] = frozenset()
    deeds: tuple[Deed, ...] = ()
    totals: tuple[Total, ...] = ()
    kept: tuple[KeptCopy, ...] = ()

    @classmethod
    def of(cls, situation: Situation) -> WrittenSituation:
        """What is written of a situation."""
        return cls(**{one.name: getattr(situation, one.name) for one in fields(cls)})

    def under(self, rulebook: Rulebook) -> Situation:
        """The situation under the rulebook."""
        return Situation(rulebook, **{one.name: getattr(self, one.name) for one in fields(self)})


@dataclass(frozen=True, slots=True)
class WrittenFacts:
    """`Facts` but for their situation; layers and final cells are the first answer's, if any."""

    effects: tuple[EffectRecord, ...]
    fates: tuple[FateRecord, ...]
    layers: tuple[LayerRecord, ...] = ()
    final: Mapping[Cell, Value] = field(default_factory=dict)
    answers: tuple[AnswerRecord, ...] | None = None
    lifted: tuple[AnswerRecord, ...] = ()
    complete: bool = True
    conflict: tuple[str, ...] = ()
    texts: Mapping[str, Ability] = field(default_factory=dict)
    late: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, facts: Facts) -> WrittenFacts:
        """What is written of facts."""
        written = {one.name: getattr(facts, one.name) for one in fields(cls)}
        if facts.answers:
            del written["layers"], written["final"]
        return cls(**written)

    def on(self, situation: Situation) -> Facts:
        """The facts on the situation."""
        read = {one.name: getattr(self, one.name) for one in fields(self)}
        among = _Objects(situation)
        read["layers"], read["final"] = among.layers(self.layers), among.cells(self.final)
        read["lifted"] = tuple(map(among.answer, self.lifted))
        if self.answers is not None:
            read["answers"] = answers = tuple(map(among.answer, self.answers))
            if answers:
                read |= {"layers": answers[0].steps, "final": answers[0].final}
        return Facts(situation, **read)


class _Objects:
    """The objects of a situation, with players and rules, among which records are told in rows."""

    def __init__(self, situation: Situation) -> None:
        things = (thing.id for thing in situation.things)
        self._places = Places((*things, *situation.players, RULES))

    def answer(self, answer: AnswerRecord) -> AnswerRecord:
        """The answer with its steps and cells in rows."""
        return replace(answer, steps=self.layers(answer.steps), final=self.cells(answer.final))

    def layers(self, layers: tuple[LayerRecord, ...]) -> tuple[LayerRecord, ...]:
        """The layers with the changes of their turns in rows."""
        return tuple(replace(one, turns=tuple(map(self._turn, one.turns))) for one in layers)

    def _turn(self, turn: TurnRecord) -> TurnRecord:
        changes = turn.changes
        if not isinstance(changes, GroupedChanges):
            return turn
        return replace(turn, changes=changes.among(self._places))

    def cells(self, final: Mapping[Cell, Value]) -> Mapping[Cell, Value]:
        """The cells in columns."""
        return final.among(self._places) if isinstance(final, CellsByObject) else final


@dataclass(frozen=True, slots=True)
class WrittenState:
    """The facts of a situation on the way that an event has to look at. event: its number."""

    event: int
    facts: WrittenFacts


@dataclass(frozen=True, slots=True)
class WrittenAxioms:
    """The axioms of one clause on the recorded order. says: the clause, in the rulebook's words.

    claims: each a formula of SMT-LIB on whole numbers: turns, ranks of timestamps, and how many
    turns had been taken when an effect joined.
    """

    clause: str
    says: str
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class WrittenCertificate:
    """What a certificate's file holds; `verify` checks it.

    made_by: the version of Layerlaw that wrote it. history: the scenario's setup and events as a
    scenario's file has them; None where only a situation was solved. situation: what stands after
    the last event. facts: what was derived from it. axioms: what they have to keep. states: of the
    situations on the way that events look at, in the order in which they do.
    """

    made_by: str
    rulebook: NamedRulebook
    history: Mapping[str, object] | None
    situation: WrittenSituation
    facts: WrittenFacts
    axioms: tuple[WrittenAxioms, ...]
    states: tuple[WrittenState, ...] = ()

    def __repr__(self) -> str:
        """The size of the certificate, in a line."""
        counts = f"{len(self.situation.things)} objects, {len(self.facts.effects)} effects"
        return f"<WrittenCertificate under {self.rulebook.id}: {counts}>"
