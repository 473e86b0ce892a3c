"""What static effects that copy have read, which is kept for as long as they are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import CopyOf
from layerlaw.model.algebra.trees import operations_of
from layerlaw.model.cards.exceptions import excepted
from layerlaw.solver.board.columns import bits
from layerlaw.solver.effects.context import speaks_of_it
from layerlaw.solver.effects.copying import Form
from layerlaw.solver.effects.effects import Effects
from layerlaw.solver.facts.situation import RULES, KeptCopy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.play.table import GameTable

POLICY = "static copy"


def keeps_copies(rulebook: Rulebook) -> bool:
    """Whether static effects keep what they copied first. Policy `static copy`."""
    if not rulebook.unsure(POLICY) and rulebook.policy(POLICY) != "keeps what it read":
        return False
    layered = rulebook.policy("process") == "layered"
    return layered and rulebook.policy(POLICY) == "keeps what it read"


def copies_for_all(ability: Ability) -> bool:
    """Whether the ability makes copies, each of one object for all: that can be kept."""
    copies = [one for one in operations_of(ability) if isinstance(one, CopyOf)]
    return bool(copies) and not any(one.text or speaks_of_it(one.of) for one in copies)


def note_copies(table: GameTable) -> None:
    """Keeps what static effects read that first apply in the complete state, and no others.

    Clause: CR-707.2c.
    """
    if not table.watches.copies_statically or not keeps_copies(table.rulebook):
        return
    answer = table.derivation()
    known = table.situation.kept
    now: dict[tuple[str, Ability], KeptCopy] = {}
    for part, cards in _applied(answer):
        effect = part.effect
        before = _known(known, part.id, effect.ability)
        if before is None and cards:
            choice = table.things[effect.source].choice
            before = KeptCopy(part.id, effect.source, effect.ability, choice, cards)
            names = ", ".join(card.name or "what has no name" for card in cards)
            what = f"copies {names} from now on, whatever becomes of that"
            table.note_effect(part.id, effect.source, what, table.rulebook.clause_of(POLICY))
        if before is not None:
            now[part.id, before.ability] = before
    # What cannot apply for the moment is there all the same.
    effects = Effects(answer.world, answer.instances)
    for number, holders in effects.held(answer.board) if known else ():
        for holder in bits(holders):
            name = effects.name(number, holder)
            before = _known(known, name, answer.instances[number].ability)
            if before is not None:
                now[name, before.ability] = before
    table.keep(now.values())


def _known(known: Iterable[KeptCopy], effect: str, ability: Ability) -> KeptCopy | None:
    """What is kept of that effect, if of any."""
    return next((one for one in known if one.effect == effect and one.is_of(ability)), None)


def _applied(answer: Answer) -> Iterator[tuple[Part, tuple[Card, ...]]]:
    """The static parts that copy and were applied, with what all of their copies read."""
    for run in answer.runs:
        for turn in run.turns:
            part = turn.part
            static = part.effect.static and part.effect.source != RULES
            if turn.seen is None or not static or not copies_for_all(part.effect.ability):
                continue
            if not any(
                isinstance(one.operation, CopyOf) for s in part.steps for one in s.operations
            ):
                continue
            cards: list[Card | None] = []
            for step, (scope, operands) in zip(part.steps, turn.seen, strict=True):
                for prepared, operand in zip(step.operations, operands, strict=True):
                    if isinstance(prepared.operation, CopyOf):
                        read = _card(answer, operand) if scope else None
                        but = prepared.operation.but
                        cards.append(None if read is None else excepted(read, but))
            whole = tuple(card for card in cards if card is not None)
            yield part, whole if len(whole) == len(cards) else ()


def _card(answer: Answer, operand: object) -> Card | None:
    """What the operand of a copy stands for."""
    if isinstance(operand, Form):
        return operand.card
    return answer.world.form(operand) if isinstance(operand, int) else None
