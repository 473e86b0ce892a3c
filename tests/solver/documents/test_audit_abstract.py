"""What the audit finds in the shipped documents, in a sound one, and in broken ones."""

from dataclasses import replace
from itertools import permutations

import pytest

from layerlaw.model.rulebooks.axiom_notation import axiom_line, parse_condition
from layerlaw.model.rulebooks.axioms import Axiom
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.certificate.confirm import KeptQuestion, Models
from layerlaw.solver.documents.audit.abstract import abstract_findings
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.model_search import RoutesDisagree, agree
from layerlaw.solver.documents.audit.repairs import NEW_CLAUSE
from layerlaw.solver.documents.axioms import explicit
from layerlaw.solver.documents.axioms.instances import Instance
from layerlaw.solver.documents.axioms.moments import CheckedInstance, Moments


def _axiom(clause: str, when: str, *overrides: str) -> Axiom:
    return Axiom(clause, parse_condition(when), overrides)


def _step(clause: str, when: str, *overrides: str) -> Axiom:
    return Axiom(clause, parse_condition(when), overrides, "y is not next")


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
def test_grand_archive_keeps_its_clauses_together(grand_archive: tuple[Finding, ...]) -> None:
    """Rule 2.1 says for which dependent effects timestamps count, and makes none of them wait."""
    assert _conflicts(grand_archive) == {}
    assert any("can be kept together" in each.title for each in grand_archive)


@pytest.mark.slow
def test_grand_archive_leaves_loops_open(grand_archive: tuple[Finding, ...]) -> None:
    """No clause says whether the members of a loop go before or after an independent effect."""
    gaps = [finding for finding in grand_archive if finding.kind == "two orders"]
    assert gaps[0].instance == Instance(3, (0, 0, 0), ((0, 1), (1, 0)))
    assert gaps[0].orders == ((0, 1, 2), (2, 0, 1))
    assert gaps[0].pair == (0, 2)
    assert "8 larger cases" in gaps[0].title
    # Nor in which order two loops go; no proposal for the first gap says it.
    assert [gap.instance for gap in gaps[1:]] == [
        Instance(4, (0, 0, 0, 0), ((0, 1), (1, 0), (2, 3), (3, 2)))
    ]


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
def test_a_struck_clause_is_really_gone(sorcery: tuple[Finding, ...]) -> None:
    """What it overrode holds again: without DEP-4 the timestamps ask for what DEP-3 forbids."""
    axioms = shipped_rulebook("sorcery-2026-01").axioms
    for finding in sorcery:
        if finding.kind != "conflict" or finding.title.startswith("Even"):
            continue
        assert finding.instance is not None
        for clause, order in zip(finding.clauses, finding.orders, strict=True):
            rest = [axiom for axiom in axioms if axiom.clause != clause]
            row = CheckedInstance(finding.instance)
            asked = Moments(rest, row).barred(row.every)
            kept = [
                every
                for every in permutations(range(finding.instance.n))
                if all(every.index(x) < every.index(y) for x, y in asked)
            ]
            assert order == (kept[0] if kept else ())
    flagship = next(each for each in sorcery if each.clauses == ("SORC-DEP-3", "SORC-DEP-4"))
    assert flagship.orders == ((2, 0, 1), ())
    assert "SORC-TS-0, which it overrode, holds again" in flagship.shown[1]


@pytest.mark.slow
def test_no_advice_is_taken_back(sorcery: tuple[Finding, ...]) -> None:
    """DEP-5 is not needed, so that striking it settles nothing; what is told to settle does."""
    (redundant,) = [each for each in sorcery if each.kind == "redundant"]
    assert redundant.clauses == ("SORC-DEP-5",)
    for finding in sorcery:
        if finding.kind == "conflict":
            assert not any(words.startswith("strike SORC-DEP-5") for words in finding.words)


@pytest.mark.slow
@pytest.mark.parametrize("id", ["sorcery-2026-01", "sorcery-2026-07", "grand-archive-2025-09"])
def test_advice_can_be_written_down_and_does_what_it_says(id: str) -> None:
    """Each proposal with axioms is put into a rulebook file, read again, and looked at anew."""
    book = shipped_rulebook(id)
    tried = 0
    for finding in abstract_findings(book, n=3):
        for words, lines in zip(finding.words, finding.written, strict=False):
            if not lines or "contradicts other clauses" in words:
                continue
            anew = [parse_line(line) for line in lines.splitlines()]
            changed = {clause for clause, _ in anew}
            kept = [axiom_line(axiom) for axiom in book.axioms if axiom.clause not in changed]
            axioms = loads_rulebook(_with_axioms(id, [*kept, *(line for _, line in anew)])).axioms
            assert finding.instance is not None
            moments = Moments(axioms, CheckedInstance(finding.instance))
            assert moments.any_order
            assert finding.pair is None or finding.pair not in moments.left_open
            tried += 1
    assert tried


def parse_line(line: str) -> tuple[str, str]:
    """The clause of an axiom as it is told, and the axiom under a clause that there is."""
    clause = line.removeprefix("- {clause: ").split(",")[0]
    return clause, line.replace(NEW_CLAUSE, "NEW-1")


def _with_axioms(id: str, lines: list[str]) -> str:
    """A rulebook based on a shipped one, with these axioms and a clause of its own."""
    clause = "clauses: [{id: NEW-1, place: nowhere, says: Something new.}]"
    head = f'rulebook: mine\ntitle: Mine\nversion: "1"\nbased on: {id}\n{clause}\naxioms:\n'
    return head + "\n".join(f"  {line}" for line in lines)


def test_a_sound_document_comes_out_clean() -> None:
    """Layers, then what depends on nothing, then age: proved sound for every number of effects."""
    book = _book(*SOUND)
    own = {"independent": "nothing", "dependents": "timestamps"}
    policies = {
        name: replace(policy, value=own.get(name, policy.value))
        for name, policy in book.policies.items()
    }
    found = abstract_findings(replace(book, points={}, policies=policies), n=3)
    assert {finding.kind for finding in found} == {"clean"}
    assert [finding.proved for finding in found] == [True, True, True, False]
    assert all(finding.severity == "fine" for finding in found)


ORDINARY = {
    "timestamps among the ready": (
        _step("DEP", "y waits for something"),
        _step("TS", "x and y in one layer and x is ready and x older than y"),
    ),
    "dependencies override timestamps": (
        _step("TS", "x and y in one layer and x older than y"),
        _step("DEP", "y waits for something", "TS"),
    ),
    "no effect before what it depends on, loops apart": (
        _step("DEP", "y depends on x and not (x and y in a loop)"),
        _step("TS", "x and y in one layer and x is ready and x older than y"),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", ORDINARY)
def test_the_ordinary_rule_is_sound_for_every_number_of_effects(how: str) -> None:
    """Dependencies first, timestamps otherwise, looked at again after each step: two lines."""
    found = abstract_findings(_book(LAYERS, *ORDINARY[how]), n=4)
    clean = [each for each in found if each.kind == "clean"]
    assert not any(each.kind in ("conflict", "two orders", "redundant") for each in found)
    assert [each.proved for each in clean[:3]] == [True, True, True]


@pytest.mark.slow
@pytest.mark.parametrize("broken", ["loops", "age", "layers"])
def test_the_ordinary_rule_with_a_fault_is_not_sound(broken: str) -> None:
    """Without a word on loops nothing can be next; without age or layers several effects can."""
    dep, ts = ORDINARY["timestamps among the ready"]
    match broken:
        case "loops":
            found = _found(LAYERS, _step("DEP", "y depends on something"), ts)
            assert found["conflict"][0].clauses == ("DEP",)
            assert found["conflict"][0].instance == Instance(2, (0, 0), ((0, 1), (1, 0)))
            assert not any(each.proved and "kept together" in each.title for each in found["clean"])
        case "age":
            assert _found(LAYERS, dep)["two orders"][0].instance == Instance(2, (0, 0), ())
        case "layers":
            assert _found(dep, ts)["two orders"][0].instance == Instance(2, (0, 1), ())


@pytest.mark.slow
def test_a_conflict_that_shows_on_the_way_is_told_from_there() -> None:
    """A younger effect may not follow an older one that is gone: then nothing can be next."""
    found = _found(LAYERS, AGE, _step("STOP", "y depends on nothing and x depends on nothing"))
    title = found["conflict"][0].title
    assert found["conflict"][0].clauses == ("STOP",)
    assert "it asks for" in title


@pytest.mark.slow
@pytest.mark.parametrize("clause", ["LAYERS", "AGE"])
def test_a_sound_document_without_a_clause_has_a_gap(clause: str) -> None:
    """Without the layers, or without age, some order is left open."""
    found = _found(*(axiom for axiom in SOUND if axiom.clause != clause))
    assert found["two orders"][0].instance is not None
    assert found["two orders"][0].instance.n == 2
    assert "conflict" not in found


@pytest.mark.slow
def test_without_its_exception_a_clause_contradicts_the_default() -> None:
    """If what depends on nothing goes first but age is not overridden, the two contradict."""
    found = _found(LAYERS, AGE, replace(FREE, overrides=()))
    (finding,) = found["conflict"]
    assert finding.clauses == ("AGE", "FREE")
    assert finding.instance == Instance(2, (0, 0), ((0, 1),))
    assert any("FREE prevails over AGE" in words for words in finding.words)


@pytest.mark.slow
def test_a_clause_turned_round_contradicts_the_rest() -> None:
    """If later layers go first as well, that is a contradiction of two effects."""
    found = _found(*SOUND, _axiom("BACK", "layer of y before layer of x"))
    assert found["conflict"][0].clauses == ("LAYERS", "BACK")


@pytest.mark.slow
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


@pytest.mark.slow
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
    assert "nothing asks that effects be applied in an order" in finding.title


def test_what_z3_can_not_tell_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Z3 gives up the finding says so, and nothing is called clean."""
    monkeypatch.setattr(KeptQuestion, "models", lambda *_: Models((), "timeout"))
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


@pytest.mark.slow
def test_an_audit_says_the_same_on_every_run() -> None:
    """Two audits of one document are equal, down to the words."""
    book = shipped_rulebook("sorcery-2026-01")
    assert abstract_findings(book, n=3) == abstract_findings(book, n=3)
