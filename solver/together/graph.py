"""Which open decisions wait for which others, and a component of them that waits for no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.together.partial import unsettled

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from layerlaw.solver.together.deeds import Candidate, Deed
    from layerlaw.solver.together.keys import Key
    from layerlaw.solver.together.read_sets import Looks
    from layerlaw.solver.together.state import State


@dataclass(frozen=True, slots=True)
class Group:
    """Open decisions; no other open one bears on any of them."""

    candidates: tuple[Candidate, ...]
    deeds: tuple[Deed, ...]

    @property
    def effects(self) -> tuple[str, ...]:
        """The effects whose decisions these are."""
        ids = [one.effect.id for one in self.candidates]
        return tuple(dict.fromkeys(sorted(ids + [d.candidate.effect.id for d in self.deeds])))


@dataclass(frozen=True, slots=True)
class Knot(Group):
    """Open decisions that wait for each other, and for no others.

    held: whether some of that is read on the state itself, so that one has to guess. readers: for
    each operation, how many of these decisions wait for it.
    """

    held: bool
    readers: dict[Deed, int]


class WaitingDecisions:
    """The open decisions among some, by name, and which of them wait for which others.

    edges: for each name those it waits for, with whether that is held.
    """

    def __init__(
        self, state: State, candidates: Iterable[Candidate], deeds: Iterable[Deed]
    ) -> None:
        waiting = [one for one in candidates if state.exists[one] is None]
        doing = [deed for deed in deeds if state.open(deed)]
        self.candidates = {f"{i:06}e": one for i, one in enumerate(waiting)}
        self.deeds = {f"{i:06}o": deed for i, deed in enumerate(doing)}
        self.edges: dict[str, dict[str, bool]] = {}
        names = {one: name for name, one in self.candidates.items()}
        writers: dict[Key, list[tuple[str, int]]] = {}
        for name, deed in self.deeds.items():
            mask = state.open(deed)
            for key in deed.writes:
                writers.setdefault(key, []).append((name, mask))
        behind = state.candidates.keys.behind
        # Numbers matter to regions only where they do not settle them yet.
        regions = unsettled(state.partial, state.candidates.world)

        def look(name: str, looks: Looks, own: int) -> None:
            on = self.edges.setdefault(name, {})
            for one in looks:
                where = own if one.where is None else one.where
                if one.key[0] == "depth":
                    where &= regions
                for key in behind(one.key):
                    for writer, mask in writers.get(key, ()):
                        if mask & where:
                            on[writer] = on.get(writer, False) or one.held

        for name, one in self.candidates.items():
            look(name, one.looks, 0)
        for name, deed in self.deeds.items():
            look(name, deed.looks, state.open(deed))
            if deed.candidate in names:
                self.edges[name][names[deed.candidate]] = not deed.lifting

    def downstream(self, stuck: Collection[Candidate | Deed]) -> set[str]:
        """The names of these decisions, and of all that wait for them, and so on."""
        everything: dict[str, Candidate | Deed] = {**self.candidates, **self.deeds}
        reached = {name for name, one in everything.items() if one in stuck}
        while True:
            more = {
                name
                for name, on in self.edges.items()
                if name not in reached and reached & on.keys()
            }
            if not more:
                return reached
            reached |= more

    @property
    def any(self) -> bool:
        """Whether anything is open."""
        return bool(self.candidates or self.deeds)

    def any_of(self, group: Group) -> bool:
        """Whether anything of this group is."""
        open = {*self.candidates.values(), *self.deeds.values()}
        return not open.isdisjoint((*group.candidates, *group.deeds))

    def everything(self) -> Knot:
        """All of it as one knot."""
        return Knot(tuple(self.candidates.values()), tuple(self.deeds.values()), True, {})

    def groups(self) -> list[Group]:
        """The open decisions, apart wherever none of some bears on any of the others."""
        beside: dict[str, set[str]] = {name: set() for name in (*self.candidates, *self.deeds)}
        for name, on in self.edges.items():
            for other in on:
                beside[name].add(other)
                beside[other].add(name)
        groups = []
        for members in components(beside, beside):
            inside = set(members)
            known = tuple(one for name, one in self.candidates.items() if name in inside)
            doing = tuple(deed for name, deed in self.deeds.items() if name in inside)
            groups.append(Group(known, doing))
        return sorted(groups, key=lambda group: (len(group.effects), group.effects))

    def first(self) -> Knot | None:
        """The smallest component that waits for none of the others."""
        return next(iter(self.sources()), None)

    def sources(self, but: Collection[str] = ()) -> list[Knot]:
        """The components that wait for none of the others, smaller ones first.

        `but` are left out.
        """
        knots = []
        left = {
            name: {other: held for other, held in on.items() if other not in but}
            for name, on in self.edges.items()
            if name not in but
        }
        for members in components(left, left):
            inside = set(members)
            if all(other in inside for name in members for other in left[name]):
                known = tuple(one for name, one in self.candidates.items() if name in inside)
                doing = {name: deed for name, deed in self.deeds.items() if name in inside}
                readers = {
                    deed: sum(name in left[reader] for reader in members)
                    for name, deed in doing.items()
                }
                held = any(h for name in members for o, h in left[name].items() if o in inside)
                knots.append(Knot(known, tuple(doing.values()), held, readers))
        return sorted(knots, key=lambda knot: (len(knot.effects), knot.effects))


def first_knot(state: State, candidates: Iterable[Candidate], deeds: Iterable[Deed]) -> Knot | None:
    """The smallest component of the open ones among these that waits for none of the others."""
    return WaitingDecisions(state, candidates, deeds).first()


def components(nodes: Iterable[str], edges: Mapping[str, Iterable[str]]) -> list[tuple[str, ...]]:
    """The components of the graph, each sorted; nodes that `edges` leads out of are ignored."""
    known = set(nodes)
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    on_stack: set[str] = set()
    stack: list[str] = []
    complete: list[tuple[str, ...]] = []
    for root in sorted(known):
        if root in order:
            continue
        work = [(root, iter(sorted(set(edges.get(root, ())) & known)))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(set(edges.get(other, ())) & known))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], order[other])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == order[node]:
                    members = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        members.append(member)
                        if member == node:
                            break
                    complete.append(tuple(sorted(members)))
    return complete
