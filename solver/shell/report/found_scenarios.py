"""Shipped scenarios that were found: game by game the short name, the title and the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.finding.scenarios import FoundScenario
from layerlaw.model.shipped import latest_rulebooks
from layerlaw.solver.shell.report.blocks import Grid, Heading, line
from layerlaw.solver.shell.report.json_form import document, written_as
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json


def scenarios_blocks(found: Sequence[FoundScenario]) -> list[Block]:
    """The scenarios game by game, then how many they are; of one alone all that is known."""
    parts: list[Block] = []
    games = {book.cards: book.game for book in latest_rulebooks()}
    for game in dict.fromkeys(one.game for one in found):
        parts.append(Heading(games.get(game, game)))
        rows = tuple(
            ((one.name, "bold"), one.title, (one.rulebook, "dim"))
            for one in found
            if one.game == game
        )
        parts.append(Grid("", ("title", "rulebook"), rows, "name", fill=False))
    if len(found) == 1:
        return [*parts, *_whole(found[0])]
    parts.append(line((counted(len(found), "scenario"), "dim")))
    return parts


def _whole(one: FoundScenario) -> list[Block]:
    """What it plays, what it rests on, and how to see its answer."""
    told = (("cards: ", one.cards), ("clauses: ", one.clauses))
    lines: list[Block] = [
        line((head, "dim"), ", ".join(names), indent=2) for head, names in told if names
    ]
    return [*lines, line((f"layerlaw solve {one.name}", "dim"), indent=2)]


def scenarios_json(found: Sequence[FoundScenario]) -> Json:
    """The scenarios with their paths, cards and clauses."""
    return document("scenarios", scenarios=found)


written_as(
    FoundScenario,
    "name",
    "title",
    "game",
    "rulebook",
    ("path", lambda one: str(one.path)),
    "cards",
    "clauses",
)
