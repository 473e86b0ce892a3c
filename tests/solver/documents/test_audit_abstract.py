"""What the audit finds in the shipped documents, in a sound one, and in broken ones."""

from dataclasses import replace

import pytest

from layerlaw.model.rulebooks.axiom_notation import parse_condition
from layerlaw.model.rulebooks.axioms import Axiom
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.certificate.confirm import Models
from layerlaw.solver.documents.audit.abstract import abstract_findings
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.model_search import RoutesDisagree, agree
from layerlaw.solver.documents.axioms import explicit, smt
from layerlaw.solver.documents.axioms.demands import demands
from layerlaw.solver.documents.axioms.instances import Instance


def _axiom(clause: str, when: str, *overrides: str) -> Axiom:
    return Axiom(clause, parse_condition(when), overrides)


LAYERS = _axiom("LAYERS", "layer of x before layer of y")
AGE = _axiom("AGE", "x and y in one layer and x older than y")
FREE = _axiom(
    "FREE", "x and y in one layer and x depends on nothing and y depends on something", "AGE"
)
SOUND = (LAYERS, AGE, FREE)


def _book(*axioms: Axiom) -> Rulebook:
    return replace(shipped_rulebook("sorcery-2026-01"), axioms=axioms)


def _found(*axioms: Axiom, n: int = 3) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = {}
    for finding in abstract_findings(_book(*axioms), n=n):
        found.setdefault(finding.kind, []).append(finding)
    return found


@pytest.fixture(scope="module")
def sorcery() -> tuple[Finding, ...]:
    """The findings about Sorcery's document, up to four effects."""
    return abstract_findings(shipped_rulebook("sorcery-2026-01"), n=4)


@pytest.fixture(scope="module")
def grand_archive() -> tuple[Finding, ...]:
    """The findings about Grand Archive's document, up to four effects."""
    return abstract_findings(shipped_rulebook("grand-archive-2025-09"), n=4)


def _conflicts(findings: tuple[Finding, ...]) -> dict[tuple[str, ...], list[Instance | None]]:
    found: dict[tuple[str, ...], list[Instance | None]] = {}
    for finding in findings:
        if finding.kind == "conflict":
            found.setdefault(finding.clauses, []).append(finding.instance)
    return found


@pytest.mark.slow
def test_sorcery_contradicts_itself_on_chains_and_rings(sorcery: tuple[Finding, ...]) -> None:
    """DEP-3 and DEP-4 part on a chain of three, DEP-3 alone on a ring, DEP-3 and DEP-5 on both."""
    assert _conflicts(sorcery) == {
        ("SORC-DEP-3", "SORC-DEP-4"): [Instance(3, (0, 0, 0), ((0, 1), (1, 2)))],
        ("SORC-DEP-3",): [Instance(3, (0, 0, 0), ((0, 1), (1, 2), (2, 0)))],
        ("SORC-DEP-3", "SORC-DEP-5"): [Instance(3, (0, 0, 0), ((0, 1), (0, 2), (1, 0), (2, 1)))],
    }


@pytest.mark.slow
def test_sorcery_leaves_no_order_open(sorcery: tuple[Finding, ...]) -> None:
    """Of any two effects Sorcery's clauses name the first: proved for every number of effects."""
    clean = [finding for finding in sorcery if finding.kind == "clean"]
    assert any(finding.proved and "two orders" in finding.title for finding in clean)
    assert not any(finding.kind == "two orders" for finding in sorcery)


@pytest.mark.slow
def test_sorcery_repeats_itself_on_mutual_dependency(sorcery: tuple[Finding, ...]) -> None:
    """What DEP-5 says of two that depend on each other DEP-4 says too, whatever the number."""
    (finding,) = [each for each in sorcery if each.kind == "redundant"]
    assert finding.clauses == ("SORC-DEP-5",)
    assert finding.proved


@pytest.mark.slow
def test_grand_archive_contradicts_itself_on_dependents(
    grand_archive: tuple[Finding, ...],
) -> None:
    """DEP-2 and DEP-2a part behind a loop, on a chain of four, and even if chains are meant."""
    assert _conflicts(grand_archive) == {
        ("GA-DEP-2", "GA-DEP-2a"): [
            Instance(3, (0, 0, 0), ((0, 2), (1, 2), (2, 1))),
            Instance(4, (0, 0, 0, 0), ((0, 1), (1, 2), (2, 3))),
            Instance(4, (0, 0, 0, 0), ((0, 2), (1, 3), (2, 3))),
        ]
    }


@pytest.mark.slow
def test_grand_archive_leaves_freed_effects_open(grand_archive: tuple[Finding, ...]) -> None:
    """No clause says whether a dependent effect goes before or after an unrelated one."""
    gaps = [finding for finding in grand_archive if finding.kind == "two orders"]
    assert gaps[0].instance == Instance(3, (0, 0, 0), ((0, 1),))
    assert gaps[0].orders == ((1, 0, 2), (1, 2, 0))
    assert len(gaps) == 5


@pytest.mark.slow
def test_the_translation_has_the_same_faults(grand_archive: tuple[Finding, ...]) -> None:
    """The Chinese page orders effects as the English one does, with the same contradictions."""
    chinese = abstract_findings(shipped_rulebook("grand-archive-zh"), n=3)
    english = abstract_findings(shipped_rulebook("grand-archive-2025-09"), n=3)
    assert [(one.kind, one.instance, one.orders) for one in chinese] == [
        (one.kind, one.instance, one.orders) for one in english
    ]
    assert grand_archive


@pytest.mark.slow
def test_every_conflict_is_shown_by_orders(
    sorcery: tuple[Finding, ...], grand_archive: tuple[Finding, ...]
) -> None:
    """Each order given for a dropped clause keeps all that the other clauses demand."""
    for id, findings in (("sorcery-2026-01", sorcery), ("grand-archive-2025-09", grand_archive)):
        for finding in findings:
            if finding.kind != "conflict" or finding.title.startswith("Even"):
                continue
            assert finding.instance is not None
            asked = demands(shipped_rulebook(id).axioms, finding.instance)
            for clause, order in zip(finding.clauses, finding.orders, strict=True):
                others = set(finding.clauses) - {clause}
                for (x, y), said in asked.items():
                    assert not others & set(said) or order.index(x) < order.index(y)
            for clause, x, y in finding.demands:
                assert clause in asked[x, y]


def test_a_sound_document_comes_out_clean() -> None:
    """Layers, then what depends on nothing, then age: proved sound for every number of effects."""
    found = _found(*SOUND)
    assert list(found) == ["clean"]
    assert [finding.proved for finding in found["clean"]] == [True, True, True]
    assert all(finding.severity == "fine" for finding in found["clean"])


@pytest.mark.parametrize("clause", ["LAYERS", "AGE"])
def test_a_sound_document_without_a_clause_has_a_gap(clause: str) -> None:
    """Without the layers, or without age, some order is left open."""
    found = _found(*(axiom for axiom in SOUND if axiom.clause != clause))
    assert found["two orders"][0].instance is not None
    assert found["two orders"][0].instance.n == 2
    assert "conflict" not in found


def test_without_its_exception_a_clause_contradicts_the_default() -> None:
    """If what depends on nothing goes first but age is not overridden, the two contradict."""
    found = _found(LAYERS, AGE, replace(FREE, overrides=()))
    (finding,) = found["conflict"]
    assert finding.clauses == ("AGE", "FREE")
    assert finding.instance == Instance(2, (0, 0), ((0, 1),))
    assert any("FREE prevails over AGE" in words for words in finding.words)


def test_a_clause_turned_round_contradicts_the_rest() -> None:
    """If later layers go first as well, that is a contradiction of two effects."""
    found = _found(*SOUND, _axiom("BACK", "layer of y before layer of x"))
    assert found["conflict"][0].clauses == ("LAYERS", "BACK")


def test_clauses_without_effect_are_told_apart() -> None:
    """Redundant, vacuous and shadowed clauses are found as what they are, and proved to be."""
    redundant = _found(*SOUND, _axiom("PAIR", "x and y depend on each other and x older than y"))
    assert [one.clauses for one in redundant["redundant"]] == [("PAIR",)]
    both = "x depends on something and x depends on nothing"
    vacuous = _found(*SOUND, _axiom("NEVER", both))
    assert [one.clauses for one in vacuous["vacuous"]] == [("NEVER",)]
    over = replace(LAYERS, overrides=("BACK",))
    shadowed = _found(over, AGE, FREE, _axiom("BACK", "layer of y before layer of x"))
    assert [one.clauses for one in shadowed["shadowed"]] == [("LAYERS", "BACK")]
    for finding in (*redundant["redundant"], *vacuous["vacuous"], *shadowed["shadowed"]):
        assert finding.proved


def test_a_repair_that_is_told_as_complete_is_complete() -> None:
    """Over chains and between loops only, one-way dependency alone is no contradiction."""
    wide = "y depends on x in a chain and not (x depends on y in a chain)"
    assert "conflict" not in _found(LAYERS, _axiom("DEP", wide))
    narrow = _found(LAYERS, _axiom("DEP", "y depends on x and not (x depends on y)"))
    words = " ".join(narrow["conflict"][0].words)
    assert "DEP means dependencies over any number of steps" in words
    assert "DEP does not speak of two effects of one loop" in words


def test_a_document_without_order_has_nothing_to_order() -> None:
    """A rulebook whose effects apply all at once is told to have no order, and nothing else."""
    (finding,) = abstract_findings(shipped_rulebook("duel-masters-1.28-en"))
    assert finding.kind == "clean"
    assert "nothing to order" in finding.title


def test_what_z3_can_not_tell_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Z3 gives up the finding says so, and nothing is called clean."""
    monkeypatch.setattr(smt, "models", lambda *_: Models((), "timeout"))
    found = _found(*SOUND)
    assert "clean" not in found or all(one.proved for one in found["clean"])
    assert {one.reason for one in found["unknown"]} == {"timeout"}


def test_routes_that_differ_are_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the enumeration came to another answer than Z3, no finding would be told."""
    with pytest.raises(RoutesDisagree):
        agree("a question", {1}, {2})
    monkeypatch.setattr(explicit, "demand_left", lambda *_: None)
    with pytest.raises(RoutesDisagree, match="demand_left"):
        abstract_findings(_book(*SOUND), n=2)


def test_an_audit_says_the_same_on_every_run() -> None:
    """Two audits of one document are equal, down to the words."""
    book = shipped_rulebook("sorcery-2026-01")
    assert abstract_findings(book, n=3) == abstract_findings(book, n=3)
