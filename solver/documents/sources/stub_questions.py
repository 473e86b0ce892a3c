"""The questions of procedure, each as an open point to be confirmed, and the answers taken so far.

As long as no clause is stated, no clause answers anything: every question is open.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.game_format import CLAUSE, ID
from layerlaw.model.rulebooks.policies import (
    LAYERED_ONLY,
    POLICIES,
    QUESTIONS,
    SIMULTANEOUS_ONLY,
)
from layerlaw.model.rulebooks.procedure_format import (
    ABOUT,
    DEFAULT,
    OPEN_POINT_TABLE,
    POLICY_TABLE,
    QUESTION,
    READING_SAYS,
    READING_TABLE,
    READINGS,
    SETS,
    VALUE,
)
from layerlaw.solver.documents.wording.policy_phrases import PHRASES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.documents.sources.stub_clauses import Stub

TO_BE_CONFIRMED = "to be confirmed"
_MOST_NAMED = 5


def answers(base: Rulebook | None) -> dict[str, str]:
    """The answers that a stub begins with: the other rulebook's, or the first of each question.

    Questions that do not arise are left out.
    """
    chosen = {
        policy: base.policies[policy].value if base else values[0]
        for policy, values in POLICIES.items()
    }
    idle = SIMULTANEOUS_ONLY if chosen["process"] == "layered" else LAYERED_ONLY
    return {policy: answer for policy, answer in chosen.items() if policy not in idle}


def policies(chosen: Mapping[str, str], assumed: str) -> dict[str, Tree]:
    """Each answer, with its open point; where there is but one answer, the clause `assumed`."""
    return {
        policy: POLICY_TABLE.written(
            (VALUE, answer), (CLAUSE, _point_id(policy) if _is_question(policy) else assumed)
        )
        for policy, answer in chosen.items()
    }


def points(
    chosen: Mapping[str, str], assumed: str, clauses: Iterable[Stub]
) -> Iterator[dict[str, Tree]]:
    """An open point for each question, about the clauses whose sentences may speak of it."""
    stubs = tuple(clauses)
    for policy, default in chosen.items():
        if not _is_question(policy):
            continue
        speaking = (
            stub.id
            for stub in stubs
            if PHRASES[policy].speaks(stub.sentence.text)
            and PHRASES[policy].given(stub.sentence.text)
        )
        about = tuple(islice(speaking, _MOST_NAMED)) or (assumed,)
        readings = {
            _reading_id(answer): READING_TABLE.written(
                (READING_SAYS, says), (SETS, {policy: answer})
            )
            for answer, says in QUESTIONS[policy].answers.items()
        }
        yield OPEN_POINT_TABLE.written(
            (ID, _point_id(policy)),
            (QUESTION, f"{QUESTIONS[policy].asks} ({TO_BE_CONFIRMED})"),
            (ABOUT, about),
            (DEFAULT, _reading_id(default)),
            (READINGS, readings),
        )


def _is_question(policy: str) -> bool:
    """Whether there are two answers, as an open point needs."""
    return len(POLICIES[policy]) > 1


def _point_id(policy: str) -> str:
    return f"OPEN-{policy.upper().replace(' ', '-')}"


def _reading_id(answer: str) -> str:
    return answer.replace("'", "").replace(",", "").replace(" ", "-")
