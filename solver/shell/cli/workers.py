"""Where a command solves many boards: options for cores or a cluster, and the executor."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.games.sweeps.cluster import cluster

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

    from layerlaw.solver.shell.cli.options import Command


def sweep_options(command: Command) -> Command:
    """`--workers`, `--scheduler` and `--results`."""
    command = click.option(
        "--results",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Keep each result in FILE as soon as it is known; the same command goes on from it.",
    )(command)
    command = click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Work on the Dask cluster behind this address, such as tcp://192.168.1.10:8786.",
    )(command)
    return click.option(
        "--workers",
        type=click.IntRange(min=1),
        metavar="N",
        help="So many processes on this machine; one for each core if left out.",
    )(command)


@contextmanager
def workplace(
    workers: int | None, scheduler: str | None
) -> Iterator[tuple[Executor | None, int | None]]:
    """The executor (None: own processes), and how many packets are in flight."""
    if scheduler is None:
        yield None, None
        return
    if workers is not None:
        raise LayerlawError("--workers is for this machine and --scheduler for a cluster: name one")
    with cluster(scheduler) as (executor, threads):
        yield executor, 2 * threads
