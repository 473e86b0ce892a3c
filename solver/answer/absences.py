"""Effects that came to nothing: lost with their ability, off, or granted too late."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.english import english_condition
from layerlaw.solver.answer.explain import (
    Reason,
    clauses,
    clauses_of_layer,
    lost_to,
    place_of,
)
from layerlaw.solver.board.columns import ABILITIES, bits
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.asking import answers_to_ask
from layerlaw.solver.effects.effects import Effects, Owned
from layerlaw.solver.effects.selections import union
from layerlaw.solver.facts.situation import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.model.algebra import Ability
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.parts import Part, Step
    from layerlaw.solver.layers.runs import LayerRun, Turn

Kind = Literal["lost", "off", "late", "barred", "kept off", "missed"]
"""lost: its ability was taken away. off: its condition does not hold, or its source is disabled.
late: it was granted when its layer was over. barred: a prohibition undid its writing. kept off:
the object can't be modified, or the rules pass it by. missed: its scope just missed the object."""


@dataclass(frozen=True, slots=True)
class Absence:
    """One effect that writes a characteristic but did not change it, and why.

    source: the object whose effect it is. layer: the id of the layer in which it would have
    changed it. reasons: the layer and its clause first. by: the effect that ended it, "" if none.
    keyword: what the effect is called, if it is a keyword's.
    """

    effect: str
    source: str
    layer: str
    kind: Kind
    reasons: tuple[Reason, ...]
    by: str = ""
    keyword: str = ""


@checked()
def never_applied(answer: Answer) -> tuple[tuple[Absence, tuple[str, ...]], ...]:
    """The effects that came to nothing in a layer, each with the objects it would have applied to.

    answer: of which it is asked.

    They were lost, off or too late. They come in the order of the layers, without those of the
    game's own rules; of several answers as in `why_not`.

    Raises `WrongArgument` for anything but an answer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver import never_applied
    >>> never_applied(solve(load_scenario(path)))
    ()
    """
    first, *rest = (Absences(state).everywhere() for state in answers_to_ask("why_not", answer))
    return tuple(missed for missed in first if all(missed in others for others in rest))


class Absences:
    """The effects of one state that did nothing in it."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.rulebook = answer.rulebook
        # Effects that apply at the same time do what the state in the end says.
        self.together = answer.answers is not None

    def everywhere(self) -> tuple[tuple[Absence, tuple[str, ...]], ...]:
        """The effects that were lost, off or late, by layer."""
        missed: list[tuple[int, Absence, int]] = []
        for run in self.answer.runs:
            for number, turn in enumerate(run.turns):
                if turn.verdict == "lost" and turn.part.effect.source != RULES:
                    scope = self.scope(turn.part, self.board(turn))
                    absence = self.lost(run, number)
                    missed.append((run.layer, absence, scope))
        missed += self.without_turn()
        missed.sort(key=lambda entry: entry[0])
        things = self.answer.world.things
        return tuple(
            (absence, tuple(things[index].id for index in bits(scope)))
            for _, absence, scope in missed
        )

    def lost(self, run: LayerRun, number: int) -> Absence:
        """The absence of a part that was lost when its turn came."""
        part = run.turns[number].part
        culprit = lost_to(self.answer, run, number)
        if culprit is None:
            reason = Reason(f"{part.effect.source} no longer has the ability", ())
            return self.absence(part, "lost", reason)
        return self.absence(
            part, "lost", self._ended("ended it before its turn", *culprit), by=culprit[0]
        )

    def _ended(self, how: str, effect: str, layer: str) -> Reason:
        name = next(one.name for one in self.rulebook.layers if one.id == layer)
        text = f"lost: {effect} {how} (layer {layer} {name})"
        return Reason(text, clauses_of_layer(self.rulebook, layer))

    # --- effects that had no turn ------------------------------------------------------------

    def without_turn(
        self, asked: Callable[[Step], bool] = lambda step: True
    ) -> Iterator[tuple[int, Absence, int]]:
        """The parts of effects that did not exist when their layer was applied, and their scopes.

        asked: the instructions that are asked about.
        """
        had = {(run.layer, turn.part.id) for run in self.answer.runs for turn in run.turns}
        late = set(self.answer.late)
        for part in self._possible:
            if (part.layer, part.id) in had or not any(map(asked, part.steps)):
                continue
            had.add((part.layer, part.id))
            layer = self.rulebook.layers[part.layer]
            came_late = (part.id, layer.id) in late
            board = self.answer.end if came_late else self.before(part.layer)
            scope = self.scope(part, board, asked)
            if came_late:
                giver = part.effect.giver
                text = f"came too late: {giver} gave it when layer {layer.id} {layer.name} was over"
                yield part.layer, self.absence(part, "late", Reason(text, ())), scope
                continue
            why = self._out_of_existence(part, board)
            if why is not None:
                kind, reason, by = why
                yield part.layer, self.absence(part, kind, reason, by=by), scope

    def _out_of_existence(self, part: Part, board: Board) -> tuple[Kind, Reason, str] | None:
        effect = part.effect
        source = 1 << effect.holder
        if not board.column(ABILITIES).get(effect.instance, 0) & source:
            taken = self._last_turn(
                part.layer, lambda on: bool(on.column(ABILITIES).get(effect.instance, 0) & source)
            )
            how = f"took the ability from {effect.source}"
            return None if taken is None else ("lost", self._ended(how, *taken), taken[0])
        for status in self.rulebook.disabling:
            if board.column(status).get(True, 0) & source:
                text = f"{effect.source} is {status}: none of its abilities works"
                reason = Reason(text, (self.rulebook.statuses[status].clause,))
                return "off", reason, self._putting(status, part.layer, source)
        condition = effect.ability.condition
        if condition is not None:
            name = self.answer.world.things[effect.holder].card.name
            said = english_condition(condition, name, self.rulebook.plurals)
            text = f"it is only as long as {said}, which did not hold"
            return "off", Reason(text, clauses(self.rulebook, "condition read")), ""
        return None

    def _putting(self, status: str, layer: int, source: int) -> str:
        """The effect that last gave the source a status before the layer, "" if none did."""
        put = self._last_turn(layer, lambda on: not on.column(status).get(True, 0) & source)
        return "" if put is None else put[0]

    def _last_turn(self, layer: int, has: Callable[[Board], bool]) -> tuple[str, str] | None:
        """The last turn before the layer that ended something, and its layer's id."""
        last = None
        for run in self.answer.runs:
            if run.layer >= layer and not self.together:
                break
            for turn in run.turns:
                if has(turn.before) and not has(turn.after):
                    last = turn.part.id, self.rulebook.layers[run.layer].id
        return last

    @cached_property
    def effects(self) -> Effects:
        return Effects(self.answer.world, self.answer.instances)

    @cached_property
    def _possible(self) -> tuple[Part, ...]:
        """The parts of every static effect whose ability something had at any moment."""
        boards = [self.answer.start]
        for run in self.answer.runs:
            boards += [turn.after for turn in run.turns if ABILITIES in turn.part.writes]
        held: dict[Owned, None] = {}
        for board in boards:
            for instance, holders in self.effects.held(board):
                held.update(dict.fromkeys((instance, holder) for holder in bits(holders)))
        return tuple(
            part
            for instance, holder in held
            if self.answer.world.things[holder].zone != RULES
            for part in self.effects.parts_of(instance, holder).values()
        )

    # --- boards ------------------------------------------------------------------------------

    def scope(
        self, part: Part, board: Board, asked: Callable[[Step], bool] = lambda step: True
    ) -> int:
        """The objects that the instructions of a part that are asked about would apply to."""
        return union(step.select(board, -1) & step.allowed for step in part.steps if asked(step))

    def board(self, turn: Turn) -> Board:
        return self.answer.end if self.together else turn.before

    def before(self, layer: int) -> Board:
        """The board when a layer begins."""
        if self.together:
            return self.answer.end
        earlier = [run.end for run in self.answer.runs if run.layer < layer]
        return earlier[-1] if earlier else self.answer.start

    def absence(self, part: Part, kind: Kind, *reasons: Reason, by: str = "") -> Absence:
        layer = self.rulebook.layers[part.layer]
        here = Reason(place_of(self.answer, layer), (layer.clause,))
        effect = part.effect
        reasons, word = (here, *reasons), keyword_of(effect.ability)
        return Absence(effect.id, effect.source, layer.id, kind, reasons, by, word)


def keyword_of(ability: Ability) -> str:
    """What the ability is called, if it is a keyword: "Flying"."""
    return (ability.title or "") if ability.keyword is not None else ""
