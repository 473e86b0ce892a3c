"""What an integer is: a set of objects, an object's index, an ability instance, a layer.

At run time all of them are plain integers. To the type checker they are different, and the
arithmetic of sets keeps its type: `1 << index` and `some & ~others` are sets of objects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:

    class Objects(int):
        """A set of objects: bit i stands for the object with index i."""

        def __and__(self, other: int, /) -> Objects: ...
        def __or__(self, other: int, /) -> Objects: ...
        def __xor__(self, other: int, /) -> Objects: ...
        def __rand__(self, other: int, /) -> Objects: ...
        def __ror__(self, other: int, /) -> Objects: ...
        def __rxor__(self, other: int, /) -> Objects: ...
        def __invert__(self) -> Objects: ...

    class Index(int):
        """Where an object stands among those of a situation (`World.things`)."""

        def __rlshift__(self, other: int, /) -> Objects: ...

    class InstanceNumber(int):
        """An ability instance, by its place in `Instances`; -1 stands for none."""

    class LayerNumber(int):
        """A layer, by its place in the rulebook."""

else:
    Objects = Index = InstanceNumber = LayerNumber = int

NO_OBJECTS = Objects(0)
"""The empty set of objects."""

NO_INSTANCE = InstanceNumber(-1)
"""In place of an ability instance: the effect is a resolved one."""
