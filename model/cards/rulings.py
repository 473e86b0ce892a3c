"""A publisher's rulings, sorted: what each bears on, and the scenario that states it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

BEARS = ("characteristic", "permission", "zone", "duration", "nothing")
"""What a ruling can bear on; `nothing`: nothing that a continuous effect could change."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling on one card.

    number: its place among those of its card, from 1. fingerprint: stands for its text, which is
    not shipped (`fingerprint_of`). kind: what it is about, where it bears on nothing. scenario: the
    one that states it, as `rulings/NAME` or `NAME`. lacks: the word that the notation lacks for it,
    or for the rest of it where a scenario states a part.
    """

    card: str
    number: int
    date: str
    fingerprint: str
    bears: str
    says: str
    kind: str = ""
    scenario: str = ""
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class RulingTable:
    """All rulings on the cards of one game, as one card list has them.

    kinds and words: what the kinds of rulings that bear on nothing, and the words that lack, mean.
    """

    game: str
    source: str
    kinds: Mapping[str, str]
    words: Mapping[str, str]
    rulings: tuple[Ruling, ...]

    def bearing(self, *on: str) -> tuple[Ruling, ...]:
        """The rulings that bear on one of these (see `BEARS`), in the order of the table."""
        return tuple(ruling for ruling in self.rulings if ruling.bears in on)


@dataclass(frozen=True, slots=True)
class Published:
    """A ruling as a card list has it, its text as a fingerprint."""

    card: str
    number: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Drift:
    """Where a table and a card list no longer agree.

    changed: rulings in whose place another text stands; gone: those of which nothing is left;
    unsorted: those of the list that the table does not have. Rulings are told apart by card and
    fingerprint; what only stands in another place of its card is the same ruling.
    """

    changed: tuple[Ruling, ...]
    gone: tuple[Ruling, ...]
    unsorted: tuple[Published, ...]

    @property
    def none(self) -> bool:
        """Whether table and list have the same rulings."""
        return not (self.changed or self.gone or self.unsorted)


def drift(table: RulingTable, published: Iterable[Published]) -> Drift:
    """Compares a table with a card list: what has to be sorted again."""
    listed = {(ruling.card, ruling.fingerprint): ruling for ruling in published}
    sorted_ = {(ruling.card, ruling.fingerprint) for ruling in table.rulings}
    stale = [ruling for ruling in table.rulings if (ruling.card, ruling.fingerprint) not in listed]
    new = {(entry.card, entry.number): entry for key, entry in listed.items() if key not in sorted_}
    changed = tuple(ruling for ruling in stale if (ruling.card, ruling.number) in new)
    replaced = {(ruling.card, ruling.number) for ruling in changed}
    return Drift(
        changed,
        tuple(ruling for ruling in stale if (ruling.card, ruling.number) not in replaced),
        tuple(ruling for place, ruling in new.items() if place not in replaced),
    )
