"""Why and why not: the chain of reasons for a value, and the effects that did nothing to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.notation.spelling import natural
from layerlaw.solver.answer.absences import Absence, never_applied
from layerlaw.solver.answer.explain import ValueStep, changed_cells, why
from layerlaw.solver.answer.why_not import why_not
from layerlaw.solver.shell.report.answer_blocks import reason_line
from layerlaw.solver.shell.report.blocks import BLANK, Heading, TextLine, line
from layerlaw.solver.shell.report.json_form import document, json_with, written_as
from layerlaw.solver.shell.report.names import who_is_who
from layerlaw.solver.shell.report.words import clause_line, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json

Chain = tuple[ValueStep, ...]
Explanation = tuple["Json", "list[Block]"]
"""An explanation as JSON and for people."""
WORDS = {
    "lost": "lost",
    "off": "not in force",
    "late": "too late",
    "barred": "barred",
    "kept off": "kept off",
    "missed": "just missed it",
}


def why_value(state: Answer, object: str, characteristic: str) -> Explanation:
    """Where one value comes from, and what could have changed it and did not.

    Raises `LayerlawError` as `why` does.
    """
    links = why(state, object, characteristic)
    absent = why_not(state, object, characteristic)
    kind = state.shown.kinds.get(characteristic, "")
    effects = [link.effect for link in links if link.effect]
    effects += [effect for one in absent for effect in (one.effect, one.by)]
    whom = [object, *(one.source for one in absent)]
    return (
        why_json(object, characteristic, links, absent),
        explanation(
            state.rulebook,
            *(object, characteristic, links, kind, absent),
            legend=_legend(state, whom, effects),
        ),
    )


def _legend(state: Answer, objects: Iterable[str], effects: Iterable[str]) -> list[Block]:
    """What the ids stand for: of the objects, and of those whose effects these are."""
    things = state.world.things
    holders = (things[state.effects[one].holder].id for one in effects if one in state.effects)
    told = who_is_who(state, natural([*objects, *holders]))
    return [BLANK, line((told, "dim"))] if told else []


def why_all(state: Answer, title: str, object: str | None = None) -> Explanation:
    """Every changed value, of one object or of all, and the effects that came to nothing."""
    changed = [
        (id, name, why(state, id, name), state.shown.kinds.get(name, ""))
        for id, name in changed_cells(state)
        if object in (None, id)
    ]
    absent = [
        (absence, whom)
        for absence, whom in never_applied(state)
        if object is None or object in (absence.source, *whom)
    ]
    effects = [link.effect for _, _, links, _ in changed for link in links if link.effect]
    effects += [effect for one, _ in absent for effect in (one.effect, one.by)]
    objects = [id for id, *_ in changed] + [
        id for one, whom in absent for id in (one.source, *whom)
    ]
    return (
        overview_json(title, changed, absent),
        overview(state.rulebook, title, changed, absent, _legend(state, objects, effects)),
    )


def explanation(
    rulebook: Rulebook,
    object: str,
    characteristic: str,
    links: Chain,
    kind: str,
    absent: Sequence[Absence] = (),
    legend: Sequence[Block] = (),
) -> list[Block]:
    """The chain of reasons for one value, what did nothing to it, and what the clauses say.

    legend: what the ids stand for.
    """
    used: dict[str, None] = {}
    parts = list(_chain_lines(object, characteristic, links, kind, used))
    parts += _absent_lines("What could have changed it and did not", absent, used)
    return [*parts, *legend, *_clause_lines(rulebook, used)]


def overview(
    rulebook: Rulebook,
    title: str,
    changed: Iterable[tuple[str, str, Chain, str]],
    absent: Iterable[tuple[Absence, tuple[str, ...]]],
    legend: Sequence[Block] = (),
) -> list[Block]:
    """Every changed value in a line, with what made it so, and the effects that came to nothing.

    changed: object, characteristic, its chain and the kind of value.
    """
    parts: list[Block] = [Heading(title, 1)]
    used: dict[str, None] = {}
    for object, characteristic, links, kind in changed:
        values = [value_text(link.value, kind) for link in (links[0], links[-1])]
        by = ", ".join(_causes(links))
        parts.append(_changed(f"{characteristic} of {object}: {' -> '.join(values)}", by))
    if len(parts) == 1:
        parts.append(line("nothing was changed", indent=2))
    told = list(absent)
    if told:
        parts.append(Heading("Effects that came to nothing"))
    for absence, whom in told:
        on = f", which would have applied to {', '.join(whom)}" if whom else ""
        parts += _absence_lines(absence, on, used)
    return [*parts, *legend, *_clause_lines(rulebook, used)]


def why_json(
    object: str, characteristic: str, links: Chain, absent: Sequence[Absence] = ()
) -> Json:
    """The chain of reasons for one value, and the effects that could have changed it."""
    value = links[-1].value
    return document(
        "why", object=object, characteristic=characteristic, value=value, steps=links, not_=absent
    )


def overview_json(
    title: str,
    changed: Iterable[tuple[str, str, Chain, str]],
    absent: Iterable[tuple[Absence, tuple[str, ...]]],
) -> Json:
    """As `overview`."""
    values = [
        {
            "object": object,
            "characteristic": characteristic,
            "before": links[0].value,
            "after": links[-1].value,
            "by": list(_causes(links)),
        }
        for object, characteristic, links, _ in changed
    ]
    nothing = [json_with(absence, objects=whom) for absence, whom in absent]
    return document("why all", title=title, changed=values, not_=nothing)


def _causes(links: Chain) -> Iterable[str]:
    return dict.fromkeys(link.effect for link in links if link.changed and link.effect)


written_as(ValueStep, "value", "effect", "layer", "changed", "reasons", null=("effect", "layer"))
written_as(Absence, "effect", "layer", ("how", "kind"), "reasons")


def _changed(said: str, by: str) -> TextLine:
    return line(f"{said}{f', by {by}' if by else ''}", indent=2)


def _chain_lines(
    object: str, characteristic: str, links: Chain, kind: str, used: dict[str, None]
) -> Iterable[Block]:
    end = value_text(links[-1].value, kind)
    yield line((f"{characteristic} of {object} is {end}", "bold"))
    for number, link in enumerate(links):
        head = "begins as" if number == 0 else "becomes" if link.changed else "stays"
        by = f" by {link.effect}" if link.effect else ""
        style = "green" if link.changed else ""
        yield line((f"{number}. {head} {value_text(link.value, kind)}{by}", style))
        for reason in link.reasons:
            yield reason_line(reason, indent=5)
            used.update(dict.fromkeys(reason.clauses))


def _absent_lines(head: str, absent: Sequence[Absence], used: dict[str, None]) -> list[Block]:
    if not absent:
        return []
    lines: list[Block] = [Heading(head)]
    for absence in absent:
        lines += _absence_lines(absence, "", used)
    return lines


def _absence_lines(absence: Absence, on: str, used: dict[str, None]) -> Iterable[Block]:
    yield line(f"{absence.effect}: {WORDS[absence.kind]}{on}", indent=2)
    for reason in absence.reasons:
        yield reason_line(reason, indent=5)
        used.update(dict.fromkeys(reason.clauses))


def _clause_lines(rulebook: Rulebook, used: Iterable[str]) -> list[Block]:
    told = [line(clause_line(rulebook, clause), indent=2) for clause in used]
    return [Heading("What the clauses say"), *told] if told else []
