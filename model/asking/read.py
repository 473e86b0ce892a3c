"""A board and questions on it, read from one line."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.asking.asked import Question, RulingAsked, object_asked
from layerlaw.model.asking.board import AskedBoard, read_board
from layerlaw.model.asking.marks import Text, lowered, marked, without_marks
from layerlaw.model.asking.questions import read_question_text
from layerlaw.model.asking.references import Known
from layerlaw.model.dataclass import dataclass
from layerlaw.model.shipped import latest_rulebooks, shipped_cards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook

_QUESTION = re.compile(r"[^?]+")
_NEXT = re.compile(
    r",? and (?=(?:who|whose|what|which|how|where|why|is|are|does|do|can|can't|will) )"
)
"""What stands between two questions of one sentence."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked: the board as a scenario, and the questions; without one, the ruling."""

    board: AskedBoard
    questions: tuple[Question, ...]


def read_asked(
    text: str, rulebook: Rulebook | None = None, cards: Mapping[str, Card] | None = None
) -> Asked:
    """The board and the questions of a text; what they look like, `ask` says.

    rulebook: whose game's cards are meant; left out, the latest of the only game that has them.
    cards: that can be named besides the shipped ones.
    Raises `BadInput` with the place of what is wrong, and candidates.
    """
    whole = re.sub(r"\s", " ", text)
    cards_end = whole.find(":") if ":" in whole else len(whole)
    # Between cards a semicolon is as good as a comma.
    whole = whole[:cards_end].replace(";", ",") + whole[cards_end:]
    books = latest_rulebooks() if rulebook is None else (rulebook,)
    every = [lowered(name) for book in books for name in (*shipped_cards(book), *(cards or ()))]
    hidden = marked(without_marks(whole), dict.fromkeys(every, "card"))
    colon = hidden.find(":")
    end = len(whole) if colon < 0 else colon
    # Letter for letter as long, so that places stay.
    parted = hidden[:end] + _NEXT.sub(lambda found: "?" * len(found[0]), hidden[end:])
    questions = () if colon < 0 else tuple(_QUESTION.finditer(parted, colon + 1))
    everything = Text(whole, 0, len(whole))
    typed = [
        everything.part(each.start(), each.start() + len(each[0].rstrip(" .!,")))
        for each in questions
        if each[0].strip(" .!,")
    ]
    title = "".join(
        c if c.isprintable() else " " for c in " ".join(f"{one.text}?" for one in typed)
    )
    board = read_board(everything.part(0, end), title or "What comes out", rulebook, cards or {})
    known = Known(board.objects, board.scenario.players, board.asker)
    read: list[Question] = []
    for one in typed:
        read.append(read_question_text(one, known, board.scenario.rulebook))
        known = replace(known, it=object_asked(read[-1]) or known.it)
    return Asked(board, tuple(read) or (Question("", RulingAsked()),))
