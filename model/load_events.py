"""Finds out what the words of a scenario's events mean, and whether the events can happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import did_you_mean
from layerlaw.model.event_lines import Line, each_line
from layerlaw.model.ground import carried_faults, ground_faults
from layerlaw.model.load_cards import is_spell
from layerlaw.model.printed import matches_print, speaks_of_bearer, speaks_of_self, speaks_of_target
from layerlaw.model.scenario import (
    Attach,
    Count,
    Event,
    Leave,
    Level,
    LosesForGood,
    Move,
    Place,
    Play,
    Together,
    Transform,
    TurnBegins,
    UseAbility,
    Where,
)
from layerlaw.model.scenario_order import faults

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from layerlaw.model.cards import Card, PrintedAbility
    from layerlaw.model.rulebook import Rulebook
    from layerlaw.model.scenario_notation import Spot, Word
    from layerlaw.model.yaml_text import Report


class EventReader:
    """Binds the lines of one scenario.

    card: gives the card of a name, or None where there is none that can be used.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        players: Sequence[str],
        ids: Mapping[str, int],
        card: Callable[[Line, Word], Card | None],
        report: Report,
    ) -> None:
        self.rulebook = rulebook
        self.players = players
        self.ids = ids
        self.report = report
        self._card = card
        # Ids of spells and uses, which are no objects, and the cards that an object has been.
        self.effects: set[str] = set()
        self._forms: dict[str, list[Card]] = {}
        self.carried: set[str] = set()

    def read(self, lines: Sequence[Line], active: str | None) -> tuple[Event, ...]:
        """The events that make sense, in their order; the report says what the others lack."""
        cards: dict[int, Card | None] = {}
        for line in each_line(lines):
            if line.form == "used":
                self.effects.add(line.id)
            elif line.form == "played":
                card = cards[id(line)] = self._card(line, line.said.words[0])
                if card is not None:
                    self._forms.setdefault(line.id, []).append(card)
                    if is_spell(card):
                        self.effects.add(line.id)
            elif line.form == "transform":
                card = cards[id(line)] = self._card(line, line.said.words[1])
                if card is not None:
                    self._forms.setdefault(line.said.words[0].text, []).append(card)
        for line in each_line(lines):
            if line.said.copying is not None:
                self._forms.setdefault(line.id, []).extend(
                    self._forms.get(line.said.copying.text, [])
                )
        events: list[Event] = []
        for line in lines:
            if line.form == "together":
                inner = [self._arrival(each, cards.get(id(each))) for each in line.inner]
                there = tuple(each for each in inner if each is not None)
                events += [Together(there, self._where(line))] if there else []
            elif line.form in ("played", "used"):
                arrival = self._arrival(line, cards.get(id(line)))
                events += [arrival] if arrival else []
            else:
                event = self._change(line, cards.get(id(line)))
                events += [event] if event else []
        self._check_order(lines, events, active)
        return tuple(events)

    # --- plays and uses -------------------------------------------------------------------

    def _arrival(self, line: Line, card: Card | None) -> Play | UseAbility | None:
        targets = self._objects(line, line.said.on)
        if len(set(targets)) < len(targets):
            self._add(line, line.said.on[-1], "the same object stands behind 'on' twice")
        if line.form == "used":
            return self._use(line, targets)
        copying = line.said.copying
        copied = self._objects(line, [copying] if copying else [])
        place = self._place(line, line.said.at) if line.said.at else None
        if card is None:
            return None
        self._check_play(line, card)
        where = self._where(line)
        return Play(
            line.key.text, card, line.id, place, targets, copied[0] if copied else None, where
        )

    def _check_play(self, line: Line, card: Card) -> None:
        said = line.said
        uses = ("resolves",) if is_spell(card) else ("has", "on entry")
        abilities = [printed.ability for printed in card.abilities if printed.use in uses]
        wants = any(map(speaks_of_target, abilities))
        carried = self.rulebook.carried
        may_be_carried = (
            carried is not None and not is_spell(card) and matches_print(carried, card) is not False
        )
        if may_be_carried:
            self.carried.add(line.id)
        if wants and not said.on:
            self._add(line, said.words[0], f"'{card.name}' speaks of a target: say which with `on`")
        elif said.on and not wants and not may_be_carried and said.copying is None:
            if not any(map(speaks_of_bearer, abilities)):
                self._add(line, said.on[0], f"nothing on '{card.name}' speaks of a target")
        elif len(said.on) > 1 and not wants and said.copying is None:
            self._add(line, said.on[1], f"'{card.name}' can be carried by one object only")
        if said.copying and not any(printed.use == "enters" for printed in card.abilities):
            self._add(line, said.copying, f"'{card.name}' does not enter as a copy")
        if said.at and is_spell(card) and not any(map(speaks_of_self, abilities)):
            square = said.at.squares[0]
            self._add(line, square, f"'{card.name}' is a spell that leaves no object, so no place")

    def _use(self, line: Line, targets: tuple[str, ...]) -> UseAbility | None:
        said = line.said
        if said.at or said.copying:
            self._add(line, said.words[0], "an ability that is used has no `at` and no `copying`")
        source = self._objects(line, said.words[:1])
        if not source:
            return None
        usable = [
            printed
            for card in self._forms.get(source[0], [])
            for printed in card.abilities
            if printed.use in ("activates", "triggers")
        ]
        wanted = said.words[1] if len(said.words) > 1 else None
        name = self._ability_name(line, source[0], usable, wanted)
        if name is None:
            return None
        wants = any(speaks_of_target(each.ability) for each in usable if each.name == name)
        if wants and not targets and not said.on:
            message = f"the ability of '{source[0]}' speaks of a target: say which with `on`"
            self._add(line, said.words[-1], message)
        elif said.on and not wants:
            self._add(line, said.on[0], f"the ability of '{source[0]}' speaks of no target")
        where = self._where(line)
        return UseAbility(line.key.text, source[0], name, line.id, targets, where)

    def _ability_name(
        self, line: Line, source: str, usable: list[PrintedAbility], wanted: Word | None
    ) -> str | None:
        names = list(dict.fromkeys(printed.name for printed in usable))
        if source in self._forms and not names:
            message = f"'{source}' has no ability that is activated or triggered"
            self._add(line, line.said.words[0], message)
        elif wanted is not None and wanted.text not in names:
            named = [name for name in names if name]
            self._add(
                line,
                wanted,
                f"'{source}' has no ability named '{wanted.text}'",
                expected=", ".join(named),
                suggestion=did_you_mean(wanted.text, named),
            )
        elif wanted is not None:
            return wanted.text
        elif len(names) > 1 and "" not in names:
            message = f"'{source}' has several abilities: say which with `use {source} NAME`"
            self._add(line, line.said.words[0], message, expected=", ".join(names))
        elif names:
            return "" if "" in names else names[0]
        return None

    # --- other events ---------------------------------------------------------------------

    def _change(self, line: Line, card: Card | None) -> Event | None:
        said, where = line.said, self._where(line)
        if line.form == "turn":
            player = said.words[0]
            if player.text in self.players:
                return TurnBegins(player.text, where)
            self._unknown(line, player, "player", self.players)
            return None
        # The second word of an `attach` is an object as well.
        named = said.words[: 2 if line.form == "attach" else 1]
        found = self._objects(line, named)
        if len(found) < len(named):
            return None
        word = said.words[-1]
        match line.form:
            case "move":
                place = self._place(line, said.at) if said.at else None
                return Move(found[0], place, where) if place else None
            case "attach" | "drop":
                if self.rulebook.carried is None:
                    self._add(line, named[0], f"nothing is carried in {self.rulebook.id}")
                return Attach(found[0], found[1] if len(found) > 1 else None, where)
            case "leave":
                zone = self._zone(line)
                return Leave(found[0], zone, where) if zone else None
            case "count":
                return Count(found[0], line.key.text, said.amount, where)
            case "loses":
                keywords = {keyword.lower(): keyword for keyword in self.rulebook.keywords}
                if word.text.lower() in keywords:
                    return LosesForGood(found[0], keywords[word.text.lower()], where)
                self._unknown(line, word, "keyword", self.rulebook.keywords)
            case "transform" if card is not None:
                if is_spell(card):
                    self._add(line, word, f"'{card.name}' is a spell, nothing turns into it")
                return Transform(found[0], card, where)
        return None

    def _zone(self, line: Line) -> str:
        zones = self.rulebook.zones
        if len(line.said.words) == 1:
            return zones[1]
        word = line.said.words[1]
        if word.text == zones[0]:
            self._add(line, word, f"'{word.text}' is the zone of play", expected="another zone")
        elif word.text in zones:
            return word.text
        else:
            self._unknown(line, word, "zone", zones[1:])
        return ""

    # --- words ----------------------------------------------------------------------------

    def _place(self, line: Line, spot: Spot) -> Place | None:
        space = self.rulebook.space
        if space is None:
            self._add(line, spot.squares[0], f"{self.rulebook.id} has no squares")
            return None
        last = space.columns * space.rows
        squares: list[int] = []
        for word in spot.squares:
            number = int(word.text)
            if not 1 <= number <= last:
                self._add(line, word, f"there is no square {number}", expected=f"1 to {last}")
            elif number in squares:
                self._add(line, word, f"square {number} stands here twice")
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
            self._unknown(line, spot.level, "level", levels)
            return None
        return Place(tuple(squares), levels[spot.level.text])

    def _objects(self, line: Line, words: Sequence[Word]) -> tuple[str, ...]:
        """Those of the words that are the ids of objects."""
        found: list[str] = []
        for word in words:
            if word.text not in self.ids:
                self._unknown(line, word, "id", self.ids)
            elif word.text in self.effects:
                self._add(line, word, f"'{word.text}' is a spell or an ability used, so no object")
            else:
                found.append(word.text)
        return tuple(found)

    def _unknown(
        self, line: Line, word: Word, what: str, known: Sequence[str] | Mapping[str, object]
    ) -> None:
        suggestion = did_you_mean(word.text, known)
        expected = "" if suggestion or len(known) > 20 else ", ".join(known)
        self._add(line, word, f"unknown {what} '{word.text}'", expected, suggestion)

    def _add(
        self, line: Line, word: Word, message: str, expected: str = "", suggestion: str = ""
    ) -> None:
        self.report.add(
            line.node, message, expected=expected, suggestion=suggestion, offset=word.offset
        )

    def _where(self, line: Line) -> Where:
        return Where(self.report.file, line.key.line, line.key.column)

    def _check_order(
        self, lines: Sequence[Line], events: Sequence[Event], active: str | None
    ) -> None:
        by_place = {(line.key.line, line.key.column): line for line in each_line(lines)}
        found = (
            *faults(events, self.players, active, self.carried),
            *ground_faults(events, self.rulebook.space),
            *carried_faults(events, frozenset(self.carried)),
        )
        for fault in found:
            line = by_place[fault.where.line, fault.where.column]
            said = line.said
            words = [*said.on, *([said.copying] if said.copying else []), *said.words]
            offset = next((word.offset for word in words if word.text == fault.id), 0)
            node = line.key if line.form == "together" else line.node
            self.report.add(node, fault.message, offset=offset)
