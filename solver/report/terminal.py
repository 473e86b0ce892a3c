"""A derivation, an explanation and a run of checks as text for a terminal, with rich."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from layerlaw.solver.board import ABILITIES, NAME
from layerlaw.solver.explain import turn_reasons
from layerlaw.solver.report.words import (
    clause_line,
    clause_text,
    part_text,
    timestamp_text,
    value_text,
    whereabouts,
    witness_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from layerlaw.model.rulebook import Rulebook
    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.derivation import Derivation
    from layerlaw.solver.explain import Link, Reason
    from layerlaw.solver.order import LayerRun
    from layerlaw.solver.records import Happening


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


def answer(title: str, derivation: Derivation, verdict: Verdict | None) -> RenderableType:
    """The whole answer: every layer, the final state, the checks, the certificate."""
    rulebook = derivation.rulebook
    parts: list[RenderableType] = [
        Text(title, style="bold"),
        Text(f"{rulebook.title}, {rulebook.version} ({rulebook.id})", style="dim"),
    ]
    for point, reading in rulebook.chosen.items():
        parts.append(Text(f"under the reading {point} = {reading}", style="yellow"))
    if not derivation.runs:
        parts.append(Text("No effect applies."))
    for run in derivation.runs:
        parts += [Text(), *layer(derivation, run)]
    for effect, id in derivation.late:
        note = f"{effect} came too late for layer {id}, which was over: it waits for good"
        parts.append(Text(note, style="yellow"))
    if derivation.chronicle:
        parts += [Text(), Text("On the way", style="bold")]
        parts += [_indented(happening(one), 2) for one in derivation.chronicle]
    parts += [Text(), Text("Final state", style="bold"), final(derivation)]
    parts += [Text(), fates(derivation)]
    if verdict is not None:
        parts += [Text(), certificate(verdict)]
    return Group(*parts)


def layer(derivation: Derivation, run: LayerRun) -> Iterable[RenderableType]:
    """One layer: its turns with reasons and changes, its dependencies and loops."""
    rule = derivation.rulebook.layers[run.layer]
    record = next(one for one in derivation.layers if one.layer == rule.id)
    yield Text.assemble(
        (f"Layer {rule.id}: {rule.name} ", "bold cyan"), (clause_text((rule.clause,)), "dim")
    )
    for number, (turn, facts) in enumerate(zip(run.turns, record.turns, strict=True)):
        effect = turn.part.effect
        lost = turn.verdict == "lost"
        source = derivation.situation.thing(effect.source).card.name
        head = Text.assemble(
            (f"{number + 1}. ", ""),
            (effect.id, "dim strike" if lost else "bold"),
            (f"  {part_text(derivation, run, effect.id)}", "dim" if lost else ""),
            (f"  [{source}, timestamp {timestamp_text(effect.timestamp)}]", "dim"),
        )
        yield Padding(head, (0, 0, 0, 2), expand=False)
        for reason in turn_reasons(derivation, run, number):
            yield _indented(reason_line(reason), 5)
        for change in facts.changes:
            kind = derivation.shown.kinds.get(change.characteristic, "")
            old, new = value_text(change.before, kind), value_text(change.after, kind)
            line = Text(f"{change.characteristic} of {change.object}: {old} -> {new}", "green")
            yield _indented(line, 5)
        if not facts.changes and turn.seen is not None:
            nobody = not any(scope for scope, _ in turn.seen)
            why = "applies to nothing" if nobody else "changes nothing: it is so already, or barred"
            yield _indented(Text(why, style="dim"), 5)
    test = derivation.rulebook.clause_of("test")
    found = derivation.dependencies(rule.id)
    for dependency in found:
        text = f"{dependency.effect} depends on {dependency.on}: {witness_text(dependency)}"
        yield _indented(Text.assemble((text, "magenta"), (f" ({test})", "dim")), 2)
    if not found and len(run.turns) > 1:
        yield _indented(Text("no dependencies", style="dim"), 2)
    for loop in derivation.loops(rule.id):
        yield _indented(Text(f"loop [{', '.join(loop)}]", style="magenta"), 2)


def _indented(text: Text, by: int) -> Padding:
    return Padding(text, (0, 0, 0, by), expand=False)


def reason_line(reason: Reason) -> Text:
    """A reason with its clauses."""
    return Text.assemble(reason.text, (f" {clause_text(reason.clauses)}", "dim"))


def final(derivation: Derivation) -> RenderableType:
    """The final characteristics of every object in play, leaving out what is empty."""
    parts: list[RenderableType] = []
    for thing in derivation.situation.things:
        if thing.zone == derivation.rulebook.in_play:
            parts += _object(derivation, thing.id)
    return Group(*parts) if parts else Text("Nothing is in play.")


def happening(one: Happening) -> Text:
    """Something that happened by itself after an event."""
    clause = (f" ({one.clause})", "dim") if one.clause else ""
    return Text.assemble((f"after event {one.event}: ", "dim"), f"{one.object} {one.what}", clause)


def _object(derivation: Derivation, id: str) -> Iterable[RenderableType]:
    kinds = derivation.shown.kinds
    words: list[str] = []
    facts: list[str] = []
    for characteristic in derivation.shown.characteristics:
        value = derivation.final[id, characteristic]
        kind = kinds.get(characteristic, "")
        known = derivation.rulebook.characteristics.get(characteristic)
        if characteristic in (NAME, ABILITIES) or (known and known.counter and not value):
            continue
        if kind == "set":
            words += value if isinstance(value, tuple) else ()
        elif value is True:
            facts.append(characteristic)
        elif isinstance(value, tuple):
            facts += value
        elif kind == "player" or not (value is None or value is False):
            facts.append(f"{characteristic} {value_text(value, kind)}")
    yield Text.assemble(
        (id, "bold"),
        f"  {derivation.final[id, NAME]}",
        (f" ({' '.join(words)})" if words else "", "dim"),
        f": {', '.join(facts)}" if facts else "",
        (whereabouts(derivation.situation.thing(id)), "dim"),
    )
    abilities = derivation.final[id, ABILITIES]
    for label in abilities if isinstance(abilities, tuple) else ():
        yield _indented(Text(label, style="dim"), 5)


def fates(derivation: Derivation) -> Text:
    """What the state-based checks find."""
    if not derivation.fates:
        return Text("State-based checks: nothing dies and nothing leaves.")
    lines = Text("State-based checks:")
    for fate in derivation.fates:
        lines.append(f"\n  {fate.object} {fate.verdict} ")
        lines.append(f"({fate.clause})", style="dim")
    return lines


def certificate(verdict: Verdict) -> Text:
    """What was confirmed, clause by clause, or what failed."""
    if verdict.ok:
        text = Text("Certificate: confirmed", style="bold green")
    else:
        text = Text("Certificate: REFUSED", style="bold red")
    for result in verdict.checked:
        text.append(f"\n  {result.clause}: {result.says}: ", style="not bold default")
        outcome = f"{result.outcome} ({result.instances} cases)"
        text.append(outcome, style="green" if result.outcome == "holds" else "red")
    for failure in verdict.failures:
        text.append(f"\n  {failure.clause}, layer {failure.layer}: {failure.message}", style="red")
    return text


def explanation(
    rulebook: Rulebook, object: str, characteristic: str, links: tuple[Link, ...], kind: str
) -> RenderableType:
    """The chain of reasons for one value, and what the clauses say."""
    end = value_text(links[-1].value, kind)
    parts: list[RenderableType] = [
        Text(f"{characteristic} of {object} is {end}", style="bold"),
    ]
    used: dict[str, None] = {}
    for number, link in enumerate(links):
        head = "begins as" if number == 0 else "becomes" if link.changed else "stays"
        by = f" by {link.effect}" if link.effect else ""
        style = "green" if link.changed else ""
        parts.append(Text(f"{number}. {head} {value_text(link.value, kind)}{by}", style=style))
        for reason in link.reasons:
            parts.append(_indented(reason_line(reason), 5))
            used.update(dict.fromkeys(reason.clauses))
    if used:
        parts += [Text(), Text("What the clauses say", style="bold")]
        parts += [_indented(Text(clause_line(rulebook, clause)), 2) for clause in used]
    return Group(*parts)
