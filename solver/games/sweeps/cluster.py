"""Workers of a Dask cluster as an executor, by the address of its scheduler."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.games.sweeps.keys import version

PATIENCE = 10
"""So many seconds a scheduler has to answer."""
RETRIES = 2
"""So many more times work is tried whose worker went away."""


@checked()
@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of the cluster behind the scheduler at the address, and its threads.

    What is still being worked on when the block ends is given up. Raises `LayerlawError` if
    Dask is not installed, nobody answers at the address, or the cluster has no workers.

    >>> from distributed import LocalCluster
    >>> with (
    ...     LocalCluster(1, processes=False, dashboard_address=None) as workers,
    ...     cluster(workers.scheduler_address) as (executor, threads),
    ... ):
    ...     executor.submit(abs, -3).result()
    3
    """
    try:
        # Its parts have no types.
        distributed: Any = import_module("distributed")
    except ImportError:
        raise LayerlawError(
            "a scheduler's address needs Dask: pip install 'layerlaw[cluster]'"
        ) from None
    _reach(address)
    client = distributed.Client.__new__(distributed.Client)
    try:
        client.__init__(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:
        # Else it would try to say goodbye to a scheduler that it never met.
        client.status = "closed"
        raise _nobody(address, error) from None
    with client:
        threads = sum(client.ncores().values())
        if not threads:
            raise LayerlawError(f"the scheduler at {address} has no workers")
        _check_versions(client)
        # Dask takes calls for pure and would look each one up by a hash of all it is given.
        executor = client.get_executor(pure=False, retries=RETRIES)
        try:
            yield executor, threads
        finally:
            executor.shutdown(wait=False)


def _check_versions(client: Any) -> None:
    """Raise `LayerlawError` unless all workers have this version of the library."""

    def installed() -> str:
        # Sent by value, because workers without the library could not even find it.
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as of

        try:
            return of("layerlaw")
        except PackageNotFoundError:
            return "not installed"

    for worker, found in sorted(client.run(installed).items()):
        if found != version():
            raise LayerlawError(
                f"the worker {worker} has layerlaw {found} and this is {version()}: "
                "all have to have the same version"
            )


def _reach(address: str) -> None:
    """Raise `LayerlawError` if nobody listens there; Dask itself would wait and say less."""
    protocol, _, place = address.rpartition("://")
    if protocol == "inproc":
        return
    host, _, port = place.rpartition(":")
    if protocol not in ("", "tcp", "tls") or not host or not port.isdecimal():
        raise LayerlawError(
            f"'{address}' is no scheduler's address, such as tcp://192.168.1.10:8786"
        )
    try:
        with socket.create_connection((host.strip("[]"), int(port)), PATIENCE) as line:
            # A scheduler speaks first; what waits for us to speak is something else.
            if protocol != "tls" and not line.recv(1):
                raise OSError("the line is closed")
    except (OSError, OverflowError, UnicodeError) as error:
        raise _nobody(address, error) from None


def _nobody(address: str, error: Exception) -> LayerlawError:
    return LayerlawError(f"no Dask scheduler answers at {address}: {error}")
