"""Effects that apply at the same time, for the replay: F, its fixed points, and what is grounded.

For a board S, F(S) is what comes out when every effect that exists on S is observed on S and
written onto the starting board, step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.apply import Writing
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.cells import form_of, starting_board
from layerlaw.solver.certificate.replay.operations import grants
from layerlaw.solver.certificate.replay.parts import doing
from layerlaw.solver.certificate.replay.words import policy

if TYPE_CHECKING:
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.parts import Doing, ReplayEffect, ReplayPart, ReplayStep

Key = tuple[object, ...]

MOST_KNOWN = 20_000
"""So many effects are thought of to know them by their ids."""

MOST_ROUNDS = 10_000
"""How often what lifts may be looked at again before it is said never to come to rest."""


class SimultaneousReplay:
    """The starting board and F of one situation."""

    def __init__(self, effects: ReplayEffects) -> None:
        self.effects = effects
        self.start = starting_board(effects.table, effects.instances)
        self.places = {object: place for place, object in enumerate(effects.table.things)}
        self.disabling = effects.rulebook.disabling
        self.newest_first = policy(effects.rulebook, "same step") == "oldest last"

    # --- which effects there are -----------------------------------------------------------

    def key(self, effect: ReplayEffect) -> Key:
        """What its timestamp is compared by: the older of two has the lesser key.

        Equal ones: printed before granted, but for what counts as just older than what resolved
        and gave it; granted ones by when what gave them is from, by the holder's
        entry, by what gave them (two abilities of one card as printed, or in reverse), and what one
        effect gives as it states it. Printed ones: as on the card, static before resolved, and as
        their sources stand.
        """
        age, place = self.effects.age(effect), self.places[effect.source]
        instance = effect.instance
        if instance is not None and instance.giver is not None:
            giver = self.effects.givers[instance]
            stated = grants(giver.ability).index(instance.ability)
            return (*age, *giver.timestamp, place, self.key(giver), stated)
        return (*age, self.effects.rank(effect), int(instance is None), place)

    def order(self, effect: ReplayEffect) -> Key:
        """The key, and the id: two effects of one key are the same effect, met twice."""
        return (self.key(effect), effect.id)

    def held(self, board: ReplayBoard) -> dict[ReplayEffect, None]:
        """The effects of what the objects on the board have, and those that resolved."""
        known = dict.fromkeys(self.effects.resolved)
        for place in sorted(board.held):
            for instance in board.held[place]:
                if instance.static:
                    known[self.effects.static(instance, self.effects.table.ids[place])] = None
        left_out = self.effects.table.situation.left_out
        return {effect: None for effect in known if effect.id not in left_out}

    def know_all(self) -> None:
        """Know, by their ids, all effects that could exist if everything were granted to all."""
        table, known = self.effects.table, dict(self.held(self.start))
        for thing in table.things.values():
            for instance in self.effects.instances.printed(form_of(thing, self.effects.rulebook)):
                if instance.static and not instance.name:
                    known.update((self.effects.static(instance, one), None) for one in table.things)
        fresh = list(known)
        while fresh and len(known) < MOST_KNOWN:
            given = {
                self.effects.static(self.effects.grants(effect, ability), holder): None
                for effect in fresh
                for ability in grants(effect.ability)
                if ability.instructions
                for holder in table.things
            }
            fresh = [effect for effect in given if effect not in known]
            known |= given

    def exists(self, effect: ReplayEffect, firm: ReplayBoard, lifted: ReplayBoard) -> bool:
        """Whether the effect is in force: its ability is held on `lifted`, and so on."""
        if effect.id in self.effects.table.situation.left_out:
            return False
        if effect.instance is None:
            return True
        if not self.effects.table.is_where(effect.source, effect.ability.zones):
            return False
        if not lifted.holds(effect.instance, self.effects.table.index[effect.source]):
            return False
        if any(firm.flag(effect.source, status) for status in self.disabling):
            return False
        condition = effect.ability.condition
        if condition is None:
            return True
        view = self.effects.view(effect, firm)
        return (view if firm is lifted else view.over(lifted)).holds(condition)

    def in_force(self, board: ReplayBoard) -> list[ReplayEffect]:
        """The effects that exist on the board, oldest first."""
        existing = [one for one in self.held(board) if self.exists(one, board, board)]
        return sorted(existing, key=self.order)

    def parts(self, layer: int, effects: list[ReplayEffect]) -> list[ReplayPart]:
        """The parts of one step in the order in which they are combined."""
        parts = [
            self.effects.parts(effect)[layer]
            for effect in effects
            if layer in self.effects.parts(effect)
        ]
        return parts[::-1] if self.newest_first else parts

    # --- F ---------------------------------------------------------------------------------

    def image(
        self, firm: ReplayBoard, lifted: ReplayBoard | None = None, *, lifts: bool = True
    ) -> ReplayBoard:
        """F of a board; with `lifted`, every lifting operation is observed on that one.

        lifts: whether lifting operations are done at all.
        """
        top = firm if lifted is None else lifted
        known = sorted(self.held(firm) | self.held(top), key=self.order)
        board = self.start.fork()
        for layer in range(len(self.effects.rulebook.layers)):
            for part in self.parts(layer, known):
                self._write(part, board, firm, top, lifts=lifts)
        return board

    def steps(self, board: ReplayBoard) -> list[tuple[int, ReplayPart, ReplayBoard, ReplayBoard]]:
        """What is in force on a board and does something in a step, with the boards around it."""
        steps = []
        now = self.start
        known = self.in_force(board)
        for layer in range(len(self.effects.rulebook.layers)):
            for part in self.parts(layer, known):
                after = now.fork()
                self._write(part, after, board, board)
                steps.append((layer, part, now, after))
                now = after
        return steps

    def _write(
        self,
        part: ReplayPart,
        board: ReplayBoard,
        firm: ReplayBoard,
        lifted: ReplayBoard,
        *,
        lifts: bool = True,
    ) -> None:
        """Write what the part does, as observed on the two boards, onto a third."""
        effect = part.effect
        writing = Writing(board, effect, self.effects)
        stands = self.exists(effect, firm, firm)
        rises = stands if firm is lifted else self.exists(effect, firm, lifted)
        for step in part.steps:
            seen = self._observe(step, effect, firm, firm) if stands else None
            above = seen
            if firm is not lifted:
                above = self._observe(step, effect, firm, lifted) if rises else None
            for number, act in enumerate(step.acts):
                lifting = act.meaning.lifts
                done = above if lifting else seen
                if done is not None and (lifts or not lifting):
                    reach = done.reach[number]
                    if reach:
                        writing.write_all(reach, act, done.operands[number])

    def observe(self, step: ReplayStep, effect: ReplayEffect, board: ReplayBoard) -> Doing:
        """What an instruction of an effect does on a board, if the effect exists."""
        return self._observe(step, effect, board, board)

    def _observe(
        self, step: ReplayStep, effect: ReplayEffect, firm: ReplayBoard, lifted: ReplayBoard
    ) -> Doing:
        view = self.effects.view(effect, firm)
        if firm is not lifted:
            view = view.over(lifted)
        return doing(step, self.effects.scope(effect, step, view), view)

    # --- fixed points ----------------------------------------------------------------------

    def is_reached(self, board: ReplayBoard) -> bool:
        """Whether the fixed point is reached by what lifts, from what does not lift done alone."""
        reached = self.image(board, lifts=False)
        for _ in range(MOST_ROUNDS):
            following = self.image(board, reached)
            if same(following, reached):
                return same(reached, board)
            reached = following
        return False


def same(one: ReplayBoard, other: ReplayBoard) -> bool:
    """Whether two boards agree in every cell, mark and bar; abilities come in no order."""
    return all(
        one.columns.get(characteristic, {}) == other.columns.get(characteristic, {})
        for characteristic in one.columns.keys() | other.columns.keys()
    )
