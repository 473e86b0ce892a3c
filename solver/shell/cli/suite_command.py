"""`layerlaw suite`: scenarios with our values, in a form that other engines' tests can read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.model.places import shipped_folder
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import SCENARIO_ENDING, shipped_games, shipped_scenarios
from layerlaw.solver.shell.cli.options import scenario_files
from layerlaw.solver.shell.cli.output import Output, no_color_option
from layerlaw.solver.shell.cli.stopping import limit_options
from layerlaw.solver.shell.engines.suite import suite as suite_of
from layerlaw.solver.shell.engines.suite import suite_text
from layerlaw.solver.shell.report.whole_file import replaced
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME|PATH]...")
@click.option(
    "--save",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write it into FILE, over an older one, instead of printing it.",
)
@no_color_option
@limit_options
def suite(names: tuple[str, ...], file: Path | None, no_color: bool) -> int:
    """Print scenarios as JSON: events, cards, clauses, and the right state after every event.

    GAME names the shipped scenarios of a game (all games if nothing is named), PATH a scenario or a
    folder with scenarios of yours. The form is described in docs/engines.md and by
    `layerlaw schema suite`; each order and reading of a scenario is one of its own.
    """
    found = dict(_named(names))
    with Output(no_color=no_color).progress("scenarios") as report:
        whole = suite_of({id: load_scenario(path) for id, path in found.items()}, report)
    text = suite_text(whole)
    if file is None:
        click.echo(text, nl=False)
        return 0
    replaced(file, lambda part: part.write_text(text, encoding="utf-8", newline="\n"))
    scenarios = whole["scenarios"]
    assert isinstance(scenarios, list)
    click.echo(f"{file}: {counted(len(scenarios), 'scenario')} of {counted(len(found), 'file')}")
    return 0


def _named(names: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """The files by their ids: of shipped ones the game and the name, of others the path."""
    games = shipped_games()
    for name in names or games:
        if name in games:
            folder = shipped_folder() / "scenarios"
            for path in shipped_scenarios(name):
                id = path.relative_to(folder).as_posix()
                yield id.removesuffix(SCENARIO_ENDING), path
            continue
        path = Path(name)
        if not path.exists():
            told = f"there is no file and no game called '{name}' (games: {', '.join(games)})"
            raise LayerlawError(with_hint(told, name, games))
        for each in scenario_files([path]):
            yield each.as_posix().removesuffix(SCENARIO_ENDING), each
