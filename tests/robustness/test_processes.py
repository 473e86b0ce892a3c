"""Processes that die, files that are damaged: nothing is lost, nothing is left behind."""

from __future__ import annotations

import copy
import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model import load_scenario, shipped_scenarios
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import order_matters, orders, readings, solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.games.sweeps import sweep
from layerlaw.solver.games.sweeps import sweep as sweep_module
from layerlaw.solver.games.sweeps.ledger import Ledger
from layerlaw.solver.games.sweeps.pools import Inline
from layerlaw.solver.shell.cli import main
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, TERMINATED
from layerlaw.solver.shell.report.whole_file import created, replaced

SHIPPED = {path.name.split(".")[0]: path for path in shipped_scenarios()}
KINGS = SHIPPED["two-kings"]
UNIX = pytest.mark.skipif(sys.platform == "win32", reason="processes and rights of Unix")
BOARDS = [load_scenario(path) for path in shipped_scenarios()[:6]]


def title(scenario: Scenario) -> str:
    """A task: the scenario's title."""
    return scenario.title


# --- processes --------------------------------------------------------------------------------

_SLOW = """
import signal
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it would be ignored
from layerlaw.solver.games.sweeps import sweep
from layerlaw.model import load_scenario, shipped_scenarios
from robustness.test_processes import slow, BOARDS
sweep(BOARDS, slow, workers=2, results=RESULTS)
"""


def slow(scenario: Scenario) -> str:
    """A task that names its process, and then does not end."""
    (Path(os.environ["LAYERLAW_TEST_PIDS"]) / str(os.getpid())).touch()
    while True:
        time.sleep(0.1)


def alive(pid: int) -> bool:
    """Whether the process runs (a dead one that nobody waited for does not)."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("ended_by", [signal.SIGKILL, signal.SIGHUP])
def test_workers_end_with_a_killed_sweep_and_hold_no_lock(tmp_path: Path, ended_by: int) -> None:
    """However the sweep ends, its processes end, and the next one may write to the file."""
    pids, results = tmp_path / "pids", tmp_path / "results.jsonl"
    pids.mkdir()
    paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    running = subprocess.Popen(
        [sys.executable, "-c", _SLOW.replace("RESULTS", repr(str(results)))],
        env={**os.environ, "LAYERLAW_TEST_PIDS": str(pids), "PYTHONPATH": paths},
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 60
    while len(list(pids.iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    workers = [int(one.name) for one in pids.iterdir()]
    assert len(workers) == 2 and all(map(alive, workers))
    with pytest.raises(LayerlawError, match="another sweep"), Ledger(results):
        pass
    running.send_signal(ended_by)
    running.wait(30)
    with Ledger(results) as ledger:
        assert ledger.known == {}
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(alive, workers))


class Dying(Executor):
    """Is broken so often when it is handed work, and then does it."""

    def __init__(self, often: int) -> None:
        self.left = often

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.left:
            self.left -= 1
            raise BrokenProcessPool("a process was terminated abruptly")
        return Inline().submit(fn, *args, **kwargs)


@pytest.mark.parametrize("often", [1, 3])
def test_a_worker_that_died_before_it_was_handed_work_costs_nothing(
    often: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work goes to new processes, and no scenario is blamed."""
    dying = Dying(often)

    class Pool:
        def __init__(self, workers: int) -> None:
            self.executor = dying

        def close(self, *, at_once: bool) -> None:
            return None

    monkeypatch.setattr(sys.modules[sweep_module.__module__], "Pool", Pool)
    found = sweep(BOARDS, title, workers=2)
    assert [one.value for one in found.results] == [board.title for board in BOARDS]
    dying.left = 1000
    with pytest.raises(LayerlawError, match="die at once"):
        sweep(BOARDS, title, workers=2)


def test_a_broken_executor_of_the_caller_is_one_message() -> None:
    """Also where it breaks while it is handed work."""
    with pytest.raises(LayerlawError, match="the executor is broken"):
        sweep(BOARDS, title, executor=Dying(1))


@UNIX
def test_sigterm_is_heard_while_it_is_still_importing() -> None:
    """One word and exit code 143 from the first moment of the entry on."""
    code = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'layerlaw.solver.shell.cli.main':\n"
        "            os.kill(os.getpid(), signal.SIGTERM)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from layerlaw.command import main\n"
        "main()\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (ran.returncode, ran.stderr.strip()) == (TERMINATED, b"terminated")


@pytest.mark.slow
@UNIX
def test_what_hears_no_interrupt_is_ended() -> None:
    """Work that swallows interrupts does not hold a command far beyond its time."""
    code = (
        "import layerlaw.solver.shell.cli.check_command as command\n"
        "def deaf(*_, **__):\n"
        "    while True:\n"
        "        try:\n"
        "            while True: pass\n"
        "        except KeyboardInterrupt: pass\n"
        "command.run_case = deaf\n"
        "from layerlaw.solver.shell.cli import main\n"
        f"main(['check', {str(KINGS)!r}, '--timeout', '0.3'])\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert (ran.returncode, ran.stderr.strip()) == (
        INTERRUPTED,
        b"stopped after 0.3 s (--timeout)",
    )


@pytest.mark.slow
def test_an_interrupted_command_never_exits_with_zero(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the interrupt was swallowed on the way, the end of the time still counts."""

    def swallowed(*_: object, **__: object) -> None:
        try:
            time.sleep(60)
        except KeyboardInterrupt:
            return None

    monkeypatch.setattr("layerlaw.solver.shell.cli.solve_commands.how_settled", swallowed)
    with pytest.raises(SystemExit) as ended:
        main(["solve", str(KINGS), "--timeout", "3"])
    assert ended.value.code == INTERRUPTED
    assert "stopped after 3 s" in capsys.readouterr().err


def test_an_interrupted_check_says_what_it_did_not_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In JSON and in text, with the number of files."""
    from layerlaw.solver.shell.cli.check_command import run_case

    def third(scenario: Scenario, *, certify: bool) -> object:
        if "three" in scenario.file:
            raise KeyboardInterrupt
        return run_case(scenario, certify=certify)

    monkeypatch.setattr("layerlaw.solver.shell.cli.check_command.run_case", third)
    files = [str(KINGS), str(SHIPPED["boneyard-three-kings"]), str(KINGS)]
    with pytest.raises(SystemExit) as ended:
        main(["check", *files, "--json", "--no-certificate"])
    assert ended.value.code == INTERRUPTED
    told = json.loads(capsys.readouterr().out)
    assert (told["complete"], told["files not checked"], told["failed"]) == (False, 2, 0)
    with pytest.raises(SystemExit):
        main(["check", *files, "--no-certificate", "--no-color"])
    assert "interrupted, 2 files not checked" in capsys.readouterr().out.replace("\n", " ")


# --- pickles ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["two-kings", "mordred-caliburn", "two-answers", "paradox", "blockers-are-light"]
)
def test_what_people_hold_in_their_hands_can_be_pickled(name: str) -> None:
    """Scenarios, answers, single states, certificates, readings and orders come back equal."""
    scenario = load_scenario(SHIPPED[name])
    answer = solve(scenario)
    for thing in (
        scenario,
        scenario.rulebook,
        answer.situation,
        answer.facts,
        certificate_of(answer),
        readings(scenario, limit=4),
        orders(scenario, limit=4),
        order_matters(answer, "unordered"),
    ):
        assert pickle.loads(pickle.dumps(thing)) == thing
    again = pickle.loads(pickle.dumps(answer))
    assert (again.facts, again.scenario, again.chronicle) == (
        answer.facts,
        answer.scenario,
        answer.chronicle,
    )
    for state, same in zip(answer.states, pickle.loads(pickle.dumps(answer.states)), strict=True):
        assert same.final == state.final
    assert copy.deepcopy(answer) is answer is copy.copy(answer)
    assert copy.deepcopy(scenario) == scenario


# --- files ------------------------------------------------------------------------------------


def results(tmp_path: Path) -> tuple[Path, list[bytes]]:
    """A file of results, and its lines."""
    file = tmp_path / "results.jsonl"
    sweep(BOARDS, title, workers=1, results=file)
    return file, file.read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"", b"\n"),
        (b"", b"\0\0\0\n"),
        (b"", b"null\n7\n{}\n"),
        (b'"value": "', b'"value": "another '),
        (b'"key": "', b'"key": "f'),
        (b'"sum": "', b'"sum": "0'),
    ],
)
def test_a_damaged_line_costs_that_line_only(tmp_path: Path, old: bytes, new: bytes) -> None:
    """What is not as it was written is not believed, is said, and is worked out again."""
    file, lines = results(tmp_path)
    third = lines[2].replace(old, new, 1) if old else new + lines[2]
    file.write_bytes(b"".join([*lines[:2], third, *lines[3:]]))
    again = sweep(BOARDS, title, workers=1, results=file)
    assert [one.value for one in again.results] == [board.title for board in BOARDS]
    assert again.reused == len(BOARDS) - bool(old)
    assert again.damaged == (1 if old else new.count(b"\n"))


@pytest.mark.parametrize("tail", [b"\0" * 600, b'{"key": "half', b"garbage"])
def test_an_end_that_was_never_written_is_cut_off(tmp_path: Path, tail: bytes) -> None:
    """As a crash of the machine leaves it."""
    file, lines = results(tmp_path)
    file.write_bytes(b"".join(lines) + tail)
    again = sweep(BOARDS, title, workers=1, results=file)
    assert (again.reused, again.damaged) == (len(BOARDS), 0)
    assert file.read_bytes() == b"".join(lines)


@UNIX
def test_a_file_that_is_written_anew_stays_who_it_was(tmp_path: Path) -> None:
    """Its rights, its other names and the link that leads to it."""
    private = tmp_path / "private"
    private.write_text("old")
    private.chmod(0o600)
    replaced(private, lambda part: part.write_text("new"))
    assert (private.read_text(), private.stat().st_mode & 0o777) == ("new", 0o600)
    os.link(private, tmp_path / "second name")
    (tmp_path / "link").symlink_to(private)
    replaced(tmp_path / "link", lambda part: part.write_text("newer, and longer"))
    replaced(private, lambda part: part.write_text("newest"))
    assert (tmp_path / "second name").read_text() == "newest"
    assert (tmp_path / "link").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "private", "second name"]


def test_a_new_file_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never over another one, with and without hard links, and without rests."""
    created(tmp_path / "one", b"text")
    with pytest.raises(FileExistsError):
        created(tmp_path / "one", b"other")

    def unable(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", unable)
    created(tmp_path / "two", b"text")
    with pytest.raises(FileExistsError):
        created(tmp_path / "two", b"other")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "one": b"text",
        "two": b"text",
    }


# --- the explorer -----------------------------------------------------------------------------


_ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.slow
@pytest.mark.parametrize("said", [b"", _ASKED[:20], _ASKED + b"GET"])
def test_silent_connections_are_closed(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever says nothing, half a request, or half of a second one, keeps no place for long."""
    uvicorn = pytest.importorskip("uvicorn")
    from layerlaw.solver.shell.serve import connections

    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"here"})

    config = uvicorn.Config(
        app,
        http=connections.PromptConnection,
        lifespan="off",
        log_level="critical",
        timeout_keep_alive=1,
    )
    server = uvicorn.Server(config)
    there = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [there]}, daemon=True)
    thread.start()
    try:
        with socket.create_connection(there.getsockname(), timeout=20) as here:
            here.sendall(said)
            heard = b""
            while piece := here.recv(4096):
                heard += piece
        assert heard.count(b"200 OK") == said.count(b"\r\n\r\n")
    finally:
        server.should_exit = True
        thread.join(20)
