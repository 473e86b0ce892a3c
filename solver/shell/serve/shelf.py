"""What the page can start from: shipped scenarios and rulebooks, and the user's file."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.yaml_text import Mapping, Scalar, parse, read
from layerlaw.model.places import shipped_folder
from layerlaw.model.scenarios.load import is_file
from layerlaw.model.shipped import (
    SCENARIO_ENDING,
    shipped_rulebook,
    shipped_rulebooks,
    shipped_scenarios,
)
from layerlaw.solver.shell.serve.guard import LARGEST_BODY

if TYPE_CHECKING:
    from layerlaw.solver.shell.report.json_form import Json

_TITLE = re.compile(r"^title:.*(?:\n[ \t]+.*)*", re.MULTILINE)
_BOOK = re.compile(r"^rulebook:\s*(\S+)", re.MULTILINE)

STARTER = """\
title: My scenario
rulebook: sorcery-2026-01
players: [you, me]
play:
  - you: Foot Soldier as F at 3
  - you: King of the Realm as K1 at 8
  - me: King of the Realm as K2 at 12
"""
"""What an explorer without a file begins with."""


@dataclass(frozen=True, slots=True)
class Start:
    """The texts to begin with: a scenario, its file's name, and a rulebook of its own, if any."""

    text: str
    name: str
    book: str = ""


def start_of(path: Path | None) -> Start:
    """Reads, once, the file to begin with and the rulebook file that it names.

    Raises `BadInput` or `LayerlawError` for a file that can't be read or is too large. What is
    wrong with its text is for the page to say.
    """
    if path is None:
        return Start(STARTER, f"my-scenario{SCENARIO_ENDING}")
    text = _text_of(path)
    book = ""
    try:
        root = parse(text).root
    except LayerlawError:
        return Start(text, path.name)
    for key, node in root.entries if isinstance(root, Mapping) else ():
        if key.text == "rulebook" and isinstance(node, Scalar) and is_file(node.text):
            beside = path.parent / node.text
            book = _text_of(beside) if beside.is_file() else ""
    return Start(text, path.name, book)


def _text_of(path: Path) -> str:
    if not path.is_file():
        # The reader of files knows what is wrong, and where.
        read(path)
    try:
        if path.is_file() and path.stat().st_size > LARGEST_BODY:
            most = LARGEST_BODY // 1024
            raise LayerlawError(f"{path} is too large for the explorer: {most} KB at most")
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        # The reader of files knows what is wrong, and where.
        read(path)
        raise
    return text.replace("\r\n", "\n").replace("\r", "\n")


@cache
def shelf() -> Json:
    """The shipped rulebooks, and the shipped scenarios with their games and titles."""
    books = [shipped_rulebook(id) for id in shipped_rulebooks()]
    return {
        "rulebooks": [
            {"id": book.id, "title": book.title, "version": book.version, "game": book.game}
            for book in books
        ],
        "scenarios": [
            {"id": id, "title": _title(text), "rulebook": _rulebook(text)}
            for id, text in _scenarios().items()
        ],
    }


def shipped_text(id: str) -> str | None:
    """The text of the shipped scenario of that name, or None."""
    return _scenarios().get(id)


@cache
def _scenarios() -> dict[str, str]:
    """The text of each by its folder and name."""
    top = shipped_folder() / "scenarios"
    return {
        path.relative_to(top).as_posix().removesuffix(SCENARIO_ENDING): path.read_text(
            encoding="utf-8"
        )
        for path in shipped_scenarios()
    }


def _title(text: str) -> str:
    found = _TITLE.search(text)
    root = parse(found[0]).root if found else None
    if isinstance(root, Mapping) and isinstance(root.entries[0][1], Scalar):
        return root.entries[0][1].text
    return ""


def _rulebook(text: str) -> str:
    found = _BOOK.search(text)
    return found[1] if found else ""
