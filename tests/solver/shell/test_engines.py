"""Engines as commands, as one process for many scenarios, and in Python: what they are asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import jsonschema
import pytest

from layerlaw.model import (
    LayerlawError,
    Scenario,
    load_scenario,
    loads_scenario,
    shipped_scenarios,
)
from layerlaw.solver import solve
from layerlaw.solver.shell.authoring.schemas import shipped_schema
from layerlaw.solver.shell.engines import Engine, EngineError, from_function, hold, named_engine
from layerlaw.solver.shell.engines.event_json import event_json
from layerlaw.solver.shell.engines.lines import request
from layerlaw.solver.shell.engines.process import command_words
from layerlaw.solver.shell.testing import Adapter, NotPlayed

KINGS = """
title: Three Kings
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - me: Foot Soldier as G at 4
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
  - move: G to 9
  - me: King of the Realm as K3 at 13
"""
RIGHT = [1, 1, 2, 3, 3, 4]
"""The power of F after each event."""

Written = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A command that runs a Python program, in a folder with a blank and an umlaut."""

    def command(program: str) -> str:
        folder = tmp_path / "my engínes"
        folder.mkdir(exist_ok=True)
        file = folder / "engine.py"
        file.write_text(program, encoding="utf-8")
        return f'"{sys.executable}" -I -S "{file}"'

    return command


# --- one run for each scenario ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("import sys; sys.exit('out of mana')", "exit code 1; it said:\n    out of mana"),
        ("print('power of F: 3')", "is no JSON .*: power of F: 3"),
        ("print('[1, 2]')", "is a list, not object -> characteristic -> value"),
        ('print(\'{"F": {"power": NaN}}\')', "is no JSON .NaN"),
        ("print('[' * 100000)", "is no JSON"),
        ("pass", "printed nothing, and said nothing"),
        ("import time; time.sleep(60)", "no answer in 0.3 s"),
        ("open(1, 'wb').write(b'\\xff\\xfe\\x00')", "is no JSON"),
        ('print(\'{"error": "no mana"}\')', "the engine says that it failed: no mana"),
        ("print('{\"states\": [{}]}')", "gave 1 states for 6 events"),
    ],
)
def test_a_command_that_fails_is_told_with_what_it_said(
    written: Written, program: str, message: str
) -> None:
    """It crashes, hangs, says nothing or rubbish: one message, and never a traceback of ours."""
    engine = named_engine(written(program), seconds=0.3 if "sleep" in program else 30)
    with pytest.raises(LayerlawError, match=message):
        hold(loads_scenario(KINGS), engine)


def test_a_command_may_ask_for_a_file(written: Written) -> None:
    """`{file}` is the path of a YAML file in UTF-8; a byte order mark before JSON does no harm."""
    program = """
import sys
text = open(sys.argv[1], encoding="utf-8").read()
assert "title: Three Kings" in text
sys.stdout.buffer.write(b'\\xef\\xbb\\xbf{"F": {"power": 6}}')
"""
    parting = hold(loads_scenario(KINGS), named_engine(written(program) + " {file}")).parting
    assert parting is not None
    assert [(one.ours, one.theirs) for one in parting.differences] == [(4, 6)]
    assert parting.number == 6


def test_a_command_may_tell_the_state_after_every_event(written: Written) -> None:
    """The first event after which it is wrong is found, though its last state is right."""
    states = [{"F": {"power": power}} for power in [1, 1, 2, 9, None, 4]]
    program = f"print({json.dumps(json.dumps({'states': states}))})"
    parting = hold(loads_scenario(KINGS), named_engine(written(program))).parting
    assert parting is not None
    assert (parting.number, parting.event) == (4, "me: King of the Realm as K2 at 12")


def test_command_lines_are_parted_as_each_system_writes_them() -> None:
    """On Windows a backslash is a letter of a path; elsewhere it makes a blank part of a word."""
    program = sys.executable
    words = command_words(f'"{program}" "C:\\My Games\\e.py" C:\\x {{file}}', windows=True)
    assert words == (program, "C:\\My Games\\e.py", "C:\\x", "{file}")
    assert command_words(f"'{program}' my\\ engine.py #1", windows=False) == (
        *(program, "my engine.py", "#1"),
    )
    for command, message in (
        ("", "is empty"),
        ('"open', "a quote stays open"),
        ("no-such-engine-here", "'no-such-engine-here' is no program"),
    ):
        with pytest.raises(LayerlawError, match=message):
            named_engine(command)


# --- one process for many scenarios -----------------------------------------------------------

LINES = """
import json, os, sys, time
for number, line in enumerate(sys.stdin, 1):
    asked = json.loads(line)
    title = asked["scenario"]["title"]
    power, states = 0, []
    for event in asked["events"]:
        power += event.get("id") == "F" or event.get("card") == "King of the Realm"
        states.append({"F": {"power": power}})
    if title == "crash":
        sys.exit("out of mana")
    if title == "hang":
        time.sleep(60)
    if title == "garbage":
        print("DEBUG: thinking", flush=True)
    if title == "partial":
        os.write(1, b'{"id": 3, "sta')
        os._exit(0)
    if title == "empty":
        print(flush=True)
    if title == "other":
        asked["id"] = 99
    said = {"id": asked["id"], "states": states}
    if title == "skip":
        said = {"id": asked["id"], "skip": "no such card: Frog"}
    if title == "error":
        said = {"id": asked["id"], "error": "assertion in combat.rs"}
    if title == "pid":
        said = {"id": asked["id"], "states": [None] * 5 + [{"F": {"power": number}}]}
    if title == "keys":
        said["stats"] = said.pop("states")
    if title == "mapping":
        said["states"] = {"F": {"power": 4}}
    print(json.dumps(said), flush=True)
"""


def titled(title: str) -> Scenario:
    """The Kings under another title, by which the engine above knows what to do."""
    return loads_scenario(KINGS.replace("Three Kings", title))


def test_one_process_plays_many_scenarios(written: Written) -> None:
    """Two scenarios are the same with it; the third sees that it is the third of one process."""
    with named_engine(written(LINES), lines=True) as engine:
        for title in ("one", "two"):
            held = hold(titled(title), engine)
            assert (held.events, held.cells, held.parting) == (6, 6, None)
        parting = hold(titled("pid"), engine).parting
    assert parting is not None
    assert [one.theirs for one in parting.differences] == [3]


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("title", "message"),
    [
        ("crash", r"ended \(exit code 1\) before it answered; it said:\n    out of mana"),
        ("hang", r"gave no answer in 2 s \(--engine-timeout\)"),
        ("garbage", "a line that is no JSON .*: DEBUG: thinking; standard output is for answers"),
        ("partial", r"ended \(exit code 0\) in the middle of a line \({\"id\": 3, \"sta\)"),
        ("empty", "printed an empty line"),
        ("other", "answered 99 when asked 2"),
        ("error", "the engine says that it failed: assertion in combat.rs"),
        ("keys", "one of 'states', 'state', 'skip' and 'error'"),
        ("mapping", "'states' is no list"),
    ],
)
def test_what_breaks_is_told_and_the_rest_goes_on(
    written: Written, title: str, message: str
) -> None:
    """A crash, a hang, garbage or half a line spoils one scenario, and not the next one."""
    seconds = 2 if title == "hang" else 30
    with named_engine(written(LINES), lines=True, seconds=seconds) as engine:
        assert hold(titled("before"), engine).parting is None
        with pytest.raises(EngineError, match=message):
            hold(titled(title), engine)
        assert hold(titled("after"), engine).parting is None


def test_what_is_not_played_is_no_error(written: Written) -> None:
    """A scenario that the engine passes over is told with its reason, and it lives on."""
    with named_engine(written(LINES), lines=True) as engine:
        with pytest.raises(NotPlayed, match="no such card: Frog"):
            hold(titled("skip"), engine)
        parting = hold(titled("pid"), engine).parting
    assert parting is not None
    assert [one.theirs for one in parting.differences] == [2]


@pytest.mark.slow
def test_an_engine_that_reads_nothing_holds_nobody_up(written: Written) -> None:
    """Not even where the scenario is longer than what a pipe takes."""
    long = KINGS.replace("Three Kings", "x" * 200_000)
    with named_engine(written("import time; time.sleep(60)"), lines=True, seconds=0.5) as engine:
        for _ in range(2):
            with pytest.raises(EngineError, match=r"no answer in 0\.5 s"):
                hold(loads_scenario(long), engine)


def test_events_have_their_parts_by_name() -> None:
    """Whoever reads no notation finds names, ids, squares and amounts apart."""
    scenario = loads_scenario("""
title: t
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - together:
      - you: Overpower as O on F
      - damage: F 1
  - turn: me
""")
    arrives, both, turn = (event_json(event, scenario.rulebook) for event in scenario.events)
    assert arrives == {
        "text": "you: Foot Soldier as F at 3",
        **{"event": "play", "player": "you", "card": "Foot Soldier", "id": "F"},
        "place": {"squares": [3], "level": "surface"},
    }
    spell = {"event": "play", "player": "you", "card": "Overpower", "id": "O", "targets": ["F"]}
    damage = {"event": "change counters", "object": "F", "characteristic": "damage", "amount": 1}
    assert (both["event"], both["events"]) == ("together", [spell, damage])
    assert turn == {"text": "turn: me", "event": "turn begins", "player": "me"}


@pytest.mark.parametrize("name", ["two-kings", "infiltrate-silenced", "batorai-bushin"])
def test_lines_follow_their_schema(name: str) -> None:
    """A question, and answers of every kind; two of them at once do not."""
    (file,) = (path for path in shipped_scenarios() if path.name == f"{name}.scenario.yaml")
    schema = json.loads(shipped_schema("engine-lines").read_text(encoding="utf-8"))
    lines = jsonschema.Draft7Validator(schema)
    lines.validate(request(3, load_scenario(file)))
    right: list[dict[str, object]] = [
        {"states": [None, {"F": {}}]},
        {"state": [1]},
        {"skip": "x"},
        {"error": "x"},
    ]
    for said in right:
        lines.validate({"id": 3, **said})
    wrong: list[dict[str, object]] = [
        {"states": {}},
        {"skip": 3},
        {"skip": "x", "state": {}},
        {},
        {"stats": []},
    ]
    for said in wrong:
        assert not lines.is_valid({"id": 3, **said})


# --- in Python --------------------------------------------------------------------------------

MODULE = """
from layerlaw.solver.shell.testing import Adapter, NotPlayed

class Unit:
    def __init__(self, uid, seat):
        self.uid, self.seat, self.strength = uid, seat, 1

def play(scenario):
    units = []
    for event in scenario.events:
        if not hasattr(event, "card"):
            raise NotPlayed(f"no {type(event).__name__} here")
        units.append(Unit(event.id, scenario.players.index(event.player)))
        yield units

OURS = Adapter(play=play, key="uid", characteristics={"seat": "controller"},
               players={0: "you", 1: "me"})
READS = Adapter(characteristics={"pow": "power"})
WRONG = 3

def breaks(scenario):
    yield {"F": {"power": 1}}
    {}["mana"]

def whole(scenario):
    return {"F": {"power": 1}}
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module in the folder where one is."""
    name = f"engine_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return name


def test_an_adapter_that_plays_is_an_engine(module: str) -> None:
    """The states of its own objects are read as `assert_same_state` reads them, event by event."""
    board = loads_scenario("\n".join(KINGS.splitlines()[:9]))
    parting = hold(board, named_engine(f"{module}:OURS")).parting
    assert parting is not None
    assert (parting.number, [one.cell for one in parting.differences]) == (
        *(3, [("G", "controller")]),
    )
    with pytest.raises(NotPlayed, match="no Move here"):
        # Nothing parts where all are yours, so the play goes as far as the move.
        hold(loads_scenario(KINGS.replace("- me:", "- you:")), named_engine(f"{module}:OURS"))


def test_states_of_a_command_are_read_with_an_adapter(module: str, written: Written) -> None:
    """The same adapter reads the JSON of a command and of one process."""
    program = written(LINES.replace('"power"', '"pow"'))
    with named_engine(program, lines=True, adapter=f"{module}:READS") as engine:
        assert hold(titled("one"), engine).cells == 6


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere_at_all:OURS", "'nowhere_at_all' cannot be imported: it is not there"),
        ("{module}:OUR", "there is no 'OUR' in .*did you mean 'OURS'"),
        ("{module}:WRONG", "is a number, and neither an Adapter nor a function"),
        ("{module}:READS", r"does not say how to play: Adapter\(play=...\)"),
    ],
)
def test_what_is_no_engine_is_told(module: str, name: str, message: str) -> None:
    """A module or name that is not there, and what cannot play."""
    with pytest.raises(LayerlawError, match=message):
        named_engine(name.format(module=module))


def test_what_goes_with_commands_does_not_go_with_python(module: str, written: Written) -> None:
    """Options that would have no meaning are refused."""
    with pytest.raises(LayerlawError, match="neither --engine-lines nor --adapter"):
        named_engine(f"{module}:OURS", lines=True)
    with pytest.raises(LayerlawError, match="not of the form MODULE:NAME"):
        named_engine(written(LINES), adapter="no module")
    with pytest.raises(LayerlawError, match=r"leave \{file\} out"):
        named_engine(f"{written(LINES)} {{file}}", lines=True)


def test_an_engine_that_raises_is_told_with_the_place(module: str) -> None:
    """Whatever it raises, and what is not a state after each event."""
    with pytest.raises(EngineError, match=rf"breaks failed: KeyError: 'mana' \({module}.py, line"):
        hold(loads_scenario(KINGS), named_engine(f"{module}:breaks"))
    with pytest.raises(EngineError, match="gives a mapping, and not one state after another"):
        hold(loads_scenario(KINGS), named_engine(f"{module}:whole"))


# --- comparing --------------------------------------------------------------------------------


class States(Engine):
    """An engine that says what it is told to."""

    def __init__(self, *states: object) -> None:
        self.said = states

    @property
    def adapter(self) -> Adapter:
        """None is needed."""
        return Adapter()

    def states(self, scenario: Scenario) -> Iterator[object]:
        """All of it."""
        yield from self.said


@pytest.mark.parametrize("wrong", range(6))
def test_the_first_wrong_event_is_found(wrong: int) -> None:
    """Whichever of them it is."""
    states = [{"F": {"power": power + (number == wrong)}} for number, power in enumerate(RIGHT)]
    parting = hold(loads_scenario(KINGS), States(*states)).parting
    assert parting is not None
    assert parting.number == wrong + 1
    right = hold(loads_scenario(KINGS), States(*({"F": {"power": power}} for power in RIGHT)))
    assert (right.parting, right.events, right.cells) == (None, 6, 6)


DIES = """
title: A soldier dies
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - you: King of the Realm as K at 8
  - damage: F 2
"""


def test_what_the_last_checks_take_away_is_gone() -> None:
    """Objects in play are compared if asked for, after the checks of the last event as well."""
    gone: list[object] = [{"F": {}}, {"F": {}, "K": {"power": 3}}, {"K": {"power": 3}}]
    assert hold(loads_scenario(DIES), States(*gone), complete=True).parting is None
    there = [*gone[:2], gone[1]]
    parting = hold(loads_scenario(DIES), States(*there), complete=True).parting
    assert parting is not None
    assert (parting.number, [one.cell for one in parting.differences]) == (3, [("F", "zone")])


def test_only_the_cells_asked_for_are_compared() -> None:
    """What differs elsewhere is not looked at; saying nothing of them is an error."""
    engine = from_function(lambda scenario: {"F": {"power": 9}, "G": {"power": 4}})
    assert hold(loads_scenario(KINGS), engine, cells=[("G", "power")]).parting is None
    with pytest.raises(LayerlawError, match=r"says nothing of K1\.power"):
        hold(loads_scenario(KINGS), engine, cells=[("K1", "power")])


def test_a_paradox_is_passed_over() -> None:
    """Where no state agrees with all effects no engine can be wrong."""
    (file,) = (path for path in shipped_scenarios() if path.name == "paradox.scenario.yaml")
    scenario = load_scenario(file)
    there = [thing.id for thing in solve(scenario).situation.things]
    engine = from_function(lambda scenario: {there[-1]: {"power": 1}})
    with pytest.raises(NotPlayed, match="no state agrees with all effects"):
        hold(scenario, engine)
