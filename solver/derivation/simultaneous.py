"""The way in: from a situation to all states that agree with themselves, in the order defined."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.checks import fates, marked
from layerlaw.solver.derivation.course import Course
from layerlaw.solver.derivation.guarded import Guarded, bounded_fates, undecided, without
from layerlaw.solver.derivation.lifted import LiftedStates
from layerlaw.solver.derivation.told import ToldState
from layerlaw.solver.effects.context import Instances
from layerlaw.solver.effects.starting_board import settle_carried
from layerlaw.solver.effects.world import World
from layerlaw.solver.facts.records import AnswerRecord
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.layers.cells import Shown
from layerlaw.solver.layers.runs import LayerRun, Turn
from layerlaw.solver.together.candidates import Candidates
from layerlaw.solver.together.grounds import gathered_from
from layerlaw.solver.together.immediate_consequence import Plain, canonical
from layerlaw.solver.together.meetings import Meetings
from layerlaw.solver.together.rest import rests
from layerlaw.solver.together.search import GUESSES, Search, smallest
from layerlaw.solver.together.standing import Standing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import LayerNumber, Objects
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.effects.writing import Operand
    from layerlaw.solver.facts.records import FateRecord, Value
    from layerlaw.solver.facts.situation import Situation
    from layerlaw.solver.together.deeds import Candidate, Deed
    from layerlaw.solver.together.immediate_consequence import Canonical
    from layerlaw.solver.together.rest import Rest
    from layerlaw.solver.together.state import State

ANSWERS = 4096
"""More answers than that are not listed: an error says so."""

LIFTED = 16
"""The search for states that only lift themselves ends after so many."""

LIFTED_GUESSES = 1024
"""It also ends after so many guesses."""


def settle(
    situation: Situation, *, prune: bool = True, stop: Callable[[], None] | None = None
) -> Answer:
    """Every answer of a situation whose effects apply at the same time.

    prune: take the effects component by component; else guess over everything (same answer).
    stop: called again and again; whatever it raises ends the work. Raises `LayerlawError` for
    what cannot be worked out: too many effects, guesses or answers, numbers that feed on each
    other.
    """
    return Settling(situation, prune, stop).derivation()


def _candidates(situation: Situation) -> Candidates:
    """All effects that could exist in the situation; the rulebook is told which of them meet."""
    rulebook = situation.rulebook
    try:
        candidates = Candidates(World(situation), Instances())
    except LayerlawError:
        rulebook.note_meetings(None)
        raise
    if rulebook.in_doubt:
        rulebook.note_meetings(Meetings(candidates).of_moved)
    return candidates


class Settling:
    """One situation being settled.

    candidates: the effects that could exist in it, if they are known.
    """

    def __init__(
        self,
        situation: Situation,
        prune: bool = True,
        stop: Callable[[], None] | None = None,
        guesses: int = GUESSES,
        candidates: Candidates | None = None,
    ) -> None:
        self.guesses = guesses
        self.situation = situation
        self.candidates = candidates or _candidates(situation)
        self.world = self.candidates.world
        self.plain = Plain(self.candidates)
        self.shown = Shown(self.world, self.candidates.instances)
        self.prune = prune
        self.stop = stop
        self.conflict: tuple[str, ...] = ()
        # The grounded states, once they are known.
        self._grounded: set[Canonical] = set()

    def derivation(self) -> Answer:
        """The answers as one derivation; those that lift themselves are looked for when asked."""
        grounded = self.states()
        picked = False
        if self.situation.rulebook.policy("process") == "newest wins":
            picked = len(grounded) > 1
            grounded = grounded[:1]
        if picked:
            self._ask_how_old()
        answers = [self._one(board) for board in grounded]
        rest = () if answers else self._rest()
        named = {effect.id for one in answers for effect in one.others} | set(self.conflict)
        candidates = self.candidates
        return Answer(
            self.situation,
            self.world,
            candidates.instances,
            candidates.start,
            answers[0].course if answers else Course((), candidates.start),
            self._agreed([one.fates for one in answers]),
            together=tuple(state for one in answers for state in one.together or ()),
            apart=LiftedStates(self._lifted_records, (one.effect for one in candidates.all), named),
            conflict=self.conflict,
            several=tuple(answers) if len(answers) > 1 else (),
            rest=rest,
            without=without(rest),
            stuck=tuple(sorted({id for one in rest for id in one.stuck})),
            doubtful=tuple(sorted({id for one in rest for id in one.doubtful})),
            undecided=undecided(rest),
            picked=picked,
        )

    def _ask_how_old(self) -> None:
        """Ask for what decides which effect is the newer one; until then nothing could tell."""
        rulebook = self.situation.rulebook
        # The rules are no card; they go as they are listed.
        every = (one.effect for one in self.candidates.all)
        effects = [effect for effect in every if effect.source != RULES]
        if len({effect.key_but_rank for effect in effects}) < len(effects):
            rulebook.policy("several")
        if any(effect.giver is not None for effect in effects):
            rulebook.policy("granted timestamp")

    def states(self) -> list[Board]:
        """The grounded states, in the order defined."""
        search = self._search()
        root = search.root()
        found: dict[Canonical, Board] = {}
        if root is not None:
            standing = Standing(search, root, self._stands)
            if standing.any():
                for state in standing.grounded():
                    self._keep(state, found)
                    if len(found) > ANSWERS:
                        raise LayerlawError(f"there are more than {ANSWERS} answers")
        self._grounded.update(found)
        if not found:
            every = {one.effect.id for one in self.candidates.all}
            self.conflict = smallest(every, search.conflict(), self._is_paradox)
        return self._sorted(found.values())

    def _keep(
        self, state: State, found: dict[Canonical, Board], but: Collection[Canonical] = ()
    ) -> None:
        """Note the board of a state that agrees with itself, but for some boards."""
        board = self.plain.write(state.settled_deeds())
        one = canonical(board)
        if one not in found and one not in but and self.plain.agrees(board):
            found[one] = board

    def _search(self, *, guesses: int | None = None, all_of_them: bool = False) -> Search:
        """A search for states; those that lift themselves are passed by, unless all are wanted."""
        passing = (lambda: False) if all_of_them else self._passes_by
        founding = (lambda: False) if all_of_them else self._gathers
        return Search(
            self.candidates,
            self.plain,
            lifting=passing,
            founding=founding,
            prune=self.prune,
            stop=self.stop,
            guesses=guesses or self.guesses,
        )

    def _is_paradox(self, kept: frozenset[str]) -> bool:
        """Whether these effects, all others left out, leave no state; no if it takes too much."""
        every = {one.effect.id for one in self.candidates.all}
        out = self.situation.left_out | (every - kept)
        alone = replace(self.situation, left_out=out)
        try:
            return not Settling(alone, self.prune, self.stop, self.guesses).any_state()
        except LayerlawError:
            return False

    def any_state(self) -> bool:
        """Whether there is an answer at all."""
        search = self._search()
        root = search.root()
        return root is not None and Standing(search, root, self._stands).any()

    def _passes_by(self) -> bool:
        """Whether states that only lift themselves are no answers. It is asked where that matters,
        so that no other board depends on the policy."""
        return self.situation.rulebook.policy("groundedness") != "all fixed points"

    def _gathers(self) -> bool:
        """Whether all that is done has to be gathered from nothing."""
        return self.situation.rulebook.policy("groundedness") == "all deeds"

    def _lifted_records(self) -> tuple[tuple[AnswerRecord, ...], bool]:
        """What is told of the states that lift themselves, and whether these are all."""
        boards, complete = self.lifted()
        return tuple(self._told(one, self._existing(one)).record for one in boards), complete

    def lifted(self) -> tuple[list[Board], bool]:
        """These states, in the order defined, and whether they are all."""
        search = self._search(guesses=LIFTED_GUESSES, all_of_them=True)
        found: dict[Canonical, Board] = {}
        root = search.root()
        if root is None:
            return [], True
        try:
            for state in Standing(search, root, self._stands).lifted():
                if len(found) == LIFTED:
                    return self._sorted(found.values()), False
                # It may suppose what a bar then keeps from being so, and have an answer's board.
                self._keep(state, found, self._grounded)
        except LayerlawError:
            # What could not be followed up here is no answer in any case.
            return self._sorted(found.values()), False
        return self._sorted(found.values()), True

    def _rest(self) -> tuple[Answer, ...]:
        """What stands in a paradox, as derivations; none where that cannot be told."""
        search = Search(
            self.candidates,
            self.plain,
            lifting=self._passes_by,
            founding=lambda: False,
            stop=self.stop,
            guesses=LIFTED_GUESSES,
        )
        try:
            return tuple(self._standing(one) for one in rests(search, self._stands, self.shown))
        except LayerlawError:
            return ()  # No more is said than could be found out.

    def _stands(self, state: State) -> bool:
        """Whether what is decided in a state of some components is grounded."""
        if not state.supposed or not self._passes_by():
            return True
        if not self._gathers():
            done = state.settled_deeds()
            return self.plain.grounded(self.plain.write(done), done)
        exists = {one: known is True for one, known in state.exists.items()}
        return gathered_from(self.plain, exists, state.settled_deeds())

    def _standing(self, rest: Rest) -> Answer:
        """One state of what stands, its board guarded against questions that it cannot answer."""
        state, board = rest.state, rest.state.partial.board
        existing = [one for one, known in state.exists.items() if known]
        effects = {one.effect.maker: one.effect for one in existing}
        done = {deed: (scope, operand) for deed, scope, operand in state.settled_deeds()}
        runs = self._runs(board, existing, done)
        guarded = Guarded(board, rest.without, self.world)
        certain, doubtful = bounded_fates(
            self.world, self.candidates.instances, state, guarded, effects
        )
        return Answer(
            self.situation,
            self.world,
            self.candidates.instances,
            self.candidates.start,
            Course(runs, guarded),
            certain,
            together=(),
            others=tuple(effects.values()),
            without=rest.without,
            stuck=rest.stuck,
            doubtful=tuple(o.effect.id for o, known in state.exists.items() if known is None),
            undecided=doubtful,
            stands=True,
        )

    def _existing(self, board: Board) -> list[Candidate]:
        return [one for one in self.candidates.all if one.exists(board)]

    def _sorted(self, boards: Iterable[Board]) -> list[Board]:
        """Where the newest effect exists before where it does not, and so on; then by cells.

        Of the cells the first decides that differs, object by object in the order of entry.
        """
        newest_first = self.candidates.all[::-1]
        by_existing: dict[tuple[bool, ...], list[Board]] = {}
        for board in boards:
            lacking = tuple(not one.exists(board) for one in newest_first)
            by_existing.setdefault(lacking, []).append(board)
        return [one for each in sorted(by_existing) for one in self._by_cells(by_existing[each])]

    def _by_cells(self, boards: list[Board]) -> list[Board]:
        first, *others = boards
        differing: dict[str, int] = {}
        for board in others:
            # What only one of the two has a column of is told by that one.
            for changes in (board.changes_from(first), first.changes_from(board)):
                for characteristic, mask in changes.items():
                    differing[characteristic] = differing.get(characteristic, 0) | mask
        cells = [
            (index, characteristic)
            for index in range(len(self.world.things) if others else 0)
            for characteristic in self.shown.characteristics
            if differing.get(characteristic, 0) >> index & 1
        ]

        def place(board: Board) -> list[tuple[bool, Value]]:
            values = (self.shown.cell(board, *cell) for cell in cells)
            return [(value is not None, value) for value in values]

        return sorted(boards, key=place)

    def _one(self, board: Board) -> Answer:
        """One answer, as if it were the only one."""
        existing = self._existing(board)
        effects = {one.effect.maker: one.effect for one in existing}
        told = self._told(board, existing)
        return Answer(
            self.situation,
            self.world,
            self.candidates.instances,
            self.candidates.start,
            told.course,
            fates(self.world, self.candidates.instances, board, marked(board, effects)),
            together=(told,),
            others=tuple(effects.values()),
        )

    def _told(self, board: Board, existing: Sequence[Candidate]) -> ToldState:
        """What is told of a state; what is done in it is worked out when somebody looks."""
        effects = tuple(one.effect.id for one in existing)
        course = Course.to(board, lambda: self._all_runs(board))
        return ToldState(effects, course, self.shown, self.candidates.start)

    def _all_runs(self, board: Board) -> tuple[LayerRun, ...]:
        """All that is done in a state."""
        done = {deed: (scope, operand) for deed, scope, operand in self.plain.done(board)}
        return self._runs(board, self._existing(board), done)

    def _runs(
        self,
        board: Board,
        existing: Collection[Candidate],
        done: Mapping[Deed, tuple[Objects, Operand]],
    ) -> tuple[LayerRun, ...]:
        """What is done in a state, one part after another, step by step."""
        by_part: dict[Part, list[int]] = {}
        for number, deed in enumerate(self.plain.deeds):
            if deed.candidate in existing:
                by_part.setdefault(deed.part, []).append(number)
        turns: dict[LayerNumber, list[Turn]] = {}
        now = self.candidates.start
        for part, numbers in by_part.items():
            after = now.fork()
            deeds = [self.plain.deeds[number] for number in numbers]
            for deed in deeds:
                if deed in done:
                    deed.prepared.write(after, *done[deed])
            settle_carried(after, self.world, self.candidates.instances)
            rest = iter(deeds)
            seen = []
            for step in part.steps:
                mine = [next(rest) for _ in step.operations]
                scope = step.select(board, -1) & step.allowed & mine[0].free(board)
                seen.append((scope, tuple(done[d][1] if d in done else None for d in mine)))
            turns.setdefault(part.layer, []).append(
                Turn(part, "applied", "at the same time", 0, (now, after), 0, tuple(seen))
            )
            now = after
        return tuple(
            LayerRun(layer, (), tuple(taken), taken[-1].after)
            for layer, taken in sorted(turns.items())
        )

    @staticmethod
    def _agreed(found: list[tuple[FateRecord, ...]]) -> tuple[FateRecord, ...]:
        """What the checks find in all answers."""
        if not found:
            return ()
        return tuple(fate for fate in found[0] if all(fate in other for other in found))
