"""Boards of an invented game of which some is decided and all else open, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random

from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.solver.board.columns import Board, bits
from layerlaw.solver.board.kinds import Objects
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together.charts import Bit
from layerlaw.solver.together.formulas import Asked, AtLeast, Formula, opposite, pulls
from layerlaw.solver.together.operands import UNKNOWN
from layerlaw.solver.together.state import State
from together import CONDITIONS, PLAIN_OPERATIONS, SCOPES, table

OPERATIONS = (
    *PLAIN_OPERATIONS,
    "power += its base power",
    "power -= its base power",
    "power *= its base power",
    "power *= -1",
    "power at most 2",
    "power fixed at 2",
    "power += -1",
    "power -= -1",
    "gain [self: power += 1]",
    "lose all abilities but blocker",
    "can't be silenced",
    "can't be stunned",
    "light becomes dark",
    "swap power and cost",
)


class HalfDecided:
    """Three creatures with two abilities each, some of it decided and all else open.

    made: some of the ways in which the open decisions may be made, with the boards they make.
    """

    def __init__(
        self, seed: int, operations: tuple[str, ...] = OPERATIONS, book: Rulebook | None = None
    ) -> None:
        pick = Random(seed)
        cards = {}
        for name in "PQR":
            lines = []
            for _ in range(2):
                done = pick.choice(operations)
                lines.append(f"{pick.choice(SCOPES)}: {done}")
                if pick.random() < 0.3:
                    lines[-1] += f" as long as {pick.choice(CONDITIONS)}"
            head = [pick.choice(("", "light", "dark")), pick.choice(("", "blocker", "haste"))]
            cards[name] = " | ".join([" ".join((*head, str(pick.choice((1, 2, 3))))), *lines])
        settling = Settling(table(cards, {"S": "creatures: frozen"}, rulebook=book))
        self.state = state = State(settling.candidates, settling.plain)
        state.rebuild()
        for deed in settling.plain.deeds:
            for it in bits(deed.step.allowed) if deed.each else (-1,):
                operand = deed.known(state.partial, it)
                if operand is not UNKNOWN:
                    state._know(deed, it, operand)
            if not deed.candidate.effect.static:
                state.exists[deed.candidate] = True
            elif pick.random() < 0.4:
                state.exists[deed.candidate] = pick.random() < 0.8
            mask = Objects(deed.step.allowed & state.ready[deed] & pick.getrandbits(3))
            if state.exists[deed.candidate]:
                state.done[deed] = Objects(mask & pick.getrandbits(3))
            state.spared[deed] = Objects(mask & ~state.done[deed])
        state.rebuild()
        # Where it is not known with what something is done, it is left undone.
        self.bits: list[Bit] = [
            (deed, it)
            for deed in settling.plain.deeds
            for it in bits(state.open(deed) & state.ready[deed])
        ]
        self.made: list[tuple[frozenset[Bit], Board]] = []
        for _ in range(14):
            chosen = frozenset(bit for bit in self.bits if pick.random() < 0.5)
            self.made.append((chosen, self.board(chosen)))

    def board(self, chosen: frozenset[Bit]) -> Board:
        """The board where these open decisions are made, and none of the others."""
        return board_of(self.state, chosen)


def board_of(state: State, chosen: frozenset[Bit]) -> Board:
    """The board of a state where these open decisions are made, and none of the others."""
    done = []
    for deed in state.plain.deeds:
        mask = state.done[deed] if state.exists[deed.candidate] else Objects(0)
        for other, it in chosen:
            if other is deed:
                mask = Objects(mask | 1 << it)
        if mask:
            done.append((deed, mask, state.operand(deed, mask)))
    return state.plain.write(done)


def all_open(cards: Mapping[str, str], spells: Mapping[str, str] | None = None) -> State:
    """The state of a board where all operands are known, and nothing else is."""
    return opened(Settling(table(cards, spells)))


def opened(settling: Settling) -> State:
    """The same of a situation that is being settled."""
    state = State(settling.candidates, settling.plain)
    state.rebuild()
    for deed in state.plain.deeds:
        for it in bits(deed.step.allowed) if deed.each else (-1,):
            operand = deed.known(state.partial, it)
            assert operand is not UNKNOWN
            state._know(deed, it, operand)
        # To whom it could not be done in any case is of no interest.
        state.spared[deed] = Objects(deed.step.allowed & ~deed.bounds(state.partial)[1])
    state.rebuild()
    return state


def every_way(state: State) -> list[tuple[frozenset[Bit], Board]]:
    """All ways in which the open decisions of a state may be made, with the boards they make."""
    open = [(deed, it) for deed in state.plain.deeds for it in bits(state.open(deed))]
    found = []
    for ways in product((False, True), repeat=len(open)):
        chosen = frozenset(bit for bit, way in zip(open, ways, strict=True) if way)
        found.append((chosen, board_of(state, chosen)))
    return found


def holds(formula: Formula, chosen: frozenset[Bit]) -> bool:
    """Whether a formula holds where these decisions are made."""
    match formula:
        case bool():
            return formula
        case Asked(chart, among):
            place = 0
            for bit, edges in chart.steps:
                [place] = {
                    after
                    for before, after, way, _ in edges
                    if before == place and (way is None or way is (bit in chosen))
                }
            return chart.ends[place] in among
        case AtLeast(number, parts):
            return sum(holds(part, chosen) for part in parts) >= number


def agrees(formula: Formula, found: list[tuple[frozenset[Bit], bool]], why: object) -> None:
    """Fail unless the formula says what was found, its opposite the opposite, and it pulls so."""
    for chosen, known in found:
        assert holds(formula, chosen) is known, why
        assert holds(opposite(formula), chosen) is not known, why
    if isinstance(formula, Asked):
        for bit in formula.chart.bits:
            way = formula.pull(bit)
            for chosen, _ in found:
                without, with_it = (holds(formula, chosen - {bit}), holds(formula, chosen | {bit}))
                assert with_it is without or way == (1 if with_it else -1) or way == 0, why
            assert way in pulls([formula])[bit] and way in pulls([AtLeast(1, (formula,))])[bit]
