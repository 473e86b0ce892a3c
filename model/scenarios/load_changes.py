"""Finds out what those events mean that are no plays and no uses: moves, statuses, turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.cards.card import is_spell
from layerlaw.model.scenarios.event_words import EventWords
from layerlaw.model.scenarios.events import (
    Attach,
    ChangeCounters,
    Event,
    GetsStatus,
    Leave,
    Link,
    LosesForGood,
    Move,
    MoveZone,
    Resolve,
    Stack,
    Transform,
    TurnBegins,
)

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.event_lines import EventLine
    from layerlaw.model.scenarios.notation import Word


class ChangeReader(EventWords):
    """Binds one event that changes what is there already; `card` is what it names, if it does."""

    def change(self, line: EventLine, card: Card | None) -> Event | None:
        """The event, unless there is something wrong with it."""
        said, where = line.said, self.where(line)
        match line.form:
            case "turn":
                player = said.words[0]
                if player.text in self.players:
                    return TurnBegins(player.text, where)
                self.unknown(line, player, "player", self.players)
                return None
            case "move" if said.at is None:
                return self._to_zone(line)
            case "leave":
                return self._leave(line)
            case "attach" | "link":
                return self._pair(line)
            case "resolve":
                if line.id in self.ids:
                    return Resolve(line.id, where)
                self.unknown(line, said.words[0], "id", self.ids)
                return None
        found = self.objects(line, said.words[:1])
        return self._of_one(line, found[0], card) if found else None

    def _of_one(self, line: EventLine, id: str, card: Card | None) -> Event | None:
        """What happens to one object in play."""
        said, where, word = line.said, self.where(line), line.said.words[-1]
        match line.form:
            case "move":
                place = self.place(line, said.at) if said.at else None
                return Move(id, place, where) if place else None
            case "drop":
                self._check_carried(line)
                return Attach(id, None, where)
            case "count":
                return ChangeCounters(id, line.key.text, said.amount, where)
            case "gets":
                status = self._status(word)
                if status:
                    return GetsStatus(id, status, True, where)
                self.unknown(line, word, "status", self.rulebook.statuses)
            case "loses":
                return self._loses(line, id, word)
            case "transform" | "stack" if card is not None:
                if is_spell(card):
                    self.add(line, word, f"'{card.name}' is a spell, nothing turns into it")
                if line.form == "stack":
                    return Stack(line.key.text, id, card, line.id, where)
                return Transform(id, card, where)
        return None

    def _to_zone(self, line: EventLine) -> Event | None:
        word, found = line.said.zone, self.objects(line, line.said.words[:1], spells=True)
        zone = self.zone(line, word, play=True) if word else None
        if zone == self.rulebook.in_play and found and found[0] in self.spells:
            self.add(line, line.said.words[0], f"'{found[0]}' is a spell, so it is never in play")
            return None
        return MoveZone(found[0], zone, self.where(line)) if found and zone else None

    def _leave(self, line: EventLine) -> Event | None:
        word, *to = line.said.words
        found = self.objects(line, [word], spells=True)
        zone = self.zone(line, to[0], play=False) if to else self.rulebook.zones[1]
        return Leave(found[0], zone, self.where(line)) if found and zone else None

    def _pair(self, line: EventLine) -> Event | None:
        found = self.objects(line, line.said.words)
        if line.form == "attach":
            self._check_carried(line)
        if len(found) < 2:
            return None
        if line.form == "attach":
            return Attach(found[0], found[1], self.where(line))
        if found[0] == found[1]:
            self.add(line, line.said.words[1], f"'{found[0]}' would be linked with itself")
        return Link(found[0], found[1], self.where(line))

    def _check_carried(self, line: EventLine) -> None:
        if self.rulebook.carried is None:
            self.add(line, line.said.words[0], f"nothing is carried in {self.rulebook.id}")

    def _loses(self, line: EventLine, id: str, word: Word) -> Event | None:
        keywords = {keyword.lower(): keyword for keyword in self.rulebook.keywords}
        if word.text.lower() in keywords:
            return LosesForGood(id, keywords[word.text.lower()], self.where(line))
        status = self._status(word)
        if status:
            return GetsStatus(id, status, False, self.where(line))
        known = (*self.rulebook.keywords, *self.rulebook.statuses)
        self.unknown(line, word, "keyword or status", known)
        return None

    def _status(self, word: Word) -> str | None:
        statuses = {status.lower(): status for status in self.rulebook.statuses}
        return statuses.get(word.text.lower())
