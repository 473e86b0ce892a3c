"""Boards of many effects, and what it takes for two derivations of one to be the same."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from random import Random

from exhaustive.rules import CLAUSE, tiny_rulebook
from exhaustive.words import BEASTS, CHANGES, FLIERS, MIXED, OTHERS, STRONG, Letter, after, always
from layerlaw.model.algebra import Self, SetStatus
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import Rulebook, Status
from layerlaw.model.scenarios.events import Play, Together
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.board.columns import ABILITIES, Board
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.layers.runs import Edges, Graph, Turn
from layerlaw.solver.play.solve import solve
from oracle.build import ME, WHERE, YOU, scenario

NUMB = Status("numb", CLAUSE, disables=True)
DRAINED = Status("drained", CLAUSE, empties=("power",))
MUTED = Status("muted", CLAUSE, silences=True, empties=("power",))
STATUSES = (NUMB, DRAINED, MUTED)
LETTERS = {
    **CHANGES,
    **MIXED,
    "numb next": after(SetStatus("numb")),
    "numb beasts": always(BEASTS, SetStatus("numb")),
    "numb fliers, not others": always(FLIERS, SetStatus("numb")),
    "drain strong": always(STRONG, SetStatus("drained")),
    "mute next": after(SetStatus("muted")),
    "mute others": always(OTHERS, SetStatus("muted")),
    "numb self": always(Self(), SetStatus("numb")),
}
FOCI = {
    "grants": (
        "next gains a rally",
        "next gains quiet",
        "others gain a rally",
        "beasts gain an echo",
        "strong gain Airborne",
        "own +1",
        "silence next",
        "numb next",
    ),
    "numbers": (
        "beasts +1",
        "others -2",
        "others -2 to no less than 1",
        "all doubled",
        "at least 3",
        "own +1",
        "mute next",
        "drain strong",
        "each beast by its power",
        "fixed at beasts",
    ),
    "conditions": (
        "if beast, silence next",
        "if another beast, +2",
        "without fliers, all no beast",
        "if power over 2, +1",
        "all gain Airborne",
        "others lose all but Airborne",
        "next no beast",
        "beasts +1",
    ),
}
"""Abilities of one kind."""

VARIED = (
    "test",
    "parity",
    "graph",
    "freed",
    "dependents",
    "independent",
    "loop",
    "set",
    "ability lost",
    "loss",
    "granted timestamp",
    "several",
    "floor",
)


def rulebook(random: Random, *, immune: bool, **fixed: str) -> Rulebook:
    """The tiny rulebook with three more statuses and policies drawn; beasts may be immune."""
    policies = {name: random.choice(POLICIES[name]) for name in VARIED if random.random() < 0.4}
    policies.update(fixed)
    book = tiny_rulebook(random.choice(("one", "one", "many")), tuple(sorted(policies.items())))
    verbs = tuple(each.name for each in STATUSES)
    first, second, *rest = book.layers
    second = replace(second, does=(*second.does, *verbs))
    book = replace(
        book,
        layers=(first, second, *rest),
        statuses={**book.statuses, **{each.name: each for each in STATUSES}},
    )
    if immune:
        spared = tuple((BEASTS, verb, CLAUSE) for verb in ("silenced", "numb", "muted"))
        book = replace(book, immune=spared)
    return book


def board(book: Rulebook, objects: Sequence[Sequence[str]]) -> Scenario:
    """Objects that enter together, each with these letters."""
    ids = [f"O{number}" for number in range(1, len(objects) + 1)]
    plays = []
    for place, letters in enumerate(objects):
        following, before = ids[(place + 1) % len(ids)], ids[place - 1]
        lines: list[Letter] = [LETTERS[letter] for letter in letters]
        card = Card(
            f"Card {ids[place]}",
            {"types": ("minion", "beast") if place % 3 else ("minion",)},
            {"power": place % 4 + 1},
            tuple(PrintedAbility("has", line(following, before)) for line in lines),
        )
        plays.append(Play((YOU, ME)[place % 2], card, ids[place], None, (), None, WHERE))
    return scenario(book, [Together(tuple(plays), WHERE)])


def drawn(graph: Graph) -> tuple[object, ...]:
    """A graph with its parts by name."""
    ids = [part.id for part in graph.pending], [part.id for part in graph.tested]
    return graph.turn, ids, shown(graph.edges), shown(graph.found), graph.standing


def shown(edges: Edges) -> dict[str, dict[str, object]]:
    """Dependencies with their evidence; of what no longer exists, that it does not."""
    return {
        name: {
            other: evidence if evidence.after is not None or evidence.differing else None
            for other, evidence in on.items()
        }
        for name, on in edges.items()
    }


def taken(turn: Turn) -> tuple[object, ...]:
    """A turn with its part by name, and what it changed."""
    changed = turn.after.changes_from(turn.before)
    return turn.part.id, turn.verdict, turn.why, turn.graph, turn.seen, changed


def alike(found: Scenario) -> Answer:
    """Fail unless the short cuts give what the plain way gives; which is returned.

    The certificate of that must hold, too.
    """
    quick, plain = solve(found), solve(found, prune=False)
    assert quick.facts == plain.facts
    assert (quick.layers, quick.fates, quick.late) == (plain.layers, plain.fates, plain.late)
    alike_on_the_way(quick, plain)
    assert Certificate(plain.facts).check().ok
    return plain


def alike_on_the_way(quick: Answer, plain: Answer) -> None:
    """Fail unless two derivations have the same turns, graphs and boards."""
    for one, other in zip(quick.runs, plain.runs, strict=True):
        assert one.layer == other.layer
        assert [taken(turn) for turn in one.turns] == [taken(turn) for turn in other.turns]
        assert [drawn(graph) for graph in one.graphs] == [drawn(graph) for graph in other.graphs]
        for turn, same in zip(one.turns, other.turns, strict=True):
            assert columns(turn.before, quick) == columns(same.before, plain)


def columns(board: Board, of: Answer) -> dict[str, dict[Hashable, int]]:
    """What stands on a board, abilities by what they are.

    Their numbers say no more than which was met first, and a short cut may meet them in another
    order.
    """
    found: dict[str, dict[Hashable, int]] = {}
    for characteristic, column in board.columns.items():
        for value, held in column.items():
            known = of.instances[value] if characteristic == ABILITIES else value
            one = found.setdefault(characteristic, {})
            one[known] = one.get(known, 0) | held
    return {
        name: {value: held for value, held in column.items() if held}
        for name, column in found.items()
        if any(column.values())
    }


def rich_board(seed: int, test: str, *, immune: bool) -> Scenario:
    """Two to four objects with up to three abilities each, under any policies but that on tests."""
    random = Random(f"{test} {seed}")
    book = rulebook(random, immune=immune, test=test)
    names = sorted(LETTERS)
    sizes = (2, 3, 3, 4) if test == "action" else (2, 3, 3)
    objects = [
        random.sample(names, random.choice((1, 1, 2, 2, 3))) for _ in range(random.choice(sizes))
    ]
    return board(book, objects)


def focused_board(seed: int, focus: str, test: str) -> Scenario:
    """Two to four objects whose abilities are of one kind, so that they meet."""
    random = Random(f"{focus} {test} {seed}")
    book = rulebook(random, immune=False, test=test)
    names = FOCI[focus]
    objects = [
        random.sample(names, random.choice((0, 1, 1, 2))) for _ in range(random.choice((3, 3, 4)))
    ]
    return board(book, objects)


def crowded_board(seed: int) -> Scenario:
    """Nine to twelve objects with at most one ability each; graphs are found anew."""
    random = Random(seed)
    book = rulebook(random, immune=seed % 4 == 0, test="action", graph="each step")
    names = sorted(LETTERS)
    count = random.randint(9, 12)
    return board(book, [random.sample(names, int(random.random() < 0.6)) for _ in range(count)])
