"""The axioms accept exactly the order that the definition gives: brute force over small graphs."""

from __future__ import annotations

import random
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import pytest

from layerlaw.solver.certificate.axioms import structure
from layerlaw.solver.certificate.choices import Choices, Clauses, order
from layerlaw.solver.certificate.claims import Claim, Stays
from layerlaw.solver.certificate.confirm import confirm
from layerlaw.solver.certificate.entries import (
    RecordedCourse,
    RecordedEntry,
    RecordedEpoch,
    course_of,
)
from layerlaw.solver.certificate.graph import Rows
from layerlaw.solver.certificate.verdict import STRUCTURE
from layerlaw.solver.certificate.waiting import OrderPolicies, relations
from layerlaw.solver.facts.records import Dependency, GraphRecord, LayerRecord, TurnRecord, Witness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

NAMES = "ABCDE"
"""Effects from the oldest to the newest."""

AGES = {name: age for age, name in enumerate(NAMES)}
DEFAULTS = OrderPolicies()
CLAUSES = Clauses("TIMESTAMPS", "FREED", "DEPENDENTS", "LOOP", "ROLE")

Edges = frozenset[tuple[str, str]]

# --- the definition, as naively as can be ---------------------------------------------------


def reach(start: str, edges: Edges) -> set[str]:
    """Everything that can be reached by following dependencies."""
    found: set[str] = set()
    border = {start}
    while border:
        border = {y for x, y in edges if x in border} - found
        found |= border
    return found


def component(name: str, edges: Edges) -> set[str]:
    """The effect's loop, or the effect alone."""
    return {name} | {other for other in reach(name, edges) if name in reach(other, edges)}


def waits_for(name: str, edges: Edges, policies: OrderPolicies) -> set[str]:
    """What the effect waits for."""
    if policies.loop == "mutual pairs":
        return {y for x, y in edges if x == name and (y, x) not in edges}
    members = component(name, edges)
    return {y for x, y in edges if x in members and y not in members}


def is_independent(name: str, edges: Edges, policies: OrderPolicies) -> bool:
    """Whether the effect is an independent one."""
    own = {y for x, y in edges if x == name}
    if policies.independent == "nothing":
        return not own
    if policies.independent == "one-way":
        return all((y, name) in edges for y in own)
    return not waits_for(name, edges, policies)


def next_part(pending: set[str], edges: Edges, policies: OrderPolicies) -> str:
    """The section "Next part" of the definition."""
    free = {x for x in pending if is_independent(x, edges, policies)}
    ready = {x for x in pending if not waits_for(x, edges, policies) & pending}
    match policies.freed:
        case "after all":
            chosen = free or (pending if policies.dependents == "timestamps" else ready)
        case "compete":
            chosen = ready
        case _:
            chosen = (ready - free) or free
    return min(chosen or pending)


def right_order(names: Sequence[str], edges: Edges, policies: OrderPolicies) -> tuple[str, ...]:
    """The order of the definition where nothing joins and nothing is lost."""
    pending, found = set(names), []
    while pending:
        known = edges
        if policies.graph == "each step":
            known = frozenset((x, y) for x, y in edges if x in pending and y in pending)
        found.append(next_part(pending, known, policies))
        pending.remove(found[-1])
    return tuple(found)


# --- the axioms, on the same abstract layers ------------------------------------------------


def all_graphs(count: int) -> Iterator[Edges]:
    """Every digraph on so many nodes."""
    pairs = [(x, y) for x in NAMES[:count] for y in NAMES[:count] if x != y]
    for chosen in range(1 << len(pairs)):
        yield frozenset(pair for place, pair in enumerate(pairs) if chosen >> place & 1)


def record(
    turns: Sequence[str], graphs: Iterable[tuple[int, Sequence[str], Sequence[str], Edges]]
) -> LayerRecord:
    """A layer's record with these turns, and graphs as (turn, pending, tested, edges)."""
    return LayerRecord(
        "L",
        tuple(
            GraphRecord(
                turn,
                tuple(pending),
                tuple(tested),
                tuple(Dependency(x, y, Witness("existence")) for x, y in sorted(edges)),
            )
            for turn, pending, tested, edges in graphs
        ),
        tuple(TurnRecord(name, "applied", "", ()) for name in turns),
    )


def static_record(turns: Sequence[str], edges: Edges, policies: OrderPolicies) -> LayerRecord:
    """The record of a layer in which nothing joins, nothing is lost, and no edge changes."""
    names = sorted(turns)
    if policies.graph == "once":
        return record(turns, [(0, names, names, edges)])
    graphs = []
    for turn in range(len(turns)):
        left = sorted(turns[turn:])
        among = frozenset((x, y) for x, y in edges if x in left and y in left)
        graphs.append((turn, left, left, among))
    return record(turns, graphs)


def axioms(layer: LayerRecord, policies: OrderPolicies) -> tuple[Claim, ...]:
    """The claims about a layer, all but those about the role that a turn was taken in."""
    course = course_of(layer, anew=policies.graph == "each step")
    stays = Stays("L", course, AGES)
    claims = (*structure(course, stays), *order(course, stays, policies, CLAUSES))
    return tuple(c for c in claims if c.clause != CLAUSES.independent)


def accepts(found: Iterable[Claim], without: str = "") -> bool:
    """Whether every claim holds, those of one clause aside."""
    return all(claim.clause == without or claim.holds() for claim in found)


def accepted(
    names: Sequence[str], edges: Edges, policies: OrderPolicies, without: str = ""
) -> list[tuple[str, ...]]:
    """The orders of a static layer that the axioms accept."""
    return [
        turns
        for turns in permutations(names)
        if accepts(axioms(static_record(turns, edges, policies), policies), without)
    ]


ALL_POLICIES = [
    OrderPolicies(*values)
    for values in product(
        ("once", "each step"),
        ("after all", "compete", "at once"),
        ("topological", "timestamps"),
        ("outside its loop", "one-way", "nothing"),
        ("members", "mutual pairs"),
    )
]


# --- the theorems ---------------------------------------------------------------------------


SHIPPED_PROCEDURES = {
    "sorcery": OrderPolicies("once", "after all"),
    "sorcery, competing": OrderPolicies("once", "compete"),
    "sorcery, at once": OrderPolicies("once", "at once"),
    "grand archive": OrderPolicies("each step", "compete"),
}
"""The procedures of the shipped rulebooks, and the readings of their open point on the freed."""


@pytest.mark.parametrize("name", SHIPPED_PROCEDURES)
def test_every_clause_on_the_order_can_be_the_only_one_broken(name: str) -> None:
    """For each there is a graph on four effects and an order that breaks it and no other one."""
    policies = SHIPPED_PROCEDURES[name]
    left = {CLAUSES.timestamps, CLAUSES.freed, CLAUSES.dependents, CLAUSES.loop}
    for edges in all_graphs(4):
        if len(edges) > 3:
            continue
        for turns in permutations(NAMES[:4]):
            found = axioms(static_record(turns, edges, policies), policies)
            broken = {claim.clause for claim in found if not claim.holds()}
            if len(broken) == 1:
                left -= broken
        if not left:
            return
    assert not left


@pytest.mark.slow
def test_default_axioms_accept_exactly_one_order_of_four_effects() -> None:
    """All 4096 graphs on four effects, all 24 orders: only that of the definition is accepted."""
    names = tuple(NAMES[:4])
    orders = list(permutations(names))
    present = tuple(range(4))
    for edges in all_graphs(4):
        graph = Rows.of(names, sorted(edges))
        epoch = RecordedEpoch(0, 4, graph, present)
        stand = relations(graph, DEFAULTS)
        right = right_order(names, edges, DEFAULTS)
        for turns in orders:
            entries = tuple(RecordedEntry(name, 0, turns.index(name)) for name in names)
            layer = Stays("L", RecordedCourse(4, entries, (epoch,), ()), AGES)
            claims = Choices(epoch, layer, stand, DEFAULTS, CLAUSES).claims()
            good = all(c.clause == "ROLE" or c.holds() for c in claims)
            assert good == (turns == right), (edges, turns, right)


@pytest.mark.sample(12)
@pytest.mark.parametrize("policies", ALL_POLICIES, ids=lambda p: ", ".join(vars_of(p)))
def test_axioms_of_every_policy_accept_exactly_one_order_of_three_effects(
    policies: OrderPolicies,
) -> None:
    """All graphs on up to three effects, under every combination of the policies on order."""
    for count in (1, 2, 3):
        names = NAMES[:count]
        for edges in all_graphs(count):
            assert accepted(names, edges, policies) == [right_order(names, edges, policies)]


@pytest.mark.parametrize("policies", ALL_POLICIES, ids=lambda p: ", ".join(vars_of(p)))
def test_axioms_accept_exactly_one_order_of_some_graphs_of_four(policies: OrderPolicies) -> None:
    """A few random ones under every combination of the policies, with loops inside of loops."""
    chance = random.Random(f"four {policies}")
    names = NAMES[:4]
    for _ in range(5):
        edges = frozenset(
            (x, y) for x, y in product(names, repeat=2) if x != y and chance.random() < 0.4
        )
        assert accepted(names, edges, policies) == [right_order(names, edges, policies)]


def vars_of(policies: OrderPolicies) -> tuple[str, ...]:
    """The policies' values, for a test's name."""
    return (
        policies.graph,
        policies.freed,
        policies.dependents,
        policies.independent,
        policies.loop,
    )


@pytest.mark.sample(12)
@pytest.mark.parametrize("policies", ALL_POLICIES, ids=lambda p: ", ".join(vars_of(p)))
def test_axioms_accept_exactly_one_order_where_parts_join(policies: OrderPolicies) -> None:
    """Random layers of four effects, some of which join later with edges of their own."""
    chance = random.Random(repr(policies))
    layers = 0
    for _ in range(25):
        joining = {name: chance.choice((0, 0, 1, 2)) for name in NAMES[:4]}
        if 0 not in joining.values():
            continue
        # An edge is found at the first graph that holds both; found anew, it may come and go.
        lasting = {
            turn: frozenset(
                (x, y) for x, y in product(NAMES[:4], repeat=2) if x != y and chance.random() < 0.3
            )
            for turn in range(5)
        }
        rights = possible = 0
        for turns in permutations(NAMES[:4]):
            built = joined_record(turns, joining, lasting, policies)
            if built is None:
                continue
            layer, right = built
            rights += right
            assert accepts(axioms(layer, policies)) == right, (turns, joining, lasting)
            possible += 1
        assert rights == (1 if possible else 0)
        layers += rights
    assert layers >= 10


def joined_record(
    turns: tuple[str, ...],
    joining: Mapping[str, int],
    edges: Mapping[int, Edges],
    policies: OrderPolicies,
) -> tuple[LayerRecord, bool] | None:
    """The record of these turns where parts join after so many turns, and whether it is right.

    None where a part would go before it joined.
    """
    if any(turns.index(name) < joins for name, joins in joining.items()):
        return None
    pending: set[str] = set()
    known: Edges = frozenset()
    graphs = []
    right = True
    for turn, name in enumerate(turns):
        new = {x for x, joins in joining.items() if joins == turn}
        pending |= new
        if policies.graph == "each step":
            known = frozenset((x, y) for x, y in edges[turn] if {x, y} <= pending)
            graphs.append((turn, sorted(pending), sorted(pending), known))
        elif new:
            found = frozenset(
                (x, y) for x, y in edges[turn] if {x, y} <= pending and (x in new or y in new)
            )
            known |= found
            graphs.append((turn, sorted(pending), sorted(new), found))
        if not pending:
            return None
        right = right and next_part(pending, known, policies) == name
        pending.remove(name)
    return record(turns, graphs), right


def test_z3_agrees_with_plain_evaluation() -> None:
    """A sample of layers, right and wrong: Z3 and plain arithmetic find the same breaches."""
    chance = random.Random(6138)
    graphs = list(all_graphs(4))
    for _ in range(150):
        policies = chance.choice(ALL_POLICIES)
        edges = chance.choice(graphs)
        turns = list(NAMES[:4])
        chance.shuffle(turns)
        if chance.random() < 0.3:
            turns = list(right_order(NAMES[:4], edges, policies))
        found = axioms(static_record(turns, edges, policies), policies)
        for result in confirm(found):
            false = [
                claim for claim in found if claim.clause == result.clause and not claim.holds()
            ]
            assert result.outcome == ("fails" if false else "holds")
            assert result.breach == (false[0] if false else None)


class Undecided:
    """A stand-in for Z3's solver that gives no answer."""

    def push(self) -> None:
        """Nothing to remember."""

    def pop(self) -> None:
        """Nothing to forget."""

    def from_string(self, claims: object) -> None:
        """Nothing to keep."""

    def check(self, *assumptions: object) -> object:
        """No answer."""
        return pytest.importorskip("z3").unknown

    def reason_unknown(self) -> str:
        """Why not."""
        return "timeout"


def test_no_answer_is_an_outcome_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Z3 cannot tell, the clause neither holds nor fails, and the reason is said."""
    monkeypatch.setattr("layerlaw.solver.certificate.confirm._kept_solver", lambda **_: Undecided())
    found = confirm(axioms(static_record("AB", frozenset(), DEFAULTS), DEFAULTS))
    assert {result.outcome for result in found} == {"unknown: timeout"}
    assert all(result.breach is None for result in found)


def test_each_clause_is_needed() -> None:
    """Without a clause's axioms some wrong order passes, and with them none does."""
    for clause in ("TIMESTAMPS", "FREED", "DEPENDENTS", "LOOP"):
        let_through = [
            (edges, turns)
            for edges in all_graphs(3)
            for turns in accepted(NAMES[:3], edges, DEFAULTS, without=clause)
            if turns != right_order(NAMES[:3], edges, DEFAULTS)
        ]
        assert let_through, clause
        for edges, turns in let_through:
            assert not accepts(axioms(static_record(turns, edges, DEFAULTS), DEFAULTS))


@pytest.mark.parametrize(
    ("edges", "turns", "clause"),
    [
        ((), "BA", "TIMESTAMPS"),
        ((("A", "B"),), "BAC", "FREED"),
        ((("A", "B"), ("B", "C")), "CAB", "DEPENDENTS"),
        ((("A", "B"), ("B", "A")), "BA", "LOOP"),
    ],
)
def test_each_clause_alone_refuses_an_order(
    edges: tuple[tuple[str, str], ...], turns: str, clause: str
) -> None:
    """For each clause there is a wrong order that it alone refuses."""
    found = axioms(static_record(turns, frozenset(edges), DEFAULTS), DEFAULTS)
    assert {claim.clause for claim in found if not claim.holds()} == {clause}


def breaches(layer: LayerRecord) -> set[str]:
    """The clauses that the axioms find broken."""
    found = axioms(layer, DEFAULTS)
    return {claim.clause for claim in found if not claim.holds()}


def test_structure_refuses_a_turn_left_out_taken_twice_or_made_up() -> None:
    """Positions are a bijection, and nobody goes before joining."""
    graphs: list[tuple[int, str, str, Edges]] = [(0, "AB", "AB", frozenset())]
    later: list[tuple[int, str, str, Edges]] = [*graphs, (1, "BC", "C", frozenset())]
    assert not breaches(record("AB", graphs))
    assert not breaches(record("ABC", later))
    for turns, given in (("A", graphs), ("ABA", graphs), ("ABC", graphs), ("CAB", later)):
        assert STRUCTURE in breaches(record(turns, given)), turns


def test_structure_alone_notices_that_nothing_else_does() -> None:
    """Without STRUCTURE a record that leaves a turn out passes."""
    layer = record("AB", [(0, "ABC", "ABC", frozenset())])
    found = axioms(layer, DEFAULTS)
    assert accepts(found, without=STRUCTURE)
    assert not accepts(found)


def test_a_lost_part_that_comes_back_has_two_turns() -> None:
    """A part may join again after its turn; each stay is an entry of its own."""
    graphs: list[tuple[int, str, str, Edges]] = [
        (0, "AB", "AB", frozenset()),
        (2, "A", "A", frozenset()),
    ]
    assert not breaches(record("ABA", graphs))
    course = course_of(record("ABA", graphs), anew=False)
    assert course.entries == (
        RecordedEntry("A", 0, 0),
        RecordedEntry("B", 0, 1),
        RecordedEntry("A", 2, 2),
    )


def test_claims_grow_with_the_effects_and_not_with_their_pairs() -> None:
    """A layer whose graph is found once has a handful of claims for each effect."""
    for count in (10, 100):
        names = [f"E{number:03}" for number in range(count)]
        edges = frozenset((x, y) for x, y in combinations(names, 2))
        layer = static_record(tuple(reversed(names)), edges, DEFAULTS)
        course = course_of(layer, anew=False)
        ages = {name: age for age, name in enumerate(names)}
        claims = list(order(course, Stays("L", course, ages), DEFAULTS, CLAUSES))
        assert all(claim.holds() for claim in claims if claim.clause != "ROLE")
        assert len(claims) <= 6 * count
