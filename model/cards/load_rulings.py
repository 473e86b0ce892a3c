"""Reads a table of sorted rulings: fixtures/rulings/GAME.yaml, or a file of the same form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.cards.rulings import BEARS, Ruling, RulingTable
from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.model.files.fields import Fields, list_of, one_of
from layerlaw.model.files.yaml_text import Document, Report, Scalar, read
from layerlaw.model.places import shipped_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from layerlaw.model.files.yaml_text import Node

FINGERPRINT = "[0-9a-f]{8}"
DATE = r"\d{4}-\d{2}-\d{2}"


@checked()
def shipped_rulings(game: str) -> RulingTable:
    """The shipped table of a game's rulings.

    game: as `Rulebook.cards` names it ("grand-archive"). Raises `LayerlawError`, with a
    suggestion, for a game whose rulings are not sorted.
    """
    folder = shipped_folder() / "rulings"
    games = sorted(path.stem for path in folder.glob("*.yaml"))
    if game not in games:
        message = f"no rulings of '{game}' are sorted (there are those of {', '.join(games)})"
        raise LayerlawError(with_hint(message, str(game), games))
    return load_rulings(folder / f"{game}.yaml")


@checked()
def load_rulings(file: Path | str) -> RulingTable:
    """The table in a file; raises `BadInput` with every mistake and its place."""
    document = read(file)
    report = Report(document.file, document.lines)
    table = _table(document, report)
    report.stop_if_bad()
    return table


def _table(document: Document, report: Report) -> RulingTable:
    fields = Fields(document.root, report, "a table of rulings")
    game = fields.text("game", required=True)
    source = fields.text("source", required=True)
    kinds = _meanings(fields, "kinds", report)
    words = _meanings(fields, "words", report)
    rulings: list[Ruling] = []
    for card, node in fields.entries("rulings", required=True):
        rulings += _of_card(card, node, kinds, words, report)
    fields.finish()
    return RulingTable(game, source, kinds, words, tuple(rulings))


def _meanings(fields: Fields, key: str, report: Report) -> dict[str, str]:
    """Words with what they mean."""
    found = {}
    for word, node in fields.entries(key, required=True):
        if isinstance(node, Scalar) and node.text.strip():
            found[word.text] = node.text
        else:
            report.add(node, f"'{word.text}' needs a few words on what it means")
    return found


def _of_card(
    card: Scalar, node: Node, kinds: dict[str, str], words: dict[str, str], report: Report
) -> Iterator[Ruling]:
    numbers: set[int] = set()
    prints: set[str] = set()
    for item in list_of(node):
        ruling = _ruling(card.text, item, kinds, words, report)
        if ruling.number in numbers or ruling.fingerprint in prints:
            report.add(item, f"a ruling on {card.text} stands here twice")
        numbers.add(ruling.number)
        prints.add(ruling.fingerprint)
        yield ruling


def _ruling(
    card: str, item: Node, kinds: dict[str, str], words: dict[str, str], report: Report
) -> Ruling:
    fields = Fields(item, report, "a ruling")
    number = fields.whole("number", required=True)
    if number is not None and number < 1:
        report.add(item, "the rulings on a card are numbered from 1")
    date = _matching(fields, "date", DATE, "a date as 2026-06-29", report)
    text = _matching(fields, "text", FINGERPRINT, "a fingerprint of eight digits, 0 to f", report)
    bears = fields.scalar("bears", required=True)
    if bears is not None:
        one_of(bears, BEARS, report, "matter of a ruling")
    says = fields.text("says", required=True)
    kind = fields.scalar("kind")
    scenario = fields.text("scenario")
    lacks = fields.scalar("lacks")
    fields.finish()
    if kind is not None:
        one_of(kind, kinds, report, "kind of ruling")
    if lacks is not None:
        one_of(lacks, words, report, "word that lacks")
    idle = bears is not None and bears.text == "nothing"
    if idle and (kind is None or scenario or lacks is not None):
        report.add(item, "a ruling that bears on nothing has a 'kind', no 'scenario', no 'lacks'")
    if not idle and (kind is not None or not (scenario or lacks is not None)):
        report.add(item, "a ruling that bears on something has a 'scenario' or 'lacks', no 'kind'")
    return Ruling(
        card,
        number or 0,
        date,
        text,
        bears.text if bears else "",
        says,
        kind.text if kind else "",
        scenario,
        lacks.text if lacks else "",
    )


def _matching(fields: Fields, key: str, shape: str, what: str, report: Report) -> str:
    node = fields.scalar(key, required=True)
    if node is None:
        return ""
    if not re.fullmatch(shape, node.text):
        report.add(node, f"'{key}' is {what}, not '{node.text}'")
    return node.text
