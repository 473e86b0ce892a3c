"""Starts the explorer's server on this machine, and ends it."""

from __future__ import annotations

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
MOST_CONNECTIONS = 64


def listening_socket(port: int) -> socket.socket:
    """A socket on loopback only; port 0: any free one.

    Raises `LayerlawError` where the port is taken or not allowed.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # What was closed a moment ago is no reason to refuse; what listens still is.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise LayerlawError(
            f"port {port} can't be used ({error.strerror or error}): "
            "choose another with --port, or --port 0 for any that is free"
        ) from None
    return listener


def server(port: int, start: Start, *, seconds: float = SECONDS) -> uvicorn.Server:
    """The server, for a socket that listens on this port.

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
    guard = Guard(port, secrets.token_urlsafe(24))
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
