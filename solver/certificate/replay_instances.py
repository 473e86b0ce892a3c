"""Ability instances for the replay: an ability, and the one thing that gives it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.model.printing import print_ability

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards import Card


@dataclass(frozen=True, eq=False)
class Instance:
    """An ability as one thing gives it; the same ability from the same thing is one instance.

    number: which static ability of the card, or which line of text of the giver, from 1.
    name: what its effect is called instead (the id of a rule).
    rank: its place among all abilities of the card. giver: the granting effect's id.
    """

    ability: Ability
    number: int
    rank: int
    giver: str | None
    static: bool
    name: str = ""

    @cached_property
    def label(self) -> str:
        """What it is called in a list of abilities."""
        label = self.ability.keyword or text_of(self.ability)
        return f"{label} from {self.giver}" if self.giver is not None else label

    def effect_id(self, holder: str) -> str:
        """The id of the static effect it makes for an object that has it."""
        if self.giver is None:
            return f"{holder}.{self.name or self.number}"
        name = self.ability.keyword or ("gained" if self.number == 1 else f"gained{self.number}")
        return f"{holder}.{name}@{self.giver}"


_TEXTS: dict[int, tuple[Ability, str]] = {}
_MOST_TEXTS = 10_000


def text_of(ability: Ability) -> str:
    """An ability in the notation; the last ones printed are remembered."""
    known = _TEXTS.get(id(ability))
    if known is None or known[0] is not ability:
        if len(_TEXTS) >= _MOST_TEXTS:
            _TEXTS.clear()
        known = _TEXTS[id(ability)] = ability, print_ability(ability)
    return known[1]


class Instances:
    """Every ability instance of one replay."""

    def __init__(self) -> None:
        self._of_card: dict[int, tuple[Card, tuple[Instance, ...]]] = {}
        self._printed: dict[tuple[str, str, int, int], list[Instance]] = {}

    def printed(self, card: Card, *, named: bool = False) -> tuple[Instance, ...]:
        """The instances printed on a card, in order; those under `has` with instructions work.

        named: their effects are called by the abilities' names.
        """
        known = self._of_card.get(id(card))
        if known is None:
            known = self._of_card[id(card)] = card, tuple(self._made(card, named))
        return known[1]

    def _made(self, card: Card, named: bool) -> Iterator[Instance]:
        static = 0
        for place, one in enumerate(card.abilities):
            rank = place + one.shift
            works = one.use == "has" and bool(one.ability.instructions)
            static += works
            alike = self._printed.setdefault((card.name, card.edition, place, rank), [])
            for instance in alike:
                if instance.ability is one.ability or instance.ability == one.ability:
                    yield instance
                    break
            else:
                name = one.name if named else ""
                alike.append(Instance(one.ability, static, rank, None, works, name))
                yield alike[-1]
