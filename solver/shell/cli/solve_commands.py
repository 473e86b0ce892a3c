"""`layerlaw solve` and `layerlaw demo`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.history import History
from layerlaw.solver.play.solve import solve as solve_scenario
from layerlaw.solver.shell.cli.all_readings import (
    certified_code,
    explore,
    how_settled,
    interrupted,
    readings_options,
    settled_code,
)
from layerlaw.solver.shell.cli.options import (
    reading_option,
    rulebook_option,
    with_readings,
)
from layerlaw.solver.shell.cli.output import (
    Output,
    no_color_option,
    output_options,
    show_documents,
    show_json,
)
from layerlaw.solver.shell.cli.pictures import answer_texts, picture_options
from layerlaw.solver.shell.cli.scenario_files import file_argument, scenario_of
from layerlaw.solver.shell.cli.stopping import limit_options
from layerlaw.solver.shell.report.answer_blocks import answer_blocks
from layerlaw.solver.shell.report.answer_json import derivation_json
from layerlaw.solver.shell.report.blocks import line
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.settled import by_default, settled_json, settled_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.shell.report.json_form import Json


def fitting_readings(scenarios: Sequence[Scenario], readings: dict[str, str]) -> list[Scenario]:
    """Each scenario under the readings that its rulebook has, leaving out the others.

    Raises `LayerlawError` for an open point that none of them has.
    """
    for point in readings:
        if all(point not in scenario.rulebook.points for scenario in scenarios):
            with_readings(scenarios[0], {point: readings[point]})
    return [
        with_readings(
            scenario, {p: r for p, r in readings.items() if p in scenario.rulebook.points}
        )
        for scenario in scenarios
    ]


@click.command()
@file_argument
@rulebook_option
@reading_option
@click.option("--each", is_flag=True, help="Show what every event of the history changes.")
@readings_options
@click.option("--strict", is_flag=True, help="Exit with 1 unless all readings are known to agree.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Every reason and change, the final state, every clause."
)
@click.option("--no-certificate", is_flag=True, help="Leave out the certificate.")
@click.option("--plain", is_flag=True, help="Without short cuts: slower, and the same answer.")
@picture_options("html", "svg", "mermaid", "dot", "graphml", "certificate")
@limit_options
@output_options
def solve(
    file: Path,
    rulebooks: tuple[str, ...],
    readings: dict[str, str],
    each: bool,
    all_readings: bool,
    limit: int | None,
    strict: bool,
    verbose: bool,
    no_certificate: bool,
    plain: bool,
    out: Output,
) -> int:
    """Solve the scenario in FILE: the ruling, what changed, how it came about, the certificate.

    With several rulebooks (--rulebook A,B) their answers stand side by side. With --readings the
    report says instead whether all readings of the document agree, and if not, which of its open
    points decide, and how. --html OUT and the like write pictures of it besides, --certificate OUT
    what `layerlaw verify` checks by itself.
    """
    if each and (all_readings or strict):
        raise LayerlawError(
            "--each shows one reading; it goes with neither --readings nor --strict"
        )
    if each and len(rulebooks) > 1:
        raise LayerlawError("--each tells the events under one rulebook: name one")
    if plain and (each or all_readings):
        raise LayerlawError("--plain goes with neither --each nor --readings")
    if each and out.pictures:
        raise LayerlawError(
            "--each tells every event; pictures show the end: leave one of them out"
        )
    if all_readings:
        out.pictures.only_page("with --readings there is --html")
    elif len(rulebooks) > 1:
        out.pictures.only_page("name one rulebook, or use --html for several")
    loaded = [scenario_of(file, rulebook=id) for id in rulebooks or (None,)]
    scenarios = fitting_readings(loaded, readings)
    title = scenarios[0].title
    if each:
        return _each(scenarios[0], out)
    if all_readings:
        return _readings(scenarios, limit, out, strict=strict)
    columns = []
    settled = []
    for scenario in scenarios:
        derivation = solve_scenario(scenario, prune=not plain)
        columns.append((derivation, None if no_certificate else certificate_of(derivation).check()))
        settled.append(how_settled(scenario, derivation, out, strict=strict))
    texts = answer_texts(out.pictures, title, scenarios, columns, settled)
    if len(columns) == 1:
        derivation, verdict = columns[0]
        out.report(
            lambda: answer_blocks(
                title,
                derivation,
                verdict,
                settled_line(settled[0], whole=verbose),
                whole=verbose,
                by_default=by_default(settled[0]),
            ),
            lambda: derivation_json(title, derivation, verdict, settled_json(settled[0])),
        )
    elif out.as_json:
        from layerlaw.solver.shell.report.side_by_side import side_by_side_json

        readings_of_each: list[Json] = [
            {"rulebook": scenario.rulebook.id, **settled_json(verdicts)}
            for scenario, verdicts in zip(scenarios, settled, strict=True)
        ]
        show_json(side_by_side_json(title, columns) | {"settled": readings_of_each})
    elif not out.pictures.printed:
        from layerlaw.solver.shell.report.side_by_side import side_by_side

        out.show(side_by_side(title, columns))
        for scenario, verdicts in zip(scenarios, settled, strict=True):
            said = settled_line(verdicts).pieces
            out.show([line((scenario.rulebook.id, "cyan"), ": ", *said)])
    out.draw(texts)
    code = certified_code(verdict for _, verdict in columns)
    return settled_code(settled, strict=strict) or code


def _readings(
    scenarios: Sequence[Scenario],
    limit: int | None,
    out: Output,
    *,
    strict: bool,
) -> int:
    """The report on all readings, one for each rulebook; the page for one alone."""
    from layerlaw.solver.shell.report.readings import readings_blocks

    if out.pictures and len(scenarios) > 1:
        raise LayerlawError("--html shows the readings of one rulebook: name one")
    documents: list[Json] = []
    explored = []
    texts: dict[str, str] = {}
    for scenario in scenarios:
        result = explore(scenario, out, limit)
        explored.append(result)
        if out.pictures:
            from layerlaw.solver.shell.report.page import readings_page

            texts["html"] = readings_page(scenario.title, result)
        if out.as_json:
            documents.append(document(result))
        elif not out.pictures.printed:
            if len(explored) > 1:
                click.echo()
            out.show(readings_blocks(scenario.title, result))
        if interrupted(result):
            break
    if out.as_json:
        show_documents(documents)
    out.draw(texts)
    return settled_code(explored, strict=strict)


def _each(scenario: Scenario, out: Output) -> int:
    """What every event changes, one after another."""
    from layerlaw.solver.shell.report.on_the_way import each_blocks, each_json

    history = History(scenario)
    states = [(event, history.derivation()) for event in history.play()]
    out.report(each_blocks, each_json, scenario.title, states)
    return 0


DEMO = ("two-kings", "mordred-caliburn", "blood-moon-urborg", "blockers-are-light")


@click.command()
@no_color_option
def demo(no_color: bool) -> int:
    """Solve shipped scenarios of real cards: the rulings, and of the first how it came about."""
    paths = {path.name.split(".")[0]: path for path in shipped_scenarios()}
    verdicts = []
    for number, name in enumerate(DEMO):
        scenario = scenario_of(paths[name])
        derivation = solve_scenario(scenario)
        verdict = certificate_of(derivation).check()
        verdicts.append(verdict)
        blocks = answer_blocks(scenario.title, derivation, verdict, brief=number > 0)
        if number:
            click.echo()
        Output(no_color=no_color).show(blocks)
    click.echo()
    click.echo("Next: layerlaw new first.scenario.yaml   writes a scenario to begin with;")
    click.echo("      layerlaw scenarios king   finds shipped ones; solve one by its short name.")
    return certified_code(verdicts)
