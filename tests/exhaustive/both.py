"""One small scenario solved by both sides, and everything that their answers hold compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from comparing import looks_of, plain_marks, plain_state
from exhaustive.recorded import Recorder
from exhaustive.rules import Policies, tiny_rulebook
from exhaustive.space import Board
from layerlaw.model.algebra import Ability
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.printing import print_ability
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.facts.records import Value
from layerlaw.solver.facts.situation import Situation
from layerlaw.solver.play.history import History
from layerlaw.solver.play.solve import solve
from oracle import derive as oracle
from oracle.board import Board as OracleBoard
from oracle.cells import MARK
from oracle.history import happen
from oracle.selectors import controller_of
from oracle.settling import carry_out_checks, state_after
from oracle.solve import State
from oracle.solve import plain_marks as oracle_marks
from oracle.solve import plain_state as oracle_state
from oracle.world import World, new_world

ABILITIES = "abilities"
NEVER = "never settles"


@dataclass(frozen=True)
class Table:
    """A board as it stands, for both sides. Without a spell no policy has a say in that."""

    board: Board

    @cached_property
    def scenario(self) -> Scenario:
        """The board as a scenario."""
        return self.board.scenario(tiny_rulebook(self.board.layers))

    @cached_property
    def situation(self) -> Situation:
        """What the solver derives from."""
        history = History(self.scenario)
        for _ in history.play():
            pass
        return history.table.situation

    @cached_property
    def world(self) -> World:
        """What the oracle derives from."""
        world = new_world(self.scenario.rulebook, self.scenario.players, None)
        [event] = self.scenario.play
        happen(world, event, 1)
        return world

    def solved(self, policies: Policies, *, prune: bool = True) -> Answer | None:
        """The solver's answer; None where conditions never settle."""
        rulebook = tiny_rulebook(self.board.layers, policies)
        try:
            if self.board.spell is not None:
                return solve(replace(self.scenario, rulebook=rulebook), prune=prune)
            return derive(replace(self.situation, rulebook=rulebook), prune=prune)
        except LayerlawError:
            return None

    def by_definition(self, policies: Policies) -> oracle.Answer | None:
        """The oracle's answer; None where conditions never settle."""
        rulebook = tiny_rulebook(self.board.layers, policies)
        try:
            if self.board.spell is not None:
                return played(replace(self.scenario, rulebook=rulebook))
            self.world.rulebook = rulebook
            return oracle.derive(self.world)
        except oracle.NeverSettles:
            return None


def played(scenario: Scenario) -> oracle.Answer:
    """The oracle's answer to a scenario that is played event by event."""
    world = new_world(scenario.rulebook, scenario.players, None)
    last = happen(world, scenario.play[0], 1)
    state = state_after(world)
    for moment, event in enumerate(scenario.play[1:], start=2):
        carry_out_checks(world, state, last)
        last = happen(world, event, moment)
        state = state_after(world)
    return state


def difference(table: Table, policies: Policies, recorder: Recorder) -> str:
    """How the two sides' answers to one scenario differ, with the scenario; "" if they agree."""
    mine, theirs = table.solved(policies), table.by_definition(policies)
    found: dict[str, tuple[object, object]]
    if mine is None or theirs is None:
        found = differing({NEVER: mine is None}, {NEVER: theirs is None})
    elif theirs.answers is None:
        found = differing(solver_answer(mine), oracle_answer(theirs, recorder))
    else:
        found = differing(solver_states(mine), oracle_states(theirs))
    if not found:
        return ""
    lines = [f"policies: {dict(policies)}", written_scenario(table.scenario)]
    for name, (one, other) in found.items():
        lines += [f"{name}, solver: {one}", f"{name}, oracle: {other}"]
    return "\n".join(lines)


def differing(one: dict[str, object], other: dict[str, object]) -> dict[str, tuple[object, object]]:
    """What the two sides say differently."""
    return {
        name: (one.get(name), other.get(name))
        for name in (*one, *(each for each in other if each not in one))
        if one.get(name) != other.get(name)
    }


# --- effects one after another --------------------------------------------------------------


def solver_answer(derivation: Answer) -> dict[str, object]:
    """Turns, looks, cells, marks and fates, as the solver has them."""
    answer: dict[str, object] = {}
    for record in derivation.layers:
        answer[f"turns of {record.layer}"] = [(turn.effect, turn.verdict) for turn in record.turns]
        answer[f"looks of {record.layer}"] = looks_of(record)
    for (object, name), value in derivation.final.items():
        if name != "permissions":
            answer[f"{name} of {object}"] = value
    for thing in derivation.world.things:
        answer[f"marks on {thing.id}"] = frozenset(plain_marks(derivation, thing.id))
    answer["fates"] = {fate.object: (fate.verdict, fate.zone) for fate in derivation.fates}
    return answer


def oracle_answer(derivation: oracle.Answer, recorder: Recorder) -> dict[str, object]:
    """The same, as the oracle has them."""
    answer = dict(recorder.once(lambda: oracle_state_at_the_end(derivation)))
    for layer, turns in derivation.turns.items():
        if turns:
            answer[f"turns of {layer}"] = list(turns)
            answer[f"looks of {layer}"] = recorder.told(layer)
    return answer


def oracle_state_at_the_end(derivation: oracle.Answer) -> dict[str, object]:
    """Cells, marks and fates, as the oracle has them."""
    answer: dict[str, object] = {}
    board = derivation.board
    for thing in board.world.things.values():
        if not thing.stands_in:
            for name, value in shown(thing.id, board):
                answer[f"{name} of {thing.id}"] = value
        answer[f"marks on {thing.id}"] = frozenset(oracle_marks(thing.id, board))
    answer["fates"] = oracle.fates(derivation)
    return answer


def shown(object: str, board: OracleBoard) -> Iterable[tuple[str, Value]]:
    """Every final cell of an object in the words of `Answer.final`."""
    yield "name", board.names[object]
    yield "controller", controller_of(object, board)
    for some in (board.numbers, board.statuses):
        for (other, name), value in some.items():
            if other == object:
                yield name, value
    for (other, name), words in board.sets.items():
        if other == object:
            yield name, tuple(sorted(words))
    plurals = frozenset(board.world.rulebook.plurals.items())
    labels = [
        label(each.ability, plurals) + (f" from {each.giver}" if each.giver else "")
        for each in board.abilities[object]
    ]
    yield ABILITIES, tuple(sorted(labels))
    yield MARK, any(one == object for one, _ in board.unmodifiable)


@lru_cache(maxsize=1000)
def label(ability: Ability, plurals: frozenset[tuple[str, str]]) -> str:
    """An ability as it is shown."""
    return ability.title or print_ability(ability, dict(plurals))


# --- effects at the same time ---------------------------------------------------------------


def solver_states(derivation: Answer) -> dict[str, object]:
    """All answers, and what only lifts itself, as the solver has them."""
    answer = states([plain_state(one, {}) for one in derivation.states])
    answer["fates"] = {fate.object: (fate.verdict, fate.zone) for fate in derivation.fates}
    answer["loose"] = sorted(
        repr(sorted((cell, value) for cell, value in one.final.items() if cell[1] in LOOSE))
        for one in derivation.lifted
    )
    assert derivation.complete
    return answer


LOOSE = ("name", "types", "power", "base power", "silenced", "controller", "abilities")
"""The cells by which states that lift themselves are compared."""


def oracle_states(derivation: oracle.Answer) -> dict[str, object]:
    """The same, as the oracle has them."""
    assert derivation.answers is not None
    answer = states([oracle_state(one) for one in derivation.states])
    answer["fates"] = oracle.fates(derivation)
    answer["loose"] = sorted(
        repr(
            sorted(
                ((thing.id, name), value)
                for thing in one.world.things.values()
                if not thing.stands_in
                for name, value in shown(thing.id, one.with_floors())
                if name in LOOSE
            )
        )
        for one in derivation.answers.loose
    )
    return answer


def states(found: list[State]) -> dict[str, object]:
    """Every cell of every state, and all marks, in the order of the states."""
    answer: dict[str, object] = {"answers": len(found)}
    for number, state in enumerate(found, start=1):
        for (object, name), value in state.characteristics.items():
            answer[f"{name} of {object} in answer {number}"] = value
        answer[f"marks in answer {number}"] = state.marks
    return answer
