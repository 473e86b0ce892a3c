"""Options that name another engine and say how it is asked."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.shell.engines.named import named_engine
from layerlaw.solver.shell.engines.process import SECONDS

if TYPE_CHECKING:
    from layerlaw.solver.shell.cli.options import Command
    from layerlaw.solver.shell.engines.engine import Engine


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """What was said of an engine; false where none was named."""

    name: str | None = None
    lines: bool = False
    seconds: float = SECONDS
    adapter: str | None = None
    complete: bool = False

    def __bool__(self) -> bool:
        """Whether an engine was named."""
        return self.name is not None

    def check(self) -> None:
        """Raises `LayerlawError` where something is said of an engine that is not named."""
        said = {
            "--engine-lines": self.lines,
            "--adapter": self.adapter is not None,
            "--complete": self.complete,
        }
        for option, there in said.items():
            if there and not self:
                raise LayerlawError(f"{option} goes with --engine")

    def engine(self) -> Engine:
        """The engine; raises `LayerlawError` if it cannot be found."""
        assert self.name is not None
        return named_engine(self.name, lines=self.lines, seconds=self.seconds, adapter=self.adapter)


def engine_options(command: Command) -> Command:
    """`--engine` and what goes with it; the command gets one `EngineOptions`, `engine`."""

    @wraps(command)
    def with_engine(
        *,
        engine: str | None,
        engine_lines: bool,
        engine_timeout: float,
        adapter: str | None,
        complete: bool,
        **given: Any,
    ) -> object:
        options = EngineOptions(engine, engine_lines, engine_timeout, adapter, complete)
        options.check()
        return command(engine=options, **given)

    for option in reversed(_OPTIONS):
        with_engine = option(with_engine)
    return with_engine


_OPTIONS = (
    click.option(
        "--engine",
        metavar="ENGINE",
        help="Another engine: module:name of an Adapter that plays (Python), or a command that "
        "gets a scenario as JSON on its standard input, or as a YAML file whose path stands for "
        "{file}, and prints its states as JSON. Run without a shell; see docs/engines.md.",
    ),
    click.option(
        "--engine-lines",
        is_flag=True,
        help="The command is started once, gets a scenario on each line and answers with a line.",
    ),
    click.option(
        "--engine-timeout",
        type=click.FloatRange(min=0, min_open=True, max=100_000),
        default=SECONDS,
        show_default=True,
        metavar="SECONDS",
        help="How long a command may take for one scenario.",
    ),
    click.option(
        "--adapter",
        metavar="MODULE:NAME",
        help="How the states of a command are read: an Adapter of Python.",
    ),
    click.option(
        "--complete", is_flag=True, help="Compare with --engine also which objects are in play."
    ),
)
