"""The operation on what an object is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.writes import WriteName
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.algebra.entries import English, Notation, Verbs


@dataclass(frozen=True, slots=True)
class Rename:
    """The object has these names and no other (none: no name); besides: together with its own."""

    names: tuple[str, ...]
    besides: bool = False

    @property
    def layer_words(self) -> tuple[str, ...]:
        """`set name`, or `add name`; else `change name`."""
        return "add name" if self.besides else "set name", "change name"

    @property
    def writes(self) -> tuple[WriteName, ...]:
        """The name."""
        return (WriteName("add" if self.besides else "set", self.names),)

    def written(self, to: Notation) -> str:
        """`name := "Toy Boat"`, `name += "Toy Boat"`, `name := none`"""
        quoted = [f'"{name}"' for name in self.names]
        what = quoted[0] if len(quoted) == 1 else f"{{{', '.join(quoted)}}}"
        return f"name {'+=' if self.besides else ':='} {what if quoted else 'none'}"

    def english(self, say: English, verbs: Verbs) -> str:
        """`has the name "Toy Boat"`, `has the name "Toy Boat" as well`, `has no name`"""
        if not self.names:
            return f"{verbs.have} no name"
        noun = "name" if len(self.names) == 1 else "names"
        names = say.listed([f'"{name}"' for name in self.names])
        return f"{verbs.have} the {noun} {names}{' as well' if self.besides else ''}"
