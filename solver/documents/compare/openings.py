"""What one document leaves open and the other one does not: policies, and layers of operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.documents.compare.comparison import OpenDifference
from layerlaw.solver.documents.compare.differences import asked, placed_in_both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Reading, Rulebook
    from layerlaw.solver.documents.boards.small_boards import SharedWords


@dataclass(frozen=True, slots=True)
class Opening:
    """A reading that one side admits and that comes to nothing the other side admits.

    what: the policy, or the layers, that it decides. side: 0 or 1. verbs: the operations that it
    moves, by the words of the layers; none where it decides a policy.
    """

    what: str
    side: int
    point: str
    reading: str
    verbs: tuple[str, ...] = ()


def open_differences(
    one: Rulebook, other: Rulebook, words: SharedWords
) -> tuple[tuple[OpenDifference, ...], tuple[Opening, ...]]:
    """What one document admits and the other one does not, and the readings that do so."""
    differences: list[OpenDifference] = []
    openings: list[Opening] = []
    for policy in one.policies:
        if asked(one, policy) is None or asked(other, policy) is None:
            continue
        points, values = zip(*(_admitted(each, policy) for each in (one, other)), strict=True)
        if set(values[0]) != set(values[1]):
            differences.append(OpenDifference(policy, (points[0], points[1]), values))
            openings += _of_policy((one, other), policy, points, values)
    for side in (0, 1):
        for difference, some in _of_layers((one, other), side, words):
            differences.append(difference)
            openings += some
    return tuple(differences), tuple(openings)


def _of_policy(
    sides: tuple[Rulebook, Rulebook],
    policy: str,
    points: tuple[tuple[str, ...], ...],
    values: tuple[tuple[str, ...], ...],
) -> Iterator[Opening]:
    for side, book in enumerate(sides):
        for point in points[side]:
            for reading in book.points[point].readings:
                value = reading.policies.get(policy)
                # A difference of the defaults is told of elsewhere.
                default = reading.id == book.points[point].default
                if value is not None and value not in values[1 - side] and not default:
                    yield Opening(policy, side, point, reading.id)


def _of_layers(
    sides: tuple[Rulebook, Rulebook], side: int, words: SharedWords
) -> Iterator[tuple[OpenDifference, list[Opening]]]:
    """The open points of one side whose readings order layers as no reading of the other does."""
    placed = placed_in_both(*sides, words)

    # Counters are rules that say in which layer they work.
    rules = [{each.id for each in book.rules if each.ability.layer} for book in sides]

    def orders(book: Rulebook) -> tuple[int, ...]:
        """How the layers stand to each other, whatever they are called."""
        ids = [layer.id for layer in book.layers]
        places = [ids.index(book.layer_of(operation).id) for _, operation in placed]
        layer_of = {each.id: each.ability.layer for each in book.rules}
        places += [ids.index(str(layer_of[id])) for id in sorted(rules[0] & rules[1])]
        ranks = sorted(set(places))
        return tuple(ranks.index(place) for place in places)

    if not placed or "simultaneous" in {book.policy("process") for book in sides}:
        return
    mine, theirs = sides[side], sides[1 - side]
    # A difference of the defaults is one of the layers, and no opening.
    if orders(mine) != orders(theirs):
        return
    admitted = {orders(theirs)}
    for point in theirs.points.values():
        if point.verbs:
            admitted |= {orders(theirs.settled({point.id: each.id})) for each in point.readings}
    for point in mine.points.values():
        if not point.verbs:
            continue

        def known(reading: Reading, id: str = point.id) -> bool:
            return orders(mine.settled({id: reading.id})) in admitted

        foreign = [each for each in point.readings if not known(each)]
        if not foreign:
            continue
        what = f"layers of {', '.join(point.verbs)}"
        own = (point.default, *(each.id for each in point.readings if each.id != point.default))
        alike = tuple(id for id in own if known(point.reading(id))) or ("otherwise",)
        points: tuple[tuple[str, ...], tuple[str, ...]] = ((point.id,), ())
        values = (own, alike)
        if side:
            points, values = points[::-1], values[::-1]
        moved = point.verbs
        yield (
            OpenDifference(what, points, values),
            [Opening(what, side, point.id, each.id, moved) for each in foreign],
        )


def _admitted(rulebook: Rulebook, policy: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    points = tuple(point.id for point in rulebook.points.values() if policy in point.policies)
    values = [rulebook.policy(policy)]
    values += [
        reading.policies[policy]
        for id in points
        for reading in rulebook.points[id].readings
        if policy in reading.policies
    ]
    return points, tuple(dict.fromkeys(values))
