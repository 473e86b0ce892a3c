"""`layerlaw schema`: the JSON Schemas by which editors complete, explain and check our files."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.authoring.editors import schema_in
from layerlaw.solver.shell.authoring.schemas import DESCRIBED, Described, comment_line, schema_text
from layerlaw.solver.shell.cli.stopping import undisturbed
from layerlaw.solver.shell.report.whole_file import replaced


@click.command()
@click.argument("kind", type=click.Choice(DESCRIBED))
@click.option(
    "--rulebook",
    metavar="ID",
    help="With the words of this rulebook only (a shipped one, or a file of yours).",
)
@click.option(
    "--save",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write it into DIR and say which line makes editors use it.",
)
def schema(kind: str, rulebook: str | None, folder: Path | None) -> int:
    """Print the JSON Schema of a KIND of file.

    Editors with a YAML language server complete, explain and check a file whose first line is
    `# yaml-language-server: $schema=WHERE`; `layerlaw new` writes it.
    """
    if folder is None:
        click.echo(schema_text(cast("Described", kind), rulebook), nl=False)
        return 0
    described = schema_in(folder, cast("Described", kind), rulebook)
    save_schema(described.path, described.text)
    click.echo(f"{described.path} is written. The first line of a file beside {folder}:")
    click.echo(comment_line(folder.absolute().parent / "file.yaml", described.path.absolute()))
    return 0


def save_schema(path: Path, text: str) -> None:
    """Write a schema, in the place of an older one; raises `LayerlawError`."""
    with undisturbed():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LayerlawError(f"{path} cannot be written: {error.strerror}") from None
        replaced(path, lambda part: part.write_text(text, encoding="utf-8", newline="\n"))
