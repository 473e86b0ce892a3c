"""`layerlaw serve`: the explorer, in a browser on this machine or, with `--lan`, on a phone."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from contextlib import ExitStack
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
@click.option("--lan", is_flag=True, help="Also for a phone in the same network, with a key.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def serve(file: Path | None, port: int, lan: bool, no_browser: bool) -> int:
    """Open the explorer: edit a scenario in the browser, and see the picture change.

    FILE is a scenario to begin with; it is read once and never written. Nobody but programs on
    this machine can reach the explorer, unless --lan is given: then who has the address with its
    key can, too. Ctrl-C ends it. Needs: pip install "layerlaw[serve]".
    """
    from layerlaw.solver.shell.serve.run import (
        HOST,
        lan_address,
        listening_socket,
        new_key,
        server,
    )
    from layerlaw.solver.shell.serve.shelf import Start, start_of

    start = Start(text_of(file), NEW) if file == STANDARD_INPUT else start_of(file)
    outside = lan_address() if lan else ""
    key = new_key() if lan else ""
    with ExitStack() as open_:
        sockets = [open_.enter_context(listening_socket(port))]
        port = sockets[0].getsockname()[1]
        if lan:
            sockets.append(open_.enter_context(listening_socket(port, outside)))
        running = server(port, start, lan=outside, key=key)
        address = f"http://{HOST}:{port}/"
        click.echo(f"Layerlaw explorer: {address}  (Ctrl-C ends it)")
        if lan:
            _invite(f"http://{outside}:{port}/?key={key}")
        sys.stdout.flush()
        if not no_browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        try:
            running.run(sockets=sockets)
        except KeyboardInterrupt:
            if limits.code == TERMINATED:
                raise
    click.echo("stopped")
    return 0


def _invite(address: str) -> None:
    """Print the address for other devices and, on a terminal, as squares for their cameras."""
    click.echo(f"In this network, for whoever has this address: {address}")
    click.echo("What is sent is not encrypted: use it in a network that you trust.")
    if not sys.stdout.isatty():
        return
    try:
        import segno
    except ImportError:
        return
    try:
        segno.make(address, error="l").terminal(compact=True)
    except UnicodeEncodeError:
        # A terminal without the letters that the squares are made of.
        return


def _has_screen() -> bool:
    """Whether there is a screen for a browser."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
