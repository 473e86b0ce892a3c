"""What stands in a picture: boxes for effects, arrows between them, strata of both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.facts.lists import places
from layerlaw.solver.facts.records import Change
from layerlaw.solver.facts.rows import Changes
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.rulings import MORE, change_in_full, unchanged
from layerlaw.solver.shell.report.words import change_text, first_names

if TYPE_CHECKING:
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import TurnRecord, Value
    from layerlaw.solver.layers.runs import Turn

NAMED = 4
"""So many objects of one change are named."""


@dataclass(frozen=True, slots=True)
class EffectBox:
    """One effect at its turn, or several that are alike.

    number: its place in the order of application, from 1; 0 where there is no order. card: the
    name of its source. does: what it does there, in the notation; says: in a sentence. told: what
    it changed, or why it changed nothing. lost: why it is greyed, or "". why: the reasons for its
    turn. step: the part of the stratum in which it stands, where that has several. alike: of
    several all of them, each as a box of its own; the other fields are those of the first.
    """

    number: int
    id: str
    card: str
    stamp: str
    does: str
    says: str
    told: tuple[str, ...]
    lost: str = ""
    why: tuple[str, ...] = ()
    step: str = ""
    alike: tuple[EffectBox, ...] = ()

    @property
    def each(self) -> tuple[EffectBox, ...]:
        """The boxes of all effects that it stands for."""
        return self.alike or (self,)

    @property
    def cards(self) -> list[str]:
        """The names of the sources of all effects that it stands for."""
        return list(dict.fromkeys(one.card for one in self.each))

    @property
    def head(self) -> str:
        """What is written first: "3. King of the Realm", "3-9. King of the Realm x 7"."""
        called = self.card or self.id
        if self.alike:
            cards = len(self.cards)
            called = f"{len(self.alike)} effects of {cards} cards"
            if cards == 1:
                called = f"{self.card} x {len(self.alike)}"
        return f"{self.turns}. {called}" if self.number and "," not in self.turns else called

    @property
    def about(self) -> str:
        """What is written behind it: id and timestamp, of several places, and ids or cards."""
        if not self.alike:
            return f"{self.id}, timestamp {self.stamp}"
        names = self.cards if len(self.cards) > 1 else [one.id for one in self.alike]
        ids = first_names(names, NAMED // 2)
        return f"{self.turns}: {ids}" if self.number and "," in self.turns else ids

    @property
    def turns(self) -> str:
        """The places of its effects in the order: "3-9", "1-3, 7"."""
        return _runs([one.number for one in self.each])


@dataclass(frozen=True, slots=True)
class Arrow:
    """From what depends to what it depends on, both as places among the boxes of a stratum.

    says: the witness. short: the same in a few words.
    """

    tail: int
    head: int
    says: str
    short: str


@dataclass(frozen=True, slots=True)
class Stratum:
    """A layer, or, where all effects apply at the same time, an answer.

    loops: places of the boxes that depend on each other. total: how many dependencies there are;
    more than arrows if they were thinned out. notes: what has to be said besides.
    """

    name: str
    clause: str
    boxes: tuple[EffectBox, ...]
    arrows: tuple[Arrow, ...]
    loops: tuple[tuple[int, ...], ...]
    total: int
    notes: tuple[str, ...] = ()


def _runs(numbers: Sequence[int]) -> str:
    """Numbers in a few signs: "1-3, 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return first_names(["-".join(str(one) for one in run) for run in runs], NAMED)


def only_permissions(derivation: Answer, turn: TurnRecord) -> bool:
    """Whether it is the rules that say what anybody may do, which the final state shows."""
    if derivation.effects[turn.effect].source != RULES:
        return False
    return all(name == PERMISSIONS for name, _, _, _ in grouped(turn.changes))


def told(derivation: Answer, turn: TurnRecord, played: Turn | None = None) -> tuple[str, ...]:
    """What a turn changed, alike changes of several objects as one.

    played: the turn itself, which tells a statement that had been made before.
    """
    lines = []
    for name, before, after, objects in grouped(turn.changes):
        whose = first_names(objects, NAMED)
        change = change_in_full(derivation, Change(whose, name, before, after))
        lines.append(change_text(derivation, change))
    if not lines and turn.verdict == "applied":
        why = unchanged(derivation, played) if played and played.seen is not None else ""
        lines.append(why if why.startswith(MORE) else "changes nothing")
    return tuple(lines)


def grouped(changes: Iterable[Change]) -> list[tuple[str, Value, Value, tuple[str, ...]]]:
    """Changes by what they are: characteristic, before, after, and the objects."""
    if isinstance(changes, Changes):
        found = changes.groups
        order = {name: place for place, name in enumerate(changes.order)}
        rows = sorted(found.items(), key=lambda one: (one[1] & -one[1], order.get(one[0][0], 0)))
        return [(*key, tuple(changes.objects[place] for place in places(row))) for key, row in rows]
    groups: dict[tuple[str, Value, Value], list[str]] = {}
    for one in changes:
        groups.setdefault((one.characteristic, one.before, one.after), []).append(one.object)
    return [(*key, tuple(objects)) for key, objects in groups.items()]
