"""Finds out what the words of a scenario's events mean, and whether the events can happen."""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import TYPE_CHECKING, Protocol

from layerlaw.model.algebra.chosen import CHOSEN_BOTH, choices_in, chosen_in_texts
from layerlaw.model.algebra.mentions import (
    chooses_as_it_enters,
    chooses_name,
    chooses_number,
    speaks_of_self,
    speaks_of_target,
)
from layerlaw.model.cards.card import is_spell
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import did_you_mean, too_big
from layerlaw.model.files.nodes import list_of
from layerlaw.model.scenarios.choices import barred_choice
from layerlaw.model.scenarios.event_faults import carried_faults, faults, ground_faults
from layerlaw.model.scenarios.event_lines import EventLine, each_line
from layerlaw.model.scenarios.event_words import EventWords
from layerlaw.model.scenarios.events import (
    EVENT_FORMS,
    Announce,
    Event,
    ExpectNow,
    NextCopy,
    Play,
    Simultaneous,
    Together,
    UseAbility,
)
from layerlaw.model.scenarios.expectations import Expected
from layerlaw.model.scenarios.notation import NAMES_CARDS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.files.yaml_text import Node
    from layerlaw.model.scenarios.notation import Word


class ReadExpected(Protocol):
    """Reads expectations; stated: they are what the document says of its example."""

    def __call__(self, nodes: Sequence[Node], *, stated: bool = ...) -> tuple[Expected, ...]:
        """The expectations that make sense."""


_ARRIVALS = ("played", "known", "cast", "used")
MOST_LISTED = 12
"""So many words are listed where one of them was expected."""


def _place_of_card(form: str) -> int:
    """Which of the names of an event is the card's."""
    if form in ("played", "cast"):
        return 0
    ((_, line), *_) = EVENT_FORMS[form]
    return [hole.kind for hole in line.holes].index("card")


_INT = re.compile(r"[+-]?(\d{1,15}|infinite)", re.IGNORECASE)


@dataclass
class EventReader(EventWords):
    """Binds the lines of one scenario.

    card: gives the card of a name, or None where there is none that can be used. given: tells the
    abilities that cards give by a name, each once. unread: the cards that have problems, whose
    abilities are not missed.
    """

    card: Callable[[EventLine, Word], Card | None]
    given: Callable[[str], tuple[PrintedAbility, ...]]
    unread: Collection[str] = ()
    carried: set[str] = field(default_factory=set, init=False)
    # The cards that an object has been, and the one that it is at the line being read.
    _forms: dict[str, list[Card]] = field(default_factory=dict, init=False)
    _now: dict[str, Card] = field(default_factory=dict, init=False)

    def read(
        self,
        lines: Sequence[EventLine],
        active: str | None,
        expect: ReadExpected,
        *,
        undecided: bool = False,
    ) -> tuple[Event, ...]:
        """The events that make sense, in their order; notes what the others lack.

        undecided: see `load_scenario`.
        """
        cards = {id(line): self._named(line) for line in each_line(lines)}
        for line in each_line(lines):
            for copy in line.said.copies:
                self._forms.setdefault(line.id, []).extend(self._forms.get(copy.word.text, []))
        events: list[Event] = []
        for line in lines:
            if line.form == "together":
                inner = [self._inner(each, cards[id(each)]) for each in line.inner]
                there = tuple(each for each in inner if each is not None)
                events += [Together(there, self.where(line))] if there else []
            elif line.form in ("expect", "stated"):
                expected = expect(list_of(line.node), stated=line.form == "stated")
                events.append(ExpectNow(expected, self.where(line)))
            elif line.form in _ARRIVALS:
                arrival = self._arrival(line, cards[id(line)])
                if arrival and line.announced:
                    events.append(Announce(arrival, arrival.where))
                else:
                    events += [arrival] if arrival else []
            else:
                event = self.change(line, cards[id(line)])
                events += [event] if event else []
        self._check_order(lines, events, active, undecided=undecided)
        return tuple(events)

    def _named(self, line: EventLine) -> Card | None:
        """The card that a line names or, by an id, means; what that id is from then on."""
        if line.form == "used":
            self.uses.add(line.id)
        if line.form == "known":
            return self._now.get(line.id)
        if line.form not in NAMES_CARDS:
            return self._listed(line)
        arrives = line.form in ("played", "cast")
        card = self.card(line, line.said.words[_place_of_card(line.form)])
        id = line.id if arrives else line.said.words[0].text
        if line.form == "stacking" and id in self._now:
            if card is not None and self._goes_under(line):
                self._now[line.id] = card
                for one in (id, line.id):
                    self._forms.setdefault(one, []).append(card)
                return card
            self._now[line.id] = self._now[id]
            self._forms.setdefault(line.id, []).append(self._now[id])
        if card is None:
            return None
        self._now[id] = card
        self._forms.setdefault(id, []).append(card)
        if arrives and is_spell(card) and line.said.zone is None:
            self.spells.add(id)
            if line.form == "cast" and self.rulebook.announced is not None:
                self.waiting.add(id)
        return card

    def _listed(self, line: EventLine) -> Card | None:
        """The card that a line lists of an object that stays what it is."""
        words = line.said.words
        for _, form in EVENT_FORMS.get(line.form, ()):
            kinds = [hole.kind for hole in form.holes]
            if "card" in kinds and form.fits(len(words), place=line.said.at is not None):
                return self.card(line, words[kinds.index("card")])
        return None

    def _goes_under(self, line: EventLine) -> bool:
        """Whether the card of a line goes below the object's own."""
        way = self.rulebook.stacking.get(line.key.text)
        return way is not None and way.under

    def _inner(self, line: EventLine, card: Card | None) -> Simultaneous | None:
        if line.form in _ARRIVALS:
            return self._arrival(line, card)
        event = self.change(line, card)
        if isinstance(event, Simultaneous):
            return event
        if event is not None:
            self.add(line, line.said.words[0], "in a 'together' things move to zones only")
        return None

    # --- plays and uses -------------------------------------------------------------------

    def _arrival(self, line: EventLine, card: Card | None) -> Play | UseAbility | None:
        targets = self.objects(line, line.said.on, players=True)
        if len(set(targets)) < len(targets):
            self.add(line, line.said.on[-1], "the same object stands behind 'on' twice")
        if line.form == "used":
            return self._use(line, targets)
        copies = [
            NextCopy(id, says=copy.says, that_left=copy.that_left)
            for copy in line.said.copies
            for id in self.objects(line, [copy.word])
        ]
        first = copies.pop(0) if copies and not copies[0].says else None
        place = self.place(line, line.said.at) if line.said.at else None
        known = line.form == "known"
        if known and line.id not in self.ids:
            self.unknown(line, line.said.words[0], "id", self.ids)
        elif known and line.id in self.uses:
            self.objects(line, line.said.words[:1])
        if card is None:
            return None
        zone = self._zone_played(line)
        if zone is None:
            self._check_play(line, card)
        return Play(
            line.key.text,
            card,
            line.id,
            place,
            targets,
            None if first is None else first.of,
            self.where(line),
            zone=zone,
            choosing=line.said.choosing.text if line.said.choosing else None,
            known=known,
            that_left=first is not None and first.that_left,
            then=tuple(copies),
        )

    def _zone_played(self, line: EventLine) -> str | None:
        """The zone behind `in`; what is put there does nothing else as it comes there."""
        said = line.said
        if line.form == "known" and said.name:
            self.add(line, said.name, f"'{line.id}' keeps its id")
        if said.zone is None:
            return None
        if line.form != "played":
            self.add(line, said.zone, f"'{line.id}' goes where it resolves, so there is no 'in'")
        more = [*said.on, *(copy.word for copy in said.copies)]
        more += [said.choosing] if said.choosing else []
        more += said.at.squares if said.at else ()
        for word in more[:1]:
            self.add(line, word, "a card that is put into a zone has no more than a zone and an id")
        return self.zone(line, said.zone, play=False)

    def _check_play(self, line: EventLine, card: Card) -> None:
        said = line.said
        uses = ("resolves",) if is_spell(card) else ("has", "on entry")
        printed_here = [printed for printed in card.abilities if printed.use in uses]
        abilities = [printed.ability for printed in printed_here]
        speaking = [one.use for one in printed_here if speaks_of_target(one.ability, one.only_if)]
        wants = bool(speaking)
        may_choose = any(printed.has_targets for printed in printed_here)
        carried = self.rulebook.carried
        may_be_carried = (
            carried is not None
            and not is_spell(card)
            and matches_print(carried, card, as_it_enters=True) is not False
        )
        if may_be_carried:
            self.carried.add(line.id)
        if wants and not said.on:
            if set(speaking) == {"has"}:
                return  # A static ability has no target, which is said at the card.
            self.add(line, said.words[0], f"'{card.name}' speaks of a target: say which with `on`")
        elif said.on and not may_choose and not may_be_carried and not said.copies:
            enters = any(printed.use == "enters" for printed in card.abilities)
            copying = f"write `copying {said.on[0].text}` for what it enters as a copy of"
            message = f"nothing on '{card.name}' speaks of a target"
            self.add(line, said.on[0], message, suggestion=copying if enters else "")
        elif len(said.on) > 1 and not may_choose and not said.copies:
            self.add(line, said.on[1], f"'{card.name}' can be carried by one object only")
        elif (
            said.on
            and may_be_carried
            and not may_choose
            and not self.rulebook.carried_players
            and said.on[0].text in self.players
        ):
            message = f"'{said.on[0].text}' is a player, who carries nothing"
            self.add(line, said.on[0], message, "an object that carries")
        own = next((copy for copy in said.copies[:1] if not copy.says), None)
        if own and not any(printed.use == "enters" for printed in card.abilities):
            self.add(line, own.word, f"'{card.name}' does not enter as a copy")
        asked = ((printed.chooses, printed.only_if) for printed in card.abilities)
        spoken = (*abilities, *(tree for trees in asked for tree in trees if tree is not None))
        if said.at and is_spell(card) and not any(map(speaks_of_self, spoken)):
            square = said.at.squares[0]
            self.add(line, square, f"'{card.name}' is a spell that leaves no object, so no place")
        entering = [each.ability for each in card.abilities if each.use == "enters"]
        copied = [
            printed.ability
            for copy in said.copies
            for form in self._forms.get(copy.word.text, [])
            for printed in form.abilities
            if printed.use in uses
        ]
        printed_on_it = [*abilities, *entering]
        before = bool(copied) and not any(True for one in printed_on_it for _ in choices_in(one))
        self._check_choice(line, [*printed_on_it, *copied], f"'{card.name}'", before)

    def _use(self, line: EventLine, targets: tuple[str, ...]) -> UseAbility | None:
        said = line.said
        if said.at or said.copies or said.zone:
            message = "an ability that is used has no `at`, no `in` and no `copying`"
            self.add(line, said.words[0], message)
        usable = [
            printed
            for card in self._forms.get(said.words[0].text, [])
            for printed in card.abilities
            if printed.use in ("activates", "triggers")
        ]
        # A spell is never in play, but may have what is used from other zones.
        source = self.objects(line, said.words[:1], spells=bool(usable))
        if not source:
            return None
        wanted = said.words[1] if len(said.words) > 1 else None
        given: tuple[PrintedAbility, ...] = ()
        lent = False
        if wanted is not None and all(printed.name != wanted.text for printed in usable):
            given = self.given(wanted.text)
            lent = not given
            given = given or self._of_cards(wanted.text)
            usable += [replace(one, name=wanted.text) for one in given[:1]]
            if len(given) > 1:
                message = f"cards have or give different abilities named '{wanted.text}'"
                self.add(line, wanted, message, suggestion="give each a name of its own")
        name = self._ability_name(line, source[0], usable, wanted)
        if name is None:
            return None
        wants = any(
            speaks_of_target(each.ability, each.only_if) for each in usable if each.name == name
        )
        if wants and not targets and not said.on:
            message = f"the ability of '{source[0]}' speaks of a target: say which with `on`"
            self.add(line, said.words[-1], message)
        elif said.on and not any(one.has_targets for one in usable if one.name == name):
            self.add(line, said.on[0], f"the ability of '{source[0]}' speaks of no target")
        named = [each.ability for each in usable if each.name == name]
        printed_here = {
            chosen
            for card in self._forms.get(source[0], [])
            for printed in card.abilities
            if printed.use in ("has", "on entry")
            for chosen in choices_in(printed.ability)
        }
        self._check_choice(line, named, f"the ability of '{source[0]}'", bool(printed_here))
        choosing = said.choosing.text if said.choosing else None
        where = self.where(line)
        used = UseAbility(line.key.text, source[0], name, line.id, targets, where, choosing)
        return replace(used, given=given[0], lent=lent) if given else used

    def _of_cards(self, name: str) -> tuple[PrintedAbility, ...]:
        """What is used and has that name, or is on the card of that name, each once."""
        every = (card for forms in self._forms.values() for card in forms)
        return tuple(
            dict.fromkeys(
                printed
                for card in every
                for printed in card.abilities
                if printed.use in ("activates", "triggers") and name in (printed.name, card.name)
            )
        )

    def _check_choice(
        self, line: EventLine, abilities: Sequence[Ability], who: str, before: bool = False
    ) -> None:
        """Notes a choice that lacks, or is none; before: it may have been made already."""
        choosing = line.said.choosing
        choices = {chosen for one in abilities for chosen in choices_in(one)}
        kinds = {chosen.what for chosen in choices}
        pairs = {chosen.what for chosen in choices if chosen.two}
        kinds |= {"number"} if any(map(chooses_number, abilities)) else set()
        kinds |= {"name"} if any(map(chooses_name, abilities)) else set()
        before |= not kinds
        kinds |= {"number"} if any(map(chooses_as_it_enters, abilities)) else set()
        if choosing is None:
            if kinds and not before:
                message = f"{who} speaks of a chosen {min(kinds)}: say which with `choosing`"
                self.add(line, line.said.words[0], message)
        elif not kinds:
            self.add(line, choosing, f"nothing in {who} speaks of what is chosen")
        elif pairs and not self._are_pairs(choosing, pairs, chosen_in_texts(abilities)):
            message = f"'{choosing.text}' is no two words of {' and of '.join(sorted(pairs))}"
            expected = f"two different words of the {min(pairs)}, with 'and' between them"
            self.add(line, choosing, message, expected)
        elif not pairs and not any(self._fits(line, choosing, kind) for kind in sorted(kinds)):
            message = too_big(choosing.text) or f"'{choosing.text}' is no {' or '.join(kinds)}"
            expected = "a number" if kinds == {"number"} else f"one of the {min(kinds)}"
            self.add(line, choosing, message, expected)
        elif (barred := barred_choice(choosing.text, choices, self.rulebook)) is not None:
            message = f"'{barred.word}' may not be chosen as {barred.said}"
            few = len(barred.may) <= MOST_LISTED
            expected = ", ".join(barred.may) if few else f"another word of the {min(kinds)}"
            self.add(line, choosing, message, expected, did_you_mean(barred.word, barred.may))

    def _are_pairs(self, choosing: Word, pairs: set[str], texts: frozenset[str]) -> bool:
        """Whether they are two words of each set, and of one of those whose texts alone change."""
        fitting = {kind for kind in pairs if self._are_two(choosing, kind)}
        return pairs - texts <= fitting and bool(fitting)

    def _fits(self, line: EventLine, choosing: Word, kind: str) -> bool:
        """Whether that can be chosen: a number, a name, a player, an object or a word of a set."""
        match kind:
            case "name":
                return True
            case "number":
                return bool(_INT.fullmatch(choosing.text))
            case "player":
                return choosing.text in self.players
            case "object":
                self.objects(line, [choosing], spells=True)
                return True
        return choosing.text in self.rulebook.characteristics[kind].words

    def _are_two(self, choosing: Word, kind: str) -> bool:
        """Whether these are two different words of the set."""
        first, _, second = choosing.text.partition(CHOSEN_BOTH)
        words = self.rulebook.characteristics[kind].words
        return first != second and first in words and second in words

    def _ability_name(
        self, line: EventLine, source: str, usable: list[PrintedAbility], wanted: Word | None
    ) -> str | None:
        names = list(dict.fromkeys(printed.name for printed in usable))
        if any(card.name in self.unread for card in self._forms.get(source, ())):
            return None
        if source in self._forms and not names:
            message = f"'{source}' has no ability that is activated or triggered"
            advice = f'if it is a copy, or gained one, name its card: `use {source} "CARD"`'
            self.add(line, line.said.words[0], message, suggestion=advice)
        elif wanted is not None and wanted.text not in names:
            named = [name for name in names if name]
            self.add(
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
            self.add(line, line.said.words[0], message, expected=", ".join(names))
        elif names:
            return "" if "" in names else names[0]
        return None

    def _check_order(
        self,
        lines: Sequence[EventLine],
        events: Sequence[Event],
        active: str | None,
        *,
        undecided: bool,
    ) -> None:
        by_place = {(line.key.line, line.key.column): line for line in each_line(lines)}
        impossible = (
            *faults(
                events,
                self.players,
                active,
                self.carried,
                self.rulebook.in_play,
                anywhere=self.rulebook.kept_anywhere,
                circles=self.rulebook.carried_circles,
                entry=self.rulebook.policy("simultaneous entry"),
                undecided=undecided,
            ),
            *ground_faults(events, self.rulebook.space),
            *carried_faults(events, frozenset(self.carried)),
        )
        for fault in impossible:
            line = by_place[fault.where.line, fault.where.column]
            said = line.said
            words = [*said.on, *(copy.word for copy in said.copies), *said.words]
            offset = next((word.offset for word in words if word.text == fault.id), 0)
            node = line.key if line.form == "together" else line.node
            self.problems.add(node, fault.message, offset=offset)
