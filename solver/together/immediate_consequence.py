"""F(S): what comes out when all that exists on a state is done at once; and the two questions.

Is a state what it makes of itself? And is it also the least one that does, or does it lift itself?
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import LiftedBoard
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.effects.starting_board import settle_carried
from layerlaw.solver.together.copies import replaces_all
from layerlaw.solver.together.meetings import Meetings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import LayerNumber, Objects
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.together.candidates import Candidates
    from layerlaw.solver.together.deeds import Deed
    from layerlaw.solver.together.keys import Key

Done = tuple["Deed", "Objects", "Operand"]
"""An operation, the objects that it is done to, and its operand."""

Canonical = frozenset[tuple[str, object, int]]


def canonical(board: Board) -> Canonical:
    """All that a board holds; equal for boards that are the same in every cell, mark and bar."""
    return frozenset(
        (characteristic, value, held)
        for characteristic, column in board.columns.items()
        for value, held in column.items()
        if held
    )


class Plain:
    """Does what exists on boards, all at once."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self.world = candidates.world
        deeds = [deed for one in candidates.all for deed in candidates.deeds[one]]
        # Sorting is stable, so one effect's operations stay in the order stated.
        if not self._newest_last(deeds):
            deeds.sort(key=lambda deed: deed.candidate.effect.key, reverse=True)
        self.deeds: tuple[Deed, ...] = tuple(sorted(deeds, key=lambda deed: deed.part.layer))
        self._numbering: dict[str, list[Deed]] = {}
        self.replacing = self._replacing()

    def _newest_last(self, deeds: Sequence[Deed]) -> bool:
        """Whether of what is done in one step the newest comes last, or nothing could tell."""
        rulebook = self.world.rulebook
        if rulebook.unsure("same step"):
            meetings = Meetings(self.candidates)
            steps: dict[LayerNumber, list[Deed]] = {}
            for deed in deeds:
                steps.setdefault(deed.part.layer, []).append(deed)
            if not any(map(meetings.any, steps.values())):
                return True
        return rulebook.policy("same step") == "newest last"

    @cached_property
    def alike(self) -> dict[frozenset[a.Selector], list[Deed]]:
        """The deeds that are done to the same objects, by what decides that."""
        alike: dict[frozenset[a.Selector], list[Deed]] = {}
        if not self.candidates.keys.fixers:
            for deed in self.deeds:
                if deed.shared is not None:
                    alike.setdefault(deed.shared, []).append(deed)
        return alike

    def _replacing(self) -> dict[Deed, Key]:
        """The deeds that put something in the place of all that earlier ones wrote under a key.

        Copies are among them if they come before everything else.
        """
        written: dict[Key, list[Deed]] = {}
        for deed in self.deeds:
            for key in deed.writes:
                written.setdefault(key, []).append(deed)
        replacing: dict[Deed, Key] = {}
        for key, deeds in written.items():
            operations = [deed.prepared.operation for deed in deeds]
            giving = all(isinstance(one, a.SetPlayer) for one in operations)
            first = deeds == [*self.deeds[: len(deeds)]]
            if giving or (first and all(map(replaces_all, operations))):
                replacing.update(dict.fromkeys(deeds, key))
        return replacing

    def numbering(self, characteristic: str) -> list[Deed]:
        """The deeds that may change a number, in the order of the steps."""
        if characteristic not in self._numbering:
            behind = set(self.candidates.keys.behind(("number", characteristic)))
            self._numbering[characteristic] = [
                deed for deed in self.deeds if not behind.isdisjoint(deed.writes)
            ]
        return self._numbering[characteristic]

    def write(self, done: Iterable[Done]) -> Board:
        """The starting board with all of this done, in the order given."""
        board = self.candidates.start.fork()
        for deed, scope, operand in done:
            deed.prepared.write(board, scope, operand)
        settle_carried(board, self.world, self.candidates.instances)
        return board

    def done(self, board: Board) -> list[Done]:
        """All that the effects that exist on the board do there, in the order of the steps."""
        exists = {one: one.exists(board) for one in self.candidates.all}
        done = []
        for deed in self.deeds:
            scope = deed.scope(board) if exists[deed.candidate] else NO_OBJECTS
            if scope:
                done.append((deed, scope, deed.prepared.operand(board, scope)))
        return done

    def after(self, board: Board) -> Board:
        """F(S)."""
        return self.write(self.done(board))

    def agrees(self, board: Board) -> bool:
        """Whether F(S) = S."""
        return canonical(self.after(board)) == canonical(board)

    def grounded(self, state: Board, part: Iterable[Done] | None = None) -> bool:
        """Whether the least board reached with what is held observed on the state is the state.

        It begins with what does not lift, done alone, so that from there on things only join.
        part: what is decided, where that is not everything; nothing else is done then.
        """
        decided = None if part is None else {d: (s, o) for d, s, o in part}
        every = self.done(state) if decided is None else ((d, *so) for d, so in decided.items())
        firm = {d: (s, o) for d, s, o in every if not d.lifting}
        low = self.write((deed, *firm[deed]) for deed in self.deeds if deed in firm)
        seen: set[Canonical] = set()
        while (now := canonical(low)) not in seen:
            seen.add(now)
            board = LiftedBoard(low, state)
            exists = {one: one.exists(board) for one in self.candidates.all}
            done: list[Done] = []
            for deed in self.deeds:
                if not deed.lifting:
                    if deed in firm:
                        done.append((deed, *firm[deed]))
                elif exists[deed.candidate]:
                    scope = deed.scope(board)
                    if decided is not None:
                        scope &= decided[deed][0] if deed in decided else 0
                    if scope:
                        done.append((deed, scope, deed.prepared.operand(board, scope)))
            low = self.write(done)
            if canonical(low) == now:
                return now == canonical(state)
        return False
