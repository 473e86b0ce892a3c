"""Reads a table of sorted rulings: fixtures/rulings/GAME.yaml, or a file of the same form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.cards import rulings_format as keys
from layerlaw.model.cards.rulings import BEARS, Ruling, RulingTable
from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.model.files.nodes import list_of, one_of
from layerlaw.model.files.yaml_text import Document, Problems, Scalar, read
from layerlaw.model.places import shipped_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from layerlaw.model.files.format import Fields, Key
    from layerlaw.model.files.yaml_text import Node


@checked()
def shipped_rulings(game: str) -> RulingTable:
    """The shipped table of a game's rulings.

    game: as `Rulebook.cards` names it ("grand-archive"). Raises `LayerlawError`, with a
    suggestion, for a game whose rulings are not sorted.

    >>> from layerlaw.model import shipped_rulings
    >>> ruling = shipped_rulings("grand-archive").rulings[0]
    >>> (ruling.card, ruling.bears)
    ('Abnegation', 'characteristic')
    """
    folder = shipped_folder() / "rulings"
    games = sorted(path.stem for path in folder.glob("*.yaml"))
    if game not in games:
        message = f"no rulings of '{game}' are sorted (there are those of {', '.join(games)})"
        raise LayerlawError(with_hint(message, str(game), games))
    return load_rulings(folder / f"{game}.yaml")


@checked()
def load_rulings(file: Path | str) -> RulingTable:
    """The table in a file.

    file: its path. Raises `BadInput` with every mistake and its place, or `WrongArgument` for what
    is no path.

    >>> from layerlaw.model import load_rulings
    >>> from layerlaw.model.places import shipped_folder
    >>> path = min((shipped_folder() / "rulings").glob("grand-archive*.yaml"))
    >>> load_rulings(path).game
    'grand-archive'
    """
    document = read(file)
    problems = Problems(document.file, document.lines)
    table = _table(document, problems)
    problems.stop_if_bad()
    return table


def _table(document: Document, problems: Problems) -> RulingTable:
    fields = keys.RULING_TABLE.fields(document.root, problems)
    kinds, words = _meanings(fields, keys.KINDS), _meanings(fields, keys.WORDS)
    rulings = tuple(
        ruling
        for card, node in fields[keys.RULINGS]
        for ruling in _of_card(card.text, node, kinds, words, problems)
    )
    return RulingTable(fields.text(keys.GAME), fields.text(keys.SOURCE), kinds, words, rulings)


def _meanings(fields: Fields, key: Key[tuple[tuple[Scalar, Node], ...]]) -> dict[str, str]:
    """Words and their meanings."""
    meanings = {}
    for word, node in fields[key]:
        if isinstance(node, Scalar) and node.text.strip():
            meanings[word.text] = node.text
        else:
            message = f"'{word.text}' needs a few words on what it means"
            fields.problems.add(node, message)
    return meanings


def _of_card(
    card: str, node: Node, kinds: Mapping[str, str], words: Mapping[str, str], problems: Problems
) -> Iterator[Ruling]:
    numbers: set[int] = set()
    prints: set[str] = set()
    for item in list_of(node):
        ruling = _ruling(card, keys.RULING.fields(item, problems), kinds, words)
        if ruling.number in numbers or ruling.fingerprint in prints:
            problems.add(item, f"a ruling on {card} stands here twice")
        numbers.add(ruling.number)
        prints.add(ruling.fingerprint)
        yield ruling


def _ruling(
    card: str, fields: Fields, kinds: Mapping[str, str], words: Mapping[str, str]
) -> Ruling:
    item, problems = fields.node, fields.problems
    number = fields[keys.NUMBER]
    date, fingerprint = fields.text(keys.DATE), fields.text(keys.FINGERPRINT)
    bears, kind, lacks = fields[keys.BEARS_ON], fields[keys.KIND], fields[keys.LACKS]
    scenario = fields.text(keys.SCENARIO)
    if number is not None and number < 1:
        problems.add(item, "the rulings on a card are numbered from 1")
    if bears is not None:
        one_of(bears, BEARS, problems, "matter of a ruling")
    if kind is not None:
        one_of(kind, kinds, problems, "kind of ruling")
    if lacks is not None:
        one_of(lacks, words, problems, "word that lacks")
    idle = bears is not None and bears.text == "nothing"
    if idle and (kind is None or scenario or lacks is not None):
        message = "a ruling that bears on nothing has a 'kind', no 'scenario', no 'lacks'"
        problems.add(item, message)
    if not idle and (kind is not None or not (scenario or lacks is not None)):
        message = "a ruling that bears on something has a 'scenario' or 'lacks', no 'kind'"
        problems.add(item, message)
    return Ruling(
        card,
        number or 0,
        date,
        fingerprint,
        bears.text if bears else "",
        fields.text(keys.SAYS),
        kind.text if kind else "",
        scenario,
        lacks.text if lacks else "",
    )
