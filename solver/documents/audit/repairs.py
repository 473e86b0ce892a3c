"""Small changes of a document's sentences: which of them leave no conflict, or settle a pair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from layerlaw.model.rulebooks.axiom_notation import parse_condition, written
from layerlaw.model.rulebooks.axioms import All, Axiom, Fact, Negated, relations, replaced
from layerlaw.solver.documents.axioms import smt
from layerlaw.solver.documents.axioms.demands import closure, cyclic
from layerlaw.solver.documents.axioms.explicit import asked, minimal, without_order
from layerlaw.solver.documents.axioms.formulas import clauses_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.rulebooks.axioms import Condition
    from layerlaw.solver.documents.axioms.demands import Pair
    from layerlaw.solver.documents.axioms.explicit import CheckedInstance, InstanceTable

SMALL = 3
"""Up to so many effects an instance is small."""
MOST = 6
"""How many repairs of one size are told."""

SENTENCES = (
    (
        "what depends on nothing goes before what depends on something",
        "x depends on nothing and y depends on something",
    ),
    (
        "what waits for nothing goes before what waits for something",
        "x waits for nothing and y waits for something",
    ),
    (
        "what something depends on, over any number of steps, goes before it, loops apart",
        "y depends on x in a chain and not (x depends on y in a chain)",
    ),
    (
        "the older of two goes first wherever neither depends on the other in a chain",
        "x older than y and not (x depends on y in a chain or y depends on x in a chain)",
    ),
)
"""Sentences that a document can add, and what x before y is demanded for."""


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """One change of a clause, or of the document.

    kind: drop: strike the clause. chains: it counts dependencies over any number of steps. loops:
    it says nothing of two effects of one loop. override: it prevails over `other` where both speak
    of the same two. ties: age decides step by step, between effects that nothing else orders.
    widen: its axiom `number` no longer asks for its part number `part`. add: one more sentence,
    `axiom`. asks: the words of what is no longer asked for, or of the sentence added.
    """

    kind: Literal["drop", "chains", "loops", "ties", "override", "widen", "add"]
    clause: str = ""
    other: str = ""
    number: int = -1
    part: int = -1
    asks: str = ""
    axiom: Axiom | None = None

    def of(self, axioms: Sequence[Axiom]) -> tuple[Axiom, ...]:
        """The axioms with the change made."""
        if self.axiom is not None:
            return (*axioms, self.axiom)
        if self.kind == "ties":
            return tuple(axiom for axiom in axioms if not _by_age(axiom.when))
        return tuple(
            self._one(axiom, number)
            for number, axiom in enumerate(axioms)
            if self.kind != "drop" or axiom.clause != self.clause
        )

    def _one(self, axiom: Axiom, number: int) -> Axiom:
        if self.kind == "override" and axiom.clause == self.other:
            # What yields does not prevail the other way round any more.
            return replace(axiom, overrides=tuple(x for x in axiom.overrides if x != self.clause))
        if axiom.clause != self.clause:
            return axiom
        match self.kind:
            case "override":
                return replace(
                    axiom, overrides=tuple(dict.fromkeys((*axiom.overrides, self.other)))
                )
            case "loops":
                return replace(axiom, when=All((axiom.when, Negated(Fact("loop")))))
            case "chains":
                return replace(axiom, when=replaced(axiom.when, "depends", "chain"))
            case "widen" if number == self.number and isinstance(axiom.when, All):
                parts = axiom.when.parts
                return replace(axiom, when=All(parts[: self.part] + parts[self.part + 1 :]))
        return axiom

    def words(self) -> str:
        """What to write."""
        match self.kind:
            case "override":
                return (
                    f"say that {self.clause} prevails over {self.other} "
                    "where both speak of the same two effects"
                )
            case "loops":
                return f"say that {self.clause} does not speak of two effects of one loop"
            case "chains":
                return f"say that {self.clause} means dependencies over any number of steps"
            case "drop":
                return f"strike {self.clause}"
            case "ties":
                return (
                    "say that timestamps decide step by step, between the effects that no other "
                    "sentence makes wait at that moment"
                )
            case "add":
                return f"add that {self.asks}"
        return f"in {self.clause} no longer ask that {self.asks}"


def changes(axioms: Sequence[Axiom]) -> Iterator[ClauseChange]:
    """Every single change that can mend a conflict."""
    clauses = clauses_of(axioms)
    if (ties := ClauseChange("ties")).of(axioms) != tuple(axioms):
        yield ties
    for kind in ("drop", "chains", "loops", "override"):
        for clause in clauses:
            for other in clauses if kind == "override" else ("",):
                change = ClauseChange(kind, clause, other)
                if clause != other and change.of(axioms) != tuple(axioms):
                    yield change


def _by_age(condition: Condition) -> bool:
    """Whether it goes by age, loops apart: what is said of those has no step of its own."""
    said = set(relations(condition))
    return "older" in said and not said & {"loop", "mutual"}


def repairs(
    axioms: Sequence[Axiom], table: InstanceTable, n: int
) -> tuple[tuple[ClauseChange, ...], ...]:
    """The changes, one or two at once, that leave every instance of up to n effects an order.

    Of two changes of which one alone is enough nothing is said. Those come first under which the
    fewest small instances are left with several orders, then fewer changes; not more than `MOST`
    are told, and of those that come to the same the first.
    """
    single = tuple(changes(axioms))
    small = [row for row in table.rows if row.instance.n <= SMALL]
    enough: set[ClauseChange] = set()
    repairing: list[tuple[int, int, tuple[ClauseChange, ...]]] = []
    seen: set[tuple[frozenset[Pair], ...]] = set()
    breaking: list[CheckedInstance] = []
    for many in (1, 2):
        for chosen in combinations(single, many):
            changed = made(axioms, chosen)
            if enough & set(chosen) or any(cyclic(asked(changed, row)) for row in breaking):
                continue
            closed = []
            for row in small:
                pairs = closure(asked(changed, row))
                if any(x == y for x, y in pairs):
                    breaking.append(row)
                    break
                closed.append(pairs)
            else:
                enough |= set(chosen) if many == 1 else set()
                if tuple(closed) not in seen:
                    seen.add(tuple(closed))
                    # Step by step there is one order wherever there is one at all.
                    ties = any(change.kind == "ties" for change in chosen)
                    repairing.append((0 if ties else _open(small, closed), many, chosen))
    repairing.sort(key=lambda each: each[:2])
    mended: list[tuple[ClauseChange, ...]] = []
    for _, _, chosen in repairing:
        if len(mended) < MOST and _mends(made(axioms, chosen), table, n, breaking):
            mended.append(chosen)
    return tuple(mended)


def _mends(
    axioms: Sequence[Axiom], table: InstanceTable, n: int, breaking: list[CheckedInstance]
) -> bool:
    """Whether every instance has an order; a row of the table that has none is `breaking`."""
    if any(cyclic(asked(axioms, row)) for row in breaking):
        return False
    if (row := without_order(axioms, table)) is not None:
        breaking.append(row)
        return False
    return all(smt.consistent(axioms, size) for size in range(table.n + 1, n + 1))


def mending(
    axioms: Sequence[Axiom],
    clauses: frozenset[str],
    known: frozenset[frozenset[str]],
    table: InstanceTable,
) -> tuple[ClauseChange, ...]:
    """The single changes after which these clauses are in conflict nowhere in the table.

    known: the sets in conflict as it stands; a change that makes others is none. Of changes that
    come to the same in small instances the first is told.
    """
    small = [row for row in table.rows if row.instance.n <= SMALL]
    mends = []
    seen = set()
    for change in changes(axioms):
        if change.clause not in clauses and change.clause:
            continue
        changed = change.of(axioms)
        if not _only(known - {clauses}, changed, small):
            continue
        closed = tuple(frozenset(asked(changed, row)) for row in small)
        if closed not in seen and _only(known - {clauses}, changed, table.rows):
            mends.append(change)
        seen.add(closed)
    return tuple(mends)


def _only(
    known: frozenset[frozenset[str]], axioms: Sequence[Axiom], rows: Sequence[CheckedInstance]
) -> bool:
    for row in rows:
        pairs = asked(axioms, row)
        if cyclic(pairs) and any(clauses not in known for clauses in minimal(pairs)):
            return False
    return True


def made(axioms: Sequence[Axiom], chosen: Sequence[ClauseChange]) -> tuple[Axiom, ...]:
    """The axioms with all the changes."""
    for change in chosen:
        axioms = change.of(axioms)
    return tuple(axioms)


def _open(rows: Sequence[CheckedInstance], closed: Sequence[frozenset[Pair]]) -> int:
    """How many instances are left with several orders."""
    return sum(
        len(pairs) < row.instance.n * (row.instance.n - 1) // 2
        for row, pairs in zip(rows, closed, strict=True)
    )


def deciding(
    axioms: Sequence[Axiom], table: InstanceTable, row: CheckedInstance, pair: Pair
) -> tuple[tuple[ClauseChange, bool], ...]:
    """The changes of one clause, or new sentences, that decide the pair; whether each is harmless.

    Harmless: no instance of the table that has an order loses it. The harmless come first.
    """
    decisive = []
    for change in _wider(axioms):
        changed = change.of(axioms)
        demanded = closure(asked(changed, row))
        if any(x == y for x, y in demanded):
            continue
        if pair in demanded or (pair[1], pair[0]) in demanded:
            harmless = not any(
                cyclic(asked(changed, other)) and not cyclic(asked(axioms, other))
                for other in table.rows
            )
            decisive.append((change, harmless))
    return tuple(sorted(decisive, key=lambda each: not each[1]))


def _wider(axioms: Sequence[Axiom]) -> Iterator[ClauseChange]:
    for clause in clauses_of(axioms):
        chains = ClauseChange("chains", clause)
        if chains.of(axioms) != tuple(axioms):
            yield chains
    for number, axiom in enumerate(axioms):
        parts = axiom.when.parts if isinstance(axiom.when, All) else ()
        # That they are in one layer, or of what age, is what the sentence is about.
        asking = [place for place, part in enumerate(parts) if not _about(part)]
        for place in asking if len(asking) > 1 else ():
            asks = written(parts[place])
            yield ClauseChange("widen", axiom.clause, number=number, part=place, asks=asks)
    for words, condition in SENTENCES:
        axiom = Axiom(words, parse_condition(f"x and y in one layer and {condition}"))
        yield ClauseChange("add", asks=words, axiom=axiom)


def _about(part: Condition) -> bool:
    return isinstance(part, Fact) and part.relation in ("one layer", "older")
