"""The certificate's formulas worked out where what they leave open is known, for tests.

A formula about a board of unknowns has to say on every board what the replay says of that board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from layerlaw.solver.certificate.fixpoints.board import Coding, Place, UnknownBoard, nothing
from layerlaw.solver.certificate.fixpoints.question import Formulas
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from layerlaw.solver.certificate.terms import Amount, Terms, Truth
from layerlaw.solver.facts.situation import Situation

Known = dict[str, bool | int]
Tree = str | list["Tree"]


def _div(one: int, other: int) -> int:
    """As SMT-LIB has it: what is left is never less than nothing. By 0 it may be anything."""
    return (one - one % abs(other)) // other if other else 77


def _mod(one: int, other: int) -> int:
    return one % abs(other) if other else 77


def together_of(situation: Situation) -> SimultaneousReplay:
    """F of a situation, by the replay."""
    return SimultaneousReplay(ReplayEffects(ReplayTable(situation)))


def _tree(words: Iterator[str]) -> Tree:
    word = next(words)
    if word != "(":
        return word
    parts: list[Tree] = []
    while (part := _tree(words)) != ")":
        parts.append(part)
    return parts


def _python(tree: Tree) -> str:
    """The formula as Python writes it."""
    if isinstance(tree, str):
        # A number is digits alone: what is less than nothing is written with a sign before it.
        assert tree.isidentifier() or tree.isdecimal(), tree
        return tree.title() if tree in ("true", "false") else tree
    sign, *parts = tree
    assert isinstance(sign, str)
    words = [_python(part) for part in parts]
    match sign:
        case "ite":
            return f"({words[1]} if {words[0]} else {words[2]})"
        case "not":
            return f"(not {words[0]})"
        case "div" | "mod":
            return f"_{sign}({words[0]}, {words[1]})"
    if len(words) == 1:
        return f"({sign}{words[0]})"
    return "(" + f" {'==' if sign == '=' else sign} ".join(words) + ")"


class WorkedOut:
    """All formulas of some terms, which are worked out for one valuation after another."""

    def __init__(self, terms: Terms) -> None:
        self._open: list[str] = []
        steps = []
        for line in terms.lines:
            tree = _tree(iter(line.replace("(", " ( ").replace(")", " ) ").split()))
            assert isinstance(tree, list) and isinstance(tree[1], str)
            if tree[0] == "declare-const":
                self._open.append(tree[1])
            else:
                steps.append(f"{tree[1]} = {_python(tree[-1])}")
        self._all = compile("\n".join(steps), "formulas", "exec")

    def where(self, values: Mapping[str, bool | int]) -> Known:
        """What every formula comes to; `values` has to know every unknown."""
        known: Known = {name: values[name] for name in self._open}
        exec(self._all, {"_div": _div, "_mod": _mod}, known)
        return known


def said(value: Truth | Amount, known: Known) -> bool | int:
    """What a truth or a number comes to."""
    return known[value] if isinstance(value, str) else value


def cell_values(looked: Mapping[Place, Truth | Amount], cells: Mapping[Place, bool | int]) -> Known:
    """The unknowns as they are on a board with these cells."""
    return {str(name): cells.get(place, nothing(place[1])) for place, name in looked.items()}


def all_unknown(
    together: SimultaneousReplay, coding: Coding, boards: Iterable[ReplayBoard]
) -> UnknownBoard:
    """A board of which no cell is known that any of these boards has."""
    cells: dict[Place, None] = {}
    for board in boards:
        cells.update(dict.fromkeys(coding.cells(board)))
    terms = Terms(endless=together.effects.endless)
    return UnknownBoard(terms, coding.cells(together.start), cells)


def mixed(boards: list[ReplayBoard], coding: Coding, random: Random) -> ReplayBoard:
    """A board each cell of which is as on one of these, whichever."""
    cells = [coding.cells(board) for board in boards]
    made = boards[0].fork()
    places = dict.fromkeys(place for one in cells for place in one)
    # What is no number after all is taken away once the number is there.
    for place in sorted(places, key=lambda one: one[1][0] == "is"):
        value = random.choice(cells).get(place, nothing(place[1]))
        coding.put(made, place, value)
    return made


def far_boards(together: SimultaneousReplay, random: Random) -> list[ReplayBoard]:
    """Boards that F makes of mixtures of what it made before, six times over.

    It begins with anything at all, so that what holds itself up is among them.
    """
    coding = Coding(together.effects)
    boards = [together.start, *odd_boards(together, random)]
    for _ in range(6):
        made = [together.image(mixed(boards, coding, random)) for _ in range(3)]
        boards = [*made, together.image(boards[0]), together.image(boards[1])]
    return boards


def odd_boards(together: SimultaneousReplay, random: Random) -> list[ReplayBoard]:
    """The starting board with anything written on anybody, five times over."""
    boards = []
    table, rulebook = together.effects.table, together.effects.rulebook
    for _ in range(5):
        board = together.start.fork()
        for thing in table.situation.things:
            for one in rulebook.characteristics.values():
                if random.random() < 0.5:
                    match one.kind:
                        case "set":
                            words = frozenset(random.sample(one.words, min(2, len(one.words))))
                            board.put(thing.id, one.name, words)
                        case "number":
                            board.put(thing.id, one.name, random.choice((None, -1, 0, 1, 2, 3)))
                        case "player":
                            board.put(thing.id, one.name, random.choice((None, *table.players)))
            for status in rulebook.statuses:
                board.put(thing.id, status, random.random() < 0.3)
            kept = [one for one in board.abilities(thing.id) if random.random() < 0.7]
            others = [one for id in together.effects.table.ids for one in board.abilities(id)]
            strange = [one for one in others if one not in kept and not one.name]
            kept += [one for one in dict.fromkeys(strange) if random.random() < 0.2]
            board.put(thing.id, "abilities", tuple(kept))
        boards.append(board)
    return boards


def something(cells: Mapping[Place, bool | int]) -> dict[Place, bool | int]:
    """The cells that show something; a number that is not there shows nothing."""
    return {
        (object, key): value
        for (object, key), value in cells.items()
        if value is not False
        and (key[0] != "number" or (value and cells.get((object, ("is", key[1])))))
        and not (key[0] in ("player", "name") and value == -1)
    }


class Far:
    """Far boards of a situation, and what F makes of each, once and twice over."""

    def __init__(self, situation: Situation, seed: int) -> None:
        self.together = together_of(situation)
        self.boards = far_boards(self.together, Random(seed))
        self.images = [self.together.image(board) for board in self.boards]
        self.after = [self.together.image(board) for board in self.images]

    def agree(self) -> int:
        """Fail unless F by formulas is F by the replay on the boards; how many cells are open."""
        formulas = Formulas(self.together)
        formulas.question(())
        worked_out = WorkedOut(formulas.terms)
        looked, coding, cells = formulas.unknown.looked, formulas.coding, formulas.draft.cells
        for board, image, after in zip(self.boards, self.images, self.after, strict=True):
            known = worked_out.where(cell_values(looked, coding.cells(board)))
            made = {place: said(value, known) for place, value in cells.items()}
            right = coding.cells(image)
            assert something(made) == something(right)
            for place in looked:
                nobody = nothing(place[1])
                assert made.get(place, nobody) == right.get(place, nobody)
            again = formulas.board({str(name): said(name, known) for name in looked.values()})
            assert something(coding.cells(again)) == something(coding.cells(after))
        return len(looked)
