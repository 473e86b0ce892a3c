"""Pictures and certificates on the command line: where they go, which files they may replace."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.cli.stopping import undisturbed
from layerlaw.solver.shell.report.whole_file import replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.certainty.readings.verdict import Readings
    from layerlaw.solver.shell.cli.options import Command
    from layerlaw.solver.shell.report.side_by_side import Solved

STANDARD = "-"
READINGS = "`layerlaw solve FILE --readings`"
"""What looks at all readings, told where no command was typed."""
NAMES = {
    "html": "page",
    "svg": "drawing",
    "mermaid": "flowchart",
    "dot": "graph",
    "graphml": "graph in GraphML",
    "certificate": "certificate",
}
"""The forms, by their options, and what each is called."""
HELP = {
    "html": "One HTML page with everything, to be opened in a browser.",
    "svg": "The picture of layers, effects and dependencies.",
    "mermaid": "The dependencies as a Mermaid flowchart, for Markdown.",
    "dot": "The dependencies in Graphviz's language.",
    "graphml": "The dependencies in GraphML, for Gephi, yEd or igraph.",
    "certificate": "The certificate as JSON, for `layerlaw verify`.",
}
_OURS = {
    "html": re.compile(
        rb'\s*<!doctype html.{0,2000}<meta name="generator" content="Layerlaw', re.S
    ),
    "svg": re.compile(rb"<\?xml[^>]*>\s*<!-- drawn by layerlaw -->\s*<svg"),
    "mermaid": re.compile(
        rb"---\r?\ntitle: [^\n]*\n---\r?\nflowchart BT\r?\n  %% drawn by layerlaw"
    ),
    "dot": re.compile(rb"// drawn by layerlaw\r?\ndigraph layerlaw "),
    "graphml": re.compile(rb"<!-- drawn by layerlaw -->\r?\n<graphml "),
    "certificate": re.compile(rb'\{\s*"schema":\s*"layerlaw/\d+",\s*"kind":\s*"certificate"'),
}
"""How a file begins that was written here; any other one is somebody's work and stays."""
_READ = 4096


@dataclass(frozen=True, slots=True)
class Pictures:
    """The forms asked for and where each is to go; `-` is standard output."""

    wanted: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.wanted)

    @property
    def printed(self) -> bool:
        """Whether one of them goes to standard output, instead of the report."""
        return STANDARD in self.wanted.values()

    def only_page(self, why: str) -> None:
        """Raise `LayerlawError` if a drawing of one answer is asked for where there is none."""
        drawn = [f"--{form}" for form in self.wanted if form != "html"]
        if drawn:
            verb = "is" if len(drawn) == 1 else "are"
            raise LayerlawError(f"{' and '.join(drawn)} {verb} of one answer: {why}")

    def check(self, *, as_json: bool = False, as_markdown: bool = False) -> None:
        """Raises `LayerlawError`, before any work, for files that could not be written.

        as_json, as_markdown: whether one of these goes to standard output.
        """
        out = [f"--{form}" for form, where in self.wanted.items() if where == STANDARD]
        if len(out) > 1:
            raise LayerlawError(f"{' and '.join(out)} cannot both go to standard output")
        if out and (as_json or as_markdown):
            taken = "--json" if as_json else "--markdown"
            raise LayerlawError(f"{out[0]} - and {taken} both go to standard output: name a file")
        places: dict[Path, str] = {}
        for form, where in self.wanted.items():
            if where == STANDARD:
                continue
            file = Path(where)
            if _same(file) in places:
                taken = places[_same(file)]
                raise LayerlawError(f"--{taken} and --{form} name the same file: {file}")
            places[_same(file)] = form
            _writable(file, form)

    def write(self, texts: Mapping[str, str], *, quiet: bool = False) -> None:
        """Writes each form whole or not at all, and prints its path.

        quiet: that is said on standard error, for standard output holds something to be read by
        programs. Raises `LayerlawError` for what cannot be written.
        """
        with undisturbed():
            for form, where in self.wanted.items():
                if where != STANDARD:
                    file, text = Path(where), texts[form]
                    _writable(file, form)
                    replaced(file, partial(_put, text))
        for form, where in self.wanted.items():
            if where != STANDARD:
                click.echo(f"The {NAMES[form]} is in {where}", err=quiet or self.printed)
            else:
                _print(texts[form])


def _print(text: str) -> None:
    """Prints to standard output as to a file, whatever the terminal's encoding."""
    sys.stdout.flush()
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(text)


def _put(text: str, part: Path) -> None:
    part.write_text(text, encoding="utf-8", errors="replace", newline="\n")


def _same(file: Path) -> Path:
    try:
        return Path(os.path.realpath(file))
    except (OSError, ValueError):
        return file


def _writable(file: Path, form: str) -> None:
    """Raises `LayerlawError` unless the file can be created, or is one of ours to replace."""
    option = f"--{form}"
    try:
        if file.is_dir():
            raise LayerlawError(f"{option} names a folder, {file}: name a file in it")
        if not file.exists():
            if not file.parent.is_dir():
                raise LayerlawError(f"{option}: there is no folder {file.parent}")
            return
        if not file.is_file():
            raise LayerlawError(f"{option}: {file} is no file")
        with file.open("rb") as there:
            begins = there.read(_READ)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise LayerlawError(f"{option}: {file} cannot be written: {why}") from None
    if begins and not _OURS[form].match(begins):
        raise LayerlawError(
            f"{file} is there already and was not written by {option}: it is left as it is. Name "
            "another file, or take it away first"
        )


def picture_options(*forms: str) -> Callable[[Command], Command]:
    """`--html OUT`, `--svg OUT`... as one argument `pictures` of the command."""

    def keep(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
        wanted = context.params.setdefault("pictures", Pictures()).wanted
        if value is not None:
            name = str(parameter.name)
            context.params["pictures"] = Pictures({**wanted, name: value})

    def decorate(command: Command) -> Command:
        for form in reversed(forms):
            command = click.option(
                f"--{form}",
                metavar="OUT",
                expose_value=False,
                callback=keep,
                help=f"{HELP[form]} (- for standard output).",
            )(command)
        return command

    return decorate


def answer_texts(
    pictures: Pictures,
    title: str,
    scenarios: Sequence[Scenario],
    columns: Sequence[Solved],
    settled: Sequence[Readings | None],
) -> dict[str, str]:
    """Every form asked for of one answer, or of several side by side.

    The page of one answer shows the outcomes of all readings where these are found to part.
    """
    if not pictures.wanted:
        return {}
    from layerlaw.solver.shell.report.drawing import dot, graphml, mermaid, svg
    from layerlaw.solver.shell.report.page import Panel, html_page, readings_page
    from layerlaw.solver.shell.report.settled import settled_line

    texts: dict[str, str] = {}
    derivation = columns[0][0]
    if "html" in pictures.wanted:
        first = settled[0]
        if len(columns) == 1 and first is not None and len(first.groups) > 1:
            texts["html"] = readings_page(title, first)
        else:
            several = len(columns) > 1
            panels = []
            for scenario, (one, verdict), read in zip(scenarios, columns, settled, strict=True):
                said = settled_line(read, command=READINGS).plain
                label = scenario.rulebook.id if several else ""
                panels.append(Panel(label, one, verdict, lead=(said,) if said else ()))
            texts["html"] = html_page(title, panels)
    forms = (("svg", svg), ("mermaid", mermaid), ("dot", dot), ("graphml", graphml))
    for form, draw in forms:
        if form in pictures.wanted:
            texts[form] = draw(derivation)
    if "certificate" in pictures.wanted:
        from layerlaw.solver.certificate.written.writing import text_of
        from layerlaw.solver.shell.report.certificate_files import written_certificate

        texts["certificate"] = text_of(written_certificate(derivation))
    return texts
