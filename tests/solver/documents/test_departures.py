"""The procedure is held against the axioms: what it breaks, by which readings, on what board."""

from dataclasses import replace
from itertools import permutations

import pytest

from layerlaw.model.rulebooks.axiom_notation import parse_condition
from layerlaw.model.rulebooks.axioms import Axiom, Demand
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.documents.audit.abstract import abstract_findings
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.audit.procedure import Turns, broken, ways
from layerlaw.solver.documents.axioms.explicit import InstanceTable
from layerlaw.solver.documents.axioms.instances import Instance
from layerlaw.solver.documents.axioms.moments import CheckedInstance, Moments
from layerlaw.solver.documents.boards.realise import applied_orders, boards
from layerlaw.solver.documents.boards.small_boards import NAMES
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.played_boards import play_finding, with_board

STANDARD = {
    "graph": "each step",
    "freed": "compete",
    "dependents": "topological",
    "independent": "outside its loop",
    "loop": "members",
}
"""Dependencies first, timestamps otherwise, looked at again after each step."""


def _axiom(clause: str, when: str, demand: Demand = "y is not next") -> Axiom:
    return Axiom(clause, parse_condition(when), (), demand)


LAYERS = _axiom("LAYERS", "layer of x before layer of y", "x before y")
DEP = _axiom("DEP", "y waits for something")
TS = _axiom("TS", "x and y in one layer and x is ready and x older than y")


def _standard(*axioms: Axiom, **changed: str) -> Rulebook:
    """A rulebook by the ordinary rule, but for these policies; its underscores are spaces."""
    book = shipped_rulebook("sorcery-2026-01")
    own = STANDARD | changed
    policies = {
        name: replace(policy, value=own.get(name, policy.value))
        for name, policy in book.policies.items()
    }
    return replace(book, axioms=axioms or (LAYERS, DEP, TS), points={}, policies=policies)


def _departures(book: Rulebook, n: int = 3) -> list[Finding]:
    return [each for each in abstract_findings(book, n=n) if each.kind == "departure"]


@pytest.mark.slow
def test_a_sound_rulebook_comes_out_clean() -> None:
    """The ordinary rule and the procedure that does what it says: nothing is found."""
    assert {each.kind for each in abstract_findings(_standard(), n=4)} == {"clean"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("policy", "value", "clause", "size"),
    [
        ("graph", "once", "DEP", 3),
        ("freed", "after all", None, 0),
        ("freed", "at once", None, 0),
        ("loop", "mutual pairs", "DEP", 3),
    ],
)
def test_a_policy_against_the_axioms_is_noticed(
    policy: str, value: str, clause: str | None, size: int
) -> None:
    """Each other value is found where it breaks a sentence, with the smallest case.

    Looked at once, a ring of three stays a loop when its first member is gone. Where dependencies
    are looked at after each step, what is freed is independent at the next look, whatever is said
    of it.
    """
    found = _departures(_standard(**{policy: value}))
    assert [each.clauses for each in found[:1]] == ([(clause,)] if clause else [])
    if clause:
        assert found[0].instance is not None
        assert found[0].instance.n == size
        assert any(policy in words for words in found[0].words)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "clause"),
    [
        ({"graph": "once", "freed": "after all"}, "TS"),
        ({"graph": "once", "freed": "after all", "dependents": "timestamps"}, "DEP"),
        ({"graph": "once", "freed": "at once"}, "TS"),
    ],
)
def test_policies_together_against_the_axioms_are_noticed(
    changed: dict[str, str], clause: str
) -> None:
    """Looked at once, what is freed last or at once departs from the timestamps."""
    assert clause in [each.clauses[0] for each in _departures(_standard(**changed))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("axiom", "clause", "instance"),
    [
        (_axiom("LAYERS", "layer of y before layer of x"), "LAYERS", Instance(2, (0, 1), ())),
        (
            replace(
                TS, when=parse_condition("x and y in one layer and x is ready and y older than x")
            ),
            "TS",
            Instance(2, (0, 0), ()),
        ),
        (
            _axiom("DEP", "x depends on y and not (x and y in a loop)"),
            "DEP",
            Instance(2, (0, 0), ((0, 1),)),
        ),
    ],
)
def test_axioms_upside_down_are_noticed(axiom: Axiom, clause: str, instance: Instance) -> None:
    """Each of the three turned round is broken by the procedure, on two effects."""
    kept = [each for each in (LAYERS, DEP, TS) if each.clause != axiom.clause]
    found = _departures(_standard(*kept, axiom), n=3)
    assert (clause, instance) in [(each.clauses[0], each.instance) for each in found]


@pytest.mark.slow
def test_readings_that_belie_what_they_follow_are_noticed() -> None:
    """A reading that says that it follows a clause and breaks it, whatever the others are."""
    book = shipped_rulebook("sorcery-2026-07")
    assert not [each for each in _departures(book, n=3) if each.point]
    point = book.points["SORC-OPEN-INDEPENDENT"]
    readings = tuple(
        replace(each, follows=("SORC-DEP-3",)) if each.id == "one-way" else each
        for each in point.readings
    )
    changed = replace(book, points={**book.points, point.id: replace(point, readings=readings)})
    (belied,) = [each for each in _departures(changed, n=3) if each.point]
    assert belied.point == "SORC-OPEN-INDEPENDENT"
    assert belied.readings == ("one-way",)
    # Gamma depends on nothing, the other two on each other: it is the independent one.
    assert belied.instance == Instance(3, (0, 0, 0), ((0, 1), (1, 0)))


def test_what_an_order_breaks_is_what_permutations_show() -> None:
    """An order breaks nothing exactly if it is one of those that the moments allow."""
    axioms = shipped_rulebook("grand-archive-2025-09").axioms
    for row in InstanceTable(3).rows:
        moments = Moments(axioms, row)
        for order in permutations(row.every):
            kept, pending = True, row.every
            for effect in order:
                kept = kept and effect in moments.next(pending)
                pending = tuple(each for each in pending if each != effect)
            assert (broken(moments, order) == {}) == kept


@pytest.mark.slow
@pytest.mark.parametrize("id", ["sorcery-2026-01", "grand-archive-2025-09"])
def test_turns_are_the_solvers(id: str) -> None:
    """On a board of each case of three effects the solver takes the order of the turns."""
    book = shipped_rulebook(id)
    number = {name: effect for effect, name in enumerate(NAMES)}
    every_fifth = list(ways(book).items())[::5]
    played = 0
    for row in InstanceTable(3).rows:
        if max(row.instance.layers) or row.instance.n < 3:
            continue
        board = next(boards(book, row.instance, family="words"))
        for turns, chosen in every_fifth:
            answer = solve(replace(board, readings=chosen[0]))
            assert max(applied_orders(answer, number), key=len) == turns.order(row.instance)
            played += 1
    assert played >= 64


@pytest.mark.slow
def test_a_departure_is_shown_on_a_board() -> None:
    """The board of a departure plays the order that the finding tells of."""
    book = shipped_rulebook("grand-archive-2025-09")
    (finding,) = _departures(book, n=4)
    assert finding.clauses == ("GA-DEP-2a",)
    assert finding.instance is not None
    moments = Moments(book.axioms, CheckedInstance(finding.instance))
    assert Turns.of(book).order(finding.instance) == finding.orders[0]
    assert "GA-DEP-2a" in broken(moments, finding.orders[0])
    assert broken(moments, finding.orders[1]) == {}
    boarded = with_board(finding, book)
    assert boarded.board is not None
    played = play_finding(boarded)
    assert played is not None
    # Beta waits for Gamma, and the procedure holds back Alpha, which is in a loop with Beta.
    assert [
        effect.split(".")[0] for effect in played.sides[0].order if effect.split(".")[0] in NAMES
    ] == ["Gamma", "Alpha", "Beta", "Delta"]
