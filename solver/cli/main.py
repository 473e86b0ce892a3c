"""The `layerlaw` command, its exit codes (0 fine, 1 failed, 2 bad input), and its commands."""

from __future__ import annotations

import io
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.cli.audit_command import audit
from layerlaw.solver.cli.check_command import check
from layerlaw.solver.cli.compare_command import compare
from layerlaw.solver.cli.coverage_command import coverage
from layerlaw.solver.cli.may_command import may
from layerlaw.solver.cli.options import INTERRUPTED
from layerlaw.solver.cli.orders_command import orders
from layerlaw.solver.cli.shelf_commands import card, notation, rulebook, scenarios
from layerlaw.solver.cli.solve_commands import demo, solve, why
from layerlaw.solver.cli.what_if_command import what_if

if TYPE_CHECKING:
    from collections.abc import Sequence

BAD_INPUT = 2


def _version() -> str:
    try:
        return version("layerlaw")
    except PackageNotFoundError:
        return "unknown (not installed)"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(_version(), prog_name="layerlaw")
def group() -> None:
    """Work out what a card game's continuous effects add up to, and prove it.

    FILE is a scenario (YAML): what happened on the table, and perhaps what is expected of it.
    The notation is described in fixtures/README.md, which `layerlaw notation` prints.
    Exit codes: 0 fine, 1 an expectation or the certificate failed (or, with --strict, the answer is
    open), 2 bad input, 130 interrupted.
    """


for command in (
    *(solve, why, may, orders, what_if, check),
    *(audit, compare, coverage),
    *(rulebook, card, scenarios, notation, demo),
):
    group.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code; never ends in a traceback for bad input."""
    # Terminals that know no Unicode (Windows code pages) get a replacement instead of a crash.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Closed by the caller: there is nobody to tell.
            setattr(sys, name, io.StringIO())
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = group.main(args=arguments, prog_name="layerlaw", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Abort:
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except click.ClickException as error:
        error.show()
        code = BAD_INPUT
    except LayerlawError as error:
        click.echo(str(error), err=True)
        code = BAD_INPUT
    except RecursionError:
        click.echo("the input is nested too deeply to be read", err=True)
        code = BAD_INPUT
    except MemoryError:
        click.echo("the input is too large for this machine's memory", err=True)
        code = BAD_INPUT
    except BrokenPipeError:
        # The reader (`| head`) has gone; what is left to say interests nobody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 0
    except OSError as error:
        click.echo(f"the output cannot be written: {error.strerror}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = BAD_INPUT
    sys.exit(code if isinstance(code, int) else 0)
