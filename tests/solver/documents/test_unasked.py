"""Questions of procedure that no clause answers: which they are, and the boards that show them."""

from dataclasses import replace
from pathlib import Path

import pytest
from sound_rulebook import clause_id, rulebook

from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks
from layerlaw.solver.documents.audit.unasked import unasked_findings
from layerlaw.solver.documents.wording.answered import Standing, standings
from layerlaw.solver.documents.wording.policy_phrases import PHRASES
from layerlaw.solver.shell.report.played_boards import play_finding


def standing(book: str, policy: str) -> Standing:
    """How a shipped rulebook stands to a policy."""
    [found] = [each for each in standings(shipped_rulebook(book)) if each.policy == policy]
    return found.standing


@pytest.mark.parametrize(
    ("book", "policy", "expected"),
    [
        # SORC-TS-1 says how old a passive ability is.
        ("sorcery-2026-01", "static timestamp", Standing.ANSWERED),
        # What a copy or a transformation does to the time of entry: SORC-TRANSFORM-1.
        ("sorcery-2026-01", "new timestamp", Standing.ANSWERED),
        ("sorcery-2026-01", "graph", Standing.OPEN),
        # All at once: there is no order to speak of.
        ("duel-masters-1.28-en", "graph", Standing.NOT_ARISING),
        ("sorcery-2026-01", "groundedness", Standing.NOT_ARISING),
        # The codex of January lets any effect depend on any other one; the page of 2025 asks what
        # kinds they are (GA-DEP-1), and no clause of July does.
        ("sorcery-2026-01", "parity", Standing.ANSWERED),
        ("sorcery-2026-07", "parity", Standing.UNASKED),
        ("grand-archive-2025-09", "parity", Standing.ANSWERED),
        # Gaining and losing contradict each other; of such effects the guide uses the newest.
        ("grand-archive-2021", "loss", Standing.ANSWERED),
        ("grand-archive-2021", "members leave", Standing.UNASKED),
        # Nothing is transformed in the guide.
        ("grand-archive-2021", "new timestamp", Standing.NOT_ARISING),
        ("grand-archive-zh", "new timestamp", Standing.OPEN),
        # August's rulebook gives each object that joins a timestamp; in September the resolving has
        # the one that there is.
        ("grand-archive-2025-09", "timestamp in an open set", Standing.ANSWERED),
        ("grand-archive-2026-08", "timestamp in an open set", Standing.OPEN),
    ],
)
def test_standings(book: str, policy: str, expected: Standing) -> None:
    """A policy is answered by a clause that speaks of it, open, not arising, or none of these."""
    assert standing(book, policy) is expected


def test_every_policy_has_phrases() -> None:
    """No question is without phrases, and every answer in them is one that there is, or a rival."""
    assert set(POLICIES) <= set(PHRASES)
    foreign = {
        answer
        for policy, phrases in PHRASES.items()
        for answer in phrases.answers
        if policy in POLICIES and answer not in POLICIES[policy]
    }
    assert foreign == {"newest first", "permission wins", "active player last"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "id", [book if isinstance(book, str) else book.id for book in shipped_rulebooks()]
)
def test_boards_show_what_is_asked(id: str) -> None:
    """On the board of each question the answers lead to different outcomes, played anew."""
    book = shipped_rulebook(id)
    for finding in unasked_findings(book, n=2):
        if finding.kind == "unasked":
            assert standing(id, finding.policy) is Standing.UNASKED
            played = play_finding(finding)
            assert played is not None
            assert played.outcome_parts
            assert finding.readings[0] == book.policies[finding.policy].value


def test_a_clause_answers_what_it_says_that_it_fixes(tmp_path: Path) -> None:
    """The clause that a policy names has to say so under `fixes`, and in its words."""
    book = rulebook(tmp_path)
    id = clause_id("floor")
    for clause in (
        replace(book.clauses[id], fixes=()),
        replace(book.clauses[id], says="Bears eat honey."),
    ):
        changed = replace(book, clauses={**book.clauses, id: clause})
        [found] = [each for each in unasked_findings(changed) if each.kind == "unasked"]
        assert found.policy == "floor"
    asking = replace(book.clauses[id], says="Is a number ever below zero?")
    decided = replace(book, clauses={**book.clauses, id: asking})
    [fine] = unasked_findings(decided)
    assert "1 decided by the rulebook itself" in fine.title
