"""Checks a written certificate by itself: its history, its situation, its facts and its axioms."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, nearest
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.digests import rulebook_digest
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks
from layerlaw.solver.certificate.check import Certificate
from layerlaw.solver.certificate.verdict import STRUCTURE, ClauseResult
from layerlaw.solver.certificate.written.certificate import WrittenCertificate
from layerlaw.solver.certificate.written.history import NO_STATE, Replayed, replay_history
from layerlaw.solver.certificate.written.writing import axioms_written

if TYPE_CHECKING:
    from layerlaw.solver.certificate.verdict import Verdict
    from layerlaw.solver.facts.records import Facts
    from layerlaw.solver.facts.situation import Situation

UNWRITTEN = "the history: none is written, so the situation is taken as it stands"
LEFT_OUT = "the history: effects are left out that no event leaves out"


@dataclass(frozen=True, slots=True)
class FailedClaim:
    """A claim of a certificate that is not so.

    event: the number of the event after which it should be so, from 1; None: the certificate as a
    whole. clause: which it is a breach of. layer: the layer's id, or "".
    """

    event: int | None
    clause: str
    layer: str
    message: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What a check of a written certificate came to.

    outcome: `verified`, `refuted` (`failed` says why, the first claim first), or `unknown`
    (`unchecked` says what could not be checked). checked: every clause that was looked at, how
    often, and how it came out. events: how many events were replayed. notes: what holds and yet
    should be known. rests_on: what was not checked and cannot be, here.
    """

    outcome: Literal["verified", "refuted", "unknown"]
    failed: tuple[FailedClaim, ...]
    unchecked: tuple[str, ...]
    checked: tuple[ClauseResult, ...]
    events: int
    notes: tuple[str, ...]
    rests_on: tuple[str, ...]


@checked()
def verify(certificate: WrittenCertificate, rulebook: Rulebook | None = None) -> Verification:
    """Check a written certificate: nothing that it says is taken over that can be worked out.

    certificate: of `load_certificate`. rulebook: the one that it is under; None: the shipped one of
    that id. Raises `LayerlawError` if that is not the rulebook that the certificate names.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> from layerlaw.solver import written_certificate
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> verify(written_certificate(solve(load_scenario(path)))).outcome
    'verified'
    """
    base, own = rulebooks_of(certificate, rulebook)
    situation = certificate.situation.under(own)
    facts = certificate.facts.on(situation)
    told = certificate.history is not None and not situation.left_out
    replayed = replay_history(certificate, own, base) if told else None
    failed, unchecked = _of_history(certificate, replayed)
    verdict = Certificate(facts).check()
    events = _events(certificate.history)
    failed += [FailedClaim(events, one.clause, one.layer, one.message) for one in verdict.failures]
    if not failed:
        failed += _of_axioms(certificate, facts, events)
    unchecked += verdict.unknowns
    outcome: Literal["verified", "refuted", "unknown"] = "unknown" if unchecked else "verified"
    return Verification(
        "refuted" if failed else outcome,
        tuple(failed),
        tuple(unchecked),
        _checked(verdict, failed),
        0 if replayed is None else replayed.events,
        verdict.notes,
        tuple(rests_on(situation)),
    )


def _of_history(
    certificate: WrittenCertificate, replayed: Replayed | None
) -> tuple[list[FailedClaim], list[str]]:
    """What of the history failed, and what was not checked."""
    if replayed is None:
        left_out = certificate.situation.left_out
        event = _events(certificate.history)
        idle = [FailedClaim(event, STRUCTURE, "", NO_STATE)] if certificate.states else []
        return idle, [LEFT_OUT if left_out else UNWRITTEN]
    event, failure = replayed.event, replayed.failure
    if failure is not None:
        return [FailedClaim(event, failure.clause, failure.layer, failure.message)], []
    if replayed.unplayed:
        return [], [f"the history from event {event} on: {replayed.unplayed}"]
    return [], []


def rulebooks_of(
    certificate: WrittenCertificate, given: Rulebook | None
) -> tuple[Rulebook, Rulebook]:
    """The rulebook in its file, and as the certificate is under it.

    Raises `LayerlawError` for another one than the certificate names.
    """
    named = certificate.rulebook
    if given is None and named.id not in shipped_rulebooks():
        meant = nearest(named.id, shipped_rulebooks())
        raise LayerlawError(
            f"the certificate is under '{named.id}', which is not shipped: name the file of that "
            f"rulebook with --rulebook FILE{f' (or did you mean {meant!r}?)' if meant else ''}"
        )
    base = shipped_rulebook(named.id) if given is None else given
    if base.id != named.id:
        raise LayerlawError(
            f"the certificate is under '{named.id}', and the rulebook given is '{base.id}': "
            f"name the file of '{named.id}' with --rulebook FILE"
        )
    if given is not None and rulebook_digest(given) == named.digest:
        return given, given
    own = named.made_of(base)
    digest = rulebook_digest(own)
    if digest != named.digest:
        which = "shipped" if given is None else "given"
        raise LayerlawError(
            f"the {which} rulebook '{named.id}' is not the one that the certificate was made "
            f"under: its digest is {digest}, and not {named.digest}. Name that one's file with "
            "--rulebook, or use the version of Layerlaw that wrote the certificate "
            f"({certificate.made_by})"
        )
    return base, own


def rests_on(situation: Situation) -> list[str]:
    """What a verified certificate still rests on."""
    rulebook = situation.rulebook
    return [
        f"the rulebook {rulebook.id}: that it says what the document does ({rulebook.source})",
        "the notation: that the cards and events in the file say what was meant",
        "the replay, and Z3: they share with the solver the trees of the notation and how these "
        "are rebuilt and copied, the loaders of rulebooks and scenarios, and the names of records, "
        "and nothing that works out what an effect does",
    ]


def _events(history: object) -> int | None:
    """The number of the last event."""
    play = history.get("play") if isinstance(history, dict) else None
    return len(play) if isinstance(play, list) else None


def _of_axioms(
    certificate: WrittenCertificate, facts: Facts, event: int | None
) -> list[FailedClaim]:
    """Where the axioms written are not those of the clauses on the recorded order."""
    right = axioms_written(facts)
    for told, own in zip_longest(certificate.axioms, right):
        if told == own:
            continue
        clause = own.clause if own is not None else STRUCTURE
        if told is None:
            return [FailedClaim(event, clause, "", f"the axioms of {clause} are not written")]
        if own is None or told.clause != own.clause:
            message = f"axioms of {told.clause} are written, which has none there"
        elif told.says != own.says:
            message = f"what {clause} says is written otherwise than the rulebook has it"
        else:
            pairs = zip_longest(told.claims, own.claims, fillvalue="none")
            claim, axiom = next(pair for pair in pairs if pair[0] != pair[1])
            message = f"its axiom on the recorded order is {axiom}, and not {claim}"
        return [FailedClaim(event, clause, "", message)]
    return []


def _checked(verdict: Verdict, failed: list[FailedClaim]) -> tuple[ClauseResult, ...]:
    """The clauses with their outcomes; those of failed claims fail."""
    fails = {one.clause for one in failed}
    return tuple(
        ClauseResult(one.clause, one.says, one.instances, "fails") if one.clause in fails else one
        for one in verdict.checked
    )
