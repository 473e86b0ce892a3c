"""What effects do on a board of unknowns, as formulas: who exists, to whom it is done, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.certificate.replay.operations import (
    ActivatedOperand,
    CopiedOperand,
    GainedOperand,
    NumberOperand,
    ObjectsOperand,
    PlayersOperand,
    WordsOperand,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.solver.certificate.fixpoints.point import DeedKey
    from layerlaw.solver.certificate.fixpoints.view import Outlook
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.parts import Act, ReplayEffect, ReplayStep
    from layerlaw.solver.certificate.terms import Amount, Terms, Truth


def existence(effect: ReplayEffect, effects: ReplayEffects, outlook: Outlook) -> Truth:
    """Whether the effect is in force."""
    if effect.instance is None:
        return True
    if not effects.table.is_where(effect.source, effect.ability.zones):
        return False
    terms, unknown = outlook.terms, outlook.unknown
    condition = effect.ability.condition
    return terms.all(
        (
            unknown.truth(effect.source, ("has", effect.instance)),
            *(
                terms.no(unknown.truth(effect.source, ("status", status)))
                for status in effects.rulebook.disabling
            ),
            True if condition is None else outlook.holds(condition),
        )
    )


def pool(
    step: ReplayStep, effect: ReplayEffect, effects: ReplayEffects, outlook: Outlook
) -> tuple[str, ...]:
    """The objects that may be in the instruction's scope."""
    kept = effects.fixed_scope(effect, step)
    candidates = effects.table.named(outlook.plain.pool(step.scope) if kept is None else kept)
    return tuple(object for object in candidates if object not in effect.over_for)


def belonging(
    step: ReplayStep, object: str, effect: ReplayEffect, effects: ReplayEffects, outlook: Outlook
) -> Truth:
    """Whether an object of the pool is in the scope, and marked by none as beyond the effect."""
    terms, unknown = outlook.terms, outlook.unknown
    free: list[Truth] = []
    if step.modifies and (effect.orphaned or object != effect.source):
        free = [
            terms.no(unknown.truth(object, key))
            for key in unknown.keys(object, "mark")
            if key[1] is not effect
        ]
    kept = effects.fixed_scope(effect, step)
    belongs = True if kept is not None else outlook.chooses(object, step.scope, None)
    return terms.all((belongs, *free))


def immunity(act: Act, object: str, outlook: Outlook) -> Truth:
    """Whether the operation passes the object by."""
    return outlook.terms.any(outlook.matches(object, who, None) for who in act.immune)


def operand(act: Act, object: str, outlook: Outlook) -> Mapping[str, Truth | Amount]:
    """What the operation works with on the object: a number, or for each thing whether it is meant.

    What is left out is not meant.
    """
    match act.meaning.operand:
        case None:
            return {}
        case NumberOperand(value):
            return {"": outlook.value(value, object)}
        case PlayersOperand(player, one):
            return (outlook.the_player if one else outlook.players)(player, object)
        case CopiedOperand(of):
            return outlook.the_one(of, object) if outlook.plain.player is None else {}
        case WordsOperand(characteristic, of):
            unknown, terms = outlook.unknown, outlook.terms
            words: dict[str, list[Truth]] = {}
            for other, meant in outlook.refer(of, object).items():
                for key in unknown.keys(other, "word"):
                    if key[1] == characteristic:
                        has = terms.all((meant, unknown.truth(other, key)))
                        words.setdefault(str(key[2]), []).append(has)
            return {word: terms.any(having) for word, having in words.items()}
        case GainedOperand():
            raise AssertionError("words that belong to types are written in layers")
        case ActivatedOperand():
            raise LayerlawError("the activated abilities of others are gained in layers alone")
        case ObjectsOperand(selector):
            return outlook.select(selector, object)


def step_of(key: DeedKey, effects: ReplayEffects) -> ReplayStep:
    """The step by which a deed is done."""
    effect, layer, index, _, _ = key
    return effects.parts(effect)[layer].steps[index]


def is_done(key: DeedKey, effects: ReplayEffects, outlook: Outlook, elsewhere: Outlook) -> Truth:
    """Whether the deed is done as its effect sees it, with the operand that it has elsewhere."""
    terms, step = outlook.terms, step_of(key, effects)
    effect, _, _, number, object = key
    act = step.acts[number]
    made, wanted = operand(act, object, outlook), operand(act, object, elsewhere)
    alike = [
        terms.compare(made[key], "=", wanted[key])
        if key == ""
        else _same(terms, made.get(key, False), wanted.get(key, False))
        for key in {**wanted, **made}
    ]
    return terms.all(
        (
            existence(effect, effects, outlook),
            belonging(step, object, effect, effects, outlook),
            terms.no(immunity(act, object, outlook)),
            *alike,
        )
    )


def _same(terms: Terms, one: Truth | Amount, other: Truth | Amount) -> Truth:
    """Whether two truths are the same."""
    first, second = cast("Truth", one), cast("Truth", other)
    return terms.choose(second, first, terms.no(first))
