"""Which policies of a rulebook are answered by a clause, open, not arising, or none of these."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.policies import LAYERED_ONLY, SIMULTANEOUS_ONLY
from layerlaw.solver.documents.sources.elsewhere import other_document
from layerlaw.solver.documents.wording.policy_phrases import PHRASES, asks

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Clause, Rulebook

_TRANSFORMED = re.compile(r"\btransform|\bother side\b|\bnew timestamp|\btime of entry stays")


class Standing(Enum):
    """How a rulebook stands to a question that its procedure has to answer."""

    ANSWERED = "answered by a clause that speaks of it"
    OPEN = "open"
    DECIDED = "decided by the rulebook, which asks and goes by one answer"
    NOT_ARISING = "not arising"
    UNASKED = "none of these"


@dataclass(frozen=True, slots=True)
class PolicyStanding:
    """One policy: how the rulebook stands to it, and why.

    why: for an unasked one what the rulebook says instead of an answer, else "".
    """

    policy: str
    standing: Standing
    why: str = ""


def standings(rulebook: Rulebook) -> tuple[PolicyStanding, ...]:
    """Every policy with its standing, in the order of docs/definition.md.

    A clause answers a policy if it says that it fixes it (`fixes`) and its words speak of the
    question, as far as `PHRASES` understands them. A question does not arise where effects come
    together in another way, or where the game has no words for it.
    """
    return tuple(_standing(rulebook, policy) for policy in rulebook.policies)


def _standing(rulebook: Rulebook, policy: str) -> PolicyStanding:
    named = rulebook.policies[policy].clause
    if not arises(rulebook, policy):
        return PolicyStanding(policy, Standing.NOT_ARISING)
    if named in rulebook.points or any(
        policy in point.policies for point in rulebook.points.values()
    ):
        return PolicyStanding(policy, Standing.OPEN)
    clause = rulebook.clauses.get(named)
    if clause is not None and asks(clause.says):
        return PolicyStanding(policy, Standing.DECIDED)
    why = ""
    if not rulebook.policies[policy].written:
        why = "the rulebook leaves it out"
    elif clause is None:
        why = "the rulebook names no clause for it"
    elif policy not in clause.fixes:
        why = f"the rulebook names {named} for it, which says that it fixes another thing"
    elif not PHRASES[policy].speaks(clause.says):
        why = f"the rulebook names {named} for it, whose words do not speak of it"
    return PolicyStanding(policy, Standing.UNASKED if why else Standing.ANSWERED, why)


def arises(rulebook: Rulebook, policy: str) -> bool:
    """Whether a document of this kind has to answer the question."""
    layered = rulebook.policies["process"].value == "layered"
    if policy in (SIMULTANEOUS_ONLY if layered else LAYERED_ONLY | {"timestamps"}):
        return False
    if policy == "new timestamp":
        # A document that never speaks of transforming has nothing that could be transformed.
        return any(policy in point.policies for point in rulebook.points.values()) or any(
            _TRANSFORMED.search(clause.says) and _is_own(rulebook, clause)
            for clause in rulebook.clauses.values()
        )
    return policy != "age of what is not at rest" or rulebook.rest is not None


def _is_own(rulebook: Rulebook, clause: Clause) -> bool:
    """Whether a clause stands in a text of the rulebook, and not in one it was borrowed from."""
    return not other_document(rulebook, clause)
