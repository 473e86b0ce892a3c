"""Cards that were found: name, types and numbers, and what each ability does, in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.blocks import Heading, line
from layerlaw.solver.shell.report.json_form import document, json_with
from layerlaw.solver.shell.report.shelf import facts_of
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.finding.cards import FoundCard
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json


def found_blocks(found: Sequence[FoundCard]) -> list[Block]:
    """The cards game by game, then how many they are."""
    parts: list[Block] = []
    games = list(dict.fromkeys(one.rulebook.id for one in found))
    for id in games:
        cards = [one for one in found if one.rulebook.id == id]
        book = cards[0].rulebook
        parts.append(Heading(f"{book.game} ({id})"))
        for one in cards:
            parts.append(line((one.card.name, "bold"), (f"  {facts_of(one.card)}", "dim")))
            parts += [line(sentence, indent=4) for sentence in one.sentences]
    parts.append(line((counted(len(found), "card"), "dim")))
    return parts


def found_json(found: Sequence[FoundCard]) -> Json:
    """The cards, each as `layerlaw card` has it, with the rulebook in whose words it was read."""
    return document("cards", cards=[json_with(one.card, rulebook=one.rulebook.id) for one in found])
