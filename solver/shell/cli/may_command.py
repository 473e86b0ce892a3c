"""`layerlaw may`: whether something can be done on a board, and why not."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.scenarios.questions import read_question
from layerlaw.solver.answer.difference.outcome import Cells, Outcome
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.asking import answers_to_ask
from layerlaw.solver.derivation.permissions import UNASKED
from layerlaw.solver.derivation.permissions import may as answer_to
from layerlaw.solver.facts.records import NoValue
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.cli.all_readings import (
    certified_code,
    explore,
    interrupted,
    readings_options,
    settled_code,
)
from layerlaw.solver.shell.cli.options import (
    read_scenario,
    reading_option,
    rulebook_option,
)
from layerlaw.solver.shell.cli.output import Output, output_options, show_documents
from layerlaw.solver.shell.cli.scenario_files import file_argument
from layerlaw.solver.shell.cli.stopping import limit_options
from layerlaw.solver.shell.report.json_form import document, json_of
from layerlaw.solver.shell.report.permissions import (
    permission,
    permission_json,
    question_text,
)
from layerlaw.solver.shell.report.readings import readings_blocks

if TYPE_CHECKING:
    from layerlaw.model.scenarios.expectations import ExpectPermission
    from layerlaw.solver.certainty.readings.verdict import Readings
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.json_form import Json

REFUSED = 1


@click.command()
@file_argument
@click.argument("question", nargs=-1, required=True)
@rulebook_option
@reading_option
@readings_options
@limit_options
@output_options
def may(
    file: Path,
    question: tuple[str, ...],
    rulebooks: tuple[str, ...],
    readings: dict[str, str],
    all_readings: bool,
    limit: int | None,
    out: Output,
) -> int:
    """Say whether an object or a player may do something, or have it done to it, and why.

    For example: layerlaw may FILE F attack G, or: layerlaw may FILE you cast S, or: layerlaw may
    FILE F be attacked. Exit code 1 means that it can't; with --readings, that there are readings
    under which it can't. Of several answers each is asked, and 1 means that it can't in one.
    """
    code = 0
    documents: list[Json] = []
    for number, rulebook in enumerate(rulebooks or (None,)):
        scenario = read_scenario(file, rulebook, readings)
        asked = read_question(scenario, " ".join(question))
        if all_readings:
            explored = explore(scenario, out, limit, partial(permitted, asked=asked))
            if number and not out.as_json:
                click.echo()
            ended = _readings(explored, asked, documents, out)
            code = max(code, settled_code([explored], strict=False), ended)
            if interrupted(explored):
                break
            continue
        derivation = solve(scenario)
        states = answers_to_ask("may", derivation)
        for nth, state in enumerate(states, 1):
            answer = answer_to(state, asked.object, asked.action, asked.to, asked.passive)
            if not answer.allowed:
                code = REFUSED
            verdict = certificate_of(state).check_may(
                answer, asked.object, asked.action, asked.to, asked.passive
            )
            code = code if code == REFUSED else certified_code([verdict]) or code
            if out.as_json:
                of_several: dict[str, Json] = {"answer": nth} if len(states) > 1 else {}
                documents.append(permission_json(state, asked, answer, verdict) | of_several)
            else:
                if len(states) > 1:
                    click.echo(f"answer {nth} of {len(states)}:")
                out.show(permission(state, asked, answer, verdict))
    if out.as_json:
        show_documents(documents)
    return code


def permitted(derivation: Answer, asked: ExpectPermission) -> Outcome:
    """The answer to the question as an outcome of the derivation; in a paradox, of what stands."""
    cell = (asked.object, question_text(asked, True).removeprefix(f"{asked.object} "))

    def answered(states: tuple[Answer, ...]) -> tuple[Cells, ...]:
        return tuple(
            (
                (
                    cell,
                    answer_to(state, asked.object, asked.action, asked.to, asked.passive).allowed,
                ),
            )
            for state in states
        )

    try:
        standing = answered(derivation.rest)
    except NoValue:
        standing = ()
    return Outcome(answered(derivation.states), standing=standing)


def _allowed(outcome: Outcome) -> set[bool | None]:
    """The outcome's answer to the question; None if a paradox leaves it open."""
    if outcome.refused:
        # An event that cannot happen allows nothing.
        return {False}
    answers = outcome.answers or outcome.standing
    return {value is True for answer in answers for _, value in answer} or {None}


def _readings(
    explored: Readings,
    asked: ExpectPermission,
    documents: list[Json],
    out: Output,
) -> int:
    """The report on all readings; 1 if there is one under which it can't, or none can tell."""
    answers = {value for group in explored.groups for value in _allowed(group.outcome)}
    sure = len(answers) == 1 and explored.complete
    if out.as_json:
        allowed = (True in answers) if sure and None not in answers else None
        told = {"kind": "may readings", "question": json_of(asked), "allowed": allowed}
        documents.append(document(explored) | told)
    else:
        head = question_text(asked, True in answers)
        if answers == {None}:
            head = f"No answer to whether {question_text(asked, True)}: a paradox decides it"
        if not sure:
            head += " under some readings" + ("" if len(answers) == 1 else " only")
        out.show(readings_blocks(head, explored))
        if True in answers:
            click.echo(f'"Can" means that no effect and no rule forbids it; {UNASKED}.')
    return 0 if answers == {True} else REFUSED
