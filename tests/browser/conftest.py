"""A real Chromium for the tests of what is drawn: one a worker, a fresh tab for every test.

`tab` is a fresh page, `tabs(color_scheme="dark")` one with options, `open_html(text)` writes a
document to a file and opens it as a user would. A test fails if its page logs an error, throws
one, or asks another machine for anything; what it provokes on purpose it adds to `forgiven`
(regular expressions), for example `forgiven.append("status of 400")`. `explorer` is a fresh page
with an explorer that began with two Kings.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from exploring import KINGS, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
HERE = {None, "", "127.0.0.1", "localhost", "[::1]", "::1"}
ARGUMENTS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No name is looked up, so that nothing can leave the machine even by mistake.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
HOW = (
    "install it (Debian: apt-get install chromium; elsewhere Google Chrome or Microsoft Edge), "
    "or name one in LAYERLAW_CHROMIUM"
)
OFTEN = {
    "win32": (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe"),
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
}
COMMAND = "from layerlaw.command import main; main()"
_loops: list[asyncio.AbstractEventLoop] = []


def found_chromium() -> str | None:
    """The path of a Chromium on this machine, if there is one."""
    named = os.environ.get("LAYERLAW_CHROMIUM")
    if named:
        return shutil.which(named)
    places = [shutil.which(name) for name in (*NAMES, "msedge", "microsoft-edge")]
    folders = [os.environ.get(name, "") for name in ("PROGRAMFILES", "PROGRAMFILES(X86)")]
    for often in OFTEN.get(sys.platform, ()):
        places += [os.path.join(folder, often) for folder in folders]
    return next((one for one in places if one and Path(one).exists()), None)


def installed_chromium() -> str | None:
    """Chromium after an attempt to install it; one worker installs, the others wait for it."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return None
    import fcntl

    lock = Path(tempfile.gettempdir()) / "layerlaw-chromium.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if found_chromium() is None:
            for command in (["apt-get", "update"], ["apt-get", "install", "-y", "chromium"]):
                subprocess.run(command, check=False, capture_output=True, timeout=600)
    return found_chromium()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of this worker, for as long as the worker runs."""
    ci = bool(os.environ.get("CI"))
    named = bool(os.environ.get("LAYERLAW_CHROMIUM"))
    path = found_chromium() or (installed_chromium() if ci and not named else None)
    if path is None:
        message = f"NO CHROMIUM WAS FOUND, so what is drawn was not looked at: {HOW}"
        (pytest.fail if ci else pytest.skip)(message)
    from playwright.sync_api import sync_playwright

    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=[*ARGUMENTS, *(["--no-sandbox"] if root else [])]
        )
        yield browser
        _show_loop()
        browser.close()


def _show_loop() -> None:
    if _loops:
        asyncio._set_running_loop(_loops[-1])


@pytest.fixture(autouse=True)
def loop_of_its_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide Playwright's event loop between the tests.

    It stays in this thread for as long as the browser lives, and `asyncio.run` in a test of
    something else would refuse to work.
    """
    if "chromium" in request.fixturenames:
        _show_loop()
    yield
    running = asyncio._get_running_loop()
    if running is not None:
        _loops[:] = [running]
    asyncio._set_running_loop(None)


@pytest.fixture
def forgiven() -> list[str]:
    """Patterns of the errors that a test provokes on purpose; empty unless it adds some."""
    return []


@pytest.fixture
def tabs(
    chromium: Browser, forgiven: list[str], loop_of_its_own: None
) -> Iterator[Callable[..., Page]]:
    """Opens fresh pages, each in a context of its own made with the options given."""
    wrong: list[str] = []
    contexts = []

    def asked(url: str) -> None:
        where = urlsplit(url)
        if where.scheme in ("http", "https", "ws", "wss", "ftp") and where.hostname not in HERE:
            wrong.append(f"asked another machine: {url}")

    def new(**options: Any) -> Page:
        context = chromium.new_context(**options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        context.on("request", lambda request: asked(request.url))
        context.on(
            "console",
            lambda said: wrong.append(f"console: {said.text}") if said.type == "error" else None,
        )
        context.on("weberror", lambda error: wrong.append(f"thrown: {error.error}"))
        return context.new_page()

    yield new
    for context in contexts:
        context.close()
    left = [one for one in wrong if not any(re.search(pattern, one) for pattern in forgiven)]
    assert not left, "the page: " + "; ".join(left)


@pytest.fixture
def tab(tabs: Callable[..., Page]) -> Page:
    """A fresh page."""
    return tabs()


@pytest.fixture
def open_html(tab: Page, tmp_path: Path) -> Callable[..., Page]:
    """`open_html(text, name="page.html", page=None)` opens a document from a file of that name."""

    def opened(text: str, name: str = "page.html", page: Page | None = None) -> Page:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8", newline="\n")
        page = page or tab
        page.goto(file.as_uri())
        return page

    return opened


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where an explorer listens that began with the Kings' file; its end is looked at, too."""
    file = tmp_path_factory.mktemp("kings") / "kings.scenario.yaml"
    file.write_text(KINGS, encoding="utf-8", newline="\n")
    arguments = ["serve", str(file), "--port", "0", "--no-browser"]
    running = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert running.stdout is not None
    said = running.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/", said)
    assert found, f"{said!r} holds no address"
    yield found[0]
    if sys.platform == "win32":
        running.kill()
        running.communicate()
        return
    os.kill(running.pid, signal.SIGINT)
    out, errors = running.communicate(timeout=60)
    assert (running.returncode, out, errors) == (0, "stopped\n", "")


@pytest.fixture
def explorer(tabs: Callable[..., Page], address: str) -> Page:
    """The explorer in a fresh tab, with its first picture."""
    tab = tabs(viewport={"width": 1280, "height": 1000}, accept_downloads=True)
    tab.set_default_timeout(60_000)
    tab.goto(address)
    shown(tab, "Two Kings")
    return tab
