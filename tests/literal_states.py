"""All states of two creatures whose effects work out their operands, by the definition alone.

Every set of objects is tried for each operation, with every operand; and a state is grounded if its
deeds can be gathered one by one, each of them done on every board that some of them make beside
those gathered before.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import cast

from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.writes import WriteCopy, WritePlayer, WriteWords
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import Board, LiftedBoard, bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Index, Objects
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.effects.writing import Operand
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.together.deeds import Deed
from layerlaw.solver.together.immediate_consequence import Canonical, Plain, canonical
from together import CONDITIONS, PLAYERS, game, table

Done = tuple[Deed, Index, Operand]
"""A deed: what is done to one object, and with what."""
MOST = 700
"""A board with more combinations to be tried is passed by."""


def by_object(deed: Deed, operand: Operand, it: int) -> Operand:
    """The operand with which it is done to one object."""
    return dict(cast("tuple[tuple[int, Operand], ...]", operand))[it] if deed.each else operand


def made(plain: Plain, deeds: frozenset[Done]) -> Board:
    """The board that these deeds make."""
    done: list[tuple[Deed, Objects, Operand]] = []
    for deed in plain.deeds:
        own = sorted((it, operand) for one, it, operand in deeds if one is deed)
        if own:
            mask = Objects(sum(1 << it for it, _ in own))
            done.append((deed, mask, tuple(own) if deed.each else own[0][1]))
    return plain.write(done)


def is_done(done: Done, board: Board) -> bool:
    """Whether this is done on a board."""
    deed, it, operand = done
    if not deed.candidate.exists(board) or not deed.scope(board) >> it & 1:
        return False
    bit = Objects(1 << it)
    return by_object(deed, deed.prepared.operand(board, bit), it) == operand


def stands(plain: Plain, state: Board) -> bool | None:
    """Whether all deeds of a state are gathered from none; None where there are too many."""
    every = [
        (deed, it, by_object(deed, operand, it))
        for deed, scope, operand in plain.done(state)
        for it in bits(scope)
    ]
    if len(every) > 6:
        return None
    known: dict[frozenset[Done], Board] = {}

    def board(deeds: frozenset[Done]) -> Board:
        if deeds not in known:
            known[deeds] = made(plain, deeds)
        return known[deeds]

    gathered: frozenset[Done] = frozenset()
    while True:
        rest = [one for one in every if one not in gathered]
        between = [
            gathered.union(one for one, taken in zip(rest, ways, strict=True) if taken)
            for ways in product((False, True), repeat=len(rest))
        ]
        joining = [one for one in rest if all(is_done(one, board(deeds)) for deeds in between)]
        if not joining:
            return not rest
        gathered = gathered.union(joining)


def operands(plain: Plain, deed: Deed, mask: Objects) -> list[Operand]:
    """Every operand that could be worked out for these objects."""
    start = plain.candidates.start
    if operand_of(deed.prepared.operation) is None or deed.numbers in ([0], [1], [2], [3]):
        return [deed.prepared.operand(start, mask)]
    match deed.prepared.operation.writes[0]:
        case WriteWords():
            words: tuple[tuple[str, ...], ...] = ((), ("light",), ("dark",), ("light", "dark"))
            each: list[Operand] = [frozenset(one) for one in words]
        case WritePlayer():
            each = [frozenset(), *(frozenset((name,)) for name in PLAYERS)]
        case WriteCopy():
            each = [None, 0, 1]
        case _:
            each = [0, 1, 2]
    if not deed.each:
        return each
    owned = list(bits(mask))
    return [tuple(zip(owned, ways, strict=True)) for ways in product(each, repeat=len(owned))]


def every_state(plain: Plain, most: int = MOST) -> dict[Canonical, Board] | None:
    """All states that agree with themselves; None where that is too much to be tried."""
    ways: list[list[tuple[Deed, Objects, Operand]]] = []
    total = 1
    for deed in plain.deeds:
        own: list[tuple[Deed, Objects, Operand]] = [(deed, Objects(0), None)]
        for mask in map(Objects, range(1, 4)):
            if not mask & ~deed.step.allowed:
                own += [(deed, mask, operand) for operand in operands(plain, deed, mask)]
        ways.append(own)
        total *= len(own)
    if total > most:
        return None
    found: dict[Canonical, Board] = {}
    for combination in product(*ways):
        board = plain.write(one for one in combination if one[1])
        key = canonical(board)
        if key not in found and plain.agrees(board):
            found[key] = board
    return found


SCOPES = ("creatures", "self", "other creatures", "P", "Q", "light creatures")
STRONG = (
    "creatures with power >= 3",
    "creatures with power <= 2",
    "creatures with power = 2",
    "creatures with blocker",
    "creatures without blocker",
    "creatures that are not light",
    "silenced creatures",
)
PLAIN = (
    "colours += light",
    "gain blocker",
    "silenced",
    "power += 1",
    "power -= 1",
    "power := 3",
    "lose blocker",
    "colours -= light",
    "colours := fire",
    "stunned",
    "power *= 2",
    "can't have blocker",
    "lose all abilities",
    "power at least 2",
)
COUNTED = (
    "power += number of light creatures",
    "power -= number of light creatures",
    "power += number of creatures with power >= 3",
    "power -= number of creatures with power >= 3",
    "power := number of creatures with power <= 2",
    "power := number of creatures with blocker",
    "power += 1 for each creature with power >= 2",
    "power *= number of creatures with power >= 2",
    "power at least number of light creatures",
    "power at most number of light creatures",
    "power -= number of other creatures with power >= its power",
    "power += number of creatures with power < its power",
    "power += 3 - number of creatures with power >= 2",
    "cost := number of creatures with power >= 3",
    "power += its cost",
    "colours += colours of P",
    "controller := controller of Q",
    "power += number of creatures you control",
)


def drawn(seed: int, *, written: bool = False, grounds: str = "all deeds") -> Situation:
    """Two creatures with two or three effects, most of them with an operand to be worked out.

    written: all operands are written on the cards.
    """
    pick = Random(seed)
    # All words that are passed on are somebody's.
    cards = {
        "P": f"{pick.choice(('', 'me'))} dark {pick.choice(('', 'light'))} {pick.choice('123')}",
        "Q": f"{pick.choice(('', 'me'))} light {pick.choice('123')}",
    }
    for _ in range(pick.choice((1, 2, 2, 3))):
        done = pick.choice(PLAIN if written or pick.random() > 0.7 else COUNTED)
        line = f"{pick.choice(SCOPES if pick.random() < 0.5 else STRONG)}: {done}"
        if pick.random() < 0.2:
            line += f" as long as {pick.choice(CONDITIONS)}"
        name = pick.choice("PQ")
        cards[name] += f" | {line}"
    same = pick.choice(("newest last", "oldest last"))
    return table(cards, rulebook=game({"same step": same, "groundedness": grounds}))


def boards(
    seeds: range, *, written: bool = False, grounds: str = "all deeds"
) -> Iterator[tuple[int, Settling, dict[Canonical, Board]]]:
    """The boards drawn that can be tried, with all their states."""
    for seed in seeds:
        settling = Settling(drawn(seed, written=written, grounds=grounds), True, None)
        known = every_state(settling.plain)
        if known is not None:
            yield seed, settling, known


def is_added(plain: Plain, state: Board) -> bool:
    """Whether all that only adds comes about from what does not, step by step.

    What is there is observed on what has come about, all else on the state.
    """
    done = {deed: (scope, operand) for deed, scope, operand in plain.done(state)}
    kept = {deed: own for deed, own in done.items() if not deed.lifting}
    while True:
        built = plain.write((deed, *kept[deed]) for deed in plain.deeds if deed in kept)
        seen = LiftedBoard(built, state)
        joined = dict(kept)
        for deed, (scope, _) in done.items():
            now = deed.scope(seen) & scope if deed.candidate.exists(seen) else NO_OBJECTS
            if deed.lifting and now:
                joined[deed] = now, deed.prepared.operand(seen, now)
        if joined == kept:
            return canonical(built) == canonical(state)
        kept = joined


def found_states(settling: Settling) -> set[Canonical] | None:
    """What the search finds; None where it says that numbers feed on each other without end."""
    try:
        return {canonical(board) for board in settling.states()}
    except LayerlawError as error:
        assert "feed on each other" in str(error)
        return None
