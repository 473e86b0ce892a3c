"""The simplest condition on the choices under which an outcome comes about, and only then."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.spelling import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.solver.certainty.orders.choice import Choice, Pick

_TERM = 3
"""The most statements that are joined by `and`, and the most such terms that are joined by `or`."""
_BUDGET = 60_000
"""How many combinations of statements are tried at most."""


@dataclass(frozen=True, slots=True)
class Before:
    """Of two items of one choice the first counts as earlier."""

    first: str
    then: str


@dataclass(frozen=True, slots=True)
class Active:
    """It is this player's turn."""

    player: str


Statement = Before | Active
Term = tuple[Statement, ...]
"""Statements that all hold."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Terms of which at least one holds. It reads as a sentence: "K1 before K2"."""

    terms: tuple[Term, ...]

    def __str__(self) -> str:
        several = len(self.terms) > 1
        return ", or ".join(_sentence(term, several=several) for term in self.terms)


def condition_of(
    choices: Sequence[Choice], picks: Sequence[tuple[Pick, ...]], within: Iterable[int]
) -> Condition | None:
    """The simplest condition that holds for these of all the histories and for no other.

    picks: of every history. within: which of them. A single statement is preferred to several, the
    fewest ones come next, then an alternative of few terms; None where none of these is exact.
    """
    wanted = sum(1 << number for number in within)
    everything = (1 << len(picks)) - 1
    known: dict[int, Statement] = {}
    for statement, holds in _statements(choices, picks):
        if holds not in (0, everything):
            known.setdefault(holds, statement)
    term = _one_term(known, wanted, everything)
    if term is not None:
        return Condition((term,))
    terms = _alternatives(known, wanted)
    return None if terms is None else Condition(terms)


def _statements(
    choices: Sequence[Choice], picks: Sequence[tuple[Pick, ...]]
) -> Iterator[tuple[Statement, int]]:
    """Everything that may be said of one choice, with the histories for which it holds."""
    for number, choice in enumerate(choices):
        made = [each[number] for each in picks]
        if choice.kind == "active":
            for player in choice.items:
                yield Active(player), _mask(one[0] == player for one in made)
            continue
        at = [{item: place for place, item in enumerate(one)} for one in made]
        for first, then in combinations(choice.items, 2):
            mask = _mask(place[first] < place[then] for place in at)
            yield Before(first, then), mask
            yield Before(then, first), ((1 << len(made)) - 1) ^ mask


def _mask(holds: Iterable[bool]) -> int:
    text = "".join("1" if one else "0" for one in holds)
    return int(text[::-1] or "0", 2)


def _one_term(known: dict[int, Statement], wanted: int, everything: int) -> Term | None:
    """The fewest statements that hold together for just the wanted histories."""
    needed = [mask for mask in known if mask & wanted == wanted]
    strongest = everything
    for mask in needed:
        strongest &= mask
    if strongest != wanted:
        return None
    tried = 0
    for size in range(1, len(needed) + 1):
        for some in combinations(needed, size):
            tried += 1
            if tried > _BUDGET:
                break
            both = everything
            for mask in some:
                both &= mask
            if both == wanted:
                return tuple(known[mask] for mask in some)
    # Too many to find the fewest: leave out what is not needed, one after another.
    kept = list(needed)
    for mask in needed:
        rest = [other for other in kept if other != mask]
        both = everything
        for other in rest:
            both &= other
        if both == wanted:
            kept = rest
    return tuple(known[mask] for mask in kept) or None


def _alternatives(known: dict[int, Statement], wanted: int) -> tuple[Term, ...] | None:
    """Two or three terms, each of few statements, one of which holds for each wanted history."""
    terms: dict[int, Term] = {}
    tried = 0
    for size in range(1, _TERM + 1):
        for some in combinations(known, size):
            tried += 1
            if tried > _BUDGET:
                break
            mask = some[0]
            for other in some[1:]:
                mask &= other
            if mask and mask & ~wanted == 0:
                terms.setdefault(mask, tuple(known[one] for one in some))
    # What another term covers is of no use.
    order = sorted(terms, key=lambda mask: (-mask.bit_count(), len(terms[mask])))
    widest: list[int] = []
    for mask in order:
        if all(mask & ~other for other in widest):
            widest.append(mask)
    for size in range(1, _TERM + 1):
        found = _cover(widest, wanted, size)
        if found is not None:
            return tuple(terms[mask] for mask in found)
    return None


def _cover(masks: Sequence[int], wanted: int, size: int) -> tuple[int, ...] | None:
    """At most `size` of the masks that together cover everything wanted."""
    if not wanted:
        return ()
    if not size:
        return None
    lowest = wanted & -wanted
    for mask in masks:
        if mask & lowest:
            rest = _cover(masks, wanted & ~mask, size - 1)
            if rest is not None:
                return (mask, *rest)
    return None


# --- in words -------------------------------------------------------------------------------------


def _sentence(term: Term, *, several: bool) -> str:
    parts = [f"the active player is {one.player}" for one in term if isinstance(one, Active)]
    parts += _said([(one.first, one.then) for one in term if isinstance(one, Before)])
    text = " and ".join(parts)
    return f"({text})" if several and len(parts) > 1 else text


def _said(pairs: list[tuple[str, str]]) -> Iterator[str]:
    """The pairs in few words: "x before y and z", "x and y before z", "x before y before z"."""
    rest = list(pairs)
    while rest:
        x, y = rest[0]
        after = [then for first, then in rest if first == x]
        earlier = [first for first, then in rest if then == y]
        if len(after) > 1:
            said = [(x, then) for then in after]
            text = f"{x} before {listed(after)}"
        elif len(earlier) > 1:
            said = [(first, y) for first in earlier]
            text = f"{listed(earlier)} before {y}"
        else:
            chain = _chain(rest)
            said = list(pairwise(chain))
            text = " before ".join(chain)
        rest = [pair for pair in rest if pair not in said]
        yield text


def _chain(pairs: list[tuple[str, str]]) -> list[str]:
    """The first pair, with (y, z) joined to (x, y) wherever nothing else begins with y."""
    begin = pairs[0]
    while joined := [pair for pair in pairs if pair[1] == begin[0]]:
        begin = joined[0]
        if begin == pairs[0]:
            break
    chain = list(begin)
    while len(following := [then for first, then in pairs if first == chain[-1]]) == 1:
        if following[0] in chain:
            break
        chain += following
    return chain
