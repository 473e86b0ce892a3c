"""Random events after the first entries, by where everything is likely to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from layerlaw.model.scenarios.events import (
    Announce,
    Attach,
    ChangeCounters,
    Does,
    Event,
    GetsStatus,
    Leave,
    Link,
    LosesForGood,
    Move,
    MoveZone,
    Play,
    PutBelow,
    Resolve,
    Stack,
    Together,
    Transform,
    TurnBegins,
    Unlink,
    UseAbility,
)
from layerlaw.model.scenarios.held_events import Hold, Uncover
from oracle.build import ME, WHERE, YOU
from oracle.generate_cards import object_card, random_place, spell_card
from oracle.sentences import Sentences
from oracle.words import KEYWORDS, Pick

STATUSES = ("tapped", "tapped", "sealed", "sealed", "disabled", "silenced")


def random_choice(pick: Pick) -> str | None:
    """A number, a name or a word that is chosen, now and then."""
    return pick((None, None, None, "2", "Card 1", "beast"))


@dataclass
class Table:
    """Draws events for objects that are, or were, where the events before brought them.

    What dies or is redirected on the way is not known here, so some events will be refused.
    """

    words: Sentences
    entries: Mapping[str, Play]
    zones: dict[str, str] = field(default_factory=dict)
    below: dict[str, int] = field(default_factory=dict)
    linked: set[str] = field(default_factory=set)
    waiting: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Everything starts where it entered."""
        for id, each in self.entries.items():
            self.zones[id] = each.zone or self.words.rulebook.zones[0]

    def playing(self) -> Sequence[str]:
        """The objects in play that are part of no other; all of them if there are none."""
        here = self.words.rulebook.zones[0]
        found = [id for id in self.zones if self.zones[id] == here and id not in self.linked]
        return found or list(self.zones)

    def event(self, number: int) -> Event:
        """Anything but a first entry."""
        pick = self.words.pick
        kinds: tuple[tuple[int, Callable[[int], Event]], ...] = (
            (5, self.spell),
            (2, self.use),
            (2, self.announce),
            (3, self.resolve),
            (2, self.change_zone),
            (3, self.play_again),
            (1, self.together),
            (2, self.stack),
            (1, self.link),
            (1, self.put_below),
            (1, self.hold),
            (1, self.uncover),
            (3, self.status),
            (4, self.count),
            (2, self.place),
            (1, self.leave),
            (1, self.form),
            (2, self.deed),
            (2, self.turn),
        )
        return pick([kind for weight, kind in kinds for _ in range(weight)])(number)

    def player(self) -> str:
        """Either player."""
        return self.words.pick((YOU, ME))

    def spell(self, number: int) -> Play:
        """A spell with one target."""
        pick = self.words.pick
        card = spell_card(self.words, f"Spell {number}")
        targets, place = (pick((*self.playing(), pick((YOU, ME)))),), random_place(pick)
        chosen = random_choice(pick)
        id = f"S{number}"
        return Play(self.player(), card, id, place, targets, None, WHERE, choosing=chosen)

    def use(self, number: int) -> UseAbility:
        """An ability, which the source might not have."""
        pick = self.words.pick
        able = [
            id
            for id in self.zones
            if id in self.entries
            and any(p.use in ("activates", "triggers") for p in self.entries[id].card.abilities)
        ]
        source = pick(able or self.playing())
        targets = (pick(self.playing()),)
        chosen = random_choice(pick)
        return UseAbility(self.player(), source, "", f"U{number}", targets, WHERE, chosen)

    def announce(self, number: int) -> Event:
        """A spell or an ability that resolves later, or never."""
        what = self.spell(number) if self.words.pick((True, True, False)) else self.use(number)
        self.waiting.append(what.id)
        return Announce(what, WHERE)

    def resolve(self, number: int) -> Event:
        """What was announced last, mostly."""
        if not self.waiting:
            return self.announce(number)
        return Resolve(self.waiting.pop(self.words.pick((-1, -1, 0))), WHERE)

    def change_zone(self, _: int) -> MoveZone:
        """To any zone, play as well."""
        some = self.words.pick([id for id in self.zones if id not in self.linked])
        zone = self.words.pick(self.words.rulebook.zones[:4])
        self.zones[some] = zone
        return MoveZone(some, zone, WHERE)

    def play_again(self, number: int) -> Event:
        """A card that is out of play is played from where it is."""
        pick, here = self.words.pick, self.words.rulebook.zones[0]
        away = [id for id in self.zones if self.zones[id] != here and id in self.entries]
        if not away:
            return self.change_zone(number)
        some = pick(away)
        self.zones[some] = here
        before = self.entries[some]
        # The bearer always stands before in the list, so nobody comes to carry himself.
        ids = list(self.entries)
        earlier = ids[: ids.index(some)]
        targets = (pick(earlier),) if earlier else ()
        return replace(
            before, player=self.player(), place=random_place(pick), targets=targets,
            copying=None, zone=None, choosing=random_choice(pick), known=True,
        )  # fmt: skip

    def together(self, number: int) -> Together:
        """Two things at one moment."""
        some, other = self.words.pick(self.playing()), self.words.pick(self.playing())
        first = self.spell(number)
        zones = self.words.rulebook.zones
        self.zones[some] = zones[1]
        if self.words.pick((True, False)) and other != some:
            self.zones[other] = "hand"
            moves = (MoveZone(other, "hand", WHERE), Leave(some, zones[1], WHERE), first)
            return Together(moves, WHERE)
        return Together((Leave(some, zones[1], WHERE), first), WHERE)

    def stack(self, number: int) -> Stack:
        """Another card on top."""
        some = self.words.pick([id for id in self.playing() if id in self.entries])
        self.below[some] = self.below.get(some, 0) + 1
        id = f"{some}-{self.below[some]}"
        self.zones[id] = self.words.rulebook.stacking["level up"].zone
        return Stack("level up", some, object_card(self.words, f"Level {number}"), id, WHERE)

    def put_below(self, number: int) -> Event:
        """One object becomes a card below another."""
        free = [id for id in self.playing() if id in self.entries]
        if len(free) < 2:
            return self.count(number)
        some = self.words.pick(free)
        other = self.words.pick([id for id in free if id != some])
        self.zones[some] = self.words.rulebook.stacking["level up"].zone
        return PutBelow(some, other, WHERE)

    def hold(self, number: int) -> Event:
        """A card from anywhere is loaded into an object."""
        free = [id for id in self.zones if id not in self.linked]
        holder = self.words.pick(self.playing())
        some = self.words.pick([id for id in free if id != holder] or [""])
        if not some:
            return self.count(number)
        self.zones[some] = "loaded"
        return Hold("load", some, holder, WHERE)

    def uncover(self, number: int) -> Event:
        """The top card of what has one below, or maybe has none any more, is taken off."""
        if not self.below:
            return self.stack(number)
        zone = self.words.pick((None, None, "banished"))
        self.zones[f"top{number}"] = zone or "hand"
        return Uncover("level down", self.words.pick([*self.below]), zone, f"top{number}", WHERE)

    def link(self, number: int) -> Event:
        """One object becomes part of another; nothing is part of two."""
        free = [id for id in self.playing() if id in self.entries]
        undone: bool = bool(self.linked) and self.words.pick((True, False))
        if undone:
            return Unlink(self.linked.pop(), WHERE)
        if len(free) < 2 or self.linked:
            return self.count(number)
        some = self.words.pick(free)
        other = self.words.pick([id for id in free if id != some])
        self.linked |= {other}
        return Link(some, other, WHERE)

    def status(self, _: int) -> GetsStatus:
        """A status comes, or goes."""
        pick = self.words.pick
        return GetsStatus(pick(self.playing()), pick(STATUSES), pick((True, True, False)), WHERE)

    def count(self, _: int) -> ChangeCounters:
        """Damage, growth, or life counters put on and taken off."""
        pick = self.words.pick
        kind = pick(("damage", "damage", "growth", "growth", "decay", "life"))
        amount = pick((1, 2, 3))
        sign = pick((1, -1)) if kind == "life" else 1
        somewhere = [id for id in self.zones if id not in self.linked]
        some = pick(somewhere if kind == "growth" else self.playing())
        return ChangeCounters(some, kind, sign * amount, WHERE)

    def place(self, _: int) -> Event:
        """To another square, or to another bearer."""
        pick = self.words.pick
        some = pick(self.playing())
        if pick((True, False)) or some not in self.entries:
            return Move(some, random_place(pick), WHERE)
        ids = list(self.entries)
        return Attach(some, pick((None, *ids[: ids.index(some)])), WHERE)

    def leave(self, _: int) -> Leave:
        """From play to the second zone."""
        some = self.words.pick(self.playing())
        self.zones[some] = self.words.rulebook.zones[1]
        return Leave(some, self.words.rulebook.zones[1], WHERE)

    def form(self, number: int) -> Event:
        """Another printed form, or a keyword less."""
        some = self.words.pick(self.playing())
        if self.words.pick((True, False)):
            return LosesForGood(some, self.words.pick(KEYWORDS), WHERE)
        return Transform(some, object_card(self.words, f"Form {number}"), WHERE)

    def deed(self, _: int) -> Does:
        """Something attacks, maybe something else, or a player."""
        pick = self.words.pick
        return Does(pick(self.playing()), "attack", WHERE, pick((None, *self.entries, "you")))

    def turn(self, _: int) -> TurnBegins:
        """A player's turn begins."""
        return TurnBegins(self.player(), WHERE)
