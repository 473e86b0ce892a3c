"""Types for integers: sets of objects and of parts, objects, parts, abilities, layers.

At run time all of them are plain integers. To the type checker they are different, and the
arithmetic of sets keeps its type: `1 << index` and `some & ~others` are sets of objects. A set of
objects and a set of parts have nothing in common: `some & parts` has no type. (In place, as in
`some |= parts`, mypy lets it pass, for that is checked by what an `int` may be joined with.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Never, Self, overload

    class _Bits(int):
        """A set: bit i stands for what has the number i."""

        def __xor__(self, other: int, /) -> Self: ...
        def __rand__(self, other: int, /) -> Self: ...
        def __ror__(self, other: int, /) -> Self: ...
        def __rxor__(self, other: int, /) -> Self: ...
        def __invert__(self) -> Self: ...

    class Objects(_Bits):
        """A set of objects: bit i stands for the object with index i."""

        @overload
        def __and__(self, other: Parts, /) -> Never: ...
        @overload
        def __and__(self, other: int, /) -> Objects: ...
        def __and__(self, other: int, /) -> Objects: ...
        @overload
        def __or__(self, other: Parts, /) -> Never: ...
        @overload
        def __or__(self, other: int, /) -> Objects: ...
        def __or__(self, other: int, /) -> Objects: ...

    class Parts(_Bits):
        """A set of parts of one layer: bit i stands for the part of that number."""

        @overload
        def __and__(self, other: Objects, /) -> Never: ...
        @overload
        def __and__(self, other: int, /) -> Parts: ...
        def __and__(self, other: int, /) -> Parts: ...
        @overload
        def __or__(self, other: Objects, /) -> Never: ...
        @overload
        def __or__(self, other: int, /) -> Parts: ...
        def __or__(self, other: int, /) -> Parts: ...

    class Index(int):
        """The index of an object in `World.things`."""

        def __rlshift__(self, other: int, /) -> Objects: ...

    class PartNumber(int):
        """The number of a part of a layer, in the order in which parts became pending."""

        def __rlshift__(self, other: int, /) -> Parts: ...

    class InstanceNumber(int):
        """An ability instance, by its place in `Instances`; -1 stands for none."""

    class LayerNumber(int):
        """A layer, by its place in the rulebook."""

else:
    Objects = Parts = Index = PartNumber = InstanceNumber = LayerNumber = int

NO_OBJECTS = Objects(0)
"""The empty set of objects."""

NO_PARTS = Parts(0)
"""The empty set of parts."""

FIRST_LAYER = LayerNumber(0)
"""The layer with which every rulebook begins."""

NO_INSTANCE = InstanceNumber(-1)
"""In place of an ability instance: the effect is a resolved one."""
