"""The `layerlaw` command, its exit codes (0 fine, 1 failed, 2 bad input, 3 unknown), commands."""

from __future__ import annotations

import errno
import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import BadInput, LayerlawError, plain, with_hint
from layerlaw.model.version import VERSION
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limits, listening

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BAD_INPUT = 2

COMMANDS = {
    "solve": "solve_commands",
    "why": "why_command",
    "may": "may_command",
    "verify": "verify_command",
    "orders": "orders_command",
    "what-if": "what_if_command",
    "check": "check_command",
    "new": "new_command",
    "format": "format_command",
    "lint": "lint_command",
    "schema": "schema_command",
    "serve": "serve_command",
    "shrink": "shrink_command",
    "fuzz": "fuzz_command",
    "suite": "suite_command",
    "audit": "audit_command",
    "property": "property_command",
    "compare": "compare_command",
    "coverage": "coverage_command",
    "examples": "examples_command",
    "source": "source_command",
    "sweep": "sweep_command",
    "census": "census_command",
    "rulebook": "shelf_commands",
    "cards": "cards_command",
    "card": "cards_command",
    "scenarios": "shelf_commands",
    "rulings": "rulings_command",
    "notation": "shelf_commands",
    "demo": "solve_commands",
}
"""Every command and the file here that holds it, under its name with `_` for `-`."""


class _Commands(click.Group):
    """The commands in the order above; only the one that is used is imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"layerlaw.solver.shell.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(with_hint(f"there is no command '{args[0]}'", args[0], COMMANDS))
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(VERSION, prog_name="layerlaw")
def group() -> None:
    """Work out what a card game's continuous effects add up to, and prove it.

    FILE is a scenario (YAML): what happened on the table, and perhaps what is expected of it.
    The notation is described in fixtures/README.md, which `layerlaw notation` prints.
    Exit codes: 0 fine, 1 an expectation or the certificate failed (or, with --strict, the answer is
    open), 2 bad input, 3 a certificate neither confirmed nor refused, or not all of it checked, 130
    interrupted or out of time (--timeout), 143 terminated.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code; never ends in a traceback for bad input."""
    # Terminals that know no Unicode (Windows code pages) get a replacement instead of a crash.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Closed by the caller: there is nobody to tell.
            setattr(sys, name, io.StringIO())
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            encoding = written_in(sys.platform, os.environ, terminal=stream.isatty())
            stream.reconfigure(encoding=encoding, errors="replace")
    with listening():
        code = _code(arguments)
    sys.exit(code)


def written_in(platform: str, environ: Mapping[str, str], *, terminal: bool) -> str | None:
    """The encoding of output to a file or another program; None: Python's default.

    Windows has a code page for it that few names fit in, and that nobody else expects.
    """
    chosen = environ.get("PYTHONIOENCODING")
    return "utf-8" if platform == "win32" and not terminal and not chosen else None


def _code(arguments: Sequence[str] | None) -> int:
    """Runs the command; returns its exit code and prints errors on standard error."""
    if any("\0" in argument for argument in arguments or ()):
        # No shell can pass one, and no system takes one for a file.
        _say("a NUL character stands in an argument")
        return BAD_INPUT
    try:
        code = group.main(args=arguments, prog_name="layerlaw", standalone_mode=False)
        sys.stdout.flush()
        limits.lift()
        if limits.why or (code == INTERRUPTED and limits.heard):
            # Whatever the command made of it, not all was done that was asked.
            _say(limits.why or "interrupted")
            return limits.code
        return code if isinstance(code, int) else 0
    except (click.exceptions.Abort, KeyboardInterrupt):
        limits.lift()
        _say(limits.why or "interrupted")
        return limits.code
    except click.ClickException as error:
        message = io.StringIO()
        error.show(message)
        _say(plain(message.getvalue().rstrip("\n")))
    except BadInput as error:
        _say(str(error))
    except LayerlawError as error:
        _say(plain(str(error)))
    except RecursionError:
        _say("the input is nested too deeply to be read")
    except BrokenPipeError:
        return _nobody_reads()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            # click's way to end what nobody reads.
            return _nobody_reads()
        return end.code if isinstance(end.code, int) else BAD_INPUT
    except OSError as error:
        if sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None:
            # So Windows says that the reader has gone.
            return _nobody_reads()
        if not _out_of_memory(error):
            _say(f"the output cannot be written: {error.strerror}")
            _to_nobody()
    except Exception as error:
        if limits.heard:
            limits.lift()
            _say(limits.why or "interrupted")
            return limits.code
        if not _out_of_memory(error):
            raise
    return BAD_INPUT


def _out_of_memory(error: Exception) -> bool:
    """Whether memory ran out: by the error itself or, under a limit, by a library's message."""
    words = str(error).lower()
    limited = limits.memory is not None and any(
        word in words for word in ("memory", "bad_alloc", "failed to map", "cannot allocate")
    )
    if not isinstance(error, MemoryError) and not limited:
        return False
    megabytes = limits.memory
    limits.lift()
    if megabytes is None:
        _say("the input is too large for this machine's memory")
    else:
        _say(f"more than {megabytes} MB of memory would be needed (--memory)")
    return True


def _say(text: str) -> None:
    click.echo(text, err=True)


def _nobody_reads() -> int:
    """The reader (`| head`) has gone, so the rest of the output is dropped."""
    _to_nobody()
    return 0


def _to_nobody() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
