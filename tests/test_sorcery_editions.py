"""Sorcery's editions: which worked examples of one hold under another, and which do not and why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from layerlaw.model import load_scenario, shipped_rulebook, shipped_scenarios
from layerlaw.solver import judge_all
from layerlaw.solver.documents.sources import hold_sources
from layerlaw.solver.documents.sources.filing import texts_of

OTHERWISE_IN_JULY = {
    "island-leviathan": "types come before silencing, so the Sisters silence what became a minion",
    "mirror-realm": "losing abilities has left the layer of gaining them, of which facts speak",
    "power-of-flight-sky-baron": "the same",
    "two-smokestacks": "the same",
    "silenced-shelter": "the sentence on dependency is there for control only",
    "waterbound-drought": "being bound to water waits for affinity",
}
"""January's worked examples that do not hold under July, with what July has otherwise."""


EDITIONS = {path: load_scenario(path).rulebook.id for path in shipped_scenarios("sorcery")}


def scenarios(edition: str) -> dict[str, Path]:
    """The shipped scenarios under one edition, by name."""
    return {path.name.split(".")[0]: path for path, id in EDITIONS.items() if id == edition}


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", sorted(scenarios("sorcery-2026-01")))
def test_january_under_july(name: str) -> None:
    """An example of January comes out the same under July, if it is not listed with the reason."""
    scenario = load_scenario(scenarios("sorcery-2026-01")[name], rulebook="sorcery-2026-07")
    assert judge_all(scenario).fulfilled == (name not in OTHERWISE_IN_JULY)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", sorted(scenarios("sorcery-2026-07")))
def test_july_under_may(name: str) -> None:
    """All examples of July come out the same under May."""
    scenario = load_scenario(scenarios("sorcery-2026-07")[name], rulebook="sorcery-2026-05")
    assert judge_all(scenario).fulfilled


def test_what_may_and_july_differ_in() -> None:
    """May has one open point more, tokens where July has marks, and less to say of "here"."""
    may, july = shipped_rulebook("sorcery-2026-05"), shipped_rulebook("sorcery-2026-07")
    assert {*may.points} - {*july.points} == {"SORC-OPEN-WATCHTOWER"}
    assert {*may.clauses} == {*july.clauses}
    said = {id for id, clause in may.clauses.items() if clause.says != july.clauses[id].says}
    assert said == {
        "SORC-LAYER-3",
        "SORC-LAYER-5",
        "SORC-TRANSFORM-1",
        "SORC-STEALTH-1",
        "SORC-WARD-1",
        "SORC-HERE-1",
    }
    assert (may.layers, may.policies) == (july.layers, july.policies)


@pytest.mark.slow
@pytest.mark.skipif("LAYERLAW_DOCUMENTS" not in os.environ, reason="no folder of documents")
@pytest.mark.parametrize("edition", ["sorcery-2026-01", "sorcery-2026-05", "sorcery-2026-07"])
def test_every_edition_is_in_step_with_its_text(edition: str) -> None:
    """Each clause has its sentences, and each sentence a clause or a reason why it needs none."""
    book = shipped_rulebook(edition)
    held = hold_sources(book, texts_of(book, [os.environ["LAYERLAW_DOCUMENTS"]]))
    assert held.in_step
