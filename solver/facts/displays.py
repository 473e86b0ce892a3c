"""How answers show themselves in a notebook: the one door from below the shell to its reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked

if TYPE_CHECKING:
    from collections.abc import Collection

    from layerlaw.solver.answer.explain import Link
    from layerlaw.solver.derivation.answer import Derivation


class Rich:
    """What a notebook shows as a page, a picture or a table, and a terminal in one line."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The same line in a plain shell, where all that is in it would fill pages."""
        # A report is a shell and looks at everything; whoever only solves needs none.
        from layerlaw.solver.shell.report.notebook import plain_line

        return f"<{type(self).__name__}: {plain_line(self)}>"

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        """What IPython asks for: by media type, the shortest under `text/plain`."""
        # A report is a shell and looks at everything; whoever only solves needs none.
        from layerlaw.solver.shell.report.notebook import mimebundle

        return mimebundle(self, include, exclude)


@dataclass(frozen=True, slots=True, repr=False)
class Explained(Rich):
    """Where one value comes from, with the answer that it is a value of."""

    derivation: Derivation
    object: str
    characteristic: str
    links: tuple[Link, ...]


@checked()
def explained(derivation: Derivation, object: str, characteristic: str) -> Explained:
    """`why`, as something that a notebook shows: its links are a plain tuple. Raises as it does."""
    from layerlaw.solver.answer.explain import why

    return Explained(derivation, object, characteristic, why(derivation, object, characteristic))
