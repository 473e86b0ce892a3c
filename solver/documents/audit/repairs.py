"""Small changes of a document's sentences: which of them leave no conflict, or settle a pair."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.axiom_notation import axiom_line, parse_condition, written
from layerlaw.model.rulebooks.axioms import All, Axiom, Fact, Negated, relations, replaced
from layerlaw.solver.documents.axioms import smt
from layerlaw.solver.documents.axioms.explicit import minimal, without_order
from layerlaw.solver.documents.axioms.formulas import clauses_of
from layerlaw.solver.documents.axioms.moments import Moments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.rulebooks.axioms import Condition
    from layerlaw.solver.documents.axioms.demands import Pair
    from layerlaw.solver.documents.axioms.explicit import InstanceTable
    from layerlaw.solver.documents.axioms.instances import Instance
    from layerlaw.solver.documents.axioms.moments import CheckedInstance, Pending

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
            return tuple(_among_the_ready(axiom) if _by_age(axiom) else axiom for axiom in axioms)
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
        """What to say."""
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
    for kind in ("drop", "chains", "loops", "override"):
        for clause in clauses:
            for other in clauses if kind == "override" else ("",):
                change = ClauseChange(kind, clause, other)
                if clause != other and change.of(axioms) != tuple(axioms):
                    yield change
    if (ties := ClauseChange("ties")).of(axioms) != tuple(axioms):
        yield ties


def _by_age(axiom: Axiom) -> bool:
    """Whether it goes by age, loops apart: what is said of those has no step of its own."""
    said = set(relations(axiom.when))
    return "older" in said and not said & {"loop", "mutual", "ready"}


def _among_the_ready(axiom: Axiom) -> Axiom:
    """The same said of each choice, between the effects that nothing else keeps back."""
    parts = axiom.when.parts if isinstance(axiom.when, All) else (axiom.when,)
    return replace(axiom, when=All((*parts, Fact("ready"))), demand="y is not next")


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
    repairing: list[tuple[int, int, tuple[ClauseChange, ...], tuple[Choices, ...]]] = []
    breaking: list[CheckedInstance] = []
    for many in (1, 2):
        for chosen in combinations(single, many):
            changed = made(axioms, chosen)
            if enough & set(chosen) or any(not _keeps(changed, row) for row in breaking):
                continue
            courses: list[Moments] = []
            for row in small:
                moments = Moments(changed, row)
                if not moments.any_order:
                    breaking.append(row)
                    break
                courses.append(moments)
            else:
                enough |= set(chosen) if many == 1 else set()
                left_open = sum(bool(moments.left_open) for moments in courses)
                repairing.append((left_open, many, chosen, tuple(map(_choices, courses))))
    repairing.sort(key=lambda each: each[:2])
    mended: dict[tuple[Choices, ...], tuple[ClauseChange, ...]] = {}
    for _, _, chosen, allowed in repairing:
        known = len(mended) == MOST or allowed in mended
        if not known and _mends(made(axioms, chosen), table, n, breaking):
            mended[allowed] = chosen
    return tuple(mended.values())


def _mends(
    axioms: Sequence[Axiom], table: InstanceTable, n: int, breaking: list[CheckedInstance]
) -> bool:
    """Whether every instance has an order; a row of the table that has none is `breaking`."""
    if any(not _keeps(axioms, row) for row in breaking):
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
    witnesses: Sequence[Instance],
) -> tuple[ClauseChange, ...]:
    """The single changes after which these clauses are in conflict nowhere in the table.

    known: the sets in conflict as it stands; a change that makes others is none. witnesses: the
    instances that show the conflict; what leaves one of them without an order settles nothing. Of
    changes that come to the same in small instances the first is told.
    """
    small = [row for row in table.rows if row.instance.n <= SMALL]
    mends = []
    seen = set()
    for change in changes(axioms):
        if change.clause not in clauses and change.clause:
            continue
        changed = change.of(axioms)
        if not all(_keeps(changed, table.row(witness)) for witness in witnesses):
            continue
        if not _only(known - {clauses}, changed, small):
            continue
        allowed = tuple(_choices(Moments(changed, row)) for row in small)
        if allowed not in seen and _only(known - {clauses}, changed, table.rows):
            mends.append(change)
            seen.add(allowed)
    return tuple(mends)


def _only(
    known: frozenset[frozenset[str]], axioms: Sequence[Axiom], rows: Sequence[CheckedInstance]
) -> bool:
    return not any(clauses not in known for row in rows for clauses in minimal(axioms, row))


def made(axioms: Sequence[Axiom], chosen: Sequence[ClauseChange]) -> tuple[Axiom, ...]:
    """The axioms with all the changes."""
    for change in chosen:
        axioms = change.of(axioms)
    return tuple(axioms)


NEW_CLAUSE = "MY-CLAUSE"
"""What a sentence that is added is called until its author gives it an id."""


def written_anew(axioms: Sequence[Axiom], chosen: Sequence[ClauseChange]) -> str:
    """The axioms that say so, a line each, in place of all those of their clauses."""
    changed = made(axioms, chosen)
    touched = {axiom.clause for axiom in changed if axiom not in axioms}
    lines = []
    for axiom in changed:
        if axiom.clause in touched:
            known = any(axiom.clause == each.clause for each in axioms)
            lines.append(axiom_line(axiom if known else replace(axiom, clause=NEW_CLAUSE)))
    return "\n".join(lines)


def _keeps(axioms: Sequence[Axiom], row: CheckedInstance) -> bool:
    """Whether some order of the instance keeps them."""
    return Moments(axioms, row).any_order


Choices = frozenset[tuple["Pending", tuple[int, ...]]]
"""The orders that some axioms allow, told by the choices that they leave at each moment."""


def _choices(moments: Moments) -> Choices:
    return frozenset(moments.choices.items())


def deciding(
    axioms: Sequence[Axiom], table: InstanceTable, row: CheckedInstance, pair: Pair
) -> tuple[tuple[ClauseChange, bool], ...]:
    """The changes of one clause, or new sentences, that decide the pair; whether each is harmless.

    Harmless: no instance of the table that has an order loses it. The harmless come first.
    """
    decisive = []
    for change in _wider(axioms):
        changed = change.of(axioms)
        if decides(changed, row, pair):
            harmless = not any(
                _keeps(axioms, other) and not _keeps(changed, other) for other in table.rows
            )
            decisive.append((change, harmless))
    return tuple(sorted(decisive, key=lambda each: not each[1]))


def decides(axioms: Sequence[Axiom], row: CheckedInstance, pair: Pair) -> bool:
    """Whether the instance has an order by these axioms, and the two have one order in all."""
    moments = Moments(axioms, row)
    return moments.any_order and pair not in moments.left_open


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
