"""A rulebook: one version of one game's rules document, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import TypeVar

from layerlaw.model.algebra import Ability, Operation, Selector
from layerlaw.model.algebra.defining import layer_words
from layerlaw.model.algebra.groups import WordGroup
from layerlaw.model.algebra.trees import with_keywords
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.model.notation.vocabulary import CONTROL, TYPES, Kind, Numbering
from layerlaw.model.rulebooks.axioms import Axiom
from layerlaw.model.rulebooks.cache import WithCache
from layerlaw.model.rulebooks.space import Space
from layerlaw.model.rulebooks.step import Step
from layerlaw.model.sources.pointers import Pointer

T = TypeVar("T")
Tree = TypeVar("Tree")


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered statement: where it stands, what it says in our words, and what it fixes.

    sentences: those that it rests on. no_sentence: why it rests on none. taken_from: the id of the
    rulebook that states it, where this is another one.
    """

    id: str
    place: str
    says: str
    fixes: tuple[str, ...] = ()
    sentences: tuple[Pointer, ...] = ()
    no_sentence: str = ""
    taken_from: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A text that clauses rest on: its id, the name of its file or folder, its edition.

    sections: the headings below which sentences count; none: all of them.
    """

    id: str
    file: str
    edition: str
    sections: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Sentences that no clause states, and why: by pointers, or all below a heading of a source."""

    because: str
    sentences: tuple[Pointer, ...] = ()
    section: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Characteristic:
    """A property of an object that effects can change.

    words: for a set, the words that cards may use. floor: the least value shown, for a number.
    counter: changed by events only, never by an effect (damage). lasting: a counter that stays
    when a turn begins. base: the number also has a base value, which `base NAME` reads. opposite:
    the counter that this one cancels, one for one. gives: the keyword that an object has by such a
    counter. counted: a printed number that counters stand
    for: an object enters play with as many as its card says, events add and take them away, and
    they stay whatever is printed on it later; effects change the number besides. generic: a counter
    that the rules give no meaning; it is shown only where there is one. types: the set that types
    stand in. controls: the player who controls. parts: the names of the two numbers that it may be
    printed as. by_type: what cards of a type have where none is printed; unprinted: what any other
    card has there, if it has one. groups: those of a set's words. of_players: with what each player
    begins, of a number that players have and no objects, and that events change (a life total).
    """

    name: str
    kind: Kind
    words: tuple[str, ...] = ()
    floor: int | None = None
    counter: bool = False
    lasting: bool = False
    base: bool = False
    opposite: str = ""
    gives: str = ""
    counted: bool = False
    generic: bool = False
    types: bool = False
    controls: bool = False
    parts: tuple[str, ...] = ()
    by_type: tuple[tuple[str, int], ...] = ()
    groups: tuple[WordGroup, ...] = ()
    of_players: int | None = None
    unprinted: int | None = None

    @property
    def by_events(self) -> bool:
        """Whether events change it."""
        return self.counter or self.counted or self.of_players is not None

    @property
    def on_cards(self) -> bool:
        """Whether cards may print it."""
        return not self.counter and self.of_players is None

    def shows(self, value: object) -> bool:
        """Whether the value is shown: of what few objects have, only where there is one."""
        if self.of_players is not None:
            return value is not None
        return bool(value) or not self.generic


@dataclass(frozen=True, slots=True)
class CopiedAs:
    """All that is copiable of what has a status: words by their sets, and numbers; no name.

    layer: where an event may list something else, the layer in which it is that; "": none may.
    """

    sets: tuple[tuple[str, tuple[str, ...]], ...]
    numbers: tuple[tuple[str, int], ...]
    layer: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """A named state of an object and what it does while the object has it.

    silences: all abilities are lost (and barred under policy `loss: bar`).
    disables: no ability works, yet none is lost.
    empties: number characteristics that read as 0 and can't be raised.
    hides: while events gave it the status, the object is not in play for anything.
    nameless: it has no name.
    anywhere: events give it to cards in any zone, too.
    copied_as: what is copiable of an object that has it, whatever it prints or is a copy of.
    renews: an event that gives or takes it in play gives the object a new timestamp.
    other_half: what has it is the other half of its card, or of what it copies, and keeps it for
    good; these characteristics are not the half's. None: it has nothing to do with halves.
    """

    name: str
    clause: str
    silences: bool = False
    disables: bool = False
    empties: tuple[str, ...] = ()
    hides: bool = False
    nameless: bool = False
    anywhere: bool = False
    copied_as: CopiedAs | None = None
    renews: bool = False
    other_half: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: its id, its name, and the operations that work in it ("set power").

    early: the document does not have it; what works in it is only there ahead of time, so that a
    part in it does not make its effect begun (docs/definition.md, "Early layers").
    test: when one effect depends on another in this layer, where the policy `test` says otherwise.
    between: none of the document's: the place just before the next layer, for effects that act
    before that layer or behind the one before.
    """

    id: str
    name: str
    clause: str
    does: tuple[str, ...]
    early: bool = False
    test: str = ""
    between: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """One choice for an open point: the policies it sets and the operations it moves.

    follows: the clauses, of those of the open point, that speak for this reading and that it
    takes at their word; none where the document says nothing for it.
    """

    id: str
    says: str
    policies: Mapping[str, str]
    layers: Mapping[str, str]
    follows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """A question that the document leaves open or answers twice."""

    id: str
    question: str
    clauses: tuple[str, ...]
    readings: tuple[Reading, ...]
    default: str

    @property
    def policies(self) -> tuple[str, ...]:
        """The policies that its readings decide."""
        return tuple(dict.fromkeys(name for reading in self.readings for name in reading.policies))

    @property
    def verbs(self) -> tuple[str, ...]:
        """The operations, by the words of the layers, that its readings put into a layer."""
        return tuple(dict.fromkeys(verb for reading in self.readings for verb in reading.layers))

    def reading(self, id: str) -> Reading:
        """The reading of that id; raises `LayerlawError` with a suggestion if there is none."""
        for reading in self.readings:
            if reading.id == id:
                return reading
        known = [reading.id for reading in self.readings]
        message = f"{self.id} has no reading '{id}' (it has {', '.join(known)})"
        raise LayerlawError(with_hint(message, id, known))


@dataclass(frozen=True, slots=True)
class PolicyValue:
    """The value a rulebook gives a policy, and the clause or open point that gives it.

    written: whether the rulebook says it; a policy that is left out has its first value, on the
    clause that gives the process.
    """

    value: str
    clause: str
    written: bool = True


@dataclass(frozen=True, slots=True)
class StateCheck:
    """A state-based check: whatever it selects on a fully derived state dies, or is banished.

    obeys: an action; what can't have it done to it is passed by. cannot: an action; only what can't
    do it to what carries it is taken. one_for_each: of those that have
    the same controller, owner or name (all that are listed; `game`: of all) one is passed by: what
    can't have it done to it, else the newest of those that `prefers` selects, else the newest of
    all. ties: of several that are the newest, having come at one moment, none is.
    """

    id: str
    who: Selector
    verdict: str
    zone: str
    clause: str
    obeys: str = ""
    one_for_each: tuple[str, ...] = ()
    prefers: Selector | None = None
    ties: bool = False
    cannot: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the game that works as a continuous effect does, without any object."""

    id: str
    ability: Ability
    clause: str


@dataclass(frozen=True, slots=True)
class Stacking:
    """How a card is put on top of an object: the event's word, and where the card below is.

    loses: statuses that events gave the object, and that it has no longer then. undone: the word
    for taking the top card off again; back_to: the zone that this card then goes to. merges: the
    object has the abilities of all its cards. under: the card goes below the object's own.
    """

    word: str
    zone: str
    clause: str
    loses: tuple[str, ...] = ()
    undone: str = ""
    back_to: str = ""
    merges: bool = False
    under: bool = False


@dataclass(frozen=True, slots=True)
class Holding:
    """How a card is put under an object that holds it: the event's word, and the card's zone.

    left_in: the zone that held cards go to when the object leaves; "" if they go along with it.
    """

    word: str
    zone: str
    clause: str
    left_in: str = ""


@dataclass(frozen=True, slots=True)
class Melding:
    """How two objects become one that is both their cards: the event's word.

    through: the zone that they go to first, and stay in where they do not meld. zone: where the
    second card is as long as the object is in play.
    """

    word: str
    through: str
    zone: str
    clause: str


@dataclass(frozen=True, slots=True)
class Announced:
    """Where what is cast waits; what enters play from there stays under the effects on it."""

    zone: str
    clause: str


@dataclass(frozen=True, slots=True)
class Rest:
    """How objects stop being at rest, and when they are at rest again.

    status: what an object has that is not at rest. during: what nothing comes to rest in; events
    say when one begins and ends. verbs: the actions by which an object stops being at rest, as it
    does by entering, by moving, and by an ability of its own that is used.
    """

    status: str
    during: str
    clause: str
    verbs: tuple[str, ...] = ()


PlacedWords = tuple[tuple[str, ...], str]
"""The words that a layer may list an operation by, the most exact first; the layer that its ability
names, or ""."""

Meetings = Callable[[frozenset[str]], Iterable[tuple[PlacedWords, PlacedWords]]]
"""Tells which operations meet; the argument: one of the two goes by one of these words."""


@dataclass(frozen=True, slots=True, repr=False)
class Rulebook(WithCache):
    """Everything that one document fixes; `settled` picks the readings of its open points.

    cards: the name of the shipped cards file of its game, without the ending. actions: verb ->
    its passive ("attack" -> "attacked"). linked: numbers that are added up when objects are
    linked. resets: the objects whose counters go away when a turn begins (None: all). rest: how
    objects stop being at rest, in a game that speaks of it. marks: the
    keywords that are gone for good once lost; mark_on: what alone keeps the mark, for some of them.
    axioms: what its sentences on the order demand of two effects, at their word. numbered: how the
    keywords that have a number are written with it. carried_control: whether what is carried is
    controlled by its bearer's controller. carried_circles: whether it may carry, directly or not,
    what carries it. carried_players: whether
    players may carry it. carried_drops: the clause by which what is none of the
    carriers any more drops it; empty where it keeps it. carried_falls: what is dropped
    besides. carried_cannot: by action, of what one is dropped besides that can't do it to its
    bearer. types, control: the set that types stand
    in and the player who controls; empty in a game that has no such characteristic. animated: the
    type that `animated` gives where it names none. front_face: the clause by which a card that was
    transformed is its front face away from play, and goes where that does. front_numbers:
    those that are the front face's all the time. two_faced: the clause by which only what has two
    faces is transformed, into the other one, and stays a copy if it is one; empty where anything
    is, into anything. two_faced_unless: statuses under which it is not;
    two_faced_never: those that no event gives it in play. announced: where what
    is cast waits, in a game in which it is an object there. activated: the keywords that are
    activated abilities, which others may gain as that.
    """

    id: str
    title: str
    game: str
    publisher: str
    version: str
    source: str
    characteristics: Mapping[str, Characteristic]
    statuses: Mapping[str, Status]
    zones: tuple[str, ...]
    space: Space | None
    nouns: Mapping[str, Selector]
    plurals: Mapping[str, str]
    keywords: Mapping[str, Ability]
    layers: tuple[Layer, ...]
    clauses: Mapping[str, Clause]
    points: Mapping[str, OpenPoint]
    policies: Mapping[str, PolicyValue]
    checks: tuple[StateCheck, ...]
    carried: Selector | None = None
    carriers: Selector | None = None
    marks: tuple[str, ...] = ()
    keyword_clauses: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    carried_clause: str = ""
    carried_control: bool = True
    carried_drops: str = ""
    carried_falls: Selector | None = None
    carried_cannot: Mapping[str, Selector] = field(default_factory=lambda: MappingProxyType({}))
    carried_players: bool = False
    carried_circles: bool = False
    immune: tuple[tuple[Selector, str, str], ...] = ()
    chosen: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cards: str = ""
    rules: tuple[Rule, ...] = ()
    actions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    stacking: Mapping[str, Stacking] = field(default_factory=lambda: MappingProxyType({}))
    holding: Mapping[str, Holding] = field(default_factory=lambda: MappingProxyType({}))
    melding: Mapping[str, Melding] = field(default_factory=lambda: MappingProxyType({}))
    linked: tuple[str, ...] = ()
    resets: Selector | None = None
    rest: Rest | None = None
    mark_on: Mapping[str, Selector] = field(default_factory=lambda: MappingProxyType({}))
    axioms: tuple[Axiom, ...] = ()
    numbered: Mapping[str, Numbering] = field(default_factory=lambda: MappingProxyType({}))
    types: str = TYPES
    control: str = CONTROL
    animated: str = ""
    front_face: str = ""
    front_numbers: tuple[str, ...] = ()
    two_faced: str = ""
    two_faced_unless: tuple[str, ...] = ()
    two_faced_never: tuple[str, ...] = ()
    announced: Announced | None = None
    activated: frozenset[str] = frozenset()
    sources: tuple[Source, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()

    def __repr__(self) -> str:
        """What it is, in a line; its clauses would fill pages."""
        counts = f"{len(self.clauses)} clauses, {len(self.points)} open points"
        chosen = "".join(f", {point}={reading}" for point, reading in self.chosen.items())
        return f"<Rulebook {self.id}: {counts}{chosen}>"

    @property
    def in_play(self) -> str:
        """The zone that selectors mean when they name none."""
        return self.zones[0]

    @property
    def event_words(self) -> Mapping[str, str]:
        """The words for events that this rulebook has, each with the form of the event."""
        undone = (each.undone for each in self.stacking.values() if each.undone)
        return {
            **dict.fromkeys(self.stacking, "stacking"),
            **dict.fromkeys(self.holding, "holding"),
            **dict.fromkeys(self.melding, "melding"),
            **dict.fromkeys(undone, "uncovering"),
        }

    @property
    def components_in(self) -> frozenset[str]:
        """The zones of cards that are one object with another: merged, or melded."""
        merged = (each.zone for each in self.stacking.values() if each.merges)
        return frozenset((*merged, *(each.zone for each in self.melding.values())))

    @property
    def left_in(self) -> Mapping[str, str]:
        """The zones of held cards that do not go along with what held them, and where they go."""
        return {each.zone: each.left_in for each in self.holding.values() if each.left_in}

    @property
    def lasting_counters(self) -> tuple[str, ...]:
        """The counters that stay when a turn begins; cards in any zone may have them."""
        return tuple(each.name for each in self.characteristics.values() if each.lasting)

    @property
    def of_players(self) -> Mapping[str, int]:
        """The numbers that players have and events change, each with what they begin with."""
        return self.cache.of_value(_of_players, self, None)

    @property
    def kept_anywhere(self) -> tuple[str, ...]:
        """The counters and statuses that cards in any zone may have."""
        statuses = (status.name for status in self.statuses.values() if status.anywhere)
        return (*self.lasting_counters, *statuses)

    @property
    def disabling(self) -> tuple[str, ...]:
        """The statuses under which no ability works."""
        return self.cache.of_value(_disabling, self, None)

    def clause_of(self, policy: str) -> str:
        """The id of the clause or open point that gives the policy its value."""
        return self.policies[policy].clause

    def keyword_clause(self, keyword: str) -> str:
        """The id of the clause that a keyword rests on, or an empty string."""
        return self.keyword_clauses.get(keyword, "")

    def with_keyword(self, keyword: str, number: str = "") -> Ability:
        """An ability with this keyword and what it does; its number is 2 where it has to have one.

        number: the number as it is written.
        """
        numbering = self.numbered.get(keyword)
        if numbering is not None and numbering.alone is None:
            number = number or f"{numbering.sign}2"
        return with_keywords(Ability(keyword, number=number), self.keywords)

    def policy(self, name: str) -> str:
        """The value of a policy under the readings chosen."""
        return self.policies[name].value

    # Where several readings are looked at side by side these say more (see
    # `solver/certainty/readings/recording_rulebook.py`); here each policy has one value.

    @property
    def in_doubt(self) -> bool:
        """Whether it is followed under several readings at once, which every question narrows."""
        return False

    def unsure(self, *policies: str) -> bool:
        """Whether any of the policies may still have one value or another."""
        return False

    def combinations(self, policies: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """The values that the policies may have together; those that they have come first."""
        return (tuple(self.policy(name) for name in policies),)

    def decided(self, policies: tuple[str, ...], result: Callable[[tuple[str, ...]], T]) -> T:
        """What the policies' values come to; where all come to the same, none is asked for."""
        return result(self.combinations(policies)[0])

    def note_table(self, abilities: Iterable[Ability], static: Iterable[Ability]) -> None:
        """Note what there is on a table that is looked at next; one reading goes for any.

        abilities: whatever may apply there: is printed, is a rule, or left an effect. static:
        those of them that are printed, and apply as long as something has them.
        """

    def note_meetings(self, meetings: Meetings | None) -> None:
        """Note which operations could be done to one object, so that their order counts.

        It is told once all is known that could be done, where all effects apply at once; None: it
        was not found out.
        """

    def joined(self, step: Step[T]) -> T:
        """What the step leaves; readings under which it leaves the same are followed together."""
        return step.take()

    @property
    def has_places_between(self) -> bool:
        """Whether effects may act before or behind their own layers."""
        return any(layer.between for layer in self.layers)

    def possible_layers(self, operation: Operation, defines: bool = False) -> frozenset[str]:
        """The ids of the layers that the operation may work in.

        defines: whether it is in an ability that defines characteristics.
        """
        return frozenset((self.layer_of(operation, defines).id,))

    def layer_of(self, operation: Operation, defines: bool = False) -> Layer:
        """The layer an operation works in; raises `LayerlawError` when no layer takes it.

        defines: whether it is in an ability that defines characteristics.
        """
        for verb in layer_words(operation, defines):
            for layer in self.layers:
                if verb in layer.does:
                    return layer
        raise LayerlawError(f"no layer of {self.id} takes '{operation.layer_words[0]}'")

    def layers_listing(self, words: tuple[str, ...]) -> tuple[int, ...]:
        """The places of the layers that list one of the words, first ones first."""
        return self.cache.of_value(_layers_listing, self, words)

    def possible_listings(self, words: tuple[str, ...]) -> frozenset[tuple[int, ...]]:
        """Whatever `layers_listing` may come to."""
        return frozenset((self.layers_listing(words),))

    def kept(self, make: Callable[[Rulebook, Tree], T], tree: Tree) -> T:
        """What the function makes of this rulebook and a tree of the algebra, made once.

        make: a function of a module; it may ask the rulebook and the tree, and nothing else.
        """
        return self.cache.of_tree(make, self, tree)

    def with_counters(self, kinds: tuple[str, ...]) -> Rulebook:
        """This rulebook with more kinds of counters.

        kinds: their names; those that it has already stay as they are.
        """
        if not kinds:
            return self
        return self.cache.of_value(_with_counters, self, kinds)

    def with_given(self, names: tuple[str, ...], activated: tuple[str, ...] = ()) -> Rulebook:
        """This rulebook with the names of abilities that cards give as keywords.

        names: of these abilities; keywords that it has already stay as they are. activated: those
        of them that are activated.
        """
        if not names:
            return self
        return self.cache.of_value(_with_given, self, (names, activated))

    def settled(self, readings: Mapping[str, str]) -> Rulebook:
        """This rulebook with one reading chosen for each named open point.

        readings: open point id -> reading id. Raises `LayerlawError` for an unknown id.
        """
        if not readings:
            return self
        return self.cache.of_value(_settled, self, tuple(readings.items()))


def generic_counter(name: str) -> Characteristic:
    """A kind of counter that the rules give no meaning."""
    return Characteristic(name, "number", floor=0, counter=True, lasting=True, generic=True)


def _of_players(rulebook: Rulebook, _: None) -> Mapping[str, int]:
    every = rulebook.characteristics.values()
    return {each.name: each.of_players for each in every if each.of_players is not None}


def _disabling(rulebook: Rulebook, _: None) -> tuple[str, ...]:
    return tuple(status.name for status in rulebook.statuses.values() if status.disables)


def _with_counters(rulebook: Rulebook, kinds: tuple[str, ...]) -> Rulebook:
    more = {name: generic_counter(name) for name in kinds if name not in rulebook.characteristics}
    return replace(rulebook, characteristics=MappingProxyType({**rulebook.characteristics, **more}))


def _with_given(rulebook: Rulebook, given: tuple[tuple[str, ...], tuple[str, ...]]) -> Rulebook:
    names, activated = given
    more = {name: Ability(name) for name in names}
    return replace(
        rulebook,
        keywords=MappingProxyType({**more, **rulebook.keywords}),
        activated=rulebook.activated.union(set(activated) - rulebook.keywords.keys()),
    )


def _layers_listing(rulebook: Rulebook, words: tuple[str, ...]) -> tuple[int, ...]:
    layers = enumerate(rulebook.layers)
    return tuple(number for number, layer in layers if not set(words).isdisjoint(layer.does))


def _settled(rulebook: Rulebook, readings: tuple[tuple[str, str], ...]) -> Rulebook:
    """The rulebook with these readings chosen, one after another."""
    for point_id, reading_id in readings:
        if point_id not in rulebook.points:
            message = f"{rulebook.id} has no open point '{point_id}'"
            raise LayerlawError(with_hint(message, point_id, rulebook.points))
        reading = rulebook.points[point_id].reading(reading_id)
        policies = dict(rulebook.policies)
        for policy, value in reading.policies.items():
            policies[policy] = PolicyValue(value, point_id)
        layers = rulebook.layers
        for verb, layer_id in reading.layers.items():
            layers = tuple(
                replace(
                    layer,
                    does=tuple(v for v in layer.does if v != verb)
                    + ((verb,) if layer.id == layer_id else ()),
                )
                for layer in layers
            )
        rulebook = replace(
            rulebook,
            policies=MappingProxyType(policies),
            layers=layers,
            chosen=MappingProxyType({**rulebook.chosen, point_id: reading_id}),
        )
    return rulebook
