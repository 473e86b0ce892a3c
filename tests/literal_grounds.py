"""What is told of all states between two sets of deeds, held against each of these states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from layerlaw.solver.board.columns import ABILITIES, FIXED, Board, bits
from layerlaw.solver.board.kinds import Objects
from layerlaw.solver.together.deeds import Deed
from layerlaw.solver.together.grounds import _Between, _column, _Gathering
from layerlaw.solver.together.immediate_consequence import Plain
from layerlaw.solver.together.keys import COPY

_COPIED = ("types", "colours", ABILITIES)

Masks = Mapping[Deed, Objects]
"""For each operation the objects that it is done to."""


def gathering_of(plain: Plain, board: Board) -> _Gathering:
    """What is done on a board, with nothing gathered."""
    exists = {one: one.exists(board) for one in plain.candidates.all}
    return _Gathering(plain, exists, plain.done(board))


def literal(gathering: _Gathering, low: Masks, high: Masks) -> list[Board]:
    """Every board made by deeds between two sets of them."""
    rest = [(deed, it) for deed, mask in high.items() for it in bits(mask & ~low[deed])]
    made = []
    for ways in product((False, True), repeat=len(rest)):
        masks = dict(low)
        for (deed, it), taken in zip(rest, ways, strict=True):
            if taken:
                masks[deed] = Objects(masks[deed] | 1 << it)
        made.append(gathering.board(masks))
    return made


def between_is_told(gathering: _Gathering, low: Masks, high: Masks, why: object) -> None:
    """Fail unless what is told between two sets of a state's deeds is so on all boards between."""
    between = _Between(gathering, dict(low), dict(high))
    made = literal(gathering, low, high)
    waiting, together = between.waiting(), between.certain(gathering.deeds)
    for deed, mask in gathering.deeds.items():
        for it in bits(mask):
            so = [gathering.is_done(deed, it, now) for now in made]
            bit = Objects(1 << it)
            certain = bool(between.certain({deed: bit}))
            assert certain is bool(together.get(deed, 0) & bit), why
            if certain:
                assert all(so), why
            if between.read_by(deed, it) is None:
                assert len({*so}) == 1, why
            assert gathering._always(deed, it, between) is all(so), why
            wanted = bool(high[deed] & ~low[deed] & bit) and gathering.is_done(
                deed, it, between.least
            )
            assert bool(waiting.get(deed, 0) & bit) is wanted, why
    varying: dict[str, int] = {}
    for own in between.varying().values():
        for key, mask in own:
            for name in _COPIED if key == COPY else _column(key):
                varying[str(name)] = varying.get(str(name), 0) | mask
    for now in made:
        for name in ("types", "colours", "silenced", "stunned", "frozen", ABILITIES, FIXED):
            one, other = between.least.column(name), now.column(name)
            for value in {**one, **other}:
                assert not (one.get(value, 0) ^ other.get(value, 0)) & ~varying.get(name, 0), why


def every_two(deeds: Masks) -> Iterator[tuple[dict[Deed, Objects], dict[Deed, Objects]]]:
    """Every two sets of deeds among some of which the first is in the second."""
    every = [(deed, it) for deed, mask in deeds.items() for it in bits(mask)]
    for ways in product(range(3), repeat=len(every)):
        low, high = (
            {
                deed: Objects(
                    sum(
                        1 << it
                        for (one, it), way in zip(every, ways, strict=True)
                        if one is deed and way >= least
                    )
                )
                for deed in deeds
            }
            for least in (2, 1)
        )
        yield low, high
