"""Complete states on the way: situations with facts that were recorded and replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from layerlaw.model import algebra as a
from layerlaw.model.algebra import Redirect
from layerlaw.solver.certificate.replay.answers import AnswerReader
from layerlaw.solver.certificate.replay.board import ones
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.parts import ReplayEffect
from layerlaw.solver.certificate.replay.permissions import (
    PermissionQuestion,
    allowed,
    fates,
)
from layerlaw.solver.certificate.replay.replay import replayed
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.shown import with_floors
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.certificate.replay.together import SimultaneousReplay
from layerlaw.solver.certificate.replay.words import RULES, policy, speaks_of_it

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.replay.board import BoardMark, ReplayBoard
    from layerlaw.solver.certificate.replay.instances import ReplayInstance
    from layerlaw.solver.certificate.replay.permissions import KeyOf
    from layerlaw.solver.certificate.replay.replay import Followed
    from layerlaw.solver.facts.records import Facts
    from layerlaw.solver.facts.situation import HeldCondition, ResolvedEffect, Situation


class Unplayed(Exception):
    """What the replay of a history does not know; the message says what."""


class CannotHappen(Exception):
    """An event cannot happen as the history has it; the message says why."""


class StateSource(Protocol):
    """Where complete states come from."""

    def state(self, situation: Situation) -> ReplayedState:
        """The complete state of a situation; raises `Unplayed` where there is no one state."""
        ...

    def offers(self) -> bool:
        """Whether there is a state for what happens now that was not asked for."""
        ...


class ReplayedState:
    """What everything comes to in a situation, by the replay of its recorded facts.

    followed: what that came to, if it was done before.
    """

    def __init__(self, facts: Facts, followed: Followed | None = None) -> None:
        self.situation = facts.situation
        self.rulebook = facts.situation.rulebook
        self.key_of: KeyOf
        self._reached: dict[str, int] = {}
        if policy(self.rulebook, "process") == "layered":
            self.effects, board = followed or replayed(facts)
            self.key_of = self.effects.key
            for effect, objects in self.effects.reached.items():
                self._reached[effect.id] = self._reached.get(effect.id, 0) | objects
        else:
            self.effects = ReplayEffects(ReplayTable(facts.situation), facts.texts)
            board = self._only_answer(facts)
        self.table = self.effects.table
        self.start = starting_board(self.table, self.effects.instances)
        self.board = with_floors(self.table, board)

    def _only_answer(self, facts: Facts) -> ReplayBoard:
        answers = facts.answers or ()
        if len(answers) != 1:
            what = f"{len(answers)} states agree with themselves" if answers else "no state does"
            raise Unplayed(f"{what}, and the events that follow ask for the one")
        together = SimultaneousReplay(self.effects)
        board = AnswerReader(together).board(answers[0])
        if board is None:
            raise Unplayed("the recorded answer is of no board")
        self.key_of = together.key
        for effect in together.in_force(board):
            for part in self.effects.parts(effect).values():
                for step in part.steps:
                    scope = together.observe(step, effect, board).scope
                    self._reached[effect.id] = self._reached.get(effect.id, 0) | scope
        return board

    # --- looking ---------------------------------------------------------------------------

    def view(self, player: str | None = None) -> View:
        """The state as no effect sees it; player: who is meant by `you`."""
        return View(self.table, self.board, player=player)

    def seen_by(self, effect: ResolvedEffect) -> View:
        """The state as an effect sees it that resolves, or has resolved."""
        return View(
            self.table,
            self.board,
            effect.source,
            effect.player,
            frozenset(effect.targets) - effect.over_for,
            (),
            effect.orphaned,
            effect.choice,
            since=effect.timestamp,
        )

    def bit(self, id: str) -> int:
        """The object, as a set of one."""
        return 1 << self.table.index[id]

    def ids(self, objects: int) -> tuple[str, ...]:
        """The objects of a set, in order of entry."""
        return self.table.named(objects)

    def selected(self, selector: a.Selector, player: str | None = None) -> frozenset[str]:
        """The objects that a rule of the rulebook selects."""
        return frozenset(self.ids(self.view(player).select(selector)))

    def has_keyword(self, id: str, keyword: str) -> bool:
        """Whether the object has the keyword, and is not disabled."""
        return bool(self.view().able(self.bit(id), keyword))

    def held(self, id: str) -> Sequence[ReplayInstance]:
        """The abilities that the object has, each as one thing gives it."""
        return tuple(self.board.held.get(self.table.index[id], ()))

    def disabled(self, id: str) -> bool:
        """Whether no ability of the object works."""
        return any(self.board.flag(id, status) for status in self.rulebook.disabling)

    def controller(self, id: str) -> str:
        """Who controls the object; "" for nobody."""
        return self.view().controller(id) or ""

    def words(self, id: str, characteristic: str) -> tuple[str, ...]:
        """The words of a set that the object has."""
        bit = self.bit(id)
        column = self.board.column(characteristic, bit)
        return tuple(sorted(str(word) for word, held in column.items() if held & bit))

    def number(self, id: str, characteristic: str) -> int:
        """A number of the object as it is read; 0 where it has none."""
        return next(iter(self.view().numbers(characteristic, self.bit(id))))

    def reached(self, ids: frozenset[str]) -> frozenset[str]:
        """The objects that any of these effects is applied to."""
        objects = 0
        for id in ids:
            objects |= self._reached.get(id, 0)
        return frozenset(self.ids(objects))

    def may(self, who: str, action: str, to: str | None = None) -> bool:
        """Whether the object can do that, perhaps to another."""
        question = PermissionQuestion(who, action, to)
        return allowed(question, self.board, self.effects, self.key_of)

    def fates(self) -> list[tuple[str, str, str, str]]:
        """What the checks find: object, verdict, zone, clause."""
        return fates(self.effects, self.board, self.key_of)

    def goes(self, id: str, zone: str, *, of_rules: bool = False) -> tuple[str, str]:
        """Where the object goes that would go to a zone, and the effect that says so, or "".

        of_rules: only what rules say counts.
        """
        speaking = [
            mark
            for mark in self.board.marks(id)
            if mark.kind == "goes"
            and (mark.about is None or zone in mark.about)
            and (not of_rules or _is_of_rules(mark))
        ]
        if not speaking:
            return zone, ""

        def rank(mark: BoardMark) -> tuple[object, ...]:
            effect = mark.by
            assert isinstance(effect, ReplayEffect)
            stated = [
                place
                for place, operation in enumerate(
                    one for step in effect.ability.instructions for one in step.operations
                )
                if isinstance(operation, Redirect)
                and operation.to == mark.action
                and (mark.about or (None,)) == (operation.instead_of,)
            ]
            return self.key_of(effect), effect.id, max(stated)

        newest = max(speaking, key=rank)
        assert isinstance(newest.by, ReplayEffect)
        return newest.action, newest.by.id

    def copying(self) -> dict[tuple[str, str, a.Ability], tuple[Card, ...] | None]:
        """The static effects that copy one object for all and are there, with what they read.

        None of those that read nothing, or were not applied but have their ability.
        """
        found: dict[tuple[str, str, a.Ability], tuple[Card, ...] | None] = {}
        for place in ones(sum(1 << place for place in self.board.held)):
            holder = self.table.ids[place]
            for one in self.board.held[place]:
                if one.static and self.table.where(one.ability.zones) >> place & 1:
                    found[one.effect_id(holder), holder, one.ability] = None
        for effect in self.effects.reached:
            if effect.instance is not None and effect.source != RULES:
                read = self.effects.read.get(effect, {})
                number = len(_copies_for_all(effect.ability))
                cards = tuple(read[one] for one in sorted(read)) if len(read) == number else None
                found[effect.id, effect.source, effect.ability] = cards or None
        return {one: cards for one, cards in found.items() if _copies_for_all(one[2])}

    def holding(self) -> frozenset[HeldCondition]:
        """The effects whose ability an object has where it works, and whose condition holds."""
        effects, table = self.effects, self.table
        found = set()
        for place in ones(sum(1 << place for place in self.board.held)):
            holder = table.ids[place]
            if self.disabled(holder):
                continue
            for instance in self.board.held[place]:
                condition = instance.ability.condition
                if condition is None or not instance.static:
                    continue
                if table.where(instance.ability.zones) >> place & 1:
                    effect = effects.static(instance, holder)
                    if effects.view(effect, self.board).holds(condition):
                        found.add(effect.at_check)
        return frozenset(found)


def _is_of_rules(mark: BoardMark) -> bool:
    """Whether a rule made the mark, and no card."""
    return isinstance(mark.by, ReplayEffect) and mark.by.source == RULES


def _copies_for_all(ability: a.Ability) -> list[a.CopyOf]:
    """The copies that the ability makes, if each is of one object for all, and not of a text."""
    every = (one for each in ability.instructions for one in each.operations)
    copies = [one for one in every if isinstance(one, a.CopyOf)]
    return [] if any(one.text or speaks_of_it(one.of) for one in copies) else copies
