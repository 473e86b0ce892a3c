"""The words in a scenario's events: places, zones and objects, and what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import Where, did_you_mean
from layerlaw.model.scenarios.events import Level, Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.model.files.yaml_text import Problems
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.event_lines import EventLine
    from layerlaw.model.scenarios.notation import Spot, Word


class EventWords:
    """Finds out what single words of one scenario's events mean.

    uses: ids of abilities used, which are no objects. spells: ids of cards that only ever resolve;
    what such a card is, is an object in the zone it goes to, but never in play.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        players: Sequence[str],
        ids: Mapping[str, int],
        problems: Problems,
    ) -> None:
        self.rulebook = rulebook
        self.players = players
        self.ids = ids
        self.problems = problems
        self.uses: set[str] = set()
        self.spells: set[str] = set()

    def place(self, line: EventLine, spot: Spot) -> Place | None:
        """The squares and the level that are written."""
        space = self.rulebook.space
        if space is None:
            self.add(line, spot.squares[0], f"{self.rulebook.id} has no squares")
            return None
        last = space.columns * space.rows
        squares: list[int] = []
        for word in spot.squares:
            number = int(word.text)
            if not 1 <= number <= last:
                self.add(line, word, f"there is no square {number}", expected=f"1 to {last}")
            elif number in squares:
                self.add(line, word, f"square {number} stands here twice")
            squares.append(number)
        levels: dict[str, Level] = {
            space.surface: "surface",
            space.deep_yes: "deep",
            space.deep_no: "deep",
            space.void: "void",
        }
        if spot.level is None:
            return Place(tuple(squares))
        if spot.level.text not in levels:
            self.unknown(line, spot.level, "level", levels)
            return None
        return Place(tuple(squares), levels[spot.level.text])

    def zone(self, line: EventLine, word: Word, *, play: bool) -> str | None:
        """The zone that is written; play: it may be the zone of play."""
        zones = self.rulebook.zones
        text = zones[0] if word.text == "play" else word.text.removeprefix("the ")
        if text == zones[0] and not play:
            self.add(line, word, f"'{word.text}' is the zone of play", expected="another zone")
        elif text in zones:
            return text
        else:
            self.unknown(line, word, "zone", zones if play else zones[1:])
        return None

    def objects(
        self, line: EventLine, words: Sequence[Word], *, spells: bool = False, players: bool = False
    ) -> tuple[str, ...]:
        """Those of the words that are the ids of objects.

        spells: in whatever zone. players: they are objects here as well.
        """
        found: list[str] = []
        for word in words:
            if players and word.text in self.players:
                found.append(word.text)
            elif word.text not in self.ids:
                self.unknown(line, word, "id", self.ids)
            elif word.text in self.uses or (word.text in self.spells and not spells):
                self.add(line, word, f"'{word.text}' is a spell or an ability used, so no object")
            else:
                found.append(word.text)
        return tuple(found)

    def unknown(
        self, line: EventLine, word: Word, what: str, known: Sequence[str] | Mapping[str, object]
    ) -> None:
        """Notes a word that means nothing, with the closest one that does."""
        suggestion = did_you_mean(word.text, known)
        expected = "" if suggestion or len(known) > 20 else ", ".join(known)
        self.add(line, word, f"unknown {what} '{word.text}'", expected, suggestion)

    def add(
        self, line: EventLine, word: Word, message: str, expected: str = "", suggestion: str = ""
    ) -> None:
        """Notes what is wrong with a word."""
        self.problems.add(
            line.node, message, expected=expected, suggestion=suggestion, offset=word.offset
        )

    def where(self, line: EventLine) -> Where:
        """The place of the event in the file."""
        return Where(self.problems.file, line.key.line, line.key.column)
