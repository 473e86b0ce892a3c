"""What comparing two rulebooks comes to, as plain facts."""

from __future__ import annotations

from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.rulebook import PolicyValue, Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.answer.difference.answers import AnswerDifference
from layerlaw.solver.answer.difference.divergence import Divergence
from layerlaw.solver.documents.axioms.instances import Instance, Order
from layerlaw.solver.facts.rich import Rich


@dataclass(frozen=True, slots=True)
class Aligned:
    """What is fixed (a policy, a layer, a check...), and the clauses of each side that fix it.

    A side that fixes it by no clause has none. elsewhere: for each side the clauses that fix it and
    stand in another document than the rulebook's own (its places say so).
    """

    fixes: str
    one: tuple[str, ...]
    other: tuple[str, ...]
    elsewhere: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


@dataclass(frozen=True, slots=True)
class PolicyDifference:
    """A question of procedure that the documents answer differently; None: it is not asked there.

    Each value comes with the clause or open point that gives it; values are those by default.
    """

    policy: str
    one: PolicyValue | None
    other: PolicyValue | None


@dataclass(frozen=True, slots=True)
class OpenDifference:
    """A policy that may have a value under one document that it can't have under the other.

    points: for each side the open points that leave it open (none: it is settled there). values:
    for each side the values it may have, the default's first.
    """

    policy: str
    points: tuple[tuple[str, ...], tuple[str, ...]]
    values: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LayerDifference:
    """Two operations whose layers are ordered differently.

    operations: by the words of the layers ("set power", "copy"). one, other: for each side
    "before", "after" or "together", of the first operation against the second one. clauses: for
    each side those of the layers of both operations.
    """

    operations: tuple[str, str]
    one: str
    other: str
    clauses: tuple[tuple[str, str], tuple[str, str]]

    def turned(self) -> LayerDifference:
        """The same, said of the second operation against the first one."""
        other_way = {"before": "after", "after": "before", "together": "together"}
        (a, b), (c, d) = self.clauses
        return LayerDifference(
            (self.operations[1], self.operations[0]),
            other_way[self.one],
            other_way[self.other],
            ((b, a), (d, c)),
        )


@dataclass(frozen=True, slots=True)
class Cause:
    """One single difference, held against a board on which the outcomes part.

    what: a policy, `layers` (with the rules that work in them), `checks`, or a reading chosen
    (`POINT=READING`). clauses: those behind it, on both sides. sufficient: the first rulebook with
    this difference alone taken over from the second parts from the first. necessary: with all
    differences taken over but this one, it does not. None: it can't be told (the one's answer does
    not fit into the other's words).
    """

    what: str
    clauses: tuple[str, ...]
    sufficient: bool | None
    necessary: bool | None


@dataclass(frozen=True, slots=True)
class Parted:
    """The smallest board found on which the documents come to something else.

    boards: the same events under each rulebook; the readings chosen are in them. point: the open
    point whose reading makes the difference, "" if the default readings do. instance: the
    abstract instance of it, if it is one; orders: of its effects, for each side. difference: of
    the answers (None where there is none on a side). shown: both answers as sentences.
    divergence: the first turn at which they diverge, None if that can't be said.
    """

    boards: tuple[Scenario, Scenario]
    point: str
    instance: Instance | None
    orders: tuple[Order, Order]
    difference: AnswerDifference | None
    shown: tuple[str, str]
    divergence: Divergence | None
    causes: tuple[Cause, ...]


@dataclass(frozen=True, slots=True)
class SingleDifference:
    """One thing that the documents fix differently, and a board that shows it.

    what: a policy, two groups of operations whose layers stand otherwise, a rule, a keyword, a
    check, or a word. sides: for each side what it has, in words; empty: nothing. board: the first
    of those tried, real cards before made-up ones and the smallest first, on which the documents
    part and this difference is a cause; None if none is. looked: so many boards were tried for it.
    why: why no board shows it, as far as that is known; else empty.
    """

    what: str
    sides: tuple[str, str]
    board: Parted | None
    looked: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class AxiomDifference:
    """Axioms that one document alone has, and where that admits other orders.

    only: for each side the axioms that it alone has, as they are written. instance: the smallest
    one, up to the bound, for which the axioms of the documents admit different orders, None if
    there is none. orders: for each side those of its orders that the other one does not admit.
    looked: so many instances were looked at.
    """

    only: tuple[tuple[str, ...], tuple[str, ...]]
    instance: Instance | None
    orders: tuple[tuple[Order, ...], tuple[Order, ...]]
    looked: int


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Rich):
    """Two rulebooks held against each other.

    aligned: everything that a clause of either side fixes, in the order of the first. lacking: for
    each side what no clause of its own documents is marked with and one of the other's is (names
    of `aligned`, then checks); the texts themselves may speak of it all the same. policies, open,
    layers: the differences. parted: the smallest board on which the default readings part, None
    if none was found. loose: for each reading behind `open` a board on which it, admitted by one
    side only, parts from the other document; unshown: such readings (`POINT=READING`) that no
    board tried shows. differences: each single difference of procedure with a board that shows
    it. axioms: what their axioms demand differently. bound: made-up boards of up to so many
    effects were looked at, `looked` of them. reason: why boards can't be compared, or what was
    left out of the comparison; else "".
    """

    one: Rulebook
    other: Rulebook
    aligned: tuple[Aligned, ...]
    lacking: tuple[tuple[str, ...], tuple[str, ...]]
    policies: tuple[PolicyDifference, ...]
    open: tuple[OpenDifference, ...]
    layers: tuple[LayerDifference, ...]
    parted: Parted | None
    loose: tuple[Parted, ...]
    bound: int
    looked: int
    reason: str
    differences: tuple[SingleDifference, ...] = ()
    unshown: tuple[str, ...] = ()
    axioms: tuple[AxiomDifference, ...] = ()

    @property
    def equivalent(self) -> bool:
        """Whether boards were played under both, and on none they part, under any readings looked
        at; False also where a difference was found that no board tried shows."""
        apart = self.parted is not None or self.loose or self.differences or self.unshown
        return self.looked > 0 and not apart and not self.axioms

    @property
    def parts(self) -> bool:
        """Whether a board was found on which they part, under the readings that it says."""
        boards = (self.parted, *self.loose, *(each.board for each in self.differences))
        return any(board is not None for board in boards)

    @property
    def parts_by_default(self) -> bool:
        """Whether a board was found on which they part, each read by its defaults."""
        boards = (self.parted, *(each.board for each in self.differences))
        return any(board is not None and not board.point for board in boards)

    @property
    def summary(self) -> str:
        """The verdict in one sentence."""
        names = f"{self.one.id} and {self.other.id}"
        if self.parted is not None:
            return f"{names} lead to different boards."
        if self.loose:
            return (
                f"{names} agree by default up to n = {self.bound}, and part where a text that is "
                "settled on one side is left open on the other."
            )
        if self.parts:
            return f"{names} agree by default up to n = {self.bound}, and part read otherwise."
        if not self.looked:
            return f"{names} share no words that boards could be made of: nothing was compared."
        if not self.equivalent:
            return (
                f"{names} differ, but on none of {self.looked} boards does it come to "
                "something else."
            )
        return (
            f"{names} are equivalent as far as was compared: all that they fix, and what comes "
            f"out of {self.looked} boards of up to {self.bound} effects."
        )
