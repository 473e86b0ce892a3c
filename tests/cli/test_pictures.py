"""`--html`, `--svg`, `--mermaid`, `--dot`, `--graphml`: what is written, and what is left alone."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import networkx
import pytest

from layerlaw.model import load_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import solve

SHIPPED = {path.name.split(".")[0]: str(path) for path in shipped_scenarios()}
KINGS = SHIPPED["two-kings"]
BOARD = """
title: A board for two books
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Tutor: {is: [minion], power: 1, has: ["other minions: power += 1"]}
play:
  - you: Tutor as T at 3
  - me: Tutor as U at 8
"""


class Ran(NamedTuple):
    """What a command left; as the fixture `run` gives it."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
FORMS = ("html", "svg", "mermaid", "dot", "graphml")
NAMES = ("page", "drawing", "flowchart", "graph", "graph in GraphML")


def test_all_forms_at_once(run: Run, tmp_path: Path) -> None:
    """Each form is written whole, a line says where, and the report is printed as before."""
    wanted = [word for form in FORMS for word in (f"--{form}", str(tmp_path / f"out.{form}"))]
    ran = run("solve", KINGS, *wanted)
    plain = run("solve", KINGS)
    assert ran.code == 0
    assert ran.out.startswith(plain.out)
    lines = ran.out[len(plain.out) :].splitlines()
    assert lines == [
        f"The {name} is in {tmp_path / f'out.{form}'}"
        for form, name in zip(FORMS, NAMES, strict=True)
    ]
    texts = {form: (tmp_path / f"out.{form}").read_bytes() for form in FORMS}
    assert texts["html"].lower().startswith(b"<!doctype html")
    assert ElementTree.fromstring(texts["svg"]).tag == "{http://www.w3.org/2000/svg}svg"
    assert b"flowchart BT" in texts["mermaid"] and b"digraph" in texts["dot"]
    assert all(b"K1.2" in text and b"\r" not in text for text in texts.values())
    assert len(list(tmp_path.iterdir())) == 5


def test_graphml_holds_every_dependency(run: Run) -> None:
    """networkx reads back the edges of all layers, each with its witness and turn."""
    ran = run("solve", KINGS, "--graphml", "-")
    read = networkx.parse_graphml(ran.out)
    answer = solve(load_scenario(Path(KINGS)))
    right = {
        (f"{one.layer}: {effect}", f"{one.layer}: {on}", known["witness"], known["turn"])
        for one in answer.layers
        for effect, on, known in answer.graph(one.layer).edges(data=True)
    }
    found = {(*ends, known["witness"], known["turn"]) for *ends, known in read.edges(data=True)}
    assert found == right and len(right) == 2
    assert read.nodes["3: K1.2"]["loop"] == "K1.2, K2.2"


def test_ours_is_replaced(run: Run, tmp_path: Path) -> None:
    """A file that the same option wrote before is written anew, in every form."""
    wanted = [word for form in FORMS for word in (f"--{form}", str(tmp_path / f"out.{form}"))]
    assert run("solve", KINGS, *wanted).code == 0
    assert run("solve", SHIPPED["two-sisters"], *wanted).code == 0
    for form in FORMS:
        text = (tmp_path / f"out.{form}").read_text(encoding="utf-8")
        assert "A.1" in text and "K1.2" not in text


@pytest.mark.parametrize("form", FORMS)
def test_what_somebody_wrote_stays(run: Run, tmp_path: Path, form: str) -> None:
    """A scenario named by mistake is not written over, whatever the option."""
    mine = tmp_path / "mine.yaml"
    mine.write_text("title: drawn by layerlaw\n", encoding="utf-8")
    ran = run("solve", KINGS, f"--{form}", str(mine))
    assert (ran.code, ran.out) == (2, "")
    assert "is there already and was not written by" in ran.err
    assert mine.read_text(encoding="utf-8") == "title: drawn by layerlaw\n"


def test_one_form_does_not_replace_another(run: Run, tmp_path: Path) -> None:
    """A page is no SVG: the option that wrote a file is the one that may replace it."""
    out = tmp_path / "out"
    assert run("solve", KINGS, "--html", str(out)).code == 0
    before = out.read_bytes()
    ran = run("solve", KINGS, "--svg", str(out))
    assert ran.code == 2 and out.read_bytes() == before


def test_a_page_with_a_drawing_in_it_is_no_drawing(run: Run, tmp_path: Path) -> None:
    """Markdown that holds a flowchart of ours is somebody's text."""
    notes = tmp_path / "notes.md"
    text = "# My notes\n```mermaid\n" + run("solve", KINGS, "--mermaid", "-").out + "```\n"
    notes.write_text(text, encoding="utf-8")
    assert run("solve", KINGS, "--mermaid", str(notes)).code == 2
    assert notes.read_text(encoding="utf-8") == text


def test_standard_output_holds_the_picture_alone(run: Run, tmp_path: Path) -> None:
    """With `-` the report is not printed; where another form went is said on standard error."""
    ran = run("solve", KINGS, "--svg", "-", "--dot", str(tmp_path / "k.dot"))
    assert ran.code == 0
    assert ran.out.startswith("<?xml") and ran.out.endswith("</svg>\n")
    assert ran.err == f"The graph is in {tmp_path / 'k.dot'}\n"


def test_json_stays_json(run: Run, tmp_path: Path) -> None:
    """Beside `--json` a picture may be written; the line about it is not on standard output."""
    ran = run("solve", KINGS, "--json", "--html", str(tmp_path / "k.html"))
    assert json.loads(ran.out)["title"] == "Two Kings of the Realm"
    assert "k.html" in ran.err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--svg", "-", "--dot", "-"), "cannot both go to standard output"),
        (("--svg", "-", "--json"), "both go to standard output"),
        (("--svg", "{there}/a", "--dot", "{there}/a"), "name the same file"),
        (("--svg", "{there}"), "names a folder"),
        (("--svg", "{there}/no/a.svg"), "there is no folder"),
        (("--each", "--html", "{there}/a.html"), "--each"),
        (("--readings", "--svg", "{there}/a.svg"), "--svg is of one answer"),
        (("--rulebook", "sorcery-2026-01,x", "--svg", "-", "--dot", "a"), "are of one answer"),
    ],
)
def test_what_makes_no_sense_is_said_first(
    run: Run, tmp_path: Path, options: tuple[str, ...], says: str
) -> None:
    """One message, nothing printed and nothing written."""
    ran = run("solve", KINGS, *(word.replace("{there}", str(tmp_path)) for word in options))
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err and ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_where_it_cannot_be_solved(run: Run, tmp_path: Path) -> None:
    """A scenario that is wrong leaves no page, and an old one as it was."""
    page, bad = tmp_path / "k.html", tmp_path / "bad.yaml"
    assert run("solve", KINGS, "--html", str(page)).code == 0
    before = page.read_bytes()
    bad.write_text("title: x\nrulebook: nope\n", encoding="utf-8")
    assert run("solve", str(bad), "--html", str(page)).code == 2
    assert page.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["bad.yaml", "k.html"]


def test_rulebooks_stand_side_by_side(run: Run, tmp_path: Path) -> None:
    """The page of several rulebooks has a panel for each, named by it."""
    board, page = tmp_path / "b.yaml", tmp_path / "b.html"
    board.write_text(BOARD, encoding="utf-8")
    other = tmp_path / "other.yaml"
    other.write_text(
        "rulebook: mine\nbased on: sorcery-2026-01\ntitle: Mine\nversion: '1'\n",
        encoding="utf-8",
    )
    ran = run("solve", str(board), "--rulebook", f"sorcery-2026-01,{other}", "--html", str(page))
    assert ran.code == 0
    text = page.read_text(encoding="utf-8")
    assert "sorcery-2026-01" in text and "mine" in text


def test_an_open_answer_shows_its_outcomes(run: Run, tmp_path: Path) -> None:
    """Where the quick look finds that readings part, the page has an outcome for each."""
    page = tmp_path / "k.html"
    name = SHIPPED["several-of-one-spell"]
    assert run("solve", name, "--no-certificate", "--html", str(page)).code == 0
    short = page.read_text(encoding="utf-8")
    assert "Outcome A" in short and "Outcome B" in short
    assert run("solve", name, "--readings", "--html", str(page)).code == 0
    assert "Outcome B" in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_other_findings_have_pages_too(run: Run, tmp_path: Path) -> None:
    """What would be otherwise, and where two documents part, as pages."""
    what, compared = tmp_path / "w.html", tmp_path / "c.html"
    assert run("what-if", KINGS, "--swap", "K1,K2", "--html", str(what)).code == 0
    text = what.read_text(encoding="utf-8")
    assert "What if K1 and K2 came in each other" in text and "4 cells would be otherwise" in text
    books = ("duel-masters-1.28-en", "duel-masters-1.28-ja")
    assert run("compare", *books, "--n", "1", "--html", str(compared)).code == 0
    assert "duel-masters-1.28-ja" in compared.read_text(encoding="utf-8")
