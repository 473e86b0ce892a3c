"""What an object enters play with, by the abilities that it and others have as it is in play."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.history.aspects import ENTERED
from layerlaw.solver.certificate.history.counting import counters_change, status_changes
from layerlaw.solver.certificate.history.making import stand
from layerlaw.solver.certificate.history.remembered import last_copiable
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.facts.situation import AS_IT_ENTERED, NOWHERE, ResolvedEffect, Thing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.history.proceedings import Proceedings
    from layerlaw.solver.certificate.history.states import ReplayedState


class Speaking(NamedTuple):
    """Whose ability it is, who controls that now (None: nobody), and what was chosen for it.

    effect: what came of it as it resolved; None: it is there.
    """

    holder: str
    player: str | None
    choice: str | None
    effect: ResolvedEffect | None = None

    def view(self, state: ReplayedState) -> View:
        """A state as that ability, or its effect, sees it."""
        if self.effect is not None:
            return state.seen_by(self.effect)
        return View(state.table, state.board, self.holder, self.player, choice=self.choice)


def entering_with(known: Proceedings, id: str) -> dict[str, Thing]:
    """What enters at the same moment as it, as that was before."""
    return {
        other: _before(known.thing(other))
        for other, one in known.log.present.items()
        if other != id
        and known.playing(other)
        and known.log.at_first(one, ENTERED)[0] == known.moment
    }


def arrive(known: Proceedings, id: str, besides: tuple[a.Arrival, ...] = ()) -> None:
    """It gets the counters and statuses with which it enters. Clauses: CR-614.1c, CR-614.12.

    besides: what it enters with by an exception to the copy that it enters as. Clause: CR-707.9e.
    """
    if not known.heard.entering:
        return
    entry = _Entry(known, id, besides)
    said = entry.in_turn(backwards=False)
    counters: dict[str, int] = {}
    statuses: dict[str, None] = {}
    also: dict[str, frozenset[a.Operation]] = {}
    for who, arrivals, numbers in said:
        for arrival, number in zip(arrivals, numbers, strict=True):
            match arrival:
                case a.EnterAs():
                    statuses[arrival.status] = None
                case a.EnterWith():
                    counters[arrival.counter] = counters.get(arrival.counter, 0) + number
                case a.EnterAlso():
                    also[who] = also.get(who, frozenset()).union(arrival.operations)
                case a.EnterAsOneOf():
                    raise CannotHappen(f"nothing says as what {id} enters")
    if len([one for each in also.values() for one in each if isinstance(one, a.CopyOf)]) > 1:
        raise CannotHappen(f"{id} enters as one of several twice")
    if also and not entry.in_any_order(said):
        raise CannotHappen(f"{id} enters in one of several ways")
    for effect in _as_effects(known, id, also):
        stand(known, effect)
    for counter, number in counters.items():
        if number > 0:
            counters_change(known, id, counter, number)
    for status in statuses:
        status_changes(known, id, status, gets=True)


Said = tuple[str, tuple[a.Entrance, ...], tuple[int, ...]]
"""Who says with or as what it enters, and how many counters of each."""


class _Entry:
    """An object that enters, and what is said of that.

    besides: what it enters with by an exception to the copy that it enters as. Clause: CR-707.9e.
    """

    def __init__(self, known: Proceedings, id: str, besides: tuple[a.Arrival, ...]) -> None:
        self._known, self._id, self._besides = known, id, besides
        self._others = entering_with(known, id)
        then = {**self._others, id: _before(known.thing(id))}
        # Most entries ask for nothing of right before.
        self._before = cache(lambda: known.state_with(then))
        self._said: dict[frozenset[a.Operation], list[Said]] = {}

    def in_turn(self, *, backwards: bool) -> list[Said]:
        """What applies, one after another; after each it is asked anew what is said of it.

        backwards: the last that is said first.
        """
        applied: list[Said] = []
        also: frozenset[a.Operation] = frozenset()
        while left := self._left(also, applied):
            applied.append(left[-1 if backwards else 0])
            for arrival in applied[-1][1]:
                if isinstance(arrival, a.EnterAlso):
                    also = also.union(arrival.operations)
        return applied

    def in_any_order(self, said: list[Said]) -> bool:
        """Whether backwards comes to the same, and nothing that comes up late is a copy."""
        first = [one[:2] for one in self._left(frozenset(), [])]
        late = [each for one in said if one[:2] not in first for each in one[1]]
        if any(isinstance(one, a.EnterAsCopy) for one in late):
            return False
        return sorted(map(repr, said)) == sorted(map(repr, self.in_turn(backwards=True)))

    def _left(self, also: frozenset[a.Operation], applied: list[Said]) -> list[Said]:
        if also not in self._said:
            self._said[also] = self._all_said(also)
        left = list(self._said[also])
        for who, arrivals, _ in applied:
            same = [one for one in left if one[:2] == (who, arrivals)]
            if same:
                left.remove(same[0])
        return left

    def _all_said(self, also: frozenset[a.Operation]) -> list[Said]:
        """All that is said of it where it is that in addition."""
        known, id, before = self._known, self._id, self._before
        effects = _as_effects(known, id, {"": also} if also else {})
        now = known.state_with(self._others, besides=tuple(effects))
        own = _speaking(now, id)
        said: list[tuple[Speaking, tuple[a.Entrance, ...]]] = [
            *_arrivals(known, id, now, before),
            *_by_effects(known, id, now),
            *((own, (arrival,)) for arrival in self._besides),
        ]
        every: list[Said] = []
        for speaker, arrivals in said:
            numbers = []
            became = []
            for one in arrivals:
                number = 0
                became.append(one)
                if isinstance(one, a.EnterAsOneOf):
                    # The choice is a number from 1 on. Clause: CR-613.2a.
                    way = {*range(1, len(one.ways) + 1)} & {
                        speaker.view(now).value(one.number, now.bit(id))
                    }
                    if way:
                        became[-1] = a.EnterAlso((one.ways[way.pop() - 1],))
                if isinstance(one, a.EnterWith):
                    own_ability = speaker.holder == id and speaker.effect is None
                    written = isinstance(one.amount, a.Number)
                    state = now if written or _asks(one.amount, own=own_ability) else before()
                    number = max(speaker.view(state).value(one.amount, state.bit(id)), 0)
                numbers.append(number)
            who = speaker.holder if speaker.effect is None else speaker.effect.id
            every.append((who, tuple(became), tuple(numbers)))
        return every


def _as_effects(
    known: Proceedings, id: str, also: Mapping[str, frozenset[a.Operation]]
) -> Iterator[ResolvedEffect]:
    """What the object is in addition, as long as it is in play, behind its own abilities."""
    now = known.situation
    speakers = ["", *(one.id for one in now.things), *(one.id for one in now.effects)]
    for place, who in enumerate(sorted(also, key=speakers.index)):
        instruction = a.Instruction(a.Self(), tuple(sorted(also[who], key=repr)))
        yield ResolvedEffect(
            f"{id}.also@{who}",
            id,
            known.thing(id).controller,
            a.Ability(None, (instruction,), until=a.SourceLeaves()),
            known.now,
            AS_IT_ENTERED + place,
            (),
            (None,),
        )


def copies_said(known: Proceedings, id: str) -> Iterator[tuple[str, a.EnterAsCopy, str, Card]]:
    """Who says as a copy of what the object enters: of that what was copiable right before."""
    others = entering_with(known, id)
    now = known.state_with(others)
    then = {**others, id: _before(known.thing(id))}
    before = cache(lambda: known.state_with(then))
    said = [*_arrivals(known, id, now, before)]
    for speaker, arrival in ((who, one) for who, arrivals in said for one in arrivals):
        if isinstance(arrival, a.EnterAsCopy):
            view = speaker.view(before())
            for of in before().ids(view.the_one(arrival.copy.of, 0)):
                yield speaker.holder, arrival, of, last_copiable(before(), of)


def _arrivals(
    known: Proceedings, id: str, now: ReplayedState, before: Callable[[], ReplayedState]
) -> Iterator[tuple[Speaking, tuple[a.Entrance, ...]]]:
    """All that it enters with, or as, by what was in play before, and by itself for itself alone.

    now: the state with it in play, and nothing else that enters with it. before: without it.
    """
    table = now.table
    for place, holder in enumerate(table.ids):
        if now.disabled(holder):
            continue
        speaker = _speaking(now, holder)
        for instance in now.board.held.get(place, ()):
            ability = instance.ability
            if instance.resolves or not ability.entering:
                continue
            if not table.where(ability.zones) >> place & 1:
                continue
            if ability.condition is not None:
                state = now if _asks(ability.condition, own=holder == id) else before()
                if not speaker.view(state).holds(ability.condition):
                    continue
            view = replace(speaker.view(now), zones=ability.zones)
            for entering in ability.entering:
                if (type(entering.scope) is a.Self) is not (holder == id):
                    continue
                if now.bit(id) & view.select(entering.scope):
                    yield speaker, entering.arrivals


def _speaking(now: ReplayedState, holder: str) -> Speaking:
    """An ability of the object, or of the rules: nobody controls these."""
    return Speaking(holder, now.controller(holder) or None, now.table.things[holder].choice)


def _by_effects(
    known: Proceedings, id: str, now: ReplayedState
) -> Iterator[tuple[Speaking, tuple[a.Entrance, ...]]]:
    """All that it enters with by what has resolved and is in force. Clause: CR-614.1d."""
    for lasting in known.standing:
        if not lasting.making.ability.entering:
            continue
        effect = known.effect(lasting)
        speaker = Speaking(effect.source, effect.player, effect.choice, effect)
        for entering in effect.ability.entering:
            if speaker.view(now).select(entering.scope) & now.bit(id):
                yield speaker, entering.arrivals


def _before(thing: Thing) -> Thing:
    """The object as it was, by its card, in the zone that it came from."""
    return Thing(
        thing.id,
        thing.card,
        thing.owner,
        thing.controller,
        thing.came_from or NOWHERE,
        thing.place,
        None,
        thing.entered,
        {},
        thing.without,
        choice=thing.choice,
        linked=thing.linked,
        topped=thing.topped,
        older_than=thing.older_than,
        front=thing.front,
        came_from=thing.came_from,
        melded=thing.melded,
    )


def _asks(tree: object, *, own: bool) -> bool:
    """Whether it speaks of what enters: as `it`, or as `self` of its own ability.

    What is `other` does not, and inside a selector `it` is whatever is compared.
    """
    return _speaks(tree, a.It, (a.Not, a.Compared)) or (own and _speaks(tree, a.Self, (a.Not,)))


def _speaks(tree: object, word: type, closed: tuple[type, ...]) -> bool:
    if isinstance(tree, tuple):
        return any(_speaks(part, word, closed) for part in tree)
    if isinstance(tree, word):
        return True
    if not is_dataclass(tree) or isinstance(tree, closed):
        return False
    return any(_speaks(getattr(tree, one.name), word, closed) for one in fields(tree))
