"""What stands on the table while a history is played, and what happened to it by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Gain, SourceLeaves
from layerlaw.model.errors import BadInput, Problem
from layerlaw.solver.checks import may_hit, types_to_come
from layerlaw.solver.derive import derive
from layerlaw.solver.records import Happening
from layerlaw.solver.resolving import only_targets
from layerlaw.solver.situation import ResolvedEffect, Situation, Thing, Timestamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from layerlaw.model.rulebook import Rulebook
    from layerlaw.model.scenario import Place, Where
    from layerlaw.solver.derivation import Derivation


class Table:
    """Objects and resolved effects at one moment, and the moment itself."""

    def __init__(
        self,
        rulebook: Rulebook,
        players: tuple[str, ...],
        stop: Callable[[], None] | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.players = players
        self.things: dict[str, Thing] = {}
        self.effects: list[ResolvedEffect] = []
        self.chronicle: list[Happening] = []
        self.moment = 0
        self.place = 0
        self._stop = stop
        self._in_danger: set[str] = set()
        self._coming: frozenset[str] = frozenset()
        self._seen: set[int] = set()
        self._marked: dict[str, dict[str, None]] = {keyword: {} for keyword in rulebook.marks}
        self._derived: tuple[Situation, Derivation] | None = None

    # --- reading ---------------------------------------------------------------------------

    @property
    def timestamp(self) -> Timestamp:
        """The timestamp of what happens now."""
        return (self.moment, self.place)

    @property
    def situation(self) -> Situation:
        """What stands now."""
        return Situation(
            self.rulebook, self.players, tuple(self.things.values()), tuple(self.effects)
        )

    def derivation(self) -> Derivation:
        """The answer now."""
        now = self.situation
        if self._derived is None or self._derived[0] != now:
            self._derived = (now, derive(now, stop=self._stop))
        return self._derived[1]

    @property
    def in_danger(self) -> bool:
        """Whether a state-based check could hit anything, going by what no effect changes."""
        return bool(self._in_danger)

    def marked(self, keyword: str) -> tuple[str, ...]:
        """The objects in play on which the keyword is printed and was not lost for good."""
        return tuple(self._marked[keyword])

    def playing(self, id: str) -> bool:
        """Whether the object is in play."""
        return self.things[id].zone == self.rulebook.in_play

    # --- writing ---------------------------------------------------------------------------

    def put(self, thing: Thing) -> None:
        """The object is as given from now on."""
        self.things[thing.id] = thing
        for keyword, marked in self._marked.items():
            printed = any(p.ability.keyword == keyword for p in thing.form.abilities)
            if printed and keyword not in thing.without and self.playing(thing.id):
                marked[thing.id] = None
            else:
                marked.pop(thing.id, None)
        coming = self._coming
        if id(thing.form) not in self._seen:
            self._seen.add(id(thing.form))
            coming |= types_to_come(self.rulebook, thing.form)
        if coming == self._coming:
            self._look_for_danger(thing)
        else:
            self._coming = coming
            for other in self.things.values():
                self._look_for_danger(other)

    def _look_for_danger(self, thing: Thing) -> None:
        if may_hit(self.rulebook, thing, self._coming):
            self._in_danger.add(thing.id)
        else:
            self._in_danger.discard(thing.id)

    def move(self, id: str, place: Place | None) -> None:
        """The object is there now, and with it whatever it carries."""
        self.put(replace(self.things[id], place=place))
        for thing in list(self.things.values()):
            if thing.bearer == id:
                self.move(thing.id, place)

    def note(self, object: str, what: str, clause: str) -> None:
        """Remember something that happened by itself after the event."""
        self.chronicle.append(Happening(self.moment, object, what, clause))

    def leave(self, id: str, zone: str, what: str, clause: str) -> None:
        """The object leaves play: what it carried drops, what was fixed on it forgets it.

        Clause: SORC-DUR-1.
        """
        self.note(id, what, clause)
        self.put(
            replace(
                self.things[id],
                zone=zone,
                bearer=None,
                counters={},
                without=frozenset(),
                copied=None,
            )
        )
        for other in list(self.things.values()):
            if other.bearer == id:
                self.put(replace(other, bearer=None))
                self.note(other.id, f"is dropped, for {id} carries it no longer", "")

        def over(effect: ResolvedEffect) -> bool:
            # Without a stated duration an effect lasts while its source is in play; the source
            # of a spell's effects never was.
            with_source = isinstance(effect.ability.until, SourceLeaves | None)
            return (
                (effect.source == id and with_source)
                or effect.id == f"{id}.copy"
                or self.has_lost_its_targets(effect)
            )

        self.end(over, f"ends, for {id} is no longer in play")

    def has_lost_its_targets(self, effect: ResolvedEffect) -> bool:
        """Whether the effect is about targets alone, and over for those of them still in play."""
        return only_targets(effect) and not any(
            self.playing(target) and target not in effect.over_for for target in effect.targets
        )

    def end(self, over: Callable[[ResolvedEffect], bool], what: str) -> None:
        """End the effects for which this holds."""
        kept = []
        for effect in self.effects:
            if over(effect):
                self.note(effect.id, what, "")
            else:
                kept.append(effect)
        self.effects = kept

    def lose_for_good(self, id: str, keyword: str) -> None:
        """What is printed on it goes, and what effects made so far give; no more than that."""
        thing = self.things[id]
        self.put(replace(thing, without=thing.without | {keyword}))
        self.effects = [
            replace(effect, withheld=effect.withheld | {(id, keyword)})
            if keyword in given_by(effect)
            else effect
            for effect in self.effects
        ]

    # --- refusing --------------------------------------------------------------------------

    def refuse(self, where: Where, message: str, expected: str) -> None:
        """Raise `BadInput` for an event that cannot happen."""
        raise BadInput([Problem(where.file, where.line, where.column, message, expected)])

    def need_in_play(self, ids: Iterable[str], where: Where) -> None:
        """Raise `BadInput` if an object that an event speaks of is no longer in play."""
        for id in ids:
            if not self.playing(id):
                last = [one for one in self.chronicle if one.object == id]
                fate = f": it {last[-1].what} after event {last[-1].event}" if last else ""
                clause = f" ({last[-1].clause})" if last and last[-1].clause else ""
                self.refuse(where, f"'{id}' is not in play{fate}{clause}", "an object in play")


def given_by(effect: ResolvedEffect) -> frozenset[str]:
    """The keywords that the effect lets something gain."""
    return frozenset(
        operation.ability.keyword
        for instruction in effect.ability.instructions
        for operation in instruction.operations
        if isinstance(operation, Gain) and operation.ability.keyword is not None
    )
