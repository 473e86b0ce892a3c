"""A derivation, an explanation and a run of checks as text for a terminal, with rich."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from layerlaw.solver.answer.explain import turn_reasons
from layerlaw.solver.board.columns import ABILITIES, BASE, NAME, PERMISSIONS
from layerlaw.solver.derivation.remarks import remarks
from layerlaw.solver.shell.report.layout import indented
from layerlaw.solver.shell.report.rulings import change_in_full, told_rulings, unchanged
from layerlaw.solver.shell.report.words import (
    CERTIFIED,
    change_text,
    clause_text,
    is_routine,
    paradox_lines,
    part_text,
    timestamp_text,
    value_text,
    whereabouts,
    witness_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from layerlaw.solver.answer.explain import Reason
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import AnswerRecord, Cell, Happening
    from layerlaw.solver.layers.order import LayerRun


def console(*, color: bool, stderr: bool = False) -> Console:
    """A console that wraps at the terminal's width, and never turns ids into anything else."""
    return Console(
        no_color=not color,
        highlight=False,
        emoji=False,
        markup=False,
        stderr=stderr,
        soft_wrap=False,
    )


def answer(
    title: str, derivation: Answer, verdict: Verdict | None, settled: Text | None = None
) -> RenderableType:
    """The whole answer: every layer, the final state, the checks, the certificate.

    settled: a line on whether all readings of the document agree.
    """
    rulebook = derivation.rulebook
    parts: list[RenderableType] = [
        Text(title, style="bold"),
        Text(f"{rulebook.title}, {rulebook.version} ({rulebook.id})", style="dim"),
    ]
    for point, reading in rulebook.chosen.items():
        parts.append(Text(f"under the reading {point} = {reading}", style="yellow"))
    if derivation.answers is not None:
        parts += [Text(), *simultaneous(derivation)]
    elif not derivation.runs:
        parts.append(Text("No effect applies."))
    for run in derivation.runs if derivation.verdict == "settled" else ():
        lines = list(layer(derivation, run))
        if len(lines) > 1:
            parts += [Text(), *lines]
    for effect, id in derivation.late:
        note = f"{effect} came too late for layer {id}, which was over: it waits for good"
        parts.append(Text(note, style="yellow"))
    for remark in remarks(derivation):
        parts.append(Text(str(remark), style="yellow"))
    if derivation.chronicle:
        parts += [Text(), Text("On the way", style="bold")]
        parts += [indented(happening(one), 2) for one in derivation.chronicle]
    heads = {
        "settled": "Final state",
        "several": "What all answers agree on",
        "paradox": "What stands",
    }
    if derivation.verdict != "paradox" or derivation.rest:
        parts += [Text(), Text(heads[derivation.verdict], style="bold"), final(derivation)]
    parts += [Text(), fates(derivation)]
    if settled is not None:
        parts += [Text(), settled]
    if verdict is not None:
        parts += [Text(), certificate(verdict)]
    return Group(*parts)


def simultaneous(derivation: Answer) -> Iterable[RenderableType]:
    """Effects that apply at the same time: how many answers there are, and what they are."""
    answers = derivation.answers or ()
    process = derivation.rulebook.clause_of("process")
    clause = (f" ({process})", "dim")
    if derivation.verdict == "settled":
        yield Text.assemble(("All effects apply at the same time: one answer.", "bold"), clause)
    elif derivation.verdict == "several":
        head = f"All effects apply at the same time, and {len(answers)} answers agree with them."
        yield Text.assemble((head, "bold yellow"), clause)
    else:
        head = "A paradox: no state agrees with all effects at the same time."
        yield Text.assemble((head, "bold red"), clause)
        if derivation.conflict:
            text = f"no state satisfies these effects together: {', '.join(derivation.conflict)}"
            yield indented(Text(text, style="red"), 2)
        for line in paradox_lines(derivation):
            yield indented(Text(line), 2)
    known = derivation.agreed
    always = set.intersection(*(set(one.effects) for one in answers)) if answers else set()
    for number, one in enumerate(answers if derivation.verdict == "several" else (), 1):
        effects = ", ".join(effect for effect in one.effects if effect not in always)
        head = f"answer {number}: in force besides what always is: {effects or 'nothing'}"
        yield indented(Text(head, style="bold"), 2)
        yield from _cells(derivation, one, [cell for cell in one.final if cell not in known])
    for one in derivation.lifted:
        text = "not an answer, for nothing but itself holds it up:"
        yield indented(Text(text, style="dim"), 2)
        yield from _cells(derivation, one, [c for c in one.final if known.get(c) != one.final[c]])
    if not derivation.complete:
        yield indented(Text("(and at least one more that holds itself up)", style="dim"), 2)


def _cells(
    derivation: Answer, answer: AnswerRecord, cells: Iterable[Cell]
) -> Iterable[RenderableType]:
    for object, characteristic in cells:
        kind = derivation.shown.kinds.get(characteristic, "")
        value = value_text(answer.final[object, characteristic], kind)
        yield indented(Text(f"{characteristic} of {object}: {value}"), 5)


def layer(derivation: Answer, run: LayerRun) -> Iterable[RenderableType]:
    """One layer: its turns with reasons and changes, its dependencies and loops.

    Nothing, where only the game's own rules had turns that bear on permissions.
    """
    rule = derivation.rulebook.layers[run.layer]
    record = next(one for one in derivation.layers if one.layer == rule.id)
    at_once = derivation.answers is not None
    head = f"{'Step' if at_once else 'Layer'} {rule.id}"
    head += f": {rule.name} " if rule.name != rule.id else " "
    heading = Text.assemble((head, "bold cyan"), (clause_text((rule.clause,)), "dim"))
    told = 0
    for number, (turn, facts) in enumerate(zip(run.turns, record.turns, strict=True)):
        effect = turn.part.effect
        if is_routine(turn, facts):
            # What the rules allow and forbid shows in the final state; `may` tells why.
            continue
        if not told:
            yield heading
        told += 1
        lost = turn.verdict == "lost"
        source = derivation.world.things[effect.holder].card.name
        head_line = Text.assemble(
            ("- " if at_once else f"{told}. ", ""),
            (effect.id, "dim strike" if lost else "bold"),
            (f"  {part_text(derivation, run, effect.id)}", "dim" if lost else ""),
            (f"  [{source}, timestamp {timestamp_text(effect.timestamp)}]", "dim"),
        )
        yield Padding(head_line, (0, 0, 0, 2), expand=False)
        for reason in () if at_once else turn_reasons(derivation, run, number):
            yield indented(reason_line(reason), 5)
        for change in facts.changes:
            yield indented(
                Text(change_text(derivation, change_in_full(derivation, change)), "green"), 5
            )
        if not facts.changes and turn.seen is not None:
            yield indented(Text(unchanged(derivation, turn), style="dim"), 5)
    if derivation.answers is None and told:
        yield from _dependencies(derivation, rule.id, told)


def _dependencies(derivation: Answer, id: str, told: int) -> Iterable[RenderableType]:
    test = derivation.rulebook.clause_of("test")
    found = derivation.dependencies(id)
    for dependency in found:
        text = f"{dependency.effect} depends on {dependency.on}: {witness_text(dependency)}"
        yield indented(Text.assemble((text, "magenta"), (f" ({test})", "dim")), 2)
    if not found and told > 1:
        yield indented(Text("no dependencies", style="dim"), 2)
    for loop in derivation.loops(id):
        yield indented(Text(f"loop [{', '.join(loop)}]", style="magenta"), 2)


def reason_line(reason: Reason) -> Text:
    """A reason with its clauses."""
    return Text.assemble(reason.text, (f" {clause_text(reason.clauses)}", "dim"))


def final(derivation: Answer) -> RenderableType:
    """The final characteristics of every object, leaving out what is empty, zone by zone.

    Of what is not in play only what effects changed; of several answers only what all agree on.
    """
    parts: list[RenderableType] = []
    for thing in derivation.situation.things:
        if thing.zone == derivation.rulebook.in_play:
            parts += _object(derivation, thing.id)
    if not parts:
        parts.append(Text("Nothing is in play."))
    changed = {
        change.object
        for record in derivation.layers
        for turn in record.turns
        for change in turn.changes
    }
    for thing in derivation.world.things:
        if thing.zone != derivation.rulebook.in_play and thing.id in changed:
            parts += _object(derivation, thing.id)
    return Group(*parts)


def happening(one: Happening) -> Text:
    """Something that happened by itself after an event."""
    clause = (f" ({one.clause})", "dim") if one.clause else ""
    return Text.assemble((f"after event {one.event}: ", "dim"), f"{one.object} {one.what}", clause)


def _object(derivation: Answer, id: str) -> Iterable[RenderableType]:
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
            facts += [one.says for one in told_rulings(derivation, id)]
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
    yield Text.assemble(
        (id, "bold"),
        f"  {name}" if name != id else "",
        (f" ({' '.join(words)})" if words else "", "dim"),
        f": {', '.join(facts)}" if facts else "",
        (whereabouts(thing, derivation.rulebook.in_play), "dim"),
    )
    abilities = derivation.agreed.get((id, ABILITIES), ())
    for label in abilities if isinstance(abilities, tuple) else ():
        yield indented(Text(label, style="dim"), 5)


def fates(derivation: Answer) -> Text:
    """What the state-based checks find."""
    if derivation.verdict == "paradox" and not derivation.due:
        return Text("State-based checks: of what stands nothing dies and nothing leaves.")
    if not derivation.due:
        return Text("State-based checks: nothing dies and nothing leaves.")
    lines = Text("State-based checks:")
    for fate in derivation.due:
        lines.append(f"\n  {fate.object} {fate.verdict} ")
        lines.append(f"({fate.clause})", style="dim")
    return lines


OUTCOMES = {"holds": "green", "fails": "red"}
"""The colours of what became of a clause; of one that is not known, yellow."""


def certificate(verdict: Verdict) -> Text:
    """What was confirmed, clause by clause, or what failed."""
    words, colour = CERTIFIED[verdict.outcome]
    text = Text(f"Certificate: {words}", style=f"bold {colour}")
    text.append(f"\n  {verdict.begins}", style="not bold default")
    for result in verdict.checked:
        text.append(f"\n  {result.clause}: {result.says}: ", style="not bold default")
        outcome = f"{result.outcome} ({result.instances} cases)"
        text.append(outcome, style=OUTCOMES.get(result.outcome, "yellow"))
    for failure in verdict.failures:
        text.append(f"\n  {failure.clause}, layer {failure.layer}: {failure.message}", style="red")
    for note in verdict.notes:
        text.append(f"\n  {note}", style="not bold default")
    return text
