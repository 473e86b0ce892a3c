"""Clauses: what code and scenarios cite exists, and every clause of a rulebook stands somewhere."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from layerlaw.model import load_scenario, shipped_rulebook, shipped_rulebooks, shipped_scenarios

ROOT = Path(__file__).parent.parent
CITED = re.compile(r"\b[A-Z]{2,5}-[A-Z]+(?:-[A-Z]+)*-?\d*\b")


def citations() -> dict[str, set[str]]:
    """Clause id -> the modules of `model/` and `solver/` whose docstrings or comments cite it."""
    known = {id for book in map(shipped_rulebook, shipped_rulebooks()) for id in ids_of(book.id)}
    prefixes = {id.split("-")[0] for id in known}
    found = defaultdict(set)
    for folder in ("model", "solver"):
        for path in (ROOT / folder).rglob("*.py"):
            for cited in CITED.findall(path.read_text(encoding="utf-8")):
                if cited.split("-")[0] in prefixes:
                    found[cited].add(str(path.relative_to(ROOT)))
    return found


def ids_of(rulebook: str) -> set[str]:
    """The ids of a rulebook's clauses and open points."""
    book = shipped_rulebook(rulebook)
    return {*book.clauses, *book.points}


def test_every_clause_that_code_cites_is_in_a_rulebook() -> None:
    """A docstring names clauses that exist."""
    known = set().union(*(ids_of(book) for book in shipped_rulebooks()))
    cited = citations()
    assert len(cited) > 10
    assert {id: where for id, where in cited.items() if id not in known} == {}


@pytest.mark.parametrize("rulebook", shipped_rulebooks())
def test_every_clause_names_its_place(rulebook: str) -> None:
    """Nobody has to search the document for a clause, and policies rest on clauses."""
    book = shipped_rulebook(rulebook)
    assert all(clause.place and clause.says for clause in book.clauses.values())
    known = ids_of(rulebook)
    assert {policy.clause for policy in book.policies.values()} <= known
    assert {layer.clause for layer in book.layers} <= known


def test_clauses_lead_to_code_and_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    """Clause -> code -> scenarios, printed; every ordering clause has both."""
    cited = citations()
    used = defaultdict(set)
    for file in shipped_scenarios("sorcery"):
        scenario = load_scenario(file)
        for because in (scenario.because, *(v.because for v in scenario.variants)):
            for clause in because:
                used[clause].add(file.name.split(".")[0])
    with capsys.disabled():
        print()
        for clause in shipped_rulebook("sorcery-2026-01").clauses:
            print(f"{clause}: {len(cited[clause])} modules, {len(used[clause])} scenarios")
    ordering = {f"SORC-LAYER-{n}" for n in range(1, 9)} | {"SORC-TS-0", "SORC-TS-1", "SORC-TS-2"}
    ordering |= {f"SORC-DEP-{n}" for n in range(2, 6)} | {"SORC-SIM-1", "SORC-SELF-1", "SORC-SBA-1"}
    assert {clause for clause in ordering if not used[clause]} == set()
