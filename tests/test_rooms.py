"""The rooms of the house: imports go one way, and no modules import each other in a circle."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import networkx

ROOT = Path(__file__).parent.parent

MODEL = (
    ("version",),
    ("dataclass",),
    ("lazy", "pickling", "errors", "places", "kept", "collecting"),
    ("arguments", "candidates"),
    ("algebra",),
    ("notation",),
    ("files",),
    ("sources",),
    ("rulebooks",),
    ("properties",),
    ("cards",),
    ("shipped",),
    ("finding",),
    ("scenarios",),
    ("asking",),
)
"""The rooms of `model/`, bottom first; those of one line know nothing of each other."""

SOLVER = (
    ("facts",),
    ("board",),
    ("effects",),
    ("layers",),
    ("together",),
    ("derivation",),
    ("play",),
    ("answer",),
    ("certificate",),
    ("certainty",),
    ("documents",),
    ("games",),
    ("shell",),
)
"""The rooms of `solver/`, bottom first."""

SHELL = (
    ("report",),
    ("authoring", "testing"),
    ("engines",),
    ("shrink",),
    ("serve",),
    ("cli",),
)
"""The rooms of the shell, bottom first: reports know none of the others, the commands all."""

FACES = {"layerlaw", "layerlaw.model", "layerlaw.solver"}
"""What names the public names of all rooms, lazily; nothing inside imports through them."""

CERTIFICATE = ("model", "facts")
"""All that the certificate may know, so that it shares nothing with what it checks."""


def modules() -> dict[str, Path]:
    """Every module of `model/` and `solver/`, by its import name."""
    named = {}
    for top in ("model", "solver"):
        for path in (ROOT / top).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if parts[:2] != ("solver", "entry"):
                named[".".join(("layerlaw", *parts)).removesuffix(".__init__")] = path
    return named


@cache
def imports() -> dict[str, frozenset[str]]:
    """For every module those it imports, wherever in it, also for types alone."""
    known = modules()
    graph = {}
    for name, path in known.items():
        seen = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("layerlaw"):
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    seen.add(inner if inner in known else str(node.module))
            elif isinstance(node, ast.Import):
                seen |= {alias.name for alias in node.names if alias.name.startswith("layerlaw")}
        graph[name] = frozenset(seen - {name})
    return graph


def floor(module: str) -> tuple[str, int]:
    """Whether a module is of the model or the solver, and how high its room is."""
    _, top, room, *_ = module.split(".")
    rooms = MODEL if top == "model" else SOLVER
    return top, next(number for number, line in enumerate(rooms) if room in line)


def test_every_folder_is_a_room() -> None:
    """No file and no folder stands outside of the rooms."""
    for module in modules():
        if module not in FACES:
            floor(module)


def test_imports_go_down() -> None:
    """A room imports rooms below it only, the model nothing of the solver, nobody the faces."""
    upwards = []
    for module, seen in imports().items():
        if module in FACES:
            continue
        top, height = floor(module)
        for name in seen:
            if name in FACES:
                upwards.append((module, name))
            elif name.startswith(("layerlaw.model.", "layerlaw.solver.")):
                its_top, its_height = floor(name)
                of_solver = top == "model" and its_top == "solver"
                if of_solver or (top == its_top and its_height > height):
                    upwards.append((module, name))
    assert not upwards


def test_rooms_of_one_line_know_nothing_of_each_other() -> None:
    """What stands side by side in the order does not import each other."""
    beside = [
        (module, name)
        for module, seen in imports().items()
        for name in seen
        if not FACES & {module, name}
        and floor(module) == floor(name)
        and module.split(".")[2] != name.split(".")[2]
    ]
    assert not beside


def test_the_certificate_knows_the_model_and_facts_alone() -> None:
    """Nothing of what works an answer out takes part in checking it."""
    for module, seen in imports().items():
        if module.startswith("layerlaw.solver.certificate"):
            for name in seen:
                _, top, room, *_ = f"{name}.".split(".")
                assert top == "model" or room in ("facts", "certificate"), (module, name)


def test_nothing_inside_imports_its_entry() -> None:
    """The package `layerlaw` itself, with the command, stands above everything."""
    for module, seen in imports().items():
        assert not any(name.startswith("layerlaw.solver.entry") for name in seen), module
        assert "layerlaw" not in seen, module


def test_dataclasses_get_their_methods_later() -> None:
    """The decorator of `model/dataclass.py` is the only one."""
    for module, path in modules().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "dataclasses":
                found = {alias.name for alias in node.names} & {"dataclass"}
                assert not found or module == "layerlaw.model.dataclass", module


def test_the_shell_imports_towards_reports() -> None:
    """A room of the shell imports itself and those below it; those of one line not each other."""
    shell = "layerlaw.solver.shell."
    floors = {room: number for number, line in enumerate(SHELL) for room in line}
    for module, seen in imports().items():
        for name in seen if module.startswith(shell) else ():
            if name.startswith(shell):
                room, below = (each.removeprefix(shell).split(".")[0] for each in (module, name))
                assert room == below or floors[below] < floors[room], (module, name)


def circles() -> list[list[str]]:
    """Modules that import each other, in as many groups as there are."""
    graph = networkx.DiGraph()
    for module, seen in imports().items():
        graph.add_edges_from((module, name) for name in seen if name not in FACES)
    groups = networkx.strongly_connected_components(graph)
    return sorted(sorted(group) for group in groups if len(group) > 1)


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Every module can be read after those that it imports."""
    assert circles() == []
