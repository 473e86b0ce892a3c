"""Which open decisions wait for which others, and a component of them that waits for no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.solver.components import components
from layerlaw.solver.simultaneous.places import unsettled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.simultaneous.deeds import Candidate, Deed
    from layerlaw.solver.simultaneous.keys import Key
    from layerlaw.solver.simultaneous.looks import Looks
    from layerlaw.solver.simultaneous.state import State


@dataclass(frozen=True, slots=True)
class Knot:
    """Open decisions that wait for each other, and for no others.

    held: whether some of that is read on the state itself, so that one has to guess. readers: for
    each operation, how many of these decisions wait for it.
    """

    candidates: tuple[Candidate, ...]
    deeds: tuple[Deed, ...]
    held: bool
    readers: dict[Deed, int]

    @property
    def effects(self) -> tuple[str, ...]:
        """The effects whose decisions these are."""
        found = [one.effect.id for one in self.candidates]
        return tuple(dict.fromkeys(sorted(found + [d.candidate.effect.id for d in self.deeds])))


def first_knot(state: State, candidates: Iterable[Candidate], deeds: Iterable[Deed]) -> Knot | None:
    """The smallest component of the open ones among these that waits for none of the others."""
    waiting = [one for one in candidates if state.exists[one] is None]
    doing = [deed for deed in deeds if state.open(deed)]
    if not waiting and not doing:
        return None
    names = {one: f"{i:06}e" for i, one in enumerate(waiting)}
    called = {deed: f"{i:06}o" for i, deed in enumerate(doing)}
    writers: dict[Key, list[tuple[str, int]]] = {}
    for deed, name in called.items():
        mask = state.open(deed)
        for key in deed.writes:
            writers.setdefault(key, []).append((name, mask))
    behind = state.candidates.keys.behind
    # Numbers matter to regions only where they do not settle them yet.
    regions = unsettled(state.partial, state.candidates.world)
    edges: dict[str, dict[str, bool]] = {}

    def look(name: str, looks: Looks, own: int) -> None:
        on = edges.setdefault(name, {})
        for one in looks:
            where = own if one.where is None else one.where
            if one.key[0] == "depth":
                where &= regions
            for key in behind(one.key):
                for writer, mask in writers.get(key, ()):
                    if mask & where:
                        on[writer] = on.get(writer, False) or one.held

    for one, name in names.items():
        look(name, one.looks, 0)
    for deed, name in called.items():
        look(name, deed.looks, state.open(deed))
        if deed.candidate in names:
            edges[name][names[deed.candidate]] = not deed.lifting
    found = []
    for members in components(edges, edges):
        inside = set(members)
        if all(other in inside for name in members for other in edges[name]):
            known = tuple(one for one, name in names.items() if name in inside)
            doing = [deed for deed, name in called.items() if name in inside]
            readers = {
                deed: sum(called[deed] in edges[reader] for reader in members) for deed in doing
            }
            held = any(h for name in members for o, h in edges[name].items() if o in inside)
            found.append(Knot(known, tuple(doing), held, readers))
    return min(found, key=lambda knot: (len(knot.effects), knot.effects))
