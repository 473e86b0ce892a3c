"""Reasons: why a turn came when it did, what ended an effect, and where a value comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.spelling import natural
from layerlaw.solver.answer.rivals import rivals_of
from layerlaw.solver.board.columns import ABILITIES, PERMISSIONS
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.asking import answers_to_ask
from layerlaw.solver.facts.records import Value
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.facts.situation import NOWHERE, PLAYERS, RULES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
    from layerlaw.solver.answer.rivals import Rivals
    from layerlaw.solver.facts.situation import Thing
    from layerlaw.solver.layers.runs import LayerRun, Turn


FEW = 8
"""The most effects that a reason names; the graphs of the layer have them all."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One statement of an explanation, and the clauses (or open points) it rests on."""

    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueStep:
    """One step in the life of a value: what it was after the step, what made it so, and why.

    effect: the effect that wrote (or would have written) the value, "" for where it begins.
    layer: the layer's id. changed: whether the value changed.
    """

    value: Value
    effect: str
    layer: str
    changed: bool
    reasons: tuple[Reason, ...]


def turn_reasons(answer: Answer, run: LayerRun, number: int) -> tuple[Reason, ...]:
    """Why this part had the turn of that number in the layer, and what became of it."""
    rulebook = answer.rulebook
    turn = run.turns[number]
    reasons: list[Reason] = []
    if turn.why == "at the same time":
        if len(run.turns) > 1:
            text = f"combined with the others of this step, {rulebook.policy('same step')}"
            reasons.append(Reason(text, clauses(rulebook, "same step")))
    elif turn.why != "gone":
        reasons += _choice(rulebook, run, number)
        reasons += _counted_older(answer, turn)
    reasons += _out_of_layer(rulebook, run, turn)
    if turn.verdict == "lost":
        reasons.append(_loss(answer, run, number))
    return tuple(reasons)


def _out_of_layer(rulebook: Rulebook, run: LayerRun, turn: Turn) -> list[Reason]:
    """Why the part has its turn before or behind its own layer, if it has."""
    layers = rulebook.layers
    part = turn.part
    if run.layer in part.own_layers:
        return []
    own = " and ".join(f"{layers[each].id} {layers[each].name}" for each in part.own_layers)
    if part.ahead:
        following = layers[run.layer + 1]
        text = f"before its own layer {own}: it adds or removes what acts in layer {following.id}"
        return [Reason(f"{text} {following.name}", clauses(rulebook, "ability added or removed"))]
    text = f"behind its own layer {own}: it waits for what it asks"
    return [Reason(text, clauses(rulebook, "condition on a later layer"))]


def _counted_older(answer: Answer, turn: Turn) -> list[Reason]:
    """Why the effect goes as if its source was older than it is, if it does."""
    if turn.part.key[2] >= 0:
        return []
    source = turn.part.effect.source
    older_than = answer.situation.thing(source).older_than
    if not older_than:
        text = f"older than {turn.part.effect.giver}, which gave it at that moment"
        return [Reason(text, clauses(answer.rulebook, "granted timestamp"))]
    others = few(natural(older_than))
    text = f"{source} counts as older than {others}, for it was not at rest"
    return [Reason(text, clauses(answer.rulebook, "age of what is not at rest"))]


def _choice(rulebook: Rulebook, run: LayerRun, number: int) -> list[Reason]:
    turn = run.turns[number]
    name = turn.part.id
    stand = run.graphs[turn.graph].standing
    if turn.why == "independent" and name not in stand.loop_of:
        rivals = rivals_of(run, turn.graph)
        if rivals.in_line(number):
            return [_next_in_line(rulebook, run, number, rivals)]
    pending = {later.part.id: later.part.key for later in run.turns[number:]}
    pending = {id: key for id, key in pending.items() if id in stand.awaited or id == name}
    others = [id for id in pending if id != name]
    loop = stand.loop_of.get(name)
    reasons: list[Reason] = []
    order = clauses(rulebook, "timestamps")
    if turn.why == "independent":
        free = [id for id in others if id in stand.independent]
        if not free:
            text = "the only effect left that waits for nothing" if others else _last(run, number)
        elif loop and all(id in loop for id in free):
            which = "older of the two" if len(free) == 1 else f"oldest of the {len(free) + 1}"
            text = f"the {which} in the loop"
        else:
            text = f"the oldest of the {len(free) + 1} effects that wait for nothing"
        reasons.append(Reason(text, order))
    elif turn.why == "freed":
        waited = few(natural(stand.awaited[name])) or "nothing that is still to come"
        text = f"dependent: it waited for {waited}"
        reasons.append(Reason(text, clauses(rulebook, "dependents") + clauses(rulebook, "freed")))
        if others:
            reasons.append(Reason("the oldest of the effects that are ready", order))
    elif turn.why == "by timestamp only":
        reasons.append(
            Reason(
                "the oldest of the dependent effects, whatever they depend on",
                clauses(rulebook, "dependents"),
            )
        )
    else:
        reasons.append(
            Reason("all that is left waits for another: the oldest goes", clauses(rulebook, "loop"))
        )
    if loop:
        rest = few(natural(id for id in loop if id != name))
        reasons.append(Reason(f"in a loop with {rest}: by timestamp", clauses(rulebook, "loop")))
    older = sorted((id for id in others if pending[id] < pending[name]), key=pending.__getitem__)
    waiting = clauses(rulebook, "dependents") + clauses(rulebook, "freed")
    # The youngest of them are the ones that it came nearest to going after.
    for id in older[-FEW:]:
        awaited = natural(stand.awaited[id] & pending.keys())
        because = f"it waits for {few(awaited)}" if awaited else "it is dependent"
        reasons.append(Reason(f"goes before {id}, which is older: {because}", waiting))
    if len(older) > FEW:
        more = len(older) - FEW
        still = f"and before {more} more that {'is' if more == 1 else 'are'} older still"
        reasons.append(Reason(still, waiting))
    return reasons


def _next_in_line(rulebook: Rulebook, run: LayerRun, number: int, rivals: Rivals) -> Reason:
    """Why the oldest of all that still wait goes, where it waits for nothing."""
    free = rivals.free(number)
    if free:
        text = f"the oldest of the {free + 1} effects that wait for nothing"
    elif rivals.waiting(number):
        text = "the only effect left that waits for nothing"
    else:
        text = _last(run, number)
    return Reason(text, clauses(rulebook, "timestamps"))


def _last(run: LayerRun, number: int) -> str:
    """What to call the last effect: the only one if reports show no other turn of the layer."""
    others = (turn for place, turn in enumerate(run.turns) if place != number)
    return "the only one" if all(map(_is_routine, others)) else "the last one left"


def _is_routine(turn: Turn) -> bool:
    """Whether the turn is one of the game's own rules and changes at most permissions."""
    if turn.part.effect.source != RULES:
        return False
    changed = turn.after.changes_from(turn.before)
    return all(name == PERMISSIONS for name, objects in changed.items() if objects)


def few(names: Sequence[str]) -> str:
    """The first names of a list, and how many more there are."""
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return ", ".join(names[:FEW]) + more


def lost_to(answer: Answer, run: LayerRun, number: int) -> tuple[str, str] | None:
    """The effect whose turn ended the existence of a lost part, and that turn's layer id."""
    turn = run.turns[number]
    holder = turn.part.effect.holder
    for other_run in answer.runs:
        turns = other_run.turns[:number] if other_run is run else other_run.turns
        for earlier in reversed(turns):
            if _ended(answer, turn, earlier, holder):
                return earlier.part.id, answer.rulebook.layers[other_run.layer].id
        if other_run is run:
            break
    return None


def _ended(answer: Answer, lost: Turn, earlier: Turn, holder: int) -> bool:
    """Whether the earlier turn took away the ability, the freedom to use it, or the condition."""
    if earlier.before is earlier.after:
        return False
    effect = lost.part.effect
    bit = 1 << holder
    had = earlier.before.column(ABILITIES).get(effect.instance, 0) & bit
    has = earlier.after.column(ABILITIES).get(effect.instance, 0) & bit
    if had and not has:
        return True
    for status in answer.rulebook.disabling:
        was = earlier.before.column(status).get(True, 0) & bit
        now = earlier.after.column(status).get(True, 0) & bit
        if now and not was:
            return True
    test = lost.part.condition
    return test is not None and test(earlier.before, -1) and not test(earlier.after, -1)


def _loss(answer: Answer, run: LayerRun, number: int) -> Reason:
    turn = run.turns[number]
    culprit = lost_to(answer, run, number)
    source = turn.part.effect.source
    if culprit is None:
        return Reason(f"lost: {source} no longer has the ability", ())
    effect, layer = culprit
    return Reason(
        f"lost: {effect} ended it before its turn (no ability of {source} supports it)",
        clauses_of_layer(answer.rulebook, layer),
    )


def place_of(answer: Answer, layer: Layer) -> str:
    """What the layer is called, or the step where effects apply at the same time."""
    name = layer.id if layer.id == layer.name else f"{layer.id} {layer.name}"
    return f"{'layer' if answer.answers is None else 'step'} {name}"


@checked()
def why(answer: Answer, object: str, characteristic: str) -> tuple[ValueStep, ...]:
    """Explains the final value of a characteristic: every step that bears on it.

    answer: of which it is asked. characteristic: by its id in the rulebook.
    object: an id in any zone, a player's name, or `rules`. Where several answers agree on the
    value, the steps are those of the first. Raises `LayerlawError`, with a suggestion, for an
    unknown object or characteristic, for an object that is part of another one, for a value that
    several answers do not agree on, and in a paradox, which has no values.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve, why
    >>> [kings] = [path for path in shipped_scenarios() if path.name.startswith("two-kings.")]
    >>> [(step.effect, step.value) for step in why(solve(load_scenario(kings)), "F", "power")]
    [('', 1), ('K1.1', 2), ('K2.1', 3)]
    """
    chains = [chain(state, object, characteristic) for state in answers_to_ask("why", answer)]
    values = [links[-1].value for links in chains]
    if any(value != values[0] for value in values):
        said = "; ".join(f"answer {n}: {value}" for n, value in enumerate(values, 1))
        raise LayerlawError(
            f"the answers do not agree on {characteristic} of {object} ({said}): ask one of them, "
            "as in why(answer.states[0], ...)"
        )
    return chains[0]


def changed_cells(answer: Answer) -> tuple[tuple[str, str], ...]:
    """The cells that effects of cards changed, as (object, characteristic), sorted by object.

    For one answer; a paradox has none.
    """
    found = {
        (change.object, change.characteristic)
        for record in answer.layers
        for turn in record.turns
        if answer.effects[turn.effect].source != RULES
        for change in turn.changes
    }
    places = {thing.id: number for number, thing in enumerate(answer.world.things)}
    names = {name: number for number, name in enumerate(answer.shown.characteristics)}
    inside = {thing.id for thing in answer.world.things if thing.zone == NOWHERE}
    told = [cell for cell in found if cell[1] in names and cell[0] not in inside]
    return tuple(sorted(told, key=lambda cell: (places[cell[0]], names[cell[1]])))


def chain(answer: Answer, object: str, characteristic: str) -> tuple[ValueStep, ...]:
    """As `why`, of one state: of several answers the first, of a paradox the starting board."""
    index = answer.index(object)
    answer.check_characteristic(characteristic)
    shown = answer.shown
    thing = answer.world.things[index]
    if thing.zone == NOWHERE:
        raise LayerlawError(f"'{object}' is part of {thing.bearer}: ask for that one")
    began = shown.cell(answer.start, index, characteristic)
    begin = _beginning(answer, thing, characteristic)
    links = [ValueStep(began, "", "", False, (begin,))]
    for run in answer.runs:
        layer = answer.rulebook.layers[run.layer]
        for number, turn in enumerate(run.turns):
            if characteristic not in turn.part.writes:
                continue
            value = shown.cell(turn.after, index, characteristic)
            before = shown.cell(turn.before, index, characteristic)
            reasons = (
                Reason(place_of(answer, layer), (layer.clause,)),
                *rule_reasons(answer.rulebook, turn.part.id),
                *turn_reasons(answer, run, number),
            )
            if value != before:
                links.append(ValueStep(value, turn.part.id, layer.id, True, reasons))
            elif _aimed_at(turn, index, characteristic):
                note = Reason("applied to it, and changed nothing", ())
                links.append(ValueStep(value, turn.part.id, layer.id, False, (*reasons, note)))
            elif turn.verdict == "lost" and _would_aim_at(turn, index, characteristic):
                links.append(ValueStep(value, turn.part.id, layer.id, False, reasons))
    end = shown.cell(answer.end, index, characteristic, final=True)
    if end != links[-1].value:
        floor = clauses(answer.rulebook, "floor")
        links.append(ValueStep(end, "", "", True, (Reason("never below its floor", floor),)))
    return tuple(links)


def _beginning(answer: Answer, thing: Thing, characteristic: str) -> Reason:
    """Where the value of an object's characteristic begins."""
    rulebook = answer.rulebook
    if thing.zone in (PLAYERS, RULES):
        what = "a player" if thing.zone == PLAYERS else "the rules"
        begins = rulebook.of_players.get(characteristic)
        if begins is not None and thing.zone == PLAYERS:
            totals = answer.situation.totals
            changed = any((one.player, one.name) == (thing.id, characteristic) for one in totals)
            since = ", and events changed that" if changed else ""
            text = f"a player begins with {characteristic} {begins}{since}"
            return Reason(text, fixing(rulebook, f"characteristic {characteristic}"))
        return Reason(f"{thing.id} is {what}, with nothing printed on it", ())
    where = "" if thing.zone == rulebook.in_play else f" ({thing.id} is in the {thing.zone})"
    if characteristic == rulebook.control:
        text = f"nobody controls {thing.id} as it enters play"
        if thing.controller:
            text = f"{thing.id} was put into play by {thing.controller}"
        if where:
            text = f"{thing.id} is in the {thing.zone}, where its owner controls it"
        elif thing.bearer and rulebook.carried_control:
            text = f"{thing.id} is carried by {thing.bearer}"
        return Reason(text, fixing(rulebook, rulebook.control))
    known = rulebook.characteristics.get(characteristic)
    if thing.front is not None and characteristic in rulebook.front_numbers:
        text = f"printed on {thing.front.name}, its front face"
        if thing.melded is not None:
            text = f"printed on {thing.front.name} and {thing.melded.name}, added up"
            return Reason(text, fixing(rulebook, "melded numbers"))
        return Reason(text, fixing(rulebook, "front face"))
    printed = thing.form.numbers.get(characteristic)
    if known is not None and known.counted and thing.counters.get(characteristic) == printed:
        return Reason(f"printed on {thing.card.name}{where}", ())
    if characteristic in thing.counters:
        return Reason(f"counted by the events{where}", ())
    if characteristic in thing.statuses:
        return Reason(f"given by an event{where}", ())
    parts = "".join(f", linked with {card.name}" for card in thing.linked)
    return Reason(f"printed on {thing.card.name}{parts}{where}", ())


def rule_reasons(rulebook: Rulebook, effect: str) -> tuple[Reason, ...]:
    """That the effect is a rule of the game, with the rule's clause; empty for other effects."""
    return tuple(
        Reason("a rule of the game", (rule.clause,))
        for rule in rulebook.rules
        if effect == f"{RULES}.{rule.id}"
    )


def _aimed_at(turn: Turn, index: int, characteristic: str) -> bool:
    if turn.seen is None:
        return False
    return any(
        scope >> index & 1
        and any(characteristic in prepared.writes for prepared in step.operations)
        for step, (scope, _) in zip(turn.part.steps, turn.seen, strict=True)
    )


def _would_aim_at(turn: Turn, index: int, characteristic: str) -> bool:
    """Whether a lost part would have applied to the object, had it not been lost."""
    return any(
        step.select(turn.before, -1) >> index & 1
        and any(characteristic in prepared.writes for prepared in step.operations)
        for step in turn.part.steps
    )


def clauses(rulebook: Rulebook, policy: str) -> tuple[str, ...]:
    """The clause that gives a policy its value; for an open point, the point."""
    return (rulebook.clause_of(policy),) if policy in rulebook.policies else ()


def clauses_of_layer(rulebook: Rulebook, id: str) -> tuple[str, ...]:
    """The clause of a layer."""
    return tuple(layer.clause for layer in rulebook.layers if layer.id == id)


def fixing(rulebook: Rulebook, what: str) -> tuple[str, ...]:
    """The clauses that say of themselves that they fix this."""
    return tuple(clause.id for clause in rulebook.clauses.values() if what in clause.fixes)


@dataclass(frozen=True, slots=True, repr=False)
class Explained(Rich):
    """Where one value of an answer comes from."""

    derivation: Answer
    object: str
    characteristic: str
    links: tuple[ValueStep, ...]


@checked()
def explained(answer: Answer, object: str, characteristic: str) -> Explained:
    """The result of `why` in a form that a notebook shows. Raises as `why` does.

    answer, object, characteristic: as in `why`.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver import explained
    >>> steps = explained(solve(load_scenario(path)), "F", "power").links
    >>> [(step.value, step.effect) for step in steps]
    [(1, ''), (2, 'K1.1'), (3, 'K2.1')]
    """
    return Explained(answer, object, characteristic, why(answer, object, characteristic))
