"""What a command prints: a report as text, Markdown or JSON, pictures beside it, its progress."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import field
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

import click

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.cli.pictures import Pictures
from layerlaw.solver.shell.cli.progress import progress
from layerlaw.solver.shell.report.to_markdown import markdown
from layerlaw.solver.shell.report.to_terminal import console, terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from layerlaw.solver.shell.cli.options import Command
    from layerlaw.solver.shell.report.blocks import Blocks
    from layerlaw.solver.shell.report.json_form import Json

P = ParamSpec("P")

# Neither a title nor a name may do something to the terminal; colours are the report's own.
_HIDING = re.compile("(?!\x1b\\[[0-9;]*m)[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_BLANKS = re.compile(r"[ ]+((?:\x1b\[[0-9;]*m)*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Output:
    """Where a command's report goes and in which form, as its options say."""

    as_json: bool = False
    as_markdown: bool = False
    no_color: bool = False
    pictures: Pictures = field(default_factory=Pictures)

    def check(self) -> None:
        """Raise `LayerlawError` for options that exclude each other, or a picture in the way."""
        if self.as_json and self.as_markdown:
            raise LayerlawError("--json and --markdown are two forms: name one of them")
        self.pictures.check(as_json=self.as_json, as_markdown=self.as_markdown)

    def report(
        self,
        blocks: Callable[P, Blocks],
        document: Callable[P, Json],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Print the report on these arguments in its form, unless a picture takes its place."""
        if self.pictures.printed:
            return
        if self.as_json:
            show_json(document(*args, **kwargs))
        elif self.as_markdown:
            sys.stdout.write(markdown(blocks(*args, **kwargs)))
        else:
            self.show(blocks(*args, **kwargs))

    def show(self, blocks: Blocks) -> None:
        """Print for people; without colour when asked, or when the output is no terminal."""
        out = console(color=not self.no_color and "NO_COLOR" not in os.environ)
        with out.capture() as captured:
            out.print(terminal(blocks))
        # Wrapped lines come padded to the width; nobody wants blanks at the end of a line.
        text = _HIDING.sub("\ufffd", _BLANKS.sub(r"\1", captured.get()))
        # Old consoles of Windows take no colours as text; click tells them in their own way.
        click.echo(text, nl=False, color="\x1b[" in text)

    def draw(self, texts: Mapping[str, str]) -> None:
        """Writes the pictures that were asked for; texts: by form."""
        self.pictures.write(texts, quiet=self.as_json or self.as_markdown)

    def progress(self, what: str) -> AbstractContextManager[Callable[[int, int], None]]:
        """Progress on standard error; see `progress`."""
        return progress(what, no_color=self.no_color)


def output_options(command: Command) -> Command:
    """`--json` and `--no-color`; the command gets one `Output` with all its forms."""

    @wraps(command)
    def with_output(
        *,
        as_json: bool,
        no_color: bool,
        as_markdown: bool = False,
        pictures: Pictures | None = None,
        **given: Any,
    ) -> object:
        out = Output(as_json, as_markdown, no_color, pictures or Pictures())
        out.check()
        return command(out=out, **given)

    return click.option(
        "--json", "as_json", is_flag=True, help="JSON instead of text; see docs/json.md."
    )(no_color_option(with_output))


def no_color_option(command: Command) -> Command:
    """`--no-color`."""
    return click.option("--no-color", is_flag=True, help="Plain text (also with NO_COLOR set).")(
        command
    )


def show_documents(documents: Sequence[Json]) -> None:
    """Print one JSON document as it is, several as a list."""
    show_json(documents[0] if len(documents) == 1 else list(documents))


def show_json(document: Json) -> None:
    """Prints JSON, the same text on every run; in ASCII if the output cannot encode all letters."""
    every = (sys.stdout.encoding or "utf-8").lower().replace("-", "").startswith("utf")
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=not every) + "\n")
