"""An answer as blocks: every layer turn by turn, the final state, the checks, the certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import natural
from layerlaw.solver.answer.explain import turn_reasons
from layerlaw.solver.board.columns import ABILITIES, BASE, NAME, PERMISSIONS
from layerlaw.solver.derivation.remarks import remarks
from layerlaw.solver.shell.report.blocks import BLANK, Heading, TextLine, line
from layerlaw.solver.shell.report.names import card_name, effect_in_english, label_named
from layerlaw.solver.shell.report.ruling import changed_blocks, ruling_blocks
from layerlaw.solver.shell.report.rulings import change_in_full, told_rulings, unchanged
from layerlaw.solver.shell.report.short_layers import short_layer
from layerlaw.solver.shell.report.words import (
    CERTIFIED,
    change_text,
    clause_text,
    counted,
    happened_in_order,
    is_routine,
    paradox_lines,
    part_words,
    timestamp_text,
    title_blocks,
    together_text,
    value_text,
    whereabouts,
    witness_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.answer.explain import Reason
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import (
        AnswerRecord,
        Cell,
        Happening,
    )
    from layerlaw.solver.layers.runs import LayerRun, Turn
    from layerlaw.solver.shell.report.blocks import Block


def answer_blocks(
    title: str,
    derivation: Answer,
    verdict: Verdict | None,
    settled: TextLine | None = None,
    *,
    whole: bool = False,
    by_default: bool = False,
    brief: bool = False,
) -> list[Block]:
    """The answer: the ruling, what changed, how it came about, the certificate.

    settled: a line on whether all readings of the document agree. by_default: whether it is known
    that other readings come to something else. whole: with every reason and change, the final
    state and the certificate clause by clause. brief: without how it came about.
    """
    rulebook = derivation.rulebook
    parts = title_blocks(title, rulebook, rulebook.chosen)
    parts += [BLANK, *ruling_blocks(derivation, by_default=by_default)]
    if settled is not None:
        parts.append(settled)
    for effect, id in derivation.late:
        note = f"{effect} came too late for layer {id}, which was over: it waits for good"
        parts.append(line((note, "yellow")))
    parts += [line((str(remark), "yellow")) for remark in remarks(derivation)]
    at_once = whole and derivation.answers is not None
    if derivation.verdict != "settled" or at_once:
        parts += [BLANK, *simultaneous(derivation)]
    if changed := changed_blocks(derivation, whole=whole):
        parts += [BLANK, *changed]
    if derivation.due or whole:
        parts += [BLANK, *fates(derivation)]
    if derivation.chronicle:
        parts.append(Heading("On the way"))
        parts += [
            happening(happened, indent=2) for happened in happened_in_order(derivation.chronicle)
        ]
    runs = derivation.runs if derivation.verdict == "settled" and not brief else ()
    told = [(layer if whole else short_layer)(derivation, run) for run in runs]
    if told := [lines for lines in map(list, told) if lines]:
        parts.append(Heading("How it came about"))
        parts += [block for lines in told for block in ((BLANK, *lines) if whole else lines)]
    if whole and (derivation.verdict != "paradox" or derivation.rest):
        heads = {
            "settled": "Final state",
            "several": "What all answers agree on",
            "paradox": "What stands",
        }
        parts += [Heading(heads[derivation.verdict]), *final(derivation)]
    if derivation.verdict == "settled" and not at_once and not brief:
        parts += held_up(derivation)
    if verdict is not None:
        if whole or verdict.outcome != "confirmed":
            parts += [BLANK, *certificate(verdict)]
        else:
            parts.append(certificate_line(verdict))
    return parts


def simultaneous(derivation: Answer) -> Iterable[Block]:
    """Effects that apply at the same time: how many answers there are, and what they are."""
    answers = derivation.answers or ()
    process = derivation.rulebook.clause_of("process")
    clause = (f" ({process})", "dim")
    styles = {"settled": "bold", "several": "bold yellow", "paradox": "bold red"}
    yield line((together_text(derivation), styles[derivation.verdict]), clause)
    if derivation.verdict == "paradox":
        if derivation.conflict:
            text = f"no state satisfies these effects together: {', '.join(derivation.conflict)}"
            yield line((text, "red"), indent=2)
        yield from (line(said, indent=2) for said in paradox_lines(derivation))
    known = derivation.agreed
    always = set.intersection(*(set(state.effects) for state in answers)) if answers else set()
    for number, state in enumerate(answers if derivation.verdict == "several" else (), 1):
        effects = ", ".join(effect for effect in state.effects if effect not in always)
        head = f"answer {number}: in force besides what always is: {effects or 'nothing'}"
        yield line((head, "bold"), indent=2)
        yield from _cells(derivation, state, [cell for cell in state.final if cell not in known])
    yield from held_up(derivation)


def held_up(derivation: Answer) -> Iterable[Block]:
    """The states that nothing but themselves holds up, which are no answers."""
    known = derivation.agreed
    for state in derivation.lifted:
        text = "not an answer, for nothing but itself holds it up:"
        yield line((text, "dim"), indent=2)
        yield from _cells(
            derivation, state, [c for c in state.final if known.get(c) != state.final[c]]
        )
    if not derivation.complete:
        yield line(("(and at least one more that holds itself up)", "dim"), indent=2)


def _cells(derivation: Answer, answer: AnswerRecord, cells: Iterable[Cell]) -> Iterable[Block]:
    for object, characteristic in cells:
        kind = derivation.shown.kinds.get(characteristic, "")
        value = value_text(answer.final[object, characteristic], kind)
        yield line(f"{characteristic} of {object}: {value}", indent=5)


def layer(derivation: Answer, run: LayerRun) -> Iterable[Block]:
    """One layer: its turns with reasons and changes, its dependencies and loops.

    Nothing, where only the game's own rules had turns that bear on permissions.
    """
    rule = derivation.rulebook.layers[run.layer]
    record = next(taken for taken in derivation.layers if taken.layer == rule.id)
    at_once = derivation.answers is not None
    head = f"{'Step' if at_once else 'Layer'} {rule.id}"
    head += f": {rule.name} " if rule.name != rule.id else " "
    heading = line((head, "bold cyan"), (clause_text((rule.clause,)), "dim"))
    told = 0
    for number, (turn, facts) in enumerate(zip(run.turns, record.turns, strict=True)):
        if is_routine(turn, facts):
            # What the rules allow and forbid shows in the final state; `may` tells why.
            continue
        if not told:
            yield heading
        told += 1
        yield from headline(derivation, run, turn, "- " if at_once else f"{told}. ", indent=2)
        for reason in () if at_once else turn_reasons(derivation, run, number):
            yield reason_line(reason, indent=5)
        for change in facts.changes:
            yield line(
                (change_text(derivation, change_in_full(derivation, change)), "green"), indent=5
            )
        if not facts.changes and turn.seen is not None:
            yield line((unchanged(derivation, turn), "dim"), indent=5)
    if derivation.answers is None and told:
        yield from _dependencies(derivation, rule.id, told)


def headline(
    derivation: Answer, run: LayerRun, turn: Turn, number: str, indent: int = 0
) -> Iterable[Block]:
    """A turn's effect: the card and the ability in English, below it the part in the notation."""
    effect = turn.part.effect
    lost = turn.verdict == "lost"
    yield line(
        number,
        card_name(derivation, derivation.world.things[effect.holder].id),
        (f" {effect.id}", "dim strike" if lost else "bold"),
        (f": {effect_in_english(derivation, effect.id)}", "dim" if lost else ""),
        indent=indent,
    )
    text = part_words(derivation, turn.part)
    stamp = f"  [timestamp {timestamp_text(effect.timestamp)}]"
    yield line((f"{text}{stamp}", "dim"), indent=indent + 3)


def _dependencies(derivation: Answer, id: str, told: int) -> Iterable[Block]:
    test = derivation.rulebook.clause_of("test")
    dependencies = derivation.dependencies(id)
    for dependency in dependencies:
        text = f"{dependency.effect} depends on {dependency.on}: {witness_text(dependency)}"
        yield line((text, "magenta"), (f" ({test})", "dim"), indent=2)
    if not dependencies and told > 1:
        yield line(("no dependencies", "dim"), indent=2)
    for loop in derivation.loops(id):
        yield line((f"loop [{', '.join(natural(loop))}]", "magenta"), indent=2)


def reason_line(reason: Reason, indent: int = 0) -> TextLine:
    """A reason with its clauses."""
    return line(reason.text, (f" {clause_text(reason.clauses)}", "dim"), indent=indent)


def final(derivation: Answer) -> list[Block]:
    """The final characteristics of every object, leaving out what is empty, zone by zone.

    Of what is not in play only what effects changed; of several answers only what all agree on.
    """
    parts: list[Block] = []
    for thing in derivation.situation.things:
        if thing.zone == derivation.rulebook.in_play:
            parts += object_blocks(derivation, thing.id)
    if not parts:
        parts.append(line("Nothing is in play."))
    changed = {
        change.object
        for record in derivation.layers
        for turn in record.turns
        for change in turn.changes
    }
    for thing in derivation.world.things:
        if thing.zone != derivation.rulebook.in_play and thing.id in changed:
            parts += object_blocks(derivation, thing.id)
    return parts


def happening(event: Happening, indent: int = 0) -> TextLine:
    """Something that happened by itself after an event."""
    clause = (f" ({event.clause})", "dim") if event.clause else ""
    return line(
        (f"after event {event.event}: ", "dim"),
        f"{event.object} {event.what}",
        clause,
        indent=indent,
    )


def object_blocks(derivation: Answer, id: str) -> Iterable[Block]:
    """What an object is in the end, in a line, then its abilities."""
    kinds = derivation.shown.kinds
    words: list[str] = []
    facts: list[str] = []
    for characteristic in derivation.shown.characteristics:
        if (id, characteristic) not in derivation.agreed:
            continue
        value = derivation.final[id, characteristic]
        kind = kinds.get(characteristic, "")
        known = derivation.rulebook.characteristics.get(characteristic)
        if characteristic in (NAME, ABILITIES) or (known and known.counter and not value):
            continue
        number = characteristic.removeprefix(BASE)
        if number != characteristic and value == derivation.agreed.get((id, number)):
            # A base value says something only where the number has become another.
            continue
        if kind == "set":
            words += value if isinstance(value, tuple) else ()
        elif characteristic == PERMISSIONS:
            facts += [ruling.says for ruling in told_rulings(derivation, id)]
        elif value is True:
            facts.append(characteristic)
        elif isinstance(value, tuple):
            facts += value
        elif kind == "player" or not (value is None or value is False):
            facts.append(f"{characteristic} {value_text(value, kind)}")
    thing = derivation.world.things[derivation.index(id)]
    name = derivation.agreed.get((id, NAME), thing.card.name)
    missing = sorted(name for object, name in derivation.without if object == id)
    if missing:
        facts.append(f"without value: {', '.join(missing)}")
    yield line(
        (id, "bold"),
        f"  {name}" if name != id else "",
        (f" ({' '.join(words)})" if words else "", "dim"),
        f": {', '.join(facts)}" if facts else "",
        (whereabouts(thing, derivation.rulebook.in_play), "dim"),
    )
    abilities = derivation.agreed.get((id, ABILITIES), ())
    for label in abilities if isinstance(abilities, tuple) else ():
        yield line((label_named(derivation, label), "dim"), indent=5)


def fates(derivation: Answer) -> list[Block]:
    """What the state-based checks find."""
    if derivation.verdict == "paradox" and not derivation.due:
        return [line("State-based checks: of what stands nothing dies and nothing leaves.")]
    if not derivation.due:
        return [line("State-based checks: nothing dies and nothing leaves.")]
    due = (
        line(f"{fate.object} {fate.verdict} ", (f"({fate.clause})", "dim"), indent=2)
        for fate in derivation.due
    )
    return [line("State-based checks:"), *due]


OUTCOMES = {"holds": "green", "fails": "red"}
"""The colours of what became of a clause; of one that is not known, yellow."""


def certificate_line(verdict: Verdict) -> TextLine:
    """In a line that it was confirmed, and how much was looked at."""
    words, style = CERTIFIED[verdict.outcome]
    cases = sum(result.instances for result in verdict.checked)
    held = f" ({counted(len(verdict.checked), 'clause')} in {counted(cases, 'case')}; -v)"
    return line((f"Certificate: {words}", style), (held, "dim"))


def certificate(verdict: Verdict) -> list[Block]:
    """What was confirmed, clause by clause, or what failed."""
    words, style = CERTIFIED[verdict.outcome]
    blocks: list[Block] = [
        line((f"Certificate: {words}", f"bold {style}")),
        line(verdict.begins, indent=2),
    ]
    for result in verdict.checked:
        outcome = f"{result.outcome} ({counted(result.instances, 'case')})"
        style = OUTCOMES.get(result.outcome, "yellow")
        blocks.append(line(f"{result.clause}: {result.says}: ", (outcome, style), indent=2))
    for failure in verdict.failures:
        said = f"{failure.clause}, layer {failure.layer}: {failure.message}"
        blocks.append(line((said, "red"), indent=2))
    return [*blocks, *(line(note, indent=2) for note in verdict.notes)]
