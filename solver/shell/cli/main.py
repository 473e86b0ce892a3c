"""The `layerlaw` command, its exit codes (0 fine, 1 failed, 2 bad input, 3 unknown), commands."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import BadInput, LayerlawError, plain, with_hint
from layerlaw.model.version import VERSION
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, limits, listening

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

BAD_INPUT = 2

GROUPS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Answer a question": {
        "ask": (
            "ask_command",
            "a question on a board, both in a line: who controls it, and why",
        ),
        "solve": ("solve_commands", "a scenario: the ruling, what changed, how it came about"),
        "why": ("why_command", "where a value comes from, and what could have changed it"),
        "may": ("may_command", "whether something may be done, by which effect and clause"),
        "orders": ("orders_command", "what is left to choose, and whether the order matters"),
        "what-if": ("what_if_command", "what would be otherwise without an effect, or in an order"),
        "serve": ("serve_command", "the explorer: edit a scenario in the browser"),
        "demo": ("solve_commands", "four worked examples, one of each game"),
    },
    "Find what is shipped": {
        "cards": ("cards_command", "cards by name, by what they do, read and write"),
        "card": ("cards_command", "a card in the notation and in English"),
        "scenarios": ("scenarios_command", "scenarios by title, card, rulebook and clause"),
        "rulebook": ("shelf_commands", "the rulebooks, or one clause by clause"),
        "rulings": ("rulings_command", "the publisher's rulings, sorted"),
        "notation": ("shelf_commands", "how cards, rulebooks and scenarios are written"),
    },
    "Check files": {
        "check": ("check_command", "scenarios held against what they expect"),
        "sweep": ("sweep_command", "many scenarios side by side, on all cores or a cluster"),
        "verify": ("verify_command", "a certificate, by itself"),
    },
    "Write files": {
        "new": ("new_command", "a commented scenario, file of cards or rulebook to begin with"),
        "format": ("format_command", "a file in its canonical form"),
        "lint": ("lint_command", "what loads but is not as it should be"),
        "schema": ("schema_command", "the JSON Schema by which editors complete and check"),
    },
    "Rules documents": {
        "audit": ("audit_command", "contradictions, gaps and open points of a document"),
        "property": ("property_command", "whether what you state holds on every board"),
        "compare": ("compare_command", "where two documents part, and on which board"),
        "coverage": ("coverage_command", "which clauses the scenarios rest on"),
        "examples": ("examples_command", "readings held against the document's worked examples"),
        "source": ("source_command", "a rulebook held against its text, or two editions of a text"),
    },
    "Whole games": {
        "census": ("census_command", "every pair or triple of a game's cards, sorted"),
    },
    "Rules engines": {
        "shrink": ("shrink_command", "the smallest scenario on which two sides still disagree"),
        "fuzz": ("fuzz_command", "an engine held against boards drawn at random"),
        "suite": (
            "suite_command",
            "the shipped boards with their values, for tests of an engine",
        ),
    },
}
"""What people do, with the commands for it: the file here that holds each, and what it does.

A file has the command under its name with `_` for `-`.
"""
COMMANDS: Mapping[str, str] = {
    name: module for commands in GROUPS.values() for name, (module, _) in commands.items()
}
"""Every command and the file that holds it."""
_SAYS = {name: says for commands in GROUPS.values() for name, (_, says) in commands.items()}


_OPTIONS_OF_SOLVE = ("certificate", "readings")
"""What from Python has a name of its own, so that it is looked for among the commands."""


class _Commands(click.Group):
    """The commands in the order above; only the one that is used is imported."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what they are for."""
        widest = max(map(len, COMMANDS))
        for group_title, commands in GROUPS.items():
            with formatter.section(group_title):
                rows = [(name.ljust(widest), says) for name, (_, says) in commands.items()]
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, without importing them."""
        from click.shell_completion import CompletionItem as Item

        found = [name for name in COMMANDS if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(Item(name, help=_SAYS[name]) for name in found), *options]

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
            message = f"there is no command '{args[0]}'"
            if args[0] in _OPTIONS_OF_SOLVE:
                ctx.fail(f"{message}: it is an option, `layerlaw solve FILE --{args[0]}`")
            ctx.fail(with_hint(message, args[0], COMMANDS))
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(VERSION, prog_name="layerlaw")
def group() -> None:
    """Work out what a card game's continuous effects add up to, and prove it.

    FILE is a scenario (YAML): what happened on the table, and perhaps what is expected of it; the
    short name of a shipped one (`layerlaw scenarios` finds them) or - for standard input will do.
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
        if _out_of_memory(error):
            return BAD_INPUT
        if error.filename is not None:
            _say(plain(f"{error.filename}: {error.strerror}"))
        else:
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
