"""`layerlaw serve`: the explorer, in a browser on this machine."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path

import click

from layerlaw.model.shipped import SCENARIO_ENDING
from layerlaw.solver.shell.cli.scenario_files import SCENARIO_PATH, STANDARD_INPUT, text_of
from layerlaw.solver.shell.cli.stopping import TERMINATED, limits

PORT = 8765
NEW = f"my-scenario{SCENARIO_ENDING}"


@click.command()
@click.argument("file", type=SCENARIO_PATH, required=False)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="Where it listens; 0: any port that is free.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def serve(file: Path | None, port: int, no_browser: bool) -> int:
    """Open the explorer: edit a scenario in the browser, and see the picture change.

    FILE is a scenario to begin with; it is read once and never written. Nobody but programs on
    this machine can reach the explorer. Ctrl-C ends it. Needs: pip install "layerlaw[serve]".
    """
    from layerlaw.solver.shell.serve.run import HOST, listening_socket, server
    from layerlaw.solver.shell.serve.shelf import Start, start_of

    start = Start(text_of(file), NEW) if file == STANDARD_INPUT else start_of(file)
    with listening_socket(port) as there:
        port = there.getsockname()[1]
        running = server(port, start)
        address = f"http://{HOST}:{port}/"
        click.echo(f"Layerlaw explorer: {address}  (Ctrl-C ends it)")
        sys.stdout.flush()
        if not no_browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        try:
            running.run(sockets=[there])
        except KeyboardInterrupt:
            if limits.code == TERMINATED:
                raise
    click.echo("stopped")
    return 0


def _has_screen() -> bool:
    """Whether there is a screen for a browser."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
