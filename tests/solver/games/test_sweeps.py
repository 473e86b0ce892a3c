"""Sweeps: the same results wherever and in whatever order the work is done, and after any stop."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_rulebook, shipped_scenarios
from layerlaw.solver.games.sweeps import SummaryTask, Unread, cluster, sweep
from layerlaw.solver.games.sweeps.keys import rulebook_digest, scenario_key, task_name
from layerlaw.solver.games.sweeps.packing import Packer, unpacked

BOARD = """
title: Soldier {number}
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - me: King of the Realm as K at {number}
"""
SCENARIOS = [loads_scenario(BOARD.format(number=number)) for number in range(1, 13)]


def controller(scenario: Scenario) -> dict[str, object]:
    """A task: whose the soldier is; refuses the seventh board."""
    if scenario.title == "Soldier 7":
        raise LayerlawError("the seventh board is refused")
    from layerlaw.solver import solve

    return {"title": scenario.title, "of": (solve(scenario).value("F", "controller"),)}


def dying(scenario: Scenario) -> int:
    """A task whose process dies on the fifth board."""
    if scenario.title == "Soldier 5":
        os._exit(9)
    return 1


def clumsy(scenario: Scenario) -> object:
    """A task with a mistake in it, and one whose result is no plain data."""
    return {"set": {1, 2}} if scenario.title == "Soldier 2" else scenario.title[99]


class Backwards(ThreadPoolExecutor):
    """Ends the first of every two pieces of work only when the second has ended."""

    last: threading.Event | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        before, ended = self.last, threading.Event()
        self.last = ended if before is None else None

        def work() -> Any:
            result = fn(*args, **kwargs)
            if before is None:
                # The last one of all may have no second.
                ended.wait(0.2)
            else:
                before.set()
            return result

        return super().submit(work)


WANTED = sweep(SCENARIOS, controller, workers=1)


def test_results_are_told_in_the_order_of_the_scenarios() -> None:
    """Every scenario has one result, of plain data, and an error is the result of its own board."""
    assert [one.title for one in WANTED.results] == [one.title for one in SCENARIOS]
    assert WANTED.results[0].value == {"title": "Soldier 1", "of": ["me"]}
    assert [(one.number, one.trouble) for one in WANTED.results if one.trouble] == [
        (6, "the seventh board is refused")
    ]
    assert WANTED.complete


@pytest.mark.slow
def test_any_executor_gives_the_same() -> None:
    """Processes, threads, and an executor that ends its work in reverse give equal results."""
    assert sweep(SCENARIOS, controller, workers=2) == WANTED
    with ThreadPoolExecutor(3) as threads:
        assert sweep(SCENARIOS, controller, executor=threads) == WANTED
    with Backwards(4) as backwards:
        assert sweep(SCENARIOS, controller, executor=backwards, in_flight=4) == WANTED


@pytest.mark.slow
def test_a_dask_cluster_gives_the_same_by_its_address() -> None:
    """A scheduler's address is all that is needed, and its workers may come from elsewhere."""
    distributed = pytest.importorskip("distributed")
    local = distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp://",
        dashboard_address=None,
    )
    with local, cluster(local.scheduler_address) as (executor, threads):
        assert threads == 2
        assert sweep(SCENARIOS, controller, executor=executor, in_flight=4) == WANTED


@pytest.mark.parametrize("address", ["127.0.0.1", "http://127.0.0.1:80", "tcp://127.0.0.1:1"])
def test_an_address_without_a_scheduler_is_one_message(address: str) -> None:
    """What is no address, or where nobody listens, is told in a sentence."""
    with pytest.raises(LayerlawError, match="scheduler"), cluster(address):
        pass


# --- going on ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_interrupted_sweep_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Nothing is lost, nothing is done twice, and the end is the same as without a stop."""
    file = tmp_path / "results.jsonl"

    def stopping(done: int, total: int) -> None:
        assert total == len(SCENARIOS)
        if done >= 4:
            raise KeyboardInterrupt

    stopped = sweep(SCENARIOS, controller, workers=1, results=file, progress=stopping)
    assert not stopped.complete
    assert stopped.results == WANTED.results[: len(stopped.results)]
    kept = len(file.read_text().splitlines())
    assert 4 <= kept == len(stopped.results) < len(SCENARIOS)
    again = sweep(SCENARIOS, controller, workers=1, results=file)
    assert again.reused == kept
    assert again.results == WANTED.results
    keys = [json.loads(line)["key"] for line in file.read_text().splitlines()]
    assert len(keys) == len(set(keys)) == len(SCENARIOS)
    assert sweep(SCENARIOS, controller, results=file).reused == len(SCENARIOS)


@pytest.mark.parametrize("left", [1, 9, 30])
def test_a_half_written_last_line_is_done_again(tmp_path: Path, left: int) -> None:
    """However much of it was written."""
    file = tmp_path / "results.jsonl"
    sweep(SCENARIOS[:3], controller, workers=1, results=file)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:2]) + lines[2][:left])
    again = sweep(SCENARIOS[:3], controller, workers=1, results=file)
    assert (again.reused, again.results) == (2, WANTED.results[:3])
    assert file.read_bytes().splitlines(keepends=True) == lines


@pytest.mark.parametrize(
    "text", ["title: mine\n", "notes", '{"key": 3}\n', '{"key": "a"}\n', "\xff\n"]
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    """Its place is told, and not a byte of it is changed."""
    file = tmp_path / "mine.yaml"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadInput, match=r"mine.yaml:1:1: this is no result of a sweep"):
        sweep(SCENARIOS[:2], controller, workers=1, results=file)
    assert file.read_bytes() == text.encode("latin-1")


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such locks there")
def test_two_sweeps_do_not_write_to_one_file(tmp_path: Path) -> None:
    """The second one is refused."""
    file = tmp_path / "results.jsonl"

    def meanwhile(done: int, total: int) -> None:
        with pytest.raises(LayerlawError, match="another sweep"):
            sweep(SCENARIOS, controller, workers=1, results=file)

    assert sweep(SCENARIOS[:1], controller, workers=1, results=file, progress=meanwhile).complete


@pytest.mark.slow
def test_ctrl_c_leaves_a_file_to_go_on_from(tmp_path: Path) -> None:
    """A real interrupt ends the processes at once, with exit code 130 and whole lines."""
    file = tmp_path / "results.jsonl"
    command = [sys.executable, "-c", _COMMAND, "sweep", "--shipped", "--workers", "2"]
    started = subprocess.Popen(
        [*command, "--results", str(file), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    out, err = started.communicate(timeout=120)
    assert started.returncode == 130, err.decode()
    assert b"Traceback" not in err
    told = json.loads(out)
    lines = file.read_text().splitlines()
    assert not told["complete"]
    assert 1 <= len(lines) == len(told["scenarios"])
    assert all("value" in json.loads(line) for line in lines)


_COMMAND = """
import os, signal, sys, threading, time
from pathlib import Path

def interrupt():
    file = Path(sys.argv[sys.argv.index("--results") + 1])
    while not file.exists() or not file.stat().st_size:
        time.sleep(0.05)
    # As a terminal does: the whole group of processes hears it.
    os.killpg(0, signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
from layerlaw.solver.shell.cli import main
main(sys.argv[1:])
"""


# --- what goes wrong --------------------------------------------------------------------------


def test_a_process_that_dies_is_told_of_its_own_board(tmp_path: Path) -> None:
    """All others are worked on, and that one is tried again by the next sweep."""
    file = tmp_path / "results.jsonl"
    found = sweep(SCENARIOS[:8], dying, workers=2, results=file)
    assert [one.value for one in found.results] == [1, 1, 1, 1, None, 1, 1, 1]
    assert "died" in found.results[4].trouble
    assert len(file.read_text().splitlines()) == 7


def test_a_mistake_in_a_task_is_a_result() -> None:
    """Its error is told, and so is a result that JSON cannot say."""
    found = sweep(SCENARIOS[:3], clumsy, workers=1)
    assert found.results[0].trouble == "internal error: IndexError: string index out of range"
    assert "no plain data" in found.results[1].trouble


def test_what_could_not_be_read_keeps_its_place() -> None:
    """Beside the others, with what was wrong with it."""
    unread = Unread("lost.yaml", "lost", "there is no such file")
    found = sweep([SCENARIOS[0], unread, SCENARIOS[0]], controller, workers=1)
    assert [one.trouble for one in found.results] == ["", "there is no such file", ""]
    assert found.results[0].value == found.results[2].value


def test_a_task_needs_a_name_that_lasts() -> None:
    """A lambda or a function inside another means something else tomorrow."""
    with pytest.raises(LayerlawError, match="function of a module"):
        sweep(SCENARIOS, lambda scenario: 1)
    assert task_name(SummaryTask(3)) != task_name(SummaryTask(4))


def test_scenarios_are_read_as_they_are_needed() -> None:
    """No more than the packets under way are taken from the source."""
    taken = 0
    most = 0

    def source() -> Iterator[Scenario]:
        nonlocal taken
        for scenario in SCENARIOS:
            taken += 1
            yield scenario

    def report(done: int, total: int) -> None:
        nonlocal most
        most = max(most, taken - done)

    assert sweep(source(), controller, workers=1, in_flight=2, progress=report) == WANTED
    # Two packets of at most two, then four, ... scenarios are under way.
    assert most < len(SCENARIOS)


# --- keys and packing -------------------------------------------------------------------------


def test_keys_tell_apart_what_could_come_out_differently() -> None:
    """Another reading, another card, another task: another key; another file or line: the same."""
    base = SCENARIOS[0]
    digest = rulebook_digest(base.rulebook)

    def key(scenario: Scenario) -> str:
        return scenario_key(scenario, rulebook_digest(scenario.rulebook), "task")

    again = loads_scenario("\n\n" + BOARD.format(number=1), "elsewhere.yaml")
    assert key(again) == key(base)
    read = replace(base, readings=MappingProxyType({"SORC-OPEN-TEST": "result"}))
    settled = replace(base, rulebook=base.rulebook.settled({"SORC-OPEN-TEST": "result"}))
    keys = {key(base), key(read), key(settled), key(SCENARIOS[1])}
    assert len(keys | {scenario_key(base, digest, "other")}) == 5


@pytest.mark.slow
def test_a_packed_scenario_is_the_same_and_small() -> None:
    """Shipped cards and rulebooks go by name, others as they are."""
    packer = Packer()
    for path in shipped_scenarios()[::9]:
        scenario = load_scenario(path)
        packed = packer.scenario(scenario)
        assert unpacked(packed, packer.rulebook(scenario.rulebook)) == scenario
        assert len(packed) * 4 < len(pickle.dumps(scenario))
        own_cards = "\ncards:" in path.read_text(encoding="utf-8")
        # A rulebook that knows what cards give by a name is another one, and so are its cards.
        if scenario.rulebook is shipped_rulebook(scenario.rulebook.id) and not own_cards:
            assert len(packed) < 12_000
    changed = SCENARIOS[0].rulebook.settled({"SORC-OPEN-TEST": "result"})
    mine = replace(SCENARIOS[0], rulebook=changed)
    assert unpacked(packer.scenario(mine), packer.rulebook(changed)) == mine
    assert isinstance(packer.rulebook(SCENARIOS[0].rulebook).source, str)


def test_the_summary_tells_loops_expectations_and_open_points() -> None:
    """In plain facts."""
    (path,) = (path for path in shipped_scenarios() if path.name.startswith("two-kings."))
    (found,) = sweep([load_scenario(path)], workers=1).results
    value = found.value
    assert isinstance(value, dict)
    layers, expectations = value["layers"], value["expectations"]
    assert isinstance(layers, dict) and isinstance(layers["3"], dict)
    assert layers["3"]["loops"] == [["K1.2", "K2.2"]]
    assert layers["3"]["dependencies"] == 2
    assert expectations == {"held": 12, "failed": []}
    assert value["open"] == {"points": [], "outcomes": 1, "complete": True}
