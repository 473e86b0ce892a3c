"""Proofs that a property holds on all boards, whatever their size, and what each rests on.

A proof says why nothing that effects do can break the property; what it does not recognise it does
not prove. Where the rulebook is read one way or another, it has to hold under every reading that
counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.claims import Claim, ForEvery, NoSuch, OrderFree
from layerlaw.model.algebra.infinite import is_infinite
from layerlaw.model.algebra.trees import conjuncts
from layerlaw.solver.documents.properties.order_proof import prove_order
from layerlaw.solver.documents.properties.possible_policies import possible, refuted_readings
from layerlaw.solver.documents.properties.results import PropertyProof

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.properties.property import Property
    from layerlaw.model.rulebooks.rulebook import Rulebook

_PLAIN = (a.Member, a.HasStatus, a.HasAbility)
"""What is the same of an object wherever it is asked: its words, statuses and abilities."""


def proof_of(
    what: Property, rulebook: Rulebook, cards: Sequence[Card] = ()
) -> PropertyProof | None:
    """A proof of the property under all readings of the rulebook that count; None if none is known.

    cards: of a property about order, those whose order it is about.
    """
    rests_on: dict[str, None] = {}
    only: dict[str, None] = {}
    for claim in what.claims:
        proof = prove_order(cards, rulebook) if isinstance(claim, OrderFree) else None
        proof = proof or _proof(claim, rulebook)
        if proof is None:
            return None
        rests_on.update(dict.fromkeys(proof.rests_on))
        only.update(dict.fromkeys(proof.only))
    return PropertyProof(tuple(rests_on), tuple(only)) if what.claims else None


def _proof(claim: Claim, rulebook: Rulebook) -> PropertyProof | None:
    excluded = _excluded(claim)
    if excluded is None:
        return None
    for prove in (_by_words, _by_disabling, _by_silence, _by_floor):
        rests_on = tuple(prove(excluded, rulebook))
        if rests_on:
            return PropertyProof(rests_on)
    return None


def _excluded(claim: Claim) -> tuple[a.Selector, ...] | None:
    """What no object may be, all at once: a claim on objects, turned round."""
    match claim:
        case NoSuch(who):
            return tuple(conjuncts(who))
        case ForEvery(who, a.Matches(a.It(), what)):
            denied = what.inner if isinstance(what, a.Not) else a.Not(what)
            return (*conjuncts(who), *conjuncts(denied))
        case ForEvery() | OrderFree() | _:
            return None


def _by_words(excluded: tuple[a.Selector, ...], rulebook: Rulebook) -> Iterator[str]:
    """Nothing is something and is not; what is nothing but both can't be there."""
    whole = {part for part in excluded if isinstance(part, _PLAIN)}
    for part in excluded:
        denied = list(conjuncts(part.inner)) if isinstance(part, a.Not) else []
        if denied and all(each in whole for each in denied):
            yield "it says the same twice: what it speaks of is so by its own words"
            return


def _by_disabling(excluded: tuple[a.Selector, ...], rulebook: Rulebook) -> Iterator[str]:
    """What is disabled has no ability that works, and only those are asked for."""
    if not any(isinstance(part, a.HasAbility) for part in excluded):
        return
    for status in _statuses(excluded):
        if rulebook.statuses[status].disables:
            yield (
                f"what is {status} counts as having no abilities, whatever is written on it "
                f"({rulebook.statuses[status].clause})"
            )
            return


def _by_silence(excluded: tuple[a.Selector, ...], rulebook: Rulebook) -> Iterator[str]:
    """A status that takes every ability in its layer, and bars what comes later."""
    if not any(isinstance(part, a.HasAbility) for part in excluded):
        return
    if possible(rulebook, "process") != {"layered"} or possible(rulebook, "loss") != {"bar"}:
        return
    for status in _statuses(excluded):
        if rulebook.statuses[status].silences:
            yield (
                f"what gives an object the status {status} takes all its abilities in the same "
                f"moment ({rulebook.statuses[status].clause})"
            )
            yield (
                "what was lost is barred as long as the effect applies "
                f"({rulebook.clause_of('loss')}), and of all operations only gaining and copying "
                "give abilities, which both pass by what is barred"
            )
            yield from refuted_readings(rulebook, "loss")
            return


def _by_floor(excluded: tuple[a.Selector, ...], rulebook: Rulebook) -> Iterator[str]:
    """A number that is never shown below its floor."""
    for part in excluded:
        match part:
            case a.Compared(a.Read(name, a.It()), "<" | "<=" as sign, a.Number(limit)):
                known = rulebook.characteristics.get(name)
                floor = None if known is None else known.floor
                if floor is None or is_infinite(limit) or "none" in possible(rulebook, "floor"):
                    continue
                if limit < floor or (limit == floor and sign == "<"):
                    yield (
                        f"{name} is never shown below {floor}, whatever is written "
                        f"({rulebook.clause_of('floor')})"
                    )
                    yield from refuted_readings(rulebook, "floor")
                    return


def _statuses(excluded: tuple[a.Selector, ...]) -> Iterator[str]:
    return (part.status for part in excluded if isinstance(part, a.HasStatus))
