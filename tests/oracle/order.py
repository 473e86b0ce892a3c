"""The oracle's order inside one layer: trials, the graph, who waits, and whose turn is next."""

from __future__ import annotations

from oracle.board import Board, Cell
from oracle.cells import cells
from oracle.early import is_early
from oracle.effects import Course, exists, is_removed, own_layers, part_of
from oracle.kinds import kind_of
from oracle.observe import Observation, apply, apply_for_good, existing, observe
from oracle.places import ahead_in
from oracle.world import Effect, Key, World

Edge = tuple[Key, Key]
"""(x, y): x depends on y."""

# --- trials -------------------------------------------------------------------------------


class Trials:
    """The trials on one board. What they share is worked out once: the board does not change.

    known: the parts of the layer that pend or were applied.
    """

    def __init__(self, layer: str, board: Board, course: Course, known: set[Key]) -> None:
        self.layer, self.board, self.course, self.known = layer, board, course, known
        self._before: dict[Key, Observation] = {}
        self._after: dict[Key, Board] = {}
        self._first: dict[Key, tuple[Board, set[Cell]]] = {}

    def before(self, x: Effect) -> Observation:
        """What x is on the board."""
        if x.key not in self._before:
            self._before[x.key] = observe(x, self.layer, self.board, self.course)
        return self._before[x.key]

    def after(self, y: Effect) -> Board:
        """The board with y applied; the board itself if that changes nothing on it."""
        if y.key not in self._after:
            after = self.board.copy()
            apply(y, self.layer, after, self.course)
            self._after[y.key] = self.board if after == self.board else after
        return self._after[y.key]

    def first(self, effect: Effect) -> tuple[Board, set[Cell]]:
        """The board after a turn, and the cells that it wrote or changed."""
        if effect.key not in self._first:
            board = self.board.copy()
            self._first[effect.key] = board, self.turn(effect, board)
        return self._first[effect.key]

    def turn(self, effect: Effect, board: Board) -> set[Cell]:
        """A part applied with the static parts that it brings into existence; see `first`."""
        layer, course = self.layer, self.course
        before = cells(board)
        existed = {each.key for each in existing(board, layer, course)}
        written = apply(effect, layer, board, course)
        brought = [
            each
            for each in existing(board, layer, course)
            if each.instance is not None and each.key not in existed and each.key not in self.known
        ]
        for each in brought:
            written |= apply(each, layer, board, course)
        after = cells(board)
        return written | {cell for cell in after if after[cell] != before[cell]}


def depends(x: Effect, y: Effect, trials: Trials) -> bool:
    """Whether x depends on y on the board of the trials."""
    layer, board, course = trials.layer, trials.board, trials.course
    test = test_of(layer, board.world)
    alike = sets_something(x, layer, board) == sets_something(y, layer, board)
    world_parity = board.world.policy("parity")
    if world_parity == "both or neither set" and not alike:
        return False
    defining = world_parity == "both or neither characteristic-defining"
    if defining and x.ability.defines != y.ability.defines:
        return False
    if test == "action":
        before, after_y = trials.before(x), trials.after(y)
        if not before.exists or after_y is board:
            return False
        return observe(x, layer, after_y, course) != before
    if test == "removal":
        before, after_y = trials.before(x), trials.after(y)
        if before.exists and is_removed(x, after_y, course):
            return True
        own = own_layers(x, layer, board.world) | own_layers(y, layer, board.world)
        by_actions = all(test_of(each, board.world) == "action" for each in own)
        if not by_actions or not before.exists:
            return False
        still = exists(x, after_y, course)
        return not still or observe(x, layer, after_y, course, ahead=True) != before
    if test == "result" and exists(x, board, course) and exists(y, board, course):
        first, first_cells = run([x, y], x, trials)
        second, second_cells = run([y, x], x, trials)
        one, other = cells(first), cells(second)
        return any(one[cell] != other[cell] for cell in first_cells | second_cells)
    return False


def test_of(layer: str, world: World) -> str:
    """When one effect depends on another in this layer."""
    [own] = [each.test for each in world.rulebook.layers if each.id == layer]
    return own or world.policy("test")


def sets_something(effect: Effect, layer: str, board: Board) -> bool:
    """Whether the effect's part in the layer sets something."""
    part = part_of(effect, layer, board.world)
    return any(kind_of(operation).sets for _, _, steps in part for _, operation in steps)


def run(turns: list[Effect], watched: Effect, trials: Trials) -> tuple[Board, set[Cell]]:
    """Two parts applied to a copy, each with the static parts that it brings into existence.

    Returns the end board and the cells that the watched part's run wrote or changed.
    """
    one, two = turns
    begun, by_one = trials.first(one)
    board = begun.copy()
    by_two = trials.turn(two, board)
    return board, by_one if one is watched else by_two


def all_edges(parts: list[Effect], trials: Trials) -> set[Edge]:
    """Every dependency that the n^2 trials on the board show."""
    return {
        (x.key, y.key) for x in parts for y in parts if x.key != y.key and depends(x, y, trials)
    }


# --- waiting ------------------------------------------------------------------------------


def reachable(start: Key, edges: set[Edge]) -> set[Key]:
    """Everything that `start` depends on, directly or not."""
    found: set[Key] = set()
    new = {y for x, y in edges if x == start}
    while new:
        found |= new
        new = {y for x, y in edges if x in found} - found
    return found


def component_of(key: Key, edges: set[Edge]) -> set[Key]:
    """The loop that the part belongs to, or the part alone."""
    return {key} | {each for each in reachable(key, edges) if key in reachable(each, edges)}


def awaited(key: Key, edges: set[Edge], loop: str) -> set[Key]:
    """The parts that the part waits for."""
    if loop == "mutual pairs":
        return {y for x, y in edges if x == key and (y, x) not in edges}
    component = component_of(key, edges)
    return {y for x, y in edges if x in component} - component


def is_independent(key: Key, edges: set[Edge], course: Course) -> bool:
    """Whether the part is an independent one, as the policy reads that word."""
    own = {(x, y) for x, y in edges if x == key}
    match course.world.policy("independent"):
        case "nothing":
            return not own
        case "one-way":
            return all((y, x) in edges for x, y in own)
    return not awaited(key, edges, course.world.policy("loop"))


def next_part(pending: list[Effect], edges: set[Edge], course: Course) -> Effect:
    """The pending part whose turn it is."""
    world = course.world
    waiting = {each.key for each in pending}
    independent = [each for each in pending if is_independent(each.key, edges, course)]
    dependent = [each for each in pending if each not in independent]

    def ready(parts: list[Effect]) -> list[Effect]:
        return [
            each for each in parts if not awaited(each.key, edges, world.policy("loop")) & waiting
        ]

    match world.policy("freed"):
        case "compete":
            candidates = ready(pending)
        case "at once":
            candidates = ready(dependent) or independent
        case _:
            if independent:
                candidates = independent
            elif world.policy("dependents") == "timestamps":
                candidates = pending
            else:
                candidates = ready(pending)
    return min(candidates or pending, key=lambda effect: effect.order)


# --- one layer ----------------------------------------------------------------------------


def play_layer(
    layer: str, board: Board, course: Course
) -> tuple[set[tuple[str, str]], list[tuple[str, str]]]:
    """Apply a layer to the board; the edges at its beginning, and the turns in their order."""
    each_step = course.world.policy("graph") == "each step"
    pending = existing(board, layer, course)
    edges = all_edges(pending, Trials(layer, board, course, {each.key for each in pending}))
    first_edges = set(edges)
    names = {each.key: each.id for each in pending}
    turns: list[tuple[str, str]] = []
    applied: list[Effect] = []
    while pending:
        effect = next_part(pending, edges, course)
        pending.remove(effect)
        if observe(effect, layer, board, course).exists:
            apply_for_good(effect, layer, board, course)
            applied.append(effect)
            turns.append((effect.id, "applied"))
        else:
            turns.append((effect.id, "lost"))
        now = existing(board, layer, course)
        if each_step:
            for gone in sorted(pending, key=lambda each: each.order):
                if gone.key not in [each.key for each in now]:
                    pending.remove(gone)
                    turns.append((gone.id, "lost"))
        taken = [each.key for each in [*pending, *applied]]
        # What has resolved is there from the beginning, but may be called ahead later.
        joining = [
            each
            for each in now
            if each.key not in taken
            and (each.instance is not None or ahead_in(layer, each.ability, course.world))
        ]
        old, pending = pending, [*pending, *joining]
        trials = Trials(layer, board, course, {each.key for each in [*pending, *applied]})
        if each_step:
            edges = all_edges(pending, trials)
        else:
            for z in joining:
                for other in pending:
                    if other.key == z.key:
                        continue
                    if depends(z, other, trials):
                        edges.add((z.key, other.key))
                    if other in old and depends(other, z, trials):
                        edges.add((other.key, z.key))
    if not is_early(layer, course.world):
        for effect in applied:
            course.started[effect.key] = effect
    return {(names[x], names[y]) for x, y in first_edges}, turns
