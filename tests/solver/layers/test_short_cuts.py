"""The short cuts: graphs as rows of bits, boards from a journal, and the same answer as without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from itertools import product
from random import Random

import networkx
import pytest
from plain_queue import PlainQueue, plain_standing

from exhaustive.rules import CLAUSE, LAYERS, TINY
from layerlaw.model import Scenario
from layerlaw.model.algebra import Ability, CopyOf, Identified, Instruction, RestOfGame, SetStatus
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Layer
from layerlaw.model.scenarios.events import Play
from layerlaw.solver.board.columns import Board, bits
from layerlaw.solver.board.kinds import Objects, PartNumber
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.layers.graph import (
    Columns,
    Queue,
    loops,
    set_of,
    standing,
    transposed,
    waiting,
)
from layerlaw.solver.layers.procedure import ALL_SHORT_CUTS, NO_SHORT_CUTS, Rules, ShortCuts
from layerlaw.solver.layers.runs import Boards, Moment
from layerlaw.solver.play.history import History
from layerlaw.solver.play.solve import solve
from mutation.boards import alike_on_the_way, rich_board
from oracle.build import WHERE, YOU, scenario, scope_graph, silence_graph
from oracle.small_rulebook import VALUES, small_rulebook

ORDER = ("freed", "dependents", "independent", "loop")
EVERY_RULES = [Rules(*values) for values in product(*(VALUES[name] for name in ORDER))]


def random_columns(seed: int) -> tuple[int, Columns]:
    """A number of nodes, and for some of them the mask of those that depend on them."""
    random = Random(seed)
    n = random.randrange(1, 12)
    density = random.choice((0.05, 0.15, 0.4))
    numbers = [PartNumber(x) for x in range(n)]
    columns = {
        y: set_of(x for x in numbers if x != y and random.random() < density) for y in numbers
    }
    return n, {y: mask for y, mask in columns.items() if mask}


def edges_of(n: int, columns: Columns) -> dict[str, list[str]]:
    """The same by names: x -> what x depends on."""
    edges: dict[str, list[str]] = {str(x): [] for x in range(n)}
    for y, mask in columns.items():
        for x in bits(mask):
            edges[str(x)].append(str(y))
    return edges


@pytest.mark.parametrize("part", range(4))
def test_loops_are_the_strongly_connected_components_that_networkx_finds(part: int) -> None:
    """On 1,600 random graphs; components of one node are no loops."""
    for seed in range(400 * part, 400 * part + 400):
        n, columns = random_columns(seed)
        graph = networkx.DiGraph(
            [(x, y) for x, others in edges_of(n, columns).items() for y in others]
        )
        theirs = {
            frozenset(map(int, members))
            for members in networkx.strongly_connected_components(graph)
            if len(members) > 1
        }
        assert {frozenset(bits(mask)) for mask in loops(columns)} == theirs


def test_a_graph_turned_around_twice_is_the_same() -> None:
    """Whatever the nodes, and whichever of them share their dependents."""
    for seed in range(300):
        _, columns = random_columns(seed)
        assert transposed(transposed(columns)) == columns


@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: "-".join(rules_words(rules)))
def test_nodes_are_handed_out_as_names_are(rules: Rules) -> None:
    """Waiting, independence and turns on random graphs, under every policy on order."""
    for seed in range(60):
        n, columns = random_columns(seed)
        names = [str(x) for x in range(n)]
        stand = plain_standing(names, edges_of(n, columns), rules)
        assert standing(names, edges_of(n, columns), rules) == stand
        keys = {PartNumber(x): (Random(seed + x).randrange(9), x) for x in range(n)}
        plain = PlainQueue({str(x): key for x, key in keys.items()}, stand, rules)
        swift = Queue(sorted(keys, key=keys.__getitem__), waiting(columns, rules), rules)
        for _ in range(n):
            name, why = plain.next()
            assert swift.next() == (int(name), why)
            plain.take(name)
            swift.take(PartNumber(int(name)))


def rules_words(rules: Rules) -> tuple[str, ...]:
    """The values of the policies on order."""
    return rules.freed, rules.dependents, rules.independent, rules.loop


def test_boards_are_rebuilt_from_what_was_written() -> None:
    """Step by step, in whatever order they are looked at, values in the order of their coming."""
    start = Board({})
    start.add("types", "minion", Objects(0b111))
    writings: tuple[Callable[[Board], None], ...] = (
        lambda board: board.add("types", "demon", Objects(0b10)),
        lambda board: board.assign("power", 3, Objects(0b110)),
        lambda board: board.clear("types", Objects(0b010)),
        lambda board: board.replace("controller", {"me": Objects(0b1)}),
        lambda board: board.remove("types", "minion", Objects(0b101)),
    )
    plain, rebuilt = Boards(start, in_place=False), Boards(start, in_place=True)
    for writing in writings:
        plain.write(writing)
        rebuilt.write(writing)
    assert plain.turns == rebuilt.turns == 5
    for step in (5, 0, 3, 1, 2, 4):
        assert contents(rebuilt[step]) == contents(plain[step])
        assert step == 5 or rebuilt.written(step) == plain.written(step)


def contents(board: Board) -> dict[str, list[tuple[object, int]]]:
    """Every column that holds anything, in order."""
    return {name: list(column.items()) for name, column in board.columns.items() if column}


def situation(played: Scenario) -> Situation:
    """What stands at the scenario's end."""
    history = History(played)
    for _ in history.play():
        pass
    return history.table.situation


@pytest.mark.parametrize("graph", ["once", "each step"])
@pytest.mark.parametrize("build", [silence_graph, scope_graph])
def test_evidence_looked_at_after_the_end_is_that_of_its_moment(
    build: Callable[..., Scenario], graph: str
) -> None:
    """Though effects have begun since, and what they select was kept."""
    for seed in range(12):
        random = Random(seed)
        pairs = [(x, y) for x in range(1, 7) for y in range(1, 7) if x != y]
        edges = tuple(pair for pair in pairs if random.random() < 0.3)
        rulebook = small_rulebook(
            {"graph": graph, "test": "action", "set": random.choice(VALUES["set"])}
        )
        here = situation(build(6, edges, range(1, 7), rulebook))
        with_cuts, without = derive(here), derive(here, prune=False)
        assert with_cuts.layers == without.layers
        assert [run.graphs[0].found for run in with_cuts.runs] == [
            run.graphs[0].found for run in without.runs
        ]
        # Without short cuts it was known at once, and with them only now.
        for run in without.runs:
            for one in run.graphs:
                assert (
                    isinstance(one.when, Moment)
                    and one.when.columns.keys() <= one.when.known.keys()
                )


@pytest.mark.parametrize("name", [field.name for field in fields(ShortCuts)])
def test_each_short_cut_can_be_turned_off_alone(name: str) -> None:
    """The answer is the same without it, and the same with it alone, under both tests."""
    for seed in range(16):
        for test in ("action", "result"):
            here = situation(rich_board(seed, test, immune=seed % 2 == 0))
            try:
                plain = derive(here, prune=False)
            except LayerlawError:
                continue
            for some in (
                replace(ALL_SHORT_CUTS, **{name: False}),
                replace(NO_SHORT_CUTS, **{name: True}),
            ):
                quick = derive(here, prune=some)
                assert quick.facts == plain.facts
                alike_on_the_way(quick, plain)


@pytest.mark.slow
def test_a_loop_of_two_hundred_needs_no_evidence_to_be_found() -> None:
    """Everybody silences everybody: the oldest goes first, all others are lost."""
    n = 200
    edges = tuple((x, y) for x in range(1, n + 1) for y in range(1, n + 1) if x != y)
    derivation = derive(situation(silence_graph(n, edges, range(1, n + 1), small_rulebook())))
    [run] = [run for run in derivation.runs if len(run.turns) == n]
    [graph] = run.graphs
    assert [len(loop) for loop in graph.loops] == [n]
    assert [turn.verdict for turn in run.turns] == ["applied"] + ["lost"] * (n - 1)
    assert "found" not in vars(graph)


@pytest.mark.parametrize("prune", [True, False])
def test_two_effects_of_one_name_in_one_layer_are_refused(prune: bool) -> None:
    """A's own first effect, and B's that a copy brings to it, where copying has no own layer."""
    layers = (Layer("1", "all", CLAUSE, ("copy", "silenced")), *LAYERS["many"][2:])
    rulebook = replace(TINY, layers=layers)

    def silences(victim: str) -> PrintedAbility:
        ability = Ability(None, (Instruction(Identified(victim), (SetStatus("silenced"),)),))
        return PrintedAbility("has", ability)

    copying = Instruction(Identified("A"), (CopyOf(Identified("B")),))
    spell = PrintedAbility("resolves", Ability(None, (copying,), None, RestOfGame()))
    minion = Card("", {"types": ("minion",)}, {"power": 1})
    cards = (
        replace(minion, name="A", abilities=(silences("B"),)),
        replace(minion, name="B", abilities=(silences("C"),)),
        Card("S", {}, {}, (spell,)),
        replace(minion, name="C"),
    )
    play = [Play(YOU, card, card.name, None, (), None, WHERE) for card in cards]
    with pytest.raises(LayerlawError, match=r"two effects called A\.1 wait"):
        solve(scenario(rulebook, play), prune=prune)
