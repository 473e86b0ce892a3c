"""One layer as a step that can be taken anew: what is remembered before it, and what it leaves.

Where a layer is run under several readings at once, readings that leave the same behind it are
followed together from there on (`Rulebook.joined`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.effects import Noted
    from layerlaw.solver.layers.observe import Observer
    from layerlaw.solver.layers.runs import LayerRun

Values = dict[str, object]
"""What an object holds, by name."""


@dataclass(frozen=True, slots=True)
class Left:
    """What a layer left: its run, and what was noted for the layers after it.

    carried: what effects carry from layer to layer. instances: the table of ability instances.
    noted: who has begun, and what was granted.
    """

    run: LayerRun | None
    carried: Values
    instances: Values
    noted: Noted


class LayerStep:
    """One layer on one board; see `Rulebook.joined`.

    take: runs the layer on the board, and notes what it did for the layers after it.
    """

    def __init__(
        self, observer: Observer, board: Board, take: Callable[[], LayerRun | None]
    ) -> None:
        self._observer = observer
        self._board = board
        self._take = take
        world = observer.world
        self._owners = (
            observer,
            observer.effects,
            observer.instances,
            observer.begun,
            world,
        )
        self._cache = world.rulebook.cache

    def remember(self) -> None:
        """Remember how everything is before the layer."""
        self._kept = self._cache.mark()
        self._before = [(owner, _values(owner)) for owner in self._owners]

    def take(self) -> Left:
        """Run the layer."""
        run = self._take()
        observer = self._observer
        return Left(
            run, _values(observer.begun), _values(observer.instances), observer.effects.noted()
        )

    def state(self, left: Left) -> object:
        """All that anything after the layer could depend on; equal states go on alike.

        Only the order of the turns, and why it was so, is no part of it: what each effect did is.
        """
        end = self._board if left.run is None else left.run.end
        turns = () if left.run is None else left.run.turns
        return (
            left.run is None,
            {name: (column, tuple(column)) for name, column in end.columns.items() if column},
            _in_order(left.carried),
            _in_order(left.instances),
            left.noted,
            sorted(
                (
                    (one.part.id, one.part.key, one.part.effect.timestamp, one.verdict, one.seen)
                    for one in turns
                ),
                key=lambda turn: turn[:2],
            ),
        )

    def back(self) -> None:
        """Everything is as before the layer."""
        self._cache.forget_since(self._kept)
        _restore(self._before)

    def go_on(self, left: Left) -> None:
        """As before the layer, but for what it left: nothing else that was worked out is kept."""
        observer = self._observer
        self._cache.forget_since(self._kept)
        _restore(
            [*self._before, (observer.begun, left.carried), (observer.instances, left.instances)]
        )
        observer.effects.note_again(left.noted)


def _in_order(values: Values) -> list[tuple[str, object]]:
    """The values, with the order of each table."""
    return [
        (name, (value, tuple(value)) if isinstance(value, dict) else value)
        for name, value in values.items()
    ]


def _restore(present: Sequence[tuple[object, Values]]) -> None:
    for owner, values in present:
        for name in [name for name in _names(owner) if name not in values]:
            # A property that was worked out in the meantime.
            delattr(owner, name)
        for name, value in values.items():
            setattr(owner, name, _copied(value))


def _names(owner: object) -> Iterable[str]:
    """The names of what an object holds."""
    return vars(owner) if hasattr(owner, "__dict__") else vars(type(owner))["__slots__"]


def _values(owner: object) -> Values:
    """What an object holds, by name."""
    return {name: _copied(getattr(owner, name)) for name in _names(owner)}


def _copied(value: object) -> object:
    """The value; tables and lists, and those in them, as copies."""
    if type(value) is dict:
        return {
            key: dict(one) if type(one) is dict else list(one) if type(one) is list else one
            for key, one in value.items()
        }
    return list(value) if type(value) is list else value
