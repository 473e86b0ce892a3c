"""`layerlaw why`: where values come from, and what could have changed them and did not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.asking.marks import Text
from layerlaw.model.asking.references import Known, Object
from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.model.notation.spelling import listed
from layerlaw.solver.derivation.asking import answers_to_ask
from layerlaw.solver.facts.situation import NOWHERE
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.cli.options import read_scenario, scenario_options
from layerlaw.solver.shell.cli.output import Output, output_options, show_documents
from layerlaw.solver.shell.cli.scenario_files import file_argument
from layerlaw.solver.shell.cli.stopping import limit_options
from layerlaw.solver.shell.report.why import why_all, why_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.report.json_form import Json
    from layerlaw.solver.shell.report.why import Explanation


@click.command()
@file_argument
@click.argument("words", nargs=-1, metavar="[OBJECT[.CHARACTERISTIC]]")
@scenario_options
@limit_options
@output_options
def why(
    file: Path,
    words: tuple[str, ...],
    rulebook: str | None,
    readings: dict[str, str],
    out: Output,
) -> int:
    """Say why something is as it is, step by step, with the clauses, and why it is not otherwise.

    For example: layerlaw why FILE K2.controller, or layerlaw why FILE "controller of K2"; an object
    may go by the name of its card ("power of Foot Soldier", "the second King"). With an object
    alone every value of it that effects changed; with FILE alone every changed value in a line,
    and the effects that came to nothing. Of several answers each is explained, once where all come
    to it in the same way; a paradox has no value, which is an error.
    """
    scenario = read_scenario(file, rulebook, readings)
    derivation = solve(scenario)
    states = answers_to_ask("why", derivation)
    told = _question(derivation, " ".join(words) or None, scenario.title)
    answers = [told(state) for state in states]
    agreed = all(document == answers[0][0] for document, _ in answers)
    documents: list[Json] = []
    for number, (document, text) in enumerate(answers[:1] if agreed else answers, 1):
        assert isinstance(document, dict)
        if len(states) > 1:
            numbers = range(1, len(states) + 1) if agreed else (number,)
            document["answers"] = list(numbers)
        documents.append(document)
        if out.as_json:
            continue
        if len(states) > 1:
            head = f"all {len(states)} answers agree" if agreed else f"answer {number}"
            click.echo(f"{head}:" if agreed else f"{head} of {len(states)}:")
        out.show(text)
    if out.as_json:
        show_documents(documents)
    return 0


def _question(derivation: Answer, value: str | None, title: str) -> Callable[[Answer], Explanation]:
    """The question, as a function of one state."""
    if value is None:
        return lambda state: why_all(state, title)
    object, dot, characteristic = value.rpartition(".")
    if not dot:
        whole = _object(derivation, value)
        if whole in derivation.world.index:
            return lambda state: why_all(state, f"{whole} in {title}", whole)
        characteristic, of, object = value.partition(" of ")
        if not of:
            raise LayerlawError(_unknown(derivation, value))
    object, characteristic = _object(derivation, object.strip()), characteristic.strip()
    if not object or not characteristic:
        raise LayerlawError(_unknown(derivation, value))
    derivation.index(object)
    derivation.check_characteristic(characteristic)
    return lambda state: why_value(state, object, characteristic)


def _object(derivation: Answer, typed: str) -> str:
    """The id of the object that is named by its card, else what was typed.

    Raises `LayerlawError` where several have that name.
    """
    if not typed or typed in derivation.world.index:
        return typed
    players = derivation.situation.players
    things = [thing for thing in derivation.situation.things if thing.zone != NOWHERE]
    objects = tuple(Object(thing.id, thing.card.name, thing.controller) for thing in things)
    found = Known(objects, players, players[0]).meant(Text(typed, 0, len(typed)))
    if len(found) > 1:
        raise LayerlawError(f"'{typed}' is the name of {listed(found)}: say which")
    return found[0] if found else typed


def _unknown(derivation: Answer, value: str) -> str:
    ids = [thing.id for thing in derivation.world.things if thing.zone != NOWHERE]
    text = (
        f"'{value}' is no object of the scenario (there are {', '.join(ids)}); a value is written "
        "as OBJECT.CHARACTERISTIC, such as K2.controller, or as 'controller of K2'"
    )
    return with_hint(text, value, ids)
