"""Events: what happens on the table, one thing after another."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.held_events import Hold, Uncover
from layerlaw.model.scenarios.line_forms import LineForm, OneLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.errors import Where
    from layerlaw.model.scenarios.expectations import Expected

Level = Literal["surface", "deep", "void"]


@dataclass(frozen=True, slots=True)
class Place:
    """Squares of the grid and the level of them: on the ground, below it, or in the void.

    void: those of the squares where something on the surface lies in the void.
    """

    squares: tuple[int, ...]
    level: Level = "surface"
    void: tuple[int, ...] = ()

    @property
    def in_void(self) -> tuple[int, ...]:
        """The squares that lie in the void."""
        return self.squares if self.level == "void" else self.void

    def level_at(self, square: int) -> Level:
        """On which level it lies on one of its squares."""
        return "void" if square in self.void else self.level


@dataclass(frozen=True, slots=True)
class NextCopy:
    """One more copy as which an object enters, after those before.

    of: what it copies by an ability of its own; says: what says as a copy of what it enters.
    that_left: what it copies is what that was when it last left play.
    """

    of: str
    says: bool = False
    that_left: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """A player's card enters play, or, if it is a spell that leaves nothing, resolves.

    id: names the object, and the effects of a spell. targets: ids chosen. copying: what it
    enters as a copy of. A card that is carried is attached to its first target. zone: another
    zone than that of play, where the card simply is from now on (nothing resolves). choosing:
    a number or a name that was chosen. known: the object was in another zone before, under this
    id, and has this card. that_left: what it copies is what that was when it last left play.
    then: as what else it enters, one after another, each in the place of the copy before.
    """

    player: str
    card: Card
    id: str
    place: Place | None
    targets: tuple[str, ...]
    copying: str | None
    where: Where
    zone: str | None = None
    choosing: str | None = None
    known: bool = False
    that_left: bool = False
    then: tuple[NextCopy, ...] = ()

    @property
    def copies(self) -> tuple[NextCopy, ...]:
        """All that it enters as, one after another."""
        if self.copying is None:
            return self.then
        return (NextCopy(self.copying, that_left=self.that_left), *self.then)


@dataclass(frozen=True, slots=True)
class UseAbility:
    """A player activates (or an object triggers) an ability; its effects bear the event's id.

    given: the ability, where a card gives it: the object has to have it by its name. lent: it is
    that of another card, which the object has to have: as a copy of that, or as it gained it.
    """

    player: str
    source: str
    ability: str
    id: str
    targets: tuple[str, ...]
    where: Where
    choosing: str | None = None
    given: PrintedAbility | None = None
    lent: bool = False


@dataclass(frozen=True, slots=True)
class Announce:
    """A spell is cast, or an ability activated or triggered, and does not resolve yet."""

    what: Play | UseAbility
    where: Where


@dataclass(frozen=True, slots=True)
class Resolve(OneLine):
    """What was announced under this id resolves."""

    id: str
    where: Where

    forms: ClassVar = (
        LineForm("resolve", "{id:announced}", "What was announced under that id resolves: `M`."),
    )


@dataclass(frozen=True, slots=True)
class Together:
    """Events at one moment; the active player's come first, in the order written.

    What is no player's event counts as its object's controller's.
    """

    events: tuple[Simultaneous, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Move(OneLine):
    """An object moves to another place."""

    object: str
    place: Place
    where: Where

    forms: ClassVar = (
        LineForm(
            "move",
            "{object:object} to {place:place}",
            "To another place (`F to 8`) or zone (`F to hand`).",
        ),
    )


@dataclass(frozen=True, slots=True)
class Attach(OneLine):
    """A carried object passes to another bearer, or to none (dropped)."""

    object: str
    bearer: str | None
    where: Where

    forms: ClassVar = (
        LineForm(
            "attach",
            "{object:carried} to {bearer:bearer}",
            "A carried object passes to another bearer: `S to F`.",
        ),
        LineForm(
            "drop",
            "{object:carried}",
            "A carried object is carried by nobody from now on: `S`.",
            {"bearer": None},
        ),
    )


@dataclass(frozen=True, slots=True)
class Leave(OneLine):
    """An object leaves play for a zone."""

    object: str
    zone: str
    where: Where

    forms: ClassVar = (
        LineForm(
            "leave",
            "{object:anywhere}",
            "It leaves play: `F`, or, where to matters, `F to hand`.",
            {"zone": ""},
        ),
        LineForm("leave", "{object:anywhere} to {zone:exit}"),
    )


@dataclass(frozen=True, slots=True)
class MoveZone(OneLine):
    """An object goes to another zone and is a new object there, under the same id.

    In the zone of play it is its owner's. until: it goes back to where it came from as soon as
    that one has left play, and goes nowhere if it has left before. way: the number that is chosen
    as it comes into play, such as which of several it enters as.
    """

    object: str
    zone: str
    where: Where
    until: str | None = None
    way: int | None = None

    forms: ClassVar = (
        LineForm("move", "{object:anywhere} to {zone:zone} until {until:anywhere} leaves"),
        LineForm("move", "{object:anywhere} to {zone:zone} {way:choosing}"),
        LineForm("move", "{object:anywhere} to {zone:zone}"),
    )


@dataclass(frozen=True, slots=True)
class Stack(OneLine):
    """A card is put on top of an object, which stays the same object with a new printed form.

    word: the rulebook's word for it (level up, evolve). below: the id of the card that was on
    top, in the zone that the rulebook names for that word.
    """

    word: str
    object: str
    card: Card
    below: str
    where: Where

    forms: ClassVar = (LineForm("{word:stacking}", "{object:object} into {card:card} {below:new}"),)


@dataclass(frozen=True, slots=True)
class PutBelow(OneLine):
    """An object in play becomes one more card below another one (of several bases of an evolution).

    The card lies in the zone of the first word that the rulebook has for putting cards on top.
    """

    object: str
    other: str
    where: Where

    forms: ClassVar = (
        LineForm(
            "put",
            "{object:object} below {other:object}",
            "The first becomes one more card below the second: `B below A`.",
        ),
    )


@dataclass(frozen=True, slots=True)
class Link(OneLine):
    """Another object becomes part of this one: one object with both printed forms."""

    object: str
    other: str
    where: Where

    forms: ClassVar = (
        LineForm(
            "link",
            "{object:object} with {other:object}",
            "The second becomes a part of the first: `A with B`.",
        ),
    )


@dataclass(frozen=True, slots=True)
class Unlink(OneLine):
    """What became part of another object is an object of its own again."""

    object: str
    where: Where

    forms: ClassVar = (
        LineForm(
            "unlink",
            "{object:anywhere}",
            "What was linked with another object is one of its own again.",
        ),
    )


@dataclass(frozen=True, slots=True)
class GetsStatus(OneLine):
    """An object gets, or loses, a status by an event (it is rested, it is sealed).

    listed: what it is while it has the status, where what gave it says so. ability: what makes it
    that, as the notation of that card is read. way: which of several it is without it, from 1 on.
    """

    object: str
    status: str
    gets: bool
    where: Where
    listed: Card | None = None
    ability: Ability | None = None
    way: int | None = None

    forms: ClassVar = (
        LineForm(
            "gets",
            "{object:object} {status:status} as {listed:card}",
            "An event gives it a status under which it is what CARD says: `F face-down as CARD`.",
            {"gets": True},
        ),
        LineForm(
            "gets",
            "{object:object} {status:status}",
            "An event gives it a status: `F tapped`.",
            {"gets": True},
        ),
        LineForm(
            "loses",
            "{object:object} {status:status} {way:choosing}",
            "It loses a status, and becomes one of several by that: `F face-down choosing 2`.",
            {"gets": False},
        ),
        LineForm("loses", "{object:object} {status:status}", fixed={"gets": False}),
    )


@dataclass(frozen=True, slots=True)
class ChangeCounters(OneLine):
    """How many counters of a kind are on an object changes, or on a card in any zone."""

    object: str
    characteristic: str
    amount: int
    where: Where

    forms: ClassVar = (LineForm("{characteristic:counter}", "{object:anywhere} {amount:amount}"),)


@dataclass(frozen=True, slots=True)
class LosesForGood(OneLine):
    """An object loses a keyword for good, whatever gave it (a Stealth mark is removed)."""

    object: str
    keyword: str
    where: Where

    forms: ClassVar = (
        LineForm(
            "loses",
            "{object:object} {keyword:keyword}",
            "It loses a status, or a keyword for good: `F tapped`, `F Stealth`.",
        ),
    )


@dataclass(frozen=True, slots=True)
class Transform(OneLine):
    """An object takes the printed form of another card and stays the same object."""

    object: str
    card: Card
    where: Where

    forms: ClassVar = (
        LineForm(
            "transform",
            "{object:object} into {card:card}",
            "The same object with another printed form: `F into CARD`.",
        ),
    )


@dataclass(frozen=True, slots=True)
class Meld(OneLine):
    """Two objects leave play, and enter as one with the card's printed form if their cards can.

    word: the rulebook's word for it. It has the id of the first one; the second is a part of it.
    """

    word: str
    object: str
    other: str
    card: Card
    where: Where

    forms: ClassVar = (
        LineForm("{word:melding}", "{object:object} with {other:object} into {card:card}"),
    )


@dataclass(frozen=True, slots=True)
class Does(OneLine):
    """An object or a player does something, maybe to another; nothing follows but that it did.

    verb: of the rulebook's actions.
    """

    doer: str
    verb: str
    where: Where
    to: str | None = None

    forms: ClassVar = (
        LineForm(
            "does",
            "{doer:doer} {verb:verb} {to:doer}",
            "It does something, which counts as done this turn: `F attack`, `F attack G`.",
        ),
        LineForm("does", "{doer:doer} {verb:verb}", fixed={"to": None}),
    )


@dataclass(frozen=True, slots=True)
class TurnBegins(OneLine):
    """The turn ends and this player's turn begins."""

    player: str
    where: Where

    forms: ClassVar = (
        LineForm("turn", "{player:player}", "The turn ends, and that player's begins: `you`."),
    )


@dataclass(frozen=True, slots=True)
class RestWaits(OneLine):
    """From here on nothing comes to rest, or what is not at rest does now.

    during: the rulebook's word for what lies between (storyline).
    """

    during: str
    begins: bool
    where: Where

    forms: ClassVar = (
        LineForm(
            "begins",
            "{during:during}",
            "What stops being at rest from here on is not at rest until that ends: `storyline`.",
            {"begins": True},
        ),
        LineForm(
            "ends",
            "{during:during}",
            "All that is not at rest is at rest again: `storyline`.",
            {"begins": False},
        ),
    )


@dataclass(frozen=True, slots=True)
class ExpectNow:
    """What is expected of the state after the event before."""

    expect: tuple[Expected, ...]
    where: Where


Simultaneous = (
    Play
    | UseAbility
    | MoveZone
    | Leave
    | PutBelow
    | Unlink
    | GetsStatus
    | LosesForGood
    | ChangeCounters
    | Attach
    | Stack
)
"""What can happen at one moment with others."""

Event = (
    Play
    | UseAbility
    | Announce
    | Resolve
    | Together
    | Move
    | MoveZone
    | Stack
    | PutBelow
    | Hold
    | Uncover
    | Meld
    | Link
    | Unlink
    | LosesForGood
    | GetsStatus
    | Does
    | ExpectNow
    | Attach
    | Leave
    | ChangeCounters
    | Transform
    | TurnBegins
    | RestWaits
)


def _forms() -> Mapping[str, tuple[tuple[Callable[..., Event], LineForm], ...]]:
    forms: dict[str, tuple[tuple[Callable[..., Event], LineForm], ...]] = {}
    for event in get_args(Event):
        for form in event.forms if issubclass(event, OneLine) else ():
            forms[form.rule] = (*forms.get(form.rule, ()), (event, form))
    return MappingProxyType(forms)


EVENT_FORMS = _forms()
"""The events of one line and their forms, by the rule of the grammar that these are read by."""

Arrival = Play | UseAbility


def one_by_one(events: Iterable[Event]) -> Iterator[Event]:
    """The events, those of a block one by one, and what is announced as if it was done."""
    for event in events:
        if isinstance(event, Together):
            yield from event.events
        else:
            yield event.what if isinstance(event, Announce) else event


def named_cards(events: Iterable[Event]) -> Iterator[Card]:
    """The cards that events name, in their order, as often as they do."""
    for event in one_by_one(events):
        match event:
            case (
                Play(card=card, known=False)
                | Stack(card=card)
                | Transform(card=card)
                | Meld(card=card)
            ):
                yield card
            case GetsStatus(listed=card) if card is not None:
                yield card


def arrivals(events: Iterable[Event]) -> Iterator[Arrival]:
    """The plays and uses, announced ones too, in the order written; of a block one by one."""
    return (event for event in one_by_one(events) if isinstance(event, Play | UseAbility))


def looked_back_at(events: Iterable[Event]) -> frozenset[str]:
    """The ids of what something enters as a copy of as that was when it last left play."""
    plays = (event for event in arrivals(events) if isinstance(event, Play))
    return frozenset(copy.of for event in plays for copy in event.copies if copy.that_left)


def new_ids(event: Event) -> tuple[str, ...]:
    """The ids that mean something from this event on."""
    match event:
        case Stack(below=below):
            return (below,)
        case Uncover(top=top):
            return (top,)
        case Play(id=id, known=known):
            return () if known else (id,)
        case UseAbility(id=id):
            return (id,)
        case Announce(what):
            return new_ids(what)
        case Together(events):
            return tuple(id for each in events for id in new_ids(each))
        case _:
            return ()


def references(event: Event) -> tuple[str, ...]:
    """The ids that have to mean something when the event happens."""
    match event:
        case Play(id=id, targets=targets, known=known):
            ids = (id, *targets) if known else targets
            return (*ids, *(copy.of for copy in event.copies))
        case UseAbility(source=source, targets=targets):
            return (source, *targets)
        case Announce(what):
            return references(what)
        case Together(events):
            return tuple(id for each in events for id in references(each))
        case ExpectNow():
            return ()
        case _:
            return event.ids
