"""A layer in brief: each effect in English, with what is news about its turn."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import listed, natural
from layerlaw.solver.answer.explain import lost_to, turn_reasons
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.blocks import line
from layerlaw.solver.shell.report.names import card_name, effect_in_english, objects_named
from layerlaw.solver.shell.report.rulings import only_says, unchanged
from layerlaw.solver.shell.report.words import (
    clause_text,
    counted,
    first_names,
    is_routine,
    witness_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Dependency, TurnRecord
    from layerlaw.solver.layers.runs import LayerRun, Turn
    from layerlaw.solver.shell.report.blocks import Block

TURNS = 12
"""So many effects of a layer are told in brief."""
DEPENDENCIES = 4
"""So many dependencies of a layer are told in brief."""


def short_layer(derivation: Answer, run: LayerRun) -> Iterable[Block]:
    """One layer in brief: each effect in English, with what is news about its turn."""
    rule = derivation.rulebook.layers[run.layer]
    record = next(taken for taken in derivation.layers if taken.layer == rule.id)
    at_once = derivation.answers is not None
    told = [
        (number, turn, facts)
        for number, (turn, facts) in enumerate(zip(run.turns, record.turns, strict=True))
        if not is_routine(turn, facts)
    ]
    # The game's own rules keep their numbers, which other reports name, and are left out here.
    turns = [
        (place, *one) for place, one in enumerate(told, 1) if one[1].part.effect.source != RULES
    ]
    marks = [one[2] for one in turns if only_says(one[2])]
    turns = [one for one in turns if not only_says(one[2])]
    if not turns and not marks:
        return
    head = f"{'Step' if at_once else 'Layer'} {rule.id}"
    head += f": {rule.name} " if rule.name != rule.id else " "
    yield line((head, "bold cyan"), (clause_text((rule.clause,)), "dim"))
    said = [
        (_said(derivation, run, number, turn, facts), (place, turn))
        for place, number, turn, facts in turns
    ]
    # Neighbours of which the same is said come together.
    alike = [(key, [one for _, one in same]) for key, same in groupby(said, key=itemgetter(0))]
    for (name, applied, does, news), same in alike[:TURNS]:
        numbers = f"{same[0][0]}." if len(same) == 1 else f"{same[0][0]}-{same[-1][0]}."
        ids = first_names([turn.part.effect.id for _, turn in same], TURNS // 2)
        yield line(
            "- " if at_once else f"{numbers} ",
            name,
            (f" {ids}", "bold" if applied else "dim strike"),
            f": {does}",
            (f" [{news}]" if news else "", "dim"),
            indent=2,
        )
    left = sum(len(same) for _, same in alike[TURNS:])
    if left:
        yield line((f"and {left} more (-v shows them)", "dim"), indent=2)
    if marks:
        yield line(f"{'- ' if at_once else ''}{_marked(derivation, marks)}", indent=2)
    if not at_once:
        yield from _short_dependencies(derivation, rule.id)


def _said(
    derivation: Answer, run: LayerRun, number: int, turn: Turn, facts: TurnRecord
) -> tuple[str, bool, str, str]:
    """What is said of a turn: the card, whether it was applied, what the effect does, news."""
    effect = turn.part.effect
    return (
        card_name(derivation, derivation.world.things[effect.holder].id),
        turn.verdict == "applied",
        effect_in_english(derivation, effect.id),
        "; ".join(_news(derivation, run, number, facts)),
    )


def _marked(derivation: Answer, turns: Iterable[Turn]) -> str:
    """Whose keywords say what can be done, in a sentence: "as Airborne says of Pegasus (P)"."""
    whose: dict[str, dict[str, None]] = {}
    for turn in turns:
        effect = turn.part.effect
        keyword = effect.ability.title or ""
        # Of an object that has the keyword twice, once.
        whose.setdefault(keyword, {})[derivation.world.things[effect.holder].id] = None
    said = [f"{keyword} of {objects_named(derivation, ids)}" for keyword, ids in whose.items()]
    return f"What can be done is as keywords say: {listed(said)}."


def _news(derivation: Answer, run: LayerRun, number: int, facts: TurnRecord) -> list[str]:
    """What is worth telling of a turn: a wait, a loss, that it changed nothing."""
    turn = run.turns[number]
    news = []
    if turn.verdict == "lost":
        culprit = lost_to(derivation, run, number)
        news.append(f"lost: {culprit[0]} ended it first" if culprit else "lost")
    elif turn.why not in ("independent", "at the same time"):
        news += [reason.text for reason in turn_reasons(derivation, run, number)[:1]]
    if not facts.changes and turn.seen is not None:
        news.append(unchanged(derivation, turn))
    return news


def _short_dependencies(derivation: Answer, id: str) -> Iterable[Block]:
    """The first dependencies with their evidence, of a loop one."""
    clause = derivation.rulebook.clause_of("test")
    loops = derivation.loops(id)
    told: dict[object, tuple[Dependency, tuple[str, ...]]] = {}
    for one in derivation.dependencies(id):
        loop = next((loop for loop in loops if one.effect in loop and one.on in loop), ())
        told.setdefault(loop or (one.effect, one.on), (one, loop))
    for one, loop in list(told.values())[:DEPENDENCIES]:
        text = f"{one.effect} depends on {one.on}: {witness_text(one)}"
        if loop:
            text += f" (loop {first_names(natural(loop))})"
        yield line((text, "magenta"), (f" ({clause})", "dim"), indent=2)
    left = len(told) - DEPENDENCIES
    if left > 0:
        yield line((f"and {counted(left, 'more dependency')} (-v)", "dim"), indent=2)
