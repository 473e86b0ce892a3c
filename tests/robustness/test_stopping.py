"""A command can be stopped at any moment: one word, an exit code, and no half of a file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from layerlaw.model import BadInput, loads_scenario, shipped_scenarios
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import (
    Answer,
    History,
    derive,
    judge_all,
    order_matters,
    orders,
    readings,
    solve,
)
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.shell.cli import main, saving
from layerlaw.solver.shell.cli.stopping import INTERRUPTED, TERMINATED, limits

KINGS = next(p for p in shipped_scenarios() if p.name.startswith("two-kings."))
READY = "import os; from layerlaw.command import main; os.write(1, b'ready\\n'); main()"


def start(*arguments: str) -> subprocess.Popen[bytes]:
    """The command, as the installed script begins it, once its way in is there."""
    process = subprocess.Popen(
        [sys.executable, "-c", READY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


@pytest.mark.parametrize("seconds", [0.05, 0.4])
def test_an_interrupt_while_it_begins_is_one_word(seconds: float) -> None:
    """Also during imports and while loading: no traceback, exit code 130 (or it was done)."""
    process = start("solve", str(KINGS))
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate()
    assert (process.returncode, told.strip()) in ((INTERRUPTED, b"interrupted"), (0, b""))


def run(*arguments: str) -> int:
    """The exit code of a command in this process."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_time_has_a_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As an interrupt, with what was found by then and the option that ended it."""
    assert run("check", str(KINGS), "--timeout", "1000", "--no-color") == 0
    capsys.readouterr()
    monkeypatch.setattr(
        "layerlaw.solver.shell.cli.check_command.run_case", lambda *_, **__: time.sleep(1000)
    )
    assert run("check", str(KINGS), "--timeout", "0.3", "--no-color") == INTERRUPTED
    shown = capsys.readouterr()
    assert shown.err.strip() == "stopped after 0.3 s (--timeout)"
    assert "interrupted, 1 file not checked" in shown.out.replace("\n", " ")


@pytest.mark.parametrize("value", ["0", "-1", "nan", "x", "1e999"])
def test_what_is_no_time(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, and the option is named."""
    assert run("solve", str(KINGS), "--timeout", value) == 2
    assert "--timeout" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of memory to set")
def test_memory_has_a_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The system is asked for no more, the message names the limit, and it is lifted again."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)

    def hungry(*_: object) -> None:
        # Beside 3,000 MB of memory there are addresses that have none behind them.
        assert 3_000_000_000 <= resource.getrlimit(resource.RLIMIT_AS)[0] < 5_000_000_000
        raise MemoryError

    monkeypatch.setattr("layerlaw.solver.shell.cli.solve_commands.solve_scenario", hungry)
    assert run("solve", str(KINGS), "--memory", "3000") == 2
    told = capsys.readouterr().err.strip()
    assert told == "more than 3000 MB of memory would be needed (--memory)"
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert run("solve", str(KINGS), "--memory", "1") == 2


def test_sigterm_ends_it_as_an_interrupt_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 143, and afterwards the process listens as before."""
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)

    def slow(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr("layerlaw.solver.shell.cli.solve_commands.solve_scenario", slow)
    assert run("solve", str(KINGS)) == TERMINATED
    assert capsys.readouterr().err.strip() == "terminated"
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before
    assert limits.heard


def test_an_interrupt_that_a_library_makes_another_error_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """ctypes turns what is raised inside it into an error of its own; it is an interrupt still."""

    def wrapped(*_: object, **__: object) -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise TypeError("argument 1: KeyboardInterrupt") from None

    monkeypatch.setattr("layerlaw.solver.shell.cli.solve_commands.solve_scenario", wrapped)
    assert run("solve", str(KINGS)) == INTERRUPTED
    assert capsys.readouterr().err.strip() == "interrupted"


class Finalized:
    """An object during whose end an interrupt comes: Python drops what is raised there."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_in_a_finalizer_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It comes again a moment later, without a traceback; what finishes before it is whole."""

    def slow(*_: object, **__: object) -> None:
        for _times in range(3):
            del [Finalized()][0]
            with pytest.raises(KeyboardInterrupt):
                time.sleep(5)
        Finalized()
        time.sleep(5)

    hook = sys.unraisablehook
    with monkeypatch.context() as changed:
        changed.setattr("layerlaw.solver.shell.cli.solve_commands.solve_scenario", slow)
        assert run("solve", str(KINGS)) == INTERRUPTED
    assert capsys.readouterr().err.strip() == "interrupted"

    def quick(scenario: Scenario, **__: object) -> Answer:
        Finalized()
        return solve(scenario)

    monkeypatch.setattr("layerlaw.solver.shell.cli.solve_commands.solve_scenario", quick)
    assert run("solve", str(KINGS)) in (0, INTERRUPTED)
    assert capsys.readouterr().err.strip() in ("", "interrupted")
    assert sys.unraisablehook is hook


class HalfMade:
    """An object whose making an interrupt ends, so that its finalizer fails."""

    def __init__(self) -> None:
        signal.raise_signal(signal.SIGINT)
        self.whole = True

    def __del__(self) -> None:
        assert self.whole


def test_what_an_interrupt_leaves_half_made_is_not_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Z3's contexts complain so in their finalizers; without an interrupt all is reported."""
    reported: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda told: reported.append(told.exc_type))
    work = "layerlaw.solver.shell.cli.solve_commands.solve_scenario"
    monkeypatch.setattr(work, lambda *_, **__: HalfMade())
    assert run("solve", str(KINGS)) == INTERRUPTED
    assert capsys.readouterr().err.strip() == "interrupted"
    assert reported == []

    def fine(scenario: Scenario, **__: object) -> Answer:
        HalfMade.__new__(HalfMade)
        return solve(scenario)

    monkeypatch.setattr(work, fine)
    assert run("solve", str(KINGS)) == 0
    assert reported == [AttributeError]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix")
def test_an_output_that_nobody_reads() -> None:
    """`| head -1`, a closed output and a full disk: no traceback, and 0, 0 and 2."""
    command = f"{sys.executable} -c 'from layerlaw.solver.shell.cli import main; main()'"
    long = f"{command} notation"
    script = (
        f"{long} | head -1 >/dev/null; echo ${{PIPESTATUS[0]}};"
        f"{long} >&-; echo $?; {long} >/dev/full; echo $?"
    )
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert ran.stdout.split() == ["0", "0", "2"]
    assert ran.stderr.strip() == "the output cannot be written: No space left on device"


def test_saving_is_all_of_a_file_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there is never written over, and what cannot be finished is taken away."""
    there = tmp_path / "there"
    there.write_text("mine")
    with pytest.raises(LayerlawError, match="not written over"):
        saving.save({there: "yours"})
    assert there.read_text() == "mine"
    with pytest.raises(LayerlawError, match="cannot be written"):
        saving.save({there / "below": "text"})

    def full(path: Path, text: bytes) -> int:
        path.touch(exist_ok=False)
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(LayerlawError, match="No space left"):
        saving.save({tmp_path / "new": "text"})
    assert list(tmp_path.iterdir()) == [there]


def test_an_interrupt_while_saving_is_heard_when_all_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file is there in full, and then the interrupt counts."""
    texts = {tmp_path / name: name * 1000 for name in "ab"}

    write: Callable[[Path, bytes], None] = vars(saving)["created"]

    def interrupted(file: Path, text: bytes) -> None:
        signal.raise_signal(signal.SIGINT)
        write(file, text)

    monkeypatch.setattr(saving, "created", interrupted)
    with pytest.raises(KeyboardInterrupt):
        saving.save(texts)
    assert {file: file.read_text() for file in texts} == texts


class Cancelled(Exception):
    """What a caller of the library raises to end the work."""


def test_a_callback_may_end_any_work() -> None:
    """Whatever `stop` or `progress` raises comes out, and the next call answers as ever."""
    scenario = loads_scenario(KINGS.read_text(encoding="utf-8"))
    answer = solve(scenario)

    def stop(*_: int) -> None:
        raise Cancelled

    played = History(scenario, stop=stop)
    next(played.play())
    for work in (
        lambda: solve(scenario, stop=stop),
        lambda: solve(scenario, stop=stop, prune=False),
        lambda: derive(answer.situation, stop=stop),
        lambda: played.derivation(),
        lambda: judge_all(scenario, stop=stop),
        lambda: readings(scenario, progress=stop),
        lambda: orders(scenario, progress=stop),
        lambda: order_matters(answer, "all", progress=stop),
    ):
        with pytest.raises(Cancelled):
            work()
    again = solve(scenario)
    assert certificate_of(again).check().ok
    assert [run.layer for run in again.runs] == [run.layer for run in answer.runs]


@pytest.mark.skipif(sys.platform == "win32", reason="no such files on Windows")
def test_files_that_are_no_files(tmp_path: Path) -> None:
    """Devices, pipes, links that lead nowhere or in a circle, and paths too long for the system."""
    from layerlaw.model import load_rulebook, load_scenario

    (tmp_path / "nowhere.yaml").symlink_to(tmp_path / "gone")
    (tmp_path / "circle.yaml").symlink_to(tmp_path / "circle.yaml")
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (
        *(tmp_path / name for name in ("nowhere.yaml", "circle.yaml", "pipe.yaml", "a" * 5000)),
        *(Path(name) for name in ("/dev/zero", "/dev/stdin", "/proc/self/mem", "a\0b", "")),
    ):
        with pytest.raises(BadInput):
            load_scenario(path)
        text = f"title: T\nrulebook: ./{path.name or 'x'}.yaml\nplayers: [a]\nplay: []"
        if "\0" not in text:
            with pytest.raises(BadInput):
                loads_scenario(text.replace(".yaml.yaml", ".yaml"), folder=tmp_path)
    book = tmp_path / "book.yaml"
    book.write_text("rulebook: x\nlike: ./circle.yaml\n")
    with pytest.raises(BadInput, match="can't be used"):
        load_rulebook(book)
    book.write_text(f"rulebook: x\nbased on: sorcery-2026-01\ncards: {'a' * 5000}\n")
    text = "{title: T, rulebook: ./book.yaml, players: [a], play: [a: X]}"
    with pytest.raises(LayerlawError):
        loads_scenario(text, folder=tmp_path)
