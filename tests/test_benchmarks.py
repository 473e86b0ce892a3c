"""The benchmark suite: every family's answer by hand and by the oracle, and every family runs."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1] / "benchmarks"))

from bench import simultaneous
from bench.boards import WAYS, stands
from bench.command import main
from bench.counting import count
from bench.events import long_game
from bench.families import FAMILIES, width
from bench.figures import exponent
from bench.goals import LOOP
from bench.measuring import Found, Measuring, Pace
from bench.results import Results, here, load
from bench.tables import against, aims, all_tables, as_text
from bench.tasks import TASKS, Task, Work
from bench.two_cards import long_board, two_card
from comparing import assert_same
from layerlaw.model import BadInput
from layerlaw.model.scenarios.events import Play
from layerlaw.solver import Answer, History, may, solve

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"
BOTH = pytest.mark.parametrize("way", WAYS)
EVERY = pytest.mark.parametrize("family", FAMILIES)


# --- what stands there, worked out by hand ----------------------------------------------------


def derived(family: str, n: int, way: str) -> Answer:
    """The answer of a family's board."""
    return solve(FAMILIES[family].make(n, way))


def applied(found: Answer, layer: str) -> list[int]:
    """The numbers of the objects whose effects were applied in a layer, in order."""
    return [int(name[1:-2]) for name in found.order(layer) if name.startswith("M")]


@BOTH
@pytest.mark.parametrize("n", [2, 7])
def test_n_anthems_raise_every_power_by_n(n: int, way: str) -> None:
    """With n anthems every power is 1 + n, and nothing depends on anything."""
    found = derived("anthems", n, way)
    assert [found.value(f"M{k}", "power") for k in range(n)] == [1 + n] * n
    assert found.dependencies("7") == ()


@BOTH
def test_of_n_givers_each_gains_the_keyword_from_all_others(way: str) -> None:
    """Nobody has it printed, and none gives it to itself: once from each of the n - 1 others."""
    n = 5
    found = derived("givers", n, way)
    assert applied(found, "5") == list(range(n))
    assert found.dependencies("5") == ()
    for k in range(n):
        gained = [f"Lethal from M{other}.1" for other in range(n) if other != k]
        assert found.value(f"M{k}", "abilities") == (*gained, "other minions: gain Lethal")


@BOTH
def test_a_chain_runs_against_the_order_of_entry(way: str) -> None:
    """Of a chain of n the newest goes first, and what was kind k ends as every kind from k to n."""
    n = 6
    found = derived("chain", n, way)
    assert applied(found, "4") == list(reversed(range(n)))
    assert len(found.dependencies("4")) >= n - 1
    for k in range(n):
        kinds = found.value(f"M{n - 1 - k}", "subtypes")
        assert kinds == tuple(f"kind {later}" for later in range(k, n + 1))


@BOTH
def test_of_n_that_silence_each_other_the_oldest_stays(way: str) -> None:
    """One loop of n: the oldest silences all others, and none of them does anything."""
    n = 6
    found = derived("mutual", n, way)
    assert applied(found, "2") == [0]
    assert [len(loop) for loop in found.loops("2")][:1] == [n]
    assert len(found.layer("2").graphs[0].found) == n * (n - 1)
    assert [found.value(f"M{k}", "silenced") for k in range(n)] == [False] + [True] * (n - 1)


@BOTH
@pytest.mark.parametrize("n", [4, 11])
def test_a_grid_is_silenced_like_a_chessboard(n: int, way: str) -> None:
    """Row by row, each silences its neighbours unless it was silenced: every other square stays."""
    found = derived("grid", n, way)
    squares = [divmod(k, width(n)) for k in range(n)]
    silenced = [(row + column) % 2 == 1 for row, column in squares]
    assert [found.value(f"M{k}", "silenced") for k in range(n)] == silenced
    near = {
        (a, b)
        for a in range(n)
        for b in range(n)
        if abs(squares[a][0] - squares[b][0]) + abs(squares[a][1] - squares[b][1]) == 1
    }
    assert {
        (int(one.effect[1:-2]), int(one.on[1:-2])) for one in found.layer("2").graphs[0].found
    } == near


@BOTH
def test_in_each_pair_the_older_one_stays(way: str) -> None:
    """n/2 loops of two: of each pair the older one silences the younger one."""
    n = 6
    found = derived("pairs", n, way)
    assert applied(found, "2") == [0, 2, 4]
    assert [found.value(f"M{k}", "silenced") for k in range(n)] == [False, True] * (n // 2)
    assert set(found.loops("2")) >= {(f"M{k}.1", f"M{k + 1}.1") for k in range(0, n, 2)}


@BOTH
def test_the_second_half_depends_on_the_first_and_hits_it(way: str) -> None:
    """All are water and have no ability; the loss is in force as soon as its turn has come."""
    n, half = 6, 3
    found = derived("halves", n, way)
    first = range(half) if way == "once" else range(1)
    assert applied(found, "5") == [*first, half]
    assert all(found.value(f"M{k}", "water") == 1 for k in range(n))
    assert all(found.abilities(f"M{k}") == () for k in range(n))
    edges = found.dependencies("5")
    assert {(f"M{x}.1", f"M{y}.1") for x in range(half, n) for y in range(half)} <= {
        (one.effect, one.on) for one in edges
    }


@BOTH
def test_a_crowd_of_beasts_and_mortals(way: str) -> None:
    """Beasts turn undead by way of monsters, and are (3 + 1) * 2; mortals are (1 + 2) * 2."""
    n = 3
    found = derived("crowd", n, way)
    assert applied(found, "4") == [1, 0]
    assert [found.value(f"M{7 + k}", "power") for k in range(2 * n)] == [8] * n + [6] * n
    assert [found.value(f"M{7 + k}", "subtypes") for k in range(2 * n)] == (
        [("undead",)] * n + [("mortal",)] * n
    )


@BOTH
def test_each_lord_raises_all_others(way: str) -> None:
    """With n of them every power is 1 + (n - 1), and nothing depends on anything."""
    n = 5
    found = derived("lords", n, way)
    assert [found.value(f"M{k}", "power") for k in range(n)] == [n] * n
    assert found.dependencies("7") == ()


def powers(answer: Answer, n: int) -> list[object]:
    """The powers of the first n creatures."""
    return [answer.value(f"M{k}", "power") for k in range(n)]


def test_at_once_each_silencer_may_be_the_one() -> None:
    """One keeps its ability, and no two can: n answers (DM-608.1)."""
    found = solve(simultaneous.silencers(4, "once"))
    kept = [[k for k in range(4) if state.abilities(f"M{k}")] for state in found.states]
    assert sorted(kept) == [[0], [1], [2], [3]]


def test_at_once_nobody_is_strong_for_no_reason() -> None:
    """2000 is below 3000 and not below 2000: nobody counts, and nobody is weaker."""
    for family in (simultaneous.counters, simultaneous.weakeners):
        found = solve(family(3, "once"))
        assert found.verdict == "settled"
        assert powers(found, 3) == [2000] * 3


def test_at_once_a_ring_of_three_is_a_paradox_beside_pairs() -> None:
    """Of three that silence one another in turn no one can be silenced or not (DM-608.1)."""
    found = solve(simultaneous.knots(2, "once"))
    assert found.verdict == "paradox"
    assert set(found.conflict) == {"M4.1", "M5.1", "M6.1"}


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_oracle_agrees_on_drawn_boards(n: int) -> None:
    """What effects that look at each other come to at once, and whether anything."""
    assert_same(simultaneous.dense(n, "once"))


def test_a_long_board_has_as_many_effects() -> None:
    """Shipped cards until they have n static abilities, of which one card may have two."""
    plays = [one for one in long_board(12).play if isinstance(one, Play)]
    effects = [sum(p.use == "has" for p in one.card.abilities) for one in plays]
    assert sum(effects[:-1]) < 12 <= sum(effects)
    assert_same(long_board(3))


@BOTH
@pytest.mark.parametrize("n", [4, 8])
def test_mixed_layers_add_up(n: int, way: str) -> None:
    """Power is 2 and 1 more for each first and fourth of five; the fifth protects 3 and more."""
    found = derived("mixed", n, way)
    kinds = [k % 5 for k in range(n)]
    power = 2 + kinds.count(0) + kinds.count(3)
    for k in range(n):
        assert found.value(f"M{k}", "power") == power
        assert found.value(f"M{k}", "subtypes") == ("beast", "mortal")
        assert may(found, f"M{k}", "attacked", passive=True).allowed is (4 not in kinds)


def test_a_round_of_the_long_game() -> None:
    """The Bear's power is 2, 4, 3, 3, 2, 2, and then 1, so that it dies of its damage."""
    history = History(long_game(10, "once"))
    powers, zones = [], []
    for number, _ in enumerate(history.play()):
        found = history.derivation()
        if number >= 1:
            powers.append(found.value("B0", "power"))
            zones.append(found.situation.thing("B0").zone)
    assert powers == [2, 4, 3, 3, 2, 2, 1, 1, 1]
    assert zones == ["realm"] * 6 + ["cemetery"] * 3
    assert found.value("D0", "power") == 1


@pytest.mark.sample(3)
@BOTH
@EVERY
def test_the_oracle_agrees(family: str, way: str) -> None:
    """The literal oracle gives every layered family's board the same answer, step by step."""
    # The crowd has seven effects whatever n is, and the oracle takes long for every object.
    assert_same(FAMILIES[family].make(1 if family == "crowd" else 4, way))


@pytest.mark.slow
def test_the_oracle_agrees_on_tiny_scenarios_and_the_long_game() -> None:
    """It does so for scenarios of two cards, which are all different, and for a round of events."""
    scenarios = two_card(4, "each step")
    assert len({scenario.title for scenario in scenarios}) == 4
    for scenario in scenarios:
        assert_same(scenario)
    assert_same(long_game(8, "once"))


# --- measuring --------------------------------------------------------------------------------


@BOTH
@EVERY
def test_without_short_cuts_every_trial_is_made(family: str, way: str) -> None:
    """Trials made are those that the definition asks for when nothing is pruned, else no more."""
    situation = stands(FAMILIES[family].make(4, way))
    plain, pruned = count(situation, prune=False), count(situation)
    assert plain.tried == plain.asked > 0
    assert pruned.tried <= pruned.asked == plain.asked
    assert pruned.found == plain.found


def test_growth_is_the_slope_of_the_larger_sizes() -> None:
    """A time that grows with the square of n has growth 2, whatever it does below 30."""
    times = {2: 5.0, 10: 5.0, 100: 1e-2, 300: 9e-2, 1000: 1.0}
    assert exponent(times) == pytest.approx(2)
    assert exponent({2: 1.0, 10: 2.0, 30: 3.0}) is None


@pytest.mark.slow
def test_a_run_that_takes_too_long_is_given_up() -> None:
    """What was measured until the time is up stays, and the size that was too much is named."""

    def work(n: int, way: str) -> Work:
        return Work(lambda: (lambda: None) if n < 10 else until_time_is_up)

    task = Task("sleeps", "nap", work)
    measuring = Measuring("naps", "once", task, Pace(seconds=600.0, least=1, most=1))
    found = list(measuring.figures((2, 10, 30)))
    assert [(one.n, one.key) for one in found if one.key in ("seconds", "too long")] == [
        (2, "seconds"),
        (10, "too long"),
    ]


def until_time_is_up() -> None:
    """An alarm is set, and it rings; no test waits for it."""
    assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    signal.raise_signal(signal.SIGALRM)


# --- showing ----------------------------------------------------------------------------------


def results_of(*times: tuple[str, int, float]) -> Results:
    """Results with these times (family, n, seconds) under the default procedure."""
    results = here(1.0)
    for family, n, seconds in times:
        results.add(Found(family, "once", n, "seconds", seconds))
    return results


def test_aims_and_other_engines_are_held_against_what_was_measured() -> None:
    """Each aim says honestly whether it was reached, and a time of others comes with the ratio."""
    results = results_of(("anthems", 300, 0.009), ("anthems", 10, 2e-4), ("mutual", 10, 4e-4))
    results.add(Found("anthems", "once", 1000, "too long", 1))
    results.add(Found("halves", "once", 300, "seconds", 0.02))
    reached = [list(column.cells) for column in aims(results).columns]
    assert list(zip(reached[0], reached[3], reached[-1], strict=True)) == [
        ("anthems", "10", "yes"),
        ("mutual", "10", "no"),
        ("anthems", "1,000", "no"),
    ]
    text = as_text(all_tables(results, None))
    assert "10x" in text and "1.3x" in text and "1,600x" in text


def test_on_a_slow_machine_an_aim_is_held_against_the_calibration_loop() -> None:
    """Where the loop takes thrice as long, a time may; three loops are 3 ms where it takes 1 ms."""
    results = results_of(("anthems", 10, 8e-4), ("mutual", 10, 1e-3))
    for family in ("anthems", "mutual"):
        results.add(Found(family, "once", 10, "loop", 3 * LOOP))
    columns = [list(column.cells) for column in aims(results).columns]
    assert columns[-1] == ["yes", "no"]
    assert columns[-3:-1] == [["0.3", "0.3"], ["0.267", "0.333"]]


def test_memory_is_held_against_its_aims_for_each_ten_thousand() -> None:
    """5 MB of 20,007 objects are 2.5 MB of 10,000; 6 MB of 1,000 effects are 60 MB of 10,000."""
    results = results_of()
    for family, n, key, value in (
        ("crowd", 10_000, "board", 5e6),
        ("crowd", 10_000, "objects", 20_007),
        ("anthems", 1000, "kept", 6e6),
        ("mutual", 300, "kept", 6e6),
    ):
        results.add(Found(family, "once", n, key, value))
    columns = [list(column.cells) for column in aims(results).columns]
    assert columns[0] == ["crowd", "anthems"]
    assert columns[5] == ["2.5 MB", "60 MB"]
    assert columns[-1] == ["yes", "no"]


@pytest.mark.slow
def test_what_a_board_and_an_answer_hold_is_measured() -> None:
    """A crowd of n has 2n objects and its seven effects, and more of it holds more."""
    pace = Pace(least=1, most=1, enough=0.0, oracle=0.0)
    measuring = Measuring("crowd", "once", TASKS["crowd"], pace)
    found = {(one.n, one.key): one.value for one in measuring.figures((20, 200))}
    objects = {n: found[n, "objects"] for n in (20, 200)}
    assert objects[200] - objects[20] == 2 * (200 - 20)
    assert found[200, "board"] > found[20, "board"] > 0
    assert found[200, "memory"] >= found[200, "kept"] > 0


def test_two_runs_can_be_compared(tmp_path: Path) -> None:
    """Results come back from their file as they were, and stand beside others as ratios."""
    before = results_of(("anthems", 100, 0.5), ("anthems", 300, 1.0), ("chain", 100, 1.0))
    before.write(tmp_path / "results.json")
    read = load(tmp_path / "results.json")
    assert (read.figures, read.machine) == (before.figures, before.machine)
    now = results_of(("anthems", 100, 0.25), ("anthems", 300, 2.0))
    table = against(now, read)
    assert [list(column.cells) for column in table.columns][2:] == [["0.5"], ["2"]]


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"format": "another"}', '{"format": "layerlaw-benchmarks-1"}', "\xff"]
)
def test_a_file_that_is_no_result_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is refused before anything is measured: its place, what was expected, exit code 2."""
    file = tmp_path / "results.json"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(BadInput, match="expected"):
        load(file)
    assert main(["--quick", "--against", str(file), "--out", str(tmp_path / "out")]) == 2
    assert f"{file}:1:" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "arguments", [["--families", "anthem"], ["--sizes", "1"], ["--sizes", "2,x"], ["--ways", "x"]]
)
def test_options_that_make_no_sense_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """They are refused with a message that names the option, and exit code 2."""
    assert main(arguments) == 2
    assert arguments[0] in capsys.readouterr().err


@pytest.mark.slow
def test_every_family_works(tmp_path: Path) -> None:
    """A quick run measures every family that is not slow, and writes results, tables and plot."""
    command = [sys.executable, str(BENCHMARKS), "--quick", "--ways", "once", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["rows"]
    assert all(row["seconds"] > 0 and row["memory"] > 0 for row in rows if row["n"] == 4)
    measured = {row["family"] for row in rows if "seconds" in row}
    assert measured == {name for name, task in TASKS.items() if not task.slow}
    compared = {row["family"] for row in rows if row.get("oracle", 0) > row.get("beside oracle", 1)}
    assert compared
    assert (tmp_path / "tables.md").read_text(encoding="utf-8") in done.stdout
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
