"""Finds out what the words of a scenario's events mean, and the events of one line."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card, is_spell
from layerlaw.model.cards.listed import listing_ability
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import Where, unknown
from layerlaw.model.scenarios.events import (
    EVENT_FORMS,
    Event,
    GetsStatus,
    Leave,
    Level,
    Link,
    Meld,
    MoveZone,
    Place,
    PutBelow,
    Stack,
    Transform,
)
from layerlaw.model.scenarios.held_events import Hold, Uncover

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.files.yaml_text import Problems
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.event_lines import EventLine
    from layerlaw.model.scenarios.line_forms import Hole
    from layerlaw.model.scenarios.notation import Spot, Word

MOST_DIGITS = 15
"""A number that is chosen has no more."""


@dataclass
class EventWords:
    """Finds out what single words of one scenario's events mean.

    uses: ids of abilities used, which are no objects. spells: ids of cards that only ever resolve;
    what such a card is, is an object in the zone it goes to, but never in play. waiting: those of
    them that are objects before they resolve.
    """

    rulebook: Rulebook
    players: Sequence[str]
    ids: Mapping[str, int]
    problems: Problems
    uses: set[str] = field(default_factory=set, init=False)
    spells: set[str] = field(default_factory=set, init=False)
    waiting: set[str] = field(default_factory=set, init=False)

    @property
    def _names(self) -> Mapping[str, Collection[str]]:
        """The names that a form's last word may be, by the kind of its hole."""
        return {"keyword": self.rulebook.keywords, "status": self.rulebook.statuses}

    def change(self, line: EventLine, card: Card | None) -> Event | None:
        """An event of one line, unless there is something wrong with it; card: what it names."""
        # Forms of one shape differ in the kind of their last word.
        said = line.said
        forms = {
            next(one.kind for one in reversed(form.holes) if one.kind != "choosing"): (event, form)
            for event, form in EVENT_FORMS[line.form]
            if form.fits(
                len(said.words), place=said.at is not None, choosing=said.choosing is not None
            )
        }
        kind = next(iter(forms))
        name: str | None = None
        if kind in self._names:
            kind, name = self._meaning(line, line.said.words[-1], forms) or (kind, None)
        make, form = forms[kind]
        words = iter(line.said.words)
        values = {hole.field: self._filled(line, hole, words, card, name) for hole in form.holes}
        if None in values.values():
            return None
        if form.key_field is not None:
            values[form.key_field] = line.key.text
        return self._sensible(line, make(**values, **form.fixed, where=self.where(line)))

    def _filled(
        self,
        line: EventLine,
        hole: Hole,
        words: Iterator[Word],
        card: Card | None,
        name: str | None,
    ) -> object:
        """What fills the hole; None if nothing does. name: of the status or keyword."""
        match hole.kind:
            case "place":
                return self.place(line, line.said.at) if line.said.at else None
            case "amount":
                return line.said.amount
            case "new":
                return line.id
            case "choosing":
                return self._number_chosen(line)
        word = next(words)
        match hole.kind:
            case "card":
                return card
            case "zone" | "exit":
                return self.zone(line, word, play=hole.kind == "zone")
            case "status" if name is None:
                _, name = self._meaning(line, word, ["status"]) or ("", None)
                return name
            case "status" | "keyword":
                return name
            case "during":
                rest = self.rulebook.rest
                return self.known(line, word, "word", [rest.during] if rest else [])
            case "verb":
                actions = self.rulebook.actions
                return self.known(line, word, "verb", actions) if actions else word.text
            case "announced" | "player":
                what, known = (
                    ("id", self.ids) if hole.kind == "announced" else ("player", self.players)
                )
                if word.text in known:
                    return word.text
                self.unknown(line, word, what, known)
                return None
        doer = hole.kind == "doer"
        spells = doer or hole.kind == "anywhere"
        players = doer or (hole.kind == "bearer" and self.rulebook.carried_players)
        if line.key.text in self.rulebook.of_players:
            return self.known(line, word, "player", self.players)
        objects = self.objects(line, [word], spells=spells, players=players)
        if hole.kind == "carried" and self.rulebook.carried is None:
            self.add(line, word, f"nothing is carried in {self.rulebook.id}")
        return objects[0] if objects else None

    def _number_chosen(self, line: EventLine) -> int | None:
        """The number that is chosen; None, with a message, where that is none."""
        word = line.said.choosing
        assert word is not None
        if word.text.isdecimal() and len(word.text) <= MOST_DIGITS:
            return int(word.text)
        self.add(line, word, f"'{word.text}' is no number of what it could be", "1, 2 or the like")
        return None

    def _meaning(self, line: EventLine, word: Word, kinds: Iterable[str]) -> tuple[str, str] | None:
        """The kind and the name of a status or keyword."""
        for kind in kinds:
            names = {name.lower(): name for name in self._names[kind]}
            if word.text.lower() in names:
                return kind, names[word.text.lower()]
        known = [name for kind in kinds for name in self._names[kind]]
        self.unknown(line, word, " or ".join(kinds), known)
        return None

    def _sensible(self, line: EventLine, event: Event) -> Event | None:
        """The event, unless it can't be; notes what is wrong with it as a whole."""
        word = line.said.words[-1]
        match event:
            case MoveZone(object, zone) if zone == self.rulebook.in_play and object in self.spells:
                message = f"'{object}' is a spell, so it is never in play"
                self.add(line, line.said.words[0], message)
                return None
            case MoveZone(zone=zone, way=int()) if zone != self.rulebook.in_play:
                message = "nothing is chosen for what does not come into play"
                self.add(line, line.said.choosing or word, message, "no `choosing`")
            case Leave(zone=""):
                return replace(event, zone=self.rulebook.zones[1])
            case PutBelow() if not self.rulebook.stacking:
                self.add(line, word, f"nothing lies below cards in {self.rulebook.id}")
            case PutBelow(object, other) if object == other:
                self.add(line, word, f"'{object}' would lie below itself")
            case Hold(object=object, holder=holder) if object == holder:
                self.add(line, word, f"'{object}' would hold itself")
            case Link(object, other) if object == other:
                self.add(line, word, f"'{object}' would be linked with itself")
            case Meld(object=object, other=other) if object == other:
                self.add(line, line.said.words[1], f"'{object}' would meld with itself")
            case Uncover(word=undone, zone=None) if not self._back_to(undone):
                message = f"{self.rulebook.id} does not say where the top card goes"
                self.add(line, word, message, expected=f"{undone}: ID to ZONE as TOP")
            case Transform(card=card) | Stack(card=card) | Meld(card=card) if is_spell(card):
                self.add(line, word, f"'{card.name}' is a spell, nothing turns into it")
            case GetsStatus(listed=Card() as card):
                return self._listing(line, word, event, card)
        return event

    def _listing(self, line: EventLine, word: Word, event: GetsStatus, card: Card) -> Event | None:
        """The event with what makes the object what is listed of it, if that can be."""
        status = event.status
        seen = self.rulebook.statuses[status].copied_as
        if seen is None or not seen.layer:
            ways = self.rulebook.statuses.values()
            may = [one.name for one in ways if one.copied_as and one.copied_as.layer]
            message = f"nothing is listed of what is {status}"
            self.add(line, word, message, expected=f"of statuses only {', '.join(may)}" * bool(may))
        elif any(printed.use != "has" for printed in card.every_ability):
            message = f"'{card.name}' has more than static abilities and keywords"
            self.add(line, word, message, expected="a card with abilities under 'has' alone")
        else:
            return replace(event, ability=listing_ability(card, seen, self.rulebook))
        return None

    def _back_to(self, undone: str) -> str:
        """The zone that the rulebook names for a top card that is taken off."""
        ways = self.rulebook.stacking.values()
        return next((each.back_to for each in ways if each.undone == undone), "")

    def place(self, line: EventLine, spot: Spot) -> Place | None:
        """The squares and the level that are written."""
        space = self.rulebook.space
        if space is None:
            self.add(line, spot.squares[0], f"{self.rulebook.id} has no squares")
            return None
        last = space.size
        squares: list[int] = []
        for word in (*spot.squares, *spot.partly):
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
        if spot.partly and (spot.level is None or spot.level.text != space.void):
            message = "squares behind 'and' are those that lie in the void"
            self.add(line, spot.partly[0], message, expected=f"'and 8 {space.void}'")
        if spot.level is None:
            return Place(tuple(squares))
        if spot.partly:
            return Place(tuple(squares), "surface", tuple(squares[len(spot.squares) :]))
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
        ids: list[str] = []
        for word in words:
            if players and word.text in self.players:
                ids.append(word.text)
            elif word.text not in self.ids:
                self.unknown(line, word, "id", self.ids)
            elif word.text in self.uses or (word.text in self.spells - self.waiting and not spells):
                self.add(line, word, f"'{word.text}' is a spell or an ability used, so no object")
            else:
                ids.append(word.text)
        return tuple(ids)

    def known(self, line: EventLine, word: Word, what: str, known: Collection[str]) -> str | None:
        """The word, if it is one of the known ones; if not, that is noted."""
        if word.text in known:
            return word.text
        self.unknown(line, word, what, known)
        return None

    def unknown(self, line: EventLine, word: Word, what: str, known: Collection[str]) -> None:
        """Notes a word that means nothing, with the closest one that does."""
        self.problems.notation(line.node, unknown(what, word.text, known, word.offset))

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
