"""Starts the explorer's server, on this machine or also in the local network, and ends it."""

from __future__ import annotations

import ipaddress
import secrets
import socket
import sys
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.page import Panel, html_page
from layerlaw.solver.shell.serve.crew import SECONDS, Crew
from layerlaw.solver.shell.serve.guard import Guard
from layerlaw.solver.shell.serve.shelf import STARTER

if TYPE_CHECKING:
    import uvicorn

    from layerlaw.solver.shell.serve.shelf import Start

HOST = "127.0.0.1"
INSTALL = 'pip install "layerlaw[serve]"'
MOST_CONNECTIONS = 200
SOMEWHERE = ("192.0.2.1", 9)
"""An address of documentation: nothing is sent there, it only tells the way out of here."""


def lan_address() -> str:
    """The address of this machine in its local network.

    Raises `LayerlawError` where it has none, or one that the whole world could reach.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
            found = ipaddress.ip_address(probe.getsockname()[0])
        except OSError:
            raise LayerlawError("this machine is in no network: leave --lan out") from None
    if found.is_loopback or found.is_unspecified:
        raise LayerlawError("this machine is in no network: leave --lan out")
    if not found.is_private:
        raise LayerlawError(f"{found} is no address of a local network: leave --lan out")
    return str(found)


def listening_socket(port: int, host: str = HOST) -> socket.socket:
    """A socket on loopback, or on another address of this machine; port 0: any free one.

    Raises `LayerlawError` where the port is taken or not allowed.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # What was closed a moment ago is no reason to refuse; what listens still is.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise LayerlawError(
            f"port {port} can't be used ({error.strerror or error}): "
            "choose another with --port, or --port 0 for any that is free"
        ) from None
    return listener


def new_key() -> str:
    """A key that nobody guesses, short enough for a picture of squares."""
    return secrets.token_urlsafe(16)


def server(
    port: int, start: Start, *, seconds: float = SECONDS, lan: str = "", key: str = ""
) -> uvicorn.Server:
    """The server, for sockets that listen on this port.

    lan, key: the address in the local network where it listens too, and what has to be known there.

    Raises `LayerlawError`, which says what to install, where the libraries are missing.
    """
    try:
        import uvicorn

        from layerlaw.solver.shell.serve.app import explorer
        from layerlaw.solver.shell.serve.connections import PromptConnection
    except ImportError as error:
        raise LayerlawError(
            f"`layerlaw serve` needs libraries that are not installed ({error.name}): {INSTALL}"
        ) from None
    sample = loads_scenario(STARTER)
    picture = html_page(sample.title, [Panel(sample.rulebook.id, solve(sample))])
    guard = Guard(port, secrets.token_urlsafe(24), lan, key)
    app = explorer(guard, start, lambda: Crew(seconds=seconds), picture)
    config = uvicorn.Config(
        app,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=PromptConnection,
        ws="none",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)
